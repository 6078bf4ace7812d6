#' What a GEE fit answers to
#'
#' Methods for the fits of [fit_gee()].
#'
#' - `summary()`, `tidy()`: coefficients, standard errors, z (or t) tests; `tidy()`
#'   with confidence limits and as odds ratios, as one wishes. `log.p.value` is the natural
#'   logarithm of the p-value, right where that is too small for a double.
#' - `vcov()`, `confint()`: any of the covariances of [fit_gee()], whichever
#'   the fit was asked for.
#' - `anova()` of one fit: each term against the model with the terms before it.
#'   Of several: each model against the one before, the smallest first; they must be
#'   nested and of the same rows, and may be parametrised differently.
#'   `test = "wald"` looks at the larger model, `test = "score"` at the smaller: the
#'   generalized score test of Rotnitzky and Jewell (1990) and Boos (1992), with the
#'   `alpha` of the smaller model. The score test keeps its level better in small samples, and
#'   stays finite where coefficients are infinite. A singular covariance takes degrees
#'   of freedom away.
#' - `predict()`: linear predictors or means, with standard errors, of the rows of the fit or new
#'   ones. A mean of 0 or 1 from an infinite coefficient has no standard error.
#' - `residuals()`: of the response, Pearson's (without the scale) or working.
#' - `glance()`: one row about the fit.
#'
#' - `weights()`: the prior weights, 1 where none were given.
#' - `deviance()` and `logLik()` are errors, and so are `AIC()` and `BIC()`: the estimating
#'   equations assume no likelihood of correlated rows, and that of independent ones is not
#'   what nested fits differ in by chance. `anova()` compares fits.
#'
#' Also `coef()`, `fitted()`, `nobs()` (rows that entered), `formula()`, `terms()`,
#' `family()`, `model.frame()`, `model.matrix()`, `df.residual()`.
#'
#' @param x,object A fit.
#' @param vcov,type Type of covariance, see [fit_gee()]; that of the fit by default. For
#'   `predict()` and `residuals()` `type` is the scale.
#' @param complete Whether the covariance has rows for coefficients that cannot be estimated (`NA`).
#' @param df Degrees of freedom of a t distribution for tests and intervals: `Inf`
#'   (normal), `"clusters"` (clusters minus coefficients), or a number.
#' @param parm Names or numbers of coefficients.
#' @param level,conf.level Confidence level.
#' @param conf.int,exponentiate Add confidence limits; show `exp()` of estimates and limits
#'   (odds ratios with the logit link, ratios with the log link). `std.error` stays as
#'   it was.
#' @param test `"wald"` or `"score"`.
#' @param newdata A data frame with the variables of the formula, and of the
#'   offset.
#' @param se.fit Also give standard errors.
#' @param digits Significant digits.
#' @param ... For `anova()`, further fits; otherwise nothing.
#' @return `anova()`: a data frame with `df`, `statistic`, `p.value`, `log.p.value` and
#'   `note` (why there is no test, or `NA`). `predict()`: a vector, or with `se.fit` a list of
#'   `fit` and `se.fit`. `tidy()`, `glance()`: data frames. The others as their generics say.
#'
#' @references
#' Boos (1992). On generalized score tests. The American Statistician 46, 327-333.
#'
#' Rotnitzky and Jewell (1990). Hypothesis testing of regression parameters in
#' semiparametric generalized linear models for cluster correlated data. Biometrika
#' 77, 485-497.
#'
#' @examples
#' visits <- data.frame(
#'   id = rep(1:40, each = 3), visit = rep(1:3, 40), drug = rep(0:1, each = 60)
#' )
#' set.seed(2)
#' visits$well <- rbinom(120, 1, plogis(-1 + 0.8 * visits$drug + rep(rnorm(40), each = 3)))
#' fit <- fit_gee(well ~ visit + drug, visits, id, corstr = "exchangeable")
#' confint(fit, vcov = "mancl_derouen", df = "clusters")
#' anova(fit)
#' anova(fit_gee(well ~ visit, visits, id, corstr = "exchangeable"), fit, test = "score")
#' @name verdict_gee
NULL

#' @rdname verdict_gee
#' @importFrom stats anova coef confint deviance df.residual family fitted formula logLik
#' @importFrom stats model.frame model.matrix nobs predict residuals terms vcov weights
#' @export
print.verdict_gee <- function(x, digits = 4, ...) {
  check_dots(...)
  check_number(digits, "digits", 0, 23)
  writeLines(gee_head(x))
  cat("\nCoefficients:\n")
  print(format(x$coefficients, digits = digits, decimal.mark = "."), quote = FALSE)
  writeLines(c("", gee_foot(x)))
  invisible(x)
}

