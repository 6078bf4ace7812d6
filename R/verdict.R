#' Which classifier is better, at what, and how sure can we be?
#'
#' The main job in one call. Assesses every classifier, compares them in
#' accuracy over all classes and in `metric` class by class, says whether they
#' differ on any class at all, and puts the conclusion into words: who is better, on what,
#' and what is undecided.
#'
#' # One verdict, one error rate
#'
#' The headline is what is over all: the comparison of accuracy, of all pairs. It is judged at the share
#' `headline` of the level 1 - `conf.level`, in a single step over its pairs. The details are the
#' comparisons of `metric` by class and, for each pair, the test of all classes together (Dai, Leeder and
#' Cui's combination, see [omnibus_test()]). They are judged, again in a single step, at what the headline
#' did not use: all of the level where every pair of the headline is decided, 1 - `headline` of it where
#' none is, and in between by the chance that one of the undecided would have passed the headline's critical
#' value (Dmitrienko, Tamhane and Wiens 2008). So the chance of any false claim in the whole text is at most
#' 1 - `conf.level`, whether all classifiers are equal or some, and asking for more details never changes
#' the headline. `adj.p.value` is the smallest level of the whole verdict at which the claim is made. (Of details
#' below a headline of several tests it is scaled, as it compares with 1 - `conf.level`.)
#'
#' The test of all classes can find a difference that no single
#' class shows, and a difference on a single class may be lost among many classes without one.
#'
#' The intervals are those of these decisions: one excludes equality just where its
#' adjusted p-value is below 1 - `conf.level`, and those of the headline hold together with at least `conf.level`, as do
#' those of the details (with a method in steps, such as `"holm"`, each is by itself, at the level of the last step).
#' For that to hold, accuracy, recall and their
#' like are compared by McNemar's test, whose inversion is Tango's interval, and precision and
#' NPV by the weighted generalized score test with its score interval; with ids by the forms of
#' these tests for clusters.
#'
#' @param x A [prediction_set()], a [score_set()] or an [estimate_set()] with two or more classifiers; or the formula
#'   of one with its `data`, as in
#'   `verdict(truth ~ rf + tree, data)`, see [prediction_set()].
#' @param metric What to compare by class: one or more metrics, see
#'   [assess_classifiers()]. `NULL`: precision; for a set with a positive class its
#'   sensitivity, specificity, precision and NPV; for an estimate set all that it has.
#' @param reference A classifier that all others are compared with. `NULL`: all
#'   pairs.
#' @param classes Classes to compare, as in [compare_classifiers()]; accuracy is
#'   always over all.
#' @param conf.level Decisions are at 1 minus it.
#' @param margin The largest difference that does not matter: with it the answer can also be that two
#'   classifiers are equivalent, or that one is not worse, and a difference that is shown may be small.
#'   As in [compare_classifiers()]; a list may name accuracy and the metrics by class.
#' @param p.adjust.method How the p-values of each part are adjusted together: `"max_t"`, in a single step from their
#'   joint distribution (Bonferroni where that is not known), or a method of [stats::p.adjust()] such as `"holm"`.
#'   `"BH"`, `"BY"` and `"fdr"` limit the expected share of false claims in each part, not the chance of any.
#' @param headline The share of the level at which the headline is judged, between 0 and 1. At 0.7 it keeps at least
#'   90% of the power that its own test has where that is 0.8. Evidence that has no details, such as scores of
#'   data sets, is judged at the whole level.
#' @param ... Passed on to [compare_classifiers()] for the comparison by class:
#'   `method`, `measure`, `alternative`, `average` and so on. A one-sided `alternative` is that of the headline too;
#'   beside a `metric` whose low values are good, such as `"fnr"`, the headline looks to the same side: `"less"` is
#'   better there. (Without `metric` it is the details, such as the Brier score beside an AUC, that look to its side.)
#' @return An object of class `verdict`, a list with
#' - `set`: `x`;
#' - `assessment`: a [verdict_table] of accuracy and `metric` of each classifier;
#' - `overall`: a [verdict_table], the comparison of accuracy;
#' - `comparison`: a [verdict_table], the comparison of `metric` by class. In both tables
#'   `conf.low` and `conf.high` are the intervals that go with `adj.p.value`;
#' - `global`: a data frame with one row a metric and pair: `metric`,
#'   `classifier`, `reference`, `n_classes` (that could be compared), `class` (with
#'   the smallest p-value), `p.value` of all classes together, `adj.p.value`,
#'   `log.p.value`, `method` and `log.adj.p.value`;
#' - `omnibus`: of three classifiers and more on data sets [omnibus_test()] of all of them, of a diagnostic test that
#'   of sensitivity and specificity together, by itself; `NULL` otherwise;
#' - `together`: a data frame with a row for each row of `omnibus`: its `metric`, `p.value`, `adj.p.value` (the larger
#'   of it and the smallest adjusted p-value of its comparisons), `log.p.value` and `log.adj.p.value`. It belongs to the
#'   same family: a claim of it comes with one of theirs, so that it adds nothing to the chance of a false claim. Where
#'   so few data sets leave no pair anything to be shown, it has the whole level; `NULL` without `omnibus`;
#' - `levels`: a data frame with one row a part, headline and details: the `level` at which it was judged, `local`, that
#'   at which a pair that is still undecided is, `n.tests`,
#'   `n.together` (those of them that are of all classes of a pair together) and `p.adjust.method`;
#' - `groups`: of a set that was made with `by`, a list: what they are groups of (`by`), the `label` and the `rows` of
#'   each and how many rows are `missing` in all of them; `where`, the comparison in each group, `same`, the tests of
#'   equal differences, and the `levels` of both; see [group_questions]. Where groups are not judged it has
#'   `by`, `label` and the `reason`: `"folds"`, or `"classes"` where no metric is of all classes together. `NULL`
#'   otherwise;
#' - `ranking`: of what is over all classes (accuracy), as [rank_classifiers()] gives it, but by the
#'   decisions of this verdict; `NULL` with a `reference` or a one-sided `alternative`.
#'
#' `format()` and `as.character()` give the verdict in one sentence, which also an inline `` `r result` `` of R
#' Markdown has. `format(v, metric = "precision", class = "spam")` is one of its numbers, "1.68 \[1.58, 1.78\], p <
#' 0.001", of the `classifier` and `reference` that are named, in this order, or of all; where p is of a margin, what
#' it shows follows, as in "p = 0.012 (not worse)". `print()` shows the conclusion
#' and the figures that carry it: of two classifiers a line or a row for each metric and class, with both values, the
#' difference, its interval, p-value and decision, the better one first; of more a table of values with letters and
#' possible places, by the same decisions (of many the first twelve), or with a `reference` each against that. Two
#' classifiers without a letter in common are shown to differ. `summary()` has a line for each pair, the assessment
#' and all reservations, [plot()][plot.verdict_table] draws it, `tidy()` gives both
#' comparisons as one data frame.
#'
#' Where a pair is undecided in accuracy, or else in a metric that is of one class only, a line says how many
#' rows it takes to show a difference that matters (that of `margin`, or of two points, or 2%) with power 0.8,
#' by Wald's test at the level at which the headline is judged, and which call draws the power curve. There is no such
#' line where every pair is decided, where more rows cannot be had (folds of one data set), for fewer than ten units,
#' for tests of ranks, which come without a standard error, and beyond 1e9 rows. For single classes and other
#' differences ask [sample_size()], which is for one comparison, not adjusted.
#'
#' @section Errors:
#' Those of [compare_classifiers()]: `verdict_error_classifier` for a single
#' classifier, `verdict_error_metric`, `verdict_error_reference` and so on. What
#' is no set is a `verdict_error_set`.
#'
#' @section How well it keeps its level:
#' Simulated (`bench/calibration/verdict.R`: accuracy and the precision of 2, 6 or 26 classes, two or three classifiers,
#' 100 to 1,000 rows; Monte-Carlo standard error at most
#' `r ledger_error(topic = "whole verdicts", kind = c("size", "coverage"))`). With the default share of 0.7 anything was
#' claimed falsely in
#' `r ledger_range(topic = "whole verdicts", kind = "size", measure = "headline 0.7", truth = "equal")`
#' of the data sets where all classifiers were equal, and in
#' `r ledger_range(topic = "whole verdicts", kind = "size", measure = "headline 0.7", truth = "partly equal")` where two
#' of three were; with a share of 0.9 in
#' `r ledger_range(topic = "whole verdicts", kind = "size", measure = "headline 0.9", truth = "equal")`.
#' Where differences were real all intervals of the headline held in
#' `r ledger_range(topic = "whole verdicts", kind = "coverage", method = "verdict(), headline")` and all of the
#' details in `r ledger_range(topic = "whole verdicts", kind = "coverage", method = "verdict(), details")`.
#' A headline costs power: where the test of accuracy by itself has power 0.8, that of two classifiers as a headline has
#' `r ledger_range(topic = "whole verdicts", kind = "power", measure = "headline 0.7")` with the share of 0.7, and
#' `r ledger_range(topic = "whole verdicts", kind = "power", measure = "headline 0.8")` with 0.8 (exact, for 5 to 400
#' discordant rows). The details lose what the headline gains.
#' This is of tests on independent rows that keep their level: not of averages over rare classes, nor of folds.
#'
#' @section When not to use:
#' The rows (or with ids the observations) must be independent, and the
#' classifiers must not have seen them. Predictions from cross-validation need their `fold`: they are then compared
#' by the corrected t test, adjusted by Bonferroni's inequality, and nothing is promised of the chance of a false claim,
#' since no estimate of their variance is unbiased; without, the p-values are too small as a verdict on the learning
#' algorithms. Choose
#' `metric` before looking: the best of many metrics is not a test.
#'
#' @references
#' Dai, H., Leeder, J. S. and Cui, Y. (2014). A modified generalized Fisher method for
#' combining probabilities from dependent tests. *Frontiers in Genetics*, 5, 32.
#' \doi{10.3389/fgene.2014.00032}
#'
#' Dmitrienko, A., Tamhane, A. C. and Wiens, B. L. (2008). General multistage gatekeeping procedures.
#' *Biometrical Journal*, 50, 667-677. \doi{10.1002/bimj.200710464}
#'
#' Westfall, P. H. and Young, S. S. (1993). *Resampling-Based Multiple Testing*. Wiley.
#'
#' Kosinski, A. S. (2013). A weighted generalized score statistic for comparison
#' of predictive values of diagnostic tests. *Statistics in Medicine*, 32(6),
#' 964-977. \doi{10.1002/sim.5587}
#'
#' Fagerland, M. W., Lydersen, S. and Laake, P. (2013). The McNemar test for
#' binary matched-pairs data. *BMC Medical Research Methodology*, 13, 91.
#' \doi{10.1186/1471-2288-13-91}
#'
#' @seealso [omnibus_test()] for other tests of all classes together,
#'   [compare_classifiers()] for other tests, measures and averages,
#'   [assess_classifiers()] for one classifier at a time.
#' @examples
#' set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' result <- verdict(set)
#' result
#' result$comparison
#'
#' # Are they equivalent, if 3 points of accuracy or precision do not matter?
#' verdict(prediction_set(truth ~ svm + random_forest, satellite), margin = 0.03)
#'
#' # Four classifiers, and repeated predictions of the same observations
#' verdict(prediction_set(truth ~ ., satellite), reference = "random_forest")
#' verdict(prediction_set(vehicle_cv, truth, c(naive_bayes, svm), id = id))
#' @export
verdict <- function(x, ...) UseMethod("verdict")

