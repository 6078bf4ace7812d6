rates <- scenario_rates(discordant = c(0.08, 0.20))

power_at <- function(b, c, n, ...) {
  power_comparison(scenario_rates(discordant = c(c, b)), n, ...)$power
}

test_that("exact power is that of exact2x2 1.7.0 (powerPaired2x2(strict = TRUE))", {
  expect_equal(power_at(.2, .08, 100, method = "exact"), .5558844704, tolerance = 1e-9)
  expect_equal(power_at(.2, .08, 100, method = "midp"), .6197115176, tolerance = 1e-9)
  expect_equal(
    power_at(.2, .08, 100, method = "exact", alternative = "greater"), .6917598027, tolerance = 1e-9
  )
  expect_equal(power_at(.2, .08, 100, method = "sign", alternative = "greater"), .6917598027, tolerance = 1e-9)
  expect_equal(power_at(.05, .15, 60, method = "exact", alternative = "less"), .4304745561, tolerance = 1e-9)
  expect_equal(power_at(.05, .15, 60, method = "midp", alternative = "less"), .5315420297, tolerance = 1e-9)
  expect_equal(power_at(.7, .3, 30, method = "exact"), .5888159631, tolerance = 1e-9)
})

test_that("exact power for 1,000 rows is that of exact2x2", {
  expect_equal(power_at(.12, .08, 1000, method = "exact"), .7916433514, tolerance = 1e-9)
})

test_that("the normal approximation is that of MESS 0.6.0 (power_mcnemar_test())", {
  size <- function(b, c, ...) {
    sample_size(scenario_rates(discordant = c(c, b)), method = "mcnemar", exact = FALSE, ...)$n
  }
  expect_equal(size(.2, .08), ceiling(150.23746045))
  expect_equal(size(.2, .08, alternative = "greater"), ceiling(118.10544884))
  expect_equal(size(.2, .1, power = 0.9), ceiling(311.04723997))
  # MESS leaves out the other tail
  one_tail <- power_at(.2, .08, 100, exact = FALSE, alternative = "greater", alpha = 0.025)
  expect_equal(one_tail, .62402050, tolerance = 1e-8)
})

test_that("power of many numbers of rows at once is that of each, in order", {
  n <- c(1e5, 10, 20, 1000, 3)
  together <- power_comparison(rates, n)
  expect_equal(together$n, sort(n))
  expect_equal(together$power, vapply(sort(n), function(each) power_comparison(rates, each)$power, 0))
})

test_that("power grows to one, is the size without a difference, and never exceeds it from too few rows", {
  expect_equal(power_comparison(rates, 1e6)$power, 1)
  expect_equal(power_comparison(rates, 5, method = "exact")$power, 0)
  none <- power_comparison(scenario_rates(discordant = c(.1, .1)), c(100, 1000), exact = FALSE)
  expect_equal(none$power, c(.05, .05))
  # Fewer than five discordant rows cannot reject: enumerated with 6 rows, all of them discordant
  all <- power_comparison(scenario_rates(discordant = c(.5, .5)), 6, method = "exact")
  expect_equal(all$power, 2 / 64)
})

test_that("from the number of rows on, exact power stays as large as wanted", {
  for (method in c("exact", "midp", "mcnemar")) {
    found <- sample_size(rates, method = method)
    around <- power_comparison(rates, (found$n - 1):(found$n + 300), method = method)$power
    expect_lt(around[1], 0.8)
    expect_true(all(around[-1] >= 0.8))
    expect_equal(found$power, around[2])
  }
  saw <- sample_size(scenario_rates(discordant = c(.3, .7)), method = "exact", power = 0.9)
  around <- power_comparison(scenario_rates(discordant = c(.3, .7)), 2:200, method = "exact")
  expect_equal(saw$n, max(around$n[around$power < 0.9]) + 1)
})

test_that("rows for a precision follow the formula of METHODS 13.2 from the cell probabilities", {
  s <- scenario_rates(precision = c(.73, .8), called = c(.45, .45), prevalence = .5, rho = .7)
  cells <- scenario_cells(s, "yes", 2:1)
  tp <- c(cells[1] + cells[2], cells[1] + cells[3])
  fp <- c(cells[5] + cells[6], cells[5] + cells[7])
  m <- tp + fp
  p <- tp / m
  z <- qnorm(.975) + qnorm(.8)
  of_ratio <- sum(1 / tp - 1 / m) - 2 * (cells[1] * prod(1 / tp - 1 / m) + cells[5] / prod(m))
  expect_equal(sample_size(s, method = "relative")$n, ceiling(z^2 * of_ratio / log(p[1] / p[2])^2))
  of_gap <- sum(p * (1 - p) / m) - 2 * (cells[1] * prod(1 - p) + cells[5] * prod(p)) / prod(m)
  expect_equal(sample_size(s, method = "multinomial")$n, ceiling(z^2 * of_gap / (p[1] - p[2])^2))
  # with equal calls GS and WGS are the same, and close to Wald's
  expect_equal(sample_size(s, method = "gs")$n, sample_size(s, method = "wgs")$n)
  expect_equal(sample_size(s, method = "gs")$n, sample_size(s, method = "multinomial")$n, tolerance = 0.01)
})

test_that("the stated power of tests of precision is what simulation finds", {
  s <- scenario_rates(precision = c(.73, .8), called = c(.45, .45), prevalence = .5, rho = .7)
  methods <- c("relative", "gs", "wgs", "multinomial", "gee", "z")
  set.seed(1)
  simulated <- rejection_rate(s, 500, method = methods, trials = 20000)
  stated <- vapply(methods, function(method) power_comparison(s, 500, method = method)$power, 0)
  # 0.02: what the approximation may miss; the Monte-Carlo error is 0.003
  expect_lt(max(abs(simulated$rate - stated)[1:5]), 0.03)
  expect_lt(abs(simulated$rate - stated)[6], 0.04)
})

