test_that("each rule takes the threshold that is best by hand, the largest of equals", {
  of <- function(rule, ..., x = twelve_set()) {
    unname(as_prediction_set(x, threshold_rule(rule, ...))$thresholds[1, ])
  }
  expect_identical(of("youden"), c(.6, .75))
  expect_identical(of("f1"), c(.6, .75))
  expect_identical(of("sensitivity", at_least = .9), c(.3, .4))
  expect_identical(of("sensitivity", at_least = .8), c(.6, .75))
  expect_identical(of("specificity", at_least = .85), c(.6, .75))
  expect_identical(of("specificity", at_least = 1), c(.9, .75))
  expect_identical(of("cost", false_positive = 1, false_negative = 5), c(.3, .4))
  expect_identical(of("prevalence"), c(.6, .7))
  # Nothing reaches it but to call no row
  reversed <- probability_set(twelve$event, a = 1 - twelve$a)
  expect_identical(of("specificity", at_least = 1, x = reversed), Inf)
  expect_identical(of("cost", false_positive = 9, false_negative = 1, x = reversed), Inf)
  # A row of weight 3 is three rows
  w <- rep(1:3, 4)
  many <- twelve[rep(1:12, w), ]
  expect_identical(of("youden", x = twelve_set(weights = w)), of("youden", x = probability_set(event ~ a + b, many)))
  expect_identical(of("f1", x = probability_set(twelve$event, flat = rep(.4, 12))), .4)
})

test_that("labels at a chosen threshold say that it was chosen on the same rows", {
  x <- as_prediction_set(twelve_set(), "youden")
  expect_match(x$notes, "same rows.* 0.6 for a and 0.75 for b.* too good", all = FALSE)
  expect_equal(assess_classifiers(x, "recall")$estimate, c(.8, .8))
  expect_output(print(x), "too good")
  for (rule in c("f1", "prevalence")) {
    expect_match(as_prediction_set(twelve_set(), rule)$notes, "same rows", all = FALSE)
  }
  sure <- as_prediction_set(twelve_set(), threshold_rule("sensitivity", at_least = .9))
  expect_match(sure$notes, "a sensitivity of 0.9", all = FALSE)
  expect_identical(as_prediction_set(twelve_set(), .5)$notes, character())
})

test_that("with folds the threshold of each is that of the others", {
  p <- c(twelve$a, twelve$b, twelve$a / 2, twelve$b^2)
  d <- data.frame(event = rep(twelve$event, 4), p = p, fold = rep(1:4, each = 12))
  x <- probability_set(event ~ p, d, fold = fold)
  labels <- as_prediction_set(x, "youden")
  best <- function(rows) {
    t <- sort(unique(rows$p), decreasing = TRUE)
    J <- vapply(t, function(t) mean(rows$p[rows$event == 1] >= t) - mean(rows$p[rows$event == 0] >= t), 0)
    t[which(J >= max(J) - 1e-12)[1]]
  }
  own <- vapply(1:4, function(h) best(d[d$fold != h, ]), 0)
  expect_identical(labels$thresholds[, "p"], own)
  called <- d$p >= own[d$fold]
  expect_equal(assess_classifiers(labels, "recall")$estimate, mean(called[d$event == 1]))
  expect_match(labels$notes, "each fold was chosen on the other folds", all = FALSE)
  same <- as_prediction_set(x, threshold_rule("youden", cross_fit = FALSE))
  expect_identical(same$thresholds[1, "p"], c(p = best(d)))
  lone <- probability_set(event ~ p, d, fold = d$event + 1)
  expect_error(as_prediction_set(lone, "youden"), "one class", class = "verdict_error_argument")
})

test_that("who compares labels at chosen thresholds is told that the tests take them as given", {
  x <- twelve_set()
  chosen <- suppressWarnings(compare_classifiers(as_prediction_set(x, "youden"), "accuracy"))
  expect_output(print(chosen), "thresholds were chosen by these rows and are taken as given")
  expect_output(print(summary(chosen)), "take them\\s+as given")
  expect_output(print(suppressWarnings(verdict(as_prediction_set(twelve_set(), "youden")))), "take them\\s+as given")
  expect_match(methods_text(chosen), "thresholds were chosen by the same data")
  expect_no_match(capture_output(print(compare_classifiers(as_prediction_set(x, 0.5), "accuracy"))), "taken as given")
})

