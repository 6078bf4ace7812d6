# Averages, F and their like: the score test of their influences.

# -- from the formula, slowly -------------------------------------------------------------

macro_recall <- function(table) mean(diag(table) / rowSums(table))
macro_f <- function(table) mean(2 * diag(table) / (rowSums(table) + colSums(table)))

slope_of <- function(f, table) {
  out <- table
  for (i in seq_along(table)) {
    step <- 1e-4 * replace(table * 0, i, 1)
    out[i] <- (8 * (f(table + step) - f(table - step)) - (f(table + 2 * step) - f(table - 2 * step))) / 12e-4
  }
  out
}

# The most likely shares of a class with a multiplier: n / (mu + lambda s), of all cells that could be seen.
naive_shares <- function(n, s, lambda) {
  least <- max(-lambda * s)
  mu <- uniroot(function(mu) sum(n / (mu + lambda * s)) - 1, least + c(1e-12, 2 * sum(n)), tol = 1e-14)$root
  n / (mu + lambda * s)
}

# counts: prediction of the one, of the other, truth.
naive_score <- function(counts, f, value) {
  tables <- lapply(1:2, function(i) t(apply(counts, c(i, 3), sum)))
  slopes <- lapply(tables, slope_of, f = f)
  mean_slope <- slope_of(f, (tables[[1]] + tables[[2]]) / 2)
  classes <- seq_len(dim(counts)[3])
  rows <- apply(counts, 3, sum)
  own <- lapply(classes, function(a) outer(slopes[[1]][a, ], slopes[[2]][a, ], "-"))
  u <- lapply(classes, function(a) outer(mean_slope[a, ], mean_slope[a, ], "-"))
  variance <- function(share, s) sum(share * s^2) - sum(share * s)^2
  # of the mean of a class, as Miettinen and Nurminen (1985) enlarge it
  of_mean <- function(a, share, u) rows[a]^2 * variance(share, u) / (rows[a] - 1)
  moments <- function(lambda) {
    parts <- vapply(classes, FUN.VALUE = double(2), function(a) {
      s <- rows[a] * as.vector(u[[a]])
      share <- naive_shares(pmax(as.vector(counts[, , a]), 1e-9), s, lambda)
      share <- share / sum(share)
      c(sum(share * s), of_mean(a, share, as.vector(u[[a]])))
    })
    rowSums(parts)
  }
  seen <- function(u) sum(vapply(classes, function(a) of_mean(a, counts[, , a] / rows[a], u[[a]]), 0))
  lost <- max(0, seen(own) - seen(u))
  gap <- f(tables[[1]]) - f(tables[[2]]) - value
  start <- moments(0)[1]
  found <- uniroot(function(lambda) moments(lambda)[1] - start + gap, c(-1, 1) * 5 * max(rows), tol = 1e-10)$root
  between <- sum(vapply(classes, function(a) sum(counts[, , a] * own[[a]])^2 / rows[a], 0))
  unname(gap / sqrt(moments(found)[2] + between + lost))
}

counted_set <- function(counts) {
  as_prediction_set(as.table(aperm(counts, c(3, 1, 2))))
}

rare <- local({
  labels <- c("x", "y", "z")
  counts <- array(0, c(3, 3, 3), list(one = labels, two = labels, truth = labels))
  counts[, , "x"] <- c(40, 3, 1, 6, 2, 0, 1, 0, 1)
  counts[, , "y"] <- c(2, 5, 0, 2, 33, 2, 1, 1, 1)
  counts[, , "z"] <- c(0, 0, 1, 0, 0, 0, 0, 0, 3)
  counts
})

test_that("the statistic is that of the formula, at equality and elsewhere", {
  set <- counted_set(rare)
  for (case in list(list("recall", macro_recall), list("f_meas", macro_f))) {
    rows <- compare_classifiers(set, case[[1]], average = "macro", reference = "two")
    expect_equal(rows$statistic, naive_score(rare, case[[2]], 0), tolerance = 1e-5)
    expect_equal(rows$p.value, 2 * pnorm(-abs(rows$statistic)))
    expect_equal(naive_score(rare, case[[2]], rows$conf.low), qnorm(0.975), tolerance = 1e-5)
    expect_equal(naive_score(rare, case[[2]], rows$conf.high), -qnorm(0.975), tolerance = 1e-5)
  }
})

