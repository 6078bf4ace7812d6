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
    found <- which(count > 0)
    count <- as.double(count[found])
  } else {
    found <- sort(unique(key))
    weights <- if (is.null(weights)) rep(1, sum(kept)) else weights[kept]
    count <- as.vector(rowsum(weights, match(key, found)))
  }
  list(
    cells = data.frame(
      repetition = repetition$label[(cells - 1) %/% length(fold$label) + 1],
      fold = fold$label[(cells - 1) %% length(fold$label) + 1]
    ),
    fold = as.integer((found - 1) %/% n + 1), pattern = as.integer((found - 1) %% n + 1), count = count
  )
}

has_folds <- function(x) !is.null(x$folds)

# Where counts were asked to decide, folds do not.
set_alike.prediction_set <- function(x, plans) {
  if (!any(vapply(plans, inherits, NA, "plan_scores"))) x$folds <- NULL
  x
}

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
  x$patterns <- x$patterns[x$folds$pattern[at], , drop = FALSE]
  x$count <- x$folds$count[at]
  x$n <- x$n_rows <- x$n_clusters <- sum(x$count)
  x["profiles"] <- list(NULL)
  x$folds <- NULL
  x
}

# list(slices = matrices folds x classifiers, one a slice of the target; cells with the sizes).
fold_scores <- function(x, target) {
  n <- nrow(x$folds$cells)
  parts <- lapply(seq_len(n), function(j) {
    part <- fold_set(x, j)
    target$moments <- lazily(function() .Call(ffi_metrics_moments, part, target$slice))
    list(estimate = set_estimates(part, target)$estimate, n = part$n)
  })
  slices <- lapply(seq_along(target$class), function(k) {
    scores <- t(vapply(parts, function(part) part$estimate[, k], numeric(length(x$classifiers))))
    matrix(scores, nrow = n, dimnames = list(NULL, x$classifiers))
  })
  cells <- x$folds$cells
  cells$cluster <- NA_character_
  cells$n_test <- vapply(parts, `[[`, 0, "n")
  cells$n_train <- stats::ave(cells$n_test, cells$repetition, FUN = sum) - cells$n_test
  # What is infinite in one fold has no score there.
  list(slices = lapply(slices, function(x) replace(x, !is.finite(x), NA_real_)), cells = cells)
}

fold_ratio <- function(x) {
  n_test <- as.vector(rowsum(x$folds$count, x$folds$fold))
  n_train <- stats::ave(n_test, x$folds$cells$repetition, FUN = sum) - n_test
  sizes_ratio(n_train, n_test)
}

# Whether folds decide: they were given, and nothing was asked for that they cannot do. Ratios of a few rows
# have no mean.
takes_folds <- function(x, target, request) {
  if (!has_folds(x) || resamples(request)) {
    return(FALSE)
  }
  asked <- request$rule$method
  if (!is.null(asked)) {
    return(is_fold_method(asked))
  }
  plain <- is.null(request$interval) && request$vcov == "robust" && request$measure %||% "difference" == "difference"
  plain && has_small_design(x, target)
}

has_small_design <- function(x, target) {
  design <- fold_design(x)
  !is.null(design) && design$folds <= most_folds && !is_ratio_metric(target$metric)
}

# Compared by their ratio unless asked otherwise, and infinite where a count is 0.
is_ratio_metric <- function(metric) identical(metric$measure, "ratio")

# Tests of scores that are not also tests of counts.
is_fold_method <- function(method) {
  known <- setdiff(tests_of("pair_of_scores")$method, tests_of("pair")$method)
  rlang::is_string(method) && joined_words(method) %in% joined_words(known)
}

# With more folds, up to leaving one out, a fold is too small to have a score of its own.
most_folds <- 50

fold_plan <- function(x, target, request, call) {
  design <- fold_design(x)
  if (is.null(design)) {
    abort_verdict(c(
      "Tests of folds need the same number of them in each repetition.",
      i = "Use {.code method = \"wald\"} or another test of the counts, which has its caveat."
    ), "fold", call = call)
  }
  if (is_ratio_metric(target$metric)) {
    abort_verdict(c(
      "Tests of folds take means over them: a {target$metric$label} may be infinite in one fold.",
      i = "Use {.code method = \"wald\"}, which has its caveat, or another metric."
    ), "fold", call = call)
  }
  ratio <- fold_ratio(x)
  if (is.null(request$rule$method)) request$rule <- new_rule("corrected_t")
  plan <- score_plan(target, request, design, ratio, function() fold_scores(x, target), call = call)
  class(plan) <- c("plan_folds", class(plan))
  plan$known_ratio <- ratio
  plan$units <- list(design = design, clustered = FALSE)
  warn_invalid(plan, request$pairs, request$conf.level, call)
  plan
}

# -- each classifier by itself --------------------------------------------------------

