test_that("of labels chosen for unknown reasons there are only bounds, by counting", {
  d <- few_labels()
  x <- prediction_set(truth ~ one + two, d, labelling = "unknown")
  found <- compare_classifiers(x, "accuracy", reference = "two")
  expect_true(is.na(found$estimate) && is.na(found$p.value))
  expect_equal(c(found$conf.low, found$conf.high) * 300, 6 + c(-1, 1) * (54 - 32))
  expect_match(found$note, "no estimate")
  alone <- assess_classifiers(x, "accuracy")
  right <- sum(d$one == d$truth, na.rm = TRUE)
  expect_equal(c(alone$conf.low[1], alone$conf.high[1]) * 300, right + c(0, 229))
  precision <- assess_classifiers(x, "precision", classes = "a")
  hits <- sum(d$one == "a" & d$truth %in% "a")
  expect_equal(c(precision$conf.low[1], precision$conf.high[1]) * 120, hits + c(0, 120 - 31))
  npv <- assess_classifiers(x, "npv", classes = "b")
  expect_equal(npv$conf.low, precision$conf.low)
  error <- assess_classifiers(x, "error")
  expect_equal(error$conf.low, 1 - alone$conf.high)
  expect_true(all(is.na(assess_classifiers(x, "kap")$conf.low)))
  expect_output(print(verdict(x)), "how is not known")
})

test_that("bounds know of classes and classifiers in any number, and of labels that nobody predicts", {
  x <- prediction_set(c(NA, NA, "a"), p = c("a", "a", "a"), labelling = "random")
  found <- assess_classifiers(x)
  expect_equal(found$estimate, 1)
  none <- assess_classifiers(prediction_set(c(NA, NA), p = c("a", "a"), labelling = "random"))
  expect_true(is.na(none$estimate))
  expect_equal(c(none$conf.low, none$conf.high), c(0, 1))
  d <- data.frame(truth = c("a", NA, NA, "c"), p = c("a", "b", "c", "c"), q = c("a", "a", "b", "c"), r = "a")
  three <- prediction_set(truth ~ p + q + r, d, labelling = "unknown")
  found <- assess_classifiers(three, "accuracy")
  expect_equal(found$conf.low * 4, c(2, 2, 1))
  expect_equal(found$conf.high * 4, c(4, 4, 3))
  gap <- compare_classifiers(three, "accuracy", reference = "r", p.adjust.method = "none")
  expect_equal(gap$conf.low * 4, c(1 - 2, 1 - 1))
  expect_equal(gap$conf.high * 4, c(1 + 2, 1 + 1))
})

test_that("F measures are bounded by every truth that the unlabelled rows may have", {
  set.seed(5)
  for (i in 1:6) {
    d <- data.frame(truth = NA_character_, one = sample(c("a", "b"), 9, TRUE), two = sample(c("a", "b"), 9, TRUE))
    d[10:13, ] <- list(c("a", "a", "b", "b"), c("a", "b", "a", "b"), c("a", "a", "b", "b"))
    beta <- c(0.5, 1, 2)[1 + i %% 3]
    truths <- as.matrix(expand.grid(rep(list(c("a", "b")), 9)))
    f_of <- function(called, truth) {
      (1 + beta^2) * sum(called == "a" & truth == "a") / (beta^2 * sum(truth == "a") + sum(called == "a"))
    }
    every <- apply(truths, 1, function(truth) {
      truth <- c(truth, d$truth[10:13])
      c(f_of(d$one, truth), f_of(d$two, truth))
    })
    x <- prediction_set(truth ~ one + two, d, labelling = "unknown")
    alone <- assess_classifiers(x, f_meas(beta), classes = "a")
    expect_equal(rbind(alone$conf.low, alone$conf.high), apply(every, 1, range))
    gap <- compare_classifiers(x, f_meas(beta), classes = "a", reference = "two", measure = "difference")
    range <- range(every[1, ] - every[2, ])
    # Numbers of rows are whole, which turning points need not be.
    expect_true(gap$conf.low <= range[1] + 1e-12 && gap$conf.low > range[1] - 0.01)
    expect_true(gap$conf.high >= range[2] - 1e-12 && gap$conf.high < range[2] + 0.01)
  }
  none <- assess_classifiers(prediction_set(truth ~ one + two, few_labels(), labelling = "unknown"), "f_meas", "macro")
  expect_true(all(is.na(none$conf.low)))
})

