#' A metric of your own
#'
#' For the argument `metric` of the verbs: any number that a confusion matrix determines. It gets
#' what the metrics of the package get: standard errors and intervals, comparison of paired
#' classifiers, joint, global and omnibus tests, ranks, bootstrap and permutation, repeated
#' observations, other prevalences, words and plots.
#'
#' The function is called with a confusion matrix of counts, **rows truth, columns
#' prediction**, with the classes as names. With `per_class = TRUE` it is called for one
#' class at a time with the 2 x 2 matrix of that class (first) against the rest (second); the
#' metric then has a value for each class and averages over classes, as recall has. A
#' function of `tp`, `fp`, `fn` and `tn` (or of some of them) is called with these, for one class
#' at a time.
#'
#' The counts need not be whole: derivatives are taken by small changes of each count (central
#' differences with steps relative to the count, extrapolated once, with a relative error of about 1e-9;
#' not extrapolated in the replicates of a bootstrap), and
#' at a given prevalence rows weigh. The value must depend on the shares of the cells only, not
#' on how many rows there are, and must be smooth at the estimate: this is checked.
#'
#' @param f A function of the confusion matrix that returns one number.
#' @param name What the metric is called in results. It must not be the name of another metric.
#' @param gradient The derivatives of `f` by the counts, if you have them: a function of the same
#'   arguments that returns a matrix like the confusion matrix (for a function of `tp`, `fp`,
#'   `fn`, `tn`: four numbers in this order). It is checked against differences. The bootstrap
#'   and permutations are faster with it; nothing else needs it.
#' @param better `"high"` or `"low"`: which values are better; `NA` where neither is. `NULL`: as usual for names that
#'   [score_set()] knows (low for `"loss"`, `"log_loss"` ...), and high for others.
#' @param lower,upper The range of the metric; intervals end there. With a `lower` of 0 ratios
#'   can be asked for.
#' @param per_class Whether the metric is one of single classes. `NULL`: if `f` is a
#'   function of `tp`, `fp`, `fn` and `tn`.
#' @param label What the metric is called in sentences and plots.
#' @param measure `"difference"` or `"ratio"`: by which two classifiers are compared unless
#'   the verb is asked for another measure.
#' @param ... Not used.
#' @return An object to be given as `metric`, by itself or in a list with others:
#'   `list("accuracy", custom_metric(...))`.
#' @section Undefined values: Where a class does not occur in the truth or in the predictions, `f` may
#'   return `NA`: the result is then `NA` with a note. `Inf` is taken as it is, without a standard error.
#' @section Errors: `verdict_error_metric`, when the metric is evaluated: `f` fails, returns `NA` though all
#'   classes occur, more than one number or a value out of its range, has no
#'   derivative at the estimate, or depends on the number of rows; `gradient` is not the derivative of
#'   `f`. `verdict_error_argument` for anything else.
#' @section When not to use it: What has no derivative (a median, a rank, whether the recall is
#'   above 0.9) has no standard error of this kind: it is refused at a step, and between steps, where small changes of
#'   the counts do not change it, its variance is 0, so that there is no test, by [by_bootstrap()] and
#'   [by_permutation()] neither, whose statistics are divided by this standard error. Nor is a metric that was
#'   chosen because it favours one of the classifiers a fair judge.
#' @seealso [expected_cost()], [f_meas()], [compare_classifiers()]
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#'
#' # Geometric mean of the classes' recalls
#' g_mean <- custom_metric(
#'   function(m) prod(diag(m) / rowSums(m))^(1 / nrow(m)), "g_mean",
#'   lower = 0, upper = 1, label = "geometric mean of recalls"
#' )
#' compare_classifiers(x, list("accuracy", g_mean))
#'
#' # Per class: the threat score, or Jaccard index
#' jaccard <- custom_metric(function(tp, fp, fn) tp / (tp + fp + fn), "jaccard", lower = 0, upper = 1)
#' compare_classifiers(x, jaccard, classes = "cotton crop")
#' assess_classifiers(x, jaccard, average = "macro")
#' @export
custom_metric <- function(f, name, gradient = NULL, better = NULL, lower = -Inf, upper = Inf,
                          per_class = NULL, label = name, measure = c("difference", "ratio"), ...) {
  check_dots(...)
  check_given(f, "a function of the confusion matrix, or of {.arg tp}, {.arg fp}, {.arg fn} and {.arg tn}.", "argument")
  check_metric_function(f, "f")
  if (!is.null(gradient)) check_metric_function(gradient, "gradient")
  check_own_name(name)
  check_one_name(label, "label")
  better <- better %||% usual_facts(name)$better
  none <- length(better) == 1 && is.na(better)
  better <- if (none) NA_character_ else check_choice(better, "better", c("high", "low"))
  check_metric_range(lower, upper)
  if (!is.null(per_class)) check_flag(per_class, "per_class")
  measure <- check_choice(measure, "measure", c("difference", "ratio"))
  by_cells <- takes_cells(f)
  if (by_cells && isFALSE(per_class)) {
    abort_verdict("A function of {.arg tp}, {.arg fp}, {.arg fn} and {.arg tn} is one of single classes.", "argument")
  }
  row <- metric_row(
    name, label, NA_character_, overall = !(per_class %||% by_cells), lower = lower, upper = upper, better = better,
    measure = measure, scored = FALSE
  )
  check_measure_range(measure, row)
  new_metric_option(row, list(
    core = "custom", name = name, f = as_function_of_table(f),
    gradient = if (!is.null(gradient)) as_function_of_table(gradient), lower = lower, upper = upper
  ))
}

