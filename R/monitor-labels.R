#' Looking at labels while they arrive
#'
#' Answers: labels come in one after the other; may one look after each, and stop when it is clear who is more accurate?
#' Yes, with a confidence sequence: intervals that hold at all times together, and an e-value that may be looked at as
#' often as one likes. It is about the rows on which two classifiers differ, labelled in random order.
#'
#' Of these rows only (`question = "rows"`) and two classes, the first classifier is right on B of the M rows on which
#' the two differ, and B is known once all are labelled. What is compatible with the labels so far are the values of
#' which the prior-posterior ratio, with a uniform prior, is below `1 / (1 - conf.level)` (Waudby-Smith and Ramdas
#' 2020); it shrinks to the truth. Of a population, or more classes, the shares of the labelled disagreements are
#' bounded by bets on each label, and the share of rows on which the two differ is taken as it is; of these rows no
#' interval is wider than the labels leave that are still to come.
#'
#' @param x A [prediction_set()] with `labelling = "random"` (for others see `order`), or its formula.
#' @param pairs Which classifiers: the names of two, a list of such pairs, or `NULL` for all.
#' @param order `"random"` says that the labelled disagreements were drawn in random order from all rows on which the
#'   two differ, where `labelling` is `"by_pattern"`, or probabilities that are the same for all these rows.
#' @param conf.level Confidence of each sequence, over all times.
#' @param ... Not used.
#' @return A data frame of class `label_sequence` with a row a pair: `classifier`, `reference`, `estimate` (the
#'   difference in accuracy), `conf.low`, `conf.high`, `e.value` (against equal accuracy: 20 or more decides at 0.05),
#'   `differ` (rows on which the two differ), `labelled` (of these), `decision` (`"better"`, `"worse"` or
#'   `"undecided"`).
#' @section Errors: `verdict_error_labelling` for labels that are not in random order, such as those that
#'   [next_labels()] chose; `verdict_error_classifier`, `verdict_error_argument`.
#' @section When not to use it: On labels that were chosen by what earlier labels showed. Where two classifiers win in
#'   different patterns, labels that go where one of them leads make it look better: equal accuracies were called
#'   different in nearly all simulated cases. For one look at the end [compare_classifiers()] has shorter intervals.
#' @references
#' Waudby-Smith, I. and Ramdas, A. (2020) Confidence sequences for sampling without replacement. *Advances in Neural
#' Information Processing Systems* 33, 20204-20214. \doi{10.48550/arXiv.2006.04347}
#' @examples
#' few <- satellite
#' set.seed(1)
#' few$truth[-sample(2000, 400)] <- NA
#' x <- prediction_set(truth ~ svm + tree, few, labelling = "random")
#' monitor_labels(x)
#' @export
monitor_labels <- function(x, ...) UseMethod("monitor_labels")

#' @rawNamespace S3method(monitor_labels, formula, verb_of_formula)
#' @export
monitor_labels.default <- function(x, ...) {
  check_given(x, "a {.fn prediction_set} with {.arg labelling}.", "set")
  if (inherits(x, "prediction_set")) {
    abort_verdict("All rows of this set are labelled: use {.fn compare_classifiers}.", "labelling")
  }
  abort_not_a_set(x)
}

#' @rdname monitor_labels
#' @export
monitor_labels.labelled_set <- function(x, pairs = NULL, order = NULL, conf.level = 0.95, ...) {
  check_dots(...)
  check_evidence(x)
  check_two_classifiers(x)
  check_level(conf.level)
  if (!is.null(order)) check_choice(order, "order", "random")
  pairs <- match_label_pairs(pairs, x$classifiers)
  check_random_order(x, order, pairs)
  counts <- count_disagreements(x, pairs)
  of_rows <- x$question == "rows"
  find <- if (!of_rows) share_sequence else if (length(x$classes) == 2) pool_sequence else rest_sequence
  rows <- lapply(seq_len(ncol(pairs)), function(i) find(counts[, i], 1 - conf.level))
  found <- data.frame(
    classifier = x$classifiers[pairs[1, ]], reference = x$classifiers[pairs[2, ]], do.call(rbind, rows),
    differ = counts[2, ], labelled = counts[3, ]
  )
  found$decision <- ifelse(found$conf.low > 0, "better", ifelse(found$conf.high < 0, "worse", "undecided"))
  new_result(found, "label_sequence", about = labelled_words(x)$about, conf.level = conf.level)
}

