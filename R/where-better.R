#' Better everywhere, somewhere, in how many groups?
#'
#' Answers, for each classifier against each other, what single comparisons of groups do not: is it better in every
#' group, or in at least how many of them; better in some and worse in none; and what is its advantage in the worst?
#'
#' - **Everywhere** (intersection-union, Berger 1982): `p.everywhere` is the largest one-sided p-value, not adjusted.
#'   With many groups that is hardly ever significant, which is why the next question is asked too.
#' - **At least u of m** (Benjamini and Heller 2008): `at.least` is the largest number u for which "better in at least u
#'   groups" is shown, one after the other at the same level, `p.at.least` the p-value of that (of u = 1 if none is).
#'   By Simes' inequality where groups are independent, else by Bonferroni's, or by the adjusted p-values of single
#'   groups where these show it in more; [partial_conjunction()] is for p-values from elsewhere, such as benchmarks.
#' - **Somewhere, and worse nowhere** (`margin`): `p.somewhere`, that it is better in some group, adjusted over groups
#'   (`best.group`); `p.not.worse`, that it is not worse by the margin in any; `p.somewhere.not.worse`, the larger of
#'   the two.
#' - **The worst group**: `worst.group` and `worst.estimate`, which is biased: the smallest of many estimates is too
#'   small. `worst.low` is the smallest of the groups' one-sided limits, each at `conf.level`, and holds for the
#'   smallest true difference; `worst.high` the smallest of the upper limits that hold together. (Of metrics whose low
#'   values are good the largest difference, with the ends the other way round.) `worst.among`: a
#'   confidence set of the worst, all groups than which no other is worse by a one-sided test, so that the worst is
#'   among them with confidence `conf.level`. That one group is alone in it does not show that groups differ: of two
#'   that are alike one is, with a chance of about 2 (1 - `conf.level`). Whether they do is asked by [omnibus_test()]
#'   with `over = "groups"`.
#'
#' Every row is judged by itself at 1 - `conf.level`: choose the direction before.
#'
#' @param x A [prediction_set()], [score_set()], [probability_set()], [battle_set()] or [estimate_set()] that was made
#'   with `by`.
#' @param metric,reference,average,classes As in [compare_classifiers()]; one metric, of one class or average. `NULL`:
#'   what leads a verdict, such as accuracy.
#' @param margin One number: the largest disadvantage that does not matter. Of precision and negative predictive value,
#'   whose ratios are compared, the ratio: 1.05. `NULL`: that is not asked.
#' @param conf.level Confidence of the limits; decisions are at 1 minus it.
#' @param ... Not used.
#' @return A data frame of class `group_answers`, two rows a pair, one in each direction: `metric`, `classifier`,
#'   `reference`, `n.groups`, `worst.group`, `worst.estimate`, `worst.low`, `worst.high`, `worst.among`, `p.everywhere`,
#'   `at.least`, `p.at.least`, `proven` (the groups in which it is better by adjusted p-values), `best.group`,
#'   `p.somewhere`, `p.not.worse`, `p.somewhere.not.worse` and `note`.
#' @section Errors: `verdict_error_groups` for a set without groups or with one; `verdict_error_margin`;
#'   `verdict_error_metric` for several metrics; and those of [compare_classifiers()].
#' @section How well it holds:
#' Simulated (`bench/calibration/groups.R`, accuracy, 4 groups of 100 rows,
#' `r ledger_sets(topic = "groups", method = "where_better()")` data sets): "everywhere" was claimed falsely in
#' `r ledger_range(topic = "groups", method = "where_better()", measure = "everywhere")` of the data sets where one
#' group had no difference; more groups than truly better by `at.least` in
#' `r ledger_range(topic = "groups", method = "where_better()", measure = "at least u")`; better somewhere and worse
#' nowhere, where one group was worse by just the margin, in
#' `r ledger_range(topic = "groups", method = "where_better()", measure = "somewhere, worse nowhere")`. The limits of
#' the worst group held its difference in
#' `r ledger_range(topic = "groups", method = "where_better()", kind = "coverage")`, each at 0.95.
#' @section When not to use: To choose the direction by what the data show: ask [compare_classifiers()] with
#'   `over = "groups"`, which looks both ways under one error rate.
#' @references
#' Benjamini, Y. and Heller, R. (2008). Screening for partial conjunction hypotheses. *Biometrics*, 64, 1215-1222.
#' \doi{10.1111/j.1541-0420.2007.00984.x}
#'
#' Berger, R. L. (1982). Multiparameter hypothesis testing and acceptance sampling. *Technometrics*, 24, 295-300.
#' \doi{10.1080/00401706.1982.10487790}
#' @seealso [group_questions]
#' @examples
#' part <- rep(c("north", "east", "south"), length.out = nrow(satellite))
#' x <- prediction_set(truth ~ svm + tree, satellite, by = part)
#' where_better(x, margin = 0.02)
#' @export
where_better <- function(x, metric = NULL, margin = NULL, reference = NULL, average = "none", classes = NULL,
                         conf.level = 0.95, ...) {
  check_dots(...)
  check_given(x, "a set with groups, see {.arg by} in {.fn prediction_set}.", "set")
  check_evidence(x)
  grouped <- over_groups(x)
  if (length(grouped$label) < 2) abort_verdict("The set has one group: there is no other.", "groups")
  if (!is.null(margin) && !all_hold(is_numeric(margin), length(margin) == 1, is.finite(margin), margin > 0)) {
    abort_verdict("{.arg margin} must be one number above 0.", "margin")
  }
  request <- new_request(
    grouped, metric = metric %||% headline_metrics(x), reference = reference, average = average, classes = classes,
    conf.level = conf.level, p.adjust.method = "none"
  )
  if (nrow(request$metrics) != 1) abort_verdict("{.arg metric} must be one metric.", "metric")
  asked <- ask_where(grouped, request)
  parts <- where_parts(asked, margin)
  rows <- lapply(seq_len(ncol(asked$pairs)), function(j) {
    at <- seq(j, by = ncol(asked$pairs), length.out = length(grouped$label))
    answers_of_pair(asked, asked$pairs[, j], list(
      inner = parts$inner[at, ], outer = parts$outer[at, ], not_worse = parts$not_worse[at],
      contrast = parts$contrasts[[j]]
    ))
  })
  units <- set_units(x)
  new_result(do.call(rbind, rows), "group_answers", above = "verdict_rows", verdict = list(
    by = grouped$set$groups$by, margin = margin, conf.level = conf.level,
    metrics = used_metrics(list(asked$plan$target)), better = request$metrics$better, measure = asked$plan$measure,
    caveat = c(printed_caveat(units), units$repeated)
  ))
}