# -- what is given --------------------------------------------------------------------

cell_names <- c("tp", "fp", "fn", "tn")

# A function of some of the four outcomes of a class.
takes_cells <- function(f) {
  arguments <- names(formals(args(f)))
  length(arguments) > 0 && all(arguments %in% cell_names)
}

as_function_of_table <- function(f) {
  if (!takes_cells(f)) {
    return(f)
  }
  at <- match(names(formals(args(f))), cell_names)
  function(m) do.call(f, stats::setNames(as.list(m[at]), cell_names[at]))
}

check_metric_function <- function(f, arg) {
  if (!is.function(f)) {
    abort_verdict(c(
      "{.arg {arg}} must be a function of the confusion matrix, not {.obj_type_friendly {f}}.",
      i = "For example {.code function(m) sum(diag(m)) / sum(m)}."
    ), "argument")
  }
}

check_own_name <- function(name) {
  if (missing(name)) {
    abort_verdict(c(
      "{.arg name} is missing: what is the metric called?", i = "It stands in the column {.field metric} of results."
    ), "argument")
  }
  check_one_name(name, "name")
  taken <- c(registry_metrics$metric, plain_metric(metric_synonyms()$synonym))
  if (translate(lower_ascii(name), "- ", "__") %in% taken) {
    abort_verdict(c("There is a metric {.val {name}} already.", i = "Give your own another {.arg name}."), "argument")
  }
}

check_metric_range <- function(lower, upper) {
  fine <- is.numeric(lower) && length(lower) == 1 && is.numeric(upper) && length(upper) == 1 && isTRUE(lower < upper)
  if (!fine) abort_verdict("{.arg lower} must be a number below {.arg upper}.", "argument")
}

# -- its value and derivatives --------------------------------------------------------

