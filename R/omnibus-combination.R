#' Options that belong to a combination of tests
#'
#' For the argument `method` of [omnibus_test()] over classes: the tests of the single classes are combined into one
#' p-value. `method = "dai"` and the others are short for this function with its defaults.
#'
#' # Ways to one p-value
#'
#' | `combine` | what it does | strong when |
#' | --- | --- | --- |
#' | `"dai"` | sums the transformed p-values, allowing for their covariance | many classes differ a little |
#' | `"brown"` | the same with weights 2 | |
#' | `"stouffer"` | sums normal scores and allows for their covariance | all classes differ alike |
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
#'   probability 1/2, in all classes at once, and the studentized statistic is taken; `R` times. With more than two
#'   classifiers those of every pair change places in the same observations.
#' - `"bootstrap"`: `R` samples of the observations; the differences are centred at those of the
#'   data and divided by their standard deviation. (Not centred, the covariances would be
#'   those under the alternative, and the test invalid.)
#'
#' Of covariances from replicates only what is off the diagonal is used: the variance of a
#' transformed p-value is known.
#'
#' @param combine How the tests are combined, see below.
#' @param test The test of each class, as `method` in [compare_classifiers()]. `NULL`: its default. `"max_t"` by
#'   replicates has its own.
#' @param covariance `"analytic"`, `"permutation"` or `"bootstrap"`. `NULL`: analytic, but for `"max_t"` permutation.
#' @param R Number of replicates, at least 2 / (1 - `conf.level`) - 1. [set.seed()] makes
#'   them reproducible.
#' @param weights Positive numbers, one a class (for all of its pairs; by name, or in their
#'   order), for `"dai"`, `"stouffer"`, `"harmonic"` and `"cauchy"`.
#' @param ... Not used.
#' @return An object to be given as `method`.
#' @section Errors:
#' `verdict_error_dependent` for a combination that is only valid for independent p-values,
#' `verdict_error_covariance` for a covariance that does not go with `combine`,
#' `verdict_error_replicates` for an `R` that is no number, `verdict_error_argument` for anything else. What depends on
#' the data is said by [omnibus_test()].
#' @section When not to use it:
#' With p-values that are at hand already use [combine_p()]. Choose `combine` before looking at the classes.
#' @references
#' Dai, H., Leeder, J. S. and Cui, Y. (2014) A modified generalized Fisher method for
#' combining probabilities from dependent tests. *Frontiers in Genetics* 5, 32.
#' \doi{10.3389/fgene.2014.00032}
#'
#' Brown, M. B. (1975) A method for combining non-independent, one-sided tests of
#' significance. *Biometrics* 31, 987-992. \doi{10.2307/2529826}
#'
#' Simes, R. J. (1986) An improved Bonferroni procedure for multiple tests of
#' significance. *Biometrika* 73, 751-754. \doi{10.1093/biomet/73.3.751}
#'
#' Westfall, P. H. and Young, S. S. (1993) *Resampling-Based Multiple Testing*. Wiley.
#' @seealso [omnibus_test()]
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' omnibus_test(x, over = "classes", method = by_combination("dai", weights = 1:6))
#'
#' set.seed(1)
#' omnibus_test(x, "recall", over = "classes", method = by_combination("max_t", R = 999))
#' @export
by_combination <- function(combine = "dai", test = NULL, covariance = NULL, R = 9999, # nolint: object_name_linter.
                           weights = NULL, ...) {
  check_dots(...)
  rule <- match_combination(combine, combinations_over_classes()$id[combinations_over_classes()$type != "joint"])
  if (!is.null(covariance)) {
    covariance <- match_class_covariance(covariance, rule)
    drawn <- rule$type == "largest" && covariance != "analytic"
    if (drawn && !is.null(test)) abort_class_test(test, rule, NULL)
  }
  check_number(R, "R", 0, kind = "replicates")
  if (!is.null(test) && !rlang::is_string(test)) {
    abort_verdict("{.arg test} must be the name of one test of pairs, such as {.val mcnemar}, or NULL.", "argument")
  }
  structure(
    list(method = rule$combine, test = test, covariance = covariance, R = R, weights = weights),
    class = c("combination_rule", "method_rule")
  )
}

