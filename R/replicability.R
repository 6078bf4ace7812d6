#' How often would this test say the same again?
#'
#' Answers: if the experiment were repeated, how likely are two repetitions to agree on
#' whether the classifiers differ? Bouckaert's replicability is the share of the pairs of
#' repetitions with equal decisions,
#' \deqn{R = \sum_{i<j} [e_i = e_j] / (n (n - 1) / 2) = (a (a - 1) + r (r - 1)) / (n (n - 1))}
#' for a acceptances and r rejections; both forms are the same number. It estimates the
#' chance that two repetitions agree, \eqn{p^2 + (1 - p)^2} with p the rejection rate,
#' without bias. That chance is one half at least, but with few decisions R can lie below:
#' of one rejection in three, one pair of three agrees. The interval is one for the chance.
#' What belongs in it is `agreement`, the chance at the observed rejection rate (its
#' maximum-likelihood estimate), which is never outside; `replicability` can be.
#'
#' @param decisions The outcomes of n repetitions: logical (`TRUE`: rejected), 0 and 1,
#'   `"reject"` and `"accept"`, or p-values, which are compared with `alpha`. `NA` is a
#'   test that failed: it is counted and left out. A data frame, matrix or list holds
#'   several tests or conditions, one a column.
#' @param type `"decision"` or `"p.value"`; the default takes numbers that are all 0 or 1
#'   for decisions and other numbers for p-values.
#' @param alpha A p-value at most this large rejects.
#' @param conf.level Confidence level of the intervals: Clopper and Pearson's for the
#'   rejection rate, and for the chance of agreement what that one allows.
#' @param ... Not used.
#' @return A data frame of class `replicability` with a row a test and columns `test`, `n` (decisions), `rejected`,
#'   `accepted`, `failed`, `rejection.rate` with its interval `rejection.low` and
#'   `rejection.high`, `replicability` (Bouckaert's R), and `agreement` with its interval
#'   `conf.low` and `conf.high`.
#' @section Errors: `verdict_error_decisions` for fewer than two decisions or for values
#'   that are neither decisions nor p-values.
#' @section When not to use it: A high value is no virtue by itself: a test that never
#'   rejects has replicability 1. The least expected value is one half, at a rejection
#'   rate of one half. Read it with the rejection rate.
#' @references Bouckaert, R. R. (2004) Estimating replicability of classifier learning
#'   experiments. *Proceedings of the 21st International Conference on Machine Learning*.
#'   \doi{10.1145/1015330.1015338}
#' @seealso [replicability_study()] to make the repetitions.
#' @examples
#' replicability(c(rep("reject", 9), "accept"))
#' replicability(list(large = c(0.01, 0.03, 0.2, 0.001), small = c(0.4, 0.04, 0.3, 0.8)))
#' @export
replicability <- function(decisions, alpha = 0.05, conf.level = 0.95,
                          type = c("auto", "decision", "p.value"), ...) {
  check_dots(...)
  check_number(alpha, "alpha", 0, 1)
  check_level(conf.level)
  type <- check_choice(type, "type", c("auto", "decision", "p.value"))
  check_given(decisions, "what did the tests decide?", "decisions")
  if (is.matrix(decisions)) decisions <- as.data.frame(decisions)
  if (!is.list(decisions)) decisions <- list(decisions)
  if (length(decisions) == 0) abort_verdict("{.arg decisions} holds no test.", "decisions")
  tests <- names(decisions) %||% rep(NA_character_, length(decisions))
  rows <- lapply(decisions, function(x) {
    rejected <- as_rejections(x, type, alpha)
    check_two_decisions(rejected)
    replicability_row(rejected, conf.level)
  })
  new_result(data.frame(test = tests, do.call(rbind, rows)), "replicability", conf.level = conf.level)
}

