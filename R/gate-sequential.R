# Differences that are looked at while they come in. With d in a range of length R (so -R <= d <= R) and a bound b,
# y = (d - b) / (R + b) is at least -1 and has a mean of at most 0 where the requirement is not met, so that
# prod(1 + lambda y) is a fair game or worse for any lambda in (0, 1), and so is its mean over lambda. It does not
# depend on the order of the items. The bounds that it does not reject are an interval.

# list(estimate, low, high, e.value, n, note) so that more is better; `level` is of both sides together.
sequential_pair <- function(pair, metric, level, direction, bound) {
  check_sequential(pair, metric)
  d <- direction * sequential_differences(pair, metric)
  known <- pair$metrics[pair$metrics$metric == metric, ]
  range <- known$upper - known$lower
  lost <- set_units(pair)$n_rows - length(d)
  if (length(d) == 0) {
    note <- status_note("few_common", list(units = "items"))
    return(list(estimate = NA_real_, low = -range, high = range, e.value = 1, n = 0, note = note))
  }
  found <- mean(d)
  list(
    # What rounding leaves of 0 is 0.
    estimate = if (abs(found) > 1e-12 * range) found else 0,
    low = betting_limit(d, range, level / 2), high = -betting_limit(-d, range, level / 2),
    e.value = if (abs(bound) < range) exp(log_betting(betting_counts(d), bound, range)) else NA_real_, n = length(d),
    note = if (lost > 0) status_note("left_out", list(units = count_of(lost, "item")))
  )
}

# The row of one metric that the set has, and as `given` what the verbs take for it.
gate_metric <- function(x, metric) {
  given <- with_beta(metric %||% headline_metrics(x)[1], NULL)
  known <- if (is.character(given)) set_metrics(x, given)
  if (!identical(nrow(known), 1L)) abort_verdict("{.arg metric} must be one metric.", "metric")
  known$metric <- known$asked
  structure(known, given = given)
}

# 1, or -1 where less is better; as more is where neither side is.
gate_direction <- function(metric, known) if (metric_direction(metric, known) < 0) -1 else 1

has_scored_items <- function(x) identical(set_units(x)$design$type, "items")

check_sequential <- function(pair, metric) {
  if (!is.null(pair$shares)) {
    abort_verdict(c(
      "What holds at any number of looks counts each item once; these tasks have weights.",
      i = "Read the logs with {.code weights = \"items\"}, or gate each task: {.code by = \"task\"}."
    ), "gate")
  }
  if (!has_scored_items(pair)) {
    abort_verdict(c(
      "What holds at any number of looks is for scores of items, see {.fn score_set}.",
      i = "Of predictions such as {.code score_set(data.frame(new = new == truth, old = old == truth),
           design = \"items\")}.",
      i = if (!canonical_metric(metric) %in% c("accuracy", "error")) {
        "That is accuracy: of the rows of one class it is sensitivity or specificity, and {.val {metric}} of all rows
         has no such test."
      }
    ), "gate")
  }
  if (!all(is.na(pair$cells$cluster))) {
    abort_verdict(c(
      "What holds at any number of looks needs independent items; these have clusters.",
      i = "Score one item a cluster, or gate once without it."
    ), "gate")
  }
  known <- pair$metrics[pair$metrics$metric == metric, ]
  if (!all(is.finite(c(known$lower, known$upper)))) {
    abort_verdict(c(
      "What holds at any number of looks needs a metric with a known range; that of {.val {metric}} is not.",
      i = "Give {.arg lower} and {.arg upper} to {.fn score_set}."
    ), "gate")
  }
}

# Candidate minus reference by item, with its name, samples averaged.
sequential_differences <- function(pair, metric) {
  data <- as.data.frame(pair)
  data <- data[data$metric == metric & !is.na(data$score), ]
  item <- factor(data$item, unique(data$item))
  means <- tapply(data$score, list(item, factor(data$classifier, pair$classifiers)), mean)
  d <- stats::setNames(means[, 2] - means[, 1], levels(item))
  d[!is.na(d)]
}

betting_counts <- function(d) {
  value <- unique(d)
  list(value = value, n = tabulate(match(d, value), length(value)))
}

# The logarithm of the mean over lambda, at the middles of 2,000 equal parts of (0, 1): itself an e-value. Of right and
# wrong answers it has a closed form.
log_betting <- function(counts, bound, range) {
  if (bound == 0 && all(counts$value %in% c(-range, 0, range))) {
    won <- sum(counts$n[counts$value == range])
    return(log_e_discordant(won, sum(counts$n[counts$value == -range]), "greater"))
  }
  y <- pmax(-1, (counts$value - bound) / (range + bound))
  lambda <- (seq_len(2000) - 0.5) / 2000
  total <- log_growth(y, counts$n, lambda)
  max(total) + log(mean(exp(total - max(total))))
}

# The sum of n log(1 + y lambda), for each lambda. Of those that occur once it is the log of their product, of so few
# at a time that it is a number: the least factor is 0.00025.
log_growth <- function(y, n, lambda) {
  total <- numeric(length(lambda))
  for (i in which(n > 1)) total <- total + n[i] * log1p(y[i] * lambda)
  once <- y[n == 1]
  few <- max(1, floor(300 / max(4, log10(1 + abs(once)))))
  for (some in split(once, ceiling(seq_along(once) / few))) {
    product <- 1
    for (one in some) product <- product * (1 + one * lambda)
    total <- total + log(product)
  }
  total
}

# The largest bound that the differences reject at `level`, or the end of the range.
betting_limit <- function(d, range, level) {
  counts <- betting_counts(d)
  above <- function(bound) log_betting(counts, bound, range) + log(level)
  low <- -range * (1 - 1e-9)
  if (above(low) < 0) {
    return(-range)
  }
  # At the mean itself the game is fair at best.
  stats::uniroot(above, c(low, mean(d)), tol = 1e-10 * range, maxiter = 200)$root
}
