#' What other ways to test repeated cross-validation would say
#'
#' For study, not for use: the t tests that were tried on the scores of repeated cross-validation before the
#' corrected one, beside it. None of them has a proof of its level, and most reject far too often.
#'
#' With x the difference of two classifiers in run r, fold j: `"all"` takes all of them as independent;
#' `"average_folds"` takes the mean of each run; `"average_runs"` the mean over runs of each fold, though the numbers of
#' the folds mean nothing; `"sorted_runs"` sorts the differences of each run, and takes the mean over runs of the
#' smallest, the second, and so on; `"corrected"` is [compare_classifiers()]'s `"corrected_t"`.
#'
#' @param x A [score_set()] of repeated folds.
#' @param metric,reference As in [effect_sizes()].
#' @param ... Not used.
#' @return A data frame with a row for each metric, pair and scheme: `metric`, `classifier`, `reference`, `scheme`,
#'   `estimate`, `statistic`, `df`, `p.value` (two-sided) and `note`.
#' @section Errors: `verdict_error_design` for another design, and those of [effect_sizes()].
#' @section When not to use it: For any conclusion: use [compare_classifiers()].
#' @references
#' Bouckaert, R. R. (2004) Estimating replicability of classifier learning experiments. *Proceedings of the
#' 21st International Conference on Machine Learning*. \doi{10.1145/1015330.1015338}
#' @seealso [replicability()]
#' @examples
#' x <- prediction_set(
#'   truth ~ random_forest + svm, vehicle_cv,
#'   id = id, fold = fold, repetition = repetition
#' )
#' repeated_cv_schemes(as_score_set(x))
#' @export
repeated_cv_schemes <- function(x, metric = NULL, reference = NULL, ...) {
  check_dots(...)
  call <- environment()
  check_is_scores(x, call)
  if (!x$design$type %in% c("repeated_folds", "5x2")) {
    abort_verdict("{.arg x} must have scores of repeated folds.", "design")
  }
  metrics <- set_metrics(x, metric, call)$metric
  check_two_classifiers(x)
  check_reference(reference, x)
  pairs <- comparison_pairs(x$classifiers, reference)
  folds <- x$design$folds
  parts <- lapply(metrics, function(metric) {
    scores <- score_matrix(x, metric)
    each <- lapply(seq_len(ncol(pairs)), function(j) {
      d <- matrix(scores[, pairs[1, j]] - scores[, pairs[2, j]], nrow = folds)
      data.frame(
        metric = metric, classifier = x$classifiers[pairs[1, j]], reference = x$classifiers[pairs[2, j]],
        scheme_rows(d, score_ratio(x)$ratio)
      )
    })
    do.call(rbind, each)
  })
  do.call(rbind, parts)
}

# `d`: a column a run.
scheme_rows <- function(d, ratio) {
  values <- list(
    all = as.vector(d), average_folds = colMeans(d), average_runs = rowMeans(d),
    sorted_runs = if (anyNA(d)) NA_real_ else rowMeans(apply(d, 2, sort)), corrected = as.vector(d)
  )
  rows <- lapply(names(values), function(scheme) {
    request <- list(
      test = "t", ratio = if (scheme == "corrected") ratio else 0, level = 0.05, null = 0, alternative = "two.sided",
      zeros = "pratt", limit = 0, draws = 0
    )
    found <- .Call(ffi_scores_pairs, cbind(values[[scheme]], 0), matrix(1:2), request, NULL)
    data.frame(
      scheme = scheme, estimate = found$estimate, statistic = found$statistic, df = found$df,
      p.value = exp(found$log.p.value), note = status_note(found$status, list())
    )
  })
  do.call(rbind, rows)
}
