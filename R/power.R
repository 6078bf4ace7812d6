#' How likely would this test find the difference, and how many rows does that take?
#'
#' `power_comparison()` answers: with n rows, how likely is it that the test says that the
#' two classifiers differ? `sample_size()` answers: how many rows does it take, and how many
#' more are to be labelled? Both start from stated rates (a [scenario]) or from a pilot
#' (a [prediction_set()]).
#'
#' # How it is computed
#'
#' For accuracy, error, recall, specificity and their like on independent rows, the power
#' of McNemar's tests (`"midp"`, `"exact"`, `"sign"`, `"mcnemar"`, `"mcnemar_cc"`) is exact:
#' the sum, over how many rows the classifiers may differ on, of the binomial probability
#' that the test rejects. Exact power does not rise with every row; `sample_size()` gives the
#' number from which on it is as large as wanted (looked for within 1,000 rows of where
#' the power first gets there).
#'
#' For everything else (precision, NPV, F measure, averages, kappa, ..., and with repeated
#' observations) it is the normal approximation: the pilot, or the scenario, gives the
#' statistic that the test would have, and that grows with the square root of n. With
#' \eqn{\sigma_0} the standard deviation that the test works with and \eqn{\sigma_1} that
#' of the estimate,
#' \deqn{n = (z_{\alpha/2} \sigma_0 + z_\beta \sigma_1)^2 / d^2,}
#' which for McNemar's test is the formula of Connor (1987). With repeated observations n counts
#' observations, each with as many rows as in the pilot.
#'
#' Means of scores, of folds that are independent, data sets or items, are tested by t: their power is that of the
#' noncentral t distribution, as in [stats::power.t.test()] (with both tails). A signed rank test takes about 5% more
#' units where differences are normal.
#'
#' With a `margin` power is normal too, of two ends at least that of both one-sided tests less 1. Of matched proportions
#' \eqn{\sigma_0} is that of Tango's score test at the end of the margin (Tango 1998), for all else Wald's.
#'
#' @param x A [scenario], also [scenario_auc()] for areas under ROC curves, or a pilot: a [prediction_set()] with at
#'   least two classifiers, or its formula (`sample_size(truth ~ rf + tree, data)`, see [prediction_set()]), or other
#'   evidence whose variance falls with the number of its units, such as a [probability_set()] or a [score_set()] of
#'   items or data sets: for it the test is Wald's, or t.
#' @param n Numbers of rows (with repeated observations: of observations) in all.
#' @param metric One metric, as in [compare_classifiers()]. `NULL`: precision for a scenario
#'   of precisions, accuracy otherwise.
#' @param method A test of [compare_classifiers()]. `NULL`: its default for the metric.
#' @param difference The difference to be found, such as 0.02 for two points. `NULL`: the one in
#'   the scenario or the pilot, whose estimate may be far off if it is small. With a
#'   number, everything but the difference is as in the pilot: how often the classifiers
#'   differ, or the spread of the estimate.
#' @param measure `"difference"`, `"ratio"` or `"odds_ratio"`, for Wald tests.
#' @param classes,average,reference As in [compare_classifiers()].
#' @param alternative `"two.sided"`, or `"greater"` or `"less"`: the classifier is better, or worse, than
#'   the reference. In a scenario the reference is the classifier that is named first.
#' @param alpha Level of the test.
#' @param margin What difference does not matter, as in [compare_classifiers()]: one number, or the two ends, of which
#'   one may be infinite. Then it is the power to show that the difference is within the margin: with `"two.sided"` that
#'   both ends are ruled out (equivalence), each at `alpha / 2`, so that `alpha = 0.1` is what is known as two one-sided
#'   tests at 0.05; with `"greater"` that the classifier is not worse than the reference by the margin
#'   (non-inferiority), with `"less"` not better, at `alpha`. `difference`, what is assumed to be true, may be 0 here.
#' @param exact Whether power is exact where it can be; `FALSE`: by the normal approximation.
#' @param ... Not used.
#' @return A data frame (class `power_comparison`) with a row for each n, class and pair
#'   and the columns `n`, `more` (rows to be added to the pilot; `NA` for a scenario), `power`, `alpha`,
#'   `alternative`, `method`, `metric`, `average`, `class`, `classifier`, `reference`, `measure`, `difference`
#'   (on the scale of `measure`), `computed` (`"exact"`, `"normal"` or `"t"`), with a margin
#'   `margin.low` and `margin.high`, and `note`: why a
#'   value is `NA`. `print()` says it in words, `plot()` draws the power curve.
#' @section Errors: `verdict_error_rates` for a difference that cannot be, with the range
#'   that can; `verdict_error_margin` for a margin that is none;
#'   `verdict_error_power` for tests whose power must be simulated with [rejection_rate()];
#'   `verdict_error_metric`, `verdict_error_class`, `verdict_error_argument` as in [compare_classifiers()].
#' @section How well the stated power holds: Simulated at the number of rows that
#'   `sample_size()` gives for power 0.8 (`bench/calibration/power.R`, Monte-Carlo standard error at most
#'   `r ledger_error(topic = "stated power")`): McNemar's tests found the difference in
#'   `r ledger_range(topic = "stated power", metric = "accuracy")` of the data sets, tests of precision in
#'   `r ledger_range(topic = "stated power", metric = "precision")`. The most are where one
#'   precision was 0.95 and the other 0.8 or fewer than 200 rows were needed: there the normal
#'   approximation asks for more rows than it takes.
#'
#'   Means of scores of 10 to 787 items: the t test found the difference in
#'   `r ledger_range(topic = "stated power", metric = "score", rate = "normal differences")` where differences are
#'   normal, in
#'   `r ledger_range(topic = "stated power", metric = "score", rate = "differences skewed to the better")` where a few
#'   items are won by much (exponential differences) and in
#'   `r ledger_range(topic = "stated power", metric = "score", rate = "differences skewed to the other")` where a few
#'   are lost by much: then the power is less than stated.
#' @section When not to use it: The power of the test that was already done, at the difference that was
#'   found, says no more than its p-value (Hoenig and Heisey 2001): give the `difference` that would
#'   matter. Nothing is adjusted for several comparisons: divide `alpha` by their number. The normal approximation is
#'   poor when few rows carry the class; [rejection_rate()] simulates.
#' @references
#' Connor, R. J. (1987) Sample size for testing differences in proportions for the
#' paired-sample design. *Biometrics* 43, 207-211. \doi{10.2307/2531961}
#'
#' Hoenig, J. M. and Heisey, D. M. (2001) The abuse of power. *The American Statistician*
#' 55, 19-24. \doi{10.1198/000313001300339897}
#'
#' Miettinen, O. S. (1968) The matched pairs design in the case of all-or-none responses.
#' *Biometrics* 24, 339-352. \doi{10.2307/2528039}
#'
#' Moskowitz and Pepe (2006), see [scenario].
#'
#' Tango, T. (1998) Equivalence test and confidence interval for the difference in proportions for the paired-sample
#' design. *Statistics in Medicine* 17, 891-908.
#' \doi{10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B}
#' @seealso [rejection_rate()] to simulate the power of any test.
#' @examples
#' rates <- scenario_rates(discordant = c(0.08, 0.20))
#' power_comparison(rates, n = c(100, 150, 200))
#' sample_size(rates)
#' sample_size(rates, difference = 0, margin = 0.05, alternative = "greater", alpha = 0.025)
#'
#' pilot <- prediction_set(truth ~ naive_bayes + tree, satellite)
#' sample_size(pilot, "accuracy", difference = 0.02)
#' sample_size(pilot, "f_meas", difference = 0.02, average = "macro")
#' @export
power_comparison <- function(x, ...) UseMethod("power_comparison")

