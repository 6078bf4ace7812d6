# Naive counterparts, on rows.

rows_of <- function(x) {
  x$patterns[rep(seq_len(nrow(x$patterns)), x$count), , drop = FALSE]
}

# Leisenring's statistic with its sign, from rows (truth, reference, classifier).
naive_gs <- function(rows, k) {
  d <- rows[, 1] == k
  z <- cbind(rows[, 2] == k, rows[, 3] == k)
  m <- colSums(z)
  pooled <- sum(d * rowSums(z)) / sum(m)
  u <- (d - pooled) * (z[, 2] / m[2] - z[, 1] / m[1])
  if (any(m == 0) || sum(u^2) == 0 || pooled %in% 0:1) 0 else sum(u) / sqrt(sum(u^2))
}

# All 2^n ways in which the discordant rows may change places.
naive_exact <- function(rows, statistic) {
  discordant <- which(rows[, 2] != rows[, 3])
  observed <- statistic(rows)
  ways <- as.matrix(expand.grid(rep(list(c(FALSE, TRUE)), length(discordant))))
  z <- apply(ways, 1, function(way) {
    there <- rows
    swap <- discordant[way]
    there[swap, 2:3] <- there[swap, 3:2]
    statistic(there)
  })
  mean(abs(z) >= abs(observed) - 1e-9)
}

small <- function(seed, n = 40) {
  set.seed(seed)
  truth <- sample(3, n, TRUE)
  guess <- function() ifelse(runif(n) < 0.8, truth, sample(3, n, TRUE))
  prediction_set(truth ~ nb + rf, data.frame(truth, nb = guess(), rf = guess()))
}

test_that("the exact permutation test agrees with complete enumeration of the rows", {
  for (seed in c(1, 4)) {
    x <- small(seed, 24)
    rows <- rows_of(x)
    found <- compare_classifiers(x, "precision", method = "permutation", R = 39)
    expect_match(found$method, "^exact permutation")
    for (k in 1:3) {
      if (naive_gs(rows, k) == 0) next
      expect_equal(found$p.value[k], naive_exact(rows, function(r) naive_gs(r, k)))
    }
  }
})

test_that("permuting correctness is the exact McNemar test", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  exact <- compare_classifiers(x, "accuracy", method = "exact")
  found <- compare_classifiers(x, "accuracy", method = "permutation", R = 39)
  expect_equal(found$p.value, exact$p.value, tolerance = 1e-9)
  some <- compare_classifiers(x, "recall", method = "permutation", R = 39)
  expect_equal(
    some$p.value, compare_classifiers(x, "recall", method = "exact")$p.value,
    tolerance = 1e-9
  )
})

test_that("one-sided permutation tests take their tail", {
  x <- small(2)
  both <- vapply(c("greater", "less"), FUN.VALUE = double(1), function(side) {
    compare_classifiers(x, "accuracy", method = "permutation", alternative = side, R = 39)$p.value
  })
  sign <- vapply(c("greater", "less"), FUN.VALUE = double(1), function(side) {
    compare_classifiers(x, "accuracy", method = "sign", alternative = side)$p.value
  })
  expect_equal(both, sign, tolerance = 1e-12)
})

test_that("replicates agree with enumeration, for proportions and for other metrics", {
  x <- small(3, 20)
  rows <- rows_of(x)
  kappa <- function(r, c) {
    po <- mean(r[, 1] == r[, c])
    pe <- sum(tabulate(r[, 1], 3) * tabulate(r[, c], 3)) / nrow(r)^2
    (po - pe) / (1 - pe)
  }
  set.seed(1)
  found <- compare_classifiers(x, "kap", method = "permutation", R = 4999)
  # The studentized difference, its variance by the library's own influence: the
  # ordering of the 2^n arrangements by it is what enumeration needs.
  statistic <- function(r) {
    set <- prediction_set(truth ~ nb + rf, stats::setNames(data.frame(r), c("truth", "nb", "rf")))
    wald <- compare_classifiers(set, "kap")
    if (is.na(wald$statistic)) 0 else sign(kappa(r, 3) - kappa(r, 2)) * abs(wald$statistic)
  }
  expect_equal(found$p.value, naive_exact(rows, statistic), tolerance = 0.1)
})

test_that("set.seed() fixes the answer", {
  x <- prediction_set(truth ~ naive_bayes + svm, satellite)
  run <- function(seed, ...) {
    set.seed(seed)
    as.data.frame(compare_classifiers(x, c("f_meas", "npv"), R = 199, ...))
  }
  for (method in c("permutation", "bootstrap")) {
    expect_identical(run(1, method = method), run(1, method = method))
    expect_false(identical(run(1, method = method), run(2, method = method)))
  }
})