as_rejections <- function(x, type, alpha) {
  if (is.factor(x)) x <- as.character(x)
  if (is.character(x) && all(x %in% c("accept", "reject", NA))) {
    return(x == "reject")
  }
  if (is.logical(x)) {
    return(x)
  }
  is_p <- is_numeric(x) && !any(x < 0 | x > 1, na.rm = TRUE)
  is_binary <- is_p && all(x %in% c(0, 1, NA))
  if (!is_p || (type == "decision" && !is_binary)) {
    abort_verdict(c(
      "{.arg decisions} must be logical, 0 and 1, \"accept\" and \"reject\", or p-values.",
      x = "What came is {.obj_type_friendly {x}}.",
      i = "p-values lie between 0 and 1."
    ), "decisions")
  }
  if (is_binary && type != "p.value") x == 1 else x <= off_tie(alpha)
}

# Of fewer than two decisions there are counts only.
replicability_row <- function(rejected, conf.level) {
  failed <- sum(is.na(rejected))
  r <- sum(rejected, na.rm = TRUE)
  a <- length(rejected) - failed - r
  n <- a + r
  rate <- count_limits("clopper_pearson", r, n, 1 - conf.level)
  limits <- agreement_limits(rate)
  row <- data.frame(
    n = n, rejected = r, accepted = a, failed = failed, rejection.rate = r / n, rejection.low = rate[1],
    rejection.high = rate[2], replicability = (a * (a - 1) + r * (r - 1)) / (n * (n - 1)),
    agreement = (a^2 + r^2) / n^2, conf.low = limits[1], conf.high = limits[2]
  )
  if (n < 2) row[-(1:4)] <- NA_real_
  row
}

check_two_decisions <- function(rejected) {
  failed <- sum(is.na(rejected))
  n <- length(rejected) - failed
  if (n < 2) {
    abort_verdict(c(
      "Replicability needs at least two decisions; there {?is/are} {n}.",
      i = if (failed > 0) "{failed} test{?s} failed."
    ), "decisions")
  }
}

# p^2 + (1 - p)^2 over the interval of p; least at one half.
agreement_limits <- function(p) {
  agreement <- p^2 + (1 - p)^2
  c(if (isTRUE(p[1] <= 0.5 && p[2] >= 0.5)) 0.5 else min(agreement), max(agreement))
}

# -- as a result ----------------------------------------------------------------------

#' @export
listing.replicability <- function(x, at = seq_len(nrow(x))) {
  part <- plain_rows(x)[at, ]
  columns <- if (!all(is.na(x$test))) list(test = table_label(part$test))
  list(
    head = c(
      "Would the test say the same again?",
      paste0("Agreement: the chance that two repetitions decide alike. ", replicability_intervals(x)),
      "Replicability: the share of all pairs of decisions that are alike."
    ),
    columns = c(columns, replicability_cells(part, x)), spare = c("rejected", "replicability", "decisions"),
    words = replicability_words(part, ifelse(is.na(part$test), "The test", say_label(part$test)))
  )
}

replicability_intervals <- function(x) paste0("Intervals: ", format_percent(attr(x, "conf.level")), ".")

# The rate and the agreement have their intervals beside them. `x`: all rows, `part`: those shown.
replicability_cells <- function(part, x) {
  beside <- function(value, low, high) {
    interval <- interval_column(low, high, estimate = value)
    ifelse(is.na(value), "NA", paste(format_column(value, low, high), interval))
  }
  columns <- list(
    decisions = format_count(part$n), rejected = format_count(part$rejected), failed = format_count(part$failed),
    `rejection rate` = beside(part$rejection.rate, part$rejection.low, part$rejection.high),
    agreement = beside(part$agreement, part$conf.low, part$conf.high),
    replicability = ifelse(is.na(part$replicability), "NA", fixed(part$replicability, 3))
  )
  if (all(x$failed == 0)) columns$failed <- NULL
  columns
}

replicability_words <- function(part, who) {
  agree <- ifelse(is.na(part$agreement), "nothing is known of their agreement", paste0(
    "two repetitions decide alike with probability ",
    estimate_words(part$agreement, part$conf.low, part$conf.high, rep(FALSE, nrow(part)))
  ))
  paste0(who, " rejected in ", format_count(part$rejected), " of ", count_of(part$n, "decision"), "; ", agree, ".")
}
