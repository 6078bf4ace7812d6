# What is said where there is no estimate, and of sets of which few rows are labelled.

unknown_set <- function() {
  d <- data.frame(
    truth = c("a", "b", NA, NA, "b", "a"), one = "b", two = c("a", "b", "a", "b", "b", "a")
  )
  prediction_set(truth ~ one + two, d, labelling = "unknown")
}

test_that("of a class that a classifier never calls no label allows a precision", {
  r <- assess_classifiers(unknown_set(), "precision")
  never <- r$class == "a" & r$classifier == "one"
  expect_identical(r$conf.low[never], NA_real_)
  expect_identical(r$conf.high[never], NA_real_)
  # Called b: rows 1 to 6 of which 2 are of b, 2 of a and 2 are not known.
  expect_equal(r$conf.low[r$class == "b" & r$classifier == "one"], 2 / 6)
  expect_equal(r$conf.high[r$class == "b" & r$classifier == "one"], 4 / 6)
  expect_identical(compare_classifiers(unknown_set(), "precision")$conf.low[1], NA_real_)
})

test_that("a class that no known label is of has limits of a difference", {
  # The rows called a by two alone, if they are the only ones of a, or by one alone.
  d <- data.frame(truth = c(NA, NA, NA, "b"), one = c("a", "b", "b", "b"), two = c("b", "a", "b", "b"))
  r <- compare_classifiers(prediction_set(truth ~ one + two, d, labelling = "unknown"), "recall", classes = "a")
  expect_equal(c(r$conf.low, r$conf.high), c(-1, 1))
})

test_that("limits that any labels allow are not called a confidence interval", {
  for (r in list(compare_classifiers(unknown_set(), "accuracy"), assess_classifiers(unknown_set(), "accuracy"))) {
    text <- printed_text(r)
    expect_match(text, "Interval: none; the limits are what any labels allow.", fixed = TRUE)
    expect_no_match(text, "95%|Wald")
  }
  v <- verdict(unknown_set())
  expect_match(printed_text(as_table(v)), "In brackets: what any labels allow.", fixed = TRUE)
  expect_match(printed_text(summary(v)), "Intervals of single classifiers are what any labels allow", fixed = TRUE)
  expect_match(printed_text(methods_text(v)), "Of single values only what any labels allow is given.", fixed = TRUE)
})

test_that("more than two classifiers without an estimate begin a sentence", {
  d <- data.frame(truth = c("a", "b", NA, NA), one = "b", two = "a", three = c("a", "b", "b", "a"))
  v <- verdict(prediction_set(truth ~ one + two + three, d, labelling = "unknown"))
  expect_match(printed_text(v), "No classifier could be assessed", fixed = TRUE)
})

test_that("the difference of two F measures is bounded at whole rows", {
  # By going through all labels of the five rows without one.
  d <- data.frame(
    truth = c("c", NA, NA, "b", NA, "a", "a", NA, NA), one = c("b", "c", "a", "a", "b", "a", "b", "a", "c"),
    two = c("a", "a", "c", "a", "a", "a", "c", "a", "b")
  )
  x <- prediction_set(truth ~ one + two, d, labelling = "unknown", levels = c("a", "b", "c"))
  f <- function(truth, called) 2 * sum(truth == "a" & called == "a") / (sum(truth == "a") + sum(called == "a"))
  open <- which(is.na(d$truth))
  gap <- apply(expand.grid(rep(list(c("a", "b", "c")), 5), stringsAsFactors = FALSE), 1, function(labels) {
    truth <- replace(d$truth, open, labels)
    f(truth, d$two) - f(truth, d$one)
  })
  r <- compare_classifiers(x, "f_meas", classes = "a")
  expect_equal(c(r$conf.low, r$conf.high), range(gap))
})

test_that("names of classifiers stay as they are where a sentence begins", {
  d <- data.frame(truth = rep(c("a", "b"), 20), p1 = "a", p2 = "a")
  d$truth[1:20] <- NA
  text <- printed_text(sample_size(prediction_set(truth ~ p1 + p2, d, labelling = "random")))
  expect_match(text, "p2 and p1: no difference to find", fixed = TRUE)
  estimates <- data.frame(
    classifier = rep(c("a", "b"), 3), estimate = c(0.5, 0.7, 0.6, 0.65, 0.9, 0.4),
    site = rep(c("u", "v", "w"), each = 2)
  )
  v <- verdict(estimate_set(estimates, diag(6) * 0.001, by = site))
  expect_match(printed_text(v), "a is better than b in score. b is better in 1 of 3 sites (u)", fixed = TRUE)
})

test_that("standardised sets with few labels have a verdict", {
  d <- few_labels()
  d$site <- rep(c("u", "v"), length.out = nrow(d))
  v <- verdict(standardise_groups(prediction_set(truth ~ one + two, d, labelling = "random", by = site), "observed"))
  expect_match(printed_text(v), "Values are standardised to the shares u 0.5 and v 0.5", fixed = TRUE)
})

test_that("a smoothing without end, and no pairs, are refused in words", {
  d <- few_labels()
  expect_error(
    prediction_set(truth ~ one + two, d, labelling = "random", smoothing = Inf), "smoothing",
    class = "verdict_error_argument"
  )
  x <- prediction_set(truth ~ one + two, d, labelling = "random")
  expect_error(next_labels(x, 5, pairs = list()), "pairs", class = "verdict_error_classifier")
})

