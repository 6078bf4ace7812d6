# Expected numbers: two-phase estimates and variances written down independently, with derivatives by differences, from
# which those of the package come by gradients in C; values with smoothing from exact fractions.

confusion_value <- function(w, predicted, metric) {
  hit <- predicted == "a"
  tp <- sum(w[hit, 1])
  called <- sum(w[hit, ])
  positive <- sum(w[, 1])
  switch(metric,
    accuracy = (tp + sum(w[!hit, 2])) / sum(w), precision = tp / called, recall = tp / positive,
    f_meas = 2 * tp / (called + positive)
  )
}

# By numerical derivatives: estimate, standard error (population, rows), degrees of freedom.
two_phase_by_hand <- function(metric, scale = identity) {
  n_rows <- c(90, 30, 24, 156)
  labels <- rbind(c(12, 3), c(9, 7), c(6, 10), c(3, 21))
  n <- rowSums(labels)
  value <- function(w) {
    scale(confusion_value(w, c("a", "a", "b", "b"), metric)) - scale(confusion_value(w, c("a", "b", "a", "b"), metric))
  }
  w <- labels * n_rows / n
  u <- w
  for (i in seq_along(w)) {
    step <- replace(w * 0, i, 1e-4)
    u[i] <- (value(w + step) - value(w - step)) / 2e-4
  }
  mean <- rowSums(u * labels) / n
  s2 <- rowSums((u - mean)^2 * labels) / (n - 1)
  within <- n_rows * (n_rows - 1) / n * s2
  v <- sum(n_rows * mean^2) + sum(within)
  c(value(w), sqrt(v), v^2 / sum(within^2 / (n - 1)), sqrt(sum(n_rows^2 * (1 - n / n_rows) / n * s2)))
}

compared <- function(x, metric, ..., classes = if (metric != "accuracy") "a") {
  as.data.frame(compare_classifiers(x, metric, method = "wald", reference = "two", classes = classes, ...))
}

test_that("estimates of few labels are weighted by pattern, their variance has both phases, and t its degrees", {
  x <- prediction_set(truth ~ one + two, few_labels(), labelling = "by_pattern")
  for (metric in c("accuracy", "precision", "recall", "f_meas")) {
    known <- two_phase_by_hand(metric)
    found <- compared(x, metric, smoothing = 0)
    expect_equal(c(found$estimate, found$std.error, found$df), known[1:3], tolerance = 1e-6, info = metric)
    expect_equal(found$p.value, 2 * pt(-abs(known[1] / known[2]), known[3]), tolerance = 1e-6)
    expect_equal(found$conf.high, known[1] + qt(0.975, known[3]) * known[2], tolerance = 1e-6)
    expect_equal(compared(x, metric, smoothing = 0, question = "rows")$std.error, known[4], tolerance = 1e-6)
  }
  found <- compared(x, "accuracy", smoothing = 0)
  expect_equal(c(found$estimate.classifier, found$estimate.reference), c(0.80125, 0.76875))
  ratio <- compared(x, "recall", measure = "ratio", smoothing = 0)
  known <- two_phase_by_hand("recall", log)
  expect_equal(c(log(ratio$estimate), ratio$std.error, ratio$df), known[1:3], tolerance = 1e-6)
})

test_that("estimates and standard errors are those of survey::twophase()", {
  designs <- read_fixture("labels-designs.csv")
  peers <- read_fixture("labels-peers.csv")
  for (design in unique(designs$design)) {
    x <- prediction_set(truth ~ one + two, designs[designs$design == design, -1],
      weights = n, labelling = "by_pattern", smoothing = 0
    )
    asked <- peers[peers$design == design, ]
    found <- rbind(
      compared(x, "accuracy"), compared(x, "precision", classes = NULL), compared(x, "recall", classes = NULL),
      compared(x, "f_meas", classes = NULL), compared(x, "recall", classes = NULL, measure = "ratio")
    )
    found$estimate[found$measure == "ratio"] <- log(found$estimate[found$measure == "ratio"])
    name <- ifelse(found$measure == "ratio", "log ratio of recalls", found$metric)
    at <- match(paste(name, found$class), paste(asked$metric, ifelse(asked$class == "", NA, asked$class)))
    expect_identical(sort(at), seq_len(nrow(asked)))
    expect_equal(found$estimate, asked$estimate[at], tolerance = 1e-9)
    expect_equal(found$std.error, asked$se[at], tolerance = 1e-9)
  }
})

