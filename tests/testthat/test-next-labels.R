# Expected numbers: all allocations tried, or by hand.

unlabelled <- function(...) {
  d <- few_labels()
  d$truth <- NA_character_
  prediction_set(truth ~ one + two, d, labelling = "by_pattern", ...)
}

confusion_of_two <- function(w, predicted, metric) {
  hit <- predicted == "a"
  tp <- sum(w[hit, 1])
  switch(metric,
    accuracy = (tp + sum(w[!hit, 2])) / sum(w), precision = tp / sum(w[hit, ]), recall = tp / sum(w[, 1])
  )
}

allocation <- function(found) {
  p <- found$patterns
  stats::setNames(p[["next"]], paste0(p$one, p$two))[c("aa", "ab", "ba", "bb")]
}

test_that("before any label disagreements are asked for, in proportion to rows and spread", {
  set.seed(1)
  found <- next_labels(unlabelled(), 27)
  # Before labels are known the spreads are alike: N/sqrt(n (n + 1)) of 30 and 24 rows.
  expect_equal(allocation(found), c(aa = 0, ab = 15, ba = 12, bb = 0))
  d <- few_labels()
  expect_identical(as.vector(table(paste0(d$one, d$two)[found$rows])), c(15L, 12L))
  expect_false(anyDuplicated(found$rows) > 0)
  set.seed(1)
  expect_identical(next_labels(unlabelled(), 27)$rows, found$rows)
  expect_false(identical(next_labels(unlabelled(), 27)$rows, found$rows))
})

test_that("labels go where the variance falls most: no other allocation leaves less", {
  x <- prediction_set(truth ~ one + two, few_labels(), labelling = "by_pattern")
  for (metric in c("accuracy", "precision", "recall")) {
    found <- next_labels(x, 7, metric, classes = if (metric != "accuracy") "a")
    n_rows <- c(90, 30, 24, 156)
    labels <- rbind(c(12, 3), c(9, 7), c(6, 10), c(3, 21))
    n <- rowSums(labels)
    w <- labels * n_rows / n
    value <- function(w) {
      confusion_of_two(w, c("a", "a", "b", "b"), metric) - confusion_of_two(w, c("a", "b", "a", "b"), metric)
    }
    u <- w
    for (i in seq_along(w)) {
      step <- replace(w * 0, i, 1e-4)
      u[i] <- (value(w + step) - value(w - step)) / 2e-4
    }
    p <- (labels + 0.5) / (n + 1)
    s2 <- rowSums(p * u^2) - rowSums(p * u)^2
    left <- function(more) sum(n_rows^2 * s2 * (1 / (n + more) - 1 / n_rows))
    all <- expand.grid(0:7, 0:7, 0:7, 0:7)
    all <- as.matrix(all[rowSums(all) == 7, ])
    expect_equal(left(allocation(found)), min(apply(all, 1, left)), tolerance = 1e-6, info = metric)
  }
})

test_that("what is of no use is not spent", {
  found <- next_labels(unlabelled(), 100)
  expect_equal(allocation(found), c(aa = 0, ab = 30, ba = 24, bb = 0))
  expect_identical(found$spent, 54)
  expect_output(print(found), "46 labels are not spent")
  expect_output(print(found, width = 200), "worth 5.6 times as many at random")
  d <- few_labels()
  d$truth[d$one != d$two] <- "a"
  none <- next_labels(prediction_set(truth ~ one + two, d, labelling = "by_pattern"), 5)
  expect_output(print(none), "Nothing to label")
  expect_length(none$rows, 0)
  all_known <- prediction_set(
    c("a", "b", "a"), p = c("a", "b", "a"), q = c("b", "b", "a"), labelling = "random", question = "rows"
  )
  expect_length(next_labels(all_known, 5)$rows, 0)
  same <- prediction_set(c(NA, "a", NA), p = c("a", "b", "a"), q = c("a", "b", "a"), labelling = "random")
  expect_output(print(next_labels(same, 5)), "Nothing to label")
})

