# What must come out where something is zero: a value, or NA with its reason.

pair_set <- function(...) as_prediction_set(paired_table(c(...)))
matched_set <- function(...) as_prediction_set(matched_table(c(...)))

test_that("a note says why there is no value before it says what was averaged", {
  # b has no rows and so no weight; "all" calls every row a, which leaves nothing to estimate its NPV from
  d <- data.frame(truth = "a", some = c("a", "b", "b"), all = "a")
  set <- prediction_set(truth ~ some + all, d, levels = c("a", "b"))
  why <- "negative predictive value undefined for class a: class predicted for every row by all"
  for (pair in list(c("some", "all"), c("all", "some"))) {
    asked <- function(verb, ...) verb(set[pair], ..., metric = "npv", average = "weighted")$note
    expect_identical(asked(compare_classifiers), why)
    expect_identical(asked(compare_classifiers, contrasts = stats::reformulate(pair[1], pair[2])), why)
    expect_identical(asked(compare_independent, set[rev(pair)], pairs = stats::setNames(pair[2], pair[1])), why)
  }
})

test_that("no discordant row: chi-squared NA, exact tests 1, Tango's closed form", {
  set <- matched_set(a = 30, b = 0, c = 0, d = 10)
  for (method in c("mcnemar", "mcnemar_cc")) {
    row <- compare_classifiers(set, "accuracy", method)
    expect_sound(row)
    expect_identical(row$estimate, 0)
    expect_true(is.na(row$statistic) && is.na(row$p.value))
    expect_match(row$note, "no discordant")
  }
  for (method in c("exact", "midp", "sign")) {
    row <- compare_classifiers(set, "accuracy", method)
    expect_identical(c(row$p.value, row$log.p.value), c(1, 0))
  }
  z2 <- qnorm(.975)^2
  row <- compare_classifiers(set, "accuracy", "midp")
  expect_equal(c(row$conf.low, row$conf.high), c(-1, 1) * z2 / (40 + z2))
})

test_that("one discordant row", {
  for (won in c(TRUE, FALSE)) {
    set <- matched_set(a = 10, b = as.numeric(won), c = as.numeric(!won), d = 5)
    p <- function(...) compare_classifiers(set, "accuracy", ...)$p.value
    expect_equal(p("exact"), 1)
    expect_equal(p("midp"), .5)
    expect_equal(p("sign"), if (won) .5 else 1)
    expect_equal(p("mcnemar"), pchisq(1, 1, lower.tail = FALSE))
    expect_equal(p("mcnemar_cc"), 1)
  }
})

test_that("every pair discordant the same way: Tango's closed form", {
  z2 <- qnorm(.975)^2
  row <- compare_classifiers(matched_set(a = 0, b = 12, c = 0, d = 0), "accuracy")
  expect_equal(c(row$estimate, row$conf.low, row$conf.high), c(1, (12 - z2) / (12 + z2), 1))
})

test_that("a class absent from the truth", {
  set <- pair_set(s11 = 0, s10 = 0, s01 = 0, s00 = 0, r11 = 2, r10 = 3, r01 = 4, r00 = 20)
  recall <- compare_classifiers(set, "recall", classes = "yes")
  expect_sound(recall)
  expect_true(is.na(recall$estimate) && is.na(recall$p.value))
  expect_match(recall$note, "absent")
  for (method in c("gs", "wgs", "gee", "multinomial", "relative")) {
    row <- compare_classifiers(set, "precision", method, "difference", classes = "yes")
    expect_sound(row)
    expect_identical(c(row$estimate.classifier, row$estimate.reference, row$estimate), c(0, 0, 0))
    expect_true(is.na(row$p.value))
  }
})

test_that("a class that one never predicts", {
  set <- pair_set(s11 = 0, s10 = 8, s01 = 0, s00 = 5, r11 = 0, r10 = 3, r01 = 0, r00 = 20)
  for (method in c("gs", "wgs", "gee", "multinomial", "relative")) {
    row <- compare_classifiers(set, "precision", method, classes = "yes")
    expect_sound(row)
    expect_true(is.na(row$estimate) && is.na(row$p.value) && is.na(row$estimate.classifier))
    expect_match(row$note, "never predicted by new")
  }
  recall <- compare_classifiers(set, "recall", classes = "yes")
  expect_identical(recall$estimate.classifier, 0)
  expect_false(is.na(recall$p.value))
  f <- assess_classifiers(set, "f_meas", classes = "yes")
  expect_identical(f$estimate[f$classifier == "new"], 0) # 0, not 0/0
})

