two <- function(x, y, ...) compare_independent(x, y, ...)

test_that("the textbook's example: variance, standard error, z and confidence", {
  # Tan, Steinbach & Kumar (2005), example 4.5; the printed 93.6 % is the one-sided figure.
  r <- two(c(1250, 5000), c(4.5, 30), "error", method = "z", alternative = "greater")
  expect_equal(r$std.error^2, 0.0042875)
  expect_equal(r$std.error, 0.06548, tolerance = 1e-4)
  expect_equal(r$statistic, 1.527, tolerance = 1e-3)
  expect_equal(1 - r$p.value, 0.936, tolerance = 1e-3)
  r <- two(c(1250, 5000), c(4.5, 30), "error", method = "z")
  expect_equal(1 - r$p.value, 0.873, tolerance = 1e-3)
  expect_equal(r$conf.high - r$estimate, 0.1283, tolerance = 1e-3)
})

test_that("an interval that does not invert the test says where the two disagree", {
  exact <- two(c(9, 20), c(22, 30), method = "fisher")
  expect_true(exact$p.value > 0.05 && exact$conf.high < 0)
  expect_identical(exact$status, "border")
  expect_identical(exact$note, "Fisher's exact test and Miettinen-Nurminen score interval disagree at the border")
  asked <- two(c(7, 10), c(10, 10), interval = "wald")
  expect_identical(asked$note, "Miettinen-Nurminen score test and Wald interval disagree at the border")
  expect_output(print(asked), "disagree at the border")
  expect_identical(two(c(7, 10), c(10, 10))$note, NA_character_)
  expect_identical(two(c(9, 20), c(22, 30), method = "fisher", conf.level = 0.9)$note, NA_character_)
  # What was there comes first.
  few <- two(c(1000, 1000), c(9, 10), method = "pooled_z", interval = "wald")
  expect_match(few$note, "^p may be too small: fewer than 2 failures")
})

test_that("Newcombe's interval is his", {
  # Newcombe (1998), table II, method 10, to four decimals.
  published <- rbind(
    c(56, 70, 48, 80, .0524, .3339), c(9, 10, 3, 10, .1705, .8090), c(6, 7, 2, 7, .0582, .8062),
    c(5, 56, 0, 29, -.0381, .1926), c(0, 10, 0, 20, -.1611, .2775), c(0, 10, 0, 10, -.2775, .2775),
    c(10, 10, 0, 20, .6791, 1), c(10, 10, 0, 10, .6075, 1)
  )
  r <- two(published[, 1:2], published[, 3:4], interval = "newcombe")
  expect_equal(round(r$conf.low, 4), published[, 5])
  expect_equal(round(r$conf.high, 4), published[, 6])
})

test_that("score tests and their intervals agree with ratesci", {
  peers <- read_fixture("independent-peers.csv")
  for (i in seq_len(nrow(peers))) {
    peer <- peers[i, ]
    method <- if (peer$interval == "score") "pooled_z" else "score"
    r <- two(c(peer$s0, peer$n0), c(peer$s1, peer$n1), measure = peer$measure, method = method)
    expect_equal(c(r$conf.low, r$conf.high), c(peer$low, peer$high), tolerance = 1e-7)
    degenerate <- peer$s0 + peer$s1 == 0 || peer$s0 + peer$s1 == peer$n0 + peer$n1
    expect_equal(r$p.value, if (degenerate) NA_real_ else peer$p, tolerance = 1e-8)
    if (degenerate) expect_match(r$note, "exactly 0 or exactly 1")
  }
})

test_that("the pooled z test is prop.test() and Fisher's is fisher.test()", {
  tables <- list(c(7, 34, 1, 34), c(5, 30, 12, 25), c(0, 16, 15, 72), c(10, 10, 3, 12), c(3, 9, 3, 9))
  for (t in tables) {
    m <- rbind(c(t[1], t[2] - t[1]), c(t[3], t[4] - t[3]))
    for (side in c("two.sided", "greater", "less")) {
      pooled <- two(t[1:2], t[3:4], method = "pooled_z", alternative = side)
      expected <- suppressWarnings(prop.test(t[c(1, 3)], t[c(2, 4)], alternative = side, correct = FALSE))
      expect_equal(pooled$p.value, expected$p.value)
      fisher <- two(t[1:2], t[3:4], method = "fisher", alternative = side)
      expect_equal(fisher$p.value, fisher.test(m, alternative = side)$p.value)
    }
  }
})

test_that("Fisher's p-value keeps its digits far out", {
  r <- two(c(3000, 3000), c(0, 3000), method = "fisher", alternative = "greater")
  expect_equal(r$log.p.value, -lchoose(6000, 3000))
  expect_equal(two(c(3000, 3000), c(0, 3000), method = "fisher")$log.p.value, log(2) - lchoose(6000, 3000))
})

# All tables, one success probability after the other.
naive_barnard <- function(x, y, alternative) {
  z <- function(a, b) {
    pooled <- (a + b) / (x[2] + y[2])
    out <- (a / x[2] - b / y[2]) / sqrt(pooled * (1 - pooled))
    ifelse(is.nan(out), 0, out)
  }
  of <- switch(alternative, two.sided = abs, greater = identity, less = function(z) -z)
  extreme <- outer(0:x[2], 0:y[2], function(a, b) of(z(a, b))) >= of(z(x[1], y[1])) - 1e-9
  size <- function(p) sum(outer(dbinom(0:x[2], x[2], p), dbinom(0:y[2], y[2], p))[extreme])
  max(vapply(seq(0, 1, 0.0005), size, 0))
}

test_that("Barnard's test is the largest probability over all tables", {
  for (t in list(c(7, 34, 1, 34), c(5, 30, 12, 25), c(0, 16, 15, 72), c(3, 5, 1, 9), c(4, 9, 4, 9))) {
    for (side in c("two.sided", "greater", "less")) {
      p <- two(t[1:2], t[3:4], method = "barnard", alternative = side)$p.value
      expected <- naive_barnard(t[1:2], t[3:4], side)
      expect_gte(p, min(1, expected) * (1 - 1e-12))
      expect_equal(p, expected, tolerance = 2e-3)
    }
  }
  # contingencytables 3.1.1, Exact_unconditional_test_2x2(): 0.02811 and 0.01329
  expect_equal(two(c(7, 34), c(1, 34), method = "barnard")$p.value, 0.02811, tolerance = 1e-3)
  expect_equal(two(c(5, 30), c(12, 25), method = "barnard")$p.value, 0.01329, tolerance = 1e-3)
})

