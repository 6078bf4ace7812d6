# What is estimated of a prediction set: a metric in some slices, of all classifiers.

# A binary question has its own.
set_metrics.prediction_set <- function(x, metric) {
  if (is.null(metric)) {
    detail <- if (is.null(x$positive)) "precision" else c("sensitivity", "specificity", "precision", "npv")
    known <- asked_metrics(c("accuracy", if (!is_graded(x)) detail))
    known$headline <- known$overall
    known$usual <- known$metric == "precision" | is_graded(x)
    return(known)
  }
  metrics <- asked_metrics(metric)
  check_graded_metrics(x, metrics)
  check_table_memory(x, metrics)
  if (!all(is.na(metrics$power_of))) check_class_order(x)
  metrics$option <- Map(function(power, option) {
    if (!is.na(power)) option <- list(core = "kap", weight = kappa_weights(power, length(x$classes)))
    if (identical(option$core, "cost")) option$weight <- match_costs(option$costs, x$classes)
    option
  }, metrics$power_of, metrics$option)
  metrics
}

# Names in alphabetical order, which nobody gave: the weights are hardly meant for high, low and mid.
check_class_order <- function(x) {
  named <- length(x$classes) > 2 && all(nchar(x$classes) > 1) && !any(grepl("[0-9]", x$classes))
  if (named && !isTRUE(x$listed) && !is.unsorted(match(x$classes, sort(x$classes, method = "radix")))) {
    warn_verdict(c(
      "Weighted kappa takes the classes in the order {.val {utils::head(x$classes, 5)}}, that of the alphabet.",
      i = "Give theirs when the set is made, by {.code levels = c(...)}."
    ), "order")
  }
}

set_target.prediction_set <- function(x, metric, average, classes, zero_division) {
  if (metric$core == "cost" && !is.null(classes)) {
    abort_verdict(c(
      "{metric$label} is that of all rows, not of single {.arg classes}.", i = "Leave {.arg classes} out."
    ), "metric")
  }
  slices <- metric_slices(x, metric, average, classes)
  # Averages, what depends on a given prevalence, and what weighs as it was drawn, are composite.
  per_class <- average == "none" || metric$overall
  family <- if (per_class && !depends_on_prevalence(x, metric) && is.null(x$sampled)) metric$family else "composite"
  updated <- !is.null(x$prevalence) && (average != "none" || depends_on_prevalence(x, metric))
  c(slices, list(
    metric = metric, zero_division = zero_division, family = family, scored = takes_score(x, metric, family, updated),
    moments = lazily(function() .Call(ffi_metrics_moments, x, slices$slice))
  ))
}

# The slices to report: codes (0 and NA stand for all rows together) and labels.
metric_slices <- function(x, metric, average, classes) {
  if (metric$overall && is.null(classes)) {
    return(list(slice = 0L, class = NA_character_, average = "none"))
  }
  asked <- asked_classes(x, classes)
  codes <- match(asked, x$classes)
  if (average == "none" || metric$overall) {
    return(list(slice = codes, class = asked, average = "none"))
  }
  list(slice = if (is.null(classes)) seq_along(x$classes) else codes, class = NA_character_, average = average)
}

# What the counts of one class tell.
is_single <- function(x, target) {
  target$average == "none" && (!identical(target$slice, 0L) || target$metric$family != "composite") &&
    is.null(target$metric$option[[1]]) && !depends_on_prevalence(x, target$metric)
}

set_estimates.prediction_set <- function(x, target) {
  single <- is_single(x, target)
  counted <- if (single) {
    .Call(ffi_metrics_classes, x, target$metric$core, target$metric$beta, target$slice, target$moments())
  } else {
    slice_metrics(x, target)
  }
  # What small weights say is lost in sums of products that hold the square of a large one.
  if (single && !is.null(x$sampled)) counted$vcov <- replace(slice_metrics(x, target)$vcov, is.na(counted$vcov), NA)
  estimates <- counted$estimates
  mean <- is_mean_cost(x, target)
  spread <- if (mean) counted$vcov * sample_factor(x)^2 else counted$vcov
  c(
    list(
      estimate = estimates$estimate, vcov = finite_spread(estimates$estimate, known_spread(x, spread)),
      status = estimates$status, note = estimate_notes(x, target, estimates),
      alike = function(slice, who) if (same_predictions(x, who, target$class[slice])) "identical" else NA_character_
    ),
    counted[intersect(c("successes", "trials"), names(counted))],
    if (mean) list(df = function(slice, contrasts) rep(sum(x$count) - 1, ncol(contrasts))),
    list(remark = remark_on_averages(x, target)),
    if (target$scored) list(own = list(score = score_alone(x, target)))
  )
}