test_that("p-values are never zero", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  found <- compare_classifiers(x, c("f_meas", "mcc"), method = "bootstrap", R = 99)
  expect_true(all(found$p.value >= 1 / 100))
  expect_equal(found$log.p.value, log(found$p.value))
  found <- compare_classifiers(x, "mcc", method = "permutation", R = 99)
  expect_equal(found$p.value, 1 / 100)
})

test_that("bootstrap standard deviations are the delta method's standard errors", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, vehicle_cv, id = id)
  targets <- lapply(c("precision", "accuracy", "mcc"), target_of, x = x)
  at <- rbind(2 * (1:6), 2 * (1:6) - 1)
  set.seed(1)
  found <- set_replicates(x, targets, new_contrasts(at, "difference"), list(R = 2000, studentized = TRUE))
  wald <- compare_classifiers(x, c("precision", "accuracy", "mcc"), method = "wald")
  expect_equal(found$observed$value, wald$estimate)
  expect_equal(sqrt(found$observed$variance), wald$std.error)
  expect_equal(apply(found$value, 1, sd), wald$std.error, tolerance = 0.06)
  expect_equal(rowMeans(sqrt(found$variance)), wald$std.error, tolerance = 0.06)
})

test_that("intervals are those of the boot package, given its replicates", {
  skip_if_not_installed("boot")
  set.seed(2)
  value <- 0.3
  drawn <- rexp(999) * 0.3
  influence <- rexp(50) - 1
  found <- list(
    observed = list(value = value, variance = sum(influence^2) / 50^2,
                    cubes = sum(influence^3) / 50^3),
    value = rbind(drawn), variance = rbind(rep(0.04, 999))
  )
  variance <- found$observed$variance
  object <- structure(
    list(t0 = c(value, variance), t = cbind(drawn, rep(0.04, 999)), R = 999, sim = "ordinary",
         call = quote(boot()), data = 1:50, stype = "i", strata = rep(1, 50),
         weights = rep(1 / 50, 50)),
    class = "boot"
  )
  expected <- boot::boot.ci(
    object, type = c("perc", "basic", "bca", "stud"), index = 1:2, L = influence
  )
  tails <- c(0.025, 0.975)
  ends <- function(x) unname(x[length(x) - 1:0])
  expect_equal(bootstrap_limits(found, "percentile", tails)[, 1], ends(expected$percent), tolerance = 1e-6)
  expect_equal(bootstrap_limits(found, "basic", tails)[, 1], ends(expected$basic), tolerance = 1e-6)
  expect_equal(bootstrap_limits(found, "studentized", tails)[, 1], ends(expected$student), tolerance = 1e-6)
  expect_equal(bootstrap_limits(found, "bca", tails)[, 1], ends(expected$bca), tolerance = 1e-3)
})

test_that("a one-sided interval is the end of a two-sided one with twice the tail", {
  x <- prediction_set(truth ~ naive_bayes + svm, satellite)
  run <- function(...) {
    set.seed(7)
    compare_classifiers(x, c("precision", "f_meas"), method = "bootstrap", R = 199, ...)
  }
  for (interval in bootstrap_intervals) {
    both <- run(interval = interval, conf.level = 0.9)
    greater <- run(interval = interval, alternative = "greater")
    less <- run(interval = interval, alternative = "less")
    expect_equal(greater$conf.low, both$conf.low)
    expect_equal(less$conf.high, both$conf.high)
    expect_true(all(greater$conf.high == Inf))
    expect_identical(less$conf.low, ifelse(less$measure == "difference", -Inf, 0))
  }
})

test_that("ratios and odds ratios are bootstrapped on their log scale", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  for (measure in c("ratio", "odds_ratio")) {
    wald <- compare_classifiers(x, "recall", "wald", measure)
    set.seed(8)
    found <- compare_classifiers(x, "recall", "bootstrap", measure, interval = "basic", R = 999)
    expect_equal(found$estimate, wald$estimate)
    expect_equal(found$std.error, wald$std.error)
    few <- wald$std.error > 0.3 # recall near 1: few rows are wrong, and the scale is skew
    expect_equal(log(found$conf.low)[!few], log(wald$conf.low)[!few], tolerance = 0.1)
    expect_equal(log(found$conf.high)[!few], log(wald$conf.high)[!few], tolerance = 0.1)
  }
})

