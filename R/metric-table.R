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

# Rows of the metric table, each metric once, with `asked`: what the user called it. The
# label is in the user's words.
match_metric <- function(metric, call = caller_env()) {
  check_strings(metric, "metric", call = call)
  name <- translate(lower_ascii(metric), "- ", "__")
  synonym <- match(name, rownames(metric_synonyms))
  known <- !is.na(synonym)
  canonical <- name
  canonical[known] <- metric_synonyms[synonym[known], "metric"]
  wrong <- metric[!canonical %in% metric_table$metric]
  if (length(wrong)) {
    abort_verdict(c(
      "{.arg metric} must name metrics that verdict knows, not {.val {wrong}}.",
      i = "It knows {.val {metric_table$metric}}."
    ), "metric", call = call)
  }
  first <- !duplicated(canonical)
  out <- metric_table[canonical[first], , drop = FALSE]
  out$asked <- ifelse(known, metric, canonical)[first]
  out$label <- ifelse(known, metric_synonyms[synonym, "label"], out$label[match(canonical, out$metric)])[first]
  out
}
