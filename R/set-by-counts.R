# Groups of counts: what was counted with them as further columns, taken apart.

# What was counted with groups as further columns, as that without (`merged`), and the groups, by their codes in each
# pattern. `rows` of counted remain those of the patterns with groups.
split_groups <- function(counted, code, columns, merged, na) {
  codes <- Map(function(column, j) {
    list(code = ifelse(code[, j] > length(column$label), NA_integer_, code[, j]), label = column$label)
  }, columns, seq_along(columns))
  counted$groups <- c(new_groups(codes), list(pattern = merged$map, count = counted$count))
  check_missing_groups(counted$groups, counted$count, na)
  merged$map <- NULL
  counted[names(merged)] <- merged
  counted
}