# Each of two classifiers may be the better one, so pairs are asked about both ways.
ask_where <- function(grouped, request) {
  less <- request$metrics$better %in% "low"
  pairs <- request$pairs
  one_sided <- request
  one_sided$alternative <- if (less) "less" else "greater"
  one_sided$pairs <- matrix(rbind(pairs, pairs[2:1, , drop = FALSE]), nrow = 2)
  plan <- request_plans(grouped, one_sided)[[1]]
  # There is no choice of them here.
  plan$plans <- lapply(plan$plans, function(one) replace(one, "other_tests", list(character())))
  check_one_slice(plan$target, grouped)
  list(
    x = grouped, request = request, plan = plan, pairs = one_sided$pairs, less = less, side = one_sided$alternative,
    alpha = 1 - request$conf.level, independent = !shares_clusters(grouped$set)
  )
}

# Rows of the tests that the first is better, rows with limits of the other side that hold in all groups together,
# p-values of "not worse", and contrasts of groups.
where_parts <- function(asked, margin) {
  plan <- asked$plan
  n_groups <- length(asked$x$label)
  together <- if (asked$independent) -expm1(log1p(-asked$alpha) / n_groups) else asked$alpha / n_groups
  turned <- function(plan) {
    plan$alternative <- if (asked$less) "greater" else "less"
    plan
  }
  other <- turned(plan)
  other$plans <- lapply(other$plans, turned)
  counted <- identical(plan$method$test, "exact") && asked$independent
  inner <- plan_rows(plan, asked$x, asked$pairs, asked$alpha)
  list(
    inner = without_bounds(inner), outer = without_bounds(plan_rows(other, asked$x, asked$pairs, together)),
    not_worse = if (!is.null(margin)) replace(not_worse_p(asked, margin), lacks_interval(inner), NA),
    contrasts = contrasts_on_common(asked$x, plan$target, asked$pairs, plan$measure, counted)
  )
}

# What any labels allow is no limit at a level of confidence.
without_bounds <- function(rows) {
  rows[is_bounded(rows), c("conf.low", "conf.high")] <- NA_real_
  rows
}

