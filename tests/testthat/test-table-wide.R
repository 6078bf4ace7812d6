satellite_set <- prediction_set(truth ~ ., satellite)

# Text without stars and marks, and the marks.
cell_value <- function(cell) as.numeric(sub("^([0-9.]+).*", "\\1", cell))
is_marked <- function(cell) grepl("^[0-9.]+[*]", cell)

test_that("marks are the decisions against the best, and the values are those of the assessment", {
  v <- verdict(satellite_set)
  table <- as_table(v)
  cells <- as.data.frame(table)
  expect_equal(cells$class, c("overall", levels(satellite$truth)))
  of <- tidy(v$assessment)
  for (classifier in satellite_set$classifiers) {
    mine <- of[of$classifier == classifier, ]
    expect_equal(cell_value(cells[[classifier]]), mine$estimate, tolerance = 1e-3)
  }
  all <- tidy(v)
  for (i in seq_len(nrow(cells))) {
    class <- if (i == 1) NA else cells$class[i]
    rows <- of[of$class %in% class, ]
    best <- rows$classifier[which.max(rows$estimate)]
    lost <- vapply(satellite_set$classifiers, function(one) {
      at <- all$class %in% class & (all$classifier == one & all$reference == best |
        all$classifier == best & all$reference == one)
      any(all$adj.p.value[at] < 0.05)
    }, NA)
    expect_equal(is_marked(unlist(cells[i, satellite_set$classifiers])), unname(lost))
    expect_equal(colnames(table$main)[table$bold[i, ]], best)
  }
  notes <- paste(table$notes$mark, table$notes$text)
  expect_match(notes, "^[*] Significantly worse than the best of its row .adjusted p < 0.05", all = FALSE)
  expect_match(notes, "McNemar.*weighted generalized score.*max-T", all = FALSE)
  expect_match(notes, "95% intervals .Wilson", all = FALSE)
})

test_that("with a reference marks are against that", {
  v <- verdict(satellite_set, reference = "svm")
  cells <- as.data.frame(as_table(v))
  all <- tidy(v)
  for (one in c("tree", "naive_bayes", "random_forest")) {
    rows <- all[all$classifier == one, ]
    apart <- rows$adj.p.value < 0.05
    up <- rows$estimate > rows$null.value
    expect_equal(grepl("^[0-9.]+[+]", cells[[one]]), apart & up)
    expect_equal(grepl("^[0-9.]+\u2212", cells[[one]]), apart & !up)
  }
  expect_true("svm (reference)" %in% names(cells))
  same <- mock_comparison(c("a", "b"), c(1, 1.01), c(0.1, 0.1))
  same <- rbind(same, mock_comparison(c("a", "b"), c(1, 1.01), c(0.1, 0.1), classifier = "svm"))
  expect_match(as_table(same, "wide")$notes$text, "No classifier differs significantly from nb", all = FALSE)
})

test_that("of rows that are left, marks are against the common one, or it is said that pairs lack", {
  r <- compare_classifiers(satellite_set, "precision")
  svm <- r$classifier == "svm" | r$reference == "svm"
  table <- as_table(r[svm, ], "wide")
  cells <- as.data.frame(table)
  expect_true("svm (reference)" %in% names(cells))
  for (one in c("tree", "naive_bayes", "random_forest")) {
    rows <- r[svm & (r$classifier == one | r$reference == one), ]
    ahead <- (rows$estimate > 1) == (rows$classifier == one)
    expect_equal(grepl("+", cells[[one]], fixed = TRUE), rows$adj.p.value < 0.05 & ahead)
    expect_equal(grepl("\u2212", cells[[one]]), rows$adj.p.value < 0.05 & !ahead)
  }
  lacking <- function(rows) grep("Not all pairs", as_table(rows, "wide")$notes$text, value = TRUE)
  expect_length(c(lacking(r), lacking(r[svm, ])), 0)
  expect_match(lacking(r[r$adj.p.value < 0.05, ]), "may not have been compared with the best.", fixed = TRUE)
})

test_that("an error rate's best is the lowest, and without a good side nothing is best", {
  x <- assess_classifiers(satellite_set, "fall_out")
  table <- as_table(x)
  value <- matrix(x$estimate, 4)
  for (i in seq_len(6)) {
    expect_equal(colnames(table$main)[table$bold[i, ]], satellite_set$classifiers[which.min(value[, i])])
  }
  neither <- compare_classifiers(satellite_set, "detection_prevalence")
  table <- as_table(neither, "wide")
  expect_false(any(table$bold) || any(table$mark != ""))
  expect_match(table$notes$text, "Neither more nor less", all = FALSE)
  scores <- data.frame(a = 1:9 / 10, b = (1:9 + 0.5) / 10, c = 9:1 / 10)
  ranks <- score_set(scores, design = "datasets", metric = "accuracy")
  nemenyi <- as_table(compare_classifiers(ranks, method = "nemenyi"), "wide")
  expect_equal(nemenyi$main[nemenyi$bold], sprintf("%.2f", min(as.numeric(nemenyi$main[-1]))))
  expect_match(nemenyi$caption, "Mean rank of accuracy")
})

