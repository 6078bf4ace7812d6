# Statuses: why a number is missing, or how far it can be trusted.
#
# id      what C returns (src/core/math/status.h), what R decides itself (`core` is FALSE), and what results carry
# words   what the note says; a placeholder such as {who} is filled where the note is made
# named   the same where the units have a name, {unit}
# alike   where it says that there is nothing to tell two classifiers apart by, as far as anything was asked: "overall",
#         or "everywhere", on every row
# remark  whether it is a remark on numbers that are there, which gives way to why one is missing
status_row <- function(id, words, named = words, alike = NA_character_, core = TRUE, remark = FALSE) {
  new_row()
}

# What R decides itself.
own_status <- function(id, words, ...) status_row(id, words, ..., core = FALSE)

registry_statuses <- new_registry(
  status_row("ok", NA_character_),
  status_row("never_predicted", "class never predicted by {who}"),
  status_row("absent", "class absent from truth"),
  status_row("everywhere", "no row outside the class"),
  status_row("always_predicted", "class predicted for every row by {who}"),
  status_row("no_discordant", "no discordant rows", alike = "everywhere"),
  status_row("identical", "identical predictions", alike = "everywhere"),
  status_row("equal_estimates", "equal, with zero variance", alike = "overall"),
  own_status("group_unknown", "no estimate in a group"),
  own_status("group_flat", "no variance in a group"),
  own_status("singular_groups", "the covariance of the groups is singular, as with fewer clusters than groups"),
  own_status("few_groups", "fewer than two groups with a row on which only one is right"),
  own_status("many_tables", "too many tables to enumerate: use method \"odds\""),
  own_status("identical_rankings", "identical rankings", alike = "overall"),
  own_status("identical_probabilities", "identical probabilities", alike = "everywhere"),
  status_row("boundary", "{metric} of {who} is {boundary}: infinite {scale}"),
  status_row("both_boundary", "{metric} of {all} is exactly 0 or exactly 1"),
  status_row("zero_variance", "zero variance"),
  own_status("flat", "zero variance: small changes of the counts do not change {metric}"),
  status_row("constant_margin", "margin constant"),
  status_row("one_cluster", "one cluster"),
  status_row("not_whole", "counts are not whole numbers: use method \"{instead}\""),
  status_row("undefined_class", "{metric} undefined for class {culprit}: {cause}"),
  status_row("no_rows", "no rows to estimate from"),
  status_row("few_clusters", "too few clusters for this variance"),
  status_row("no_p", "no p-value to combine"),
  status_row("contradiction", "p-values of exactly 0 and exactly 1 contradict each other"),
  status_row("not_positive", "the covariances leave the sum no positive variance"),
  status_row("few_units", "too few units for this test", "too few {unit}s"),
  status_row("equal_scores", "the same scores everywhere", alike = "everywhere"),
  status_row("no_limits", "no interval by this test"),
  own_status("refutes_all", "no interval: this test refutes every difference, so that it shows none"),
  own_status("no_level", "no interval: with a p-value of 1 this adjustment leaves no level for it"),
  own_status("not_judged", "not judged: the headline used all of the level"),
  status_row("one_point", "no interval: this test refutes every value but the most extreme one"),
  status_row("all_tied", "all scores of every unit are tied", "all scores are tied on every {unit}"),
  status_row(
    "agreement", "every unit orders the classifiers alike",
    "every {unit} ranks the classifiers alike: p is that of permutations"
  ),
  status_row("not_linked", "groups of classifiers have no unit in common", "no {unit} links all the classifiers"),
  status_row("infinite", "{metric} of {who} is infinite"),
  status_row("no_value", "the function gives {who} no value here"),
  status_row("one_of_class", "only one row of a class: no variance"),
  status_row("certain", "probabilities of exactly 0 or 1: infinite logits"),
  status_row("constant", "one probability for all rows"),
  status_row("never_won", "{who} never won, or only against those who never won: -Inf"),
  status_row("never_lost", "{who} was never beaten, or only by those who were never beaten: Inf"),
  status_row("one_way", "a group of classifiers won all its battles with the others: no ability is finite"),
  status_row("alone", "no other classifier has a finite ability, to compare {who} with"),
  status_row(
    "one_link", "too few units, or all alike, link {who} with the others: its variance is unknown",
    "too few {unit}s, or all alike, link {who} with the others: its variance is unknown"
  ),
  status_row("negative_variance", "negative long-run variance: use by_diebold_mariano(kernel = \"bartlett\")"),
  status_row("no_error", "nothing is known of its error: compare \"average_precision\""),
  status_row("infinite_order", "the effect of being first cannot be found: leave out `order`"),
  own_status("clipped", "probabilities kept {clip} away from 0 and 1: in {rows}", remark = TRUE),
  own_status("few_events", "with only {events}{fold} average precision tends to be too high", remark = TRUE),
  own_status("few_at_margin", "claims within a margin are too frequent with only {rows}", remark = TRUE),
  own_status("few_beyond_margin", "claims beyond a margin are too frequent with only {rows}", remark = TRUE),
  own_status("one_row", "one row makes {share} of the absolute differences in {metric}", remark = TRUE),
  own_status("no_slope", "the function has no slope here that can be found: give `gradient`"),
  own_status("perfect", "perfect separation: no variance"),
  own_status("at_top", "the curve is at its top here: no variance"),
  own_status("no_bound", "the separation bound is of an area of exactly 0 or 1"),
  own_status("false_alarm", "a false alarm at a threshold of 1 outweighs everything"),
  own_status("reversed", "below 1/2: higher scores go with the other class"),
  own_status("no_std_error", "{measure} is {estimate}: no standard error"),
  own_status("no_logit", "estimate is 0 or 1: no logit interval"),
  own_status("no_log", "estimate is 0: no interval on the log scale"),
  own_status("no_bootstrap", "zero variance: the bootstrap gives no interval"),
  own_status("no_delta", "zero variance: the delta method gives no interval"),
  own_status("no_width", "zero variance: the normal interval has no width"),
  own_status("no_required", "no test of this value by this interval"),
  own_status("border", "{test} test and {interval} interval disagree at the border{instead}"),
  own_status("resampled_border", "test by resampling and interval disagree"),
  own_status("no_range", "the values not rejected are no interval"),
  own_status("mostly_tied", "so many differences are 0 that their median is, whoever wins the others: no interval"),
  own_status("few_observations", "p too small with only {n} observations{instead}"),
  own_status("rough", "p may be too small with only {rows}{instead}"),
  own_status("in_time", "the tests of groups take units as independent of those before them"),
  own_status("small_groups", "p may be too large with groups of about {rows}", remark = TRUE),
  own_status("few_of_class", "p may be too small with only {rows}{instead}"),
  own_status("too_few_of_class", "only {rows}: too few for this metric where {repeated}"),
  own_status("fixed_value", "{reason}: no test or interval holds then"),
  own_status("few_in_joint", "p may be too small with only {rows}: the score tests of pairs hold"),
  own_status("flat_in_joint", paste(
    "p may be too small, since values of 0 and 1, as of {class}, are taken as certain: {tests} of pairs hold"
  )),
  own_status("flat_of_class", paste(
    "p may be too small, since values of 0 and 1, as of {class}, are taken as certain{instead}"
  )),
  own_status("unequal_rates", paste(
    "p holds only for a random subset of the rows on which the two differ: of their patterns {rates} were labelled,",
    "which method \"wald\" allows for"
  )),
  own_status("short_interval", "interval may be too short with only {rows}"),
  own_status("few_for_covariance", "fewer {unit}s than classifiers: their covariance is not known"),
  own_status("unequal_sizes", "unequal sizes: the mean ones are taken"),
  own_status("unknown_sizes", "sizes unknown: taken as those of a bootstrap, 0.368 and 0.632"),
  own_status("bootstrap_sizes", "sizes taken as those of a bootstrap, 0.368 and 0.632"),
  own_status("left_out", "{units} left out, without a score of both"),
  own_status("left_out_of_all", "{units} left out, without a score of all"),
  own_status("few_common", "too few {units} in common"),
  own_status("first_fold", "judges the first fold alone, so that it depends on their order: \"cv5x2_f\" does not"),
  own_status(
    "raw_scale",
    "takes the scores of all data sets as on one scale, so that a few large differences decide; tests of ranks do not",
    remark = TRUE
  ),
  own_status(
    "weak_control", "holds the level only if all classifiers are equal, not if some are: method \"tukey\" does",
    remark = TRUE
  ),
  own_status("lost", "{units} without a score left out"),
  own_status("incomplete", "{units} without all scores left out"),
  own_status("one_value", "every score is this value"),
  own_status("untied", "{value} without the correction for ties"),
  own_status("no_spread", "every {unit} ranks the classifiers alike: no spread to judge by"),
  own_status("few_labels", "too few labels to test so many classifiers together, see next_labels()"),
  own_status("no_label", "no label where it matters"),
  own_status("no_label_called", "no label where {who} predicts the class"),
  own_status("no_label_of_rest_called", "no label where {who} predicts another class"),
  own_status("no_label_of_class", "no label of the class"),
  own_status("no_label_of_rest", "no label of another class"),
  own_status("beyond_range", "a value that the judge puts beyond its range is cut to it", remark = TRUE),
  own_status("settled", "all labels that matter are there: of these rows nothing is left to estimate"),
  own_status("no_disagreement", "the two never differ: nothing to label", alike = "everywhere"),
  own_status(
    "no_labelled_disagreement",
    "no labelled disagreement: {rows} to choose from, see next_labels(); the limits are what any labels allow"
  ),
  own_status("least_p", "with {units} no p-value can be below {p}"),
  own_status("least_adj_p", "with so few {unit}s no adjusted p-value can be below {p}")
)