test_that("the first replicates are the same however many follow", {
  x <- prediction_set(truth ~ naive_bayes + random_forest + tree, vehicle_cv, id = id)
  target <- target_of("precision", x)
  contrasts <- new_contrasts(pair_positions(4, 1:3, utils::combn(3, 2)), "difference")
  run <- function(R) {
    set.seed(9)
    set_replicates(x, list(target), contrasts, list(R = R, studentized = FALSE))$value
  }
  expect_identical(run(15000)[, 1:50], run(50))
})

test_that("simultaneous intervals are wider, and max-t adjusts less than Bonferroni", {
  x <- prediction_set(truth ~ naive_bayes + random_forest + svm, satellite)
  set.seed(3)
  alone <- compare_classifiers(
    x, "recall", "bootstrap", interval = "studentized", p.adjust.method = "bonferroni", R = 999
  )
  set.seed(3)
  joint <- compare_classifiers(
    x, "recall", "bootstrap", simultaneous = TRUE, p.adjust.method = "max_t", R = 999
  )
  expect_equal(joint$p.value, alone$p.value)
  expect_true(all(joint$adj.p.value >= joint$p.value))
  expect_true(mean(joint$adj.p.value <= alone$adj.p.value) > 0.85)
  expect_true(all(joint$conf.high - joint$conf.low > alone$conf.high - alone$conf.low))
})

test_that("an undefined replicate counts, and is reported", {
  x <- prediction_set(truth ~ nb + rf, data.frame(
    truth = c("a", "b", "b", "a", "b", "b"), nb = c("a", "a", "b", "b", "b", "b"),
    rf = c("b", "a", "a", "a", "b", "b")
  ))
  set.seed(1)
  found <- compare_classifiers(x, classes = "a", method = "bootstrap", R = 199)
  expect_match(found$note, "of 199 replicates undefined")
  expect_true(found$p.value > 0.2)
})

test_that("undefined comparisons stay undefined", {
  x <- prediction_set(truth ~ nb + rf, data.frame(
    truth = c("a", "b", "c", "a"), nb = c("a", "b", "b", "a"), rf = c("a", "b", "b", "b")
  ))
  for (method in c("permutation", "bootstrap")) {
    found <- compare_classifiers(x, method = method, R = 39, p.adjust.method = "max_t")
    expect_true(is.na(found$p.value[3]) && is.na(found$adj.p.value[3]))
    expect_match(found$note[3], "never predicted")
  }
})

test_that("assessments take bootstrap intervals", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  set.seed(4)
  found <- assess_classifiers(x, c("accuracy", "mcc"), interval = "bootstrap", R = 1999)
  wilson <- assess_classifiers(x, "accuracy")
  expect_equal(found$conf.low[1:2], wilson$conf.low, tolerance = 0.01)
  expect_equal(found$conf.high[1:2], wilson$conf.high, tolerance = 0.01)
  delta <- assess_classifiers(x, "mcc")
  expect_equal(found$conf.low[3:4], delta$conf.low, tolerance = 0.01)
})

test_that("assessments have the bootstrap intervals that comparisons have; the default is BCa's", {
  x <- prediction_set(truth ~ a, data.frame(truth = rep(c("yes", "no"), 20), a = rep(c("yes", "no"), c(24, 16))))
  limits <- function(interval, ...) {
    set.seed(5)
    found <- assess_classifiers(x, "accuracy", interval = interval, ...)
    expect_identical(found$method, paste(sub("bca", "BCa", names(kind)), "bootstrap"))
    c(found$conf.low, found$conf.high)
  }
  # accuracy is a share of 40 rows, so its replicates are binomial
  set.seed(5)
  value <- mean(rep(c(TRUE, FALSE), 20) == rep(c(TRUE, FALSE), c(24, 16)))
  p <- c(0.025, 0.975)
  ends <- qbinom(p, 40, value) / 40
  for (kind in list(c(percentile = 1), c(basic = 2), c(bca = 3), c(studentized = 4))) {
    found <- limits(by_bootstrap(4999, names(kind)))
    expected <- switch(names(kind), basic = 2 * value - rev(ends), ends)
    expect_equal(found, expected, tolerance = if (names(kind) %in% c("percentile", "basic")) 1e-9 else 0.06)
  }
  kind <- c(bca = 3)
  expect_identical(limits("bootstrap", R = 4999), limits(by_bootstrap(4999)))
  expect_identical(limits("bootstrap", R = 4999), limits(by_bootstrap(4999, "bca")))
  expect_error(assess_classifiers(x, interval = by_permutation(99)), class = "verdict_error_interval")
  expect_error(assess_classifiers(x, interval = by_bootstrap(simultaneous = TRUE)), "are for comparisons")
  expect_error(assess_classifiers(x, interval = by_bootstrap(5)), class = "verdict_error_replicates")
  expect_error(
    assess_classifiers(x, interval = by_bootstrap(99), null = 0.5), "no test of a required value"
  )
})

