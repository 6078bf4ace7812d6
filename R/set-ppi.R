# Few labels of people, many of a judge. A prediction_powered_set is a list of
#   human, judge   matrices items x classifiers; rows of `human` are NA where nobody looked
#   cluster        of each item, or NULL
#   classifiers, metrics

#' Prediction-powered means: few human labels, many of a judge
#'
#' Answers: which model is better by human judgement, when people scored a few items and a judge (a model that grades)
#' scored all? With y the human score and f the judge's,
#' \deqn{\theta = \lambda \bar f_{unlabelled} + \overline{(y - \lambda f)}_{labelled}}
#' is unbiased however wrong the judge is, and as precise as the judge is good. \eqn{\lambda} is what makes the
#' variance least, between 0 (people alone) and 1; of several models it is that of their differences, so that a
#' comparison of two is that of the paired differences. All verbs take the result.
#'
#' Intervals are normal; with fewer than 50 labelled items by t with n - 1 degrees of freedom.
#'
#' @param human Scores by people: a matrix or data frame, items by models, or a vector for one model; `NA` for items
#'   that nobody scored.
#' @param judge The judge's scores of all items, of the same shape, with items in the same order. (Columns without names
#'   are those of the other.)
#' @param ... Not used. The arguments after it must be named.
#' @param cluster Of items that belong together: one value an item. Variances are then by cluster.
#' @param metric What the score is called.
#' @param better Which scores are good: `"high"` or `"low"`. `NULL`: as usual for names that [score_set()] knows (low
#'   for `"error"`, `"log_loss"`, `"rmse"` ...), and high for others.
#' @param lower,upper The range of the mean. Intervals are cut there. `NULL`: the usual one of names that [score_set()]
#'   knows (an end that a score lies beyond is none), and `-Inf` to `Inf` for others.
#' @return An object of class `prediction_powered_set` for [assess_classifiers()], [compare_classifiers()],
#'   [verdict()] and others.
#'   `print()` says what the judge was worth.
#' @section Errors: `verdict_error_score` for scores that are no finite numbers in the range; `verdict_error_label` for
#'   items of which people scored some models only, and for fewer than two labelled items; `verdict_error_length`,
#'   `verdict_error_classifier`, `verdict_error_argument`.
#' @section How far to trust it: 95% intervals of a share held the true one in 88%, 92%, 94% and 94% of 1,000 simulated
#'   sets with 15, 30, 60 and 200 labelled items (`bench/calibration/judges.R`): label 60 at least.
#' @section When not to use it: The labelled items must be a random subset of all. Labels of items that were chosen
#'   because the judge was unsure make it biased.
#' @references
#' Angelopoulos, A. N., Bates, S., Fannjiang, C., Jordan, M. I. and Zrnic, T. (2023) Prediction-powered inference.
#' *Science* 382, 669-674. \doi{10.1126/science.adi6000}
#'
#' Angelopoulos, A. N., Duchi, J. C. and Zrnic, T. (2023) PPI++: efficient prediction-powered inference.
#' \doi{10.48550/arXiv.2311.01453}
#' @seealso [rogan_gladen()] where judge and people were compared on other items.
#' @examples
#' set.seed(1)
#' truth <- cbind(a = rbinom(400, 1, 0.6), b = rbinom(400, 1, 0.7))
#' judge <- ifelse(matrix(runif(800), 400) < 0.9, truth, 1 - truth)
#' human <- truth
#' human[-sample(400, 60), ] <- NA
#' x <- ppi_mean(human, judge, lower = 0, upper = 1)
#' x
#' compare_classifiers(x)
#' @export
ppi_mean <- function(human, judge, ..., cluster = NULL, metric = "score", better = NULL, lower = NULL,
                     upper = NULL) {
  check_dots(...)
  check_given(human, "the scores that people gave.", "score")
  check_given(judge, "the scores that the judge gave.", "score")
  names <- colnames(human) %||% colnames(judge)
  human <- judged_matrix(human, "human", names, missing = TRUE)
  judge <- judged_matrix(judge, "judge", names)
  if (!identical(dim(human), dim(judge))) {
    abort_verdict("{.arg human} and {.arg judge} must have the same items and models.", "length")
  }
  if (!setequal(colnames(human), colnames(judge))) {
    abort_verdict("{.arg human} and {.arg judge} must be of the same models.", "classifier")
  }
  judge <- judge[, colnames(human), drop = FALSE]
  check_labelled(human)
  parts <- list(human = human, judge = judge)
  kind <- "prediction_powered_set"
  x <- new_item_set(kind, parts, nrow(human), cluster, colnames(human), metric, better, human, lower, upper)
  check_in_range(x, human)
  x
}