test_that("what labels save is that many at random", {
  found <- next_labels(unlabelled(), 54)
  expect_equal(found$worth, 300)
  part <- next_labels(unlabelled(), 27)
  # Half of the labels: variance sum N^2 / 4 (1 / n - 1 / N) of signs, against that of all rows.
  left <- sum(c(30, 24)^2 * (1 / c(15, 12) - 1 / c(30, 24)))
  expect_equal(part$worth, 1 / (left / (300 * 54) + 1 / 300))
})

test_that("batches go on from what is labelled, and every row is asked for once", {
  d <- few_labels()
  truth <- ifelse(seq_len(300) %% 3 == 0, d$one, d$two)
  d$truth <- NA_character_
  set.seed(4)
  for (batch in 1:3) {
    found <- next_labels(truth ~ one + two, d, labelling = "by_pattern", n = 10)
    expect_true(all(is.na(d$truth[found$rows])))
    d$truth[found$rows] <- truth[found$rows]
  }
  expect_identical(sum(!is.na(d$truth)), 30L)
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern")
  expect_equal(sum(allocation(next_labels(x, 10))), 10)
  expect_true(is.finite(compare_classifiers(x, "accuracy")$estimate))
})

three <- function() {
  d <- expand.grid(a = c("x", "y"), b = c("x", "y"), c = c("x", "y"), stringsAsFactors = FALSE)
  labelled_rows_of(d, c(50, 20, 4, 10, 6, 12, 20, 60), matrix(0, 8, 2, dimnames = list(NULL, c("x", "y"))))
}

test_that("several pairs are weighed alike, or the worst known counts most", {
  x <- prediction_set(truth ~ a + b + c, three(), labelling = "by_pattern")
  n <- function(...) {
    p <- next_labels(x, 30, ...)$patterns
    stats::setNames(p[["next"]], paste0(p$a, p$b, p$c))
  }
  one <- n(pairs = c("a", "b"))
  expect_equal(sum(one[substr(names(one), 1, 1) == substr(names(one), 2, 2)]), 0)
  expect_equal(n(pairs = list(c("a", "b"))), one)
  # By all allocations of 12 labels to the rest, the largest variance of a pair is the least that there is.
  n_rows <- c(xyx = 4, xyy = 20, yxx = 20, yxy = 12, xxy = 6, yyx = 10)
  variance <- function(m) {
    v <- n_rows^2 * (1 / m[names(n_rows)] - 1 / n_rows)
    apart <- function(i, j) sum(v[substr(names(v), i, i) != substr(names(v), j, j)])
    c(apart(1, 2), apart(1, 3), apart(2, 3))
  }
  mean <- n()
  worst <- n(pairs = "worst")
  expect_lte(max(variance(worst)), max(variance(mean)))
  expect_lte(sum(variance(mean)), sum(variance(worst)))
  expect_equal(n(over = "worst"), worst)
  tried <- max(vapply(1:200, function(i) {
    set.seed(i)
    m <- stats::setNames(pmin(n_rows, 2), names(n_rows))
    while (sum(m) < 30) {
      at <- sample(names(n_rows), 1)
      m[at] <- min(m[at] + 1, n_rows[at])
    }
    -max(variance(m))
  }, 0))
  expect_lte(max(variance(worst)), -tried * 1.02)
})

test_that("a share may be spread over all rows, for the value of each", {
  found <- next_labels(unlabelled(), 40, own = 0.5)
  n <- allocation(found)
  expect_equal(n[["aa"]], 6)
  expect_true(n[["bb"]] %in% 10:11)
  expect_equal(sum(n), 40)
})

test_that("with fewer labels than patterns it says how many it takes", {
  x <- prediction_set(truth ~ a + b + c, three(), labelling = "by_pattern")
  # There are six, none of which has one.
  found <- next_labels(x, 3)
  expect_equal(c(found$bare, found$least), c(3, 6))
  expect_output(print(found, width = 200), "3 patterns that matter still have no label then")
})

