set_of <- function(...) prediction_set(truth ~ ., data.frame(...))

satellite_pair <- function() prediction_set(truth ~ naive_bayes + random_forest, satellite)

test_that("verdict() holds what the single verbs give", {
  set <- satellite_pair()
  v <- verdict(set)
  expect_named(v, c(
    "set", "assessment", "overall", "comparison", "global", "ranking", "levels", "omnibus", "groups", "together"
  ))
  alone <- setdiff(verdict_columns, grep("^(log.)?adj|conf", verdict_columns, value = TRUE))
  expect_identical(as.data.frame(v$comparison)[alone], as.data.frame(compare_classifiers(set))[alone])
  accuracy <- compare_classifiers(set, "accuracy", "mcnemar")
  expect_identical(as.data.frame(v$overall)[alone], as.data.frame(accuracy)[alone])
  expect_identical(v$assessment, assess_classifiers(set, c("accuracy", "precision")))
})

test_that("all classes together are tested by omnibus_test()", {
  set <- satellite_pair()
  v <- verdict(set)
  expect_equal(v$global$log.p.value, omnibus_test(set, over = "classes")$log.p.value)
  expect_equal(v$global$p.value, exp(v$global$log.p.value))
  expect_equal(v$global$class, v$comparison$class[which.min(v$comparison$p.value)])
  expect_equal(v$global$n_classes, 6)
  expect_true(all(v$global$adj.p.value >= v$global$p.value))
  for (metric in c("recall", "f_meas", "npv", "specificity")) {
    method <- if (metric %in% c("recall", "specificity")) "mcnemar"
    expect_equal(
      verdict(set, metric)$global$log.p.value,
      omnibus_test(set, metric, over = "classes", method = by_combination(test = method))$log.p.value
    )
  }
  expect_equal(
    verdict(set, method = "gee", measure = "odds_ratio")$global$log.p.value,
    omnibus_test(set, over = "classes", method = by_combination(test = "gee"))$log.p.value
  )
  expect_equal(
    verdict(set, alternative = "less")$global$p.value, omnibus_test(set, over = "classes", alternative = "less")$p.value
  )
})

test_that("with several pairs each has its own, adjusted with all other details", {
  v <- verdict(prediction_set(truth ~ ., satellite), metric = c("precision", "f_meas"))
  expect_equal(nrow(v$global), 12)
  holm <- verdict(v$set, metric = c("precision", "f_meas"), p.adjust.method = "holm")
  # one of six pairs is left undecided: of the headline's 0.035 that is used up
  expect_equal(holm$overall$adj.p.value, pmin(1, p.adjust(v$overall$p.value, "holm") / 0.7))
  expect_equal(sum(holm$overall$adj.p.value > 0.05), 1)
  details <- p.adjust(c(v$comparison$p.value, v$global$p.value), "holm")
  expect_equal(c(holm$comparison$adj.p.value, holm$global$adj.p.value), pmin(1, details / 0.3))
  for (metric in c("precision", "f_meas")) {
    rows <- v$global[v$global$metric == metric, ]
    for (i in 1:6) {
      columns <- c("truth", rows$reference[i], rows$classifier[i])
      alone <- prediction_set(truth ~ ., satellite[columns])
      expect_equal(rows$log.p.value[i], omnibus_test(alone, metric, over = "classes")$log.p.value)
    }
  }
})

test_that("what all classes show together and what single ones show may differ", {
  pair <- verdict(satellite_pair())
  level <- function(global, adj) {
    v <- pair
    v$comparison$adj.p.value <- adj
    v$global$adj.p.value <- v$global$p.value <- global
    v$global$log.p.value <- log(global)
    paste(capture.output(print(v, width = 500)), collapse = " ")
  }
  expect_match(level(0.01, 0.2), ": a difference on at least one (p = 0.010), but no single class", fixed = TRUE)
  expect_match(level(0.2, 0.01), "(p = 0.200); what is shown on a single class holds, as it is adj", fixed = TRUE)
  expect_match(level(0.2, 0.2), "All 6 classes taken together: no difference is shown (p = 0.200).", fixed = TRUE)
})

test_that("an average, and a metric over all classes, have their own p-value", {
  for (average in c("macro", "weighted")) {
    v <- verdict(satellite_pair(), metric = "f_meas", average = average)
    expect_equal(v$global$p.value, v$comparison$p.value)
  }
  v <- verdict(satellite_pair(), metric = "mcc")
  expect_equal(v$global$p.value, v$comparison$p.value)
})

many_classifiers <- function(n_classifiers, n_classes, n = 600) {
  set.seed(3)
  classes <- sprintf("k%02d", seq_len(n_classes))
  truth <- sample(classes, n, TRUE)
  predicted <- lapply(seq_len(n_classifiers), function(i) {
    ifelse(runif(n) < 0.4 + 0.5 * i / n_classifiers, truth, sample(classes, n, TRUE))
  })
  names(predicted) <- paste0("c", seq_len(n_classifiers))
  predicted$c1[predicted$c1 == classes[1]] <- classes[2]
  data.frame(truth, predicted)
}

test_that("many classifiers are a table of the first twelve, and a line for each class", {
  set <- prediction_set(truth ~ ., many_classifiers(20, 5))
  v <- verdict(set)
  expect_lte(length(capture.output(print(v, width = 80))), 64)
  text <- capture.output(print(v, width = 2000))
  pairs <- function(rows) unique(paste(rows$classifier, rows$reference))
  single <- v$comparison[which(v$comparison$adj.p.value < 0.05), ]
  more <- length(setdiff(pairs(v$global[which(v$global$adj.p.value < 0.05), ]), pairs(single)))
  also <- paste("together: a difference also of", more, "more pairs [(]p .*at most[)], which no")
  expect_true(any(grepl(also, text)))
  values <- v$assessment[v$assessment$metric == "precision" & v$assessment$class %in% "k02", ]
  best <- values$classifier[which.max(values$estimate)]
  rows <- v$comparison[v$comparison$class == "k02", ]
  ahead <- (rows$classifier == best & rows$estimate > 1 | rows$reference == best & rows$estimate < 1) &
    rows$adj.p.value < 0.05
  expect_true(any(grepl(
    paste0("k02: ", best, " has the highest precision .*: better than ", sum(ahead), " of 19 others; tied with"), text
  )))
  expect_true(any(grepl("not compared with c1[.]$", text)))
  accuracy <- v$ranking$classifier[1:12]
  expect_identical(sub(" .*", "", trimws(text[grep("^ *classifier", text) + 1:12])), accuracy)
  expect_true(any(grepl("... and 8 more classifiers", text, fixed = TRUE)))
  by_reference <- capture.output(print(verdict(set, reference = "c9", metric = "fpr"), width = 2000))
  expect_true(any(grepl("k02: .*c9 [(]0.*; .* are undecided", by_reference)))
  expect_true(any(grepl("against c9", by_reference)))
})

test_that("many classes are cut, a class nobody predicted is said, averages are columns", {
  data <- many_classifiers(5, 15)
  data$truth[1] <- "never"
  text <- capture.output(print(verdict(prediction_set(truth ~ ., data)), width = 2000))
  expect_true(any(grepl("And 4 more classes not shown here", text)))
  few <- capture.output(print(verdict(prediction_set(truth ~ ., data), classes = c("k02", "never")), width = 2000))
  cells <- strsplit(trimws(grep("^ *never", few, value = TRUE)), " +")[[1]]
  expect_true(length(cells) == 6 && all(cells[-1] %in% c("\u2013", "-", "0.000", "a")))
  data <- cbind(data, many_classifiers(9, 15)[7:10])
  few <- capture.output(print(verdict(prediction_set(truth ~ ., data), classes = c("k02", "never")), width = 2000))
  expect_true(any(grepl("never: no classifier could be assessed", few)))
  macro <- capture.output(print(
    verdict(prediction_set(truth ~ ., data), metric = "recall", average = "macro"), width = 2000
  ))
  expect_match(macro, "^ +classifier +accuracy +place +difference +interval +p$", all = FALSE)
  expect_match(macro, "^ +classifier +macro-averaged recall +place +difference +interval +p$", all = FALSE)
})

test_that("a pair is judged in words and figures", {
  expect_snapshot(verdict(satellite_pair()))
})

