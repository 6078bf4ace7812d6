test_that("labels with fold and repetition are split", {
  same <- function(labels, fold, repetition) {
    expect_equal(split_fold_labels(labels), list(fold = fold, repetition = repetition))
  }
  same(c("Fold01.Rep1", "Fold10.Rep2", "Fold01.Rep1"), c(1, 10, 1), c(1, 2, 1))
  same(factor(c("Repeat2_Fold3", "Repeat1_Fold3")), c(3, 3), c(2, 1))
  same("rep1-fold2", 2, 1)
  same("Fold2Rep3", 2, 3)
  expect_null(split_fold_labels(c("Fold1.Rep1", "Fold1")))
  expect_null(split_fold_labels("Resample1.Rep1"))
  expect_null(split_fold_labels(1:3))
  expect_null(split_fold_labels(character()))
})

# Five observations, two folds a repetition
observation <- c(1:2, 3:5, 4:5, 1:3)

test_that("folds that are numbered through have the repetition that they make up", {
  fold <- rep(1:4, c(2, 3, 2, 3))
  found <- resolve_resamples(fold, observation)
  expect_equal(found, list(fold = fold, repetition = rep(1:2, each = 5), overlapping = FALSE))
  order <- c(7, 1, 10, 3, 2, 9, 4, 8, 5, 6)
  expect_equal(resolve_resamples(fold[order], observation[order])$repetition, found$repetition[order])
  # ten of them: "Resample10" comes after "Resample9"
  ten <- rep(paste0("Resample", 1:10), each = 2)
  expect_equal(resolve_resamples(ten, rep(c(1:4, 3:4, 1:2, 1:2, 3:4, 4:1, 1:2, 3:4)[1:20], 1))$overlapping, FALSE)
  expect_equal(resolve_resamples(ten, rep(1:4, 5))$repetition, rep(1:5, each = 4))
  expect_equal(resolve_resamples(factor(ten, unique(ten)), rep(1:4, 5))$repetition, rep(1:5, each = 4))
})

test_that("each observation once is one repetition", {
  expect_equal(
    resolve_resamples(c("a", "a", "b"), 1:3), list(fold = c("a", "a", "b"), repetition = NULL, overlapping = FALSE)
  )
  expect_equal(resolve_resamples(c("Fold1.Rep1", "Fold2.Rep1"), 1:2)$repetition, NULL)
  expect_equal(resolve_resamples(c("Fold1.Rep1", "Fold2.Rep1"), 1:2)$fold, 1:2)
  expect_false(resolve_resamples(c("f1", "f2", "f1", "f2"), c(1, 2, 1, 2), c("r1", "r1", "r2", "r2"))$overlapping)
})

test_that("one test set has no folds", {
  none <- list(fold = NULL, repetition = NULL, overlapping = FALSE)
  expect_equal(resolve_resamples(NULL, 1:3), none)
  expect_equal(resolve_resamples(rep("train/test split", 3), 1:3), none)
})

test_that("test sets that overlap are no folds", {
  expect_true(resolve_resamples(c("a", "a", "b", "b"), c(1, 2, 2, 3))$overlapping)
  expect_true(resolve_resamples(rep(1:3, each = 2), c(1, 2, 2, 3, 1, 3))$overlapping)
  expect_true(resolve_resamples(c("f1", "f1", "f2"), c(1, 2, 2), c("r1", "r1", "r1"))$overlapping)
  # folds in time, trained on the past only
  expect_true(resolve_resamples(c("Slice1", "Slice2"), 1:2)$overlapping)
})

test_that("prediction_set() takes labels that hold both, and folds that are numbered through", {
  wide <- vehicle_cv[vehicle_cv$id <= 100 & vehicle_cv$repetition <= 2, ]
  known <- prediction_set(truth ~ svm + tree, wide, id = id, fold = fold, repetition = repetition)
  wide$label <- sprintf("Fold%02d.Rep%d", wide$fold, wide$repetition)
  wide$through <- wide$fold + 10L * (wide$repetition - 1L)
  wide$long <- paste0("part", wide$through)
  plain <- wide[c("id", "truth", "svm", "tree", "label", "through", "long")]
  expect_equal(prediction_set(truth ~ svm + tree, plain, id = id, fold = label), known)
  accuracy <- function(set) as.vector(as_score_set(set)$scores)
  for (fold in c("through", "long")) {
    set <- prediction_set(plain, truth, c(svm, tree), id = id, fold = tidyselect::all_of(fold))
    expect_equal(set$design, known$design)
    expect_equal(sort(accuracy(set)), sort(accuracy(known)))
  }
  long <- data.frame(
    plain[rep(seq_len(nrow(plain)), 2), c("id", "truth", "label", "through")],
    model = rep(c("svm", "tree"), each = nrow(plain)),
    says = c(as.character(plain$svm), as.character(plain$tree))
  )
  as_set <- function(...) as_prediction_set(long, truth, says, model, id, ...)
  expect_equal(as_set(fold = label)$folds, known$folds)
  expect_equal(as_set(fold = through)$design, known$design)
  expect_error(prediction_set(truth ~ svm + tree, plain[-1], fold = label), class = "verdict_error_repeated")
  expect_error(prediction_set(truth ~ svm + tree, wide, id = id, fold = fold), class = "verdict_error_repetition")
})

test_that("score_set() splits the labels too", {
  scores <- data.frame(a = 1:4 / 5, b = 4:1 / 5, fold = c("Fold1.Rep1", "Fold2.Rep1", "Fold1.Rep2", "Fold2.Rep2"))
  set <- score_set(scores, fold = fold)
  expect_equal(set$design, design_of("repeated_folds", 2, 2))
  expect_equal(set$cells$repetition, c("1", "1", "2", "2"))
  expect_equal(set$cells$fold, c("1", "2", "1", "2"))
})
