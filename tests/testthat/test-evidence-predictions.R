
test_that("weighted kappa of names in alphabetical order warns, once, and not where their order was given", {
  set.seed(1)
  names <- c("low", "mid", "high")
  d <- data.frame(truth = sample(names, 90, TRUE), a = sample(names, 90, TRUE), b = sample(names, 90, TRUE))
  x <- prediction_set(truth ~ a + b, d)
  expect_warning(verdict(x, "kap_quadratic"), "that of the alphabet", class = "verdict_warning_order")
  expect_no_warning(verdict(x, "kap"))
  expect_no_warning(verdict(prediction_set(truth ~ a + b, d, levels = names), "kap_quadratic"))
  d[] <- lapply(d, factor, names)
  expect_no_warning(verdict(prediction_set(truth ~ a + b, d), "kap_quadratic"))
})
