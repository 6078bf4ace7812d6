# Adjusted p-values on the log scale, where a p-value is too small for a double.

# For the p-values of all pairs of classifiers, which cannot be equal in any combination.
pair_adjustments <- function() registry_adjustments$id[registry_adjustments$pairs]

# stats::p.adjust(exp(log.p), method), as logarithms; NA where there is no p-value.
adjust_log <- function(log.p, method) {
  if (method %in% pair_adjustments()) {
    return(adjust_pairs_log(log.p, method))
  }
  known <- !is.na(log.p)
  if (!any(known)) {
    return(log.p)
  }
  n <- sum(known)
  at <- order(log.p[known])
  p <- log.p[known][at]
  i <- seq_len(n)
  adjusted <- switch(method,
    bonferroni = log(n) + p,
    holm = cummax(log(n + 1 - i) + p),
    hochberg = step_up(log(n + 1 - i) + p),
    hommel = hommel_log(p),
    BH = ,
    fdr = step_up(log(n / i) + p),
    BY = step_up(log(sum(1 / i)) + log(n / i) + p),
    sidak = cummax(sidak_log(p, n + 1 - i)),
    finner = cummax(sidak_log(p, n / i)),
    li = li_log(p),
    p
  )
  log.p[known][at] <- pmin(0, adjusted)
  log.p
}

step_up <- function(p) rev(cummin(rev(p)))

# Hommel (1988) as stats::p.adjust() computes it, after Wright (1992).
hommel_log <- function(p) {
  n <- length(p)
  found <- q <- rep(min(log(n / seq_len(n)) + p), n)
  for (m in rev(seq_len(n)[-c(1, n)])) {
    first <- seq_len(n - m + 1)
    least <- min(log(m / (2:m)) + p[-first])
    q[first] <- pmin(log(m) + p[first], least)
    q[-first] <- q[n - m + 1]
    found <- pmax(found, q)
  }
  pmax(found, p)
}

# log(1 - (1 - p)^n), which is n p as long as p is small.
sidak_log <- function(log.p, n) {
  ifelse(log.p < -37, log(n) + log.p, log(-expm1(n * log1p(-exp(log.p)))))
}

# Li (2008): p / (p + 1 - the largest); 0 / 0 is 0.
li_log <- function(log.p) {
  rest <- log(-expm1(max(log.p)))
  larger <- pmax(log.p, rest)
  ifelse(log.p == -Inf, -Inf, log.p - larger - log1p(exp(pmin(log.p, rest) - larger)))
}

# All pairs of k classifiers: 12 13 14 ... 23 24 ... A pair without a p-value counts as p = 1.
adjust_pairs_log <- function(log.p, method) {
  n <- length(log.p)
  k <- n_of_pairs(n)
  p <- ifelse(is.na(log.p), 0, log.p)
  if (method == "shaffer") {
    at <- order(p)
    adjusted <- p
    adjusted[at] <- cummax(log(.Call(ffi_exhaustive_counts, k)[n + 2 - seq_len(n)]) + p[at])
  } else {
    pairs <- utils::combn(k, 2)
    at <- order(pairs[2, ], pairs[1, ])
    adjusted <- p
    adjusted[at] <- .Call(ffi_exhaustive_adjust, p[at], k)
    # By definition a larger p-value may be adjusted to a smaller one.
    if (method == "bergmann_hommel_monotone") adjusted[order(p)] <- cummax(adjusted[order(p)])
  }
  ifelse(is.na(log.p), NA_real_, pmin(0, adjusted))
}

# How many classifiers have n pairs.
n_of_pairs <- function(n) as.integer(round((1 + sqrt(1 + 8 * n)) / 2))

# Shaffer's and Bergmann and Hommel's adjustment know what pairs can be equal together: they
# need all of them, and no others.
check_pair_family <- function(comparison, call) {
  method <- comparison$request$p.adjust.method
  if (!method %in% pair_adjustments()) {
    return(invisible())
  }
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
    ), "adjustment", call = call)
  }
  if (method != "shaffer" && n > 12) {
    abort_verdict(c(
      "{.val {method}} goes through all partitions of the classifiers: there are too many of {n}.",
      i = "It takes up to 12; {.val shaffer} takes any number."
    ), "adjustment", call = call)
  }
}

# The level with which p < level says the same as adj p < alpha, for all p-values together.
# With k of m rejected Holm, Hochberg and Hommel have come to alpha / (m - k); for BH it is
# k alpha / m, with which intervals keep the false coverage rate (Benjamini & Yekutieli 2005).
local_level <- function(log.p, log.adj.p, method, alpha) {
  known <- !is.na(log.p)
  rejected <- known & log.adj.p < log(alpha)
  m <- max(1, sum(known))
  k <- sum(rejected)
  level <- switch(method,
    none = alpha,
    bonferroni = alpha / m,
    BH = ,
    fdr = max(1, k) * alpha / m,
    BY = max(1, k) * alpha / m / sum(1 / seq_len(m)),
    sidak = -expm1(log1p(-alpha) / max(1, m - k)),
    finner = -expm1(log1p(-alpha) * min(1, (k + 1) / m)),
    li = if (m == 1) alpha else -expm1(max(log.p, na.rm = TRUE)) * alpha / (1 - alpha),
    alpha / max(1, m - k)
  )
  above <- if (k > 0) exp(max(log.p[rejected])) * (1 + 1e-9) else 0
  below <- if (k < sum(known)) exp(min(log.p[known & !rejected])) else 1
  min(max(level, above), below)
}

# What further p-values would be adjusted to in a family whose adjusted p-values are known: the
# least level at which each is below the local level, g(p) = min over k of max(a[k], c[k] p), with
# a[k] the level from which on k of the family are rejected, and c[k] what p is multiplied by then.
# For the methods that margins may have: see margin_adjustments.
adjust_further <- function(log.p, log.adj.p, method) {
  if (is.null(log.p)) {
    return(NULL)
  }
  known <- sort(log.adj.p)
  m <- max(1, length(known))
  k <- seq(0, length(known))
  factor <- switch(method,
    none = 0 * k,
    bonferroni = log(m) + 0 * k,
    BH = ,
    fdr = log(m) - log(pmax(1, k)),
    BY = log(m) - log(pmax(1, k)) + log(sum(1 / seq_len(m))),
    log(pmax(1, m - k))
  )
  from <- c(-Inf, known)
  at <- pmax(1, findInterval(log.p, from - factor, left.open = TRUE))
  pmin(0, log.p + factor[at], c(from, Inf)[at + 1])
}
