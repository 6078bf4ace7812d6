# Counts counted again, in C: patterns that became others, clusters that stand for several; folds and groups with them.

# list(patterns, count, map): the different patterns, sorted, and which of them each has become.
recount_patterns <- function(patterns, count, n_classes) {
  columns <- lapply(seq_len(ncol(patterns)), function(j) read_column(as.integer(patterns[, j]), "code", n_classes))
  maps <- rep(list(0:n_classes), ncol(patterns))
  counted <- .Call(ffi_count_patterns, columns, maps, n_classes, n_classes, count, TRUE, 1L)
  list(patterns = counted[[1]], count = counted[[2]], map = counted[[5]])
}

# The set with its patterns merged to others.
with_merged <- function(x, merged, names = colnames(x$patterns)) {
  if (is_clustered(x)) x["profiles"] <- list(recount_profiles(x$profiles, merged))
  if (!is.null(x$folds)) x$folds <- recount_folds(x$folds, merged)
  if (has_groups(x)) x$groups <- recount_groups(x$groups, merged)
  x$patterns <- structure(merged$patterns, dimnames = list(NULL, names))
  x$count <- merged$count
  x
}

# The set with other counts and nothing beside them: each row is a cluster by itself.
with_counts <- function(x, count, patterns = x$patterns) {
  x$patterns <- patterns
  x$count <- count
  x$n <- x$n_rows <- x$n_clusters <- sum(count)
  x["profiles"] <- list(NULL)
  x$groups <- x$folds <- x$part <- NULL
  x
}

# Whether C can count with them.
has_sound_counts <- function(x) is.null(.Call(ffi_set_fault, x))

# Whether the rows of a part, folds or groups, are of patterns of the set and as many of each: as if they were clusters.
add_up <- function(part, x) {
  n <- length(part$pattern)
  x$profiles <- list(
    start = as.double(seq_len(n + 1) - 1), pattern = part$pattern, count = part$count, multiplicity = rep(1, n)
  )
  has_sound_counts(x)
}

# Of two ways to count the same.
are_same_amounts <- function(x, y) {
  all_hold(is.numeric(x), is.numeric(y), length(x) == length(y), all(abs(x - y) <= 1e-8 * pmax(abs(x), abs(y))))
}

# Sums of values by which of n places each belongs to.
sums_at <- function(value, at, n) {
  out <- numeric(n)
  sums <- rowsum(value, at, reorder = FALSE)
  out[as.numeric(rownames(sums))] <- sums
  out
}

# Of each row of the profiles, which profile it is of.
profile_of_rows <- function(profiles) rep(seq_along(profiles$multiplicity), diff(profiles$start))

# A profile is a cluster that stands for several.
recount_profiles <- function(profiles, merged) {
  times <- profiles$multiplicity
  kind <- read_column(profile_of_rows(profiles), "code", length(times))
  rows <- merged$map[profiles$pattern]
  resolve_profiles(.Call(ffi_profile_build, kind, NULL, rows, length(merged$count), profiles$count, times))$profiles
}

# Rows without an id are clusters by themselves.
as_profiles <- function(x) {
  n <- length(x$count)
  x$profiles %||% list(start = as.double(0:n), pattern = seq_len(n), count = rep(1, n), multiplicity = x$count)
}

# `before`: how many patterns come before those of each part.
stack_profiles <- function(profiles, before) {
  each <- function(name) unlist(lapply(profiles, `[[`, name))
  runs <- cumsum(c(0, vapply(profiles, function(p) length(p$pattern), 0L)))
  starts <- Map(function(p, from) p$start[-length(p$start)] + from, profiles, runs[seq_along(profiles)])
  list(
    start = c(unlist(starts), runs[length(runs)]),
    pattern = unlist(Map(function(p, from) p$pattern + from, profiles, before)),
    count = each("count"), multiplicity = each("multiplicity")
  )
}

recount_folds <- function(folds, merged) {
  n <- as.double(length(merged$count))
  key <- (folds$fold - 1) * n + merged$map[folds$pattern]
  keys <- sort(unique(key))
  folds$count <- as.vector(rowsum(folds$count, match(key, keys)))
  folds$fold <- as.integer((keys - 1) %/% n + 1)
  folds$pattern <- as.integer((keys - 1) %% n + 1)
  folds
}

# Patterns of the set were merged to others.
recount_groups <- function(groups, merged) {
  n <- length(groups$label) + 1
  key <- (merged$map[groups$pattern] - 1) * n + ifelse(is.na(groups$group), n, groups$group)
  keys <- sort(unique(key))
  map <- match(key, keys)
  count <- as.vector(rowsum(groups$count, map))
  if (!is.null(groups$profiles)) {
    groups$profiles <- recount_profiles(groups$profiles, list(map = map, count = count))
  }
  group <- as.integer((keys - 1) %% n + 1)
  groups$group <- replace(group, group == n, NA)
  groups$pattern <- as.integer((keys - 1) %/% n + 1)
  groups$count <- count
  groups
}
