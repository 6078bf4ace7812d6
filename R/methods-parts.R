# What all methods paragraphs are made of: data, tests, adjustment, intervals, margins, software.

methods_data <- function(units, done = "compared") {
  known <- !all(is.na(units$n_rows))
  classes <- if (length(units$classes)) paste0(" with ", count_of(length(units$classes), "class", "classes"))
  paste0(
    and_list(units$classifiers, 12), if (length(units$classifiers) > 1) " were " else " was ", done,
    if (known) paste0(" on ", data_words(units, classes)),
    if (!known && is_independent(units)) paste0(" by ", independent_estimates, ", each side with the errors given"),
    if (!known && !is_independent(units)) " by estimates whose covariance is taken as given",
    if (known && isTRUE(units$clustered)) paste0("; variances are by ", units$unit %||% "observation"), ".",
    if (length(units$effective)) paste0(
      if (anyNA(units$effective)) " Where rows have weights, estimates" else " Estimates",
      " are weighted means (Hajek's), their variances those of the design."
    ),
    paste0(" ", c(units$partial, units$unscored, units$repeated, whole_values(units)), recycle0 = TRUE, collapse = ""),
    methods_estimates(units$estimated), methods_caveat(units),
    methods_labels(units$labels_kind), methods_question(units)
  )
}

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

methods_estimates <- function(kind) {
  how <- registry_estimates[kind, ]
  paste0(" ", how$phrase, vapply(how$references, mark_keys, ""), ".", recycle0 = TRUE, collapse = "")
}

# Whose the covariance of areas is, where Wald's test is of probabilities or scores of rows.
methods_areas <- function(x) {
  units <- verdict_info(x)$units
  areas <- canonical_metric(x$metric) == "roc_auc" & x$method.id %in% "wald"
  if (any(areas) && length(units$events) && !length(units$effective)) {
    whose <- if (isTRUE(units$clustered)) c("Obuchowski's", "obuchowski1997") else c("DeLong's", "delong1988")
    paste0("The covariance of areas is ", whose[1], mark_keys(whose[2]), ".")
  }
}

methods_df <- function(x) c(df_of_wald(x), df_of_clusters(x))

range_of_df <- function(df) paste(unique(format_df(range(df), 3)), collapse = " to ")

df_of_clusters <- function(x) {
  df <- x[["df"]][x$method.id %in% "cluster_t" & !is.na(x$p.value)]
  if (length(df)) {
    paste(
      "The cluster-robust t test takes the bias-reduced variance of clusters, with", range_of_df(df),
      "degrees of freedom."
    )
  }
}

# Wald's test by t: whose degrees of freedom, and how many, and of what where it is not all. Of labels with
# probabilities methods_labels() says so.
df_of_wald <- function(x) {
  wald <- x[x$method.id %in% "wald" & !is.na(x$p.value), ]
  by_t <- is.finite(wald[["df"]])
  df <- wald[["df"]][by_t]
  if (length(df) == 0 || "probability" %in% unlist(verdict_info(x)$units$labels_kind)) {
    return(NULL)
  }
  whole <- df == round(df)
  with <- c(
    if (any(!whole)) {
      paste0("Satterthwaite's degrees of freedom, ", range_of_df(df[!whole]), mark_keys("satterthwaite1946"))
    },
    if (any(whole)) paste(range_of_df(df[whole]), "degrees of freedom")
  )
  of <- if (!all(by_t)) paste(" of", and_list(methods_subjects(wald[by_t, ])))
  paste0("The Wald test and its interval", of, " are by Student's t with ", and_list(with), ".")
}

# Of means over clusters of probabilities, where no other covariance was asked for.
methods_means <- function(x) {
  units <- verdict_info(x)$units
  means <- registry_probabilities$core[registry_probabilities$mean]
  asked <- x$method.id %in% "wald" & canonical_metric(x$metric) %in% means
  if (any(asked) && length(units$events) && isTRUE(units$clustered)) {
    noun <- plural_of(units$unit %||% "observation")
    paste0("The covariance of means over ", noun, " is CR2", mark_keys("pustejovsky2018"), ".")
  }
}

# How few labels stand for all rows.
methods_labels <- function(kind) {
  kind <- setdiff(unlist(kind), "unknown")
  if (length(kind)) {
    paste0(" ", capitalise(and_list(vapply(kind, function(one) {
      if (one == "probability") {
        return(paste(
          "labels weigh by the inverse of their inclusion probabilities, with t by how many of equal weight they are",
          "worth"
        ))
      }
      paste0(
        "estimates are two-phase, with ", if (one == "random") "merged ", "strata of what is predicted, and smoothed ",
        "variances", mark_keys(c("neyman1938", "begg1983", "robins1994"))
      )
    }, ""))), ".")
  }
}

