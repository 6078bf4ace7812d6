# Rows that were counted elsewhere come as groups of equal rows: a list of `columns` (named, the truth
# first, one label a group), `rows` (how many the group has), and, where asked for, `fold`, `repetition`
# and `weight`, the sum of their weights, which is 0 only for groups of rows of weight 0.

# As count_predictions(). `clusters` is a function of the counted patterns that gives what
# resolve_profiles() gives; `design` that of the rows.
count_groups <- function(groups, levels, na, clusters = NULL, design = new_design(), unused = NULL) {
  groups$columns <- check_columns(groups$columns)
  levels <- check_levels(levels)
  check_group_labels(groups$columns)
  weight <- groups$weight %||% groups$rows
  n_omitted <- count_missing_groups(groups, weight, na)
  n_zero <- sum(groups$rows[weight == 0])
  check_by(groups$by, length(weight))
  counted <- count_columns(groups$columns, weight, levels, "omit", by_row = TRUE, by = groups$by)
  counted$n_omitted <- n_omitted
  if (!is.null(counted$groups)) check_missing_groups(counted$groups, counted$groups$count, na)
  check_rows_left(counted, n_omitted, n_zero)
  counted <- with_clusters(counted, list(clusters = fine_clusters(clusters)))
  names <- names(groups$columns)
  strange <- check_counted(counted, groups$columns, levels)
  set <- set_of_counts(
    counted, names, sum(groups$rows) - n_omitted - n_zero,
    c(set_notes(counted, names, n_zero), strange, note_unused(unused, design)),
    resolve_design(design, unused, counted$clusters$profiles),
    count_folds_patterns(groups[c("fold", "repetition")], counted$rows, weight), levels = levels
  )
  if (!is.null(clusters) && is.null(set$profiles)) set$keyed <- TRUE
  set
}

# Of what was counted, whose patterns have the groups as one more column.
fine_clusters <- function(clusters) if (!is.null(clusters)) function(counted) clusters(fine_counts(counted))

# Rows within groups, these as one more column. Where few have a truth, one that is missing has the number after the
# last, and what else labels depend on are further columns, whose values are `extra`.
fine_counts <- function(counted) {
  groups <- counted$groups
  at <- groups$pattern %||% seq_along(counted$count)
  patterns <- unname(counted$patterns)[at, , drop = FALSE]
  patterns[is.na(patterns[, 1]), 1] <- length(counted$classes) + 1L
  extra <- lapply(as.list(counted$extra), function(x) if (is.factor(x)) levels(x) else sort(unique(x)))
  codes <- Map(function(x, known) match(as.vector(x), known)[at], counted$extra, extra)
  group <- if (!is.null(groups)) ifelse(is.na(groups$group), length(groups$label) + 1L, groups$group)
  list(
    classes = counted$classes, cells = groups$cells, count = groups$count %||% counted$count, extra = extra,
    patterns = do.call(cbind, c(list(patterns), unname(codes), list(group)))
  )
}

# The same of rows of which few have a truth.
count_labelled_groups <- function(groups, about, levels, na, clusters = NULL) {
  check_group_labels(groups$columns)
  # In the table columns have the names of their roles.
  about$names[] <- names(about$names)
  about <- labels_of(about, groups$about)
  if (!is.null(clusters) && stand_for_none(groups$columns[[1]], about)) {
    return(count_groups(groups, levels, na, clusters))
  }
  weight <- groups$weight %||% groups$rows
  given <- list(weights = weight, by = groups$by, clusters = fine_clusters(clusters))
  # Nothing is looked for in the order of rows that are groups.
  set <- count_labelled(groups$columns, given, about, levels, na)
  used <- weight > 0
  lacking <- Reduce(`|`, lapply(groups$columns[-1], is_missing))
  set$n_rows <- sum(groups$rows[used & !lacking])
  set$n_omitted <- sum(groups$rows[used & lacking])
  if (any(!used)) set$notes <- c(setdiff(set$notes, note_zero(sum(!used))), note_zero(sum(groups$rows[!used])))
  if (inherits(set, "labelled_set")) set$whole <- whole_set(set)
  set
}

# Rows, not groups, that lack a label.
count_missing_groups <- function(groups, weight, na) {
  used <- groups$rows * (weight != 0)
  lacks <- vapply(groups$columns, is_missing, logical(length(used)))
  lacks <- matrix(lacks, ncol = length(groups$columns))
  n <- sum(used[rowSums(lacks) > 0])
  if (n > 0 && na == "error") abort_missing_labels(n, colSums(lacks * used), names(groups$columns))
  n
}

# As label_column(), but a group has no row that could be named.
check_group_labels <- function(columns) {
  for (name in names(columns)) {
    x <- columns[[name]]
    check_label_type(x, name)
    broken <- if (is.numeric(x)) which(!is.na(x) & !is_whole(x))
    if (length(broken) > 0) {
      abort_verdict(c(
        "Numbers used as labels must be whole.",
        x = "{.field {name}} has {.val {x[broken[1]]}}.",
        i = "Probabilities or scores must be turned into labels first."
      ), "label")
    }
  }
}

# Which pattern has these labels: codes are a list of class numbers, one vector a column. NA: none.
pattern_of <- function(codes, patterns, n_classes) {
  here <- rep(1, length(codes[[1]]))
  there <- rep(1, nrow(patterns))
  for (j in seq_along(codes)) {
    here <- (here - 1) * (n_classes + 1) + codes[[j]]
    there <- (there - 1) * (n_classes + 1) + patterns[, j]
    known <- unique(there)
    here <- match(here, known)
    there <- match(there, known)
  }
  match(here, there)
}

# Class numbers of labels of any type.
class_codes <- function(x, classes) {
  values <- unique(x)
  labels <- if (is.factor(values)) as_utf8(as.character(values)) else as_labels(values)
  match(labels, classes)[match(x, values)]
}
