# Items of which the second half is easier, and which "new" alone has; on the others the two are alike.
gapped <- function() {
  set.seed(5)
  n <- 400
  chance <- ifelse(seq_len(n) <= 150, .55, .9)
  luck <- stats::runif(n)
  right <- function() 1 * (luck + stats::rnorm(n, 0, .05) < chance)
  d <- data.frame(id = seq_len(n), old = right(), new = right(), third = right(), task = rep(c("t1", "t2"), n / 2))
  d$old[301:400] <- NA
  d$new[1:150] <- NA
  d$third[1:20] <- NA
  d
}

gapped_set <- function(d, ...) score_set(d, classifiers = c(old, new, third), item = id, na = "keep", ...)

test_that("groups with other shares compare two on the items that both have", {
  d <- gapped()
  x <- standardise_groups(gapped_set(d, by = task), c(t1 = .7, t2 = .3))
  found <- compare_classifiers(x, p.adjust.method = "none")
  expect_match(found$note[1], "250 items left out, without a score of both", fixed = TRUE)
  for (i in 1:3) {
    of <- d[[found$classifier[i]]] - d[[found$reference[i]]]
    each <- split(of[!is.na(of)], d$task[!is.na(of)])
    expect_equal(found$estimate[i], sum(c(.7, .3) * vapply(each, mean, 0)))
    part <- c(.7, .3)^2 * vapply(each, function(d) var(d) / length(d), 0)
    df <- sum(part)^2 / sum(part^2 / (lengths(each) - 1))
    expect_equal(found$std.error[i], sqrt(sum(part)))
    expect_equal(found$p.value[i], 2 * pt(-abs(found$estimate[i]) / sqrt(sum(part)), df))
  }
  # A table of all has what each has by itself.
  alone <- assess_classifiers(x)$estimate
  expect_equal(alone[2], sum(c(.7, .3) * tapply(d$new, d$task, mean, na.rm = TRUE)))
  text <- capture.output(print(verdict(x)))
  for (value in sprintf("%.3f", alone)) expect_match(text, value, fixed = TRUE, all = FALSE)
  # As every verb has it.
  two <- x[c("old", "new")]
  expect_equal(compare_classifiers(two)$p.value, found$p.value[1])
  expect_equal(omnibus_test(two)$p.value, found$p.value[1])
  expect_identical(as.character(verdict(two)$overall$decision), "undecided")
  expect_identical(gate(two, "old", require = "better")$decision, "undecided")
  margin <- compare_classifiers(two, margin = .05)
  expect_equal(margin$estimate, found$estimate[1])
  expect_equal(margin$p.noninferior, 2 * pt((margin$estimate + .05) / margin$std.error, margin$df, lower.tail = FALSE))
  contrast <- compare_classifiers(x, contrasts = list(c(1, -.5, -.5)))
  all <- stats::na.omit(d)
  by_hand <- tapply(all$old - (all$new + all$third) / 2, all$task, mean)
  expect_equal(contrast$estimate, sum(c(.7, .3) * by_hand))
})

test_that("all together are tested on the items that all have", {
  d <- gapped()
  x <- gapped_set(d)
  all <- stats::na.omit(d)
  joint <- omnibus_test(x)
  differences <- as.matrix(cbind(all$old - all$third, all$new - all$third))
  n <- nrow(all)
  f <- (n - 2) / (2 * (n - 1)) * n * colMeans(differences) %*% solve(cov(differences), colMeans(differences))
  expect_equal(joint$statistic, c(f))
  expect_equal(joint$p.value, pf(c(f), 2, n - 2, lower.tail = FALSE))
  expect_match(joint$note, "250 items left out, without a score of all", fixed = TRUE)
  pair <- gapped_set(d)[c("old", "new")]
  expect_equal(omnibus_test(pair)$p.value, compare_classifiers(pair)$p.value)
})

test_that("whether groups differ is asked of the items that both have", {
  d <- gapped()
  found <- omnibus_test(gapped_set(d, by = task), over = "groups")
  of <- d$new - d$old
  expected <- oneway.test(of ~ d$task)
  row <- found[found$classifier == "new, old", ]
  expect_equal(row$p.value, expected$p.value)
  expect_match(row$note, "250 items left out", fixed = TRUE)
  lost <- transform(d, third = ifelse(task == "t2", NA, third))
  found <- omnibus_test(gapped_set(lost, by = task), over = "groups")
  expect_identical(is.na(found$p.value), grepl("third", found$classifier))
  expect_match(found$note[is.na(found$p.value)], 'no estimate in group "t2"', fixed = TRUE)
})

test_that("without items in common there is no number, and the reason", {
  d <- gapped()
  d$new[d$id < 300] <- NA
  x <- gapped_set(d, by = task)
  at <- function(rows) rows[rows$classifier %in% c("new", "new, old") & rows$reference %in% c("old", NA), ]
  for (found in list(
    at(compare_classifiers(standardise_groups(x))), omnibus_test(standardise_groups(x)), omnibus_test(x),
    at(omnibus_test(x, over = "groups"))
  )) {
    expect_identical(is.na(found$p.value), TRUE)
    expect_match(found$note, "too few items in common", fixed = TRUE)
  }
  plan <- sample_size(standardise_groups(x), difference = .1)
  expect_match(plan$note[1], "too few items in common", fixed = TRUE)
  expect_identical(is.na(plan$n), c(TRUE, FALSE, FALSE))
})

