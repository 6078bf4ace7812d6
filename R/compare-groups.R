# Comparisons in each of several groups, judged together.

# Adjusted over groups: exact tests by what they can attain, others by their joint distribution, which of independent
# groups is the product of theirs.
adjust_over_groups <- function(comparison, log.p, alpha, further = NULL) {
  request <- comparison$request
  if (identical(request$min_p, TRUE)) {
    return(adjust_min_p(comparison, log.p, alpha))
  }
  two_sided <- request$alternative == "two.sided" || ncol(request$pairs) == 1
  if (request$p.adjust.method != "max_t" || !two_sided || shares_clusters(comparison$set$set)) {
    return(NULL)
  }
  n <- sum(!is.na(log.p))
  list(
    log.adj.p = pmin(0, sidak_log(log.p, n)), local = if (n) -expm1(log1p(-alpha) / n) else alpha, method = "max_t",
    further = if (!is.null(further)) pmin(0, sidak_log(further, n))
  )
}

# Exact tests of accuracy in independent groups are adjusted by what they can attain, unless something else was asked
# for; where they are not, the method of other metrics takes its place, or `by_default` it was not asked for.
request_min_p <- function(request, plans, by_default) {
  exact <- vapply(plans, function(plan) {
    inherits(plan, "plan_groups") && identical(plan$method$test, "exact") && identical(plan$target$parts[[1]]$slice, 0L)
  }, NA)
  request$min_p <- all(exact) && is.null(request$margin)
  if (!request$min_p && !by_default) {
    abort_verdict(c(
      "{.code p.adjust.method = \"min_p\"} is for exact tests of accuracy over groups.",
      i = "Use {.code over = \"groups\"}, without a {.arg margin}, for rows without {.arg id}."
    ), "adjustment")
  }
  request
}

# McNemar's exact tests, stepping down. Their intervals hold together by Bonferroni's inequality.
adjust_min_p <- function(comparison, log.p, alpha) {
  request <- comparison$request
  pairs <- request$pairs
  trials <- unlist(lapply(comparison$plans, function(plan) {
    lapply(comparison$set$parts(), function(part) colSums(discordant_counts(part, pairs)))
  }))
  group <- rep(rep(seq_along(comparison$set$label), each = ncol(pairs)), length(comparison$plans))
  known <- which(!is.na(log.p))
  log.p[known] <- min_p_adjusted(log.p[known], trials[known], group[known], request$alternative)
  list(log.adj.p = log.p, local = alpha / max(1, length(known)), method = "min_p")
}

# `trials`: the discordant rows of each test.
min_p_adjusted <- function(log.p, trials, group, alternative = "two.sided") {
  order <- order(log.p, method = "radix")
  log.p[order] <- .Call(
    ffi_min_p_adjust, as.double(log.p[order]), as.double(trials[order]), as.integer(group[order]), max(group),
    n_sides(alternative)
  )
  log.p
}