# The mean cost of independent rows is a mean, with the standard error and the t of one.
is_mean_cost <- function(x, target) {
  all(target$metric$core == "cost") && is.null(x$prevalence) && is.null(x$sampled) && !is_clustered(x)
}

sample_factor <- function(x) sqrt(sum(x$count) / (sum(x$count) - 1))

# Of the quantities of targets, what makes the spread of a large sample that of any.
target_factors <- function(x, targets) {
  unlist(lapply(targets, function(target) {
    rep(if (is_mean_cost(x, target)) sample_factor(x) else 1, length(x$classifiers) * length(target$class))
  }))
}

# One cluster shows nothing of how clusters vary, a limit (without a derivative) nothing of its error.
known_spread <- function(x, vcov) {
  if (is_clustered(x) && x$n_clusters < 2) vcov[] <- NA_real_
  replace(vcov, is.nan(vcov), NA)
}

# Of which quantities of a target nothing is known of how they vary between clusters, as where all rows of a class
# are of one.
is_lone <- function(x, target) {
  if (!is_clustered(x) || !is_single(x, target)) {
    return(logical(length(x$classifiers) * length(target$class)))
  }
  is.na(as.vector(apply(set_estimates(x, target)$vcov, 3, diag)))
}

# What is infinite does not vary.
finite_spread <- function(estimate, vcov) {
  for (at in which(is.infinite(estimate))) {
    i <- row(estimate)[at]
    j <- col(estimate)[at]
    vcov[i, , j] <- NA
    vcov[, i, j] <- NA
  }
  vcov
}

# From the influences of the rows, slice by slice.
slice_metrics <- function(x, target) {
  quantity <- target_quantities(target, x)
  n <- length(x$classifiers)
  parts <- lapply(split(quantity, rep(seq_along(target$class), each = n)), function(part) {
    joint_metrics(x, part, target$zero_division)
  })
  columns <- lapply(rlang::set_names(names(parts[[1]]$estimates)), function(name) {
    vapply(parts, function(part) part$estimates[[name]][, 1], parts[[1]]$estimates[[name]][, 1])
  })
  vcov <- vapply(parts, `[[`, parts[[1]]$vcov, "vcov")
  list(estimates = lapply(columns, matrix, nrow = n), vcov = array(vcov, c(n, n, length(parts))))
}

joint_metrics <- function(x, quantity, zero_division) {
  .Call(ffi_metrics_joint, x, core_quantities(quantity, x), zero_division)
}

# By profile: a pattern of rows, or of a cluster's rows. What is known is large-sample theory (the delta method's).
# The covariance is found in one pass over the profiles, without their influences.
set_influence.prediction_set <- function(x, targets) {
  quantity <- stacked(lapply(targets, target_quantities, x = x))
  joint <- lazily(function() counted_joint(x, targets, quantity))
  new_influence(
    joint()$estimate, counted_influence(x, targets, quantity), x$profiles$multiplicity %||% x$count,
    note = unlist(lapply(targets, function(target) set_estimates(x, target)$note)), vcov = joint()$vcov,
    replicates = function(contrasts, rule) counted_replicates(x, targets, contrasts, rule)
  )
}

counted_influence <- function(x, targets, quantity) {
  influence <- .Call(ffi_metrics_influence, x, core_quantities(quantity, x), targets[[1]]$zero_division)
  value <- t(influence$value * target_factors(x, targets)) * sum(x$profiles$multiplicity %||% x$count)
  value[, !is.finite(influence$estimates$estimate) | unlist(lapply(targets, is_lone, x = x))] <- NA
  value
}

