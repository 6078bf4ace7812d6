skip_if_not_installed("ggplot2")

# What is drawn, a row an interval.
forest_data <- function(x, ...) ggplot2::autoplot(x, ...)$data

frame_of <- function(x, text = NULL) forest_frame(x, forest_rows(x), text)

labels_of <- function(plot) unlist(lapply(ggplot2::ggplot_build(plot)$data, function(layer) layer$label))

test_that("classes stand in the result's order, from the top, under the name of metric and measure", {
  rows <- forest_data(mock_comparison(c("b", "a", "c")))
  expect_equal(rows$label, c("b", "a", "c"))
  expect_true(all(diff(rows$y) < 0))
  expect_equal(unique(rows$section), "Precision ratio")
})

test_that("up to four series share a line, the first on top; of more each has lines of its own name", {
  three <- forest_data(mock_many(20, c("nb", "rf", "svm")), n = Inf)
  expect_equal(nlevels(three$series), 3)
  first <- three[three$label == "class 01", ]
  expect_true(all(diff(first$y) < 0 & diff(first$y) > -0.5))
  six <- forest_data(mock_many(3), n = Inf)
  expect_equal(nlevels(six$series), 1)
  expect_equal(unique(six$section), paste("Precision ratio:", c("class 01", "class 02", "class 03")))
  expect_equal(unique(six$label), c("rf vs nb", "svm vs nb", "knn vs nb", "svm vs rf", "knn vs rf", "knn vs svm"))
})

test_that("without classes the pairs are the rows, and of one pair the metrics", {
  rows <- forest_data(mock_accuracy(c(0.01, 0.02), classifier = c("rf", "svm")))
  expect_equal(rows$label, c("rf", "svm"))
  expect_equal(nlevels(rows$series), 1)
  two <- prediction_set(truth ~ naive_bayes + tree, spam_filters, positive = "spam")
  metrics <- forest_data(compare_classifiers(two, c("sensitivity", "specificity", "lr_plus")))
  expect_equal(metrics$label, c("sensitivity", "specificity", "positive likelihood ratio"))
  expect_equal(metrics$section, c("Difference", "Difference", "Ratio"))
  one <- prediction_set(truth ~ naive_bayes, spam_filters)
  expect_equal(unique(forest_data(assess_classifiers(one, c("accuracy", "kap")))$section), "Estimate")
  both <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
  by_pair <- forest_data(compare_classifiers(
    prediction_set(truth ~ naive_bayes + tree + random_forest, spam_filters), c("recall", "specificity"),
    classes = "spam"
  ))
  expect_equal(unique(by_pair$section), c("Recall difference: spam", "Specificity difference: spam"))
  alone <- forest_data(compare_classifiers(both, c("recall", "specificity"), classes = "spam"))
  expect_equal(alone$label, c("recall, spam", "specificity, spam"))
  expect_equal(forest_data(compare_classifiers(both, "recall", classes = "spam"))$label, "spam")
})

test_that("differences and ratios have scales of their own, and so have metrics of which less is better", {
  rows <- forest_data(rbind(mock_accuracy(), mock_comparison(), mock_comparison(metric = "fpr")))
  expect_equal(length(unique(rows$scale)), 3)
  expect_true(all(rows$point >= 0 & rows$point <= 1))
  expect_equal(
    unique(rows$section), c("Accuracy difference", "Precision ratio", "False positive rate ratio, less is better")
  )
  ticks <- labels_of(ggplot2::autoplot(rbind(mock_accuracy(), mock_comparison())))
  expect_true(all(c("0.00", "1", "1.5") %in% ticks))
})

test_that("infinite and very wide intervals are cut and marked", {
  x <- mock_comparison(
    letters[1:7], c(1.2, 0.9, 1, 1.1, 1.5, Inf, NA), c(0.1, 0.05, 0.1, 0.1, 9, NA, NA)
  )
  x$conf.low[4] <- 0
  x$conf.low[6] <- 1.1
  x$conf.high[6] <- Inf
  x$note[7] <- "class never predicted by nb"
  rows <- forest_data(x)
  expect_equal(which(rows$arrow_right), c(5, 6))
  expect_equal(which(rows$arrow_left), c(4, 5))
  expect_true(all(is.finite(rows$from[1:6])))
  expect_equal(which(is.na(rows$point)), c(6, 7))
  expect_equal(rows$text[7], "class never predicted by nb")
  expect_true(all(is.na(rows$text[1:6])))
})

