# The tests, as data. `test` is what the core calls it (src/core/test/compare.h), `scale`
# that of a Wald test (NA: that of the measure). `kind` is the kind of metric that it is for
# ("proportion": predictive or matched; resampling starts from another test),
# `clustered` what takes its place where rows are not independent (itself: it has a
# form for clusters).
method_table <- data.frame(
  method = c(
    "gs", "wgs", "gee", "multinomial", "relative", "z",
    "mcnemar", "mcnemar_cc", "exact", "midp", "sign", "wald", "permutation", "bootstrap"
  ),
  label = c(
    "generalized score", "weighted generalized score", "GEE Wald", "multinomial Wald",
    "relative predictive value", "z test ignoring pairing", "McNemar",
    "McNemar, continuity corrected", "exact McNemar", "mid-p McNemar", "sign test", "Wald", "permutation",
    "studentized bootstrap"
  ),
  test = c(
    "gs", "wgs", "wald", "wald", "wald", "z", "mcnemar", "mcnemar_cc", "exact", "midp", "sign",
    "wald", NA, NA
  ),
  scale = c(NA, NA, "odds_ratio", NA, "ratio", rep(NA, 9)),
  measure = c(
    "ratio", "ratio", "odds_ratio", "difference", "ratio", "difference",
    rep("difference", 6), NA, NA
  ),
  kind = c(
    "predictive", "predictive", "proportion", "proportion", "proportion", "predictive",
    rep("matched", 5), rep("any", 3)
  ),
  clustered = c(
    "gs", "gs", "gee", "wald", "relative", "gs", "mcnemar", "mcnemar", "mcnemar", "mcnemar",
    "mcnemar", "wald", "permutation", "bootstrap"
  ),
  squared = c(rep(TRUE, 4), FALSE, FALSE, TRUE, TRUE, rep(FALSE, 6)),
  stringsAsFactors = FALSE
)
method_table$wald <- method_table$test %in% "wald"
rownames(method_table) <- method_table$method

measures <- c("difference", "ratio", "odds_ratio")
alternatives <- c("two.sided", "greater", "less")

# The intervals of a comparison; all but "wald" need a common denominator and
# independent rows.
comparison_intervals <- data.frame(
  interval = c("wald", "tango", "agresti_min", "bonett_price", "newcombe", "tang"),
  label = c(
    "Wald", "Tango score", "Agresti-Min", "Bonett-Price", "Newcombe square-and-add",
    "Tang score"
  ),
  stringsAsFactors = FALSE
)
rownames(comparison_intervals) <- comparison_intervals$interval

# Test, measure and interval for one metric, and what the core is asked.
comparison_plan <- function(x, metric, ask, call) {
  clustered <- is_clustered(x)
  kind <- estimate_kind(x, metric, ask$average)
  asked <- ask$method
  resampled <- resamples(ask)
  method <- match_method(
    if (resampled) base_method(asked, kind) else asked, metric, kind, clustered, x, call
  )
  measure <- match_measure(ask$measure, method, metric, !is.null(x$prevalence), call)
  if (method$method == "sign" && ask$alternative == "two.sided") {
    abort_verdict(c(
      "The sign test is one-sided: {.arg alternative} must be {.val greater} or {.val less}.",
      i = "Its two-sided form is {.code method = \"exact\"}."
    ), "method", call = call)
  }
  vcov <- match_vcov(
    ask$vcov, if (resampled) method_table[asked, ] else method, metric, kind, x, call
  )
  method$label <- label_method(method, vcov)
  matched <- kind == "matched"
  unfit <- if (matched && clustered) {
    ", whose rows are not independent"
  } else if (matched && vcov$vcov != "robust") {
    " with a corrected variance"
  }
  interval <- match_comparison_interval(
    if (!identical(asked, "bootstrap")) ask$interval, measure, metric,
    matched && is.null(unfit), unfit, call
  )
  tail <- (1 - ask$conf.level) / if (ask$alternative == "two.sided") 2 else 1
  question <- list(
    test = method$test,
    scale = if (is.na(method$scale)) measure else method$scale,
    measure = measure, interval = interval$interval, alternative = ask$alternative,
    quantile = qnorm(tail, lower.tail = FALSE), clustered = clustered, squared = method$squared,
    vcov = vcov$vcov
  )
  list(
    metric = metric, kind = kind, method = method, measure = measure, interval = interval,
    question = question
  )
}