check_random_order <- function(x, order, pairs) {
  if (is_clustered(x)) {
    abort_verdict("Labels of rows that come in clusters cannot be looked at one by one.", "labelling")
  }
  kind <- x$labelling$kind
  said <- !is.null(order)
  uneven <- if (kind == "probability") uneven_pair(x, pairs)
  if (kind == "random" || said && kind != "unknown" && is.null(uneven)) {
    return(check_even_rates(x, pairs))
  }
  chosen <- "Labels that {.fn next_labels} chose, or others by pattern, go where the variance is, and may favour one of
    them."
  both <- if (kind == "unknown") "make the set with {.code labelling = \"by_pattern\"} and "
  abort_verdict(c(
    "Looking while labels arrive needs labels in random order among the rows on which two classifiers differ.",
    x = if (kind == "by_pattern") chosen,
    x = if (!is.null(uneven)) "{and_list(uneven)} differ on rows that were labelled with several probabilities.",
    i = if (is.null(uneven)) {
      paste0("If they were drawn at random from all disagreements, ", both, "say {.code order = \"random\"}.")
    }
  ), "labelling")
}

# What is said of the order is not so where patterns were labelled at rates that differ by more than chance.
check_even_rates <- function(x, pairs) {
  by <- unlike_rates(x, pairs)
  if (!is.null(by)) {
    abort_verdict(c(
      "Looking while labels arrive needs labels in random order among the rows on which two classifiers differ.",
      x = "By what is predicted these were labelled at different rates, here {label_rates(by)}.",
      i = "For one look at the end make the set with {.code labelling = \"by_pattern\"} and use
           {.fn compare_classifiers}."
    ), "labelling")
  }
}

# The first pair whose disagreements had more than one chance of a label; NULL if there is none.
uneven_pair <- function(x, pairs) {
  chance <- x$labelling$extra$probability
  for (j in seq_len(ncol(pairs))) {
    both <- x$classifiers[pairs[, j]]
    codes <- x$patterns[, 1 + pairs[, j], drop = FALSE]
    if (length(unique(chance[is_labelled(x) & codes[, 1] != codes[, 2]])) > 1) {
      return(both)
    }
  }
}

# Two classes, these rows: what the number B of rows that the first wins may be.
pool_sequence <- function(x, alpha) {
  differ <- x[2]
  # log R(B): a martingale if B is the number.
  ratio <- function(won) {
    value <- lchoose(differ + 1, x[3] + 1) - log(differ + 1) - lchoose(won, x[4]) - lchoose(differ - won, x[5])
    ifelse(won < x[4] | differ - won < x[5], Inf, value)
  }
  # Of an odd number there is no tie: what is nearest to one on the other side.
  tie <- max(ratio(c(floor(differ / 2), ceiling(differ / 2))))
  won <- seq(x[4], differ - x[5])
  kept <- range(won[ratio(won) < -log(alpha)])
  data.frame(
    estimate = share_of_labels(cbind(x), x[4] - x[5]), conf.low = (2 * kept[1] - differ) / x[1],
    conf.high = (2 * kept[2] - differ) / x[1], e.value = exp(tie)
  )
}

# Shares of the rows on which two differ, by bets on each label; the e-value is that of a uniform prior on who wins.
share_sequence <- function(x, alpha) {
  d <- rep(c(1, -1, 0), c(x[4], x[5], x[3] - x[4] - x[5]))
  scale <- x[2] / x[1]
  limits <- if (length(d)) c(betting_limit(d, 1, alpha / 2), -betting_limit(-d, 1, alpha / 2)) else c(-1, 1)
  data.frame(
    estimate = share_of_labels(cbind(x), x[4] - x[5]), conf.low = scale * limits[1], conf.high = scale * limits[2],
    e.value = exp(log_e_discordant(x[4], x[5]))
  )
}

# The same of these rows, where the labels that are still to come can make it no more and no less than they are.
rest_sequence <- function(x, alpha) {
  found <- share_sequence(x, alpha)
  sure <- (x[4] - x[5] + c(-1, 1) * (x[2] - x[3])) / x[1]
  limits <- c(max(found$conf.low, sure[1]), min(found$conf.high, sure[2]))
  found[c("conf.low", "conf.high")] <- as.list(if (limits[1] > limits[2]) sure else limits)
  if (sure[1] > 0 || sure[2] < 0) found$e.value <- Inf
  found
}

#' @rdname monitor_labels
#' @param width Width of the console in characters.
#' @export
print.label_sequence <- function(x, ..., width = getOption("width")) {
  print_result(x, function(x, n, width) writeLines(label_sequence_lines(x, width)), ..., width = width)
}

label_sequence_lines <- function(x, width) {
  said <- listing(x)
  c(wrap_text(said$head, width), "", table_lines(with_minus(said$columns), width))
}

#' @export
listing.label_sequence <- function(x, at = seq_len(nrow(x))) {
  columns <- list(
    classifier = table_label(x$classifier), against = table_label(x$reference), differ = format_count(x$differ),
    labelled = format_count(x$labelled), difference = format_column(x$estimate, x$conf.low, x$conf.high),
    interval = interval_column(x$conf.low, x$conf.high, estimate = x$estimate),
    `e-value` = format_e(x$e.value), decision = x$decision
  )
  title <- paste0(
    "Accuracy by the labels so far, ", attr(x, "about"), ": intervals hold at all times together, ",
    format_percent(attr(x, "conf.level")), "."
  )
  list(head = title, columns = columns)
}