test_that("a plan of groups with other shares counts on the items that both have", {
  d <- gapped()
  x <- standardise_groups(gapped_set(d, by = task)[c("old", "new")])
  se <- compare_classifiers(x)$std.error
  n <- sample_size(x, difference = .05)$n
  expect_equal(n, 400 * (qnorm(.975) + qnorm(.8))^2 * se^2 / .05^2, tolerance = .02)
  expect_output(print(sample_size(x, difference = .05)), "38%", fixed = TRUE)
})

test_that("contrasts are of the items that all have, by any method, in clusters and in groups, or have no number", {
  d <- transform(gapped(), document = (id + 2) %/% 3)
  all <- stats::na.omit(d)
  of <- all$old - (all$new + all$third) / 2
  contrast <- list(c(1, -.5, -.5))
  left <- "250 items left out, without a score of all"
  by_item <- compare_classifiers(gapped_set(d), contrasts = contrast, method = "wald")
  expect_equal(c(by_item$estimate, by_item$std.error), c(mean(of), sd(of) / sqrt(length(of))))
  expect_match(by_item$note, left, fixed = TRUE)
  clustered <- compare_classifiers(gapped_set(d, cluster = document), contrasts = contrast)
  expect_equal(clustered$estimate, mean(of))
  expect_match(clustered$note, left, fixed = TRUE)
  x <- gapped_set(d, by = task)
  grouped <- compare_classifiers(x, over = "groups", contrasts = contrast)
  expect_equal(grouped$estimate, unname(c(tapply(of, all$task, mean))))
  expect_match(compare_classifiers(standardise_groups(x), contrasts = contrast)$note, left, fixed = TRUE)
  d$new[d$id < 300] <- NA
  for (y in list(gapped_set(d, cluster = document), standardise_groups(gapped_set(d, by = task)))) {
    none <- compare_classifiers(y, contrasts = contrast)
    expect_true(is.na(none$p.value) && is.na(none$estimate) && is.na(none$conf.low))
    expect_match(none$note, "too few items in common", fixed = TRUE)
  }
})

test_that("a joint test has the remark of the items that it is of", {
  set.seed(8)
  d <- data.frame(item = 1:60, task = rep(c("s", "t"), 30), a = stats::rnorm(60), b = stats::rnorm(60) + .4)
  t <- which(d$task == "t")
  d$b[t] <- d$a[t] + .3
  d$b[t[1:10]] <- NA
  d$a[t[11:16]] <- NA
  d$b[t[11:16]] <- stats::rnorm(6)
  x <- standardise_groups(score_set(d, classifiers = c(a, b), item = item, by = task, na = "keep"))
  for (found in list(omnibus_test(x), compare_classifiers(x))) {
    expect_match(found$note, "too small with only 14 items in group", fixed = TRUE)
    expect_match(found$note, "16 items left out", fixed = TRUE)
  }
})

test_that("a plan has a row for every pair, with items in common or without", {
  set.seed(3)
  d <- data.frame(item = 1:40, a = stats::rnorm(40), b = stats::rnorm(40), c = stats::rnorm(40))
  d$a[21:40] <- NA
  d$b[1:20] <- NA
  x <- score_set(d, item = item, na = "keep")
  for (who in list(1:3, c(3, 1, 2), c(2, 3, 1))) {
    plan <- sample_size(x[who], difference = .1)
    expect_identical(sum(is.na(plan$n)), 1L)
    expect_identical(plan$note[is.na(plan$n)], "too few items in common")
    expect_output(print(plan), "noncentral t distribution", fixed = TRUE)
  }
})

test_that("two sets of the same items of which a classifier lacks some have no paired test of all of them", {
  set.seed(1)
  d <- data.frame(item = 1:50, a = stats::rnorm(50) + .2, b = stats::rnorm(50))
  d$a[1:12] <- NA
  x <- score_set(d[c("item", "a")], item = item, na = "keep")
  y <- score_set(d[c("item", "b")], item = item)
  expect_warning(compare_independent(x, y), "not .compare_classifiers()", class = "verdict_warning_invalid")
})

test_that("a gate at any number of looks says which items were left out, and where none is in common", {
  d <- data.frame(item = 1:8, a = c(0, 1, 1, 0, 1, 0, NA, NA), b = c(1, 1, NA, NA, 1, 0, 1, 1))
  of <- function(d) score_set(d, item = item, na = "keep", lower = 0, upper = 1)
  expect_match(gate(of(d), "a", margin = .1, sequential = TRUE)$note, "4 items left out", fixed = TRUE)
  d$a[d$item > 2] <- NA
  d$b[d$item < 3] <- NA
  none <- gate(of(d), "a", margin = .1, sequential = TRUE)
  expect_identical(list(none$decision, none$note), list("undecided", "too few items in common"))
  expect_output(print(none, width = 200), "too few items in common", fixed = TRUE)
})

test_that("few folds, or signs of few data sets, in common are counted as such", {
  set.seed(1)
  folds <- data.frame(fold = 1:5, a = c(NA, NA, NA, .7, .9), b = stats::runif(5))
  expect_output(print(verdict(score_set(folds, fold = fold, na = "keep"))), "With 2 folds in common", fixed = TRUE)
  sets <- score_set(data.frame(set = 1:4, a = 2:5, b = 1:4 + .5), dataset = set)
  expect_output(print(verdict(sets, method = "sign")), "4 data sets are too few", fixed = TRUE)
})
