# An omnibus test in words.

# `two`: classifiers, not more.
describe_omnibus <- function(x, two = FALSE) {
  if (varies(x$classifier)) {
    return(describe_tested_pairs(x))
  }
  p <- decisive_p(x)
  outcome <- ifelse(is.na(p), "untested", ifelse(p < significance_level(x), "differ", "open"))
  if (is.na(x$class[1])) describe_one_test(x, outcome, two) else describe_tests(x, outcome, two)
}

# Tests of several pairs: each by itself, or how many of many differ.
describe_tested_pairs <- function(x) {
  parts <- split_rows(x, x$classifier)
  who <- vapply(parts, function(part) part$classifier[1], "", USE.NAMES = FALSE)
  if (length(parts) > most_pairs) {
    least <- vapply(parts, function(part) suppressWarnings(min(decisive_p(part), na.rm = TRUE)), 0)
    n <- sum(least < significance_level(x))
    return(paste0(
      n, " of ", count_of(length(parts), "pair"), " differ",
      if (n > 0) paste0(", most clearly ", who[which.min(least)]), "."
    ))
  }
  said <- lapply(parts, function(part) lower_first(describe_omnibus(part, two = TRUE)))
  unlist(Map(function(who, text) paste0(who, ": ", text), who, said), use.names = FALSE)
}

# Whether the classes of a metric were tested together, where there are any.
is_over_classes <- function(x) {
  several <- function(part) part$combine %in% names(margin_methods()) || !anyNA(part$tests$class)
  all(is.na(x$class)) && any(vapply(verdict_info(x)$parts, several, NA))
}

omnibus_question <- function(x) {
  classifiers <- result_units(x)$classifiers
  reference <- unique(x$reference[!is.na(x$reference)])
  if (length(reference) == 1) {
    reference <- say_label(reference)
    return(paste0("does any of ", and_list(setdiff(classifiers, reference), 6), " differ from ", reference, "?"))
  }
  paste0("are ", and_list(classifiers, 6), " equal?")
}

# Where the joint distribution of several tests of classes is from.
header_dependence <- function(x) {
  if (!is_type(x, "omnibus")) {
    return(NULL)
  }
  design <- designs_of(result_units(x))[[1]]
  said <- lapply(verdict_info(x)$parts, function(part) {
    if (isTRUE(part$n > 1)) switch(part$source,
      analytic = dependence(design),
      permutation = paste(
        "How the classes depend on each other is taken from", format_count(part$R), "exchanges of the two classifiers."
      ),
      bootstrap = paste(
        "How the classes depend on each other is taken from", format_count(part$R),
        "bootstrap samples, centred at the estimates."
      )
    )
  })
  unique(unlist(said))
}

lower_first <- function(text) paste0(lower_ascii(substr(text, 1, 1)), substr(text, 2, nchar(text)))

describe_one_test <- function(x, outcome, two) {
  if (is_over_classes(x)) {
    side <- if (verdict_info(x)$alternative != "two.sided") " in the direction tested"
    shown <- paste0("difference", side, " is shown on ")
    where <- c(differ = paste0("A ", shown, "at least one class"), open = paste0("No ", shown, "any class"))
    if (outcome != "untested") return(paste0(where[[outcome]], " (", row_p(x), ")."))
  }
  switch(outcome,
    differ = paste0(
      if (two) "They differ (" else "Not all are equal: at least one differs from another (", row_p(x), ")."
    ),
    open = paste0("No difference is shown (", row_p(x), ")."),
    untested = paste0("Could not be tested: ", row_reason(x), ".")
  )
}

describe_tests <- function(x, outcome, two) {
  say <- function(which, before, items = row_p) {
    rows <- x[outcome == which, ]
    rows <- rows[order(decisive_p(rows), rows$log.p.value), ]
    if (nrow(rows) > 0) paste0(before, " ", name_classes(rows, items), ".")
  }
  c(
    say("differ", if (two) "They differ on" else "Not all are equal on"),
    say("open", "No difference is shown on"),
    say("untested", "Could not be tested on", row_reason)
  )
}

omnibus_cautions <- function(x) {
  info <- verdict_info(x)
  c(
    decided_by(x, adjustment_words(info)), which_classes(x),
    paste(
      "That not all are equal does not say which differ, or by how much: compare_classifiers()",
      "does. No evidence of a difference is not evidence that there is none."
    ),
    caution_data(info)
  )
}
