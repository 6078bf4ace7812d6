# The groups of a set as evidence: targets whose slices are its groups, each answered by the set of that group. So all
# that is known of one set (tests, intervals, margins) is known of each group, and how the groups vary together: not at
# all, or where clusters lie in several of them by what these add to each.

over_groups <- function(x) {
  x <- own_groups(x)
  check_has_groups(x)
  structure(
    list(
      set = x, parts = lazily(function() group_sets(x)), label = x$groups$label, classifiers = set_units(x)$classifiers
    ),
    class = c("grouped_set", "evidence")
  )
}

# Units that are independent.
group_sizes <- function(x) {
  vapply(x$parts(), function(part) {
    units <- set_units(part)
    as.numeric(if (isTRUE(units$clustered)) units$n_clusters else units$n)
  }, 0)
}

set_units.grouped_set <- function(x) {
  c(set_units(x$set), list(groups = x$label, by = x$set$groups$by, ungrouped = ungrouped_rows(x$set)))
}

# Of no metric in particular what leads a verdict.
set_metrics.grouped_set <- function(x, metric) {
  known <- set_metrics(x$set, metric)
  if (!is.null(metric)) {
    return(known)
  }
  known <- if (any(known$headline)) known[known$headline, ] else known[known$usual, ]
  known$usual <- TRUE
  known
}

set_target.grouped_set <- function(x, metric, average, classes, zero_division) {
  targets <- lapply(x$parts(), function(part) set_target(part, metric, average, classes, zero_division))
  first <- targets[[1]]
  class <- rep(x$label, each = length(first$class))
  if (length(first$class) > 1) class <- paste(class, rep(first$class, length(x$label)), sep = ": ")
  new_target(
    metric, zero_division, class, average = first$average, family = first$family, axis = "group",
    slice = seq_along(class), parts = targets
  )
}

# Of every slice, which group it is of.
slice_group <- function(target) rep(seq_along(target$parts), lengths(lapply(target$parts, `[[`, "class")))

set_plan.grouped_set <- function(x, target, request) {
  if (draws_replicates(request)) {
    abort_verdict(c(
      "Over groups there is no {.code method = \"{request$rule$method}\"}.",
      i = "Leave {.arg method} out, or look at one group by itself."
    ), "method")
  }
  if (is.null(request$rule$method) && is_exact_accuracy(x$set, target$parts[[1]])) request$rule <- new_rule("exact")
  request$of_groups <- TRUE
  plans <- lapply(plans_of_groups(x, target, request), replace, "other_tests", "score")
  plan <- plans[[1]]
  target$parts <- lapply(plans, `[[`, "target")
  plan$target <- target
  plan$plans <- plans
  plan["joint"] <- if (plan$method$of == "pair_of_scores") plan$method$joint
  plan$estimates <- NULL
  class(plan) <- c("plan_groups", "comparison_plan")
  plan
}

# Where the same test is asked of all, the plan of one is that of the others, of their own counts.
plans_of_groups <- function(x, target, request) {
  parts <- x$parts()
  if (!is_exact_accuracy(x$set, target$parts[[1]]) && !is_random_accuracy(x$set, target$parts[[1]])) {
    return(Map(function(part, of_part) set_plan(part, of_part, request), parts, target$parts))
  }
  first <- set_plan(parts[[1]], target$parts[[1]], request)
  Map(function(part, of_part) {
    first$target <- of_part
    first$estimates <- lazily(function() {
      if (inherits(part, "labelled_set")) labelled_estimates(part, of_part) else set_estimates(part, of_part)
    })
    if (is.null(first$alone)) first else with_values_alone(first, request$pairs)
  }, parts, target$parts)
}

# Of few labels, at random.
is_random_accuracy <- function(x, target) {
  all_hold(
    inherits(x, "labelled_set"), x$labelling$kind == "random", length(x$labelling$extra) == 0, !is_clustered(x),
    is_accuracy(target)
  )
}

# Accuracy of independent rows, whose discordant rows say all.
is_exact_accuracy <- function(x, target) is_accuracy(target) && is_exact_share(x, target)