test_that("a precision of exactly 1: no Wald test of log odds, the others stay", {
  set <- pair_set(s11 = 10, s10 = 3, s01 = 4, s00 = 2, r11 = 0, r10 = 5, r01 = 0, r00 = 20)
  gee <- compare_classifiers(set, "precision", "gee", classes = "yes")
  expect_sound(gee)
  expect_identical(gee$estimate, Inf)
  expect_true(all(is.na(c(gee$std.error, gee$conf.low, gee$statistic, gee$p.value))))
  expect_match(gee$note, "new")
  for (method in c("gs", "wgs", "relative", "multinomial")) {
    row <- compare_classifiers(set, "precision", method, classes = "yes")
    expect_false(anyNA(c(row$estimate, row$conf.low, row$conf.high, row$p.value)))
  }
})

test_that("a precision of exactly 0: no ratio, the score tests and the difference stay", {
  set <- pair_set(s11 = 0, s10 = 0, s01 = 4, s00 = 6, r11 = 2, r10 = 3, r01 = 5, r00 = 30)
  relative <- compare_classifiers(set, "precision", "relative", classes = "yes")
  expect_sound(relative)
  expect_identical(relative$estimate, Inf)
  expect_true(is.na(relative$std.error) && is.na(relative$p.value))
  for (method in c("gs", "wgs")) {
    row <- compare_classifiers(set, "precision", method, "difference", classes = "yes")
    expect_false(anyNA(c(row$estimate, row$std.error, row$conf.low, row$p.value)))
  }
})

test_that("both precisions 1, or both 0: difference 0, nothing to test with", {
  sets <- list(
    pair_set(s11 = 10, s10 = 3, s01 = 4, s00 = 2, r11 = 0, r10 = 0, r01 = 0, r00 = 20),
    pair_set(s11 = 0, s10 = 0, s01 = 0, s00 = 9, r11 = 3, r10 = 2, r01 = 4, r00 = 20)
  )
  for (set in sets) {
    for (method in c("gs", "wgs", "gee", "multinomial", "relative")) {
      row <- compare_classifiers(set, "precision", method, "difference", classes = "yes")
      expect_sound(row)
      expect_identical(row$estimate, 0)
      expect_true(is.na(row$p.value))
    }
  }
})

test_that("two identical classifiers: difference 0 and no test, exact p of 1", {
  truth <- rep(c("a", "b", "c"), c(20, 15, 5))
  says <- rep(c("a", "b", "c", "b"), 10)
  set <- prediction_set(truth ~ one + two, data.frame(truth, one = says, two = says))
  metrics <- c("precision", "npv", "f_meas", "bal_accuracy", "j_index", "mcc", "kap")
  rows <- compare_classifiers(set, metrics, measure = "difference")
  expect_sound(rows)
  expect_true(all(rows$estimate == 0 & is.na(rows$p.value)))
  expect_match(rows$note, "identical")
  matched <- compare_classifiers(set, c("accuracy", "recall", "specificity"), "exact")
  expect_true(all(matched$estimate == 0 & matched$p.value == 1))
  mcnemar <- compare_classifiers(set, "accuracy", "mcnemar")
  expect_true(is.na(mcnemar$p.value))
  # fractional weights leave rounding errors, which are no difference either
  weighted <- prediction_set(truth ~ one + two, data.frame(truth, one = says, two = says),
    weights = seq(0.1, 4, length.out = 40), weights_are = "sampling"
  )
  rows <- compare_classifiers(weighted, metrics, measure = "difference")
  expect_true(all(rows$estimate == 0 & is.na(rows$p.value)))
})

test_that("exact tests want whole counts and say so", {
  set <- matched_set(a = 10.5, b = 2.25, c = 1, d = 5)
  row <- compare_classifiers(set, "accuracy", "exact")
  expect_sound(row)
  expect_true(is.na(row$p.value))
  expect_match(row$note, "whole")
  expect_equal(compare_classifiers(set, "accuracy", "mcnemar")$statistic, 1.25^2 / 3.25)
})

