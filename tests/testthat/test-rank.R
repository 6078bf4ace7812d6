# Independent estimates of one variance: the single-step quantile of all pairs is that of the
# studentized range, and common noise changes no difference.
direct_ranks <- function(estimate, variance, level = 0.95, factor = 1) {
  n <- length(estimate)
  critical <- stats::qtukey(level, n, Inf) * sqrt(variance) * factor
  better <- vapply(estimate, function(one) sum(estimate - one > critical), 0)
  worse <- vapply(estimate, function(one) sum(one - estimate > critical), 0)
  data.frame(rank.low = 1 + better, rank.high = n - worse, wins = worse, losses = better)
}

ranked_estimates <- function(estimate, variance, common = 0, ...) {
  names(estimate) <- sprintf("m%02d", seq_along(estimate))
  estimate_set(estimate, diag(variance, length(estimate)) + common, ...)
}

in_order_of <- function(ranking, names) ranking[match(names, ranking$classifier), ]

test_that("intervals of ranks are those of simultaneous comparisons of all pairs", {
  set.seed(3)
  for (n in c(2, 3, 5, 9)) {
    estimate <- stats::runif(n, 0.5, 0.9)
    for (common in c(0, 0.01)) {
      x <- ranked_estimates(estimate, 0.002, common)
      for (level in c(0.8, 0.95)) {
        found <- in_order_of(rank_classifiers(x, conf.level = level), x$classifiers)
        expected <- direct_ranks(estimate, 0.002, level)
        for (column in names(expected)) expect_equal(found[[column]], expected[[column]])
        expect_equal(found$tied.first, expected$rank.low == 1)
        expect_equal(found$rank, rank(-estimate))
        expect_equal(found$ties, n - 1 - found$wins - found$losses)
      }
    }
  }
})

test_that("a difference beyond the simultaneous quantile counts, one within does not", {
  critical <- stats::qtukey(0.95, 4, Inf)
  for (step in c(0.995, 1.005)) {
    x <- ranked_estimates(c(0, 0, 0, critical * step), 1)
    found <- rank_classifiers(x)
    expect_equal(found$rank.high[1], if (step > 1) 1 else 4)
    expect_equal(sum(found$tied.first), if (step > 1) 1 else 4)
  }
})

test_that("where less is better the least ranks first", {
  estimate <- c(0.1, 0.5, 0.45)
  low <- rank_classifiers(ranked_estimates(estimate, 1e-4, better = "low"))
  high <- rank_classifiers(ranked_estimates(-estimate, 1e-4))
  columns <- c("rank", "classifier", "rank.low", "rank.high", "tied.first", "letters", "wins", "losses")
  expect_equal(as.data.frame(low)[columns], as.data.frame(high)[columns])
  expect_equal(low$classifier[1], "m01")

  set <- prediction_set(truth ~ ., satellite)
  accuracy <- rank_classifiers(set)
  error <- rank_classifiers(set, "error")
  expect_equal(as.data.frame(error)[columns], as.data.frame(accuracy)[columns])
})

test_that("of a prediction set, ranks are counts of significant comparisons at the one level", {
  set <- prediction_set(truth ~ ., satellite)
  for (metric in c("accuracy", "precision", "f_meas")) {
    ranking <- rank_classifiers(set, metric)
    test <- c(accuracy = "mcnemar", precision = "wgs", f_meas = "score")[[metric]]
    pairs <- compare_classifiers(set, metric, method = test)
    local <- attr(ranking, "verdict")$local
    # between Bonferroni's level and that of one comparison
    expect_gte(local, 0.05 / nrow(pairs))
    expect_lt(local, 0.05)
    for (i in seq_len(nrow(ranking))) {
      one <- as.data.frame(ranking)[i, ]
      here <- pairs$class %in% one$class & pairs$p.value < local
      gain <- pairs$estimate.classifier - pairs$estimate.reference
      won <- here & (pairs$classifier == one$classifier & gain > 0 | pairs$reference == one$classifier & gain < 0)
      lost <- here & (pairs$classifier == one$classifier & gain < 0 | pairs$reference == one$classifier & gain > 0)
      expect_equal(c(one$rank.low, one$rank.high), c(1 + sum(lost), 4 - sum(won)))
    }
  }
})

