# The measure that a margin is given in.

# The measure asked for. Margins are differences unless something else is said.
request_measure <- function(request, metric) {
  margin <- request$margin
  if (!is.null(request$measure) || is.null(margin)) {
    return(request$measure)
  }
  if (!is.list(margin) || any(c(metric$asked, metric$metric) %in% names(margin))) {
    return("difference")
  }
  if (length(margin) == 1 && names(margin) %in% measures) names(margin)
}

# The same for all metrics, where there is one margin for all; NULL: as by default.
margin_measure <- function(request) if (is.numeric(request$margin)) request_measure(request)

open_ends <- function(measure) if (is_relative(measure)) c(0, Inf) else c(-Inf, Inf)

# What is given for a metric, or else for the measure; NULL: nothing.
given_margin <- function(margin, metric, measure) {
  if (!is.list(margin)) margin else margin[[metric$asked]] %||% margin[[metric$metric]] %||% margin[[measure]]
}

check_margin <- function(margin) {
  if (is.null(margin)) {
    return(NULL)
  }
  named <- is.list(margin) && !is.data.frame(margin)
  parts <- if (named) margin else list(margin)
  for (part in parts) check_margin_numbers(part)
  names <- names(margin) %||% rep("", length(parts))
  if (named && (length(parts) == 0 || anyNA(names) || any(names == "") || anyDuplicated(names))) {
    abort_verdict(c(
      "A list of margins needs a name for each: a metric, or a measure.",
      i = "As in {.code margin = list(accuracy = 0.02, precision = 0.05)}."
    ), "margin")
  }
  if (named) margin else unname(as.double(margin))
}

# Adjustments that know no level at which a single comparison is judged, or that rest on which
# equalities can be true together, know nothing of margins.
check_margin_adjustment <- function(request) {
  method <- request$p.adjust.method
  fitting <- registry_adjustments$id[registry_adjustments$margin]
  if (!is.null(request$margin) && !method %in% fitting) {
    abort_verdict(c(
      "{.code p.adjust.method = \"{method}\"} is for tests of equality, not for a {.arg margin}.",
      i = "Use {.or {.val {fitting}}}."
    ), "adjustment")
  }
}

check_margin_numbers <- function(margin) {
  what <- if (!is.numeric(margin)) {
    "{.obj_type_friendly {margin}}"
  } else if (anyNA(margin)) {
    "NA"
  } else if (!length(margin) %in% 1:2) {
    "{length(margin)} numbers"
  }
  if (!is.null(what)) {
    abort_verdict(c(
      paste0("{.arg margin} must be one number, or the two ends of what does not matter, not ", what, "."),
      i = "As in {.code margin = 0.02} or {.code margin = c(-0.02, 0.05)}."
    ), "margin")
  }
}

# Names of a list are metrics, in the words of the user or ours, or measures.
check_margin_names <- function(margin, metrics) {
  unknown <- setdiff(names(margin), c(metrics$asked, metrics$metric, measures))
  if (is.list(margin) && length(unknown)) {
    abort_verdict(c(
      "{.arg margin} is given for {.val {unknown}}, which {?is/are} neither compared nor {?a measure/measures}.",
      i = "Compared: {.val {unique(metrics$asked)}}. Measures: {.val {measures}}."
    ), "margin")
  }
}
