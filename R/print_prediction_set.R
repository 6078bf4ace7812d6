#' @export
print.prediction_set <- function(x, ...) {
  rows <- c(
    truth = x$truth,
    classifiers = paste(x$classifiers, collapse = ", "),
    classes = paste(x$classes, collapse = ", "),
    design = design_words(x$design),
    patterns = format_count(nrow(x$patterns)),
    clusters = format_count(x$n_clusters)
  )
  writeLines(paste0("Prediction set of ", count_of(x$n_rows, "row")))
  writeLines(paste0("  ", format(names(rows)), " ", rows))
  writeLines(x$notes)
  invisible(x)
}
