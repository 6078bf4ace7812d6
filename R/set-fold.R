# Cross-validated predictions, fold by fold. A prediction set with folds keeps, beside its counts,
# those of each fold: `folds` is a list of `cells` (data frame, a row a fold: repetition, fold) and
# the integers `fold` (row of `cells`) and `pattern`, and `count`. From them every metric has a score
# in each fold, which are what the corrected tests take.

# `rows`: the pattern of each row of the data, 0 for those left out.
count_folds_patterns <- function(given, rows, weights) {
  if (is.null(given$fold)) {
    return(NULL)
  }
  repetition <- sorted_labels(given$repetition %||% rep(1L, length(rows)))
  fold <- sorted_labels(given$fold)
  cell <- (repetition$code - 1) * length(fold$label) + fold$code
  kept <- rows > 0
  cells <- sort(unique(cell[kept]))
  n <- as.double(max(rows))
  key <- (match(cell[kept], cells) - 1) * n + rows[kept]
  if (length(cells) * n <= 1e7 && is.null(weights)) {
    count <- tabulate(key, length(cells) * n)
    present <- which(count > 0)
    count <- as.double(count[present])
  } else {
    present <- sort(unique(key))
    weights <- if (is.null(weights)) rep(1, sum(kept)) else weights[kept]
    count <- as.vector(rowsum(as.double(weights), match(key, present)))
  }
  list(
    cells = data.frame(
      repetition = repetition$label[(cells - 1) %/% length(fold$label) + 1],
      fold = fold$label[(cells - 1) %% length(fold$label) + 1]
    ),
    fold = as.integer((present - 1) %/% n + 1), pattern = as.integer((present - 1) %% n + 1), count = count
  )
}

has_folds <- function(x) !is.null(x$folds)

# The design of the folds as scores; NULL where repetitions have different numbers of them.
fold_design <- function(x) {
  cells <- x$folds$cells
  n <- lengths(split(cells$fold, cells$repetition))
  repetitions <- length(n)
  if (length(unique(n)) > 1 || n[1] < 2) {
    return(NULL)
  }
  type <- if (repetitions == 1) "folds" else if (is_5x2(cells)) "5x2" else "repeated_folds"
  new_design(type, n[[1]], repetitions)
}

# The counts of one fold as a set of its own.
fold_set <- function(x, j) {
  at <- which(x$folds$fold == j)
  with_counts(x, x$folds$count[at], x$patterns[x$folds$pattern[at], , drop = FALSE])
}

fold_ratio <- function(x) {
  n_test <- as.vector(rowsum(x$folds$count, x$folds$fold))
  n_train <- stats::ave(n_test, x$folds$cells$repetition, FUN = sum) - n_test
  sizes_ratio(n_train, n_test)
}

has_small_design <- function(x, target) {
  design <- fold_design(x)
  !is.null(design) && design$folds <= most_folds && !is_ratio_metric(target$metric)
}

# Compared by their ratio unless asked otherwise, and infinite where a count is 0.
is_ratio_metric <- function(metric) identical(metric$measure, "ratio")

# With more folds, up to leaving one out, a fold is too small to have a score of its own.
most_folds <- 50

# -- each classifier by itself --------------------------------------------------------

# Differences of the folds, as statistics that vary together over slices and pairs.
plan_joint.plan_folds <- function(plan, x, pairs, pooled, by_pair) {
  scores <- plan$scores()
  d <- do.call(cbind, lapply(scores$slices, function(slice) {
    slice[, pairs[1, ], drop = FALSE] - slice[, pairs[2, ], drop = FALSE]
  }))
  known <- !is.na(d)
  gap <- colMeans(d, na.rm = TRUE)
  gap[is.nan(gap)] <- NA
  centred <- sweep(d, 2, gap)
  centred[!known] <- 0
  both <- crossprod(known)
  V <- crossprod(centred) / pmax(both - 1, 1) * (1 / pmax(both, 1) + plan$ratio$ratio)
  n_pairs <- ncol(pairs)
  members <- if (by_pair) split(seq_len(ncol(d)), (seq_len(ncol(d)) - 1) %% n_pairs) else list(seq_len(ncol(d)))
  size <- length(members[[1]])
  vcov <- vapply(members, function(at) V[at, at, drop = FALSE], matrix(0, size, size))
  list(gap = unname(gap), vcov = array(vcov, c(size, size, length(members))))
}

# As a score_set has them.
fold_cells <- function(cells) {
  data.frame(
    dataset = NA_character_, cells[c("repetition", "fold")], item = NA_character_,
    cells[c("cluster", "n_train", "n_test")]
  )
}

# A metric by class is a metric of each class.
slice_rows <- function(metric, class) {
  where <- ifelse(is.na(class), "", paste0(": ", class))
  row <- metric[rep(1, length(where)), c("metric", "asked", "label", "family", "overall", "lower", "upper", "better")]
  row$metric <- row$asked <- paste0(row$asked, where)
  row$label <- paste0(row$label, where)
  row$family <- "composite"
  row$overall <- FALSE
  row
}

are_folds <- function(folds) {
  all_hold(
    is.list(folds), is.data.frame(folds$cells), all(c("repetition", "fold") %in% names(folds$cells)),
    all(lengths(folds$cells) == nrow(folds$cells)), all(vapply(folds$cells, is.atomic, NA)), !anyNA(folds$cells),
    is.integer(folds$fold), is_index(folds$fold, nrow(folds$cells)),
    length(unique(lengths(folds[c("fold", "pattern", "count")]))) == 1
  )
}
