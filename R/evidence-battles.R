# Battles as evidence: abilities, and what each battle, or cluster of them, has to do with them.

set_units.battle_set <- function(x) {
  check_battle_set(x)
  clustered <- !is.null(x$clusters)
  n <- sum(x$battles$count)
  new_units(
    x$classifiers, n, if (clustered) "cluster" else "battle", row = "battle", n_rows = n,
    n_clusters = if (clustered) as.numeric(length(x$clusters)) else n, n_omitted = x$n_omitted, clustered = clustered,
    by_class = FALSE
  )
}

set_metrics.battle_set <- function(x, metric, call) {
  check_battle_set(x)
  known <- NextMethod()
  if (is.null(metric)) known[known$metric == "ability", ] else known
}

# list(ability, status, inverse, value), see src/core/scores/battle.h; the last element is of being first.
fit_battles <- function(x) {
  check_battle_set(x)
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
    note = rep(note, length(targets))
  )
}

elo_scale <- 400 / log(10)

#' @export
print.battle_set <- function(x, ..., width = getOption("width")) {
  NextMethod()
  units <- set_units(x)
  ties <- if (x$n_ties > 0) paste0(
    "Ties: ", format_count(x$n_ties), if (x$ties == "half") ", each half a win for both." else ", left out."
  )
  lines <- c(
    ties, if (units$clustered) paste0("Clusters: ", format_count(units$n_clusters), "."),
    if (x$n_omitted > 0) paste0("Left out without a winner: ", count_of(x$n_omitted, "row"), "."),
    if (x$order) order_line(x)
  )
  for (line in lines) writeLines(wrap_text(line, check_width(width)))
  invisible(x)
}

# How much it helps to be first.
order_line <- function(x) {
  fit <- fit_battles(x)
  effect <- fit$ability[length(fit$ability)]
  if (is.na(effect)) {
    return("How much it helps to be first cannot be told apart from the abilities.")
  }
  part <- fit$value[, ncol(fit$value)]
  units <- if (is.null(x$clusters)) sum(x$battles$count) else length(part)
  often <- if (is.null(x$clusters)) x$battles$count else 1
  half <- stats::qt(0.975, units - 1) * sqrt(sum(often * part^2) * units / (units - 1))
  paste0(
    "Being first adds ", format_estimate(effect, effect - half, effect + half), " to the log odds of winning: ",
    format_percent(signif(stats::plogis(effect), 3)), " for the first of two equals."
  )
}
