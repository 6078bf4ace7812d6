test_that("everywhere, somewhere and worse nowhere by hand", {
  x <- group_set(group_example())
  r <- where_better(x, margin = 0.2)
  first <- r[r$classifier == "first", ]
  b <- c(12, 6, 1)
  m <- c(16, 13, 7)
  p <- stats::pbinom(b - 1, m, 0.5, lower.tail = FALSE)
  expect_equal(first$p.everywhere, max(p))
  # A group too small to be as extreme has nothing to add: 1 - prod(1 - what each attains).
  attained <- vapply(m, function(n) {
    known <- stats::pbinom(0:n, n, 0.5)
    max(c(0, known[known <= p[1] + 1e-12]))
  }, 0)
  expect_equal(first$p.somewhere, 1 - prod(1 - attained))
  expect_identical(c(first$best.group, first$worst.group), c("A", "C"))
  expect_equal(first$worst.estimate, -0.1)
  lower <- compare_classifiers(x, "accuracy", over = "groups", alternative = "greater", p.adjust.method = "none")
  expect_equal(first$worst.low, min(lower$conf.low))
  upper <- compare_classifiers(
    x, "accuracy", over = "groups", alternative = "less", p.adjust.method = "none", conf.level = 0.95^(1 / 3)
  )
  expect_equal(first$worst.high, min(upper$conf.high))
  expect_equal(first$p.somewhere.not.worse, max(first$p.somewhere, first$p.not.worse))
  expect_match(printed_text(r), "is not shown to be better in any single site")
})

test_that("everywhere, at least u, and proven groups are told", {
  all <- where_better(group_set(group_data(A = c(100, 30, 2), B = c(100, 25, 2))), margin = 0.05)
  expect_identical(all$at.least[1], 2)
  expect_identical(all$proven[1], "A, B")
  expect_match(printed_text(all), "first against second is better in every site")
  some <- where_better(
    group_set(group_data(A = c(100, 30, 2), B = c(400, 9, 8), C = c(100, 28, 1))), margin = 0.05
  )
  expect_identical(some$at.least[1], 2)
  expect_match(printed_text(some), "better in at least 2 of 3 sites")
  expect_match(printed_text(some), "better somewhere and, by more than the margin, worse nowhere")
  none <- where_better(group_set(group_data(A = c(400, 3, 3), B = c(400, 4, 4))), margin = 0.05)
  expect_match(printed_text(none), "by more than the margin worse nowhere")
})

test_that("metrics of which less is better look the other way", {
  x <- group_set(group_example())
  high <- where_better(x, "accuracy")
  low <- where_better(x, "error")
  expect_equal(low$p.everywhere, high$p.everywhere)
  expect_equal(low$worst.high, -high$worst.low)
  expect_match(printed_text(low), "the largest true difference is from .* .as the largest of several, ")
  expect_identical(low$worst.group, high$worst.group)
})

test_that("clusters in several groups, and groups without a test", {
  data <- grouped_rows(300)
  x <- prediction_set(truth ~ one + two, data, id = id, by = site)
  r <- where_better(x)
  p <- compare_classifiers(x, "accuracy", over = "groups", alternative = "greater", p.adjust.method = "none")$p.value
  expect_equal(r$p.everywhere[1], max(p))
  expect_equal(r$p.somewhere[1], min(1, 3 * min(p)))
  data$truth[data$site == "z"] <- "b"
  absent <- where_better(prediction_set(truth ~ one + two, data[1:7], id = data$id, by = site), "recall", classes = "a")
  expect_true(is.na(absent$p.everywhere[1]))
  expect_match(absent$note[1], "\"z\"")
  expect_match(printed_text(absent), "no limits, no test in group")
  nothing <- where_better(group_set(group_data(A = c(20, 0, 0), B = c(20, 0, 0))), "recall", classes = "p")
  expect_s3_class(nothing, "group_answers")
  expect_output(print(nothing))
  expect_output(print(r[c("metric", "classifier", "reference", "p.everywhere")]))
})

