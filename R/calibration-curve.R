#' How often does it happen when a probability is given?
#'
#' The calibration curve without bins: the isotonic regression of the truth on the probabilities (CORP, Dimitriadis,
#' Gneiting and Jordan 2021), the only rising curve that the rows support best. Probabilities that are right follow the
#' diagonal. The band says where the curve would lie if they were: the truth is drawn from the probabilities `R` times
#' and each draw is fitted again, so that a curve outside speaks against them at that probability.
#'
#' @param x A [probability_set()] of probabilities, without `id`.
#' @param score What is taken apart: `"brier"` or `"log_loss"`, see [assess_calibration()].
#' @param R The number of draws for the band; [set.seed()] makes them reproducible. `NULL`: 200, or 5,000 for a band
#'   that holds everywhere.
#' @param conf.level How often the curve of probabilities that are right lies in the band, at each by itself or
#'   everywhere.
#' @param ... Not used.
#' @param simultaneous Whether the whole curve of probabilities that are right lies in the band with probability
#'   `conf.level`: then leaving it anywhere is evidence against them. The band is as far out, in ranks of the draws, at
#'   every probability alike. Else only at each by itself, and some points outside are to be expected.
#' @return A data frame of class `calibration_curve` with a row a classifier and probability (at most about 200 of those
#'   that occur): `classifier`, `probability`, `n` and `events` (rows from there up to the next probability), `observed`
#'   (the share of events by isotonic regression), `conf.low` and `conf.high` (the band). `print()` shows the parts of
#'   the score, `plot()` the curves above the histograms.
#' @section Errors: `verdict_error_set` for anything but a set of probabilities, or one with `id`, whose rows are not
#'   independent; `verdict_error_argument`; `verdict_error_replicates` for too few draws.
#' @section When not to use it: To compare classifiers: a curve nearer to the diagonal may be that of fewer rows or
#'   duller probabilities. Compare the Brier score or the log loss.
#' @references
#' Dimitriadis, T., Gneiting, T. and Jordan, A. I. (2021) Stable reliability diagrams for probabilistic
#' classifiers. *Proceedings of the National Academy of Sciences* 118, e2016191118. \doi{10.1073/pnas.2016191118}
#'
#' Myllymaki, M., Mrkvicka, T., Grabarnik, P., Seijo, H. and Hahn, U. (2017) Global envelope tests for spatial
#' processes. *Journal of the Royal Statistical Society B* 79, 381-404. \doi{10.1111/rssb.12172}
#' @seealso [assess_calibration()] for tests
#' @examples
#' set.seed(1)
#' p <- runif(300)
#' event <- rbinom(300, 1, p)
#' x <- probability_set(event, right = p, timid = 0.5 + (p - 0.5) / 2)
#' curve <- calibration_curve(x)
#' curve
#' if (requireNamespace("ggplot2", quietly = TRUE)) plot(curve)
#' @export
calibration_curve <- function(x, score = c("brier", "log_loss"), R = NULL, # nolint: object_name_linter.
                              conf.level = 0.95, ..., simultaneous = FALSE) { # nolint: object_name_linter.
  check_dots(...)
  check_given(x, "a {.fn probability_set}.", "set")
  check_calibrated(x, "calibration curves")
  score <- check_choice(score, "score", c("brier", "log_loss"))
  check_level(conf.level)
  check_flag(simultaneous, "simultaneous")
  R <- R %||% if (simultaneous) 5000 else 200 # nolint: object_name_linter.
  check_number(R, "R", fewest_replicates(conf.level), 1e6, closed = TRUE, whole = TRUE, kind = "replicates")
  tail <- (1 - conf.level) / 2
  curves <- lapply(seq_along(x$classifiers), function(k) one_calibration_curve(x, k, R, tail, simultaneous))
  new_result(
    do.call(rbind, curves), "calibration_curve", parts = assess_calibration(x, score = score),
    histogram = probability_histogram(x), about = list(
      conf.level = conf.level, simultaneous = simultaneous, R = R, score = score, positive = x$positive,
      n = sum(row_weights(x))
    )
  )
}

most_curve_points <- 200

