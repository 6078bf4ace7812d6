#' The error of each learner, from what was resampled
#'
#' Answers: what share of new rows will this learner get wrong, and between which limits? Takes
#' the predictions of [resample_scores()] and estimates the error rate as the plan allows:
#' - a hold-out set: the share of its rows that are wrong, with a binomial interval;
#' - K-fold cross-validation, 5x2, leave-one-out, random splits: the mean of the splits' errors, with a t
#'   interval;
#' - the bootstrap: `"out_of_bag"`, `"632"` and `"632+"`, beside `"resubstitution"`, the error on the rows that were
#'   trained on, which is too good.
#'
#' # Intervals
#'
#' `"t"` is the textbooks': m -+ t S / sqrt(J) over J splits, with J - 1 degrees of freedom. Splits share training
#' rows, so
#' that it is too short, after one K-fold cross-validation a little, after repetitions far too
#' short. `"corrected_t"`, the default but for leave-one-out, puts S sqrt(1 / J + n_test / n_train) in its place
#' (Nadeau and Bengio 2003, for random splits), a heuristic. For a hold-out set
#' the intervals are those of [assess_classifiers()] for a proportion, such as `"wilson"` (the default) and
#' `"clopper_pearson"`.
#'
#' # Bootstrap
#'
#' A row's error out of the bag is that in the replicates that did not draw it. `average = "case"` takes the mean over
#' rows (Efron's leave-one-out bootstrap; rows that were always drawn are left out, and counted in the note),
#' `"replicate"`
#' over replicates (as textbooks and caret do). With err, the resubstitution error, `"632"` is 0.368 err + 0.632 of
#' it; `"632+"` gives more weight to it the more the learner overfits, relative to the error gamma of predictions that
#' have
#' nothing to do with the truth (Efron and Tibshirani 1997). Where the error out of the bag is
#' above gamma, the published formula is kept as it is, and a note says so. The standard
#' error of `"out_of_bag"` (by case) is by the jackknife after the bootstrap: each row's influence is found
#' from the replicates that lack it. It takes some hundred replicates, and there is none for the others.
#'
#' @param x The result of [resample_scores()].
#' @param average Of the bootstrap: `"case"` or `"replicate"`, see above.
#' @param interval See above; `NULL` for the default.
#' @param conf.level Confidence level.
#' @param ... Not used. The arguments after it must be named.
#' @return A data frame of class `error_estimate`, a row for each learner and estimate: `classifier`, `estimator`,
#' `error`, `std.error`, `conf.low`, `conf.high` (`NA` where there is none), `n` (rows, splits or replicates that it is
#' from), `interval`, `note`.
#' @section Errors:
#' `verdict_error_resampling` for what is no result of [resample_scores()], or a bootstrap without predictions by
#' resubstitution; `verdict_error_argument` for an interval that the plan does not have.
#' @section How well the intervals hold:
#' Of a nearest-neighbour and a nearest-centroid classifier that are trained on 50 or 200 rows, against their error on
#' 20,000 others: shares of 95% intervals that held it, least to greatest (`bench/calibration/ledger-scores.R`,
#' Monte-Carlo standard error at most `r ledger_error(topic = "errors of learners")`):
#'
#' `r ledger_list(topic = "errors of learners", header = c("plan, interval", "held"))`
#'
#' After one cross-validation `"t"` is short and `"corrected_t"` long; after repetitions and random splits only
#' `"corrected_t"` holds. That of the bootstrap is longer than it need be.
#'
#' @section When not to use it:
#' To compare learners: two intervals say nothing about the difference on the same splits, for which there is
#' [compare_classifiers()]. Bootstrap replicates overlap, and must not be given to a t test. An error that
#' chose among many learners is too good.
#' @references
#' Bates, S., Hastie, T. and Tibshirani, R. (2024) Cross-validation: what does it estimate and how well does it do it?
#' *Journal of the American Statistical Association* 119, 1434-1445. \doi{10.1080/01621459.2023.2197686}
#'
#' Efron, B. (1983) Estimating the error rate of a prediction rule: improvement on cross-validation.
#' *Journal of the American Statistical Association* 78, 316-331. \doi{10.1080/01621459.1983.10477973}
#'
#' Efron, B. (1992) Jackknife-after-bootstrap standard errors and influence functions. *Journal of the Royal
#' Statistical Society, Series B* 54, 83-127. \doi{10.1111/j.2517-6161.1992.tb01866.x}
#'
#' Efron, B. and Tibshirani, R. (1997) Improvements on cross-validation: the .632+ bootstrap method. *Journal of the
#' American Statistical Association* 92, 548-560. \doi{10.1080/01621459.1997.10474007}
#'
#' Nadeau, C. and Bengio, Y. (2003) Inference for the generalization error. *Machine Learning* 52, 239-281.
#' \doi{10.1023/A:1024068626366}
#' @seealso [resample_scores()], [assess_classifiers()]
#' @examples
#' guess <- learner(
#'   fit = function(data) names(which.max(table(data$Species))),
#'   predict = function(model, newdata) rep(model, nrow(newdata))
#' )
#' petal <- learner(
#'   fit = function(data) tapply(data$Petal.Width, data$Species, mean),
#'   predict = function(model, newdata) {
#'     names(model)[max.col(-abs(outer(newdata$Petal.Width, as.vector(model), "-")))]
#'   }
#' )
#' run <- function(plan) resample_scores(plan, list(guess = guess, petal = petal), iris, Species)
#' error_estimate(run(resampling_plan(iris, "holdout", seed = 1)))
#' error_estimate(run(resampling_plan(iris, strata = Species, seed = 1)))
#' error_estimate(run(resampling_plan(iris, "bootstrap", seed = 1)))
#' @export
error_estimate <- function(x, ..., average = c("case", "replicate"), interval = NULL, conf.level = 0.95) {
  check_dots(...)
  check_given(x, "the result of {.fn resample_scores}.", "resampling")
  if (!inherits(x, "resampled_scores")) {
    abort_verdict("{.arg x} must be the result of {.fn resample_scores}, not {.obj_type_friendly {x}}.", "resampling")
  }
  check_level(conf.level)
  average <- check_choice(average, "average", c("case", "replicate"))
  type <- x$plan$type
  interval <- error_interval(interval, x$plan)
  names <- unique(x$scores$classifier)
  if (type == "bootstrap") check_resubstituted(x)
  rows <- lapply(names, function(name) {
    wrong <- x$predictions[[name]] != x$predictions$truth
    if (type == "bootstrap") {
      bootstrap_rows(x, name, wrong, average, conf.level)
    } else if (type == "holdout") {
      holdout_row(wrong, interval, conf.level)
    } else {
      split_row(x, wrong, interval, conf.level)
    }
  })
  out <- data.frame(classifier = rep(names, vapply(rows, nrow, 0L)), do.call(rbind, rows))
  new_result(out, "error_estimate", plan = x$plan, conf.level = conf.level)
}

