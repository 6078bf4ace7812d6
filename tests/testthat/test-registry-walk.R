# What has a name is a row of the registry: a new row, or another label, is known to all verbs without another edit.

two <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
spam <- prediction_set(truth ~ tree + random_forest, spam_filters, positive = "spam")

# A registry with another row, until the test ends.
local_row <- function(name, row, env = parent.frame()) {
  space <- asNamespace("verdict")
  old <- get(name, space)
  place <- function(table) {
    unlockBinding(name, space)
    assign(name, table, space)
    lockBinding(name, space)
  }
  place(with_row(old, row))
  do.call(on.exit, list(substitute(place(old)), add = TRUE, after = FALSE), envir = env)
}

# Of a result all numbers.
numbers_of <- function(x) Filter(is.numeric, as.data.frame(x))

test_that("a relabelled test has other words and the same numbers and references", {
  results <- function() {
    list(
      compare_classifiers(two, "accuracy", "mcnemar"), flips(two, method = "mcnemar"), verdict(two)$overall,
      power_comparison(two, n = 100, difference = 0.02, method = "mcnemar"),
      rejection_rate(scenario_rates(discordant = c(0.1, 0.2)), n = 50, method = "mcnemar", trials = 10)
    )
  }
  set.seed(1)
  before <- results()
  row <- matched_row(
    "mcnemar", "chi-squared of change", "score", "mcnemar1947", squared = TRUE, form = "clustered_mcnemar"
  )
  local_row("registry_tests", row)
  set.seed(1)
  after <- results()
  expect_identical(lapply(after, numbers_of), lapply(before, numbers_of))
  for (x in list(after[[1]], after[[2]])) {
    expect_identical(unique(x$method), "chi-squared of change")
    expect_identical(unique(x$method.id), "mcnemar")
    expect_output(print(x), "Test: chi-squared of change", fixed = TRUE)
  }
  for (x in after[c(1, 2, 4)]) {
    text <- methods_text(x)
    expect_match(text, "the chi-squared of change test (McNemar 1947)", fixed = TRUE)
    expect_true("mcnemar1947" %in% attr(text, "keys"))
  }
})

# McNemar's test by another name: what is known of the one must come out for the other.
with_new_test <- function(env = parent.frame()) {
  row <- matched_row("change", "test of change", "midp", "fagerland2013", test = "midp", phrase = "test of change")
  local_row("registry_tests", row, env)
}

test_that("a new test of pairs is known to all verbs by its row", {
  with_new_test()
  same <- function(x, y) expect_identical(numbers_of(x), numbers_of(y))
  found <- compare_classifiers(two, "recall", "change")
  same(found, compare_classifiers(two, "recall", "midp"))
  expect_identical(unique(found$method), "test of change")
  expect_identical(unique(found$method.id), "change")
  odds <- function(method) compare_classifiers(two, "accuracy", method, measure = "odds_ratio")
  same(odds("change"), odds("midp"))
  margin <- function(method) compare_classifiers(two, "accuracy", method, margin = 0.02)
  same(margin("change"), margin("midp"))
  same(rank_classifiers(two, method = "change"), rank_classifiers(two, method = "midp"))
  same(flips(two, method = "change"), flips(two, method = "midp"))
  power <- function(method) power_comparison(two, n = c(50, 500), difference = 0.02, method = method)
  same(power("change"), power("midp"))
  expect_identical(power("change")$computed, c("exact", "exact"))
  same(sample_size(two, difference = 0.02, method = "change"), sample_size(two, difference = 0.02, method = "midp"))
  rates <- scenario_rates(discordant = c(0.1, 0.2))
  rejected <- rejection_rate(rates, n = 50, method = c("change", "midp"), trials = 100)
  expect_identical(rejected$rate[1], rejected$rate[2])
  expect_identical(rejected$exact[1], rejected$exact[2])
  expect_false(anyNA(rejected$exact))
  expect_output(print(rejected), "test of change")
  over <- function(test) omnibus_test(two, "recall", over = "classes", method = by_combination("simes", test = test))
  same(over("change"), over("midp"))
  expect_output(print(over("change")), "test of change", fixed = TRUE)
  for (x in list(found, flips(two, method = "change"), power("change"), rank_classifiers(two, method = "change"))) {
    text <- methods_text(x)
    expect_match(text, "the test of change (Fagerland et al. 2013)", fixed = TRUE)
  }
  clustered <- prediction_set(vehicle_cv, truth, c(naive_bayes, svm), id = id)
  refused <- function() compare_classifiers(clustered, "accuracy", "change")
  expect_error(refused(), "method = \"mcnemar\"", class = "verdict_error_clustered")
  expect_error(compare_classifiers(two, "precision", "change"), class = "verdict_error_method")
})

# Recall by another name.
with_new_metric <- function(env = parent.frame()) {
  row <- metric_row(
    "found_share", "share found", "TP / (TP + FN)", "matched", "positive", "right", core = "recall",
    also = c(caught = "share caught")
  )
  local_row("registry_metrics", row, env)
}

