class_of <- rep(c("a", "b", "c"), c(31, 17, 5))
group_of <- rep_len(1:13, 53)[order(rep_len(c(3, 1, 2), 53))]

# Every row of a split is on one side (or, in the bootstrap, drawn), none is lost.
expect_split <- function(plan) {
  whole <- vapply(as.list(plan), function(split) {
    !any(split$test %in% split$train) && !anyDuplicated(split$test) &&
      setequal(c(split$train, split$test), seq_len(plan$n))
  }, NA)
  expect_identical(which(!whole), integer())
}

expect_within_one <- function(counts) expect_lte(diff(range(counts)), 1)

by_repetition <- function(plan) split(as.list(plan), summary(plan)$repetition)

test_that("folds are disjoint, cover all rows and differ by one row at most", {
  for (n in c(2, 3, 10, 53)) {
    for (folds in unique(c(2, min(7, n), n))) {
      plan <- resampling_plan(n, folds = folds, repetitions = 3)
      expect_split(plan)
      for (splits in by_repetition(plan)) {
        expect_identical(sort(unlist(lapply(splits, `[[`, "test"))), seq_len(n))
        sizes <- lengths(lapply(splits, `[[`, "test"))
        expect_within_one(sizes)
        expect_equal(sum(sizes == ceiling(n / folds)), if (n %% folds == 0) length(sizes) else n %% folds)
      }
    }
  }
})

test_that("stratified folds have every class and every size as even as can be", {
  set.seed(1)
  for (i in 1:20) {
    class <- sample(letters[1:4], 60, TRUE, c(8, 4, 2, 1))
    plan <- suppressWarnings(resampling_plan(60, folds = 7, strata = class))
    tests <- lapply(as.list(plan), `[[`, "test")
    expect_within_one(lengths(tests))
    counts <- vapply(tests, function(rows) table(factor(class[rows], letters[1:4])), integer(4))
    apply(counts, 1, expect_within_one)
  }
  expect_true(any(grepl("stratified", capture.output(print(plan)))))
})

test_that("a class with fewer rows than folds is warned of", {
  expect_warning(resampling_plan(53, strata = class_of), "Class \"c\" has fewer rows", class = "verdict_warning_plan")
  expect_no_warning(resampling_plan(53, folds = 5, strata = class_of))
  expect_no_warning(resampling_plan(53, "bootstrap", strata = class_of))
})

test_that("5x2 has five pairs of halves", {
  for (n in c(2, 11, 20)) {
    plan <- resampling_plan(n, "5x2")
    expect_length(plan, 10)
    expect_split(plan)
    for (pair in by_repetition(plan)) {
      expect_setequal(pair[[1]]$test, pair[[2]]$train)
      expect_identical(lengths(lapply(pair, `[[`, "test")), as.integer(c(ceiling(n / 2), floor(n / 2))))
    }
  }
})

test_that("leave-one-out is not random", {
  set.seed(1)
  before <- .Random.seed
  plan <- resampling_plan(6, "leave-one-out")
  expect_identical(.Random.seed, before)
  expect_identical(lapply(as.list(plan), `[[`, "test"), as.list(1:6))
  expect_split(plan)
  by_group <- resampling_plan(53, "leave_one_out", group = group_of)
  expect_length(by_group, 13)
  expect_split(by_group)
})

test_that("random splits round the share for testing up, but not for rounding's sake", {
  sizes <- function(n, fraction, ...) {
    unique(summary(resampling_plan(n, "monte_carlo", test_fraction = fraction, ...))$n_test)
  }
  expect_identical(sizes(100, 0.07), 7L) # 0.07 * 100 > 7 in doubles
  expect_identical(sizes(100, 0.071), 8L)
  expect_identical(sizes(10, 0.001), 1L)
  expect_identical(sizes(53, 0.3, strata = class_of), 16L)
  plan <- resampling_plan(53, "monte_carlo", repetitions = 30, strata = class_of)
  expect_split(plan)
  for (split in as.list(plan)) {
    quota <- 16 * c(31, 17, 5) / 53
    expect_true(all(abs(table(class_of[split$test]) - quota) < 1))
  }
  expect_length(resampling_plan(10, "holdout"), 1)
})