error_interval <- function(interval, plan) {
  if (plan$type == "bootstrap") {
    if (!is.null(interval)) abort_verdict("Estimates of the bootstrap have no choice of {.arg interval}.", "argument")
    return(NULL)
  }
  usual <- switch(plan$type, holdout = "wilson", leave_one_out = "t", "corrected_t")
  of_counts <- c("wilson", "clopper_pearson", "agresti_coull", "midp", "normal", "logit")
  check_choice(interval %||% usual, "interval", if (plan$type == "holdout") of_counts else c("t", "corrected_t"))
}

error_row <- function(estimator, error, n, interval, std.error = NA_real_, low = NA_real_, high = NA_real_,
                      note = NA_character_) {
  data.frame(
    estimator = estimator, error = error, std.error = std.error, conf.low = low, conf.high = high, n = n,
    interval = interval, note = note
  )
}

# -- hold-out and splits --------------------------------------------------------------

holdout_row <- function(wrong, interval, conf.level) {
  n <- length(wrong)
  e <- mean(wrong)
  if (is.na(e)) {
    return(error_row("holdout", NA_real_, 0, NA_character_, note = "the learner failed"))
  }
  limits <- count_limits(interval, sum(wrong), n, 1 - conf.level)
  error_row("holdout", e, n, interval, sqrt(e * (1 - e) / n), limits[1], limits[2])
}

# Splits without their share of rows or with a learner that failed are left out.
split_row <- function(x, wrong, interval, conf.level) {
  split <- paste(x$predictions$repetition, x$predictions$fold)
  errors <- as.vector(tapply(wrong, factor(split, unique(split)), mean))
  failed <- sum(is.na(errors))
  errors <- errors[!is.na(errors)]
  n <- length(errors)
  note <- if (failed > 0) paste("the learner failed in", count_of(failed, "split")) else NA_character_
  if (n == 0) {
    return(error_row("cross_validation", NA_real_, 0, NA_character_, note = note))
  }
  # Equal sizes, or the mean, that corrected tests need.
  sizes <- colMeans(summary(x$plan)[c("n_test", "n_train")])
  factor <- 1 / n + if (interval == "corrected_t") sizes[["n_test"]] / sizes[["n_train"]] else 0
  spread <- if (n > 1) stats::sd(errors) else NA_real_
  if (is.na(spread) || spread <= 1e-12 * max(errors)) {
    reason <- if (n == 1) "one split shows no spread" else "zero variance"
    return(error_row("cross_validation", mean(errors), n, NA_character_, note = join_notes(note, reason)))
  }
  way <- stats::qt((1 - conf.level) / 2, n - 1, lower.tail = FALSE) * sqrt(factor) * spread
  error_row(
    "cross_validation", mean(errors), n, interval, sqrt(factor) * spread, max(0, mean(errors) - way),
    min(1, mean(errors) + way), note
  )
}