test_that("test and interval agree, whatever the measure", {
  set.seed(1)
  n <- 60
  x <- cbind(rbinom(n, 25, 0.8), 25)
  y <- cbind(rbinom(n, 30, 0.5), 30)
  for (measure in c("difference", "ratio", "odds_ratio")) {
    for (method in c("score", "pooled_z")) {
      for (side in c("two.sided", "greater", "less")) {
        adjust <- if (side == "two.sided" && method == "score") "max_t" else "bonferroni"
        r <- two(x, y, measure = measure, method = method, alternative = side, p.adjust.method = adjust)
        out <- function(low, high) r$null.value < low | r$null.value > high
        expect_equal(out(r$conf.low, r$conf.high), r$p.value < 0.05)
        expect_equal(out(r$adj.conf.low, r$adj.conf.high), r$adj.p.value < 0.05)
      }
    }
  }
})

test_that("changing places mirrors the result", {
  a <- two(c(7, 34), c(1, 30))
  b <- two(c(1, 30), c(7, 34))
  expect_equal(c(a$conf.low, a$conf.high), -c(b$conf.high, b$conf.low))
  expect_equal(a$p.value, b$p.value)
  for (method in c("fisher", "barnard")) {
    expect_equal(
      two(c(7, 34), c(1, 30), method = method, alternative = "greater")$p.value,
      two(c(1, 30), c(7, 34), method = method, alternative = "less")$p.value
    )
  }
})

half <- seq_len(nrow(satellite)) %% 2 == 0
first <- prediction_set(truth ~ svm + tree, satellite[half, ])
second <- prediction_set(truth ~ svm + naive_bayes, satellite[!half, ])

test_that("prediction sets give what their counts give", {
  r <- compare_independent(first, second, pairs = c(tree = "naive_bayes"))
  right <- function(data, who) c(sum(data$truth == data[[who]]), nrow(data))
  expected <- two(right(satellite[half, ], "tree"), right(satellite[!half, ], "naive_bayes"))
  same <- c("estimate", "std.error", "conf.low", "conf.high", "statistic", "p.value")
  expect_equal(as.data.frame(r)[same], as.data.frame(expected)[same])
  expect_equal(c(r$classifier, r$reference), c("tree", "naive_bayes"))
})

test_that("pairs, names and labels", {
  r <- compare_independent(first, second)
  expect_equal(r$classifier, c("svm (x)", "tree", "svm (x)", "tree"))
  expect_equal(r$reference, c("svm (y)", "svm (y)", "naive_bayes", "naive_bayes"))
  r <- compare_independent(first, second, pairs = "same", labels = c("even", "odd"))
  expect_equal(c(r$classifier, r$reference), c("svm (even)", "svm (odd)"))
  expect_error(compare_independent(first, second, pairs = c(tree = "x")), class = "verdict_error_pairs")
  expect_error(compare_independent(first, second, labels = "a"), class = "verdict_error_argument")
})

test_that("any metric goes by independent variances", {
  a <- assess_classifiers(first, c("mcc", "precision"))
  b <- assess_classifiers(second, c("mcc", "precision"))
  r <- compare_independent(first, second, c("mcc", "precision"), method = "wald", pairs = c(tree = "naive_bayes"))
  a <- a[a$classifier == "tree", ]
  b <- b[b$classifier == "naive_bayes", ]
  expect_equal(r$class, a$class)
  expect_equal(r$estimate, a$estimate - b$estimate)
  expect_equal(r$std.error, sqrt(a$std.error^2 + b$std.error^2))
  expect_equal(r$p.value, 2 * pnorm(-abs(r$estimate / r$std.error)))
  expect_error(compare_independent(first, second, "mcc", method = "fisher"), class = "verdict_error_method")
  expect_error(compare_independent(first, second, "mcc", measure = "ratio"), class = "verdict_error_measure")
  expect_error(compare_independent(first, second, interval = "newcombe", measure = "ratio"),
    class = "verdict_error_interval")
  expect_error(compare_independent(first, second, "prevalence"), class = "verdict_error_metric")
})

test_that("repeated observations have Wald tests only", {
  d <- data.frame(t = rep(c("a", "b"), 20), m = rep(c("a", "b", "b", "b"), 10))
  x <- prediction_set(t ~ m, d, id = rep(1:20, each = 2))
  r <- compare_independent(x, first, classes = NULL)
  expect_equal(unique(r$method), "Wald")
  expect_equal(r$std.error[1]^2, assess_classifiers(x)$std.error^2 + assess_classifiers(first)$std.error[1]^2)
  expect_error(compare_independent(x, first, method = "score"), class = "verdict_error_clustered")
  expect_error(compare_independent(x, first, "recall"), class = "verdict_error_class")
})

test_that("estimate sets", {
  x <- estimate_set(c(a = 0.8, b = 0.7), diag(c(0.01, 0.02)))
  y <- estimate_set(c(c = 0.5), matrix(0.03))
  r <- compare_independent(x, y)
  expect_equal(r$estimate, c(0.3, 0.2))
  expect_equal(r$std.error, sqrt(c(0.04, 0.05)))
  # Nobody gave a covariance of the two sides: it is taken to be 0, in every text.
  words <- "estimates from different observations, taken as independent"
  for (said in list(capture.output(print(r)), capture.output(print(summary(r))), as_table(r)$notes$text,
    as.character(methods_text(r)))) {
    expect_match(gsub(" +", " ", paste(said, collapse = " ")), words, fixed = TRUE)
  }
  expect_no_match(as.character(methods_text(r)), "covariance")
  one <- compare_classifiers(x)
  expect_no_match(c(capture.output(print(one)), as.character(methods_text(one))), "independent")
  expect_error(compare_independent(x, first), class = "verdict_error_set")
  expect_error(compare_independent(x), class = "verdict_error_set")
  expect_error(compare_independent("x", first), class = "verdict_error_set")
})

