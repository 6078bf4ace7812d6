# A prediction set is a list, and lists get edited. Whatever C takes as an index or a
# length it checks itself (src/glue.c); this is for the verbs, before R looks at a part.

# Of a verb that needs the truth of every row.
check_set <- function(x) {
  check_evidence(x)
  if (inherits(x, "labelled_set")) {
    n <- sum(x$count[is.na(x$patterns[, 1])])
    abort_verdict(c(
      "This needs the truth of all rows, and {count_of(n, 'row')} {qty_of(n)}lack{?s/} it.",
      i = "Few labels are for {.fn verdict}, {.fn compare_classifiers}, {.fn assess_classifiers},
        {.fn rank_classifiers}, {.fn omnibus_test} and {.fn next_labels}.",
      i = "So they are for {.fn sample_size}, {.fn power_comparison}, {.fn gate} and {.fn monitor_labels}; with groups
        for {.fn where_better}, {.fn compare_gaps}, {.fn simpson_check}, {.fn standardise_groups} and
        {.fn plot_groups}."
    ), "labelling")
  }
}

check_evidence.prediction_set <- function(x) {
  check_counts(x)
  check_unchanged(
    "prediction_set",
    "the same name twice, or none" = are_distinct(x$classes) && are_distinct(x$classifiers),
    "patterns that do not belong to the truth and the classifiers" =
      rlang::is_string(x$truth) && identical(colnames(x$patterns), c(x$truth, x$classifiers)),
    "a positive class that is none of its classes" = is.null(x$positive) || is_string_in(x$positive, x$classes),
    "a number of rows or observations that is none" = are_numbers_of_rows(x) && length(x$count) > 0,
    "sampling weights that are none" = is.null(x$sampled) || is_amount(x$sampled) && x$sampled > 0,
    "weights that are not those of its rows" = fit_sampling(x),
    "counts that do not add up" = are_same_amounts(x$n, sum(x$count)),
    "other observations than counts" =
      are_same_amounts(x$n_clusters, if (is_clustered(x)) sum(x$profiles$multiplicity) else x$n),
    "a design that is none" = is_design(x$design),
    "notes that are no text" = is.null(x$notes) || is.character(x$notes) && !anyNA(x$notes),
    "folds that do not belong to its counts" = is.null(x$folds) || are_folds(x$folds) && add_up(x$folds, x),
    "groups that do not belong to its counts" = fit_groups(x)
  )
  invisible(x)
}

are_numbers_of_rows <- function(x) {
  all(vapply(unclass(x)[c("n", "n_rows", "n_clusters", "n_omitted")], is_amount, NA)) &&
    all(c(x$n, x$n_rows, x$n_clusters) > 0)
}

# Rows that weigh fractions are of a sample, and then each is known by itself, in a profile.
fit_sampling <- function(x) {
  count <- (x$profiles %||% x)$count
  identical(is.null(x$sampled), is.null(x$profiles)) || all(count == trunc(count))
}

fit_groups <- function(x) {
  groups <- x$groups
  is.null(groups) || all_hold(
    are_groups(groups), length(groups$group) == length(groups$pattern), add_up(groups, x), fit_group_profiles(groups, x)
  )
}

# The clusters of the set, by what they have in each group.
fit_group_profiles <- function(groups, x) {
  if (is.null(groups$profiles) || !is_clustered(x)) {
    return(is.null(groups$profiles) && !is_clustered(x))
  }
  # Of which labels the patterns are does not matter here.
  x$patterns <- matrix(1L, length(groups$count), ncol(x$patterns))
  x$count <- groups$count
  x$profiles <- groups$profiles
  has_sound_counts(x) && are_same_amounts(sum(groups$profiles$multiplicity), x$n_clusters)
}

is_design <- function(design) {
  is.list(design) && rlang::is_string(design$type) && all(vapply(design[c("folds", "repetitions")], is_one_number, NA))
}

# What C finds where it would take an index or a length.
check_counts <- function(x) {
  fault <- .Call(ffi_set_fault, x)
  if (!is.null(fault)) abort_changed_set(fault)
}

# What must hold of a set, in this order, under the words for what it has where it does not. Conditions after the
# first that does not hold are not evaluated.
check_unchanged <- function(maker, ...) {
  for (i in seq_len(...length())) if (!isTRUE(...elt(i))) abort_changed_set(...names()[i], maker)
}

abort_changed_set <- function(fault, maker = "prediction_set") {
  abort_verdict(c(
    "The set was changed by hand or comes from another version: it has {fault}.",
    i = "Make it anew with {.fn {maker}}."
  ), "set")
}

is_one_number <- function(x) is.numeric(x) && length(x) == 1

check_evidence.default <- function(x) abort_not_a_set(x)

abort_not_a_set <- function(x) {
  if (missing(x)) {
    abort_verdict(c(
      "{.arg x} is missing.",
      i = "It is a prediction set: make one with {.fn prediction_set} or {.fn as_prediction_set}."
    ), "set")
  }
  verb <- verb_name()
  hint <- hint_set(x)
  abort_verdict(c(
    "{.arg x} must be a {.cls prediction_set}, not {.obj_type_friendly {x}}.",
    i = hint %||% "Make one with {.fn prediction_set} or {.fn as_prediction_set}.",
    i = if (is.null(hint) && (is.data.frame(x) || is_lazy(x))) {
      "Or say in a formula which columns are what: {.code {verb}(truth ~ rf + tree, data)}."
    }
  ), "set")
}

# What becomes a set by itself: models of caret, tidymodels and mlr3, lists of them, tables, what is right and wrong.
hint_set <- function(x) {
  if (inherits(x, c("auc_scenario", "prediction_scenario"))) {
    return("A scenario is for planning: {.fn sample_size} and {.fn power_comparison} take it.")
  }
  if (are_curves(x)) {
    return("Curves are sets as well: {.code as_probability_set(x)}, and likewise {.arg y}. Of the same rows they are
            pairs: {.code compare_classifiers(as_probability_set(list(a = x, b = y)))}.")
  }
  if (is.matrix(x) && is.logical(x)) {
    return("Turn it into a set first: {.code prediction_set(x)}.")
  }
  if (is.matrix(x) && is.numeric(x)) {
    return("Of scores, a column a classifier, make one with {.fn score_set}; of predictions with {.fn prediction_set}.")
  }
  known <- vapply(setdiff(class(x), "data.frame"), function(class) {
    !is.null(utils::getS3method("as_prediction_set", class, optional = TRUE))
  }, NA)
  if (any(known)) {
    maker <- if (inherits(x, "resamples")) "as_score_set" else "as_prediction_set"
    sprintf("Turn it into a set first: {.code %s(x)}.", maker)
  }
}

# One ROC curve of pROC, or a list of nothing else.
are_curves <- function(x) {
  inherits(x, "roc") || identical(class(x), "list") && length(x) > 0 && all(vapply(x, inherits, NA, "roc"))
}

# "verdict" of the frame of verdict().
verb_name <- function() {
  sub(".default", "", rlang::call_name(sys.call(door_number())) %||% "verdict", fixed = TRUE)
}

# Where only right and wrong are known, there is one true class, and accuracy is all that can be estimated.
is_graded <- function(x) isTRUE(x$graded)
