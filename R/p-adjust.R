# Adjusted p-values on the log scale, where a p-value is too small for a double.

# For the p-values of all pairs of classifiers, which cannot be equal in any combination.
pair_adjustments <- function() registry_adjustments$id[registry_adjustments$pairs]

# stats::p.adjust(exp(log.p), method), as logarithms; NA where there is no p-value.
adjust_log <- function(log.p, method) {
  if (method %in% pair_adjustments()) {
    return(adjust_pairs_log(log.p, method))
  }
  known <- !is.na(log.p)
  at <- order(log.p[known])
  n <- sum(known)
  if (n > 0) {
    adjusted <- registry_adjustments[[method, "adjust"]](log.p[known][at], seq_len(n), n)
    log.p[known][at] <- pmin(0, adjusted)
  }
  log.p
}

# The smallest p-values that n differences have by their signs, all on one side: adjusted like others they are the
# smallest that there are.
least_of_signs <- function(n, sides, method = "none") {
  # Without the rounding of logarithms.
  signif(exp(adjust_log(log(sides) - n * log(2), method)), 12)
}

# All pairs of k classifiers: 12 13 14 ... 23 24 ... A pair without a p-value counts as p = 1.
adjust_pairs_log <- function(log.p, method) {
  n <- length(log.p)
  # How many classifiers have n pairs.
  k <- as.integer(round((1 + sqrt(1 + 8 * n)) / 2))
  p <- adjusted <- ifelse(is.na(log.p), 0, log.p)
  if (method == "shaffer") {
    at <- order(p)
    adjusted[at] <- cummax(log(.Call(ffi_exhaustive_counts, k)[n + 2 - seq_len(n)]) + p[at])
  } else {
    pairs <- utils::combn(k, 2)
    at <- order(pairs[2, ], pairs[1, ])
    adjusted[at] <- .Call(ffi_exhaustive_adjust, p[at], k)
    # By definition a larger p-value may be adjusted to a smaller one.
    if (method == "bergmann_hommel_monotone") adjusted[order(p)] <- cummax(adjusted[order(p)])
  }
  ifelse(is.na(log.p), NA_real_, pmin(0, adjusted))
}

# Shaffer's and Bergmann and Hommel's adjustment know what pairs can be equal together: they
# need all of them, and no others.
check_pair_family <- function(comparison) {
  method <- comparison$request$p.adjust.method
  n <- length(comparison$units$classifiers)
  fault <- if (!is.null(comparison$request$reference)) {
    "Here all are compared with a {.arg reference}."
  } else if (any(comparison$global$n_classes > 1) || nrow(comparison$rows) != n * (n - 1) / 2) {
    "Here {nrow(comparison$rows)} comparisons are adjusted together, of several metrics or classes."
  }
  if (!is.null(fault)) {
    abort_verdict(c(
      "{.code p.adjust.method = \"{method}\"} is for all pairs of classifiers in one metric.",
      x = fault,
      i = "Use {.val holm}, or one metric, or one class, at a time."
    ), "adjustment")
  }
  if (method != "shaffer" && n > 12) {
    abort_verdict(c(
      "{.val {method}} goes through all partitions of the classifiers: there are too many of {n}.",
      i = "It takes up to 12; {.val shaffer} takes any number."
    ), "adjustment")
  }
}

# The level with which p < level says the same as adj p < alpha, for all p-values together.
local_level <- function(log.p, log.adj.p, method, alpha) {
  known <- !is.na(log.p)
  rejected <- known & log.adj.p < log(alpha)
  n <- max(1, sum(known))
  k <- sum(rejected)
  row <- rows_at(registry_adjustments, method)
  local <- row$local[[1]]
  level <- if (is.null(local)) alpha / row$divisor[[1]](n, k) else local(alpha, n, k, log.p)
  above <- if (k > 0) exp(max(log.p[rejected])) * (1 + 1e-9) else 0
  below <- if (k < sum(known)) exp(min(log.p[known & !rejected])) else 1
  min(max(level, above), below)
}

# What further p-values would be adjusted to in a family whose adjusted p-values are known: the
# least level at which each is below the local level, g(p) = min over k of max(a[k], c[k] p), with
# a[k] the level from which on k of the family are rejected, and c[k] what p is multiplied by then.
# For the methods that margins may have.
adjust_further <- function(log.p, log.adj.p, method) {
  if (!is.null(log.p)) {
    known <- sort(log.adj.p)
    factor <- log(registry_adjustments[[method, "divisor"]](max(1, length(known)), seq(0, length(known))))
    from <- c(-Inf, known)
    at <- pmax(1, findInterval(log.p, from - factor, left.open = TRUE))
    pmin(0, log.p + factor[at], c(from, Inf)[at + 1])
  }
}
