stacked <- function(times = 3, n = 40) {
  set.seed(1)
  truth <- sample(c("a", "b", "c"), n, TRUE)
  rows <- expand.grid(id = seq_len(n), repetition = seq_len(times))
  rows$fold <- as.vector(replicate(times, sample(rep_len(1:5, n))))
  rows$truth <- truth[rows$id]
  right <- function() stats::runif(n * times) < 0.7
  guess <- function() ifelse(right(), rows$truth, sample(truth, n * times, TRUE))
  rows$nb <- guess()
  rows$rf <- guess()
  rows$svm <- guess()
  rows
}

columns <- c("truth", "nb", "rf", "svm")

test_that("fold, repetition and ids make the design", {
  d <- stacked()
  set <- prediction_set(truth ~ nb + rf, d, id = id, fold = fold, repetition = repetition)
  expect_equal(set$design, list(type = "cross-validated", folds = 5, repetitions = 3))
  expect_equal(set$n_clusters, 40)
  expect_identical(prediction_set(d, truth, c(nb, rf), id = id, fold = fold, repetition = repetition), set)
  expect_identical(prediction_set(truth ~ nb + rf, d, id = "id", fold = "fold", repetition = "repetition"), set)
  no_fold <- prediction_set(truth ~ nb + rf, d, id = id, repetition = repetition)
  expect_equal(no_fold$design$folds, NA_real_)
  single <- prediction_set(truth ~ nb + rf, d[d$repetition == 1, ], fold = fold)
  expect_equal(single$design, list(type = "cross-validated", folds = 5, repetitions = 1))
  expect_null(single$profiles)
  expect_equal(prediction_set(truth ~ nb + rf, d[columns], id = d$id)$design$type, "clustered")
  expect_equal(prediction_set(truth ~ nb + rf, d[1:40, columns])$design$type, "holdout")
})

test_that("`.` leaves out what is given", {
  set <- prediction_set(truth ~ ., stacked(), id = id, fold = fold, repetition = repetition)
  expect_equal(set$classifiers, c("nb", "rf", "svm"))
  expect_error(
    prediction_set(truth ~ ., stacked(), id = id, fold = fold),
    class = "verdict_error_repetition"
  )
  expect_snapshot(prediction_set(truth ~ ., stacked(), id = id), error = TRUE)
  expect_error(prediction_set(truth ~ ., stacked(), id = id), class = "verdict_error_column")
  expect_error(
    prediction_set(stacked(), truth, c(nb, fold), id = id, fold = fold, repetition = repetition),
    class = "verdict_error_column"
  )
})

test_that("an observation occurs once a repetition", {
  d <- stacked()
  set <- function(d) prediction_set(truth ~ nb, d, id = id, fold = fold, repetition = repetition)
  twice <- rbind(d, d[c(7, 50), ])
  expect_error(set(twice), class = "verdict_error_repetition")
  expect_snapshot(set(twice), error = TRUE)
  absent <- d[-(1:8), ]
  expect_error(set(absent), class = "verdict_error_repetition")
  expect_snapshot(set(absent), error = TRUE)
  expect_snapshot(prediction_set(truth ~ nb, d, id = id, fold = fold), error = TRUE)
  expect_s3_class(prediction_set(truth ~ nb, absent, id = id), "prediction_set")
})

test_that("an observation has one truth", {
  d <- stacked()
  d$truth[c(5, 90)] <- setdiff(c("a", "b", "c"), d$truth[c(5, 90)])[1]
  set <- function(d, ...) {
    prediction_set(truth ~ nb, d, id = id, fold = fold, repetition = repetition, ...)
  }
  expect_error(set(d), class = "verdict_error_truth")
  expect_snapshot(set(d), error = TRUE)
  # Clusters that are no cross-validation, several images of a patient, may vary.
  expect_s3_class(prediction_set(truth ~ nb, d[c("truth", "nb")], id = d$id), "prediction_set")
  missing <- stacked()
  missing$truth[5] <- NA
  expect_error(set(missing), class = "verdict_error_na")
  expect_equal(set(missing, na = "omit")$n_omitted, 1)
})

