# Rows that are predictions of the same observations, although no id says so.

repetition_names <- c("repetition", "repeat", "rep")
fold_names <- c("fold", "resample", "iteration")

# Names of a column that numbers the observations, those that software gives first:
# tidymodels, caret and mlr3 (beside the first, `id` is the resample).
id_names <- c(".row", "rowindex", "row_ids", "row_id", "id", "patient_id", "subject_id", "case_id")

# Of what rows may be that are not the same observation: heard, and never refused.
owner_names <- c("patient", "participant", "person")

# The first of these among `unused`; of scores rows of the same owner are what they are.
unused_id <- function(unused, scored) {
  unused[match(c(id_names, if (!scored) owner_names), lower_ascii(unused), nomatch = 0)][1]
}

is_owner <- function(name) lower_ascii(name) %in% owner_names

# Columns of the data that nobody asked for, but whose names speak of
# cross-validation or of repeated observations. Without ids, repetitions are refused;
# otherwise the names of the columns found. `truth`: of scores, of which rows with other truths are other
# observations, whatever ids they share; NULL: not asked.
check_unused <- function(data, used, given, truth = NULL) {
  is_named <- function(names) {
    unused <- setdiff(names(data), used)
    unlisted <- unused[lower_ascii(unused) %in% names]
    unlisted[vapply(unlisted, function(name) is_vector(data[[name]]) && length(unique(data[[name]])) > 1, NA)]
  }
  repetition <- is_named(repetition_names)
  if (is.null(given$id)) {
    if (length(repetition) > 0) abort_unused_repetition(repetition, "The data have", "of the data")
    check_unused_id(data, setdiff(names(data), used), truth)
  }
  resample <- is_named(c("id", "id2"))
  c(is_named(fold_names), resample[vapply(resample, function(name) is_resample(data[[name]]), NA)], repetition)
}

abort_unused_repetition <- function(repetition, who, how) {
  abort_verdict(c(
    "{who} a column {.field {repetition}}, but {.arg id} is not given.",
    i = "If observations are predicted repeatedly, name them with {.code id =}.",
    i = paste0("If every row is an observation of its own, leave the column out ", how, ".")
  ), "repeated")
}

check_unused_id <- function(data, unused, truth = NULL) {
  name <- unused_id(unused, !is.null(truth))
  if (!is.na(name) && is_vector(data[[name]]) && !is_resample(data[[name]])) {
    n <- length(data[[name]])
    shared <- n_shared(data[[name]])
    instead <- paste0("say so: {.code id = 1:", sprintf("%.0f", n), "}.")
    one_truth <- shared == 0 || is.null(truth) || has_one_truth(data[[name]], truth)
    signal_shared_ids(name, shared, n, instead, one_truth, !is.null(truth) || is_owner(name))
  }
}

# Whether rows with the same id have the same truth, as far as both are known.
has_one_truth <- function(id, truth) {
  known <- !is_missing(id) & !is_missing(truth)
  !length(varying_ids(id[known], truth[known]))
}

# Ids that repeat: refused where most rows share theirs with others, as in repeated
# cross-validation; a warning where few do, or where that is `mild` (of scores, of owners); a message where their rows
# are not of `one_truth`.
# `arg`: what names them; `how`: what says so.
signal_shared_ids <- function(name, shared, n, instead, one_truth = TRUE, mild = FALSE, arg = "id",
                              how = "{.code id = {name}}.") {
  refused <- shared > n / 2 && !mild
  signal <- if (!one_truth) inform_verdict else if (refused) abort_verdict else warn_verdict
  if (shared > 0) {
    signal(c(
      paste(
        "{format_count(shared)} of {format_count(n)} rows share their {.field {name}} with another,",
        "but {.arg {arg}} is not given."
      ),
      i = if (one_truth) paste("If they are predictions of the same observations, say so:", how),
      i = if (!one_truth) "If rows of the same {.field {name}} belong together, say so: {.code id = {name}}.",
      i = paste("If every row is an observation of its own,", instead)
    ), "repeated")
  }
}

is_vector <- function(x) is.atomic(x) && is.null(dim(x))

# Rows whose value occurs more than once.
n_shared <- function(x) {
  if (is.numeric(x) && !isTRUE(is.unsorted(x, na.rm = TRUE, strictly = TRUE)) && !anyNA(x)) {
    return(0)
  }
  again <- duplicated(x) & !is.na(x)
  sum(again | x %in% x[again])
}

# "Fold01", "Repeat2": the resample, not the observation.
resample_names <- "^(fold|rep(eat|etition)?[0-9._ ]|resample|bootstrap|apparent|slice|split|training|train/|validation)"

