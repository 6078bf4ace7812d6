x <- prediction_set(truth ~ svm + tree, satellite)

test_that("misspelt arguments are answered", {
  meant <- function(call, hint) {
    expect_error(call, hint, fixed = TRUE, class = "verdict_error_argument")
  }
  meant(compare_classifiers(x, metrics = "f1"), "Did you mean `metric`?")
  meant(verdict(x, conf_level = 0.9), "Did you mean `conf.level`?")
  meant(verdict(x, alpha = 0.1), "conf.level = 0.95")
  meant(verdict(x, metod = "wald"), "Did you mean `method`?")
  meant(assess_classifiers(x, na.rm = TRUE), "`na` of `prediction_set()`")
  meant(assess_classifiers(x, id = 1), "argument of `prediction_set()`: give it there")
  meant(prediction_set(truth ~ svm, satellite, na.rm = TRUE), "na = \"omit\"")
  meant(prediction_set(truth ~ svm, satellite, wieghts = 1), "Did you mean `weights`?")
  meant(prediction_set(truth ~ svm, satellite, case_weights = 1), "Did you mean `weights`?")
  meant(assess_calibration(NULL, method = "spiegelhalter"), "Did you mean `test`?")
  meant(compare_classifiers(x, seed = 1), "set.seed()")
  meant(verdict(x, postive = "red soil"), "`positive` of `prediction_set()`")
  p <- data.frame(t = rep(c("n", "y"), 10), a = (1:20) / 21, b = (20:1) / 21)
  scored <- probability_set(t ~ a + b, p, positive = "y")
  meant(decision_curve(t ~ a + b, p, positive = "y"), "argument of `probability_set()`: give it there")
  meant(score_curve(scored, positive = "y"), "`positive` is an argument of `probability_set()`")
  meant(verdict(scored, levels = "y"), "`levels` is an argument of `prediction_set()`")
  s <- score_set(cbind(a = c(0.8, 0.7, 0.9), b = c(0.7, 0.6, 0.8)), design = "folds")
  meant(verdict(s, by = "y"), "`by` is an argument of `score_set()`")
  meant(verdict(x, delta = 0.01), "Did you mean `margin`?")
  meant(power_comparison(x, 100, delta = 0.01), "Did you mean `difference`?")
  meant(resampling_plan(20, k = 5), "Did you mean `folds`?")
  meant(compare_classifiers(x, B = 100), "Did you mean `R`?")
  meant(by_bootstrap(B = 100), "Did you mean `R`?")
  meant(compare_classifiers(x, ratio = 0.1), "`method = by_corrected_t(ratio = )`")
  meant(compare_classifiers(x, tresholds = 0.1), "`metric = net_benefit(thresholds = )`")
  meant(assess_classifiers(x, prevalance = 0.1), "`update_prevalence(x, prevalence = )`")
  meant(compare_classifiers(x, k = 3), "`resampling_plan(folds = )`")
  meant(compare_classifiers(x, paired = TRUE), "compare_independent()")
  meant(probability_set(truth ~ svm, satellite, cutoff = 0.5), "`as_prediction_set(x, threshold = )`")
  meant(compare_classifiers(x, exact = TRUE), "`method = \"exact\"`")
  meant(compare_classifiers(x, correct = FALSE), "`method = \"mcnemar_cc\"` has one")
  meant(compare_classifiers(x, strata = 1), "`fold` of `probability_set()`; groups are `by`")
  meant(verdict(x, direction = "<"), "a higher score speaks for the event")
  meant(probability_set(truth ~ svm, satellite, direction = "<"), "give `-score`")
  # Of a generic, what its methods take.
  v <- verdict(x, "accuracy")
  meant(flips(x, refrence = "svm"), "Did you mean `reference`?")
  meant(as_table(v, capton = "a"), "Did you mean `caption`?")
  meant(report_verdict(v, titel = "a"), "Did you mean `title`?")
  meant(compare_classifiers(x, zzz = 1), "See the help page")
  meant(do.call(compare_classifiers, stats::setNames(list(x, 1), c("x", "\u00e4"))), "See the help page")
})

