# The sentences of a methods paragraph, by what is asked.

methods_sentences <- function(x) UseMethod("methods_sentences")

#' @export
methods_sentences.default <- function(x) {
  abort_verdict(c(
    "{.arg x} must be one of the results that {.fn methods_text} is for, not {.obj_type_friendly {x}}.",
    i = "Such as that of {.fn verdict} or {.fn compare_classifiers}; {.code ?methods_text} has them all."
  ), "class")
}

#' @export
methods_sentences.verdict <- function(x) {
  check_verdict(x)
  all <- with_labels(claimed_rows(x))
  info <- verdict_info(all)
  together <- x$global$n_classes > 1
  if (!any(x$levels$n.tests > 0)) {
    grouped <- if (groups_tested(x$groups)) methods_groups(x$groups)
    return(c(
      methods_data(info$units), methods_prevalence(all),
      paste0("No comparison", if (!is.null(grouped)) " of the overall values", " could be tested."), grouped,
      methods_values(with_labels(x$assessment))
    ))
  }
  c(
    methods_data(info$units), methods_prevalence(all), methods_tests(all, "compared"), methods_areas(all),
    methods_means(all), methods_df(all), methods_judge(info), methods_sides(info, is_adjusted(info)),
    if (any(together)) {
      paste0(
        "Whether two classifiers differ on any ", slice_noun(all), " was tested by combining all ",
        slice_nouns(all), " by the ", x$global$method[together][1], " method",
        mark_keys(combination_references("dai")), "."
      )
    },
    methods_levels(x, info, all$method.id),
    methods_intervals(all), methods_margin(all), caution_notes(all), methods_groups(x$groups),
    methods_beside(x$omnibus, x$together),
    say_learners(info$units), methods_values(with_labels(x$assessment))
  )
}

# Where which is better, and whether the difference is the same everywhere: each at its part of what the headline left.
methods_groups <- function(groups) {
  if (is.null(groups$levels)) {
    return(NULL)
  }
  levels <- groups$levels
  judged <- vapply(seq_len(nrow(levels)), function(i) {
    n <- levels$n.tests[i]
    if (levels$level[i] < 1e-12) {
      return(", for which nothing of the level was left")
    }
    adjusted <- n > 1 && levels$p.adjust.method[i] != "none"
    paste0(
      " at the level ", short_number(signif(levels$level[i], 2)), " over ", count_of(n, "test"),
      if (adjusted) paste0(", adjusted by ", cited_way(registry_adjustments[levels$p.adjust.method[i], ]))
    )
  }, "")
  by <- function(rows) and_list(vapply(known_values(rows$method.id), cited_test, ""))
  tested <- levels$n.tests > 0
  n <- count_groups_of(length(groups$label), groups$by)
  paste0(
    if (tested[1]) {
      paste0("Each of the ", n, " was judged by ", by(groups$where), judged[1])
    } else {
      paste0("None of the ", n, " could be tested")
    },
    "; whether the difference is the same in all of them ",
    if (tested[2]) paste0("by ", by(groups$same), judged[2]) else "could not be tested", "."
  )
}

# All at once, in the family of the pairs.
methods_beside <- function(x, judged) {
  if (!is.null(x) && !is.null(judged)) paste0(
    if (verdict_info(x)$over == "metrics") "Sensitivity and specificity" else "All classifiers",
    " together were compared by ", cited_test(x$method.id),
    if (!identical(judged$p.value, judged$adj.p.value)) {
      ", adjusted to the smallest adjusted p-value of its comparisons where that is larger"
    }, "."
  )
}

# The headline first, and what it left of the level for the details.
methods_levels <- function(x, info, test) {
  levels <- x$levels
  whole <- 1 - max(info$conf.level)
  overall <- paste("Overall comparisons were tested at the level", short_number(signif(levels$level[1], 2)))
  cited <- paste0(short_number(whole), if (nrow(levels) == 1) ", whatever else is asked", mark_keys("dmitrienko2008"))
  if (nrow(levels) == 1 || all(levels$p.adjust.method == "none")) {
    share <- if (!uses_all(levels, whole) && is_adjusted(info)) paste0(overall, " of ", cited, ".")
    together <- if (is.null(share) || levels$n.tests > 1) {
      methods_family(info, test, "All p-values were adjusted together")
    }
    return(c(share, together))
  }
  several <- levels$n.tests > 1
  adjustment <- registry_adjustments[unique(levels$p.adjust.method[several]), ]
  paste0(
    overall, ", detailed ones at ", short_number(signif(levels$level[2], 2)), ", what these left of ", cited,
    if (any(several)) paste0(
      ", adjusted over ", and_list(count_of(levels$n.tests[several], "test")),
      if (all(adjustment$at_once)) " in a single step", " by ",
      and_list(adjustment$phrase), mark_keys(all_of_column(adjustment$references))
    ),
    limits_share_words(adjustment$id), limits_any_claim(adjustment, info, test), "."
  )
}

