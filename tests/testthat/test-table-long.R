satellite_set <- prediction_set(truth ~ ., satellite)

test_that("a long table has the text of print()", {
  x <- mock_comparison()
  expect_equal(as.data.frame(as_table(x)), format(x))
  many <- mock_many(2)
  expect_equal(as.data.frame(as_table(many)), format(many))
})

test_that("labels that repeat are shown once, but kept in the data", {
  table <- as_table(mock_many(2)[c(1, 3, 5, 2, 4, 6), ])
  expect_equal(shown_once(table)[, "class"], c("class 01", "", "", "class 02", "", ""))
  expect_equal(unname(table$main[, "class"]), rep(c("class 01", "class 02"), each = 3))
  expect_equal(begins_group(table), c(FALSE, FALSE, FALSE, TRUE, FALSE, FALSE))
})

test_that("a verdict's claims are one family", {
  v <- verdict(satellite_set)
  table <- as_table(v, "long")
  expect_equal(nrow(table$main), 42)
  expect_match(table$notes$text, "adjusted over 6 and 42 comparisons (max-T), part by part", fixed = TRUE, all = FALSE)
})

# 0.028 / 0.7: the headline has 3.5% of 5%.
test_that("a p that is larger for its share of the level says so in the long table, and by itself", {
  set <- prediction_set(truth ~ naive_bayes + random_forest, satellite[1:300, ])
  v <- verdict(set)
  expect_equal(v$overall$adj.p.value, v$overall$p.value * 5 / 3.5)
  divided <- "of the 5% risk of any false claim the headline (accuracy: 1 test) has 3.5%, the details ("
  notes <- as_table(v, "long")$notes$text
  expect_match(notes, paste("P-values adjusted together:", divided), fixed = TRUE, all = FALSE)
  alone <- "p-values adjusted over 1 comparison (max-T), for 3.5% of the 5% risk of false claims."
  expect_match(as_table(v$overall)$notes$text, alone, fixed = TRUE, all = FALSE)
  expect_match(paste(capture.output(print(v$overall, width = 1000)), collapse = " "), alone, fixed = TRUE)
  said <- "Of a verdict, which divides it, these tests have 3.5% of the 5% risk of false claims."
  expect_match(as.character(methods_text(v$overall)), said, fixed = TRUE)
  whole <- compare_classifiers(set, "precision")
  expect_no_match(c(as_table(whole)$notes$text, as.character(methods_text(whole))), "risk of false claims")
  plain <- verdict(set, p.adjust.method = "none")
  expect_no_match(as_table(plain, "long")$notes$text, "risk|together")
})

test_that("a ranking has who is first in bold", {
  one <- rank_classifiers(satellite_set)
  table <- as_table(one)
  expect_equal(unname(table$main[, "classifier"]), one$classifier)
  expect_equal(table$bold[, 2], one$tied.first)
  expect_match(table$caption, "random_forest is the best of 4")
  both <- rank_classifiers(satellite_set, c("precision", "recall"))
  several <- as_table(both, columns = c("metric", "class", "rank", "wins"))
  expect_equal(unique(several$main[, "metric"]), c("Precision", "Recall"))
  expect_equal(sum(begins_group(several)), 11)
  expect_false(any(as_table(one, best = "none")$bold))
})

test_that("tests over the classes have a row each", {
  cells <- as.data.frame(as_table(omnibus_test(satellite_set, c("precision", "recall"), over = "classes")))
  expect_equal(cells$metric, c("precision", "recall"))
  expect_equal(cells$p, c("<0.001", "<0.001"))
})

test_that("posterior probabilities have those that are decided in bold", {
  set.seed(2)
  a <- stats::runif(20, 0.5, 0.6)
  scores <- data.frame(a, b = a + stats::runif(20, 0.05, 0.1), c = a + stats::rnorm(20, 0, 0.05))
  x <- compare_bayesian(score_set(scores, design = "datasets", metric = "accuracy"), draws = 2000)
  table <- as_table(x, columns = c("classifier", "reference", "P(worse)", "P(equivalent)", "P(better)", "n"))
  sure <- cbind(x$prob.worse, x$prob.rope, x$prob.better) >= 0.95
  expect_equal(unname(table$bold[, 3:5]), unname(sure))
  expect_equal(unname(table$main[, "n"]), rep("20", 3))
  folds <- score_set(scores[1:10, ], design = "folds", metric = "accuracy")
  expect_true("interval" %in% names(as.data.frame(as_table(compare_bayesian(folds)))))
})

test_that("a value of a classifier has the mark of its footnote, in every format", {
  set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  one <- assess_classifiers(update_prevalence(set), "precision", classes = "damp grey soil")
  expect_identical(which(!is.na(one$note)), 2L)
  lines_of_table <- function(x, format) strsplit(format(as_table(x, layout = "long"), format), "\n")[[1]]
  marked <- c(markdown = "0\\.[0-9]+\\^a\\^ \\|", latex = "0\\.[0-9]+\\\\text", html = "0\\.[0-9]+<sup>a</sup>")
  for (format in names(marked)) {
    text <- lines_of_table(one, format)
    expect_length(grep(marked[[format]], text), 1)
    expect_match(grep(marked[[format]], text, value = TRUE), "random", fixed = TRUE)
  }
  # Of several metrics too.
  both <- assess_classifiers(update_prevalence(set), c("precision", "npv"), classes = "damp grey soil")
  text <- lines_of_table(both, "markdown")
  expect_length(grep("0.[0-9]+\\^a\\^ \\|", text), sum(both$note %in% one$note[2]))
})
