# Identities that hold whatever the numbers are.

rows_of <- function(x) as.data.frame(x)

invariance_set <- function(...) {
  prediction_set(truth ~ bayes + forest + tree, read_fixture("multiclass.csv"), ...)
}

proportion_calls <- list(
  c("precision", "gs", "ratio"), c("precision", "wgs", "difference"),
  c("npv", "gee", "odds_ratio"), c("precision", "multinomial", "difference"),
  c("npv", "relative", "ratio"), c("accuracy", "mcnemar", "difference"),
  c("recall", "exact", "difference"), c("specificity", "midp", "ratio"),
  c("f_meas", "wald", "difference"), c("bal_accuracy", "wald", "ratio"),
  c("kap", "wald", "difference"), c("recall", "wald", "odds_ratio")
)

# Adjusted p-values by default are simulated: they are asked for where they are looked at.
ask <- function(set, call, ..., p.adjust.method = "none") {
  rows_of(compare_classifiers(set, call[1], call[2], call[3], ..., p.adjust.method = p.adjust.method))
}

test_that("exchanging the classifiers turns the estimate round and keeps the p-value", {
  data <- read_fixture("multiclass.csv")
  ab <- prediction_set(truth ~ bayes + forest, data)
  ba <- prediction_set(truth ~ forest + bayes, data)
  for (call in proportion_calls) {
    turn <- if (call[3] == "difference") function(x) -x else function(x) 1 / x
    a <- ask(ab, call)
    b <- ask(ba, call)
    expect_equal(b$estimate, turn(a$estimate), tolerance = 1e-12)
    expect_equal(b$conf.low, turn(a$conf.high), tolerance = 1e-10)
    expect_equal(b$conf.high, turn(a$conf.low), tolerance = 1e-10)
    expect_equal(b$p.value, a$p.value, tolerance = 1e-12)
    expect_equal(
      ask(ab, call, alternative = "greater")$log.p.value,
      ask(ba, call, alternative = "less")$log.p.value,
      tolerance = 1e-12
    )
  }
})

test_that("names of classes, order of rows and of levels do not matter", {
  data <- read_fixture("multiclass.csv")
  renamed <- data
  new_names <- c(ant = "z", bee = "A", cat = "m", dog = "b", elk = "q")
  renamed[] <- lapply(data, function(x) unname(new_names[x]))
  renamed <- renamed[rev(order(renamed$tree)), ]
  set <- invariance_set()
  other <- prediction_set(truth ~ bayes + forest + tree, renamed,
    levels = c("q", "b", "z", "A", "m")
  )
  key <- function(x) paste(x$class, x$classifier, x$reference)
  for (call in proportion_calls) {
    a <- ask(set, call)
    a$class <- ifelse(is.na(a$class), NA, new_names[a$class])
    b <- ask(other, call)
    at <- match(key(a), key(b))
    for (column in c("estimate", "std.error", "conf.low", "conf.high", "statistic", "p.value")) {
      expect_equal(b[[column]][at], a[[column]], tolerance = 1e-12)
    }
  }
})

test_that("weights are numbers of rows, and a table of counts is the same set", {
  data <- read_fixture("multiclass.csv")
  weight <- rep(1:4, length.out = nrow(data))
  weighted <- invariance_set(weights = weight)
  long <- prediction_set(truth ~ bayes + forest + tree, data[rep(seq_along(weight), weight), ])
  counted <- as_prediction_set(xtabs(weight ~ truth + bayes + forest + tree, data))
  for (call in proportion_calls) {
    adjust <- if (call[1] == "precision") "max_t" else "holm"
    a <- ask(long, call, p.adjust.method = adjust)
    expect_equal(ask(weighted, call, p.adjust.method = adjust), a, tolerance = 1e-12)
    expect_equal(ask(counted, call, p.adjust.method = adjust), a, tolerance = 1e-12)
  }
})

test_that("k times the rows gives k times the statistic and the same estimate", {
  once <- invariance_set()
  thrice <- invariance_set(weights = rep(3, 400))
  for (call in proportion_calls[c(1:6, 9:12)]) {
    a <- ask(once, call)
    b <- ask(thrice, call)
    expect_equal(b$estimate, a$estimate, tolerance = 1e-12)
    grown <- if (is.na(a$df[1])) sqrt(3) else 3
    expect_equal(b$statistic, grown * a$statistic, tolerance = 1e-10)
    expect_equal(b$std.error, a$std.error / sqrt(3), tolerance = 1e-10)
  }
})

