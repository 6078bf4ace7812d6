#' Rank classifiers, with the uncertainty of the ranks
#'
#' Answers: which classifiers may be the best, and how sure is the place of each? An order by
#' estimates alone changes with the next test set. Here each classifier gets its rank with a
#' confidence interval, and those that cannot be distinguished from the best are tied for first.
#'
#' # How it is decided
#'
#' All pairs are compared by the test of [compare_classifiers()], all at one level that allows
#' for their number: the single-step max-T level from the joint distribution of all comparisons
#' (over all classes and metrics of the result), or Bonferroni's where that distribution is too
#' large. With the probability `conf.level` none of the differences that are then taken as real
#' has the wrong sign, whatever the truth, and then all of these hold together (Mogstad, Romano,
#' Shaikh and Wilhelm 2024):
#'
#' - `rank.low`, `rank.high`: a classifier is at best behind all that are significantly better,
#'   and at worst before all that are significantly worse: from 1 + `losses` to C - `wins` of C
#'   classifiers. These intervals contain all the true ranks.
#' - `tied.first`: none is significantly better. All that are really the best are among these.
#' - `letters`: two classifiers share a letter exactly when they are not shown to differ (compact letter
#'   display, Piepho 2004). Each letter stands for a group as large as possible, the first for
#'   one with the classifier that ranks first. Groups are grown in the order of the ranking,
#'   since the smallest display may take forever to find (Gramm et al. 2007).
#'
#' The ranking that [verdict()] keeps is read off the decisions of its headline, so that nothing in one verdict
#' contradicts anything else in it. These are of the same single step at a share of the level, so that its intervals may
#' be longer than here; where there are no details, as of a [score_set()], the two agree. For tests of which no joint
#' distribution is known, such as those of folds, Bonferroni's inequality takes its place.
#'
#' @inheritParams compare_classifiers
#' @param metric Names of one or more metrics, as in [assess_classifiers()], which must be better
#'   in one direction. `NULL`: accuracy, or what an estimate set has over all classes.
#' @param average,classes,zero_division As in [assess_classifiers()].
#' @param method,measure The test of each pair and its scale, as in [compare_classifiers()]. `NULL`:
#'   the default for the metric, of those whose intervals agree with the test.
#' @param conf.level Level of the ranks' intervals, all together, and of the interval of each
#'   estimate by itself.
#' @return A data frame of class `verdict_ranking`, a row for each metric, class and classifier,
#'   the best first, with `metric`, `average`, `class`, `rank` (of the estimate; equal
#'   estimates share the smaller), `classifier`, `estimate`, `conf.low`, `conf.high` (of
#'   [assess_classifiers()]), `rank.low`, `rank.high`, `tied.first`, `letters`, `wins`, `ties`
#'   and `losses` (numbers of other classifiers that are significantly worse, not distinguishable, and
#'   significantly better), and `note`. A classifier without an estimate has no rank, and the
#'   others are ranked without it. A comparison that cannot be tested counts as a tie.
#' @section Errors:
#' `verdict_error_classifier` for fewer than two classifiers, `verdict_error_metric` for an unknown
#' metric or one of which neither more nor less is better, `verdict_error_size` for a ranking of each
#' of more than 2,000 classes, and those of [compare_classifiers()].
#' @section How well the intervals hold:
#' Simulated (`bench/calibration/rank.R`; the accuracy of 5 or 10 dependent classifiers on 100 or 500 rows,
#' Monte-Carlo standard error at most `r ledger_error(topic = "ranks")`): at 95% all intervals held the true ranks at
#' once in `r ledger_range(topic = "ranks", method = "rank_classifiers()", rate = "equal")` of the data sets where all
#' classifiers were equal, in
#' `r ledger_range(topic = "ranks", method = "rank_classifiers()", rate = "one better")` where one was better than
#' the others, and in
#' `r ledger_range(topic = "ranks", method = "rank_classifiers()", rate = "spread")` where all differed.
#' @section When not to use it:
#' To compare with one classifier that was fixed beforehand, [compare_classifiers()] with
#' `reference` has fewer comparisons and finds more. Among those tied for first the one with the best estimate
#' is not the best by evidence. Its estimate is too good, as that of a winner is. The ranks are
#' of these fitted classifiers, not of the learning algorithms.
#' @references
#' Gramm, J., Guo, J., Hueffner, F., Niedermeier, R., Piepho, H.-P. and Schmid, R. (2007)
#' Algorithms for compact letter displays: comparison and evaluation. *Computational Statistics
#' & Data Analysis* 52, 725-736. \doi{10.1016/j.csda.2006.09.035}
#'
#' Mogstad, M., Romano, J. P., Shaikh, A. M. and Wilhelm, D. (2024) Inference for ranks with
#' applications to mobility across neighbourhoods and academic achievement across countries.
#' *Review of Economic Studies* 91, 476-518. \doi{10.1093/restud/rdad006}
#'
#' Piepho, H.-P. (2004) An algorithm for a letter-based representation of all-pairwise
#' comparisons. *Journal of Computational and Graphical Statistics* 13, 456-466.
#' \doi{10.1198/1061860043515}
#' @seealso [compare_classifiers()] for the comparisons behind the ranks,
#'   [plot()][plot.verdict_ranking] for the picture, [flips()] for the rows that
#'   make the difference.
#' @examples
#' x <- prediction_set(truth ~ ., satellite)
#' rank_classifiers(x)
#' rank_classifiers(x, "recall", classes = c("cotton crop", "grey soil"))
#' rank_classifiers(x, "f_meas", average = "macro")
#' @export
rank_classifiers <- function(x, ...) UseMethod("rank_classifiers")

