d <- data.frame(truth = c("a", "b", "b"), nb = c("a", "b", "a"), rf = c("b", "b", "b"))

test_that("what is no data is refused", {
  for (bad in list(NULL, 1:3, list(), as.matrix(d))) {
    expect_error(prediction_set(truth ~ nb, bad), class = "verdict_error_input")
  }
  expect_error(prediction_set(as.matrix(d), 1, 2), class = "verdict_error_input")
  twice <- stats::setNames(d, c("truth", "nb", "nb"))
  expect_error(prediction_set(truth ~ nb, twice), class = "verdict_error_column")
  expect_error(prediction_set(twice, truth, nb), class = "verdict_error_column")
  expect_error(prediction_set(truth ~ nb, d[0, ]), class = "verdict_error_empty")
  expect_snapshot(error = TRUE, {
    prediction_set(truth ~ nb)
    prediction_set(truth ~ nb, as.matrix(d))
    prediction_set(as.matrix(d), 1, 2)
    prediction_set(truth ~ nb, twice)
    prediction_set(truth ~ nb, d[0, ])
  })
})

test_that("formulas that name no columns are refused", {
  for (bad in list(~nb, truth ~ nb * rf, truth ~ nb - rf, truth ~ log(nb), "a" ~ nb, truth ~ 1, truth + nb ~ rf)) {
    expect_error(prediction_set(bad, d), class = "verdict_error_formula")
  }
  expect_error(prediction_set(truth ~ nb + svm, d), class = "verdict_error_column")
  expect_error(prediction_set(truth ~ nb + nb, d), class = "verdict_error_column")
  expect_error(prediction_set(truth ~ truth, d), class = "verdict_error_column")
  expect_error(prediction_set(truth ~ ., d["truth"]), class = "verdict_error_classifier")
  expect_snapshot(error = TRUE, {
    prediction_set(truth ~ nb * rf, d)
    prediction_set(truth ~ nb + svm + tree, d)
    prediction_set(truth ~ nb + nb, d)
    prediction_set(truth ~ ., d["truth"])
  })
})

test_that("selections that name no columns are refused", {
  expect_error(prediction_set(d, truth), class = "verdict_error_column")
  expect_error(prediction_set(d, classifiers = nb), class = "verdict_error_column")
  expect_error(prediction_set(d, truth, svm), class = "verdict_error_column")
  expect_error(prediction_set(d, c(truth, nb), rf), class = "verdict_error_column")
  expect_error(prediction_set(d, truth, c(truth, nb)), class = "verdict_error_column")
  expect_error(prediction_set(d, truth, tidyselect::starts_with("x")), class = "verdict_error_classifier")
  expect_error(prediction_set(d, truth, c(A = nb, A = rf)), class = "verdict_error_column")
  expect_error(prediction_set(d, truth, -truth, id = nb), class = "verdict_error_column")
  expect_snapshot(error = TRUE, {
    prediction_set(d, truth)
    prediction_set(d, truth, svm)
    prediction_set(d, c(truth, nb), rf)
    prediction_set(d, truth, c(truth, nb))
    prediction_set(d, truth, tidyselect::starts_with("x"))
    prediction_set(d, truth, -truth, id = nb)
  })
})

test_that("a second classifier by position is not taken for an id", {
  expect_error(prediction_set(d, truth, nb, rf), class = "verdict_error_argument")
  expect_error(prediction_set(truth ~ nb, d, nb), class = "verdict_error_argument")
  expect_error(prediction_set(truth ~ nb, d, weigths = w), class = "verdict_error_argument")
  expect_snapshot(error = TRUE, {
    prediction_set(d, truth, nb, rf)
    prediction_set(truth ~ nb, d, weigths = w)
    prediction_set(truth ~ nb, d, na = "drop")
  })
})

