# Expected numbers: Tango's interval by PropCIs, tails of the binomial and of the hypergeometric distribution by R, the
# score interval by a maximum of the likelihood on a grid.

of_pair <- function(b, c, m, differ, n, ..., question = "population") {
  d <- disagreeing_rows(b, c, m, differ, n)
  x <- prediction_set(truth ~ one + two, d, labelling = "random", question = question)
  as.data.frame(compare_classifiers(x, "accuracy", reference = "two", ...))
}

test_that("accuracies are compared by the labelled rows on which the two differ", {
  x <- prediction_set(truth ~ one + two, few_labels(), labelling = "random")
  found <- as.data.frame(compare_classifiers(x, "accuracy", reference = "two"))
  expect_equal(found$estimate, 54 / 300 * 6 / 32)
  expect_equal(found$estimate.classifier - found$estimate.reference, found$estimate)
  expect_equal(c(found$conf.low, found$conf.high), c(-0.0290419, 0.0947191), tolerance = 1e-6)
  expect_equal(found$p.value, 2 * pbinom(13, 32, 0.5) - dbinom(13, 32, 0.5))
  expect_equal(compare_classifiers(x, "accuracy", method = "exact")$p.value, 2 * pbinom(13, 32, 0.5))
  error <- as.data.frame(compare_classifiers(x, "error", reference = "two"))
  expect_equal(c(error$conf.low, error$conf.high), -c(found$conf.high, found$conf.low))
  expect_equal(error$estimate.classifier, 1 - found$estimate.classifier)
  wald <- as.data.frame(compare_classifiers(x, "accuracy", interval = "wald", reference = "two"))
  s2 <- (32 - 36 / 32) / 31
  v <- (54 / 300)^2 * (1 - 32 / 54) * s2 / 32 + (54 - 300 * 0.03375^2) / 300^2
  expect_equal(wald$conf.high, 0.03375 + qnorm(0.975) * sqrt(v))
})

test_that("the score interval is that of the likelihood", {
  limits <- function(...) unname(unlist(of_pair(...)[c("conf.low", "conf.high")]))
  expect_equal(limits(9, 6, 20, 54, 300), c(-0.0420737, 0.0927964), tolerance = 1e-5)
  expect_equal(limits(12, 0, 20, 54, 300), c(0.0641148, 0.1587258), tolerance = 1e-5)
  expect_equal(limits(20, 0, 20, 54, 300), c(0.1260721, 0.2274332), tolerance = 1e-5)
  # All labelled: Tango's, by PropCIs::diffpropci.mp().
  expect_equal(limits(6, 16, 40, 40, 161), c(-0.1240234, -0.0054334), tolerance = 1e-5)
  # By brute force: the restricted maximum on a grid.
  b <- 5
  c <- 9
  m <- 18
  loglik <- function(pi, q, d0) {
    delta <- d0 / pi
    p <- c(pi, 1 - pi, q + delta, q, 1 - 2 * q - delta)
    if (any(p <= 0)) -Inf else sum(c(60, 140, b, c, m - b - c) * log(p))
  }
  at <- limits(b, c, m, 60, 200)[1]
  start <- c(0.35, (max(0, -at / 0.35) + (1 - at / 0.35) / 2) / 2)
  best <- optim(start, function(x) -loglik(x[1], x[2], at), control = list(reltol = 1e-14, maxit = 5000))$par
  delta <- at / best[1]
  v <- (best[1] * (2 * best[2] + delta - delta^2) * 60 / m + delta^2 * best[1] * (1 - best[1])) / 200
  expect_equal((0.3 * (b - c) / m - at) / sqrt(v), qnorm(0.975), tolerance = 1e-4)
})