# Of these rows only the error is smaller: that of drawing the rows is not in it.
methods_question <- function(units) {
  of_rows <- unlist(units$labels_of_rows)
  if (!any(of_rows)) {
    return(NULL)
  }
  finite <- of_rows & !setequal(units$labels_kind, "unknown")
  about <- paste0(about_words(of_rows), ifelse(finite, ", by variances of a finite population", ""))
  paste0(" Results are ", paste(about, collapse = ", and "), ".")
}

# How a judge's labels of all rows came in.
methods_judge <- function(info) {
  by <- info$judge$by
  of <- function(way) if (length(unique(by)) > 1) paste0(" (", and_list(unique(info$judge$metric[by == way])), ")")
  ways <- c(
    if ("differences" %in% by) paste0(
      "by the tuned difference estimator", of("differences"), mark_keys(c("angelopoulos2023b", "zrnic2024"))
    ),
    if ("strata" %in% by) paste0("as further strata", of("strata"))
  )
  if (length(ways)) paste0("A judge's labels of all rows were taken in ", and_list(ways), ".")
}

# What they are called in a sentence, with what is to be cited of them.
cited_test <- function(id, options = NULL) {
  said <- say_options(id, options)
  paste0(test_phrase(id), if (length(said)) paste(" with", and_list(said)), mark_keys(c(
    test_references(id), option_references(id, options)
  )))
}

# A row of a registry that has these columns.
cited_way <- function(way) paste0(way$phrase, mark_keys(way$references[[1]]))

cited_interval <- function(id) paste0(interval_phrase(id), mark_keys(interval_references(id)))

# Where it is not that of the data.
methods_prevalence <- function(x) {
  shares <- row_prevalence(x)
  given <- unique(shares[!is.na(shares)])
  if (length(given) > 0) {
    said <- vapply(given, function(share) prevalence_words(verdict_info(x)$units, share, Inf), "")
    data <- if (anyNA(shares)) " and at that of the data"
    paste0("Values are at the prevalence ", paste(said, collapse = ", or "), data, ", which was taken as known.")
  }
}

with_unit_labels <- function(units) {
  units[c("classes", "classifiers")] <- lapply(units[c("classes", "classifiers")], say_label)
  units
}

# "Accuracy and recall by class were compared by the McNemar test (McNemar 1947), as a difference; ..."
methods_tests <- function(x, done, before = "", options = verdict_info(x)$options) {
  said <- vapply(split_rows(x, paste(x$method.id, x$measure, sep = "\r")), function(part) {
    row <- part[1, ]
    subjects <- methods_subjects(part)
    verb <- if (before == "" && length(subjects) > 1) "were " else "was "
    paste0(
      before, and_list(subjects), " ", verb, done, " by ", cited_test(row$method.id, options),
      if (!is.na(row$measure)) paste0(", as ", one_measure(row$measure), if (is_conditional(row)) " of discordant rows")
    )
  }, "")
  paste0(capitalise(paste(said, collapse = "; ")), ".")
}

# "accuracy", "precision by class", "sensitivity on spam"
methods_subjects <- function(x) {
  vapply(split_metrics(x), function(part) {
    named <- unique(part$class)
    some <- !any(part$class %in% NA) && axis_of(x) == "class" && length(named) < length(result_units(x)$classes)
    if (length(named) == 1) {
      slice_phrase(part)
    } else {
      paste0(metric_phrase(part), " by ", slice_noun(x), if (some) paste0(" (", and_list(named, max_named), ")"))
    }
  }, "")
}

# `adjusted`: each at a part of the level, so that p-values are adjusted to be compared with it.
methods_sides <- function(info, adjusted = FALSE) {
  at <- if (adjusted) "; p-values are adjusted, to be compared with " else ", at the level "
  paste0("Tests are ", say_sides(info), at, short_number(1 - max(info$conf.level)), ".")
}

# `test`: ids, NULL where nothing is said of the chance of a false claim.
methods_adjustment <- function(info, test = NULL) {
  share <- share_of_risk(info)
  c(
    if (length(info$family) > 1 && is_adjusted(info)) methods_families(info) else methods_family(info, test),
    if (!is.null(share)) paste0("Of a verdict, which divides it, these tests have ", share, ".")
  )
}

