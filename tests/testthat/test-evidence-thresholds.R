threshold_example <- function() {
  set.seed(1)
  y <- rbinom(400, 1, .3)
  e <- rnorm(400)
  a <- plogis(qlogis(.3) - 1.5^2 / 2 + 1.5 * (1.5 * y + .7 * e + .7 * rnorm(400)))
  data.frame(y, a, b = plogis(qlogis(.3) - .5 + y + .7 * e + .7 * rnorm(400)))
}

test_that("a net benefit that few rows of a class decide says so, at thresholds as given", {
  d <- threshold_example()
  x <- probability_set(y ~ a + b, d, positive = 1)
  at <- c(.9, .05, .02, .3)
  found <- compare_classifiers(x, net_benefit(at))
  differ <- function(t, class) sum(((d$a >= t) != (d$b >= t))[d$y == class])
  expect_identical(differ(.02, 1), 0L)
  words <- function(t, class) {
    n <- differ(t, class)
    rows <- paste(n, if (n == 1) "row" else "rows", "of", class)
    paste("p may be too small with only", rows, "on which the two differ")
  }
  expect_gt(differ(.3, 0), 5)
  expect_identical(found$note, c(words(.02, 1), words(.05, 1), NA, words(.9, 0)))
  alone <- assess_classifiers(x, net_benefit(c(.3, .9)))
  called <- colSums(d[d$y == 0, c("a", "b")] >= .9)
  expect_identical(alone$note[1:2], c(NA_character_, NA))
  rows <- paste(called, ifelse(called == 1, "row", "rows"))
  expect_identical(
    alone$note[3:4], paste("interval may be too short with only", rows, "of 0 called otherwise than the rest")
  )
  known <- compare_classifiers(x, net_benefit(c(.05, .3), prevalence = .01))
  expect_identical(known$note, c(NA_character_, NA)) # at that prevalence an event counts for less
})

test_that("a decision curve claims nothing where few rows decide, in words and in the picture", {
  d <- threshold_example()
  curve <- decision_curve(probability_set(y ~ a + b, d, positive = 1))
  rows <- attr(curve, "differences")
  rough <- rows$status %in% "rough"
  expect_true(all(rows$adj.conf.high[1:2] < 0) && all(rough[1:5]) && !any(rough[6:50]))
  expect_output(print(curve), "a is more useful than b at the threshold 0.35; undecided elsewhere.", fixed = TRUE)
  expect_output(print(curve, width = 500), "Nothing is claimed where fewer than 5 rows of a class that matters are")
  drawn <- ggplot2::ggplot_build(plot(curve, type = "differences"))$plot$data
  expect_identical(is.na(drawn$low[drawn$threshold < .06]), rep(TRUE, 5))
})

# No event is called otherwise at the lowest thresholds, and many others are.
clustered_example <- function() {
  set.seed(3)
  id <- rep(1:60, each = 8)
  y <- rbinom(480, 1, plogis(-1 + rnorm(60)[id]))
  a <- plogis(2 * y - 2 + rnorm(480))
  data.frame(y, a, b = plogis(2 * y - 1.6 + rnorm(480)), who = id, w = rep(c(1, 2), 240))
}

test_that("a net benefit that few rows of a class decide says so with ids and weights of sampling too", {
  d <- clustered_example()
  at <- c(.01, .02, .05, .3)
  expect_identical(vapply(at, function(t) sum(((d$a >= t) != (d$b >= t))[d$y == 1]), 0L), c(0L, 0L, 0L, 39L))
  few <- "p may be too small with only 0 rows of 1 on which the two differ"
  sets <- list(
    probability_set(y ~ a + b, d, positive = 1), probability_set(y ~ a + b, d, positive = 1, id = who),
    probability_set(y ~ a + b, d, positive = 1, weights = w, weights_are = "sampling"),
    probability_set(y ~ a + b, d, positive = 1, id = who, weights = w, weights_are = "sampling"),
    probability_set(y ~ a + b, d, positive = 1, id = who, weights = w)
  )
  for (x in sets) {
    expect_identical(compare_classifiers(x, net_benefit(at))$note, c(few, few, few, NA))
    alone <- assess_classifiers(x, net_benefit(c(.3, .9)))$note
    expect_identical(alone[1:2], c(NA_character_, NA))
    expect_match(alone[4], "interval may be too short with only 0 rows of 0 called otherwise than the rest")
    curve <- decision_curve(x, at)
    expect_output(print(curve), "Between b and a it is undecided")
    expect_output(print(curve, width = 500), "Nothing is claimed where fewer than 5 rows of a class that matters are")
  }
})

