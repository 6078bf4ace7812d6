# The judge of all verbs: what is claimed together is adjusted together, on the log scale, and the intervals are taken
# at the level at which a single p-value is then judged.

# Rows with log.p.value, judged: list(rows, p.adjust.method, family, local), what a result keeps. `limits`, where there
# are intervals: a function of the level that gives the rows with theirs.
judge_rows <- function(rows, method, alpha, limits = NULL) {
  found <- adjust_singly(rows$log.p.value, method, alpha)
  rows$adj.p.value <- found$p
  rows$log.adj.p.value <- found$log.adj.p
  if (!is.null(limits)) {
    judged <- if (found$local %in% c(0, alpha)) rows else limits(found$local)
    rows <- place_limits(rows, list(low = judged$conf.low, high = judged$conf.high), found$local)
  }
  list(rows = rows, p.adjust.method = found$method, family = sum(!is.na(found$p)), local = found$local)
}

# With a note where the adjustment leaves no level for an interval.
place_limits <- function(rows, limits, local) {
  rows$adj.conf.low <- limits$low
  rows$adj.conf.high <- limits$high
  if (local %in% 0) {
    known <- !is.na(rows$adj.conf.low) | !is.na(rows$adj.conf.high)
    rows$note[known] <- paste_notes(rows$note[known], rep(status_words("no_level"), sum(known)))
    rows[c("adj.conf.low", "adj.conf.high")] <- NA_real_
  }
  rows
}

# By p.adjust() itself, which is what a reader would check it with.
adjust_singly <- function(log.p, method, alpha, further = NULL) {
  log.adj.p <- adjust_log(log.p, method)
  p <- if (!registry_adjustments[method, "plain"]) exp(log.adj.p) else stats::p.adjust(exp(log.p), method)
  list(
    p = p, log.adj.p = log.adj.p, method = method,
    local = local_level(log.p, log.adj.p, method, alpha),
    further = adjust_further(further, log.adj.p, method)
  )
}

# What was adjusted at a share of the level, as it compares with the whole level.
on_whole_level <- function(adjusted, level, whole) {
  if (level == whole) {
    return(adjusted)
  }
  raise <- function(log.p) if (!is.null(log.p)) pmin(0, log.p + log(whole / level))
  adjusted$log.adj.p <- raise(adjusted$log.adj.p)
  adjusted$p <- exp(adjusted$log.adj.p)
  adjusted$further <- raise(adjusted$further)
  adjusted
}