join_notes <- function(...) {
  notes <- stats::na.omit(c(...))
  if (length(notes)) paste(notes, collapse = "; ") else NA_character_
}

# -- bootstrap ------------------------------------------------------------------------

check_resubstituted <- function(x) {
  if (is.null(x$resubstitution)) {
    abort_verdict(c(
      "The bootstrap's estimates need predictions by resubstitution.",
      i = "Run {.fn resample_scores} with {.code resubstitution = TRUE}."
    ), "resampling")
  }
}

bootstrap_rows <- function(x, name, wrong, average, conf.level) {
  n <- x$plan$n
  replicates <- x$plan$repetitions
  check_memory(16 * n * as.numeric(replicates), "The errors of all rows in all replicates", "Take fewer replicates.")
  loss <- matrix(NA_real_, n, replicates)
  loss[cbind(x$predictions$row, x$predictions$repetition)] <- wrong
  used <- sum(colSums(!is.na(loss)) > 0)
  errors <- bootstrap_errors(x$resubstitution$truth, x$resubstitution[[name]], loss, average)
  error <- if (average == "case") jackknife_error(loss) else NA_real_
  way <- stats::qnorm((1 - conf.level) / 2, lower.tail = FALSE) * error
  note <- bootstrap_notes(loss, errors, average)
  interval <- if (is.na(error)) NA_character_ else "jackknife"
  rbind(
    error_row("resubstitution", errors$resubstitution, n, NA_character_),
    error_row(
      "out_of_bag", errors$out_of_bag, used, interval, error, max(0, errors$out_of_bag - way),
      min(1, errors$out_of_bag + way), note[["out_of_bag"]]
    ),
    error_row("632", errors$e632, used, NA_character_, note = note[["out_of_bag"]]),
    error_row("632+", errors$e632_plus, used, NA_character_, note = note[["plus"]])
  )
}

# `loss`: rows x replicates, NA where the row was drawn or the learner failed.
bootstrap_errors <- function(truth, full, loss, average) {
  resubstitution <- mean(full != truth)
  mean_of <- if (average == "case") rowMeans else colMeans
  outside <- mean_of(loss, na.rm = TRUE)
  outside <- if (all(is.nan(outside))) NA_real_ else mean(outside, na.rm = TRUE)
  shares <- function(x) tabulate(x, nlevels(truth)) / length(x)
  gamma <- if (anyNA(full)) NA_real_ else sum(shares(truth) * (1 - shares(full)))
  overfit <- if (isTRUE(outside > resubstitution && gamma > resubstitution)) {
    (outside - resubstitution) / (gamma - resubstitution)
  } else {
    0
  }
  e632 <- 0.368 * resubstitution + 0.632 * outside
  plus <- e632 + (min(outside, gamma) - resubstitution) * 0.368 * 0.632 * overfit / (1 - 0.368 * overfit)
  list(resubstitution = resubstitution, out_of_bag = outside, e632 = e632, e632_plus = plus, gamma = gamma)
}

bootstrap_notes <- function(loss, errors, average) {
  never <- sum(rowSums(!is.na(loss)) == 0)
  failed <- sum(colSums(!is.na(loss)) == 0)
  note <- join_notes(
    if (average == "case" && never > 0) paste(count_of(never, "row"), "never out of the bag"),
    if (failed > 0) paste(count_of(failed, "replicate"), "without a row to test or with a learner that failed"),
    if (is.na(errors$resubstitution)) "the learner failed on all rows"
  )
  above <- if (isTRUE(errors$out_of_bag > errors$gamma + 1e-12)) "error out of the bag above that of no information"
  list(out_of_bag = note, plus = join_notes(note, above))
}

# The estimate again without each row, from the replicates that lack it.
jackknife_error <- function(loss) {
  n <- nrow(loss)
  if (n > 5000 || n < 3) {
    return(NA_real_)
  }
  out <- !is.na(loss)
  together <- tcrossprod(out + 0)
  wrong <- tcrossprod(ifelse(out, loss, 0), out + 0)
  mean_of <- wrong / together
  diag(mean_of) <- NA
  without <- colMeans(mean_of, na.rm = TRUE)
  if (anyNA(without)) NA_real_ else sqrt((n - 1) / n * sum((without - mean(without))^2))
}

