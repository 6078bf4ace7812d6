two <- prediction_set(truth ~ naive_bayes + random_forest, satellite)

test_that("several tests of one question, bound, are said a line each, with the test's name", {
  set <- prediction_set(truth ~ naive_bayes + svm + tree, satellite)
  both <- rbind(
    omnibus_test(set, over = "classes"), omnibus_test(set, over = "classes", method = "simes"), omnibus_test(set)[0, ]
  )
  said <- summary(both)$sections[[1]]
  expect_length(said, 2)
  expect_match(said[1], "^Dai-Leeder-Cui .*: a difference is shown on at least one class [(]p < 0.001[)]")
  expect_match(said[2], "^Simes.*: a difference is shown on at least one class [(]p < 0.001[)]")
})

test_that("a result that lost a p-value of its margin still has a summary", {
  x <- compare_classifiers(prediction_set(truth ~ svm + naive_bayes, satellite), "accuracy", margin = 0.02)
  x$p.nonsuperior <- NULL
  expect_match(summary(x)$sections[[1]], "svm is better")
})

test_that("estimates have the decimals of their intervals", {
  expect_identical(format_estimate(0.1134, 0.0951, 0.1316), "0.113 [0.095, 0.132]")
  expect_identical(format_estimate(c(1.5712, NA), c(1.415, NA), c(1.761, NA), "ratio"), c("1.57 [1.42, 1.76]", "NA"))
  expect_identical(format_estimate(3, 0.0012, 14.5, "odds ratio"), "3.00 [0.0012, 14.5]")
  expect_identical(format_estimate(0.5), "0.500")
  expect_identical(format_estimate(0.1134, 0.0951, 0.1316, digits = 2), "0.11 [0.10, 0.13]")
  # A limit beside 1 takes no digits from the other one.
  expect_identical(format_estimate(0.9459, 0.8932, 1.0004, "ratio", digits = 2), "0.95 [0.89, 1.0004]")
  expect_identical(format_estimate(0.9, 0.8512, 0.9996, "ratio", digits = 2), "0.90 [0.85, 0.9996]")
  expect_identical(format_estimate(4.2, 0.95, 17, "ratio", digits = 2), "4.2 [0.95, 17]")
  expect_identical(format_estimate(0.9459, 0.8932, 1.0004, "ratio"), "0.9459 [0.8932, 1.0004]")
  expect_identical(format_estimate(c(0.1, 0.2), 0, 1), c("0.1 [0.0, 1.0]", "0.2 [0.0, 1.0]"))
  expect_identical(format_estimate(numeric()), character())
  local_reproducible_output(unicode = TRUE)
  expect_identical(format_estimate(-0.02, -0.053, 0.011), "\u22120.020 [\u22120.053, 0.011]")
})

test_that("p-values are text, of a result the adjusted ones", {
  expect_identical(format_p(c(0.0412, 1e-12, NA)), c("0.041", "<0.001", "NA"))
  expect_identical(format_p(c(0.0412, 1e-12, NA), prefix = TRUE), c("p = 0.041", "p < 0.001", "no p-value"))
  expect_identical(format_p(1e-300, full = TRUE), "1e-300")
  expect_identical(format_p(0, full = TRUE, log.p.value = -512 * log(10)), "1e-512")
  for (log in list(NULL, mean)) expect_error(format_p(0, log.p.value = log), class = "verdict_error_argument")
  rlang::local_options(verdict.p = "full")
  expect_identical(format_p(1e-300), "1e-300")
  expect_identical(format_p(1e-300, full = FALSE), "<0.001")
  result <- compare_classifiers(two)
  expect_identical(format_p(result), format_p(result$adj.p.value, full = TRUE, log.p.value = result$log.adj.p.value))
})

test_that("both take a result as it is", {
  result <- compare_classifiers(two)
  expect_match(format_estimate(result), "^[0-9.]+ \\[[0-9.]+, [0-9.]+\\]$")
  at <- 4
  expect_identical(
    format_estimate(result)[at],
    format_estimate(result$estimate[at], result$adj.conf.low[at], result$adj.conf.high[at], "ratio")
  )
  broken <- result[-1, ]
  attr(broken, "verdict") <- NULL
  expect_error(format_estimate(broken), class = "verdict_error_columns")
  expect_error(format_p(broken), class = "verdict_error_columns")
})

