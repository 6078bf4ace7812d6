skip_if_not_installed("knitr")

test_that("kable() of a table shows the formatted columns, tiny p-values included", {
  x <- mock_comparison()
  x$p.value[3] <- 1e-300
  lines <- knitr::kable(as_table(x), format = "pipe")
  expect_match(lines, "|<0.001 |", fixed = TRUE, all = FALSE)
  rlang::local_options(verdict.p = "full")
  expect_match(knitr::kable(as_table(x), format = "pipe"), "1e-300", fixed = TRUE, all = FALSE)
  expect_match(lines, "[1.182, 2.590]", fixed = TRUE, all = FALSE)
  expect_match(lines[1], "^[|]class")
  expect_no_match(lines, "log.p.value", fixed = TRUE)
})

test_that("kable() of a result is that of its data frame", {
  for (x in list(mock_comparison(), tidy(mock_comparison()))) {
    expect_match(knitr::kable(x)[1], "estimate.classifier")
    expect_identical(knitr::kable(x), knitr::kable(as.data.frame(mock_comparison())))
  }
})

test_that("a chunk that ends in a result shows header, table and notes", {
  x <- mock_comparison(c("a", "b"), c(1.2, NA), c(0.1, NA))
  x$note[2] <- "class never predicted by nb"
  text <- knitr::knit_print(x)
  expect_s3_class(text, "knit_asis")
  expect_match(text, "Table: Precision by class: rf against nb\n\n| class |", fixed = TRUE)
  expect_match(text, "| statistic | p |", fixed = TRUE)
  expect_match(text, "\n| b | ", fixed = TRUE)
  expect_match(text, "\nRatio: rf over nb", fixed = TRUE)
  expect_match(text, "^a^ Class never predicted by nb", fixed = TRUE)
  expect_match(knitr::knit_print(mock_many(20), n = 5), "and 115 more rows")
})

test_that("incomplete and empty results fall back to the data frame", {
  x <- mock_comparison()
  x$p.value <- NULL
  expect_output(knitr::knit_print(x), "estimate.classifier")
  expect_output(knitr::knit_print(mock_comparison()[0, ]), "adj.p.value")
})

test_that("a rendered document has the table", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available())
  folder <- tempfile()
  dir.create(folder)
  result <- mock_comparison()
  rmd <- file.path(folder, "result.Rmd")
  chunk <- function(code) c("```{r, echo = FALSE}", code, "```", "")
  writeLines(c("---", "title: result", "---", "", chunk("result"), chunk("knitr::kable(as_table(result))")), rmd)
  html <- rmarkdown::render(
    rmd, rmarkdown::html_document(theme = NULL, mathjax = NULL), quiet = TRUE,
    envir = list2env(list(result = result))
  )
  lines <- readLines(html)
  expect_equal(sum(grepl("<table", lines)), 2)
  expect_equal(sum(grepl(">0.005<", lines)), 2)
})

test_that("kable() of a verdict has both its comparisons", {
  x <- verdict(prediction_set(truth ~ naive_bayes + tree, satellite))
  lines <- knitr::kable(x, format = "pipe")
  expect_length(lines, 2 + nrow(x$overall) + nrow(x$comparison))
  expect_match(lines, "accuracy", all = FALSE)
})

test_that("format() of no rows has headings that say something", {
  for (x in list(mock_comparison(), mock_accuracy(), mock_assessment())) {
    names <- names(format(x[0, ]))
    expect_false(anyNA(names) || any(names == "NA"))
  }
})

test_that("a table without a header says which measure each row has", {
  x <- rbind(mock_accuracy(), mock_comparison())
  expect_identical(unique(format(x)$measure), c("difference", "ratio"))
})

test_that("verdicts, summaries, rankings, posteriors and sets are text and tables of the document", {
  set <- prediction_set(truth ~ ., satellite)
  v <- verdict(set)
  text <- knitr::knit_print(v)
  expect_match(text, "**Verdict on 4 classifiers: 2,000 rows, 6 classes**", fixed = TRUE)
  expect_match(text, "| random\\_forest | 0.910\u00a0a | 1 |", fixed = TRUE)
  expect_match(knitr::knit_print(summary(v$overall)), "\n\n- 0.910 (random\\_forest) against", fixed = TRUE)
  expect_match(knitr::knit_print(summary(compare_classifiers(set, "recall", classes = "red soil"))), "- ")
  many <- mock_many(1, letters[1:6])
  expect_match(knitr::knit_print(summary(many)), "... and 3 more comparisons.", fixed = TRUE)
  expect_match(knitr::knit_print(rank_classifiers(set)), "| rank | classifier |", fixed = TRUE)
  expect_match(knitr::knit_print(rank_classifiers(set), inline = TRUE), "^Accuracy: random_forest is the best of 4")
  expect_identical(knitr::knit_print(set, inline = TRUE), "Prediction set of 2,000 rows")
  expect_match(knitr::knit_print(omnibus_test(set, over = "classes")), "Precision over all classes: are", fixed = TRUE)
  expect_match(knitr::knit_print(set), "**Prediction set of 2,000 rows**", fixed = TRUE)
  expect_match(knitr::knit_print(summary(set)), "| red soil | 461 |", fixed = TRUE)
})

test_that("scores and posteriors have their sentences", {
  scores <- score_set(data.frame(x_1 = (1:10) / 11, y = (c(2:10, 1) / 12)), design = "datasets", metric = "accuracy")
  expect_match(knitr::knit_print(scores), "Score set: accuracy", fixed = TRUE)
  bayes <- compare_bayesian(scores, draws = 1000)
  expect_match(knitr::knit_print(bayes), "| P(worse) |", fixed = TRUE)
  expect_match(knitr::knit_print(summary(bayes)), "\n- y is better than x\\_1", fixed = TRUE)
  expect_output(knitr::knit_print(bayes[0, ]), "prob.rope")
  expect_output(knitr::knit_print(rank_classifiers(scores)[0, ]), "tied.first")
})

test_that("many classifiers are counted in rows, or with many classes in 11 columns", {
  few <- class_table(data.frame(class = c("a", "b"), truth = c(5, 1000), matrix(1:26, 2)))
  expect_equal(few$main[1:2, ], rbind(c("truth", "5", "1,000"), c("X1", "1", "2")), ignore_attr = TRUE)
  expect_equal(dimnames(few$main), list(NULL, c("labels of", "a", "b")))
  expect_equal(nrow(few$main), 14)
  classes <- data.frame(class = letters[1:11], matrix(1:154, 11))
  table <- class_table(classes)
  expect_equal(ncol(table$main), 12)
  expect_match(table$notes$text, "3 more classifiers not shown", all = FALSE)
})
