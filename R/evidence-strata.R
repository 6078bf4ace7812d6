# Strata, such as folds whose models have scales of their own: degrees of freedom of what ranks within them.

# What ranks within strata comes from C as contributions of independent units, scaled (src/core/numeric/strata.h).
ranks_in_strata <- function(x, targets) {
  !is.null(x$stratum) && all(vapply(targets, function(target) target$metric$ranks, NA))
}

# Satterthwaite's degrees of freedom of contrasts within strata, by the parts of their variance that come from the units
# of each class, which vary alike in all strata, and from strata that are one unit. Of clusters, whose classes cannot be
# told apart, the least that one of these has.
strata_df <- function(x, targets, units, contrasts) {
  strata <- strata_sizes(x, targets)
  df <- vapply(seq_len(ncol(strata$units)), function(k) {
    n <- strata$units[, k]
    some <- strata$share > 0 & !strata$lone & n > 1
    variance <- strata$share[some]^2 / n[some]
    sum(variance)^2 / sum(variance^2 / strata$df[some, k])
  }, 0)
  df <- c(df, bell_mccaffrey(strata$share[strata$lone & strata$share > 0]))
  if (!is.null(x$cluster)) {
    return(known_df(rep(min(df, least_cluster_df(x), na.rm = TRUE), ncol(contrasts))))
  }
  kind <- x$truth - min(x$truth) + 1L
  kind[strata$lone[x$stratum]] <- length(df)
  used <- sort(unique(kind))
  # Of rows that have no part there are none.
  df[is.nan(df)] <- 1
  known_df(as.double(satterthwaite(rowsum((units %*% contrasts)^2, kind), df[used])))
}

# The least that a class has of clusters.
least_cluster_df <- function(x) min(rowSums(table(x$truth, x$cluster) > 0)) - 1

# Of each stratum (rows) and class (columns) the independent units and the degrees of freedom of their variance; how
# much the stratum counts; and whether it is one unit, because a class has no more there.
strata_sizes <- function(x, targets) {
  cores <- vapply(targets, function(target) target$metric$core, "")
  classes <- if (is.null(x$classes)) 0:1 else seq_along(x$classes)
  cell <- list(factor(x$stratum), factor(x$truth, classes))
  of <- function(value, what) unname(tapply(value, cell, what, default = 0))
  rows <- of(row_weights(x), sum)
  units <- if (is.null(x$cluster)) of(row_counts(x), sum) else of(x$cluster, function(own) length(unique(own)))
  df <- if (is.null(x$sampled)) units - 1 else of(x$weight, function(w) share_df(w / sum(w), rep(1, length(w)), FALSE))
  share <- switch(cores[1],
    specificity_at = rows[, 1], sensitivity_at = , average_precision = rows[, 2],
    rowSums(rows * (rowSums(rows) - rows))
  )
  share[rowSums(rows > 0) < 2] <- 0
  share <- share / sum(share)
  # As vd_numeric_few() has it, of what is found together.
  few <- if (any(cores %in% c("specificity_at", "sensitivity_at", "average_precision"))) 9 else 1
  lone <- rowSums(units > 0 & units <= ifelse(share == 1, 1, few)) > 0
  list(units = units, df = df, share = share, lone = lone)
}
