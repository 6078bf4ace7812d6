#' Do the classifiers differ on any class?
#'
#' Answers, with one p-value for all classes: is there a difference at all? The null
#' hypothesis is that the classifiers do not differ in the metric on any class. Which
#' classes they differ on is another question, answered by the p-values of the single
#' classes, adjusted for their number; both are in the result, and are kept apart.
#'
#' # Ways to one p-value
#'
#' | `combine` | what it does | strong when |
#' | --- | --- | --- |
#' | `"dai"` | sums the transformed p-values, allowing for their covariance | many classes differ a little |
#' | `"brown"` | the same with weights 2 | |
#' | `"stouffer"` | sums normal scores and allows for their covariance | all classes differ alike |
#' | `"score"` | joint generalized score test of all differences: no p-values are combined | many differ; few rows |
#' | `"wald"` | joint Wald test of all differences, on the scale of `method` | many differ; many rows |
#' | `"max_t"` | the largest of the classes' statistics, against its own distribution | one class differs much |
#' | `"simes"` | Simes' combination | a few differ much |
#' | `"bonferroni"`, `"holm"` | the smallest p-value times their number | one class differs much |
#' | `"harmonic"`, `"cauchy"` | combinations for dependent p-values that are small | a few differ much |
#'
#' For `"dai"` (Dai, Leeder and Cui 2014) the weights are degrees of freedom, 2 each unless
#' given. The p-values of the classes come from the same rows and depend on each other. Fisher's
#' and Lancaster's methods take them for independent: they are refused. For the
#' combinations themselves see [combine_p()].
#'
#' # How the classes depend on each other
#'
#' `"dai"`, `"brown"`, `"stouffer"` and `"max_t"` need to know; `covariance` says where from:
#'
#' - `"analytic"`: each row adds to the statistic of every class that it counts for. The
#'   sums of products of these parts are the statistics' covariances, and the covariances of the
#'   transformed p-values follow from them by a series. Nothing is drawn, and the cost does not
#'   depend on the number of rows.
#' - `"permutation"`: the two classifiers change places within each observation with
#'   probability 1/2, in all classes at once, and the studentized statistic is taken; `R` times.
#' - `"bootstrap"`: `R` samples of the observations; the differences are centred at those of the
#'   data and divided by their standard deviation. (Not centred, the covariances would be
#'   those under the alternative, and the test invalid.)
#'
#' Of covariances from replicates only what is off the diagonal is used: the variance of a
#' transformed p-value is known. `"wald"` and `"score"` always use the analytic covariance:
#' with a generalized inverse, whose rank is the number of degrees of freedom.
#' With `"max_t"` and `"permutation"` or `"bootstrap"` the p-values of the classes are those of
#' [compare_classifiers()] with this `method` and `p.adjust.method = "max_t"`.
#'
#' # More than two classifiers
#'
#' Then the p-values of all pairs of classifiers on all classes are combined, or, with a
#' `reference`, of all pairs with it: "no two of them differ on any class". `"wald"` and
#' `"score"` test the same hypothesis with one statistic of up to C - 1 degrees of freedom a
#' class; the pairs do not matter to it. In a permutation the two classifiers of every pair
#' change places in the same observations. For each class by itself see [omnibus_test()].
#'
#' @param x A [prediction_set()] or an [estimate_set()] with at least two classifiers; or the formula of one with
#'   its `data`, see [prediction_set()]. With a formula `weights` are those of the rows.
#' @param metric One metric, as in [assess_classifiers()]. Metrics over all classes
#'   (accuracy, unless `classes` is given) leave nothing to combine: the p-value is
#'   that of the comparison.
#' @param method The test of each class, as in [compare_classifiers()], by default its
#'   default. For `"wald"` one of its Wald tests: `"wald"` (differences, the default),
#'   `"gee"` (log odds ratios), `"relative"` (log ratios). `"score"` and `"max_t"` by resampling have
#'   their own.
#' @param combine,covariance See below.
#' @param R Number of replicates, at least 2 / (1 - `conf.level`) - 1. [set.seed()] makes
#'   them reproducible.
#' @param weights Positive numbers, one a class (for all of its pairs; by name, or in their
#'   order), for `"dai"`, `"stouffer"`, `"harmonic"` and `"cauchy"`. They need a set: with a formula, `weights` are
#'   those of the rows.
#' @param reference,classes,alternative,p.adjust.method As in [compare_classifiers()]. A
#'   one-sided test is of a difference in that direction on some class.
#' @param conf.level Decisions in the printed text are at 1 minus it.
#' @param ... `beta` as in [f_meas()].
#' @return An object of class `global_test` and `htest`. Beside the usual elements it has
#' - `log.p.value`: right where `p.value` is too small for a double;
#' - `n`: the number of tests (for `"wald"` and `"score"`, of differences) that went in;
#' - `omitted`: a data frame of those left out, with the reason. A class that cannot be tested
#'   is never taken for a class without difference;
#' - `by_class`: the [verdict_table] of [compare_classifiers()], with the p-values of the single
#'   classes and the adjusted ones;
#' - `covariance`: of the transformed p-values, or of the differences;
#' - `combine`, `covariance_source`, `metric`, `conf.level`, and `note`: why the p-value is `NA`.
#'
#' For the sums, `statistic` is cT and `parameter` has v, c, E(T) and Var(T): with
#' \eqn{E = E(T)} and \eqn{Var = Var(T)}, cT is taken for chi-squared with
#' \eqn{v = 2 E^2 / Var} degrees of freedom, \eqn{c = v / E}.
#'
#' `tidy()` gives one row: `metric`, `combine`, `covariance`, `statistic`, `df`, `p.value`,
#' `log.p.value`, `mean`, `variance`, `scale` (E(T), Var(T), c), `n_tests`, `n_omitted`,
#' `method`, `note`; `glance()` adds `conf.level`, `n_rows`, `n_clusters`, `n_classes` and
#' `n_classifiers`. For the classes use `tidy(x$by_class)`.
#' @section Errors:
#' `verdict_error_dependent` for a combination that is only valid for independent p-values,
#' `verdict_error_covariance` for a covariance that does not go with `combine`,
#' `verdict_error_replicates` for too small an `R` (the message says the smallest),
#' `verdict_error_weights` for weights that do not fit or, with replicates, rows of fractional weight,
#' and those of [compare_classifiers()], such as `verdict_error_classifier` for fewer than two
#' classifiers.
#' @section How well it keeps its level:
#' Simulated (`bench/calibration/global.R`): two dependent classifiers with precision 0.8 on each of
#' 3 to 10 classes, 200 to 2,000 rows, 7 designs, in some of which one classifier predicts half
#' of the classes more often than the other. At the level 0.05 a difference was found in these
#' shares of the data sets (least and greatest; Monte-Carlo standard error at most
#' `r ledger_error(topic = "all classes together")`, more where replicates were drawn):
#'
#' `r ledger_list(topic = "all classes together", header = c("combine, covariance", "lowest and highest share"))`
#'
#' The lowest are those with 10 classes and 200 rows: with a handful of predictions of a class
#' the tests by class are conservative, and what looks at the smallest p-value alone is then
#' the most so. `"dai"` with the analytic covariance is the default, as it
#' draws nothing and rejected too often nowhere; `"wald"` is slightly liberal with many classes.
#' @section When not to use it:
#' The rows (or, with ids, the observations) must be independent and the classifiers
#' trained on other data, as for [compare_classifiers()]. A small p-value says that there
#' is a difference, not where, nor which classifier is the better one: on one class it may be
#' this, on another that. A large one does not say that they are equal. Choose `combine`
#' before looking at the classes.
#' @references
#' Dai, H., Leeder, J. S. and Cui, Y. (2014) A modified generalized Fisher method for
#' combining probabilities from dependent tests. *Frontiers in Genetics* 5, 32.
#' \doi{10.3389/fgene.2014.00032}
#'
#' Brown, M. B. (1975) A method for combining non-independent, one-sided tests of
#' significance. *Biometrics* 31, 987-992. \doi{10.2307/2529826}
#'
#' Gondara, L. (2016) Classifier comparison using precision.
#' <https://arxiv.org/abs/1609.09471>
#'
#' Simes, R. J. (1986) An improved Bonferroni procedure for multiple tests of
#' significance. *Biometrika* 73, 751-754. \doi{10.1093/biomet/73.3.751}
#'
#' Westfall, P. H. and Young, S. S. (1993) *Resampling-Based Multiple Testing*. Wiley.
#' @seealso [compare_classifiers()] for which classes, [combine_p()] for p-values from
#'   anywhere, [verdict()] for the whole job.
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' global_test(x)
#' global_test(x, combine = "wald")
#'
#' set.seed(1)
#' global_test(x, combine = "max_t", R = 999)
#' tidy(global_test(x, "recall", covariance = "permutation", R = 999))
#'
#' # Four classifiers, all pairs
#' global_test(prediction_set(truth ~ ., satellite))
#' @export
global_test <- function(x, ...) {
  UseMethod("global_test")
}

