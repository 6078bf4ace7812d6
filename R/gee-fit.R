# The fit proper: which columns can be estimated, a start, the core's Fisher
# scoring, and what its endings mean.

# Columns that the earlier ones determine to this relative size are left out,
# as in glm().
gee_rank_tolerance <- 1e-11

gee_estimate <- function(x, input, spec, start = NULL) {
  clusters <- gee_clusters(input$id, input$weight)
  basis <- gee_basis(x, input, spec)
  kept <- which(!is.na(basis$start))
  gee_check_size(length(clusters$end), kept)
  gee_tell_aliased(colnames(x)[-kept])
  if (length(kept) < ncol(x)) x <- x[, kept, drop = FALSE]
  problem <- gee_problem(x, input, clusters, spec)
  start <- gee_start(start, basis$start, kept, basis$names)
  fit <- .Call(ffi_gee_fit, problem, start, as.integer(spec$max_iterations), spec$vcov)
  out <- switch(fit$status,
    converged = gee_result(fit, kept, basis$names, input, clusters, spec),
    separated = gee_separated(x, basis$names, kept, fit, input, spec),
    gee_abort(fit, basis$names[kept], spec)
  )
  out$aliased <- basis$aliased
  out
}

# The triangular factor of the design shows which columns are independent, and
# the coefficients of a constant mean to start from; NA for a dependent column.
gee_basis <- function(x, input, spec) {
  used <- if (is.null(input$weight)) rep(1, nrow(x)) else as.double(input$weight > 0)
  p <- ncol(x)
  level <- gee_links[[spec$link]]$link(gee_mean_response(input))
  factor <- .Call(ffi_gee_qr, x, used, used * (level - (input$offset %||% 0)))
  if (!all(is.finite(factor))) gee_abort_design(x)
  gee_check_scale(x, used, factor)
  columns <- qr(factor[, seq_len(p), drop = FALSE], tol = gee_rank_tolerance)
  if (columns$rank == 0) abort_verdict("The design has no column to estimate a coefficient of.", "design")
  # Which columns are left out, and how the others give them.
  kept <- columns$pivot[seq_len(columns$rank)]
  out <- setdiff(columns$pivot, kept)
  relation <- qr.coef(columns, factor[, out, drop = FALSE])[kept, , drop = FALSE]
  aliased <- list(columns = out, relation = relation[order(kept), , drop = FALSE])
  list(start = qr.coef(columns, factor[, p + 1]), names = colnames(x), aliased = aliased)
}

gee_mean_response <- function(input) {
  mean <- if (is.null(input$weight)) mean(input$y) else stats::weighted.mean(input$y, input$weight)
  if (mean <= 0 || mean >= 1) {
    abort_verdict(c(
      "Perfect separation: the response is {mean} in every row.",
      i = "There is nothing to explain; all coefficients would be infinite."
    ), "separation")
  }
  mean
}

gee_abort_design <- function(x) {
  bad <- which(colSums(!is.finite(x)) > 0)[1]
  if (is.na(bad)) {
    largest <- colnames(x)[which.max(apply(abs(x), 2, max))]
    abort_verdict(c(
      "The numbers are too large for their squares: {.field {largest}}.",
      i = "Rescale it, or {.arg weights} or {.arg offset} if it is these."
    ), "design")
  }
  rows <- which(!is.finite(x[, bad]))
  abort_verdict(c(
    "{.field {colnames(x)[bad]}} is not finite in {length(rows)} row{?s}, first in row {rows[1]}.",
    i = "Mend the column, or leave those rows out of {.arg data}."
  ), "design")
}

# Squares must have all their digits, and so must variances, which are one over squares.
# A column of zeros is another matter.
gee_check_scale <- function(x, used, factor) {
  size <- apply(abs(factor[, seq_len(ncol(x)), drop = FALSE]), 2, max)
  for (j in which(size < 1e-140 | size > 1e140)) {
    if (!any(used * x[, j] != 0)) next
    abort_verdict(c(
      "The numbers are too {if (size[j] < 1) 'small' else 'large'} for their squares:
       {.field {colnames(x)[j]}}.",
      i = "Rescale it, so that they are nearer to 1."
    ), "design")
  }
}

gee_check_size <- function(n_clusters, kept) {
  if (n_clusters < length(kept)) {
    abort_verdict(c(
      "There are fewer clusters ({n_clusters}) than coefficients ({length(kept)}).",
      x = "The sandwich variance has at most one dimension a cluster.",
      i = "Drop terms from {.arg formula}, or check {.arg id}: it names the independent units."
    ), "clusters")
  }
}

gee_tell_aliased <- function(names) {
  if (length(names)) {
    rlang::inform(format_message(c(
      i = "{length(names)} coefficient{?s} not defined, being determined by the others: {names}."
    )), class = c("verdict_message_aliased", "verdict_message"))
  }
}

