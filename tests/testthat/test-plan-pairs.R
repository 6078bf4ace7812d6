# Paired1 of DTComPair 1.2.6, and its table turned round: precision of one class.
paired1 <- c(s11 = 319, s10 = 78, s01 = 22, s00 = 32, r11 = 31, r10 = 53, r01 = 22, r00 = 155)

test_that("the interval of a score test excludes equality exactly where the test does", {
  x <- as_prediction_set(paired_table(paired1))
  for (method in c("gs", "wgs")) {
    for (measure in c("difference", "ratio", "odds_ratio")) {
      p <- compare_classifiers(x, "precision", method = method, classes = "yes")$p.value
      at <- function(level) {
        found <- compare_classifiers(
          x, "precision", method = method, measure = measure, classes = "yes", conf.level = 1 - level
        )
        c(found$conf.low - found$null.value, found$conf.high - found$null.value)
      }
      expect_lt(prod(at(p * (1 - 1e-6))), 0)
      expect_gt(prod(at(p * (1 + 1e-6))), 0)
    }
  }
})

# Fagerland, Lydersen & Laake (2017), chapter 8
test_that("the odds ratio of McNemar's tests is that of the discordant rows", {
  x <- as_prediction_set(matched_table(c(a = 59, b = 6, c = 16, d = 80)))
  printed <- list(
    exact = c(0.1202, 1.0089), midp = c(0.1347, 0.9354), mcnemar = c(0.1514, 0.9287)
  )
  for (method in names(printed)) {
    found <- compare_classifiers(x, "accuracy", method = method, measure = "odds_ratio")
    limits <- c(found$conf.low, found$conf.high)
    if (found$estimate > 1) limits <- rev(1 / limits)
    expect_equal(min(found$estimate, 1 / found$estimate), 0.375)
    expect_equal(limits, printed[[method]], tolerance = 2e-4)
  }
  wald <- compare_classifiers(x, "accuracy", method = "wald", measure = "odds_ratio")
  expect_equal(exp(abs(log(wald$estimate))), (75 / 86) / (65 / 96))
})

test_that("an interval of another test is refused", {
  x <- as_prediction_set(paired_table(paired1))
  expect_error(compare_classifiers(x, "precision", method = "gee", interval = "score"),
    class = "verdict_error_interval"
  )
  expect_error(compare_classifiers(x, "accuracy", method = "midp", measure = "odds_ratio", interval = "wald"),
    class = "verdict_error_interval"
  )
})

test_that("the default interval inverts the test where one does, and is else the one that covers", {
  expect_identical(matched_intervals(tests_of("pair")["mcnemar", ], "ratio")[1], "tang")
  expect_identical(matched_intervals(tests_of("pair")["midp", ], "ratio")[1], "tang")
  expect_identical(matched_intervals(tests_of("pair")["wald", ], "ratio")[1], "wald")
  expect_identical(matched_intervals(tests_of("pair")["sign", ], "odds_ratio"), "exact")
  x <- prediction_set(truth ~ naive_bayes + svm, satellite)
  ratio <- function(...) compare_classifiers(x, "accuracy", measure = "ratio", ...)
  expect_equal(as.data.frame(ratio(method = "mcnemar")), as.data.frame(ratio(method = "mcnemar", interval = "tang")))
  expect_equal(as.data.frame(ratio(method = "midp")), as.data.frame(ratio(method = "midp", interval = "tang")))
  ratios <- ledger_part(topic = "same rows, accuracy", measure = "ratio", n = 50)
  least <- tapply(ratios$value, ratios$method, min)
  expect_gt(least[["tang"]], 0.94)
  expect_lt(least[["wald"]], 0.9)
})

test_that("Wald tests of metrics that rest on a class with few rows say so", {
  rows <- data.frame(truth = rep(c("big", "mid", "rare"), c(60, 35, 5)))
  rows$a <- rows$truth
  rows$a[c(1:9, 61:64, 96)] <- c(rep("mid", 9), rep("big", 4), "mid")
  rows$b <- rows$truth
  rows$b[c(5:9, 61:70, 97:98)] <- c(rep("rare", 5), rep("big", 10), "big", "mid")
  x <- prediction_set(truth ~ a + b, rows, levels = c("big", "mid", "rare"))
  note <- function(metric, method = if (metric %in% c("f_meas", "mcc")) "wald", ...) {
    compare_classifiers(x, metric, method, ...)$note
  }
  few <- "p may be too small with only 5 rows of rare: use method \"permutation\""
  expect_equal(note("f_meas", average = "macro"), few)
  expect_true(is.na(note("mcc")))
  expect_equal(note("f_meas"), c(NA, NA, few))
  expect_true(is.na(note("f_meas", average = "macro", classes = c("big", "mid"))))
  expect_true(is.na(note("accuracy")))
  expect_false(any(grepl("rows of", note("recall"))))
  expect_true(all(is.na(note("f_meas", "permutation", R = 99))))
  expect_equal(compare_classifiers(x, "f_meas", average = "macro")$note, NA_character_) # the score test holds
  by_itself <- function(metric, interval = if (metric == "f_meas") "delta", ...) {
    assess_classifiers(x, metric, interval = interval, ...)$note
  }
  expect_true(all(is.na(assess_classifiers(x, "f_meas", average = "macro")$note)))
  expect_equal(by_itself("f_meas", average = "macro"), rep("interval may be too short with only 5 rows of rare", 2))
  expect_equal(is.na(by_itself("f_meas")), rep(c(TRUE, FALSE), c(4, 2)))
  expect_true(all(is.na(by_itself("f_meas", average = "macro", interval = by_bootstrap(R = 99)))))
  expect_true(all(is.na(c(by_itself("mcc"), by_itself("recall"), by_itself("accuracy")))))
  # of two classes the smaller one is the rest of the larger
  two <- prediction_set(truth ~ a + b, transform(rows[c(1:60, 96:100), ], a = ifelse(a == "rare", a, "big"),
    b = ifelse(b == "rare", b, "big")), levels = c("big", "rare"))
  expect_equal(
    compare_classifiers(two, "j_index", "wald")$note,
    paste0("p may be too small with only 5 rows ", c("outside big", "of rare"), ": use method \"permutation\"")
  )
  # a class that does not occur is no small class
  none <- prediction_set(truth ~ a + b, rows[1:95, ], levels = c("big", "mid", "rare"))
  skipped <- compare_classifiers(none, "f_meas", "wald", average = "macro", zero_division = "skip")
  expect_false(grepl("rows of", skipped$note) %in% TRUE)
  repeated <- prediction_set(truth ~ a + b, rows, id = rep(1:50, 2), levels = c("big", "mid", "rare"))
  expect_match(
    compare_classifiers(repeated, "f_meas", "wald", average = "macro")$note,
    "p may be too small with only 5 rows of rare: use method \"permutation\"", fixed = TRUE
  )
})

