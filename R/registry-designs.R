# Designs: where the rows or scores come from.
#
# of          what the evidence is: "rows", "scores" or "estimates"
# unit, words a unit, and the units together, in a sentence
# resampled   whether units are splits of the same data, so that more of them tell nothing new
# tests       of scores: the tests of two that are valid, the default first; `clustered`: where items come in clusters
# bayes       of scores: the posterior that is the default
design_row <- function(design, of = "scores", unit = NA_character_, words = NA_character_, resampled = FALSE,
                       tests = character(), clustered = character(), bayes = NA_character_) {
  list(
    id = design, design = design, of = of, unit = unit, words = words, resampled = resampled, tests = list(tests),
    clustered = list(clustered), bayes = bayes
  )
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
    tests = c("paired_t", "cluster_t", "wilcoxon", "sign", "sign_flip")
  ),
  design_row("holdout", "rows"),
  design_row("clustered", "rows"),
  design_row("cross-validated", "rows"),
  design_row("independent", "rows"),
  design_row("given", "estimates")
)

is_resampled <- function(design) isTRUE(registry_designs$resampled[match(design, registry_designs$id)])

# "fold", "data set"
design_unit <- function(design) registry_designs$unit[match(design, registry_designs$id)]