#' @export
global_test.default <- function(x, ...) {
  abort_not_a_set(x)
}

#' @rdname global_test
#' @export
global_test.evidence <- function(x, metric = NULL, method = NULL, combine = "dai",
                                 covariance = c("analytic", "permutation", "bootstrap"),
                                 R = 9999, # nolint: object_name_linter.
                                 weights = NULL, reference = NULL, classes = NULL,
                                 alternative = c("two.sided", "greater", "less"),
                                 conf.level = 0.95, p.adjust.method = "holm", ...) {
  call <- environment()
  rule <- match_global(combine)
  check_joint_fits(x, rule, call)
  rule$covariance <- match_global_covariance(if (!missing(covariance)) covariance, rule, x)
  rule$resampled <- rule$type == "largest" && rule$covariance != "analytic"
  if (rule$resampled && !is.null(method)) abort_global_method(method, rule, character(), call)
  request <- new_request(
    x, metric = metric, method = if (rule$resampled) match_rule(rule$covariance, list(R = R), NULL, call) else method,
    reference = reference, classes = classes, alternative = alternative, conf.level = conf.level,
    p.adjust.method = if (rule$resampled) "max_t" else p.adjust.method, ...
  )
  check_one_metric(request$metrics)
  check_global_options(rule, weights, request$alternative)
  if (rule$covariance %in% c("permutation", "bootstrap")) check_replicates(R, conf.level)
  request$R <- R
  target <- request_targets(x, request)[[1]]
  if (!rule$resampled) request$rule$method <- match_global_method(method, target, rule)
  comparison <- new_comparison(x, list(set_plan(x, target, request, call)), request)
  found <- switch(rule$type,
    joint = joint_over_classes(comparison, rule),
    largest = largest_over_classes(comparison, rule),
    combine_over_classes(comparison, rule, weights, call)
  )
  new_global_test(found, comparison, rule)
}

