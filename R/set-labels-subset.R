# Some of the classifiers of a set of which few rows are labelled.

keep_classifiers.labelled_set <- function(x, at) {
  names <- c(x$truth, names(at))
  check_new_classifiers(names)
  labelling <- x$labelling
  # Where labels were chosen by predictions, those that are dropped still say how.
  if (labelling$kind == "by_pattern" && length(at) < length(x$classifiers)) {
    strata <- labelling$strata
    words <- vapply(seq_along(strata$n_rows), function(stratum) stratum_words(x, stratum), "")
    labelling$extra <- data.frame(stratum = factor(words[strata$of], unique(words)))
  }
  columns <- x$patterns[, c(1L, at + 1L), drop = FALSE]
  kept <- left_classes(x, columns)
  codes <- matrix(cumsum(kept)[columns], nrow(columns))
  counted <- recount_labelled(codes, labelling$extra, x$count, sum(kept))
  set <- new_prediction_set(
    x$classes[kept], names, counted$patterns, counted$count, if (is_clustered(x)) recount_profiles(x$profiles, counted),
    x$n_rows, x$n_clusters, x$n_omitted, x$notes, x$design
  )
  set$listed <- x$listed
  set["positive"] <- list(x$positive)
  if (has_groups(x)) set$groups <- recount_groups(x$groups, counted)
  labelling$extra <- counted$extra
  if (!is.null(labelling$rows)) labelling$rows <- c(0L, counted$map)[labelling$rows + 1L]
  new_labelled_set(set, labelling, x$question, x$smoothing)
}
