set <- function() {
  prediction_set(
    truth ~ nb + rf,
    data.frame(truth = c("a", "b", "b"), nb = c("a", "a", "b"), rf = c("b", "b", "b"))
  )
}

test_that("every option is checked, by name", {
  x <- set()
  expect_error(compare_classifiers(x, "sharpness"), class = "verdict_error_metric")
  expect_error(compare_classifiers(x, NA_character_), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, 1), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, character()), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, average = "mean"), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, average = 1), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, conf.level = 95), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, conf.level = c(0.9, 0.95)), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, conf.level = NA_real_), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, beta = 0), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, beta = Inf), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, classes = "c"), class = "verdict_error_class")
  expect_error(compare_classifiers(x, classes = list()), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, reference = "svm"), class = "verdict_error_reference")
  expect_error(compare_classifiers(x, reference = 1), class = "verdict_error_reference")
  expect_error(compare_classifiers(x, p.adjust.method = "x"), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, zero_division = "one"), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, alternative = "both"), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, conf_level = 0.9), class = "verdict_error_argument")
  expect_error(assess_classifiers(x, "accuracy", "none", NULL, NULL, 0.9, 1, "na", 99, 3),
    class = "verdict_error_argument"
  )
  expect_error(compare_classifiers(data.frame(a = 1)), class = "verdict_error_set")
  expect_error(assess_classifiers(1:3), class = "verdict_error_set")
})

test_that("the messages say what came and what is wanted", {
  local_reproducible_output(width = 80)
  x <- set()
  expect_snapshot(error = TRUE, {
    compare_classifiers(x, "sharpness")
    compare_classifiers(x, average = "mean")
    compare_classifiers(x, conf.level = 95)
    compare_classifiers(x, classes = c("c", "d"))
    compare_classifiers(x, reference = "svm")
    compare_classifiers(x, conf_level = 0.9)
    compare_classifiers(data.frame(a = 1))
    assess_classifiers(x, interval = "tango")
  }, transform = function(lines) strwrap(lines, 110, exdent = 2))
})

test_that("an interval must fit the metric", {
  expect_error(
    assess_classifiers(set(), "mcc", interval = "wilson"), "does not fit Matthews correlation.",
    class = "verdict_error_interval"
  )
})

test_that("the sign test has one side", {
  x <- set()
  greater <- compare_classifiers(x, "accuracy", "sign")
  expect_identical(attr(greater, "verdict")$alternative, "greater")
  expect_error(
    compare_classifiers(x, "accuracy", "sign", alternative = "two.sided"),
    'Its two-sided form is `method = "exact"`', class = "verdict_error_method"
  )
})

test_that("one classifier is enough for an assessment, not for a comparison", {
  x <- prediction_set(truth ~ nb, data.frame(truth = c("a", "b"), nb = c("a", "a")))
  expect_equal(assess_classifiers(x)$estimate, 0.5)
  expect_error(compare_classifiers(x), class = "verdict_error_classifier")
})

test_that("classes may be given as factor or number", {
  x <- prediction_set(truth ~ nb + rf, data.frame(truth = 1:3, nb = c(1, 1, 3), rf = c(1, 2, 2)))
  expect_identical(compare_classifiers(x, classes = 2)$class, "2")
  expect_identical(compare_classifiers(x, classes = factor(c("3", "1")))$class, c("1", "3"))
})

test_that("a missing first argument is called missing", {
  for (verb in list(
    compare_classifiers, assess_classifiers, verdict, omnibus_test, update_prevalence,
    prevalence_curve, replicability_study
  )) {
    expect_error(verb(), "`x` is missing", class = "verdict_error_set")
  }
  expect_error(prediction_set(), "`x` is missing", class = "verdict_error_input")
  expect_error(as_prediction_set(), "`x` is missing", class = "verdict_error_input")
})

test_that("options may have names", {
  x <- set()
  expect_silent(named <- compare_classifiers(
    x, c(m = "precision"), method = c(q = "wald"), average = c(a = "macro"), zero_division = c(z = "zero")
  ))
  expect_identical(
    named, compare_classifiers(x, "precision", "wald", average = "macro", zero_division = "zero")
  )
  expect_silent(assess_classifiers(x, c(m = "recall"), average = c(a = "macro")))
})

