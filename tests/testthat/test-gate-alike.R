# The chance that n units agree of which each differs with this chance: (1 - chance)^n.
alike <- function(n, ..., lower = 0, upper = 1) {
  score <- rep_len(c(1, 1, 0), n)
  score_set(data.frame(old = score, new = score, ...), design = "items", lower = lower, upper = upper)
}

test_that("scores that are the same on few items pass no gate, on many they do", {
  few <- gate(alike(3), "old", margin = 0.02)
  expect_identical(few$decision, "undecided")
  # What leaves 2.5% for three that agree: (1 - 0.7076)^3.
  expect_equal((1 - few$conf.high)^3, 0.025)
  expect_identical(few$conf.low, -few$conf.high)
  # 0.98^183 is below 2.5%, 0.98^182 above.
  expect_identical(few$n + few$more, 183)
  expect_identical(gate(alike(182), "old", margin = 0.02)[["decision"]], "undecided")
  expect_identical(gate(alike(183), "old", margin = 0.02)[["decision"]], "pass")
  expect_identical(gate(alike(1000), "old", margin = 0.004)[["decision"]], "pass")
  # The level of each of two.
  two <- gate(alike(183, other = rep_len(c(1, 1, 0), 183)), "old", margin = 0.02)
  expect_identical(two$decision, rep("undecided", 2))
  expect_equal((1 - two$conf.high)^183, rep(0.0125, 2))
  # Nor is it shown that it is not better by a margin.
  expect_identical(gate(alike(20), "old", require = "better", margin = 0.02)$decision, "undecided")
  expect_identical(gate(alike(200), "old", require = "better", margin = 0.02)$decision, "fail")
  expect_identical(gate(alike(200), "old", require = "better")$decision, "undecided")
  expect_failure(expect_not_worse(alike(3), "old", margin = 0.02), "180 more items")
})

test_that("a gate of what is the same passes a worse candidate as seldom as it says", {
  # A candidate that fails on a share of the items and is right else, as the reference always is.
  passed <- vapply(c(20, 100, 200), function(n) gate(alike(n), "old", margin = 0.05)$decision == "pass", NA)
  expect_identical(passed, (1 - 0.05)^c(20, 100, 200) < 0.025)
})

test_that("clusters that agree count, not their items, and items that both have", {
  found <- gate(score_set(
    data.frame(old = rep(0:1, 15), new = rep(0:1, 15), doc = rep(1:10, 3)), cluster = doc, design = "items",
    lower = 0, upper = 1
  ), "old", margin = 0.02)
  expect_equal((1 - found$conf.high)^10, 0.025)
  # Three items a cluster.
  expect_identical(found$n + found$more, floor(3 * log(0.025) / log(0.98)) + 1)
  d <- data.frame(item = 1:30, old = rep(0:1, 15), new = rep(0:1, 15))
  d$old[1:25] <- NA
  gaps <- gate(score_set(d, item = item, na = "keep", lower = 0, upper = 1), "old", margin = 0.02)
  expect_equal((1 - gaps$conf.high)^5, 0.025)
})

test_that("without a known range it is that of the scores, and is said, or there is none", {
  found <- gate(alike(200, lower = NULL, upper = NULL), "old", margin = 0.02)
  expect_identical(found$decision, "pass")
  expect_match(found$note, "taken to differ by at most 1, the range seen", fixed = TRUE)
  same <- gate(score_set(cbind(old = rep(1, 200), new = 1), design = "items"), "old", margin = 0.02)
  expect_identical(same$decision, "undecided")
  expect_match(same$note, "give lower and upper to score_set()", fixed = TRUE)
  # One item or data set tells no more, in two models or three.
  for (design in c("items", "datasets")) {
    one <- gate(score_set(cbind(old = 0.5, new = 0.5, other = 0.5), design = design, metric = "q"), "old", margin = 0.1)
    expect_identical(one$decision, rep("undecided", 2))
    expect_identical(one$estimate, c(0, 0))
    expect_match(one$note, "all of one value, which tells no range", fixed = TRUE)
  }
  gaps <- score_set(
    data.frame(item = 1:3, old = c(0.5, 0.6, NA), new = c(0.5, NA, 0.7)), item = item, na = "keep", lower = 0, upper = 1
  )
  common <- gate(gaps, "old", margin = 0.1)
  expect_identical(common$decision, "undecided")
  expect_match(common$note, "2 items left out, without a score of both", fixed = TRUE)
  known <- score_set(cbind(old = rep(1, 200), new = 1), design = "items", lower = 0, upper = 1)
  expect_identical(gate(known, "old", margin = 0.02)$decision, "pass")
})

