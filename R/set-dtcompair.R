# DTComPair's tables of two diagnostic tests: of the diseased and the others, the second test in rows, the first
# in columns, positive first, with margins.

#' @rdname frameworks
#' @export
as_prediction_set.tab.paired <- function(x, ...) {
  check_dots(...)
  x <- as.list(x)
  parts <- list(x$non.diseased, x$diseased)
  names <- x$testnames
  fits <- all(vapply(parts, function(part) is.matrix(part) && is.numeric(part) && all(dim(part) >= 2), NA)) &&
    is.character(names) && length(names) == 2
  if (!fits) {
    abort_verdict("{.arg x} must be as {.fn tab.paired} made it: two tables, and the names of the tests.", "table")
  }
  labels <- c("negative", "positive")
  dimnames <- rlang::set_names(rep(list(labels), 3), c("disease", names))
  # disease, first test, second test
  counts <- vapply(parts, function(part) as.double(t(part[2:1, 2:1])), numeric(4))
  counts <- array(t(counts), c(2, 2, 2), dimnames)
  as_prediction_set(as.table(counts), levels = labels, positive = "positive")
}
