# The worked examples of the literature, and numbers of peers, whose versions are named.
e1 <- cbind(a = c(0.84, 0.81, 0.86, 0.79, 0.88), b = c(0.80, 0.80, 0.83, 0.78, 0.82))
e3 <- cbind(
  x = c(0.81, 0.77, 0.92, 0.65, 0.70, 0.88, 0.74, 0.83), y = c(0.79, 0.77, 0.89, 0.66, 0.66, 0.83, 0.74, 0.77)
)
halves <- cbind(a = c(.03, .02, .02, .00, .03, .04, .01, .04, .03, .01), b = 0) + 0.5

compared <- function(x, ..., reference = colnames(x$scores)[2]) {
  suppressWarnings(compare_classifiers(x, ..., reference = reference))
}
folds <- score_set(e1, design = "folds")
sets <- score_set(e3, design = "datasets")

expect_numbers <- function(found, ..., tolerance = 1e-5) {
  wanted <- c(...)
  expect_equal(unlist(found[names(wanted)]), wanted, tolerance = tolerance)
}

test_that("the paired t test of folds is t.test()'s", {
  found <- compared(folds, method = "paired_t")
  peer <- t.test(e1[, 1], e1[, 2], paired = TRUE)
  expect_numbers(found,
    statistic = peer$statistic[[1]], p.value = peer$p.value, df = 4, conf.low = peer$conf.int[1],
    conf.high = peer$conf.int[2], estimate = 0.03, tolerance = 1e-10
  )
  expect_numbers(found, statistic = 3.162278, p.value = .034109, conf.low = .003660, conf.high = .056340)
  expect_equal(found$effect, 0.03 / sqrt(.00045))
  expect_identical(found$effect.type, "d_z")
  for (side in c("greater", "less")) {
    peer <- t.test(e1[, 1], e1[, 2], paired = TRUE, alternative = side)
    found <- compared(folds, method = "paired_t", alternative = side)
    expect_numbers(found, p.value = peer$p.value, conf.low = peer$conf.int[1], conf.high = peer$conf.int[2])
  }
})

# correctR 0.3.1, scmamp 0.3.2
test_that("the corrected t tests are correctR's", {
  expect_numbers(compared(folds),
    statistic = 2.108185, df = 4, p.value = .102700, conf.low = -.009510, conf.high = .069510
  )
  sized <- score_set(e1, design = "monte_carlo", n_train = 160, n_test = 40)
  expect_numbers(compared(sized), statistic = 2.108185, p.value = .102700)
  expect_identical(compared(sized)$method, "corrected resampled t")
  x <- data.frame(
    repetition = rep(1:2, each = 3), fold = rep(1:3, 2), a = c(.84, .81, .86, .79, .88, .83),
    b = c(.80, .80, .83, .78, .82, .84)
  )
  for (x in list(
    score_set(x, fold = fold, repetition = repetition),
    score_set(x, fold = fold, repetition = repetition, n_train = 100, n_test = 50)
  )) {
    found <- compared(x)
    expect_numbers(found, statistic = 1.141574, df = 5, p.value = .305337, conf.low = -.029208, conf.high = .075875)
    expect_identical(found$method, "corrected repeated K-fold t")
  }
})

test_that("the correction takes mean sizes, a ratio given, or a bootstrap's", {
  uneven <- score_set(e1, fold = 1:5, n_train = c(160, 160, 160, 160, 170), n_test = 40)
  expect_match(compared(uneven)$note, "unequal sizes")
  expect_numbers(compared(uneven), std.error = sqrt((1 / 5 + 40 / 162) * .00045), tolerance = 1e-12)
  random <- score_set(e1, design = "monte_carlo")
  expect_error(compare_classifiers(random), "n_train", class = "verdict_error_design")
  expect_numbers(compared(random, method = by_corrected_t(ratio = 0.25)), statistic = 2.108185)
  drawn <- compared(score_set(e1, design = "bootstrap"))
  expect_match(drawn$note, "bootstrap")
  expect_numbers(drawn, std.error = sqrt((1 / 5 + .3678794 / .6321206) * .00045), tolerance = 1e-6)
})

# mlxtend 9aadcee
test_that("the 5x2 tests are Dietterich's and Alpaydin's", {
  x <- score_set(halves, design = "5x2")
  t <- compared(x, method = "cv5x2_t")
  expect_numbers(t, statistic = 2.176429, p.value = .081479, df = 5, estimate = 0.03)
  expect_match(t$note, "first fold alone")
  expect_equal(unlist(t[c("estimate.classifier", "estimate.reference")], use.names = FALSE), c(0.53, 0.5))
  f <- compared(x)
  expect_identical(f$method, "5x2cv F")
  expect_numbers(f, statistic = 3.631579, p.value = .083661, estimate = 0.023, df = 10, df.residual = 5)
  expect_equal(stats::pf(f$statistic, f$df, f$df.residual, lower.tail = FALSE), f$p.value)
  expect_output(print(f), "5x2cv F (10 and 5 df)", fixed = TRUE)
  for (limit in c(f$conf.low, f$conf.high)) {
    moved <- halves
    moved[, 2] <- moved[, 2] + limit
    expect_equal(compared(score_set(moved, design = "5x2"))$p.value, 0.05)
  }
  # its interval may be empty
  odd <- cbind(a = rep(c(.1, -.1, .1, -.1, .1), each = 2) + c(0, .001), b = 0)
  none <- compared(score_set(odd, design = "5x2"))
  expect_true(is.na(none$conf.low) && none$p.value < 0.05)
  expect_match(none$note, "no interval")
  # Which refutes every difference, to either side: it shows none.
  expect_identical(as.character(none$decision), "undecided")
  said <- printed_text(verdict(score_set(odd, design = "5x2")))
  expect_match(said, "p = 0.0[0-9]+: undecided|p < 0.001: undecided")
  expect_match(said, "refutes every difference")
  expect_output(print(rank_classifiers(score_set(odd, design = "5x2"))), "tied for first")
  one_sided <- compared(x, alternative = "greater")
  expect_identical(one_sided$method, "5x2cv t")
  expect_numbers(one_sided, p.value = .081479 / 2)
})

