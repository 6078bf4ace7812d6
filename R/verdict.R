#' Which classifier is better, at what, and how sure can we be?
#'
#' The main job in one call. Assesses every classifier, compares them in
#' accuracy over all classes and in `metric` class by class, says whether they
#' differ on any class at all, and puts the conclusion into words: better, worse
#' or not distinguishable, and on which classes.
#'
#' Accuracy is compared by [compare_classifiers()] with its defaults (mid-p
#' McNemar test and Tango's interval; with ids, the cluster form of McNemar's
#' test). Whether a pair differs in `metric` on any class at all is answered by
#' the smallest of its p-values, adjusted by Holm's method over the classes that
#' could be compared; with several pairs, these p-values are adjusted by Holm's
#' method once more, over the pairs.
#'
#' @param x A [prediction_set()] with two or more classifiers.
#' @param metric What to compare by class: one or more metrics, see
#'   [assess_classifiers()].
#' @param reference A classifier that all others are compared with. `NULL`: all
#'   pairs.
#' @param classes Classes to compare, as in [compare_classifiers()]; accuracy is
#'   always over all.
#' @param conf.level Level of the intervals; the decisions are at 1 minus it.
#' @param small The largest difference called small, see
#'   [summary()][summary.verdict_table].
#' @param ... Passed on to [compare_classifiers()] for the comparison by class:
#'   `method`, `measure`, `alternative`, `p.adjust.method` and so on.
#' @return An object of class `verdict`, a list with
#' - `set`: `x`;
#' - `assessment`: a [verdict_table] of accuracy and `metric` of each classifier;
#' - `overall`: a [verdict_table], the comparison of accuracy;
#' - `comparison`: a [verdict_table], the comparison of `metric` by class;
#' - `global`: a data frame with one row a metric and pair: `metric`,
#'   `classifier`, `reference`, `n_classes` (that could be compared), `class` (with
#'   the smallest p-value), `p.value`, `adj.p.value` (over the pairs),
#'   `log.p.value` and `method`;
#' - `small`: the argument.
#'
#' `print()` shows the conclusion and the figures that carry it, `summary()` adds
#' the assessment and all reservations, [plot()][plot.verdict_table] draws the
#' forest plot of `comparison`, `tidy()` gives both comparisons as one data frame.
#'
#' @section Errors:
#' Those of [compare_classifiers()]: `verdict_error_classifier` for a single
#' classifier, `verdict_error_metric`, `verdict_error_reference` and so on. What
#' isn't a prediction set is a `verdict_error_set`.
#'
#' @section When not to use:
#' The rows (or with ids the observations) must be independent, and the
#' classifiers must not have seen them: with predictions from cross-validation,
#' the p-values are too small as a verdict on the learning algorithms. Choose
#' `metric` before looking: the best of many metrics is not a test.
#'
#' @references
#' Holm, S. (1979). A simple sequentially rejective multiple test procedure.
#' *Scandinavian Journal of Statistics*, 6(2), 65-70.
#'
#' Kosinski, A. S. (2013). A weighted generalized score statistic for comparison
#' of predictive values of diagnostic tests. *Statistics in Medicine*, 32(6),
#' 964-977. \doi{10.1002/sim.5587}
#'
#' Fagerland, M. W., Lydersen, S. and Laake, P. (2013). The McNemar test for
#' binary matched-pairs data. *BMC Medical Research Methodology*, 13, 91.
#' \doi{10.1186/1471-2288-13-91}
#'
#' @seealso [compare_classifiers()] for other tests, measures and averages,
#'   [assess_classifiers()] for one classifier at a time.
#' @examples
#' set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' result <- verdict(set)
#' result
#' result$comparison
#'
#' # Four classifiers, and repeated predictions of the same observations
#' verdict(prediction_set(truth ~ ., satellite), reference = "random_forest")
#' verdict(prediction_set(vehicle_cv, truth, c(naive_bayes, svm), id = id))
#' @export
verdict <- function(x, ...) {
  UseMethod("verdict")
}

#' @export
verdict.default <- function(x, ...) {
  abort_not_a_set(x)
}

