# Few labels as evidence: two-phase estimates. All rows are phase 1, those with a truth phase 2. Within a stratum labels
# are a random sample, so that a row's contribution to an estimate varies about the mean of its stratum (Neyman 1938,
# Robins, Rotnitzky and Zhao 1994); the variance of a stratum with few labels has a pseudo label.

set_units.labelled_set <- function(x) {
  units <- set_units(whole_of(x))
  words <- labelled_words(x)
  units[c("labels", "labels_truth", "labels_about", "labels_caution", "labels_few")] <- words
  units$labels_kind <- x$labelling$kind
  units$labels_of_rows <- is_about_rows(x)
  units$n <- x$n
  units$n_clusters <- x$n_clusters
  units$clustered <- is_clustered(x)
  units$design <- x$design
  units$exchangeable <- FALSE
  units["events"] <- list(NULL)
  units
}

set_metrics.labelled_set <- function(x, metric) set_metrics(whole_of(x), metric)

# All are smooth functions of weighted counts.
set_target.labelled_set <- function(x, metric, average, classes, zero_division) {
  target <- set_target(whole_of(x), metric, average, classes, zero_division)
  target$family <- target$metric$family <- "composite"
  target$scored <- FALSE
  target
}

# The contributions of all cells (truth slowest), and what they say by stratum:
#   estimate, status, note  as if strata without labels held what a pseudo label may be
#   u          cells x quantities: contributions
#   free       quantities that need no truth
#   within     rows whose cross products are the variance within strata, of the stratum `stratum`; `between` likewise
#              the variance between them, and `rows` (patterns x quantities) both as contributions of rows, for clusters
two_phase <- function(x, targets) {
  found <- cell_influence(whole_of(x), targets, x)
  quantity <- found$quantity
  found <- c(found, if (has_strata(x)) phases_of_strata(x, found$u) else phases_of_weights(x, found$u))
  found$free <- which(quantity$core == "detection_prevalence" & quantity$average == "none")
  for (at in found$free) {
    # The share of rows that a classifier calls so is known, whatever their labels are.
    called <- x$patterns[, quantity$classifier[at] + 1] == quantity$kept[[at]]
    share <- sum(x$count[called]) / sum(x$count)
    found$estimate[at] <- share
    found$rows[, at] <- if (x$question == "rows") 0 else (called - share) / sum(x$count)
    found$pseudo[, at] <- 0
    if (!is.null(found$within)) found$within[, at] <- 0
  }
  found
}

# Estimates from the cells of a set, and the contributions `u` (cells x quantities). `x`: the labelled set.
cell_influence <- function(whole, targets, x) {
  quantity <- stacked(lapply(targets, target_quantities, x = whole))
  found <- .Call(ffi_metrics_influence, whole, core_quantities(quantity, whole), targets[[1]]$zero_division)
  u <- t(found$value)
  u[!is.finite(u)] <- 0
  estimates <- with_lacking_labels(lapply(found$estimates, as.vector), quantity, x$patterns)
  list(
    estimate = estimates$estimate, status = recoded(estimates$status, "no_label", lacking_labels),
    note = notes_of_targets(whole, targets, estimates), n = length(whole$classifiers), quantity = quantity, u = u
  )
}

# What a class is said to lack where labelled rows lack it, though others may have it.
lacking_labels <- c(
  never_predicted = "no_label_called", always_predicted = "no_label_of_rest_called", absent = "no_label_of_class",
  everywhere = "no_label_of_rest"
)

# Statuses of estimates, or the causes of averages over a class without one.
with_lacking_labels <- function(estimates, quantity, patterns) {
  averaged <- estimates$status %in% "undefined_class"
  cause <- ifelse(averaged, estimates$cause, estimates$status)
  class <- ifelse(averaged, estimates$culprit, vapply(quantity$kept, `[`, 0L, 1))
  for (i in which(cause %in% names(lacking_labels))) {
    called <- patterns[, quantity$classifier[i] + 1] == class[i]
    open <- switch(cause[i], never_predicted = called, always_predicted = !called, is.na(patterns[, 1]))
    name <- if (averaged[i]) "cause" else "status"
    if (any(open)) estimates[[name]][i] <- lacking_labels[[cause[i]]]
  }
  estimates
}

# Of all quantities, one target after the other.
notes_of_targets <- function(whole, targets, estimates) {
  n <- lengths(lapply(targets, `[[`, "class")) * length(whole$classifiers)
  unlist(Map(function(target, at) {
    estimate_notes(whole, target, lapply(estimates, function(column) column[at]))
  }, targets, split(seq_len(sum(n)), rep(seq_along(n), n))))
}