test_that("pairs without disagreements, labels, or winners have what can be said", {
  none <- of_pair(0, 0, 0, 0, 300)
  expect_equal(c(none$estimate, none$p.value), c(0, 1))
  expect_equal(none$conf.high, qnorm(0.975)^2 / (300 + qnorm(0.975)^2))
  expect_match(none$note, "nothing to label")
  bare <- of_pair(0, 0, 0, 40, 300)
  expect_true(is.na(bare$estimate))
  expect_equal(c(bare$conf.low, bare$conf.high, bare$p.value), c(-40 / 300, 40 / 300, 1))
  expect_match(bare$note, "no labelled disagreement")
  neither <- of_pair(0, 0, 4, 40, 300)
  expect_equal(c(neither$estimate, neither$p.value), c(0, 1))
  expect_true(is.finite(neither$conf.low) && neither$conf.low < 0)
  expect_true(is.na(of_pair(0, 0, 4, 40, 300, interval = "wald")$conf.low))
  expect_equal(of_pair(9, 6, 20, 54, 300, alternative = "less")$conf.low, -1)
  expect_equal(of_pair(9, 6, 20, 54, 300, alternative = "greater", method = "sign")$conf.high, 1)
  expect_error(of_pair(9, 6, 20, 54, 300, interval = "newcombe"), class = "verdict_error_argument")
})

test_that("of these rows only the number that each wins is hypergeometric", {
  d <- labelled_rows_of(
    data.frame(one = c("a", "b"), two = c("b", "b")), c(54, 246), rbind(c(a = 22, b = 10), c(1, 2))
  )
  x <- prediction_set(truth ~ one + two, d, labelling = "random", question = "rows")
  found <- as.data.frame(compare_classifiers(x, "accuracy", reference = "two"))
  won <- 22:44
  kept <- won[phyper(21, won, 54 - won, 32, lower.tail = FALSE) > 0.025 & phyper(22, won, 54 - won, 32) > 0.025]
  expect_equal(c(found$conf.low, found$conf.high), (2 * range(kept) - 54) / 300)
  expect_equal(c(found$conf.low, found$conf.high), c(0.0266667, 0.1), tolerance = 1e-5)
  expect_equal(found$p.value, 2 * phyper(21, 27, 27, 32, lower.tail = FALSE))
  expect_match(found$method, "hypergeometric")
  for (side in c("greater", "less")) {
    p <- compare_classifiers(x, "accuracy", reference = "two", alternative = side)$p.value
    expect_equal(p, phyper(if (side == "less") 22 else 21, 27, 27, 32, lower.tail = side == "less"))
  }
  # Of more classes neither need be right.
  three <- of_pair(9, 6, 20, 54, 300, question = "rows")
  expect_identical(three$method.id, "wald")
})

test_that("of these rows only a margin is judged by the same exact test", {
  set_of <- function(first, second, differ = 54, n = 300) {
    d <- labelled_rows_of(
      data.frame(one = c("a", "b"), two = c("b", "b")), c(differ, n - differ), rbind(c(a = first, b = second), c(1, 2))
    )
    prediction_set(truth ~ one + two, d, labelling = "random", question = "rows")
  }
  compare <- function(x, ...) {
    as.data.frame(compare_classifiers(x, "accuracy", reference = "two", p.adjust.method = "none", ...))
  }
  x <- set_of(22, 10)
  found <- compare(x, margin = c(-0.025, 0.08))
  expect_identical(found[c("conf.low", "conf.high", "p.value")], compare(x)[c("conf.low", "conf.high", "p.value")])
  # B of at most 23 (a difference of -7.5 / 300) and of at least 39 (24 / 300) are against it.
  low <- phyper(21, 23, 31, 32, lower.tail = FALSE)
  high <- phyper(22, 39, 15, 32)
  expect_equal(found$p.noninferior, min(1, 2 * low))
  expect_equal(found$p.equivalent, 2 * max(low, high))
  expect_equal(found$p.superior, min(1, 2 * phyper(21, 39, 15, 32, lower.tail = FALSE)))
  one_sided <- compare(x, margin = c(-0.025, 0.08), alternative = "greater")
  expect_equal(one_sided$p.noninferior, low)
  # Claims are those of the interval, whatever the margin.
  for (size in (2 * seq(1, 30) - c(0, 1)) / 300) {
    judged <- compare(x, margin = size)
    inside <- c(judged$conf.low > -size, judged$conf.low > -size && judged$conf.high < size)
    expect_identical(c(judged$p.noninferior, judged$p.equivalent) < 0.05, inside)
    expect_true(is.na(judged$note))
  }
  error <- as.data.frame(compare_classifiers(x, "error", reference = "two", margin = c(-0.08, 0.025)))
  expect_equal(error$p.equivalent, found$p.equivalent)
  # More than the rows on which the two differ, and all labelled: known.
  expect_identical(compare(x, margin = 0.2)$p.equivalent, 0)
  expect_identical(compare(set_of(34, 20), margin = 0.05)$p.equivalent, 0)
  expect_identical(compare(set_of(34, 20), margin = 0.04)$p.equivalent, 1)
  expect_output(print(verdict(x, margin = 0.2)), "one is better than two in accuracy, but by less than the margin")
  expect_error(of_pair(9, 6, 20, 54, 300, interval = "wald", margin = 0.1), "The Wald interval belongs to no test")
})

