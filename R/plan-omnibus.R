# One test of all classifiers in each slice of a target.

# Test, scale and variance.
omnibus_rule <- function(x, target, request, call) {
  method <- match_omnibus_method(x, target, request$test, call)
  measure <- match_omnibus_measure(request$measure, method, target, call)
  vcov <- match_vcov(request$vcov, method, target, x, call)
  if (method$wald && measure != "difference") {
    method$id <- test_id(method$id, measure)
  }
  list(
    method = method, measure = measure, id = test_id(method$id, variance_part(vcov)),
    default = is.null(request$test), vcov = vcov$vcov
  )
}

match_omnibus_method <- function(x, target, method, call) {
  clustered <- isTRUE(set_units(x)$clustered)
  known <- tests_of("omnibus")
  fitting <- known$method[known$family %in% fitting_families(target$family)]
  if (is.null(method)) {
    allowed <- fitting[!clustered | !is.na(known[fitting, "clustered"])]
    return(known[allowed[1], ])
  }
  found <- known[check_choice(method, "method", known$method, call = call), ]
  if (!found$method %in% fitting) {
    abort_verdict(c(
      "{.arg method} {.val {method}} is not a test of {target_words(x, target)}.",
      i = "Use {.or {.val {fitting}}}."
    ), "method", call = call)
  }
  if (clustered && is.na(found$clustered)) {
    abort_verdict(c(
      "{.arg method} {.val {method}} needs independent rows, but observations occur repeatedly.",
      i = "Use {.code method = \"wald\"} or {.code method = \"gs\"}, which are robust to that."
    ), "clustered", call = call)
  }
  found
}

match_omnibus_measure <- function(measure, method, target, call) {
  if (is.null(measure)) {
    logit <- method$wald && target$metric$family == "predictive" && target$average == "none"
    return(if (logit) "odds_ratio" else target$metric$measure %||% "difference")
  }
  measure <- check_choice(measure, "measure", measures, call = call)
  if (!method$wald) {
    abort_verdict(c(
      "{.arg measure} is the scale of a Wald test, which {.val {method$method}} is not.",
      i = "Leave it out, or use {.code method = \"wald\"}."
    ), "measure", call = call)
  }
  check_measure_range(measure, target$metric, call)
  measure
}

omnibus_of_proportions <- function(x, target, rule, R) { # nolint: object_name_linter.
  request <- list(
    test = rule$method$test, scale = rule$measure, clustered = is_clustered(x), vcov = rule$vcov
  )
  found <- .Call(ffi_omnibus_proportions, x, target$metric$core, target$slice, request)
  found$method.id <- rep(rule$id, length(found$status))
  if (rule$method$test == "cochran" && (rule$default || rule$method$method == "permutation")) {
    found <- omnibus_permute(found, x, target, rule, R)
  }
  found$note <- omnibus_notes(found, x, target$metric, rule)
  boundary <- found$status == "boundary"
  found$note[boundary] <- paste0(found$note[boundary], "; method \"gs\" has no such limit")
  found
}

# Replaces the chi-squared p-value of Q by that of the permutations where it is asked for
# or, by default, where few rows decide.
omnibus_permute <- function(found, x, target, rule, R) { # nolint: object_name_linter.
  counts <- .Call(ffi_cochran_rows, x, target$metric$core, target$slice)
  n <- length(x$classifiers)
  decisive <- colSums(counts$rows[2:n, , drop = FALSE])
  whole <- all(x$count == round(x$count))
  wanted <- found$status == "ok" &
    (rule$method$method == "permutation" | rule$default & n * decisive < 24 & whole)
  found$df[wanted] <- NA
  if (!whole) {
    found$status[wanted] <- "not_whole"
    found$statistic[wanted] <- found$log.p.value[wanted] <- NA
    return(found)
  }
  p <- .Call(
    ffi_cochran_permute, counts$rows[, wanted, drop = FALSE], counts$sums[, wanted, drop = FALSE], R
  )
  found$log.p.value[wanted] <- p$log.p.value
  drawn <- test_id("cochran_permutation", format(R, scientific = FALSE))
  found$method.id[wanted] <- ifelse(p$exact, "cochran_permutation:exact", drawn)
  found
}

omnibus_of_estimates <- function(x, estimates, rule, target) {
  n <- ncol(estimates$estimate)
  known <- colSums(is.na(estimates$estimate)) == 0
  tested <- .Call(
    ffi_omnibus_estimates, estimates$estimate[, known, drop = FALSE],
    estimates$vcov[, , known, drop = FALSE], rule$measure
  )
  found <- list(statistic = rep(NA_real_, n), method.id = rep(rule$id, n))
  found$df <- found$log.p.value <- found$statistic
  reasons <- matrix(estimates$note, nrow = nrow(estimates$estimate))
  found$note <- apply(reasons, 2, function(reason) reason[!is.na(reason)][1])
  for (column in c("statistic", "df", "log.p.value")) found[[column]][known] <- tested[[column]]
  all <- list(seq_len(nrow(estimates$estimate)))
  tested$status <- set_status(x, tested$status, target$class[known], rep(all, sum(known)))
  found$note[known] <- first_known(found$note[known], omnibus_notes(tested, x, target$metric, rule))
  found$status <- rep(NA_character_, n)
  found$status[known] <- tested$status
  found
}

omnibus_notes <- function(found, x, metric, rule) {
  classifiers <- set_units(x)$classifiers
  who <- rep("", length(found$status))
  failed <- which(found$status != "ok")
  blamed <- split(failed, apply(found$blame[, failed, drop = FALSE], 2, function(b) paste(which(b), collapse = " ")))
  for (at in blamed) who[at] <- and_list(classifiers[found$blame[, at[1]]])
  status_note(flat_status(found$status, metric), c(
    list(
      who = who, metric = metric$label, all = "all",
      instead = "cochran"
    ),
    boundary_words(rule$measure)
  ))
}
