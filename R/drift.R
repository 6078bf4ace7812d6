# Has a model drifted? Its versions in order, each against the first, at any number of looks.

#' Drift of one model over versions
#'
#' Answers: has a model become better or worse since its first version? Each version is compared with the first on the
#' items that both have, by e-values, so that the answer holds however many versions will come and whenever one looks:
#' the j-th version after the first is judged at \eqn{6 / (\pi^2 j^2)} of the level.
#'
#' The e-value is that of [gate()] with `sequential = TRUE`, of both sides: \eqn{(e_{better} + e_{worse}) / 2}.
#'
#' @param x A set of items with the versions as classifiers: of [read_evaluations()] or [score_set()], independent items
#'   in a known range that count once each (sets whose tasks have weights are refused).
#' @param versions Their names in order, the first is the one to keep to. `NULL`: as in the set, but names that are
#'   sorted as text there, as those of [read_evaluations()] are, by the numbers in them: v2 before v10, 1.9 before 1.10.
#'   (Of other names, such as those with a month in letters, give the order: a version that takes the place of an
#'   earlier one takes its share of the level.)
#' @param ... Not used. The arguments after it must be named.
#' @param metric One metric. `NULL`: the first of the set.
#' @param conf.level All answers, of all versions that will ever come, hold together with this confidence.
#' @return A data frame (class `verdict_drift`), a row a version but the first: `metric`, `version`, `reference`, `n`
#'   (items), `estimate`, `conf.low`, `conf.high` (of the difference, version minus first), `e.value`, `level` (what it
#'   is judged at: a drift is shown where e is above 1 / `level`) and `decision` (`"better"`, `"worse"`,
#'   `"undecided"`; `"higher"`, `"lower"` of a metric without a good side).
#' @section Errors: `verdict_error_gate` for a set that has no sequential test, `verdict_error_classifier` for versions
#'   that are not in it; `verdict_error_metric`, `verdict_error_argument`.
#' @section When not to use it: To compare versions with one another once, use [compare_classifiers()]: its intervals
#'   are shorter. Whether a version may be released is for [gate()].
#' @references
#' Ramdas, A., Gruenwald, P., Vovk, V. and Shafer, G. (2023) Game-theoretic statistics and safe anytime-valid
#' inference. *Statistical Science* 38, 576-601. \doi{10.1214/23-STS894}
#' @seealso [gate()], [confidence_sequence()]
#' @examples
#' set.seed(1)
#' scores <- cbind(
#'   v1 = rbinom(500, 1, 0.8), v2 = rbinom(500, 1, 0.8), v3 = rbinom(500, 1, 0.6)
#' )
#' drift(score_set(scores, design = "items", lower = 0, upper = 1))
#' @export
drift <- function(x, versions = NULL, ..., metric = NULL, conf.level = 0.95) {
  check_dots(...)
  check_given(x, "a set with the versions of a model.", "set")
  check_evidence(x)
  check_level(conf.level)
  known <- gate_metric(x, metric)
  metric <- known$metric
  versions <- versions %||% versions_in_order(x$classifiers)
  check_strings(versions, "versions")
  for (one in versions) check_known_classifier(one, "versions", x)
  if (length(versions) < 2 || anyDuplicated(versions)) {
    abort_verdict("{.arg versions} must be two versions at least, each once.", "classifier")
  }
  side_of_good <- metric_direction(metric, known)
  rows <- lapply(seq_along(versions)[-1], function(i) {
    pair <- versions[c(1, i)]
    level <- 6 / (pi^2 * (i - 1)^2) * (1 - conf.level)
    judged <- sequential_pair(x[pair], metric, level, 1, 0)
    turned <- sequential_pair(x[pair], metric, level, -1, 0)
    side <- (judged$low > 0) - (judged$high < 0)
    words <- if (side_of_good == 0) c("lower", "undecided", "higher") else c("worse", "undecided", "better")
    data.frame(
      metric = metric, version = pair[2], reference = pair[1], n = judged$n, estimate = judged$estimate,
      conf.low = judged$low, conf.high = judged$high, e.value = (judged$e.value + turned$e.value) / 2, level = level,
      decision = words[2 + side * (if (side_of_good < 0) -1 else 1)]
    )
  })
  units <- set_units(x[versions])
  about <- list(conf.level = conf.level, unit = units$row, label = known$label, repeated = units$repeated)
  new_result(do.call(rbind, rows), "verdict_drift", drift = about)
}