#' @rdname rank_classifiers
#' @export
rank_classifiers.evidence <- function(x, metric = NULL, average = "none", classes = NULL, method = NULL,
                                      measure = NULL, conf.level = 0.95,
                                      zero_division = c("na", "zero", "skip"), vcov = "robust", ...) {
  check_options(list(...))
  check_evidence(x)
  request <- new_request(
    x, metric = metric %||% headline_metrics(x), method = method, measure = measure,
    average = average, classes = classes, conf.level = conf.level, p.adjust.method = "max_t",
    zero_division = zero_division, vcov = vcov, ..., agreeing = TRUE
  )
  metrics <- request$metrics
  neither <- is.na(metrics$better)
  if (any(neither)) {
    abort_verdict(c(
      "Of {.val {metrics$asked[neither]}} neither more nor less is better, so that nothing ranks first.",
      i = "Compare its values with {.fn compare_classifiers}."
    ), "metric")
  }
  comparison <- tested_comparison(x, check_hold_together(request_plans(x, request)), request)
  # A ranking of a comparison of all pairs; its p-values need not be adjusted yet.
  n <- sum(vapply(comparison$plans, function(plan) length(plan$target$class), 0L))
  check_minutes(
    n, most_rankings, "A ranking for each of {format_count(n)} classes",
    "Give fewer {.arg classes}, or rank by {.code average = \"macro\"} or {.code metric = \"accuracy\"}."
  )
  alpha <- 1 - comparison$request$conf.level
  judged <- adjust_comparison(comparison, comparison$rows$log.p.value, alpha)
  decided <- !is.na(judged$log.adj.p) & judged$log.adj.p < log(alpha)
  judged$family <- sum(!is.na(judged$log.adj.p))
  comparison$rows <- with_least_p(comparison, comparison$rows, judged)
  rank_decided(comparison, seq_along(comparison$plans), decided, judged)
}

# -- from the comparisons -------------------------------------------------------------

# Rankings, one for each class, that take more than some seconds.
most_rankings <- 2000L

# The ranking of what a verdict decided, in all that is over all classes and has a good side. It stands
# on the printed decisions themselves. NULL where not all pairs were compared, both ways.
rank_judged <- function(comparison) {
  request <- comparison$request
  pairs <- ncol(request$pairs)
  all_pairs <- pairs == choose(length(comparison$units$classifiers), 2)
  plans <- which(vapply(comparison$plans, function(plan) {
    anyNA(plan$target$class) && !is.na(plan$metric$better)
  }, NA))
  if (!all_pairs || request$alternative != "two.sided" || length(plans) == 0) {
    return(NULL)
  }
  p <- decisive_p(comparison$rows)
  decided <- !is.na(p) & p < 1 - request$conf.level
  judged <- list(method = comparison$adjustment, local = comparison$local, family = comparison$family)
  rank_decided(comparison, plans, decided, judged)
}