#' @export
methods_sentences.verdict_table <- function(x) {
  check_whole(is_complete(x), "class")
  x <- with_labels(named_rows(x))
  info <- verdict_info(x)
  done <- if (info$type == "assessment") "assessed" else "compared"
  c(methods_data(info$units, done), methods_prevalence(x), switch(info$type,
    comparison = c(
      methods_tests(x, "compared"), methods_areas(x), methods_means(x), methods_df(x), methods_judge(info),
      methods_sides(info),
      methods_adjustment(info, x$method.id),
      methods_intervals(x), methods_margin(x), caution_notes(x)
    ),
    assessment = c(
      methods_values(x), methods_judge(info),
      if (!all(is.na(x$p.value))) c(methods_required(x), methods_sides(info), methods_adjustment(info))
    ),
    omnibus = c(
      if (identical(info$over, "classes")) methods_over_classes(x) else methods_tests(x, "tested", omnibus_of(x)),
      methods_adjustment(info)
    )
  ))
}

# What is tested, before the name of the metric.
omnibus_of <- function(x) {
  in_groups <- identical(verdict_info(x)$over, "groups")
  if (in_groups) paste("the same difference in all", group_nouns(result_units(x)$by), "in ") else "equality in "
}

# Of tests that combine those of the classes: these, and how.
methods_over_classes <- function(x) {
  parts <- verdict_info(x)$parts
  combined <- Filter(function(part) !is.null(part$tests), parts)
  several <- Filter(function(part) isTRUE(part$n > 1), combined)
  how <- unique(vapply(parts, function(part) {
    if (part$combine %in% registry_combinations$id) {
      way <- registry_combinations[part$combine, ]
      combining <- if (!is.na(way$core)) "combining these tests by "
      paste0(combining, cited_way(way))
    } else {
      cited_test(part$combine)
    }
  }, "", USE.NAMES = FALSE))
  from <- vapply(several, function(part) {
    of <- c(permutation = "permutations", bootstrap = "bootstrap samples")
    if (part$source %in% names(of)) return(paste(format_count(part$R), of[[part$source]]))
    if (part$source %in% "analytic") analytic_source(designs_of(result_units(x))[[1]]) else NA_character_
  }, "", USE.NAMES = FALSE)
  from <- unique(from[!is.na(from)])
  tests <- lapply(unname(combined), function(part) with_labels(part$tests))
  c(
    # How many replicates there are is said of the covariance.
    unique(unlist(lapply(tests, methods_tests, done = "compared", options = NULL))), methods_sides(verdict_info(x)),
    paste0(combined_question(x), " was tested by ", and_list(how), "."),
    if (length(from)) {
      paste0("The covariance of the ", combined_nouns(x), "' statistics is that of ", and_list(from), ".")
    }
  )
}

combined_question <- function(x) {
  if (is_over_classes(x)) {
    paste0("Whether ", metrics_listed(x), " differs on any ", slice_noun(x))
  } else {
    paste0("Equality in ", and_list(methods_subjects(x)))
  }
}

# As header_dependence() has it.
analytic_source <- function(design) {
  if (design$type == "given") {
    "the estimates"
  } else if (design$type %in% score_designs()$design) {
    "the scores"
  } else {
    "the influence of each observation"
  }
}

#' @export
methods_sentences.combined_p <- function(x) {
  check_unedited(x)
  basis <- if (!is.null(x$covariance)) {
    ", by the covariance that was given"
  } else if (registry_combinations[x$combine, "independent"]) {
    ", which takes them for independent"
  }
  left_out <- length(x$omitted)
  c(
    paste0(
      count_of(x$n, "p-value was", "p-values were"), " combined into one by ",
      registry_combinations[x$combine, "phrase"], mark_keys(combination_references(x$combine)), basis,
      if (x$weighted) ", with weights", "."
    ),
    if (left_out > 0) paste(count_of(left_out, "missing p-value was", "missing p-values were"), "left out."),
    "The null hypothesis is that all of the single null hypotheses hold."
  )
}

