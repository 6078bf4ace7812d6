# Covariances of the coefficients, from the root of the bread (root root' =
# H^-1) and the meat in its coordinates: root meat root'.

#' @rdname verdict_gee
#' @export
vcov.verdict_gee <- function(object, type = object$spec$vcov, complete = TRUE, ...) {
  check_dots(...)
  type <- check_vcov(type, "type")
  check_flag(complete, "complete")
  beta <- object$coefficients
  full <- matrix(NA_real_, length(beta), length(beta), dimnames = rep(list(names(beta)), 2))
  parts <- gee_parts(object, type)
  full[object$kept, object$kept] <- parts$root %*% parts$meat %*% t(parts$root)
  unknown <- !is.finite(beta)
  if (type != "model") unknown[gee_alone(object)] <- TRUE
  full[unknown, ] <- NA
  full[, unknown] <- NA
  if (complete) full else full[object$kept, object$kept, drop = FALSE]
}

# Root and meat of the estimated columns, for a type of covariance.
gee_parts <- function(object, type) {
  if (type == object$spec$vcov) {
    return(list(root = object$root, meat = object$meat))
  }
  at <- gee_at(object, gee_columns(object), type)
  list(root = gee_root(at$factor), meat = at$sandwich$meat)
}

gee_root <- function(factor) {
  p <- ncol(factor) - 1
  backsolve(factor, diag(p), k = p)
}

# Directions of the coefficients that one cluster alone determines: no sandwich
# knows their variance.
gee_directions <- function(sandwich) sandwich$direction[, seq_len(sandwich$directions), drop = FALSE]

# The coefficients that take part in them.
gee_alone <- function(object) {
  directions <- abs(object$root %*% object$alone)
  largest <- apply(directions, 2, max)
  object$kept[rowSums(sweep(directions, 2, 1e-6 * largest, ">")) > 0]
}

gee_warn_alone <- function(object) {
  alone <- names(object$coefficients)[gee_alone(object)]
  if (length(alone) && object$spec$vcov != "model") {
    warn_verdict(c(
      "No standard error for {.field {alone}}: one cluster alone determines {?it/them}.",
      i = "Merge levels, so that every coefficient rests on several clusters."
    ), "cluster")
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
gee_defined <- function(object) gee_columns(object, setdiff(seq_along(object$coefficients), object$aliased$columns))

check_vcov <- function(vcov, arg = "vcov") check_choice(vcov, arg, gee_vcov_types)

# The parts of the sandwich of other columns x at the means of a fit, with its
# working correlation: the means come in as an offset.
gee_at <- function(object, x, type = "robust") {
  gee_check_rows(object, nrow(x))
  input <- list(y = object$y, weight = object$weight, offset = object$linear.predictors)
  problem <- gee_problem(x, input, gee_clusters(object$id, object$weight), object$spec)
  problem$scale <- object$phi
  alpha <- if (is.na(object$alpha)) 0 else object$alpha
  .Call(ffi_gee_sandwich, problem, numeric(ncol(x)), alpha, type)
}

gee_vcov_types <- c("robust", "df", "kauermann_carroll", "mancl_derouen", "morel_bokossa_neerchal", "model")

# "robust" and "model" are words.
label_vcov <- function(type) {
  label <- registry_variances$label[match(type, registry_variances$id)]
  if (label %in% c(NA, "")) type else label
}