test_that("what is missing has a dash and a reason", {
  v <- verdict(lopsided_set())
  table <- as_table(v)
  cells <- as.data.frame(table)
  expect_equal(cells$u[3], "\u2013(a)")
  expect_match(table$notes$text[table$notes$mark == "a"], "Class never predicted by u.", fixed = TRUE)
  compared <- as_table(v$comparison, "wide")
  expect_equal(as.data.frame(compared)$u[2], "\u2013(a)")
  long <- as_table(v$comparison)
  expect_true("\u2013" %in% long$main[, "p"])
  expect_true("a" %in% long$mark)
})

test_that("a class that no classifier predicts has its row of dashes in a verdict's table", {
  d <- data.frame(
    truth = rep(c("cat", "dog", "emu"), c(50, 40, 10)), rf = rep(c("cat", "dog"), c(52, 48)),
    nb = rep(c("dog", "cat", "dog"), c(9, 45, 46))
  )
  table <- as_table(verdict(truth ~ rf + nb, d))
  cells <- as.data.frame(table)
  expect_equal(unlist(cells[4, c("rf", "nb")], use.names = FALSE), c("\u2013(a)", "\u2013(b)"))
  expect_match(table$notes$text[table$notes$mark == "b"], "Class never predicted by nb.", fixed = TRUE)
})

test_that("many classifiers in few classes are rows", {
  few <- compare_classifiers(satellite_set, "accuracy")
  expect_named(as.data.frame(as_table(few, "wide", rows = "classifiers")), c("classifier", "Accuracy"))
  table <- as_table(few, "wide", rows = "classifiers")
  expect_match(table$notes$text, "best of its column", all = FALSE)
  set.seed(1)
  truth <- rep(c("a", "b"), 60)
  d <- data.frame(truth, lapply(1:7, function(i) ifelse(stats::runif(120) < 0.6 + i / 30, truth, "a")))
  names(d)[-1] <- paste0("m", 1:7)
  v <- verdict(prediction_set(d, truth, -truth))
  cells <- as.data.frame(as_table(v))
  expect_equal(cells$classifier, paste0("m", 1:7))
  expect_named(cells, c("classifier", "Accuracy: overall", "Precision: a", "Precision: b"))
  expect_named(as.data.frame(as_table(v, rows = "classes")), c("metric", "class", paste0("m", 1:7)))
})

test_that("prevalences are a column, one class is a row", {
  spam <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
  rare <- update_prevalence(spam, c(spam = 0.05))
  both <- rbind(assess_classifiers(spam, "precision"), assess_classifiers(rare, "precision"))
  cells <- as.data.frame(as_table(both))
  expect_equal(cells$prevalence, rep(c("empirical", "0.95/0.05"), each = 2))
  one <- as.data.frame(as_table(verdict(spam, classes = "spam")))
  expect_equal(one$class, c("overall", "spam"))
})

test_that("bold can be left out, ties are all bold or none", {
  expect_false(any(as_table(verdict(satellite_set), best = "none")$bold))
  size <- rbind(c(1, 2, 2), c(1, 1, 1), c(NA, NA, NA), c(NA, 0, 1))
  expect_equal(best_of_rows(size), rbind(c(FALSE, TRUE, TRUE), FALSE, FALSE, c(FALSE, FALSE, TRUE)))
})

test_that("what has no value for each classifier in each class has no wide table", {
  x <- compare_classifiers(satellite_set, "precision")
  expect_error(as_table(rbind(x, x), "wide"), class = "verdict_error_table")
  expect_error(as_table(compare_independent(c(a = 40, b = 50), c(60, 70)), "wide"), class = "verdict_error_table")
  scores <- score_set(data.frame(x = (1:10) / 11, y = (c(2:10, 1) / 12)), design = "datasets", metric = "accuracy")
  expect_error(as_table(compare_classifiers(scores), "wide"), class = "verdict_error_table")
})

test_that("values whose intervals are unknown are shown without, and nothing is said of brackets", {
  x <- assess_classifiers(prediction_set(truth ~ naive_bayes + random_forest, satellite), "accuracy")
  expect_match(format(as_table(x, layout = "wide")), "In brackets: 95% intervals", fixed = TRUE, all = FALSE)
  x[c("conf.low", "conf.high")] <- NA_real_
  bare <- format(as_table(x, layout = "wide"))
  expect_no_match(bare, "brackets|\\[")
  expect_match(bare, "0.910", fixed = TRUE, all = FALSE)
})

