skip_if_not_installed("knitr")

# As if knitr wrote for `to`.
local_target <- function(to, ..., frame = parent.frame()) {
  old <- knitr::opts_knit$get()
  knitr::opts_knit$set(rmarkdown.pandoc.to = to, ...)
  do.call(on.exit, list(bquote(knitr::opts_knit$restore(.(old))), add = TRUE, after = FALSE), envir = frame)
}

test_that("a table has the format of the document", {
  table <- as_table(mock_comparison())
  expect_match(knitr::knit_print(table), "Table: Precision", fixed = TRUE)
  local_target("html")
  expect_match(knitr::knit_print(table), "```{=html}\n<div", fixed = TRUE)
  local_target("latex")
  text <- knitr::knit_print(table)
  expect_match(text, "```{=latex}\n\\begin{table}", fixed = TRUE)
  needs <- vapply(attr(text, "knit_meta"), `[[`, "", "name")
  if (rlang::is_installed("rmarkdown")) expect_equal(needs, c("booktabs", "longtable"))
  local_target("docx")
  text <- knitr::knit_print(table)
  expect_match(text, "::: {custom-style=\"Table Caption\"}\nPrecision by class", fixed = TRUE)
  expect_match(text, "```{=openxml}\n<w:tbl>", fixed = TRUE)
  expect_no_match(knitr::knit_print(as_table(mock_comparison(), caption = FALSE)), "custom-style", fixed = TRUE)
  local_target("gfm")
  expect_match(knitr::knit_print(table), "| class |", fixed = TRUE)
})

test_that("without pandoc nothing is fenced", {
  local_target(NULL, out.format = "html")
  expect_match(knitr::knit_print(as_table(mock_comparison())), "^\n\n<div")
})

test_that("the chunk gives caption, columns, rows and name", {
  table <- as_table(mock_comparison())
  options <- list(tab.cap = "Mine", tab.columns = c("class", "ratio"), tab.rows = 2, label = "one")
  text <- knitr::knit_print(table, options = options)
  expect_match(text, "Table: Mine\n\n| class | ratio |", fixed = TRUE)
  expect_match(text, "... and 1 more row.", fixed = TRUE)
  own <- knitr::knit_print(as_table(mock_comparison(), caption = "Own"), options = options)
  expect_match(own, "Table: Own", fixed = TRUE)
  expect_no_match(knitr::knit_print(table, options = list(`tbl-cap` = "Quarto's")), "Table:", fixed = TRUE)
  expect_match(knitr::knit_print(mock_comparison(), options = options), "| class | ratio |", fixed = TRUE)
  expect_error(knitr::knit_print(table, n = 0), class = "verdict_error_argument")
  local_target("latex")
  expect_match(knitr::knit_print(table, options = options), "\\caption{\\label{tab:one}Mine}", fixed = TRUE)
})

test_that("bookdown finds the label in all formats", {
  table <- as_table(mock_comparison(), label = "one")
  local_target("html", bookdown.internal.label = TRUE)
  expect_match(knitr::knit_print(table), "<caption>(#tab:one)Precision", fixed = TRUE)
  local_target("latex", bookdown.internal.label = TRUE)
  expect_match(knitr::knit_print(table), "\\caption{(\\#tab:one)Precision", fixed = TRUE)
  local_target("docx", bookdown.internal.label = TRUE)
  caption <- "<caption>(\\#tab:one)Precision by class: rf against nb</caption>"
  expect_match(knitr::knit_print(table), caption, fixed = TRUE)
  local_target("markdown", bookdown.internal.label = TRUE)
  expect_match(knitr::knit_print(table), "Table: (\\#tab:one)Precision", fixed = TRUE)
})
