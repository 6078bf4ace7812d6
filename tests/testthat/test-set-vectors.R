truth <- satellite$truth
p1 <- satellite$random_forest
p2 <- satellite$tree
wanted <- prediction_set(satellite, truth, c(rf = random_forest, tree))

test_that("a classifier called x is not taken for the truth", {
  # R hands it to the argument x, and the truth to the classifiers.
  expect_error(prediction_set(truth, x = p1, y = p2), "cannot be called `x`", class = "verdict_error_classifier")
  expect_error(prediction_set(truth, y = p1, x = p2), "prediction_set(truth, list(", fixed = TRUE)
  said <- expect_error(probability_set(c(1, 0), x = c(1, 0), y = c(.3, .2)), class = "verdict_error_classifier")
  expect_match(conditionMessage(said), "probability_set(truth, list(", fixed = TRUE)
  named <- prediction_set(truth, list(x = p1, y = p2))
  expect_identical(named$classifiers, c("x", "y"))
  expect_identical(named$count, wanted$count)
  expect_identical(prediction_set(x = truth, rf = p1, tree = p2), wanted)
  expect_identical(prediction_set(rf = p1, x = truth, tree = p2), wanted)
  expect_identical(prediction_set(satellite, x = truth ~ random_forest + tree)$classifiers, c("random_forest", "tree"))
})

test_that("vectors are the columns of a data frame", {
  expect_identical(prediction_set(truth, rf = p1, tree = p2), wanted)
  tree <- p2
  expect_identical(prediction_set(truth, rf = p1, tree), wanted)
  expect_identical(prediction_set(satellite$truth, rf = p1, satellite$tree), wanted)
  expect_identical(prediction_set(truth, rf = p1, satellite[["tree"]]), wanted)
  expect_identical(prediction_set(truth, list(rf = p1, tree = p2)), wanted)
  expect_identical(prediction_set(truth, rf = p1, data.frame(tree = p2)), wanted)
  expect_identical(prediction_set(truth, !!!list(rf = p1, tree = p2)), wanted)
  as_text <- cbind(rf = as.character(p1), tree = as.character(p2))
  expect_equal(prediction_set(truth, as_text), wanted)
  expect_error(prediction_set(truth, truth = p1), "misspelt", class = "verdict_error_argument")
})

test_that("vectors take ids, weights and the rest", {
  id <- rep(1:1000, 2)
  w <- rep_len(1:3, 2000)
  expect_identical(
    prediction_set(truth, rf = p1, id = id, weights = w, positive = "red soil"),
    prediction_set(satellite, truth, c(rf = random_forest), id = id, weights = w, positive = "red soil")
  )
  hole <- replace(p1, 2, NA)
  expect_error(prediction_set(truth, rf = hole), class = "verdict_error_na")
  expect_identical(prediction_set(truth, rf = hole, na = "omit")$n_omitted, 1)
})

test_that("what is no prediction is refused", {
  expect_error(prediction_set(truth), class = "verdict_error_classifier")
  expect_error(prediction_set(truth, c(p1, p2)), "is .* called", class = "verdict_error_classifier")
  expect_error(prediction_set(truth, list(p1)), class = "verdict_error_classifier")
  expect_error(prediction_set(truth, rf = NULL), "is NULL", class = "verdict_error_classifier")
  expect_error(prediction_set(truth, rf = p1[-1]), class = "verdict_error_length")
  expect_error(prediction_set(truth, rf = p1, rf = p2), class = "verdict_error_column")
  expect_error(prediction_set(truth, rf = p1, weight = 1), "Did you mean `weights`", class = "verdict_error_argument")
  expect_error(prediction_set(truth, rf = p1, na.rm = TRUE), "na = ", class = "verdict_error_argument")
  expect_error(prediction_set(mean), class = "verdict_error_input")
  expect_error(prediction_set(truth, model1 = p1, fold1 = p2), NA)
})

