benefit_by_hand <- function(p, t) mean((p >= t) * (twelve$event - (1 - twelve$event) * t / (1 - t)))

test_that("a decision curve has the classifiers, everybody and nobody", {
  curve <- decision_curve(twelve_set(), c(.2, .5))
  expect_identical(unique(curve$strategy), c("a", "b", "treat all", "treat none"))
  at <- function(strategy, t) curve[curve$strategy == strategy & curve$threshold == t, ]
  expect_equal(at("a", .5)$net_benefit, 1 / 6)
  expect_equal(at("a", .5)$std.error, .2071939, tolerance = 1e-6)
  expect_equal(at("b", .2)$net_benefit, benefit_by_hand(twelve$b, .2))
  expect_equal(at("treat all", .2)$net_benefit, 5 / 12 - 7 / 12 / 4)
  expect_equal(at("treat none", .2)$net_benefit, 0)
  band <- attr(curve, "differences")
  expect_equal(band$estimate[band$class == "0.5"], -1 / 12)
  expect_true(all(band$adj.conf.low < band$conf.low))
})

test_that("classifiers without a band, as identical ones, are drawn all the same", {
  skip_if_not_installed("ggplot2")
  local_null_device()
  p <- c(.1, .7, .4, .6)
  event <- c(0, 1, 0, 1)
  expect_no_error(plot(decision_curve(probability_set(event, a = p, b = p))))
  one_cluster <- probability_set(event, a = p, b = 1 - p, id = rep(1, 4))
  expect_no_error(plot(suppressWarnings(decision_curve(one_cluster))))
})

test_that("the band is that of the largest of correlated t statistics, drawn from their definition", {
  set.seed(24)
  event <- rbinom(60, 1, .4)
  p <- vapply(c(a = 1, b = .6), function(gap) plogis(2 * gap * event - gap + rnorm(60)), numeric(60))
  thresholds <- c(.2, .3, .5, .7)
  band <- attr(decision_curve(probability_set(event, p), thresholds, conf.level = .9), "differences")
  gain <- function(p) vapply(thresholds, function(t) (p >= t) * (event - (1 - event) * t / (1 - t)), numeric(60))
  each <- gain(p[, "b"]) - gain(p[, "a"])
  se <- apply(each, 2, sd) / sqrt(60)
  expect_equal(abs(band$estimate), abs(colMeans(each)))
  expect_equal(band$std.error, se)
  root <- chol(cor(each))
  z <- abs(matrix(rnorm(4e5), ncol = 4) %*% root) / sqrt(rchisq(1e5, 59) / 59)
  largest <- z[cbind(seq_len(1e5), max.col(z))]
  half <- (band$adj.conf.high - band$adj.conf.low) / 2 / se
  expect_equal(half, rep(quantile(largest, .9, names = FALSE), 4), tolerance = .01)
  beyond <- vapply(abs(colMeans(each)) / se, function(t) mean(largest >= t), 0)
  expect_equal(band$adj.p.value, beyond, tolerance = .02)
})

test_that("at a known prevalence the classes count as they do there", {
  curve <- decision_curve(twelve_set(), .5, prevalence = .1)
  y <- twelve$event == 1
  tpr <- mean(twelve$a[y] >= .5)
  fpr <- mean(twelve$a[!y] >= .5)
  expect_equal(curve$net_benefit[1], .1 * tpr - .9 * fpr)
  expect_equal(curve$std.error[1], sqrt(.01 * tpr * (1 - tpr) / 4 + .81 * fpr * (1 - fpr) / 6))
  all <- curve[curve$strategy == "treat all", ]
  expect_equal(c(all$net_benefit, all$conf.low, all$conf.high), rep(.1 - .9, 3))
  expect_match(capture.output(print(curve)), "prevalence taken as 0.1", all = FALSE)
  metric <- net_benefit(c(.2, .5), prevalence = .1)
  # As known as the rows of each class are many (Satterthwaite).
  part <- c(.01 * tpr * (1 - tpr) / 4, .81 * fpr * (1 - fpr) / 6)
  df <- sum(part)^2 / sum(part^2 / c(4, 6))
  half <- stats::qt(.975, df) * sqrt(sum(part))
  expect_equal(curve$conf.high[1] - curve$net_benefit[1], half)
  gap <- (twelve$b >= .5) - (twelve$a >= .5)
  part <- c(.01 * var(gap[y]) / 5, .81 * var(gap[!y]) / 7)
  compared <- compare_classifiers(twelve_set(), net_benefit(.5, prevalence = .1))
  expect_equal(compared$df, sum(part)^2 / sum(part^2 / c(4, 6)))
  refuse <- function(expr) expect_error(expr, class = "verdict_error_argument")
  refuse(assess_classifiers(twelve_set(id = patient), metric))
  refuse(compare_classifiers(twelve_set(), list("brier", metric)))
  refuse(net_benefit(.2, prevalence = 1))
})

test_that("where one is more useful is said, and where it is undecided", {
  set.seed(1)
  ill <- rbinom(500, 1, .4)
  x <- probability_set(ill, good = plogis(4 * ill - 2 + rnorm(500)), poor = runif(500))
  curve <- decision_curve(x, seq(.1, .6, .1))
  expect_match(as.character(curve), "good is more useful than poor at thresholds (from )?0.[0-9, and]+ to 0.6")
  expect_output(print(curve), "Claims hold at all these thresholds together")
  turned <- decision_curve(x[c("poor", "good")], .5)
  expect_match(as.character(turned), "good is more useful than poor")
  expect_match(as.character(decision_curve(x[c("good", "poor")], .5)), "good is more useful than poor")
  expect_match(as.character(decision_curve(twelve_set(), .5)), "between b and a it is undecided")
  expect_match(as.character(decision_curve(twelve_set(), c(.4, .5))), "Between b and a it is undecided at every")
  one <- decision_curve(x["good"], c(.2, .4))
  expect_null(attr(one, "differences"))
  expect_match(as.character(one), "good is not compared")
  expect_output(print(one[1:3]), "strategy")
})

