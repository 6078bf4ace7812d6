# Scores that classifiers are known by and that are no counts of labels: what they are called, their
# range, and which are good. Of others nothing is known but their name.
score_table <- data.frame(
  label = c(
    "AUC", "average precision", "area under the precision-recall curve", "partial AUC", "Gini coefficient",
    "log loss", "Brier score", "calibration error", "hinge loss", "loss", "RMSE", "MSE", "MAE", "R squared",
    "perplexity"
  ),
  lower = c(0, 0, 0, 0, -1, 0, 0, 0, 0, -Inf, 0, 0, 0, -Inf, 1),
  upper = c(1, 1, 1, 1, 1, Inf, 2, 1, Inf, Inf, Inf, Inf, Inf, 1, Inf),
  better = c(rep("high", 5), rep("low", 8), "high", "low"),
  row.names = c(
    "auc", "average_precision", "pr_auc", "partial_auc", "gini", "log_loss", "brier", "ece", "hinge_loss", "loss",
    "rmse", "mse", "mae", "r_squared", "perplexity"
  )
)

# By any of their names.
score_synonyms <- c(
  roc_auc = "auc", auroc = "auc", auc_roc = "auc", area_under_the_curve = "auc", ap = "average_precision",
  auprc = "pr_auc", auc_pr = "pr_auc", pauc = "partial_auc", gini_coef = "gini", logloss = "log_loss",
  mn_log_loss = "log_loss", cross_entropy = "log_loss", nll = "log_loss", negative_log_likelihood = "log_loss",
  brier_score = "brier", brier_class = "brier", expected_calibration_error = "ece",
  root_mean_squared_error = "rmse", mean_squared_error = "mse", mean_absolute_error = "mae", rsq = "r_squared",
  r2 = "r_squared"
)

find_score <- function(name) {
  synonym <- score_synonyms[name]
  score_table[match(if (is.na(synonym)) name else synonym, rownames(score_table)), ]
}

# Names as they are, but for those that are abbreviations of something.
score_labels <- function(metric) {
  label <- vapply(plain_metric(metric), function(name) find_score(name)$label, "")
  unname(ifelse(is.na(label), metric, label))
}

# Known metrics have their usual range, label and direction.
score_metrics <- function(metric, options, call) {
  known <- do.call(rbind, lapply(metric, known_score))
  usual <- function(column, otherwise) {
    stats::setNames(ifelse(is.na(known$label), otherwise, known[[column]]), metric)
  }
  label <- usual("label", metric)
  label[names(options$label)] <- options$label
  estimate_metrics(
    metric, options$better %||% usual("better", rep("high", length(metric))),
    options$lower %||% usual("lower", rep(-Inf, length(metric))),
    options$upper %||% usual("upper", rep(Inf, length(metric))), label, call
  )
}

known_score <- function(metric) {
  name <- plain_metric(metric)
  at <- find_synonym(metric)
  columns <- c("label", "lower", "upper", "better")
  row <- metric_table[match(canonical_metric(metric, at), metric_table$metric), columns]
  if (is.na(row$label)) {
    return(find_score(name)[columns])
  }
  if (!is.na(at)) row$label <- metric_synonyms[at, "label"]
  row
}
