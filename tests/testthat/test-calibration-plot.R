skip_if_not_installed("ggplot2")

test_that("a calibration curve has a panel a classifier, a band and bars", {
  set.seed(1)
  curve <- calibration_curve(twelve_set())
  plot <- ggplot2::autoplot(curve)
  built <- ggplot2::ggplot_build(plot)
  expect_equal(nlevels(plot$data$panel), 2)
  expect_equal(built$data[[4]]$y, curve$observed)
  expect_equal(built$data[[3]]$ymax, curve$conf.high)
  expect_equal(max(built$data[[1]]$ymax), -0.03)
  expect_match(plot$labels$alt, "The curve of a stays in its band")
  local_null_device()
  expect_silent(print(plot))
  expect_s3_class(plot(curve), "ggplot")
})

test_that("of one probability throughout a point is drawn, with its band", {
  set.seed(1)
  event <- rbinom(60, 1, 0.3)
  draw <- function(...) {
    curve <- calibration_curve(probability_set(event, ...), R = 200)
    plot <- ggplot2::autoplot(curve)
    local_null_device()
    expect_silent(print(plot))
    list(curve = curve, drawn = ggplot2::ggplot_build(plot)$data)
  }
  found <- draw(model = plogis(2 * event - 1 + rnorm(60)), climatology = rep(mean(event), 60))
  alone <- found$curve[found$curve$classifier == "climatology", ]
  expect_identical(nrow(alone), 1L)
  expect_equal(found$drawn[[6]][c("x", "y")], data.frame(x = alone$probability, y = alone$observed))
  expect_equal(found$drawn[[5]][c("ymin", "ymax")], data.frame(ymin = alone$conf.low, ymax = alone$conf.high))
  expect_equal(found$drawn[[4]]$y, found$curve$observed[found$curve$classifier == "model"])
  expect_equal(draw(climatology = rep(mean(event), 60))$drawn[[6]]$y, mean(event))
})
