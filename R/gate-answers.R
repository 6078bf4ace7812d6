# Items that are right or wrong are compared as predictions are where two differ on few of them: by t too much would
# pass. (Of those on which two never differ see gate-alike.R.)

# Items x classifiers; NULL where scores are of another kind, of clusters or weighted, or where more differ, or none.
right_answers <- function(pair, known, direction) {
  whole <- identical(c(known$lower, known$upper), c(0, 1)) && is.null(pair$shares) && !has_clusters(pair)
  if (!has_scored_items(pair) || !whole) {
    return(NULL)
  }
  scores <- score_matrix(pair, known$metric)
  differ <- sum(scores[, 1] != scores[, 2], na.rm = TRUE)
  if (all(scores %in% c(0, 1, NA)) && differ > 0 && differ < few_that_differ) scores == (if (direction > 0) 1 else 0)
}
