iris_half <- seq(1, 150, 2)
rest <- iris[-iris_half, ]

# A model of one threshold, with a predict() of its own kind.
cut_at <- function(at, kind) structure(list(at = at, kind = kind), class = "toy_cut")
registerS3method("predict", "toy_cut", envir = asNamespace("stats"), method = function(object, newdata, ...) {
  labels <- levels(iris$Species)[findInterval(newdata$Petal.Length, object$at) + 1]
  kinds <- list(
    tidy = data.frame(.pred_class = labels), lda = list(class = labels), ranger = list(predictions = labels),
    plain = labels, prob = cbind(a = 0.5, b = 0.5), link = seq_along(labels) / 7, short = labels[-1]
  )
  if (identical(list(...)$type, "class") && object$kind != "plain") stop("no such type")
  if (object$kind == "fails") stop("no luck")
  kinds[[object$kind]]
})

labels_by <- function(at) levels(iris$Species)[findInterval(rest$Petal.Length, at) + 1]

test_that("fitted models predict the rows that are given, whatever their predict() returns", {
  first <- c(2.5, 4.9)
  second <- c(2.5, 4.2)
  data <- data.frame(Species = rest$Species, one = labels_by(first), two = labels_by(second))
  expected <- compare_classifiers(Species ~ one + two, data, metric = "accuracy")
  learner <- new.env()
  learner$predict_newdata <- function(rows) list(response = labels_by(second))
  for (kind in c("tidy", "lda", "ranger", "plain")) {
    for (two in list(cut_at(second, kind), learner, function(rows) labels_by(second))) {
      found <- compare_classifiers(
        list(one = cut_at(first, kind), two = two), newdata = rest, truth = Species, metric = "accuracy"
      )
      expect_equal(as.data.frame(found), as.data.frame(expected))
    }
  }
  v <- verdict(list(one = cut_at(first, "plain"), two = cut_at(second, "plain")), newdata = rest, truth = "Species")
  expect_equal(v$overall$estimate, expected$estimate)
  set <- as_prediction_set(list(one = cut_at(first, "plain")), newdata = rest, truth = Species)
  for (verb in list(assess_classifiers, flips, omnibus_test, rank_classifiers)) {
    models <- list(one = cut_at(first, "plain"), two = cut_at(second, "plain"))
    expect_no_error(verb(models, newdata = rest, truth = "Species"))
  }
  expect_s3_class(set, "prediction_set")
})

test_that("what predicts no labels of these rows is refused, with what to give", {
  of <- function(kind, ...) as_prediction_set(list(m = cut_at(1, kind)), newdata = rest, truth = Species, ...)
  expect_error(of("prob"), "gives no labels", class = "verdict_error_input")
  expect_error(of("link"), "gives no labels", class = "verdict_error_input")
  expect_error(of("fails"), "no luck", class = "verdict_error_input")
  expect_error(of("short"), "predicts 74 of 75 rows", class = "verdict_error_length")
  model <- cut_at(1, "plain")
  expect_error(as_prediction_set(list(model), newdata = rest, truth = Species), class = "verdict_error_classifier")
  expect_error(as_prediction_set(list(m = model), newdata = rest), "truth", class = "verdict_error_truth")
  expect_error(
    as_prediction_set(list(Species = model), newdata = rest, truth = Species), "as the truth is",
    class = "verdict_error_classifier"
  )
  expect_error(verdict(list(m = model), newdata = 1, truth = "Species"), class = "verdict_error")
})

test_that("verbs take what frameworks keep of several models", {
  rows <- data.frame(
    wflow_id = rep(c("tree", "knn"), each = 40), .row = rep(1:40, 2), id = "Fold1",
    .pred_class = factor(rep(c("a", "b"), 40)[c(1:40, 2:41)]), y = factor(rep(c("a", "a", "b", "b"), 20))
  )
  parts <- split(rows[-1], rows$wflow_id)
  set <- suppressMessages(as_prediction_set(parts))
  expect_equal(suppressMessages(verdict(parts))$overall$estimate, verdict(set)$overall$estimate)
  counts <- table(satellite[c("truth", "naive_bayes", "tree")])
  expect_equal(verdict(counts)$overall$estimate, verdict(as_prediction_set(counts))$overall$estimate)
  one <- assess_classifiers(counts, "recall", classes = "red soil")
  expect_equal(one$estimate, assess_classifiers(as_prediction_set(counts), "recall", classes = "red soil")$estimate)
  scores <- structure(list(
    models = c("a", "b"), metrics = "Accuracy",
    values = data.frame(Resample = paste0("Fold", 1:5), `a~Accuracy` = 5:9 / 10, `b~Accuracy` = c(4, 6, 6, 7, 8) / 10,
      check.names = FALSE)
  ), class = "resamples")
  expect_equal(verdict(scores)$overall$estimate, verdict(as_score_set(scores))$overall$estimate)
  expect_error(verdict(1:3), class = "verdict_error_set")
  expect_error(verdict(), class = "verdict_error_set")
})