one_calibration_curve <- function(x, k, R, tail, simultaneous) { # nolint: object_name_linter.
  curve <- .Call(ffi_calibration_curve, x, k)
  at <- curve_points(curve)
  drawn <- .Call(ffi_calibration_drawn, x, k, at, as.integer(R), FALSE)$value
  limits <- if (simultaneous) rank_envelope(drawn, 2 * tail) else pointwise_limits(drawn, tail)
  to <- c(at[-1] - 1L, length(curve$p))
  between <- function(counts) diff(c(0, cumsum(counts)[to]))
  new_rows(
    classifier = x$classifiers[k], probability = curve$p[at], n = between(curve$weight), events = between(curve$events),
    observed = curve$value[at], conf.low = limits[1, ], conf.high = limits[2, ]
  )
}

# Of the draws (rows) of a curve at each of its points.
pointwise_limits <- function(drawn, tail) {
  apply(drawn, 2, stats::quantile, c(tail, 1 - tail), names = FALSE, na.rm = TRUE)
}

# Limits that all of a curve stays in with probability 1 - alpha, by the draws (rows) of such curves: the k-th lowest
# and highest everywhere, with the largest k that is reached by no more than alpha of them (Myllymaki et al. 2017).
rank_envelope <- function(drawn, alpha) {
  low <- apply(drawn, 2, rank, ties.method = "max")
  high <- apply(-drawn, 2, rank, ties.method = "max")
  extreme <- apply(pmin(low, high), 1, min)
  share <- cumsum(tabulate(extreme)) / length(extreme)
  k <- sum(share <= alpha)
  if (k == 0) {
    abort_verdict(c(
      "A band for the whole curve takes more draws than {.code R = {length(extreme)}} here.",
      i = "{.code R = {ceiling(1.2 * length(extreme) * share[1] / alpha / 1000) * 1000}} should do."
    ), "replicates")
  }
  apply(drawn, 2, function(column) sort(column)[c(k, length(column) + 1 - k)])
}

# Of many levels those where the curve steps, with others between them.
curve_points <- function(curve) {
  n <- length(curve$p)
  if (n <= most_curve_points) {
    return(seq_len(n))
  }
  step <- which(diff(curve$value) != 0)
  ends <- if (length(step) <= most_curve_points / 2) c(step, step + 1)
  as.integer(sort(unique(c(1, round(seq(1, n, length.out = most_curve_points / 2)), ends, n))))
}

# Counts in 20 bins, for the picture.
probability_histogram <- function(x) {
  bins <- 20
  weight <- row_weights(x)
  parts <- lapply(seq_along(x$classifiers), function(k) {
    bin <- pmin(floor(x$scores[, k] * bins), bins - 1) + 1
    counts <- vapply(seq_len(bins), function(b) sum(weight[bin == b]), 0)
    new_rows(classifier = x$classifiers[k], from = (seq_len(bins) - 1) / bins, to = seq_len(bins) / bins, n = counts)
  })
  do.call(rbind, parts)
}

#' @export
listing.calibration_curve <- function(x, at) {
  parts <- table_beside(x, "parts")
  about <- attr(x, "about")
  named <- proper_score_words[[about$score]]
  outside <- curve_outside(x, parts$classifier)
  number <- function(column) format_column(parts[[column]])
  words <- paste0(
    "The curve of ", say_label(parts$classifier),
    ifelse(outside == "nowhere", " stays in its band.", paste0(" leaves its band at probabilities ", outside, "."))
  )
  list(
    head = c(
      paste0("Calibration of probabilities of ", say_label(about$positive), ", ", count_of(about$n, "row"), "."),
      paste0(
        capitalise(named), " = miscalibration - discrimination + uncertainty (CORP); band: ",
        format_percent(about$conf.level),
        if (isTRUE(about$simultaneous)) ", for the whole curve, " else ", pointwise, ", format_count(about$R), " draws."
      )
    ),
    columns = stats::setNames(list(
      table_label(parts$classifier), number("estimate"), number("miscalibration"), number("discrimination"),
      number("uncertainty"), column_p(parts$p.value, parts$log.p.value)
    ), c("classifier", named, "miscalibration", "discrimination", "uncertainty", "p")),
    spare = "uncertainty", note = parts$note,
    foot = c(words[outside != "nowhere"], paste(
      "p: cumulative test of calibration. Miscalibration is larger the fewer rows there are: it is not compared,",
      "the", named, "is."
    )), words = words
  )
}

# Of each classifier: from which to which probability the curve lies outside its band.
curve_outside <- function(x, classifiers) {
  vapply(classifiers, function(one) {
    rows <- plain_rows(x)[x$classifier == one, ]
    out <- rows$observed < rows$conf.low | rows$observed > rows$conf.high
    say_ranges(rows$probability, out)
  }, "", USE.NAMES = FALSE)
}
