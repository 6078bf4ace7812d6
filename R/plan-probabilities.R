# How two classifiers are compared by probabilities: the test and the variance that are asked for.

# `vcov`: of means over clusters; the other estimates have one form each.
cluster_forms <- c("cr2", "cr1", "cr0")

cluster_form <- function(targets) {
  asked <- unlist(lapply(targets, `[[`, "form"))
  if (length(asked)) asked[1] else cluster_forms[1]
}

# Areas and other estimates between classes have no other form than Obuchowski's.
match_cluster_form <- function(x, target, vcov, between) {
  if (vcov == "robust") {
    return(NULL)
  }
  form <- vcov %in% cluster_forms
  if (form && !between && !(is.null(x$cluster) && is.null(x$sampled))) {
    return(vcov)
  }
  abort_verdict(c(
    "{.arg vcov} {.val {vcov}} is not a variance of {.val {target$metric$asked}}{if (form && !between) ' of independent
     rows'}.",
    i = if (form && between) "It is of means over clusters, such as the Brier score.",
    i = if (form && !between) "It is of rows in clusters, or with sampling weights: say which by {.arg id}.",
    i = "Use {.code vcov = \"robust\"}."
  ), "vcov")
}

# Of a test's name what it asks for: Wald's with normal quantiles for "z" and "delong".
probability_method <- function(method, target, between) {
  if (!rlang::is_string(method) || method %in% resampling_methods) {
    return(method)
  }
  if (joined_words(method) %in% c("venkatraman", "roc_venkatraman")) {
    abort_verdict(c(
      "Venkatraman's test is one of equal curves, not of equal areas: curves that cross differ, and may have one AUC.",
      i = "Areas are compared by {.code method = \"wald\"}, DeLong's covariance with Student's t."
    ), "method")
  }
  if (is_fold_method(method)) {
    abort_verdict(c(
      "{.code method = \"{method}\"} is of scores, one a fold.",
      i = "Take {.code compare_classifiers(as_score_set(x, \"{target$metric$asked}\"))}, where rows have a {.arg fold}."
    ), "method")
  }
  method <- check_choice(method, "method", c("wald", "z", "delong", "bootstrap", valid_methods("losses")))
  if (method == "delong" && !between) {
    abort_verdict(c(
      "DeLong's test is of areas under ROC curves, not of {.val {target$metric$asked}}.",
      i = "Wald's test with normal quantiles is {.code method = \"z\"}."
    ), "method")
  }
  method
}

with_normal_df <- function(estimates) {
  estimates$df <- function(slice, contrasts) rep(Inf, ncol(contrasts))
  estimates
}
