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
#'   name of one of the other, and where counts have no row names.
#' @param ... `beta` as in [f_meas()].
#' @return A [verdict_table], with the columns of [compare_classifiers()]: a row for each metric,
#'   class and pair, or for each row of counts. `print()`, `summary()` and `plot()` work as
#'   there.
#' @section Errors:
#' `verdict_error_set` where `y` is not of the kind of `x`; `verdict_error_counts` for counts that
#' are negative, above the trials, or not whole for an exact test; `verdict_error_class` where the
#' sets do not have the same classes; `verdict_error_pairs`, `verdict_error_metric`,
#' `verdict_error_method`, `verdict_error_measure`, `verdict_error_interval`,
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
compare_independent <- function(x, ...) {
  UseMethod("compare_independent")
}

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
  options <- check_options(list(...), "beta")
  average <- check_choice(average, "average", averages)
  zero_division <- check_choice(zero_division, "zero_division", zero_divisions)
  request <- independent_request(method, measure, alternative, interval, conf.level, p.adjust.method, labels)
  names <- distinct_names(set_units(x)$classifiers, set_units(y)$classifiers, request$labels)
  pairs <- match_pairs(pairs, set_units(x)$classifiers, set_units(y)$classifiers)
  metrics <- with_beta(metric %||% headline_metrics(x), options$beta)
  targets <- lapply(list(x, y), independent_targets, metrics, average, classes, zero_division)
  parts <- Map(function(of_x, of_y) {
    both <- list(side_of(x, of_x, names$x), side_of(y, of_y, names$y))
    sides <- join_sides(both[[1]], both[[2]], pairs)
    sides$metric <- of_x$metric$asked
    sides$average <- of_x$average
    independent_part(sides, of_x$metric, request, vapply(both, nrow, 0L))
  }, targets[[1]], targets[[2]])
  first <- list(set_influence(x, targets[[1]][1]), set_influence(y, targets[[2]][1]))
  warn_shared(first, parts[[1]]$rows, pairs, request)
  joint <- function() independent_joint(parts, set_joint(x, targets[[1]]), set_joint(y, targets[[2]]))
  independent_table(parts, request, independent_units(x, y, names), joint)
}

#' @rdname compare_independent
#' @export
compare_independent.numeric <- function(x, y, metric = "accuracy", method = NULL, measure = NULL,
                                        alternative = c("two.sided", "greater", "less"),
                                        interval = NULL, conf.level = 0.95,
                                        p.adjust.method = "max_t", labels = c("x", "y"), ...) {
  check_dots(...)
  request <- independent_request(method, measure, alternative, interval, conf.level, p.adjust.method, labels)
  metric <- count_metric(metric)
  if (missing(y)) y <- NULL
  x <- count_side(x, "x", request$labels[1])
  y <- count_side(y, "y", request$labels[2])
  sides <- join_counts(x, y)
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
  if (identical(pairs, "same")) {
    pairs <- intersect(x, y)
    names(pairs) <- pairs
  }
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
  classes <- check_classes(classes, set_units(x))
  set_targets(x, metrics, average, classes, zero_division)
}

# -- the two sides --------------------------------------------------------------------

# One row for each classifier, within each class.
side_of <- function(x, target, names) {
  estimates <- set_estimates(x, target)
  empty <- rep(NA_real_, length(estimates$estimate))
  data.frame(
    class = rep(target$class, each = length(names)), classifier = rep(names, length(target$class)),
    estimate = as.vector(estimates$estimate), variance = as.vector(apply(estimates$vcov, 3, diag)),
    successes = as.vector(estimates$successes %||% empty), trials = as.vector(estimates$trials %||% empty),
    note = as.vector(estimates$note), clustered = isTRUE(set_units(x)$clustered), df = alone_df(estimates),
    place = seq_along(estimates$estimate)
  )
}

