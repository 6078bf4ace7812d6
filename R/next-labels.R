#' Which rows to label next
#'
#' Answers: all rows have predictions and few have a truth; which labels would say the most about who is better? For
#' accuracy these are rows on which the classifiers differ: labels of the others tell nothing of the difference. For
#' other metrics it is what is predicted, how many rows there are of it, and how much its labels vary, that says how
#' many labels a pattern should get. Rows are drawn at random within patterns ([set.seed()]): estimates stay valid. What
#' a `judge` says takes no part in it, and the set of the labels drawn is one without it; to draw by that too, give its
#' labels as `strata`.
#'
#' The variance of a contrast that comes from labels is
#' \deqn{\sum_h N_h^2 s_h^2 (1 / n_h - 1 / N_h),}
#' for patterns h with N rows and n labels, and \eqn{s_h} the standard deviation of the rows' contributions. Labels are
#' taken with a pseudo label (before any label is known it is the pseudo label's: half on what is predicted, half on
#' the rest). First every pattern that matters gets a label, then a second, then labels go one at a time where the
#' variance falls most, which is exactly optimal (Wright 2012).
#'
#' @param x A [prediction_set()] with `labelling`, or its formula. Before any label is known all of its truth is `NA`.
#' @param n How many labels there can be.
#' @param metric What is to be compared, as in [compare_classifiers()]: one metric.
#' @param pairs Which classifiers are to be compared: the names of two, a list of such pairs, or `NULL` for all.
#'   `"mean"` and `"worst"` are all pairs, with that for `over`.
#' @param over With several pairs: their variances in the `"mean"`, or that of the pair that is known the least well,
#'   `"worst"`.
#' @param own The share of the labels that is spread over all rows in proportion, between 0 and 1: a tenth, if the value
#'   of each classifier is wanted too, which rests on all rows.
#' @param classes,average As in [compare_classifiers()].
#' @param cost What a label costs where that differs: numbers named by the labels of `strata`
#'   (`c(clinic = 1, home = 4)`), or a function of the data frame `patterns` (below, without `next`) that gives one
#'   number a row. `n` is then what may be spent.
#' @param ... Not used.
#' @return A list of class `next_labels`:
#'   - `patterns`: data frame with a row a pattern: what each classifier predicts (and further strata), `rows`,
#'     `labelled` (so far) and `next` (how many to label now), the most first;
#'   - `rows`: the numbers of the rows to label, in the order of the data; `NULL` if not known, as with weights;
#'   - `n`, `spent`: how many labels were offered (or how much may be spent), and how many are of use; `cost`, what
#'     these cost, if `cost` was given;
#'   - `before`: how many labels are there already;
#'   - `metric`, `pairs`: what they are for;
#'   - `bare`, `least`: how many patterns that matter have no label even then, and how many labels it takes to give each
#'     one (two where the set has no `smoothing`);
#'   - `judged`: whether the set has a `judge`;
#'   - `worth`: how many labels at random (with those that are there) would say as much; `disagreement`, the share of
#'     rows on which the classifiers differ.
#'
#'   `print()` says it in words, `as.data.frame()` gives the patterns.
#' @section Batches: Label some, put them into the data, make the set anew with `labelling = "by_pattern"` and call it
#'   again: it goes on from what is labelled. What was seen changes how many labels each pattern gets, which costs
#'   little coverage; but not which rows within it.
#' @section Errors: `verdict_error_labelling` if nothing lacks a label, or for labels with inclusion probabilities;
#'   `verdict_error_argument`, `verdict_error_costs` (costs that are not positive, or of no stratum),
#'   `verdict_error_metric`, `verdict_error_classifier`.
#' @section When not to use it: To look after every label whether it is enough: labels that are chosen by what was seen
#'   are for one look, or a few. And not for other questions than the one asked: precision needs other labels than
#'   recall.
#' @references
#' Neyman (1938), see [prediction_set()].
#'
#' Wright, T. (2012) The equivalence of Neyman optimum allocation for sampling and equal proportions for apportioning
#' the U.S. House of Representatives. *The American Statistician* 66, 217-224. \doi{10.1080/00031305.2012.733679}
#' @seealso [sample_size()] with `labels = TRUE`: how many it takes.
#' @examples
#' few <- satellite
#' few$truth[] <- NA
#' x <- prediction_set(truth ~ svm + tree, few, labelling = "by_pattern")
#' set.seed(1)
#' batch <- next_labels(x, 60, "accuracy")
#' batch
#'
#' # the labels come, and all is as with other sets
#' few$truth[batch$rows] <- satellite$truth[batch$rows]
#' compare_classifiers(truth ~ svm + tree, few, labelling = "by_pattern", metric = "accuracy")
#' @export
next_labels <- function(x, ...) UseMethod("next_labels")

