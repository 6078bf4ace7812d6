# Tests of many classifiers on units that all of them were scored on: blocks (data sets, folds,
# items): the tests of all together and those of pairs that belong to them.

# The tests of all classifiers that are valid for a design, the default first.
valid_block_tests <- function(design, n = Inf, complete = TRUE) {
  if (is_resampled(design)) {
    return("corrected_anova")
  }
  known <- tests_of("blocks")
  first <- if (!complete) "skillings_mack" else if (n < 6) "permutation"
  unique(c(if (design == "items") "wald", first, setdiff(known$method[!known$unpaired], "corrected_anova")))
}

valid_posthocs <- function(design) {
  known <- tests_of("posthoc")
  known$method[if (is_resampled(design)) known$means else !known$unpaired]
}

#' Options that belong to an analysis of variance
#'
#' For the argument `method` of [compare_classifiers()] with scores.
#' `method = "tukey"`, `"newman_keuls"`, `"scheffe"` and `"anova_t"` are short for this function with
#' its other defaults.
#'
#' @param posthoc What judges the differences: `"tukey"` (all pairs, by the studentized range), `"newman_keuls"`
#'   (the range of as many as lie between, step by step), `"scheffe"` (any contrasts, also those that the
#'   data suggested) or `"anova_t"` (single t tests, adjusted by `p.adjust.method`).
#' @param blocked Whether the units' own differences are taken out of the error, as they should be when all
#'   classifiers were scored on the same units. `FALSE` is the one-way analysis of textbooks.
#' @param corrected Whether the variance is made larger for splits of one data set, whose training data
#'   overlap, by 1 + J n_test / n_train for J splits (after Nadeau and Bengio 2003; for two classifiers it is
#'   their test). `NULL`: wherever there are splits.
#' @param ... Not used.
#' @return An object to be given as `method`.
#' @section Errors: `verdict_error_argument`.
#' @section When not to use it: Newman and Keuls' steps hold the level only if all classifiers are equal, not
#'   if some are: Tukey's does. Scores of different data sets are not on one scale: use ranks, such as
#'   `method = "wilcoxon"`, there. Without `blocked`, or without `corrected` over folds, the p-values are not
#'   valid, and a warning says what they would have claimed.
#'   How well the corrected analysis keeps its level is in [omnibus_test()]; Tukey's test with the same error rejected
#'   in `r ledger_range(topic = "several over folds", method = "corrected_tukey, 10-fold")` of the data sets with equal
#'   learners at the level 0.05, and over ten cross-validations in
#'   `r ledger_range(topic = "several over folds", method = "corrected_tukey, 10 x 10-fold")`, the most with the nearest
#'   neighbour.
#' @seealso [compare_classifiers()], [omnibus_test()]
#' @references
#' Nadeau, C. and Bengio, Y. (2003) Inference for the generalization error. *Machine Learning* 52, 239-281.
#' \doi{10.1023/A:1024068626366}
#' @examples
#' scores <- cbind(a = c(.80, .84, .76, .82), b = c(.83, .88, .81, .83), c = c(.79, .85, .78, .80))
#' x <- score_set(scores, design = "folds", metric = "accuracy")
#' compare_classifiers(x, method = "tukey")
#' @export
by_anova <- function(posthoc = c("tukey", "newman_keuls", "scheffe", "anova_t"), blocked = TRUE, corrected = NULL,
                     ...) {
  check_dots(...)
  posthoc <- check_choice(posthoc, "posthoc", c("tukey", "newman_keuls", "scheffe", "anova_t"))
  check_flag(blocked, "blocked")
  if (!is.null(corrected)) check_flag(corrected, "corrected")
  rule <- new_rule(posthoc, blocked = blocked)
  rule["corrected"] <- list(corrected)
  rule
}

# -- all classifiers together ---------------------------------------------------------

match_block_test <- function(method, valid, clustered) {
  if (is.null(method)) {
    return(valid[1])
  }
  method <- check_choice(method, "method", c(tests_of("blocks")$method, if ("wald" %in% valid) "wald"))
  if (clustered && method != "wald") {
    abort_verdict(c(
      "{.arg method} {.val {method}} takes items for independent, but they come in clusters.",
      i = "Use {.code method = \"wald\"}, which does not."
    ), "clustered")
  }
  method
}

# By how much overlapping training data widen the variance of a mean of these rows.
overlap_inflation <- function(scores, overlap) 1 + nrow(scores) * overlap$ratio

# list(statistic, df, df.residual, log.p.value, method.id, status, note, effect, effect.type)
run_block_test <- function(x, target, method, request) {
  rule <- tests_of("blocks")[method, ]
  scores <- score_matrix(x, target$metric$metric)
  kept <- block_rows(scores, rule$test)
  overlap <- known_overlap(x, method == "corrected_anova")
  higher <- score_sign(x, target$metric$metric) > 0
  tested <- block_test(kept$scores, rule$test, higher, overlap_inflation(kept$scores, overlap))
  tested$method.id <- rule$id
  tested$df.residual <- tested$df2
  drawn <- method == "permutation" && tested$status %in% c("ok", "few_units") && nrow(kept$scores) > 0
  if (drawn) tested <- block_permutation(tested, kept$scores, x, target, request$R)
  said <- if (drawn) {
    least_block_p(kept, x, 1 - request$conf.level)
  } else {
    block_statuses(tested$status, kept, overlap, x, method)
  }
  untied <- if (drawn) NA else untied_statistic(tested, rule$test, kept$scores, higher)
  said <- with_status(said, !is.na(untied), "untied", list(value = short_number(untied, 4)), also = TRUE)
  said <- with_raw_scale(said, rule$means, x$design$type, tested$log.p.value)
  tested[c("status", "note")] <- said[c("status", "note")]
  tested$effect <- block_effect(tested, rule, kept$scores, higher)
  tested$effect.type <- if (is.na(tested$effect)) NA_character_ else rule$effect
  tested[c("statistic", "df", "df.residual", "log.p.value", "method.id", "status", "note", "effect", "effect.type")]
}

