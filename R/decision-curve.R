#' What is a classifier worth at each threshold?
#'
#' The decision curve: the net benefit of acting on a probability of at least t, for all thresholds t, beside that of
#' acting on everybody and on nobody (Vickers and Elkin 2006). And the difference of two classifiers, with a band that
#' holds at all thresholds together: where it excludes 0, one of them is more useful there, and all such claims hold at
#' once.
#'
#' @param x A [probability_set()] of probabilities.
#' @param thresholds From which probability on is a row acted upon? Numbers from 0 to 1. Those that the decision
#'   may be taken at: the more there are, the wider the band.
#' @param prevalence The share of events where the classifiers will be used, if it is not that of these rows: net
#'   benefit then rests on the rates of each class. Without `id`.
#' @param reference The classifier that the others are compared with; `NULL`: all pairs, or, beyond four classifiers,
#'   the first.
#' @param conf.level Confidence level: of the intervals of each net benefit by itself, and of the whole band of the
#'   differences.
#' @param ... Not used.
#' @return A data frame of class `decision_curve` with a row a strategy (a classifier, `"treat all"`, `"treat none"`)
#'   and threshold: `strategy`, `threshold`, `net_benefit`, `std.error`, `conf.low`, `conf.high`. Its attribute
#'   `differences`
#'   is the comparison of the classifiers, see [compare_classifiers()], with the band in `adj.conf.low` and
#'   `adj.conf.high`. `print()` says at which thresholds who is more useful, `plot()` draws curves and differences.
#' @section Errors: `verdict_error_set` for anything but a set of probabilities of an event; `verdict_error_argument`
#'   for thresholds or a prevalence out of range; `verdict_error_reference`; `verdict_error_size` for clusters and
#'   thresholds that would take more than 4 GB.
#' @section How far to trust it: A low threshold weighs others by little and events by much, a high one the other
#'   way round. Where fewer than 5 rows of the class that counts are called otherwise by the two, what is seen says
#'   little of what may be: such a difference has a note, and the words and the picture claim nothing there.
#' @section When not to use it: To look for the threshold at which one's favourite wins: fix the range that decisions
#'   may be taken at before looking. The area between two curves has no meaning. A probability that is wrong (see
#'   [assess_calibration()]) is acted upon all the same: net benefit counts that.
#' @references
#' Vickers, A. J. and Elkin, E. B. (2006) Decision curve analysis: a novel method for evaluating prediction
#' models. *Medical Decision Making* 26, 565-574. \doi{10.1177/0272989X06295361}
#'
#' Kerr, K. F., Brown, M. D., Zhu, K. and Janes, H. (2016) Assessing the clinical impact of risk prediction models with
#' decision curves: guidance for correct interpretation and appropriate use. *Journal of Clinical Oncology* 34,
#' 2534-2540. \doi{10.1200/JCO.2015.65.5654}
#' @seealso [net_benefit()] for the metric
#' @examples
#' set.seed(1)
#' ill <- rbinom(300, 1, 0.3)
#' lab <- plogis(2 * ill - 1.5 + rnorm(300))
#' x <- probability_set(ill, lab = lab, image = plogis(3 * ill - 2 + rnorm(300)))
#' curve <- decision_curve(x, seq(0.05, 0.6, 0.05))
#' curve
#' if (requireNamespace("ggplot2", quietly = TRUE)) plot(curve)
#' @export
decision_curve <- function(x, thresholds = seq(0.01, 0.99, 0.01), prevalence = NULL, reference = NULL,
                           conf.level = 0.95, ...) { # nolint: object_name_linter.
  check_dots(...)
  check_given(x, "a {.fn probability_set}.", "set")
  check_decided(x)
  check_reference(reference, set_units(x))
  metric <- net_benefit(thresholds, prevalence)
  if (is.null(reference) && length(x$classifiers) > 4) reference <- x$classifiers[1]
  rows <- assess_classifiers(with_treat_all(x), metric, conf.level = conf.level)
  rows <- new_rows(
    strategy = rows$classifier, threshold = rep(attr(metric, "option")$value, each = length(x$classifiers) + 1),
    net_benefit = ifelse(abs(rows$estimate) < 1e-15, 0, rows$estimate), std.error = rows$std.error,
    conf.low = rows$conf.low, conf.high = rows$conf.high
  )
  strategies <- unique(rows$strategy)
  # What does not vary by its definition.
  flat <- rows$std.error %in% 0 & rows$strategy == strategies[length(strategies)]
  rows$conf.low[flat] <- rows$conf.high[flat] <- rows$net_benefit[flat]
  none <- utils::modifyList(rows[rows$strategy == strategies[1], ], list(strategy = "treat none"))
  none[c("net_benefit", "std.error", "conf.low", "conf.high")] <- 0
  rows <- rbind(rows, none)
  rows <- rows[order(match(rows$strategy, c(strategies, "treat none")), rows$threshold), ]
  new_result(
    rows, "decision_curve",
    differences = if (length(x$classifiers) > 1) {
      compare_classifiers(x, metric, reference = reference, conf.level = conf.level)
    },
    about = list(
      conf.level = conf.level, positive = x$positive, classifiers = x$classifiers, prevalence = prevalence,
      share = stats::weighted.mean(x$truth, row_weights(x)), n = sum(row_weights(x))
    )
  )
}