test_that("patterns without a label come before those that have one, and one label each is enough", {
  d <- labelled_rows_of(
    data.frame(p = c("a", "b", "a", "b"), q = c("b", "a", "b", "b"), r = c("b", "b", "a", "b")), c(20, 13, 11, 56),
    cbind(a = c(1, 1, 0, 0), b = 0)
  )
  one <- next_labels(truth ~ p + q + r, d, labelling = "by_pattern", levels = c("a", "b"), n = 1)
  expect_equal(unlist(one$patterns[1, c("p", "q", "r")]), c(p = "a", q = "b", r = "a"))
  expect_equal(c(one$bare, one$least), c(0, 1))
  d$truth[one$rows] <- "a"
  x <- prediction_set(truth ~ p + q + r, d, labelling = "by_pattern", levels = c("a", "b"))
  expect_true(all(is.finite(compare_classifiers(x, "accuracy")$p.value)))
  # Without pseudo labels one says nothing of the variance.
  none <- prediction_set(truth ~ p + q + r, d, labelling = "by_pattern", levels = c("a", "b"), smoothing = 0)
  expect_equal(next_labels(none, 1)$least, 3)
})

test_that("with two classifiers of many patterns it says what random labels are enough for", {
  d <- data.frame(one = letters[1:20], two = rev(letters[1:20]), truth = NA_character_)
  found <- next_labels(prediction_set(truth ~ one + two, d, labelling = "by_pattern"), 5)
  said <- "drawn at random from all rows on which the two differ, are enough for method = \"midp\""
  expect_output(print(found, width = 300), said, fixed = TRUE)
})

test_that("labels that were random before are counted, and weights have no row numbers", {
  d <- few_labels()
  x <- prediction_set(truth ~ one + two, d, labelling = "random")
  found <- next_labels(x, 10)
  expect_equal(sum(found$patterns$labelled), 71)
  expect_s3_class(as.data.frame(found), "data.frame")
  counts <- as.data.frame(table(d, useNA = "always"))
  counts <- counts[!is.na(counts$one) & !is.na(counts$two), ]
  weighed <- next_labels(prediction_set(truth ~ one + two, counts, weights = Freq, labelling = "random"), 10)
  expect_equal(allocation(weighed), allocation(found))
  expect_null(weighed$rows)
  # Rows that were left out keep their numbers.
  d$one[1:3] <- NA
  part <- next_labels(prediction_set(truth ~ one + two, d, labelling = "random", na = "omit"), 20)
  expect_true(all(is.na(d$truth[part$rows]) & d$one[part$rows] != d$two[part$rows]))
  some <- next_labels(prediction_set(truth ~ ., cbind(d, three = "a"), labelling = "random", na = "omit")[1:2], 20)
  expect_true(all(is.na(d$truth[some$rows]) & d$one[some$rows] != d$two[some$rows]))
})

test_that("what cannot be asked is refused", {
  x <- unlabelled()
  refused <- function(..., class) expect_error(next_labels(...), class = paste0("verdict_error_", class))
  refused(x, class = "argument")
  refused(x, 0, class = "argument")
  refused(x, 2.5, class = "argument")
  refused(x, 10, own = 2, class = "argument")
  refused(x, 10, c("accuracy", "recall"), class = "metric")
  refused(x, 10, pairs = c("one", "none"), class = "classifier")
  refused(x["one"], 10, class = "classifier")
  refused(prediction_set(truth ~ svm + tree, satellite), 10, class = "labelling")
  refused(prediction_set(truth ~ one + two, few_labels(), labelling = "unknown"), 10, class = "labelling")
  refused(1, 10, class = "set")
  refused(class = "set")
})

