test_that("specials are text in LaTeX", {
  expect_equal(escape_latex("50%"), "50\\%")
  expect_equal(escape_latex("a_b&c#$"), "a\\_b\\&c\\#\\$")
  expect_equal(escape_latex("\\x{}"), "\\textbackslash{}x\\{\\}")
  expect_equal(escape_latex("<|>"), "\\textless{}\\textbar{}\\textgreater{}")
  expect_equal(escape_latex("^~`\"*"), "\\textasciicircum{}\\textasciitilde{}\\textasciigrave{}''{*}")
  expect_equal(escape_latex(c("[0, 1]", NA)), c("{[}0, 1{]}", NA))
  expect_equal(escape_latex("a--b---"), "a-{}-b-{}-{}-")
  expect_equal(escape_latex(""), "")
})

test_that("a table has rules, a caption, notes and true minus signs", {
  x <- mock_accuracy(-0.031, 0.02, 0.0024)
  text <- format(as_table(x), "latex")
  for (rule in c("\\toprule", "\\midrule", "\\bottomrule", "\\begin{table}", "\\caption{Accuracy")) {
    expect_match(text, rule, fixed = TRUE)
  }
  expect_match(text, "& $-$0.031 & {[}$-$0.051, $-$0.011{]}", fixed = TRUE)
  expect_match(text, "Interval: 95\\%", fixed = TRUE)
  bare <- format(as_table(x, caption = FALSE, notes = FALSE), "latex")
  expect_no_match(bare, "caption|begin.table")
  expect_match(bare, "\\begin{center}", fixed = TRUE)
})

test_that("many rows make a long table, many columns several parts", {
  long <- format(as_table(mock_many(20), label = "x"), "latex")
  expect_match(long, "\\begin{longtable}", fixed = TRUE)
  expect_match(long, "\\caption{\\label{tab:x}", fixed = TRUE)
  expect_match(long, "\\endhead", fixed = TRUE)
  bare <- format(as_table(mock_many(20), caption = FALSE), "latex")
  expect_no_match(bare, "caption", fixed = TRUE)
  set.seed(1)
  truth <- rep(letters[1:7], 30)
  d <- data.frame(truth, lapply(1:8, function(i) ifelse(stats::runif(210) < 0.5, truth, "a")))
  names(d)[-1] <- paste0("m", 1:8)
  x <- as_table(assess_classifiers(prediction_set(d, truth, -truth), "recall"))
  parts <- lengths(regmatches(text <- format(x, "latex"), gregexpr("\\\\begin[{]tabular[}]", text)))
  expect_equal(parts, 2)
  expect_match(text, "\\addlinespace", fixed = TRUE)
})

test_that("long labels break between words, marks keep their place free", {
  label <- strrep("a long name ", 5)
  x <- mock_comparison(c(trimws(label), "b", "c"))
  expect_match(format(as_table(x), "latex"), "\\begin{tabular}{p{0.40\\linewidth}rrrrrr", fixed = TRUE)
  v <- verdict(lopsided_set())
  text <- format(as_table(v), "latex")
  expect_match(text, "\\textendash{}\\textsuperscript{a}", fixed = TRUE)
  expect_match(text, "\\textsuperscript{a}~Class never predicted by u.", fixed = TRUE)
  expect_match(text, "0.50\\textsuperscript{*}", fixed = TRUE)
  reference <- verdict(prediction_set(truth ~ ., satellite), reference = "svm")
  expect_match(format(as_table(reference), "latex"), "\\textsuperscript{$-$}", fixed = TRUE)
})

test_that("the letters are smaller the wider the table is", {
  sizes <- vapply(c(1, 12, 25, 30, 60), function(n) {
    main <- matrix(strrep("x", n), 1, 4, dimnames = list(NULL, letters[1:4]))
    latex_size(new_result_table(main, 1, "", table_notes(character())))
  }, "")
  expect_equal(sizes[c(1, 2)], rep("\\small\\setlength{\\tabcolsep}{6pt}", 2))
  expect_equal(sizes[3], "\\footnotesize\\setlength{\\tabcolsep}{6pt}")
  expect_match(sizes[4:5], "scriptsize|tiny|3pt")
})

test_that("LaTeX sets the odd labels", {
  skip_if(is.null(latex_engine()), "LaTeX is missing")
  folder <- new_folder()
  v <- verdict(odd_set())
  writeLines(c(
    "\\documentclass{article}\\usepackage{booktabs,longtable}\\begin{document}", format(as_table(v), "latex"),
    format(as_table(v, "long"), "latex"), "\\end{document}"
  ), file.path(folder, "x.tex"), useBytes = TRUE)
  old <- setwd(folder)
  on.exit(setwd(old))
  expect_equal(system2(latex_engine(), c("-halt-on-error", "x.tex"), stdout = FALSE), 0)
})

test_that("lengths in LaTeX are whole numbers, whatever R's options say", {
  old <- options(scipen = -10)
  on.exit(options(old))
  x <- as_table(compare_classifiers(prediction_set(truth ~ naive_bayes + tree, satellite)))
  expect_match(format(x, "latex"), "\\setlength{\\tabcolsep}{6pt}", fixed = TRUE, all = FALSE)
})
