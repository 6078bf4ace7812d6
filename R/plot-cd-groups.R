#' Which classifiers cannot be distinguished
#'
#' Answers, of a comparison of all pairs: in which groups does it leave the classifiers, from the best to the
#' worst? Neighbours in the order of their mean ranks (or values) form a group where the comparison distinguishes
#' no two of them: the bars of a critical difference diagram (`plot(x, type = "cd")`) as text, and the
#' homogeneous subsets of Newman and Keuls. Groups overlap: that a cannot be distinguished from b, nor b from c, does
#' not say that a and c are alike. Tests of each pair by itself may leave two undecided although one between them is
#' distinguished from one of the two: no bar can show that, so that such pairs are named.
#'
#' @param x What [compare_classifiers()] returns, of all pairs or all against a `reference`, in one metric and
#'   one class or average.
#' @param ... Not used.
#' @return An object of class `cd_groups`, a list with `groups` (a list of names, best first; those of a
#'   reference: itself and who is not distinguished from it), `places` (mean ranks or values, named, best first),
#'   `scale` (what they are), `critical` (the critical difference, where one length decides all pairs, else `NA`),
#'   `level`, `test`, `beside`, the pairs that are not distinguished and share no group, and `left`, who has no value.
#'   `as.data.frame()` has a row for each classifier in each of its groups (`NA`: in none).
#' @section Errors: `verdict_error_plot` for anything but such a comparison, and where the reference has no value.
#' @section When not to use it: A group is not a proof of equality: with few data sets everything is in one.
#'   For how different they may still be, look at the intervals of the comparison.
#' @seealso [compare_classifiers()], [plot.verdict_table()], [rank_classifiers()]
#' @references
#' Demsar, J. (2006) Statistical comparisons of classifiers over multiple data sets. *Journal of Machine
#' Learning Research* 7, 1-30.
#' @examples
#' scores <- rbind(
#'   c(.81, .79, .84), c(.70, .72, .75), c(.90, .88, .93),
#'   c(.66, .60, .66), c(.77, .75, .80), c(.85, .86, .88)
#' )
#' colnames(scores) <- c("tree", "forest", "boosting")
#' x <- score_set(scores, design = "datasets", metric = "accuracy")
#' cd_groups(compare_classifiers(x, method = "nemenyi"))
#' @export
cd_groups <- function(x, ...) {
  check_dots(...)
  check_given(x, "the result of {.fn compare_classifiers}.", "plot")
  check_cd(x)
  x <- with_labels(named_rows(x), table_label)
  info <- verdict_info(x)
  places <- cd_places(x, info)
  if (length(places$places) == 0) abort_verdict("No classifier has a value: there is nothing to put in order.", "plot")
  reference <- if (length(unique(x$reference)) == 1 && nrow(x) > 1) x$reference[1]
  if (isTRUE(reference %in% places$left)) {
    abort_verdict("{.val {reference}} has no value: nothing can be distinguished from it.", "plot")
  }
  # Who is distinguished from whom.
  names <- names(places$places)
  apart <- matrix(FALSE, length(names), length(names), dimnames = list(names, names))
  at <- cbind(match(x$classifier, names), match(x$reference, names))[is_significant(x), , drop = FALSE]
  apart[at] <- apart[at[, 2:1, drop = FALSE]] <- TRUE
  groups <- if (is.null(reference)) runs_together(apart) else list(rownames(apart)[!apart[reference, ]])
  new_whole(
    list(
      groups = groups,
      places = places$places, scale = places$scale, critical = critical_difference(x, info),
      level = 1 - significance_level(x), test = x$method[1], reference = reference, ranks = places$ranks,
      beside = if (is.null(reference)) pairs_beside(apart, groups) else list(), left = places$left
    ),
    "cd_groups"
  )
}

check_cd <- function(x) {
  fault <- if (!inherits(x, "verdict_table") || !is_complete(x) || !is_type(x, "comparison") ||
    nrow(named_rows(x)) == 0) {
    "It is no comparison of classifiers."
  } else if (nrow(unique(as_plain(x)[c("metric", "average", "class", "measure", "method")])) > 1) {
    "It has several metrics, classes or tests: take one at a time."
  } else if (!all_compared(x)) {
    "Some pairs of its classifiers are missing."
  }
  if (!is.null(fault)) {
    abort_verdict(c(
      "Groups are of all pairs of classifiers, or all against one, in one metric and class.",
      x = fault, i = "Take the result of {.fn compare_classifiers} as it is."
    ), "plot")
  }
}

# All pairs once, or one reference.
all_compared <- function(x) {
  n <- length(unique(c(as.character(x$classifier), as.character(x$reference))))
  !anyDuplicated(unordered_pair_of(x)) && (nrow(x) == n * (n - 1) / 2 || length(unique(x$reference)) == 1)
}

# Mean ranks where they are known, else the values compared; best first.
cd_places <- function(x, info) {
  x <- with_own_values(x)
  # References come first, so that ties stay in the order in which the classifiers were given.
  name <- c(x$reference, x$classifier)
  first <- !duplicated(name)
  values <- stats::setNames(c(x$estimate.reference, x$estimate.classifier)[first], name[first])
  ranks <- x$measure[1] == "rank_difference"
  if (!ranks && !is.null(info$mean_ranks)) {
    values <- stats::setNames(info$mean_ranks, table_label(names(info$mean_ranks)))[names(values)]
    ranks <- TRUE
  }
  falls <- !ranks && metric_directions(x)[1] >= 0
  scale <- paste0(if (ranks) "mean rank of ", metric_labels(x)[1])
  list(
    places = sort(values, decreasing = falls), scale = scale, ranks = ranks, left = names(values)[is.na(values)]
  )
}

