# Several annotators in the place of one truth: a row's score is the share of its annotators who say what the classifier
# says, a score of items. What the majority says is another question: how far, print() tells.

#' Several annotators instead of one truth
#'
#' Answers: which classifier agrees more with a random annotator? Where several people have labelled a row and
#' differ, there is no single truth. A row then counts for a classifier by the share of its annotators who say what the
#' classifier says, and classifiers are compared over rows by t tests of the paired differences: all verbs for scores
#' of items do it.
#'
#' @section The majority is another question:
#' A vote takes the label of most annotators for the truth. A label that a share p of all annotators would
#' give to a row wins among m of them with probability P(Bin(m, p) > m/2) (ties shared): for p = 0.6, 0.648 with three
#' of them and 0.683 with five. So agreement with the majority depends on how many annotators there are, and rewards
#' classifiers that are sure of what people are not. `print()` says it of the set at hand.
#'
#' The same few annotators on all rows are a sample too, which no standard error here allows for: what is
#' found holds for them, not for all who could have been asked.
#'
#' @param x A data frame with a row an observation.
#' @param annotators Columns with the annotators' labels, as in [dplyr::select()]; `NA` where one did not label a row.
#' @param classifiers Columns with the predictions; renaming is allowed (`c(forest = rf)`).
#' @param ... Not used. The arguments after it must be named.
#' @param cluster Of rows that belong together: their group, a column or a vector.
#' @return A [score_set()] of items with the metric `"agreement"`, between 0 and 1 (class `soft_truth`), whose attribute
#'   `annotators` is a list with `n` (how many labelled each row), `same` (whether the same labelled all rows) and
#'   `unanimous` (the share of rows on which they agree).
#' @section Errors: `verdict_error_column` for columns that are not there, or used twice; `verdict_error_na` for a row
#'   that nobody labelled, or that was not predicted; `verdict_error_coding` for labels of an annotator or a classifier
#'   in another spelling or coding than those of the others (different classes they are if the annotators are factors
#'   with all of them as levels); `verdict_error_label` for numbers that are no labels; those of [score_set()]. Who
#'   shares no label with the annotators gets a warning of class `verdict_warning_column`.
#' @section When not to use it: where one label was agreed on (by discussion, by a reference test), use
#'   [prediction_set()]: it knows more metrics, and exact tests.
#' @seealso [flips()] for a truth with a known share of wrong labels.
#' @examples
#' set.seed(1)
#' label <- sample(c("spam", "ham"), 200, replace = TRUE)
#' mistake <- function(rate) ifelse(runif(200) < rate, ifelse(label == "spam", "ham", "spam"), label)
#' d <- data.frame(
#'   ann = mistake(0.1), ben = mistake(0.2), cid = mistake(0.2),
#'   tree = mistake(0.2), forest = mistake(0.1)
#' )
#' x <- soft_truth(d, annotators = c(ann, ben, cid), classifiers = c(tree, forest))
#' x
#' compare_classifiers(x)
#' @export
soft_truth <- function(x, annotators, classifiers, ..., cluster = NULL) {
  check_dots(...)
  check_given(x, "a data frame with annotators' labels and predictions.", "input")
  check_data(x, "x")
  who <- select_columns(rlang::enquo(annotators), x, "annotators")
  names <- select_columns(rlang::enquo(classifiers), x, "classifiers")
  given <- pull_columns(rlang::enquos(cluster = cluster), x)
  both <- intersect(who, names)
  if (length(who) == 0 || length(names) == 0 || length(both)) {
    abort_verdict(c(
      "{.arg annotators} and {.arg classifiers} must be columns of their own, at least one each.",
      x = if (length(both)) "{.field {both}} {?is/are} among both."
    ), "column")
  }
  check_soft_coding(pick(x, unname(who)), pick(x, unname(names)))
  labels <- lapply(pick(x, unname(who)), as_labels)
  said <- lapply(pick(x, names), as_labels)
  names(said) <- names(names)
  check_annotated(labels, said)
  known <- Reduce(`+`, lapply(labels, function(label) !is.na(label)))
  share <- vapply(said, function(one) {
    Reduce(`+`, lapply(labels, function(label) label %in% one & !is.na(label) & label == one)) / known
  }, numeric(nrow(x)))
  share <- matrix(share, nrow(x), dimnames = list(NULL, names(said)))
  set <- score_set(
    share, item = seq_len(nrow(x)), cluster = given$cluster, metric = "agreement", better = "high", lower = 0,
    upper = 1, label = c(agreement = "agreement with a random annotator")
  )
  structure(set,
    annotators = list(n = known, same = !anyNA(unlist(labels)), unanimous = mean(one_label(labels))),
    class = c("soft_truth", class(set))
  )
}

