#' Do classifiers predict the classes equally often?
#'
#' Answers: are the shares of the predicted classes the same for both classifiers (or for all)? Accuracy
#' may be equal and yet one of them call far more rows "spam" than the other. The truth plays no part.
#'
#' For each class the difference of the numbers of rows predicted as it is taken, on the same rows; the
#' statistic is their quadratic form in the inverse of their covariance, chi-squared with as many
#' degrees of freedom as that has rank: one less than the number of classes.
#'
#' - `"stuart_maxwell"` (the default): the covariance under equality, from the rows on which the two
#'   differ (Stuart 1955, Maxwell 1970). With two classes it is McNemar's test of the predictions.
#' - `"bhapkar"` (Bhapkar 1966): the covariance as estimated, a Wald test. It is always the
#'   larger, and the same for many rows: X / (1 - X / n) of Stuart and Maxwell's X.
#'
#' With ids the covariance is summed over observations, and robust to any dependence within one. More than two
#' classifiers are compared with the first of them together, with up to (C - 1)(K - 1) degrees of freedom;
#' `pairs = TRUE` tests every two.
#'
#' Classes that none of the classifiers predicts have no part in the test: a note names them.
#'
#' @param x A [prediction_set()] with at least two classifiers; or the formula of one with its `data`, as in
#'   `marginal_test(truth ~ rf + tree, data)`, see [prediction_set()].
#' @param method `"stuart_maxwell"` or `"bhapkar"`. At a given prevalence only the latter.
#' @inheritParams joint_test
#' @param ... Not used.
#' @return A [verdict_table] with one row, or one for each pair: `metric` is `"detection_prevalence"`,
#'   `classifier` lists the classifiers, `statistic`, `df`, `p.value`, `adj.p.value` and `log.p.value`
#'   are of the test, and `note` says why a value is `NA` or what was left out.
#' @section Errors: `verdict_error_classifier` for fewer than two classifiers or unknown ones, `verdict_error_method`
#'   for Stuart and Maxwell's test at a given prevalence, `verdict_error_argument` for anything else.
#' @section How well it keeps its level: Simulated (`vignette("trust")`): at the level 0.05 Stuart and Maxwell's test
#'   found a difference in `r ledger_range(topic = "shares of predictions", method = "stuart_maxwell")` of the data
#'   sets where there was none, Bhapkar's in `r ledger_range(topic = "shares of predictions", method = "bhapkar")`
#'   (Monte-Carlo standard error at most `r ledger_error(topic = "shares of predictions")`).
#' @section When not to use it: To judge how good the classifiers are: equal shares may be equally
#'   wrong. Each class by itself, with an interval: `compare_classifiers(x, "detection_prevalence")`.
#' @references
#' Bhapkar, V. P. (1966) A note on the equivalence of two test criteria for hypotheses in categorical data.
#' *Journal of the American Statistical Association* 61, 228-235. \doi{10.1080/01621459.1966.10502021}
#'
#' Maxwell, A. E. (1970) Comparing the classification of subjects by two independent judges. *British Journal of
#' Psychiatry* 116, 651-655. \doi{10.1192/bjp.116.535.651}
#'
#' Stuart, A. (1955) A test for homogeneity of the marginal distributions in a two-way classification. *Biometrika* 42,
#' 412-416. \doi{10.1093/biomet/42.3-4.412}
#' @seealso [joint_test()], [omnibus_test()], [flips()]
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' marginal_test(x)
#' marginal_test(x, "bhapkar")
#' marginal_test(prediction_set(truth ~ ., satellite), pairs = TRUE)
#' @export
marginal_test <- function(x, ...) {
  UseMethod("marginal_test")
}

#' @export
marginal_test.default <- function(x, ...) {
  abort_not_a_set(x)
}

