# The positive class: which one a set asks about, in every way in.

d <- data.frame(
  truth = rep(c("neg", "pos"), c(6, 4)),
  m1 = rep(c("neg", "pos", "neg", "pos"), c(5, 1, 1, 3)),
  m2 = rep(c("neg", "pos", "neg", "pos"), c(4, 2, 2, 2))
)

test_that("every way in takes the positive class", {
  expect_null(prediction_set(truth ~ m1 + m2, d)$positive)
  expect_identical(prediction_set(truth ~ m1 + m2, d, positive = "pos")$positive, "pos")
  expect_identical(prediction_set(truth ~ m1 + m2, d, event = "pos")$positive, "pos")
  expect_identical(prediction_set(d, truth, c(m1, m2), positive = "neg")$positive, "neg")
  expect_identical(prediction_set(d, truth, c(m1, m2), event = factor("neg"))$positive, "neg")
  expect_identical(as_prediction_set(table(d), positive = "pos")$positive, "pos")
  expect_identical(as_prediction_set(table(d), event = "pos")$positive, "pos")
  long <- data.frame(
    id = rep(1:10, 2), truth = rep(d$truth, 2), says = c(d$m1, d$m2), who = rep(c("m1", "m2"), each = 10)
  )
  long <- as_prediction_set(long, truth, says, who, id, positive = "pos")
  expect_identical(long$positive, "pos")
  expect_identical(as_prediction_set(long)$positive, "pos")
  expect_identical(as_prediction_set(long, event = "neg")$positive, "neg")
  expect_identical(update_prevalence(long, c(pos = 0.1))$positive, "pos")
})

test_that("it may be a number or logical, and one of many", {
  numbers <- prediction_set(data.frame(t = c(0, 1e5), m = c(0, 1e5)), t, m, positive = 1e5)
  expect_identical(numbers$positive, "100000")
  flags <- prediction_set(data.frame(t = c(TRUE, FALSE), m = TRUE), t, m, positive = TRUE)
  expect_identical(flags$positive, "TRUE")
  expect_identical(prediction_set(truth ~ tree, satellite, positive = "cotton crop")$positive, "cotton crop")
  never <- prediction_set(truth ~ m1, d[1:6, ], levels = c("neg", "pos", "rare"), positive = "rare")
  expect_identical(never$positive, "rare")
})

test_that("what is no class is refused", {
  ask <- function(...) prediction_set(truth ~ m1 + m2, d, ...)
  for (wrong in list("Pos", NA, c("pos", "neg"), character(), 1, 1.5, NaN, list("pos"), quote(pos), mean)) {
    expect_error(ask(positive = wrong), class = "verdict_error_positive")
  }
  # By its other name, and of a table, where there is none or it is not one of the classes.
  for (wrong in list("Pos", NA, mean)) {
    expect_error(ask(event = wrong), class = "verdict_error_positive")
    expect_error(as_prediction_set(table(d), positive = wrong), class = "verdict_error_positive")
  }
  expect_error(ask(positive = "pos", event = "pos"), class = "verdict_error_positive")
  expect_error(as_prediction_set(ask(), positive = "x"), class = "verdict_error_positive")
  expect_error(as_prediction_set(ask(), levels = "x"), class = "verdict_error_argument")
  expect_snapshot(error = TRUE, {
    prediction_set(truth ~ m1 + m2, d, positive = "spam")
    prediction_set(truth ~ m1 + m2, d, event = c("pos", "neg"))
    prediction_set(truth ~ m1 + m2, d, positive = "pos", event = "pos")
  })
})

test_that("it is the one class that metrics are of, unless others are named", {
  set <- prediction_set(truth ~ m1 + m2, d, positive = "pos")
  both <- prediction_set(truth ~ m1 + m2, d)
  metrics <- c("sensitivity", "specificity", "ppv", "npv", "f_meas")
  found <- assess_classifiers(set, metrics)
  expect_identical(unique(found$class), "pos")
  expect_equal(
    found, assess_classifiers(both, metrics, classes = "pos"),
    ignore_attr = TRUE
  )
  compared <- compare_classifiers(set, metrics)
  expect_identical(compared$class, rep("pos", 5))
  expect_identical(compare_classifiers(set, "recall")$adj.p.value, compare_classifiers(set, "recall")$p.value)
  expect_identical(unique(assess_classifiers(set, "ppv", classes = "neg")$class), "neg")
  expect_identical(assess_classifiers(set)$class, c(NA_character_, NA))
  expect_equal(
    assess_classifiers(set, "f_meas", average = "macro")$estimate,
    assess_classifiers(both, "f_meas", average = "macro")$estimate
  )
  expect_identical(asked_classes(set), "pos")
  expect_identical(asked_classes(both), c("neg", "pos"))
  expect_identical(asked_classes(set, "neg"), "neg")
})

test_that("a set says which class is asked about, or how to choose", {
  expect_snapshot({
    prediction_set(truth ~ m1 + m2, d)
    prediction_set(truth ~ m1 + m2, d, positive = "pos")
    summary(prediction_set(truth ~ m1 + m2, d))
    prediction_set(truth ~ tree, satellite, positive = "cotton crop")
    prediction_set(truth ~ m1, d[1:5, ], positive = "neg")
  })
})

test_that("a verdict on both of two classes says how to ask about one, and only then", {
  hint <- "say positive = \"neg\" or \"pos\" to ask about one"
  says <- function(...) paste(capture.output(print(verdict(...), width = 500)), collapse = "\n")
  expect_match(says(truth ~ m1 + m2, d), hint, fixed = TRUE)
  expect_no_match(says(prediction_set(truth ~ m1 + m2, d, positive = "pos")), hint, fixed = TRUE)
  expect_no_match(says(truth ~ m1 + m2, d, metric = "accuracy"), hint, fixed = TRUE)
  values <- data.frame(
    classifier = rep(c("a", "b"), 2), metric = "f", class = rep(c("neg", "pos"), each = 2), estimate = 1:4
  )
  expect_no_match(says(estimate_set(values, diag(4))), "say positive", fixed = TRUE)
})