#' @export
methods_sentences.verdict_ranking <- function(x) {
  check_whole(is_intact(x), "class")
  info <- verdict_info(x)
  c(
    methods_data(with_unit_labels(info$units)),
    paste0(
      "They were ranked by ", list_metrics(x$metric, info$metrics), "; each pair was compared by ",
      cited_test(info$test, info$options), "."
    ),
    methods_adjustment(info, info$test),
    paste0(
      if (is_simultaneous(x)) "Intervals of all ranks hold together" else "Intervals of ranks hold each by itself",
      " with ", format_percent(info$conf.level), " confidence", mark_keys("mogstad2024"),
      "; classifiers that share a letter are not distinguishable", mark_keys("piepho2004"), "."
    )
  )
}

#' @export
methods_sentences.verdict_flips <- function(x) {
  check_whole(is_intact(x), "class")
  info <- verdict_info(x)
  c(
    methods_data(with_unit_labels(info$units)),
    paste0(
      "The numbers of rows that one classifier fixed and broke against another were compared by ",
      cited_test(x$method.id), "."
    ),
    methods_adjustment(info, x$method.id),
    paste0("Intervals of the difference are ", format_percent(info$conf.level), ", each by itself.")
  )
}

#' @export
methods_sentences.bayesian_comparison <- function(x) {
  info <- verdict_info(x)
  check_bayesian(x)
  n <- range(x$n, na.rm = TRUE)
  test <- tests_of("bayes")[info$method, ]
  ropes <- unique(x$rope)
  c(
    paste0(
      and_list(say_label(info$classifiers), 6), " were compared on ", n[1], if (n[1] != n[2]) paste(" to", n[2]), " ",
      info$unit, if (n[2] != 1) "s", " in ", and_list(label_metric(unique(x$metric), info$metrics)), " by the ",
      cited_way(test), if (isTRUE(info$rho > 0)) {
        paste0(", with a correlation of ", short_number(info$rho, 3), " between splits", mark_keys("nadeau2003"))
      }, "."
    ),
    if (!identical(ropes, 0)) {
      paste0("Differences of at most ", and_list(short_number(ropes)), " were taken as practically equivalent.")
    },
    paste0("A statement is made where its posterior probability is at least ", short_number(info$conf.level), ".")
  )
}

#' @export
methods_sentences.power_comparison <- function(x) {
  check_whole(is_intact(x), "class")
  how <- switch(only_value(x$computed, "normal"),
    exact = "exactly", t = "by the noncentral t distribution", "by the normal approximation"
  )
  paste0(
    if (identical(attr(x, "planning")$type, "power")) "Power was" else "Sample sizes were", " computed ", how, " for ",
    cited_test(unique(x$method)), " at the level ", and_list(short_number(unique(x$alpha))), ", ",
    say_sides(x),
    if (!is.null(x$margin.low)) ", of what lies beyond a margin",
    if (isTRUE(attr(x, "planning")$pooled)) ", of the pooled rows of a cross-validation", ".",
    paste0(" ", unlist(attr(x, "planning")[c("shared", "ranked")]), recycle0 = TRUE, collapse = "")
  )
}

#' @export
methods_sentences.evaluation_plan <- function(x) {
  check_whole(
    all(c("metric", "n", "difference", "power", "within") %in% names(x)) && is.numeric(attr(x, "conf.level")), "class"
  )
  samples <- !all(is.na(x$within))
  pairs <- attr(x, "pairs") %||% nrow(x)
  paste0(
    "Numbers of items ", if (samples) "and of samples of each ", "were computed by the normal approximation",
    mark_keys("miller2024"), " for a difference of ", and_list(short_number(unique(x$difference))), " in ",
    and_list(say_label(unique(x$metric))), " with power ", and_list(short_number(unique(x$power))),
    ", by how the difference of two models varied over ", and_list(format_count(unique(x$n))), " items",
    if (samples) " and between samples of an item", ", two-sided, at the level ",
    short_number(1 - attr(x, "conf.level")), if (pairs > 1) paste(" for all", pairs, "pairs together"), "."
  )
}

#' @export
methods_sentences.error_estimate <- function(x) {
  plan <- attr(x, "plan")
  kinds <- error_interval_ids(x)
  c(
    paste0(
      "Error rates were estimated on ", count_of(plan$n, "row"), " by ", plan_words(plan),
      mark_keys(if (any(x$estimator %in% c("632", "632+"))) "efron1997"), "."
    ),
    if (length(kinds)) {
      paste0(
        "Intervals have ", format_percent(attr(x, "conf.level")), " confidence: ", and_list(interval_phrase(kinds)),
        mark_keys(interval_references(kinds)), "."
      )
    }
  )
}
