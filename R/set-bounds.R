# What any labels of the unlabelled rows allow, without an assumption (Manski 2003): of metrics that are sums over rows
# whose predictions are known, each unlabelled row has the truth that is best, or worst; of shares of a class, which
# unlabelled rows are of that class is what is best, or worst, for all of them together; so it is of F measures. Of
# averages, kappa and correlations there are none.

limits_of_labels <- "the limits are what any labels allow"

bounded_metrics <- c("accuracy", "error", "precision", "npv")

# Limits (2 x contrasts) of contrasts (columns of weights of the classifiers) of a metric in one slice; NA for others.
label_bounds <- function(x, target, slice, contrasts) {
  core <- target$metric$core
  if (core %in% names(bounded_rates) && target$average == "none" && target$slice[slice] > 0) {
    return(apply(contrasts, 2, rate_bounds, x = x, core = core, class = target$slice[slice]))
  }
  if (core == "f_meas" && target$average == "none") {
    return(apply(contrasts, 2, f_bounds, x = x, class = target$slice[slice], beta = target$metric$beta))
  }
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

# Shares of the rows of a class, or of the others: whether of the class, and whether of those that are predicted so.
bounded_rates <- list(
  recall = c(TRUE, TRUE), fnr = c(TRUE, FALSE), specificity = c(FALSE, TRUE), fpr = c(FALSE, FALSE)
)

# (A + sum w a) / (P + sum a) of the numbers a of unlabelled rows of each prediction that are of the class: it is
# largest where all are that have the largest w, down to some w.
rate_bounds <- function(weights, x, core, class) {
  kind <- bounded_rates[[core]]
  called <- x$patterns[, -1, drop = FALSE] == class
  value <- as.vector((called == (kind[1] == kind[2])) %*% weights)
  known <- is_labelled(x)
  of_class <- known & (x$patterns[, 1] %in% class) == kind[1]
  start <- c(sum((value * x$count)[of_class]), sum(x$count[of_class]))
  vapply(c(FALSE, TRUE), function(most) {
    at <- which(!known)[order(value[!known], decreasing = most)]
    share <- (start[1] + cumsum(c(0, value[at] * x$count[at]))) / (start[2] + cumsum(c(0, x$count[at])))
    share <- share[!is.nan(share)]
    if (!length(share)) NA_real_ else if (most) max(share) else min(share)
  }, 0)
}

# F is (1 + b) TP / (b P + m), of m rows that are called so, P of the class and TP both; b is beta squared. Whatever P
# is, which rows are of the class first is the same: those whose calls add the most. Between the corners, where the next
# kind of rows begins, the difference of two may have one turning point.
f_bounds <- function(weights, x, class, beta) {
  used <- which(weights != 0)
  w <- weights[used] * (1 + beta^2)
  called <- x$patterns[, used + 1, drop = FALSE] == class
  known <- is_labelled(x)
  of_class <- known & x$patterns[, 1] %in% class
  called_so <- colSums(called * x$count)
  start <- c(colSums((called * x$count)[of_class, , drop = FALSE]), sum(x$count[of_class]))
  adds <- as.vector(called[!known, , drop = FALSE] %*% (w / (beta^2 * (start[length(start)] + 1) + called_so)))
  vapply(c(FALSE, TRUE), function(most) {
    at <- which(!known)[order(adds, decreasing = most)]
    step <- cbind(called[at, , drop = FALSE], rep(1, length(at))) * x$count[at]
    corner <- matrix(apply(rbind(start, step), 2, cumsum), length(at) + 1)
    value <- function(point) {
      n <- ncol(point)
      colSums(w * t(point[, -n, drop = FALSE]) / (called_so + rep(beta^2 * point[, n], each = n - 1)))
    }
    found <- c(value(corner), value(turning_points(corner, step, called_so, beta^2, w)))
    found <- found[!is.nan(found)]
    if (!length(found)) NA_real_ else if (most) max(found) else min(found)
  }, 0)
}

# Where the slopes of two add to 0 on the way from one corner to the next, or next to it.
turning_points <- function(corner, step, called_so, b, w) {
  none <- corner[0, , drop = FALSE]
  if (length(w) < 2 || nrow(step) == 0) {
    return(none)
  }
  n <- ncol(corner)
  from <- corner[-nrow(corner), , drop = FALSE]
  below <- outer(b * from[, n], called_so, "+")
  size <- step[, n]
  slope <- step[, -n, drop = FALSE] / size * below - b * from[, -n, drop = FALSE]
  root <- sqrt(abs(slope * rep(abs(w), each = nrow(slope))))
  part <- (root[, 2] * below[, 1] - root[, 1] * below[, 2]) / (b * (root[, 1] - root[, 2])) / size
  inside <- which(part > 0 & part < 1)
  # The whole numbers of rows on both sides.
  ends <- c(floor(part[inside] * size[inside]), ceiling(part[inside] * size[inside])) / size[rep(inside, 2)]
  inside <- rep(inside, 2)
  from[inside, , drop = FALSE] + ends * step[inside, , drop = FALSE]
}

# Of each classifier what a row of each pattern (rows of a matrix) adds to the metric with each truth (columns), as a
# vector: there may be a label that nobody predicts.
cell_worth <- function(x, core, class) {
  n_truths <- max(length(x$classes), 2)
  truth <- rep(seq_len(n_truths), each = nrow(x$patterns))
  lapply(seq_along(x$classifiers), function(j) {
    predicted <- x$patterns[, j + 1]
    called <- if (core == "npv") predicted != class else predicted == class
    right <- switch(core,
      precision = called & truth == class, npv = called & truth != class,
      error = predicted != truth, predicted == truth
    )
    right / (if (core %in% c("accuracy", "error")) x$n else sum(x$count[called]))
  })
}