test_that("columns that are no labels are refused", {
  n <- 3
  bad <- list(
    I(list(1, 2, 3)), list(1, 2, 3), Sys.Date() + 1:3, Sys.time() + 1:3, as.difftime(1:3, units = "secs"),
    complex(3), raw(3), matrix(1:6, 3), data.frame(x = 1:3), as.POSIXlt(Sys.time() + 1:3),
    structure(1:3, class = "unknown"), matrix(factor(1:3), 3), expression(a, b, c)
  )
  for (x in bad) {
    columns <- list(truth = c("a", "b", "b"), nb = x)
    broken <- structure(columns, class = "data.frame", row.names = 1:3)
    expect_error(prediction_set(truth ~ nb, broken), class = "verdict_error_type")
    expect_error(prediction_set(nb ~ truth, broken), class = "verdict_error_type")
  }
  d$`a b` <- structure(c(1, 2, 1), labels = c(no = 1, yes = 2), class = c("haven_labelled", "vctrs_vctr", "double"))
  expect_error(prediction_set(truth ~ `a b`, d), "haven::as_factor(data$`a b`)", fixed = TRUE)
  d$nb <- list(1, 2, 3)
  d$date <- as.Date("2024-01-01") + 1:3
  d$both <- as.matrix(d[c("truth", "rf")])
  expect_snapshot(error = TRUE, {
    prediction_set(truth ~ nb, d)
    prediction_set(truth ~ date, d)
    prediction_set(truth ~ both, d)
  })
})

test_that("labels of a class that has no text are refused by their type, whatever they are given as", {
  # As haven's labels are where haven is not loaded.
  registerS3method("as.character", "textless", function(x, ...) stop("no text"))
  labelled <- function(x) structure(x, class = c("textless", "double"))
  d <- spam_filters[1:200, ]
  d$k <- labelled(rep(c(1, 2), each = 100))
  x <- prediction_set(truth ~ tree + svm, d)
  type <- "textless"
  expect_error(prediction_set(truth ~ tree, d, fold = k), type, class = "verdict_error_fold")
  expect_error(prediction_set(truth ~ tree, d, levels = labelled(1:2)), type, class = "verdict_error_levels")
  expect_error(prediction_set(truth ~ tree, d, positive = labelled(1)), type, class = "verdict_error_positive")
  expect_error(compare_classifiers(x, "recall", classes = labelled(1)), type, class = "verdict_error_argument")
  scores <- data.frame(a = 1:2, b = 2:1)
  expect_error(score_set(scores, fold = labelled(1:2)), type, class = "verdict_error_fold")
})

test_that("columns of different length are refused", {
  broken <- structure(list(truth = 1:3, nb = 1:2), class = "data.frame", row.names = 1:3)
  expect_error(prediction_set(truth ~ nb, broken), class = "verdict_error_length")
  expect_snapshot(prediction_set(truth ~ nb, broken), error = TRUE)
})

test_that("numbers with fractions are no labels", {
  for (x in list(c(0.2, 1, 1), c(1, 1, 1e-300), c(1, Inf, 1), c(NA, NaN, -Inf))) {
    expect_error(prediction_set(truth ~ nb, transform(d, nb = x)), class = "verdict_error_label")
  }
  expect_snapshot(prediction_set(truth ~ nb, transform(d, nb = c(1, 0.25, 1))), error = TRUE)
  expect_snapshot(prediction_set(truth ~ nb, transform(d, nb = c(1, Inf, 1))), error = TRUE)
})

test_that("missing labels are counted by column", {
  d$nb[2] <- NA
  d$rf[2:3] <- NA
  expect_error(prediction_set(truth ~ nb + rf, d), class = "verdict_error_na")
  expect_snapshot(error = TRUE, {
    prediction_set(truth ~ nb + rf, d)
    prediction_set(truth ~ nb, d)
    prediction_set(truth ~ rf, d[2:3, ], na = "omit")
  })
})

test_that("levels that do not fit are refused", {
  for (bad in list(character(), list("a"), c("a", "a"), c("a", NA), mean, matrix("a"))) {
    expect_error(prediction_set(truth ~ nb, d, levels = bad), class = "verdict_error_levels")
  }
  expect_snapshot(error = TRUE, {
    prediction_set(truth ~ nb, d, levels = list("a"))
    prediction_set(truth ~ nb, d, levels = c("a", "a"))
    prediction_set(truth ~ nb + rf, d, levels = "a")
    prediction_set(truth ~ nb + rf, d, levels = "c")
  })
})