test_that("folds and repetitions are checked", {
  d <- stacked()
  d$one <- ifelse(d$repetition == 2, 1, d$fold)
  d$none <- replace(d$fold, c(3, 9), NA)
  set <- function(...) prediction_set(truth ~ nb, d, id = id, ...)
  expect_error(set(fold = one, repetition = repetition), class = "verdict_error_fold")
  expect_snapshot(set(fold = one, repetition = repetition), error = TRUE)
  expect_error(set(fold = none, repetition = repetition), class = "verdict_error_fold")
  expect_snapshot(set(fold = none, repetition = repetition), error = TRUE)
  expect_error(set(repetition = none), class = "verdict_error_repetition")
  expect_error(set(repetition = as.list(id)), class = "verdict_error_repetition")
  expect_error(set(fold = 1:3, repetition = repetition), class = "verdict_error_length")
  expect_snapshot(
    prediction_set(truth ~ nb, d[d$repetition == 1, ], fold = rep(1, 40)),
    error = TRUE
  )
})

test_that("unused columns that speak of cross-validation are taken as a sign of it", {
  d <- stacked()
  set <- prediction_set(truth ~ nb + rf, d, id = id)
  expect_equal(set$design, list(type = "cross-validated", folds = NA_real_, repetitions = NA_real_))
  expect_match(set$notes, "columns fold and repetition")
  names(d)[3] <- "Fold"
  expect_match(prediction_set(truth ~ nb, d[1:40, -2])$notes, "column Fold")
  d$Fold <- 1
  expect_equal(prediction_set(truth ~ nb, d[1:40, -2])$design$type, "holdout")
})

test_that("where folds are given no other column is said to speak of cross-validation", {
  d <- transform(stacked(), resample = paste0("Fold", fold, ".Rep", repetition))
  given <- function(d) prediction_set(truth ~ nb + rf, d, id = id, fold = fold, repetition = repetition)
  for (set in list(given(d), given(split(d, d$id %% 2)))) {
    expect_output(print(set), "5-fold cross-validation, 3 repetitions")
    expect_no_match(printed_text(set), "Taken for cross-validated")
  }
  long <- rbind(transform(d, model = "nb", guess = nb), transform(d, model = "rf", guess = rf))
  long <- as_prediction_set(long, truth, guess, model, id, fold = fold, repetition = repetition)
  expect_no_match(printed_text(long), "Taken for cross-validated")
  d$event <- d$truth == "a"
  d$score <- seq_len(nrow(d)) / nrow(d)
  scores <- probability_set(d[d$repetition == 1, ], event, score, fold = fold)
  expect_no_match(printed_text(scores), "Taken for cross-validated")
})

test_that("a set says its design, and every result its caveat", {
  d <- stacked()
  set <- prediction_set(truth ~ nb + rf, d, id = id, fold = fold, repetition = repetition)
  single <- prediction_set(truth ~ nb + rf, d[d$repetition == 1, ], fold = fold)
  clustered <- prediction_set(truth ~ nb + rf, d[columns], id = d$id)
  plain <- prediction_set(truth ~ nb + rf, d[1:40, columns])
  expect_snapshot({
    print(set)
    print(single)
    print(prediction_set(truth ~ nb + rf, d, id = id))
    print(plain)
  })
  pooled <- function(x, metric = "precision", ...) {
    compare_classifiers(x, metric, method = if (metric == "accuracy") "mcnemar" else "gs", ...)
  }
  caution <- function(x, verb = pooled) {
    tail(summary(verb(x, metric = "accuracy"))$cautions, 1)
  }
  expect_snapshot({
    writeLines(header_of(pooled(set)))
    writeLines(header_of(pooled(single)))
    writeLines(header_of(compare_classifiers(set)))
    writeLines(header_of(compare_classifiers(single)))
    writeLines(header_of(assess_classifiers(single)))
    writeLines(header_of(compare_classifiers(clustered)))
    writeLines(header_of(compare_classifiers(plain)))
    writeLines(caution(set))
    writeLines(caution(single))
    writeLines(caution(clustered))
    writeLines(caution(plain))
  })
  for (x in list(set, single, clustered)) {
    text <- caveats_of(result_units(pooled(x)))
    expect_match(text, "cross-validation")
    bound <- rbind(pooled(x), pooled(x, "accuracy"))
    expect_equal(caveats_of(result_units(bound)), text)
  }
  expect_match(caution(clustered, assess_classifiers), "come from a cross-validation")
  for (x in list(set, single)) {
    expect_no_match(header_of(compare_classifiers(x)), "Caveat")
    expect_no_match(header_of(assess_classifiers(x, "accuracy")), "Caveat")
    expect_no_match(summary_of(verdict(x)), "overlapping data")
  }
  expect_match(summary_of(verdict(clustered)), "come from a cross-validation")
  expect_no_match(header_of(compare_classifiers(plain)), "Caveat")
  omnibus <- omnibus_test(set, "accuracy")
  expect_match(header_of(omnibus), "Caveat: p-values tend to be too small", all = FALSE)
  expect_match(summary(omnibus)$cautions, "p-values tend to be too small", fixed = TRUE, all = FALSE)
})

