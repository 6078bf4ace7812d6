#' Some of the classifiers of a set
#'
#' `x[c("rf", "tree")]` keeps these classifiers, in this order; `x[-1]` drops the first; names rename them:
#' `x[c(forest = "rf", "tree")]`. The result is what counting these columns alone gives: patterns that
#' differ only in classifiers that were dropped become one.
#'
#' @param x A [prediction_set()], a [score_set()] or an [estimate_set()].
#' @param i Classifiers: names, numbers (negative ones drop), or TRUE and FALSE.
#' @return A set of the same kind. Units that were left out since a dropped classifier lacked a label or a score stay
#'   left out.
#' @section Errors: `verdict_error_classifier` for classifiers that are not in the set, for none, and for the same
#'   one, or the same new name, twice.
#' @section When not to use it: To keep only the classifiers that won: a comparison then looks surer than it is, since
#'   what was left out is no longer adjusted for.
#' @seealso [prediction_set()], and [combine_sets()] for sets of the same classifiers on different rows.
#' @examples
#' x <- prediction_set(truth ~ ., satellite)
#' x[c("svm", "tree")]
#' x[-1]$classifiers
#' x[c(forest = "random_forest", "tree")]$classifiers
#' @name subset_sets
NULL

#' @rdname subset_sets
#' @export
`[.evidence` <- function(x, i, ...) {
  check_one_index(...)
  check_evidence(x)
  classifiers <- set_units(x)$classifiers
  if (missing(i)) x else keep_classifiers(x, pick_classifiers(i, classifiers))
}

# `at`: the positions of the classifiers, named by what they are to be called.
keep_classifiers <- function(x, at) UseMethod("keep_classifiers")

# Of evidence that has no way of its own: the whole, and which classifiers of it are meant.
keep_classifiers.evidence <- function(x, at) {
  set <- list(set = x, at = unname(at), classifiers = names(at))
  if (has_groups(x)) set$groups <- x$groups
  structure(set, class = c("chosen_set", "evidence"))
}

keep_classifiers.prediction_set <- function(x, at) {
  names <- c(x$truth, names(at))
  check_new_classifiers(names)
  columns <- x$patterns[, c(1L, at + 1L), drop = FALSE]
  kept <- left_classes(x, columns)
  notes <- setdiff(x$notes, counted_notes(x))
  merged <- recount_patterns(matrix(cumsum(kept)[columns], nrow(columns)), x$count, sum(kept))
  x <- with_merged(x, merged, names)
  x$classes <- x$classes[kept]
  x$classifiers <- names(at)
  x$notes <- c(if (!is_graded(x)) counted_notes(x), notes)
  x
}

# Classes that occurred in nothing but what was dropped go, unless `levels` named them; those that never did were
# asked for.
left_classes <- function(x, columns) {
  if (isTRUE(x$listed)) {
    return(rep(TRUE, length(x$classes)))
  }
  before <- rowSums(set_occurs(x)) > 0
  after <- rowSums(occurs_in(columns, length(x$classes))) > 0
  after | !before | x$classes %in% x$positive
}

keep_classifiers.score_set <- function(x, at) {
  x$scores <- x$scores[, at, , drop = FALSE]
  x$n_unscored <- if (any(x$n_unscored[at] > 0)) x$n_unscored[at]
  x$repeated <- if (any(x$repeated[at])) x$repeated[at]
  x$classifiers <- colnames(x$scores) <- names(at)
  x
}

keep_classifiers.estimate_set <- function(x, at) {
  n <- length(x$classifiers)
  rows <- as.vector(outer(at, n * (seq_len(nrow(x$estimates) / n) - 1), "+"))
  x <- pick_estimates(x, rows, names(at))
  if (has_groups(x)) x$groups <- pick_estimate_groups(x$groups, rows, names(at))
  x$classifiers <- names(at)
  x
}

keep_classifiers.probability_set <- function(x, at) {
  # Of several classes there is a column for each.
  n <- max(1, length(x$classes))
  columns <- as.vector(outer(seq_len(n), (at - 1) * n, `+`))
  x$scores <- x$scores[, columns, drop = FALSE]
  x$order <- x$order[, columns, drop = FALSE]
  x$classifiers <- names(at)
  x
}

#' @rdname subset_sets
#' @param select Classifiers, as in [dplyr::select()]: `subset(x, -tree)`.
#' @param ... Not used.
#' @export
subset.evidence <- function(x, select, ...) {
  check_dots(...)
  check_evidence(x)
  who <- set_units(x)$classifiers
  x[select_columns(rlang::enquo(select), as.list(rlang::set_names(who)), "select")]
}

check_one_index <- function(...) {
  if (...length()) {
    abort_verdict(c(
      "The only index of a set is its classifiers, as in {.code x[c(1, 3)]}.",
      i = "Of some rows make a set of their own."
    ), "classifier")
  }
}

# Positions of the classifiers, named by what they are to be called.
pick_classifiers <- function(i, classifiers) {
  if (is.factor(i)) i <- as.character(i)
  check_choosing(i, classifiers)
  at <- if (is.character(i)) match(as_utf8(i), classifiers) else position_classifiers(i, classifiers)
  if (anyNA(at)) {
    near <- unlist(lapply(unique(i[is.na(at)]), closest_name, known = classifiers))
    abort_verdict(c(
      "The set has no {qty(sum(is.na(at)))}classifier{?s} {.val {unique(i[is.na(at)])}}.",
      i = if (length(near)) "Did you mean {.or {.val {near}}}?",
      i = "The classifiers are {.val {classifiers}}."
    ), "classifier")
  }
  if (length(at) == 0) abort_verdict("No classifier is left: keep at least one.", "classifier")
  new <- classifiers[at]
  named <- length(names(i)) == length(at) & !is.na(names(i)) & names(i) != ""
  new[named] <- names(i)[named]
  if (anyDuplicated(at) || anyDuplicated(new)) {
    twice <- c(classifiers[at[duplicated(at)]], new[duplicated(new)])[1]
    abort_verdict("{.val {twice}} is there twice: every classifier needs a name of its own.", "classifier")
  }
  rlang::set_names(at, utf8_names(new))
}

check_choosing <- function(i, classifiers) {
  chooses <- is.character(i) || is_numeric(i) || is.logical(i)
  if (!chooses || !is.null(dim(i)) || anyNA(i)) {
    abort_verdict(c(
      "Classifiers are chosen by names, numbers, or TRUE and FALSE, not by {.obj_type_friendly {i}}.",
      i = "The classifiers are {.val {classifiers}}."
    ), "classifier")
  }
}

position_classifiers <- function(i, classifiers) {
  n <- length(classifiers)
  whole <- function(i) all(i == round(i) & abs(i) <= n & i != 0)
  fits <- if (is.logical(i)) length(i) == n else whole(i) && (all(i > 0) || all(i < 0))
  if (!fits) {
    abort_verdict(c(
      "There are {n} classifier{?s}: {.code [{toString(i, width = 40)}]} does not choose among them.",
      i = "The classifiers are {.val {classifiers}}."
    ), "classifier")
  }
  unname(seq_len(n)[i])
}

check_new_classifiers <- function(names) {
  if (anyDuplicated(names)) {
    abort_verdict("{.val {names[1]}} is the name of the truth: call the classifier something else.", "classifier")
  }
}