test_that("limits stand in the tables of a verdict too", {
  x <- prediction_set(truth ~ one + two, few_labels(), labelling = "unknown")
  found <- compare_classifiers(x, "precision", p.adjust.method = "holm")
  expect_identical(found$adj.conf.low, found$conf.low)
  expect_true(all(is.finite(found$conf.low)))
  expect_output(print(verdict(x, c("accuracy", "precision"))), "NA +NA +NA +\\[")
})

test_that("a verdict on labels of unknown origin says what they allow, and that nothing was tested", {
  said <- function(d) {
    x <- prediction_set(truth ~ one + two, d, labelling = "unknown")
    gsub("\\s+", " ", paste(capture.output(print(verdict(x, "accuracy"))), collapse = " "))
  }
  text <- said(few_labels())
  expect_match(text, "the limits are what any labels allow): difference between -0.093 and 0.053", fixed = TRUE)
  expect_match(text, "Nothing could be tested", fixed = TRUE)
  expect_no_match(text, "NA")
  # 30 of 40 disagreements are labelled, and all of them for the first.
  d <- labelled_rows_of(data.frame(one = c("a", "b"), two = c("b", "b")), c(40, 60), rbind(c(a = 30, b = 0), c(1, 1)))
  expect_match(said(d), "difference between -0.4 and -0.2, so that the sign is certain on these rows", fixed = TRUE)
})

test_that("methods say how few labels stand for all rows", {
  text <- function(...) {
    x <- prediction_set(truth ~ one + two, few_labels(), ...)
    paste(format(methods_text(compare_classifiers(x, "recall", classes = "a"))), collapse = " ")
  }
  chosen <- text(labelling = "by_pattern")
  expect_match(chosen, "Estimates are two-phase, with strata of what is predicted", fixed = TRUE)
  expect_match(text(labelling = "random"), "merged strata", fixed = TRUE)
  expect_match(text(labelling = "random"), "Satterthwaite 1946", fixed = TRUE)
  expect_match(text(labelling = rep(0.3, 300)), "inverse of their inclusion probabilities", fixed = TRUE)
  expect_no_match(text(labelling = "unknown"), "two-phase")
})

test_that("shares of a class are bounded by every way to label the rest", {
  d <- data.frame(
    truth = c("a", "b", "c", "a", NA, NA, NA, NA), one = c("a", "a", "c", "b", "a", "b", "a", "c"),
    two = c("b", "a", "c", "a", "a", "a", "b", "b")
  )
  ways <- expand.grid(rep(list(c("a", "b", "c")), 4), stringsAsFactors = FALSE)
  x <- prediction_set(truth ~ one + two, d, labelling = "unknown")
  for (metric in c("recall", "specificity", "fpr", "fnr")) {
    values <- apply(ways, 1, function(labels) {
      truth <- replace(d$truth, 5:8, labels)
      of <- if (metric %in% c("recall", "fnr")) truth == "a" else truth != "a"
      rate <- function(predicted) {
        said <- if (metric %in% c("recall", "fpr")) predicted == "a" else predicted != "a"
        sum(said & of) / sum(of)
      }
      c(rate(d$one), rate(d$two))
    })
    alone <- assess_classifiers(x, metric, classes = "a")
    expect_equal(c(alone$conf.low, alone$conf.high), c(apply(values, 1, min), apply(values, 1, max)), info = metric)
    gap <- compare_classifiers(x, metric, classes = "a", measure = "difference")
    sign <- if (gap$classifier == "one") 1 else -1
    expect_equal(c(gap$conf.low, gap$conf.high), range(sign * (values[1, ] - values[2, ])), info = metric)
  }
  none <- prediction_set(c(NA, "b"), p = c("b", "b"), q = c("b", "b"), levels = c("a", "b"), labelling = "unknown")
  expect_equal(assess_classifiers(none, "recall", classes = "a")$conf.low, c(0, 0))
})
