test_that("rates are corrected by sensitivity and specificity, with the errors of all three", {
  says <- cbind(a = rep(1:0, c(60, 40)), b = rep(c(1, 0, 1, 0), c(50, 10, 25, 15)))
  human <- rep(c(1, 0, NA), c(20, 30, 5))
  judge <- c(rep(1:0, c(18, 2)), rep(0:1, c(24, 6)), rep(1, 5))
  x <- rogan_gladen(says, human, judge)
  Se <- .9
  Sp <- .8
  theta <- (c(.6, .75) + Sp - 1) / (Se + Sp - 1)
  variance <- (c(.6 * .4, .75 * .25) / 100 + theta^2 * Se * (1 - Se) / 20 + (1 - theta)^2 * Sp * (1 - Sp) / 30) / .7^2
  found <- assess_classifiers(x)
  expect_equal(found$estimate, theta)
  expect_equal(found$std.error, sqrt(variance))
  expect_output(print(verdict(x)), "Its errors are few, so that")
  # the difference has no part of the judge's specificity but by the factor
  D <- theta[2] - theta[1]
  d <- says[, 2] - says[, 1]
  own <- (mean(d^2) - mean(d)^2) / 100 + D^2 * Se * (1 - Se) / 20 + D^2 * Sp * (1 - Sp) / 30
  pair <- compare_classifiers(x)
  expect_equal(pair$std.error, sqrt(own) / .7)
  expect_output(print(x, width = 200), "sensitivity 0.9 (20 items) and specificity 0.8 (30 items)", fixed = TRUE)
  one <- rogan_gladen(says[, 1] == 1, human == 1, judge == 1)
  expect_equal(assess_classifiers(one)$estimate, theta[1])
})

test_that("a judge that tells nothing corrects nothing", {
  none <- rogan_gladen(c(1, 0, 1), c(1, 1, 0, 0), c(1, 0, 1, 0))
  found <- assess_classifiers(none)
  expect_identical(found$estimate, NA_real_)
  expect_match(found$note, "add up to 1")
})

test_that("anything but yes and no is refused", {
  expect_error(rogan_gladen(c(1, 2), c(1, 0), c(1, 0)), class = "verdict_error_score")
  expect_error(rogan_gladen(c(1, 0), c(1, 3), c(1, 0)), class = "verdict_error_score")
  expect_error(rogan_gladen(c(1, 0), c(1, 0), c(1, 0, 1)), class = "verdict_error_length")
  expect_error(rogan_gladen(c(1, 0), c(1, 1), c(1, 0)), class = "verdict_error_label")
  expect_error(rogan_gladen(c(1, NA), c(1, 0), c(1, 0)), class = "verdict_error_score")
  expect_error(rogan_gladen(1, 1, 1, metric = 1), class = "verdict_error_argument")
  for (odd in list(NULL, mean, quote(a), new.env(), y ~ x)) {
    expect_error(rogan_gladen(odd, c(1, 0), c(1, 0)), class = "verdict_error_score")
    expect_error(rogan_gladen(c(1, 0), odd, c(1, 0)), class = "verdict_error_score")
    expect_error(rogan_gladen(c(1, 0), c(1, 0), odd), class = "verdict_error_score")
  }
})

test_that("Gwet's AC1 and its standard error are those of the formula", {
  counts <- matrix(c(118, 5, 3, 4, 2, 1, 2, 0, 9), 3, byrow = TRUE, dimnames = rep(list(c("x", "y", "z")), 2))
  set <- as_prediction_set(as.table(counts))
  ac1 <- function(counts) {
    p <- counts / sum(counts)
    q <- (rowSums(p) + colSums(p)) / 2
    pe <- sum(q * (1 - q)) / (nrow(p) - 1)
    (sum(diag(p)) - pe) / (1 - pe)
  }
  found <- assess_classifiers(set, "ac1")
  expect_equal(found$estimate, ac1(counts))
  # influence by numerical derivatives
  n <- sum(counts)
  slope <- vapply(seq_along(counts), function(i) {
    h <- 1e-4
    up <- down <- counts
    up[i] <- counts[i] + h
    down[i] <- counts[i] - h
    (ac1(up) - ac1(down)) / (2 * h)
  }, 0)
  expect_equal(found$std.error, sqrt(sum(counts * slope^2)), tolerance = 1e-6)
  expect_equal(assess_classifiers(set, "gwet")$estimate, found$estimate)
  two <- assess_classifiers(set, "ac1", classes = "x")
  merged <- rbind(c(118, 8), c(6, 12))
  expect_equal(two$estimate, ac1(merged))
  same <- assess_classifiers(prediction_set(factor(c(1, 1)), a = factor(c(1, 1))), "ac1")
  expect_identical(same$note, "margin constant")
})

test_that("weighted kappa of two judges is that of the package vcd, with its standard error", {
  # Agresti (1990), table 2.11, wives by husbands: vcd::Kappa(SexualFun), weights Equal-Spacing and Fleiss-Cohen
  answers <- c("never", "fairly", "very", "always")
  counts <- matrix(c(7, 2, 1, 2, 7, 8, 5, 8, 2, 3, 4, 9, 3, 7, 9, 14), 4, dimnames = list(answers, answers))
  rows <- as.data.frame(as.table(counts), responseName = "couples")
  x <- prediction_set(Var1 ~ Var2, rows, weights = couples)
  found <- assess_classifiers(x, c("kap", "kap_linear", "kap_quadratic"))
  expect_equal(found$estimate, c(0.1293302540416, 0.2373806275580, 0.3320455862469))
  expect_equal(found$std.error, c(0.0685985324807, 0.0783163347784, 0.0972975219586))
})
