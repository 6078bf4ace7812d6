#' Compare classifiers judged on different observations
#'
#' Answers: is the classifier that was judged on these rows better than the one that was
#' judged on those? For two test sets without a row in common, of which the predictions, the
#' numbers of successes and trials, or only the estimates are known.
#'
#' # Which test
#'
#' For proportions (accuracy, error, precision, recall and their like) of independent rows:
#'
#' - `"score"` (the default): the score test of Miettinen and Nurminen (1985), the z test with
#'   the pooled variance times N / (N - 1). Its interval, `"miettinen_nurminen"`, holds the
#'   values that the test does not reject, for the difference, the ratio and the odds ratio: the
#'   two always agree.
#' - `"z"`: the textbook's z test, whose variance is not pooled. It agrees with the interval
#'   `"wald"`.
#' - `"pooled_z"`: the z test with the pooled variance, whose square is Pearson's chi-squared.
#'   It agrees with the interval `"score"`: Mee's (1984) for the difference, Koopman's (1984)
#'   for the ratio.
#' - `"fisher"`: Fisher's exact test, conditional on both margins. It keeps the level always, and
#'   is the most cautious.
#' - `"barnard"`: Barnard's exact unconditional test with tables ordered by the pooled z statistic
#'   (Suissa and Shuster 1985): the largest probability, over the common success probability, of
#'   a table at least as extreme. It too keeps the level, and rejects more often than Fisher's
#'   (Lydersen, Fagerland and Laake 2009). For up to 10,000 rows.
#' - `"wald"`: any metric, each estimate with its own variance (influence-based, by observation
#'   where observations occur repeatedly), on the scale of `measure`. The default for metrics
#'   that are no counted proportion, for repeated observations and for [estimate_set()]s; for the
#'   difference of proportions it is `"z"`.
#' - `"welch_t"`: the only one for [score_set()]s, the difference of two means with Satterthwaite's degrees of freedom;
#'   the variance of each allows for clusters of items, and for training data that overlap.
#'
#' # The confidence at which a difference becomes significant
#'
#' Textbooks ask at which confidence the interval of the difference just leaves out 0, and
#' some answer for one side only. It is 1 - `p.value` of `"z"`, with `alternative = "greater"`
#' for the one-sided figure. Tan, Steinbach and Kumar (2005, example 4.5) compare error
#' rates 0.15 of 30 rows and 0.25 of 5,000; see the examples. That `summary()` speaks of no
#' difference at 95% is the same answer.
#'
#' @param x,y Two [prediction_set()]s, [score_set()]s or [estimate_set()]s of different observations, or
#'   counts: each `c(successes, trials)`, or a matrix or data frame with these two columns and a
#'   row for each comparison. `x` is the classifier, `y` the reference.
#' @param metric,average,classes,zero_division As in [assess_classifiers()]. `NULL`: accuracy, or all
#'   metrics of an estimate set. Of counts: what they count, `"accuracy"`, or `"error"` or
#'   another proportion.
#' @param method The test, see the section 'Which test'. `NULL`: the default.
#' @param measure `"difference"` (x minus y), `"ratio"` or `"odds_ratio"` (x over y; not
#'   for metrics that can be negative).
#' @param pairs Which classifiers of `x` are compared with which of `y`. `NULL`: each with each.
#'   `"same"`: those of the same name. Or a character vector of classifiers of `y`, named by
#'   those of `x`.
#' @param alternative `"two.sided"`, or one-sided: `"greater"` means that the metric is greater in
#'   `x`. A one-sided interval goes with a one-sided test.
#' @param interval `"miettinen_nurminen"`, `"score"` and `"wald"` for every measure of a
#'   proportion, `"newcombe"` (1998, his method 10) for its difference, and `"wald"` for
#'   anything else. `NULL`: the one that agrees with the test, and with the exact tests
#'   `"miettinen_nurminen"`.
#' @param conf.level Confidence level of the intervals, between 0 and 1.
#' @param p.adjust.method How `adj.p.value` is adjusted over all rows. `"max_t"`: in a single step from the joint
#'   distribution of all comparisons, by Bonferroni's inequality where that is not known (scores), so that a claim is an
#'   interval (`adj.conf.low`, `adj.conf.high`) that excludes equality, all of which hold together. Methods in
#'   steps, such as `"holm"`, are for p-values, and the interval beside them is each by itself.
#' @param labels What the two sets are called, in a result where a classifier of the one has the
#'   name of one of the other, and where counts have no row names. Where only one of `x` and `y` has row names, and both
#'   have as many rows, the names are those of the comparisons: `"paper 1 (CNN)"` against `"paper 1 (SVM)"`.
#' @param ... `beta` as in [f_meas()].
#' @return A [verdict_table], with the columns of [compare_classifiers()]: a row for each metric,
#'   class and pair, or for each row of counts. `print()`, `summary()` and `plot()` work as
#'   there.
#' @section Errors:
#' `verdict_error_set` where `y` is not of the kind of `x`; `verdict_error_counts` for counts that
#' are negative, above the trials, or not whole for an exact test; `verdict_error_class` where the
#' sets do not have the same classes, or what is asked of the positive class and that is another one;
#' `verdict_error_prevalence` where they are at different prevalences, or only one was updated, and the metric
#' depends on it; `verdict_error_metric` also where they disagree on which values are better, or on the range of these;
#' `verdict_error_score` and `verdict_warning_score` for scores on two scales, as in [score_set()];
#' `verdict_error_pairs`, `verdict_error_method`, `verdict_error_measure`, `verdict_error_interval`,
#' `verdict_error_clustered` and `verdict_error_size` (too many rows for Barnard's test) as their
#' messages say. Score sets with units of the same names (folds, data sets, items) give a warning,
#' `verdict_warning_invalid`, with what the paired test says.
#' @section How well the tests and intervals hold:
#' Exact, by listing all data sets with 10 to 50 rows in each set, 10 against 100 and 5 against 50, with true
#' proportions of 0.5, 0.9 and 0.98: the tests at the level 0.05 reject equal classifiers with the probability (least
#' and greatest, and the mean in brackets; `n` is of both sets together)
#'
#' `r ledger_table(topic = "different rows", kind = "size", header = "n")`
#'
#' and the 95% intervals of the difference cover with
#'
#' `r ledger_table(topic = "different rows", kind = "coverage", measure = "difference", header = "n")`
#'
#' @section When not to use it:
#' For predictions of the same observations: [compare_classifiers()] then uses that the errors go
#' together, which these tests throw away, and with it most of the power. That two sets have
#' observations in common cannot be seen from them, so that it is for you to know; nor
#' may one classifier's test rows be training rows of the other. A difference of classifiers on
#' different test sets is one of the test sets too: it says which classifier is better only
#' if both sets are drawn from one population.
#' @references
#' Koopman, P. A. R. (1984) Confidence intervals for the ratio of two binomial proportions.
#' *Biometrics* 40, 513-517. \doi{10.2307/2531405}
#'
#' Lydersen, S., Fagerland, M. W. and Laake, P. (2009) Recommended tests for association in 2 x 2
#' tables. *Statistics in Medicine* 28, 1159-1175. \doi{10.1002/sim.3531}
#'
#' Mee, R. W. (1984) Confidence bounds for the difference between two probabilities. *Biometrics*
#' 40, 1175-1176.
#'
#' Miettinen, O. and Nurminen, M. (1985) Comparative analysis of two rates. *Statistics in
#' Medicine* 4, 213-226. \doi{10.1002/sim.4780040211}
#'
#' Newcombe, R. G. (1998) Interval estimation for the difference between independent
#' proportions: comparison of eleven methods. *Statistics in Medicine* 17, 873-890.
#' \doi{10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I}
#'
#' Suissa, S. and Shuster, J. J. (1985) Exact unconditional sample sizes for the 2 x 2 binomial
#' trial. *Journal of the Royal Statistical Society A* 148, 317-327. \doi{10.2307/2981892}
#'
#' Tan, P.-N., Steinbach, M. and Kumar, V. (2005) *Introduction to Data Mining*. Addison-Wesley,
#' section 4.6.
#' @seealso [compare_classifiers()] for classifiers judged on the same observations.
#' @examples
#' # 56 of 70 right, against 48 of 80
#' compare_independent(c(56, 70), c(48, 80))
#'
#' # The textbook's: error rates 0.15 of 30 rows and 0.25 of 5,000
#' r <- compare_independent(c(1250, 5000), c(4.5, 30), "error", method = "z", alternative = "greater")
#' 1 - r$p.value
#'
#' half <- seq_len(nrow(satellite)) %% 2 == 0
#' x <- prediction_set(truth ~ svm + tree, satellite[half, ])
#' y <- prediction_set(truth ~ naive_bayes, satellite[!half, ])
#' compare_independent(x, y)
#' compare_independent(x, y, "precision", classes = "cotton crop", measure = "ratio")
#' @export
compare_independent <- function(x, ...) UseMethod("compare_independent")