test_that("metrics without a value: margins constant, one class only", {
  set <- as_prediction_set(as.table(array(c(7, 0, 3, 0), c(2, 2, 1), list(
    truth = c("yes", "no"), a = c("yes", "no"), b = "yes"
  ))))
  for (metric in c("mcc", "kap")) {
    rows <- assess_classifiers(set, metric)
    expect_sound(rows)
    expect_true(is.na(rows$estimate[rows$classifier == "b"]))
  }
  specificity <- assess_classifiers(set, "specificity", classes = "yes")
  expect_sound(specificity)
  expect_true(all(is.na(specificity$estimate)))
})

test_that("one classifier always right, the other always wrong: no variance, whatever rounding leaves", {
  for (n in c(3, 10, 7919)) {
    labels <- c("n", "p")
    counts <- array(0, c(2, 2, 2), list(truth = labels, right = labels, wrong = labels))
    counts["p", "p", "n"] <- n
    counts["n", "n", "p"] <- 2 * n + 1
    set <- as_prediction_set(as.table(counts))
    metrics <- c("mcc", "j_index", "bal_accuracy", "f_meas")
    scored <- compare_classifiers(set, "bal_accuracy", classes = "p")
    expect_lt(scored$p.value, if (n == 3) 0.01 else 1e-4)
    expect_equal(scored$conf.low, -1)
    expect_lt(scored$conf.high, if (n == 3) -0.25 else -0.4)
    for (classes in list("p", NULL)) {
      rows <- compare_classifiers(set, metrics, classes = classes, method = "wald")
      expect_true(all(rows$note == "zero variance"))
      expect_true(all(is.na(rows$p.value)))
    }
  }
})

test_that("one cluster is one cluster, whatever rounding makes of its weights", {
  for (seed in 1:40) {
    set.seed(seed)
    draw <- function() sample(c("a", "b"), 8, TRUE)
    weight <- stats::runif(8)
    rows <- data.frame(t = "a", m1 = draw(), m2 = draw(), weight = weight, id = 1)
    rest <- data.frame(t = "b", m1 = "b", m2 = "b", weight = 0.3, id = 2:5)
    x <- prediction_set(t ~ m1 + m2, rbind(rows, rest), id = id, weights = weight, weights_are = "sampling")
    found <- compare_classifiers(x, "recall", method = "wald", classes = "a")
    expect_identical(found$note, "one cluster")
    expect_true(is.na(found$p.value))
  }
})

test_that("weights that sum to less than a row have no corrected variance, and a note", {
  rows <- data.frame(t = rep(c("a", "b"), 10), m1 = rep(c("a", "b", "b"), length.out = 20), m2 = "a")
  for (vcov in c("kauermann_carroll", "mancl_derouen")) {
    x <- as_prediction_set(table(rows) / 100)
    found <- compare_classifiers(x, "precision", method = "wald", vcov = vcov, classes = "a")
    expect_true(is.na(found$p.value))
    expect_identical(found$note, "too few clusters for this variance")
    joint <- omnibus_test(x, "precision", method = "wald", vcov = vcov, classes = "a")
    expect_identical(joint$note, "too few clusters for this variance")
  }
})

test_that("a standard error that is missing beside an interval has a note", {
  rows <- data.frame(t = rep(c("a", "b"), each = 10), m1 = "b", m2 = rep(c("a", "b"), 10))
  x <- prediction_set(t ~ m1 + m2, rows, id = 1:20)
  for (interval in c("tang", "bonett_price")) {
    found <- compare_classifiers(x, "recall", measure = "ratio", interval = interval, classes = "a")
    expect_true(is.na(found$std.error))
    expect_false(is.na(found$conf.low))
    expect_identical(found$note, "recall of m1 is 0: infinite log ratio")
  }
})