# scipy 1.10.1, coin 1.4-2
test_that("Wilcoxon's test has exact p-values with ties and both conventions of zeros", {
  wilcoxon <- function(...) compared(sets, method = by_wilcoxon(...))
  expect_numbers(wilcoxon("pratt"), p.value = .0625, statistic = 30)
  expect_numbers(wilcoxon("wilcoxon"), p.value = .0625, statistic = 20)
  expect_numbers(wilcoxon("pratt", exact_limit = 0), statistic = 1.913979, p.value = .055623)
  expect_numbers(wilcoxon("wilcoxon", exact_limit = 0), statistic = 1.991741, p.value = .046399)
  expect_equal(compared(sets)$effect, .904762, tolerance = 1e-5)
  expect_identical(compared(sets)$method, "Wilcoxon signed rank, exact")
  expect_identical(wilcoxon("pratt", exact_limit = 0)$method, "Wilcoxon signed rank")
  expect_numbers(wilcoxon("split"), statistic = 36 - 4.5)
})

# Demsar (2006), table 2: C4.5 against C4.5+m, areas on 14 data sets, of which two tie.
test_that("zeros that are split add half of their ranks to either side", {
  c45 <- c(.763, .599, .954, .628, .882, .936, .661, .583, .775, 1, .940, .619, .972, .957)
  tuned <- c(.768, .591, .971, .661, .888, .931, .668, .583, .838, 1, .962, .666, .981, .978)
  areas <- score_set(cbind(tuned, c45), design = "datasets")
  expect_identical(compared(areas, method = by_wilcoxon("split"))$statistic, 93)
  # without one of them the other one is dropped
  odd <- score_set(cbind(tuned, c45)[-10, ], design = "datasets")
  expect_identical(compared(odd, method = by_wilcoxon("split"))$statistic, 78 - 6.5)
  split <- by_sign("split")
  expect_numbers(compared(areas, method = split), statistic = 11, p.value = stats::binom.test(11, 14)$p.value)
  expect_numbers(compared(odd, method = split), statistic = 10, p.value = stats::binom.test(10, 12)$p.value)
  expect_equal(compared(areas, method = by_sign())$p.value, stats::binom.test(10, 12)$p.value)
  expect_error(by_sign("pratt"), "drop", class = "verdict_error_argument")
})

test_that("where most units tie, a claim is that of the others, for the median lies on 0", {
  wins <- c(seq(.1, .6, .1), numeric(20))
  few <- score_set(cbind(a = wins, b = 0), design = "datasets")
  more <- score_set(cbind(a = c(wins, -.1), b = 0, c = c(wins, -.1) / 2)[rep(1:27, 2), ], design = "datasets")
  sign <- compared(few, method = "sign")
  expect_equal(sign$p.value, 2^-5)
  expect_identical(list(sign$estimate, sign$decision, sign$conf.low), list(0, "better", NA_real_))
  expect_match(sign$note, "so many differences are 0")
  said <- capture.output(print(verdict(few, method = "sign")))
  expect_match(said, "a is better than b in score", all = FALSE)
  ranked <- rank_classifiers(more, method = "wilcoxon")
  expect_identical(ranked$classifier[ranked$tied.first], "a")
  expect_identical(verdict(more, method = "wilcoxon")$comparison$decision, c("worse", "worse", "better"))
})

test_that("decision and p-value of tests of ranks agree however many units tie", {
  set.seed(1)
  d <- replicate(100, sample(c(-1, 0, 0, 0, 1, 1), 30, TRUE) * sample(1:2, 30, TRUE))
  colnames(d) <- sprintf("m%03d", 1:100)
  for (method in c("sign", "wilcoxon")) {
    found <- compared(
      score_set(cbind(d, b = 0), design = "datasets"), method = method, reference = "b", p.adjust.method = "none"
    )
    shown <- found$p.value < 0.05
    expect_gt(sum(shown), 10)
    expect_gt(sum(!shown), 10)
    expect_identical(found$decision != "undecided", shown)
    if (method == "sign") {
      more <- colSums(sign(d[, found$classifier])) > 0
      expect_identical(found$decision[shown], ifelse(more, "better", "worse")[shown], ignore_attr = TRUE)
    }
  }
})

