# A judge's labels of all rows, where the strata that they would make have too few labels: accuracies of two
# classifiers by the difference of what the judge says of all rows and of the labelled ones, with a factor that makes
# the variance least (Zrnic and Candes 2024). With a factor of 0 it is the estimate without the judge.

# Whether estimates of a target are for it: the judge is no use as a stratum where a stratum that matters has few
# labels.
takes_judge <- function(x, target) {
  all_hold(
    has_judge(x), !isFALSE(target$judged), !is_clustered(x),
    is_accuracy(target) || length(x$classes) %in% 2:20,
    target$metric$core != "detection_prevalence", # which is known
    needs_differences(x, is_accuracy(target))
  )
}

# Differences of accuracies have a factor of their own in each pair, and normal tests.
takes_judged_pairs <- function(x, target, measure) {
  is_accuracy(target) && identical(measure, "difference") && takes_judge(x, target)
}

# A target that takes the judge's labels as strata, however few labels these have.
judged_by_strata <- function(target) replace(target, "judged", FALSE)

# Whether strata with the judge's labels have too few labels and those without have enough, none of them chosen by it.
# `differing`: of rows on which classifiers differ.
needs_differences <- function(x, differing) {
  few_labelled(x, x$labelling$strata$base, differing) && !few_labelled(x, strata_without_judge(x), differing) &&
    !is_chosen_by_judge(x)
}

# Whether labels were drawn at rates that differ with what the judge says: then they are random only where its labels
# are strata.
is_chosen_by_judge <- function(x) {
  if (x$labelling$kind != "by_pattern") {
    return(FALSE)
  }
  first <- x$labelling$strata$first
  said <- judge_codes(x)[first]
  said[is.na(said)] <- 0L
  stratum <- strata_without_judge(x)[first]
  # By what it says, and by whom it sides with.
  sides <- max.col(cbind(x$patterns[first, -1, drop = FALSE] == said, TRUE), "first")
  cells <- stratum_sizes(labelled_strata(x))
  isTRUE(min(unlike_rates_p(cells, stratum, said), unlike_rates_p(cells, stratum, sides)) < log(plainly_chosen))
}

# Where a random draw is taken for another, strata with few labels lose their estimate.
plainly_chosen <- 1e-5

# Whether a stratum, of rows on which classifiers differ or of all, has fewer labels than it takes.
few_labelled <- function(x, stratum, differing) {
  codes <- x$patterns[, -1, drop = FALSE]
  apart <- !differing | rowSums(codes != codes[, 1]) > 0
  each <- function(what) as.vector(rowsum(x$count * what, stratum))
  any(each(apart) > 0 & each(is_labelled(x)) < pmin(enough_labels, each(1)))
}

judge_plan <- function(x, target, request) {
  match_vcov(request$vcov, tests_of("pair")["wald", ], target, x)
  if (!is.null(request$interval)) check_choice(request$interval, "interval", "wald")
  plan <- new_plan(
    target, tests_of("pair")["wald", ], "difference", intervals_of("pair")["wald", ], request,
    c("plan_judged", "plan_estimates")
  )
  found <- judged_pairs(plan, x, request$pairs)
  beyond <- any(is_beyond_range(found$own, target$metric))
  plan$judge <- judge_found(x, target, "differences", stats::median(found$worth, na.rm = TRUE), beyond)
  plan
}

# By strata of predictions, from contributions by the truth (d) and by the judge (f).
judged_pair <- function(x, pair, core, strata) {
  by_truth <- right_by(x, x$patterns[, 1], pair, core)
  by_judge <- right_by(x, strata$judge, pair, core)
  d <- by_truth[, 1] - by_truth[, 2]
  f <- by_judge[, 1] - by_judge[, 2]
  factor <- judge_factor(strata, d, f)
  estimate <- strata$total(d, factor * f) / x$n
  squares <- either_squares(x, pair)
  variance <- function(factor) {
    phases <- judged_phases(x, strata, d, factor * f, squares)
    total <- sum(phases$rows^2 * x$count) + sum(phases$pseudo^2) + sum(phases$spread^2)
    (total / x$n - if (x$question == "rows") 0 else estimate^2) / x$n
  }
  list(
    estimate = estimate, variance = variance(factor), worth = variance(0) / variance(factor),
    own = if (all(strata$n > 0)) strata$total(by_truth, factor * by_judge) / x$n else c(NA_real_, NA_real_)
  )
}

