# Joint tests of several metrics, against DTComPair 1.2.6 on its data Paired1 and against
# derivatives taken in the test from the cells of the table.

paired1 <- function() {
  part <- function(both, second, first, neither, d) {
    times <- c(both, second, first, neither)
    data.frame(d = d, y1 = rep(c(1, 0, 1, 0), times), y2 = rep(c(1, 1, 0, 0), times))
  }
  rbind(part(319, 22, 78, 32, 1), part(31, 22, 53, 155, 0))
}

over_metrics_of <- function(x, metric = NULL, ...) omnibus_test(x, metric, over = "metrics", ...)

of_shares <- function(x, ...) omnibus_test(x, "detection_prevalence", over = "classes", ...)

paired_set <- function() prediction_set(d ~ y2 + y1, paired1(), positive = "1")

several_classes <- function() prediction_set(truth ~ bayes + forest + tree, read_fixture("multiclass.csv"))

test_that("sensitivity and specificity are McNemar's statistics, added", {
  # DTComPair: sesp.gen.mcnemar() 44.1733, p 2.55789389669303e-10
  found <- over_metrics_of(paired_set())
  expect_equal(found$statistic, 31.36 + 961 / 75, tolerance = 1e-12)
  expect_identical(c(found$df, nrow(found)), c(2, 1))
  expect_equal(found$p.value, 2.55789389669303e-10, tolerance = 1e-6)
  expect_identical(found$metric, "sensitivity, specificity")
  expect_identical(found$classifier, "y2, y1")
  expect_equal(over_metrics_of(paired_set(), c("fnr", "fpr"))$statistic, found$statistic)
})

test_that("predictive values are those of Moskowitz and Pepe, likelihood ratios of Gu and Pepe", {
  # DTComPair: pv.rpv()
  gap <- log(c(1.0486069378204554, 0.853640336851082))
  sigma <- matrix(c(0.000396506537207282, 0.000402457780975869, 0.000402457780975869, 0.001431622334244656), 2)
  found <- over_metrics_of(paired_set(), c("ppv", "npv"))
  expect_equal(found$statistic, drop(gap %*% solve(sigma, gap)), tolerance = 1e-12)
  expect_equal(found$log.p.value, pchisq(found$statistic, 2, lower.tail = FALSE, log.p = TRUE))
  # DTComPair: dlr.regtest(), of the first test over the second
  turned <- prediction_set(d ~ y1 + y2, paired1(), positive = "1")
  single <- compare_classifiers(turned, c("LR+", "LR-"), reference = "y2")
  expect_equal(single$estimate, c(0.734569194246662, 0.576887519260368), tolerance = 1e-13)
  expect_equal(single$std.error, c(0.132608593613874, 0.137376033544841), tolerance = 1e-12)
  expect_equal(single$p.value, c(0.0200091015152403, 6.21762651682127e-05), tolerance = 1e-10)
  expect_equal(single$conf.low, c(0.566442814203333, 0.440713598866189), tolerance = 1e-10)
})

# log LR+ and LR- of both tests as functions of the eight cells, by the delta method.
naive_likelihood_ratios <- function() {
  rows <- paired1()
  cells <- interaction(rows$d, rows$y1, rows$y2)
  n <- as.vector(table(cells))
  key <- do.call(rbind, strsplit(levels(cells), ".", fixed = TRUE))
  gap <- function(n) {
    ratio <- function(test) {
      hit <- function(d, y) sum(n[key[, 1] == d & key[, test] == y]) / sum(n[key[, 1] == d])
      log(c(hit("1", "1") / hit("0", "1"), hit("1", "0") / hit("0", "0")))
    }
    ratio(3) - ratio(2)
  }
  slope <- vapply(seq_along(n), function(i) {
    h <- replace(numeric(8), i, 1e-3 * n[i])
    (gap(n - 2 * h) - 8 * gap(n - h) + 8 * gap(n + h) - gap(n + 2 * h)) / (12 * 1e-3 * n[i])
  }, double(2))
  V <- slope %*% (n * t(slope))
  drop(gap(n) %*% solve(V, gap(n)))
}

test_that("likelihood ratios are tested together (Roldan Nofuentes and Luna del Castillo)", {
  found <- over_metrics_of(paired_set(), c("LR+", "LR-"))
  expect_equal(found$statistic, naive_likelihood_ratios(), tolerance = 1e-8)
  expect_identical(found$df, 2)
  expect_match(found$method, "log ratios")
})