# By enumeration of all signs.
test_that("its exact p-values are those of all signs", {
  set.seed(1)
  for (n in c(3, 6, 9)) {
    d <- round(rnorm(n, 0.3), 1)
    signs <- as.matrix(expand.grid(rep(list(0:1), n)))
    for (zeros in c("pratt", "wilcoxon", "split")) {
      kept <- if (zeros == "wilcoxon") d[d != 0] else if (zeros == "split" && sum(d == 0) %% 2) d[-match(0, d)] else d
      ranks <- replace(numeric(n), d != 0, rank(abs(kept))[kept != 0])
      sums <- signs %*% ranks
      w <- sum(ranks[d > 0])
      x <- score_set(cbind(a = d, b = 0), design = "datasets")
      two <- mean(abs(sums - mean(sums)) >= abs(w - mean(sums)) - 1e-9)
      expect_equal(compared(x, method = by_wilcoxon(zeros))$p.value, two)
      expect_equal(compared(x, method = by_wilcoxon(zeros), alternative = "greater")$p.value, mean(sums >= w - 1e-9))
      expect_equal(compared(x, method = by_wilcoxon(zeros), alternative = "less")$p.value, mean(sums <= w + 1e-9))
    }
  }
})

test_that("without ties it is wilcox.test(), with its estimate and interval", {
  set.seed(2)
  for (n in c(7, 30, 60)) {
    d <- rnorm(n, 0.3)
    x <- score_set(cbind(a = d, b = 0), design = "datasets")
    for (side in c("two.sided", "greater", "less")) {
      peer <- wilcox.test(d, conf.int = TRUE, alternative = side, exact = TRUE)
      found <- compared(x, alternative = side)
      expect_numbers(found,
        statistic = peer$statistic[[1]], p.value = peer$p.value, estimate = peer$estimate[[1]],
        conf.low = peer$conf.int[1], conf.high = peer$conf.int[2], tolerance = 1e-8
      )
    }
  }
  d <- rnorm(500, 0.1)
  x <- score_set(cbind(a = d, b = 0), design = "datasets")
  peer <- wilcox.test(d, conf.int = TRUE, correct = FALSE)
  expect_numbers(compared(x), p.value = peer$p.value, tolerance = 1e-8)
  expect_numbers(compared(x),
    estimate = peer$estimate[[1]], conf.low = peer$conf.int[1], conf.high = peer$conf.int[2], tolerance = 1e-3
  )
})

test_that("with ties the interval holds just what the test does not reject", {
  set.seed(3)
  for (i in 1:5) {
    d <- round(rnorm(12, 0.5), 1)
    x <- compared(score_set(cbind(a = d, b = 0), design = "datasets"))
    rejected <- function(shift) compared(score_set(cbind(a = d - shift, b = 0), design = "datasets"))$p.value < 0.05
    expect_true(rejected(x$conf.low - 0.013) && !rejected(x$conf.low + 0.013))
    expect_true(rejected(x$conf.high + 0.013) && !rejected(x$conf.high - 0.013))
  }
})

test_that("where a rejected value is the end of the interval, the interval is open there and excludes it", {
  d <- c(0.7, 0.6, 0.2, 0.5, 0.8, 0.3, 0, 0, -0.2)
  # all signs of the ranks of those that are not 0 (Pratt)
  ranks <- rank(abs(d))[d != 0]
  sums <- as.matrix(expand.grid(rep(list(c(-1, 1)), 7))) %*% ranks
  p <- mean(abs(sums) >= sum(sign(d[d != 0]) * ranks))
  found <- compared(score_set(cbind(a = d, b = 0), design = "datasets"))
  expect_equal(found$p.value, p)
  expect_true(found$conf.low > 0 && found$conf.low < 1e-9)
  turned <- compared(score_set(cbind(a = -d, b = 0), design = "datasets"))
  expect_equal(turned$conf.high, -found$conf.low)
  set.seed(160)
  for (i in 1:10) {
    x <- score_set(round(matrix(runif(60, rep(c(0, 0.3, 0.4), each = 20)), 20), 1), design = "datasets")
    found <- compare_classifiers(x, conf.level = 0.5)
    expect_identical(found$adj.conf.low > 0 | found$adj.conf.high < 0, found$adj.p.value < 0.5)
  }
})

test_that("the sign test is binom.test(), with order statistics as limits", {
  found <- compared(sets, method = "sign")
  expect_numbers(found, p.value = .21875, statistic = 5, estimate = 0.025, effect = 0.75)
  expect_identical(found$method, "sign test, exact")
  d <- 1:12
  x <- compared(score_set(cbind(a = d, b = 0), design = "datasets"), method = "sign")
  c <- qbinom(0.025, 12, 0.5) - 1
  expect_equal(c(x$conf.low, x$conf.high), c(d[c + 1], d[12 - c]))
  one <- compared(score_set(cbind(a = d, b = 0), design = "datasets"), method = "sign", alternative = "greater")
  expect_equal(c(one$conf.low, one$conf.high), c(d[qbinom(0.05, 12, 0.5)], Inf))
})

