# The metrics, as data. Their names are the core's (src/core/estimate/metrics.h).
# kind: "predictive" (a proportion among the rows called positive or negative, so
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
  kind = c(
    "matched", "matched", "predictive", "matched", "matched", "predictive", "matched",
    "matched", "truth", "matched", rep("composite", 5)
  ),
  overall = c(TRUE, TRUE, rep(FALSE, 11), TRUE, TRUE),
  lower = c(rep(0, 12), -1, -1, -1),
  better = c("high", "low", "high", "high", "high", "high", "low", "low", NA, NA, rep("high", 5)),
  stringsAsFactors = FALSE
)
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
  c("cohens_kappa", "kap", "Cohen's kappa")
)
dimnames(metric_synonyms) <- list(metric_synonyms[, 1], c("synonym", "metric", "label"))

averages <- c("none", "macro", "weighted", "micro")
zero_divisions <- c("na", "zero", "skip")

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

# The classes to report: codes and labels; 0 and NA stand for all rows together.
metric_blocks <- function(x, metric, average, classes) {
  if (metric$overall && is.null(classes)) {
    return(list(code = 0L, class = NA_character_, average = "none"))
  }
  single <- average == "none" || metric$overall
  codes <- match(if (single) asked_classes(x, classes) else classes %||% x$classes, x$classes)
  if (single) {
    return(list(code = codes, class = x$classes[codes], average = "none"))
  }
  list(code = codes, class = NA_character_, average = average)
}

is_proportion <- function(metric) metric$kind != "composite"

# Estimates of one metric for every classifier (rows) and block (columns), their
# covariance within a block (C x C x blocks), and why a value is missing.
estimate_metric <- function(x, metric, average, classes, beta, zero_division) {
  blocks <- metric_blocks(x, metric, average, classes)
  single <- blocks$average == "none" && (!identical(blocks$code, 0L) || is_proportion(metric))
  if (single && is.null(x$prevalence)) {
    result <- .Call(ffi_metrics_classes, x, metric$metric, beta, blocks$code)
  } else {
    result <- block_metrics(x, metric, blocks, beta, zero_division)
  }
  c(
    blocks[c("class", "average")], list(n_classes = length(blocks$code)),
    list(vcov = known_spread(x, result$vcov)), result$estimates,
    result[intersect(c("successes", "trials"), names(result))]
  )
}

# One cluster shows nothing of how clusters vary.
known_spread <- function(x, vcov) {
  if (is_clustered(x) && x$n_clusters < 2) vcov[] <- NA_real_
  vcov
}

# The same from the influences of the rows, block by block.
block_metrics <- function(x, metric, blocks, beta, zero_division) {
  quantity <- quantities(x, metric, blocks)
  n <- length(x$classifiers)
  parts <- lapply(split(quantity, rep(seq_along(blocks$class), each = n)), function(part) {
    joint_metrics(x, part, beta, zero_division)
  })
  columns <- lapply(rlang::set_names(names(parts[[1]]$estimates)), function(name) {
    vapply(parts, function(part) part$estimates[[name]][, 1], parts[[1]]$estimates[[name]][, 1])
  })
  vcov <- vapply(parts, `[[`, parts[[1]]$vcov, "vcov")
  list(
    estimates = lapply(columns, matrix, nrow = n),
    vcov = array(vcov, c(n, n, length(parts)))
  )
}

# One row for each quantity whose joint covariance is wanted: all classifiers, for
# every class, or for the average.
quantities <- function(x, metric, blocks) {
  n <- length(x$classifiers)
  kept <- if (blocks$average == "none") as.list(blocks$code) else list(blocks$code)
  average <- if (identical(blocks$code, 0L)) "overall" else blocks$average
  out <- data.frame(
    metric = metric$metric,
    average = average,
    class = rep(blocks$class, each = n),
    classifier = rep(seq_len(n), times = length(kept))
  )
  out$kept <- rep(kept, each = n)
  out
}

joint_metrics <- function(x, quantity, beta, zero_division) {
  .Call(ffi_metrics_joint, x, quantity, beta, zero_division)
}

# The notes for estimates, shaped like them.
estimate_notes <- function(x, metric, estimates) {
  who <- rep_len(x$classifiers, length(estimates$status))
  cause <- status_note(as.vector(estimates$cause), list(who = who))
  culprit <- c(NA, x$classes)[pmax(as.vector(estimates$culprit), 0L) + 1L]
  note <- status_note(as.vector(estimates$status), list(
    cause = cause, culprit = culprit, metric = metric$label, who = who
  ))
  averaged <- as.vector(estimates$averaged)
  partial <- is.na(note) & estimates$average != "none" & averaged < estimates$n_classes
  note[partial] <- sprintf("averaged over %d of %d classes", averaged, estimates$n_classes)[partial]
  note
}

#' Joint covariance of metrics
#'
#' Answers: how do the estimates of several metrics, classifiers and classes vary
#' together, since they all come from the same rows? It is what contrasts, joint
#' tests and simultaneous intervals of your own need; [compare_classifiers()] does
#' the usual comparisons for you.
#'
#' The covariance is that of the delta method: the sum over observations of the
#' products of their influences. With ids, the influences are first summed within
#' an observation, so that it is robust to any dependence within one (sandwich
#' form, without a small-sample factor).
#'
#' @param object A [prediction_set()].
#' @inheritParams assess_classifiers
#' @param ... Not used.
#' @return A symmetric matrix with a row and a column for each metric, class and
#'   classifier, named `metric:class:classifier` (or `metric:average:classifier`).
#'   The estimates are its attribute `"estimate"`, in the same order. Rows of an
#'   undefined metric are `NA`.
#' @section When not to use it: The delta method is an approximation for large
#'   counts. It breaks down for a metric at the end of its range (a precision of
#'   exactly 1 has no variance), and says nothing about the variation between
#'   training sets.
#' @references Boos, D. D. and Stefanski, L. A. (2013) *Essential Statistical
#'   Inference*, chapter 5. \doi{10.1007/978-1-4614-4818-1}
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' V <- vcov(x, c("precision", "recall"), classes = "cotton crop")
#' signif(V, 2)
#' @export
vcov.prediction_set <- function(object, metric = "accuracy", average = "none", classes = NULL,
                                beta = 1, zero_division = c("na", "zero", "skip"), ...) {
  check_dots(...)
  metric <- match_metric(metric)
  average <- check_choice(average, "average", averages)
  zero_division <- check_choice(zero_division, "zero_division", zero_divisions)
  check_classes(classes, object)
  check_beta(beta)
  quantity <- do.call(rbind, lapply(seq_len(nrow(metric)), function(i) {
    quantities(object, metric[i, ], metric_blocks(object, metric[i, ], average, classes))
  }))
  result <- joint_metrics(object, quantity, beta, zero_division)
  estimate <- as.vector(result$estimates$estimate)
  part <- ifelse(is.na(quantity$class), quantity$average, quantity$class)
  label <- paste(quantity$metric, part, object$classifiers[quantity$classifier], sep = ":")
  V <- known_spread(object, result$vcov)
  V[is.na(estimate), ] <- NA
  V[, is.na(estimate)] <- NA
  dimnames(V) <- list(label, label)
  structure(V, estimate = stats::setNames(estimate, label))
}