# One-sided log p-values that the first is not worse by the margin, in the order of the rows.
not_worse_p <- function(asked, margin) {
  asked$request$margin <- margin
  asked$plan$margin <- plan_margin(asked$plan, asked$request, NA)
  plan_margins(asked$plan, asked$x, asked$pairs)[[if (asked$less) "below_high" else "above_low"]]
}

# `rows`: the parts of where_parts() that are about this pair, a row or value a group.
answers_of_pair <- function(asked, pair, rows) {
  label <- asked$x$label
  less <- asked$less
  inner <- rows$inner
  log.p <- inner$log.p.value
  known <- !is.na(log.p)
  worst <- if (any(!is.na(inner$estimate))) if (less) which.max(inner$estimate) else which.min(inner$estimate)
  flat <- shows_no_variance(inner, rows$outer, less)
  limit <- function(rows, column, f) if (any(flat) || anyNA(rows[[column]])) NA_real_ else f(rows[[column]])
  conjunction <- partial_conjunction(exp(log.p[known]), if (asked$independent) "simes" else "bonferroni")
  held <- sum(cumprod(conjunction$p.value < asked$alpha))
  adjusted <- adjusted_one_sided(log.p, pair, asked)
  proven <- (known & adjusted < asked$alpha) %in% TRUE
  named <- sum(proven) > held
  p_not_worse <- if (length(rows$not_worse) && !anyNA(rows$not_worse)) exp(max(rows$not_worse)) else NA_real_
  p_somewhere <- if (any(known)) min(adjusted[known]) else NA_real_
  new_rows(
    metric = inner$metric[1], classifier = asked$x$classifiers[pair[1]], reference = asked$x$classifiers[pair[2]],
    n.groups = length(label), worst.group = if (length(worst)) label[worst] else NA_character_,
    worst.estimate = if (length(worst)) inner$estimate[worst] else NA_real_,
    worst.low = if (less) limit(rows$outer, "conf.low", max) else limit(inner, "conf.low", min),
    worst.high = if (less) limit(inner, "conf.high", max) else limit(rows$outer, "conf.high", min),
    worst.among = paste(label[worst_among(rows$contrast, less, asked$alpha)], collapse = ", "),
    p.everywhere = if (all(known)) exp(max(log.p)) else NA_real_,
    at.least = if (any(known)) max(held, sum(proven)) else NA_real_,
    p.at.least = if (named) max(adjusted[proven]) else conjunction$p.value[max(1, held)],
    proven = paste(label[proven], collapse = ", "),
    best.group = label[c(which.min(log.p), NA)[1]], p.somewhere = p_somewhere, p.not.worse = p_not_worse,
    p.somewhere.not.worse = max(p_somewhere, p_not_worse),
    note = if (!all(known)) {
      paste("no test in group", named_groups(label[!known]))
    } else if (any(flat)) {
      paste("no variance in group", named_groups(label[flat]))
    } else {
      small_p_note(inner, label)
    }
  )
}

# One limit alone may be the estimate, at the end of the range.
shows_no_variance <- function(inner, outer, less) {
  at_estimate <- function(rows, high) rows[[if (high) "conf.high" else "conf.low"]] == inner$estimate
  (at_estimate(inner, less) & at_estimate(outer, !less)) %in% TRUE
}

named_groups <- function(label) and_list(quote_label(label), 4)

# The first of those that say that a p-value is, or may be, too small, and the groups of which it is said.
small_p_note <- function(rows, label) {
  said <- rows$note[rows$status %in% small_p_statuses]
  if (length(said)) {
    paste0("in group ", named_groups(label[rows$note %in% said[1]]), ": ", said[1])
  } else {
    NA_character_
  }
}

# Groups than which no other is shown to be worse, each tested against all others at once: only the test of the worst
# one must hold. Counts by Agresti and Min's variance, which no group without discordant rows makes 0.
worst_among <- function(one, less, alpha) {
  theta <- if (less) -one$theta else one$theta
  V <- one$vcov # nolint: object_name_linter.
  if (!is.null(one$b)) {
    n <- one$rows + 2
    theta <- (one$b - one$c) / n * if (less) -1 else 1
    diag(V) <- (one$b + one$c + 1 - (one$b - one$c)^2 / n) / n^2
  }
  # A group without variance may be the worst, and shows nothing of the others.
  known <- which(!is.na(theta) & diag(V) > 0)
  vapply(seq_along(theta), function(g) {
    others <- setdiff(known, g)
    if (!g %in% known || !length(others)) {
      return(TRUE)
    }
    spread <- sqrt(pmax(0, V[g, g] + diag(V)[others] - 2 * V[g, others]))
    z <- max(ifelse(spread == 0, 0, (theta[g] - theta[others]) / spread))
    alone <- stats::pnorm(z, lower.tail = FALSE)
    together <- length(others) * alone
    if (alone < alpha && together >= alpha && one$independent) {
      # Of many groups by Sidak's bound, which is faster.
      loading <- if (length(others) > 50) rep(0, length(others)) else sqrt(V[g, g]) / spread[spread > 0]
      together <- largest_tail(z, loading)
    }
    together >= alpha
  }, NA)
}

