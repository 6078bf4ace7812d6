skip_if_not_installed("ggplot2")

two <- prediction_set(truth ~ naive_bayes + random_forest, satellite)

test_that("a test over classes is drawn below the tests of the classes that it combines", {
  test <- omnibus_test(two, over = "classes")
  plot <- ggplot2::autoplot(test)
  rows <- plot$data
  classes <- compare_classifiers(two)
  expect_equal(rows$p, c(classes$p.value, test$p.value))
  expect_equal(as.character(rows$label), c(classes$class, "all together"))
  expect_equal(levels(rows$label)[1], "all together")
  expect_match(plot$labels$title, "^Precision, all together: p ")
  local_null_device()
  expect_silent(plot(test))
})

test_that("with several pairs each row names its own", {
  three <- prediction_set(truth ~ naive_bayes + random_forest + tree, satellite)
  rows <- ggplot2::autoplot(omnibus_test(three, over = "classes"))$data
  expect_match(as.character(rows$label[1]), "red soil: random_forest vs naive_bayes")
  expect_equal(anyDuplicated(rows$label), 0)
})

test_that("p-values below the smallest number are drawn, and those that are not known say why", {
  rows <- data.frame(
    label = factor(c("a", "b", "c")), panel = "", p = c(0, NA, 0.2), log10.p = c(-400, NA, log10(0.2)),
    reason = c(NA, "never predicted", NA), series = "single"
  )
  built <- ggplot2::ggplot_build(p_plot(rows, 0.05, "p-value"))$data
  expect_equal(built[[2]]$x, c(307, -log10(0.2)))
  expect_equal(built[[2]]$fill, c(series_colours[1], "white"))
  expect_equal(built[[3]]$label, "never predicted")
})

test_that("ticks of p-values are round", {
  expect_equal(10^-p_breaks(c(0, 2))[1:4], c(1, 0.5, 0.2, 0.1))
  expect_equal(p_breaks(c(0, 20)), c(0, 5, 10, 15, 20))
})

test_that("p-values none of which is tiny are drawn to the end", {
  d <- data.frame(t = rep(c("a", "b"), 20), x = rep(c("a", "b"), 20))
  d$y <- d$z <- d$x
  d$y[1:6] <- "b"
  d$z[7:9] <- "a"
  plot <- ggplot2::autoplot(omnibus_test(prediction_set(t ~ x + y + z, d)))
  expect_gt(min(plot$data$p), 1e-5)
  expect_null(dim(p_breaks(c(0, 2))))
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_s3_class(ggplot2::ggplotGrob(plot), "gtable")
})

test_that("reasons and the title of the axis keep to the panels that long names leave", {
  rows <- data.frame(
    label = factor(c(strrep("n", 50), "b")), panel = "", p = c(NA, 0.2), log10.p = c(NA, log10(0.2)),
    reason = c(strrep("never predicted ", 8), NA), series = "single"
  )
  plot <- on_page(5, 4, p_plot(rows, 0.05, "p-value, not adjusted by class"))
  room <- (5 - 0.4 - 0.066 * 28) / 0.07
  lines <- function(text) nchar(strsplit(text, "\n")[[1]])
  reasons <- plot$layers[[3]]$data$reason
  expect_true(length(lines(reasons)) > 1 && all(lines(reasons) <= room))
  name <- plot$scales$get_scales("x")$name
  expect_true(length(lines(name)) > 1 && all(lines(name) <= room))
})

test_that("the result of one test is the subtitle", {
  one <- omnibus_test(prediction_set(truth ~ svm + tree + naive_bayes, satellite), "accuracy")
  expect_identical(gsub("\n", " ", ggplot2::autoplot(one)$labels$subtitle), format_test(one))
})