# Pseudo labels of which either of the two is right as often where they differ.
either_squares <- function(x, pair) {
  first <- x$patterns[, pair[1] + 1]
  second <- x$patterns[, pair[2] + 1]
  either <- (first != second) * (x$whole$prior[cbind(x$whole$of, first)] + x$whole$prior[cbind(x$whole$of, second)])
  list(
    list(u = 1, weight = x$count * either / 2), list(u = -1, weight = x$count * either / 2),
    list(u = 0, weight = x$count * pmax(1 - either, 0))
  )
}

# By a label of each row, whether classifiers (columns) are right (wrong, of the error).
right_by <- function(x, label, who, core) {
  right <- 1 * unname(x$patterns[, who + 1, drop = FALSE] == label & !is.na(label))
  if (core == "error") 1 - right else right
}

# How much of the judge is used: the regression of the truth's contributions on the judge's, between none and all.
judge_factor <- function(strata, d, f) {
  weight <- strata$size * strata$n / pmax(strata$n - 1, 1)
  part <- function(v) sum(weight * (strata$mean(v * f) - strata$mean(v) * strata$mean(f)))
  bottom <- part(f)
  if (bottom > 0) min(max(part(d) / bottom, 0), 1) else 0
}

# Rows (N) and labelled ones (n) of each stratum, what the judge says of each row, and of contributions (columns) means
# of labelled rows and of all, and totals: what the judge says (f) of all rows, put right by the labelled ones.
judged_strata <- function(x) {
  known <- is_labelled(x)
  of <- strata_without_judge(x)
  sums <- function(v) unname(rowsum(v * x$count, of))
  N <- as.vector(sums(rep(1, length(of)))) # nolint: object_name_linter.
  n <- as.vector(sums(as.numeric(known)))
  mean_of <- function(v) sums(replace(v, !known, 0)) / pmax(n, 1)
  all <- function(v) sums(v) / N
  list(
    of = of, known = known, N = N, n = n, size = ifelse(n > 0, N^2 * (1 - n / N) / pmax(n, 1), 0),
    judge = judge_codes(x), mean = mean_of, all = all, total = function(d, f) colSums(N * (all(f) + mean_of(d - f)))
  )
}

# -- other metrics ------------------------------------------------------------------------

without_judge <- function(x) {
  x$labelling$extra$judge <- NULL
  x$labelling$strata <- label_strata(x)
  x$whole <- whole_set(x)
  x
}

judge_codes <- function(x) match(as.character(x$labelling$extra$judge), x$classes)

# Of targets together what takes the place of what two_phase() gives without the judge, which quantities have `negative`
# cells, and the same as if the judge were not used.
judged_cells <- function(x, targets) {
  strata <- judged_strata(x)
  each <- lapply(targets, function(target) {
    if (is_accuracy(target)) {
      judged_accuracies(x, target$metric$core, strata)
    } else {
      lapply(seq_along(x$classifiers), function(who) judged_confusion(x, who, target, strata))
    }
  })
  quantities <- function(name) bind_quantities(each, function(one) one[[name]])
  u <- quantities("u")
  squares <- prior_squares(x, each, strata)
  phases <- function(lf) judged_phases(x, strata, u, lf, squares)
  c(phases(quantities("judged")), list(
    estimate = as.vector(bind_quantities(each, function(one) t(one$estimate))),
    negative = as.vector(bind_quantities(each, function(one) t(one$negative))),
    alone = function() phases(0 * u)
  ))
}

# Matrices of the classifiers of each target, with a column a slice, as one.
bind_quantities <- function(each, matrix_of) {
  do.call(cbind, lapply(each, function(classifiers) {
    all <- do.call(cbind, lapply(classifiers, matrix_of))
    all[, as.vector(t(matrix(seq_len(ncol(all)), ncol = length(classifiers)))), drop = FALSE]
  }))
}

