test_that("what is constant goes into sentences, what varies into columns", {
  expect_snapshot(print(mock_comparison()))
  expect_snapshot(print(mock_accuracy()))
  expect_snapshot(print(mock_assessment()))
})

test_that("several metrics, measures and tests become columns", {
  expect_snapshot(print(rbind(mock_accuracy(), mock_comparison()), width = 100))
})

test_that("metrics bear their names, not those of the argument", {
  x <- probability_set(c(1, 1, 0, 0, 1, 0), cbind(a = c(.9, .6, .7, .2, .8, .3), b = c(.4, .9, .1, .5, .7, .6)))
  expect_equal(unique(format(assess_classifiers(x, c("roc_auc", "log_loss")))$metric), c("AUC", "log loss"))
  expect_named(format(assess_classifiers(x, "roc_auc")), c("classifier", "AUC", "interval"))
})

test_that("metrics where less is better say so", {
  lines <- header_of(mock_comparison(metric = "fpr"))
  expect_match(lines, "below 1 favours rf", all = FALSE)
  expect_no_match(header_of(mock_comparison(metric = "prevalence")), "favours")
})

test_that("notes stand below the table", {
  x <- mock_comparison(c("asphalt", "pool"), c(1.2, NA), c(0.1, NA))
  x$note[2] <- "class never predicted by nb"
  x$estimate.reference[2] <- NA
  expect_snapshot(print(x))
  expect_equal(format(x, notes = TRUE)$note, c("", "class never predicted by nb"))
})

test_that("long results are cut and say so", {
  x <- mock_many(20)
  lines <- capture.output(print(x, width = 120))
  expect_match(lines, "... and 100 more rows; print(x, n = Inf)", fixed = TRUE, all = FALSE)
  expect_match(lines, "20 comparisons (Holm) in each of 6 parts", fixed = TRUE, all = FALSE)
  expect_equal(sum(grepl("^class [0-9]", lines)), 20)
  expect_equal(sum(grepl("^class [0-9]", capture.output(print(x, n = Inf)))), 120)
  expect_equal(sum(grepl("^class [0-9]", capture.output(print(x, n = 3)))), 3)
})

test_that("a narrow console loses columns, not rows, and is told", {
  lines <- capture.output(print(mock_many(3), width = 60))
  expect_lte(max(nchar(lines)), 60)
  expect_match(lines, "Not shown, too wide for the console: statistic", all = FALSE)
})

test_that("class names of any script stand in line", {
  skip_if_not(l10n_info()[["UTF-8"]])
  x <- mock_comparison(c("\u65e5\u672c\u8a9e", "Stra\u00dfe", "tree"))
  lines <- capture.output(print(x, width = 80))
  rows <- lines[(which(lines == "") + 1):length(lines)]
  points <- cli::ansi_nchar(sub("[.][^.]*$", "", grep("[]]", rows, value = TRUE)), "width")
  expect_length(unique(points), 1)
  long <- mock_comparison(c(strrep("\u8a9e", 40), "b", "c"))
  expect_lte(max(cli::ansi_nchar(capture.output(print(long, width = 60)), "width")), 60)
})

test_that("a result without rows prints", {
  expect_output(print(mock_comparison()[0, ]), "without rows")
})

test_that("clustered data are said to be", {
  x <- mock_accuracy(clustered = TRUE, n_rows = 8460, n_clusters = 846)
  expect_equal(
    header_data(result_units(x), row_prevalence(x)),
    "Data: 8,460 rows of 846 observations; variances are by observation."
  )
})

test_that("one-sided tests and other adjustments are named", {
  x <- mock_comparison(alternative = "greater", p.adjust.method = "BH", conf.level = 0.9)
  lines <- header_of(x)
  expect_match(lines, "one-sided (greater); p-values adjusted", fixed = TRUE, all = FALSE)
  expect_match(lines, "3 comparisons (Benjamini-Hochberg)", fixed = TRUE, all = FALSE)
  expect_match(lines, "90%", all = FALSE)
})

test_that("parts adjusted differently are stated one by one", {
  x <- rbind(mock_comparison(), mock_comparison(p.adjust.method = "none"))
  expect_equal(
    adjustment_words(attr(x, "verdict")),
    "p-values adjusted over 3 comparisons (Holm) and 3 comparisons (not adjusted), part by part"
  )
})

