# Per-class tests combined into one p-value.

combine_over_classes <- function(comparison, rule) {
  rows <- comparison$rows
  joint <- if (rule$type == "sum" && sum(!is.na(rows$p.value)) > 1) joint_statistics(comparison)
  used <- if (is.null(joint)) is_tested(rows) else has_statistic(rows$log.p.value, joint$gap, joint$vcov)
  out <- new_classes_result(comparison, sum(used), !used)
  weights <- class_weights(rule$weights, rows, used, known_combinations()[rule$combine, ])
  if (out$n < 2) {
    return(utils::modifyList(out, single_test(rows[used, ], rule)))
  }
  dependence <- if (rule$type == "sum") {
    switch(rule$covariance,
      analytic = list(covariance = correlation_of(joint$vcov[used, used]), type = "z"),
      permutation = list(covariance = permuted_p(comparison)[, used], type = "simulated"),
      bootstrap = list(covariance = bootstrapped_p(comparison)[, used], type = "simulated")
    )
  }
  sides <- n_sides(comparison$request$alternative)
  combined <- combine_dependent(rows$log.p.value[used], rule$combine, weights, dependence, sides)
  combined$method <- classes_method(rows[used, ], rule)
  utils::modifyList(out, combined)
}

# Where no covariance is asked for: a test whose estimate varies; alone it need not.
is_tested <- function(rows) !is.na(rows$p.value) & (nrow(rows) == 1 | !(rows$std.error %in% 0))

# What combine_p() does for one set: statistic, parameter, log.p.value, covariance, note.
combine_dependent <- function(log.p, method, weights, dependence, sides) {
  rule <- known_combinations()[method, ]
  covariance <- if (!is.null(dependence)) {
    own_covariance(rule, weights, dependence$covariance, dependence$type, sides)
  }
  combined <- .Call(ffi_combine_sets, matrix(log.p, 1), TRUE, rule$core, weights, covariance)
  list(
    statistic = stats::setNames(combined$statistic, rule$statistic),
    parameter = combined_parameter(combined, covariance), log.p.value = combined$log.p.value,
    covariance = covariance, note = status_note(combined$status, list())
  )
}

# Nothing to combine: the test itself, or none.
single_test <- function(row, rule) {
  if (nrow(row) == 0) {
    return(undefined_over_classes(rule))
  }
  list(
    statistic = c(statistic = row$statistic), parameter = c(df = row$df)[!is.na(row$df)],
    log.p.value = row$log.p.value, method = paste0(test_label(row$method.id), ", a single test")
  )
}

# One weight a class, for all of its pairs; by name where they have names.
class_weights <- function(weights, rows, used, rule) {
  if (is.null(weights)) {
    return(combination_weights(NULL, rule, sum(used)))
  }
  class <- unique(rows$class)
  if (!is.null(names(weights))) weights <- named_weights(weights, class)
  all <- combination_weights(weights, rule, length(class))
  all[match(rows$class, class)][used]
}

named_weights <- function(weights, class) {
  unknown <- setdiff(names(weights), class)
  lacking <- setdiff(class, names(weights))
  if (length(unknown) || length(lacking) || anyDuplicated(names(weights))) {
    abort_verdict(c(
      "{.arg weights} must have one weight for each class that is compared.",
      x = if (length(unknown)) "Not a class that is compared: {.val {unknown}}.",
      x = if (length(lacking)) "No weight for {.val {lacking}}.",
      i = "Give a named weight for each class once, or weights without names in the order of the classes."
    ), "weights")
  }
  unname(weights[class])
}

# -- p-values under the null hypothesis, a row a replicate -----------------------------

permuted_p <- function(comparison) {
  request <- comparison$request
  plan <- comparison$plans[[1]]
  # The statistic is that of the test, McNemar's for the tests made of its table.
  plan$method$squared <- TRUE
  if (plan$method$family == "matched") plan$method$test <- "mcnemar"
  permuted <- set_exchanges(comparison$set, list(plan), request$pairs, request$R)
  drawn <- in_pieces(request$R, "Permuting", most = permuted$most, function(n, done) list(z = permuted$draw(n, done)))
  p_of_z(t(drawn$z), request$alternative)
}

# Differences, centred at those of the data, over their standard deviation. (That of each
# replicate is next to nothing where the two happen to differ on a row or two.)
bootstrapped_p <- function(comparison) {
  contrasts <- new_contrasts(quantity_positions(comparison), "difference")
  replicates <- set_replicates(
    comparison$set, list(comparison$plans[[1]]$target), contrasts, list(R = comparison$request$R, studentized = FALSE)
  )
  z <- replicates$value - replicates$observed$value
  z[!is.finite(z)] <- NA
  z <- z / apply(z, 1, stats::sd, na.rm = TRUE)
  z[is.na(z)] <- 0
  p_of_z(t(z), comparison$request$alternative)
}

p_of_z <- function(z, alternative) {
  p <- switch(alternative,
    two.sided = 2 * stats::pnorm(-abs(z)), greater = stats::pnorm(-z), less = stats::pnorm(z)
  )
  pmax(p, .Machine$double.xmin)
}

# -- the largest statistic -------------------------------------------------------------

largest_over_classes <- function(comparison, rule) {
  if (!rule$resampled) comparison <- largest_normal(comparison)
  rows <- comparison$rows
  used <- !is.na(rows$adj.p.value)
  out <- new_classes_result(comparison, sum(used), !used)
  if (!any(used)) {
    return(utils::modifyList(out, undefined_over_classes(rule)))
  }
  out$method <- classes_method(rows[used, ], rule)
  out$statistic <- largest_score(rows[used, ], rule, comparison$request$alternative)
  out$log.p.value <- if (rule$resampled) log(min(rows$adj.p.value[used])) else min(rows$log.adj.p.value[used])
  out
}

# Of normal scores, or of the statistics as they are: chi-squared ones as signed roots.
largest_score <- function(rows, rule, alternative) {
  if (!rule$resampled) {
    tail <- if (alternative == "two.sided") log(2) else 0
    z <- stats::qnorm(rows$log.p.value - tail, lower.tail = FALSE, log.p = TRUE)
  } else {
    z <- extremeness(alternative)(signed_statistic(rows))
  }
  stats::setNames(max(z), if (alternative == "two.sided") "max |z|" else "max z")
}

# Adjusted by the largest of normal scores with the statistics' correlations.
largest_normal <- function(comparison) {
  rows <- comparison$rows
  joint <- joint_statistics(comparison)
  used <- has_statistic(rows$log.p.value, joint$gap, joint$vcov)
  log.p <- ifelse(used, rows$log.p.value, NA)
  alpha <- 1 - comparison$request$conf.level
  adjusted <- adjust_family(
    log.p, "max_t", alpha, function() against_numbers(joint$vcov), comparison$request$alternative
  )
  judged <- judge_rows(rows, adjusted, limits_of(comparison, adjusted, alpha))
  comparison[c("rows", "local", "adjustment")] <- judged[c("rows", "local", "p.adjust.method")]
  comparison
}

# -- words -----------------------------------------------------------------------------

# A class by itself may have all permutations; the largest of several statistics has draws.
classes_method <- function(used, rule) {
  tests <- unique(test_label(without_part(used$method.id, "exact")))
  paste0(classes_label(rule), ", ", count_of(nrow(used), "test"), " (", and_list(tests), ")")
}