test_that("a pilot and a scenario of its shares agree", {
  pilot <- prediction_set(truth ~ naive_bayes + tree, satellite)
  scenario <- as_scenario(pilot)
  for (metric in c("accuracy", "mcc")) {
    of_pilot <- power_comparison(pilot, 500, metric)
    of_scenario <- power_comparison(scenario, 500, metric)
    expect_equal(of_scenario$power, of_pilot$power, tolerance = 1e-6)
    expect_equal(of_scenario$difference, of_pilot$difference, tolerance = 1e-9)
  }
  expect_equal(
    power_comparison(scenario, 500, "precision", classes = "red soil")$power,
    power_comparison(pilot, 500, "precision", classes = "red soil")$power,
    tolerance = 1e-6
  )
})

test_that("the rows and the difference of a pilot are those of its comparison", {
  pilot <- prediction_set(truth ~ naive_bayes + tree + svm, satellite)
  for (metric in c("accuracy", "error")) {
    compared <- compare_classifiers(pilot, metric)
    found <- power_comparison(pilot, 1000, metric)
    expect_equal(found$difference, compared$estimate)
    expect_equal(found$classifier, compared$classifier)
  }
  for (metric in c("recall", "specificity", "fpr", "fnr", "detection_prevalence")) {
    compared <- compare_classifiers(pilot, metric, classes = "red soil")
    found <- power_comparison(pilot, 1000, metric, classes = "red soil", reference = NULL)
    expect_equal(found$difference, compared$estimate)
  }
  against <- sample_size(pilot, "f_meas", average = "macro", reference = "svm")
  expect_equal(against$reference, c("svm", "svm"))
})

test_that("Wald's rows: the standard error of the pilot shrinks with the root of n", {
  pilot <- prediction_set(truth ~ naive_bayes + tree, satellite)
  se <- compare_classifiers(pilot, "mcc")$std.error
  found <- sample_size(pilot, "mcc", difference = 0.02, power = 0.9)
  expect_equal(found$n, ceiling(2000 * ((qnorm(.975) + qnorm(.9)) * se / 0.02)^2))
  expect_equal(found$more, found$n - 2000)
  expect_equal(found$power, 0.9, tolerance = 1e-3)
  expect_equal(found$computed, "normal")
})

test_that("a plan by the pooled rows of a cross-validation says so, and that no rows are enough", {
  single <- subset(vehicle_cv, repetition == 1)
  x <- prediction_set(truth ~ svm + tree, single, id = id, fold = fold)
  rows <- prediction_set(truth ~ svm + tree, single[c("truth", "svm", "tree")])
  caveat <- "Caveat: this is for tests of the pooled rows of a cross-validation, whose p-values tend to be too small"
  expect_equal(sample_size(x), sample_size(rows), ignore_attr = TRUE)
  planned <- list(
    sample_size(x), sample_size(x, method = "exact"), sample_size(x, "f_meas", average = "macro", difference = 0.1),
    sample_size(x, difference = 0, margin = 0.2), power_comparison(x, 846)
  )
  for (plan in planned) {
    expect_match(printed_text(plan), caveat, fixed = TRUE)
    expect_no_match(printed_text(plan), "are enough")
    expect_match(methods_text(plan), "of the pooled rows of a cross-validation.", fixed = TRUE)
  }
  expect_match(paste(as_table(sample_size(x), format = "markdown"), collapse = " "), "Caveat: this is for tests")
  expect_match(printed_text(sample_size(rows)), "the 846 of the pilot are enough")
  expect_no_match(printed_text(sample_size(rows)), "Caveat")
  # From a column that was not used; and of areas.
  unused <- prediction_set(truth ~ svm + tree, single[c("truth", "svm", "tree", "fold")])
  expect_match(printed_text(sample_size(unused)), caveat, fixed = TRUE)
  set.seed(1)
  scores <- data.frame(event = rep(0:1, 50), a = runif(100), b = rep(c(0.1, 0.4), 50) + runif(100) / 2)
  areas <- probability_set(event ~ a + b, scores, fold = rep(1:4, each = 25))
  expect_match(printed_text(sample_size(areas)), caveat, fixed = TRUE)
})

test_that("with repeated observations n counts observations", {
  pilot <- prediction_set(
    truth ~ random_forest + svm, vehicle_cv,
    id = id, fold = fold, repetition = repetition
  )
  wald <- compare_classifiers(pilot, "accuracy", method = "wald")
  found <- sample_size(pilot, "accuracy", difference = 0.03)
  expect_equal(found$method, "mcnemar")
  # Where nothing differs the variance of McNemar's test is larger by the square of the pilot's difference.
  own <- compare_classifiers(prediction_set(truth ~ random_forest + svm, vehicle_cv, id = id), "accuracy")
  spread <- qnorm(.975) * own$estimate / sqrt(own$statistic) + qnorm(.8) * wald$std.error
  expect_equal(found$n, ceiling(pilot$n_clusters * (spread / 0.03)^2))
  expect_output(print(found), "observations")
})

test_that("the pilot's own difference, given as a number, is the pilot's plan, whatever the test", {
  set <- prediction_set(truth ~ naive_bayes + tree, satellite)
  class <- "vegetation stubble"
  own <- compare_classifiers(set, "precision", classes = class, method = "wgs", measure = "difference")$estimate
  plan <- function(...) sample_size(set, "precision", classes = class, ...)$n
  expect_equal(plan(difference = own), plan())
  # A score test's variance becomes Wald's where there is hardly a difference.
  expect_equal(plan(difference = own / 50) / plan(difference = own / 50, method = "wald"), 1, tolerance = 1e-3)

  clustered <- prediction_set(truth ~ naive_bayes + tree, satellite, id = rep(seq_len(nrow(satellite) / 5), 5))
  gap <- compare_classifiers(clustered, "accuracy")$estimate
  of <- function(...) power_comparison(clustered, "accuracy", n = c(50, 500), ...)$power
  expect_equal(of(difference = gap), of())
})

test_that("rows that are observations of their own are planned for like rows without ids", {
  set.seed(1)
  truth <- rep(c("n", "p"), 200)
  call_rows <- function(right) ifelse(runif(400) < right, truth, ifelse(truth == "p", "n", "p"))
  data <- data.frame(truth, a = call_rows(0.85), b = call_rows(0.75), row = 1:400)
  rows <- prediction_set(truth ~ a + b, data, positive = "p")
  ids <- prediction_set(truth ~ a + b, data, id = row, positive = "p")
  for (gap in c(0.06, 0.1)) {
    n <- sample_size(rows, difference = gap, exact = FALSE)$n
    expect_equal(sample_size(ids, difference = gap)$n, n, tolerance = 0.02)
  }
})

