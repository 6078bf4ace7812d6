wide <- vehicle_cv[vehicle_cv$id <= 200 & vehicle_cv$repetition <= 3, ]
learners <- c("svm", "naive_bayes", "tree")

as_long <- function(wide) {
  parts <- lapply(learners, function(name) {
    given <- wide[c("id", "repetition", "fold", "truth")]
    data.frame(given, learner = factor(name, learners), predicted = wide[[name]])
  })
  do.call(rbind, parts)
}

as_set <- function(x, ...) {
  as_prediction_set(x, truth, predicted, learner, id, fold, repetition, ...)
}

test_that("long data are the wide data", {
  expected <- prediction_set(
    wide, truth, tidyselect::all_of(learners),
    id = id, fold = fold, repetition = repetition
  )
  long <- as_long(wide)
  expect_identical(as_set(long), expected)
  set.seed(1)
  shuffled <- long[sample(nrow(long)), ]
  shuffled$learner <- factor(shuffled$learner, learners)
  again <- as_set(shuffled)
  expect_identical(
    compare_classifiers(again, reference = "svm")[c("class", "estimate")],
    compare_classifiers(
      prediction_set(
        wide, truth, tidyselect::all_of(again$classifiers),
        id = id, fold = fold, repetition = repetition
      ),
      reference = "svm"
    )[c("class", "estimate")]
  )
  single <- wide[wide$repetition == 1, ]
  folds <- as_prediction_set(as_long(single)[-2], truth, predicted, learner, id, fold = fold)
  folds$keyed <- NULL
  expect_identical(
    folds,
    prediction_set(single[-2], truth, tidyselect::all_of(learners), fold = fold)
  )
  plain <- as_prediction_set(as_long(single)[-(2:3)], truth, predicted, learner, id)
  plain$keyed <- NULL
  expect_identical(plain, prediction_set(single[-(2:3)], truth, tidyselect::all_of(learners)))
  vector <- as_prediction_set(as_long(single), rep(single$truth, 3), predicted, learner, id)
  expect_equal(vector$truth, "truth")
})

test_that("classifiers must share the partition", {
  long <- as_long(wide)
  at <- which(long$learner == "tree")[c(2, 5)]
  long$fold[at] <- long$fold[at] %% 10 + 1
  expect_error(as_set(long), class = "verdict_error_fold")
  expect_snapshot(as_set(long), error = TRUE)
  long$fold[at[2]] <- wide$fold[5]
  expect_snapshot(as_set(long), error = TRUE)
})

test_that("each classifier predicts each observation once a repetition", {
  long <- as_long(wide)
  expect_error(as_set(rbind(long, long[3:4, ])), class = "verdict_error_repetition")
  expect_snapshot(as_set(rbind(long, long[3:4, ])), error = TRUE)
  expect_error(
    as_prediction_set(long, truth, predicted, learner, id), class = "verdict_error_repetition"
  )
  expect_snapshot(as_prediction_set(long, truth, predicted, learner, id), error = TRUE)
  expect_error(as_set(long[-(3:4), ]), class = "verdict_error_observation")
  expect_snapshot(as_set(long[-(3:4), ]), error = TRUE)
  expect_equal(as_set(long[-(3:4), ], na = "omit")$n_omitted, 2)
})

test_that("one truth, and columns that are there", {
  long <- as_long(wide)
  long$truth[7] <- setdiff(levels(long$truth), long$truth[7])[1]
  expect_error(as_set(long), class = "verdict_error_truth")
  expect_error(as_prediction_set(long, truth, predicted), class = "verdict_error_column")
  expect_snapshot(as_prediction_set(long, truth, predicted), error = TRUE)
  expect_error(
    as_prediction_set(long, truth, other, learner, id), class = "verdict_error_column"
  )
  long$learner[2] <- NA
  expect_error(as_set(long), class = "verdict_error_classifier")
  long <- as_long(wide)
  long$id[2] <- NA
  expect_error(as_set(long), class = "verdict_error_observation")
  expect_error(
    as_prediction_set(long, truth[1:3], predicted, learner, id), class = "verdict_error_length"
  )
})