#' @rdname verdict
#' @export
verdict.evidence <- function(x, metric = NULL, reference = NULL, classes = NULL,
                             conf.level = 0.95, margin = NULL, p.adjust.method = "max_t", headline = 0.7, ...) {
  check_evidence(x)
  known <- set_verdict(x, metric)
  asked <- list(overall = known$asked[known$headline], detail = known$asked[!known$headline])
  check_number(headline, "headline", 0, 1)
  # Without an alternative it is that of the method.
  ask <- function(metric, ..., alternative = NULL) {
    new_request(
      x, metric = metric, reference = reference, conf.level = conf.level, alternative = alternative,
      p.adjust.method = p.adjust.method, margin = margin, ..., agreeing = TRUE
    )
  }
  detail <- metric %||% asked$detail
  request <- ask(if (is.null(metric) && !length(detail)) asked$overall else detail, classes = classes, ...)
  overall <- if (length(asked$overall)) {
    ask(asked$overall, alternative = request$alternative, measure = margin_measure(request))
  }
  turned <- turn_one_side(overall, request, named = !is.null(metric))
  overall <- turned$overall
  request <- turned$details
  of_headline <- turned$headline
  check_margin_names(margin, rbind(overall$metrics, request$metrics)[c("metric", "asked")])
  plans <- verdict_plans(x, overall, request)
  role <- vapply(plans, `[[`, "", "role")
  part <- function(at, request) if (any(at)) list(plans = plans[at], request = request)
  # What has no details of its own is asked nothing else: then all of the level is the headline's.
  adjusted <- p.adjust.method != "none"
  in_groups <- judges_groups(x, asked$overall)
  asks_more <- length(asked$detail) || any(role == "detail") || in_groups && !missing(headline)
  share <- if (adjusted && asks_more) headline else 1
  judged <- gated_comparisons(
    x, part(role != "detail", of_headline), part(role == "detail", request), share, adjusted, global_by_pair,
    others = if (in_groups && any(role == "detail")) 0.5 else 1
  )
  groups <- judge_groups(x, as_asked(asked$overall, detail), of_headline, left_for_groups(judged, request))
  both <- which(role[role != "detail"] == "both")
  out <- structure(
    list(
      set = x, assessment = assess_plans(x, plans, conf.level),
      overall = tabulate_part(judged$headline %||% judged$details, seq_along(judged$headline$plans)),
      comparison = bind_details(
        if (length(both)) tabulate_part(judged$headline, both),
        if (length(judged$details)) tabulate_part(judged$details, seq_along(judged$details$plans))
      ),
      global = rbind(judged$headline$global, judged$details$global),
      ranking = bind_rankings(lapply(unname(judged), rank_judged)), levels = judged_levels(judged),
      omnibus = omnibus_beside(x, request), groups = groups
    ),
    metric = with_beta(detail, list(...)$beta), class = "verdict"
  )
  out["together"] <- list(judge_together(out, adjusted))
  out
}

