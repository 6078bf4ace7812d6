# Everything here is linear algebra on what was given, so the expected values are too.

three_vcov <- matrix(c(4, 2, 1, 2, 9, 3, 1, 3, 16), 3) * 1e-4
three_values <- c(a = 0.60, b = 0.65, c = 0.70)
three <- function(...) estimate_set(three_values, three_vcov, ...)

# Two classifiers on three classes; V is positive definite (diagonally dominant).
by_class_frame <- data.frame(
  classifier = rep(c("a", "b"), 3), class = rep(c("k", "l", "m"), each = 2), metric = "ap",
  estimate = c(0.50, 0.55, 0.60, 0.58, 0.70, 0.76)
)
by_class_vcov <- (diag(c(5, 6, 7, 8, 9, 10)) + 0.5) * 1e-4
by_class <- function(...) estimate_set(by_class_frame, by_class_vcov, ...)
by_class_contrasts <- rbind(c(-1, 1, 0, 0, 0, 0), c(0, 0, -1, 1, 0, 0), c(0, 0, 0, 0, -1, 1))

three_contrasts <- rbind(c(-1, 1, 0), c(-1, 0, 1), c(0, -1, 1))

draw_replicates <- function(n = 400) {
  set.seed(11)
  common <- rnorm(n, 0, 0.02)
  cbind(
    a = 0.60 + common + rnorm(n, 0, 0.01), b = 0.65 + common + rnorm(n, 0, 0.01),
    c = 0.61 + common + rnorm(n, 0, 0.01)
  )
}

test_that("each classifier has its normal interval, cut at the range of the metric", {
  result <- assess_classifiers(three())
  expect_equal(result$estimate, unname(three_values))
  expect_equal(result$std.error, c(0.02, 0.03, 0.04))
  expect_equal(result$conf.low, result$estimate - qnorm(0.975) * result$std.error)
  expect_equal(result$conf.high, result$estimate + qnorm(0.975) * result$std.error)
  cut <- assess_classifiers(three(lower = 0.58, upper = 0.72))
  expect_equal(cut$conf.low, pmax(result$conf.low, 0.58))
  expect_equal(cut$conf.high, pmin(result$conf.high, 0.72))
})

test_that("comparisons are Wald tests of the given covariance", {
  result <- compare_classifiers(three(), p.adjust.method = "none")
  d <- drop(three_contrasts %*% three_values)
  se <- sqrt(diag(three_contrasts %*% three_vcov %*% t(three_contrasts)))
  expect_identical(result$classifier, c("b", "c", "c"))
  expect_identical(result$reference, c("a", "a", "b"))
  expect_identical(unique(result$method), "Wald")
  expect_equal(result$estimate, d)
  expect_equal(result$std.error, se)
  expect_equal(result$statistic, d / se)
  expect_equal(result$p.value, 2 * pnorm(-abs(d / se)))
  expect_equal(result$conf.low, d - qnorm(0.975) * se)
  expect_equal(result$conf.high, d + qnorm(0.975) * se)
  holm <- compare_classifiers(three(), p.adjust.method = "holm")
  expect_equal(holm$adj.p.value, p.adjust(result$p.value, "holm"))
})

test_that("ratios and odds ratios are tested on their logarithm", {
  x <- three(lower = 0, upper = 1)
  scales <- list(
    ratio = list(log, function(t) 1 / t), odds_ratio = list(qlogis, function(t) 1 / (t * (1 - t)))
  )
  for (measure in names(scales)) {
    result <- compare_classifiers(x, measure = measure, p.adjust.method = "none")
    d <- drop(three_contrasts %*% scales[[measure]][[1]](three_values))
    slope <- diag(scales[[measure]][[2]](three_values))
    se <- sqrt(diag(three_contrasts %*% slope %*% three_vcov %*% slope %*% t(three_contrasts)))
    expect_equal(result$estimate, exp(d))
    expect_equal(result$std.error, se)
    expect_equal(result$p.value, 2 * pnorm(-abs(d / se)))
    expect_equal(result$conf.low, exp(d - qnorm(0.975) * se))
    expect_equal(result$conf.high, exp(d + qnorm(0.975) * se))
  }
  expect_error(compare_classifiers(three(), measure = "ratio"), class = "verdict_error_measure")
  expect_error(
    compare_classifiers(three(lower = 0), measure = "odds_ratio"),
    class = "verdict_error_measure"
  )
})

