# Items or samples: how much of either shows a difference. With d_i the difference of two models' means on item i, its
# variance over items is between + within: `within` is the noise of sampling the models again on the same items,
# w = w_1 / K_1 + w_2 / K_2, known where items have two or more samples.

#' How many items, or samples of each, show a difference?
#'
#' For scores of items: the smallest difference that these items can show, how many items a difference of interest
#' takes, or how many samples of these items, and which of the two costs less.
#'
#' @param x A set of [read_evaluations()].
#' @param metric One metric. `NULL`: the first.
#' @param difference The difference of interest, in the unit of the metric.
#' @param power The power wanted.
#' @param conf.level Decisions are at 1 minus it, for all pairs together: each at the level that the headline of
#'   [verdict()] leaves it.
#' @param item_cost What a new item costs, in samples, before it is answered.
#' @param ... Not used.
#' @return A data frame (class `evaluation_plan`) with a row a pair: `metric`, `classifier`, `reference`, `n` (items),
#'   `samples` (of an item, on average), `difference`, `power`, `smallest` (the difference that these items show with
#'   this power), `n.needed` and `more` (items), `samples.needed` (of each of these items; `NA` where no number of
#'   samples suffices, or nothing is known of their noise), `cheaper` (`"items"`, `"samples"`, or `NA`), the
#'   variances `between` items and `within` (of one sample of both models), and `note`: why there is no number, as where
#'   the two differ by the same on each item.
#' @details The normal approximation: with \eqn{\sigma^2 = between + within / K},
#'   \deqn{n = (z_{\alpha/2} + z_\beta)^2 \sigma^2 / difference^2.}
#'   The standard error of the comparison is the root of \eqn{\sigma^2 / n}: clusters of items, and weights of tasks,
#'   are in it, as if the new items came in the same clusters and tasks.
#' @section Errors: `verdict_error_argument`, `verdict_error_metric`, `verdict_error_classifier` for a single model.
#' @section When not to use it: A difference that was chosen since it was seen.
#' @references Miller, E. (2024) Adding error bars to evals: a statistical approach to language model evaluations.
#'   \doi{10.48550/arXiv.2411.00640}
#' @seealso [read_evaluations()], [gate()]
#' @examplesIf requireNamespace("jsonlite", quietly = TRUE)
#' x <- read_evaluations(system.file("extdata", "evaluations", package = "verdict"))
#' sample_size(x, difference = 0.05)
#' @export
sample_size.evaluation_set <- function(x, metric = NULL, difference = 0.02, power = 0.8, conf.level = 0.95,
                                       item_cost = 1, ...) {
  check_dots(...)
  check_two_classifiers(x)
  check_number(difference, "difference", 0, Inf)
  check_level(conf.level)
  check_number(power, "power", 1 - conf.level, 1)
  check_number(item_cost, "item_cost", -1e-9, Inf)
  metric <- plan_metric(x, metric)
  cells <- item_cells(x, metric)
  tested <- compare_classifiers(x, metric, conf.level = conf.level, p.adjust.method = "max_t")
  rows <- lapply(seq_len(nrow(tested)), function(i) {
    pair <- match(c(tested$reference[i], tested$classifier[i]), x$classifiers)
    components <- pair_components(cells, pair, tested$std.error[i])
    z <- pair_quantile(tested[i, ], 1 - conf.level) + stats::qnorm(power)
    cbind(
      data.frame(metric = metric, classifier = tested$classifier[i], reference = tested$reference[i]),
      plan_row(components, difference, power, z, item_cost)
    )
  })
  structure(
    do.call(rbind, rows), class = c("evaluation_plan", "data.frame"), conf.level = conf.level,
    pairs = nrow(tested), repeated = set_units(x)$repeated
  )
}

# The normal quantile of the level at which a pair is judged: that of its adjusted interval, whose ends are t or normal
# quantiles times the standard error.
pair_quantile <- function(row, level) {
  crit <- (row$adj.conf.high - row$adj.conf.low) / 2 / row$std.error
  df <- if (is.na(row$df)) Inf else row$df
  if (isTRUE(is.finite(crit)) && row$std.error > 0) {
    level <- min(level, 2 * stats::pt(crit, df, lower.tail = FALSE))
  }
  stats::qnorm(level / 2, lower.tail = FALSE)
}

