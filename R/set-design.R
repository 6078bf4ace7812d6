# Where the rows come from: one test set, observations predicted repeatedly, or
# cross-validation. `type` is "holdout", "clustered", "cross-validated", "given" or "independent", or that
# of scores (score_designs); `folds` and `repetitions` are their numbers, NA if unknown.

new_design <- function(type = "holdout", folds = NA, repetitions = NA) {
  list(type = type, folds = as.numeric(folds), repetitions = as.numeric(repetitions))
}

# The design that the columns given say, after checking them. A part may have a single fold. `given` is a list with
# id, fold and repetition, each NULL or a vector with one value a row.
read_design <- function(given, truth, whole = TRUE) {
  if (is.null(given$fold) && is.null(given$repetition)) {
    return(new_design())
  }
  n_rows <- length(truth)
  for (arg in c("fold", "repetition")) check_group(given[[arg]], n_rows, arg)
  if (!is.null(given$repetition) && is.null(given$id)) abort_unnamed_repetition()
  repetition <- group_codes(given$repetition %||% rep(1L, n_rows))
  if (!is.null(given$id)) {
    check_once(given$id, repetition)
    check_truth(given$id, truth)
  }
  folds_design(given$fold, repetition, whole)
}

# What was given decides; after that columns that speak of cross-validation, and
# after that repeated ids.
resolve_design <- function(design, unused, profiles) {
  if (design$type == "cross-validated") {
    design
  } else if (length(unused) > 0) {
    new_design("cross-validated")
  } else {
    new_design(if (is.null(profiles)) "holdout" else "clustered")
  }
}

# `design`: as given, which needs no sign of it.
note_unused <- function(unused, design = new_design()) {
  if (length(unused) > 0 && design$type != "cross-validated") {
    format_inline(
      "Taken for cross-validated, from {qty(length(unused))}column{?s} {.field {unused}} ",
      "of the data, which {?was/were} not used."
    )
  }
}

# Codes 1, 2, ... in order of appearance, and what they stand for.
group_codes <- function(x) {
  if (is.factor(x) && (anyNA(levels(x)) || anyDuplicated(levels(x)))) x <- as.character(x)
  values <- unique(x)
  list(code = match(x, values), label = distinct_text(values))
}

# Of different values, where as.character() has 15 digits of each, and of times no zone and whole seconds.
distinct_text <- function(values) {
  text <- as.character(values)
  full <- if (is.double(values)) function(x) sprintf("%.17g", as.double(x))
  finer <- c(if (inherits(values, "POSIXct")) time_text, full)
  for (write in finer) {
    if (!anyDuplicated(text)) break
    same <- text %in% text[duplicated(text)] & !is.na(values)
    text[same] <- write(values[same])
  }
  text
}

# To the microsecond, and with the zone, which tells the two same hours apart when the clocks go back.
time_text <- function(x) sub("[.]?0+ ", " ", format(x + 5e-7, "%Y-%m-%d %H:%M:%OS6 %Z"))

# Dates and times as a factor, in their order; a date is its day.
time_factor <- function(x) {
  if (!inherits(x, "POSIXct")) {
    return(if (inherits(x, "Date")) factor(x) else x)
  }
  times <- sort(unique(x))
  factor(match(x, times), seq_along(times), distinct_text(times))
}

folds_design <- function(fold, repetition, whole = TRUE) {
  if (is.null(fold)) {
    return(new_design("cross-validated", repetitions = max(repetition$code)))
  }
  folds <- group_codes(fold)
  cells <- unique((repetition$code - 1) * length(folds$label) + folds$code - 1)
  n_folds <- tabulate(cells %/% length(folds$label) + 1)
  if (whole && any(n_folds < 2)) abort_one_fold(if (length(n_folds) > 1) repetition$label[which.min(n_folds)])
  new_design("cross-validated", max(n_folds), max(repetition$code))
}

# Checks ---------------------------------------------------------------------