# The largest of all statistics when the same rows change places in every pair.
naive_max_t <- function(rows, pairs, classes) {
  statistics <- function(swap) {
    unlist(lapply(pairs, function(pair) {
      there <- rows[, c(1, pair)]
      there[swap, 2:3] <- there[swap, 3:2]
      vapply(classes, function(k) naive_gs(there, k), 0)
    }))
  }
  n <- nrow(rows)
  drawn <- replicate(4000, max(abs(statistics(stats::runif(n) < 0.5))))
  vapply(abs(statistics(rep(FALSE, n))), function(z) mean(drawn >= z - 1e-9), 0)
}

test_that("max-t of permutations is joint over pairs and classes", {
  set.seed(11)
  truth <- sample(3, 60, TRUE)
  guess <- function(right) ifelse(runif(60) < right, truth, sample(3, 60, TRUE))
  x <- prediction_set(truth ~ a + b + c, data.frame(truth, a = guess(0.5), b = guess(0.7), c = guess(0.9)))
  found <- compare_classifiers(x, method = "permutation", R = 3999, p.adjust.method = "max_t")
  expected <- naive_max_t(rows_of(x), list(c(2, 3), c(2, 4), c(3, 4)), 1:3)
  # by class, then pair
  expected <- as.vector(t(matrix(expected, 3)))
  expect_equal(found$adj.p.value, expected, tolerance = 0.05)
  expect_true(all(found$adj.p.value >= found$p.value))
  expect_lt(sum(found$adj.p.value), sum(stats::p.adjust(found$p.value, "bonferroni")))
})

test_that("max-t of permutations goes over metrics, and observations", {
  x <- prediction_set(truth ~ naive_bayes + svm, vehicle_cv, id = id)
  set.seed(5)
  both <- compare_classifiers(x, c("precision", "f_meas"), method = "permutation", R = 199, p.adjust.method = "max_t")
  expect_true(all(both$adj.p.value >= both$p.value))
  set.seed(5)
  one <- compare_classifiers(x, "precision", method = "permutation", R = 199, p.adjust.method = "max_t")
  expect_equal(both$p.value[both$metric == "precision"], one$p.value)
  expect_true(all(both$adj.p.value[both$metric == "precision"] >= one$adj.p.value))
  # Two names of one metric are one comparison more, but no other statistic.
  twice <- prediction_set(truth ~ naive_bayes + svm + again, transform(vehicle_cv, again = svm), id = id)
  set.seed(5)
  more <- compare_classifiers(
    twice, "precision", method = "permutation", R = 199, p.adjust.method = "max_t", reference = "naive_bayes"
  )
  expect_equal(more$adj.p.value[more$classifier == "svm"], more$adj.p.value[more$classifier == "again"])
})

test_that("patterns that a metric does not tell apart are merged without loss", {
  x <- prediction_set(truth ~ naive_bayes + random_forest + tree, satellite)
  columns <- c("estimate", "std.error", "statistic")
  for (metric in c("precision", "recall", "accuracy")) {
    merged <- merge_patterns(x, list(target_of(metric, x)))
    expect_lt(nrow(merged$patterns), nrow(x$patterns))
    expect_equal(sum(merged$count), sum(x$count))
    for (method in c("wald", "gs", "mcnemar")) {
      if (method == "mcnemar" && metric == "precision" || method == "gs" && metric != "precision") next
      expect_equal(
        as.data.frame(compare_classifiers(merged, metric, method = method))[columns],
        as.data.frame(compare_classifiers(x, metric, method = method))[columns]
      )
    }
  }
  same <- list(
    list(target_of("npv", x)), list(target_of("precision", x, "weighted")),
    list(target_of("precision", x), target_of("recall", x)), list(target_of("accuracy", x, classes = "red soil"))
  )
  for (targets in same) expect_identical(merge_patterns(x, targets), x)
  updated <- update_prevalence(x)
  expect_identical(merge_patterns(updated, list(target_of("precision", x))), updated)
})