test_that("what is no number is refused", {
  expect_error(format_estimate("a"), "must be numbers", class = "verdict_error_argument")
  expect_error(format_estimate(1:3, 1:2), "2 values, others have 3", class = "verdict_error_argument")
  expect_error(format_estimate(1, measure = 2), "`measure`", class = "verdict_error_argument")
  expect_error(format_estimate(1, digits = 99), "1 to 15", class = "verdict_error_argument")
  expect_error(format_p(1.5), "between 0 and 1", class = "verdict_error_argument")
  expect_error(format_p("a"), "must be numbers", class = "verdict_error_argument")
  expect_identical(format_p(NULL), character())
  expect_error(format_p(0.1, full = NA), class = "verdict_error_argument")
})

test_that("a verdict is one sentence", {
  x <- verdict(two)
  expect_identical(format(x), paste(
    "random_forest is better than naive_bayes in accuracy (0.910 against 0.797, difference 0.113 [0.096, 0.131],",
    "p < 0.001); in precision random_forest is better on 3 of 6 classes (vegetation stubble, damp grey soil and red",
    "soil), 3 are undecided."
  ))
  expect_identical(as.character(x), format(x))
  expect_match(format(x, digits = 2), "(0.91 against 0.80, difference 0.11 [0.10, 0.13]", fixed = TRUE)
  many <- verdict(prediction_set(truth ~ ., satellite))
  expect_match(format(many), "^random_forest is the best of 4 in accuracy \\(0[.]910\\): better than")
  same <- prediction_set(t ~ a + b, data.frame(t = rep(1:2, 5), a = rep(1:2, 5), b = rep(1:2, 5)))
  expect_match(format(verdict(same)), "have the same results", fixed = TRUE)
})

test_that("other results are sentences where text is asked for", {
  one <- compare_classifiers(two, "accuracy")
  expect_match(as.character(one), "^Accuracy: 0.910 [(]random_forest[)] against 0.797 .*: random_forest is better[.]$")
  expect_identical(
    as.character(compare_classifiers(two)), "Of 6 comparisons of precision 3 show a difference and 3 leave it open."
  )
  expect_match(as.character(assess_classifiers(two)), "^Accuracy: naive_bayes 0[.]797 \\[0[.]778")
  single <- assess_classifiers(two, "precision")[1:2, ]
  expect_match(as.character(single[1, ]), "^The precision of naive_bayes on red soil is 0[.]891 \\[")
  single$estimate[1] <- NA
  single$note[1] <- "reason"
  expect_identical(as.character(single[1, ]), "The precision of naive_bayes on red soil is not known (reason).")
  expect_match(as.character(omnibus_test(two, "accuracy")), "Not all are equal")
  expect_match(as.character(rank_classifiers(two)), "^Accuracy: random_forest is the best of 2")
  expect_match(
    as.character(flips(two)), "^random_forest fixed 263 and broke 37 of 2,000 rows against naive_bayes \\(p < 0.001\\);"
  )
  expect_match(
    as.character(omnibus_test(two, over = "classes")), "^A difference is shown on at least one class [(]p < 0.001[)]"
  )
  expect_match(as.character(sample_size(two, difference = 0.02)), "^It takes [0-9,]+ rows to find")
  scores <- score_set(cbind(a = c(1, 2, 3, 4, 5), b = c(2, 3, 4, 5, 7)), design = "datasets")
  expect_match(as.character(compare_bayesian(scores, rope = 0)), "^b (is|against)")
})

test_that("what has lost what it knew is text like any data frame", {
  plain <- function(x) {
    attr(x, "verdict") <- NULL
    attr(x, "planning") <- NULL
    x
  }
  expect_type(as.character(plain(compare_classifiers(two))), "character")
  expect_type(as.character(plain(rank_classifiers(two))), "character")
  expect_type(as.character(plain(flips(two))), "character")
  expect_type(as.character(plain(sample_size(two, difference = 0.02))), "character")
  scores <- score_set(cbind(a = c(1, 2, 3, 4, 5), b = c(2, 3, 4, 5, 7)), design = "datasets")
  expect_type(as.character(plain(compare_bayesian(scores, rope = 0))), "character")
})

test_that("an inline chunk shows the sentence, its signs no markup", {
  skip_if_not_installed("knitr")
  environment <- list2env(list(v = verdict(two)), parent = globalenv())
  environment$g <- omnibus_test(two, over = "classes")
  environment$r <- compare_classifiers(two)
  environment$m <- methods_text(environment$r)
  inline <- function(text) {
    gsub("\\\\([_<])", "\\1", knitr::knit(text = text, envir = environment, quiet = TRUE))
  }
  expect_identical(inline("`r g` `r r`"), paste(as.character(environment$g), as.character(environment$r)))
  expect_match(inline("`r m`"), "^naive_bayes and random_forest were")
  expect_match(inline("We find that `r v`"), "We find that random_forest is better than naive_bayes in accuracy (0.910",
    fixed = TRUE
  )
})

