# What is the same for every row of a result, in sentences: the head of what is
# printed, knitted and plotted.

# `most`: so many shares are listed.
header_lines <- function(x, most = 6) {
  x <- with_labels(x)
  info <- verdict_info(x)
  # Of results whose tests have one.
  effects <- effect_words[known_values(x[["effect.type"]])]
  c(
    header_subject(x),
    say_less(x),
    if (is_type(x, "comparison")) {
      c(header_measure(x), true_minus(header_margin(x, direction = FALSE)), header_p(x), estimator_words(info))
    },
    if (is_type(x, "assessment")) header_required(x, info) else header_test(x, info),
    header_dependence(x), if (length(effects)) paste0("Effect: ", and_list(effects), "."),
    if (!is_type(x, "omnibus")) header_interval(x, info),
    header_data(info$units, row_prevalence(x), most),
    header_caveat(info)
  )
}

header_subject <- function(x) {
  metrics <- metrics_listed(x, 6)
  slices <- if (any(!is.na(x$class))) {
    paste(" by", slice_noun(x, " and "))
  } else if (is_over_classes(x)) {
    if (anyNA(metric_over(x$metric, metrics_of(x)))) paste(" over all", slice_nouns(x))
  }
  paste0(capitalise(paste0(average_word(x$average), metrics)), slices, ": ", who_is_shown(x))
}

who_is_shown <- function(x) {
  x <- with_labels(x)
  if (is_type(x, "omnibus")) {
    return(omnibus_question(x))
  }
  pairs <- unique(x[c("classifier", "reference")])
  if (all(is.na(pairs$reference))) {
    return(and_list(pairs$classifier, 6))
  }
  if (nrow(pairs) == 1) {
    return(paste(pairs$classifier, "against", pairs$reference))
  }
  if (length(unique(pairs$reference)) == 1) {
    return(paste(and_list(pairs$classifier, 6), "against", pairs$reference[1]))
  }
  paste(count_of(nrow(pairs), "pair"), "of", count_of(length(unique(unlist(pairs))), "classifier"))
}

header_measure <- function(x) {
  names <- pair_names(x)
  if (varies(x$measure)) {
    measures <- if (shows(x, "measure")) and_list(unique(label_measure(x$measure))) else by_metric(x, "measure")
    return(paste0(capitalise(measures), ": ", names[1], " against ", names[2], "."))
  }
  measure <- x$measure[1]
  conditional <- is_conditional(x)
  by <- if (!all(conditional)) paste0(", by ", and_list(unique(x$method[conditional])))
  of <- if (any(conditional)) paste0(by, " of discordant rows (conditional)")
  meaning <- paste0(capitalise(label_measure(measure)), of, ": ", names[1], " ", joins(measure), " ", names[2])
  paste0(meaning, favours(x, names[1]), ".")
}

# "Margin: a difference from -0.02 to 0.02 does not matter."; NULL without one. `direction`: whether to say of whom
# minus whom a margin is that is not the same seen from either.
header_margin <- function(x, noun = "Margin", direction = TRUE) {
  all <- x
  x <- x[has_margin(x), ]
  if (nrow(x) == 0) {
    return(NULL)
  }
  ends <- unique(as_plain(x)[c("measure", "margin.low", "margin.high")])
  said <- margin_words(ends)
  if (length(said) > 1) {
    each <- unique(data.frame(metric = metric_labels(x), as_plain(x)[names(ends)]))
    said <- paste(each$metric, margin_words(each))
  }
  where <- margin_where(all, several = length(said) > 1)
  paste0(noun, if (length(said) > 1) "s", ": ", and_list(said, 6), where$metrics,
    if (length(said) > 1) " do" else " does", " not matter",
    if (direction && !all(are_alike_turned(ends))) margin_direction(x), where$rows, "."
  )
}

# Which rows of the measure have one, where not all do: list(metrics = " in recall"), or where that does not tell them
# apart list(rows = ", in 2 of 4 rows"). `several`: the metrics are told with their margins.
margin_where <- function(x, several) {
  x <- x[x$measure %in% x$measure[has_margin(x)], ]
  has <- has_margin(x)
  labels <- metric_names(x)
  if (any(labels[!has] %in% labels[has])) {
    list(rows = paste(", in", format_count(sum(has)), "of", count_of(length(has), "row")))
  } else if (any(!has) && !several) {
    list(metrics = paste(" in", and_list(unique(labels[has]), 6)))
  }
}