test_that("bad requests are refused", {
  x <- small(1)
  expect_error(compare_classifiers(x, method = "bootstrap", R = 38), class = "verdict_error_replicates")
  expect_error(compare_classifiers(x, method = "permutation", R = 99.5), class = "verdict_error_replicates")
  expect_error(
    compare_classifiers(x, method = "bootstrap", R = 1e10), "At most", class = "verdict_error_replicates"
  )
  expect_error(
    compare_classifiers(x, method = "permutation", R = 198, conf.level = 0.99), "at least 199",
    class = "verdict_error_replicates"
  )
  expect_error(compare_classifiers(x, method = "bootstrap", R = NA), class = "verdict_error_replicates")
  expect_error(assess_classifiers(x, interval = "bootstrap", R = "many"), class = "verdict_error_replicates")
  # What draws nothing takes no number of replicates.
  expect_error(assess_classifiers(x, R = 99), class = "verdict_error_argument")
  expect_error(assess_classifiers(x, interval = by_bootstrap(R = 99), R = 99), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, simultaneous = TRUE), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, simultaneous = NA), class = "verdict_error_argument")
  expect_error(
    compare_classifiers(x, method = "bootstrap", interval = "tango"), class = "verdict_error_argument"
  )
  half <- as_prediction_set(as.table(array(
    c(1.5, 2, 3, 4, 5, 6, 7, 8), c(2, 2, 2),
    list(truth = c("a", "b"), nb = c("a", "b"), rf = c("a", "b"))
  )))
  expect_error(compare_classifiers(half, method = "bootstrap"), class = "verdict_error_weights")
})

# The precision of class "a" when the classes have equal shares, from rows.
precision_at_half <- function(truth, predicted) {
  hits <- mean(predicted[truth == "a"] == "a")
  hits / (hits + mean(predicted[truth == "b"] == "a"))
}

test_that("at known prevalences rows are drawn within their class", {
  truth <- rep(c("a", "b"), c(3, 40))
  predicted <- rep(c("a", "b", "a", "b"), c(2, 1, 6, 34))
  x <- update_prevalence(prediction_set(truth ~ p, data.frame(truth, p = predicted)), c(a = 0.5, b = 0.5))
  set.seed(21)
  target <- target_of("precision", x, classes = "a")
  alone <- new_contrasts(matrix(c(1, 0)), "difference")
  found <- set_replicates(x, list(target), alone, list(R = 20000, studentized = TRUE))
  # All 4 x 41 numbers of hits that can be drawn, with their probabilities.
  hits <- 0:3 / 3
  false <- 0:40 / 40
  p <- outer(dbinom(0:3, 3, 2 / 3), dbinom(0:40, 40, 6 / 40))
  value <- outer(hits, false, function(h, f) h / (h + f))
  expect_equal(mean(is.nan(found$value)), p[is.nan(value)], tolerance = 0.05)
  defined <- !is.nan(value)
  expect_equal(
    mean(found$value, na.rm = TRUE), sum((p * value)[defined]) / sum(p[defined]), tolerance = 0.01
  )
  expect_lt(abs(mean(found$value == 1, na.rm = TRUE) - sum(p[defined & value == 1])), 0.002)
  # The delta method's variance of a replicate, from its two proportions.
  spread <- function(h, f) ((f^2 * h * (1 - h)) / 3 + (h^2 * f * (1 - f)) / 40) / (h + f)^4
  expect_equal(found$observed$variance, spread(2 / 3, 6 / 40))
  expect_equal(
    mean(found$variance, na.rm = TRUE), sum((p * outer(hits, false, spread))[defined]) / sum(p[defined]),
    tolerance = 0.03
  )
})

test_that("at a known prevalence, observations without rows of a class tell nothing of precision", {
  truth <- c("a", "a", rep("b", 38))
  data <- data.frame(
    truth, p = rep(c("a", "b", "a"), c(1, 33, 6)), q = rep(c("a", "b", "a"), c(2, 34, 4)), id = rep(1:20, each = 2)
  )
  x <- update_prevalence(prediction_set(truth ~ p + q, data, id = id), c(a = 0.5, b = 0.5))
  set.seed(22)
  targets <- lapply(c("precision", "recall"), target_of, x = x, classes = "a")
  contrasts <- new_contrasts(rbind(c(2, 4), c(1, 3)), "difference")
  found <- set_replicates(x, targets, contrasts, list(R = 4000, studentized = TRUE))
  lost <- (1 - 1 / 20)^20 # the one observation with rows of "a" is not drawn
  expect_lt(max(abs(rowMeans(is.nan(found$value)) - lost)), 0.03)
  expect_equal(precision_at_half(data$truth, data$q) - precision_at_half(data$truth, data$p), found$observed$value[1])
})

