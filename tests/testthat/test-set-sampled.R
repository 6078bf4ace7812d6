drawn <- function() {
  set.seed(3)
  transform(spam_filters, w = runif(nrow(spam_filters), 0.5, 4))
}

test_that("weights with fractions are said to be what they are, or refused", {
  d <- drawn()
  expect_error(prediction_set(truth ~ tree, d, weights = w), "= \"sampling\"", class = "verdict_error_weights")
  expect_error(
    prediction_set(truth ~ tree, d, weights = w, weights_are = "frequency"), "whole", class = "verdict_error_weights"
  )
  expect_error(prediction_set(truth ~ tree, d, weights_are = "sampling"), class = "verdict_error_weights")
  expect_error(prediction_set(truth ~ tree, d, weights = w, weights_are = "x"), class = "verdict_error_argument")
  p <- data.frame(t = rep(c("a", "b"), 10), m = (1:20) / 21)
  expect_error(
    probability_set(t ~ m, p, positive = "a", weights = rep(0.5, 20)), "whole", class = "verdict_error_weights"
  )
  whole <- prediction_set(truth ~ tree, transform(d, w = 2), weights = w, weights_are = "frequency")
  expect_identical(whole$n, 2 * nrow(d))
  expect_error(
    prediction_set(truth ~ tree, d, weights = w, weights_are = "sampling", part = TRUE), "part",
    class = "verdict_error_weights"
  )
  expect_error(
    prediction_set(truth ~ tree, transform(d, f = rep(1:7, length.out = 1601)), weights = w, fold = f,
      weights_are = "sampling"), "fold", class = "verdict_error_weights"
  )
})

test_that("weights of sampling are not taken for frequencies where rows are counted in parts or elsewhere", {
  d <- transform(drawn(), w = rep(c(1, 10), length.out = nrow(spam_filters)))
  file <- tempfile(fileext = ".csv")
  write.csv(d, file, row.names = FALSE)
  on.exit(unlink(file))
  parts <- list(d[1:800, ], d[801:1601, ])
  count <- function(data, weights_are) prediction_set(truth ~ svm + tree, data, weights = w, weights_are = weights_are)
  refused <- function(data, advice) {
    expect_error(count(data, "sampling"), advice, class = "verdict_error_weights")
    expect_error(count(data, "some"), class = "verdict_error_argument")
    expect_equal(count(data, "frequency")$count, count(d, "frequency")$count)
    expect_error(
      prediction_set(truth ~ svm + tree, data, weights_are = "frequency"), "there are none",
      class = "verdict_error_weights"
    )
  }
  refused(file, "as one data frame")
  refused(parts, "as one data frame")
  expect_s3_class(count(do.call(rbind, parts), "sampling"), "prediction_set")
  expect_error(
    verdict(truth ~ svm + tree, parts, weights = w, weights_are = "sampling"), class = "verdict_error_weights"
  )
  skip_if_not_installed("RSQLite")
  skip_if_not_installed("dbplyr")
  refused(sqlite_table(d[c("truth", "svm", "tree", "w")]), "collect")
})

test_that("weights that are worth one row say so", {
  d <- data.frame(truth = c("a", "b", "a"), tree = "a", w = c(1e6, 1.5, 1.5))
  x <- prediction_set(truth ~ tree, d, weights = w, weights_are = "sampling")
  expect_output(print(x), "of sampling, worth 1 row of equal weight", fixed = TRUE)
})

# Hajek's estimate and its linearised variance: sums of w (x - m), over the sum of w.
hajek <- function(x, w, id = seq_along(x)) {
  m <- sum(w * x) / sum(w)
  c(m, sqrt(sum(tapply(w * (x - m), id, sum)^2)) / sum(w))
}

