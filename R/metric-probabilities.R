#' Metrics of probabilities and scores
#'
#' What the verbs know of a [probability_set()]. Each is asked for by its name, `metric = "roc_auc"`; those that depend
#' on a number are made by a function, so that the number is said: `metric = net_benefit(c(0.1, 0.2))`.
#'
#' ```{r, echo = FALSE, results = "asis"}
#' cat(verdict:::probability_metric_lines(), sep = "\n")
#' ```
#'
#' * **Who ranks better?** `roc_auc`, `partial_auc` where only few false alarms are allowed (or, by `tpr`, only few
#'   events may be missed), `average_precision` where events are rare: it depends on the share of events, so that it
#'   compares no data sets. These need no probabilities.
#' * **Who finds more if only so many false alarms are allowed?** `sensitivity_at(0.9)` at the threshold of these rows
#'   that leaves out 90% of the rows without the event; `specificity_at()` the other way round. Their variance
#'   contains that the threshold was found on these rows: it is the bootstrap's, in closed form (Zhou and Qin 2005).
#'   The covariance of two is that of the influence of each row on the bootstrap's means, and near the bootstrap's.
#'   Their interval lies about the bootstrap's mean, and is widened to the estimate where that lies beyond; beside a
#'   required value (`null`) it is Student's t. Where the rate is reached with all rows of a class alone, as a
#'   sensitivity of 0.95 with 12 events, a note says that p and interval are not to be trusted.
#' * **Whose probabilities are right?** `brier` and `log_loss`, which no one can better by saying anything but what they
#'   believe. `calibration_*` say in which way they are wrong. Classifiers are not compared by an expected calibration
#'   error: it measures the number of rows and bins as much as it measures calibration.
#' * **What is more useful?** `net_benefit` at the thresholds that will be used, fixed before looking (Vickers and Elkin
#'   2006): the share of events found, less the share of false alarms times the odds of the threshold, in units of
#'   events. At a threshold of 0.2 one event found is worth four false alarms.
#'
#' @section Tests and intervals: Two classifiers are compared by `method = "wald"`, Student's t on the joint
#'   covariance: of areas DeLong's, with Satterthwaite's degrees of freedom; of means over clusters CR2 with those of
#'   Bell and McCaffrey (`vcov = "cr1"` and `"cr0"` match others). `"delong"`, or `"z"` of any metric, has normal
#'   quantiles, as in other software, and rejects too often with few events. `"sign"`, `"wilcoxon"` and `"sign_flip"`
#'   compare the Brier score or log loss row by row (and [by_diebold_mariano()] in the order of time). `"sign"` and
#'   `"wilcoxon"` hold where a log loss is infinite, but a median difference of 0 is another hypothesis than a mean
#'   difference of 0. `"bootstrap"` draws rows again. Within folds DeLong's covariance is that of each fold, and a fold
#'   with one row of a class is one unit: twenty folds with one event each have 19 degrees of freedom. At a known
#'   `prevalence` degrees of freedom are Satterthwaite's, by the rows of each class. An area by itself of independent
#'   rows on one scale has Newcombe's (2006) interval where fewer than 5 are on the wrong side, else Student's t on the
#'   logit scale; within folds an area of 0 or 1 has the separation bound (`interval = "newcombe"`, `"logit"`;
#'   `"logit_z"` and `"wald"` have normal quantiles; `"separation_bound"` is exact for an area of 0 or 1;
#'   `"hanley_mcneil"` is by the area and the numbers of rows alone, Hanley and McNeil 1982, to match others). Average
#'   precision has a normal interval on the logit scale (within folds Student's), and is biased upwards with few events:
#'   with fewer than 40 (in each fold, if there are folds) a note says so. Where one row makes a tenth or more of the
#'   absolute differences of two log losses a note says how much: a mean of which one row decides has no t distribution,
#'   and `method = "sign_flip"` is a check.
#' @param thresholds Probabilities from which on a row is acted upon, from 0 to 1 (where a false alarm outweighs all).
#' @param prevalence The share of events where the classifiers will be used, if it is not that of these rows. Net
#'   benefit is then that of such a population, by the rates of each class. Of independent rows, without `id`, sampling
#'   weights, or other metrics in the same comparison.
#' @param standardised Of a partial AUC McClish's form: 1/2 for a useless score and 1 for a perfect one, whatever the
#'   range? Else it is the area itself, at most the width of the range. Of net benefit: over the share of events, so
#'   that 1 is what acting on all events and on nothing else is worth (Kerr et al. 2016)?
#' @param clip How far probabilities are kept from 0 and 1, such as `1e-15`, above 0 and below 1/2. `NULL`: they are
#'   taken as they are, so that a log loss is infinite where what happened had probability 0, and a slope or intercept
#'   unknown where a probability is exactly 0 or 1. The value chosen decides what such rows count, -log(`clip`) each:
#'   34.5 at `1e-15`, more than many rows together. So it is said in every result, with how many rows were moved.
#' @param loss Of a skill: the loss of a reference that is known from elsewhere, on the same scale, taken as a number
#'   that does not vary. Without it and `forecast` the reference gives every row the share of events of these rows.
#' @param forecast Of a skill: the probability that a reference forecast from elsewhere gives to every row, such as the
#'   share of events of former years. Its loss is that on these rows, and varies with them.
#' @param max_fpr The largest false positive rate of the region of interest, above 0 and at most 1.
#' @param fpr,tpr Instead of `max_fpr` a range of false positive rates, such as `c(0.05, 0.2)`, or of true positive
#'   rates, such as `c(0.8, 1)`: the area of the specificity over these.
#' @param specificity,sensitivity The share that must be reached, between 0 and 1.
#' @param ... Not used.
#' @return A metric, for the argument `metric` of [assess_classifiers()], [compare_classifiers()] and the other verbs;
#'   several of them make a list.
#' @section Errors: `verdict_error_argument` for thresholds or rates out of range, or the same threshold twice.
#' @section How far to trust it: In 400 simulated sets of each kind (`bench/calibration/probabilities.R`,
#'   Monte-Carlo standard error up to 0.02) equal models were told apart at 0.05 in 3% to 4% by the AUC, with 10 to
#'   50 events (3% to 8% by `"delong"`), in 3% to 6% by the partial AUC and in 3% to 6% by Brier score, log loss and
#'   Hand-Till AUC. Over 8, 15 and 40 clusters of very unequal sizes the Brier score's test rejected in 5%, 1% and
#'   7%; with `vcov = "cr1"` in 10%, 5% and 10%, with `"cr0"` and `"z"` in 17%, 8% and 12%. Any of nine net benefits
#'   was claimed to differ in 3% and 4%. The intervals of areas of 0.8 and 0.97 held in 94% to 99%, where those of
#'   `"wald"` did in 75% to 93%; those of average precision in 91% with 100 rows, in 94% with 400.
#'   In 1,000 sets each (`bench/calibration/probability-methods.R`, standard error 0.01) two equal models were told
#'   apart at 0.05 with 100 and 400 rows by average precision in 7% and 5% (within four folds 7% and 5%), by the
#'   sensitivity at a specificity of 0.8 in 5% and 3%, by a clipped log loss, a skill against a forecast or a
#'   standardised net benefit in 4% to 6%; intervals of `calibration_slope` and `calibration_intercept` held in 94% to
#'   96%, with about 50 and 200 events; with 5 to 10 events those of the slope in 88% to 92%.
#'   In 300 sets each of 60 and of 240 rows (`bench/calibration/probability-rules.R`, standard error 0.02) intervals of
#'   partial areas held in 91% to 92% and in 96% to 97%, of a net benefit in 95% and 93% (at a known prevalence in 91%
#'   and 95%), the separation bound in 100%. The weighted average of three classes' areas told equal models apart in 3%
#'   and 4%. In 1,000 sets of 100 and of 400 rows each average precision did in 5% and 6% (in 300 by the bootstrap in 4%
#'   and 4%), areas of rows with frequency weights in 4% and 5%.
#'   Within folds of which each has few events (20 of 1 event and 4 others, 10 of 2 and 40, 30 of 1 and 1) equal models
#'   were told apart by the AUC in `r ledger_range(topic = "probabilities", method = "AUC within folds")`, by the
#'   partial AUC in `r ledger_range(topic = "probabilities", method = "partial AUC 0.3 within folds")`, by average
#'   precision in `r ledger_range(topic = "probabilities", method = "average precision within folds")`.
#'   A note on the row says where an interval is too short: a part of a curve with fewer than 10 rows in it, a
#'   calibration slope with fewer than 15 rows of a class, a difference of areas of which one is near 1 and rests on few
#'   rows (there the better one leads by more than its interval says, and "not worse" is claimed too often), and a net
#'   benefit at a threshold where fewer than 5 rows of a class that counts for much are called otherwise.
#' @section When not to use it: At a threshold chosen as the best one on the same rows: the net benefit there is too
#'   good. The areas between two decision curves mean nothing: compare them at thresholds.
#' @references
#' DeLong, E. R., DeLong, D. M. and Clarke-Pearson, D. L. (1988) Comparing the areas under two or more correlated
#' receiver operating characteristic curves: a nonparametric approach. *Biometrics* 44, 837-845.
#' \doi{10.2307/2531595}
#'
#' Hanley, J. A. and McNeil, B. J. (1982) The meaning and use of the area under a receiver operating characteristic
#' (ROC) curve. *Radiology* 143, 29-36. \doi{10.1148/radiology.143.1.7063747}
#'
#' McClish, D. K. (1989) Analyzing a portion of the ROC curve. *Medical Decision Making* 9, 190-195.
#' \doi{10.1177/0272989X8900900307}
#'
#' Newcombe, R. G. (2006) Confidence intervals for an effect size measure based on the Mann-Whitney statistic.
#' Part 2. *Statistics in Medicine* 25, 559-573. \doi{10.1002/sim.2324}
#'
#' Zhou, X.-H. and Qin, G. (2005) Improved confidence intervals for the sensitivity at a fixed level of
#' specificity of a continuous-scale diagnostic test. *Statistics in Medicine* 24, 465-477.
#' \doi{10.1002/sim.1563}
#'
#' Vickers, A. J. and Elkin, E. B. (2006) Decision curve analysis: a novel method for evaluating prediction
#' models. *Medical Decision Making* 26, 565-574. \doi{10.1177/0272989X06295361}
#'
#' Kerr, K. F., Brown, M. D., Zhu, K. and Janes, H. (2016) Assessing the clinical impact of risk prediction models with
#' decision curves: guidance for correct interpretation and appropriate use. *Journal of Clinical Oncology* 34,
#' 2534-2540. \doi{10.1200/JCO.2015.65.5654}
#'
#' Gneiting, T. and Raftery, A. E. (2007) Strictly proper scoring rules, prediction, and estimation. *Journal of
#' the American Statistical Association* 102, 359-378. \doi{10.1198/016214506000001437}
#' @seealso [probability_set()]
#' @examples
#' set.seed(1)
#' event <- rbinom(200, 1, 0.3)
#' p <- plogis(2 * event - 1 + rnorm(200))
#' q <- plogis(event + rnorm(200))
#' x <- probability_set(event, p = p, q = q)
#' compare_classifiers(x, net_benefit(c(0.1, 0.2, 0.3)))
#' assess_classifiers(x, partial_auc(0.2))
#' compare_classifiers(x, list(partial_auc(tpr = c(0.8, 1)), sensitivity_at(0.9)))
#' compare_classifiers(x, list(log_loss(clip = 1e-15), net_benefit(0.2, standardised = TRUE)))
#' assess_classifiers(x, list("brier_skill", brier_skill(forecast = 0.25)))
#' @export
net_benefit <- function(thresholds = seq(0.1, 0.9, 0.1), prevalence = NULL, ..., standardised = FALSE) {
  check_dots(...)
  check_flag(standardised, "standardised")
  if (!is.null(prevalence)) prevalence <- as.double(check_number(prevalence, "prevalence", 0, 1))
  if (is.numeric(thresholds)) thresholds <- as_decimal(thresholds)
  if (!is_numeric_option("net_benefit", thresholds)) {
    abort_verdict(c(
      "{.arg thresholds} must be different numbers from 0 to 1.",
      i = "A row is acted upon if its probability is at least the threshold."
    ), "argument")
  }
  metric <- numeric_option(
    if (standardised) "standardised_net_benefit" else "net_benefit", sort(thresholds)
  )
  attr(metric, "option")$prevalence <- prevalence
  if (!is.null(prevalence)) {
    label <- paste0(attr(metric, "row")$label, " at a prevalence of ", short_number(prevalence, 3))
    attr(metric, "row")$label <- label
    attr(metric, "option")$said <- paste0(
      paste(short_number(sort(thresholds), 7), collapse = ", "), "; prevalence ", short_number(prevalence, 3)
    )
  }
  metric
}

