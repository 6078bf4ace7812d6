test_that("accuracy with other shares is the weighted mean, with MOVER limits of Tango's intervals", {
  x <- group_set(group_example())
  shares <- c(A = 0.5, B = 0.25, C = 0.25)
  r <- compare_classifiers(standardise_groups(x, shares), "accuracy")
  d <- c(0.08, -1 / 70, -0.1)
  expect_equal(r$estimate, sum(shares * d))
  v <- (c(16, 13, 7) - c(8, -1, -5)^2 / c(100, 70, 50)) / c(100, 70, 50)^2
  expect_equal(r$std.error, sqrt(sum(shares^2 * v)))
  # Tango's limits from the package that each group by itself has them from.
  tango <- compare_classifiers(x, "accuracy", method = "mcnemar", over = "groups", p.adjust.method = "none")
  expect_equal(r$conf.low, r$estimate - sqrt(sum(shares^2 * (d - tango$conf.low)^2)), tolerance = 1e-6)
  expect_equal(r$conf.high, r$estimate + sqrt(sum(shares^2 * (tango$conf.high - d)^2)), tolerance = 1e-6)
  # The p-value is that at whose level the interval just reaches 0.
  at <- compare_classifiers(standardise_groups(x, shares), "accuracy", conf.level = 1 - r$p.value)
  expect_equal(min(abs(c(at$conf.low, at$conf.high))), 0, tolerance = 1e-6)
})

test_that("Tango's limits without a discordant row are those of METHODS", {
  z <- stats::qnorm(0.975)
  expect_equal(tango_limit(0, 0, 50, z), -z^2 / (50 + z^2), tolerance = 1e-8)
  # PropCIs::scoreci.mp(6, 16, 161) of the pair (b, c) = (16, 6) turned round.
  expect_equal(tango_limit(6, 16, 161, z), -0.1240234, tolerance = 1e-6)
  expect_equal(-tango_limit(16, 6, 161, z), -0.0054334, tolerance = 1e-5)
})

test_that("observed shares give the estimates of the data, equal ones the mean of accuracies", {
  data <- grouped_rows(300)
  x <- prediction_set(truth ~ one + two + three, data[setdiff(names(data), "id")], by = site)
  for (metric in c("accuracy", "kap")) {
    expect_equal(
      compare_classifiers(standardise_groups(x, "observed"), metric)$estimate, compare_classifiers(x, metric)$estimate
    )
  }
  by_site <- assess_classifiers(x, "accuracy", over = "groups")
  means <- tapply(by_site$estimate, factor(by_site$classifier, c("one", "two", "three")), mean)
  expect_equal(assess_classifiers(standardise_groups(x), "accuracy")$estimate, as.vector(means))
})

test_that("any metric is that of the counts reweighted, its variance that within groups", {
  data <- grouped_rows(300)
  shares <- c(x = 0.2, y = 0.3, z = 0.5)
  variance <- function(id = NULL) {
    x <- prediction_set(truth ~ one + two, data, id = !!id, by = site)
    V <- set_joint(standardise_groups(x, shares), list(
      set_target(standardise_groups(x, shares), set_metrics(x, "precision"), "none", "a", "na")
    ))
    V
  }
  n_g <- table(data$site)
  w <- as.vector((shares * 300 / n_g)[data$site])
  u <- vapply(c("one", "two"), function(name) {
    called <- data[[name]] == "a"
    right <- called & data$truth == "a"
    p <- sum(w * right) / sum(w * called)
    (right - p * called) / sum(w * called)
  }, numeric(300))
  centred <- apply(u, 2, function(one) (one - stats::ave(one, data$site)) * w)
  alone <- prediction_set(truth ~ one + two, data[setdiff(names(data), "id")], by = site)
  s <- standardise_groups(alone, shares)
  target <- set_target(s, set_metrics(s, "precision"), "none", "a", "na")
  expect_equal(set_joint(s, list(target))$vcov, unname(crossprod(centred)))
  clustered <- standardise_groups(prediction_set(truth ~ one + two, data, id = id, by = site), shares)
  expect_equal(set_joint(clustered, list(target))$vcov, unname(crossprod(rowsum(centred, data$id))))
  r <- compare_classifiers(clustered, "precision", classes = "a")
  expect_identical(r$method.id, "wald")
  same <- prediction_set(truth ~ one + again, transform(data, again = one), id = id, by = site)
  expect_identical(compare_classifiers(standardise_groups(same), "accuracy")$status, "identical")
})