counted_joint <- function(x, targets, quantity) {
  n <- nrow(quantity)
  check_memory(32 * n^2, paste("The joint covariance of", count_of(n, "estimate")), paste(
    "Give fewer {.arg classes}, or an {.arg average}."
  ))
  metrics <- joint_metrics(x, quantity, targets[[1]]$zero_division)
  estimate <- as.vector(metrics$estimates$estimate)
  factor <- target_factors(x, targets)
  vcov <- known_spread(x, metrics$vcov * outer(factor, factor))
  unknown <- !is.finite(estimate) | unlist(lapply(targets, is_lone, x = x))
  vcov[unknown, ] <- NA
  vcov[, unknown] <- NA
  list(estimate = estimate, vcov = vcov)
}

# Equal values that do not vary need not come from the same predictions.
same_predictions <- function(x, who, class = NA) {
  label <- x$patterns[x$count > 0, 1 + who, drop = FALSE]
  if (!is.na(class)) label <- label == match(class, x$classes)
  all(label == label[, 1])
}

# How the note of an average of some classes begins.
averaged_over <- "averaged over"

# Why each estimate is NA, or an average only of some classes.
estimate_notes <- function(x, target, estimates) {
  who <- rep_len(x$classifiers, length(estimates$status))
  cause <- status_note(as.vector(estimates$cause), list(who = who))
  culprit <- c(NA, x$classes)[pmax(as.vector(estimates$culprit), 0L) + 1L]
  note <- status_note(as.vector(estimates$status), list(
    cause = cause, culprit = culprit, metric = target$metric$label, who = who
  ))
  n <- length(target$slice)
  averaged <- as.vector(estimates$averaged)
  partial <- is.na(note) & target$average != "none" & averaged < n
  note[partial] <- sprintf("%s %d of %d classes", averaged_over, averaged[partial], n)
  note
}

# Of pairs of averages that may leave classes out, whether these are the same.
remark_on_averages <- function(x, target) {
  if (target$average == "none" || target$zero_division != "skip") {
    return(NULL)
  }
  function(rows, pairs) {
    each <- set_target(x, target$metric, "none", x$classes, "na")
    known <- matrix(!is.na(set_estimates(x, each)$estimate), length(x$classifiers))
    unlike <- rowSums(known[pairs[1, ], , drop = FALSE] != known[pairs[2, ], , drop = FALSE]) > 0
    at <- unlike & !is.na(rows$estimate)
    rows$note[at] <- paste_notes(rows$note[at], rep("compared with an average of other classes", sum(at)))
    rows
  }
}

set_units.prediction_set <- function(x) {
  events <- x$patterns[, 1] == match(x$positive %||% NA, x$classes)
  new_units(
    x$classifiers, if (is.null(x$sampled)) x$n else x$n_rows, "observation", row = "row", n_rows = x$n_rows,
    n_clusters = x$n_clusters, n_omitted = x$n_omitted, clustered = is_clustered(x),
    classes = if (is_graded(x)) character() else x$classes, positive = x$positive, design = x$design,
    prevalence = if (!is.null(x$prevalence)) stats::setNames(x$prevalence, x$classes), exchangeable = TRUE,
    one_sided = "sign", # Salzberg's
    effective = x$sampled, drops_folds = !is.null(x$sampled),
    events = if (length(x$positive)) events_words(sum(x$count[events]) / x$n, x$positive)
  )
}

abort_sign_side <- function() {
  abort_verdict(c(
    "The sign test is one-sided: {.arg alternative} must be {.val greater} or {.val less}.",
    i = "Its two-sided form is {.code method = \"exact\"}."
  ), "method")
}