#' @rdname net_benefit
#' @export
partial_auc <- function(max_fpr = NULL, standardised = FALSE, ..., fpr = NULL, tpr = NULL) {
  check_dots(...)
  check_flag(standardised, "standardised")
  if (sum(!is.null(max_fpr), !is.null(fpr), !is.null(tpr)) != 1) {
    abort_verdict(c(
      "Give one of {.arg max_fpr}, {.arg fpr} and {.arg tpr}: which part of the curve?",
      i = "Such as {.code partial_auc(0.1)}, {.code partial_auc(fpr = c(0.05, 0.2))} or
           {.code partial_auc(tpr = c(0.8, 1))}."
    ), "argument")
  }
  name <- paste0(if (standardised) "standardised_", "partial_auc", if (!is.null(tpr)) "_tpr")
  if (!is.null(max_fpr)) {
    if (!is_numeric_option("partial_auc", max_fpr)) {
      abort_verdict("{.arg max_fpr} must be one number above 0 and at most 1.", "argument")
    }
    return(numeric_option(name, as.double(max_fpr)))
  }
  rates <- fpr %||% tpr
  check_rate_range(rates, if (is.null(tpr)) "fpr" else "tpr")
  ends <- as.double(if (is.null(tpr)) fpr else rev(round(1 - tpr, 12)))
  said <- paste(vapply(rates, short_number, "", 7), collapse = " to ")
  numeric_option(name, ends[2], from = ends[1], said = said)
}