test_that("one-sided tests take the named side", {
  z <- drop(three_contrasts %*% three_values) /
    sqrt(diag(three_contrasts %*% three_vcov %*% t(three_contrasts)))
  greater <- compare_classifiers(three(), alternative = "greater", p.adjust.method = "none")
  less <- compare_classifiers(three(), alternative = "less", p.adjust.method = "none")
  expect_equal(greater$p.value, pnorm(z, lower.tail = FALSE))
  expect_equal(less$p.value, pnorm(z))
  expect_identical(greater$conf.high, rep(Inf, 3))
  expect_identical(less$conf.low, rep(-Inf, 3))
})

test_that("the omnibus test is the quadratic form of all differences", {
  contrasts <- three_contrasts[1:2, ]
  d <- contrasts %*% three_values
  w <- drop(t(d) %*% solve(contrasts %*% three_vcov %*% t(contrasts), d))
  result <- omnibus_test(three())
  expect_equal(result$statistic, w)
  expect_equal(result$df, 2)
  expect_equal(result$p.value, pchisq(w, 2, lower.tail = FALSE))
  two <- omnibus_test(by_class())
  z <- compare_classifiers(by_class())$statistic
  expect_equal(two$statistic, z^2)
  expect_equal(two$df, rep(1, 3))
})

test_that("global tests combine the classes with their covariance", {
  d <- drop(by_class_contrasts %*% by_class_frame$estimate)
  vcov <- by_class_contrasts %*% by_class_vcov %*% t(by_class_contrasts)
  z <- d / sqrt(diag(vcov))
  p <- 2 * pnorm(-abs(z))
  test <- function(combine) omnibus_test(by_class(), over = "classes", method = combine)

  wald <- test("wald")
  expect_equal(unname(wald$statistic), drop(d %*% solve(vcov, d)))
  expect_equal(wald$df, 3)
  expect_equal(wald$p.value, pchisq(drop(d %*% solve(vcov, d)), 3, lower.tail = FALSE))
  expect_equal(unname(vcov(wald)), vcov)
  expect_equal(test("bonferroni")$p.value, min(1, 3 * p))
  expect_equal(test("simes")$p.value, min(3 * sort(p) / 1:3))
  expect_equal(test("cauchy")$p.value, 0.5 - atan(mean(tan((0.5 - p) * pi))) / pi)
})

test_that("max-T adjusts by the joint normal distribution", {
  two <- estimate_set(c(a = 0.60, b = 0.65, c = 0.70), three_vcov)
  result <- compare_classifiers(two, reference = "a", p.adjust.method = "max_t")
  contrasts <- three_contrasts[1:2, ]
  r <- cov2cor(contrasts %*% three_vcov %*% t(contrasts))[1, 2]
  inside <- function(limit) {
    s <- sqrt(1 - r^2)
    integrate(function(z) {
      dnorm(z) * (pnorm((limit - r * z) / s) - pnorm((-limit - r * z) / s))
    }, -limit, limit, rel.tol = 1e-10)$value
  }
  single <- vapply(abs(result$statistic), function(z) 1 - inside(z), 0)
  expect_equal(min(result$adj.p.value), min(single), tolerance = 2e-3)
})

test_that("replicates stand for their covariance", {
  replicates <- draw_replicates()
  x <- estimate_set(three_values, replicates = replicates)
  expect_equal(x$vcov, unname(cov(replicates)))
  expect_equal(
    as.data.frame(compare_classifiers(x)),
    as.data.frame(compare_classifiers(estimate_set(three_values, cov(replicates))))
  )
  means <- estimate_set(replicates = as.data.frame(replicates))
  expect_equal(means$estimates$estimate, unname(colMeans(replicates)))
  expect_identical(means$classifiers, c("a", "b", "c"))
})