test_that("where precision is 1 the note of Wald's test names the score test, which has a value", {
  cells <- data.frame(
    truth = rep(c("p", "n"), each = 4), one = c("p", "p", "n", "n"), two = c("p", "n"), w = c(5, 2, 1, 3, 0, 3, 0, 6)
  )
  x <- prediction_set(truth ~ one + two, cells, weights = w, positive = "p")
  said <- "precision of two is 0 or 1: infinite logit; method \"wgs\" has no such limit"
  expect_identical(compare_classifiers(x, "precision", method = "gee")$note, said)
  expect_false(is.na(compare_classifiers(x, "precision", method = "wgs")$p.value))
  expect_identical(compare_classifiers(x, "recall", method = "wald", measure = "odds_ratio")$note, NA_character_)
  # Where both are, none has one.
  perfect <- transform(cells, w = replace(w, truth == "n", c(0, 0, 0, 6)))
  both <- prediction_set(truth ~ one + two, perfect, weights = w, positive = "p")
  for (method in c("gee", "wgs")) {
    expect_identical(
      compare_classifiers(both, "precision", method = method)$note, "precision of both is exactly 0 or exactly 1"
    )
  }
  for (method in c("wald", "gs")) {
    expect_identical(
      omnibus_test(both, "precision", method = method)$note, "precision of all is exactly 0 or exactly 1"
    )
  }
})

test_that("Tang's interval where one is never right ends at z^2 / n", {
  d <- data.frame(t = "a", m = rep("a", 10), k = "b")
  set <- prediction_set(t ~ m + k, d, levels = c("a", "b"))
  rows <- as.data.frame(compare_classifiers(set, "accuracy", measure = "ratio", interval = "tang"))
  expect_equal(c(rows$conf.low, rows$conf.high), c(0, stats::qnorm(0.975)^2 / 10))
})

test_that("a score test that rejects all but the end of the range has no interval, and says so", {
  # three rows that only a calls, all right, three that only b does, all wrong: z is sqrt(6) at any difference
  rows <- data.frame(truth = rep(c("y", "n"), each = 3), a = rep(c("y", "n"), each = 3), b = rep(c("n", "y"), each = 3))
  x <- prediction_set(truth ~ a + b, rows, levels = c("y", "n"))
  for (measure in c("difference", "odds_ratio")) {
    found <- compare_classifiers(x, "precision", "gs", measure = measure, classes = "y")
    expect_equal(found$p.value, stats::pchisq(6, 1, lower.tail = FALSE))
    expect_true(is.na(found$conf.low) && is.na(found$conf.high))
    expect_equal(found$note, "no interval: this test refutes every value but the most extreme one")
  }
  other <- compare_classifiers(x, "precision", "wgs", measure = "difference", classes = "y")
  expect_true(other$conf.low < other$conf.high)
  against <- compare_classifiers(x, "precision", "gs", measure = "difference", classes = "y", margin = 0.1)
  expect_true(is.na(against$p.noninferior))
})

test_that("no number of rows gives a score test that refutes every ratio an interval", {
  # b calls k rows positive, all wrongly: at a ratio r near 0 each is off by r times a's precision, so that z tends to
  # -sqrt(k).
  interval <- function(k) {
    n <- c(50, 10, k, 20, 6)
    found <- compare_classifiers(prediction_set(truth ~ a + b, data.frame(
      truth = rep(c("p", "p", "n", "n", "n"), n), a = rep(c("p", "n", "n", "n", "p"), n),
      b = rep(c("n", "n", "p", "n", "n"), n)
    ), positive = "p"), "precision", "gs", reference = "a")
    found[c("conf.low", "conf.high", "note")]
  }
  few <- interval(3)
  expect_identical(few$conf.low, 0)
  expect_gt(few$conf.high, 1)
  for (k in c(4, 50, 5000)) {
    many <- interval(k)
    expect_true(is.na(many$conf.low) && is.na(many$conf.high))
    expect_identical(many$note, "no interval: this test refutes every value but the most extreme one")
  }
})

# r1 and r2 find none of c, and call different rows so.
test_that("equal values without variance are called identical predictions only where the predictions are", {
  rows <- data.frame(
    truth = rep(c("a", "b", "c"), c(10, 10, 3)), r1 = c(rep("a", 9), "c", rep("b", 10), "a", "b", "a"),
    r2 = c(rep("a", 8), "b", "b", rep("b", 8), "c", "c", "b", "b", "b")
  )
  rows$r3 <- c(a = "b", b = "a", c = "c")[rows$r1] # as r1, if only c counts
  set <- prediction_set(truth ~ r1 + r2 + r3, rows)
  found <- compare_classifiers(set, "f_meas", classes = "c")
  expect_identical(found$estimate, c(0, 0, 0))
  equal <- "equal, with zero variance"
  expect_identical(found$note, c(equal, "identical predictions", equal))
  expect_identical(omnibus_test(set, "f_meas", classes = "c")$note, equal)
  expect_identical(omnibus_test(set[c("r1", "r3")], "f_meas", classes = "c")$note, "identical predictions")
  same <- prediction_set(truth ~ r1 + again, transform(rows, again = r1))
  expect_identical(compare_classifiers(same, "mcc")$note, "identical predictions")
})

