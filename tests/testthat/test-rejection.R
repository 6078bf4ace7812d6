equal <- scenario_rates(precision = c(.8, .8), called = c(.45, .45), prevalence = .5, rho = .7)

test_that("Sturm's simulation: the exact curve of METHODS-PAIRED 13.4", {
  set.seed(1)
  found <- rejection_rate(scenario_random(10, c(0, .05)), c(100, 300), method = "sign", trials = 20000)
  expect_equal(found$alternative, c("greater", "greater"))
  expect_equal(found$exact[2], .466546, tolerance = 1e-6)
  expect_true(all(abs(found$rate - found$exact) < 5 * found$std.error))
  null <- rejection_rate(scenario_random(10, c(0, 0)), c(100, 300, 1000), method = "sign", trials = 1)
  expect_equal(round(null$exact, 4), c(.0318, .0381, .0430))
  slow <- rejection_rate(scenario_random(10, c(0, .03)), c(750, 817, 818), method = "sign", trials = 1)
  expect_equal(slow$exact[1], .469242, tolerance = 1e-6)
  expect_equal(slow$exact[2:3] >= 0.5, c(FALSE, TRUE))
})

test_that("replicates that no test needs are refused: trials were meant", {
  expect_error(rejection_rate(equal, 200, trials = 50, R = 10), "trials", class = "verdict_error_argument")
})

test_that("tests of precision keep their level, and z is far below it (METHODS-PAIRED 13.3)", {
  set.seed(2)
  found <- rejection_rate(equal, c(100, 1000), method = c("gs", "wgs", "gee", "z"), trials = 20000)
  published <- c(.051, .046, .043, .002, .051, .051, .050, .002)
  expect_true(all(abs(found$rate - published) < 0.012))
  expect_equal(found$std.error, sqrt(found$rate * (1 - found$rate) / 20000))
  expect_true(all(is.na(found$exact)))
})

test_that("simulated rates of precision and NPV are the power stated from compare_classifiers()", {
  confusion <- list(
    tree = rbind(a = c(a = 40, b = 10, c = 5), b = c(5, 35, 5), c = c(2, 8, 30)),
    svm = rbind(a = c(a = 42, b = 10, c = 3), b = c(10, 33, 2), c = c(1, 1, 38))
  )
  scenario <- scenario_confusion(confusion, "copula", .5)
  methods <- c("gs", "wgs", "gee", "relative", "multinomial", "z")
  set.seed(3)
  for (metric in c("precision", "npv")) {
    for (class in c("b", "c")) {
      for (alternative in if ((metric == "npv") == (class == "b")) "greater" else "less") {
        found <- rejection_rate(scenario, 1000, metric, methods, class, alternative, trials = 4000)
        stated <- vapply(methods, function(method) {
          power_comparison(scenario, 1000, metric, method, classes = class, alternative = alternative)$power
        }, 0)
        near <- abs(found$rate - stated) < 0.03 + 5 * found$std.error
        expect_true(all(near), info = paste(metric, class, alternative))
      }
    }
  }
})

test_that("exact rates of McNemar's family are those simulated, for every metric of being right", {
  confusion <- list(
    tree = rbind(a = c(a = 40, b = 10), b = c(5, 45)), svm = rbind(a = c(a = 47, b = 3), b = c(14, 36))
  )
  scenario <- scenario_confusion(confusion, "copula", .5)
  set.seed(4)
  for (metric in c("accuracy", "error", "recall", "specificity", "fpr", "fnr")) {
    class <- if (!metric %in% c("accuracy", "error")) "a"
    for (alternative in c("two.sided", "greater", "less")) {
      found <- rejection_rate(scenario, 150, metric, c("midp", "exact"), class, alternative, trials = 4000)
      expect_true(all(abs(found$rate - found$exact) <= 5 * found$std.error + 1e-3), info = paste(metric, alternative))
    }
  }
})

test_that("in the grid of 8(a) the exact rates without a difference stay below the level", {
  scenarios <- lapply(c(none = 0, three = .03, five = .05), function(r) scenario_random(10, c(0, r)))
  found <- rejection_rate(scenarios, seq(10, 2000, 10), method = "sign")
  expect_equal(nrow(found), 600)
  expect_true(all(found$exact[found$scenario == "none"] < 0.05))
})

