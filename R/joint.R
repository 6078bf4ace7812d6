#' Do classifiers differ in any of several metrics?
#'
#' Answers, with one p-value for each class: are the classifiers equal in *all* of these metrics
#' (sensitivity and specificity, both predictive values, both likelihood ratios), or do
#' they differ in at least one? The metrics are tested together, allowing for how they vary
#' together, as they come from the same rows. For which of them differ, and by how much, see
#' [compare_classifiers()].
#'
#' # Which test
#'
#' | metrics | call | test |
#' | --- | --- | --- |
#' | sensitivity and specificity | `joint_test(x)` | sum of McNemar's statistics (Lachenbruch and Lynch 1998) |
#' | PPV and NPV | `joint_test(x, c("ppv", "npv"))` | joint Wald of log ratios (Moskowitz and Pepe 2006) |
#' | LR+ and LR- | `joint_test(x, c("LR+", "LR-"))` | joint Wald of log ratios (Roldan Nofuentes et al. 2007) |
#' | any others | `joint_test(x, c("recall", "mcc"))` | joint Wald |
#'
#' - `"mcnemar"`: for two classifiers, and one metric among the rows of the class and one among the others
#'   (such as sensitivity and specificity): these are different rows, so that the statistics are independent
#'   and add up. Rows must be independent.
#' - `"wald"`: the differences of all metrics, on the scale of `measure`, against their joint covariance from the
#'   influence of each row (with ids, of each observation). It fits all metrics, averages and more than two classifiers.
#'
#' The degrees of freedom are the rank of the covariance: a metric in which the classifiers cannot differ
#' adds none.
#'
#' @param x A [prediction_set()] or another set of evidence with at least two classifiers; or the formula of one
#'   with its `data`, as in
#'   `joint_test(truth ~ rf + tree, data)`, see [prediction_set()].
#' @param metric Names of two or more metrics, or a list of them, as in [assess_classifiers()].
#' @param method `"mcnemar"` or `"wald"`, see the section 'Which test'. `NULL`: McNemar's where it fits.
#' @param measure The scale of the Wald test, for all metrics: `"difference"`, `"ratio"` (logarithm) or
#'   `"odds_ratio"` (logit). `NULL`: the ratio for predictive values, likelihood ratios and the
#'   diagnostic odds ratio, the difference for others.
#' @param classifiers Names of two or more classifiers to be tested. `NULL`: all.
#' @param pairs Whether every pair of them is tested by itself, instead of all together.
#' @param average,classes,zero_division As in [assess_classifiers()].
#' @param p.adjust.method How `adj.p.value` is adjusted over all the rows of the result: a method of
#'   [stats::p.adjust()].
#' @param ... `beta` as in [f_meas()].
#' @return A [verdict_table] with a row for each class (and pair). With two classes the first three tests in
#'   the table above are the same for both: there is then one row, of the first class. `metric` names
#'   all metrics, `classifier` lists the classifiers, `statistic`, `df`, `p.value`, `adj.p.value` and
#'   `log.p.value` are of the test, and `note` says why a value is `NA`, or which metric has no part in it.
#' @section Errors:
#' `verdict_error_metric` for fewer than two metrics or metrics that are not of the same classes,
#' `verdict_error_classifier` for fewer than two classifiers or unknown ones, `verdict_error_method` for
#' McNemar's test of other metrics, and `verdict_error_measure`, `verdict_error_class` and `verdict_error_argument`.
#' @section How well it keeps its level:
#' Simulated (`bench/calibration/joint.R`): two dependent classifiers of equal sensitivity and specificity (0.8 or
#' 0.95), 100 to 1,000 rows of which 10% or 40% are positive; Monte-Carlo standard error at most
#' `r ledger_error(topic = "joint tests")`. At the level 0.05 a difference was found in
#' `r ledger_range(topic = "joint tests", method = "mcnemar")` of the data sets by McNemar's statistics,
#' `r ledger_range(topic = "joint tests", metric = "sensitivity and specificity", method = "wald")` by the Wald test of
#' sensitivity and specificity, `r ledger_range(topic = "joint tests", metric = "PPV and NPV")` by that of the
#' predictive values and `r ledger_range(topic = "joint tests", metric = "LR+ and LR-")` by that of the likelihood
#' ratios; by LR+, LR- or the diagnostic odds ratio alone ([compare_classifiers()]) in
#' `r ledger_range(topic = "likelihood ratios", kind = "size")`, 50 to 1,000 rows, least where few are positive.
#' @section When not to use it:
#' A small p-value says that the classifiers differ in something, not that one is better: a higher
#' sensitivity may be paid for by a lower specificity. The Wald test of few rows is
#' too small or too large; it needs precisions and rates away from 0 and 1.
#' @references
#' Gu, W. and Pepe, M. S. (2009) Estimating the capacity for improvement in risk prediction with a marker.
#' *Biostatistics* 10, 172-186. \doi{10.1093/biostatistics/kxn025}
#'
#' Lachenbruch, P. A. and Lynch, C. J. (1998) Assessing screening tests: extensions of McNemar's test. *Statistics in
#' Medicine* 17, 2207-2217. \doi{10.1002/(SICI)1097-0258(19981015)17:19<2207::AID-SIM920>3.0.CO;2-Y}
#'
#' Moskowitz, C. S. and Pepe, M. S. (2006) Comparing the predictive values of diagnostic tests: sample
#' size and analysis for paired study designs. *Clinical Trials* 3, 272-279. \doi{10.1191/1740774506cn147oa}
#'
#' Roldan Nofuentes, J. A. and Luna del Castillo, J. D. (2007) Comparison of the likelihood ratios of two binary
#' diagnostic tests in paired designs. *Statistics in Medicine* 26, 4179-4201. \doi{10.1002/sim.2850}
#' @seealso [omnibus_test()] for one metric and many classifiers, [global_test()] for one metric and all classes,
#'   [marginal_test()] for how often each class is predicted.
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters, positive = "spam")
#' joint_test(x)
#' joint_test(x, c("ppv", "npv"))
#' joint_test(x, c("LR+", "LR-"))
#' @export
joint_test <- function(x, ...) {
  UseMethod("joint_test")
}

