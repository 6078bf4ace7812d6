# A binary set from the eight cells of one class (yes), classifier 1 first.
paired <- function(S, R) {
  rows <- expand.grid(b = c("yes", "no"), a = c("yes", "no"), truth = c("yes", "no"))
  prediction_set(truth ~ a + b, rows, weights = c(S, R), levels = c("yes", "no"))
}

paired1 <- function() paired(c(319, 78, 22, 32), c(31, 53, 22, 155))

test_that("a published example comes out", {
  # Altman and Bland (1994): liver scan, prevalence 25 %: PPV 0.45, NPV 0.95.
  x <- prediction_set(truth ~ scan, data.frame(
    truth = c("abnormal", "normal", "abnormal", "normal"),
    scan = c("abnormal", "abnormal", "normal", "normal"), n = c(231, 32, 27, 54)
  ), weights = n)
  found <- assess_classifiers(
    update_prevalence(x, c(abnormal = 0.25)), c("precision", "npv"), classes = "abnormal"
  )
  expect_equal(round(found$estimate, 2), c(0.45, 0.95))
})

test_that("estimates are Bayes' rule", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  q <- stats::setNames(c(0.3, 0.1, 0.1, 0.2, 0.2, 0.1), levels(satellite$truth))
  found <- assess_classifiers(update_prevalence(x, q), c("precision", "npv"))
  for (name in c("naive_bayes", "random_forest")) {
    given <- prop.table(table(satellite$truth, satellite[[name]]), 1)
    joint <- q * given
    expect_equal(
      found$estimate[found$metric == "precision" & found$classifier == name],
      unname(diag(joint) / colSums(joint))
    )
    expect_equal(
      found$estimate[found$metric == "npv" & found$classifier == name],
      unname(1 - (q - diag(joint)) / (1 - colSums(joint)))
    )
  }
})

test_that("standard errors of a binary set follow the formula", {
  # var(logit PPV) = 1/TP - 1/P + 1/FP - 1/Q
  x <- update_prevalence(paired1(), c(yes = 0.1))
  found <- assess_classifiers(x, "precision", classes = "yes")
  tp <- c(397, 341)
  fp <- c(84, 53)
  p <- found$estimate
  expect_equal(found$std.error / (p * (1 - p)), sqrt(1 / tp - 1 / 451 + 1 / fp - 1 / 261))
})

test_that("the relative updated precision is the delta method's on eight cells", {
  found <- compare_classifiers(
    update_prevalence(paired1(), c(yes = 0.1)), "precision", classes = "yes"
  )
  # log(PPV2 / PPV1) as a function of the cells, differentiated numerically.
  value <- function(n) {
    se <- c(n[1] + n[2], n[1] + n[3]) / sum(n[1:4])
    fpr <- c(n[5] + n[6], n[5] + n[7]) / sum(n[5:8])
    ppv <- se * 0.1 / (se * 0.1 + fpr * 0.9)
    log(ppv[2] / ppv[1])
  }
  n <- c(319, 78, 22, 32, 31, 53, 22, 155)
  g <- vapply(seq_along(n), FUN.VALUE = 0, function(i) {
    h <- replace(numeric(8), i, 1e-3)
    (value(n - 2 * h) - 8 * value(n - h) + 8 * value(n + h) - value(n + 2 * h)) / 12e-3
  })
  expect_equal(found$estimate, exp(value(n)))
  expect_equal(found$std.error, sqrt(sum(n * g^2)), tolerance = 1e-8)
  expect_equal(log(found$conf.high) - log(found$estimate), qnorm(0.975) * found$std.error)
})

test_that("the data's own shares change no estimate", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  own <- c(prop.table(table(satellite$truth)))
  metrics <- c("precision", "npv", "accuracy", "mcc", "f_meas", "specificity")
  expect_equal(
    assess_classifiers(update_prevalence(x, own), metrics)$estimate,
    assess_classifiers(x, metrics)$estimate
  )
})

test_that("recall does not depend on the prevalence, nor does its standard error", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  columns <- c("estimate", "std.error")
  expect_equal(
    as.data.frame(assess_classifiers(update_prevalence(x), "recall"))[columns],
    as.data.frame(assess_classifiers(x, "recall"))[columns]
  )
})

