skip_if_not_installed("ggplot2")

tiles_of <- function(x) ggplot2::autoplot(x, type = "matrix")$data
at <- function(tiles, row, column) tiles[tiles$row == row & tiles$column == column, ]
colours_at <- function(plot, value) plot$scales$get_scales("fill")$map(value)

test_that("a comparison stands on both sides of the diagonal, the values on it", {
  x <- mock_accuracy(
    c(0.03, -0.01, -0.04), p = c(0.001, 0.4, 0.002), classifier = c("rf", "svm", "svm"),
    reference = c("nb", "nb", "rf")
  )
  x$estimate.classifier <- c(0.93, 0.89, 0.89)
  x$estimate.reference <- c(0.90, 0.90, 0.93)
  tiles <- tiles_of(x)
  expect_equal(nrow(tiles), 9)
  expect_equal(levels(tiles$column), c("nb", "rf", "svm"))
  expect_equal(levels(tiles$row), c("svm", "rf", "nb"))
  expect_equal(at(tiles, "rf", "nb")$estimate, 0.03)
  expect_equal(at(tiles, "nb", "rf")$estimate, -0.03)
  expect_equal(at(tiles, "nb", "rf")$effect, -at(tiles, "rf", "nb")$effect)
  expect_equal(at(tiles, "rf", "svm")$text, "0.040")
  expect_equal(at(tiles, "svm", "svm")$text, "0.890")
  sure <- tiles$sure & !tiles$own
  expect_equal(paste(tiles$row, tiles$column)[sure], c("rf nb", "svm rf", "nb rf", "rf svm"))
  expect_false(any(tiles$sure[tiles$own]))
})

test_that("ratios are turned by 1 / x, and coloured by their logarithm", {
  tiles <- tiles_of(mock_comparison(c("a", "b"), c(1.25, 0.5), 0.1))
  of_a <- tiles[tiles$panel == "a", ]
  expect_equal(at(of_a, "nb", "rf")$estimate, 0.8)
  expect_equal(at(of_a, "rf", "nb")$effect, log(1.25))
  expect_equal(attr(tiles, "limit"), log(2))
})

test_that("adjusted p-values decide about frames, at the confidence level", {
  x <- mock_accuracy(0.03, p = 0.03)
  framed <- function(x) any(tiles_of(x)$sure)
  expect_true(framed(x))
  x$adj.p.value <- 0.06
  expect_false(framed(x))
  attr(x, "verdict")$conf.level <- 0.9
  expect_true(framed(x))
  x$adj.p.value <- x$p.value <- NA
  expect_false(framed(x))
})

test_that("effects far beyond the others are coloured as the end of the scale", {
  x <- mock_comparison(letters[1:5], c(1.1, 1.1, 1.1, 20, Inf), 0.1)
  tiles <- tiles_of(x)
  limit <- attr(tiles, "limit")
  expect_equal(limit, 4 * log(1.1))
  expect_equal(range(tiles$effect, na.rm = TRUE), c(-limit, limit))
  zero <- at(tiles[tiles$panel == "e", ], "nb", "rf")
  expect_equal(zero[c("estimate", "effect", "text")], list(0, -limit, "0"), ignore_attr = TRUE)
  expect_equal(matrix_limit(c(NA, 0, Inf)), 1)
})

test_that("blue is for the better row, whichever way the metric goes", {
  blue <- "#0072B2"
  plot <- function(...) ggplot2::autoplot(mock_accuracy(0.03, ...), type = "matrix")
  expect_equal(colours_at(plot(), 0.03), blue)
  x <- mock_accuracy(0.03)
  x$metric <- "error"
  expect_equal(colours_at(ggplot2::autoplot(x, type = "matrix"), -0.03), blue)
})

# The numbers as drawn in a panel of this size, in inches; they fit if they are narrower than a tile.
numbers_in <- function(plot, width, height) {
  grob <- ggplot2::layer_grob(plot, 3)[[1]]
  grid::pushViewport(grid::viewport(width = grid::unit(width, "inches"), height = grid::unit(height, "inches")))
  on.exit(grid::popViewport())
  text <- grid::makeContent(grob)$children
  if (length(text) == 0) {
    return(NULL)
  }
  text <- text[[1]]
  bold <- grid::gpar(fontsize = text$gp$fontsize, fontface = "bold")
  widest <- max(vapply(unique(text$label), function(label) {
    grid::convertWidth(grid::grobWidth(grid::textGrob(label, gp = bold)), "inches", TRUE)
  }, 0))
  list(points = text$gp$fontsize, fits = widest < width * grob$tile[1])
}