test_that("the bootstrap uses the replicates given", {
  replicates <- draw_replicates()
  x <- estimate_set(three_values, replicates = replicates)
  result <- compare_classifiers(x, method = by_bootstrap(interval = "percentile"), p.adjust.method = "none")
  d <- drop(three_contrasts %*% three_values)
  drawn <- replicates %*% t(three_contrasts)
  sd <- apply(drawn, 2, sd)
  t <- abs(sweep(drawn, 2, d)) / rep(sd, each = nrow(drawn))
  p <- (1 + colSums(t >= rep(abs(d) / sd, each = nrow(drawn)))) / (nrow(drawn) + 1)
  expect_equal(result$p.value, p)
  limits <- apply(drawn, 2, quantile, c(0.025, 0.975), type = 6, names = FALSE)
  expect_equal(result$conf.low, limits[1, ])
  expect_equal(result$conf.high, limits[2, ])

  for (measure in c("ratio", "odds_ratio")) {
    scale <- list(ratio = log, odds_ratio = qlogis)[[measure]]
    bounded <- estimate_set(three_values, replicates = replicates, lower = 0, upper = 1)
    result <- compare_classifiers(bounded, method = by_bootstrap(interval = "percentile"), measure = measure)
    limits <- apply(scale(replicates) %*% t(three_contrasts), 2, quantile, 0.025, type = 6, names = FALSE)
    expect_equal(result$conf.low, exp(limits))
  }
  expect_error(compare_classifiers(three(), method = "bootstrap"), class = "verdict_error_replicates")
  expect_error(compare_classifiers(x, method = "permutation"), class = "verdict_error_method")
})

test_that("intervals of single classifiers can come from the replicates", {
  replicates <- draw_replicates()
  x <- estimate_set(colMeans(replicates), replicates = replicates)
  result <- assess_classifiers(x, interval = "bootstrap")
  expect_equal(result$estimate, unname(colMeans(replicates)))
  expect_true(all(result$conf.low < result$estimate & result$estimate < result$conf.high))
})

test_that("a frame, a matrix and a vector give the same set", {
  x <- by_class()
  m <- matrix(by_class_frame$estimate, 3, byrow = TRUE, dimnames = list(c("k", "l", "m"), c("a", "b")))
  at <- c(1, 3, 5, 2, 4, 6)
  y <- estimate_set(m, by_class_vcov[at, at], rows = "class", metric = "ap")
  expect_equal(y$estimates, x$estimates)
  expect_equal(y$vcov, x$vcov)
  shuffled <- c(4, 1, 6, 3, 2, 5)
  z <- estimate_set(by_class_frame[shuffled, ], by_class_vcov[shuffled, shuffled])
  expect_equal(
    compare_classifiers(z, classes = "l", reference = "a")$p.value,
    compare_classifiers(x, classes = "l")$p.value
  )
  metrics <- estimate_set(t(c(a = 1, b = 2)), diag(2))
  expect_identical(metrics$estimates$metric, c("score", "score"))
  expect_equal(metrics$vcov, diag(2))
})

test_that("names match the covariance and the replicates", {
  back <- c("c", "a", "b")
  named <- three_vcov
  dimnames(named) <- list(names(three_values), names(three_values))
  expect_equal(estimate_set(three_values, named[back, back])$vcov, three_vcov)
  frame <- data.frame(classifier = c("a", "b", "c"), estimate = three_values, name = c("x1", "x2", "x3"))
  dimnames(named) <- list(frame$name, frame$name)
  expect_equal(estimate_set(frame, named[3:1, 3:1])$vcov, three_vcov)
  replicates <- draw_replicates()
  expect_equal(
    estimate_set(three_values, replicates = replicates[, back])$vcov, unname(cov(replicates))
  )
})

test_that("lower can be better", {
  x <- three(better = "low", metric = "loss")
  expect_match(paste(capture.output(print(verdict(x))), collapse = " "), "a has the lowest loss")
  y <- estimate_set(three_values, three_vcov / 100, better = "low", metric = "loss")
  expect_match(format(verdict(y)), "a is the best of 3 in loss [(]0.600[)]: better than b and c")
})

test_that("several metrics are asked for by name", {
  m <- rbind(map = c(a = 0.5, b = 0.6), loss = c(a = 2, b = 1.5))
  x <- estimate_set(m, diag(4) * 1e-3,
    better = c(loss = "low", map = "high"), lower = c(map = 0, loss = 0),
    upper = c(map = 1, loss = Inf), label = c(map = "mean average precision", loss = "loss")
  )
  expect_identical(compare_classifiers(x)$metric, c("map", "loss"))
  expect_identical(compare_classifiers(x, metric = "loss")$estimate, -0.5)
  expect_equal(compare_classifiers(x, metric = c("loss", "map", "loss"))$estimate, c(-0.5, 0.1))
  expect_error(compare_classifiers(x, metric = "auc"), class = "verdict_error_metric")
  expect_identical(omnibus_test(x, over = "classes")$p.value, compare_classifiers(x)$p.value)
  expect_output(print(x), "mean average precision and\nloss of 2 classifiers", fixed = TRUE)
})