test_that("a difference is placed where the classifiers differ now", {
  pilot <- prediction_set(truth ~ naive_bayes + tree, satellite)
  hits <- satellite[c("naive_bayes", "tree")] == as.character(satellite$truth)
  differ <- mean(hits[, 1] != hits[, 2])
  found <- power_comparison(pilot, 3000, "accuracy", method = "exact", difference = 0.02)
  expect_equal(found$power, power_at((differ + 0.02) / 2, (differ - 0.02) / 2, 3000, method = "exact"))
  expect_error(power_comparison(pilot, 100, "accuracy", difference = 0.5), class = "verdict_error_rates")
  expect_error(
    power_comparison(pilot, 100, "accuracy", difference = 0.5), paste("to", signif(differ, 3)),
    fixed = TRUE
  )
})

test_that("where there is no number of rows, a note says why", {
  none <- sample_size(scenario_rates(discordant = c(.1, .1)))
  expect_true(is.na(none$n))
  expect_match(none$note, "no difference")
  away <- sample_size(rates, alternative = "less")
  expect_match(away$note, "other direction")
  tiny <- sample_size(scenario_rates(discordant = c(.1, .1 + 1e-9)))
  expect_match(tiny$note, "1e9")
  pilot <- prediction_set(truth ~ a + b, data.frame(truth = c("x", "y"), a = c("x", "y"), b = c("x", "y")))
  same <- power_comparison(pilot, 10, "precision", classes = "x")
  expect_true(is.na(same$power))
  expect_false(is.na(same$note))
  expect_output(print(none), "no difference to find")
  rows <- data.frame(truth = "x", a = c("x", "y"), b = c("y", "x"))
  absent <- prediction_set(truth ~ a + b, rows, levels = c("x", "y"))
  expect_match(power_comparison(absent, 10, "recall", classes = "y")$note, "absent")
})

test_that("impossible questions are refused", {
  expect_error(power_comparison(rates), class = "verdict_error_argument")
  expect_error(power_comparison(rates, 1.5), class = "verdict_error_argument")
  expect_error(power_comparison(rates, c(10, -5)), "from 1 to 1e9, not -5")
  expect_error(power_comparison(rates, "10"), "from 1 to 1e9, not a string")
  expect_error(power_comparison(rates, 1e10), class = "verdict_error_argument")
  expect_error(power_comparison(rates, 10, alpha = 0.7, alternative = "less"), class = "verdict_error_argument")
  expect_error(sample_size(rates, power = 0.04), class = "verdict_error_argument")
  expect_error(sample_size(rates, metric = c("accuracy", "error")), class = "verdict_error_metric")
  expect_error(sample_size(rates, method = "bootstrap"), class = "verdict_error_power")
  expect_error(sample_size(rates, method = "wgs"), class = "verdict_error_method")
  expect_error(sample_size(rates, difference = 0), class = "verdict_error_rates")
  expect_error(sample_size(rates, difference = c(.1, .2)), class = "verdict_error_rates")
  expect_error(sample_size(rates, difference = "2 points"), class = "verdict_error_rates")
  expect_error(sample_size(rates, method = "wald", difference = 2), class = "verdict_error_rates")
  expect_error(sample_size(rates, exact = NA), class = "verdict_error_argument")
  expect_error(sample_size(rates, size = 10), class = "verdict_error_argument")
  expect_error(sample_size(c(.1, .2)), class = "verdict_error_set")
  means <- score_set(data.frame(a = c(.5, .6, .7), b = c(.6, .7, .9)), design = "items")
  for (method in list(mean, new.env(), "wgs", 1)) {
    expect_error(power_comparison(means, 10, method = method), class = "verdict_error_power")
  }
  expect_error(sample_size(rates, classes = "maybe", metric = "recall"), class = "verdict_error_class")
})

test_that("errors name the verb that was called", {
  found <- tryCatch(sample_size(rates, method = "wgs"), error = identity)
  expect_identical(as.character(found$call)[1], "sample_size")
})

test_that("the words say what was asked", {
  expect_snapshot({
    power_comparison(rates, c(100, 2000), method = "exact")
    sample_size(rates)
    sample_size(prediction_set(truth ~ naive_bayes + tree, satellite), "accuracy", difference = 0.02)
    sample_size(prediction_set(truth ~ naive_bayes + tree, satellite), "mcc", difference = 0.1)
    sample_size(
      prediction_set(truth ~ naive_bayes + tree, satellite), "precision",
      classes = "red soil", alternative = "greater"
    )
    sample_size(prediction_set(truth ~ naive_bayes + tree, satellite), "f_meas", average = "macro", difference = 0.01)
  })
  part <- as.data.frame(sample_size(rates))[c("n", "method")]
  expect_output(print(structure(part, class = c("power_comparison", "data.frame"))), "midp")
})

test_that("a metric has the name that the user gave it", {
  x <- prediction_set(truth ~ tree + svm, satellite, positive = "red soil")
  expect_output(print(sample_size(x, "ppv", difference = 0.02)), "in positive\\s+predictive\\s+value of")
  expect_match(as_table(sample_size(x, "sensitivity"))$caption, "for sensitivity")
})

test_that("rows_needed() is Wald's formula, rounded up to two digits", {
  rows <- data.frame(
    measure = c("difference", "ratio"), std.error = c(0.006, 0.03), metric = c("accuracy", "precision")
  )
  exact <- 1000 * ((qnorm(.995) + qnorm(.8)) * rows$std.error / 0.012)^2
  found <- rows_needed(rows$std.error, 1000, 0.012, 0.005)
  expect_equal(found, c(3000, 73000))
  expect_true(all(found >= exact & found < 1.1 * exact))
  # One row has no standard error: no number follows from it.
  one <- prediction_set(data.frame(truth = "a", rf = "a", nb = "b"), truth, c(rf, nb), levels = c("a", "b"))
  expect_no_match(as.character(verdict(one)), "power", fixed = TRUE)
})

