# The metrics, as data.
# family: "predictive" (a proportion among the rows called positive or negative, so
# every classifier has a denominator of its own), "matched" (a proportion among the
# same rows for all classifiers), "truth" (does not depend on the classifier) or
# "composite" (a function of several proportions).
metric_table <- data.frame(
  metric = c(
    "accuracy", "error", "precision", "recall", "specificity", "npv", "fpr", "fnr",
    "prevalence", "detection_prevalence", "f_meas", "bal_accuracy", "j_index", "mcc", "kap"
  ),
  label = c(
    "accuracy", "error rate", "precision", "recall", "specificity",
    "negative predictive value", "false positive rate", "false negative rate",
    "prevalence", "detection prevalence", "F measure", "balanced accuracy",
    "Youden's J", "Matthews correlation", "Cohen's kappa"
  ),
  family = c(
    "matched", "matched", "predictive", "matched", "matched", "predictive", "matched",
    "matched", "truth", "matched", rep("composite", 5)
  ),
  overall = c(TRUE, TRUE, rep(FALSE, 11), TRUE, TRUE),
  lower = c(rep(0, 12), -1, -1, -1),
  upper = 1,
  better = c("high", "low", "high", "high", "high", "high", "low", "low", NA, NA, rep("high", 5)),
  stringsAsFactors = FALSE
)
rownames(metric_table) <- metric_table$metric

metric_synonyms <- c(
  ppv = "precision", sensitivity = "recall", sens = "recall", tpr = "recall",
  spec = "specificity", tnr = "specificity", f1 = "f_meas", f_measure = "f_meas",
  kappa = "kap", cohen_kappa = "kap", youden = "j_index", balanced_accuracy = "bal_accuracy",
  error_rate = "error", negative_predictive_value = "npv",
  positive_predictive_value = "precision", false_positive_rate = "fpr",
  false_negative_rate = "fnr", matthews = "mcc"
)

match_metric <- function(metric, call = caller_env()) {
  check_strings(metric, "metric", call = call)
  name <- tolower(metric)
  known <- name %in% names(metric_synonyms)
  name[known] <- metric_synonyms[name[known]]
  wrong <- metric[!name %in% metric_table$metric]
  if (length(wrong)) {
    abort_verdict(c(
      "{.arg metric} must name metrics that verdict knows, not {.val {wrong}}.",
      i = "It knows {.val {metric_table$metric}}."
    ), "metric", call = call)
  }
  metric_table[unique(name), , drop = FALSE]
}