# How likely the largest of normals is above z, whose correlations are products of these loadings.
largest_tail <- function(z, loading) {
  if (all(loading == 0)) {
    return(-expm1(length(loading) * stats::pnorm(z, log.p = TRUE)))
  }
  at <- seq(-8, 8, length.out = 321)
  rest <- sqrt(pmax(1 - loading^2, 1e-12))
  below <- vapply(at, function(x) exp(sum(stats::pnorm((z - loading * x) / rest, log.p = TRUE))), 0)
  1 - sum(stats::dnorm(at) * below) * (at[2] - at[1])
}

# Adjusted over groups, stepping down for exact tests.
adjusted_one_sided <- function(log.p, pair, asked) {
  known <- !is.na(log.p)
  if (identical(asked$plan$method$test, "exact") && asked$independent) {
    trials <- vapply(asked$x$parts(), function(part) sum(discordant_counts(part, matrix(pair))), 0)
    log.p[known] <- min_p_adjusted(log.p[known], trials[known], which(known), asked$side)
    return(exp(log.p))
  }
  n <- sum(known)
  exp(pmin(0, if (asked$independent) sidak_log(log.p, n) else log(n) + log.p))
}

#' Better on at least u of m
#'
#' Of m p-values, one a benchmark, site or study: is the claim true in at least u of them? The p-values of all u and
#' the largest u that holds.
#'
#' The p-value of "at least u" combines the m - u + 1 largest ones, as if the u - 1 smallest were the true ones
#' (Benjamini and Heller 2008). Those of u = 1, 2, ... are tested one after the other at the same level, so that the
#' largest u that holds is a lower limit of the number at confidence 1 - level.
#'
#' @param p One-sided p-values, or a two-sided one each if the direction is not asked. `NA`s are left out.
#' @param method `"simes"` (independent, or positively dependent), `"fisher"` (independent), or `"bonferroni"` (any).
#' @param ... Not used.
#' @return A data frame with a row for each u: `u`, `n` (the number of p-values) and `p.value`, never smaller than
#'   that of a smaller u.
#' @section Errors: `verdict_error_p` for what are no p-values; `verdict_error_argument` for anything else.
#' @section When not to use: To say in which: that takes adjusted p-values, [stats::p.adjust()] or
#'   [compare_classifiers()] with `over = "groups"`.
#' @references Benjamini, Y. and Heller, R. (2008). Screening for partial conjunction hypotheses. *Biometrics*, 64,
#'   1215-1222. \doi{10.1111/j.1541-0420.2007.00984.x}
#' @examples
#' partial_conjunction(c(0.001, 0.004, 0.02, 0.3))
#' @export
partial_conjunction <- function(p, method = c("simes", "fisher", "bonferroni"), ...) {
  check_dots(...)
  check_given(p, "the p-values, one a data set.", "p")
  method <- check_choice(method, "method", c("simes", "fisher", "bonferroni"))
  if (!is_numeric(p) || any(p < 0 | p > 1, na.rm = TRUE)) {
    abort_verdict("{.arg p} must be p-values, numbers from 0 to 1, not {describe_value(p)}.", "p")
  }
  p <- sort(p[!is.na(p)])
  m <- length(p)
  rest <- rev(seq_len(m))
  combined <- switch(method,
    simes = simes_of_rest(p, seq_len(m), seq_len(m)), bonferroni = rest * p,
    fisher = stats::pchisq(-2 * rev(cumsum(rev(log(p)))), 2 * rest, lower.tail = FALSE)
  )
  data.frame(u = seq_len(m), n = rep(m, m), p.value = cummax(pmin(1, combined)))
}

# Simes' p-value of p[u], p[u + 1], ..., of increasing `u`. The i where it is least, among `at`, never falls as u grows:
# that of the one in the middle is a limit for those before and after.
simes_of_rest <- function(p, u, at) {
  if (length(u) == 0) {
    return(numeric())
  }
  k <- length(u) %/% 2 + 1
  i <- at[at >= u[k]]
  value <- (length(p) - u[k] + 1) / (i - u[k] + 1) * p[i]
  best <- which.min(value)
  c(
    simes_of_rest(p, u[seq_len(k - 1)], at[at <= i[best]]), value[best],
    simes_of_rest(p, u[-seq_len(k)], i[best:length(i)])
  )
}