# Labels that were drawn independently with known probabilities.
phases_of_weights <- function(x, u) {
  known <- which(is_labelled(x))
  p <- 1 / label_weights(x)[known]
  rows <- matrix(0, nrow(x$patterns), ncol(u))
  rows[known, ] <- u[x$whole$cell[known], , drop = FALSE] / p * (if (x$question == "rows") sqrt(1 - p) else 1)
  weight <- replace(rep(0, nrow(rows)), known, 1 / p)
  list(rows = rows, pseudo = rows[0, , drop = FALSE], stratum = integer(), weight = weight, count = x$count)
}

# The variance within a stratum of N rows and n labels is `size` times that of the contributions; `each` is what the
# squared deviation of one label adds.
phase_sizes <- function(x) {
  N <- x$labelling$strata$n_rows # nolint: object_name_linter.
  n <- x$labelling$strata$n_labels
  size <- if (x$question == "rows") N * (N - n) / n else N * (N - 1) / n
  size[n == 0] <- 0
  pseudo <- ifelse(n < N, x$smoothing, 0)
  list(N = N, n = n, size = size, pseudo = pseudo, each = size / pmax(ifelse(pseudo > 0, n + pseudo, n - 1), 1))
}

phases_of_strata <- function(x, u) {
  sizes <- phase_sizes(x)
  known <- which(is_labelled(x))
  of <- x$labelling$strata$of
  own <- u[x$whole$cell[known], , drop = FALSE]
  prior <- pseudo_phase(x, u, sizes)
  mean <- prior$mean
  labelled <- rowsum(own * x$count[known], of[known])
  at <- as.integer(rownames(labelled))
  mean[at, ] <- labelled / sizes$n[at]
  apart <- own - mean[of[known], , drop = FALSE]
  within <- apart * sqrt(sizes$each[of[known]])
  rows <- if (x$question == "rows") matrix(0, length(of), ncol(u)) else mean[of, , drop = FALSE]
  rows[known, ] <- rows[known, , drop = FALSE] + within
  shift <- (mean - prior$mean) * sqrt(sizes$size * sizes$n * sizes$pseudo) / pmax(sizes$n + sizes$pseudo, 1e-300)
  list(
    rows = rows, pseudo = rbind(prior$rows, shift), stratum = c(prior$stratum, seq_along(sizes$n)),
    within = within * sqrt(x$count[known]), of_within = of[known], sizes = sizes
  )
}

# The mean of pseudo labels of each stratum, and the rows of their variance. In a stratum of several predictions they
# have their shares of its rows.
pseudo_phase <- function(x, u, sizes) {
  of <- x$labelling$strata$of
  key <- (of - 1) * nrow(x$whole$prior) + x$whole$of
  first <- which(!duplicated(key))
  share <- as.vector(rowsum(x$count, key, reorder = FALSE)) / sizes$N[of[first]]
  n_classes <- ncol(x$whole$prior)
  stratum <- rep(of[first], n_classes)
  cell <- as.vector(outer(x$whole$of[first], (seq_len(n_classes) - 1) * nrow(x$whole$prior), "+"))
  weight <- share * as.vector(x$whole$prior[x$whole$of[first], ])
  mean <- rowsum(u[cell, , drop = FALSE] * weight, stratum)
  used <- which(sizes$pseudo[stratum] > 0 & sizes$size[stratum] > 0)
  part <- sizes$size * sizes$pseudo / pmax(sizes$n + sizes$pseudo, 1e-300)
  rows <- (u[cell[used], , drop = FALSE] - mean[stratum[used], , drop = FALSE]) *
    sqrt(part[stratum[used]] * weight[used])
  list(mean = unname(mean), rows = rows, stratum = stratum[used])
}

# By what is independent: rows, or clusters, and each by itself pseudo labels.
phase_units <- function(x, phases) {
  rows <- phases$rows
  if (is_clustered(x)) {
    profiles <- x$profiles
    kind <- profile_of_rows(profiles)
    rows <- rowsum(rows[profiles$pattern, , drop = FALSE] * profiles$count, kind)
    count <- profiles$multiplicity
  } else {
    count <- x$count
  }
  single <- rbind(phases$pseudo, phases$spread)
  list(value = rbind(rows, single), count = c(count, rep(1, nrow(single))))
}

phases_vcov <- function(x, units) known_spread(x, crossprod(units$value * sqrt(units$count)))