test_that("gates, rankings, answers by group and gaps carry the caveat of their set", {
  d <- stacked()
  d$part <- rep(c("north", "south"), length.out = length(unique(d$id)))[d$id]
  repeated <- function(...) prediction_set(truth ~ nb + rf, d, id = id, repetition = repetition, by = part, ...)
  set.seed(3)
  event <- rbinom(200, 1, 0.4)
  scores <- probability_set(
    event, nb = event + rnorm(200), rf = event + rnorm(200), scores = TRUE, positive = "1", by = rep(1:2, 100)
  )
  chosen <- as_prediction_set(scores, threshold = threshold_rule("youden"))
  read <- function(x, class) {
    ranking <- rank_classifiers(x, "accuracy")
    said <- list(
      gate = gate(x, "nb", margin = 0.05), ranking = ranking, where = where_better(x, "accuracy"),
      gaps = compare_gaps(x, "recall", classes = class)
    )
    list(
      printed = vapply(said, printed_text, ""), gaps = printed_text(as_table(said$gaps)),
      ranking = c(summary_of(ranking), format(as_table(ranking)))
    )
  }
  taken <- "Caveat: the thresholds were chosen by these rows and are taken as given; see "
  labels <- read(chosen, "1")
  expect_match(labels$printed, taken, fixed = TRUE)
  expect_match(labels$printed[c("gate", "where", "gaps")], "see ?threshold_rule.", fixed = TRUE)
  expect_match(labels$gaps, taken, fixed = TRUE)
  expect_match(paste(labels$ranking, collapse = " "), "The thresholds were chosen by these rows, and the tests and")
  pooled <- read(repeated(), "a")
  expect_match(pooled$printed, "Caveat: (p-values tend to be too small|intervals tend to be too short) as a verdict on")
  expect_match(paste(pooled$ranking, collapse = " "), "the learning algorithms: in simulations where")
  expect_error(expect_not_worse(chosen, "nb", margin = 0.0001), "Caveat: the thresholds were", class = "expectation")
  # The test of folds allows for it; one test set has none.
  expect_no_match(printed_text(gate(repeated(fold = fold), "nb", margin = 0.05)), "Caveat")
  expect_no_match(printed_text(rank_classifiers(repeated(fold = fold), "accuracy")), "Caveat")
  fixed <- as_prediction_set(scores, threshold = 0.5)
  expect_no_match(paste(unlist(read(fixed, "1")), collapse = " "), "[Cc]aveat|were chosen by these rows")
})

test_that("where the folds are not known the caveat says that they have to be given", {
  single <- subset(stacked(times = 1), select = -repetition)
  caution <- function(set) tail(summary(compare_classifiers(set, "accuracy", method = "midp"))$cautions, 1)
  unused <- prediction_set(truth ~ nb + rf, single, id = id)
  expect_match(caution(unused), "as_score_set(x)) of a set made with `fold`, see vignette", fixed = TRUE)
  repeated <- prediction_set(truth ~ nb + rf, stacked(), id = id, repetition = repetition)
  tested <- summary(compare_classifiers(repeated, "precision"))
  expect_match(tail(tested$cautions, 1), "of a set made with `fold`", fixed = TRUE)
  given <- prediction_set(truth ~ nb + rf, single, id = id, fold = fold)
  expect_match(caution(given), "compare_classifiers(as_score_set(x)), see vignette", fixed = TRUE)
})

test_that("the caveat quotes the simulation", {
  found <- read.csv(system.file("extdata", "cv_calibration.csv", package = "verdict"))
  range_of <- function(tests) {
    paste(round(100 * range(found$rate[found$test %in% tests])), collapse = " to ")
  }
  single <- c("pooled_exact", "pooled_midp", "precision_gee", "precision_wgs")
  expect_match(simulated(1), range_of(single))
  clustered <- c("repeated_clustered", "precision_gee_clustered", "precision_gs_clustered")
  expect_match(simulated(10), range_of(clustered))
  expect_equal(simulated(NA), simulated(10))
})
