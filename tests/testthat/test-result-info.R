# Results that were edited, joined or saved.

lost_results <- function() {
  r <- mock_comparison()
  attribute <- r
  attr(attribute, "verdict") <- NULL
  saved <- utils::read.csv(text = capture.output(utils::write.csv(r, row.names = FALSE)))
  list(attribute = attribute, saved = structure(saved, class = c("verdict_table", "data.frame")))
}

test_that("a result that lost what it knew is the data frame that it is", {
  for (x in lost_results()) {
    expect_output(print(x), "estimate.classifier")
    expect_s3_class(summary(x), "table")
    expect_identical(as.data.frame(tidy(x)), as_plain(x))
    expect_s3_class(format(x), "data.frame")
    expect_s3_class(x[1:2, ], "data.frame", exact = TRUE)
    expect_error(glance(x), "lost what it knew", class = "verdict_error_columns")
    expect_error(rbind(x, mock_comparison()), class = "verdict_error_bind")
    skip_if_not_installed("ggplot2")
    expect_error(plot(x), "lost what it knew", class = "verdict_error_columns")
  }
})

test_that("so it is in documents", {
  skip_if_not_installed("knitr")
  for (x in lost_results()) {
    expect_output(knitr::knit_print(x), "estimate.classifier")
    expect_match(knitr::kable(x), "estimate.classifier", all = FALSE)
  }
})

test_that("numbers that became text are said to have", {
  x <- mock_comparison()
  x$estimate <- format(x$estimate)
  expect_output(print(x), "estimate.classifier")
  expect_error(summary(x), "not what they were", class = "verdict_error_columns")
  expect_error(glance(x), class = "verdict_error_columns")
})

test_that("columns bound to a result are no fault", {
  skip_if_not_installed("dplyr")
  x <- dplyr::bind_cols(mock_comparison(), cost = 1:3)
  expect_output(print(x), "asphalt")
  twice <- suppressMessages(dplyr::bind_cols(mock_comparison(), mock_comparison()))
  expect_output(print(twice), "estimate")
  expect_error(summary(twice), class = "verdict_error_columns")
  expect_output(print(dplyr::as_tibble(mock_comparison())), "tibble")
})

as_factors <- function(x) {
  for (name in word_columns[word_columns %in% names(x)]) x[[name]] <- factor(x[[name]])
  x
}

test_that("factors are as good as text", {
  for (x in list(mock_comparison(), mock_accuracy(), mock_assessment(), rbind(mock_accuracy(), mock_comparison()))) {
    y <- as_factors(x)
    expect_identical(capture.output(print(y)), capture.output(print(x)))
    expect_identical(format(y), format(x))
    expect_identical(summary(y), summary(x))
    expect_identical(glance(y), glance(x))
    if (rlang::is_installed("knitr")) expect_identical(knitr::knit_print(y), knitr::knit_print(x))
  }
})

test_that("plots have the order of a factor's levels", {
  skip_if_not_installed("ggplot2")
  x <- mock_comparison()
  x$class <- stats::reorder(x$class, x$estimate)
  expect_equal(ggplot2::autoplot(x)$data$label, c("tree", "asphalt", "soil"))
  expect_equal(ggplot2::autoplot(x)$data$row, c(3, 1, 2))
  expect_output(print(x), "asphalt")
  expect_equal(ggplot2::autoplot(mock_comparison())$data$label, c("asphalt", "soil", "tree"))
  assessed <- mock_assessment()
  assessed$classifier <- factor(assessed$classifier, c("rf", "nb"))
  expect_equal(levels(ggplot2::autoplot(assessed)$data$series), c("rf", "nb"))
})

test_that("what is no argument is refused", {
  x <- mock_comparison()
  expect_error(tidy(x, conf.int = TRUE), class = "verdict_error_argument")
  expect_error(glance(x, foo = 1), class = "verdict_error_argument")
  expect_error(summary(x, smal = 0.1), class = "verdict_error_argument")
  skip_if_not_installed("ggplot2")
  local_null_device()
  expect_error(plot(x, main = "x"), class = "verdict_error_argument")
  expect_error(ggplot2::autoplot(x, foo = 1), class = "verdict_error_argument")
})

test_that("a width that is none is refused", {
  x <- mock_comparison(c("a very long name of a class", "another one that is long", "tree"))
  for (width in list(NA, "a", NULL, 0, c(40, 80))) {
    expect_error(print(x, width = width), class = "verdict_error_argument")
    expect_error(print(summary(x), width = width), class = "verdict_error_argument")
  }
})

test_that("labels with braces, escapes and invisible characters are shown on their line", {
  odd <- c("{x}", "\033[31mred\033[0m", "a\bb", "zero\u200bwidth", "{.val y}")
  x <- mock_comparison(odd, rep(1.5, 5), rep(0.1, 5), classifier = "{rf}")
  text <- capture.output(print(x), print(summary(x)))
  expect_no_match(text, "[[:cntrl:]]")
  expect_match(text, "{x}", fixed = TRUE, all = FALSE)
  expect_match(text, "{.val y}", fixed = TRUE, all = FALSE)
  expect_match(text, "zero\\u200bwidth", fixed = TRUE, all = FALSE)
})

