# Tests of two classifiers' scores: the plans that use them.

effect_words <- c(
  d_z = "mean difference over its standard deviation (d_z)",
  cohen_d = "mean difference over the pooled standard deviation (Cohen's d)",
  rank_biserial = "matched rank-biserial correlation",
  win = "share of units won, ties half",
  kendall_w = "Kendall's W, agreement of the ranks, 0 to 1",
  eta_squared = "partial eta squared",
  epsilon_squared = "epsilon squared"
)

# Those that are valid for a design, the default first.
valid_methods <- function(design, clustered = FALSE, alternative = "two.sided") {
  known <- rows_at(registry_designs, design)
  valid <- if (clustered && length(known$clustered[[1]])) known$clustered[[1]] else known$tests[[1]]
  if (alternative == "two.sided") valid else setdiff(valid, "cv5x2_f")
}

#' Options that belong to a test of scores
#'
#' For the argument `method` of [compare_classifiers()] and [verdict()] with scores, where a test has options
#' of its own. `method = "wilcoxon"`, `"sign"` and `"corrected_t"` are short for these functions with
#' their defaults.
#'
#' @param zeros What to do with differences of zero. Of Wilcoxon's test: `"pratt"` ranks them with the others and
#'   then drops their ranks, `"wilcoxon"` drops them before ranking, `"split"` gives half of their ranks to either
#'   side. Of the sign test: `"drop"`, or `"split"`, half of them to either side. An odd one is dropped before they
#'   are split.
#' @param exact_limit Up to how many units the p-value is exact, with ties and zeros; beyond, the normal
#'   approximation with the ties' own variance is used.
#' @param R Number of times that the signs are drawn, where there are too many to flip in all ways.
#' @param ratio The ratio of test to training data of a split, where the set does not know it. Sets of
#'   [resample_scores()] do, see [resampling_plan()].
#' @param ... Not used.
#' @return An object to be given as `method`.
#' @section Errors: `verdict_error_argument`.
#' @section When not to use them: The corrected t test is for splits of one data set, whose training data
#'   overlap; Wilcoxon's test is for independent units, such as data sets or items, not for folds.
#' @seealso [compare_classifiers()], [score_set()], and [resampling_plan()] for the splits that the corrected t test is
#'   for
#' @references
#' Demsar, J. (2006) Statistical comparisons of classifiers over multiple data sets. *Journal of Machine Learning
#' Research* 7, 1-30 (zeros that are split).
#'
#' Pratt, J. W. (1959) Remarks on zeros and ties in the Wilcoxon signed rank procedures. *Journal of the American
#' Statistical Association* 54, 655-667. \doi{10.1080/01621459.1959.10501526}
#' @examples
#' scores <- cbind(
#'   a = c(0.81, 0.77, 0.92, 0.65, 0.70, 0.88), b = c(0.79, 0.77, 0.89, 0.66, 0.66, 0.83)
#' )
#' x <- score_set(scores, design = "datasets")
#' compare_classifiers(x, method = by_wilcoxon(zeros = "wilcoxon"))
#' x <- score_set(scores, design = "monte_carlo")
#' compare_classifiers(x, method = by_corrected_t(ratio = 1 / 9))
#' @export
by_wilcoxon <- function(zeros = c("pratt", "wilcoxon", "split"), exact_limit = 200, ...) {
  check_dots(...)
  zeros <- check_choice(zeros, "zeros", c("pratt", "wilcoxon", "split"))
  check_number(exact_limit, "exact_limit", -1, 1001)
  new_rule("wilcoxon", zeros = zeros, limit = exact_limit)
}

#' @rdname by_wilcoxon
#' @export
by_sign <- function(zeros = c("drop", "split"), ...) {
  check_dots(...)
  zeros <- check_choice(zeros, "zeros", c("drop", "split"))
  if (zeros == "split") new_rule("sign", zeros = zeros) else new_rule("sign")
}

#' @rdname by_wilcoxon
#' @export
by_corrected_t <- function(ratio = NULL, ...) {
  check_dots(...)
  if (!is.null(ratio)) check_number(ratio, "ratio", 0, Inf)
  if (is.null(ratio)) new_rule("corrected_t") else new_rule("corrected_t", ratio = ratio)
}

#' @rdname by_wilcoxon
#' @export
by_sign_flip <- function(R = 9999, ...) { # nolint: object_name_linter.
  check_dots(...)
  check_number(R, "R", 0, kind = "replicates")
  new_rule("sign_flip", R = R)
}

# -- the plan -------------------------------------------------------------------------

