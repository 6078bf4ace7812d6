# Whether the shares of the predicted classes are equal: the detection prevalence over all classes, whose sum is 1.

# The classifiers of a group against the first of them, in every class.
margins_of_group <- function(group, x, target, method) {
  instead <- paste0(
    if (length(group) > 2) "Give two classifiers, or {.code pairs = TRUE}, or compare" else "Compare",
    " the shares class by class: {.code compare_classifiers(x, \"detection_prevalence\")}."
  )
  check_joint_size(length(target$class) * (length(group) - 1), instead)
  margins <- margin_statistics(x, target, group, method)
  out <- data.frame(
    statistic = NA_real_, df = NA_real_, log.p.value = NA_real_, status = NA_character_, note = unused_note(x, group),
    method = test_label(method), method.id = method
  )
  if (anyNA(margins$vcov)) {
    out[c("status", "note")] <- c("one_cluster", status_words("one_cluster"))
    return(out)
  }
  spread <- diag(margins$vcov)
  used <- spread > 1e-14 * max(spread, 0)
  apart <- abs(margins$gap) > 1e-12
  if (!any(used) || any(apart & !used)) {
    alike <- if (same_predictions(x, group)) "identical" else "equal_estimates"
    out$status <- if (any(apart)) "zero_variance" else alike
    out$note <- if (any(apart)) "zero variance: method \"stuart_maxwell\" has a test" else status_words(alike)
    return(out)
  }
  form <- joint_form(margins$gap[used], margins$vcov[used, used, drop = FALSE])
  out[c("statistic", "df", "log.p.value")] <- form[c("statistic", "df", "log.p.value")]
  out$status <- without_ok(form$status)
  out$note <- first_known(status_words(out$status), out$note)
  out
}

# Differences of shares, classes slowest, and their covariance.
margin_statistics <- function(x, target, group, method) {
  if (is_clustered(x) && x$n_clusters < 2) {
    return(list(gap = 0, vcov = matrix(NA_real_)))
  }
  # Shares of predictions are the same whatever the truth.
  if (is.null(x$prevalence)) x$patterns[is.na(x$patterns[, 1]), 1] <- 1L
  plan <- structure(
    list(
      target = target, measure = "difference",
      method = list(test = if (method == "bhapkar") "wald" else method, scale = "difference")
    ),
    class = c(if (is.null(x$prevalence)) "plan_proportion", "comparison_plan")
  )
  joint <- plan_joint(plan, x, rbind(group[-1], group[1], deparse.level = 0), "pair", by_pair = FALSE)
  list(gap = joint$gap, vcov = matrix(joint$vcov, length(joint$gap)))
}

unused_note <- function(x, group) {
  predicted <- unique(as.vector(x$patterns[x$count > 0, 1 + group]))
  unused <- x$classes[-sort(predicted)]
  if (length(unused) == 0) {
    return(NA_character_)
  }
  paste(if (length(unused) == 1) "class" else "classes", and_list(unused, 5), "never predicted: left out")
}