test_that("with all labels that matter these rows have the difference that they have", {
  labels <- rbind(c(a = 12, b = 7, c = 1), c(2, 8, 0), c(0, 0, 0))
  d <- labelled_rows_of(data.frame(one = c("a", "b", "a"), two = c("b", "a", "a")), c(20, 10, 70), labels)
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", question = "rows")
  found <- compared_plainly(x)
  gap <- (2 + 7 - 12 - 8) / 100 # two minus one
  expect_equal(unlist(found[c("estimate", "conf.low", "conf.high")], use.names = FALSE), rep(gap, 3))
  expect_equal(c(found$std.error, found$p.value), c(0, 0))
  expect_identical(c(found$decision, found$status), c("worse", "settled"))
  expect_equal(compare_classifiers(x, "accuracy", alternative = "greater")$p.value, 1)
  less <- compare_classifiers(x, "accuracy", alternative = "less")
  expect_equal(c(less$conf.low, less$conf.high, less$p.value), c(-Inf, gap, 0))
  alone <- assess_classifiers(x, "accuracy")
  expect_true(all(is.na(alone$estimate)))
  d$truth[is.na(d$truth)] <- "a"
  whole <- prediction_set(truth ~ one + two, d, labelling = "random", question = "rows")
  alone <- assess_classifiers(whole, "accuracy")
  expect_equal(alone$conf.low, c(12 + 8 + 70, 7 + 2 + 70) / 100)
  expect_identical(alone$conf.low, alone$conf.high)
  ratio <- compare_classifiers(whole, "recall", classes = "a", measure = "ratio", alternative = "less")
  expect_equal(c(ratio$conf.low, ratio$conf.high), c(0, (2 + 70) / (12 + 70)))
  # Drawn with probabilities, all of which are 1.
  drawn <- prediction_set(truth ~ one + two, d, labelling = rep(1, 100), question = "rows")
  expect_equal(compared_plainly(drawn)$conf.low, gap)
  labels <- rbind(c(a = 30, b = 10), c(9, 51))
  two <- labelled_rows_of(data.frame(one = c("a", "b"), two = c("b", "b")), c(40, 60), labels)
  all <- compared_plainly(prediction_set(truth ~ one + two, two, labelling = "random", question = "rows"))
  expect_equal(c(all$estimate, all$conf.low, all$conf.high, all$std.error), c(-0.2, -0.2, -0.2, 0))
})

