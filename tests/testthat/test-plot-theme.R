skip_if_not_installed("ggplot2")

test_that("pictures look as they did", {
  skip_if_not_installed("vdiffr")
  # Drawn by this version of ggplot2: another one lays out the same picture a little differently.
  skip_if(utils::packageVersion("ggplot2") != "3.4.1")
  set <- prediction_set(truth ~ naive_bayes + random_forest + tree, satellite)
  pair <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  draw <- vdiffr::expect_doppelganger
  draw("forest of a pair", ggplot2::autoplot(compare_classifiers(pair)))
  draw("forest of three pairs by estimate", ggplot2::autoplot(compare_classifiers(set), order = "estimate"))
  draw("forest with a margin", ggplot2::autoplot(compare_classifiers(set, "accuracy", margin = 0.02)))
  draw("forest of awkward rows", ggplot2::autoplot(mock_comparison(c("a", "b", "c"), c(1.2, Inf, NA), c(9, NA, NA))))
  draw("assessment", ggplot2::autoplot(assess_classifiers(set, "accuracy")))
  draw("matrix", ggplot2::autoplot(compare_classifiers(set), type = "matrix"))
  draw("critical differences", ggplot2::autoplot(compare_classifiers(set, "accuracy"), type = "cd"))
  draw("ranking", ggplot2::autoplot(rank_classifiers(set, "accuracy")))
  draw("omnibus", ggplot2::autoplot(omnibus_test(set)))
  draw("global", ggplot2::autoplot(omnibus_test(pair, over = "classes")))
  draw("confusion", ggplot2::autoplot(pair))
  spam <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters)
  draw("prevalence", ggplot2::autoplot(prevalence_curve(spam, "spam")))
  draw("power", ggplot2::autoplot(power_comparison(scenario_rates(discordant = c(0.08, 0.20)), n = seq(50, 250, 50))))
})

test_that("long titles and captions break into lines", {
  words <- plot_words(paste(rep("word", 40), collapse = " "), rep("sentence.", 30))
  expect_true(all(nchar(strsplit(words$title, "\n")[[1]]) <= 80))
  expect_true(all(nchar(strsplit(words$caption, "\n")[[1]]) <= 105))
  expect_null(plot_words(NULL, "caption")$title)
})

test_that("words fit a narrow device", {
  x <- mock_accuracy(c(0.031, -0.02), 0.02, classifier = c("rf", "svm"))
  width <- function() {
    words <- plot_words(paste(rep("word", 40), collapse = " "), rep("sentence.", 30))
    max(nchar(strsplit(words$caption, "\n")[[1]]))
  }
  frame <- function() forest_frame(x, forest_rows(x), TRUE)$inches
  on.exit(grDevices::graphics.off())
  grDevices::graphics.off()
  closed <- c(width(), frame())
  grDevices::pdf(NULL, width = 12, height = 8)
  expect_identical(c(width(), frame()), closed)
  grDevices::pdf(NULL, width = 3.5, height = 3)
  expect_equal(page_share(), 0.5)
  expect_lte(width(), 52)
  expect_lt(frame(), closed[2] / 2)
})

test_that("titles of panels break into lines", {
  panel <- factor(c("a classifier of many words, all of them long", "another"))
  facet <- facet_panels(panel)
  label <- facet$params$labeller(list(panel = levels(panel)))
  expect_match(label[[1]][1], "\n", fixed = TRUE)
  expect_identical(label[[1]][2], "another")
  wide <- function(...) widest(facet_panels(factor(1:4), ...)$params$labeller(list(panel = strrep("n", 90)))$panel)
  expect_lt(wide(space = 0.6), wide())
})

test_that("a word too long for its panel loses its middle, and stays apart from others", {
  fitted <- fit_words(c("random_forest_with_many_trees_1", "random_forest_with_many_trees_2", "svm", ""), 14)
  expect_true(all(nchar(fitted, "width") <= 14))
  expect_identical(anyDuplicated(fitted), 0L)
  expect_identical(fitted[3:4], c("svm", ""))
  expect_lte(lengths(strsplit(fit_words(strrep("word ", 40), 20), "\n")), 4)
})

