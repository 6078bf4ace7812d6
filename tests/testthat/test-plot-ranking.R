skip_if_not_installed("ggplot2")

test_that("classifiers stand in their order, those tied for first marked", {
  set <- prediction_set(truth ~ ., satellite)
  ranking <- rank_classifiers(set, "recall", classes = c("cotton crop", "grey soil"))
  rows <- ggplot2::autoplot(ranking)$data
  expect_true(all(diff(rows$y) == -1))
  expect_equal(rows$group == "tied for first", ranking$tied.first)
  expect_equal(levels(rows$panel), c("cotton crop", "grey soil"))
  expect_equal(rows$text[1], "1 to 2  a")
  built <- ggplot2::ggplot_build(ggplot2::autoplot(ranking))
  expect_equal(built$data[[1]]$xmin, ranking$conf.low)
  expect_equal(built$data[[2]]$x, ranking$estimate)
})

test_that("every ranking draws", {
  pdf(NULL)
  on.exit(dev.off())
  set <- prediction_set(truth ~ ., satellite)
  ranking <- rank_classifiers(set)
  expect_s3_class(plot(ranking), "ggplot")
  expect_s3_class(plot(rank_classifiers(set, c("accuracy", "kap"))), "ggplot")
  expect_s3_class(plot(rank_classifiers(set, "error")), "ggplot")
  expect_s3_class(plot(rank_classifiers(estimate_set(c(a = 0.9, b = NA, c = 0.5), diag(3)))), "ggplot")
  # More than 40 are drawn small.
  many <- stats::setNames(seq(0, 1, length.out = 60), paste0("m", 1:60))
  expect_s3_class(plot(rank_classifiers(estimate_set(many, diag(0.01, 60)))), "ggplot")
  expect_error(plot(ranking[0, ]), class = "verdict_error_plot")
  expect_error(plot(ranking, main = "x"), class = "verdict_error_argument")
})

test_that("panels of many classes go to further pages, each with names and ranks that do not touch", {
  values <- expand.grid(class = sprintf("class %02d", 1:26), classifier = c("a", "b", "c"), stringsAsFactors = FALSE)
  values$estimate <- seq(0.5, 0.9, length.out = 78)
  ranking <- rank_classifiers(estimate_set(values, diag(1e-3, 78)))
  shown <- function(page) {
    plot <- ggplot2::autoplot(ranking, page = page)
    layout <- ggplot2::ggplot_build(plot)$layout$layout
    expect_lte(max(layout$ROW) * (0.14 * 3 + 0.5), page_size()[2] - 1.7)
    as.character(layout$panel)
  }
  on_page(7, 5, {
    rows <- ranking_rows(ranking)
    pages_of <- function(rows) ceiling(nlevels(rows$panel) / prod(ranking_room(rows)))
    pages <- pages_of(rows)
    expect_gt(pages, 1)
    expect_identical(unlist(lapply(seq_len(pages), shown)), sprintf("class %02d", 1:26))
    expect_match(ggplot2::autoplot(ranking, page = 2)$labels$caption, paste0("^Page 2 of ", pages, "[.]"))
    expect_error(ggplot2::autoplot(ranking, page = 99), "from 1 to", class = "verdict_error_plot")
    expect_s3_class(plot(ranking, page = 1), "ggplot")
  })
  on_page(5, 4, expect_gt(pages_of(rows), pages))
})
