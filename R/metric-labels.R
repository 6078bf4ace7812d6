# What metrics are called, and which way is better.

# `known`: a data frame with the metrics' labels and directions.
label_metric <- function(metric, known = registry_metrics) {
  label <- known$label[match(metric, known$metric)]
  plain_label(ifelse(is.na(label), as.character(metric), label))
}

# Which sign of (classifier - reference) is good for the classifier: 1, -1, or 0
# if neither is.
metric_direction <- function(metric, known = registry_metrics) {
  better <- known$better[match(metric, known$metric)]
  ifelse(is.na(better), 0, ifelse(better == "high", 1, -1))
}

# Of mean ranks the smaller is always the better, whichever side of the metric is good.
measured_direction <- function(direction, measure) ifelse(measure %in% "rank_difference", -1, direction)