test_that("what has no estimate, or does not vary, has no test and a note", {
  x <- estimate_set(c(a = 0.5, b = NA, c = 0.6), diag(c(1, NA, 1)) * 1e-4)
  result <- compare_classifiers(x)
  expect_identical(is.na(result$p.value), c(TRUE, FALSE, TRUE))
  expect_identical(result$note, c("no estimate given", NA, "no estimate given"))
  expect_identical(omnibus_test(x)$note, "no estimate given")
  expect_identical(assess_classifiers(x)$note, c(NA, "no estimate given", NA))
  same <- estimate_set(c(a = 0.5, b = 0.5), matrix(1e-2, 2, 2))
  expect_identical(compare_classifiers(same)$p.value, NA_real_)
  expect_false(is.na(compare_classifiers(same)$note))
  expect_identical(omnibus_test(same)$p.value, NA_real_)
  fixed <- compare_classifiers(estimate_set(c(a = 0.5, b = 0.6), matrix(0, 2, 2)))
  expect_identical(fixed$p.value, NA_real_)
  expect_false(is.na(fixed$note))
  expect_identical(is.na(omnibus_test(same, over = "classes")$p.value), TRUE)
})

test_that("a singular covariance loses degrees of freedom", {
  # c is the mean of a and b in every sample: one difference decides.
  make <- rbind(c(1, 0), c(0, 1), c(0.5, 0.5))
  vcov <- make %*% diag(c(4, 9)) %*% t(make) * 1e-4
  x <- estimate_set(stats::setNames(drop(make %*% c(0.6, 0.65)), c("a", "b", "c")), vcov)
  result <- omnibus_test(x)
  expect_equal(result$df, 1)
  expect_equal(result$statistic, 0.05^2 / 13e-4)
})

test_that("ratios of zero have none, and say so", {
  x <- estimate_set(c(a = 0, b = 0.6), diag(2) * 1e-4, lower = 0)
  result <- compare_classifiers(x, measure = "ratio")
  expect_true(is.na(result$p.value))
  expect_false(is.na(result$note))
})

test_that("one classifier can be assessed, not compared", {
  x <- estimate_set(c(a = 0.5), 0.01)
  expect_equal(assess_classifiers(x)$std.error, 0.1)
  expect_error(compare_classifiers(x), class = "verdict_error_classifier")
  expect_error(omnibus_test(x), class = "verdict_error_classifier")
})

test_that("print says what is known", {
  expect_output(print(three(n = 500, unit = "image", metric = "map")),
    "Estimate set: 3 estimates from 500 images, with their covariance: map of 3\nclassifiers.",
    fixed = TRUE
  )
  expect_output(
    print(by_class()), "6 estimates, with their covariance: average precision of 2\nclassifiers on 3 classes.",
    fixed = TRUE
  )
  expect_output(print(estimate_set(replicates = draw_replicates(100))), "with 100 replicates", fixed = TRUE)
  shown <- capture.output(print(omnibus_test(by_class(), over = "classes")))
  expect_no_match(shown, "NA row")
})

test_that("estimates are checked", {
  expect_bad <- function(...) expect_error(estimate_set(...), class = "verdict_error_estimates")
  expect_bad()
  expect_bad(data.frame(x = 1), diag(1))
  expect_bad(by_class_frame[0, ], diag(1))
  expect_bad(matrix(1:4, 2), diag(4))
  expect_bad(c(1, 2), diag(2))
  expect_bad("a", diag(1))
  expect_bad(numeric(), diag(1))
  expect_bad(c(a = Inf, b = 1), diag(2))
  expect_bad(data.frame(classifier = "a", estimate = "high"), diag(1))
  expect_bad(data.frame(classifier = c("a", NA), estimate = 1:2), diag(2))
  expect_bad(c(a = 1, a = 2), diag(2))
  expect_bad(by_class_frame[-1, ], by_class_vcov[-1, -1])
})

test_that("the covariance is checked", {
  expect_bad <- function(...) expect_error(estimate_set(three_values, ...), class = "verdict_error_vcov")
  expect_bad()
  expect_bad(three_vcov, replicates = draw_replicates())
  expect_bad(diag(2))
  expect_bad("no")
  expect_bad(diag(c(1, NA, 1)))
  expect_bad(matrix(c(1, 0, 0, 0.5, 1, 0, 0, 0, 1), 3))
  expect_bad(matrix(c(1, 2, 0, 2, 1, 0, 0, 0, 1), 3))
})