test_that("counts that cannot be are refused", {
  expect_error(two(c(71, 70), c(1, 2)), class = "verdict_error_counts")
  expect_error(two(c(-1, 70), c(1, 2)), class = "verdict_error_counts")
  expect_error(two(c(NA, 70), c(1, 2)), class = "verdict_error_counts")
  expect_error(two(c(0, 0), c(1, 2)), class = "verdict_error_counts")
  expect_error(two(c(1, 2)), class = "verdict_error_counts")
  expect_error(two(c(1, 2), first), class = "verdict_error_counts")
  expect_error(two(1:3, c(1, 2)), class = "verdict_error_counts")
  expect_error(two(cbind(1:2, 4), cbind(1:3, 4)), class = "verdict_error_counts")
  expect_error(two(c(1.5, 4), c(1, 2), method = "fisher"), class = "verdict_error_counts")
  expect_error(two(c(1, 2), c(1, 2), "mcc"), class = "verdict_error_metric")
  expect_error(two(c(1, 9000), c(1, 9000), method = "barnard"), class = "verdict_error_size")
})

test_that("many counts at once, as a data frame too, with names", {
  x <- data.frame(right = c(10, 20), n = 30, row.names = c("old", "new"))
  r <- compare_independent(x, c(15, 30))
  expect_equal(r$classifier, c("old", "new"))
  expect_equal(compare_independent(x, c(15, 30), p.adjust.method = "holm")$adj.p.value, p.adjust(r$p.value, "holm"))
  expect_equal(r$p.value[1], two(c(10, 30), c(15, 30))$p.value)
})

test_that("boundaries have exact tests and notes where there is none", {
  r <- two(c(10, 10), c(20, 20), method = "z")
  expect_true(is.na(r$p.value) && !is.na(r$note))
  expect_equal(two(c(10, 10), c(20, 20), method = "barnard")$p.value, 1)
  expect_equal(two(c(10, 10), c(20, 20), method = "fisher")$p.value, 1)
  r <- two(c(5, 10), c(0, 20), measure = "ratio")
  expect_equal(c(r$estimate, r$conf.high), c(Inf, Inf))
  expect_true(r$conf.low > 1 && r$p.value < 0.01)
})

test_that("it prints, draws, sums up and tidies like any comparison", {
  r <- compare_independent(first, second)
  expect_s3_class(r, "verdict_table")
  text <- paste(capture.output(print(r)), collapse = " ")
  expect_match(text, "of +different +observations")
  expect_output(print(summary(r)), "tree")
  expect_equal(nrow(generics::tidy(r)), 4)
  expect_s3_class(rbind(r, compare_classifiers(first, "accuracy")), "verdict_table")
  skip_if_not_installed("ggplot2")
  pdf(NULL)
  on.exit(dev.off())
  expect_no_error(plot(r))
})

test_that("a test goes with the interval of another", {
  x <- c(40, 50)
  y <- c(30, 50)
  whole <- two(x, y)
  by_wald <- two(x, y, method = "wald")
  mixed <- two(x, y, method = "wald", interval = "newcombe")
  expect_equal(mixed$p.value, by_wald$p.value)
  # Newcombe's limits from those of Wilson.
  wilson <- lapply(c(40, 30), function(k) suppressWarnings(prop.test(k, 50, correct = FALSE))$conf.int)
  low <- 0.2 - sqrt((0.8 - wilson[[1]][1])^2 + (wilson[[2]][2] - 0.6)^2)
  expect_equal(mixed$conf.low, low)
  mixed <- two(x, y, method = "score", interval = "wald")
  expect_equal(mixed$p.value, whole$p.value)
  expect_equal(mixed$conf.low, 0.2 - qnorm(0.975) * sqrt(0.8 * 0.2 / 50 + 0.6 * 0.4 / 50))
  expect_identical(two(x, data.frame(right = 30, n = 50))$p.value, whole$p.value)
})

test_that("what has no rows on one side has a reason instead of numbers", {
  x <- prediction_set(data.frame(truth = c("a", "b"), m = c("a", "a")), truth, m)
  r <- two(x, x, "precision", method = "score")
  expect_identical(is.na(r$p.value), c(FALSE, TRUE))
  expect_match(r$note[2], "never predicted")
})

test_that("a missing set is named", {
  expect_error(compare_independent(), class = "verdict_error_set")
})

test_that("scores of different units are compared by Welch's t", {
  a <- c(.84, .81, .86, .79, .88)
  b <- c(.80, .70, .83, .78, .82, .75, .77)
  x <- score_set(cbind(a = a), item = 1:5)
  y <- score_set(cbind(b = b), item = 6:12)
  for (alternative in c("two.sided", "greater", "less")) {
    peer <- t.test(a, b, alternative = alternative)
    r <- compare_independent(x, y, alternative = alternative)
    expect_equal(r$p.value, peer$p.value)
    expect_equal(r$df, unname(peer$parameter))
    expect_equal(c(r$conf.low, r$conf.high), as.vector(peer$conf.int))
    expect_identical(r$method, "Welch t")
  }
  # With the variance of overlapping training data, and by clusters.
  r <- compare_independent(
    score_set(cbind(a = a), fold = paste("first", 1:5)), score_set(cbind(b = b), fold = paste("second", 1:7))
  )
  expect_equal(r$std.error, sqrt((1 / 5 + 1 / 4) * var(a) + (1 / 7 + 1 / 6) * var(b)))
  grouped <- score_set(cbind(a = a), item = 1:5, cluster = c(1, 1, 2, 3, 3))
  alone <- assess_classifiers(grouped)
  r <- compare_independent(grouped, y)
  expect_equal(r$std.error, sqrt(alone$std.error^2 + var(b) / 7))
  p <- c(2, 1, 2) / 5
  q <- p^2 / (1 - p)
  df <- 1 / (sum(p^2) + sum(q)^2 - sum(q^2))
  expect_equal(r$df, r$std.error^4 / (alone$std.error^4 / df + (var(b) / 7)^2 / 6))
  expect_error(compare_independent(x, y, method = "wald"), "not for scores", class = "verdict_error_method")
  expect_error(compare_independent(x, y, measure = "ratio"), "not for scores", class = "verdict_error_measure")
  expect_error(compare_independent(x, y, interval = "wald"), "not for scores", class = "verdict_error_interval")
  expect_identical(compare_independent(x, y, method = "welch_t")$p.value, compare_independent(x, y)$p.value)
  expect_error(
    compare_independent(c(5, 10), c(3, 10), method = "welch_t"), "is for scores", class = "verdict_error_method"
  )
  single <- compare_independent(x, score_set(cbind(b = 0.5), item = 99))
  expect_true(is.na(single$p.value))
  expect_identical(single$note, "too few units")
  # Equal scores vary not at all.
  flat <- compare_independent(score_set(cbind(a = c(1, 1)), item = 1:2), score_set(cbind(b = c(1, 1)), item = 3:4))
  expect_true(is.na(flat$p.value) && !is.na(flat$note))
})