are_alike_turned <- function(ends) {
  off <- ifelse(is_relative(ends$measure), ends$margin.low * ends$margin.high - 1, ends$margin.low + ends$margin.high)
  (abs(off) < 1e-6) %in% TRUE
}

# " (rf minus svm)", " (of each pair the later minus the earlier: svm, rf and tree)".
margin_direction <- function(x) {
  names <- pair_names(x)
  last <- NULL
  if (varies(x$classifier) && varies(x$reference)) {
    order <- unique(c(x$reference, x$classifier))
    listed <- all(match(x$classifier, order) > match(x$reference, order))
    names <- if (listed) c("of each pair the later", "the earlier") else c("classifier", "reference")
    if (listed) last <- paste0(": ", and_list(order, 6))
  }
  joined <- only_value(joins(x$measure), "against")
  paste0(" (", names[1], " ", joined, " ", names[2], last, ")")
}

# Which claim a p-value in a column or a picture belongs to.
header_p <- function(x, statistic = any(!is.na(x$statistic))) {
  if (any(has_margin(x))) {
    paste0("p: of what is decided, or else of equality", if (statistic) ", as is the statistic", ".")
  }
}

# "a difference from -0.02 to 0.02", "a ratio down to 0.9".
margin_words <- function(ends) {
  low <- short_number(ends$margin.low)
  high <- short_number(ends$margin.high)
  paste0(one_measure(ends$measure), ifelse(
    is.na(ends$margin.low), paste(" up to", high),
    ifelse(is.na(ends$margin.high), paste(" down to", low), paste(" from", low, "to", high))
  ))
}

# Which side of equality favours whom, where that is the same in all rows.
favours <- function(x, name) {
  direction <- unique(metric_directions(x))
  if (length(direction) != 1 || direction == 0) {
    return("")
  }
  side <- if (direction > 0) "above" else "below"
  paste0("; ", side, " ", short_number(null_value(x$measure[1])), " favours ", name)
}

header_test <- function(x, info) {
  if (lacks_labels(x)) {
    return("Test: none, for want of labels.")
  }
  df <- known_values(x$df)
  test <- tests_done(x, named = if (shows(x, "method")) "see the column" else by_metric(x, "method"))
  rest <- known_values(x[["df.residual"]])
  with_df <- if (!varies(x$method) && length(df) == 1) {
    paste0(" (", paste(format_df(c(df, if (length(rest) == 1) rest)), collapse = " and "), " df)")
  }
  side <- if (is_type(x, "comparison")) paste0(", ", say_sides(info)) else one_side(info)
  paste0("Test: ", test, with_df, side, "; ", adjustment_words(info), ".")
}

# Whether all rows rest on labels that are not there.
lacks_labels <- function(x) nrow(x) > 0 && all(x[["status"]] %in% "no_label")

is_one_sided <- function(x) any(x$alternative != "two.sided")

# ", one-sided (less)"; nothing for tests of both sides.
one_side <- function(x) if (is_one_sided(x)) paste0(", ", say_sides(x))

say_sides <- function(x) {
  if (looks_one_way(x)) {
    return(paste0("one-sided (", if (x$toward > 0) "better" else "worse", ")"))
  }
  and_list(side_words[unique(x$alternative)])
}

side_words <- c(two.sided = "two-sided", greater = "one-sided (greater)", less = "one-sided (less)")

# Of values that were required.
header_required <- function(x, info) {
  if (!all(is.na(x$p.value))) {
    sides <- say_sides(info)
    paste0("Test: against ", required_values_said(x), ", ", sides, "; ", adjustment_words(info), ".")
  }
}

# "0.85 (sensitivity) and 0.8 (specificity)"
required_values_said <- function(x) by_metric(x[!is.na(x$null.value), ], "null.value")

# What is one to a metric (its test, its measure) is said above the table, with
# the metrics it belongs to; what varies within a metric is a column.
shows <- function(x, column) nrow(unique(as_plain(x)[c("metric", column)])) > length(unique(x$metric))

by_metric <- function(x, column) {
  values <- unique(x[[column]])
  words <- switch(column, measure = label_measure(values), null.value = short_number(values), values)
  if (length(values) == 1) {
    return(words)
  }
  labels <- metric_names(x)
  metrics <- vapply(values, function(value) and_list(unique(labels[x[[column]] %in% value])), "")
  and_list(paste0(words, " (", metrics, ")"))
}

