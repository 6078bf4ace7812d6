x <- function() prediction_set(truth ~ naive_bayes + tree, spam_filters)

test_that("every verb takes the formula that makes its set", {
  f <- truth ~ naive_bayes + tree
  d <- spam_filters
  verbs <- list(
    verdict = list(), assess_classifiers = list("recall"), compare_classifiers = list("accuracy", reference = "tree"),
    rank_classifiers = list(), omnibus_test = list(over = "classes", method = "simes"),
    flips = list(), power_comparison = list(n = 500),
    sample_size = list(difference = 0.02), update_prevalence = list(prevalence = c(spam = 0.1)),
    prevalence_curve = list(class = "spam", at = c(0.1, 0.2))
  )
  for (verb in names(verbs)) {
    run <- get(verb)
    expect_identical(do.call(run, c(list(f, d), verbs[[verb]])), do.call(run, c(list(x()), verbs[[verb]])), info = verb)
  }
  set.seed(1)
  found <- replicability_study(f, d, sizes = 200, test_fractions = 0.5, n = 2)
  set.seed(1)
  expect_identical(found, replicability_study(x(), sizes = 200, test_fractions = 0.5, n = 2))
  folds <- prediction_set(truth ~ random_forest + svm, vehicle_cv, id = id, fold = fold, repetition = repetition)
  expect_identical(
    compare_bayesian(truth ~ random_forest + svm, vehicle_cv, id = id, fold = fold, repetition = repetition),
    compare_bayesian(folds)
  )
})

test_that("arguments of the set go to the set, as columns, strings or vectors", {
  d <- transform(spam_filters, w = rep_len(1:3, nrow(spam_filters)), case = rep_len(1:700, nrow(spam_filters)))
  wanted <- assess_classifiers(prediction_set(truth ~ tree, d, id = case, weights = w, positive = "spam"), "precision")
  expect_identical(
    assess_classifiers(truth ~ tree, d, "precision", id = case, weights = "w", positive = "spam"), wanted
  )
  case <- d$case
  d$case <- NULL
  expect_identical(assess_classifiers(truth ~ tree, d, "precision", id = case, weights = w, event = "spam"), wanted)
  d$tree[3] <- NA
  expect_error(verdict(truth ~ naive_bayes + tree, d, weights = w, id = case), class = "verdict_error_na")
  expect_identical(verdict(truth ~ naive_bayes + tree, d, na = "omit", weights = w, id = case)$set$n_omitted, 1)
})

test_that("without data the variables are found where the formula was written", {
  local({
    truth <- spam_filters$truth
    rf <- spam_filters$random_forest
    c <- spam_filters$tree
    set <- prediction_set(truth ~ rf + c)
    expect_identical(set, prediction_set(spam_filters, truth, c(rf = random_forest, c = tree)))
    expect_identical(assess_classifiers(truth ~ rf + c), assess_classifiers(set))
    id <- seq_along(truth)
    expect_true(prediction_set(truth ~ rf, id = id)$keyed)
    paste <- function() NULL
    expect_error(prediction_set(truth ~ paste), "variable that does not exist", class = "verdict_error_column")
    expect_error(prediction_set(truth ~ rf + nowhere), "as `data`", class = "verdict_error_column")
    short <- rf[-1]
    expect_error(prediction_set(truth ~ short), class = "verdict_error_length")
    expect_error(prediction_set(truth ~ .), "which is missing", class = "verdict_error_formula")
    expect_error(prediction_set(spam_filters$truth ~ spam_filters$tree), "Give the data frame as `data`")
    expect_error(verdict(truth ~ rf + c, NULL), NA)
  })
  mean <- spam_filters$tree
  inner <- function(mean) {
    truth <- spam_filters$truth
    prediction_set(truth ~ mean)$n
  }
  expect_identical(inner(spam_filters$tree), 1601)
})

test_that("a list of columns is data too", {
  expect_identical(prediction_set(truth ~ tree, as.list(satellite)), prediction_set(truth ~ tree, satellite))
  expect_error(prediction_set(truth ~ tree, list(truth = 1:2, tree = 1:3)), class = "verdict_error_input")
})