test_that("printed power has points and no exponents, whatever R's options say", {
  old <- options(OutDec = ",", scipen = -10, digits = 22)
  on.exit(options(old))
  rates <- scenario_rates(accuracy = c(.8, .8512), agreement = .8)
  expect_output(print(sample_size(rates, power = .825)), "of 5.12 points.* with power 0.825\\.")
  expect_output(print(power_comparison(rates, n = 100)), "of 5.12 points.* with power 0\\.[0-9]+\\.")
})

test_that("C refuses names that it does not know", {
  expect_error(.Call(ffi_power_discordant, 10, c(.1, .2), "t", "two.sided", .05), "internal")
  expect_error(.Call(ffi_power_discordant, 10, c(.1, .2), "exact", "both", .05), "internal")
})

test_that("power of the corrected test is that of all its tables", {
  # All numbers of discordant rows, and of those that favour the first, by their probabilities.
  n <- 100
  power <- 0
  for (k in 1:n) {
    x <- 0:k
    rejected <- pmax(abs(2 * x - k) - 1, 0)^2 / k >= qchisq(0.95, 1)
    power <- power + dbinom(k, n, 0.28) * sum(dbinom(x, k, 0.2 / 0.28)[rejected])
  }
  expect_equal(power_at(0.2, 0.08, n, method = "mcnemar_cc"), power)
})

test_that("accuracy of one class is that of the class against all others", {
  x <- prediction_set(truth ~ naive_bayes + svm, satellite)
  right <- function(called) (called == "red soil") == (satellite$truth == "red soil")
  b <- mean(right(satellite$svm) & !right(satellite$naive_bayes))
  c <- mean(!right(satellite$svm) & right(satellite$naive_bayes))
  expect_equal(
    power_comparison(x, 500, "accuracy", classes = "red soil", method = "exact")$power,
    power_at(b, c, 500, method = "exact")
  )
})

test_that("the search for a number of rows ends", {
  expect_identical(search_size(10, 0.8, function(n) rep(0, length(n))), NA_real_)
  expect_identical(search_size(10, 0.8, function(n) rep(1, length(n))), 1)
  expect_identical(search_size(100, 0.8, function(n) pmin(n / 50, 1)), 40)
  # A power that saws: 37 is enough, 39 is not.
  expect_identical(search_size(30, 0.8, function(n) ifelse(n == 39, 0.7, pmin(n / 46, 1))), 40)
})

test_that("plans of very many comparisons are refused, by size and with a way out", {
  labels <- seq_len(2001)
  x <- prediction_set(truth ~ a + b, data.frame(truth = labels, a = labels, b = rev(labels)))
  message <- "plan 2,001 comparisons would take minutes.*classes.*macro"
  expect_error(sample_size(x, "recall"), message, class = "verdict_error_size")
  expect_error(power_comparison(x, 100, "recall"), message, class = "verdict_error_size")
})

test_that("two points are said of shares only, of whatever evidence the metric is", {
  set.seed(1)
  scores <- cbind(a = runif(20, 0.6, 0.9), b = runif(20, 0.6, 0.9))
  said <- function(metric) {
    capture.output(print(verdict(score_set(scores, design = "items", metric = metric)), width = 500))
  }
  expect_match(said("auc"), "if the truth is a difference of 2 points", fixed = TRUE, all = FALSE)
  expect_match(said("loss"), "if the truth is a difference of 0.02", fixed = TRUE, all = FALSE)
})

test_that("a metric is called and measured as in its set", {
  areas <- estimate_set(
    data.frame(classifier = c("a", "b"), metric = "area", estimate = c(80, 85)), diag(2),
    n = 100, lower = 0, upper = 100
  )
  expect_match(printed_text(power_comparison(areas, 200, difference = 2)), "a difference of 2 in area")
  rows <- data.frame(truth = rep(c("yes", "no"), 20), a = rep(1:8, 5) / 9, b = rep(5:1, 8) / 6)
  found <- power_comparison(probability_set(truth ~ a + b, rows, positive = "yes"), 200, "roc_auc", difference = 0.02)
  expect_match(printed_text(found), "2 points in AUC")
})

# The power of Tango's test against `low`, enumerated: its restricted estimates by maximising the likelihood.
enumerated_power <- function(n, first, second, low, alpha) {
  counts <- expand.grid(b = 0:n, c = 0:n)
  counts <- counts[counts$b + counts$c <= n, ]
  rest <- n - counts$b - counts$c
  chance <- exp(
    lgamma(n + 1) - lgamma(counts$b + 1) - lgamma(counts$c + 1) - lgamma(rest + 1) +
      counts$b * log(first) + counts$c * log(second) + rest * log(1 - first - second)
  )
  counts <- counts[chance > 1e-8, ]
  z <- mapply(function(b, c) {
    loss <- function(q) -(b * log(q + low) + c * log(q) + (n - b - c) * log(1 - 2 * q - low))
    q <- stats::optimize(loss, c(-low + 1e-9, (1 - low) / 2 - 1e-9), tol = 1e-9)$minimum
    (b - c - n * low) / sqrt(n * (2 * q + low - low^2))
  }, counts$b, counts$c)
  sum(chance[chance > 1e-8][z > stats::qnorm(alpha, lower.tail = FALSE)])
}

test_that("the power to rule out a margin is that of Tango's test, enumerated", {
  for (case in list(c(.1, .1, 150), c(.06, .1, 200))) {
    rates <- scenario_rates(discordant = case[2:1])
    stated <- power_comparison(rates, case[3], margin = .1, alternative = "greater")
    expect_lt(abs(stated$power - enumerated_power(case[3], case[1], case[2], -.1, .05)), 0.015)
  }
  # Both ends, each at half the level
  rates <- scenario_rates(discordant = c(.1, .1))
  both <- power_comparison(rates, 400, margin = .1)
  one <- power_comparison(rates, 400, margin = .1, alternative = "less", alpha = .025)
  expect_equal(both$power, 2 * one$power - 1)
  expect_identical(c(both$margin.low, both$margin.high, both$difference), c(-.1, .1, 0))
  expect_identical(c(one$margin.low, one$margin.high), c(NA, .1))
  # A class is a share of the rows
  some <- scenario_rates(sensitivity = c(.8, .8), prevalence = .25, agreement = .8)
  expect_equal(power_comparison(some, 1600, margin = .1)$power, both$power, tolerance = 1e-6)
})