test_that("estimates and intervals are those of the assessment", {
  set <- prediction_set(truth ~ ., satellite)
  ranking <- rank_classifiers(set, "recall", classes = c("red soil", "cotton crop"), conf.level = 0.9)
  single <- assess_classifiers(set, "recall", classes = c("red soil", "cotton crop"), conf.level = 0.9)
  at <- match(paste(ranking$class, ranking$classifier), paste(single$class, single$classifier))
  columns <- c("metric", "average", "class", "estimate", "conf.low", "conf.high")
  expect_equal(as.data.frame(ranking)[columns], as.data.frame(single)[at, columns], ignore_attr = "row.names")
})

test_that("neither the order of the classifiers nor their names or those of classes matter", {
  columns <- c("rank", "estimate", "rank.low", "rank.high", "tied.first", "letters", "wins", "ties", "losses")
  same <- as.data.frame(rank_classifiers(prediction_set(truth ~ naive_bayes + random_forest + svm + tree, satellite)))
  turned <- as.data.frame(rank_classifiers(prediction_set(truth ~ svm + tree + random_forest + naive_bayes, satellite)))
  expect_equal(turned, same)

  renamed <- satellite
  names(renamed) <- c("truth", paste0("z", 9:6))[match(names(renamed), names(satellite))]
  renamed[] <- lapply(renamed, function(column) factor(column, labels = rev(letters[1:6])))
  other <- as.data.frame(rank_classifiers(prediction_set(truth ~ ., renamed)))
  expect_equal(other[columns], same[columns])
})

test_that("two identical classifiers are tied", {
  twin <- transform(satellite, copy = svm)
  found <- rank_classifiers(prediction_set(truth ~ tree + svm + copy, twin))
  both <- found[found$classifier %in% c("svm", "copy"), ]
  expect_equal(both$rank, c(1, 1))
  expect_equal(both$rank.low, c(1, 1))
  expect_equal(both$rank.high, c(2, 2))
  expect_equal(both$letters, c("a", "a"))
  expect_equal(both$note, c(NA_character_, NA_character_))

  only <- rank_classifiers(prediction_set(truth ~ svm + copy, twin))
  expect_equal(only$rank.high, c(2, 2))
  expect_equal(only$tied.first, c(TRUE, TRUE))
})

test_that("a classifier without an estimate has no rank, and the others are ranked without it", {
  estimate <- c(a = 0.9, b = NA, c = 0.5, d = 0.89)
  found <- rank_classifiers(estimate_set(estimate, diag(1e-4, 4)))
  expect_equal(found$classifier, c("a", "d", "c", "b"))
  expect_equal(found$rank, c(1, 2, 3, NA))
  expect_equal(found$rank.low, c(1, 1, 3, NA))
  expect_equal(found$rank.high, c(2, 2, 3, NA))
  expect_equal(found$tied.first, c(TRUE, TRUE, FALSE, NA))
  expect_equal(found$letters, c("a", "a", "b", NA))
  expect_equal(found$ties, c(1, 1, 0, NA))
  expect_equal(found$note[4], "no estimate given")
  expect_snapshot(print(found))

  none <- rank_classifiers(estimate_set(c(a = NA_real_, b = NA), diag(2)))
  expect_true(all(is.na(none$rank)))
  expect_output(print(none), "no classifier could be ranked")
})

test_that("a comparison that cannot be tested is a tie, and says so", {
  # the difference of b and c does not vary, but is not 0
  V <- matrix(c(1, 0, 0, 0, 1, 1, 0, 1, 1), 3) * 1e-4
  found <- rank_classifiers(estimate_set(c(a = 0.9, b = 0.5, c = 0.4), V))
  expect_equal(found$classifier, c("a", "b", "c"))
  expect_equal(found$rank.low, c(1, 2, 2))
  expect_match(found$note[2:3], "1 tie without a test")
})

test_that("with repeated observations variances are by observation", {
  set <- prediction_set(truth ~ random_forest + svm + tree, vehicle_cv, id = id, fold = fold, repetition = repetition)
  found <- rank_classifiers(set, method = "mcnemar")
  test <- compare_classifiers(set, "accuracy", method = "mcnemar", p.adjust.method = "bonferroni")
  expect_equal(found$wins[found$classifier == "svm"], sum(test$p.value < attr(found, "verdict")$local & (
    test$classifier == "svm" & test$estimate > 0 | test$reference == "svm" & test$estimate < 0
  )))
})

test_that("replicates give ranks too", {
  set.seed(4)
  set <- prediction_set(truth ~ ., satellite)
  for (method in c("bootstrap", "permutation")) {
    found <- as.data.frame(rank_classifiers(set, method = method, R = 999))
    expected <- as.data.frame(rank_classifiers(set))
    expect_equal(found[c("classifier", "rank.low")], expected[c("classifier", "rank.low")])
  }
})

