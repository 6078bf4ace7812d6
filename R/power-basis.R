# What power depends on: the rates, standard errors and margins of a set or a scenario.

check_plan_basis <- function(x) {
  check_given(x, "a {.fn prediction_set} as a pilot, or a scenario such as {.fn scenario_rates} makes.", "set")
}

# A row for each class and pair: `z` is the estimate over its standard error, for `per`
# units, `tau` the ratio of that standard error to the one that the test works with;
# `only_classifier` and `only_reference` are the rates of discordant rows, where power is exact.
planning_basis <- function(x, request) {
  check_target(request$difference, !is.null(request$margin))
  request$difference <- unname(request$difference)
  if (!is.null(request$margin)) check_margin_numbers(request$margin)
  check_flag(request$exact, "exact")
  structure(basis_of(x, request), pooled = is_pooled(x))
}

# Whether the rows of all folds count as those of one test set.
is_pooled <- function(x) inherits(x, "evidence") && any(are_designs(set_units(x), "cross-validated"))

# By kind of evidence: what its precision is, and how it grows with units.
basis_of <- function(x, request) UseMethod("basis_of")

basis_of.default <- function(x, request) as_scenario(x, "x")

basis_of.prediction_scenario <- function(x, request) {
  request$metric <- request$metric %||% x$metric
  overall <- all(asked_metrics(with_beta(request$metric %||% "accuracy", NULL))$overall)
  if (!overall) request$classes <- request$classes %||% x$class
  basis <- basis_of(scenario_set(x, round(1e12 * x$probability)), request)
  basis$pilot <- NA_real_
  basis
}

basis_of.prediction_set <- function(x, request) {
  asked <- with_beta(request$metric %||% "accuracy", NULL)
  metric <- one_planned(asked_metrics(asked))
  compared <- compare_for_power(x, asked, request)
  # Of few labels counts are not known for all rows, as exact power needs them.
  if (compared$test$power == "exact" && anyNA(x$patterns[, 1])) {
    request["method"] <- list("wald")
    compared <- compare_for_power(x, asked, request)
  }
  check_planned(nrow(compared$rows))
  basis <- if (!is.null(request$margin)) {
    margin_basis(x, asked, metric, compared, request)
  } else if (compared$test$power == "exact" && !plans_ratio(request)) {
    matched_basis(x, metric, compared, request)
  } else {
    normal_basis(x, asked, compared, request)
  }
  basis$pilot <- x$n_clusters
  metric$over <- compared$over
  structure(basis, unit = if (is_clustered(x)) "observation" else "row", metrics = metric)
}

# Of means, areas and the like: Wald's test, whose variance falls with the number of independent units.
basis_of.evidence <- function(x, request) {
  check_evidence(x)
  units <- set_units(x)
  check_two_classifiers(units)
  check_grows(units, request)
  metric <- one_planned(set_metrics(x, with_beta(request$metric %||% headline_metrics(x)[1], NULL)))
  check_reference(request$reference, units)
  classes <- check_classes(request$classes, units)
  if (!is.null(request$difference)) check_gap(request$difference, metric)
  target <- set_targets(x, metric, check_choice(request$average, "average", averages), classes, "na")[[1]]
  pairs <- comparison_pairs(units$classifiers, request$reference)
  slice <- rep(seq_along(target$class), each = ncol(pairs))
  check_planned(length(slice))
  known <- pairs_precision(x, target, pairs)
  gap <- request$difference %||% known$gap
  z <- gap / known$se
  z[is.infinite(z) | known$se == 0] <- NA
  student <- is.finite(known$df)
  about <- list(
    metric = metric$asked, average = target$average, class = target$class[slice],
    classifier = units$classifiers[pairs[1, ]], reference = units$classifiers[pairs[2, ]]
  )
  basis <- basis_frame(
    about, ifelse(student, "contrast_t", "wald"), gap, z, computed = ifelse(student, "t", "normal"),
    per = units$n_clusters, df = known$df,
    note = ifelse(is.na(z), first_known(known$note, ifelse(known$se %in% 0, "zero variance", "no variance")), NA)
  )
  basis$pilot <- units$n_clusters
  if (!is.null(request$margin)) basis <- add_margin(basis, known$se, metric, request)
  noun <- if (isTRUE(units$clustered)) units$unit else units$row
  basis$least <- least_ranked(units, request)
  ranked <- if (basis$least[1] > 1) {
    paste0("The usual test of ", plural_of(noun), ", of ranks, cannot reject with fewer than ", basis$least[1], ".")
  }
  metric$over <- target$over
  structure(basis, unit = noun, metrics = metric, partly = units$partly, shared = known$shared, ranked = ranked)
}

