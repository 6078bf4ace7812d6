# A metric of the user's own, against the same metric of the package (which is held against exact
# arithmetic in test-metric-table.R), in everything that a metric gets.

own_accuracy <- custom_metric(function(m) sum(diag(m)) / sum(m), "own_accuracy", lower = 0, upper = 1)

own_kappa <- custom_metric(function(m) {
  p <- m / sum(m)
  expected <- sum(rowSums(p) * colSums(p))
  (sum(diag(p)) - expected) / (1 - expected)
}, "own_kappa", lower = -1, upper = 1)

own_f <- custom_metric(
  function(tp, fp, fn) 2 * tp / (2 * tp + fp + fn), "own_f", lower = 0, upper = 1, label = "own F"
)

own_recall <- custom_metric(function(m) m[1, 1] / sum(m[1, ]), "own_recall", lower = 0, upper = 1, per_class = TRUE)

several <- function() prediction_set(truth ~ bayes + forest + tree, read_fixture("multiclass.csv"))

repeated <- function() {
  rows <- read_fixture("clusters.csv")
  prediction_set(truth ~ bayes + forest + tree, rows[rows$set == "patients", ], id = id)
}

# The columns with numbers; those of tests may differ in the ninth digit.
expect_same_numbers <- function(found, known, tolerance = 1e-7) {
  numbers <- vapply(found, is.numeric, NA)
  expect_equal(as.data.frame(found)[numbers], as.data.frame(known)[numbers], tolerance = tolerance, ignore_attr = TRUE)
}

test_that("it has the value, standard error and interval of the same metric", {
  for (set in list(several(), repeated(), update_prevalence(several()))) {
    expect_same_numbers(assess_classifiers(set, own_kappa), assess_classifiers(set, "kap"))
    for (average in c("none", "macro", "weighted", "micro")) {
      expect_same_numbers(
        assess_classifiers(set, own_f, average = average, interval = "delta"),
        assess_classifiers(set, "f_meas", average = average, interval = "delta")
      )
    }
  }
  set <- several()
  class <- set$classes[2]
  expect_same_numbers(
    assess_classifiers(set, own_kappa, classes = class, interval = "delta"),
    assess_classifiers(set, "kap", classes = class, interval = "delta")
  )
  expect_same_numbers(
    assess_classifiers(set, own_recall, interval = "normal"), assess_classifiers(set, "recall", interval = "normal")
  )
  both <- vcov(set, list(own_kappa, "mcc"))
  expect_equal(unname(both), unname(vcov(set, c("kap", "mcc"))), tolerance = 1e-7, ignore_attr = TRUE)
  expect_identical(rownames(both)[1], "own_kappa:overall:bayes")
})

test_that("it is compared, ranked and combined like the same metric", {
  for (set in list(several(), repeated())) {
    expect_same_numbers(compare_classifiers(set, own_kappa), compare_classifiers(set, "kap"))
    expect_same_numbers(
      compare_classifiers(set, own_f, "wald", measure = "ratio", reference = "tree"),
      compare_classifiers(set, "f_meas", "wald", measure = "ratio", reference = "tree")
    )
    expect_same_numbers(omnibus_test(set, own_f), omnibus_test(set, "f_meas"))
    for (combine in list(by_combination("dai", test = "wald"), "wald", by_combination("simes", test = "wald"))) {
      expect_equal(
        omnibus_test(set, own_f, over = "classes", method = combine)$log.p.value,
        omnibus_test(set, "f_meas", over = "classes", method = combine)$log.p.value, tolerance = 1e-6
      )
    }
    expect_identical(rank_classifiers(set, own_kappa)$classifier, rank_classifiers(set, "kap")$classifier)
  }
  set <- several()
  one <- verdict(set, own_f)
  expect_same_numbers(one$comparison, verdict(set, "f_meas", method = "wald")$comparison, 1e-6)
  expect_match(paste(capture.output(print(one)), collapse = " "), "Own F by class")
  expect_identical(
    rank_classifiers(set, custom_metric(function(m) 1 - sum(diag(m)) / sum(m), "wrong", better = "low"))$classifier,
    rank_classifiers(set, "error")$classifier
  )
})