test_that("many classifiers are ranked and compared pair by pair, or with a reference", {
  set <- prediction_set(truth ~ ., satellite)
  expect_snapshot(verdict(set))
  v <- verdict(set, reference = "tree")
  expect_equal(unique(v$comparison$reference), "tree")
  expect_output(
    print(v, width = 500),
    "In accuracy against tree (0.783) random_forest and svm are better; naive_bayes is undecided.",
    fixed = TRUE
  )
  expect_output(print(v, width = 500), "naive_bayes +0.797 vs 0.783 +0.014 .* undecided")
  expect_output(print(v, width = 500), "red soil +0.981 [+] +0.979 [+] +0.891 [+] +0.843 +<0.001")
})

test_that("repeated observations carry their caveat", {
  v <- verdict(prediction_set(vehicle_cv, truth, c(naive_bayes, svm), id = id))
  expect_output(print(v, width = 500), "846 observations (8,460 rows), 4 classes", fixed = TRUE)
  expect_output(print(v, width = 500), "too small as a verdict")
})

test_that("the headline names metrics with the same answer together", {
  set.seed(4)
  truth <- rep(c("no", "yes"), 60)
  other <- ifelse(truth == "no", "yes", "no")
  d <- data.frame(truth, a = ifelse(runif(120) < 0.8, truth, other), b = ifelse(runif(120) < 0.75, truth, other))
  v <- verdict(truth ~ a + b, d, positive = "yes")
  expect_equal(unique(v$overall$adj.p.value < 0.05), FALSE)
  expect_output(print(v, width = 500), paste(
    "Which of b and a is better in accuracy, sensitivity, specificity, precision and negative predictive value is",
    "undecided.\n"
  ), fixed = TRUE)
  named <- "in accuracy \\(0[^)]*\\), sensitivity, specificity, precision and .* value is undecided\\.$"
  expect_match(format(v), named)
  answers <- verdict(satellite_pair(), metric = c("precision", "npv", "mcc"))
  expect_output(print(answers, width = 500), paste(
    "is better than naive_bayes in accuracy and Matthews correlation;",
    "in precision random_forest is better on 3 of 6 classes (vegetation stubble, damp grey soil and red soil), 3 are",
    "undecided; in negative"
  ), fixed = TRUE)
})

test_that("a metric over all classes, and accuracy itself, stand without classes", {
  v <- verdict(satellite_pair(), metric = "mcc")
  expect_output(print(v, width = 500), "  - Matthews correlation: 0.", fixed = TRUE)
  expect_output(print(v, width = 500), "is better than naive_bayes in accuracy and Matthews correlation.")
  lines <- capture.output(print(verdict(satellite_pair(), metric = "accuracy")))
  expect_equal(sum(grepl("Accuracy:", lines)), 1)
  expect_no_match(lines, "by class")
})

test_that("one class has no p-value of all classes", {
  v <- verdict(satellite_pair(), classes = "red soil")
  expect_equal(v$global$p.value, v$comparison$p.value)
  expect_equal(v$global$adj.p.value, v$comparison$adj.p.value)
  expect_no_match(capture.output(print(v)), "together:")
  expect_output(
    print(v, width = 500),
    "Of the 5% risk of any false claim the headline (accuracy: 1 test) has 3.5%, the details (1 test) what it leaves.",
    fixed = TRUE
  )
})

test_that("a class never predicted by one of them is named, the rest is compared", {
  truth <- rep(c("a", "b", "c"), c(30, 30, 4))
  nb <- ifelse(truth == "c", "a", truth)
  rf <- truth
  rf[c(1:5, 40)] <- "b"
  v <- verdict(set_of(truth, nb, rf))
  expect_output(print(v, width = 500), "c +NA +1[.]000.* not compared +[(]1[)].*[(]1[)] class never predicted by nb")
  expect_equal(v$global$n_classes, 2)
  expect_output(print(v, width = 500), "of 3 classes 2 are undecided and 1 is not compared [(]c[)]")
  many <- verdict(set_of(truth, nb, rf, third = rev(truth)))
  expect_output(print(many, width = 500), "\n  c +(-|\u2013) +1.0")
})

test_that("identical classifiers are no case for a verdict, and it is said once", {
  v <- verdict(set_of(truth = c("a", "b", "b"), nb = c("a", "b", "a"), rf = c("a", "b", "a")))
  expect_true(is.na(v$global$p.value))
  text <- capture.output(print(v, width = 500))
  said <- "nb and rf have the same results on every row (accuracy 0.667): there is nothing to compare."
  expect_equal(sum(grepl(said, text, fixed = TRUE)), 1)
  expect_match(text, "^Verdict on nb and rf: 3 rows", all = FALSE)
  expect_no_match(text, "Precision|Decided")
  three <- verdict(set_of(
    truth = rep(c("a", "b"), 20), nb = rep(c("a", "b"), c(21, 19)), rf = rep(c("a", "b"), c(21, 19)),
    good = rep(c("a", "b"), 20)
  ))
  text <- capture.output(print(three, width = 500))
  expect_equal(sum(grepl("nb and rf have the same results", text)), 1)
  expect_match(text, "^good is the best of 3 in accuracy", all = FALSE)
})

test_that("the better of two is named first, in whatever order they were given", {
  v <- verdict(prediction_set(truth ~ random_forest + naive_bayes, satellite))
  expect_output(
    print(v, width = 500),
    "random_forest is better than naive_bayes in accuracy; in precision random_forest is better on 3"
  )
})

test_that("where nothing is shown it is said how many rows would show what matters", {
  v <- verdict(prediction_set(truth ~ tree + naive_bayes, satellite), p.adjust.method = "none")
  only <- function(a, b) sum(satellite[[a]] == satellite$truth & satellite[[b]] != satellite$truth)
  b <- only("naive_bayes", "tree")
  c <- only("tree", "naive_bayes")
  se <- sqrt(b + c - (b - c)^2 / 2000) / 2000
  needed <- 2000 * ((qnorm(0.975) + qnorm(0.8)) * se / 0.02)^2
  expect_equal(ceiling(needed / 100) * 100, 3100)
  expect_output(
    print(v, width = 500), "a difference of 2 points in accuracy [(]an example[)], it takes about 3,100 rows in all to"
  )
  better <- capture.output(print(verdict(satellite_pair()), width = 500))
  expect_no_match(better, "it takes about")
  expect_output(print(v), "plot(sample_size(v$set, \"accuracy\", difference = 0.02, alpha = 0.05))", fixed = TRUE)
  # As McNemar's test has it by the normal approximation, which takes the two as equally good.
  differ <- (b + c) / 2000
  needed <- function(quantile) {
    ceiling(((quantile * sqrt(differ) + qnorm(0.8) * sqrt(differ - 0.02^2)) / 0.02)^2 / 100) * 100
  }
  said <- function(...) {
    v <- verdict(prediction_set(truth ~ tree + naive_bayes, satellite), ...)
    text <- capture.output(print(v, width = 500))
    as.numeric(gsub("^.*about |,| rows.*", "", grep("it takes about", text, value = TRUE)))
  }
  expect_equal(said(p.adjust.method = "bonferroni"), needed(qnorm(0.035 / 2, lower.tail = FALSE)))
  expect_equal(said(p.adjust.method = "none", conf.level = 0.99), needed(qnorm(0.995)), tolerance = 0.03)
  expect_equal(said(p.adjust.method = "none", alternative = "greater"), needed(qnorm(0.95)))
})

test_that("it is said of several pairs, and of a metric on one class", {
  expect_output(
    print(verdict(prediction_set(truth ~ ., satellite)), width = 500), "to show it 8 times in 10 (power 0.8)",
    fixed = TRUE
  )
  # nobody errs on the ill; on the well a is right 90 times more often, and b and c alike
  truth <- rep(c("ill", "well"), c(50, 500))
  wrong <- function(n, from) replace(rep("well", 500), from + seq_len(n) - 1, "ill")
  few <- replace(rep("ill", 50), 1:4, "well")
  other <- replace(rep("ill", 50), 21:25, "well")
  v <- verdict(prediction_set(truth, a = c(few, wrong(10, 1)), b = c(other, wrong(100, 200)), positive = "ill"))
  expect_output(print(v, width = 500), "a difference of 2 points in sensitivity [(]an example[)], it takes about")
  # many rows, and no difference: they would have shown one
  one <- rep(c("a", "b", "b", "b"), 5000)
  x <- prediction_set(rep(c("a", "b"), 10000), one = one, two = rep(c("a", "a", "a", "b"), 5000))
  v <- verdict(x)
  most <- max(abs(unlist(v$overall[c("adj.conf.low", "adj.conf.high")])))
  printed <- paste(capture.output(print(v, width = 500)), collapse = " ")
  said <- regmatches(printed, regexec("A difference in accuracy of more than ([0-9.]+) is ruled out", printed))[[1]][2]
  expect_gte(as.numeric(said), most)
  expect_lt(as.numeric(said), most * 1.1)
  # An interval that is open at one side rules out nothing there.
  expect_no_match(paste(format(verdict(x, alternative = "greater")), collapse = " "), "ruled out")
})