test_that("independent samples are two data frames of one formula", {
  old <- spam_filters[1:800, ]
  new <- spam_filters[801:1601, ]
  of <- function(data) prediction_set(truth ~ tree, data, positive = "spam")
  wanted <- compare_independent(of(old), of(new))
  expect_identical(compare_independent(truth ~ tree, old, new, positive = "spam"), wanted)
  expect_identical(compare_independent(truth ~ tree, old, of(new), positive = "spam"), wanted)
  local({
    a <- old$truth
    tree <- old$tree
    b <- new$truth
    other <- new$tree
    expect_equal(compare_independent(a ~ tree, y = b ~ other)$p.value, wanted$p.value)
  })
  expect_error(compare_independent(truth ~ tree, old), "`y` is missing", class = "verdict_error_set")
  expect_error(
    compare_independent(truth ~ tree, old, truth ~ svm), "paired, not independent", class = "verdict_error_set"
  )
})

test_that("errors are those of the verb that was called", {
  caught <- tryCatch(verdict(truth ~ nothing, satellite), error = identity)
  expect_identical(rlang::call_name(caught$call), "verdict")
  caught <- tryCatch(compare_classifiers(truth ~ svm + tree, satellite, "nothing"), error = identity)
  expect_identical(rlang::call_name(caught$call), "compare_classifiers")
  expect_error(compare_classifiers(satellite), "compare_classifiers(truth ~ rf + tree, data)", fixed = TRUE)
})

test_that("weights of classes belong to the combination, those of rows to the formula", {
  combined <- by_combination(weights = stats::setNames(1:6, levels(satellite$truth)))
  d <- cbind(satellite, w = 2)
  found <- omnibus_test(truth ~ svm + tree, d, weights = w, over = "classes", method = combined)
  expect_equal(found$mean, 21)
  expect_identical(
    found, omnibus_test(prediction_set(truth ~ svm + tree, d, weights = w), over = "classes", method = combined)
  )
})

test_that("an error speaks of the call that was written", {
  d <- spam_filters
  fail <- tryCatch(compare_classifiers(truth ~ tree + svm, d, metric = "no_such"), error = identity)
  expect_match(deparse(conditionCall(fail))[1], "compare_classifiers(truth ~", fixed = TRUE)
})

test_that("contrasts take a formula for the set, before that of the contrast", {
  set <- prediction_set(truth ~ ., satellite)
  expect_identical(
    compare_classifiers(truth ~ ., satellite, contrasts = svm ~ tree + naive_bayes),
    compare_classifiers(set, contrasts = svm ~ tree + naive_bayes)
  )
})

test_that("a minus leaves classifiers out", {
  named <- function(formula) prediction_set(formula, satellite)$classifiers
  expect_identical(named(truth ~ . - tree), c("naive_bayes", "random_forest", "svm"))
  expect_identical(named(truth ~ . - truth - (tree + svm)), c("naive_bayes", "random_forest"))
  expect_setequal(named(truth ~ . - (tree - svm)), c("naive_bayes", "random_forest", "svm"))
  expect_error(named(truth ~ . - forest), "leaves out \"forest\"", class = "verdict_error_formula")
  expect_error(named(truth ~ svm - .), class = "verdict_error_formula")
  expect_error(named(truth ~ svm - svm), class = "verdict_error_classifier")
  expect_error(named(truth ~ . - 1), class = "verdict_error_formula")
  expect_error(named(truth ~ svm + svm), "more than once", class = "verdict_error_column")
})

test_that("a column under a wrong name is told what the argument is called", {
  d <- transform(spam_filters, patient_no = rep_len(1:800, nrow(spam_filters)))
  wrong <- function(...) verdict(truth ~ naive_bayes + tree, d, ...)
  expect_error(wrong(cluster = patient_no), "Did you mean `id`", class = "verdict_error_argument")
  expect_error(wrong(weight = patient_no * 2), "Did you mean `weights`", class = "verdict_error_argument")
  expect_error(wrong(ref = tree), "Did you mean `reference`", class = "verdict_error_argument")
  expect_error(
    compare_independent(truth ~ tree, d, d, folds = patient_no), "Did you mean `fold`", class = "verdict_error_argument"
  )
  tree <- "tree"
  expect_error(wrong(reference = nowhere), "nowhere")
  expect_identical(wrong(id = patient_no, reference = tree)$comparison$reference[1], "tree")
})

