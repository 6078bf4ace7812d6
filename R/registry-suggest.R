#' Metrics that are known by name
#'
#' What the argument `metric` of the verbs can name. Names are yardstick's where yardstick has the metric; upper and
#' lower case, hyphens, spaces and underscores are the same. For class k against the rest, TP,
#' FP, FN and TN are the counts of true and false positives and negatives.
#'
#' @details
#' ```{r, echo = FALSE, results = "asis"}
#' cat(metric_page(), sep = "\n")
#' ```
#'
#' Those "of all classes" are taken over the whole confusion matrix, unless the verb is asked for
#' `classes`; the others are of each class against the rest, and can be averaged over classes. Of likelihood
#' ratios and the diagnostic odds ratio two classifiers are compared by the ratio, on the
#' logarithmic scale, of other metrics by the difference unless [compare_classifiers()] says otherwise.
#'
#' A ratio with nothing to divide by is `Inf`, without a standard error; 0 divided by 0 is `NA`, and `note`
#' says why. The symmetric extremal dependence index is 1 or -1, its limit, where a
#' false alarm rate or hit rate is 0 or 1 (yardstick takes 1e-9 for 0). Weighted kappa needs
#' classes in an order: the levels of a factor.
#'
#' Metrics with options are made by [f_meas()], [expected_cost()] and, for any function of the confusion
#' matrix, [custom_metric()]. yardstick's `ppv(prevalence = )` is `update_prevalence()` here.
#' @section Metrics of probabilities and scores: A [probability_set()] has its own, see [net_benefit()] and the
#'   functions there:
#'
#' ```{r, echo = FALSE, results = "asis"}
#' cat(probability_metric_lines(), sep = "\n")
#' ```
#' @section When not to use them: No single number is right for every purpose. Choose the metric before
#'   the data are looked at, by what mistakes cost; [expected_cost()] says it directly.
#' @references
#' Cohen, J. (1968) Weighted kappa. *Psychological Bulletin* 70, 213-220. \doi{10.1037/h0026256}
#'
#' Ferro, C. A. T. and Stephenson, D. B. (2011) Extremal dependence indices. *Weather and
#' Forecasting* 26, 699-713. \doi{10.1175/WAF-D-10-05030.1}
#'
#' Glas, A. S., Lijmer, J. G., Prins, M. H., Bonsel, G. J. and Bossuyt, P. M. M. (2003) The diagnostic
#' odds ratio. *Journal of Clinical Epidemiology* 56, 1129-1135. \doi{10.1016/S0895-4356(03)00177-X}
#'
#' Simel, D. L., Samsa, G. P. and Matchar, D. B. (1991) Likelihood ratios with confidence. *Journal of
#' Clinical Epidemiology* 44, 763-770. \doi{10.1016/0895-4356(91)90128-V}
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters)
#' assess_classifiers(x, c("LR+", "LR-", "dor"), classes = "spam")
#' compare_classifiers(x, c("LR+", "LR-"), classes = "spam")
#' @name metrics
NULL

# The table of the help page.
metric_page <- function() {
  of <- registry_metrics
  also <- vapply(of$also, function(words) paste0("`", names(words), "`", recycle0 = TRUE, collapse = ", "), "")
  upper <- ifelse(of$upper == sqrt(2), "sqrt 2", of$upper)
  better <- ifelse(is.na(of$better), "", of$better)
  c(
    "| name | what it is | of | range | better | also called |", "| --- | --- | --- | --- | --- | --- |",
    paste0(
      "| `", of$metric, "` | ", of$formula, " | ", ifelse(of$overall, "all", "each"), " | ", of$lower, " to ", upper,
      " | ", better, " | ", also, " |"
    )
  )
}

# What else metrics are called, with the words for who calls them so.
metric_synonyms <- function() {
  also <- registry_metrics$also
  new_rows(
    synonym = as.character(unlist(lapply(also, names))), metric = rep(registry_metrics$metric, lengths(also)),
    label = as.character(unlist(also))
  )
}

plain_metric <- function(metric) translate(lower_ascii(metric), "- ", "__")

find_synonym <- function(metric) {
  plain <- remembered("synonyms", registry_metrics$also, function() plain_metric(metric_synonyms()$synonym))
  match(plain_metric(metric), plain)
}

# The metric's own name where it is called by another.
canonical_metric <- function(metric, synonym = find_synonym(metric)) {
  own <- ifelse(is.na(synonym), plain_metric(metric), metric_synonyms()$metric[synonym])
  ifelse(own %in% registry_metrics$metric, own, first_known(probability_ids(metric), own))
}

# What a target knows of its metric.
target_columns <- c(
  "metric", "label", "core", "family", "of", "hit", "overall", "lower", "upper", "better", "measure", "power_of",
  "mirror", "scored", "limits"
)

# Rows of the metric table, each metric once, with `asked`: what the user called it. The
# label is in the user's words.
match_metric <- function(metric) {
  check_strings(metric, "metric")
  synonym <- find_synonym(metric)
  known <- !is.na(synonym)
  canonical <- canonical_metric(metric, synonym)
  wrong <- metric[!canonical %in% registry_metrics$metric]
  if (length(wrong)) abort_unknown_metric(wrong)
  first <- !duplicated(canonical)
  out <- rows_at(registry_metrics, match(canonical[first], registry_metrics$metric), target_columns)
  out$asked <- ifelse(known, metric, canonical)[first]
  out$label <- ifelse(known, metric_synonyms()$label[synonym], out$label[match(canonical, out$metric)])[first]
  out
}

abort_unknown_metric <- function(wrong) {
  plain <- translate(plain_metric(wrong), ".", "_")
  needs <- wrong[plain %in% probability_metrics]
  if (length(needs)) {
    abort_verdict(c(
      "{.val {needs}} need{?s/} probabilities: predicted labels cannot give {?it/them}.",
      i = "Of the probabilities of every row: {.code probability_set(truth ~ rf + tree, data, positive = )}.",
      i = "Of values for each fold, data set or item: {.fn score_set}.",
      i = "Of labels {.val mcc}, {.val bal_accuracy}, {.val f_meas} and others are known: see {.code ?metrics}."
    ), "metric")
  }
  numbers <- wrong[plain %in% number_metrics]
  known <- c(registry_metrics$metric, metric_synonyms()$synonym)
  near <- unlist(lapply(setdiff(wrong, numbers), closest_name, known = known))
  abort_verdict(c(
    "{.arg metric} must name metrics that verdict knows, not {.val {wrong}}.",
    i = if (length(near)) "Did you mean {.or {.val {near}}}?",
    i = if (length(numbers)) "{.val {numbers}} {?is/are} of predicted numbers, not of classes.",
    i = "It knows {.val {cli_vec(registry_metrics$metric, list(`vec-trunc` = Inf))}}: see {.code ?metrics}.",
    i = "Your own, by {.fn custom_metric} or {.fn expected_cost}, is given as it is, in a list with others."
  ), "metric")
}

# What labels cannot give.
probability_metrics <- c(
  registry_probabilities$id, unlist(registry_probabilities$also), "roc_aunp", "roc_aunu", "pr_auc", "auprc", "aucpr",
  "prauc", "gain_capture", "gini", "ks", "ece", "calibration", "calibration_error"
)

number_metrics <- c("rmse", "mse", "mae", "rsq", "r2", "mape", "msd", "ccc", "huber_loss")