#' @export
compare_independent.default <- function(x, y, ...) {
  if (missing(x)) abort_not_a_set()
  abort_verdict(c(
    "{.arg x} must be a {.cls prediction_set} or counts, not {.obj_type_friendly {x}}.",
    i = hint_set(x) %||% "Make a set with {.fn prediction_set}, or give {.code c(successes, trials)}."
  ), "set")
}

#' @rdname compare_independent
#' @export
compare_independent.evidence <- function(x, y, metric = NULL, method = NULL, measure = NULL, pairs = NULL,
                                         average = "none", classes = NULL,
                                         alternative = c("two.sided", "greater", "less"),
                                         interval = NULL, conf.level = 0.95,
                                         p.adjust.method = "max_t",
                                         zero_division = c("na", "zero", "skip"),
                                         labels = c("x", "y"), ...) {
  check_same_kind(x, y)
  for (set in list(x, y)) check_evidence(set)
  options <- check_options(list(...), "beta")
  request <- independent_request(method, measure, alternative, interval, conf.level, p.adjust.method, labels)
  names <- distinct_names(set_units(x)$classifiers, set_units(y)$classifiers, request$labels)
  pairs <- match_pairs(pairs, set_units(x)$classifiers, set_units(y)$classifiers)
  metrics <- with_beta(metric %||% headline_metrics(x), options$beta)
  targets <- lapply(list(x, y), independent_targets, metrics, average, classes, zero_division)
  check_same_scale(x, y, targets[[1]], request$labels)
  both_units <- list(set_units(x), set_units(y))
  parts <- Map(function(of_x, of_y) {
    check_same_question(both_units, list(of_x, of_y))
    both <- list(side_of(x, of_x, names$x), side_of(y, of_y, names$y))
    sides <- join_sides(both[[1]], both[[2]], pairs)
    sides$metric <- of_x$metric$asked
    sides$average <- of_x$average
    part <- independent_part(sides, of_x$metric, request, vapply(both, nrow, 0L))
    part$over <- of_x$over
    fixed <- first_known(fixed_of_side(x, of_x)[part$place[1, ]], fixed_of_side(y, of_y)[part$place[2, ]])
    part$rows <- with_fixed(part$rows, fixed, of_x$metric)
    part$rows <- with_few_of_side(y, with_few_of_side(x, part$rows, of_x), of_y)
    part$rows <- with_few_on_either_side(part$rows, list(x, y))
    part
  }, targets[[1]], targets[[2]])
  first <- list(set_influence(x, targets[[1]][1]), set_influence(y, targets[[2]][1]))
  complete <- !has_gaps(x, targets[[1]][1]) && !has_gaps(y, targets[[2]][1])
  warn_shared(first, parts[[1]]$rows, pairs, request, complete)
  joint <- function() independent_joint(parts, set_joint(x, targets[[1]]), set_joint(y, targets[[2]]))
  independent_table(parts, request, independent_units(both_units, names), joint, used_axes(targets[[1]]))
}