# "Diebold-Mariano, horizon 5"
tests_done <- function(x, id = x$method.id, named = by_metric(x, "method")) {
  paste(c(named, say_options(id, verdict_info(x)$options)), collapse = ", ")
}

test_noun <- function(info) if (identical(info$type, "comparison")) "comparison" else "test"

adjustment_words <- function(info) {
  family <- info$family
  noun <- test_noun(info)
  method <- label_adjustment(info$p.adjust.method)
  if (!is_adjusted(info)) {
    return("p-values not adjusted")
  }
  if (identical(info$p.adjust.method, "scheffe")) {
    return("p-values hold for all contrasts at once (Scheffe)")
  }
  parts <- if (varies(method)) {
    paste0(count_of(family, noun), " (", method, ")")
  } else if (varies(family)) {
    paste0(and_list(format_count(family)), " ", noun, "s (", method[1], ")")
  } else {
    paste0(count_of(family[1], noun), " (", method[1], ")")
  }
  each <- if (length(parts) > 1 || varies(family)) {
    ", part by part"
  } else if (length(family) > 1) {
    paste(" in each of", length(family), "parts")
  }
  paste0(c(paste0("p-values adjusted over ", and_list(parts), each), share_of_risk(info)), collapse = ", for ")
}

label_adjustment <- function(method) {
  label <- registry_adjustments$label[match(method, registry_adjustments$id)]
  ifelse(is.na(label), method, label)
}

header_interval <- function(x, info) {
  if (identical(info$interval, "none")) {
    return("Interval: none, this test gives none.")
  }
  if (lacks_labels(x)) {
    return(paste0("Interval: none", if (any(is.finite(x$conf.low))) paste0("; ", limits_of_labels), "."))
  }
  level <- and_list(format_percent(info$conf.level))
  said <- c(level, and_list(interval_label(info$interval)), interval_adjustment(x))
  paste0("Interval: ", paste(said, collapse = ", "), ".")
}

# In what way the interval that is shown is adjusted; NULL where there is nothing to adjust.
interval_adjustment <- function(x) {
  info <- verdict_info(x)
  if (!is_adjusted(info)) {
    return(NULL)
  }
  if (!shows_adjusted(x)) {
    return("each by itself, not adjusted")
  }
  alone <- any(lacks_adjusted(x) & !(is.na(shown_low(x)) & is.na(shown_high(x))))
  paste0(
    if (all(info$p.adjust.method == "min_p")) {
      "simultaneous by Bonferroni"
    } else if (is_in_steps(info)) {
      last_step_words
    } else {
      "adjusted like the p-values"
    },
    if (alone) ", or each by itself where there is no adjusted one"
  )
}

# Intervals beside decisions in steps do not hold together.
is_in_steps <- function(info) {
  at_once <- registry_adjustments$at_once[match(info$p.adjust.method, registry_adjustments$id)]
  any(info$family > 1) && all(at_once %in% FALSE)
}

last_step_words <- "each by itself, at the level of the last step"

# `shares`: the prevalence of each row, NA where it is that of the data.
header_data <- function(units, shares, most = 6) c(header_rows(units), header_values(units, shares, most))

# What values are of, where that is not the rows as they are.
header_values <- function(units, shares = vapply(prevalences_of(units), short_shares, ""), most = 6) {
  values <- if (is.infinite(most)) whole_values(units) else units$values
  c(values, units$unscored, units$repeated, header_prevalence(units, shares, most))
}

# With all shares, as whoever repeats the analysis needs them.
whole_values <- function(units) units$values_whole %||% units$values

header_prevalence <- function(units, shares, most) {
  if (varies(shares)) {
    return(paste0("Prevalence: shares of ", and_list(units$classes, 6), ", or as in the data (empirical)."))
  }
  if (length(shares) > 0 && !is.na(shares[1])) paste0("At prevalence ", prevalence_words(units, shares[1], most), ".")
}

# "spam 0.05 and ham 0.95", of the prevalence whose short form is `share`.
prevalence_words <- function(units, share, most = 6) {
  given <- prevalences_of(units)
  given <- given[vapply(given, short_shares, "") == share]
  if (length(given) == 0) share else and_list(name_shares(names(given[[1]]), given[[1]]), most)
}

