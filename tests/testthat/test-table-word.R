word_document <- function(table) {
  folder <- new_folder()
  file <- file.path(folder, "x.docx")
  writeLines(c("```{=openxml}", enc2utf8(format(table, "docx")), "```"), file.path(folder, "x.md"), useBytes = TRUE)
  rmarkdown::pandoc_convert(file.path(folder, "x.md"), to = "docx", output = file)
  file
}

test_that("pandoc reads the table back, labels and all", {
  skip_without_pandoc()
  v <- verdict(odd_set())
  text <- pandoc_text_of(word_document(as_table(v)))
  for (one in odd_labels) expect_match(text, one, fixed = TRUE)
  expect_match(text, "Significantly worse than the best of its row (adjusted p < 0.05).", fixed = TRUE)
})

test_that("numbers and short labels do not break, rows stay whole, heads repeat", {
  text <- format(as_table(verdict(prediction_set(truth ~ ., satellite))), "docx")
  expect_match(text, "<w:noWrap/>", fixed = TRUE)
  expect_match(text, "<w:tblHeader/>", fixed = TRUE)
  expect_equal(lengths(regmatches(text, gregexpr("<w:cantSplit/>", text))), 8)
  expect_match(text, "<w:b/><w:sz w:val=\"18\"/></w:rPr><w:t xml:space=\"preserve\">0.910</w:t>", fixed = TRUE)
  expect_match(text, "<w:vertAlign w:val=\"superscript\"/></w:rPr><w:t xml:space=\"preserve\">*</w:t>", fixed = TRUE)
  bare <- format(as_table(mock_accuracy(-0.03), notes = FALSE), "docx")
  expect_match(bare, ">\u22120.030", fixed = TRUE)
  expect_no_match(bare, "Interval")
})

test_that("many classifiers are in parts", {
  set.seed(1)
  truth <- rep(letters[1:7], 30)
  d <- data.frame(truth, lapply(1:8, function(i) ifelse(stats::runif(210) < 0.5, truth, "a")))
  names(d)[-1] <- paste0("m", 1:8)
  text <- format(as_table(assess_classifiers(prediction_set(d, truth, -truth), "recall")), "docx")
  expect_equal(lengths(regmatches(text, gregexpr("<w:tbl>", text))), 2)
})
