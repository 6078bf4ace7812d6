#' Predictions of several classifiers on the same observations
#'
#' Takes the true labels and the predictions of one or more classifiers on the same rows
#' and counts them, once, into what every method of the package works from: the different
#' rows (patterns) with their counts.
#'
#' @param x For the formula interface `truth ~ classifier1 + classifier2`, names of columns
#'   of `data`; `.` stands for all columns that are not used otherwise, and `. - tree` for all but one. Otherwise a
#'   data frame with one row an observation; a list of such data frames or of files (see the section 'Files and
#'   chunks'); the truth as a vector; or a matrix of right and wrong answers.
#' @param data A data frame with one row an observation, or one a prediction of it if
#'   observations are predicted repeatedly (see `id`); or a list of such data frames, or names of files. Left out,
#'   the variables are found where the formula was written, as by [lm()].
#' @param truth,classifiers Columns of `x`, chosen as in [dplyr::select()]: names, strings,
#'   ranges, `-name`, `starts_with()`. `c(NB = pred_1, RF = pred_2)` names classifiers.
#'   Labels may be a factor, character, whole numbers or logical. Columns of different
#'   types go together: 1, `1L` and `"1"` are the same label.
#' @param id Which observation a row belongs to, when observations occur repeatedly, as in
#'   repeated cross-validation or several images of one patient. A column (its name, or its
#'   name as a string) or a vector with one value a row: numbers, text, factor or logical,
#'   in any order. Rows with the same id are a cluster, and all variances are by cluster.
#' @param fold,repetition The fold of a cross-validation that the row was predicted in,
#'   and its repetition: columns of the data, or vectors with one value a row.
#'
#' @param weights Frequency weights: a row of weight w stands for w equal rows (of the same
#'   observation, if there are ids). Whole numbers, not negative: a column
#'   or a vector. Rows of weight 0 are left out, and a note says how many.
#' @param weights_are What `weights` are: `"frequency"`, or `"sampling"`, the inverse of the probability with which a
#'   row was drawn. Those need not be whole; a row then weighs but counts once: estimates are Hajek's, variances those
#'   of the design, by row or, with `id`, by observation; comparisons are Wald tests, and tests that count rows are
#'   refused. The set says how many rows of equal weight it is worth. Of files, lists of data frames and tables that
#'   are not in R weights are frequencies. Tests are those of large samples: where that worth is below
#'   `r few_clusters`, for a joint test below `r few_clusters` for each of its degrees of freedom, a note says that p
#'   may be too small. A [probability_set()] allows for few observations.
#' @param by Groups of the rows, for who is better where: columns of the data, chosen as in [dplyr::select()] (`site`,
#'   `c(site, sex)`), or a vector with one value a row. Everything else is answered as without; what is asked of the
#'   groups is on the page of [group_questions]. Rows of which a column of groups is missing are refused, or with
#'   `na = "omit"` count over all and in no group.
#' @param levels The classes, in order: a vector of labels. Classes that never occur are
#'   kept, and a label that is not among them is an error. `NULL` takes the classes that
#'   occur: in the order of the factor levels, the truth's first, then any others sorted;
#'   without factors sorted, as numbers if all columns hold numbers.
#' @param positive,event The class that the question is about, in two names: `"spam"` makes
#'   metrics by class those of spam against the rest (sensitivity, specificity, precision and
#'   NPV of a diagnostic test, one row and one test each), unless a verb's `classes` names
#'   others. It is one of the classes, of which there may be more than two. `NULL`: all
#'   classes are reported, with two of them both. Metrics over all classes, such as
#'   accuracy, and averages do not depend on it.
#' @param na What to do with rows that lack a label: `"error"` counts and refuses them,
#'   `"omit"` leaves them out for all classifiers and records how many.
#' @param labelling How the rows with a truth were chosen, if only some have one (the others are `NA`):
#'   `"random"`, a random subset of all rows; `"by_pattern"`, at random among rows with the same predictions (and
#'   `strata`), at rates that may differ; or the probability with which each row was to be labelled, above 0 and at most
#'   1 (a row with 1 must have a truth): a column or a vector. `"unknown"` is everything else, such as the easy rows:
#'   there is no estimate then, but what any labels allow. It is never guessed. See the section 'Few labels'.
#' @param judge,strata With `labelling`: the label that a judge, such as a model that grades, gives every row; and
#'   anything else that is known of every row, such as a site: columns, or vectors with one value a row. Both tell
#'   strata apart. A judge whose strata would have fewer than 5 labels comes in by the tuned difference estimator
#'   instead, of accuracy or of the cells of the confusion matrices; what it was worth is printed. That is for labels
#'   that were not drawn by what the judge says: if they were, give its labels as `strata` (where the rates plainly
#'   differ with them they are taken as strata). Its labels are strata too where [compare_classifiers()] or [verdict()]
#'   is given a `method`, in [simpson_check()] and in [standardise_groups()]. Estimates by differences are of their own:
#'   accuracy need not lie between recall and specificity then, and is cut to 0 or 1, with a note, where it would be
#'   beyond.
#' @param question With `labelling`: `"population"`, the rows are a sample of what the question is about, or `"rows"`,
#'   these rows only.
#' @param smoothing With `labelling`: how many pseudo labels a stratum has in variances (not in estimates). Without any
#'   a stratum whose few labels are all alike claims to be known exactly.
#' @param ... For vectors the predictions, named: `prediction_set(truth, rf = p1, tree = p2)`; a list, data frame or
#'   matrix of them is taken apart. Otherwise not used. The arguments after it must be named.
#' @param part Are the rows a part of the data, to be put together with others by [combine_sets()]? The set then keeps
#'   the ids, each once, and checks that need all rows are left for later.
#' @param same_ids,read Of chunks: what the same id in two of them means, see [combine_sets()]; and a function that
#'   reads a file into a data frame, such as `data.table::fread`.
#' @param ids_within_shards Of a table on several servers: `TRUE` says that all rows of an `id` are on one, so that
#'   each puts its own observations together, see [databases].
#'
#' @return An object of class `prediction_set`, a list with
#'   - `classes`, `classifiers`, `truth`: names; `positive`: the class asked about, or `NULL`;
#'   - `patterns`: integer matrix, one row for each different row of labels, the truth
#'     first, as indices into `classes`, sorted; `count`: how many rows (their weight) have
#'     the pattern;
#'   - `profiles`: `NULL` if every row is a cluster by itself. Otherwise clusters with the
#'     same patterns the same number of times are one profile, `multiplicity` says how many
#'     there are, and profile `f` holds `pattern[i]` `count[i]` times for `i` from
#'     `start[f] + 1` to `start[f + 1]`;
#'   - `n`, `n_rows`, `n_clusters`, `n_omitted`: the sum of the weights, the rows counted,
#'     the number of observations, the rows left out for a missing label;
#'   - `folds`: with `fold`, the counts of each fold: `cells` (its repetition and label), and of each pattern in it
#'     `fold`, `pattern` and `count`; left out otherwise;
#'   - `groups`: with `by`, the names of its columns (`by`), a row a group (`cells`, `label`), and the counts of each:
#'     `group`, `pattern`, `count` and, with ids, `profiles`; left out otherwise;
#'   - `design`: test set, repeated observations or cross-validation; `notes`: anything
#'     noteworthy, such as classes that are predicted but never true;
#'   - `graded`: TRUE if only right and wrong are known; `keyed`: TRUE if there were ids, of which none repeats;
#'     `listed`: TRUE if `levels` named the classes;
#'     `part`: what a part keeps for the whole. Left out otherwise.
#'
#'   It depends neither on the order of the rows nor on the type of the columns.
#'
#' @section Speed and size:
#' The columns are read once, in place, by a C routine. Nothing is stored per row but,
#' with ids, one integer; the memory needed grows with the number of different rows.
#'
#' @section In one call:
#' Verbs that assess, compare, rank, test or plan take the formula themselves: `verdict(truth ~ rf + tree, data, id =
#' patient)` is `verdict(prediction_set(truth ~ rf + tree, data, id = patient))`. What is an argument of
#' `prediction_set()` goes there. Verbs for groups, curves and gates take the set.
#'
#' @section Right and wrong:
#' A matrix of TRUE and FALSE, or 1 and 0, with a row an item and a column a classifier says what was answered
#' right, not what: its accuracies can be estimated and compared as those of labels, and no other metric. An answer that
#' is missing (`NA`) is refused, or with `na = "omit"` the item is left out for all; if it counts as wrong, make it 0.
#'
#' @section Files and chunks:
#' Of a folder, a list of files (csv, tsv, also compressed; rds; parquet where arrow or nanoparquet is installed;
#' feather by arrow) or of data frames one at a time is read, counted and forgotten, by future's workers if there is a
#' plan (`future::plan()`), with progress by progressr. The result is that of all rows together. Of a folder, with the
#' folders in it, all files of these kinds are taken, or all files if `read` is given; not those whose names begin
#' with a dot or an underscore. What the names of folders say (`site=a/`) is not read. A worker that is killed is an
#' error that names its file.
#' The columns are those of the first chunk with rows, and are given by name; all rows of an `id` must be in one
#' chunk. Text files are read as text: `T` stays `T`, `01` is not `1`, an empty field is missing; classes that are
#' all whole numbers are sorted as these.
#'
#' @section Few labels:
#' With `labelling` the truth of some rows may be `NA`. Such rows are counted like all others, since what is predicted
#' says how many rows there are of each kind, and labels say what these are. Estimates are two-phase ones: the labels
#' of a pattern of predictions stand for all its rows. Their variance has the part of the labels and the part of
#' the rows; tests and intervals are by t with Satterthwaite's degrees of freedom (where labels have probabilities, by
#' how many labels of equal weight those that have part in an estimate are worth). Accuracies of two classifiers are
#' compared by the rows on which they differ: labels of the others tell nothing of their difference. (A `method` such as
#' `"midp"` takes their labels for a random subset of them, and is refused where rates look chosen.) Patterns with fewer
#' than 5 labels are merged if labels are `"random"`, all with as few labels at once, so that the order of classifiers
#' and classes changes nothing. If they are `"by_pattern"`, every pattern that matters needs a label: [next_labels()]
#' says which rows to label. The verbs take `question` and `smoothing` too.
#' Leaving the rows without a truth out is valid under `"random"` only, and wastes what is known. With `by` each group
#' is judged by the labels that are in it. Rows in files, chunks and tables of a database are counted where they are
#' (probabilities, `judge` and `strata` are columns then, by their names), and sets with the same `labelling` are put
#' together by `c()`.
#'
#' Where nobody knows how labels came about (`"unknown"`), limits are what any labels of the other rows allow: of
#' accuracy, error, precision, NPV, recall, specificity, false positive and false negative rate and F by class, and of
#' their differences, in these rows. Averages, kappa and correlations have none, and nothing is tested.
#'
#' About these rows only (`question = "rows"`) all labels of the rows on which two classifiers differ leave nothing to
#' find: [sample_size()] asks for no more.
#'
#' Simulated with 60 to 400 labels (`bench/calibration/labels.R`, `r ledger_sets(topic = "few labels")` data sets a
#' design, Monte-Carlo standard error at most `r ledger_error(topic = "few labels", kind = "coverage")`), 95% intervals
#' of a difference held in
#' `r ledger_range(topic = "few labels", kind = "coverage", measure = "difference", dependence = "random")` of the
#' data sets with random labels, in
#' `r ledger_range(topic = "few labels", kind = "coverage", dependence = "probability")` with known probabilities, in
#' `r ledger_range(topic = "few labels", kind = "coverage", dependence = "batches")` where [next_labels()] chose 60 in
#' three batches, with 8 to 40 clusters in
#' `r ledger_range(topic = "few labels", kind = "coverage", dependence = paste(c(8, 15, 40), "clusters"))`
#' (each with labels, and rows that were not much alike), with a judge in
#' `r ledger_range(topic = "few labels", kind = "coverage", dependence = "judge")` (the lower end is recall by 60
#' labels), and of kappa by random labels in
#' `r ledger_range(topic = "few labels", kind = "coverage", metric = "kap", dependence = "random")`: its standard error
#' is somewhat short where each class has few labels. Of three classifiers that were equal a whole verdict claimed
#' anything in `r ledger_range(topic = "few labels", kind = "size", method = "verdict()")` of the data sets. The F test
#' of three or four classifiers rejected equal ones in
#' `r ledger_range(topic = "few labels", kind = "size", method = "omnibus_wald")` at 0.05: it takes the smallest degrees
#' of freedom, which is cautious. Values of single classifiers have wide
#' intervals (`r ledger_range(topic = "few labels", kind = "coverage", measure = "value")`), since what was not seen is
#' allowed for. Of repeated observations (`id`) those with labels count, not all: degrees of freedom are no more than
#' they allow, and where they are worth fewer than `r few_clusters` of equal size a note says that p may be too small.
#'
#' @section When not to use:
#' Rows must be predictions of classes. For probabilities choose a threshold first; scores over folds, data sets
#' or items are a [score_set()]. If the classifiers were tested on different rows, make a set of each and give both
#' to [compare_independent()]: all other comparisons are paired.
#'
#' @section Cross-validated predictions:
#' Give the columns with the fold and the repetition, and with several repetitions also
#' `id`, the observation. It is then checked that every observation occurs once in each
#' repetition, with one truth. Variances are by observation, so that ten repetitions are
#' not taken for ten times as many observations. What no variance contains is that the
#' models were trained on overlapping data. With `fold` the verbs therefore compare the scores by fold, by
#' the corrected t test, see [compare_classifiers()]; every other result from such a set carries the
#' caveat, and `vignette("cross-validation")` says how much it matters.
#'
#' Repeated predictions without `id` are refused where they can be recognised: when
#' `repetition` is given; when the data have a column called `repetition`, `repeat` or
#' `rep` that is not used; when they have a column that numbers the observations (`id`,
#' `.row`, `rowIndex`, `row_ids`, `patient_id` and the like) that is not used and in which
#' most rows share their value with another (a few such rows get a warning); and when the
#' truth comes in equal blocks, as it does when the predictions of several repetitions
#' are stacked. If every row is an observation of its
#' own for all that, say so with `id = seq_len(nrow(data))`, or leave the column out of
#' the data. A column `fold` that is not used is taken as a sign of cross-validation; it
#' changes nothing but the caveat.
#'
#' @section Errors:
#' A column that predicts no class of the truth, such as a covariate that `.` took for a
#' classifier, gets a warning of class `verdict_warning_column` and a note; not if `levels`
#' lists the classes. So do empty labels, as `read.csv()` makes them of empty fields, and a `judge` that names no class.
#' Errors
#' have class `verdict_error`, and one of: `verdict_error_input` (`data` or `x` is no
#' data frame), `verdict_error_formula`, `verdict_error_column` (unknown, duplicated or used
#' twice), `verdict_error_classifier` (none), `verdict_error_empty` (no rows, or none left),
#' `verdict_error_length`, `verdict_error_type` (lists, dates, matrices: not labels),
#' `verdict_error_label` (a number with a fraction, text that is not valid),
#' `verdict_error_na`, `verdict_error_levels`, `verdict_error_positive` (not one of the
#' classes), `verdict_error_weights` (also for a column of counts that was not given as such), `verdict_error_id`,
#' `verdict_error_coding` (the truth's labels in another spelling or coding, also of a judge; the message has the line
#' that recodes),
#' `verdict_error_file` (a file that is not there or cannot be read), `verdict_error_parts` (chunks that do not fit),
#' `verdict_error_argument`; `verdict_error_labelling` for
#' `labelling` that is none of these, probabilities that are none, or 1 where the truth is missing, strata that are
#' missing for some rows, and whatever needs the truth of all rows. On cross-validation: `verdict_error_repeated` for
#' repeated predictions without `id`,
#' `verdict_error_repetition` for an observation that is not predicted once in each
#' repetition, `verdict_error_truth` for an observation with more than one truth,
#' `verdict_error_fold` for fewer than two folds or classifiers that do not share the
#' partition.
#'
#' @references
#' Neyman, J. (1938) Contribution to the theory of sampling human populations. *Journal of the American Statistical
#' Association* 33, 101-116. \doi{10.1080/01621459.1938.10503378}
#'
#' Robins, J. M., Rotnitzky, A. and Zhao, L. P. (1994) Estimation of regression coefficients when some regressors are
#' not always observed. *Journal of the American Statistical Association* 89, 846-866.
#' \doi{10.1080/01621459.1994.10476818}
#' @seealso [next_labels()] for which rows to label; [as_prediction_set()] for contingency tables and for
#'   data with one row a prediction; [verdict()], [assess_classifiers()] and [compare_classifiers()] for what to do with
#'   the set.
#' @examples
#' set <- prediction_set(truth ~ naive_bayes + tree, satellite)
#' set
#' summary(set)
#'
#' # the same, and all classifiers
#' prediction_set(satellite, truth, c(naive_bayes, tree))
#' prediction_set(satellite, truth, -truth)
#'
#' # one class is what it is about
#' prediction_set(truth ~ naive_bayes + tree, spam_filters, positive = "spam")
#'
#' # repeated predictions of the same observations
#' prediction_set(
#'   truth ~ random_forest + svm, vehicle_cv,
#'   id = id, fold = fold, repetition = repetition
#' )
#'
#' # vectors, and right and wrong answers
#' with(satellite, prediction_set(truth, svm, forest = random_forest))
#' prediction_set(cbind(model_a = c(TRUE, TRUE, FALSE, TRUE), model_b = c(TRUE, FALSE, FALSE, TRUE)))
#'
#' # few labels, at random
#' few <- satellite
#' set.seed(1)
#' few$truth[-sample(2000, 300)] <- NA
#' prediction_set(truth ~ svm + tree, few, labelling = "random")
#'
#' # a file at a time
#' files <- file.path(tempdir(), c("one.csv", "two.csv"))
#' utils::write.csv(satellite[1:1000, ], files[1], row.names = FALSE)
#' utils::write.csv(satellite[1001:2000, ], files[2], row.names = FALSE)
#' prediction_set(truth ~ svm + tree, files)
#'
#' # counts as weights
#' counts <- as.data.frame(table(satellite[c("truth", "svm", "tree")]))
#' prediction_set(truth ~ svm + tree, counts, weights = Freq)
#' @order 1
#' @export
prediction_set <- function(x, ...) {
  UseMethod("prediction_set")
}

