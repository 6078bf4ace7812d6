# What is assumed to be true of the classifiers: the probability of every pattern. Power
# is computed from it, and prediction sets are drawn from it.

#' What is assumed to be true: scenarios for planning and simulation
#'
#' Answers no question by itself: a scenario states what the classifiers are like, so that
#' [power_comparison()], [sample_size()], [simulate_predictions()] and [rejection_rate()]
#' can say what a test would find. `scenario_rates()` takes the rates of two classifiers,
#' `scenario_confusion()` confusion matrices, and `scenario_random()` classifiers that
#' guess unless they know.
#'
#' Two classifiers on the same rows are described by their rates and by how they go
#' together, and the tests depend on both. State one of:
#' - `agreement`: the share of rows (of the class) on which both are right or both are wrong;
#' - `correlation`: of being right (the phi coefficient);
#' - `rho`: of the two normal variables behind it (Gaussian copula; for precision
#'   given the truth);
#' - `overlap`, for precision: the shares of all rows that are true positives of both and
#'   false positives of both.
#'
#' @param discordant Shares of rows that only the first classifier has right, and only the
#'   second: all that McNemar's tests depend on. The other rows count as right by both.
#' @param accuracy Accuracies of the two, with one of `agreement`, `correlation`, `rho`.
#' @param sensitivity,specificity Sensitivities of the two for the class `"yes"`, their specificities, or both, with the
#'   `prevalence` and one of `agreement`, `correlation`, `rho`: one number, or two, among rows of that class and among
#'   the others. What is left out is right in all rows. Any metric can be planned for (`sample_size(rates, "npv")`).
#' @param agreement,correlation,rho,overlap How the two go together, see above.
#' @param precision,called Precisions of the two for the class `"yes"`, and the shares of
#'   rows that they call so, with `overlap` or with `prevalence` and `rho`.
#' @param prevalence Share of rows of the class `"yes"`, between 0 and 1. With `overlap` it may be
#'   left out: tests of precision do not depend on it.
#' @param classifiers Names of the classifiers. `NULL`: those of the rates, as in `accuracy = c(ct = 0.85, mri = 0.87)`.
#' @param ... Not used.
#' @return An object of class `prediction_scenario`: a list with `patterns` (an integer matrix: class
#'   of the truth and of each prediction), their `probability`, `classes` and `classifiers`.
#' @section Errors: `verdict_error_rates` for rates that cannot be, with the range that can;
#'   `verdict_error_confusion` for confusion matrices that do not fit together.
#' @section When not to use it: Where you have predictions, a pilot, give the
#'   [prediction_set()] itself to [power_comparison()] or [simulate_predictions()].
#' @references Moskowitz, C. S. and Pepe, M. S. (2006) Comparing the predictive values of
#'   diagnostic tests: sample size and analysis for paired study designs. *Clinical Trials*
#'   3, 272-279. \doi{10.1191/1740774506cn147oa}
#' @examples
#' scenario_rates(accuracy = c(0.85, 0.87), agreement = 0.9)
#' scenario_rates(
#'   sensitivity = c(ct = 0.7, mri = 0.8), specificity = c(0.9, 0.9), prevalence = 0.3,
#'   correlation = c(0.4, 0.2)
#' )
#' scenario_rates(precision = c(0.8, 0.73), called = c(0.45, 0.45), prevalence = 0.5, rho = 0.7)
#' @name scenario
#' @export
scenario_rates <- function(accuracy = NULL, discordant = NULL, agreement = NULL,
                           correlation = NULL, precision = NULL, called = NULL,
                           overlap = NULL, prevalence = NULL, rho = NULL,
                           classifiers = NULL, sensitivity = NULL, specificity = NULL, ...) {
  check_dots(...)
  rates <- list(accuracy = accuracy, discordant = discordant, precision = precision)
  rates$sensitivity <- sensitivity %||% specificity
  given <- names(Filter(Negate(is.null), rates))
  if (length(given) != 1) {
    abort_verdict(c(
      "Give one of {.arg accuracy}, {.arg discordant}, {.arg precision} and {.arg sensitivity} (or
       {.arg specificity}), two rates each.",
      x = if (length(given)) "Given are {.arg {given}}." else "None is given."
    ), "rates")
  }
  classifiers <- classifiers %||% names(rates[[given]]) %||% c("classifier1", "classifier2")
  check_scenario_names(classifiers, 2)
  together <- list(agreement = agreement, correlation = correlation, rho = rho)
  switch(given,
    precision = cell_scenario(precision_cells(precision, called, overlap, prevalence, rho), "precision", classifiers),
    sensitivity = class_scenario(sensitivity, specificity, prevalence, together, classifiers),
    {
      cells <- if (is.null(accuracy)) discordant_cells(discordant) else accuracy_cells(accuracy, together)
      cell_scenario(c(cells, rev(cells)) / 2, "accuracy", classifiers)
    }
  )
}