test_that("no difference anywhere is said", {
  set.seed(1)
  truth <- sample(c("a", "b"), 200, TRUE)
  flip <- function() ifelse(runif(200) < 0.2, sample(c("a", "b"), 200, TRUE), truth)
  v <- verdict(set_of(truth, nb = flip(), rf = flip()))
  expect_output(print(v, width = 500), "Which of rf and nb is better in accuracy is undecided")
  expect_output(print(v, width = 500), "Both classes taken together: no difference is shown")
})

test_that("summary(), tidy(), glance() and plot() work on a verdict", {
  v <- verdict(satellite_pair())
  s <- summary(v)
  expect_s3_class(s, "summary.verdict_table")
  expect_named(s$sections, c(
    "Accuracy", "Precision (6 classes)", "Accuracy, random_forest against naive_bayes",
    "Precision, random_forest against naive_bayes (ratio, 6 classes)"
  ))
  expect_equal(nrow(tidy(v)), 7)
  expect_equal(nrow(glance(v)), 1)
  skip_if_not_installed("ggplot2")
  local_null_device()
  expect_silent(plot(v))
  expect_s3_class(ggplot2::autoplot(v), "ggplot")
})

test_that("of several metrics all are plotted, or those asked for", {
  skip_if_not_installed("ggplot2")
  v <- verdict(satellite_pair(), metric = c("precision", "recall", "specificity"))
  expect_equal(unique(rows_of_metric(v$comparison, NULL)$metric), c("precision", "recall", "specificity"))
  two <- rows_of_metric(v$comparison, c("sensitivity", "specificity"))
  expect_equal(unique(two$metric), c("recall", "specificity"))
  expect_error(plot(v, metric = "presicion"), class = "verdict_error_metric")
})

test_that("in R Markdown a verdict is text", {
  skip_if_not_installed("knitr")
  text <- knitr::knit_print(verdict(satellite_pair()))
  expect_s3_class(text, "knit_asis")
  expect_match(text, "**Verdict on random\\_forest and naive\\_bayes", fixed = TRUE)
  expect_match(text, "\n- Accuracy: 0.910 (random\\_forest) against", fixed = TRUE)
  expect_match(text, "| red soil | 0.981 | 0.891 | 1.100 |", fixed = TRUE)
})

test_that("bad input is refused by class", {
  set <- satellite_pair()
  expect_error(verdict(satellite), class = "verdict_error_set")
  expect_error(verdict(set, metric = "precison"), class = "verdict_error_metric")
  expect_error(verdict(set, reference = "svm"), class = "verdict_error_reference")
  expect_error(verdict(set, margin = -1), class = "verdict_error_margin")
  one <- prediction_set(truth ~ svm, satellite)
  expect_error(verdict(one), class = "verdict_error_classifier")
})

test_that("a label that is empty or holds a comma is quoted, with one pair and with several", {
  labels <- c("", "a, b")
  data <- data.frame(
    truth = rep(labels, each = 60), poor = rep(labels, 60), fair = rep(labels, c(75, 45)), good = rep(labels, c(58, 62))
  )
  one <- capture.output(print(verdict(prediction_set(truth ~ poor + good, data, levels = labels))))
  expect_match(paste(one, collapse = " "), "  \"\"      1.000", fixed = TRUE)
  expect_match(paste(one, collapse = " "), "  \"a, b\"  0.968", fixed = TRUE)
  several <- verdict(prediction_set(truth ~ poor + fair + good, data, levels = labels))
  expect_match(paste(capture.output(print(several)), collapse = " "), "  \"a, b\"", fixed = TRUE)
  global <- omnibus_test(prediction_set(truth ~ poor + good, data, levels = labels), over = "classes")
  expect_match(paste(capture.output(print(global)), collapse = " "), "\"\" (p ", fixed = TRUE)
  data[c("poor", "good")] <- "a, b"
  global <- omnibus_test(prediction_set(truth ~ poor + good, data, levels = labels), over = "classes")
  expect_match(
    gsub("\\s+", " ", paste(capture.output(print(global)), collapse = " ")),
    "left out: \"\" (class never predicted by good and poor) and \"a, b\" (identical", fixed = TRUE
  )
})

# -- tied for first ---------------------------------------------------------------------

# Whom the printed decisions show to be worse than another.
beaten_in <- function(rows) {
  decided <- rows[!is.na(rows$adj.p.value) & rows$adj.p.value < 0.05, ]
  gain <- decided$estimate.classifier - decided$estimate.reference
  unique(c(decided$reference[gain > 0], decided$classifier[gain < 0]))
}

test_that("who is tied for first is what the verdict's own decisions leave", {
  set <- prediction_set(truth ~ ., satellite)
  for (method in c("max_t", "holm", "none", "BH")) {
    v <- verdict(set, metric = "f_meas", average = "macro", p.adjust.method = method)
    for (rows in list(v$overall, v$comparison)) {
      part <- v$ranking[v$ranking$metric == rows$metric[1], ]
      expect_setequal(part$classifier[part$tied.first], setdiff(set$classifiers, beaten_in(rows)))
    }
  }
  single <- as.data.frame(assess_classifiers(set))
  expect_equal(v$ranking$conf.low[1], single$conf.low[single$classifier == v$ranking$classifier[1]])
})

test_that("three or more are a table of values, letters and places by the decisions, two are not", {
  lines <- function(v) capture.output(print(v, width = 500))
  four <- lines(verdict(prediction_set(truth ~ ., satellite)))
  expect_match(four, "^random_forest is the best of 4 in accuracy [(]0.910[)]: better than", all = FALSE)
  expect_match(four, "^  random_forest +0[.]910 a +1 *$", all = FALSE)
  expect_match(four, "^  naive_bayes +0[.]797 c +3 to 4 +0[.]113 +[[]0[.]0.*[]] +<0.001$", all = FALSE)
  expect_match(four, "^Classifiers that share a letter are tied", all = FALSE)
  two <- verdict(satellite_pair())
  expect_no_match(lines(two), "is the best of|letter")
  expect_equal(two$ranking$tied.first, c(TRUE, FALSE))

  # c is too uncertain to differ from a, but worse than b
  V <- matrix(0, 3, 3)
  diag(V) <- c(100, 0.01, 0.01) * 1e-4
  odd <- verdict(estimate_set(c(a = 0.9, b = 0.895, c = 0.88), V))
  expect_equal(odd$ranking$tied.first, c(TRUE, TRUE, FALSE))
  expect_match(lines(odd), "^a has the highest score [(]0.90*[)]: tied with b and c[.]", all = FALSE)
  expect_match(lines(odd), "^  a +0[.]9[0-9]* ab +1 to 3 *$", all = FALSE)
  expect_match(lines(odd), "^  c +0[.]88[0-9]* b +2 to 3 +0[.]020 .*", all = FALSE)

  same <- lines(verdict(estimate_set(c(a = 0.9, b = 0.895, c = 0.88), diag(3))))
  expect_match(same, "^No difference in score is shown among the 3 classifiers; a has the highest [(]0.9", all = FALSE)
  none <- verdict(estimate_set(c(a = NA_real_, b = NA, c = NA), diag(3)))
  expect_match(lines(none), "No classifier could be assessed", all = FALSE)
})

test_that("the letters and places of a verdict are those of its ranking", {
  for (v in list(
    verdict(prediction_set(truth ~ ., satellite), metric = "f_meas", average = "macro"),
    verdict(prediction_set(truth ~ ., many_classifiers(9, 4)), metric = "kap")
  )) {
    for (rows in list(v$overall, v$comparison)) {
      places <- slice_places(with_labels(rows))
      ranking <- v$ranking[v$ranking$metric == rows$metric[1], ]
      expect_identical(places$classifier, ranking$classifier)
      expect_identical(places$letters, ranking$letters)
      expect_equal(places[c("rank.low", "rank.high")], ranking[c("rank.low", "rank.high")], ignore_attr = TRUE)
    }
  }
})

test_that("a headline alone is judged at its share, which the text says", {
  set <- prediction_set(truth ~ svm + random_forest, satellite)
  v <- verdict(set, "accuracy")
  expect_identical(v$overall$adj.p.value, verdict(set)$overall$adj.p.value)
  text <- paste(capture.output(print(v, width = 500)), collapse = "\n")
  expect_match(text, "risk of any false claim the headline (accuracy: 1 test) has 3.5%, whatever else is", fixed = TRUE)
  text <- as.character(methods_text(v))
  expect_match(text, "Overall comparisons were tested at the level 0.035 of 0.05, whatever", fixed = TRUE)
  expect_no_match(as.character(methods_text(v)), "over 1 comparison", fixed = TRUE)
})

