test_that("tidy() gives a tibble, or without that package a plain data frame", {
  expect_s3_class(tidy(mock_comparison()), if (rlang::is_installed("tibble")) "tbl_df" else "data.frame")
  expect_false(inherits(tidy(mock_comparison()), "verdict_table"))
  expect_identical(class(as_tidy(mock_comparison(), has_tibble = FALSE)), "data.frame")
  expect_named(tidy(mock_comparison()), verdict_columns)
})

test_that("glance() gives one row", {
  g <- glance(mock_comparison())
  expect_equal(nrow(g), 1)
  expect_equal(g$n_comparisons, 3)
  expect_equal(g$n_significant, 2)
  expect_equal(g$min.adj.p.value, min(mock_comparison()$adj.p.value))
  expect_equal(glance(mock_assessment())$min.adj.p.value, NA_real_)
  expect_equal(glance(mock_assessment())$n_untested, 6)
})

test_that("glance() of bound results joins what differs", {
  g <- glance(rbind(mock_comparison(), mock_accuracy(n_rows = 10)))
  expect_equal(g$metric, "precision, accuracy")
  expect_equal(g$method, "weighted generalized score, mid-p McNemar")
  expect_equal(g$n_rows, NA)
})

test_that("a prediction set is not tidied, and says what else to call", {
  expect_error(
    tidy(prediction_set(truth ~ ., satellite)), "as.data.frame", class = "verdict_error_class"
  )
})

test_that("a verdict becomes a data frame", {
  x <- verdict(prediction_set(truth ~ naive_bayes + tree, satellite))
  expect_identical(as.data.frame(x), as.data.frame(tidy(x)))
})

test_that("glance() of rankings and flips is a row that their own columns give", {
  set <- prediction_set(truth ~ naive_bayes + tree + svm, spam_filters)
  ranking <- rank_classifiers(set, c("accuracy", "kappa"))
  found <- glance(ranking)
  expect_identical(found$metric, "accuracy, kappa")
  expect_equal(c(found$n_rows, found$n_classes, found$n_classifiers, found$n_comparisons), c(1601, 2, 3, 6))
  expect_equal(found$n_tied_first, sum(ranking$tied.first))
  fixed <- flips(set)
  found <- glance(fixed)
  expect_equal(found$n_comparisons, nrow(fixed))
  expect_equal(found$n_significant, sum(fixed$adj.p.value < 0.05))
  expect_equal(found$min.adj.p.value, min(fixed$adj.p.value))
  none <- data.frame(truth = "a", rf = c("a", "b"), tree = c("b", "a"))
  expect_true(is.na(glance(flips(truth ~ rf + tree, none)[3, ])$min.adj.p.value))
  ranking$rank <- NULL
  fixed$fixed <- NULL
  expect_error(glance(ranking), class = "verdict_error_columns")
  expect_error(glance(fixed), class = "verdict_error_columns")
})

test_that("glance() of posterior probabilities counts what is decided", {
  scores <- cbind(a = c(.6, .62, .61, .63, .6), b = c(.8, .83, .79, .84, .82), c = c(.61, .6, .62, .63, .6))
  found <- glance(compare_bayesian(score_set(scores, design = "folds", metric = "accuracy")))
  expect_equal(found[c("n_units", "n_classifiers", "n_comparisons")], data.frame(
    n_units = 5, n_classifiers = 3, n_comparisons = 3
  ), ignore_attr = TRUE)
  expect_equal(found$rope, "0.01")
  expect_gte(found$n_decided, 2)
})

test_that("summary() of rankings and flips is sentences", {
  set <- prediction_set(truth ~ naive_bayes + tree + svm, spam_filters)
  expect_output(print(summary(rank_classifiers(set))), "^Accuracy: svm is the best of 3.*Test of each pair: McNemar")
  fixed <- flips(set)
  said <- summary(fixed)
  expect_length(said$words, nrow(fixed))
  expect_match(said$words[1], "^tree fixed 428 and broke 119 of 1,601 rows against naive_bayes")
  fixed$fixed <- NULL
  ranking <- rank_classifiers(set)
  ranking$rank <- NULL
  expect_s3_class(summary(fixed), "table")
  expect_s3_class(summary(ranking), "table")
})

test_that("glance() counts every decision, of a verdict those of both parts", {
  v <- verdict(prediction_set(truth ~ naive_bayes + random_forest, satellite), margin = 0.03)
  found <- glance(v)
  counted <- found[c("n_better", "n_worse", "n_equivalent", "n_not_worse", "n_same", "n_undecided", "n_untested")]
  expect_equal(sum(counted), 7)
  rows <- tidy(v)
  expect_equal(found$n_better, sum(rows$decision == "better"))
  expect_equal(found$n_equivalent, sum(rows$decision == "equivalent"))
  expect_equal(found$n_not_worse, sum(rows$decision %in% c("not worse", "not better")))
  alike <- glance(compare_classifiers(mock_set_alike(), "recall", "mcnemar"))
  expect_equal(unlist(alike[c("n_same", "n_undecided")], use.names = FALSE), c(1, 1))
})

test_that("what is no result is told so", {
  skip_if(nzchar(system.file(package = "broom")), "broom answers for everything")
  for (x in list(1, NULL, iris)) {
    expect_error(tidy(x), "are for results", class = "verdict_error_class")
    expect_error(glance(x), "are for results", class = "verdict_error_class")
  }
})

test_that("without a result tidy() and glance() say what they want", {
  skip_if_not(identical(environmentName(environment(getS3method("tidy", "default"))), "verdict"), "broom answers")
  expect_error(tidy(), "is missing", class = "verdict_error_class")
  expect_error(glance(), "is missing", class = "verdict_error_class")
})

test_that("a verdict is a column or more of a data frame, and takes no other arguments", {
  v <- verdict(truth ~ naive_bayes + svm, satellite)
  expect_identical(data.frame(v), as.data.frame(v))
  expect_error(as.data.frame(v, digits = 2), "digits", class = "verdict_error_argument")
})

test_that("each comparison of a verdict is one row, also where nothing is asked by class", {
  pairs <- function(v) paste(tidy(v)$metric, tidy(v)$class, tidy(v)$classifier, tidy(v)$reference)
  scores <- verdict(score_set(matrix(cos(1:60), 20, dimnames = list(NULL, c("a", "b", "c"))), design = "items"))
  accuracy <- verdict(prediction_set(truth ~ ., satellite), "accuracy")
  both <- verdict(prediction_set(truth ~ svm + tree, satellite))
  for (v in list(scores, accuracy, both)) {
    expect_identical(anyDuplicated(pairs(v)), 0L)
    expect_identical(nrow(tidy(v)), glance(v)$n_comparisons)
  }
  expect_identical(nrow(tidy(scores)), 3L)
  expect_identical(nrow(tidy(both)), 1L + nrow(both$comparison))
})