# Headline and details of a one-sided question look to one side: that of the metrics that were named, if any were.
turn_one_side <- function(overall, request, named) {
  parts <- list(overall$metrics, request$metrics)
  if (named) parts <- rev(parts)
  request$toward <- common_side(parts[[1]], parts[[2]], request$alternative)
  headline <- request
  if (!is.null(request$toward)) {
    other <- setdiff(alternatives, c("two.sided", request$alternative))
    if (named) {
      headline$alternative <- overall$alternative <- other
    } else {
      request$alternative <- other
    }
  }
  list(overall = overall, details = request, headline = headline)
}

# The side, 1 for the better and -1 for the worse, to which all look together, where the good side of the metrics that
# lead is not that of the others, as that of error is not that of accuracy; NULL elsewhere.
common_side <- function(leading, others, alternative) {
  own <- metric_direction(leading$metric, leading)
  beside <- metric_direction(others$metric, others)
  if (alternative != "two.sided" && length(own) && length(beside) && all(outer(own, beside) < 0)) {
    if (alternative == "greater") own[1] else -own[1]
  }
}

# Its intervals are those of its decisions.
tabulate_part <- function(comparison, plans) tabulate_comparison(comparison, plans, judged = TRUE)

# What is asked in detail: rows that are of the headline too, and all others.
bind_details <- function(first, second) {
  if (is.null(first) || is.null(second)) first %||% second else rbind(first, second)
}