test_that("keys stand in as many columns as have room, long ones in lines", {
  columns <- function(...) {
    guide <- key_guide(...)
    guide$ncol %||% guide$params$ncol
  }
  short <- letters[1:6]
  on.exit(grDevices::graphics.off())
  grDevices::graphics.off()
  expect_equal(columns(short), 6)
  long <- strrep(letters[1:4], 30)
  expect_equal(columns(long), 2)
  lines <- unlist(strsplit(key_names(paste(strrep(letters[1:4], 40), "vs", strrep("z", 60))), "\n"))
  expect_true("vs" %in% sub("^.* ", "", lines) && max(nchar(lines)) <= 87)
  wide <- strrep("\u6797", 25)
  expect_equal(columns(c(wide, paste0(wide, "\u6797"))), 1)
})

test_that("panels are in no more columns than have room, and in no more rows", {
  columns <- function(n, room) panels_of_page(data.frame(panel = factor(seq_len(n)), y = 0), room, 1)$columns
  expect_equal(columns(6, c(2, 3)), 2)
  expect_equal(columns(18, c(6, 3)), 6)
  expect_equal(columns(4, c(6, 3)), 2)
  expect_equal(columns(1, c(1, 1)), 1)
  rows <- data.frame(panel = factor(letters[1:7]), y = 1:7)
  shown <- panels_of_page(rows, c(2, 2), 2)$rows
  expect_equal(shown$y, 5:7)
  expect_identical(levels(shown$panel), c("e", "f", "g"))
})

test_that("many names of rows are smaller, as the height of the page asks", {
  on_page(7, 5, {
    expect_equal(row_points(5), 8.8)
    expect_lte(row_points(26), 72 * (5 - 1.75) / 26)
    expect_lt(row_points(13, 2), row_points(13))
  })
  expect_equal(on_page(5, 4, row_points(100)), 5.5)
})

test_that("of a pair each name is shortened by itself", {
  long <- strrep(c("a", "b"), 40)
  pair <- data.frame(classifier = c(long[1], "a"), reference = c(long[2], "b"))
  on_page(7, 5, {
    expect_match(row_names(paste(long[1], "vs", long[2]), pair), "^a+[^ab]+a+ vs b+[^ab]+b+$")
    expect_lte(widest(row_names(c(paste(long[1], "vs", long[2]), long, "a vs b"), pair)), 40)
    expect_identical(row_names(c("a vs b", "c"), pair), c("a vs b", "c"))
    # A class whose name reads like a pair is none
    expect_match(row_names(paste(long[1], "vs", long[2]), pair[2, ]), "^a+[^ab]+b+$")
  })
})

test_that("labels of an axis have the same decimals and spaces that keep them apart", {
  expect_identical(axis_labels(c(0, 0.25, NA, 0.5)), c(" 0.00 ", " 0.25 ", "", " 0.50 "))
  expect_identical(axis_labels(c(1000, 2e5)), c(" 1000 ", " 200000 "))
})

test_that("however small the page, panels keep a width", {
  on_page(1.5, 1.5, {
    expect_equal(panel_inches(strrep("n", 60)), 0.5)
    x <- compare_classifiers(prediction_set(truth ~ naive_bayes + random_forest + tree, satellite))
    expect_silent(print(ggplot2::autoplot(x)))
    expect_silent(print(ggplot2::autoplot(x, type = "matrix")))
  })
})

test_that("numbers in words of pictures have hyphens that every device can show", {
  half <- function(n) rep(c("a", "b"), c(n, 20 - n))
  data <- data.frame(truth = half(10), x = half(8), y = half(9))
  data$y[18:20] <- "a"
  v <- verdict(truth ~ x + y, data)
  local_reproducible_output(unicode = TRUE)
  expect_match(format(v), "\u2212", fixed = TRUE)
  local_null_device()
  expect_no_warning(plot(v))
  expect_match(ggplot2::autoplot(v)$labels$title, "[-", fixed = TRUE)
})