test_that("one side, errors and verdicts have the standardised numbers", {
  x <- group_set(group_data(A = c(100, 30, 4), B = c(70, 20, 7)))
  s <- standardise_groups(x, c(A = 0.9, B = 0.1))
  two <- compare_classifiers(s, "accuracy")
  up <- compare_classifiers(s, "accuracy", alternative = "greater")
  down <- compare_classifiers(s, "accuracy", alternative = "less")
  expect_equal(up$p.value, two$p.value / 2)
  expect_equal(up$p.value + down$p.value, 1)
  expect_identical(c(up$conf.high, down$conf.low), c(1, -1))
  expect_equal(compare_classifiers(s, "error")$conf.low, -two$conf.high)
  v <- verdict(s)
  expect_equal(v$overall$estimate, two$estimate)
  expect_match(printed_text(v), "Values are standardised to the shares A 0.9 and B 0.1")
  expect_match(printed_text(s), "Standardised to the shares A 0.9 and B 0.1")
  balanced <- group_set(group_data(A = c(50, 5, 5), B = c(60, 2, 2)))
  expect_identical(compare_classifiers(standardise_groups(balanced), "accuracy")$p.value, 1)
  huge <- do.call(group_data, stats::setNames(rep(list(c(400, 390, 0)), 40), paste0("g", 1:40)))
  expect_lt(compare_classifiers(standardise_groups(group_set(huge)), "accuracy")$log.p.value, -800)
  expect_identical(s[1:2]$shares, s$shares)
  expect_identical(s[], s)
})

test_that("a group with a share and no rows leaves nothing to estimate, and is named", {
  x <- group_set(group_example())
  r <- compare_classifiers(standardise_groups(x, c(A = 0.4, B = 0.3, C = 0.2, D = 0.1)), "accuracy")
  expect_true(is.na(r$estimate))
  expect_match(r$note, "no rows in group \"D\"")
  zero <- compare_classifiers(standardise_groups(x, c(A = 0.5, B = 0.5, C = 0, D = 0)), "accuracy")
  expect_equal(zero$estimate, (0.08 - 1 / 70) / 2)
})

test_that("shares that are none are refused", {
  x <- group_set(group_example())
  for (shares in list(
    c(A = 0.5, B = 0.5), c(0.5, 0.25, 0.25), c(A = 0.5, B = 0.6, C = -0.1), c(A = 0.5, B = 0.4, C = 0.4), TRUE,
    c(A = NA, B = 0.5, C = 0.5), c(A = 0.5, A = 0.2, C = 0.3), numeric()
  )) {
    expect_error(standardise_groups(x, shares), class = "verdict_error_shares")
  }
  expect_error(standardise_groups(x, "inverse"), class = "verdict_error_argument")
  expect_error(standardise_groups(prediction_set(truth ~ svm, satellite)), class = "verdict_error_groups")
  expect_error(standardise_groups(1), class = "verdict_error_set")
  data <- grouped_rows()
  data$site <- rep(c("x", "y"), 60)
  prevalent <- update_prevalence(
    prediction_set(truth ~ one, data[c("truth", "one", "site")], by = site), c(a = 0.2, b = 0.3, c = 0.5)
  )
  expect_error(standardise_groups(prevalent), class = "verdict_error_groups")
  expect_error(
    compare_classifiers(standardise_groups(x), "accuracy", method = "bootstrap"), class = "verdict_error_method"
  )
})

test_that("standardised probabilities have a verdict, of what is a mean over rows", {
  set.seed(1)
  y <- rep(0:1, 50)
  d <- data.frame(y, a = plogis(2 * y - 1 + rnorm(100)), b = plogis(rnorm(100)), site = rep(c("N", "S"), c(30, 70)))
  whole <- standardise_groups(probability_set(y ~ a + b, d, by = site), "equal")
  v <- verdict(whole)
  expect_identical(v$overall$metric, "brier")
  expect_identical(unique(v$comparison$metric), "log_loss")
  mean_loss <- function(p) mean(tapply((p - y)^2, d$site, mean))
  expect_equal(compare_classifiers(whole)$estimate, mean_loss(d$b) - mean_loss(d$a))
})

