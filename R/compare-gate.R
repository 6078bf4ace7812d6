# The headline first: what is over all is judged at a fixed share of the level, what is asked in detail at what the
# headline did not use. Under equality, full or partial, the chance of any false claim in both is at most the level
# (Dmitrienko, Tamhane and Wiens 2008: general multistage gatekeeping, with the error function of a single-step test).

# list(headline, details): comparisons, each judged in a single step; NULL where there is none. `headline` and
# `details` are list(plans, request). `adjusted`: FALSE, nothing is, and each part has the whole level. `combine`: see
# new_comparison(). `others`: the share of what is left that the details have, 1 where nothing else is asked.
gated_comparisons <- function(x, headline, details, share, adjusted, combine, others) {
  level <- 1 - (headline %||% details)$request$conf.level
  first <- judged_at(x, headline, share * level, combine)
  left <- if (adjusted && !is.null(first)) level - used_level(first) else level
  if (adjusted && !is.null(details)) details$request$least <- least_level(first, share, others)
  list(headline = first, details = judged_at(x, details, if (adjusted) left * others else left, combine))
}

# At which level of all a detail of this log.p is claimed, where the headline is one test: as soon as its own share of
# the details' level is enough, or, from where the headline is claimed, all of it. NULL of several, whose levels are
# scaled.
least_level <- function(headline, share, others) {
  claimed <- headline$rows$log.adj.p.value
  claimed <- claimed[!is.na(claimed)]
  if (length(claimed) != 1) {
    return(NULL)
  }
  function(log.p) {
    before <- log.p - log(others * (1 - share))
    pmin(0, ifelse(before < claimed, before, pmax(claimed, log.p - log(others))))
  }
}

# What the headline and the details left for the groups, where p-values are adjusted.
left_for_groups <- function(judged, request) {
  details <- judged$details$request$level %||% 0
  max(0, 1 - request$conf.level - used_level(judged$headline) - details)
}

# Judged in a single step.
judged_at <- function(x, part, level, combine) {
  if (!is.null(part)) {
    part$request$level <- level
    new_comparison(x, part$plans, part$request, combine)
  }
}

# The chance that one of the comparisons left undecided would pass the critical value of all, if all were equal: that
# much of the level is used. None where everything is decided.
used_level <- function(comparison) {
  rows <- comparison$rows
  level <- comparison$request$level
  undecided <- !is.na(rows$log.adj.p.value) & rows$log.adj.p.value > log(1 - comparison$request$conf.level)
  if (!any(undecided)) {
    return(0)
  }
  if (all(undecided | is.na(rows$log.adj.p.value)) || is.na(comparison$local) || is_drawn(comparison)) {
    return(level)
  }
  judged <- adjust_comparison(comparison, ifelse(undecided, log(comparison$local), NA), level)
  min(level, exp(max(judged$log.adj.p, na.rm = TRUE)))
}