# What C asks: a function of a table of counts that returns the value and the derivatives by the cells.
# `strict`: whatever is wrong with the metric is an error. In replicates it is a replicate that says nothing.
metric_function <- function(option, labels, whose, strict) {
  names <- list(truth = labels, prediction = labels)
  option$door <- door()
  value <- function(cells) {
    returned <- option$f(matrix(cells, length(labels), dimnames = names))
    one <- length(returned) == 1 && (is.numeric(returned) || is.na(returned))
    if (!one) {
      abort_metric(c(
        "{.arg f} must return one number, not {.obj_type_friendly {returned}}.",
        x = if (is.numeric(returned)) "It returned {length(returned)}."
      ))
    }
    as.double(returned)
  }
  derivatives <- function(cells, at) {
    if (!strict && is.null(option$gradient)) {
      return(quick_differences(value, cells))
    }
    differences <- if (strict) cell_differences(value, cells, at)
    if (strict) check_smooth(option, value, cells, at, differences, labels, whose)
    if (is.null(option$gradient)) {
      return(differences$by)
    }
    by <- given_gradient(option, matrix(cells, length(labels), dimnames = names), whose)
    if (strict) check_gradient(option, by, differences$by, cells, labels, whose)
    by
  }
  evaluate <- function(table) {
    cells <- as.vector(table)
    at <- value(cells)
    by <- numeric(length(cells))
    if (strict) check_value(option, at, table, whose)
    if (is.finite(at)) by <- derivatives(cells, at)
    c(at, by)
  }
  if (strict) function(table) explain_failure(evaluate(table), option, whose) else evaluate
}

# Steps relative to the counts: cells without rows have no part in what the others vary by.
cell_step <- 2^-9

cell_differences <- function(value, cells, at) {
  filled <- which(cells > 0)
  moved <- vapply(filled, FUN.VALUE = double(4), function(i) {
    vapply(cell_step * c(-1, -0.5, 0.5, 1), function(step) {
      cells[i] <- cells[i] * (1 + step)
      value(cells)
    }, 0)
  })
  wide <- (moved[4, ] - moved[1, ]) / (2 * cell_step)
  narrow <- (moved[3, ] - moved[2, ]) / cell_step
  slope <- (4 * narrow - wide) / 3
  size <- max(abs(at), abs(slope), na.rm = TRUE)
  slope[abs(slope) <= 1e-11 * size] <- 0
  by <- numeric(length(cells))
  by[filled] <- slope / cells[filled]
  list(by = by, filled = filled, moved = moved, wide = wide, narrow = narrow, size = size)
}

# Of a replicate: good to 1e-5, at half the price.
quick_differences <- function(value, cells) {
  by <- numeric(length(cells))
  for (i in which(cells > 0)) {
    step <- cells[i] * cell_step
    moved <- cells
    moved[i] <- cells[i] + step
    above <- value(moved)
    moved[i] <- cells[i] - step
    by[i] <- (above - value(moved)) / (2 * step)
  }
  by
}

given_gradient <- function(option, table, whose) {
  by <- option$gradient(table)
  if (!is.numeric(by) || length(by) != length(table)) {
    abort_metric(c(
      "{.arg gradient} must return {length(table)} numbers, one for each cell, not {.obj_type_friendly {by}}.",
      i = "They are the derivatives by the counts."
    ))
  }
  by <- as.double(by)
  by[table <= 0] <- 0
  by
}

# -- what can be wrong with it --------------------------------------------------------

# `envir` has the option and whose metric it is. The verb that was called does not lead here: C does.
abort_metric <- function(message, envir = parent.frame()) {
  message[1] <- paste0("Metric {.val {option$name}}{whose}: ", message[1])
  abort_verdict(message, "metric", call = get("option", envir)$door %||% door(), envir = envir)
}

explain_failure <- function(returned, option, whose) {
  tryCatch(returned, error = function(cnd) {
    if (inherits(cnd, "verdict_error")) stop(cnd)
    abort_metric(c(
      "the function fails: {conditionMessage(cnd)}",
      i = "It is called with a matrix of counts, rows truth and columns prediction."
    ))
  })
}

# NA is an answer where a class has no rows, as is Inf.
check_value <- function(option, at, table, whose) {
  if (is.na(at)) {
    if (all(rowSums(table) > 0, colSums(table) > 0)) {
      abort_metric(c(
        "{.arg f} returned {.code NA}, though every class occurs in the truth and in the predictions.",
        i = "The counts are {.val {signif(as.vector(table), 4)}}, column by column."
      ))
    }
    return(invisible())
  }
  slack <- 1e-9 * max(0, abs(Filter(is.finite, c(at, option$lower, option$upper))))
  if (at < option$lower - slack || at > option$upper + slack) {
    abort_metric(c(
      "{.arg f} returned {signif(at, 6)}, which is not between {.arg lower}, {option$lower}, and {.arg upper},
      {option$upper}."
    ))
  }
}

