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
#' @param id,weights,weights_are,by As for [prediction_set()], of a long data frame with the same value in all rows of
#'   an observation: clusters of observations (not with `fold` or `repetition`), weights, and groups.
#' @export
as_prediction_set.data.frame <- function(x, truth, prediction, classifier, observation, fold = NULL,
                                         repetition = NULL, levels = NULL, na = c("error", "omit"), positive = NULL,
                                         event = NULL, id = NULL, weights = NULL, weights_are = NULL, by = NULL,
                                         ...) {
  check_dots(...)
  na <- check_choice(na, "na", c("error", "omit"))
  check_data(x, "x")
  quos <- rlang::enquos(
    truth = truth, prediction = prediction, classifier = classifier, observation = observation,
    fold = fold, repetition = repetition
  )
  about <- with_by(pull_columns(rlang::enquos(id = id, weights = weights), x), rlang::enquo(by), x)
  lacking <- vapply(quos[1:4], rlang::quo_is_missing, NA)
  if (any(lacking) && !is.null(known_columns(x))) {
    check_none_about(about)
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
  about["weights_are"] <- list(weights_are)
  given <- about_observations(wide, about, long$observation)
  given$unused <- check_unused(x, c(long$names, about$names), given)
  ask_about(count_predictions(columns, given, levels, na), positive, event)
}

# What else is known of the observations, one value each: `about` has id, weights and by, of rows of the long table,
# and weights_are; `wide` the design, and `rows` of the table, one an observation.
about_observations <- function(wide, about, observation) {
  given <- wide[c("id", "fold", "repetition")]
  given["weights_are"] <- list(about$weights_are)
  one <- function(value, arg) one_each(value, observation, arg)[wide$rows]
  if (!is.null(about$by)) given$by <- list2DF(Map(one, as.list(about$by), names(about$by)))
  if (!is.null(about$weights)) {
    given$weights <- one(about$weights, "weights")
    # An observation of weight 3 is three, no cluster of three rows.
    if (!anyDuplicated(given$id) && is.null(given$repetition)) given["id"] <- list(NULL)
  }
  if (!is.null(about$id)) {
    if (!is.null(given$fold) || !is.null(given$repetition)) {
      abort_verdict(
        "Of cross-validated predictions the clusters are the observations: leave {.arg id} out.", "argument"
      )
    }
    given$id <- one(about$id, "id")
  }
  given
}

# Rows of the same observation must have the same value.
one_each <- function(value, observation, arg) {
  check_length(value, length(observation), arg)
  odd <- varying_ids(observation, value)
  if (length(odd)) {
    abort_verdict(c(
      "{.arg {arg}} must be the same in all rows of an observation.",
      x = "It is not for observation {first_few(odd)}."
    ), "observation")
  }
  value
}

check_none_about <- function(about, value = "prediction") {
  given <- intersect(c("id", "weights", "by"), names(Filter(Negate(is.null), about)))
  if (length(given)) {
    abort_verdict(c(
      "With {.arg {given}} the columns of a long table have to be named.",
      i = "They are {.arg truth}, {.arg {value}}, {.arg classifier} and {.arg observation}."
    ), "argument")
  }
}
