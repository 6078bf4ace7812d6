# Sets of the same classifiers on different rows, put together: counts of parts add up.
#
# Who counts a part says so (`part = TRUE`), and the set keeps in `part` what the whole will need: `ids` (each once;
# NULL without), `levels` (that were asked for), `factor` (the levels of each column that is one), `numeric` (are all
# labels numbers; NA: text that may hold numbers), `n_zero`. Of a set that was not made as a part, `keyed` says that
# it was counted by ids, which are gone.

#' Put together sets that were counted apart
#'
#' Rows may be counted where they are (file by file, on several machines, week by week) and the counts put
#' together: the result is that of counting all rows at once. `c(x1, x2)` does it for [prediction_set()]s of the
#' same classifiers, in any order; classes that occur in one part only are joined. Other sets: scores of other units
#' are joined by `c()` of [score_set()]s; estimates of two [estimate_set()]s cannot be, since nothing tells how they
#' vary together.
#'
#' With `id` each part has to hold all rows of its observations. `prediction_set(..., part = TRUE)` keeps the ids
#' (and nothing else of the rows), so that one that occurs in two parts is found and refused. Where ids
#' number the observations of each part anew, say `same_ids = "different"`.
#'
#' Few labels that were drawn at rates which differ between parts are no random labels of the whole: a warning of class
#' `verdict_warning_labelling` asks for the part as `strata`. Parts of which all rows are labelled, or none, say nothing
#' of this.
#'
#' @param ... Sets, or one list of them.
#' @param same_ids What the same id in two parts means: `"error"` refuses it, and also sets that were counted by ids
#'   without `part = TRUE`, of which nobody can tell; `"different"` takes them for different observations.
#' @return A set like the parts. Of parts (`part = TRUE`) it is one too, and can be put together with further ones.
#'   Whole counts come out exactly as if counted at once, up to the order of classes that parts without factor levels
#'   leave open.
#' @section Errors: `verdict_error_parts` for sets of different classifiers, positive classes, prevalences or designs;
#'   `verdict_error_id` for ids that occur in two parts, or that are not known; `verdict_error_set` for what is no set;
#'   `verdict_error_score` and `verdict_warning_score` for parts with scores on two scales, as in [score_set()].
#' @section When not to use it: For one classifier on different rows than another, which is no pairing at all: see
#'   [compare_independent()]. For rows of which some are in both parts and no id says so.
#' @seealso [prediction_set()], which takes a list of files or data frames and does all of this.
#' @examples
#' first <- prediction_set(truth ~ svm + tree, satellite[1:1000, ])
#' second <- prediction_set(truth ~ svm + tree, satellite[-(1:1000), ])
#' identical(c(first, second), prediction_set(truth ~ svm + tree, satellite))
#'
#' # Observations with several rows: parts keep the ids until they are together
#' half <- vehicle_cv$id <= 400
#' parts <- lapply(split(vehicle_cv, half), function(rows) {
#'   prediction_set(truth ~ random_forest + svm, rows, id = id, part = TRUE)
#' })
#' combine_sets(parts)
#' @export
combine_sets <- function(..., same_ids = c("error", "different")) {
  same_ids <- check_choice(same_ids, "same_ids", c("error", "different"))
  combine_parts(listed_sets(list(...)), same_ids)
}

#' @rdname combine_sets
#' @export
c.prediction_set <- function(...) combine_parts(listed_sets(list(...)), "error")

#' @export
c.evidence <- function(...) {
  abort_verdict(c(
    "Sets of this kind cannot be put together: {.cls {class(..1)[1]}}.",
    i = "Bind their rows first, and make one set of them."
  ), "set")
}

#' @rdname combine_sets
#' @export
c.score_set <- function(...) {
  sets <- list(...)
  check_parts(sets, "score_set")
  first <- sets[[1]]
  if (length(sets) == 1) {
    return(first)
  }
  sets <- lapply(sets, same_classifiers, first = first)
  known <- c("metric", "better", "lower", "upper", "label")
  if (!all(vapply(sets, function(x) identical(as.list(x$metrics[known]), as.list(first$metrics[known])), NA))) {
    abort_verdict("The sets have scores in different metrics, or with other ranges.", "parts")
  }
  if (length(unique(vapply(sets, function(x) x$design$type, ""))) > 1) {
    abort_verdict("The sets have scores of different designs: what is a unit must be the same in all.", "parts")
  }
  check_sets_on_one_scale(stats::setNames(sets, paste("set", seq_along(sets))), first$metrics)
  join_scores(sets)
}