check_group <- function(x, n_rows, arg) {
  check_id(x, n_rows, arg)
  missing <- which(is_missing(x))
  if (length(missing) > 0) {
    abort_verdict(c(
      "{.arg {arg}} must not be missing.",
      x = "It is in {length(missing)} row{?s}: {first_few(missing)}."
    ), arg)
  }
}

abort_one_fold <- function(repetition = NULL) {
  abort_verdict(c(
    "A cross-validation has at least two folds, {.arg fold} only one value.",
    x = if (!is.null(repetition)) "It is so in repetition {.val {repetition}}.",
    i = "For predictions on one test set leave {.arg fold} out."
  ), "fold")
}

abort_unnamed_repetition <- function() {
  abort_verdict(c(
    "{.arg repetition} needs {.arg id}: which rows are predictions of the same observation?",
    i = "Give the column that numbers the observations as {.code id =}.",
    i = "Taken as independent, repeated predictions make almost any difference look certain."
  ), "repeated")
}

# Every observation once a repetition.
check_once <- function(id, repetition) {
  ids <- group_codes(id)
  cell <- (repetition$code - 1) * length(ids$label) + ids$code
  twice <- which(duplicated(cell))
  check_none_twice(name_cells(ids, repetition, twice), length(repetition$label) > 1)
  full <- length(repetition$label)
  if (length(cell) < length(ids$label) * full) check_none_lacking(ids$label[tabulate(ids$code) < full], full)
}

# Observations that are twice in a repetition, in too few, or have several truths.
check_none_twice <- function(twice, repeated) {
  if (length(twice) > 0) {
    abort_verdict(c(
      "Every observation must occur once in each repetition.",
      x = "More than once: observation {first_few(twice)}.",
      i = if (!repeated) "For repeated cross-validation give {.arg repetition}."
    ), "repetition")
  }
}

check_none_lacking <- function(lacking, repetitions) {
  if (length(lacking) > 0) {
    abort_verdict(c(
      "Every observation must occur once in each repetition.",
      x = "In fewer than the {repetitions} repetitions: observation {first_few(lacking)}.",
      i = "If predictions lack on purpose, give {.arg id} without {.arg repetition}."
    ), "repetition")
  }
}

check_one_truth <- function(odd) {
  if (length(odd) > 0) {
    abort_verdict(c(
      "The truth of an observation must be the same in all its rows.",
      x = "It is not for observation {first_few(odd)}.",
      i = "Do the ids of different observations clash?"
    ), "truth")
  }
}

name_cells <- function(ids, repetition, rows) {
  observation <- ids$label[ids$code[rows]]
  if (length(repetition$label) == 1) {
    return(unique(observation))
  }
  unique(paste0(observation, " (repetition ", repetition$label[repetition$code[rows]], ")", recycle0 = TRUE))
}

# One truth an observation.
check_truth <- function(id, truth) {
  known <- !is_missing(truth)
  check_one_truth(varying_ids(id[known], truth[known]))
}

# The ids that do not have the same value everywhere.
varying_ids <- function(id, value) {
  ids <- group_codes(id)
  code <- group_codes(value)$code
  ids$label[unique(ids$code[code != code[match(ids$code, ids$code)]])]
}

# In words -------------------------------------------------------------------

design_words <- function(design) {
  validated <- c("cross-validated", "folds", "repeated_folds")
  if (!design$type %in% validated) {
    return(if (design$type == "5x2") "5x2 cross-validation")
  }
  folds <- if (is.na(design$folds)) "" else paste0(format_count(design$folds), "-fold ")
  again <- if (!is.na(design$repetitions) && design$repetitions > 1) {
    paste0(", ", format_count(design$repetitions), " repetitions")
  }
  paste0(folds, "cross-validation", again)
}

# Whether more units of the same kind would make a standard error smaller: not folds of the same data.
has_independent_units <- function(units) {
  !any(vapply(designs_of(units), function(design) is_resampled(design$type), NA))
}