test_that("the bootstrap agrees with the delta method", {
  x <- update_prevalence(paired1(), c(yes = 0.1))
  set.seed(1)
  boot <- compare_classifiers(
    x, "precision", "bootstrap", "ratio", classes = "yes", interval = "percentile", R = 3999
  )
  wald <- compare_classifiers(x, "precision", classes = "yes")
  expect_equal(boot$conf.low, wald$conf.low, tolerance = 0.02)
  expect_equal(boot$conf.high, wald$conf.high, tolerance = 0.02)
})

test_that("observations that occur repeatedly stay clusters", {
  twice <- rbind(satellite, satellite)
  once <- prediction_set(truth ~ naive_bayes + tree, satellite)
  x <- prediction_set(truth ~ naive_bayes + tree, twice, id = rep(seq_len(nrow(satellite)), 2))
  columns <- c("estimate", "std.error", "p.value")
  expect_equal(
    as.data.frame(compare_classifiers(update_prevalence(x)))[columns],
    as.data.frame(compare_classifiers(update_prevalence(once)))[columns]
  )
})

test_that("shares are named, or one number of the positive class", {
  x <- paired1()
  expect_equal(update_prevalence(x, c(no = 0.9, yes = 0.1))$prevalence, c(yes = 0.1, no = 0.9))
  expect_error(
    update_prevalence(x, c(0.1, 0.9)), "c(yes = 0.1, no = 0.9)", fixed = TRUE, class = "verdict_error_prevalence"
  )
  expect_error(update_prevalence(x, c(0.1, 0.2, 0.7)), "one share for each", class = "verdict_error_prevalence")
  expect_error(
    update_prevalence(x, 0.1), "c(yes = 0.1)` or `c(no = 0.1)", fixed = TRUE, class = "verdict_error_prevalence"
  )
  for (positive in x$classes) {
    x$positive <- positive
    expect_equal(update_prevalence(x, 0.1)$prevalence[[positive]], 0.1)
    expect_error(update_prevalence(x, c(0.1, 0.9)), "of which classes", class = "verdict_error_prevalence")
    expect_equal(update_prevalence(x, c(no = 0.1))$prevalence, c(yes = 0.9, no = 0.1))
  }
  expect_equal(update_prevalence(x, c(no = 0.1))$prevalence, c(yes = 0.9, no = 0.1))
  expect_equal(update_prevalence(x)$prevalence, c(yes = 0.5, no = 0.5))
})

test_that("rare classes keep their digits", {
  # For small q the ratio of precisions is that of the positive likelihood ratios, and that of
  # the other class 1 + q times the difference of the negative ones.
  x <- paired1()
  q <- 1e-9
  found <- compare_classifiers(update_prevalence(x, c(yes = q)))
  sens <- c(397, 341) / 451
  fpr <- c(84, 53) / 261
  lr <- (1 - sens) / (1 - fpr)
  expect_equal(found$estimate[1], (sens[2] / fpr[2]) / (sens[1] / fpr[1]), tolerance = 1e-8)
  expect_equal((found$estimate[2] - 1) / q, lr[1] - lr[2], tolerance = 1e-4)
})

test_that("impossible prevalences are refused", {
  x <- paired1()
  expect_prevalence_error <- function(prevalence, set = x) {
    expect_error(update_prevalence(set, prevalence), class = "verdict_error_prevalence")
  }
  for (end in 0:1) {
    expect_error(update_prevalence(x, end), "precision is 0 or 1 whoever predicts", class = "verdict_error_prevalence")
    near <- update_prevalence(x, c(yes = abs(end - 1e-9)))
    expect_equal(assess_classifiers(near, "precision", classes = "yes")$estimate, rep(end, 2), tolerance = 1e-7)
    expect_equal(assess_classifiers(near, "recall")$estimate, assess_classifiers(x, "recall")$estimate)
  }
  expect_error(update_prevalence(x, 2), "must be numbers between 0 and 1, not 2.$")
  expect_prevalence_error(1.5)
  expect_prevalence_error("half")
  expect_prevalence_error(NA_real_)
  expect_prevalence_error(c(0.5, 0.6))
  expect_prevalence_error(c(yes = 1e-11))
  expect_prevalence_error(c(0.2, 0.3, 0.5))
  expect_prevalence_error(c(maybe = 0.1))
  expect_prevalence_error(c(yes = 0.1, maybe = 0.9))
  absent <- prediction_set(
    truth ~ a, data.frame(truth = c("x", "y"), a = c("x", "z"))
  )
  expect_prevalence_error(NULL, absent)
  expect_error(update_prevalence(1), class = "verdict_error_set")
  expect_error(
    compare_classifiers(update_prevalence(x), method = "wgs"), class = "verdict_error_method"
  )
  expect_error(
    assess_classifiers(update_prevalence(x), "precision", interval = "wilson"),
    "does not fit precision at a given prevalence", class = "verdict_error_interval"
  )
})

