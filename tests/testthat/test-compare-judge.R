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
  expect_true(all(is.na(all$adj.conf.low)))
  expect_match(all$note, "a p-value of 1 .* leaves no level")
  none <- compare_classifiers(tied[c("a", "b")], "accuracy", method = "mcnemar", p.adjust.method = "li")
  expect_true(is.na(none$p.value))
  expect_no_warning(compare_classifiers(tied[c("a", "b")], "accuracy", method = "mcnemar", p.adjust.method = "li"))
})
