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
  for (found in list(assess_classifiers(x), compare_classifiers(x), omnibus_test(x), global_test(x), verdict(x))) {
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
  found <- global_test(x, combine = "max_t")
  expect_equal(found$covariance_source, "analytic")
  z <- c(0.1 / sqrt(6e-4), 0.02 / sqrt(4e-4))
  expect_equal(found$statistic[[1]], max(z))
  r <- (spread[4, 2] - spread[4, 1] - spread[3, 2] + spread[3, 1]) / sqrt(6e-4 * 4e-4)
  both <- stats::integrate(function(u) {
    sd <- sqrt(1 - r^2)
    stats::dnorm(u) * (stats::pnorm((max(z) - r * u) / sd) - stats::pnorm((-max(z) - r * u) / sd))
  }, -max(z), max(z), rel.tol = 1e-12)$value
  expect_equal(found$p.value, 1 - both, tolerance = 1e-3)
  expect_error(global_test(x, covariance = "permutation"), class = "verdict_error_method")
  expect_error(global_test(x, covariance = "bootstrap"), class = "verdict_error_replicates")
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
  refused(plot(x), "plot")
})

test_that("a set that was changed by hand is refused", {
  refused <- function(x) expect_error(verdict(x), "changed by hand", class = "verdict_error_set")
  for (change in list(
    list(estimates = 1), list(estimates = scores[0, ]), list(classifiers = "a"), list(vcov = diag(3)),
    list(replicates = matrix(1, 100, 3)), list(metrics = data.frame(metric = "other"))
  )) {
    x <- estimate_set(scores, spread)
    x[names(change)] <- change
    refused(x)
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
