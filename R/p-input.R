# What combine_p() is given: p-values, weights, and how they depend on each other.

# A matrix of doubles, one set a row.
p_sets <- function(p, log.p, na) {
  if (!is.numeric(p) || is.object(p) || length(dim(p)) > 2) {
    abort_verdict("{.arg p} must be a numeric vector or matrix, not {.obj_type_friendly {p}}.", "p")
  }
  if (length(p) == 0) abort_verdict("{.arg p} is empty: there is nothing to combine.", "p")
  if (na == "error" && anyNA(p)) abort_missing_p(p)
  range <- if (log.p) c(-Inf, 0) else c(0, 1)
  if (suppressWarnings(min(p, na.rm = TRUE) < range[1] || max(p, na.rm = TRUE) > range[2])) {
    abort_p_range(p, range, log.p)
  }
  storage.mode(p) <- "double"
  if (is.matrix(p)) p else matrix(p, nrow = 1)
}

# "element 3", "row 2, column 1", at most five of them.
element_places <- function(at, x) {
  words <- if (is.matrix(x)) {
    where <- arrayInd(at, dim(x))
    paste0("row ", where[, 1], ", column ", where[, 2])
  } else {
    paste("element", at)
  }
  and_list(words, 5)
}

abort_missing_p <- function(p) {
  at <- which(is.na(p))
  abort_verdict(c(
    "{qty(length(at))}{?A p-value is/P-values are} missing: {element_places(at, p)}.",
    i = "Use {.code na = \"omit\"} to combine the others."
  ), "p")
}

abort_p_range <- function(p, range, log.p) {
  at <- which(p < range[1] | p > range[2])
  what <- if (log.p) "Logarithms of p-values must not be positive" else "p-values must be between 0 and 1"
  values <- and_list(format(p[at], digits = 4, trim = TRUE), 5)
  abort_verdict(c(
    paste0(what, "."), x = "{.arg p} has {values} in {element_places(at, p)}.",
    i = if (!log.p && all(p <= 0, na.rm = TRUE)) "Are they logarithms? Then use {.code log.p = TRUE}."
  ), "p")
}

# One weight a p-value; 1 for the methods without.
combination_weights <- function(weights, rule, k) {
  if (is.null(weights)) {
    return(rep(if (is.na(rule$weight)) 1 else rule$weight, k))
  }
  if (!rule$free) {
    with <- known_combinations()$method[known_combinations()$free]
    abort_verdict(c(
      "Method {.val {rule$method}} has no weights.", i = "Those with weights are {.val {with}}."
    ), "weights")
  }
  if (!is.numeric(weights) || is.object(weights) || length(weights) != k) {
    abort_verdict(
      "{.arg weights} must be {k} number{?s}, one a p-value, not {.obj_type_friendly {weights}} of length
       {length(weights)}.", "weights"
    )
  }
  bad <- which(!is.finite(weights) | weights <= 0)
  if (length(bad)) {
    abort_verdict(c(
      "{.arg weights} must be positive and finite.",
      x = "Element {bad[1]} is {weights[bad[1]]}."
    ), "weights")
  }
  fit_weights(as.double(weights), rule)
}

# Only ratios count but for Lancaster's, whose weights are degrees of freedom: so many that
# a double cannot distinguish x from its mean would give any p-value.
fit_weights <- function(weights, rule) {
  if (!rule$method %in% c("lancaster", "dai")) {
    return(weights / max(weights))
  }
  if (max(weights) > 1e12) {
    abort_verdict(c(
      "{.arg weights} of method {.val {rule$method}} are degrees of freedom, at most 1e12.",
      i = "With ever more of them the method becomes {.val stouffer} with their square roots as weights."
    ), "weights")
  }
  weights
}

# -- dependence ----------------------------------------------------------------------

covariance_types <- c("transformed", "z", "simulated")

# The covariances of the quantiles that the method sums, or NULL: independent.
combination_covariance <- function(rule, weights, covariance, type, sides, repair) {
  check_flag(repair, "repair")
  if (is.null(covariance)) {
    if (rule$covariance == "needed") abort_verdict(c(
      "Method {.val {rule$method}} needs {.arg covariance}: how the p-values depend on each other.",
      i = "If that is unknown, use {.val bonferroni}, or {.val simes} if it is positive; if they are independent,
        {.val lancaster}."
    ), "covariance")
    return(NULL)
  }
  check_covariance_use(rule, type, sides)
  check_covariance_matrix(covariance, length(weights), type)
  storage.mode(covariance) <- "double"
  if (type != "simulated") {
    check_diagonal(covariance, combination_df(rule, weights), type)
    covariance <- semi_definite(covariance, repair)
  }
  if (type == "transformed") covariance else own_covariance(rule, weights, covariance, type, sides)
}

# Degrees of freedom of the quantiles; 0: normal ones.
combination_df <- function(rule, weights) if (rule$method == "stouffer") 0 * weights else weights

# Cov of the quantiles of p-values whose normal scores have these correlations.
transformed_covariance <- function(correlation, dof, sides) {
  distinct <- unique(dof)
  out <- .Call(ffi_combine_covariance, correlation, match(dof, distinct), distinct, as.integer(sides))
  dimnames(out) <- dimnames(correlation)
  out
}

# The same for one that the package computed itself: nothing to check, which would be most
# of the work.
own_covariance <- function(rule, weights, covariance, type, sides) {
  dof <- combination_df(rule, weights)
  if (type == "simulated") simulated_covariance(covariance, dof) else transformed_covariance(covariance, dof, sides)
}