test_that("scores on the same units are not independent: what the paired test says is shown", {
  x <- score_set(cbind(a = c(.84, .81, .86, .79, .88)), design = "folds")
  y <- score_set(cbind(b = c(.80, .80, .83, .78, .82)), design = "folds")
  expect_warning(
    r <- compare_independent(x, y), "compare_classifiers.*paired", class = "verdict_warning_invalid"
  )
  both <- score_set(cbind(a = x$scores[, 1, 1], b = y$scores[, 1, 1]), design = "folds")
  paired <- compare_classifiers(both, reference = "b")$p.value
  message <- tryCatch(compare_independent(x, y), verdict_warning_invalid = conditionMessage)
  shown <- as.numeric(regmatches(message, gregexpr("(?<=p = )0[.][0-9]+", message, perl = TRUE))[[1]])
  expect_equal(shown, c(r$p.value, paired), tolerance = 0.01)
  expect_no_match(message, "of all units")
  # Of units of which only some are the same, the covariance is that of those.
  a <- c(.84, .81, .86, .79, .88, .60)
  b <- c(.70, .60, .83, .95)
  half <- compare_independent(
    score_set(cbind(a), item = paste0("q", 1:6)), score_set(cbind(b), item = paste0("q", c(5, 6, 7, 8)))
  ) |> tryCatch(verdict_warning_invalid = conditionMessage)
  shared <- sum((a[5:6] - mean(a)) * (b[1:2] - mean(b))) / (6 * 4) / sqrt((1 - 1 / 6) * (1 - 1 / 4))
  t <- (mean(a) - mean(b)) / sqrt(var(a) / 6 + var(b) / 4 - 2 * shared)
  expect_match(half, paste("the valid test p =", signif(2 * pt(-abs(t), 3), 2)), fixed = TRUE)
  expect_match(half, "item q5 and item q6|item q5, item q6")
  # The paired test is of these alone, and its p another.
  expect_match(half, "na = \"keep\".*which is paired: of these\\s+units alone")
  expect_match(half, "The\\s+other\\s+test\\s+is\\s+of\\s+all\\s+units\\s+of\\s+both")
  expect_warning(compare_independent(both, both), "At 5% it calls 0 of 4", class = "verdict_warning_invalid")
  expect_no_warning(compare_independent(x, score_set(cbind(b = c(.8, .7, .9)), design = "datasets")))
})

test_that("where next to no failures can be expected in the smaller set, a note names the exact test", {
  # every table of 10 against 100 rows
  tables <- expand.grid(x = 0:10, y = 0:100)
  found <- suppressWarnings(compare_independent(cbind(tables$x, 10), cbind(tables$y, 100), p.adjust.method = "none"))
  noted <- !is.na(found$note) & grepl("use method \"barnard\"", found$note, fixed = TRUE)
  weight <- dbinom(tables$x, 10, 0.98) * dbinom(tables$y, 100, 0.98)
  rejected <- found$p.value <= 0.05 & !is.na(found$p.value)
  expect_gt(sum(weight[rejected]), 0.08)
  expect_lt(sum(weight[rejected & !noted]), 0.05)
  failures <- 110 - tables$x - tables$y # of which 10 in 110 are expected there
  expect_identical(noted, (failures < 22 | failures > 88) & !is.na(found$p.value))
  expect_equal(
    found$note[tables$x == 9 & tables$y == 100],
    "p may be too small: fewer than 2 failures expected in the smaller set: use method \"barnard\""
  )
  expect_match(found$note[tables$x == 1 & tables$y == 0], "fewer than 2 successes expected")
  # sets of like size, and the exact tests, have none
  expect_true(is.na(compare_independent(c(19, 20), c(15, 20))$note))
  expect_true(is.na(compare_independent(c(8, 10), c(100, 100), method = "barnard")$note))
  expect_true(is.na(compare_independent(c(8, 10), c(100, 100), method = "fisher")$note))
})

test_that("the classes may stand in another order in the second set", {
  data <- data.frame(truth = satellite$truth, a = satellite$svm, b = satellite$tree)
  half <- seq_len(1000)
  one <- prediction_set(truth ~ a + b, data[half, ])
  two <- prediction_set(truth ~ a + b, data[-half, ], levels = rev(levels(data$truth)))
  found <- compare_independent(one, two, "recall")
  for (class in levels(data$truth)) {
    alone <- compare_independent(one, two, "recall", classes = class)
    same <- c("class", "classifier", "reference", "estimate", "p.value")
    expect_equal(
      as.data.frame(found)[found$class == class, same], as.data.frame(alone)[same], ignore_attr = TRUE
    )
  }
})

test_that("an interval of a difference of proportions stays between -1 and 1", {
  limits <- function(...) {
    unlist(as.data.frame(compare_independent(c(19, 20), c(0, 1), method = "z", ...))[c("conf.low", "conf.high")])
  }
  half <- sqrt(0.95 * 0.05 / 20)
  expect_equal(unname(limits()), c(0.95 - qnorm(0.975) * half, 1))
  expect_equal(unname(limits(alternative = "less")), c(-1, 1))
  for (interval in c("newcombe", "score", "miettinen_nurminen", "wald")) {
    expect_identical(limits(interval = interval, alternative = "greater")[["conf.high"]], 1)
  }
})

