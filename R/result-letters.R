# Who is distinguishable from whom, as letters (compact letter display).

# Of each classifier, in the order of the ranking: its letters. `apart`: who is distinguishable.
letter_display <- function(apart) {
  groups <- letter_groups(!apart)
  marks <- letter_marks(length(groups))
  vapply(seq_len(nrow(apart)), function(i) {
    paste(marks[vapply(groups, function(group) i %in% group, NA)], collapse = "")
  }, "")
}

# Groups whose members are all alike, as large as can be, so that any two that are alike have one
# in common, and none that the others make superfluous.
letter_groups <- function(alike) {
  n <- nrow(alike)
  diag(alike) <- TRUE
  covered <- matrix(FALSE, n, n)
  groups <- list()
  for (i in seq_len(n)) {
    while (length(open <- which(alike[i, ] & !covered[i, ])) > 0) {
      # First by those that still lack a group with the first member, then by any.
      group <- unique(c(i, open[1]))
      fits <- colSums(!alike[group, , drop = FALSE]) == 0
      for (j in unique(c(open, which(fits)))) {
        if (fits[j]) {
          group <- c(group, j)
          fits <- fits & alike[j, ]
        }
      }
      group <- sort(unique(group))
      covered[group, group] <- TRUE
      groups <- c(groups, list(group))
    }
  }
  sweep_groups(groups, n)
}

sweep_groups <- function(groups, n) {
  times <- matrix(0, n, n)
  for (group in groups) times[group, group] <- times[group, group] + 1
  kept <- rep(TRUE, length(groups))
  for (k in rev(seq_along(groups))) {
    group <- groups[[k]]
    if (all(times[group, group] > 1)) {
      times[group, group] <- times[group, group] - 1
      kept[k] <- FALSE
    }
  }
  groups[kept]
}

# a to z, A to Z, then with dots before them.
letter_marks <- function(n) {
  k <- seq_len(n) - 1
  paste0(strrep(".", k %/% 52), c(letters, LETTERS)[k %% 52 + 1])
}

# Of one slice whose classifiers were compared pair by pair, best first: value, letters, and the places that the
# decisions leave each. `top`: none is better, and none of these has a better value. `open`: without a place, as what it
# differs from the others by is not known for want of labels, so that it may be better than all.
slice_places <- function(rows) {
  rows <- with_own_values(rows)
  name <- c(rows$reference, rows$classifier)
  value <- c(rows$estimate.reference, rows$estimate.classifier)
  # A classifier may have a value in some of its comparisons only.
  first <- order(is.na(value))
  first <- first[!duplicated(name[first])]
  name <- name[first]
  # Means that differ by rounding alone are tied.
  value <- signif(value[first], 12)
  beats <- who_beats_whom(rows, name)
  size <- if (metric_directions(rows)[1] < 0) -value else value
  if (anyNA(size)) {
    pairs <- rbind(match(rows$classifier, name), match(rows$reference, name))
    size <- standing(rows, pairs, size, metric_directions(rows))
  }
  order <- order(-size, colSums(beats))
  # Values of different units do not say who is better: the decisions do.
  if (!is.null(verdict_info(rows)$own) && any(beats & outer(size, size, "<"), na.rm = TRUE)) {
    order <- order(is.na(size), colSums(beats), -rowSums(beats), -size)
  }
  known <- order[!is.na(size[order])]
  letters <- character(length(name))
  letters[known] <- letter_display((beats | t(beats))[known, known, drop = FALSE])
  unbeaten <- colSums(beats) == 0 & !is.na(size)
  open <- is.na(size) & has_bounds(name, rows)
  out <- new_rows(
    classifier = name, value = value, letters = letters, rank.low = 1 + colSums(beats),
    rank.high = length(known) + sum(open) - rowSums(beats), unbeaten = unbeaten,
    top = unbeaten & size == max(c(-Inf, size[unbeaten])), highest = size %in% max(c(-Inf, size), na.rm = TRUE),
    open = open
  )
  out[is.na(size), c("rank.low", "rank.high")] <- NA
  rows_at(out, order)
}

# Where units without a score are left out pair by pair, or few rows are labelled, a classifier has another value in
# each of its comparisons: rows with the value that own_values() knows.
with_own_values <- function(rows) {
  own <- verdict_info(rows)$own
  if (is.null(own)) {
    return(rows)
  }
  key <- function(x, who) paste(x$metric, x$average, x$class, x[[who]], sep = "\r")
  for (who in c("classifier", "reference")) {
    at <- match(key(rows, who), key(own, "classifier"))
    column <- paste0("estimate.", who)
    rows[[column]] <- ifelse(is.na(own$value[at]), rows[[column]], own$value[at])
  }
  rows
}

# Whether the classifier of a row is shown to be better than that of a column.
who_beats_whom <- function(rows, names) {
  outcome <- outcomes(rows)
  beats <- matrix(FALSE, length(names), length(names), dimnames = list(names, names))
  pairs <- cbind(match(rows$classifier, names), match(rows$reference, names))
  beats[pairs[is_better(outcome), , drop = FALSE]] <- TRUE
  beats[pairs[is_worse(outcome), 2:1, drop = FALSE]] <- TRUE
  beats
}

# Where differences are known and values are not, as with few labels: how far each is ahead of the others, on average.
# `pairs`: positions of classifier and reference in `size`, which is kept where no pair has a test.
standing <- function(rows, pairs, size, direction) {
  gap <- if (is_relative(rows$measure[1])) log(rows$estimate / rows$null.value) else rows$estimate - rows$null.value
  gain <- gap * direction
  tested <- !is.na(rows$p.value) & !is.na(gain)
  if (!any(tested & is.na(size[pairs[1, ]] + size[pairs[2, ]]))) {
    return(size)
  }
  ahead <- matrix(NA_real_, length(size), length(size))
  ahead[t(pairs)[tested, , drop = FALSE]] <- gain[tested]
  ahead[t(pairs[2:1, , drop = FALSE])[tested, , drop = FALSE]] <- -gain[tested]
  out <- signif(rowMeans(ahead, na.rm = TRUE), 12)
  replace(out, is.nan(out), NA)
}