#' @export
joint_test.default <- function(x, ...) {
  abort_not_a_set(x)
}

#' @rdname joint_test
#' @export
joint_test.evidence <- function(x, metric = c("sensitivity", "specificity"), method = NULL, measure = NULL,
                                classifiers = NULL, pairs = FALSE, average = "none", classes = NULL,
                                p.adjust.method = "holm", zero_division = c("na", "zero", "skip"), ...) {
  call <- environment()
  options <- check_options(list(...), "beta", call)
  units <- set_units(x)
  groups <- match_groups(classifiers, pairs, units, call)
  average <- check_choice(average, "average", averages)
  zero_division <- check_choice(zero_division, "zero_division", zero_divisions)
  classes <- check_classes(classes, units)
  p.adjust.method <- check_choice(p.adjust.method, "p.adjust.method", stats::p.adjust.methods)
  metrics <- set_metrics(x, with_beta(metric, options$beta, call), call)
  check_several_metrics(metrics)
  if (is.null(classes) && is_mirrored(metrics, units)) classes <- units$classes[1]
  targets <- set_targets(x, metrics, average, classes, zero_division)
  check_same_slices(targets)
  method <- match_joint_method(method, x, targets, groups, measure)
  found <- if (method == "mcnemar") {
    joint_mcnemar(x, targets, groups, call)
  } else {
    joint_wald(x, targets, groups, joint_measures(measure, targets, call))
  }
  joint_table(x, found, targets, groups, p.adjust.method)
}

# -- what is asked --------------------------------------------------------------------

# Positions of the classifiers that are tested together.
match_groups <- function(classifiers, pairs, units, call = caller_env()) {
  check_two_classifiers(units, call = call)
  check_flag(pairs, "pairs", call = call)
  if (is.null(classifiers)) classifiers <- units$classifiers
  if (!is.character(classifiers) || length(unique(classifiers)) < 2 || !all(classifiers %in% units$classifiers)) {
    abort_verdict(c(
      "{.arg classifiers} must be two or more of the set's classifiers.", i = "These are {.val {units$classifiers}}."
    ), "classifier", call = call)
  }
  at <- match(unique(classifiers), units$classifiers)
  if (pairs) asplit(utils::combn(at, 2), 2) else list(at)
}

check_several_metrics <- function(metrics, call = caller_env()) {
  check_depends_on_classifier(metrics, call = call)
  if (nrow(metrics) < 2) {
    abort_verdict(c(
      "A joint test is of two or more metrics.",
      i = "For one, over all classifiers, use {.fn omnibus_test}; over all classes, {.fn global_test}."
    ), "metric", call = call)
  }
}

