#' Plan how data are split for training and testing
#'
#' Answers: which rows train and which test, in every repetition and fold? One plan serves all
#' learners: only then are their scores paired, and only then do the tests of scores hold.
#'
#' # Types
#'
#' - `"kfold"`: the rows are dealt into `folds` parts, each tested once in every one of the
#'   `repetitions`. The sizes of the parts differ by one row at most.
#' - `"5x2"`: five repetitions of two halves, each of which trains once and tests once
#'   (Dietterich 1998).
#' - `"leave_one_out"`: every row is tested by a model of all others. Nothing is random in it.
#' - `"monte_carlo"`: `repetitions` random splits with a share `test_fraction` for testing, rounded up.
#'   Test sets of different splits overlap.
#' - `"holdout"`: one such split.
#' - `"bootstrap"`: `repetitions` samples of all rows, drawn with replacement, train; the rows that were
#'   not drawn test, on average a share (1 - 1/n)^n of them, close to 0.368. Where none is left
#'   (one sample in n^n / n!) the replicate is kept and has no score.
#'
#' With `strata`, every part has its share of every class, as near as whole rows allow: in K-fold and
#' 5x2 plans the count of a class in two folds differs by one at most. The bootstrap then draws within
#' classes.
#'
#' With `group` no group is on both sides of a split: patients, images of one scene, anything whose
#' rows resemble each other. Folds are then of groups, given one after another, the larger ones first,
#' to the smallest fold; with `strata` as well, to the fold where they least upset the shares of the classes.
#' `"leave_one_out"` leaves out one group, `"monte_carlo"` and `"bootstrap"` draw groups.
#'
#' @param x The number of rows, or a data frame that has them.
#' @param type The type of plan, see above.
#' @param ... Not used. The arguments after it must be named.
#' @param folds Number of folds, from 2 to the number of rows (or groups).
#' @param repetitions How often. `NULL`: once for `"kfold"`, 10 times for `"monte_carlo"`, 200 times for
#'   `"bootstrap"`; the others leave no choice.
#' @param test_fraction For `"monte_carlo"` and `"holdout"`: the share that tests.
#' @param strata,group The class and the group of every row: columns of the data frame `x`, or vectors.
#' @param seed A whole number that makes the plan reproducible and leaves R's random numbers as they
#'   were. `NULL`: R's random numbers go on from where they are, so that `set.seed()` governs them.
#' @return An object of class `resampling_plan`. `plan[[i]]` is split i: a list of `repetition`, `fold`, and the
#'   rows that `train` and `test`; `length(plan)` the number of splits; `lapply()` goes over them;
#'   `summary()` gives their sizes as a data frame with `repetition`, `fold`, `n_train`, `n_test`;
#'   `as.data.frame()` has a row for each split and each row of the data that takes part in it, with `repetition`,
#'   `fold`, `row`, `role` (`"train"` or `"test"`) and `times` (how often the bootstrap drew it). `plan$hash` stands
#'   for the splits: equal plans have equal ones, and it travels with scores.
#' @section Errors:
#' `verdict_error_plan` for a plan that cannot be: more folds than rows, fewer groups than folds, missing
#' classes or groups, groups of several classes where groups are drawn by class. A class with fewer rows
#' than folds gets a warning (`verdict_warning_plan`): some folds lack it.
#' @section How well tests of splits keep their level:
#' Simulated (`bench/calibration/folds.R`): two learners of equal expected accuracy, by symmetry, on data sets of
#' 100 or 300 rows: naive Bayes and nearest neighbour (1,000 data sets each, Monte-Carlo standard error 0.007
#' near 0.05) and a classification tree (200, 0.015). The tests at the level 0.05 rejected in these shares of the
#' data sets, from the least to the greatest of the six settings; and, where one of two naive Bayes or nearest
#' neighbours had worse features, in those at the right:
#'
#' `r ledger_two(topic = "scores over folds", header = c("test", "equal", "different"))`
#'
#' The corrected t test of one run kept its level throughout. That of ten repetitions, with twice the power, did for
#' naive Bayes, and did not for the nearest neighbour (0.10 and 0.11), for which the 5x2 tests did not either.
#'
#' Published simulations agree in most: the plain t test of repeated or random splits rejects far too often, that of one
#' 10-fold run somewhat too often (Dietterich 1998, Bouckaert 2003), the 5x2 tests and the corrected t test have
#' about the right size (Dietterich 1998, Alpaydin 1999, Nadeau and Bengio 2003), which here depends on the learner.
#' @section When not to use it:
#' For rows in an order that matters, such as time series: tests must then come after what trained. To
#' choose among settings of a learner, resample within the training rows: a test row that has had a say
#' in the choice is none any more.
#' @references
#' Alpaydin, E. (1999) Combined 5x2 cv F test for comparing supervised classification learning algorithms. *Neural
#' Computation* 11, 1885-1892. \doi{10.1162/089976699300016007}
#'
#' Bouckaert, R. R. (2003) Choosing between two learning algorithms based on calibrated tests. *Proceedings of the 20th
#' International Conference on Machine Learning*, 51-58.
#'
#' Dietterich, T. G. (1998) Approximate statistical tests for comparing supervised classification
#' learning algorithms. *Neural Computation* 10, 1895-1923. \doi{10.1162/089976698300017197}
#'
#' Nadeau, C. and Bengio, Y. (2003) Inference for the generalization error. *Machine Learning* 52, 239-281.
#' \doi{10.1023/A:1024068626366}
#' @seealso [resample_scores()] runs learners over a plan.
#' @examples
#' plan <- resampling_plan(iris, folds = 5, repetitions = 2, strata = Species, seed = 1)
#' plan
#' plan[[1]]$test
#' head(summary(plan), 3)
#' resampling_plan(20, "bootstrap", repetitions = 50, group = rep(1:5, 4), seed = 1)
#' @export
resampling_plan <- function(x, type = c("kfold", "5x2", "leave_one_out", "monte_carlo", "holdout", "bootstrap"),
                            ..., folds = 10, repetitions = NULL, test_fraction = 0.3, strata = NULL,
                            group = NULL, seed = NULL) {
  check_dots(...)
  type <- check_choice(type, "type", plan_types$type)
  check_given(x, "how many rows, or which data frame?", "plan")
  labels <- plan_labels(x, rlang::enquo(strata), rlang::enquo(group))
  rule <- plan_rule(type, folds, repetitions, test_fraction, missing(folds))
  if (!missing(test_fraction) && !type %in% c("monte_carlo", "holdout")) {
    abort_verdict("A plan of type {.val {type}} takes no {.arg test_fraction}.", "plan")
  }
  if (!is.null(seed)) {
    check_number(seed, "seed", -largest_whole, largest_whole, closed = TRUE, whole = TRUE, kind = "plan")
  }
  draw <- plan_draw(rule, labels$n, labels$strata, labels$group)
  drawn <- if (is.null(seed)) draw() else with_own_seed(seed, draw())
  new_resampling_plan(drawn, rule, labels, seed)
}

