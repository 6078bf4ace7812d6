# The highest sensitivity at a rate on the polyline through all cuts.
roc_by_hand <- function(p, e, rate) {
  cuts <- c(Inf, sort(unique(p), decreasing = TRUE))
  t <- vapply(cuts, function(cut) mean(p[e == 0] >= cut), 0)
  s <- vapply(cuts, function(cut) mean(p[e == 1] >= cut), 0)
  vapply(rate, function(r) {
    at <- max(which(t <= r))
    if (at == length(t)) s[at] else s[at] + diff(s)[at] * (r - t[at]) / diff(t)[at]
  }, 0)
}

test_that("curves are those of all cuts, and their areas the metrics", {
  curve <- score_curve(twelve_set(), R = 39)
  for (name in c("a", "b")) {
    one <- curve[curve$classifier == name, ]
    inner <- one$false_positive_rate > 0
    expect_equal(one$sensitivity[inner], roc_by_hand(twelve[[name]], twelve$event, one$false_positive_rate[inner]))
  }
  found <- score_curve(twelve_set(), "precision_recall", R = 39)
  b <- found[found$classifier == "b", ]
  hand <- vapply(b$recall, function(recall) {
    cuts <- sort(unique(twelve$b), decreasing = TRUE)
    reached <- vapply(cuts, function(cut) mean(twelve$b[twelve$event == 1] >= cut), 0)
    mean(twelve$event[twelve$b >= cuts[which(reached >= recall - 1e-9)[1]]])
  }, 0)
  expect_equal(b$precision, hand)
  expect_output(print(curve), "AUC")
  expect_output(print(found), "average precision")
  expect_match(as.character(curve), "The AUC of a is 0.83")
  expect_output(print(curve[1:2]), "classifier")
})

test_that("weights are drawn as rows", {
  times <- c(1, 2, 1, 3, 1, 2, 1, 1, 4, 1, 2, 1)
  set.seed(1)
  weighted <- score_curve(twelve_set(weights = times), R = 199)
  set.seed(1)
  repeated <- score_curve(probability_set(event ~ a + b, twelve[rep(1:12, times), ]), R = 199)
  expect_equal(plain_rows(weighted), plain_rows(repeated))
})

test_that("the bootstrap draws rows again: its spread is DeLong's", {
  set.seed(5)
  e <- rbinom(400, 1, .4)
  x <- probability_set(e, p = plogis(e + rnorm(400)), q = plogis(1.5 * e + rnorm(400)))
  wald <- compare_classifiers(x, "roc_auc")
  boot <- compare_classifiers(x, "roc_auc", by_bootstrap(R = 1999))
  width <- function(rows) rows$conf.high - rows$conf.low
  expect_equal(width(boot), width(wald), tolerance = 0.1)
  expect_equal(boot$estimate, wald$estimate)
  for (metric in c("brier", "average_precision")) {
    wald <- assess_classifiers(x, metric)
    boot <- assess_classifiers(x, metric, interval = by_bootstrap(R = 999))
    expect_equal(width(boot), width(wald), tolerance = 0.2)
  }
  clustered <- probability_set(e, p = plogis(e + rnorm(400)), q = plogis(1.5 * e + rnorm(400)), id = rep(1:100, 4))
  expect_false(anyNA(compare_classifiers(clustered, "roc_auc", by_bootstrap(R = 99))$p.value))
})

test_that("what has no curve is refused", {
  refuse <- function(expr, class = "set") expect_error(expr, class = paste0("verdict_error_", class))
  refuse(score_curve(twelve))
  refuse(score_curve(twelve_set(id = patient)))
  refuse(score_curve(twelve_set(), "lift"), "argument")
  refuse(score_curve(twelve_set(), R = 3), "replicates")
  one <- score_curve(probability_set(rep(1, 4), p = c(.1, .2, .3, .4)), R = 39)
  expect_true(all(is.na(one$sensitivity)))
})

test_that("a set of one class, which has no band, is drawn all the same", {
  skip_if_not_installed("ggplot2")
  local_null_device()
  curve <- score_curve(probability_set(rep(TRUE, 4), p = c(.1, .7, .4, .6)), R = 60)
  expect_no_error(plot(curve))
  expect_no_match(ggplot2::autoplot(curve)$labels$caption, "Bands")
})

test_that("the picture has a line and a band a classifier", {
  skip_if_not_installed("ggplot2")
  set.seed(1)
  curve <- score_curve(twelve_set(), R = 39)
  plot <- ggplot2::autoplot(curve)
  expect_equal(nlevels(plot$data$line), 2)
  expect_equal(ggplot2::ggplot_build(plot)$data[[3]]$y, curve$sensitivity)
  expect_match(plot$labels$alt, "The AUC of a is 0.83")
  precision <- ggplot2::autoplot(score_curve(twelve_set(), "precision_recall", R = 39))
  expect_equal(ggplot2::ggplot_build(precision)$data[[1]]$y, rep(5 / 12, 2))
  local_null_device()
  expect_silent(print(plot))
  expect_s3_class(plot(curve), "ggplot")
})

test_that("a precision of few rows, or where few events are missed, has no band", {
  set.seed(1)
  y <- rbinom(60, 1, .3)
  x <- probability_set(data.frame(y, a = plogis(2 * y + rnorm(60))), truth = y, a, positive = 1)
  curve <- score_curve(x, "precision_recall", R = 99)
  called <- curve$recall * sum(y) / curve$precision
  missed <- sum(y) - curve$recall * sum(y)
  expect_identical(is.na(curve$conf.low), called < 10 | missed < 2)
  expect_true(is.na(curve$conf.low[100]))
  expect_true(any(called < 10) && !anyNA(score_curve(x, R = 99)$conf.low))
  said <- ggplot2::autoplot(curve)$labels$caption
  expect_match(said, "where at least 10 rows are called events and 2 missed.", fixed = TRUE)
})

test_that("curves of one row count it as one", {
  x <- probability_set(1, m = 0.4)
  for (curve in list(decision_curve, calibration_curve, score_curve)) {
    expect_output(print(curve(x)), "\\b1 row\\b")
    expect_false(any(grepl("1 rows", utils::capture.output(print(curve(x))))))
  }
})

test_that("of rows of one classifier its area is said", {
  x <- probability_set(rep(0:1, 20), a = 1:40, b = 40:1, scores = TRUE)
  set.seed(1)
  curve <- score_curve(x, R = 99)
  one <- curve[curve$classifier == "b", ]
  expect_match(as.character(one), "^The AUC of b is [^T]*$")
  expect_no_match(capture.output(print(one)), "^a ")
})
