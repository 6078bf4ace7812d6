#' Between which values whatever labels are wrong
#'
#' Answers: if so many labels of the truth are wrong, no matter which, where do the metrics of each classifier and their
#' differences lie, and how many wrong labels can take the sign of a difference away? No assumption is made: the bounds
#' are the least and the largest value that any choice of wrong labels gives on these rows, and are attained.
#'
#' With W wrong labels, the precision of a class with m rows called it lies in (TP - W) / m to (TP + W) / m (but not
#' beyond 0 and 1). Recall and specificity have denominators that wrong labels change too: all ways are looked through.
#' Of a difference a label matters only where it moves one more than the other: rows on which two classifiers say the
#' same never matter for accuracy; for precision where they call different numbers of rows by the class, for recall by
#' its rows.
#'
#' @param x A [prediction_set()].
#' @param wrong How many labels may be wrong: a whole number, or a share of the rows below 1 (rounded up).
#' @param metric `"accuracy"`, `"precision"`, `"recall"`, `"specificity"`, `"npv"`, one or several, by any of their
#'   names. Others have no bounds here: F measures, kappa and averages mix numerators and denominators that wrong labels
#'   move at once, so that the worst choice is not found by counting.
#' @param classes Classes of the metrics that have one. `NULL`: the positive class, or else all.
#' @param ... Not used. The arguments after it must be named.
#' @return A data frame of class `truth_bounds`: for each metric and class a row a classifier, then a row a pair:
#'   `metric`, `class`, `classifier`, `reference` (`NA`: the classifier by itself), `estimate`, `lowest`, `highest`,
#'   `wrong` (how many labels) and `undone.by`, of differences: the least number of wrong labels whose bounds hold 0
#'   (0: there is no difference; `NA`: no number is enough). Values are those of the data, also of a set with an updated
#'   prevalence.
#' @section Errors:
#' `verdict_error_metric` for metrics without bounds, `verdict_error_argument` for `wrong`, `verdict_error_class`,
#' `verdict_error_weights` for weights of sampling, and those of [prediction_set()].
#' @section When not to use it:
#' If wrong labels have nothing to do with what is predicted these bounds are far too wide: [flips()] with `truth_error`
#' corrects for them. They say nothing of sampling: a certain sign on these rows is not a significant one.
#' @seealso [flips()] for the numbers that undo a test.
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + tree, spam_filters, positive = "spam")
#' truth_bounds(x, 0.033, c("accuracy", "precision", "recall"))
#' @export
truth_bounds <- function(x, wrong, metric = c("accuracy", "precision", "recall"), ..., classes = NULL) {
  check_dots(...)
  check_given(x, "a prediction set.", "set")
  if (!inherits(x, "prediction_set")) abort_not_a_set(x)
  check_set(x)
  if (!is.null(x$sampled)) {
    abort_verdict("Bounds are of counted rows: they have no weights of sampling.", "weights")
  }
  wrong <- check_wrong(wrong, sum(x$count))
  metrics <- set_metrics(x, with_beta(metric, NULL))
  unbounded <- setdiff(metrics$metric, names(truth_bounded))
  if (length(unbounded)) {
    abort_verdict(c(
      "How far wrong labels can move {.val {unbounded}} is not known here.",
      i = "Bounds are known for {.val {names(truth_bounded)}}."
    ), "metric")
  }
  classes <- check_classes(classes, set_units(x)) %||% x$positive %||% x$classes
  pairs <- comparison_pairs(x$classifiers, NULL)
  rows <- lapply(seq_len(nrow(metrics)), function(i) {
    of <- if (metrics$overall[i]) NA_character_ else classes
    lapply(of, function(class) bounds_of_metric(x, metrics[i, ], class, pairs, wrong))
  })
  new_result(do.call(rbind, unlist(rows, recursive = FALSE)), "truth_bounds", above = "verdict_rows", verdict = list(
    wrong = wrong, n = sum(x$count), labels = rlang::set_names(metrics$label, metrics$asked)
  ))
}

check_wrong <- function(wrong, n) {
  check_given(wrong, "how many labels may be wrong.", "argument")
  fine <- all_hold(is_numeric(wrong), length(wrong) == 1, is.finite(wrong), wrong >= 0, wrong < 1 || is_whole(wrong))
  if (!fine) {
    abort_verdict(c(
      "{.arg wrong} must be a whole number of labels, or a share of them below 1.", x = "It is {describe_value(wrong)}."
    ), "argument")
  }
  if (wrong > n) {
    abort_verdict("{.arg wrong} must be at most {format_count(n)}, the number of labels, not {wrong}.", "argument")
  }
  if (wrong < 1) ceiling(wrong * n * (1 - 1e-12)) else wrong
}