# Satterthwaite's degrees of freedom of contrasts (columns of weights of the quantities `at`): labels of a stratum vary
# as well as their number says, those of clusters as well as the number of these. Where all rows that matter are
# labelled nothing but the rows themselves vary.
phases_df <- function(x, phases, vcov, contrasts) {
  most <- if (is_clustered(x)) max(1, x$n_clusters - 1) else Inf
  most_labelled <- if (is_clustered(x)) max(1, labelled_clusters(x)$worth - 1, na.rm = TRUE) else Inf
  if (!has_strata(x)) {
    needed <- pmin(most_labelled, labels_that_matter(phases, contrasts) - 1)
    return(as.double(ifelse(needs_no_label(phases, contrasts), most, pmax(1, needed))))
  }
  sizes <- phases$sizes
  part <- rbind(phases$within, phases$pseudo) %*% contrasts
  by <- rowsum(part^2, c(phases$of_within, phases$stratum))
  at <- as.integer(rownames(by))
  partly <- sizes$n[at] < sizes$N[at]
  within <- colSums(by[partly, , drop = FALSE]^2 / pmax(sizes$n[at][partly] - 1, 1))
  total <- pmax(variance_of(vcov, contrasts), 0)
  # At least 1, that of a stratum with two labels: a variance that is nothing but rounding would have 0.
  as.double(ifelse(within > 1e-24 * total^2, pmin(pmax(1, total^2 / within), most_labelled), most))
}

# Of contrasts, how many labels of equal weight the labels that have part in them are worth.
labels_that_matter <- function(phases, contrasts) {
  apply(abs(phases$rows %*% contrasts), 2, function(part) {
    matters <- (part > 1e-12 * max(part)) %in% TRUE
    if (any(matters)) worth_of_weights(phases$weight * matters, phases$count) else 0
  })
}

# -- what cannot be known -------------------------------------------------------------

# Of contrasts (columns) of quantities, which strata would have to be labelled first: those without labels in which the
# truth matters; without smoothing also those with one label. Columns of TRUE and FALSE.
unknown_strata <- function(x, phases, contrasts) {
  sizes <- phases$sizes
  bare <- sizes$n == 0
  single <- sizes$n == 1 & sizes$N > 1 & sizes$pseudo == 0
  strata_that_matter(x, phases, contrasts, which(bare | single))
}

# Of contrasts, whether all labels that matter to them are there: where these rows are asked about, nothing is left to
# estimate.
is_settled <- function(x, phases, contrasts) {
  if (!has_strata(x)) {
    return(needs_no_label(phases, contrasts) | x$labelling$kind == "probability" & all(is_labelled(x)))
  }
  open <- which(phases$sizes$n < phases$sizes$N)
  colSums(strata_that_matter(x, phases, contrasts, open)) == 0
}

# Of contrasts, in which of some strata the truth matters.
strata_that_matter <- function(x, phases, contrasts, strata) {
  out <- matrix(FALSE, length(phases$sizes$n), ncol(contrasts))
  if (length(strata) == 0) {
    return(out)
  }
  # Where all predict one class nobody knows what else there is: each by itself rests on its labels.
  if (length(x$classes) == 1) {
    out[strata, colSums(contrasts) != 0] <- TRUE
    return(out)
  }
  n <- nrow(x$whole$prior)
  of <- x$labelling$strata$of
  inside <- which(of %in% strata)
  value <- phases$u %*% contrasts
  for (j in seq_len(ncol(contrasts))) {
    by_truth <- matrix(value[, j], n)
    spread <- do.call(pmax, asplit(by_truth, 2)) - do.call(pmin, asplit(by_truth, 2))
    matters <- spread > 1e-12 * max(abs(value[, j]), 0)
    out[unique(of[inside][matters[x$whole$of[inside]]]), j] <- TRUE
  }
  out
}

