
test_that("with a margin it is said who is not worse in the groups", {
  x <- prediction_set(truth ~ svm + random_forest, satellite, by = rep(1:4, 500))
  expect_match(printed_text(verdict(x, margin = .03)), "random_forest is not worse in all 4 groups", fixed = TRUE)
})

test_that("a summary has no heading, and no note, of a table that it does not show", {
  n <- rep(c("n", "m", "s"), length.out = 2000)
  many <- prediction_set(truth ~ naive_bayes + random_forest + svm, satellite, by = n)
  said <- summary(verdict(many, "accuracy"))
  expect_identical(names(said$sections)[3], "Accuracy by group")
  expect_length(said$sections, 3)
  expect_true(all(lengths(said$sections) > 0))
  weighted <- transform(satellite, w = rep(1:4, 500) / 3, by = rep(c("a", "b"), c(1980, 20)))
  few <- prediction_set(truth ~ svm + random_forest, weighted, weights = w, weights_are = "sampling", by = by)
  judged <- verdict(few, "accuracy")
  expect_match(printed_text(judged), "\\(1\\) p too small with only")
  expect_no_match(summary_text(judged), "(1)", fixed = TRUE)
})

test_that("a name that begins the sentence on groups stays as it is", {
  right <- function(n) rep(c(1, 1, 0, 0), n)
  rows <- rbind(
    data.frame(new = right(c(300, 55, 45, 140)), old = rep(c(1, 0, 1, 0), c(300, 55, 45, 140)), site = "u"),
    data.frame(new = right(c(30, 8, 8, 14)), old = rep(c(1, 0, 1, 0), c(30, 8, 8, 14)), site = "v")
  )
  x <- prediction_set(as.matrix(rows[c("new", "old")]), by = rows$site)
  said <- printed_text(verdict(x, margin = 0.05, headline = 0.6))
  expect_match(said, "new is not worse in 1, which is better is undecided in 1", fixed = TRUE)
})

test_that("where room is short a table by group gives up the numbers of rows before it cuts names", {
  where <- rep(c("north-west", "south", "east"), length.out = 2000)
  x <- prediction_set(truth ~ svm + random_forest, satellite, by = where)
  wide <- printed_text(verdict(x, "accuracy", margin = 0.02), width = 120)
  expect_match(wide, "north-west (667)", fixed = TRUE)
  narrow <- printed_text(verdict(x, "accuracy", margin = 0.02), width = 80)
  expect_match(narrow, "north-west 0.901", fixed = TRUE)
  expect_no_match(narrow, "667", fixed = TRUE)
})

test_that("marks without a sign are said to be of decisions in groups too, and whose test is of groups", {
  set.seed(31)
  ease <- rnorm(1200)
  score <- function(more) rowMeans(matrix(rbinom(4800, 1, plogis(more + 1.6 * ease)), 1200))
  tasks <- data.frame(task = rep(c("code", "math", "qa"), 400))
  x <- score_set(sapply(c(a = 1.1, b = 1.25, c = 0.7), score), item = 1:1200, by = tasks)
  v <- verdict(x, reference = "a", margin = 0.02)
  expect_true("not worse" %in% v$groups$where$decision && !"not worse" %in% v$overall$decision)
  expect_output(print(v), "without a sign undecided or only not worse")
  sites <- prediction_set(truth ~ svm + tree, satellite, by = rep(c("north", "south"), 1000))
  v <- verdict(sites, "recall")
  expect_identical(unique(v$groups$where$method), "exact McNemar")
  expect_output(print(v), "Test: McNemar; of each .* exact McNemar\\. Each")
})

test_that("the mix over all is that of the weights where rows have some, and no step is advised that is refused", {
  d <- data.frame(truth = rep(c("x", "y"), 200), site = rep(c("big", "small"), each = 200))
  flip <- function(v, i) replace(v, i, ifelse(v[i] == "x", "y", "x"))
  d$a <- flip(d$truth, 1:20)
  d$b <- flip(d$truth, 201:300)
  text <- function(x) gsub("\\s+", " ", paste(capture.output(print(verdict(x, "accuracy"))), collapse = " "))
  plain <- prediction_set(truth ~ a + b, d, by = site)
  expect_match(text(plain), "for sites mixed as in these rows; it need not hold in each of them. For another mix: s")
  # 9:1 in the weights: accuracies 0.9 * 0.9 + 0.1 and 0.9 + 0.1 * 0.5.
  d$w <- ifelse(d$site == "big", 9, 1)
  weighted <- prediction_set(truth ~ a + b, d, weights = w, weights_are = "sampling", by = site)
  said <- text(weighted)
  expect_match(said, "0.950 (b) against 0.910 (a)", fixed = TRUE)
  expect_match(said, "for sites mixed as weighted; it need not hold in each of them. For another mix: other `weights`.",
    fixed = TRUE)
  expect_no_match(said, "standardise_groups")
  expect_error(standardise_groups(weighted), class = "verdict_error_groups")
  given <- text(update_prevalence(plain, c(x = 0.2, y = 0.8)))
  expect_match(given, "mixed as in these rows, weighted to the prevalence; it need not hold in each of them.",
    fixed = TRUE)
  expect_no_match(given, "standardise_groups")
})