test_that("200 classifiers take their place", {
  set.seed(5)
  estimate <- stats::runif(200)
  x <- ranked_estimates(estimate, 0.01)
  found <- rank_classifiers(x)
  expect_equal(nrow(found), 200)
  now <- in_order_of(found, x$classifiers)
  # the quantile of 19,900 pairs is known to three digits
  narrow <- direct_ranks(estimate, 0.01, factor = 0.995)
  wide <- direct_ranks(estimate, 0.01, factor = 1.005)
  expect_true(all(wide$rank.low <= now$rank.low & now$rank.low <= narrow$rank.low))
  expect_true(all(narrow$rank.high <= now$rank.high & now$rank.high <= wide$rank.high))
  expect_true(all(found$rank.low <= found$rank & found$rank <= found$rank.high))
})

# -- letters --------------------------------------------------------------------------

matrix_of <- function(code, n) {
  apart <- matrix(FALSE, n, n)
  apart[lower.tri(apart)] <- strsplit(code, "")[[1]] == "1"
  apart | t(apart)
}

test_that("letters agree with multcompView", {
  text <- c(apart = "character", groups = "character")
  peers <- read.csv(test_path("fixtures", "letters-peers.csv"), colClasses = text)
  for (i in seq_len(nrow(peers))) {
    apart <- matrix_of(peers$apart[i], peers$n[i])
    groups <- letter_groups(!apart)
    found <- sort(vapply(groups, paste, "", collapse = " "), method = "radix")
    expected <- sort(strsplit(peers$groups[i], ",")[[1]], method = "radix")
    # multcompView keeps groups that others make superfluous; a ranking has none
    if (peers$design[i] == "chain") expect_equal(found, expected) else expect_true(all(found %in% expected))

    marks <- strsplit(letter_display(apart), "")
    shared <- outer(seq_along(marks), seq_along(marks), Vectorize(function(a, b) any(marks[[a]] %in% marks[[b]])))
    expect_equal(shared, !apart)
    for (k in seq_along(groups)) {
      rest <- matrix(FALSE, peers$n[i], peers$n[i])
      for (group in groups[-k]) rest[group, group] <- TRUE
      expect_false(all(rest[groups[[k]], groups[[k]]]))
    }
  }
})

test_that("there are letters for any number of groups", {
  marks <- letter_marks(110)
  expect_equal(marks[c(1, 26, 27, 52, 53, 104, 105)], c("a", "z", "A", "Z", ".a", ".Z", "..a"))
  expect_false(anyDuplicated(marks) > 0)
  expect_equal(letter_display(!diag(60) > 0)[c(1, 60)], c("a", ".h"))
  expect_equal(short_letters(c("ab", paste(marks[45:60], collapse = ""), NA)), c("ab", "S....h", ""))
})

# -- as a result ----------------------------------------------------------------------

test_that("a ranking prints, and says who is tied for first", {
  set <- prediction_set(truth ~ ., satellite)
  expect_snapshot({
    print(rank_classifiers(set))
    print(rank_classifiers(set, c("recall", "error"), classes = c("cotton crop", "grey soil")), n = 2)
    print(rank_classifiers(set, "f_meas", average = "macro"), width = 60)
    print(rank_classifiers(ranked_estimates(c(0.5, 0.5, 0.51), 1)))
  })
})

test_that("a subset of rows is a ranking, one without its columns a data frame", {
  ranking <- rank_classifiers(prediction_set(truth ~ ., satellite))
  expect_s3_class(ranking[1:2, ], "verdict_ranking")
  expect_output(print(ranking[1:2, ]), "random_forest")
  expect_output(print(ranking[0, ]), "without rows")
  expect_identical(class(ranking[c("rank", "classifier")]), "data.frame")
  expect_equal(ranking[, "rank"], 1:4)
  expect_s3_class(tidy(ranking), if (rlang::is_installed("tibble")) "tbl_df" else "data.frame")
  expect_identical(as.data.frame(ranking), as.data.frame(tidy(ranking)))
  broken <- ranking
  attr(broken, "verdict") <- NULL
  expect_output(print(broken), "conf.low")
})