test_that("three and more on a further metric, and in groups, have their values, letters and p", {
  set.seed(3)
  truth <- rep(0:1, 300)
  right <- function(p) ifelse(stats::runif(600) < p, truth, 1 - truth)
  data <- data.frame(truth, a = right(0.8), b = right(0.9), c = right(0.7), site = rep(c("north", "south"), each = 300))
  set <- prediction_set(truth ~ a + b + c, data, id = 1:600, by = site, positive = 1)
  v <- verdict(set)
  text <- capture.output(print(v, width = 200))
  least <- function(rows) column_p(min(rows$adj.p.value))
  sensitivity <- v$comparison[v$comparison$metric == "sensitivity", ]
  expect_match(text, paste0("^  smallest p +", least(sensitivity), " +"), all = FALSE)
  north <- v$groups$where[v$groups$where$class == "north", ]
  values <- vapply(c("b", "a", "c"), function(name) mean(data[[name]][1:300] == truth[1:300]), 0)
  expect_match(
    text, paste0("^  north [(]300[)] +", paste(sprintf("%.3f [a-c]+", values), collapse = " +"), " +", least(north)),
    all = FALSE
  )
  two <- capture.output(print(verdict(set, "sensitivity"), width = 200))
  expect_match(two, "^  classifier +sensitivity +place +difference +interval +p$", all = FALSE)
  against <- capture.output(print(verdict(set, "sensitivity", reference = "a"), width = 200))
  expect_match(against, "^In accuracy against a [(]0[.][0-9]+[)] b is better; c is worse[.]$", all = FALSE)
  expect_lt(grep("^  b ", against)[1], grep("^  c ", against)[1])
  expect_match(against, "^Sensitivity$", all = FALSE)
})

test_that("an exact tie has no highest", {
  truth <- rep(c("x", "y"), 50)
  wrong <- function(at) replace(truth, at, ifelse(truth[at] == "x", "y", "x"))
  v <- verdict(set_of(truth, a = wrong(1:10), b = wrong(11:20), c = wrong(21:30)))
  expect_match(format(v), "^All 3 classifiers have the same accuracy [(]0.900[)][.]$")
  v <- verdict(set_of(truth, a = wrong(1:10), b = wrong(11:20), c = wrong(21:90)))
  expect_match(format(v), "^a and b share the highest accuracy [(]0.900[)]: better than c[.]$")
  v <- verdict(set_of(truth, a = wrong(1:10), b = wrong(11:20), c = wrong(21:31)))
  expect_match(format(v), "^No difference in accuracy is shown .*; a and b share the highest [(]0.900[)][.]$")
})

test_that("of the positive class nothing is said but the metric", {
  v <- verdict(truth ~ svm + tree, spam_filters, positive = "spam")
  expect_no_match(capture.output(print(v, width = 500)), "on spam|by class")
  expect_output(print(v, width = 500), "  - Sensitivity: 0")
})

test_that("there is a ranking only where all pairs were compared, both ways, and more or less is better", {
  set <- prediction_set(truth ~ svm + tree + random_forest, satellite)
  expect_null(verdict(set, reference = "svm")$ranking)
  expect_null(verdict(set, alternative = "less")$ranking)
  expect_null(verdict(estimate_set(c(a = 1, b = 2, c = 3), diag(3), better = NA))$ranking)
  expect_output(print(verdict(set)$ranking), "; 3 comparisons at one level")
})

test_that("a one-sided verdict says what it can show", {
  text <- function(...) gsub("\\s+", " ", paste(capture.output(print(verdict(satellite_pair(), ...))), collapse = " "))
  expect_match(text(alternative = "greater"), "only whether random_forest has a higher value than naive_bayes was")
  expect_match(
    text(alternative = "less", margin = 0.02),
    "has a lower value than naive_bayes, or not a higher one by more than the margin, was tested; the reverse cannot"
  )
  x <- estimate_set(c(a = 0.9, b = 0.8, c = 0.7), diag(1e-5, 3))
  expect_output(
    print(verdict(x, alternative = "less"), width = 500), "one has a lower value than those before it in a, b"
  )
  expect_output(
    print(verdict(x, alternative = "less", reference = "a"), width = 500), "some have a lower value than a was"
  )
  expect_no_match(text(), "One-sided")
})

test_that("from fewer than ten units nothing is planned", {
  said <- function(n) capture.output(print(verdict(score_set(cbind(a = sin(1:n), b = cos(1:n)), design = "items"))))
  expect_no_match(said(9), "For planning")
  expect_match(said(10), "For planning", all = FALSE)
})

test_that("differences that are shown without the first one have their numbers too", {
  text <- function(...) {
    set <- prediction_set(truth ~ naive_bayes + tree + random_forest, satellite)
    gsub("\\s+", " ", paste(capture.output(print(verdict(set, "accuracy", ...))), collapse = " "))
  }
  expect_no_match(text(), "Also shown")
  x <- estimate_set(c(a = 0.9, b = 0.8, c = 0.7, d = 0.6), diag(1e-5, 4))
  said <- gsub("\\s+", " ", paste(capture.output(print(verdict(x))), collapse = " "))
  rows <- verdict(x)$overall
  expect_match(said, "Also shown: b better than c \\(0.1")
  expect_match(said, "; c better than d \\(0.1[^)]*\\)\\.")
  five <- verdict(estimate_set(c(a = 0.9, b = 0.8, c = 0.7, d = 0.6, e = 0.5), diag(1e-5, 5)))
  said <- gsub("\\s+", " ", paste(capture.output(print(five)), collapse = " "))
  expect_match(said, "; 3 more pairs (v$comparison).", fixed = TRUE)
  less <- gsub("\\s+", " ", paste(capture.output(print(verdict(x, alternative = "less"))), collapse = " "))
  expect_match(less, "Also shown: ")
})

test_that("of three classifiers what is planned or ruled out is said of those that are undecided", {
  rows <- function(n) {
    set <- estimate_set(c(a = 0.9, b = 0.5, c = 0.5005), diag(1e-6, 3), n = n)
    gsub("\\s+", " ", paste(capture.output(print(verdict(set))), collapse = " "))
  }
  expect_match(rows(1000), "A difference in score between c and b of more than [0-9.]+ is ruled out[.]")
})

test_that("the summary says each comparison once", {
  x <- estimate_set(c(a = 0.5, b = 0.6), diag(0.001, 2))
  text <- capture.output(print(summary(verdict(x))))
  expect_length(grep("b against a", text), 1)
})

test_that("the side on which a test decides is that of what it tests, in words and in the ranking", {
  # one loss is so large that the mean is below, and 14 of 15 above
  ahead <- c(seq(0.01, 0.024, 0.001)[-15], -0.9)
  base <- 0.5 + (1:15) / 100
  rows <- data.frame(set = 1:15, a = base, b = base + ahead, c = base - 0.1)
  v <- verdict(score_set(rows, classifiers = c(a, b, c), dataset = set))
  text <- capture.output(print(v, width = 500))
  expect_equal(v$ranking$losses[v$ranking$classifier == "a"], 1)
  expect_match(text, "b is the best of 3 in .*: better than a and c", all = FALSE)
})

test_that("what else is asked never changes the headline", {
  set.seed(20)
  draw <- function(n, k, m) {
    truth <- sample(letters[seq_len(k)], n, TRUE)
    guess <- function() sample(letters[seq_len(k)], n, TRUE)
    said <- lapply(seq_len(m), function(i) ifelse(runif(n) < 0.6 + 0.05 * i, truth, guess()))
    prediction_set(t ~ ., data.frame(t = truth, stats::setNames(said, paste0("m", seq_len(m)))))
  }
  for (size in list(c(60, 2, 2), c(200, 4, 3), c(300, 8, 4))) {
    set <- draw(size[1], size[2], size[3])
    headline <- function(...) {
      v <- verdict(set, ...)
      list(v$overall[c("adj.p.value", "adj.conf.low", "adj.conf.high")], v$levels$level[1])
    }
    first <- headline()
    expect_identical(headline(metric = "recall"), first)
    expect_identical(headline(metric = c("f_meas", "precision", "kappa")), first)
    expect_identical(headline(classes = "a"), first)
    expect_identical(headline(metric = "accuracy"), first)
  }
})