#' @export
prediction_set.table <- function(x, ...) as_prediction_set(x, ...)

#' @rdname prediction_set
#' @order 2
#' @export
prediction_set.formula <- function(x, data, ..., id = NULL, fold = NULL, repetition = NULL, weights = NULL,
                                   levels = NULL, na = c("error", "omit"), positive = NULL, event = NULL,
                                   part = FALSE, same_ids = c("error", "different"), read = NULL, weights_are = NULL,
                                   labelling = NULL, judge = NULL, strata = NULL, question = c("population", "rows"),
                                   smoothing = 1, by = NULL, ids_within_shards = FALSE) {
  check_dots(...)
  asked <- new_asked(
    rlang::enquos(id = id, fold = fold, repetition = repetition, weights = weights), rlang::enquo(by),
    rlang::enquos(labelling = labelling, judge = judge, strata = strata), question, smoothing, levels = levels,
    na = na, part = part, same_ids = same_ids, read = read, weights_are = weights_are,
    ids_within_shards = ids_within_shards
  )
  if (missing(data)) data <- formula_variables(x)
  columns_in <- named_in_formula(x)
  if (is_lazy(data)) {
    set <- lazy_set(data, columns_in, asked)
  } else {
    check_no_shards(ids_within_shards)
    if (is.list(data) && !is.object(data) && !is_chunked(data)) data <- list_data(data)
    set <- if (is_chunked(data)) chunk_set(data, columns_in, asked) else frame_set(data, "data", columns_in, asked)
  }
  ask_about(set, positive, event)
}

