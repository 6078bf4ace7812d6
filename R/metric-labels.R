# What metrics are called, and which way is better.

# `known`: a data frame with the metrics' labels and directions, and where only some classes are meant with `over`,
# which.
label_metric <- function(metric, known = registry_metrics) {
  paste_over(name_metric(metric, known), metric_over(metric, known))
}

# Where it stands elsewhere of which classes it is.
name_metric <- function(metric, known = registry_metrics) {
  label <- known$label[match(metric, known$metric)]
  plain_label(ifelse(is.na(label), as.character(metric), label))
}

metric_over <- function(metric, known) (known[["over"]] %||% NA_character_)[match(metric, known$metric)]

paste_over <- function(label, over) ifelse(is.na(over), label, paste(label, over))

# "recall and F measure over 2 of 6 classes (ash and elm)": at most `max` of them.
list_metrics <- function(metric, known, max = Inf) {
  metric <- unique(metric)
  over <- metric_over(metric, known)
  if (varies(over)) {
    return(and_list(unique(label_metric(metric, known)), max))
  }
  paste_over(and_list(unique(name_metric(metric, known)), max), over[1])
}

# Which sign of (classifier - reference) is good for the classifier: 1, -1, or 0
# if neither is.
metric_direction <- function(metric, known = registry_metrics) {
  better <- known$better[match(metric, known$metric)]
  ifelse(is.na(better), 0, ifelse(better == "high", 1, -1))
}

# Of mean ranks the smaller is always the better, whichever side of the metric is good.
measured_direction <- function(direction, measure) ifelse(measure %in% "rank_difference", -1, direction)