# How many units it takes that the usual test can reject at all; of ranks that all differ to one side.
least_ranked <- function(units, request) {
  usual <- valid_methods(units$design$type)[1]
  if (!is.null(request$method) || !is.null(request$margin) || !isTRUE(says_of_test(usual, "ranked"))) {
    return(1)
  }
  ceiling(log2(n_sides(request$alternative) / request$alpha) - 1e-9)
}

# Of pairs of classifiers (fastest) in the slices of a target, as tests take them: gap; se, from all units; df, Inf
# where the test is normal; note, why there is none; shared, in words, where not all units are of both.
pairs_precision <- function(x, target, pairs) {
  if (!has_gaps(x, list(target))) {
    return(precision_of_pairs(x, target, pairs))
  }
  units <- set_units(x)
  common <- lapply(seq_len(ncol(pairs)), function(j) on_common_units(x, list(target), pairs[, j]))
  each <- lapply(common, function(two) {
    if (is.null(two)) {
      why <- status_note("few_common", list(units = plural_of(units$row)))
      return(list(gap = NA_real_, se = NA_real_, df = Inf, note = why))
    }
    precision_of_pairs(two, target, matrix(1:2))
  })
  found <- lapply(rlang::set_names(names(each[[1]])), function(name) vapply(each, `[[`, each[[1]][[name]], name))
  share <- vapply(common, function(two) if (is.null(two)) 0 else set_units(two)$n_rows / units$n_rows, 0)
  c(found, shared = words_of_shared(range(share), units$row))
}

precision_of_pairs <- function(x, target, pairs) {
  estimates <- set_estimates(x, target)
  at <- pair_positions(length(target$class), set_units(x)$classifiers, pairs)
  slice <- rep(seq_along(target$class), each = ncol(pairs))
  who <- function(i) rep_len(pairs[i, ], length(slice))
  of <- function(i, j) estimates$vcov[cbind(who(i), who(j), slice)]
  gap <- estimates$estimate[at[1, ]] - estimates$estimate[at[2, ]]
  list(
    gap = replace(gap, is.nan(gap), NA),
    se = sqrt(pmax(of(1, 1) + of(2, 2) - 2 * of(1, 2), 0)),
    df = pairs_df(estimates, pairs, "difference") %||% rep(Inf, length(slice)),
    note = as.character(first_known(estimates$note[at[1, ]], estimates$note[at[2, ]]))
  )
}

# Of new units as many are taken to have the scores of a pair.
words_of_shared <- function(share, unit) {
  paste0(
    "Both of a pair are taken to have scores of as large a share of the ", plural_of(unit), " as in the pilot (",
    paste(unique(percent_of(share)), collapse = " to "), ")."
  )
}

# Of DeLong's covariance of binormal scores.
basis_of.auc_scenario <- function(x, request) {
  check_unedited(x, all(x$auc > 0 & x$auc < 1))
  metric <- match_probability_metrics("roc_auc", FALSE)
  usual <- list(metric = "roc_auc", method = "wald", measure = "difference", average = "none")
  if (is.character(request$metric)) request$metric <- canonical_metric(request$metric)
  other <- function(arg) !identical(request[[arg]] %||% usual[[arg]], usual[[arg]])
  asked <- c(vapply(names(usual), other, NA), classes = !is.null(request$classes))
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
  about <- list(
    metric = "roc_auc", average = "none", class = NA_character_, classifier = x$classifiers[a],
    reference = x$classifiers[b]
  )
  basis <- basis_frame(about, "wald", gap, gap / se)
  basis$pilot <- NA_real_
  if (!is.null(request$margin)) basis <- add_margin(basis, se, metric, request)
  structure(basis, unit = "row", metrics = metric)
}