test_that("what cannot be ranked is refused", {
  set <- prediction_set(truth ~ svm + tree, satellite)
  expect_error(rank_classifiers(set, "detection_prevalence"), class = "verdict_error_metric")
  expect_error(rank_classifiers(set, "nonsense"), class = "verdict_error_metric")
  expect_error(rank_classifiers(satellite), class = "verdict_error_set")
  expect_error(rank_classifiers(prediction_set(truth ~ svm, satellite)), class = "verdict_error_classifier")
  expect_error(rank_classifiers(set, alternative = "greater"), class = "verdict_error_argument")
  expect_error(rank_classifiers(set, conf.level = 95), class = "verdict_error_argument")
  expect_error(rank_classifiers(ranked_estimates(1:2 / 3, 1, better = NA)), class = "verdict_error_metric")
  expect_error(print(rank_classifiers(set), n = 0), class = "verdict_error_argument")
  expect_error(tidy(rank_classifiers(set), digits = 3), class = "verdict_error_argument")
})

# Of two classes the same comparison in both: the family is that of the whole result.
test_that("one family holds all classes of the result", {
  set <- prediction_set(truth ~ ., satellite)
  one <- rank_classifiers(set, "recall", classes = "grey soil")
  all <- rank_classifiers(set, "recall")
  expect_equal(attr(one, "verdict")$family, 6)
  expect_equal(attr(all, "verdict")$family, 36)
  expect_lt(attr(all, "verdict")$local, attr(one, "verdict")$local)
})

test_that("a ranking for each of thousands of classes is refused", {
  rows <- data.frame(truth = 1:2001, a = 1:2001, b = c(2:2001, 1))
  x <- prediction_set(truth ~ a + b, rows)
  expect_error(
    rank_classifiers(x, "precision"), "each of 2,001 classes.*fewer", class = "verdict_error_size"
  )
  expect_s3_class(rank_classifiers(x, "precision", classes = 1:20), "verdict_ranking")
})

test_that("ranks of scores are those of the verdict, and of the comparisons", {
  set.seed(7)
  sets <- list(
    folds = score_set(cbind(
      a = c(.84, .81, .86, .79, .88), b = c(.80, .80, .83, .78, .82), c = c(.79, .78, .80, .77, .8)
    ), design = "folds"),
    items = score_set(matrix(rnorm(120), 30, dimnames = list(NULL, letters[1:4])) + rep(c(0, .3, .6, .9), each = 30),
      item = 1:30),
    datasets = score_set(matrix(rnorm(60), 15, dimnames = list(NULL, letters[1:4])) + rep(c(0, .4, .8, 1.2), each = 15),
      design = "datasets"),
    two = score_set(data.frame(
      fold = rep(1:6, 6), who = rep(letters[1:3], each = 12), metric = rep(rep(c("m", "n"), each = 6), 3),
      score = rep(c(0, .9, 1.1), each = 12) + rnorm(36) / 2
    ), score, who, fold = fold, metric = metric)
  )
  for (set in sets) {
    ranked <- rank_classifiers(set)
    judged <- verdict(set)$ranking
    columns <- c("metric", "classifier", "rank.low", "rank.high", "tied.first", "letters", "wins", "losses")
    expect_identical(as.data.frame(ranked)[columns], as.data.frame(judged)[columns])
    pairs <- compare_classifiers(set, p.adjust.method = "holm")
    # Steps find no fewer.
    expect_gte(sum(ranked$wins), sum(pairs$adj.p.value < 0.05))
  }
  # What it says of itself.
  x <- score_set(cbind(a = c(5, 6, 7, 8, 9, 9), b = c(4, 5, 6, 7, 8, 8.3), c = c(0, 3, 1, 2, 3, 4)), item = 1:6)
  expect_output(print(rank_classifiers(x)), "at one level")
  two <- score_set(cbind(a = c(1, 2, 3), b = c(2, 1, 3.5)), item = 1:3)
  expect_output(print(rank_classifiers(two)), "Score: both are tied for first: b and a.", fixed = TRUE)
  # With a post-hoc test that has its own family.
  x <- sets$folds
  expect_identical(
    rank_classifiers(x, method = "tukey")$tied.first, verdict(x, method = "tukey")$ranking$tied.first
  )
})

test_that("of very many rankings the first are printed", {
  labels <- seq_len(25)
  x <- prediction_set(truth ~ a + b, data.frame(truth = labels, a = labels, b = rev(labels)))
  ranking <- rank_classifiers(x, "recall")
  heads <- function(...) sum(grepl("^Recall on", utils::capture.output(print(ranking, ...))))
  expect_identical(heads(), 20L)
  expect_identical(heads(n = Inf), 25L)
  expect_output(print(ranking), "... and 5 more rankings; print\\(x, n = Inf\\) shows all.")
})

