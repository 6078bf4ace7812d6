# The statistics of all classes and pairs of classifiers together, with their covariance.

# gap: their numerators, NA where undefined, in the order of a comparison's rows; vcov:
# n x n x groups, of the comparisons of all pairs (one group), or of each pair by itself.
joint_statistics <- function(x, plan, ask, pooled = "pair", by_pair = FALSE) {
  group <- if (by_pair) 1L else ncol(ask$pairs)
  blocks <- metric_blocks(x, plan$metric, ask$average, ask$classes)
  if (plan$kind == "composite") {
    return(joint_estimates(x, plan, ask, blocks, group))
  }
  wald <- plan$question$test == "wald"
  question <- list(
    residual = if (wald) "wald" else pooled,
    scale = if (wald) plan$question$scale else "difference",
    clustered = is_clustered(x)
  )
  .Call(ffi_global_covariance, x, plan$metric$metric, blocks$code, ask$pairs, group, question)
}

# The same for metrics compared through their estimates.
joint_estimates <- function(x, plan, ask, blocks, group) {
  found <- joint_metrics(x, quantities(x, plan$metric, blocks), ask$beta, ask$zero_division)
  theta <- on_scale(as.vector(found$estimates$estimate), plan$measure)
  V <- known_spread(x, found$vcov) * tcrossprod(theta$slope)
  pairs <- pair_contrasts(length(blocks$class), length(x$classifiers), ask$pairs, "difference")
  of <- function(rows) {
    a <- pairs$quantity[rows]
    b <- pairs$other[rows]
    V[a, a] - V[a, b] - V[b, a] + V[b, b]
  }
  n <- length(pairs$quantity)
  members <- split(seq_len(n), (seq_len(n) - 1) %% ncol(ask$pairs) %/% group)
  size <- length(members[[1]])
  vcov <- vapply(members, of, matrix(0, size, size))
  list(
    gap = theta$value[pairs$quantity] - theta$value[pairs$other],
    vcov = array(vcov, c(size, size, length(members)))
  )
}

# Values on the linear scale of a measure and the slopes there; NA where that is infinite.
on_scale <- function(theta, measure) {
  value <- switch(measure, ratio = log(theta), odds_ratio = stats::qlogis(theta), theta)
  value[!is.finite(value)] <- NA
  slope <- switch(measure, ratio = 1 / theta, odds_ratio = 1 / (theta * (1 - theta)), theta^0)
  slope[is.na(value)] <- 0
  list(value = value, slope = slope)
}

has_spread <- function(gap, vcov) {
  spread <- diag(vcov)
  !is.na(gap) & !is.na(spread) & spread > 0
}

# Whether a test can be combined with others; alone it need not vary.
has_statistic <- function(rows, gap, vcov) {
  !is.na(rows$p.value) & (nrow(rows) == 1 | has_spread(gap, vcov))
}

correlation_of <- function(vcov) {
  correlation <- stats::cov2cor(vcov)
  correlation[] <- pmax(-1, pmin(1, correlation))
  correlation
}

# One statistic of all classes: z' R^- z, R the correlations of z. All pairs of
# classifiers are contrasts of those with one of them.
joint_over_classes <- function(x, rows, plan, ask, how, reference) {
  ask$pairs <- comparison_pairs(x$classifiers, reference %||% x$classifiers[1])
  found <- joint_statistics(x, plan, ask, pooled = "all")
  vcov <- as.matrix(found$vcov[, , 1])
  used <- has_spread(found$gap, vcov)
  class <- rep(unique(rows$class), each = ncol(ask$pairs))
  out <- list(
    rows = rows, n = sum(used), omitted = omitted_rows(rows, !rows$class %in% class[used]),
    note = NA_character_, log.p.value = NA_real_
  )
  if (!any(used)) {
    return(utils::modifyList(out, undefined_global(how)))
  }
  out$covariance <- vcov[used, used, drop = FALSE]
  form <- joint_form(found$gap[used], out$covariance)
  out$statistic <- c(W = form$statistic)
  out$parameter <- c(df = form$df)
  out$log.p.value <- form$log.p.value
  out$method <- paste0(global_label(how), " of ", joint_words(plan, how))
  out$note <- status_note(form$status, list())
  out
}

joint_form <- function(gap, vcov) {
  .Call(ffi_global_form, gap / sqrt(diag(vcov)), correlation_of(vcov))
}

joint_words <- function(plan, how) {
  scale <- plan$question$scale
  if (is_relative(scale) && how$combine == "wald") paste0("log ", label_measure(scale), "s") else "differences"
}
