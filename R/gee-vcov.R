# Covariances of the coefficients, from the root of the bread (root root' =
# H^-1) and the meat in its coordinates: root meat root'.

#' @rdname verdict_gee
#' @export
vcov.verdict_gee <- function(object, type = object$spec$vcov, ...) {
  type <- check_vcov(type, "type")
  beta <- object$coefficients
  full <- matrix(NA_real_, length(beta), length(beta), dimnames = rep(list(names(beta)), 2))
  parts <- gee_parts(object, type)
  full[object$kept, object$kept] <- parts$root %*% parts$meat %*% t(parts$root)
  unknown <- !is.finite(beta)
  if (type != "model") unknown[gee_alone(object)] <- TRUE
  full[unknown, ] <- NA
  full[, unknown] <- NA
  full
}

# Root and meat of the estimated columns, for a type of covariance.
gee_parts <- function(object, type) {
  correction <- gee_vcov_types[[type]]
  root <- object$root
  meat <- object$meat
  if (correction != gee_vcov_types[[object$spec$vcov]]) {
    at <- gee_at(object, gee_columns(object), correction)
    root <- gee_root(at$factor)
    meat <- at$sandwich$meat
  }
  clusters <- object$n_clusters
  p <- ncol(meat)
  meat <- switch(type,
    df = meat * gee_over(clusters, clusters - p),
    morel_bokossa_neerchal = gee_morel(meat, object$n, clusters),
    model = object$phi * diag(p),
    meat
  )
  list(root = root, meat = meat)
}

gee_over <- function(n, left) if (left > 0) n / left else NA_real_

# Morel, Bokossa & Neerchal (2003): the degrees-of-freedom factor, plus a share
# of the model-based covariance times what the meat says it is too small by.
gee_morel <- function(meat, n, clusters) {
  p <- ncol(meat)
  factor <- gee_over(n - 1, n - p) * gee_over(clusters, clusters - 1)
  share <- if (clusters > 3 * p) p / (clusters - p) else 0.5
  factor * meat + share * max(1, sum(diag(meat)) / p) * diag(p)
}

gee_root <- function(factor) {
  p <- ncol(factor) - 1
  backsolve(factor, diag(p), k = p)
}

# Directions of the coefficients that one cluster alone determines: no sandwich
# knows their variance.
gee_directions <- function(sandwich) {
  sandwich$direction[, seq_len(sandwich$directions), drop = FALSE]
}

# The coefficients that take part in them.
gee_alone <- function(object) {
  directions <- abs(object$root %*% object$alone)
  largest <- apply(directions, 2, max)
  object$kept[rowSums(sweep(directions, 2, 1e-6 * largest, ">")) > 0]
}

gee_warn_alone <- function(object, call) {
  alone <- names(object$coefficients)[gee_alone(object)]
  if (length(alone) && object$spec$vcov != "model") {
    warn_verdict(c(
      "No standard error for {.field {alone}}: one cluster alone determines {?it/them}.",
      i = "Merge levels, so that every coefficient rests on several clusters."
    ), "cluster", call)
  }
}

# Columns of the design: those that were estimated. A fit of some columns only
# lists them.
gee_columns <- function(object, which = object$kept) {
  x <- gee_design(object$terms, object$model, object$contrasts)
  columns <- object$columns %||% seq_len(ncol(x))
  x[, columns[which], drop = FALSE]
}

# Those that the others do not determine, infinite coefficients included.
gee_defined <- function(object) {
  gee_columns(object, setdiff(seq_along(object$coefficients), object$aliased$columns))
}