one_planned <- function(metric) {
  if (nrow(metric) != 1) abort_verdict("{.arg metric} must be one metric, not {nrow(metric)}.", "metric")
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
  method <- request$method %||% "wald"
  known <- identical(method, "wald") || identical(method, "paired_t")
  if (!known || !identical(request$measure %||% "difference", "difference")) {
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
    set, metric, method = method, measure = request$measure, average = request$average, classes = request$classes,
    reference = request$reference, p.adjust.method = "none",
    alternative = if (identical(method, "sign")) "greater" else "two.sided"
  ))
  list(
    rows = as.data.frame(rows), over = verdict_info(rows)$metrics[["over"]],
    test = registry_tests[plain_id(rows$method.id[1]), ]
  )
}

# `about`: the metric, average and class of each row, and the two.
basis_frame <- function(about, method, difference, z, tau = 1, computed = "normal", per = 1, df = Inf,
                        measure = "difference", only_classifier = NA_real_, only_reference = NA_real_,
                        note = NA_character_) {
  data.frame(
    about[c("metric", "average", "class", "classifier", "reference")], method = method, measure = measure,
    difference = difference, computed = computed, z = z, tau = tau, per = per, df = df,
    only_classifier = only_classifier, only_reference = only_reference, note = note, row.names = NULL
  )
}

# Plans of so many comparisons take some seconds.
most_planned <- 2000

check_planned <- function(n) {
  check_minutes(
    n, most_planned, "To plan {count_of(n, 'comparison')}",
    "Give fewer {.arg classes}, a {.arg reference}, or {.code average = \"macro\"}."
  )
}

# McNemar's family: all is in the rates of discordant rows.
matched_basis <- function(set, metric, compared, request) {
  rows <- compared$rows
  rates <- rates_of_rows(set, metric, rows)
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
  z <- ifelse(share == 0, NA, ifelse(gap == 0, 0, gap / spread))
  frame <- basis_frame(
    rows, compared$test$method, ifelse(share == 0, NA, gap / share), z, spread / sqrt(b + c),
    if (request$exact) "exact" else "normal",
    only_classifier = b, only_reference = c, note = ifelse(share == 0, "class absent from the truth", NA)
  )
  cbind(frame, share = share)
}

# A row a pair and class.
rates_of_rows <- function(set, metric, rows) {
  t(vapply(seq_len(nrow(rows)), function(i) {
    discordant_rates(set, metric, rows$class[i], c(rows$classifier[i], rows$reference[i]))
  }, double(3)))
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
  i <- which(abs(difference) > differ)[1]
  if (!is.na(i)) {
    of <- rows$class[i]
    abort_rates(c(
      "A difference of {difference} is not possible: {rows$classifier[i]} and {rows$reference[i]} differ
       on a share {signif(differ[i], 3)} of the rows{if (is.na(of)) '' else paste0(' of class ', of)}.",
      i = "It can be from {signif(-differ[i], 3)} to {signif(differ[i], 3)}."
    ))
  }
}

# As a difference: no classifier is beyond the end of the range, or differs from the other on more rows than it does.
check_ratio <- function(ratio, set, metric, rows) {
  reference <- rows$estimate.reference
  low <- rep(0, nrow(rows))
  high <- metric$upper / reference
  if (metric$family == "matched" && !anyNA(set$patterns[, 1])) {
    rates <- rates_of_rows(set, metric, rows)
    differ <- (rates[, 1] + rates[, 2]) / rates[, 3]
    low <- pmax(low, 1 - differ / reference)
    high <- pmin(high, 1 + differ / reference)
  }
  i <- which(ratio < low | ratio > high)[1]
  if (!is.na(i)) {
    abort_rates(c(
      "A ratio of {ratio} is not possible: {rows$reference[i]} has {signif(reference[i], 3)}, and {rows$classifier[i]}
       cannot have {signif(ratio * reference[i], 3)}.",
      i = "It can be from {signif(low[i], 3)} to {signif(high[i], 3)}."
    ))
  }
}

# Whether the difference to be found is given as a ratio.
plans_ratio <- function(request) !is.null(request$difference) && isTRUE(is_relative(request$measure))