test_that("a curve holds the metric at each prevalence, and where it flips", {
  x <- prediction_set(truth ~ naive_bayes + random_forest + tree, spam_filters)
  curve <- prevalence_curve(x, "spam", "accuracy", at = c(0.1, 0.5, 0.9))
  at <- assess_classifiers(update_prevalence(x, c(spam = 0.5)), "accuracy")
  expect_equal(curve$estimate[curve$prevalence == 0.5], at$estimate)
  # se q + sp (1 - q) is linear: the crossing is exact.
  flips <- attr(curve, "flips")
  rate <- function(name, class) {
    mean(spam_filters[[name]][spam_filters$truth == class] == class)
  }
  gap <- function(class) rate("tree", class) - rate("naive_bayes", class)
  crossing <- gap("nonspam") / (gap("nonspam") - gap("spam"))
  expect_equal(flips$prevalence[flips$classifier == "tree"], crossing)
})

test_that("precision never flips", {
  x <- prediction_set(truth ~ naive_bayes + random_forest + tree, spam_filters)
  expect_identical(nrow(attr(prevalence_curve(x, "spam"), "flips")), 0L)
})

test_that("curves are checked", {
  x <- paired1()
  expect_error(prevalence_curve(1, "a"), class = "verdict_error_set")
  expect_error(prevalence_curve(x, c("yes", "no")), class = "verdict_error_class")
  expect_error(prevalence_curve(x, "yes", c("npv", "mcc")), class = "verdict_error_metric")
  expect_error(prevalence_curve(x, "yes", at = 0:1), "such as 0.001", class = "verdict_error_prevalence")
})

test_that("other classes keep their proportions when that of one varies", {
  expect_equal(vary_prevalence(c(1, 1, 2, 0), 2, 0.4), c(0.2, 0.4, 0.4, 0))
  rows <- data.frame(truth = c("c", "a", "c", "b"), a = c("a", "a", "c", "b"), b = "b")
  curve <- prevalence_curve(prediction_set(truth ~ a + b, rows, id = 1:4), "b", "accuracy", at = 0.4)
  expect_equal(curve$estimate, c(0.4 + 0.2 + 0.4 / 2, 0.4)) # recalls 1, 1 and 1/2
})

test_that("the curve is of the positive class, where there is one", {
  rows <- data.frame(truth = rep(c("n", "y"), 6), a = rep(c("n", "y", "y"), 4), b = rep(c("y", "n", "y"), 4))
  x <- prediction_set(truth ~ a + b, rows, positive = "y", id = 1:12)
  curve <- prevalence_curve(x, at = c(0.2, 0.5))
  expect_identical(curve, prevalence_curve(x, "y", at = c(0.2, 0.5)))
  both <- prediction_set(truth ~ a + b, rows, id = 1:12)
  expect_error(prevalence_curve(both), "which class is to vary.*\"n\" and \"y\"", class = "verdict_error_class")
  skip_if_not_installed("ggplot2")
  expect_error(ggplot2::autoplot(curve[, 1:5]), "prevalence_curve", class = "verdict_error_plot")
  expect_error(ggplot2::autoplot(curve, foo = 1), class = "verdict_error_argument")
})

test_that("curves are drawn", {
  skip_if_not_installed("ggplot2")
  x <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
  plot <- ggplot2::autoplot(prevalence_curve(x, "spam", "accuracy", at = c(0.1, 0.5, 0.9)))
  expect_s3_class(plot$facet, "FacetNull")
  expect_match(plot$labels$caption, "flips at 0.78")
  file <- tempfile(fileext = ".pdf")
  on.exit(unlink(file))
  grDevices::pdf(file)
  plot(prevalence_curve(x, "spam", at = c(0.2, 0.4)))
  expect_no_message(plot(prevalence_curve(x, "spam", at = 0.2)))
  grDevices::dev.off()
  expect_gt(file.size(file), 1000)
})