join_sides <- function(x, y, pairs) {
  classes <- unique(x$class)
  if (!setequal(classes, unique(y$class))) {
    odd <- c(setdiff(classes, y$class), setdiff(y$class, classes))
    abort_verdict(c(
      "{.arg x} and {.arg y} must have the same classes.",
      x = "Only one of them has {.val {odd}}.",
      i = "Ask for the ones that both have with {.arg classes}."
    ), "class")
  }
  # The rows of a class are those of all its classifiers.
  rows_of <- function(side, which) {
    of_class <- match(classes, unique(side$class)) - 1
    rep(of_class * nrow(side) / length(classes), each = length(which)) + rep(which, length(classes))
  }
  paired_sides(x[rows_of(x, pairs[1, ]), ], y[rows_of(y, pairs[2, ]), ])
}

paired_sides <- function(x, y) {
  data.frame(
    class = x$class, classifier = x$classifier, reference = y$classifier,
    theta0 = x$estimate, theta1 = y$estimate, v0 = x$variance, v1 = y$variance,
    s0 = x$successes, n0 = x$trials, s1 = y$successes, n1 = y$trials,
    note = first_known(x$note, y$note), clustered = x$clustered | y$clustered, df0 = x$df, df1 = y$df,
    place0 = x$place, place1 = y$place, row.names = NULL
  )
}

# -- counts ---------------------------------------------------------------------------

count_metric <- function(metric) {
  metric <- match_metric(metric)
  if (nrow(metric) != 1 || metric$family %in% c("composite", "truth")) {
    abort_verdict(c(
      "{.arg metric} of counts must be one proportion, such as {.val accuracy} or {.val error}.",
      i = "For {metric$label} give prediction sets."
    ), "metric")
  }
  metric
}

count_side <- function(x, arg, label) {
  if (is.data.frame(x)) x <- as.matrix(x)
  if (is.numeric(x) && is.null(dim(x)) && length(x) == 2) x <- matrix(x, nrow = 1)
  if (!is.numeric(x) || !is.matrix(x) || ncol(x) != 2 || nrow(x) == 0) {
    abort_verdict(c(
      "{.arg {arg}} must be {.code c(successes, trials)}, or a matrix with these two columns.",
      i = "Both {.arg x} and {.arg y} are counts, or both are sets."
    ), "counts")
  }
  bad <- which(!is.finite(x[, 1]) | !is.finite(x[, 2]) | x[, 1] < 0 | x[, 2] <= 0 | x[, 1] > x[, 2])
  if (length(bad)) {
    abort_verdict(c(
      "{.arg {arg}} must have successes from 0 to the number of trials, and at least one trial.",
      x = "Row {bad[1]} has {x[bad[1], 1]} successes in {x[bad[1], 2]} trials."
    ), "counts")
  }
  part <- which(x[, 1] > 0 & x[, 1] < 1 & x[, 2] > 1)
  if (length(part)) {
    abort_verdict(c(
      "{.arg {arg}} must have counts of successes, not shares.",
      x = "Row {part[1]} has {x[part[1], 1]} of a success in {x[part[1], 2]} trials.",
      i = "Of a share {.code p} of {.code n} trials it is {.code c(p * n, n)}."
    ), "counts")
  }
  share <- x[, 1] / x[, 2]
  data.frame(
    class = NA_character_, classifier = rownames(x) %||% rep(label, nrow(x)),
    estimate = share, variance = share * ((x[, 2] - x[, 1]) / x[, 2]) / x[, 2],
    successes = x[, 1], trials = x[, 2], note = NA_character_, clustered = FALSE, df = NA_real_,
    place = seq_len(nrow(x)), row.names = NULL
  )
}

join_counts <- function(x, y) {
  n <- max(nrow(x), nrow(y))
  if (!all(c(nrow(x), nrow(y)) %in% c(1, n))) {
    abort_verdict(c(
      "{.arg x} and {.arg y} must have as many rows, or one of them a single one.",
      x = "They have {nrow(x)} and {nrow(y)}."
    ), "counts")
  }
  paired_sides(x[rep_len(seq_len(nrow(x)), n), ], y[rep_len(seq_len(nrow(y)), n), ])
}

# -- the numbers ----------------------------------------------------------------------

