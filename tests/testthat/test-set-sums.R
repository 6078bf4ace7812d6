sums_example <- function() {
  set.seed(4)
  y <- rnorm(50)
  list(y = y, a = 0.8 * y + rnorm(50, sd = 0.4), b = 0.7 * y + rnorm(50, sd = 0.6))
}

r_squared <- function(s) 1 - s[["error"]] / (s[["yy"]] - s[["y"]]^2 / s[["n"]])

squares <- function(y, p) cbind(error = (y - p)^2, y = y, yy = y^2, n = 1)

test_that("R squared of sums is that of a ratio of squares", {
  d <- sums_example()
  rows <- lapply(d[c("a", "b")], squares, y = d$y)
  x <- sums_set(rows, r_squared, metric = "r_squared", upper = 1)
  peer <- ratio_set(cbind(a = rows$a[, 1], b = rows$b[, 1]), (d$y - mean(d$y))^2, "complement")
  columns <- c("estimate", "std.error", "df", "p.value", "conf.low", "conf.high")
  found <- as.data.frame(compare_classifiers(x))[columns]
  expect_equal(found, as.data.frame(compare_classifiers(peer))[columns], tolerance = 1e-7)
  exact <- function(s) {
    total <- s[["yy"]] - s[["y"]]^2 / s[["n"]]
    share <- s[["error"]] / total
    c(-1 / total, -2 * share / total * s[["y"]] / s[["n"]], share / total, share / total * (s[["y"]] / s[["n"]])^2)
  }
  given <- sums_set(rows, r_squared, gradient = exact, metric = "r_squared", upper = 1)
  expect_equal(as.data.frame(compare_classifiers(given))[columns], found, tolerance = 1e-7)
  expect_s3_class(verdict(x), "verdict")
  expect_output(print(x), "Sums set: R squared of 2 classifiers (a and b) on 50 items.", fixed = TRUE)
})

test_that("a correlation has the delta method's error, a mean that of the t test", {
  d <- sums_example()
  moments <- function(p) cbind(x = p, y = d$y, xx = p^2, yy = d$y^2, xy = p * d$y, n = 1)
  correlation <- function(s) {
    (s[["n"]] * s[["xy"]] - s[["x"]] * s[["y"]]) /
      sqrt((s[["n"]] * s[["xx"]] - s[["x"]]^2) * (s[["n"]] * s[["yy"]] - s[["y"]]^2))
  }
  found <- assess_classifiers(sums_set(lapply(d[c("a", "b")], moments), correlation, metric = "correlation"))
  expect_equal(found$estimate, c(cor(d$a, d$y), cor(d$b, d$y)))
  # The influence function of a correlation (Devlin et al. 1975): zx zy - r (zx^2 + zy^2) / 2
  z <- function(v) (v - mean(v)) / sqrt(mean((v - mean(v))^2))
  u <- z(d$a) * z(d$y) - cor(d$a, d$y) * (z(d$a)^2 + z(d$y)^2) / 2
  expect_equal(found$std.error[1], sd(u) / sqrt(50), tolerance = 1e-6)
  mean_of <- sums_set(list(a = cbind(s = d$a, n = 1), b = cbind(s = d$b, n = 1)), function(s) s[["s"]] / s[["n"]])
  peer <- t.test(d$b, d$a, paired = TRUE)
  expect_equal(compare_classifiers(mean_of)$p.value, peer$p.value, tolerance = 1e-6)
  half <- sums_set(lapply(d[c("a", "b")], function(p) cbind(s = p, n = 1)), function(s) s[["s"]] / s[["n"]],
    cluster = rep(1:25, 2)
  )
  expect_equal(compare_classifiers(half)$df, 24)
})

test_that("items that add nothing to any sum are no information, but where the sums themselves are the value", {
  set.seed(5)
  counts <- function() cbind(hit = rpois(8, 4), error = rpois(8, 2))
  rows <- list(a = counts(), b = counts())
  with_none <- lapply(rows, rbind, matrix(0, 192, 2))
  f1 <- function(s) 2 * s[["hit"]] / (2 * s[["hit"]] + s[["error"]])
  # Each item by the slopes of 2 h / (2 h + e), with s^2 / n of the eight.
  u <- vapply(rows, function(one) {
    s <- colSums(one)
    as.vector(one %*% (2 * c(s[["error"]], -s[["hit"]]) / (2 * s[["hit"]] + s[["error"]])^2)) * 8
  }, numeric(8))
  for (some in list(rows, with_none)) {
    found <- compare_classifiers(sums_set(some, f1, upper = 1))
    expect_equal(found$std.error, sd(u[, 2] - u[, 1]) / sqrt(8), tolerance = 1e-6)
    expect_identical(found$df, 7)
  }
  total <- compare_classifiers(sums_set(with_none, function(s) s[["hit"]]))
  known <- t.test(with_none$b[, 1], with_none$a[, 1], paired = TRUE)
  expect_equal(total$std.error, known$stderr * 200, tolerance = 1e-6)
  expect_identical(total$df, 199)
})