test_that("a pseudo label in each stratum makes variances that know of what was not seen", {
  x <- prediction_set(truth ~ one + two, few_labels(), labelling = "by_pattern")
  se <- vapply(c("accuracy", "precision", "recall", "f_meas"), function(m) compared(x, m)$std.error, 0)
  expect_equal(unname(se), c(0.0312453, 0.0430929, 0.0498791, 0.0405957), tolerance = 1e-6)
})

test_that("a liver scan whose result decided on who was verified has the published sensitivity and specificity", {
  labels <- rbind(c(diseased = 231, healthy = 32), c(27, 54))
  d <- labelled_rows_of(data.frame(scan = c("diseased", "healthy")), c(429, 221), labels)
  x <- prediction_set(truth ~ scan, d, labelling = "by_pattern", positive = "diseased")
  found <- assess_classifiers(x, c("sensitivity", "specificity"))
  called <- 429 * c(231, 32) / 263
  not <- 221 * c(27, 54) / 81
  expect_equal(found$estimate, c(called[1] / (called[1] + not[1]), not[2] / (not[2] + called[2])))
  expect_equal(round(found$estimate, 3), c(0.836, 0.738))
})

test_that("labels that do not matter are not needed, others are asked for by name", {
  d <- few_labels()
  all <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", smoothing = 0)
  d$truth[d$one == "b" & d$two == "b"] <- NA
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", smoothing = 0)
  both <- function(metric, ...) list(compared(x, metric, ...), compared(all, metric, ...))
  same <- both("recall", measure = "ratio")
  expect_equal(same[[1]]$std.error, 0.07082542, tolerance = 1e-6)
  expect_equal(same[[1]]$estimate, same[[2]]$estimate)
  expect_equal(same[[1]]$std.error, same[[2]]$std.error)
  expect_true(is.na(same[[1]]$estimate.classifier))
  expect_equal(compared(x, "accuracy")$std.error, compared(all, "accuracy")$std.error)
  expect_equal(compared(x, "precision")$std.error, compared(all, "precision")$std.error)
  lost <- compared(x, "recall")
  expect_true(is.na(lost$estimate))
  expect_match(lost$note, "no label for pattern (b, b): 156 rows; next_labels() asks for them first", fixed = TRUE)
  alone <- assess_classifiers(x, "accuracy")
  expect_true(all(is.na(alone$estimate)))
  expect_equal(alone$conf.low[1] * 300, 12 + 9 + 10)
  expect_equal(alone$conf.high[1] * 300, 31 + 300 - 47)
  expect_true(all(is.na(vcov(x))))
  expect_equal(omnibus_test(x, "accuracy")$p.value, compared(all, "accuracy")$p.value)
  expect_match(omnibus_test(x, "recall")$note[1], "no label", fixed = TRUE)
})

test_that("a single label has a variance by smoothing only", {
  d <- labelled_rows_of(data.frame(one = c("a", "a"), two = c("a", "b")), c(40, 30), rbind(c(a = 10, b = 2), c(1, 0)))
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern")
  expect_gt(compared(x, "accuracy")$std.error, 0)
  lost <- compared(x, "accuracy", smoothing = 0)
  expect_true(is.na(lost$estimate))
  expect_match(lost$note, "one label in stratum (a, b)", fixed = TRUE)
})

test_that("with all labels it is the set without", {
  d <- few_labels()
  d$truth[is.na(d$truth)] <- "b"
  expect_identical(
    prediction_set(truth ~ one + two, d, labelling = "random"), prediction_set(truth ~ one + two, d)
  )
  # One row without a label hardly matters; of these rows nothing is left to vary.
  few <- d
  few$truth[1] <- NA
  x <- prediction_set(truth ~ one + two, few, labelling = "by_pattern")
  known <- compared(prediction_set(truth ~ one + two, d), "accuracy")
  found <- compared(x, "accuracy")
  expect_equal(found$std.error, known$std.error)
  expect_true(is.na(found$df))
  expect_equal(found$p.value, known$p.value)
  rows <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", question = "rows")
  expect_equal(compared(rows, "accuracy")$estimate, known$estimate)
  # Three classes, and rows on which the two agree are not all labelled: their variance is rounding.
  for (n in c(9, 11, 13, 15)) {
    d <- data.frame(a = rep(c("x", "y", "z", "x"), c(n, 3, 4, 3)), b = rep(c("x", "y", "z", "y"), c(n, 3, 4, 3)))
    d$truth <- replace(d$a, c(1, 2, n + 1, n + 9), c("y", NA, "z", "y"))
    x <- prediction_set(truth ~ a + b, d, labelling = "by_pattern", question = "rows")
    expect_silent(found <- compare_classifiers(x, "accuracy"))
    expect_equal(abs(c(found$estimate, found$std.error)), c(1 / (n + 10), 0))
  }
})