# -- arguments -------------------------------------------------------------------------

match_combination <- function(combine, choices, arg = "combine") {
  known <- registry_combinations
  instead <- if (rlang::is_string(combine)) known$instead[match(combine, known$id)]
  if (!is.na(instead %||% NA)) {
    abort_verdict(c(
      "{.arg {arg}} {.val {combine}} is not valid here: the p-values of the classes come from the same rows, and it
       does not know how they depend on each other.",
      i = "Use {.val {instead}}, which does."
    ), "dependent")
  }
  rule <- combinations_over_classes()[check_choice(combine, arg, choices), ]
  rule$combine <- rule$id
  rule
}

# A joint test is of several classes, by estimates and their covariance.
check_joint_fits <- function(x, method) {
  if (isFALSE(set_units(x)$by_class)) {
    abort_verdict(c(
      "{.arg method} {.val {method}} tests several classes jointly, and scores have none.",
      i = "All classifiers at once are tested by {.code over = \"classifiers\"}, pairs by {.fn compare_classifiers}."
    ), "method")
  }
}

# `asked` is NULL where nothing was asked for.
match_class_covariance <- function(asked, rule, exchangeable = TRUE) {
  fitting <- rule$sources[[1]]
  if (is.null(asked)) {
    if (!exchangeable) fitting <- c(intersect("analytic", fitting), fitting)
    return(fitting[1] %||% NA_character_)
  }
  asked <- check_choice(asked, "covariance", combinations_over_classes()$sources[[1]])
  if (!asked %in% fitting) {
    known <- combinations_over_classes()
    using <- known$id[vapply(known$sources, function(fit) asked %in% fit, NA)]
    abort_verdict(c(
      "{.arg combine} {.val {rule$combine}} has no use for {.code covariance = \"{asked}\"}.",
      i = "{.arg combine} can then be {.or {.val {using}}}."
    ), "covariance")
  }
  asked
}

# The test of each class. A joint statistic has its own.
match_class_test <- function(method, target, rule) {
  if (rule$combine == "gs" && target$family == "composite") {
    abort_verdict(c("There is no score test of this metric.", i = "Use {.code method = \"wald\"}."), "method")
  }
  if (rule$type == "joint") {
    return(if (rule$combine == "gs" && target$family == "matched") "mcnemar" else rule$combine)
  }
  if (!is.null(method)) {
    fitting <- setdiff(tests_of("pair")$method, "z")
    if (!rlang::is_string(method) || !method %in% fitting) abort_class_test(method, rule, fitting)
    method
  }
}

abort_class_test <- function(method, rule, fitting) {
  abort_verdict(c(
    "{.arg test} {.val {method}} does not go with {.code combine = \"{rule$combine}\"}.",
    i = if (length(fitting)) "Use {.or {.val {fitting}}}, or leave it out." else "Leave it out."
  ), "method")
}

check_classes_options <- function(rule, request) {
  if (rule$type %in% c("joint", "margins") && request$alternative != "two.sided") {
    abort_verdict(c(
      "A joint test of several differences has no sides.",
      i = "Use {.code method = \"dai\"} or {.code method = \"max_t\"} for a one-sided test."
    ), "argument")
  }
  if (!is.null(request$measure) && (rule$type == "margins" || rule$combine == "gs")) {
    abort_no_scale(rule$combine)
  }
  if (!is.null(rule$weights) && rule$type == "largest") {
    with <- intersect(combinations_over_classes()$id, known_combinations()$method[known_combinations()$free])
    abort_verdict(c(
      "{.arg combine} {.val {rule$combine}} has no weights.", i = "Those with weights are {.val {with}}."
    ), "weights")
  }
}
