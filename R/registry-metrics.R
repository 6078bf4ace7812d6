# Metrics.
#
# metric      its name; `also`: what else it is called, with the words for who calls it so, where they are others
# label       in running text; `formula` for the help page
# core        what C calls it
# family      "predictive" (a proportion among the rows called positive or negative, so that every classifier has a
#             denominator of its own), "matched" (a proportion among the same rows for all classifiers), "truth" (does
#             not depend on the classifier) or "composite" (a function of several proportions)
# of, hit     of a proportion: which rows it is of ("all", "positive", "negative", "called", "not_called"), and which of
#             them it counts ("right", "wrong", "called", "positive")
# overall     whether it is over all classes, unless classes are named
# lower, upper, better   its range, and which values are good ("high", "low", NA: neither)
# measure     by which two values are compared unless asked otherwise
# power_of    of a weighted kappa: the power of the distance that a disagreement weighs
# scored      whether its influences say enough of it for a score test
# limits      whether its extreme values are limits, reached by far from all is right or wrong
# mirror      the metric that is the same of the other of two classes
metric_row <- function(metric, label, formula, family = "composite", of = NA_character_, hit = NA_character_,
                       overall = FALSE, lower = 0, upper = 1, better = "high", measure = "difference", core = metric,
                       power_of = NA_real_, mirror = NA_character_, also = character(),
                       scored = measure == "difference", limits = FALSE) {
  also <- rlang::set_names(also, ifelse(rlang::names2(also) == "", also, rlang::names2(also)))
  also[] <- ifelse(also == names(also), gsub("_", " ", also), also)
  new_row(several = "also", id = metric)
}

ratio_row <- function(metric, label, formula, better = "high", ...) {
  metric_row(metric, label, formula, upper = Inf, better = better, measure = "ratio", ...)
}

registry_metrics <- new_registry(
  metric_row("accuracy", "accuracy", "share of rows that are right", "matched", "all", "right", overall = TRUE),
  metric_row(
    "error", "error rate", "share of rows that are wrong", "matched", "all", "wrong", overall = TRUE, better = "low",
    also = c("error_rate", "misclassification_rate")
  ),
  metric_row(
    "precision", "precision", "TP / (TP + FP)", "predictive", "called", "right", mirror = "npv",
    also = c(ppv = "positive predictive value", "positive_predictive_value")
  ),
  metric_row(
    "recall", "recall", "TP / (TP + FN)", "matched", "positive", "right", mirror = "specificity", also = c(
      "sensitivity", sens = "sensitivity", tpr = "true positive rate", "true_positive_rate", "hit_rate"
    )
  ),
  metric_row(
    "specificity", "specificity", "TN / (TN + FP)", "matched", "negative", "right", mirror = "recall",
    also = c(spec = "specificity", tnr = "true negative rate", "true_negative_rate")
  ),
  metric_row(
    "npv", "negative predictive value", "TN / (TN + FN)", "predictive", "not_called", "right", mirror = "precision",
    also = "negative_predictive_value"
  ),
  metric_row(
    "fpr", "false positive rate", "FP / (FP + TN)", "matched", "negative", "wrong", better = "low", mirror = "fnr",
    also = c("false_positive_rate", fall_out = "fall-out")
  ),
  metric_row(
    "fnr", "false negative rate", "FN / (FN + TP)", "matched", "positive", "wrong", better = "low", mirror = "fpr",
    also = c("false_negative_rate", "miss_rate")
  ),
  metric_row("prevalence", "prevalence", "(TP + FN) / N", "truth", "all", "positive", better = NA_character_),
  metric_row(
    "detection_prevalence", "detection prevalence", "(TP + FP) / N", "matched", "all", "called", better = NA_character_,
    also = c("positive_rate", "selection_rate")
  ),
  metric_row("f_meas", "F measure", "(1 + b^2) TP / ((1 + b^2) TP + b^2 FN + FP)", also = c(
    f1 = "F measure", f_measure = "F measure", f_score = "F score", f1_score = "F score"
  )),
  metric_row(
    "bal_accuracy", "balanced accuracy", "(recall + specificity) / 2", mirror = "bal_accuracy",
    also = "balanced_accuracy"
  ),
  metric_row("j_index", "Youden's J", "recall + specificity - 1", lower = -1, mirror = "j_index", also = c(
    youden = "Youden's J", youden_j = "Youden's J", "informedness"
  )),
  metric_row(
    "mcc", "Matthews correlation", "correlation of truth and prediction (Gorodkin's, over all classes)", lower = -1,
    overall = TRUE, also = c(matthews = "Matthews correlation", matthews_correlation = "Matthews correlation")
  ),
  metric_row(
    "kap", "Cohen's kappa", "(po - pe) / (1 - pe)", lower = -1, overall = TRUE,
    also = c(kappa = "Cohen's kappa", cohen_kappa = "Cohen's kappa", cohens_kappa = "Cohen's kappa")
  ),
  metric_row(
    "kap_linear", "linearly weighted kappa", "kappa, disagreement weighs as the distance of the classes", lower = -1,
    overall = TRUE, core = "kap", power_of = 1, also = c(linear_weighted_kappa = "linearly weighted kappa")
  ),
  metric_row(
    "kap_quadratic", "quadratically weighted kappa", "kappa, disagreement weighs as the squared distance", lower = -1,
    overall = TRUE, core = "kap", power_of = 2,
    also = c(quadratic_weighted_kappa = "quadratically weighted kappa", qwk = "quadratically weighted kappa")
  ),
  metric_row(
    "ac1", "Gwet's AC1", "(pa - pe) / (1 - pe), pe from the mean of the two margins", lower = -1, overall = TRUE,
    also = c(gwet_ac1 = "Gwet's AC1", gwet = "Gwet's AC1")
  ),
  metric_row("markedness", "markedness", "precision + npv - 1", lower = -1, mirror = "markedness"),
  metric_row(
    "sedi", "symmetric extremal dependence index", lower = -1, scored = FALSE, limits = TRUE,
    "(ln F - ln H - ln(1-F) + ln(1-H)) / (ln F + ln H + ln(1-F) + ln(1-H)), H = recall, F = fpr"
  ),
  metric_row(
    "roc_dist", "distance to the ROC corner", "sqrt(fnr^2 + fpr^2)", upper = sqrt(2), better = "low", scored = FALSE
  ),
  ratio_row("lr_plus", "positive likelihood ratio", "recall / fpr", mirror = "lr_minus", also = c(
    "lr+" = "LR+", plr = "positive likelihood ratio", pdlr = "positive likelihood ratio", "positive_likelihood_ratio"
  )),
  ratio_row("lr_minus", "negative likelihood ratio", "fnr / specificity", "low", mirror = "lr_plus", also = c(
    "lr-" = "LR-", nlr = "negative likelihood ratio", ndlr = "negative likelihood ratio", "negative_likelihood_ratio"
  )),
  ratio_row("dor", "diagnostic odds ratio", "TP TN / (FP FN)", mirror = "dor", also = "diagnostic_odds_ratio")
)