test_that("known probabilities weigh labels by their inverse", {
  d <- few_labels()
  set.seed(2)
  d$p <- round(runif(300, 0.1, 0.6), 2)
  x <- prediction_set(truth ~ one + two, d, labelling = p)
  known <- d[!is.na(d$truth), ]
  w <- 1 / known$p
  gain <- (known$one == known$truth) - (known$two == known$truth)
  estimate <- sum(w * gain) / sum(w)
  u <- (gain - estimate) / sum(w)
  found <- compared(x, "accuracy")
  expect_equal(found$estimate, estimate)
  expect_equal(found$std.error, sqrt(sum((u * w)^2)))
  expect_equal(compared(x, "accuracy", question = "rows")$std.error, sqrt(sum((u * w)^2 * (1 - known$p))))
  expect_output(print(x), "the largest is [0-9.]+ times the mean")
  same <- prediction_set(few_labels()$truth, one = d$one, two = d$two, labelling = d$p)
  expect_equal(compared(same, "accuracy")$std.error, found$std.error)
  expect_identical(nrow(x["one"]$patterns), nrow(unique(d[!is.na(d$truth), c("truth", "one", "p")])) + 2L)
})

test_that("tests by labels with known probabilities are by t, as many as the labels that matter are worth", {
  d <- few_labels()
  set.seed(2)
  d$p <- round(runif(300, 0.1, 0.6), 2)
  x <- prediction_set(truth ~ one + two, d, labelling = p, positive = "a")
  worth <- function(known) sum(1 / known$p)^2 / sum(1 / known$p^2)
  known <- d[!is.na(d$truth), ]
  found <- compare_classifiers(x, c("accuracy", "recall"), p.adjust.method = "none")
  expect_equal(found$df, c(worth(known), worth(known[known$truth == "a", ])) - 1)
  expect_equal(found$p.value, 2 * pt(-abs(found$estimate / found$std.error), found$df))
  expect_equal(omnibus_test(x, "recall")$p.value, found$p.value[2])
  alone <- assess_classifiers(x["one"], "recall")
  half <- qt(.975, found$df[2]) * alone$std.error
  expect_equal(alone$conf.high - alone$estimate, half, tolerance = 1e-6)
  expect_true(is.na(compare_classifiers(x, "detection_prevalence")$df))
  d$site <- rep(c("u", "v"), 150)
  shares <- standardise_groups(prediction_set(truth ~ one + two, d, labelling = p, by = site), c(u = 0.9, v = 0.1))
  known <- d[!is.na(d$truth), ]
  weight <- c(u = 0.9, v = 0.1)[known$site] / tapply(1 / known$p, known$site, sum)[known$site]
  known$p <- known$p / weight
  expect_equal(compare_classifiers(shares, "accuracy")$df, worth(known) - 1)
})

test_that("rows of one observation vary together", {
  d <- few_labels()
  twice <- rbind(d, d)
  id <- rep(seq_len(300), 2)
  one <- compared(prediction_set(truth ~ one + two, d, labelling = "by_pattern", smoothing = 0), "accuracy")
  clustered <- prediction_set(truth ~ one + two, twice, id = id, labelling = "by_pattern", smoothing = 0)
  two <- compared(clustered, "accuracy")
  expect_equal(two$estimate, one$estimate)
  # Labels of both rows are drawn together: nearly that of half as many rows.
  expect_equal(two$std.error, one$std.error, tolerance = 0.03)
  alone <- prediction_set(truth ~ one + two, twice, labelling = "by_pattern", smoothing = 0)
  expect_lt(compared(alone, "accuracy")$std.error, 0.8 * two$std.error)
  expect_output(print(prediction_set(truth ~ one + two, twice, id = id, labelling = "random")), "clusters")
})

