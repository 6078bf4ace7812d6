# Measures: by what two values are compared.
#
# label     in words, and `article` before that
# relative  whether equality is 1 and its scale is the logarithm
# asked     whether the argument `measure` can be it
measure_row <- function(id, label = id, article = "a", relative = FALSE, asked = TRUE) new_row()

registry_measures <- new_registry(
  measure_row("difference"),
  measure_row("ratio", relative = TRUE),
  measure_row("odds_ratio", "odds ratio", "an", relative = TRUE),
  measure_row("rank_difference", "rank difference", asked = FALSE),
  measure_row("value", asked = FALSE)
)

measures <- registry_measures$id[registry_measures$asked]

label_measure <- function(measure) registry_measures$label[match(measure, registry_measures$id)]

# "an odds ratio"
one_measure <- function(measure) {
  paste(registry_measures$article[match(measure, registry_measures$id)], label_measure(measure))
}

is_relative <- function(measure) registry_measures$relative[match(measure, registry_measures$id)] %in% TRUE

# "rf minus svm", "rf over svm"
joins <- function(measure) ifelse(is_relative(measure), "over", "minus")

null_value <- function(measure) as.numeric(is_relative(measure))