test_that("where classes weigh as their rows do, averages of recall are Tango's and McNemar's, and Wilson's", {
  # Fagerland, Lydersen and Laake (2017), table 8.1 and following: 59, 6, 16, 80
  labels <- c("a", "b")
  counts <- array(0, c(2, 2, 2), list(one = labels, two = labels, truth = labels))
  counts["a", , "a"] <- c(30, 2)
  counts["b", , "a"] <- c(9, 50)
  counts["b", , "b"] <- c(4, 29)
  counts["a", , "b"] <- c(30, 7)
  set <- counted_set(counts)
  for (average in c("weighted", "micro")) {
    rows <- compare_classifiers(set, "recall", average = average, reference = "two")
    expect_equal(c(rows$conf.low, rows$conf.high), c(-0.1240, -0.0054), tolerance = 1e-3)
    expect_equal(rows$statistic^2, 4.5455, tolerance = 1e-4)
    alone <- assess_classifiers(set, "recall", average = average)
    wilson <- assess_classifiers(set, "accuracy")
    expect_equal(alone[c("conf.low", "conf.high")], wilson[c("conf.low", "conf.high")], ignore_attr = TRUE)
  }
})

test_that("test and interval agree at any level, on either side, and about margins", {
  set <- counted_set(rare)
  for (metric in c("recall", "precision", "bal_accuracy")) {
    for (measure in c("difference", "ratio")) {
      rows <- compare_classifiers(set, metric, average = "macro", measure = measure)
      at <- compare_classifiers(set, metric, average = "macro", measure = measure, conf.level = 1 - rows$p.value)
      null <- rows$null.value
      expect_lt(min(abs(c(at$conf.low, at$conf.high) - null)), 1e-7)
      upper <- compare_classifiers(set, metric, average = "macro", measure = measure, alternative = "greater")
      lower <- compare_classifiers(set, metric, average = "macro", measure = measure, alternative = "less")
      expect_equal(upper$p.value + lower$p.value, 1)
      expect_equal(upper$conf.high, Inf)
      expect_equal(lower$conf.low, if (measure == "ratio") 0 else -Inf)
    }
  }
  inside <- compare_classifiers(set, "recall", average = "macro", margin = 0.45)
  expect_true(inside$conf.low > -0.45 && inside$conf.high < 0.45)
  expect_lt(inside$p.equivalent, 0.05)
  expect_gt(compare_classifiers(set, "recall", average = "macro", margin = c(-0.1, Inf))$p.noninferior, 0.05)
})

test_that("a required value of an average is tested by the score that its interval inverts", {
  set <- counted_set(rare)
  alone <- assess_classifiers(set, "recall", average = "macro")
  expect_equal(unique(alone$method), "score")
  at <- assess_classifiers(set, "recall", average = "macro", null = alone$conf.low[1])
  expect_equal(at$p.value[1], 0.05, tolerance = 1e-6)
  low <- assess_classifiers(set, "recall", average = "macro", null = 0.2, alternative = "greater")
  expect_true(all(low$conf.high == 1) && all(low$p.value < 0.05))
  delta <- assess_classifiers(set, "recall", average = "macro", interval = "delta")
  expect_true(all(delta$conf.low != alone$conf.low))
  expect_equal(assess_classifiers(set, "kap", interval = "score")$estimate, assess_classifiers(set, "kap")$estimate)
})

test_that("identical classifiers have no test, and the interval of nothing discordant", {
  same <- rare * 0
  for (class in 1:3) diag(same[, , class]) <- diag(rare[, , class])
  rows <- compare_classifiers(counted_set(same), "recall", average = "macro")
  expect_equal(rows$p.value, NA_real_)
  expect_match(rows$note, "identical predictions")
  n <- apply(same, 3, sum)[["z"]]
  # the least likely class gives way first: Tango's of its rows, z^2 / (n + z^2), but for what the others add; its
  # variance is n / (n - 1) times his
  z2 <- qnorm(0.975)^2 * n / (n - 1)
  tango <- z2 / (n + z2) / 3
  expect_equal(-rows$conf.low, rows$conf.high)
  expect_gt(rows$conf.high, tango - 1e-9)
  expect_lt(rows$conf.high, tango + 0.03)
})