#' @rawNamespace S3method(next_labels, formula, verb_of_formula)
#' @export
next_labels.default <- function(x, ...) {
  check_given(x, "a {.fn prediction_set} with {.arg labelling}.", "set")
  if (inherits(x, "prediction_set")) {
    abort_verdict(c(
      "All rows of this set are labelled: there is none to label next.",
      i = "Rows without a truth are {.code NA} in it, and {.arg labelling} says how the others were chosen."
    ), "labelling")
  }
  abort_not_a_set(x)
}

#' @rdname next_labels
#' @export
next_labels.labelled_set <- function(x, n, metric = "accuracy", pairs = NULL, over = c("mean", "worst"), own = 0,
                                     classes = NULL, average = "none", cost = NULL, ...) {
  check_dots(...)
  check_evidence(x)
  check_two_classifiers(x)
  if (missing(n)) abort_verdict("{.arg n} is missing: how many labels can there be?", "argument")
  if (is.null(cost)) check_number(n, "n", 1, 1e9, closed = TRUE, whole = TRUE) else check_number(n, "n", 0, 1e15)
  check_number(own, "own", 0, 1, closed = TRUE)
  if (!has_strata(x)) {
    abort_verdict(c(
      "Which rows to label next is known for labels that are {.val random} or drawn {.val by_pattern}.",
      i = "Labels with inclusion probabilities have a plan already; of unknown ones nothing follows."
    ), "labelling")
  }
  if (rlang::is_string(pairs) && pairs %in% c("mean", "worst")) over <- pairs
  over <- check_choice(over, "over", c("mean", "worst"))
  pairs <- match_label_pairs(pairs, x$classifiers)
  # What is to be drawn from: patterns as they are, whatever was merged, and whatever a judge says, or its labels could
  # only be strata.
  judged <- has_judge(x)
  x$labelling$kind <- "by_pattern"
  x <- without_judge(x)
  metric <- one_planned(set_metrics(x, with_beta(metric, NULL)))
  average <- check_choice(average, "average", averages)
  target <- set_target(x, metric, average, check_classes(classes, x), "na")
  costs <- label_costs(x, cost)
  plan <- allocate_labels(x, target, pairs, n, own, over, costs)
  new_next_labels(x, target, pairs, n, plan, if (!is.null(cost)) costs, judged)
}

# Of a label in each stratum.
label_costs <- function(x, cost) {
  by <- labelled_strata(x)
  if (is.null(cost)) {
    return(rep(1, nrow(by)))
  }
  found <- if (is.function(cost)) {
    tryCatch(cost(by), error = function(cnd) {
      abort_verdict(c("The function {.arg cost} fails.", x = "{conditionMessage(cnd)}"), "costs")
    })
  } else {
    costs_of_strata(cost, x$labelling$extra$strata)[by$strata]
  }
  if (!is.numeric(found) || length(found) != nrow(by)) {
    abort_verdict("{.arg cost} must give one number for each of {nrow(by)} pattern{?s}.", "costs")
  }
  if (!all(is.finite(found) & found > 0)) abort_verdict("Costs must be above 0.", "costs")
  as.double(found)
}

