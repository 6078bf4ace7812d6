test_that("tests and parts of the score of the example", {
  x <- twelve_set()
  found <- assess_calibration(x)
  expect_equal(found$statistic[1], .6195856, tolerance = 1e-6)
  expect_equal(found$p.value[1], .948807, tolerance = 1e-6)
  expect_equal(found$miscalibration[1], .04083333, tolerance = 1e-6)
  expect_equal(found$discrimination[1], .1180556, tolerance = 1e-6)
  expect_equal(found$uncertainty, rep(35 / 144, 2))
  expect_equal(found$estimate, assess_classifiers(x, "brier")$estimate)
  expect_equal(found$adj.p.value, p.adjust(found$p.value, "holm"))
  z <- assess_calibration(x, "spiegelhalter", "log_loss", p.adjust.method = "none")
  expect_equal(z$statistic[1], -.1758631, tolerance = 1e-6)
  expect_equal(z$p.value[1], .860402, tolerance = 1e-6)
  expect_equal(z$estimate, assess_classifiers(x, "log_loss")$estimate)
  expect_equal(z$estimate, z$miscalibration - z$discrimination + z$uncertainty)
})

test_that("the calibration error is that of the bins", {
  e <- twelve$event
  bin <- cut(twelve$a, seq(0, 1, 0.2))
  naive <- sum(abs(tapply(e - twelve$a, bin, sum)), na.rm = TRUE) / 12
  expect_equal(assess_calibration(twelve_set(), bins = 5)$ece[1], naive)
})

test_that("the isotonic regression is that of R", {
  set.seed(4)
  p <- round(runif(300), 2)
  e <- rbinom(300, 1, p^2)
  found <- assess_calibration(probability_set(e, p = p))
  pooled <- tapply(e, p, mean)
  size <- tabulate(match(p, as.numeric(names(pooled))))
  fit <- isoreg(rep(as.numeric(pooled), size))$yf[order(order(p))]
  expect_equal(found$miscalibration, mean((e - p)^2) - mean((e - fit)^2))
})

test_that("what cannot be said is not said", {
  sure <- probability_set(c(1, 0, 1, 0), p = c(0, .2, .9, .4), q = c(1, 0, 1, 0))
  for (test in c("cumulative", "spiegelhalter")) {
    found <- assess_calibration(sure, test)
    expect_identical(found$p.value, c(0, NA))
    expect_identical(found$log.p.value, c(-Inf, NA))
    expect_match(found$note, c("1 row had probability 0"), all = FALSE)
    expect_identical(found$note[2], status_words("zero_variance"))
  }
  refuse <- function(expr, class = "set") expect_error(expr, class = paste0("verdict_error_", class))
  refuse(assess_calibration(probability_set(event ~ a, twelve, scores = TRUE)))
  refuse(assess_calibration(twelve_set(id = patient)))
  refuse(assess_calibration(twelve))
  refuse(assess_calibration(twelve_set(), "hosmer"), "argument")
  refuse(assess_calibration(twelve_set(), bins = 0), "argument")
})