test_that("so many labels find a difference in accuracy", {
  rates <- function(both, gap) c((both + gap) / 2, (both - gap) / 2)
  expect_equal(sample_size(scenario_rates(discordant = 0.2 * rates(1, 0.4)), labels = TRUE)$n, 47)
  x <- prediction_set(truth ~ one + two, disagreeing_rows(90, 50, 200, 200, 1000), labelling = "random")
  found <- sample_size(x)
  expect_equal(c(found$n, found$random, found$more, abs(found$difference)), c(135, 675, 0, 0.04))
  said <- "135 labels of rows on which they differ (0 more); at random 675 labels"
  expect_output(print(found, width = 200), said, fixed = TRUE)
  twice <- sample_size(x, difference = 0.02)
  expect_match(twice$note, "more rows are needed")
  expect_output(print(twice), "But more rows are needed")
  whole <- prediction_set(truth ~ one + two, transform(few_labels(), truth = "a"))
  expect_equal(sample_size(whole, "accuracy", difference = 0.05, labels = TRUE)$disagreement, 0.18)
  expect_match(sample_size(x, alternative = "greater", reference = "one")$note, "other direction")
  expect_output(print(sample_size(unlabelled())), "no difference to find: give one")
  expect_equal(sample_size(unlabelled(), difference = 0.072)$n, 47)
  same <- sample_size(prediction_set(truth ~ one + two, transform(few_labels(), two = one), labelling = "by_pattern"))
  expect_false(any(is.nan(unlist(as.data.frame(same)[c("n", "more", "random", "difference")]))))
  expect_match(same$note, "no difference to find")
  expect_error(sample_size(x, difference = 0.5), class = "verdict_error_rates")
  refused <- function(x, ...) {
    expect_error(sample_size(x, "precision", labels = TRUE), ..., class = "verdict_error_metric")
  }
  refused(x, "see what `next_labels()` says of `n` labels", fixed = TRUE)
  expect_s3_class(next_labels(x, 5, "precision"), "next_labels")
  drawn <- prediction_set(truth ~ one + two, few_labels(), labelling = rep(0.5, 300))
  expect_no_match(conditionMessage(refused(drawn)), "next_labels")
  refused(whole, "it is rows that are planned")
  expect_s3_class(sample_size(whole, "precision"), "power_comparison")
  expect_error(sample_size(x, labels = FALSE), "power_comparison", class = "verdict_error_labelling")
})

test_that("of these rows only all labels of disagreements are enough", {
  set_of <- function(question) {
    prediction_set(truth ~ one + two, disagreeing_rows(60, 40, 100, 200, 1000), labelling = "random",
      question = question
    )
  }
  whole <- sample_size(set_of("population"), difference = 0.02)
  found <- sample_size(set_of("rows"), difference = 0.02)
  expect_match(whole$note, "more rows are needed")
  # The finite population of 200, of a number that is not rounded up.
  z <- qnorm(0.975) + qnorm(0.8) * sqrt(1 - 0.1^2)
  n <- (z / 0.1)^2
  expect_equal(found$n, ceiling(n / (1 + (n - 1) / 200)))
  expect_equal(c(found$more, found$random), c(found$n - 100, found$n * 5))
  expect_true(is.na(found$note))
  least <- sample_size(set_of("rows"), difference = 1e-6)
  expect_equal(c(least$n, least$random), c(200, 1000))
  planned <- printed_text(verdict(set_of("rows"), metric = "accuracy"))
  expect_no_match(planned, "would not show|It takes about")
})

test_that("how many labels it takes is found from what each stands for", {
  # Of 100 disagreements the first wins 40 of the 50 labelled where it says a, and none of 10 where it says b.
  labels <- rbind(c(a = 40, b = 10), c(10, 0), c(1, 0))
  d <- labelled_rows_of(data.frame(one = c("a", "b", "a"), two = c("b", "a", "a")), c(60, 40, 100), labels)
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern")
  gap <- (60 * 30 / 50 - 40) / 200
  expect_equal(abs(sample_size(x)$difference), abs(gap))
  p <- ifelse(d$one == d$two, 0.01, ifelse(d$one == "a", 50 / 60, 10 / 40))
  drawn <- prediction_set(truth ~ one + two, d, labelling = p)
  expect_equal(abs(sample_size(drawn)$difference), abs(gap))
  unknown <- prediction_set(truth ~ one + two, d, labelling = "unknown")
  expect_match(sample_size(unknown)$note, "no difference to find: give one")
  expect_output(print(compare_classifiers(drawn, "accuracy")), "Weights of labels: the largest is")
})

test_that("so many labels find the difference that a comparison shows, of random labels and with a judge too", {
  labels <- rbind(c(a = 40, b = 10), c(10, 0), c(20, 0))
  d <- labelled_rows_of(data.frame(one = c("a", "b", "a"), two = c("b", "a", "a")), c(60, 40, 100), labels)
  x <- prediction_set(truth ~ one + two, d, labelling = "random")
  shown <- compare_classifiers(x, "accuracy")$estimate
  expect_equal(abs(shown), 100 / 200 * (40 - 20) / 60)
  expect_equal(sample_size(x)$difference, shown)
  rows <- judged_rows(c(.7, .78, .9))
  z <- prediction_set(truth ~ one + two, rows, labelling = "random", judge = judge)
  with_judge <- compare_classifiers(z, "accuracy")
  expect_identical(with_judge$method.id, "wald")
  expect_equal(sample_size(z)$difference, with_judge$estimate)
})