test_that("one observation in a replicate is no variance: its t counts for nothing", {
  # "a" is predicted in three of 15 observations, and in many replicates in one of them.
  for (seed in 1:10) {
    set.seed(seed)
    id <- rep(1:15, each = 20)
    guess <- function() ifelse(id <= 3 & runif(300) < 0.6, "a", "b")
    x <- prediction_set(truth ~ p + q, data.frame(truth = guess(), p = guess(), q = guess()), id = id)
    contrast <- new_contrasts(matrix(2:1), "ratio")
    target <- target_of("precision", x, classes = "a")
    found <- set_replicates(x, list(target), contrast, list(R = 199, studentized = TRUE))
    spread <- found$variance[is.finite(found$variance)]
    expect_true(any(spread == 0) && all(spread == 0 | spread > 1e-12))
    limits <- bootstrap_limits(found, "studentized", c(0.025, 0.975))
    expect_lt(max(abs(limits)), 1e3)
    at_once <- bootstrap_p(found, "two.sided")$critical
    expect_true(all(is.finite(at_once)) && length(at_once) < 199)
  }
})

test_that("a single class that is never predicted has no precision, whatever averages take it for", {
  data <- data.frame(
    truth = rep(c("a", "b", "c"), c(8, 8, 4)), p = rep(c("a", "b"), c(9, 11)), q = rep(c("a", "b", "c"), c(8, 9, 3))
  )
  x <- prediction_set(truth ~ p + q, data)
  for (rule in c("na", "zero", "skip")) {
    at <- update_prevalence(x, c(a = 0.3, b = 0.3, c = 0.4))
    for (set in list(x, at)) {
      found <- compare_classifiers(set, method = "wald", zero_division = rule)
      expect_true(is.na(found$estimate[found$class == "c"]))
      expect_true(is.na(found$p.value[found$class == "c"]))
      alone <- assess_classifiers(set, "precision", zero_division = rule)
      expect_identical(is.na(alone$estimate), alone$class == "c" & alone$classifier == "p")
    }
    V <- vcov(x, "precision", zero_division = rule)
    expect_identical(rownames(V)[is.na(diag(V))], "precision:c:p")
    set.seed(1)
    drawn <- compare_classifiers(x, method = "bootstrap", zero_division = rule, R = 99)
    expect_true(is.na(drawn$p.value[drawn$class == "c"]))
  }
  # Averages keep the rule.
  zero <- assess_classifiers(x, "precision", average = "macro", zero_division = "zero")
  expect_equal(zero$estimate[1], (8 / 9 + 7 / 11 + 0) / 3)
})

test_that("an interval from replicates never contradicts their p-value", {
  d <- data.frame(
    t = rep(c("a", "b"), 5), m = rep(c("a", "b", "a"), length.out = 10),
    k = rep(c("b", "b", "a"), length.out = 10)
  )
  set.seed(1)
  rows <- as.data.frame(compare_classifiers(
    prediction_set(t ~ m + k, d, id = rep(1:2, 5)), "precision",
    method = by_bootstrap(R = 99, interval = "studentized")
  ))
  expect_match(rows$note, "replicates undefined")
  excluded <- rows$adj.conf.low > rows$null.value | rows$adj.conf.high < rows$null.value
  expect_true(all(is.na(excluded) | excluded == (rows$adj.p.value < 0.05)))
})

test_that("methods are named, or made with a number of replicates", {
  expect_error(by_bootstrap("many"), class = "verdict_error_replicates")
  expect_error(by_permutation(1:3), class = "verdict_error_replicates")
  set <- prediction_set(truth ~ naive_bayes + tree, satellite)
  expect_error(compare_classifiers(set, method = mean), class = "verdict_error_argument")
  expect_error(format(compare_classifiers(set), notes = 1), class = "verdict_error_argument")
})

test_that("more replicates than can be kept are refused, by size and with a way out", {
  expect_silent(check_replicated(8000, 9999))
  expect_error(
    check_replicated(1e5, 999), "999 replicates of 100,000 comparisons.*fewer replicates",
    class = "verdict_error_size"
  )
  x <- prediction_set(truth ~ ., satellite)
  for (method in c("bootstrap", "permutation")) {
    expect_error(compare_classifiers(x, method = method, R = 1e7), class = "verdict_error_size")
  }
  expect_error(
    omnibus_test(x, over = "classes", method = by_combination(covariance = "permutation", R = 1e7)),
    class = "verdict_error_size"
  )
})

