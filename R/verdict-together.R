# All at once, beside the pairs of a verdict: three classifiers and more on data sets, or the sensitivity and
# specificity of a diagnostic test. NULL where there is no such test.
omnibus_beside <- function(x, request) {
  units <- set_units(x)
  design <- designs_of(units)[[1]]$type
  rates <- request$metrics$asked[request$metrics$metric %in% both_rates]
  if (request$alternative != "two.sided" || length(request$average) && !identical(request$average, "none")) {
    return(NULL)
  }
  if (identical(design, "datasets") && length(units$classifiers) > 2) {
    tryCatch(omnibus_test(x, request$metrics$asked, p.adjust.method = "none"), verdict_error = function(cnd) NULL)
  } else if (length(units$positive) && length(rates) == 2 && !is_resampled(design) && design != "cross-validated") {
    omnibus_test(x, rates, over = "metrics", classes = units$positive)
  }
}

# In the family of its comparisons: claimed only together with one of them. Where all are equal, that one is as false,
# and where one is not, it is true: so the chance of any false claim stays what it is.
judge_together <- function(v, adjusted) {
  x <- v$omnibus
  if (is.null(x)) {
    return(NULL)
  }
  rows <- claimed_rows(v)
  least <- vapply(as.character(x$metric), function(metric) {
    log.p <- rows$log.adj.p.value[are_beside(rows, x, metric)]
    if (all(is.na(log.p))) NA_real_ else min(log.p, na.rm = TRUE)
  }, 0)
  log.p <- x$log.p.value
  # Pairs of which no p-value can be small enough claim nothing, and use nothing of the level.
  judged <- if (adjusted && decides_anything(rows)) pmax(log.p, unname(least)) else log.p
  data.frame(
    metric = as.character(x$metric), p.value = exp(log.p), adj.p.value = exp(judged), log.p.value = log.p,
    log.adj.p.value = judged
  )
}