# Where limits are those that any labels allow, at any level.
bounded_statuses <- c("no_label", "no_labelled_disagreement")

# Of which there is nothing to draw.
undrawn_statuses <- c(bounded_statuses, "settled")

has_status <- function(rows, of) (rows[["status"]] %||% rep(NA, nrow(rows))) %in% of

is_bounded <- function(rows) has_status(rows, bounded_statuses)

# Whether a classifier is in a row that has such limits.
has_bounds <- function(name, rows) {
  bounded <- is_bounded(rows)
  name %in% c(rows$classifier[bounded], rows$reference[bounded])
}

# Where a p-value may be too large.
large_p_statuses <- "small_groups"

# Where one is, or may be, too small.
small_p_statuses <- c(
  "few_observations", "rough", "few_of_class", "flat_of_class", "fixed_value", "unequal_rates", "refutes_all"
)

# Where claims about a margin are too frequent.
few_margin_statuses <- c("few_at_margin", "few_beyond_margin")

# Of an interval that says otherwise than its test.
border_statuses <- c("border", "resampled_border")

status_words <- function(status, column = "words") registry_statuses[[column]][match(status, registry_statuses$id)]

# Of each status; one that R does not know says nothing.
says_alike <- function(status, where = c("overall", "everywhere")) status_words(status, "alike") %in% where

