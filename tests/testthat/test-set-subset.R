test_that("some classifiers are what counting them alone gives", {
  x <- prediction_set(truth ~ ., satellite)
  two <- prediction_set(truth ~ tree + svm, satellite)
  for (i in list(c("tree", "svm"), c(4, 3), factor(c("tree", "svm")))) expect_identical(x[i], two)
  expect_identical(x[c(FALSE, FALSE, TRUE, TRUE)], prediction_set(truth ~ svm + tree, satellite))
  expect_identical(x[-(1:2)], prediction_set(truth ~ svm + tree, satellite))
  expect_identical(x[], x)
  named <- prediction_set(satellite, truth, c(forest = random_forest, tree))
  expect_identical(x[c(forest = "random_forest", "tree")], named)
  folds <- prediction_set(truth ~ random_forest + svm + tree, vehicle_cv, id = id, fold = fold, repetition = repetition)
  expect_identical(
    folds[c("tree", "random_forest")],
    prediction_set(truth ~ tree + random_forest, vehicle_cv, id = id, fold = fold, repetition = repetition)
  )
})

test_that("classes that nobody has any more go, those asked for stay", {
  d <- data.frame(truth = c("a", "b", "a"), p = c("a", "b", "b"), q = c("c", "b", "a"))
  x <- prediction_set(truth ~ p + q, d)
  expect_identical(x["p"], prediction_set(truth ~ p, d))
  expect_identical(x["q"], prediction_set(truth ~ q, d))
  expect_identical(prediction_set(truth ~ p + q, d, positive = "c")["p"]$classes, c("a", "b", "c"))
  expect_identical(prediction_set(truth ~ p + q, d, levels = c("z", "a", "b", "c"))["p"]$classes, c("z", "a", "b", "c"))
  rare <- update_prevalence(prediction_set(truth ~ svm + tree, satellite))
  expect_identical(rare["tree"]$prevalence, rare$prevalence)
})

test_that("what chooses no classifiers is refused", {
  x <- prediction_set(truth ~ svm + tree, satellite)
  refused <- function(i, message) expect_error(x[i], message, class = "verdict_error_classifier")
  refused("svn", "Did you mean \"svm\"")
  refused("xgboost", "has no classifier")
  refused(character(), "No classifier is left")
  refused(c(FALSE, FALSE), "No classifier is left")
  refused(TRUE, "does not choose")
  refused(3, "does not choose")
  refused(c(-1, 2), "does not choose")
  refused(1.5, "does not choose")
  refused(c("svm", "svm"), "there twice")
  refused(c(tree = "svm", "tree"), "there twice")
  refused(c(truth = "svm"), "name of the truth")
  refused(NA, "by names, numbers")
  refused(list("svm"), "by names, numbers")
})

test_that("scores and estimates keep and rename classifiers", {
  scores <- cbind(a = c(0.8, 0.7, 0.9), b = c(0.7, 0.7, 0.8), c = c(0.5, 0.6, 0.7))
  x <- score_set(scores, design = "folds")
  expect_identical(x[c("c", z = "a")], score_set(cbind(c = scores[, "c"], z = scores[, "a"]), design = "folds"))
  expect_identical(x[], x)
  set.seed(1)
  V <- crossprod(matrix(rnorm(36), 6))
  long <- data.frame(
    metric = rep(c("m1", "m2"), each = 3), classifier = rep(c("a", "b", "c"), 2), estimate = 1:6 / 10
  )
  y <- estimate_set(long, V)
  at <- c(3, 1, 6, 4)
  expect_identical(
    y[c("c", "a")]$estimates$estimate, long$estimate[at]
  )
  expect_equal(unname(y[c("c", "a")]$vcov), V[at, at])
  full <- compare_classifiers(y)
  pair <- compare_classifiers(y[c("a", z = "b")])
  expect_equal(pair$p.value, full$p.value[full$classifier == "b" & full$reference == "a"])
  expect_identical(y[], y)
  replicates <- matrix(rnorm(600), 100)
  expect_identical(estimate_set(long, replicates = replicates)["b"]$replicates, replicates[, c(2, 5)])
})

test_that("classes that `levels` named stay, whoever predicted them", {
  rows <- data.frame(t = c("a", "b", "a", "b"), m = c("a", "b", "b", "b"), k = c("a", "c", "a", "b"))
  levels <- c("a", "b", "c")
  direct <- prediction_set(t ~ m, rows, levels = levels)
  by_table <- as_prediction_set(table(rows), levels = c(levels, "d"))
  both <- prediction_set(t ~ m + k, rows, levels = levels)
  parts <- combine_sets(both, both)
  expect_identical(both["m"], direct)
  expect_identical(by_table["m"]$classes, c(levels, "d"))
  expect_identical(parts["m"]$classes, levels)
  expect_identical(prediction_set(t ~ m + k, rows)["m"]$classes, c("a", "b"))
  # Macro F measure of a class without rows is not defined
  expect_true(is.na(assess_classifiers(by_table["m"], "f_meas", average = "macro")$estimate))
})

test_that("a set has one index", {
  set <- prediction_set(truth ~ naive_bayes + svm, satellite)
  expect_error(set[1, 2], "only index of a set", class = "verdict_error_classifier")
  expect_error(set[, 2], "only index of a set", class = "verdict_error_classifier")
  grouped <- prediction_set(truth ~ naive_bayes + svm, satellite, by = rep(c("n", "s"), 1000))
  expect_error(standardise_groups(grouped, c(n = 0.5, s = 0.5))[1, 2], "only index", class = "verdict_error_classifier")
})
