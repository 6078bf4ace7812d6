# Cautions that several texts give.

caution_data <- function(x) {
  units <- result_units(x)
  in_time <- is_serial(known_values(x$method.id))
  apart <- if (all(is.na(units$n_rows))) header_rows(units)
  c(apart, caveats_of(units) %||% c(
    if (any(in_time)) assumption_in_time(units, values_of_option(x, "horizon")),
    if (!all(in_time) || !length(in_time)) {
      tests <- if (any(in_time)) "The other tests" else "The tests"
      unique(vapply(designs_of(units), design_assumption, "", units, tests))
    }
  ))
}

decided_by <- function(x, adjusted) {
  info <- verdict_info(x)
  p <- if (is_adjusted(info)) "an adjusted p-value" else "a p-value"
  paste0(
    "Decided by ", p, " below ", short_number(significance_level(x)),
    if (is_adjusted(info)) {
      paste0("; ", adjusted)
    } else if (any(info$family > 1)) {
      ", not adjusted for the number of comparisons"
    }, "."
  )
}

# Of two classes; with more their set itself says which columns look exchanged.
caution_reversed <- function(rows) {
  rows <- rows[canonical_metric(rows$metric) %in% "roc_auc" & rows$average %in% c(NA, "none"), ]
  area <- c(rows$estimate.classifier, rows$estimate.reference)
  who <- unique(c(rows$classifier, rows$reference)[which(area < 0.5)])
  if (length(who) && length(unique(rows$class)) == 1) {
    paste0("AUC of ", and_list(who), " is below 1/2: higher scores go with the other class.")
  }
}

# Remarks on numbers of which a verdict speaks: few events behind an average precision, one row behind a claim, and a
# claim whose estimate is 0.
# Of few rows each makes much.
caution_remarks <- function(rows, info) {
  rows <- rows[!is.na(rows$note), ]
  decisive <- rows$status %in% "one_row" & rows$p.value < 0.05 & !any(info$units$n < few_units, na.rm = TRUE)
  said <- rows[rows$status %in% c("few_events", "mostly_tied") | decisive, ]
  said <- said[!duplicated(said[c("metric", "status")]), ]
  if (nrow(said)) paste0(capitalise(said$note), ".")
}

# Numbers that rest on fewer folds than there are, and claims about a margin that rest on few rows.
caution_notes <- function(rows) {
  # Sets that lack units say it of all at once.
  left_out <- rows$status %in% if (is.null(result_units(rows)$partial)) "left_out"
  said <- rows[left_out | rows$status %in% few_margin_statuses & outcomes(rows) != "open", ]
  if (nrow(said) == 0) {
    return(character())
  }
  key <- slice_keys(said, "measure")
  first <- which(!duplicated(key))
  about <- vapply(first, function(i) slice_phrase(said[i, ]), "")[match(key, key[first])]
  if (varies(pair_of(rows))) about <- paste0(about, ", ", label_pair(said))
  of_note <- split(about, factor(said$note, unique(said$note)))
  about <- vapply(of_note, function(slices) and_list(unique(slices), max_named), "")
  told <- paste0(capitalise(about), ": ", names(of_note), ".", recycle0 = TRUE)
  more <- more_words(length(told) - max_named, "more note")
  c(utils::head(told, max_named), paste0(more, " in the column `note`.", recycle0 = TRUE))
}

# Averages that leave classes out, which no table of a verdict says.
caution_averaged <- function(rows) {
  said <- rows[which(startsWith(rows$note, averaged_over)), ]
  said <- said[!duplicated(said[c("metric", "average", "note")]), ]
  if (nrow(said)) {
    what <- vapply(seq_len(nrow(said)), function(i) slice_phrase(said[i, ]), "")
    paste0(capitalise(what), ": ", said$note, ".")
  }
}

# P-values that may be too small, and intervals too short, where no table says so; of few observations caution_few()
# speaks.
caution_small_p <- function(rows) {
  # Of groups each may have few.
  elsewhere <- if (axis_of(rows) != "group") "few_observations"
  said <- rows[rows$status %in% c(setdiff(small_p_statuses, elsewhere), "short_interval"), ]
  said <- said[!(said$status == "few_observations" & duplicated(said[c("metric", "status")])), ]
  # Of values caution_beyond_range() speaks.
  said$note <- sub(paste0("; ", status_words("beyond_range")), "", said$note, fixed = TRUE)
  # Each pair has areas of its own: the first stands for all.
  short <- said$status == "short_interval"
  said <- said[!(short & duplicated(said[c("metric", "status")])), ]
  said$note <- sub("^interval", "an interval", said$note)
  if (nrow(said)) {
    of_note <- split(metric_labels(said), factor(said$note, unique(said$note)))
    about <- vapply(of_note, function(labels) and_list(unique(labels)), "")
    paste0("In ", about, " ", names(of_note), ".")
  }
}

# What a test that was asked for takes for granted.
caution_tests <- function(rows) {
  said <- intersect(c("first_fold", "raw_scale", "weak_control"), rows$status)
  if (length(said)) paste0("The test ", status_words(said), ".")
}

caution_beyond_range <- function(info) {
  said <- unique(info$judge$metric[info$judge$beyond])
  if (length(said)) paste0("In ", and_list(said), " ", status_words("beyond_range"), ".")
}

