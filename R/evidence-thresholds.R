# Where few rows decide how good probabilities are. At a low threshold an event counts for as much as many others, and
# at a high one it is the other way round: a net benefit that rests on the many tells little of the few. A part of a
# curve rests on the rows that lie there, and an area near 1 on the few on the wrong side.

# Remarks of what set_estimates() answers, on differences: rows that are called otherwise.
remark_on_thresholds <- function(x, target) {
  if (target$metric$core != "net_benefit") {
    return(NULL)
  }
  if (!is.null(x$parts)) {
    return(function(rows, pairs) with_few_called_by_two(rows, !is.na(rows$p.value), x, target, pairs))
  }
  function(rows, pairs) {
    who <- lapply(seq_len(ncol(pairs)), function(pair) pairs[, pair])
    with_few_called(rows, !is.na(rows$p.value), x, target, who, "rough", " on which the two differ")
  }
}

# Of classifiers that lack some rows: one row adds most where there are fewest.
with_few_called_by_two <- function(rows, at, x, target, pairs) {
  for (j in seq_len(ncol(pairs))) {
    pair <- pairs[, j]
    own <- (seq_along(at) - 1) %% ncol(pairs) + 1 == j
    same <- identical(x$rows[[pair[1]]], x$rows[[pair[2]]])
    rows[own, ] <- with_few_called(
      rows[own, ], at[own], x$parts[[pair[which.min(lengths(x$rows[pair]))]]], target, list(1:2), "rough",
      if (same) " on which the two differ" else " called otherwise by one of the two", rows_of_two(x, pair)
    )
  }
  rows
}

# All rows that one of the two has, with NA where the other lacks it.
rows_of_two <- function(x, pair) {
  at <- sort(unique(unlist(x$rows[pair])))
  two <- x$parts[[pair[1]]]
  two$truth <- event_of_rows(x)[at]
  two["weight"] <- list(if (!is.null(two$weight)) x$weight[at])
  two$scores <- do.call(cbind, lapply(pair, function(k) x$parts[[k]]$scores[match(at, x$rows[[k]])]))
  two$classifiers <- x$classifiers[pair]
  two
}

# The same of each classifier: of the rows called an event and the others the fewer.
remark_on_called <- function(rows, x, target) {
  if (target$metric$core != "net_benefit") {
    return(rows)
  }
  who <- seq_along(x$classifiers)
  with_few_called(rows, !is.na(rows$conf.low), x, target, who, "short_interval", " called otherwise than the rest")
}

# `who`: one classifier or two; rows of a result have the thresholds slowest. `called`: the set whose calls are counted.
with_few_called <- function(rows, at, x, target, who, status, what, called = x) {
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
  count <- count_called(called, target$value, who, sort(unique(slice[asked])))
  few <- matrix(outweighs(count, weight[, slice], rep(rows$std.error, each = 2)), nrow = 2)
  rarer <- ifelse(few[1, ], 1, 2)
  about <- list(instead = "", rows = paste0(
    count_of(count[cbind(rarer, seq_along(rarer))], "row"), " of ", say_label(c(x$positive, x$negative)[rarer]), what
  ))
  with_status(rows, at & colSums(few) > 0, status, about)
}

