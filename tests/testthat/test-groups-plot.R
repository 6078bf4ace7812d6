built <- function(p) ggplot2::ggplot_build(p)

test_that("a forest by group has the groups, a diamond of all, and the p-value of sameness", {
  skip_if_not_installed("ggplot2")
  x <- group_set(group_example())
  p <- plot_groups(x)
  r <- compare_classifiers(x, "accuracy", over = "groups")
  drawn <- built(p)$data
  expect_equal(drawn[[3]]$x, r$estimate)
  all <- compare_classifiers(x, "accuracy")
  expect_equal(range(drawn[[4]]$x), c(all$conf.low, all$conf.high))
  expect_match(paste(drawn[[5]]$label, collapse = " "), "same everywhere: p = 0.023")
  expect_match(ggplot2::get_alt_text(p), "by site of first and second")
  v <- plot_groups(verdict(x))
  expect_equal(built(v)$data[[3]]$x, r$estimate)
})

test_that("of many classifiers the two best are drawn, or those asked for; ratios on their axis", {
  skip_if_not_installed("ggplot2")
  data <- grouped_rows(400)
  x <- prediction_set(truth ~ one + two + three, data[setdiff(names(data), "id")], by = site)
  best <- assess_classifiers(x, "accuracy")
  best <- best$classifier[order(-best$estimate)][1:2]
  expect_match(plot_groups(x)$labels$title, paste(best, collapse = " and "), fixed = TRUE)
  asked <- plot_groups(x, pair = c("three", "one"), metric = "precision", classes = "a")
  expect_match(asked$labels$title, "Precision on a by site: three and one", fixed = TRUE)
  expect_match(asked$labels$x, "over one", fixed = TRUE)
  expect_error(plot_groups(x, pair = "one"), class = "verdict_error_classifier")
  low <- plot_groups(x, metric = "error")
  expect_match(low$labels$title, best[1], fixed = TRUE)
})

test_that("the text for those who do not see the picture has the metric's name", {
  skip_if_not_installed("ggplot2")
  x <- group_set(group_example())
  expect_match(plot_groups(x, metric = "kap")$labels$alt, "difference in Cohen's kappa by site", fixed = TRUE)
  alt <- plot_groups(x, metric = f_meas(2), classes = x$classes[1])$labels$alt
  expect_match(alt, "difference in F measure (beta = 2) on p by site", fixed = TRUE)
  expect_error(plot_groups(x, f_meas(2)), "must be one of", class = "verdict_error_argument")
})

test_that("values are a heat map and gaps a map, of the numbers of the groups", {
  skip_if_not_installed("ggplot2")
  data <- grouped_rows(400)
  x <- prediction_set(truth ~ one + two + three, data[setdiff(names(data), "id")], by = site)
  values <- assess_classifiers(x, "accuracy", over = "groups")
  p <- plot_groups(x, "values")
  expect_equal(p$data$estimate, values$estimate)
  expect_no_error(built(p))
  gaps <- plot_groups(x, "gaps")
  one <- gaps$data[gaps$data$panel == "one" & gaps$data$row == "x" & gaps$data$column == "y", ]
  of <- values[values$classifier == "one", ]
  expect_equal(one$gap, of$estimate[of$class == "x"] - of$estimate[of$class == "y"])
  expect_no_error(built(gaps))
})

test_that("groups without an estimate say so, and what cannot be drawn is refused", {
  skip_if_not_installed("ggplot2")
  data <- grouped_rows(200)
  data$truth[data$site == "z"] <- "b"
  x <- prediction_set(truth ~ one + two, data[setdiff(names(data), "id")], by = site)
  p <- plot_groups(x, metric = "recall", classes = "a")
  expect_match(paste(built(p)$data[[5]]$label, collapse = " "), "no estimate")
  expect_match(p$labels$caption, "could not be tested")
  expect_no_error(built(plot_groups(x, "values", "recall", classes = "a")))
  expect_error(plot_groups(1), class = "verdict_error_set")
  expect_error(plot_groups(prediction_set(truth ~ svm + tree, satellite)), class = "verdict_error_groups")
  many <- prediction_set(truth ~ svm + tree, satellite, by = rep(1:100, 20))
  expect_error(plot_groups(many), "set of their rows", class = "verdict_error_plot")
})

test_that("one group has no gaps to draw", {
  skip_if_not_installed("ggplot2")
  d <- data.frame(truth = c("a", "b"), one = "a", two = "b", site = "x")
  x <- prediction_set(truth ~ one + two, d, by = site)
  expect_error(plot_groups(x, "gaps"), "two groups or more", class = "verdict_error_groups")
})

test_that("groups without a finite value have no picture of values", {
  skip_if_not_installed("ggplot2")
  battles <- data.frame(model_a = "a", model_b = "b", winner = "model_a", g = rep(c("u", "v"), 5))
  x <- battle_set(battles, winner = "winner", by = "g")
  for (type in c("values", "gaps")) {
    expect_no_warning(expect_error(
      plot_groups(x, type), "No group has a finite value of ability", class = "verdict_error_plot"
    ))
  }
})

test_that("a picture of differences says whom a side favours, of a loss the other one", {
  skip_if_not_installed("ggplot2")
  y <- rep(0:1, 20)
  x <- probability_set(y, a = 0.3 + 0.4 * y, b = rep(0.5, 40) + (1:40) / 400, by = rep(c("u", "v"), each = 20))
  favoured <- function(metric) plot_groups(x, metric = metric)$labels$x
  expect_identical(favoured("brier"), "Difference, b minus a; above 0 favours a")
  expect_identical(favoured("brier_skill"), "Difference, b minus a; above 0 favours b")
})
