#' Where the uncertainty of scores on items comes from
#'
#' Answers: how much of the standard error of a mean score is due to the choice of the items, and how much to the
#' classifier's own randomness (several samples of its answer to an item)? More items make both smaller, more
#' samples an item only the second.
#'
#' The mean of an item's K samples varies between items with the variance `between`, and its samples vary about it with
#' the variance `within`; a mean of N items has the standard error sqrt((between + within / K) / N). Of a difference of
#' two classifiers the components are those of the items' differences: `between` is small where the two find the same
#' items hard, which is what pairing gains.
#'
#' Samples are taken as drawn for each item by itself. A repetition that is a training run (a seed) is shared by all
#' items: its part of the error does not become smaller with more of them, and is in no column here. Results say so
#' where the means of repetitions differ by more than samples of an item do.
#'
#' @param x A [score_set()] of items, of which some have two or more samples (`repetition`).
#' @param metric Name of a metric of the set; `NULL`: the first.
#' @param ... Not used.
#' @return A data frame (`print()` shows some columns of its first 20 rows) with a row for each classifier, and then for
#'   each pair of them: `classifier`, `reference` (`NA`
#'   for one by itself), `n_items`, `samples` (mean number an item), `estimate`, `std.error` (for new items, by
#'   cluster if there are clusters), `within`, `between`, `std.error.items` (for these very items, with new samples),
#'   and of pairs `std.error.unpaired` (as if each had been scored on items of its own) and `correlation` (of the
#'   items' scores); `note` says why a value is `NA`, or that a negative `between` is given as 0.
#' @section Errors: `verdict_error_set`, `verdict_error_metric`, `verdict_error_design` for a set that is not of items.
#' @section When not to use it: To report a mean with its uncertainty use [assess_classifiers()]; its standard error has
#'   both parts already. For models that were trained several times take the mean score of each run, a unit each.
#' @references
#' Miller, E. (2024) Adding error bars to evals: a statistical approach to language model evaluations. arXiv
#' 2411.00640.
#' @seealso [score_set()], [pass_at_k()]
#' @examples
#' answers <- expand.grid(sample = 1:3, item = 1:6)
#' answers$model_a <- c(1, 1, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 1, 0)
#' answers$model_b <- c(1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 1, 0)
#' item_variance(score_set(answers, item = item, repetition = sample))
#' @export
item_variance <- function(x, metric = NULL, ...) {
  check_dots(...)
  check_items(x)
  metric <- set_metrics(x, metric)$metric[1]
  samples <- item_samples(x, metric)
  n <- length(x$classifiers)
  pairs <- comparison_pairs(x$classifiers, NULL)
  alone <- lapply(seq_len(n), function(k) item_row(x, list(samples[[k]])))
  paired <- lapply(seq_len(ncol(pairs)), function(j) item_row(x, samples[pairs[, j]]))
  name <- function(at) x$classifiers[at]
  out <- data.frame(
    classifier = c(name(seq_len(n)), name(pairs[1, ])), reference = c(rep(NA, n), name(pairs[2, ])),
    do.call(rbind, c(alone, paired))
  )
  new_result(out, "item_variance", repeated = repeated_words(x, "standard errors are too small"))
}

#' @rawNamespace S3method(print, item_variance, print_listing)
#' @export
listing.item_variance <- function(x, at = seq_len(nrow(x))) {
  shown <- as_plain(x)[at, ]
  of <- table_label(shown$classifier)
  both <- !is.na(shown$reference)
  of[both] <- paste(of, "minus", table_label(shown$reference))[both]
  list(
    head = "Mean scores, and the variance within an item (between its samples) and between items.",
    columns = list(
      classifier = of, items = format_count(shown$n_items), samples = short_number(shown$samples),
      estimate = format_column(shown$estimate), std.error = format_column(shown$std.error),
      within = format_column(shown$within), between = format_column(shown$between)
    ),
    spare = "samples", note = shown$note,
    foot = c(attr(x, "repeated"), "as.data.frame() has all columns, such as the correlation of a pair.")
  )
}

check_items <- function(x) {
  check_is_scores(x)
  if (x$design$type != "items") {
    abort_verdict(c(
      "{.arg x} must have scores of items, not of {score_designs()[x$design$type, 'words']}.",
      i = "Give {.arg item} to {.fn score_set}."
    ), "design")
  }
}

# For each classifier the means, variances and numbers of each item's samples.
item_samples <- function(x, metric) {
  item <- score_unit(x)
  lapply(seq_along(x$classifiers), function(k) {
    score <- x$scores[, k, metric]
    known <- !is.na(score)
    n <- as.vector(rowsum(known + 0, item))
    mean <- as.vector(rowsum(ifelse(known, score, 0), item)) / n
    square <- as.vector(rowsum(ifelse(known, (score - mean[item])^2, 0), item))
    list(n = n, mean = mean, variance = ifelse(n > 1, square / (n - 1), NA))
  })
}