test_that("an interval somewhat wider than the others is shown whole", {
  rows <- forest_data(mock_comparison(letters[1:3], c(1, 1.75, 0.9), c(0.03, 0.2, 0.02)))
  expect_false(any(rows$arrow_left, rows$arrow_right))
})

test_that("an infinite estimate without interval is told in words", {
  x <- mock_comparison(letters[1:2], c(1.2, Inf), c(0.1, NA))
  x$note[2] <- "precision of nb is 0"
  expect_equal(forest_data(x)$text, c(NA, "Inf: precision of nb is 0"))
})

test_that("limits hold when there is nothing to go by", {
  x <- mock_comparison("a", NA_real_, NA_real_)
  frame <- frame_of(x)
  expect_true(all(is.finite(frame$scales[[1]]$ends)))
  expect_equal(forest_data(x)$text, "not available")
})

test_that("breaks are round numbers within the limits, at most nine", {
  for (limits in list(c(0.95, 1.08), c(0.6, 2.9), c(0.1, 40), c(1e-5, 1e4), c(1e-20, 1e30))) {
    breaks <- log_breaks(limits)
    expect_true(all(breaks >= limits[1] & breaks <= limits[2]))
    expect_lte(length(breaks), 9)
    expect_gte(length(breaks), 3)
  }
  expect_equal(plain_labels(c(0.5, 1e5, NA)), c("0.5", "1e+05", ""))
})

test_that("who is favoured stands on the side of the line that favours him", {
  expect_equal(favours_words(mock_comparison()), c("nb", "rf"))
  expect_equal(favours_words(mock_comparison(metric = "fpr")), c("rf", "nb"))
  expect_null(favours_words(mock_comparison(metric = "detection_prevalence")))
  expect_null(favours_words(mock_assessment()))
  sides <- function(x) {
    built <- ggplot2::ggplot_build(ggplot2::autoplot(x))$data
    data <- Filter(function(layer) any(grepl("^favours", layer$label)), built)
    line <- Filter(function(layer) identical(unique(layer$colour), "grey35"), built)
    list(words = data[[1]], null = line[[1]]$x)
  }
  for (x in list(mock_accuracy(0.3, half_width = 0.02), mock_accuracy(-0.3, half_width = 0.02), mock_comparison())) {
    found <- sides(x)
    expect_equal(found$words$label, c("favours nb", "favours rf"))
    expect_true(found$words$x[1] < found$null && found$words$hjust[1] == 1)
    expect_true(found$words$x[2] > found$null && found$words$hjust[2] == 0)
    expect_true(found$null > 0.1 && found$null < 0.9)
  }
})

test_that("marks say what was decided: shown, equivalent, one side ruled out, undecided", {
  x <- mock_accuracy(c(0.03, 0.01), p = c(0.001, 0.4), classifier = c("rf", "svm"))
  expect_equal(forest_data(x)$mark, c("shown", "open"))
  expect_true(all(is.na(forest_data(mock_assessment())$mark)))
  shapes <- function(x) {
    built <- ggplot2::ggplot_build(ggplot2::autoplot(x))$data
    Filter(function(layer) "shape" %in% names(layer) && !"label" %in% names(layer), built)[[2]]$shape
  }
  expect_equal(shapes(x), c(16, 1))
  near <- with_margin(mock_accuracy(
    c(0, 0.005, 0.03), c(0.01, 0.02, 0.06), p = c(0.9, 0.6, 0.4), classifier = c("rf", "svm", "knn")
  ))
  expect_equal(forest_data(near)$mark, c("equivalent", "one_side", "open"))
  expect_equal(shapes(near), c(18, 17, 1))
  none <- mock_accuracy(0.01, p = NA_real_)
  expect_true(is.na(forest_data(none)$mark))
  expect_match(ggplot2::autoplot(x)$labels$caption, "Decided at 0.05, p-values adjusted")
  expect_no_match(ggplot2::autoplot(mock_assessment())$labels$caption, "Decided")
  required <- assess_classifiers(prediction_set(truth ~ naive_bayes + tree, spam_filters), "accuracy", null = 0.7)
  expect_equal(forest_data(required)$mark, ifelse(required$p.value < 0.05, "shown", "open"))
})

