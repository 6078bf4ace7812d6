#' Probabilities and scores of every observation
#'
#' Most classifiers give a probability, or a score that rises with it. With the truth these are evidence for all verbs:
#' who ranks better (AUC), whose probabilities are right (Brier score, log loss, calibration), what is more useful at
#' the threshold that will be used (net benefit). All classifiers are judged on the same observations, so that
#' comparisons are paired.
#'
#' ```
#' probability_set(truth ~ rf + svm, data, positive = "ill")
#' probability_set(truth, rf = p1, svm = p2, positive = "ill")
#' ```
#'
#' Of more than two classes each classifier has a column for every class, called as the class, alone or after something
#' that all have (`.pred_<class>`, `prob.<class>`, `rf_<class>`):
#'
#' ```
#' probability_set(truth ~ rf + svm, data)                      # columns rf_a, rf_b, rf_c, svm_a ..., or matrices
#' probability_set(data, truth, rf = starts_with("rf"), svm = c(svm_a, svm_b, svm_c))
#' probability_set(truth, rf = p1, svm = p2)                    # matrices with a column a class
#' ```
#'
#' The probabilities of a row must add up to 1, within 1e-6: they are not divided by their sum in silence. Areas are
#' then those of each class against the rest, `average = "macro"` or `"weighted"` their means, and `hand_till` that of
#' Hand and Till (2001), to which every class matters alike; the Brier score is the sum over classes, from 0 to 2. With
#' `positive` the set is of that class against the rest, and so it is of two classes.
#'
#' The order of each classifier's scores is found once and kept. Estimates come with the contribution of each row, from
#' which follow the joint covariance of all classifiers and metrics (of areas under ROC curves that of DeLong et al.
#' 1988), its form for clusters (`id`; of areas that of Obuchowski 1997), degrees of freedom, and simultaneous
#' inference.
#'
#' @param x A formula, `truth ~ classifiers`, a data frame or a table in a database, or the truth as a vector.
#' @param data A data frame with a row an observation; may be left out where the formula's variables exist. Or a table
#'   in a database, as `dplyr::tbl()` makes it: probabilities with no more than 10,000 different values, such as
#'   rounded ones, are counted there; others, and rows with `id`, are read.
#' @param ... With a formula not used. With the truth as a vector, a vector of numbers for each classifier, by name,
#'   or a matrix, a list or a data frame of them; of several classes a matrix or data frame for each classifier, by
#'   name. With a data frame as `x` its columns of each classifier, chosen as in [dplyr::select()].
#' @param positive The event: the class that the probabilities are of. A higher number speaks for it, which is never
#'   guessed from the data. May be left out where the truth is TRUE or FALSE, or 1 or 0.
#' @param id What belongs together, such as the patient of several images: clusters of rows. A column, or a vector.
#' @param weights How many rows each row stands for, whole numbers; rows of weight 0 are left out.
#' @param weights_are `"frequency"`, so many rows, or `"sampling"`: of rows that were drawn with unequal probabilities,
#'   such as all cases and a tenth of the others, one over the probability of each row to be drawn (or weights that make
#'   the rows like a population). Any numbers of at least 0. Estimates are then weighted (Hajek's), and each row counts
#'   once in the variance, that of the design: without `id` each row is a cluster, of means in the form CR2 with the
#'   degrees of freedom of Bell and McCaffrey. `vcov = "cr1"` of a comparison is that of Taylor linearisation in other
#'   software (Lumley 2004), which in few rows is too small where weights differ much. What is of counts is refused:
#'   tests of signs and ranks, of calibration, bands of curves.
#' @param fold The fold in which a row was predicted, when each fold had a model of its own: their scores need not have
#'   the same scale, so what ranks is then that within folds: areas averaged by the numbers of pairs of a fold, average
#'   precision and sensitivity at a specificity by those of events.
#'   Each fold has a variance of its own. A fold with one row of a class (of average precision, and of what is read off
#'   at a threshold, nine or fewer) shows too little of it: it counts as one unit, as far as it lies from all folds.
#' @param scores Are these decision scores, any numbers, rather than probabilities? Then only what ranks is known.
#' @param by Groups of the rows, for who is better where: columns of the data, or a vector; see [group_questions]. With
#'   `na = "partial"` every classifier must have rows of every group.
#' @param na `"error"` for missing values, `"omit"`: a row with one is left out for all classifiers; or `"partial"`: it
#'   is left out for the classifiers that lack it, so that each is judged on its own rows, and compared by those that
#'   both have as pairs and by the others as independent. `"partial"` is of probabilities of one event; of several
#'   classes rows with missing values are left out for all, by `"omit"`.
#' @return An object of class `probability_set`, a list with `truth` (1 for the event, else 0), `scores` (rows x
#'   classifiers), `order` (rows from 0 by increasing score), `weight`, `cluster` and `stratum` (or `NULL`), `positive`,
#'   `negative` (what the others are called), `classifiers`, `is_probability`, `n_rows`, `n_omitted`, and `times`, how
#'   many rows each of them is, where the rows of a table were counted in its database. Of several classes it is a
#'   `class_probability_set` besides: `truth` counts from 1 along `classes`, which stand in the place of `positive` and
#'   `negative`, and `scores` has the columns of each classifier side by side.
#' @section Errors: `verdict_error_scores` for scores that are not numbers, or probabilities outside 0 and 1 (also where
#'   they look like percent), `verdict_error_na` for missing values, `verdict_error_positive` where the event is not
#'   said or not a class of the truth, `verdict_error_class` for columns that are not called as the classes (and the
#'   warning `verdict_warning_exchanged` where they rank their classes so badly that they look exchanged),
#'   `verdict_error_column`, `verdict_error_formula`, `verdict_error_weights`,
#'   `verdict_error_id`, `verdict_error_length` and `verdict_error_empty` as in [prediction_set()]; so are
#'   `verdict_error_repeated`, for repeated predictions without `id` that unused columns of the data tell of, and what
#'   an unused column `fold` changes. Rows that share an unused id get the warning `verdict_warning_repeated` (a
#'   message where they are of several truths), an unused column that looks like counts `verdict_warning_weights`.
#' @section Sampling weights, how far to trust them: In 1,000 simulated sets of 30 and of 100 rows whose weights were
#'   lognormal with a log standard deviation of 1 (`bench/calibration/probability-methods.R`, Monte-Carlo standard error
#'   0.01) equal models were told apart at 0.05 by the Brier score in 5% and 5% (`vcov = "cr1"`: 8% and 6%), by the AUC
#'   in 4% and 4%, by the sensitivity at a specificity of 0.7 in 4% and 4%.
#' @section When not to use it:
#'   On the rows that the classifiers were trained on, or for nested models that were fitted to these rows: the
#'   variances are then wrong (Demler et al. 2012). For predicted labels use [prediction_set()], for a table of AUCs
#'   over folds or data sets [score_set()].
#' @references
#' DeLong, E. R., DeLong, D. M. and Clarke-Pearson, D. L. (1988) Comparing the areas under two or more correlated
#' receiver operating characteristic curves: a nonparametric approach. *Biometrics* 44, 837-845.
#' \doi{10.2307/2531595}
#'
#' Obuchowski, N. A. (1997) Nonparametric analysis of clustered ROC curve data. *Biometrics* 53, 567-578.
#' \doi{10.2307/2533958}
#'
#' Hand, D. J. and Till, R. J. (2001) A simple generalisation of the area under the ROC curve for multiple class
#' classification problems. *Machine Learning* 45, 171-186. \doi{10.1023/A:1010920819831}
#'
#' Lumley, T. (2004) Analysis of complex survey samples. *Journal of Statistical Software* 9(8), 1-19.
#' \doi{10.18637/jss.v009.i08}
#'
#' Demler, O. V., Pencina, M. J. and D'Agostino, R. B. (2012) Misuse of DeLong test to compare AUCs for nested
#' models. *Statistics in Medicine* 31, 2577-2587. \doi{10.1002/sim.5328}
#' @seealso [net_benefit()] for the metrics; [as_prediction_set()] for labels at a threshold; [verdict()]
#' @examples
#' set.seed(1)
#' patients <- data.frame(ill = sample(c("yes", "no"), 300, TRUE, c(0.3, 0.7)))
#' ill <- patients$ill == "yes"
#' patients$lab <- plogis(2 * ill - 1.5 + rnorm(300))
#' patients$image <- plogis(3 * ill - 2 + rnorm(300))
#' x <- probability_set(ill ~ lab + image, patients, positive = "yes")
#' x
#' compare_classifiers(x)
#' compare_classifiers(x, c("brier", "log_loss"))
#'
#' # three classes, a column each
#' score <- matrix(rexp(450), 150, dimnames = list(NULL, levels(iris$Species)))
#' score <- score + (score[, 1] > 0) * outer(as.integer(iris$Species), 1:3, `==`)
#' p <- score / rowSums(score)
#' assess_classifiers(probability_set(iris$Species, toy = p), c("hand_till", "roc_auc"))
#' @export
probability_set <- function(x, ...) {
  UseMethod("probability_set")
}

