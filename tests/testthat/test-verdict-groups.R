test_that("asking about groups never changes the headline", {
  data <- group_data(A = c(300, 40, 4), B = c(300, 30, 3), C = c(200, 3, 30), D = c(100, 4, 5), E = c(50, 2, 0))
  with <- verdict(group_set(data))
  without <- verdict(prediction_set(truth ~ second + first, data[c("truth", "second", "first")]))
  expect_identical(with$overall, without$overall)
  expect_identical(as.character(with), as.character(without))
  expect_null(without$groups)
  by_formula <- verdict(truth ~ second + first, data, by = site)
  expect_identical(by_formula$groups$where$adj.p.value, with$groups$where$adj.p.value)
})

test_that("where is told in words: who is better in which groups, the opposite, the rest, sameness", {
  v <- verdict(group_set(group_data(
    A = c(300, 40, 4), B = c(300, 30, 3), C = c(200, 3, 30), D = c(100, 4, 5), E = c(50, 2, 0)
  )))
  text <- printed_text(v)
  expect_match(text, "Accuracy by site", fixed = TRUE)
  expect_match(text, "first is better in 2 of 5 sites (A and B), second is better in 1 of 5 sites (C)", fixed = TRUE)
  expect_match(text, "undecided in 2; the difference is not the same everywhere (p < 0.001).", fixed = TRUE)
  expect_match(summary_text(v), "first is better in 2 of 5 sites", fixed = TRUE)
  one_way <- verdict(group_set(group_data(A = c(300, 60, 4), B = c(300, 4, 5), C = c(200, 5, 4))))
  expect_match(
    printed_text(one_way), "first is better in 1 of 3 sites (A), undecided in 2; in no site is second shown to be",
    fixed = TRUE
  )
  all <- verdict(group_set(group_data(A = c(300, 60, 4), B = c(300, 60, 5))))
  expect_match(printed_text(all), "first is better in both sites; no change between sites is shown", fixed = TRUE)
  none <- verdict(group_set(group_data(A = c(100, 3, 4), B = c(90, 5, 4))))
  expect_match(printed_text(none), "Which is better is undecided in both sites", fixed = TRUE)
})

test_that("each metric of the headline that was judged by group has its reservation, others say that they were not", {
  data <- group_data(A = c(300, 60, 4), B = c(300, 4, 5), C = c(200, 5, 4))
  data$first <- ifelse(data$first == data$truth, 1, 0)
  data$second <- ifelse(data$second == data$truth, 1, 0)
  long <- do.call(rbind, lapply(c("bleu", "rouge"), function(metric) {
    data.frame(
      item = rep(seq_len(nrow(data)), 2), classifier = rep(c("first", "second"), each = nrow(data)), metric = metric,
      score = c(data$first, data$second) + seq_len(nrow(data)) %% 7 / 1e3, site = rep(data$site, 2)
    )
  }))
  set <- score_set(long, score = score, classifier = classifier, item = item, metric = metric, by = site)
  expect_match(
    printed_text(verdict(set, headline = 0.6)),
    paste(
      "first is better than second in bleu and rouge. The difference is shown in 1 of 3 sites (A) only, and it varies",
      "between sites."
    ),
    fixed = TRUE
  )
  x <- prediction_set(
    truth ~ first + second, group_data(A = c(300, 60, 4), B = c(300, 4, 5), C = c(200, 5, 4)),
    by = site, positive = "p"
  )
  expect_match(printed_text(verdict(x)), "[.] In accuracy the difference is shown .*, and it varies between sites[.]")
})

test_that("groups share what the headline and the details leave of the level", {
  data <- group_data(A = c(300, 40, 4), B = c(300, 30, 3), C = c(200, 3, 30), D = c(100, 4, 5))
  v <- verdict(group_set(data))
  levels <- rbind(v$levels[c("part", "level")], v$groups$levels[c("part", "level")])
  left <- 0.05 # All pairs of the headline are decided.
  expect_equal(levels$level[levels$part == "details"], left / 2)
  # Equal differences are rejected at half, which passes to the groups.
  expect_equal(v$groups$levels$level, c(left / 2, left / 4))
  raw <- compare_classifiers(group_set(data), "accuracy", over = "groups")
  expect_equal(v$groups$where$adj.p.value, pmin(1, raw$adj.p.value * 2))
  het <- omnibus_test(group_set(data), over = "groups")
  expect_equal(v$groups$same$adj.p.value, pmin(1, het$p.value * 4))
  plain <- verdict(group_set(data), p.adjust.method = "none")
  expect_equal(plain$groups$where$p.value, plain$groups$where$adj.p.value)
  expect_equal(plain$groups$levels$level, c(0.05, 0.05))
  expect_match(printed_text(plain), "p-values of sites not adjusted", fixed = TRUE)
})

