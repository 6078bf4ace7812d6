# Designs: where the rows or scores come from.
#
# of          what the evidence is: "rows", "scores" or "estimates"
# unit, words a unit, and the units together, in a sentence
# resampled   whether units are splits of the same data, so that more of them tell nothing new
# tests       of scores: the tests of two that are valid, the default first; `clustered`: where items come in clusters
# bayes       of scores: the posterior that is the default
# caveat      what the results do not contain; {simulated}: what simulations found,
#             {alike}: that each row counts alike, where it does; {by_fold}: how scores of folds are compared
design_row <- function(design, of = "scores", unit = NA_character_, words = NA_character_, resampled = FALSE,
                       tests = character(), clustered = character(), bayes = NA_character_, caveat = NA_character_) {
  new_row(several = c("tests", "clustered"), id = design)
}

# Units are splits of one data set, whose training data overlap.
splits_row <- function(design, unit, words, tests = "corrected_t") {
  design_row(design, "scores", unit, words, resampled = TRUE, tests = tests, bayes = "correlated_t")
}

registry_designs <- new_registry(
  splits_row("folds", "fold", "cross-validation"),
  splits_row("repeated_folds", "fold", "repeated cross-validation"),
  splits_row("5x2", "fold", "5x2 cross-validation", c("cv5x2_f", "cv5x2_t", "corrected_t")),
  splits_row("monte_carlo", "split", "random splits"),
  splits_row("bootstrap", "bootstrap sample", "bootstrap samples"),
  design_row(
    "datasets", unit = "data set", words = "data sets", tests = c("wilcoxon", "sign", "sign_flip", "paired_t"),
    bayes = "signed_rank"
  ),
  design_row(
    "items", unit = "item", words = "items", clustered = "cluster_t", bayes = "correlated_t",
    tests = c("paired_t", "cluster_t", "wilcoxon", "sign", "sign_flip", "diebold_mariano")
  ),
  design_row(
    "losses", "rows", unit = "row", words = "rows", tests = c("sign", "wilcoxon", "sign_flip", "diebold_mariano")
  ),
  design_row("holdout", "rows"),
  design_row("clustered", "rows", caveat = paste(
    "Several rows belong to one observation: p-values and intervals take that into account{alike}. This holds if each",
    "classifier was trained once. If the rows come from a cross-validation, give `fold` or `repetition`, or",
    "p-values are too small: see vignette(\"cross-validation\")."
  )),
  design_row("cross-validated", "rows", caveat = paste(
    "The models of a cross-validation were trained on overlapping data and vary together in a way that no variance",
    "here contains. The results are about these models at best, and p-values tend to be too small as a verdict on the",
    "learning algorithms: {simulated} To compare the algorithms use a hold-out set or the corrected t test of the",
    "scores of each fold, {by_fold}, see vignette(\"cross-validation\")."
  )),
  design_row("thresholds", "rows", caveat = paste(
    "The thresholds were chosen by these rows, and the tests and intervals take them as given: classifiers",
    "that are equally good may well have labels that differ. To compare the classifiers use the AUC, a net benefit",
    "at a threshold that was fixed beforehand, or a sensitivity at a specificity, whose error contains the choice:",
    "see ?threshold_rule."
  )),
  design_row("independent", "rows"),
  design_row(
    "given", "estimates",
    caveat = "Estimates and their covariance are taken as given: intervals and p-values are as good as these."
  )
)

is_resampled <- function(design) isTRUE(registry_designs$resampled[match(design, registry_designs$id)])

# "fold", "data set"
design_unit <- function(design) registry_designs$unit[match(design, registry_designs$id)]
