test_that("summary() says what was found and what is not known", {
  x <- mock_comparison(
    c("asphalt", "building", "car", "soil", "tree", "pool"),
    c(1.01, 1.002, 0.95, 1.75, 0.9, NA), c(0.03, 0.005, 0.1, 0.2, 0.02, NA)
  )
  x$note[6] <- "class never predicted by nb"
  expect_snapshot(summary(x))
  expect_snapshot(summary(mock_accuracy()))
  clustered <- mock_accuracy(p = 0.4, clustered = TRUE, design = design_of("clustered"))
  expect_snapshot(summary(clustered))
})

test_that("the margin is stated", {
  ratio <- with_margin(mock_comparison(), 1 / 1.5, 1.5)
  expect_output(print(summary(ratio)), "a ratio from 0.6667 to 1.5 does not matter")
  said <- summary(with_margin(mock_accuracy(p = 0.4), high = NA))
  expect_match(said$cautions, "Margin: a difference down to -0.02 does not matter", all = FALSE)
  expect_match(summary(mock_accuracy(p = 0.4))$cautions, "with `margin`, the largest difference that", all = FALSE)
})

test_that("among lines of several pairs each names its pair, also where nothing was compared", {
  set <- prediction_set(
    rep(c("a", "b"), c(3, 2)),
    one = c("a", "a", "b", "b", "b"), copy = c("a", "a", "b", "b", "b"), never = rep("a", 5)
  )
  lines <- function(...) summary(compare_classifiers(set, ...))$sections[[1]]
  expect_match(lines("accuracy"), "^copy against one: 0.800 of both: the same", all = FALSE)
  expect_match(lines("precision", classes = "b"), "^never against one: not compared", all = FALSE)
  alone <- compare_classifiers(set[c("one", "copy")], "accuracy")
  expect_match(summary(alone)$sections[[1]], "^0.800 of both: the same")
})

test_that("several pairs have a section each, and there is an end to them", {
  s <- summary(mock_many(4))
  expect_length(s$sections, 6)
  expect_named(s$sections[1], "Precision, rf against nb (ratio, 4 classes)")
  many <- mock_many(2, letters[1:6])
  expect_output(print(summary(many)), "... and 3 more comparisons; print()", fixed = TRUE)
})

test_that("pairs of one row each are lines of one section, and of many those that show something come first", {
  pairs <- utils::combn(letters[1:7], 2)
  p <- rep(0.8, ncol(pairs))
  p[21] <- 1e-6
  many <- mock_accuracy(0.03, 0.02, p, classifier = pairs[2, ], reference = pairs[1, ])
  said <- summary(many)$sections
  expect_named(said, c("All comparisons", "Accuracy, 12 of 21 pairs"))
  expect_match(said[[2]][1], "[(]g[)] against .* [(]f[)].*: g is better")
  expect_output(print(summary(many)), "... and 9 more comparisons; print() of the result", fixed = TRUE)
})

test_that("of the positive class alone the metric says it, and the better one is named first", {
  set <- prediction_set(truth ~ svm + tree, spam_filters, positive = "spam")
  said <- summary(assess_classifiers(set, "sensitivity"))$sections
  expect_named(said, "Sensitivity")
  expect_match(said[[1]], "^(svm|tree): 0[.]")
  expect_named(summary(compare_classifiers(set, "sensitivity"))$sections, "Sensitivity, svm against tree")
})

test_that("leaving the number of comparisons out of account is said", {
  x <- mock_comparison(p.adjust.method = "none")
  expect_match(summary(x)$cautions[1], "below 0.05, not adjusted for the number of comparisons")
  # Bound to what was adjusted, each part has its own words.
  set <- prediction_set(truth ~ naive_bayes + random_forest + svm, satellite)
  plain <- compare_classifiers(set, "kappa", p.adjust.method = "none")
  both <- summary(rbind(compare_classifiers(set, "accuracy"), plain))$cautions[1]
  expect_match(both, "3 comparisons (max-T) and 3 comparisons (not adjusted), part by part. Int", fixed = TRUE)
})

test_that("averages are called so", {
  x <- mock_accuracy()
  x$metric <- "f_meas"
  x$average <- "macro"
  expect_named(summary(x)$sections, "Macro-averaged F measure, rf against nb")
})

test_that("assessments are summed up by classifier", {
  expect_snapshot(summary(mock_assessment()))
  one <- summary(mock_assessment("a"))$sections[[1]]
  expect_equal(unname(one[1]), "nb: a 0.600 [0.560, 0.630].")
  x <- mock_assessment()
  x$estimate[2] <- NA
  x$note[2] <- "class never predicted by nb"
  expect_match(
    summary(x)$sections[[1]][1], "not available for soil (class never predicted by nb).",
    fixed = TRUE
  )
  x$estimate[1:3] <- NA
  expect_match(
    summary(x)$sections[[1]][1], "^nb: not available for 3 classes: asphalt [(]no reason given[)]"
  )
})