check_same_slices <- function(targets, call = caller_env()) {
  same <- vapply(targets, function(target) identical(target$class, targets[[1]]$class), NA)
  if (!all(same)) {
    label <- vapply(targets, function(target) target$metric$label, "")
    abort_verdict(c(
      "{label[1]} and {label[which(!same)[1]]} are not of the same classes, so that they cannot be tested together.",
      i = "Give the {.arg classes}, or an {.arg average}."
    ), "metric", call = call)
  }
}

# Of two classes one is to these metrics what the other is: a second row would be the same test.
is_mirrored <- function(metrics, units) {
  pairs <- list(c("recall", "specificity"), c("fnr", "fpr"), c("precision", "npv"), c("lr_minus", "lr_plus"))
  length(units$classes) == 2 && is.null(units$positive) &&
    any(vapply(pairs, function(pair) setequal(metrics$metric, pair), NA))
}

# One metric among the rows of the class, one among the others.
adds_up <- function(targets) {
  core <- vapply(targets, function(target) target$metric$metric, "")
  counted <- vapply(targets, function(target) target$family == "matched", NA)
  length(core) == 2 && all(counted) && setequal(core %in% c("recall", "fnr"), c(TRUE, FALSE)) &&
    any(core %in% c("specificity", "fpr"))
}

match_joint_method <- function(method, x, targets, groups, measure, call = caller_env()) {
  fits <- adds_up(targets) && all(lengths(groups) == 2) && !isTRUE(set_units(x)$clustered) &&
    inherits(x, "prediction_set")
  if (is.null(method)) {
    return(if (fits && is.null(measure)) "mcnemar" else "wald")
  }
  method <- check_choice(method, "method", c("mcnemar", "wald"), call = call)
  if (method == "mcnemar" && !fits) {
    abort_verdict(c(
      "McNemar's statistics add up for two classifiers, sensitivity and specificity, and independent rows only.",
      i = "Use {.code method = \"wald\"}."
    ), "method", call = call)
  }
  if (method == "mcnemar" && !is.null(measure)) {
    abort_verdict(c(
      "{.arg measure} is the scale of a Wald test, which {.val mcnemar} is not.", i = "Leave it out."
    ), "measure", call = call)
  }
  method
}

joint_measures <- function(measure, targets, call) {
  vapply(targets, function(target) {
    metric <- target$metric
    relative <- metric$family == "predictive" || identical(metric$measure, "ratio")
    if (is.null(measure)) {
      return(if (relative) "ratio" else "difference")
    }
    measure <- check_choice(measure, "measure", measures, call = call)
    check_measure_range(measure, metric, call)
    measure
  }, "")
}

# -- the numbers: a list for each group, of statistic, df, log.p.value, note, by slice ------

joint_mcnemar <- function(x, targets, groups, call) {
  request <- list(rule = new_rule("mcnemar"), vcov = "robust", alternative = "two.sided")
  pairs <- do.call(cbind, lapply(groups, as.integer))
  parts <- lapply(targets, function(target) {
    plan_rows(set_plan(x, target, request, call), x, pairs, 0.05)
  })
  statistic <- vapply(parts, function(part) part$statistic, parts[[1]]$statistic)
  note <- vapply(parts, function(part) part$note, parts[[1]]$note)
  agree <- note == status_words("no_discordant") & !is.na(note)
  found <- data.frame(matrix(nrow = nrow(parts[[1]]), ncol = 0))
  dim(statistic) <- dim(agree) <- dim(note) <- c(nrow(found), length(parts))
  undefined <- rowSums(is.na(statistic) & !agree) > 0 | rowSums(agree) == length(parts)
  found$statistic <- ifelse(undefined, NA, rowSums(statistic, na.rm = TRUE))
  found$df <- ifelse(undefined, NA, length(parts) - rowSums(agree))
  found$log.p.value <- stats::pchisq(found$statistic, found$df, lower.tail = FALSE, log.p = TRUE)
  found$note <- vapply(seq_len(nrow(found)), function(i) {
    if (undefined[i]) note[i, is.na(statistic[i, ])][1] else equal_note(targets[agree[i, ]])
  }, "")
  found$method <- "sum of McNemar's statistics"
  by_group(found, length(groups))
}

# Rows with slices slowest, as one data frame a group.
by_group <- function(found, n) lapply(seq_len(n), function(i) found[seq(i, nrow(found), by = n), ])

equal_note <- function(targets) {
  if (length(targets)) {
    label <- vapply(targets, function(target) target$metric$label, "")
    paste0("no difference in ", and_list(label), ", which has no part in the test")
  } else {
    NA_character_
  }
}