gee_head <- function(x) {
  omitted <- if (x$n_omitted > 0) paste0("; ", count_of(x$n_omitted, "incomplete row"), " left out")
  clusters <- paste(count_of(x$n_clusters, "cluster"), "of", paste(unique(x$cluster_sizes), collapse = " to "))
  c(
    paste0("GEE, binomial mean with ", x$family$link, " link, ", x$spec$corstr, " working correlation"),
    paste0(count_of(x$n, "row"), " in ", clusters, omitted),
    if (length(x$success)) paste("Success:", x$success, "")
  )
}

gee_foot <- function(x) {
  alpha <- if (is.na(x$alpha)) "none, no cluster has two rows" else short_number(x$alpha)
  aliased <- gee_aliased(x)
  c(
    paste0(
      "Scale: ", short_number(x$phi), if (is.nan(x$spec$scale)) " (estimated)" else " (given)",
      if (x$spec$corstr == "exchangeable") paste0(", correlation: ", alpha)
    ),
    if (length(aliased)) paste("Not defined, determined by the others:", and_list(aliased)),
    if (!is.null(x$limit)) c(
      paste("Quasi-separation:", count_of(x$n_separated, "more row"), "predicted without error; infinite and NA"),
      "coefficients have no standard error or test."
    )
  )
}

gee_aliased <- function(object) names(object$coefficients)[object$aliased$columns]

#' @rdname verdict_gee
#' @export
summary.verdict_gee <- function(object, vcov = object$spec$vcov, df = Inf, ...) {
  check_dots(...)
  type <- check_vcov(vcov)
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
  check_dots(...)
  check_number(digits, "digits", 0, 23)
  writeLines(gee_head(x))
  table <- x$table
  cat("\nCoefficients, with ", label_vcov(x$vcov_type), " standard errors:\n", sep = "")
  column <- function(x) true_minus(fixed(x, rep(max(0, decimals(x[is.finite(x)], digits)), length(x))))
  shown <- cbind(
    Estimate = column(table$estimate), "Std. Error" = column(table$std.error), statistic = column(table$statistic),
    p.value = column_p(table$p.value, table$log.p.value)
  )
  finite <- is.finite(table$df[1])
  colnames(shown)[3:4] <- if (finite) c("t value", "Pr(>|t|)") else c("z value", "Pr(>|z|)")
  rownames(shown) <- table$term
  print(shown, quote = FALSE, right = TRUE)
  if (finite) cat("t distribution with", format_df(table$df[1]), "degrees of freedom\n")
  if (!finite && x$vcov_type == "robust" && x$n_clusters < few_clusters) {
    cat(
      "\nFewer than", few_clusters, "clusters: robust standard errors are too small. Better:",
      "vcov = \"mancl_derouen\".\n"
    )
  }
  writeLines(c("", gee_foot(x)))
  invisible(x)
}

# One row a coefficient. Tails are asked for as such, and their logarithm. A
# variance that is 0 but for rounding gives no test.
gee_table <- function(object, type, df) {
  df <- gee_df(object, df)
  estimate <- object$coefficients
  se <- sqrt(diag(stats::vcov(object, type = type)))
  statistic <- estimate / se
  zero <- object$kept[which(se[object$kept] < 1e-8 * gee_unit(object$root))]
  statistic[zero] <- NA
  log_p <- tail_log_p(statistic, df = df)
  data.frame(
    term = names(estimate), estimate = unname(estimate), std.error = unname(se),
    statistic = unname(statistic), p.value = unname(2 * stats::pt(-abs(statistic), df)),
    log.p.value = unname(log_p), df = df
  )
}

gee_df <- function(object, df) {
  if (identical(df, "clusters")) df <- object$n_clusters - length(object$kept)
  if (!is_numeric(df) || length(df) != 1 || is.na(df) || df <= 0) {
    abort_verdict(c(
      "{.arg df} must be {.code Inf} (normal), {.val clusters} or one positive number.",
      i = "{.val clusters}: clusters minus coefficients,
           {object$n_clusters - length(object$kept)} here."
    ), "df")
  }
  df
}