test_that("several pairs, clusters, margins and rows of no group are told", {
  data <- grouped_rows(400)
  data$site[1:7] <- NA
  x <- prediction_set(truth ~ one + two + three, data, id = id, by = c(site, sex), na = "omit")
  text <- printed_text(verdict(x))
  expect_match(text, "Accuracy by group", fixed = TRUE)
  none <- "Of all pairs nothing is shown: undecided in all 6 groups; no change between groups (smallest p > 0.99)"
  expect_match(text, none, fixed = TRUE)
  expect_match(text, "7 rows of no group only over all", fixed = TRUE)
  m <- verdict(group_set(group_data(A = c(300, 60, 4), B = c(300, 3, 4))), margin = 0.05)
  expect_match(printed_text(m), "equivalent in 1", fixed = TRUE)
  lots <- prediction_set(truth ~ ., data.frame(
    truth = data$truth, site = rep(c("u", "v"), 200), a = data$one, b = data$two, c = data$three,
    d = rev(data$one), e = rev(data$two), f = rev(data$three)
  ), by = site)
  rest <- "... and 3 more pairs in the element `groups`. Of the other pairs nothing is shown"
  expect_match(printed_text(verdict(lots)), rest, fixed = TRUE)
})

test_that("groups whose sameness cannot be tested say so, and one group is none", {
  data <- grouped_rows(60)
  data$two[data$site == "z"] <- data$one[data$site == "z"]
  x <- prediction_set(truth ~ one + two, data, id = id, by = site)
  expect_match(printed_text(verdict(x)), "whether it is the same everywhere could not be tested", fixed = TRUE)
  expect_null(verdict(group_set(group_data(A = c(40, 5, 3))))$groups)
  same <- group_data(A = c(20, 0, 0), B = c(30, 0, 0))
  expect_match(printed_text(verdict(group_set(same))), "the same results", fixed = TRUE)
})

test_that("columns' names give the noun", {
  expect_identical(c(group_nouns("site"), group_nouns("city"), group_nouns("class"), group_nouns(c("a", "b"))),
    c("sites", "cities", "groups", "groups")
  )
  expect_identical(count_groups_of(1, "site"), "1 site")
})

test_that("the name of the groups heads their column, wherever there is one", {
  data <- group_data(A = c(300, 40, 4), B = c(300, 3, 30), C = c(100, 4, 5))
  x <- group_set(data)
  where <- compare_classifiers(x, "accuracy", over = "groups")
  expect_match(printed_text(where), "Accuracy by site: first against second", fixed = TRUE)
  for (shown in list(where, assess_classifiers(x, "accuracy", over = "groups"))) {
    expect_match(capture.output(print(shown)), "^site ", all = FALSE)
    expect_identical(names(format(shown))[1], "site")
    expect_identical(names(as.data.frame(as_table(shown)))[1], "site")
  }
  expect_identical(names(as.data.frame(as_table(where, layout = "wide")))[1], "site")
  expect_match(as.character(as_table(where, format = "latex")), "\nsite &", fixed = TRUE)
  expect_match(printed_text(verdict(x)), "Accuracy by site site (rows) first second", fixed = TRUE)
  expect_match(printed_text(omnibus_test(x, over = "groups")), "the same in all sites?", fixed = TRUE)
  both <- as_table(verdict(x))
  expect_match(printed_text(both), "by class and site of", fixed = TRUE)
  # A single column of letters, or several, give no noun.
  names(data)[1] <- "s"
  letters <- compare_classifiers(prediction_set(truth ~ second + first, data, by = s), over = "groups")
  expect_match(capture.output(print(letters)), "^group ", all = FALSE)
})

