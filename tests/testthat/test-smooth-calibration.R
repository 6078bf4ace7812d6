smooth_rows <- function() {
  set.seed(3)
  p <- round(stats::runif(120), 3)
  data.frame(event = stats::rbinom(120, 1, p^1.5), p = p, q = sqrt(p))
}

test_that("ICI, E50 and E90 are those of the loess curve, as in the reference", {
  d <- smooth_rows()
  found <- smooth_calibration(probability_set(event ~ p + q, d), R = 0)
  for (who in c("p", "q")) {
    d$x <- d[[who]]
    far <- abs(stats::predict(stats::loess(event ~ x, d), d) - d$x)
    own <- found[found$classifier == who, ]
    expect_equal(own$estimate, unname(c(mean(far), stats::quantile(far, c(0.5, 0.9)))))
    expect_identical(own$measure, c("ici", "e50", "e90"))
    expect_true(all(is.na(own$conf.low)))
  }
})

test_that("the spline is restricted: natural, with Harrell's knots", {
  skip_if_not_installed("splines")
  d <- smooth_rows()
  logit <- stats::qlogis(d$p)
  k <- stats::quantile(logit, c(0.05, 0.35, 0.65, 0.95))
  fit <- stats::glm(d$event ~ splines::ns(logit, knots = k[2:3], Boundary.knots = k[c(1, 4)]), stats::binomial)
  found <- smooth_calibration(probability_set(event ~ p, d), "spline", R = 0)
  expect_equal(found$estimate[1], mean(abs(stats::fitted(fit) - d$p)), tolerance = 1e-6)
})

test_that("intervals are by rows drawn again, or clusters", {
  d <- smooth_rows()
  set.seed(1)
  found <- smooth_calibration(probability_set(event ~ p + q, d), R = 40)
  set.seed(1)
  again <- smooth_calibration(probability_set(event ~ p + q, d), R = 40)
  expect_identical(found, again)
  expect_true(all(found$conf.low <= found$conf.high))
  # sqrt(p) is far off, and its interval says so.
  expect_gt(found$conf.low[4], 0.05)
  clustered <- smooth_calibration(probability_set(event ~ p, d, id = rep(1:30, 4)), "spline", R = 40)
  expect_true(all(clustered$conf.low < clustered$conf.high))
})

test_that("without an estimate there is no interval, and without an interval there is a reason", {
  set.seed(4)
  y <- rbinom(200, 1, 0.4)
  rounded <- probability_set(y, a = round(plogis(y + rnorm(200) - 0.4), 1))
  found <- smooth_calibration(rounded, "spline", R = 40)
  expect_identical(c(found$estimate, found$conf.low, found$conf.high), rep(NA_real_, 9))
  expect_match(found$note, "infinite logits")
  # Five rows drawn again are five different ones one time in 26
  few <- smooth_calibration(probability_set(rep(FALSE, 5), a = c(0.3, 0.4, 0.6, 0.9, 0.2)), R = 40)
  expect_false(anyNA(few$estimate))
  expect_true(all(is.na(few$conf.low), is.na(few$conf.high)))
  expect_identical(few$note, rep("too few draws of the rows have a curve for an interval", 3))
  expect_identical(smooth_calibration(probability_set(event ~ p, smooth_rows()), R = 0)$note, rep(NA_character_, 3))
})

test_that("where no curve can be, the reason is given", {
  few <- probability_set(rep(0:1, 6), p = rep(c(0.2, 0.4, 0.6), 4))
  expect_match(smooth_calibration(few, R = 0)$note, "fewer than 5")
  d <- smooth_rows()
  d$p[1] <- 0
  expect_match(smooth_calibration(probability_set(event ~ p, d), "spline", R = 0)$note, "infinite logits")
  expect_false(anyNA(smooth_calibration(probability_set(event ~ p, d), R = 0)$estimate))
  heap <- probability_set(rep(0:1, 102), p = c(0.1, 0.2, 0.3, 0.4, rep(0.5, 200)))
  expect_match(smooth_calibration(heap, R = 0)$note, "no curve goes through these rows")
  tight <- probability_set(rep(0:1, 3), p = c(0.1, 0.1, 0.1, 0.2, 0.3, 0.4))
  expect_true(is.data.frame(smooth_calibration(tight, "spline", R = 0)))
  scores <- probability_set(event ~ p, d, scores = TRUE)
  expect_error(smooth_calibration(scores), class = "verdict_error_set")
  expect_error(smooth_calibration(), class = "verdict_error_set")
  weighted <- probability_set(event ~ p, d, weights = rep(2, 120))
  expect_error(smooth_calibration(weighted), class = "verdict_error_weights")
  expect_error(smooth_calibration(probability_set(event ~ p, d), R = 3), class = "verdict_error_replicates")
})

test_that("there is no picture of it, and what is drawn instead is said", {
  found <- smooth_calibration(probability_set(event ~ p, smooth_rows()), R = 0)
  expect_error(plot(found), "calibration_curve", class = "verdict_error_plot")
})

test_that("an interval contains its estimate, and is printed with what it is", {
  # Here 40 samples of the rows lie farther off than the rows themselves in nearly all.
  set.seed(3)
  p <- runif(200)
  x <- probability_set(rbinom(200, 1, p), p = p)
  found <- smooth_calibration(x, R = 40)
  expect_identical(found$conf.low, found$estimate)
  expect_true(all(found$conf.high > found$estimate))
  expect_match(printed_text(found), "Intervals: quantiles of the replicates, for description.", fixed = TRUE)
})