test_that("numbers stand beside the marks where there is room, or where they are asked for", {
  x <- mock_accuracy(0.031, 0.02, p = 0.0024)
  wanted <- c("0.031 [0.011, 0.051]", "0.002", "p", "difference [95% interval]")
  expect_true(all(wanted %in% labels_of(ggplot2::autoplot(x))))
  expect_false("0.002" %in% labels_of(ggplot2::autoplot(x, text = FALSE)))
  expect_false(any(grepl("interval]", labels_of(ggplot2::autoplot(mock_many(10))))))
  expect_true(any(grepl("interval]", labels_of(ggplot2::autoplot(mock_many(10), text = TRUE)))))
  expect_true("estimate [95% interval]" %in% labels_of(ggplot2::autoplot(mock_assessment())))
  expect_error(ggplot2::autoplot(x, text = NA), class = "verdict_error")
})

test_that("numbers of an interval that is open to one side say so, as in print()", {
  x <- compare_classifiers(prediction_set(truth ~ svm + tree, satellite), "accuracy", alternative = "less")
  numbers <- paste(format(x)$difference, format(x)$interval)
  expect_match(numbers, "at most")
  picture <- ggplot2::autoplot(x, text = TRUE)
  expect_true(numbers %in% labels_of(picture))
  expect_identical(picture$data$arrow_left, TRUE)
})

test_that("limits of intervals that are open to one side have the same decimals", {
  x <- compare_classifiers(prediction_set(truth ~ svm + tree, satellite), "precision", alternative = "greater")
  expect_match(format(x)$interval, "^\\[at least [01][.][0-9]{3}\\]$")
})

test_that("numbers go where long names leave no room for them, and shrink where they are asked for", {
  short <- mock_comparison(c("a", "b"), c(1.2, 1.1), 0.1)
  long <- mock_comparison(paste(strrep("c", 40), 1:2), c(1.2, 1.1), 0.1)
  on_page(4.5, 4, {
    expect_true(frame_of(short)$text)
    expect_false(frame_of(long)$text)
    asked <- frame_of(long, TRUE)
    # What is drawn ends where the numbers begin.
    expect_equal(1 / asked$right, 1 - most_text)
  })
  on_page(7, 5, expect_true(frame_of(long)$text))
})

test_that("wide characters take the room of two", {
  wide <- mock_comparison(strrep("\u6797", 9), 1.2, 0.1)
  narrow <- mock_comparison(strrep("n", 18), 1.2, 0.1)
  expect_equal(frame_of(wide)$char, frame_of(narrow)$char)
})

test_that("a reason loses its middle rather than leave the panel", {
  x <- mock_comparison(c("a", "b"), c(1.2, NA), 0.1)
  x$note <- c(NA, "no row is predicted as this class by one of the classifiers, nor by the other: there is no estimate")
  on_page(5, 4, {
    said <- grep("^no row", labels_of(ggplot2::autoplot(x)), value = TRUE)
    expect_lte(nchar(said, "width"), 1 / frame_of(x)$char)
  })
})

test_that("rows can be ordered by estimate and by p-value", {
  x <- mock_comparison(c("b", "a", "c"), c(1.1, 1.5, 0.9), 0.05)
  expect_equal(forest_data(x, order = "estimate")$label, c("a", "b", "c"))
  expect_equal(forest_data(x, order = "p")$label, x$class[order(x$adj.p.value)])
  three <- forest_data(mock_many(4, c("nb", "rf", "svm")), order = "estimate")
  first <- three[three$series == levels(three$series)[1], ]
  expect_true(all(diff(first$estimate) <= 0))
  given <- x
  given$class <- factor(given$class, c("c", "b", "a"))
  expect_equal(forest_data(given)$label, c("c", "b", "a"))
  for (order in list("q", mean)) expect_error(ggplot2::autoplot(x, order = order), class = "verdict_error_argument")
  expect_error(ggplot2::autoplot(x, page = factor(1)), class = "verdict_error_plot")
  expect_error(ggplot2::autoplot(x, page = 2), "the only one", class = "verdict_error_plot")
})