test_that("assessments over all classes are ranked", {
  x <- mock_assessment(NA_character_, c("nb", "rf", "svm"), "accuracy")
  x$estimate[3] <- NA
  x$note[3] <- "no rows"
  expect_equal(
    summary(x)$sections[[1]],
    c("rf: 0.775 [0.735, 0.805].", "nb: 0.600 [0.560, 0.630].", "svm: no rows.")
  )
})

test_that("summary() needs all the columns", {
  x <- mock_comparison()
  x$p.value <- NULL
  expect_error(summary(x), class = "verdict_error_columns")
})

test_that("few observations are said to be few", {
  few <- prediction_set(
    truth ~ svm + tree, vehicle_cv[vehicle_cv$id %in% unique(vehicle_cv$id)[1:39], ], id = id
  )
  said <- function(x, words = "fewer than 40 observations") any(grepl(words, summary(x)$cautions))
  expect_true(said(compare_classifiers(few, method = "wald")))
  # Score tests keep the level with few.
  expect_false(said(compare_classifiers(few)))
  expect_true(said(compare_classifiers(few), "only 39 observations"))
  expect_false(said(compare_classifiers(prediction_set(truth ~ svm + tree, vehicle_cv, id = id), method = "wald")))
  expect_false(said(compare_classifiers(prediction_set(truth ~ svm + tree, satellite[1:30, ]))))
})

test_that("a result without rows has nothing to say", {
  for (x in list(mock_comparison(), mock_assessment())) {
    expect_equal(capture.output(print(summary(x[0, ]))), "A result without rows.")
  }
})

test_that("a difference that is shown but small is called so", {
  x <- mock_accuracy(0.001, 0.0004, 1e-6)
  x$estimate.classifier <- 0.9114
  x$estimate.reference <- 0.9104
  x <- with_margin(x)
  expect_match(describe_pair(x), "0.9114 [(]rf[)] against 0.9104 .*: rf is better, but by less than the margin [(]p")
  expect_match(summary(x)$cautions, "Margin: a difference from -0.02", all = FALSE)
  by_class <- with_margin(mock_comparison(c("a", "b"), c(1.01, 1.5), c(0.001, 0.01)), 1 / 1.02, 1.02)
  expect_match(describe_pair(by_class)[1], "^b: .* rf is better by more than the margin [(]p")
  expect_match(describe_pair(by_class)[2], "^a: .* rf is better, but by less than the margin [(]p")
})

test_that("values that are shown to differ never print the same", {
  x <- mock_accuracy(1e-7, 4e-8, 1e-6)
  shown <- format(x)
  expect_false(shown$rf == shown$nb)
  equal <- mock_accuracy(1e-7, 1e-6, 0.8)
  expect_identical(format(equal)$rf, format(equal)$nb)
})

test_that("few rows are said to be few", {
  expect_match(summary(mock_accuracy(n_rows = 12))$cautions, "only 12 rows", all = FALSE)
  expect_match(summary(mock_accuracy(n_rows = 1))$cautions, "There is only 1 row: ", fixed = TRUE, all = FALSE)
  expect_no_match(summary(mock_accuracy())$cautions, "There are only")
})

test_that("what was not tested for one reason is said once", {
  x <- mock_comparison(letters[1:3], rep(NA_real_, 3), rep(NA_real_, 3))
  x$note <- "identical predictions"
  expect_identical(describe_pair(x), "a, b and c: not compared (identical predictions).")
})

test_that("classes that share the lowest or highest value are named together", {
  x <- mock_assessment(c("a", "b", "c"), "nb")
  x$conf.low <- 0.4
  x$conf.high <- 1
  x$estimate <- c(1, 1, 1)
  expect_match(summary(x)$sections[[1]], "on all 3 classes.$")
  x$estimate <- c(0.5, 1, 1)
  expect_match(summary(x)$sections[[1]], "on a to .* on b and c.$")
})

test_that("many pairs are summed up, and only what is shown is put into words", {
  n <- 200
  pairs <- utils::combn(sprintf("c%03d", seq_len(n)), 2)
  many <- mock_accuracy(
    rep(c(0.03, -0.03, 0), length.out = ncol(pairs)), 0.02, rep(c(1e-6, 1e-6, 0.9), length.out = ncol(pairs)),
    classifier = pairs[2, ], reference = pairs[1, ]
  )
  text <- capture.output(print(summary(many)))
  expect_lt(length(text), 100)
  told <- sum(outcomes(many) %in% c("better", "worse"))
  expect_match(text, paste("Of 19,900 comparisons", format_count(told), "show a difference"), fixed = TRUE, all = FALSE)
  expect_match(text, "... and 19,888 more comparisons", fixed = TRUE, all = FALSE)
})

test_that("an interval that is missing is not shown as NA", {
  x <- mock_comparison("a", 2, 0.1)
  x$conf.low <- x$conf.high <- NA_real_
  expect_no_match(describe_pair(x), "NA")
})

test_that("many classifiers are cut off, with their number", {
  many <- mock_assessment(class = NA, classifier = sprintf("c%02d", 1:25), metric = "accuracy")
  said <- unlist(summary(many)$sections)
  expect_match(said, "... and 5 more classifiers; print() of the result shows all.", fixed = TRUE, all = FALSE)
  expect_no_match(said, "c05")
})

