#' @rdname as_prediction_set
#' @param truth,prediction,classifier,observation For a long data frame: its columns
#'   with the true label, the predicted label, the name of the classifier and the name
#'   or number of the observation. Every observation needs a prediction of every
#'   classifier, in each repetition; the truth need only be in one of its rows. The
#'   classifiers come in the order of the factor levels, or else sorted, whatever the
#'   order of the rows.
#' @param fold,repetition Columns with the fold and the repetition of the
#'   cross-validation, see [prediction_set()]. All classifiers must share the
#'   partition: an observation is in the same fold for each of them.
#'
#'   Columns of caret, tidymodels and mlr3 are known by their names and need not be named, see [frameworks].
#' @export
as_prediction_set.data.frame <- function(x, truth, prediction, classifier, observation, fold = NULL,
                                         repetition = NULL, levels = NULL, na = c("error", "omit"), positive = NULL,
                                         event = NULL, ...) {
  check_dots(...)
  na <- check_choice(na, "na", c("error", "omit"))
  check_data(x, "x")
  quos <- rlang::enquos(
    truth = truth, prediction = prediction, classifier = classifier, observation = observation,
    fold = fold, repetition = repetition
  )
  lacking <- vapply(quos[1:4], rlang::quo_is_missing, NA)
  if (any(lacking) && !is.null(known_columns(x))) {
    return(models_set(frame_models(x, quos), levels, na, positive, event))
  }
  if (all(lacking)) check_unbroken(x)
  check_required(quos[1:4])
  long <- pull_columns(quos, x)
  check_long(long, nrow(x))
  check_roles(long$names[intersect(names(quos)[1:4], names(long$names))])
  wide <- widen(resolve_folds(long, long$observation), na)
  columns <- c(list(wide$truth), wide$predictions)
  is_column <- "truth" %in% names(long$names)
  names(columns)[1] <- if (is_column) long$names[["truth"]] else "truth"
  given <- wide[c("id", "fold", "repetition")]
  given$unused <- check_unused(x, long$names, given)
  ask_about(count_predictions(columns, given, levels, na), positive, event)
}