test_that("right and wrong are evidence for accuracy", {
  right <- cbind(rf = p1 == truth, tree = p2 == truth)
  x <- prediction_set(right)
  for (verb in list(assess_classifiers, compare_classifiers)) {
    of_labels <- verb(wanted, "accuracy")
    of_right <- verb(x)
    same <- setdiff(names(of_labels), "note")
    expect_equal(as.data.frame(of_right)[same], as.data.frame(of_labels)[same])
  }
  expect_identical(prediction_set(right + 0), x)
  expect_identical(prediction_set(unname(right))$classifiers, c("classifier_1", "classifier_2"))
  expect_equal(compare_classifiers(x, "error")$p.value, compare_classifiers(wanted, "accuracy")$p.value)
  expect_identical(verdict(x)$overall$estimate, compare_classifiers(wanted, "accuracy")$estimate)
  expect_error(compare_classifiers(x, "recall"), "need the labels", class = "verdict_error_metric")
  expect_error(update_prevalence(x), class = "verdict_error_prevalence")
  expect_error(verdict(x, classes = "right"), class = "verdict_error_class")
  expect_output(print(x), "only what is right")
  expect_output(print(verdict(x)), "2,000 rows$|2,000 rows\n")
  expect_true(c(x, x)$graded && x["tree"]$graded)
  expect_error(c(x, wanted), class = "verdict_error_parts")
})

test_that("right and wrong may lack answers and have ids and weights", {
  right <- cbind(a = c(TRUE, NA, FALSE, TRUE), b = c(TRUE, TRUE, FALSE, FALSE))
  expect_error(prediction_set(right), class = "verdict_error_na")
  x <- prediction_set(right, na = "omit")
  expect_identical(x$n_omitted, 1)
  expect_equal(assess_classifiers(x)$estimate, c(2, 1) / 3)
  y <- prediction_set(right, na = "omit", weights = c(3, 1, 0, 1), id = c(1, 1, 2, 2))
  expect_equal(assess_classifiers(y)$estimate, c(1, 3 / 4))
  expect_match(y$notes, "1 row of weight 0")
})

test_that("a matrix that is none of right and wrong is refused", {
  expect_error(prediction_set(matrix("a", 2, 2)), "as.data.frame|truth ~ .", class = "verdict_error_input")
  expect_error(prediction_set(matrix(c(0, 0.5, 1, 1), 2)), "score_set", class = "verdict_error_input")
  expect_error(prediction_set(cbind(truth = c(0, 1), rf = 1)), "is a truth", class = "verdict_error_input")
  expect_error(prediction_set(matrix(TRUE, 0, 2)), class = "verdict_error_empty")
  expect_error(prediction_set(matrix(TRUE, 2, 0)), class = "verdict_error_classifier")
  wide <- matrix(rep(c(TRUE, FALSE), 30), 4, dimnames = list(NULL, paste0("m", 1:15)))
  expect_warning(prediction_set(wide), class = "verdict_warning_orientation")
  expect_error(prediction_set(data.frame(a = c(1, 0), b = 1)), "as.matrix", class = "verdict_error_column")
  expect_error(prediction_set(data.frame(a = c(1, 3), b = 1)), class = "verdict_error_column")
})

test_that("a contingency table is taken too", {
  counts <- table(satellite[c("truth", "tree")])
  expect_identical(prediction_set(counts), as_prediction_set(counts))
})

test_that("a matrix of right and wrong has groups as a data frame has", {
  right <- cbind(first = rep(c(TRUE, TRUE, FALSE), 20), second = rep(c(TRUE, FALSE), 30))
  site <- rep(c("north", "south"), each = 30)
  x <- prediction_set(right, by = site)
  labels <- data.frame(truth = "yes", first = ifelse(right[, 1], "yes", "no"), second = ifelse(right[, 2], "yes", "no"))
  same <- prediction_set(truth ~ first + second, labels, by = site)
  of <- function(x) {
    as.data.frame(compare_classifiers(x, "accuracy", over = "groups"))[c("class", "estimate", "p.value")]
  }
  expect_equal(of(x), of(same))
})