test_that("all right, one row apart, and a class that is never predicted have their numbers", {
  right <- rare * 0
  for (class in 1:3) right[class, class, class] <- c(50, 40, 3)[class]
  alone <- assess_classifiers(counted_set(right), "recall", average = "macro")
  expect_equal(alone$conf.high, c(1, 1))
  expect_true(all(alone$conf.low > 0.7 & alone$conf.low < 0.95))
  right["z", "z", "z"] <- 2
  right["z", "x", "z"] <- 1
  apart <- compare_classifiers(counted_set(right), "recall", average = "macro", reference = "two")
  expect_equal(apart$statistic, sqrt(2 / 3)) # one discordant row: McNemar's 1, of a variance 3 / 2 as large
  expect_true(apart$conf.low < 0 && apart$conf.high < 0.35)
  never <- rare
  never["y", , "z"] <- never["z", , "z"]
  never["z", , ] <- 0
  rows <- compare_classifiers(counted_set(never), c("recall", "f_meas", "precision"), average = "macro")
  expect_true(all(is.finite(rows$p.value[1:2])))
  expect_match(rows$note[3], "never predicted by one")
})

test_that("an average with a class that is taken as 0 has no number by the score test, and says why", {
  never <- rare
  never["y", , "z"] <- never["y", , "z"] + never["z", , "z"]
  never["x", , "x"] <- never["x", , "x"] + never["z", , "x"]
  never["y", , "y"] <- never["y", , "y"] + never["z", , "y"]
  never["z", , ] <- 0
  set <- counted_set(never)
  zero <- function(verb, ...) verb(set, "precision", average = "macro", zero_division = "zero", ...)
  rows <- zero(compare_classifiers, margin = 0.3)
  expect_equal(abs(rows$estimate), abs(diff(zero(assess_classifiers)$estimate)))
  expect_equal(unlist(rows[c("p.value", "conf.low", "conf.high", "p.equivalent")], use.names = FALSE), rep(NA_real_, 4))
  expect_match(rows$note, "precision undefined for class z: .*one, taken as 0: no test or interval holds then")
  alone <- zero(assess_classifiers, null = 0.5)
  expect_equal(is.na(alone$conf.low), c(TRUE, FALSE))
  expect_equal(is.na(alone$p.value), c(TRUE, FALSE))
  expect_match(alone$note[1], "taken as 0")
  expect_true(is.finite(zero(compare_classifiers, method = "wald")$p.value))
  expect_true(all(is.finite(zero(assess_classifiers, interval = "delta")$conf.low)))
  recalls <- compare_classifiers(set, "recall", average = "macro", zero_division = "zero")
  expect_equal(recalls$p.value, compare_classifiers(set, "recall", average = "macro")$p.value)
})

test_that("opposite extremes are not equal, and ratios of nothing have no interval", {
  labels <- c("n", "p")
  counts <- array(0, c(2, 2, 2), list(one = labels, two = labels, truth = labels))
  counts["p", "n", "p"] <- 5
  counts["n", "p", "n"] <- 5
  rows <- compare_classifiers(counted_set(counts), "recall", average = "macro", measure = "ratio", reference = "two")
  expect_equal(rows$conf.high, Inf)
  expect_gt(rows$conf.low, 1)
  counts[] <- 0
  counts["p", "p", "n"] <- 5
  counts["n", "n", "p"] <- 5
  rows <- compare_classifiers(counted_set(counts), "recall", average = "macro", measure = "ratio")
  expect_equal(rows$conf.low, NA_real_)
  far <- compare_classifiers(counted_set(counts), "recall", average = "macro", margin = c(-0.4, 0.45))
  expect_true(is.finite(far$conf.low))
})

test_that("what the score test does not fit keeps Wald's, and says so when asked", {
  set <- counted_set(rare)
  expect_equal(compare_classifiers(set, "kap")$method, "Wald")
  expect_equal(compare_classifiers(set, "kap", method = "score")$method, "score")
  odds <- compare_classifiers(set, "recall", average = "macro", measure = "odds_ratio")
  expect_equal(odds$method, "Wald")
  odds <- compare_classifiers(set, "recall", average = "macro", measure = "odds_ratio", method = "score")
  expect_equal(odds$statistic, compare_classifiers(set, "recall", average = "macro")$statistic)
  expect_error(compare_classifiers(set, "sedi", method = "score"), class = "verdict_error_method")
  shares <- update_prevalence(set, c(x = 0.4, y = 0.4, z = 0.2))
  expect_error(compare_classifiers(shares, "recall", method = "score"), class = "verdict_error_method")
  labels <- data.frame(t = rep(c("a", "b"), 30), p = rep(c("a", "b", "b"), 20), q = "a", id = rep(1:30, 2))
  clustered <- prediction_set(t ~ p + q, labels, id = id)
  expect_error(
    compare_classifiers(clustered, "recall", average = "macro", method = "score"),
    class = "verdict_error_clustered"
  )
  expect_match(assess_classifiers(clustered, "recall", average = "macro")$method[1], "delta")
})

