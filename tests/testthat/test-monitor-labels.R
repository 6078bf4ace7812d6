# Expected numbers: the prior-posterior ratio of Waudby-Smith and Ramdas by choose(), e-values by integrate().

pool <- function(b, c, differ, n, ...) {
  d <- data.frame(
    truth = c(rep("a", b), rep("b", c), rep(NA, n - b - c)), one = "a",
    two = rep(c("b", "a"), c(differ, n - differ))
  )
  prediction_set(truth ~ one + two, d, ...)
}

test_that("of these rows the number that each wins has a confidence sequence", {
  x <- pool(22, 10, 54, 300, labelling = "random", question = "rows")
  found <- monitor_labels(x, c("one", "two"))
  ratio <- function(won) choose(55, 33) / (55 * choose(won, 22) * choose(54 - won, 10))
  kept <- range(Filter(function(won) ratio(won) < 20, 22:44))
  expect_identical(as.double(kept), c(28, 44))
  expect_equal(c(found$conf.low, found$conf.high), (2 * kept - 54) / 300)
  expect_equal(log(found$e.value), 3.547546, tolerance = 1e-6)
  expect_identical(found$decision, "better")
  expect_identical(found$classifier, "one")
  # All labelled: the truth alone, and bets that no tie can win.
  all <- monitor_labels(pool(9, 3, 12, 300, labelling = "random", question = "rows"), c("one", "two"))
  expect_equal(c(all$conf.low, all$conf.high), rep(6 / 300, 2))
  expect_identical(all$e.value, Inf)
})

test_that("of these rows the labels that are left bound the difference, of more than two classes too", {
  d <- data.frame(y = NA, m1 = "a", m2 = rep(c("b", "a"), c(30, 70)))
  d$y[1:30] <- rep(c("a", "b", "c"), c(21, 8, 1))
  d$y[31:35] <- "a"
  of <- function(labelled, question = "rows") {
    d$y[setdiff(1:30, labelled)] <- NA
    x <- prediction_set(y ~ m1 + m2, d, labelling = "by_pattern", question = question)
    monitor_labels(x, pairs = c("m2", "m1"), order = "random")
  }
  all <- of(1:30)
  expect_equal(c(all$conf.low, all$conf.high, all$e.value), c(-0.13, -0.13, Inf))
  expect_identical(all$decision, "worse")
  # One label of 30 is left: it may go to either.
  one <- of(1:29)
  expect_equal(c(one$conf.low, one$conf.high), c(-0.14, -0.12))
  few <- lapply(c("rows", "population"), of, labelled = c(1, 22, 30))
  expect_identical(few[[1]]$e.value, few[[2]]$e.value)
  expect_true(few[[1]]$conf.high <= 0.27 && few[[2]]$conf.high > 0.27)
})

test_that("of a population the share is bounded by bets", {
  x <- pool(22, 10, 54, 300, labelling = "random")
  found <- monitor_labels(x, c("one", "two"))
  e <- integrate(function(t) 2^32 * t^22 * (1 - t)^10, 0, 1)$value
  expect_equal(found$e.value, e)
  expect_equal(found$estimate, 54 / 300 * 12 / 32)
  expect_lt(found$conf.low, found$estimate)
  more <- monitor_labels(pool(40, 14, 54, 300, labelling = "random", question = "population"), c("one", "two"))
  expect_gt(more$conf.low, found$conf.low)
  expect_output(print(found), "intervals hold at all times together, 95%")
  three <- prediction_set(
    truth ~ one + two, disagreeing_rows(9, 1, 20, 54, 300), labelling = "random", question = "rows"
  )
  expect_gt(monitor_labels(three, list(c("one", "two")))$conf.low, -54 / 300)
  none <- monitor_labels(pool(0, 0, 54, 300, labelling = "random"))
  expect_true(is.na(none$estimate))
  expect_equal(c(none$conf.low, none$conf.high, none$e.value), c(-54, 54, 300) / 300)
  same <- monitor_labels(pool(0, 0, 0, 300, labelling = "random"))
  expect_equal(c(same$estimate, same$conf.low, same$conf.high), c(0, 0, 0))
})

test_that("a sequence holds at all times together", {
  set.seed(1)
  d <- data.frame(one = "a", two = rep("b", 40), truth = rep(c("a", "b"), c(24, 16)))
  missed <- vapply(1:60, function(i) {
    order <- sample(40)
    any(vapply(c(5, 10, 20, 30, 39), function(m) {
      d$truth[-order[seq_len(m)]] <- NA
      x <- prediction_set(truth ~ one + two, d, labelling = "random", question = "rows")
      found <- monitor_labels(x, c("one", "two"))
      found$conf.low > 0.2 + 1e-9 || found$conf.high < 0.2 - 1e-9
    }, NA))
  }, NA)
  expect_lte(sum(missed), 8)
})