test_that("what undecided means is said where groups are", {
  clear <- verdict(group_set(group_data(A = c(300, 40, 4), B = c(300, 30, 29))), metric = "accuracy")
  expect_identical(clear$overall$decision, "better")
  expect_match(printed_text(clear), "Undecided: the data do not show which is better", fixed = TRUE)
})

test_that("the set says its groups; of many the decided are shown first; folds are not judged by group", {
  expect_match(printed_text(group_set(group_example())), "groups 3 by site: A, B and C", fixed = TRUE)
  parts <- c(rep(list(c(40, 2, 2)), 27), list(c(200, 60, 2)))
  names(parts) <- paste0("g", 1:28)
  many <- printed_text(verdict(group_set(do.call(group_data, parts))))
  expect_match(many, "decision g28 ", fixed = TRUE)
  data <- grouped_rows(100)
  data$fold <- rep(1:5, 20)
  folds <- prediction_set(truth ~ one + two, data[c("truth", "one", "two", "site", "fold")], fold = fold, by = site)
  expect_match(printed_text(verdict(folds)), "Groups of cross-validated predictions are not judged", fixed = TRUE)
})

test_that("tables, methods, pictures and plain rows of a verdict have its groups", {
  v <- verdict(group_set(group_data(A = c(300, 40, 4), B = c(300, 3, 30), C = c(100, 4, 5))))
  rows <- tidy(v)
  expect_identical(rows$group, c(NA, NA, NA, "A", "B", "C"))
  expect_identical(rows$class[4:6], rep(NA_character_, 3))
  expect_equal(rows$estimate[4:6], c(0.12, -0.09, -0.01))
  expect_false("group" %in% names(tidy(verdict(prediction_set(truth ~ svm + tree, satellite)))))
  wide <- as_table(v)
  cells <- as.data.frame(wide)
  at <- match(c("site A", "site B", "site C"), cells[["class or site"]])
  expect_identical(cells$first[at], c("0.987", "0.900*", "0.950"))
  expect_identical(cells$second[at], c("0.867*", "0.990", "0.960"))
  judged <- paste(
    "Each p already allows for all tests: the sites (3 tests, min-P) and whether they differ (1 test) have their share",
    "of what the headline leaves."
  )
  expect_match(printed_text(wide), judged, fixed = TRUE)
  expect_equal(v$groups$levels$level, c(0.15, 0.075) * 0.05)
  long <- as_table(v, layout = "long")
  expect_identical(tail(as.data.frame(long)$decision, 3), c("better", "worse", "undecided"))
  text <- paste(format(methods_text(v)), collapse = " ")
  expect_match(text, "Each of the 3 sites was judged by the exact McNemar test", fixed = TRUE)
  expect_match(text, "at the level 0.0075 over 3 tests, adjusted by the step-down min-P method", fixed = TRUE)
  expect_match(text, "whether the difference is the same in all of them by the score test", fixed = TRUE)
  items <- data.frame(item = 1:40, one = (1:40) %% 5, two = (40:1) %% 5, site = rep(c("u", "v"), 20))
  bare <- verdict(score_set(items, classifiers = c(one, two), item = item, by = site))
  expect_match(paste(format(methods_text(bare)), collapse = " "), "nothing of the level was left", fixed = TRUE)
})

test_that("groups that are not adjusted are judged at the whole level, and say so", {
  x <- group_set(group_data(A = c(300, 40, 4), B = c(300, 3, 30), C = c(100, 4, 5)))
  v <- verdict(x, p.adjust.method = "none")
  expect_match(printed_text(v), "p-values of sites not adjusted.", fixed = TRUE)
  alone <- vapply(c("A", "B", "C"), function(site) {
    stats::binom.test(list(A = c(40, 4), B = c(3, 30), C = c(4, 5))[[site]])$p.value
  }, 0)
  expect_equal(v$groups$where$adj.p.value, unname(alone))
})

test_that("pictures of a verdict have its groups", {
  skip_if_not_installed("ggplot2")
  v <- verdict(group_set(group_data(A = c(300, 40, 4), B = c(300, 3, 30), C = c(100, 4, 5))))
  drawn <- ggplot2::autoplot(v)
  expect_true(all(c("site A", "site B", "site C") %in% unlist(lapply(drawn$data, as.character))))
  expect_match(drawn$labels$caption, "the sites [(]3 tests, min-P[)]\\s+and\\s+whether\\s+they\\s+differ")
  data <- grouped_rows(600)
  three <- verdict(prediction_set(truth ~ one + two + three, data[setdiff(names(data), "id")], by = site))
  panels <- ggplot2::autoplot(three)
  expect_true("Accuracy: site z" %in% levels(panels$data$panel))
  expect_s3_class(ggplot2::autoplot(three, type = "matrix"), "ggplot")
})

