# The groups of a verdict: where which classifier is better, and whether the difference is the same everywhere. Details,
# judged at what the headline did not use and never changing it: half of that, where there are other details too. Of
# their level the tests of equal differences have half, which passes to the others once all of these have shown one.

# list(by, label, where, same, levels); NULL without groups, and of those that are not judged `reason` in the place of
# the last three. `level`: what is left for them; 0: nothing.
judge_groups <- function(x, metrics, request, level) {
  if (!has_groups(x) || length(x$groups$label) < 2) {
    return(NULL)
  }
  reason <- if (!length(metrics)) "classes" else if (has_folds(x)) "folds"
  x <- own_groups(x)
  if (!is.null(reason)) {
    return(list(by = x$groups$by, label = x$groups$label, reason = reason))
  }
  grouped <- over_groups(x)
  whole <- 1 - request$conf.level
  adjusted <- request$p.adjust.method != "none"
  same <- judge_sameness(x, grouped, metrics, request, if (adjusted) level / 2 else whole, whole)
  shown <- !is.na(same$adj.p.value) & same$adj.p.value < whole
  at <- if (!adjusted) whole else if (all(shown)) level else level / 2
  where <- judge_where(grouped, metrics, request, at)
  counted <- with_counted_groups(x)
  list(
    by = x$groups$by, label = x$groups$label, rows = group_rows(counted),
    missing = sum(counted$groups$count[is.na(counted$groups$group)]),
    where = where$table, same = same,
    levels = new_rows(
      part = c("groups", "equality of the differences"), level = c(at, if (adjusted) level / 2 else whole),
      n.tests = c(where$family, sum(!is.na(same$p.value))),
      p.adjust.method = c(where$adjustment, if (adjusted) "bonferroni" else "none")
    )
  )
}

# One group is all rows again, and of folds there is no test of groups: nothing of the level is kept for these.
judges_groups <- function(x, metrics) {
  has_groups(x) && length(metrics) > 0 && length(x$groups$label) > 1 && !has_folds(x)
}

judge_where <- function(grouped, metrics, request, level) {
  asked <- new_request(
    grouped, metric = metrics, reference = request$reference, alternative = request$alternative,
    conf.level = request$conf.level, p.adjust.method = request$p.adjust.method, margin = request$margin
  )
  # What is asked in detail, such as the method, is asked of the groups too.
  of_test <- c("rule", "measure", "interval", "vcov")
  if (all(metrics %in% request$metrics$asked) && !draws_replicates(request)) asked[of_test] <- request[of_test]
  plans <- request_plans(grouped, asked)
  if (asked$p.adjust.method == "max_t") asked <- request_min_p(asked, plans, TRUE)
  if (level < 1e-12) {
    return(unjudged_where(grouped, plans, asked))
  }
  asked$level <- level
  judged <- new_comparison(grouped, plans, asked)
  list(
    table = tabulate_comparison(judged, judged = TRUE), family = judged$family, adjustment = judged$adjustment
  )
}

# Where nothing of the level is left: estimates with intervals each by itself, and nothing decided.
unjudged_where <- function(grouped, plans, asked) {
  asked$p.adjust.method <- "none"
  asked["min_p"] <- asked["margin"] <- list(NULL)
  plans <- lapply(plans, function(plan) {
    plan["margin"] <- list(NULL)
    plan
  })
  judged <- new_comparison(grouped, plans, asked)
  tested <- !is.na(judged$rows$p.value)
  judged$rows$adj.p.value[tested] <- 1
  judged$rows$log.adj.p.value[tested] <- 0
  judged$rows[c("adj.conf.low", "adj.conf.high")] <- NA_real_
  judged$rows <- with_status(judged$rows, tested, "not_judged", also = TRUE)
  list(table = tabulate_comparison(judged), family = judged$family, adjustment = "bonferroni")
}

# By Bonferroni over pairs and metrics; adjusted p-values as they compare with the whole level.
judge_sameness <- function(x, grouped, metrics, request, level, whole) {
  asked <- new_request(x, metric = metrics, reference = request$reference, conf.level = request$conf.level)
  tested <- over_the_groups(x, asked, grouped)
  rows <- tested$rows
  # Between groups there is no test of what depends on what came before it.
  if (asks_serial(request)) rows <- with_status(without_numbers(rows), TRUE, "in_time")
  n <- sum(!is.na(rows$log.p.value))
  factor <- if (request$p.adjust.method == "none") 0 else log(max(1, n)) + log(whole) - log(max(level, 1e-300))
  rows$log.adj.p.value <- pmin(0, rows$log.p.value + factor)
  rows$adj.p.value <- exp(rows$log.adj.p.value)
  new_verdict_table(rows, list(
    type = "omnibus", over = "groups", units = tested$units, metrics = tested$metrics, axis = "group",
    conf.level = request$conf.level, alternative = "two.sided",
    p.adjust.method = if (request$p.adjust.method == "none") "none" else "bonferroni", family = n,
    interval = character()
  ))
}