# What tests of this design take for granted.
design_assumption <- function(design, about, tests = "The tests") {
  units <- if (design$type %in% score_designs()$design) score_designs()[design$type, "words"]
  if (is.null(units)) {
    drawn <- unique(if (isTRUE(about$clustered)) about$unit else about$row)
    paste(
      tests, "take the", and_list(plural_of(drawn)), "as independent and the classifiers as given, trained on",
      "other data than these."
    )
  } else if (is_resampled(design$type)) {
    paste(
      "The scores of", units, "depend on each other, since their training data overlap; the corrected tests allow",
      "for it only approximately, for the scores of one run cannot show how much."
    )
  } else {
    paste(
      tests, "take the", units, "(or their clusters) as independent, drawn from those that the",
      "conclusion is about."
    )
  }
}

# The same of Diebold and Mariano's test; `horizon`: each that was asked for.
assumption_in_time <- function(about, horizon) {
  rows <- and_list(plural_of(about$row))
  given <- if (any(horizon > 1)) paste0(" (", and_list(horizon), ")")
  paste(
    "The Diebold-Mariano tests take the", rows, "in the order of time; differences of", rows, "that are less than",
    paste0("`horizon`", given), "apart may be correlated, those farther apart are taken as uncorrelated."
  )
}

# Why a test does not fit scores of this design; `so`: what follows where their training data overlap.
overlap_words <- function(design, so) {
  units <- score_designs()[design, "words"]
  if (!is_resampled(design)) {
    return(paste0("This test is not made for scores of ", units, "."))
  }
  paste0("The scores of ", units, " are not independent, since their training data overlap: ", so)
}

# Where it is known from how comparisons depend on each other.
dependence <- function(design, slices) {
  if (design$type == "given") {
    "How the comparisons depend on each other is taken from the covariance given."
  } else if (design$type %in% score_designs()$design) {
    "How the comparisons depend on each other is computed from the scores."
  } else {
    paste("How the", slices, "depend on each other is computed from the influence of each observation.")
  }
}

# Type I errors found by bench/calibration/cv.R.
simulated <- function(repetitions) {
  range <- if (is.na(repetitions) || repetitions > 1) "4 to 19" else "4 to 14"
  paste0(
    "in simulations where the algorithms were equally good, tests at 5% rejected in ", range, "% of the data sets."
  )
}

# What the results do not contain, for reasons of the design; NULL for one test set.
caveats_of <- function(units) {
  alike <- if (length(units$effective)) "" else ", and each row counts alike in the estimates"
  unique(unlist(lapply(designs_of(units), function(design) {
    words <- registry_designs$caveat[match(design$type, registry_designs$id)]
    by_fold <- words_by_fold(design, isTRUE(units$drops_folds))
    if (!is.na(words)) {
      fill_words(words, list(simulated = simulated(design$repetitions), alike = alike, by_fold = by_fold))
    }
  })))
}

# How the scores of folds are compared, where the set has none of them, or `dropped` what it was given.
words_by_fold <- function(design, dropped) {
  if (dropped) {
    return("which score_set() takes")
  }
  paste0("compare_classifiers(as_score_set(x))", if (is.na(design$folds)) " of a set made with `fold`")
}

# Codes 1, 2, ... in the order of factor levels, numbers or letters, and what they stand for.
sorted_labels <- function(x) {
  groups <- group_codes(x)
  text <- if (is.factor(x)) intersect(levels(x), groups$label) else sort_labels(groups$label, is.numeric(x))
  list(code = match(groups$label, text)[groups$code], label = text)
}

is_5x2 <- function(cells) {
  n <- tabulate(match(cells$repetition, unique(cells$repetition)))
  length(n) == 5 && all(n == 2)
}

# Sizes that differ by a row, as those of K folds do, are taken as equal.
sizes_ratio <- function(n_train, n_test) {
  each <- n_test / n_train
  equal <- max(n_test) - min(n_test) <= 1 && max(n_train) - min(n_train) <= 1 || max(each) - min(each) < 1e-9
  list(ratio = mean(n_test) / mean(n_train), equal = equal, known = TRUE)
}

# Of scores, by name.
score_designs <- function() rows_at(registry_designs, registry_designs$of == "scores")
