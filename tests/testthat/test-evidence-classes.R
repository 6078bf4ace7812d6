all_class_metrics <- function(x) {
  metrics <- c("hand_till", "brier", "log_loss", "brier_skill", "log_skill")
  found <- rbind(
    assess_classifiers(x, "roc_auc", average = "macro"), assess_classifiers(x, "roc_auc", average = "weighted"),
    assess_classifiers(x, metrics)
  )
  matrix(found$estimate, 2, dimnames = list(x$classifiers, names(brute_classes(thirds()$truth, thirds()$rf, 1:40))))
}

test_that("areas, Hand and Till's M and scores of several classes are what they are by definition", {
  d <- thirds()
  one <- rep(1, 40)
  found <- all_class_metrics(thirds_set())
  expect_equal(found["rf", ], brute_classes(d$truth, d$rf, one))
  expect_equal(found["svm", ], brute_classes(d$truth, d$svm, one))
  found <- all_class_metrics(thirds_set(weights = d$weight))
  expect_equal(found["svm", ], brute_classes(d$truth, d$svm, d$weight))
  fold <- rep(1:4, 10)
  found <- assess_classifiers(thirds_set(fold = fold), "hand_till")
  expect_equal(found$estimate[1], brute_classes(d$truth, d$rf, one, fold)[["hand_till"]])
  found <- assess_classifiers(thirds_set(fold = fold), "roc_auc", average = "macro")
  expect_equal(found$estimate[2], brute_classes(d$truth, d$svm, one, fold)[["macro"]])
  # A result says that it is of an average.
  expect_identical(unique(found$average), "macro")
})

test_that("their covariance is that of the contributions of rows, each class by its own number", {
  d <- thirds()
  u <- Map(brute_contributions, list(d$truth), d[c("rf", "svm")])
  names(u) <- c("rf", "svm")
  n <- as.vector(table(d$truth))
  factor <- list(between = sqrt(n / (n - 1))[d$truth], mean = sqrt(40 / 39))
  metrics <- c("hand_till", "brier", "log_loss", "brier_skill", "log_skill")
  U <- do.call(cbind, lapply(metrics, function(metric) {
    vapply(u, function(own) own[, metric] * if (metric == "hand_till") factor$between else factor$mean, numeric(40))
  }))
  V <- vcov(thirds_set(), metrics)
  expect_equal(matrix(V, 10), unname(crossprod(U)), tolerance = 1e-6)
  of <- function(average, ...) compare_classifiers(thirds_set(...), "roc_auc", average = average)
  gap <- (u$svm - u$rf)[, c("macro", "weighted")] * factor$between
  expect_equal(c(of("macro")$std.error, of("weighted")$std.error), sqrt(unname(colSums(gap^2))), tolerance = 1e-6)
  by_class <- tapply(gap[, "macro"]^2, d$truth, sum)
  expect_equal(of("macro")$df, sum(by_class)^2 / sum(by_class^2 / (n - 1)), tolerance = 1e-6)

  w <- brute_contributions(d$truth, d$rf, d$weight)
  n <- as.vector(tapply(d$weight, d$truth, sum))
  expect_equal(
    vcov(thirds_set(weights = d$weight), "hand_till")[1, 1],
    sum(d$weight * (w[, "hand_till"] * sqrt(n / (n - 1))[d$truth])^2), tolerance = 1e-6
  )
})

test_that("clusters of rows are those of METHODS' first form: sums, each class by the clusters that have it", {
  d <- thirds()
  x <- thirds_set(id = d$patient)
  u <- brute_contributions(d$truth, d$rf)
  n <- rowSums(table(d$truth, d$patient) > 0)
  sums <- rowsum(u[, "hand_till"] * sqrt(n / (n - 1))[d$truth], d$patient)
  expect_equal(vcov(x, "hand_till")[1, 1], sum(sums^2), tolerance = 1e-6)
  share <- as.vector(table(d$patient)) / 40
  expect_equal(vcov(x, "brier")[1, 1], sum(rowsum(u[, "brier"], d$patient)^2 / (1 - share)), tolerance = 1e-6)
  expect_equal(compare_classifiers(x, "hand_till")$df, min(n) - 1)
  expect_gt(compare_classifiers(x, "brier")$df, 5)
  expect_equal(eigen(vcov(x, c("hand_till", "roc_auc", "brier")))$values >= -1e-12, rep(TRUE, 10))
})

