#' How it was done, as text for a paper
#'
#' Answers: what do I write under 'Statistical methods'? A paragraph that names the data, the tests, the
#' adjustment, the intervals, margins and the software of a result, with references.
#'
#' @param x A result: of [verdict()], [compare_classifiers()], [assess_classifiers()], [omnibus_test()],
#'   [rank_classifiers()], [flips()], [compare_independent()], [compare_bayesian()], [combine_p()] (of one set),
#'   [power_comparison()], [sample_size()] or [error_estimate()].
#' @param bib The name of a file to which the references are written as BibTeX; `NULL` for none.
#' @param citations How the text cites: `"text"`, as "(Tango 1998)", or `"pandoc"`, as "`[@tango1998]`", which R
#'   Markdown resolves with the file `bib`.
#' @param object What `methods_text()` returned.
#' @param width Width of the console in characters.
#' @param ... Not used.
#' @return An object of class `methods_text`: the paragraph, a character string, with the attributes `keys` (of the
#'   references that it cites) and `references` (a [utils::bibentry()]). `print()` shows the paragraph and the
#'   references, `toBibtex()` gives these as BibTeX. In R Markdown an inline `` `r methods_text(x)` `` is
#'   the paragraph, a chunk both.
#'
#' @section Errors:
#' `verdict_error_class`: `x` is no result of those above, or has lost what it knew of its data.
#' `verdict_error_file`: `bib` cannot be written.
#'
#' @section When not to use:
#' The text says what was computed, not why it was right to do so: how the data came about, and how metrics, margin and
#' classifiers were chosen, is for you to add.
#'
#' @examples
#' set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' text <- methods_text(verdict(set))
#' text
#' file <- tempfile(fileext = ".bib")
#' methods_text(compare_classifiers(set, "recall"), bib = file, citations = "pandoc")
#' readLines(file, n = 4)
#' @export
methods_text <- function(x, bib = NULL, citations = c("text", "pandoc"), ...) {
  check_dots(...)
  check_given(x, "a result, such as that of {.fn verdict} or {.fn compare_classifiers}.", "class")
  citations <- check_choice(citations, "citations", c("text", "pandoc"))
  sentences <- c(methods_sentences(x), methods_software())
  text <- paste(sentences[nzchar(sentences)], collapse = " ")
  keys <- unique(unlist(strsplit(marks_in(text), ";", fixed = TRUE)))
  out <- structure(
    fill_citations(text, citations), class = "methods_text", keys = keys, references = cited_entries(keys),
    marked = text, citations = citations
  )
  if (!is.null(bib)) write_bib(out, bib)
  out
}

# Citations are written between two characters for private use, so that no label has them, until
# all are known.
mark_open <- "\ue001"
mark_close <- "\ue002"

mark_keys <- function(keys) if (length(keys)) paste0(" ", mark_open, paste(keys, collapse = ";"), mark_close) else ""

# What stands between the marks, as it occurs.
marks_in <- function(text) {
  parts <- strsplit(text, mark_open, fixed = TRUE)[[1]][-1]
  unique(vapply(strsplit(parts, mark_close, fixed = TRUE), `[`, "", 1))
}

fill_citations <- function(text, citations) {
  for (mark in marks_in(text)) {
    keys <- strsplit(mark, ";", fixed = TRUE)[[1]]
    said <- if (citations == "pandoc") {
      paste0("[", paste0("@", keys, collapse = "; "), "]")
    } else {
      paste0("(", paste(say_citation(keys), collapse = "; "), ")")
    }
    text <- gsub(paste0(mark_open, mark, mark_close), said, text, fixed = TRUE)
  }
  text
}

software_keys <- c("R", "verdict")

say_citation <- function(keys) {
  out <- c(R = paste("R Core Team", R.version$year), verdict = "The verdict authors 2026")[keys]
  known <- !keys %in% software_keys
  if (any(known)) out[known] <- author_year(keys[known])
  unname(out)
}

cited_entries <- function(keys) {
  software <- lapply(intersect(software_keys, keys), function(key) {
    entry <- utils::citation(if (key == "R") "base" else "verdict")[1]
    entry$key <- key
    entry
  })
  papers <- setdiff(keys, software_keys)
  do.call(c, c(if (length(papers)) list(reference_bibentry(papers)), software))
}

