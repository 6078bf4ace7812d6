test_that("classifiers with the same results are named together", {
  labels <- rep(c("a", "b"), 10)
  same <- stats::setNames(rep(list(labels), 9), paste0("m", 1:9))
  x <- prediction_set(data.frame(truth = labels, same), truth, -truth)
  text <- paste(capture.output(print(verdict(x))), collapse = " ")
  # Lines are broken anywhere.
  text <- gsub(" +", " ", text)
  expect_match(text, "m1, m2, .* m8 and m9 all have the same results on every row [(]accuracy 1[.]00[)]: there is")
})

test_that("what has a long name is named above its table, which fits the console", {
  x <- prediction_set(truth ~ naive_bayes + svm + tree, satellite)
  printed <- capture.output(print(verdict(x, metric = c("accuracy", "npv"), average = "macro"), width = 80))
  expect_true(all(nchar(printed) <= 80 | startsWith(printed, "plot(")))
  at <- which(printed == "Macro-averaged negative predictive value")
  expect_length(at, 1)
  expect_match(printed[at + 1], "^  classifier +value +place +difference +interval +p$")
})

test_that("of classes alone the first line counts the differences", {
  long <- data.frame(
    classifier = rep(c("a", "b", "c"), 2), class = rep(c("x", "y"), each = 3),
    estimate = c(0.5, 0.6, 0.7, 0.6, 0.6, 0.8)
  )
  x <- estimate_set(long, diag(0.001, 6))
  expect_match(paste(capture.output(print(verdict(x))), collapse = " "), "Of 6 comparisons 3 show a difference")
})

test_that("a verdict on mean ranks names the classifier that has the best, with its mean rank", {
  # means 0.745, 0.750, 0.825; mean ranks 2.25, 2.375, 1.375
  scores <- cbind(
    a = c(.78, .60, .69, .68, .84, .68, .82, .87), b = c(.68, .62, .83, .69, .63, .89, .75, .91),
    c = c(.89, .75, .81, .90, .81, .90, .71, .83)
  )
  ranks <- colMeans(t(apply(-scores, 1, rank)))
  x <- score_set(scores, design = "datasets", metric = "accuracy")
  said <- paste(format(verdict(x, method = "nemenyi")), collapse = " ")
  best <- names(which.min(ranks))
  expect_match(said, sprintf(
    "No difference in mean rank of accuracy is shown among the 3 classifiers; %s has the lowest (%s)",
    best, signif(min(ranks), 3)
  ), fixed = TRUE)
  many <- score_set(cbind(scores, d = scores[, 1] - .1, e = scores[, 2] - .2), design = "datasets", metric = "accuracy")
  ranks <- sort(colMeans(t(apply(-many$scores[, , 1], 1, rank))))
  shown <- expect_no_warning(capture.output(print(verdict(many, method = "nemenyi"))))
  rows <- trimws(shown)[grep("^ *classifier", shown) + seq_along(ranks)]
  expect_match(rows, paste0("^", names(ranks), " +", sprintf("%.2f", ranks + 1e-9), " [a-z]+", collapse = "|"))
  expect_identical(substr(rows, 1, 1), names(ranks))
  # the scores themselves are still what a test of scores speaks of
  expect_match(paste(format(verdict(x)), collapse = " "), "in accuracy is shown .* has the highest \\(0\\.8")
})

test_that("a class on which all are the same says so, and one class may show what all together do not", {
  set.seed(3)
  truth <- sample(c("a", "b", "c"), 600, TRUE)
  guess <- function(right) ifelse(runif(600) < right | truth == "c", truth, sample(c("a", "b"), 600, TRUE))
  v <- verdict(prediction_set(truth, one = guess(.7), two = guess(.8), three = guess(.6)), "recall")
  shown <- printed_text(v)
  expect_match(shown, "c 1.00 a 1.00 a 1.00 a same", fixed = TRUE)
  alone <- v$comparison$class[is_decided(outcomes(v$comparison))]
  expect_identical(unique(alone), "a")
  expect_true(all(v$global$adj.p.value > 0.05, na.rm = TRUE))
  expect_match(shown, "no pair is shown to differ; what is shown on a single class holds, as it is", fixed = TRUE)
})