test_that("no verb swallows an argument that it does not know", {
  s <- score_set(cbind(a = c(0.8, 0.7, 0.9), b = c(0.7, 0.6, 0.8)), design = "folds")
  e <- estimate_set(c(a = 1, b = 2), diag(2))
  items <- score_set(cbind(a = c(0.8, 0.7, 0.9), b = c(0.7, 0.6, 0.8)), design = "items")
  found <- compare_classifiers(x, "accuracy")
  calls <- list(
    quote(verdict(x, zzz = 1)), quote(assess_classifiers(x, zzz = 1)), quote(compare_classifiers(x, zzz = 1)),
    quote(rank_classifiers(x, zzz = 1)), quote(omnibus_test(x, zzz = 1)),
    quote(omnibus_test(x, over = "classes", zzz = 1)),
    quote(omnibus_test(x, over = "metrics", zzz = 1)), quote(flips(x, zzz = 1)),
    quote(update_prevalence(x, zzz = 1)), quote(prevalence_curve(x, "red soil", zzz = 1)),
    quote(power_comparison(x, 100, zzz = 1)), quote(sample_size(x, zzz = 1)), quote(compare_independent(x, x, zzz = 1)),
    quote(compare_bayesian(s, zzz = 1)), quote(compare_classifiers(s, contrasts = list(1:2), zzz = 1)),
    quote(effect_sizes(s, zzz = 1)), quote(item_variance(items, zzz = 1)), quote(summary(s, zzz = 1)),
    quote(vcov(x, zzz = 1)), quote(vcov(s, zzz = 1)), quote(vcov(e, zzz = 1)), quote(as.table(x, zzz = 1)),
    quote(as_prediction_set(x, zzz = 1)), quote(as_score_set(s, zzz = 1)),
    quote(prediction_set(truth ~ svm, satellite, zzz = 1)),
    quote(prediction_set(satellite, truth, svm, zzz = 1)), quote(prediction_set(matrix(TRUE, 2, 2), zzz = 1)),
    quote(score_set(cbind(a = 1:2, b = 1:2), design = "folds", zzz = 1)),
    quote(estimate_set(c(a = 1), diag(1), zzz = 1)),
    quote(tidy(found, zzz = 1)), quote(glance(found, zzz = 1)), quote(as.data.frame(s, zzz = 1)),
    quote(replicability_study(x, 100, 0.5, 2, zzz = 1)), quote(verdict(truth ~ svm + tree, satellite, zzz = 1))
  )
  for (call in calls) {
    expect_error(eval(call), class = "verdict_error_argument", info = deparse(call)[1])
  }
})

test_that("every argument that lives elsewhere is one of the function that is named", {
  homes <- lapply(sub("^(method|metric) = ", "", argument_homes), str2lang)
  for (name in names(homes)) {
    call <- homes[[name]]
    if (name == "digits") next
    maker <- as.character(call[[1]])
    classes <- c("data.frame", "prediction_set", "probability_set", "evidence", "default")
    methods <- lapply(classes, function(class) utils::getS3method(maker, class, TRUE))
    known <- unlist(lapply(c(list(match.fun(maker)), Filter(is.function, methods)), function(f) names(formals(f))))
    expect_true(name %in% known, info = name)
  }
})

test_that("choices that are misspelt or called otherwise are answered", {
  expect_identical(
    assess_classifiers(x, "accuracy", interval = "exact")$conf.low,
    assess_classifiers(x, "accuracy", interval = "clopper_pearson")$conf.low
  )
  expect_error(
    compare_classifiers(x, "accuracy", "mcnamar"), "Did you mean \"mcnemar\"", class = "verdict_error_argument"
  )
})

test_that("metrics that are none are answered", {
  say <- function(metric, message) {
    expect_error(assess_classifiers(x, metric), message, class = "verdict_error_metric")
  }
  local_reproducible_output(width = 500)
  say("sensitivty", "Did you mean \"sensitivity\"")
  say("f_score1", "Did you mean \"f_score\"")
  say("acuracy", "Did you mean \"accuracy\"")
  for (name in c("roc_auc", "AUC", "brier_class", "log loss", "pr.auc")) say(name, "needs probabilities.*score_set")
  say(c("auc", "brier"), "need probabilities: predicted labels cannot give them")
  for (name in c("hand_till", "rps_skill", "sens_at_spec")) say(name, "needs probabilities")
  say("rmse", "of predicted numbers")
  say("sharpness", "must name metrics")
})

test_that("the nearest name is found", {
  expect_identical(closest_name("Conf_Level", c("level", "conf.level")), "conf.level")
  expect_identical(closest_name("met", c("average", "metric")), "metric")
  expect_null(closest_name("xyz", c("average", "metric")))
  expect_null(closest_name("", "a"))
  expect_null(closest_name(NA_character_, "a"))
  expect_null(closest_name("a", character()))
})

test_that("what nothing uses is not taken in silence", {
  x <- prediction_set(truth ~ svm + tree, satellite)
  unused <- function(code, what) expect_error(code, what, class = "verdict_error_argument")
  unused(verdict(x, R = 99), "no use here")
  unused(compare_classifiers(x, method = "gs", R = 99), "no use here")
  unused(compare_classifiers(x, method = by_bootstrap(R = 99), R = 999), "stands in `method` .99.")
  unused(verdict(x, beta = 2), "f_meas")
  unused(assess_classifiers(x, c("recall", "npv"), beta = 2), "f_meas")
  expect_equal(compare_classifiers(x, "f1", beta = 2)$estimate, compare_classifiers(x, f_meas(beta = 2))$estimate)
})

test_that("functions without options tell a misspelt argument too", {
  refused <- function(code) expect_error(code, "Unknown argument", class = "verdict_error_argument")
  refused(cd_groups(1, lvl = 2))
  refused(compare_gaps(1, grups = "a"))
  refused(where_better(1, mrgin = 1))
  refused(partial_conjunction(0.1, methd = "simes"))
  refused(simpson_check(1, clases = "a"))
  expect_error(standardise_groups(1, share = "equal", shraes = "equal"), "shares", class = "verdict_error_argument")
})

test_that("a method knows the arguments of its generic", {
  v <- verdict(prediction_set(truth ~ svm + tree, satellite), "accuracy")
  expect_error(as_table(v, fromat = "latex"), "Did you mean `format`?", class = "verdict_error_argument")
})
