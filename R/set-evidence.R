# What the verbs ask of a set, whatever its kind of evidence.

# What a result keeps of the set it was made from: what a row of the data and what an
# independent unit is called, how many there are, the classes and classifiers, the
# prevalence where another than that of the data is given, and the design.
set_units <- function(x) UseMethod("set_units")

#' @export
set_units.prediction_set <- function(x) {
  list(
    row = "row", unit = "observation", n_rows = x$n_rows, n = x$n, n_clusters = x$n_clusters,
    n_omitted = x$n_omitted, clustered = is_clustered(x), classes = x$classes,
    classifiers = x$classifiers, positive = x$positive,
    prevalence = if (!is.null(x$prevalence)) stats::setNames(x$prevalence, x$classes), design = x$design
  )
}
