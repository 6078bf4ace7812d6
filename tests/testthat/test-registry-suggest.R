# Every metric, class and average: the value against yardstick and exact arithmetic, the
# standard error against derivatives taken numerically at 50 digits (data-raw/fixtures).

confusion_set <- function(name) {
  cells <- read_fixture("confusions.csv")
  cells <- cells[cells$set == name, ]
  as_prediction_set(xtabs(count ~ truth + model, stats::setNames(
    cells, c("set", "truth", "model", "count")
  )))
}

labelled_set <- function(name) {
  if (name == "multiclass") {
    return(prediction_set(truth ~ bayes + forest + tree, read_fixture("multiclass.csv")))
  }
  rows <- read_fixture("clusters.csv")
  prediction_set(truth ~ bayes + forest + tree, rows[rows$set == name, ], id = id)
}

fixture_sets <- function() {
  counted <- c("two_class_example", "hpc_cv")
  labelled <- c("multiclass", "repeats", "patients")
  stats::setNames(
    c(lapply(counted, confusion_set), lapply(labelled, labelled_set)), c(counted, labelled)
  )
}

# Metrics over all classes come one-vs-rest only when classes are named.
overall_metrics <- c("accuracy", "error", "kap", "kap_linear", "kap_quadratic", "mcc")

# All metrics of `expected`, in as few calls as their arguments allow.
ask_all <- function(set, expected, verb) {
  expected$one_vs_rest <- expected$metric %in% overall_metrics & !is.na(expected$class)
  asked <- split(expected, expected[c("average", "beta", "one_vs_rest")], drop = TRUE)
  rows <- lapply(asked, function(ask) {
    # The reference has weighted kappas in the order of the alphabet.
    found <- suppressWarnings(verb(
      set, unique(ask$metric),
      average = ask$average[1], beta = ask$beta[1],
      classes = if (ask$one_vs_rest[1]) set$classes
    ), classes = "verdict_warning_order")
    expect_sound(found, paste(ask$metric, ask$average)[1])
    cbind(as.data.frame(found), beta = ask$beta[1])
  })
  do.call(rbind, rows)
}

key_of <- function(x, columns) do.call(paste, x[columns])

test_that("metrics and their standard errors agree with exact arithmetic", {
  exact <- read_fixture("metrics-exact.csv")
  keys <- c("metric", "average", "beta", "class", "classifier")
  sets <- fixture_sets()
  for (name in names(sets)) {
    expected <- exact[exact$set == name, ]
    rows <- ask_all(sets[[name]], expected, assess_classifiers)
    at <- match(key_of(expected, keys), key_of(rows, keys))
    labels <- key_of(expected, keys)
    expect(!anyNA(at), paste(name, "lacks", toString(labels[is.na(at)])))
    expect_values(
      stats::setNames(rows$estimate[at], labels), stats::setNames(expected$estimate, labels),
      paste(name, "estimate")
    )
    inner <- which(is.na(expected$se) | expected$se > 1e-15)
    expect_values(
      stats::setNames(rows$std.error[at], labels)[inner],
      stats::setNames(expected$se, labels)[inner], paste(name, "standard error")
    )
  }
})

test_that("metrics agree with yardstick on its own reference cases", {
  peers <- read_fixture("metrics-peers.csv")
  keys <- c("metric", "average", "beta", "class")
  for (name in unique(peers$set)) {
    expected <- peers[peers$set == name, ]
    rows <- ask_all(confusion_set(name), expected, assess_classifiers)
    found <- rows$estimate[match(key_of(expected, keys), key_of(rows, keys))]
    labels <- key_of(expected, keys)
    expect_values(
      stats::setNames(found, labels), stats::setNames(expected$value, labels), name,
      tolerance = 1e-12
    )
  }
})