test_that("one pair is judged at the headline's share, and the details at what it left", {
  set <- satellite_pair()
  alone <- compare_classifiers(set, "accuracy", "mcnemar", interval = "tango")
  for (share in c(0.5, 0.6, 0.9)) {
    v <- verdict(set, headline = share)
    expect_equal(v$overall$log.adj.p.value, alone$log.p.value - log(share))
    wider <- compare_classifiers(set, "accuracy", "mcnemar", interval = "tango", conf.level = 1 - share * 0.05)
    expect_equal(v$overall$adj.conf.low, wider$conf.low)
    # decided: nothing of the level is used
    expect_equal(v$levels$level, c(share * 0.05, 0.05))
  }
  open <- verdict(prediction_set(truth ~ tree + naive_bayes, satellite), headline = 0.7)
  expect_gt(open$overall$adj.p.value, 0.05)
  expect_equal(open$levels$level, c(0.035, 0.015))
  expect_error(verdict(set, headline = 1), "between 0 and 1", class = "verdict_error_argument")
  expect_equal(verdict(set, p.adjust.method = "none")$levels$level, c(0.05, 0.05))
  # scores have no details
  scores <- score_set(data.frame(x = (1:10) / 11, y = (c(2:10, 1) / 12)), design = "datasets", metric = "accuracy")
  expect_equal(verdict(scores)$levels$level, 0.05)
})

test_that("of several pairs those left undecided use their part of the level", {
  # independent: no joint distribution but that of the three differences of three estimates
  V <- diag(3) * 1e-4
  x <- estimate_set(
    data.frame(
      classifier = rep(c("a", "b", "c"), 2), metric = rep(c("accuracy", "auc"), each = 3),
      class = rep(c(NA, "k"), each = 3), estimate = c(0.80, 0.805, 0.9, 0.6, 0.61, 0.62)
    ),
    vcov = rbind(cbind(V, 0 * V), cbind(0 * V, V))
  )
  v <- verdict(x)
  expect_equal(sum(v$overall$adj.p.value > 0.05), 1)
  # the range of three normals at 0.035, and what one difference has beyond its quantile
  q <- qtukey(0.965, 3, Inf)
  expect_equal(v$levels$level[2], 0.05 - 2 * pnorm(q / sqrt(2), lower.tail = FALSE), tolerance = 1e-3)
})

# -- beside the decisions ---------------------------------------------------------------

test_that("a verdict on data sets has its omnibus test, a diagnostic one that of both rates, in their family", {
  set.seed(5)
  scores <- matrix(rnorm(48), 12, dimnames = list(NULL, letters[1:4]))
  x <- score_set(scores, design = "datasets")
  v <- verdict(x)
  expect_equal(v$omnibus$p.value, omnibus_test(x)$p.value)
  expect_equal(v$together$p.value, v$omnibus$p.value)
  expect_equal(v$together$adj.p.value, max(v$omnibus$p.value, min(v$overall$adj.p.value)))
  expect_output(print(v, width = 500), "All 4 .* together: not all are equal [(]p = 0.045, Iman-Davenport F[)]")
  near <- verdict(score_set(scores[, c(1, 4, 3)], design = "datasets"))
  expect_gt(near$together$adj.p.value, near$together$p.value)
  expect_output(print(near, width = 500), "together: no difference is shown [(]p = 0[.]157, Iman-Davenport F[)]")
  set.seed(149)
  close <- verdict(score_set(matrix(rnorm(36), 12, dimnames = list(NULL, letters[1:3])), design = "datasets"))
  expect_output(print(close, width = 500), "no difference is shown [(]p = 0[.]063, Iman-Davenport F[)]")
  # Of six data sets no pair of four classifiers can be shown to differ: then the test of all has the whole level.
  few <- verdict(score_set(scores[1:6, ] + 10 * col(scores)[1:6, ], design = "datasets"))
  expect_equal(few$together$adj.p.value, few$omnibus$p.value)
  expect_output(print(few, width = 500), "no difference in score between any two of the 4 classifiers can be shown")
  expect_output(print(few, width = 500), "together: not all are equal.* [(]p < 0.001, Iman-Davenport F[)]")
  alone <- verdict(x, p.adjust.method = "none")
  expect_equal(alone$together$adj.p.value, alone$omnibus$p.value)
  expect_match(as.character(methods_text(v)), "All classifiers together were compared by the Iman-Davenport F test")
  expect_equal(v$levels$n.tests, 6)
  expect_null(verdict(score_set(scores[, 1:2], design = "datasets"))$omnibus)

  test <- prediction_set(truth ~ svm + tree, spam_filters, positive = "spam")
  v <- verdict(test)
  only <- function(one, other, of) {
    sum(of & spam_filters[[one]] == spam_filters$truth & spam_filters[[other]] != spam_filters$truth)
  }
  spam <- spam_filters$truth == "spam"
  mcnemar <- function(of) {
    b <- only("svm", "tree", of)
    c <- only("tree", "svm", of)
    (b - c)^2 / (b + c)
  }
  expect_equal(v$omnibus$statistic, mcnemar(spam) + mcnemar(!spam))
  expect_equal(v$omnibus$log.p.value, pchisq(v$omnibus$statistic, 2, lower.tail = FALSE, log.p = TRUE))
  expect_output(print(v, width = 500), "specificity taken together: a difference .* [(]p < 0.001, .*[)][.]")
  expect_equal(
    v$together$log.adj.p.value, max(v$omnibus$log.p.value, min(v$comparison$log.adj.p.value[1:2]))
  )
  expect_match(format(as_table(v)), "Sensitivity and specificity taken together: a difference")
  expect_identical(v$levels$n.tests, c(1L, 4L))
  expect_null(verdict(test, metric = "recall")$omnibus)
  expect_null(verdict(test, alternative = "greater")$omnibus)
})

test_that("too few units are said in the verdict itself", {
  rows <- data.frame(set = 1:5, a = c(.70, .65, .80, .75, .60), b = c(.80, .70, .88, .79, .72))
  few <- verdict(score_set(rows, classifiers = c(a, b), dataset = set, metric = "classif.bacc"))
  said <- format(few)
  # The name of a program's keeps its letters, and 0.78 less 0.70 is not the median of what they differ in.
  printed <- paste(capture.output(print(few)), collapse = " ")
  expect_match(printed, "- classif.bacc: 0.778 [(]b[)] against 0.700 [(]a[)].*need not be the difference of")
  # 2 / 2^5, and 2 / 2^6 is below 0.05
  expect_match(said, "5 data sets are too few: the smallest p-value .* is 0.0625, .* It takes at least 6 data sets,")
  rows$c <- rows$a - 0.1
  # three pairs: 3 * 2 / 2^5, and 3 * 2 / 2^7 is below 0.05
  said <- format(verdict(score_set(rows, classifiers = c(a, b, c), dataset = set)))
  expect_match(said, "is 0.188 [(]adjusted over 3 tests[)], .* It takes at least 7 data sets, and may")
  said <- format(verdict(score_set(rows, classifiers = c(a, b, c), dataset = set), p.adjust.method = "holm"))
  expect_match(said, "is 0.188 [(]adjusted over 3 tests[)]")
  # Two more, on which the two are tied, have no part in it.
  tied <- rbind(rows, data.frame(set = 6:7, a = 0.5, b = 0.5, c = 0.5))
  said <- format(verdict(score_set(tied, classifiers = c(a, b), dataset = set)))
  expect_match(said, "5 untied data sets are too few: .* is 0.0625, .* at least 6 untied data sets, and may")
  rows <- rbind(rows, transform(rows, set = set + 5, b = b + 0.001))
  expect_no_match(format(verdict(score_set(rows, classifiers = c(a, b), dataset = set))), "smallest p-value")
  folds <- verdict(score_set(data.frame(fold = 1:2, a = c(.8, .82), b = c(.85, .86)), fold = fold))
  few <- "With 2 folds the test has 1 degree of freedom: only very large differences can show."
  expect_match(format(folds), few, fixed = TRUE)
  rows <- data.frame(truth = rep(c("x", "y"), 20), a = rep(c("x", "y", "y", "y"), 10), b = rep(c("x", "x"), 20))
  rows$fold <- rep(1:2, each = 20)
  rows$b[c(1:3, 18, 36)] <- "y"
  folds <- verdict(prediction_set(truth ~ a + b, rows, fold = fold, positive = "x"))
  expect_match(format(folds), few, fixed = TRUE)
  # McNemar's statistics are of rows, not of folds.
  expect_null(folds$omnibus)
})