#' @rdname power_comparison
#' @export
power_comparison.default <- function(x, n, metric = NULL, method = NULL, difference = NULL, measure = NULL,
                             classes = NULL, average = "none", reference = NULL,
                             alternative = c("two.sided", "greater", "less"), alpha = 0.05,
                             exact = TRUE, margin = NULL, ...) {
  check_dots(...)
  check_plan_basis(x)
  if (missing(n)) {
    abort_verdict(c(
      "{.arg n} is missing: the power with how many rows?",
      i = "For the number of rows that a power takes use {.fn sample_size}."
    ), "argument")
  }
  check_number(n, "n", 1, largest_n, closed = TRUE, whole = TRUE, size = NULL)
  alternative <- check_choice(alternative, "alternative", alternatives)
  check_alpha(alpha, alternative)
  request <- list(
    metric = metric, method = method, difference = difference, measure = measure, classes = classes,
    average = average, reference = reference, alternative = alternative, alpha = alpha, exact = exact, margin = margin
  )
  basis <- planning_basis(x, request)
  n <- sort(unique(as.double(n)))
  rows <- lapply(seq_len(nrow(basis)), function(i) {
    planning_rows(basis[i, ], n, row_power(basis[i, ], n, alternative, alpha), request)
  })
  new_power(do.call(rbind, rows), basis, "power")
}