#' @rdname probability_set
#' @export
probability_set.formula <- function(x, data, ..., positive = NULL, id = NULL, weights = NULL, fold = NULL,
                                    scores = FALSE, na = c("error", "omit", "partial"), by = NULL, weights_are = NULL) {
  check_dots(...)
  quos <- rlang::enquos(id = id, weights = weights, fold = fold)
  if (!missing(data) && is_lazy(data)) {
    about <- list(positive = positive, scores = scores, na = na, weights_are = weights_are)
    return(lazy_probability_set(scores_in_formula(x), data, quos, rlang::enquo(by), about))
  }
  if (missing(data)) data <- formula_variables(x)
  check_data(data)
  given <- with_by(pull_columns(quos, data), rlang::enquo(by), data)
  given$weights_are <- weights_are
  names <- formula_columns(x, setdiff(names(data), given$names))
  wide <- class_prefixes(names, data)
  check_column_names(setdiff(names, names(wide)), data, arg = NULL)
  check_apart(names[1], c(names[-1], unlist(wide)), given$names)
  given <- look_around_scores(data, c(setdiff(names, names(wide)), unlist(wide)), data[[names[1]]], given)
  columns <- pick(data, names)
  columns[names(wide)] <- lapply(wide, function(own) list2DF(rlang::set_names(as.list(data)[own], names(own))))
  new_probability_set(columns, given, positive, scores, na)
}