test_that("of repeated observations those with labels count", {
  set.seed(1)
  id <- rep(1:100, each = 10)
  truth <- sample(c("a", "b"), 1000, TRUE)
  of_documents <- function() ifelse(runif(1000) < plogis(1 + rnorm(100)[id]), truth, ifelse(truth == "a", "b", "a"))
  d <- data.frame(truth, m1 = of_documents(), m2 = of_documents(), m3 = of_documents(), id)
  set <- function(labelled, ...) {
    prediction_set(
      truth ~ m1 + m2 + m3, transform(d, truth = ifelse(labelled, truth, NA)),
      labelling = "random", positive = "a", id = id, ...
    )
  }
  x <- set(id %in% c(3, 20, 45, 60, 77, 98))
  said <- "p may be too small with only 6 labelled observations"
  for (metric in c("accuracy", "recall", "kap")) {
    found <- compare_classifiers(x, metric)
    expect_true(all(found$df <= 5))
    expect_identical(found$note, rep(said, 3))
    expect_identical(omnibus_test(x, metric)$note, said)
    expect_match(assess_classifiers(x, metric)$note, "interval may be too short with only 6 labelled observations")
  }
  expect_identical(omnibus_test(x, c("sensitivity", "specificity"), over = "metrics")$note, said)
  expect_output(print(x), "different profiles; 6 have labels", fixed = TRUE)
  few <- prediction_set(truth ~ m1 + m2, transform(d, truth = ifelse(id < 9, truth, NA))[id < 31, ], id = id,
    labelling = "random", positive = "a"
  )
  text <- printed_text(verdict(few))
  expect_match(text, "with only 8 labelled observations", fixed = TRUE)
  expect_no_match(text, "vcov")
  # With unequal numbers of labels they are worth fewer, and what is called by all is known.
  uneven <- compare_classifiers(set(id <= 4 | seq_along(id) %% 10 == 1), "recall")
  size <- rep(c(10, 1), c(4, 96))
  expect_true(all(uneven$df <= sum(size)^2 / sum(size^2) - 1))
  expect_match(uneven$note, "only 100 labelled observations of unequal size, worth 37", all = FALSE)
  called <- compare_classifiers(x, "detection_prevalence")
  expect_identical(called$df, rep(99, 3))
  expect_true(all(is.na(called$note)))
  known <- set(id %in% 1:50)
  expect_true(all(is.na(c(compare_classifiers(known, "recall")$note, assess_classifiers(known, "recall")$note))))
})

test_that("strata with few random labels are merged with those of their kind, by their numbers alone", {
  labels <- rbind(c(a = 6, b = 1, c = 0), c(1, 0, 0), c(1, 1, 0), c(0, 2, 0), c(0, 5, 1), c(0, 0, 9))
  predicted <- data.frame(one = c("a", "a", "a", "b", "b", "c"), two = c("a", "b", "c", "a", "b", "c"))
  d <- labelled_rows_of(predicted, c(70, 12, 18, 20, 60, 80), labels)
  x <- prediction_set(truth ~ one + two, d, labelling = "random", smoothing = 0)
  # The three disagreements, with 1, 2 and 2 labels, become one stratum of 5.
  n_rows <- c(70, 50, 60, 80)
  n <- c(7, 5, 6, 9)
  gain <- list(rep(0, 7), c(1, 1, 0, 1, 1), rep(0, 6), rep(0, 9))
  estimate <- sum(n_rows * vapply(gain, mean, 0)) / 260
  u <- lapply(gain, function(g) (g - estimate) / 260)
  v <- sum(n_rows * vapply(u, mean, 0)^2) + sum(n_rows * (n_rows - 1) / n * vapply(u, var, 0))
  found <- compared(x, "accuracy")
  expect_equal(c(found$estimate, found$std.error), c(estimate, sqrt(v)))
})

test_that("strata with as few random labels are merged at once", {
  labels <- rbind(c(a = 6, b = 1, c = 0), c(3, 1, 0), c(2, 1, 1), c(0, 4, 0), c(2, 5, 0), c(0, 0, 9))
  predicted <- data.frame(one = c("a", "a", "a", "b", "b", "c"), two = c("a", "b", "c", "a", "c", "c"))
  d <- labelled_rows_of(predicted, c(70, 12, 18, 30, 50, 80), labels)
  x <- prediction_set(truth ~ one + two, d, labelling = "random")
  # Three disagreements with 4 labels each become one stratum of 12 for 60 rows, beside that with 7 for 50.
  gain <- 60 * (3 - 1 + 2 - 1 + 4) / 12 + 50 * 5 / 7
  expect_equal(compared(x, "accuracy")$estimate, gain / 260)
})

