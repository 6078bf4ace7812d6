# What a comparison comes to: whether the classifier is better than the reference.
#
# id        what outcomes() gives; "much" and "little" with a margin: by more and by less than that
# label     in words, `short` in a narrow column, `brief` where that is too wide; {better} and {worse} are "higher" and
#           "lower" of a metric without a good side
# side      "better" or "worse" where a difference is shown
# phrase    after "is" in a sentence, where a claim is made
# claim     what is claimed with a margin: the p-value of `p.<claim>`
# size      "much" or "little", where it is by more or by less than the margin
# reversed  the same seen from the reference
# decision  the column of a result
outcome_row <- function(id, label, short = label, side = NA_character_, size = NA_character_, reversed = id,
                        brief = short, decision = if (is.na(side)) label else paste0("{", side, "}"),
                        phrase = if (is.na(side)) NA_character_ else label, claim = NA_character_) {
  new_row()
}

# "not better" is "not worse" seen from the reference: neither is by more than the margin.
registry_outcomes <- new_registry(
  outcome_row(
    "better_much", "{better} by more than the margin", "{better} by > margin", brief = "{better} > margin",
    side = "better", size = "much", reversed = "worse_much", claim = "superior"
  ),
  outcome_row("better", "{better}", side = "better", reversed = "worse"),
  outcome_row(
    "better_little", "{better}, but by less than the margin", "{better} by < margin", brief = "{better} < margin",
    side = "better", size = "little", reversed = "worse_little", claim = "nonsuperior"
  ),
  outcome_row("equivalent", "equivalent", claim = "equivalent"),
  outcome_row(
    "not_worse", "not {worse}", reversed = "not_better", phrase = "not {worse} by more than the margin",
    claim = "noninferior"
  ),
  outcome_row("not_better", "not {better}", reversed = "not_worse", claim = "nonsuperior"),
  outcome_row(
    "worse_little", "{worse}, but by less than the margin", "{worse} by < margin", brief = "{worse} < margin",
    side = "worse", size = "little", reversed = "better_little", claim = "noninferior"
  ),
  outcome_row("worse", "{worse}", side = "worse", reversed = "better"),
  outcome_row(
    "worse_much", "{worse} by more than the margin", "{worse} by > margin", brief = "{worse} > margin",
    side = "worse", size = "much", reversed = "better_much", claim = "inferior"
  ),
  outcome_row("same", "the same"),
  outcome_row("open", "undecided"),
  outcome_row("untested", "not compared", decision = NA_character_)
)

outcome_side <- function(outcome) registry_outcomes$side[match(outcome, registry_outcomes$id)]

outcome_size <- function(outcome) registry_outcomes$size[match(outcome, registry_outcomes$id)]

is_better <- function(outcome) outcome_side(outcome) %in% "better"

is_worse <- function(outcome) outcome_side(outcome) %in% "worse"

reversed_outcome <- function(outcome) registry_outcomes$reversed[match(outcome, registry_outcomes$id)]