# Numbers of one test, and what its pairs need: see ffi_blocks_test().
block_test <- function(scores, test, higher, inflation = 1) {
  if (nrow(scores) == 0) {
    k <- ncol(scores)
    unknown <- list(statistic = NA, df = k - 1, df2 = NA, log.p.value = NA, status = "few_units", untied = NA)
    return(c(unknown, list(place = rep(NA_real_, k), se = NA_real_, dof = NA_real_, reason = "few_units")))
  }
  .Call(ffi_blocks_test, scores, higher, test, inflation)
}

# Units without all scores are left out, unless the test can use them.
block_rows <- function(scores, test) {
  storage.mode(scores) <- "double"
  whole <- rowSums(is.na(scores)) == 0
  if (all(whole) || test %in% c("skillings_mack", "kruskal_wallis")) {
    return(list(scores = scores, lost = 0))
  }
  list(scores = scores[whole, , drop = FALSE], lost = sum(!whole))
}

# Friedman's statistic, or the F of it, as publications have it that do not correct for ties; NA where that is the same.
untied_statistic <- function(tested, test, scores, higher) {
  if (!test %in% c("friedman", "iman_davenport") || !tested$status %in% c("ok", "few_units")) {
    return(NA_real_)
  }
  friedman <- if (test == "friedman") tested else block_test(scores, "friedman", higher)
  untied <- friedman$untied
  if (!isTRUE(friedman$statistic - untied > 1e-9 * untied)) {
    return(NA_real_)
  }
  n <- nrow(scores)
  if (test == "iman_davenport") (n - 1) * untied / (n * (ncol(scores) - 1) - untied) else untied
}

# list(status, note), also of `n` rows.
block_statuses <- function(status, kept, overlap, x, method = "", n = 1) {
  unit <- design_unit(x$design$type)
  if (method %in% c("greenhouse_geisser", "huynh_feldt")) status <- recoded(status, "few_for_covariance", "few_units")
  said <- list(note = rep(NA_character_, n))
  said <- with_status(said, rep(status != "ok", n), status, list(unit = unit))
  said <- with_incomplete(said, kept, unit)
  with_status(said, !is.na(overlap$status), overlap$status, also = TRUE)
}

with_incomplete <- function(said, kept, unit) {
  with_status(said, kept$lost > 0, "incomplete", list(units = count_of(kept$lost, unit)), also = TRUE)
}

# The smallest p-value that permutations can give, where that is a large one.
least_block_p <- function(kept, x, level) {
  n <- nrow(kept$scores)
  least <- exp(-(n - 1) * lfactorial(ncol(kept$scores)))
  unit <- design_unit(x$design$type)
  with_incomplete(with_status(list(note = NA_character_), least > level, "least_p", list(
    units = count_of(n, unit), p = short_number(least, 3)
  )), kept, unit)
}

block_permutation <- function(tested, scores, x, target, R) { # nolint: object_name_linter.
  drawn <- .Call(ffi_blocks_permute, scores, score_sign(x, target$metric$metric) > 0, R)
  tested$log.p.value <- drawn$log.p.value
  tested$df <- NA_real_
  tested$method.id <- test_id(tested$method.id, if (drawn$exact) "exact" else format(R, scientific = FALSE))
  tested
}

# Kendall's W; partial eta squared; epsilon squared.
block_effect <- function(tested, rule, scores, higher) {
  of_test <- function(test) if (rule$test == test) tested else block_test(scores, test, higher)
  switch(if (is.na(rule$effect)) "none" else rule$effect,
    kendall_w = of_test("friedman")$statistic / (nrow(scores) * (ncol(scores) - 1)),
    epsilon_squared = if (sum(!is.na(scores)) > 1) tested$statistic / (sum(!is.na(scores)) - 1) else NA_real_,
    eta_squared = {
      plain <- block_test(scores, if (rule$test == "anova") "anova" else "blocked_anova", higher)
      plain$statistic * plain$df / (plain$statistic * plain$df + plain$df2)
    },
    NA_real_
  )
}

signal_invalid_blocks <- function(x, target, tested, method, valid, request) {
  better <- if (valid != "wald") null_if_refused(run_block_test(x, target, valid, request))
  rule <- tests_of("blocks")[method, ]
  signal_invalid(
    invalid_block_words(rule$unpaired, rule$means, x$design$type), c(method = valid), tested$log.p.value,
    better$log.p.value
  )
}

invalid_block_words <- function(unpaired, means, design) {
  if (unpaired) {
    return(paste0("This test ignores that all classifiers were scored on the same ", design_unit(design), "s."))
  }
  overlap_words(design, paste0(
    if (!means) "folds of one data set are not data sets, and ", "this test rejects too often."
  ))
}

# Over the data sets with all scores: of diagrams.
mean_ranks <- function(x, target) {
  scores <- ranked_scores(x, target)
  higher <- score_sign(x, target$metric$metric) > 0
  stats::setNames(block_test(scores, "friedman", higher)$place, x$classifiers)
}

ranked_scores <- function(x, target) block_rows(score_matrix(x, target$metric$metric), "friedman")$scores