test_that("underscores, hyphens, spaces and nothing are one spelling", {
  x <- prediction_set(truth ~ svm + tree, satellite)
  for (measure in c("odds_ratio", "odds ratio", "odds-ratio", "oddsratio")) {
    found <- compare_classifiers(x, "recall", measure = measure)
    expect_identical(unique(found$measure), "odds_ratio")
  }
  variance <- function(vcov) compare_classifiers(x, method = "wald", vcov = vcov)
  expect_identical(variance("mancl-derouen"), variance("mancl_derouen"))
  set.seed(1)
  hyphen <- compare_classifiers(x, method = "permutation", p.adjust.method = "max-t", R = 39)
  set.seed(1)
  joined <- compare_classifiers(x, method = "permutation", p.adjust.method = "maxt", R = 39)
  expect_identical(hyphen, joined)
  expect_identical(attr(hyphen, "verdict")$p.adjust.method, "max_t")
  interval <- function(name) assess_classifiers(x, interval = name)
  expect_identical(interval("clopper-pearson"), interval("clopper_pearson"))
  # as papers write them
  expect_identical(compare_classifiers(x, method = "WGS"), compare_classifiers(x, method = "wgs"))
  expect_identical(compare_classifiers(x, "recall", "McNemar"), compare_classifiers(x, "recall", "mcnemar"))
  expect_identical(interval("Wilson"), interval("wilson"))
  expect_identical(check_choice("bh", "p.adjust.method", stats::p.adjust.methods), "BH")
  expect_error(check_choice("odds", "measure", measures), class = "verdict_error_argument")
  expect_error(check_choice(NA_character_, "measure", measures), class = "verdict_error_argument")
})

test_that("a measure is said in words", {
  x <- prediction_set(truth ~ svm + tree, satellite)
  found <- compare_classifiers(x, "recall", measure = "odds_ratio")
  shown <- c(capture.output(print(found)), capture.output(print(summary(found))))
  expect_true(any(grepl("odds ratio", shown, ignore.case = TRUE)))
  expect_false(any(grepl("odds_ratio", shown, fixed = TRUE)))
})

test_that("classes are found whatever type their labels are typed in", {
  d <- data.frame(truth = c(1e5, 2), m1 = c(1e5, 1e5), m2 = c(2, 2))
  set <- prediction_set(truth ~ m1 + m2, d)
  for (classes in list(1e5, 100000L, "100000", factor("100000"), I(1e5))) {
    expect_identical(unique(assess_classifiers(set, "recall", classes = classes)$class), "100000")
  }
  flags <- prediction_set(truth ~ m1, data.frame(truth = c(TRUE, FALSE), m1 = TRUE))
  expect_identical(assess_classifiers(flags, "recall", classes = TRUE)$class, "TRUE")
  expect_error(assess_classifiers(set, "recall", classes = 2.5), class = "verdict_error_class")
  expect_error(assess_classifiers(set, "recall", classes = Inf), class = "verdict_error_class")
  for (wrong in list(NA, c("2", NA), character(), list("2"), mean, quote(x), matrix("2"), NaN, 1i)) {
    expect_error(assess_classifiers(set, "recall", classes = wrong), class = "verdict_error_argument")
  }
})

test_that("what would not fit is refused before it is allocated", {
  instead <- "Use {.code combine = \"simes\"}, which needs no covariance."
  expect_silent(check_memory(4e9, "The covariance of 22,360 tests", instead))
  expect_error(
    check_memory(8 * 1e10, "The covariance of 100,000 tests", instead),
    "The covariance of 100,000 tests would take 80 GB", class = "verdict_error_size"
  )
  expect_error(check_memory(8e12, "It", instead), "8000 GB.*simes", class = "verdict_error_size")
})

test_that("what becomes a set by itself is told how", {
  model <- structure(list(), class = "train")
  of <- function(x, verbs, ...) {
    maker <- if (inherits(x, "resamples")) "as_score_set(x)" else "as_prediction_set(x)"
    for (verb in verbs) expect_error(verb(x, ...), maker, fixed = TRUE, class = "verdict_error_set")
  }
  of(model, list(update_prevalence, sample_size, replicability_study))
  of(model, list(compare_independent), y = model)
  expect_error(verdict(cbind(a = TRUE, b = FALSE)), "prediction_set(x)", fixed = TRUE, class = "verdict_error_set")
  expect_error(as_prediction_set(structure(list(), class = "lm")), "predicts first", class = "verdict_error_input")
  expect_null(hint_set(satellite))
  expect_null(hint_set(1:3))
  expect_error(verdict(cbind(a = c(.8, .9), b = c(.7, .8))), "score_set", class = "verdict_error_set")
})

test_that("ends that a number may not have are said not to belong", {
  set <- prediction_set(truth ~ naive_bayes + svm, satellite)
  refused <- function(expr, words) expect_error(expr, words, class = "verdict_error")
  refused(verdict(set, headline = 0), "strictly between 0 and 1, not 0")
  refused(compare_classifiers(set, conf.level = 1), "strictly between 0 and 1, not 1")
  refused(sample_size(set, power = 1), "strictly between 0.05 and 1, not 1")
  refused(verdict(set, margin = Inf), "positive and finite, not Inf")
  refused(sample_size(set, difference = c(0.01, 0.02)), "one number other than 0, not 0.01, 0.02")
})