#' @rdname power_comparison
#' @param power The power wanted, between `alpha` and 1.
#' @param labels TRUE: how many rows on which the two differ have to be labelled, where predictions cost nothing and
#'   labels do; of accuracy. The result has a row a pair: `n` labels of disagreements, `more` than there are, `random`
#'   labels of any rows that find as much, `disagreement` (the share of rows on which the two differ), `difference`.
#'   For a [prediction_set()] with `labelling` that is the default.
#' @export
sample_size <- function(x, ...) UseMethod("sample_size")

#' @rdname power_comparison
#' @export
sample_size.default <- function(x, metric = NULL, method = NULL, difference = NULL, power = 0.8, measure = NULL,
                        classes = NULL, average = "none", reference = NULL,
                        alternative = c("two.sided", "greater", "less"), alpha = 0.05,
                        exact = TRUE, margin = NULL, labels = FALSE, ...) {
  check_dots(...)
  check_plan_basis(x)
  alternative <- check_choice(alternative, "alternative", alternatives)
  check_alpha(alpha, alternative)
  check_number(power, "power", alpha, 1)
  check_flag(labels, "labels")
  if (labels) {
    if (!is.null(margin)) {
      abort_verdict("{.arg margin} is not known for labels of disagreements: leave out one of the two.", "argument")
    }
    return(labels_needed(x, metric, difference, power, reference, alternative, alpha))
  }
  request <- list(
    metric = metric, method = method, difference = difference, measure = measure, classes = classes,
    average = average, reference = reference, alternative = alternative, alpha = alpha, exact = exact, margin = margin
  )
  basis <- planning_basis(x, request)
  rows <- lapply(seq_len(nrow(basis)), function(i) {
    row <- basis[i, ]
    n <- row_size(row, power, alternative, alpha)
    reached <- if (is.na(n)) NA_real_ else row_power(row, n, alternative, alpha)
    # The curve that plot() draws.
    around <- if (is.na(n)) NA_real_ else unique(pmax(1, round(n * seq(0.2, 1.6, 0.1))))
    curve <- if (is.na(n)) NA_real_ else row_power(row, around, alternative, alpha)
    list(size = planning_rows(row, n, reached, request), curve = planning_rows(row, around, curve, request))
  })
  out <- new_power(do.call(rbind, lapply(rows, `[[`, "size")), basis, "size", power)
  attr(out, "planning")$curve <- do.call(rbind, lapply(rows, `[[`, "curve"))
  out
}

planning_rows <- function(row, n, power, request) {
  rows <- data.frame(
    n = n, more = pmax(n - row$pilot, 0), power = power, alpha = request$alpha,
    alternative = request$alternative, method = row$method, metric = row$metric, average = row$average,
    class = row$class, classifier = row$classifier, reference = row$reference, measure = row$measure,
    difference = row$difference, computed = row$computed, note = size_note(row, n, power, request),
    row.names = NULL
  )
  if (plans_margin(row)) rows[c("margin.low", "margin.high")] <- row[c("margin_low", "margin_high")]
  rows
}

size_note <- function(row, n, power, request) {
  note <- if (!is.na(row$note) || is.na(row$z)) {
    row$note
  } else if (plans_margin(row) && !is_within_margin(row)) {
    "the difference is beyond the margin"
  } else if (plans_margin(row)) {
    "more rows than 1e9"
  } else if (row$z == 0) {
    "no difference to find: give one"
  } else if (request$alternative != "two.sided" && (row$z > 0) != (request$alternative == "greater")) {
    "the difference is in the other direction"
  } else {
    "more rows than 1e9"
  }
  ifelse(is.na(n) | is.na(power), note, NA_character_)
}

new_power <- function(rows, basis, type, wanted = NA_real_) {
  structure(rows,
    class = c("power_comparison", "data.frame"),
    planning = list(
      type = type, wanted = wanted, unit = attr(basis, "unit"), pilot = basis$pilot[1], metrics = attr(basis, "metrics")
    )
  )
}

# -- what power depends on ----------------------------------------------------------------

