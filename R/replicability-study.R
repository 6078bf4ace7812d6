#' The replicability of a test by resampling
#'
#' Answers: with this much data, and this split, how often would the test reject, and how
#' well would repetitions agree? Draws data sets of given sizes, splits them, tests, and
#' counts the decisions: Bouckaert's experiment.
#'
#' There are two modes. On a [prediction_set()] the classifiers stay as they are and
#' test sets are drawn without replacement from its rows (or observations, with ids), in
#' C: what varies is the test set. The folds of a cross-validation are left out: its tests are those of the pooled rows,
#' with their caveat. On a data frame with `learners`, every repetition
#' draws a data set, trains the learners on its training part and tests on the rest:
#' what varies is all of it. The second runs in parallel through the future ecosystem
#' (`future::plan()` decides where), with progress by progressr; the result is the same
#' for any number of workers. What the learners and the test use of the global environment
#' and of attached packages is found as the future package finds it, and goes with them.
#'
#' @param x A [prediction_set()] or the formula of one with its `data`; or a data frame with the truth and the
#'   predictors.
#' @param sizes Numbers of rows (observations) of the data sets drawn.
#' @param test_fractions Shares of each data set that are for testing, between 0 and 1.
#' @param n Number of repetitions of each combination, at least 2.
#' @param test A function of a prediction set that returns a result of
#'   [compare_classifiers()], [omnibus_test()], an `htest`, or
#'   p-values, named if there are several. The default is [compare_classifiers()] with the
#'   arguments in `...`.
#' @param alpha A p-value at most this large rejects.
#' @param conf.level Confidence level of the intervals, as in [replicability()].
#' @param ... For the default test: arguments of [compare_classifiers()].
#' @param truth The column with the true labels, by its name.
#' @param learners A named list of learners, each `list(fit = , predict = )`:
#'   `fit(data)` returns a model, `predict(model, newdata)` labels.
#' @param globals Variables of the global environment that the learners and the test need
#'   where they run: `TRUE` finds them; names of more of them, or a named list of all of
#'   them, help where code is too indirect to be searched.
#' @param packages Names of packages to attach there, besides those that are found.
#' @return A data frame of class `replicability_study`: the columns of [replicability()]
#'   after `size` and `test_fraction`. Repetitions that failed are counted in `failed`;
#'   the attribute `"failures"` is a data frame of them with their message and the seed of
#'   the repetition: assigned to `.Random.seed` in the global environment it makes the
#'   same draw again. `plot()` draws the surface.
#' @section Errors: `verdict_error_study` for impossible sizes, fractions, learners or truth. What
#'   fails within a repetition is no error: it is counted and reported, with a warning
#'   (`verdict_warning_study`) where nothing else is left.
#' @section When not to use it: Repetitions drawn from one data set overlap, the more so
#'   the larger they are: close to the full size they agree by construction.
#' @references Bouckaert (2004), see [replicability()].
#' @examples
#' set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' set.seed(1)
#' study <- replicability_study(
#'   set, sizes = c(200, 600), test_fractions = c(0.3, 0.6), n = 20, classes = "grey soil"
#' )
#' study
#' @order 1
#' @export
replicability_study <- function(x, ...) UseMethod("replicability_study")

#' @export
replicability_study.default <- function(x, ...) {
  if (missing(x)) abort_not_a_set(x)
  abort_verdict(c(
    "{.arg x} must be a {.cls prediction_set} or a data frame, not {.obj_type_friendly {x}}.", i = hint_set(x)
  ), "set")
}

#' @rdname replicability_study
#' @export
replicability_study.prediction_set <- function(x, sizes, test_fractions = seq(0.1, 0.9, 0.2),
                                               n = 100, test = NULL, alpha = 0.05,
                                               conf.level = 0.95, ...) {
  check_set(x)
  check_study(sizes, test_fractions, n, x$n_clusters, alpha, conf.level, test)
  check_whole_counts(x)
  # Of rows that are drawn no fold is whole.
  x$folds <- NULL
  if (is.null(test)) {
    test <- default_test(...)
    test(x) # so that wrong arguments are an error, and not a study of failures
  }
  grid <- study_grid(sizes, test_fractions, n)
  outcome <- lapply(cli_progress_along(grid$size, "Testing"), function(i) {
    test_subset(x, round(grid$size[i] * grid$test_fraction[i]), test)
  })
  study_table(grid, outcome, alpha, conf.level, caveats_of(set_units(x)))
}

