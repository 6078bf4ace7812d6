# Items that are right or wrong are compared as predictions are where two differ on few of them: by t too much would
# pass. (Of those on which two never differ see gate-alike.R.)

# A pair as it is judged: list(pair, asked, direction, note).
as_answers <- function(pair, asked, direction) {
  right <- right_answers(pair, asked$known, direction)
  if (is.null(right)) {
    return(list(pair = pair, asked = asked, direction = direction, note = NA_character_))
  }
  scored <- stats::complete.cases(right)
  asked$metric <- "accuracy"
  # Their own names may be those of truths elsewhere.
  colnames(right) <- c("old", "new")
  asked$reference <- "old"
  answers <- prediction_set(right[scored, , drop = FALSE])
  asked$known <- gate_metric(answers, "accuracy")
  lost <- sum(!scored)
  note <- if (lost > 0) status_note("left_out", list(units = count_of(lost, "item"))) else NA_character_
  list(pair = answers, asked = asked, direction = 1, note = note)
}

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