# "no label for pattern (a, b): 37 rows; next_labels() asks for them first", of each column; NA: nothing lacks. `own`:
# whether of a column next_labels() has to be told that values by themselves are wanted.
unknown_notes <- function(x, unknown, own) {
  if (!any(unknown)) {
    return(rep(NA_character_, ncol(unknown)))
  }
  sizes <- phase_sizes(x)
  vapply(seq_len(ncol(unknown)), function(j) {
    lacking <- which(unknown[, j])
    if (length(lacking) == 0) {
      return(NA_character_)
    }
    bare <- lacking[sizes$n[lacking] == 0]
    if (length(bare) == 0) {
      return(paste0("one label in stratum ", stratum_words(x, lacking[1]), ": no variance without smoothing"))
    }
    most <- bare[which.max(sizes$N[bare])]
    others <- length(bare) - 1
    paste0(
      "no label for pattern ", stratum_words(x, most), ": ", count_of(sizes$N[most], "row"),
      if (others > 0) paste0(", and for ", count_of(others, "other")), "; ",
      if (has_judge(x)) {
        "leave `judge` out, or label these rows"
      } else {
        paste0("next_labels(", if (own[j]) "own = 0.1", ") asks for them first")
      }
    )
  }, "")
}

# -- the contract ---------------------------------------------------------------------

# As if strata without labels were labelled: of contrasts in which they do not matter that is exact.
labelled_estimates <- function(x, target) UseMethod("labelled_estimates")

labelled_estimates.labelled_set <- function(x, target) {
  phases <- two_phase(x, list(target))
  estimates_of_set(x, phases, target, function(contrasts) is_settled(x, phases, contrasts))
}

estimates_of_set <- function(x, phases, target, settled) {
  unknown <- function(contrasts) why_unknown(x, phases, contrasts)
  estimates_of_phases(phases, phases_vcov(x, phase_units(x, phases)), target, x, function(slice, who) {
    if (same_predictions(whole_of(x), who, target$class[slice])) "identical" else NA_character_
  }, unknown, settled)
}

# What the contract has of estimates, and of contrasts in each slice why they are `unknown` and whether `settled`.
estimates_of_phases <- function(phases, vcov, target, x, alike, unknown, settled) {
  n <- phases$n
  slices <- length(target$class)
  of <- function(slice) (slice - 1) * n + seq_len(n)
  lift <- function(slice, contrasts) lift_contrasts(contrasts, of(slice), n * slices)
  estimate <- matrix(phases$estimate, n)
  spread <- vapply(seq_len(slices), function(slice) vcov[of(slice), of(slice)], matrix(0, n, n))
  list(
    estimate = estimate, note = matrix(phases$note, n), status = matrix(phases$status, n),
    vcov = finite_spread(estimate, array(spread, c(n, n, slices))),
    df = function(slice, contrasts) phases_df(x, phases, vcov, lift(slice, contrasts)), alike = alike,
    unknown = function(slice, contrasts) unknown(lift(slice, contrasts)),
    settled = function(slice, contrasts) settled(lift(slice, contrasts)),
    remark = remark_on_averages(whole_of(x), target)
  )
}

# As two_phase() without the judge, from cells that come by differences: each cell of each confusion matrix has a factor
# of its own. Nothing is known where a cell would be negative.
phases_by_differences <- function(x, targets) {
  utils::modifyList(two_phase(without_judge(x), targets), judged_cells(x, targets))
}

judged_estimates <- function(x, target) {
  phases <- phases_by_differences(x, list(target))
  found <- estimates_of_set(without_judge(x), phases, target, function(contrasts) logical(ncol(contrasts)))
  found$worth <- function() judge_worth(x, phases)
  found
}

# How many times the variance of a difference without the judge is that with it.
judge_worth <- function(x, phases) {
  first <- seq_along(x$classifiers)
  pairs <- pair_weights(length(first), comparison_pairs(first, NULL))
  spread <- function(phases) variance_of(phases_vcov(x, phase_units(x, phases))[first, first], pairs)
  stats::median(spread(phases$alone()) / spread(phases), na.rm = TRUE)
}

negative_cell <- "what the judge says of all rows makes a number of rows negative: too few labels for it"

# Of contrasts (columns) why they are not known; NA where they are.
why_unknown <- function(x, phases, contrasts) {
  if (has_strata(x)) {
    # Rows on which all agree tell nothing of a difference in accuracy.
    by_agreements <- abs(colSums(contrasts[phases$quantity$core %in% c("accuracy", "error"), , drop = FALSE])) > 1e-12
    why <- unknown_notes(x, unknown_strata(x, phases, contrasts), by_agreements)
    beyond <- colSums(contrasts[phases$negative, , drop = FALSE] != 0) > 0
    return(ifelse(is.na(why) & beyond, negative_cell, why))
  }
  why <- if (x$labelling$kind == "unknown") unknown_selection else if (!any(is_labelled(x))) "no label" else NA
  ifelse(needs_no_label(phases, contrasts), NA, as.character(why))
}

