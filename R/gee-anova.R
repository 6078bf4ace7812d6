# Joint tests of terms and of nested models: Wald in the larger model,
# generalized score (Rotnitzky & Jewell 1990; Boos 1992) in the smaller.

#' @rdname verdict_gee
#' @export
anova.verdict_gee <- function(object, ..., test = c("wald", "score"),
                              vcov = object$spec$vcov) {
  test <- check_choice(test, "test", c("wald", "score"))
  type <- check_vcov(vcov)
  fits <- list(object, ...)
  if (!all(vapply(fits, inherits, NA, "verdict_gee"))) {
    abort_verdict("All models must come from {.fun fit_gee}.", "models")
  }
  if (length(fits) == 1) {
    fits <- gee_sequence(object)
    labels <- vapply(fits[-1], `[[`, "", "label")
  } else {
    labels <- vapply(fits[-1], function(fit) deparse1(fit$formula), "")
  }
  tests <- Map(gee_nested_test, fits[-length(fits)], fits[-1], test, type)
  gee_anova_table(tests, labels, fits[[1]], test, type)
}

gee_anova_table <- function(tests, labels, first, test, type) {
  column <- function(name, of) vapply(tests, `[[`, of, name)
  out <- data.frame(df = column("df", 0), statistic = column("statistic", 0))
  out$p.value <- stats::pchisq(out$statistic, out$df, lower.tail = FALSE)
  out$log.p.value <- stats::pchisq(out$statistic, out$df, lower.tail = FALSE, log.p = TRUE)
  out$note <- column("note", "")
  heading <- c(
    if (test == "wald") paste0("Wald tests, ", type, " covariance") else "Generalized score tests, robust covariance",
    paste("Each model against the one before; the first:", first$label %||% deparse1(first$formula))
  )
  new_result(out, "verdict_gee_anova", heading = heading, row.names = make.unique(labels))
}

#' @export
print.verdict_gee_anova <- function(x, digits = 4, ...) {
  check_dots(...)
  check_no_code(x)
  if (!is_intact(x)) {
    print(plain_rows(x))
    return(invisible(x))
  }
  cat(attr(x, "heading"), "", sep = "\n")
  shown <- cbind(
    Df = format(x$df), Chisq = format_number(x$statistic, digits = digits),
    "Pr(>Chi)" = column_p(x$p.value, x$log.p.value)
  )
  rownames(shown) <- rownames(x)
  print(shown, quote = FALSE, right = TRUE)
  notes <- !is.na(x$note)
  if (any(notes)) cat(paste0(rownames(x)[notes], ": ", x$note[notes]), sep = "\n")
  invisible(x)
}

#' @export
listing.verdict_gee_anova <- function(x, at) {
  check_no_code(x)
  p <- column_p(x$p.value, x$log.p.value)
  list(
    head = paste0(attr(x, "heading"), "."),
    columns = list(term = rownames(x), df = format(x$df), statistic = format_column(x$statistic), p = p), note = x$note,
    words = paste0(rownames(x), ": ", say_p(x$p.value, x$log.p.value), ".")
  )
}

# The fits with the first term, the first two, and so on, before them the one
# without any term if that has a column (the intercept).
gee_sequence <- function(object) {
  labels <- attr(object$terms, "term.labels")
  sizes <- seq(from = if (0 %in% object$assign) 0 else 1, length.out = length(labels) + 1)
  sizes <- sizes[sizes < length(labels)]
  if (length(sizes) == 0) {
    abort_verdict(c(
      "The model has no term to test against a smaller model.",
      i = "Give both models: {.code anova(small, large)}."
    ), "models")
  }
  fits <- lapply(sizes, function(size) gee_first_terms(object, size))
  object$label <- labels[length(labels)]
  names <- c("intercept only", labels)[sizes + 1]
  c(Map(function(fit, name) c(fit, list(label = name)), fits, names), list(object))
}

# The same rows, with the columns of the first terms only.
gee_first_terms <- function(object, size) {
  x <- gee_design(object$terms, object$model, object$contrasts)
  columns <- which(object$assign <= size)
  input <- list(y = object$y, weight = object$prior.weights, offset = object$offset, id = object$id)
  fit <- gee_quietly(gee_estimate(x[, columns, drop = FALSE], input, object$spec))
  same <- c("y", "id", "spec", "prior.weights", "terms", "model", "contrasts")
  c(fit, object[same], list(columns = columns))
}

