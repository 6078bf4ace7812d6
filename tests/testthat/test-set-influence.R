# The influence of units on estimates, and what follows from it: against textbooks' formulas.

influence_of_mean <- function(x, ...) new_influence(mean(x), cbind(x - mean(x)), small = TRUE, ...)

test_that("of a mean it gives s^2 / n with n - 1 degrees of freedom", {
  x <- c(0.3, 0.9, 0.4, 0.7, 0.2)
  found <- influence_of_mean(x)
  expect_equal(influence_vcov(found)[1, 1], var(x) / 5)
  expect_equal(influence_df(found, diag(1)), 4)
  expect_equal(influence_vcov(influence_of_mean(x, overlap = 1 / 4))[1, 1], var(x) * (1 / 5 + 1 / 4))
  twice <- new_influence(mean(x), cbind(x - mean(x)), count = rep(2, 5), small = TRUE)
  expect_equal(influence_vcov(twice)[1, 1], var(c(x, x)) / 10)
  expect_equal(influence_df(twice, diag(1)), 9)
  expect_true(is.na(influence_vcov(influence_of_mean(0.3))[1, 1]))
  expect_true(is.na(influence_df(influence_of_mean(0.3), diag(1))))
  large <- new_influence(mean(x), cbind(x - mean(x)))
  expect_equal(influence_vcov(large)[1, 1], var(x) * 4 / 25)
  expect_equal(influence_df(large, diag(1)), Inf)
})

test_that("of a prediction set it gives the covariance of the delta method", {
  clustered <- prediction_set(vehicle_cv, truth, c(naive_bayes, svm), id = id)
  plain <- prediction_set(truth ~ naive_bayes + svm, satellite)
  shares <- stats::setNames(c(3, 1, 2, 1, 1, 2) / 10, plain$classes)
  for (x in list(plain, clustered, update_prevalence(plain, shares))) {
    targets <- set_targets(x, set_metrics(x, c("precision", "kap")), "none", NULL, "na")
    found <- set_influence(x, targets)
    expect_equal(sandwich_vcov(found), set_joint(x, targets)$vcov)
    expect_equal(found$estimate, set_joint(x, targets)$estimate)
    expect_equal(colSums(found$value * found$count), rep(0, length(found$estimate)), tolerance = 1e-6)
  }
})

# DeLong, DeLong and Clarke-Pearson (1988), from their formulas.
delong <- function(positive, negative) {
  psi <- function(x, y) outer(x, y, function(x, y) (x > y) + (x == y) / 2)
  placed <- Map(psi, positive, negative)
  v10 <- vapply(placed, rowMeans, positive[[1]])
  v01 <- vapply(placed, colMeans, negative[[1]])
  list(
    auc = unname(colMeans(v10)), v10 = unname(v10), v01 = unname(v01),
    vcov = unname(cov(v10) / nrow(v10) + cov(v01) / nrow(v01))
  )
}

test_that("of units in strata it gives DeLong's covariance, and Welch's degrees of freedom", {
  set.seed(1)
  positive <- list(rnorm(8, 1), rnorm(8, 0.5))
  negative <- list(rnorm(13), rnorm(13))
  known <- delong(positive, negative)
  value <- rbind(sweep(known$v10, 2, known$auc) * 21 / 8, sweep(known$v01, 2, known$auc) * 21 / 13)
  found <- new_influence(known$auc, value, stratum = rep(c("positive", "negative"), c(8, 13)), small = TRUE)
  expect_equal(influence_vcov(found), known$vcov)

  x <- c(2.1, 3.4, 1.9, 2.8)
  y <- c(1.2, 2.2, 0.3, 4.1, 1.1, 0.7)
  gap <- rbind(cbind((x - mean(x)) * 10 / 4, 0), cbind(0, (y - mean(y)) * 10 / 6))
  found <- new_influence(c(mean(x), mean(y)), gap, stratum = rep(1:2, c(4, 6)), small = TRUE)
  welch <- t.test(x, y)
  expect_equal(sqrt(sum(influence_vcov(found) * outer(c(1, -1), c(1, -1)))), welch$stderr)
  expect_equal(influence_df(found, cbind(c(1, -1), c(1, 0))), c(unname(welch$parameter), 3))
})

test_that("clusters are taken together, by their stratum where they have one", {
  x <- c(0.3, 0.9, 0.4, 0.7, 0.2, 0.6)
  cluster <- c("b", "a", "b", "c", "a", "d")
  residual <- tapply(x - mean(x), cluster, sum) / 6
  h <- table(cluster) / 6
  found <- influence_of_mean(x, cluster = cluster)
  # CR2 of an intercept: residuals of a cluster over the root of 1 - h
  expect_equal(influence_vcov(found)[1, 1], sum(residual^2 / (1 - h)))
  single <- influence_of_mean(x, cluster = 1:6)
  expect_equal(influence_vcov(single)[1, 1], var(x) / 6)
  expect_equal(influence_df(single, diag(1)), 5)
  stratum <- c("k", "l", "k", "k", "l", "l")
  within <- influence_of_mean(x, cluster = cluster, stratum = stratum)
  share <- c(a = 2 / 3, b = 2 / 3, c = 1 / 3, d = 1 / 3)
  expect_equal(influence_vcov(within)[1, 1], sum(residual^2 / (1 - share[names(residual)])))
  # Where they reach over strata, rows have the factor of their stratum.
  across <- influence_of_mean(x, cluster = cluster, stratum = rev(stratum))
  cells <- xtabs(x - mean(x) ~ cluster + rev(stratum)) / 6
  rest <- 1 - table(cluster, rev(stratum)) / 3
  expect_equal(influence_vcov(across)[1, 1], sum(rowSums(cells / sqrt(rest))^2))
})

