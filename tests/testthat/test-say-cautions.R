
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

test_that("a verdict says of all metrics in lines or by letters where p may be too small, each reason once", {
  set.seed(5)
  y <- rep(c("ill", "ok"), c(7, 293))
  called <- function(sensitivity, specificity) {
    right <- runif(300) < ifelse(y == "ill", sensitivity, specificity)
    ifelse(right, y, ifelse(y == "ill", "ok", "ill"))
  }
  d <- data.frame(y, a = called(.9, .98), b = called(.4, .85), c = called(.4, .9))
  few <- "p may be too small with only 7 rows of ill"
  both <- paste("In Matthews correlation and Cohen's kappa", few)
  told <- function(set) {
    v <- verdict(set, c("mcc", "kap"))
    list(printed_text(v), summary_text(v), printed_text(as_table(v)))
  }
  for (text in told(prediction_set(y ~ a + b, d, positive = "ill"))) {
    expect_match(text, both, fixed = TRUE)
    expect_length(gregexpr(few, text, fixed = TRUE)[[1]], 1)
  }
  for (text in told(prediction_set(y ~ a + b + c, d, positive = "ill"))) expect_match(text, both, fixed = TRUE)
})

test_that("a verdict that claims something of a net benefit says that few rows decide", {
  set.seed(3)
  id <- rep(1:60, each = 8)
  y <- rbinom(480, 1, plogis(-1 + rnorm(60)[id]))
  a <- plogis(2 * y - 2 + rnorm(480))
  v <- verdict(probability_set(y, a = a, b = plogis(2 * y - 1.6 + rnorm(480))), net_benefit(.05))
  said <- "In net benefit (0.05) p may be too small with only 0 rows of 1 on which the two differ."
  for (text in list(printed_text(v), summary_text(v), printed_text(as_table(v)))) expect_match(text, said, fixed = TRUE)
})

test_that("a verdict says of how many classes an average is", {
  truth <- rep(c("a", "b"), 40)
  set <- prediction_set(
    truth, one = ifelse(seq_along(truth) > 70, "c", truth), two = ifelse(seq_along(truth) > 50, "d", truth)
  )
  v <- verdict(set, "recall", average = "macro", zero_division = "skip")
  said <- "Macro-averaged recall: averaged over 2 of 4 classes."
  for (text in list(printed_text(v), printed_text(summary(v)))) expect_match(text, said, fixed = TRUE)
  expect_no_match(printed_text(verdict(set, "accuracy")), "averaged over", fixed = TRUE)
})