test_that("an interval of a difference of F measures stays within their range", {
  x <- prediction_set(c("x", "x", "x", "y", "y"), cbind(a = c("x", "x", "x", "y", "y")), positive = "x")
  y <- prediction_set(c("x", "x", "x", "y", "y", "y"), cbind(b = c("y", "x", "y", "x", "x", "y")), positive = "x")
  # F is 1 and 2 / (2 + 2 + 2); the limit by its standard error alone would be 1.15.
  found <- compare_independent(x, y, "f1")
  expect_equal(c(found$estimate, found$conf.high), c(2 / 3, 1))
  expect_lt(1, found$estimate + qnorm(0.975) * found$std.error)
})

test_that("equal rates without variance are not called identical predictions: the rows are different ones", {
  found <- compare_independent(c(5, 5), c(7, 7), method = "z", interval = "newcombe")
  expect_identical(found$note, "equal, with zero variance")
  expect_true(is.na(found$p.value))
  # Wilson's limits of 5 of 5 and 7 of 7
  z2 <- qnorm(0.975)^2
  expect_equal(c(found$conf.low, found$conf.high), c(-z2 / (5 + z2), z2 / (7 + z2)))
})

test_that("estimates of classes only are compared in all their metrics", {
  x <- estimate_set(matrix(c(0.4, 0.6), dimnames = list(c("k", "l"), "a")), diag(2) * 1e-3, rows = "class")
  y <- estimate_set(matrix(c(0.5, 0.5), dimnames = list(c("k", "l"), "b")), diag(2) * 2e-3, rows = "class")
  found <- compare_independent(x, y)
  expect_equal(found$estimate, c(-0.1, 0.1))
  expect_equal(found$std.error, rep(sqrt(3e-3), 2))
})

test_that("shares in the place of successes are refused", {
  expect_error(compare_independent(c(.8, 70), c(.6, 80)), "not shares", class = "verdict_error_counts")
  expect_error(compare_independent(c(56, 70), c(.6, 80)), "0.6 of a success", class = "verdict_error_counts")
})

test_that("areas on different rows are compared by the sum of DeLong's variances and Welch's degrees of freedom", {
  d <- read_fixture("probabilities.csv")
  set <- d$set[1]
  d <- d[d$set == set, ]
  half <- seq_len(nrow(d)) %% 2 == 0
  x <- probability_set(truth ~ a, d[half, ])
  y <- probability_set(truth ~ b, d[!half, ])
  # The two parts of each variance, by definition
  parts <- function(score, truth) {
    above <- outer(score[truth == 1], score[truth == 0], function(s, t) (s > t) + (s == t) / 2)
    m <- nrow(above)
    n <- ncol(above)
    list(area = mean(above), v = c(var(rowMeans(above)) / m, var(colMeans(above)) / n), df = c(m - 1, n - 1))
  }
  one <- parts(d$a[half], d$truth[half])
  two <- parts(d$b[!half], d$truth[!half])
  v <- c(one$v, two$v)
  found <- compare_independent(x, y)
  expect_equal(found$estimate, one$area - two$area)
  expect_equal(found$std.error, sqrt(sum(v)))
  expect_equal(found$df, sum(v)^2 / sum(v^2 / c(one$df, two$df)))
  expect_equal(found$p.value, 2 * pt(-abs(found$estimate) / found$std.error, found$df))
  losses <- list((d$a[half] - d$truth[half])^2, (d$b[!half] - d$truth[!half])^2)
  expect_equal(compare_independent(x, y, "brier")$p.value, t.test(losses[[1]], losses[[2]])$p.value)
  expect_error(compare_independent(x, prediction_set(truth ~ svm, satellite)), class = "verdict_error_set")
})

test_that("a side without variance leaves the degrees of freedom to the other", {
  y <- rep(0:1, 15)
  set.seed(1)
  x <- probability_set(y, b = plogis(y + rnorm(30)))
  perfect <- probability_set(rep(0:1, c(10, 8)), a = seq(0.05, 0.9, 0.05))
  constant <- probability_set(rep(0:1, c(10, 8)), a = rep(0.5, 18))
  above <- outer(x$scores[y == 1], x$scores[y == 0], ">")
  v <- c(var(rowMeans(above)), var(colMeans(above))) / 15
  df <- sum(v)^2 / sum(v^2 / 14)
  reach <- qt(0.975, df) * sqrt(sum(v))
  first <- compare_independent(perfect, x, "roc_auc")
  expect_equal(first$df, df)
  expect_equal(first$p.value, 2 * pt(-(1 - mean(above)) / sqrt(sum(v)), df))
  expect_equal(c(first$conf.low, first$conf.high), 1 - mean(above) + c(-1, 1) * reach)
  second <- compare_independent(x, constant, "roc_auc")
  expect_equal(second$df, df)
  expect_equal(c(second$conf.low, second$conf.high), mean(above) - 0.5 + c(-1, 1) * reach)
  for (metric in list(partial_auc(0.2), sensitivity_at(0.8))) {
    own <- compare_classifiers(probability_set(y, b = x$scores[, 1], p = y), metric)
    found <- compare_independent(x, perfect, metric)
    expect_equal(found$df, own$df)
    expect_equal(found$p.value, own$p.value)
    expect_equal(compare_independent(perfect, x, metric)$p.value, own$p.value)
  }
})

test_that("probabilities of several classes are compared on different rows", {
  d <- thirds(80)
  take <- function(rows) probability_set(d$truth[rows], rf = d$rf[rows, ], svm = d$svm[rows, ])
  found <- compare_independent(take(1:40), take(41:80), "hand_till", pairs = "same", p.adjust.method = "none")
  apart <- lapply(list(1:40, 41:80), function(rows) assess_classifiers(take(rows), "hand_till"))
  expect_equal(found$estimate, apart[[1]]$estimate - apart[[2]]$estimate)
  expect_equal(found$std.error, sqrt(apart[[1]]$std.error^2 + apart[[2]]$std.error^2))
})

test_that("curves of pROC are answered by what to give", {
  curve <- structure(list(), class = "roc")
  for (x in list(curve, list(a = curve))) {
    expect_error(compare_independent(x, curve), "as_probability_set(x)", fixed = TRUE, class = "verdict_error_set")
    expect_error(compare_independent(x, curve), "list(a = x, b = y)", fixed = TRUE, class = "verdict_error_set")
  }
})