#' @rdname probability_set
#' @export
probability_set.default <- function(x, ..., positive = NULL, id = NULL, weights = NULL, fold = NULL, scores = FALSE,
                                    na = c("error", "omit", "partial"), by = NULL, weights_are = NULL) {
  check_truth_first(sys.call(), "probability_set")
  if (!missing(x) && is_lazy(x)) {
    quos <- rlang::enquos(id = id, weights = weights, fold = fold)
    about <- list(positive = positive, scores = scores, na = na, weights_are = weights_are)
    return(lazy_selected_set(x, ..., quos = quos, by = rlang::enquo(by), about = about))
  }
  if (missing(x) || !is_label_vector(x)) {
    abort_verdict(c(
      "{.arg x} must be a formula, or the truth as a vector.",
      i = "Such as {.code probability_set(truth ~ rf + svm, data, positive = \"ill\")}.",
      i = "Or of vectors, {.code probability_set(truth, rf = p1, svm = p2, positive = \"ill\")}."
    ), "input")
  }
  columns <- c(list(truth = x), named_vectors(rlang::enquos(..., .ignore_empty = "all")))
  given <- list(id = id, weights = weights, fold = fold, by = by, weights_are = weights_are)
  new_probability_set(columns, given, positive, scores, na)
}

#' @rdname probability_set
#' @param truth Of a data frame, or a table, as `x` its column with the truth.
#' @export
probability_set.data.frame <- function(x, truth, ..., positive = NULL, id = NULL, weights = NULL, fold = NULL,
                                       scores = FALSE, na = c("error", "omit", "partial"), by = NULL,
                                       weights_are = NULL) {
  check_data(x, "x")
  if (missing(truth)) {
    abort_verdict(c(
      "Which column is the truth, and which are the classifiers?",
      i = "Say it in a formula: {.code probability_set(truth ~ rf + svm, data, positive = \"ill\")}.",
      i = "Or of several classes, a column each: \
           {.code probability_set(data, truth, rf = starts_with(\"rf_\"), svm = starts_with(\"svm_\"))}."
    ), "input")
  }
  given <- with_by(pull_columns(rlang::enquos(id = id, weights = weights, fold = fold), x), rlang::enquo(by), x)
  given$weights_are <- weights_are
  truth <- pull_column(rlang::enquo(truth), x, "truth")
  columns <- chosen_columns(rlang::enquos(..., .ignore_empty = "all"), x, truth$value)
  from <- unlist(lapply(columns, attr, "from"))
  check_apart(truth$name %||% "truth", from, given$names)
  given <- look_around_scores(x, c(truth$name, from), truth$value, given)
  columns <- lapply(columns, structure, from = NULL)
  name <- truth$name %||% "truth"
  new_probability_set(c(rlang::set_names(list(truth$value), name), columns), given, positive, scores, na)
}

