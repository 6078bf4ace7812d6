#' Which classifier is better, at what, and how sure can we be?
#'
#' The main job in one call. Assesses every classifier, compares them in
#' accuracy over all classes and in `metric` class by class, says whether they
#' differ on any class at all, and puts the conclusion into words: better, worse
#' or not distinguishable, and on which classes.
#'
#' Accuracy is compared by [compare_classifiers()] with its defaults (mid-p
#' McNemar test and Tango's interval; with ids, the cluster form of McNemar's
#' test). Two questions about `metric` are kept apart. Whether a pair differs on any
#' class at all has one p-value: that of [global_test()] with its defaults, the classes'
#' p-values combined by Dai, Leeder and Cui's method with the analytic covariance; with
#' several pairs, these p-values are adjusted by Holm's method over the pairs. On which
#' classes it differs is said by the p-values of the single classes, adjusted over all
#' comparisons. The two can disagree: many small differences may show only together,
#' and one on a single class may drown among many without.
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
#'   the smallest p-value), `p.value` of all classes together, `adj.p.value` (over the
#'   pairs), `log.p.value` and `method`;
#' - `small`: the argument.
#'
#' `print()` shows the conclusion and the figures that carry it (for more than six pairs by
#' class: the best classifier, or the reference, and who is told apart from it), `summary()` adds
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
#' Dai, H., Leeder, J. S. and Cui, Y. (2014). A modified generalized Fisher method for
#' combining probabilities from dependent tests. *Frontiers in Genetics*, 5, 32.
#' \doi{10.3389/fgene.2014.00032}
#'
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
#' @seealso [global_test()] for other tests of all classes together,
#'   [compare_classifiers()] for other tests, measures and averages,
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
  ask <- comparison_ask(x, reference, classes, verdict_info(comparison), ...)
  structure(
    list(
      set = x, assessment = assessment, overall = overall, comparison = comparison,
      global = global_by_pair(x, comparison, ask), small = small
    ),
    class = "verdict"
  )
}

# Does a pair differ on any class at all? One row a metric and pair, from the p-values of
# the comparison and the joint covariance of their statistics.
global_by_pair <- function(x, comparison, ask, call = caller_env()) {
  metrics <- match_metric(unique(comparison$metric))
  parts <- lapply(seq_len(nrow(metrics)), function(i) {
    rows <- comparison[comparison$metric == metrics$metric[i], ]
    joint <- joint_statistics(x, comparison_plan(x, metrics[i, ], ask, call), ask, by_pair = TRUE)
    n_pairs <- ncol(ask$pairs)
    found <- lapply(seq_len(n_pairs), function(j) {
      at <- seq(j, nrow(rows), by = n_pairs)
      global_of_pair(rows[at, ], joint$gap[at], joint$vcov[, , j], ask$alternative)
    })
    found <- do.call(rbind, found)
    found$adj.p.value <- stats::p.adjust(found$p.value, "holm")
    found
  })
  out <- do.call(rbind, parts)
  row.names(out) <- NULL
  out
}

global_of_pair <- function(rows, gap, vcov, alternative) {
  vcov <- as.matrix(vcov)
  used <- has_statistic(rows, gap, vcov)
  tested <- rows[used, ]
  log.p <- if (nrow(tested) == 1) tested$log.p.value else NA_real_
  if (nrow(tested) > 1) {
    found <- combine_dependent(
      tested$log.p.value, "dai", rep(2, nrow(tested)),
      list(covariance = correlation_of(vcov[used, used]), type = "z"),
      if (alternative == "two.sided") 2 else 1
    )
    log.p <- found$log.p.value
  }
  data.frame(
    rows[1, c("metric", "classifier", "reference")], n_classes = nrow(tested),
    class = tested$class[which.min(tested$log.p.value)][1], p.value = exp(log.p),
    adj.p.value = NA_real_, log.p.value = log.p, method = combination_table["dai", "label"]
  )
}

# What compare_classifiers() was asked, for a plan of it.
comparison_ask <- function(x, reference, classes, info, method = NULL, measure = NULL,
                           interval = NULL, average = "none", beta = 1, zero_division = "na",
                           vcov = "robust", R = 9999, simultaneous = FALSE, ...) {
  list(
    method = method, measure = measure, interval = interval, average = average,
    classes = check_classes(classes, x), alternative = info$alternative,
    conf.level = info$conf.level, beta = beta, zero_division = zero_division[1], R = R,
    simultaneous = simultaneous, vcov = vcov,
    pairs = comparison_pairs(x$classifiers, reference)
  )
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