check_plan_basis <- function(x) {
  check_given(x, "a {.fn prediction_set} as a pilot, or a scenario such as {.fn scenario_rates} makes.", "set")
}

# A row for each class and pair: `z` is the estimate over its standard error, for `per`
# units, `tau` the ratio of that standard error to the one that the test works with;
# `only_classifier` and `only_reference` are the rates of discordant rows, where power is exact.
planning_basis <- function(x, request) {
  check_target(request$difference, !is.null(request$margin))
  if (!is.null(request$margin)) check_margin_numbers(request$margin)
  check_flag(request$exact, "exact")
  basis_of(x, request)
}

# By kind of evidence: what its precision is, and how it grows with units.
basis_of <- function(x, request) UseMethod("basis_of")

basis_of.default <- function(x, request) as_scenario(x, "x")

basis_of.prediction_scenario <- function(x, request) {
  request$metric <- request$metric %||% x$metric
  request$classes <- request$classes %||% x$class
  basis <- basis_of(scenario_set(x, round(1e12 * x$probability)), request)
  basis$pilot <- NA_real_
  basis
}

basis_of.prediction_set <- function(x, request) {
  asked <- with_beta(request$metric %||% "accuracy", NULL)
  metric <- one_planned(asked_metrics(asked))
  compared <- compare_for_power(x, asked, request)
  check_planned(nrow(compared$rows))
  basis <- if (!is.null(request$margin)) {
    margin_basis(x, asked, metric, compared, request)
  } else if (compared$test$power == "exact") {
    matched_basis(x, metric, compared, request)
  } else {
    normal_basis(x, asked, compared, request)
  }
  basis$pilot <- x$n_clusters
  structure(basis, unit = if (is_clustered(x)) "observation" else "row")
}

# Of means, areas and the like: Wald's test, whose variance falls with the number of independent units.
basis_of.evidence <- function(x, request) {
  units <- set_units(x)
  check_grows(units, request)
  metric <- one_planned(set_metrics(x, request$metric %||% headline_metrics(x)[1]))
  check_reference(request$reference, units)
  classes <- check_classes(request$classes, units)
  if (!is.null(request$difference)) check_gap(request$difference, metric)
  target <- set_target(x, metric, check_choice(request$average, "average", averages), classes, "na")
  estimates <- set_estimates(x, target)
  pairs <- comparison_pairs(units$classifiers, request$reference)
  at <- pair_positions(length(target$class), units$classifiers, pairs)
  slice <- rep(seq_along(target$class), each = ncol(pairs))
  check_planned(length(slice))
  who <- function(i) rep_len(pairs[i, ], length(slice))
  of <- function(i, j) estimates$vcov[cbind(who(i), who(j), slice)]
  gap <- request$difference %||% (estimates$estimate[at[1, ]] - estimates$estimate[at[2, ]])
  se <- sqrt(pmax(of(1, 1) + of(2, 2) - 2 * of(1, 2), 0))
  z <- gap / se
  z[is.infinite(z) | se == 0] <- NA
  df <- pairs_df(estimates, pairs, "difference") %||% rep(Inf, length(slice))
  student <- is.finite(df)
  basis <- data.frame(
    metric = metric$asked, average = target$average, class = target$class[slice],
    classifier = units$classifiers[pairs[1, ]], reference = units$classifiers[pairs[2, ]],
    method = ifelse(student, "contrast_t", "wald"), measure = "difference", difference = gap,
    computed = ifelse(student, "t", "normal"), z = z, tau = 1, per = units$n_clusters, df = df,
    only_classifier = NA_real_, only_reference = NA_real_,
    note = ifelse(
      is.na(z), first_known(estimates$note[at[1, ]], first_known(estimates$note[at[2, ]], "zero variance")), NA
    ),
    pilot = units$n_clusters
  )
  if (!is.null(request$margin)) basis <- add_margin(basis, se, metric, request)
  structure(basis, unit = if (isTRUE(units$clustered)) units$unit else units$row, metrics = metric)
}