# What a metric counts: rows called by the class, or rows of it; of the class, or of all others.
truth_bounded <- list(
  accuracy = NULL, precision = list(called = TRUE, other = FALSE), npv = list(called = TRUE, other = TRUE),
  recall = list(called = FALSE, other = FALSE), specificity = list(called = FALSE, other = TRUE)
)

bounds_of_metric <- function(x, metric, class, pairs, wrong) {
  about <- truth_bounded[[metric$metric]]
  if (is.null(about)) {
    right <- x$patterns[, -1, drop = FALSE] == x$patterns[, 1]
    alone <- function(j, W) accuracy_bounds(x$count, right[, j], W)
    apart <- function(i, j, W) accuracy_gap_bounds(x, right[, i], right[, j], i, j, W)
  } else {
    k <- match(class, x$classes)
    # Whether it is so, and whether it is said to be.
    is <- (x$patterns[, 1] == k) != about$other
    said <- (x$patterns[, -1, drop = FALSE] == k) != about$other
    cells <- function(rows) sum(x$count[rows])
    one <- if (about$called) precision_bounds else recall_bounds
    two <- if (about$called) precision_gap_bounds else recall_gap_bounds
    alone <- function(j, W) {
      one(cells(is & said[, j]), cells(!is & said[, j]), cells(is & !said[, j]), cells(!is & !said[, j]), W)
    }
    apart <- function(i, j, W) two(pair_cells(is, said[, i], said[, j], x$count), W)
  }
  row <- function(classifier, reference, bounds, undone) {
    new_rows(
      metric = metric$asked, class = class, classifier = classifier, reference = reference,
      estimate = bounds(0)[1], lowest = bounds(wrong)[1], highest = bounds(wrong)[2], wrong = wrong,
      undone.by = if (undone) least_undoing(bounds, sum(x$count)) else NA_real_
    )
  }
  who <- x$classifiers
  do.call(rbind, c(
    lapply(seq_along(who), function(j) row(who[j], NA_character_, function(W) alone(j, W), FALSE)),
    lapply(seq_len(ncol(pairs)), function(p) {
      row(who[pairs[1, p]], who[pairs[2, p]], function(W) apart(pairs[1, p], pairs[2, p], W), TRUE)
    })
  ))
}

# The least number of wrong labels whose bounds hold 0.
least_undoing <- function(bounds, n) {
  holds <- function(W) {
    b <- bounds(W)
    !anyNA(b) && b[1] <= 1e-12 && b[2] >= -1e-12
  }
  if (anyNA(bounds(0)) || !holds(n)) NA_real_ else first_where(0, n, holds)
}

# -- one classifier: least and largest value ----------------------------------------------

accuracy_bounds <- function(count, right, W) {
  n <- sum(count)
  hits <- sum(count[right])
  c(max(0, hits - W), min(n, hits + W)) / n
}

precision_bounds <- function(hits, false, missed, rest, W) {
  called <- hits + false
  if (called == 0) c(NA_real_, NA_real_) else c(hits - min(W, hits), hits + min(W, false)) / called
}

# Rows that are found may be none, and rows that are not called may be some: (hits - a) / (n - a + b); or the other way
# round. Between the numbers a at which b stops growing, or there is no more, that only rises or only falls.
recall_bounds <- function(hits, false, missed, rest, W) {
  n <- hits + missed
  if (n == 0) {
    return(c(NA_real_, NA_real_))
  }
  a <- turns(W - rest, min(W, hits))
  b <- pmin(W - a, rest)
  low <- ((hits - a) / (n - a + b))[n - a + b > 0]
  a <- turns(W - false, min(W, missed))
  b <- pmin(W - a, false)
  high <- ((hits + b) / (n - a + b))[n - a + b > 0]
  c(min(low), max(high))
}

# Whole numbers from 0 to `most` between which a ratio of two sums that bend at `at` only rises or only falls; and their
# neighbours, as there is none where both sums are 0.
turns <- function(at, most) {
  ends <- c(0, at, most)
  unique(pmin(pmax(c(ends - 1, ends, ends + 1), 0), most))
}

# -- two: least and largest difference ----------------------------------------------------

# Rows that are (yes) or are not (no), called by both, the first or the second only, or neither.
pair_cells <- function(is, first, second, count) {
  sums <- function(truth) {
    at <- is == truth
    c(
      both = sum(count[at & first & second]), first = sum(count[at & first & !second]),
      second = sum(count[at & !first & second]), neither = sum(count[at & !first & !second])
    )
  }
  list(yes = sums(TRUE), no = sums(FALSE))
}