test_that("one class against the rest is the set of that class", {
  d <- thirds()
  one <- probability_set(d$truth, rf = d$rf, svm = d$svm, positive = "b")
  plain <- probability_set(d$truth == "b", rf = d$rf[, "b"], svm = d$svm[, "b"])
  expect_identical(one$scores, plain$scores)
  expect_identical(one[c("rf")]$negative, "not b")
  metrics <- list("roc_auc", "average_precision", partial_auc(0.5), net_benefit(0.2), "calibration_slope")
  columns <- c("estimate", "std.error", "conf.low", "conf.high", "note")
  all <- assess_classifiers(thirds_set(), metrics)
  expect_equal(as.list(all[all$class == "b", columns]), as.list(assess_classifiers(plain, metrics)[columns]))
  pairs <- compare_classifiers(thirds_set(), "roc_auc", classes = "b")
  expect_equal(pairs$p.value, compare_classifiers(plain, "roc_auc")$p.value)
  expect_identical(unique(assess_classifiers(thirds_set(), "brier", classes = c("c", "a"))$class), c("a", "c"))
  expect_equal(
    assess_classifiers(thirds_set(), "brier", classes = "b")$estimate, assess_classifiers(plain, "brier")$estimate
  )
  expect_equal(assess_classifiers(plain, "hand_till")$estimate, assess_classifiers(plain, "roc_auc")$estimate)
})

test_that("verbs take several classes", {
  x <- thirds_set()
  expect_match(paste(capture.output(print(verdict(x))), collapse = " "), "Hand-Till AUC: .*Brier score")
  expect_lt(omnibus_test(x, "roc_auc", over = "classes")$p.value, 0.05)
  expect_identical(rank_classifiers(x)$classifier[1], "svm")
  set.seed(1)
  drawn <- compare_classifiers(x, c("hand_till", "brier"), method = by_bootstrap(R = 199))
  expect_equal(drawn$estimate, compare_classifiers(x, c("hand_till", "brier"))$estimate)
  set.seed(1)
  expect_lt(assess_classifiers(x, "hand_till", interval = by_bootstrap(R = 199))$conf.low[1], 0.9)
  same <- probability_set(thirds()$truth, rf = thirds()$rf, again = thirds()$rf)
  pairs <- compare_classifiers(same, c("hand_till", "brier", "roc_auc"))
  expect_identical(pairs$note, c("identical rankings", "identical probabilities", rep("identical rankings", 3)))
})

test_that("what several classes do not have is refused with what they have", {
  x <- thirds_set()
  refuse <- function(expr, words) expect_error(expr, words, class = "verdict_error_argument")
  refuse(assess_classifiers(x, net_benefit(c(.1, .2))), "one threshold at a time")
  refuse(assess_classifiers(x, "hand_till", classes = "a"), "all classes together")
  refuse(assess_classifiers(x, "average_precision", average = "macro"), "not averaged")
  refuse(assess_classifiers(x, "roc_auc", average = "micro"), "not averaged")
  expect_error(operating_points(x, specificity = 0.9), "against the rest", class = "verdict_error_set")
})