# Rates among rows of the class "yes" and among the others; where none are given all is right.
class_scenario <- function(sensitivity, specificity, prevalence, together, classifiers) {
  if (is.null(prevalence)) {
    abort_rates("Sensitivity and specificity need the {.arg prevalence}, the share of rows of the class.")
  }
  check_number(prevalence, "prevalence", 0, 1, kind = "rates")
  rates <- list(sensitivity = sensitivity, specificity = specificity)
  within <- function(i) {
    if (is.null(rates[[i]])) {
      return(c(1, 0, 0, 0))
    }
    accuracy_cells(rates[[i]], lapply(together, function(x) if (length(x) == 2) x[i] else x), names(rates)[i])
  }
  cells <- c(prevalence * within(1), (1 - prevalence) * rev(within(2)))
  cell_scenario(cells, if (is.null(sensitivity)) "specificity" else "sensitivity", classifiers, "yes")
}

# `cells`: as in src/core/test/power.h, the first classifier first.
cell_scenario <- function(cells, metric, classifiers, class = if (metric == "precision") "yes") {
  patterns <- cbind(rep(1:2, each = 4), rep(c(1, 1, 2, 2), 2), rep(1:2, 4))
  new_scenario(patterns, cells, c("yes", "no"), classifiers, metric, class)
}

# Patterns of probability 0 are left out; the others are sorted as in a prediction set.
new_scenario <- function(patterns, probability, classes, classifiers, metric = "accuracy", class = NULL) {
  keep <- probability > 0
  patterns <- patterns[keep, , drop = FALSE]
  by <- do.call(order, lapply(seq_len(ncol(patterns)), function(j) patterns[, j]))
  patterns <- patterns[by, , drop = FALSE]
  storage.mode(patterns) <- "integer"
  dimnames(patterns) <- list(NULL, c("truth", classifiers))
  probability <- probability[keep][by]
  new_whole(
    list(
      patterns = patterns, probability = probability / sum(probability), classes = classes,
      classifiers = classifiers, metric = metric, class = class
    ),
    "prediction_scenario"
  )
}

# -- rates of correctness ---------------------------------------------------------------

discordant_cells <- function(discordant) {
  check_number(discordant, "discordant", 0, 1, closed = TRUE, size = 2, kind = "rates")
  if (sum(discordant) > 1) {
    abort_rates("{.arg discordant}: the two shares must not exceed 1 together, and they add up to {sum(discordant)}.")
  }
  c(1 - sum(discordant), discordant, 0)
}

# Both right, only the first, only the second, neither.
accuracy_cells <- function(p, together, name = "accuracy") {
  check_number(p, name, 0, 1, closed = TRUE, size = 2, kind = "rates")
  together <- one_dependence(together)
  range <- c(max(0, sum(p) - 1), min(p)) # of the share that both have right
  value <- together$value
  p <- unname(p)
  both <- switch(together$name,
    agreement = (value - 1 + sum(p)) / 2,
    correlation = prod(p) + value * sqrt(prod(p * (1 - p))),
    rho = normal_both(p[1], p[2], value)
  )
  if (both < range[1] - 1e-12 || both > range[2] + 1e-12) {
    feasible <- if (together$name == "agreement") {
      1 - sum(p) + 2 * range
    } else {
      (range - prod(p)) / sqrt(prod(p * (1 - p)))
    }
    abort_rates(c(
      "{.arg {name}} of {p[1]} and {p[2]} does not go with {.arg {together$name}} {value}.",
      i = "It can be from {signif(feasible[1], 4)} to {signif(feasible[2], 4)}."
    ))
  }
  cells_of_pair(p, min(max(both, range[1]), range[2]))
}

# Both, only the first, only the second, neither; of shares that add up but for rounding.
cells_of_pair <- function(p, both) pmax(c(both, p - both, 1 - sum(p) + both), 0)