joint_wald <- function(x, targets, groups, measures) {
  n_slices <- length(targets[[1]]$class)
  n <- length(set_units(x)$classifiers)
  joint <- set_joint(x, targets)
  of <- rep(seq_along(targets), each = n * n_slices)
  reason <- unlist(lapply(targets, function(target) as.vector(set_estimates(x, target)$note)))
  value <- slope <- numeric(length(of))
  for (t in seq_along(targets)) {
    theta <- on_scale(joint$estimate[of == t], measures[t])
    value[of == t] <- theta$value
    slope[of == t] <- theta$slope
  }
  state <- list(
    value = value, vcov = joint$vcov * tcrossprod(slope), estimate = joint$estimate, reason = reason,
    measure = measures[of], target = of, who = set_units(x)$classifiers
  )
  at <- array(seq_along(of), c(n, n_slices, length(targets)))
  lapply(groups, function(group) {
    rows <- do.call(rbind, lapply(seq_len(n_slices), function(slice) {
      wald_of_group(state, matrix(at[group, slice, ], nrow = length(group)), targets)
    }))
    rows$note <- set_words(x, rows$note, targets[[1]]$class, rep(list(group), n_slices))
    rows
  })
}

# `at`: the positions of the classifiers (rows) in the targets (columns).
wald_of_group <- function(state, at, targets) {
  label <- if (all(state$measure == "difference")) "joint Wald" else if (all(state$measure == "ratio")) {
    "joint Wald of log ratios"
  } else {
    paste("joint Wald of", and_list(paste0(label_measure(unique(state$measure)), "s")))
  }
  found <- data.frame(statistic = NA_real_, df = NA_real_, log.p.value = NA_real_, note = NA_character_, method = label)
  found$note <- wald_reason(state, as.vector(at), targets)
  if (!is.na(found$note)) {
    return(found)
  }
  first <- rep(at[1, ], each = nrow(at) - 1)
  other <- as.vector(at[-1, ])
  gap <- state$value[other] - state$value[first]
  V <- state$vcov
  spread <- V[other, other, drop = FALSE] - V[other, first] - V[first, other] + V[first, first]
  size <- diag(V)[other] + diag(V)[first]
  flat <- diag(spread) <= 1e-14 * size
  if (any(flat & abs(gap) > 1e-14) || all(flat)) {
    found$note <- status_words(if (all(flat & abs(gap) <= 1e-14)) "identical" else "zero_variance")
    return(found)
  }
  form <- joint_form(gap[!flat], spread[!flat, !flat, drop = FALSE])
  found[c("statistic", "df", "log.p.value")] <- form[c("statistic", "df", "log.p.value")]
  part <- state$target[other]
  equal <- setdiff(part, part[!flat])
  found$note <- first_known(status_note(form$status, list()), equal_note(targets[equal]))
  found
}

# Why there is no test of these, or NA.
wald_reason <- function(state, at, targets) {
  known <- state$reason[at][is.na(state$estimate[at])]
  if (length(known)) {
    return(known[1])
  }
  odd <- at[is.na(state$value[at])]
  if (length(odd)) {
    i <- odd[1]
    fill <- c(list(
      who = state$who[(i - 1) %% length(state$who) + 1], metric = targets[[state$target[i]]]$metric$label
    ), boundary_words(state$measure[i]))
    return(status_note(if (is.infinite(state$estimate[i])) "infinite" else "boundary", fill))
  }
  if (anyNA(state$vcov[at, at])) status_words("one_cluster") else NA_character_
}

# -- as a result ----------------------------------------------------------------------

joint_table <- function(x, found, targets, groups, p.adjust.method) {
  units <- set_units(x)
  asked <- paste(vapply(targets, function(target) target$metric$asked, ""), collapse = ", ")
  label <- and_list(vapply(targets, function(target) target$metric$label, ""))
  parts <- Map(function(part, group) {
    data.frame(
      metric = asked, average = targets[[1]]$average, class = targets[[1]]$class,
      classifier = paste(units$classifiers[group], collapse = ", "), part, row.names = NULL
    )
  }, found, groups)
  test_table(x, do.call(rbind, parts), groups, p.adjust.method, data.frame(
    metric = asked, label = label, better = NA_character_, lower = -Inf, upper = Inf
  ))
}

# Tests without estimates: statistic, df, log.p.value and note.
test_table <- function(x, rows, groups, p.adjust.method, metrics) {
  units <- set_units(x)
  units$classifiers <- units$classifiers[sort(unique(unlist(groups)))]
  omnibus_table_of(rows, units, metrics, p.adjust.method)
}