# The usual test, where that is Wald's, takes the judge of few labels, as one that is asked for does not.
by_wald <- function(request, compared) {
  if (is.null(request$method) && compared$test$method == "wald") request else replace(request, "method", "wald")
}

# Any other test: from its statistic and from Wald's.
normal_basis <- function(set, metric, compared, request) {
  rows <- compared$rows
  z <- signed_statistic(rows)
  tau <- rep(1, nrow(rows))
  measure <- rows$measure
  effect <- rows$estimate
  if (compared$test$score || !is.null(request$difference)) {
    wald <- by_wald(request, compared)
    wald["measure"] <- list(if (plans_ratio(request)) request$measure else "difference")
    wald <- compare_for_power(set, metric, wald)$rows
    if (is.null(request$difference)) {
      tau <- ifelse(wald$statistic == 0, 1, abs(z / wald$statistic))
      z <- wald$statistic
    } else {
      measure <- wald$measure
      effect <- request$difference
      check_gap(effect, asked_metrics(metric), measure[1], rows$estimate.reference)
      if (measure[1] == "ratio") check_ratio(effect, set, asked_metrics(metric), rows)
      gap <- if (plans_ratio(request)) log(effect) else effect
      if (compared$test$score) tau <- tau_at(gap, wald, z)
      z <- ifelse(wald$std.error > 0 & is.finite(tau), gap / wald$std.error, NA)
    }
    rows$note <- first_known(rows$note, wald$note)
  }
  basis_frame(
    rows, compared$test$method, effect, z, tau, per = set$n_clusters, measure = measure,
    note = ifelse(is.na(z), rows$note, NA)
  )
}

# `tau` of a score test at a gap other than the pilot's: Wald's variance stays, and what the test's has beyond it grows
# with the square of the gap, as McNemar's does, up to the pilot's, where it is known.
tau_at <- function(gap, wald, z) {
  pilot <- wald$statistic * wald$std.error
  beyond <- (wald$statistic / z)^2 - 1
  ifelse(pilot == 0, 1, 1 / sqrt(1 + beyond * pmin((gap / pilot)^2, 1)))
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
    # What Tango's score test works with there.
    at_end <- function(end) sqrt(tango_variance(first, second, 1, end) / basis$share) / se
    basis[c("tau_low", "tau_high")] <- list(at_end(basis$low), at_end(basis$high))
    basis$method <- "score"
    return(basis)
  }
  compared <- compare_for_power(set, asked, by_wald(request, compared))
  rows <- compared$rows
  if (!is.null(request$difference)) check_gap(request$difference, metric, request$measure)
  basis <- basis_frame(
    rows, compared$test$method, request$difference %||% rows$estimate, NA_real_, per = set$n_clusters,
    measure = rows$measure, note = rows$note
  )
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
  basis$computed <- ifelse(is.finite(basis$df), "t", "normal")
  basis
}

# -- checks -------------------------------------------------------------------------------

check_alpha <- function(alpha, alternative) {
  check_number(alpha, "alpha", 0, if (alternative == "two.sided") 1 else 0.5)
}

check_target <- function(difference, may_be_none = FALSE) {
  none <- is.null(difference) || may_be_none && identical(as.double(difference), 0)
  if (!none && (!are_numbers(difference) || length(difference) != 1 || difference == 0 || !is.finite(difference))) {
    given <- describe_value(difference)
    abort_rates(c("{.arg difference} must be one number other than 0, not {given}.", i = "0.02 stands for two points."))
  }
}

# No classifier is beyond the end of the range; `reference`: values, where they are known.
check_gap <- function(difference, metric, measure = "difference", reference = numeric()) {
  range <- min(metric$upper - metric$lower, pmax(metric$upper - reference, reference - metric$lower), na.rm = TRUE)
  if (is_relative(measure)) {
    if (difference <= 0) abort_rates("{.arg difference} is a ratio here and must be above 0, not {difference}.")
  } else if (abs(difference) > range) {
    abort_rates(c(
      "A difference of {difference} is not possible for {metric$asked}.",
      i = "It can be from {signif(-range, 3)} to {signif(range, 3)}; two points are 0.02."
    ))
  }
}
