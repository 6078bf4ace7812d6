# All ways in which at most W of few labels are wrong: least and largest value of each classifier and the difference.
by_all_ways <- function(d, W, metric, classes = levels(d$t)) {
  n <- nrow(d)
  ways <- unlist(lapply(0:min(W, n), function(k) utils::combn(n, k, simplify = FALSE)), recursive = FALSE)
  value <- function(t, s) {
    is <- t == classes[1]
    said <- s == classes[1]
    switch(metric,
      accuracy = mean(t == s), precision = mean(is[said]), recall = mean(said[is]), npv = mean(!is[!said]),
      specificity = mean(!said[!is])
    )
  }
  found <- lapply(ways, function(way) {
    others <- expand.grid(lapply(way, function(i) setdiff(classes, d$t[i])), stringsAsFactors = FALSE)
    vapply(seq_len(max(1, nrow(others))), function(k) {
      t <- as.character(d$t)
      t[way] <- unlist(others[k, ])
      both <- c(value(t, d$a), value(t, d$b))
      c(both, both[2] - both[1])
    }, numeric(3))
  })
  apply(do.call(cbind, found), 1, range, na.rm = TRUE, finite = TRUE)
}

test_that("bounds are those of all ways in which labels can be wrong", {
  for (seed in 1:12) {
    set.seed(seed)
    n <- sample(4:8, 1)
    classes <- c("p", "n", "m")[seq_len(2 + seed %% 2)]
    d <- list2DF(lapply(list(t = 1, a = 2, b = 3), function(i) factor(sample(classes, n, TRUE), classes)))
    W <- sample(0:3, 1)
    x <- prediction_set(d, t, c(a, b), positive = "p", levels = classes)
    for (metric in c("accuracy", "precision", "recall", "npv", "specificity")) {
      r <- truth_bounds(x, W, metric)
      expected <- suppressWarnings(by_all_ways(d, W, metric))
      known <- !is.na(r$estimate)
      expect_equal(rbind(r$lowest, r$highest)[, known], expected[, known], info = paste(seed, metric))
    }
  }
})

test_that("a bound of 0 is 0, and no wrong label is none", {
  d <- data.frame(t = c("p", "p", "n", "n", "n", "n"), a = rep(c("p", "n"), each = 3), b = c(rep("p", 5), "n"))
  for (rows in list(1:6, c(1:6, 1:6, 3:5), rep(1:6, 7))) {
    x <- prediction_set(t ~ a + b, d[rows, ], positive = "p")
    r <- do.call(rbind, lapply(0:6, function(W) as.data.frame(truth_bounds(x, W, "precision"))))
    bounds <- c(r$lowest, r$highest)
    expect_true(all(bounds == 0 | abs(bounds) > 1e-9))
  }
  expect_match(capture.output(print(truth_bounds(x, 0))), "^If at most 0 of the 42 labels", all = FALSE)
})

test_that("recalls of no rows are no difference of 0", {
  # Were the one p an n, there would be none. A second wrong label makes one, which neither finds.
  d <- data.frame(t = c("p", "n", "n"), a = c("p", "n", "n"), b = "n")
  bounds <- function(d) {
    x <- prediction_set(t ~ a + b, d, levels = c("n", "p"), positive = "p")
    truth_bounds(x, 1, "recall")[3, ]
  }
  r <- bounds(d)
  expect_identical(c(abs(r$estimate), sort(abs(c(r$lowest, r$highest))), r$undone.by), c(1, 0.5, 1, 2))
  alone <- bounds(d[1, ])
  expect_identical(c(abs(alone$lowest), alone$undone.by), c(1, NA))
})