test_that("that less is better is said beside the values, once", {
  set.seed(4)
  p <- data.frame(truth = rep(0:1, c(60, 40)))
  for (k in 1:3) p[[paste0("m", k)]] <- stats::plogis(p$truth * k - 1 + stats::rnorm(100))
  x <- probability_set(truth ~ m1 + m2 + m3, p, positive = 1)
  times <- function(text, in_text) lengths(regmatches(in_text, gregexpr(text, in_text, fixed = TRUE)))
  text <- function(x) gsub("\\s+", " ", paste(capture.output(print(x)), collapse = " "))
  expect_identical(times("ess is better", text(verdict(x))), 1L)
  expect_match(text(verdict(x, metric = "log_loss")), "Less is better.", fixed = TRUE)
  expect_match(text(as_table(verdict(x))), "(less is better in Brier score and log loss)", fixed = TRUE)
  for (shown in list(
    compare_classifiers(x, "log_loss"), as_table(compare_classifiers(x, "log_loss")),
    assess_classifiers(x, "brier_score"), omnibus_test(x, "log_loss")
  )) {
    expect_identical(times("Less is better.", text(shown)), 1L)
  }
  expect_false(grepl("ess is better", text(compare_classifiers(x, "roc_auc"))))
  # Values are listed from the best.
  expect_match(text(summary(assess_classifiers(x, "log_loss"))), "Log loss (less is better) - m3: ", fixed = TRUE)
  labels <- prediction_set(truth ~ tree + svm + naive_bayes, satellite)
  rates <- text(verdict(labels, metric = "fpr"))
  expect_match(rates, "False positive rate by class (less is better)", fixed = TRUE)
})

test_that("of a metric that is neither good nor bad one is higher, not better", {
  data <- data.frame(
    truth = rep(c("a", "b"), each = 100), often = rep(c("a", "b", "a", "b"), c(95, 5, 60, 40)),
    seldom = rep(c("a", "b", "a", "b"), c(60, 40, 5, 95))
  )
  v <- verdict(prediction_set(truth ~ often + seldom, data, positive = "a"), "detection_prevalence")
  expect_match(printed_text(v), "often is higher than seldom in detection prevalence", fixed = TRUE)
})

test_that("two that are tied are better than all others, not than some of them", {
  # Two are always right, seven are wrong on 60 rows each of their own.
  truth <- rep(c("p", "q"), length.out = 600)
  wrong <- function(at) replace(truth, at, ifelse(truth[at] == "p", "q", "p"))
  d <- data.frame(truth, a = truth, b = wrong(1))
  for (k in 1:7) d[[paste0("m", k)]] <- wrong(60 * k + 1:60)
  said <- capture.output(print(verdict(prediction_set(truth ~ ., d), metric = "accuracy"), width = 500))
  expect_match(said, "a and b are better than all 7 others in accuracy; a has the highest", fixed = TRUE, all = FALSE)
})

test_that("a difference that is shown without an interval says why", {
  d <- group_data(A = c(300, 26, 13), B = c(300, 20, 15))
  wrong <- which(d$first == d$second)[1:40]
  d$third <- replace(d$first, wrong, ifelse(d$first[wrong] == "p", "n", "p"))
  v <- verdict(prediction_set(truth ~ second + first + third, d, by = site), metric = "accuracy")
  where <- v$groups$where
  unknown <- is.na(where$conf.low) & where$decision %in% c("better", "worse")
  said <- paste(capture.output(print(v, width = 500)), collapse = " ")
  expect_true(any(unknown))
  expect_match(said, "(1) exact test and Tango interval disagree at the border", fixed = TRUE)
})

test_that("a classifier that cannot be compared with the first one keeps its row", {
  # a and b have no fold in common, c and d have all.
  scores <- cbind(
    a = c(.1, .2, .4, NA, NA, NA), b = c(NA, NA, NA, .5, .7, .6), c = c(.6, .7, .5, .8, .6, .9),
    d = c(.5, .7, .6, .6, .8, .7)
  )
  both <- rbind(
    data.frame(fold = 1:6, metric = "accuracy", scores), data.frame(fold = 1:6, metric = "recall", scores),
    data.frame(fold = 1:6, metric = "precision", scores)
  )
  long <- stats::reshape(both, list(letters[1:4]), "score", "classifier", times = letters[1:4], direction = "long")
  x <- score_set(long, score = score, classifier = classifier, fold = fold, metric = metric, na = "keep")
  text <- capture.output(print(verdict(x)))
  expect_length(grep("^  [abcd] ", text), 8)
})