test_that("one test is not said to be adjusted", {
  v <- verdict(estimate_set(data.frame(classifier = c("a", "b"), estimate = c(0.1, 0.2)), vcov = diag(2) / 1000))
  expect_match(as_table(v)$notes$text, "Wald; p-values not adjusted", all = FALSE)
})

test_that("a one-sided table says so, and nothing of what was not tested", {
  x <- prediction_set(truth ~ tree + random_forest, satellite)[c("random_forest", "tree")]
  text <- printed_text(as_table(compare_classifiers(x, "accuracy", alternative = "greater"), layout = "wide"))
  expect_match(text, "None is significantly worse than the best in the direction that was tested.", fixed = TRUE)
  expect_match(text, "one-sided (greater)", fixed = TRUE)
  required <- assess_classifiers(x, "accuracy", null = 0.5, alternative = "greater")
  expect_match(printed_text(as_table(required, layout = "wide")), "[at least 0.898]", fixed = TRUE)
})

test_that("a table of a study with a margin names it and who is not worse", {
  set <- prediction_set(truth ~ tree + naive_bayes, satellite)
  text <- utils::capture.output(print(as_table(verdict(set, "accuracy", margin = c(-0.1, Inf))), width = 300))
  expect_match(text, "Margin: a difference down to .0[.]1 does not matter [(]naive_bayes minus tree[)][.]", all = FALSE)
  expect_match(text, "^naive_bayes is not worse than tree by more than the margin", all = FALSE)
  without <- utils::capture.output(print(as_table(verdict(set, "accuracy")), width = 300))
  expect_no_match(without, "margin")
})

test_that("a table says of what is shown to be worse that it is by less than the margin", {
  set <- prediction_set(truth ~ svm + random_forest, satellite)
  v <- verdict(set, "accuracy", margin = 0.08)
  expect_match(paste(utils::capture.output(print(v)), collapse = " "), "but by less than the margin")
  text <- utils::capture.output(print(as_table(v), width = 300))
  said <- "random_forest is better than svm in accuracy, but by less than the margin that matters."
  expect_match(text, said, fixed = TRUE, all = FALSE)
})

test_that("values in groups are of all items that a classifier has, as those over all", {
  set.seed(5)
  d <- data.frame(item = 1:150, task = rep(c("gsm", "qa"), c(30, 120)), a = rbinom(150, 1, 0.6))
  d$b <- rbinom(150, 1, 0.66)
  d$c <- rbinom(150, 1, 0.8)
  for (name in c("a", "b", "c")) d[[name]][list(a = 31:55, b = 60:100, c = 101:120)[[name]]] <- NA
  own <- vapply(split(d[3:5], d$task), colMeans, numeric(3), na.rm = TRUE)
  for (order in list(1:3, 3:1)) {
    set <- score_set(d, item = item, by = task, na = "keep", lower = 0, upper = 1)
    v <- verdict(set[c("a", "b", "c")[order]], headline = 0.6)
    cells <- as.data.frame(as_table(v))
    for (task in colnames(own)) {
      row <- unlist(cells[cells$task == paste("task", task), rownames(own)])
      expect_equal(as.numeric(gsub("*", "", row, fixed = TRUE)), unname(own[, task]), tolerance = 1e-3)
    }
  }
})

test_that("a value that is not known is bold by a decision alone, and a difference that is known stands below", {
  d <- few_labels()
  d$truth[d$one == "b" & d$two == "b"] <- NA
  set_of <- function(d) prediction_set(truth ~ one + two, d, labelling = "by_pattern", positive = "a")
  v <- verdict(set_of(d))
  expect_true(is.na(v$overall$estimate.classifier) && v$overall$p.value > 0.05)
  table <- as_table(v)
  dashes <- table$main == "\u2013"
  expect_true(any(dashes) && !any(table$bold[dashes]))
  expect_true(as.character(v$overall) %in% table$notes$text)
  expect_match(as.character(v$overall), "^Accuracy: difference .*undecided[.]$")
  # Where the labels tell who is better, the other has its star.
  d$truth[d$one != d$two] <- ifelse(is.na(d$truth), NA, d$two)[d$one != d$two]
  decided <- verdict(set_of(d))
  table <- as_table(decided)
  row <- table$main[, "metric"] == "Accuracy"
  marks <- table$mark[row, match(c("one", "two"), colnames(table$main))]
  expect_identical(grepl("*", marks, fixed = TRUE), c(TRUE, FALSE))
  expect_identical(colnames(table$main)[table$bold[row, ]], "two")
  expect_true(as.character(decided$overall) %in% table$notes$text)
  expect_no_match(as_table(verdict(satellite_set))$notes$text, "difference", all = FALSE)
})
