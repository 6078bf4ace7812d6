#' Are the probabilities right?
#'
#' Of rows that get a probability of 0.3, three of ten should be events. A test of that for each classifier, and its
#' Brier score (or log loss) taken apart: what is lost by miscalibration, what is gained by discrimination.
#'
#' The test in columns `statistic` and `p.value` needs no bins unless you ask for them:
#'
#' - `"cumulative"`: the largest deviation from zero of the cumulative sum of truth minus probability, in the order of
#'   the probabilities (Arrieta-Ibarra et al. 2022).
#' - `"spiegelhalter"`: Spiegelhalter's (1986) z, which sees the direction that the Brier score sees.
#' - `"likelihood_ratio"`: of intercept 0 and slope 1 in logit P(event) = a + b logit p (Cox 1958), with two degrees of
#'   freedom.
#' - `"miscalibration"`: the miscalibration of the score against what it is when the truth is drawn from the
#'   probabilities, `R` times.
#' - `"hosmer_lemeshow"`: groups of about equal size, with as many degrees of freedom as groups, since nothing was
#'   fitted to these rows. A group whose probabilities are all 0, or all 1, cannot deviate and has no part in it. For
#'   comparison with others only: it depends on the groups.
#'
#' Where something happened that had probability 0, the p-value is 0; that of `"likelihood_ratio"` is `NA` where any
#' probability is 0 or 1, which have no finite logit, unless `clip` moves them.
#'
#' The score is `miscalibration - discrimination + uncertainty` by isotonic regression of the truth on the
#' probabilities (CORP, Dimitriadis et al. 2021); [calibration_curve()] draws it. `ece` is the calibration error in bins
#' of equal width, `ece_squared` the mean squared error of the bins less what chance adds to it, so that it is 0 on
#' average for probabilities that are right, and may be negative (Kumar et al. 2019); a row that is alone in its bin has
#' no part in it.
#'
#' Calibration errors are shown, and never compared: even of probabilities that are exactly right the error is the
#' larger the fewer rows and the more bins there are, so that a difference of two is one of rows, bins and sharpness as
#' much as of calibration. Miscalibration is too large in few rows likewise. To ask whose probabilities are better,
#' compare the Brier score or the log loss.
#'
#' @param x A [probability_set()] of probabilities, without `id`. Of several classes each is judged against the rest.
#' @param test `"cumulative"`, `"spiegelhalter"`, `"likelihood_ratio"`, `"miscalibration"` or `"hosmer_lemeshow"`.
#' @param score What is taken apart: `"brier"` or `"log_loss"`.
#' @param bins The number of bins of `ece`.
#' @param groups The number of groups of `"hosmer_lemeshow"`.
#' @param R The number of draws of `"miscalibration"`; [set.seed()] makes them reproducible.
#' @param clip How far probabilities are kept from 0 and 1, such as `1e-15`: what `"likelihood_ratio"` needs where some
#'   are exactly 0 or 1. `NULL`: they are taken as they are. The note says how many rows were moved.
#' @param p.adjust.method As in [stats::p.adjust()], or `"sidak"`, `"finner"`, `"li"`; over the classifiers (and
#'   classes).
#' @param ... Not used.
#' @return A data frame (`print()` shows some of its columns) with a row a classifier (of several classes one in each,
#'   in the column `class`): `classifier`,
#'   `test`, `statistic`, `df` (`NA` where the test has none),
#'   `p.value`, `log.p.value`, `adj.p.value`, `score` (its name), `estimate` (its value), `miscalibration`,
#'   `discrimination`, `uncertainty`, `ece`, `ece_squared` (`NA` where each row is alone in its bin), `alone` (how many
#'   rows are, and have no part in it), `note`.
#' @section Errors: `verdict_error_set` for anything but a set of probabilities, or one with `id`, whose rows are not
#'   independent.
#' @section When not to use it: To choose among classifiers by their p-values: in few rows everything passes, in many
#'   nothing does. The slope and intercept say how far the probabilities are off: `assess_classifiers(x,
#'   c("calibration_intercept", "calibration_slope"))`.
#' @references
#' Spiegelhalter, D. J. (1986) Probabilistic prediction in patient management and clinical trials. *Statistics in
#' Medicine* 5, 421-433. \doi{10.1002/sim.4780050506}
#'
#' Cox, D. R. (1958) Two further applications of a model for binary regression. *Biometrika* 45, 562-565.
#' \doi{10.1093/biomet/45.3-4.562}
#'
#' Hosmer, D. W. and Lemeshow, S. (1980) Goodness of fit tests for the multiple logistic regression model.
#' *Communications in Statistics* 9, 1043-1069. \doi{10.1080/03610928008827941}
#'
#' Kumar, A., Liang, P. and Ma, T. (2019) Verified uncertainty calibration. arXiv 1909.10155.
#'
#' Dimitriadis, T., Gneiting, T. and Jordan, A. I. (2021) Stable reliability diagrams for probabilistic
#' classifiers. *Proceedings of the National Academy of Sciences* 118, e2016191118. \doi{10.1073/pnas.2016191118}
#'
#' Arrieta-Ibarra, I., Gujral, P., Tannen, J., Tygert, M. and Xu, C. (2022) Metrics of calibration for probabilistic
#' predictions. *Journal of Machine Learning Research* 23(351).
#' @seealso [calibration_curve()]; [net_benefit()] for the metrics of calibration that verbs know
#' @examples
#' set.seed(1)
#' p <- runif(300)
#' event <- rbinom(300, 1, p)
#' x <- probability_set(event, right = p, timid = 0.5 + (p - 0.5) / 2)
#' assess_calibration(x)
#' @export
assess_calibration <- function(x, test = calibration_tests, score = c("brier", "log_loss"), bins = 15, groups = 10,
                               R = 999, p.adjust.method = "holm", ..., clip = NULL) { # nolint: object_name_linter.
  check_dots(...)
  check_given(x, "a {.fn probability_set}.", "set")
  if (inherits(x, "class_probability_set")) {
    check_evidence(x)
    about <- list(test = test, score = score, bins = bins, groups = groups, R = R, clip = clip)
    return(calibration_by_class(x, about, p.adjust.method))
  }
  check_calibrated(x, "tests of calibration")
  test <- check_choice(test, "test", calibration_tests)
  score <- check_choice(score, "score", c("brier", "log_loss"))
  check_choice(p.adjust.method, "p.adjust.method", single_adjustments())
  for (arg in c("bins", "groups", "R")) check_number(get(arg), arg, 1, 1e6, closed = TRUE, whole = TRUE)
  check_clip(clip)
  moved <- clipped_rows(x, clip)
  if (!is.null(clip)) x$scores <- pmin(pmax(x$scores, clip), 1 - clip)
  logarithmic <- score == "log_loss"
  drawn <- test == "miscalibration"
  core <- if (drawn) "cumulative" else test
  fitted <- .Call(ffi_calibration_tests, x, core, logarithmic, as.integer(bins), as.integer(groups))
  if (drawn) fitted <- miscalibration_test(x, fitted, logarithmic, R)
  impossible <- fitted$impossible > 0
  note <- ifelse(impossible, paste(
    "impossible:", count_of(fitted$impossible, "row"), "had probability 0 of what happened"
  ), status_note(fitted$status, list(metric = "calibration slope", who = x$classifiers)))
  note <- with_row_counts(note, ifelse(impossible, "ok", fitted$status), x, seq_along(x$classifiers))
  note <- paste_notes(note, clip_note(x, moved, clip))
  rows <- new_rows(
    classifier = x$classifiers, test = test, statistic = fitted$statistic, df = fitted$df,
    p.value = exp(fitted$log.p.value), log.p.value = fitted$log.p.value,
    adj.p.value = exp(adjust_log(fitted$log.p.value, p.adjust.method)), score = score, estimate = fitted$score,
    miscalibration = fitted$miscalibration, discrimination = fitted$discrimination, uncertainty = fitted$uncertainty,
    ece = fitted$ece, ece_squared = fitted$ece_squared, alone = fitted$alone, note = note
  )
  new_result(rows, "calibration_tests")
}

