test_that("the confusion matrices are those of table()", {
  set <- prediction_set(truth ~ naive_bayes + svm, satellite)
  expect_equal(as.table(set, "svm"), table(satellite[c("truth", "svm")]), ignore_attr = "class")
  both <- as.table(set)
  expect_equal(dim(both), c(6, 6, 2))
  expect_equal(names(dimnames(both)), c("truth", "prediction", "classifier"))
  counted <- table(satellite$truth, satellite$naive_bayes)
  expect_equal(as.vector(both[, , "naive_bayes"]), as.vector(counted))
  expect_equal(as.table(set, c("svm", "naive_bayes"))[, , "svm"], both[, , "svm"])
})

test_that("the table of one classifier is taken back", {
  set <- prediction_set(truth ~ svm, satellite)
  again <- as_prediction_set(as.table(set))
  expect_equal(again$patterns, set$patterns)
  expect_equal(again$count, set$count)
  expect_equal(again$classifiers, "svm")
})

test_that("weights, and classes never met, are in the table", {
  d <- data.frame(truth = c("a", "b"), m = c("a", "a"), w = c(2, 1))
  set <- prediction_set(truth ~ m, d, weights = w, levels = c("a", "b", "c"))
  expect_equal(as.vector(as.table(set)), c(2, 1, 0, 0, 0, 0, 0, 0, 0))
})

test_that("confusion matrices draw", {
  skip_if_not_installed("ggplot2")
  pdf(NULL)
  on.exit(dev.off())
  set <- prediction_set(truth ~ ., satellite)
  expect_s3_class(plot(set), "ggplot")
  expect_s3_class(plot(set, "svm"), "ggplot")
  tiles <- confusion_tiles(set, 3)
  expect_equal(tiles$count, as.vector(table(satellite$truth, satellite$svm)))
  expect_equal(tiles$share, as.vector(prop.table(table(satellite$truth, satellite$svm), 1)))
  recall <- assess_classifiers(prediction_set(truth ~ svm, satellite), "recall")
  expect_equal(tiles$share[tiles$right], recall$estimate)
  wide <- prediction_set(data.frame(truth = rep(1:50, each = 2), m = rep(1:50, 2)), truth, m)
  expect_s3_class(plot(wide), "ggplot")
  d <- data.frame(truth = c("a", "b", "a"))
  for (j in 1:17) d[[paste0("m", j)]] <- c("a", "b", "b")
  many <- prediction_set(truth ~ ., d)
  expect_warning(ggplot2::autoplot(many), class = "verdict_warning_crowded")
  expect_no_warning(ggplot2::autoplot(many, many$classifiers[-1]))
})

test_that("an unknown classifier is refused", {
  set <- prediction_set(truth ~ svm, satellite)
  expect_error(as.table(set, "tree"), class = "verdict_error_classifier")
  for (wrong in list(1, quote(svm), mean, new.env())) {
    expect_error(as.table(set, wrong), class = "verdict_error_classifier")
  }
  expect_error(as.table(set, character()), "not an empty character vector", class = "verdict_error_classifier")
  expect_error(as.table(set, digits = 1), class = "verdict_error_argument")
  skip_if_not_installed("ggplot2")
  expect_error(ggplot2::autoplot(set, "tree"), class = "verdict_error_classifier")
})

test_that("a table or a picture of very many classes is refused, by size and with a way out", {
  labels <- seq_len(1e4)
  x <- prediction_set(truth ~ a + b, data.frame(truth = labels, a = labels, b = rev(labels)))
  expect_error(as.table(x), "10,000 classes would take 6.4 GB.*as.data.frame", class = "verdict_error_size")
  skip_if_not_installed("ggplot2")
  expect_error(plot(x), "10,000 classes are more than a plot can show", class = "verdict_error_plot")
})

test_that("the cells of many classes are counted in their places", {
  set.seed(4)
  truth <- sample(400, 800, TRUE)
  predicted <- sample(400, 800, TRUE)
  x <- prediction_set(truth ~ a, data.frame(truth, a = predicted), levels = 1:400)
  expect_equal(as.vector(as.table(x)), as.vector(table(factor(truth, 1:400), factor(predicted, 1:400))))
})

test_that("counts in a picture are as large as their tiles allow", {
  skip_if_not_installed("ggplot2")
  local_null_device()
  labels <- c(LETTERS, letters)
  x <- prediction_set(truth ~ a, data.frame(truth = labels, a = rev(labels)), weights = rep(1000, 52))
  grob <- ggplot2::layer_grob(ggplot2::autoplot(x), 3)[[1]]
  drawn <- function(inches) {
    grid::pushViewport(grid::viewport(width = grid::unit(inches, "inches"), height = grid::unit(inches, "inches")))
    on.exit(grid::popViewport())
    length(grid::makeContent(grob)$children)
  }
  expect_equal(c(drawn(2), drawn(15)), 0:1)
})

test_that("of thirty classes every name is drawn", {
  skip_if_not_installed("ggplot2")
  set.seed(1)
  truth <- sample(sprintf("category %d", rep(1:30, 20)))
  guess <- function() ifelse(stats::runif(600) < 0.7, truth, sample(truth))
  plot <- ggplot2::autoplot(prediction_set(truth, a = guess(), b = guess()))
  grDevices::pdf(NULL, 7, 5)
  on.exit(grDevices::dev.off())
  text <- ggplot2::calc_element("axis.text.x", plot$theme)
  # A name needs its height: the panels have about 2.9 inches each.
  expect_identical(text$angle, 90)
  expect_lt(text$size, 72 * 2.9 / 30)
  few <- ggplot2::autoplot(prediction_set(truth ~ ., satellite))
  expect_identical(ggplot2::calc_element("axis.text.x", few$theme)$angle, 45)
})

test_that("sets without predicted labels have no confusion matrix, and say so", {
  x <- score_set(cbind(a = 1:8, b = 8:1), design = "datasets")
  expect_error(as.table(x), "has no confusion matrix", class = "verdict_error_set")
})
