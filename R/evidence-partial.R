# Classifiers that lack some of the rows (set-partial.R) as evidence.

check_evidence.partial_probability_set <- function(x) {
  check_unchanged(
    "probability_set",
    "parts that are none" = is.list(x$parts) && length(x$parts) > 0 &&
      all(vapply(x$parts, inherits, NA, "probability_set"))
  )
  for (part in x$parts) check_evidence(part)
  n <- length(x$weight)
  rows <- vapply(x$parts, function(part) nrow(part$scores), 0L)
  check_unchanged(
    "probability_set",
    "rows that do not belong to its parts" = is.double(x$weight) && is.list(x$rows) &&
      identical(lengths(x$rows), rows) && is_index(unlist(x$rows), n),
    "other classifiers than parts" = are_distinct(x$classifiers) && length(x$classifiers) == length(x$parts),
    "clusters, groups or a number of rows that are none" = fit_rows(x, n) && is_amount(x$n_omitted),
    "sampling weights that are none" = is.null(x$sampled) || is_amount(x$sampled)
  )
}

set_units.partial_probability_set <- function(x) {
  units <- set_units(x$parts[[1]])
  n_rows <- sum(x$times %||% as.numeric(length(x$weight)))
  all <- list(
    classifiers = x$classifiers, n_rows = n_rows, n = sum(row_counts(x)), n_omitted = x$n_omitted,
    effective = x$sampled, n_clusters = if (is.null(x$cluster)) sum(row_counts(x)) else as.numeric(max(x$cluster)),
    clustered = !is.null(x$cluster), design = design_of_rows(x), events = NULL,
    partial = partial_words(x$classifiers, rows_of_parts(x), n_rows, "row")
  )
  utils::modifyList(units, all)
}

# "Of 80 rows a has 71 and b has 64: ..."
partial_words <- function(classifiers, has, n, unit) {
  has <- paste(say_label(classifiers), "has", format_count(has))
  paste0(
    "Of ", count_of(n, unit), " ", and_list(has, 6), ": each is judged on those that it has, and ", plural_of(unit),
    " that two have are compared as pairs."
  )
}

set_metrics.partial_probability_set <- function(x, metric) set_metrics(x$parts[[1]], metric)

set_target.partial_probability_set <- function(x, metric, average, classes, zero_division) {
  set_target(x$parts[[1]], metric, average, classes, zero_division)
}

# Where the units of a part stand among all: rows, or the three kinds of every cluster.
unit_places <- function(x, c) {
  part <- x$parts[[c]]
  if (is.null(x$cluster)) {
    return(x$rows[[c]])
  }
  all <- x$cluster[x$rows[[c]]]
  if (is.null(part$cluster)) {
    return(all)
  }
  first <- all[match(seq_len(max(part$cluster)), part$cluster)]
  as.vector(outer(first, (0:2) * max(x$cluster), `+`))
}

# As numeric_estimates(); contributions of rows of a sample with their weights, which are each classifier's own.
partial_estimates <- function(x, targets, raw = FALSE) {
  n <- length(x$classifiers)
  own <- lapply(x$parts, numeric_estimates, targets, raw)
  slices <- length(own[[1]]$estimate)
  height <- if (raw || is.null(x$cluster)) length(x$weight) else 3 * max(x$cluster)
  units <- matrix(0, height, n * slices)
  for (c in seq_len(n)) {
    part <- own[[c]]$units
    if (raw && !is.null(x$sampled)) part <- part * x$parts[[c]]$weight
    at <- if (raw) x$rows[[c]] else unit_places(x, c)[seq_len(nrow(part))]
    units[at, c + n * (seq_len(slices) - 1)] <- part
  }
  of <- function(name) as.vector(t(matrix(unlist(lapply(own, `[[`, name)), slices)))
  list(estimate = of("estimate"), status = of("status"), note = of("note"), units = units)
}

set_estimates.partial_probability_set <- function(x, target) {
  n <- length(x$classifiers)
  estimates <- partial_estimates(x, list(target))
  slices <- length(estimates$estimate) / n
  of <- function(slice) estimates$units[, (slice - 1) * n + seq_len(n), drop = FALSE]
  list(
    estimate = matrix(estimates$estimate, n), status = matrix(estimates$status, n), note = matrix(estimates$note, n),
    vcov = array(vapply(seq_len(slices), function(slice) crossprod(of(slice)), matrix(0, n, n)), c(n, n, slices)),
    alike = function(slice, who) alike_parts(x, target, who), remark = remark_on_differences(x, target),
    df = function(slice, contrasts) partial_df(x, target, slice, of(slice), contrasts)
  )
}

