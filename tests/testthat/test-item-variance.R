answers <- expand.grid(sample = 1:3, item = 1:6)
answers$a <- c(1, 1, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 1, 0)
answers$b <- c(1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 1, 0)
x <- score_set(answers, item = item, repetition = sample, metric = "accuracy")

test_that("the components are those of the worked example", {
  found <- item_variance(x)
  first <- found[1, ]
  expect_equal(
    c(first$estimate, first$std.error, first$within, first$between, first$std.error.items),
    c(.5, .1427248, .2222222, .04814815, .1111111),
    tolerance = 1e-6
  )
  expect_equal(first$std.error, sqrt((first$between + first$within / 3) / 6))
  d <- rowMeans(matrix(answers$b - answers$a, 6, byrow = TRUE))
  pair <- found[3, ]
  expect_equal(pair$estimate, mean(d))
  expect_equal(pair$std.error, sd(d) / sqrt(6))
  expect_equal(pair$within, sum(found$within[1:2]))
  means <- score_matrix(x)
  expect_equal(pair$std.error.unpaired, sqrt((var(means[, 1]) + var(means[, 2])) / 6))
  expect_equal(pair$correlation, cor(means)[1, 2])
  expect_equal(pair$std.error, compare_classifiers(x)$std.error)
})

test_that("unequal samples, clusters and degenerate items", {
  fewer <- score_set(answers[-c(2, 3, 5), ], item = item, repetition = sample)
  first <- item_variance(fewer)[1, ]
  s2 <- vapply(split(answers$a[-c(2, 3, 5)], answers$item[-c(2, 3, 5)]), var, 0)
  n <- c(1, 2, 3, 3, 3, 3)
  within <- mean(s2, na.rm = TRUE)
  s2[is.na(s2)] <- within
  means <- score_matrix(fewer)[, "a"]
  expect_equal(first$within, within)
  expect_equal(first$between, max(0, var(means) - mean(s2 / n)))
  clustered <- score_set(answers, item = item, repetition = sample, cluster = c(1, 1, 2, 2, 3, 3)[answers$item])
  expect_equal(item_variance(clustered)$std.error[3], compare_classifiers(clustered)$std.error)
  # As if each had items of its own: the two errors by cluster, summed by hand from residuals of whole clusters.
  by_cluster <- function(v) sqrt(sum(rowsum(v - mean(v), c(1, 1, 2, 2, 3, 3))^2) / 36 * 3 / 2)
  means <- score_matrix(clustered)
  expect_equal(item_variance(clustered)$std.error[1:2], apply(means, 2, by_cluster), ignore_attr = TRUE)
  expect_equal(item_variance(clustered)$std.error.unpaired[3], sqrt(sum(apply(means, 2, by_cluster)^2)))
  single <- item_variance(score_set(answers[answers$sample == 1, ], item = item, classifiers = c(a, b)))
  expect_match(single$note, "one sample an item")
  expect_true(is.na(single$within[1]) && is.finite(single$std.error[1]))
  one <- item_variance(score_set(answers[1:3, ], item = item, repetition = sample))
  expect_match(one$note, "too few items")
  noise <- data.frame(item = rep(1:4, each = 2), sample = 1:2, a = c(0, 1), b = c(1, 0))
  expect_match(item_variance(score_set(noise, item = item, repetition = sample))$note, "below 0")
  alone <- item_variance(score_set(answers[1:3], item = item, repetition = sample))
  expect_identical(nrow(alone), 1L)
  expect_error(item_variance(score_set(cbind(a = 1:3, b = 2), design = "folds")), class = "verdict_error_design")
})

test_that("pass@k is Chen's, and a score set", {
  found <- pass_at_k(x, 2)
  expect_equal(mean(score_matrix(found)[, "a"]), .7222222, tolerance = 1e-6)
  expect_identical(found$metrics$metric, "pass@2")
  right <- tapply(answers$a, answers$item, sum)
  expect_equal(unname(score_matrix(pass_at_k(x, 2, all = TRUE))[, "a"]), unname(as.vector(choose(right, 2) / 3)))
  expect_equal(score_matrix(pass_at_k(x, 1))[, "b"], score_matrix(x)[, "b"])
  few <- pass_at_k(score_set(answers[-(1:2), ], item = item, repetition = sample), 2)
  expect_match(compare_classifiers(few)$note, "1 item left out, without a score of both")
  expect_error(pass_at_k(x, 4), class = "verdict_error_score")
  expect_error(pass_at_k(x, 1.5), class = "verdict_error_argument")
  expect_error(pass_at_k(score_set(transform(answers, a = a / 2), item = item, repetition = sample), 2), "0 or 1")
})

test_that("pass@k keeps the groups of the items", {
  d <- answers
  d$task <- c("u", "t", "t", "u", "u", "t")[d$item]
  found <- pass_at_k(score_set(d, classifiers = c(a, b), item = item, repetition = sample, by = task), 2)
  by_hand <- function(rows) {
    right <- tapply(rows$b, rows$item, sum)
    mean(1 - choose(3 - right, 2) / 3)
  }
  rows <- assess_classifiers(found, over = "groups")
  expect_equal(rows$estimate[rows$classifier == "b"], vapply(split(d, d$task), by_hand, 0), ignore_attr = TRUE)
  # As of items that were scored once.
  scores <- data.frame(score_matrix(found), item = 1:6, task = c("u", "t", "t", "u", "u", "t"))
  same <- score_set(scores, item = item, by = task, metric = "pass@2", better = "high", lower = 0, upper = 1)
  expect_identical(found$groups, same$groups)
  expect_equal(where_better(found), where_better(same), ignore_attr = TRUE)
})

test_that("print() shows a table of the first rows, and all columns stay", {
  text <- capture.output(print(item_variance(x), width = 80))
  expect_match(text, "^b minus a +6 ", all = FALSE)
  expect_lt(length(text), 10)
  many <- score_set(cbind(answers[1:2], matrix(answers$a, 18, 12, dimnames = list(NULL, letters[1:12]))),
    item = item, repetition = sample
  )
  text <- capture.output(print(item_variance(many), width = 80))
  expect_match(text, "... and 58 more rows", fixed = TRUE, all = FALSE)
  expect_lt(length(text), 28)
  expect_output(print(item_variance(x)["classifier"]), "classifier")
})

test_that("samples of a classifier without any score are no repetitions to look at", {
  d <- expand.grid(item = 1:12, s = 1:3)
  d$b <- sin(1:36)
  d$c <- cos(1:36)
  d$a <- NA_real_
  x <- score_set(d, classifiers = c(a, b, c), item = item, repetition = s, na = "keep")
  alone <- score_set(d, classifiers = c(b, c), item = item, repetition = s)
  found <- compare_classifiers(x)
  expect_equal(found$p.value[found$reference == "b"], c(compare_classifiers(alone)$p.value))
})