test_that("differences and ratios of every metric have the right standard error", {
  exact <- read_fixture("metric-pairs-exact.csv")
  keys <- c("metric", "average", "beta", "class", "classifier", "reference")
  for (name in c("multiclass", "repeats", "patients")) {
    set <- labelled_set(name)
    for (measure in c("difference", "ratio", "odds_ratio")) {
      expected <- exact[exact$set == name, ]
      expected$se <- expected[[paste0(gsub(" ", "_", measure), "_se")]]
      if (measure == "odds_ratio") {
        expected <- expected[registry_metrics[expected$metric, "upper"] == 1, ]
      }
      # ratios are for metrics that cannot be negative
      if (measure != "difference") {
        signed <- registry_metrics$metric[registry_metrics$lower < 0]
        expected <- expected[!expected$metric %in% signed, ]
      }
      verb <- function(...) {
        compare_classifiers(..., method = "wald", measure = measure, interval = "wald", p.adjust.method = "none")
      }
      rows <- ask_all(set, expected, verb)
      expected <- expected[!is.na(expected$se) & expected$se > 1e-15, ]
      at <- match(key_of(expected, keys), key_of(rows, keys))
      labels <- key_of(expected, keys)
      expect_values(
        stats::setNames(rows$std.error[at], labels), stats::setNames(expected$se, labels),
        paste(name, measure)
      )
    }
  }
})

test_that("published constants: macro F1 and MCC of hpc_cv (scikit-learn)", {
  set <- confusion_set("hpc_cv")
  expect_equal(assess_classifiers(set, "f_meas", "macro")$estimate, 0.570451, tolerance = 1e-6)
  expect_equal(assess_classifiers(set, "mcc")$estimate, 0.515308, tolerance = 1e-6)
})

test_that("covariances across classes and metrics are those of what is made from them", {
  for (name in c("multiclass", "patients")) {
    set <- labelled_set(name)
    for (classifier in c("bayes", "forest")) {
      of <- function(metric, ...) {
        v <- vcov(set, metric, ...)
        mine <- grepl(paste0(":", classifier, "$"), rownames(v))
        v[mine, mine]
      }
      se <- function(...) {
        rows <- assess_classifiers(set, ...)
        rows$std.error[rows$classifier == classifier]
      }
      recalls <- of("recall")
      expect_equal(sqrt(sum(recalls)) / nrow(recalls), se("recall", average = "macro"))
      class <- set$classes[2]
      both <- of(c("recall", "specificity"), classes = class)
      expect_equal(sqrt(sum(both)) / 2, se("bal_accuracy", classes = class))
      opposite <- of(c("accuracy", "error"))
      expect_equal(unname(opposite[1, 2]), -unname(opposite[1, 1]))
    }
  }
})

test_that("one huge cell costs kappa and Matthews correlation no digits", {
  for (many in 10^c(3, 12, 15)) {
    counts <- array(0, c(2, 2, 2), list(truth = c("n", "p"), a = c("n", "p"), b = c("n", "p")))
    counts["p", "p", "p"] <- 2
    counts["n", "p", "p"] <- counts["p", "n", "n"] <- 1
    counts["n", "n", "n"] <- many
    rows <- assess_classifiers(as_prediction_set(as.table(counts)), c("kap", "mcc"))
    expect_equal(rows$estimate, rep((2 * many - 1) / (3 * (many + 1)), 4), tolerance = 1e-14)
  }
})