test_that("net benefits of different rows are by threshold", {
  set.seed(1)
  y <- rbinom(300, 1, 0.3)
  x <- probability_set(y[1:100], a = plogis(2 * y[1:100] + rnorm(100)))
  z <- probability_set(y[101:300], b = plogis(y[101:300] + rnorm(200)))
  expect_output(print(compare_independent(x, z, net_benefit(c(0.1, 0.2)))), "Net benefit by threshold", fixed = TRUE)
})

test_that("few rows of a class on one side are said, of metrics that rest on classes", {
  of <- function(n) factor(rep(c("a", "b", "a", "b"), n))
  x <- prediction_set(of(c(5, 35, 0, 0)), list(m1 = of(c(5, 35, 0, 0))), positive = "a")
  y <- prediction_set(of(c(40, 360, 0, 0)), list(m2 = of(c(26, 14, 20, 340))), positive = "a")
  found <- compare_independent(x, y, "bal_accuracy", classes = "a")
  expect_identical(found$note, "p may be too small with only 5 rows of a")
})

test_that("classifiers with few labels each are compared by their own estimates", {
  set.seed(5)
  few <- function(n) {
    truth <- sample(c("a", "b"), n, TRUE)
    data.frame(truth = replace(truth, sample(n, n / 2), NA), said = ifelse(runif(n) < 0.7, truth, "a"))
  }
  sets <- list(
    prediction_set(truth ~ said, few(200), labelling = "random"),
    prediction_set(truth ~ said, few(150), labelling = "by_pattern")
  )
  for (metric in c("accuracy", "kap")) {
    own <- lapply(sets, assess_classifiers, metric)
    found <- compare_independent(sets[[1]], sets[[2]], metric = metric)
    expect_equal(abs(found$estimate), abs(own[[1]]$estimate - own[[2]]$estimate))
    expect_equal(found$std.error, sqrt(own[[1]]$std.error^2 + own[[2]]$std.error^2))
  }
})

test_that("Wald tests of few observations say that their p is too small, by the side with fewer", {
  of_ids <- function(n) prediction_set(truth ~ one, repeated_rows(n), id = id)
  sets <- lapply(c(few = 8, some = 20, many = 60), of_ids)
  rows <- prediction_set(truth ~ one, repeated_rows(2), id = 1:24)
  note <- function(x, y) unique(compare_independent(x, y, c("accuracy", "kap"))$note)
  expect_identical(note(sets$some, sets$few), "p too small with only 8 observations")
  expect_identical(note(sets$few, sets$some), "p too small with only 8 observations")
  expect_identical(note(rows, sets$some), "p too small with only 20 observations")
  expect_identical(note(sets$many, sets$many), NA_character_)
  expect_identical(note(rows, sets$many), NA_character_)
})

test_that("sets at different prevalences are compared only in metrics that do not depend on it", {
  even <- seq_len(nrow(spam_filters)) %% 2 == 0
  x <- prediction_set(truth ~ naive_bayes, spam_filters[even, ], positive = "spam")
  y <- prediction_set(truth ~ tree, spam_filters[!even, ], positive = "spam")
  rare <- update_prevalence(x, 0.1)
  for (sides in list(list(rare, y), list(y, rare), list(rare, update_prevalence(y, 0.3)))) {
    for (metric in c("ppv", "npv", "accuracy", "mcc", "f1")) {
      expect_error(
        compare_independent(sides[[1]], sides[[2]], metric), "must be at the same prevalence",
        class = "verdict_error_prevalence"
      )
    }
  }
  expect_error(compare_independent(rare, y, c("recall", "ppv")), "positive predictive value depends on it")
  expect_error(
    compare_independent(rare, y, "ppv"), "`x` is at nonspam 0.9 and spam 0.1, `y` at that of its data", fixed = TRUE
  )
  expect_error(compare_independent(rare, y, "recall", average = "micro"), class = "verdict_error_prevalence")
  of_rates <- c(
    "recall", "specificity", "fpr", "lr_plus", "lr_minus", "dor", "bal_accuracy", "j_index", "sedi", "roc_dist"
  )
  for (metric in of_rates) {
    found <- compare_independent(rare, y, metric)
    expect_equal(found$estimate, compare_independent(x, y, metric)$estimate)
    expect_null(found[["prevalence"]])
    expect_no_match(capture.output(print(found)), "prevalence")
  }
  expect_equal(
    compare_independent(rare, y, "recall", average = "macro")$p.value,
    compare_independent(x, update_prevalence(y, 0.3), "recall", average = "macro")$p.value
  )
})

test_that("the specificity of one of many classes is that of a mix of the others", {
  even <- seq_len(nrow(satellite)) %% 2 == 0
  x <- update_prevalence(prediction_set(truth ~ svm, satellite[even, ]))
  y <- prediction_set(truth ~ tree, satellite[!even, ])
  expect_length(compare_independent(x, y, "recall")$estimate, 6)
  expect_error(compare_independent(x, y, "specificity"), class = "verdict_error_prevalence")
})

test_that("sets at one prevalence are compared there, whatever the order of their classes", {
  even <- seq_len(nrow(spam_filters)) %% 2 == 0
  x <- update_prevalence(prediction_set(truth ~ naive_bayes, spam_filters[even, ]), c(spam = 0.1))
  y <- prediction_set(truth ~ tree, spam_filters[!even, ], levels = rev(levels(factor(spam_filters$truth))))
  y <- update_prevalence(y, c(nonspam = 0.9))
  found <- compare_independent(x, y, "ppv", classes = "spam")
  own <- lapply(list(x, y), assess_classifiers, "ppv", classes = "spam")
  expect_equal(c(found$estimate.classifier, found$estimate.reference), c(own[[1]]$estimate, own[[2]]$estimate))
  expect_output(print(found), "At prevalence nonspam 0.9 and spam 0.1.", fixed = TRUE)
})

test_that("probabilities of other positive classes are not compared", {
  d <- read_fixture("probabilities.csv")
  d <- d[d$set == d$set[1], ]
  d$truth <- ifelse(d$truth == 1, "yes", "no")
  half <- seq_len(nrow(d)) %% 2 == 0
  x <- probability_set(truth ~ a, d[half, ], positive = "yes")
  d$a <- 1 - d$a
  y <- probability_set(truth ~ a, d[!half, ], positive = "no")
  for (metric in list("roc_auc", "average_precision", sensitivity_at(0.8), net_benefit(c(0.1, 0.2)))) {
    expect_error(
      compare_independent(x, y, metric), "must have the same positive class", class = "verdict_error_class"
    )
  }
})