test_that("numbers shrink with their tiles, and go where they could not be read", {
  local_null_device()
  few <- ggplot2::autoplot(mock_many(1), type = "matrix")
  expect_equal(numbers_in(few, 6, 4)$points, 3.2 * ggplot2::.pt)
  many <- ggplot2::autoplot(mock_many(1, sprintf("classifier %d", 1:12)), type = "matrix")
  for (width in c(2.5, 3)) {
    found <- numbers_in(many, width, 3)
    expect_true(found$fits)
    expect_lt(found$points, 3.2 * ggplot2::.pt)
    expect_gte(found$points, smallest_text)
  }
  expect_null(numbers_in(many, 1, 3))
  expect_null(numbers_in(many, 5, 0.5))
})

test_that("panels are classes, and metrics if there are several", {
  panels <- function(x) {
    plot <- ggplot2::ggplot_build(ggplot2::autoplot(x, type = "matrix"))
    as.character(plot$layout$layout$panel)
  }
  expect_equal(panels(mock_many(3)), sprintf("class %02d", 1:3))
  both <- rbind(mock_comparison("a", 1.2, 0.1), mock_comparison("a", 1.2, 0.1, metric = "recall"))
  expect_equal(panels(both), c("precision, a", "recall, a"))
  expect_null(ggplot2::ggplot_build(ggplot2::autoplot(mock_accuracy(), type = "matrix"))$
    layout$layout$panel)
})

test_that("matrices of all kinds are drawn without a warning, and say what they show", {
  awkward <- mock_comparison(c("a", "b", "c"), c(1.2, Inf, NA), c(9, NA, NA))
  local_null_device()
  for (case in list(mock_many(5), mock_accuracy(), awkward, mock_comparison("a", NA_real_, NA_real_))) {
    plot <- ggplot2::autoplot(case, type = "matrix")
    expect_s3_class(plot, "ggplot")
    expect_silent(print(plot))
  }
  caption <- function(x) gsub("\n", " ", ggplot2::autoplot(x, type = "matrix")$labels$caption)
  expect_match(caption(awkward), "Blue: the row is better .*Framed: p < 0.05, .*Grey: not available")
  expect_no_match(caption(mock_accuracy()), "Grey")
  expect_match(caption(mock_comparison(metric = "detection_prevalence")), "the row is higher")
  expect_invisible(plot(mock_many(2), type = "matrix"))
})

test_that("what makes no matrix is refused", {
  expect_snapshot(error = TRUE, {
    ggplot2::autoplot(mock_assessment(), type = "matrix")
    ggplot2::autoplot(rbind(mock_comparison(), mock_comparison(metric = "fpr")), type = "matrix")
    ggplot2::autoplot(rbind(mock_comparison(), mock_comparison()), type = "matrix")
    ggplot2::autoplot(rbind(mock_accuracy(), mock_comparison()), type = "matrix")
    ggplot2::autoplot(mock_comparison(), type = "network")
  })
  expect_error(ggplot2::autoplot(mock_assessment(), type = "matrix"), class = "verdict_error_plot")
})

test_that("more panels than have room for numbers go to further pages, more of them on a small page", {
  x <- mock_many(9, c("a", "b", "c", "d", "e", "f"))
  # A panel of 6 tiles is 1.54 by 1.13 inches: 4 by 2 of them, or 2 by 2, beside names and words.
  last <- function(width, height) {
    on_page(width, height, sub("^Page 1 of ([0-9]+).*", "\\1", ggplot2::autoplot(x, type = "matrix")$labels$caption))
  }
  expect_equal(c(last(7, 5), last(12, 8), last(4, 4)), c("2", "2", "3"))
  panels <- function(page) {
    plot <- ggplot2::autoplot(x, type = "matrix", page = page)
    expect_match(plot$labels$caption, paste0("^Page ", page, " of 2[.]"))
    layout <- ggplot2::ggplot_build(plot)$layout$layout
    expect_lte(max(layout$ROW), 2)
    as.character(layout$panel)
  }
  on_page(7, 5, {
    expect_equal(unlist(lapply(1:2, panels)), sprintf("class %02d", 1:9))
    for (page in list(0, 3, 1.5, "a", NA, 1:2)) {
      expect_error(ggplot2::autoplot(x, type = "matrix", page = page), "from 1 to 2", class = "verdict_error_plot")
    }
  })
})