test_that("other metrics rule a margin out by Wald's standard error", {
  pilot <- prediction_set(truth ~ naive_bayes + tree, satellite)
  row <- compare_classifiers(pilot, "mcc", method = "wald")
  found <- sample_size(pilot, "mcc", difference = 0.01, margin = 0.05, alternative = "greater", power = 0.9)
  expect_equal(found$n, ceiling(2000 * ((qnorm(.95) + qnorm(.9)) * row$std.error / 0.06)^2))
  expect_equal(found$more, max(found$n - 2000, 0))
  both <- sample_size(pilot, "mcc", difference = 0, margin = 0.05)
  expect_equal(both$n, ceiling(2000 * ((qnorm(.975) + qnorm(.9)) * row$std.error / 0.05)^2))
  row <- compare_classifiers(pilot, "precision", classes = "red soil", method = "relative")
  ratio <- sample_size(
    pilot, "precision", classes = "red soil", measure = "ratio", difference = 1, margin = c(0.9, Inf),
    alternative = "greater"
  )
  expect_equal(ratio$n, ceiling(2000 * ((qnorm(.95) + qnorm(.8)) * row$std.error / log(0.9))^2))
  expect_equal(sample_size(
    pilot, "accuracy", method = "wald", difference = 0, margin = 0.03, alternative = "less"
  )$method, "wald")
})

test_that("means of scores are planned for by the noncentral t distribution", {
  scores <- data.frame(dataset = 1:12, a = sin(1:12) / 20 + .8, b = cos(1:12) / 30 + .82)
  x <- score_set(scores, dataset = dataset)
  gap <- stats::sd(scores$b - scores$a)
  peer <- function(...) stats::power.t.test(delta = 0.03, sd = gap, type = "paired", ...)
  expect_equal(sample_size(x, difference = 0.03)$n, ceiling(peer(power = 0.8)$n))
  found <- power_comparison(x, c(1, 20), difference = 0.03)
  expect_equal(found$power, c(0, peer(n = 20, strict = TRUE)$power), tolerance = 1e-9)
  expect_equal(
    power_comparison(x, 20, difference = 0.03, alternative = "greater")$power,
    peer(n = 20, alternative = "one.sided")$power, tolerance = 1e-9
  )
  expect_equal(power_comparison(x, 20, difference = -0.03, alternative = "less", method = "paired_t")$power,
    peer(n = 20, alternative = "one.sided")$power, tolerance = 1e-9
  )
  # Two one-sided tests: over the distribution of the standard deviation
  n <- 60
  limit <- stats::qt(.975, n - 1) / sqrt(n)
  inside <- stats::integrate(function(s) {
    sd <- gap * s
    way <- pmax(0.03 - 0.01 - limit * sd, 0)
    back <- pmax(0.03 + 0.01 - limit * sd, 0)
    (stats::pnorm(way / gap * sqrt(n)) - stats::pnorm(-back / gap * sqrt(n))) *
      (0.03 > limit * sd) * stats::dchisq(s^2 * (n - 1), n - 1) * 2 * s * (n - 1)
  }, 0.3, 2)$value
  expect_equal(power_comparison(x, n, difference = 0.01, margin = 0.03)$power, inside, tolerance = 2e-3)
  expect_match(printed_text(sample_size(x, difference = 0.03)), "noncentral t")
  expect_match(methods_text(sample_size(x, difference = 0.03)), "noncentral t")
  constant <- score_set(data.frame(dataset = 1:3, a = c(.5, .6, .7), b = c(.6, .7, .8)), dataset = dataset)
  expect_no_warning(expect_match(sample_size(constant, difference = 0.1)$note, "zero variance"))
  # So large a distance that t is as good as normal
  expect_equal(power_comparison(x, 1e6, difference = 0.03)$power, 1)
})

test_that("margins are said in words, tables and pictures", {
  rates <- scenario_rates(accuracy = c(ct = .8, mri = .8), agreement = .8)
  size <- sample_size(rates, margin = 0.05)
  expect_match(printed_text(size), "accuracy \\(mri against ct\\) is between -0.05 and 0.05, where it is 0")
  expect_match(as.character(sample_size(rates, margin = c(-0.05, Inf))), "is above -0.05", fixed = TRUE)
  power <- power_comparison(rates, c(300, 600), margin = 0.05, alternative = "less")
  expect_match(printed_text(power), "With 300 rows it is shown with power")
  expect_match(methods_text(power), "beyond a margin")
  skip_if_not_installed("ggplot2")
  expect_match(ggplot2::autoplot(power)$labels$title, "Power to show that the difference in accuracy")
  pilot <- prediction_set(truth ~ naive_bayes + tree + svm, satellite)
  expect_match(ggplot2::autoplot(power_comparison(pilot, 500, margin = 0.1))$labels$title, "within a margin")
})

test_that("margins that cannot be planned for are refused, or named", {
  pilot <- prediction_set(truth ~ naive_bayes + tree, satellite)
  for (margin in list("a", NA, 1:3, -1, 0, Inf, c(.1, .2), 50, list(accuracy = 1))) {
    expect_error(sample_size(pilot, margin = margin), class = "verdict_error_margin")
  }
  expect_error(sample_size(pilot, margin = c(-.02, Inf), alternative = "less"), class = "verdict_error_margin")
  expect_error(sample_size(pilot, measure = "ratio", margin = 1.1, difference = -1), class = "verdict_error_rates")
  expect_error(sample_size(pilot, difference = 0), class = "verdict_error_rates")
  expect_error(sample_size(pilot, margin = 0.02, labels = TRUE), class = "verdict_error_argument")
  at_end <- sample_size(pilot, difference = -0.02, margin = 0.02, alternative = "greater")
  expect_match(at_end$note, "beyond the margin")
  beyond <- sample_size(pilot, difference = 0.05, margin = 0.02)
  expect_true(is.na(beyond$n))
  expect_match(printed_text(beyond), "beyond the margin")
  expect_match(
    sample_size(pilot, difference = 0, margin = 1e-7)$note, "more rows than"
  )
  same <- prediction_set(truth ~ a + b, data.frame(truth = c("x", "y", "y"), a = "x", b = "x"))
  expect_match(sample_size(same, difference = NULL, margin = 0.1)$note, "zero variance")
})