test_that("the order of the classifiers does not depend on that of the rows", {
  long <- data.frame(
    case = rep(1:3, 2), truth = c("a", "b", "a"), says = c("a", "b", "b", "b", "b", "a"),
    who = rep(c("zeta", "alpha"), each = 3)
  )
  read <- function(x) as_prediction_set(x, truth, says, who, case)
  expect_identical(read(long)$classifiers, c("alpha", "zeta"))
  expect_identical(read(long[6:1, ]), read(long))
  long$who <- factor(long$who, c("zeta", "none", "alpha"))
  expect_identical(read(long[6:1, ])$classifiers, c("zeta", "alpha"))
  long$who <- rep(c(10, 9), each = 3)
  expect_identical(read(long)$classifiers, c("9", "10"))
})

test_that("a truth that some rows lack does not depend on the order of the rows", {
  long <- data.frame(
    e = c(1, 2, 1, 2), truth = c(NA, "b", "a", "b"), f = c("A", "A", "B", "B"), p = c("a", "b", "a", "b")
  )
  wide <- data.frame(truth = c("a", "b"), A = c("a", "b"), B = c("a", "b"))
  expected <- unclass(prediction_set(truth ~ A + B, wide))[c("classes", "patterns", "count", "n_omitted")]
  missing_level <- transform(long, truth = factor(truth, levels = c("a", "b", NA), exclude = NULL))
  for (order in list(1:4, c(3, 4, 1, 2), 4:1, c(2, 1, 4, 3))) {
    for (na in c("error", "omit")) {
      set <- as_prediction_set(long[order, ], truth, p, f, e, na = na)
      expect_identical(unclass(set)[names(expected)], expected)
      set <- as_prediction_set(missing_level[order, ], truth, p, f, e, na = na)
      expect_identical(unclass(set)[names(expected)], expected)
    }
  }
  long$truth[3] <- NA
  for (order in list(1:4, c(3, 4, 1, 2))) {
    expect_identical(as_prediction_set(long[order, ], truth, p, f, e, na = "omit")$n_omitted, 1)
    expect_error(as_prediction_set(long[order, ], truth, p, f, e), class = "verdict_error_na")
  }
})

test_that("a missing observation is called one, and names of classifiers are valid text", {
  long <- data.frame(e = c(1, 2, 1, NA), truth = c("a", "b"), f = c("A", "A", "B", "B"), p = "a")
  expect_error(as_prediction_set(long, truth, p, f, e), "`observation` must not", class = "verdict_error_observation")
  long$e <- addNA(factor(long$e))
  expect_error(as_prediction_set(long, truth, p, f, e), "`observation` must not", class = "verdict_error_observation")
  long$e <- c(1, 2, 1, 2)
  long$f <- c("A", "A", "\xe9", "\xe9")
  expect_error(as_prediction_set(long, truth, p, f, e), class = "verdict_error_column")
})

test_that("a long table takes groups, weights and clusters as a wide one", {
  d <- satellite[1:300, ]
  wide <- data.frame(
    truth = d$truth, svm = d$svm, tree = d$tree, item = 1:300, site = rep(c("u", "v"), 150), w = rep(1:3, 100),
    who = rep(1:60, 5)
  )
  long <- do.call(rbind, lapply(c("svm", "tree"), function(name) cbind(wide, model = name, pred = wide[[name]])))
  of <- function(...) as_prediction_set(long[600:1, ], truth, pred, model, item, ...)
  found <- function(set, ...) as.list(compare_classifiers(set, "accuracy", ...)[c("class", "estimate", "p.value")])
  same <- function(a, b, ...) expect_equal(found(a, ...), found(b, ...))
  plain <- function(...) prediction_set(truth ~ svm + tree, wide, ...)
  same(of(by = site), plain(id = item, by = site), over = "groups")
  same(of(weights = w), plain(weights = w))
  same(of(weights = w / 2, weights_are = "sampling"), plain(weights = w / 2, weights_are = "sampling"))
  same(of(id = who), plain(id = who))
  long$site[1] <- "v"
  expect_error(of(by = site), "site.*observation 1", class = "verdict_error_observation")
  expect_error(of(id = who, fold = w), "leave `id` out", class = "verdict_error_argument")
})

test_that("where only a framework's names tell the columns, weights of observations need them named", {
  rows <- data.frame(truth = factor(c("x", "y", "x")), .pred_class = factor(c("x", "y", "y")), .row = 1:3, w = 1:3)
  expect_error(as_prediction_set(rows, weights = w), "columns of a long table have", class = "verdict_error_argument")
})