# `columns_in`: named_in_formula() or selected_columns(). `asked`: see new_asked().
frame_set <- function(data, arg, columns_in, asked) {
  na <- check_choice(asked$na, "na", c("error", "omit"))
  check_data(data, arg)
  given <- with_by(pull_columns(asked$quos, data), asked$by, data)
  given$weights_are <- asked$weights_are
  about <- resolve_labels(asked$about, data)
  others <- c(given$names, about$names)
  columns <- columns_in(data, others)
  given <- look_around(data, c(columns, others), given, asked$part)
  count_either(lapply(columns, function(name) data[[name]]), given, about, asked$levels, na)
}

# With or without a truth for every row.
count_either <- function(columns, given, about, levels, na) {
  if (is.null(about$labelling)) {
    count_predictions(columns, given, levels, na)
  } else {
    count_labelled(columns, given, about, levels, na)
  }
}

# What columns that nobody asked for have to say; `truth` as in check_unused().
look_around <- function(data, used, given, part, truth = NULL) {
  check_flag(part, "part")
  given$unused <- check_unused(data, used, given, truth)
  given$counts <- find_counts(data, setdiff(names(data), used))
  given$part <- part
  given
}

# A list of columns, as lm() takes it.
list_data <- function(data) {
  sizes <- lengths(data)
  if (length(data) == 0 || is.null(names(data)) || length(unique(sizes)) > 1) {
    abort_verdict(c(
      "{.arg data} must be a data frame, or a list of data frames or files, not {.obj_type_friendly {data}}."
    ), "input")
  }
  list2DF(data)
}

#' @rdname prediction_set
#' @order 3
#' @export
prediction_set.data.frame <- function(x, truth, classifiers, ..., id = NULL, fold = NULL, repetition = NULL,
                                      weights = NULL, levels = NULL, na = c("error", "omit"), positive = NULL,
                                      event = NULL, part = FALSE, weights_are = NULL, labelling = NULL, judge = NULL,
                                      strata = NULL, question = c("population", "rows"), smoothing = 1, by = NULL) {
  check_more(...)
  asked <- new_asked(
    rlang::enquos(id = id, fold = fold, repetition = repetition, weights = weights), rlang::enquo(by),
    rlang::enquos(labelling = labelling, judge = judge, strata = strata), question, smoothing, levels = levels,
    na = na, part = part, weights_are = weights_are
  )
  columns_in <- selected_columns(rlang::enquo(truth), rlang::enquo(classifiers))
  ask_about(frame_set(x, "x", columns_in, asked), positive, event)
}
