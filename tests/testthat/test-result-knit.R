skip_if_not_installed("knitr")

test_that("kable() shows the formatted columns, tiny p-values included", {
  x <- mock_comparison()
  x$p.value[3] <- 1e-300
  lines <- knitr::kable(x, format = "pipe")
  expect_match(lines, "|<0.001 |", fixed = TRUE, all = FALSE)
  rlang::local_options(verdict.p = "full")
  expect_match(knitr::kable(x, format = "pipe"), "1e-300", fixed = TRUE, all = FALSE)
  expect_match(lines, "[1.182, 2.590]", fixed = TRUE, all = FALSE)
  expect_match(lines[1], "^[|]class")
  expect_no_match(lines, "log.p.value", fixed = TRUE)
})

test_that("kable() of the plain data frame is left alone", {
  expect_match(knitr::kable(tidy(mock_comparison()))[1], "estimate.classifier")
})

test_that("a chunk that ends in a result shows header, table and notes", {
  x <- mock_comparison(c("a", "b"), c(1.2, NA), c(0.1, NA))
  x$note[2] <- "class never predicted by nb"
  text <- knitr::knit_print(x)
  expect_s3_class(text, "knit_asis")
  expect_match(text, "**Precision by class: rf against nb**\n\nRatio: rf over nb", fixed = TRUE)
  expect_match(text, "|b     |", fixed = TRUE)
  expect_match(text, "(1) class never predicted by nb", fixed = TRUE)
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
  writeLines(c(chunk("result"), chunk("knitr::kable(result)")), rmd)
  html <- rmarkdown::render(
    rmd, rmarkdown::html_document(theme = NULL, mathjax = NULL), quiet = TRUE,
    envir = list2env(list(result = result))
  )
  lines <- readLines(html)
  expect_equal(sum(grepl("<table>", lines)), 2)
  expect_equal(sum(grepl(">0.005<", lines)), 2)
})

test_that("kable() of a verdict has both its comparisons", {
  x <- verdict(prediction_set(truth ~ naive_bayes + tree, satellite))
  lines <- knitr::kable(x, format = "pipe")
  expect_length(lines, 2 + nrow(x$overall) + nrow(x$comparison))
  expect_match(lines, "accuracy", all = FALSE)
})

test_that("kable() of no rows has headings that say something", {
  for (x in list(mock_comparison(), mock_accuracy(), mock_assessment())) {
    names <- names(format(x[0, ]))
    expect_false(anyNA(names) || any(names == "NA"))
    expect_no_match(knitr::kable(x[0, ], format = "pipe"), "NA", fixed = TRUE)
  }
})

test_that("a table without a header says which measure each row has", {
  x <- rbind(mock_accuracy(), mock_comparison())
  lines <- knitr::kable(x, format = "pipe")
  expect_match(lines[1], "|measure", fixed = TRUE)
  expect_match(lines, "difference", all = FALSE)
  expect_match(lines, "ratio", all = FALSE)
})