test_that("metrics keep the user's word for them", {
  asked <- c(
    "ppv", "precision", "sensitivity", "Spec", "NPV", "fall_out", "miss-rate", "error rate", "kappa", "f1", "youden"
  )
  found <- match_metric(asked)
  expect_identical(
    found$metric,
    c("precision", "recall", "specificity", "npv", "fpr", "fnr", "error", "kap", "f_meas", "j_index")
  )
  expect_identical(found$asked, c(
    "ppv", "sensitivity", "Spec", "npv", "fall_out", "miss-rate", "error rate", "kappa", "f1", "youden"
  ))
  expect_identical(found$label, c(
    "positive predictive value", "sensitivity", "specificity", "negative predictive value", "fall-out",
    "miss rate", "error rate", "Cohen's kappa", "F measure", "Youden's J"
  ))
  expect_identical(match_metric("recall")$label, "recall")
  expect_identical(match_metric(c("precision", "ppv"))$asked, "precision")
  expect_identical(anyDuplicated(plain_metric(c(registry_metrics$metric, metric_synonyms()$synonym))), 0L)
  for (wrong in c("", "\xff", "prec", "precision ")) {
    expect_error(match_metric(wrong), class = "verdict_error_metric")
  }
})

test_that("yardstick's names are known", {
  names <- c(
    "accuracy", "bal_accuracy", "detection_prevalence", "f_meas", "fall_out", "j_index", "kap", "mcc",
    "miss_rate", "npv", "ppv", "precision", "recall", "sens", "sensitivity", "spec", "specificity"
  )
  expect_no_error(match_metric(names))
})

# tp, fn, fp, tn of class "b", for one classifier beside a perfect one
odds_set <- function(tp, fn, fp, tn) {
  d <- data.frame(t = rep(c("b", "b", "a", "a"), c(tp, fn, fp, tn)), m = rep(c("b", "a", "b", "a"), c(tp, fn, fp, tn)))
  d$exact <- d$t
  prediction_set(t ~ m + exact, d, levels = c("a", "b"))
}

test_that("likelihood ratios and the diagnostic odds ratio have the textbook's intervals", {
  # Simel, Samsa and Matchar (1991): the logarithm's variance 1/TP - 1/P + 1/FP - 1/Q; Woolf's for the odds ratio
  x <- odds_set(37, 6, 12, 80)
  found <- assess_classifiers(x, c("lr_plus", "lr_minus", "dor"), classes = "b")[c(1, 3, 5), ]
  value <- c(37 / 43 / (12 / 92), 6 / 43 / (80 / 92), 37 * 80 / (6 * 12))
  se <- sqrt(c(1 / 37 - 1 / 43 + 1 / 12 - 1 / 92, 1 / 6 - 1 / 43 + 1 / 80 - 1 / 92, 1 / 37 + 1 / 6 + 1 / 12 + 1 / 80))
  expect_equal(found$estimate, value)
  expect_equal(found$conf.low, value * exp(-qnorm(0.975) * se))
  expect_equal(found$conf.high, value * exp(qnorm(0.975) * se))
  expect_identical(found$method, rep("log", 3))
  required <- assess_classifiers(x, "lr+", classes = "b", null = 5, alternative = "greater")[1, ]
  expect_equal(required$p.value, pnorm(log(value[1] / 5) / se[1], lower.tail = FALSE))
  expect_identical(assess_classifiers(x, "lr+", classes = "b", interval = "delta")$method[1], "delta method")
  expect_identical(assess_classifiers(x, "roc_dist", classes = "b", interval = "log")$method[1], "log")
})

test_that("ratios with nothing to divide by are infinite or say why they are not there", {
  of <- function(..., metric = c("lr_plus", "lr_minus", "dor")) {
    found <- assess_classifiers(odds_set(...), metric, classes = "b")
    found[found$classifier == "m", ]
  }
  no_false_alarm <- of(5, 5, 0, 10)
  expect_identical(no_false_alarm$estimate, c(Inf, 0.5, Inf))
  expect_true(all(is.na(no_false_alarm$std.error[c(1, 3)]) & is.na(no_false_alarm$conf.low[c(1, 3)])))
  expect_match(no_false_alarm$note[c(1, 3)], "infinite")
  expect_match(of(5, 0, 5, 10)$note[2], "is 0: no interval")
  expect_match(of(0, 5, 0, 10)$note[c(1, 3)], "never predicted by m")
  expect_match(of(5, 0, 10, 0)$note[c(2, 3)], "predicted for every row by m")
  expect_match(of(0, 0, 4, 10)$note, "absent from truth")
  expect_match(of(4, 4, 0, 0)$note, "no row outside")
  expect_match(of(0, 5, 0, 10, metric = "sedi")$note, "never predicted")
  expect_identical(of(5, 5, 0, 10, metric = "sedi")$estimate, 1)
})

