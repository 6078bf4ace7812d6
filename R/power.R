#' How likely would this test find the difference, and how many rows does that take?
#'
#' `power_comparison()` answers: with n rows, how likely is it that the test says that the
#' two classifiers differ? `sample_size()` answers: how many rows does it take, and how many
#' more are to be labelled? Both start from stated rates (a [scenario]) or from a pilot
#' (a [prediction_set()]).
#'
#' # How it is computed
#'
#' For accuracy, error, recall, specificity and their like on independent rows, the power
#' of McNemar's tests (`"midp"`, `"exact"`, `"sign"`, `"mcnemar"`, `"mcnemar_cc"`) is exact:
#' the sum, over how many rows the classifiers may differ on, of the binomial probability
#' that the test rejects. Exact power does not rise with every row; `sample_size()` gives the
#' number from which on it is as large as wanted (looked for within 1,000 rows of where
#' the power first gets there).
#'
#' For everything else (precision, NPV, F measure, averages, kappa, ..., and with repeated
#' observations) it is the normal approximation: the pilot, or the scenario, gives the
#' statistic that the test would have, and that grows with the square root of n. With
#' \eqn{\sigma_0} the standard deviation that the test works with and \eqn{\sigma_1} that
#' of the estimate,
#' \deqn{n = (z_{\alpha/2} \sigma_0 + z_\beta \sigma_1)^2 / d^2,}
#' which for McNemar's test is the formula of Connor (1987). With repeated observations n counts
#' observations, each with as many rows as in the pilot.
#'
#' Means of scores, of folds that are independent, data sets or items, are tested by t: their power is that of the
#' noncentral t distribution, as in [stats::power.t.test()] (with both tails). A signed rank test takes about 5% more
#' units where differences are normal, and more than five in any case: of data sets, whose usual test it is, the power
#' is 0 with so few that it cannot reject (`method = "paired_t"`: that of t with any number). Where scores are missing
#' it is the test of the units that both classifiers have, and n counts all units, of which both are taken to have as
#' large a share as in the pilot.
#'
#' With a `margin` power is normal too, of two ends at least that of both one-sided tests less 1. Of matched proportions
#' \eqn{\sigma_0} is that of Tango's score test at the end of the margin (Tango 1998), for all else Wald's.
#'
#' @param x A [scenario], also [scenario_auc()] for areas under ROC curves, or a pilot: a [prediction_set()] with at
#'   least two classifiers, or its formula (`sample_size(truth ~ rf + tree, data)`, see [prediction_set()]), or other
#'   evidence whose variance falls with the number of its units, such as a [probability_set()] or a [score_set()] of
#'   items or data sets: for it the test is Wald's, or t.
#' @param n Numbers of rows (with repeated observations: of observations) in all.
#' @param metric One metric, as in [compare_classifiers()]. `NULL`: precision for a scenario
#'   of precisions, accuracy otherwise.
#' @param method A test of [compare_classifiers()]. `NULL`: its default for the metric. Of a cross-validation all are
#'   tests of the pooled rows, whose p-values tend to be too small as a verdict on the learning algorithms: the result
#'   says so.
#' @param difference The difference to be found, such as 0.02 for two points. `NULL`: the one in
#'   the scenario or the pilot, whose estimate may be far off if it is small. With a
#'   number, everything but the difference is as in the pilot: how often the classifiers
#'   differ, or the spread of the estimate.
#' @param measure `"difference"`, `"ratio"` or `"odds_ratio"`, for Wald tests.
#' @param classes,average,reference As in [compare_classifiers()].
#' @param alternative `"two.sided"`, or `"greater"` or `"less"`: the metric of the classifier is greater, or less, than
#'   that of the reference, as in [compare_classifiers()]; where less is better, `"less"` is better. In a scenario the
#'   reference is the classifier that is named first. The sign test of labels is one-sided, `"greater"` if nothing else
#'   is said.
#' @param alpha Level of the test.
#' @param margin What difference does not matter, as in [compare_classifiers()]: one number, or the two ends, of which
#'   one may be infinite. Then it is the power to show that the difference is within the margin: with `"two.sided"` that
#'   both ends are ruled out (equivalence), each at `alpha / 2`, so that `alpha = 0.1` is what is known as two one-sided
#'   tests at 0.05; with `"greater"` that the classifier is not worse than the reference by the margin
#'   (non-inferiority), with `"less"` not better, at `alpha`, and the other way round of a metric whose less is better,
#'   such as the Brier score. `difference`, what is assumed to be true, may be 0 here.
#' @param exact Whether power is exact where it can be; `FALSE`: by the normal approximation.
#' @param ... Not used.
#' @return A data frame (class `power_comparison`) with a row for each n, class and pair
#'   and the columns `n`, `more` (rows to be added to the pilot; `NA` for a scenario), `power`, `alpha`,
#'   `alternative`, `method`, `metric`, `average`, `class`, `classifier`, `reference`, `measure`, `difference`
#'   (on the scale of `measure`), `computed` (`"exact"`, `"normal"` or `"t"`), with a margin
#'   `margin.low` and `margin.high`, and `note`: why a
#'   value is `NA`. `print()` says it in words, `plot()` draws the power curve.
#' @section Errors: `verdict_error_rates` for a difference that cannot be, with the range
#'   that can; `verdict_error_margin` for a margin that is none;
#'   `verdict_error_power` for tests whose power must be simulated with [rejection_rate()];
#'   `verdict_error_metric`, `verdict_error_class`, `verdict_error_argument` as in [compare_classifiers()].
#' @section How well the stated power holds: With a margin, where the two differ on next to no rows (one in fifty and
#'   fewer), the normal approximation is rough: simulate with [rejection_rate()].
#'
#'   Simulated at the number of rows that
#'   `sample_size()` gives for power 0.8 (`bench/calibration/power.R`, Monte-Carlo standard error at most
#'   `r ledger_error(topic = "stated power")`): McNemar's tests found the difference in
#'   `r ledger_range(topic = "stated power", metric = "accuracy")` of the data sets, tests of precision in
#'   `r ledger_range(topic = "stated power", metric = "precision")`. The most are where one
#'   precision was 0.95 and the other 0.8 or fewer than 200 rows were needed: there the normal
#'   approximation asks for more rows than it takes.
#'
#'   Means of scores of 10 to 787 items: the t test found the difference in
#'   `r ledger_range(topic = "stated power", metric = "score", rate = "normal differences")` where differences are
#'   normal, in
#'   `r ledger_range(topic = "stated power", metric = "score", rate = "differences skewed to the better")` where a few
#'   items are won by much (exponential differences) and in
#'   `r ledger_range(topic = "stated power", metric = "score", rate = "differences skewed to the other")` where a few
#'   are lost by much: then the power is less than stated.
#' @section When not to use it: The power of the test that was already done, at the difference that was
#'   found, says no more than its p-value (Hoenig and Heisey 2001): give the `difference` that would
#'   matter. Nothing is adjusted for several comparisons: divide `alpha` by their number. The normal approximation is
#'   poor when few rows carry the class; [rejection_rate()] simulates.
#' @references
#' Connor, R. J. (1987) Sample size for testing differences in proportions for the
#' paired-sample design. *Biometrics* 43, 207-211. \doi{10.2307/2531961}
#'
#' Hoenig, J. M. and Heisey, D. M. (2001) The abuse of power. *The American Statistician*
#' 55, 19-24. \doi{10.1198/000313001300339897}
#'
#' Miettinen, O. S. (1968) The matched pairs design in the case of all-or-none responses.
#' *Biometrics* 24, 339-352. \doi{10.2307/2528039}
#'
#' Moskowitz and Pepe (2006), see [scenario].
#'
#' Tango, T. (1998) Equivalence test and confidence interval for the difference in proportions for the paired-sample
#' design. *Statistics in Medicine* 17, 891-908.
#' \doi{10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B}
#' @seealso [rejection_rate()] to simulate the power of any test.
#' @examples
#' rates <- scenario_rates(discordant = c(0.08, 0.20))
#' power_comparison(rates, n = c(100, 150, 200))
#' sample_size(rates)
#' sample_size(rates, difference = 0, margin = 0.05, alternative = "greater", alpha = 0.025)
#'
#' pilot <- prediction_set(truth ~ naive_bayes + tree, satellite)
#' sample_size(pilot, "accuracy", difference = 0.02)
#' sample_size(pilot, "f_meas", difference = 0.02, average = "macro")
#' @export
power_comparison <- function(x, ...) UseMethod("power_comparison")

