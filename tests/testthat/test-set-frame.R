test_that("a set is written out and read back", {
  set <- prediction_set(truth ~ naive_bayes + tree, satellite)
  out <- as.data.frame(set)
  expect_identical(names(out), c("truth", "naive_bayes", "tree", "count"))
  expect_identical(nrow(out), nrow(set$patterns))
  back <- prediction_set(truth ~ ., out, weights = count)
  same <- c("classes", "classifiers", "patterns", "count", "n", "n_clusters")
  expect_identical(unclass(back)[same], unclass(set)[same])
})

test_that("clusters are kept", {
  set <- prediction_set(truth ~ svm + tree, vehicle_cv, id = id, repetition = repetition, fold = fold)
  out <- as.data.frame(set, count = "rows", id = "observation")
  back <- prediction_set(truth ~ svm + tree, out, weights = rows, id = observation)
  expect_identical(back$profiles, set$profiles)
  expect_identical(back$n_clusters, set$n_clusters)
})

test_that("levels that never occur are kept as levels", {
  set <- prediction_set(truth ~ nb, data.frame(truth = "a", nb = "b"), levels = c("c", "b", "a"))
  expect_identical(levels(as.data.frame(set)$nb), c("c", "b", "a"))
})

test_that("names that are taken are refused", {
  set <- prediction_set(truth ~ count, data.frame(truth = "a", count = "a"))
  expect_error(as.data.frame(set), class = "verdict_error_column")
  expect_snapshot(as.data.frame(set), error = TRUE)
  expect_identical(names(as.data.frame(set, count = "n")), c("truth", "count", "n"))
})
