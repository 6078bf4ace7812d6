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
  if (is.null(metric)) known[known$metric == "ability", ] else known
}

# Elo is another scale of abilities: where it alone is asked for, the same is not tested twice.
set_verdict.battle_set <- function(x, metric) {
  known <- set_metrics(x, metric)
  if (nrow(known) > 1) known <- known[known$metric == "ability", ]
  known$headline <- TRUE
  known
}

# list(ability, status, inverse, value), see src/core/scores/battle.h; the last element is of being first.
fit_battles <- function(x) {
  .Call(
    ffi_battle_fit, x$battles, length(x$classifiers), x$order, if (!is.null(x$clusters)) length(x$clusters)
  )
}

set_influence.battle_set <- function(x, targets) {
  fit <- fit_battles(x)
  n <- length(x$classifiers)
  ability <- fit$ability[seq_len(n)]
  rows <- if (is.null(x$clusters)) sum(x$battles$count) else length(x$clusters)
  value <- fit$value[, seq_len(n), drop = FALSE] * rows
  value[, !is.finite(ability)] <- NA
  elo <- vapply(targets, function(target) target$metric$metric == "elo", NA)
  note <- status_note(fit$status, list(who = x$classifiers, metric = "ability", unit = "battle"))
  new_influence(
    unlist(lapply(elo, function(is_elo) if (is_elo) 1000 + elo_scale * ability else ability)),
    do.call(cbind, lapply(elo, function(is_elo) if (is_elo) elo_scale * value else value)),
    count = if (is.null(x$clusters)) x$battles$count else rep(1, rows), small = TRUE, unit = x$clusters,
    note = rep(note, length(targets)), df = if (!is.null(x$clusters)) function(contrasts) battle_df(x, contrasts)
  )
}

# Of clusters, by how many battles each has.
battle_df <- function(x, contrasts) {
  size <- as.vector(rowsum(x$battles$count, x$battles$cluster))
  rep(known_df(uneven_df(size / sum(size))), ncol(contrasts))
}

elo_scale <- 400 / log(10)