#' @rdname verdict
#' @export
verdict.prediction_set <- function(x, metric = "precision", reference = NULL, classes = NULL,
                                   conf.level = 0.95, small = 0.02, ...) {
  check_small(small)
  comparison <- compare_classifiers(
    x, metric = metric, reference = reference, classes = classes, conf.level = conf.level, ...
  )
  overall <- compare_classifiers(
    x, metric = "accuracy", reference = reference, conf.level = conf.level
  )
  assessment <- assess_classifiers(
    x, metric = union("accuracy", unique(comparison$metric)), conf.level = conf.level
  )
  structure(
    list(
      set = x, assessment = assessment, overall = overall, comparison = comparison,
      global = holm_over_classes(comparison), small = small
    ),
    class = "verdict"
  )
}

# Does a pair differ on any class at all? The smallest p-value after Holm's
# adjustment is m times the smallest of m.
holm_over_classes <- function(comparison) {
  rows <- lapply(split_pairs(comparison), function(pair) {
    tested <- pair[!is.na(pair$p.value), ]
    first <- tested[which.min(tested$log.p.value), ]
    log.p <- if (nrow(tested) > 0) min(0, first$log.p.value + log(nrow(tested))) else NA_real_
    data.frame(
      pair[1, c("metric", "classifier", "reference")],
      n_classes = nrow(tested), class = if (nrow(tested) > 0) first$class else NA_character_,
      p.value = exp(log.p), adj.p.value = NA_real_, log.p.value = log.p,
      method = "Holm over the classes"
    )
  })
  global <- do.call(rbind, rows)
  row.names(global) <- NULL
  global$adj.p.value <- stats::ave(global$p.value, global$metric, FUN = function(p) {
    stats::p.adjust(p, "holm")
  })
  global
}

# Methods ------------------------------------------------------------------------

#' @export
print.verdict <- function(x, ..., width = getOption("width")) {
  text <- verdict_text(x)
  writeLines(c(cli::style_bold(cli::ansi_strwrap(text$title, width)), ""))
  writeLines(c(cli::ansi_strwrap(text$headline, width), ""))
  for (i in seq_along(text$sections)) {
    heading <- cli::ansi_strwrap(names(text$sections)[i], width)
    writeLines(c(heading, bullets(text$sections[[i]], width), ""))
  }
  writeLines(cli::ansi_strwrap(text$cautions, width))
  invisible(x)
}

#' @export
summary.verdict <- function(object, ...) {
  parts <- lapply(object[c("assessment", "overall", "comparison")], summary, small = object$small)
  cautions <- comparison_cautions(
    rbind(object$overall, object$comparison), object$small, verdict_adjustment(object)
  )
  structure(
    list(
      sections = do.call(c, unname(lapply(parts, `[[`, "sections"))),
      cautions = c(cautions, parts$assessment$cautions[1])
    ),
    class = "summary.verdict_table"
  )
}

#' @rdname plot.verdict_table
#' @exportS3Method ggplot2::autoplot
autoplot.verdict <- function(object, metric = NULL, ...) {
  autoplot.verdict_table(with_empirical(object, metric), ...)
}

#' @rdname plot.verdict_table
#' @export
plot.verdict <- function(x, metric = NULL, ...) plot(with_empirical(x, metric), ...)

# Of an updated set, the same comparisons at the data's own shares come first.
with_empirical <- function(x, metric, call = caller_env()) {
  rows <- rows_of_metric(x$comparison, metric, call)
  if (is.null(x$set$prevalence)) {
    return(rows)
  }
  set <- x$set
  set$prevalence <- NULL
  reference <- unique(rows$reference)
  info <- verdict_info(rows)
  rbind(compare_classifiers(
    set, unique(rows$metric), measure = unique(rows$measure), average = rows$average[1],
    reference = if (length(reference) == 1) reference,
    classes = if (!anyNA(rows$class)) unique(rows$class),
    alternative = info$alternative, conf.level = info$conf.level
  ), rows)
}

rows_of_metric <- function(x, metric, call = caller_env()) {
  wanted <- if (is.null(metric)) x$metric[1] else match_metric(metric, call = call)$metric
  x[x$metric %in% wanted, ]
}

#' @rdname tidy.verdict_table
#' @export
tidy.verdict <- function(x, ...) rbind(as_plain(x$overall), as_plain(x$comparison))

#' @rdname tidy.verdict_table
#' @export
glance.verdict <- function(x, ...) glance(x$comparison)