test_that("one-sided p-values of normal tests sum to 1; the smaller is half the two-sided", {
  set <- invariance_set()
  for (call in proportion_calls[-(7:8)]) {
    greater <- ask(set, call, alternative = "greater")$p.value
    less <- ask(set, call, alternative = "less")$p.value
    both <- ask(set, call)$p.value
    expect_equal(greater + less, ifelse(is.na(both), NA, 1))
    expect_equal(pmin(greater, less), both / 2, tolerance = 1e-12)
  }
})

test_that("an interval excludes no difference just when its own test rejects", {
  set <- invariance_set()
  for (call in list(
    c("precision", "gee", "odds_ratio"), c("precision", "relative", "ratio"),
    c("npv", "multinomial", "difference"), c("kap", "wald", "difference"),
    c("f_meas", "wald", "ratio"), c("recall", "wald", "odds_ratio")
  )) {
    rows <- ask(set, call, interval = "wald")
    null <- if (call[3] == "difference") 0 else 1
    for (i in which(!is.na(rows$p.value) & rows$p.value < 1)[1:3]) {
      at <- ask(set, call, interval = "wald", conf.level = 1 - rows$p.value[i])[i, ]
      limit <- if (at$estimate > null) at$conf.low else at$conf.high
      expect_equal(limit, null, tolerance = 1e-8)
    }
  }
})

test_that("Tango's interval ends at 0 for the level at which McNemar's test rejects", {
  set <- as_prediction_set(matched_table(c(a = 59, b = 6, c = 16, d = 80)))
  p <- compare_classifiers(set, "accuracy", "mcnemar")$p.value
  row <- compare_classifiers(set, "accuracy", "mcnemar", conf.level = 1 - p)
  expect_equal(row$conf.high, 0, tolerance = 1e-10)
})

test_that("intervals widen with the level, and one-sided ones use all of alpha on one side", {
  set <- invariance_set()
  for (call in proportion_calls) {
    level <- c(.5, .9, .99)
    limits <- lapply(level, function(l) ask(set, call, conf.level = l))
    low <- vapply(limits, function(x) x$conf.low, limits[[1]]$conf.low)
    high <- vapply(limits, function(x) x$conf.high, limits[[1]]$conf.high)
    low <- matrix(low, ncol = length(level))
    high <- matrix(high, ncol = length(level))
    expect_true(all(apply(low, 1, diff) <= 1e-12, na.rm = TRUE))
    expect_true(all(apply(high, 1, diff) >= -1e-12, na.rm = TRUE))
    two <- ask(set, call, conf.level = .9)
    expect_equal(ask(set, call, alternative = "greater")$conf.low, two$conf.low)
    expect_equal(ask(set, call, alternative = "less")$conf.high, two$conf.high)
  }
})

test_that("the ratio of two exchanged is turned round, with its limits, and never without end", {
  set.seed(1)
  rows <- lapply(1:12, function(i) {
    truth <- sample(letters[1:4], 200, TRUE, prob = 1 / (1:4))
    guess <- function() ifelse(stats::runif(200) < .7, truth, sample(letters[1:4], 200, TRUE))
    set <- prediction_set(truth, a = guess(), b = guess())
    ratio <- function(set) compare_classifiers(set, "bal_accuracy", measure = "ratio")
    one <- ratio(set)
    other <- ratio(set[2:1])
    data.frame(one = c(one$estimate, one$conf.low, one$conf.high),
               turned = 1 / c(other$estimate, other$conf.high, other$conf.low))
  })
  rows <- do.call(rbind, rows)
  expect_true(all(rows$one > .5 & rows$one < 2))
  expect_equal(rows$one, rows$turned, tolerance = 1e-9)
})