test_that("set.seed() governs, and the scenarios keep their order and names", {
  run <- function() {
    set.seed(5)
    rejection_rate(list(z = equal, a = equal), c(200, 100), method = c("wgs", "gs"), trials = 50)
  }
  found <- run()
  expect_equal(run(), found)
  expect_equal(found$scenario, rep(c("z", "a"), each = 4))
  expect_equal(found$n, rep(c(100, 100, 200, 200), 2))
})

test_that("other metrics and functions go through simulated sets, alike for any number of workers", {
  skip_if_not_installed("future.apply")
  set.seed(6)
  found <- rejection_rate(equal, 60, "f_meas", classes = "yes", trials = 20)
  expect_equal(found$method, "wald")
  expect_equal(found$class, "yes")
  set.seed(7)
  by_function <- rejection_rate(equal, 60, test = function(x) compare_classifiers(x, "precision"), trials = 20)
  expect_equal(by_function$class, c("yes", "no"))
  set.seed(7)
  one <- rejection_rate(equal, 60, test = function(x) compare_classifiers(x, "precision", classes = "yes")$p.value,
    trials = 20
  )
  expect_equal(one$rate, by_function$rate[1])
  set.seed(8)
  permuted <- rejection_rate(equal, 30, method = "permutation", trials = 3, R = 99)
  expect_equal(permuted$method, "permutation")
  three <- rejection_rate(scenario_random(2, c(0, 0, .9)), 50, trials = 20)
  expect_equal(nrow(three), 3)
})

test_that("a metric of one's own is simulated, by its tests", {
  skip_if_not_installed("future.apply")
  own <- custom_metric(function(tp, fp, fn) 2 * tp / (2 * tp + fp + fn), "dice", lower = 0, upper = 1)
  set.seed(6)
  of_own <- rejection_rate(equal, 60, own, classes = "yes", trials = 20)
  set.seed(6)
  built_in <- rejection_rate(equal, 60, "f_meas", classes = "yes", trials = 20)
  expect_equal(of_own$metric, "dice")
  expect_equal(of_own$rate, built_in$rate)
  set.seed(6)
  weighted <- rejection_rate(equal, 60, f_meas(beta = 1), classes = "yes", trials = 20)
  expect_equal(weighted$rate, built_in$rate)
  expect_error(rejection_rate(equal, 60, own, "midp", trials = 2), "no test of dice", class = "verdict_error_method")
  expect_error(rejection_rate(equal, 60, list(own, "recall")), "one metric", class = "verdict_error_metric")
})

test_that("all tests see the same data sets", {
  skip_if_not_installed("future.apply")
  same <- function(x) compare_classifiers(x, "precision", classes = "yes")$p.value
  set.seed(11)
  found <- rejection_rate(equal, c(30, 60), test = list(one = same, two = same), trials = 30)
  expect_equal(found$method, rep(c("one", "two"), 2))
  expect_equal(found$rate[c(1, 3)], found$rate[c(2, 4)])
  set.seed(12)
  by_name <- rejection_rate(equal, 60, "f_meas", c("wald", "permutation"), "yes", trials = 10, R = 99)
  expect_equal(by_name$method, c("wald", "permutation"))
  set.seed(12)
  by_hand <- rejection_rate(equal, 60, trials = 10, test = function(x) {
    compare_classifiers(x, "f_meas", "wald", classes = "yes")$p.value
  })
  expect_equal(by_name$rate[1], by_hand$rate)
})

test_that("what is tested can be drawn by a function: repeated observations, two sets, estimates", {
  skip_if_not_installed("future.apply")
  repeated <- function(n) {
    rows <- data.frame(id = rep(seq_len(n), each = 3), truth = "yes")
    for (name in c("a", "b")) rows[[name]] <- ifelse(rep(runif(n) < 0.7, each = 3), "yes", "no")
    prediction_set(rows, truth, c("a", "b"), id = id)
  }
  set.seed(13)
  found <- rejection_rate(repeated, 6, trials = 100, test = function(x) compare_classifiers(x, "accuracy", "wald"))
  # by hand: each observation is +1, 0 or -1; the variance is that of the mean, divided by n
  cells <- expand.grid(rep(list(c(-1, 0, 1)), 6))
  z <- rowSums(cells) / sqrt(rowSums((cells - rowMeans(cells))^2))
  weight <- apply(cells, 1, function(x) prod(ifelse(x == 0, 0.58, 0.21)))
  exact <- sum(weight[is.finite(z) & abs(z) > qnorm(0.975)])
  expect_lt(abs(found$rate - exact), 4 * sqrt(exact * (1 - exact) / 100))

  two <- function(n) list(x = c(rbinom(1, n, 0.9), n), y = c(rbinom(1, n, 0.5), n))
  apart <- rejection_rate(two, 100, trials = 5, test = function(sets) compare_independent(sets$x, sets$y))
  expect_equal(apart$rate, 1)
  estimates <- function(n) estimate_set(c(a = rnorm(1), b = rnorm(1)), diag(2))
  expect_equal(rejection_rate(estimates, 1, trials = 5, test = compare_classifiers, alpha = 0.99999)$rate, 1)
})

