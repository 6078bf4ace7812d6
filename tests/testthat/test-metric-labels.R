# Where only some classes were asked for, it is said wherever a metric is named.

pixels <- function(...) prediction_set(truth ~ svm + tree, satellite, ...)
some <- c("red soil", "cotton crop")
part <- rep(c("north", "south", "east"), length.out = nrow(satellite))
one_line_of <- function(x) gsub("\\s+", " ", paste(x, collapse = " "))
printed <- function(x) one_line_of(capture.output(print(x)))

test_that("an average says of which classes it is", {
  over <- "F measure over 2 of 6 classes (red soil and cotton crop)"
  macro <- paste0("Macro-averaged ", over)
  x <- pixels()
  r <- compare_classifiers(x, "f1", average = "macro", classes = some)
  expect_match(printed(r), paste0(macro, ": tree against svm"), fixed = TRUE)
  expect_match(printed(summary(r)), macro, fixed = TRUE)
  expect_match(one_line_of(format(r)$metric), over, fixed = TRUE)
  expect_match(methods_text(r), paste(macro, "was compared"), fixed = TRUE)
  expect_match(printed(as_table(r)), macro, fixed = TRUE)
  expect_match(one_line_of(ggplot2::autoplot(r)$labels$title), macro, fixed = TRUE)
  of <- list(x, "f1", average = "macro", classes = some)
  ranking <- do.call(rank_classifiers, of)
  expect_match(printed(ranking), paste0(macro, ": svm is the best"), fixed = TRUE)
  expect_match(one_line_of(ggplot2::autoplot(ranking)$labels$title), macro, fixed = TRUE)
  expect_match(methods_text(ranking), paste("ranked by", over), fixed = TRUE)
  expect_match(printed(do.call(assess_classifiers, of)), paste0(macro, ": svm and tree"), fixed = TRUE)
  expect_match(printed(do.call(omnibus_test, of)), paste0(macro, ": are svm and tree equal?"), fixed = TRUE)
  expect_match(printed(do.call(sample_size, of)), over, fixed = TRUE)
  apart <- suppressWarnings(compare_independent(x[1], x[2], "f1", average = "macro", classes = some))
  expect_match(printed(apart), macro, fixed = TRUE)
  # Once for two metrics.
  both <- printed(compare_classifiers(x, c("f1", "precision"), average = "macro", classes = some))
  expect_match(both, sub("F measure", "F measure and precision", macro), fixed = TRUE)
})

test_that("a verdict on an average of some classes says so", {
  over <- "icro-averaged F measure over 2 of 6 classes (red soil and cotton crop)"
  v <- verdict(pixels(), "f1", average = "micro", classes = some)
  for (text in list(printed(v), printed(summary(v)), format(v), methods_text(v))) {
    expect_match(text, over, fixed = TRUE)
  }
  expect_match(printed(as_table(v)), "F measure over 2 of 6 classes (red soil and cotton crop)", fixed = TRUE)
})

test_that("nothing is said where all classes are meant, and many are cut short", {
  x <- pixels()
  all <- compare_classifiers(x, "f1", average = "macro")
  named <- compare_classifiers(x, "f1", average = "macro", classes = levels(factor(satellite$truth)))
  expect_identical(named, all)
  expect_no_match(printed(all), "over")
  labels <- factor(LETTERS[c(1:26, 26:1)], LETTERS)
  many <- prediction_set(truth ~ a + b, data.frame(truth = labels, a = rev(labels), b = labels))
  r <- assess_classifiers(many, "recall", average = "macro", classes = LETTERS[1:9])
  expect_match(printed(r), "over 9 of 26 classes (A, B, C, D, E, F and 3 more)", fixed = TRUE)
})

