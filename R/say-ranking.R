# Rankings in words.

# One ranking each: of a metric in a class. Where a classifier is there again, another begins.
ranking_parts <- function(x) lapply(ranking_places(x), function(at) x[at, ])

ranking_places <- function(x) {
  key <- paste(x$metric, x$average, x$class, sep = "\r")
  again <- stats::ave(seq_along(key), key, x$classifier, FUN = seq_along)
  key <- paste(key, again, sep = "\r")
  split(seq_len(nrow(x)), factor(key, unique(key)))
}

rank_interval <- function(x) {
  low <- format_count(x$rank.low)
  range <- ifelse(x$rank.low == x$rank.high, low, paste(low, "to", format_count(x$rank.high)))
  ifelse(is.na(range), "", range)
}

# After the 52nd a letter has dots before it.
split_letters <- function(marks) regmatches(marks, gregexpr("[.]*[A-Za-z]", marks))

# Who is in many groups: the first and the last of them.
short_letters <- function(marks, most = 8) {
  marks <- as.character(marks)
  marks[is.na(marks)] <- ""
  one <- split_letters(marks)
  many <- lengths(one) > most
  marks[many] <- vapply(one[many], function(all) paste0(all[1], "...", all[length(all)]), "")
  marks
}

# "Accuracy: rf and svm are tied for first: they cannot be distinguished from the best (of 4)."
say_first <- function(part) {
  known <- verdict_info(part)$metrics
  about <- paste0(average_word(part$average), label_metric(part$metric[1], known))
  where <- if (!is.na(part$class[1])) paste0(" on ", say_label(part$class[1]))
  paste0(capitalise(about), where, ": ", who_is_first(part), ".")
}

# Of a ranking of which rows were left out the others still count.
who_is_first <- function(part) {
  listed <- say_label(part$classifier)
  first <- which(part$tied.first %in% TRUE)
  n <- c(stats::na.omit(1 + part$wins + part$ties + part$losses), 0)[1]
  whole <- nrow(part) >= length(verdict_info(part)$units$classifiers)
  sure <- if (is_simultaneous(part)) paste0(", with ", format_percent(verdict_info(part)$conf.level), " confidence")
  of_all <- paste0("(of ", n, sure, ")")
  who <- if (n == 0) {
    return(if (whole) "no classifier could be ranked" else "no classifier listed could be ranked")
  } else if (n == 1) {
    alone <- if (length(first)) paste0(", as only ", listed[first], " has a value")
    return(paste0("no classifier could be ranked", alone))
  } else if (length(first) == 0) {
    return(if (whole) {
      paste("each classifier is worse than another", of_all)
    } else {
      are <- if (length(listed) == 1) " is" else " are"
      paste0("only ", and_list(listed, 10), " of ", n, are, " listed, not who is first")
    })
  } else if (length(first) == n) {
    paste0(if (n == 2) "both" else paste("all", n), " are tied for first: ", and_list(listed[first], 10))
  } else if (length(first) > 1) {
    paste(and_list(listed[first], 10), "are tied for first: they cannot be distinguished from the best", of_all)
  } else {
    one_is_first(listed[first], part[first, ], whole, n, sure)
  }
  paste0(who, say_also_near(part), say_unranked(part))
}

# Few labels may leave open who else is before the first.
one_is_first <- function(who, row, whole, n, sure) {
  if (!whole && row$rank.high > 1) {
    return(paste0(who, " is first, alone or tied (of ", n, sure, ")"))
  }
  open <- row$rank.high > n - row$wins
  paste0(who, if (open) " is first of " else " is the best of ", n, sure)
}

# Few labels may leave a classifier without a place that is better than all others.
say_unranked <- function(part) {
  at <- is.na(part$rank)
  if (any(at) && !is.null(verdict_info(part)$units$labels_few)) {
    paste0("; ", and_list(say_label(part$classifier[at]), 3), " could not be ranked, for want of labels")
  }
}

# Who is like the one with the best estimate, but behind another. Where rows are left out pair by pair the best may
# itself be behind another.
say_also_near <- function(part) {
  best <- match(1, part$rank)
  if (is.na(best)) {
    return(NULL)
  }
  if (part$tied.first[best] %in% FALSE) {
    return(paste0("; ", say_label(part$classifier[best]), ", which has the best value, is worse than another"))
  }
  groups <- split_letters(part$letters)
  near <- part$tied.first %in% FALSE & vapply(groups, function(marks) any(marks %in% groups[[best]]), NA)
  if (any(near)) {
    paste0(
      "; ", and_list(say_label(part$classifier[near]), 3), if (sum(near) == 1) " is" else " are",
      " not distinguishable from ", say_label(part$classifier[best]), ", but worse than another"
    )
  }
}

# Whether all decisions hold at once with the confidence stated.
is_simultaneous <- function(x) {
  info <- verdict_info(x)
  info$family <= 1 || identical(registry_adjustments[info$p.adjust.method, "limits"], "any")
}

ranking_basis <- function(x, caveat = caveats_of(result_units(x)), most = 6) {
  info <- verdict_info(x)
  c(
    ranking_tests(x), if (all(metric_direction(x$metric, info$metrics) < 0)) "Less is better.",
    header_rows(info$units), header_values(info$units, most = most), info$units$partial, caveat
  )
}

# What ranks and letters rest on.
ranking_tests <- function(x) {
  info <- verdict_info(x)
  if (all(is.na(x$rank))) {
    return("Nothing could be tested.")
  }
  adjustment <- if (info$family > 1) {
    method <- label_adjustment(info$p.adjust.method)
    paste0("; ", count_of(info$family, "comparison"), " at one level (", method, ")")
  }
  level <- format_percent(info$conf.level)
  c(
    paste0("Test of each pair: ", tests_done(x, info$test, and_list(test_label(info$test))), adjustment, "."),
    paste0(
      if (is_simultaneous(x)) {
        paste0("Intervals of ranks are simultaneous, ", level, "; the interval of an estimate is by itself. ")
      },
      "Classifiers that share a letter are not shown to differ."
    )
  )
}

# What a table has of each.
ranking_columns <- function(x, info) {
  scale <- metric_scales(x, info$metrics)
  counts <- unname(lapply(unclass(x)[c("wins", "ties", "losses")], format_count))
  list(
    rank = ifelse(is.na(x$rank), "", format_count(x$rank)), classifier = one_line(table_label(x$classifier)),
    value = format_column(x$estimate, x$conf.low, x$conf.high, by = scale),
    interval = interval_column(x$conf.low, x$conf.high, estimate = x$estimate, by = scale), ranks = rank_interval(x),
    letters = short_letters(x$letters),
    `win/tie/loss` = ifelse(is.na(x$wins), "", do.call(paste, c(counts, sep = "/")))
  )
}

#' @export
as.character.verdict_ranking <- function(x, ...) {
  check_dots(...)
  one_text(x, paste(vapply(ranking_parts(x), say_first, "", USE.NAMES = FALSE), collapse = " "))
}