# One classifier: its confusion matrix (the truth fastest), and of each row its contribution by the truth (`u`), by the
# judge (`judged`: times the factor of the cell) and by any label (`cell`).
judged_confusion <- function(x, who, target, strata) {
  K <- length(x$classes) # nolint: object_name_linter.
  predicted <- x$patterns[, who + 1]
  truth <- x$patterns[, 1]
  factor <- count <- matrix(0, K, K)
  for (k in unique(predicted)) {
    at <- predicted == k
    for (j in seq_len(K)) {
      d <- as.numeric(at & truth %in% j)
      f <- as.numeric(at & strata$judge %in% j)
      factor[j, k] <- judge_factor(strata, d, f)
      count[j, k] <- strata$total(d, factor[j, k] * f)
    }
  }
  said <- strata$judge
  said[is.na(said)] <- 0L
  beyond <- any(count < -1e-9 * x$n)
  count <- pmax(count, 0)
  cells <- cbind(rep(seq_len(K), K), rep(seq_len(K), each = K))
  set <- new_prediction_set(
    x$classes, c(x$truth, x$classifiers[who]), cells, as.vector(count), NULL, x$n, sum(count), 0, character()
  )
  set["positive"] <- list(x$positive)
  asked <- core_quantities(target_quantities(target, set), set)
  found <- .Call(ffi_metrics_influence, set, asked, target$zero_division)
  value <- t(found$value)
  value[!is.finite(value)] <- 0
  cell <- function(label) value[(predicted - 1) * K + ifelse(is.na(label), 1, label), , drop = FALSE]
  list(
    estimate = as.vector(found$estimates$estimate), negative = rep(beyond, ncol(value)),
    u = cell(truth) * strata$known, judged = cell(strata$judge) * rbind(0, factor)[cbind(said + 1, predicted)],
    cell = cell
  )
}

# The same of accuracies (errors), as judged_pair() has them beside a difference: with one factor, by the differences of
# all pairs.
judged_accuracies <- function(x, core, strata) {
  truth <- x$patterns[, 1]
  pairs <- comparison_pairs(seq_along(x$classifiers), NULL)
  gaps <- function(label) right_by(x, label, pairs[1, ], core) - right_by(x, label, pairs[2, ], core)
  factor <- judge_factor(strata, gaps(truth), gaps(strata$judge))
  lapply(seq_along(x$classifiers), function(who) {
    right <- function(label) right_by(x, label, who, core)
    estimate <- strata$total(right(truth), factor * right(strata$judge)) / x$n
    cell <- function(label) (right(label) - estimate) / x$n
    list(
      estimate = estimate, negative = FALSE, u = cell(truth) * strata$known, judged = factor * cell(strata$judge),
      cell = cell
    )
  })
}

# Of each stratum the mean of products of contributions by pseudo labels.
prior_squares <- function(x, each, strata) {
  lapply(seq_along(x$classes), function(j) {
    label <- rep(j, length(strata$of))
    list(
      u = bind_quantities(each, function(one) one$cell(label)),
      weight = x$whole$prior[x$whole$of, j] * x$count
    )
  })
}

# Within strata what is left of the labels after the judge's, with pseudo labels; if rows are a sample also what these
# vary by, between strata and (`spread`) within them.
judged_phases <- function(x, strata, u, lf, squares) {
  known <- strata$known
  of <- strata$of
  n <- strata$n
  k <- ifelse(n < strata$N & n > 0, x$smoothing, 0)
  e <- (u - lf) * known
  apart <- (e - strata$mean(e)[of, , drop = FALSE]) * known
  own <- ifelse(k > 0, 1 / pmax(n + k, 1), 1 / pmax(n - 1, 1))
  judged <- strata$all(lf)
  drawn <- Reduce(`+`, lapply(squares, function(one) unname(rowsum(one$u * one$weight, of)))) / strata$N
  part <- sqrt(strata$size * k / pmax(n + k, 1e-300))
  each <- (part / sqrt(strata$N))[of]
  within <- apart * sqrt((strata$size * own)[of])
  pseudo <- rbind(
    (strata$mean(e) + judged - drawn) * part * sqrt(n / pmax(n + k, 1)),
    do.call(rbind, lapply(squares, function(one) {
      (one$u - lf - (drawn - judged)[of, , drop = FALSE]) * each * sqrt(one$weight)
    }))
  )
  mean <- if (x$question == "rows") 0 * u else strata$mean(u)[of, , drop = FALSE]
  spread <- if (x$question != "rows") (u - mean) * sqrt((strata$N / pmax(n, 1))[of] * x$count * known)
  list(
    rows = mean + within, pseudo = pseudo, stratum = c(seq_along(n), rep(of, length(squares))), spread = spread,
    within = within * sqrt(x$count), of_within = of
  )
}

# Of "random" labels merged as ever.
strata_without_judge <- function(x) {
  x$labelling$extra$judge <- NULL
  label_strata(x)$of
}

judged_pairs <- function(plan, x, pairs) {
  strata <- judged_strata(x)
  found <- lapply(seq_len(ncol(pairs)), function(i) judged_pair(x, pairs[, i], plan$metric$core, strata))
  of <- function(name) vapply(found, function(pair) pair[[name]], 0)
  error <- sqrt(pmax(of("variance"), 0))
  own <- vapply(found, function(pair) pair$own, numeric(2))
  list(estimate = of("estimate"), error = replace(error, error == 0, NA), own = own, worth = of("worth"))
}