#' @rdname combine_sets
#' @export
c.estimate_set <- function(...) {
  if (...length() == 1) {
    return(..1)
  }
  abort_verdict(c(
    "Estimates of two sets cannot be put together: nothing tells how they vary together.",
    i = "Make one {.fn estimate_set} of all, with the covariance or the replicates of all."
  ), "parts")
}

listed_sets <- function(sets) {
  if (length(sets) == 1 && is.list(sets[[1]]) && !is.object(sets[[1]])) sets <- sets[[1]]
  if (length(sets) == 0) abort_verdict("There is no set to put together.", "set")
  check_parts(sets, "prediction_set")
  for (x in sets) if (inherits(x, "labelled_set")) check_evidence(x) else check_set(x)
  unname(sets)
}

combine_parts <- function(sets, same_ids) {
  whole <- join_sets(sets, same_ids)
  # Labels of rows that belong together come together.
  if (inherits(whole, "labelled_set") && has_strata(whole) && !is_clustered(whole)) warn_labelled_unlike(sets)
  whole
}

# What is a random subset of each part is none of all, where parts are labelled at different rates. Parts with all
# labels or none are left out: a file of the labelled rows and one of the others say nothing of how they were chosen.
warn_labelled_unlike <- function(sets) {
  parts <- lapply(lapply(sets, same_classifiers, first = sets[[1]]), labelled_strata)
  rates <- vapply(parts, function(of) sum(of$labelled) / sum(of$rows), 0)
  mixed <- rates > 0 & rates < 1
  if (sum(mixed) < 2) {
    return(invisible())
  }
  parts <- parts[mixed]
  rates <- rates[mixed]
  cells <- do.call(rbind, lapply(parts, stratum_sizes))
  # Neighbours of many parts count together: the test takes the cube of how many there are.
  part <- rep(ceiling(seq_along(parts) * min(1, 100 / length(parts))), vapply(parts, nrow, 0L))
  # Of random labels strata are what was given as such, of others predictions are too.
  random <- sets[[1]]$labelling$kind == "random"
  stratum <- unlist(lapply(parts, stratum_keys, without = if (random) seq_along(sets[[1]]$classifiers)))
  if (isTRUE(unlike_rates_p(cells, stratum, part) < log(chosen_rates))) {
    warn_verdict(c(
      "The parts were labelled at different rates: {percent_of(range(rates))} of their rows. Together their labels
       are not drawn at random.",
      i = "Give the part as {.arg strata}: a column that says of which part a row is."
    ), "labelling")
  }
}

check_parts <- function(sets, class) {
  for (x in sets) {
    if (!inherits(x, class)) {
      abort_verdict(c(
        "All parts must be of class {.cls {class}}; one is {.obj_type_friendly {x}}.",
        i = "Count its rows first: {.fn {class}}."
      ), "set")
    }
  }
}

join_scores <- function(sets) {
  rows <- do.call(rbind, lapply(sets, function(x) {
    data.frame(x$cells[rep(seq_len(nrow(x$cells)), length(x$classifiers) * nrow(x$metrics)), ], as.data.frame(x)[
      c("classifier", "metric", "score")
    ])
  }))
  first <- sets[[1]]
  given <- lapply(rows[c(unit_columns, "cluster", "n_train", "n_test")], function(column) {
    if (!all(is.na(column))) as_numbers(column)
  })
  given$score <- rows$score
  given$classifier <- factor(rows$classifier, first$classifiers)
  given$metric <- factor(rows$metric, first$metrics$metric)
  given$by <- join_unit_groups(sets)
  metrics <- first$metrics
  named <- function(column) rlang::set_names(metrics[[column]], metrics$metric)
  open <- first$design$type %in% c("monte_carlo", "bootstrap")
  set <- long_scores(given, nrow(rows), list(
    design = if (open) first$design$type, better = named("better"), lower = named("lower"), upper = named("upper"),
    label = named("label"), na = "keep"
  ))
  set$n_omitted <- sum(vapply(sets, `[[`, 0, "n_omitted"))
  set$n_unscored <- Reduce(`+`, Filter(length, lapply(sets, `[[`, "n_unscored")))
  set
}

# Text that is all numbers sorts as these.
as_numbers <- function(x) if (is.character(x) && is_number_text(x)) as.double(x) else x

# -- what parts must share ----------------------------------------------------------------

