# Groups of estimates and of battles. Estimates by group come with how those of all groups vary together, so that these
# answer as parts of one covariance; battles are of one group each.

# -- estimates --------------------------------------------------------------------------

# Groups of rows of estimates; NA: of all rows together.
estimate_groups <- function(quo, estimates) {
  if (rlang::quo_is_null(quo)) {
    return(NULL)
  }
  if (!is.data.frame(estimates)) {
    abort_verdict(c(
      "{.arg by} needs {.arg estimates} as a data frame, with a row for each estimate in each group.",
      i = "Rows in which {.arg by} is missing are of all groups together."
    ), "by")
  }
  by <- check_by(pull_by(quo, estimates), nrow(estimates))
  groups <- new_groups(by_codes(by))
  if (!length(groups$label)) abort_verdict("No row has a group: {.arg by} is missing in all.", "na")
  groups
}

# Each group and all together have the same estimates.
check_same_cells <- function(parts, groups) {
  cells <- lapply(parts, function(part) sort(paste(part$metric, part$class, part$classifier, sep = "\r")))
  same <- vapply(cells, identical, NA, cells[[1]])
  if (!all(same)) {
    odd <- names(parts)[!same][1]
    who <- if (odd == "0") "rows of all groups" else quote_label(groups$label[as.integer(odd)])
    verb <- if (odd == "0") "have" else "has"
    abort_verdict(c(
      "Every group needs an estimate of each metric, class and classifier; {who} {verb} others than the first.",
      i = "If there is none, give it as {.code NA}."
    ), "estimates")
  }
}

is_unit_count <- function(n) is.atomic(n) && length(n) == 1 && (is.na(n) || is.numeric(n) && n >= 2)

# How many units each group has: `n` named by group, whose sum is that of all.
group_units <- function(n, groups) {
  if (is.null(groups) || is.null(names(n))) {
    return(list(n = n, of = NULL))
  }
  of <- n[match(groups$label, as_utf8(names(n)))]
  if (length(n) != length(groups$label) || anyNA(names(of)) || !all(vapply(of, is_unit_count, NA))) {
    abort_verdict(c(
      "{.arg n} must be a number of units for each group, by its name, or one for all.",
      i = "The groups are {.val {groups$label}}."
    ), "argument")
  }
  list(n = sum(of), of = unname(as.double(of)))
}

# What was resolved of all rows, all together first: the estimates over all, and a set of each group. Without rows of
# all together they are means over the groups.
part_estimates <- function(resolved, groups, of) {
  m <- nrow(resolved$estimates) / length(unique(groups$group))
  n_groups <- length(groups$label)
  own <- anyNA(groups$group)
  block <- function(k) (k - 1 + own) * m + seq_len(m)
  inside <- seq_len(m * n_groups) + own * m
  over_all <- if (own) {
    pick_estimates(resolved, seq_len(m))
  } else {
    mean <- kronecker(matrix(1 / n_groups, 1, n_groups), diag(m))
    rows <- pick_estimates(resolved, seq_len(m))$estimates
    rows$estimate <- as.vector(mean %*% resolved$estimates$estimate)
    list(
      estimates = rows, vcov = mean %*% resolved$vcov %*% t(mean),
      replicates = if (!is.null(resolved$replicates)) resolved$replicates %*% t(mean)
    )
  }
  groups <- groups[c("by", "cells", "label")]
  groups$group <- seq_len(n_groups)
  groups$count <- of %||% rep(NA_real_, n_groups)
  groups$parts <- lapply(seq_len(n_groups), function(k) pick_estimates(resolved, block(k)))
  groups$vcov <- resolved$vcov[inside, inside, drop = FALSE]
  groups$mean <- !own
  c(over_all, list(groups = groups))
}

# Whether estimates over all are means of groups that vary independently, each from a known number of units.
is_mean_of_groups <- function(x) {
  isTRUE(x$groups$mean) && all(is.finite(x$groups$count)) && !shares_clusters(x)
}

# Satterthwaite's, of means over groups of the estimates `at`.
df_of_groups <- function(x, at, contrasts) {
  of_part <- function(part) variance_of(part$vcov[at, at, drop = FALSE], contrasts)
  variance <- vapply(x$groups$parts, of_part, double(ncol(contrasts)))
  satterthwaite(matrix(variance, nrow = length(x$groups$count), byrow = TRUE), x$groups$count - 1)
}