test_that("the order of classifiers and classes changes nothing where few rows have random labels", {
  set.seed(41)
  class <- letters[1:5]
  truth <- sample(class, 300, TRUE)
  drawn <- function(right) ifelse(runif(300) < right, truth, sample(class, 300, TRUE))
  d <- data.frame(truth, one = drawn(0.5), two = drawn(0.58), judge = drawn(0.8))
  d$truth[runif(300) < 0.5] <- NA
  compared_by <- function(formula, levels, metric, ...) {
    x <- prediction_set(formula, d, levels = levels, labelling = "random", ...)
    compare_classifiers(x, metric, reference = "one")[c("estimate", "std.error", "df", "p.value")]
  }
  for (metric in c("kap", "accuracy")) {
    found <- compared_by(truth ~ one + two, class, metric, judge = "judge")
    expect_equal(compared_by(truth ~ two + one, class, metric, judge = "judge"), found)
    expect_equal(compared_by(truth ~ one + two, c("d", "b", "e", "a", "c"), metric, judge = "judge"), found)
  }
  found <- compared_by(truth ~ one + two, class, "kap")
  expect_equal(compared_by(truth ~ two + one, rev(class), "kap"), found)
})

test_that("some of the classifiers keep how their labels were drawn", {
  d <- few_labels()
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern")
  all <- assess_classifiers(x, c("accuracy", "recall"))
  one <- assess_classifiers(x["one"], c("accuracy", "recall"))
  expect_equal(one$std.error, all$std.error[all$classifier == "one"])
  expect_output(print(summary(x["one"])), "\\(a, b\\)")
  expect_output(print(summary(x["one"]["one"])), "\\(a, b\\)")
  expect_identical(x[], x)
  again <- x[c("two", "one")]
  expect_equal(compared(again, "f_meas")$std.error, compared(x, "f_meas")$std.error)
  random <- prediction_set(truth ~ one + two, d, labelling = "random")["one"]
  expect_equal(
    assess_classifiers(random)$estimate,
    assess_classifiers(prediction_set(truth ~ one, d, labelling = "random"))$estimate
  )
})

test_that("every verb takes few labels, and what needs all says so", {
  x <- prediction_set(truth ~ one + two, few_labels(), labelling = "random", positive = "a")
  v <- verdict(x)
  text <- capture.output(print(v))
  expect_match(text, "Truth: 71 rows labelled at random. The answer is about", all = FALSE)
  expect_match(text, "Labels look chosen: 59% of disagreements, 16% of agreements", fixed = TRUE, all = FALSE)
  expect_output(print(compare_classifiers(x, "recall")), "71 of them labelled at random")
  expect_s3_class(rank_classifiers(x), "data.frame")
  expect_true(nzchar(methods_text(compare_classifiers(x))))
  expect_match(methods_text(v), "71 of them labelled at random", fixed = TRUE, all = FALSE)
  expect_s3_class(as_table(compare_classifiers(x)), "result_table")
  expect_true(is.finite(compare_classifiers(x, "recall", contrasts = one ~ two, method = "wald")$p.value))
  expect_true(is.finite(compare_classifiers(x, "recall", margin = 0.1)$p.equivalent))
  set.seed(1)
  drawn <- compare_classifiers(x, "recall", method = "bootstrap", R = 299)
  expect_true(is.finite(drawn$conf.low))
  expect_error(compare_classifiers(x, "recall", method = "permutation"), class = "verdict_error_method")
  drawn <- if (requireNamespace("ggplot2", quietly = TRUE)) list(plot)
  for (verb in c(list(flips, update_prevalence, as.data.frame, as_score_set), drawn)) {
    expect_error(verb(x), "needs the truth of all rows", class = "verdict_error_labelling")
  }
  chosen <- verdict(truth ~ one + two, few_labels(), labelling = "by_pattern", question = "rows")
  expect_output(print(chosen, width = 500), "chosen by what is predicted. The answer is about these rows only")
  skip_if_not_installed("knitr")
  expect_match(paste(knitr::knit_print(x), collapse = " "), "known for 71 rows")
})

test_that("the share of rows that is called positive is that of all rows, however few are labelled", {
  d <- data.frame(
    truth = rep(c("a", "b", NA), c(3, 3, 44)), m1 = rep(c("a", "b"), 25), m2 = rep(c("a", "b", "b", "b", "a"), 10)
  )
  p <- rep(0.12, 50)
  gain <- (d$m1 == "a") - (d$m2 == "a")
  for (labelling in list("random", "by_pattern", p)) {
    x <- prediction_set(truth ~ m1 + m2, d, labelling = labelling, positive = "a")
    r <- compare_classifiers(x, "detection_prevalence", reference = "m2")
    expect_equal(r$estimate, mean(gain))
    expect_equal(r$std.error, sqrt(mean((gain - mean(gain))^2) / 50))
    rows <- assess_classifiers(x, "detection_prevalence", question = "rows")
    expect_equal(rows$estimate, c(0.5, 0.4))
    expect_equal(rows$conf.low, rows$conf.high)
  }
})