test_that("labels keep the folds, repetitions and groups of the probabilities", {
  d <- data.frame(
    event = rep(twelve$event, 8), a = c(twelve$a, twelve$b, twelve$a / 2, twelve$b^2),
    b = rev(c(twelve$b, twelve$a^2)), fold = rep(1:4, each = 24), site = rep(c("x", "y", "x"), 32), who = rep(1:48, 2),
    worth = rep(c(1, 2.5), 48)
  )
  labels_of <- function(..., to = 0.4) as_prediction_set(probability_set(event ~ a + b, d, ...), to)
  by_hand <- function(...) {
    called <- transform(d, a = +(a >= 0.4), b = +(b >= 0.4))
    prediction_set(event ~ a + b, called, ..., positive = 1)
  }
  row <- function(x, ...) as.data.frame(compare_classifiers(x, "accuracy", ...))
  expect_equal(row(labels_of(fold = fold)), row(by_hand(fold = fold)))
  expect_identical(row(labels_of(fold = fold, to = "youden"))$method, row(by_hand(fold = fold))$method)
  expect_equal(row(labels_of(fold = fold, id = who)), row(by_hand(fold = fold, id = who)))
  expect_equal(row(labels_of(by = site), over = "groups"), row(by_hand(by = site), over = "groups"))
  # Where labels have no test of folds it is said that these are no independent rows.
  said <- function(x) expect_output(print(suppressMessages(verdict(x))), "trained on overlapping data")
  said(labels_of(fold = fold, id = rep(1:12, each = 8)))
  sampled <- labels_of(fold = fold, weights = worth, weights_are = "sampling")
  said(sampled)
  # Weighted labels have no scores by fold, and none are promised.
  expect_error(as_score_set(sampled), "sampling weights do not keep their folds", class = "verdict_error_fold")
  told <- paste(capture.output(print(suppressMessages(verdict(sampled)), width = 10000)), collapse = " ")
  expect_match(told, "scores of each fold, which score_set() takes, see", fixed = TRUE)
  expect_no_match(told, "as_score_set")
  three <- function(class) as.data.frame(matrix(c(d$a, d$b, 2 - d$a - d$b) / 2, nrow(d), dimnames = list(NULL, class)))
  classes <- c("u", "v", "w")
  x <- probability_set(rep(classes, 32), m = three(classes), n = three(rev(classes)), fold = d$fold)
  expect_match(row(as_prediction_set(x))$method, "corrected K-fold t")
})

test_that("rules that are none are refused", {
  refuse <- function(expr, words) expect_error(expr, words, class = "verdict_error_argument")
  refuse(threshold_rule("best"), "rule")
  refuse(threshold_rule("sensitivity"), "at_least")
  refuse(threshold_rule("sensitivity", at_least = 2), "at_least")
  refuse(threshold_rule("youden", at_least = .5), "other rules")
  refuse(threshold_rule("cost"), "positive numbers")
  refuse(threshold_rule("cost", false_positive = 1, false_negative = -1), "positive numbers")
  refuse(threshold_rule("youden", false_positive = 1), "rule .*cost")
  refuse(threshold_rule("youden", cross_fit = NA), "TRUE or FALSE")
  refuse(as_prediction_set(twelve_set(), threshold_rule("youden", cross_fit = TRUE)), "no folds")
  refuse(as_prediction_set(twelve_set(), "sensitivity"), "at_least")
  refuse(as_prediction_set(twelve_set(), TRUE), "threshold_rule")
})

test_that("costs decide for the class of the smallest expected cost", {
  x <- twelve_set()
  costs <- rbind("1" = c("1" = 0, "0" = 4), "0" = c(1, 0))
  labels <- as_prediction_set(x, costs = costs)
  turned <- t(costs)
  names(dimnames(turned)) <- c("prediction", "truth")
  colnames(turned) <- rownames(turned) <- c("1", "0")
  expect_identical(as_prediction_set(x, costs = turned), labels)
  # Calibrated probabilities are acted on from 1 / (1 + 4) on
  expect_identical(labels$count, as_prediction_set(x, 0.2)$count)
  recall <- function(set) assess_classifiers(set, "recall")$estimate
  expect_equal(recall(labels), recall(as_prediction_set(x, 0.2)))
  d <- thirds()
  costs <- matrix(c(0, 1, 5, 2, 0, 1, 1, 3, 0), 3, dimnames = list(levels(d$truth), levels(d$truth)))
  labels <- as_prediction_set(thirds_set(), costs = costs[3:1, 3:1])
  decided <- factor(levels(d$truth)[apply(d$rf %*% costs, 1, which.min)], levels(d$truth))
  expect_equal(assess_classifiers(labels, "accuracy")$estimate[1], mean(decided == d$truth))
  expect_match(as_prediction_set(x, costs = matrix(1, 2, 2))$notes, "24 ties", all = FALSE)
  refuse <- function(expr, words, class = "costs") expect_error(expr, words, class = paste0("verdict_error_", class))
  refuse(as_prediction_set(x, costs = 1), "a row for each true class")
  refuse(as_prediction_set(thirds_set(), costs = diag(2)), "a row for each true class")
  refuse(as_prediction_set(thirds_set(), costs = `rownames<-`(costs, NULL)), "names")
  refuse(as_prediction_set(x, 0.5, costs = costs), "not both", "argument")
  refuse(as_prediction_set(twelve_set(scores = TRUE), costs = costs), "scores", "argument")
})