test_that("standardised losses are compared by t, as those of one group are", {
  set.seed(2)
  y <- rep(0:1, 15)
  site <- rep(c("N", "S", "W"), c(6, 10, 14))
  d <- data.frame(y, a = plogis(2 * y - 1 + rnorm(30)), b = plogis(rnorm(30)), site)
  share <- c(N = 0.5, S = 0.3, W = 0.2)
  whole <- standardise_groups(probability_set(y ~ a + b, d, by = site), share)
  by_hand <- function(difference) {
    variance <- share^2 * tapply(difference, d$site, var) / table(d$site)
    df <- sum(variance)^2 / sum(variance^2 / (table(d$site) - 1))
    estimate <- sum(share * tapply(difference, d$site, mean))
    list(df = df, p = 2 * pt(-abs(estimate) / sqrt(sum(variance)), df))
  }
  brier <- by_hand((d$b - y)^2 - (d$a - y)^2)
  found <- compare_classifiers(whole, "brier")
  expect_equal(found$df, brier$df)
  expect_equal(found$p.value, brier$p)
  worth <- function(p, at) (p >= at) * (y - (1 - y) * at / (1 - at))
  found <- compare_classifiers(whole, net_benefit(c(0.3, 0.6)), p.adjust.method = "none")
  for (i in 1:2) {
    own <- by_hand(worth(d$b, c(0.3, 0.6)[i]) - worth(d$a, c(0.3, 0.6)[i]))
    expect_equal(found$df[i], own$df)
    expect_equal(found$p.value[i], own$p)
  }
  one <- probability_set(y ~ a + b, transform(d, site = "all"), by = site)
  expect_equal(
    compare_classifiers(standardise_groups(one, "observed"), "brier")$p.value,
    t.test((d$b - y)^2 - (d$a - y)^2)$p.value
  )
})

test_that("clusters that lie in several groups give no more degrees of freedom than there are", {
  set.seed(2)
  rows <- data.frame(item = 1:120, id = rep(1:20, 6), g = sample(rep(c("u", "v", "w"), 40)), y = rep(0:1, each = 60))
  rows[c("a", "b")] <- lapply(1:2, function(i) stats::plogis(rows$y + stats::rnorm(120)))
  scores <- score_set(rows[-4], item = item, cluster = id, by = g)
  found <- compare_classifiers(standardise_groups(scores, "equal"))
  expect_identical(found$df, 19)
  expect_equal(found$p.value, 2 * stats::pt(-abs(found$statistic), 19))
  losses <- probability_set(y ~ a + b, rows, id = "id", by = g)
  expect_lte(compare_classifiers(standardise_groups(losses, "equal"), "brier")$df, 19)
})

test_that("standardised scores and independent ones have any unit", {
  set.seed(3)
  s <- matrix(rnorm(60), 30, dimnames = list(NULL, c("a", "b")))
  found <- function(unit) {
    groups <- score_set(s * unit, item = 1:30, by = rep(1:2, 15))
    first <- score_set(s[, 1, drop = FALSE] * unit, item = 1:30)
    second <- score_set(s[, 2, drop = FALSE] * unit, item = 31:60)
    c(compare_classifiers(standardise_groups(groups))$p.value, compare_independent(first, second)$p.value)
  }
  expect_equal(found(1e80), found(1))
  expect_equal(found(1e-90), found(1))
})

test_that("who lacks scores is known by those that it has", {
  set.seed(1)
  d <- data.frame(item = 1:60, a = rnorm(60), b = c(rep(NA, 24), rnorm(6), rep(NA, 30)))
  g <- rep(c("p", "q"), each = 30)
  x <- standardise_groups(score_set(d, item = item, by = g, na = "keep"), c(p = 1, q = 0))
  found <- assess_classifiers(x)
  for (name in c("a", "b")) {
    known <- t.test(d[1:30, name])
    at <- found$classifier == name
    expect_equal(c(found$conf.low[at], found$conf.high[at]), as.vector(known$conf.int))
  }
})

