#' Intervals that hold at any time
#'
#' Answers: what is known by now, if I look after every observation and stop when I like? A confidence interval holds
#' for one look at a number of observations fixed beforehand. A confidence sequence contains the true value at all times
#' together with the stated confidence, so that any rule may stop it.
#'
#' - `"bernstein"`: the mean of numbers in a known range (predictable empirical Bernstein bounds). Nothing else is
#'   assumed.
#' - `"asymptotic"`: the mean of any numbers, for large samples; tightest at `best_at` observations.
#' - `"discordant"`: of differences -1, 0, 1 (two models right or wrong on the same items) the share that the first won
#'   of those that differ, with an e-value against 1/2: \eqn{e = 2^{b+c} B(b + 1, c + 1)} for b won and c lost. Its
#'   p-value \eqn{\min 1/e} over time holds at any time, too.
#'
#' @param x Numbers in the order they came in; for a comparison the differences of the two models on each item.
#' @param method See above. `NULL`: `"bernstein"` if a range is given, else `"asymptotic"`.
#' @param ... Not used. The arguments after it must be named.
#' @param lower,upper The range that the numbers could have had: of differences of scores between 0 and 1, -1 and 1.
#' @param conf.level The sequence holds at all times together with this confidence.
#' @param best_at Of `"asymptotic"`: the number of observations where it shall be tightest.
#' @param alternative Of the e-value: `"two.sided"`, or that the first wins more (`"greater"`) or less than half.
#' @return A data frame (class `confidence_sequence`), a row a time: `n`, `estimate`, `conf.low`, `conf.high`;
#'   of `"discordant"` also `won`, `lost`, `e.value`, `log.e.value` and `p.value`; of `"asymptotic"` `note`: why there
#'   are no limits, as where all numbers were the same by then.
#' @section Errors: `verdict_error_sequence` for numbers that are missing, or beyond their range;
#'   `verdict_error_argument`.
#' @section How far to trust it: In 1,000 simulated series of 500 numbers (`bench/calibration/judges.R`) the nominal 5%
#'   were missed at some time in 0.2% (`"bernstein"`) and 3% to 4% (`"discordant"`) of them; `"asymptotic"` from the
#'   50th number on in 5%, of exponential numbers: the first dozens are too few for it.
#' @section When not to use it: For a single look at the end an interval is shorter: [compare_classifiers()]. Where the
#'   next item is chosen by what was seen before (the hardest first), the order is not random, and a mean means
#'   something else.
#' @references
#' Waudby-Smith, I. and Ramdas, A. (2024) Estimating means of bounded random variables by betting. *Journal of the
#' Royal Statistical Society B* 86, 1-27. \doi{10.1093/jrsssb/qkad009}
#'
#' Waudby-Smith, I., Arbour, D., Sinha, R., Kennedy, E. H. and Ramdas, A. (2024) Time-uniform central limit theory and
#' asymptotic confidence sequences. *Annals of Statistics* 52, 2613-2640. \doi{10.48550/arXiv.2103.06476}
#'
#' Ramdas, A., Gruenwald, P., Vovk, V. and Shafer, G. (2023) Game-theoretic statistics and safe anytime-valid
#' inference. *Statistical Science* 38, 576-601. \doi{10.1214/23-STS894}
#' @seealso [gate()] with `sequential = TRUE`
#' @examples
#' set.seed(1)
#' difference <- sample(c(-1, 0, 1), 500, replace = TRUE, prob = c(0.1, 0.7, 0.2))
#' confidence_sequence(difference, "discordant")
#' tail(confidence_sequence(difference, lower = -1, upper = 1), 1)
#' @export
confidence_sequence <- function(x, method = NULL, ..., lower = NULL, upper = NULL, conf.level = 0.95, best_at = 100,
                                alternative = c("two.sided", "greater", "less")) {
  check_dots(...)
  check_given(x, "the values in the order of their arrival.", "sequence")
  check_level(conf.level)
  check_number(best_at, "best_at", 1, closed = TRUE)
  alternative <- check_choice(alternative, "alternative", alternatives)
  bounded <- !is.null(lower) && !is.null(upper)
  known <- c("bernstein", "asymptotic", "discordant")
  method <- check_choice(method %||% if (bounded) "bernstein" else "asymptotic", "method", known)
  if (!is.numeric(x) || is.object(x) || length(x) == 0 || !all(is.finite(x))) {
    abort_verdict("{.arg x} must be finite numbers, in the order they came in.", "sequence")
  }
  level <- 1 - conf.level
  rows <- switch(method,
    bernstein = bernstein_sequence(x, check_arrival_range(x, lower, upper), level),
    asymptotic = asymptotic_sequence(x, level, best_at),
    discordant = discordant_sequence(x, level, alternative)
  )
  about <- list(method = method, conf.level = conf.level, alternative = alternative)
  new_result(rows, "confidence_sequence", sequence = about)
}