test_that("rows of a sample weigh, and vary as the design says", {
  d <- drawn()
  x <- prediction_set(truth ~ random_forest + tree, d, weights = w, weights_are = "sampling")
  gap <- (d$tree == d$truth) - (d$random_forest == d$truth)
  found <- compare_classifiers(x, "accuracy")
  expect_equal(c(found$estimate, found$std.error), hajek(gap, d$w))
  expect_identical(found$method, "Wald")
  alone <- assess_classifiers(x, "accuracy")
  expect_equal(c(alone$estimate[2], alone$std.error[2]), hajek(d$tree == d$truth, d$w))
  spam <- d$truth == "spam"
  recall <- compare_classifiers(x, "recall", classes = "spam")
  expect_equal(c(recall$estimate, recall$std.error), hajek(gap[spam], d$w[spam]))
  # Only what they are to one another matters.
  again <- transform(d, w = 1e6 * w)
  again <- prediction_set(truth ~ random_forest + tree, again, weights = w, weights_are = "sampling")
  expect_equal(compare_classifiers(again, "accuracy")$std.error, found$std.error)
  # Observations with several rows are units.
  id <- rep(1:400, length.out = nrow(d))
  by_id <- prediction_set(d$truth, random_forest = d$random_forest, tree = d$tree, id = id, weights = d$w,
    weights_are = "sampling")
  clustered <- compare_classifiers(by_id, "accuracy")
  expect_equal(c(clustered$estimate, clustered$std.error), hajek(gap, d$w, id))
  by_column <- prediction_set(d, truth, c(random_forest, tree), weights = w, weights_are = "sampling")
  expect_identical(by_column, x)
})

test_that("what rows of small weights say is not lost beside a row of a large one", {
  d <- transform(drawn(), w = ifelse(seq_along(truth) == match("nonspam", truth), 1e8, w))
  x <- prediction_set(truth ~ random_forest + tree, d, weights = w, weights_are = "sampling", positive = "spam")
  called <- d$tree == "spam"
  known <- list(precision = called, recall = d$truth == "spam")
  for (metric in names(known)) {
    at <- known[[metric]]
    one <- subset(as.data.frame(assess_classifiers(x, metric)), classifier == "tree")
    expect_equal(c(one$estimate, one$std.error), hajek((called & d$truth == "spam")[at], d$w[at]), info = metric)
  }
})

test_that("what counts rows is refused, what weighs is said", {
  d <- drawn()
  x <- prediction_set(truth ~ random_forest + tree, d, weights = w, weights_are = "sampling")
  for (method in c("mcnemar", "exact", "midp", "gs")) {
    expect_error(
      compare_classifiers(x, "accuracy", method), "sampling weights.*Use \"wald\"\\.", class = "verdict_error_method"
    )
  }
  expect_error(compare_classifiers(x, "accuracy", "bootstrap"), class = "verdict_error_weights")
  expect_error(compare_classifiers(x, "f_meas", "score"), "sampling weights", class = "verdict_error_method")
  expect_error(flips(x), "sampling weights", class = "verdict_error_weights")
  expect_error(simulate_predictions(x, 10), "sampling weights", class = "verdict_error_clustered")
  expect_error(assess_classifiers(x, "accuracy", interval = "wilson"), class = "verdict_error_interval")
  expect_error(combine_sets(x, x, same_ids = "different"), "together", class = "verdict_error_parts")
  worth <- sum(d$w)^2 / sum(d$w^2)
  expect_output(print(x), paste("worth", format(round(worth), big.mark = ","), "rows of equal weight"), fixed = TRUE)
  expect_no_match(capture.output(print(x)), "clusters")
  expect_no_match(capture.output(print(verdict(x))), "cross-validation")
  x$sampled <- "many"
  expect_error(print(x), class = "verdict_error_set")
})

test_that("units that weigh by half are not drawn", {
  found <- new_influence(0, matrix(c(-1, 1)), count = c(0.5, 1))
  expect_error(influence_replicates(found, NULL, list(R = 99)), "half", class = "verdict_error_weights")
})

test_that("a sample whose rows weigh nothing has no rows", {
  data <- data.frame(truth = c("a", "b"), x = "a", w = 0)
  expect_error(prediction_set(truth ~ x, data, weights = w, weights_are = "sampling"), class = "verdict_error_empty")
})

test_that("a caution with sampling weights names no test that they cannot have", {
  set.seed(3)
  y <- sample(c("p", "q"), 60, TRUE)
  d <- data.frame(y, a = sample(y), b = y, two = rep(1:2, 30), w = runif(60))
  x <- prediction_set(y ~ a + b, d, weights = w, weights_are = "sampling", id = two)
  expect_identical(compare_classifiers(x, "accuracy")$note, "p too small with only 2 observations")
})