test_that("a result without a picture names one", {
  set <- prediction_set(truth ~ svm + tree, satellite)
  grouped <- prediction_set(truth ~ svm + tree, satellite, by = rep(c("n", "s"), 1000))
  events <- probability_set(truth ~ svm + tree, retinopathy, positive = "signs")
  scores <- score_set(cbind(a = c(0.8, 0.7, 0.9, 0.6, 0.7), b = c(0.7, 0.7, 0.8, 0.6, 0.6)), design = "datasets")
  labels <- transform(satellite, truth = replace(truth, 500:2000, NA))
  few <- prediction_set(truth ~ svm + tree, labels, labelling = "random")
  without <- list(
    assess_calibration(events), operating_points(events, specificity = 0.9), gate(set, "svm", margin = 0.01),
    where_better(grouped), compare_gaps(grouped, classes = "red soil"), effect_sizes(scores),
    cd_groups(compare_classifiers(set, "accuracy")), combine_p(c(0.1, 0.2)), resampling_plan(100, "kfold"),
    scenario_rates(discordant = c(0.08, 0.2)), scenario_auc(c(0.8, 0.86), 0.5, 0.3),
    sample_size(few, labels = TRUE, difference = 0.02),
    fit_gee(truth == "signs" ~ svm, retinopathy, seq_len(nrow(retinopathy)))
  )
  for (x in without) {
    expect_error(plot(x), "has no picture.*Draw", class = "verdict_error_plot")
    expect_error(ggplot2::autoplot(x), "has no picture.*Draw", class = "verdict_error_plot")
  }
})

test_that("a page says how the next is asked for", {
  expect_identical(page_words(1, 34), "Page 1 of 34. Next: page = 2.")
  expect_identical(page_words(34, 34), "Page 34 of 34.")
  expect_null(page_words(1, 1))
})

test_that("letters are left out of a picture where a classifier has more than four", {
  set.seed(1)
  truth <- rep(c("a", "b"), 100)
  data <- data.frame(truth)
  other <- ifelse(truth == "a", "b", "a")
  for (i in 1:24) data[[paste0("m", i)]] <- ifelse(runif(200) < 0.5 + 0.02 * i, truth, other)
  set <- prediction_set(truth ~ ., data)
  many <- rank_classifiers(set, "accuracy")
  few <- rank_classifiers(set[c(1, 12, 24)], "accuracy")
  expect_gt(max(nchar(many$letters)), 4)
  caption <- function(x) gsub("\n", " ", ggplot2::autoplot(x)$labels$caption)
  for (picture in list(caption(many), caption(verdict(set, "accuracy")))) expect_match(picture, "Letters are left out")
  for (picture in list(caption(few), caption(verdict(set[c(1, 12, 24)], "accuracy")))) {
    expect_no_match(picture, "left out")
  }
  expect_no_match(ggplot2::autoplot(many)$data$text, "[a-su-z]$")
})

test_that("slanted names of columns have room beside short names of rows", {
  left <- function(...) as.numeric(matrix_theme(30, 1, ...)$axis.text.y$margin)[4]
  long <- strrep("n", 12)
  on_page(7, 5, {
    expect_equal(left(long, long), left(long))
    # 12 letters of 0.065 inches at 45 degrees, in points
    expect_equal(left(long, ""), 72 * 12 * 0.065 / sqrt(2))
    expect_equal(left("n", long), 0)
    expect_lt(left(long, "row"), left(long, ""))
  })
})

test_that("names that are shortened are drawn with plain dots, which every device can show", {
  skip_if_not_installed("ggplot2")
  rlang::local_options(cli.unicode = TRUE)
  data <- data.frame(truth = rep(c("a", "b"), 20), x = rep(c("a", "b", "b", "b"), 10), y = rep(c("a", "b"), 20))
  long <- c("the old classifier, of which the name is too long", "the new classifier, of which the name is too long")
  x <- prediction_set(truth ~ ., stats::setNames(data, c("truth", long)))
  drawn <- function(plot) {
    panels <- ggplot2::ggplot_build(plot)$layout$panel_params
    unlist(lapply(panels, function(panel) c(panel$x$get_labels(), panel$y$get_labels())))
  }
  assessed <- ggplot2::autoplot(assess_classifiers(x, "accuracy"))
  names <- drawn(assessed)
  expect_match(names, "...", fixed = TRUE, all = FALSE)
  expect_no_match(names, "\u2026", fixed = TRUE)
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  on.exit({
    grDevices::dev.off()
    unlink(file)
  })
  expect_no_warning({
    print(assessed)
    plot(compare_classifiers(x, "accuracy"))
    plot(verdict(x))
    plot(x)
  })
})