test_that("groups that nothing is asked of cost the details nothing", {
  one <- transform(satellite, site = "here", fold = rep(1:5, 400))
  level <- function(...) verdict(prediction_set(truth ~ tree + naive_bayes, one, ...))$levels$level
  expect_identical(level(by = site), level())
  folds <- level(fold = fold)
  expect_identical(level(fold = fold, by = rep(c("n", "s"), 1000)), folds)
})

test_that("against a reference the values of groups have its signs, and no letters", {
  data <- group_data(A = c(300, 60, 4), B = c(300, 40, 5))
  data$third <- rev(data$second)
  text <- printed_text(verdict(prediction_set(truth ~ first + second + third, data, by = site), reference = "first"))
  expect_match(text, "A [(][0-9]+[)] +0[.][0-9]+ +0[.][0-9]+ - +0[.][0-9]+ ")
  expect_no_match(text, "[0-9] (a|b|ab) ")
})

test_that("glance() counts the comparisons in groups among those that were judged", {
  set.seed(1)
  d <- data.frame(truth = sample(c("x", "y"), 300, TRUE), site = rep(c("n", "s", "w"), 100))
  d$a <- ifelse(runif(300) < .85, d$truth, "x")
  d$b <- ifelse(runif(300) < .6, d$truth, "y")
  v <- verdict(prediction_set(truth ~ a + b, d, by = site))
  all <- glance(v)
  # accuracy, precision of two classes, and three sites; tidy() has the same rows
  expect_identical(all$n_comparisons, nrow(tidy(v)))
  expect_equal(all$n_comparisons, 1 + 2 + 3)
  expect_identical(all$n_significant, sum(tidy(v)$adj.p.value < 0.05))
  expect_equal(all$n_better + all$n_worse + all$n_undecided, all$n_comparisons)
})

test_that("where all metrics are of classes a verdict says why groups are not judged, and calls that answer", {
  rows <- expand.grid(classifier = c("a", "b"), class = c("car", "dog"), site = c("x", "y", NA))
  rows$metric <- "map"
  rows$estimate <- 0.6 + 0.1 * (rows$classifier == "b")
  x <- estimate_set(rows, diag(0.0005, 12), by = site, n = 300)
  v <- verdict(x)
  text <- printed_text(v)
  expect_match(text, "By site", fixed = TRUE)
  expect_match(text, "compare_classifiers(over = \"groups\") compares every class in each site", fixed = TRUE)
  expect_null(v$groups$where)
  # these calls do: a Wald test of 0.1 with the variance 0.0005 + 0.0005
  found <- compare_classifiers(x, over = "groups")
  expect_identical(found$class, c("x: car", "x: dog", "y: car", "y: dog"))
  expect_equal(found$p.value, rep(2 * pnorm(-0.1 / sqrt(0.001)), 4))
  expect_s3_class(where_better(x, classes = "car"), "data.frame")
  for (show in list(summary, as_table, tidy, glance, methods_text)) expect_no_error(capture.output(print(show(v))))
})

test_that("groups are judged by the test that was asked for", {
  set.seed(4)
  d <- 0.3 * as.numeric(arima.sim(list(ar = 0.9), 200)) + 0.25
  times <- data.frame(t = 1:200, a = 5, b = 5 + d, half = rep(c("x", "y"), each = 100))
  x <- score_set(times, classifiers = c(a, b), item = t, by = half, metric = "mse")
  by_time <- by_diebold_mariano(horizon = 20, kernel = "bartlett")
  where <- verdict(x, method = by_time)$groups$where
  expect_identical(where$p.value, compare_classifiers(x, method = by_time, over = "groups")$p.value)
  ratios <- group_set(group_data(A = c(300, 40, 4), B = c(300, 30, 3)))
  expect_identical(unique(verdict(ratios, "accuracy", measure = "ratio")$groups$where$measure), "ratio")
  expect_s3_class(verdict(ratios, "accuracy", method = "permutation", R = 99)$groups$where, "data.frame")
})

