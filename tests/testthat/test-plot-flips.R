skip_if_not_installed("ggplot2")

layer <- function(plot, i) ggplot2::layer_data(plot, i)

test_that("flips are bars to both sides, strong where the test decides", {
  set <- prediction_set(truth ~ random_forest + svm, satellite)
  x <- flips(set)
  plot <- ggplot2::autoplot(x)
  bars <- layer(plot, 1)
  expect_equal(sort(bars$xmax), sort(c(x$fixed, 0 * x$broken)))
  expect_equal(sort(bars$xmin), sort(c(-x$broken, 0 * x$fixed)))
  strong <- sum(x$adj.p.value < 0.05)
  expect_identical(sum(bars$alpha == 1), 2L * strong)
  expect_identical(ggplot2::layer_scales(plot)$y$get_limits()[nrow(x)], "overall")
  words <- plot$labels
  expect_identical(words$title, "Rows that svm fixed and broke, against random_forest")
  expect_match(words$caption, "Pale: adjusted p not below 0.05. Test: mid-p McNemar", fixed = TRUE)
  expect_no_match(words$caption, "Interval")
  expect_match(words$alt, paste0("overall: ", x$fixed[1], " fixed, ", x$broken[1], " broken"), fixed = TRUE)
  expect_s3_class(plot$facet, "FacetNull")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_s3_class(expect_invisible(plot(x)), "ggplot")
})

test_that("pairs have panels, groups rows", {
  set <- prediction_set(truth ~ naive_bayes + random_forest + svm, satellite)
  pairs <- ggplot2::autoplot(flips(set, classes = character(), p.adjust.method = "none"))
  expect_identical(nlevels(pairs$data$panel), 3L)
  expect_s3_class(pairs$facet, "FacetWrap")
  expect_match(pairs$labels$caption, "Pale: p not below", fixed = TRUE)
  expect_match(pairs$labels$alt, "random_forest vs naive_bayes, overall: ", fixed = TRUE)
  data <- transform(satellite, half = rep(c("first", "second"), length.out = nrow(satellite)))
  halves <- flips(data, svm, tree, truth = truth, by = half, classes = character())
  expect_identical(levels(ggplot2::autoplot(halves)$data$label), c("second", "first"))
  both <- flips(data, svm, tree, truth = truth, by = half, classes = "red soil")
  expect_identical(levels(ggplot2::autoplot(both)$data$label)[3], "first, red soil")
})

test_that("nothing flipped, and what is no longer whole", {
  same <- flips(prediction_set(truth ~ svm + again, transform(satellite, again = svm)))
  plot <- ggplot2::autoplot(same)
  expect_true(all(layer(plot, 1)[c("xmin", "xmax")] == 0))
  expect_true(all(layer(plot, 1)$alpha < 1))
  expect_error(ggplot2::autoplot(same[0, ]), "it cannot be drawn", class = "verdict_error_plot")
  expect_error(ggplot2::autoplot(same, 1), class = "verdict_error_argument")
})

test_that("error rates are points, with the intervals that are known", {
  data <- data.frame(y = rep(c("a", "b"), c(14, 6)))
  first <- learner(function(data) data$y[1], function(model, newdata) rep("a", nrow(newdata)))
  broken <- learner(function(data) stop("no"), function(model, newdata) "a")
  run <- function(plan, ...) error_estimate(suppressWarnings(resample_scores(plan, list(...), data, y)))
  x <- run(resampling_plan(data, folds = 4, seed = 2), first = first, broken = broken)
  plot <- ggplot2::autoplot(x)
  expect_identical(layer(plot, 2)$x, x$error[1])
  expect_equal(c(layer(plot, 1)$xmin, layer(plot, 1)$xmax), c(x$conf.low[1], x$conf.high[1]))
  expect_identical(layer(plot, 3)$label, "the learner failed in 4 splits")
  expect_identical(plot$labels$title, "Error rates by 4-fold cross-validation")
  expect_match(plot$labels$caption, "Interval: 95%, corrected t over splits. Data: 20 rows.", fixed = TRUE)
  boot <- run(resampling_plan(data, "bootstrap", repetitions = 5, seed = 1), first = first)
  expect_identical(levels(ggplot2::autoplot(boot)$data$series), c("resubstitution", "out_of_bag", "632", "632+"))
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_s3_class(expect_invisible(plot(boot)), "ggplot")
  expect_error(ggplot2::autoplot(x[0, ]), "it cannot be drawn", class = "verdict_error_plot")
})

test_that("one replicability has no picture", {
  expect_error(plot(structure(list(), class = "replicability")), "replicability_study", class = "verdict_error_plot")
})

test_that("the number beside the longest bar is within its panel", {
  x <- flips(prediction_set(truth ~ ., satellite))
  for (inches in c(5, 7)) {
    on_page(inches, 4, {
      rows <- flip_bars(x)
      plot <- ggplot2::ggplot_build(ggplot2::autoplot(x))
      ends <- plot$layout$panel_params[[1]]$x.range
      free <- (ends[2] - max(abs(rows$count))) / diff(ends)
      panel <- panel_inches(row_names(levels(rows$label))) / 3
      expect_gt(free * panel, 0.07 * widest(format_count(abs(rows$count))))
    })
  }
  expect_match(levels(rows$panel)[1], "random_forest vs naive_bayes", fixed = TRUE)
  long <- stats::setNames(satellite[1:4], c("truth", strrep(c("a", "b", "c"), 60)))
  expect_lte(max(nchar(levels(flip_bars(flips(prediction_set(truth ~ ., long)))$panel))), 44)
})

test_that("why an error rate is missing fits beside long names", {
  set.seed(2)
  data <- data.frame(x = rnorm(30), y = rep(c("a", "b"), 15))
  bad <- learner(function(data) stop(strrep("no luck ", 30)), function(model, newdata) "a")
  plan <- resampling_plan(data, folds = 3)
  scores <- suppressWarnings(resample_scores(plan, stats::setNames(list(bad), strrep("n", 60)), data, y))
  plot <- on_page(5, 4, suppressWarnings(ggplot2::autoplot(error_estimate(scores))))
  expect_true(all(nchar(unlist(strsplit(plot$layers[[3]]$data$note, "\n"))) <= 60))
})