#' @rdname marginal_test
#' @export
marginal_test.prediction_set <- function(x, method = c("stuart_maxwell", "bhapkar"), classifiers = NULL, pairs = FALSE,
                                         p.adjust.method = "holm", ...) {
  check_dots(...)
  call <- environment()
  given <- !missing(method)
  method <- check_choice(method, "method", c("stuart_maxwell", "bhapkar"))
  groups <- match_groups(classifiers, pairs, set_units(x))
  p.adjust.method <- check_choice(p.adjust.method, "p.adjust.method", stats::p.adjust.methods)
  if (!is.null(x$prevalence) && method == "stuart_maxwell") {
    if (given) abort_weighted_margins(call)
    method <- "bhapkar"
  }
  found <- do.call(rbind, lapply(groups, margins_of_group, x = x, method = method))
  rows <- data.frame(
    metric = "detection_prevalence",
    classifier = vapply(groups, function(group) paste(x$classifiers[group], collapse = ", "), ""), found
  )
  metric <- registry_metrics["detection_prevalence", metric_columns]
  metric$label <- "shares of the predicted classes"
  test_table(x, rows, groups, p.adjust.method, metric)
}

abort_weighted_margins <- function(call) {
  abort_verdict(c(
    "At a given prevalence the rows weigh, and there are no counts for the Stuart-Maxwell test.",
    i = "Use {.code method = \"bhapkar\"}."
  ), "method", call = call)
}

# The classifiers of a group against the first of them, in every class.
margins_of_group <- function(group, x, method) {
  instead <- paste0(
    if (length(group) > 2) "Give two {.arg classifiers}, or compare" else "Compare",
    " the shares class by class: {.code compare_classifiers(x, \"detection_prevalence\")}."
  )
  check_joint_size(length(x$classes) * (length(group) - 1), instead, call = caller_env(3))
  found <- margin_statistics(x, group, method)
  label <- c(stuart_maxwell = "Stuart-Maxwell", bhapkar = "Bhapkar")[[method]]
  out <- data.frame(
    statistic = NA_real_, df = NA_real_, log.p.value = NA_real_, note = unused_note(x, group), method = label
  )
  if (anyNA(found$vcov)) {
    out$note <- status_words("one_cluster")
    return(out)
  }
  spread <- diag(found$vcov)
  used <- spread > 1e-14 * max(spread, 0)
  apart <- abs(found$gap) > 1e-12
  if (!any(used) || any(apart & !used)) {
    out$note <- if (any(apart)) "zero variance: method \"stuart_maxwell\" has a test" else status_words("identical")
    return(out)
  }
  form <- joint_form(found$gap[used], found$vcov[used, used, drop = FALSE])
  out[c("statistic", "df", "log.p.value")] <- form[c("statistic", "df", "log.p.value")]
  out$note <- first_known(status_note(form$status, list()), out$note)
  out
}

# Differences of shares, classes slowest, and their covariance.
margin_statistics <- function(x, group, method) {
  slices <- seq_along(x$classes)
  pairs <- rbind(group[-1], group[1], deparse.level = 0)
  if (is_clustered(x) && x$n_clusters < 2) {
    return(list(gap = 0, vcov = matrix(NA_real_)))
  }
  if (is.null(x$prevalence)) {
    request <- list(
      residual = if (method == "bhapkar") "wald" else "pair", scale = "difference", clustered = is_clustered(x)
    )
    found <- .Call(
      ffi_global_covariance, x, "detection_prevalence", slices, pairs, ncol(pairs), request,
      .Call(ffi_metrics_moments, x, slices)
    )
    return(list(gap = found$gap, vcov = matrix(found$vcov, length(found$gap))))
  }
  target <- set_target(x, set_metrics(x, "detection_prevalence", NULL), "none", NULL, "na")
  joint <- set_joint(x, list(target))
  at <- pair_positions(length(slices), x$classifiers, pairs)
  V <- joint$vcov
  list(
    gap = joint$estimate[at[1, ]] - joint$estimate[at[2, ]],
    vcov = V[at[1, ], at[1, ]] - V[at[1, ], at[2, ]] - V[at[2, ], at[1, ]] + V[at[2, ], at[2, ]]
  )
}

unused_note <- function(x, group) {
  predicted <- unique(as.vector(x$patterns[x$count > 0, 1 + group]))
  unused <- x$classes[-sort(predicted)]
  if (length(unused) == 0) {
    return(NA_character_)
  }
  paste(if (length(unused) == 1) "class" else "classes", and_list(unused, 5), "never predicted: left out")
}
