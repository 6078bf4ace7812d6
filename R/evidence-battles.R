# Battles as evidence: abilities, and what each battle, or cluster of them, has to do with them.

set_units.battle_set <- function(x) {
  clustered <- !is.null(x$clusters)
  n <- sum(x$battles$count)
  new_units(
    x$classifiers, n, if (clustered) "cluster" else "battle", row = "battle", n_rows = n,
    n_clusters = if (clustered) as.numeric(length(x$clusters)) else n, n_omitted = x$n_omitted, clustered = clustered,
    small = TRUE, by_class = FALSE,
    estimated = c("abilities", if (x$order) "shown_first", if (x$n_ties > 0) paste0("ties_", x$ties))
  )
}

set_metrics.battle_set <- function(x, metric) {
  known <- NextMethod()
  if (is.null(metric)) known[1, ] else known
}

# Elo is another scale of abilities: where it alone is asked for, the same is not tested twice.
set_verdict.battle_set <- function(x, metric) {
  known <- set_metrics(x, metric)
  if (nrow(known) > 1) known <- known[known$metric == "ability", ]
  known$headline <- TRUE
  known
}

# The rows as C takes them: `unit` is by what chance a row links its two models, a cluster, or all battles of the two
# where these went alike, so that they vary by no more than one does; 0: several.
rows_of_battles <- function(x) {
  rows <- x$battles
  pair <- order_rows(cbind(pmin(rows$first, rows$second), pmax(rows$first, rows$second)))
  turned <- rows$first > rows$second
  won <- ifelse(turned, 1 - rows$score, rows$score)
  if (!is.null(x$clusters)) {
    cell <- order_rows(cbind(pair, rows$cluster))
    won <- (rowsum(won * rows$count, cell) / as.vector(rowsum(rows$count, cell)))[cell]
  }
  first <- match(pair, pair)
  same_in_pair <- function(differs) !pair %in% pair[differs]
  alike <- same_in_pair(abs(won - won[first]) > 1e-12)
  # Who is first matters where that is estimated.
  if (x$order) alike <- alike & same_in_pair(turned != turned[first])
  if (is.null(x$clusters)) {
    rows$unit <- as.integer(ifelse(alike, pair, 0))
  } else {
    several <- !same_in_pair(rows$cluster != rows$cluster[first])
    rows$unit <- as.integer(ifelse(alike & several, length(x$clusters) + pair, rows$cluster))
  }
  rows
}

# list(ability, status, inverse, value), see src/core/scores/battle.h; the last element is of being first. `cell`: of
# which each row is, where its values are sums over cells. `factor`: by which the battles of a row count.
fit_battles <- function(x, cell = NULL, factor = 1, rows = rows_of_battles(x)) {
  rows$count <- rows$count * factor
  rows$cell <- cell
  .Call(ffi_battle_fit, rows, length(x$classifiers), x$order, if (!is.null(cell)) max(cell, 0L))
}

# Of each row: battles of one block bear on the same differences, those of another have no part in them, whatever their
# outcome; 0: those of models without an ability have none in any.
battle_blocks <- function(x, rows = rows_of_battles(x)) {
  .Call(ffi_battle_blocks, rows, length(x$classifiers), x$order)
}

set_influence.battle_set <- function(x, targets) {
  influence_of_battles(x, targets, rep(1L, nrow(x$battles)), rep(1, nrow(x$battles)))
}

# By battle, or by cluster, within groups and blocks: how far each is from the mean there, which is 0 but where groups
# have other shares. `factor`: by which the battles of a row count. One by itself varies by nothing.
influence_of_battles <- function(x, targets, group, factor) {
  rows <- rows_of_battles(x)
  block <- battle_blocks(x, rows)
  stratum <- order_rows(cbind(group, block))
  size <- x$battles$count
  if (is.null(x$clusters)) {
    fit <- fit_battles(x, factor = factor, rows = rows)
    units <- list(value = fit$value * factor, at = seq_along(block), count = size, size = rep(1, length(block)))
  } else {
    cell <- order_rows(cbind(x$battles$cluster, stratum))
    fit <- fit_battles(x, cell, factor, rows)
    at <- match(seq_len(max(cell, 0L)), cell)
    units <- list(value = fit$value, at = at, count = rep(1, length(at)), size = as.vector(rowsum(size, cell)))
  }
  several <- stats::ave(units$count, stratum[units$at], FUN = sum) > 1
  used <- which(block[units$at] > 0 & several)
  of <- stratum[units$at][used]
  n <- length(x$classifiers)
  value <- units$value[used, seq_len(n), drop = FALSE]
  mean <- rowsum(value * units$count[used], of) / as.vector(rowsum(units$count[used] * units$size[used], of))
  value <- (value - units$size[used] * mean[as.character(of), , drop = FALSE]) * sum(units$count[used])
  ability <- fit$ability[seq_len(n)]
  value[, !is.finite(ability)] <- NA
  elo <- vapply(targets, function(target) target$metric$metric == "elo", NA)
  note <- status_note(fit$status, list(who = x$classifiers, metric = "ability", unit = set_units(x)$unit))
  new_influence(
    unlist(lapply(elo, function(is_elo) if (is_elo) 1000 + elo_scale * ability else ability)),
    do.call(cbind, lapply(elo, function(is_elo) if (is_elo) elo_scale * value else value)),
    units$count[used], x$clusters[x$battles$cluster[units$at][used]], of, small = TRUE,
    note = rep(note, length(targets)), size = if (!is.null(x$clusters)) units$size[used]
  )
}

elo_scale <- 400 / log(10)

# Abilities of the battles in which the groups have other shares. Of the errors that battles, or clusters of them, add
# those within groups, and within blocks, count.
standardised_joint.battle_set <- function(set, x, targets) {
  groups <- set$groups
  used <- which(x$factor[groups$group] > 0)
  group <- groups$group[used]
  set$battles <- groups$battles[used, , drop = FALSE]
  found <- influence_of_battles(set, targets, group, share_factors(x$factor, group_rows(set))[group])
  list(
    estimate = found$estimate, vcov = influence_vcov(found), note = found$note,
    df = function(contrasts) influence_df(found, contrasts)
  )
}