test_that("the bootstrap draws as many rows as there are, and tests the others", {
  plan <- resampling_plan(3, "bootstrap", repetitions = 4000, seed = 1)
  expect_split(plan)
  sizes <- summary(plan)
  expect_identical(unique(sizes$n_train), 3L)
  # 1 - (2/3)^3 of the rows are drawn, and none is left out in 3! of 27 samples.
  expect_lt(abs(mean(3 - sizes$n_test) / 3 - 19 / 27), 4 * sqrt(0.05 / 4000))
  expect_lt(abs(mean(sizes$n_test == 0) - 6 / 27), 4 * sqrt(6 * 21 / 27^2 / 4000))
  expect_output(print(plan), "replicates without a row to test")
  stratified <- resampling_plan(53, "bootstrap", repetitions = 5, strata = class_of)
  for (split in as.list(stratified)) expect_identical(as.vector(table(class_of[split$train])), c(31L, 17L, 5L))
})

test_that("no group is on both sides, in any type of plan", {
  pure <- rep(1:10, c(5, 6, 4, 8, 8, 9, 4, 4, 2, 3))
  class <- rep(c("a", "b", "c"), c(31, 17, 5))
  plans <- list(
    resampling_plan(53, folds = 4, repetitions = 3, group = group_of),
    resampling_plan(53, folds = 4, repetitions = 3, group = group_of, strata = class_of),
    resampling_plan(53, "5x2", group = group_of),
    resampling_plan(53, "monte_carlo", group = group_of),
    resampling_plan(53, "holdout", group = pure, strata = class),
    resampling_plan(53, "bootstrap", repetitions = 20, group = group_of),
    resampling_plan(53, "bootstrap", repetitions = 20, group = pure, strata = class),
    resampling_plan(53, "leave_one_out", group = group_of)
  )
  for (plan in plans) {
    expect_split(plan)
    group <- if (plan$n_groups == 13) group_of else pure
    for (split in as.list(plan)) expect_length(intersect(group[split$train], group[split$test]), 0)
    expect_output(print(plan), if (plan$type == "leave_one_out") "leave-one-group-out" else "by\\s+1[03]\\s+groups")
  }
  expect_true(all(summary(plans[[1]])$n_test > 0))
  # A bootstrap sample takes all rows of a group, as often as the group was drawn.
  times <- table(factor(plans[[6]][[1]]$train, 1:53))
  expect_true(all(tapply(times, group_of, function(n) length(unique(n)) == 1)))
  # Repetitions of folds of groups are different partitions.
  tests <- lapply(as.list(plans[[1]]), function(split) sort(unique(group_of[split$test])))
  expect_gt(length(unique(tests)), 4)
})

test_that("groups of one size are dealt evenly, and by class where asked", {
  group <- rep(1:20, each = 5)
  class <- rep(rep(c("a", "b"), c(2, 3)), 20)
  plan <- resampling_plan(100, folds = 5, group = group)
  expect_identical(summary(plan)$n_test, rep(20L, 5))
  one_class <- rep(c("a", "b"), c(50, 50))
  plan <- resampling_plan(100, folds = 5, group = group, strata = one_class)
  for (split in as.list(plan)) expect_identical(as.vector(table(one_class[split$test])), c(10L, 10L))
})

test_that("the same seed gives the same plan and leaves R's random numbers alone", {
  plan <- function(seed) resampling_plan(40, folds = 4, seed = seed)
  set.seed(9)
  before <- .Random.seed
  one <- plan(3)
  expect_identical(.Random.seed, before)
  expect_identical(plan(3), one)
  expect_false(identical(plan(4)$hash, one$hash))
  set.seed(5)
  first <- resampling_plan(40, folds = 4)
  set.seed(5)
  expect_identical(resampling_plan(40, folds = 4), first)
  expect_false(identical(resampling_plan(40, folds = 4)$hash, first$hash))
  # Whatever generator the session uses, or none yet.
  suppressWarnings(RNGkind("Wichmann-Hill"))
  on.exit(RNGkind("default"))
  expect_identical(plan(3)$splits, one$splits)
  expect_identical(RNGkind()[1], "Wichmann-Hill")
  RNGkind("default")
  rm(".Random.seed", envir = globalenv())
  expect_identical(plan(3), one)
  expect_false(exists(".Random.seed", globalenv()))
  set.seed(1)
})