test_that("precision is TP -+ W of those called, and a sign is undone by the least number that can", {
  x <- prediction_set(truth ~ naive_bayes + tree, spam_filters, positive = "spam")
  r <- truth_bounds(x, 20, c("accuracy", "precision"))
  called <- spam_filters$tree == "spam"
  right <- sum(spam_filters$truth[called] == "spam")
  one <- r[r$metric == "precision" & r$classifier == "tree" & is.na(r$reference), ]
  expect_equal(c(one$lowest, one$highest), (right + c(-20, 20)) / sum(called))
  flipped <- flips(x, "tree", "naive_bayes", classes = character(), truth_error = 0.01)
  pair <- r[r$metric == "accuracy" & !is.na(r$reference), ]
  expect_equal(pair$undone.by, flipped$tipping.sign)
  share <- truth_bounds(x, 0.01, "accuracy")
  expect_equal(unlist(share[3, c("lowest", "highest")]), unlist(flipped[c("lowest", "highest")]))
  at <- truth_bounds(x, pair$undone.by, "accuracy")[3, ]
  before <- truth_bounds(x, pair$undone.by - 1, "accuracy")[3, ]
  expect_true(at$lowest <= 0 && before$lowest > 0)
  expect_output(print(truth_bounds(x, 1)), "If at most 1 of the 1,601 labels is wrong.*155 wrong labels can")
  expect_output(print(r["estimate"]), "estimate")
})

test_that("more wrong labels than there are is refused", {
  set <- prediction_set(truth ~ svm, satellite)
  expect_equal(truth_bounds(set, 2000, "accuracy")$lowest, 0)
  expect_error(truth_bounds(set, 2001), "at most 2,000", class = "verdict_error_argument")
})

test_that("what has no rows or no bounds", {
  none <- prediction_set(c("p", "n"), a = c("n", "n"), b = c("p", "n"), positive = "p")
  r <- truth_bounds(none, 1, "ppv")
  expect_identical(is.na(r$lowest), c(TRUE, FALSE, TRUE))
  expect_match(format(r)[1], "no rows that count")
  nobody <- prediction_set(factor(c("n", "n"), c("p", "n")), a = c("n", "p"), b = c("p", "n"), positive = "p")
  expect_true(all(is.na(truth_bounds(nobody, 1, "recall")$lowest)))
  alone <- truth_bounds(none["a"], 0, "accuracy")
  expect_identical(c(nrow(alone), alone$lowest), c(1, 0.5))
  same <- prediction_set(c("p", "n"), a = c("p", "n"), b = c("p", "n"), positive = "p")
  expect_identical(truth_bounds(same, 1, "accuracy")$undone.by[3], 0)
  refuse <- function(..., class) expect_error(truth_bounds(...), class = class)
  refuse(none, 1, "f_meas", class = "verdict_error_metric")
  for (bad in list(1.5, -1, NA_real_, "a", c(1, 2), Inf)) refuse(none, bad, class = "verdict_error_argument")
  refuse(1, 1, class = "verdict_error_set")
  refuse(none, 1, classes = "q", class = "verdict_error_class")
  d <- data.frame(t = c("p", "n"), a = c("p", "n"), w = c(1.5, 2))
  refuse(prediction_set(d, t, a, weights = w, weights_are = "sampling"), 1, class = "verdict_error_weights")
})

test_that("of no difference there is no sign to undo", {
  d <- data.frame(truth = c("a", "b"), one = "a", two = c("a", "a"))
  text <- printed_text(truth_bounds(prediction_set(truth ~ one + two, d), 1, "accuracy"))
  expect_match(text, "; there is no sign to undo.", fixed = TRUE)
})

test_that("of more rows than can be gone through the bounds of recall are those of few, as shares", {
  d <- data.frame(t = c("p", "p", "p", "n", "n", "n"), a = c("p", "p", "n", "n", "n", "p"), b = rep(c("p", "n"), 3))
  bounds <- function(each) {
    x <- prediction_set(t ~ a + b, d, weights = rep(each, 6), positive = "p")
    truth_bounds(x, 0.7 * each, c("recall", "specificity"))
  }
  few <- bounds(1e3)
  many <- bounds(1e12)
  for (column in c("estimate", "lowest", "highest")) expect_equal(many[[column]], few[[column]], tolerance = 1e-12)
  # Of 3e12 events 2e12 are found: 7e11 more may be events, or 7e11 of the others none.
  expect_equal(c(many$lowest[1], many$highest[1]), c(2 / 3.7, 2 / 2.3))
})