test_that("low mean ranks win, whichever side of the metric is good", {
  # c is the best of all data sets, e the worst
  scores <- cbind(a = seq(.70, .77, .01), b = seq(.71, .78, .01), c = seq(.80, .87, .01), e = seq(.50, .57, .01))
  high <- score_set(scores, design = "datasets", metric = "accuracy")
  low <- score_set(1 - scores, design = "datasets", metric = "error")
  for (method in c("nemenyi", "mean_ranks", "aligned_ranks")) {
    for (x in list(high, low)) {
      found <- rank_classifiers(x, method = method)
      expect_identical(found$classifier, c("c", "b", "a", "e"))
      expect_true(found$tied.first[1])
      expect_false(found$tied.first[4])
      expect_gt(found$wins[1], 0)
      expect_identical(found$losses[1], 0)
      expect_identical(found$wins[4], 0)
    }
  }
})

test_that("ranks print as whole numbers, whatever R's options say", {
  x <- rank_classifiers(prediction_set(truth ~ naive_bayes + tree, satellite))
  printed <- capture.output(print(x))
  expect_match(printed, "1 to 2 .* 0/1/0", all = FALSE)
  old <- options(scipen = -10)
  on.exit(options(old))
  expect_identical(capture.output(print(x)), printed)
})

test_that("who cannot be told from the best estimate but is behind another is named", {
  # a varies far more than b and c, which differ by nearly the same in every item.
  i <- 1:40
  b <- 0.48 + 0.05 * sin(i)
  scores <- cbind(a = 0.55 + 0.6 * cos(7 * i), b = b, c = b - 0.08 + 0.01 * cos(3 * i))
  expect_output(
    print(rank_classifiers(score_set(scores, design = "items"))),
    "c is not\\s+distinguishable\\s+from\\s+a,\\s+but\\s+worse\\s+than\\s+another"
  )
})

test_that("rows of a ranking say of how many they are, and who is first only where that is listed", {
  ranking <- rank_classifiers(prediction_set(truth ~ ., satellite))
  said <- "Accuracy: only naive_bayes and tree of 4 are listed, not who is first."
  expect_identical(as.character(ranking[3:4, ]), said)
  expect_output(print(ranking[3:4, ]), said, fixed = TRUE)
  expect_identical(summary(ranking[3:4, ])$words, said)
  expect_identical(as.character(ranking[2, ]), "Accuracy: only svm of 4 is listed, not who is first.")
  first <- "Accuracy: random_forest is the best of 4, with 95% confidence."
  expect_identical(as.character(ranking[1:2, ]), first)
  expect_identical(as.character(ranking[4:1, ]), first)
  # Of two that are tied for first one is listed.
  set.seed(1)
  right <- function(p) rbinom(300, 1, p)
  scores <- cbind(a = right(0.9), b = right(0.9), c = right(0.6))
  tied <- rank_classifiers(score_set(scores, design = "items", lower = 0, upper = 1))
  expect_identical(sort(tied$classifier[tied$tied.first]), c("a", "b"))
  one <- as.character(tied[tied$classifier != tied$classifier[1], ])
  expect_match(one, "is first, alone or tied (of 3, with 95% confidence).", fixed = TRUE)
  expect_no_match(one, "best value")
  data <- data.frame(truth = rep(c("no", "yes"), 20), a = rep(c("no", "yes", "yes"), length.out = 40))
  data$b <- rep(c("yes", "yes", "no", "no"), 10)
  data$never <- factor("no", c("no", "yes"))
  precise <- rank_classifiers(prediction_set(truth ~ ., data, positive = "yes"), "precision")
  expect_true(is.na(precise$rank[3]))
  expect_match(as.character(precise[3, ]), "no classifier listed could be ranked.", fixed = TRUE)
})

test_that("one classifier alone is neither tied nor first", {
  truth <- rep(c("a", "b"), 50)
  d <- data.frame(truth, one = truth, two = c("c", truth[-1]), three = rep(c("b", "a", "a", "b"), 25))
  ranks <- rank_classifiers(prediction_set(truth ~ one + two + three, d), "f_meas", average = "macro")
  expect_match(printed_text(ranks), "no classifier could be ranked, as only two has a value", fixed = TRUE)
})

test_that("a ranking by exact permutations tells the replicates of the largest statistic, as the comparison does", {
  x <- prediction_set(truth ~ naive_bayes + random_forest + svm, satellite[1:60, ])
  set.seed(1)
  expect_output(print(rank_classifiers(x, "accuracy", method = "permutation")), "max-T by 9,999 replicates")
})