#' @rdname power_comparison
#' @export
power_comparison.default <- function(x, n, metric = NULL, method = NULL, difference = NULL, measure = NULL,
                             classes = NULL, average = "none", reference = NULL,
                             alternative = c("two.sided", "greater", "less"), alpha = 0.05,
                             exact = TRUE, margin = NULL, ...) {
  check_dots(...)
  check_plan_basis(x)
  if (missing(n)) {
    abort_verdict(c(
      "{.arg n} is missing: the power with how many rows?",
      i = "For the number of rows that a power takes use {.fn sample_size}."
    ), "argument")
  }
  check_number(n, "n", 1, largest_n, closed = TRUE, whole = TRUE, size = NULL)
  alternative <- planned_side(if (!missing(alternative)) alternative, x, method)
  check_alpha(alpha, alternative)
  request <- mget(planned_for)
  basis <- planning_basis(x, request)
  n <- sort(unique(as.double(n)))
  rows <- lapply(seq_len(nrow(basis)), function(i) {
    planning_rows(basis[i, ], n, row_power(basis[i, ], n, alternative, alpha), request)
  })
  new_power(do.call(rbind, rows), basis, "power")
}

#' @rdname power_comparison
#' @param power The power wanted, between `alpha` and 1.
#' @param labels TRUE: how many rows on which the two differ have to be labelled, where predictions cost nothing and
#'   labels do; of accuracy. The result has a row a pair: `n` labels of disagreements, `more` than there are, `random`
#'   labels of any rows that find as much, `disagreement` (the share of rows on which the two differ), `available` (how
#'   many such rows there are), `difference`.
#'   For a [prediction_set()] with `labelling` that is the default. A `judge` is not counted: one that is often right
#'   saves labels. By Connor's (1987) formula: the exact power can be
#'   lower, by 0.02 at 40 labels and by 0.1 at 10.
#' @export
sample_size <- function(x, ...) UseMethod("sample_size")

