# Demsar (2006), figure 1b at 0.10: C4.5+m+cf, C4.5+m and C4.5+cf, and the latter with C4.5
test_that("Demsar's groups", {
  x <- score_set(demsar_matrix(), design = "datasets", metric = "auc")
  found <- cd_groups(compare_classifiers(x, method = "nemenyi", conf.level = 0.9))
  expect_identical(found$groups, list(c("C4.5+m+cf", "C4.5+m", "C4.5+cf"), c("C4.5+cf", "C4.5")))
  expect_equal(unname(found$places), c(27.5, 28, 40.5, 44) / 14)
  expect_equal(round(found$critical, 3), 1.118)
  text <- paste(capture.output(print(found)), collapse = " ")
  expect_match(text, "critical difference 1.118", fixed = TRUE)
  expect_match(text, "Not distinguished: C4.5+m+cf, C4.5+m and C4.5+cf; C4.5+cf and C4.5", fixed = TRUE)
})

test_that("tests without one critical difference have groups by their decisions", {
  found <- cd_groups(compare_classifiers(dataset_scores()))
  expect_identical(found$groups, list(c("c", "a", "b")))
  expect_true(is.na(found$critical))
  expect_identical(names(found$places), c("c", "a", "b"))
})

# The slides' "145 | 23" of Newman and Keuls
test_that("homogeneous subsets", {
  plain <- suppressWarnings(compare_classifiers(fold_scores(), method = by_anova("newman_keuls", corrected = FALSE)))
  expect_identical(cd_groups(plain)$groups, list(c("a", "c")))
  expect_match(cd_groups(plain)$scale, "accuracy")
})

test_that("groups beside a reference", {
  x <- dataset_scores()
  found <- cd_groups(compare_classifiers(x, method = "bonferroni_dunn", reference = "c"))
  expect_identical(found$groups, list(c("c", "a")))
  expect_output(print(found), "Not distinguished from c: a")
  none <- cd_groups(compare_classifiers(x, method = "conover", reference = "c"))
  expect_output(print(none), "All are distinguished from c")
})

test_that("groups of predictions, and none", {
  set <- prediction_set(truth ~ ., satellite)
  found <- cd_groups(compare_classifiers(set, "accuracy"))
  expect_identical(length(found$places), length(set$classifiers))
  expect_false(is.unsorted(rev(found$places)))
  apart <- matrix(1:3, 20, 3, byrow = TRUE, dimnames = list(NULL, c("a", "b", "c")))
  distinct <- cd_groups(compare_classifiers(score_set(apart + rnorm(60) / 1e3, design = "datasets"), method = "tukey"))
  expect_identical(distinct$groups, list())
  expect_output(print(distinct), "All are distinguished")
})

test_that("who has no value is named, and nothing is distinguished from such a reference", {
  d <- data.frame(truth = rep(c("x", "y", "z"), 100))
  d$a <- d$truth
  d$b <- ifelse(1:300 %% 5 == 0, "x", d$truth)
  d$c <- ifelse(d$truth == "x", "y", d$truth)
  set <- prediction_set(truth ~ a + b + c, d)
  precision <- function(...) compare_classifiers(set, "precision", classes = "x", ...)
  found <- cd_groups(precision())
  expect_identical(found$left, "c")
  expect_identical(names(found$places), c("a", "b"))
  expect_output(print(found), "All are distinguished. Not compared, as without a value: c.", fixed = TRUE)
  of_a <- cd_groups(precision(reference = "a"))
  expect_output(print(of_a), "distinguished from a. Not compared, as without a value: c.")
  expect_match(ggplot2::autoplot(precision(), type = "cd")$labels$caption, "without a value: c")
  expect_error(cd_groups(precision(reference = "c")), "\"c\" has no value", class = "verdict_error_plot")
})

