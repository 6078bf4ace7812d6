# What a row of a comparison decides: better, worse, equivalent, or undecided.

# One of: "better", "worse" (the adjusted p-value decides, the sign of the estimate and the
# metric's good side say which), "open" (no difference shown), "same" (nothing tells the two apart), "untested". For a
# metric without a good side "better" is higher. With a margin also others of registry_outcomes.
outcomes <- function(x) {
  good <- metric_directions(x)
  side <- shown_side(x) * ifelse(good == 0, 1, good)
  differs <- is_significant(x)
  outcome <- rep("open", nrow(x))
  outcome[differs & side > 0] <- "better"
  outcome[differs & side < 0] <- "worse"
  outcome[is.na(decisive_p(x))] <- "untested"
  if (any(has_margin(x))) outcome <- refine_outcomes(x, outcome, good < 0)
  equal <- (x$conf.low == x$conf.high) %in% TRUE
  outcome[says_alike(x$status) & (equal | outcome %in% c("open", "untested"))] <- "same"
  outcome
}

# On which side of the null value a row is: 1 above, -1 below. Where most units tie, a median lies on it whoever wins
# the others, and the effect says who.
shown_side <- function(x, null = x$null.value) {
  side <- sign(x$estimate - null)
  if (is.null(x[["effect"]])) {
    return(side)
  }
  ahead <- sign(x$effect - equal_effect(x$effect.type))
  ifelse(side %in% 0 & !is.na(ahead), ahead, side)
}

# The size of the effect between equals: each wins half.
equal_effect <- function(type) ifelse(type %in% "win", 0.5, 0)

refine_outcomes <- function(x, outcome, low_is_better) {
  level <- significance_level(x)
  shown <- function(p) !is.na(p) & p < level
  holds <- function(fact) !is.na(fact) & fact
  not_worse <- shown(x$adj.p.noninferior)
  not_better <- holds(ifelse(low_is_better, x$adj.conf.low > x$margin.low, x$adj.conf.high < x$margin.high))
  much_worse <- holds(ifelse(low_is_better, x$adj.conf.low > x$margin.high, x$adj.conf.high < x$margin.low))
  # Of what any labels allow there is no test.
  undecided <- outcome %in% c("open", "untested") & !is_bounded(x)
  better <- outcome == "better"
  worse <- outcome == "worse"
  outcome[undecided & not_better] <- "not_better"
  outcome[undecided & not_worse] <- "not_worse"
  outcome[undecided & not_better & not_worse] <- "equivalent"
  outcome[better & not_better] <- "better_little"
  outcome[worse & not_worse] <- "worse_little"
  outcome[better & shown(x$adj.p.superior)] <- "better_much"
  outcome[worse & much_worse] <- "worse_much"
  outcome
}

has_margin <- function(x) {
  if (!all(c("margin.low", "margin.high") %in% names(x))) {
    return(logical(nrow(x)))
  }
  !is.na(x$margin.low) | !is.na(x$margin.high)
}

is_decided <- function(outcome) is_better(outcome) | is_worse(outcome)

# Rows that say something of the two, about equality or a margin.
with_claims <- function(x) x[!outcomes(x) %in% c("open", "same", "untested"), ]

# The column `decision`.
decisions <- function(x) {
  if (is_type(x, "omnibus")) {
    return(ifelse(is.na(decisive_p(x)), NA, ifelse(is_significant(x), "different", "undecided")))
  }
  outcome_words(outcomes(x), x, "decision")
}

is_significant <- function(x) {
  p <- decisive_p(x)
  !is.na(p) & p < significance_level(x) & !refutes_all(x)
}

# Of tests that refute every difference, and so show none.
refutes_all <- function(rows) rows$status %in% "refutes_all"

decisive_p <- function(x) ifelse(is.na(x$adj.p.value), x$p.value, x$adj.p.value)

decisive_log_p <- function(x) ifelse(is.na(x$adj.p.value), x$log.p.value, x$log.adj.p.value)

# The p-value of what is claimed, also where that is about the margin; of two claims the larger.
claimed_p <- function(x, adjusted = TRUE) {
  out <- if (adjusted) {
    list(p = decisive_p(x), log.p = decisive_log_p(x))
  } else {
    list(p = x$p.value, log.p = x$log.p.value)
  }
  if (!any(has_margin(x))) {
    return(out)
  }
  outcome <- outcomes(x)
  claim <- registry_outcomes$claim[match(outcome, registry_outcomes$id)]
  for (at in split(seq_along(outcome), factor(claim))) {
    # A result may have lost it.
    p <- (x[[paste0(if (adjusted) "adj.", "p.", claim[at[1]])]] %||% rep(NA_real_, nrow(x)))[at]
    out$p[at] <- ifelse(outcome_size(outcome[at]) %in% "little", pmax(p, out$p[at]), p)
    out$log.p[at] <- log(out$p[at])
  }
  out
}

# Of rows whose p-value is of a margin what it shows, "not worse"; "" where it is of equality.
shown_of_margin <- function(x) {
  if (!any(has_margin(x))) {
    return(character(nrow(x)))
  }
  outcome <- outcomes(x)
  claim <- registry_outcomes$claim[match(outcome, registry_outcomes$id)]
  ifelse(is.na(claim), "", outcome_words(outcome, x))
}

significance_level <- function(x) 1 - max(verdict_info(x)$conf.level)

# Of results that were bound there may be several.
levels_of <- function(info) 1 - info$conf.level

max_named <- 6

# Of one outcome of these rows, or of one of each. `width`: "label", "short", "brief", "decision" or "phrase".
outcome_words <- function(outcome, x, width = "label") {
  undirected <- metric_directions(x) == 0
  fill_words(registry_outcomes[[width]][match(outcome, registry_outcomes$id)], list(
    better = ifelse(undirected, "higher", "better"), worse = ifelse(undirected, "lower", "worse")
  ))
}

better_words <- function(x) {
  undirected <- metric_directions(x)[1] == 0
  if (undirected) c(better = "higher", worse = "lower") else c(better = "better", worse = "worse")
}

# How rows of the same comparison differ: in the prevalence or else the test; NULL
# where no comparison occurs twice.
repetition_labels <- function(x) {
  row <- c("metric", "average", "class", "classifier", "reference")
  if (!anyDuplicated(as_plain(x)[row])) {
    return(NULL)
  }
  prevalence <- label_prevalence(x)
  test <- if (anyDuplicated(cbind(as_plain(x)[row], prevalence))) x$method
  if (!varies(prevalence)) {
    return(test)
  }
  shares <- ifelse(prevalence == "empirical", prevalence, paste("at", prevalence))
  paste0(shares, if (!is.null(test)) paste0(", ", test))
}
