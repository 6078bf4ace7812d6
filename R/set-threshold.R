# Labels from probabilities: at thresholds that are given, or chosen by a rule; by the largest probability; by costs.

#' How a threshold is chosen
#'
#' For the argument `threshold` of [as_prediction_set()]: from which probability or score on is a row called positive?
#' The best threshold on some rows is too good there, the more the fewer rows: even a useless score has a threshold at
#' which Youden's J is above 0. Where the set has folds, the threshold of a fold is therefore chosen on the other folds;
#' else the set of labels says in a note that it was chosen on the same rows.
#'
#' | rule | the threshold |
#' | --- | --- |
#' | `"youden"` | with the largest sensitivity + specificity |
#' | `"f1"` | with the largest F1 |
#' | `"cost"` | with the smallest cost of false positives and false negatives |
#' | `"prevalence"` | at which as many rows are called as there are events, as nearly as can be |
#' | `"sensitivity"` | with the largest specificity where the sensitivity is `at_least` so much |
#' | `"specificity"` | with the largest sensitivity where the specificity is `at_least` so much |
#'
#' Thresholds are scores that occur; of equally good ones the largest is taken. If it is best to call no row, or nothing
#' else reaches the specificity, the threshold is infinite.
#'
#' @param rule One of the rules.
#' @param at_least For `"sensitivity"` and `"specificity"`: the share that must be reached, above 0 and at most 1.
#' @param false_positive,false_negative For `"cost"`: what each of the two errors costs.
#' @param cross_fit `TRUE`: the threshold of a fold is chosen on the other folds; the set must have folds. `FALSE`: on
#'   all rows. `NULL`: the first where there are folds.
#' @param ... Not used.
#' @return An object of class `threshold_rule`, a list of these.
#' @section Errors: `verdict_error_argument` for an unknown rule, shares outside 0 and 1, costs that are none, and for
#'   `at_least` or costs with a rule that has none.
#' @section How far to trust it: Labels keep the folds of the probabilities, so that tests of them are those of the
#'   folds; tests of labels at thresholds of the same rows take the thresholds as given, as a caveat in print says. In
#'   1,000 simulated sets each (`bench/calibration/probability-rules.R`, Monte-Carlo standard error 0.01) two equal
#'   models with 100 and 400 rows were told apart at 0.05 by the accuracy at Youden's threshold of the other of five
#'   folds in 4% and 3%, and by McNemar's test of the pooled rows in 11% and 11%. In 300 sets each (standard error up to
#'   0.02) they were at that of the same rows in 3% and 4%, and by the [expected_cost()] of labels that costs decide in
#'   5% and 6%.
#'
#'   Most other rules do worse on the same rows, as their thresholds move along the accuracy. In 190 to 2,000 sets each
#'   (standard error up to 0.02) two equal models were told apart by it at thresholds of the same 100 rows in 4%
#'   (`"prevalence"`), 10% (`"specificity"`, at least 0.9), 18% (`"f1"`), 24% (`"sensitivity"`, at least 0.9) and 29%
#'   (`"cost"`, 1 and 3), of 400 rows by the last three in 31%, 28% and 47%. At those of the other folds it was 5% or
#'   less, but by costs 8% of 100 and 9.5% of 400 rows: there a p-value just below 0.05 shows little.
#'
#'   A useless score has a mean J of 0.16 with 50 and 0.08 with 200 rows at the threshold of the same rows, and of 0.00
#'   and -0.01 at those of the other folds.
#' @section When not to use it: For calibrated probabilities and known costs no search is needed: the threshold is
#'   `false_positive / (false_positive + false_negative)`. To compare classifiers whatever the threshold, compare the
#'   AUC; at a specificity that must be reached see [operating_points()], whose intervals allow for the choice.
#' @examples
#' set.seed(1)
#' ill <- rbinom(300, 1, 0.3)
#' x <- probability_set(ill, lab = plogis(2 * ill - 1 + rnorm(300)), fold = rep(1:5, 60))
#' labels <- as_prediction_set(x, threshold = threshold_rule("sensitivity", at_least = 0.9))
#' labels$thresholds
#' assess_classifiers(labels, c("sensitivity", "specificity"))
#' @export
threshold_rule <- function(rule = c("youden", "f1", "cost", "prevalence", "sensitivity", "specificity"),
                           at_least = NULL, false_positive = NULL, false_negative = NULL, cross_fit = NULL, ...) {
  check_dots(...)
  rule <- check_choice(rule, "rule", c("youden", "f1", "cost", "prevalence", "sensitivity", "specificity"))
  check_reached(rule, at_least)
  check_error_costs(rule, list(false_positive, false_negative))
  if (!is.null(cross_fit)) check_flag(cross_fit, "cross_fit")
  structure(list(
    rule = rule, at_least = at_least, false_positive = false_positive, false_negative = false_negative,
    cross_fit = cross_fit
  ), class = "threshold_rule")
}