test_that("a difference that has a name is a number", {
  means <- score_set(data.frame(a = c(.5, .6, .7), b = c(.6, .7, .9)), design = "items")
  expect_no_warning(named <- power_comparison(means, c(10, 20), difference = c(gap = 0.1)))
  expect_identical(named, power_comparison(means, c(10, 20), difference = 0.1))
})

test_that("rows are labelled, data sets and items are not", {
  means <- data.frame(a = c(.5, .6, .7), b = c(.6, .7, .9))
  expect_output(print(sample_size(score_set(means, design = "datasets"), difference = 0.05)), ": about [0-9]+ more")
  expect_output(print(sample_size(score_set(means, design = "items"), difference = 0.05)), ": about [0-9]+ more")
})

test_that("degrees of freedom of an approximation grow as the units do", {
  set.seed(2)
  y <- rep(1:0, c(20, 1980))
  x <- probability_set(y, a = plogis(y + rnorm(2000)), b = plogis(y + rnorm(2000)))
  found <- compare_classifiers(x, "roc_auc")
  n <- c(500, 1000, 1900)
  df <- found$df * n / 2000
  limit <- qt(0.975, df)
  expected <- pt(limit, df, 0.4 / found$std.error * sqrt(n / 2000), lower.tail = FALSE)
  expect_equal(power_comparison(x, n = n, metric = "roc_auc", difference = 0.4)$power, expected, tolerance = 0.03)
  expect_lt(abs(sample_size(x, "roc_auc", difference = 0.4)$n / 842 - 1), 0.03)
  # Those of a mean are one less than the units.
  scores <- cbind(a = rnorm(50, 0.2), b = rnorm(50))
  items <- score_set(scores, design = "items")
  expect_equal(
    power_comparison(items, n = 20, difference = 0.5)$power,
    power.t.test(20, 0.5, sd(scores[, "a"] - scores[, "b"]), type = "one.sample", strict = TRUE)$power
  )
})

test_that("rows that stand for several are planned as those", {
  set.seed(1)
  y <- rbinom(1000, 1, 0.4)
  rows <- data.frame(y, a = round(plogis(y + rnorm(1000)), 1), b = round(plogis(0.8 * y + rnorm(1000)), 1))
  counted <- aggregate(list(w = rep(1, 1000)), rows, sum)
  each <- probability_set(y ~ a + b, rows)
  together <- probability_set(y ~ a + b, counted, weights = w)
  size <- function(x, metric) sample_size(x, metric, difference = 0.03)[c("n", "more", "power")]
  for (metric in c("roc_auc", "brier")) expect_equal(size(together, metric), size(each, metric))
  partly <- function(data, ...) {
    data$a[data$a == 0.5] <- NA
    probability_set(y ~ a + b, data, na = "partial", ...)
  }
  expect_equal(size(partly(counted, weights = w), "brier"), size(partly(rows), "brier"))
})

test_that("of several pairs that do not vary each says why", {
  x <- score_set(matrix(0.5, 6, 3, dimnames = list(NULL, c("a", "b", "c"))), design = "datasets", metric = "accuracy")
  r <- sample_size(x)
  expect_identical(r$note, rep("zero variance", 3))
  expect_no_match(printed_text(r), "NA NA", fixed = TRUE)
})

test_that("whether a difference is within the margin does not depend on the unit", {
  set.seed(2)
  s <- matrix(rbeta(80, 2, 2), 40, dimnames = list(NULL, c("a", "b")))
  n <- function(unit) sample_size(score_set(s * unit, design = "items"), margin = .2 * unit)$n
  expect_identical(n(1e-9), n(1))
})

test_that("a plan is of the metric with its option", {
  set.seed(21)
  y <- rbinom(70, 1, 0.4)
  x <- probability_set(y, a = round(plogis(y + rnorm(70)), 2), b = round(plogis(0.6 * y + rnorm(70)), 2))
  metrics <- list(
    partial_auc(0.2), partial_auc(0.5), net_benefit(0.3), net_benefit(0.3, prevalence = 0.1), log_loss(clip = 0.1),
    brier_skill(forecast = 0.2), sensitivity_at(0.8)
  )
  for (metric in metrics) {
    error <- compare_classifiers(x, metric)$std.error
    n <- 70 * ((qnorm(0.975) + qnorm(0.8)) * error / 0.05)^2
    expect_lt(abs(sample_size(x, metric, difference = 0.05)$n - n), 5)
  }
})

test_that("the paired t test of a mean cost is planned by its t, whichever classifier is named first", {
  x <- prediction_set(truth ~ random_forest + tree, spam_filters, positive = "spam")
  costs <- expected_cost(matrix(c(0, 20, 1, 0), 2, dimnames = rep(list(c("spam", "nonspam")), 2)))
  row <- compare_classifiers(x, costs)
  n <- ceiling(1601 * ((qnorm(0.975) + qnorm(0.8)) * row$std.error / row$estimate)^2)
  expect_equal(sample_size(x, costs)$n, n)
  expect_equal(sample_size(x[c("tree", "random_forest")], costs)$n, n)
  # a metric of all rows is that of a scenario which has a class, too
  scenario <- scenario_rates(
    sensitivity = c(.8, .9), specificity = c(.9, .8), prevalence = .3, correlation = .3
  )
  expect_gt(sample_size(scenario, expected_cost(matrix(c(0, 5, 1, 0), 2)))$n, 100)
  jaccard <- custom_metric(
    function(tp, fp, fn) tp / (tp + fp + fn), "jac", lower = 0, upper = 1, label = "Jaccard index"
  )
  expect_output(print(sample_size(x, jaccard, difference = 0.05)), "5 points in Jaccard index")
})

