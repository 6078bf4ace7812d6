# By any of its names, also of scores of probabilities (of how many classes is not known). NA where it is none.
find_score <- function(name) {
  also <- vapply(registry_scores$also, function(names) name %in% names, NA)
  row <- registry_scores[match(TRUE, also | registry_scores$id == name), score_facts]
  if (!is.na(row$label)) {
    return(row)
  }
  known <- registry_probabilities[match(probability_ids(name), registry_probabilities$id), ]
  known$upper <- known$upper_all
  known[score_facts]
}

score_facts <- c("label", "lower", "upper", "better")

# Names as they are, but for those that are abbreviations of something.
score_labels <- function(metric) {
  label <- vapply(plain_metric(metric), function(name) find_score(name)$label, "")
  unname(ifelse(is.na(label), metric, label))
}

# Known metrics have their usual range, label and direction.
score_metrics <- function(metric, options) {
  known <- do.call(rbind, lapply(metric, known_score))
  usual <- function(column, otherwise) {
    stats::setNames(ifelse(is.na(known$label), otherwise, known[[column]]), metric)
  }
  label <- usual("label", metric)
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
    metric, options$better %||% usual("better", rep("high", length(metric))),
    options$lower %||% usual("lower", rep(-Inf, length(metric))),
    options$upper %||% usual("upper", rep(Inf, length(metric))), label
  )
}

known_score <- function(metric) {
  at <- find_synonym(metric)
  row <- registry_metrics[match(canonical_metric(metric, at), registry_metrics$metric), score_facts]
  if (is.na(row$label)) {
    return(find_score(plain_metric(metric)))
  }
  if (!is.na(at)) row$label <- metric_synonyms()$label[at]
  row
}

# Which side is good of scores by their names; NA of unknown ones.
known_better <- function(metrics) vapply(metrics, function(metric) known_score(metric)$better[1], "", USE.NAMES = FALSE)

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
  new_rows(
    metric = metrics, asked = metrics, label = if (is.null(label)) score_labels(metrics) else each(label, "label"),
    family = "composite", overall = FALSE, lower = as.numeric(lower), upper = as.numeric(upper),
    better = as.character(better)
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
