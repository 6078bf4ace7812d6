scored_items <- function() {
  set.seed(2)
  data <- data.frame(
    item = 1:120, task = rep(c("math", "code", "qa"), c(60, 40, 20)), passage = rep(1:40, 3)
  )
  data$one <- stats::rnorm(120, 0.6)
  data$two <- stats::rnorm(120, 0.4)
  data
}

test_that("items have groups in wide, long and matrix form, and all else is as without", {
  data <- scored_items()
  wide <- score_set(data, classifiers = c(one, two), item = item, by = task)
  expect_identical(wide$groups$label, c("code", "math", "qa"))
  plain <- score_set(data, classifiers = c(one, two), item = item)
  expect_identical(unclass(wide)[names(plain)], unclass(plain)[names(plain)])
  long <- data.frame(
    data[rep(1:120, 2), c("item", "task")], model = rep(c("one", "two"), each = 120), score = c(data$one, data$two)
  )
  expect_identical(score_set(long, score, model, item = item, by = task)$groups, wide$groups)
  m <- score_set(as.matrix(data[c("one", "two")]), item = data$item, by = list(task = data$task))
  expect_identical(m$groups, wide$groups)
  expect_identical(wide["one"]$groups, wide$groups)
})

test_that("each task is judged as a set of its own, and as Welch's F together", {
  data <- scored_items()
  x <- score_set(data, classifiers = c(one, two), item = item, by = task)
  r <- compare_classifiers(x, over = "groups")
  for (task in c("code", "math", "qa")) {
    expected <- with(data[data$task == task, ], stats::t.test(two, one, paired = TRUE))
    expect_equal(r$p.value[r$class == task], expected$p.value)
  }
  expect_equal(r$adj.p.value, 1 - (1 - r$p.value)^3)
  d <- data$two - data$one
  f <- stats::oneway.test(d ~ data$task)
  h <- omnibus_test(x, over = "groups")
  expect_identical(h$method.id, "heterogeneity_welch")
  expect_equal(h$statistic, unname(f$statistic))
  expect_equal(h$p.value, f$p.value)
})

test_that("each task once, each item once, and given weights", {
  data <- scored_items()
  x <- score_set(data, classifiers = c(one, two), item = item, by = task)
  d <- tapply(data$two - data$one, data$task, mean)
  v <- tapply(data$two - data$one, data$task, stats::var) / table(data$task)
  for (shares in list(c(code = 1, math = 1, qa = 1) / 3, c(code = 0.2, math = 0.2, qa = 0.6))) {
    r <- compare_classifiers(standardise_groups(x, shares))
    expect_equal(r$estimate, sum(shares * d))
    expect_equal(r$std.error, sqrt(sum(shares^2 * v)))
    # Satterthwaite's degrees of freedom.
    part <- shares^2 * as.vector(v)
    expect_equal(r$df, sum(part)^2 / sum(part^2 / (as.vector(table(data$task)) - 1)))
  }
  expect_equal(compare_classifiers(standardise_groups(x, "observed"))$estimate, mean(data$two - data$one))
  text <- printed_text(verdict(standardise_groups(x, "equal")))
  expect_match(text, "Values are standardised to the shares code 0.333, math 0.333 and qa 0.333")
})

test_that("samples of an item and folds of a data set are of one group; folds have none", {
  data <- scored_items()
  twice <- rbind(data, data)
  twice$repetition <- rep(1:2, each = 120)
  x <- score_set(twice, classifiers = c(one, two), item = item, repetition = repetition, by = task)
  expect_equal(standardise_groups(x, "observed")$shares, c(code = 40, math = 60, qa = 20) / 120)
  torn <- transform(twice, task = ifelse(repetition == 2, "qa", task))
  expect_error(
    score_set(torn, classifiers = c(one, two), item = item, repetition = repetition, by = task),
    class = "verdict_error_by"
  )
  expect_error(
    score_set(data[1:10, ], classifiers = c(one, two), fold = item, by = task), class = "verdict_error_by"
  )
  data$task[3] <- NA
  expect_error(score_set(data, classifiers = c(one, two), item = item, by = task), class = "verdict_error_na")
  kept <- score_set(data, classifiers = c(one, two), item = item, by = task, na = "omit")
  expect_identical(sum(is.na(kept$groups$group)), 1L)
})