test_that("a misspelt argument is answered by methods that print or turn into words", {
  set <- prediction_set(truth ~ naive_bayes + svm, satellite)
  v <- verdict(set)
  misspelt <- list(
    quote(print(v, widht = 60)), quote(print(v, n = -1)), quote(print(v$comparison, N = 3)), quote(print(set, n = 2)),
    quote(print(summary(set), digit = 2)), quote(summary(set, digit = 2)), quote(format(v$comparison, note = TRUE)),
    quote(as.character(v, digit = 2)), quote(print(summary(v), digit = 2)),
    quote(as.character(v$comparison, digit = 2)),
    quote(print(rank_classifiers(set), N = 2)), quote(print(flips(set), N = 2)),
    quote(print(omnibus_test(set, over = "classes"), N = 2))
  )
  for (call in misspelt) expect_error(eval(call), "Unknown argument", class = "verdict_error_argument")
})

test_that("numbers of 64 bits, whose bits are other numbers to R, are refused by their type", {
  five <- structure(5 * 2^-1074, class = "integer64")
  fives <- structure(rep(5 * 2^-1074, 2), class = "integer64")
  few <- data.frame(truth = c("a", "b", NA, NA), nb = c("a", "a", "b", "b"), rf = c("b", "b", "b", "a"))
  labelled <- prediction_set(truth ~ nb + rf, few, labelling = "random")
  calls <- list(
    function() next_labels(labelled, five), function() truth_bounds(set(), five, "accuracy"),
    function() replicability_study(set(), sizes = five), function() replicability(fives),
    function() partial_conjunction(five), function() ppi_mean(fives, c(1, 1)),
    function() ppi_mean(list2DF(list(a = c(1, 0), b = fives)), matrix(1, 2, 2)),
    function() set()[five], function() ratio_set(cbind(a = 1:2, b = 1:2), five),
    function() fit_gee(y ~ x, list2DF(list(y = 0:1, x = fives)), 1:2)
  )
  for (call in calls) expect_error(call(), "integer64", class = "verdict_error")
})

test_that("nor are they taken by their bits as costs, covariances, margins, offsets or degrees of freedom", {
  wide <- function(x) structure(x * 2^-1074, class = "integer64")
  costs <- wide(1 - diag(2))
  dimnames(costs) <- list(c("a", "b"), c("a", "b"))
  scored <- probability_set(c("a", "b", "a", "b"), m = c(0.2, 0.6, 0.7, 0.9), positive = "a")
  expect_error(expected_cost(costs), class = "verdict_error_costs")
  expect_error(as_prediction_set(scored, costs = costs), class = "verdict_error_costs")
  expect_error(flips(set(), truth_error = costs), class = "verdict_error_argument")
  expect_error(combine_p(c(0.1, 0.2), "stouffer", covariance = wide(diag(2)), covariance_type = "z"), "integer64")
  expect_error(gate(set(), reference = set()$classifiers[1], margin = wide(1)), class = "verdict_error_margin")
  expect_error(estimate_set(c(a = 4, b = 5), wide(diag(2)), metric = "m"), class = "verdict_error_vcov")
  replicates <- wide(cbind(a = 1:200, b = 200:1))
  expect_error(
    estimate_set(c(a = 4, b = 5), replicates = replicates, metric = "m"), class = "verdict_error_replicates"
  )
  rows <- list2DF(list(y = c(0, 1, 1, 0, 1, 0), x = c(1, 3, 2, 5, 4, 2), o = wide(rep(1, 6))))
  expect_error(fit_gee(y ~ x, rows, 1:6, offset = o), class = "verdict_error_offset")
  expect_error(confint(fit_gee(y ~ x, rows, 1:6), df = wide(10)), class = "verdict_error_df")
})

test_that("a whole number that is too large is told how large it may be", {
  equal <- scenario_rates(discordant = c(0.1, 0.1))
  calls <- list(
    function(n) simulate_predictions(equal, n), function(n) rejection_rate(equal, n = c(50, n)),
    function(n) resampling_plan(20, seed = n), function(n) resampling_plan(20, folds = n), scenario_random,
    resampling_plan
  )
  for (call in calls) expect_error(call(2^31), "to 2147483647, not 2147483648", class = "verdict_error")
  expect_error(simulate_predictions(equal, 0.5), "one whole number, 1 or more, not 0.5", fixed = TRUE)
})