# Of one classifier, or of the difference of two.
item_row <- function(x, parts) {
  d <- parts[[1]]$mean - if (length(parts) == 2) parts[[2]]$mean else 0
  known <- !is.na(d)
  n <- sum(known)
  noise <- lapply(parts, function(part) sampling_noise(part, known))
  within <- sum(vapply(noise, `[[`, 0, "within"))
  share <- Reduce(`+`, lapply(noise, `[[`, "share"))
  between <- if (n > 1) stats::var(d[known]) - mean(share) else NA_real_
  means <- lapply(parts, function(part) part$mean[known])
  alone <- vapply(parts, function(part) item_error(x, ifelse(known, part$mean, NA)), 0)
  two <- length(parts) == 2
  spread <- two && n > 2 && all(vapply(means, stats::sd, 0) > 0)
  note <- if (n < 2) {
    "too few items"
  } else if (is.na(within)) {
    "one sample an item: its noise is not known"
  } else if (between < 0) {
    "variance between items estimated below 0"
  } else {
    NA_character_
  }
  data.frame(
    n_items = n, samples = mean(unlist(lapply(parts, function(part) part$n[known]))), estimate = mean(d[known]),
    std.error = item_error(x, d), within = within, between = max(between, 0), std.error.items = sqrt(sum(share)) / n,
    std.error.unpaired = if (two) sqrt(sum(alone^2)) else NA_real_,
    correlation = if (spread) stats::cor(means[[1]], means[[2]]) else NA_real_, note = note
  )
}

# The mean variance of an item's samples, and what they add to the variance of each item's mean; items with one
# sample take the mean.
sampling_noise <- function(part, known) {
  variance <- part$variance[known]
  within <- if (all(is.na(variance))) NA_real_ else mean(variance, na.rm = TRUE)
  variance[is.na(variance)] <- within
  list(within = within, share = variance / part$n[known])
}

# As the tests have it: by cluster where there are clusters.
item_error <- function(x, d) {
  cells <- score_cells(x)
  known <- !is.na(d)
  part <- x
  part$cells <- cells[known, ]
  part$scores <- array(d[known], c(sum(known), 1, 1))
  sqrt(influence_vcov(score_influence(part, matrix(d[known])))[1, 1])
}

#' The chance that one of k samples succeeds
#'
#' Makes of right or wrong samples (several of each item) the chance that at least one of k samples of an item is right
#' ("pass@k"), or that all of them are, as a new [score_set()] of items that the verbs take.
#'
#' An item with c right ones of n samples has pass@k 1 - C(n - c, k) / C(n, k), which has no bias, and pass^k
#' C(c, k) / C(n, k).
#'
#' @param x A [score_set()] of items whose scores are 0 or 1, with at least k samples an item.
#' @param k Number of samples, at least 1.
#' @param all Must all k be right, not one of them?
#' @param metric Name of a metric of the set; `NULL`: the first.
#' @param ... Not used.
#' @return A [score_set()] of items with the metric `"pass@k"` (or `"pass^k"`), `k` in numbers, and with the clusters
#'   and groups (tasks) of `x`. Items with fewer than k samples of a classifier have none, and the comparisons leave
#'   them out and say how many.
#' @section Errors: `verdict_error_set`, `verdict_error_metric`, `verdict_error_design` for a set that is not of items,
#'   `verdict_error_score` for scores that are neither 0 nor 1, or where no item has k samples;
#'   `verdict_error_argument`.
#' @section When not to use it: If users see one answer, one sample is what counts: compare the means.
#' @references
#' Chen, M. et al. (2021) Evaluating large language models trained on code. arXiv 2107.03374.
#' @seealso [item_variance()]
#' @examples
#' answers <- expand.grid(sample = 1:3, item = 1:6)
#' answers$model_a <- c(1, 1, 0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 1, 0)
#' answers$model_b <- c(1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1, 1, 0)
#' x <- score_set(answers, item = item, repetition = sample)
#' compare_classifiers(pass_at_k(x, 2))
#' @export
pass_at_k <- function(x, k, ..., all = FALSE, metric = NULL) {
  check_dots(...)
  check_items(x)
  check_given(k, "how many tries?", "argument")
  check_flag(all, "all")
  check_number(k, "k", 1, 1e6, closed = TRUE, whole = TRUE)
  metric <- set_metrics(x, metric)$metric[1]
  if (!all(x$scores[, , metric] %in% c(0, 1, NA))) {
    abort_verdict("Scores must be 0 or 1 (wrong or right) to be counted.", "score")
  }
  scores <- vapply(item_samples(x, metric), function(part) {
    right <- round(part$mean * part$n)
    chosen <- if (all) right else part$n - right
    share <- exp(lchoose(chosen, k) - lchoose(part$n, k))
    ifelse(part$n < k, NA, if (all) share else 1 - share)
  }, numeric(nrow(score_cells(x))))
  scores <- matrix(scores, ncol = length(x$classifiers))
  if (all(is.na(scores))) abort_verdict("No item has {k} samples.", "score")
  name <- paste0(if (all) "pass^" else "pass@", k)
  cells <- score_cells(x)
  cells$repetition <- NA_character_
  row.names(cells) <- NULL
  metrics <- estimate_metrics(name, "high", 0, 1, NULL)
  set <- new_score_set(
    array(scores, c(dim(scores), 1), list(NULL, x$classifiers, name)), cells, metrics, new_design("items"), x$n_omitted
  )
  set$n_unscored <- x$n_unscored
  if (has_groups(x)) {
    # All samples of an item are of its group.
    set$groups <- groups_of_units(x$groups, !duplicated(score_unit(x)))
    set$groups$count[] <- 1
  }
  set
}
