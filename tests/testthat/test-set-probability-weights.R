weight <- c(1, 1, 2, 1, 1, 10, 8, 9, 10, 7, 12, 5.5)
weighted_twelve <- function(...) twelve_set(weights = weight, weights_are = "sampling", ...)

test_that("with sampling weights means and slopes are the survey package's", {
  # svymean, svyglm and svyratio of survey 4.x, svydesign(ids = ~1, weights = ~weight), and ids = ~patient
  x <- weighted_twelve()
  brier <- compare_classifiers(x, "brier", vcov = "cr1")
  expect_equal(brier$estimate, 0.022, tolerance = 1e-9)
  expect_equal(brier$std.error, 0.07755321236, tolerance = 1e-7)
  expect_equal(brier$df, 11)
  by_patient <- compare_classifiers(weighted_twelve(id = twelve$patient), "brier", vcov = "cr1")
  expect_equal(by_patient$std.error, 0.07472363990, tolerance = 1e-7)
  found <- assess_classifiers(x, c("calibration_intercept", "calibration_slope", "observed_expected"))
  a <- found$estimate[found$classifier == "a"]
  expect_equal(a, c(-2.350329366, 1.085908250, 0.2330097087), tolerance = 1e-8)
})

test_that("with sampling weights areas are weighted, and their variance is that of the rows", {
  area <- function(w, score) {
    pairs <- outer(which(twelve$event == 1), which(twelve$event == 0), Vectorize(function(i, j) {
      w[i] * w[j] * c((score[i] > score[j]) + (score[i] == score[j]) / 2, 1)[1]
    }))
    sum(pairs) / (sum(w[twelve$event == 1]) * sum(w[twelve$event == 0]))
  }
  moved <- function(f) {
    vapply(seq_along(weight), function(i) {
      step <- 1e-5 * (seq_along(weight) == i)
      (f(weight + step) - f(weight - step)) / 2e-5
    }, 0)
  }
  u <- moved(function(w) area(w, twelve$a)) - moved(function(w) area(w, twelve$b))
  m <- rep(c(5, 7), c(5, 7))
  part <- weight^2 * u^2 * m / (m - 1)
  share <- weight / rep(c(sum(weight[1:5]), sum(weight[6:12])), c(5, 7))
  df_of <- function(p) {
    q <- p^2 / (1 - p)
    1 / (sum(p^2) + sum(q)^2 - sum(q^2))
  }
  found <- compare_classifiers(weighted_twelve(), "roc_auc")
  expect_equal(found$estimate, area(weight, twelve$b) - area(weight, twelve$a))
  expect_equal(found$std.error, sqrt(sum(part)), tolerance = 1e-7)
  df <- sum(part)^2 / (sum(part[1:5])^2 / df_of(share[1:5]) + sum(part[6:12])^2 / df_of(share[6:12]))
  expect_equal(found$df, df, tolerance = 1e-6)
})

test_that("equal sampling weights are none, whatever their size", {
  plain <- twelve_set()
  equal <- twelve_set(weights = rep(0.3, 12), weights_are = "sampling")
  for (metric in list("roc_auc", "brier", net_benefit(0.5), sensitivity_at(0.75), "average_precision")) {
    columns <- c("estimate", "std.error", "df", "p.value")
    expect_equal(
      as.data.frame(compare_classifiers(equal, metric))[columns],
      as.data.frame(compare_classifiers(plain, metric))[columns], ignore_attr = TRUE
    )
  }
  cr0 <- compare_classifiers(equal, "brier", vcov = "cr0")
  expect_equal(cr0$std.error^2, compare_classifiers(plain, "brier")$std.error^2 * 11 / 12)
  set.seed(2)
  p <- matrix(stats::rexp(180), 60)
  p <- structure(p / rowSums(p), dimnames = list(NULL, c("u", "v", "w")))
  truth <- factor(rep(c("u", "v", "w"), c(30, 20, 10)))
  plain <- probability_set(truth, a = p, b = p[60:1, ])
  equal <- probability_set(truth, a = p, b = p[60:1, ], weights = rep(2.5, 60), weights_are = "sampling")
  for (metric in c("hand_till", "brier")) {
    columns <- c("estimate", "std.error", "df")
    expect_equal(
      as.data.frame(compare_classifiers(equal, metric))[columns],
      as.data.frame(compare_classifiers(plain, metric))[columns], ignore_attr = TRUE
    )
  }
  expect_output(print(equal), "worth 60 of equal weight. Weighted shares:\\s+50.0% u")
  expect_identical(set_units(equal["a"])$n, 60)
})

