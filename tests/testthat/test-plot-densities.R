skip_if_not_installed("ggplot2")

test_that("densities of both classes have the area 1, weights counted", {
  x <- twelve_set(weights = c(1, 2, 1, 3, 1, 2, 1, 1, 4, 1, 2, 1))
  rows <- autoplot.probability_set(x)$data
  area <- tapply(seq_len(nrow(rows)), list(rows$panel, rows$class), function(at) {
    sum(diff(rows$x[at]) * rows$density[at][-1])
  })
  expect_equal(as.vector(area), rep(1, 4))
  of_a <- rows[rows$panel == "a" & rows$class == "1" & rows$density > 0, ]
  within <- vapply(c(.9, .8, .7, .6, .3), function(p) any(of_a$x - 1 / 30 <= p & of_a$x + 1 / 30 >= p), NA)
  expect_true(all(within))
  picture <- tempfile(fileext = ".pdf")
  grDevices::pdf(picture)
  plot(x)
  grDevices::dev.off()
  expect_gt(file.size(picture), 0)
})

test_that("scores may be constant or infinite, and several classes are refused", {
  scores <- probability_set(rep(1:0, 5), k = rep(2, 10), i = c(Inf, -Inf, 1:8), none = rep(Inf, 10), scores = TRUE)
  picture <- autoplot.probability_set(scores)
  expect_match(picture$labels$caption, "12 infinite\\s+scores not shown")
  expect_true(all(is.finite(picture$data$density)))
  p <- matrix(1 / 3, 6, 3, dimnames = list(NULL, c("u", "v", "w")))
  expect_error(plot(probability_set(rep(c("u", "v", "w"), 2), p = p)), "one class", class = "verdict_error_set")
})
