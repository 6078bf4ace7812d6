beta_set <- function() {
  prediction_set(
    truth ~ m1 + m2,
    data.frame(
      truth = rep(c("a", "b"), c(10, 10)), m1 = rep(c("a", "b", "a", "b"), c(8, 2, 3, 7)),
      m2 = rep(c("a", "b", "a", "b"), c(5, 5, 1, 9))
    )
  )
}

# (1 + b^2) TP / ((1 + b^2) TP + b^2 FN + FP), of class "a"
f_by_hand <- function(beta) {
  one <- function(tp, fn, fp) (1 + beta^2) * tp / ((1 + beta^2) * tp + beta^2 * fn + fp)
  c(one(8, 2, 3), one(5, 5, 1))
}

test_that("beta weighs recall against precision", {
  x <- beta_set()
  for (beta in c(0.5, 1, 2)) {
    expect_equal(assess_classifiers(x, f_meas(beta), classes = "a")$estimate, f_by_hand(beta))
    expect_equal(assess_classifiers(x, "f_meas", beta = beta, classes = "a")$estimate, f_by_hand(beta))
  }
})

test_that("metrics with options of their own stand in a list", {
  x <- beta_set()
  mixed <- assess_classifiers(x, list("recall", f_meas(2)), classes = "a")
  expect_identical(mixed$metric, rep(c("recall", "f_meas"), each = 2))
  expect_equal(mixed$estimate, c(0.8, 0.5, f_by_hand(2)))
  expect_equal(compare_classifiers(x, f_meas(2), classes = "a")$estimate, -diff(rev(f_by_hand(2))))
  expect_error(assess_classifiers(x, list("recall", 3)), class = "verdict_error_argument")
})

test_that("a beta may be an integer in every verb", {
  x <- beta_set()
  expect_identical(vcov(x, "f_meas", beta = 2L), vcov(x, "f_meas", beta = 2))
  expect_equal(rank_classifiers(x, "f_meas", beta = 2L), rank_classifiers(x, "f_meas", beta = 2))
})

test_that("an option that was changed by hand is refused", {
  x <- beta_set()
  own <- custom_metric(function(m) sum(diag(m)) / sum(m), "acc")
  cost <- expected_cost(matrix(c(0, 1, 2, 0), 2))
  changed <- list(
    `attr<-`(own, "option", modifyList(attr(own, "option"), list(core = "x"))),
    `attr<-`(own, "option", modifyList(attr(own, "option"), list(f = 1))),
    `attr<-`(own, "option", modifyList(attr(own, "option"), list(gradient = 1))),
    `attr<-`(own, "option", modifyList(attr(own, "option"), list(lower = NULL))),
    `attr<-`(own, "option", attr(cost, "option")),
    `attr<-`(own, "option", NULL),
    `attr<-`(own, "row", transform(attr(own, "row"), core = "x")),
    `attr<-`(own, "row", attr(own, "row")["metric"]),
    `attr<-`(`attr<-`(own, "row", transform(attr(own, "row"), core = "x")), "option", list(core = "x")),
    `attr<-`(own, "row", NULL),
    `attr<-`(cost, "option", data.frame(a = 1:3)),
    `attr<-`(cost, "option", list(core = "cost"))
  )
  # By itself in one verb, in a list in the other, and the other way round with the next.
  verbs <- list(compare_classifiers, rank_classifiers)
  for (metric in changed) {
    expect_error(verbs[[1]](x, metric), "changed by hand", class = "verdict_error_metric")
    expect_error(verbs[[2]](x, list("recall", metric)), "changed by hand", class = "verdict_error_metric")
    verbs <- rev(verbs)
  }
  costs <- `attr<-`(cost, "option", list(core = "cost", name = "expected_cost", costs = "a"))
  expect_error(assess_classifiers(x, costs), "must be a square matrix", class = "verdict_error_costs")
  beta <- `attr<-`(f_meas(2), "beta", "x")
  expect_error(assess_classifiers(x, beta), "`beta`", class = "verdict_error_argument")
})

test_that("an option that is none is refused", {
  for (beta in list(0, -1, NA, c(1, 2), "two")) {
    expect_error(f_meas(beta), class = "verdict_error_argument")
    expect_error(assess_classifiers(beta_set(), "f_meas", beta = beta), class = "verdict_error_argument")
  }
})

test_that("the same metric with several betas is several metrics", {
  x <- beta_set()
  found <- assess_classifiers(x, list(f_meas(0.5), f_meas(2), f_meas(2)), classes = "a")
  expect_identical(found$metric, rep(c("f_meas (beta = 0.5)", "f_meas (beta = 2)"), each = 2))
  expect_equal(found$estimate, c(f_by_hand(0.5), f_by_hand(2)))
  expect_identical(attr(found, "verdict")$metrics$label, c("F measure (beta = 0.5)", "F measure (beta = 2)"))
  expect_identical(
    assess_classifiers(x, list(c("recall", "ppv"), f_meas(1)), classes = "a")$metric[1:3], c("recall", "recall", "ppv")
  )
})

test_that("an option is printed, and several are a list", {
  expect_output(print(f_meas(2)), "f_meas(beta = 2)", fixed = TRUE)
  expect_type(c(f_meas(2), "recall"), "list")
  expect_error(assess_classifiers(beta_set(), c("recall", f_meas(2))), "f_meas(beta = 2)", fixed = TRUE)
  expect_identical(as.character(f_meas()), "f_meas")
})

test_that("the beta of a metric has a point and no exponent, whatever R's options say", {
  old <- options(scipen = -10, OutDec = ",")
  on.exit(options(old))
  expect_output(print(f_meas(0.5)), "f_meas(beta = 0.5)", fixed = TRUE)
  x <- assess_classifiers(
    prediction_set(truth ~ tree, satellite), list(f_meas(0.5), f_meas(2)), average = "macro"
  )
  expect_identical(unique(x$metric), c("f_meas (beta = 0.5)", "f_meas (beta = 2)"))
})

test_that("a beta of its own is said, and no plan is made of another", {
  x <- prediction_set(truth ~ random_forest + tree, spam_filters[1:200, ], positive = "spam")
  expect_output(print(compare_classifiers(x, f_meas(beta = 3))), "F measure (beta = 3)", fixed = TRUE)
  expect_output(print(compare_classifiers(x, f_meas(beta = 1))), "F measure by class", fixed = TRUE)
  expect_no_match(format(verdict(x, f_meas(beta = 8))), "sample_size.*f_meas")
})