is_positive_number <- function(x) is.numeric(x) && length(x) == 1 && is.finite(x) && x > 0

check_reached <- function(rule, at_least) {
  reached <- rule %in% c("sensitivity", "specificity")
  fits <- if (reached) is_positive_number(at_least) && at_least <= 1 else is.null(at_least)
  if (!fits) {
    abort_verdict(c(
      paste("{.arg at_least}", if (reached) "must be one number above 0 and at most 1." else "is of other rules."),
      i = "Such as {.code threshold_rule(\"sensitivity\", at_least = 0.9)}."
    ), "argument")
  }
}

check_error_costs <- function(rule, costs) {
  priced <- rule == "cost"
  fits <- if (priced) all(vapply(costs, is_positive_number, NA)) else is.null(unlist(costs))
  if (!fits) {
    must <- "{.arg false_positive} and {.arg false_negative} must be positive numbers."
    abort_verdict(c(
      if (priced) must else "Costs are of the rule {.val cost}.",
      i = "Such as {.code threshold_rule(\"cost\", false_positive = 1, false_negative = 5)}."
    ), "argument")
  }
}

#' @rdname as_prediction_set
#' @param threshold Of a [probability_set()]: a row is called positive if its probability or score is at least this, one
#'   number or one a classifier; or a rule that chooses it, by its name or from [threshold_rule()]. The result's
#'   `thresholds` are those taken, a row a fold where they were chosen fold by fold. Decision scores have no default.
#' @param costs Of probabilities instead of `threshold`: a matrix with a row for each true class and a column for each
#'   decision, in the same order or named. Of every row that class is called whose expected cost is smallest, the first
#'   on ties; [expected_cost()] compares the labels. Of several classes without costs it is the class with the largest
#'   probability, the first on ties.
#' @export
as_prediction_set.probability_set <- function(x, threshold = 0.5, costs = NULL, ...) {
  check_scored_rows(x)
  check_dots(...)
  if (!is.null(costs)) {
    if (!missing(threshold)) abort_verdict("Give {.arg threshold} or {.arg costs}, not both.", "argument")
    return(labels_by_cost(x, costs))
  }
  if (!x$is_probability && missing(threshold)) {
    abort_verdict("{.arg threshold} is missing: from which score on is a row called {.val {x$positive}}?", "argument")
  }
  taken <- take_thresholds(x, threshold)
  n <- length(x$classifiers)
  above <- x$scores >= matrix(taken$value, ncol = n)[taken$fold, , drop = FALSE]
  called <- function(event) factor(ifelse(event, x$positive, x$negative), c(x$positive, x$negative))
  columns <- lapply(rlang::set_names(seq_len(n), x$classifiers), function(at) called(above[, at]))
  set <- called_set(x, called(x$truth == 1), columns)
  set <- ask_about(set, x$positive, NULL)
  set$thresholds <- taken$value
  if (!is.null(taken$note) && is.null(x$stratum)) set$design <- new_design("thresholds")
  set$notes <- c(set$notes, taken$note)
  set
}

#' @export
as_prediction_set.partial_probability_set <- function(x, ...) { # nolint: object_length_linter.
  check_same_rows(x, "labels")
}

called_set <- function(x, truth, columns) {
  given <- list(id = x$cluster, weights = x$weight, weights_are = if (!is.null(x$sampled)) "sampling")
  given$unused <- x$unused
  if (has_groups(x)) given$by <- lapply(x$groups$cells, function(label) factor(label, unique(label))[x$groups$group])
  count <- function(fold = NULL) {
    given$fold <- fold
    na <- if (anyNA(given$by, TRUE)) "omit" else "error"
    set <- count_predictions(c(list(truth = truth), columns), given, levels(truth), na)
    if (!is.null(x$times)) set$n_rows <- sum(x$times)
    set
  }
  if (is.null(x$stratum)) {
    return(count())
  }
  # Of clusters or weighted samples the folds are no design of labels: what is said of them is left.
  without <- function(cnd) {
    set <- count()
    set$design <- set_units(x)$design
    set
  }
  if (!is.null(x$sampled)) without() else tryCatch(count(x$stratum), verdict_error_repetition = without)
}