#' @rawNamespace S3method(print, calibration_tests, print_listing)
#' @export
listing.calibration_tests <- function(x, at = seq_len(nrow(x))) {
  shown <- as_plain(x)[at, ]
  score <- known_word(x$score[1], proper_score_words)
  columns <- list(
    class = table_label(shown[["class"]]), classifier = table_label(shown$classifier),
    statistic = statistic_column(shown$statistic), p = column_p(shown$p.value, shown$log.p.value),
    "adj. p" = if (!isTRUE(all.equal(x$adj.p.value, x$p.value))) column_p(shown$adj.p.value),
    estimate = format_column(shown$estimate), miscalibration = format_column(shown$miscalibration),
    discrimination = format_column(shown$discrimination), uncertainty = format_column(shown$uncertainty),
    ece = format_column(shown$ece)
  )
  names(columns)[names(columns) == "estimate"] <- score
  list(
    head = c(
      "Are the probabilities right? A small p speaks against it.",
      paste0(
        "Test: ", known_word(x$test[1], calibration_test_words), ". ", capitalise(score), " (less is better): ",
        "miscalibration - discrimination + uncertainty."
      )
    ),
    columns = columns[lengths(columns) > 0], spare = c("uncertainty", "statistic", "ece"), note = shown$note
  )
}

# One class against the rest, and one family of tests.
calibration_by_class <- function(x, about, adjust) {
  check_choice(adjust, "p.adjust.method", single_adjustments())
  parts <- lapply(seq_along(x$classes), function(k) {
    rows <- do.call(assess_calibration, c(list(one_class(x, k)), about, p.adjust.method = "none"))
    rows$class <- x$classes[k]
    rows[unique(c("classifier", "class", names(rows)))]
  })
  rows <- do.call(rbind, parts)
  rows$adj.p.value <- exp(adjust_log(rows$log.p.value, adjust))
  new_result(rows, "calibration_tests")
}

proper_score_words <- c(brier = "Brier score", log_loss = "log loss")

calibration_test_words <- c(
  cumulative = "largest cumulative sum of truth minus probability", spiegelhalter = "Spiegelhalter's z",
  likelihood_ratio = "likelihood ratio of intercept 0 and slope 1",
  miscalibration = "miscalibration against that of drawn truths", hosmer_lemeshow = "Hosmer-Lemeshow"
)

calibration_tests <- names(calibration_test_words)

# What was impossible stays so.
miscalibration_test <- function(x, fitted, logarithmic, R) { # nolint: object_name_linter.
  fitted$statistic <- fitted$miscalibration
  for (k in which(fitted$log.p.value > -Inf)) {
    least <- fitted$miscalibration[k] * (1 - 1e-9)
    drawn <- .Call(ffi_calibration_drawn, x, k, integer(), as.integer(R), logarithmic)$miscalibration
    fitted$log.p.value[k] <- log((1 + sum(drawn >= least)) / (R + 1))
  }
  fitted
}