# `decided`: of each row of the comparison, whether it shows a difference.
rank_decided <- function(comparison, plans, decided, judged) {
  decided <- decided & !refutes_all(comparison$rows)
  alpha <- 1 - comparison$request$conf.level
  index <- comparison$index
  rule <- list(interval = NULL, alike = comparison$plans)
  parts <- lapply(plans, function(i) {
    plan <- comparison$plans[[i]]
    values <- set_assessment(comparison$set, plan$target, rule, alpha)
    slices <- split(seq_len(nrow(values)), match(values$class, plan$target$class))
    ranked <- Map(function(at, slice) {
      rows <- which(index$plan == i & index$slice == slice)
      rank_slice(values[at, ], comparison$rows[rows, ], decided[rows], comparison$request$pairs, plan$metric$better)
    }, slices, seq_along(slices))
    do.call(rbind, ranked)
  })
  targets <- lapply(comparison$plans[plans], `[[`, "target")
  test <- unique(comparison$rows$method.id[index$plan %in% plans])
  new_result(do.call(rbind, parts), "verdict_ranking", above = "verdict_rows", verdict = list(
    type = "ranking", units = comparison$units, metrics = used_metrics(targets), axis = used_axes(targets),
    conf.level = comparison$request$conf.level, p.adjust.method = judged$method, local = judged$local,
    family = judged$family, test = test, options = options_of_comparison(comparison, comparison$rows, test)
  ))
}

# `values`: of each classifier; `rows`: of each pair, `decided` whether it shows a difference.
rank_slice <- function(values, rows, decided, pairs, better) {
  # Means that differ by rounding alone are tied.
  size <- signif(if (better == "high") values$estimate else -values$estimate, 12)
  direction <- measured_direction(if (better == "high") 1 else -1, rows$measure)
  if (anyNA(size)) size <- standing(rows, pairs, size, direction)
  known <- !is.na(size)
  # Without a value for want of labels: it may be better than all.
  open <- !known & has_bounds(values$classifier, rows)
  beats <- matrix(FALSE, length(size), length(size))
  gain <- size[pairs[1, ]] - size[pairs[2, ]]
  # What was tested need not be the difference of the estimates: a median of differences is not.
  side <- shown_side(rows, null_value(rows$measure)) * direction
  side <- ifelse(is.na(side), sign(gain), side)
  first <- which(decided & side > 0)
  second <- which(decided & side < 0)
  beats[t(pairs[, first, drop = FALSE])] <- TRUE
  beats[t(pairs[2:1, second, drop = FALSE])] <- TRUE
  wins <- rowSums(beats)
  losses <- colSums(beats)
  order <- order(-size)
  out <- rows_at(new_rows(
    metric = values$metric, average = values$average, class = values$class,
    rank = rank(-size, ties.method = "min", na.last = "keep"), classifier = values$classifier,
    estimate = values$estimate, conf.low = values$conf.low, conf.high = values$conf.high, rank.low = 1 + losses,
    rank.high = sum(known) + sum(open) - wins, tied.first = losses == 0, letters = NA_character_, wins = wins,
    ties = sum(known) - 1 - wins - losses, losses = losses,
    note = first_known(values$note, tie_notes(rows, gain, pairs, length(size)))
  ), order)
  places <- c("rank.low", "rank.high", "tied.first", "wins", "ties", "losses")
  out[!known[order], places] <- NA
  ranked <- order[known[order]]
  out$letters[seq_along(ranked)] <- letter_display((beats | t(beats))[ranked, ranked, drop = FALSE])
  out
}

