# Separation: some direction of the coefficients improves the fit for ever. The
# core stops when its step is such a direction: every row stands still or moves
# to its own response. The limit of the fit (Geyer 2009, section 3) is then the
# fit of the rows that stand still; what these rows do not determine goes to
# plus or minus infinity, or depends on the path.

# Null space of the rows that stand still, in columns scaled to `size`, and the
# distinct directions in it that separated rows point to.
gee_limit <- function(x, still, separated, towards) {
  p <- ncol(x)
  size <- sqrt(colSums(x[still | separated, , drop = FALSE]^2))
  factor <- .Call(ffi_gee_qr, x, as.double(still), numeric(nrow(x)))
  parts <- svd(sweep(factor[seq_len(p), seq_len(p), drop = FALSE], 2, size, "/"), nu = 0)
  null <- parts$v[, parts$d < 1e-7, drop = FALSE]
  rows <- sweep(x[separated, , drop = FALSE] * towards[separated], 2, size, "/") %*% null
  list(size = size, null = null, rows = unique(signif(rows / sqrt(rowSums(rows^2)), 8)))
}

# What becomes of v'b in the limit, for the rows v of a matrix: 0 finite, 1 or
# -1 infinite of that sign, NA depending on the path.
gee_limit_sign <- function(v, limit) {
  v <- sweep(v, 2, limit$size, "/")
  inside <- v %*% limit$null
  length <- sqrt(rowSums(inside^2))
  infinite <- which(length > 1e-7 * sqrt(rowSums(v^2)))
  unit <- signif(inside[infinite, , drop = FALSE] / length[infinite], 8)
  name <- do.call(paste, as.data.frame(unit))
  first <- which(!duplicated(name))
  sign <- vapply(first, function(i) gee_cone_sign(unit[i, ], limit$rows), 0)
  out <- numeric(nrow(v))
  out[infinite] <- sign[match(name, name[first])]
  out
}

# A combination of coefficients grows along every separating direction if, and
# only if, it is a combination with positive weights of the separated rows (Farkas).
gee_cone_sign <- function(v, rows) {
  if (gee_in_cone(v, rows)) 1 else if (gee_in_cone(-v, rows)) -1 else NA_real_
}

# Non-negative least squares of v on the rows (Lawson and Hanson 1974, chapter 23):
# is anything left?
gee_in_cone <- function(v, rows) {
  weight <- numeric(nrow(rows))
  used <- integer()
  repeat {
    left <- v - drop(weight %*% rows)
    pull <- drop(rows %*% left)
    pull[used] <- -Inf
    if (sum(left^2) < 1e-12) {
      return(TRUE)
    }
    if (max(pull) < 1e-7) {
      return(FALSE)
    }
    used <- c(used, which.max(pull))
    repeat {
      wanted <- numeric(nrow(rows))
      wanted[used] <- qr.coef(qr(t(rows[used, , drop = FALSE]), tol = 1e-12), v)
      bad <- used[wanted[used] <= 0]
      if (length(bad) == 0) break
      share <- min(weight[bad] / (weight[bad] - wanted[bad]))
      weight <- weight + share * (wanted - weight)
      used <- used[weight[used] > 1e-12]
      weight[-used] <- 0
    }
    weight <- wanted
  }
}

gee_join_limit <- function(rest, limit, x, names, kept, outside, offset) {
  sign <- gee_limit_sign(diag(ncol(x)), limit)
  finite <- ifelse(is.finite(rest$coefficients), rest$coefficients, 0)
  rest$coefficients <- rep(NA_real_, length(names))
  names(rest$coefficients) <- names
  rest$coefficients[kept] <- ifelse(sign == 0, finite, sign * Inf)
  limit$finite <- finite
  limit$columns <- kept
  rest$limit <- limit
  rest$kept <- kept[rest$kept]
  rest$linear.predictors[outside] <-
    gee_limit_predictor(x[outside, , drop = FALSE], limit) + (offset[outside] %||% 0)
  rest
}

gee_limit_predictor <- function(x, limit) {
  sign <- gee_limit_sign(x, limit)
  ifelse(sign == 0, drop(x %*% limit$finite), sign * Inf)
}

# Named are the columns that move the predictor most.
gee_abort_perfect <- function(x, names, step) {
  share <- abs(step) * apply(x, 2, stats::sd)
  involved <- names[share > 0.1 * max(share)]
  abort_verdict(c(
    "Perfect separation: {.field {involved}} predict{?s/} every response without error.",
    x = "All coefficients would be infinite.",
    i = "Drop {.or {.field {involved}}} or merge levels; a predictor this good may be
         the response under another name."
  ), "separation")
}

gee_warn_separation <- function(fit) {
  beta <- fit$coefficients[fit$limit$columns]
  infinite <- names(beta)[is.infinite(beta)]
  unknown <- names(beta)[is.na(beta)]
  warn_verdict(c(
    "Quasi-separation: {fit$n_separated} row{?s} {?is/are} predicted without error.",
    x = if (length(infinite)) {
      "Infinite: {.field {paste(infinite, '=', beta[infinite])}}; no standard error or test."
    },
    x = if (length(unknown)) {
      "{.val {NA}}: {.field {unknown}}, which depend{?s/} on how the limit is approached."
    },
    i = "The other coefficients are those of the remaining rows. Merge levels, or compare by
         a score test, which stays finite: {.code anova(..., test = \"score\")}."
  ), "separation")
}
