# Why a number is missing: the words for the names in src/core/math/status.h. `{who}`
# is the classifier concerned, `{metric}` the metric's label in running text.
status_words <- c(
  ok = NA,
  never_predicted = "class never predicted by {who}",
  absent = "class absent from truth",
  everywhere = "no row outside the class",
  always_predicted = "class predicted for every row by {who}",
  no_discordant = "no discordant rows",
  identical = "identical predictions",
  equal_estimates = "equal, with zero variance",
  boundary = "{metric} of {who} is {boundary}: infinite {scale}",
  both_boundary = "{metric} of {all} is exactly 0 or exactly 1",
  zero_variance = "zero variance",
  flat = "zero variance: small changes of the counts do not change {metric}",
  constant_margin = "margin constant",
  one_cluster = "one cluster",
  not_whole = "counts are not whole numbers: use method \"{instead}\"",
  undefined_class = "{metric} undefined for class {culprit}: {cause}",
  no_rows = "no rows to estimate from",
  few_clusters = "too few clusters for this variance",
  no_p = "no p-value to combine",
  contradiction = "p-values of exactly 0 and exactly 1 contradict each other",
  not_positive = "the covariances leave the sum no positive variance",
  few_units = "too few units for this test",
  equal_scores = "the same scores everywhere",
  no_limits = "no interval by this test",
  no_level = "no interval: with a p-value of 1 this adjustment leaves no level for it",
  one_point = "too few rows for an interval by this test",
  all_tied = "all scores of every unit are tied",
  agreement = "every unit orders the classifiers alike",
  not_linked = "groups of classifiers have no unit in common",
  infinite = "{metric} of {who} is infinite",
  no_value = "the function gives {who} no value here"
)

# Vectorised over the statuses. `fill` is a list of character
# vectors for the placeholders, each of length one or of the statuses' length.
status_note <- function(status, fill) {
  note <- unname(status_words[status])
  for (name in names(fill)) {
    words <- rep_len(fill[[name]], length(note))
    slot <- paste0("{", name, "}")
    at <- which(grepl(slot, note, fixed = TRUE))
    note[at] <- vapply(at, function(i) gsub(slot, words[i], note[i], fixed = TRUE), "")
  }
  note
}

# A function of the user's may have steps: what does not change at the estimate has no variance, whatever the counts.
flat_status <- function(status, metric) {
  if (identical(metric$core, "custom")) ifelse(status == "zero_variance", "flat", status) else status
}

status_who <- function(who, classifier, reference) {
  both <- paste(classifier, "and", reference)
  ifelse(who == "classifier", classifier, ifelse(who == "reference", reference, both))
}