is_remark <- function(status) registry_statuses$remark[match(status, registry_statuses$id)] %in% TRUE

# Why a number is missing, in words. `{who}` is the classifier concerned, `{metric}` the metric's label in running text.

without_ok <- function(status) replace(status, status %in% "ok", NA)

# A status as another.
recoded <- function(status, as, from) replace(status, status %in% from, as)

status_note <- function(status, fill) {
  if (all(status %in% c("ok", NA))) {
    return(rep(NA_character_, length(status)))
  }
  fill_words(status_words(status, if (is.null(fill[["unit"]])) "words" else "named"), lapply(fill, plain_label))
}

# Rows of a result with a status and its note, where `at`: those that have no status yet, or `also` the others. `status`
# and each of `fill` has one element, or one a row.
with_status <- function(rows, at, status, fill = list(), also = FALSE) {
  rows$status <- without_ok(rows$status %||% rep(NA_character_, length(rows$note)))
  at <- which(at & (also | is.na(rows$status)))
  if (length(at) == 0) {
    return(rows)
  }
  of <- function(put) rep_len(put, length(rows$note))[at]
  rows$note[at] <- paste_notes(rows$note[at], status_note(of(status), lapply(fill, of)))
  rows$status[at] <- first_known(rows$status[at], of(status))
  rows
}

# A function of the user's may have steps: what does not change at the estimate has no variance, whatever the counts.
flat_status <- function(status, metric) {
  if (identical(metric$core, "custom")) ifelse(status == "zero_variance", "flat", status) else status
}

status_who <- function(who, classifier, reference) {
  both <- paste(classifier, "and", reference)
  ifelse(who == "classifier", classifier, ifelse(who == "reference", reference, both))
}