test_that("where scores are missing the values of a verdict are those of each classifier, and the reason is said", {
  # b has only the first, easy half, on which a is always 0.1 better; c is 0.05 better than b.
  noise <- rep(c(-.02, -.01, .01, .02), 10)
  m <- cbind(a = .7 + noise, b = .6 + rev(noise) / 2, c = .65 - noise) - rep(c(0, .4), each = 20)
  m[21:40, "b"] <- NA
  m[1:4, "c"] <- NA
  x <- score_set(m, item = 1:40, na = "keep")
  v <- verdict(x)
  lines <- capture.output(print(v))
  shown <- regmatches(lines, regexec("^  ([abc]) +([0-9.]+) [abc]", lines))
  shown <- do.call(rbind, shown[lengths(shown) > 0])
  own <- colMeans(m, na.rm = TRUE)
  # the order is that of the decisions: a beats both, c beats b
  expect_identical(shown[, 2], c("a", "c", "b"))
  expect_equal(as.numeric(shown[, 3]), unname(own[shown[, 2]]), tolerance = 6e-4)
  expect_equal(v$assessment$estimate, unname(own))
  text <- paste(lines, collapse = " ")
  expect_match(text, "a is the best of 3 in score (0.500)", fixed = TRUE)
  expect_match(text, "Of 40 items a has 40, b has 20 and c has 36: each is judged on those that it", fixed = TRUE)
  expect_match(as.character(rank_classifiers(x)), "b, which has the best value, is worse than another", fixed = TRUE)
  for (table in list(as_table(v), as_table(compare_classifiers(x), layout = "wide"))) {
    cells <- paste(format(table, "text"), collapse = " ")
    expect_match(cells, "0.500?\\*\\*|\\*\\*0.500?")
    expect_match(cells, "0.600", fixed = TRUE)
    expect_match(cells, "Of 40 items", fixed = TRUE)
  }
  expect_equal(plot(v)$data$estimate[match(c("a", "b", "c"), plot(v)$data$label)], unname(own))
  # the same in a group: there the first 20 items are one, of which b has all
  by <- score_set(m, item = 1:40, na = "keep", by = rep(c("u", "v"), c(24, 16)))
  places <- slice_places(subset(verdict(by)$groups$where, class == "u"))
  expect_equal(places$value[match("a", places$classifier)], signif(mean(m[1:24, "a"]), 12))
  # without a common item
  m[1:20, "a"] <- NA
  none <- paste(capture.output(print(verdict(score_set(m, item = 1:40, na = "keep")))), collapse = " ")
  expect_match(none, "Without a test: a and b (too few units for this test; 40 items left out", fixed = TRUE)
})

test_that("of labels where the two of a pair differ three are ranked by their differences, without values", {
  set.seed(5)
  classes <- c("neg", "pos")
  truth <- sample(classes, 1500, TRUE, c(.6, .4))
  right <- function(share) ifelse(runif(1500) < share, truth, ifelse(truth == "neg", "pos", "neg"))
  d <- data.frame(truth = NA_character_, a = right(.85), b = right(.8), c = right(.75))
  few <- function(d) prediction_set(truth ~ c + b + a, d, levels = classes, labelling = "by_pattern")
  asked <- next_labels(few(d), 300)$rows
  d$truth[asked] <- truth[asked]
  x <- few(d)
  pairs <- compare_classifiers(x, "accuracy")
  expect_true(all(is.na(pairs$estimate.classifier)) && sum(pairs$decision != "undecided") == 2)
  v <- verdict(x)
  expect_match(format(v), "^a is the best of 3 in accuracy: better than b and c[.]")
  expect_output(print(v), "In precision nothing could be compared.", fixed = TRUE)
  ranks <- rank_classifiers(x)
  expect_identical(as.list(ranks[c("classifier", "rank.low", "rank.high", "letters")]), list(
    classifier = c("a", "b", "c"), rank.low = c(1, 2, 2), rank.high = c(1, 3, 3), letters = c("a", "b", "b")
  ))
  table <- paste(format(as_table(v), width = 200), collapse = "\n")
  expect_match(table, "[*]{2}\u2013[*]{2} \\[", all = FALSE)
  expect_match(table, "Significantly worse than the best of its row")
  expect_identical(nrow(ggplot2::ggplot_build(plot(v))$plot$data), nrow(v$overall) + nrow(v$comparison))
})