test_that("any metrics, averages and classifiers are tested with their joint covariance", {
  set <- several_classes()
  class <- set$classes[2]
  V <- vcov(set, c("recall", "mcc"), classes = class)
  L <- rbind(c(-1, 1, 0, 0, 0, 0), c(-1, 0, 1, 0, 0, 0), c(0, 0, 0, -1, 1, 0), c(0, 0, 0, -1, 0, 1))
  gap <- L %*% attr(V, "estimate")
  found <- over_metrics_of(set, c("recall", "mcc"), classes = class)
  expect_equal(found$statistic, drop(t(gap) %*% solve(L %*% unclass(V) %*% t(L), gap)), tolerance = 1e-9)
  expect_identical(found$df, 4)
  pairs <- over_metrics_of(set, c("recall", "mcc"), classes = class, pairs = TRUE)
  expect_identical(pairs$classifier, c("bayes, forest", "bayes, tree", "forest, tree"))
  expect_equal(
    pairs$statistic[2], over_metrics_of(set[c("bayes", "tree")], c("recall", "mcc"), classes = class)$statistic
  )
  expect_equal(pairs$adj.p.value, p.adjust(pairs$p.value, "holm"))
  macro <- over_metrics_of(set, c("ppv", "recall"), average = "macro", measure = "odds ratio")
  expect_match(macro$method, "odds ratios")
  mixed <- over_metrics_of(set, c("ppv", "recall"))
  expect_match(mixed$method[1], "ratios and differences")
  expect_identical(nrow(mixed), length(set$classes))
  # One metric more that says the same adds no degree of freedom.
  same <- omnibus_test(set[c("bayes", "tree")], c("recall", "fnr"), over = "metrics", method = "wald", classes = class)
  two <- prediction_set(truth ~ bayes + tree, read_fixture("multiclass.csv"))
  one <- omnibus_test(two, "recall", method = "wald", classes = class)
  expect_identical(same$df, 1)
  expect_equal(same$statistic, one$statistic, tolerance = 1e-9)
})

test_that("repeated observations, prevalences and other evidence are tested", {
  rows <- read_fixture("clusters.csv")
  rows <- rows[rows$set == "patients", ]
  set <- prediction_set(truth ~ bayes + forest, rows, id = id)
  class <- set$classes[1]
  found <- over_metrics_of(set, classes = class)
  expect_identical(found$method, "joint Wald")
  mine <- rows$truth == class
  part <- function(name) {
    hit <- rows[[name]] == class
    cbind((hit - mean(hit[mine])) * mine / sum(mine), -(hit - mean(hit[!mine])) * (!mine) / sum(!mine))
  }
  u <- rowsum(part("forest") - part("bayes"), rows$id)
  hit <- lapply(c("forest", "bayes"), function(name) rows[[name]] == class)
  gap <- c(mean(hit[[1]][mine]) - mean(hit[[2]][mine]), mean(!hit[[1]][!mine]) - mean(!hit[[2]][!mine]))
  expect_equal(found$statistic, drop(gap %*% solve(crossprod(u), gap)), tolerance = 1e-10)
  expect_identical(over_metrics_of(update_prevalence(several_classes()))$df[1], 4)
  estimates <- estimate_set(
    data.frame(metric = rep(c("f", "g"), each = 2), classifier = c("a", "b"), estimate = c(1, 2, 3, 5)), diag(4),
    better = "high"
  )
  expect_equal(over_metrics_of(estimates, c("f", "g"))$statistic, 1 / 2 + 4 / 2)
})

test_that("what cannot be tested says why", {
  d <- data.frame(
    t = rep(c("a", "b"), c(20, 30)), m = rep(c("a", "b"), c(20, 30)),
    k = rep(c("a", "b", "a", "b"), c(15, 5, 3, 27)), z = "a"
  )
  set <- prediction_set(t ~ m + k + z, d)
  of <- function(..., who = c("m", "k")) omnibus_test(set[who], ..., over = "metrics", classes = "a")
  expect_match(of(c("LR+", "LR-"))$note, "infinite")
  expect_match(of(c("recall", "npv"), measure = "odds ratio")$note, "is 0 or 1: infinite log")
  expect_match(of(c("ppv", "npv"), who = c("k", "z"))$note, "predicted for every row by z")
  set$patterns[, 4] <- set$patterns[, 3]
  expect_match(of(who = c("k", "z"))$note, "no discordant rows")
  expect_match(of(method = "wald", who = c("k", "z"))$note, "identical predictions")
  # Equal where the class is true, different elsewhere: one degree of freedom.
  e <- data.frame(
    t = rep(c("a", "b"), c(10, 20)), m = rep(c("a", "b", "a", "b"), c(8, 2, 5, 15)), k = rep(c("a", "b"), c(8, 22))
  )
  half <- over_metrics_of(prediction_set(t ~ m + k, e), classes = "a")
  expect_equal(c(half$statistic, half$df), c(5, 1))
  expect_match(half$note, "no difference in sensitivity")
  wald <- over_metrics_of(prediction_set(t ~ m + k, e), c("recall", "spec"), method = "wald", classes = "a")
  expect_identical(wald$df, 1)
  expect_match(wald$note, "no difference in recall")
  f <- transform(e, k = t, m = ifelse(t == "a", "b", "a"))
  expect_match(over_metrics_of(prediction_set(t ~ m + k, f), method = "wald", classes = "a")$note, "zero variance")
  expect_match(over_metrics_of(prediction_set(t ~ m + k, e, id = rep(1, 30)), classes = "a")$note, "one cluster")
  g <- over_metrics_of(prediction_set(t ~ m + k, e, levels = c("a", "b", "c")), classes = "c")
  expect_match(g$note, "absent from truth")
})