# `scores`: a function that gives list(slices = matrices units x classifiers, one a slice; cells).
# `design`: a new_design(); `ratio` as score_ratio() gives it.
score_plan <- function(target, request, design, ratio, scores, clustered = FALSE) {
  method <- match_score_method(design$type, clustered, request)
  check_score_request(request)
  rule <- request$rule
  ratio <- resolve_ratio(rule$ratio, ratio, method, design)
  if (design$type %in% names(method$variants[[1]])) method$id <- test_id(method$id, design$type)
  if (!is.null(rule$R)) check_replicates(rule$R, request$conf.level)
  new_plan(
    target, method, "difference", rows_at(intervals_of("scores"), method$interval), request, "plan_scores",
    design = design, ratio = ratio, scores = lazily(scores), clustered = clustered, joint = FALSE,
    known = new.env(parent = emptyenv()), estimator = if (!is.na(method$estimator)) method$estimator,
    options = list(
      zeros = rule$zeros %||% "pratt", limit = rule$limit %||% 200, draws = rule$R %||% 9999,
      horizon = rule$horizon %||% 1, kernel = rule$kernel %||% "rectangular"
    )
  )
}

match_score_method <- function(design, clustered, request) {
  asked <- request$rule$method
  valid <- valid_methods(design, clustered, request$alternative)
  if (is.null(asked)) {
    return(rows_at(tests_of("pair_of_scores"), valid[1]))
  }
  if (!rlang::is_string(asked)) {
    abort_verdict("{.arg method} must be the name of a test, not {.obj_type_friendly {asked}}.", "method")
  }
  if (asked %in% resampling_methods) {
    abort_verdict(c(
      "{.arg method} {.val {asked}} is not for scores.",
      i = if (asked == "permutation") "Use {.code method = \"sign_flip\"}, which flips the signs of the differences.",
      i = "Valid here: {.or {.val {valid}}}."
    ), "method")
  }
  known <- tests_of("pair_of_scores")$method
  posthocs <- tests_of("posthoc")$method
  if (!joined_words(asked) %in% joined_words(known)) {
    abort_verdict(c(
      "{.arg method} {.val {asked}} is no test of scores.",
      i = "Valid here: {.or {.val {valid}}}. All are {.val {c(known, posthocs)}}."
    ), "method")
  }
  asked <- check_choice(asked, "method", known)
  check_method_fits(asked, design, valid, request)
  rows_at(tests_of("pair_of_scores"), asked)
}

check_method_fits <- function(asked, design, valid, request) {
  if (asked %in% c("cv5x2_t", "cv5x2_f") && design != "5x2") {
    abort_verdict(c(
      "{.val {asked}} needs five repetitions of two folds.", i = "Valid here: {.or {.val {valid}}}."
    ), "method")
  }
  if (asked == "cv5x2_f" && request$alternative != "two.sided") {
    abort_verdict(c("The 5x2cv F test is two-sided.", i = "One-sided: {.code method = \"cv5x2_t\"}."), "method")
  }
  if (asked == "corrected_t" && !is_resampled(design)) {
    abort_verdict(c(
      "The corrected t test is for splits of one data set, whose training data overlap.",
      i = "Valid here: {.or {.val {valid}}}."
    ), "method")
  }
}

check_score_request <- function(request) {
  measure <- check_choice(request$measure %||% "difference", "measure", measures)
  if (measure != "difference") {
    abort_verdict(c(
      "Scores are compared by their difference, not by {label_measure(measure)}.",
      i = "Use {.code measure = \"difference\"}, or take logarithms of the scores."
    ), "measure")
  }
  if (!is.null(request$interval)) {
    abort_verdict("The interval of scores is that of the test: leave {.arg interval} out.", "interval")
  }
  if (request$vcov != "robust") {
    abort_verdict("{.arg vcov} is for Wald tests of proportions, not for scores.", "vcov")
  }
}

# The ratio of test to training data that a corrected test takes, and where it is from.
resolve_ratio <- function(asked, known, method, design) {
  if (method$method != "corrected_t") asked <- 0
  if (!is.null(asked)) {
    return(list(ratio = asked, status = NA_character_))
  }
  if (known$known) {
    return(list(ratio = known$ratio, status = if (known$equal) NA_character_ else "unequal_sizes"))
  }
  if (design$type == "bootstrap") {
    return(list(ratio = exp(-1) / -expm1(-1), status = "bootstrap_sizes"))
  }
  abort_verdict(c(
    "Tests that are corrected for the overlap of training data need the sizes of training and test data.",
    i = "Give {.arg n_train} and {.arg n_test} to {.fn score_set}; to compare two at a time,
      {.code method = by_corrected_t(ratio = 1 / 9)} will do."
  ), "design")
}

# -- what is not valid ----------------------------------------------------------------

