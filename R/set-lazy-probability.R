# Probabilities in a database. Rounded ones, with few levels, are counted where they are: one row for each different row
# travels, with how many there are. Others travel as they are, the columns that are needed.

# More different values of a classifier than this are not rounded ones.
most_levels <- 10000

# `columns_in`: scores_in_formula() or selected_scores(); `about`: positive, scores, na and weights_are.
lazy_probability_set <- function(columns_in, x, quos, by, about) {
  about$na <- check_choice(about$na, "na", c("error", "omit", "partial"))
  skeleton <- lazy_skeleton(x)
  roles <- lazy_roles(quos, skeleton)
  by <- lazy_by(by, skeleton)
  roles <- c(roles, rlang::set_names(by, sprintf("by%d", seq_along(by))))
  from <- columns_in(skeleton, roles)
  columns <- unlist(from, use.names = FALSE)
  check_apart(columns[1], columns[-1], roles)
  rows <- lazy_score_rows(x, columns, roles, identical(about$weights_are, "sampling"), names(skeleton))
  own <- lapply(from, function(one) {
    if (is.list(one)) list2DF(rows$columns[unlist(one)]) else rows$columns[[one]]
  })
  given <- rows[names(rows) != "columns"]
  given$by <- if (length(by)) rlang::set_names(as.list(rows$by), by)
  given$weights_are <- about$weights_are
  new_probability_set(own, given, about$positive, about$scores, about$na)
}

# Ways to say which columns are scores: functions of the data and the columns that are something else, that give the
# column of the truth and those of each classifier by name, in a list where they are one a class.
scores_in_formula <- function(formula) {
  function(data, others) {
    names <- formula_columns(formula, setdiff(names(data), others))
    wide <- lazy_prefixes(names, names(data))
    check_column_names(setdiff(names, names(wide)), data, arg = NULL)
    lapply(rlang::set_names(names), function(name) if (is.null(wide[[name]])) name else as.list(wide[[name]]))
  }
}

selected_scores <- function(truth, quos) {
  function(data, others) {
    truth <- select_columns(truth, data, "truth")
    check_one_column(truth, "truth")
    parts <- Map(function(quo, name) {
      own <- select_columns(quo, data, if (nzchar(name)) name else "...")
      if (!nzchar(name)) as.list(own) else list(if (length(own) == 1) own[[1]] else as.list(unname(own)))
    }, quos, names(quos))
    named <- Map(function(part, name) if (nzchar(name)) rlang::set_names(part, name) else part, parts, names(quos))
    c(as.list(truth), unlist(unname(named), recursive = FALSE))
  }
}

# `...` as of a data frame: the truth, then the columns of each classifier.
lazy_selected_set <- function(x, truth, ..., quos, by, about) {
  columns_in <- selected_scores(rlang::enquo(truth), rlang::enquos(..., .ignore_empty = "all"))
  lazy_probability_set(columns_in, x, quos, by, about)
}

# rf of rf_a, rf_b, rf_c: which classes these are is seen when the rows are here.
lazy_prefixes <- function(names, columns) {
  lost <- setdiff(names[-1], columns)
  own <- lapply(rlang::set_names(lost), function(name) {
    columns[startsWith(columns, paste0(name, ".")) | startsWith(columns, paste0(name, "_"))]
  })
  Filter(length, own)
}

# list(columns, id, weights, fold, by, times, unused). Rows that were `sampled` with unequal probabilities each
# count once. `all`: the table's columns.
lazy_score_rows <- function(x, columns, roles, sampled, all) {
  engine <- engine_of(x)
  grouping <- grep("^by[0-9]+$", names(roles), value = TRUE)
  labels <- c(columns[1], roles[c(intersect(c("id", "fold"), names(roles)), grouping)])
  source <- lazy_source(
    sealed(dplyr::ungroup(x)), rlang::set_names(columns), roles, engine, inexact_columns(x, unname(labels), engine)
  )
  source$by <- grouping
  others <- setdiff(all, c(columns, roles))
  unused <- check_unused_lazy(source, others)
  if (!sampled && !source$has("id") && has_few_levels(source)) {
    groups <- read_groups(source)
    look_around_lazy_scores(source, others, sum(groups$rows), all(groups$rows == 1))
    return(list(
      columns = groups$columns, weights = groups$weight %||% groups$rows, fold = groups$fold, by = groups$by,
      times = groups$rows, unused = unused
    ))
  }
  read <- read_lazy(join_parts(source$parts), source)
  if (nrow(read) == 0) abort_verdict("The table has no rows, so there is nothing to compare.", "empty")
  look_around_lazy_scores(source, others, nrow(read), !anyDuplicated(read[source$labels]))
  list(
    columns = rlang::set_names(as.list(read[source$labels]), source$names), id = read$id, weights = read$weight,
    fold = read$fold, by = read[grouping], unused = unused
  )
}

# As look_around_scores(). `different`: are all rows?
look_around_lazy_scores <- function(source, unused, n_rows, different) {
  if (!source$has("id")) check_unused_ids_lazy(source, unused, n_rows, scored = TRUE)
  counts <- unused[lower_ascii(unused) %in% count_names]
  if (different && length(counts) && !source$has("weight")) {
    counts <- find_counts(read_lazy(dplyr::select(source$x, !!!counts), source), counts)
    if (!is.na(counts)) signal_counts(counts, warn_verdict)
  }
}

has_few_levels <- function(source) {
  own <- source$labels[-1]
  ask <- rlang::set_names(lapply(rlang::syms(own), function(name) rlang::expr(dplyr::n_distinct(!!name))), own)
  found <- read_lazy(dplyr::summarise(source$whole, !!!ask), source)
  all(unlist(found) <= most_levels)
}