test_that("weights that are no frequencies are refused", {
  bad <- list(
    c(1, -1, 1), c(1, NA, 1), c(1, NaN, 1), c(1, Inf, 1), c(1L, NA, 1L), c(1L, -1L, 1L),
    letters[1:3], c(TRUE, FALSE, TRUE), factor(1:3), as.Date("2024-01-01") + 1:3, list(1, 2, 3), matrix(1, 3, 1)
  )
  for (w in bad) {
    expect_error(prediction_set(truth ~ nb, d, weights = w), class = "verdict_error_weights")
  }
  expect_error(prediction_set(truth ~ nb, d, weights = 1:2), class = "verdict_error_length")
  expect_error(prediction_set(truth ~ nb, d, weights = "w"), class = "verdict_error_column")
  expect_error(prediction_set(truth ~ nb, d, weights = absent), class = "verdict_error_column")
  expect_error(prediction_set(truth ~ nb, d, weights = c(0, 0, 0)), class = "verdict_error_empty")
  expect_snapshot(error = TRUE, {
    prediction_set(truth ~ nb, d, weights = c(1, -1, 1))
    prediction_set(truth ~ nb, d, weights = c(1L, NA, 1L))
    prediction_set(truth ~ nb, d, weights = letters[1:3])
    prediction_set(truth ~ nb, d, weights = 1:2)
    prediction_set(truth ~ nb, d, weights = absent)
    prediction_set(truth ~ nb, d, weights = c(0, 0, 0))
  })
})

test_that("ids that name no observation are refused", {
  for (bad in list(list(1, 2, 3), complex(3), raw(3), Sys.Date() + 1:3, matrix(1:3, 3), d, mean)) {
    expect_error(prediction_set(truth ~ nb, d, id = bad), class = "verdict_error_id")
  }
  expect_error(prediction_set(truth ~ nb, d, id = 1:2), class = "verdict_error_length")
  expect_error(prediction_set(truth ~ nb, d, id = patient), class = "verdict_error_column")
  expect_error(prediction_set(truth ~ nb, d, id = tidyselect::all_of(c("nb", "rf"))), class = "verdict_error_column")
  expect_snapshot(error = TRUE, {
    prediction_set(truth ~ nb, d, id = list(1, 2, 3))
    prediction_set(truth ~ nb, d, id = 1:2)
    prediction_set(truth ~ nb, d, id = c(1, NA, 2))
    prediction_set(truth ~ nb, d, id = patient)
    prediction_set(truth ~ nb, d, id = "patient")
  })
})

test_that("errors come from the function that was called", {
  caught <- tryCatch(prediction_set(truth ~ svm, d), error = identity)
  expect_identical(as.character(caught$call[[1]]), "prediction_set")
  expect_s3_class(caught, "verdict_error")
})

predictions <- data.frame(
  truth = c("a", "b", "c", "a"), nb = c("a", "b", "b", "a"), rf = c("a", "b", "c", "b")
)

test_that("what is no data frame or formula is refused by name", {
  expect_snapshot(error = TRUE, {
    prediction_set(1:3)
    prediction_set(NULL)
    prediction_set(truth ~ nb + rf)
  })
  expect_error(prediction_set(1:3), class = "verdict_error_classifier")
  expect_error(prediction_set(truth ~ nb + rf), class = "verdict_error_column")
})

test_that("levels that lack labels are told which, one or several", {
  expect_snapshot(error = TRUE, {
    prediction_set(truth ~ nb + rf, predictions, levels = c("a", "b"))
    prediction_set(truth ~ nb + rf, predictions, levels = "a")
    as_prediction_set(table(predictions), levels = c("a", "b"))
  })
  expect_error(
    prediction_set(truth ~ nb + rf, predictions, levels = 1:3),
    class = "verdict_error_levels"
  )
})