test_that("a comparison with an infinite ratio says so in every verb", {
  x <- odds_set(30, 10, 5, 40)
  found <- compare_classifiers(x, c("lr_plus", "lr_minus"), classes = "b")
  expect_identical(found$estimate, c(Inf, 0))
  expect_true(all(is.na(found$p.value) & is.na(found$conf.low)))
  expect_match(
    found$note,
    "positive likelihood ratio of exact is infinite|negative likelihood ratio of exact is 0: infinite log ratio"
  )
  expect_match(compare_classifiers(x, "lr_plus", measure = "difference", classes = "b")$note, "infinite")
  expect_match(omnibus_test(x, "lr_plus", classes = "b")$note, "infinite")
  expect_match(rank_classifiers(x, "lr_plus", classes = "b")$note[1], "infinite")
  v <- verdict(x, "lr_plus", classes = "b")
  expect_match(paste(capture.output(print(v)), collapse = " "), "infinite")
  expect_true(is.na(omnibus_test(x, "dor", over = "classes")$p.value))
  set.seed(1)
  expect_true(all(is.na(compare_classifiers(x, "dor", method = "bootstrap", R = 99, classes = "b")$p.value)))
  both <- x
  both$patterns[, 2] <- both$patterns[, 3]
  expect_identical(compare_classifiers(both, "lr+", classes = "b")$estimate, NA_real_)
  at <- assess_classifiers(update_prevalence(x), "lr_plus", average = "weighted")
  expect_identical(at$estimate[2], Inf)
})

test_that("an unknown metric is told what there is, by any of its names a known one is found", {
  expect_identical(
    match_metric(c("LR+", "lr-", "PLR", "Diagnostic odds ratio", "QWK"))$metric,
    c("lr_plus", "lr_minus", "dor", "kap_quadratic")
  )
  expect_identical(match_metric("fall-out")$metric, "fpr")
  expect_error(match_metric("sharpe"), "custom_metric", class = "verdict_error_metric")
})

test_that("the help page has a row for each metric", {
  page <- metric_page()
  expect_length(page, nrow(registry_metrics) + 2)
  expect_false(anyNA(registry_metrics$formula))
  expect_match(page[grepl("`lr_minus`", page)], "`lr-`, `nlr`", fixed = TRUE)
})

test_that("likelihood ratios of independent sets are compared by their ratio", {
  sets <- list(odds_set(37, 6, 12, 80), odds_set(30, 13, 12, 80))
  found <- compare_independent(sets[[1]], sets[[2]], "lr_plus", pairs = "same", classes = "b")
  one <- found[found$classifier == "m (x)", ]
  expect_identical(one$measure, "ratio")
  expect_equal(one$estimate, 37 / 30)
  expect_equal(one$std.error, sqrt(1 / 37 - 1 / 43 + 1 / 30 - 1 / 43 + 2 * (1 / 12 - 1 / 92)))
})

test_that("what fairness calls the share of positive calls is known, and so is the event of probabilities", {
  x <- prediction_set(truth ~ naive_bayes + tree, spam_filters, positive = "spam")
  share <- unname(colMeans(spam_filters[c("naive_bayes", "tree")] == "spam"))
  for (name in c("positive_rate", "selection_rate")) expect_equal(assess_classifiers(x, name)$estimate, share)
  meant <- function(set) expect_error(set, "Did you mean `positive`", class = "verdict_error_argument")
  meant(probability_set(event ~ a + b, twelve, event = "1"))
  meant(probability_set(twelve$event, a = twelve$a, event = "1"))
})
