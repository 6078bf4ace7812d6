# Flips in words.

# With rows.
is_flips <- function(x) {
  words <- c("class", "classifier", "reference", "method", "note", "method.id")
  is_type(x, "flips") && all(verdict_info(x)$by %in% names(x)) && has_shape(x, words, setdiff(flip_columns, words))
}

flip_heading <- function(x, info) {
  c(
    paste0(flip_title(x), "."),
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

flip_test <- function(x, info) {
  adjusted <- if (is_adjusted(info)) {
    paste0("p-values adjusted over ", count_of(info$family, "test"), " (", label_adjustment(info$p.adjust.method), ")")
  } else {
    "p-values not adjusted"
  }
  paste0("Test: ", and_list(unique(x$method)), "; ", adjusted, ".")
}

# One a row, with the group of rows that it is of.
flip_sentences <- function(x) {
  info <- verdict_info(x)
  where <- ifelse(is.na(x$class), "", paste(" on", say_label(x$class)))
  for (by in info$by) where <- paste0(where, " with ", say_label(by), " ", say_label(as.character(x[[by]])))
  paste0(
    say_label(x$classifier), " fixed ", format_count(x$fixed), " and broke ", format_count(x$broken),
    " of ", format_count(x$n), " rows", where, " against ", say_label(x$reference), " (",
    say_p(x$adj.p.value, level = levels_of(info)), ")"
  )
}

#' @export
as.character.verdict_flips <- function(x, ...) {
  if (!is_flips(x)) {
    return(as.character(as_plain(x)))
  }
  said <- flip_sentences(x[seq_len(min(max_named, nrow(x))), ])
  hidden <- nrow(x) - length(said)
  paste0(paste(said, collapse = "; "), if (hidden > 0) paste0("; and ", format_count(hidden), " more"), ".")
}

flip_columns <- c(
  "class", "classifier", "reference", "n", "both.right", "fixed", "broken", "both.wrong",
  "estimate", "conf.low", "conf.high", "statistic", "p.value", "adj.p.value", "method", "note", "method.id"
)