# Names of what is passed on to compare_classifiers(), before any of it is evaluated.
check_passed_on <- function(...) {
  known <- setdiff(names(formals(new_request)), c("x", "...", "agreeing"))
  known <- c(known, "contrasts", "over", comparison_options)
  given <- rlang::names2(rlang::enquos(...))
  unknown <- setdiff(given, c(known, ""))
  if (length(unknown)) abort_unknown_arguments(unknown, c(door_arguments(), known))
  given
}

default_test <- function(...) {
  check_passed_on(...)
  arguments <- list(...)
  function(set) do.call(compare_classifiers, c(list(set), arguments))
}

# Of what a test returned: a result of this package, an htest or p-values.
p_values_of <- function(result) {
  if (inherits(result, "htest")) {
    return(unname(result$p.value))
  }
  if (inherits(result, "verdict")) {
    claims <- lapply(result[c("overall", "comparison", "global")], `[[`, "adj.p.value")
    return(c("any claim" = least_p(unlist(claims))))
  }
  if (inherits(result, "verdict_gee")) result <- stats::anova(result)
  if (inherits(result, "verdict_gee_anova")) {
    return(rlang::set_names(result$p.value, rownames(result)))
  }
  if (!inherits(result, "verdict_table")) {
    return(result)
  }
  part <- ifelse(is.na(result$class), result$metric, result$class)
  if (varies(result$metric)) part <- ifelse(is.na(result$class), part, paste0(result$metric, ", ", part))
  pair <- label_pair(result)
  rlang::set_names(result$p.value, if (length(unique(pair)) > 1) paste0(part, ", ", pair) else part)
}

least_p <- function(p) if (all(is.na(p))) NA_real_ else min(p, na.rm = TRUE)

study_grid <- function(sizes, test_fractions, n) {
  expand.grid(repetition = seq_len(n), test_fraction = test_fractions, size = sizes)
}

# list(p, error, seed); the classes of the set are kept, whether drawn or not.
test_subset <- function(x, size, test) {
  seed <- random_state()
  drawn <- .Call(ffi_resample_subset, x, size)
  kept <- drawn$count > 0
  x$n <- x$n_rows <- sum(drawn$count)
  x$groups <- NULL
  if (is.null(x$profiles)) {
    x$patterns <- x$patterns[kept, , drop = FALSE]
    x$count <- drawn$count[kept]
    x$n_clusters <- x$n
  } else {
    x$count <- drawn$count
    x$profiles$multiplicity <- drawn$multiplicity
    x$n_clusters <- sum(drawn$multiplicity)
  }
  try_test(check_p_values(p_values_of(test(x))), seed)
}

check_p_values <- function(p) {
  # NA as it is written is a logical value.
  if (is.logical(p) && all(is.na(p))) storage.mode(p) <- "double"
  fine <- is.numeric(p) && length(p) > 0 && !any(p < 0 | p > 1, na.rm = TRUE)
  if (!fine || (length(p) > 1 && is.null(names(p)))) {
    abort_verdict(
      "{.arg test} must return p-values, with names if there are several, not {.obj_type_friendly {p}}.",
      "study"
    )
  }
  p
}

try_test <- function(expr, seed) {
  tryCatch(
    list(p = expr, error = NA_character_, seed = NULL),
    error = function(cnd) list(p = NA_real_, error = conditionMessage(cnd), seed = seed)
  )
}

study_table <- function(grid, outcome, alpha, conf.level, caveats = NULL) {
  failed <- !vapply(outcome, function(o) is.na(o$error), NA)
  if (all(failed)) {
    warn_verdict("All {length(outcome)} repetitions failed, the first with: {outcome[[1]]$error}", "study")
  }
  tests <- unique(unlist(lapply(outcome[!failed], function(o) names(o$p)))) %||% "test"
  cells <- unique(grid[c("size", "test_fraction")])
  rows <- lapply(seq_len(nrow(cells)), function(k) {
    here <- grid$size == cells$size[k] & grid$test_fraction == cells$test_fraction[k]
    study_cell(cells[k, ], outcome[here], tests, alpha, conf.level)
  })
  failures <- data.frame(grid[failed, ], message = vapply(outcome[failed], `[[`, "", "error"))
  failures$seed <- lapply(outcome[failed], `[[`, "seed")
  new_result(
    do.call(rbind, unlist(rows, recursive = FALSE)), "replicability_study",
    failures = failures, alpha = alpha, conf.level = conf.level, caveats = caveats
  )
}

