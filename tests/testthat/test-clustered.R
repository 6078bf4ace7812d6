# Rows that belong together: what repeating them does and does not change.

rows <- vehicle_cv[vehicle_cv$repetition <= 2, -(2:3)]
compared <- c(
  "estimate", "std.error", "conf.low", "conf.high", "statistic", "p.value", "log.p.value",
  "estimate.classifier", "estimate.reference"
)

set_of <- function(rows) prediction_set(truth ~ naive_bayes + tree, rows, id = id)

every_method <- list(
  precision = c("gs", "gee", "relative", "wald"), npv = c("gs", "gee", "relative", "wald"),
  accuracy = c("mcnemar", "wald"), recall = c("mcnemar", "wald"),
  specificity = c("mcnemar", "wald"),
  f_meas = "wald", bal_accuracy = "wald", j_index = "wald", mcc = "wald", kap = "wald"
)

expect_same_results <- function(one, other) {
  for (metric in names(every_method)) {
    for (method in every_method[[metric]]) {
      results <- lapply(list(one, other), function(x) {
        as.data.frame(compare_classifiers(x, metric, method, interval = "wald"))[compared]
      })
      expect_equal(results[[1]], results[[2]], tolerance = 1e-12, info = paste(metric, method))
    }
  }
  for (average in c("macro", "weighted", "micro")) {
    results <- lapply(list(one, other), function(x) {
      as.data.frame(compare_classifiers(x, c("precision", "f_meas"), "wald", average = average))[compared]
    })
    expect_equal(results[[1]], results[[2]], tolerance = 1e-12)
  }
  metrics <- c("accuracy", "precision", "f_meas", "mcc")
  expect_equal(vcov(one, metrics), vcov(other, metrics), tolerance = 1e-12)
}

test_that("repeating every row with its id changes no robust result", {
  thrice <- rbind(rows, rows[rev(seq_len(nrow(rows))), ], rows)
  expect_same_results(set_of(rows), set_of(thrice))
  assess <- function(x) as.data.frame(assess_classifiers(x, c("accuracy", "recall", "mcc")))
  expect_equal(assess(set_of(rows)), assess(set_of(thrice)), tolerance = 1e-12)
})

test_that("one prediction an observation, doubled, is the same as not doubled", {
  once <- rows[!duplicated(rows$id), ]
  expect_null(set_of(once)$profiles)
  expect_false(is.null(set_of(rbind(once, once))$profiles))
  expect_same_results(set_of(once), set_of(rbind(once, once)))
})

test_that("rows without ids do gain from repetition", {
  once <- rows[!duplicated(rows$id), ]
  doubled <- as_prediction_set(2 * table(once[c("truth", "naive_bayes", "tree")]))
  p <- function(x) compare_classifiers(x, method = "gs", classes = "van")$statistic
  expect_equal(p(doubled), 2 * p(set_of(once)))
})

# The formulas row by row: sums of each observation, then over observations.
by_id <- function(x) as.vector(tapply(x, rows$id, sum))

test_that("cluster forms agree with sums over the rows of each observation", {
  x <- set_of(rows)
  right <- rows$truth == "van"
  z <- cbind(rows$naive_bayes == "van", rows$tree == "van")
  tp <- colSums(right & z)
  fp <- colSums(!right & z)

  influence <- (right & z[, 2]) / tp[2] - (!right & z[, 2]) / fp[2] -
    (right & z[, 1]) / tp[1] + (!right & z[, 1]) / fp[1]
  gee <- compare_classifiers(x, method = "gee", classes = "van")
  expect_equal(log(gee$estimate), log(tp[2] * fp[1] / (tp[1] * fp[2])))
  expect_equal(gee$std.error, sqrt(sum(by_id(influence)^2)))

  pooled <- sum(tp) / sum(tp + fp)
  score <- by_id((right - pooled) * (z[, 2] / sum(z[, 2]) - z[, 1] / sum(z[, 1])))
  gs <- compare_classifiers(x, method = "gs", classes = "van")
  expect_equal(gs$statistic, sum(score)^2 / sum(score^2))

  d <- by_id((rows$tree == rows$truth) - (rows$naive_bayes == rows$truth))
  mcnemar <- compare_classifiers(x, "accuracy", method = "mcnemar")
  expect_equal(mcnemar$statistic, sum(d)^2 / sum(d^2))
})

test_that("tests without a cluster form refuse and name one that has it", {
  x <- set_of(rows)
  refused <- list(
    c("precision", "wgs", "gs"), c("npv", "z", "gs"), c("precision", "multinomial", "wald"),
    c("accuracy", "midp", "mcnemar"), c("recall", "exact", "mcnemar"),
    c("accuracy", "mcnemar_cc", "mcnemar"), c("specificity", "sign", "mcnemar")
  )
  for (one in refused) {
    expect_error(
      compare_classifiers(x, one[1], method = one[2], alternative = "greater"),
      sprintf("method = \"%s\"", one[3]), class = "verdict_error_clustered"
    )
  }
  expect_error(
    compare_classifiers(x, "accuracy", interval = "tango"), class = "verdict_error_interval"
  )
  expect_error(
    assess_classifiers(x, "accuracy", interval = "wilson"),
    "does not fit accuracy, whose rows are not independent", class = "verdict_error_interval"
  )
})