test_that("a part of a curve in which few rows lie says so", {
  d <- threshold_example()
  x <- probability_set(y ~ a + b, d[d$y == 0 | seq_len(400) < 60, ], positive = 1)
  events <- sum(d$y[1:59])
  expect_lt(events, 25)
  few <- paste0("with only about ", round(.2 * events), " rows of 1 in this part")
  for (metric in list(partial_auc(tpr = c(.8, 1)), partial_auc(tpr = c(.8, 1), standardised = TRUE))) {
    expect_match(assess_classifiers(x, metric)$note, few)
    expect_match(compare_classifiers(x, metric)$note, few)
  }
  expect_match(assess_classifiers(x, partial_auc(.02))$note, "about 6 rows of 0 in this part")
  expect_true(is.na(compare_classifiers(x, partial_auc(.1))$note))
})

test_that("an area near 1 of few rows says that the interval of its difference is short", {
  y <- rep(0:1, c(40, 12))
  a <- c(seq(.01, .4, .01), seq(.6, .71, .01))
  d <- data.frame(y, a = replace(a, 52, .395), b = replace(a, 41:46, seq(.1, .35, .05)))
  found <- compare_classifiers(probability_set(y ~ a + b, d, positive = 1), "roc_auc")
  area <- mean(outer(d$a[y == 1], d$a[y == 0], ">"))
  expect_identical(found$note, paste("interval may be too short with only 12 rows of 1 and an AUC of", signif(area, 3)))
  expect_true(is.na(compare_classifiers(probability_set(y ~ a + b, threshold_example(), positive = 1), "roc_auc")$note))
})

test_that("a verdict on areas near 1 says that an interval may be too short, of several pairs once", {
  set.seed(1)
  y <- rep(1:0, c(60, 240))
  a <- plogis(3.5 * y - 2 + rnorm(300))
  b <- plogis(4.5 * y - 2.5 + rnorm(300))
  x <- probability_set(y, a = a, b = b)
  said <- "In AUC an interval may be too short with only 60 rows of 1 and an AUC of 0.999."
  equivalent <- verdict(x, "roc_auc", margin = .01)
  expect_match(printed_text(equivalent), "b and a are equivalent in AUC")
  for (v in list(equivalent, verdict(x))) {
    expect_match(printed_text(v), said, fixed = TRUE)
    expect_match(summary_text(v), said, fixed = TRUE)
  }
  in_table <- function(x) printed_text(as_table(x, layout = "wide"))
  expect_match(in_table(equivalent), said, fixed = TRUE)
  expect_match(in_table(equivalent$overall), said, fixed = TRUE)
  expect_no_match(in_table(verdict(x)), "too short") # nothing is claimed there
  expect_match(summary_text(compare_classifiers(x, "roc_auc", margin = .01)), said, fixed = TRUE)
  many <- probability_set(y, a = a, b = b, c = plogis(4 * y - 2 + rnorm(300)))
  expect_gt(length(unique(compare_classifiers(many, "roc_auc")$note)), 1)
  expect_length(gregexpr("an interval may be too short", printed_text(verdict(many, "roc_auc")))[[1]], 1)
})

test_that("what few clusters decide is said of observations, not of rows", {
  set.seed(1)
  y <- rep(1:0, c(60, 240))
  d <- data.frame(
    y, a = plogis(3.5 * y - 2 + rnorm(300)), b = plogis(4.5 * y - 2.5 + rnorm(300)), who = rep(1:15, 20)
  )
  x <- probability_set(y ~ a + b, d, positive = 1, id = who)
  said <- "with only 15 observations with rows of 1 and an AUC of 0.999"
  expect_match(compare_classifiers(x, "roc_auc")$note, said, fixed = TRUE)
  for (of in list(compare_classifiers, assess_classifiers)) {
    expect_match(of(x, partial_auc(.2))$note, "only 15 observations with rows of 0, of which 20% lie in this part")
  }
  expect_match(compare_classifiers(x, "brier_skill")$note, "only 15 observations with rows of 1: compare the Brier")
  plain <- probability_set(y ~ a + b, d, positive = 1)
  expect_match(compare_classifiers(plain, "roc_auc")$note, "with only 60 rows of 1 and an AUC of 0.999", fixed = TRUE)
  holes <- probability_set(y ~ a + b, transform(d, a = replace(a, 300, NA)), positive = 1, id = who, na = "partial")
  expect_match(compare_classifiers(holes, "brier_skill")$note, "only 15 observations with rows of 1: compare")
})