test_that("events of unequal weight count by what they are worth", {
  set.seed(1)
  y <- rep(0:1, c(80, 60))
  w <- ifelse(y == 1, rep(c(.05, 3), c(40, 20))[cumsum(y)], 1)
  d <- data.frame(y, a = plogis(2 * y + rnorm(140)), w)
  x <- probability_set(d, truth = y, a, positive = 1, weights = w, weights_are = "sampling")
  worth <- round(sum(w[y == 1])^2 / sum(w[y == 1]^2))
  expect_match(assess_classifiers(x, "average_precision")$note, paste("60 events of unequal weight, worth", worth))
})

# 50 rows of each group; with a mean weight of 2.25, weighted 50 * (1.3 + 0.9) / 2 / 2.25 = 24.4 and 75.6.
small_sample <- function() {
  data.frame(
    t = rep(0:1, 50), a = rep(c(0, 1, 1, 1), 25), b = rep(0:1, each = 50), g = rep(1:2, 50), who = rep(1:20, 5),
    p = rep(c(0.1, 0.7, 0.6, 0.9), 25), q = 1:100 / 101, h = rep(c("u", "v", NA, "v", "v"), 20),
    w = rep(c(1.3, 2.7, 0.9, 4.1), 25)
  )
}

test_that("weights are not told as numbers of rows", {
  d <- small_sample()
  x <- prediction_set(t ~ a + b, d, weights = w, weights_are = "sampling", by = g, positive = "1")
  expect_match(printed_text(verdict(x, "accuracy")), "1 \\(50\\) .* 2 \\(50\\)")
  scores <- probability_set(t ~ p + q, d, weights = w, weights_are = "sampling", by = h, positive = "1", na = "omit")
  text <- printed_text(verdict(scores, "brier"))
  expect_match(text, "u \\(20\\) .* v \\(60\\)")
  expect_match(text, "; 20 rows of no group")
  # Sums of weights are rounded, and said to be weighted.
  expect_match(printed_text(summary(x)), "Weighted rows in each class.*0 +24 +14 +50")
  gaps <- compare_gaps(x, "accuracy")
  expect_match(printed_text(gaps), "weighted rows.*24 vs 76")
  expect_match(gaps$gaps$note[1], "too few for a test: 14 of 24 and 76 of 76 weighted rows", fixed = TRUE)
  expect_identical(gaps$counts$rows, c(50, 50))
  # How many rows each observation has is not known, and not said.
  y <- prediction_set(
    t ~ a + b, d, weights = w, weights_are = "sampling", id = who, by = h, positive = "1", na = "omit"
  )
  expect_match(printed_text(y), "clusters +20, [0-9]+ different profiles")
  text <- printed_text(verdict(y, "accuracy"))
  expect_no_match(text, "v \\([0-9]")
  expect_match(text, "; rows of no group only over all")
})

test_that("rows of a sample are not said to count alike", {
  d <- small_sample()
  alike <- "take that into account, and each row counts alike in the estimates. This holds"
  unlike <- "take that into account. This holds"
  labels <- function(...) verdict(prediction_set(t ~ a + b, d, id = who, ...), "accuracy")
  scores <- function(...) verdict(probability_set(t ~ p + q, d, id = who, positive = "1", ...), "brier")
  for (judge in list(labels, scores)) {
    expect_match(printed_text(judge()), alike, fixed = TRUE)
    expect_match(printed_text(judge(weights = w, weights_are = "sampling")), unlike, fixed = TRUE)
  }
})