#' @rdname power_comparison
#' @export
sample_size.default <- function(x, metric = NULL, method = NULL, difference = NULL, power = 0.8, measure = NULL,
                        classes = NULL, average = "none", reference = NULL,
                        alternative = c("two.sided", "greater", "less"), alpha = 0.05,
                        exact = TRUE, margin = NULL, labels = FALSE, ...) {
  check_dots(...)
  check_plan_basis(x)
  alternative <- planned_side(if (!missing(alternative)) alternative, x, method)
  check_alpha(alpha, alternative)
  power <- as.double(check_number(power, "power", alpha, 1))
  check_flag(labels, "labels")
  if (labels) {
    if (!is.null(margin)) {
      abort_verdict("{.arg margin} is not known for labels of disagreements: leave out one of the two.", "argument")
    }
    return(labels_needed(x, metric, difference, power, reference, alternative, alpha))
  }
  request <- mget(planned_for)
  basis <- planning_basis(x, request)
  rows <- lapply(seq_len(nrow(basis)), function(i) {
    row <- basis[i, ]
    n <- row_size(row, power, alternative, alpha)
    reached <- if (is.na(n)) NA_real_ else row_power(row, n, alternative, alpha)
    # The curve that plot() draws.
    around <- if (is.na(n)) NA_real_ else unique(pmax(1, round(n * seq(0.2, 1.6, 0.1))))
    curve <- if (is.na(n)) NA_real_ else row_power(row, around, alternative, alpha)
    list(size = planning_rows(row, n, reached, request), curve = planning_rows(row, around, curve, request))
  })
  out <- new_power(do.call(rbind, lapply(rows, `[[`, "size")), basis, "size", power)
  attr(out, "planning")$curve <- do.call(rbind, lapply(rows, `[[`, "curve"))
  out
}

# Salzberg's sign test of labels is one-sided, "greater" if nothing else is said; that of scores is not.
planned_side <- function(alternative, x, method) {
  one_sided <- identical(method, "sign") && (!inherits(x, "evidence") || "sign" %in% set_units(x)$one_sided)
  alternative <- check_choice(alternative %||% if (one_sided) "greater" else alternatives, "alternative", alternatives)
  if (one_sided && alternative == "two.sided") abort_sign_side()
  alternative
}