methods_family <- function(info, test = NULL, begin = "P-values were adjusted") {
  if (!is_adjusted(info)) {
    return(if (any(info$family > 1)) "P-values were not adjusted for their number.")
  }
  adjustment <- registry_adjustments[unique(info$p.adjust.method), ]
  paste0(
    begin, " over ", and_list(count_of(unique(info$family), test_noun(info))), " by ",
    and_list(unique(adjustment$phrase)),
    mark_keys(all_of_column(adjustment$references)),
    limits_share_words(adjustment$id), limits_any_claim(adjustment, info, test), "."
  )
}

# Of results that were bound each part is a family, and nothing holds for all of them together.
methods_families <- function(info) {
  parts <- data.frame(method = info$p.adjust.method, n = info$family)
  adjusted <- parts[parts$method != "none", ]
  kinds <- unique(adjusted)
  by_method <- vapply(unique(kinds$method), function(method) {
    n <- count_of(kinds$n[kinds$method == method], test_noun(info))
    paste0("over ", and_list(n), " by ", cited_way(registry_adjustments[method, ]))
  }, "")
  without <- sum(parts$n[parts$method == "none"])
  paste0(
    "P-values were adjusted ", and_list(by_method),
    if (nrow(kinds) > 1) ", part by part" else if (nrow(adjusted) > 1) paste(" in each of", nrow(adjusted), "parts"),
    if (without > 0) paste0("; those of ", count_of(without, test_noun(info)), " were not adjusted"), "."
  )
}

limits_share_words <- function(methods) {
  if (limits_share(methods)) ", which limits the expected share of false claims among all claims"
}

# Where simulation supports that these tests keep the level on such units.
limits_any_claim <- function(adjustment, info, test) {
  resampled <- vapply(designs_of(info$units), function(design) is_resampled(design$type), NA)
  holds <- says_of_test(test, "holds")
  keeps_level <- length(holds) > 0 && all(holds) && !any(resampled) && !isTRUE(info$units$clustered)
  if (keeps_level && all(adjustment$limits == "any")) {
    paste0(", so that the chance of any false claim is at most ", short_number(1 - max(info$conf.level)))
  }
}

methods_intervals <- function(x) {
  info <- verdict_info(x)
  kinds <- setdiff(info$interval, "none")
  if (length(kinds)) {
    confidence <- c(paste(and_list(format_percent(info$conf.level)), "confidence"), interval_adjustment(x))
    cited <- and_list(vapply(kinds, cited_interval, ""))
    paste0("Intervals have ", paste(confidence, collapse = ", "), ": ", cited, ".")
  }
}

methods_margin <- function(x) {
  margin <- header_margin(x)
  if (is.null(margin)) {
    return(NULL)
  }
  both <- any(!is.na(x$margin.low) & !is.na(x$margin.high)) && !all(is_one_sided(verdict_info(x)))
  shown <- if (both) {
    within <- "Equivalence is shown where the whole interval lies within it"
    paste0(within, mark_keys("schuirmann1987"), ", not being worse")
  } else {
    "Not being worse is shown"
  }
  paste(true_minus(margin), shown, "where the interval excludes the end of it that is unfavourable.")
}

methods_values <- function(x) {
  if (lacks_labels(x)) {
    return("Of single values only what any labels allow is given.")
  }
  parts <- split_rows(x, paste(x$metric, x$average, x$method.id, sep = "\r"))
  metric <- vapply(parts, metric_phrase, "")
  method <- vapply(parts, function(part) part$method.id[1], "")
  by_t <- any(c("random", "by_pattern") %in% unlist(verdict_info(x)$units$labels_kind))
  said <- vapply(unique(method), function(kind) {
    how <- if (by_t && kind == "single_delta") paste0(" with Student's t", mark_keys("satterthwaite1946"))
    paste0(cited_interval(kind), how, " for ", and_list(unique(metric[method == kind])))
  }, "")
  paste0(
    "Intervals of single values have ", and_list(format_percent(verdict_info(x)$conf.level)),
    " confidence, ", interval_adjustment(x) %||% "each by itself", ": ", paste(said, collapse = "; "), "."
  )
}

methods_required <- function(x) {
  ids <- unique(x$method.id[!is.na(x$p.value)])
  tests <- unique(registry_intervals$required[match(ids, registry_intervals$id)])
  tests[is.na(tests)] <- "one that the interval inverts"
  paste0(
    "Values were tested against ", true_minus(required_values_said(x)), ". The ",
    if (length(tests) == 1) "test is" else "tests are", " the ", and_list(tests), "."
  )
}