check_arrival_range <- function(x, lower, upper) {
  for (end in list(lower, upper)) {
    if (!(is_numeric(end) && length(end) == 1 && is.finite(end))) {
      abort_verdict(c(
        "{.code method = \"bernstein\"} needs {.arg lower} and {.arg upper}, the range that the numbers could
         have had.",
        i = "Or take {.code method = \"asymptotic\"}."
      ), "argument")
    }
  }
  range <- as.double(c(lower, upper))
  if (range[1] >= range[2]) abort_verdict("{.arg lower} must be below {.arg upper}.", "argument")
  bad <- which(x < range[1] | x > range[2])
  if (length(bad)) {
    abort_verdict(c(
      "{count_of(length(bad), 'number')} of {.arg x} {qty(length(bad))}{?is/are} beyond its range.",
      x = "Such as number {bad[1]}: {x[bad[1]]}."
    ), "sequence")
  }
  range
}

# Mean and variance are those before each observation, so that its weight is known when it comes.
bernstein_sequence <- function(x, range, level) {
  n <- seq_along(x)
  z <- (x - range[1]) / (range[2] - range[1])
  mean_now <- (0.5 + cumsum(z)) / (n + 1)
  variance_now <- (0.25 + cumsum((z - mean_now)^2)) / (n + 1)
  before <- function(now, first) c(first, now[-length(now)])
  weight <- pmin(0.5, sqrt(2 * log(2 / level) / (before(variance_now, 0.25) * n * log1p(n))))
  spent <- cumsum((z - before(mean_now, 0.5))^2 * (-log1p(-weight) - weight))
  total <- cumsum(weight)
  centre <- cumsum(weight * z) / total
  half <- (log(2 / level) + spent) / total
  back <- function(share) range[1] + (range[2] - range[1]) * pmin(1, pmax(0, share))
  data.frame(n = n, estimate = back(centre), conf.low = back(centre - half), conf.high = back(centre + half))
}

asymptotic_sequence <- function(x, level, best_at) {
  n <- seq_along(x)
  mean <- cumsum(x) / n
  shifted <- x - x[1]
  squares <- pmax(0, cumsum(shifted^2) - cumsum(shifted)^2 / n)
  s <- sqrt(squares / ifelse(n > 1, n - 1, NA))
  r <- (-2 * log(level) + log(-2 * log(level) + 1)) / best_at
  half <- s * sqrt(2 * (n * r + 1) / (n^2 * r) * log(sqrt(n * r + 1) / level))
  half[half %in% 0] <- NA
  note <- ifelse(is.na(half), ifelse(n > 1, status_words("zero_variance"), "one observation: no variance"), NA)
  data.frame(n = n, estimate = mean, conf.low = mean - half, conf.high = mean + half, note = note)
}

discordant_sequence <- function(x, level, alternative) {
  if (!all(x %in% c(-1, 0, 1))) {
    abort_verdict("{.code method = \"discordant\"} is of differences -1, 0 and 1.", "sequence")
  }
  b <- cumsum(x == 1)
  c <- cumsum(x == -1)
  # The shares t with B(b + 1, c + 1) < t^b (1 - t)^c / alpha: what the e-value against t has not rejected. 2 x n.
  peak <- ifelse(b + c > 0, b / pmax(b + c, 1), 0.5)
  bound <- lbeta(b + 1, c + 1) + log(level)
  held <- function(t) ifelse(b > 0, b * log(t), 0) + ifelse(c > 0, c * log1p(-t), 0) > bound
  limits <- rbind(outermost(held, peak, 0), outermost(held, peak, 1))
  log_e <- log_e_discordant(b, c, alternative)
  data.frame(
    n = seq_along(x), estimate = ifelse(b + c > 0, b / (b + c), NA), conf.low = limits[1, ], conf.high = limits[2, ],
    won = b, lost = c, e.value = exp(log_e), log.e.value = log_e, p.value = pmin(1, cummin(exp(-log_e)))
  )
}

#' @rdname confidence_sequence
#' @param width Width of the console in characters.
#' @export
print.confidence_sequence <- function(x, ..., width = getOption("width")) {
  print_result(x, show_sequence, ..., width = width)
}

show_sequence <- function(x, n, width) {
  info <- attr(x, "sequence")
  largest <- if (!is.null(x[["e.value"]])) max(x$e.value)
  writeLines(wrap_text(sequence_lines(x[nrow(x), ], info, largest), width))
}

sequence_lines <- function(last, info, largest) {
  what <- if (info$method == "discordant") "share won of those that differ" else "mean"
  c(
    paste0(
      "After ", count_of(last$n, "observation"), ": ", what, " ",
      format_estimate(last$estimate, last$conf.low, last$conf.high), "; ", sequence_claim(last, info)
    ),
    if (!is.null(largest)) paste0(
      format_count(last$won), " won, ", format_count(last$lost), " lost: e = ", format_e(last$e.value),
      ", the largest so far ", format_e(largest), ", which gives ", say_p(last$p.value), " at any time."
    )
  )
}

sequence_claim <- function(last, info) {
  if (!is.null(last[["note"]]) && !is.na(last$note)) {
    return(paste0("no limits (", last$note, ")."))
  }
  roughly <- info$method == "asymptotic"
  paste0(
    "the sequence holds at all times together with ", if (roughly) "about ", format_percent(info$conf.level),
    " confidence", if (roughly) ", but not for the first dozens of observations", "."
  )
}