methods_software <- function() {
  paste0(
    "All was computed with R ", getRversion(), mark_keys("R"), " and its package verdict ",
    utils::packageVersion("verdict"), mark_keys("verdict"), "."
  )
}

write_bib <- function(x, bib) {
  if (!is.character(bib) || length(bib) != 1 || is.na(bib) || bib == "") {
    abort_verdict("{.arg bib} must be the name of one file.", "argument")
  }
  if (!dir.exists(dirname(bib)) || dir.exists(bib) || file.access(dirname(bib), 2) != 0) {
    abort_verdict("The file {.file {bib}} cannot be written.", "file")
  }
  writeLines(enc2utf8(as.character(utils::toBibtex(x))), bib, useBytes = TRUE)
}

# Sentences, by what is asked -------------------------------------------------------

methods_sentences <- function(x) UseMethod("methods_sentences")

#' @export
methods_sentences.default <- function(x) {
  abort_verdict(
    c(
      "{.arg x} must be a result of the package, not {.obj_type_friendly {x}}.",
      i = "Such as that of {.fn verdict} or {.fn compare_classifiers}."
    ),
    "class"
  )
}

#' @export
methods_sentences.verdict <- function(x) {
  check_no_code(x)
  all <- with_labels(claimed_rows(x))
  info <- verdict_info(all)
  together <- x$global$n_classes > 1
  if (!any(x$levels$n.tests > 0)) {
    return(c(
      methods_data(info$units), methods_prevalence(all), "No comparison could be tested.",
      methods_values(with_labels(x$assessment))
    ))
  }
  c(
    methods_data(info$units), methods_prevalence(all), methods_tests(all, "compared"), methods_areas(all),
    methods_sides(info),
    if (any(together)) {
      paste0(
        "Whether two classifiers differ on any ", axis_of(all), " was tested by combining all ",
        axis_plural(axis_of(all)), " by the ", x$global$method[together][1], " method",
        mark_keys(combination_references("dai")), "."
      )
    },
    methods_levels(x, info, all$method.id),
    methods_intervals(all), methods_margin(all), methods_groups(x$groups), methods_beside(x$omnibus, x$together),
    say_learners(info$units), methods_values(with_labels(x$assessment))
  )
}

# Where which is better, and whether the difference is the same everywhere: each at its part of what the headline left.
methods_groups <- function(groups) {
  if (is.null(groups$levels)) {
    return("")
  }
  levels <- groups$levels
  judged <- vapply(seq_len(nrow(levels)), function(i) {
    n <- levels$n.tests[i]
    if (levels$level[i] < 1e-12) {
      return(", for which nothing of the level was left")
    }
    adjusted <- n > 1 && levels$p.adjust.method[i] != "none"
    way <- registry_adjustments[levels$p.adjust.method[i], ]
    paste0(
      " at the level ", short_number(signif(levels$level[i], 2)), " over ", count_of(n, "test"),
      if (adjusted) paste0(", adjusted by ", way$phrase, mark_keys(way$references[[1]]))
    )
  }, "")
  by <- function(rows) {
    tests <- unique(stats::na.omit(rows$method.id))
    paste0(vapply(tests, test_phrase, ""), vapply(tests, function(id) mark_keys(test_references(id)), ""))
  }
  paste0(
    "Each of the ", count_groups_of(length(groups$label), groups$by), " was judged by ", and_list(by(groups$where)),
    judged[1], "; whether the difference is the same in all of them by ", and_list(by(groups$same)), judged[2], "."
  )
}

# All at once, in the family of the pairs.
methods_beside <- function(x, judged) {
  if (is.null(x) || is.null(judged)) {
    return("")
  }
  what <- if (verdict_info(x)$over == "metrics") "Sensitivity and specificity" else "All classifiers"
  paste0(
    what, " together were compared by ", test_phrase(x$method.id), mark_keys(test_references(x$method.id)),
    if (!identical(judged$p.value, judged$adj.p.value)) {
      ", adjusted to the smallest adjusted p-value of its comparisons where that is larger"
    }, "."
  )
}

