skip_if_not_installed("ggplot2")
folds <- data.frame(
  fold = 1:5, a = c(0.84, 0.81, 0.86, 0.79, 0.88), b = c(0.80, 0.80, 0.83, 0.78, 0.82),
  c = c(0.70, 0.70, 0.73, 0.68, 0.72)
)
on_folds <- score_set(folds, fold = fold, metric = "accuracy")

drawn <- function(x) ggplot2::ggplot_build(ggplot2::autoplot(x))

test_that("the areas of a density are the three probabilities", {
  x <- compare_bayesian(on_folds, reference = "a")
  built <- drawn(x)
  area <- built$data[[1]]
  # The parts meet, and none stands on another.
  expect_true(all(area$ymin == 0))
  for (panel in 1:2) {
    sums <- vapply(c(worse = "#D55E00", equivalent = "grey60", better = "#0072B2"), FUN.VALUE = 0, function(colour) {
      part <- area[area$PANEL == panel & area$fill == colour, ]
      sum(diff(part$x) * (head(part$ymax, -1) + tail(part$ymax, -1)) / 2)
    })
    expected <- unlist(as.data.frame(x)[panel, c("prob.worse", "prob.rope", "prob.better")])
    expect_lt(max(abs(sums - expected)), 0.01)
  }
  # b and c differ by the same in every fold: a point
  point <- drawn(compare_bayesian(on_folds, reference = "b")[2, ])
  expect_equal(point$data[[2]]$x, -0.1)
  # Beside densities it is as high as they are.
  beside <- drawn(compare_bayesian(on_folds))$data
  expect_equal(beside[[2]]$y, max(beside[[1]]$y))
  expect_match(ggplot2::autoplot(compare_bayesian(on_folds, rope = 0))$labels$caption, "no difference")
  flat <- on_folds
  flat$scores[, "a", ] <- flat$scores[, "b", ]
  expect_equal(drawn(compare_bayesian(flat)[1, ])$data[[2]]$x, 0)
  flat$scores[, "a", ] <- flat$scores[, "b", ] - 0.1
  expect_equal(drawn(compare_bayesian(flat)[1, ])$data[[2]]$x, 0.1)
})

test_that("the draws in a triangle are as many in each corner as the probabilities say", {
  set.seed(1)
  scores <- cbind(x = c(0.81, 0.77, 0.92, 0.65, 0.70), y = c(0.79, 0.77, 0.89, 0.66, 0.66))
  set <- score_set(scores, design = "datasets", metric = "accuracy")
  for (method in c("sign", "signed_rank")) {
    x <- compare_bayesian(set, method = method)
    before <- .Random.seed
    points <- drawn(x)$data[[1]]
    expect_identical(.Random.seed, before)
    expect_identical(nrow(points), 2000L)
    expect_true(all(points$y >= 0 & points$y <= sqrt(0.75) & points$x >= 0 & points$x <= 1))
    share <- c(mean(points$colour == "#D55E00"), mean(points$colour == "grey60"))
    expect_lt(max(abs(share - c(x$prob.worse, x$prob.rope))), 0.05)
    expect_identical(ggplot2::autoplot(x)$labels$title, "y vs x")
  }
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_s3_class(plot(x), "ggplot")
})

test_that("posteriors for which a page has no room are on further pages", {
  many <- matrix(stats::runif(90), 10, 9, dimnames = list(NULL, paste0("m", 1:9)))
  x <- compare_bayesian(score_set(many, design = "datasets", metric = "accuracy"), method = "sign")
  third <- ggplot2::autoplot(x, page = 3)
  expect_match(third$labels$caption, "^Page 3 of 3[.]")
  panels <- ggplot2::ggplot_build(third)$layout$layout$panel
  expect_equal(as.character(panels), paste(x$classifier, "vs", x$reference)[25:36])
  expect_error(ggplot2::autoplot(x, page = 4), "from 1 to 3", class = "verdict_error_plot")
  expect_error(ggplot2::autoplot(x, foo = 1), class = "verdict_error_argument")
  expect_no_match(ggplot2::autoplot(x[1:12, ])$labels$caption, "Page")
})

test_that("triangles have equal sides and their letters room, whatever the page and the number of panels", {
  scores <- matrix(stats::runif(60), 12, 5, dimnames = list(NULL, paste0("m", 1:5)))
  x <- compare_bayesian(score_set(scores, design = "datasets", metric = "accuracy"), method = "sign")
  for (page in list(c(5, 4), c(7, 5))) {
    for (n in c(1, 3, 10)) {
      on_page(page[1], page[2], {
        room <- bayes_room(factor(seq_len(n)))
        built <- drawn(x[seq_len(n), ])
      })
      ends <- built$layout$panel_params[[1]]
      expect_equal(diff(ends$x.range) / diff(ends$y.range), room$width / room$height)
      letters <- built$data[[4]]
      line <- room$line * diff(ends$y.range) / room$height
      expect_true(all(letters$y + line <= ends$y.range[2] + 1e-9 & letters$y - line >= ends$y.range[1] - 1e-9))
      expect_true(all(letters$x >= ends$x.range[1] - 1e-9 & letters$x <= ends$x.range[2] + 1e-9))
      inches <- (0.5 - letters$x[letters$hjust == 0]) / diff(ends$x.range) * room$width
      expect_true(all(inches > room$word))
    }
  }
})

test_that("the probabilities stand above the densities and the dashed lines", {
  x <- compare_bayesian(on_folds, reference = "a", rope = 0.01)
  on_page(5, 4, {
    room <- bayes_room(factor(1:2))
    built <- drawn(x)
  })
  top <- built$layout$panel_params[[1]]$y.range
  expect_gte((top[2] - max(built$data[[1]]$ymax)) / diff(top) * room$height, 3 * room$line - 1e-9)
  expect_equal(unique(built$data[[3]]$yend), max(built$data[[1]]$ymax), tolerance = 1e-3)
  expect_match(
    ggplot2::get_alt_text(ggplot2::autoplot(x)), "Densities of posteriors[.] b vs a: better .*, worse .*; c vs a"
  )
})

test_that("panels of several metrics say which", {
  scores <- data.frame(
    fold = rep(1:5, 4), model = rep(c("a", "b"), each = 10), metric = rep(rep(c("accuracy", "auc"), each = 5), 2),
    score = seq(0.6, 0.79, 0.01)
  )
  x <- compare_bayesian(score_set(scores, score, model, fold = fold, metric = metric), rope = 0.01)
  panels <- levels(ggplot2::autoplot(x)$data$panel %||% bayes_panels(x))
  expect_identical(grepl("^[Aa]ccuracy: ", panels), c(TRUE, FALSE))
})