test_that("units that two have in common may be too few, however many the set has", {
  scores <- cbind(a = 1:12 / 10, b = 1:12 / 20, c = 1:12 / 30)
  scores[1:4, "a"] <- scores[3:7, "b"] <- scores[8:11, "c"] <- NA
  # 5, 4 and 3 data sets in common, of 12
  few <- verdict(score_set(scores, design = "datasets", na = "keep"))
  expect_match(format(few), "5 data sets in common are too few: .* p-value .* is 0.188 [(]adjusted over 3 tests")
  expect_match(format(few), "It takes at least 7 data sets in common, and may take more.", fixed = TRUE)
  # What the pairs cannot use of the level is left to all three together, as with few data sets.
  expect_equal(few$together$adj.p.value, few$together$p.value)
  two <- function(...) format(verdict(score_set(scores[, c("a", "b")], na = "keep", ...)))
  expect_match(two(design = "datasets"), "5 data sets in common are too few: .* p-value .* is 0.0625, so that")
  # One pair has enough.
  scores[, "b"] <- 1:12 / 20
  enough <- verdict(score_set(scores, design = "datasets", na = "keep"))
  expect_no_match(format(enough), "smallest p-value")
  scores[4:10, "b"] <- NA
  expect_match(two(design = "items"), "With 2 items in common the test has 1 degree of freedom: only", fixed = TRUE)
  # Of two metrics one has all scores.
  long <- expand.grid(set = 1:12, model = c("a", "b"), metric = c("u", "v"))
  long$score <- sin(seq_len(nrow(long)))
  long$score[long$metric == "v" & long$model == "a" & long$set < 10] <- NA
  both <- verdict(score_set(long, score, model, dataset = set, metric = metric, na = "keep"))
  expect_no_match(format(both), "smallest p-value")
  # None in common is no test.
  none <- verdict(score_set(cbind(a = c(1:6, NA, NA), b = c(rep(NA, 6), 1:2)), design = "datasets", na = "keep"))
  expect_match(format(none), "could not be compared")
})

test_that("by its name the test of the fitted models is that of Bayle and others", {
  one <- subset(vehicle_cv, repetition == 1)
  set <- prediction_set(truth ~ svm + random_forest, one, id = id, fold = fold)
  d <- (one$svm == one$truth) - (one$random_forest == one$truth)
  z <- mean(d) / sqrt(mean((d - mean(d))^2) / length(d))
  found <- compare_classifiers(set, "accuracy", method = "wald", reference = "random_forest")
  expect_equal(found$p.value, 2 * pnorm(-abs(z)))
  # with its interval, reference and what it is about
  named <- compare_classifiers(set, "accuracy", method = "bayle", reference = "random_forest")
  se <- sqrt(mean((d - mean(d))^2) / length(d))
  expect_equal(named$p.value, 2 * pnorm(-abs(z)))
  expect_equal(c(named$conf.low, named$conf.high), mean(d) + c(-1, 1) * qnorm(0.975) * se)
  expect_identical(named$method.id, "bayle")
  v <- verdict(set, method = "bayle")
  expect_identical(unique(c(v$overall$method.id, v$comparison$method.id)), "bayle")
  expect_match(as.character(methods_text(v)), "Wald test about the fitted models (Bayle et al. 2020)", fixed = TRUE)
  expect_no_error(capture.output(print(summary(v)), print(as_table(v)), print(v)))
  three <- prediction_set(truth ~ svm + random_forest + tree, one, id = id, fold = fold)
  expect_false(anyNA(compare_classifiers(three, "accuracy", method = "Bayle", margin = 0.02)$adj.p.value))
  # not of one test set, nor of repetitions
  expect_error(
    compare_classifiers(prediction_set(truth ~ svm + random_forest, one), "accuracy", method = "bayle"),
    class = "verdict_error_method"
  )
  again <- prediction_set(vehicle_cv, truth, c(svm, random_forest), id = id, fold = fold, repetition = repetition)
  expect_error(compare_classifiers(again, "accuracy", method = "bayle"), "one cross-validation")
})

test_that("a cross-validated verdict is about the learners, and counts observations", {
  v <- verdict(
    prediction_set(vehicle_cv, truth, c(naive_bayes, svm), id = id, fold = fold, repetition = repetition), "accuracy"
  )
  text <- capture.output(print(v, width = 500))
  expect_match(text[1], "Verdict on svm and naive_bayes: 846 (rows|observations), 4 classes, 10-fold cross-")
  # 846 * 9 / 10
  expect_match(text, "This compares ways of training .* models trained on about 761 of these rows[.]", all = FALSE)
  expect_match(as.character(methods_text(v)), "models trained on about 761 of these rows.", fixed = TRUE)
})

test_that("classes without a discordant row are the same, in the headline and in the table", {
  truth <- rep(c("x", "y", "z"), each = 20)
  d <- data.frame(truth, fold = rep(1:10, 6), a = replace(truth, 41:43, "y"), b = replace(truth, 41:42, "y"))
  v <- verdict(prediction_set(truth ~ a + b, d, fold = fold), metric = "recall")
  text <- capture.output(print(v, width = 500))
  expect_match(text, "in recall of 3 classes 2 are the same [(]x and y[)] and 1 is undecided[.]$", all = FALSE)
  expect_match(text, "^  x +1.00[0 ]+1.00[0 ]+0[0-9.]* +the same$", all = FALSE)
  expect_identical(v$comparison$decision, c("the same", "the same", "undecided"))
})

# -- every answer of a headline ---------------------------------------------------------

test_that("the headline of a pair has words for every answer, with a margin too", {
  said <- function(gap, se, margin = 0.02) {
    format(verdict(estimate_set(c(a = 0.5, b = 0.5 + gap), diag(2) * se^2 / 2), margin = margin))
  }
  expect_match(said(0.1, 0.01), "^b is better than a in score [(]0.600 against 0.500, .* by more than the margin[.]$")
  expect_match(said(-0.1, 0.01), "^a is better than b in score .* by more than the margin[.]$")
  expect_match(said(0.01, 0.002), "^b is better than a in score .*, but by less than the margin that matters[.]$")
  expect_match(said(0, 0.005), "^a and b are equivalent|^b and a are equivalent in score")
  expect_match(said(0.015, 0.01), "^b is not worse than a by more than the margin in score")
  expect_match(said(0.001, 0.009, c(-0.01, 0.02)), "^a is not worse than b by more than the margin in score")
  expect_match(said(0, 0.1), "^Which of b and a is better in score .* is undecided[.]$")
  V <- diag(c(0, 0, 1, 1)) * 1e-4
  two <- data.frame(classifier = c("a", "b"), metric = rep(c("m", "n"), each = 2), estimate = c(0.5, 0.5, 0.4, 0.6))
  expect_match(format(verdict(estimate_set(two, V))), "and . are the same in m; b is better than a in n[.]$")
  two$estimate[1] <- NA
  expect_match(format(verdict(estimate_set(two, V))), "could not be compared in m; b is better than a in n[.]$")
})

test_that("classifiers that are the same are asked nothing more", {
  same <- data.frame(truth = c("x", "y", "y", "x"), a = c("x", "y", "x", "x"))
  same$b <- same$a
  said <- printed_text(verdict(prediction_set(truth ~ a + b, same)))
  expect_match(said, "there is nothing to compare", fixed = TRUE)
  expect_no_match(said, "positive")
})

test_that("of classes alone the better one over them comes first, and all of a kind are said so", {
  long <- data.frame(classifier = c("a", "b"), class = rep(c("x", "y"), each = 2), estimate = c(0.8, 0.5, 0.9, 0.6))
  expect_match(format(verdict(estimate_set(long, diag(4) * 1e-4))), "^In score a is better on both classes[.]$")
  long$estimate <- c(0.8, 0.801, 0.9, 0.9)
  alike <- verdict(estimate_set(long, diag(4) * 1e-6), margin = 0.05)
  expect_match(format(alike), "^In score the two are equivalent on both classes[.]$")
  # of whom it is said does not depend on who is named first
  for (values in list(c(0.84, 0.80, 0.86, 0.82), c(0.80, 0.84, 0.82, 0.86))) {
    long$estimate <- values
    one <- verdict(estimate_set(long, diag(4) * 4e-4), margin = 0.03)
    said <- paste0("^In score ", c("a", "b")[which.max(values[1:2])], " is not worse by more than the margin on both ")
    expect_match(format(one), said)
  }
})