test_that("differences are printed with a true minus where the console has one", {
  local_reproducible_output(unicode = TRUE)
  x <- prediction_set(truth ~ one + two, disagreeing_rows(20, 2, 22, 60, 300), labelling = "random")
  expect_output(print(monitor_labels(x)), "\u2212")
})

test_that("labels that were chosen are refused, with the reason", {
  d <- few_labels()
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern")
  expect_error(monitor_labels(x), "next_labels.* chose", class = "verdict_error_labelling")
  expect_s3_class(monitor_labels(x, order = "random"), "label_sequence")
  expect_error(monitor_labels(x, order = "none"), class = "verdict_error_argument")
  expect_error(
    monitor_labels(prediction_set(truth ~ one + two, d, labelling = "unknown"), order = "random"),
    class = "verdict_error_labelling"
  )
  twice <- prediction_set(truth ~ one + two, rbind(d, d), id = rep(1:300, 2), labelling = "random")
  expect_error(monitor_labels(twice), "clusters", class = "verdict_error_labelling")
  expect_error(monitor_labels(prediction_set(truth ~ svm + tree, satellite)), class = "verdict_error_labelling")
  expect_error(monitor_labels(1), class = "verdict_error_set")
  expect_s3_class(monitor_labels(truth ~ one + two, d, labelling = "random"), "label_sequence")
})

test_that("labels drawn with one known probability are in random order where that is said", {
  set.seed(1)
  chance <- ifelse(satellite$svm != satellite$tree, 0.5, 0.1)
  few <- satellite
  few$truth[runif(2000) > chance] <- NA
  set <- function(labelling, columns = c("svm", "tree")) {
    prediction_set(stats::reformulate(columns, "truth"), few, labelling = labelling)
  }
  found <- monitor_labels(set(chance), order = "random")
  expect_equal(found, monitor_labels(set("by_pattern"), order = "random"))
  expect_error(monitor_labels(set(chance)), "say `order = \"random\"`", class = "verdict_error_labelling")
  # The forest and the tree differ also where svm and the tree agree.
  more <- set(chance, c("svm", "tree", "random_forest"))
  expect_equal(monitor_labels(more, c("tree", "svm"), order = "random")$estimate, found$estimate)
  refused <- expect_error(monitor_labels(more, order = "random"), class = "verdict_error_labelling")
  expect_match(conditionMessage(refused), "differ on rows that were labelled with several probabilities")
  expect_no_match(conditionMessage(refused), "say `order", fixed = TRUE)
  # What was said is not advised: how labels of unknown origin came about is said of the set.
  unknown <- expect_error(monitor_labels(set("unknown"), order = "random"), class = "verdict_error_labelling")
  expect_match(conditionMessage(unknown), "make the set with `labelling = \"by_pattern\"`", fixed = TRUE)
})

test_that("chosen columns print as a data frame", {
  few <- satellite
  set.seed(1)
  few$truth[-sample(2000, 400)] <- NA
  x <- prediction_set(truth ~ svm + tree, few, labelling = "random")
  expect_output(print(monitor_labels(x)[c("e.value", "decision")]), "e.value decision")
  expect_output(print(sample_size(x)[c("n", "more")]), "n more")
})

test_that("these rows are decided where the e-value is 20 or more, also where an odd number of them differ", {
  for (differ in 33:34) {
    for (first in 12:22) {
      x <- pool(first, 9, differ, 100, labelling = "random", question = "rows")
      found <- monitor_labels(x, c("one", "two"))
      expect_identical(found$decision != "undecided", found$e.value >= 20, info = paste(differ, first))
    }
  }
  # Of 33 rows none can win 16.5: 16 are what lies on the other side.
  odd <- monitor_labels(pool(16, 9, 33, 100, labelling = "random", question = "rows"), c("one", "two"))
  expect_equal(odd$e.value, choose(34, 26) / (34 * choose(16, 16) * choose(17, 9)))
})

test_that("labels that plainly went to one pattern are not in random order, whatever is said", {
  rows <- function(n, truth, one, two) data.frame(truth = c(truth, rep(NA, n - length(truth))), one, two)
  some <- function(n_a, n_b) rep(c("a", "b"), c(n_a, n_b))
  # Labelled 100 of 200 and 5 of 200 rows on which the two differ: by Fisher's exact test no chance.
  d <- rbind(rows(200, some(70, 30), "a", "b"), rows(200, some(4, 1), "b", "a"), rows(600, some(5, 1), "a", "a"))
  expect_lt(fisher.test(rbind(c(100, 100), c(5, 195)))$p.value, 1e-20)
  said <- "labelled at different rates, here 2.5% to 50%"
  random <- prediction_set(truth ~ one + two, d, labelling = "random")
  expect_error(monitor_labels(random), said, class = "verdict_error_labelling")
  chosen <- prediction_set(truth ~ one + two, d, labelling = "by_pattern")
  expect_error(monitor_labels(chosen, order = "random"), said, class = "verdict_error_labelling")
  # What is advised.
  expect_true(is.finite(compare_classifiers(chosen, "accuracy")$p.value))
})