test_that("a rate and its complement: the same test, the difference turned round", {
  set <- invariance_set()
  for (pair in list(
    c("accuracy", "error"), c("recall", "fnr"), c("specificity", "fpr")
  )) {
    for (method in c("mcnemar", "midp", "exact", "wald")) {
      a <- rows_of(compare_classifiers(set, pair[1], method, p.adjust.method = "holm"))
      b <- rows_of(compare_classifiers(set, pair[2], method, p.adjust.method = "holm"))
      expect_equal(b$estimate, -a$estimate, tolerance = 1e-12)
      expect_equal(b$conf.low, -a$conf.high, tolerance = 1e-10)
      expect_equal(b$p.value, a$p.value, tolerance = 1e-12)
    }
  }
})

test_that("of two classes, the NPV of one is the precision of the other", {
  set <- as_prediction_set(paired_table(c(
    s11 = 319, s10 = 78, s01 = 22, s00 = 32, r11 = 31, r10 = 53, r01 = 22, r00 = 155
  )))
  for (method in c("gs", "wgs", "gee", "multinomial", "relative")) {
    a <- rows_of(compare_classifiers(set, "npv", method, classes = "yes"))
    b <- rows_of(compare_classifiers(set, "precision", method, classes = "no"))
    for (column in c("estimate", "std.error", "conf.low", "statistic", "log.p.value")) {
      expect_equal(a[[column]], b[[column]], tolerance = 1e-12)
    }
  }
})

test_that("precision does not see rows that neither calls positive", {
  cells <- c(s11 = 10, s10 = 4, s01 = 9, s00 = 0, r11 = 12, r10 = 7, r01 = 4, r00 = 0)
  more <- replace(cells, c("s00", "r00"), c(50, 1e6))
  for (method in c("gs", "wgs", "gee", "multinomial", "relative")) {
    a <- compare_classifiers(
      as_prediction_set(paired_table(cells)), "precision", method, classes = "yes"
    )
    b <- compare_classifiers(
      as_prediction_set(paired_table(more)), "precision", method, classes = "yes"
    )
    expect_equal(rows_of(b), rows_of(a), tolerance = 1e-12)
  }
})

test_that("without overlap WGS is Pearson's chi-squared; GS is WGS for equal numbers called", {
  apart <- as_prediction_set(paired_table(c(
    s11 = 0, s10 = 30, s01 = 25, s00 = 10, r11 = 0, r10 = 12, r01 = 20, r00 = 40
  )))
  pearson <- suppressWarnings(chisq.test(cbind(c(30, 12), c(25, 20)), correct = FALSE)$statistic)
  statistic <- function(set, method) {
    compare_classifiers(set, "precision", method, classes = "yes")$statistic
  }
  expect_equal(statistic(apart, "wgs"), unname(pearson))
  equal <- as_prediction_set(paired_table(c(
    s11 = 40, s10 = 12, s01 = 18, s00 = 30, r11 = 15, r10 = 14, r01 = 8, r00 = 60
  )))
  expect_equal(statistic(equal, "gs"), statistic(equal, "wgs"))
})

test_that("far tails: Salzberg's 1000 to 2", {
  set <- as_prediction_set(matched_table(c(a = 3000, b = 1000, c = 2, d = 500)))
  row <- compare_classifiers(set, "accuracy", "sign")
  expect_equal(row$p.value * 1e296, 1.1724, tolerance = 1e-4)
  expect_equal(row$log.p.value, -681.4061, tolerance = 1e-6)
  small <- as_prediction_set(matched_table(c(a = 50, b = 7, c = 3, d = 40)))
  expect_equal(compare_classifiers(small, "accuracy", "sign")$p.value, 176 / 1024)
})

test_that("the logarithm of a p-value has its digits however small that is", {
  # sums of binomial coefficients in whole numbers (Python): P(X <= 36 of 10,705), P(X <= 37 of 21,888,840)
  expected <- list(list(10669, 36, -7181.891016034915), list(21888803, 37, -15171661.707332337))
  for (at in expected) {
    d <- data.frame(truth = "a", one = c("a", "b"), two = c("b", "a"), w = c(at[[2]], at[[1]]))
    set <- prediction_set(truth ~ one + two, d, weights = w)
    expect_no_warning(row <- compare_classifiers(set, "accuracy", method = "exact"))
    expect_equal(row$log.p.value, log(2) + at[[3]], tolerance = 1e-13)
    one_sided <- compare_classifiers(set, "accuracy", method = "exact", alternative = "less")
    expect_equal(one_sided$p.value, 1)
  }
})
