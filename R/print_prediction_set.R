#' @export
print.prediction_set <- function(x, ...) {
  big <- function(n) format(n, big.mark = ",", scientific = FALSE)
  cat("Prediction set of ", big(x$n_rows), " rows\n", sep = "")
  cat("  truth       ", x$truth, "\n", sep = "")
  cat("  classifiers ", paste(x$classifiers, collapse = ", "), "\n", sep = "")
  cat("  classes     ", paste(x$classes, collapse = ", "), "\n", sep = "")
  cat("  patterns    ", big(nrow(x$patterns)), "\n", sep = "")
  cat("  clusters    ", big(x$n_clusters), "\n", sep = "")
  cat(paste0(x$notes, "\n"), sep = "")
  invisible(x)
}