test_that("a summary says why values of a pair are not those of its classifiers alone", {
  few <- satellite
  set.seed(1)
  few$truth[-sample(2000, 400)] <- NA
  v <- verdict(truth ~ svm + tree, few, labelling = "random")
  alone <- v$assessment$estimate[v$assessment$metric == "accuracy"]
  expect_gt(max(abs(sort(c(v$overall$estimate.classifier, v$overall$estimate.reference)) - sort(alone))), 1e-4)
  expect_match(summary(v)$cautions, "estimates of the same, and may differ a little", all = FALSE)
  whole <- summary(verdict(truth ~ svm + tree, satellite))
  expect_no_match(whole$cautions, "may differ a little")
})

test_that("degrees of freedom that just suffice for a joint test do so whatever their rounding", {
  # One and two differ in the first stratum only, two and three in the second; three labels each, so that the least
  # degrees of freedom are 2. Of N rows, 2 of 3 labels for one side and a pseudo label of both classes: gap^2 / variance
  # is (N / 3)^2 / (4 * 0.625 * 0.375 * N * (N - 3) / 3).
  for (N in 5:10) {
    rows <- data.frame(truth = NA_character_, one = "a", two = rep(c("b", "a"), c(N, N + 2)), three = "b")
    rows$truth[c(1:3, N + 1:3)] <- c("a", "a", "b", "b", "a", "a")
    x <- prediction_set(rows, truth, c(one, two, three), labelling = "by_pattern", question = "rows")
    size <- c(N, N + 2)
    statistic <- sum(size / (2.8125 * (size - 3))) / 4
    found <- omnibus_test(x, "accuracy")
    expect_equal(found$statistic, statistic)
    expect_equal(found$p.value, pf(statistic, 2, 1, lower.tail = FALSE))
  }
})

test_that("few labels show no variance with one cluster, and have Student's t with few", {
  set.seed(3)
  y <- sample(c("p", "q"), 60, TRUE)
  wrong <- function(share) ifelse(runif(60) < share, sample(c("p", "q"), 60, TRUE), y)
  d <- data.frame(y, a = wrong(0.2), b = wrong(0.7), one = 1, two = rep(1:2, 30), p = 0.6)
  d$y[sample(60, 20)] <- NA
  set <- function(id, labelling = "random") {
    prediction_set(y ~ a + b, d, labelling = {{ labelling }}, id = {{ id }})
  }
  for (x in list(set(one), set(one, p))) {
    for (found in list(compare_classifiers(x, "accuracy"), assess_classifiers(x, "accuracy"))) {
      expect_true(all(is.na(found$conf.low)))
      expect_identical(unique(found$note), "one cluster")
    }
  }
  expect_output(print(verdict(set(one))), "not compared (one cluster)", fixed = TRUE)
  found <- compare_classifiers(set(two, p), "accuracy")
  expect_equal(found$df, 1)
  expect_equal(found$p.value, 2 * pt(-abs(found$estimate / found$std.error), 1))
})

test_that("the share of the commonest class is estimated from few labels", {
  set.seed(1)
  s <- satellite[sample(2000, 200), ]
  s$truth[runif(200) > 0.5] <- NA
  x <- prediction_set(truth ~ svm + tree, s, labelling = "random")
  most <- max(assess_classifiers(x, "prevalence")$estimate)
  by_name <- expect_silent(assess_classifiers(x, null = "no_information"))
  expect_equal(as.data.frame(by_name), as.data.frame(assess_classifiers(x, "accuracy", null = most)))
  expect_equal(assess_classifiers(x, "error", null = "no_information")$null.value, rep(1 - most, 2))
  # Of two classes the share of either.
  two <- prediction_set(truth ~ one + two, few_labels(), labelling = "random", positive = "a")
  share <- assess_classifiers(two, "prevalence")$estimate[1]
  expect_equal(assess_classifiers(two, null = "no_information")$null.value[1], max(share, 1 - share))

  s$truth <- s$truth[NA]
  expect_error(
    assess_classifiers(prediction_set(truth ~ svm + tree, s, labelling = "random"), null = "no_information"),
    "do not tell the share", class = "verdict_error_null"
  )
})