# Shares of rows of one class, or called it.
is_proportion <- function(rows) {
  family <- registry_metrics$family[match(canonical_metric(rows$metric), registry_metrics$metric)]
  !is.na(family) & family != "composite" & rows$average == "none"
}

# Of clusters: rejections of Wald's tests as simulated in bench/calibration/gee.R; score tests hold.
caution_few <- function(rows, units = result_units(rows)) {
  counted <- counted_units(units)
  n <- counted$n
  robust <- isTRUE(units$clustered) && !isTRUE(units$small)
  if (!isTRUE(units$allows_few) && any(n < if (robust) few_clusters else few_units, na.rm = TRUE)) {
    if (robust && any(is_wald(rows$method.id))) paste0(
      "With fewer than ", few_clusters, " observations tests with the robust variance reject too ",
      "often, 8% instead of 5% with 20 and 11% with 10",
      # There are none for weights of sampling, nor for few labels, nor for what is no proportion.
      if (!length(units$effective) && is.null(units$labels) && any(is_proportion(rows) & is_wald(rows$method.id))) {
        "; `vcov` has corrections of it"
      }, "."
    ) else paste0(
      if (isTRUE(n[1] == 1)) "There is" else "There are", " only ", and_list(count_of(n, counted$noun)),
      ": few differences can show, and tests and intervals that rest on large samples are rough. More data, or an ",
      "exact test, say more."
    )
  }
}

# What is independent: how many, and what they are called.
counted_units <- function(units) {
  clustered <- isTRUE(units$clustered)
  if (clustered) list(n = units$n_clusters, noun = units$unit) else list(n = units$n, noun = units$row %||% "row")
}

# Folds on which a learner failed need not be like the others.
caution_left_out <- function(units) {
  n <- sum(units$n_omitted)
  unless <- paste("unless", lacked_words(units), "are missing for reasons that have nothing to do with them.")
  c(
    if (!is.null(units$partial)) {
      paste(units$partial, "What is said holds for these", plural_of(units$row[1]), "only,", unless)
    },
    if (isTRUE(n > 0)) {
      paste0(
        count_of(n, units$row[1]), if (n == 1) " was" else " were", " left out for missing ", lacked_words(units),
        ": what is said holds for the others only, ", unless
      )
    }
  )
}

# Of few labels: how many, what the question is, and labels that are not what they are said to be.
caution_labels <- function(units) {
  if (!is.null(units$labels)) {
    said <- unique(paste0("Truth: ", unlist(units$labels_truth), ". The answer is ", unlist(units$labels_about), "."))
    c(said, known_values(units$labels_caution))
  }
}

few_units <- 30

# What is measured, of the metrics that come without being asked for; without a positive class precision alone.
say_meanings <- function(rows) {
  positive <- result_units(rows)$positive
  metric <- canonical_metric(rows$metric)
  meanings <- if (is.null(positive)) class_meanings else metric_meanings
  told <- !duplicated(metric) & metric %in% names(meanings)
  if (any(told)) {
    meaning <- gsub("{class}", say_label(positive %||% ""), meanings[metric[told]], fixed = TRUE)
    named <- vapply(split(metric_names(rows)[told], factor(meaning, unique(meaning))), and_list, "")
    paste0(capitalise(paste0(named, ": ", names(named), collapse = "; ")), ".")
  }
}

metric_meanings <- c(
  recall = "among those that are {class}, the share called {class}",
  specificity = "among the others, the share not called {class}",
  precision = "among those called {class}, the share that are {class}",
  npv = "among those not called {class}, the share that are not {class}",
  roc_auc = "the chance that a row that is {class} has a higher score than one that is not",
  brier = "how far probabilities are from what happened",
  log_loss = "how far probabilities are from what happened",
  f_meas = "precision and recall in one number",
  bal_accuracy = "the mean of sensitivity and specificity",
  net_benefit = "events found, less false alarms at the price of the threshold, per row"
)

# Without a positive class, of several classes.
class_meanings <- c(
  recall = "among those of a class, the share called so",
  precision = "among those called a class, the share that belong to it",
  roc_auc = "the chance that a row of a class has a higher score for it than a row of another",
  metric_meanings[!names(metric_meanings) %in% c("recall", "specificity", "precision", "npv", "roc_auc")]
)

# By few labels the accuracies of a pair may not be those of its classifiers alone, to the last digit.
caution_estimators <- function(x) {
  if (is.null(result_units(x$assessment)$labels_kind)) {
    return(NULL)
  }
  rows <- as_plain(rbind(x$overall, x$comparison))
  own <- paste(slice_of(x$assessment), x$assessment$classifier)
  alone <- function(who) x$assessment$estimate[match(paste(slice_of(rows), who), own)]
  apart <- abs(c(
    rows$estimate.classifier - alone(rows$classifier), rows$estimate.reference - alone(rows$reference)
  ))
  if (!any(apart > 1e-9, na.rm = TRUE)) {
    return(NULL)
  }
  if (is.null(verdict_info(x$overall)$judge)) {
    paste(
      "Values beside a difference in accuracy are estimated from the labelled rows on which the two differ, all",
      "together, and those on which they agree; values of single classifiers are estimated pattern by pattern of",
      "predictions. Both are estimates of the same, and may differ a little."
    )
  } else {
    paste(
      "Values beside a difference in accuracy take the judge into account as far as it tells these two apart, values",
      "of single classifiers as far as it tells any two apart. Both are estimates of the same, and may differ a little."
    )
  }
}