new_global_test <- function(found, comparison, rule) {
  request <- comparison$request
  rows <- found$table
  structure(
    list(
      statistic = found$statistic, parameter = found$parameter, p.value = exp(found$log.p.value),
      method = found$method, data.name = global_data(rows),
      alternative = "a difference on at least one class", log.p.value = found$log.p.value,
      n = found$n, omitted = found$omitted, covariance = found$covariance, note = found$note,
      combine = rule$combine, covariance_source = rule$covariance,
      R = if (rule$covariance %in% c("permutation", "bootstrap")) request$R,
      metric = rows$metric[1], conf.level = request$conf.level, by_class = rows
    ),
    class = c("global_test", "htest")
  )
}

# -- arguments -------------------------------------------------------------------------

match_global <- function(combine, call = caller_env()) {
  known <- registry_combinations
  instead <- if (rlang::is_string(combine)) known$instead[match(combine, known$id)]
  if (!is.na(instead %||% NA)) {
    abort_verdict(c(
      paste(
        "{.arg combine} {.val {combine}} is not valid here: the p-values of the classes come",
        "from the same rows, and it does not know how they depend on each other."
      ),
      i = "Use {.val {instead}}, which does."
    ), "dependent", call = call)
  }
  rule <- known_globals()[check_choice(combine, "combine", known_globals()$id, call = call), ]
  rule$combine <- rule$id
  rule
}

