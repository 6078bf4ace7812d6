#' How large is the difference between two classifiers' scores?
#'
#' All the usual sizes of effect for each pair of classifiers, beside which [compare_classifiers()] puts the one
#' that goes with its test. A p-value says whether there is a difference, these say how large it is
#' against the spread of the scores.
#'
#' | effect | what it is | small, medium, large from |
#' | --- | --- | --- |
#' | `"d_z"` | mean difference over the standard deviation of the differences | |
#' | `"cohen_d"` | mean difference over the pooled standard deviation of the two | 0.2, 0.5, 0.8 |
#' | `"gamma"` | difference of the medians over the pooled median absolute deviation (Akinshin) | 0.2, 0.5, 0.8 |
#' | `"cliff_delta"` | P(x > y) - P(x < y), over all pairs of units | 0.147, 0.33, 0.474 |
#' | `"a12"` | P(x > y) + P(x = y) / 2, over all pairs of units | |
#' | `"rank_biserial"` | (W+ - W-) / (W+ + W-), of the signed ranks of the differences | |
#' | `"win"` | share of units won (with the better score), ties half | |
#' | `"win_untied"` | share of units won of those without a tie | |
#'
#' `"d_z"`, `"rank_biserial"` and `"win"` know that the scores are paired, the others do not: the first can be
#' nearly perfect where the others are negligible, as when one classifier is a little better on each of
#' very different data sets.
#'
#' @param x A [score_set()] (or [as_score_set()] of predictions with folds).
#' @param metric Names of metrics of the set; `NULL` for all.
#' @param reference Name of the classifier that the others are compared with. `NULL`: all pairs.
#' @param conf.level Confidence level of the interval of `"win_untied"`.
#' @param ... Not used.
#' @return A data frame (`print()` shows its first 20 rows) with a row for each metric, pair and effect: `metric`,
#'   `classifier`, `reference`, `n` (units
#'   that both have a score of), `effect`, `value`, `conf.low` and `conf.high`, `level` (`"negligible"` to `"large"`,
#'   by the table above) and `note`, why a value is `NA`. A positive value, or an `"a12"` above 1/2, says that the
#'   classifier's scores are larger, whether that is good or not; the shares of units won say how often they are the
#'   better ones, of an error the smaller. Only `"win_untied"` has an interval: Clopper and Pearson's, with 1/2 outside
#'   it just where the sign test (`compare_classifiers(x, method = "sign")`) rejects.
#' @section Errors: `verdict_error_set`, `verdict_error_metric`, `verdict_error_reference`,
#'   `verdict_error_classifier`.
#' @section When not to use it: The levels are conventions from other fields. Say in the metric's own units what
#'   difference matters, and compare the interval of [compare_classifiers()] with it.
#' @references
#' Cliff, N. (1993) Dominance statistics: ordinal analyses to answer ordinal questions. *Psychological Bulletin* 114,
#' 494-509. \doi{10.1037/0033-2909.114.3.494}
#'
#' Kerby, D. S. (2014) The simple difference formula: an approach to teaching nonparametric correlation. *Comprehensive
#' Psychology* 3. \doi{10.2466/11.IT.3.1}
#' @seealso [compare_classifiers()]
#' @examples
#' scores <- cbind(
#'   x = c(0.81, 0.77, 0.92, 0.65, 0.70, 0.88, 0.74, 0.83),
#'   y = c(0.79, 0.77, 0.89, 0.66, 0.66, 0.83, 0.74, 0.77)
#' )
#' effect_sizes(score_set(scores, design = "datasets"))
#' @export
effect_sizes <- function(x, metric = NULL, reference = NULL, conf.level = 0.95, ...) {
  check_dots(...)
  check_level(conf.level)
  check_is_scores(x)
  metrics <- set_metrics(x, metric)$metric
  pairs <- compared_pairs(x, reference)
  parts <- lapply(metrics, function(metric) {
    scores <- score_matrix(x, metric)
    each <- lapply(seq_len(ncol(pairs)), function(j) {
      pair <- pairs[, j]
      effects <- pair_effects(scores[, pair[1]], scores[, pair[2]], score_sign(x, metric), conf.level)
      data.frame(metric = metric, classifier = x$classifiers[pair[1]], reference = x$classifiers[pair[2]], effects)
    })
    do.call(rbind, each)
  })
  new_result(do.call(rbind, parts), "effect_sizes", conf.level = conf.level, repeated = repeated_words(x))
}

