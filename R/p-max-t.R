# Single-step adjustment by the joint distribution of the largest statistic (max-T), from
# the covariance of the quantities that are compared.

# log.p: of the tests, NA where there is none; such a test is not in the family.
# vcov: of the quantities; contrasts: 2 x tests, positions in it (first minus second).
# others: further tests of the family, allowed for by Bonferroni. seconds: where the joint
# distribution would take longer, Bonferroni's inequality takes its place. further: log p-values
# that are no members of the family but judged as if they were. Returns the logarithms of
# the adjusted p-values; the local level, at which a single test is judged, so that
# adj p <= level just when p <= local; and the quantile that belongs to it.
adjust_max_t <- function(log.p, vcov, contrasts, alternative, level, others = 0,
                         seconds = 30, further = NULL) {
  known <- which(!is.na(log.p))
  sides <- if (alternative == "two.sided") 2L else 1L
  pairs <- matrix(as.integer(contrasts), nrow = 2)[, known, drop = FALSE]
  storage.mode(vcov) <- "double"
  if (anyNA(pairs) || any(pairs < 1L, pairs > nrow(vcov)) || nrow(vcov) != ncol(vcov)) {
    abort_verdict("internal: the contrasts do not fit the covariance.", "internal")
  }
  adjusted <- .Call(
    ffi_max_t_adjust, as.double(log.p[known]), vcov, pairs, sides, as.double(others),
    log(level), seconds, as.double(further[!is.na(further)]), threads()
  )
  log.p[known] <- adjusted$log.adj.p
  further[!is.na(further)] <- adjusted$further
  list(
    log.adj.p = log.p, further = further, local = exp(adjusted$log.local),
    critical = qnorm(adjusted$log.local - log(sides), lower.tail = FALSE, log.p = TRUE),
    method = if (adjusted$joint) "max_t" else "bonferroni"
  )
}
