known <- vehicle_cv[vehicle_cv$id <= 60 & vehicle_cv$repetition <= 2, ]
label <- sprintf("Fold%02d.Rep%d", known$fold, known$repetition)
expected <- as_prediction_set(
  data.frame(
    known[rep(seq_len(nrow(known)), 2), c("id", "fold", "repetition", "truth")],
    model = rep(c("svm", "tree"), each = nrow(known)),
    says = c(as.character(known$svm), as.character(known$tree))
  ),
  truth, says, model, id, fold, repetition
)

stack <- function(make) rbind(make("svm"), make("tree"))
quietly <- function(code) suppressMessages(code, classes = "verdict_message_columns")

test_that("columns of caret are known by their names", {
  rows <- stack(function(name) {
    data.frame(pred = known[[name]], obs = known$truth, rowIndex = known$id, Resample = label, model = name)
  })
  expect_message(set <- as_prediction_set(rows, classifier = model), class = "verdict_message_columns")
  expect_equal(set$folds, expected$folds)
  expect_equal(set$design, expected$design)
  expect_equal(set$truth, "obs")
  expect_snapshot(x <- as_prediction_set(rows, classifier = model))
  expect_message(found <- as_prediction_set(rows), "classifier = model")
  expect_identical(found, set)
  unknown <- stats::setNames(rows, sub("model", "coach", names(rows)))
  expect_snapshot(quietly(as_prediction_set(unknown)), error = TRUE)
  one <- rows[rows$model == "svm", ]
  expect_equal(quietly(as_prediction_set(one))$classifiers, "model")
  pair <- quietly(as_prediction_set(list(svm = one, tree = rows[rows$model == "tree", ])))
  expect_equal(pair$folds, expected$folds)
  # what is named is taken, and nothing is recognised where all is named
  rows$coarse <- rows$obs
  set <- quietly(as_prediction_set(rows, truth = coarse, classifier = "model", fold = Resample))
  expect_equal(set$truth, "coarse")
  expect_message(as_prediction_set(rows, obs, pred, model, rowIndex, Resample), NA)
  vector <- quietly(as_prediction_set(rows, truth = rows$obs, classifier = model))
  expect_equal(vector$truth, "truth")
})

test_that("columns of tidymodels are known by their names", {
  rows <- stack(function(name) {
    data.frame(
      wflow_id = name, .config = "pre0_mod0_post0", .pred_class = known[[name]], .pred_bus = 0.5, .row = known$id,
      id = paste0("Repeat", known$repetition), id2 = sprintf("Fold%02d", known$fold), kind = known$truth, x = 1
    )
  })
  set <- quietly(as_prediction_set(rows))
  expect_equal(set$folds$count, expected$folds$count)
  expect_equal(set$folds$fold, expected$folds$fold)
  expect_equal(set$design, expected$design)
  expect_equal(set$truth, "kind")
  once <- rows[rows$id == "Repeat1", ]
  once$id <- once$id2
  once$id2 <- NULL
  expect_equal(quietly(as_prediction_set(once))$design, design_of("cross-validated", 10, 1))
  split <- once
  split$id <- "train/test split"
  expect_equal(quietly(as_prediction_set(split))$design, design_of())
  # `id` that numbers observations is no resample
  own <- once
  own$id <- paste0("patient", own$.row)
  expect_equal(quietly(as_prediction_set(own))$design, design_of())
  # `id2` of another kind
  odd <- once
  odd$id2 <- odd$.row
  expect_equal(quietly(as_prediction_set(odd))$design, design_of("cross-validated", 10, 1))
})

test_that("the truth of tidymodels is the one other factor with the classes", {
  rows <- data.frame(
    .pred_class = factor(c("a", "b", "a")), .row = 1:3, y = factor(c("a", "b", "b")), z = c("a", "b", "b")
  )
  expect_equal(quietly(as_prediction_set(rows))$truth, "y")
  two <- cbind(rows, w = rows$y)
  expect_error(as_prediction_set(two), class = "verdict_error_column")
  expect_equal(quietly(as_prediction_set(two, truth = w))$truth, "w")
  expect_snapshot(error = TRUE, {
    as_prediction_set(two)
    as_prediction_set(rows[1:2])
  })
})

test_that("columns of mlr3 are known by their names", {
  rows <- stack(function(name) {
    data.frame(
      learner_id = name, row_ids = known$id, truth = known$truth, response = known[[name]],
      iteration = known$fold + 10L * (known$repetition - 1L)
    )
  })
  set <- quietly(as_prediction_set(rows))
  expect_equal(set$folds$count, expected$folds$count)
  expect_equal(set$design, expected$design)
  expect_equal(set$classifiers, c("svm", "tree"))
})

