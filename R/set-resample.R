# What a resample is, from what software calls it and from the rows that were tested in it: fold and
# repetition, or test sets that overlap (random splits, bootstrap), which are neither.

# "Fold01.Rep1", "Repeat2_Fold3": list(fold, repetition) of numbers; NULL if any label is of another kind.
split_fold_labels <- function(x) {
  groups <- group_codes(x)
  label <- lower_ascii(groups$label)
  rep <- "rep(?:eat|etition)?[ ._-]*([0-9]+)"
  fold <- "fold[ ._-]*([0-9]+)"
  at <- c(fold = 1, repetition = 2)
  pattern <- paste0("^", fold, "[ ._-]*", rep, "$")
  if (!all(grepl(pattern, label, perl = TRUE))) {
    at <- c(fold = 2, repetition = 1)
    pattern <- paste0("^", rep, "[ ._-]*", fold, "$")
  }
  if (length(label) == 0 || !all(grepl(pattern, label, perl = TRUE))) {
    return(NULL)
  }
  lapply(as.list(at), function(k) as.numeric(sub(pattern, paste0("\\", k), label, perl = TRUE))[groups$code])
}

# Fold and repetition of each row, as far as labels and rows tell. `overlapping`: the test sets do not
# partition the observations. The pairs of resample and observation should occur once.
resolve_resamples <- function(resample, observation, repetition = NULL) {
  if (is.null(resample) || is.null(repetition) && length(unique(resample)) == 1) {
    repeated <- anyDuplicated(observation) > 0
    return(list(fold = NULL, repetition = if (repeated) repetition, overlapping = FALSE))
  }
  resamples <- if (is.null(repetition)) split_fold_labels(resample)
  if (is.null(resamples)) resamples <- list(fold = resample, repetition = repetition)
  if (is.null(resamples$repetition)) resamples["repetition"] <- list(nested_repetition(resample, observation))
  cell <- if (is.null(resamples$repetition)) observation else paste(resamples$repetition, observation)
  # Test sets of time series are disjoint, but trained on the past only.
  growing <- all(grepl("^(slice|training)[0-9]", lower_ascii(group_codes(resample)$label), perl = TRUE))
  if (anyDuplicated(cell) > 0 || growing) {
    return(list(fold = NULL, repetition = NULL, overlapping = TRUE))
  }
  if (length(unique(resamples$repetition)) == 1) resamples["repetition"] <- list(NULL)
  list(fold = resamples$fold, repetition = resamples$repetition, overlapping = FALSE)
}

# Folds numbered through, 1 to 5 of the first repetition, 6 to 10 of the second: taken in order, each so
# many of them have every observation once. NULL where that is not so, or there is one repetition only.
nested_repetition <- function(resample, observation) {
  ids <- group_codes(observation)$code
  times <- tabulate(ids)
  if (max(times) == 1 || any(times != times[1])) {
    return(NULL)
  }
  code <- natural_codes(resample)
  order <- order(ids, code)
  turn <- numeric(length(ids))
  turn[order] <- rep(seq_len(times[1]), length(times))
  one <- turn[match(code, code)]
  if (all(turn == one)) turn
}

# Codes in the order of factor levels, numbers, or names with numbers in them ("Fold2" before "Fold10").
natural_codes <- function(x) {
  groups <- group_codes(x)
  if (is.factor(x)) {
    return(match(groups$label, levels(x))[groups$code])
  }
  number <- suppressWarnings(as.numeric(gsub("[^0-9]", "", groups$label, perl = TRUE)))
  order(order(gsub("[0-9]", "", groups$label, perl = TRUE), number, method = "radix"))[groups$code]
}

# `fold` without `repetition`, as a user gives it: labels that hold both are split, and folds that are
# numbered through have their repetition. Others are left to the checks.
resolve_folds <- function(given, observation = given$id) {
  fold <- given$fold
  if (is.null(fold) || !is.null(given$repetition) || !is_id_column(fold)) {
    return(given)
  }
  resamples <- split_fold_labels(fold)
  if (!is.null(resamples)) {
    given$fold <- resamples$fold
    if (length(unique(resamples$repetition)) > 1) given$repetition <- resamples$repetition
  } else if (is_id_column(observation) && length(observation) == length(fold) && anyDuplicated(observation)) {
    pair <- paste(group_codes(fold)$code, group_codes(observation)$code)
    first <- which(!duplicated(pair))
    repetition <- nested_repetition(fold[first], observation[first])
    given["repetition"] <- list(repetition[match(pair, pair[first])])
  }
  given
}

fewest_replicates <- function(conf.level) ceiling(2 / (1 - conf.level) - 1 - 1e-9) # nolint: object_name_linter.

# One test set is the same whatever it is called.
model_resample <- function(rows) {
  parts <- rows[intersect(c("repetition", "resample"), names(rows))]
  label <- do.call(paste, lapply(unname(as.list(parts)), as.character))
  if (length(unique(label)) < 2) rep("all", nrow(rows)) else label
}

model_keys <- function(rows) paste(model_resample(rows), rows$observation, sep = "\r")