test_that("among many the margin says which pairs are equivalent, or not worse", {
  said <- function(values, se, margin) {
    x <- estimate_set(stats::setNames(values, c("a", "b", "c")), diag(3) * se^2 / 2)
    capture.output(print(verdict(x, margin = margin), width = 500))
  }
  expect_match(said(c(0.5, 0.5, 0.9), 0.004, 0.02), "^  Equivalent in score: b and a[.]$", all = FALSE)
  expect_match(said(c(0.5, 0.515, 0.9), 0.01, 0.02), "^  Not worse by more .* score: b than a[.]$", all = FALSE)
  lopsided <- said(c(0.5, 0.501, 0.9), 0.0076, c(-0.01, 0.025))
  expect_match(lopsided, "^  Not worse by more than the margin in score: a than b[.]$", all = FALSE)
})

test_that("against a reference the margin says what is not better than it", {
  x <- estimate_set(c(old = 0.86, new = 0.88, third = 0.69), diag(3) * 1e-4)
  said <- format(verdict(x, reference = "old", margin = 0.05))
  expect_match(
    said,
    "^In score against old [(]0.860[)] new is not worse by more than the margin, but not shown to be better; third is"
  )
})

test_that("the best of many is better than all others, by number; one ahead need not have the highest mean", {
  many <- verdict(estimate_set(stats::setNames(c(9, 1:8) / 10, letters[1:9]), diag(9) * 1e-6))
  expect_match(format(many), "^a is the best of 9 in score [(]0.900[)]: better than all 8 others[.]$")
  ahead <- c(seq(0.01, 0.024, 0.001)[-15], -0.9)
  base <- 0.5 + (1:15) / 100
  rows <- data.frame(set = 1:15, a = base, b = base + ahead, c = base + ahead + rep(c(-1, 1), length.out = 15) / 1e4)
  said <- format(verdict(score_set(rows, classifiers = c(a, b, c), dataset = set)))
  expect_match(said, "^([bc]) and ([bc]) are better than a in score; \\1 is ahead [(]0.*[)], tied with \\2[.]")
})

test_that("rows of repetitions without folds count as observations", {
  v <- verdict(prediction_set(vehicle_cv, truth, c(naive_bayes, svm), id = id, repetition = repetition), "accuracy")
  expect_match(capture.output(print(v, width = 500))[1], "svm and naive_bayes: 846 observations, 4 classes, cross-val")
})

test_that("more rows than there can be are not asked for", {
  v <- verdict(estimate_set(c(a = 0.5, b = 0.5), diag(2) * 1e6, n = 10))
  expect_no_match(capture.output(print(v)), "it takes about")
})

test_that("many classes have the test of all that the matrix of their covariances gives", {
  set.seed(41)
  n_classes <- 30
  truth <- sample(n_classes, 900, TRUE)
  guess <- function(right) ifelse(runif(900) < right, truth, sample(n_classes, 900, TRUE))
  data <- data.frame(id = rep(1:300, each = 3), truth, a = guess(0.5), b = guess(0.6), c = guess(0.7))
  sets <- list(
    prediction_set(truth ~ a + b + c, data, id = id), prediction_set(truth ~ a + b + c, data[-1])
  )
  sides <- c(precision = "two.sided", npv = "less")
  for (x in sets) {
    for (metric in names(sides)) {
      found <- verdict(x, metric, alternative = sides[[metric]])
      for (i in seq_len(nrow(found$global))) {
        pair <- found$global[i, ]
        alone <- x[c(pair$reference, pair$classifier)]
        expected <- omnibus_test(alone, metric, over = "classes", method = "dai", alternative = sides[[metric]])
        expect_equal(pair$log.p.value, expected$log.p.value, tolerance = 1e-9)
        expect_identical(pair$n_classes, 30)
      }
    }
  }
})

test_that("which value an interval excludes follows from the measures that are shown", {
  excluded <- function(...) {
    v <- verdict(truth ~ svm + tree, spam_filters, positive = "spam", ...)
    said <- paste(capture.output(print(v, width = 500)), collapse = " ")
    sub(".*interval in brackets excludes (.*?)[.] +[A-Z].*", "\\1", said)
  }
  expect_identical(excluded(), "equality (0, or 1 for a ratio)")
  expect_identical(excluded(metric = c("accuracy", "recall")), "0")
  expect_identical(excluded(metric = c("accuracy", "recall"), measure = "ratio"), "1")
})

test_that("what is measured is said", {
  tests <- prediction_set(truth ~ naive_bayes + tree, spam_filters, positive = "spam")
  expect_output(print(verdict(tests), width = 500), paste(
    "Sensitivity: among those that are spam, the share called spam; specificity: among the others, the share not",
    "called spam; precision: among those called spam, the share that are spam; negative predictive value: among",
    "those not called spam, the share that are not spam."
  ), fixed = TRUE)
  expect_output(print(verdict(satellite_pair())), "Precision: among those called a class, the share that belong to it.")
  images <- probability_set(truth ~ svm + tree, retinopathy, positive = "signs")
  expect_output(print(verdict(images), width = 500), paste(
    "AUC: the chance that a row that is signs has a higher score than one that is not; Brier score and log loss: how",
    "far probabilities are from what happened."
  ), fixed = TRUE)
  expect_no_match(capture.output(print(verdict(satellite_pair(), "accuracy"))), "the share that")
})

test_that("a verdict takes the alternative of its method, and refuses no metric as a comparison does", {
  set <- satellite_pair()
  expect_identical(
    verdict(set, "recall", method = "sign")$comparison$p.value,
    compare_classifiers(set, "recall", "sign", p.adjust.method = "none")$p.value
  )
  expect_error(verdict(set, "recall", method = "sign", alternative = "two.sided"), class = "verdict_error_method")
  expect_error(verdict(set, character()), "one or more names", class = "verdict_error_argument")
})

test_that("a verdict that was changed by hand is told so, by every method", {
  v <- verdict(truth ~ naive_bayes + svm, satellite)
  methods <- c(
    print, summary, format, as.character, as.data.frame, tidy, glance, as_table, methods_text,
    if (rlang::is_installed("ggplot2")) plot, if (rlang::is_installed("knitr")) knitr::knit_print
  )
  parts <- c("overall", "comparison", "assessment", "levels")
  for (i in seq_along(parts)) {
    part <- parts[i]
    edited <- v
    edited[[part]] <- NULL
    # The first by all, the others by every third.
    for (method in if (i == 1) methods else methods[seq_along(methods) %% 3 == i - 2]) {
      expect_error(method(edited), paste("it has no", part), class = "verdict_error_columns")
    }
  }
  edited <- v
  edited$comparison <- v$comparison[1:3]
  expect_error(print(edited), "lacks the columns", class = "verdict_error_columns")
  edited$comparison <- 5
  expect_error(summary(edited), "lacks the columns", class = "verdict_error_columns")
})

test_that("what one rate shows is not taken back where both together show nothing", {
  truth <- rep(c("ill", "well"), each = 150)
  turned <- function(rows) replace(truth, rows, ifelse(truth[rows] == "ill", "well", "ill"))
  # 19 against 7 of the ill and 5 against 4 of the others: (12^2 / 26 + 1 / 9) has p = .059 of a chi-squared with 2 df
  rows <- data.frame(truth, one = turned(c(20:26, 156:159)), two = turned(c(1:19, 151:155)))
  v <- verdict(prediction_set(truth ~ one + two, rows, positive = "ill"))
  expect_equal(v$together$p.value, exp(-(144 / 26 + 1 / 9) / 2))
  expect_output(print(v, width = 500), "no difference is shown .*; what is shown above holds")
})

test_that("where classes are hidden the verdict says what shows them", {
  truth <- rep(sprintf("c%02d", 1:40), each = 10)
  v <- verdict(set_of(truth, a = replace(truth, 1:80, "c01"), b = replace(truth, 1:90, "c02")))
  text <- capture.output(print(v, width = 500))
  expect_match(text, "... and 16 more rows; v$comparison has all.", fixed = TRUE, all = FALSE)
  expect_identical(nrow(v$comparison), 40L)
})

test_that("parts of a verdict that lost columns or rows, or are no longer what they were, are named", {
  v <- verdict(prediction_set(truth ~ svm + tree, satellite))
  damage <- list(
    levels = quote(v$levels <- v$levels[1]), global = quote(v$global$classifier <- NULL),
    set = quote(v$set <- function() 1), ranking = quote(v$ranking <- print), groups = quote(v$groups <- print),
    `assessment of each classifier` = quote(v$assessment <- v$assessment[1, ])
  )
  for (part in names(damage)) {
    changed <- eval(bquote(local({
      .(damage[[part]])
      v
    })))
    for (verb in list(print, summary, format, as_table, methods_text)) {
      expect_error(verb(changed), part, class = "verdict_error_columns")
    }
  }
})