alike_parts <- function(x, target, who) {
  if (length(unique(x$rows[who])) > 1) {
    return(NA_character_)
  }
  joined <- x$parts[[who[1]]]
  joined$scores <- do.call(cbind, lapply(x$parts[who], `[[`, "scores"))
  alike_probabilities(joined, target, seq_along(who))
}

# Satterthwaite's, over the rows that all classifiers of a contrast have, and those that only some have: Student's where
# they have the same rows, Welch's where they have none in common. Of clusters the least that one of them has.
partial_df <- function(x, target, slice, units, contrasts) {
  apply(contrasts, 2, function(weights) {
    used <- which(weights != 0)
    if (!length(used)) {
      NA_real_
    } else if (is.null(x$cluster)) {
      df_of_rows(x, target, used, units[, used, drop = FALSE] %*% weights[used])
    } else {
      min(vapply(x$parts[used], function(part) set_estimates(part, target)$df(slice, matrix(1)), 0))
    }
  })
}

# `part`: what each row adds to a contrast of the classifiers `used`.
df_of_rows <- function(x, target, used, part) {
  has <- vapply(x$rows[used], function(at) seq_along(x$weight) %in% at, logical(length(x$weight)))
  kept <- rowSums(has) > 0
  within <- ranks_in_strata(x, list(target))
  rows <- list(
    truth = event_of_rows(x)[kept], weight = x$weight[kept], sampled = x$sampled,
    stratum = if (within) recode(x$stratum[kept]) else rep(1L, sum(kept))
  )
  kind <- do.call(paste, c(as.data.frame(has[kept, , drop = FALSE]), list(if (target$metric$ranks) rows$truth)))
  kind <- varying_kinds(rows, kind)
  part <- part[kept, , drop = FALSE]
  if (within) {
    return(strata_df(rows, strata_of_parts(x, used, rows, x$stratum[kept], list(target)), part, matrix(1), kind))
  }
  as.double(satterthwaite(rowsum(part^2, kind), as.vector(df_in_strata(rows, kind))))
}

# Codes of kinds. A single row shows nothing of how such rows vary: it goes with those of which there are most.
varying_kinds <- function(rows, kind) {
  kind <- match(kind, sort(unique(kind), method = "radix"))
  size <- sum_in_strata(row_counts(rows), rows, kind, max(kind))
  kind[apply(size, 2, max)[kind] <= 1] <- which.max(colSums(size))
  match(kind, unique(kind))
}

# Of rows of several classifiers: a stratum is one unit where it is to any of them, and as such counts as to the one to
# which it says least. `code`: the stratum of each row in the set.
strata_of_parts <- function(x, used, rows, code, targets) {
  strata <- strata_sizes(rows, targets)
  for (c in used) {
    part <- x$parts[[c]]
    part$stratum <- part$stratum %||% rep(1L, length(part$truth))
    own <- strata_sizes(part, targets)
    lone <- x$stratum[x$rows[[c]]][match(which(own$lone & own$share > 0), part$stratum)]
    strata$lone[rows$stratum[match(lone, code)]] <- TRUE
    strata$lone_df <- pmin(strata$lone_df, own$lone_df, na.rm = TRUE)
  }
  strata
}

# Signs and ranks of losses: on the rows that both have.
set_plan.partial_probability_set <- function(x, target, request) {
  if (takes_losses(request$rule$method)) loss_plan(x, target, request) else NextMethod()
}

set_influence.partial_probability_set <- function(x, targets) {
  joint <- lazily(function() joint_of_units(partial_estimates(x, targets)))
  new_influence(
    joint()$estimate, partial_estimates(x, targets, raw = TRUE)$units * sum(row_counts(x)), row_counts(x),
    cluster = x$cluster, small = TRUE, note = joint()$note, vcov = joint()$vcov
  )
}

set_assessment.partial_probability_set <- function(x, target, rule, level, required = NULL) {
  if (identical(rule$interval, "bootstrap")) {
    return(NextMethod())
  }
  rows <- lapply(x$parts, function(part) set_assessment(part, target, rule, level, required))
  rows <- do.call(rbind, rows)
  rows[order(match(rows$class, target$class), method = "radix"), ]
}

keep_classifiers.partial_probability_set <- function(x, at) {
  x$parts <- Map(function(part, name) part[rlang::set_names(part$classifiers, name)], x$parts[at], names(at))
  x$parts <- unname(x$parts)
  x$rows <- x$rows[at]
  x$classifiers <- names(at)
  x
}