#' @rawNamespace S3method(print, effect_sizes, print_listing)
#' @export
listing.effect_sizes <- function(x, at = seq_len(nrow(x))) {
  shown <- as_plain(x)[at, ]
  pairs <- label_pair(as_plain(x), table_label)
  interval <- interval_column(shown$conf.low, shown$conf.high, estimate = shown$value)
  columns <- list(
    metric = if (varies(x$metric)) plain_label(shown$metric),
    comparison = if (varies(pairs)) pairs[at], measure = shown$effect,
    value = format_column(shown$value), interval = ifelse(is.na(shown$conf.low), "", interval),
    level = ifelse(is.na(shown$level), "", shown$level)
  )
  list(
    head = c(
      paste0(
        "How large the difference", if (!varies(x$metric)) paste(" in", label_metric(x$metric[1])),
        " is against the spread of the scores", if (!varies(pairs)) paste0(": ", pairs[1]), "."
      ),
      paste(
        "Above 0, or of a12 above 1/2: the first has the larger scores; of the shares won: the better ones. Interval:",
        paste0(format_percent(attr(x, "conf.level")), ".")
      )
    ),
    columns = columns[lengths(columns) > 0], note = shown$note, foot = attr(x, "repeated")
  )
}

check_is_scores <- function(x) {
  check_given(x, "a {.fn score_set}.", "set")
  UseMethod("check_is_scores")
}

check_is_scores.score_set <- function(x) check_evidence(x)

check_is_scores.default <- function(x) {
  abort_verdict(c(
    "{.arg x} must be a {.cls score_set}, not {.obj_type_friendly {x}}.",
    i = "Make one with {.fn score_set} or {.fn as_score_set}."
  ), "set")
}

# `sign`: 1 where larger scores are better, -1 where smaller ones are.
pair_effects <- function(x, y, sign, conf.level) {
  known <- !is.na(x) & !is.na(y)
  x <- x[known]
  y <- y[known]
  none <- length(x) == 0
  d <- sign * even_gaps(x, y)
  value <- if (none) rep(NA_real_, length(effect_names)) else c(spread_effects(x, y), rank_effects(x, y), win_shares(d))
  at <- effect_names == "win_untied"
  reason <- if (none) "few_units" else ifelse(at, "equal_scores", if (length(x) < 2) "few_units" else "zero_variance")
  # Clopper and Pearson's for the share of units won of those without a tie.
  limits <- count_limits("clopper_pearson", sum(d > 0), sum(d != 0), 1 - conf.level)
  data.frame(
    n = length(x), effect = effect_names, value = value, conf.low = ifelse(at, limits[1], NA),
    conf.high = ifelse(at, limits[2], NA), level = effect_level(effect_names, value),
    note = ifelse(is.na(value), status_words(reason), NA_character_)
  )
}

effect_names <- c("d_z", "cohen_d", "gamma", "cliff_delta", "a12", "rank_biserial", "win", "win_untied")

# Means and medians over their spreads; NA where there is none.
spread_effects <- function(x, y) {
  size <- max(abs(c(x, y)))
  over <- function(gap, spread) if (isTRUE(spread > 1e-12 * size)) gap / spread else NA_real_
  pooled <- function(spread) sqrt((spread(x)^2 + spread(y)^2) / 2)
  c(
    over(mean(x - y), stats::sd(x - y)), over(mean(x) - mean(y), pooled(stats::sd)),
    over(stats::median(x) - stats::median(y), pooled(stats::mad))
  )
}

# Scores that differ beyond the eleventh digit are ties; a difference has the digits of its own two scores.
even_gaps <- function(x, y) {
  size <- pmax(abs(x), abs(y))
  unit <- 10^(floor(log10(ifelse(size > 0, size, 1))) - 10)
  signif(round((x - y) / unit) * unit, 11)
}

rank_effects <- function(x, y) {
  n <- length(x)
  wins <- sum(rank(signif(c(x, y), 11))[seq_len(n)]) - n * (n + 1) / 2
  a12 <- wins / n^2
  d <- even_gaps(x, y)
  ranks <- rank(abs(d[d != 0]))
  plus <- sum(ranks[d[d != 0] > 0])
  biserial <- if (length(ranks)) (2 * plus - sum(ranks)) / sum(ranks) else 0
  c(2 * a12 - 1, a12, biserial)
}

# Of differences above 0 where the first is better: ties half, and without them.
win_shares <- function(d) c(mean((d > 0) + (d == 0) / 2), if (any(d != 0)) mean(d[d != 0] > 0) else NA_real_)

effect_level <- function(effect, value) {
  limits <- list(cohen_d = c(0.2, 0.5, 0.8), gamma = c(0.2, 0.5, 0.8), cliff_delta = c(0.147, 0.33, 0.474))
  levels <- c("negligible", "small", "medium", "large")
  mapply(function(name, value) {
    if (is.null(limits[[name]]) || is.na(value)) NA_character_ else levels[1 + sum(abs(value) >= limits[[name]])]
  }, effect, value, USE.NAMES = FALSE)
}