test_that("nothing labelled where two differ, or only that, is said without NA", {
  d <- disagreeing_rows(0, 0, 0, 40, 300)
  d$truth[300] <- "x"
  words <- function(d) {
    x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern")
    gsub("\\s+", " ", paste(capture.output(print(verdict(x, "accuracy"))), collapse = " "))
  }
  expect_match(words(d), "undecided (no labelled disagreement: 40 rows to choose from", fixed = TRUE)
  expect_match(words(d), "difference between -0.13 and 0.13", fixed = TRUE)
  apart <- words(disagreeing_rows(9, 3, 12, 40, 300))
  expect_match(apart, "Accuracy: difference 0.07 [", fixed = TRUE)
  expect_no_match(paste(words(d), apart), "NA", fixed = TRUE)
})

test_that("a pattern of disagreements without a label is not taken to be like the others", {
  d <- labelled_rows_of(
    data.frame(one = c("a", "b", "a"), two = c("b", "a", "a")), c(40, 2, 60), rbind(c(a = 6, b = 4), c(0, 0), c(1, 0))
  )
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern")
  expect_match(compared_plainly(x)$note, "no label for pattern (b, a): 2 rows", fixed = TRUE)
  expect_equal(abs(compare_classifiers(x, "accuracy", method = "midp")$estimate), 42 / 102 * 0.2)
})

test_that("a margin is judged by the score at its ends", {
  found <- of_pair(19, 13, 40, 54, 300, margin = 0.1, p.adjust.method = "none")
  inside <- of_pair(19, 13, 40, 54, 300, conf.level = 1 - found$p.equivalent)
  expect_equal(max(abs(c(inside$conf.low, inside$conf.high))), 0.1, tolerance = 1e-4)
  expect_true(is.na(of_pair(0, 0, 0, 54, 300, margin = c(-Inf, 0.1))$p.equivalent))
})

test_that("labels at rates that differ among disagreements are weighted by pattern", {
  by <- prediction_set(truth ~ one + two, few_labels(), labelling = "by_pattern")
  expect_equal(compare_classifiers(by, "accuracy", reference = "two")$estimate, 0.0325)
  asked <- compare_classifiers(by, "accuracy", method = "midp", reference = "two")
  expect_equal(asked$estimate, 0.03375)
  d <- labelled_rows_of(
    data.frame(one = c("a", "b", "a"), two = c("b", "a", "a")), c(40, 20, 60), rbind(c(a = 5, b = 15), c(6, 4), c(1, 0))
  )
  same <- prediction_set(truth ~ one + two, d, labelling = "by_pattern")
  expect_identical(as.data.frame(compare_classifiers(same, "accuracy"))$method.id, "midp")
  expect_identical(as.data.frame(compare_classifiers(same, "accuracy", measure = "ratio"))$method.id, "wald")
})

test_that("a method that takes disagreements for one sample is refused where they are none", {
  # Each is right on four of five rows of one kind, as many as of the other, but 20% and 2% of them are labelled.
  labels <- rbind(c(a = 80, b = 20), c(8, 2), c(1, 0))
  predicted <- data.frame(one = c("a", "b", "a"), two = c("b", "a", "a"))
  d <- labelled_rows_of(predicted, c(500, 500, 100), labels)
  for (question in c("population", "rows")) {
    x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", question = question)
    for (method in c("midp", "exact", "mcnemar", "sign")) {
      said <- paste0("\"", method, "\", where rows .* different rates, here 2% to 20%")
      expect_error(compare_classifiers(x, "accuracy", method = method), said, class = "verdict_error_argument")
    }
    expect_error(verdict(x, "accuracy", method = "midp"), class = "verdict_error_argument")
    expect_true(is.finite(compared_plainly(x)$p.value))
  }
  expect_gt(compare_classifiers(x, "accuracy", method = "wald")$p.value, 0.05)
  # Random labels are one sample whatever came of it.
  random <- prediction_set(truth ~ one + two, d, labelling = "random")
  expect_identical(compare_classifiers(random, "accuracy", method = "midp")$method.id, "midp")
  # Rates that may be those of a random subset are named.
  near <- labelled_rows_of(predicted, c(500, 400, 100), rbind(c(a = 40, b = 10), c(22, 10), c(1, 0)))
  x <- prediction_set(truth ~ one + two, near, labelling = "by_pattern")
  found <- compare_classifiers(x, "accuracy", method = "midp")
  expect_match(found$note, "p holds only for a random subset .* of their patterns 8% to 10% were labelled")
  expect_match(printed_text(verdict(x, "accuracy", method = "midp")), "8% to 10% were labelled", fixed = TRUE)
  near$two <- near$one
  same <- prediction_set(truth ~ one + two, near, labelling = "by_pattern")
  expect_match(compare_classifiers(same, "accuracy", method = "midp")$note, "nothing to label")
})