test_that("every verb says whose values they are", {
  g <- prediction_set(truth ~ svm + tree, satellite, by = rep(c("n", "e", "s"), length.out = 2000))
  s <- standardise_groups(g, c(n = .9, e = .05, s = .05))
  rare <- update_prevalence(prediction_set(truth ~ naive_bayes + tree, spam_filters, positive = "spam"), c(spam = .05))
  ways <- list(
    assess_classifiers, rank_classifiers, function(...) summary(compare_classifiers(...)),
    function(...) summary(assess_classifiers(...)), function(x, metric) gate(x, "tree", metric = metric, margin = .1)
  )
  for (way in ways) {
    expect_match(printed_text(way(s, "accuracy")), "standardised to the shares n 0.9, e 0.05 and s 0.05", fixed = TRUE)
    expect_match(printed_text(way(rare, "accuracy")), "prevalence nonspam 0.95 and spam 0.05", fixed = TRUE)
  }
  expect_match(printed_text(omnibus_test(s, "accuracy")), "standardised to the shares")
  expect_match(paste(format(methods_text(assess_classifiers(s, "accuracy"))), collapse = " "), "standardised to the")
  expect_match(ggplot2::get_alt_text(ggplot2::autoplot(rank_classifiers(s, "accuracy"))), "standardised to the shares")
})

test_that("margins go with the accuracy of standardised groups, and few rows of a group are said", {
  set.seed(2)
  y <- sample(c("p", "n"), 140, TRUE)
  d <- data.frame(
    y, s = rep(letters[1:3], c(20, 60, 60)), a = ifelse(runif(140) < .8, y, "p"), b = ifelse(runif(140) < .7, y, "n")
  )
  x <- standardise_groups(prediction_set(y ~ a + b, d, positive = "p", by = s), "equal")
  found <- compare_classifiers(x, "accuracy", margin = .2)
  # The claim holds at just the level at which the interval reaches the nearer end.
  at <- compare_classifiers(x, "accuracy", conf.level = 1 - found$p.equivalent)
  expect_equal(max(abs(c(at$conf.low, at$conf.high))), .2, tolerance = 1e-6)
  same <- c("method.id", "conf.low", "conf.high", "statistic", "p.value")
  expect_equal(as.list(found)[same], as.list(compare_classifiers(x, "accuracy"))[same])
  expect_s3_class(verdict(x, margin = .2), "verdict")
  few <- "only 20 rows in group \"a\""
  expect_match(c(assess_classifiers(x, "accuracy")$note, compare_classifiers(x, "npv")$note), few)
  expect_true(is.na(found$note)) # Tango's intervals hold
  none <- standardise_groups(prediction_set(y ~ a + b, d, positive = "p", by = s), c(a = 0, b = .5, c = .5))
  expect_true(all(is.na(assess_classifiers(none, "accuracy")$note)))
})

test_that("a small group whose rows all agree makes no claims within a margin that its interval does not", {
  x <- group_set(group_data(small = c(8, 0, 0), large = c(1000, 40, 30)))
  s <- standardise_groups(x, c(small = .5, large = .5))
  found <- compare_classifiers(s, "accuracy", margin = .05)
  plain <- compare_classifiers(s, "accuracy")
  expect_equal(c(found$conf.low, found$conf.high), c(plain$conf.low, plain$conf.high))
  expect_true(all(c(found$p.equivalent, found$p.noninferior) > .05))
  expect_output(print(verdict(s, margin = .05)), "undecided", fixed = TRUE)
  # Of the error the ends change places.
  turned <- compare_classifiers(s, "error", margin = c(-.04, .05))
  right <- compare_classifiers(s, "accuracy", margin = c(-.05, .04))
  claims <- c("p.noninferior", "p.equivalent", "p.superior")
  expect_equal(as.list(turned)[claims], as.list(right)[claims])
  up <- compare_classifiers(s, "accuracy", margin = .05, alternative = "greater")
  expect_equal(up$p.noninferior, found$p.noninferior / 2)
  # Who asks for Wald's test has it.
  wald <- compare_classifiers(s, "accuracy", margin = .05, method = "wald")
  expect_equal(wald$p.equivalent, 2 * pnorm((abs(wald$estimate) - .05) / wald$std.error))
  expect_match(wald$note, "only 8 rows in group", fixed = TRUE)
})

test_that("of repeated observations a group has as many as it has ids", {
  of_ids <- function(n) standardise_groups(prediction_set(truth ~ one + two, repeated_rows(n), id = id, by = site))
  few <- of_ids(15)
  said <- "too small with only 5 observations in group \"x\""
  expect_identical(compare_classifiers(few, c("accuracy", "kap"))$note, rep(paste("p may be", said), 2))
  said <- "interval may be too short with only 5 observations in group \"x\""
  expect_identical(assess_classifiers(few, "accuracy")$note, rep(said, 2))
  many <- of_ids(120)
  expect_true(all(is.na(compare_classifiers(many, c("accuracy", "kap"))$note)))
  expect_true(all(is.na(assess_classifiers(many, "accuracy")$note)))
})