test_that("replicates are checked", {
  expect_bad <- function(replicates) {
    expect_error(estimate_set(three_values, replicates = replicates), class = "verdict_error_replicates")
  }
  expect_bad(1:3)
  expect_bad(matrix("a", 100, 3))
  expect_bad(draw_replicates(99))
  expect_bad(draw_replicates()[, 1:2])
  expect_bad(matrix(Inf, 100, 3))
})

test_that("what is said of the metrics is checked", {
  expect_bad <- function(...) expect_error(three(...), class = "verdict_error_argument")
  expect_bad(better = "highest")
  expect_bad(better = c(other = "high"))
  expect_bad(better = c("high", "low"))
  expect_bad(lower = 1, upper = 0)
  expect_bad(lower = NA)
  expect_bad(n = -1)
  expect_bad(n = "many")
  expect_bad(unit = 3)
  expect_bad(rows = "columns")
  expect_error(three(1), "")
})

test_that("verbs refuse what estimates cannot answer", {
  x <- three()
  expect_error(compare_classifiers(x, average = "macro"), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, method = "midp"), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, interval = "tango"), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, vcov = "mancl_derouen"), class = "verdict_error_vcov")
  expect_error(omnibus_test(x, method = "cochran"), class = "verdict_error_method")
  expect_error(omnibus_test(x, over = "classes", method = "gs"), class = "verdict_error_method")
  expect_error(
    omnibus_test(by_class(), over = "classes", method = by_combination("dai", covariance = "permutation")),
    class = "verdict_error_method"
  )
  expect_error(
    omnibus_test(by_class(), over = "classes", method = by_combination("max_t", covariance = "bootstrap")),
    class = "verdict_error_replicates"
  )
})
scores <- data.frame(
  classifier = c("a", "b", "a", "b"), metric = "map", class = c("x", "x", "y", "y"),
  estimate = c(0.5, 0.6, 0.7, 0.72)
)
spread <- matrix(c(4, 1, 0, 1, 1, 4, 1, 0, 0, 1, 4, 2, 1, 0, 2, 4), 4) * 1e-4

test_that("estimates with a covariance are compared by Wald's test", {
  rows <- as.data.frame(compare_classifiers(estimate_set(scores, spread), p.adjust.method = "none"))
  se <- c(sqrt(4 + 4 - 2), sqrt(4 + 4 - 4)) * 1e-2
  z <- c(0.1, 0.02) / se
  expect_equal(rows$estimate, c(0.1, 0.02))
  expect_equal(rows$std.error, se)
  expect_equal(rows$p.value, 2 * stats::pnorm(-z))
  expect_equal(rows$conf.low, c(0.1, 0.02) - stats::qnorm(0.975) * se)
})

test_that("every verb answers, without a metric and without a number of units", {
  x <- estimate_set(scores, spread)
  expect_output(print(x), "4 estimates")
  for (found in list(assess_classifiers(x), compare_classifiers(x), omnibus_test(x), verdict(x))) {
    text <- capture.output(print(found))
    expect_no_match(text, "NA|cross-validation")
    expect_s3_class(tidy(found), "data.frame")
  }
  expect_equal(as.data.frame(assess_classifiers(x))$estimate, scores$estimate)
  expect_equal(nrow(as.data.frame(omnibus_test(x))), 2)
})

test_that("the number of units is said where it is known, also of bound results", {
  some <- compare_classifiers(estimate_set(scores, spread, n = 50, unit = "image"))
  none <- compare_classifiers(estimate_set(scores, spread))
  expect_output(print(some), "Data: 50 images", fixed = TRUE)
  expect_output(print(rbind(some, none)), "Data: 50 units", fixed = TRUE)
  expect_false(any(grepl("Data:", capture.output(print(none)))))
})

test_that("replicates give the covariance and the bootstrap", {
  set.seed(1)
  replicates <- matrix(rnorm(4 * 999, rep(scores$estimate, each = 999), 0.02), 999)
  x <- estimate_set(scores, replicates = replicates)
  expect_equal(unname(vcov(x)), stats::cov(replicates))
  expect_equal(as.data.frame(x), scores[c("metric", "class", "classifier", "estimate")])
  rows <- as.data.frame(compare_classifiers(x, method = by_bootstrap(interval = "percentile")))
  drawn <- replicates[, c(2, 4)] - replicates[, c(1, 3)]
  expect_equal(rows$conf.low, unname(apply(drawn, 2, quantile, 0.025)), tolerance = 0.05)
  expect_equal(dim(estimate_set(replicates = `colnames<-`(replicates, letters[1:4]))$vcov), c(4, 4))
})