# C spans what the larger model has beyond the smaller, in the coordinates
# where the larger's information is the identity; there the Wald test looks at
# its coefficients and the score test at its score in the smaller fit.
gee_nested_test <- function(small, large, test, type) {
  gee_check_same_rows(small, large)
  x <- gee_defined(large)
  inner <- gee_coordinates(gee_defined(small), x)
  extra <- ncol(x) - ncol(inner)
  reason <- gee_no_test(small, large, test, extra)
  if (!is.na(reason)) {
    return(gee_untested(extra, reason))
  }
  parts <- if (test == "wald") gee_wald(large, type) else gee_score(small, x)
  outer <- qr.Q(qr(parts$factor %*% inner), complete = TRUE)
  beyond <- outer[, ncol(inner) + seq_len(extra), drop = FALSE]
  if (any(abs(crossprod(beyond, parts$alone)) > 1e-6)) {
    return(gee_untested(extra, "one cluster alone determines a coefficient: its variance is unknown"))
  }
  gee_quadratic(crossprod(beyond, parts$vector), crossprod(beyond, parts$meat %*% beyond))
}

gee_wald <- function(large, type) {
  parts <- gee_parts(large, type)
  factor <- backsolve(parts$root, diag(nrow(parts$root)))
  list(
    factor = factor, vector = factor %*% large$coefficients[large$kept], meat = parts$meat,
    alone = if (type != "model") large$alone else matrix(0, nrow(factor), 0)
  )
}

gee_score <- function(small, x) {
  at <- gee_at(small, x)
  p <- seq_len(ncol(x))
  list(
    factor = at$factor[p, p, drop = FALSE], vector = at$factor[p, ncol(x) + 1],
    meat = at$sandwich$meat, alone = gee_directions(at$sandwich)
  )
}

gee_no_test <- function(small, large, test, extra) {
  if (extra == 0) {
    return("adds nothing that the other terms do not determine")
  }
  if (test == "wald" && !is.null(large$limit)) {
    return("infinite coefficients: no Wald test; the score test stays finite")
  }
  infinite <- test == "score" && !is.null(small$limit)
  if (infinite) "the smaller model has infinite coefficients" else NA_character_
}

# v' S^- v with the rank of S; NA where v has no variance.
gee_quadratic <- function(v, s) {
  if (anyNA(s)) {
    return(gee_untested(nrow(s), "the covariance does not exist"))
  }
  parts <- eigen((s + t(s)) / 2, symmetric = TRUE)
  used <- parts$values > max(1e-16, 1e-10 * parts$values[1])
  along <- crossprod(parts$vectors, v)
  if (!any(used) || any(abs(along[!used]) > 1e-6)) {
    return(gee_untested(nrow(s), "zero variance"))
  }
  note <- if (all(used)) NA_character_ else "singular covariance: fewer degrees of freedom"
  list(df = as.double(sum(used)), statistic = sum((along^2 / parts$values)[used]), note = note)
}

gee_untested <- function(df, note) list(df = df, statistic = NA_real_, note = note)

gee_check_same_rows <- function(small, large) {
  parts <- c("y", "id", "prior.weights")
  same <- all(vapply(parts, function(part) identical(small[[part]], large[[part]]), NA))
  if (!same || !identical(small$spec[c("link", "corstr")], large$spec[c("link", "corstr")])) {
    abort_verdict("The models must be of the same rows, ids and weights, with one link and {.arg corstr}.", "models")
  }
}

# A with x A = inner, the smaller design in terms of the larger.
gee_coordinates <- function(inner, x) {
  p <- ncol(x)
  q <- ncol(inner)
  factor <- .Call(ffi_gee_qr, cbind(x, inner), rep(1, nrow(x)), numeric(nrow(x)))
  right <- factor[, p + seq_len(q), drop = FALSE]
  outside <- sqrt(colSums(right[-seq_len(p), , drop = FALSE]^2))
  if (q > p || any(outside > 1e-7 * sqrt(colSums(right^2)))) {
    abort_verdict(c(
      "Each model must be nested in the next, the smallest first.",
      x = "{q} and {p} coefficients{if (q <= p) ', and terms that the larger model lacks'}."
    ), "models")
  }
  backsolve(factor[seq_len(p), seq_len(p), drop = FALSE], right[seq_len(p), , drop = FALSE])
}
