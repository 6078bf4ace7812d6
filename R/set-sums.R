# Smooth functions of sums over items, such as corpus BLEU or micro F1. A sums_set is a list of
#   rows      a list of matrices items x statistics, one a classifier
#   value     a function of the sums; `gradient`: its derivatives by them, or NULL
#   cluster   of each item, or NULL
#   classifiers, metrics

#' Any smooth function of sums over items
#'
#' Metrics such as R squared, corpus BLEU, micro F1 or a correlation are no means of items: they are made of sums of
#' what each item adds, by a smooth function. What an item moves is the function's slope times what it adds (the delta
#' method), and from that follow the joint covariance of all models and every verb. Where there is one sum above and
#' one below, [ratio_set()] is simpler.
#'
#' @param rows A list by model of matrices or data frames with a row an item and a column a statistic, the same columns
#'   in all: what is summed. All items of the same order in all models.
#' @param value A function of the sums, a numeric vector with the columns' names, that returns one number. Also the
#'   number of items is a sum: of a column of ones.
#' @param ... Not used. The arguments after it must be named.
#' @param gradient A function of the sums that returns the derivatives of `value` by them, in that order. `NULL`: they
#'   are found by small differences, good to some eight digits.
#' @param cluster Of items that belong together: one value an item.
#' @param metric What it is called.
#' @param better Which values are good: `"high"` or `"low"`. `NULL`: as usual for names that [score_set()] knows (low
#'   for `"error"`, `"log_loss"`, `"rmse"` ...), and high for others.
#' @param lower,upper Its range. `NULL`: the usual one of names that [score_set()]
#'   knows (an end that a value lies beyond is none), and `-Inf` to `Inf` for others.
#' @return An object of class `sums_set` for [assess_classifiers()], [compare_classifiers()], [verdict()] and others.
#'   `method = "bootstrap"` draws items again and takes the function of the new sums.
#' @section Errors: `verdict_error_score` for what is no finite number, or a value out of the range;
#'   `verdict_error_argument` for functions that return anything else than one number (derivatives: one a sum) or fail;
#'   `verdict_error_length`, `verdict_error_classifier`.
#' @section When not to use it: For what jumps when an item is added (a median, a largest value, a threshold found on
#'   these items): there the delta method does not hold. With few items, or near an end of the range, it is rough: in
#'   1,000 simulated sets (`bench/calibration/probability-methods.R`) intervals of a correlation of 0.8 held in 88%
#'   with 30 items, in 93% with 100.
#' @seealso [ratio_set()], [custom_metric()] for functions of a confusion matrix
#' @examples
#' set.seed(1)
#' y <- rnorm(60)
#' squares <- function(p) cbind(error = (y - p)^2, y = y, yy = y^2, n = 1)
#' r_squared <- function(s) 1 - s[["error"]] / (s[["yy"]] - s[["y"]]^2 / s[["n"]])
#' rows <- list(a = squares(0.8 * y + rnorm(60, sd = 0.4)), b = squares(0.8 * y + rnorm(60, sd = 0.6)))
#' compare_classifiers(sums_set(rows, r_squared, metric = "r_squared", upper = 1))
#' @export
sums_set <- function(rows, value, ..., gradient = NULL, cluster = NULL, metric = "value", better = NULL,
                     lower = NULL, upper = NULL) {
  check_dots(...)
  check_given(rows, "a list of matrices, a row an item and a column a statistic.", "score")
  check_given(value, "a function of the sums of the columns.", "argument")
  if (!is.list(rows) || is.data.frame(rows) || length(rows) == 0) {
    abort_verdict("{.arg rows} must be a list with a matrix for each model.", "score")
  }
  check_classifier_names(names(rows) %||% rep("", length(rows)))
  rows <- lapply(rows, judged_matrix, "rows")
  same <- vapply(rows, function(one) identical(dim(one), dim(rows[[1]])), NA)
  if (!all(same)) abort_verdict("All models must have the same items and statistics in {.arg rows}.", "length")
  for (f in list(value, gradient)) {
    if (!is.null(f) && !is.function(f)) {
      abort_verdict("{.arg value} and {.arg gradient} must be functions of the sums.", "argument")
    }
  }
  parts <- list(rows = rows, value = value, gradient = gradient)
  for (one in rows) sums_slopes(parts, one)
  values <- vapply(rows, function(one) sums_value(parts, colSums(one)), 0)
  x <- new_item_set("sums_set", parts, nrow(rows[[1]]), cluster, names(rows), metric, better, values, lower, upper)
  check_in_range(x, values[is_beyond_range(values, x$metrics)])
  x
}