judged_matrix <- function(x, arg, names = NULL, missing = FALSE) {
  check_judged_columns(if (is.data.frame(x)) x else list(x), arg)
  if (is.data.frame(x)) x <- as.matrix(x)
  if (is.null(dim(x))) x <- matrix(x, dimnames = list(NULL, "model"))
  if (is.integer(x) || is.logical(x) && !all(is.na(x))) storage.mode(x) <- "double"
  odd <- if (is.numeric(x)) sum(!is.finite(x) & !(missing & is.na(x) & !is.nan(x)))
  if (!all_hold(length(dim(x)) == 2, is.numeric(x), length(x) > 0, odd == 0)) {
    abort_verdict(c(
      "{.arg {arg}} must be finite numbers, a row an item and a column a model.",
      x = if (isTRUE(odd > 0)) "{count_of(odd, 'score')} {qty(odd)}{?is/are} none."
    ), "score")
  }
  given <- if (length(names) == ncol(x)) names else paste0("model_", seq_len(ncol(x)))
  colnames(x) <- colnames(x) %||% given
  check_classifier_names(colnames(x))
  rownames(x) <- NULL
  x
}

check_judged_columns <- function(columns, arg) {
  for (column in columns) {
    if (!is.atomic(column) || is.null(column) || !is_numeric(column) && is.object(column)) {
      abort_verdict("{.arg {arg}} must be numbers, not {.obj_type_friendly {column}}.", "score")
    }
  }
}

# Of the models of the first matrix, a column for each or one for all.
matrix_beside <- function(x, arg, first, first_arg) {
  x <- judged_matrix(x, arg, colnames(first))
  if (ncol(x) == 1) x <- x[, rep(1, ncol(first)), drop = FALSE]
  if (!identical(dim(x), dim(first))) {
    abort_verdict("{.arg {first_arg}} and {.arg {arg}} must have the same items and models.", "length")
  }
  colnames(x) <- colnames(first)
  x
}

check_labelled <- function(human) {
  known <- rowSums(!is.na(human))
  partly <- which(known > 0 & known < ncol(human))
  if (length(partly)) {
    abort_verdict(c(
      "People must have scored all models on an item, or none.",
      x = "Only some were scored on {count_of(length(partly), 'item')}: {first_few(partly)}."
    ), "label")
  }
  if (sum(known > 0) < 2) abort_verdict("People must have scored two items at least, better 50.", "label")
}

# How much the judge counts: what makes the variance of the mean least, or of the differences of all pairs.
ppi_weight <- function(human, judge) {
  labelled <- !is.na(human[, 1])
  n <- sum(labelled)
  N <- sum(!labelled)
  if (N < 2) {
    return(0)
  }
  pairs <- function(x) {
    if (ncol(x) == 1) return(x)
    at <- utils::combn(ncol(x), 2)
    x[, at[1, ], drop = FALSE] - x[, at[2, ], drop = FALSE]
  }
  f <- pairs(judge)
  y <- pairs(human)[labelled, , drop = FALSE]
  together <- sum(centre_columns(y) * centre_columns(f[labelled, , drop = FALSE])) / (n - 1)
  spread <- sum(spread_of(centre_columns(f), max(abs(judge)))) / (n + N - 1)
  if (spread > 0) min(1, max(0, together / ((1 + n / N) * spread))) else 0
}

check_evidence.prediction_powered_set <- function(x) {
  check_item_matrices(
    x, list(x$human, x$judge), "scores that are none", "ppi_mean", identical(colnames(x$human), x$classifiers),
    all(is.finite(x$judge)), all(rowSums(is.na(x$human)) %in% c(0, ncol(x$human))), sum(!is.na(x$human[, 1])) > 1
  )
}

set_units.prediction_powered_set <- function(x) {
  units <- NextMethod()
  labelled <- sum(!is.na(x$human[, 1]))
  units$events <- paste(format_count(labelled), "of them scored by people")
  # Precision grows with both: to plan for items is to plan for labels of people.
  of <- if (units$clustered) "of their items" else "of them"
  units$partly <- list(each = labelled / units$n_clusters, words = paste(of, "scored by people"))
  units$estimated <- "prediction_powered"
  units
}

# Labelled and other items are two samples.
set_influence.prediction_powered_set <- function(x, targets) {
  labelled <- !is.na(x$human[, 1])
  n <- sum(labelled)
  N <- sum(!labelled)
  weight <- ppi_weight(x$human, x$judge)
  gain <- x$human[labelled, , drop = FALSE] - weight * x$judge[labelled, , drop = FALSE]
  rest <- weight * x$judge[!labelled, , drop = FALSE]
  estimate <- colMeans(gain) + if (weight > 0) colMeans(rest) else 0
  value <- x$judge * 0
  value[labelled, ] <- centre_columns(gain) * (n + N) / n
  if (weight > 0) value[!labelled, ] <- centre_columns(rest) * (n + N) / N
  if (!is.null(x$cluster)) {
    return(new_influence(unname(estimate), value, cluster = x$cluster, stratum = labelled, small = TRUE))
  }
  vcov <- stats::cov(gain) / n + if (weight > 0) stats::cov(rest) / N else 0
  new_influence(unname(estimate), value, stratum = labelled, vcov = unname(vcov), df = if (n < 50) n - 1 else Inf)
}