#' @export
print.group_answers <- function(x, ..., width = getOption("width")) {
  print_result(x, show_answers, ..., width = width)
}

show_answers <- function(x, n, width) {
  writeLines(wrap_text(answers_heading(x), width))
  for (line in c(format(x), verdict_info(x)$caveat)) writeLines(c("", wrap_text(line, width, exdent = 2)))
}

answers_heading <- function(x) {
  info <- verdict_info(x)
  paste0(
    capitalise(label_metric(info$metrics$metric, info$metrics)), ": better in every ", group_noun(info$by),
    ", or in how many? Level ",
    short_number(1 - info$conf.level), ", each line by itself."
  )
}

#' @export
format.group_answers <- function(x, ...) format_rows(x, function(row) answer_sentence(row, verdict_info(x)), ...)

answer_sentence <- function(row, info) {
  noun <- group_noun(info$by)
  level <- 1 - info$conf.level
  word <- if (info$better %in% c("low", "high")) "better" else "higher"
  everywhere <- !is.na(row$p.everywhere) && row$p.everywhere < level
  said <- if (is.na(row$at.least)) {
    "could not be tested"
  } else if (everywhere) {
    paste("is", word, "in every", noun)
  } else if (row$at.least > 0) {
    paste("is", word, "in at least", row$at.least, "of", count_groups_of(row$n.groups, info$by))
  } else {
    paste("is not shown to be", word, "in any single", noun)
  }
  p <- if (!is.na(row$at.least)) paste0(" (", say_p(if (everywhere) row$p.everywhere else row$p.at.least), ")")
  paste0(
    say_label(row$classifier), " against ", say_label(row$reference), " ", said, p, say_worse_nowhere(row, info), ".",
    worst_sentence(row, noun, info)
  )
}

# What the margin adds: NULL where none was given.
say_worse_nowhere <- function(row, info) {
  level <- 1 - info$conf.level
  if (is.null(info$margin)) {
    NULL
  } else if (is.na(row$p.not.worse)) {
    "; that it is worse nowhere by more than the margin could not be tested"
  } else if (row$p.not.worse >= level) {
    paste0("; that it is worse nowhere by more than the margin is not shown (", say_p(row$p.not.worse), ")")
  } else if (isTRUE(row$p.somewhere.not.worse < level)) {
    paste0(
      "; by one test of all, better somewhere and, by more than the margin, worse nowhere (",
      say_p(row$p.somewhere.not.worse), ")"
    )
  } else {
    paste0("; by more than the margin worse nowhere (", say_p(row$p.not.worse), ")")
  }
}

# "Worst site in these data: A, difference -0.10 (another may be the worst); the smallest true difference is from -0.20
# to 0.02 (as the smallest of several, the estimate tends to be too small)."
worst_sentence <- function(row, noun, info) {
  if (is.na(row$worst.group)) {
    return(NULL)
  }
  places <- number_places(row$worst.estimate, row$worst.low, row$worst.high, is_relative(info$measure))
  number <- function(value) true_minus(fixed(value, places))
  most <- if (info$better %in% "low") "largest" else "smallest"
  measure <- label_measure(info$measure)
  known <- !is.na(c(row$worst.low, row$worst.high))
  tested <- !is.na(row$p.everywhere)
  limits <- if (all(known)) {
    paste0("the ", most, " true ", measure, " is from ", number(row$worst.low), " to ", number(row$worst.high))
  } else {
    paste0("no limits", if (!tested && !is.na(row$note)) paste0(", ", row$note))
  }
  caution <- if (tested && !is.na(row$note)) paste0(" ", capitalise(row$note), ".")
  # One group alone is said by its name; it shows no difference between groups at this level.
  among <- if (identical(row$worst.among, row$worst.group)) {
    paste("alone in the", format_percent(info$conf.level), "confidence set of the worst")
  } else {
    "another may be the worst"
  }
  paste0(
    " Worst ", noun, " in these data: ", say_label(row$worst.group), ", ", measure, " ", number(row$worst.estimate),
    " (", among, "); ", limits, " (as the ", most, " of several, the estimate tends to be too ",
    if (most == "largest") "large" else "small", ").", caution
  )
}
