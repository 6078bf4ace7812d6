# Sets whose groups have other shares and of which few rows are labelled: two-phase estimates from the counts
# reweighted. Shares are known, so that rows vary about the mean of their group; labels within their strata, as ever.

# Contributions of all groups to what two_phase() gives of one: those of group g times its factor, about its mean.
standardised_phases <- function(x, targets) {
  found <- cell_influence(x$weighted, targets, x$set)
  labels <- x$labels
  used <- which(labels$factor > 0)
  parts <- lapply(used, function(g) {
    group_phases(labels$parts[[g]], found$u[labels$cells[[g]], , drop = FALSE], labels$factor[g])
  })
  before <- cumsum(c(0, vapply(parts, function(part) length(part$sizes$n), 0L)))
  bind <- function(name) do.call(rbind, lapply(parts, `[[`, name))
  strata <- function(name) unlist(Map(function(part, from) part[[name]] + from, parts, before[seq_along(parts)]))
  size <- function(name) unlist(lapply(parts, function(part) part$sizes[[name]]))
  c(found, list(
    used = used, rows = bind("rows"), pseudo = bind("pseudo"), stratum = strata("stratum"),
    within = bind("within"), of_within = strata("of_within"), sizes = list(n = size("n"), N = size("N")),
    weight = unlist(Map(function(part, g) part$weight * labels$factor[g], parts, used)),
    count = unlist(lapply(parts, `[[`, "count"))
  ))
}

group_phases <- function(part, u, factor) {
  count <- part$whole$set$count
  u <- sweep(u, 2, colSums(u * count) / sum(count)) * factor
  if (has_strata(part)) phases_of_strata(part, u) else phases_of_weights(part, u)
}

# By rows, or by clusters, which may lie in several groups, and by pseudo labels.
standardised_units <- function(x, phases) {
  groups <- x$set$groups
  at <- unlist(group_members(x$set)[phases$used])
  rows <- phases$rows
  value <- if (is.null(groups$profiles)) rows * sqrt(groups$count[at]) else profile_sums(rows, at, groups)
  rbind(value, phases$pseudo)
}

# What keeps the quantities or contrasts (columns) from being known, in whichever group.
standardised_unknown <- function(x, phases, contrasts) {
  if (length(x$absent)) {
    return(rep(paste("no rows in group", and_list(quote_label(x$absent), 4)), ncol(contrasts)))
  }
  why <- rep(NA_character_, ncol(contrasts))
  for (g in phases$used) {
    part <- x$labels$parts[[g]]
    own <- why_unknown(part, cells_of_group(x, phases, g), contrasts)
    why <- first_known(why, ifelse(is.na(own), NA, paste0("group ", quote_label(x$label[g]), ": ", own)))
  }
  why
}

cells_of_group <- function(x, phases, g) {
  list(u = phases$u[x$labels$cells[[g]], , drop = FALSE], sizes = phase_sizes(x$labels$parts[[g]]))
}

labelled_estimates.standardised_labels <- function(x, target) {
  phases <- standardised_phases(x, list(target))
  found <- estimates_of_phases(
    phases, known_spread(x$set, crossprod(standardised_units(x, phases))), target, x$set,
    function(slice, who) alike_within(x, target, slice, who),
    function(contrasts) standardised_unknown(x, phases, contrasts),
    function(contrasts) {
      Reduce(`&`, lapply(phases$used, function(g) {
        is_settled(x$labels$parts[[g]], cells_of_group(x, phases, g), contrasts)
      }))
    }
  )
  found$remark <- function(rows, pairs) with_few_in_group(rows, !is.na(rows$p.value), x, "rough")
  found
}

set_influence.standardised_labels <- function(x, targets) {
  phases <- lazily(function() standardised_phases(x, targets))
  unknown <- function(contrasts) standardised_unknown(x, phases(), contrasts)
  known <- lazily(function() unknown(diag(length(phases()$estimate))))
  vcov <- lazily(function() known_spread(x$set, crossprod(standardised_units(x, phases()))))
  new_influence(
    replace(phases()$estimate, !is.na(known()), NA), note = first_known(known(), phases()$note), vcov = vcov(),
    df = function(contrasts) phases_df(x$set, phases(), vcov(), contrasts), replicates = no_replicates,
    as_if = list(estimate = phases()$estimate, unknown = unknown)
  )
}

set_estimates.standardised_labels <- function(x, target) set_estimates.labelled_set(x, target)

set_plan.standardised_labels <- function(x, target, request) {
  plan <- NextMethod()
  plan$estimates <- lazily(function() labelled_estimates(x, target))
  class(plan) <- unique(c("plan_labelled", setdiff(class(plan), "comparison_plan"), "comparison_plan"))
  plan
}

set_omnibus.standardised_labels <- function(x, target, request) {
  remark_on_joint(x, target)(set_omnibus.labelled_set(x, target, request), seq_along(x$classifiers))
}
