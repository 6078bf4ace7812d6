# What any labels of the unlabelled rows allow, without an assumption (Manski 2003): of metrics that are sums over rows
# whose predictions are known, each unlabelled row has the truth that is best, or worst.

limits_of_labels <- "the limits are what any labels allow"

bounded_metrics <- c("accuracy", "error", "precision", "npv")

# Limits (2 x contrasts) of contrasts (columns of weights of the classifiers) of a metric in one slice; NA for others.
label_bounds <- function(x, target, slice, contrasts) {
  core <- target$metric$core
  if (!core %in% bounded_metrics || target$average != "none") {
    return(matrix(NA_real_, 2, ncol(contrasts)))
  }
  worth <- cell_worth(x, core, target$slice[slice])
  n <- nrow(x$patterns)
  known <- is_labelled(x)
  cell <- function(truth) (truth - 1L) * n + seq_len(n)
  apply(contrasts, 2, function(weights) {
    value <- matrix(0, n, lengths(worth)[1] / n)
    for (c in which(weights != 0)) value <- value + weights[c] * matrix(worth[[c]], n)
    own <- sum((value[cell(x$patterns[, 1])] * x$count)[known])
    open <- value[!known, , drop = FALSE]
    at_best <- sum(x$count[!known] * do.call(pmax, asplit(open, 2)))
    at_worst <- sum(x$count[!known] * do.call(pmin, asplit(open, 2)))
    own + c(at_worst, at_best)
  })
}

# Of each classifier what a row of each pattern (rows of a matrix) adds to the metric with each truth (columns), as a
# vector: there may be a label that nobody predicts.
cell_worth <- function(x, core, class) {
  n_truths <- max(length(x$classes), 2)
  truth <- rep(seq_len(n_truths), each = nrow(x$patterns))
  columns <- lapply(seq_along(x$classifiers), function(j) {
    predicted <- x$patterns[, j + 1]
    called <- if (core == "npv") predicted != class else predicted == class
    right <- switch(core,
      precision = called & truth == class, npv = called & truth != class,
      error = predicted != truth, predicted == truth
    )
    right / (if (core %in% c("accuracy", "error")) x$n else sum(x$count[called]))
  })
  columns
}