test_that("a new metric is known to all verbs by its row", {
  with_new_metric()
  same <- function(x, y) expect_identical(numbers_of(x), numbers_of(y))
  both <- function(verb) same(verb("found_share"), verb("recall"))
  both(function(metric) assess_classifiers(two, metric))
  both(function(metric) assess_classifiers(two, metric, average = "macro"))
  both(function(metric) assess_classifiers(update_prevalence(spam, c(spam = 0.1)), metric))
  for (method in c("midp", "mcnemar", "gee", "wald")) both(function(metric) compare_classifiers(two, metric, method))
  for (method in c("permutation", "bootstrap")) {
    both(function(metric) {
      set.seed(1)
      compare_classifiers(two, metric, method, R = 199)
    })
  }
  both(function(metric) compare_classifiers(two, metric, margin = 0.02))
  both(function(metric) compare_classifiers(two, metric, average = "weighted"))
  both(function(metric) omnibus_test(prediction_set(truth ~ ., satellite), metric))
  both(function(metric) omnibus_test(two, metric, over = "classes"))
  both(function(metric) omnibus_test(spam, c(metric, "specificity"), over = "metrics"))
  both(function(metric) rank_classifiers(two, metric, classes = "red soil"))
  both(function(metric) power_comparison(spam, n = 100, metric, difference = 0.02, classes = "spam"))
  both(function(metric) sample_size(spam, metric, difference = 0.02, classes = "spam"))
  both(function(metric) {
    set.seed(1)
    rejection_rate(spam, n = 100, metric, classes = "spam", method = c("midp", "wald"), trials = 50)
  })
  both(function(metric) verdict(two, metric)$comparison)
  expect_identical(unname(vcov(two, "found_share")), unname(vcov(two, "recall")), ignore_attr = TRUE)
  found <- compare_classifiers(spam, "Caught", classes = "spam")
  expect_output(print(found), "Share caught")
  expect_match(methods_text(compare_classifiers(two, "found_share")), "Share found by class was compared by")
  row <- "| `found_share` | TP / (TP + FN) | each | 0 to 1 | high | `caught` |"
  expect_match(metric_page(), row, fixed = TRUE, all = FALSE)
  expect_error(compare_classifiers(two, "found_shar"), "found_share", class = "verdict_error_metric")
})

test_that("a new interval is known to all verbs by its row", {
  local_row("registry_intervals", interval_row(
    "nearby", "pair", "nearby score", core = "tango", fits = "difference", inverts = "mcnemar", margin = TRUE,
    references = "tango1998"
  ))
  local_row("registry_intervals", proportion_interval_row("beta", "beta", core = "clopper_pearson"))
  same <- function(x, y) expect_identical(numbers_of(x), numbers_of(y))
  both <- function(verb) same(verb("nearby"), verb("tango"))
  both(function(interval) compare_classifiers(two, "accuracy", interval = interval))
  both(function(interval) compare_classifiers(two, "accuracy", interval = interval, margin = 0.02))
  both(function(interval) flips(two))
  compared <- compare_classifiers(two, "recall", interval = "nearby")
  expect_output(print(compared), "Interval: 95%, nearby score", fixed = TRUE)
  expect_match(methods_text(compared), "nearby score (Tango 1998)", fixed = TRUE)
  assessed <- function(interval, ...) assess_classifiers(two, "accuracy", interval = interval, ...)
  same(assessed("beta"), assessed("clopper_pearson"))
  same(assessed("beta", null = 0.8), assessed("clopper_pearson", null = 0.8))
  expect_identical(unique(assessed("beta")$method.id), "single_beta")
  expect_output(print(assessed("beta")), "Interval: 95%, beta", fixed = TRUE)
  expect_error(assess_classifiers(two, "mcc", interval = "beta"), class = "verdict_error_interval")
  expect_error(compare_classifiers(two, "precision", interval = "nearby"), class = "verdict_error_interval")
})

test_that("a new adjustment and a new combination are known to all verbs by their rows", {
  steps <- function(p, i, n) cummax(log(n + 1 - i) + p)
  local_row("registry_adjustments", adjustment_row(
    "down", "Down", "stepping down", margin = TRUE, references = "holm1979", adjust = steps
  ))
  local_row("registry_combinations", combination_row(
    "smallest", "Smallest", "the smallest of them", "simes1986", core = "simes", statistic = "S"
  ))
  same <- function(x, y) expect_identical(numbers_of(x), numbers_of(y))
  both <- function(verb) same(verb("down"), verb("holm"))
  both(function(method) compare_classifiers(two, "recall", p.adjust.method = method))
  both(function(method) compare_classifiers(two, "recall", p.adjust.method = method, margin = 0.05))
  both(function(method) omnibus_test(two, "recall", p.adjust.method = method))
  both(function(method) flips(two, p.adjust.method = method))
  adjusted <- compare_classifiers(two, "recall", p.adjust.method = "down")
  expect_output(print(adjusted), "6 comparisons (Down)", fixed = TRUE)
  expect_match(methods_text(adjusted), "by stepping down (Holm 1979)", fixed = TRUE)
  p <- c(0.01, 0.2, 0.04)
  expect_identical(combine_p(p, "smallest")$p.value, combine_p(p, "simes")$p.value)
  over <- function(method) omnibus_test(two, "recall", over = "classes", method = method)
  same(over("smallest"), over("simes"))
  expect_output(print(over("smallest")), "Smallest, 6 tests", fixed = TRUE)
  expect_match(methods_text(over("smallest")), "the smallest of them (Simes 1986)", fixed = TRUE)
})
