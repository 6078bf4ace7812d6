cells_of <- function(x, metric = "accuracy", class = NULL) scenario_cells(x, class, 1:2)

test_that("discordant shares and accuracies make the four cells they must", {
  expect_equal(cells_of(scenario_rates(discordant = c(.08, .2)))[1:4], c(.72, .08, .2, 0))
  # a + d = .9, b - c = -.02
  expect_equal(cells_of(scenario_rates(accuracy = c(.85, .87), agreement = .9))[1:4], c(.81, .04, .06, .09))
  phi <- cells_of(scenario_rates(accuracy = c(.8, .6), correlation = .5))[1:4]
  expect_equal(phi, c(.48, .32, .12, .08) + c(1, -1, -1, 1) * .5 * sqrt(.8 * .2 * .6 * .4))
  free <- cells_of(scenario_rates(accuracy = c(.8, .6), rho = 0))[1:4]
  expect_equal(free, c(.48, .32, .12, .08))
  # both above the median: 1/4 + asin(rho) / (2 pi)
  half <- cells_of(scenario_rates(accuracy = c(.5, .5), rho = .7))[1]
  expect_equal(half, .25 + asin(.7) / (2 * pi), tolerance = 1e-12)
})

test_that("normal probabilities agree with one-dimensional integration", {
  for (rho in c(-.99, -.5, 0, .3, .9, .999)) {
    for (p in list(c(.5, .5), c(.02, .9), c(.72, .657))) {
      peer <- stats::integrate(function(x) {
        stats::dnorm(x) * stats::pnorm((stats::qnorm(p[2]) - rho * x) / sqrt(1 - rho^2))
      }, -Inf, stats::qnorm(p[1]), rel.tol = 1e-10)$value
      expect_equal(normal_both(p[1], p[2], rho), peer, tolerance = 1e-8)
    }
  }
  expect_equal(normal_both(.3, .6, 1), .3)
  expect_equal(normal_both(.3, .6, -1), 0)
  expect_equal(normal_both(1, .6, .5), .6)
  expect_equal(normal_both(0, .6, .5), 0)
})

test_that("precisions, shares of calls and overlap are those stated", {
  x <- scenario_rates(precision = c(.8, .73), called = c(.45, .4), overlap = c(.25, .05))
  cells <- cells_of(x, "precision", "yes")
  expect_equal(sum(cells), 1)
  expect_equal(cells[c(1, 5)], c(.25, .05))
  expect_equal(cells[1] + cells[2:3], c(.8, .73) * c(.45, .4))
  expect_equal(cells[5] + cells[6:7], c(.2, .27) * c(.45, .4))
  y <- scenario_rates(precision = c(.8, .73), called = c(.45, .4), overlap = c(.25, .05), prevalence = .5)
  expect_equal(sum(cells_of(y, "precision", "yes")[1:4]), .5)
  expect_equal(power_comparison(y, 500)$power, power_comparison(x, 500)$power, tolerance = 1e-6)
})

test_that("impossible rates are refused with the range that is possible", {
  refuse <- function(..., text) {
    expect_error(scenario_rates(...), class = "verdict_error_rates")
    expect_error(scenario_rates(...), text)
  }
  refuse(text = "Give one of")
  refuse(accuracy = c(.8, .9), discordant = c(.1, .1), text = "Given are")
  refuse(discordant = c(.6, .6), text = "1.2")
  refuse(discordant = .1, text = "2 numbers")
  refuse(discordant = "a", text = "string")
  refuse(discordant = c(-.1, .2), text = "from 0 to 1")
  refuse(accuracy = c(.8, .9), text = "How do the classifiers go together")
  refuse(accuracy = c(.8, .9), agreement = .9, rho = .5, text = "How do")
  # the accuracies differ by 0.1, and at most 0.3 are errors of one of them
  refuse(accuracy = c(.8, .9), agreement = .95, text = "from 0.7 to 0.9")
  refuse(accuracy = c(.8, .9), correlation = .9, text = "-0.1667 to 0.6667")
  refuse(accuracy = c(.8, .9), correlation = 2, text = "from -1 to 1")
  refuse(precision = c(.8, .7), called = c(.4, .4), text = "overlap")
  refuse(precision = c(.8, .7), called = c(.4, .4), rho = .5, text = "prevalence")
  refuse(precision = c(.8, .7), called = c(.4, .4), overlap = c(.3, .05), text = "from 0 to 0.28")
  refuse(precision = c(.8, .7), called = c(.9, .9), prevalence = .5, rho = .5, text = "from 0.72 to 0.73")
  refuse(precision = c(.8, .2), called = c(.9, .9), prevalence = .5, rho = .5, text = "do not go together")
  refuse(precision = c(.8, .7), called = c(.4, .4), prevalence = .1, rho = .5, text = "from 0.32 to 0.88")
  refuse(precision = c(.8, .7), called = c(.4, .4), prevalence = .5, rho = "a", text = "rho")
  expect_error(scenario_rates(discordant = c(.1, .2), classifiers = c("a", "a")), class = "verdict_error_classifier")
})