# A joint test is of several classes, by estimates and their covariance.
check_joint_fits <- function(x, rule, call) {
  if (rule$type == "joint" && isFALSE(set_units(x)$by_class)) {
    abort_verdict(c(
      "{.arg combine} {.val {rule$combine}} tests several classes jointly, and scores have none.",
      i = "All classifiers at once are tested by {.fn omnibus_test}, pairs by {.fn compare_classifiers}."
    ), "method", call = call)
  }
}

# `asked` is NULL where nothing was asked for.
match_global_covariance <- function(asked, rule, x, call = caller_env()) {
  fitting <- rule$sources[[1]]
  if (is.null(asked)) {
    if (isFALSE(set_units(x)$exchangeable)) fitting <- c(intersect("analytic", fitting), fitting)
    return(fitting[1] %||% NA_character_)
  }
  asked <- check_choice(asked, "covariance", known_globals()$sources[[1]], call = call)
  if (!asked %in% fitting) {
    using <- known_globals()$id[vapply(known_globals()$sources, function(fit) asked %in% fit, NA)]
    abort_verdict(c(
      "{.arg combine} {.val {rule$combine}} has no use for {.code covariance = \"{asked}\"}.",
      i = "{.arg combine} can then be {.or {.val {using}}}."
    ), "covariance", call = call)
  }
  asked
}

check_one_metric <- function(metrics, call = caller_env()) {
  n <- nrow(metrics)
  if (n > 1) {
    abort_verdict(c(
      "A global test is of one metric, not of {n}.",
      i = "Test each by itself, and adjust: the p-values are then {n}."
    ), "metric", call = call)
  }
}

# The test of each class. A joint statistic has its own.
match_global_method <- function(method, target, rule, call = caller_env()) {
  if (rule$combine == "score" && target$family == "composite") {
    abort_verdict(c(
      "There is no score test of this metric.", i = "Use {.code combine = \"wald\"}."
    ), "method", call = call)
  }
  fitting <- if (rule$combine == "wald") {
    unique(c("wald", tests_of("pair")$method[tests_of("pair")$wald]))
  } else if (rule$combine == "score") {
    if (target$family == "matched") "mcnemar" else "gs"
  } else {
    setdiff(tests_of("pair")$method, "z")
  }
  if (is.null(method)) {
    return(if (rule$type == "joint") fitting[1])
  }
  if (!rlang::is_string(method) || !method %in% fitting) abort_global_method(method, rule, fitting, call)
  method
}

abort_global_method <- function(method, rule, fitting, call) {
  abort_verdict(c(
    "{.arg method} {.val {method}} does not go with {.code combine = \"{rule$combine}\"}.",
    i = if (length(fitting)) "Use {.or {.val {fitting}}}, or leave it out." else "Leave it out."
  ), "method", call = call)
}

check_global_options <- function(rule, weights, alternative, call = caller_env()) {
  if (rule$type == "joint" && alternative != "two.sided") {
    abort_verdict(c(
      "A joint test of several differences has no sides.",
      i = "Use {.code combine = \"dai\"} or {.code combine = \"max_t\"} for a one-sided test."
    ), "argument", call = call)
  }
  if (!is.null(weights) && rule$type %in% c("joint", "largest")) {
    with <- intersect(known_globals()$id, known_combinations()$method[known_combinations()$free])
    abort_verdict(c(
      "{.arg combine} {.val {rule$combine}} has no weights.", i = "Those with weights are {.val {with}}."
    ), "weights", call = call)
  }
}
