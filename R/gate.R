# May this candidate take the reference's place? A row a candidate and group, judged by one interval each, at the level
# divided by the number of rows: the gate passes where all rows do.

#' May this candidate be released?
#'
#' Compares candidates with a reference and passes only what is shown: that the candidate is not worse than the
#' reference by more than a margin, or that it is better. What is not shown is undecided,
#' with how many more items it would take.
#'
#' # How it is judged
#'
#' Each candidate (in each task, with `by`) has one interval of its difference to the reference, by the test that
#' [compare_classifiers()] takes for the metric; items that each is right or wrong on (scores 0 and 1 of a range from 0
#' to 1, without clusters) are compared as predictions are where two differ on fewer than ten, since t lets too much
#' pass there. It passes where the interval is on the good side of the requirement: above minus the margin
#' (`"not_worse"`), or above 0, or above `margin` if it is given (`"better"`). It fails where the
#' interval is on the other side, and is undecided between. The intervals hold together: each is at 1 -
#' (1 - `conf.level`) / m for m of them (Bonferroni), so that the chance of any false answer, passed or failed, is at
#' most 1 - `conf.level`. As the interval is two-sided, 0.95 is a one-sided level of 0.025.
#'
#' Where two score the same on all of n items, the interval is what that leaves open: items on which they differ may be
#' as many as \eqn{1 - (\alpha / 2)^{1 / n}} of all, by up to the range of the metric each. So 183 items that agree
#' pass at a margin of 0.02 of that range, three do not. Without a known range (see `lower` and `upper` in
#' [score_set()]) it is that of the scores, and `note` says so. Scores of folds that agree stay undecided. Where
#' observations, clusters or items with several samples differ on fewer than ten, an interval by t is widened to what
#' these leave open in the same way (Clopper and Pearson), and `note` says so.
#'
#' Of few labels each pair is compared in a set of its own, with finer strata, so that the difference need not be that
#' of a comparison of more classifiers at once.
#'
#' Where there is no estimate, as of labels of unknown origin, the row is undecided: limits that any labels allow are
#' shown, but are no confidence interval.
#'
#' The gate as a whole passes where all its rows do: `as.logical()` says whether.
#'
#' # More than one look
#'
#' An interval holds for one look. Who gates again on the same items with every new candidate, or whenever more
#' items have come in, passes something sooner or later. `history` is a file that remembers: a second look at the same
#' items with the same reference is refused, by the same metric or its complement (error after accuracy). Each metric
#' has its looks and its confidence by itself, so that a release may be gated by several: where any of k may pass a
#' candidate, the chance of a false answer is up to k times as large, unless each is gated with
#' `conf.level = 1 - 0.05 / k`; `print()` says so. Where all have to pass, a false release is no more likely than by
#' one.
#'
#' `sequential = TRUE` makes it valid to look any number of times, by e-values: with \eqn{d_i} the difference on item i,
#' in a range of length R, and \eqn{y_i = (d_i - b) / (R + b)} for the bound b of the requirement,
#' \deqn{e = \int_0^1 \prod_i (1 + \lambda y_i) d\lambda,}
#' which is above \eqn{1/\alpha} at any time with a chance of at most \eqn{\alpha} if the requirement is not met. For
#' right and wrong answers without a margin it is the one-sided mixture of likelihoods of the discordant items. With
#' `history`, the j-th candidate of a metric is judged at \eqn{6 / (\pi^2 j^2)} of the level, whatever their number.
#'
#' # What a history knows again
#'
#' Items are known by their names, also where more have come or their order is another. Sets without items
#' (predictions, probabilities, data sets) have rows, known by the truth and what the reference says, in any order. If
#' at least nine rows in ten are unlike any other, as with probabilities of many digits, each is known, also where more
#' have come. Else, and so always of predicted classes and of battles, all are known together: with one row more, or
#' one more label, they are other rows to the history.
#'
#' A candidate is known by its name and its differences to the reference on the items: a new model of the same name is
#' the next candidate, and so is one whose answers are drawn at random each time it is run. Where items have come in,
#' its differences on up to twenty of the earlier ones must be the same. A new model that agrees on all of those is
#' taken for the old one: give each model a name of its own. Files of earlier versions do not have the answers: what is
#' gated after them is a candidate of its own, whatever its name.
#'
#' @param x A set with the reference and the candidates: of [read_evaluations()], or any that [compare_classifiers()]
#'   takes.
#' @param reference Name of the model that is released now.
#' @param candidate Names of the candidates. `NULL`: all others.
#' @param require What must be shown: `"not_worse"` or `"better"`.
#' @param margin In the unit of the metric: how much worse does not matter (needed for `"not_worse"`), or how
#'   much better it must be.
#' @param ... Not used. The arguments after it must be named.
#' @param metric One metric: its name, or what makes it, such as `expected_cost(costs)` or `net_benefit(0.2)`.
#'   `NULL`: the first of the set, of a [prediction_set()] accuracy.
#' @param by `"task"`: the requirement must be met in every task of the logs.
#' @param conf.level All answers hold together with this confidence.
#' @param sequential Whether the answer holds at any number of looks, see above. Items must be scored in a known range,
#'   have no clusters and count once each: a set whose tasks have weights is refused (with `by = "task"` each task is
#'   asked by itself, and weights do not matter).
#' @param history A file (CSV), made if there is none, that remembers what was gated, see below.
#' @return A data frame (class `verdict_gate`) with a row a candidate and task: `task`, `metric`, `classifier`,
#'   `reference`, `require`, `margin`, `n` (units), `estimate`, `conf.low`, `conf.high` (of the difference, classifier
#'   minus reference), `e.value` (sequential: it passes above 2 / `level`), `level` (1 minus the confidence of the row's
#'   interval), `decision` (`"pass"`, `"fail"`, `"undecided"`), `more` (units it takes
#'   beyond n to show it with power 0.8, as [sample_size()] plans them, if the models are equal, or, for `"better"`, if
#'   the difference is what was seen; `NA` where none would or these would have done, and for scores of folds, as more
#'   folds of the same data are no more data) and `note`. Of few labels the further rows have labels in the same share;
#'   labels of the rows that are there may do instead, see [sample_size()] and [next_labels()].
#'   `print()` says it in words, `as.logical()` is whether all pass.
#' @section Errors:
#' `verdict_error_gate` for a second look that is not sequential, and a set that has no sequential test;
#' `verdict_error_margin`, `verdict_error_reference`, `verdict_error_classifier`, `verdict_error_metric`,
#' `verdict_error_argument`.
#' @section When not to use it:
#' A candidate that was chosen as the best of many on the same items looks better than it is: gate it on items
#' that took no part in the choice.
#' @references
#' Ramdas, A., Gruenwald, P., Vovk, V. and Shafer, G. (2023) Game-theoretic statistics and safe anytime-valid
#' inference. *Statistical Science* 38, 576-601. \doi{10.1214/23-STS894}
#'
#' Waudby-Smith, I. and Ramdas, A. (2024) Estimating means of bounded random variables by betting. *Journal of the
#' Royal Statistical Society B* 86, 1-27. \doi{10.1093/jrsssb/qkad009}
#' @seealso [read_evaluations()], [cli()], [expect_not_worse()]
#' @examples
#' set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' gate(set, reference = "naive_bayes", require = "better")
#' gate(set, reference = "random_forest", margin = 0.01)
#' @export
gate <- function(x, reference, candidate = NULL, require = c("not_worse", "better"), margin = NULL, ..., metric = NULL,
                 by = NULL, conf.level = 0.95, sequential = FALSE, history = NULL) {
  check_dots(...)
  check_given(x, "a set with the reference and the candidates.", "set")
  check_evidence(x)
  check_given(reference, "which classifier is in use?", "reference")
  require <- check_choice(require, "require", c("not_worse", "better"))
  known <- gate_metric(x, metric)
  asked <- list(
    require = require, margin = check_gate_margin(margin, require), metric = known$metric, known = known,
    level = 1 - check_number(conf.level, "conf.level", 0, 1), sequential = sequential
  )
  check_flag(sequential, "sequential")
  # A margin that lets everything pass may be meant; one beyond that is a slip.
  if (isTRUE(asked$margin > known$upper - known$lower)) check_margin_range(asked$margin, known, FALSE)
  asked$reference <- check_gate_names(reference, "reference", x, 1)
  asked$candidate <- check_gate_names(candidate, "candidate", x, Inf, asked$reference)
  sets <- gate_sets(x, by, asked)
  seen <- read_history(history)
  looks <- if (!is.null(history)) lapply(sets, look_at, seen, asked)
  share <- gate_shares(looks, length(sets), asked)
  parts <- Map(function(set, task, share) gate_rows(set, task, share, asked), sets, names(sets), share)
  rows <- do.call(rbind, lapply(unname(parts), `[[`, "rows"))
  if (!is.null(history)) write_history(history, seen, rows, looks, asked)
  # A task by itself has no weights.
  units <- set_units(if (is.null(by)) x else sets[[1]])
  about <- list(
    conf.level = conf.level, sequential = sequential, unit = units$row, metrics = known,
    labels = !is.null(units$labels), advice = label_advice(units, known),
    values = c(header_values(units), caution_labels(units)),
    caveat = c(unique(unlist(lapply(parts, `[[`, "caveats"))), caution_other_metrics(looks, units$row))
  )
  new_result(rows, "verdict_gate", gate = about)
}