# Of contrasts, whether they are of what is predicted alone.
needs_no_label <- function(phases, contrasts) {
  used <- is.na(contrasts) | contrasts != 0
  free <- seq_len(nrow(used)) %in% phases$free
  colSums(used[free, , drop = FALSE]) > 0 & colSums(used[!free, , drop = FALSE]) == 0
}

unknown_selection <- "no estimate: rows that were labelled for reasons that nobody knows may differ from the others"

# By the judge's labels as they come in where nothing else is asked.
usual_estimates <- function(x, target) {
  if (takes_judge(x, target)) judged_estimates(x, target) else labelled_estimates(x, target)
}

# What is not known is NA.
set_estimates.labelled_set <- function(x, target) known_estimates(usual_estimates(x, target))

set_influence.labelled_set <- function(x, targets) {
  parts <- lazily(function() phases_of_targets(x, targets))
  bind <- function(value_of) unlist(lapply(parts(), value_of))[order(unlist(lapply(parts(), `[[`, "at")))]
  estimate <- lazily(function() bind(function(part) part$phases$estimate))
  unknown <- function(contrasts) unknown_of_parts(parts(), contrasts)
  known <- lazily(function() unknown(diag(length(estimate()))))
  units <- lazily(function() units_of_parts(x, parts()))
  vcov <- lazily(function() phases_vcov(x, units()))
  new_influence(
    replace(estimate(), !is.na(known()), NA), units()$value * sum(units()$count),
    units()$count, note = first_known(known(), bind(function(part) part$phases$note)), vcov = vcov(),
    df = function(contrasts) df_of_parts(parts(), vcov(), contrasts),
    as_if = list(estimate = estimate(), unknown = unknown)
  )
}

# Of targets whose estimates take the judge, and of others: the positions `at` of their quantities, the set, the phases.
phases_of_targets <- function(x, targets) {
  judged <- vapply(targets, takes_judge, NA, x = x)
  of <- rep(judged, lengths(lapply(targets, `[[`, "class")) * length(x$classifiers))
  list(
    if (!all(judged)) list(at = which(!of), set = x, phases = two_phase(x, targets[!judged])),
    if (any(judged)) {
      list(at = which(of), set = without_judge(x), phases = phases_by_differences(x, targets[judged]))
    }
  )[c(!all(judged), any(judged))]
}

# They share the rows.
units_of_parts <- function(x, parts) {
  n <- sum(lengths(lapply(parts, `[[`, "at")))
  each <- lapply(parts, function(part) {
    lapply(part$phases[c("rows", "pseudo", "spread")], function(of) if (!is.null(of)) columns_of(of, part$at, n))
  })
  single <- lapply(each, function(of) rbind(of$pseudo, of$spread))
  phase_units(x, list(rows = Reduce(`+`, lapply(each, `[[`, "rows")), pseudo = do.call(rbind, single)))
}

columns_of <- function(value, at, n) {
  all <- matrix(0, nrow(value), n)
  all[, at] <- value
  all
}

unknown_of_parts <- function(parts, contrasts) {
  unknown <- lapply(parts, function(part) function(contrasts) why_unknown(part$set, part$phases, contrasts))
  unknown_within(unknown, lapply(parts, `[[`, "at"), contrasts)
}

df_of_parts <- function(parts, vcov, contrasts) {
  do.call(pmin, lapply(parts, function(part) {
    phases_df(part$set, part$phases, vcov[part$at, part$at, drop = FALSE], contrasts[part$at, , drop = FALSE])
  }))
}

# Accuracies by the rows on which two differ, else by two-phase estimates. A method that is asked for takes the judge's
# labels as strata.
set_plan.labelled_set <- function(x, target, request) {
  if (!is.null(request$rule$method)) target <- judged_by_strata(target)
  plan <- if (takes_disagreements(x, target, request)) {
    disagreement_plan(x, target, request)
  } else if (takes_judged_pairs(x, target, request_measure(request, target$metric) %||% "difference")) {
    judge_plan(x, target, request)
  } else {
    set_plan.evidence(x, target, request)
  }
  plan$estimates <- lazily(function() labelled_estimates(x, target))
  plan$values <- lazily(function() judged_values(x, target))
  if (identical(class(plan)[1], "plan_estimates") && takes_judge(x, target)) {
    plan$estimates <- plan$values
    plan$judged <- TRUE
    plan$judge <- judge_found(x, target, "differences", plan$estimates()$worth())
  }
  if (is.null(plan$judge)) plan$judge <- judge_of_strata(x, target, request)
  if (inherits(plan, c("plan_disagreements", "plan_judged"))) plan <- with_values_alone(plan, request$pairs)
  class(plan) <- unique(c(setdiff(class(plan), c("plan_estimates", "comparison_plan")), "plan_labelled", class(plan)))
  plan
}