# With p-values of each pair the ends of a run may be undecided although one between them is not.
test_that("pairs that are undecided and share no group are named", {
  found <- cd_groups(compare_classifiers(interrupted_scores()))
  expect_identical(found$groups, list(c("a", "c", "b")))
  expect_identical(found$beside, list(c("d", "c")))
  said <- paste(capture.output(print(found)), collapse = " ")
  expect_match(said, "Not distinguished: a, c and b. Not distinguished either, though in no group together: d and c.",
    fixed = TRUE
  )
  nemenyi <- cd_groups(compare_classifiers(dataset_scores(), method = "nemenyi"))
  expect_identical(nemenyi$beside, list())
  of_reference <- cd_groups(compare_classifiers(interrupted_scores(), reference = "d"))
  expect_identical(of_reference$beside, list())
})

test_that("without any group, pairs that are undecided are named all the same", {
  apart <- !diag(3)
  dimnames(apart) <- list(letters[1:3], letters[1:3])
  apart["a", "c"] <- apart["c", "a"] <- FALSE
  groups <- runs_together(apart)
  found <- list(groups = groups, beside = pairs_beside(apart, groups))
  expect_identical(groups_in_words(found), "Not distinguished, though in no group together: a and c.")
})

test_that("anything else is refused", {
  x <- dataset_scores()
  result <- compare_classifiers(x)
  others <- list(1, assess_classifiers(x), as.data.frame(result))
  for (wrong in c(list(result[2:3, ], result[c(1, 1, 2), ], result[0, ]), others)) {
    expect_error(cd_groups(wrong), class = "verdict_error_plot")
  }
  none <- score_set(cbind(a = c(1, NA), b = c(NA, 1)), design = "datasets", na = "keep")
  expect_error(cd_groups(compare_classifiers(none, method = "nemenyi")), class = "verdict_error_plot")
  set <- prediction_set(truth ~ ., satellite)
  expect_error(cd_groups(compare_classifiers(set, "recall")), class = "verdict_error_plot")
})

test_that("tied classifiers stay in the order in which they were given", {
  x <- estimate_set(c(a = 0.5, b = 0.5, c = 0.5, d = 0.9), diag(4) * 1e-4)
  found <- cd_groups(compare_classifiers(x))
  expect_identical(names(found$places), c("d", "a", "b", "c"))
  expect_identical(found$groups, list(c("a", "b", "c")))
})

test_that("groups are a data frame of classifiers, with those in several and in none", {
  scores <- cbind(a = c(9, 8, 9, 8, 9, 8), b = c(8.5, 8.2, 8.9, 8.1, 8.7, 7.9), c = c(1, 2, 1, 2, 1, 2))
  x <- score_set(scores, design = "datasets", metric = "rmse", better = "high")
  groups <- cd_groups(compare_classifiers(x, method = "paired_t"))
  frame <- as.data.frame(groups)
  expect_identical(groups$groups, list(c("a", "b")))
  expect_identical(frame$classifier, c("a", "b", "c"))
  expect_identical(frame$group, c(1L, 1L, NA))
  # mean ranks
  expect_equal(frame$place, unname(rowMeans(apply(-scores, 1, rank))))
})

test_that("a group is one column, beside ranks of ten and more too", {
  set.seed(1)
  scores <- outer(rnorm(15), rep(1, 12)) + outer(rep(1, 15), (12:1) / 1.5) + rnorm(180, 0, 0.7)
  colnames(scores) <- letters[1:12]
  found <- cd_groups(compare_classifiers(score_set(scores, design = "datasets"), method = "nemenyi"))
  rows <- grep("^ +[0-9]", capture.output(print(found)), value = TRUE)
  expect_length(rows, 12)
  expect_gte(found$places[[12]], 10)
  last <- vapply(found$groups, function(group) sum(letters[1:12] %in% group), 0L)
  bars <- table(unlist(lapply(gregexpr("|", rows, fixed = TRUE), as.integer)))
  expect_identical(as.integer(bars), last)
})
