# Clusters: rows with the same id. `rows` is the pattern of each row, 0 for none.
# Returns list(n, profiles); profiles is NULL when each row is a cluster by itself.
cluster_rows <- function(id, rows, n_patterns, weights) {
  column <- id_column(id)
  built <- .Call(ffi_profile_build, column$read, column$map, rows, n_patterns, weights, NULL)
  if (is.double(built)) abort_missing_id(paste("Row", built, "has no id."))
  resolve_profiles(built)
}

resolve_profiles <- function(built) {
  names(built) <- profile_parts
  n <- sum(built$multiplicity)
  alone <- all(diff(built$start) == 1) && all(built$count == 1)
  list(n = n, profiles = if (!alone) built)
}

profile_parts <- c("start", "pattern", "count", "multiplicity")

# As label_column(), but doubles may have fractions and no labels are made. `map`
# joins the slots of one string in two encodings, and sends NA to 0.
id_column <- function(id) {
  if (is.factor(id)) {
    return(list(read = read_column(id, "code", nlevels(id)), map = id_map(levels(id))))
  }
  if (is.logical(id)) {
    return(code_column(id, c("FALSE", "TRUE"), base = -1L))
  }
  if (is.integer(id)) {
    range <- .Call(ffi_column_range, id)
    if (range[1] > range[2]) range[1:2] <- 0
    if (range[2] - range[1] < max(narrow_range, 4 * length(id)) && range[1] > -.Machine$integer.max) {
      n <- max(0, range[2] - range[1] + 1)
      base <- as.integer(range[1] - 1)
      return(list(read = read_column(id, "code", as.integer(n), base), map = NULL))
    }
  }
  ids <- .Call(ffi_column_labels, id)
  labels <- id[ids$first]
  storage <- c(integer = "key_int", double = "key_double", character = "key_pointer")[[typeof(id)]]
  list(read = read_column(id, storage, length(labels), dictionary = ids), map = id_map(labels))
}

id_map <- function(labels) {
  if (is.character(labels)) labels <- enc2utf8(labels)
  if (anyNA(labels) || anyDuplicated(labels)) c(0L, match(labels, unique(labels[!is.na(labels)]), nomatch = 0L))
}
