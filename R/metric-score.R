# By any of its names; NA throughout where it is none.
find_score <- function(name) {
  also <- vapply(registry_scores$also, function(names) name %in% names, NA)
  registry_scores[match(TRUE, also | registry_scores$id == name), ]
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
  row <- registry_metrics[match(canonical_metric(metric, at), registry_metrics$metric), columns]
  if (is.na(row$label)) {
    return(find_score(name)[columns])
  }
  if (!is.na(at)) row$label <- metric_synonyms()$label[at]
  row
}