check_rate_range <- function(x, arg) {
  if (!are_numbers(x) || length(x) != 2 || x[1] < 0 || x[2] > 1 || x[1] >= x[2]) {
    abort_verdict("{.arg {arg}} must be two rates between 0 and 1, the lower one first.", "argument")
  }
}

#' @rdname net_benefit
#' @export
sensitivity_at <- function(specificity, ...) {
  check_given(specificity, "what must be reached, as in {.code sensitivity_at(0.9)}.", "argument")
  operating_metric("sensitivity_at", specificity, "specificity", ...)
}

#' @rdname net_benefit
#' @export
specificity_at <- function(sensitivity, ...) {
  check_given(sensitivity, "what must be reached, as in {.code specificity_at(0.9)}.", "argument")
  operating_metric("specificity_at", sensitivity, "sensitivity", ...)
}

operating_metric <- function(metric, at, arg, ...) {
  check_dots(...)
  check_number(at, arg, 0, 1)
  numeric_option(metric, as.double(at))
}

#' @rdname net_benefit
#' @export
log_loss <- function(clip = NULL, ...) clipped_metric("log_loss", clip, ...)

#' @rdname net_benefit
#' @export
calibration_intercept <- function(clip = NULL, ...) clipped_metric("calibration_intercept", clip, ...)

