test_that("metrics go by the names of others", {
  x <- twelve_set()
  of <- function(metric) assess_classifiers(x, metric)$estimate
  expect_identical(of("AUC"), of("roc_auc"))
  expect_identical(of("brier_class"), of("brier"))
  expect_identical(of("mn_log_loss"), of("log loss"))
  expect_identical(assess_classifiers(x, "auc")$metric, c("auc", "auc"))
  expect_equal(of(partial_auc(1)), of("roc_auc"))
  expect_equal(of(net_benefit(0)), rep(5 / 12, 2))
  twice <- assess_classifiers(x, list(net_benefit(.2), net_benefit(.5), "brier", "brier"))
  expect_identical(unique(twice$metric), c("net_benefit (0.2)", "net_benefit (0.5)", "brier"))
  expect_output(print(net_benefit(.2)), "net benefit")
})

test_that("what is no metric of probabilities is refused with what to do", {
  x <- twelve_set()
  refuse <- function(metric, words, set = x) {
    expect_error(assess_classifiers(set, metric), words, class = "verdict_error_metric")
  }
  refuse("pr_auc", "average_precision")
  refuse("ece", "brier")
  refuse("recall", "as_prediction_set")
  refuse("nonsense", "roc_auc")
  refuse("brier", "need", probability_set(event ~ a, twelve, scores = TRUE))
  changed <- net_benefit(.2)
  attr(changed, "option")$value <- 3
  refuse(changed, "changed by hand")
  labels <- as_prediction_set(x)
  refuse(net_benefit(.2), "probabilities", labels)
  for (wrong in list(1.1, -.1, "a", NA, c(.2, .2), numeric())) {
    expect_error(net_benefit(wrong), class = "verdict_error_argument")
  }
  for (wrong in list(0, 1.1, c(.1, .2))) expect_error(partial_auc(wrong), class = "verdict_error_argument")
})

test_that("the help page lists each metric once, with the better side", {
  lines <- probability_metric_lines()[-(1:2)]
  cells <- strsplit(lines, " | ", fixed = TRUE)
  expect_identical(vapply(cells, `[`, "", 1), paste0("| `", registry_probabilities$id, "`"))
  side <- vapply(cells, function(x) x[length(x) - 1], "")
  expect_identical(side[match(c("brier", "roc_auc", "calibration_slope"), registry_probabilities$id)],
    c("low", "high", "neither"))
})