# mlxtend 9aadcee
test_that("signs are flipped in all ways, or at random", {
  found <- compared(score_set(e1, design = "datasets"), method = "sign_flip")
  expect_numbers(found, p.value = .0625)
  expect_match(found$method, "exact")
  expect_match(found$note, "no interval")
  expect_output(print(found), "Interval: none, this test gives none.", fixed = TRUE)
  set.seed(4)
  d <- rnorm(10, 0.4)
  sums <- as.matrix(expand.grid(rep(list(c(-1, 1)), 10))) %*% d
  x <- score_set(cbind(a = d, b = 0), design = "datasets")
  for (side in c("two.sided", "greater", "less")) {
    p <- switch(side, two.sided = mean(abs(sums) >= abs(sum(d)) - 1e-9), greater = mean(sums >= sum(d) - 1e-9),
      less = mean(sums <= sum(d) + 1e-9)
    )
    expect_equal(compared(x, method = "sign_flip", alternative = side)$p.value, p)
  }
  d <- rnorm(40, 0.3)
  x <- score_set(cbind(a = d, b = 0), design = "datasets")
  set.seed(1)
  first <- compared(x, method = "sign_flip")
  set.seed(1)
  expect_identical(compared(x, method = "sign_flip"), first)
  expect_equal(first$p.value, t.test(d)$p.value, tolerance = 0.2)
  expect_match(first$method, "9,999 draws")
  expect_match(compared(x, method = by_sign_flip(R = 199))$method, "199 draws")
  expect_match(compared(x, method = "sign_flip", R = 199)$method, "199 draws")
  expect_error(compared(x, method = by_sign_flip(R = 9)), class = "verdict_error_replicates")
})

# Whole differences: all sums of signs by convolution. 24 signs come from one draw: every remainder of n by 24.
test_that("random flips have the distribution of all flips", {
  set.seed(11)
  draws <- 99999
  off <- vapply(21:68, function(n) {
    d <- sample(c(-3:-1, 1:3, 5), n, TRUE)
    mass <- c("0" = 1)
    for (size in abs(d)) {
      sums <- as.integer(names(mass))
      mass <- tapply(c(mass, mass) / 2, c(sums + size, sums - size), sum)
    }
    p <- sum(mass[abs(as.integer(names(mass))) >= abs(sum(d))])
    x <- score_set(cbind(a = d, b = 0), design = "items")
    (compared(x, method = by_sign_flip(draws))$p.value - p) / sqrt(max(p * (1 - p), 1 / draws) / draws)
  }, 0)
  expect_lt(max(abs(off)), 4)
  expect_lt(abs(sum(off^2) - 48) / sqrt(96), 4)
})

test_that("items in clusters have the CR2 variance with its degrees of freedom", {
  cluster <- rep(1:6, c(1, 2, 3, 4, 5, 10))
  d <- round(2 * sin(1:25) + cos(1.3 * cluster), 2)
  x <- score_set(cbind(a = d, b = 0), item = 1:25, cluster = cluster)
  found <- compared(x)
  expect_identical(found$method, "cluster-robust t")
  p <- tabulate(cluster) / 25
  q <- p^2 / (1 - p)
  se <- sqrt(sum((tapply(d - mean(d), cluster, sum) / 25)^2 / (1 - p)))
  expect_numbers(found,
    std.error = se, df = 1 / (sum(p^2) + sum(q)^2 - sum(q^2)), estimate = mean(d), tolerance = 1e-10
  )
  alone <- score_set(cbind(a = d, b = 0), item = 1:25)
  expect_numbers(compared(alone, method = "cluster_t"), std.error = sd(d) / 5, df = 24, tolerance = 1e-10)
  expect_numbers(compared(alone), p.value = t.test(d)$p.value, tolerance = 1e-10)
  one <- score_set(cbind(a = d, b = 0), item = 1:25, cluster = rep(1, 25))
  expect_identical(compared(one)$note, "one cluster")
  # clubSandwich 0.5.8: coef_test(fit, vcovCR(fit, cluster, "CR2"), test = "Satterthwaite") of lm(d ~ 1)
  expect_numbers(found,
    std.error = 0.488007849728, df = 3.209019642385, p.value = 0.787725113390, tolerance = 1e-10
  )
})

test_that("the two-sample test is t.test(), and warns", {
  expect_warning(
    found <- compare_classifiers(sets, method = "unpaired_t", reference = "y"), "ignores",
    class = "verdict_warning_invalid"
  )
  peer <- t.test(e3[, 1], e3[, 2], var.equal = TRUE)
  expect_numbers(found,
    p.value = peer$p.value, conf.low = peer$conf.int[1], statistic = peer$statistic[[1]], effect = .279983
  )
})

test_that("an invalid test says which is valid and what both claim", {
  expect_warning(
    compare_classifiers(folds, method = "paired_t"), "p = 0.034.*p = 0.10", class = "verdict_warning_invalid"
  )
  expect_warning(compare_classifiers(folds, method = "paired_t"), "corrected_t")
  expect_warning(compare_classifiers(folds, method = "wilcoxon"), "corrected_t")
  three <- score_set(cbind(e1, c = e1[, 1] - 0.1 + c(0, .01, 0, .01, 0)), design = "folds")
  expect_warning(compare_classifiers(three, method = "paired_t"), "calls 3 of 3 comparisons .*, the valid test 2")
  expect_warning(compare_classifiers(score_set(e1, design = "bootstrap"), method = "paired_t"), "far too often")
  expect_warning(compare_classifiers(score_set(e1, design = "monte_carlo"), method = "paired_t"), "corrected_t")
  items <- score_set(e3, item = 1:8, cluster = rep(1:4, 2))
  expect_warning(compare_classifiers(items, method = "paired_t"), "clusters")
  expect_no_warning(compare_classifiers(folds))
  expect_no_warning(compare_classifiers(sets, method = "paired_t"))
})

