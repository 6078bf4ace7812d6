# Why a number is missing, in words. `{who}` is the classifier concerned, `{metric}` the metric's label in running text.

# Vectorised over the statuses. `fill` is a list of character
# vectors for the placeholders, each of length one or of the statuses' length.
status_note <- function(status, fill) {
  note <- status_words(status)
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
