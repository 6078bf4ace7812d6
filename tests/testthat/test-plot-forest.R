skip_if_not_installed("ggplot2")

# What is drawn, a row an interval.
forest_data <- function(x, ...) ggplot2::autoplot(x, ...)$data

test_that("classes stand in the result's order, from the top", {
  rows <- forest_data(mock_comparison(c("b", "a", "c")))
  expect_equal(rows$shift, c(0, 0, 0))
  expect_equal(levels(rows$label), c("b", "a", "c"))
})

test_that("comparisons are dodged within a row, the first on top, never into the next", {
  x <- mock_many(20)
  rows <- forest_data(x)
  expect_equal(nlevels(rows$series), 6)
  first <- rows[rows$label == "class 01", ]
  expect_true(all(diff(first$shift) < 0))
  expect_true(all(abs(rows$shift) < 0.5))
})

test_that("without classes the pairs are the rows", {
  rows <- forest_data(mock_accuracy(c(0.01, 0.02), classifier = c("rf", "svm")))
  expect_equal(levels(rows$label), c("rf", "svm"))
  expect_equal(nlevels(rows$series), 1)
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
  expect_true(all(is.finite(forest_limits(forest_data(x), "ratio"))))
  expect_equal(forest_data(x)$text, "not available")
  expect_true(all(is.finite(forest_limits(forest_rows(mock_assessment("a")[0, ]), "value"))))
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

test_that("the axis names the measure, and the arrows who is favoured on which side", {
  expect_equal(axis_title(mock_comparison()), "precision ratio, rf / nb")
  expect_equal(axis_title(mock_comparison(metric = "detection_prevalence")), "detection prevalence ratio, rf / nb")
  expect_match(axis_title(mock_many(2)), "the first / the second")
  expect_match(
    axis_title(mock_accuracy(c(0, 0.1), classifier = c("rf", "svm"))), "accuracy difference, the other - nb"
  )
  expect_equal(axis_title(mock_assessment()), "precision")
  both <- rbind(mock_assessment(), mock_assessment(metric = "recall"))
  expect_equal(axis_title(both), "value")

  expect_equal(favours_words(mock_comparison()), c("favours nb", "favours rf"))
  expect_equal(favours_words(mock_comparison(metric = "fpr")), c("favours rf", "favours nb"))
  expect_null(favours_words(mock_comparison(metric = "detection_prevalence")))
  expect_null(favours_words(mock_assessment()))
})

frame_of <- function(x, text = NULL) {
  rows <- forest_rows(x)
  limits <- forest_limits(rows, x$measure[1])
  forest_frame(x, clip_rows(rows, limits), limits, text)
}

test_that("arrows begin at the line; words without room stand on its other side in a row of their own", {
  wide <- frame_of(mock_accuracy(c(-0.3, 0.3), classifier = c("rf", "svm"), half_width = 0.02), text = FALSE)$favours
  expect_equal(wide$row, c(1, 1))
  expect_true(wide$tip[1] < wide$from[1] && wide$from[1] < 0 && wide$at[1] < wide$tip[1])
  expect_true(wide$tip[2] > wide$from[2] && wide$from[2] > 0 && wide$at[2] > wide$tip[2])
  onesided <- frame_of(mock_accuracy(0.3, half_width = 0.02))$favours
  expect_equal(onesided$row, 1:2)
  expect_true(onesided$tip[1] < 0 && onesided$at[1] > 0)
  ratio <- frame_of(mock_comparison("a", 1.5, 0.1))$favours
  expect_true(ratio$tip[1] < 1 && ratio$tip[2] > 1)
  expect_equal(c(wide$size, onesided$size, ratio$size), rep(3, 6))
})

test_that("words that fit nowhere stand on the roomier side, smaller, but not without end", {
  panels <- list(limits = c(-1, 3), null = 0, char = 0.05, favours = paste("favours", c("aaaaaaa", strrep("b", 30))))
  panels$share <- function(value) (value + 1) / 4
  panels$at <- function(share) 4 * share - 1
  sides <- favours_sides(panels)
  expect_equal(sides$row, 1:2)
  # The first to the right of the line, 0.73 of 0.75 wide; the second beyond its own tip.
  expect_equal(sides$at > 0, c(TRUE, TRUE))
  expect_equal(sides$hjust, c(0, 0))
  expect_equal(sides$size, c(3 * 0.73 / 0.75, 2))
})

test_that("a point is filled where a difference was found", {
  x <- mock_accuracy(c(0.03, 0.01), p = c(0.001, 0.4), classifier = c("rf", "svm"))
  expect_equal(forest_data(x)$decided, c(TRUE, FALSE))
  expect_equal(forest_data(mock_assessment())$decided, rep(NA, nrow(mock_assessment())))
  built <- ggplot2::ggplot_build(ggplot2::autoplot(x))$data
  points <- Filter(function(layer) "shape" %in% names(layer) && !"label" %in% names(layer), built)[[1]]
  expect_equal(points$fill, c(series_colours[1], "white"))
  expect_match(ggplot2::autoplot(x)$labels$caption, "Filled: p < 0.05")
  expect_no_match(ggplot2::autoplot(mock_assessment())$labels$caption, "Filled")
})

labels_of <- function(plot) unlist(lapply(ggplot2::ggplot_build(plot)$data, function(layer) layer$label))

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

test_that("numbers go where long names leave no room for them, and shrink where they are asked for", {
  short <- mock_comparison(c("a", "b"), c(1.2, 1.1), 0.1)
  long <- mock_comparison(paste(strrep("c", 40), 1:2), c(1.2, 1.1), 0.1)
  on_page(5, 4, {
    expect_true(frame_of(short)$text)
    expect_false(frame_of(long)$text)
    asked <- frame_of(long, TRUE)
    expect_true(asked$text && asked$shrink < 1)
    # What is drawn starts where the numbers end.
    expect_equal(asked$share(asked$limits[2]), 1 - most_text)
  })
  on_page(7, 5, expect_equal(frame_of(long)[c("text", "shrink")], list(text = TRUE, shrink = 1)))
  # A row of numbers is 0.13 inches high at least.
  on_page(7, 5, expect_equal(c(frame_of(mock_many(1))$text, frame_of(mock_many(5))$text), c(TRUE, FALSE)))
})

test_that("wide characters take the room of two", {
  wide <- mock_comparison(strrep("\u6797", 9), 1.2, 0.1)
  narrow <- mock_comparison(strrep("n", 18), 1.2, 0.1)
  expect_equal(frame_of(wide)$char, frame_of(narrow)$char)
  title <- function(name) axis_title(mock_comparison("a", 1.2, 0.1, classifier = name))
  expect_lte(max(nchar(title(strrep("\u6797", 40)), "width")), 60)
  x <- mock_comparison("a", 1.2, 0.1, classifier = paste("one of", strrep("\u6797", 14)))
  on_page(4, 4, {
    lines <- strsplit(ggplot2::autoplot(x)$labels$x, "\n")[[1]]
    expect_gt(length(lines), 1)
    expect_true(all(nchar(lines, "width") <= 50))
  })
})

test_that("the words of both sides stand in rows that do not touch, however many classes there are", {
  on_page(5, 4, {
    many <- frame_of(mock_comparison(sprintf("class %d", 1:60), rep(1.5, 60), rep(0.1, 60)))
    expect_gt(many$step * (4 - 1.3) / 63, 0.16)
    expect_equal(frame_of(mock_comparison("a", 1.5, 0.1))$step, 0.8)
  })
})

test_that("a reason breaks into lines rather than leave the panel", {
  note <- "no row is predicted as this class by one of the classifiers, nor by the other: there is no estimate"
  x <- mock_comparison(c("a", "b"), c(1.2, NA), 0.1)
  x$note <- c(NA, note)
  text <- on_page(5, 4, Filter(function(layer) any(grepl("no row is", layer$label)),
    ggplot2::ggplot_build(ggplot2::autoplot(x))$data))[[1]]
  lines <- strsplit(text$label, "\n")[[1]]
  expect_gt(length(lines), 1)
  expect_true(all(nchar(lines) < 60))
})

test_that("rows can be ordered by estimate, and by the user's own scale", {
  x <- mock_comparison(c("b", "a", "c"), c(1.1, 1.5, 0.9), 0.05)
  expect_equal(levels(forest_data(x, order = "estimate")$label), c("a", "b", "c"))
  limits <- function(plot) ggplot2::ggplot_build(plot)$layout$panel_params[[1]]$y$get_labels()[1:3]
  expect_equal(limits(ggplot2::autoplot(x)), c("c", "a", "b"))
  own <- suppressMessages(ggplot2::autoplot(x) + ggplot2::scale_y_discrete(limits = c("b", "c", "a")))
  expect_equal(limits(own), c("b", "c", "a"))
  points <- function(plot) ggplot2::ggplot_build(plot)$data[[3]]
  expect_equal(as.numeric(points(own)$y), c(1, 3, 2))
  expect_error(ggplot2::autoplot(x, order = "p"), class = "verdict_error")
  expect_error(ggplot2::autoplot(x, page = 2), "the only one", class = "verdict_error_plot")
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

test_that("colours and shapes tell many series apart", {
  scales <- series_scales(sprintf("series %d", 1:40))
  looks <- paste(scales[[1]]$palette(40), scales[[2]]$palette(40))
  expect_false(anyDuplicated(looks) > 0)
})

test_that("plots of all kinds are drawn without a warning", {
  awkward <- mock_comparison(c("a", "b", "c"), c(1.2, Inf, NA), c(9, NA, NA))
  cases <- list(
    mock_comparison("asphalt", 1.02, 0.03), mock_comparison(), mock_many(20), mock_accuracy(),
    mock_assessment(), awkward, mock_comparison("a", NA_real_, NA_real_),
    rbind(mock_comparison(), mock_comparison(metric = "recall"))
  )
  local_null_device()
  for (case in cases) {
    plot <- ggplot2::autoplot(case)
    expect_s3_class(plot, "ggplot")
    expect_silent(print(plot))
  }
  panels <- ggplot2::ggplot_build(ggplot2::autoplot(cases[[8]]))$layout$layout
  expect_equal(as.character(panels$panel), c("precision", "recall"))
})

test_that("plot() draws and returns the plot invisibly", {
  local_null_device()
  expect_invisible(plot(mock_comparison()))
})

test_that("the reference line stands at no difference, and assessments have none", {
  lines <- function(x) {
    layers <- ggplot2::autoplot(x)$layers
    vertical <- vapply(layers, function(layer) inherits(layer$geom, "GeomVline"), NA)
    unlist(lapply(layers[vertical], function(layer) layer$data$xintercept))
  }
  expect_equal(lines(mock_comparison()), 1)
  expect_equal(lines(mock_accuracy()), 0)
  expect_null(lines(mock_assessment()))
})

test_that("what has no common axis is refused", {
  mixed <- rbind(mock_accuracy(), mock_comparison())
  expect_error(ggplot2::autoplot(mixed), class = "verdict_error_plot")
  expect_error(ggplot2::autoplot(mixed[0, ]), class = "verdict_error_plot")
  expect_snapshot(ggplot2::autoplot(mixed), error = TRUE)
})

test_that("a plot that nobody could read is refused", {
  many <- mock_comparison(sprintf("class %d", 1:10001), rep(1.1, 10001), rep(0.1, 10001))
  expect_error(ggplot2::autoplot(many), "10,001 rows are more", class = "verdict_error_plot")
})

test_that("a plot of too many intervals says how to draw fewer", {
  many <- mock_comparison(sprintf("class %d", 1:121), rep(1.1, 121), rep(0.1, 121))
  expect_warning(ggplot2::autoplot(many), "Select rows", class = "verdict_warning_crowded")
  expect_no_warning(ggplot2::autoplot(many[1:120, ]))
  expect_warning(ggplot2::autoplot(mock_many(21)), "126 intervals", class = "verdict_warning_crowded")
})

test_that("likelihood ratios and odds ratios by themselves are on a logarithmic axis", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters)
  of_classes <- assess_classifiers(x, c("dor", "lr_plus"))
  plot <- ggplot2::autoplot(of_classes)
  expect_equal(plot$scales$get_scales("x")$trans$name, "log-10")
  limits <- plot$coordinates$limits$x
  expect_true(limits[1] > 0 && limits[1] < min(of_classes$conf.low) && limits[2] > max(of_classes$conf.high))
  both <- ggplot2::autoplot(assess_classifiers(x, c("dor", "recall")))
  expect_equal(both$scales$get_scales("x")$trans$name, "identity")
  ranked <- ggplot2::autoplot(rank_classifiers(x, "lr_plus", classes = "spam"))
  expect_equal(ranked$scales$get_scales("x")$trans$name, "log-10")
  own <- custom_metric(function(tp, fp) (tp + 1e-9) / (fp + 1e-9), "hits per miss", lower = 0, measure = "ratio")
  expect_true(on_log_axis(assess_classifiers(x, own, classes = "spam")))
  cost <- custom_metric(function(tp, fp) (tp + 1e-9) / (fp + 1e-9), "hits per miss", lower = 0)
  expect_false(on_log_axis(assess_classifiers(x, cost, classes = "spam")))
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
  expect_equal(rows$text[1], "p: 0: estimate is 0: no interval on the log scale")
  expect_silent(ggplot2::ggplotGrob(ggplot2::autoplot(found)))
  ranked <- rank_classifiers(x, "lr_minus", classes = "a")
  expect_equal(ranking_rows(ranked, TRUE)$note, c("0", ""))
  expect_silent(ggplot2::ggplotGrob(ggplot2::autoplot(ranked)))
})