test_that("a ratio at the end of its scale says why it has no standard error", {
  truth <- rep(c("a", "b"), c(6, 4))
  x <- c("a", "a", "a", "b", "b", "b", "b", "b", "b", "b")
  y <- c("b", "b", "b", "b", "b", "b", "a", "b", "b", "b")
  set <- prediction_set(truth ~ x + y, data.frame(truth, x, y), positive = "a")
  found <- function(...) compare_classifiers(set, ..., classes = "a")
  precision <- found("precision", "wgs", measure = "ratio", reference = "y")
  expect_identical(c(precision$estimate, precision$std.error), c(Inf, NA))
  expect_false(is.na(precision$p.value))
  expect_identical(precision$status, "no_std_error")
  expect_identical(precision$note, "ratio is infinite: no standard error")
  odds <- compare_classifiers(set, "recall", "midp", measure = "odds_ratio", classes = "a", reference = "x")
  expect_identical(c(odds$estimate, odds$std.error), c(0, NA))
  expect_identical(odds$note, "odds ratio is 0: no standard error")
  expect_true(is.na(rank_classifiers(set, "precision", classes = "a")$note[1]))
  expect_match(assess_classifiers(set, "lr_plus", classes = "a")$note[1], "infinite: no standard error")
})

test_that("a note on the end of a scale is of the ratio beside it, also where a verdict turns a pair", {
  data <- data.frame(truth = rep(c("a", "b"), 5), x = rep(c("a", "b"), 5), y = rep(c("b", "a"), 5))
  v <- verdict(truth ~ x + y, data)
  expect_identical(v$comparison$note, rep("ratio is 0: no standard error", 2))
  printed <- capture.output(print(v))
  expect_match(printed, "ratio is infinite: no standard error", all = FALSE)
  expect_no_match(printed, "ratio is 0")
})

test_that("where nothing differs every test says so: the same", {
  # Of class "a" both say the same, right or wrong; of the others they do not.
  truth <- rep(c("a", "b", "c"), c(20, 30, 30))
  x <- replace(truth, c(1:4, 21, 25:30, 51:55), c(rep("b", 4), "a", rep(c("c", "b"), c(6, 5))))
  y <- replace(truth, c(1:4, 21, 31:33, 56:64), c(rep("b", 4), "a", rep(c("c", "b"), c(3, 9))))
  twice <- rep(1:40, each = 2)
  d <- data.frame(truth, x, y, site = ifelse(truth == "a", "north", c("south", "west")))
  # What each paired test says of class "a", where it is a test of the metric.
  decided <- function(set, measure, metric = c("recall", "specificity", "precision")) {
    cases <- expand.grid(
      metric = metric,
      method = setdiff(tests_of("pair")$method, c("permutation", "bootstrap")), stringsAsFactors = FALSE
    )
    unlist(Map(function(metric, method) {
      tryCatch(
        suppressWarnings(compare_classifiers(set, metric, method, measure, classes = "a"))$decision,
        verdict_error = function(e) NULL
      )
    }, cases$metric, cases$method))
  }
  few <- d[d$truth == "a" | d$x == "a", ]
  sets <- list(
    prediction_set(truth ~ x + y, d), prediction_set(truth ~ x + y, d, id = twice)
  )
  for (set in sets) {
    found <- decided(set, "difference")
    expect_gt(length(found), 10)
    expect_identical(unique(unname(found)), "the same")
  }
  # Groups make no other test.
  grouped <- decided(prediction_set(truth ~ x + y, d, by = site), "difference", "recall")
  expect_identical(unique(unname(grouped)), "the same")
  # At a specificity of 0 a logit is infinite: nothing differs there either.
  few <- prediction_set(truth ~ x + y, few)
  expect_identical(unique(unname(decided(few, "odds_ratio"))), "the same")
  for (method in c("exact", "midp", "mcnemar")) {
    same <- compare_classifiers(few, "accuracy", method)
    expect_identical(c(same$decision, same$status), c("the same", "no_discordant"))
    said <- format(verdict(truth ~ x + y, d, metric = c("accuracy", "recall"), method = method))
    expect_match(said, "of 3 classes 1 is the same (a) and 2 are", fixed = TRUE)
    north <- verdict(truth ~ x + y, d, metric = "accuracy", method = method, by = "site")
    expect_identical(north$groups$where$decision, c("the same", "undecided", "undecided"))
  }
  expect_match(printed_text(north), "the same")
})