#' @rdname net_benefit
#' @export
calibration_slope <- function(clip = NULL, ...) clipped_metric("calibration_slope", clip, ...)

#' @rdname net_benefit
#' @export
brier_skill <- function(loss = NULL, forecast = NULL, ...) {
  skill_metric("brier_skill", loss, forecast, NULL, ...)
}

#' @rdname net_benefit
#' @export
log_skill <- function(loss = NULL, forecast = NULL, ..., clip = NULL) {
  skill_metric("log_skill", loss, forecast, clip, ...)
}

#' @rdname net_benefit
#' @export
rps_skill <- function(loss, ...) {
  check_given(loss, "the ranked probability score of the reference.", "argument")
  skill_metric("rps_skill", loss, NULL, NULL, ...)
}

clipped_metric <- function(metric, clip, ...) {
  check_dots(...)
  check_clip(clip)
  numeric_option(metric, clip %||% NA_real_, said = clip_words(clip))
}

clip_words <- function(clip) if (!is.null(clip)) paste("clip", short_number(clip, 7))

check_clip <- function(clip) {
  if (!is.null(clip)) check_number(clip, "clip", 0, 0.5)
}

# `loss` or `forecast`: what the reference loses, or what it says of every row.
skill_metric <- function(metric, loss, forecast, clip, ...) {
  check_dots(...)
  check_clip(clip)
  if (!is.null(loss) && !is.null(forecast)) {
    abort_verdict("Give {.arg loss} or {.arg forecast} of the reference, not both.", "argument")
  }
  if (!is.null(loss)) check_number(loss, "loss", 0, Inf)
  if (!is.null(forecast)) check_number(forecast, "forecast", 0, 1)
  said <- c(
    if (!is.null(loss)) paste("against a loss of", short_number(loss, 7)),
    if (!is.null(forecast)) paste("against a forecast of", short_number(forecast, 7)), clip_words(clip)
  )
  numeric_option(
    metric, clip %||% NA_real_, from = loss %||% forecast, said = if (length(said)) paste(said, collapse = "; "),
    measure = if (!is.null(forecast)) paste0(metric, "_forecast")
  )
}