# Of rows that count alike, repeated or not.
is_counted_accuracy <- function(x, target) is_accuracy(target) && is_counted_share(x, target)

# A share of rows that are the same for all classifiers, whose numbers follow from independent rows.
is_exact_share <- function(x, target) {
  is_counted_share(x, target) && !is_clustered(x) && all(x$count == round(x$count))
}

is_counted_share <- function(x, target) {
  all_hold(
    inherits(x, "prediction_set"), is.null(x$labelling), target$family == "matched",
    target$metric$hit %in% c("right", "wrong"), is.null(x$prevalence), is.null(x$sampled), !has_folds(x)
  )
}

plan_rows.plan_groups <- function(plan, x, pairs, level) {
  parts <- Map(function(one, part) plan_rows(one, part, pairs, level), plan$plans, x$parts())
  rows_of_groups(parts, plan$target)
}

rows_of_groups <- function(parts, target) {
  rows <- do.call(rbind, with_optional(parts))
  rows$class <- rep(target$class, each = nrow(rows) / length(target$class))
  renumbered(rows)
}

plan_margins.plan_groups <- function(plan, x, pairs) {
  parts <- Map(function(one, part) {
    one$margin <- plan$margin
    plan_margins(one, part, pairs)
  }, plan$plans, x$parts())
  if (is.data.frame(parts[[1]])) do.call(rbind, parts) else do.call(Map, c(list(c), parts))
}

set_estimates.grouped_set <- function(x, target) {
  parts <- Map(function(part, of_part) set_estimates(part, of_part), x$parts(), target$parts)
  bind <- function(name) if (!is.null(parts[[1]][[name]])) do.call(cbind, lapply(parts, `[[`, name))
  n <- length(x$classifiers)
  at <- slice_group(target)
  within <- sequence(rle(at)$lengths)
  list(
    estimate = bind("estimate"), vcov = array(unlist(lapply(parts, `[[`, "vcov")), c(n, n, length(at))),
    note = bind("note"), status = bind("status"),
    df = function(slice, contrasts) contrast_df(parts[[at[slice]]], within[slice], contrasts),
    alike = function(slice, who) known_alike(parts[[at[slice]]], within[slice], who)
  )
}

set_assessment.grouped_set <- function(x, target, rule, level, required = NULL) {
  parts <- Map(function(part, of_part) {
    set_assessment(part, of_part, rule, level, required)
  }, x$parts(), target$parts)
  rows_of_groups(parts, target)
}

# -- how they vary together --------------------------------------------------------------

set_influence.grouped_set <- function(x, targets) {
  joint <- lazily(function() grouped_joint(x, targets))
  new_influence(joint()$estimate, note = joint()$note, vcov = joint()$vcov, df = Inf, as_if = joint()$as_if)
}

grouped_joint <- function(x, targets) {
  n <- length(x$classifiers)
  # Where each quantity (classifiers fastest, then slices of all groups, then targets) is among those of group after
  # group (each with classifiers fastest, then its slices, then targets).
  keys <- do.call(rbind, lapply(seq_along(targets), function(t) {
    group <- slice_group(targets[[t]])
    data.frame(group, target = t, slice = seq_along(group))
  }))
  place <- integer(nrow(keys))
  place[order(keys$group, keys$target, keys$slice)] <- seq_len(nrow(keys))
  order <- as.vector(outer(seq_len(n), (place - 1L) * n, `+`))
  parts <- lapply(seq_along(x$label), function(g) {
    set_influence(x$parts()[[g]], lapply(targets, function(target) target$parts[[g]]))
  })
  vcov <- matrix(0, length(order), length(order))
  at <- split(seq_along(order), rep(seq_along(parts), vapply(parts, function(part) length(part$estimate), 0L)))
  for (g in seq_along(parts)) vcov[at[[g]], at[[g]]] <- influence_vcov(parts[[g]])
  if (shares_clusters(x$set)) {
    cross <- crossprod(cluster_contributions(x, targets, parts))
    apart <- vcov == 0 & outer(rep(seq_along(at), lengths(at)), rep(seq_along(at), lengths(at)), `!=`)
    vcov[apart] <- cross[apart]
  }
  list(
    estimate = unlist(lapply(parts, `[[`, "estimate"))[order], vcov = vcov[order, order, drop = FALSE],
    note = unlist(lapply(parts, function(part) rep_len(part$note, length(part$estimate))))[order],
    as_if = if (any(vapply(parts, function(part) !is.null(part$as_if), NA))) list(
      estimate = unlist(lapply(parts, as_if_known))[order],
      unknown = function(contrasts) {
        contrasts[order, ] <- contrasts
        unknown_within(lapply(parts, function(part) part$as_if$unknown %||% function(contrasts) NA), at, contrasts)
      }
    )
  )
}

