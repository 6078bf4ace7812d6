test_that("labels survive pandoc, whatever they contain", {
  skip_without_pandoc()
  text <- c(odd_labels, "_a_", "**b**", "^c^", "![x](y)", "[a][b]", "<i>d</i>", "&amp;")
  lines <- unlist(lapply(escape_markdown(text), function(one) c(paste0("- x ", one, " x"), "")))
  plain <- pandoc_text(lines, "markdown-smart")
  for (one in text) expect_match(plain, paste0("x ", one, " x"), fixed = TRUE)
  table <- pandoc_text(format(as_table(verdict(odd_set())), "markdown"), "markdown-smart")
  for (one in odd_labels) expect_match(table, one, fixed = TRUE)
})

test_that("a pipe table has a caption before and notes after it", {
  lines <- strsplit(format(as_table(verdict(lopsided_set())), "markdown"), "\n")[[1]]
  expect_equal(lines[1], "Table: Accuracy and precision by class of u and w")
  expect_equal(lines[4], "| :-- | :-- | --: | --: |")
  expect_match(lines, "| 0.50^\\*^\u00a0[0.41,\u00a00.59] | **0.83**", fixed = TRUE, all = FALSE)
  expect_match(lines, "^a^ Class never predicted by u.", fixed = TRUE, all = FALSE)
  bare <- format(as_table(mock_accuracy(), caption = FALSE, notes = FALSE), "markdown")
  expect_no_match(bare, "Table:|Interval")
})

test_that("words between backticks in sentences stay code", {
  expect_equal(sentence_markdown("with `margin`, a_b"), "with `margin`, a\\_b")
})