# Estimates of the classifiers that a comparison has, if it takes the judge; else NULL.
judged_values <- function(x, target) if (takes_judge(x, target)) judged_estimates(x, target)

# What a judge whose labels are strata was worth.
judge_of_strata <- function(x, target, request) {
  if (!has_judge(x) || length(x$classifiers) < 2 || length(target$class) > 1) {
    return(NULL)
  }
  bare <- without_judge(x)
  contrasts <- pair_weights(length(x$classifiers), request$pairs)
  variance <- function(set) variance_of(labelled_estimates(set, target)$vcov[, , 1], contrasts)
  judge_found(x, target, "strata", stats::median(variance(bare) / variance(x)))
}

# Of all classifiers, where what they are compared by is known.
set_omnibus.labelled_set <- function(x, target, request) {
  rule <- omnibus_rule(x, target, request)
  found <- usual_estimates(x, target)
  if (takes_judged_pairs(x, target, rule$measure)) found$df <- NULL
  n <- nrow(found$estimate)
  contrasts <- rbind(-1, diag(n - 1))
  for (slice in seq_len(ncol(found$estimate))) {
    slope <- on_scale(found$estimate[, slice], rule$measure)$slope
    why <- found$unknown(slice, contrasts * slope)
    if (!all(is.na(why))) found <- without_estimate(found, slice, seq_len(n), rep(why[!is.na(why)][1], n))
  }
  tested <- omnibus_of_estimates(x, found, rule, target)
  few <- tested$status %in% "few_units"
  tested$status[few] <- "few_labels"
  tested$note[few] <- status_words("few_labels")
  if (takes_judge(x, target)) tested <- with_few_judged(tested, x)
  with_few_observations(x, tested, !is.na(tested$log.p.value) & !is_share_called(target))
}

joint_caveats.labelled_set <- function(x, target) {
  caveats <- NextMethod()
  function(rows, who) {
    rows <- caveats(rows, who)
    if (takes_judge(x, target)) with_few_judged(rows, x) else rows
  }
}

# Values by themselves are those of the comparison: of the plans of a verdict, else of the usual one.
set_assessment.labelled_set <- function(x, target, rule, level, required = NULL) {
  plan <- Find(function(plan) identical(plan$target[names(target)], target), rule$alike)
  target <- plan$target %||% target
  judged <- if (is.null(plan)) judged_values(x, target) else plan$values()
  judge <- if (has_judge(x)) judge_found(x, target, if (is.null(judged)) "strata" else "differences")
  estimates <- known_estimates(judged %||% labelled_estimates(x, target))
  rows <- assess_estimates(x, target, estimates, rule, level, required)
  if (!is.null(judged)) {
    x <- without_judge(x)
    rows <- values_in_range(rows, c("estimate", "estimate.classifier"), target$metric)
  }
  if (!is.null(judge)) judge$beyond <- any(rows$status %in% "beyond_range")
  n <- length(x$classifiers)
  if (x$question == "rows") {
    settled <- labelled_estimates(x, target)$settled
    at <- unlist(lapply(seq_along(target$class), settled, diag(n))) & is.finite(rows$estimate)
    rows[at, c("conf.low", "conf.high")] <- rows$estimate[at]
    rows$std.error[at] <- 0
    rows$status[at] <- rows$note[at] <- NA
    rows <- with_status(rows, at, "settled")
  }
  rows <- with_few_labelled(rows, !is.na(rows$conf.low) & !is_share_called(target), x, "short_interval")
  structure(with_bounds(rows, rows$status %in% "no_label", x, target, diag(n)), judge = judge)
}

with_few_of_side.labelled_set <- function(x, rows, target) rows

set_exchanges.labelled_set <- function(x, plans, pairs, R) abort_no_exchange() # nolint: object_name_linter.

set_no_information.labelled_set <- function(x) {
  target <- set_target(x, set_metrics(x, "prevalence"), "none", x$classes, "na")
  # The same of all classifiers.
  shares <- set_estimates(x, judged_by_strata(target))$estimate[1, ]
  if (anyNA(shares)) {
    abort_verdict(c(
      "These labels do not tell the share of the commonest class.", i = "Give {.arg null} as a number."
    ), "null")
  }
  no_information_rates(shares)
}