#' @rdname compare_independent
#' @export
compare_independent.numeric <- function(x, y, metric = "accuracy", method = NULL, measure = NULL,
                                        alternative = c("two.sided", "greater", "less"),
                                        interval = NULL, conf.level = 0.95,
                                        p.adjust.method = "max_t", labels = c("x", "y"), ...) {
  check_dots(...)
  request <- independent_request(method, measure, alternative, interval, conf.level, p.adjust.method, labels)
  metric <- match_metric(metric)
  if (nrow(metric) != 1 || metric$family %in% c("composite", "truth")) {
    abort_verdict(c(
      "{.arg metric} of counts must be one proportion, such as {.val accuracy} or {.val error}.",
      i = "For {metric$label} give prediction sets."
    ), "metric")
  }
  if (missing(y)) y <- NULL
  x <- count_side(x, "x", request$labels[1])
  y <- count_side(y, "y", request$labels[2])
  # Row names of one of two sides with as many rows are those of the comparisons.
  if (nrow(x) == nrow(y) && nrow(x) > 1 && x$named[1] != y$named[1]) {
    x$classifier <- y$classifier <- (if (x$named[1]) x else y)$classifier
  }
  names <- distinct_names(x$classifier, y$classifier, request$labels)
  x$classifier <- names$x
  y$classifier <- names$y
  n <- max(nrow(x), nrow(y))
  if (!all(c(nrow(x), nrow(y)) %in% c(1, n))) {
    abort_verdict(c(
      "{.arg x} and {.arg y} must have as many rows, or one of them a single one.",
      x = "They have {nrow(x)} and {nrow(y)}."
    ), "counts")
  }
  sides <- paired_sides(x[rep_len(seq_len(nrow(x)), n), ], y[rep_len(seq_len(nrow(y)), n), ])
  sides$metric <- metric$asked
  sides$average <- "none"
  part <- independent_part(sides, metric, request, c(nrow(x), nrow(y)))
  joint <- function() independent_joint(list(part), joint_of_counts(x), joint_of_counts(y))
  independent_table(list(part), request, units_of_counts(x, y), joint)
}