# list(rows, metric, interval, limits, size, place, scale): `limits` gives the rows at another level; `size`: how many
# estimates each side has, `place`: which of them are compared, `scale`: on which.
independent_part <- function(sides, metric, request, size) {
  counted <- !any(is.na(sides$n0) & !is.na(sides$theta0)) && !any(is.na(sides$n1) & !is.na(sides$theta1)) &&
    metric$family != "composite"
  plan <- independent_plan(sides, metric, counted, request)
  limits <- function(level) independent_rows(sides, plan, level)
  list(
    rows = limits(1 - request$conf.level), metric = metric, interval = plan$interval$id, limits = limits, size = size,
    place = rbind(sides$place0, sides$place1), scale = if (isTRUE(plan$method$wald)) plan$measure else "difference"
  )
}

independent_plan <- function(sides, metric, counted, request) {
  request$measure <- request$measure %||% metric$measure %||% "difference"
  clustered <- any(sides$clustered)
  proportion <- counted && !clustered
  if (any(is.finite(sides$df0))) {
    return(welch_plan(metric, request))
  }
  method <- tests_of("independent")[request$method %||% if (proportion) "score" else "wald", ]
  check_independent_method(method$method, counted, clustered)
  check_measure_range(request$measure, metric)
  if (method$exact) check_exact_counts(sides, method$method)
  fitting <- c(method$interval, if (proportion) c("miettinen_nurminen", "score", "wald"))
  if (proportion && request$measure == "difference") fitting <- c(fitting, "newcombe")
  interval <- request$interval %||% method$interval
  if (!interval %in% fitting) {
    abort_verdict(c(
      "{.arg interval} {.val {interval}} does not fit {label_measure(request$measure)} of {metric$label} here.",
      i = "Use {.or {.val {unique(fitting)}}}."
    ), "interval")
  }
  list(
    metric = metric, method = method, measure = request$measure, alternative = request$alternative,
    interval = intervals_of("independent")[interval, ], vcov = "robust"
  )
}

check_independent_method <- function(method, counted, clustered) {
  if (method %in% c("wald", "z") || counted && !clustered && method != "welch_t") {
    return(invisible())
  }
  why <- if (method == "welch_t") {
    "is for scores"
  } else if (counted) {
    "needs independent rows, but observations occur repeatedly"
  } else {
    "is for counted proportions"
  }
  abort_verdict(
    c("{.arg method} {.val {method}} {why}.", i = "Use {.code method = \"wald\"}."),
    if (counted && clustered) "clustered" else "method"
  )
}

# Means of scores, whose variances are those of few units.
welch_plan <- function(metric, request) {
  asked <- list(method = request$method, interval = request$interval, measure = request$measure)
  fitting <- list(method = "welch_t", interval = "welch_t", measure = "difference")
  for (arg in names(asked)) {
    if (is.null(asked[[arg]]) || asked[[arg]] == fitting[[arg]]) next
    abort_verdict(c(
      "{.arg {arg}} {.val {asked[[arg]]}} is not for scores.", i = "Leave it out: it is {.val {fitting[[arg]]}}."
    ), arg)
  }
  list(
    metric = metric, method = tests_of("independent")["welch_t", ], measure = "difference",
    alternative = request$alternative, interval = intervals_of("independent")["welch_t", ], vcov = "robust"
  )
}

check_exact_counts <- function(sides, method) {
  counts <- unlist(sides[c("s0", "n0", "s1", "n1")])
  if (any(counts != round(counts), na.rm = TRUE)) {
    abort_verdict(c(
      "An exact test needs whole counts.", i = "Use {.code method = \"score\"}."
    ), "counts")
  }
  rows <- max(0, sides$n0 + sides$n1, na.rm = TRUE)
  if (method == "barnard" && rows > 1e4) {
    abort_verdict(c(
      "Barnard's test is for up to 10,000 rows; there are {format_count(rows)}.",
      i = "Use {.code method = \"score\"}, which is next to exact with so many, or {.val fisher}."
    ), "size")
  }
}

