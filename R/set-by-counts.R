# Groups of counts: what was counted with them as further columns, taken apart.

# What was counted with groups as further columns, as that without, and the groups: `fine` are the patterns with them.
# list(counted, groups); `rows` of counted remain those of the fine patterns.
split_groups <- function(counted, columns, n_labels, kept) {
  fine <- counted$patterns
  labels <- matrix(cumsum(kept)[fine[, seq_len(n_labels)]], ncol = n_labels)
  codes <- Map(function(column, j) {
    code <- fine[, j]
    list(code = ifelse(code > length(column$label), NA_integer_, code), label = column$label)
  }, columns, n_labels + seq_along(columns))
  merged <- recount_patterns(labels, counted$count, sum(kept))
  groups <- c(new_groups(codes), list(pattern = merged$map, count = counted$count))
  counted[c("patterns", "count")] <- merged[c("patterns", "count")]
  counted$groups <- groups
  counted
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