test_that("every verb with p-values is a test", {
  skip_if_not_installed("future.apply")
  three <- scenario_random(2, c(0, 0, 0.95))
  fit <- function(x) {
    rows <- data.frame(id = rep(1:20, 2), y = rep(0:1, 20), x = rnorm(40))
    fit_gee(y ~ x, rows, id = id)
  }
  set.seed(14)
  found <- rejection_rate(three, 80, trials = 3, test = list(
    verdict = verdict, omnibus = function(x) omnibus_test(x, c("accuracy", "precision")),
    two = function(x) compare_classifiers(x, c("precision", "recall")), gee = fit, anova = function(x) anova(fit(x)),
    htest = function(x) stats::binom.test(1, 2)
  ))
  of <- function(method) found$class[found$method == method]
  expect_equal(of("verdict"), "any claim")
  expect_equal(found$rate[found$method == "verdict"], 1)
  expect_equal(of("omnibus"), c("accuracy", "precision, class1", "precision, class2"))
  expect_equal(length(unique(of("two"))), 12)
  expect_equal(of("gee"), "x")
  expect_equal(of("anova"), "x")
  expect_equal(found$rate[found$method == "htest"], 0)
  pair <- scenario_random(2, c(0, 0.95))
  set.seed(15)
  together <- rejection_rate(pair, 80, trials = 3, test = function(x) omnibus_test(x, over = "classes"))
  expect_equal(together$rate, 1)
  same <- function(n) prediction_set(data.frame(truth = c("a", "b"), p = c("a", "b"), q = c("a", "b")), 1L, -1L)
  expect_equal(rejection_rate(same, 2, trials = 2, test = verdict)$undefined, 2)
})

test_that("the result is the same for any number of workers, which get what tests need", {
  skip_if_not_installed("future.apply")
  skip_on_os("windows")
  assign("level_of_the_test", 0.5, envir = globalenv())
  on.exit(rm("level_of_the_test", envir = globalenv()))
  test <- function(x) level_of_the_test * compare_classifiers(x, "accuracy")$p.value
  environment(test) <- globalenv()
  run <- function() {
    set.seed(16)
    rejection_rate(list(a = equal), c(20, 40), test = list(half = test), trials = 10)
  }
  alone <- run()
  old <- future::plan(future::multisession, workers = 2)
  on.exit(future::plan(old), add = TRUE)
  expect_equal(run(), alone)
})

test_that("the C path and the path through sets agree", {
  skip_if_not_installed("future.apply")
  set.seed(9)
  fast <- rejection_rate(equal, 200, method = "gs", trials = 20000)
  slow <- rejection_rate(equal, 200,
    trials = 100, test = function(x) compare_classifiers(x, "precision", method = "gs", classes = "yes")$p.value
  )
  expect_lt(abs(fast$rate - slow$rate), 5 * slow$std.error)
})

test_that("trials without a value count as not rejecting and are reported", {
  rare <- scenario_rates(precision = c(.5, .5), called = c(.02, .02), overlap = c(.005, .005))
  set.seed(10)
  found <- rejection_rate(rare, 10, method = "gs", trials = 100)
  expect_gt(found$undefined, 0)
  expect_equal(found$trials, 100)
})

