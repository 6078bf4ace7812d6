# What ppi_mean(), ratio_set(), sums_set() and control_variate() make: matrices with a row an item, as many in each.

# `parts`: the fields that a kind has besides these, matrices with `n` rows among them. `values`: what has the range.
new_item_set <- function(kind, parts, n, cluster, classifiers, metric, better, values,
                         lower = NULL, upper = NULL) {
  check_group(cluster, n, "cluster")
  check_metric_name(metric)
  for (part in c(parts, parts$rows)) if (is.numeric(part)) check_score_size(part)
  groups <- if (!is.null(cluster)) group_codes(cluster)
  check_metric_range(lower %||% -Inf, upper %||% Inf)
  metrics <- metrics_of_values(metric, better, lower, upper, NULL, values, rep(metric, length(values)))
  common <- list(cluster = groups$label[groups$code], classifiers = classifiers, metrics = metrics)
  structure(c(parts, common), class = c(kind, "item_set", "evidence"))
}

# By more than rounding.
is_beyond_range <- function(value, metric) {
  (value < metric$lower - 1e-9 | value > metric$upper + 1e-9) %in% TRUE
}

# Of a matrix with a column a classifier, or of their values.
check_in_range <- function(x, values) scores_in_range(array(values, c(NROW(values), NCOL(values), 1)), x$metrics)

# Less the mean of each column.
centre_columns <- function(x) sweep(x, 2, colMeans(x))

# Sums of squares of centred columns, 0 where these were constant but for the rounding of numbers of this size.
spread_of <- function(centred, size) {
  squares <- colSums(centred^2)
  ifelse(squares <= nrow(centred) * (1e-12 * size)^2, 0, squares)
}

set_units.item_set <- function(x) {
  # A matrix with a row an item, or a list of such.
  first <- x[[1]]
  n <- as.numeric(nrow(if (is.list(first)) first[[1]] else first))
  clustered <- !is.null(x$cluster)
  new_units(
    x$classifiers, n, if (clustered) "cluster" else "item", row = "item",
    n_clusters = if (clustered) as.numeric(length(unique(x$cluster))) else n, clustered = clustered, small = TRUE,
    by_class = FALSE
  )
}

# Of a set of items; `...`: what must hold besides.
check_item_matrices <- function(x, matrices, fault, maker, ...) {
  fine <- all_hold(
    length(unique(lapply(matrices, dim))) == 1,
    all(vapply(matrices, function(one) is.matrix(one) && is.numeric(one), NA)),
    is.null(x$cluster) || length(x$cluster) == nrow(matrices[[1]]), are_described(x$metrics), ...
  )
  if (!fine) abort_changed_set(fault, maker)
}
