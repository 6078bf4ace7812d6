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

# The metrics, as data.
# family: "predictive" (a proportion among the rows called positive or negative, so
# every classifier has a denominator of its own), "matched" (a proportion among the
# same rows for all classifiers), "truth" (does not depend on the classifier) or
# "composite" (a function of several proportions).
# core: what C calls it. measure: by which two values are compared unless asked otherwise.
metric_table <- data.frame(
  metric = c(
    "accuracy", "error", "precision", "recall", "specificity", "npv", "fpr", "fnr",
    "prevalence", "detection_prevalence", "f_meas", "bal_accuracy", "j_index", "mcc", "kap",
    "kap_linear", "kap_quadratic", "markedness", "sedi", "roc_dist", "lr_plus", "lr_minus", "dor"
  ),
  label = c(
    "accuracy", "error rate", "precision", "recall", "specificity",
    "negative predictive value", "false positive rate", "false negative rate",
    "prevalence", "detection prevalence", "F measure", "balanced accuracy",
    "Youden's J", "Matthews correlation", "Cohen's kappa", "linearly weighted kappa",
    "quadratically weighted kappa", "markedness", "symmetric extremal dependence index",
    "distance to the ROC corner", "positive likelihood ratio", "negative likelihood ratio",
    "diagnostic odds ratio"
  ),
  family = c(
    "matched", "matched", "predictive", "matched", "matched", "predictive", "matched",
    "matched", "truth", "matched", rep("composite", 13)
  ),
  overall = c(TRUE, TRUE, rep(FALSE, 11), rep(TRUE, 4), rep(FALSE, 6)),
  lower = c(rep(0, 12), rep(-1, 7), rep(0, 4)),
  upper = c(rep(1, 19), sqrt(2), rep(Inf, 3)),
  better = c(
    "high", "low", "high", "high", "high", "high", "low", "low", NA, NA, rep("high", 9),
    "low", "high", "low", "high"
  ),
  measure = rep(c("difference", "ratio"), c(20, 3)),
  stringsAsFactors = FALSE
)
metric_table$core <- sub("^kap_.*", "kap", metric_table$metric)
rownames(metric_table) <- metric_table$metric

metric_formulas <- c(
  accuracy = "share of rows that are right", error = "share of rows that are wrong",
  precision = "TP / (TP + FP)", recall = "TP / (TP + FN)", specificity = "TN / (TN + FP)",
  npv = "TN / (TN + FN)", fpr = "FP / (FP + TN)", fnr = "FN / (FN + TP)", prevalence = "(TP + FN) / N",
  detection_prevalence = "(TP + FP) / N", f_meas = "(1 + b^2) TP / ((1 + b^2) TP + b^2 FN + FP)",
  bal_accuracy = "(recall + specificity) / 2", j_index = "recall + specificity - 1",
  mcc = "correlation of truth and prediction (Gorodkin's, over all classes)",
  kap = "(po - pe) / (1 - pe)", kap_linear = "kappa, disagreement weighs as the distance of the classes",
  kap_quadratic = "kappa, disagreement weighs as the squared distance", markedness = "precision + npv - 1",
  sedi = "(ln F - ln H - ln(1-F) + ln(1-H)) / (ln F + ln H + ln(1-F) + ln(1-H)), H = recall, F = fpr",
  roc_dist = "sqrt(fnr^2 + fpr^2)", lr_plus = "recall / fpr", lr_minus = "fnr / specificity",
  dor = "TP TN / (FP FN)"
)

# The table of the help page.
metric_page <- function() {
  also <- split(metric_synonyms[, "synonym"], factor(metric_synonyms[, "metric"], metric_table$metric))
  names <- vapply(also, function(of) paste0("`", setdiff(of, "lr_"), "`", collapse = ", "), "")
  names[lengths(also) == 0] <- ""
  names["lr_minus"] <- paste0("`lr-`, ", names["lr_minus"])
  range <- paste(metric_table$lower, "to", ifelse(metric_table$upper %in% c(1, Inf), metric_table$upper, "sqrt 2"))
  kind <- ifelse(metric_table$overall, "all", "each")
  better <- ifelse(is.na(metric_table$better), "", metric_table$better)
  c(
    "| name | what it is | of | range | better | also called |", "| --- | --- | --- | --- | --- | --- |",
    paste0(
      "| `", metric_table$metric, "` | ", metric_formulas[metric_table$metric], " | ", kind, " | ", range, " | ",
      better, " | ", names, " |"
    )
  )
}