plan_types <- data.frame(
  type = c("kfold", "5x2", "leave_one_out", "monte_carlo", "holdout", "bootstrap"),
  repetitions = c(1, 5, 1, 10, 1, 200), free = c(TRUE, FALSE, FALSE, TRUE, FALSE, TRUE)
)

# -- arguments ------------------------------------------------------------------------

plan_labels <- function(x, strata, group) {
  if (is.data.frame(x)) {
    check_data(x, "x")
    given <- pull_columns(list(strata = strata, group = group), x)
    n <- nrow(x)
  } else {
    if (!is_count(x, 2)) {
      abort_verdict(
        "{.arg x} must be a data frame or a number of rows, from 2 to {largest_whole}, not {describe_value(x)}.", "plan"
      )
    }
    given <- list(strata = rlang::eval_tidy(strata), group = rlang::eval_tidy(group))
    n <- x
  }
  if (n < 2) abort_verdict("One row cannot both train and test.", "plan")
  codes <- function(arg) plan_codes(given[[arg]], n, arg)
  list(n = as.integer(n), strata = codes("strata"), group = codes("group"))
}

plan_codes <- function(x, n, arg) {
  if (is.null(x)) {
    return(NULL)
  }
  check_id(x, n, arg)
  absent <- sum(is_missing(x))
  if (absent > 0) abort_verdict("{.arg {arg}} must not be missing: it is in {absent} row{?s}.", "plan")
  group_codes(x)
}

plan_rule <- function(type, folds, repetitions, test_fraction, default_folds) {
  row <- plan_types[match(type, plan_types$type), ]
  if (!is.null(repetitions)) check_repetitions(repetitions, row)
  check_folds(folds, type, default_folds)
  check_number(test_fraction, "test_fraction", 0, 1)
  list(
    type = type, folds = switch(type, kfold = as.integer(folds), "5x2" = 2L, NA_integer_),
    repetitions = as.integer(repetitions %||% row$repetitions), test_fraction = test_fraction
  )
}

check_repetitions <- function(repetitions, row) {
  check_number(repetitions, "repetitions", 1, 1e6, closed = TRUE, whole = TRUE, kind = "plan")
  if (!row$free && repetitions != row$repetitions) {
    abort_verdict("A plan of type {.val {row$type}} has {row$repetitions} repetition{?s}, not {repetitions}.", "plan")
  }
}

check_folds <- function(folds, type, default_folds) {
  if (type == "kfold") {
    check_number(folds, "folds", 2, largest_whole, closed = TRUE, whole = TRUE, kind = "plan")
  } else if (!default_folds && !(type == "5x2" && identical(as.numeric(folds), 2))) {
    abort_verdict("Only a plan of type {.val kfold} takes {.arg folds}.", "plan")
  }
}

# -- the object -----------------------------------------------------------------------