# What each cluster adds to the errors of the estimates of all groups: clusters x quantities, group after group.
cluster_contributions <- function(x, targets, parts) UseMethod("cluster_contributions", x$set)

# From the row influences of each group's patterns, summed within the profiles of the whole.
cluster_contributions.prediction_set <- function(x, targets, parts) {
  groups <- x$set$groups
  profiles <- groups$profiles
  profile <- profile_of_rows(profiles)
  members <- group_members(x$set)
  found <- lapply(seq_along(x$label), function(g) {
    one <- x$parts()[[g]]
    one["profiles"] <- list(NULL)
    influence <- set_influence(one, lapply(targets, function(target) target$parts[[g]]))
    value <- influence$value / sum(influence$count)
    at <- members[[g]]
    mine <- which(profiles$pattern %in% at)
    sums <- matrix(0, length(profiles$multiplicity), ncol(value))
    added <- rowsum(value[match(profiles$pattern[mine], at), , drop = FALSE] * profiles$count[mine], profile[mine])
    sums[as.integer(rownames(added)), ] <- added
    sums
  })
  do.call(cbind, found) * sqrt(profiles$multiplicity)
}

# Units that say to which cluster they belong.
cluster_contributions.default <- function(x, targets, parts) {
  of <- Map(function(influence, part) {
    found <- influence$parts
    if (!is.null(part$cluster_names)) found$name <- unique(part$cluster_names)
    found
  }, parts, x$parts())
  names <- unique(unlist(lapply(of, `[[`, "name")))
  do.call(cbind, Map(function(part, influence) {
    sums <- matrix(0, length(names), length(influence$estimate))
    sums[match(part$name, names), ] <- contributions(influence)
    sums
  }, of, parts))
}

# -- counts of two classifiers ------------------------------------------------------------

# Rows on which only the first of a pair is right, and only the second: 2 x pairs; with `target` of those rows of which
# its share is, and where errors are counted, on which only one is wrong.
discordant_counts <- function(x, pairs, target = NULL) {
  truth <- x$patterns[, 1]
  called <- x$patterns[, -1, drop = FALSE]
  of <- target$metric$of %||% "all"
  k <- target$slice %||% 0L
  right <- if (k == 0) called == truth else (called == k) == (truth == k)
  counts <- switch(of, all = TRUE, positive = truth == k, negative = truth != k)
  hit <- if (identical(target$metric$hit, "wrong")) !right else right
  apply(pairs, 2, function(pair) {
    first <- hit[, pair[1]]
    second <- hit[, pair[2]]
    c(sum(x$count[counts & first & !second]), sum(x$count[counts & second & !first]))
  })
}

# How many rows these are.
rows_of_share <- function(x, target) {
  size <- class_sizes(x)
  of_class <- size[target$slice]
  switch(target$metric$of, all = sum(size), positive = of_class, negative = sum(size) - of_class)
}

# Of (b - c) / n if the difference were D0 (Tango 1998).
tango_variance <- function(b, c, n, D0) { # nolint: object_name_linter.
  B <- -b - c + (2 * n - b + c) * D0
  C <- -c * D0 * (1 - D0)
  q <- (sqrt(pmax(0, B^2 - 8 * n * C)) - B) / (4 * n)
  pmax(0, 2 * q + D0 - D0^2) / n
}
