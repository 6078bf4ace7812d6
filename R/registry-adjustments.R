# Adjustments of p-values, and corrected variances.
#
# label       in tables; `phrase` in a sentence
# references  keys of inst/extdata/references.tsv
# asked       whether p.adjust.method can be it, or a test brings it
# plain       whether stats::p.adjust() has it
# pairs       whether it is for the p-values of all pairs of classifiers
# margin      whether a comparison with a margin can have it
# at_once     whether in a single step, so that intervals belong to its decisions and hold together
# limits      what it keeps below the level: "any" false claim, the "share" of false claims, "none" if only some equal
adjustment_row <- function(id, label, phrase = paste0(label, "'s method"), references = character(), asked = TRUE,
                           plain = FALSE, pairs = FALSE, margin = FALSE, at_once = FALSE, limits = "any") {
  list(
    id = id, label = label, phrase = phrase, references = list(references), asked = asked, plain = plain,
    pairs = pairs, margin = margin, at_once = at_once, limits = limits
  )
}

registry_adjustments <- new_registry(
  adjustment_row("holm", "Holm", plain = TRUE, margin = TRUE, references = "holm1979"),
  adjustment_row("hochberg", "Hochberg", plain = TRUE, margin = TRUE, references = "hochberg1988"),
  adjustment_row("hommel", "Hommel", plain = TRUE, references = "hommel1988"),
  adjustment_row("bonferroni", "Bonferroni", plain = TRUE, margin = TRUE, at_once = TRUE),
  adjustment_row(
    "BH", "Benjamini-Hochberg", "the method of Benjamini and Hochberg", plain = TRUE, margin = TRUE, limits = "share",
    references = "benjamini1995"
  ),
  adjustment_row(
    "BY", "Benjamini-Yekutieli", "the method of Benjamini and Yekutieli", plain = TRUE, margin = TRUE,
    limits = "share", references = "benjamini2001"
  ),
  adjustment_row(
    "fdr", "Benjamini-Hochberg", "the method of Benjamini and Hochberg", plain = TRUE, margin = TRUE,
    limits = "share", references = "benjamini1995"
  ),
  adjustment_row("none", "not adjusted", plain = TRUE, margin = TRUE, at_once = TRUE, limits = "none"),
  adjustment_row("sidak", "Sidak, stepping down", "Sidak's method, stepping down", references = "sidak1967"),
  adjustment_row("finner", "Finner", references = "finner1993"),
  adjustment_row("li", "Li", references = "li2008"),
  adjustment_row("shaffer", "Shaffer", pairs = TRUE, references = "shaffer1986"),
  adjustment_row(
    "bergmann_hommel", "Bergmann-Hommel", "the method of Bergmann and Hommel", pairs = TRUE,
    references = "bergmann1988"
  ),
  adjustment_row(
    "bergmann_hommel_monotone", "Bergmann-Hommel, monotone", "the method of Bergmann and Hommel, made monotone",
    pairs = TRUE, references = "bergmann1988"
  ),
  adjustment_row(
    "max_t", "max-T", "the max-T method", margin = TRUE, at_once = TRUE,
    references = "westfall1993"
  ),
  adjustment_row("range", "studentized range", "the studentized range", asked = FALSE, at_once = TRUE),
  adjustment_row(
    "newman_keuls", "Newman-Keuls", "the method of Newman and Keuls", asked = FALSE, limits = "none"
  ),
  adjustment_row("scheffe", "Scheffe", asked = FALSE, at_once = TRUE, references = "scheffe1953")
)

# What p.adjust.method can be.
known_adjustments <- function() registry_adjustments$id[registry_adjustments$asked]

# Of p-values of any kind, however they depend on each other or are paired.
single_adjustments <- function() {
  setdiff(registry_adjustments$id[registry_adjustments$asked & !registry_adjustments$pairs], "max_t")
}

# Variances of proportions in the marginal model with one parameter a classifier. `label`: what a test is called with
# them ("": as without).
variance_row <- function(id, label, phrase = label, references = character()) {
  list(id = id, vcov = id, label = label, phrase = phrase, references = list(references))
}

registry_variances <- new_registry(
  variance_row("robust", ""),
  variance_row("cr1", "CR1"),
  variance_row("cr1s", "CR1S"),
  variance_row("df", "df-corrected"),
  variance_row("kauermann_carroll", "Kauermann-Carroll", references = "kauermann2001"),
  variance_row("mancl_derouen", "Mancl-DeRouen", references = "mancl2001"),
  variance_row("morel_bokossa_neerchal", "Morel-Bokossa-Neerchal", references = "morel2003")
)