one_dependence <- function(together) {
  given <- !vapply(together, is.null, NA)
  if (sum(given) != 1) {
    abort_rates(c(
      "How do the classifiers go together? Give one of {.or {.arg {names(together)}}}.",
      i = "Tests on the same rows depend on it as much as on the rates."
    ))
  }
  name <- names(together)[given]
  value <- together[[name]]
  check_number(value, name, if (name == "agreement") 0 else -1, 1, closed = TRUE, kind = "rates")
  list(name = name, value = value)
}

# -- rates of positive calls ------------------------------------------------------------

precision_cells <- function(precision, called, overlap, prevalence, rho) {
  check_number(precision, "precision", 0, 1, closed = TRUE, size = 2, kind = "rates")
  check_number(called, "called", 0, 1, closed = TRUE, size = 2, kind = "rates")
  true <- precision * called
  false <- called - true
  if (is.null(overlap)) {
    return(copula_positives(true, false, prevalence, rho))
  }
  check_number(overlap, "overlap", 0, 1, closed = TRUE, size = 2, kind = "rates")
  what <- c("true positives of both", "false positives of both")
  for (i in 1:2) check_overlap(overlap[i], list(true, false)[[i]], what[i])
  some <- c(sum(true) - overlap[1], sum(false) - overlap[2])
  q <- check_prevalence_range(prevalence %||% ((some[1] + 1 - some[2]) / 2), some[1], 1 - some[2])
  pmax(c(overlap[1], true - overlap[1], q - some[1], overlap[2], false - overlap[2], 1 - q - some[2]), 0)
}

copula_positives <- function(true, false, prevalence, rho) {
  if (is.null(prevalence) || is.null(rho)) {
    abort_rates(c(
      "How do the positive calls of the classifiers go together?",
      i = "Give {.arg overlap}, or {.arg prevalence} and {.arg rho}."
    ))
  }
  q <- check_prevalence_range(prevalence, max(true), 1 - max(false))
  check_number(rho, "rho", -1, 1, closed = TRUE, kind = "rates")
  joint <- function(p) cells_of_pair(p, normal_both(p[1], p[2], rho))
  c(q * joint(pmin(true / q, 1)), (1 - q) * joint(pmin(false / (1 - q), 1)))
}

check_overlap <- function(both, each, what) {
  if (both > min(each) + 1e-12) {
    abort_rates(c(
      "{.arg overlap} says that a share {both} of the rows are {what}.",
      i = "With these rates it can be from 0 to {signif(min(each), 4)}."
    ))
  }
}

check_prevalence_range <- function(q, low, high) {
  if (low > high) {
    abort_rates(c(
      "{.arg precision} and {.arg called} do not go together: the true positives need a share {signif(low, 4)} of
       the rows, the false positives {signif(1 - high, 4)}.",
      i = "Call fewer rows, or let more of the calls be the same."
    ))
  }
  check_number(q, "prevalence", 0, 1, closed = TRUE, kind = "rates")
  if (q < low - 1e-12 || q > high + 1e-12 || q <= 0 || q >= 1) {
    abort_rates(c(
      "{.arg prevalence} {q} does not go with these precisions and shares of calls.",
      i = "It can be from {signif(low, 4)} to {signif(high, 4)}."
    ))
  }
  q
}

# P(both below) of standard normals below which each is with probability p1 and p2.
normal_both <- function(p1, p2, rho) {
  if (rho < 0) p1 - normal_both(p1, 1 - p2, -rho) else factor_pattern(cbind(c(p1, p2)), matrix(TRUE, 1, 2), rho)[1]
}

# The probabilities that classifiers are right (TRUE) or wrong as in each row of `right`,
# under one common normal factor: pairwise correlation rho in [0, 1]. By the trapezoidal
# rule, which for this integrand is right to rounding once the step is fine enough.
factor_pattern <- function(p, right, rho) {
  if (rho >= 1 - 1e-6) {
    low <- ifelse(right, 0, rep(p, each = nrow(right)))
    high <- ifelse(right, rep(p, each = nrow(right)), 1)
    return(pmax(apply(high, 1, min) - apply(low, 1, max), 0))
  }
  step <- min(0.05, sqrt(1 - rho) / 8)
  at <- seq(-8.5, 8.5, length.out = 2 * ceiling(8.5 / step) + 1)
  weight <- stats::dnorm(at) / sum(stats::dnorm(at))
  below <- vapply(p, function(each) stats::pnorm((qnorm(each) - sqrt(rho) * at) / sqrt(1 - rho)), at)
  apply(right, 1, function(is_right) {
    shares <- below
    shares[, !is_right] <- 1 - shares[, !is_right]
    sum(weight * apply(shares, 1, prod))
  })
}