test_that("variances of replicates are those of the rows drawn", {
  set.seed(3)
  rows <- data.frame(t = sample(3, 60, TRUE), a = sample(3, 60, TRUE), b = sample(3, 60, TRUE))
  x <- prediction_set(t ~ a + b, rows)
  # The same rows as clusters of one go through the influences of clusters.
  y <- prediction_set(t ~ a + b, rows, id = 1:60)
  for (metric in c("precision", "npv", "recall", "specificity", "f_meas")) {
    target <- request_targets(x, new_request(x, metric = metric))[[1]]
    quantity <- core_quantities(target_quantities(target, x))
    scale <- c("ratio", "difference", "odds_ratio", "difference")
    contrasts <- new_contrasts(rbind(c(1, 2, 4, 6), c(2, 0, 3, 5)), scale)
    ours <- .Call(ffi_resample_observed, x, quantity, "na", contrasts)
    y$profiles <- list(start = as.double(0:nrow(x$patterns)), pattern = seq_len(nrow(x$patterns)))
    y$profiles$count <- rep(1, nrow(x$patterns))
    y$profiles$multiplicity <- x$count
    y$patterns <- x$patterns
    y$count <- x$count
    theirs <- .Call(ffi_resample_observed, y, quantity, "na", contrasts)
    expect_equal(ours, theirs, tolerance = 1e-12)
  }
})

test_that("replicates that equal the estimate but for rounding count as equal to it", {
  drawn <- rep(c(0, 0.3, 1), c(25, 50, 25))
  expect_false(0.1 + 0.2 == 0.3)
  tails <- bca_tails(0.1 + 0.2, drawn, list(cubes = 0, variance = 1), 1, c(0.025, 0.975))
  expect_equal(tails, c(0.025, 0.975)) # no bias, no acceleration
})

test_that("accuracy over all is resampled from who is right, whatever the number of classes", {
  n <- 500
  truth <- seq_len(n)
  guess <- function(wrong) replace(truth, wrong, 1 + truth[wrong] %% n)
  data <- data.frame(truth, a = guess(c(3:4, 101:200)), b = guess(c(2, 4, 181:230)))
  many <- prediction_set(truth ~ ., data)
  two <- prediction_set(
    truth ~ ., data.frame(truth = 1, a = 1 + (data$a != truth), b = 1 + (data$b != truth)), levels = 1:2
  )
  ask <- function(x, method) {
    set.seed(3)
    as.data.frame(compare_classifiers(x, "accuracy", method = method, R = 199))
  }
  expect_identical(nrow(verdict:::merge_patterns(many, list(
    verdict:::set_target(many, verdict:::set_metrics(many, "accuracy"), "none", NULL, "na")
  ))$patterns), 4L)
  for (method in c("bootstrap", "permutation")) expect_equal(ask(many, method), ask(two, method))
})

test_that("more draws than a minute has are refused, by size and with a way out", {
  n <- 1000
  x <- prediction_set(truth ~ ., data.frame(truth = seq_len(n), a = rev(seq_len(n)), b = 1 + seq_len(n) %% n))
  message <- "2,400,000 replicates of 1,000 different rows would take minutes.*wald.*at most 2,000,000"
  macro <- function(...) compare_classifiers(x, "f_meas", average = "macro", R = 2400000, ...)
  expect_error(macro(method = "bootstrap"), message, class = "verdict_error_size")
  expect_error(macro(method = "permutation"), message, class = "verdict_error_size")
  expect_error(
    assess_classifiers(x, "f_meas", average = "macro", interval = "bootstrap", R = 2400000), message,
    class = "verdict_error_size"
  )
})

test_that("the largest of one statistic is that statistic, with all its permutations", {
  # Four discordant rows, three against one: 2 P(X >= 3) = 10 / 16 of all, and 4 of 4: 2 / 16.
  rows <- data.frame(
    t = rep("a", 10), x = rep(c("a", "b"), c(9, 1)), y = rep(c("a", "b", "b"), c(5, 4, 1))
  )
  set <- prediction_set(t ~ x + y, rows, levels = c("a", "b"))
  set.seed(1)
  one <- compare_classifiers(set, "accuracy", method = by_permutation(R = 199), p.adjust.method = "max_t")
  expect_equal(one$p.value, 0.125)
  expect_equal(one$adj.p.value, 0.125)
})

test_that("a pair is permuted in the same way alone and among all", {
  x <- prediction_set(truth ~ naive_bayes + random_forest + svm + tree, vehicle_cv, id = id)
  for (metric in c("precision", "npv", "recall", "accuracy", "mcc")) {
    run <- function(...) {
      set.seed(31)
      compare_classifiers(x, metric, by_permutation(R = 199), ...)
    }
    all <- run()
    with_first <- all[all$reference == "naive_bayes", ]
    expect_identical(run(reference = "naive_bayes")$p.value, with_first$p.value)
    expect_gt(length(unique(all$p.value)), 1)
  }
})