test_that("a class without rows, or with one, leaves out what needs it and says so", {
  d <- thirds()
  four <- factor(d$truth, c("a", "b", "c", "d"))
  x <- probability_set(four, rf = cbind(d$rf, d = 0), svm = cbind(d$svm, d = 0))
  found <- assess_classifiers(x, c("hand_till", "roc_auc", "brier", "brier_skill", "log_skill"))
  expect_match(found$note[1], "undefined for class d: class absent from truth")
  expect_identical(is.na(found$estimate), rep(c(TRUE, FALSE, TRUE, FALSE), c(2, 6, 2, 6)))
  plain <- assess_classifiers(thirds_set(), c("brier", "brier_skill", "log_skill"))
  expect_equal(found$estimate[11:16], plain$estimate)
  expect_match(assess_classifiers(x, "roc_auc", average = "weighted")$note[1], "class d")

  keep <- c(which(d$truth != "c"), which(d$truth == "c")[1])
  lone <- thirds_set(data = lapply(d, function(part) if (is.matrix(part)) part[keep, ] else part[keep]))
  found <- assess_classifiers(lone, "hand_till")
  expect_false(anyNA(found$estimate))
  expect_true(all(is.na(found$conf.low)))
  expect_match(found$note[1], "only one row of a class")
  clustered <- assess_classifiers(thirds_set(id = rep(1, 40)), "hand_till")
  expect_match(clustered$note[1], "one cluster")
  few <- thirds_set(id = ifelse(d$truth == "a", 0, d$patient))
  expect_match(assess_classifiers(few, "hand_till")$note[1], "too few clusters")
  only <- probability_set(factor(rep("a", 5), c("a", "b", "c")), rf = d$rf[1:5, ])
  found <- assess_classifiers(only, c("brier_skill", "brier"))
  expect_match(found$note[1], "no row outside the class")
  expect_false(is.na(found$estimate[2]))
})

test_that("perfect columns have an area of exactly 1, and what happened at probability 0 an infinite loss", {
  truth <- factor(rep(letters[1:6], 5))
  p <- diag(6)[as.integer(truth), ]
  colnames(p) <- letters[1:6]
  x <- probability_set(truth, sure = p, other = p[, 6:1][, 6:1] * 0.5 + 1 / 12)
  found <- assess_classifiers(x, c("hand_till", "roc_auc"))
  expect_identical(found$estimate, rep(1, 14))
  expect_match(found$note[1], "perfect separation")
  expect_identical(assess_classifiers(x, "roc_auc", average = "macro")$estimate, c(1, 1))
  expect_identical(assess_classifiers(x, "roc_auc", average = "weighted")$estimate, c(1, 1))
  wrong <- p
  wrong[1, ] <- p[2, ]
  found <- assess_classifiers(probability_set(truth, sure = wrong), "log_loss")
  expect_identical(found$estimate, Inf)
  expect_match(found$note, "infinite")
})

test_that("calibration of several classes is that of each against the rest, in one family", {
  x <- thirds_set()
  found <- assess_calibration(x, p.adjust.method = "bonferroni")
  expect_identical(found$class, rep(c("a", "b", "c"), each = 2))
  own <- assess_calibration(thirds_set(positive = "b"), p.adjust.method = "none")
  expect_equal(as.list(found[3:4, c("statistic", "p.value", "miscalibration", "ece")]), as.list(own[c(
    "statistic", "p.value", "miscalibration", "ece"
  )]))
  expect_equal(found$adj.p.value, pmin(1, 6 * found$p.value))
  expect_error(assess_calibration(x, p.adjust.method = "best"), class = "verdict_error_argument")
  expect_error(assess_calibration(thirds_set(scores = TRUE)), class = "verdict_error_set")
  expect_error(assess_calibration(thirds_set(id = thirds()$patient)), class = "verdict_error_set")
})

test_that("folds with one class only are said", {
  d <- twelve
  fold <- c(1, 1, 1, 1, 2, 1, 1, 1, 1, 3, 3, 3)
  x <- probability_set(event ~ a, d, fold = fold)
  said <- function(x) gsub("\\s+", " ", paste(capture.output(print(x)), collapse = " "))
  expect_match(said(x), "within 3 folds; 2 of them have one class only")
  expect_equal(assess_classifiers(x)$estimate, 13.5 / 16)
  expect_match(said(probability_set(event ~ a, d, fold = ifelse(fold == 3, 1, fold))), "1 of them has one class only")
})