test_that("values that are equal but for the rounding of weights are the same", {
  set.seed(41)
  drawn <- function() sample(c("a", "b", "c"), 77, TRUE)
  calls <- data.frame(t = drawn(), m1 = drawn(), m2 = drawn(), m3 = drawn(), w = runif(77))
  x <- prediction_set(t ~ m1 + m2 + m3, calls, weights = w, weights_are = "sampling")
  # The shares of the predictions are 1 together, whatever is predicted.
  found <- compare_classifiers(x, "detection_prevalence", average = "macro")
  expect_identical(found$estimate, c(0, 0, 0))
  expect_identical(found$decision, rep("the same", 3))
})

test_that("a limit of the extremal dependence index tells nothing of its error: no test, and the reason", {
  # Without a false alarm it is 1 however many hits there are: two equal classifiers were told apart in all such sets.
  called <- function(hits, alarms) rep(c("e", "n", "e", "n"), c(hits, 40 - hits, alarms, 100 - alarms))
  of <- function(a, b) {
    d <- data.frame(y = rep(c("e", "n"), c(40, 100)), a = a, b = b)
    prediction_set(y ~ a + b, d, positive = "e", levels = c("e", "n"))
  }
  x <- of(called(20, 0), called(20, 2))
  rows <- list(
    compare_classifiers(x, "sedi"), compare_classifiers(x, "sedi", margin = 0.1), omnibus_test(x, "sedi"),
    compare_independent(x["a"], of(called(18, 3), called(20, 2))["b"], "sedi")
  )
  for (r in rows) {
    expect_true(is.na(r$p.value))
    expect_match(r$note, "dependence index of a is 1, a limit: no test or interval holds then")
  }
  expect_true(is.na(rows[[2]]$p.inferior))
  expect_true(is.na(compare_classifiers(x, "sedi", average = "macro")$p.value))
  expect_false(is.na(compare_classifiers(of(called(20, 1), called(20, 2)), "sedi")$p.value))
})

test_that("the error of a limit is NA, never NaN, with clusters and without", {
  d <- data.frame(y = rep(c("p", "n"), each = 4), m = rep(c("p", "n"), c(3, 5)), w = c("p", "n"))
  sets <- list(
    prediction_set(y ~ m + w, d, positive = "p"), prediction_set(y ~ m + w, d, id = rep(1:4, each = 2), positive = "p"),
    standardise_groups(
      prediction_set(y ~ m + w, rbind(d, d), by = rep(c("g", "h"), each = 8), positive = "p"), c(g = 0.5, h = 0.5)
    )
  )
  for (x in sets) {
    rows <- assess_classifiers(x, "sedi", null = 0.5)
    numbers <- list(rows, assess_classifiers(x, "sedi"), compare_classifiers(x, "sedi"))
    expect_false(any(is.nan(unlist(lapply(numbers, function(of) Filter(is.numeric, as.data.frame(of)))))))
    expect_identical(rows$estimate[1], 1)
    expect_true(is.na(rows$std.error[1]))
  }
  expect_false(any(is.nan(vcov(sets[[1]], metric = "sedi"))))
})