# One number, NA where the function has none.
sums_value <- function(x, sums) {
  found <- tryCatch(x$value(sums), error = function(cnd) cnd)
  if (inherits(found, "error")) abort_verdict(c("{.arg value} fails.", x = "{conditionMessage(found)}"), "argument")
  if (length(found) != 1 || !is.numeric(found) && !is.na(found)) {
    abort_verdict("{.arg value} must return one number, not {.obj_type_friendly {found}}.", "argument")
  }
  if (is.finite(found)) as.double(found) else NA_real_
}

# Of the function at the sums of `one`, rows x sums.
sums_slopes <- function(x, one) {
  sums <- colSums(one)
  value <- sums_value(x, sums)
  if (is.na(value)) {
    return(rep(NA_real_, length(sums)))
  }
  if (!is.null(x$gradient)) {
    found <- x$gradient(sums)
    if (!is.numeric(found) || length(found) != length(sums)) {
      abort_verdict("{.arg gradient} must return a number for each of the {length(sums)} sums.", "argument")
    }
    return(as.double(found))
  }
  size <- colSums(abs(one))
  vapply(seq_along(sums), function(i) {
    slope_at_0(function(by) sums_value(x, replace(sums, i, sums[i] + by)), value, if (size[i] > 0) size[i] else 1)
  }, 0)
}

# By five points, the nearer the less the function allows: where two distances agree best. NA where none has values.
# `value`: f(0).
slope_at_0 <- function(f, value, size) {
  slope <- last <- NA_real_
  error <- Inf
  for (step in size * 10^-(4:12)) {
    now <- suppressWarnings((8 * (f(step) - f(-step)) - (f(2 * step) - f(-2 * step))) / (12 * step))
    change <- abs(now - last) + .Machine$double.eps * abs(value) / step
    if (is.finite(change) && change < error) {
      error <- change
      slope <- now
    }
    if (isTRUE(error <= 1e-8 * abs(slope))) break
    last <- now
  }
  slope
}

check_evidence.sums_set <- function(x) {
  check_item_matrices(
    x, x$rows, "sums that are none", "sums_set", identical(names(x$rows), x$classifiers), is.function(x$value),
    is.null(x$gradient) || is.function(x$gradient), all(vapply(x$rows, function(one) all(is.finite(one)), NA))
  )
}

set_influence.sums_set <- function(x, targets) {
  n <- nrow(x$rows[[1]])
  estimate <- vapply(x$rows, function(one) sums_value(x, colSums(one)), 0, USE.NAMES = FALSE)
  slopes <- lapply(x$rows, function(one) sums_slopes(x, one))
  value <- mapply(function(one, slope) as.vector(centre_columns(one) %*% slope) * n, x$rows, slopes)
  has <- mapply(rests_on_rows, x$rows, slopes)
  status <- ifelse(is.na(estimate), "no_value", ifelse(is.na(colSums(matrix(value, n))), "no_slope", "ok"))
  new_influence(
    estimate, matrix(value, n), cluster = x$cluster, small = TRUE,
    note = status_note(status, list(who = x$classifiers)), part = if (!all(has)) matrix(has, n),
    replicates = function(contrasts, rule) drawn_sums(x, contrasts, rule)
  )
}

# An item that adds nothing to any sum has no part in a function that stays the same when all sums grow alike.
rests_on_rows <- function(one, slope) {
  moved <- colSums(one) * slope
  rowSums(one != 0) > 0 | !isTRUE(abs(sum(moved)) <= 1e-6 * sum(abs(moved)))
}

# Items, or clusters of them, are drawn again: the function is taken of the new sums, its error by their slopes.
drawn_sums <- function(x, contrasts, rule) {
  of <- x$cluster %||% seq_len(nrow(x$rows[[1]]))
  units <- lapply(x$rows, function(one) rowsum(one, of, reorder = FALSE))
  n <- nrow(units[[1]])
  at <- function(times) {
    estimate <- vapply(units, function(one) sums_value(x, colSums(one * times)), 0, USE.NAMES = FALSE)
    part <- vapply(units, function(one) {
      as.vector(sweep(one, 2, colSums(one * times) / n) %*% sums_slopes(x, one * times))
    }, numeric(n)) * sqrt(n / (n - 1))
    contrast_moments(linear_contrasts(estimate, matrix(part, n), contrasts), times)
  }
  drawn <- in_pieces(rule$R, "Bootstrapping", most = 1, function(...) {
    lapply(at(tabulate(sample.int(n, replace = TRUE), n)), matrix)
  })
  list(observed = at(rep(1, n)), value = drawn$value, variance = drawn$variance)
}