plan_rows.plan_judged <- function(plan, x, pairs, level) {
  found <- judged_pairs(plan, x, pairs)
  estimate <- found$estimate
  error <- found$error
  z <- estimate / error
  reach <- stats::qnorm(level / n_sides(plan$alternative), lower.tail = FALSE) * error
  bare <- rep(NA_real_, length(z))
  computed <- list(
    estimate = estimate, std.error = error, conf.low = if (plan$alternative == "less") -1 + 0 * z else estimate - reach,
    conf.high = if (plan$alternative == "greater") 1 + 0 * z else estimate + reach, statistic = z, df = bare,
    log.p.value = tail_log_p(z, plan$alternative), theta0 = found$own[1, ], theta1 = found$own[2, ]
  )
  rows <- with_few_judged(rows_from_core(x, plan, pairs, computed), x)
  rows <- with_equal_pairs(rows, plan, x, pairs, level)
  values_in_range(rows, c("estimate.classifier", "estimate.reference"), plan$metric)
}

# What the judge says of all rows, put right by few labels, may make more rows right than there are. Intervals and
# differences stand.
values_in_range <- function(rows, columns, metric) {
  beyond <- logical(nrow(rows))
  for (column in columns) {
    beyond <- beyond | is_beyond_range(rows[[column]], metric)
    rows[[column]] <- cut_value(rows[[column]], metric)
  }
  with_status(rows, beyond, "beyond_range", also = TRUE)
}

cut_value <- function(value, metric) pmax(metric$lower, pmin(metric$upper, value))

# A plan whose pairs have values of their own, with what each classifier has by itself, or one would have several values
# in a table of all.
with_values_alone <- function(plan, pairs) {
  values <- if (inherits(plan, "plan_judged")) plan$values else plan$estimates
  plan$alone <- lazily(function() known_estimates(values())$estimate[, 1])
  if (ncol(pairs) > 1) plan$own <- function() cut_value(plan$alone(), plan$metric)
  plan
}

# Pairs that never differ need no judge, and leave Wald's test nothing to test; their value is that of each alone.
with_equal_pairs <- function(rows, plan, x, pairs, level) {
  never <- never_differ(x, pairs)
  if (any(never)) {
    equal <- plan_rows.plan_disagreements(plan, x, pairs[, never, drop = FALSE], level)
    equal[c("p.value", "log.p.value")] <- NA_real_
    equal$estimate.classifier <- equal$estimate.reference <- plan$alone()[pairs[1, never]]
    rows[never, ] <- equal
  }
  rows
}

# As its interval has it: gate() and whoever holds the interval against a margin decide the same.
plan_margins.plan_judged <- function(plan, x, pairs) {
  found <- judged_pairs(plan, x, pairs)
  counts <- count_disagreements(x, pairs)
  margin_sides(plan$margin, ncol(pairs), function(end, side) {
    tail_log_p(score_of_equals(counts, end, (found$estimate - end) / found$error), side)
  })
}

# The standard error of a difference with a judge is too small where the estimate is large by chance: with 5 to 18
# labels of rows on which two differ, one was said to be worse by more than a true difference in 0.045 to 0.085 of 2,600
# simulated data sets, not 0.025; not worse, or equivalent, in at most 0.028.
few_differing <- 40

with_few_at_margin.plan_judged <- function(plan, x, pairs, rows) {
  n <- count_disagreements(x, pairs)[3, ]
  beyond <- (rows$adj.conf.low > rows$margin.high | rows$adj.conf.high < rows$margin.low) %in% TRUE
  few <- paste(count_of(n, "label"), "of rows on which two differ")
  with_status(rows, beyond & n < few_differing, "few_beyond_margin", list(rows = few), also = TRUE)
}

# What a result says of the judge: by which metric, how often it is right, how it came in, by "differences" or as
# "strata", the variance of a difference without it over that with it, and whether it put a value beyond its range.
judge_found <- function(x, target, by, worth = NA_real_, beyond = FALSE) {
  known <- is_labelled(x)
  if (!any(known)) {
    return(NULL)
  }
  weight <- (x$count * label_weights(x))[known]
  right <- sum(weight * (judge_codes(x) == x$patterns[, 1])[known], na.rm = TRUE) / sum(weight)
  new_rows(metric = target$metric$label, right = right, by = by, worth = worth, beyond = beyond)
}
