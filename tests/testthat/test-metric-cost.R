# The expected cost against sums over the rows.

costed <- function() read_fixture("multiclass.csv")

cost_set <- function() prediction_set(truth ~ bayes + forest + tree, costed())

some_costs <- function(classes) {
  k <- length(classes)
  matrix(seq_len(k^2)^1.5 %% 7 - (row(diag(k)) == col(diag(k))), k, dimnames = list(classes, classes))
}

test_that("it is the mean of the costs of the rows, with a mean's standard error and paired t", {
  set <- cost_set()
  costs <- some_costs(set$classes)
  rows <- costed()
  paid <- vapply(c("bayes", "forest", "tree"), FUN.VALUE = double(nrow(rows)), function(name) {
    costs[cbind(rows$truth, rows[[name]])]
  })
  n <- nrow(rows)
  found <- assess_classifiers(set, expected_cost(costs))
  expect_equal(found$estimate, unname(colMeans(paid)), tolerance = 1e-14)
  expect_equal(found$std.error, unname(apply(paid, 2, sd)) / sqrt(n), tolerance = 1e-12)
  pair <- compare_classifiers(set, expected_cost(costs), reference = "bayes")
  gap <- paid[, 2:3] - paid[, 1]
  expect_equal(pair$estimate, unname(colMeans(gap)), tolerance = 1e-13)
  expect_equal(pair$std.error, unname(apply(gap, 2, sd)) / sqrt(n), tolerance = 1e-12)
  expect_equal(pair$p.value, unname(apply(gap, 2, function(gap) t.test(gap)$p.value)), tolerance = 1e-10)
  alone <- unname(apply(paid, 2, function(paid) t.test(paid)$conf.int))
  expect_equal(rbind(found$conf.low, found$conf.high), alone, tolerance = 1e-12)
  joint <- vcov(set, list(expected_cost(costs), "accuracy"))
  right <- vapply(c("bayes", "forest", "tree"), function(name) rows$truth == rows[[name]], logical(n))
  expect_equal(unname(joint[1:3, 1:3]), unname(cov(paid)) / n, tolerance = 1e-12)
  expect_equal(unname(joint[1:3, 4:6]), unname(cov(paid, right)) / n * sqrt((n - 1) / n), tolerance = 1e-12)
})

test_that("of whole costs the sum is exact", {
  set.seed(2)
  label <- function() sample(500, 3000, replace = TRUE)
  d <- data.frame(t = label(), m = label(), k = label())
  set <- prediction_set(t ~ m + k, d, levels = 1:500)
  gap <- sum(d$k != d$t) - sum(d$m != d$t)
  expect_equal(compare_classifiers(set, expected_cost(1 - diag(500)))$estimate, gap / 3000, tolerance = 1e-10)
  found <- assess_classifiers(set, expected_cost(1 - diag(500)))$estimate
  expect_identical(found, c(sum(d$m != d$t), sum(d$k != d$t)) / 3000)
})

test_that("names decide, not the order; without names it is that of the classes", {
  set <- cost_set()
  costs <- some_costs(set$classes)
  other <- rev(seq_along(set$classes))
  value <- function(costs) assess_classifiers(set, expected_cost(costs))$estimate
  expect_identical(value(costs[other, ]), value(costs))
  expect_identical(value(unname(costs)), value(costs))
  expect_identical(value(as.data.frame(costs)), value(costs))
})

test_that("costs of 1 are the error rate, in everything", {
  ids <- read_fixture("clusters.csv")
  repeated <- prediction_set(truth ~ bayes + forest + tree, ids[ids$set == "patients", ], id = id)
  for (set in list(cost_set(), repeated, update_prevalence(cost_set()))) {
    k <- length(set$classes)
    cost <- expected_cost(1 - diag(k))
    found <- compare_classifiers(set, cost)
    known <- compare_classifiers(set, "error", method = "wald", interval = "wald")
    expect_equal(found$estimate, known$estimate, tolerance = 1e-10)
    rows <- if (is.finite(found$df[1])) found$df + 1 else Inf # of independent rows at their own shares: a mean's
    shrink <- if (is.finite(rows[1])) sqrt((rows - 1) / rows) else 1
    expect_equal(found$std.error * shrink, known$std.error, tolerance = 1e-10)
    expect_equal(found$statistic / shrink, known$statistic, tolerance = 1e-10)
    expect_identical(rank_classifiers(set, cost)$classifier, rank_classifiers(set, "error")$classifier)
  }
  set.seed(3)
  found <- compare_classifiers(cost_set(), expected_cost(1 - diag(5)), method = "permutation", R = 99)
  expect_true(all(found$p.value >= 0.01 & found$p.value <= 1))
  expect_match(paste(capture.output(print(verdict(cost_set(), cost))), collapse = " "), "expected cost")
})