test_that("parts of a verdict that were replaced by hand are named", {
  v <- verdict(prediction_set(truth ~ svm + tree, satellite))
  for (part in c("groups", "levels", "ranking")) {
    changed <- v
    changed[[part]] <- "zzz"
    for (verb in list(print, summary, as.character)) {
      expect_error(verb(changed), paste("it has no", part), class = "verdict_error_columns")
    }
  }
})

test_that("intervals beside decisions in steps are said to be each by itself, wherever they are", {
  set.seed(1)
  scores <- cbind(a = rnorm(200), b = rnorm(200, 3), c = rnorm(200, 6))
  x <- score_set(scores, design = "items")
  v <- verdict(x, p.adjust.method = "holm")
  # All are decided, so that each is that of a t test at 95%.
  alone <- stats::t.test(scores[, "c"] - scores[, "b"])$conf.int
  expect_equal(unlist(v$overall[3, c("conf.low", "conf.high")]), as.vector(alone), ignore_attr = TRUE)
  said <- "each by itself, at the level of the last step"
  words <- list(
    capture.output(print(v)), summary(v)$cautions, as.character(methods_text(v)),
    as_table(v, layout = "long")$notes$text, capture.output(print(v$overall))
  )
  for (text in words) {
    text <- gsub("\\s+", " ", paste(text, collapse = " "))
    expect_match(text, said, fixed = TRUE)
    expect_no_match(text, "adjusted like the p-values")
  }
  with_margin <- gsub("\\s+", " ", printed_text(verdict(x, p.adjust.method = "holm", margin = 0.1)))
  expect_match(with_margin, "each p already allows for all tests", fixed = TRUE)
  expect_match(with_margin, said, fixed = TRUE)
  expect_no_match(printed_text(verdict(x)), said, fixed = TRUE)
  # Of a single test there are no steps.
  two <- verdict(x[c("a", "b")], p.adjust.method = "holm")
  expect_no_match(printed_text(two), said, fixed = TRUE)
})

test_that("of methods for the expected share of false claims no bound of any is stated", {
  set <- prediction_set(truth ~ svm + random_forest + tree, satellite[1:400, ])
  rate <- "false discovery rate (the expected share of false claims)"
  for (method in c("BH", "BY", "fdr")) {
    v <- verdict(set, p.adjust.method = method)
    # "fdr" is another name of "BH".
    others <- if (method != "fdr") list(summary(v)$cautions, as_table(v)$notes$text)
    for (text in c(list(printed_text(v)), others)) {
      text <- gsub("\\s+", " ", paste(text, collapse = " "))
      expect_match(text, paste("f the 5%", rate, "the headline (accuracy: 3 tests, Benjamini"), fixed = TRUE)
      expect_no_match(text, "any false claim")
    }
    text <- as.character(methods_text(v))
    expect_match(text, "limits the expected share of false claims among all claims", fixed = TRUE, all = FALSE)
  }
  expect_match(printed_text(verdict(set)), "risk of any false claim")
})

test_that("the headline looks to the side to which details look whose other side is good", {
  set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  said <- function(v, width = 500) gsub("\\s+", " ", paste(capture.output(print(v, width = width)), collapse = " "))
  # The false negative rate is 1 - recall: less of the one is more of the other.
  for (side in list(c("less", "greater"), c("greater", "less"))) {
    of_fnr <- verdict(set, "fnr", alternative = side[1], classes = c("red soil", "grey soil"))
    of_recall <- verdict(set, "recall", alternative = side[2], classes = c("red soil", "grey soil"))
    expect_equal(as.data.frame(of_fnr$overall), as.data.frame(of_recall$overall))
    kept <- c("classifier", "p.value", "adj.p.value", "decision")
    expect_equal(as.data.frame(of_fnr$comparison)[kept], as.data.frame(of_recall$comparison)[kept])
    expect_equal(of_fnr$comparison$conf.low, -of_recall$comparison$conf.high, tolerance = 1e-6)
    expect_identical(of_fnr$levels, of_recall$levels)
  }
  less <- verdict(set, "fnr", alternative = "less", classes = c("red soil", "grey soil"))
  expect_identical(less$overall$decision, "better")
  expect_match(said(less), "only whether random_forest is better than naive_bayes was tested", fixed = TRUE)
  expect_match(said(less), "difference 0.113 [at least 0.098]", fixed = TRUE)
  expect_match(said(less), "[at most", fixed = TRUE)
  expect_match(said(of_fnr), "only whether random_forest is worse than naive_bayes was tested", fixed = TRUE)
  expect_match(said(summary(less)), "0.113 [at least 0.098]", fixed = TRUE)
  expect_match(methods_text(less), "Tests are one-sided (better)", fixed = TRUE)
  expect_s3_class(as_table(less), "result_table")
  four <- prediction_set(truth ~ naive_bayes + random_forest + svm, satellite)
  against <- said(verdict(four, "fnr", alternative = "less", reference = "svm"))
  expect_match(against, "only whether some are better than svm")
  expect_match(said(verdict(four, "fnr", alternative = "less")), "only whether one is better than those before it")
  # Its own call for the power curve is of its side.
  few <- prediction_set(truth ~ svm + random_forest, satellite[1:200, ])
  line <- said(verdict(few, "fnr", alternative = "less"))
  expect_match(line, "to show that random_forest is better than svm", fixed = TRUE)
  expect_match(line, "difference = 0.02, alternative = \"greater\"", fixed = TRUE)
  # So do the groups.
  part <- rep(c("north", "south"), length.out = nrow(satellite))
  grouped <- prediction_set(truth ~ naive_bayes + random_forest, satellite, by = part)
  where <- function(...) {
    rows <- as.data.frame(verdict(grouped, ...)$groups$where)
    rows[rows$metric == "accuracy", c("estimate", "p.value", "decision")]
  }
  expect_equal(where("fnr", alternative = "less"), where("recall", alternative = "greater"), ignore_attr = TRUE)
  # What asks of both sides at once is as it is written.
  mixed <- verdict(set, c("fnr", "recall"), alternative = "less")
  expect_gt(mixed$overall$p.value, 0.99)
})

test_that("details that nobody named look to the side of the headline", {
  p <- probability_set(truth ~ tree + svm, retinopathy, positive = "signs")
  v <- verdict(p, alternative = "greater")
  of <- function(metric, alternative) compare_classifiers(p, metric, alternative = alternative)$p.value
  expect_equal(v$overall$p.value, of("roc_auc", "greater"))
  expect_equal(v$comparison$p.value[v$comparison$metric == "brier"], of("brier", "less"))
  expect_match(printed_text(v), "only whether svm is better than tree was tested", fixed = TRUE)
  named <- verdict(p, metric = "brier", alternative = "greater", margin = 0.01)
  expect_equal(named$overall$p.value, of("roc_auc", "less"))
  said <- "only whether svm is worse than tree, or not better by more than the margin, was tested"
  expect_match(printed_text(named), said, fixed = TRUE)
  expect_match(methods_text(v), "Tests are one-sided (better)", fixed = TRUE)
})

test_that("the closing line speaks of intervals only where there are any", {
  set.seed(1)
  s <- data.frame(ds = 1:40, a = rexp(40))
  s$b <- s$a + rexp(40)
  s$c <- s$a + rexp(40)
  x <- score_set(s, dataset = ds, metric = "mae")
  said <- function(...) gsub("[[:space:]]+", " ", paste(utils::capture.output(print(verdict(x, ...))), collapse = " "))
  none <- said(method = "sign_flip")
  expect_match(none, "Below it a difference is shown.", fixed = TRUE)
  expect_no_match(none, "brackets|Intervals are")
  expect_match(said(method = "paired_t"), "exactly where the 95% interval in brackets excludes 0", fixed = TRUE)
})

test_that("the sentence for a text says that the test was one-sided", {
  set.seed(1)
  s <- data.frame(item = 1:150, old = runif(150))
  s$new <- s$old + runif(150, 0, 0.2)
  s$bad <- s$old - runif(150, 0.2, 0.6)
  x <- score_set(s, item = item, metric = "ndcg", lower = -1, upper = 2)
  v <- verdict(x, reference = "old", alternative = "greater")
  words <- "only whether some have a higher value than old was tested; the reverse cannot be shown."
  for (said in c(format(v), as.character(v))) expect_match(said, words, fixed = TRUE)
  expect_no_match(format(verdict(x, reference = "old")), "ne-sided")
})