# As if the second were the first.
turn_cells <- function(cells) lapply(cells, function(one) rlang::set_names(one[c(1, 3, 2, 4)], names(one)))

accuracy_gap_bounds <- function(x, first, second, i, j, W) {
  apart <- sum(x$count[x$patterns[, 1 + i] != x$patterns[, 1 + j]])
  won_gap_bounds(sum(x$count[first & !second]), sum(x$count[second & !first]), apart, sum(x$count), W)
}

# Of n rows b are won by the first and c by the second, and on `apart` the two differ.
won_gap_bounds <- function(b, c, apart, n, W) {
  lost <- function(won) 2 * min(W, won) + min(max(W - won, 0), apart - b - c)
  c(b - c - lost(b), b - c + lost(c)) / n
}

# Each wrong label takes away what its row has in the difference; those that take most come first. In whole numbers,
# over the product of the two denominators, so that 0 is 0.
precision_gap_bounds <- function(cells, W) {
  m <- c(sum(cells$yes[1:2], cells$no[1:2]), sum(cells$yes[c(1, 3)], cells$no[c(1, 3)]))
  if (any(m == 0)) {
    return(c(NA_real_, NA_real_))
  }
  worth <- c(m[2] - m[1], m[2], -m[1])
  D <- sum(cells$yes[1:3] * worth)
  moved <- function(sign) {
    change <- sign * c(-worth, worth)
    there <- c(cells$yes[1:3], cells$no[1:3])
    order <- order(change, decreasing = TRUE)
    used <- pmin(there[order], pmax(0, W - c(0, cumsum(there[order])[-6])))
    sum(used * pmax(0, change[order]))
  }
  c(D - moved(-1), D + moved(1)) / prod(m)
}

recall_gap_bounds <- function(cells, W) {
  if (sum(cells$yes) == 0) {
    return(c(NA_real_, NA_real_))
  }
  c(least_recall_gap(cells, W), -least_recall_gap(turn_cells(cells), W))
}

# (x - t) / n: t labels are wrong where only the first finds a row (n falls by 1) or where only the second calls what is
# none (n rises by 1). The rest makes n large if the difference is still positive, or 0 (of no rows it would be
# none), else small.
least_recall_gap <- function(cells, W) {
  yes <- cells$yes
  no <- cells$no
  x <- yes[["first"]] - yes[["second"]]
  others <- c(no[["both"]] + no[["neither"]], yes[["both"]] + yes[["neither"]])
  t <- turns(c(x, no[["second"]], yes[["first"]], W - others), min(W, yes[["first"]] + no[["second"]]))
  left <- x - t
  fall <- ifelse(left >= 0, pmax(0, t - no[["second"]]), pmin(t, yes[["first"]]))
  rest <- W - t
  n <- sum(yes) - fall + (t - fall) +
    ifelse(left >= 0, pmin(rest, no[["both"]] + no[["neither"]]), -pmin(rest, yes[["both"]] + yes[["neither"]]))
  min((left / n)[n > 0])
}

#' @export
print.truth_bounds <- function(x, ..., width = getOption("width")) {
  print_result(x, show_bounds, ..., width = width)
}

show_bounds <- function(x, n, width) {
  info <- verdict_info(x)
  writeLines(c(wrap_text(paste0(
    "If at most ", format_count(info$wrong), " of the ", format_count(info$n), " labels ",
    if (info$wrong == 1) "is" else "are", " wrong, values and differences on these rows lie between lowest and highest."
  ), width), ""))
  writeLines(wrap_text(format(x), width, exdent = 2))
}

#' @export
format.truth_bounds <- function(x, ...) format_rows(x, function(row) bounds_sentence(row, verdict_info(x)$labels), ...)

bounds_sentence <- function(row, labels) {
  number <- function(value) true_minus(fixed(value, 3))
  alone <- is.na(row$reference)
  who <- if (alone) say_label(row$classifier) else paste(say_label(row$classifier), "minus", say_label(row$reference))
  said <- paste0(
    capitalise(known_word(row$metric, labels)), if (!is.na(row$class)) paste(" of", say_label(row$class)), ", ", who,
    ": "
  )
  if (is.na(row$lowest)) {
    return(paste0(said, "no rows that count."))
  }
  paste0(
    said, number(row$estimate), ", ", number(row$lowest), " to ", number(row$highest),
    if (isTRUE(row$undone.by == 0)) {
      "; there is no sign to undo"
    } else if (!is.na(row$undone.by)) {
      paste0("; ", count_of(row$undone.by, "wrong label"), " can undo the sign")
    }, "."
  )
}