# list(value = folds x classifiers, fold = the row of it for each row of the set, note)
take_thresholds <- function(x, threshold) {
  n <- length(x$classifiers)
  one <- rep(1L, nrow(x$scores))
  if (is.character(threshold) && length(threshold) == 1) threshold <- threshold_rule(threshold)
  if (inherits(threshold, "threshold_rule")) {
    return(chosen_thresholds(x, threshold))
  }
  if (!is.numeric(threshold) || anyNA(threshold) || !length(threshold) %in% c(1, n)) {
    abort_verdict(c(
      "{.arg threshold} must be a number, one for each of the {n} classifier{?s}, or a rule as {.fn threshold_rule}
       makes it.",
      i = "A row is called {.val {x$positive}} if its score is at least the threshold."
    ), "argument")
  }
  if (!is.null(names(threshold))) threshold <- thresholds_by_name(threshold, x$classifiers)
  check_probability_threshold(threshold, x$is_probability)
  value <- matrix(rep_len(as_decimal(threshold), n), 1, dimnames = list(NULL, x$classifiers))
  list(value = value, fold = one, note = NULL)
}

# Names say whose they are, in whatever order.
thresholds_by_name <- function(threshold, classifiers) {
  if (!setequal(names(threshold), classifiers) || anyDuplicated(names(threshold))) {
    abort_verdict(c(
      "The names of {.arg threshold} must be those of the classifiers, each once.",
      x = "They are {.val {names(threshold)}}.", i = "The classifiers are {.val {classifiers}}."
    ), "argument")
  }
  threshold[classifiers]
}

# Infinite ones call none, or all.
check_probability_threshold <- function(threshold, is_probability) {
  odd <- is.finite(threshold) & (threshold < 0 | threshold > 1)
  if (is_probability && any(odd)) {
    abort_verdict(c(
      "A {.arg threshold} of probabilities lies between 0 and 1, and {short_number(threshold[odd][1], 7)} does not.",
      i = if (all(threshold >= 0 & threshold <= 100)) "Percent? Divide by 100."
    ), "argument")
  }
}

chosen_thresholds <- function(x, rule) {
  cross_fit <- rule$cross_fit %||% !is.null(x$stratum)
  if (cross_fit && is.null(x$stratum)) {
    abort_verdict("The set has no folds: {.code cross_fit = TRUE} needs {.arg fold} in {.fn probability_set}.",
      "argument"
    )
  }
  fold <- if (cross_fit) x$stratum else rep(1L, nrow(x$scores))
  value <- vapply(seq_along(x$classifiers), function(c) {
    vapply(seq_len(max(fold)), function(h) {
      best_threshold(x, c, if (cross_fit) fold != h else rep(TRUE, length(fold)), rule)
    }, 0)
  }, numeric(max(fold)))
  value <- matrix(value, ncol = length(x$classifiers), dimnames = list(NULL, x$classifiers))
  list(value = value, fold = fold, note = threshold_note(value, rule, cross_fit))
}

threshold_note <- function(value, rule, cross_fit) {
  words <- c(
    youden = "the largest sensitivity + specificity", f1 = "the largest F1", cost = "the smallest cost",
    prevalence = "as many calls as events", sensitivity = paste("a sensitivity of", short_number(rule$at_least, 7)),
    specificity = paste("a specificity of", short_number(rule$at_least, 7))
  )[[rule$rule]]
  if (cross_fit) {
    return(paste0("The threshold of each fold was chosen on the other folds, for ", words, "."))
  }
  each <- paste(short_number(value[1, ], 4), "for", say_label(colnames(value)))
  paste0(
    "Thresholds chosen on these same rows, for ", words, ": ", and_list(each, 6), ". What is estimated of them is too ",
    "good; choose on other rows, or give folds."
  )
}

# The best of the scores that occur among `rows`, and of calling none, by what a rule wants.
best_threshold <- function(x, c, rows, rule) {
  at <- x$order[, c] + 1L
  at <- rev(at[rows[at]])
  weight <- if (is.null(x$weight)) rep(1, length(at)) else x$weight[at]
  event <- x$truth[at] == 1
  score <- x$scores[at, c]
  last <- which(c(score[-1] != score[-length(score)], TRUE))
  called <- c(0, cumsum(weight)[last])
  found <- c(0, cumsum(weight * event)[last])
  m <- sum(weight[event])
  n <- sum(weight) - m
  if (m == 0 || n == 0) {
    abort_verdict(c(
      "No threshold can be chosen: among the rows to choose it on there is only one class.",
      i = "Give a number, or folds that have both."
    ), "argument")
  }
  value <- threshold_values(rule, found, called - found, m, n)
  best <- which(value >= max(value) - 1e-12 * max(abs(value)))
  best <- (if (any(best > 1)) best[best > 1] else best)[1]
  c(Inf, score[last])[best]
}