# -- arguments ------------------------------------------------------------------------

check_gate_margin <- function(margin, require) {
  if (is.null(margin) && require == "better") {
    return(0)
  }
  given <- is_numeric(margin) && length(margin) == 1 && is.finite(margin)
  if (!given || margin < 0 || margin == 0 && require == "not_worse") {
    abort_verdict(c(
      "{.arg margin} must be one positive number: {if (require == 'better') 'how much better it must be' else
       'how much worse does not matter'}.",
      i = "In the unit of the metric, such as 0.01 for one point."
    ), "margin")
  }
  margin
}

check_gate_names <- function(names, arg, x, max, besides = NULL) {
  if (is.null(names) && arg == "candidate") names <- setdiff(x$classifiers, besides)
  if (!is.character(names) || length(names) == 0 || length(names) > max || anyNA(names)) {
    abort_verdict(c(
      "{.arg {arg}} must be {if (max == 1) 'the name of one model' else 'names of models'}.",
      i = "There are {.val {plain_label(x$classifiers)}}."
    ), "reference")
  }
  for (one in names) check_known_classifier(one, arg, x)
  if (any(names %in% besides)) abort_verdict("The reference {.val {besides}} cannot be a candidate too.", "reference")
  unique(names)
}

# -- one set a task -------------------------------------------------------------------