test_that("format() gives the printed columns as text", {
  text <- format(mock_comparison())
  expect_named(text, c("class", "rf", "nb", "ratio", "interval", "statistic", "p", "adj. p", "decision"))
  expect_true(all(vapply(text, is.character, NA)))
})

test_that("with one reference the classifiers are named alone", {
  x <- mock_accuracy(c(0.01, 0.02), classifier = c("rf", "svm"))
  expect_equal(format(x)$classifier, c("rf", "svm"))
  expect_equal(format(x)$values, c("0.920 vs 0.910", "0.930 vs 0.910"))
  expect_equal(header_subject(x), "Accuracy: rf and svm against nb")
})

test_that("what varies within a metric is a column", {
  ratio <- mock_accuracy()
  ratio$measure <- "ratio"
  ratio$method <- "Wald"
  x <- rbind(mock_accuracy(), ratio)
  expect_equal(format(x)$measure, c("difference", "ratio"))
  expect_equal(format(x)$test, c("mid-p McNemar", "Wald"))
  expect_match(header_of(x), "Difference and ratio: rf against nb.", fixed = TRUE, all = FALSE)
  expect_match(header_of(x), "Test: see the column", fixed = TRUE, all = FALSE)
  expect_match(
    capture.output(print(x, width = 60)), "^Not shown, too wide for the console",
    all = FALSE
  )
})

test_that("without an adjusted p-value the p-value is not left out", {
  lines <- capture.output(print(mock_comparison("asphalt", 1.2, 0.1), width = 60))
  expect_match(lines, " p  decision$", all = FALSE)
})

test_that("a classifier named like a column does not lose its values", {
  x <- mock_comparison(classifier = "p", reference = "ratio")
  shown <- format(x)
  expect_equal(shown$values, c("0.556 vs 0.550", "0.963 vs 0.550", "0.495 vs 0.550"))
  expect_equal(shown$p, format(mock_comparison())$p)
  expect_snapshot(print(x))
})

test_that("rows of NA, from a condition that is NA, are counted and left out", {
  x <- mock_comparison()
  x$p.value[2] <- NA
  small <- x[x$p.value < 0.05, ]
  lines <- capture.output(print(small))
  expect_match(lines, "^tree", all = FALSE)
  expect_match(lines, "1 row of NA not shown.", fixed = TRUE, all = FALSE)
  expect_equal(summary(small)$sections, summary(x[3, ])$sections)
  expect_output(print(x[NA, ]), "without rows")
})

test_that("line breaks in labels do not break the table", {
  lines <- capture.output(print(mock_comparison(c("a\nb", "c\td", "e"))))
  expect_match(lines, "^a b  ", all = FALSE)
  expect_match(lines, "^c d  ", all = FALSE)
})

test_that("what is no number of rows is refused", {
  for (n in list(-1, 0, NA, "3", NULL, 1:2)) {
    expect_error(print(mock_comparison(), n = n), class = "verdict_error_argument")
  }
})

test_that("with weights it is said how many rows they stand for", {
  counts <- as.data.frame(table(satellite[c("truth", "svm", "tree")]))
  set <- prediction_set(truth ~ svm + tree, counts[counts$Freq > 0, ], weights = Freq)
  result <- compare_classifiers(set, "accuracy")
  expect_match(header_of(result), "Data: 70 rows (standing for 2,000).", fixed = TRUE, all = FALSE)
  expect_match(capture.output(verdict(set))[1], "70 rows (standing for 2,000), 6 classes", fixed = TRUE)
  expect_no_match(header_of(rbind(result, result)[1, ]), "standing for 2,000, 2,000", fixed = TRUE)
})

test_that("printed text has decimal points, whatever the options", {
  old <- options(OutDec = ",")
  on.exit(options(old))
  set <- update_prevalence(prediction_set(truth ~ svm + tree, satellite))
  result <- compare_classifiers(set, conf.level = 0.975)
  lines <- c(
    capture.output(print(set)), capture.output(print(result)), capture.output(print(summary(result))),
    capture.output(print(verdict(set))), capture.output(print(omnibus_test(set)))
  )
  expect_no_match(lines, "[0-9],[0-9]{1,2}($|[^0-9])")
  expect_no_match(lines, "(^|[^0-9])0,[0-9]")
})