planning_rows <- function(row, n, power, request) {
  margin <- plans_margin(row)
  note <- if (!is.na(row$note) || is.na(row$z)) {
    row$note
  } else if (margin && !is_within_margin(row)) {
    "the difference is beyond the margin"
  } else if (!margin && row$z == 0) {
    "no difference to find: give one"
  } else if (!margin && points_away(row$z, request$alternative)) {
    "the difference is in the other direction"
  } else {
    "more rows than 1e9"
  }
  note <- ifelse(is.na(n) | is.na(power), note, NA_character_)
  rows <- data.frame(
    n = n, more = pmax(n - row$pilot, 0), power = power, alpha = request$alpha,
    alternative = request$alternative, method = row$method, metric = row$metric, average = row$average,
    class = row$class, classifier = row$classifier, reference = row$reference, measure = row$measure,
    difference = row$difference, computed = row$computed, note = note, row.names = NULL
  )
  if (margin) rows[c("margin.low", "margin.high")] <- row[c("margin_low", "margin_high")]
  rows
}

new_power <- function(rows, basis, type, wanted = NA_real_) {
  new_result(rows, "power_comparison", planning = list(
    type = type, wanted = wanted, unit = attr(basis, "unit"), pilot = basis$pilot[1], metrics = attr(basis, "metrics"),
    partly = attr(basis, "partly"), pooled = attr(basis, "pooled"), shared = attr(basis, "shared"),
    ranked = attr(basis, "ranked")
  ))
}

# What a power is of, among the arguments of both verbs.
planned_for <- c(
  "metric", "method", "difference", "measure", "classes", "average", "reference", "alternative", "alpha", "exact",
  "margin"
)

# -- in words -----------------------------------------------------------------------------

#' @export
print.power_comparison <- function(x, ..., width = getOption("width")) {
  said <- function(x) c(power_sentences(x), power_basis(x), power_caveat(x))
  print_sentences(x, said, ..., width = width)
}

power_basis <- function(x) {
  # Of what has no power it does not matter.
  how <- switch(only_value(x$computed[!is.na(x$power)], "normal"),
    exact = "Exact power", t = "Power by the noncentral t distribution", "Power by the normal approximation"
  )
  side <- ifelse(x$alternative == "two.sided", "", paste0(", ", side_words[x$alternative]))
  level <- paste0(short_number(x$alpha), side)
  paste0(how, ", ", say_test(x), " at level ", and_list(unique(level)), ".")
}

power_caveat <- function(x) {
  c(
    attr(x, "planning")$shared, attr(x, "planning")$ranked,
    if (isTRUE(attr(x, "planning")$pooled)) {
      paste(
        "Caveat: this is for tests of the pooled rows of a cross-validation, whose p-values tend to be too small as a",
        "verdict on the learning algorithms; see vignette(\"cross-validation\")."
      )
    }
  )
}

#' @export
listing.power_comparison <- function(x, at = seq_len(nrow(x))) {
  info <- attr(x, "planning")
  part <- plain_rows(x)[at, ]
  part[c("class", "classifier", "reference")] <- lapply(part[c("class", "classifier", "reference")], table_label)
  difference <- format_column(part$difference)
  columns <- list(
    class = label_class(part$class, part$average), comparison = label_pair(part),
    difference = difference, rows = ifelse(is.na(part$n), "NA", format_count(part$n)),
    partly = partly_needed(part$n, info$partly), more = ifelse(is.na(part$more), "", format_count(part$more)),
    power = trimws(format_power(part$power))
  )
  names(columns)[3] <- only_value(label_measure(x$measure), "estimate")
  names(columns)[4] <- plural_of(info$unit)
  if (is.null(info$partly)) columns$partly <- NULL else names(columns)[5] <- info$partly$words
  if (all(is.na(x$class)) && !varies(x$average)) columns$class <- NULL
  if (all(columns$more == "")) columns$more <- NULL
  about <- paste0(average_word(x$average), planned_label(x$metric[1], info$metrics))
  list(
    head = c(
      paste0(
        if (info$type == "power") "Power" else paste0(capitalise(info$unit), "s that it takes"), " for ", about, "."
      ), planned_margin(x), power_basis(x), power_caveat(x)
    ),
    columns = columns, note = part$note, words = vapply(at, function(i) say_power(x[i, ], info), "")
  )
}
