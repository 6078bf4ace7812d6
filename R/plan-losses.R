# Tests of what each row adds to a mean: signs, ranks, and means in the order of time. They are the tests of scores
# (plan-scores.R), with rows as units.

#' Compare losses in the order of time
#'
#' For the argument `method` of [compare_classifiers()], for losses of rows (the Brier score, log loss and their like
#' of a [probability_set()]) or scores of items (a [score_set()]) in the order of time: the test of Diebold and Mariano
#' (1995) that the mean difference is 0, where differences of rows near each other go together.
#' `method = "diebold_mariano"` is short for it with its defaults.
#'
#' Errors of forecasts `horizon` steps ahead overlap, so that differences up to `horizon` - 1 rows apart are correlated:
#' the variance of the mean adds their autocovariances. It comes with the correction of Harvey, Leybourne and Newbold
#' (1997) and Student's t with n - 1 degrees of freedom; with `horizon = 1` it is nearly the paired t test. Rows of a
#' probability set are in the order in which they were given, items of a score set in the order of what `item` holds:
#' numbers, dates, a factor, or else text, of which `"w10"` comes before `"w2"`.
#'
#' @param horizon How many steps ahead was forecast: whole, at least 1.
#' @param kernel `"rectangular"`: all autocovariances up to `horizon` - 1 count fully, as for forecasts so far ahead.
#'   Their sum may be negative, and then there is no test. `"bartlett"` weighs them down to 0, and its sum is positive.
#' @param ... Not used.
#' @return An object to be given as `method`.
#' @section Errors: `verdict_error_argument` for a `horizon` that is no such number; in the comparison a horizon that is
#'   too long for the rows, or a variance that is not positive, gives `NA` with a note.
#' @section When not to use it: For rows without an order. For nested models that were fitted again and again as time
#'   went on the statistic is not normal. Where the correlation reaches further than `horizon` it rejects too often.
#' @references
#' Diebold, F. X. and Mariano, R. S. (1995) Comparing predictive accuracy. *Journal of Business and Economic
#' Statistics* 13, 253-263. \doi{10.1080/07350015.1995.10524599}
#'
#' Harvey, D., Leybourne, S. and Newbold, P. (1997) Testing the equality of prediction mean squared errors.
#' *International Journal of Forecasting* 13, 281-291. \doi{10.1016/S0169-2070(96)00719-4}
#' @seealso [compare_classifiers()], [by_wilcoxon()]
#' @examples
#' set.seed(1)
#' rain <- rbinom(100, 1, 0.4)
#' a <- plogis(2 * rain - 1 + rnorm(100))
#' b <- plogis(rain - 0.5 + rnorm(100))
#' x <- probability_set(rain, a = a, b = b)
#' compare_classifiers(x, "brier", method = by_diebold_mariano(horizon = 3))
#' compare_classifiers(x, "brier", method = "sign")
#' @export
by_diebold_mariano <- function(horizon = 1, kernel = c("rectangular", "bartlett"), ...) {
  check_dots(...)
  check_number(horizon, "horizon", 1, 1e6, closed = TRUE, whole = TRUE)
  new_rule("diebold_mariano", horizon = horizon, kernel = check_choice(kernel, "kernel", c("rectangular", "bartlett")))
}

# Whether signs or ranks of the rows' losses are asked for.
takes_losses <- function(method) is_method(method, valid_methods("losses"))

loss_plan <- function(x, target, request) {
  metric <- target$metric
  if (!isTRUE(metric$mean) || !is.null(target$prevalence)) {
    abort_verdict(c(
      "{.val {request$rule$method}} is of what each row adds to a mean, and {metric$label} is none.",
      i = "Use {.val brier} or {.val log_loss}, or {.code method = \"wald\"}."
    ), "method")
  }
  if (!is.null(x$cluster)) {
    abort_verdict(c(
      "{.val {request$rule$method}} takes rows for independent or in the order of time, and here several are of one
       {.arg id}.",
      i = "Use {.code method = \"wald\"}, whose variance is by {.arg id}."
    ), "clustered")
  }
  if (!is.null(x$sampled)) abort_sampled_rows(paste(request$rule$method, "tests"))
  if (any(x$weight %% 1 != 0) || sum(x$weight) > most_loss_rows) {
    abort_verdict(c(
      "Signs and ranks are of whole rows, {format_count(most_loss_rows)} at most: the weights are not.",
      i = "Use {.code method = \"wald\"}."
    ), "weights")
  }
  if (inherits(x, "partial_probability_set") && asks_serial(request)) {
    abort_verdict(c(
      "In the order of time no row may be lacking.", i = "Leave them out for all: {.code na = \"omit\"}."
    ), "na")
  }
  known <- list(ratio = 0, equal = TRUE, known = TRUE)
  plan <- score_plan(target, request, new_design("losses"), known, function() loss_scores(x, target))
  plan$known_ratio <- known
  plan
}