test_that("an estimate rests on the units that have a part in it, one of value 0 among them", {
  x <- c(2.1, 3.4, 1.9, 2.6)
  y <- c(1.2, 2.2, 0.3, 4.1, 1.1, 0.7, 1.4)
  value <- cbind(c(x - mean(x), 0, 0, 0) * 7 / 4, y - mean(y))
  has <- cbind(rep(c(TRUE, FALSE), c(4, 3)), TRUE)
  found <- new_influence(c(mean(x), mean(y)), value, small = TRUE, part = has)
  expect_equal(diag(influence_vcov(found)), c(var(x) / 4, var(y) / 7))
  expect_equal(influence_df(found, cbind(c(1, 0), c(0, 1), c(1, -1))), c(3, 6, 3))
  expect_equal(influence_df(pick_influence(found, 1), diag(1)), 3)
  by_chance <- new_influence(2.5, cbind(c(2, 2.5, 3) - 2.5), small = TRUE)
  expect_equal(c(influence_vcov(by_chance), influence_df(by_chance, diag(1))), c(var(c(2, 2.5, 3)) / 3, 2))
  # Clusters: the first has two rows with a part, the fourth none.
  cluster <- c("a", "a", "b", "c", "d", "d", "d")
  clustered <- new_influence(c(mean(x), mean(y)), value, cluster = cluster, small = TRUE, part = has)
  alone <- influence_of_mean(x, cluster = cluster[1:4])
  found <- pick_influence(clustered, 1)
  expect_equal(influence_vcov(found), influence_vcov(alone))
  expect_equal(influence_df(found, diag(1)), influence_df(alone, diag(1)))
})

test_that("sets that share units vary together by these", {
  set.seed(2)
  z <- matrix(rnorm(30), 10)
  x <- influence_of_mean(z[1:7, 1], unit = 1:7)
  y <- influence_of_mean(z[4:10, 2], unit = 4:10)
  both <- 4:7
  expect_equal(
    influence_shared(x, y)$vcov[1, 1],
    sum((z[both, 1] - mean(z[1:7, 1])) * (z[both, 2] - mean(z[4:10, 2]))) / 49 / (1 - 1 / 7)
  )
  # of the same units it is the covariance of means
  same <- influence_shared(influence_of_mean(z[, 1], unit = 1:10), influence_of_mean(z[, 2], unit = 1:10))
  expect_equal(same$vcov[1, 1], cov(z[, 1], z[, 2]) / 10)
})

test_that("the multiplier bootstrap has the variance and the skewness of the data", {
  points <- (1 + c(-1, 1) * sqrt(5)) / 2
  chance <- (sqrt(5) + c(1, -1)) / (2 * sqrt(5))
  expect_equal(c(sum(chance * points), sum(chance * points^2), sum(chance * points^3)), c(0, 1, 1))
  set.seed(1)
  expect_equal(sort(unique(as.vector(mammen(1, 100)$sum))), points)
  expect_equal(mean(mammen(1, 1e5)$sum > 1), chance[2], tolerance = 0.02)
  # A unit that counts thrice is drawn three times.
  thrice <- mammen(3, 1e5)
  expect_equal(sort(unique(as.vector(thrice$sum))), c(3:0 * points[1] + 0:3 * points[2]))
  expect_equal(var(as.vector(thrice$sum)), 3, tolerance = 0.02)
  expect_equal(mean(thrice$squares), 3, tolerance = 0.02)
  x <- rexp(40)
  y <- rexp(40)
  found <- new_influence(c(mean(x), mean(y)), cbind(x - mean(x), y - mean(y)), small = TRUE)
  contrasts <- new_contrasts(rbind(c(1L, 1L, 2L), c(0L, 2L, 1L)), c("difference", "ratio", "ratio"))
  drawn <- influence_replicates(found, contrasts, list(R = 4000))
  expect_equal(drawn$observed$value, c(mean(x), log(mean(x) / mean(y)), log(mean(y) / mean(x))))
  delta <- var(x / mean(x) - y / mean(y)) / 40
  expect_equal(drawn$observed$variance, c(var(x) / 40, delta, delta))
  expect_equal(apply(drawn$value, 1, var), drawn$observed$variance, tolerance = 0.1)
  expect_equal(rowMeans(drawn$variance), drawn$observed$variance, tolerance = 0.1)
  centred <- drawn$value[1, ] - mean(x)
  expect_equal(mean(centred^3), sum((x - mean(x))^3) / 40^3 / (1 - 1 / 40)^1.5, tolerance = 0.15)
  expect_equal(drawn$observed$cubes[1], sum((x - mean(x))^3) / 40^3 / (1 - 1 / 40)^1.5)
})

test_that("degrees of freedom given as a function are asked for each contrast, in a choice of quantities too", {
  asked <- new_influence(1:3, vcov = diag(3), df = function(contrasts) colSums(contrasts != 0) + contrasts[3, ])
  expect_equal(influence_df(asked, cbind(c(1, -1, 0), c(0, -1, 1))), c(2, 3))
  expect_equal(influence_df(pick_influence(asked, 2:3), cbind(c(1, -1), c(-1, 1))), c(1, 3))
})