gee_start <- function(start, default, kept, names) {
  if (is.null(start)) {
    return(default[kept])
  }
  if (!is.numeric(start) || !length(start) %in% c(length(kept), length(default))) {
    abort_verdict("{.arg start} must be numeric, one value a coefficient ({length(default)}).", "start")
  }
  if (length(start) == length(default)) start <- start[kept]
  names <- names[kept]
  if (!all(is.finite(start))) {
    abort_verdict(c(
      "{.arg start} must be finite for every coefficient that is estimated.",
      x = "It is {.val {start[!is.finite(start)][1]}} for {.field {names[!is.finite(start)][1]}}."
    ), "start")
  }
  as.double(start)
}

# Coefficients of all columns, NA where not estimated; matrices only of those that are.
gee_result <- function(fit, kept, names, input, clusters, spec) {
  beta <- rep(NA_real_, length(names))
  names(beta) <- names
  beta[kept] <- fit$beta
  list(
    coefficients = beta, kept = kept, root = gee_root(fit$factor),
    meat = fit$sandwich$meat, alone = gee_directions(fit$sandwich),
    phi = fit$phi, alpha = if (spec$corstr == "exchangeable") fit$alpha else 0,
    linear.predictors = fit$eta, weight = input$weight, iterations = fit$iterations,
    n = length(clusters$order), n_clusters = length(clusters$end),
    cluster_sizes = range(diff(c(0L, clusters$end)))
  )
}

gee_abort <- function(fit, names, spec) {
  switch(fit$status,
    no_start = gee_abort_start(spec),
    correlation = gee_abort_correlation(fit),
    gee_abort_convergence(fit, names, spec)
  )
}

gee_abort_start <- function(spec) {
  abort_verdict(c(
    "The starting values give means outside (0, 1).",
    i = if (spec$link == "logit") {
      "Look at {.arg start} and {.arg offset}: numbers in the hundreds leave no digit of a mean."
    } else {
      "Give others in {.arg start}, or use the logit link, which has no such limits."
    }
  ), "start")
}

gee_abort_correlation <- function(fit) {
  abort_verdict(c(
    "The exchangeable correlation came out as {signif(fit$alpha, 4)}, no valid correlation
     for clusters of this size.",
    i = "Use {.code corstr = \"independence\"}: its robust variance needs no such model."
  ), "correlation")
}

# Standard errors with a scale of 1: steps are long or short in these.
gee_unit <- function(root) sqrt(rowSums(root^2))

gee_abort_convergence <- function(fit, names, spec) {
  worst <- fit$column
  if (worst == 0) worst <- which.max(abs(fit$step) / gee_unit(gee_root(fit$factor)))
  mean <- gee_links[[spec$link]]$inverse(fit$eta)
  edge <- spec$link != "logit" && any(pmin(mean, 1 - mean) < 1e-6)
  why <- switch(if (edge) "edge" else fit$status,
    edge = "its best fit lies on the boundary, with means of 0 or 1",
    blocked = "no shorter step improves the fit",
    singular = "the weighted design became singular",
    going = "{spec$max_iterations} iteration{?s} {?was/were} not enough"
  )
  abort_verdict(c(
    paste0("The fit did not converge: ", why, "."),
    x = "Last step, of {.field {names[worst]}}: from {signif(fit$beta[worst], 6)} by \
         {signif(fit$step[worst], 3)} (of all: {signif(fit$size, 3)} standard errors).",
    i = if (spec$link == "logit") {
      "Rescale or drop {.field {names[worst]}}, or raise {.arg max_iterations}."
    } else {
      "Use the logit link, whose means have no boundary."
    }
  ), "convergence")
}

gee_separated <- function(x, names, kept, fit, input, spec) {
  weight <- input$weight %||% rep(1, nrow(x))
  still <- weight > 0 & fit$towards == 0
  if (!any(still)) gee_abort_perfect(x, names[kept], fit$step)
  input$weight <- weight * still
  rest <- gee_quietly(gee_estimate(x, input, spec))
  # A second separation inside the first would have made more rows infinite.
  still <- still & is.finite(rest$linear.predictors)
  towards <- ifelse(fit$towards != 0, fit$towards, sign(rest$linear.predictors))
  limit <- gee_limit(x, still, !still & weight > 0, towards)
  out <- gee_join_limit(rest, limit, x, names, kept, !still, input$offset)
  out$n_separated <- sum(weight > 0 & !still)
  gee_warn_separation(out)
  out
}

# What the fit of a part of the rows or columns tells is no news.
gee_quietly <- function(fit) {
  suppressWarnings(suppressMessages(fit, "verdict_message_aliased"), "verdict_warning_separation")
}

gee_links <- list(
  logit = list(link = stats::qlogis, inverse = stats::plogis, slope = stats::dlogis),
  identity = list(link = identity, inverse = identity, slope = function(eta) 1 + 0 * eta),
  log = list(link = log, inverse = exp, slope = exp)
)