test_that("too few labels for a joint test of many classifiers are said to be labels", {
  patterns <- as.matrix(expand.grid(rep(list(c("a", "b")), 4)))[c(2, 3, 5, 9), ]
  rows <- data.frame(patterns[rep(1:4, each = 10), ], truth = NA_character_)
  names(rows)[1:4] <- paste0("m", 1:4)
  rows$truth[c(1:2, 11:12, 21:22, 31:32)] <- rep(c("a", "b"), 4)
  x <- prediction_set(truth ~ m1 + m2 + m3 + m4, rows, labelling = "by_pattern")
  found <- omnibus_test(x, "accuracy")
  expect_identical(found$p.value, NA_real_)
  expect_identical(found$note, "too few labels to test so many classifiers together, see next_labels()")
})

test_that("of these rows no difference is larger than what any labels allow", {
  set.seed(6)
  few <- satellite
  few$truth[-sample(2000, 120)] <- NA
  set <- prediction_set(truth ~ svm + tree + random_forest, few, labelling = "random", question = "rows")
  found <- compare_classifiers(set, "accuracy")
  for (i in seq_len(nrow(found))) {
    most <- mean(satellite[[found$classifier[i]]] != satellite[[found$reference[i]]])
    within <- c(found$estimate[i], found$conf.low[i], found$conf.high[i], found$adj.conf.low[i], found$adj.conf.high[i])
    expect_true(all(abs(within) <= most))
  }
})

test_that("an infinite ratio of few labels has no standard error, and says why", {
  set.seed(1)
  data <- data.frame(
    y = rep(c("a", "b"), c(200, 800)), m1 = rep(c("a", "b"), c(120, 880)), g = rep(c("p", "q"), 500),
    m2 = rep(c("a", "b", "a", "b"), c(100, 100, 30, 770))
  )
  data$y[sample(1000, 600)] <- NA
  x <- prediction_set(y ~ m1 + m2, data, positive = "a", by = g, labelling = "random")
  for (set in list(x, standardise_groups(x, "equal"))) {
    each <- assess_classifiers(set, "lr_plus")
    expect_identical(is.infinite(each$estimate), c(TRUE, FALSE))
    expect_identical(is.na(each$std.error), c(TRUE, FALSE))
    expect_identical(each$note, c("estimate is infinite: no standard error", NA))
    expect_identical(compare_classifiers(set, "lr_plus")$note, "positive likelihood ratio of m1 is infinite")
  }
})

# All rows on which the two differ are labelled, and no other; and the same where half of the others have the truth that
# both predict, as a stratum without labels is taken for. Each is called "a" by as many, so that the others have no part
# in differences of precision either.
labelled_disagreements <- function() {
  one <- rep(c("a", "b"), each = 4)
  rows <- data.frame(truth = rep(c("a", "b"), 4), one, two = rep(c("a", "a", "b", "b"), 2))
  full <- rows[rep(1:8, c(20, 20, 12, 4, 5, 11, 30, 30)), ]
  full$site <- rep(c("north", "south", "south"), length.out = nrow(full))
  few <- full
  few$truth[few$one == few$two] <- NA
  list(full = full, few = few)
}

test_that("differences that are known are tested together, though no classifier's own value is known", {
  d <- labelled_disagreements()
  full <- prediction_set(truth ~ one + two, d$full)
  few <- prediction_set(truth ~ one + two, d$few, labelling = "by_pattern")
  expect_true(all(is.na(assess_classifiers(few, "precision")$estimate)))
  over_classes <- function(x, method) {
    as.data.frame(omnibus_test(x, "precision", over = "classes", method = method))[c("statistic", "df", "p.value")]
  }
  expect_equal(over_classes(few, "wald"), over_classes(full, "wald"))
  for (method in c("dai", "brown", "stouffer", "max_t")) {
    expected <- over_classes(full, by_combination(method, test = "wald", covariance = "analytic"))
    expect_equal(over_classes(few, method), expected)
  }
  together <- function(x) omnibus_test(x, c("precision", "npv"), "metrics", measure = "difference")[["p.value"]][1]
  expect_equal(together(few), together(full))
  everywhere <- function(data, ...) {
    omnibus_test(prediction_set(truth ~ one + two, data, by = site, ...), over = "groups", method = "wald")[["p.value"]]
  }
  expect_equal(everywhere(d$few, labelling = "by_pattern"), everywhere(d$full))
})

