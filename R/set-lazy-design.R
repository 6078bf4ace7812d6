# What must hold of repeated and cross-validated rows, asked where they are.

lazy_design <- function(source, groups) {
  if (is.null(groups$fold) && is.null(groups$repetition)) {
    return(new_design())
  }
  repetition <- group_codes(groups$repetition %||% rep(1L, length(groups$rows)))
  if (source$has("id")) {
    check_once_lazy(source, length(repetition$label))
    check_truth_lazy(source)
  }
  folds_design(groups$fold, repetition)
}

# Every observation once in each of the repetitions.
check_once_lazy <- function(source, repetitions) {
  keys <- c("id", Filter(source$has, "repetition"))
  cells <- count_by(source$whole, keys)
  twice <- first_ids(dplyr::filter(cells, !!rlang::parse_expr("n > 1")), source)
  check_none_twice(twice, source$has("repetition"))
  fewer <- rlang::expr(.data$n < !!repetitions)
  lacking <- if (repetitions > 1) first_ids(dplyr::filter(count_by(cells, "id"), !!fewer), source)
  check_none_lacking(lacking, repetitions)
}

check_truth_lazy <- function(source) {
  known <- dplyr::filter(source$whole, !!rlang::parse_expr("!is.na(v1)"))
  truths <- count_by(count_by(known, c("id", "v1")), "id")
  odd <- first_ids(dplyr::filter(truths, !!rlang::parse_expr("n > 1")), source)
  check_one_truth(odd)
}

# ids_within_shards = TRUE, tried on some ids of the first part: ids that were spread over parts show themselves.
check_within_lazy <- function(source) {
  ids <- first_ids(source$parts[[1]], source)
  ids <- ids[!is.na(ids)]
  if (length(source$parts) == 1 || length(ids) == 0) {
    return()
  }
  others <- lapply(source$parts[-1], function(part) dplyr::filter(part, !!rlang::expr(.data$id %in% !!ids)))
  twice <- first_ids(join_parts(others), source)
  if (length(twice) > 0) {
    abort_verdict(c(
      "{.code ids_within_shards = TRUE} says that no observation is on two servers.",
      x = "There are such: {first_few(twice)}.",
      i = "Leave it out: observations are then put together from all servers."
    ), "id")
  }
}

count_by <- function(x, keys) summarise_by(x, keys, n = !!rlang::parse_expr("n()"))

# Some ids, enough to name the first five.
first_ids <- function(x, source) {
  unique(read_lazy(utils::head(dplyr::select(x, !!!"id"), 100L), source)$id)
}

# Misuse ---------------------------------------------------------------------

# As check_unused(): columns that nobody asked for but that speak of cross-validation.
check_unused_lazy <- function(source, unused) {
  varies <- function(name) {
    values <- dplyr::distinct(dplyr::select(source$x, !!!name))
    nrow(ask_rows(utils::head(values, 2L))) > 1
  }
  is_named <- function(names) Filter(varies, unused[lower_ascii(unused) %in% names])
  repetition <- is_named(repetition_names)
  if (length(repetition) > 0 && !source$has("id")) {
    abort_unused_repetition(repetition, "The table has", "with {.fn dplyr::select}")
  }
  c(is_named(fold_names), repetition)
}

# As check_unused_id(): ids that repeat. `scored`: rows with other truths are other observations.
check_unused_ids_lazy <- function(source, unused, n_rows, scored = FALSE) {
  name <- unused_id(unused, scored)
  if (is.na(name)) {
    return(invisible())
  }
  ids <- dplyr::filter(count_by(source$x, name), !!rlang::parse_expr("n > 1"), !is.na(!!rlang::sym(name)))
  shared <- read_lazy(dplyr::summarise(ids, n = !!rlang::parse_expr("sum(n, na.rm = TRUE)")), source)$n
  # Not every engine has a row where no id repeats.
  if (!isTRUE(shared > 0)) {
    return(invisible())
  }
  first <- read_lazy(utils::head(dplyr::select(ids, !!!name), 1000L), source)[[1]]
  if (is_resample(first)) {
    return(invisible())
  }
  one_truth <- !scored || has_one_truth_lazy(source, name)
  instead <- "leave the column out with {.fn dplyr::select}."
  signal_shared_ids(name, shared, n_rows, instead, one_truth, scored || is_owner(name))
}

has_one_truth_lazy <- function(source, name) {
  truth <- source$columns[["v1"]]
  known <- dplyr::filter(source$x, !is.na(!!rlang::sym(name)), !is.na(!!rlang::sym(truth)))
  truths <- count_by(count_by(known, c(name, truth)), name)
  nrow(read_lazy(utils::head(dplyr::filter(truths, !!rlang::parse_expr("n > 1")), 1L), source)) == 0
}

# As find_counts() and check_counts_taken(). Rows that are all different are few.
check_counts_lazy <- function(source, unused, groups) {
  check_counts_taken(groups$columns)
  counts <- unused[lower_ascii(unused) %in% count_names]
  if (length(counts) == 0) {
    return(invisible())
  }
  complete <- !Reduce(`|`, lapply(groups$columns, is_missing))
  code <- lapply(unname(groups$columns), function(x) group_codes(x)$code[complete])
  n_patterns <- sum(!duplicated(do.call(paste, code)))
  n_rows <- sum(groups$rows[complete])
  if (n_patterns < n_rows) {
    return(invisible())
  }
  data <- read_lazy(dplyr::select(source$x, !!!counts), source)
  check_unused_counts(find_counts(data, counts), n_patterns, n_rows)
}