test_that("words, table and picture are of the rows that are left", {
  set.seed(1)
  ill <- rbinom(500, 1, .4)
  x <- probability_set(ill, good = plogis(4 * ill - 2 + rnorm(500)), poor = runif(500), other = runif(500))
  curve <- decision_curve(x, c(.01, 1 / 3, .5), reference = "good")
  said <- function(rows) as.character(curve[rows, ])
  expect_match(said(curve$threshold > .1 & curve$strategy != "other"), "^good is more useful than poor at [^;]*[.]$")
  expect_match(said(curve$threshold < .1 & curve$strategy != "other"), "^At this threshold: between poor and good it")
  expect_match(said(curve$threshold == 1 / 3 & curve$strategy != "poor"), "^At this threshold: good is more useful")
  for (one in c("good", "treat all", "treat none")) {
    expect_identical(said(curve$strategy == one), paste(one, "is not compared."))
    expect_identical(sum(grepl("good|poor|treat all|treat none ", capture.output(curve[curve$strategy == one, ]))), 1L)
  }
  skip_if_not_installed("ggplot2")
  drawn <- ggplot2::autoplot(curve[curve$strategy != "poor" & curve$threshold > .4, ])
  expect_identical(drawn$data$line[drawn$data$panel == "difference"], "other minus good")
  expect_identical(drawn$data$threshold[drawn$data$panel == "difference"], .5)
})

test_that("beyond four classifiers the first is the reference; names stay apart", {
  set.seed(2)
  p <- matrix(runif(200), 40, dimnames = list(NULL, c("treat all", letters[1:4])))
  curve <- decision_curve(probability_set(rep(0:1, 20), p), c(.2, .4))
  expect_identical(unique(attr(curve, "differences")$reference), "treat all")
  expect_true("treat all*" %in% curve$strategy)
})

test_that("what has no decision curve is refused", {
  refuse <- function(expr, class = "set") expect_error(expr, class = paste0("verdict_error_", class))
  refuse(decision_curve(twelve))
  refuse(decision_curve(probability_set(event ~ a, twelve, scores = TRUE)))
  refuse(decision_curve(twelve_set(), 1.5), "argument")
})

test_that("the picture has curves above differences", {
  skip_if_not_installed("ggplot2")
  set.seed(1)
  ill <- rbinom(300, 1, .4)
  x <- probability_set(ill, good = plogis(4 * ill - 2 + rnorm(300)), poor = runif(300))
  curve <- decision_curve(x, seq(.1, .9, .1))
  plot <- ggplot2::autoplot(curve)
  expect_identical(levels(plot$data$panel), c("net benefit", "difference"))
  expect_match(plot$labels$alt, "good is more useful than poor")
  expect_match(plot$labels$caption, "0\\s+is\\s+excluded")
  expect_identical(levels(ggplot2::autoplot(curve, "curves")$data$panel), "net benefit")
  single <- ggplot2::autoplot(decision_curve(x, .5, prevalence = .2), "differences")
  expect_equal(single$data$threshold, .5)
  expect_match(single$labels$caption, "prevalence of 0.2")
  local_null_device()
  expect_silent(print(plot))
  expect_s3_class(plot(decision_curve(x["good"], c(.2, .4))), "ggplot")
  # One point is no line.
  expect_no_message(plot(decision_curve(x, .2)))
})

test_that("classifiers with the same probabilities are the same at every threshold", {
  x <- probability_set(c(0, 1, 0, 1), a = c(.1, .7, .4, .6), b = c(.1, .7, .4, .6))
  expect_match(as.character(decision_curve(x)), "b and a are the same at every threshold.", fixed = TRUE, all = FALSE)
  one <- as.character(decision_curve(x, thresholds = 0.3))
  expect_match(one, "b and a are the same", fixed = TRUE, all = FALSE)
})

test_that("of clusters the covariance is the same beside an area, and what no memory holds is refused", {
  i <- 1:120
  x <- probability_set(i %% 3 == 0, a = (i * 7) %% 11 / 11, b = (i * 5) %% 13 / 13, id = i %/% 4)
  by_row <- function(p, t) ((p >= t) * ((i %% 3 == 0) - (i %% 3 != 0) * t / (1 - t)))
  rows <- sapply(c(0.2, 0.5), function(t) by_row((i * 7) %% 11 / 11, t) - by_row((i * 5) %% 13 / 13, t))
  # The mean over rows: sums of what is left of it by cluster, CR2 by each cluster's share of the rows.
  left <- rowsum(sweep(rows, 2, colMeans(rows)), i %/% 4)
  share <- as.vector(table(i %/% 4)) / 120
  expected <- crossprod(left / sqrt(1 - share)) / 120^2
  contrast <- kronecker(diag(2), matrix(c(1, -1)))
  alone <- vcov(x, net_benefit(c(0.2, 0.5)))
  expect_equal(unname(t(contrast) %*% alone %*% contrast), unname(expected))
  both <- vcov(x, list(net_benefit(c(0.2, 0.5)), "roc_auc"))
  expect_equal(unname(both[1:4, 1:4]), unname(alone[1:4, 1:4]))
  many <- rep(1:2500, 2)
  large <- probability_set(rep(0:1, 2500), a = many / 5000, b = rep(1:5, 1000) / 9, id = many)
  expect_error(
    vcov(large, net_benefit(seq(0.1, 0.9, length.out = 1.1e5))), "clusters add.*would take 4.4 GB",
    class = "verdict_error_size"
  )
})
