# Each classifier by itself: intervals of proportions, and the delta method with and
# without clusters, against exact arithmetic and other packages.

# x right of n, by one classifier.
right_wrong <- function(x, n) {
  as_prediction_set(as.table(matrix(c(x, 0, n - x, 0), 2, dimnames = list(
    truth = c("yes", "no"), model = c("yes", "no")
  ))))
}

proportion_values <- function(x, n, intervals, metrics) {
  out <- lapply(stats::setNames(nm = metrics), function(metric) numeric())
  for (interval in intervals) {
    rows <- assess_classifiers(right_wrong(x, n), metrics, interval = interval, classes = "yes")
    expect_sound(rows, interval)
    for (metric in metrics) {
      row <- rows[rows$metric == metric, ]
      out[[metric]]["estimate"] <- row$estimate
      out[[metric]][paste0(interval, c("_low", "_high"))] <- c(row$conf.low, row$conf.high)
    }
  }
  out
}

test_that("intervals of proportions agree with exact arithmetic and peers", {
  designs <- read_fixture("proportions-designs.csv")
  exact <- fixture_values("proportions-exact.csv", "design")
  peers <- read_fixture("proportions-peers.csv")
  intervals <- c("wilson", "clopper_pearson", "agresti_coull", "midp", "normal", "logit")
  for (i in seq_len(nrow(designs))) {
    name <- designs$design[i]
    found <- proportion_values(designs$x[i], designs$n[i], intervals, c("accuracy", "recall"))
    expected <- exact[[name]]
    # at 0 and n the normal interval has no width: not an interval
    boundary <- designs$x[i] %in% c(0, designs$n[i])
    if (boundary) expected <- expected[!grepl("normal", names(expected))]
    expect_values(found$accuracy, expected, paste(name, "accuracy"))
    expect_values(found$recall, expected, paste(name, "recall"))
    said <- peers[peers$design == name, ]
    error <- deviation(found$accuracy[said$quantity], said$value, floor = 1e-3)
    wrong <- error > ifelse(grepl("midp", said$quantity), 1e-5, 1e-9)
    expect(!any(wrong), paste(name, said$source[wrong], said$quantity[wrong], collapse = "\n"))
  }
})

test_that("Wilson's interval of the textbook's table, Tan, Steinbach & Kumar section 4.6", {
  n <- c(20, 50, 100, 500, 1000, 5000)
  limits <- vapply(n, function(n) {
    row <- assess_classifiers(right_wrong(0.8 * n, n))
    c(row$conf.low, row$conf.high)
  }, numeric(2))
  expect_equal(round(limits[1, ], 3), c(.584, .670, .711, .763, .774, .789))
  expect_equal(round(limits[2, ], 3), c(.919, .888, .867, .833, .824, .811))
})

test_that("the interval goes with the complement", {
  set <- right_wrong(17, 20)
  for (interval in c("wilson", "clopper_pearson", "agresti_coull", "midp", "normal", "logit")) {
    right <- assess_classifiers(set, "accuracy", interval = interval)
    wrong <- assess_classifiers(set, "error", interval = interval)
    expect_equal(wrong$estimate, 1 - right$estimate)
    expect_equal(c(wrong$conf.low, wrong$conf.high), 1 - c(right$conf.high, right$conf.low))
  }
})

test_that("a wider level gives a wider interval", {
  set <- right_wrong(17, 20)
  for (interval in c("wilson", "clopper_pearson", "agresti_coull", "midp", "normal", "logit")) {
    width <- vapply(c(.5, .8, .9, .95, .99), function(level) {
      row <- assess_classifiers(set, interval = interval, conf.level = level)
      row$conf.high - row$conf.low
    }, 0)
    expect_true(all(diff(width) >= 0), info = interval)
  }
})

test_that("no row, no interval, and the note says which class", {
  set <- as_prediction_set(paired_table(c(
    s11 = 0, s10 = 0, s01 = 0, s00 = 5, r11 = 0, r10 = 0, r01 = 3, r00 = 20
  )))
  row <- assess_classifiers(set, "precision", classes = "yes")
  expect_sound(row)
  expect_identical(is.na(row$estimate), row$classifier == "reference")
  expect_match(row$note[row$classifier == "reference"], "never predicted by reference")
  expect_equal(row$estimate[row$classifier == "new"], 0)
  only_no <- as_prediction_set(paired_table(c(
    s11 = 0, s10 = 0, s01 = 0, s00 = 0, r11 = 1, r10 = 1, r01 = 3, r00 = 20
  )))
  recall <- assess_classifiers(only_no, "recall", classes = "yes")
  expect_true(all(is.na(recall$estimate)))
  expect_match(recall$note, "absent")
})

test_that("F with a huge beta is recall", {
  x <- prediction_set(truth ~ svm + tree, satellite)
  recall <- assess_classifiers(x, "recall", interval = "normal")
  for (beta in c(1e100, 1e155, 1e300)) {
    found <- assess_classifiers(x, "f_meas", beta = beta, interval = "normal")
    expect_equal(found$estimate, recall$estimate)
    expect_equal(found$std.error, recall$std.error)
  }
})

test_that("no metric exceeds 1 by rounding", {
  for (n in 3:40) {
    truth <- rep(c("a", "b", "c"), c(1, 2, n))
    x <- prediction_set(t ~ m, data.frame(t = truth, m = truth), weights = seq_along(truth))
    found <- assess_classifiers(x, c("kap", "mcc", "f_meas", "bal_accuracy"), average = "macro")
    expect_true(all(found$estimate <= 1))
    expect_true(all(found$conf.low <= found$conf.high, na.rm = TRUE))
  }
})

# All calls of "a" by X1 are of one observation, all but one of those by X2.
test_that("a proportion of rows of one observation has no standard error, and no interval of no width", {
  rows <- data.frame(
    t = rep(c("a", "b"), c(3, 5)), X1 = c("a", "a", "b", "a", "b", "b", "b", "b"),
    X2 = c("a", "a", "a", "b", "b", "b", "b", "a"), id = c(1, 1, 1, 1, 2, 3, 3, 4)
  )
  set <- prediction_set(t ~ X1 + X2, rows, id = id)
  found <- assess_classifiers(set, "precision", classes = "a")
  expect_equal(found$estimate, c(2 / 3, 3 / 4))
  expect_equal(found$std.error, c(NA, sqrt((3 / 16)^2 * 2)))
  expect_identical(is.na(found$conf.low), c(TRUE, FALSE))
  few <- c("one cluster", "interval may be too short with only 4 observations")
  expect_identical(found$note, few)
  expect_true(all(is.na(assess_classifiers(set, "recall", classes = "a", interval = "normal")$conf.high)))
  expect_identical(assess_classifiers(set, "precision", null = 0.5, classes = "a")$note, few)
  expect_identical(is.na(compare_independent(set, set, "npv", classes = "b")$p.value), c(TRUE, TRUE, TRUE, FALSE))
})
