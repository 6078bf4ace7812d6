# Groups of scores and probabilities: each unit is of one.

group_sets.score_set <- function(x) {
  members <- group_members(x)
  x$groups <- NULL
  lapply(members, function(at) scores_of_rows(x, at))
}

scores_of_rows <- function(x, at) {
  x$scores <- x$scores[at, , , drop = FALSE]
  x$cells <- renumbered(x$cells[at, , drop = FALSE])
  if (has_groups(x)) x$groups <- groups_of_units(x$groups, at)
  x$n_omitted <- 0
  x$n_unscored <- NULL
  x
}

# Groups of which no unit is left are none.
groups_of_units <- function(groups, at) {
  group <- groups$group[at]
  kept <- sort(unique(group))
  groups$cells <- renumbered(groups$cells[kept, , drop = FALSE])
  groups$label <- groups$label[kept]
  groups$group <- match(group, kept)
  groups$count <- groups$count[at]
  groups
}

shares_clusters.score_set <- function(x) shared_between(x$cells$cluster, x$groups$group)

# Whether one cluster is in several groups.
shared_between <- function(cluster, group) {
  known <- !is.na(cluster) & !is.na(group)
  cluster <- cluster[known]
  group <- group[known]
  any(group != group[match(cluster, cluster)])
}

group_sets.probability_set <- function(x) {
  members <- group_members(x)
  x$groups <- NULL
  lapply(members, function(at) units_of_set(x, at))
}

units_of_set <- function(x, at) {
  one <- design_of_units(x, at)
  one$truth <- x$truth[at]
  one$scores <- x$scores[at, , drop = FALSE]
  one$cluster_names <- x$cluster[at]
  one$order <- .Call(ffi_numeric_order, one$scores, threads())
  one$n_rows <- sum(one$times %||% length(at))
  one
}

# The set with what these rows weigh and to which clusters and strata they belong.
design_of_units <- function(x, at) {
  if (!is.null(x$sampled)) x$sampled <- worth_of_weights(x$weight[at])
  x["weight"] <- list(x$weight[at])
  x$times <- x$times[at]
  x["stratum"] <- list(recode(x$stratum[at]))
  x["cluster"] <- list(if (anyDuplicated(x$cluster[at])) recode(x$cluster[at]))
  x$n_omitted <- 0
  x
}

# Of classifiers that lack some rows each has its own.
group_sets.partial_probability_set <- function(x) {
  group <- x$groups$group
  lapply(seq_along(x$groups$label), function(g) {
    at <- which(group == g)
    one <- design_of_units(x, at)
    one$groups <- NULL
    one$parts <- Map(function(part, rows) units_of_set(part, which(group[rows] == g)), x$parts, x$rows)
    one$rows <- lapply(x$rows, function(rows) match(rows[group[rows] == g], at))
    one
  })
}

shares_clusters.partial_probability_set <- function(x) FALSE

recode <- function(code) if (!is.null(code)) match(code, unique(code))

shares_clusters.probability_set <- function(x) !is.null(x$cluster) && shared_between(x$cluster, x$groups$group)
