# What a fit answers to. Doc: the page verdict_gee.

#' @rdname verdict_gee
#' @export
print.verdict_gee <- function(x, digits = 4, ...) {
  gee_print_head(x)
  cat("\nCoefficients:\n")
  print(x$coefficients, digits = digits)
  gee_print_foot(x)
  invisible(x)
}

gee_print_head <- function(x) {
  sizes <- paste(unique(x$cluster_sizes), collapse = " to ")
  cat(
    "GEE, binomial mean with ", x$family$link, " link, ", x$spec$corstr,
    " working correlation\n", count_of(x$n, "row"), " in ",
    count_of(x$n_clusters, "cluster"), " of ", sizes, sep = ""
  )
  if (x$n_omitted > 0) cat("; ", count_of(x$n_omitted, "incomplete row"), " left out", sep = "")
  cat("\n")
  if (length(x$success)) cat("Success:", x$success, "\n")
}

gee_print_foot <- function(x) {
  cat("\nScale:", format(x$phi, digits = 4), if (!is.nan(x$spec$scale)) "(given)" else "(estimated)")
  if (x$spec$corstr == "exchangeable") {
    cat(", correlation:", if (is.na(x$alpha)) "none, no cluster has two rows" else
      format(x$alpha, digits = 4))
  }
  cat("\n")
  aliased <- gee_aliased(x)
  if (length(aliased)) cat("Not defined, determined by the others: ", and_list(aliased), "\n", sep = "")
  if (!is.null(x$limit)) {
    cat(
      "Quasi-separation: ", count_of(x$n_separated, "more row"), " predicted without error; ",
      "infinite and NA\ncoefficients have no standard error or test.\n", sep = ""
    )
  }
}

gee_aliased <- function(object) names(object$coefficients)[object$aliased$columns]

#' @rdname verdict_gee
#' @export
summary.verdict_gee <- function(object, vcov = object$spec$vcov, df = Inf, ...) {
  type <- check_choice(vcov, "vcov", names(gee_vcov_types), rlang::current_env())
  out <- c(
    unclass(object)[c(
      "family", "spec", "n", "n_clusters", "cluster_sizes", "n_omitted", "success",
      "phi", "alpha", "coefficients", "aliased", "limit", "n_separated", "iterations", "call"
    )],
    list(table = gee_table(object, type, df), vcov_type = type)
  )
  structure(out, class = "summary.verdict_gee")
}

#' @export
print.summary.verdict_gee <- function(x, digits = 4, ...) {
  gee_print_head(x)
  table <- x$table
  cat("\nCoefficients, with ", x$vcov_type, " standard errors:\n", sep = "")
  shown <- cbind(
    Estimate = format_number(table$estimate, digits = digits),
    "Std. Error" = format_number(table$std.error, digits = digits),
    statistic = format_number(table$statistic, digits = digits),
    p.value = format_p(table$p.value, table$log.p.value)
  )
  finite <- is.finite(table$df[1])
  colnames(shown)[3:4] <- if (finite) c("t value", "Pr(>|t|)") else c("z value", "Pr(>|z|)")
  rownames(shown) <- table$term
  print(shown, quote = FALSE, right = TRUE)
  if (finite) cat("t distribution with", format(table$df[1]), "degrees of freedom\n")
  gee_print_foot(x)
  invisible(x)
}

# One row a coefficient. Tails are asked for as such, and their logarithm.
gee_table <- function(object, type, df) {
  df <- gee_df(object, df)
  estimate <- object$coefficients
  se <- sqrt(diag(stats::vcov(object, type = type)))
  statistic <- estimate / se
  log_p <- log(2) + stats::pt(-abs(statistic), df, log.p = TRUE)
  data.frame(
    term = names(estimate), estimate = unname(estimate), std.error = unname(se),
    statistic = unname(statistic), p.value = unname(2 * stats::pt(-abs(statistic), df)),
    log.p.value = unname(log_p), df = df
  )
}