test_that("the ranked probability score is the squared distance of cumulated probabilities, of ordered classes", {
  d <- thirds()
  ranked <- function(...) probability_set(factor(d$truth, ordered = TRUE), rf = d$rf, svm = d$svm, ...)
  by_hand <- function(p, truth, w = rep(1, 40)) {
    gap <- t(apply(p, 1, cumsum)) - outer(as.integer(truth), 1:3, `<=`)
    stats::weighted.mean(rowSums(gap^2), w)
  }
  shares <- function(truth) matrix(table(truth) / length(truth), length(truth), 3, byrow = TRUE)
  found <- assess_classifiers(ranked(), c("rps", "rps_skill"))
  value <- c(by_hand(d$rf, d$truth), by_hand(d$svm, d$truth))
  expect_equal(found$estimate, c(value, 1 - value / by_hand(shares(d$truth), d$truth)))
  expect_equal(assess_classifiers(ranked(weights = d$weight), "RPS")$estimate[1], by_hand(d$rf, d$truth, d$weight))
  moved <- vapply(1:40, function(i) by_hand(d$rf[-i, ], d$truth[-i], rep(1, 39)), 0)
  expect_equal(found$std.error[1], sqrt(39 / 40 * sum((moved - mean(moved))^2)))
  gone <- vapply(1:40, function(i) {
    1 - by_hand(d$rf[-i, ], d$truth[-i], rep(1, 39)) / by_hand(shares(d$truth[-i]), d$truth[-i], rep(1, 39))
  }, 0)
  expect_equal(found$std.error[3], sqrt(39 / 40 * sum((gone - mean(gone))^2)), tolerance = 0.05)
  loss <- function(p) rowSums((t(apply(p, 1, cumsum)) - outer(as.integer(d$truth), 1:3, `<=`))^2)
  paired <- stats::t.test(loss(d$svm), loss(d$rf), paired = TRUE)
  expect_equal(compare_classifiers(ranked(), "rps")$p.value, paired$p.value)

  numbers <- probability_set(as.integer(d$truth), rf = `colnames<-`(d$rf, 1:3), svm = `colnames<-`(d$svm, 1:3))
  expect_equal(assess_classifiers(numbers, "rps")$estimate, value)
  expect_error(assess_classifiers(thirds_set(), "rps"), "have an order", class = "verdict_error_metric")
  expect_error(assess_classifiers(ranked(), "rps", classes = "a"), "all classes", class = "verdict_error_argument")
  two <- twelve_set()
  expect_equal(
    assess_classifiers(two, c("rps", "rps_skill"))$estimate,
    assess_classifiers(two, c("brier", "brier_skill"))$estimate
  )
})

test_that("of a single row nothing is tested, in silence", {
  p <- matrix(c(.2, .3, .5), 1, dimnames = list(NULL, c("u", "v", "w")))
  turned <- structure(p[, 3:1, drop = FALSE], dimnames = dimnames(p))
  x <- probability_set(factor("u", c("u", "v", "w")), a = p, b = turned)
  expect_silent(found <- compare_classifiers(x, "brier"))
  expect_identical(found$p.value, NA_real_)
  expect_equal(found$estimate.reference, .8^2 + .3^2 + .5^2)
})

test_that("the Brier score of several classes has an interval up to 2", {
  p <- cbind(A = c(.9, .1, .8, .2), B = c(.05, .5, .1, .4), C = c(.05, .4, .1, .4))
  x <- probability_set(factor(c("B", "A", "C", "C")), m = p)
  lost <- rowSums((p - outer(c("B", "A", "C", "C"), colnames(p), `==`))^2)
  found <- assess_classifiers(x, "brier")
  expect_equal(found$conf.high, min(2, mean(lost) + qt(.975, 3) * sd(lost) / 2))
  expect_gt(found$conf.high, found$estimate)
})