independent_rows <- function(sides, plan, level) {
  compared <- wald_from_values(sides, plan, level)
  welch <- plan$method$method == "welch_t"
  counted <- !welch && (plan$method$test != "wald" || plan$interval$interval != "wald")
  if (counted) compared <- with_counted(compared, sides, plan, level)
  if (welch) compared <- with_degrees(compared, sides, plan$alternative, level)
  compared <- within_range(compared, sides, plan)
  rows <- data.frame(
    sides[c("metric", "average", "class", "classifier", "reference")],
    measure = plan$measure, estimate = compared$estimate, std.error = compared$std.error,
    conf.low = compared$conf.low, conf.high = compared$conf.high,
    null.value = as.numeric(plan$measure != "difference"), statistic = compared$statistic,
    df = compared$df %||% NA_real_, log.p.value = compared$log.p.value, estimate.classifier = sides$theta0,
    estimate.reference = sides$theta1, method.id = plan$method$id, note = NA_character_
  )
  plan$target <- list(metric = plan$metric)
  rows$status <- pair_status(compared, plan)
  rows$note <- first_known(sides$note, pair_notes(rows, compared, plan))
  rows$note <- first_known(rows$note, few_expected_notes(rows, sides, plan))
  rows
}

# Counted proportions differ by 1 at most.
within_range <- function(compared, sides, plan) {
  counted <- !is.na(sides$n0 + sides$n1) & plan$metric$family != "composite"
  if (plan$measure != "difference") counted[] <- FALSE
  compared$conf.low[counted] <- pmax(compared$conf.low[counted], -1)
  compared$conf.high[counted] <- pmin(compared$conf.high[counted], 1)
  compared
}

few_expected <- 2

# Where one set is much larger than the other, normal tests reject too often when next to no failures (or successes) can
# be expected in the smaller one: exact sizes in bench/calibration/ledger-counts.R.
few_expected_notes <- function(rows, sides, plan) {
  n <- pmin(sides$n0, sides$n1)
  all <- sides$n0 + sides$n1
  right <- sides$s0 + sides$s1
  few <- n * pmin(right, all - right) < few_expected * all & pmax(sides$n0, sides$n1) > 2 * n
  asked <- plan$method$method %in% c("score", "z", "pooled_z")
  kind <- ifelse(right > all / 2, "failures", "successes")
  note <- paste0(
    "p may be too small: fewer than ", few_expected, " ", kind, " expected in the smaller set: use method \"barnard\""
  )
  ifelse(asked & few %in% TRUE & !is.na(rows$log.p.value), note, NA_character_)
}

# Each comparison as two estimates that do not vary together.
wald_from_values <- function(sides, plan, level) {
  none <- numeric(nrow(sides))
  plan$method <- tests_of("independent")["wald", ]
  plan$interval <- intervals_of("independent")["wald", ]
  .Call(
    ffi_compare_estimates, rbind(sides$theta0, sides$theta1),
    array(rbind(sides$v0, none, none, sides$v1), c(2, 2, nrow(sides))), matrix(1:2),
    plan_request(plan, level)
  )
}

# Satterthwaite's: each variance is known as well as its own degrees of freedom say.
with_degrees <- function(compared, sides, alternative, level) {
  compared$df <- satterthwaite(rbind(sides$v0, sides$v1), rbind(sides$df0, sides$df1))
  compared$log.p.value <- tail_log_p(compared$statistic, alternative, compared$df)
  reach <- stats::qt(if (alternative == "two.sided") level / 2 else level, compared$df, lower.tail = FALSE) *
    compared$std.error
  if (alternative != "less") compared$conf.low <- compared$estimate - reach
  if (alternative != "greater") compared$conf.high <- compared$estimate + reach
  compared
}