# What else metrics are called, with the words for who calls them so: yardstick's names
# and those of textbooks.
metric_synonyms <- rbind(
  c("ppv", "precision", "positive predictive value"),
  c("positive_predictive_value", "precision", "positive predictive value"),
  c("sensitivity", "recall", "sensitivity"),
  c("sens", "recall", "sensitivity"),
  c("tpr", "recall", "true positive rate"),
  c("true_positive_rate", "recall", "true positive rate"),
  c("hit_rate", "recall", "hit rate"),
  c("spec", "specificity", "specificity"),
  c("tnr", "specificity", "true negative rate"),
  c("true_negative_rate", "specificity", "true negative rate"),
  c("negative_predictive_value", "npv", "negative predictive value"),
  c("false_positive_rate", "fpr", "false positive rate"),
  c("fall_out", "fpr", "fall-out"),
  c("false_negative_rate", "fnr", "false negative rate"),
  c("miss_rate", "fnr", "miss rate"),
  c("error_rate", "error", "error rate"),
  c("misclassification_rate", "error", "misclassification rate"),
  c("f1", "f_meas", "F measure"),
  c("f_measure", "f_meas", "F measure"),
  c("f_score", "f_meas", "F score"),
  c("f1_score", "f_meas", "F score"),
  c("balanced_accuracy", "bal_accuracy", "balanced accuracy"),
  c("youden", "j_index", "Youden's J"),
  c("youden_j", "j_index", "Youden's J"),
  c("informedness", "j_index", "informedness"),
  c("matthews", "mcc", "Matthews correlation"),
  c("matthews_correlation", "mcc", "Matthews correlation"),
  c("kappa", "kap", "Cohen's kappa"),
  c("cohen_kappa", "kap", "Cohen's kappa"),
  c("cohens_kappa", "kap", "Cohen's kappa"),
  c("linear_weighted_kappa", "kap_linear", "linearly weighted kappa"),
  c("quadratic_weighted_kappa", "kap_quadratic", "quadratically weighted kappa"),
  c("qwk", "kap_quadratic", "quadratically weighted kappa"),
  c("lr+", "lr_plus", "LR+"),
  c("plr", "lr_plus", "positive likelihood ratio"),
  c("pdlr", "lr_plus", "positive likelihood ratio"),
  c("positive_likelihood_ratio", "lr_plus", "positive likelihood ratio"),
  c("lr_", "lr_minus", "LR-"),
  c("nlr", "lr_minus", "negative likelihood ratio"),
  c("ndlr", "lr_minus", "negative likelihood ratio"),
  c("negative_likelihood_ratio", "lr_minus", "negative likelihood ratio"),
  c("diagnostic_odds_ratio", "dor", "diagnostic odds ratio")
)
dimnames(metric_synonyms) <- list(metric_synonyms[, 1], c("synonym", "metric", "label"))

plain_metric <- function(metric) translate(lower_ascii(metric), "- ", "__")

find_synonym <- function(metric) match(plain_metric(metric), rownames(metric_synonyms))

# The metric's own name where it is called by another.
canonical_metric <- function(metric, synonym = find_synonym(metric)) {
  ifelse(is.na(synonym), plain_metric(metric), metric_synonyms[synonym, "metric"])
}

# Rows of the metric table, each metric once, with `asked`: what the user called it. The
# label is in the user's words.
match_metric <- function(metric, call = caller_env()) {
  check_strings(metric, "metric", call = call)
  synonym <- find_synonym(metric)
  known <- !is.na(synonym)
  canonical <- canonical_metric(metric, synonym)
  wrong <- metric[!canonical %in% metric_table$metric]
  if (length(wrong)) abort_unknown_metric(wrong, call)
  first <- !duplicated(canonical)
  out <- metric_table[canonical[first], , drop = FALSE]
  out$asked <- ifelse(known, metric, canonical)[first]
  out$label <- ifelse(known, metric_synonyms[synonym, "label"], out$label[match(canonical, out$metric)])[first]
  out
}