gate_sets <- function(x, by, asked) {
  both <- x[c(asked$reference, asked$candidate)]
  if (is.null(by)) {
    return(stats::setNames(list(both), NA_character_))
  }
  by <- check_choice(by, "by", "task")
  tasks <- attr(x, "evaluation")$tasks
  if (!any(nzchar(tasks))) {
    abort_verdict(if (is.null(tasks)) {
      "There are no tasks in {.arg x}: {.code by = \"task\"} needs a set of {.fn read_evaluations}."
    } else {
      c("The logs in {.arg x} name no tasks.", i = "Which column holds them? {.code columns = c(task = ...)}.")
    }, "gate")
  }
  sets_of_tasks(both, tasks, asked$metric)
}

# By the public way out and in again.
sets_of_tasks <- function(set, tasks, metric) {
  data <- as.data.frame(set)
  data <- data[data$metric == metric & !is.na(data$score), ]
  of_all <- own_groups(set)$metrics
  known <- of_all[of_all$metric == metric, ]
  task <- tasks[data$item]
  names <- unique(unname(tasks))
  lapply(stats::setNames(names, ifelse(nzchar(names), names, "no task")), function(one) {
    here <- data[task == one, ]
    sample_of <- here[["repetition"]]
    cluster_of <- here[["cluster"]]
    score_set(
      here, score = "score", classifier = "classifier", item = "item", repetition = sample_of, cluster = cluster_of,
      metric = metric, better = if (!is.na(known$better)) known$better, lower = known$lower, upper = known$upper,
      na = "keep"
    )
  })
}

# -- rows -----------------------------------------------------------------------------

gate_rows <- function(set, task, share, asked) {
  direction <- gate_direction(asked$metric, asked$known)
  bound <- gate_bound(asked)
  units <- set_units(set)
  grows <- has_independent_units(units) && !isTRUE(units$labels_of_rows)
  each <- lapply(seq_along(asked$candidate), function(i) {
    pair <- set[c(asked$reference, asked$candidate[i])]
    level <- asked$level * share[i]
    judged <- if (asked$sequential) {
      sequential_pair(pair, asked$metric, level, direction, bound)
    } else {
      of <- as_answers(pair, asked, direction)
      fixed_pair(of, level)
    }
    bounded <- isTRUE(judged$bounded)
    decision <- if (bounded) "undecided" else gate_decision(judged$low, judged$high, bound)
    limits <- sort(direction * c(judged$low, judged$high))
    row <- data.frame(
      task = task, metric = asked$metric, classifier = asked$candidate[i], reference = asked$reference,
      require = asked$require, margin = asked$margin, n = judged$n, estimate = direction * judged$estimate,
      conf.low = limits[1], conf.high = limits[2], e.value = judged$e.value %||% NA_real_, level = level,
      decision = decision,
      more = if (decision == "undecided" && grows && !bounded) {
        judged$more %||% gate_more(
          judged, bound, level, if (asked$sequential) NA_real_ else planned_times(of, judged, level)
        )
      } else {
        NA_real_
      },
      note = judged$note %||% NA_character_
    )
    list(row = row, caveat = judged$caveat)
  })
  list(rows = do.call(rbind, lapply(each, `[[`, "row")), caveats = unlist(lapply(each, `[[`, "caveat")))
}