same_classifiers <- function(x, first) {
  if (identical(x$classifiers, first$classifiers)) {
    return(x)
  }
  lost <- setdiff(first$classifiers, x$classifiers)
  more <- setdiff(x$classifiers, first$classifiers)
  if (length(lost) || length(more)) {
    abort_verdict(c(
      "The parts must have the same classifiers.",
      x = if (length(lost)) "One part lacks {.val {lost}}.",
      x = if (length(more)) "Only one has {.val {more}}.",
      i = "Take those that all have, such as {.code x[c(\"rf\", \"tree\")]}."
    ), "parts")
  }
  x[first$classifiers]
}

check_same_parts <- function(sets) {
  same <- function(what, f, instead) {
    values <- lapply(sets, f)
    if (!all(vapply(values, identical, NA, values[[1]]))) {
      abort_verdict(c(paste0("The parts have different ", what, "."), i = instead), "parts")
    }
  }
  same("positive classes", function(x) x$positive, "Give all of them the same {.arg positive}.")
  prevalences <- function(x) in_label_order(x$prevalence, sort(as.character(names(x$prevalence)), method = "radix"))
  same("prevalences", prevalences, paste(
    "Put together the sets as they were counted, and then use {.fn update_prevalence}."
  ))
  same("kinds of truth: some know only right and wrong", is_graded, "Count all of them in the same way.")
  same("designs", function(x) c(x$design$type == "cross-validated", has_folds(x)), paste(
    "Give {.arg fold} and {.arg repetition} to all of them, or to none."
  ))
  same("repetitions", function(x) {
    if (has_folds(x)) sort(unique(x$folds$cells$repetition), method = "radix") else x$design$repetitions
  }, "Each part has to hold all repetitions of its observations.")
}

# Rows of a sample are clusters of their own, though no ids were given: this is to be said first.
check_no_sample <- function(sets) {
  if (!all(vapply(sets, function(x) is.null(x$sampled), NA))) {
    abort_verdict("Rows with sampling weights are counted together, in one set.", "parts")
  }
}

# Ids that several parts have. Parts without any have rows of their own.
check_distinct_ids <- function(sets, same_ids) {
  keyed <- vapply(sets, function(x) is_clustered(x) || isTRUE(x$keyed) || !is.null(x$part$ids), NA)
  if (same_ids == "different" || sum(keyed) < 2) {
    return(invisible())
  }
  unknown <- vapply(sets[keyed], function(x) is.null(x$part$ids), NA)
  if (any(unknown)) {
    abort_verdict(c(
      "The parts were counted by {.arg id}, but the ids were not kept: an observation may be in two of them.",
      i = "Count them with {.code part = TRUE}, which keeps the ids.",
      i = "If no observation is in two parts, say so: {.code combine_sets(x1, x2, same_ids = \"different\")}."
    ), "id")
  }
  ids <- unlist(lapply(sets[keyed], function(x) as.character(x$part$ids)), use.names = FALSE)
  twice <- repeated(ids)
  if (length(twice)) {
    abort_verdict(c(
      "An observation must have all its rows in one part.",
      x = "In more than one: {.arg id} {first_few(twice)}.",
      i = "Count its rows together; or, if they are different observations, say so: {.code same_ids = \"different\"}."
    ), "id")
  }
}

# -- the counts ---------------------------------------------------------------------------

join_sets <- function(sets, same_ids) {
  sets <- lapply(sets, same_classifiers, first = sets[[1]])
  check_no_sample(sets)
  check_distinct_ids(sets, same_ids)
  check_same_parts(sets)
  labelled <- any(vapply(sets, inherits, NA, what = "labelled_set"))
  if (labelled) check_same_labelling(sets)
  first <- sets[[1]]
  classes <- join_classes(sets)
  inform_class_order(sets, classes)
  if (length(sets) == 1 && identical(classes, first$classes)) {
    return(first)
  }
  recoded <- lapply(sets, function(x) {
    x$patterns[] <- match(x$classes, classes)[x$patterns]
    x$patterns
  })
  count <- unlist(lapply(sets, `[[`, "count"))
  merged <- if (labelled) {
    recount_labelled(do.call(rbind, lapply(recoded, unname)), join_stratum_columns(sets), count, length(classes))
  } else {
    recount_patterns(do.call(rbind, recoded), count, length(classes))
  }
  check_size(merged$count, "weights")
  before <- cumsum(c(0L, vapply(recoded, nrow, 0L)))[seq_along(sets)]
  profiles <- if (any(vapply(sets, is_clustered, NA))) {
    recount_profiles(stack_profiles(lapply(sets, as_profiles), before), merged)
  }
  folds <- if (has_folds(first)) recount_folds(stack_folds(lapply(sets, `[[`, "folds"), before), merged)
  total <- function(name) sum(vapply(sets, `[[`, 0, name))
  out <- new_prediction_set(
    classes = classes, names = c(first$truth, first$classifiers), patterns = merged$patterns, count = merged$count,
    profiles = profiles, n_rows = total("n_rows"), n_clusters = total("n_clusters"), n_omitted = total("n_omitted"),
    notes = join_set_notes(sets, merged, classes), design = join_design(sets, profiles, folds), folds = folds
  )
  out <- join_extras(out, sets)
  out$groups <- join_groups(sets, before, merged)
  if (labelled) join_few_labels(out, sets, before, merged) else out
}

