# Adjusted p-values on the log scale, where a p-value is too small for a double.

# stats::p.adjust(exp(log.p), method), as logarithms; NA where there is no p-value.
adjust_log <- function(log.p, method) {
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
    alpha / max(1, m - k)
  )
  above <- if (k > 0) exp(max(log.p[rejected])) * (1 + 1e-9) else 0
  below <- if (k < sum(known)) exp(min(log.p[known & !rejected])) else 1
  min(max(level, above), below)
}