# The difference with its interval, so that more is better; `of` as as_answers() gives it.
fixed_pair <- function(of, level) {
  pair <- of$pair
  asked <- of$asked
  direction <- of$direction
  row <- compare_classifiers(
    pair, attr(asked$known, "given"), reference = asked$reference, conf.level = 1 - level, p.adjust.method = "none",
    measure = "difference"
  )
  if (nrow(row) != 1) {
    abort_verdict(c(
      "{.val {asked$metric}} has a value {if (length(asked$known$value[[1]]) > 1) 'at each threshold' else
       'in each class'}, and a gate needs one.",
      i = "Take one over all, such as accuracy, or at one threshold."
    ), "metric")
  }
  limits <- direction * c(row$conf.low, row$conf.high)
  if (direction < 0) limits <- rev(limits)
  targets <- set_targets(pair, asked$known, "none", NULL, "na")
  both <- if (has_gaps(pair, targets)) on_common_units(pair, targets, 1:2) else pair
  # Limits that any labels allow are shown, but they are no interval by a test.
  judged <- list(
    estimate = direction * row$estimate, low = limits[1], high = limits[2], note = paste_notes(of$note, gate_note(row)),
    n = if (is.null(both)) 0 else set_units(both)$n,
    std.error = row$std.error, bounded = is_bounded(row), power = registry_tests[plain_id(row$method.id), "power"],
    caveat = printed_caveat(result_units(row), "assessment")
  )
  with_few_that_differ(judged, both, row, asked, level, direction)
}

# There is no p-value in a gate, nor another method.
gate_note <- function(row) {
  if (!row$status %in% "few_observations") {
    return(row$note)
  }
  status_note("short_interval", list(rows = count_of(result_units(row)$n_clusters, "observation")))
}

# Where the interval must lie above, if more is better.
gate_bound <- function(of) if (of$require == "better") of$margin else -of$margin

gate_decision <- function(low, high, bound) {
  known <- !anyNA(c(low, high))
  if (known && low > bound) "pass" else if (known && high < bound) "fail" else "undecided"
}

# Units beyond n that show the requirement with power 0.8, if models are equal (or as seen, where it must be better): as
# they are planned, or else by the standard error, or where it says nothing half the interval. Quantiles of t are those
# of the units there are, not of the many more.
gate_more <- function(judged, bound, level, times) {
  gap <- (if (bound < 0) 0 else judged$estimate) - bound
  crit <- stats::qnorm(level / 2, lower.tail = FALSE)
  half <- (judged$high - judged$low) / 2 / crit
  error <- if (isTRUE(judged$std.error > 0)) judged$std.error else half
  # What rounding leaves of a difference that is 0.
  if (!is.finite(error) || is.na(gap) || gap <= 1e-9 * error || error <= 0) {
    return(NA_real_)
  }
  more <- judged$n * first_known(times, (error / gap * (crit + stats::qnorm(0.8)))^2) - judged$n
  if (isTRUE(more > 0)) signif(ceiling(more), 2) else NA_real_
}

# How many times the units that there are show the requirement with power 0.8, by the plan of sample_size(); NA for
# tests and requirements that it does not know.
planned_times <- function(of, judged, level) {
  asked <- of$asked
  not_worse <- asked$require == "not_worse"
  if (!isTRUE(judged$power != "none") || !not_worse && asked$margin > 0) {
    return(NA_real_)
  }
  request <- list(
    metric = attr(asked$known, "given"), difference = if (not_worse) 0, measure = "difference", average = "none",
    reference = asked$reference, alternative = if (of$direction > 0) "greater" else "less", alpha = level / 2,
    exact = TRUE, margin = if (not_worse) asked$margin
  )
  basis <- null_if_refused(planning_basis(of$pair, request))
  if (is.null(basis)) NA_real_ else row_size(basis, 0.8, request$alternative, request$alpha) / basis$pilot
}

# -- what it says ---------------------------------------------------------------------