test_that("partial conjunction is Benjamini and Heller's", {
  p <- c(0.001, 0.3, 0.02, 0.004)
  simes <- function(p) min(length(p) / seq_along(p) * sort(p))
  s <- sort(p)
  expect_equal(partial_conjunction(p)$p.value, cummax(c(simes(s), simes(s[2:4]), simes(s[3:4]), s[4])))
  expect_equal(partial_conjunction(p, "bonferroni")$p.value, cummax(pmin(1, (4:1) * s)))
  fisher <- function(p) stats::pchisq(-2 * sum(log(p)), 2 * length(p), lower.tail = FALSE)
  expect_equal(partial_conjunction(c(p, NA), "fisher")$p.value, c(fisher(s), fisher(s[2:4]), fisher(s[3:4]), s[4]))
  # Of many, some of which are true, without and with ties.
  for (many in list((1:200)^3 / 200^3, c(rep(1e-4, 40), (1:60 * 37) %% 61 / 61, 1, 1))) {
    sorted <- sort(many <- rev(many))
    each <- vapply(seq_along(many), function(u) simes(sorted[u:length(many)]), 0)
    expect_equal(partial_conjunction(many)$p.value, cummax(each), tolerance = 1e-14)
  }
  expect_identical(nrow(partial_conjunction(numeric())), 0L)
  expect_error(partial_conjunction(c(0.1, 2)), class = "verdict_error_p")
  expect_error(partial_conjunction("a"), class = "verdict_error_p")
})

test_that("what cannot be asked is refused", {
  x <- group_set(group_example())
  expect_error(where_better(x, margin = -1), class = "verdict_error_margin")
  expect_error(where_better(x, c("accuracy", "kap")), class = "verdict_error_metric")
  expect_error(where_better(1), class = "verdict_error_set")
  expect_error(where_better(group_set(group_data(A = c(20, 2, 3)))), class = "verdict_error_groups")
  expect_error(where_better(prediction_set(truth ~ svm + tree, satellite)), class = "verdict_error_groups")
})

test_that("of scores the smallest true difference has an upper limit, too", {
  d <- c(1, 0, -1, 1, 1, 0, 1, 0, 0, 1, 1, -1, 1, 1, 0, 0)
  part <- rep(c("u", "v"), each = 8)
  x <- score_set(cbind(a = 0, b = d), item = seq_along(d), by = part)
  found <- where_better(x)
  # One-sided limits of both groups that hold together, and the smaller of them.
  high <- tapply(d, part, function(d) mean(d) + qt(sqrt(0.95), 7) * sd(d) / sqrt(8))
  expect_equal(found$worst.high[found$classifier == "b"], min(high))
  low <- tapply(-d, part, function(d) mean(d) + qt(sqrt(0.95), 7) * sd(d) / sqrt(8))
  expect_equal(found$worst.high[found$classifier == "a"], min(low))
})

test_that("what any labels allow shows in no group that a classifier is not worse", {
  x <- prediction_set(truth ~ p + q, agreements_hidden(), by = site, labelling = "unknown")
  found <- where_better(x, margin = 0.4)
  expect_true(all(is.na(unlist(found[c("p.not.worse", "worst.low", "worst.high")]))))
  said <- "that it is worse nowhere by more than the margin could not be tested"
  expect_match(printed_text(found), said, fixed = TRUE)
})

test_that("the worst group is among those than which none is shown to be worse", {
  three <- list(theta = c(0.5, 0.55, 0.7), vcov = diag(0.0004, 3), independent = TRUE)
  expect_identical(worst_among(three, FALSE, 0.05), c(TRUE, TRUE, FALSE))
  expect_identical(worst_among(three, TRUE, 0.05), c(FALSE, FALSE, TRUE))
  # Dunnett's one-sided value of two comparisons with a control is 1.92, Bonferroni's 1.96.
  expect_equal(largest_tail(1.916, sqrt(c(0.5, 0.5))), 0.05, tolerance = 1e-3)
  expect_equal(largest_tail(1.5, c(0, 0, 0)), 1 - stats::pnorm(1.5)^3, tolerance = 1e-6)
  near <- list(theta = c(0, 1.94 * sqrt(2), 0), vcov = diag(3), independent = TRUE)
  expect_identical(worst_among(near, FALSE, 0.05), c(TRUE, FALSE, TRUE))
  near$independent <- FALSE
  expect_identical(worst_among(near, FALSE, 0.05), c(TRUE, TRUE, TRUE))
  near$theta[3] <- NA
  expect_identical(worst_among(near, FALSE, 0.05), c(TRUE, FALSE, TRUE))
  clear <- where_better(group_set(group_data(A = c(200, 60, 5), B = c(200, 5, 60), C = c(20, 0, 0))))
  expect_identical(clear$worst.among, c("A", "B")[match(clear$classifier, c("second", "first"))])
  alone <- "Worst site in these data: B, difference [^;]* \\(alone in the 95% confidence set of the worst\\);"
  expect_match(printed_text(clear), alone)
  # Of two groups z = 1.78, one-sided p = 0.037, is no difference at 0.05.
  two <- group_set(group_data(A = c(200, 40, 20), B = c(200, 30, 30)))
  expect_gt(omnibus_test(two, over = "groups")$p.value, 0.05)
  expect_identical(where_better(two, reference = "second")$worst.among, c("B", "A"))
  expect_no_match(printed_text(where_better(two)), "shown to be the worst", fixed = TRUE)
  absent <- prediction_set(
    rep("a", 8), p = rep(c("a", "b"), 4), q = rep(c("a", "b"), each = 4), levels = c("a", "b"), by = rep(1:2, 4)
  )
  none <- where_better(absent, "recall", classes = "b")
  expect_match(printed_text(none), "q against p could not be tested", fixed = TRUE)
  open <- where_better(group_set(group_example()))
  expect_identical(open$worst.among[open$classifier == "first"], "B, C")
  expect_match(printed_text(open), "(another may be the worst)", fixed = TRUE)
})