# The headline first, and what it left of the level for the details.
methods_levels <- function(x, info, test) {
  levels <- x$levels
  if (nrow(levels) == 1 || all(levels$p.adjust.method == "none")) {
    share <- if (!uses_all(levels, 1 - max(info$conf.level)) && is_adjusted(info)) {
      paste0(
        "What is over all was judged at the level ", short_number(signif(levels$level[1], 2)), " of ",
        short_number(1 - max(info$conf.level)), ", whatever else is asked", mark_keys("dmitrienko2008"), "."
      )
    }
    together <- if (is.null(share) || levels$n.tests > 1) {
      methods_adjustment(info, test, "All p-values were adjusted together")
    }
    return(paste(c(share, together), collapse = " "))
  }
  adjustment <- registry_adjustments[unique(levels$p.adjust.method), ]
  paste0(
    "What is over all was judged at the level ", short_number(signif(levels$level[1], 2)),
    ", what is in detail at what that did not use of ", short_number(1 - info$conf.level[1]), ", ",
    short_number(signif(levels$level[2], 2)), mark_keys("dmitrienko2008"), ", adjusted over ",
    and_list(count_of(levels$n.tests[levels$n.tests > 0], "test")),
    if (all(adjustment$at_once)) " in a single step", " by ",
    and_list(adjustment$phrase), mark_keys(all_of_column(adjustment$references)),
    if (all(adjustment$limits == "any") && keeps_level(info$units, test)) {
      paste0(", so that the chance of any false claim is at most ", short_number(1 - info$conf.level[1]))
    }, "."
  )
}

check_told <- function(whole) {
  if (!whole) {
    abort_verdict(
      c("{.arg x} has lost columns, or what it knew of its data.", i = "Take the result as it was returned."),
      "class"
    )
  }
}

#' @export
methods_sentences.verdict_table <- function(x) {
  check_told(is_complete(x))
  x <- with_labels(named_rows(x))
  info <- verdict_info(x)
  switch(info$type,
    comparison = c(
      methods_data(info$units), methods_prevalence(x), methods_tests(x, "compared"), methods_areas(x),
      methods_sides(info),
      methods_adjustment(info, x$method.id), methods_intervals(x), methods_margin(x)
    ),
    assessment = c(
      methods_data(info$units, "assessed"), methods_prevalence(x), methods_values(x),
      if (!all(is.na(x$p.value))) c(methods_required(x), methods_sides(info), methods_adjustment(info))
    ),
    omnibus = c(
      methods_data(info$units), methods_prevalence(x),
      if (is_over_classes(x)) methods_over_classes(x) else methods_tests(x, "tested", omnibus_of(x)),
      methods_adjustment(info)
    )
  )
}

# What is tested, before the name of the metric.
omnibus_of <- function(x) {
  if (identical(verdict_info(x)$over, "groups")) "the same difference in all groups in " else "equality in "
}

# Of tests that combine those of the classes: these, and how.
methods_over_classes <- function(x) {
  parts <- verdict_info(x)$parts
  combined <- Filter(function(part) !is.null(part$tests), parts)
  how <- unique(vapply(parts, function(part) {
    if (part$combine %in% registry_combinations$id) {
      way <- registry_combinations[part$combine, ]
      combining <- if (!is.na(way$core)) "combining these tests by "
      paste0(combining, way$phrase, mark_keys(way$references[[1]]))
    } else {
      paste0(test_phrase(part$combine), mark_keys(test_references(part$combine)))
    }
  }, "", USE.NAMES = FALSE))
  from <- vapply(combined, function(part) {
    of <- c(permutation = "permutations", bootstrap = "bootstrap samples")
    if (part$source %in% names(of)) return(paste(format_count(part$R), of[[part$source]]))
    c(analytic = "the influence of each observation")[part$source]
  }, "", USE.NAMES = FALSE)
  from <- unique(from[!is.na(from)])
  tests <- lapply(unname(combined), function(part) with_labels(part$tests))
  c(
    unique(unlist(lapply(tests, methods_tests, done = "compared"))), methods_sides(verdict_info(x)),
    paste0(
      "Whether ", and_list(unique(metric_labels(x))), " differs on any ", axis_of(x), " was tested by ",
      and_list(how), "."
    ),
    if (length(from)) {
      paste0("The covariance of the ", axis_plural(axis_of(x)), "' statistics is that of ", and_list(from), ".")
    }
  )
}