signal_invalid_scores <- function(plan, pairs) {
  valid <- valid_methods(plan$design$type, plan$clustered, plan$alternative)
  if (!plan$method$method %in% valid) {
    better <- plan
    better$known <- NULL
    better$method <- tests_of("pair_of_scores")[valid[1], ]
    better$ratio <- null_if_refused(resolve_ratio(NULL, plan$known_ratio, better$method, plan$design))
    log_p <- function(plan) score_statistics(plan, pairs, 0.05)$log.p.value
    signal_invalid(
      invalid_words(plan$method$method, plan$design$type), c(method = valid[1]), log_p(plan),
      if (!is.null(better$ratio)) log_p(better)
    )
  }
}

invalid_words <- function(method, design) {
  if (method == "unpaired_t") {
    units <- plural_of(design_unit(design))
    return(paste0("A two-sample test ignores that all classifiers were scored on the same ", units, "."))
  }
  if (design == "items") {
    return("This test takes items for independent, but they come in clusters.")
  }
  overlap_words(design, if (design == "folds") "this test rejects too often." else "this test rejects far too often.")
}

# -- the numbers ----------------------------------------------------------------------

# As ffi_scores_pairs() gives them, slices slowest. At another level only the limits change, and those of a t
# test follow from what was found.
score_statistics <- function(plan, pairs, level, null = 0, alternative = plan$alternative) {
  known <- plan$known
  if (is.null(known) || !plan$method$student || null != 0 || alternative != plan$alternative) {
    return(compute_scores(plan, pairs, level, null, alternative))
  }
  if (!identical(known$pairs, pairs) || !identical(known$alternative, alternative)) {
    known$pairs <- pairs
    known$alternative <- alternative
    known$value <- compute_scores(plan, pairs, level, null, alternative)
    known$level <- level
  }
  statistics <- known$value
  if (known$level == level) {
    return(statistics)
  }
  sides <- n_sides(plan$alternative)
  reach <- statistics$std.error * stats::qt(level / sides, statistics$df, lower.tail = FALSE)
  tested <- !is.na(statistics$df)
  if (plan$alternative != "less") statistics$conf.low[tested] <- (statistics$estimate - reach)[tested]
  if (plan$alternative != "greater") statistics$conf.high[tested] <- (statistics$estimate + reach)[tested]
  statistics
}

compute_scores <- function(plan, pairs, level, null, alternative) {
  scores <- plan$scores()
  request <- c(list(
    test = plan$method$test, ratio = as.double(plan$ratio$ratio), level = level, null = as.double(null),
    alternative = alternative
  ), lapply(plan$options, function(x) if (is.numeric(x)) as.double(x) else x))
  cluster <- if (plan$method$test == "cluster_t") score_clusters(scores$cells)
  parts <- lapply(scores$slices, function(slice) .Call(ffi_scores_pairs, slice, pairs, request, cluster))
  lapply(rlang::set_names(names(parts[[1]])), function(name) unlist(lapply(parts, `[[`, name)))
}

plan_rows.plan_scores <- function(plan, x, pairs, level) {
  statistics <- score_statistics(plan, pairs, level)
  n_units <- nrow(plan$scores()$cells)
  # Of the other tests it says that they have none.
  empty <- plan$method$test == "cv5x2_f" & statistics$status == "no_limits"
  statistics$test_status <- ifelse(empty, "refutes_all", statistics$status)
  statistics$test_who <- statistics$ci_who <- infinite_who(statistics$theta0, statistics$theta1)
  rows <- rows_from_core(x, plan, pairs, statistics)
  endless <- is.na(rows$estimate) & rows$status %in% "infinite" & statistics$test_who != "both"
  rows$estimate[endless] <- (statistics$theta0 - statistics$theta1)[endless]
  rows$method.id <- score_row_ids(plan, statistics)
  rows <- with_score_statuses(rows, plan, statistics, n_units, level)
  df <- plan$method$df[[1]]
  if (length(df)) rows[c("df", "df.residual")] <- lapply(df, function(n) ifelse(is.na(rows$statistic), NA, n))
  lower_wins <- plan$method$effect %in% "win" && plan$target$metric$better %in% "low"
  rows$effect <- if (lower_wins) 1 - statistics$effect else statistics$effect
  rows$effect.type <- plan$method$effect
  # Where differences are tied a test may reject the null value, and nothing next to it: the interval is open there. It
  # then ends beside that value, so that it excludes what the test rejects. What lies beside it is told by the sizes of
  # the differences: one large score moves the means, and no interval.
  finite <- function(x) ifelse(is.finite(x), abs(x), 0)
  numbers <- rows[c("estimate", "null.value", "conf.low", "conf.high")]
  grain <- 1e-10 * do.call(pmax, lapply(unname(numbers), finite))
  rejected <- !is.na(rows$p.value) & rows$p.value < level
  at_null <- function(end) rejected & !is.na(end) & abs(end - rows$null.value) <= grain
  low <- which(at_null(rows$conf.low) & rows$conf.high > rows$null.value)
  high <- which(at_null(rows$conf.high) & rows$conf.low < rows$null.value)
  rows$conf.low[low] <- (rows$null.value + 2 * grain)[low]
  rows$conf.high[high] <- (rows$null.value - 2 * grain)[high]
  tied <- at_null(rows$estimate)
  against <- contradicts(rows$p.value, rows$conf.low, rows$conf.high, rows$null.value, level) & !tied
  rows$conf.low[against | tied] <- rows$conf.high[against | tied] <- NA
  rows <- with_status(rows, tied, "mostly_tied", also = TRUE)
  with_status(rows, against, "no_range", also = TRUE)
}

