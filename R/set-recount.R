# Counts counted again, in C: patterns that became others, clusters that stand for several.

# list(patterns, count, map): the different patterns, sorted, and which of them each has become.
recount_patterns <- function(patterns, count, n_classes) {
  columns <- lapply(seq_len(ncol(patterns)), function(j) read_column(as.integer(patterns[, j]), "code", n_classes))
  maps <- rep(list(0:n_classes), ncol(patterns))
  counted <- .Call(ffi_count_patterns, columns, maps, n_classes, n_classes, count, TRUE, 1L)
  list(patterns = counted[[1]], count = counted[[2]], map = counted[[5]])
}

# Sums of values by which of n places each belongs to.
sums_at <- function(value, at, n) {
  out <- numeric(n)
  sums <- rowsum(value, at)
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
