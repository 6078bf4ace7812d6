#' @rdname verdict_gee
#' @export
predict.verdict_gee <- function(object, newdata = NULL, type = c("link", "response"),
                                se.fit = FALSE, vcov = object$spec$vcov, ...) {
  check_dots(...)
  check_flag(se.fit, "se.fit")
  type <- check_choice(type, "type", c("link", "response"))
  vcov <- check_vcov(vcov)
  if (is.null(newdata) && !se.fit) {
    eta <- gee_named(object, object$linear.predictors)
    return(if (type == "link") eta else stats::fitted(object))
  }
  new <- gee_new_design(object, newdata)
  eta <- new$offset + gee_predictor(object, new$x)
  links <- gee_links[[object$spec$link]]
  fit <- if (type == "link") eta else links$inverse(eta)
  names(fit) <- rownames(new$x)
  if (!se.fit) {
    return(fit)
  }
  se <- gee_predictor_se(object, new$x[, object$kept, drop = FALSE], vcov)
  se[!is.finite(eta)] <- NA
  if (type == "response") se <- se * abs(links$slope(eta))
  list(fit = fit, se.fit = se)
}

# NA where a row rests on what one cluster alone determines.
gee_predictor_se <- function(object, x, type) {
  parts <- gee_parts(object, type)
  z <- x %*% parts$root
  se <- sqrt(rowSums((z %*% parts$meat) * z))
  if (type != "model") {
    se[rowSums(abs(z %*% object$alone) > 1e-6 * sqrt(rowSums(z^2))) > 0] <- NA
  }
  se
}

# The linear predictor of the rows of a design with all columns.
gee_predictor <- function(object, x) {
  aliased <- object$aliased
  others <- setdiff(seq_len(ncol(x)), aliased$columns)
  given <- x[, others, drop = FALSE] %*% aliased$relation
  if (any(abs(given - x[, aliased$columns]) > 1e-7 * (1 + abs(given)), na.rm = TRUE)) {
    warn_verdict(c(
      "Some rows need coefficients that are not defined: {.field {gee_aliased(object)}}.",
      i = "They are taken as 0; such predictions depend on the order of the terms."
    ), "aliased")
  }
  if (!is.null(object$limit)) {
    return(gee_limit_predictor(x[, object$limit$columns, drop = FALSE], object$limit))
  }
  drop(x[, object$kept, drop = FALSE] %*% object$coefficients[object$kept])
}

# The design of new rows, with the factor levels and contrasts of the fit.
gee_new_design <- function(object, newdata) {
  if (is.null(newdata)) {
    return(list(x = model.matrix(object), offset = object$offset %||% 0))
  }
  terms <- stats::delete.response(object$terms)
  frame <- gee_try({
    frame <- stats::model.frame(terms, newdata, na.action = stats::na.pass, xlev = object$xlevels)
    stats::.checkMFClasses(attr(terms, "dataClasses"), frame)
    frame
  }, "{.arg newdata} does not fit the model.", "newdata")
  own <- gee_column(object$offset_quo, newdata, nrow(frame), "offset")
  list(x = gee_design(terms, frame, object$contrasts), offset = gee_offset(own, frame, missing = TRUE) %||% 0)
}