test_that("bound results name both choices", {
  x <- pixels()
  r <- rbind(
    compare_classifiers(x, "f1", average = "macro", classes = some), compare_classifiers(x, "f1", average = "macro")
  )
  expect_match(printed(r), "over 2 of 6 classes (red soil and cotton crop) or over all classes: ", fixed = TRUE)
  # Of a metric in which there is no choice nothing is said.
  with_accuracy <- rbind(
    compare_classifiers(x, "accuracy"), compare_classifiers(x, "f1", average = "macro", classes = some)
  )
  expect_match(printed(with_accuracy), "Accuracy and F measure over 2 of 6 classes (red soil and cotton", fixed = TRUE)
})

test_that("a test over some classes does not claim all", {
  r <- omnibus_test(pixels(), "precision", over = "classes", classes = some)
  expect_match(printed(r), "Precision over 2 of 6 classes (red soil and cotton crop): are svm", fixed = TRUE)
  expect_match(
    methods_text(r), "Whether precision over 2 of 6 classes (red soil and cotton crop) differs on any", fixed = TRUE
  )
  expect_match(methods_text(r), "Precision by class (red soil and cotton crop) was compared", fixed = TRUE)
  all <- omnibus_test(pixels(), "precision", over = "classes")
  expect_match(printed(all), "Precision over all classes: are", fixed = TRUE)
})

test_that("in groups the class is named", {
  x <- pixels(by = part)
  of <- list(x, "precision", classes = "cotton crop")
  r <- do.call(compare_classifiers, c(of, over = "groups"))
  heading <- "Precision on cotton crop by part: tree against svm"
  expect_match(printed(r), heading, fixed = TRUE)
  expect_match(printed(summary(r)), "Precision on cotton crop, tree against svm (ratio, 3 parts)", fixed = TRUE)
  expect_match(printed(as_table(r)), heading, fixed = TRUE)
  expect_match(one_line_of(ggplot2::autoplot(r)$labels$title), heading, fixed = TRUE)
  expect_match(methods_text(r), "Precision on cotton crop by part was compared", fixed = TRUE)
  expect_match(format(r)$metric, "precision on cotton crop", fixed = TRUE, all = TRUE)
  values <- do.call(assess_classifiers, c(of, over = "groups"))
  expect_match(printed(values), "Precision on cotton crop by part", fixed = TRUE)
  expect_match(printed(do.call(where_better, of)), "Precision on cotton crop: better in every part", fixed = TRUE)
  same <- do.call(omnibus_test, c(of, over = "groups"))
  expect_match(printed(same), "Precision on cotton crop: is the difference", fixed = TRUE)
  for (type in c("values", "differences", "gaps")) {
    p <- plot_groups(x, type, metric = "precision", classes = "cotton crop")
    expect_match(one_line_of(p$labels$title), "recision on cotton crop", fixed = TRUE)
  }
  two <- compare_classifiers(x, "precision", over = "groups", classes = some)
  expect_match(methods_text(two), "Precision on red soil and cotton crop by part was compared", fixed = TRUE)
  where <- where_better(x, "f1", average = "macro", classes = some)
  expect_match(printed(where), "F measure over 2 of 6 classes (red soil and cotton crop): better", fixed = TRUE)
  reversed <- simpson_check(x, "f1", average = "macro", classes = some)
  expect_match(printed(reversed), "classes (red soil and cotton crop) over all parts", fixed = TRUE)
})

test_that("the class that a question is about is not named again", {
  x <- prediction_set(
    truth ~ naive_bayes + tree, spam_filters, positive = "spam", by = rep(1:2, length.out = nrow(spam_filters))
  )
  asked <- compare_classifiers(x, "precision", over = "groups")
  expect_identical(compare_classifiers(x, "precision", over = "groups", classes = "spam"), asked)
  expect_match(printed(asked), "Precision by group: ", fixed = TRUE)
  other <- compare_classifiers(x, "precision", over = "groups", classes = "nonspam")
  expect_match(printed(other), "Precision on nonspam by group: ", fixed = TRUE)
})
