# Where few rows decide how good probabilities are. At a low threshold an event counts for as much as many others, and
# at a high one it is the other way round: a net benefit that rests on the many tells little of the few. A part of a
# curve rests on the rows that lie there, and an area near 1 on the few on the wrong side.

# Remarks of what set_estimates() answers, on differences: rows that are called otherwise.
remark_on_thresholds <- function(x, target) {
  if (target$metric$core != "net_benefit") {
    return(NULL)
  }
  function(rows, pairs) {
    who <- lapply(seq_len(ncol(pairs)), function(pair) pairs[, pair])
    with_few_called(rows, !is.na(rows$p.value), x, target, who, "rough", " on which the two differ")
  }
}

# The same of each classifier: of the rows called an event and the others the fewer.
remark_on_called <- function(rows, x, target) {
  if (target$metric$core != "net_benefit") {
    return(rows)
  }
  who <- seq_along(x$classifiers)
  with_few_called(rows, !is.na(rows$conf.low), x, target, who, "short_interval", " called otherwise than the rest")
}

# `who`: one classifier or two; rows of a result have the thresholds slowest.
with_few_called <- function(rows, at, x, target, who, status, what) {
  size <- rev(rows_by_class(x))
  odds <- target$value / (1 - target$value)
  share <- c(target$prevalence, 1 - target$prevalence)
  if (is.null(target$prevalence)) share <- rev(prop.table(rows_by_class(x, row_weights(x))))
  # What one row adds.
  unit <- if (!is.null(target$prevalence) && target$metric$metric == "standardised_net_benefit") share[1] else 1
  weight <- rbind(share[1] / size[1], share[2] / size[2] * odds) / unit
  slice <- rep(seq_along(odds), each = length(who))
  asked <- at & outweighs(0, pmax(weight[1, ], weight[2, ])[slice], rows$std.error)
  if (!any(asked)) {
    return(rows)
  }
  count <- count_called(x, target$value, who, sort(unique(slice[asked])), size)
  few <- matrix(outweighs(count, weight[, slice], rep(rows$std.error, each = 2)), nrow = 2)
  rarer <- ifelse(few[1, ], 1, 2)
  about <- list(instead = "", rows = paste0(
    count_of(count[cbind(rarer, seq_along(rarer))], "row"), " of ", say_label(c(x$positive, x$negative)[rarer]), what
  ))
  with_status(rows, at & colSums(few) > 0, status, about)
}

# Events and others (rows) that only one of two calls events, or that one calls otherwise than most of them, at those of
# the thresholds (in ascending order) that are asked for; elsewhere Inf.
count_called <- function(x, thresholds, who, asked, size) {
  out <- array(Inf, c(2, length(who), length(thresholds)))
  reached <- lapply(seq_along(x$classifiers), function(k) findInterval(x$scores[, k], thresholds[asked]))
  for (j in seq_along(who)) {
    pair <- reached[who[[j]]]
    calls <- function(reached) count_up_to(x, reached, length(asked))
    count <- calls(do.call(pmax, pair))
    out[, j, asked] <- if (length(pair) == 1) pmin(count, size - count) else count - calls(do.call(pmin, pair))
  }
  matrix(out, nrow = 2)
}

# Events and others that reach each of n thresholds.
count_up_to <- function(x, reached, n) {
  code <- reached + (n + 1L) * (1L - as.integer(x$truth)) + 1L
  cells <- if (is.null(x$weight)) tabulate(code, 2 * n + 2) else sums_at(row_counts(x), code, 2 * n + 2)
  last <- matrix(as.numeric(cells), ncol = 2)[-1, , drop = FALSE]
  t(matrix(apply(last, 2, function(own) rev(cumsum(rev(own)))), ncol = 2))
}

few_in_part <- 10

# Of an area below a part of the curve: the rows of a class that lie there, by the share that it is of all; of clusters
# as if those of each lay together.
with_few_in_part <- function(rows, at, x, target, status) {
  if (!is_part_of_curve(target)) {
    return(rows)
  }
  event <- endsWith(target$metric$core, "_tpr")
  part <- target$value - (target$from %||% 0)
  all <- units_of_class(x)[if (event) 2 else 1]
  size <- part * all
  class <- say_label(if (event) x$positive else x$negative)
  about <- list(instead = "", rows = if (is.null(x$cluster)) {
    paste("about", count_of_class(x, round(size, if (size < 1) 1 else 0)), class, "in this part")
  } else {
    paste0(count_of_class(x, all), " ", class, ", of which ", percent_of(part), " lie in this part")
  })
  with_status(rows, at & size < few_in_part, status, about)
}

is_part_of_curve <- function(target) {
  core <- sub("^standardised_", "", target$metric$core)
  core %in% c("partial_auc", "partial_auc_tpr") && is.null(target$of)
}

remark_on_part <- function(x, target) {
  if (is_part_of_curve(target)) {
    function(rows, pairs) with_few_in_part(rows, !is.na(rows$p.value), x, target, "rough")
  }
}

# Student's interval of a difference is symmetric, and the errors of an area near 1 are not.
few_on_wrong_side <- 2

remark_on_areas <- function(x, target) {
  if (target$metric$core != "roc_auc" || !is.null(target$of) || !is.null(x$sampled)) {
    return(NULL)
  }
  size <- min(units_of_class(x))
  function(rows, pairs) {
    areas <- cbind(rows$estimate.classifier, rows$estimate.reference)
    edge <- pmin(areas, 1 - areas)
    few <- !is.na(rows$conf.low) & size * pmin(edge[, 1], edge[, 2]) < few_on_wrong_side
    if (!any(few, na.rm = TRUE)) {
      return(rows)
    }
    nearest <- areas[cbind(seq_len(nrow(areas)), max.col(-replace(edge, is.na(edge), 1), "first"))]
    about <- list(rows = paste(fewest_of_class_words(x), "and an AUC of", short_number(nearest, 3)))
    with_status(rows, few, "short_interval", about)
  }
}