test_that("clusters of items over tasks vary together", {
  data <- scored_items()
  x <- score_set(data, classifiers = c(one, two), item = item, cluster = passage, by = task)
  r <- omnibus_test(x, over = "groups")
  expect_identical(r$method.id, "heterogeneity_wald")
  expect_gt(r$p.value, 0)
  expect_error(omnibus_test(x, over = "groups", method = "welch"), class = "verdict_error_method")
})

test_that("a verdict on scores keeps its headline, and says where nothing of the level is left", {
  data <- scored_items()
  with <- verdict(score_set(data, classifiers = c(one, two), item = item, by = task))
  without <- verdict(score_set(data, classifiers = c(one, two), item = item))
  expect_identical(with$overall, without$overall)
  expect_match(printed_text(with), "The headline used all of the level", fixed = TRUE)
  expect_true(all(with$groups$where$decision == "undecided"))
  expect_identical(unique(with$groups$where$note), "not judged: the headline used all of the level")
  expect_true(all(is.na(with$groups$where$adj.conf.low)) && all(is.na(with$groups$where$adj.conf.high)))
  expect_match(printed_text(with$groups$where), "undecided (1)", fixed = TRUE)
  asked <- verdict(score_set(data, classifiers = c(one, two), item = item, by = task), headline = 0.6)
  expect_match(printed_text(asked), "the tasks (3 tests, max-T) and whether they differ", fixed = TRUE)
  expect_equal(asked$groups$levels$level[1], 0.2 * 0.05)
})

test_that("probabilities have groups, of which each is as a set of its own", {
  set.seed(9)
  data <- data.frame(
    ill = rep(c("y", "n"), 150), site = sample(c("a", "b"), 300, TRUE), id = sample(120, 300, TRUE),
    fold = rep(1:3, 100), w = 1
  )
  for (name in c("p", "q")) data[[name]] <- stats::plogis(2 * (data$ill == "y") - 1 + stats::rnorm(300))
  x <- probability_set(ill ~ p + q, data[c("ill", "p", "q", "site")], positive = "y", by = site)
  r <- compare_classifiers(x, c("roc_auc", "brier"), over = "groups")
  alone <- compare_classifiers(
    probability_set(ill ~ p + q, data[data$site == "b", c("ill", "p", "q")], positive = "y"), c("roc_auc", "brier")
  )
  expect_equal(r$p.value[r$class == "b"], alone$p.value)
  expect_identical(with(data, probability_set(ill, p = p, q = q, positive = "y", by = site))$groups$label, c("a", "b"))
  framed <- probability_set(data[c("ill", "p", "q", "site")], ill, p, q, positive = "y", by = site)
  expect_identical(framed$groups, x$groups)
  clustered <- probability_set(ill ~ p + q, data, positive = "y", id = id, weights = w, fold = fold, by = site)
  h <- omnibus_test(clustered, "brier", over = "groups")
  # Contributions of clusters to the mean difference in each group, by hand.
  y <- data$ill == "y"
  d <- (data$q - y)^2 - (data$p - y)^2
  theta <- tapply(d, data$site, mean)
  expect_equal(
    compare_classifiers(clustered, "brier", over = "groups")$estimate, unname(c(theta)), tolerance = 1e-8
  )
  expect_identical(h$df, 1)
  s <- compare_classifiers(standardise_groups(clustered, c(a = 0.3, b = 0.7)), "brier")
  expect_equal(s$estimate, sum(c(0.3, 0.7) * theta))
  expect_error(compare_classifiers(standardise_groups(x), "roc_auc"), class = "verdict_error_metric")
  expect_s3_class(verdict(x)$groups$where, "verdict_table")
  lacking <- data
  lacking$p[1] <- NA
  kept <- probability_set(ill ~ p + q, lacking[c("ill", "p", "q", "site")], positive = "y", by = site, na = "omit")
  expect_length(kept$groups$group, 299)
})

