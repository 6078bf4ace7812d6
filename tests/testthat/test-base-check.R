
test_that("a number may come as a matrix of one, as products of matrices do", {
  y <- rep(0:1, 10)
  x <- probability_set(y, a = sin(1:20)^2, b = cos(1:20)^2, positive = 1)
  gap <- function(prevalence) compare_classifiers(x, net_benefit(0.2, prevalence = prevalence))
  expect_identical(gap(matrix(0.3)), gap(0.3))
  expect_identical(sample_size(x, difference = 0.1, power = matrix(0.9)), sample_size(x, difference = 0.1, power = 0.9))
  sequence <- function(upper) confidence_sequence(c(0, 1, 0.5), lower = 0, upper = upper)
  expect_identical(sequence(matrix(1)), sequence(1))
})