test_that("a plan is known by its rows, with any version of R and of packages", {
  bytes <- function(x, file = tempfile()) {
    writeBin(as.integer(x), file, endian = "little")
    unname(tools::md5sum(file))
  }
  plan <- resampling_plan(9, folds = 3, seed = 2)
  tests <- lapply(as.list(plan), `[[`, "test")
  expect_identical(plan$hash, bytes(c(0, 9, lengths(tests), unlist(tests))))
})

test_that("plans convert to data frames", {
  plan <- resampling_plan(iris, folds = 3, strata = Species, seed = 1)
  frame <- as.data.frame(plan)
  expect_identical(names(frame), c("repetition", "fold", "row", "role", "times"))
  expect_identical(nrow(frame), 450L)
  expect_identical(frame$row[frame$fold == 2 & frame$role == "test"], plan[[2]]$test)
  expect_identical(resampling_plan(iris, folds = 3, strata = "Species", seed = 1), plan)
  expect_identical(resampling_plan(150, folds = 3, strata = iris$Species, seed = 1)$hash, plan$hash)
  boot <- as.data.frame(resampling_plan(9, "bootstrap", repetitions = 3))
  expect_identical(as.vector(tapply(boot$times * (boot$role == "train"), boot$repetition, sum)), rep(9L, 3))
})

test_that("a plan prints what it is", {
  expect_snapshot({
    resampling_plan(iris, folds = 5, repetitions = 2, strata = Species, seed = 1)
    resampling_plan(20, "5x2", seed = 1)
    resampling_plan(21, "leave_one_out")
    resampling_plan(1e4, "holdout", test_fraction = 0.25, seed = 1)
    resampling_plan(100, "monte_carlo", seed = 100000)
    resampling_plan(20, "bootstrap", repetitions = 50, group = rep(1:5, 4), seed = 1)
  })
})

test_that("plans that cannot be are refused", {
  refused <- function(..., message = NULL) {
    expect_error(resampling_plan(...), message, class = "verdict_error_plan")
  }
  refused()
  refused("a")
  refused(1)
  refused(2.5)
  refused(NA_real_)
  refused(c(3, 4))
  refused(iris[1, ])
  refused(5, message = "too few rows for 10 parts: 5")
  refused(10, folds = 1)
  refused(10, folds = 2.5)
  refused(10, folds = 3, group = rep(1:2, 5), message = "too few groups for 3 parts: 2")
  refused(0, message = "not 0")
  refused("ten", message = "not a string")
  refused(10, "holdout", group = rep(1, 10), message = "too few groups")
  refused(10, "holdout", test_fraction = 0.99, message = "leaves none")
  refused(10, "holdout", strata = rep(1:2, 5), group = rep(1:5, 2), message = "one class")
  refused(10, strata = c(NA, 1:9), message = "1 row")
  refused(10, "5x2", folds = 3)
  refused(10, "kfold", test_fraction = 0.2, message = "takes no `test_fraction`")
  refused(10, "5x2", repetitions = 3, message = "5 repetitions, not 3")
  refused(10, "bootstrap", repetitions = 0)
  refused(10, "bootstrap", repetitions = "many")
  refused(10, seed = "a")
  refused(10, seed = 1.5)
  expect_error(resampling_plan(10, test_fraction = 1), class = "verdict_error_argument")
  expect_error(resampling_plan(10, "jackknife"), class = "verdict_error_argument")
  expect_error(resampling_plan(10, "kfold", 5), class = "verdict_error_argument")
  expect_error(resampling_plan(10, strata = 1:3), class = "verdict_error_length")
  expect_error(resampling_plan(10, group = list(1)), class = "verdict_error_group")
  expect_error(resampling_plan(iris, strata = nothing), class = "verdict_error_column")
  expect_error(resampling_plan(iris[0, ]), class = "verdict_error_empty")
  expect_error(resampling_plan(1e9, "bootstrap"), class = "verdict_error_size")
  expect_error(as.list(resampling_plan(4e4, "leave_one_out")), class = "verdict_error_size")
  plan <- resampling_plan(4, folds = 2)
  expect_error(plan[[5]], class = "verdict_error_plan")
  expect_error(summary(plan, 1), class = "verdict_error_argument")
  expect_identical(plan[["n"]], 4L)
})