test_that("required values are marked and named", {
  set <- prediction_set(truth ~ tree, spam_filters, positive = "spam")
  goals <- c(sensitivity = 0.85, specificity = 0.8)
  plot <- ggplot2::autoplot(assess_classifiers(set, names(goals), null = goals, alternative = "greater"))
  expect_match(plot$labels$caption, "Short line: the value required, 0.85 (sensitivity) and 0.8", fixed = TRUE)
  expect_match(plot$labels$alt, "1 of 2 differ from the value required.", fixed = TRUE)
  expect_equal(plot$data$required, c(0.85, 0.8))
  upright <- function(layer) nrow(layer) == 2 && all(c("x", "xend") %in% names(layer)) && all(layer$x == layer$xend)
  lines <- Filter(upright, ggplot2::ggplot_build(plot)$data)
  expect_length(lines, 1)
  expect_gt(lines[[1]]$x[1], lines[[1]]$x[2])
  without <- ggplot2::autoplot(assess_classifiers(set, names(goals)))
  expect_no_match(without$labels$alt, "required|differ")
})

test_that("a picture has words for those who do not see it, and titles stay on the page", {
  skip_if(utils::packageVersion("ggplot2") < "3.3.4")
  x <- mock_accuracy(c(0.03, 0.01), p = c(0.001, 0.4), classifier = c("rf", "svm"))
  expect_match(
    ggplot2::get_alt_text(ggplot2::autoplot(x)), "Forest plot[.] Accuracy: .* 1 of 2 differ from equality[.]"
  )
  long <- mock_accuracy(rep(0.1, 3), classifier = paste("a classifier with a long name", 1:3))
  title <- ggplot2::autoplot(long)$labels$title
  expect_true(all(nchar(strsplit(title, "\n")[[1]]) <= 80))
})

test_that("plots of all kinds are drawn without a warning", {
  awkward <- mock_comparison(c("a", "b", "c"), c(1.2, Inf, NA), c(9, NA, NA))
  cases <- list(
    mock_comparison("asphalt", 1.02, 0.03), mock_many(6), mock_accuracy(),
    mock_assessment(), awkward, mock_comparison("a", NA_real_, NA_real_),
    rbind(mock_comparison(), mock_comparison(metric = "recall"))
  )
  local_null_device()
  for (case in cases) {
    plot <- ggplot2::autoplot(case)
    expect_s3_class(plot, "ggplot")
    expect_silent(print(plot))
  }
})

test_that("plot() draws and returns the plot invisibly", {
  local_null_device()
  expect_silent(expect_invisible(plot(mock_comparison())))
})

test_that("a result without rows is refused", {
  expect_error(ggplot2::autoplot(mock_accuracy()[0, ]), "without rows", class = "verdict_error_plot")
})

test_that("lines for which a page has no room are on further pages, unless all are asked for", {
  many <- mock_comparison(sprintf("class %03d", 1:75), rep(1.1, 75), rep(0.1, 75))
  expect_equal(forest_data(many)$label, many$class[1:30])
  third <- ggplot2::autoplot(many, page = 3)
  expect_equal(third$data$label, many$class[61:75])
  expect_match(third$labels$caption, "^Page 3 of 3[.]")
  expect_equal(nrow(forest_data(many, n = Inf)), 75)
  expect_error(ggplot2::autoplot(many, page = 4), "from 1 to 3", class = "verdict_error_plot")
  expect_error(ggplot2::autoplot(many, n = 0), class = "verdict_error")
})

test_that("a picture names the intervals of its result", {
  pair <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  accuracy <- compare_classifiers(pair, "accuracy", method = "wald", measure = "ratio")
  both <- rbind(accuracy, compare_classifiers(pair))
  own <- interval_label(attr(both, "verdict")$interval)
  expect_equal(length(own), 2)
  caption <- function(x) gsub("\n", " ", ggplot2::autoplot(x)$labels$caption)
  expect_match(caption(both), paste("95%,", own[1], "and", own[2]), fixed = TRUE)
})