check_annotated <- function(labels, said) {
  none <- which(Reduce(`&`, lapply(labels, is.na)))
  lost <- which(Reduce(`|`, lapply(said, is.na)))
  if (length(none) || length(lost)) {
    abort_verdict(c(
      "Every row needs a label of at least one annotator, and a prediction of every classifier.",
      x = if (length(none)) "Nobody labelled {count_of(length(none), 'row')}: {first_few(none)}.",
      x = if (length(lost)) "Not predicted: {count_of(length(lost), 'row')}, {first_few(lost)}."
    ), "na")
  }
}

# Labels in another coding would be wrong on every row. Levels of the annotators' factors are known labels.
check_soft_coding <- function(annotators, classifiers) {
  said <- Map(said_labels, annotators, names(annotators))
  predicted <- Map(said_labels, classifiers, names(classifiers))
  known <- Map(function(labels, x) unique(c(labels, if (is.factor(x)) as_labels(levels(x)))), said, annotators)
  check <- function(labels, name, others) {
    length(labels) == 0 || length(unlist(others)) == 0 ||
      check_meant(labels, name, others, "make the annotators factors that have all of them as levels")
  }
  last <- rev(seq_along(said))
  alone <- !vapply(last, function(k) check(said[[k]], names(said)[k], known[-k]), NA)
  # Where as many write them in one way as in another.
  for (k in last) check(said[[k]], names(said)[k], known[seq_len(k - 1)])
  strange <- !vapply(names(predicted), function(name) check(predicted[[name]], name, known), NA)
  warn_apart(names(said)[rev(last[alone])], "{.field {who}} gave no label that another annotator gave.", said, known)
  warn_apart(
    names(predicted)[strange],
    "{.field {who}} predict{?s/} no label that an annotator gave: {?is it a classifier/are they classifiers}?",
    predicted, known
  )
}

said_labels <- function(x, name) {
  label_column(x, name) # refuses what is no label
  unique(stats::na.omit(as_labels(x)))
}

warn_apart <- function(who, what, own, known) {
  if (length(who)) {
    last <- who[length(who)]
    others <- known[names(known) != last]
    codes <- codes_hint(own[[last]], unique(unlist(others)), c(last, names(others)[1]))
    warn_verdict(c(
      what,
      i = if (!is.null(codes)) "{codes}",
      i = "If these are classes too, make the annotators factors that have them as levels."
    ), "column")
  }
}

# Whether all who labelled a row gave one label.
one_label <- function(labels) {
  first <- Reduce(function(a, b) ifelse(is.na(a), b, a), labels)
  Reduce(`&`, lapply(labels, function(label) is.na(label) | label == first))
}

#' @export
print.soft_truth <- function(x, ..., width = getOption("width")) {
  NextMethod()
  known <- attr(x, "annotators")
  writeLines(wrap_text(annotator_lines(known$n, known$same, known$unanimous), width))
  invisible(x)
}

annotator_lines <- function(n, same, unanimous) {
  often <- range(n)
  several <- if (often[1] == often[2]) {
    count_of(often[1], "annotator")
  } else {
    paste(format_count(often[1]), "to", count_of(often[2], "annotator"))
  }
  m <- as.integer(names(which.max(table(as.integer(n[n > 1])))))
  if (often[2] == 1) {
    return("Each row has a label of one annotator.")
  }
  # Ties shared.
  tie <- if (m %% 2 == 0) stats::dbinom(m / 2, m, 0.6) else 0
  wins <- stats::pbinom(m / 2, m, 0.6, lower.tail = FALSE) + tie / 2
  c(
    paste0(
      "Each row has labels of ", several, ", who all say the same on ",
      format_percent(signif(100 * unanimous, 3) / 100), " of the rows."
    ),
    paste0(
      "The majority would be another question: a label that 60% of all annotators give wins among ", format_count(m),
      " of them with probability ", sprintf("%.3f", wins), "."
    ),
    same_annotators(n, same)
  )
}

same_annotators <- function(n, same) {
  if (isTRUE(same) && any(n > 1)) "The same annotators labelled all rows: what is found holds for them."
}

# Of which no standard error tells.
set_units.soft_truth <- function(x) {
  units <- NextMethod()
  known <- attr(x, "annotators")
  units$values <- same_annotators(known$n, known$same)
  units
}