test_that("nor is there a test of gaps, joint tests, groups or a plan with such a limit", {
  set.seed(4)
  y <- rep(c("e", "n"), c(100, 200))
  d <- data.frame(
    y = y, a = ifelse(runif(300) < 0.5 & y == "e", "e", "n"),
    b = ifelse(runif(300) < ifelse(y == "e", 0.6, 0.1), "e", "n"), g = rep(c("u", "v", "w"), 100)
  )
  d$a[d$g != "w" & d$y == "n"][1:4] <- "e"
  x <- prediction_set(y ~ a + b, d, positive = "e", levels = c("e", "n"), by = g)
  gaps <- as.data.frame(compare_gaps(x, "sedi"))
  at_limit <- gaps$classifier %in% "a" & (gaps$group == "w" | gaps$reference == "w")
  expect_identical(sum(at_limit), 2L)
  expect_true(all(is.na(gaps$p.value[at_limit])))
  expect_false(anyNA(gaps$p.value[gaps$classifier %in% "b"]))
  expect_true(is.na(omnibus_test(x, "sedi", over = "groups")$p.value))
  d$a[d$y == "n"] <- "n"
  x <- prediction_set(y ~ a + b, d, positive = "e", levels = c("e", "n"), by = g)
  limit <- "dependence index of a is 1, a limit: no test or interval holds then"
  of_all <- standardise_groups(x, c(u = 0.2, v = 0.4, w = 0.4))
  for (r in list(
    omnibus_test(x, c("sedi", "recall"), over = "metrics", classes = "e"), compare_classifiers(of_all, "sedi"),
    omnibus_test(of_all, "sedi"), compare_classifiers(x, "sedi", by_permutation(99))
  )) {
    expect_true(is.na(r$p.value))
    expect_match(r$note, limit)
  }
  for (set in list(x, of_all)) expect_match(assess_classifiers(set, "sedi")$note[1], limit)
  expect_match(printed_text(sample_size(x, "sedi", difference = 0.1)), limit)
})

test_that("Wald's tests of a value of 0 or 1 are said to be too sure, whatever the metric", {
  # Precision 0 of 3 against 3 of 5. All rows that one of the two alone calls p are of the other's: the swaps that are
  # as extreme have the chance 0.125, Wald's p is 0.006.
  d <- data.frame(truth = rep(c("p", "n"), each = 4), one = rep(c("p", "p", "n", "n"), 2), two = rep(c("p", "n"), 4))
  set <- function(times) prediction_set(truth ~ one + two, d[rep(1:8, times), ], positive = "p")
  few <- set(c(0, 0, 3, 3, 2, 1, 0, 9))
  perfect <- set(c(40, 20, 0, 0, 0, 0, 6, 60))
  certain <- function(x, metric, method = "wald", as_of = "p", instead, ...) {
    found <- compare_classifiers(x, metric, method = method, ...)
    expect_identical(found$status, "flat_of_class", info = paste(metric, method))
    expect_match(found$note, paste0("as of ", as_of, ", are taken as certain: use method \"", instead), fixed = TRUE)
    # That one is there to be asked, and less sure.
    expect_gt(compare_classifiers(x, metric, method = instead, ...)$p.value, found$p.value)
  }
  for (method in c("wald", "multinomial")) certain(few, "precision", method, instead = "wgs")
  certain(few, "recall", instead = "mcnemar")
  certain(perfect, "npv", instead = "wgs")
  certain(perfect, "recall", instead = "mcnemar")
  certain(perfect, "accuracy", as_of = "accuracy", instead = "mcnemar")
  certain(perfect, "mcc", as_of = "Matthews correlation", instead = "score")
  certain(perfect, "kap", as_of = "Cohen's kappa", instead = "score")
  expect_match(compare_classifiers(perfect, "precision", method = "relative")$note, "as of p, are taken as certain")
  # The usual tests hold.
  for (metric in c("precision", "npv", "recall", "accuracy")) {
    expect_no_match(c(compare_classifiers(perfect, metric)$note, ""), "certain")
  }
  # As of all together: a PPV and an NPV of 1.
  over <- omnibus_test(perfect, c("precision", "npv"), over = "metrics")
  expect_match(over$note, "as of p, are taken as certain: the score tests of pairs hold")
  both <- omnibus_test(perfect, "accuracy", method = "wald")
  expect_match(both$note, "as of accuracy, are taken as certain: McNemar's tests of pairs hold")
  expect_identical(omnibus_test(few, "accuracy", method = "wald")$note, NA_character_)
})

test_that("no note on a test with a margin advises a permutation, which knows none", {
  truth <- rep(c("a", "b"), each = 30)
  two <- replace(truth, c(1:4, 37:40), rep(c("b", "a"), each = 4))
  x <- prediction_set(truth ~ one + two, data.frame(truth, one = replace(truth, 31:36, "a"), two))
  said <- function(...) compare_classifiers(x, "lr_minus", method = "wald", measure = "difference", ...)$note
  expect_true(any(grepl("use method \"permutation\"", said(), fixed = TRUE)))
  expect_false(any(grepl("use method \"permutation\"", said(margin = 0.1), fixed = TRUE)))
})