check_decided <- function(x) {
  check_one_event(x, "decision curves")
  if (!x$is_probability) {
    abort_verdict("Decision curves are of probabilities of one event: thresholds of scores have no odds.", "set")
  }
}

# Everybody is acted upon: certain of the event.
with_treat_all <- function(x) {
  x$scores <- cbind(x$scores, 1)
  x$order <- cbind(x$order, seq_len(nrow(x$scores)) - 1L)
  name <- "treat all"
  while (name %in% x$classifiers) name <- paste0(name, "*")
  x$classifiers <- c(x$classifiers, name)
  x
}

#' @export
listing.decision_curve <- function(x, at) {
  about <- attr(x, "about")
  rows <- plain_rows(x)
  shown <- unique(rows$threshold)
  shown <- shown[unique(round(seq(1, length(shown), length.out = min(5, length(shown)))))]
  strategies <- unique(rows$strategy)
  strategies <- strategies[strategies != "treat none" | length(strategies) == 1]
  cells <- lapply(shown, function(t) {
    format_column(rows$net_benefit[match(paste(strategies, t), paste(rows$strategy, rows$threshold))])
  })
  words <- decision_words(x)
  share <- if (is.null(about$prevalence)) about$share else about$prevalence
  list(
    head = paste0(
      "Net benefit of acting on a probability of ", say_label(about$positive), " at or above a threshold; ",
      count_of(about$n, "row"), ", ", if (is.null(about$prevalence)) "share of events " else "prevalence taken as ",
      short_number(share, 3), ". Treat none: 0."
    ),
    columns = c(list(strategy = table_label(strategies)), stats::setNames(cells, paste("at", short_number(shown, 3)))),
    foot = c(words, if (length(words)) {
      paste0(
        "Claims hold at all these thresholds together (", format_percent(about$conf.level),
        "). Compare where decisions will be taken, fixed before looking.",
        if (any(decision_differences(x)$status %in% "rough")) paste0(
          " Nothing is claimed where fewer than ", few_errors, " rows of a class that matters are called otherwise."
        )
      )
    }),
    words = if (length(words)) words else paste0(say_label(strategies[1]), " is not compared.")
  )
}

# A sentence a pair: from where to where one is more useful.
decision_words <- function(x) {
  differences <- attr(x, "differences")
  if (is.null(differences)) {
    return(character())
  }
  rows <- decision_differences(x)
  pair <- paste(rows$classifier, rows$reference, sep = "\r")
  vapply(split(rows, factor(pair, unique(pair))), one_decision, "", USE.NAMES = FALSE)
}

# Of the rows that are left. Nothing is claimed where few rows of a class are called otherwise.
decision_differences <- function(x) {
  rows <- plain_rows(attr(x, "differences"))
  at <- short_number(x$threshold, 7)
  if (anyNA(rows$class)) rows$class <- at[1]
  is_here <- function(who) paste(who, rows$class) %in% paste(x$strategy, at)
  rows <- rows[is_here(rows$classifier) & is_here(rows$reference), ]
  rows[rows$status %in% "rough", c("adj.conf.low", "adj.conf.high")] <- NA
  rows
}

say_thresholds <- function(at, out) {
  runs <- sum(starts_run(out) & out)
  where <- if (sum(out) == 1) "the threshold" else if (runs == 1) "thresholds from" else "thresholds"
  paste(where, say_ranges(at, out, 3))
}

one_decision <- function(rows) {
  at <- as.numeric(rows$class)
  alone <- length(at) == 1
  a <- say_label(rows$classifier[1])
  b <- say_label(rows$reference[1])
  above <- (rows$adj.conf.low > 0) %in% TRUE
  below <- (rows$adj.conf.high < 0) %in% TRUE
  part <- function(out, better, worse) {
    if (any(out)) {
      paste0(better, " is more useful than ", worse, if (!alone) paste(" at", say_thresholds(at, out)))
    }
  }
  said <- c(part(above, a, b), part(below, b, a))
  said <- if (all(says_alike(rows$status))) {
    paste0(a, " and ", b, " are the same", if (!alone) " at every threshold")
  } else if (length(said)) {
    paste0(paste(said, collapse = "; "), if (!all(above | below)) "; undecided elsewhere")
  } else {
    paste0(if (alone) "between " else "Between ", a, " and ", b, " it is undecided", if (!alone) " at every threshold")
  }
  paste0(if (alone) "At this threshold: ", said, ".")
}