test_that("in a locale without the letters of a label the columns stand in line", {
  old <- Sys.getlocale("LC_CTYPE")
  on.exit(Sys.setlocale("LC_CTYPE", old))
  skip_if(Sys.setlocale("LC_CTYPE", "C") == "", "no C locale")
  x <- mock_comparison(c("\u65e5\u672c", "Stra\u00dfe", "tree"))
  lines <- capture.output(print(x, width = 100))
  rows <- lines[(which(lines == "") + 2):length(lines)]
  expect_length(unique(nchar(sub("[.][^.]*$", "", rows))), 1)
})

test_that("a result of which a part of what it knew is gone is the data frame that it is", {
  x <- compare_classifiers(prediction_set(truth ~ svm + tree, satellite[1:300, ]), "accuracy")
  bound <- rbind(x, compare_classifiers(
    prediction_set(truth ~ svm + tree, satellite[1:300, ]), "recall", conf.level = 0.9, alternative = "less"
  ))
  errors <- list(
    function(x) expect_error(as_table(x), "lost what it knew", class = "verdict_error_columns"),
    function(x) expect_error(glance(x), "lost what it knew", class = "verdict_error_columns"),
    function(x) expect_error(methods_text(x), class = "verdict_error_class"),
    function(x) expect_error(rbind(x, x), class = "verdict_error_bind")
  )
  turn <- 0
  for (whole in list(x, bound)) {
    expect_output(print(whole), "tree against svm")
    for (field in c("type", "conf.level", "alternative", "p.adjust.method", "family", "metrics", "units")) {
      for (value in list(NULL, NA, list())) {
        changed <- whole
        attr(changed, "verdict")[field] <- list(value)
        expect_identical(capture.output(print(changed)), capture.output(print(as.data.frame(changed))))
        # Each part meets each of these verbs, in turn.
        turn <- turn + 1
        for (verb in errors[(turn + 0:1) %% 4 + 1]) verb(changed)
      }
    }
  }
})

# All that is printed of some objects, where an escape is text.
expect_seen <- function(...) {
  for (x in list(...)) {
    said <- capture.output(print(x))
    expect_no_match(said, "\033", fixed = TRUE)
    expect_match(said, "\\033[31mR\\033[0m", fixed = TRUE, all = FALSE)
  }
}

test_that("escapes in the names of classifiers and classes are text in every verb", {
  set.seed(1)
  red <- "\033[31mR\033[0m"
  t <- sample(c("a", red, "c"), 60, TRUE)
  m1 <- ifelse(runif(60) < .8, t, "a")
  m2 <- ifelse(m1 == red, "a", m1)
  set <- prediction_set(t, setNames(list(m1, m2, m1), c(red, "m2", "m3")), by = rep(c("u", "v"), 30))
  joint <- omnibus_test(set, "precision", over = "classes")
  scores <- score_set(matrix(runif(20), 10, dimnames = list(NULL, c(red, "b"))), dataset = 1:10)
  y <- rep(c("a", red), 30)
  p <- ifelse(y == red, .7, .3) + runif(60, -.2, .2)
  expect_seen(
    joint, as_table(joint), simpson_check(set), effect_sizes(scores),
    scenario_rates(accuracy = setNames(c(.8, .7), c(red, "b")), agreement = .7),
    scenario_auc(setNames(c(.8, .7), c(red, "b")), .5, .3),
    verdict(probability_set(y, p = p, q = runif(60), positive = red))
  )
})

test_that("escapes in the names of metrics and units are text in every verb", {
  set.seed(1)
  red <- "\033[31mR\033[0m"
  x <- matrix(runif(30), 10, dimnames = list(NULL, letters[1:3]))
  scores <- score_set(x, dataset = 1:10, metric = red)
  expect_seen(
    scores, verdict(scores), summary(verdict(scores)), compare_classifiers(scores), assess_classifiers(scores),
    summary(compare_classifiers(scores)), rank_classifiers(scores), effect_sizes(scores), omnibus_test(scores),
    compare_bayesian(scores, rope = .01), methods_text(verdict(scores))
  )
  expect_match(format(verdict(scores)), "\\033[31mR\\033[0m", fixed = TRUE)
  long <- data.frame(
    score = c(x[, 1:2], x[, 2:3]), model = rep(c("a", "b"), each = 10), set = 1:10, what = rep(c(red, "q"), each = 20)
  )
  two <- score_set(long, score, model, dataset = set, metric = what)
  expect_seen(
    two, verdict(two), compare_classifiers(two), assess_classifiers(two), rank_classifiers(two), effect_sizes(two),
    omnibus_test(two), as_table(verdict(two)), as_table(compare_classifiers(two), layout = "long")
  )
  estimates <- estimate_set(c(a = .8, b = .7), diag(2) * .001, metric = "m", label = red, unit = red, n = 30)
  expect_seen(estimates, verdict(estimates), compare_classifiers(estimates), methods_text(verdict(estimates)))
  expect_seen(ratio_set(x, 1, metric = red))
  own <- custom_metric(function(m) sum(diag(m)) / sum(m), red, label = red)
  set <- prediction_set(truth ~ naive_bayes + random_forest, satellite[1:200, ])
  expect_seen(
    own, compare_classifiers(set, own), assess_classifiers(set, own), verdict(set, own), methods_text(verdict(set, own))
  )
  costs <- 1 - diag(2)
  expect_seen(expected_cost(costs, red))
  # What is called so stays what it was.
  expect_identical(compare_classifiers(scores)$metric[1], red)
  expect_s3_class(compare_classifiers(scores, red), "verdict_table")
})