study_cell <- function(cell, outcome, tests, alpha, conf.level) {
  lapply(tests, function(test) {
    p <- vapply(outcome, FUN.VALUE = 0, function(o) {
      if (is.null(names(o$p))) o$p[1] else unname(o$p[test])
    })
    data.frame(cell, test = test, replicability_row(p <= off_tie(alpha), conf.level), row.names = NULL)
  })
}

check_study <- function(sizes, test_fractions, n, available, alpha, conf.level, test) {
  check_number(alpha, "alpha", 0, 1)
  check_level(conf.level)
  if (!is.null(test) && !is.function(test)) {
    abort_verdict("{.arg test} must be a function of a prediction set, not {.obj_type_friendly {test}}.", "study")
  }
  check_number(n, "n", 2, 1e7, closed = TRUE, whole = TRUE, kind = "study")
  sizes <- if (!missing(sizes)) sizes
  check_number(sizes, "sizes", 2, available, closed = TRUE, whole = TRUE, size = NULL, kind = "study")
  check_fractions(test_fractions, min(sizes))
}

check_fractions <- function(test_fractions, smallest) {
  check_number(test_fractions, "test_fractions", 0, 1, size = NULL, kind = "study")
  tested <- round(smallest * range(test_fractions))
  if (tested[1] < 1 || tested[2] >= smallest) {
    abort_verdict(c(
      "Every data set needs a row for testing and one for training.",
      x = "{smallest} rows split at {.arg test_fractions} {test_fractions} do not have both."
    ), "study")
  }
}

#' @export
listing.replicability_study <- function(x, at = seq_len(nrow(x))) {
  part <- plain_rows(x)[at, ]
  columns <- list(rows = format_count(part$size), `to test` = format_percent(part$test_fraction))
  if (varies(x$test)) columns$test <- table_label(part$test)
  about <- if (!varies(x$test) && x$test[1] != "test") paste0(" (", say_label(x$test[1]), ")")
  failed <- NROW(attr(x, "failures"))
  list(
    head = c(
      paste0("Would the test", about, " say the same again? Level ", short_number(attr(x, "alpha")), "."),
      paste0("Agreement: the chance that two repetitions decide alike. ", replicability_intervals(x))
    ),
    columns = c(columns, replicability_cells(part, x)), spare = c("rejected", "replicability", "decisions"),
    foot = c(attr(x, "caveats"), if (failed > 0) {
      paste0(count_of(failed, "repetition"), " failed; their messages and seeds are in attr(x, \"failures\").")
    }),
    words = replicability_words(part, paste0(
      "Of ", count_of(part$size, "row"), ", ", format_percent(part$test_fraction), " to test, ",
      if (varies(x$test)) say_label(part$test) else "the test"
    ))
  )
}

#' @rdname replicability_study
#' @param object A `replicability_study`.
#' @exportS3Method ggplot2::autoplot
autoplot.replicability_study <- function(object, ...) {
  check_dots(...)
  check_surface(object)
  none <- is.na(object$replicability)
  object$panel <- in_turn(object$test)
  object$label <- ifelse(none, "", sprintf("%.2f\n(%.2f)", object$replicability, object$rejection.rate))
  ggplot2::ggplot(object, ggplot2::aes(
    x = factor(.data$test_fraction), y = factor(.data$size), fill = .data$replicability
  )) +
    ggplot2::geom_tile(colour = "white") +
    tile_text(ggplot2::aes(label = .data$label, colour = .data$replicability > 0.75), object, 3) +
    ggplot2::scale_colour_manual(
      values = c(`FALSE` = "grey15", `TRUE` = "white"), na.value = "grey15", guide = "none"
    ) +
    ggplot2::scale_x_discrete(labels = spaced, guide = plain_axis()) +
    ggplot2::scale_y_discrete(guide = plain_axis()) +
    facet_panels(object$panel, beside = as.character(object$size)) +
    share_scale("replicability", c(0.45, 1)) +
    plot_words(
      "Would the test say the same again?",
      c(
        "Numbers where they have room, in brackets the rejection rate.",
        if (any(none)) "Grey: fewer than two decisions."
      ),
      x = "share for testing", y = "size of the data set"
    ) +
    plot_theme()
}

#' @export
plot.replicability_study <- function(x, ...) draw_ggplot(x, ...)

check_surface <- function(x) {
  wanted <- c("size", "test_fraction", "test", "replicability", "rejection.rate")
  if (nrow(x) == 0 || !all(wanted %in% names(x))) {
    abort_verdict(c(
      "There is no surface to draw.",
      i = "It takes one row or more, with the columns {.field {wanted}}."
    ), "study")
  }
}