# The longest runs of neighbours without a pair that is distinguished, of two or more.
runs_together <- function(apart) {
  n <- nrow(apart)
  last <- vapply(seq_len(n), function(i) {
    j <- i
    while (j < n && !any(apart[i:j, j + 1])) j <- j + 1L
    j
  }, 0L)
  whole <- which(last > seq_len(n) & !duplicated(last))
  lapply(whole, function(i) rownames(apart)[i:last[i]])
}

# Pairs that are not distinguished and in no group together: one between them is distinguished from one of them.
pairs_beside <- function(apart, groups) {
  open <- !apart & upper.tri(apart)
  for (group in groups) open[group, group] <- FALSE
  at <- which(open, arr.ind = TRUE)
  lapply(seq_len(nrow(at)), function(i) rownames(apart)[at[i, ]])
}

# The half width that all intervals share where one difference decides them all.
critical_difference <- function(x, info) {
  if (!info$p.adjust.method %in% c("range", "scheffe", "bonferroni", "none")) {
    return(NA_real_)
  }
  half <- (shown_high(x) - shown_low(x)) / 2
  constant <- !anyNA(half) && all(is.finite(half)) && max(half) - min(half) < 1e-9 * max(half)
  if (constant) half[1] else NA_real_
}

# A row a classifier and group that it is in.
#' @export
as.data.frame.cd_groups <- function(x, row.names = NULL, optional = FALSE, ...) {
  check_dots(...)
  check_unedited(x)
  of <- groups_of_each(x)
  of[lengths(of) == 0] <- NA_integer_
  at <- rep(seq_along(of), lengths(of))
  new_rows(classifier = names(x$places)[at], place = unname(x$places)[at], group = unlist(of))
}

groups_of_each <- function(x) {
  lapply(names(x$places), function(one) which(vapply(x$groups, function(group) one %in% group, NA)))
}

# -- as text --------------------------------------------------------------------------

#' @export
print.cd_groups <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  check_unedited(x)
  width <- check_width(width)
  value <- format(sprintf("%.3f", x$places), justify = "right")
  lines <- c(
    wrap_text(groups_heading(x), width), "", paste0("  ", value, "  ", names(x$places), group_marks(x)), "",
    wrap_text(groups_in_words(x), width)
  )
  writeLines(lines)
  invisible(x)
}

groups_heading <- function(x) {
  critical <- if (!is.na(x$critical)) paste0(", critical difference ", short_number(x$critical))
  paste0(capitalise(x$scale), ", best first; groups by ", x$test, " at ", format_percent(1 - x$level), critical, ".")
}

#' @export
listing.cd_groups <- function(x, at) {
  check_unedited(x)
  marks <- letter_marks(length(x$groups))
  groups <- vapply(groups_of_each(x), function(at) paste(marks[at], collapse = " "), "")
  columns <- list(classifier = names(x$places), value = fixed(x$places, 3), groups = groups)
  names(columns)[2] <- if (x$ranks) "mean rank" else "value"
  if (length(x$groups) == 0) columns$groups <- NULL
  list(head = groups_heading(x), columns = columns, foot = groups_in_words(x), words = groups_in_words(x))
}

# A column of marks for each group.
group_marks <- function(x) {
  if (length(x$groups) == 0) {
    return("")
  }
  names <- names(x$places)
  marks <- vapply(x$groups, function(group) ifelse(names %in% group, "|", " "), rep("", length(names)))
  pad <- strrep(" ", max(nchar(names, "width")) - nchar(names, "width") + 2)
  paste0(pad, apply(matrix(marks, length(names)), 1, paste, collapse = " "))
}

groups_in_words <- function(x) paste(c(told_apart_in_words(x), left_in_words(x)), collapse = " ")

left_in_words <- function(x) {
  if (length(x$left)) paste0("Not compared, as without a value: ", and_list(x$left, 20), ".")
}

told_apart_in_words <- function(x) {
  if (!is.null(x$reference)) {
    others <- setdiff(x$groups[[1]], x$reference)
    none <- paste0("All are distinguished from ", x$reference, ".")
    some <- paste0("Not distinguished from ", x$reference, ": ", and_list(others, 20), ".")
    return(if (length(others)) some else none)
  }
  if (length(x$groups) + length(x$beside) == 0) {
    return("All are distinguished.")
  }
  texts <- vapply(x$groups, function(group) and_list(group, 20), "")
  paste(c(
    if (length(texts)) paste0("Not distinguished: ", paste(texts, collapse = "; "), "."),
    beside_in_words(x, "in no group together")
  ), collapse = " ")
}

# `where`: what the pairs lack. NULL where there are none.
beside_in_words <- function(x, where) {
  if (length(x$beside)) {
    pairs <- vapply(x$beside, paste, "", collapse = " and ")
    if (length(pairs) > 10) pairs <- c(pairs[1:10], paste(format_count(length(pairs) - 10), "more pairs"))
    either <- if (length(x$groups)) " either"
    paste0("Not distinguished", either, ", though ", where, ": ", paste(pairs, collapse = "; "), ".")
  }
}