test_that("degenerate scores have a defined answer", {
  same <- score_set(cbind(a = e1[, 1], b = e1[, 1]), design = "folds")
  constant <- score_set(cbind(a = e1[, 1], b = e1[, 1] - 0.1), design = "folds")
  for (method in c("corrected_t", "paired_t", "wilcoxon", "sign", "sign_flip")) {
    found <- compared(same, method = method)
    expect_numbers(found, p.value = 1, conf.low = 0, conf.high = 0, estimate = 0)
    expect_match(found$note, "the same scores everywhere")
  }
  for (method in c("corrected_t", "paired_t", "unpaired_t")) {
    x <- if (method == "unpaired_t") score_set(cbind(a = rep(1, 5), b = 0), design = "folds") else constant
    found <- compared(x, method = method)
    expect_true(is.na(found$p.value) && is.na(found$conf.low) && is.na(found$statistic))
    expect_match(found$note, "zero variance")
  }
  expect_equal(compared(constant)$estimate, 0.1)
  expect_numbers(compared(constant, method = "sign"), p.value = 2 / 32)
  expect_numbers(compared(constant, method = "wilcoxon"), p.value = 2 / 32)
  flat <- score_set(cbind(a = rep(c(.1, .2, .3, .4, .5), each = 2), b = 0), design = "5x2")
  for (method in c("cv5x2_t", "cv5x2_f")) expect_match(compared(flat, method = method)$note, "zero variance")
  equal <- score_set(cbind(a = rep(.5, 10), b = .5), design = "5x2")
  for (method in c("cv5x2_t", "cv5x2_f")) expect_equal(compared(equal, method = method)$p.value, 1)
  one <- compared(score_set(cbind(a = 1, b = 0), design = "datasets"), method = "paired_t")
  expect_match(one$note, "too few units")
  few <- compared(score_set(e1, design = "datasets"))
  expect_match(few$note, "no p-value can be below 0.0625")
  gaps <- score_set(cbind(a = c(NA, 1, 2, 4), b = c(1, 2, NA, 1)), design = "datasets", na = "keep")
  expect_match(compared(gaps, method = "paired_t")$note, "2 data sets left out, without a score of both")
  none <- score_set(cbind(a = c(NA, 1), b = c(1, NA)), design = "datasets", na = "keep")
  expect_match(compared(none)$note, "too few units")
  lost <- score_set(replace(halves, 1, NA), design = "5x2", na = "keep")
  expect_match(compared(lost)$note, "too few units")
  single <- compared(score_set(cbind(a = 1, b = 2), design = "datasets"), method = "unpaired_t")
  expect_match(single$note, "too few units")
})

test_that("ties do not hang on the last bit, and tiny scores keep their differences", {
  x <- cbind(a = c(.9, .7, .5, .3), b = c(.8, .6, .4, .4))
  expect_equal(compared(score_set(x, design = "datasets"))$statistic, 7.5)
  small <- compared(score_set(e3 * 1e-9, design = "datasets"))
  expect_equal(small$p.value, .0625)
  expect_equal(small$estimate, 0.025e-9)
  large <- compared(score_set(e3 * 1e9, design = "datasets"))
  expect_equal(large$p.value, .0625)
})

test_that("what a test cannot do is said", {
  expect_error(compare_classifiers(folds, method = "mcnemar"), class = "verdict_error_method")
  expect_error(compare_classifiers(folds, method = "permutation"), "sign_flip", class = "verdict_error_method")
  expect_error(compare_classifiers(folds, method = "bootstrap"), class = "verdict_error_method")
  expect_error(compare_classifiers(folds, method = "cv5x2_t"), class = "verdict_error_method")
  expect_error(compare_classifiers(sets, method = "corrected_t"), class = "verdict_error_method")
  x <- score_set(halves, design = "5x2")
  expect_error(compare_classifiers(x, method = "cv5x2_f", alternative = "less"), class = "verdict_error_method")
  expect_error(compare_classifiers(folds, method = c("sign", "paired_t")), class = "verdict_error_method")
  expect_error(compare_classifiers(folds, measure = "ratio"), class = "verdict_error_measure")
  expect_error(compare_classifiers(folds, interval = "wald"), class = "verdict_error_interval")
  expect_error(compare_classifiers(folds, vcov = "df"), class = "verdict_error_vcov")
  expect_error(by_wilcoxon("drop"), class = "verdict_error_argument")
  expect_error(by_corrected_t(ratio = -1), class = "verdict_error_argument")
  labels <- prediction_set(cbind(a = c(TRUE, FALSE), b = TRUE))
  expect_error(compare_classifiers(labels, method = by_sign("split")), "is for scores", class = "verdict_error_method")
  expect_identical(compare_classifiers(labels, method = by_sign()), compare_classifiers(labels, method = "sign"))
  expect_output(print(by_wilcoxon()), "pratt")
  expect_output(print(by_corrected_t()), "corrected_t")
  expect_no_error(compare_classifiers(folds, method = "corrected-t", measure = "difference"))
})