# Events and others (rows) that only one of two calls events, or that one calls otherwise than most of them, at those of
# the thresholds (in ascending order) that are asked for; elsewhere Inf. Of a row that one of two lacks, how the other
# calls it.
count_called <- function(x, thresholds, who, asked) {
  out <- array(Inf, c(2, length(who), length(thresholds)))
  reached <- lapply(seq_along(x$classifiers), function(k) findInterval(x$scores[, k], thresholds[asked]))
  for (j in seq_along(who)) {
    pair <- reached[who[[j]]]
    calls <- function(reached) count_up_to(x, replace(reached, is.na(reached), 0L), length(asked))
    all <- function(reached) calls(0L * reached + length(asked))
    # Of some of its rows those that are called otherwise than most of all.
    fewer <- function(own, some = own) ifelse(2 * calls(own) > all(own), all(some) - calls(some), calls(some))
    alone <- function(own, other) if (anyNA(other)) fewer(own, replace(own, !is.na(other), NA)) else 0
    out[, j, asked] <- if (length(pair) == 1) {
      fewer(pair[[1]])
    } else {
      calls(do.call(pmax, pair)) - calls(do.call(pmin, pair)) + alone(pair[[1]], pair[[2]]) +
        alone(pair[[2]], pair[[1]])
    }
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

# An area below a part of the curve, or a point of it, of few rows.
with_few_in_part <- function(rows, at, x, target, status) {
  few <- if (is_part_of_curve(target)) {
    few_in_part_words(x, target)
  } else if (is_point_of_curve(target)) {
    all_needed_words(x, target$value, target$metric$core == "specificity_at")
  }
  if (is.null(few)) rows else with_status(rows, at, status, list(rows = few, instead = ""))
}

few_in_part <- 10

# The rows of a class that lie there, by the share that it is of all; of clusters as if those of each lay together.
few_in_part_words <- function(x, target) {
  event <- endsWith(target$metric$core, "_tpr")
  part <- target$value - (target$from %||% 0)
  all <- units_of_class(x)[if (event) 2 else 1]
  size <- part * all
  class <- say_label(if (event) x$positive else x$negative)
  if (size >= few_in_part) {
    NULL
  } else if (is.null(x$cluster)) {
    paste("about", count_of_class(x, round(size, if (size < 1) 1 else 0)), class, "in this part")
  } else {
    paste0(count_of_class(x, all), " ", class, ", of which ", percent_of(part), " lie in this part")
  }
}

# A rate that is reached with all rows of a class (of a fold) alone hangs on the most extreme of them, of which the
# bootstrap knows too little. Simulated with 12 events, tests of a specificity at a sensitivity of .95 rejected .17 at
# .05, and intervals held in .71; with 20, of which one may be missed, .07.
all_needed_words <- function(x, share, event) {
  part <- x$parts[[1]] %||% x
  size <- do.call(pmin, lapply(x$parts %||% list(x), rows_by_class))[if (event) 2 else 1]
  folds <- max(1, length(unique(part$stratum)))
  if (size / folds * (1 - share) < 1 - 1e-9) {
    paste0(
      count_of(signif(size / folds, 3), "row"), " of ", say_label(if (event) part$positive else part$negative),
      if (folds > 1) " a fold", ", all of which a ", if (event) "sensitivity" else "specificity", " of ",
      short_number(share), " must ", if (event) "find" else "leave out"
    )
  }
}

is_part_of_curve <- function(target) {
  core <- sub("^standardised_", "", target$metric$core)
  core %in% c("partial_auc", "partial_auc_tpr") && is.null(target$of)
}

is_point_of_curve <- function(target) {
  target$metric$core %in% c("sensitivity_at", "specificity_at") && is.null(target$of)
}

# (Metrics of other evidence have no `core`.)
is_on_curve <- function(target) {
  !is.null(target$metric$core) && (is_part_of_curve(target) || is_point_of_curve(target))
}

remark_on_part <- function(x, target) {
  if (!is_on_curve(target)) {
    return(NULL)
  }
  if (is.null(x$parts)) {
    return(function(rows, pairs) with_few_in_part(rows, !is.na(rows$p.value), x, target, "rough"))
  }
  function(rows, pairs) {
    tested <- !is.na(rows$p.value)
    for (k in order(fewest_units(x))) {
      rows <- with_few_in_part(rows, tested & colSums(pairs == k) > 0, x$parts[[k]], target, "rough")
    }
    rows
  }
}

# Of each classifier the rows, or clusters, of the class of which it has fewest.
fewest_units <- function(x) {
  size <- vapply(x$parts %||% list(x), function(part) min(units_of_class(part)), 0)
  rep_len(size, length(x$classifiers))
}

# Student's interval of a difference is symmetric, and the errors of an area near 1 are not.
few_on_wrong_side <- 2

remark_on_areas <- function(x, target) {
  if (target$metric$core != "roc_auc" || !is.null(target$of) || !is.null(x$sampled)) {
    return(NULL)
  }
  size <- fewest_units(x)
  function(rows, pairs) {
    areas <- cbind(rows$estimate.classifier, rows$estimate.reference)
    who <- matrix(pairs, nrow(areas), 2, byrow = TRUE)
    wrong <- pmin(areas, 1 - areas) * size[who]
    few <- !is.na(rows$conf.low) & pmin(wrong[, 1], wrong[, 2]) < few_on_wrong_side
    if (!any(few, na.rm = TRUE)) {
      return(rows)
    }
    nearest <- cbind(seq_len(nrow(areas)), max.col(-replace(wrong, is.na(wrong), max(size)), "first"))
    words <- rep_len(vapply(x$parts %||% list(x), fewest_of_class_words, ""), length(size))
    about <- list(rows = paste(words[who[nearest]], "and an AUC of", short_number(areas[nearest], 3)))
    with_status(rows, few, "short_interval", about)
  }
}