test_that("rows with sampling weights keep them as labels, in groups and as units", {
  x <- weighted_twelve()
  expect_output(print(x), "12 rows, with weights of sampling, worth 8 of equal weight")
  labels <- as_prediction_set(x)
  expect_equal(labels$sampled, sum(weight)^2 / sum(weight^2))
  groups <- weighted_twelve(by = rep(c("u", "v"), 6))
  one <- group_sets(groups)[[1]]
  expect_equal(one$sampled, sum(weight[c(TRUE, FALSE)])^2 / sum(weight[c(TRUE, FALSE)]^2))
  set.seed(1)
  drawn <- compare_classifiers(x, "brier", method = by_bootstrap(R = 199))
  expect_equal(drawn$estimate, 0.022)
  expect_output(print(decision_curve(x, c(0.2, 0.5))), "share of events 0.0889")
})

test_that("a row that outweighs all others leaves one degree of freedom", {
  x <- twelve_set(weights = c(1e12, rep(1, 11)), weights_are = "sampling")
  expect_equal(compare_classifiers(x, "brier")$df, 1, tolerance = 1e-6)
})

test_that("what is of counts is refused with sampling weights", {
  x <- weighted_twelve()
  expect_error(compare_classifiers(x, "brier", method = "sign"), class = "verdict_error_weights")
  expect_error(assess_calibration(x), class = "verdict_error_weights")
  expect_error(operating_points(x, specificity = 0.9), class = "verdict_error_weights")
  expect_error(score_curve(x), class = "verdict_error_weights")
  expect_error(assess_classifiers(x, interval = "newcombe"), class = "verdict_error_argument")
  expect_error(assess_classifiers(x, net_benefit(0.5, prevalence = 0.1)), class = "verdict_error")
  expect_error(twelve_set(weights_are = "sampling"), class = "verdict_error_weights")
  expect_error(twelve_set(weights = weight), class = "verdict_error_weights")
  expect_error(compare_classifiers(weighted_twelve(na = "partial"), "brier", method = "sign"), "sampling weights")
  one <- probability_set(1, a = 0.5, weights = 2.5, weights_are = "sampling", positive = "1")
  expect_true(is.na(assess_classifiers(one, "brier")$std.error))
})

test_that("classifiers of a sample may lack rows: each is weighted by its own", {
  columns <- c("estimate", "std.error", "df", "p.value", "conf.low")
  metrics <- c("roc_auc", "brier", "average_precision")
  of <- function(x) as.list(compare_classifiers(x, metrics, p.adjust.method = "none")[columns])
  expect_equal(of(weighted_twelve(na = "partial")), of(weighted_twelve()))
  w <- c(2, 1, 5, 1, 3, 1, 4, 1, 2, 1, 1, 6)
  p <- cbind(a = replace(twelve$a, c(2, 9), NA), b = replace(twelve$b, 5, NA))
  x <- probability_set(twelve$event, p, weights = w, weights_are = "sampling", na = "partial")
  # CR2 of each mean, every row a cluster: nothing where a row is lacking
  part <- apply((p - twelve$event)^2, 2, function(loss) {
    share <- ifelse(is.na(loss), 0, w) / sum(w[!is.na(loss)])
    ifelse(is.na(loss), 0, share * (loss - sum(share * loss, na.rm = TRUE)) / sqrt(1 - share))
  })
  pair <- compare_classifiers(x, "brier")
  expect_equal(pair$std.error, sqrt(sum((part[, "b"] - part[, "a"])^2)))
  expect_equal(unname(diag(vcov(x, "brier"))), unname(colSums(part^2)), ignore_attr = TRUE)
  expect_equal(vcov(x[c("b", "a")], "brier")[2:1, 2:1], vcov(x, "brier"), ignore_attr = TRUE)
  expect_output(print(x), "worth 8 of equal weight: a has 10 and b has\\s+11")
  set.seed(1)
  drawn <- compare_classifiers(x, "brier", method = by_bootstrap(R = 999))
  expect_equal(drawn$p.value, pair$p.value, tolerance = 0.15)
  half <- rep(c("u", "v"), 6)
  grouped <- probability_set(twelve$event, p, weights = w, weights_are = "sampling", na = "partial", by = half)
  at <- half == "u"
  one <- probability_set(twelve$event[at], p[at, ], weights = w[at], weights_are = "sampling", na = "partial")
  found <- group_sets(grouped)[[1]]
  expect_equal(found$sampled, sum(w[at])^2 / sum(w[at]^2))
  expect_equal(compare_classifiers(found, "brier"), compare_classifiers(one, "brier"))
})

test_that("weights whose squares are no numbers are refused", {
  for (given in c(1e300, 1e-300)) {
    expect_error(probability_set(twelve$event, twelve["a"], weights = rep(given, 12)), class = "verdict_error_weights")
  }
})