test_that("of a test that does not fit, only those that do are offered: none of independent rows where rows are not", {
  repeated <- prediction_set(truth ~ tree + svm, satellite[1:60, ], id = rep(1:30, 2))
  offered <- function(x, metric, method) {
    conditionMessage(rlang::catch_cnd(compare_classifiers(x, metric, method = method)))
  }
  expect_no_match(offered(repeated, "precision", "score"), '"z"|"wgs"|multinomial')
  expect_match(offered(prediction_set(truth ~ tree + svm, satellite[1:60, ]), "precision", "score"), '"wgs".*"z"')
})

test_that("observations are counted by what they are worth, and classes by their rows", {
  set.seed(1)
  id <- rep(1:45, c(200, rep(5, 44)))
  y <- rbinom(length(id), 1, 0.4)
  label <- function(p) ifelse(runif(length(id)) < p, y, 1 - y)
  d <- data.frame(y, a = label(0.8), b = label(0.8), id)
  uneven <- prediction_set(y ~ a + b, d, id = id, positive = 1)
  # (200 + 44 * 5)^2 / (200^2 + 44 * 5^2) = 4.3
  said <- "45 observations of unequal size, worth 4"
  expect_match(compare_classifiers(uneven, "f_meas")$note, said)
  expect_match(assess_classifiers(uneven, "f_meas")$note, paste0("interval may be too short with only ", said))
  even <- prediction_set(y ~ a + b, d, id = rep_len(1:60, length(id)), positive = 1)
  expect_true(is.na(compare_classifiers(even, "f_meas")$note))
  # all cases, and a twentieth of the others: 60 rows of a class are 60, whatever they weigh
  rows <- d[c(which(y == 1)[1:60], which(y == 0)[1:60]), c("y", "a", "b")]
  sampled <- prediction_set(
    y ~ a + b, rows, weights = ifelse(rows$y == 1, 1, 20), weights_are = "sampling", positive = 1
  )
  expect_false(anyNA(compare_classifiers(sampled, "bal_accuracy")$p.value))
})

test_that("few rows of one of two classes are said of kappa, and of an F score whose interval is the score test's", {
  truth <- rep(c("pos", "neg"), c(6, 54))
  d <- data.frame(truth, a = replace(truth, c(6, 7:9), c("neg", "pos", "pos", "pos")))
  d$b <- replace(truth, c(5:6, 20:28), rep(c("neg", "pos"), c(2, 9)))
  x <- prediction_set(truth ~ a + b, d, positive = "pos")
  few <- "only 6 rows of pos"
  for (metric in c("kap", "mcc", "ac1", "f_meas", "markedness")) {
    expect_match(assess_classifiers(x, metric)$note, few)
  }
  expect_match(compare_classifiers(x, "kap")$note, few)
  expect_true(is.na(compare_classifiers(x, "f_meas")$note)) # the score test holds
  expect_true(all(is.na(assess_classifiers(x, c("accuracy", "recall"))$note)))
  sides <- compare_independent(x["a"], x["b"], metric = "kap")
  expect_match(sides$note, few)
})

test_that("rare errors that count for much are said of costs and at a known prevalence", {
  truth <- rep(c("pos", "neg"), c(20, 180))
  d <- data.frame(truth, a = replace(truth, c(1, 21:40), rep(c("neg", "pos"), c(1, 20))))
  d$b <- replace(truth, c(2:8, 21:35), rep(c("neg", "pos"), c(7, 15)))
  x <- prediction_set(truth ~ a + b, d, positive = "pos")
  costs <- function(miss) expected_cost(matrix(c(0, miss, 1, 0), 2, dimnames = rep(list(c("neg", "pos")), 2)))
  expect_identical(
    assess_classifiers(x, costs(20))$note, c("interval may be too short with only 1 row of pos called wrongly", NA)
  )
  expect_true(all(is.na(assess_classifiers(x, costs(1))$note)))
  expect_true(is.na(compare_classifiers(x, costs(20))$note))
  expect_identical(
    compare_classifiers(prediction_set(truth ~ a + b, d[-(2:6), ], positive = "pos"), costs(20))$note,
    "p may be too small with only 3 rows of pos on which the two differ: use method \"score\""
  )
  few <- update_prevalence(prediction_set(truth ~ a + b, d[c(1:20, 32:51), ], positive = "pos"), .02)
  expect_identical(
    assess_classifiers(few, "accuracy")$note,
    c(NA, "interval may be too short with only 4 rows of neg called wrongly")
  )
  expect_match(compare_classifiers(few, "precision")$note, "only 4 rows of neg called wrongly: use method \"perm")
})