test_that("thresholds that have names are those of these classifiers, and of probabilities within 0 and 1", {
  rows <- data.frame(y = c(1, 1, 0, 0), a = c(.9, .4, .3, .2), b = c(.8, .6, .7, .1))
  x <- probability_set(y ~ a + b, rows)
  set <- as_prediction_set(x, threshold = c(b = .65, a = .35))
  # a calls rows 1 and 2, b calls rows 1 and 3.
  expect_equal(assess_classifiers(set, "accuracy")$estimate, c(1, .5))
  expect_equal(set, as_prediction_set(x, threshold = c(.35, .65)))
  refused <- function(threshold, hint) {
    expect_error(as_prediction_set(x, threshold = threshold), hint, class = "verdict_error_argument")
  }
  refused(c(a = .2, c = .3), "must be those of the classifiers")
  refused(c(a = .2, a = .3), "must be those of the classifiers")
  refused(50, "Percent")
  refused(-.1, "between 0 and 1")
  expect_equal(assess_classifiers(as_prediction_set(x, threshold = Inf), "accuracy")$estimate, c(.5, .5))
  scores <- probability_set(y ~ a + b, transform(rows, a = 100 * a, b = 100 * b), scores = TRUE)
  set <- as_prediction_set(scores, threshold = c(b = 65, a = 35))
  expect_equal(assess_classifiers(set, "accuracy")$estimate, c(1, .5))
})

test_that("probabilities that were changed by hand are not made labels", {
  edit <- function(change) {
    scores <- list(a = c(.1, .7, .4, .6, .8, .3), b = c(.2, .6, .5, .9, .4, .1))
    x <- probability_set(c(0, 1, 0, 1, 1, 0), scores, fold = rep(1:2, 3))
    change(unclass(x))
  }
  changes <- list(
    function(x) replace(x, "order", list(replace(x$order, 1, NA))),
    function(x) replace(x, "stratum", list(replace(x$stratum, 1, -2L))),
    function(x) replace(x, "stratum", list(replace(x$stratum, 1, 2000000000L))),
    function(x) replace(x, "scores", list(replace(x$scores, which.max(x$scores), 5))),
    function(x) replace(x, "truth", list(as.character(x$truth))),
    function(x) replace(x, "truth", list(replace(x$truth, 1, NA)))
  )
  for (change in changes) {
    x <- structure(edit(change), class = c("probability_set", "evidence"))
    for (threshold in list(0.5, "youden")) {
      expect_error(as_prediction_set(x, threshold = threshold), class = "verdict_error_set")
    }
  }
})

test_that("costs that are equal but for rounding are ties, of which the first class is taken", {
  for (p in c(.3, .6, .7, .85, .95)) {
    x <- probability_set(rep(0:1, 5), a = rep(p, 10), positive = "1")
    costs <- matrix(c(0, 20 - 20 * p, 20 * p, 0), 2, dimnames = list(0:1, 0:1))
    labels <- as_prediction_set(x, costs = costs)
    expect_identical(assess_classifiers(labels, "recall", classes = "1")$estimate, 1)
    expect_match(printed_text(labels), "Of 10 ties")
  }
})

test_that("costs may have any unit, and one that is prohibitive decides nothing among the others", {
  set.seed(1)
  y <- factor(sample(c("a", "b", "c"), 60, TRUE))
  p <- matrix(rexp(180), 60, dimnames = list(NULL, levels(y)))
  p <- p / rowSums(p)
  x <- probability_set(y, m = p)
  right <- mean(y == c("a", "b")[1 + (p[, 2] > p[, 1])])
  for (large in c(1e3, 1e11, 1e13)) {
    costs <- 1 - diag(3)
    costs[, 3] <- large
    expect_equal(assess_classifiers(as_prediction_set(x, costs = costs), "accuracy")$estimate, right)
  }
  event <- rbinom(40, 1, .5)
  one <- probability_set(event, a = plogis(rnorm(40) + event))
  recall <- function(unit) {
    rule <- threshold_rule("cost", false_positive = unit, false_negative = 3 * unit)
    assess_classifiers(as_prediction_set(one, threshold = rule), "recall", classes = "1")$estimate
  }
  expect_identical(recall(1e-13), recall(1))
})

test_that("a threshold for several classes is told that the largest probability decides", {
  p <- matrix(c(0.5, 0.2, 0.3, 0.1, 0.6, 0.3), 2, byrow = TRUE, dimnames = list(NULL, c("a", "b", "c")))
  x <- probability_set(c("a", "b"), m = p)
  expect_error(
    as_prediction_set(x, threshold = 0.5), "the largest probability decides", class = "verdict_error_argument"
  )
})

test_that("rows without a group stay out of all groups, as in the set of probabilities", {
  event <- rep_len(c(1, 0, 0), 60)
  a <- ((1:60 * 7) %% 13) / 13
  b <- ((1:60 * 5) %% 11) / 11
  group <- rep_len(c("x", "y", "x"), 60)
  group[c(3, 40)] <- NA
  labels <- as_prediction_set(probability_set(event, a = a, b = b, by = group, na = "omit"), 0.5)
  called <- function(p) as.integer(p >= 0.5)
  direct <- prediction_set(event, a = called(a), b = called(b), by = group, na = "omit", positive = 1)
  gaps <- function(x) as.data.frame(compare_gaps(x, "accuracy"))$estimate
  expect_identical(gaps(labels), gaps(direct))
  expect_equal(assess_classifiers(labels, "accuracy")$estimate, assess_classifiers(direct, "accuracy")$estimate)
})