test_that("what is printed says the prevalence", {
  x <- update_prevalence(paired1(), c(yes = 0.1))
  expect_output(print(compare_classifiers(x)), "At prevalence yes 0.1 and no 0.9.", fixed = TRUE)
})

both_prevalences <- function(x, verb, ...) {
  rbind(verb(x, ...), verb(update_prevalence(x, c(spam = 0.05)), ...))
}

test_that("rows say at which prevalence they are", {
  x <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
  both <- both_prevalences(x, compare_classifiers)
  expect_identical(both$method, rep(c("weighted generalized score", "Wald"), each = 2))
  expect_identical(both$prevalence, rep(c(NA, "0.95/0.05"), each = 2))
  expect_output(print(both, width = 200), "empirical .*weighted generalized score\n.*0.95/0.05 .*Wald\n")
  expect_output(print(both), "Prevalence: shares of nonspam and spam", fixed = TRUE)
  expect_output(print(both[3:4, ]), "At prevalence nonspam 0.95 and spam 0.05.", fixed = TRUE)
  expect_false("prevalence" %in% names(format(both[1:2, ])))
  expect_no_match(capture.output(print(both[1:2, ])), "prevalence")
  expect_output(print(verdict(update_prevalence(x))), "Test: Wald.", fixed = TRUE)
  expect_identical(short_shares(rep(1 / 8, 8)), "0.125/0.125/0.125/0.125/0.125/0.125/...")
})

test_that("empirical and updated are drawn side by side", {
  skip_if_not_installed("ggplot2")
  two <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
  plot <- ggplot2::autoplot(both_prevalences(two, compare_classifiers))
  expect_identical(levels(plot$data$series), c("empirical", "at 0.95/0.05"))
  three <- prediction_set(truth ~ naive_bayes + tree + random_forest, spam_filters)
  plot <- ggplot2::autoplot(both_prevalences(three, assess_classifiers, "precision"))
  expect_identical(unique(plot$data$section), paste("Precision,", c("empirical", "at 0.95/0.05")))
  expect_identical(nlevels(plot$data$series), 3L)
  metrics <- ggplot2::autoplot(both_prevalences(three, assess_classifiers, c("precision", "npv")))
  expect_identical(unique(metrics$data$section)[4], "Negative predictive value, at 0.95/0.05")
})

test_that("tests of all classifiers are drawn side by side", {
  skip_if_not_installed("ggplot2")
  x <- prediction_set(truth ~ naive_bayes + tree + random_forest, spam_filters)
  plot <- ggplot2::autoplot(both_prevalences(x, omnibus_test, method = "wald"))
  expect_identical(levels(plot$data$panel), c("empirical", "at 0.95/0.05"))
})

test_that("a result by two tests is drawn by test", {
  skip_if_not_installed("ggplot2")
  x <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
  tests <- rbind(compare_classifiers(x, method = "gs"), compare_classifiers(x, method = "wgs"))
  expect_identical(
    levels(ggplot2::autoplot(tests)$data$series), c("generalized score", "weighted generalized score")
  )
  rare <- compare_classifiers(update_prevalence(x, c(spam = 0.05)))
  expect_identical(
    levels(ggplot2::autoplot(rbind(tests, rare))$data$series)[3], "at 0.95/0.05, Wald"
  )
})

test_that("the plot of a verdict at a prevalence draws what it says", {
  skip_if_not_installed("ggplot2")
  x <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
  result <- verdict(update_prevalence(x, c(spam = 0.05)))
  rows <- ggplot2::autoplot(result)$data
  expect_equal(rows$estimate, c(result$overall$estimate, result$comparison$estimate))
})