# An order that is not that of the text was given.
versions_in_order <- function(names) if (identical(names, sort_values(names))) sort_by_number(names) else names

#' @rdname drift
#' @param width Width of the console in characters.
#' @export
print.verdict_drift <- function(x, ..., width = getOption("width")) {
  print_sentences(x, function(x) drift_lines(x, attr(x, "drift")), ..., width = width)
}

drift_lines <- function(x, info) {
  c(
    say_drift(x[x$decision != "undecided", ], info),
    paste0(
      say_label(x$version), ": ", x$decision, ", difference ", format_estimate(x$estimate, x$conf.low, x$conf.high),
      ", e = ", format_e(x$e.value), ", shown above ", format_e(1 / x$level), ", on ", count_of(x$n, info$unit), "."
    ),
    paste0(
      "All answers hold together with ", format_percent(info$conf.level),
      " confidence, however many versions will come."
    ),
    info$repeated
  )
}

# "Drift: v2 is better and v3 and v4 are worse than v1 in score.", of the versions that are decided.
say_drift <- function(x, info) {
  if (nrow(x) == 0) {
    return("No drift is shown.")
  }
  said <- vapply(split_rows(x, x$decision), function(part) {
    paste(and_list(say_label(part$version), 3), if (nrow(part) == 1) "is" else "are", part$decision[1])
  }, "")
  paste0("Drift: ", and_list(said), " than ", say_label(x$reference[1]), " in ", info$label, ".")
}

#' @rdname drift
#' @param object A [drift()].
#' @exportS3Method ggplot2::autoplot
autoplot.verdict_drift <- function(object, ...) {
  check_dots(...)
  info <- attr(object, "drift")
  check_shape(is_intact(object), "drift")
  first <- data.frame(version = object$reference[1], estimate = 0, conf.low = NA, conf.high = NA, shown = FALSE)
  rows <- as.data.frame(object)[c("version", "estimate", "conf.low", "conf.high")]
  rows <- rbind(first, cbind(rows, shown = object$decision != "undecided"))
  rows$at <- seq_len(nrow(rows))
  # As many names as have room.
  named <- unique(round(seq(1, nrow(rows), length.out = min(nrow(rows), 12))))
  ggplot2::ggplot(rows, ggplot2::aes(x = .data$at, y = .data$estimate)) +
    ggplot2::geom_hline(yintercept = 0, colour = "grey60", linewidth = 0.4) +
    ggplot2::geom_line(colour = "grey70", linewidth = 0.4) +
    ggplot2::geom_linerange(
      ggplot2::aes(ymin = .data$conf.low, ymax = .data$conf.high), colour = "#0072B2", linewidth = 0.5, na.rm = TRUE
    ) +
    ggplot2::geom_point(shape = ifelse(rows$shown, 16, 21), fill = "white", colour = "#0072B2", size = 2.2) +
    ggplot2::scale_x_continuous(breaks = named, labels = drawn_names(say_label(rows$version[named]), 14)) +
    ggplot2::scale_y_continuous(labels = axis_labels, guide = plain_axis()) +
    plot_words(
      drift_lines(object, info)[1],
      paste0(
        "Full circles: shown. Intervals hold together with ", format_percent(info$conf.level),
        " confidence, at any number of looks, however many versions will come."
      ),
      paste0("Difference in ", info$label, " of each version to ", object$reference[1], ", with intervals"),
      x = NULL, y = paste0("Difference in ", info$label, " to ", say_label(object$reference[1]))
    ) + curve_theme()
}

#' @rdname drift
#' @export
plot.verdict_drift <- function(x, ...) draw_ggplot(x, ...)
