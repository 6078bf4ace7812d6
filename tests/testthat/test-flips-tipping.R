# Two classes, b rows won by `new`, c by `old`, and `both` on which they agree.
flipping <- function(b, c, both) {
  data.frame(
    truth = rep("x", b + c + both), old = rep(c("y", "x", "x"), c(b, c, both)),
    new = rep(c("x", "y", "x"), c(b, c, both))
  )
}

tip <- function(b, c, n = 300, ...) {
  flips(flipping(b, c, n - b - c), new, old, truth = truth, classes = character(), ...)
}

midp <- function(b, c) {
  if (b == c) {
    return(1 - dbinom(b, b + c, .5))
  }
  2 * pbinom(min(b, c), b + c, .5) - dbinom(min(b, c), b + c, .5)
}

test_that("so many wrong labels among those won undo a verdict and its sign", {
  found <- tip(60, 33)
  expect_equal(c(found$tipping, found$tipping.sign), c(5, 14))
  expect_equal(found$tipping.share, 5 / 300)
  expect_gt(midp(55, 38), 0.05)
  expect_lt(midp(56, 37), 0.05)
  expect_output(
    print(found), "60 fixed, 33 broken: 5 wrong labels among the 60 undo the verdict (p > 0.05)", fixed = TRUE
  )
  expect_output(print(found), "3.3% wrong labels", fixed = TRUE)
  expect_output(print(found), "the rows to look at again", fixed = TRUE)
  turned <- tip(33, 60)
  expect_equal(c(turned$tipping, turned$tipping.sign), c(5, 14))
})

test_that("summaries, tables and documents say what print() says of wrong labels", {
  found <- flips(prediction_set(truth ~ naive_bayes + random_forest, satellite), truth_error = 0.03)
  one_line <- function(text) gsub("\\s+", " ", paste(text, collapse = " "))
  file <- tempfile(fileext = ".md")
  save_table(found, file)
  texts <- list(printed_text(found), printed_text(summary(found)), printed_text(as_table(found)), readLines(file))
  for (text in texts) {
    expect_match(one_line(text), "97 wrong labels among the 263 undo the verdict", fixed = TRUE)
    expect_match(one_line(text), "without the wrong labels the difference is 0.117", fixed = TRUE)
    expect_match(one_line(text), "whichever labels are wrong, it is between 0.0530 and 0.162", fixed = TRUE)
  }
})

test_that("they are those of each test, by brute force", {
  tests <- list(
    midp = midp,
    exact = function(b, c) binom.test(b, b + c)$p.value,
    mcnemar = function(b, c) pchisq((b - c)^2 / (b + c), 1, lower.tail = FALSE),
    mcnemar_cc = function(b, c) pchisq(max(0, abs(b - c) - 1)^2 / (b + c), 1, lower.tail = FALSE)
  )
  for (method in names(tests)) {
    for (pair in list(c(9, 1), c(22, 10), c(40, 0), c(3, 17), c(5, 5), c(1, 0))) {
      w <- 0
      move <- if (pair[1] > pair[2]) c(-1, 1) else c(1, -1)
      while (tests[[method]](pair[1] + w * move[1], pair[2] + w * move[2]) <= 0.1) w <- w + 1
      found <- tip(pair[1], pair[2], method = method, conf.level = 0.9)
      expect_identical(found$tipping, w, label = paste(method, pair[1], pair[2]))
      expect_identical(found$tipping.sign, ceiling(abs(diff(pair)) / 2))
    }
  }
})

test_that("nothing to undo is 0, and what is not known is missing", {
  expect_identical(tip(0, 0)$tipping, 0)
  expect_identical(tip(5, 5)$tipping.sign, 0)
  classes <- flips(prediction_set(truth ~ svm + tree, satellite))
  expect_identical(is.na(classes$tipping), !is.na(classes$class))
  expect_true(all(is.na(classes$tipping.sign[-1])))
  clustered <- flips(vehicle_cv, svm, tree, truth = truth, id = id, classes = character())
  expect_identical(clustered$tipping, NA_real_)
  expect_false(is.na(clustered$tipping.sign))
  # a level that nothing reaches from above
  expect_identical(tip(12, 3, conf.level = 0.01)$tipping, NA_real_)
  groups <- flips(
    transform(flipping(60, 33, 207), half = rep(1:2, 150)), new, old, truth = truth, by = half, classes = character()
  )
  expect_equal(groups$tipping.sign, ceiling((groups$fixed - groups$broken) / 2))
})

test_that("of more rows than a machine counts one by one the sign alone is told", {
  d <- data.frame(truth = "x", old = c("x", "y", "x"), new = c("y", "x", "x"))
  found <- flips(prediction_set(truth ~ old + new, d, weights = c(3e9, 1e9, 5)))
  expect_equal(found$tipping[1], NA_real_)
  expect_equal(found$tipping.sign[1], 1e9)
  expect_output(print(found), "1,000,000,000")
})

test_that("labels that are wrong evenly shrink the difference by a factor", {
  found <- tip(60, 33, truth_error = 0.1)
  plain <- tip(60, 33)
  expect_equal(found$corrected, plain$estimate / 0.8)
  expect_equal(c(found$corrected.low, found$corrected.high), c(plain$conf.low, plain$conf.high) / 0.8)
  expect_equal(found[names(plain)], plain, ignore_attr = TRUE)
  # 30 labels, all among those that one won
  expect_equal(c(found$lowest, found$highest), c(27 - 60, 27 + 60) / 300)
  more <- tip(20, 3, truth_error = 0.1)
  expect_equal(c(more$lowest, more$highest), c(17 - 40, 17 + 6) / 300)
  expect_identical(tip(60, 33, truth_error = 0.5)$corrected, NA_real_)
  expect_output(print(tip(60, 33, truth_error = 0.5)), "say nothing of the difference")
  expect_output(print(found), "between -0.110 and 0.290 on these rows", fixed = TRUE)
  expect_equal(tip(60, 33, truth_error = 0)$corrected, plain$estimate)
  expect_identical(tip(60, 33, truth_error = 1)$confusion.low, NA_real_)
})