most_loss_rows <- 1e8

# As score_plan() takes them; a row of weight w is w rows.
loss_scores <- function(x, target) {
  at <- rep(seq_len(if (inherits(x, "partial_probability_set")) length(x$weight) else nrow(x$scores)), x$weight %||% 1)
  slices <- lapply(row_losses(x, target), function(slice) slice[at, , drop = FALSE])
  list(slices = slices, cells = list2DF(nrow = length(at)))
}

# A matrix of rows by classifiers for each slice.
row_losses <- function(x, target) {
  if (inherits(x, "partial_probability_set")) {
    lapply(target$value, function(value) own_losses(x, target$metric$core, value))
  } else if (is.null(target$of)) {
    lapply(target$value, function(value) .Call(ffi_numeric_losses, x, target$metric$core, value))
  } else {
    lapply(target$of, function(k) {
      .Call(ffi_numeric_losses, if (k == 0) x else one_class(x, k), target$metric$core, target$value)
    })
  }
}

# Of classifiers that lack some rows: NA there, so that two are compared on the rows that both have.
own_losses <- function(x, measure, value) {
  losses <- matrix(NA_real_, length(x$weight), length(x$classifiers))
  for (c in seq_along(x$parts)) losses[x$rows[[c]], c] <- .Call(ffi_numeric_losses, x$parts[[c]], measure, value)
  losses
}

# A log loss has a heavy tail, so that one row may decide: `remark` of what set_estimates() answers.
remark_on_rows <- function(x, target) {
  if (target$metric$core %in% own_skills && is.null(target$from) && is.null(x$classes)) {
    return(remark_on_few(x, if (target$metric$core == "log_skill") "the log loss" else "the Brier score"))
  }
  if (target$metric$core == "standardised_net_benefit") {
    return(remark_on_few(x, "the net benefit"))
  }
  if (target$metric$metric != "log_loss") {
    return(NULL)
  }
  function(rows, pairs) {
    share_of <- function(pair, losses) {
      # Of a row that stands for several each is one row; of a sample it counts by its weight.
      sampled <- !is.null(x$sampled)
      size <- abs(losses[, pair[1]] - losses[, pair[2]])
      if (all(is.na(size))) {
        return(NA_real_)
      }
      count <- x$weight %||% rep(1, length(size))
      if (sampled) size <- size * count
      max(size, na.rm = TRUE) / sum(if (sampled) size else size * count, na.rm = TRUE)
    }
    slices <- row_losses(x, target)
    of_pairs <- function(value, ...) {
      unlist(lapply(slices, function(losses) apply(pairs, 2, value, losses = losses, ...)))
    }
    share <- of_pairs(share_of)
    if (!inherits(x, "partial_probability_set")) {
      endless <- is.na(rows$estimate) & rows$status %in% "infinite"
      rows$estimate[endless] <- of_pairs(mean_difference, weight = x$weight)[endless]
    }
    with_status(rows, share >= notable_share & is.finite(share), "one_row", list(
      share = percent_of(share), metric = target$metric$label
    ), also = is.na(rows$status) | is_remark(rows$status))
  }
}

# What is set against the share of events varies with the few of them, and is tested too often: a skill 0.09 with 10.
few_of_reference <- 20

# `instead`: what asks the same.
remark_on_few <- function(x, instead) {
  size <- min(units_of_class(x))
  about <- list(rows = fewest_of_class_words(x), instead = paste0(": compare ", instead, ", which asks the same"))
  function(rows, pairs) {
    with_status(rows, !is.na(rows$p.value) & size < few_of_reference, "rough", about)
  }
}

# Losses that are both infinite are tied; where each is infinite in another row nothing is known.
mean_difference <- function(pair, losses, weight) {
  difference <- losses[, pair[1]] - losses[, pair[2]]
  difference[losses[, pair[1]] == losses[, pair[2]]] <- 0
  if (all(c(-Inf, Inf) %in% difference)) {
    return(NA_real_)
  }
  stats::weighted.mean(difference, weight %||% rep(1, length(difference)))
}

notable_share <- 0.1

# Text that ends in numbers was hardly meant in the order of the alphabet.
check_time_order <- function(item) {
  ends <- regexpr("[0-9]+$", item)
  alike <- all(ends > 1) && length(unique(substr(item, 1, ends - 1))) == 1
  if (alike && is.unsorted(as.numeric(substring(item, ends))) && identical(item, sort(item, method = "radix"))) {
    warn_verdict(c(
      "The test of Diebold and Mariano takes the items in the order of the alphabet: {.val {utils::head(item, 3)}}.",
      i = "Give {.arg item} as numbers, dates or a factor."
    ), "order")
  }
}