#' @export
compare_independent.data.frame <- function(x, y, ...) compare_independent(as.matrix(x), y, ...)

# -- what is asked --------------------------------------------------------------------

independent_request <- function(method, measure, alternative, interval, conf.level, p.adjust.method, labels) {
  check_level(conf.level)
  if (!is.character(labels) || length(labels) != 2 || anyNA(labels) || labels[1] == labels[2]) {
    abort_verdict("{.arg labels} must be two different names, one for each set.", "argument")
  }
  list(
    method = if (!is.null(method)) check_choice(method, "method", tests_of("independent")$method),
    measure = if (!is.null(measure)) check_choice(measure, "measure", measures),
    alternative = check_choice(alternative, "alternative", alternatives),
    interval = if (!is.null(interval)) {
      check_choice(interval, "interval", intervals_of("independent")$interval)
    },
    conf.level = conf.level, labels = labels,
    p.adjust.method = check_choice(p.adjust.method, "p.adjust.method", interval_adjustments())
  )
}

check_same_kind <- function(x, y) {
  if (missing(y) || !inherits(y, "evidence") || class(x)[1] != class(y)[1]) {
    abort_verdict(c(
      "{.arg y} must be a {.cls {class(x)[1]}} like {.arg x}.",
      i = "It holds the classifiers that were judged on other observations."
    ), "set")
  }
}

# Names of which none occurs in both sets.
distinct_names <- function(x, y, labels) {
  both <- intersect(x, y)
  marked <- function(names, label) ifelse(names %in% both, paste0(names, " (", label, ")"), names)
  list(x = marked(x, labels[1]), y = marked(y, labels[2]))
}

# Columns: a classifier of x, one of y.
match_pairs <- function(pairs, x, y) {
  if (is.null(pairs)) {
    return(rbind(rep(seq_along(x), length(y)), rep(seq_along(y), each = length(x))))
  }
  if (identical(pairs, "same")) pairs <- rlang::set_names(intersect(x, y))
  if (!is.character(pairs) || is.null(names(pairs)) || !length(pairs) ||
    !all(names(pairs) %in% x) || !all(pairs %in% y)) {
    abort_verdict(c(
      "{.arg pairs} must be {.val same}, or classifiers of {.arg y} named by classifiers of {.arg x}.",
      i = "Those of {.arg x} are {.val {x}}, those of {.arg y} {.val {y}}."
    ), "pairs")
  }
  rbind(match(names(pairs), x), match(pairs, y), deparse.level = 0)
}

independent_targets <- function(x, metric, average, classes, zero_division) {
  metrics <- set_metrics(x, metric)
  check_depends_on_classifier(metrics)
  asked_targets(x, metrics, average, classes, zero_division)
}

# Wald's test of a metric that rests on classes, where one side has few rows of one.
with_few_of_side <- function(x, rows, target) UseMethod("with_few_of_side")

with_few_of_side.default <- function(x, rows, target) rows

with_few_of_side.prediction_set <- function(x, rows, target) {
  with_few_of_class(rows, !is.na(rows$log.p.value), x, target, "few_of_class", list(instead = ""))
}

