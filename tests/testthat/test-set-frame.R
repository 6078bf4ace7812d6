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
  for (name in list(1, NULL, NA, factor("w"), c("v", "w"), "")) {
    expect_error(as.data.frame(set, count = name), "`count` must be one name", class = "verdict_error_argument")
  }
  rows <- data.frame(truth = "a", one = c("a", "b"))
  repeated <- prediction_set(truth ~ one, rows, id = c(1, 1))
  expect_error(as.data.frame(repeated, id = c("u", "v")), "`id` must be one name", class = "verdict_error_argument")
})

test_that("the data frame of probabilities gives the same set", {
  data <- transform(retinopathy, w = rep(1:2, length.out = nrow(retinopathy)))
  plain <- probability_set(truth ~ svm + tree, data, positive = "signs")
  weighted <- probability_set(truth ~ svm + tree, data, positive = "signs", weights = w)
  frame <- as.data.frame(plain)
  expect_identical(names(frame), c("truth", "svm", "tree"))
  same <- c("truth", "scores", "weight", "positive", "negative", "classifiers", "n_rows")
  again <- probability_set(truth ~ svm + tree, frame, positive = "signs")
  expect_equal(unclass(again)[same], unclass(plain)[same])
  again <- probability_set(truth ~ svm + tree, as.data.frame(weighted), positive = "signs", weights = weights)
  expect_equal(unclass(again)[same], unclass(weighted)[same])
  several <- probability_set(rep(c("x", "y", "z"), 2), list(
    a = matrix(c(5, 3, 2, 1, 1, 8) / 10, 6, 3, TRUE, list(NULL, c("x", "y", "z"))),
    b = matrix(c(2, 2, 6, 3, 3, 4) / 10, 6, 3, TRUE, list(NULL, c("x", "y", "z")))
  ))
  frame <- as.data.frame(several)
  expect_identical(dim(frame$a), c(6L, 3L))
  expect_equal(frame$b[2, "z"], c(z = 0.4))
  again <- probability_set(truth ~ a + b, frame)
  same <- c("truth", "scores", "classes", "classifiers")
  expect_equal(unclass(again)[same], unclass(several)[same])
  grouped <- prediction_set(truth ~ svm, satellite, by = rep(c("n", "s"), 1000))
  standard <- standardise_groups(grouped, c(n = 0.5, s = 0.5))
  expect_error(as.data.frame(standard), "no data frame of its own", class = "verdict_error_set")
})