# Of DeLong's covariance of binormal scores.
basis_of.auc_scenario <- function(x, request) {
  asked <- c(
    metric = !all_hold(request$metric %||% "roc_auc" == "roc_auc"), method = request$method %||% "wald" != "wald",
    measure = request$measure %||% "difference" != "difference", classes = !is.null(request$classes),
    average = request$average != "none"
  )
  if (any(asked)) {
    abort_verdict(c(
      "A scenario of areas knows the power of Wald's test of a difference in AUC.",
      i = "Leave out {.arg {names(asked)[asked]}}."
    ), "power")
  }
  check_reference(request$reference, list(classifiers = x$classifiers))
  pairs <- comparison_pairs(x$classifiers, request$reference)
  a <- pairs[1, ]
  b <- pairs[2, ]
  V <- auc_scenario_vcov(x)
  gap <- request$difference %||% (x$auc[a] - x$auc[b])
  se <- suppressWarnings(sqrt(V[cbind(a, a)] + V[cbind(b, b)] - 2 * V[cbind(a, b)]))
  z <- gap / se
  basis <- data.frame(
    metric = "roc_auc", average = "none", class = NA_character_, classifier = x$classifiers[a],
    reference = x$classifiers[b], method = "wald", measure = "difference", difference = gap, computed = "normal", z = z,
    tau = 1, per = 1, only_classifier = NA_real_, only_reference = NA_real_, note = NA_character_, pilot = NA_real_
  )
  if (!is.null(request$margin)) {
    basis <- add_margin(basis, se, list(lower = 0, upper = 1, label = "AUC"), request)
  }
  structure(basis, unit = "row")
}

one_planned <- function(metric) {
  if (nrow(metric) != 1) {
    abort_verdict("{.arg metric} must be one metric, not {nrow(metric)}.", "metric")
  }
  metric
}

# More splits of the same data are no more data.
check_grows <- function(units, request) {
  if (is_resampled(units$design$type) || is.na(units$n_clusters)) {
    abort_verdict(c(
      "How precision grows with the number of {units$row}s is not known: the data stay the same, or of unknown size.",
      i = "Plan with predictions, probabilities or scores of items as a pilot."
    ), "power")
  }
  known <- (request$method %||% "wald") %in% c("wald", "paired_t")
  if (!isTRUE(known) || !identical(request$measure %||% "difference", "difference")) {
    abort_verdict(
      "Of this evidence the power of a t or Wald test of a difference is known: leave out {.arg method} and
       {.arg measure}.",
      "power"
    )
  }
}

# list(rows, test): the comparison of the set by the test that is to have the power.
compare_for_power <- function(set, metric, request) {
  method <- request$method
  set$folds <- NULL
  if (!is.null(method)) {
    method <- check_choice(method, "method", rownames(tests_of("pair")))
    if (tests_of("pair")[method, "power"] == "none") {
      abort_verdict(c(
        "The power of a resampling test is not known by formula.",
        i = "Use {.code method = \"wald\"}, which is nearly the same, or simulate with {.fn rejection_rate}."
      ), "power")
    }
  }
  rows <- suppressWarnings(compare_classifiers(
    set, metric,
    method = method, measure = request$measure, average = request$average, classes = request$classes,
    reference = request$reference, p.adjust.method = "none",
    alternative = if (identical(method, "sign")) "greater" else "two.sided"
  ))
  list(rows = as.data.frame(rows), test = registry_tests[plain_id(rows$method.id[1]), ])
}

basis_frame <- function(rows, compared, ...) {
  data.frame(
    rows[c("metric", "average", "class", "classifier", "reference")],
    method = compared$test$method, ..., note = NA_character_, row.names = NULL
  )
}

# Plans of so many comparisons take some seconds.
most_planned <- 2000

check_planned <- function(n) {
  if (n > most_planned) {
    abort_verdict(c(
      "To plan {count_of(n, 'comparison')} would take minutes.",
      i = "Give fewer {.arg classes}, a {.arg reference}, or {.code average = \"macro\"}."
    ), "size")
  }
}

# McNemar's family: all is in the rates of discordant rows.
matched_basis <- function(set, metric, compared, request) {
  rows <- compared$rows
  rates <- t(vapply(seq_len(nrow(rows)), function(i) {
    discordant_rates(set, metric, rows$class[i], c(rows$classifier[i], rows$reference[i]))
  }, double(3)))
  share <- rates[, 3]
  b <- rates[, 1]
  c <- rates[, 2]
  if (!is.null(request$difference)) {
    check_discordant(request$difference, rows, (b + c) / share)
    gap <- request$difference * share
    all <- b + c
    b <- (all + gap) / 2
    c <- (all - gap) / 2
  }
  gap <- b - c
  spread <- sqrt(pmax(b + c - gap^2, 1e-24))
  frame <- basis_frame(rows, compared,
    measure = "difference", difference = gap / share, computed = if (request$exact) "exact" else "normal",
    z = ifelse(gap == 0, 0, gap / spread), tau = spread / sqrt(b + c), per = 1,
    only_classifier = b, only_reference = c, share = share
  )
  frame$note[share == 0] <- "class absent from the truth"
  frame$z[share == 0] <- NA
  frame
}