# How good it is to call these, by falling threshold: `tp` events found, `fp` others.
threshold_values <- function(rule, tp, fp, m, n) {
  sens <- tp / m
  spec <- 1 - fp / n
  reached <- function(share) share >= rule$at_least - 1e-9
  switch(rule$rule,
    youden = sens + spec,
    f1 = 2 * tp / (tp + fp + m),
    cost = -(rule$false_positive * fp + rule$false_negative * (m - tp)) / (m + n),
    prevalence = -abs(tp + fp - m) / (m + n),
    sensitivity = ifelse(reached(sens), spec, -1),
    specificity = ifelse(reached(spec), sens, -1)
  )
}

# The largest probability, the first class on ties; or the smallest expected cost.
#' @rdname as_prediction_set
#' @export
as_prediction_set.class_probability_set <- function(x, costs = NULL, ...) {
  check_scored_rows(x)
  if ("threshold" %in% ...names()) {
    abort_verdict(c(
      "With several classes there is no {.arg threshold}: the largest probability decides.",
      i = "Give {.arg costs} where some errors are worse than others."
    ), "argument")
  }
  check_dots(...)
  if (!is.null(costs)) {
    return(labels_by_cost(x, costs))
  }
  decided_set(x, x$classes, x$truth, class_scores(x), "largest probability")
}

labels_by_cost <- function(x, costs) {
  if (!x$is_probability) abort_verdict("Expected costs need probabilities, and these are scores.", "argument")
  classes <- x$classes %||% c(x$positive, x$negative)
  costs <- expected_costs(costs, classes)
  each <- lapply(class_scores(x), function(p) level_ties(-(p %*% costs), 1e-12 * (p %*% abs(costs))))
  set <- decided_set(x, classes, if (is.null(x$classes)) 2L - x$truth else x$truth, each, "smallest expected cost")
  if (is.null(x$classes)) ask_about(set, x$positive, NULL) else set
}

# What is the largest of its row but for rounding is the largest.
level_ties <- function(value, grain) {
  at <- cbind(seq_len(nrow(value)), max.col(value, "first"))
  ifelse(value >= value[at] - pmin(grain, grain[at]), value[at], value)
}

# Of every classifier rows x classes, of one event that and the others.
class_scores <- function(x) {
  n <- length(x$classes)
  lapply(seq_along(x$classifiers), function(c) {
    if (n == 0) cbind(x$scores[, c], 1 - x$scores[, c]) else x$scores[, (c - 1) * n + seq_len(n), drop = FALSE]
  })
}

expected_costs <- function(costs, classes) {
  if (!is.matrix(costs) || !is_numeric(costs) || !all(is.finite(costs)) || any(dim(costs) != length(classes))) {
    abort_verdict(c(
      "{.arg costs} must be a matrix of finite numbers: a row for each true class, a column for each decision.",
      i = "The classes are {.val {classes}}."
    ), "costs")
  }
  costs <- truth_in_rows(costs)
  named <- dimnames(costs)
  if (!is.null(named) && !all(vapply(named, setequal, NA, y = classes))) {
    abort_verdict(c(
      "{.arg costs} must have the classes as the names of its rows and columns, or no names.",
      i = "The classes are {.val {classes}}."
    ), "costs")
  }
  unname(if (is.null(named)) costs else in_label_order(costs, classes))
}

# `each`: of every classifier rows x classes, of which the largest is called.
decided_set <- function(x, classes, truth, each, what) {
  tied <- 0
  columns <- lapply(rlang::set_names(each, x$classifiers), function(value) {
    best <- max.col(value, "first")
    tied <<- tied + sum(rowSums(value == value[cbind(seq_along(best), best)]) > 1)
    structure(best, levels = classes, class = "factor")
  })
  set <- called_set(x, structure(truth, levels = classes, class = "factor"), columns)
  note <- paste0("Of ", count_of(tied, "tie"), " for the ", what, " the first class was taken.")
  if (tied) set$notes <- c(set$notes, note)
  set
}