test_that("what was bound at several prevalences is told apart", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters, positive = "spam")
  at <- function(verb, metric = "precision", sets = list(x, update_prevalence(x, 0.01), update_prevalence(x, 0.2))) {
    do.call(rbind, lapply(sets, verb, metric))
  }
  where <- c("the prevalence of the data", "prevalence 0.99/0.01", "prevalence 0.8/0.2")
  compared <- summary(at(compare_classifiers))$sections
  expect_identical(names(compared), paste0("Precision at ", where, ", random_forest against naive_bayes"))
  expect_identical(lengths(compared, use.names = FALSE), c(1L, 1L, 1L))
  # Of prevalence 0.01 the ratio is that of the set by itself.
  expect_identical(compared[[2]], summary(compare_classifiers(update_prevalence(x, 0.01), "precision"))$sections[[1]])
  values <- summary(at(assess_classifiers))$sections
  expect_identical(names(values), paste("Precision at", where))
  expect_identical(lengths(values, use.names = FALSE), c(2L, 2L, 2L))
  told <- as.character(at(assess_classifiers))
  expect_match(told, "; precision at prevalence 0.8/0.2: naive_bayes on spam", fixed = TRUE)
  # Classes are counted once.
  y <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  rare <- update_prevalence(y, stats::setNames(c(0.75, rep(0.05, 5)), y$classes))
  expect_match(names(summary(at(compare_classifiers, sets = list(y, rare)))$sections), "6 classes", fixed = TRUE)
  expect_match(names(summary(at(omnibus_test, sets = list(y, rare)))$sections), "(6 classes)", fixed = TRUE)
})

test_that("values against a required one say how their p-values and intervals are adjusted", {
  found <- assess_classifiers(prediction_set(truth ~ ., satellite), "accuracy", null = 0.9)
  cautions <- summary(found)$cautions
  expect_match(cautions, "Intervals are 95%, adjusted like the p-values.", fixed = TRUE, all = FALSE)
  said <- "Test: against 0.9, two-sided; p-values adjusted over 4 tests (max-T)."
  expect_true(said %in% cautions)
  steps <- assess_classifiers(
    prediction_set(truth ~ ., satellite), "accuracy", null = 0.9, p.adjust.method = "holm"
  )
  expect_match(summary(steps)$cautions, "95%, each by itself, not adjusted.", fixed = TRUE, all = FALSE)
})

test_that("two sets, which take no margin, are not told to give one", {
  advice <- "with `margin`"
  expect_no_match(printed_text(summary(compare_independent(c(45, 60), c(40, 60)))), advice, fixed = TRUE)
  same <- prediction_set(rep(c("a", "b"), 20), one = rep_len(c("a", "b", "b"), 40), two = rep_len(c("a", "a", "b"), 40))
  expect_match(printed_text(summary(compare_classifiers(same, "accuracy"))), advice, fixed = TRUE)
})

test_that("classes that share a value each have their own interval", {
  d <- data.frame(truth = rep(c("common", "rare"), c(200, 3)))
  d$p <- d$q <- d$truth
  d$q[1:5] <- "rare"
  said <- unlist(summary(assess_classifiers(prediction_set(truth ~ p + q, d), "recall"))$sections)
  # Wilson's limits of n of n: n / (n + z^2).
  low <- c(200, 3) / (c(200, 3) + qnorm(0.975)^2)
  own <- sprintf("p: 1.000 [%.3f, 1.000] on common and 1.0 [%.1f, 1.0] on rare.", low[1], low[2])
  expect_match(said, own, fixed = TRUE, all = FALSE)
  # As many rows, the same interval.
  e <- data.frame(truth = rep(c("a", "b", "c"), c(50, 50, 20)))
  e$p <- e$q <- e$truth
  e$q[101] <- "a"
  said <- unlist(summary(assess_classifiers(prediction_set(truth ~ p + q, e), "recall"))$sections)
  low <- sprintf("%.2f", c(50, 20) / (c(50, 20) + qnorm(0.975)^2))
  own <- sprintf("p: 1.00 [%s, 1.00] on a and b and 1.00 [%s, 1.00] on c.", low[1], low[2])
  expect_match(said, own, fixed = TRUE, all = FALSE)
  expect_match(said, sprintf("to 1.00 [%s, 1.00] on a and b.", low[1]), fixed = TRUE, all = FALSE)
})

test_that("a heading counts all pairs, whether shown or not", {
  set.seed(1)
  m <- matrix(runif(150 * 5), 150, dimnames = list(NULL, letters[1:5]))
  l <- data.frame(
    item = rep(1:150, 10), sys = rep(rep(letters[1:5], each = 150), 2), metric = rep(c("ndcg", "mrr"), each = 750),
    s = c(m, m^2)
  )
  v <- verdict(score_set(l, score = s, classifier = sys, item = item, metric = metric))
  said <- utils::capture.output(print(summary(v)))
  expect_identical(sum(said %in% c("Ndcg, 10 pairs", "Mrr, 2 of 10 pairs")), 2L)
  expect_match(said, "and 8 more comparisons", all = FALSE)
})
