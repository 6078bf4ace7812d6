skip_if_not_installed("ggplot2")

test_that("a power curve has a line for each class and pair", {
  rates <- scenario_rates(discordant = c(.08, .2))
  plot <- ggplot2::autoplot(power_comparison(rates, c(50, 100, 150)))
  built <- ggplot2::ggplot_build(plot)
  expect_equal(built$data[[2]]$x, c(50, 100, 150))
  expect_equal(built$data[[1]]$yintercept, 0.8)
  expect_identical(
    gsub("\n", " ", plot$labels$title),
    "Power to find a difference of 12 points in accuracy: classifier2 against classifier1"
  )
  pilot <- prediction_set(truth ~ naive_bayes + tree + svm, satellite)
  plot <- ggplot2::autoplot(power_comparison(pilot, c(500, 1000), "precision", classes = c("red soil", "cotton crop")))
  expect_identical(levels(plot$data$line)[1], "tree against naive_bayes")
  expect_equal(c(nlevels(plot$data$line), nlevels(plot$data$panel)), c(3, 2))
  expect_identical(plot$labels$title, "Power to find differences in precision")
  several <- ggplot2::autoplot(power_comparison(pilot, c(500, 1000), "accuracy"))
  expect_match(levels(several$data$line), "^[a-z_]+ against [a-z_]+: a difference of [0-9.]+ points$")
  expect_s3_class(plot$facet, "FacetWrap")
  expect_match(plot$labels$caption, "weighted generalized score at level 0.05")
})

test_that("rejection rates are points, exact ones a line", {
  set.seed(1)
  found <- rejection_rate(
    list(none = scenario_random(10, c(0, 0)), some = scenario_random(10, c(0, .05))), c(100, 200, 300),
    method = c("sign", "mcnemar"), alternative = "greater", trials = 100
  )
  plot <- ggplot2::autoplot(found)
  built <- ggplot2::ggplot_build(plot)
  expect_equal(nrow(built$data[[3]]), 12)
  expect_equal(sort(built$data[[4]]$y), sort(found$exact))
  expect_identical(plot$scales$get_scales("colour")$name, "scenario, method")
  equal <- scenario_rates(precision = c(.8, .8), called = c(.4, .4), prevalence = .5, rho = .7)
  plot <- ggplot2::autoplot(rejection_rate(equal, c(50, 100), trials = 10))
  expect_length(plot$layers, 3)
})

test_that("a number of rows is a point on its curve; of classes alone the lines are classes", {
  rates <- scenario_rates(discordant = c(.08, .2))
  size <- sample_size(rates)
  built <- ggplot2::ggplot_build(ggplot2::autoplot(size))$data
  expect_equal(c(built[[3]]$x, built[[3]]$y), c(size$n, size$power))
  expect_equal(unique(built[[2]]$y), power_comparison(rates, built[[2]]$x)$power)
  expect_true(min(built[[2]]$y) < 0.4 && max(built[[2]]$y) > 0.9)
  expect_length(ggplot2::autoplot(power_comparison(rates, 100))$layers, 2)
  far <- sample_size(scenario_rates(discordant = c(0.2, 0.206)))
  labels <- ggplot2::ggplot_build(ggplot2::autoplot(far))$layout$panel_params[[1]]$x$get_labels()
  expect_no_match(labels, ".", fixed = TRUE)
  pilot <- prediction_set(truth ~ naive_bayes + tree, satellite)
  classes <- ggplot2::autoplot(power_comparison(pilot, c(500, 1000), "recall"))
  expect_identical(sub(": a .*", "", levels(classes$data$line)), pilot$classes)
  expect_s3_class(classes$facet, "FacetNull")
})

test_that("more lines than colours go to panels", {
  lines <- function(classifier, reference, class) {
    found <- power_lines(data.frame(classifier, reference, class))
    unlist(lapply(found, nlevels))
  }
  pairs <- utils::combn(LETTERS[1:6], 2)
  expect_equal(lines(pairs[1, ], pairs[2, ], NA), c(line = 5, panel = 5))
  expect_identical(
    levels(power_lines(data.frame(classifier = pairs[1, ], reference = pairs[2, ], class = "x"))$panel)[1],
    "x, against B"
  )
  expect_equal(lines("a", "b", letters), c(line = 1, panel = 26))
  expect_equal(lines(letters, "z", NA), c(line = 1, panel = 26))
  expect_equal(lines(letters[1:8], "z", NA), c(line = 8, panel = 1))
  pilot <- prediction_set(truth ~ ., satellite)
  plot <- ggplot2::autoplot(power_comparison(pilot, c(500, 1000), "recall"))
  expect_s3_class(plot$facet, "FacetWrap")
  expect_lte(nlevels(plot$data$line), length(series_colours))
})

test_that("many rejection rates have a panel a scenario", {
  scenarios <- lapply(1:5, function(i) scenario_random(2, c(0, .1 * i)))
  names(scenarios) <- paste("scenario", 1:5)
  set.seed(1)
  plot <- ggplot2::autoplot(rejection_rate(scenarios, 20, method = c("exact", "mcnemar"), trials = 5))
  expect_equal(c(nlevels(plot$data$panel), nlevels(plot$data$line)), c(5, 2))
  expect_identical(plot$scales$get_scales("colour")$name, "method")
  expect_s3_class(plot$facet, "FacetWrap")
})

test_that("one number of rows for each line draws no lines, and says nothing", {
  pilot <- prediction_set(truth ~ naive_bayes + tree + svm, satellite)
  local_null_device()
  expect_silent(print(ggplot2::autoplot(sample_size(pilot, "accuracy"))))
})

test_that("beyond the colours lines differ in their type", {
  scales <- line_scales(letters[1:20])
  look <- paste(scales[[1]]$palette(20), scales[[2]]$palette(20))
  expect_identical(anyDuplicated(look), 0L)
  expect_identical(unname(scales[[2]]$palette(20))[c(1, 8, 9, 17)], c("solid", "solid", "42", "12"))
  wide <- line_scales(strrep(letters[1:20], 30))
  expect_identical(wide[[1]]$guide$ncol %||% wide[[1]]$guide$params$ncol, 2)
})

test_that("plot() draws and returns the plot", {
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  on.exit(unlink(file))
  found <- plot(power_comparison(scenario_rates(discordant = c(.08, .2)), c(50, 100)))
  rates <- plot(rejection_rate(scenario_random(2, c(0, .5)), c(20, 40), trials = 5))
  expect_no_message(plot(rejection_rate(scenario_rates(discordant = c(0.05, 0.1)), 20, trials = 5)))
  grDevices::dev.off()
  expect_s3_class(found, "ggplot")
  expect_s3_class(rates, "ggplot")
  expect_error(ggplot2::autoplot(power_comparison(scenario_rates(discordant = c(.08, .2)), 50), main = "x"))
})

test_that("the axis counts what the evidence is made of", {
  items <- score_set(cbind(a = c(0.4, 0.9, 0.7, 0.6, 0.8), b = c(0.5, 0.7, 0.9, 0.5, 0.4)), design = "items")
  expect_identical(ggplot2::autoplot(sample_size(items, "score", difference = 0.1))$labels$x, "number of items")
})