costs_of_strata <- function(cost, strata) {
  lost <- setdiff(levels(strata), names(cost))
  if (!is.numeric(cost) || is.null(strata) || length(lost) || anyDuplicated(names(cost))) {
    abort_verdict(c(
      "{.arg cost} must be numbers, each with the name of one of the {.arg strata}, or a function of the patterns.",
      x = if (is.null(strata)) "The set has no {.arg strata}." else if (length(lost)) "No cost is named {.val {lost}}."
    ), "costs")
  }
  cost
}

# 2 x pairs, numbers of classifiers.
match_label_pairs <- function(pairs, classifiers) {
  if (is.null(pairs) || rlang::is_string(pairs) && pairs %in% c("mean", "worst")) {
    return(comparison_pairs(classifiers, NULL))
  }
  if (!is.list(pairs)) pairs <- list(pairs)
  known <- vapply(pairs, function(pair) {
    is.character(pair) && length(pair) == 2 && all(pair %in% classifiers) && pair[1] != pair[2]
  }, NA)
  if (length(pairs) == 0 || !all(known)) {
    abort_verdict(c(
      "{.arg pairs} must be {.val mean}, {.val worst}, or two classifiers, or a list of such pairs.",
      i = "The classifiers are {.val {classifiers}}."
    ), "classifier")
  }
  matrix(match(unlist(pairs), classifiers), 2)
}

# -- how many -------------------------------------------------------------------------

# list(n_rows, before, after, of each stratum; spread of each contrast; total, the variance of a row's contribution).
allocate_labels <- function(x, target, pairs, n, own, over, costs = rep(1, length(x$labelling$strata$n_rows))) {
  strata <- x$labelling$strata
  known <- label_spread(x, target, pairs)
  if (own > 0) {
    # Of a label of any row that has none.
    free <- strata$n_rows - strata$n_labels
    mean_cost <- if (sum(free) > 0) sum(free * costs) / sum(free) else 1
    known$start <- spread_evenly(strata$n_rows, strata$n_labels, floor(own * n / mean_cost))
  }
  start <- known$start %||% strata$n_labels
  left <- max(0, n - sum((start - strata$n_labels) * costs))
  weights <- rep(1 / ncol(known$spread), ncol(known$spread))
  allocate <- function(weights) {
    s <- sqrt(as.vector(known$spread %*% weights))
    .Call(ffi_labelled_allocate, strata$n_rows, start, s / max(s, 1e-300), costs, as.double(left))
  }
  after <- allocate(weights)
  variance <- function(after) colSums(known$spread * strata$n_rows^2 * (1 / pmax(after, 0.5) - 1 / strata$n_rows))
  if (over == "worst" && length(weights) > 1) {
    for (round in seq_len(50)) {
      v <- variance(after)
      if (!any(v > 0)) break
      weights <- weights * sqrt(pmax(v, 1e-12 * max(v)) / mean(v))
      weights <- weights / sum(weights)
      after <- allocate(weights)
    }
  }
  c(known, list(
    n_rows = strata$n_rows, before = strata$n_labels, after = after, worth = labels_worth(strata, weights, known, after)
  ))
}

# Of each stratum (rows) and contrast the variance of contributions, with a pseudo label.
label_spread <- function(x, target, pairs) {
  phases <- two_phase(x, list(target))
  strata <- x$labelling$strata
  smoothing <- max(x$smoothing, 1)
  of <- x$whole$of[strata$first]
  n <- length(x$classifiers)
  measure <- target$metric$measure %||% "difference"
  slope <- on_scale(phases$estimate, if (is.na(measure)) "difference" else measure)$slope
  at <- pair_positions(length(target$class), x$classifiers, pairs)
  seen <- labels_seen(x, strata)
  share <- (seen + smoothing * x$whole$prior[of, , drop = FALSE]) / (rowSums(seen) + smoothing)
  found <- lapply(seq_len(ncol(at)), function(j) {
    value <- phases$u[, at[1, j]] * slope[at[1, j]] - phases$u[, at[2, j]] * slope[at[2, j]]
    value <- matrix(value, nrow(x$whole$prior))[of, , drop = FALSE]
    mean <- rowSums(share * value)
    spread <- rowSums(share * (value - mean)^2)
    width <- do.call(pmax, asplit(value, 2)) - do.call(pmin, asplit(value, 2))
    spread[width <= 1e-12 * max(abs(value), 0)] <- 0
    list(spread = spread, total = sum(strata$n_rows * rowSums(share * value^2)) / sum(strata$n_rows))
  })
  list(spread = matrix(unlist(lapply(found, `[[`, "spread")), length(of)), total = vapply(found, `[[`, 0, "total"))
}

