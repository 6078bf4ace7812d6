control_example <- function() {
  set.seed(5)
  z <- rnorm(300)
  list(all = z, control = z[1:40], scores = cbind(a = z[1:40] + rnorm(40, sd = 0.5), b = z[1:40] / 2 + rnorm(40)))
}

test_that("a control moves means by its slope, and explains what it explains", {
  d <- control_example()
  x <- control_variate(d$scores, d$control, mean(d$all), Inf)
  fit <- lm(d$scores[, "a"] ~ d$control)
  found <- assess_classifiers(x)
  expect_equal(found$estimate[1], unname(coef(fit)[1] + coef(fit)[2] * mean(d$all)))
  expect_equal(found$std.error[1], sd(resid(fit)) / sqrt(40))
  gap <- lm(d$scores[, "b"] - d$scores[, "a"] ~ d$control)
  pair <- compare_classifiers(x)
  expect_equal(pair$estimate, unname(coef(gap)[1] + coef(gap)[2] * mean(d$all)))
  expect_equal(pair$std.error, sd(resid(gap)) / sqrt(40))
  expect_equal(pair$df, 39)
  # A mean of 300 items varies too.
  some <- assess_classifiers(control_variate(d$scores, d$control, mean(d$all), 300))
  expect_equal(some$std.error[1]^2, var(resid(fit)) / 40 + unname(coef(fit)[2])^2 * var(d$control) / 300)
  clustered <- control_variate(d$scores, d$control, mean(d$all), 300, cluster = rep(1:20, 2))
  expect_equal(compare_classifiers(clustered)$df, 19)
  # A control that does not vary explains nothing.
  flat <- assess_classifiers(control_variate(d$scores, rep(1, 40), 1, Inf))
  expect_equal(flat$std.error[2], sd(d$scores[, "b"]) / sqrt(40))
  expect_s3_class(verdict(x), "verdict")
})

test_that("a mean of no more items, and what is no score, are refused", {
  d <- control_example()
  refuse <- function(kind, ...) expect_error(control_variate(...), class = paste0("verdict_error_", kind))
  refuse("argument", d$scores, d$control, 0, 40)
  refuse("argument", d$scores, d$control, 0, NA)
  refuse("argument", d$scores, d$control, c(1, 2, 3), 300)
  refuse("argument", d$scores, d$control, "a", 300)
  refuse("argument", d$scores, d$control, 0)
  refuse("length", d$scores, d$control[-1], 0, 300)
  refuse("score", d$scores * NA, d$control, 0, 300)
  refuse("length", d$scores, d$control, 0, 300, cluster = 1)
  broken <- control_variate(d$scores, d$control, 0, 300)
  broken$size <- "many"
  expect_error(assess_classifiers(broken), class = "verdict_error_set")
})

test_that("a control that is constant but for rounding controls nothing", {
  set.seed(3)
  s <- matrix(rnorm(60), 30, dimnames = list(NULL, c("a", "b")))
  found <- assess_classifiers(control_variate(s, rep(c(.3, .1 + .2), 15), mean = 5, size = 1e4))
  expect_equal(found$estimate, unname(colMeans(s)))
})

test_that("a mean in other units than its control warns", {
  scores <- cbind(a = c(0.2, 0.4, 0.5, 0.9), b = c(0.1, 0.6, 0.4, 0.8))
  control <- c(0.3, 0.4, 0.5, 0.8)
  expect_warning(
    control_variate(scores, control, 45, size = 100), "is 45, but .* from 0.3 to", class = "verdict_warning_argument"
  )
  expect_no_warning(control_variate(scores, control, c(0.3, 0.8), size = 100))
  # A rare property that no scored item has.
  expect_no_warning(control_variate(scores, rep(0, 4), 0.02, size = 100))
})

test_that("the good side is that of the name", {
  set.seed(1)
  control <- rnorm(60)
  scores <- cbind(a = 2 + control / 20 + rnorm(60, sd = 0.1), b = 1 + control / 20 + rnorm(60, sd = 0.1))
  set <- function(...) control_variate(scores, control, 0, 2000, ...)
  expect_match(format(verdict(set(metric = "mae"))), "^b is better than a in MAE")
  expect_match(format(verdict(set())), "^a is better than b in score")
  expect_match(format(verdict(set(metric = "mae", better = "high"))), "^a is better than b in MAE")
})