# The shares of all rows that only the first, only the second has right, and of the rows
# that the metric is about.
discordant_rates <- function(set, metric, class, pair) {
  truth <- set$patterns[, 1]
  called <- set$patterns[, 1 + match(pair, set$classifiers), drop = FALSE]
  k <- match(class, set$classes)
  about <- switch(metric$of, positive = truth == k, negative = truth != k, rep(TRUE, length(truth)))
  right <- if (is.na(k)) called == truth else (called == k) == (truth == k)
  hit <- switch(metric$hit, right = right, wrong = !right, called == k)
  weight <- set$count / sum(set$count)
  c(sum(weight[about & hit[, 1] & !hit[, 2]]), sum(weight[about & !hit[, 1] & hit[, 2]]), sum(weight[about]))
}

check_discordant <- function(difference, rows, differ) {
  impossible <- which(abs(difference) > differ)
  if (length(impossible) == 0) {
    return(invisible())
  }
  i <- impossible[1]
  of <- rows$class[i]
  abort_rates(c(
    "A difference of {difference} is not possible: {rows$classifier[i]} and {rows$reference[i]} differ
     on a share {signif(differ[i], 3)} of the rows{if (is.na(of)) '' else paste0(' of class ', of)}.",
    i = "It can be from {signif(-differ[i], 3)} to {signif(differ[i], 3)}."
  ))
}

# Any other test: from its statistic and from Wald's.
normal_basis <- function(set, metric, compared, request) {
  rows <- compared$rows
  z <- signed_statistic(rows)
  tau <- rep(1, nrow(rows))
  measure <- rows$measure
  effect <- rows$estimate
  if (compared$test$score || !is.null(request$difference)) {
    wald <- request
    wald[c("method", "measure")] <- list("wald", "difference")
    wald <- compare_for_power(set, metric, wald)$rows
    if (is.null(request$difference)) {
      tau <- ifelse(wald$statistic == 0, 1, abs(z / wald$statistic))
      z <- wald$statistic
    } else {
      check_gap(request$difference, asked_metrics(metric))
      z <- request$difference / wald$std.error
      measure <- "difference"
      effect <- request$difference
    }
    rows$note <- first_known(rows$note, wald$note)
  }
  frame <- basis_frame(rows, compared,
    measure = measure, difference = effect, computed = "normal", z = z, tau = tau, per = set$n_clusters,
    only_classifier = NA_real_, only_reference = NA_real_
  )
  frame$note <- ifelse(is.na(z), rows$note, NA)
  frame
}

# With a margin: of matched proportions by the score test at its ends, else by Wald's.
margin_basis <- function(set, asked, metric, compared, request) {
  request$measure <- request$measure %||% "difference"
  if (compared$test$power == "exact" && request$measure == "difference") {
    basis <- matched_basis(set, metric, compared, request)
    first <- basis$only_classifier / basis$share
    second <- basis$only_reference / basis$share
    se <- sqrt(pmax(first + second - (first - second)^2, 0) / basis$share)
    basis <- add_margin(basis, se, metric, request)
    at_end <- function(end) tango_deviation(first, second, end) / sqrt(basis$share) / se
    basis[c("tau_low", "tau_high")] <- list(at_end(basis$low), at_end(basis$high))
    basis$method <- "score"
    return(basis)
  }
  wald <- replace(request, "method", "wald")
  compared <- compare_for_power(set, asked, wald)
  rows <- compared$rows
  if (!is.null(request$difference)) check_gap(request$difference, metric, request$measure)
  basis <- basis_frame(rows, compared,
    measure = rows$measure, difference = request$difference %||% rows$estimate, z = NA, tau = 1, per = set$n_clusters
  )
  basis$note <- rows$note
  add_margin(basis, rows$std.error, metric, request)
}