# What rows are worth that have weights; of two sides each has its own words, "" where it has none.
weight_words <- function(units) {
  worth <- units$effective
  standing <- standing_words(units)
  if (!length(worth)) {
    return(standing)
  }
  said <- format_count(round(worth))
  if (length(worth) != n_sides_of(units)) {
    return(equal_weight_words(and_list(said)))
  }
  ifelse(is.na(worth), standing %||% "", equal_weight_words(said))
}

equal_weight_words <- function(worth) paste0(" with sampling weights (worth ", worth, " of equal weight)")

# With frequency weights a row stands for several.
standing_words <- function(units) {
  n <- units$n
  sides <- n_sides_of(units)
  if (length(n) != sides || length(units$n_rows) != sides || anyNA(c(n, units$n_rows))) {
    return(NULL)
  }
  rows <- different_rows(units)
  n <- ifelse(n == units$n_rows, rows, n * (rows / units$n_rows))
  n <- ifelse(n == round(n), n, signif(n, 9))
  if (any(n != rows)) ifelse(n == rows, "", paste0(" (standing for ", format_count(n), ")"))
}

n_sides_of <- function(units) if (is_independent(units)) 2 else 1

# NULL for estimates of one set of which nobody said how many units are behind them.
header_rows <- function(units) {
  if (all(is.na(units$n_rows))) {
    if (is_independent(units)) paste0("Data: ", independent_estimates, ".")
  } else {
    by <- if (isTRUE(units$clustered)) paste0("; variances are by ", units$unit %||% "observation")
    if (!is.null(units$labels)) by <- paste0(by, "; ", and_list(known_values(units$labels_about)))
    c(paste0("Data: ", data_words(units), by, "."), known_values(units$labels_caution))
  }
}

# Whether all rows were predicted repeatedly: then they are the observations.
are_rows_repeated <- function(units) {
  again <- vapply(designs_of(units), function(design) isTRUE(design$repetitions > 1), NA)
  identical(units$row, "row") && length(again) > 0 && all(again)
}

# Rows that were predicted repeatedly count once where they are not told to be of so many observations.
different_rows <- function(units) {
  if (are_rows_repeated(units) && !isTRUE(units$clustered)) units$n_clusters else units$n_rows
}

# "8,460 rows of 846 observations, 10-fold cross-validation"
data_words <- function(units, classes = NULL) {
  # Of bound results each number with each word, as far as they are known; of scores units may lack one.
  n <- different_rows(units)
  n <- n[!is.na(n)]
  counted <- if (length(units$row) > 1) paste(format_count(n), "units") else count_of(n, units$row %||% "row")
  lost <- sum(units$n_omitted)
  left_out <- if (isTRUE(lost > 0)) paste0(" (", format_count(lost), " left out for missing ", lacked_words(units), ")")
  samples <- if (length(units$samples) == 1) paste0(" (", units$samples, ")")
  ungrouped <- sum(units$ungrouped)
  apart <- if (ungrouped > 0) paste0(" (", format_count(ungrouped), " of no group)")
  weights <- weight_words(units)
  each <- length(weights) == length(counted)
  counted <- and_list(if (each) paste0(counted, weights) else counted)
  rows <- paste0(counted, samples, if (!each) weights, left_out, apart)
  design <- unique(unlist(lapply(designs_of(units), design_words)))
  if (is_independent(units)) rows <- paste(rows, "of different observations")
  if (isTRUE(units$clustered) && !identical(units$n_clusters, units$n_rows)) {
    rows <- paste(rows, "of", and_list(count_of(units$n_clusters, units$unit %||% "observation")))
  }
  labels <- if (!is.null(units$labels)) paste0(", ", and_list(known_values(units$labels)))
  events <- if (length(units$events) == 1) paste0(", ", units$events)
  paste0(rows, classes, events, labels, if (!is.null(design)) paste0(", ", and_list(design)))
}

# What units lack that were left out.
lacked_words <- function(units) {
  if (isFALSE(units$by_class)) "scores" else if (is.null(units$labels)) "labels" else "predictions"
}

independent_estimates <- "estimates from different observations, taken as independent"

# Of two sets without an observation in common.
is_independent <- function(units) any(are_designs(units, "independent"))

are_designs <- function(units, type) vapply(designs_of(units), function(design) identical(design$type, type), NA)