# With what the headline's knows.
bind_rankings <- function(parts) {
  known <- Filter(Negate(is.null), parts)
  if (length(known)) do.call(rbind.data.frame, known)
}

# Metrics by the names that the details have of them.
as_asked <- function(metrics, detail) {
  called <- as.character(unlist(Filter(is.character, as.list(detail))))
  first_known(called[match(canonical_metric(metrics), canonical_metric(called))], metrics)
}

# At which level each part was judged, and over how many tests.
judged_levels <- function(judged) {
  parts <- lapply(names(judged), function(part) {
    one <- judged[[part]]
    if (!is.null(one)) {
      new_rows(
        part = part, level = one$request$level, local = one$local, n.tests = one$family,
        # Tests of all classes of a pair; of one class it is that of the class.
        n.together = sum(one$global$n_classes > 1 & !is.na(one$global$p.value)), p.adjust.method = one$adjustment
      )
    }
  })
  do.call(rbind, parts)
}

# The plans of both parts, each once: over all ("overall"), in detail, or both.
verdict_plans <- function(x, overall, detail) {
  second <- check_hold_together(request_plans(x, detail))
  overall$alike <- second
  first <- if (length(overall$metrics)) request_plans(x, overall)
  place <- function(plan, others) {
    pairs <- vapply(others, function(other) {
      identical(plan$metric$metric, other$metric$metric) && identical(plan$target$class, other$target$class)
    }, NA)
    which(pairs)[1]
  }
  # What is asked in detail, such as the method, is asked of both.
  again <- vapply(first, place, 0L, others = second)
  both <- !is.na(again)
  first[both] <- second[again[both]]
  rest <- setdiff(seq_along(second), again)
  plans <- c(first, second[rest])
  role <- c(ifelse(both, "both", "overall"), rep("detail", length(rest)))
  Map(function(plan, role) {
    plan$role <- role
    plan
  }, plans, role)
}