# -- as a result ----------------------------------------------------------------------

#' @export
print.error_estimate <- function(x, ..., width = getOption("width"), digits = NULL) {
  print_result(x, show_errors, ..., width = width, digits = digits)
}

show_errors <- function(x, n, width) {
  said <- listing(x)
  rows <- plain_rows(x)
  writeLines(c(wrap_text(said$head, width, exdent = 2), ""))
  writeLines(c(
    table_lines(add_marks(said$columns, rows), width), wrap_text(footer_lines(rows, 0, character()), width, exdent = 2)
  ))
  if (length(said$foot)) writeLines(c("", wrap_text(said$foot, width)))
}

#' @export
listing.error_estimate <- function(x, at = seq_len(nrow(x))) {
  plan <- attr(x, "plan")
  part <- plain_rows(x)[at, ]
  error <- true_minus(format_column(part$error, part$conf.low, part$conf.high))
  ends <- interval_column(part$conf.low, part$conf.high, estimate = part$error)
  interval <- ifelse(is.na(part$conf.low), "", true_minus(ends))
  list(
    head = paste0("Error rates on ", count_of(plan$n, "row"), " by ", plan_words(plan), "."),
    columns = list(
      learner = table_label(part$classifier), estimate = part$estimator, error = error, interval = interval
    ),
    note = part$note, foot = error_intervals(x),
    words = paste0(
      say_label(part$classifier), ", ", part$estimator, ": error ", error,
      ifelse(interval == "", "", paste0(" ", interval)), "."
    )
  )
}

error_intervals <- function(x) {
  kinds <- error_interval_ids(x)
  if (length(kinds)) {
    paste0("Interval: ", format_percent(attr(x, "conf.level")), ", ", and_list(interval_label(kinds)), ".")
  }
}

# Those over splits, and those of counts.
error_interval_ids <- function(x) {
  known <- rbind(intervals_of("errors"), intervals_of("single"))
  known$id[match(stats::na.omit(unique(x$interval)), known$interval)]
}

#' @rdname plot.verdict_flips
#' @exportS3Method ggplot2::autoplot
autoplot.error_estimate <- function(object, ...) {
  check_dots(...)
  check_shape(is_intact(object), "error_estimate")
  rows <- plain_rows(object)
  label <- table_label(rows$classifier)
  rows$label <- factor(label, rev(unique(label)))
  rows$series <- factor(rows$estimator, unique(rows$estimator))
  rows$shift <- 0.8 * (0.5 - (as.integer(rows$series) - 0.5) / nlevels(rows$series))
  known <- rows[!is.na(rows$error), ]
  wide <- rows[!is.na(rows$conf.low), ]
  failed <- rows[is.na(rows$error), ]
  failed$note <- fit_words(failed$note, panel_inches(row_names(label)) / 0.07)
  plan <- attr(object, "plan")
  title <- paste0("Error rates by ", plan_words(plan))
  ggplot2::ggplot(rows, ggplot2::aes(x = .data$error, y = .data$label, colour = .data$series)) +
    ggplot2::geom_linerange(
      ggplot2::aes(xmin = .data$conf.low, xmax = .data$conf.high), data = wide, position = shifted(wide),
      show.legend = FALSE
    ) +
    ggplot2::geom_point(
      ggplot2::aes(shape = .data$series), data = known, position = shifted(known), size = 2.2,
      show.legend = nlevels(rows$series) > 1
    ) +
    ggplot2::geom_text(
      ggplot2::aes(x = 0, label = .data$note), data = failed, position = shifted(failed), hjust = 0, size = 3,
      colour = "grey45", show.legend = FALSE
    ) +
    estimator_scales(levels(rows$series)) +
    ggplot2::scale_y_discrete(labels = row_names, guide = plain_axis()) +
    plot_words(
      title, c(error_intervals(object), paste0("Data: ", count_of(plan$n, "row"), ".")),
      paste0(title, ": ", paste(listing(object)$words, collapse = " ")), x = "error rate", y = NULL
    ) +
    plot_theme() + ggplot2::theme(axis.text.y = row_text(nlevels(rows$label)))
}

estimator_scales <- function(series) {
  n <- seq_along(series)
  guide <- key_guide(series)
  list(
    ggplot2::scale_colour_manual(NULL, values = series_colours[n], limits = series, guide = guide),
    ggplot2::scale_shape_manual(NULL, values = c(16, 17, 15, 18, 4, 8, 3, 7)[n], limits = series, guide = guide)
  )
}

shifted <- function(rows) ggplot2::position_nudge(y = rows$shift)