test_that("rows without a number are in the order of the data", {
  augmented <- function(name) data.frame(.pred_class = known[[name]][1:60], kind = known$truth[1:60])
  set <- quietly(as_prediction_set(list(svm = augmented("svm"), tree = augmented("tree")), truth = kind))
  plain <- prediction_set(kind ~ svm + tree, cbind(known[1:60, c("svm", "tree")], kind = known$truth[1:60]))
  expect_equal(set$count, plain$count)
  expect_equal(set$truth, "kind")
  moved <- augmented("tree")[c(2:60, 1), ]
  expect_error(
    quietly(as_prediction_set(list(svm = augmented("svm"), tree = moved), truth = kind)), class = "verdict_error_truth"
  )
  expect_error(
    quietly(as_prediction_set(list(svm = augmented("svm"), tree = moved[-1, ]), truth = "kind")),
    class = "verdict_error_observation"
  )
})

test_that("other data frames are asked about", {
  rows <- data.frame(a = 1:2, b = 1:2)
  expect_error(as_prediction_set(rows), class = "verdict_error_column")
  expect_snapshot(as_prediction_set(list(rows, rows)), error = TRUE)
  expect_error(as_prediction_set(list(rows[0, ])), class = "verdict_error_empty")
})

test_that("a column `model` names the models where each has as many rows, and columns of a list are named once", {
  augmented <- function(name) data.frame(.pred_class = known[[name]][1:60], truth = known$truth[1:60])
  one <- augmented("svm")
  two <- augmented("tree")
  stacked <- rbind(cbind(model = "svm", one), cbind(model = "tree", two))
  expect_message(set <- as_prediction_set(stacked), "classifier = model")
  expect_identical(set$classifiers, c("svm", "tree"))
  expect_identical(set$patterns, prediction_set(known[1:60, ], truth, c(svm, tree))$patterns)
  said <- testthat::capture_messages(listed <- as_prediction_set(list(svm = one, tree = two)))
  expect_length(said, 1)
  expect_identical(listed$count, set$count)
  # a covariate, a number, the truth again
  expect_identical(quietly(as_prediction_set(cbind(one, model = rep(c("x", "y"), c(20, 40)))))$classifiers, "model")
  expect_identical(quietly(as_prediction_set(cbind(one, model = 1:60)))$classifiers, "model")
  same <- data.frame(.pred_class = factor(c("a", "b")), truth = factor(c("a", "b")), model = c("a", "b"))
  expect_identical(quietly(as_prediction_set(same))$classifiers, "model")
})

test_that("rows that a column says are in another order are not matched by their order", {
  truth <- rep(c("u", "v"), each = 10)
  one <- data.frame(id = 1:20, obs = truth, pred = rep(c("u", "v"), 10))
  two <- transform(one, pred = rev(pred))
  moved <- two[c(10:1, 20:11), ]
  stack <- function(a, b) rbind(cbind(model = "a", a), cbind(model = "b", b))
  expect_snapshot(quietly(as_prediction_set(list(a = one, b = moved))), error = TRUE)
  long <- stack(one, moved)
  expect_error(quietly(as_prediction_set(long)), "observation = id", class = "verdict_error_observation")
  set <- quietly(as_prediction_set(list(a = one, b = two)))
  expect_identical(quietly(as_prediction_set(long, observation = id))$count, set$count)
  expect_identical(quietly(as_prediction_set(list(a = one[-1], b = two[-1])))$count, set$count)
  for (name in c(".row", "row_ids", "patient_id", "Observation")) {
    called <- function(rows) stats::setNames(rows, c(name, "obs", "pred"))
    expect_error(
      quietly(as_prediction_set(list(a = called(one), b = called(moved)))), class = "verdict_error_observation"
    )
    expect_identical(quietly(as_prediction_set(list(a = called(one), b = called(two))))$count, set$count)
  }
  # other observations, text for numbers, numbers that are not known, a label of the model
  other <- transform(two, id = id + 20)
  expect_error(quietly(as_prediction_set(list(a = one, b = other))), class = "verdict_error_observation")
  texts <- transform(two, id = as.character(id))
  expect_identical(quietly(as_prediction_set(list(a = one, b = texts)))$count, set$count)
  both <- stack(transform(one, id = NA), transform(two, id = NA))
  expect_identical(quietly(as_prediction_set(both))$count, set$count)
  expect_identical(quietly(as_prediction_set(transform(both, id = model), classifier = model))$count, set$count)
  # in each resample
  folds <- function(rows) cbind(rbind(rows, rows), Resample = rep(c("Fold1.Rep1", "Fold1.Rep2"), each = 20))
  expect_error(
    quietly(as_prediction_set(list(a = folds(one), b = folds(moved)))), class = "verdict_error_observation"
  )
})

test_that("rows that a column says are predictions of the same observations are not taken for others", {
  truth <- rep(c("u", "v", "u"), 10)
  rows <- data.frame(id = rep(1:30, 4), obs = rep(truth, 4), pred = rep(c("u", "v"), 60))
  expect_snapshot(quietly(as_prediction_set(list(a = rows, b = rows))), error = TRUE)
  long <- cbind(rbind(rows, rows), model = rep(c("a", "b"), each = 120), time = rep(rep(1:4, each = 30), 2))
  expect_error(quietly(as_prediction_set(long)), class = "verdict_error_repeated")
  expect_equal(quietly(as_prediction_set(long, observation = id, repetition = time))$n_clusters, 30)
  expect_equal(sum(quietly(as_prediction_set(long[names(long) != "id"]))$count), 120)
})