test_that("replicates are those of the same metric", {
  set <- several()
  again <- function(metric, method) {
    set.seed(5)
    compare_classifiers(set, metric, method = method, classes = if (!identical(metric, own_kappa)) set$classes[1])
  }
  for (method in list(by_bootstrap(199, interval = "percentile"), by_bootstrap(199), by_permutation(199))) {
    expect_same_numbers(again(own_f, method), again("f_meas", method), 1e-5)
  }
  set.seed(6)
  found <- compare_classifiers(set, own_kappa, method = by_bootstrap(99, interval = "basic"))
  set.seed(6)
  known <- compare_classifiers(set, "kap", method = by_bootstrap(99, interval = "basic"))
  expect_same_numbers(found, known, 1e-6)
})

test_that("a gradient that is given is used, and checked", {
  set <- several()
  calls <- 0
  accuracy <- function(m) sum(diag(m)) / sum(m)
  slope <- function(m) {
    calls <<- calls + 1
    (diag(nrow(m)) - sum(diag(m)) / sum(m)) / sum(m)
  }
  given <- custom_metric(accuracy, "given", slope, lower = 0, upper = 1)
  expect_same_numbers(assess_classifiers(set, given), assess_classifiers(set, own_accuracy))
  expect_identical(calls, 3)
  by_cells <- custom_metric(
    function(tp, fn) tp / (tp + fn), "by_cells", function(tp, fn) c(fn, 0, -tp, 0) / (tp + fn)^2
  )
  expect_equal(assess_classifiers(set, by_cells)$std.error, assess_classifiers(set, "recall")$std.error)
  wrong <- custom_metric(accuracy, "given", function(m) 2 * slope(m))
  expect_error(assess_classifiers(set, wrong), "is not the derivative", class = "verdict_error_metric")
  short <- custom_metric(accuracy, "given", function(m) 1)
  expect_error(assess_classifiers(set, short), "must return 25 numbers", class = "verdict_error_metric")
  missing <- custom_metric(accuracy, "given", function(m) slope(m) * NA)
  expect_error(assess_classifiers(set, missing), "is not the derivative", class = "verdict_error_metric")
})

test_that("what the function is called with is as documented", {
  set <- several()
  seen <- list()
  spy <- function(m) {
    seen[[length(seen) + 1]] <<- m
    sum(diag(m)) / sum(m)
  }
  assess_classifiers(set, custom_metric(spy, "spy"))
  expect_equal(seen[[1]], unclass(as.table(set)[, , 1]), ignore_attr = TRUE)
  expect_identical(dimnames(seen[[1]]), list(truth = set$classes, prediction = set$classes))
  seen <- list()
  assess_classifiers(set, custom_metric(spy, "spy", per_class = TRUE), classes = set$classes[3])
  truth <- read_fixture("multiclass.csv")$truth == set$classes[3]
  called <- read_fixture("multiclass.csv")$bayes == set$classes[3]
  expect_equal(
    as.vector(seen[[1]]), c(sum(truth & called), sum(!truth & called), sum(truth & !called), sum(!truth & !called))
  )
  expect_identical(dimnames(seen[[1]]), list(truth = c("class", "rest"), prediction = c("class", "rest")))
})

test_that("a function that is no metric is refused, with the place", {
  set <- several()
  refused <- function(f, pattern, ...) {
    expect_error(assess_classifiers(set, custom_metric(f, "mine", ...)), pattern, class = "verdict_error_metric")
  }
  refused(function(m) NA, "returned `NA`")
  refused(function(m) NaN, "returned `NA`")
  refused(function(m) diag(m), "must return one number.*returned")
  refused(function(m) "a", "must return one number, not a string")
  refused(function(m) NULL, "must return one number, not NULL")
  refused(function(m) stop("no {luck}"), "the function fails: no \\{luck\\}")
  refused(function(m) sum(m), "shares only")
  refused(function(m) 2 + sum(diag(m)) / sum(m), "not between", upper = 1)
})