with_few_of_side.probability_set <- function(x, rows, target) {
  with_few_in_part(rows, !is.na(rows$log.p.value), x, target, "rough")
}

with_few_of_side.class_probability_set <- function(x, rows, target) with_few_in_parts(rows, x, target)

with_few_of_side.standardised_set <- function(x, rows, target) {
  tested <- !is.na(rows$log.p.value)
  rows <- with_few_in_group(rows, tested, x, "rough")
  if (inherits(x$weighted, "prediction_set")) with_few_of_counts(rows, tested, x, target) else rows
}

with_few_of_side.standardised_labels <- function(x, rows, target) {
  with_few_in_group(rows, !is.na(rows$log.p.value), x, "rough")
}

fixed_of_side <- function(x, target) UseMethod("fixed_of_side")

fixed_of_side.default <- function(x, target) NA_character_

fixed_of_side.prediction_set <- function(x, target) fixed_values(x, target)

fixed_of_side.standardised_set <- function(x, target) fixed_of_side(x$weighted, target)

# Of the side with fewer observations, if both have few.
with_few_on_either_side <- function(rows, sides) {
  for (side in sides[order(clusters_of_sets(sides))]) {
    rows <- with_few_observations(side, rows, !is.na(rows$log.p.value))
  }
  rows
}

# -- as a result ----------------------------------------------------------------------

independent_table <- function(parts, request, units, joint, axis = NULL) {
  rows <- do.call(rbind, unname(lapply(parts, `[[`, "rows")))
  alpha <- 1 - request$conf.level
  again <- function(level) do.call(rbind, unname(lapply(parts, function(part) part$limits(level))))
  adjusted <- adjust_family(rows$log.p.value, request$p.adjust.method, alpha, joint, request$alternative)
  judged <- judge_rows(rows, adjusted, limits_anew(rows, alpha, again))
  new_verdict_table(judged$rows, list(
    type = "comparison", units = units, metrics = used_metrics(parts), axis = axis, conf.level = request$conf.level,
    alternative = request$alternative, p.adjust.method = judged$p.adjust.method, family = judged$family,
    local = judged$local, interval = unique(vapply(parts, `[[`, "", "interval"))
  ))
}

# Of all comparisons: the estimates of the one side, list(estimate, vcov), do not vary with those of the other. NULL for
# t statistics, of which it is not known.
independent_joint <- function(parts, x, y) {
  n <- c(length(x$estimate), length(y$estimate))
  rows <- do.call(rbind, lapply(parts, `[[`, "rows"))
  if (any(is.finite(rows$df)) || !fits_memory(sum(n))) {
    return(NULL)
  }
  size <- vapply(parts, `[[`, n, "size")
  at <- do.call(cbind, lapply(seq_along(parts), function(i) {
    parts[[i]]$place + rowSums(size[, seq_len(i - 1), drop = FALSE]) + c(0, n[1])
  }))
  scale <- vapply(parts, `[[`, "", "scale")
  vcov <- matrix(0, sum(n), sum(n))
  first <- seq_len(n[1])
  vcov[first, first] <- vcov_on_scale(x$vcov, x$estimate, rep(scale, size[1, ]))
  vcov[-first, -first] <- vcov_on_scale(y$vcov, y$estimate, rep(scale, size[2, ]))
  list(vcov = vcov, at = at)
}

joint_of_counts <- function(side) list(estimate = side$estimate, vcov = diag(side$variance, nrow(side)))

independent_units <- function(both, names) {
  units <- combine_units(both)
  # What is said of all rows is the prevalence of both, once.
  units["prevalence"] <- list(if (are_at_one_prevalence(both)) both[[1]]$prevalence)
  for (size in c("n_rows", "n", "n_clusters", "n_omitted")) units[[size]] <- unlist(lapply(both, `[[`, size))
  # Weights of one side are not the other's.
  if (length(units$effective)) units$effective <- vapply(both, function(of) of$effective %||% NA_real_, 0)
  units$classifiers <- c(names$x, names$y)
  units$design <- c(designs_of(units), list(new_design("independent")))
  units
}

units_of_counts <- function(x, y) {
  rows <- c(sum(x$trials), sum(y$trials))
  new_units(
    unique(c(x$classifier, y$classifier)), rows, "observation", row = "row", design = new_design("independent")
  )
}