test_that("decision, p-value and interval agree, adjusted too", {
  set.seed(6)
  x <- score_set(matrix(rnorm(200, rep(c(0, .5, 1, 1, .9), each = 40)), 40), design = "datasets")
  for (method in c("wilcoxon", "sign", "paired_t")) {
    for (adjust in c("max_t", "bonferroni", "none")) {
      found <- compare_classifiers(x, method = method, p.adjust.method = adjust)
      outside <- function(low, high) low > 0 | high < 0
      expect_identical(outside(found$conf.low, found$conf.high), found$p.value < 0.05)
      expect_identical(outside(found$adj.conf.low, found$adj.conf.high), found$adj.p.value < 0.05)
    }
  }
})

test_that("what is taken for granted, and what an estimate is, is said", {
  expect_match(header_of(compare_classifiers(sets)), "Hodges-Lehmann", all = FALSE)
  expect_match(summary(compare_classifiers(sets, method = "sign"))$cautions, "median of the differences", all = FALSE)
  expect_match(summary_of(verdict(sets)), "Hodges")
  expect_match(summary(compare_classifiers(folds))$cautions, "only approximately", all = FALSE)
  expect_match(summary(compare_classifiers(sets))$cautions, "data sets .* as independent", all = FALSE)
  expect_output(print(omnibus_test(sets, over = "classes")), "Wilcoxon signed rank, exact, a single test")
  expect_error(compare_classifiers(folds, classes = "a"), "no classes", class = "verdict_error_class")
})

test_that("any difference can be tested, from either side", {
  plan <- request_plans(folds, new_request(folds))[[1]]
  pair <- matrix(1:2)
  d <- e1[, 1] - e1[, 2]
  se <- sqrt((1 / 5 + 1 / 4) * var(d))
  for (null in c(-0.01, 0, 0.02)) {
    found <- score_statistics(plan, pair, 0.05, null, "greater")
    expect_equal(found$log.p.value, pt((mean(d) - null) / se, 4, lower.tail = FALSE, log.p = TRUE))
  }
})

test_that("a mean difference that is rounding alone is none", {
  # both means are 0.805
  pair <- cbind(a = c(.80, .84, .76, .82), c = c(.79, .85, .78, .80))
  expect_true(mean(pair[, 2] - pair[, 1]) != 0)
  x <- score_set(pair, design = "folds", metric = "accuracy")
  expect_numbers(compared(x, reference = "a"), estimate = 0, statistic = 0, p.value = 1, effect = 0, tolerance = 0)
  expect_identical(compared(x, method = "unpaired_t", reference = "a")$statistic, 0)
  expect_identical(compared(x, method = "tukey", reference = "a")$effect, 0)
  expect_identical(compare_bayesian(x)$estimate, 0)
  expect_match(paste(format(verdict(x)), collapse = " "), "difference 0.000 ")
  ranked <- rank_classifiers(x)
  expect_identical(ranked$rank, c(1L, 1L))
  expect_identical(ranked$classifier, c("a", "c"))
})

test_that("a 5x2cv t test without variance keeps the difference that it would judge", {
  x <- score_set(cbind(a = rep(1:5 / 10, each = 2), b = 0), design = "5x2")
  found <- compared(x, method = "cv5x2_t")
  expect_equal(found$estimate, 0.1)
  expect_equal(found$estimate.classifier - found$estimate.reference, 0.1)
  expect_identical(found$note, "zero variance")
  expect_equal(compared(x)$estimate, 0.3)
})

test_that("unequal sizes are said, and unknown ones asked for, wherever they are corrected for", {
  scores <- cbind(a = c(.80, .84, .76, .82), b = c(.83, .88, .81, .83), c = c(.79, .85, .78, .80))
  uneven <- score_set(
    scores, design = "folds", metric = "accuracy", n_train = c(60, 70, 80, 90), n_test = c(40, 30, 20, 10)
  )
  said <- "unequal sizes: the mean ones are taken"
  expect_identical(omnibus_test(uneven)$note, said)
  # 1 + 4 x 25 / 75 in place of 1 + 4 / 3, which is the same
  expect_equal(omnibus_test(uneven)$statistic, 13 / (1 + 4 / 3))
  expect_identical(unique(compare_classifiers(uneven, method = "tukey")$note), said)
  expect_identical(compare_classifiers(uneven, contrasts = b ~ a + c)$note, said)
  expect_identical(unique(assess_classifiers(uneven)$note), said)
  expect_identical(unique(compare_bayesian(uneven)$note), said)
  expect_identical(unique(compare_bayesian(uneven, rho = 0.1)$note), NA_character_)
  expect_identical(suppressWarnings(unique(assess_classifiers(uneven, interval = "t")$note)), NA_character_)

  unknown <- score_set(scores, design = "monte_carlo", metric = "accuracy")
  for (ask in list(
    function() omnibus_test(unknown), function() compare_classifiers(unknown, method = "tukey"),
    function() compare_classifiers(unknown, contrasts = b ~ a + c)
  )) {
    expect_error(ask(), "n_train", class = "verdict_error_design")
  }
  # what is not valid still runs, with nothing to compare it with
  expect_warning(found <- omnibus_test(unknown, method = "friedman"), "Valid here", class = "verdict_warning_invalid")
  expect_equal(found$statistic, 6)
  expect_warning(compare_classifiers(unknown, method = "nemenyi"), class = "verdict_warning_invalid")
  expect_warning(
    compare_classifiers(unknown, method = by_anova(corrected = FALSE)), "too often", class = "verdict_warning_invalid"
  )
})