test_that("where the Wald interval of an odds ratio contradicts the score test, the note names what agrees", {
  times <- c(4, 2, 2, 5)
  labels <- data.frame(
    y = rep(c("c", "b", "c", "b"), times), m1 = rep(c("a", "b", "b", "b"), times),
    m2 = rep(c("b", "b", "b", "a"), times)
  )
  set <- prediction_set(y ~ m1 + m2, labels, levels = c("a", "b", "c"))
  of <- function(measure) {
    compare_classifiers(set, "f_meas", method = "score", average = "weighted", measure = measure)
  }
  odds <- of("odds_ratio")
  expect_lt(odds$conf.high, 1)
  expect_match(odds$note, "disagree at the border: measure \"difference\" agrees with it", fixed = TRUE)
  agreeing <- of("difference")
  expect_equal(agreeing$p.value, odds$p.value)
  expect_gt(agreeing$conf.high, 0)
})

test_that("averages of few rows have no number where only Wald's test is left, unless it is asked for", {
  classes <- rep(c("a", "b", "c"), c(50, 46, 4))
  labels <- data.frame(t = classes, p = classes, q = classes, id = rep(1:50, 2))
  labels$p[c(1:6, 60:70, 97)] <- "a"
  labels$q[c(30:40, 80:85, 98)] <- "b"
  set <- prediction_set(t ~ p + q, labels, id = id)
  rows <- compare_classifiers(set, "recall", average = "macro")
  expect_true(is.finite(rows$estimate))
  expect_equal(c(rows$p.value, rows$conf.low, rows$conf.high), rep(NA_real_, 3))
  expect_equal(rows$note, "only 4 rows of c: too few for this metric where observations occur repeatedly")
  expect_true(is.finite(compare_classifiers(set, "recall", average = "macro", method = "wald")$p.value))
  expect_true(is.finite(compare_classifiers(set, "recall", average = "weighted", method = "permutation")$p.value))
  alone <- assess_classifiers(set, "recall", average = "macro")
  expect_equal(alone$conf.low, rep(NA_real_, 2))
  expect_equal(alone$note, rep(rows$note, 2))
  expect_true(all(is.finite(assess_classifiers(set, "recall", average = "macro", interval = "delta")$conf.low)))
  required <- assess_classifiers(set, "recall", average = "macro", null = 0.5)
  expect_equal(required$p.value, rep(NA_real_, 2))
  expect_output(print(verdict(set, "recall", average = "macro")), "not compared \\(only 4 rows of c")
})

test_that("a metric of one class is tested by its rows and those of all others", {
  rows <- compare_classifiers(counted_set(rare), "f_meas", reference = "two")
  for (class in c("x", "z")) {
    merged <- array(0, c(2, 2, 2), rep(list(c("this", "rest")), 3))
    at <- 2 - (c("x", "y", "z") == class)
    for (i in 1:3) for (j in 1:3) for (k in 1:3) {
      merged[at[i], at[j], at[k]] <- merged[at[i], at[j], at[k]] + rare[i, j, k]
    }
    f <- function(table) 2 * table[1, 1] / (sum(table[1, ]) + sum(table[, 1]))
    expect_equal(rows$statistic[rows$class == class], naive_score(merged, f, 0), tolerance = 1e-5)
  }
})

test_that("a joint Wald test of averages says where a class has few rows", {
  set <- counted_set(rare)
  expect_match(omnibus_test(set, "recall", average = "macro")$note, "p may be too small with only 4 rows of z")
  expect_equal(omnibus_test(set, "kap")$note, NA_character_)
})