# Of each expression the columns of one classifier: one, or one a class. Without a name several are a classifier each,
# unless they are called as the classes.
chosen_columns <- function(quos, data, truth) {
  parts <- Map(function(quo, name) {
    own <- select_columns(quo, data, if (nzchar(name)) name else "...")
    single <- length(own) == 1
    one <- single || nzchar(name) || are_named_by_class(own, event_classes(truth))
    if (single && !nzchar(name)) name <- names(own)
    if (!nzchar(name)) name <- "model"
    groups <- if (one) rlang::set_names(list(own), name) else as.list(own)
    lapply(groups, function(own) {
      value <- if (length(own) == 1) data[[own]] else list2DF(as.list(data)[own])
      structure(value, from = unname(own))
    })
  }, quos, names(quos))
  do.call(c, unname(parts))
}

# What columns that nobody asked for have to say of scores; `labels`: the truth and the columns of scores.
look_around_scores <- function(data, labels, truth, given) {
  given <- look_around(data, c(labels, given$names), given, part = FALSE, truth)
  # Scores are mostly all different, so that this does not prove counts.
  if (is.null(given$weights) && !is.na(given$counts) && all_rows_differ(pick(data, unname(labels)))) {
    signal_counts(given$counts, warn_verdict)
  }
  given
}

# Columns may be matrices.
all_rows_differ <- function(columns) {
  !anyDuplicated(do.call(data.frame, rlang::set_names(columns, paste0("v", seq_along(columns)))))
}

# Rows, or clusters that have any, of each of the two classes; the fewest that a classifier has.
units_of_class <- function(x) {
  if (!is.null(x$parts)) {
    return(do.call(pmin, lapply(x$parts, units_of_class)))
  }
  rows_by_class(x, if (is.null(x$cluster)) row_counts(x) else !duplicated(2 * x$cluster + x$truth))
}

# The class with the fewest of them, of clusters as many of both that with the fewest rows: "12 rows of 1".
fewest_of_class_words <- function(x) {
  size <- units_of_class(x)
  named <- x$parts[[1]] %||% x
  class <- order(size, rows_by_class(named))[1]
  paste(count_of_class(x, size[class]), say_label(c(named$negative, named$positive)[class]))
}

# "12 rows of", "5 observations with rows of"
count_of_class <- function(x, n) {
  if (is.null(x$cluster)) paste(count_of(n, "row"), "of") else paste(count_of(n, "observation"), "with rows of")
}

# Rows of each of the two classes, `counts` of each row.
rows_by_class <- function(x, counts = row_counts(x)) {
  events <- sum(counts * x$truth)
  c(sum(counts) - events, events)
}

row_weights <- function(x) x$weight %||% rep(1, length(x$truth))

# How many units each row is: one of a sample, whatever it weighs.
row_counts <- function(x) if (is.null(x$sampled)) row_weights(x) else rep(1, length(x$weight))
