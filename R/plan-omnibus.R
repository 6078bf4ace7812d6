# One test of all classifiers in each slice of a target.

# Test, scale and variance.
omnibus_rule <- function(x, target, request) {
  method <- match_omnibus_method(x, target, request$test)
  measure <- match_omnibus_measure(request$measure, method, target)
  vcov <- match_vcov(request$vcov, method, target, x)
  if (method$wald && measure != "difference") method$id <- test_id(method$id, measure)
  list(
    method = method, measure = measure, id = test_id(method$id, variance_part(vcov)),
    default = is.null(request$test), vcov = vcov$vcov
  )
}

match_omnibus_method <- function(x, target, method) {
  clustered <- isTRUE(set_units(x)$clustered)
  known <- tests_of("omnibus")
  fitting <- known$method[known$family %in% fitting_families(target$family)]
  if (is.null(method)) {
    allowed <- fitting[!clustered | !is.na(known[fitting, "clustered"])]
    return(known[allowed[1], ])
  }
  rule <- known[check_choice(method, "method", known$method), ]
  if (!rule$method %in% fitting) {
    abort_verdict(c(
      "{.arg method} {.val {method}} is not a test of {target_words(x, target)}.",
      i = "Use {.or {.val {fitting}}}."
    ), "method")
  }
  if (clustered && is.na(rule$clustered)) {
    abort_verdict(c(
      "{.arg method} {.val {method}} needs independent rows, but observations occur repeatedly.",
      i = "Use {.code method = \"wald\"} or {.code method = \"gs\"}, which are robust to that."
    ), "clustered")
  }
  rule
}

match_omnibus_measure <- function(measure, method, target) {
  if (is.null(measure)) {
    logit <- method$wald && target$metric$family == "predictive" && target$average == "none"
    return(if (logit) "odds_ratio" else target$metric$measure %||% "difference")
  }
  measure <- check_choice(measure, "measure", measures)
  if (!method$wald) abort_no_scale(method$method)
  check_measure_range(measure, target$metric)
  measure
}

abort_no_scale <- function(method, hint = "Leave it out, or use {.code method = \"wald\"}.") {
  abort_verdict(c("{.arg measure} is the scale of a Wald test, which {.val {method}} is not.", i = hint), "measure")
}

omnibus_of_proportions <- function(x, target, rule, R) { # nolint: object_name_linter.
  request <- list(test = rule$method$test, scale = rule$measure, clustered = is_clustered(x), vcov = rule$vcov)
  tested <- .Call(ffi_omnibus_proportions, x, target$metric$core, target$slice, request)
  tested$method.id <- rep(rule$id, length(tested$status))
  if (rule$method$test == "cochran" && (rule$default || rule$method$method == "permutation")) {
    tested <- omnibus_permute(tested, x, target, rule, R)
  }
  tested$note <- omnibus_notes(tested, x, target$metric, rule)
  with_unlimited_test(tested, "gs")
}

# Replaces the chi-squared p-value of Q by that of the permutations where it is asked for
# or, by default, where few rows decide.
omnibus_permute <- function(tested, x, target, rule, R) { # nolint: object_name_linter.
  counts <- .Call(ffi_cochran_rows, x, target$metric$core, target$slice)
  n <- length(x$classifiers)
  decisive <- colSums(counts$rows[2:n, , drop = FALSE])
  whole <- all(x$count == round(x$count))
  wanted <- tested$status == "ok" &
    (rule$method$method == "permutation" | rule$default & n * decisive < 24 & whole)
  tested$df[wanted] <- NA
  if (!whole) {
    tested$status[wanted] <- "not_whole"
    tested$statistic[wanted] <- tested$log.p.value[wanted] <- NA
    return(tested)
  }
  p <- .Call(ffi_cochran_permute, counts$rows[, wanted, drop = FALSE], counts$sums[, wanted, drop = FALSE], R)
  tested$log.p.value[wanted] <- p$log.p.value
  drawn <- test_id("cochran_permutation", format(R, scientific = FALSE))
  tested$method.id[wanted] <- ifelse(p$exact, "cochran_permutation:exact", drawn)
  tested
}

omnibus_of_estimates <- function(x, estimates, rule, target) {
  known <- colSums(is.na(estimates$estimate)) == 0
  tested <- .Call(
    ffi_omnibus_estimates, estimates$estimate[, known, drop = FALSE],
    estimates$vcov[, , known, drop = FALSE], rule$measure
  )
  tested <- wald_as_f(tested, joint_df(estimates, rule$measure)[known])
  for (i in which(tested$status == "equal_estimates")) {
    tested$status[i] <- alike_status(estimates, which(known)[i], seq_len(nrow(estimates$estimate)))
  }
  tested$note <- omnibus_notes(tested, x, target$metric, rule)
  columns <- c("statistic", "df", "df.residual", "log.p.value", "status", "note")
  computed <- lapply(tested[columns], `[`, match(seq_along(known), which(known)))
  computed$note <- first_known(first_fixed(matrix(estimates$note, nrow(estimates$estimate))), computed$note)
  c(computed, list(method.id = rep(rule$id, length(known))))
}

# Wald's chi-squared statistics, whose covariance is known with m degrees of freedom, as F: Hotelling's
# of n units; of clusters and strata with the smallest degrees of freedom of all pairs, which is cautious.
wald_as_f <- function(tested, m) {
  q <- tested$df
  within <- m - q + 1
  tested$df.residual <- ifelse(is.finite(m), within, NA_real_)
  counted <- is.finite(tested$df.residual)
  # Degrees of freedom that are whole but for rounding are enough.
  few <- counted & within < 1 - 1e-9
  tested$status[few] <- "few_units"
  for (name in c("statistic", "df", "df.residual", "log.p.value")) tested[[name]][few] <- NA_real_
  at <- which(counted & !few)
  tested$statistic[at] <- (tested$statistic * within / (m * q))[at]
  tested$log.p.value[at] <- log_p_f(tested$statistic[at], q[at], within[at])
  tested
}

omnibus_notes <- function(tested, x, metric, rule) {
  classifiers <- set_units(x)$classifiers
  who <- rep("", length(tested$status))
  failed <- which(tested$status != "ok")
  blamed <- split(failed, apply(tested$blame[, failed, drop = FALSE], 2, function(b) paste(which(b), collapse = " ")))
  for (at in blamed) who[at] <- and_list(classifiers[tested$blame[, at[1]]])
  status_note(flat_status(tested$status, metric), c(
    list(who = who, metric = metric$label, all = "all", instead = "cochran"), boundary_words(rule$measure)
  ))
}