# -- checks -----------------------------------------------------------------------------

abort_rates <- function(message, envir = parent.frame()) abort_verdict(message, "rates", envir = envir)

check_scenario_names <- function(classifiers, n) {
  fine <- is.character(classifiers) && length(classifiers) == n && !anyNA(classifiers) &&
    !anyDuplicated(c("truth", classifiers)) && all(classifiers != "")
  if (!fine) {
    abort_verdict("{.arg classifiers} must be {n} different name{?s}, none of them {.val truth}.", "classifier")
  }
}

# -- as sets ----------------------------------------------------------------------------

# A scenario from what was given: itself, or the shares of a set of independent rows.
as_scenario <- function(x, arg = "scenario") {
  if (inherits(x, "prediction_scenario")) {
    check_unedited(x, are_amounts(x$probability))
    return(x)
  }
  if (!inherits(x, "prediction_set")) {
    abort_verdict(c(
      "{.arg {arg}} must be a scenario or a {.cls prediction_set}, not {.obj_type_friendly {x}}.",
      i = hint_set(x) %||% "Make one with {.fn scenario_rates}, {.fn scenario_confusion} or {.fn scenario_random}."
    ), "set")
  }
  check_set(x)
  if (is_clustered(x)) {
    abort_verdict(c(
      "{if (is.null(x$sampled)) 'Observations occur repeatedly' else 'Rows have sampling weights'} in this set, and rows
       drawn from it would not.",
      i = "For power give the set to {.fn power_comparison}."
    ), "clustered")
  }
  new_scenario(x$patterns, count_at_prevalence(x), x$classes, x$classifiers)
}

# Rows of each pattern as they would be with the shares of classes that update_prevalence() gave.
count_at_prevalence <- function(x) {
  if (is.null(x$prevalence)) {
    return(x$count)
  }
  class <- x$patterns[, 1]
  x$count * unname(x$prevalence / sums_at(x$count, class, length(x$classes)))[class]
}

# `count` rows of each pattern as a set.
scenario_set <- function(scenario, count) {
  kept <- count > 0
  new_prediction_set(
    classes = scenario$classes, names = c("truth", scenario$classifiers),
    patterns = scenario$patterns[kept, , drop = FALSE], count = as.double(count[kept]), profiles = NULL,
    n_rows = sum(count), n_clusters = sum(count), n_omitted = 0, notes = character()
  )
}

#' @export
as.data.frame.prediction_scenario <- function(x, row.names = NULL, optional = FALSE, ...) {
  check_dots(...)
  check_unedited(x)
  list2DF(c(pattern_columns(x), list(probability = x$probability)))
}

#' @export
print.prediction_scenario <- function(x, ...) {
  check_dots(...)
  check_unedited(x)
  accuracy <- vapply(seq_along(x$classifiers), function(j) {
    sum(x$probability[x$patterns[, 1 + j] == x$patterns[, 1]])
  }, 0)
  who <- say_label(x$classifiers)
  size <- c(length(x$classes), length(x$classifiers), nrow(x$patterns))
  writeLines(c(
    paste("Scenario:", paste(size, c("classes", "classifiers", "patterns"), collapse = ", ")),
    paste0("Accuracy of ", who, ": ", short_number(accuracy, 3))
  ))
  if (length(accuracy) == 2) {
    cells <- short_number(scenario_cells(x, NULL, 2:1), 3)
    alone <- paste("only by", who[2:1], cells[2:3], collapse = ", ")
    writeLines(paste0("Right by both ", cells[1], ", ", alone))
  }
  invisible(x)
}

# The eight cells of src/core/test/power.h for one class and a pair c(classifier,
# reference); for metrics of being right, rows of both kinds are in the first four.
scenario_cells <- function(scenario, class, pair) {
  truth <- scenario$patterns[, 1]
  called <- scenario$patterns[, 1 + pair, drop = FALSE]
  if (is.null(class)) {
    yes <- called == truth
    in_class <- rep(TRUE, length(truth))
  } else {
    code <- match(class, scenario$classes)
    yes <- called == code
    in_class <- truth == code
  }
  cell <- 8 - 4 * in_class - 2 * yes[, 1] - yes[, 2]
  as.vector(tapply(scenario$probability, factor(as.integer(cell), 1:8), sum, default = 0))
}