test_that("means say where a group's units all have the same difference, few labels where a group has few", {
  set.seed(1)
  right <- cbind(first = rbinom(114, 1, 0.9), second = rbinom(114, 1, 0.7))
  right[101:114, ] <- 1
  by <- rep(c("a", "b", "c"), c(50, 50, 14))
  shares <- c(a = 0.1, b = 0.1, c = 0.8)
  scores <- standardise_groups(score_set(right, design = "items", metric = "accuracy", by = by), shares)
  expect_match(compare_classifiers(scores)$note, "p may be too small with only 14 items in group \"c\"", fixed = TRUE)
  singles <- assess_classifiers(scores)$note
  expect_match(singles, "interval may be too short with only 14 items in group \"c\"", fixed = TRUE)
  losses <- probability_set(rep(1, 114), 0.1 + 0.8 * right, positive = 1, by = by)
  brier <- compare_classifiers(standardise_groups(losses, shares), "brier")
  expect_match(brier$note, "only 14 rows in group \"c\"", fixed = TRUE)
  right[101, 1] <- 0
  varied <- standardise_groups(score_set(right, design = "items", metric = "accuracy", by = by), shares)
  expect_true(is.na(compare_classifiers(varied)$note))
  truth <- replace(rep(c("u", "v"), 57), c(1:20, 101:108), NA)
  calls <- function(ok) ifelse(ok == 1, rep(c("u", "v"), 57), rep(c("v", "u"), 57))
  few <- prediction_set(
    truth ~ first + second, data.frame(truth, first = calls(right[, 1]), second = calls(right[, 2]), by),
    labelling = "random", by = by
  )
  labelled <- compare_classifiers(standardise_groups(few, shares), "accuracy")
  expect_match(labelled$note, "p may be too small with only 6 labels in group \"c\"", fixed = TRUE)
})

test_that("a difference of accuracy that is 0 but for rounding has p = 1", {
  rows <- data.frame(truth = "u", a = "u", b = "u", g = rep(c("x", "y"), c(20, 70)))
  rows[c(2, 22), 1:3] <- "v"
  rows$b[1] <- rows$a[21] <- "v"
  x <- standardise_groups(prediction_set(truth ~ a + b, rows, by = g), c(x = 20, y = 70) / 90)
  found <- compare_classifiers(x, "accuracy")
  expect_equal(found[c("estimate", "p.value")], data.frame(estimate = 0, p.value = 1), ignore_attr = TRUE)
  expect_output(print(verdict(x)), "undecided", fixed = TRUE)
})

test_that("the joint test of standardised groups says where a group has few rows, as that of pairs does", {
  rows <- data.frame(
    truth = rep(c("p", "n"), c(838, 170)), x = rep(c("p", "n", "p", "n", "p", "n"), c(5, 3, 600, 40, 60, 300)),
    g = rep(c("small", "large"), c(8, 1000))
  )
  rows$y <- replace(rows$x, c(20:60, 700:740), "n")
  s <- standardise_groups(prediction_set(truth ~ x + y, rows, by = g, positive = "p"), c(small = 0.5, large = 0.5))
  pair <- compare_classifiers(s, "accuracy", method = "wald")
  joint <- omnibus_test(s, "accuracy")
  expect_equal(joint$p.value, pair$p.value)
  expect_identical(joint$note, "p may be too small with only 8 rows in group \"small\"")
  expect_identical(joint$note, pair$note)
  for (over in c("metrics", "classifiers")) {
    expect_match(omnibus_test(s, c("sensitivity", "npv"), over = over)$note, "only 8 rows in group \"small\"")
  }
})

