two <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
result <- compare_classifiers(two, c("recall", "precision"), classes = "spam")

test_that("coefficients and intervals are those of the result, named", {
  expect_identical(unname(coef(result)), result$estimate)
  expect_named(coef(result), c("recall: spam: tree vs naive_bayes", "precision: spam: tree vs naive_bayes"))
  limits <- confint(result)
  expect_identical(unname(limits), cbind(result$adj.conf.low, result$adj.conf.high))
  expect_identical(colnames(limits), c("2.5 %", "97.5 %"))
  expect_identical(confint(result, 2), limits[2, , drop = FALSE])
  expect_identical(confint(result, rownames(limits)[1], level = 0.95), limits[1, , drop = FALSE])
  expect_error(confint(result, level = 0.9), "conf.level", class = "verdict_error_argument")
  expect_error(confint(result, "nobody"), class = "verdict_error_argument")
})

test_that("a verdict has those of all its comparisons", {
  v <- verdict(two)
  expect_length(coef(v), nrow(v$overall) + nrow(v$comparison))
  expect_identical(nrow(confint(v)), length(coef(v)))
  expect_identical(nobs(v), nobs(v$comparison))
})

test_that("the number of rows is that of the data", {
  expect_equal(nobs(result), nrow(spam_filters))
  other <- compare_classifiers(prediction_set(truth ~ naive_bayes + tree, spam_filters[1:100, ]), "recall")
  expect_identical(nobs(rbind(other, compare_classifiers(two, "recall"))), NA_real_)
  broken <- result
  attr(broken, "verdict") <- NULL
  expect_error(nobs(broken), class = "verdict_error_columns")
})

test_that("rows become a tibble", {
  skip_if_not_installed("tibble")
  expect_identical(class(tibble::as_tibble(result)), c("tbl_df", "tbl", "data.frame"))
  expect_identical(nrow(tibble::as_tibble(verdict(two))), nrow(tidy(verdict(two))))
})

test_that("one test is an htest that R prints", {
  one <- compare_classifiers(two, "accuracy", method = "mcnemar")
  test <- as_htest(one)
  expect_s3_class(test, "htest")
  wrong <- with(spam_filters, table(naive_bayes == truth, tree == truth))
  expect_equal(test$p.value, stats::mcnemar.test(wrong, correct = FALSE)$p.value)
  expect_output(print(test), "McNemar")
  expect_output(print(test), "95 percent confidence interval")
  shares <- as_htest(omnibus_test(two, "detection_prevalence", over = "classes"))
  expect_output(print(shares), "Stuart-Maxwell")
  expect_null(shares$conf.int)
  null <- as_htest(assess_classifiers(two, "accuracy", null = 0.5)[1, ])
  expect_identical(unname(null$null.value), 0.5)
  expect_error(as_htest(result), "has 2 rows", class = "verdict_error_rows")
  expect_error(as_htest(1), class = "verdict_error_class")
})

test_that("easystats gets estimates and sentences", {
  set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  result <- compare_classifiers(set, "recall")
  table <- model_parameters.verdict_table(result)
  expect_equal(table$Parameter, names(coef(result)))
  expect_equal(table$Coefficient, result$estimate)
  expect_equal(cbind(table$CI_low, table$CI_high), unname(confint(result)))
  expect_equal(table$p, result$adj.p.value)
  expect_equal(model_parameters.verdict_table(result, ci = 0.95), table)
  expect_error(model_parameters.verdict_table(result, ci = 0.9), class = "verdict_error_argument")
  expect_error(model_parameters.verdict_table(result[1:3]), class = "verdict_error_columns")
  v <- verdict(set)
  expect_equal(model_parameters.verdict(v)$Coefficient, unname(coef(v)))
  expect_equal(model_parameters.verdict(v, ci = 0.95)$CI, rep(0.95, length(coef(v))))
  expect_match(
    report.verdict(v), "Accuracy, random_forest against naive_bayes: 0.910 (random_forest) against 0.797", fixed = TRUE
  )
  expect_s3_class(report.verdict_table(result), "report_text")
  expect_error(report.verdict_table(result, foo = 1), class = "verdict_error_argument")
})

test_that("parameters() works where it is installed", {
  skip_if_not_installed("parameters")
  result <- compare_classifiers(prediction_set(truth ~ naive_bayes + random_forest, satellite), "accuracy")
  table <- parameters::parameters(result)
  expect_s3_class(table, "parameters_model")
  expect_output(print(table), "Accuracy|accuracy")
  expect_output(print(table), "0[.]113")
})

test_that("sets have coefficients, a number of units, and are tibbles", {
  counts <- table(spam_filters$truth, spam_filters$tree)
  expect_equal(coef(two)[["accuracy:overall:tree"]], sum(diag(counts)) / sum(counts))
  expect_identical(names(coef(two, "recall")), rownames(vcov(two, "recall")))
  expect_equal(nobs(two), nrow(spam_filters))
  estimates <- estimate_set(c(a = 0.8, b = 0.7), vcov = diag(c(0.04, 0.01)))
  expect_equal(coef(estimates), c("score:a" = 0.8, "score:b" = 0.7))
  expect_equal(summary(estimates)$std.error, c(0.2, 0.1))
  expect_identical(nobs(estimates), NA_real_)
  scores <- score_set(cbind(a = c(.7, .8, .9), b = c(.6, .7, .65)), design = "folds", metric = "accuracy")
  expect_equal(coef(scores), c("accuracy:a" = 0.8, "accuracy:b" = 0.65))
  expect_equal(nobs(scores), 3)
  expect_identical(paste("It is:", two), "It is: Prediction set of 1,601 rows")
  expect_match(format(scores), "3 folds")
  for (x in list(two, estimates, scores)) {
    for (refused in list(confint, tidy, glance)) expect_error(refused(x), "assess", class = "verdict_error_class")
  }
  expect_error(confint(object = two), class = "verdict_error_class")
  skip_if_not_installed("tibble")
  for (x in list(two, estimates, scores)) {
    expect_identical(as.data.frame(tibble::as_tibble(x)), as.data.frame(x))
  }
})

test_that("rankings, flips and tests have numbers of rows, and sentences where there is no one answer", {
  ranking <- rank_classifiers(two)
  fixed <- flips(two)
  for (x in list(ranking, fixed, omnibus_test(two, over = "classes"))) expect_equal(nobs(x), nrow(spam_filters))
  expect_error(confint(ranking), "no one answer for a <verdict_ranking>", class = "verdict_error_class")
  expect_identical(nobs(structure(list(), class = "verdict_ranking")), NA_real_)
  whole <- omnibus_test(two, over = "classes")
  expect_identical(as.data.frame(whole), as.data.frame(tidy(whole)))
})

test_that("coef() of any set are the estimates that vcov() is the covariance of", {
  events <- probability_set(truth ~ svm + tree, retinopathy, positive = "signs")
  sums <- ratio_set(cbind(a = 1:20, b = 20:1), 1:20 / 10)
  grouped <- prediction_set(truth ~ svm + tree, satellite, by = rep(c("n", "s"), 1000))
  for (x in list(events, events["svm"], sums, standardise_groups(grouped, "equal"))) {
    expect_identical(names(coef(x)), rownames(vcov(x)))
    expect_false(anyNA(coef(x)))
  }
  expect_equal(coef(sums), c("ratio:a" = 10, "ratio:b" = 10))
  expect_equal(coef(events)[["roc_auc:svm"]], assess_classifiers(events["svm"], "roc_auc")$estimate)
})
