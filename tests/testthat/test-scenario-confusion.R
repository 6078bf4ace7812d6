tree <- rbind(a = c(a = 40, b = 10, c = 0), b = c(5, 20, 5), c = c(2, 3, 15))
svm <- rbind(a = c(a = 45, b = 4, c = 1), b = c(10, 18, 2), c = c(0, 0, 20))
both <- list(tree = tree, svm = svm)

confusion_of <- function(x, j) {
  cells <- tapply(x$probability, list(factor(x$patterns[, 1], 1:3), factor(x$patterns[, 1 + j], 1:3)), sum)
  cells[is.na(cells)] <- 0
  unname(cells)
}

test_that("every classifier keeps its confusion matrix, whatever the dependence", {
  for (dependence in c("copula", "difficulty")) {
    for (strength in c(0, .4, 1)) {
      x <- scenario_confusion(both, dependence, strength)
      expect_equal(sum(x$probability), 1)
      expect_equal(confusion_of(x, 1), unname(tree) / 100, tolerance = 1e-12)
      expect_equal(confusion_of(x, 2), unname(svm) / 100, tolerance = 1e-12)
    }
  }
  x <- scenario_confusion(both, "copula", -.6)
  expect_equal(confusion_of(x, 2), unname(svm) / 100, tolerance = 1e-12)
})

right_by_both <- function(x, k) {
  at <- x$patterns[, 1] == k
  sum(x$probability[at & x$patterns[, 2] == k & x$patterns[, 3] == k]) / sum(x$probability[at])
}

test_that("being right together is as stated", {
  p <- c(.8, .9) # of class a
  expect_equal(right_by_both(scenario_confusion(both), 1), prod(p))
  expect_equal(right_by_both(scenario_confusion(both, "difficulty", 1), 1), .8)
  expect_equal(right_by_both(scenario_confusion(both, "difficulty", .25), 1), .75 * .72 + .25 * .8)
  for (rho in c(-.6, .5)) {
    peer <- stats::integrate(function(x) {
      stats::dnorm(x) * stats::pnorm((stats::qnorm(.9) - rho * x) / sqrt(1 - rho^2))
    }, -Inf, stats::qnorm(.8), rel.tol = 1e-10)$value
    expect_equal(right_by_both(scenario_confusion(both, "copula", rho), 1), peer, tolerance = 1e-8)
  }
})

test_that("wrong labels are independent given that both are wrong", {
  x <- scenario_confusion(both, "copula", .5)
  wrong <- x$patterns[, 1] == 2 & x$patterns[, 2] != 2 & x$patterns[, 3] != 2
  joint <- tapply(x$probability[wrong], list(x$patterns[wrong, 2], x$patterns[wrong, 3]), sum)
  expect_equal(unname(joint / sum(joint)), outer(c(.5, .5), c(10, 2) / 12), tolerance = 1e-12)
})

test_that("three classifiers: pairs are correlated alike, and margins stay", {
  x <- scenario_confusion(c(both, list(knn = tree)), "copula", .5)
  expect_equal(confusion_of(x, 3), unname(tree) / 100, tolerance = 1e-12)
  expect_equal(right_by_both(x, 1), right_by_both(scenario_confusion(both, "copula", .5), 1), tolerance = 1e-10)
})

test_that("classifiers that guess: Sturm's design, in fractions", {
  x <- scenario_random(10, c(0, .05))
  expect_equal(nrow(x$patterns), 1000)
  g <- .05 + .95 / 10
  expect_equal(scenario_cells(x, NULL, 1:2)[1:4], c(g / 10, (1 - g) / 10, g * .9, (1 - g) * .9))
  expect_equal(length(scenario_random(2, .5)$classifiers), 1)
})

test_that("matrices that do not fit are refused", {
  refuse <- function(x, ..., class = "verdict_error_confusion") {
    expect_error(scenario_confusion(x, ...), class = class)
  }
  refuse(tree)
  refuse(unname(both))
  refuse(list(tree = tree[1:2, ]))
  refuse(list(tree = -tree))
  refuse(list(tree = "a"))
  refuse(list(tree = tree[, 3:1]))
  refuse(list(tree = tree, svm = svm[2:1, 2:1]))
  refuse(list(tree = tree, svm = svm + diag(3)))
  refuse(both, strength = 2, class = "verdict_error_rates")
  refuse(both, "difficulty", -.1, class = "verdict_error_rates")
  refuse(c(both, list(x = tree)), strength = -.1, class = "verdict_error_rates")
  refuse(both, "luck", class = "verdict_error_argument")
  refuse(list(truth = tree), class = "verdict_error_classifier")
  expect_error(scenario_random(100, c(0, 0, 0)), class = "verdict_error_rates")
  expect_error(scenario_random(1.5), class = "verdict_error_rates")
  expect_error(scenario_random(3, 1.5), class = "verdict_error_rates")
  expect_error(scenario_random(3, c(0, .1), classifiers = "a"), class = "verdict_error_classifier")
})

test_that("matrices without labels get some, and empty rows are no obstacle", {
  x <- scenario_confusion(list(one = matrix(c(3, 0, 1, 0), 2)))
  expect_equal(x$classes, c("class1", "class2"))
  expect_true(all(x$patterns[, 1] == 1))
})