test_that("it goes with the prevalence", {
  d <- data.frame(t = rep(c("a", "b"), c(40, 60)), m = rep(c("a", "b", "a", "b"), c(30, 10, 15, 45)), z = "a")
  set <- update_prevalence(prediction_set(t ~ m + z, d), c(a = 0.1))
  costs <- matrix(c(0, 1, 20, 0), 2, dimnames = list(c("a", "b"), c("a", "b")))
  found <- assess_classifiers(set, expected_cost(costs))
  expect_equal(found$estimate, c(0.1 * 20 * 10 / 40 + 0.9 * 15 / 60, 0.9), tolerance = 1e-14)
  se <- sqrt((0.1 * 20)^2 * 0.25 * 0.75 / 40 + 0.9^2 * 0.25 * 0.75 / 60)
  expect_equal(found$std.error[1], se, tolerance = 1e-12)
})

test_that("what is no cost matrix is refused", {
  refused <- function(costs, pattern, set = cost_set()) {
    expect_error(assess_classifiers(set, expected_cost(costs)), pattern, class = "verdict_error_costs")
  }
  refused(1:4, "square matrix")
  refused("a", "square matrix")
  refused(matrix(1:6, 2), "2 x 3")
  refused(matrix("a", 2, 2), "square matrix")
  refused(matrix(c(0, 1, NA, 0), 2), "Row 1, column 2 is NA")
  refused(matrix(c(0, Inf, 1, 0), 2), "Row 2, column 1 is Inf")
  refused(matrix(1, 2, 2), "costs the same")
  refused(1 - diag(7), "is for 7 classes")
  two <- matrix(c(0, 1, 2, 0), 2)
  refused(structure(two, dimnames = list(c("a", "b"), NULL)), "as names of its rows and of its columns")
  refused(structure(two, dimnames = list(c("a", "b"), c("a", "c"))), "names")
  refused(structure(two, dimnames = list(c("a", "a"), c("a", "a"))), "names")
  k <- length(cost_set()$classes)
  refused(structure(1 - diag(k), dimnames = list(letters[1:k], letters[1:k])), "not among the classes")
  set <- cost_set()
  expect_error(
    assess_classifiers(set, expected_cost(1 - diag(k)), classes = set$classes[1]), "of all rows",
    class = "verdict_error_metric"
  )
  expect_error(expected_cost(two, name = "mcc"), "already", class = "verdict_error_argument")
  expect_error(expected_cost(two, label = NULL), "label", class = "verdict_error_argument")
  expect_output(print(expected_cost(two, name = "loss")), "Metric loss, better when low; costs")
})

test_that("confusion matrices that no machine holds are refused", {
  set <- cost_set()
  set$classes <- as.character(1:40000)
  expect_error(check_table_memory(set, asked_metrics("kap_linear")), "GB", class = "verdict_error_size")
  expect_null(check_table_memory(set, asked_metrics("kap")))
})

test_that("costs with a name of their own have it in sentences", {
  x <- prediction_set(truth ~ random_forest + tree, spam_filters, positive = "spam")
  costs <- matrix(c(0, 20, 1, 0), 2)
  found <- assess_classifiers(x, list(expected_cost(costs), expected_cost(costs / 2, name = "half")))
  expect_output(print(found), "Expected cost and half: random_forest and tree", fixed = TRUE)
})

test_that("a matrix whose dimensions are named is read by these names", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters)
  classes <- c("spam", "nonspam")
  costs <- matrix(c(0, 20, 1, 0), 2, dimnames = list(truth = classes, prediction = classes))
  cost_of <- function(costs) assess_classifiers(x, expected_cost(costs))$estimate
  plain <- costs
  names(dimnames(plain)) <- NULL
  right <- cost_of(plain)
  expect_equal(right[1], mean(with(spam_filters, 20 * (truth == "nonspam" & naive_bayes == "spam") +
    (truth == "spam" & naive_bayes == "nonspam"))))
  expect_identical(cost_of(costs), right)
  expect_identical(cost_of(t(costs)), right)
  turned <- t(costs)
  names(dimnames(turned)) <- c("Predicted", "Reference")
  expect_identical(cost_of(turned), right)
  names(dimnames(turned)) <- NULL
  expect_false(identical(cost_of(turned), right))
})