test_that("a group with all of the share has McNemar's test, however many rows there are", {
  cells <- data.frame(
    truth = "p", x = rep(c("p", "p", "n"), 2), y = rep(c("p", "n", "p"), 2), w = c(6e8, 3e8, 1e8, 8, 1, 1),
    g = rep(c("large", "small"), each = 3)
  )
  x <- prediction_set(truth ~ x + y, cells, weights = w, levels = c("p", "n"), positive = "p", by = g)
  row <- compare_classifiers(standardise_groups(x, c(large = 1, small = 0)), "accuracy")
  expect_equal(abs(row$statistic), 10000, tolerance = 1e-9)
  expect_equal(row$log.p.value, log(2) + stats::pnorm(-10000, log.p = TRUE), tolerance = 1e-9)
})

test_that("many groups of a row or two have the p-value of the score test, and say how few rows there are", {
  row <- function(data, groups, ...) {
    x <- prediction_set(
      truth ~ one + two, data, by = groups, levels = c("p", "n"), positive = "p", id = seq_along(groups)
    )
    compare_classifiers(standardise_groups(x, "equal"), "accuracy", ...)
  }
  # Nine groups, each with one row on which only the first is right: McNemar's 9 against 0.
  pairs <- data.frame(truth = "p", one = "p", two = rep(c("n", "p"), 9))
  found <- row(pairs, rep(1:9, each = 2), margin = 0.1)
  expect_equal(found$statistic, -3)
  expect_equal(found$p.value, 2 * stats::pnorm(-3))
  expect_true(found$conf.high < 0 && found$p.nonsuperior > 1e-4)
  expect_identical(found$note, "p may be too small with only 2 rows in group \"1\"")
  # All agree in 25 groups of one row: of a difference of 0.25 the variance is 0.25 x 0.75 / 25.
  agree <- row(data.frame(truth = "p", one = "p", two = rep("p", 25)), 1:25, margin = 0.25)
  expect_equal(agree$p.noninferior, 2 * stats::pnorm(-0.25 / sqrt(0.25 * 0.75 / 25)))
})

test_that("few labels of repeated observations say in how many of these a group has labels", {
  set.seed(1)
  id <- rep(1:40, each = 50)
  truth <- sample(c("a", "b"), 2000, TRUE)
  guess <- function() ifelse(stats::runif(2000) < stats::plogis(1 + stats::rnorm(40)[id]), truth, "a")
  data <- data.frame(truth = ifelse(id <= 8, truth, NA), m1 = guess(), m2 = guess(), g = c("u", "v")[id %% 2 + 1])
  x <- prediction_set(truth ~ m1 + m2, data, labelling = "random", positive = "a", id = id, by = g)
  s <- standardise_groups(x, "equal")
  few <- "with only 4 labelled observations in group \"u\""
  for (rows in list(
    compare_classifiers(s, "accuracy"), omnibus_test(s, "recall"), assess_classifiers(s, "recall"),
    omnibus_test(s, c("recall", "npv"), over = "metrics"), omnibus_test(x, "accuracy", over = "groups")
  )) expect_match(rows$note, few)
})

test_that("recall and specificity with other shares have MOVER limits of Tango's intervals too", {
  data <- grouped_rows(300)[c("truth", "one", "two", "site")]
  x <- prediction_set(truth ~ one + two, data, by = site)
  shares <- c(x = 0.2, y = 0.5, z = 0.3)
  s <- standardise_groups(x, shares)
  all <- as.vector(table(data$site))
  for (metric in c("recall", "specificity", "fnr")) for (class in c("a", "c")) {
    row <- compare_classifiers(s, metric, classes = class)
    expect_identical(row$method.id, "mover")
    n <- as.vector(table(data$site[(data$truth == class) == (metric != "specificity")]))
    weight <- shares * n / all / sum(shares * n / all)
    tango <- compare_classifiers(
      x, metric, classes = class, method = "mcnemar", over = "groups", p.adjust.method = "none"
    )
    d <- tango$estimate
    expect_equal(row$estimate, sum(weight * d))
    # What is not known of the weights varies as in a quotient of binomial shares.
    mix <- stats::qnorm(0.975)^2 * sum(weight^2 * (1 - n / all) / n * (d - sum(weight * d))^2)
    expect_equal(row$conf.low, row$estimate - sqrt(sum(weight^2 * (d - tango$conf.low)^2) + mix), tolerance = 1e-6)
    expect_equal(row$conf.high, row$estimate + sqrt(sum(weight^2 * (tango$conf.high - d)^2) + mix), tolerance = 1e-6)
    at <- compare_classifiers(s, metric, classes = class, conf.level = 1 - row$p.value)
    expect_equal(min(abs(c(at$conf.low, at$conf.high))), 0, tolerance = 1e-6)
    margin <- compare_classifiers(s, metric, classes = class, margin = 0.2)
    at <- compare_classifiers(s, metric, classes = class, conf.level = 1 - margin$p.equivalent)
    expect_equal(max(abs(c(at$conf.low, at$conf.high))), 0.2, tolerance = 1e-6)
  }
  # A group with all of the share is this group: McNemar's test of its rows of a class.
  alone <- compare_classifiers(standardise_groups(x, c(x = 0, y = 1, z = 0)), "recall", p.adjust.method = "none")
  by_hand <- vapply(c("a", "b", "c"), function(class) {
    rows <- data[data$site == "y" & data$truth == class, ]
    mcnemar.test(rows$one == class, rows$two == class, correct = FALSE)$p.value
  }, 0)
  expect_equal(alone$p.value, unname(by_hand), tolerance = 1e-6)
  # Large counts leave Wald's interval.
  many <- prediction_set(truth ~ one + two, data, by = site, weights = rep(1e6, 300))
  row <- compare_classifiers(standardise_groups(many, shares), "recall", classes = "a")
  expect_equal(row$conf.high - row$estimate, stats::qnorm(0.975) * row$std.error, tolerance = 1e-3)
  one_class <- standardise_groups(x, c(x = 0.2, y = 0.3, z = 0.3, w = 0.2))
  expect_true(is.na(compare_classifiers(one_class, "recall", classes = "a", margin = 0.1)$p.noninferior))
})