test_that("of two classes there is one test", {
  two <- prediction_set(d ~ y2 + y1, paired1())
  for (metric in list(c("sens", "spec"), c("ppv", "npv"), c("LR+", "LR-"))) {
    found <- over_metrics_of(two, metric)
    expect_identical(found$class, "0")
    expect_equal(found$statistic, over_metrics_of(paired_set(), metric)$statistic, tolerance = 1e-9)
    expect_equal(over_metrics_of(two, metric, classes = "1")$statistic, found$statistic, tolerance = 1e-9)
  }
  expect_identical(nrow(over_metrics_of(two, c("recall", "ppv"))), 2L)
})

test_that("arguments are checked", {
  set <- several_classes()
  expect_error(omnibus_test(1, over = "metrics"), class = "verdict_error_set")
  expect_error(over_metrics_of(set, "recall"), "two or more metrics", class = "verdict_error_metric")
  expect_error(over_metrics_of(set, c("recall", "accuracy")), "not of the same classes", class = "verdict_error_metric")
  expect_error(over_metrics_of(set, c("recall", "prevalence")), "property of the truth", class = "verdict_error_metric")
  expect_error(over_metrics_of(set, method = "mcnemar"), "for two classifiers", class = "verdict_error_method")
  expect_error(
    over_metrics_of(set, method = "mcnemar", pairs = TRUE, measure = "ratio"),
    "scale of a Wald", class = "verdict_error_measure"
  )
  expect_error(over_metrics_of(set, method = "z"), "`method`", class = "verdict_error_argument")
  expect_error(
    over_metrics_of(set, c("mcc", "recall"), classes = "ant", measure = "ratio"),
    "can be negative", class = "verdict_error_measure"
  )
  expect_error(over_metrics_of(set, pairs = NA), "pairs", class = "verdict_error_argument")
  expect_error(over_metrics_of(set, foo = 1), "foo", class = "verdict_error_argument")
  expect_error(
    over_metrics_of(prediction_set(truth ~ bayes, read_fixture("multiclass.csv"))), class = "verdict_error_classifier"
  )
})

test_that("it is printed, said and drawn, pair by pair too", {
  set <- several_classes()
  expect_output(
    print(over_metrics_of(paired_set())), "Sensitivity and specificity by class: are y2 and y1 equal?", fixed = TRUE
  )
  pairs <- over_metrics_of(set, pairs = TRUE, classes = set$classes[1:2])
  expect_output(print(pairs), "classifiers")
  expect_match(
    paste(capture.output(print(summary(pairs))), collapse = " "), "bayes, forest: (they differ|no difference)"
  )
  many <- prediction_set(truth ~ ., satellite)
  expect_match(
    paste(capture.output(print(summary(of_shares(many, pairs = TRUE)))), collapse = " "),
    "naive_bayes, svm: a difference is shown"
  )
  five <- cbind(satellite, again = satellite$svm, third = satellite$tree)
  expect_match(
    paste(capture.output(print(summary(of_shares(prediction_set(truth ~ ., five), pairs = TRUE)))), collapse = " "),
    "of 15 pairs differ, most clearly"
  )
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(pairs), "ggplot")
})

test_that("a pair without a test stands among those that have one", {
  set.seed(1)
  event <- rbinom(60, 1, 0.4)
  p <- matrix(runif(120), 60)
  set <- probability_set(event, a = p[, 1], b = p[, 1], c = p[, 2])
  found <- omnibus_test(set, c("roc_auc", "brier"), over = "metrics", pairs = TRUE)
  expect_identical(is.na(found$p.value), c(TRUE, FALSE, FALSE))
  expect_identical(is.na(found$note), c(FALSE, TRUE, TRUE))
})
