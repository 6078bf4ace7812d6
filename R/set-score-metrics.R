# Names as they are, but for those that are abbreviations of something.
score_labels <- function(metric) {
  label <- vapply(plain_metric(metric), function(name) find_score(name)$label, "")
  unname(ifelse(is.na(label), metric, label))
}

# Known metrics have their usual range, label and direction.
score_metrics <- function(metric, options) {
  usual <- usual_facts(metric)
  label <- usual$label
  given <- options$label
  check_label(given)
  if (!is.null(given)) {
    if (is.null(names(given)) && length(metric) == 1) given <- rlang::set_names(given, rep(metric, length(given)))
    if (!all(names(given) %in% metric) || anyDuplicated(names(given)) || is.null(names(given))) {
      abort_not_each("text", metric, "label")
    }
    label[names(given)] <- given
  }
  estimate_metrics(
    metric, options$better %||% usual$better, options$lower %||% usual$lower, options$upper %||% usual$upper, label
  )
}

# Of values, `metric` of each: in the usual range where none is given, but for ends that a value lies beyond, as also
# percentages are called accuracy.
metrics_of_values <- function(metrics, better, lower, upper, label, values, metric) {
  usual <- usual_facts(metrics)
  at <- match(metric, metrics)
  beyond <- function(is) metrics %in% metric[which(is)]
  estimate_metrics(
    metrics, better %||% usual$better, lower %||% replace(usual$lower, beyond(values < usual$lower[at]), -Inf),
    upper %||% replace(usual$upper, beyond(values > usual$upper[at]), Inf), label
  )
}

estimate_metrics <- function(metrics, better, lower, upper, label) {
  each <- function(value, arg) value_of_each(value, metrics, arg)
  better <- each(better, "better")
  if (!all(better %in% c("high", "low", NA))) {
    abort_verdict("{.arg better} must be {.val high} or {.val low}, or NA where neither is.", "argument")
  }
  lower <- each(lower, "lower")
  upper <- each(upper, "upper")
  if (!are_numbers(lower) || !are_numbers(upper) || any(lower >= upper)) {
    abort_verdict("{.arg lower} must be numbers below {.arg upper}.", "argument")
  }
  check_label(label)
  label <- if (is.null(label)) score_labels(metrics) else each(label, "label")
  new_rows(
    metric = metrics, asked = metrics, label = plain_label(label), family = "composite", overall = FALSE,
    lower = as.numeric(lower), upper = as.numeric(upper), better = as.character(better)
  )
}

check_label <- function(label) {
  if (!is.null(label) && !(is.character(label) && length(label) && !anyNA(label) && all(nzchar(label)))) {
    abort_verdict("{.arg label} must be text, what the metrics are called.", "argument")
  }
}

value_of_each <- function(value, metrics, arg) {
  if (is.atomic(value) && is.null(names(value)) && length(value) == 1) {
    return(rep(value, length(metrics)))
  }
  if (!is.atomic(value) || is.null(names(value)) || !all(metrics %in% names(value))) {
    abort_not_each("value", metrics, arg)
  }
  unname(value[metrics])
}

abort_not_each <- function(what, metrics, arg) {
  abort_verdict(c(
    "{.arg {arg}} must be one {what}, or one named for each metric.", i = "The metrics are {.val {metrics}}."
  ), "argument")
}