test_that("the sign test of labels is planned on one side, as it is done", {
  r <- scenario_random(10, c(0, 0.05))
  # METHODS: exact power of 300 rows, and the rows that give one half.
  expect_equal(power_comparison(r, 300, method = "sign")$power, 0.466546, tolerance = 1e-5)
  expect_identical(power_comparison(r, 300, method = "sign")$alternative, "greater")
  expect_equal(sample_size(r, method = "sign", power = 0.5)$n, 330)
  expect_error(power_comparison(r, 300, method = "sign", alternative = "two.sided"), class = "verdict_error_method")
  two_sided <- power_comparison(r, 300, method = "exact")
  expect_identical(two_sided$alternative, "two.sided")
})

test_that("with few labels power is Wald's, of the difference that was asked for", {
  set.seed(5)
  few <- satellite[1:1000, c("truth", "svm", "naive_bayes")]
  few$truth[sample(1000, 50)] <- NA
  x <- prediction_set(truth ~ svm + naive_bayes, few, labelling = "random")
  found <- power_comparison(x, n = c(100, 500), metric = "accuracy", difference = 0.03)
  wald <- power_comparison(x, n = c(100, 500), metric = "accuracy", method = "wald", difference = 0.03)
  expect_equal(as.data.frame(found), as.data.frame(wald))
  expect_false(anyNA(found$power))
  expect_identical(found$difference, c(0.03, 0.03))
  equal <- power_comparison(x, n = 500, metric = "accuracy", margin = 0.05, difference = 0)
  expect_gt(equal$power, 0.5)
})

test_that("a table of planned sizes names the margin", {
  two <- prediction_set(truth ~ svm + random_forest, satellite)
  text <- function(margin) {
    planned <- sample_size(two, "accuracy", margin = margin, difference = 0)
    paste(utils::capture.output(print(as_table(planned), width = 300)), collapse = " ")
  }
  both <- "To be shown: a difference between .0[.]02 and 0[.]05 [(]random_forest minus svm[)]"
  expect_match(text(c(-0.02, 0.05)), both)
  expect_match(text(c(-0.02, Inf)), "To be shown: a difference above .0[.]02 [(]random_forest minus svm[)]")
  expect_no_match(
    paste(utils::capture.output(print(as_table(sample_size(two, "accuracy")))), collapse = " "), "To be shown"
  )
})

test_that("scores with gaps are planned by the test of the units that both have", {
  set.seed(5)
  scores <- cbind(a = rnorm(90), b = rnorm(90), c = rnorm(90)) + rnorm(90)
  scores[61:90, "a"] <- NA
  scores[1:20, "b"] <- NA
  x <- score_set(scores, item = 1:90, na = "keep")
  test <- compare_classifiers(x)
  # Of 90 items a and b share 40, a and c 60, b and c 70.
  both <- c(40, 60, 70)
  expect_equal(test$df, both - 1)
  at <- function(n, i) {
    df <- both[i] / 90 * n - 1
    limit <- qt(0.975, df)
    mean <- 0.3 / test$std.error[i] * sqrt(n / 90)
    pt(limit, df, mean, lower.tail = FALSE) + pt(-limit, df, mean)
  }
  found <- power_comparison(x, n = c(90, 400), difference = 0.3)
  pair <- match(paste(found$classifier, found$reference), paste(test$classifier, test$reference))
  expect_equal(found$power, mapply(at, found$n, pair))
  size <- sample_size(x, difference = 0.3)
  expect_equal(size$n, vapply(pair[found$n == 90], function(i) {
    min(which(vapply(3:5000, at, 0, i) >= 0.8)) + 2
  }, 0))
  # Equivalence by the same standard error.
  within <- power_comparison(x, n = 90, difference = 0, margin = 0.6)
  both_ends <- function(i) 2 * pt(qt(0.975, both[i] - 1), both[i] - 1, 0.6 / test$std.error[i], lower.tail = FALSE) - 1
  expect_equal(within$power, pmax(0, vapply(pair[found$n == 90], both_ends, 0)))
  said <- "of a pair are taken to have scores of as large a share of the items as in the pilot \\(44% to 78%\\)"
  expect_match(paste(capture.output(print(size)), collapse = " "), gsub(" ", "\\\\s+", said))
  expect_match(paste(capture.output(as_table(size)), collapse = " "), gsub(" ", "\\\\s+", said))
  expect_match(methods_text(size), said)
  # The line of a verdict asks the same.
  line <- paste(capture.output(print(verdict(x[c("a", "b")]), width = 10000)), collapse = " ")
  expect_match(line, "items in all, the same share of them with scores of both, to show it")
  # The plan of two that lack nothing is that of these alone; with one item in common there is none.
  expect_equal(
    power_comparison(score_set(scores[1:60, ], item = 1:60, na = "keep")[c("a", "c")], n = 200, difference = 0.3)$power,
    at(300, 2)
  )
  scores[2:60, "a"] <- NA
  scores[1, "b"] <- 0
  one <- sample_size(score_set(scores[, 1:2], item = 1:90, na = "keep"), difference = 0.3)
  expect_identical(list(one$n, one$note), list(NA_real_, "too few items in common"))
})

test_that("clusters of scores with gaps are planned by those that both have", {
  set.seed(8)
  scores <- cbind(a = rnorm(120), b = rnorm(120))
  scores[100:120, "a"] <- NA
  cluster <- rep(1:40, each = 3)
  x <- score_set(scores, item = 1:120, cluster = cluster, na = "keep")
  test <- compare_classifiers(x)
  whole <- score_set(scores[1:99, ], item = 1:99, cluster = cluster[1:99])
  expect_equal(test$std.error, compare_classifiers(whole)$std.error)
  expect_equal(
    power_comparison(x, n = 400, difference = 0.3)$power, power_comparison(whole, n = 330, difference = 0.3)$power
  )
})

test_that("no fewer labels are planned than can show anything", {
  few <- data.frame(m1 = rep(c("a", "b"), each = 20), m2 = rep(c("b", "a"), each = 20), truth = NA)
  few$truth[1:6] <- "b"
  few$truth[21:26] <- "a"
  x <- prediction_set(truth ~ m1 + m2, few, labelling = "by_pattern", positive = "a")
  # All of n won by one: mid-p is 0.5^n.
  expect_identical(sample_size(x)$n, 5)
  expect_identical(sample_size(x, alternative = "greater")$n, 4)
})