test_that("numbers between 0 and 1 are taken for probabilities where it is plain of what, and else it is asked", {
  said <- "verdict_message_probabilities"
  expect_message(v <- compare_classifiers(event ~ a + b, twelve), "probabilities of", class = said)
  expect_identical(v$p.value, compare_classifiers(twelve_set())$p.value)
  quiet <- function(...) suppressMessages(compare_classifiers(...))
  clustered <- compare_classifiers(twelve_set(id = patient))
  expect_identical(quiet(event ~ a + b, twelve, id = patient)$p.value, clustered$p.value)
  grouped <- compare_classifiers(twelve_set(by = rep(1:2, 6)), "brier", over = "groups")
  expect_identical(quiet(event ~ a + b, twelve, "brier", by = rep(1:2, 6), over = "groups")$p.value, grouped$p.value)
  event <- twelve$event == 1
  a <- twelve$a
  b <- twelve$b
  expect_identical(quiet(event ~ a + b)$p.value, v$p.value)
  label <- transform(twelve, event = ifelse(event == 1, "ill", "well"))
  expect_error(compare_classifiers(event ~ a + b, label), "probability_set", class = "verdict_error_positive")
  expect_identical(quiet(event ~ a + b, label, positive = "ill")$p.value, v$p.value)
  expect_identical(quiet(event ~ a + b, label, event = "ill")$p.value, v$p.value)
  ask <- function(...) compare_classifiers(event ~ a + b, ...)
  expect_message(ask(transform(twelve, a = replace(a, 1, NA)), na = "partial"), "probabilities of .1.,", class = said)
  expect_error(ask(twelve, levels = 0:1), "probability_set", class = "verdict_error_argument")
  expect_match(capture.output(suppressMessages(print(verdict(event ~ a + b, twelve)))), "AUC", all = FALSE)

  certain <- transform(twelve, b = round(b))
  expected <- compare_classifiers(probability_set(event ~ a + b, certain), "brier")$estimate
  expect_identical(quiet(event ~ a + b, certain, "brier")$estimate, expected)
  called <- transform(twelve, a = round(a), b = round(b), patient = NULL)
  expect_silent(compare_classifiers(event ~ a + b, called, "accuracy"))
  percent <- transform(twelve, a = 100 * a + .5)
  expect_error(compare_classifiers(event ~ a + b, percent), "Percent", class = "verdict_error_scores")
  decisions <- transform(twelve, a = round(10 * a) - 5, b = round(10 * b) - 5, event = c("no", "yes")[event + 1])
  expect_error(verdict(event ~ a + b, decisions), "scores = TRUE", class = "verdict_error_scores")
  regression <- transform(twelve, event = event / 3, patient = NULL)
  expect_error(compare_classifiers(event ~ a + b, regression), class = "verdict_error_label")

  d <- thirds()
  wide <- data.frame(truth = d$truth, rf = d$rf, svm = d$svm)
  expect_message(v <- compare_classifiers(truth ~ rf + svm, wide), "each class", class = said)
  expect_identical(v$p.value, compare_classifiers(thirds_set())$p.value)
  matrices <- wide["truth"]
  matrices[c("rf", "svm")] <- d[c("rf", "svm")]
  expect_identical(quiet(truth ~ rf + svm, matrices)$p.value, v$p.value)
  halves <- list(twelve[c(1:3, 6:9), ], twelve[c(4:5, 10:12), ])
  apart <- suppressMessages(compare_independent(event ~ a, halves[[1]], halves[[2]]))
  sets <- lapply(halves, function(part) probability_set(event ~ a, part))
  expect_identical(apart$p.value, compare_independent(sets[[1]], sets[[2]])$p.value)
})

test_that("a column called . cannot be told from all others in a formula", {
  d <- data.frame(t = rep(c("a", "b"), 5), m = "a", `.` = "b", check.names = FALSE)
  expect_error(prediction_set(t ~ ., d), "A column is called", class = "verdict_error_formula")
  expect_identical(prediction_set(t ~ m, d)$classifiers, "m")
  expect_identical(prediction_set(d, t, -t)$classifiers, c("m", "."))
})