test_that("what is called positive needs no label, whatever labels there are", {
  d <- data.frame(
    truth = c("a", "b", rep(NA, 48)), one = rep(c("a", "b"), c(20, 30)), two = rep(c("b", "a", "b"), c(5, 30, 15)),
    site = rep(c("u", "v"), 25)
  )
  only <- c(sum(d$one == "a" & d$two == "b"), sum(d$one == "b" & d$two == "a"))
  gap <- (only[2] - only[1]) / 50
  se <- sqrt((sum(only) / 50 - gap^2) / 50)
  for (labelling in list("unknown", "random", rep(0.1, 50))) {
    x <- prediction_set(d, truth, c(one, two), labelling = labelling, by = site, positive = "a")
    expect_equal(assess_classifiers(x, "detection_prevalence")$estimate, c(0.4, 0.6))
    r <- compare_classifiers(x, "detection_prevalence")
    expect_equal(c(r$estimate, r$std.error), c(gap, se))
    gaps <- compare_gaps(x, "detection_prevalence")$gaps
    expect_equal(gaps$n, c(25, 25))
    expect_false(anyNA(gaps$p.value))
    rows <- compare_classifiers(x, "detection_prevalence", question = "rows")
    expect_equal(c(rows$conf.low, rows$conf.high), rep(gap, 2))
  }
})

test_that("every result says that it is about these rows only, and where that is so", {
  of <- function(...) prediction_set(truth ~ one + two, few_labels(), labelling = "by_pattern", ...)
  rows <- of(question = "rows")
  about <- "The answer is about these rows only"
  results <- list(
    verdict(rows), compare_classifiers(rows, "accuracy"), assess_classifiers(rows, "accuracy"),
    omnibus_test(rows, "accuracy")
  )
  for (r in results) {
    said <- printed_text(summary(r))
    expect_match(said, about, fixed = TRUE)
    expect_length(strsplit(said, about, fixed = TRUE)[[1]], 2)
    expect_match(printed_text(methods_text(r)), "these rows only, by variances of a finite population.", fixed = TRUE)
  }
  expect_match(printed_text(summary(verdict(of()))), "The answer is about the population", fixed = TRUE)
  expect_no_match(printed_text(methods_text(verdict(of()))), "these rows|finite population")
  both <- rbind(results[[2]], compare_classifiers(of(), "accuracy"))
  said <- "these rows only, by variances of a finite population, and about the population that the rows are from."
  expect_match(printed_text(methods_text(both)), said, fixed = TRUE)
})

test_that("what any labels allow is about these rows only, and no interval at a level", {
  v <- verdict(unknown_set())
  expect_match(printed_text(v), "how is not known. The answer is about these rows only.", fixed = TRUE)
  expect_match(printed_text(unknown_set()), "question about these rows only", fixed = TRUE)
  said <- printed_text(summary(v))
  expect_match(said, "nothing could be tested. Intervals are what any labels allow.", fixed = TRUE)
  expect_no_match(said, "95%")
  expect_match(printed_text(methods_text(v)), "Results are about these rows only. No comparison", fixed = TRUE)
})

test_that("without labels that say anything no test, and no best, is told in tables, rankings and pictures", {
  x <- unknown_set()
  table <- printed_text(as_table(verdict(x)))
  expect_match(table, "Test of each pair: none, for want of labels.", fixed = TRUE)
  expect_no_match(table, "significantly|Wald")
  ranked <- printed_text(rank_classifiers(x, "accuracy"))
  expect_match(ranked, "Nothing could be tested.", fixed = TRUE)
  expect_no_match(ranked, "Wald|Intervals of ranks|letter,")
  skip_if_not_installed("ggplot2")
  alt <- ggplot2::get_alt_text(ggplot2::autoplot(verdict(x, "accuracy")))
  expect_match(alt, "1 pair of limits without an estimate.", fixed = TRUE)
})

test_that("a verdict on three classifiers of few labels says that its values and differences are estimated apart", {
  set.seed(77)
  truth <- sample(c("a", "b", "c"), 2000, TRUE)
  said <- function(right) ifelse(runif(2000) < right, truth, sample(c("a", "b", "c"), 2000, TRUE))
  d <- data.frame(m1 = said(.6), m2 = said(.65), m3 = said(.5), truth = replace(rep(NA, 2000), 1:200, truth[1:200]))
  v <- verdict(prediction_set(truth ~ m1 + m2 + m3, d, labelling = "random"), "accuracy")
  apart <- "Values beside a difference in accuracy are estimated from"
  expect_match(printed_text(v), apart, fixed = TRUE)
  expect_match(summary_text(v), apart, fixed = TRUE)
  pair <- verdict(prediction_set(truth ~ m1 + m2, d, labelling = "random"), "accuracy")
  expect_no_match(printed_text(pair), apart, fixed = TRUE)
})

test_that("in a table of groups each has the values of its own labelled rows", {
  set.seed(3)
  d <- satellite
  d$site <- rep(c("n", "s"), 1000)
  d$truth[sample(2000, 1400)] <- NA
  set_of <- function(rows, ...) prediction_set(truth ~ svm + tree + naive_bayes, d[rows, ], labelling = "random", ...)
  text <- printed_text(verdict(set_of(1:2000, by = site), "accuracy"))
  for (site in c("n", "s")) {
    of <- assess_classifiers(set_of(d$site == site), "accuracy")
    of <- of[match(c("svm", "naive_bayes", "tree"), of$classifier), ]
    expect_match(text, paste0(site, " \\(1,000\\) +", paste(sprintf("%.3f [ab]+", of$estimate), collapse = " +")))
  }
})