# What a set may have beside its counts.
join_extras <- function(out, sets) {
  first <- sets[[1]]
  for (said in c("listed", "keyed")) if (any(vapply(sets, function(x) isTRUE(x[[said]]), NA))) out[[said]] <- TRUE
  out["positive"] <- list(first$positive)
  if (!is.null(first$prevalence)) out$prevalence <- in_label_order(first$prevalence, out$classes)
  if (is_graded(first)) out$graded <- TRUE
  parts <- lapply(sets, `[[`, "part")
  if (!any(vapply(parts, is.null, NA))) {
    out$part <- list(
      ids = unlist(lapply(parts, function(part) if (is.factor(part$ids)) as.character(part$ids) else part$ids)),
      levels = parts[[1]]$levels, factor = join_levels(lapply(parts, `[[`, "factor")),
      numeric = all(vapply(parts, `[[`, NA, "numeric")), n_zero = sum(vapply(parts, `[[`, 0, "n_zero"))
    )
  }
  out
}

# Column by column, as binding the rows of factors does.
join_levels <- function(by_part) {
  lapply(seq_along(by_part[[1]]), function(j) unique(unlist(lapply(by_part, `[[`, j), use.names = FALSE)))
}

# The classes of all, in the order that counting all rows together gives.
join_classes <- function(sets) {
  occurring <- lapply(sets, `[[`, "classes")
  all <- unique(unlist(occurring))
  parts <- lapply(sets, `[[`, "part")
  if (any(vapply(parts, is.null, NA))) {
    alike <- all(vapply(occurring, identical, NA, occurring[[1]]))
    return(if (alike) occurring[[1]] else join_order(occurring))
  }
  first <- unique(c(parts[[1]]$levels, unlist(join_levels(lapply(parts, `[[`, "factor")))))
  numeric <- vapply(parts, `[[`, NA, "numeric")
  rest <- setdiff(all, first)
  # Text of a file is numbers if all of it is.
  c(intersect(first, all), sort_labels(rest, if (anyNA(numeric)) is_number_text(all) else all(numeric)))
}

# What depends on it is weighted kappa. An order that nobody gave is no other.
inform_class_order <- function(sets, classes) {
  other <- vapply(sets, function(x) {
    sorted <- identical(x$classes, sort_labels(x$classes, is_number_text(x$classes)))
    given <- if (is.null(x$part)) !sorted else length(c(x$part$levels, unlist(x$part$factor))) > 0
    (given || isTRUE(x$listed)) && is.unsorted(match(x$classes, classes))
  }, NA)
  if (any(other)) {
    inform_verdict(c(
      "The parts have their classes in different orders; taken is {.val {utils::head(classes, 5)}}.",
      i = "Weighted kappa depends on it: give all parts the same {.arg levels}."
    ), "order")
  }
}

# One order of what comes in several lists: as numbers or letters where all are sorted so, otherwise each new label
# beside its neighbour.
join_order <- function(lists) {
  all <- unique(unlist(lists))
  sorted <- function(numeric) all(vapply(lists, function(x) identical(x, sort_labels(x, numeric)), NA))
  if (is_number_text(all) && sorted(TRUE)) {
    return(sort_labels(all, TRUE))
  }
  if (sorted(FALSE)) sort_labels(all, FALSE) else Reduce(insert_labels, lists)
}

insert_labels <- function(known, more) {
  for (i in seq_along(more)) {
    if (more[i] %in% known) next
    before <- if (i > 1) match(more[i - 1], known)
    after <- match(more[-seq_len(i)], known)
    at <- before %||% if (any(!is.na(after))) min(after, na.rm = TRUE) - 1 else length(known)
    known <- append(known, more[i], at)
  }
  known
}

# Which columns have which classes.
occurs_in <- function(patterns, n_classes) {
  occurs <- vapply(seq_len(ncol(patterns)), function(j) seq_len(n_classes) %in% patterns[, j], logical(n_classes))
  matrix(occurs, n_classes, dimnames = list(NULL, colnames(patterns)))
}

