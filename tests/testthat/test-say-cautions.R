
test_that("clusters of unequal weight are said to be worth few, in a verdict and its summary", {
  set.seed(4)
  psu <- rep(1:60, each = 20)
  ill <- rbinom(1200, 1, 0.4)
  calls <- data.frame(
    psu, w = rep(c(rep(80, 4), rep(1, 56)), each = 20), ill, a = ifelse(runif(1200) < 0.8, ill, 1 - ill),
    b = ifelse(runif(1200) < 0.75, ill, 1 - ill)
  )
  x <- prediction_set(ill ~ a + b, calls, id = psu, weights = w, weights_are = "sampling")
  v <- verdict(x, "accuracy")
  said <- "In accuracy p may be too small with only 60 observations of unequal weight, worth"
  expect_match(printed_text(v), said, fixed = TRUE)
  expect_match(summary_text(v), said, fixed = TRUE)
  alike <- prediction_set(ill ~ a + b, calls, id = psu)
  expect_no_match(printed_text(verdict(alike, "accuracy")), "too small with only", fixed = TRUE)
})