# Scores that classifiers are known by, other than those of labels (above) and of probabilities (their own registry):
# what they are called, their range, and which are good. Of others nothing is known but their name.
known_score_row <- function(score, label, lower = 0, upper = 1, better = "high", also = character()) {
  new_row(several = "also", id = score)
}

registry_scores <- new_registry(
  # Of times it is no AUC.
  known_score_row("c_index", "concordance index", also = c("c_statistic", "concordance_survival")),
  known_score_row("pr_auc", "area under the precision-recall curve", also = c("auprc", "auc_pr")),
  known_score_row("gini", "Gini coefficient", lower = -1, also = "gini_coef"),
  known_score_row(
    "expected_cost", "expected cost", lower = -Inf, upper = Inf, better = "low", also = "classification_cost"
  ),
  known_score_row("ece", "calibration error", better = "low", also = "expected_calibration_error"),
  known_score_row("hinge_loss", "hinge loss", upper = Inf, better = "low"),
  known_score_row("loss", "loss", lower = -Inf, upper = Inf, better = "low"),
  known_score_row("rmse", "RMSE", upper = Inf, better = "low", also = "root_mean_squared_error"),
  known_score_row("mse", "MSE", upper = Inf, better = "low", also = "mean_squared_error"),
  known_score_row("mae", "MAE", upper = Inf, better = "low", also = "mean_absolute_error"),
  known_score_row("mape", "MAPE", upper = Inf, better = "low", also = "mean_absolute_percentage_error"),
  known_score_row("smape", "symmetric MAPE", upper = Inf, better = "low"),
  known_score_row("mase", "MASE", upper = Inf, better = "low", also = "mean_absolute_scaled_error"),
  known_score_row("huber_loss", "Huber loss", upper = Inf, better = "low"),
  known_score_row("r_squared", "R squared", lower = -Inf, also = c("rsq", "r2")),
  known_score_row("perplexity", "perplexity", lower = 1, upper = Inf, better = "low"),
  known_score_row("word_perplexity", "perplexity a word", lower = 1, upper = Inf, better = "low"),
  known_score_row("byte_perplexity", "perplexity a byte", lower = 1, upper = Inf, better = "low"),
  known_score_row("bits_per_byte", "bits per byte", upper = Inf, better = "low"),
  known_score_row("wer", "word error rate", upper = Inf, better = "low", also = "word_error_rate"),
  known_score_row("cer", "character error rate", upper = Inf, better = "low", also = "character_error_rate"),
  known_score_row("ter", "translation edit rate", upper = Inf, better = "low", also = "translation_edit_rate")
)