test_that("p-values that are none are refused", {
  for (none in list(new.env(), mean, quote(p), list(NA))) {
    expect_error(format_p(none), "must be numbers", class = "verdict_error_argument")
  }
})

test_that("a test's result is one line, as a subtitle has it", {
  set <- prediction_set(truth ~ naive_bayes + tree, satellite)
  right <- satellite[c("naive_bayes", "tree")] == as.character(satellite$truth)
  only <- c(sum(right[, 1] & !right[, 2]), sum(!right[, 1] & right[, 2]))
  q <- diff(only)^2 / sum(only) # without correction, which is Cochran's Q of two
  line <- format_test(omnibus_test(set, "accuracy"))
  expect_identical(line, paste0(
    "Accuracy: Cochran's Q, statistic ", signif(q, 3), " (1 df), ",
    format_p(stats::pchisq(q, 1, lower.tail = FALSE), prefix = TRUE), "; 2,000 rows"
  ))
  one <- compare_classifiers(set, "accuracy", method = "mcnemar")
  expect_match(format_test(one), "^Accuracy, tree vs naive_bayes: McNemar, statistic")
  of_class <- format_test(compare_classifiers(set, "precision"))
  expect_length(of_class, 6)
  expect_match(of_class[1], "^Precision, red soil, tree vs naive_bayes: weighted")
  expect_match(format_test(compare_classifiers(set, "f_meas", average = "macro")), "^F measure, macro, ")
  halves <- data.frame(fold = 1:2, repetition = rep(1:5, each = 2), a = sin(1:10) / 20 + .8, b = cos(1:10) / 20 + .8)
  scores <- score_set(halves, fold = fold, repetition = repetition)
  expect_match(format_test(compare_classifiers(scores, method = "cv5x2_f")), "(10 and 5 df)", fixed = TRUE)
  expect_identical(format_test(compare_classifiers(set, "accuracy")[0, ]), character())
  for (x in list(1, NULL, set, assess_classifiers(set), verdict(set))) {
    expect_error(format_test(x), class = "verdict_error_argument")
  }
})

test_that("tests of several metrics are one sentence each", {
  x <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
  expect_match(
    as.character(omnibus_test(x, c("accuracy", "kap"))),
    "^Accuracy: not all are equal: .*[.] Cohen's kappa: not all are equal: .*[.]$"
  )
  scores <- expand.grid(d = 1:8, who = c("a", "b", "c"), m = c("accuracy", "auc"))
  scores$s <- c(1:8 / 10, 1:8 / 10, 1:8 / 10)
  y <- score_set(scores, score = s, classifier = who, dataset = d, metric = m)
  expect_identical(
    as.character(omnibus_test(y)),
    "Accuracy: no difference is shown (p > 0.99). AUC: no difference is shown (p > 0.99)."
  )
})

test_that("a one-sided bound is one in every sentence", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  v <- verdict(x, alternative = "less")
  expect_match(format(v, metric = "accuracy"), "[at most 0.128]", fixed = TRUE)
  expect_match(format_estimate(compare_classifiers(x, "accuracy", alternative = "greater")), "[at least", fixed = TRUE)
})

test_that("a test's line with a margin says what its p-value shows, without the statistic of equality", {
  scores <- cbind(a = c(.5, .6, .7, .8, .65, .75, .55, .62), b = c(.52, .61, .68, .82, .66, .74, .58, .6))
  items <- score_set(scores, design = "items", metric = "accuracy")
  expect_identical(
    format_test(compare_classifiers(items, margin = .1)),
    true_minus("Accuracy, b vs a: equivalent (margin: a difference from -0.1 to 0.1), p < 0.001; 8 items")
  )
  one_end <- compare_classifiers(items, margin = c(-.015, Inf))
  expect_match(format_test(one_end), "b vs a: not worse (margin", fixed = TRUE)
  turned <- compare_classifiers(items, margin = c(-Inf, .03))
  expect_match(format_test(turned), "b vs a: not better (margin: a difference up to 0.03), p = ", fixed = TRUE)
  # Undecided, or a difference, p is of equality, as test and statistic are.
  open <- compare_classifiers(items, margin = .001)
  expect_match(format_test(open), "b vs a: paired t, statistic 0.734 (7 df), p = 0.487; 8 items", fixed = TRUE)
})