#' @export
methods_sentences.combined_p <- function(x) {
  basis <- if (!is.null(x$covariance)) {
    ", by the covariance that was given"
  } else if (registry_combinations[x$combine, "independent"]) {
    ", which takes them for independent"
  }
  left_out <- length(x$omitted)
  c(
    paste0(
      count_of(x$n, "p-value"), if (x$n == 1) " was" else " were", " combined into one by ",
      registry_combinations[x$combine, "phrase"], mark_keys(combination_references(x$combine)), basis,
      if (x$weighted) ", with weights", "."
    ),
    if (left_out > 0) {
      paste0(count_of(left_out, "missing p-value"), if (left_out == 1) " was" else " were", " left out.")
    },
    "The null hypothesis is that all of the single null hypotheses hold."
  )
}

#' @export
methods_sentences.verdict_ranking <- function(x) {
  check_told(is_ranking(x))
  info <- verdict_info(x)
  c(
    methods_data(with_unit_labels(info$units)),
    paste0(
      "They were ranked by ", and_list(unique(label_metric(x$metric, info$metrics))), "; each pair was compared by ",
      test_phrase(info$test), mark_keys(test_references(info$test)), "."
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
  check_told(is_flips(x))
  info <- verdict_info(x)
  c(
    methods_data(with_unit_labels(info$units)),
    paste0("The numbers of rows that one classifier fixed and broke against another were compared by ",
      test_phrase(x$method.id), mark_keys(test_references(x$method.id)), "."
    ),
    methods_adjustment(info, x$method.id),
    paste0("Intervals of the difference are ", format_percent(info$conf.level), ", each by itself.")
  )
}

#' @export
methods_sentences.bayesian_comparison <- function(x) {
  info <- verdict_info(x)
  check_bayesian(x)
  n <- range(x$n)
  test <- tests_of("bayes")[info$method, ]
  ropes <- unique(x$rope)
  c(
    paste0(
      and_list(say_label(info$classifiers), 6), " were compared on ", n[1], if (n[1] != n[2]) paste(" to", n[2]), " ",
      info$unit, if (n[2] != 1) "s", " in ", and_list(label_metric(unique(x$metric), info$metrics)), " by the ",
      test$phrase, mark_keys(test$references[[1]]), if (isTRUE(info$rho > 0)) {
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
  check_told(is_planning(x))
  how <- switch(only_value(x$computed, "normal"),
    exact = "exactly", t = "by the noncentral t distribution", "by the normal approximation"
  )
  test <- unique(x$method)
  paste0(
    if (identical(attr(x, "planning")$type, "power")) "Power was" else "Sample sizes were", " computed ", how, " for ",
    test_phrase(test), mark_keys(test_references(test)), " at the level ", and_list(short_number(unique(x$alpha))),
    ", ", and_list(side_words[unique(x$alternative)]),
    if (!is.null(x$margin.low)) ", of what lies beyond a margin", "."
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

# Parts of them ----------------------------------------------------------------------

methods_data <- function(units, done = "compared") {
  known <- !all(is.na(units$n_rows))
  classes <- if (length(units$classes)) paste0(" with ", count_of(length(units$classes), "class", "classes"))
  paste0(
    and_list(units$classifiers, 12), if (length(units$classifiers) > 1) " were " else " was ", done,
    if (known) paste0(" on ", data_words(units, classes)) else " by estimates whose covariance is taken as given",
    if (known && isTRUE(units$clustered)) paste0("; variances are by ", units$unit %||% "observation"), ".",
    if (length(units$effective)) " Estimates are weighted means (Hajek's), their variances those of the design.",
    methods_caveat(units), methods_labels(units$labels_kind)
  )
}

# Whose the covariance of areas is, where Wald's test is of probabilities or scores of rows.
methods_areas <- function(x) {
  units <- verdict_info(x)$units
  if (any(x$metric == "roc_auc" & x$method.id %in% "wald") && length(units$events) && !length(units$effective)) {
    if (isTRUE(units$clustered)) {
      paste0("The covariance of areas is Obuchowski's", mark_keys("obuchowski1997"), ".")
    } else {
      paste0("The covariance of areas is DeLong's", mark_keys("delong1988"), ".")
    }
  }
}

# How few labels stand for all rows.
methods_labels <- function(kind) {
  kind <- setdiff(unlist(kind), "unknown")
  if (length(kind)) {
    paste0(" ", capitalise(and_list(vapply(kind, function(one) {
      if (one == "probability") {
        return("labels weigh by the inverse of their inclusion probabilities")
      }
      paste0(
        "estimates are two-phase, with ", if (one == "random") "merged ", "strata of what is predicted, smoothed ",
        "variances and t", mark_keys(c("neyman1938", "begg1983", "robins1994", "satterthwaite1946"))
      )
    }, ""))), ".")
  }
}

# What readers have to know of cross-validation.
methods_caveat <- function(units) {
  if (any(are_designs(units, "cross-validated"))) {
    paste(
      " The models of a cross-validation share training data: as statements on the learning algorithms",
      "p-values tend to be too small and intervals too short."
    )
  } else if (any(are_designs(units, "thresholds"))) {
    " The thresholds were chosen by the same data; tests and intervals take them as given."
  }
}

# Where it is not that of the data.
methods_prevalence <- function(x) {
  shares <- row_prevalence(x)
  given <- unique(shares[!is.na(shares)])
  if (length(given) > 0) {
    said <- vapply(given, function(share) prevalence_words(verdict_info(x)$units, share), "")
    data <- if (anyNA(shares)) " and at that of the data"
    paste0("Values are at the prevalence ", paste(said, collapse = ", or "), data, ", which was taken as known.")
  }
}

with_unit_labels <- function(units) {
  units[c("classes", "classifiers")] <- lapply(units[c("classes", "classifiers")], say_label)
  units
}

# "Accuracy and recall by class were compared by the McNemar test (McNemar 1947), as a difference; ..."
methods_tests <- function(x, done, before = "") {
  parts <- split_rows(x, paste(x$method.id, x$measure, sep = "\r"))
  said <- vapply(parts, function(part) {
    row <- part[1, ]
    subjects <- methods_subjects(part)
    verb <- if (before == "" && length(subjects) > 1) "were " else "was "
    paste0(
      before, and_list(subjects), " ", verb, done, " by ", test_phrase(row$method.id),
      mark_keys(test_references(row$method.id)),
      if (!is.na(row$measure)) paste(", as", one_measure(row$measure))
    )
  }, "")
  paste0(capitalise(paste(said, collapse = "; ")), ".")
}

# "accuracy", "precision by class", "sensitivity on spam"
methods_subjects <- function(x) {
  parts <- split_rows(x, paste(x$metric, x$average, is.na(x$class), sep = "\r"))
  vapply(parts, function(part) {
    if (varies(part$class)) paste(metric_phrase(part), "by", axis_of(x)) else slice_phrase(part)
  }, "")
}

methods_sides <- function(info) {
  level <- short_number(1 - max(info$conf.level))
  paste0("Tests are ", and_list(side_words[info$alternative]), ", at the level ", level, ".")
}

# `test`: ids, NULL where nothing is said of the chance of a false claim.
methods_adjustment <- function(info, test = NULL, begin = "P-values were adjusted") {
  if (!is_adjusted(info)) {
    return(if (any(info$family > 1)) "P-values were not adjusted for their number." else "")
  }
  adjustment <- registry_adjustments[unique(info$p.adjust.method), ]
  noun <- if (identical(info$type, "comparison")) "comparison" else "test"
  paste0(
    begin, " over ", and_list(count_of(unique(info$family), noun)), " by ", and_list(unique(adjustment$phrase)),
    mark_keys(all_of_column(adjustment$references)),
    if (any(adjustment$limits == "share")) {
      ", which limits the expected share of false claims among all claims"
    } else if (all(adjustment$limits == "any") && keeps_level(info$units, test)) {
      paste0(", so that the chance of any false claim is at most ", short_number(1 - max(info$conf.level)))
    }, "."
  )
}

# Whether simulation supports that these tests keep the level on such units.
keeps_level <- function(units, test) {
  resampled <- vapply(designs_of(units), function(design) is_resampled(design$type), NA)
  holds <- registry_tests$holds[match(plain_id(as.character(test)), registry_tests$id)]
  length(holds) > 0 && all(holds %in% TRUE) && !any(resampled) && !isTRUE(units$clustered)
}

methods_intervals <- function(x) {
  info <- verdict_info(x)
  kinds <- setdiff(info$interval, "none")
  if (length(kinds) == 0) {
    return("")
  }
  named <- vapply(kinds, function(kind) paste0(interval_phrase(kind), mark_keys(interval_references(kind))), "")
  adjusted <- interval_adjustment(x)
  paste0(
    "Intervals have ", and_list(format_percent(info$conf.level)), " confidence",
    if (!is.null(adjusted)) paste0(", ", adjusted), ": ", and_list(named), "."
  )
}

methods_margin <- function(x) {
  margin <- header_margin(x)
  if (is.null(margin)) {
    return("")
  }
  paste0(
    true_minus(margin), " Equivalence is shown where the whole interval lies within it",
    mark_keys("schuirmann1987"), ", not being worse where the interval excludes the end of it that is unfavourable."
  )
}

methods_values <- function(x) {
  parts <- split_rows(x, paste(x$metric, x$average, x$method.id, sep = "\r"))
  metric <- vapply(parts, metric_phrase, "")
  method <- vapply(parts, function(part) part$method.id[1], "")
  said <- vapply(unique(method), function(kind) {
    of <- and_list(unique(metric[method == kind]))
    paste0(interval_phrase(kind), mark_keys(interval_references(kind)), " for ", of)
  }, "")
  paste0(
    "Intervals of single values have ", and_list(format_percent(verdict_info(x)$conf.level)),
    " confidence, ", interval_adjustment(x) %||% "each by itself", ": ", paste(said, collapse = "; "), "."
  )
}

methods_required <- function(x) {
  values <- unique(x$null.value[!is.na(x$null.value)])
  paste0("Values were tested against ", and_list(true_minus(short_number(values))), ".")
}

# Methods ---------------------------------------------------------------------------

#' @rdname methods_text
#' @export
print.methods_text <- function(x, ..., width = getOption("width")) {
  width <- check_width(width)
  references <- gsub("*", "", reference_lines(x), fixed = TRUE)
  writeLines(c(wrap_text(as.character(x), width), "", "References", wrap_text(references, width, exdent = 2)))
  invisible(x)
}

# Of papers as the package has them, of software as R does.
reference_lines <- function(x) {
  keys <- attr(x, "keys")
  papers <- setdiff(keys, software_keys)
  c(
    if (length(papers)) reference_text(papers),
    paste0(
      "R Core Team (", R.version$year, ") *R: A Language and Environment for Statistical Computing*. ",
      "R Foundation for Statistical Computing, Vienna."
    ),
    paste0(
      "The verdict authors (2026) *verdict: Statistically Rigorous Comparison of Classifiers*. R package version ",
      utils::packageVersion("verdict"), "."
    )
  )
}

#' @export
as.character.methods_text <- function(x, ...) as.vector(unclass(x))

#' @export
format.methods_text <- function(x, ...) as.character(x)

#' @rdname methods_text
#' @importFrom utils toBibtex
#' @export
toBibtex.methods_text <- function(object, ...) { # nolint: object_name_linter.
  check_dots(...)
  utils::toBibtex(attr(object, "references"))
}

#' @exportS3Method knitr::knit_print
knit_print.methods_text <- function(x, ..., inline = FALSE) { # nolint: object_name_linter.
  filled <- function(escape) fill_citations(escape(attr(x, "marked")), attr(x, "citations"))
  if (inline) {
    return(filled(inline_text))
  }
  lines <- c("", filled(escape_markdown), "", "References", "", paste("-", link_doi(reference_lines(x))), "")
  knitr::asis_output(paste(lines, collapse = "\n"))
}

# Old DOIs have angle brackets, which end a link.
link_doi <- function(text) {
  at <- regexpr("doi:10[.][^ ]+$", text)
  doi <- substring(text, at + 4)
  escaped <- gsub(";", "%3B", gsub(">", "%3E", gsub("<", "%3C", doi, fixed = TRUE), fixed = TRUE), fixed = TRUE)
  ifelse(at > 0, paste0(substring(text, 1, at - 1), "<https://doi.org/", escaped, ">"), text)
}
