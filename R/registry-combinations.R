# Combinations of p-values, and the other ways to one p-value over classes.
#
# label       in tables; `phrase` in a sentence
# references  keys of inst/extdata/references.tsv
# core        what C calls it (src/core/combine/combine.h; NA: it combines no p-values)
# weight      that of every p-value unless `free` weights are given (NA: it has none)
# covariance  of p-values: "none", "needed" or "optional"
# statistic   what htest calls the statistic
# independent whether it takes p-values for independent unless their covariance is given
# type        over classes: "sum" (of transformed p-values, whose covariance is needed), "free" (a combination that
#             needs none), "joint" (one statistic of all classes), "largest"; NA: not valid there, but `instead` is
# sources     over classes: where the covariance may be from, the default first
combination_row <- function(id, label, phrase = paste0(label, "'s method"), references = character(), core = id,
                            weight = NA_real_, free = FALSE, covariance = "none", statistic = NA_character_,
                            independent = FALSE, type = "free", instead = NA_character_, sources = character()) {
  new_row(several = c("references", "sources"), method = id)
}

# One statistic of all classes.
joint_row <- function(id, label, phrase, type, sources, references = character()) {
  combination_row(
    id, label, phrase, references = references, core = NA_character_, covariance = NA_character_, type = type,
    sources = sources
  )
}

registry_combinations <- new_registry(
  combination_row("simes", "Simes", "Simes' method", "simes1986", statistic = "S"),
  combination_row("bonferroni", "Bonferroni", statistic = "min p"),
  combination_row(
    "holm", "Smallest of Holm's adjusted p-values", "the smallest of Holm's adjusted p-values", "holm1979",
    core = "bonferroni", statistic = "min p"
  ),
  combination_row(
    "fisher", "Fisher", references = "fisher1932", weight = 2, statistic = "X-squared", independent = TRUE,
    type = NA_character_, instead = "brown"
  ),
  combination_row(
    "lancaster", "Lancaster", references = "lancaster1961", weight = 2, free = TRUE, statistic = "T",
    independent = TRUE, type = NA_character_, instead = "dai"
  ),
  combination_row(
    "dai", "Dai-Leeder-Cui correlated Lancaster", "the method of Dai, Leeder and Cui", "dai2014", core = "lancaster",
    weight = 2, free = TRUE, covariance = "needed", statistic = "cT", type = "sum",
    sources = c("analytic", "permutation", "bootstrap")
  ),
  combination_row(
    "brown", "Brown", references = "brown1975", core = "lancaster", weight = 2, covariance = "needed", statistic = "cT",
    type = "sum", sources = c("analytic", "permutation", "bootstrap")
  ),
  combination_row(
    "stouffer", "Stouffer", weight = 1, free = TRUE, covariance = "optional", statistic = "Z", independent = TRUE,
    type = "sum", sources = "analytic"
  ),
  combination_row(
    "harmonic", "Harmonic mean p", "the harmonic mean p-value", "wilson2019", weight = 1,
    free = TRUE, statistic = "harmonic mean"
  ),
  combination_row(
    "cauchy", "Cauchy combination", "the Cauchy combination", "liu2020", weight = 1, free = TRUE, statistic = "t"
  ),
  joint_row("wald", "Joint Wald test", "the joint Wald test", "joint", "analytic"),
  joint_row("gs", "Joint generalized score test", "the joint generalized score test", "joint", "analytic", "boos2013"),
  joint_row(
    "max_t", "Largest statistic", "the largest of their statistics", "largest",
    c("permutation", "bootstrap", "analytic"), "westfall1993"
  )
)

# Of p-values from anywhere.
known_combinations <- function() registry_combinations[!is.na(registry_combinations$core), ]

# Over the classes of a set, the default first.
combinations_over_classes <- function() {
  place <- match(registry_combinations$type, c("sum", "free", "joint", "largest"))
  registry_combinations[order(place, na.last = NA), ]
}