test_that("a set becomes the scenario of its shares", {
  set <- prediction_set(truth ~ naive_bayes + tree, satellite)
  x <- as_scenario(set)
  expect_equal(x$patterns, set$patterns)
  expect_equal(x$probability, set$count / 2000)
  clustered <- prediction_set(
    truth ~ random_forest + svm, vehicle_cv,
    id = id, fold = fold, repetition = repetition
  )
  expect_error(as_scenario(clustered), class = "verdict_error_clustered")
  expect_error(as_scenario(satellite), class = "verdict_error_set")
})

test_that("it prints what it assumes", {
  expect_snapshot({
    scenario_rates(accuracy = c(.85, .87), agreement = .9, classifiers = c("tree", "svm"))
    scenario_random(3, c(0, .1, .2))
  })
})

test_that("no option of R changes what a scenario is, or how it prints", {
  x <- scenario_rates(accuracy = c(.8, .85), agreement = .75)
  printed <- capture.output(print(x))
  cells <- scenario_cells(x, NULL, 2:1)
  # Agreement is both right or both wrong: of 0.25 who are apart, 0.15 and 0.10 go to each.
  expect_equal(cells[1:3], c(.70, .15, .10))
  old <- options(scipen = -10, OutDec = ",")
  on.exit(options(old))
  expect_identical(scenario_cells(x, NULL, 2:1), cells)
  expect_identical(capture.output(print(x)), printed)
})

test_that("sensitivity and specificity are rates among their own rows, and names of rates are kept", {
  x <- scenario_rates(
    sensitivity = c(ct = .7, mri = .8), specificity = c(.9, .92), prevalence = .3, correlation = c(.4, .2)
  )
  expect_identical(x$classifiers, c("ct", "mri"))
  both <- c(.56 + .4 * sqrt(.21 * .16), .828 + .2 * sqrt(.09 * .0736))
  yes <- .3 * c(both[1], .7 - both[1], .8 - both[1], 1 - 1.5 + both[1])
  no <- .7 * c(both[2], .9 - both[2], .92 - both[2], 1 - 1.82 + both[2])
  share <- function(...) x$probability[colSums(t(x$patterns) == c(...)) == 3]
  expect_equal(c(share(1, 1, 1), share(1, 1, 2), share(1, 2, 1), share(1, 2, 2)), yes)
  expect_equal(c(share(2, 2, 2), share(2, 2, 1), share(2, 1, 2), share(2, 1, 1)), no)
  same <- function(n, metric, cells) {
    expect_equal(
      power_comparison(x, n, metric)$power, power_comparison(scenario_rates(discordant = cells), n)$power,
      tolerance = 1e-9
    )
  }
  same(300, "sensitivity", yes[2:3])
  same(300, "specificity", no[2:3])
  # What is not said is right in all rows
  one <- scenario_rates(specificity = c(a = .8, b = .9), prevalence = .2, agreement = .85)
  expect_identical(c(one$metric, one$classifiers), c("specificity", "a", "b"))
  expect_equal(sum(one$probability[one$patterns[, 1] == 1]), .2)
  expect_identical(scenario_rates(discordant = c(p = .1, q = .2))$classifiers, c("p", "q"))
  expect_identical(scenario_rates(accuracy = c(a = .8, b = .9), agreement = .85, classifiers = c("x", "y"))$classifiers,
    c("x", "y")
  )
  expect_error(scenario_rates(sensitivity = c(.8, .9), agreement = .85), "prevalence", class = "verdict_error_rates")
  expect_error(
    scenario_rates(specificity = c(.8, .9), agreement = .2, prevalence = .5), "specificity",
    class = "verdict_error_rates"
  )
})

test_that("a scenario is a data frame of its patterns and what they are likely", {
  rates <- scenario_rates(discordant = c(0.08, 0.2))
  frame <- as.data.frame(rates)
  expect_equal(sum(frame$probability), 1)
  right <- function(name) frame[[name]] == frame$truth
  only <- function(a, b) sum(frame$probability[right(a) & !right(b)])
  expect_equal(
    c(only("classifier1", "classifier2"), only("classifier2", "classifier1")), c(0.08, 0.2)
  )
})

test_that("negative numbers of plans have a true minus", {
  local_reproducible_output(unicode = TRUE)
  rates <- scenario_rates(accuracy = c(0.9, 0.9), agreement = 0.9)
  plan <- sample_size(rates, difference = 0, margin = 0.05, alternative = "greater", alpha = 0.025)
  expect_output(print(plan), "above \u22120.05, where it is 0", fixed = TRUE)
  expect_output(print(scenario_auc(c(0.8, 0.86), -0.2, 0.3)), "scores \u22120.2 among", fixed = TRUE)
})
