#' How far a smooth calibration curve lies from the diagonal
#'
#' The share of events as a smooth function of the probability, and how far it lies from the probability itself: on
#' average over the rows (the integrated calibration index, ICI), in the middle (E50) and for the worst tenth of the
#' rows (E90), as Austin and Steyerberg (2019) have it. In the unit of probabilities, 0 where they are right.
#'
#' These describe, and are not compared: like every calibration error they are above 0 for probabilities that are
#' exactly right, the more so the fewer rows there are, and so are their intervals. To ask whose probabilities are
#' better compare the Brier score; to test whether they are right, [assess_calibration()].
#'
#' @param x A [probability_set()] of probabilities of one event.
#' @param curve `"loess"`: of the truth on the probability, local quadratic with a span of 3/4, as in the reference; or
#'   `"spline"`: logistic regression on a restricted cubic spline of the logit with knots at the quantiles 0.05, 0.35,
#'   0.65 and 0.95 of Harrell (2015), which needs no probability of exactly 0 or 1, and is faster in many rows.
#' @param R How many times rows (with `id`, clusters) are drawn again for the interval, at least as many as the level
#'   needs; 0 for none. [set.seed()] makes them reproducible.
#' @param conf.level Confidence level.
#' @param ... Not used.
#' @return A data frame of class `smooth_calibration` with a row a classifier and measure: `classifier`, `measure`
#'   (`"ici"`, `"e50"`, `"e90"`), `estimate`, `conf.low`, `conf.high` (quantiles of the replicates, for description,
#'   widened to the estimate where that lies beyond), `curve`, `note`: why there is no estimate, and so no interval, or
#'   why there is none of these replicates.
#' @section Errors: `verdict_error_set` for anything but a set of probabilities of one event; `verdict_error_weights`
#'   for weights, `verdict_error_argument`, `verdict_error_replicates`.
#' @section When not to use it: To choose among classifiers, or as a test of calibration. In a few hundred rows or fewer
#'   it says more of their number than of the probabilities: in 1,000 simulated sets of right probabilities
#'   (`bench/calibration/probability-methods.R`) the mean ICI was 0.051 with 200 rows and 0.023 with 1,000, where it
#'   should be 0.
#' @references
#' Austin, P. C. and Steyerberg, E. W. (2019) The Integrated Calibration Index (ICI) and related metrics for quantifying
#' the calibration of logistic regression models. *Statistics in Medicine* 38, 4051-4065. \doi{10.1002/sim.8281}
#'
#' Harrell, F. E. (2015) *Regression Modeling Strategies*. 2nd edition. Springer. \doi{10.1007/978-3-319-19425-7}
#' @seealso [calibration_curve()], whose curve needs no choice of smoothness
#' @examples
#' set.seed(1)
#' p <- runif(200)
#' event <- rbinom(200, 1, p)
#' x <- probability_set(event, right = p, timid = 0.5 + (p - 0.5) / 2)
#' smooth_calibration(x, R = 40)
#' @export
smooth_calibration <- function(x, curve = c("loess", "spline"), R = 200, # nolint: object_name_linter.
                               conf.level = 0.95, ...) { # nolint: object_name_linter.
  check_dots(...)
  check_given(x, "a {.fn probability_set}.", "set")
  check_one_event(x, "smooth calibration curves")
  if (!x$is_probability) abort_verdict("These are scores: only probabilities can be right or wrong.", "set")
  if (!is.null(x$weight)) abort_verdict("Smooth curves of rows with weights are not known.", "weights")
  curve <- check_choice(curve, "curve", c("loess", "spline"))
  check_level(conf.level)
  check_number(R, "R", 0, 1e5, closed = TRUE, whole = TRUE, kind = "replicates")
  if (R > 0) check_number(R, "R", fewest_replicates(conf.level), 1e5, closed = TRUE, whole = TRUE, kind = "replicates")
  units <- if (is.null(x$cluster)) seq_along(x$truth) else split(seq_along(x$truth), x$cluster)
  drawn <- if (R > 0) in_pieces(R, "Bootstrapping", most = 1, function(n, ...) {
    at <- unlist(units[sample.int(length(units), replace = TRUE)], use.names = FALSE)
    list(distance = vapply(seq_along(x$classifiers), function(c) {
      curve_distance(x$scores[at, c], x$truth[at], curve)$value
    }, c(ici = 0, e50 = 0, e90 = 0)))
  })
  rows <- lapply(seq_along(x$classifiers), function(c) {
    found <- curve_distance(x$scores[, c], x$truth, curve)
    own <- if (R > 0) matrix(drawn$distance, 3)[, seq(c, by = length(x$classifiers), length.out = R), drop = FALSE]
    limits <- distance_limits(if (is.na(found$note)) own, conf.level)
    # Curves of rows drawn again are rougher, so that all of these may lie farther off than the estimate.
    estimate <- unname(found$value)
    limits <- rbind(pmin(limits[1, ], estimate), pmax(limits[2, ], estimate))
    lacking <- R > 0 && anyNA(limits)
    new_rows(
      classifier = x$classifiers[c], measure = names(found$value), estimate = estimate,
      conf.low = limits[1, ], conf.high = limits[2, ], curve = curve,
      note = first_known(found$note, if (lacking) "too few draws of the rows have a curve for an interval" else NA)
    )
  })
  new_result(do.call(rbind, rows), "smooth_calibration")
}