test_that("what does not depend on the prevalence keeps its test and its p-value to the digit", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters, positive = "spam")
  at <- update_prevalence(x, 0.05)
  same <- c("method", "p.value", "log.p.value", "estimate", "std.error", "statistic", "conf.low", "conf.high")
  for (metric in c("sensitivity", "specificity", "fpr", "fnr", "LR+", "LR-", "bal_accuracy")) {
    expect_identical(
      as.data.frame(compare_classifiers(at, metric))[same], as.data.frame(compare_classifiers(x, metric))[same],
      info = metric
    )
    expect_identical(assess_classifiers(at, metric)$conf.low, assess_classifiers(x, metric)$conf.low, info = metric)
    expect_identical(omnibus_test(at, metric)$p.value, omnibus_test(x, metric)$p.value, info = metric)
  }
  exact <- lapply(list(x, at), compare_classifiers, "recall", "exact")
  expect_identical(exact[[1]]$p.value, exact[[2]]$p.value)
  expect_identical(compare_classifiers(at, "npv")$method, "Wald")
  # Of several classes what is not one class is weighted.
  several <- prediction_set(truth ~ naive_bayes + tree, satellite)
  rare <- update_prevalence(several)
  expect_identical(compare_classifiers(rare, "recall")$p.value, compare_classifiers(several, "recall")$p.value)
  expect_identical(unique(compare_classifiers(rare, "specificity")$method), "Wald")
  twice <- rbind(satellite, satellite)
  repeated <- prediction_set(truth ~ naive_bayes + tree, twice, id = rep(seq_len(nrow(satellite)), 2))
  expect_identical(
    compare_classifiers(update_prevalence(repeated), "recall")$p.value, compare_classifiers(repeated, "recall")$p.value
  )
})

test_that("one classifier has a curve, one class no prevalence", {
  x <- prediction_set(truth ~ tree, spam_filters)
  curve <- prevalence_curve(x, "spam", at = c(0.2, 0.6))
  at <- assess_classifiers(update_prevalence(x, c(spam = 0.6)), "precision", classes = "spam")
  expect_equal(curve$estimate[2], at$estimate)
  expect_identical(nrow(attr(curve, "flips")), 0L)
  only <- prediction_set(truth ~ nb, data.frame(truth = c("a", "a"), nb = c("a", "a")))
  expect_error(update_prevalence(only), "only the class", class = "verdict_error_prevalence")
})

test_that("a curve needs a prevalence to be drawn at", {
  set <- prediction_set(truth ~ nb, data.frame(truth = c("a", "b"), nb = c("a", "a")))
  expect_error(prevalence_curve(set, "a", at = numeric()), class = "verdict_error_prevalence")
})

test_that("a curve needs a class, and a verdict says the prevalence", {
  set <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
  expect_error(prevalence_curve(set), "which class", class = "verdict_error_class")
  rare <- verdict(update_prevalence(set, c(spam = 0.05)))
  expect_match(capture.output(rare), "At prevalence .*spam 0.05", all = FALSE)
})

test_that("the prevalence is kept by class", {
  x <- prediction_set(truth ~ tree, spam_filters)
  expect_equal(update_prevalence(x, c(spam = 0.05))$prevalence, c(nonspam = 0.95, spam = 0.05))
  expect_equal(update_prevalence(x)$prevalence, c(nonspam = 0.5, spam = 0.5))
})

test_that("a curve needs every class in the truth", {
  d <- data.frame(truth = c("a", "a"), m1 = c("a", "b"))
  two <- prediction_set(truth ~ m1, d)
  expect_error(prevalence_curve(two, "a"), "No row of class \"b\"", class = "verdict_error_prevalence")
  expect_error(prevalence_curve(two, "b"), "No row of class \"b\"", class = "verdict_error_prevalence")
  one <- prediction_set(truth ~ m1, d[1, ])
  expect_error(prevalence_curve(one, "a"), "only the class", class = "verdict_error_prevalence")
})

test_that("crossings are found between points and at them", {
  q <- c(0.1, 0.3, 0.5, 0.7, 0.9)
  expect_equal(sign_changes(q, c(-1, 1, 3, 2, 1)), 0.2)
  expect_equal(sign_changes(q, c(-1, 0, 1, 1, -3)), c(0.3, 0.75))
  expect_equal(sign_changes(q, c(-1, 0, 0, 1, 1)), 0.4)
  expect_identical(sign_changes(q, c(0, 1, 0, 1, 0)), numeric())
  expect_identical(sign_changes(q, c(NA, 1, 1e-17, 1, NA)), numeric())
})

test_that("prevalences of a curve and its flips are told in order", {
  skip_if_not_installed("ggplot2")
  x <- prediction_set(truth ~ naive_bayes + random_forest + tree, spam_filters)
  curve <- prevalence_curve(x, "spam", "accuracy", at = c(0.9, 0.1, 0.5, 0.1))
  expect_identical(unique(curve$prevalence), c(0.1, 0.5, 0.9))
  attr(curve, "flips") <- data.frame(classifier = "a", reference = "b", prevalence = c(0.9, 0.74, 0.741))
  expect_match(ggplot2::autoplot(curve)$labels$caption, "flips at 0.74, 0.9.", fixed = TRUE)
})