test_that("kinks, jumps and ends of the domain are no smooth places", {
  set <- several()
  share <- assess_classifiers(set, "accuracy")$estimate[1]
  accuracy <- function(m) sum(diag(m)) / sum(m)
  rough <- list(
    function(m) abs(accuracy(m) - share), function(m) max(accuracy(m), share),
    function(m) if (accuracy(m) > share) 1 else accuracy(m), function(m) sqrt(accuracy(m) - share),
    function(m) abs(accuracy(m) - share - 1e-6)
  )
  for (f in rough) {
    expect_error(
      suppressWarnings(assess_classifiers(set, custom_metric(f, "rough"))), "not smooth at the estimate",
      class = "verdict_error_metric"
    )
  }
  expect_error(
    compare_classifiers(set, custom_metric(rough[[1]], "rough"), method = "bootstrap", R = 99),
    "of bayes.*truth .* predicted as"
  )
})

test_that("NA and Inf are answers where a class is missing", {
  rows <- data.frame(t = rep(c("a", "b"), c(6, 4)), p = rep(c("a", "b"), c(7, 3)), q = "a")
  set <- prediction_set(t ~ p + q, rows)
  precision <- custom_metric(function(tp, fp) tp / (tp + fp), "own_precision", lower = 0, upper = 1)
  found <- assess_classifiers(set, precision, classes = "b")
  expect_identical(is.na(found$estimate), c(FALSE, TRUE))
  expect_match(found$note[2], "gives q no value")
  found <- compare_classifiers(set, precision, classes = "b")
  expect_true(is.na(found$estimate) && is.na(found$p.value))
  expect_match(found$note, "no value")
  odds <- custom_metric(function(tp, fp) tp / fp, "odds", lower = 0, measure = "ratio")
  found <- assess_classifiers(set, odds, classes = "b")
  expect_identical(found$estimate[1], Inf)
  expect_match(found$note[1], "infinite")
  flat <- custom_metric(function(m) 0.5, "flat")
  expect_identical(compare_classifiers(set, flat)$note, "equal, with zero variance")
})

# 0.7 and 0.9 whatever a row more or less
test_that("a function with steps has no variance between them, and it is said so", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  step <- custom_metric(function(m) floor(10 * sum(diag(m)) / sum(m)) / 10, "steps", label = "accuracy in tenths")
  words <- "zero variance: small changes of the counts do not change accuracy in tenths"
  for (method in list("wald", by_permutation(99), by_bootstrap(99))) {
    found <- compare_classifiers(x, step, method)
    expect_equal(found$estimate, .9 - .7)
    expect_identical(found$std.error, 0)
    expect_true(is.na(found$p.value) && is.na(found$conf.low))
    expect_identical(found$note, words)
  }
  expect_identical(omnibus_test(x, step)$note, words)
  for (interval in list(NULL, by_bootstrap(99))) {
    assessed <- assess_classifiers(x, step, interval = interval)
    expect_equal(assessed$estimate, c(.7, .9))
    expect_identical(assessed$note, rep(words, 2))
  }
  expect_match(assess_classifiers(x, step, interval = "normal")$note, "the normal interval has no width")
  expect_match(paste(capture.output(print(verdict(x, step))), collapse = " "), "could not be compared")
})

test_that("a ratio is the default of a metric that says so", {
  set <- several()
  f <- function(tp, fp, fn, tn) tp / (tp + fn) / (fp / (fp + tn))
  own <- custom_metric(f, "own_lr", lower = 0, measure = "ratio", label = "positive likelihood ratio")
  expect_same_numbers(compare_classifiers(set, own), compare_classifiers(set, "lr_plus"), 1e-6)
  expect_same_numbers(assess_classifiers(set, own), assess_classifiers(set, "lr_plus"))
})

test_that("prevalence curves, independent sets and power take one", {
  set <- several()
  expect_same_numbers(
    prevalence_curve(set, set$classes[1], own_f, at = c(0.1, 0.5)),
    prevalence_curve(set, set$classes[1], "f_meas", at = c(0.1, 0.5))
  )
  expect_same_numbers(compare_independent(set, set, own_kappa), compare_independent(set, set, "kap"), 2e-3)
  expect_same_numbers(
    sample_size(set, metric = own_kappa, reference = "tree"), sample_size(set, metric = "kap", reference = "tree"), 1e-3
  )
  at <- update_prevalence(set)
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(verdict(at, own_f)), "ggplot")
  expect_s3_class(ggplot2::autoplot(verdict(set, list("recall", own_f)), metric = "own_f"), "ggplot")
})