test_that("what a missing value advises asks for the labels that it lacks", {
  d <- few_labels()
  d$truth[d$one == d$two] <- NA
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern")
  value <- assess_classifiers(x, "accuracy")
  said <- "no label for pattern (b, b): 156 rows, and for 1 other; next_labels(own = 0.1) asks for them first"
  expect_match(value$note, said, fixed = TRUE)
  agreed <- function(plan) sum(plan$patterns$`next`[plan$patterns$one == plan$patterns$two])
  expect_identical(agreed(next_labels(x, 30)), 0)
  expect_gt(agreed(next_labels(x, 30, own = 0.1)), 0)
  # Of what rests on them of itself they are asked for as it is.
  recall <- compare_classifiers(x, "recall", classes = "a")
  expect_match(recall$note, "; next_labels() asks for them first", fixed = TRUE)
  expect_gt(agreed(next_labels(x, 30, "recall", classes = "a")), 0)
  ratio <- compare_classifiers(x, "accuracy", measure = "ratio")
  expect_match(ratio$note, "next_labels(own = 0.1)", fixed = TRUE)
})

test_that("how many labels it takes says that a judge is not counted, and only where there is one", {
  rows <- judged_rows(c(.75, .75, .9))
  judged <- prediction_set(truth ~ one + two, rows, labelling = "random", judge = judge)
  alone <- prediction_set(truth ~ one + two, rows, labelling = "random")
  words <- "The judge is not counted in this: one that is often right saves labels."
  shown <- function(x) paste(capture.output(print(x, width = 1000)), collapse = " ")
  expect_match(shown(sample_size(judged, difference = .05)[1, ]), words, fixed = TRUE)
  expect_no_match(shown(sample_size(alone, difference = .05)), words, fixed = TRUE)
  expect_match(shown(verdict(judged, "accuracy")), words, fixed = TRUE)
  expect_no_match(shown(verdict(alone, "accuracy")), words, fixed = TRUE)
})

test_that("labels that cost more are fewer: no other plan for the money leaves less variance", {
  d <- data.frame(one = "a", two = "b", site = rep(c("clinic", "home"), each = 40), truth = NA_character_)
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", strata = site)
  set.seed(1)
  plan <- next_labels(x, 30, cost = c(clinic = 1, home = 4))
  n <- plan$patterns[["next"]][match(c("clinic", "home"), plan$patterns$strata)]
  # Both have 40 rows and the same spread.
  left <- function(n) sum(1 / n)
  other <- Filter(function(n) all(n >= 2), lapply(2:7, function(home) c(30 - 4 * home, home)))
  expect_equal(left(n), min(vapply(other, left, 0)))
  expect_equal(plan$cost, n[1] + 4 * n[2])
  expect_output(print(plan), "They cost 30 of 30", fixed = TRUE)
  expect_length(plan$rows, sum(n))
  by_function <- next_labels(x, 30, cost = function(patterns) ifelse(patterns$strata == "home", 4, 1))
  expect_identical(by_function$patterns, plan$patterns)
  expect_identical(next_labels(x, 30, cost = c(home = 1, clinic = 1))$patterns, next_labels(x, 30)$patterns)
  expect_identical(next_labels(x, 0.5, cost = c(home = 1, clinic = 1))$spent, 0)
  spread <- next_labels(x, 100, own = 1, cost = c(home = 3, clinic = 1))
  expect_identical(spread$patterns[["next"]], c(25, 25))
  refused <- function(cost, set = x) expect_error(next_labels(set, 30, cost = cost), class = "verdict_error_costs")
  for (cost in list(c(home = 1), c(1, 2), "a", c(home = 0, clinic = 1), c(home = NA, clinic = 1))) refused(cost)
  refused(function(patterns) 1:3)
  refused(function(patterns) "a")
  own <- function(patterns) stop("no prices today")
  expect_error(next_labels(x, 30, cost = own), "cost.*no prices today", class = "verdict_error_costs")
  refused(c(a = 1), prediction_set(truth ~ one + two, d[c("truth", "one", "two")], labelling = "by_pattern"))
  expect_error(next_labels(x, -1, cost = c(home = 1, clinic = 1)), class = "verdict_error_argument")
})