test_that("classifiers may be called as numbers of rows and labels are", {
  d <- stats::setNames(few_labels(), c("truth", "rows", "labelled"))
  x <- prediction_set(truth ~ rows + labelled, d, labelling = "by_pattern")
  bare <- prediction_set(truth ~ one + two, few_labels(), labelling = "by_pattern")
  expect_equal(compared_plainly(x)$p.value, compared_plainly(bare)$p.value)
  expect_output(print(summary(x)), "a +a +90 +15")
  expect_output(print(next_labels(x, 10)), "next +labelled +rows")
  expect_output(print(prediction_set(truth ~ rows + labelled, d, labelling = "random")), "Labels look chosen")
})

test_that("agreements of random labels are one where a pattern has none", {
  d <- labelled_rows_of(
    data.frame(one = c("a", "a", "b"), two = c("a", "b", "b")), c(40, 30, 30), rbind(c(a = 8, b = 2), c(6, 4), c(0, 0))
  )
  found <- as.data.frame(compare_classifiers(prediction_set(truth ~ one + two, d, labelling = "random"), "accuracy"))
  expect_equal(found$estimate.reference, (0.8 * 70 + 0.6 * 30) / 100)
  chosen <- prediction_set(truth ~ one + two, d, labelling = "by_pattern")
  expect_true(is.na(compare_classifiers(chosen, "accuracy")$estimate.reference))
})

test_that("the sign test of both sides is the exact test, also of labelled disagreements", {
  data <- data.frame(
    truth = c(rep("a", 8), rep(NA, 12)), x = c(rep("a", 6), "b", "b", rep(c("a", "b"), 6)), y = rep(c("b", "a"), 10)
  )
  set <- prediction_set(truth ~ x + y, data, labelling = "random")
  ask <- function(method) compare_classifiers(set, "accuracy", method, alternative = "two.sided")$log.p.value
  expect_identical(ask("sign"), ask("exact"))
})

test_that("a verdict says in its line why an interval is withheld, and what it advises works", {
  # 19 and 8 labelled disagreements, at 0.035 of 0.05: mid-p is above it, McNemar's chi-squared below.
  mid_p <- 2 * (pbinom(7, 27, .5) + dbinom(8, 27, .5) / 2)
  squared <- pchisq(11^2 / 27, 1, lower.tail = FALSE)
  expect_true(mid_p > .035 && squared < .035)
  d <- labelled_rows_of(
    data.frame(one = c("a", "a", "b"), two = c("b", "a", "b")), c(200, 400, 400),
    rbind(c(a = 19, b = 8), c(40, 3), c(4, 38))
  )
  x <- prediction_set(truth ~ one + two, d, labelling = "random", positive = "a")
  v <- verdict(x)
  expect_equal(v$overall$p.value, mid_p)
  expect_true(is.na(v$overall$conf.low))
  said <- paste0(
    "no 95% interval (mid-p test and score interval disagree at the border: method \"mcnemar\" of accuracy alone ",
    "agrees with it), p = 0.051: undecided"
  )
  expect_match(printed_text(v), said, fixed = TRUE)
  alone <- verdict(x, "accuracy", method = "mcnemar")$overall
  expect_equal(alone$p.value, squared)
  expect_identical(alone$adj.p.value < .05, alone$conf.low > 0 || alone$conf.high < 0)
})
