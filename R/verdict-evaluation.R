# A verdict on logs: what was read comes first, and what these items can show last.

#' @export
verdict.evaluation_set <- function(x, ...) {
  result <- NextMethod()
  class(result) <- c("evaluation_verdict", class(result))
  result
}

#' @export
print.evaluation_verdict <- function(x, ..., width = getOption("width")) {
  check_verdict(x)
  width <- check_width(width)
  writeLines(c(wrap_text(evaluation_lines(x$set), width), ""))
  NextMethod()
  writeLines(wrap_text(smallest_line(x$overall), width))
  invisible(x)
}