gee_df <- function(object, df) {
  if (identical(df, "clusters")) df <- object$n_clusters - length(object$kept)
  if (!is.numeric(df) || length(df) != 1 || is.na(df) || df <= 0) {
    abort_verdict(c(
      "{.arg df} must be {.code Inf} (normal), {.val clusters} or one positive number.",
      i = "{.val clusters}: clusters minus coefficients, \\
           {object$n_clusters - length(object$kept)} here."
    ), "df", caller_env(2))
  }
  df
}

#' @rdname verdict_gee
#' @export
coef.verdict_gee <- function(object, ...) object$coefficients

#' @rdname verdict_gee
#' @export
confint.verdict_gee <- function(object, parm, level = 0.95, vcov = object$spec$vcov,
                                df = Inf, ...) {
  check_between(level, "level", 0, 1, rlang::current_env())
  table <- gee_table(object, check_choice(vcov, "vcov", names(gee_vcov_types), rlang::current_env()), df)
  tails <- c(1 - level, 1 + level) / 2
  wide <- stats::qt(tails[2], table$df)
  out <- cbind(table$estimate - wide * table$std.error, table$estimate + wide * table$std.error)
  dimnames(out) <- list(table$term, paste(format(100 * tails, trim = TRUE, digits = 3), "%"))
  if (missing(parm)) out else out[parm, , drop = FALSE]
}

#' @rdname verdict_gee
#' @export
fitted.verdict_gee <- function(object, ...) {
  gee_named(object, gee_links[[object$spec$link]]$inverse(object$linear.predictors))
}

# Row names, when they are more than row numbers.
gee_named <- function(object, x) {
  rows <- attr(object$model, "row.names")
  if (is.character(rows)) names(x) <- rows
  x
}

#' @rdname verdict_gee
#' @export
residuals.verdict_gee <- function(object, type = c("response", "pearson", "working"), ...) {
  type <- check_choice(type, "type", c("response", "pearson", "working"), rlang::current_env())
  eta <- object$linear.predictors
  mu <- gee_links[[object$spec$link]]$inverse(eta)
  raw <- object$y - mu
  out <- switch(type,
    response = raw,
    pearson = raw * sqrt((object$prior.weights %||% 1) / (mu * (1 - mu))),
    working = raw / gee_links[[object$spec$link]]$slope(eta)
  )
  out[is.infinite(eta)] <- 0
  gee_named(object, out)
}

#' @rdname verdict_gee
#' @export
model.matrix.verdict_gee <- function(object, ...) {
  gee_design(object$terms, object$model, object$contrasts)
}

#' @rdname verdict_gee
#' @export
formula.verdict_gee <- function(x, ...) x$formula

#' @rdname verdict_gee
#' @export
nobs.verdict_gee <- function(object, ...) object$n

#' @rdname verdict_gee
#' @export
family.verdict_gee <- function(object, ...) object$family

#' @rdname verdict_gee
#' @export
terms.verdict_gee <- function(x, ...) x$terms

#' @rdname verdict_gee
#' @export
model.frame.verdict_gee <- function(formula, ...) formula$model

#' @rdname verdict_gee
#' @export
df.residual.verdict_gee <- function(object, ...) object$n - length(object$kept)

#' @rdname verdict_gee
#' @export
tidy.verdict_gee <- function(x, conf.int = FALSE, conf.level = 0.95, exponentiate = FALSE,
                             vcov = x$spec$vcov, df = Inf, ...) {
  type <- check_choice(vcov, "vcov", names(gee_vcov_types), rlang::current_env())
  out <- gee_table(x, type, df)
  out$df <- NULL
  if (conf.int) {
    limits <- stats::confint(x, level = conf.level, vcov = type, df = df)
    out$conf.low <- unname(limits[, 1])
    out$conf.high <- unname(limits[, 2])
  }
  if (exponentiate) {
    values <- intersect(c("estimate", "conf.low", "conf.high"), names(out))
    out[values] <- lapply(out[values], exp)
  }
  out
}

#' @rdname verdict_gee
#' @export
glance.verdict_gee <- function(x, ...) {
  data.frame(
    nobs = x$n, n.clusters = x$n_clusters, max.cluster.size = x$cluster_sizes[2],
    df.residual = stats::df.residual(x), scale = x$phi, alpha = x$alpha,
    corstr = x$spec$corstr, link = x$spec$link, vcov = x$spec$vcov, iterations = x$iterations
  )
}
