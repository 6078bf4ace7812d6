test_that("a table in Typst has its cells, caption, label and notes", {
  set <- prediction_set(truth ~ naive_bayes + tree + svm, satellite)
  text <- strsplit(format(as_table(verdict(set), label = "main"), "typst"), "\n", fixed = TRUE)[[1]]
  expect_identical(text[1:2], c("#figure(", "  kind: table,"))
  expect_match(text[3], "^  caption: \\[Accuracy .*\\],$")
  expect_identical(text[length(text)], ") <tab:main>")
  expect_match(text, "table.header([metric], [class], [naive\\_bayes]", fixed = TRUE, all = FALSE)
  expect_match(text, "#strong[", fixed = TRUE, all = FALSE)
  expect_match(text, "#linebreak() \\[0.", fixed = TRUE, all = FALSE)
  expect_match(text, "^#align[(]left[)]", all = FALSE)
  # Every bracket that opens markup is closed, in every line of cells.
  body <- gsub("\\\\.", "", paste(text, collapse = ""))
  count <- function(sign) lengths(regmatches(body, gregexpr(sign, body, fixed = TRUE)))
  expect_equal(count("["), count("]"))
  expect_equal(count("("), count(")"))
  plain <- as_table(verdict(set), format = "typst", caption = FALSE, notes = FALSE)
  expect_match(plain, "^#\\[\n#table[(].*\n\\]$")
  file <- file.path(new_folder(), "t.typ")
  save_table(verdict(set), file)
  expect_identical(readLines(file, 1), "#figure(")
})

test_that("nothing in a label is markup of Typst", {
  expect_identical(
    escape_typst(c("a#b [c] *d* _e_ `f` $g$ <h> @i ~", "1. x", "// no", "= no", "- no", "+ no", "a\\b \"q\"")),
    c(
      "a\\#b \\[c\\] \\*d\\* \\_e\\_ \\`f\\` \\$g\\$ \\<h\\> \\@i \\~", "1\\. x", "\\// no", "\\= no",
      "\\- no", "\\+ no", "a\\\\b \\\"q\\\""
    )
  )
})