set_occurs <- function(x) occurs_in(x$patterns, length(x$classes))

# Notes that follow from the counts are made anew, others kept.
join_set_notes <- function(sets, merged, classes) {
  names <- colnames(sets[[1]]$patterns)
  n_zero <- sum(vapply(sets, function(x) x$part$n_zero %||% 0, 0))
  kept <- unlist(lapply(sets, function(x) {
    setdiff(x$notes, c(counted_notes(x), if (isTRUE(x$part$n_zero > 0)) note_zero(x$part$n_zero)))
  }))
  occurs <- occurs_in(merged$patterns, length(classes))
  bare <- is_graded(sets[[1]]) || inherits(sets[[1]], "labelled_set")
  notes <- if (!bare) set_notes(list(classes = classes, occurs = occurs), names, 0)
  c(notes, if (n_zero > 0) note_zero(n_zero), unique(kept), character())
}

counted_notes <- function(x) set_notes(list(classes = x$classes, occurs = set_occurs(x)), colnames(x$patterns), 0)

join_design <- function(sets, profiles, folds) {
  design <- sets[[1]]$design
  if (design$type != "cross-validated") {
    return(new_design(if (is.null(profiles)) "holdout" else "clustered"))
  }
  if (is.null(folds)) {
    return(design)
  }
  per_repetition <- table(folds$cells$repetition)
  new_design("cross-validated", max(per_repetition), length(per_repetition))
}

# -- folds -------------------------------------------------------------------------------

stack_folds <- function(folds, before) {
  cells <- do.call(rbind, lapply(folds, `[[`, "cells"))
  of <- function(name) factor(cells[[name]], join_order(lapply(folds, function(f) unique(f$cells[[name]]))))
  key <- function(x) paste(x$repetition, x$fold, sep = "\r")
  order <- order(of("repetition"), of("fold"))
  joined <- renumbered(unique(cells[order, , drop = FALSE]))
  from <- cumsum(c(0L, vapply(folds, function(f) nrow(f$cells), 0L)))
  at <- match(key(cells), key(joined))
  list(
    cells = joined,
    fold = unlist(Map(function(f, from) at[f$fold + from], folds, from[seq_along(folds)])),
    pattern = unlist(Map(function(f, from) f$pattern + from, folds, before)),
    count = unlist(lapply(folds, `[[`, "count"))
  )
}

# -- groups ------------------------------------------------------------------------------

check_same_by <- function(parts) {
  by <- lapply(parts, function(part) part$by)
  if (!all(vapply(by, identical, NA, by[[1]]))) {
    abort_verdict("The parts have different groups: give all of them the same {.arg by}.", "parts")
  }
}

# The labels of a column of theirs.
join_group_labels <- function(parts, name) join_order(lapply(parts, function(part) unique(part$cells[[name]])))

# Of sets of scores, as columns with a row a score.
join_unit_groups <- function(sets) {
  parts <- lapply(sets, `[[`, "groups")
  check_same_by(parts)
  columns <- lapply(rlang::set_names(as.character(parts[[1]]$by)), function(name) {
    of_scores <- lapply(sets, function(x) rep(x$groups$cells[[name]][x$groups$group], length(x$scores) / nrow(x$cells)))
    factor(unlist(of_scores), join_group_labels(parts, name))
  })
  if (length(columns)) list2DF(columns)
}

# Of sets that are put together; `before`: how many patterns come before those of each.
join_groups <- function(sets, before, merged) {
  parts <- lapply(sets, `[[`, "groups")
  check_same_by(parts)
  by <- lapply(parts, `[[`, "by")
  if (is.null(by[[1]])) {
    return(NULL)
  }
  codes <- lapply(rlang::set_names(by[[1]]), function(name) {
    label <- join_group_labels(parts, name)
    code <- unlist(lapply(parts, function(part) match(part$cells[[name]], label)[part$group]))
    list(code = code, label = label)
  })
  groups <- c(new_groups(codes), list(
    pattern = unlist(Map(function(part, from) part$pattern + from, parts, before)),
    count = unlist(lapply(parts, `[[`, "count"))
  ))
  profiles <- lapply(parts, function(part) {
    as_profiles(list(profiles = part$profiles, count = part$count))
  })
  if (any(!vapply(parts, function(part) is.null(part$profiles), NA))) {
    from <- cumsum(c(0L, vapply(parts, function(part) length(part$count), 0L)))[seq_along(parts)]
    groups$profiles <- stack_profiles(profiles, from)
  }
  recount_groups(groups, merged)
}