# What the second says more of rare rows moves a class with B rows by 1 / B^2 and less, so that p tends to 1.
test_that("beside a class with very many rows the score test is the same whoever is named first", {
  rows <- data.frame(
    y = c("a", "a", "a", "b", "b", "c"), m1 = c("a", "a", "b", "b", "c", "c"), m2 = c("a", "c", "b", "b", "c", "c"),
    w = c(20, 5, 3, NA, 10, 10)
  )
  found <- function(formula, metric, often) {
    rows$w[4] <- often
    compare_classifiers(prediction_set(formula, rows, weights = w), metric, average = "weighted")
  }
  for (metric in c("npv", "specificity", "bal_accuracy", "j_index")) {
    both <- lapply(10^(3:8), function(often) {
      list(found(y ~ m1 + m2, metric, often), found(y ~ m2 + m1, metric, often))
    })
    of <- function(k, name) vapply(both, function(pair) pair[[k]][[name]], 0)
    expect_equal(of(1, "statistic"), -of(2, "statistic"), tolerance = 1e-6)
    expect_equal(of(1, "conf.low"), -of(2, "conf.high"), tolerance = 1e-6)
    expect_true(all(diff(of(1, "p.value")) > 0))
  }
})

# Of the six rows not called c two are c, which has probability 0.069 where NPV of c is 0.925, as it may be.
test_that("an average is not refuted by a value that its classes can have", {
  rows <- data.frame(y = rep(c("a", "b", "c"), c(2, 2, 4)), m = c("a", "a", "b", "b", "a", "b", "c", "c"))
  x <- prediction_set(y ~ m, rows)
  asked <- function(null) assess_classifiers(x, "npv", average = "macro", null = null)
  expect_gt(asked(0.975)$p.value, 1 - pbinom(1, 6, 0.075))
  expect_equal(asked(0.963)$statistic, asked(0.96296)$statistic, tolerance = 1e-3)
  expect_equal(asked(0.9)$conf.high, 1)
  expect_identical(asked(1)$p.value, 0)
  recalls <- prediction_set(rep(c("a", "b"), each = 4), m = rep(c("a", "b", "a"), c(3, 4, 1)))
  expect_identical(assess_classifiers(recalls, "recall", average = "macro", null = 1)$p.value, 0)
})

test_that("the interval of a ratio that no test refutes has no end, and turns over with the classifiers", {
  rows <- data.frame(
    y = c("b", "a", "b", "b"), m1 = c("a", "b", "a", "b"), m2 = c("a", "a", "b", "b"), w = c(1, 1, 3, 3)
  )
  ends <- function(formula) {
    x <- prediction_set(formula, rows, weights = w)
    unlist(compare_classifiers(x, "npv", average = "macro", measure = "ratio")[c("conf.low", "conf.high")])
  }
  one <- ends(y ~ m1 + m2)
  expect_identical(one[["conf.high"]], Inf)
  expect_equal(ends(y ~ m2 + m1), rev(1 / one), ignore_attr = TRUE)
})

test_that("where both F measures are 0 the interval is [0, 0], with a margin too", {
  rows <- data.frame(
    y = rep(c("b", "c"), c(20, 20)), m1 = rep(c("b", "a", "c", "b"), c(15, 5, 16, 4)),
    m2 = rep(c("b", "a", "c", "a"), c(18, 2, 17, 3))
  )
  x <- prediction_set(y ~ m1 + m2, rows)
  ends <- function(x, ...) unlist(compare_classifiers(x, "f_meas", classes = "a", ...)[c("conf.low", "conf.high")])
  expect_equal(ends(x), c(0, 0), ignore_attr = TRUE)
  expect_equal(ends(x, margin = 0.1), c(0, 0), ignore_attr = TRUE)
  held <- compare_classifiers(x, "f_meas", classes = "a", margin = 0.1)
  expect_identical(held$decision, "the same")
  expect_false(any(vapply(held, function(column) any(is.nan(column)), NA)))
  expect_false(is.nan(assess_classifiers(x, "f_meas", null = 0.3, classes = "a")$p.value[1]))
})

test_that("a limit of a ratio is where the test refutes, also with values beyond that are not reached", {
  rows <- data.frame(
    y = c("c", "b", "a"), m1 = c("a", "b", "a"), m2 = c("a", "b", "b"), w = c(200, 5, 5), stringsAsFactors = TRUE
  )
  x <- prediction_set(y ~ m1 + m2, rows, weights = w)
  of <- function(...) compare_classifiers(x, "npv", method = "score", average = "macro", measure = "ratio", ...)
  low <- of()$conf.low
  at <- of(margin = 1 / low)$p.noninferior
  expect_equal(at, 0.05, tolerance = 1e-4) # claims against margins are two-sided
  expect_identical(of(margin = 5)$decision, "equivalent")
})