# Whether a metric can have such numbers, from one end of a range of rates.
is_numeric_option <- function(metric, value, from = NULL) {
  if (registry_probabilities[metric, "clips"] || endsWith(metric, "_skill")) {
    return(is_clip_option(value, from))
  }
  if (!all_hold(is.numeric(value), length(value) > 0, !anyNA(value), !anyDuplicated(value))) {
    return(FALSE)
  }
  begins <- is.null(from) || all_hold(are_numbers(from), length(from) == 1, from >= 0, from < value)
  begins && switch(metric,
    net_benefit = ,
    standardised_net_benefit = all(value >= 0 & value <= 1),
    length(value) == 1 && value > 0 && value <= 1
  )
}

# NA or where probabilities are clipped, and what a skill is against.
is_clip_option <- function(value, from) {
  positive <- function(x) all_hold(are_numbers(x), length(x) == 1, x > 0)
  (identical(value, NA_real_) || positive(value) && value < 0.5) && (is.null(from) || positive(from))
}

# `from`: where a range of rates begins that ends at `value`, or what a skill is against; `said`: what is said of it;
# `measure`: what C calls it, if not as the registry says.
numeric_option <- function(metric, value, from = NULL, said = NULL, measure = NULL) {
  row <- registry_probabilities[metric, ]
  said <- said %||% option_words(metric, value)
  row$label <- with_option_words(row$label, said)
  structure(
    metric,
    class = "metric_option",
    option = list(core = "numeric", value = value, from = from, said = said, measure = measure),
    row = new_rows(
      metric = metric, label = row$label, core = "numeric", family = "composite", overall = TRUE, lower = row$lower,
      upper = row$upper, better = row$better, measure = "difference", asked = metric, formula = row$formula
    )
  )
}

# Of one number; a range of sensitivities has its end in false negatives.
option_words <- function(metric, value) {
  if (length(value) != 1 || is.na(value)) {
    return(NULL)
  }
  if (endsWith(metric, "_tpr")) paste(short_number(1 - value, 7), "to 1") else short_number(value, 7)
}

with_option_words <- function(label, said) if (is.null(said)) label else paste0(label, " (", said, ")")

# What a verdict is about, and what leads it.
usual_probability_metrics <- function(lead, detail, probabilities) {
  known <- match_probability_metrics(c(lead, detail), probabilities)
  first <- known$metric == lead
  cbind(known, headline = first, usual = first)
}

# Rows of metrics for what was asked for, each once, as new_metric_option() and the registry describe them.
match_probability_metrics <- function(metric, probabilities) {
  check_strings(metric, "metric")
  names <- as.vector(metric)
  given <- attr(metric, "given") %||% vector("list", length(names))
  id <- probability_ids(names)
  if (anyNA(id)) abort_unknown_probability_metric(names[is.na(id)])
  rows <- rows_at(registry_probabilities, id)
  if (!probabilities && !all(rows$ranks)) abort_needs_probabilities(rows$label[!rows$ranks])
  value <- Map(function(one, option) attr(one, "option")$value %||% option, given, rows$option)
  # A name alone has the number of the registry, which is said too.
  said <- Map(function(one, id, value) {
    if (is.null(one)) option_words(id, value) else attr(one, "option")$said
  }, given, id, value)
  label <- mapply(function(one, label, said) attr(one, "row")$label %||% with_option_words(label, said),
    given, rows$label, said
  )
  out <- new_rows(
    metric = id, asked = ifelse(lengths(given) > 0, id, names), label = unname(label), family = "composite",
    overall = TRUE, lower = rows$lower, upper = rows$upper, better = rows$better, measure = "difference",
    core = rows$core, limits = rows$limits, ranks = rows$ranks, mean = rows$mean
  )
  out$value <- value
  out$said <- unname(said)
  for (name in c("prevalence", "from")) out[[name]] <- lapply(given, function(one) attr(one, "option")[[name]])
  measure <- unlist(lapply(given, function(one) attr(one, "option")$measure %||% NA))
  out$core <- first_known(measure, out$core)
  out$core[out$core == "standardised_net_benefit" & lengths(out$prevalence) > 0] <- "net_benefit"
  area <- id %in% c("partial_auc", "partial_auc_tpr")
  if (any(area)) out$upper[area] <- range_width(out[area, ])
  if (length(id) == 1) {
    return(out)
  }
  distinct_values(out[!duplicated(out[c("metric", "value", "prevalence", "from", "said")]), , drop = FALSE])
}

