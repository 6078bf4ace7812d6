# What is known of scores by their names, whatever evidence they are of.

known_score <- function(metric) {
  at <- find_synonym(metric)
  row <- registry_metrics[match(canonical_metric(metric, at), registry_metrics$metric), score_facts]
  if (is.na(row$label)) {
    return(find_score(plain_metric(metric)))
  }
  if (!is.na(at)) row$label <- metric_synonyms()$label[at]
  row
}

# Of each metric; others are good where they are high, in whatever range.
usual_facts <- function(metrics) {
  known <- do.call(rbind, lapply(metrics, known_score))
  usual <- Map(function(column, otherwise) {
    stats::setNames(ifelse(is.na(known$label), otherwise, known[[column]]), metrics)
  }, score_facts, list(metrics, -Inf, Inf, "high"))
  stats::setNames(usual, score_facts)
}

# Which side is good of scores by their names; NA of unknown ones.
known_better <- function(metrics) vapply(metrics, function(metric) known_score(metric)$better[1], "", USE.NAMES = FALSE)

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