test_that("a bootstrap is of differences that are known, and leaves what any labels allow where none is", {
  d <- labelled_disagreements()
  few <- prediction_set(truth ~ one + two, d$few, labelling = "by_pattern")
  wald <- compare_classifiers(few, c("accuracy", "recall"), method = "wald")
  set.seed(1)
  drawn <- compare_classifiers(few, c("accuracy", "recall"), method = by_bootstrap(R = 1999))
  limits <- c("conf.low", "conf.high")
  expect_equal(log(drawn$p.value[1]), log(wald$p.value[1]), tolerance = 0.1)
  expect_equal(drawn[1, limits], wald[1, limits], tolerance = 0.1, ignore_attr = TRUE)
  expect_equal(as.data.frame(drawn)[-1, limits], as.data.frame(wald)[-1, limits])
  of_rows <- prediction_set(truth ~ one + two, d$few, labelling = "by_pattern", question = "rows")
  drawn <- compare_classifiers(of_rows, "accuracy", method = by_bootstrap(R = 199))
  expected <- -c(14, 14, 14, 0) / 132
  expect_equal(unlist(as.data.frame(drawn)[c("estimate", limits, "p.value")]), expected, ignore_attr = TRUE)
})

test_that("a bootstrap of few labels is as unsure as their number", {
  rows <- data.frame(
    truth = c("a", "b"), one = c("b", "a", rep(c("a", "b"), 49)),
    two = c("a", "b", rep(c("a", "b", "b", "a"), 24), "a", "b")
  )
  for (n in 1:2) {
    few <- rows
    few$truth[-seq_len(n)] <- NA
    x <- prediction_set(truth ~ one + two, few, labelling = "random", levels = c("a", "b"))
    # One label or two, whichever they are: by the exact test p is 1 or at least 0.5, by Student's t with 1 degree of
    # freedom it is this.
    t <- compare_classifiers(x, "accuracy", method = "wald")$statistic
    set.seed(1)
    drawn <- compare_classifiers(x, "accuracy", method = by_bootstrap(R = 1999))
    expect_equal(drawn$p.value, 2 * pt(-abs(t), 1), tolerance = 0.2)
    expect_equal(c(drawn$conf.low, drawn$conf.high), c(-1, 1))
    expect_equal(as.character(drawn$decision), "undecided")
  }
})

test_that("a class without labels is not said to be never predicted, or to be absent", {
  # "c" is predicted on four rows, on two by both, none of which is labelled; one row of "a" and one of "b" are.
  d <- data.frame(
    truth = rep(c("a", NA, "b", NA), c(1, 6, 1, 12)), one = rep(c("a", "b", "c", "a"), c(7, 9, 3, 1)),
    two = rep(c("a", "b", "c", "b", "c"), c(7, 9, 2, 1, 1))
  )
  x <- prediction_set(truth ~ one + two, d, labelling = "random", levels = c("a", "b", "c"))
  r <- assess_classifiers(x, "precision", classes = "c")
  lacking <- paste("no label where", c("one", "two"), "predicts the class")
  expect_equal(r$note, paste0(lacking, "; the limits are what any labels allow"))
  expect_equal(c(r$conf.low, r$conf.high), c(0, 0, 1, 1))
  r <- compare_classifiers(x, "precision", classes = "c")
  expect_equal(c(r$conf.low, r$conf.high), c(-1, 1) / 3)
  expect_equal(r$status, "no_label")
  expect_match(assess_classifiers(x, "recall", classes = "c")$note, "^no label of the class; the limits are what any")
  macro <- assess_classifiers(x, "precision", average = "macro")
  expect_equal(macro$note, paste("precision undefined for class c:", lacking))
  d$one <- sub("c", "a", d$one)
  none <- prediction_set(truth ~ one + two, d, labelling = "random", levels = c("a", "b", "c"))
  expect_equal(assess_classifiers(none, "precision", classes = "c")$note[1], "class never predicted by one")
})

test_that("of whom no label tells anything may be better than those that are ranked", {
  set.seed(9)
  a <- sample(c("x", "y"), 60, TRUE)
  flip <- function(at) replace(a, at, ifelse(a[at] == "x", "y", "x"))
  d <- data.frame(t = replace(a, 13:60, NA), A = a, B = flip(1:6), C = flip(1:12), D = flip(41:46))
  x <- prediction_set(t ~ A + B + C + D, d, labelling = "by_pattern")
  ranks <- rank_classifiers(x)
  expect_equal(ranks$rank.high[match(c("A", "B", "C"), ranks$classifier)], 2:4)
  expect_match(printed_text(verdict(x)), "1 to 2", fixed = TRUE)
  expect_no_match(printed_text(ranks), "is the best of", fixed = TRUE)
})
