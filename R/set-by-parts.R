# The groups of a set, each as a set of its own: what is asked of a group is asked of that.

# Rows (their weight), or units, of each group.
group_rows <- function(x) {
  of <- factor(x$groups$group, seq_along(x$groups$label))
  as.vector(tapply(x$groups$count, of, sum, default = 0))
}

# With na = "omit" rows may be of none.
ungrouped_rows <- function(x) {
  groups <- with_counted_groups(x)$groups
  sum(groups$count[is.na(groups$group)], na.rm = TRUE)
}

# The set whose groups count rows, not weights of sampling. Of a sample with an `id` only weights are known.
with_counted_groups <- function(x) {
  groups <- x$groups
  if (is.null(x$sampled)) {
    return(x)
  }
  if (is.null(groups$pattern)) {
    x$groups$count <- rep(1, length(groups$group))
  } else if (x$n_clusters < x$n_rows) {
    x$groups$count <- replace(groups$count, TRUE, NA)
  } else {
    each <- as_profiles(groups)
    x$groups$group <- groups$group[each$pattern]
    x$groups$count <- each$multiplicity
  }
  x
}

# Which rows, or units, are of each group; rows in the order of their patterns.
group_members <- function(x) {
  groups <- x$groups
  at <- if (is.null(groups$pattern)) seq_along(groups$group) else order(groups$pattern)
  unname(split(at, factor(groups$group[at], seq_along(groups$label))))
}

# What a print of the set says of them.
groups_words <- function(x) {
  if (has_groups(x)) {
    apart <- ungrouped_rows(x)
    paste0(
      format_count(length(x$groups$label)), " by ", and_list(say_label(x$groups$by)), ": ",
      and_list(say_label(x$groups$label), 6), if (apart > 0) paste0("; ", count_of(apart, "row"), " of none")
    )
  }
}

groups_line <- function(x) if (has_groups(x)) paste0("Groups: ", groups_words(x), ".")

check_has_groups <- function(x) {
  if (!has_groups(x)) {
    if (!is.null(x$shares)) {
      abort_verdict(c(
        "The groups of this set have been given other shares.",
        i = "Ask the set as it was before, which is in this one: {.code x$set}."
      ), "groups")
    }
    abort_verdict(c(
      "The set has no groups.",
      i = "Say which when it is made, by a column: {.code prediction_set(..., by = site)}."
    ), "groups")
  }
}

# The set whose groups are meant: of one whose groups have other shares that of the data.
own_groups <- function(x) if (is.null(x$shares)) x else x$set

# All groups of a set as sets.
group_sets <- function(x) UseMethod("group_sets")

group_sets.prediction_set <- function(x) {
  groups <- x$groups
  members <- group_members(x)
  runs <- if (!is.null(groups$profiles)) group_runs(groups)
  lapply(members, function(at) {
    one <- with_counts(x, groups$count[at], x$patterns[groups$pattern[at], , drop = FALSE])
    one$n_omitted <- 0
    if (!is.null(runs)) one <- with_group_profiles(one, groups, runs[[groups$group[at[1]]]], at)
    one
  })
}

# Of each group, where in the profiles its rows are, and of which profile.
group_runs <- function(groups) {
  profiles <- groups$profiles
  profile <- profile_of_rows(profiles)
  of <- factor(groups$group[profiles$pattern], seq_along(groups$label))
  lapply(split(seq_along(profile), of), function(at) list(at = at, profile = profile[at]))
}

with_group_profiles <- function(one, groups, run, at) {
  profiles <- groups$profiles
  there <- unique(run$profile)
  own <- list(
    start = c(0, cumsum(tabulate(match(run$profile, there), length(there)))),
    pattern = match(profiles$pattern[run$at], at), count = profiles$count[run$at],
    multiplicity = profiles$multiplicity[there]
  )
  one$n_clusters <- sum(own$multiplicity)
  found <- recount_profiles(own, list(map = seq_along(at), count = one$count))
  one["profiles"] <- list(found)
  if (is.null(found) && is.null(one$sampled)) one$design <- new_design()
  one
}

# Whether clusters lie in several groups.
shares_clusters <- function(x) UseMethod("shares_clusters")

shares_clusters.prediction_set <- function(x) {
  profiles <- x$groups$profiles
  if (is.null(profiles)) {
    return(FALSE)
  }
  group <- x$groups$group[profiles$pattern]
  profile <- profile_of_rows(profiles)
  known <- !is.na(group)
  any(duplicated(unique(cbind(profile, group)[known, , drop = FALSE])[, 1]))
}