group_sets.estimate_set <- function(x) {
  groups <- x$groups
  x$groups <- NULL
  Map(function(part, n) {
    x[c("estimates", "vcov", "replicates")] <- part[c("estimates", "vcov", "replicates")]
    x$n <- n
    x
  }, groups$parts, groups$count)
}

# Whether the estimates of one group say something of those of another.
shares_clusters.estimate_set <- function(x) {
  n <- length(x$groups$label)
  of <- rep(seq_len(n), each = nrow(x$groups$vcov) / n)
  any(x$groups$vcov[outer(of, of, `!=`)] != 0, na.rm = TRUE)
}

# A root of their covariance.
cluster_contributions.estimate_set <- function(x, targets, parts) {
  groups <- x$set$groups
  m <- nrow(groups$vcov) / length(groups$label)
  at <- unlist(lapply(seq_along(groups$label), function(g) {
    (g - 1) * m + unlist(lapply(targets, function(target) target$parts[[g]]$slice))
  }))
  vcov <- groups$vcov[at, at, drop = FALSE]
  vcov[is.na(vcov)] <- 0
  found <- eigen(vcov, symmetric = TRUE)
  sqrt(pmax(found$values, 0)) * t(found$vectors)
}

# Some of the classifiers: `rows` of all estimates, in each group alike.
pick_estimate_groups <- function(groups, rows, classifiers) {
  m <- nrow(groups$vcov) / length(groups$label)
  groups$parts <- lapply(groups$parts, pick_estimates, rows, classifiers)
  at <- as.vector(outer(rows, m * (seq_along(groups$label) - 1), "+"))
  groups$vcov <- groups$vcov[at, at, drop = FALSE]
  groups
}

# Some rows; `classifiers`: other names of theirs.
pick_estimates <- function(x, rows, classifiers = NULL) {
  x$estimates <- x$estimates[rows, , drop = FALSE]
  if (!is.null(classifiers)) x$estimates$classifier <- rep(classifiers, length.out = length(rows))
  row.names(x$estimates) <- NULL
  x$vcov <- x$vcov[rows, rows, drop = FALSE]
  if (!is.null(x$replicates)) x$replicates <- x$replicates[, rows, drop = FALSE]
  x
}

fit_estimate_groups <- function(x) {
  groups <- x$groups
  if (!is.list(groups)) {
    return(is.null(groups))
  }
  n <- length(groups$label)
  m <- nrow(x$estimates)
  all_hold(
    is.data.frame(groups$cells), is.character(groups$label), n > 0, identical(nrow(groups$cells), n),
    identical(length(groups$parts), n), is.numeric(groups$count), length(groups$count) == n,
    identical(dim(groups$vcov), rep(as.integer(n * m), 2)),
    all(vapply(groups$parts, function(part) identical(dim(part$vcov), c(m, m)) && NROW(part$estimates) == m, NA))
  )
}

# -- battles ----------------------------------------------------------------------------

# By cluster and group at once: a number for each.
cluster_and_group <- function(cluster, groups) {
  ((cluster %||% rep(1L, length(groups$group))) - 1) * (length(groups$label) + 1) +
    ifelse(is.na(groups$group), 0L, groups$group)
}

# Battles of one kind within each group: rows that were counted by cluster_and_group().
battle_groups <- function(groups, rows) {
  n <- length(groups$label) + 1L
  groups$group <- as.integer(rows$cluster %% n)
  groups$group[groups$group == 0] <- NA
  rows$cluster <- as.integer(rows$cluster %/% n) + 1L
  groups$count <- rows$count
  groups$battles <- rows
  groups
}

group_sets.battle_set <- function(x) {
  groups <- x$groups
  x$groups <- NULL
  x$n_omitted <- 0
  lapply(seq_along(groups$label), function(g) {
    one <- x
    one$battles <- renumbered(groups$battles[groups$group %in% g, , drop = FALSE])
    if (!is.null(x$clusters)) {
      used <- sort(unique(one$battles$cluster))
      one$clusters <- x$clusters[used]
      one$battles$cluster <- match(one$battles$cluster, used)
    }
    one
  })
}

shares_clusters.battle_set <- function(x) {
  !is.null(x$clusters) && shared_between(x$groups$battles$cluster, x$groups$group)
}

# Sets that answer for some of their classifiers.
group_sets.chosen_set <- function(x) {
  at <- rlang::set_names(x$at, x$classifiers)
  lapply(group_sets(x$set), function(part) part[at])
}

shares_clusters.chosen_set <- function(x) shares_clusters(x$set)