test_that("numbers of a sentence have the same decimals, and of large scores no exponent", {
  d <- data.frame(site = rep(c("A", "B"), each = 10), item = 1:20, m = 2000 + 1:20)
  d$k <- d$m + 1000 + 40 * rep(c(-1, 1, 2, -2, 1), 4)
  text <- printed_text(where_better(score_set(d, classifiers = c(m, k), item = item, by = site, metric = "ms")))
  expect_match(text, "difference 1,?008 .*difference is from 9[0-9][0-9] to 1,?0[0-9][0-9] ")
  small <- prediction_set(truth ~ svm + tree, satellite[1:30, ], by = rep(c("u", "v", "w"), 10))
  decimals <- regmatches(text <- printed_text(where_better(small)), gregexpr("from .?0[.][0-9]+ to .?0[.][0-9]+", text))
  expect_true(all(grepl("[.]([0-9]{2}) to .*[.][0-9]{2}$", unlist(decimals))) && lengths(decimals) == 2)
})

test_that("a margin whose claim is not shown, or not tested, is spoken of", {
  sites <- group_set(group_data(A = c(100, 30, 2), B = c(30, 3, 4)))
  found <- where_better(sites, margin = 0.05)
  expect_gt(found$p.not.worse[1], 0.05)
  said <- "; that it is worse nowhere by more than the margin is not shown (p = "
  expect_match(format(found)[1], paste0(said, format(signif(found$p.not.worse[1], 3))), fixed = TRUE)
  expect_match(printed_text(found), said, fixed = TRUE)
  expect_no_match(printed_text(where_better(sites)), "margin")
  set.seed(1)
  data <- data.frame(site = rep(c("A", "F"), c(60, 4)), truth = c(rep(0:1, 30), 0, 1, 1, 1))
  data$first <- plogis(2 * data$truth + rnorm(64))
  data$second <- plogis(data$truth + rnorm(64))
  unknown <- where_better(probability_set(truth ~ first + second, data, positive = 1, by = site), margin = 0.05)
  expect_identical(unknown$p.not.worse, c(NA_real_, NA))
  expect_match(
    printed_text(unknown), "; that it is worse nowhere by more than the margin could not be tested.", fixed = TRUE
  )
})

test_that("groups of few observations are named", {
  of_ids <- function(n) prediction_set(truth ~ one + two, repeated_rows(n), id = id, by = site)
  few <- where_better(of_ids(15), "kap")
  said <- "in group \"x\", \"y\" and \"z\": p too small with only 5 observations"
  expect_identical(few$note, rep(said, 2))
  expect_match(printed_text(few), "too small\\). In group \"x\", \"y\" and \"z\": p too small with only 5 obs")
  expect_true(all(is.na(where_better(of_ids(120), "kap")$note)))
  expect_true(all(is.na(where_better(of_ids(15), "accuracy")$note)))
})

test_that("a group without variance may be the worst, is not shown to be, and has no limits", {
  # Group C: few rows, on which both are right.
  sites <- group_set(group_data(A = c(100, 20, 2), B = c(100, 15, 3), C = c(3, 0, 0)))
  for (metric in c("kap", "mcc")) {
    expect_identical(where_better(sites, metric)$worst.among[1], "A, B, C", info = metric)
  }
  of_scores <- function(...) data.frame(first = c(...), second = 0)
  data <- rbind(of_scores(sin(1:30) + 1), of_scores(cos(1:30) + 1), of_scores(rep(0, 5)))
  x <- score_set(as.matrix(data), design = "items", by = rep(c("A", "B", "C"), c(30, 30, 5)))
  found <- where_better(x)
  expect_identical(found$worst.among, rep("A, B, C", 2))
  expect_true(all(is.na(c(found$worst.low, found$worst.high))))
  expect_identical(found$note, rep("no variance in group \"C\"", 2))
})