check_smooth <- function(option, value, cells, at, differences, labels, whose) {
  twice <- value(2 * cells)
  if (!isTRUE(abs(twice - at) <= 1e-8 * max(abs(c(twice, at))))) {
    abort_metric(c(
      "it must depend on shares only, not on how many rows there are.",
      x = "It is {signif(at, 6)}, and with each count doubled {signif(twice, 6)}.",
      i = "Divide counts by their sum, {.code m / sum(m)}."
    ))
  }
  moved <- differences$moved
  bend <- function(low, high, step) (moved[high, ] - 2 * at + moved[low, ]) / step
  outer <- bend(1, 4, cell_step)
  inner <- bend(2, 3, cell_step / 2)
  least <- 1e-6 * differences$size
  rough <- (abs(inner) > 0.75 * abs(outer) & abs(inner) > least) |
    abs(differences$wide - differences$narrow) > 1e-3 * differences$size | !is.finite(outer + inner)
  if (any(rough)) {
    i <- which(rough)[1]
    slopes <- signif(c(at - moved[2, i], moved[3, i] - at) / (cell_step / 2), 3)
    abort_metric(c(
      "{.arg f} is not smooth at the estimate, so that it has no standard error.",
      x = "With the rows of {cell_words(differences$filled[i], labels)} it changes by {slopes[1]} to one side and by
      {slopes[2]} to the other.",
      i = "Is there a maximum, an absolute value or a threshold in it? Use a smooth function of the counts."
    ))
  }
}

check_gradient <- function(option, by, numeric, cells, labels, whose) {
  gap <- abs(by - numeric) * cells
  wrong <- which(is.na(gap) | gap > 1e-4 * max(abs(numeric * cells), abs(by * cells), na.rm = TRUE))
  if (length(wrong)) {
    i <- wrong[1]
    abort_metric(c(
      "{.arg gradient} is not the derivative of {.arg f} by the counts.",
      x = "By the rows of {cell_words(i, labels)} it is {signif(by[i], 5)}; by differences, {signif(numeric[i], 5)}."
    ))
  }
}

# "truth a predicted as b"
cell_words <- function(i, labels) {
  k <- length(labels)
  paste("truth", labels[(i - 1) %% k + 1], "predicted as", labels[(i - 1) %/% k + 1])
}

# -- as C reads it --------------------------------------------------------------------

# The labels of a 2 x 2 table.
class_and_rest <- c("class", "rest")

# Of each quantity: NULL, weights, or a function.
core_options <- function(quantity, x, strict) {
  lapply(seq_len(nrow(quantity)), function(i) {
    option <- quantity$option[[i]]
    if (!identical(option$core, "custom")) {
      return(option$weight)
    }
    over_all <- quantity$average[i] == "overall"
    whose <- paste0(" of ", say_label(x$classifiers[quantity$classifier[i]]), if (!is.na(quantity$class[i])) {
      paste(" on", say_label(quantity$class[i]))
    })
    metric_function(option, if (over_all) x$classes else class_and_rest, whose, strict)
  })
}

# The table of every classifier is needed where the margins are not enough.
check_table_memory <- function(x, metrics) {
  tabular <- metrics$core %in% c("cost", "custom") | !is.na(metrics$power_of)
  if (any(tabular & metrics$overall)) {
    check_memory(
      8 * length(x$classes)^2 * length(x$classifiers),
      paste("The confusion matrices of", count_of(length(x$classes), "class", "classes")),
      "Use a metric of single classes."
    )
  }
}

# How much two labels that differ count against agreement (Cohen 1968).
kappa_weights <- function(power, n_classes) {
  distance <- abs(outer(seq_len(n_classes), seq_len(n_classes), "-")) / max(1, n_classes - 1)
  distance^power
}