test_that("predictions of other positive classes are compared in what is asked of both", {
  even <- seq_len(nrow(spam_filters)) %% 2 == 0
  x <- prediction_set(truth ~ naive_bayes, spam_filters[even, ], positive = "spam")
  y <- prediction_set(truth ~ tree, spam_filters[!even, ], positive = "nonspam")
  expect_error(
    compare_independent(x, y, "recall"), "That of `x` is \"spam\", that of `y` \"nonspam\"",
    class = "verdict_error_class"
  )
  spam <- prediction_set(truth ~ tree, spam_filters[!even, ], positive = "spam")
  same <- c("class", "estimate", "p.value")
  expect_identical(
    as.data.frame(compare_independent(x, y, "recall", classes = "spam"))[same],
    as.data.frame(compare_independent(x, spam, "recall"))[same]
  )
  expect_identical(compare_independent(x, y, "mcc")$p.value, compare_independent(x, spam, "mcc")$p.value)
  other <- prediction_set(truth ~ svm, satellite, positive = "red soil")
  expect_error(compare_independent(x, other, "recall"), "must have the same classes", class = "verdict_error_class")
})

test_that("sets that disagree on which values are better are not compared", {
  of <- function(estimate, better) estimate_set(estimate, matrix(0.001), metric = "err", better = better)
  scores <- function(name, n, better) {
    values <- matrix(seq_len(n) / n, dimnames = list(NULL, name))
    score_set(values, item = paste0(name, seq_len(n)), metric = "loss", better = better)
  }
  low <- list(of(c(a = 0.2), "low"), scores("a", 8, "low"))
  high <- list(of(c(b = 0.3), "high"), scores("b", 9, "high"))
  for (i in 1:2) {
    for (sides in list(list(low[[i]], high[[i]]), list(high[[i]], low[[i]]))) {
      expect_error(
        compare_independent(sides[[1]], sides[[2]]), "which values of .* are better", class = "verdict_error_metric"
      )
    }
  }
  expect_identical(compare_independent(low[[1]], of(c(b = 0.3), "low"))$decision, "better")
})

test_that("kappa with weights needs classes that are as far from each other in both sets", {
  truth <- rep(c("lo", "mid", "hi"), 40)
  said <- rep_len(c("lo", "hi", "hi", "mid", "mid"), 120)
  set <- function(...) prediction_set(truth, one = said, levels = c(...))
  x <- set("lo", "mid", "hi")
  for (metric in c("kap_linear", "kap_quadratic")) {
    expect_error(
      compare_independent(x, set("mid", "lo", "hi"), metric), "goes by their places", class = "verdict_error_class"
    )
    expect_error(compare_independent(x, set("lo", "so so", "mid", "hi"), metric), class = "verdict_error_class")
    for (y in list(set("hi", "mid", "lo"), set("lo", "mid", "hi", "top"))) {
      expect_equal(compare_independent(x, y, metric)$estimate, 0)
    }
  }
  expect_equal(compare_independent(x, set("mid", "lo", "hi"), "kap")$estimate, 0)
  scores <- function(...) {
    p <- sapply(c(...), function(one) ifelse(said == one, 0.5, 0.25))
    probability_set(factor(truth, c(...), ordered = TRUE), one = p)
  }
  for (metric in c("rps", "rps_skill")) {
    expect_error(
      compare_independent(scores("lo", "mid", "hi"), scores("mid", "lo", "hi"), metric), "goes by their places",
      class = "verdict_error_class"
    )
    same <- compare_independent(scores("lo", "mid", "hi"), scores("hi", "mid", "lo"), metric)
    expect_equal(same$estimate, 0)
  }
})

test_that("metrics that go by the places of the classes need these in one order", {
  truth <- rep(c("a", "b"), 20)
  set <- function(levels) prediction_set(truth, one = rep_len(c("a", "b", "b"), 40), levels = levels)
  x <- set(c("a", "b"))
  y <- set(c("b", "a"))
  costs <- matrix(c(0, 1, 5, 0), 2)
  first <- custom_metric(function(m) m[1, 1] / sum(m), "first")
  for (metric in list(expected_cost(costs), first)) {
    expect_error(compare_independent(x, y, metric), "goes by their places", class = "verdict_error_class")
    expect_equal(compare_independent(x, x, metric)$estimate, 0)
  }
  dimnames(costs) <- list(c("a", "b"), c("a", "b"))
  expect_equal(compare_independent(x, y, expected_cost(costs))$estimate, 0)
})

test_that("counts of the same name on both sides are told apart by what the sets are called", {
  r <- compare_independent(rbind(rf = c(56, 70)), rbind(rf = c(48, 80)), labels = c("ours", "paper"))
  expect_identical(c(r$classifier, r$reference), c("rf (ours)", "rf (paper)"))
  expect_match(printed_text(summary(r)), "0.800 (rf (ours)) against 0.600 (rf (paper))", fixed = TRUE)
  expect_match(printed_text(as_table(r)), "rf \\(ours\\) +rf \\(paper\\).* 0\\.800 +0\\.600 ")
  x <- rbind(rf = c(56, 70), svm = c(50, 70))
  two <- compare_independent(x, x[2:1, ] - c(8, 9, 0, 0))
  expect_identical(paste(two$classifier, two$reference, sep = " - "), c("rf (x) - svm (y)", "svm (x) - rf (y)"))
  # Names of one side are those of the comparisons, each of two classifiers of its own.
  papers <- rbind(P1 = c(56, 70), P2 = c(80, 90), P3 = c(33, 50))
  others <- rbind(c(48, 80), c(70, 90), c(30, 52))
  for (r in list(
    compare_independent(papers, others, labels = c("CNN", "SVM")),
    compare_independent(unname(papers), `rownames<-`(others, rownames(papers)), labels = c("CNN", "SVM"))
  )) {
    expect_identical(r$classifier, paste0("P", 1:3, " (CNN)"))
    expect_identical(r$reference, paste0("P", 1:3, " (SVM)"))
    expect_equal(r$estimate, papers[, 1] / papers[, 2] - others[, 1] / others[, 2], ignore_attr = TRUE)
  }
  expect_identical(compare_independent(papers, c(48, 80))$reference, rep("y", 3))
  expect_identical(compare_independent(unname(papers), others, labels = c("CNN", "SVM"))$classifier, rep("CNN", 3))
  # What a set without names is called may be a name in the other.
  some <- compare_independent(rbind(x = c(56, 70), y = c(50, 70)), c(48, 80))
  expect_identical(some$classifier, c("x", "y (x)"))
  expect_identical(some$reference, c("y (y)", "y (y)"))
})