test_that("arguments are checked", {
  f <- function(m) 1
  expect_error(custom_metric(1, "x"), "must be a function", class = "verdict_error_argument")
  expect_error(custom_metric(f), "`name` is missing", class = "verdict_error_argument")
  expect_error(custom_metric(f, ""), "must be one name", class = "verdict_error_argument")
  expect_error(custom_metric(f, NA_character_), "must be one name", class = "verdict_error_argument")
  expect_error(custom_metric(f, "Kappa"), "already", class = "verdict_error_argument")
  expect_error(custom_metric(f, "x", gradient = 2), "`gradient` must be a function", class = "verdict_error_argument")
  expect_error(custom_metric(f, "x", better = "more"), "`better`", class = "verdict_error_argument")
  expect_error(custom_metric(f, "x", lower = 1, upper = 0), "below", class = "verdict_error_argument")
  expect_error(custom_metric(f, "x", lower = "a"), "below", class = "verdict_error_argument")
  expect_error(custom_metric(f, "x", per_class = NA), "per_class", class = "verdict_error_argument")
  expect_error(custom_metric(f, "x", label = 1), "`label`", class = "verdict_error_argument")
  expect_error(custom_metric(f, "x", measure = "ratio"), "can be negative", class = "verdict_error_measure")
  expect_error(
    custom_metric(function(tp) tp, "x", per_class = FALSE), "single classes", class = "verdict_error_argument"
  )
  expect_identical(attr(custom_metric(f, "x", better = NA), "row")$better, NA_character_)
  set <- several()
  expect_error(
    assess_classifiers(set, list(custom_metric(f, "x"), custom_metric(function(m) 2, "x"))), "Two metrics are called",
    class = "verdict_error_metric"
  )
  expect_error(assess_classifiers(set, mean), "custom_metric", class = "verdict_error_metric")
  expect_error(compare_classifiers(set, list("recall", mean)), "custom_metric", class = "verdict_error_metric")
  expect_error(assess_classifiers(set, c("recall", "x")), "custom_metric", class = "verdict_error_metric")
  expect_identical(unique(assess_classifiers(set, c(own_f, "recall"))$metric), c("own_f", "recall"))
  expect_identical(nrow(assess_classifiers(set, list(own_kappa, own_kappa))), 3L)
  expect_error(
    assess_classifiers(estimate_set(c(a = 1, b = 2), diag(2)), own_f), "must name metrics of the set",
    class = "verdict_error_metric"
  )
})

test_that("a custom metric is printed", {
  expect_output(print(own_f), "Metric own_f, better when high")
  expect_output(
    print(custom_metric(function(m) 1, "x", function(m) 1, better = "low")), "with its gradient, better when low"
  )
})

test_that("a metric in small units is checked as in any other", {
  counts <- function(unit) custom_metric(function(m) unit * (sum(m) - sum(diag(m))), "errors", better = "low")
  x <- prediction_set(truth ~ svm + tree, satellite)
  for (unit in c(1, 1e-10)) {
    expect_error(compare_classifiers(x, counts(unit)), "shares only", class = "verdict_error_metric")
  }
})

test_that("what is wrong with a metric is an error of the verb that was called", {
  x <- prediction_set(truth ~ svm + tree, satellite)
  for (f in list(function(m) stop("boom"), function(m) NA, function(m) c(1, 2))) {
    error <- expect_error(compare_classifiers(x, custom_metric(f, "bad")), class = "verdict_error_metric")
    expect_identical(as.character(conditionCall(error)[[1]]), "compare_classifiers")
  }
})

test_that("the good side of a metric with a known name is that of the name", {
  share_wrong <- function(m) 1 - sum(diag(m)) / sum(m)
  x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  said <- format(compare_classifiers(x, custom_metric(share_wrong, "loss"))$decision)
  expect_identical(said, compare_classifiers(x, "error")$decision)
  expect_identical(attr(custom_metric(share_wrong, "loss", better = "high"), "row")$better, "high")
  expect_identical(attr(custom_metric(share_wrong, "wrong"), "row")$better, "high")
})