# By default as the comparisons are: means over the folds, by the corrected variance.
set_assessment.prediction_set <- function(x, target, rule, level, call, required = NULL) {
  if (!assesses_folds(x, target, rule)) {
    return(assess_pooled(x, target, rule, level, call, required))
  }
  method <- tests_of("pair_of_scores")["corrected_t", ]
  plan <- list(
    method = method, ratio = settle_ratio(NULL, fold_ratio(x), method, fold_design(x), call), design = fold_design(x),
    alternative = required$alternative %||% "two.sided", options = list(zeros = "pratt", limit = 0, draws = 0),
    scores = lazily(function() fold_scores(x, target))
  )
  parts <- lapply(seq_along(target$class), function(slice) {
    assess_scores(plan, slice, target, x$classifiers, level, required)
  })
  rows <- do.call(rbind, parts)
  flat <- is.na(rows$conf.low) & is.na(rows$conf.high) & is.null(rule$interval)
  if (!any(flat)) {
    return(rows)
  }
  with_pooled(rows, flat, set_assessment.evidence(x, target, rule, level, call, required))
}

# The delta method's interval is too short where a metric depends on a class with few rows (`?assess_classifiers`).
assess_pooled <- function(x, target, rule, level, call, required) {
  rows <- set_assessment.evidence(x, target, rule, level, call, required)
  if (rests_on_classes(target) && !is_clustered(x)) {
    short <- is.na(rows$note) & !grepl("bootstrap", rows$method, fixed = TRUE)
    rows$note[short] <- few_of_class_notes(x, rows, target, "interval may be too short with only ")[short]
  }
  rows
}

# Where all folds have the same value, or only one has any, nothing is learnt from how they vary: then the rows
# are counted together.
with_pooled <- function(rows, flat, pooled) {
  columns <- intersect(names(rows), names(pooled))
  rows[flat, columns] <- pooled[flat, columns]
  if ("df" %in% names(rows)) rows$df[flat] <- NA
  why <- "the folds do not vary: of all rows together"
  rows$note[flat] <- paste_notes(pooled$note[flat], rep(why, sum(flat)))
  rows
}

set_assessed_units.prediction_set <- function(x, targets, rule) {
  units <- set_units(x)
  by_fold <- all(vapply(targets, function(target) assesses_folds(x, target, rule), NA))
  if (by_fold) units[c("design", "clustered")] <- list(fold_design(x), FALSE)
  units
}

assesses_folds <- function(x, target, rule) {
  asked <- is.null(rule$interval) || identical(rule$interval, "corrected_t")
  asked && has_folds(x) && has_small_design(x, target)
}

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

#' @rdname as_score_set
#' @param metric For a [prediction_set()]: names of one or more metrics, as in [assess_classifiers()].
#' @param average,classes,zero_division As in [assess_classifiers()]. By class, the classes are metrics of
#'   their own, such as `"precision: soil"`.
#' @export
as_score_set.prediction_set <- function(x, metric = "accuracy", average = "none", classes = NULL,
                                        zero_division = c("na", "zero", "skip"), ...) {
  call <- environment()
  options <- check_options(list(...), "beta", call)
  check_set(x)
  design <- if (has_folds(x)) fold_design(x)
  if (is.null(design)) {
    abort_verdict(c(
      "The set has no folds to take scores of, or not the same number of them in each repetition.",
      i = "Give {.arg fold} (and {.arg repetition}) to {.fn prediction_set}."
    ), "fold")
  }
  average <- check_choice(average, "average", averages)
  zero_division <- check_choice(zero_division, "zero_division", zero_divisions)
  classes <- check_classes(classes, x)
  metrics <- set_metrics(x, with_beta(metric, options$beta, call), call)
  parts <- lapply(seq_len(nrow(metrics)), function(i) {
    target <- set_target(x, metrics[i, ], average, classes, zero_division)
    found <- fold_scores(x, target)
    list(found = found, metrics = slice_rows(metrics[i, ], target$class))
  })
  rows <- do.call(rbind, lapply(parts, `[[`, "metrics"))
  row.names(rows) <- NULL
  slices <- do.call(c, lapply(parts, function(part) part$found$slices))
  cells <- parts[[1]]$found$cells
  scores <- array(unlist(slices), c(nrow(cells), length(x$classifiers), length(slices)), list(
    NULL, x$classifiers, rows$metric
  ))
  new_score_set(scores, fold_cells(cells), rows, design, 0L)
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

# Of a set that was changed by hand.
fault_of_folds <- function(x) {
  if (!is.null(x$folds) && !(are_folds(x$folds) && fit_counts(x$folds, x))) "folds that do not belong to its counts"
}

are_folds <- function(folds) {
  is.list(folds) && is.data.frame(folds$cells) && is.integer(folds$fold) && is.integer(folds$pattern) &&
    is.numeric(folds$count) && length(unique(lengths(folds[c("fold", "pattern", "count")]))) == 1
}

fit_counts <- function(folds, x) {
  within <- function(code, n) !anyNA(code) && all(code >= 1 & code <= n)
  within(folds$fold, nrow(folds$cells)) && within(folds$pattern, length(x$count)) &&
    isTRUE(abs(sum(folds$count) - x$n) <= 1e-8 * x$n)
}