# Kind of metric that is estimated: averages, and whatever is at a given prevalence, are
# composite.
estimate_kind <- function(x, metric, average) {
  per_class <- average == "none" || metric$overall
  if (per_class && is.null(x$prevalence)) metric$kind else "composite"
}

# What a method is or is not a test of.
estimate_words <- function(x, metric, kind) {
  if (!is.null(x$prevalence)) {
    "metrics at a given prevalence"
  } else if (kind == "composite") {
    "this metric or average"
  } else {
    metric$label
  }
}

# The names of the intervals in a result.
interval_labels <- function(plans, ask) {
  if (!identical(ask$method, "bootstrap")) {
    return(unique(vapply(plans, function(plan) plan$interval$label, "")))
  }
  if (ask$simultaneous) {
    return("simultaneous bootstrap")
  }
  paste(sub("bca", "BCa", ask$interval %||% "bca"), "bootstrap")
}

default_method <- function(kind, clustered, whole) {
  switch(kind,
    predictive = if (clustered) "gs" else "wgs",
    matched = if (clustered || !whole) "mcnemar" else "midp",
    "wald"
  )
}

match_method <- function(method, metric, kind, clustered, x, call) {
  if (is.null(method)) {
    method <- default_method(kind, clustered, all(x$count == round(x$count)))
    return(method_table[method, ])
  }
  method <- check_choice(method, "method", method_table$method, call = call)
  found <- method_table[method, ]
  fitting <- method_table$method[
    method_table$kind %in% c(kind, "any", if (kind != "composite") "proportion")
  ]
  if (!method %in% fitting) {
    abort_verdict(c(
      "{.arg method} {.val {method}} is not a test of {estimate_words(x, metric, kind)}.",
      i = "Use {.or {.val {fitting}}}."
    ), "method", call = call)
  }
  if (clustered && found$clustered != method) {
    abort_verdict(c(
      "{.arg method} {.val {method}} needs independent rows, but observations occur repeatedly.",
      i = "Use {.code method = \"{found$clustered}\"}, which is robust to that."
    ), "clustered", call = call)
  }
  found
}

match_measure <- function(measure, method, metric, updated, call) {
  if (is.null(measure)) {
    return(if (updated && metric$kind == "predictive") "ratio" else method$measure)
  }
  measure <- check_choice(measure, "measure", measures, call = call)
  check_measure_range(measure, metric, call)
  measure
}

check_measure_range <- function(measure, metric, call) {
  if (measure != "difference" && metric$lower < 0) {
    abort_verdict(c(
      "{metric$label} can be negative, so a {label_measure(measure)} of it means nothing.",
      i = "Use {.code measure = \"difference\"}."
    ), "measure", call = call)
  }
}

# `from_counts`: those for McNemar's table are allowed; `unfit`: why they aren't.
match_comparison_interval <- function(interval, measure, metric, from_counts, unfit, call) {
  fitting <- "wald"
  if (from_counts) {
    fitting <- switch(measure,
      difference = c("tango", "agresti_min", "bonett_price", "newcombe", "wald"),
      ratio = c("wald", "tang", "bonett_price"),
      "wald"
    )
  }
  if (is.null(interval)) {
    return(comparison_intervals[fitting[1], ])
  }
  interval <- check_choice(interval, "interval", comparison_intervals$interval, call = call)
  if (!interval %in% fitting) {
    abort_verdict(c(
      "{.arg interval} {.val {interval}} does not fit a {label_measure(measure)} of {metric$label}{unfit}.",
      i = "Use {.or {.val {fitting}}}."
    ), "interval", call = call)
  }
  comparison_intervals[interval, ]
}