# Labels of each stratum (rows) by truth.
labels_seen <- function(x, strata) {
  known <- which(is_labelled(x))
  n <- length(strata$n_rows)
  at <- (x$patterns[known, 1] - 1) * n + strata$of[known]
  matrix(sums_at(x$count[known], at, n * length(x$classes)), n)
}

# n more, in proportion to rows, as even as whole numbers are.
spread_evenly <- function(n_rows, n_labels, n) {
  free <- n_rows - n_labels
  n <- min(n, sum(free))
  ideal <- if (sum(free) > 0) n * free / sum(free) else 0 * free
  more <- floor(ideal)
  rest <- order(-(ideal - more))[seq_len(n - sum(more))]
  more[rest] <- more[rest] + 1
  n_labels + more
}

# How many labels at random would leave as much variance.
labels_worth <- function(strata, weights, known, after) {
  N <- sum(strata$n_rows) # nolint: object_name_linter.
  s2 <- as.vector(known$spread %*% weights)
  matters <- s2 > 0
  if (!any(matters) || any(after[matters] == 0)) {
    return(NA_real_)
  }
  left <- sum((strata$n_rows^2 * s2 * (1 / after - 1 / strata$n_rows))[matters])
  1 / (left / (N^2 * sum(known$total * weights)) + 1 / N)
}

# To have an estimate in each pattern that matters: without a pseudo label of one label there is no variance.
least_labels <- function(plan, smoothing) {
  pmax(pmin(if (smoothing > 0) 1 else 2, plan$n_rows) - plan$before, 0) * (rowSums(plan$spread) > 0)
}

# -- which ----------------------------------------------------------------------------

new_next_labels <- function(x, target, pairs, n, plan, costs, judged) {
  strata <- x$labelling$strata
  more <- plan$after - plan$before
  by <- labelled_strata(x)
  patterns <- data.frame(by, `next` = more, check.names = FALSE)
  patterns <- patterns[order(-more), ]
  row.names(patterns) <- NULL
  codes <- x$patterns[, -1, drop = FALSE]
  used <- sort(unique(as.vector(pairs)))
  differ <- rowSums(codes[, used, drop = FALSE] != codes[, used[1]]) > 0
  new_whole(
    list(
      patterns = patterns, rows = draw_rows(x, strata, more), n = n, spent = sum(more), metric = target$metric$label,
      pairs = matrix(x$classifiers[pairs], 2), worth = plan$worth, before = sum(plan$before),
      bare = sum(plan$after == 0 & rowSums(plan$spread) > 0), least = sum(least_labels(plan, x$smoothing)),
      disagreement = sum(x$count[differ]) / x$n, accuracy = target$metric$core %in% c("accuracy", "error"),
      cost = if (!is.null(costs)) sum(more * costs), judged = judged
    ),
    "next_labels"
  )
}

# Numbers of rows without a label, so many of each stratum, at random.
draw_rows <- function(x, strata, more) {
  rows <- x$labelling$rows
  if (!is.null(rows)) {
    wanted <- which(more > 0)
    open <- which(!is_labelled(x) & strata$of %in% wanted)
    at <- which(rows %in% open)
    groups <- split(at, factor(strata$of[rows[at]], wanted))
    drawn <- Map(function(group, k) group[sample.int(length(group), k)], groups, more[wanted])
    sort(as.integer(unlist(drawn)))
  }
}

check_next_labels <- function(x) {
  check_unedited(x, identical(utils::tail(names(x$patterns), 3), c("rows", "labelled", "next")))
}

#' @export
as.data.frame.next_labels <- function(x, ...) x$patterns

