# How many labels it takes to find a difference in accuracy: labels of rows on which the two differ, as those of others
# tell nothing. Connor's (1987) formula for McNemar's test, of these rows.

labels_needed <- function(x, metric, difference, power, reference, alternative, alpha) {
  if (!is.null(metric) && !identical(asked_metrics(metric)$metric, "accuracy")) {
    abort_verdict(c(
      "How many labels it takes is known for {.val accuracy}.",
      i = if (!inherits(x, "labelled_set")) {
        "Without {.code labels = TRUE} it is rows that are planned, by any metric."
      } else if (has_strata(x)) {
        "For other metrics see what {.fn next_labels} says of {.arg n} labels."
      }
    ), "metric")
  }
  if (!is.null(difference)) check_number(difference, "difference", -1, 1)
  rates <- disagreement_rates(x, reference)
  delta <- (difference %||% (rates$delta * rates$disagreement)) / rates$disagreement
  delta[is.nan(delta)] <- NA
  if (any(abs(delta) > rates$discordant, na.rm = TRUE)) {
    most <- min(rates$disagreement * rates$discordant)
    abort_verdict(c(
      "A {.arg difference} of {difference} cannot be: the two differ too little for it.",
      i = "It is at most {signif(most, 3)}."
    ), "rates")
  }
  z <- stats::qnorm(c(alpha / n_sides(alternative), 1 - power), lower.tail = FALSE)
  n <- rates$effect * (z[1] * sqrt(rates$discordant) + z[2] * sqrt(rates$discordant - delta^2))^2 / delta^2
  # Of these rows only nothing is left to find once all on which the two differ are labelled.
  if (identical(x[["question"]], "rows")) n <- n / (1 + (n - 1) / rates$rows)
  # Fewer than these show nothing even if one is right on all of them: mid-p is 0.5^n of two sides, half of that of one.
  n <- pmax(ceiling(n - 1e-9), pmin(least_shown(alpha, n_sides(alternative)), rates$rows))
  n[delta == 0 | points_away(delta, alternative)] <- NA
  note <- ifelse(!is.na(n), ifelse(n > rates$rows, "more rows are needed, not labels: the two differ on too few", NA),
    ifelse(is.na(delta) | delta == 0, "no difference to find: give one", "the difference is in the other direction")
  )
  rows <- data.frame(
    n = n, more = pmax(n - rates$labelled, 0), random = ceiling(n / rates$disagreement - 1e-9), power = power,
    alpha = alpha, alternative = alternative, metric = "accuracy", classifier = rates$classifier,
    reference = rates$reference, difference = delta * rates$disagreement, disagreement = rates$disagreement,
    available = rates$rows, note = note
  )
  new_result(rows, "label_size", judge = isTRUE(x[["labelling"]]$judge))
}

least_shown <- function(alpha, sides) floor(-log2(alpha) + sides - 2) + 1

# Of each pair: on what share of the rows the two differ; on which share of these only one is right, and how much more
# often it is the first.
disagreement_rates <- function(x, reference) UseMethod("disagreement_rates")

disagreement_rates.prediction_set <- function(x, reference) {
  pairs <- compared_pairs(x, reference)
  counts <- count_disagreements(x, pairs)
  plan <- if (inherits(x, "labelled_set")) usual_label_plan(x, reference)
  # As the two are compared: by all labelled disagreements together, or else by what each label stands for.
  weighed <- x
  known <- is_labelled(x)
  if (!is.null(plan) && !inherits(plan, "plan_disagreements")) {
    weighed$count[known] <- (x$count * label_weights(x))[known]
  }
  stand_for <- count_disagreements(weighed, pairs)
  seen <- stand_for[3, ]
  rates <- data.frame(
    classifier = x$classifiers[pairs[1, ]], reference = x$classifiers[pairs[2, ]],
    disagreement = counts[2, ] / counts[1, ], rows = counts[2, ], labelled = counts[3, ],
    discordant = ifelse(seen > 0, (stand_for[4, ] + stand_for[5, ]) / seen, if (length(x$classes) > 2) 0.5 else 1),
    delta = (stand_for[4, ] - stand_for[5, ]) / seen
  )
  if (inherits(plan, "plan_judged")) rates <- with_judged_difference(rates, plan, x, pairs)
  # What labels of unknown origin show is no rate of anything.
  if (identical(x$labelling$kind, "unknown")) {
    rates[c("labelled", "delta")] <- list(0, NA_real_)
    rates$discordant <- if (length(x$classes) > 2) 0.5 else 1
  }
  rates$effect <- label_effects(x, pairs)
  rates
}

usual_label_plan <- function(x, reference) {
  request <- new_request(x, metric = "accuracy", reference = reference)
  set_plan(x, set_target(x, request$metrics, "none", NULL, request$zero_division), request)
}

# It may be larger than the rates of the labels allow.
with_judged_difference <- function(rates, plan, x, pairs) {
  rates$delta <- pmin(pmax(judged_pairs(plan, x, pairs)$estimate / rates$disagreement, -1), 1)
  rates$discordant <- pmax(rates$discordant, abs(rates$delta), na.rm = TRUE)
  rates
}

# How many labels of rows that belong together are worth one of rows that do not: what the clusters make of the
# variance of the difference.
label_effects <- function(x, pairs) {
  if (!is_clustered(x) || !any(is_labelled(x))) {
    return(1)
  }
  single <- x
  single["profiles"] <- list(NULL)
  target <- set_target(x, set_metrics(x, "accuracy"), "none", NULL, "na")
  estimates_of <- if (inherits(x, "labelled_set")) labelled_estimates else set_estimates
  each <- lapply(list(x, single), function(set) contrast_variances(estimates_of(set, target)$vcov[, , 1], pairs))
  effect <- each[[1]] / each[[2]]
  ifelse(is.finite(effect) & effect > 1, effect, 1)
}

# Of rates alone: rows on which the two differ with neither right are not in them.
disagreement_rates.default <- function(x, reference) {
  basis <- basis_of(x, list(
    metric = "accuracy", method = "midp", reference = reference, exact = FALSE, average = "none",
    alternative = "two.sided", alpha = 0.05
  ))
  both <- basis$only_classifier + basis$only_reference
  data.frame(
    classifier = basis$classifier, reference = basis$reference, disagreement = both, rows = Inf, labelled = 0,
    discordant = 1, delta = (basis$only_classifier - basis$only_reference) / both, effect = 1
  )
}