#' @rdname verdict_gee
#' @export
confint.verdict_gee <- function(object, parm, level = 0.95, vcov = object$spec$vcov,
                                df = Inf, ...) {
  check_dots(...)
  check_number(level, "level", 0, 1)
  table <- gee_table(object, check_vcov(vcov), df)
  tails <- c(1 - level, 1 + level) / 2
  wide <- stats::qt(tails[2], table$df)
  out <- cbind(table$estimate - wide * table$std.error, table$estimate + wide * table$std.error)
  dimnames(out) <- list(table$term, paste(short_number(100 * tails), "%"))
  if (missing(parm)) out else out[gee_parameters(parm, table$term), , drop = FALSE]
}

gee_parameters <- function(parm, names) {
  at <- if (is.character(parm)) match(parm, names) else parm
  if (!is.numeric(at) || !all(at %in% seq_along(names))) {
    abort_verdict("{.arg parm} must give names or numbers of coefficients: {.val {names}}.", "argument")
  }
  at
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
  check_dots(...)
  type <- check_choice(type, "type", c("response", "pearson", "working"))
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
weights.verdict_gee <- function(object, ...) gee_named(object, object$prior.weights %||% rep(1, length(object$y)))

#' @rdname verdict_gee
#' @export
deviance.verdict_gee <- function(object, ...) gee_abort_likelihood("deviance")

#' @rdname verdict_gee
#' @export
logLik.verdict_gee <- function(object, ...) gee_abort_likelihood("log-likelihood")

gee_abort_likelihood <- function(what) {
  abort_verdict(c(
    paste0("A GEE fit has no ", what, ": it assumes no likelihood of correlated rows."),
    i = "Compare nested fits by {.code anova(small, large)}."
  ), "likelihood")
}

#' @rdname verdict_gee
#' @export
model.matrix.verdict_gee <- function(object, ...) gee_design(object$terms, object$model, object$contrasts)

#' @rdname verdict_gee
#' @export
nobs.verdict_gee <- function(object, ...) object$n

#' @rdname verdict_gee
#' @export
family.verdict_gee <- function(object, ...) object$family

#' @rdname verdict_gee
#' @export
df.residual.verdict_gee <- function(object, ...) object$n - length(object$kept)

#' @rdname verdict_gee
#' @export
tidy.verdict_gee <- function(x, conf.int = FALSE, conf.level = 0.95, exponentiate = FALSE,
                             vcov = x$spec$vcov, df = Inf, ...) {
  check_dots(...)
  check_flag(conf.int, "conf.int")
  check_flag(exponentiate, "exponentiate")
  type <- check_vcov(vcov)
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
  as_tidy(out)
}

#' @rdname verdict_gee
#' @export
glance.verdict_gee <- function(x, ...) {
  check_dots(...)
  data.frame(
    nobs = x$n, n.clusters = x$n_clusters, max.cluster.size = x$cluster_sizes[2],
    df.residual = stats::df.residual(x), scale = x$phi, alpha = x$alpha,
    corstr = x$spec$corstr, link = x$spec$link, vcov = x$spec$vcov, iterations = x$iterations
  )
}

#' @export
listing.verdict_gee <- function(x, at) {
  gee_listing(x, gee_table(x, x$spec$vcov, Inf), x$spec$vcov, stats::confint(x))
}

#' @export
listing.summary.verdict_gee <- function(x, at) gee_listing(x, x$table, x$vcov_type)

# Without `limits` there are no intervals.
gee_listing <- function(x, table, type, limits = cbind(rep(NA, nrow(table)), NA)) {
  interval <- interval_column(limits[, 1], limits[, 2], estimate = table$estimate)
  known <- !all(is.na(limits))
  estimate <- format_column(table$estimate, limits[, 1], limits[, 2])
  columns <- list(
    term = table$term, estimate = estimate, interval = interval, `std. error` = format_column(table$std.error),
    statistic = format_column(table$statistic), p = column_p(table$p.value, table$log.p.value)
  )
  names(columns)[5] <- if (is.finite(table$df[1])) "t" else "z"
  if (!known) columns$interval <- NULL
  list(
    head = c(
      paste0(trimws(gee_head(x)), "."),
      paste0(capitalise(label_vcov(type)), " standard errors.", if (known) " Intervals: 95%.")
    ),
    columns = columns,
    words = paste0(
      table$term, ": ", estimate, if (known) paste0(" ", interval), ", ", say_p(table$p.value, table$log.p.value), "."
    )
  )
}
