test_that("placeholders are filled row by row", {
  expect_identical(
    status_note(c("ok", "never_predicted", "absent"), list(who = c("a", "b", "c"))),
    c(NA, "class never predicted by b", "class absent from truth")
  )
  expect_identical(status_note(character(), list(who = "a")), character())
})

test_that("labels are taken literally", {
  expect_identical(
    status_note("never_predicted", list(who = "a\\1 {metric} .*")), "class never predicted by a\\1 {metric} .*"
  )
})

test_that("both classifiers are named when both are concerned", {
  expect_identical(status_who(c("classifier", "reference", "both"), "rf", "nb"), c("rf", "nb", "rf and nb"))
})

test_that("what cannot be seen in a name never reaches a terminal by a note", {
  red <- "\033[31mred\033[0m"
  truth <- rep(c("a", "b"), c(6, 4))
  d <- stats::setNames(data.frame(truth, rep("b", 10), rev(truth)), c("truth", red, "other"))
  set <- prediction_set(d, truth = "truth", classifiers = tidyselect::all_of(c(red, "other")))
  for (found in list(assess_classifiers(set, "precision"), compare_classifiers(set, "precision"))) {
    expect_match(found$note, "never predicted by \\033[31mred", fixed = TRUE, all = FALSE)
  }
  v <- verdict(set, "precision")
  said <- c(utils::capture.output(print(v)), utils::capture.output(print(summary(v))), methods_text(v))
  expect_no_match(said, "\033", fixed = TRUE)
  expect_match(said, "\\033[31mred", fixed = TRUE, all = FALSE)
})

test_that("a note has the code that it was made of", {
  clustered <- prediction_set(vehicle_cv, truth, c(naive_bayes, svm), id = rep(1:5, length.out = nrow(vehicle_cv)))
  few <- compare_classifiers(clustered, "mcc")
  expect_identical(few$status, "few_observations")
  expect_match(few$note, "only 5 observations")
  truth <- rep(c("a", "b"), c(4, 60))
  rare <- prediction_set(truth ~ x + y, data.frame(truth, x = rev(truth), y = rep(c("a", "b"), 32)))
  found <- compare_classifiers(rare, "mcc", classes = "a", method = "wald")
  expect_identical(found$status, "few_of_class")
  expect_match(found$note, "4 rows of a: use method", fixed = TRUE)
  scores <- score_set(cbind(a = c(1, 3, 2), b = c(2, 5, 1.5)), design = "datasets")
  expect_identical(compare_classifiers(scores)$status, "least_p")
  expect_identical(omnibus_test(scores, method = "permutation")$status, "least_p")
  expect_match(omnibus_test(scores, method = "permutation")$note, "with 3 data sets no p-value can be below")
  perfect <- prediction_set(truth ~ x, data.frame(truth, x = truth))
  expect_identical(unique(assess_classifiers(perfect, "precision", interval = "logit")$status), "no_logit")
})