# `drawn`: a list of splits with repetition, fold, test, and train where that is not the rest.
new_resampling_plan <- function(drawn, rule, labels, seed) {
  plan <- c(rule, list(
    n = labels$n, splits = drawn, stratified = !is.null(labels$strata), n_groups = length(labels$group$label),
    seed = seed
  ))
  train <- unlist(lapply(drawn, `[[`, "train"))
  parts <- c(0L, labels$n, lengths(lapply(drawn, `[[`, "test")), unlist(lapply(drawn, `[[`, "test")), train)
  # Of the bytes of 32-bit integers, whatever the machine and the versions of packages.
  plan$hash <- hash_raw_md5(writeBin(as.integer(parts), raw(), endian = "little"))
  new_whole(plan, "resampling_plan")
}

plan_split <- function(plan, i) {
  split <- plan$splits[[i]]
  list(
    repetition = split$repetition, fold = split$fold,
    train = split$train %||% setdiff(seq_len(plan$n), split$test), test = split$test
  )
}

#' @export
length.resampling_plan <- function(x) length(unclass(x)$splits)

#' @export
`[[.resampling_plan` <- function(x, i, ...) {
  plan <- unclass(x)
  if (is.character(i)) {
    return(plan[[i]])
  }
  if (!is_count(i, 1, length(plan$splits))) abort_verdict("The plan has splits 1 to {length(plan$splits)}.", "plan")
  plan_split(plan, i)
}

#' @export
as.list.resampling_plan <- function(x, ...) {
  check_unedited(x)
  plan <- unclass(x)
  check_memory(
    4 * length(plan$splits) * as.numeric(plan$n), "All splits at once", "Take one at a time: {.code plan[[i]]}."
  )
  lapply(seq_along(plan$splits), function(i) plan_split(plan, i))
}

#' @rdname resampling_plan
#' @param object,row.names,optional A plan; the others are not used.
#' @export
summary.resampling_plan <- function(object, ...) {
  check_dots(...)
  check_unedited(object)
  splits <- unclass(object)$splits
  n_test <- lengths(lapply(splits, `[[`, "test"))
  n_train <- vapply(splits, function(split) if (is.null(split$train)) NA_integer_ else length(split$train), 0L)
  data.frame(
    repetition = vapply(splits, `[[`, 0L, "repetition"), fold = vapply(splits, `[[`, 0L, "fold"),
    n_train = ifelse(is.na(n_train), object$n - n_test, n_train), n_test = n_test
  )
}

#' @rdname resampling_plan
#' @export
as.data.frame.resampling_plan <- function(x, row.names = NULL, optional = FALSE, ...) {
  check_dots(...)
  check_memory(
    28 * length(x) * as.numeric(x$n), "A row for each split and row", "Take the splits as {.code plan[[i]]}."
  )
  parts <- lapply(as.list(x), function(split) {
    drawn <- tabulate(split$train, x$n)
    train <- which(drawn > 0)
    rows <- c(train, split$test)
    data.frame(
      repetition = rep(split$repetition, length(rows)), fold = split$fold, row = rows,
      role = rep(c("train", "test"), c(length(train), length(split$test))),
      times = c(drawn[train], rep(1L, length(split$test)))
    )
  })
  do.call(rbind, parts)
}

#' @export
print.resampling_plan <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  sizes <- summary(x)
  empty <- sum(sizes$n_test == 0)
  range_of <- function(n) paste(format_count(unique(range(n))), collapse = " to ")
  lines <- c(
    paste0("Resampling plan: ", plan_words(x), "."),
    paste0(
      count_of(nrow(sizes), "split"), " of ", count_of(x$n, "row"), ": ", range_of(sizes$n_train), " train, ",
      range_of(sizes$n_test), " test."
    ),
    if (empty > 0) paste0(count_of(empty, "replicate"), " without a row to test."),
    paste0(
      if (is.null(x$seed)) "Hash " else paste0("Seed ", format(x$seed, scientific = FALSE), ", hash "),
      substr(x$hash, 1, 8), "."
    )
  )
  writeLines(wrap_text(lines, check_width(width), exdent = 2))
  invisible(x)
}

plan_words <- function(plan) {
  repeated <- function(noun) if (plan$repetitions == 1) noun else paste0(plan$repetitions, " repetitions of ", noun)
  tested <- paste0(", ", format_percent(plan$test_fraction), " to test")
  words <- switch(plan$type,
    kfold = repeated(paste0(plan$folds, "-fold cross-validation")),
    "5x2" = "5x2 cross-validation",
    leave_one_out = if (plan$n_groups > 0) "leave-one-group-out" else "leave-one-out",
    monte_carlo = paste0(count_of(plan$repetitions, "random split"), tested),
    holdout = paste0("hold-out", tested),
    bootstrap = count_of(plan$repetitions, "bootstrap replicate")
  )
  paste0(
    words, if (plan$stratified) ", stratified", if (plan$n_groups > 0) paste0(", by ", count_of(plan$n_groups, "group"))
  )
}