# No area over a range of rates is larger than the range.
range_width <- function(metrics) {
  as.double(mapply(function(value, from) value - (from %||% 0), metrics$value, metrics$from))
}

# The same metric with several numbers.
distinct_values <- function(metrics) {
  again <- metrics$asked %in% metrics$asked[duplicated(metrics$asked)]
  said <- mapply(function(value, said) said %||% paste(short_number(value, 7), collapse = ", "),
    metrics$value, metrics$said
  )
  again <- again & said != "NA"
  metrics$asked[again] <- paste0(metrics$asked, " (", said, ")")[again]
  metrics
}

# Lines about names that are nearly those of metrics, and about what needs labels.
near_probability_metrics <- function(wrong, plain) {
  if (any(plain %in% c(registry_metrics$metric, metric_synonyms()$synonym))) {
    return(c(i = "Of labels, at a threshold: {.code as_prediction_set(x, threshold = 0.5)}."))
  }
  known <- c(registry_probabilities$id, unlist(registry_probabilities$also))
  near <- unique(unlist(lapply(wrong, closest_name, known = known)))
  c(
    i = if (length(near)) format_inline("Did you mean {.or {.val {near}}}?"),
    i = if ("expected_cost" %in% wrong) {
      format_inline(
        "Costs decide which class is called: {.code as_prediction_set(x, costs = )}, whose labels ",
        "{.fn expected_cost} compares."
      )
    }
  )
}

abort_unknown_probability_metric <- function(wrong) {
  plain <- translate(lower_ascii(wrong), "- .", "___")
  trapezoid <- any(plain %in% c("pr_auc", "prauc", "auprc", "auc_pr", "aucpr"))
  binned <- any(plain %in% c(
    "ece", "calibration_error", "expected_calibration_error", "ici", "mcb", "dsc", "miscalibration", "discrimination",
    "hosmer_lemeshow"
  ))
  gini <- any(plain %in% c("gini", "somers_d", "gini_index"))
  near <- if (!trapezoid && !binned && !gini) near_probability_metrics(wrong, plain)
  abort_verdict(c(
    "{.arg metric} must name metrics of probabilities or scores, not {.val {wrong}}.",
    near,
    i = if (trapezoid) {
      "The area below a precision-recall polyline is too large: use {.val average_precision}."
    },
    i = if (binned) {
      "A calibration error depends on bins and the number of rows, and parts of a score on how closely the curve was
       fitted: they are shown by {.fn assess_calibration} and not compared. Use {.val brier}."
    },
    i = if (gini) "Gini's index is 2 AUC - 1, and its differences are twice those of the AUC: use {.val roc_auc}.",
    i = "It knows {.val {cli_vec(registry_probabilities$id, list(`vec-trunc` = Inf))}}: see {.code ?net_benefit}."
  ), "metric")
}

abort_needs_probabilities <- function(labels) {
  abort_verdict(c(
    "These are scores, and {unique(labels)} {?needs/need} probabilities.",
    i = "Scores can be compared by how they rank: {.val {registry_probabilities$id[registry_probabilities$ranks]}}."
  ), "metric")
}

# For the help page.
probability_metric_lines <- function() {
  rows <- registry_probabilities
  c(
    "| metric | what it is | better | also |", "| --- | --- | --- | --- |",
    paste0(
      "| `", rows$id, "` | ", rows$formula, " | ", ifelse(is.na(rows$better), "neither", rows$better), " | ",
      vapply(rows$also, paste, "", collapse = ", "), " |"
    )
  )
}

# Brier score and others: what each row loses, on average.
is_mean_loss <- function(metric) isTRUE(metric$mean) && metric$better %in% "low"