test_that("the bootstrap takes the function of new sums", {
  d <- sums_example()
  x <- sums_set(lapply(d[c("a", "b")], squares, y = d$y), r_squared, metric = "r_squared", upper = 1)
  set.seed(1)
  found <- compare_classifiers(x, method = by_bootstrap(R = 400))
  set.seed(2)
  drawn <- replicate(400, {
    at <- sample.int(50, replace = TRUE)
    fit <- function(p) 1 - sum((d$y[at] - p[at])^2) / sum((d$y[at] - mean(d$y[at]))^2)
    fit(d$b) - fit(d$a)
  })
  limits <- stats::quantile(drawn, c(0.025, 0.975), names = FALSE)
  expect_equal(c(found$conf.low, found$conf.high), limits, tolerance = 0.2)
})

test_that("functions that are none, and other items, are refused", {
  d <- sums_example()
  rows <- lapply(d[c("a", "b")], squares, y = d$y)
  refuse <- function(kind, ...) expect_error(sums_set(...), class = paste0("verdict_error_", kind))
  refuse("argument", rows, "mean")
  refuse("argument", rows, function(s) s)
  refuse("argument", rows, function(s) stop("no"))
  refuse("argument", rows, r_squared, gradient = function(s) 1)
  refuse("argument", rows)
  refuse("score")
  refuse("score", rows$a, r_squared)
  refuse("score", list(a = rows$a * NA), r_squared)
  refuse("length", list(a = rows$a, b = rows$b[-1, ]), r_squared)
  refuse("classifier", unname(rows), r_squared)
  refuse("length", rows, r_squared, cluster = 1)
  none <- sums_set(rows, function(s) NA)
  expect_match(assess_classifiers(none)$note[1], "no value")
  broken <- sums_set(rows, r_squared)
  broken$value <- 3
  expect_error(assess_classifiers(broken), class = "verdict_error_set")
})

test_that("slopes are found whatever the sizes of the sums", {
  set.seed(1)
  below <- rpois(40, 5) + 1
  above <- cbind(a = below * rexp(40), b = below * rexp(40) * 1.3)
  for (unit in c(1e-12, 1, 1e8, 1e12)) {
    rows <- lapply(list(a = 1, b = 2), function(k) cbind(cost = unit * above[, k], cases = below))
    sums <- compare_classifiers(sums_set(rows, function(s) s[["cost"]] / s[["cases"]], better = "low"))
    ratio <- compare_classifiers(ratio_set(above * unit, below, "ratio", better = "low"))
    expect_equal(c(sums$std.error, sums$p.value), c(ratio$std.error, ratio$p.value))
  }
})

test_that("a correlation far from 0 has the standard error that it has near it", {
  set.seed(2)
  z <- rnorm(60)
  q <- list(a = plogis(z + rnorm(60)), b = plogis(0.3 * z + rnorm(60)))
  correlation <- function(s) {
    s <- s / 60
    (s[["xq"]] - s[["x"]] * s[["q"]]) / sqrt((s[["xx"]] - s[["x"]]^2) * (s[["qq"]] - s[["q"]]^2))
  }
  found <- function(far) {
    x <- z + far
    rows <- lapply(q, function(q) cbind(x = x, xx = x^2, q = q, qq = q^2, xq = x * q))
    compare_classifiers(sums_set(rows, correlation))
  }
  expect_no_warning(far <- found(1000))
  expect_equal(far$std.error, found(0)$std.error, tolerance = 1e-4)
})

test_that("a function without slopes says so", {
  rows <- list(a = cbind(u = 1:6), b = cbind(u = c(2, 1, 4, 3, 6, 5)))
  at_whole <- function(s) if (s[["u"]] == round(s[["u"]])) s[["u"]] else NA
  expect_match(assess_classifiers(sums_set(rows, at_whole))$note, "no slope here that can be found: give `gradient`")
})

test_that("a value at the end of its range may be beyond it by rounding", {
  set.seed(1)
  of <- function(y, p) cbind(n = 1, y = y, p = p, yy = y^2, pp = p^2, yp = y * p)
  correlation <- function(s) {
    m <- s / s[["n"]]
    (m[["yp"]] - m[["y"]] * m[["p"]]) / sqrt((m[["yy"]] - m[["y"]]^2) * (m[["pp"]] - m[["p"]]^2))
  }
  for (i in 1:20) {
    y <- round(rnorm(40, 20, 5), 1)
    p <- 1.8 * y + 32
    x <- sums_set(list(a = of(y, p), b = of(y, p + rnorm(40) * 3)), correlation, lower = -1, upper = 1)
    expect_equal(assess_classifiers(x)$estimate[1], 1)
  }
})

test_that("the good side and the range are those of the name", {
  set.seed(1)
  each <- function(mean) cbind(error = abs(rnorm(40, mean, 0.1)), n = 1)
  rows <- list(a = each(2), b = each(0.3))
  mean_of <- function(s) s[["error"]] / s[["n"]]
  x <- sums_set(rows, mean_of, metric = "rmse")
  expect_match(format(verdict(x)), "^b is better than a in RMSE")
  ratio <- mean(rows$a[, 1]) / mean(rows$b[, 1])
  expect_equal(compare_classifiers(x, measure = "ratio", reference = "b")$estimate, ratio)
  expect_match(format(verdict(sums_set(rows, mean_of, metric = "rmse", better = "high"))), "^a is better")
  expect_match(format(verdict(sums_set(rows, mean_of))), "^a is better than b in value")
})