# What is to be known of the comparisons of a classifier: ties that no test stands behind, and
# tests that are not to be trusted.
tie_notes <- function(rows, gain, pairs, n) {
  untested <- is.na(rows$p.value) & !is.na(gain) & gain != 0
  # Of how many classes an average is stands beside its value.
  doubts <- sub(paste0("^", averaged_over, "[^;]*(; )?"), "", rows$note)
  doubtful <- !is.na(rows$p.value) & !doubts %in% c(NA, "") & !rows$status %in% "no_std_error"
  vapply(seq_len(n), function(i) {
    of <- pairs[1, ] == i | pairs[2, ] == i
    count <- sum(of & untested)
    if (count > 0) {
      return(paste0(count_of(count, "tie"), " without a test: ", rows$note[of & untested][1]))
    }
    doubts[of & doubtful][1]
  }, "")
}

# -- as a result ----------------------------------------------------------------------

#' Print, draw and tidy a ranking
#'
#' `print()` says who is tied for first and shows the ranking as a table; `plot()` draws
#' the classifiers in the order of their estimates with their intervals, those tied for first in colour,
#' and their ranks' intervals and letters at the right.
#'
#' The interval drawn is that of each estimate by itself. Whether two classifiers are distinguishable
#' is in their letters: it is decided on the same rows, and two intervals that overlap may well
#' belong to classifiers that are.
#'
#' @param x,object What [rank_classifiers()] returned.
#' @param page Which page of a ranking of many classes, as many panels a page as leave room for the names.
#' @param n Number of rows to print of each metric and class, of which at most 20 or `n` are shown; `Inf` for all.
#' @param width Width of the console in characters.
#' @param digits Significant digits of numbers, as of [print()][print.verdict_table].
#' @param ... Not used.
#' @return `print()`: `x`, invisibly. `summary()`: its sentences. `tidy()` and `as.data.frame()`: a plain data frame.
#'   `autoplot()`: a ggplot object; `plot()` draws it and returns it invisibly.
#' @section When not to use it: for differences between classifiers, with intervals, plot the result
#'   of [compare_classifiers()].
#' @examples
#' x <- rank_classifiers(prediction_set(truth ~ ., satellite))
#' tidy(x)
#' if (requireNamespace("ggplot2", quietly = TRUE)) plot(x)
#' @name plot.verdict_ranking
#' @export
print.verdict_ranking <- function(x, ..., n = 20, width = getOption("width"), digits = NULL) {
  if (is_type(x, "ranking") && nrow(x) == 0) {
    writeLines("A ranking without rows.")
    return(invisible(x))
  }
  print_result(x, show_ranking, ..., n = n, width = width, digits = digits)
}

show_ranking <- function(x, n, width) {
  shown <- x
  shown$classifier <- table_label(shown$classifier)
  shown$class <- table_label(shown$class)
  parts <- ranking_places(shown)
  most <- max(n, 20)
  for (at in utils::head(parts, most)) {
    print_ranked(shown[at, ], n, width)
    writeLines("")
  }
  if (length(parts) > most) {
    more <- more_words(length(parts) - most, "more ranking")
    writeLines(c(wrap_text(paste0(more, "; print(x, n = Inf) shows all."), width, exdent = 2), ""))
  }
  writeLines(wrap_text(ranking_basis(x, header_caveat(verdict_info(x))), width, exdent = 2))
}

print_ranked <- function(part, n, width) {
  shown <- part[seq_len(min(n, nrow(part))), ]
  columns <- ranking_columns(shown, verdict_info(part))
  names(columns)[3] <- metric_names(part)[1]
  print_said(list(
    head = say_first(part), columns = columns, spare = c("win/tie/loss", "letters"), note = shown$note
  ), width, more = nrow(part) - nrow(shown))
}

#' @rdname plot.verdict_ranking
#' @export
summary.verdict_ranking <- function(object, ...) {
  check_dots(...)
  if (!is_intact(object)) {
    return(summary(as_plain(object)))
  }
  words <- vapply(ranking_parts(object), say_first, "", USE.NAMES = FALSE)
  structure(list(words = words, foot = ranking_basis(object)), class = "summary_of_listing")
}
