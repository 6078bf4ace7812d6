# Flips in words.

flip_heading <- function(x, info) c(paste0(flip_title(x), "."), flip_basis(x, info), header_caveat(info))

flip_basis <- function(x, info) {
  c(
    paste0(flip_test(x, info), " Interval: ", format_percent(info$conf.level), ", each by itself."),
    header_rows(info$units)
  )
}

flip_title <- function(x) {
  pair <- unique(label_pair(x))
  who <- if (length(pair) == 1) {
    paste(x$classifier[1], "fixed and broke, against", x$reference[1])
  } else {
    paste("a classifier fixed and broke against another, in", count_of(length(pair), "pair"))
  }
  paste("Rows that", who)
}

flip_test <- function(x, info) paste0("Test: ", and_list(unique(x$method)), "; ", adjustment_words(info), ".")

# One a row, with the group of rows that it is of.
flip_sentences <- function(x) {
  info <- verdict_info(x)
  where <- paste0(ifelse(is.na(x$class), "", paste(" on", say_label(x$class))), flip_group(x, info$by))
  paste0(
    say_label(x$classifier), " fixed ", format_count(x$fixed), " and broke ", format_count(x$broken),
    " of ", count_of(x$n, "row"), where, " against ", say_label(x$reference), " (",
    say_p(x$adj.p.value, level = levels_of(info)), ")"
  )
}

flip_group <- function(x, by) {
  where <- rep("", nrow(x))
  for (one in by) where <- paste0(where, " with ", say_label(one), " ", say_label(as.character(x[[one]])))
  where
}

# What wrong labels would do to the first few rows over all classes that have a verdict, or that were corrected.
# `where`: whether to say where the rows to look at are.
truth_sentences <- function(x, where = FALSE) {
  info <- verdict_info(x)
  level <- levels_of(info)[1]
  p <- if (is_adjusted(info)) x$adj.p.value else x$p.value
  told <- which(!is.na(x[["tipping"]]) & x[["tipping"]] > 0 & p < level)
  known <- if (is.null(x[["corrected"]])) integer() else which(is.na(x$class) & !is.na(x$estimate))
  shown <- utils::head(told, 3)
  who <- if (varies(label_pair(x))) paste(" by", say_label(x$classifier), "against", say_label(x$reference)) else ""
  who <- paste0(who, flip_group(x, info$by))
  c(
    vapply(shown, function(i) tipping_sentence(x[i, ], who[i], level, is_adjusted(info)), ""),
    if (length(shown)) "Test sets have 3.3% wrong labels on average (Northcutt et al. 2021).",
    if (where && length(shown) && !is.null(attr(x, "rows"))) "attr(x, \"rows\") has the rows to look at again.",
    vapply(utils::head(known, 3), function(i) corrected_sentence(x[i, ], flip_group(x[i, ], info$by)), "")
  )
}

# Where its p-value is adjusted, fewer may do.
tipping_sentence <- function(row, who, level, adjusted) {
  wins <- max(row$fixed, row$broken)
  paste0(
    format_count(row$fixed), " fixed, ", format_count(row$broken), " broken", who, ": ",
    if (adjusted) "at most ", count_of(row$tipping, "wrong label"), " among the ", format_count(wins),
    if (row$tipping == 1) " undoes" else " undo", " the verdict (p", if (adjusted) " before adjustment", " > ",
    short_number(level), "), ",
    format_count(row$tipping.sign), " the sign: ",
    percent_of(row$tipping.share), " and ", percent_of(row$tipping.sign / row$n),
    " of ", count_of(row$n, "row"), "."
  )
}

corrected_sentence <- function(row, where) {
  corrected <- if (is.na(row$corrected)) {
    "labels as wrong as that say nothing of the difference"
  } else {
    paste("without the wrong labels the difference is", format_estimate(
      row$corrected, row$corrected.low, row$corrected.high
    ))
  }
  paste0(
    say_label(row$classifier), " against ", say_label(row$reference), where, ": ", corrected,
    ", if they do not depend on what is predicted",
    if (is.finite(row$lowest)) {
      paste0(
        "; whichever labels are wrong, it is between ", format_estimate(row$lowest), " and ",
        format_estimate(row$highest), " on these rows"
      )
    }, "."
  )
}

#' @export
as.character.verdict_flips <- function(x, ...) {
  check_dots(...)
  hidden <- nrow(x) - max_named
  one_text(x, paste0(
    paste(flip_sentences(utils::head(x, max_named)), collapse = "; "),
    if (hidden > 0) paste0("; and ", format_count(hidden), " more"), "."
  ))
}

flip_columns <- c(
  "class", "classifier", "reference", "n", "both.right", "fixed", "broken", "both.wrong",
  "estimate", "conf.low", "conf.high", "statistic", "p.value", "adj.p.value", "method", "note", "method.id"
)