# 100, 95 and 5 rows of three classes; of c the first has all right and the second one.
rare_class_rows <- function() {
  set.seed(1)
  y <- rep(c("a", "b", "c"), c(100, 95, 5))
  guess <- function() ifelse(stats::runif(200) < 0.9, y, sample(c("a", "b"), 200, TRUE))
  data <- data.frame(y, m1 = guess(), m2 = guess(), g = rep(c("p", "q"), 100))
  data$m1[196:200] <- "c"
  data$m2[196:200] <- c("a", "a", "a", "c", "b")
  data
}

test_that("standardised groups say that a class has few rows, or a value that is taken as certain", {
  data <- rare_class_rows()
  x <- prediction_set(y ~ m1 + m2, data, by = g)
  s <- standardise_groups(x, "observed")
  few <- "p may be too small with only 5 rows of c"
  for (average in c("macro", "weighted")) {
    expect_identical(compare_classifiers(s, "f_meas", average = average)$note, few)
  }
  expect_identical(compare_classifiers(s, "recall", average = "macro")$note, few)
  rows <- compare_classifiers(s, c("f_meas", "npv", "markedness"), classes = c("a", "c"))
  expect_identical(rows$note, rep(c(NA, few), 3))
  joint <- omnibus_test(s, "f_meas", average = "macro")
  expect_identical(joint$note, few)
  expect_identical(omnibus_test(s, "recall")$note, c(NA, NA, few))
  expect_identical(omnibus_test(s, c("recall", "npv"), over = "metrics")$note, c(NA, NA, few))
  # Four rows against none: the exact p of both sides is 1 / 8.
  recall <- compare_classifiers(s, "recall", classes = "c")
  expect_gt(recall$p.value, 0.025)
  expect_identical(recall$note, "p may be too small with only 2 rows of c in group \"p\"")
  expect_match(printed_text(verdict(s, "recall")), "in recall no class shows a difference", fixed = TRUE)
  # Limits end where the metric does.
  wide <- compare_classifiers(s, "recall", classes = "c", conf.level = 0.999)
  expect_gte(wide$conf.low, -1)
  each <- assess_classifiers(s, c("f_meas", "npv"), classes = c("a", "c"))
  expect_identical(
    each$note[each$classifier == "m2"], rep(c(NA, "interval may be too short with only 5 rows of c"), 2)
  )
  # Of accuracy, which rests on no class, there is nothing to say.
  expect_true(all(is.na(assess_classifiers(s, c("accuracy", "kap"))$note)))

  # Kish's (1965) number: 30 rows of c, of which two are nearly all that count.
  more <- rbind(data[-(196:198), ], transform(data[rep(199, 28), ], g = "q"))
  more$g[more$y == "c"] <- rep(c("p", "q"), c(2, 28))
  uneven <- standardise_groups(prediction_set(y ~ m1 + m2, more, by = g), c(p = 0.99, q = 0.01))
  expect_identical(
    compare_classifiers(uneven, "f_meas", classes = "c")$note, paste(
      "p may be too small with only 2 rows of c, by what their groups weigh"
    )
  )
  expect_identical(
    assess_classifiers(uneven, "f_meas", classes = "c")$note[2],
    "interval may be too short with only 2 rows of c, by what their groups weigh"
  )

  flat <- rbind(data, data[rep(196:200, 3), ])
  s <- standardise_groups(prediction_set(y ~ m1 + m2, flat, by = g), "observed")
  expect_identical(
    compare_classifiers(s, "recall", average = "macro")$note,
    "p may be too small, since values of 0 and 1, as of c, are taken as certain"
  )
})