test_that("classifiers that lack some rows, and probabilities of several classes, have groups", {
  set.seed(9)
  data <- data.frame(ill = rep(c("y", "n"), 150), site = rep(c("a", "b", "c"), 100), id = rep(1:100, each = 3))
  for (name in c("p", "q")) data[[name]] <- stats::plogis(2 * (data$ill == "y") - 1 + stats::rnorm(300))
  data$p[c(1, 7, 20)] <- NA
  data$q[31:60] <- NA
  used <- data[c("ill", "p", "q", "site")]
  x <- probability_set(ill ~ p + q, used, positive = "y", by = site, na = "partial")
  r <- compare_classifiers(x, c("roc_auc", "brier"), over = "groups")
  for (g in c("a", "b", "c")) {
    own <- probability_set(ill ~ p + q, used[used$site == g, 1:3], positive = "y", na = "partial")
    alone <- compare_classifiers(own, c("roc_auc", "brier"))
    expect_equal(r$p.value[r$class == g], alone$p.value)
    expect_equal(r$estimate[r$class == g], alone$estimate)
  }
  expect_identical(omnibus_test(x, "brier", over = "groups")$df, 2)
  # Observations within a group are clusters there; across groups with missing rows they are refused.
  data$whole <- c("u", "v")[data$id %% 2 + 1]
  within <- probability_set(ill ~ p + q, data, positive = "y", id = id, by = whole, na = "partial")
  r <- compare_classifiers(within, "brier", over = "groups")
  own <- probability_set(ill ~ p + q, data[data$whole == "v", ], positive = "y", id = id, na = "partial")
  expect_equal(r$p.value[2], compare_classifiers(own, "brier")$p.value)
  refused <- function(data) {
    expect_error(
      probability_set(ill ~ p + q, data, positive = "y", id = id, by = site, na = "partial"),
      class = "verdict_error_by"
    )
  }
  refused(data)
  data$q[data$site == "c"] <- NA
  refused(transform(data, id = seq_len(300)))

  truth <- factor(sample(c("k", "l", "m"), 300, TRUE))
  drawn <- function(signal) {
    raw <- matrix(stats::rexp(900), 300, dimnames = list(NULL, levels(truth)))
    raw[cbind(1:300, as.integer(truth))] <- raw[cbind(1:300, as.integer(truth))] + signal
    raw / rowSums(raw)
  }
  f <- drawn(1)
  g <- drawn(0.6)
  x <- probability_set(truth, f = f, g = g, by = data$site)
  r <- compare_classifiers(x, c("log_loss", "hand_till"), over = "groups")
  for (site in c("a", "b", "c")) {
    at <- data$site == site
    own <- compare_classifiers(probability_set(truth[at], f = f[at, ], g = g[at, ]), c("log_loss", "hand_till"))
    expect_equal(r$p.value[r$class == site], own$p.value)
  }
  one <- probability_set(truth, f = f, g = g, by = data$site, positive = "l")
  expect_identical(one$groups, x$groups)
  expect_s3_class(verdict(x)$groups$where, "verdict_table")
})

test_that("each classifier is assessed in groups of which one has scores of 0 and 1 only", {
  d <- data.frame(a = c(1, 0, 1, 1, 0.5, 0.2, 0, 0.6), b = c(1, 1, 1, 0, 0.5, 1, 0.7, 0.1), item = 1:8)
  d$task <- rep(c("t", "u"), each = 4)
  make <- function(d, ...) score_set(d, classifiers = c(a, b), item = item, metric = "accuracy", ...)
  found <- assess_classifiers(make(d, by = task), over = "groups")
  for (task in c("t", "u")) {
    own <- assess_classifiers(make(d[d$task == task, 1:3]))
    of <- found[found$class == task, ]
    for (column in c("estimate", "conf.low", "conf.high", "note")) expect_equal(of[[column]], own[[column]])
  }
})