test_that("of many patterns the first are shown, and how many more there are", {
  pairs <- expand.grid(one = letters[1:6], two = letters[1:6], stringsAsFactors = FALSE)
  rows <- pairs[rep(seq_len(36), each = 10), ]
  set.seed(2)
  rows$truth <- ifelse(rep(1:10, 36) < 4, rows$one, NA)
  x <- prediction_set(truth ~ one + two, rows, labelling = "by_pattern")
  expect_output(print(summary(x)), "... and 16 more patterns", fixed = TRUE)
  rows$truth <- NA_character_
  none <- prediction_set(truth ~ one + two, rows, labelling = "by_pattern", levels = letters[1:6])
  expect_output(print(next_labels(none, 120)), "... and 10 more patterns", fixed = TRUE)
})

test_that("labels of rows that belong together are worth fewer, and come together by themselves", {
  set.seed(7)
  truth <- sample(c("x", "y"), 400, TRUE)
  wrong <- function(share) ifelse(runif(400) < share, c(x = "y", y = "x")[truth], truth)
  d <- data.frame(truth, a = wrong(.15), b = wrong(.25), id = 1:400)
  d$truth[runif(400) < .6] <- NA
  of <- function(d, ...) prediction_set(truth ~ a + b, d, labelling = "random", ...)
  single <- sample_size(of(d[-4]), difference = .06)
  copies <- of(d[rep(1:400, each = 10), ], id = id)
  expect_equal(sample_size(copies, difference = .06)$n, 10 * single$n, tolerance = .02)
  expect_no_match(format(verdict(copies)), "look chosen")
})

test_that("labels of unknown origin count as none and say nothing of rates", {
  d <- data.frame(truth = NA, a = c("x", "y", "y", "x", "y", "z"), b = c("y", "y", "z", "z", "x", "z"))
  found <- function(labelling) {
    sample_size(prediction_set(truth ~ a + b, d, labelling = labelling, levels = c("x", "y", "z")), difference = .1)
  }
  d$truth <- as.character(d$truth)
  none <- found("random")
  d$truth[1:3] <- c("x", "y", "z")
  expect_identical(as.data.frame(found("unknown")), as.data.frame(none))
})

test_that("plans of labels with a cell that was taken away print", {
  known <- c("u", "v", NA, NA, NA, NA, "u", "v")
  rows <- data.frame(truth = rep(known, 5), one = c("u", "v"), two = c("u", "u", "v", "v"))
  x <- prediction_set(truth ~ one + two, rows, labelling = "random")
  size <- sample_size(x)
  size$more[1] <- NA
  expect_output(print(size), "NA", fixed = TRUE)
  plan <- next_labels(x, 4)
  plan$patterns[["next"]] <- NULL
  expect_error(print(plan), "by hand", class = "verdict_error_columns")
  looks <- monitor_labels(x)
  looks$e.value[1] <- NA
  expect_output(print(looks), "NA", fixed = TRUE)
})

test_that("labels are planned for the difference that a comparison shows", {
  set.seed(9)
  truth <- sample(c("u", "v", "w"), 3000, TRUE)
  guess <- function(p) ifelse(stats::runif(3000) < p, truth, sample(c("u", "v", "w"), 3000, TRUE, c(0.6, 0.3, 0.1)))
  d <- data.frame(one = guess(0.7), two = guess(0.6), three = guess(0.65), judge = guess(0.8), truth)
  d$truth[-sample(3000, 240)] <- NA
  shown <- function(x) compare_classifiers(x, "accuracy")$estimate
  planned <- function(x) sample_size(x)$difference
  random <- prediction_set(truth ~ one + two + three, d[names(d) != "judge"], labelling = "random")
  expect_equal(planned(random), shown(random))
  judged <- prediction_set(truth ~ one + two + three, d, labelling = "random", judge = judge)
  expect_identical(unique(compare_classifiers(judged, "accuracy")$method.id), "wald")
  expect_equal(planned(judged), shown(judged))
  by_pattern <- prediction_set(truth ~ one + two, d[c("one", "two", "truth")], labelling = "by_pattern")
  expect_equal(planned(by_pattern), shown(by_pattern))
  # Connor's formula with the counts of all labelled disagreements.
  pair <- d[!is.na(d$truth) & d$one != d$two, ]
  won <- c(sum(pair$two == pair$truth), sum(pair$one == pair$truth)) / nrow(pair)
  n <- (qnorm(0.975) * sqrt(sum(won)) + qnorm(0.8) * sqrt(sum(won) - diff(won)^2))^2 / diff(won)^2
  expect_equal(sample_size(random)$n[1], ceiling(n))
})