test_that("two confusion matrices of one model each are refused, with what to give; one can be assessed", {
  cm <- function(x) {
    structure(list(table = table(Prediction = x, Reference = satellite$truth)), class = "confusionMatrix")
  }
  pair <- list(tree = cm(satellite$tree), svm = cm(satellite$svm))
  expect_error(verdict(pair), "which rows both models got right", class = "verdict_error_input")
  expect_error(verdict(pair), "compare_independent", class = "verdict_error_input")
  expect_error(as_prediction_set(list(a = table(1:2, 1:2))), "joint table", class = "verdict_error_input")
  expect_message(found <- assess_classifiers(pair$tree, "accuracy"), "taken as the truth")
  expect_equal(found$estimate, mean(satellite$tree == satellite$truth))
})

test_that("confusion matrices with their joint table are as the predictions", {
  cm <- function(x) {
    structure(list(table = table(Prediction = x, Reference = satellite$truth)), class = "confusionMatrix")
  }
  pair <- list(tree = cm(satellite$tree), svm = cm(satellite$svm))
  joint <- table(satellite$truth, satellite$tree, satellite$svm)
  found <- verdict(pair, table = joint)
  direct <- verdict(prediction_set(truth ~ tree + svm, satellite))
  expect_equal(found$overall$p.value, direct$overall$p.value)
  expect_equal(found$comparison$estimate, direct$comparison$estimate)
  expect_identical(found$overall$classifier, direct$overall$classifier)
  behind <- table(satellite$tree, satellite$svm, Reference = satellite$truth)
  expect_equal(verdict(pair, "recall", table = behind)$overall$estimate, direct$overall$estimate)
  plain <- lapply(unname(pair), `[[`, "table")
  expect_equal(as_prediction_set(plain, table = joint)$count, as_prediction_set(joint)$count)
  expect_error(verdict(rev(pair), table = joint), "matrix 1 does not agree", class = "verdict_error_table")
  expect_error(verdict(list(1, 2), table = joint), "matrix 1 does not agree", class = "verdict_error_table")
  expect_error(verdict(pair, table = joint[, , 1]), "joint table", class = "verdict_error_table")
  expect_error(verdict(pair, table = 1:3), "joint table", class = "verdict_error_table")
})

test_that("a list of models of other packages is told what to give beside it", {
  fit <- stats::lm(dist ~ speed, cars)
  expect_error(verdict(list(a = fit, b = fit)), "newdata", class = "verdict_error_input")
})

test_that("accuracy is tested against the share of the commonest class", {
  set <- prediction_set(truth ~ tree + svm, satellite)
  most <- max(table(satellite$truth)) / nrow(satellite)
  by_name <- assess_classifiers(set, null = "no_information", alternative = "greater")
  expect_equal(as.data.frame(by_name), as.data.frame(
    assess_classifiers(set, "accuracy", null = most, alternative = "greater")
  ))
  expect_equal(unique(assess_classifiers(set, "error", null = "no_information")$null.value), 1 - most)
  expect_equal(unique(assess_classifiers(
    update_prevalence(set, stats::setNames(rep(1 / 6, 6), set$classes)), null = "no_information"
  )$null.value), 1 / 6)
  expect_error(assess_classifiers(set, "recall", null = "no_information"), class = "verdict_error_null")
  expect_error(
    assess_classifiers(estimate_set(c(a = 0.5), matrix(1)), null = "no_information"), class = "verdict_error_null"
  )
  right <- prediction_set(cbind(a = c(TRUE, FALSE, TRUE), b = TRUE))
  expect_error(assess_classifiers(right, null = "no_information"), class = "verdict_error_null")
})

test_that("scores may be right and wrong", {
  right <- data.frame(item = 1:8, a = rep(c(TRUE, FALSE), 4), b = c(rep(TRUE, 7), FALSE))
  number <- right
  number[2:3] <- lapply(right[2:3], as.double)
  set <- score_set(right, item = item, metric = "accuracy")
  expect_equal(set, score_set(number, item = item, metric = "accuracy"))
  long <- data.frame(item = rep(1:8, 2), model = rep(c("a", "b"), each = 8), right = c(right$a, right$b))
  expect_equal(score_set(long, right, model, item = item, metric = "accuracy"), set)
  matrix <- score_set(as.matrix(right[2:3]), design = "items", metric = "hits")
  expect_equal(c(matrix$metrics$lower, matrix$metrics$upper), c(0, 1))
  right$c <- runif(8)
  expect_error(score_set(right, item = item), class = "verdict_error_column")
})