# What counts say takes the place of what estimates do.
with_counted <- function(compared, sides, plan, level) {
  asked <- plan_request(plan, level)[c("test", "interval", "measure", "alternative", "quantile")]
  if (asked$test == "wald") asked$test <- "score"
  by_wald <- asked$interval == "wald"
  if (by_wald) asked$interval <- "newcombe"
  counted <- .Call(
    ffi_independent_compare, as.double(sides$s0), as.double(sides$n0), as.double(sides$s1),
    as.double(sides$n1), asked
  )
  if (plan$method$test != "wald") {
    compared[c("statistic", "log.p.value")] <- counted[c("statistic", "log.p.value")]
    compared$test_status <- ifelse(is.na(counted$log.p.value), "both_boundary", "ok")
  }
  if (!by_wald) {
    compared[c("conf.low", "conf.high")] <- counted[c("conf.low", "conf.high")]
    compared$ci_status[] <- "ok"
  }
  compared
}

# -- as a result ----------------------------------------------------------------------

independent_table <- function(parts, request, units, joint) {
  rows <- do.call(rbind, unname(lapply(parts, `[[`, "rows")))
  alpha <- 1 - request$conf.level
  again <- function(level) do.call(rbind, unname(lapply(parts, function(part) part$limits(level))))
  adjusted <- adjust_family(rows$log.p.value, request$p.adjust.method, alpha, joint, request$alternative)
  judged <- judge_rows(rows, adjusted, limits_anew(rows, alpha, again))
  new_verdict_table(judged$rows, list(
    type = "comparison", units = units,
    metrics = used_metrics(lapply(parts, function(part) list(metric = part$metric))),
    conf.level = request$conf.level, alternative = request$alternative,
    p.adjust.method = judged$p.adjust.method, family = judged$family,
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

independent_units <- function(x, y, names) {
  both <- list(set_units(x), set_units(y))
  units <- combine_units(both)
  for (size in c("n_rows", "n", "n_clusters")) units[[size]] <- unlist(lapply(both, `[[`, size))
  units$classifiers <- c(names$x, names$y)
  units$design <- c(designs_of(units), list(new_design("independent")))
  units
}

units_of_counts <- function(x, y) {
  rows <- c(sum(x$trials), sum(y$trials))
  list(
    row = "row", unit = "observation", n_rows = rows, n = rows, n_clusters = rows, n_omitted = 0,
    clustered = FALSE, classes = character(), classifiers = unique(c(x$classifier, y$classifier)),
    positive = NULL, design = new_design("independent")
  )
}

# -- what is not independent ----------------------------------------------------------

# Sets of units with the same names run, but with what the paired test says beside them: in the first slice of the first
# metric.
warn_shared <- function(overlap, rows, pairs, request) {
  shared <- influence_shared(overlap[[1]], overlap[[2]])
  if (is.null(shared)) {
    return(invisible())
  }
  rows <- rows[rows$class %in% rows$class[1], ]
  warn_verdict(c(
    "{.arg x} and {.arg y} have the same units: {first_few(shared$names, 3)}. If they are, this test is not valid: \
     it ignores it.",
    i = "Valid then: all classifiers in one {.fn score_set}, and {.fn compare_classifiers}, which is paired.",
    i = "If they are not, give them names of their own.",
    x = compare_claims(
      rows, list(log.p.value = shared_log_p(overlap, shared$vcov, pairs, request$alternative)), request$conf.level
    )
  ), "invalid")
}

# By Student's t of the difference, with the degrees of freedom of the set that has fewer.
shared_log_p <- function(overlap, between, pairs, alternative) {
  at <- list(pairs[1, ], pairs[2, ])
  of <- function(what) Map(what, overlap, at)
  estimate <- of(function(overlap, at) overlap$estimate[at])
  variance <- of(function(overlap, at) diag(influence_vcov(overlap))[at])
  df <- of(function(overlap, at) influence_df(overlap, diag(length(overlap$estimate))[, at, drop = FALSE]))
  spread <- variance[[1]] + variance[[2]] - 2 * between[cbind(at[[1]], at[[2]])]
  t <- (estimate[[1]] - estimate[[2]]) / sqrt(pmax(spread, 0))
  tail_log_p(t, alternative, pmin(df[[1]], df[[2]]))
}