# Every classifier by itself, in the metrics that are compared.
assess_plans <- function(x, plans, conf.level) {
  targets <- lapply(plans, `[[`, "target")
  rule <- list(interval = NULL, alike = plans)
  assessment_table(x, assess_targets(x, targets, rule, 1 - conf.level), targets, conf.level)
}

# Does a pair differ on any class at all? One row a metric and pair, from the p-values of
# the comparison and the joint covariance of their statistics.
global_by_pair <- function(comparison) {
  on <- which(vapply(comparison$plans, function(plan) plan$role != "overall", NA))
  do.call(rbind, lapply(on, global_of_plan, comparison = comparison))
}

global_of_plan <- function(comparison, at) {
  plan <- comparison$plans[[at]]
  pairs <- comparison$request$pairs
  mine <- which(comparison$index$plan == at)
  rows <- rows_at(comparison$rows, mine, c("metric", "classifier", "reference", "log.p.value"))
  log.p <- matrix(rows$log.p.value, nrow = ncol(pairs))
  # One hypothesis of two classes is one class.
  log.p[duplicated(first_of_hypothesis(comparison)[mine])] <- NA
  found <- plan_global(plan, comparison$set, pairs, t(log.p), n_sides(comparison$request$alternative))
  used <- t(found$used)
  least <- max.col(-ifelse(used, log.p, Inf), "first")
  n <- rowSums(used)
  new_rows(
    metric = rows$metric[1], classifier = rows$classifier[seq_along(n)], reference = rows$reference[seq_along(n)],
    n_classes = n, class = ifelse(n > 0, plan$target$class[least], NA), p.value = exp(found$log.p),
    adj.p.value = NA_real_, log.p.value = found$log.p, method = known_combinations()["dai", "label"]
  )
}

# Methods ------------------------------------------------------------------------

#' @export
print.verdict <- function(x, ..., width = getOption("width"), digits = NULL) {
  check_dots(...)
  check_verdict(x)
  local_digits(digits)
  width <- check_width(width)
  text <- verdict_text(x)
  writeLines(c(style_bold(wrap_text(text$title, width)), ""))
  writeLines(c(wrap_text(c(text$headline, text$further), width), ""))
  for (section in text$sections) writeLines(c(section_lines(section, width), ""))
  # In a document there is no such thing to ask for.
  last <- length(text$cautions)
  if (!is.null(text$more)) text$cautions[last] <- paste(text$cautions[last], text$more)
  writeLines(wrap_text(text$cautions, width))
  invisible(x)
}

#' @export
format.verdict <- function(x, metric = NULL, class = NULL, classifier = NULL, reference = NULL, ..., digits = NULL) {
  check_verdict(x)
  check_dots(...)
  local_digits(digits)
  asked <- list(metric = metric, class = class, classifier = classifier, reference = reference)
  if (all(vapply(asked, is.null, NA))) inline_sentence(x) else verdict_cell(x, asked)
}

# In a text, where the lines below it are not.
inline_sentence <- function(x) {
  rows <- unlike_pairs(claimed_rows(with_said_labels(x)))
  paste(c(verdict_sentence(x), if (nrow(rows)) say_one_sided(rows, verdict_info(rows))), collapse = " ")
}

#' @export
as.character.verdict <- function(x, ...) {
  check_dots(...)
  check_verdict(x)
  inline_sentence(x)
}

#' @export
summary.verdict <- function(object, ..., digits = NULL) {
  check_verdict(object)
  check_dots(...)
  local_digits(digits)
  tables <- list(assessment = object$assessment, overall = object$overall, comparison = only_detail(object))
  parts <- lapply(tables, summary)
  object <- with_said_labels(object)
  cautions <- comparison_cautions(rbind(object$overall, object$comparison), verdict_adjustment(object))
  own <- assessment_cautions(object$assessment, "Intervals of single classifiers are ")
  structure(
    list(
      sections = c(do.call(c, unname(lapply(parts, `[[`, "sections"))), groups_summary(object)),
      cautions = c(cautions, caution_global(object), own[1], caution_estimators(object)),
      hidden = sum(vapply(parts, `[[`, 0, "hidden")), of_verdict = TRUE
    ),
    class = "summary.verdict_table"
  )
}

#' @rdname tidy.verdict_table
#' @export
tidy.verdict <- function(x, ...) {
  check_dots(...)
  as_tidy(as.data.frame(x))
}

#' @rdname tidy.verdict_table
#' @export
glance.verdict <- function(x, ...) {
  check_verdict(x)
  check_dots(...)
  glance(if (is_judged(x$groups)) shown_rows(x) else claimed_rows(x))
}