leukaemias <- c(
  "Acute myeloid leukaemia with maturation", "Acute myeloid leukaemia without maturation",
  "Acute lymphoblastic leukaemia"
)

test_that("names that are too long for the table stay different", {
  rows <- mock_comparison(leukaemias, classifier = "random_forest", reference = "naive_bayes")
  lines <- capture.output(print(rows, width = 60))
  shown <- sub("  .*", "", grep("^Acute", lines, value = TRUE))
  expect_length(unique(shown), 3)
  expect_true(all(startsWith(shown, "Acute ")))
  averages <- rbind(rows, rows[1, ])
  averages$class[4] <- NA
  averages$average[4] <- "macro"
  expect_match(capture.output(print(averages, width = 60)), "^macro average", all = FALSE)
  expect_lte(max(cli::ansi_nchar(lines, "width")), 60)
})

test_that("a table too wide is folded: one line for what several rows share", {
  x <- mock_assessment(leukaemias, paste0("classifier_of_a_long_name_", 1:3))
  x <- x[order(match(x$class, leukaemias)), ]
  lines <- capture.output(print(x, width = 60))
  expect_equal(lines[lines %in% leukaemias], leukaemias)
  expect_lte(max(nchar(lines)), 60)
  pairs <- mock_many(2, c("random_forest", "naive_bayes", "gradient_boosting"))
  narrow <- capture.output(print(pairs, width = 60))
  expect_lte(max(nchar(narrow)), 60)
  expect_match(narrow, "^naive_bayes vs random_forest$", all = FALSE)
})

test_that("on a narrow console what stands in the header goes, and pairs of long names stand on lines of their own", {
  x <- mock_comparison(classifier = "classifier_of_a_long_name", reference = "another_one_of_a_long_name")
  text <- paste(trimws(capture.output(print(x, width = 60))), collapse = " ")
  expect_match(text, "too wide for the console: .*, classifier_of_a_long_name and another_one_of_a_long_name[.]")
  expect_match(text, "Ratio: classifier_of_a_long_name over another_one_of_a_long_name", fixed = TRUE)
  both <- mock_many(1, paste0("classifier_of_a_long_name_", 1:3))
  both$class <- leukaemias[1]
  lines <- capture.output(print(both, width = 60))
  expect_match(lines, "^  classifier_of_a_long_name_2 vs$", all = FALSE)
  expect_lte(max(nchar(lines)), 60)
})

test_that("an average that all rows have is told", {
  set <- prediction_set(truth ~ naive_bayes + tree, satellite)
  for (average in c("macro", "weighted", "micro")) {
    result <- compare_classifiers(set, "f_meas", average = average)
    title <- paste0(capitalise(average), "-averaged F measure: tree against naive_bayes")
    expect_equal(header_of(result)[1], title)
    expect_equal(format(result)$class, paste(average, "average"))
    skip_if_not_installed("ggplot2")
    expect_equal(as.character(ggplot2::autoplot(result)$labels$title), title)
  }
})

test_that("options of printing numbers change nothing", {
  set <- prediction_set(truth ~ ., satellite)
  result <- compare_classifiers(set)
  lines <- function() {
    c(
      capture.output(print(set)), capture.output(print(result)), header_of(result),
      capture.output(print(summary(result))), capture.output(print(verdict(set))),
      and_list(letters, 6), header_of(mock_accuracy(clustered = TRUE, n_clusters = 20)),
      caution_few(list(clustered = TRUE, n_clusters = 20))
    )
  }
  usual <- lines()
  old <- options(scipen = -10, digits = 3)
  on.exit(options(old))
  expect_equal(lines(), usual)
})

test_that("a comparison in which nothing differs can be printed", {
  set <- prediction_set(truth ~ m + n, data.frame(
    truth = c("a", "b", "c", "a"), m = c("a", "b", "c", "b"), n = c("a", "b", "c", "b")
  ))
  expect_output(print(compare_classifiers(set)), "identical predictions")
})