test_that("few observations of a sample are told as such, without corrections that there are not", {
  d <- transform(small_sample()[1:90, ], who = rep(1:6, 15))
  set <- function(...) prediction_set(t ~ a + b, d, weights = w, weights_are = "sampling", positive = "1", ...)
  x <- set(id = who)
  few <- summary_text(compare_classifiers(x, "accuracy"))
  expect_match(few, "8% instead of 5% with 20 and 11% with 10.", fixed = TRUE)
  expect_no_match(few, "`vcov`")
  expect_error(compare_classifiers(x, "accuracy", vcov = "cr2"), class = "verdict_error_vcov")
  counts <- prediction_set(t ~ a + b, d, id = who, positive = "1")
  counted <- summary_text(compare_classifiers(counts, "accuracy", method = "wald"))
  expect_match(counted, "; `vcov` has corrections of it.", fixed = TRUE)
  expect_no_error(compare_classifiers(counts, "accuracy", method = "wald", vcov = "cr1"))
  # Of what is no proportion there are none.
  of_f <- summary_text(compare_classifiers(counts, "f_meas"))
  expect_match(of_f, "8% instead of 5% with 20 and 11% with 10.", fixed = TRUE)
  expect_match(assess_classifiers(x, "accuracy")$note, "only 6 observations$")
  d <- d[1:15, ]
  expect_match(assess_classifiers(set(id = seq_along(w)), "accuracy")$note, "only 15 rows$")
})

test_that("an interval of few rows with sampling weights says what they are worth", {
  of_rows <- function(n, w = rep_len(c(1, 1, 1, 9), n)) {
    data <- repeated_rows(100)[seq_len(n), c("truth", "one")]
    prediction_set(truth ~ one, data, weights = w, weights_are = "sampling")
  }
  # (75 + 25 * 9)^2 / (75 + 25 * 81) = 43
  said <- "interval may be too short with only 100 rows of unequal weight, worth 43"
  metrics <- c("kap", "mcc", "bal_accuracy")
  expect_identical(assess_classifiers(of_rows(100), metrics, average = "macro")$note, rep(said, 3))
  expect_identical(assess_classifiers(of_rows(100), "f_meas", average = "macro")$note, said)
  expect_identical(assess_classifiers(of_rows(100), "accuracy")$note, NA_character_)
  said <- "interval may be too short with only 60 rows"
  expect_identical(assess_classifiers(of_rows(60, c(1.01, rep(1, 59))), "kap")$note, said)
  expect_identical(assess_classifiers(of_rows(240), "kap")$note, NA_character_)
  drawn <- assess_classifiers(prediction_set(truth ~ one, repeated_rows(50), id = id), "kap")
  expect_identical(drawn$note, NA_character_)
})

test_that("rows of unequal sampling weight that are worth few are noted, of joint tests by their degrees of freedom", {
  set.seed(1)
  # Weights 1 and 9 in equal shares are worth 100 / 164 as many of equal weight.
  made <- function(n, weights) {
    truth <- rep(c("a", "b"), length.out = n)
    said <- function() ifelse(runif(n) < 0.8, truth, rev(truth))
    prediction_set(
      truth, one = said(), two = said(), three = said(), weights = rep(weights, each = 2, length.out = n),
      weights_are = "sampling"
    )
  }
  for (n in c(60, 80, 120, 140)) {
    x <- made(n, c(1, 9))
    worth <- n * 100 / 164
    words <- paste0("p may be too small with only ", n, " rows of unequal weight, worth ", round(worth))
    noted <- function(result) unique(result$note) %in% words
    expect_identical(noted(compare_classifiers(x, "accuracy")), worth < 40, info = n)
    expect_identical(noted(omnibus_test(x, "accuracy")), worth < 2 * 40, info = n)
  }
  # Of equal weight they are rows like others.
  expect_identical(unique(compare_classifiers(made(60, 3), "accuracy")$note), NA_character_)
  expect_identical(omnibus_test(made(60, 3), "accuracy")$note, NA_character_)
})

test_that("no other test is advised where rows of equal sampling weight have only Wald's", {
  truth <- rep(c("a", "b"), 30)
  x <- prediction_set(
    truth, one = truth, two = replace(truth, 1:10, "a"), weights = rep(3, 60), weights_are = "sampling"
  )
  expect_error(compare_classifiers(x, "accuracy", method = "mcnemar"), "Use \"wald\"")
  expect_identical(
    compare_classifiers(x, "accuracy")$note,
    "p may be too small, since values of 0 and 1, as of accuracy, are taken as certain"
  )
})