test_that("a group in which one classifier is wrong on every row leaves the worst group its limits", {
  x <- group_set(group_data(A = c(60, 9, 1), B = c(40, 2, 6), C = c(12, 0, 12)))
  first <- where_better(x, margin = 0.1)[1, ]
  expect_identical(first[c("worst.group", "worst.estimate", "worst.low")], data.frame(
    worst.group = "C", worst.estimate = -1, worst.low = -1
  ), ignore_attr = TRUE)
  # Tango's upper limit of 12 rows, all lost.
  z <- stats::qnorm(0.95^(1 / 3))
  expect_equal(first$worst.high, -(12 - z^2) / (12 + z^2), tolerance = 1e-6)
  expect_true(is.na(first$note))
  expect_match(printed_text(first), "the smallest true difference is from -1.0 to -0.5")
  lower <- where_better(x, "error")[1, ]
  expect_equal(c(lower$worst.low, lower$worst.high), -c(first$worst.high, first$worst.low))
})

test_that("which group may be the worst rests on the items that both have, as the differences do", {
  # By hand from the differences: two groups, the worst shown where the other is larger by a one-sided z test.
  among_by_hand <- function(d) {
    gap <- d$b - d$a
    mean <- tapply(gap, d$task, mean, na.rm = TRUE)
    variance <- tapply(gap, d$task, function(g) stats::var(g, na.rm = TRUE) / sum(!is.na(g)))
    p <- stats::pnorm(-abs(diff(mean)) / sqrt(sum(variance)))
    list(p = p, among = if (p < 0.05) names(which.min(mean)) else c("g", "q"))
  }
  seen <- vapply(c(14, 5, 32, 1), function(seed) {
    set.seed(seed)
    d <- data.frame(item = 1:120, task = rep(c("g", "q"), c(40, 80)), a = rbinom(120, 1, 0.6))
    d$b <- rbinom(120, 1, 0.8)
    d$a[101:120] <- NA
    d$b[41:60] <- NA
    answers <- where_better(score_set(d, item = item, by = task, na = "keep", lower = 0, upper = 1))
    own <- among_by_hand(d)
    expect_identical(answers$worst.among[answers$classifier == "b"], paste(own$among, collapse = ", "))
    own$p
  }, 0)
  expect_equal(seen[1], 0.192, tolerance = 0.01)
  # No item of both in a group: it may be the worst.
  d <- data.frame(item = 1:60, task = rep(c("g", "q", "r"), each = 20), a = rep(0:1, 30), b = rep(c(0, 1, 1, 1, 1), 12))
  d$a[41:60] <- NA
  among <- where_better(score_set(d, item = item, by = task, na = "keep", lower = 0, upper = 1))$worst.among
  expect_identical(among, c("g, q, r", "g, q, r"))
})

test_that("a margin that is none is refused without advice on a measure, of which there is no choice", {
  sp <- prediction_set(truth ~ tree + svm, spam_filters, positive = "spam", by = rep(1:2, length.out = 1601))
  ratio <- expect_error(
    where_better(sp, "precision", margin = 0.02), "For 2% give `1.02`[.]", class = "verdict_error_margin"
  )
  difference <- expect_error(where_better(sp, "accuracy", margin = 0.6), class = "verdict_error_margin")
  for (cnd in list(ratio, difference)) expect_no_match(conditionMessage(cnd), "measure")
  expect_error(
    compare_classifiers(sp, "precision", margin = 0.02, measure = "ratio"), "for a difference say",
    class = "verdict_error_margin"
  )
  expect_s3_class(where_better(sp, "precision", margin = 1.02), "group_answers")
})

test_that("it is better in at least as many groups as are named", {
  set.seed(1)
  g <- rep(1:4, each = 80)
  flip <- function(z) ifelse(z == "u", "v", "u")
  t <- sample(c("u", "v"), 320, TRUE)
  a <- ifelse(stats::runif(320) < .85, t, flip(t))
  b <- ifelse(stats::runif(320) < .72, t, flip(t))
  found <- where_better(prediction_set(t, list(a = a, b = b), by = g), "accuracy")
  named <- lengths(strsplit(found$proven, ", ", fixed = TRUE))
  expect_true(all(found$at.least >= named) && any(named == 3))
  one <- found[found$classifier == "a", ]
  expect_true(one$p.at.least < 0.05)
  expect_match(format(one), "a against b is better in at least 3 of 4 groups", fixed = TRUE)
})