test_that("in tables of several metrics and of classes pairs without a test are named, with the reason", {
  set.seed(1)
  event <- rbinom(60, 1, 0.4)
  p <- matrix(runif(180), 60)
  p[which(event == 1)[1], 1] <- 0
  v <- verdict(probability_set(event, a = p[, 1], b = p[, 2], c = p[, 3]), c("brier", "log_loss"))
  text <- printed_text(v, width = 200)
  expect_match(text, "Without a test in log loss: [abc] and [abc], [abc] and [abc] [(]log loss of a is infinite")

  truth <- rep_len(c("x", "y", "z"), 90)
  set <- prediction_set(
    truth, a = ifelse(truth == "z", "y", truth), b = rep_len(c("x", "y", "z", "y"), 90),
    c = rep_len(c("z", "y", "x", "x"), 90)
  )
  text <- printed_text(verdict(set, "precision"), width = 200)
  expect_match(text, "Without a test: a and b on z, a and c on z [(]class never predicted by a", perl = TRUE)
})

test_that("a metric of which neither more nor less is better gives no places, and no one is better in it", {
  set.seed(1)
  p <- stats::runif(500, 0.05, 0.95)
  x <- probability_set(stats::rbinom(500, 1, p), right = p, timid = stats::plogis(stats::qlogis(p) / 2), bold = p^2)
  text <- printed_text(verdict(x, "calibration_slope"))
  expect_match(text, "classifier AUC place difference", fixed = TRUE)
  expect_match(text, "classifier calibration slope difference", fixed = TRUE)
  set.seed(8)
  y <- stats::rbinom(100, 1, 0.4)
  few <- probability_set(y, a = stats::plogis(y + stats::rnorm(100)), b = stats::plogis(0.6 * y + stats::rnorm(100)))
  expect_match(
    printed_text(verdict(few, c("roc_auc", "calibration_slope"))),
    "Which of a and b is better in AUC is undecided; undecided too: calibration slope.", fixed = TRUE
  )
})

test_that("of what has no good side nobody is the best", {
  x <- estimate_set(c(A = 0.3, B = 0.1, C = 0.2), vcov = diag(3) * 1e-4, metric = "share", better = NA)
  expect_match(format(verdict(x)), "A has the highest share (0.300): higher than C and B.", fixed = TRUE)
})

test_that("classes that no pair could be compared on are not among those of which nothing is shown", {
  set.seed(2)
  truth <- sample(letters[1:4], 400, TRUE)
  called <- function(unknown) {
    ifelse(runif(400) < unknown, "unknown", ifelse(runif(400) < 0.8, truth, sample(letters[1:4], 400, TRUE)))
  }
  data <- data.frame(truth, m1 = called(0.1), m2 = called(0.12), m3 = called(0))
  said <- paste(capture.output(print(verdict(prediction_set(truth ~ ., data)))), collapse = " ")
  expect_match(said, "on any of 4\\s+classes,\\s+1\\s+is\\s+not\\s+compared\\s+\\(unknown\\)")
})

test_that("a class where no pair is compared has the reasons of all pairs", {
  d <- data.frame(truth = rep(c("a", "b", "c"), c(20, 20, 6)))
  d$p <- d$q <- d$r <- d$truth
  d$r[d$truth == "c"] <- "b"
  d$q[41] <- "a"
  d$p[42] <- "b"
  said <- function(formula) {
    paste(utils::capture.output(print(verdict(prediction_set(formula, d), "precision"), width = 300)), collapse = "\n")
  }
  # p and q are right whenever they say c, r never says it.
  for (formula in list(truth ~ p + q + r, truth ~ r + q + p)) {
    expect_match(said(formula), "c: not compared: ")
    expect_match(said(formula), "(p and q|q and p) \\(precision of both is exactly 0 or exactly 1\\)")
    expect_match(said(formula), "(p and r, q and r|r and q, r and p) \\(class never predicted by r\\)")
  }
  # Of one reason it is said once.
  d$r <- replace(d$truth, 1, "b")
  expect_match(said(truth ~ p + q + r), "c: not compared (precision of both is exactly 0 or exactly 1).", fixed = TRUE)
})