test_that("limits that are the estimate are it, and items in clusters are not said to be judged by them", {
  # all averages of differences are sixths
  set.seed(46)
  runif(20)
  d <- sample(c(-1, 0, 0, 1, 1, 2) / 3, 24, TRUE)
  b <- sample(c(0, 1 / 3), 24, TRUE)
  found <- compared(score_set(cbind(a = b + d, b = b), design = "items"), method = "wilcoxon")
  expect_equal(found$estimate, 1 / 6)
  expect_identical(found$estimate, found$conf.low)
  q <- data.frame(item = 1:60, a = rep(0:1, 30), b = rep(0:1, each = 30))
  in_clusters <- score_set(q, item = item, cluster = (item - 1) %/% 5, metric = "accuracy")
  expect_output(print(compared(in_clusters)), "12 clusters; variances are by cluster", fixed = TRUE)
  expect_output(print(compared(in_clusters, method = "paired_t")), "Data: 60 items.", fixed = TRUE)
})

test_that("an invalid test of many metrics is said once, and a claim that is the same is no contrast", {
  set.seed(1)
  long <- expand.grid(fold = 1:10, model = c("a", "b"), metric = paste0("m", 1:12))
  long$score <- runif(nrow(long))
  x <- score_set(long, score = score, classifier = model, fold = fold, metric = metric)
  heard <- testthat::capture_warnings(found <- compare_classifiers(x, x$metrics$metric, method = "paired_t"))
  expect_length(heard, 1)
  p <- vapply(x$metrics$metric, function(m) t.test(x$scores[, "b", m] - x$scores[, "a", m])$p.value, 0)
  corrected <- vapply(x$metrics$metric, function(m) {
    d <- x$scores[, "b", m] - x$scores[, "a", m]
    2 * pt(-abs(mean(d) / (sd(d) * sqrt(1 / 10 + 1 / 9))), 9)
  }, 0)
  expect_match(heard, sprintf("calls %d of 12 .* the valid test %d ", sum(p < .05), sum(corrected < .05)))
  omnibus <- testthat::capture_warnings(omnibus_test(x, x$metrics$metric, method = "anova"))
  expect_length(omnibus, 1)
  # The same p-value of both, or none, is no contrast.
  close <- score_set(cbind(a = c(1, 2, 3, 4), b = c(2, 1, 4, 3.0000001)), design = "folds")
  expect_warning(compare_classifiers(close, method = "paired_t"), "both tests say p > 0.99")
  flat <- score_set(cbind(a = c(1, 1, 1), b = c(1, 1, 1)), design = "folds")
  expect_no_match(testthat::capture_warnings(compare_classifiers(flat, method = "paired_t")), "no p-value")
})

test_that("the limits of tied ranks have the unit of the scores", {
  s <- cbind(a = c(3, 5, 7, 9, 11, 2, 8), b = c(1, 2, 5, 6, 7, 1, 4))
  for (unit in c(1e-12, 1, 1e12)) {
    r <- compare_classifiers(score_set(s * unit, design = "datasets"), method = "wilcoxon", reference = "b")
    expect_equal(c(r$conf.low, r$conf.high) / unit, c(1.5, 4))
  }
})

test_that("a data set in large units makes no ties of the others", {
  a <- c(.31, .42, .18, .27, .55, .36, .29, .48, .33)
  found <- function(large) {
    x <- score_set(
      cbind(a = c(a, 1.05 * large), b = c(.96 * a, 1.1 * large)), dataset = 1:10, metric = "mse", better = "low"
    )
    effects <- as.data.frame(effect_sizes(x))
    c(
      compare_classifiers(x, method = "sign")$p.value, compare_classifiers(x)$p.value,
      compare_bayesian(x, method = "sign", rope = 0)$prob.better, effects$value[effects$effect == "win"]
    )
  }
  expect_equal(found(2)[1], binom.test(9, 10)$p.value)
  # The smaller error of b on nine.
  expect_equal(found(2)[4], .9)
  expect_equal(found(2e9), found(2))
  expect_equal(found(2e11), found(2))
})

test_that("a unit next to nothing is one of many sizes", {
  # That unit's difference is 0 to all that can be told, and the others are 10, -11, 9, 10 and 21
  a <- c(1e-298, 50, 60, 70, 80, 91)
  b <- c(2e-298, 40, 61, 55, 60, 70)
  x <- score_set(cbind(a, b), design = "datasets", metric = "perplexity", lower = 0, upper = Inf, better = "high")
  peer <- wilcox.test(b, a, paired = TRUE, exact = TRUE)
  expect_equal(compare_classifiers(x)$p.value, peer$p.value)
  signs <- compare_classifiers(x, method = by_sign())
  expect_equal(signs$estimate, stats::median(b - a))
  expect_equal(signs$p.value, binom.test(2, 6)$p.value)
})

test_that("one large score takes no interval of the others away", {
  set.seed(2)
  m <- cbind(a = runif(12, 2, 3), b = runif(12, 2.3, 3.3), c = runif(12, 2.6, 3.6))
  m[12, 3] <- 1e11
  x <- score_set(m, design = "datasets", metric = "perplexity", lower = 0, upper = Inf, better = "low")
  found <- compare_classifiers(x)
  for (i in seq_len(nrow(found))) {
    peer <- wilcox.test(m[, found$classifier[i]], m[, found$reference[i]], paired = TRUE, conf.int = TRUE)
    expect_equal(c(found$conf.low[i], found$conf.high[i]), as.vector(peer$conf.int), tolerance = 1e-7)
    expect_equal(found$p.value[i], peer$p.value)
  }
})