# Of the rows of a verdict the smallest differences that their items show with power 0.8; of few items by t that takes
# much more than is said here.
smallest_line <- function(rows) {
  rows <- rows[!is.na(rows$std.error) & rows$std.error > 0 & !(rows$df < least_to_plan - 1) %in% TRUE, ]
  if (nrow(rows) == 0) {
    return(character())
  }
  level <- 1 - verdict_info(rows)$conf.level
  z <- vapply(seq_len(nrow(rows)), function(i) pair_quantile(rows[i, ], level), 0) + stats::qnorm(0.8)
  said <- unique(short_number(signif(range(z * rows$std.error), 2)))
  paste0(
    "The smallest difference that these items show with power 0.8 is ", paste(said, collapse = " to "),
    if (length(said) > 1) ", by pair", "."
  )
}

plan_metric <- function(x, metric) {
  known <- own_groups(x)$metrics$metric
  metric <- metric %||% known[1]
  if (!is_string_in(metric, known)) abort_verdict("{.arg metric} must be one of {.val {known}}.", "metric")
  metric
}

# Items x models: list(mean, n, variance) of the samples.
item_cells <- function(x, metric) {
  data <- as.data.frame(x)
  data <- data[data$metric == metric & !is.na(data$score), ]
  cell <- list(factor(data$item, unique(data$item)), factor(data$classifier, x$classifiers))
  of <- function(f) tapply(data$score, cell, f)
  list(mean = of(mean), n = of(length), variance = of(stats::var))
}

# `error`: the standard error of the difference, with clusters and weights; NA where there is none.
pair_components <- function(cells, pair, error) {
  both <- !is.na(rowSums(cells$mean[, pair, drop = FALSE]))
  if (sum(both) < 2) abort_verdict("Two models need two or more items in common to plan with.", "set")
  d <- cells$mean[both, pair[2]] - cells$mean[both, pair[1]]
  n <- cells$n[both, pair, drop = FALSE]
  variance <- cells$variance[both, pair, drop = FALSE]
  # Of items with one sample the noise is that of the others.
  within <- colMeans(variance, na.rm = TRUE)
  variance[is.na(variance)] <- rep(within, each = nrow(variance))[is.na(variance)]
  noise <- mean(rowSums(variance / n))
  total <- if (is.na(error)) stats::var(d) else length(d) * error^2
  # Where all differences are the same nothing tells how they vary.
  flat <- total <= (1e-12 * max(abs(cells$mean[both, pair])))^2
  if (flat) total <- NA_real_
  list(
    n = length(d), samples = mean(n), total = total, within = if (is.nan(sum(within))) NA_real_ else sum(within),
    between = if (is.nan(noise)) NA_real_ else max(0, total - noise),
    note = if (flat) status_words("zero_variance") else NA_character_
  )
}

plan_row <- function(components, difference, power, z, item_cost) {
  needed <- ceiling(z^2 * components$total / difference^2)
  # The noise that these items may have.
  room <- components$n * difference^2 / z^2 - components$between
  samples <- if (!is.na(room) && room > 0) max(1, ceiling(components$within / room)) else NA_real_
  items_cost <- max(0, needed - components$n) * (item_cost + components$samples)
  samples_cost <- components$n * max(0, samples - components$samples)
  data.frame(
    n = components$n, samples = components$samples, difference = difference, power = power,
    smallest = z * sqrt(components$total / components$n), n.needed = needed, more = max(0, needed - components$n),
    samples.needed = samples, cheaper = ifelse(samples_cost < items_cost, "samples", "items"),
    between = components$between, within = components$within, note = components$note
  )
}

#' @export
format.evaluation_plan <- function(x, ...) {
  check_dots(...)
  vapply(seq_len(nrow(x)), function(i) {
    row <- x[i, ]
    who <- paste(say_label(row$classifier), "and", say_label(row$reference))
    if (is.na(row$n.needed)) {
      return(paste0(
        who, " differ by the same in ", say_label(row$metric), " on each of these ", format_count(row$n),
        " items (zero variance): nothing tells how many items it takes."
      ))
    }
    more <- if (row$more == 0) {
      paste("these", format_count(row$n), "items are enough")
    } else {
      n <- format_count(signif(c(row$n.needed, row$more), 2))
      paste0("it takes about ", n[1], " items, ", n[2], " more")
    }
    samples <- if (!is.na(row$samples.needed) && row$more > 0) {
      paste0(
        ", or ", count_of(row$samples.needed, "sample"), " of each of these ", format_count(row$n), " (",
        if (row$cheaper == "samples") "cheaper" else "dearer", ")"
      )
    }
    paste0(
      who, ": to show a difference of ",
      short_number(row$difference), " in ", say_label(row$metric), " with power ", short_number(row$power), " ", more,
      samples, ". The smallest difference that these items can show is ", short_number(signif(row$smallest, 2)), "."
    )
  }, "")
}

#' @export
print.evaluation_plan <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  for (line in c(format(x), attr(x, "repeated"))) writeLines(wrap_text(line, check_width(width), exdent = 2))
  invisible(x)
}
