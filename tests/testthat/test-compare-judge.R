# All verbs adjust their p-values alike, on the log scale.

apart <- function(n = 20000) {
  label <- c("a", "b", "c")
  truth <- rep(label, times = n * 1:3)
  wrong <- rep(label[c(2, 3, 1)], times = n * 1:3)
  prediction_set(truth ~ x + y, data.frame(truth, x = truth, y = wrong))
}

# Holm by hand: the smallest is multiplied by 3, the next by 2, none is below the one before.
test_that("adjusted p-values of tests of several classes go on where p-values end", {
  x <- apart()
  for (found in list(omnibus_test(x, "recall", method = "gs"), omnibus_test(x, over = "metrics"))) {
    expect_true(all(found$log.p.value < -5000))
    expect_equal(found$log.adj.p.value, found$log.p.value + log(4 - rank(found$log.p.value)))
    expect_output(print(found, width = 200), "adjusted over 3 tests (Holm)", fixed = TRUE)
  }
  alone <- omnibus_test(x, "recall", method = "gs", classes = "a")
  expect_identical(alone$log.adj.p.value, alone$log.p.value)
  expect_output(print(alone), "p-values not adjusted")
  expect_false("adj. p" %in% names(format(alone)))
})

# Of one p-value Li's adjustment is that p-value, p / (p + 1 - p).
test_that("Li's adjustment judges one comparison as it is, and says where it leaves no interval", {
  tied <- prediction_set(t ~ a + b + c, data.frame(
    t = rep(c("u", "v"), 20), a = rep(c("u", "v"), 20), b = rep(c("u", "v"), 20), c = rep(c("u", "v", "v", "v"), 10)
  ))
  one <- compare_classifiers(tied[c("a", "b")], "accuracy", p.adjust.method = "li")
  expect_identical(c(one$p.value, one$adj.p.value), c(1, 1))
  expect_identical(c(one$adj.conf.low, one$adj.conf.high), c(one$conf.low, one$conf.high))
  all <- compare_classifiers(tied, "accuracy", p.adjust.method = "li")
  expect_identical(all$p.value[1], 1)
  expect_identical(all$adj.p.value, rep(1, 3))
  even <- prediction_set(t ~ a + b + c, data.frame(
    t = rep("u", 40), a = rep(c("u", "v"), 20), b = rep(c("v", "u"), 20), c = rep(c("u", "u", "u", "v"), 10)
  ))
  groups <- compare_classifiers(
    even, "accuracy", "wald", contrasts = list(a ~ b, a ~ c), p.adjust.method = "li"
  )
  expect_identical(groups$adj.p.value, c(1, 1))
  expect_true(all(is.na(groups$adj.conf.low)))
  expect_output(print(groups), "each by itself, not adjusted")
  judged <- verdict(even, p.adjust.method = "li")$overall
  expect_true(all(is.na(judged$conf.low)))
  expect_match(judged$note, "a p-value of 1 .* leaves no level")
  none <- compare_classifiers(tied[c("a", "b")], "accuracy", method = "mcnemar", p.adjust.method = "li")
  expect_true(is.na(none$p.value))
  expect_no_warning(compare_classifiers(tied[c("a", "b")], "accuracy", method = "mcnemar", p.adjust.method = "li"))
})

test_that("by default a claim is an interval that excludes equality, all of which hold together", {
  x <- prediction_set(truth ~ ., satellite)
  found <- compare_classifiers(x)
  expect_identical(attr(found, "verdict")$p.adjust.method, "max_t")
  expect_identical(found$adj.p.value < 0.05, found$adj.conf.low > 1 | found$adj.conf.high < 1)
  # In a single step the adjusted p-value grows with the p-value, and is at most Bonferroni's.
  at <- order(found$log.p.value)
  expect_false(is.unsorted(found$log.adj.p.value[at]))
  expect_true(all(found$log.adj.p.value <= pmin(0, found$log.p.value + log(nrow(found))) + 1e-9))
  # All intervals are those of one level.
  local <- attr(found, "verdict")$local
  alone <- compare_classifiers(x, conf.level = 1 - local, p.adjust.method = "none")
  expect_equal(found$adj.conf.low, alone$conf.low, tolerance = 1e-9)
  expect_output(print(found[1:2, ]), "adjusted like the p-values")
})

test_that("of methods in steps the interval is each comparison's own, and says so", {
  x <- prediction_set(truth ~ ., satellite)
  alone <- compare_classifiers(x, "accuracy", p.adjust.method = "none")
  for (method in c("holm", "BH", "shaffer")) {
    found <- compare_classifiers(x, "accuracy", p.adjust.method = method)
    expect_true(all(is.na(found$adj.conf.low) & is.na(found$adj.conf.high)))
    expect_output(print(found), "each by itself, not adjusted")
    expect_identical(format(found)$interval, format(alone)$interval)
  }
  # The joint distribution of rank tests is not known.
  scores <- score_set(cbind(a = 1:8, b = 2:9 + 0.1, c = c(3, 1, 4, 1, 5, 9, 2, 6)), design = "datasets")
  ranks <- compare_classifiers(scores)
  expect_identical(attr(ranks, "verdict")$p.adjust.method, "bonferroni")
  expect_equal(ranks$adj.p.value, pmin(1, 3 * ranks$p.value))
})

test_that("what is one hypothesis is tested once", {
  two <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters)
  both <- compare_classifiers(two, c("bal_accuracy", "j_index"), p.adjust.method = "bonferroni")
  expect_equal(both$adj.p.value, both$p.value)
  expect_identical(verdict_info(both)$family, 1L)
  # Sensitivity of one class is specificity of the other, and a rate of errors what it lacks.
  rates <- compare_classifiers(two, c("recall", "specificity", "fpr"), p.adjust.method = "bonferroni")
  expect_equal(rates$adj.p.value, pmin(1, 2 * rates$p.value))
  # Of one side it is another hypothesis; so is any metric of several classes.
  side <- compare_classifiers(two, c("specificity", "fpr"), p.adjust.method = "bonferroni", alternative = "greater")
  expect_equal(side$adj.p.value, pmin(1, 4 * side$p.value))
  several <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  found <- compare_classifiers(several, c("bal_accuracy", "mcc", "j_index"), p.adjust.method = "bonferroni")
  expect_equal(found$adj.p.value, pmin(1, 7 * found$p.value))
  judged <- verdict(two, c("bal_accuracy", "j_index"))
  expect_identical(judged$levels$n.tests, c(1L, 1L))
  expect_equal(judged$comparison$adj.p.value, rep(judged$comparison$adj.p.value[1], 4))
})
