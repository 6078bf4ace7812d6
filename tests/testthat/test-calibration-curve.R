test_that("the curve is the isotonic regression", {
  set.seed(4)
  p <- round(runif(300), 2)
  e <- rbinom(300, 1, p^2)
  curve <- calibration_curve(probability_set(e, p = p))
  pooled <- tapply(e, p, mean)
  size <- tabulate(match(p, as.numeric(names(pooled))))
  fit <- isoreg(rep(as.numeric(pooled), size))$yf[cumsum(size)]
  expect_equal(curve$probability, as.numeric(names(pooled)))
  expect_equal(curve$observed, fit)
  expect_equal(curve$n, size)
  expect_equal(curve$events, as.vector(tapply(e, p, sum)))
  expect_true(all(curve$conf.low <= curve$conf.high))
  # p^2 is below p: the curve leaves its band.
  expect_true(any(curve$observed < curve$conf.low))
  expect_match(as.character(curve), "leaves its band at probabilities")
})

test_that("steps of the example, and weights as repeated rows", {
  curve <- calibration_curve(twelve_set())
  a <- curve[curve$classifier == "a", ]
  expect_equal(a$probability, sort(unique(twelve$a)))
  expect_equal(a$observed, c(0, 0, 1, 1, 1, 3, 3, 3, 4) / 4)
  times <- c(1, 2, 1, 3, 1, 2, 1, 1, 4, 1, 2, 1)
  same <- c("classifier", "probability", "n", "events", "observed")
  weighted <- calibration_curve(twelve_set(weights = times))
  repeated <- calibration_curve(probability_set(event ~ a + b, twelve[rep(1:12, times), ]))
  expect_equal(as.data.frame(weighted)[same], as.data.frame(repeated)[same])
})

test_that("the band holds the curve of probabilities that are right", {
  set.seed(8)
  p <- rbeta(2000, 2, 3)
  inside <- replicate(20, {
    curve <- calibration_curve(probability_set(rbinom(2000, 1, p), p = p), R = 100)
    mean(curve$observed >= curve$conf.low & curve$observed <= curve$conf.high)
  })
  expect_gt(mean(inside), 0.9)
})

test_that("many levels are thinned, and the rows still add up", {
  set.seed(1)
  p <- runif(5000)
  curve <- calibration_curve(probability_set(rbinom(5000, 1, p), p = p), R = 39)
  expect_lt(nrow(curve), 320)
  expect_equal(sum(curve$n), 5000)
  expect_equal(range(curve$probability), range(p))
})

test_that("printing shows the parts of the score, and says what is not compared", {
  set.seed(2)
  curve <- calibration_curve(twelve_set(), "log_loss")
  expect_output(print(curve), "log loss = miscalibration - discrimination", ignore.case = TRUE)
  expect_output(print(curve), "it is not compared, the log loss is", fixed = FALSE)
  expect_output(print(summary(curve)), "The curve of a stays in its band")
  expect_output(print(as_table(curve)), "discrimination")
  expect_s3_class(knitr::knit_print(curve), "knit_asis")
  expect_output(print(curve[1:3]), "probability")
})

test_that("what has no calibration curve is refused", {
  refuse <- function(expr, class = "set") expect_error(expr, class = paste0("verdict_error_", class))
  refuse(calibration_curve(twelve))
  refuse(calibration_curve(probability_set(event ~ a, twelve, scores = TRUE)))
  refuse(calibration_curve(twelve_set(id = patient)))
  refuse(calibration_curve(twelve_set(), "accuracy"), "argument")
  refuse(calibration_curve(twelve_set(), R = 10), "replicates")
  expect_error(.Call(ffi_calibration_drawn, twelve_set(), 1L, c(2L, 2L), 1L, FALSE), "levels that do not rise")
})

test_that("a band for the whole curve holds as many whole curves as it says", {
  p <- rep(c(0.1, 0.3, 0.5, 0.8), each = 25)
  event <- rep(rep(1:0, 4), c(3, 22, 8, 17, 12, 13, 20, 5))
  x <- probability_set(event, p = p)
  set.seed(1)
  whole <- calibration_curve(x, simultaneous = TRUE)
  set.seed(1)
  each <- calibration_curve(x, R = 5000)
  expect_true(all(whole$conf.low <= each$conf.low & whole$conf.high >= each$conf.high))
  inside <- function(curve) {
    mean(replicate(1000, {
      drawn <- vapply(split(stats::rbinom(100, 1, p), p), mean, 0)
      fit <- stats::isoreg(drawn)$yf
      all(fit >= curve$conf.low - 1e-9 & fit <= curve$conf.high + 1e-9)
    }))
  }
  set.seed(2)
  expect_gte(inside(whole), 0.94)
  expect_lt(inside(each), 0.93)
  expect_output(print(whole), "for the whole curve")
  expect_error(calibration_curve(x, simultaneous = 2), class = "verdict_error_argument")
  drawn <- matrix(stats::rnorm(4000), 400)
  limits <- rank_envelope(drawn, 0.2)
  out <- apply(drawn, 1, function(row) any(row < limits[1, ] | row > limits[2, ]))
  expect_lte(mean(out), 0.2)
  expect_gt(mean(out), 0.1)
  expect_error(rank_envelope(drawn[1:40, ], 0.2), class = "verdict_error_replicates")
  skip_if_not_installed("ggplot2")
  expect_match(ggplot2::autoplot(whole)$labels$caption, "everywhere")
})

test_that("of rows of one classifier its own curve is spoken of and drawn", {
  event <- rep(0:1, c(40, 40))
  # Right to the row, and the wrong way round.
  x <- probability_set(event, good = rep(.5, 80), odd = rep(c(.9, .1), each = 40))
  set.seed(1)
  curve <- calibration_curve(x)
  odd <- curve[curve$classifier == "odd", ]
  expect_identical(as.character(odd), "The curve of odd leaves its band at probabilities 0.1 to 0.9.")
  expect_identical(as.character(curve[curve$classifier == "good", ]), "The curve of good stays in its band.")
  expect_identical(as.character(curve[3:1, ]), as.character(curve))
  expect_no_match(capture.output(print(odd)), "good")
  skip_if_not_installed("ggplot2")
  expect_identical(ggplot2::autoplot(odd)$layers[[1]]$data$classifier, rep("odd", 2))
})