# `se`: of a difference from `per` units, on the linear scale.
add_margin <- function(basis, se, metric, request) {
  measure <- basis$measure[1]
  ends <- resolve_margin(as.double(request$margin), metric, measure, is.null(request$measure))
  if (request$alternative == "greater") ends[2] <- NA
  if (request$alternative == "less") ends[1] <- NA
  if (all(is.na(ends))) {
    abort_verdict("{.arg margin} has no end on the side of {.code alternative = \"{request$alternative}\"}.", "margin")
  }
  linear <- if (is_relative(measure)) log else identity
  basis$margin_low <- ends[1]
  basis$margin_high <- ends[2]
  basis$low <- linear(ends[1])
  basis$high <- linear(ends[2])
  basis$gap <- linear(basis$difference)
  basis$se <- ifelse(is.finite(se) & se > 0 & is.finite(basis$gap), se, NA)
  basis$z <- basis$gap / basis$se
  basis$note <- ifelse(is.na(basis$se), first_known(basis$note, "zero variance"), NA)
  basis$tau_low <- basis$tau_high <- 1
  basis$df <- basis$df %||% Inf
  basis$computed <- ifelse(is.finite(basis$df), "t", "normal")
  basis
}

# -- checks -------------------------------------------------------------------------------

check_alpha <- function(alpha, alternative) {
  check_number(alpha, "alpha", 0, if (alternative == "two.sided") 1 else 0.5)
}

check_target <- function(difference, may_be_none = FALSE) {
  if (is.null(difference) || may_be_none && identical(as.double(difference), 0)) {
    return(invisible())
  }
  if (!are_numbers(difference) || length(difference) != 1 || difference == 0 || !is.finite(difference)) {
    given <- if (is.numeric(difference) && length(difference) == 1) "{difference}" else
      "{.obj_type_friendly {difference}}"
    abort_rates(c(
      paste0("{.arg difference} must be one number other than 0, not ", given, "."),
      i = "0.02 stands for two points."
    ))
  }
}

check_gap <- function(difference, metric, measure = "difference") {
  if (is_relative(measure)) {
    if (difference <= 0) abort_rates("{.arg difference} is a ratio here and must be above 0, not {difference}.")
    return(invisible())
  }
  range <- metric$upper - metric$lower
  if (abs(difference) > range) {
    abort_rates(c(
      "A difference of {difference} is not possible for {metric$asked}.",
      i = "It can be from {-range} to {range}; two points are 0.02."
    ))
  }
}

# -- in words -----------------------------------------------------------------------------

#' @export
print.power_comparison <- function(x, ..., width = getOption("width")) {
  width <- check_width(width)
  if (!is_planning(x)) {
    print(plain_rows(x), ...)
    return(invisible(x))
  }
  lines <- vapply(seq_len(nrow(x)), function(i) say_power(x[i, ], attr(x, "planning")), "")
  writeLines(wrap_text(c(unique(lines), power_basis(x)), width, exdent = 2))
  invisible(x)
}

power_basis <- function(x) {
  how <- switch(only_value(x$computed, "normal"),
    exact = "Exact power", t = "Power by the noncentral t distribution", "Power by the normal approximation"
  )
  side <- if (x$alternative[1] != "two.sided") paste0(", one-sided (", x$alternative[1], ")")
  paste0(how, ", ", say_test(x), " at level ", short_number(x$alpha[1]), side, ".")
}

#' @export
is_listed.power_comparison <- function(x) is_planning(x)

#' @export
listing.power_comparison <- function(x, at = seq_len(nrow(x))) {
  info <- attr(x, "planning")
  part <- plain_rows(x)[at, ]
  part[c("classifier", "reference")] <- lapply(part[c("classifier", "reference")], table_label)
  difference <- format_column(part$difference)
  columns <- list(
    class = label_class(table_label(part$class), part$average), comparison = label_pair(part),
    difference = difference, rows = ifelse(is.na(part$n), "NA", format_count(part$n)),
    more = ifelse(is.na(part$more), "", format_count(part$more)), power = trimws(format_power(part$power))
  )
  names(columns)[3] <- only_value(label_measure(x$measure), "estimate")
  names(columns)[4] <- paste0(info$unit, "s")
  if (all(is.na(x$class)) && !varies(x$average)) columns$class <- NULL
  if (all(columns$more == "")) columns$more <- NULL
  about <- paste0(average_word(x$average), planned_label(x$metric[1], info$metrics))
  list(
    head = c(
      paste0(
        if (info$type == "power") "Power" else paste0(capitalise(info$unit), "s that it takes"), " for ", about, "."
      ), power_basis(x)
    ),
    columns = columns, note = part$note, words = vapply(at, function(i) say_power(x[i, ], info), "")
  )
}
