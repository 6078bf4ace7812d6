# Strata, such as folds whose models have scales of their own: degrees of freedom of what ranks within them.

# What ranks within strata comes from C as contributions of independent units, scaled (src/core/numeric/strata.h).
ranks_in_strata <- function(x, targets) {
  !is.null(x$stratum) && all(vapply(targets, function(target) target$metric$ranks, NA))
}

# Satterthwaite's degrees of freedom of contrasts within strata, by the parts of their variance that come from the rows
# of each kind (factor), such as a class, which vary alike in all strata, and from strata that are one unit. Of
# clusters, whose classes cannot be told apart, the least that one of these has.
strata_df <- function(x, strata, units, contrasts, kind = class_of_rows(x)) {
  counted <- units_in_strata(x, kind)
  df <- vapply(seq_len(nlevels(kind)), function(k) {
    n <- counted$units[, k]
    some <- strata$share > 0 & !strata$lone & n > 1
    variance <- strata$share[some]^2 / n[some]
    sum(variance)^2 / sum(variance^2 / counted$df[some, k])
  }, 0)
  df <- c(df, strata$lone_df)
  if (!is.null(x$cluster)) {
    return(known_df(rep(min(df, least_cluster_df(x), na.rm = TRUE), ncol(contrasts))))
  }
  kind <- as.integer(kind)
  kind[strata$lone[x$stratum]] <- length(df)
  used <- sort(unique(kind))
  # Of rows that have no part there are none.
  df[is.na(df)] <- 1
  known_df(as.double(satterthwaite(rowsum((units %*% contrasts)^2, kind), df[used])))
}

class_of_rows <- function(x) factor(x$truth, if (is.null(x$classes)) 0:1 else seq_along(x$classes))

# The least that a class has of clusters.
least_cluster_df <- function(x) min(rowSums(table(x$truth, x$cluster) > 0)) - 1

# A function of what is added up, and how, in each stratum (rows) and kind (columns).
by_stratum <- function(x, kind) {
  cell <- list(factor(x$stratum), kind)
  function(value, what) unname(tapply(value, cell, what, default = 0))
}

# The independent units there, and the degrees of freedom of their variance.
units_in_strata <- function(x, kind) {
  of <- by_stratum(x, kind)
  units <- if (is.null(x$cluster)) of(row_counts(x), sum) else of(x$cluster, function(own) length(unique(own)))
  df <- if (is.null(x$sampled)) units - 1 else of(x$weight, function(w) share_df(w / sum(w), rep(1, length(w)), FALSE))
  list(units = units, df = df)
}

# How much each stratum counts; whether it is one unit, because a class has no more there; and the degrees of freedom of
# such strata together.
strata_sizes <- function(x, targets) {
  cores <- vapply(targets, function(target) target$metric$core, "")
  kind <- class_of_rows(x)
  rows <- by_stratum(x, kind)(row_weights(x), sum)
  units <- units_in_strata(x, kind)$units
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