test_that("what a judge says takes no part in which rows are drawn", {
  d <- few_labels()
  d$grade <- ifelse(seq_len(nrow(d)) %% 3 == 0, d$one, d$two)
  drawn <- function(...) {
    set.seed(1)
    next_labels(prediction_set(truth ~ one + two, d, labelling = "by_pattern", ...), 9, own = 0.2)
  }
  expect_identical(drawn(judge = grade)[c("patterns", "rows")], drawn()[c("patterns", "rows")])
  expect_true("strata" %in% names(drawn(strata = grade)$patterns))
})

test_that("a label that costs more than may be spent is no label of no use", {
  d <- data.frame(truth = NA_character_, a = rep_len(c("x", "y"), 60), b = rep_len(c("x", "y", "y"), 60))
  x <- prediction_set(d, truth = "truth", classifiers = c("a", "b"), levels = c("x", "y"), labelling = "by_pattern")
  found <- next_labels(x, 0.5, cost = function(p) rep(1, nrow(p)))
  said <- gsub("\\s+", " ", paste(capture.output(print(found)), collapse = " "))
  expect_match(said, "Nothing can be labelled for accuracy of .*: a label costs more than may be spent[.]")
  expect_match(said, "nothing can be estimated without: it takes")
  expect_no_match(said, "would say more")
})

test_that("a verdict on labels with inclusion probabilities does not send to a call that refuses them", {
  d <- data.frame(truth = rep(c(0, 1, 1, 1), 5000), a = rep(0:1, 10000), b = rep(c(0, 1, 1, 0), 5000))
  d$truth[seq_len(20000) %% 23 > 0] <- NA
  planned <- function(...) printed_text(verdict(prediction_set(truth ~ a + b, d, ...), metric = "accuracy"))
  drawn <- planned(labelling = rep(1 / 23, 20000))
  expect_match(drawn, "labels of rows on which a and b differ to show it", fixed = TRUE)
  expect_no_match(drawn, "next_labels")
  expect_match(planned(labelling = "random"), "next_labels() says which to label next", fixed = TRUE)
})

test_that("the step after a batch for a set with a judge leaves the judge out, and compares", {
  classes <- c("ok", "rude", "hate")
  p <- c(0.6, 0.3, 0.1)
  set.seed(1)
  n <- 400
  truth <- sample(classes, n, TRUE, p)
  noisy <- function(e) ifelse(runif(n) < e, sample(classes, n, TRUE, p), truth)
  d <- data.frame(truth, a = noisy(0.3), b = noisy(0.25), judge = noisy(0.1))
  d$truth[-sample(n, 80)] <- NA
  x <- prediction_set(truth ~ a + b, d, labelling = "random", judge = judge)
  batch <- next_labels(x, 40)
  said <- function(batch) paste(utils::capture.output(print(batch, width = 300)), collapse = "\n")
  expect_match(said(batch), "labelling = \"by_pattern\" and leave `judge` out, whose labels", fixed = TRUE)
  expect_match(
    said(next_labels(prediction_set(truth ~ a + b, d, labelling = "random"), 40)), "labelling = \"by_pattern\".",
    fixed = TRUE
  )
  d$truth[batch$rows] <- truth[batch$rows]
  after <- compare_classifiers(prediction_set(truth ~ a + b, d, labelling = "by_pattern"), "accuracy")
  expect_false(anyNA(c(after$estimate, after$p.value)))
})