test_that("all pairs of many classifiers are permuted together", {
  set.seed(32)
  n <- 500
  truth <- sample(2, n, TRUE)
  guesses <- vapply(1:60, function(i) ifelse(runif(n) < 0.7, truth, 3 - truth), double(n))
  colnames(guesses) <- sprintf("m%02d", 1:60)
  x <- prediction_set(data.frame(truth, guesses), truth, -truth)
  found <- compare_classifiers(x, "accuracy", "permutation", R = 99)
  exact <- compare_classifiers(x, "accuracy", "exact")
  expect_identical(nrow(found), 1770L)
  # Of equal rows the distribution is enumerated: the sign test.
  expect_equal(found$p.value, exact$p.value, tolerance = 1e-9)
})

test_that("permutations of what cannot be tested give no p-value", {
  data <- data.frame(truth = "x", a = rep(c("x", "y"), 25), b = "x")
  x <- prediction_set(truth ~ a + b, data, levels = c("x", "y", "z"))
  none <- compare_classifiers(x, "precision", by_permutation(39), class = "z", p.adjust.method = "max_t")
  expect_identical(c(none$p.value, none$adj.p.value), c(NA_real_, NA_real_))
})

test_that("BCa intervals do not depend on the unit", {
  set.seed(1)
  above <- matrix(rexp(80), 40, dimnames = list(NULL, c("a", "b")))
  below <- rpois(40, 5) + 1
  low <- function(unit) {
    set.seed(3)
    x <- ratio_set(above * below * unit, below)
    compare_classifiers(x, method = by_bootstrap(R = 199, interval = "bca"))$conf.low
  }
  expect_equal(low(2^-40) * 2^40, low(1))
})

test_that("an exact p-value too small for a number has its logarithm", {
  # All 1400 discordant rows are right of the same one: p = 2 / 2^1400
  truth <- rep(c("x", "y"), 750)
  other <- rep(c("y", "x"), 750)
  x <- prediction_set(truth ~ p1 + p2, data.frame(truth, p1 = truth, p2 = c(truth[1:100], other[101:1500])))
  for (adjust in c("holm", "max_t")) {
    found <- compare_classifiers(x, "accuracy", by_permutation(R = 99), p.adjust.method = adjust)
    expect_equal(found$log.p.value, -1399 * log(2))
  }
  # Friedman's of 1090 rows in one order: 2 / 2^1090, and 2^-1074 is the smallest number
  scores <- score_set(cbind(a = 0.5 + 1:1090 / 3000, b = 1:1090 / 3000), design = "datasets", metric = "accuracy")
  expect_equal(omnibus_test(scores, method = "permutation")$log.p.value, -1089 * log(2))
})

test_that("intervals beside adjusted p-values by permutation hold together, as those of Wald's test do", {
  set <- prediction_set(truth ~ naive_bayes + tree + svm + random_forest, satellite[1:300, ])
  limits <- c("adj.conf.low", "adj.conf.high")
  set.seed(1)
  permuted <- compare_classifiers(set, "kap", method = by_permutation(R = 999))
  wald <- compare_classifiers(set, "kap")
  expect_equal(as.data.frame(permuted)[limits], as.data.frame(wald)[limits], tolerance = 1e-5)
  expect_true(all(permuted$adj.conf.high - permuted$adj.conf.low > permuted$conf.high - permuted$conf.low))
})

test_that("replicates of the largest statistic beside exact permutations are told", {
  truth <- rep(c("a", "b"), 30)
  set.seed(1)
  wrong <- function(e) ifelse(runif(60) < e, ifelse(truth == "a", "b", "a"), truth)
  x <- prediction_set(truth, p = wrong(0.05), q = wrong(0.2), r = wrong(0.3), id = rep(1:6, each = 10))
  said <- function(found) paste(utils::capture.output(print(found, width = 300)), collapse = "\n")
  drawn <- compare_classifiers(x, "accuracy", "permutation", R = 1999)
  expect_match(said(drawn), "exact permutation (clustered McNemar), max-T by 1,999 replicates", fixed = TRUE)
  expect_match(methods_text(drawn), "(clustered McNemar) with max-T by 1,999 replicates", fixed = TRUE)
  # The same p-values whatever the seed, where nothing is drawn.
  for (found in list(
    compare_classifiers(x, "accuracy", "permutation", R = 1999, p.adjust.method = "holm"),
    compare_classifiers(x[c("p", "q")], "accuracy", "permutation", R = 1999)
  )) {
    expect_no_match(said(found), "replicates")
    expect_no_match(methods_text(found), "replicates")
  }
  expect_match(said(verdict(x, method = by_permutation(1999))), "max-T by 1,999\nreplicates|max-T by 1,999 replicates")
})
