# Strata, such as folds whose models have scales of their own: degrees of freedom of what ranks within them.

# What ranks within strata comes from C as contributions of independent units, scaled (src/core/numeric/strata.h).
ranks_in_strata <- function(x, targets) {
  !is.null(x$stratum) && all(vapply(targets, function(target) target$metric$ranks, NA))
}

# Satterthwaite's degrees of freedom of contrasts within strata, by the parts of their variance that come from the rows
# of each kind (code), such as a class, which vary alike in all strata, and from strata that are one unit. Of
# clusters, whose classes cannot be told apart, the least that one of these has.
strata_df <- function(x, strata, units, contrasts, kind = class_of_rows(x)) {
  counted <- units_in_strata(x, kind)
  known <- df_in_strata(x, kind, counted)
  df <- vapply(seq_len(ncol(counted)), function(k) {
    n <- counted[, k]
    some <- strata$share > 0 & !strata$lone & n > 1
    variance <- strata$share[some]^2 / n[some]
    sum(variance)^2 / sum(variance^2 / known[some, k])
  }, 0)
  df <- c(df, strata$lone_df)
  if (!is.null(x$cluster)) {
    return(known_df(rep(min(df, least_cluster_df(x), na.rm = TRUE), ncol(contrasts))))
  }
  kind[strata$lone[x$stratum]] <- length(df)
  used <- sort(unique(kind))
  # Of rows that have no part there are none.
  df[is.na(df)] <- 1
  known_df(as.double(satterthwaite(rowsum((units %*% contrasts)^2, kind), df[used])))
}

# From 1.
class_of_rows <- function(x) if (is.null(x$classes)) x$truth + 1L else x$truth

# The least that a class has of clusters.
least_cluster_df <- function(x) min(rowSums(table(x$truth, x$cluster) > 0)) - 1

# In which cell of strata (rows) and kinds (columns) each row is.
cell_of_rows <- function(x, kind) x$stratum + (kind - 1) * max(x$stratum)

# The sum of values of rows in each.
sum_in_strata <- function(value, x, kind, n_kinds) {
  n_strata <- max(x$stratum)
  matrix(sums_at(value, cell_of_rows(x, kind), n_strata * n_kinds), n_strata)
}

# The independent units there.
units_in_strata <- function(x, kind, n_kinds = max(kind)) {
  first <- if (!is.null(x$cluster)) !duplicated(x$cluster + cell_of_rows(x, kind) * max(x$cluster))
  counts <- if (is.null(first)) row_counts(x) else as.double(first)
  sum_in_strata(counts, x, kind, n_kinds)
}

# The degrees of freedom of their variance.
df_in_strata <- function(x, kind, units = units_in_strata(x, kind)) {
  if (is.null(x$sampled)) {
    return(units - 1)
  }
  cell <- list(x$stratum, factor(kind, seq_len(ncol(units))))
  unname(tapply(x$weight, cell, function(w) share_df(w / sum(w), rep(1, length(w)), FALSE), default = 0))
}

# How much each stratum counts; whether it is one unit, because a class has no more there; and the degrees of freedom of
# such strata together.
strata_sizes <- function(x, targets) {
  cores <- vapply(targets, function(target) target$metric$core, "")
  kind <- class_of_rows(x)
  n_classes <- if (is.null(x$classes)) 2 else length(x$classes)
  rows <- sum_in_strata(row_weights(x), x, kind, n_classes)
  units <- units_in_strata(x, kind, n_classes)
  share <- switch(cores[1],
    specificity_at = rows[, 1], sensitivity_at = , average_precision = rows[, 2],
    rowSums(rows * (rowSums(rows) - rows))
  )
  share[rowSums(rows > 0) < 2] <- 0
  share <- share / sum(share)
  # As vd_numeric_few() has it, of what is found together.
  few <- if (any(cores %in% c("specificity_at", "sensitivity_at", "average_precision"))) 9 else 1
  lone <- rowSums(units > 0 & units <= ifelse(share == 1, 1, few)) > 0
  list(share = share, lone = lone, lone_df = bell_mccaffrey(share[lone & share > 0]))
}