#' @rdname next_labels
#' @param width Width of the console in characters.
#' @export
print.next_labels <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  check_next_labels(x)
  width <- check_width(width)
  writeLines(wrap_text(next_title(x), width))
  chosen <- x$patterns[x$patterns[["next"]] > 0, ]
  shown <- utils::head(chosen, 20)
  if (nrow(shown)) {
    more <- more_words(nrow(chosen) - nrow(shown), "more pattern")
    writeLines(c("", table_lines(next_columns(shown), width), more, ""))
  }
  writeLines(wrap_text(next_words(x), width, exdent = 2))
  invisible(x)
}

#' @export
listing.next_labels <- function(x, at) {
  check_next_labels(x)
  chosen <- x$patterns[x$patterns[["next"]] > 0, ]
  check_table_rows(chosen)
  list(head = next_title(x), columns = next_columns(chosen), foot = unlist(next_words(x)))
}

#' @exportS3Method knitr::knit_print
knit_print.next_labels <- function(x, ...) { # nolint: object_name_linter.
  check_next_labels(x)
  if (any(x$patterns[["next"]] > 0)) knit_listing(x, ...) else knit_sentences(x, ...)
}

next_columns <- function(patterns) {
  # The last ones: a classifier may be called like them.
  numbers <- length(patterns) - 0:2
  c(lapply(patterns[numbers], format_count), lapply(patterns[-numbers], table_label))
}

next_title <- function(x) {
  who <- unique(as.vector(x$pairs))
  what <- paste0(
    x$metric, " of ", and_list(say_label(who), 6),
    if (ncol(x$pairs) > 1) paste0(" (", count_of(ncol(x$pairs), "pair"), ")")
  )
  if (x$spent == 0 && x$bare > 0) {
    return(paste0("Nothing can be labelled for ", what, ": a label costs more than may be spent."))
  }
  if (x$spent == 0) {
    return(paste0("Nothing to label for ", what, ": no label that is missing would say more."))
  }
  paste0(
    "Label ", count_of(x$spent, "row"), " next, of ",
    count_of(sum(x$patterns[["next"]] > 0), "pattern"), ", for ", what, "."
  )
}

# What the labels are worth against those at random.
worth_words <- function(x) {
  c(
    if (isTRUE(x$worth > 0)) {
      with_those <- if (x$before > 0) paste0(" with the ", format_count(x$before), " that are there")
      paste0("Together", with_those, " as good as ", format_count(round(x$worth)), " labels at random.")
    },
    if (x$accuracy && x$disagreement > 0) {
      paste0(
        "They differ on ", format_share(x$disagreement), " of the rows: labels of disagreements are worth ",
        short_number(1 / x$disagreement, 2), " times as many at random."
      )
    }
  )
}

next_words <- function(x) {
  spare <- x$n - (x$cost %||% x$spent)
  c(
    if (x$bare > 0) {
      paste0(
        count_of(x$bare, "pattern"), if (x$bare == 1) " that matters still has" else " that matter still have",
        " no label then, and nothing can be estimated without: it takes ", count_of(x$least, "label"), ". ",
        if (ncol(x$pairs) > 1) {
          "Sets of fewer classifiers have fewer patterns."
        } else if (x$accuracy) {
          "As many, drawn at random from all rows on which the two differ, are enough for method = \"midp\"."
        }
      )
    },
    if (!is.null(x$cost)) {
      paste0("They cost ", short_number(x$cost, 6), " of ", short_number(x$n, 6), ".")
    } else if (spare > 0) {
      paste0(count_of(spare, "label"), if (spare == 1) " is" else " are", " not spent: of no use here.")
    },
    if (x$spent > 0) worth_words(x),
    if (!is.null(x$rows) && x$spent > 0) {
      paste0("Rows ", and_list(format_count(utils::head(x$rows, 3))), if (length(x$rows) > 3) " ...",
        ", drawn at random: the element `rows`. With their labels say labelling = \"by_pattern\"",
        if (isTRUE(x$judged)) " and leave `judge` out, whose labels would be strata that each need some", "."
      )
    }
  )
}