test_that("max-T of estimates needs no replicates", {
  x <- estimate_set(scores, spread)
  found <- omnibus_test(x, over = "classes", method = "max_t")
  z <- c(0.1 / sqrt(6e-4), 0.02 / sqrt(4e-4))
  expect_equal(found$statistic, max(z))
  r <- (spread[4, 2] - spread[4, 1] - spread[3, 2] + spread[3, 1]) / sqrt(6e-4 * 4e-4)
  both <- stats::integrate(function(u) {
    sd <- sqrt(1 - r^2)
    stats::dnorm(u) * (stats::pnorm((max(z) - r * u) / sd) - stats::pnorm((-max(z) - r * u) / sd))
  }, -max(z), max(z), rel.tol = 1e-12)$value
  expect_equal(found$p.value, 1 - both, tolerance = 1e-3)
  expect_error(
    omnibus_test(x, over = "classes", method = by_combination(covariance = "permutation")),
    class = "verdict_error_method"
  )
  expect_error(
    omnibus_test(x, over = "classes", method = by_combination(covariance = "bootstrap")),
    class = "verdict_error_replicates"
  )
})

test_that("without variance there is no test, and a note", {
  rows <- as.data.frame(compare_classifiers(estimate_set(c(a = 0.7, b = 0.8), diag(2) * 0)))
  expect_equal(rows$note, "zero variance")
  expect_true(is.na(rows$p.value))
  expect_output(print(compare_classifiers(estimate_set(c(a = 0.7, b = 0.8), diag(2) * 0))), "zero variance")
  rows <- as.data.frame(compare_classifiers(estimate_set(c(a = 0.7, b = NA), diag(2))))
  expect_equal(rows$note, "no estimate given")
})

test_that("what is no estimate is refused", {
  refused <- function(code, class) expect_error(code, class = paste0("verdict_error_", class))
  ab <- c(a = 0.7, b = 0.8)
  refused(estimate_set(), "estimates")
  refused(estimate_set(ab), "vcov")
  refused(estimate_set(c(0.7, 0.8), diag(2)), "estimates")
  refused(estimate_set(c(a = 1, a = 2), diag(2)), "estimates")
  refused(estimate_set(c(a = 1, b = Inf), diag(2)), "estimates")
  refused(estimate_set(scores[-1], diag(4)), "estimates")
  refused(estimate_set(scores[-4, ], diag(3)), "estimates")
  refused(estimate_set(transform(scores, classifier = NA), diag(4)), "estimates")
  refused(estimate_set(matrix(1:4, 2), diag(4)), "estimates")
  refused(estimate_set(ab, diag(2), lower = 0.75), "estimates")
  refused(estimate_set(ab, diag(3)), "vcov")
  refused(estimate_set(ab, diag(2) * NA), "vcov")
  refused(estimate_set(ab, matrix(c(1, 0.5, 0.2, 1), 2)), "vcov")
  refused(estimate_set(ab, matrix(c(1, 2, 2, 1), 2)), "vcov")
  refused(estimate_set(ab, replicates = matrix(1, 5, 2)), "replicates")
  refused(estimate_set(ab, replicates = matrix("a", 100, 2)), "replicates")
  refused(estimate_set(ab, replicates = matrix(1, 100, 3)), "replicates")
  refused(estimate_set(ab, diag(2), better = "up"), "argument")
  refused(estimate_set(ab, diag(2), better = c(other = "high")), "argument")
  refused(estimate_set(ab, diag(2), lower = 1, upper = 0), "argument")
  refused(estimate_set(ab, diag(2), n = -1), "argument")
  refused(estimate_set(ab, diag(2), unit = NA), "argument")
  refused(estimate_set(ab, diag(2), label = 1), "argument")
  refused(estimate_set(ab, diag(2), other = 1), "argument")
})

test_that("what estimates do not have is refused by name", {
  x <- estimate_set(scores, spread)
  refused <- function(code, class) expect_error(code, class = paste0("verdict_error_", class))
  refused(compare_classifiers(x, "precision"), "metric")
  refused(compare_classifiers(x, method = "midp"), "argument")
  refused(compare_classifiers(x, method = "bootstrap"), "replicates")
  refused(compare_classifiers(x, method = "permutation"), "method")
  refused(compare_classifiers(x, average = "macro"), "argument")
  refused(compare_classifiers(x, measure = "ratio"), "measure")
})