test_that("a curve prints in words first", {
  curve <- prevalence_curve(prediction_set(truth ~ naive_bayes + tree, spam_filters), class = "spam")
  lines <- capture.output(print(curve, n = 4, width = 80))
  expect_match(lines[1], "Precision where the prevalence of spam is 0.01 to 0.99; intervals 95%", fixed = TRUE)
  expect_match(lines, "The curves do not cross.", fixed = TRUE, all = FALSE)
  expect_match(lines, "more rows; print(x, n = Inf) shows all.", fixed = TRUE, all = FALSE)
  attr(curve, "flips") <- data.frame(classifier = "tree", reference = "naive_bayes", prevalence = 0.25)
  expect_output(print(curve), "The curves cross: tree and naive_bayes at 0.25.", fixed = TRUE)
  attr(curve, "flips") <- NULL
  expect_output(print(curve), "std.error")
})

test_that("no two curves have one colour: more classifiers than colours have a panel each", {
  skip_if_not_installed("ggplot2")
  set.seed(3)
  truth <- rep(c("a", "b"), c(30, 50))
  guesses <- lapply(1:9, function(j) ifelse(stats::runif(80) < 0.5 + j / 25, truth, rev(truth)))
  names(guesses) <- paste0("m", 9:1)
  curve <- function(n) {
    x <- prediction_set(truth ~ ., data.frame(truth, guesses[seq_len(n)]), levels = c("a", "b"))
    ggplot2::autoplot(prevalence_curve(x, "a", at = c(0.1, 0.3, 0.5, 0.7, 0.9)))
  }
  eight <- ggplot2::ggplot_build(curve(8))
  lines <- eight$data[[3]]
  expect_equal(length(unique(lines$colour)), 8)
  expect_identical(eight$plot$scales$get_scales("colour")$limits, paste0("m", 9:2))
  nine <- curve(9)
  expect_identical(as.character(ggplot2::ggplot_build(nine)$layout$layout$panel), paste0("m", 9:1))
  expect_match(nine$labels$caption, "Grey: the other classifiers")
})

test_that("many places where curves cross are not listed in a picture", {
  skip_if_not_installed("ggplot2")
  x <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters)
  curve <- prevalence_curve(x, "spam", at = c(0.2, 0.8))
  attr(curve, "flips") <- data.frame(classifier = "a", reference = "b", prevalence = (1:13) / 20)
  expect_match(ggplot2::autoplot(curve)$labels$caption, "flips at many prevalences.", fixed = TRUE)
})

test_that("a prevalence that is no number at all is refused", {
  x <- prediction_set(truth ~ tree, spam_filters)
  for (none in list(new.env(), quote(x), mean)) {
    expect_error(update_prevalence(x, none), "must be numbers", class = "verdict_error_prevalence")
  }
})

test_that("shares that are lost next to 1 are refused", {
  expect_error(update_prevalence(paired1(), c(yes = 1e-12, no = 1 - 1e-12)), class = "verdict_error_prevalence")
})

test_that("shares that do not sum to one are refused with their sum", {
  x <- prediction_set(truth ~ a, data.frame(truth = c("u", "v", "w"), a = c("u", "v", "v")))
  expect_error(update_prevalence(x, c(u = 0.5, v = 0.2, w = 0.2)), "sums to 0.9", class = "verdict_error_prevalence")
})

test_that("a perfect classifier is that at any prevalence, however its rows add up", {
  truth <- rep(c("y", "n"), 3:4)
  x <- prediction_set(truth, a = truth, b = rev(truth), c = rep_len(c("n", "y"), 7), positive = "y")
  for (set in list(x, x[c("c", "b", "a")], x[c("b", "a")])) {
    for (share in seq(0.1, 0.9, 0.1)) {
      found <- assess_classifiers(update_prevalence(set, share), c("accuracy", "error"))
      own <- found[found$classifier == "a", ]
      expect_identical(own$estimate, c(1, 0))
      expect_identical(own$status, rep("no_logit", 2))
    }
  }
})