test_that("sides whose groups are standardised say what few rows say little of, and have no test of a limit", {
  side <- function(name, few) {
    data <- data.frame(
      y = rep(c("a", "b", "c"), c(100, 95, few)), g = rep_len(c("p", "q"), 195 + few), p = rep("a", 195 + few)
    )
    data$p[-(1:20)] <- data$y[-(1:20)]
    data$p[c(1:5, 101:110, 195 + few)] <- "b"
    if (name == "m2") data$p[101] <- "c"
    names(data)[3] <- name
    prediction_set(stats::reformulate(name, "y"), data, by = g)
  }
  x <- side("m1", 5)
  y <- side("m2", 60)
  compared <- function(x, y, ...) as.data.frame(compare_independent(x, y, ...))
  observed <- lapply(list(x, y), standardise_groups, "observed")
  for (metric in c("recall", "f_meas")) {
    found <- compared(observed[[1]], observed[[2]], metric, average = "macro")
    expect_match(found$note, "only 5 rows of c", fixed = TRUE)
    expect_identical(found$note, compared(x, y, metric, average = "macro")$note)
  }
  # The first has no false alarm of c.
  limit <- compared(observed[[1]], observed[[2]], "sedi", classes = "c")
  expect_true(is.na(limit$p.value))
  expect_identical(limit$note, compared(x, y, "sedi", classes = "c")$note)
  small <- lapply(c("m1", "m2"), function(name) {
    rows <- data.frame(
      y = rep(c("a", "b"), c(30, 60)), p = rep(c("a", "b", "a"), c(25, 60, 5)), g = rep(c("p", "q", "q"), 30)
    )
    names(rows)[2] <- name
    standardise_groups(prediction_set(stats::reformulate(name, "y"), rows, by = g), "equal")
  })
  expect_match(compared(small[[1]], small[[2]], "kap")$note, "only 30 rows in group \"p\"", fixed = TRUE)
})

test_that("of each side it is said what its rows stand for, or are worth", {
  counted <- function(who, n) {
    rows <- data.frame(truth = c("spam", "spam", "ham", "ham"), called = c("spam", "ham", "spam", "ham"), n = n)
    names(rows)[2] <- who
    prediction_set(rows, truth, tidyselect::all_of(who), weights = n, positive = "spam")
  }
  # 880 + 80 + 25 + 1415 = 2,400 and 660 + 100 + 15 + 1125 = 1,900.
  r <- compare_independent(counted("A", c(880, 80, 25, 1415)), counted("B", c(660, 100, 15, 1125)), "accuracy")
  data <- "4 rows (standing for 2,400) and 4 rows (standing for 1,900) of different observations"
  text <- function(x) gsub("\\s+", " ", paste(capture.output(print(x)), collapse = " "))
  expect_match(text(r), data, fixed = TRUE)
  expect_match(methods_text(r), paste("A and B were compared on", data), fixed = TRUE)
  a <- head(satellite, 500)
  a$w <- rep(1:4, length.out = 500)
  x <- prediction_set(truth ~ svm, a, weights = w, weights_are = "sampling")
  y <- prediction_set(truth ~ tree, tail(satellite, 400))
  # Kish: 500 * mean(w)^2 / mean(w^2) = 500 * 2.5^2 / 7.5.
  weighted <- "500 rows with sampling weights (worth 417 of equal weight)"
  one <- compare_independent(x, y)
  expect_match(text(one), paste("Data:", weighted, "and 400 rows of different observations"), fixed = TRUE)
  expect_match(methods_text(one), "Where rows have weights, estimates are weighted means", fixed = TRUE)
  expect_match(text(compare_independent(y, x)), paste("Data: 400 rows and", weighted, "of different"), fixed = TRUE)
  both <- suppressWarnings(compare_independent(x, x))
  expect_match(text(both), paste("Data:", weighted, "and", weighted, "of different"), fixed = TRUE)
  expect_match(methods_text(both), ". Estimates are weighted means", fixed = TRUE)
  # Rows that stand for several on the other side.
  a$n <- 2
  of_two <- compare_independent(x, prediction_set(truth ~ tree, a, weights = n))
  expect_match(text(of_two), paste(weighted, "and 500 rows (standing for 1,000) of different"), fixed = TRUE)
})

test_that("scores on two scales are not compared", {
  right <- rep(1:0, c(15, 5))
  x <- function(scores, ...) score_set(cbind(a = scores), item = paste0("x", 1:20), ...)
  y <- function(scores, ...) score_set(cbind(b = scores), item = paste0("y", 1:20), ...)
  expect_error(
    compare_independent(x(right), y(100 * rev(right)), labels = c("old", "new")),
    "\"old\" are at most 1, .* \"new\" up to 100", class = "verdict_error_score"
  )
  expect_warning(compare_independent(x(70 * right), y(right / 2)), "hardly", class = "verdict_warning_score")
  expect_no_warning(compare_independent(x(right / 2), y(5 * right)))
  # Ranges that were given tell it of any scores.
  expect_error(
    compare_independent(x(right / 2, lower = 0, upper = 1), y(5 * right, lower = 0, upper = 10)),
    "from 0 to 1 in `x`, from 0 to 10 in `y`", class = "verdict_error_metric"
  )
  expect_no_error(compare_independent(x(right, lower = 0, upper = 1), y(right)))
  share <- function(set) standardise_groups(set, "equal")
  expect_error(
    compare_independent(share(x(right, by = right)), share(y(100 * right, by = right))), class = "verdict_error_score"
  )
})