header_caveat <- function(info, see = "summary()") {
  # Estimates with a covariance that came with them, of one set or of two without an observation in common.
  given <- are_designs(info$units, "given")
  if (is.null(caveats_of(info$units)) || any(given) && all(given | are_designs(info$units, "independent"))) {
    return(NULL)
  }
  if (any(are_designs(info$units, "thresholds"))) {
    return(paste0("Caveat: the thresholds were chosen by these rows and are taken as given; see ", see, "."))
  }
  validated <- length(unlist(lapply(designs_of(info$units), design_words))) > 0
  when <- if (validated) "" else "if this is cross-validation, "
  what <- if (info$type == "assessment") "intervals tend to be too short" else "p-values tend to be too small"
  paste0("Caveat: ", when, what, " as a verdict on the learning algorithms; see ", see, ".")
}

# Of results whose summary() says no more than their print.
printed_caveat <- function(units, type = "comparison") {
  thresholds <- any(are_designs(units, "thresholds"))
  see <- if (thresholds) "?threshold_rule" else "vignette(\"cross-validation\")"
  header_caveat(list(units = units, type = type), see)
}

# Of tests without pairs ------------------------------------------------------------

# Whether the classes of a metric were tested together, where there are any.
is_over_classes <- function(x) {
  several <- function(part) part$combine %in% tests_of("margins")$method || !anyNA(part$tests$class)
  all(is.na(x$class)) && any(vapply(verdict_info(x)$parts, several, NA))
}

# What was put together: "classes", or "comparisons" where there is one slice, or none.
combined_nouns <- function(x) if (is_over_classes(x)) slice_nouns(x) else "comparisons"

omnibus_question <- function(x) {
  classifiers <- result_units(x)$classifiers
  reference <- unique(x$reference[!is.na(x$reference)])
  if (length(reference) == 1) {
    reference <- say_label(reference)
    return(paste0("does any of ", and_list(setdiff(classifiers, reference), 6), " differ from ", reference, "?"))
  }
  who <- and_list(classifiers, 6)
  if (!identical(verdict_info(x)$over, "groups")) {
    return(paste0("are ", who, " equal?"))
  }
  of_sign <- all(x$method.id %in% c("sign_range", "gail_simon"))
  noun <- group_noun(result_units(x)$by)
  nouns <- group_nouns(result_units(x)$by)
  paste0(
    if (of_sign) "does the difference of " else "is the difference of ", who,
    if (of_sign) paste0(" change its sign from ", noun, " to ", noun, "?") else paste0(" the same in all ", nouns, "?")
  )
}

# Where the joint distribution of several tests of classes is from.
header_dependence <- function(x) {
  if (!is_type(x, "omnibus")) {
    return(NULL)
  }
  design <- designs_of(result_units(x))[[1]]
  slices <- combined_nouns(x)
  drawn <- function(R, what) { # nolint: object_name_linter.
    paste("How the", slices, "depend on each other is taken from", format_count(R), what)
  }
  said <- lapply(verdict_info(x)$parts, function(part) {
    if (isTRUE(part$n > 1)) switch(part$source,
      analytic = dependence(design, slices), permutation = drawn(part$R, "exchanges of the two classifiers."),
      bootstrap = drawn(part$R, "bootstrap samples, centred at the estimates.")
    )
  })
  unique(unlist(said))
}

# Which classes a test over all of them is about: the p-values of the single ones, which are another question.
which_classes <- function(x) {
  rows <- class_tests(x)$tests
  rows <- rows[!is.na(rows$adj.p.value), ]
  if (is.null(rows) || nrow(rows) < 2) {
    return(NULL)
  }
  info <- verdict_info(rows)
  level <- 1 - info$conf.level
  shown <- with_labels(rows[rows$adj.p.value < level, ])
  shown <- shown[order(shown$adj.p.value, shown$log.p.value), ]
  several <- nrow(unique(as_plain(rows)[c("classifier", "reference")])) > 1
  names <- ifelse(is.na(shown$class), "", shown$class)
  if (several) names <- paste0(label_pair(shown), ifelse(is.na(shown$class), "", paste0(" on ", names)))
  classes <- if (nrow(shown) == 0) {
    "none by itself"
  } else {
    and_list(paste0(names, " (", say_p(shown$adj.p.value, shown$log.adj.p.value, levels_of(info)), ")"), max_named)
  }
  how <- label_adjustment(info$p.adjust.method)
  paste0("Which, by p-values adjusted over ", count_of(nrow(rows), "comparison"), " (", how, "): ", classes, ".")
}