test_that("a class without rows has no difference to plan for", {
  truth <- factor(rep(c("a", "b"), 20), c("a", "b", "c"))
  one <- rep_len(c("a", "b", "b"), 40)
  two <- rep_len(c("a", "b", "a", "b", "c"), 40)
  plan <- sample_size(prediction_set(truth, one = one, two = two), "recall")
  expect_identical(is.na(plan$difference) & !is.nan(plan$difference), c(FALSE, FALSE, TRUE))
})

test_that("a ratio near 1 has digits that tell it from 1", {
  for (ratio in c(1.0016, 0.99988)) {
    expect_match(say_difference(ratio, "ratio", "npv"), if (ratio > 1) "1.002" else "0.9999", fixed = TRUE)
  }
  expect_identical(say_difference(1.25, "ratio", "npv"), "a ratio of 1.25")
})

test_that("a score test of two that never differ has no plan, others have theirs", {
  set.seed(1)
  truth <- sample(letters[1:3], 200, TRUE)
  said <- function(p, from, to) {
    x <- ifelse(runif(200) < p, truth, sample(letters[1:3], 200, TRUE))
    replace(x, x == from, to)
  }
  one <- said(.8, "c", "b")
  set <- prediction_set(truth, one = one, two = said(.7, "c", "a"), three = one)
  by_class <- sample_size(set[c("one", "two")], "f_meas", difference = 0.05)
  expect_identical(is.na(by_class$n), c(FALSE, FALSE, TRUE))
  macro <- sample_size(set, "f_meas", difference = 0.05, average = "macro")
  expect_identical(is.na(macro$n), c(FALSE, TRUE, FALSE))
  same <- power_comparison(set[c("one", "three")], 300, "f_meas", difference = 0.05, average = "macro")
  expect_identical(same$power, NA_real_)
})

test_that("a ratio that no classifier can have is refused, as the same difference is", {
  # svm is right on 0.896 of the rows, and the two differ on 0.046 x 0.896 of them at the most.
  pilot <- prediction_set(truth ~ svm + random_forest, satellite)
  differ <- mean((satellite$svm == satellite$truth) != (satellite$random_forest == satellite$truth))
  most <- 1 + differ / mean(satellite$svm == satellite$truth)
  of <- function(ratio, ...) sample_size(pilot, ..., measure = "ratio", difference = ratio)
  for (ratio in c(5, 1.2, most + 0.001, 2 - most - 0.001)) {
    expect_error(of(ratio), "is not possible: svm has 0.896", class = "verdict_error_rates")
  }
  for (ratio in c(most, 2 - most)) expect_gt(of(ratio)$n, 10)
  red <- with(satellite, mean(truth[svm == "red soil"] == "red soil"))
  of_red <- function(ratio) of(ratio, "precision", classes = "red soil")
  expect_error(of_red(1 / red + 0.001), paste("from 0 to", signif(1 / red, 3)), class = "verdict_error_rates")
  expect_error(
    power_comparison(pilot, 5, "precision", measure = "ratio", difference = 5, classes = "red soil"),
    class = "verdict_error_rates"
  )
  expect_gt(of_red(1.01)$n, 1000)
  by <- function(difference) sample_size(pilot, "precision", difference = difference, classes = "red soil")
  expect_error(by(1), "is not possible for precision", class = "verdict_error_rates")
  expect_gt(by(0.5)$n, 1)
})

test_that("of data sets, whose usual test is of ranks, no plan is of fewer than can reject", {
  scores <- cbind(a = c(.71, .64, .80, .75, .69), b = c(.75, .69, .83, .795, .75))
  x <- score_set(scores, design = "datasets", metric = "accuracy")
  expect_gt(compare_classifiers(x)$p.value, 0.05)
  expect_identical(power_comparison(x, n = 4:6)$power > 0, c(FALSE, FALSE, TRUE))
  needed <- function(...) sample_size(x, power = 0.9, ...)$n
  expect_identical(c(needed(), needed(alternative = "greater"), needed(alpha = 0.01)), c(6, 5, 8))
  expect_output(print(sample_size(x, power = 0.9)), "cannot reject with fewer than 6")
  expect_lt(needed(method = "paired_t"), 5)
  items <- score_set(scores, design = "items", metric = "accuracy")
  expect_equal(sample_size(items, power = 0.9)$n, needed(method = "paired_t"))
})

test_that("a plan takes the judge as the comparison does, whatever the difference or margin", {
  set.seed(3)
  n <- 400
  classes <- c("ok", "rude", "hate")
  truth <- sample(classes, n, TRUE)
  noisy <- function(e) ifelse(runif(n) < e, sample(classes, n, TRUE), truth)
  d <- data.frame(truth, a = noisy(0.3), b = noisy(0.2), judge = noisy(0.1))
  d$truth[-sample(n, 80)] <- NA
  x <- prediction_set(truth ~ b + a, d, labelling = "random", judge = judge)
  for (metric in c("accuracy", "recall")) {
    seen <- compare_classifiers(x, metric, average = "macro")
    power <- function(...) power_comparison(x, n, metric, average = "macro", ...)$power
    expected <- sum(pnorm(c(-1, 1) * seen$estimate / seen$std.error - qnorm(0.975)))
    expect_equal(c(power(), power(difference = seen$estimate)), rep(expected, 2), tolerance = 1e-6)
    expect_equal(
      power(difference = 0, margin = 0.2), 2 * pnorm(0.2 / seen$std.error - qnorm(0.975)) - 1, tolerance = 1e-6
    )
  }
  # So does what a gate says is lacking, in 1.96 + 0.84 standard errors.
  seen <- compare_classifiers(x, "accuracy")
  more <- n * ((qnorm(0.975) + qnorm(0.8)) * seen$std.error / 0.02)^2 - n
  expect_equal(gate(x, "a", metric = "accuracy", margin = 0.02)$more, signif(ceiling(more), 2))
})