test_that("a set that was changed by hand is refused", {
  refused <- function(x) {
    expect_error(verdict(x), "changed by hand", class = "verdict_error_set")
    expect_error(print(x), "changed by hand", class = "verdict_error_set")
  }
  for (change in list(
    list(estimates = 1), list(estimates = scores[0, ]), list(classifiers = "a"), list(vcov = diag(3)),
    list(replicates = matrix(1, 100, 3)), list(metrics = data.frame(metric = "other")),
    list(vcov = matrix("a", 4, 4)), list(replicates = matrix("a", 100, 4)), list(n = list()), list(n = matrix(1:4, 2)),
    list(n = 1), list(unit = 1), list(classes = 7), list(classes = "other")
  )) {
    x <- estimate_set(scores, spread)
    x[names(change)] <- change
    refused(x)
  }
  changed <- function(at, value) {
    x <- estimate_set(scores, spread)
    x$vcov[at] <- value
    x
  }
  refused(changed(1, -5))
  refused(changed(5, 99))
  refused(changed(c(2, 5), 99))
  refused(changed(1, Inf))
  x <- estimate_set(c(a = 0.5, b = 0.6), diag(0.001, 2), lower = 0, upper = 1)
  for (value in list(Inf, 57, "a")) {
    other <- x
    other$estimates$estimate[1] <- value
    refused(other)
  }
})

test_that("a matrix has metrics or classes as rows, and names order a covariance", {
  m <- matrix(scores$estimate, 2, byrow = TRUE, dimnames = list(c("x", "y"), c("a", "b")))
  by_class <- estimate_set(m, spread[c(1, 3, 2, 4), c(1, 3, 2, 4)], rows = "class", metric = "map")
  expect_equal(by_class$estimates, estimate_set(scores, spread)$estimates)
  expect_equal(by_class$vcov, spread)
  expect_equal(estimate_set(m, spread)$metrics$metric, c("x", "y"))
  named <- matrix(c(2, 0, 0, 1), 2, dimnames = list(c("b", "a"), c("b", "a")))
  expect_equal(estimate_set(c(a = 1, b = 2), named)$vcov, diag(1:2))
})

test_that("replicates too few for the level are refused, as a small R is", {
  x <- estimate_set(c(a = 0.60, b = 0.65, c = 0.61), replicates = draw_replicates(150))
  expect_error(
    compare_classifiers(x, method = "bootstrap", conf.level = 0.99),
    "has 150 replicates.*needs at least 199", class = "verdict_error_replicates"
  )
  expect_error(
    assess_classifiers(x, interval = "bootstrap", conf.level = 0.999), "at least 1,999",
    class = "verdict_error_replicates"
  )
  expect_false(anyNA(compare_classifiers(x, method = "bootstrap")$conf.low))
  expect_false(anyNA(compare_classifiers(x, conf.level = 0.999)$conf.low))
})

test_that("undefined replicates are counted among those given", {
  drawn <- draw_replicates(400)
  drawn[1:7, "a"] <- NA
  found <- compare_classifiers(estimate_set(three_values, replicates = drawn), method = "bootstrap", reference = "a")
  expect_identical(unique(found$note), "7 of 400 replicates undefined")
})

test_that("of estimates without variance it is not said that predictions are identical", {
  flat <- estimate_set(c(a = 0.5, b = 0.5), matrix(0, 2, 2))
  words <- "equal, with zero variance"
  expect_identical(compare_classifiers(flat)$note, words)
  expect_identical(omnibus_test(flat)$note, words)
  flat3 <- estimate_set(c(a = 0.5, b = 0.5, c = 0.5), matrix(0, 3, 3))
  expect_identical(omnibus_test(flat3)$note, words)
  expect_output(print(verdict(flat)), "a and b have the same results (score 0.500): there is nothing", fixed = TRUE)
  twice <- estimate_set(
    data.frame(classifier = c("a", "b"), metric = rep(c("m", "n"), each = 2), estimate = 0.5), matrix(0, 4, 4)
  )
  expect_identical(unique(omnibus_test(twice, c("m", "n"), over = "metrics")$note), words)
})