test_that("likelihood ratios and odds ratios are on a logarithmic axis", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters)
  log <- function(x) unique(forest_data(x)$relative)
  expect_true(log(assess_classifiers(x, c("dor", "lr_plus"))))
  expect_equal(log(assess_classifiers(x, c("dor", "recall"))), c(TRUE, FALSE))
  ranked <- ggplot2::autoplot(rank_classifiers(x, "lr_plus", classes = "spam"))
  expect_equal(ranked$scales$get_scales("x")$trans$name, "log-10")
  own <- custom_metric(function(tp, fp) (tp + 1e-9) / (fp + 1e-9), "hits per miss", lower = 0, measure = "ratio")
  expect_true(log(assess_classifiers(x, own, classes = "spam")))
  cost <- custom_metric(function(tp, fp) (tp + 1e-9) / (fp + 1e-9), "hits per miss", lower = 0)
  expect_false(log(assess_classifiers(x, cost, classes = "spam")))
})

test_that("a value of 0 has no place on a logarithmic axis, and is told in words", {
  never <- data.frame(
    truth = rep(c("a", "b"), each = 40), p = rep(c("a", "b", "a", "b"), c(40, 0, 10, 30)),
    q = rep(c("a", "b", "a", "b"), c(30, 10, 5, 35))
  )
  x <- prediction_set(truth ~ p + q, never)
  found <- assess_classifiers(x, "lr_minus", classes = "a")
  expect_equal(found$estimate[1], 0)
  rows <- forest_data(found)
  expect_equal(rows$text[1], "0: estimate is 0: no interval on the log scale")
  expect_silent(ggplot2::ggplotGrob(ggplot2::autoplot(found)))
  ranked <- rank_classifiers(x, "lr_minus", classes = "a")
  expect_equal(ranking_rows(ranked, TRUE)$note, c("0", ""))
  expect_silent(ggplot2::ggplotGrob(ggplot2::autoplot(ranked)))
})

test_that("what was not tested has a mark of its own, and no interval is told of it", {
  truth <- rep(c("a", "b", "c"), each = 60)
  first <- replace(truth, 1:8, "b")
  second <- replace(first, c(9:24, 121:122), "b")
  r <- compare_classifiers(prediction_set(truth ~ first + second, data.frame(truth, first, second)), "precision")
  expect_identical(which(is.na(r$p.value)), c(1L, 3L))
  expect_identical(forest_data(r)$mark, c("untested", "shown", "untested"))
  expect_match(ggplot2::get_alt_text(ggplot2::autoplot(r)), "3 estimates, 1 with an interval; 1 of 1 differ")
})

test_that("the bound of a one-sided interval is on the panel, and which side was tested is said", {
  x <- prediction_set(truth ~ naive_bayes + svm, satellite[1:150, ])
  for (side in c("greater", "less")) {
    r <- compare_classifiers(x, c("accuracy", "recall"), alternative = side)
    drawn <- forest_data(r)
    open <- if (side == "greater") c("arrow_left", "arrow_right") else c("arrow_right", "arrow_left")
    expect_false(any(drawn[[open[1]]]))
    expect_true(all(drawn[[open[2]]][!is.na(drawn$from)]))
    expect_match(ggplot2::autoplot(r)$labels$caption, paste0("one-sided (", side, ")"), fixed = TRUE)
  }
})

test_that("what any labels allow is no interval in a picture: dashed, and the caption says what it is", {
  # Without a label of rows that both call b, recall is not known, and the difference in accuracy is.
  d <- few_labels()
  d$truth[d$one == "b" & d$two == "b"] <- NA
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", positive = "a")
  v <- verdict(x)
  p <- ggplot2::autoplot(v)
  bounded <- c(v$overall$status, v$comparison$status) %in% "no_label"
  expect_setequal(bounded, c(TRUE, FALSE))
  expect_identical(p$data$bounded, bounded)
  lines <- Find(function(layer) "linetype" %in% names(layer$aes_params), p$layers)
  expect_identical(lines$aes_params$linetype == 2, bounded)
  expect_match(gsub("\n", " ", p$labels$caption), "Dashed: no interval, but what any labels allow.", fixed = TRUE)
  expect_match(ggplot2::get_alt_text(p), paste(sum(bounded), "pairs? of limits without an estimate"))
  known <- ggplot2::autoplot(verdict(prediction_set(truth ~ one + two, few_labels(), labelling = "by_pattern")))
  expect_no_match(known$labels$caption, "Dashed")
})