test_that("losses of the same probabilities are judged like scores", {
  p <- rep_len(c(0.1, 0.3, 0.6, 0.9), 1000)
  d <- data.frame(y = rep_len(c(0, 1, 1, 0, 0), 1000), old = p, new = p)
  of <- function(n, metric) {
    gate(probability_set(y ~ old + new, d[1:n, ], positive = 1), "old", metric = metric, margin = 0.02)
  }
  expect_identical(of(5, "brier")$decision, "undecided")
  expect_identical(of(1000, "brier")$decision, "pass")
  few <- of(20, "log_loss")
  expect_equal((1 - few$conf.high / (log(0.9) - log(0.1)))^20, 0.025)
  expect_match(few$note, "the range seen", fixed = TRUE)
  expect_identical(of(1000, "log_loss")$decision, "pass")
})

test_that("data sets that agree are judged by signs, and folds not at all", {
  of <- function(n, design) {
    scores <- seq_len(n) / 10
    gate(score_set(cbind(old = scores, new = scores), design = design), "old", margin = 0.02)
  }
  # 2^-5 is above 2.5%, 2^-6 below.
  five <- of(5, "datasets")
  expect_identical(c(five$decision, of(6, "datasets")$decision), c("undecided", "pass"))
  expect_identical(five$more, 1)
  folds <- of(10, "folds")
  expect_identical(folds$decision, "undecided")
  expect_true(is.na(folds$conf.low) && is.na(folds$more))
})

test_that("clusters of which few differ pass a candidate that is worse by just the margin as seldom as others", {
  # A candidate that loses whole clusters of a reference that is always right.
  id <- rep(1:50, each = 2)
  truth <- rep(c("p", "q"), 50)
  predicted <- function(lost) {
    other <- ifelse(id <= lost, ifelse(truth == "p", "q", "p"), truth)
    gate(prediction_set(truth, old = truth, new = other, id = id), "old", metric = "accuracy", margin = 0.1)
  }
  sampled <- function(lost) {
    score_set(cbind(old = 1, new = as.numeric(id > lost)), item = id, repetition = rep(1:2, 50), lower = 0, upper = 1)
  }
  found <- lapply(0:10, predicted)
  passes <- vapply(found, as.logical, NA)
  expect_identical(passes, 0:10 == 0)
  expect_lt(sum(stats::dbinom(0:10, 50, 0.1)[passes]), 0.025)
  # None lost: 1 - 0.025^(1 / 50); two lost, none won: the limits of Clopper and Pearson.
  expect_equal(found[[1]]$conf.low, -(1 - 0.025^(1 / 50)))
  expect_equal(found[[3]]$conf.low, -stats::binom.test(2, 50)$conf.int[2])
  expect_match(found[[3]]$note, "they differ on 2 of 50 observations: too few to tell how often", fixed = TRUE)
  expect_lt(max(vapply(found, function(one) one$conf.high, 0)[6:11]), 0.08)
  clusters <- score_set(
    data.frame(old = rep(1, 100), new = as.numeric(id > 2), c = id), cluster = c, design = "items", lower = 0, upper = 1
  )
  expect_equal(gate(clusters, "old", margin = 0.1)$conf.low, found[[3]]$conf.low)
  expect_identical(gate(sampled(2), "old", margin = 0.1)[["decision"]], "undecided")
})

test_that("a gate of few observations speaks of its interval, and of no method that it does not have", {
  set.seed(4)
  id <- rep(1:16, each = 20)
  truth <- sample(c("x", "y"), 320, TRUE)
  called <- function(p) ifelse(runif(320) < p, truth, ifelse(truth == "x", "y", "x"))
  x <- prediction_set(truth, old = called(0.7), new = called(0.8), id = id)
  found <- gate(x, "old", metric = "kap", margin = 0.1)
  expect_match(found$note, "^interval may be too short with only 16 observations$")
})

test_that("where few clusters differ a loss has the mirrored limits of what it is the loss of", {
  truth <- rep(1, 300)
  old <- rep(1:0, c(290, 10))
  new <- replace(replace(old, 1:3, 0), 295:296, 1)
  id <- rep(1:150, each = 2)
  x <- prediction_set(truth, old = old, new = new, id = id)
  of <- function(x, ...) gate(x, "old", margin = 0.03, ...)
  good <- of(x, metric = "accuracy")
  bad <- of(x, metric = "error")
  expect_equal(c(bad$conf.low, bad$conf.high), -c(good$conf.high, good$conf.low))
  expect_identical(c(good$decision, bad$decision), rep("undecided", 2))
  scores <- function(sign, better) {
    of(score_set(sign * cbind(old, new), cluster = id, design = "items", metric = "m", better = better))
  }
  up <- scores(1, "high")
  down <- scores(-1, "low")
  expect_equal(c(down$conf.low, down$conf.high), -c(up$conf.high, up$conf.low))
})

test_that("the range seen is that of both", {
  scores <- cbind(a = 1, b = c(0, 0, rep(1, 198)))
  found <- gate(score_set(scores, cluster = 1:200, design = "items"), "a", margin = 0.03)
  known <- gate(score_set(scores, cluster = 1:200, design = "items", lower = 0, upper = 1), "a", margin = 0.03)
  expect_equal(c(found$conf.low, found$conf.high), c(known$conf.low, known$conf.high))
  expect_match(found$note, "taken to differ by at most 1, the range seen", fixed = TRUE)
})