#' @export
as.logical.verdict_gate <- function(x, ...) length(x$decision) > 0 && all(x$decision %in% "pass")

#' @export
format.verdict_gate <- function(x, ...) format_rows(x, function(row) gate_sentence(row, attr(x, "gate")), ...)

gate_sentence <- function(row, info) {
  what <- gate_claim(row)
  who <- say_label(row$classifier)
  where <- if (!is.na(row$task) && nzchar(row$task)) paste0(say_label(row$task), ": ")
  head <- switch(row$decision,
    pass = paste0("passed: ", who, " is ", what),
    fail = paste0("failed: ", who, " is ", gate_claim(row, denied = TRUE)),
    undecided = paste0(
      "undecided", if (!is.na(row$more)) {
        paste0(", ", count_of(row$more, paste("more", info$unit)), if (isTRUE(info$labels)) " at this share of labels")
      }, ": ", who, " is not shown to be ", what
    )
  )
  figures <- if (has_limits_only(row)) between_limits(row) else gate_figures(row, info)
  e <- if (!is.na(row$e.value)) paste0(", e = ", format_e(row$e.value), ", passes above ", format_e(2 / row$level))
  note <- if (!is.na(row$note)) paste0("; ", row$note)
  metric <- label_metric(row$metric, info$metrics)
  paste0(where, head, " in ", metric, " (difference ", figures, e, note, ").")
}

# With as many digits as tell the limits from what they are judged by.
gate_figures <- function(row, info) {
  bound <- gate_bound(row) * gate_direction(row$metric, info$metrics)
  limits <- c(row$conf.low, row$conf.high)
  for (digits in seq(number_digits(), 15)) {
    local_digits(digits)
    shown <- interval_ends(row$conf.low, row$conf.high, estimate = row$estimate)(limits)
    if (!any(is_astray(shown, limits, bound), na.rm = TRUE)) break
  }
  format_estimate(row$estimate, row$conf.low, row$conf.high)
}

# What any labels allow, without an estimate.
has_limits_only <- function(rows) is.na(rows$estimate) & is.finite(rows$conf.low)

gate_claim <- function(row, denied = FALSE) {
  than <- paste(if (row$require == "better") "better" else "worse", "than", say_label(row$reference))
  by <- paste(" by more than", short_number(row$margin, 6))
  paste0(if (xor(row$require == "not_worse", denied)) "not ", than, if (row$margin > 0) by)
}

#' @export
print.verdict_gate <- function(x, ..., width = getOption("width")) {
  print_result(x, show_gate, ..., width = width)
}

show_gate <- function(x, n, width) {
  info <- attr(x, "gate")
  writeLines(paste("Gate:", if (as.logical(x)) "passed" else "not passed"))
  writeLines(wrap_text(format(x), width, indent = 2, exdent = 4))
  n <- known_values(x$n)
  counts <- if (length(n) > 3) paste(format_count(min(n)), "to", format_count(max(n))) else and_list(format_count(n))
  units <- if (length(n)) paste0(" on ", counts, " ", info$unit, if (any(n != 1)) "s")
  sure <- if (!all(has_limits_only(x))) {
    paste0(
      "; all answers hold together with ", format_percent(info$conf.level), " confidence",
      if (info$sequential) ", at any number of looks"
    )
  }
  writeLines(wrap_text(paste0(count_of(nrow(x), "comparison"), units, sure, "."), width))
  writeLines(wrap_text(gate_remarks(x), width))
}

# What is said of all rows together.
gate_remarks <- function(x) {
  info <- attr(x, "gate")
  c(as.character(info$values), if (any(x$decision == "undecided")) info$advice, info$caveat)
}

# Of few labels, by what it can be planned which others to get; of labels of unknown origin nothing follows.
label_advice <- function(units, known) {
  if (is.null(units$labels) || identical(units$labels_kind, "unknown")) {
    return(NULL)
  }
  given <- attr(known, "given")
  of_accuracy <- identical(canonical_metric(known$metric), "accuracy")
  named <- is.null(attributes(given))
  metric <- if (!of_accuracy && named) paste("metric =", dQuote(given, FALSE))
  verbs <- c(
    if (of_accuracy) "sample_size(labels = TRUE)",
    if (units$labels_kind %in% c("random", "by_pattern")) {
      paste0("next_labels(", metric, ")", if (!named) ", with this metric")
    }
  )
  # Values of groups that are combined have no plan.
  if (length(units$values)) verbs <- NULL
  paste0("Labels of rows that have none tell more too", if (length(verbs)) paste0(": see ", and_list(verbs)), ".")
}