test_that("with more classes the factor is 1 - e K / (K - 1), and other confusions have bounds", {
  x <- prediction_set(truth ~ svm + tree, satellite)
  K <- length(x$classes)
  found <- flips(x, "svm", "tree", truth_error = 0.06)
  expect_equal(found$corrected[1], found$estimate[1] / (1 - 0.06 * K / (K - 1)))
  expect_true(all(is.na(found$corrected[-1])))
  apart <- sum(satellite$svm != satellite$tree)
  n <- nrow(satellite)
  expect_equal(found$confusion.low[1], (found$estimate[1] - 0.06 * apart / n) / 0.94)
  expect_equal(found$confusion.high[1], (found$estimate[1] + 0.06 * apart / n) / 0.94)
  b <- found$fixed[1]
  c <- found$broken[1]
  neither <- apart - b - c
  expect_equal(found$lowest[1], (b - c - 2 * min(120, b) - min(max(120 - b, 0), neither)) / n)
  expect_equal(found$highest[1], (b - c + 2 * min(120, c) + min(max(120 - c, 0), neither)) / n)
})

test_that("a confusion matrix of the truth gives back the difference without errors", {
  # every true row is recorded as the matrix says, exactly
  truth <- rep(c("p", "q", "r"), c(40, 40, 40))
  confusion <- matrix(c(.9, .1, 0, .05, .9, .05, 0, .2, .8), 3, byrow = TRUE, dimnames = rep(list(c("p", "q", "r")), 2))
  cells <- expand.grid(truth = 1:3, recorded = 1:3, old = 1:3, new = 1:3)
  set.seed(3)
  joint <- array(sample(1:9, 27, TRUE), c(3, 3, 3))
  cells$n <- 100 * joint[cbind(cells$truth, cells$old, cells$new)] * confusion[cbind(cells$truth, cells$recorded)]
  name <- c("p", "q", "r")
  d <- data.frame(truth = name[cells$recorded], old = name[cells$old], new = name[cells$new], n = round(cells$n))
  right <- sum(cells$n * ((cells$new == cells$truth) - (cells$old == cells$truth))) / sum(cells$n)
  found <- flips(d, new, old, truth = truth, weights = n, classes = character(), truth_error = confusion)
  expect_equal(found$corrected, right)
  inverse <- solve(confusion)
  each <- inverse[cbind(cells$recorded, cells$new)] - inverse[cbind(cells$recorded, cells$old)]
  se <- sqrt(sum(cells$n * (each - right)^2)) / sum(cells$n)
  expect_equal(found$corrected.high, right + qnorm(.975) * se)
  wrong <- sum(cells$n[cells$truth != cells$recorded])
  b <- found$fixed
  expect_equal(
    found$lowest,
    (b - found$broken - 2 * min(wrong, b) - max(0, min(wrong - b, sum(d$n[d$old != d$new]) - b - found$broken))) /
      sum(d$n)
  )
  even <- matrix(.05, 3, 3, dimnames = rep(list(name), 2))
  diag(even) <- .9
  expect_equal(
    flips(d, new, old, truth = truth, weights = n, classes = character(), truth_error = even)$corrected,
    found$estimate / .85
  )
  # in any order, as counts; what tells nothing is missing
  counts <- (1000 * confusion)[3:1, c(2, 1, 3)]
  expect_equal(
    flips(d, new, old, truth = truth, weights = n, classes = character(), truth_error = counts)$corrected, right
  )
  nothing <- confusion
  nothing[] <- rep(c(.5, .3, .2), each = 3)
  none <- flips(d, new, old, truth = truth, weights = n, classes = character(), truth_error = nothing)
  expect_true(all(is.na(none[c("corrected", "corrected.low", "lowest", "highest")])))
  expect_match(none$note, "labels as wrong as that say nothing of the difference")
  expect_output(print(none, width = 200), "say nothing of the difference, if they do not depend on what is predicted.",
    fixed = TRUE
  )
  clustered <- flips(vehicle_cv, svm, tree, truth = truth, id = id, classes = character(), truth_error = {
    m <- diag(4) * 0.9
    m[cbind(1:4, c(2:4, 1))] <- 0.1
    dimnames(m) <- rep(list(sort(unique(as.character(vehicle_cv$truth)))), 2)
    m
  })
  expect_identical(is.na(c(clustered$corrected, clustered$corrected.low)), c(FALSE, TRUE))
})

test_that("what is no rate and no confusion of these classes is refused", {
  empty <- matrix(0, 2, 2, dimnames = rep(list(c("x", "y")), 2))
  for (bad in list(-1, 1.2, NA, "a", c(.1, .2), matrix(1:4, 2), empty)) {
    expect_error(tip(6, 3, truth_error = bad), class = "verdict_error_argument")
  }
  expect_error(
    flips(transform(flipping(3, 2, 1), tipping = 1), new, old, truth = truth, by = tipping),
    class = "verdict_error_column"
  )
})