# Whose mean is infinite, as a loss may be; else both are meant.
infinite_who <- function(a, b) {
  alone <- xor(is.infinite(a), is.infinite(b))
  ifelse(!alone, "both", ifelse(is.infinite(a), "classifier", "reference"))
}

score_row_ids <- function(plan, statistics) {
  id <- plan$method$id
  drawn <- format(plan$options$draws, scientific = FALSE, trim = TRUE)
  switch(plan$method$test,
    wilcoxon = ifelse(statistics$exact, test_id(id, "exact"), id),
    sign_flip = ifelse(statistics$exact, test_id(id, "exact"), test_id(id, drawn)),
    sign = rep(test_id(id, "exact"), length(statistics$exact)),
    rep(id, length(statistics$exact))
  )
}

with_score_statuses <- function(rows, plan, statistics, n_units, level) {
  unit <- design_unit(plan$design$type)
  lost <- n_units - statistics$n
  first <- plan$method$test == "cv5x2_t" & !is.na(statistics$statistic)
  rows <- with_status(rows, first, "first_fold", also = TRUE)
  rows <- with_raw_scale(rows, plan$method$student, plan$design$type)
  rows <- with_status(rows, lost > 0, "left_out", list(units = count_of(lost, unit)), also = TRUE)
  rows <- with_status(rows, !is.na(plan$ratio$status), plan$ratio$status, also = TRUE)
  rows <- with_few_differing(rows, plan, statistics)
  # By the signs of all differences that are not 0, which a margin is not about.
  exact <- statistics$exact | plan$method$test == "sign"
  rows$zeros <- statistics$untied < statistics$n
  rows$untied <- ifelse(exact, if (is.null(plan$margin)) statistics$untied else statistics$n, NA)
  least <- least_of_signs(rows$untied, n_sides(plan$alternative))
  tied <- statistics$n - rows$untied
  with_status(rows, least > level & rows$untied > 0, "least_p", list(
    units = paste0(count_of(statistics$n, unit), ifelse(tied > 0, paste0(", ", tied, " of them tied,"), "")),
    p = short_number(least, 3)
  ), also = TRUE)
}

# At a margin the variance of a few differences, where the others are 0, says little. In 20,000 simulated sets of 50 to
# 500 items that are right or wrong, at the border of the margin and without an item won, one-sided tests by t at 0.025
# claimed in 6% to 12%.
with_few_differing <- function(rows, plan, statistics) {
  few <- !is.null(plan$margin) & plan$method$student & statistics$untied < few_that_differ &
    2 * statistics$untied < statistics$n & statistics$untied > 0
  what <- paste(count_of(statistics$untied, design_unit(plan$design$type)), "on which the two differ")
  with_status(rows, few & !is.na(rows$log.p.value), "rough", list(rows = what, instead = ""), also = TRUE)
}

few_that_differ <- 10

# Data sets differ in how hard they are, and in how much their scores vary.
with_raw_scale <- function(rows, of_means, design, log.p = rows$log.p.value) {
  with_status(rows, of_means && design == "datasets" & !is.na(log.p), "raw_scale", also = TRUE)
}

# Tests of scores that are not also tests of counts.
is_fold_method <- function(method) {
  is_method(method, setdiff(tests_of("pair_of_scores")$method, tests_of("pair")$method))
}

# The same for a test that allows for it, with what is to be said of the sizes; 0 where there is nothing to allow for.
known_overlap <- function(x, corrected) {
  if (!corrected || !is_resampled(x$design$type)) {
    return(list(ratio = 0, status = NA_character_))
  }
  resolve_ratio(NULL, score_ratio(x), tests_of("pair_of_scores")["corrected_t", ], x$design)
}

# What overlapping training data add to 1 / n; unknown sizes as of a bootstrap.
score_overlap <- function(x) {
  if (!is_resampled(x$design$type)) {
    return(0)
  }
  ratio <- score_ratio(x)
  if (ratio$known) ratio$ratio else exp(-1) / -expm1(-1)
}