test_that("groups of which nothing could be tested are said to be so, not judged over 0 tests", {
  set.seed(5)
  of_group <- function(name, truth) {
    data.frame(g = name, truth, o = plogis(2 * truth + rnorm(length(truth))), w = plogis(truth + rnorm(length(truth))))
  }
  one_no <- of_group("F", c(0, 1, 1, 1))
  large <- do.call(rbind, lapply(c("A", "B"), of_group, rep(0:1, 60)))
  said <- function(data) {
    v <- verdict(probability_set(truth ~ o + w, data, positive = 1, by = g))
    list(text = paste(format(methods_text(v)), collapse = " "), shown = printed_text(as_table(v)))
  }
  some <- said(rbind(large, one_no))
  expect_match(some$text, "; whether the difference is the same in all of them could not be tested.", fixed = TRUE)
  expect_match(some$shown, "and whether they differ (could not be tested) have their share", fixed = TRUE)
  expect_no_match(unlist(some), "0 tests", fixed = TRUE)
  none <- said(rbind(one_no, transform(one_no, g = "G"), transform(one_no, g = "H")))
  expect_no_match(unlist(none), "over 0 tests|[(]0 tests")
  expect_match(none$text, "None of the 3 groups could be tested;", fixed = TRUE)
})

test_that("metrics with options, in a list, are judged by group as others are", {
  data <- transform(spam_filters, half = rep(1:2, length.out = 1601))
  x <- prediction_set(truth ~ svm + tree, data, by = half)
  plain <- verdict(x, c("Accuracy", "precision"))
  listed <- verdict(x, list("Accuracy", "precision", f_meas(2)))
  expect_identical(listed$groups$where$estimate, plain$groups$where$estimate)
  expect_identical(unique(listed$groups$where$metric), unique(plain$groups$where$metric))
  expect_identical(unique(verdict(x, list("precision", f_meas(2)))$groups$where$metric), "accuracy")
})

test_that("ids may repeat in one group and not in another", {
  d <- satellite[1:400, ]
  d$site <- rep(c("n", "s"), each = 200)
  d$patient <- c(rep(1:100, 2), 101:300)
  x <- prediction_set(truth ~ svm + tree, d, id = patient, by = site)
  expect_match(printed_text(verdict(x)), "Accuracy by site")
  # Welch's test of the two differences, each with the variance of its own patients.
  gap <- with(d, (svm == truth) - (tree == truth))
  means <- tapply(gap, d$site, mean)
  variance <- c(
    sum(tapply(gap - means[["n"]], d$patient, sum)[1:100]^2) / 200^2 * 100 / 99, var(gap[d$site == "s"]) / 200
  )
  test <- omnibus_test(x, "accuracy", over = "groups")
  expect_equal(abs(diff(means)[[1]]) / sqrt(sum(variance)), sqrt(test$statistic), tolerance = 0.01)
})

test_that("where a test does not fit over groups, those that are named do", {
  d <- satellite[1:400, ]
  d$site <- rep(c("n", "s"), 200)
  x <- prediction_set(truth ~ svm + tree, d, by = site)
  by <- function(method) compare_classifiers(x, "kap", method = method, over = "groups")
  error <- expect_error(by("mcnemar"), class = "verdict_error_method")
  named <- regmatches(conditionMessage(error), gregexpr("\"[a-z]+\"", conditionMessage(error)))[[1]][-1]
  expect_gt(length(named), 0)
  for (method in gsub("\"", "", named)) {
    expect_s3_class(by(method), "verdict_table")
  }
})

test_that("where items depend on those before them groups are not tested as if they did not", {
  set.seed(6)
  drawn <- stats::filter(stats::rnorm(243), rep(0.5, 4))[2:241]
  d <- data.frame(t = 1:240, series = rep(c("A", "B", "C"), each = 80), x = 5, y = 5.5 + drawn)
  v <- verdict(score_set(d, item = t, by = series, metric = "mae"), method = by_diebold_mariano(horizon = 4))
  expect_identical(v$groups$same$p.value, NA_real_)
  expect_match(printed_text(v), "whether it is the same everywhere could not be tested", fixed = TRUE)
  expect_match(methods_text(v), "whether the difference is the same in all of them could not be tested", fixed = TRUE)
})