# log p of many groups of tests: `log.p` has one group a column, NA for what is left out,
# `vcov` (tests x tests x groups) the covariances of their statistics.
combine_groups <- function(log.p, vcov, sides) {
  n <- nrow(log.p)
  vcov <- matrix(vcov, n^2)
  variance <- vcov[seq(1, n^2, n + 1), , drop = FALSE]
  variance[which(variance < 0)] <- NA # none, but for rounding
  spread <- sqrt(variance)
  rows <- rep(seq_len(n), n)
  correlation <- vcov / (spread[rows, ] * spread[sort(rows), ])
  correlation[] <- pmax(-1, pmin(1, correlation))
  .Call(ffi_combine_groups, log.p, correlation, known_combinations()["dai", "core"], 2, as.integer(sides))
}

check_covariance_use <- function(rule, type, sides) {
  if (rule$covariance == "none") {
    abort_verdict(c(
      "Method {.val {rule$method}} does not use {.arg covariance}.",
      i = "Methods that do are {.val {known_combinations()$method[known_combinations()$covariance != 'none']}}."
    ), "covariance")
  }
  if (is.null(type)) {
    abort_verdict(c(
      "{.arg covariance_type} must say what {.arg covariance} holds.",
      "*" = "{.val transformed}: covariances of the transformed p-values, the terms of the sum.",
      "*" = "{.val z}: correlations of the z-scores that the p-values came from.",
      "*" = "{.val simulated}: p-values simulated under the null hypothesis, a row a replicate."
    ), "covariance")
  }
  check_choice(type, "covariance_type", covariance_types)
  if (!is.numeric(sides) || length(sides) != 1 || !sides %in% 1:2) {
    abort_verdict("{.arg sides} must be 1 or 2, not {.val {sides}}.", "argument")
  }
}

check_covariance_matrix <- function(covariance, k, type) {
  if (!is.matrix(covariance) || !is_numeric(covariance)) {
    abort_verdict("{.arg covariance} must be a numeric matrix, not {.obj_type_friendly {covariance}}.", "covariance")
  }
  rows <- if (type == "simulated") nrow(covariance) else k
  if (ncol(covariance) != k || nrow(covariance) != rows || rows < 1) {
    wanted <- if (type == "simulated") "have {k} column{?s}, one a p-value" else "be {k} x {k}"
    abort_verdict(
      paste0("{.arg covariance} must ", wanted, "; it is {nrow(covariance)} x {ncol(covariance)}."),
      "covariance"
    )
  }
  bad <- which(!is.finite(covariance))
  if (length(bad)) {
    abort_verdict(
      "{.arg covariance} must be finite; it has {covariance[bad[1]]} in {element_places(bad[1], covariance)}.",
      "covariance"
    )
  }
  if (type != "simulated" && !isSymmetric(unname(covariance), tol = 1e-8)) {
    abort_verdict("{.arg covariance} must be symmetric.", "covariance")
  }
}

simulated_covariance <- function(p, dof) {
  highest <- if (any(dof == 0)) 1 - .Machine$double.neg.eps else 1
  bad <- which(p <= 0 | p > highest)
  if (length(bad)) {
    range <- if (highest < 1) "above 0 and below 1" else "above 0 and at most 1"
    abort_verdict(c(
      paste0("Simulated p-values must be ", range, "."),
      x = "{.arg covariance} has {p[bad[1]]} in {element_places(bad[1], p)}.",
      i = "Count the observed statistic among the simulated ones: (b + 1) / (R + 1)."
    ), "covariance")
  }
  if (nrow(p) < 2) {
    abort_verdict("{.arg covariance} must have two or more rows of simulated p-values, not {nrow(p)}.", "covariance")
  }
  stats::cov(.Call(ffi_combine_quantiles, p, dof))
}

check_diagonal <- function(covariance, dof, type) {
  if (any(diag(covariance) <= 0)) {
    abort_verdict("The diagonal of {.arg covariance} must be positive.", "covariance")
  }
  unit <- isTRUE(all.equal(unname(diag(covariance)), rep(1, length(dof)), tolerance = 1e-8))
  if (type == "z" && !unit) {
    abort_verdict(c(
      "{.arg covariance} of type {.val z} must be a correlation matrix, with ones on its diagonal.",
      i = "See {.fn cov2cor}."
    ), "covariance")
  }
  if (type == "transformed" && unit && any(dof != 0 & dof != 0.5)) {
    abort_verdict(c(
      "{.arg covariance} of type {.val transformed} has ones on its diagonal, as a correlation matrix does.",
      i = "The variances should be {2 * dof[1]}, twice the weight. If these are correlations of z-scores, use
        {.code covariance_type = \"z\"}."
    ), "covariance")
  }
}

# Itself when positive semi-definite; else repaired, or an error.
semi_definite <- function(covariance, repair) {
  eigen <- eigen((covariance + t(covariance)) / 2, symmetric = TRUE)
  lowest <- min(eigen$values)
  if (lowest >= -1e-8 * max(abs(eigen$values))) {
    return(covariance)
  }
  if (!repair) {
    abort_verdict(c(
      "{.arg covariance} is not positive semi-definite: its smallest eigenvalue is {signif(lowest, 3)}.",
      i = "Use {.code repair = TRUE} to take a near matrix that is."
    ), "covariance")
  }
  near <- eigen$vectors %*% (pmax(eigen$values, 0) * t(eigen$vectors))
  scale <- sqrt(diag(covariance) / diag(near))
  near <- near * scale * rep(scale, each = length(scale))
  dimnames(near) <- dimnames(covariance)
  near
}