#' @rawNamespace S3method(print, smooth_calibration, print_listing)
#' @export
listing.smooth_calibration <- function(x, at = seq_len(nrow(x))) {
  shown <- as_plain(x)[at, ]
  interval <- interval_column(shown$conf.low, shown$conf.high, estimate = shown$estimate)
  known <- !is.na(shown$conf.low)
  list(
    head = c(
      paste0("Distance of the probabilities from a smooth calibration curve (", shown$curve[1], ")."),
      "ici: the mean distance; e50, e90: its median and 90% quantile.",
      if (any(known)) "Intervals: quantiles of the replicates, for description."
    ),
    columns = c(
      list(
        classifier = table_label(shown$classifier), measure = shown$measure,
        estimate = format_column(shown$estimate, shown$conf.low, shown$conf.high)
      ),
      if (any(known)) list(interval = ifelse(known, interval, ""))
    ),
    note = shown$note
  )
}

# Replicates without a curve are left out; of too few that are left there are no limits. NULL: there are none, or no
# curve.
distance_limits <- function(drawn, conf.level) { # nolint: object_name_linter.
  if (is.null(drawn) || sum(!is.na(drawn[1, ])) < fewest_replicates(conf.level)) {
    return(matrix(NA_real_, 2, 3))
  }
  pointwise_limits(t(drawn), (1 - conf.level) / 2)
}

# How far the curve lies from the diagonal at the rows; NA with the reason where there is none.
curve_distance <- function(p, event, curve) {
  none <- function(why) list(value = c(ici = NA_real_, e50 = NA_real_, e90 = NA_real_), note = why)
  if (length(unique(p)) < 5) {
    return(none("fewer than 5 different probabilities: no curve"))
  }
  if (curve == "spline" && any(p == 0 | p == 1)) {
    return(none(status_words("certain")))
  }
  fitted <- tryCatch(
    suppressWarnings(if (curve == "loess") loess_curve(p, event) else spline_curve(p, event)),
    error = function(cnd) NULL
  )
  if (is.null(fitted) || !all(is.finite(fitted))) {
    return(none("no curve goes through these rows"))
  }
  far <- abs(fitted - p)
  quantiles <- stats::quantile(far, c(0.5, 0.9), names = FALSE)
  list(value = c(ici = mean(far), e50 = quantiles[1], e90 = quantiles[2]), note = NA_character_)
}

loess_curve <- function(p, event) {
  stats::loess(event ~ p, control = stats::loess.control(statistics = "none"))$fitted
}

spline_curve <- function(p, event) {
  logit <- stats::qlogis(p)
  knots <- stats::quantile(logit, c(0.05, 0.35, 0.65, 0.95), names = FALSE)
  stats::glm.fit(cbind(1, logit, restricted_cubic(logit, knots)), event, family = stats::binomial())$fitted.values
}

# Harrell's basis: cubic between the knots, straight beyond the outer ones.
restricted_cubic <- function(x, knots) {
  k <- length(knots)
  cube <- function(t) pmax(x - t, 0)^3
  gap <- knots[k] - knots[k - 1]
  vapply(knots[seq_len(k - 2)], function(t) {
    bent <- cube(t) - cube(knots[k - 1]) * (knots[k] - t) / gap + cube(knots[k]) * (knots[k - 1] - t) / gap
    bent / (knots[k] - knots[1])^2
  }, x)
}