test_that("the sign test of many units warns of nothing, and its interval is that of the binomial", {
  set.seed(1)
  m <- cbind(a = runif(3000), b = runif(3000))
  x <- score_set(m, design = "items", metric = "accuracy")
  expect_no_warning(found <- compare_classifiers(x, method = by_sign()))
  d <- sort(m[, "b"] - m[, "a"])
  end <- qbinom(0.025, 3000, 0.5)
  expect_equal(c(found$conf.low, found$conf.high), c(d[end], d[3001 - end]), tolerance = 1e-9)
})

test_that("every text of a test that judges the first fold alone says so", {
  d <- data.frame(
    rep = rep(1:5, each = 2), fold = rep(1:2, 5), b = .8, a = .8 + c(.03, .02, .02, 0, .03, .04, .01, .04, .03, .01)
  )
  x <- score_set(d[c("rep", "fold", "a", "b")], fold = fold, repetition = rep, metric = "accuracy")
  one_sided <- verdict(x, alternative = "greater", reference = "b")
  said <- "The test judges the first fold alone, so that it depends on their order"
  for (text in list(printed_text(one_sided), summary_text(one_sided), printed_text(as_table(one_sided)))) {
    expect_match(text, said, fixed = TRUE)
  }
  expect_no_match(printed_text(verdict(x)), "first fold")
})

test_that("the smallest p-value is that of the units that are not tied, at whatever level", {
  # Five won, three tied: all differences on one side have the chance 2 / 2^5.
  m <- cbind(
    a = c(.8, .7, .9, .6, .5, .75, .85, .1 + .2), b = c(.7, .6, .8, .55, .4, .75, .85, .3)
  )
  x <- score_set(m, design = "datasets", metric = "accuracy")
  for (method in c("wilcoxon", "sign", "sign_flip")) {
    found <- compared(x, method = method)
    expect_equal(found$p.value, 1 / 16)
    expect_match(found$note, "with 8 data sets, 3 of them tied, no p-value can be below 0.0625", fixed = TRUE)
  }
  expect_identical(compared(x, alternative = "greater")$note, NA_character_)
  six <- score_set(m[c(1:5, 1:3), ][1:6, ], design = "datasets", metric = "accuracy")
  expect_identical(compared(six)$note, NA_character_)
  expect_match(compared(six, conf.level = .99)$note, "with 6 data sets no p-value can be below 0.0312", fixed = TRUE)
  # The ranks of two of the three units have 3! orders each: 1 / 36.
  three <- score_set(cbind(m[1:3, ], c = .2), design = "datasets", metric = "accuracy")
  of <- function(level) omnibus_test(three, method = "permutation", conf.level = level)$note
  expect_identical(of(.95), NA_character_)
  expect_match(of(.99), "with 3 data sets no p-value can be below 0.0278", fixed = TRUE)
  # An approximate p-value has no such limit, and a margin is not about ties.
  expect_identical(compared(x, method = by_wilcoxon(exact_limit = 3))$note, NA_character_)
  expect_no_match(compared(x, margin = .2)$note, "no p-value")
})

test_that("where no adjusted p-value can be small enough it is said, of ranks too", {
  set.seed(5)
  y <- matrix(rnorm(80), 10, dimnames = list(NULL, LETTERS[1:8]))
  y[, 1] <- y[, 1] + 10
  x <- score_set(y, design = "datasets")
  # 28 pairs: 28 * 2 / 2^10
  note <- "with so few data sets no adjusted p-value can be below 0.0547"
  expect_identical(unique(rank_classifiers(x)$note), note)
  expect_identical(unique(compare_classifiers(x)$note), note)
  for (method in c("bonferroni", "holm", "shaffer", "bergmann_hommel")) {
    found <- compare_classifiers(x, p.adjust.method = method)
    expect_equal(min(found$adj.p.value), 28 * 2 / 2^10)
    expect_identical(unique(found$note), note, info = method)
  }
  # These have the least p-value itself where all pairs have it.
  for (method in c("hochberg", "hommel", "BH", "none")) {
    expect_identical(unique(compare_classifiers(x, p.adjust.method = method)$note), NA_character_, info = method)
  }
  # Against one of them: 7 * 2 / 2^10; at 99% that is too large.
  expect_identical(unique(compare_classifiers(x, reference = "A")$note), NA_character_)
  expect_match(compare_classifiers(x, reference = "A", conf.level = .99)$note, "below 0.0137", fixed = TRUE)
  # Three pairs: 3 * 2 / 2^10
  expect_identical(unique(compare_classifiers(x[c("A", "B", "C")])$note), NA_character_)
})

test_that("where ties leave few data sets it is these that are too few", {
  m <- matrix(0.5, 20, 3, dimnames = list(NULL, c("A", "B", "C")))
  m[1:6, ] <- 0.5 + cbind((1:6) / 100, -(1:6) / 90, c(2, 9, 1, 8, 3, 0.5) / 300)
  x <- score_set(m, design = "datasets")
  for (found in list(compare_classifiers(x), rank_classifiers(x))) {
    expect_match(found$note, "with so few untied data sets no adjusted p-value can be below 0.0938", fixed = TRUE)
  }
})