test_that("estimates from a known number of units have Student's t", {
  x <- estimate_set(c(a = 0.8, b = 0.7), diag(2) * 0.001, n = 10)
  found <- compare_classifiers(x)
  se <- sqrt(0.002)
  expect_equal(found$p.value, 2 * pt(-0.1 / se, 9))
  expect_equal(c(found$conf.low, found$conf.high), -0.1 + c(-1, 1) * qt(0.975, 9) * se)
  alone <- assess_classifiers(x)
  expect_equal(alone$conf.high, c(0.8, 0.7) + qt(0.975, 9) * sqrt(0.001))
  expect_equal(compare_classifiers(estimate_set(c(a = 0.8, b = 0.7), diag(2) * 0.001))$p.value, 2 * pnorm(-0.1 / se))
  expect_error(estimate_set(c(a = 0.8, b = 0.7), diag(2), n = 1), "2 or more", class = "verdict_error_argument")
})

test_that("covariances and replicates are taken by name, or in order, but never by some of the names", {
  V <- matrix(c(4, 1, 1, 9), 2, dimnames = list(c("b", "a"), c("b", "a")))
  expect_equal(diag(vcov(estimate_set(c(a = 1, b = 2), V))), c(9, 4), ignore_attr = TRUE)
  other <- V
  dimnames(other) <- list(c("tree", "a"), c("tree", "a"))
  refused <- function(call, pattern) expect_error(call, pattern, class = "verdict_error_vcov")
  refused(estimate_set(c(a = 1, b = 2), other), "\"tree\", which is none of the estimates")
  refused(estimate_set(c(a = 1, b = 2), other), "estimates have \"b\", which `vcov` has not")
  expect_equal(diag(vcov(estimate_set(c(a = 1, b = 2), unname(other)))), c(4, 9), ignore_attr = TRUE)
  dimnames(other) <- list(c("x1", "x2"), c("x1", "x2"))
  expect_equal(diag(vcov(estimate_set(c(a = 1, b = 2), other))), c(4, 9), ignore_attr = TRUE)
  draws <- cbind(a = sin(1:200), c = cos(1:200))
  expect_error(estimate_set(c(a = 1, b = 2), replicates = draws), "\"c\"", class = "verdict_error_replicates")
})

test_that("names that a score set knows have their good side and range here too", {
  loss <- c(a = 0.9, b = 0.3)
  vcov <- diag(2) * 0.001
  worse <- c("error", "log_loss", "brier", "rmse", "MSE", "fnr")
  for (metric in worse) {
    x <- estimate_set(loss, vcov, metric = metric)
    expect_match(format(verdict(x)), "^b is better than a", info = metric)
    high <- estimate_set(loss, vcov, metric = metric, better = "high")
    expect_match(format(verdict(high)), "^a is better", info = metric)
  }
  expect_match(format(verdict(estimate_set(loss, vcov, metric = "auc"))), "^a is better than b")
  expect_identical(estimate_set(loss, vcov, metric = "calibration_slope")$metrics$better, NA_character_)
  ratio <- compare_classifiers(estimate_set(loss, vcov, metric = "auc"), measure = "ratio")
  expect_equal(abs(log(ratio$estimate)), log(3))
  # Percentages, and a value that was corrected below 0.
  percent <- estimate_set(100 * loss, 1e4 * vcov, metric = "accuracy")$metrics
  expect_identical(unlist(percent[c("lower", "upper")], use.names = FALSE), c(0, Inf))
  corrected <- estimate_set(c(a = -0.01, b = 0.3), vcov, metric = "brier")$metrics
  expect_identical(unlist(corrected[c("lower", "upper")], use.names = FALSE), c(-Inf, 2))
  several <- estimate_set(rbind(auc = loss, rmse = 2 * loss, own = loss), diag(6), upper = Inf)$metrics
  expect_identical(several$better, c("high", "low", "high"))
  expect_identical(several$lower, c(0, 0, -Inf))
})

test_that("what has no known range says how to give one for ratios", {
  x <- estimate_set(c(a = 0.9, b = 0.3), diag(2) * 0.001, metric = "own")
  expect_error(compare_classifiers(x, measure = "ratio"), "lower = 0", class = "verdict_error_measure")
  x <- estimate_set(c(a = 0.9, b = 0.3), diag(2) * 0.001, metric = "own", lower = 0)
  expect_equal(compare_classifiers(x, measure = "ratio", reference = "b")$estimate, 3)
  kappa <- estimate_set(c(a = 0.9, b = 0.3), diag(2) * 0.001, metric = "kappa")
  error <- expect_error(compare_classifiers(kappa, measure = "ratio"), class = "verdict_error_measure")
  expect_no_match(conditionMessage(error), "lower")
})