test_that("a column needs a name", {
  unnamed <- rlang::set_names(cbind(predictions, 1), c("truth", "nb", "rf", ""))
  expect_snapshot(prediction_set(truth ~ ., unnamed), error = TRUE)
  names(unnamed)[4] <- NA
  expect_error(prediction_set(unnamed, truth, 2:3), class = "verdict_error_column")
})

test_that("weights and cells must be of a size that can be multiplied", {
  weigh <- function(w) prediction_set(truth ~ nb + rf, predictions, weights = rep(w, 4))
  counts <- table(predictions) + 0
  expect_snapshot(error = TRUE, {
    weigh(1e308)
    as_prediction_set(counts * 1e308)
  })
  for (w in c(1e101, 1e-101, 1e-320)) {
    expect_error(weigh(w), class = "verdict_error_weights")
    expect_error(as_prediction_set(counts * w), class = "verdict_error_table")
  }
  expect_equal(weigh(1e15)$n, 4e15)
})

test_that("metrics of the largest and smallest counts are those of any", {
  metrics <- setdiff(registry_metrics$metric, "prevalence")
  assess <- function(w) {
    set <- as_prediction_set(w * table(satellite[c("truth", "naive_bayes", "tree")]))
    assess_classifiers(set, metrics)
  }
  expected <- assess(1)
  for (w in c(1e96, 1e-100)) {
    found <- assess(w)
    expect_equal(found$estimate, expected$estimate)
    expect_equal(found$std.error * sqrt(w), expected$std.error)
  }
})

test_that("a name given to two classifiers is told", {
  expect_error(
    prediction_set(predictions, truth, c(A = nb, A = rf)), "\"A\" is used more than once",
    class = "verdict_error_column"
  )
})

test_that("levels are whole numbers or valid text", {
  d <- data.frame(truth = c(1, 2), m1 = c(1, 2))
  expect_error(prediction_set(truth ~ m1, d, levels = c(1, 2, 2.5)), "must be whole", class = "verdict_error_levels")
  expect_error(prediction_set(truth ~ m1, d, levels = c(1, 2.7)), "must be whole", class = "verdict_error_levels")
  expect_error(prediction_set(truth ~ m1, d, levels = c(1, Inf)), class = "verdict_error_levels")
  expect_error(prediction_set(truth ~ m1, d, levels = c(1, NaN)), class = "verdict_error_levels")
  expect_error(prediction_set(truth ~ m1, d, levels = c(1, 2, 1)), "listed more than once",
    class = "verdict_error_levels"
  )
  expect_error(prediction_set(truth ~ m1, d, levels = c("1", "2", "\xe9")), class = "verdict_error_label")
  expect_identical(prediction_set(truth ~ m1, d, levels = I(c(2, 1)))$classes, c("2", "1"))
})

test_that("a forgotten argument is named, with what to give, by every function", {
  space <- asNamespace("verdict")
  # cli() takes the arguments of the process, and ends it.
  exports <- setdiff(getNamespaceExports(space), c("tidy", "glance", "cli"))
  for (name in Filter(function(name) is.function(get(name, space)), exports)) {
    found <- tryCatch(get(name, space)(), error = identity)
    if (!inherits(found, "error")) next
    expect_s3_class(found, "verdict_error")
    needed <- names(Filter(rlang::is_missing, as.list(formals(get(name, space)))))
    needed <- setdiff(needed, "...")
    if (length(needed)) expect_match(conditionMessage(found), paste0("`", needed, "`", collapse = "|"), info = name)
  }
  scenario <- scenario_random(2, c(0, 0.5))
  scores <- score_set(matrix(c(1, 0, 1, 1, 1, 0), 3), item = 1:3)
  plan <- resampling_plan(10, folds = 2)
  expect_snapshot(error = TRUE, {
    simulate_predictions()
    simulate_predictions(scenario)
    rejection_rate(scenario)
    sample_size()
    resample_scores(plan)
    resample_scores(plan, list())
    combine_p()
    as_table()
    pass_at_k(scores)
  })
})

test_that("an argument that a caller forgot to pass on is missing too", {
  wrapper <- function(p) combine_p(p)
  expect_error(wrapper(), "`p` is missing", class = "verdict_error_p")
})