test_that("an exact test without discordant rows has a value", {
  pair <- scenario_rates(discordant = c(0.1, 0.2))
  set.seed(11)
  found <- rejection_rate(
    pair, 1, method = c("mcnemar", "exact", "midp"), alternative = "greater", alpha = 0.6, trials = 20000
  )
  # Of one row: p is 1 without discordant rows (mid-p 1 / 2, McNemar's none), 1 / 2 where only the classifier is right.
  expect_equal(found$undefined[2:3], c(0, 0))
  right <- c(0.2, 0.2, 0.9)
  expect_equal(found$exact, right)
  expect_lt(max(abs(found$rate - right) / sqrt(right * (1 - right) / 20000)), 4)
  expect_lt(abs(found$undefined[1] / 20000 - 0.7), 4 * sqrt(0.7 * 0.3 / 20000))
})

test_that("what cannot be simulated is refused", {
  expect_error(rejection_rate(equal, 0), class = "verdict_error_argument")
  expect_error(rejection_rate(equal, 10, trials = 1.5), class = "verdict_error_argument")
  expect_error(rejection_rate(list(equal), 10), class = "verdict_error_argument")
  expect_error(rejection_rate(list(), 10), class = "verdict_error_argument")
  expect_error(rejection_rate(3, 10), class = "verdict_error_set")
  expect_error(rejection_rate(equal, 10, method = "midp"), class = "verdict_error_method")
  expect_error(rejection_rate(equal, 10, "mcc", "gs"), class = "verdict_error_method")
  expect_error(rejection_rate(equal, 10, c("accuracy", "mcc")), class = "verdict_error_metric")
  expect_error(rejection_rate(equal, 10, "prevalence"), class = "verdict_error_metric")
  expect_error(rejection_rate(equal, 10, classes = "maybe"), class = "verdict_error_class")
  expect_error(rejection_rate(equal, 10, test = "t"), class = "verdict_error_argument")
  expect_error(rejection_rate(equal, 10, test = list(mean)), class = "verdict_error_argument")
  expect_error(rejection_rate(equal, 10, test = list(a = mean, a = mean)), class = "verdict_error_argument")
  expect_error(rejection_rate(function(n) equal, 10), class = "verdict_error_argument")
  for (globals in c("nowhere", "")) {
    expect_error(rejection_rate(equal, 10, test = mean, globals = globals), class = "verdict_error_study")
  }
  expect_error(rejection_rate(equal, 10, "mcc", test = identity), class = "verdict_error_argument")
})

test_that("a misspelt argument is answered before what it was given is evaluated", {
  scenario <- scenario_rates(accuracy = c(0.8, 0.85), agreement = 0.8)
  expect_error(rejection_rate(scenario, n = 100, trails = nowhere), "`trials`", class = "verdict_error_argument")
  set <- prediction_set(truth ~ svm + tree, satellite)
  expect_error(replicability_study(set, sizes = 10, nn = nowhere), "`n`", class = "verdict_error_argument")
})

test_that("what is of no class has none in the result", {
  scenario <- scenario_rates(sensitivity = c(.8, .9), specificity = c(.9, .8), prevalence = .3, correlation = .3)
  expect_identical(rejection_rate(scenario, n = 300, "kap", trials = 3)$class, NA_character_)
})

test_that("an error of the user's own test is said with its name, and those of this package as they are", {
  skip_if_not_installed("future.apply")
  equal <- scenario_rates(discordant = c(0.2, 0.2))
  fails <- function(x) stop("no {fit}")
  expect_error(
    rejection_rate(equal, n = 50, trials = 2, test = list(own = fails)),
    "\"own\" fails in a trial of `n` 50: no \\{fit\\}", class = "verdict_error_study"
  )
  expect_error(rejection_rate(equal, n = 50, trials = 2, test = fails), "`test` fails", class = "verdict_error_study")
  unknown <- function(x) compare_classifiers(x, "sharpness")
  expect_error(rejection_rate(equal, n = 50, trials = 2, test = unknown), class = "verdict_error_metric")
})

test_that("beside other tests the sign test is asked for its side, as everywhere", {
  rates <- scenario_rates(precision = c(.7, .8), called = c(.45, .45), prevalence = .5, rho = .5)
  of <- function(...) rejection_rate(rates, 60, "accuracy", trials = 50, ...)
  expect_error(of(c("sign", "midp")), "one-sided", class = "verdict_error_method")
  expect_error(of("sign", alternative = "two.sided"), "one-sided", class = "verdict_error_method")
  alone <- of("sign")
  expect_identical(alone$alternative, "greater")
  both <- of(c("sign", "midp"), alternative = "greater")
  expect_equal(both$exact[both$method == "sign"], alone$exact)
})
