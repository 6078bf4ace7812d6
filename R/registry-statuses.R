# Statuses: why a number is missing, or how far it can be trusted.
#
# id      what C returns (src/core/math/status.h), what R decides itself (`core` is FALSE), and what results carry
# words   what the note says; a placeholder such as {who} is filled where the note is made
# alike   whether it says that there is nothing to tell two classifiers apart by, as far as anything was asked
status_row <- function(id, words, alike = FALSE, core = TRUE) list(id = id, words = words, alike = alike, core = core)

registry_statuses <- new_registry(
  status_row("ok", NA_character_),
  status_row("never_predicted", "class never predicted by {who}"),
  status_row("absent", "class absent from truth"),
  status_row("everywhere", "no row outside the class"),
  status_row("always_predicted", "class predicted for every row by {who}"),
  status_row("no_discordant", "no discordant rows", alike = TRUE),
  status_row("identical", "identical predictions", alike = TRUE),
  status_row("equal_estimates", "equal, with zero variance", alike = TRUE, core = FALSE),
  status_row("boundary", "{metric} of {who} is {boundary}: infinite {scale}"),
  status_row("both_boundary", "{metric} of {all} is exactly 0 or exactly 1"),
  status_row("zero_variance", "zero variance"),
  status_row("flat", "zero variance: small changes of the counts do not change {metric}", core = FALSE),
  status_row("constant_margin", "margin constant"),
  status_row("one_cluster", "one cluster"),
  status_row("not_whole", "counts are not whole numbers: use method \"{instead}\""),
  status_row("undefined_class", "{metric} undefined for class {culprit}: {cause}"),
  status_row("no_rows", "no rows to estimate from"),
  status_row("few_clusters", "too few clusters for this variance"),
  status_row("no_p", "no p-value to combine"),
  status_row("contradiction", "p-values of exactly 0 and exactly 1 contradict each other"),
  status_row("not_positive", "the covariances leave the sum no positive variance"),
  status_row("few_units", "too few units for this test"),
  status_row("equal_scores", "the same scores everywhere", alike = TRUE),
  status_row("no_limits", "no interval by this test"),
  status_row("no_level", "no interval: with a p-value of 1 this adjustment leaves no level for it", core = FALSE),
  status_row("one_point", "too few rows for an interval by this test"),
  status_row("all_tied", "all scores of every unit are tied"),
  status_row("agreement", "every unit orders the classifiers alike"),
  status_row("not_linked", "groups of classifiers have no unit in common"),
  status_row("infinite", "{metric} of {who} is infinite"),
  status_row("no_value", "the function gives {who} no value here"),
  status_row("one_of_class", "only one row of a class: no variance"),
  status_row("certain", "probabilities of exactly 0 or 1: infinite logits"),
  status_row("constant", "one probability for all rows"),
  status_row("perfect", "perfect separation: no variance", core = FALSE),
  status_row("no_std_error", "{measure} is {estimate}: no standard error", core = FALSE),
  status_row("reversed", "below 1/2: higher scores go with the other class", core = FALSE)
)

status_words <- function(status) registry_statuses$words[match(status, registry_statuses$id)]

# Of each status; one that R does not know says nothing.
says_alike <- function(status) registry_statuses$alike[match(status, registry_statuses$id)] %in% TRUE

# Why a number is missing, in words. `{who}` is the classifier concerned, `{metric}` the metric's label in running text.

without_ok <- function(status) replace(status, status %in% "ok", NA)

# "identical" as another status.
recoded <- function(status, as) replace(status, status %in% "identical", as)

status_note <- function(status, fill) fill_words(status_words(status), fill)

# A function of the user's may have steps: what does not change at the estimate has no variance, whatever the counts.
flat_status <- function(status, metric) {
  if (identical(metric$core, "custom")) ifelse(status == "zero_variance", "flat", status) else status
}

status_who <- function(who, classifier, reference) {
  both <- paste(classifier, "and", reference)
  ifelse(who == "classifier", classifier, ifelse(who == "reference", reference, both))
}