set_plan.prediction_set <- function(x, target, request) {
  if (takes_folds(x, target, request)) {
    return(fold_plan(x, target, request))
  }
  method <- match_method(x, target, request)
  metric <- target$metric
  measure <- match_measure(request_measure(request, metric), method, metric, !is.null(x$prevalence))
  if (method$method == "sign" && request$alternative == "two.sided") {
    abort_sign_side()
  }
  if (method$method == "sign" && !is.null(request$rule$zeros)) {
    abort_verdict(c(
      "{.arg zeros} is for scores.", i = "Of labels this test takes the rows on which one alone is right."
    ), "method")
  }
  if (method$method == "z") warn_verdict(c(
    "The z test ignores that the predictions are of the same rows.",
    i = "Use {.code method = \"wgs\"}; this one is only for comparison."
  ), "unpaired")
  asked <- if (draws_replicates(request)) tests_of("pair")[request$rule$method, ] else method
  vcov <- match_vcov(request$vcov, asked, target, x)
  method$id <- test_id(if (is_clustered(x)) method$form else method$id, variance_part(vcov))
  interval <- match_comparison_interval(x, target, request, method, measure, vcov)
  kind <- if (target$family == "composite") c("plan_composite", "plan_estimates") else "plan_proportion"
  if (method$method == "score") kind <- c("plan_composite_score", kind)
  plan <- new_plan(target, method, measure, interval, request, kind, vcov = vcov$vcov)
  plan$estimates <- lazily(function() set_estimates(x, target))
  plan$withholds <- is.null(request$rule$method) && is_clustered(x) && rests_on_classes(target)
  plan
}

# The two classifiers of every pair change places in the same observations.
set_exchanges.prediction_set <- function(x, plans, pairs, R) { # nolint: object_name_linter.
  targets <- lapply(plans, `[[`, "target")
  x <- set_to_draw(x, targets, sum(lengths(lapply(targets, `[[`, "class"))) * ncol(pairs), R)
  # The tests of every plan, each with its pairs within slices, which is the order of their rows.
  tests <- lapply(plans, function(plan) {
    plan$request <- plan_request(plan, 0.05, is_clustered(x))
    permuted <- if (plan$target$family == "composite") permuted_estimates else permuted_proportions
    permuted(x, plan, pairs, new_draws())
  })
  z <- unlist(lapply(tests, `[[`, "z"))
  list(
    z = z, exact = unlist(lapply(tests, `[[`, "exact")), log_exact = unlist(lapply(tests, `[[`, "log_exact")),
    draw = function(n, done) do.call(rbind, lapply(tests, function(test) test$draw(n, done))),
    most = max(1, floor(1e7 / length(z)))
  )
}

# One draw over the profiles a replicate.
counted_replicates <- function(x, targets, contrasts, rule) {
  x <- set_to_draw(x, targets, length(contrasts$quantity), rule$R)
  all <- stacked(lapply(targets, target_quantities, x = x))
  quantity <- core_quantities(all, x, strict = FALSE)
  zero <- targets[[1]]$zero_division
  observed <- .Call(ffi_resample_observed, x, core_quantities(all, x), zero, contrasts)
  draws <- new_draws()
  drawn <- in_pieces(rule$R, "Bootstrapping", function(n, done) {
    .Call(ffi_resample_replicates, x, quantity, zero, contrasts, n, rule$studentized, FALSE, draws(done))
  })
  list(observed = observed, value = drawn$value, variance = drawn$variance)
}

set_omnibus.prediction_set <- function(x, target, request) {
  rule <- omnibus_rule(x, target, request)
  found <- if (target$family == "composite") {
    omnibus_of_composite(x, target, rule)
  } else {
    found <- omnibus_of_proportions(x, target, rule, request$R)
    if (rule$method$wald) with_few_in_joint(found, x, target) else found
  }
  found$status <- without_ok(found$status)
  robust <- rule$method$wald && rule$vcov == "robust"
  with_few_observations(x, found, robust & !is.na(found$log.p.value))
}

omnibus_of_composite <- function(x, target, rule) {
  estimates <- set_estimates(x, target)
  found <- omnibus_of_estimates(x, estimates, rule, target)
  reason <- first_fixed(fixed_by_classifier(x, target))
  found <- without_fixed(found, reason)
  with_few_errors_in_joint(with_few_in_joint(found, x, target), x, target, estimates$vcov)
}
