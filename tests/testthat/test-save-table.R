two <- function() verdict(prediction_set(truth ~ naive_bayes + tree, satellite))

test_that("the ending says which format a file has", {
  folder <- new_folder()
  v <- verdict(odd_set())
  for (ending in c("tex", "html", "HTM", "md", "txt")) {
    file <- file.path(folder, paste0("t.", ending))
    expect_equal(expect_invisible(save_table(v, file, caption = "One & <two>")), file)
  }
  text <- lapply(list.files(folder, full.names = TRUE), readLines, encoding = "UTF-8")
  names(text) <- list.files(folder)
  expect_match(text$t.tex, "\\caption{One \\& \\textless{}two\\textgreater{}}", fixed = TRUE, all = FALSE)
  expect_equal(text$t.html[4], "<meta charset=\"utf-8\">")
  expect_match(text$t.html, "<title>One &amp; &lt;two&gt;</title>", fixed = TRUE, all = FALSE)
  expect_match(text$t.html, "\u4e2d\u6587", fixed = TRUE, all = FALSE)
  expect_equal(text$t.HTM, text$t.html)
  expect_equal(text$t.md[1], "Table: One \\& \\<two\\>")
  expect_equal(text$t.txt[1], "One & <two>")
})

test_that("a Word document has the caption and labels as they are", {
  skip_without_pandoc()
  file <- file.path(new_folder(), "t.docx")
  save_table(as_table(verdict(odd_set()), caption = "About *it* `r 1`"), file)
  text <- pandoc_text_of(file)
  expect_match(text, "^About \\*it\\* `r 1`")
  for (one in odd_labels) expect_match(text, one, fixed = TRUE)
  save_table(as_table(two(), caption = FALSE), file)
  expect_no_match(pandoc_text_of(file), "of naive_bayes", fixed = TRUE)
})

test_that("what cannot be a table or a file is refused, and nothing is left", {
  folder <- new_folder()
  v <- two()
  expect_error(save_table(), class = "verdict_error_table")
  expect_error(save_table(v), "name of a file", class = "verdict_error_table")
  expect_error(save_table(1, file.path(folder, "t.md")), class = "verdict_error_table")
  expect_error(save_table(v, file.path(folder, "t.rtf")), "[.]docx", class = "verdict_error_table")
  expect_error(save_table(v, file.path(folder, "no", "t.md")), "no folder", class = "verdict_error_table")
  expect_error(save_table(v, file.path(folder, "t.md"), colums = "p"), class = "verdict_error_argument")
  expect_error(save_table(as_table(v), file.path(folder, "t.md"), caption = "x"), class = "verdict_error_argument")
  expect_equal(list.files(folder), character())
})

test_that("an ending that cannot be made is named", {
  set <- prediction_set(truth ~ svm, satellite)
  expect_error(save_table(assess_classifiers(set), "x.rtf"), "\".rtf\" is no ending", class = "verdict_error_table")
  expect_error(save_table(assess_classifiers(set), "x"), "has no ending", class = "verdict_error_table")
})

test_that("a label is a name, not markup", {
  v <- two()
  for (label in list("a}\\input{q}b", "a b", "", NA_character_, "-a")) {
    expect_error(as_table(v, label = label), "letters from A to Z", class = "verdict_error_argument")
  }
  expect_match(format(as_table(v, label = "tab-2_a:b/c.d"), "latex"), "\\label{tab:tab-2_a:b/c.d}", fixed = TRUE)
})

test_that("a table has its text directly, and is a spreadsheet of text too", {
  v <- two()
  text <- as_table(v, format = "latex", caption = "Both", columns = c("class", "tree"))
  expect_equal(unclass(text), format(as_table(v, caption = "Both", columns = c("class", "tree")), "latex"))
  expect_output(print(text), "\\caption{Both}", fixed = TRUE)
  expect_s3_class(as_table(v, format = NULL), "result_table")
  expect_error(as_table(v, format = "rtf"), class = "verdict_error")
  file <- file.path(new_folder(), "t.csv")
  save_table(v, file, columns = c("class", "tree"))
  read <- utils::read.csv(file, check.names = FALSE)
  expect_equal(as.list(read), as.list(as.data.frame(as_table(v, columns = c("class", "tree")))))
  odd <- verdict(odd_set())
  cells <- utils::read.csv(text = format(as_table(odd, "long"), "csv"), check.names = FALSE, encoding = "UTF-8")
  expect_equal(dim(cells), dim(as.data.frame(as_table(odd, "long"))))
})

test_that("a note of all rows has no letter, and one of all cells of a row stands at its name", {
  table <- function(note) {
    x <- mock_comparison()
    x$note <- note
    as_table(x, "long")
  }
  all <- table("few rows")
  expect_true(all(all$mark == ""))
  expect_true("Few rows." %in% all$notes$text[all$notes$mark == ""])
  one <- table(c(NA, "few rows", NA))
  expect_equal(sum(one$mark == "a"), 1)
  values <- mock_assessment()
  values$note <- ifelse(values$class == "soil", "few rows", NA)
  wide <- as_table(values)
  expect_equal(unname(wide$mark[wide$main[, 1] == "soil", ]), c("a", "", ""))
  values$note[values$classifier == "nb"] <- NA
  expect_equal(unname(as_table(values)$mark[wide$main[, 1] == "soil", ]), c("", "", "a"))
})
