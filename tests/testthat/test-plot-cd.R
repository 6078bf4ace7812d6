drawn <- function(...) {
  skip_if_not_installed("ggplot2")
  plot <- ggplot2::autoplot(compare_classifiers(...), type = "cd")
  built <- ggplot2::ggplot_build(plot)
  list(plot = plot, data = built$data)
}

many <- function(n) {
  set.seed(1)
  scores <- matrix(rnorm(30 * n), 30) + rep(seq(0, 2, length.out = n), each = 30)
  colnames(scores) <- paste0("classifier_", seq_len(n))
  score_set(scores, design = "datasets", metric = "auc", lower = -Inf, upper = Inf)
}

test_that("twenty classifiers each have a place and a label of their own", {
  found <- drawn(many(20), method = "nemenyi")
  text <- Filter(function(layer) "label" %in% names(layer) && nrow(layer) == 20, found$data)[[1]]
  expect_identical(anyDuplicated(text[c("x", "y")]), 0L)
  gaps <- unlist(lapply(split(text$y, text$x > mean(range(text$x))), function(y) diff(sort(y))))
  expect_true(all(gaps > 0.7))
  expect_match(found$plot$labels$caption, "Nemenyi")
})

# As the groups are, so are the bars; none covers another in its row.
test_that("bars are the groups", {
  x <- many(20)
  result <- compare_classifiers(x, method = "nemenyi")
  groups <- cd_groups(result)
  bars <- cd_bars(groups, cd_axis(groups))
  expect_identical(nrow(bars), length(groups$groups))
  for (row in split(bars, bars$row)) expect_true(nrow(row) == 1 || all(row$low[-1] > row$high[-nrow(row)]))
  for (i in seq_len(nrow(bars))) {
    ends <- range(groups$places[groups$groups[[i]]])
    expect_true(bars$low[i] <= ends[1] && bars$high[i] >= ends[2])
    expect_true(diff(ends) <= groups$critical)
  }
})

test_that("the best is at the left for ranks and for values", {
  ranks <- cd_axis(cd_groups(compare_classifiers(dataset_scores(), method = "nemenyi")))
  values <- cd_axis(cd_groups(compare_classifiers(dataset_scores(), method = "tukey")))
  expect_false(is.unsorted(ranks$at))
  expect_false(is.unsorted(values$at))
  expect_equal(ranks$limits, c(1, 3))
})

test_that("a reference, aligned ranks, equal values and long names can be drawn", {
  expect_s3_class(drawn(dataset_scores(), method = "bonferroni_dunn", reference = "c")$plot, "ggplot")
  expect_s3_class(drawn(dataset_scores(), reference = "c")$plot, "ggplot")
  expect_s3_class(drawn(dataset_scores(), method = "aligned_ranks")$plot, "ggplot")
  same <- score_set(matrix(.5, 6, 3, dimnames = list(NULL, letters[1:3])), design = "datasets")
  expect_s3_class(drawn(same, method = "tukey")$plot, "ggplot")
  long <- dataset_matrix()
  colnames(long) <- c(strrep("a very long name ", 6), "caf\u00e9", "c")
  expect_s3_class(drawn(score_set(long, design = "datasets"), method = "nemenyi")$plot, "ggplot")
  expect_s3_class(drawn(prediction_set(truth ~ ., satellite), "error")$plot, "ggplot")
})

test_that("names are shorter on a narrow page", {
  long <- c("a classifier of many words and more", "another one of as many words as that")
  groups <- list(places = stats::setNames(c(1, 2), long), ranks = TRUE, critical = NA, reference = NULL)
  axis <- list(at = c(1, 2), limits = c(1, 2))
  widest <- function() max(nchar(cd_labels(groups, axis, 0)$text, "width"))
  on.exit(grDevices::graphics.off())
  grDevices::graphics.off()
  expect_equal(widest(), 34)
  grDevices::pdf(NULL, width = 3.5, height = 3)
  expect_lte(widest(), 17)
})

test_that("values in a column have the same decimals", {
  expect_identical(same_places(c(2.5, 2.25, 3)), c("2.50", "2.25", "3.00"))
  expect_identical(same_places(1:4), c("1", "2", "3", "4"))
  expect_identical(same_places(c(0.9, 0.8974), 3), c("0.900", "0.897"))
  x <- score_set(
    rbind(c(a = .9, b = .8, c = .75), c(.9, .8, .76), c(.9, .8, .77), c(.88, .8, .75)), design = "datasets"
  )
  text <- unlist(lapply(drawn(x, method = "tukey")$data, function(layer) layer$label))
  values <- gsub("^[abc] +| +[abc]$", "", grep("^[abc] | [abc]$", text, value = TRUE))
  expect_length(values, 3)
  expect_length(unique(nchar(values)), 1)
})

test_that("labels of many classifiers are lower than their rows on a low page", {
  result <- compare_classifiers(many(26), method = "nemenyi")
  groups <- cd_groups(result)
  labels <- cd_labels(groups, cd_axis(groups), 8)
  on_page(5, 3, expect_lt(cd_label_size(labels), 3.1))
  expect_equal(on_page(7, 5, cd_label_size(labels[1:4, ])), 3.1)
})

test_that("undecided pairs without a bar are named", {
  words <- "Not distinguished either, though not joined by a bar: d and c."
  expect_match(drawn(interrupted_scores())$plot$labels$alt, words, fixed = TRUE)
  expect_no_match(drawn(dataset_scores())$plot$labels$alt, "joined by a bar")
})

test_that("mean ranks of fewer data sets than were compared say of how many", {
  scores <- vapply(c(a = 0, b = 0.02, c = 0.05), function(more) 0.7 + 0.01 * sin(1:9) + more, numeric(9))
  words <- function(x) ggplot2::get_alt_text(ggplot2::autoplot(compare_classifiers(x), type = "cd"))
  holes <- replace(scores, cbind(2:3, 1), NA)
  some <- score_set(holes, design = "datasets", metric = "accuracy", na = "keep")
  expect_match(words(some), "Mean ranks: of the 7 data sets with all scores.", fixed = TRUE)
  expect_no_match(words(score_set(scores, design = "datasets", metric = "accuracy")), "with all scores")
})