is_resample <- function(x) {
  labels <- if (is.factor(x)) levels(x) else if (is.character(x)) unique(x)
  length(labels) > 0 && all(grepl(resample_names, lower_ascii(labels), perl = TRUE))
}

# `truth ~ .` takes every other column for a classifier: one that predicts no class of
# the truth. Refused if its name says what it is; otherwise a warning, since few rows may
# all be wrong. `known` are the labels of the truth. Returns a note.
check_strangers <- function(counted, names, known) {
  shared <- counted$occurs[counted$classes %in% known, , drop = FALSE]
  strange <- names[-1][colSums(shared[, -1, drop = FALSE]) == 0]
  listed <- strange[lower_ascii(strange) %in% c(fold_names, repetition_names, id_names)]
  codes <- if (length(strange)) {
    codes_hint(counted$classes[counted$occurs[, match(strange[1], names)]], known, c(strange[1], names[1]))
  }
  if (length(listed) > 0) abort_stranger(listed[1], "predicts no class of the truth")
  if (length(strange) == 0) {
    return(NULL)
  }
  warn_verdict(c(
    "{.field {strange}} predict{?s/} no class of the truth: {?is it a classifier/are they classifiers}?",
    i = "If not, leave {qty(strange)}{?it/them} out, or say what {?it is/they are}: {.arg id}, {.arg weights}.",
    i = if (!is.null(codes)) "{codes}",
    i = "If so, and wrong on every row, list the classes in {.arg levels}."
  ), "column")
  paste0(
    and_list(say_label(strange), 6), if (length(strange) == 1) " predicts" else " predict", " no class of the truth."
  )
}

abort_stranger <- function(name, but) {
  abort_verdict(c(
    "{.field {name}} is taken for a classifier, but {but}.",
    i = "Give it as {.arg id}, {.arg fold} or {.arg repetition}, or leave it out."
  ), "column")
}

# Refuses a truth that repeats in equal blocks, as when L x N predictions are
# stacked. Blocks of fewer than 20 rows are let pass (labels made up by rep()), and
# so is what a random order has a chance of one in a million to show.
check_blocks <- function(truth, counts) {
  n <- length(truth)
  if (length(counts) < 2 || sum(counts) != n) {
    return(invisible())
  }
  block <- smallest_block(truth, counts)
  if (block < n && block >= 20 && log_chance(counts, n / block) < log(1e-6)) {
    size <- c(block = block, times = n / block, rows = n)
    size[] <- sprintf("%.0f", size)
    abort_verdict(c(
      "The truth is the same in {size['times']} successive blocks of {size['block']} rows.",
      i = paste(
        "If they are repeated predictions of the same observations, say so:",
        "{.code id = rep(1:{size['block']}, {size['times']})}."
      ),
      i = "If every row is an observation of its own, say so: {.code id = 1:{size['rows']}}."
    ), "repeated")
  }
}

# Length of the shortest block that makes up all of x by repetition. It occurs L
# times, and then L divides the count of every class: a few candidates, most of them
# dismissed by a few comparisons.
smallest_block <- function(x, counts) {
  n <- length(x)
  for (p in prime_factors(Reduce(greatest_divisor, unique(counts)))) {
    if (is_repeated(x, n, n / p)) n <- n / p
  }
  n
}

# Do the first n elements consist of equal blocks? A spread of 256 pairs is compared
# first, then all, in pieces, up to the first pair that differs.
is_repeated <- function(x, n, block, piece = 1e5) {
  at <- function(i) unclass(x[i])
  spread <- function(step, size) floor((seq_len(256) * step) %% 1 * size)
  i <- spread(0.6180339887, n)
  j <- (i + block * (1 + spread(0.7548776662, n / block - 1))) %% n
  if (any(at(i + 1) != at(j + 1))) {
    return(FALSE)
  }
  for (from in seq(1, n - block, by = piece)) {
    i <- from:min(from + piece - 1, n - block)
    if (any(at(i) != at(i + block))) {
      return(FALSE)
    }
  }
  TRUE
}

# Log of the chance that rows in random order come in equal blocks.
log_chance <- function(counts, times) {
  log_orders <- function(counts) lgamma(sum(counts) + 1) - sum(lgamma(counts + 1))
  log_orders(counts / times) - log_orders(counts)
}

greatest_divisor <- function(a, b) if (b == 0) a else greatest_divisor(b, a %% b)

prime_factors <- function(n) {
  factors <- numeric()
  p <- 2
  while (p * p <= n) {
    while (n %% p == 0) {
      factors <- c(factors, p)
      n <- n / p
    }
    p <- p + 1
  }
  c(factors, if (n > 1) n)
}
