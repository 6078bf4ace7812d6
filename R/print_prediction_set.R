#' @export
print.prediction_set <- function(x, ...) {
  rows <- c(
    truth = x$truth,
    classifiers = paste(x$classifiers, collapse = ", "),
    classes = some(x$classes, 20),
    prevalence = if (!is.null(x$prevalence)) some(paste(x$classes, signif(x$prevalence, 3)), 20),
    design = design_words(x$design),
    patterns = format_count(nrow(x$patterns)),
    clusters = format_count(x$n_clusters)
  )
  writeLines(paste0("Prediction set of ", count_of(x$n_rows, "row")))
  writeLines(one_line(paste0("  ", format(names(rows)), " ", rows)))
  writeLines(x$notes)
  invisible(x)
}