test_that("a limit of the extremal dependence index has no test with standardised groups either", {
  data <- rare_class_rows()
  data[1:3] <- lapply(data[1:3], function(labels) ifelse(labels == "a", "a", "b"))
  data$m2[data$y == "b"] <- "b" # no false alarm
  x <- prediction_set(y ~ m1 + m2, data, by = g, positive = "a")
  s <- standardise_groups(x, "observed")
  row <- compare_classifiers(s, "sedi")
  plain <- compare_classifiers(x, "sedi")
  same <- c("estimate", "p.value", "conf.low", "conf.high", "decision", "note")
  expect_equal(as.list(row)[same], as.list(plain)[same])
  joint <- omnibus_test(s, "sedi")
  expect_true(is.na(joint$p.value) && is.na(joint$statistic))
  expect_identical(joint$note, omnibus_test(x, "sedi")$note)
})

test_that("a ratio with nothing to divide by is infinite, and said to be so, with standardised groups too", {
  data <- data.frame(
    y = rep(c("a", "b"), c(20, 80)), m1 = rep(c("a", "b"), c(12, 88)), g = rep(c("p", "q"), 50),
    m2 = rep(c("a", "b", "a", "b"), c(10, 10, 3, 77))
  )
  s <- standardise_groups(prediction_set(y ~ m1 + m2, data, positive = "a", by = g), "observed")
  metrics <- c("lr_plus", "dor")
  each <- assess_classifiers(s, metrics)
  # (10 / 20) / (3 / 80), (10 x 77) / (10 x 3)
  expect_equal(each$estimate, c(Inf, 40 / 3, Inf, 77 / 3))
  expect_identical(each$note, rep(c("estimate is infinite: no standard error", NA), 2))
  why <- paste(c("positive likelihood ratio", "diagnostic odds ratio"), "of m1 is infinite")
  rows <- compare_classifiers(s, metrics)
  expect_identical(rows$estimate, c(0, 0))
  expect_identical(rows$note, why)
  expect_identical(omnibus_test(s, metrics)$note, why)
  expect_identical(omnibus_test(s, metrics, over = "metrics")$note, why[1])
})

test_that("what is asked of the groups themselves is answered by the set before, whatever their shares", {
  part <- rep(c("north", "south"), length.out = nrow(satellite))
  x <- prediction_set(truth ~ svm + tree, satellite, by = part)
  st <- standardise_groups(x, c(north = 0.8, south = 0.2))
  expect_identical(where_better(st), where_better(x))
  for (verb in list(compare_classifiers, assess_classifiers, omnibus_test)) {
    expect_identical(verb(st, "accuracy", over = "groups"), verb(x, "accuracy", over = "groups"))
  }
  # What is of the shares as well says which set to ask.
  expect_error(standardise_groups(st, "equal"), "x\\$set", class = "verdict_error_groups")
  expect_identical(standardise_groups(st$set, c(north = 0.8, south = 0.2)), st)
})

test_that("no test is offered that is refused", {
  part <- rep(c("north", "south"), length.out = nrow(satellite))
  st <- standardise_groups(prediction_set(truth ~ svm + tree, satellite, by = part))
  refused <- expect_error(compare_classifiers(st, "accuracy", method = "midp"), class = "verdict_error_argument")
  expect_no_match(conditionMessage(refused), "bootstrap")
  expect_identical(compare_classifiers(st, "accuracy", method = "wald")$method, "Wald")
  expect_error(compare_classifiers(st, method = "bootstrap"), "not resampled", class = "verdict_error_method")
})
