# Estimates that are more than shares and means of what was seen: how they come about, as a methods paragraph says it.
#
# phrase      a sentence without its full stop
# references  keys of inst/extdata/references.tsv
estimate_row <- function(id, phrase, references = character()) new_row(several = "references")

registry_estimates <- new_registry(
  estimate_row(
    "prediction_powered", "Means are prediction-powered: the judge's scores count as far as they agree with people's",
    c("angelopoulos2023", "angelopoulos2023b")
  ),
  estimate_row("rogan_gladen", "The correction is that for the errors of a test", "rogan1978"),
  estimate_row("control_variate", "Means are adjusted by a control variate whose mean over more items is known"),
  estimate_row(
    "abilities", "Abilities are those of Bradley and Terry's model, found by maximum likelihood",
    c("bradley1952", "ford1957")
  ),
  estimate_row("shown_first", "How much it helps to be shown first was estimated with them and taken out"),
  estimate_row("ties_half", "A tie counts as half a win for each of the two"),
  estimate_row("ties_drop", "Battles that ended in a tie were left out")
)
