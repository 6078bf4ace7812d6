# Words that the printed results, the summaries and the plots share.

# What a row is about: a class, an average over classes, or all of them.
label_class <- function(class, average) {
  averaged <- ifelse(average %in% c("none", NA), "overall", paste(average, "average"))
  ifelse(is.na(class), averaged, class)
}

# "macro-averaged ", if that is what all are.
average_word <- function(average) {
  if (!varies(average) && !average[1] %in% c("none", NA)) paste0(average[1], "-averaged ")
}

# "a vs b", or "a" where there is no reference; `as`: how names are written.
label_pair <- function(x, as = identity, ...) {
  first <- as(x$classifier, ...)
  ifelse(is.na(x$reference), first, paste(first, "vs", as(x$reference, ...)))
}

# The same where `whole` names the reference for all of its rows.
label_series <- function(x, whole = x) {
  one_reference <- !anyNA(whole$reference) && !varies(whole$reference)
  if (one_reference && varies(whole$classifier)) x$classifier else label_pair(x)
}

# The word for an id, or the id itself: results get edited.
known_word <- function(id, words) ifelse(id %in% names(words), words[id], id)

# The two sides of all comparisons of a result, by name where there is one name.
pair_names <- function(x) {
  second <- only_value(x$reference, "the second")
  c(only_value(x$classifier, if (second == "the second") "the first" else "the other"), second)
}

only_value <- function(column, otherwise) if (length(unique(column)) == 1) column[1] else otherwise

# "a", "a and b", "a, b and c"; at most `max` of them, the rest as a number.
and_list <- function(words, max = Inf) {
  if (length(words) > max) words <- c(words[seq_len(max)], paste(format_count(length(words) - max), "more"))
  n <- length(words)
  if (n < 2) paste(words, collapse = "") else paste(paste(words[-n], collapse = ", "), "and", words[n])
}

count_of <- function(n, singular, plural = plural_of(singular)) {
  paste(format_count(n), ifelse(n == 1, singular, plural))
}

# For words that go with a number: cli's plurals know none beyond integers.
qty_of <- function(n) qty(min(n, 2))

# "sites", "countries", "sexes", "halves": of a noun that users may have chosen.
plural_of <- function(noun) {
  out <- paste0(noun, "s")
  for (end in names(plural_ends)) {
    at <- grepl(end, noun)
    out[at] <- sub(end, plural_ends[[end]], noun[at])
  }
  out
}

plural_ends <- c(
  "([^aeiou])y$" = "\\1ies", "(s|x|z|ch|sh)$" = "\\1es", "(l|ea)f$" = "\\1ves", "([Ss]pecies|[Ss]eries)$" = "\\1",
  "([Ss]trat|[Dd]at)um$" = "\\1a"
)

# Beyond 2^53 doubles skip whole numbers: their further digits mean nothing.
format_count <- function(n) {
  if (all(n %in% 0:999)) {
    return(sprintf("%.0f", n))
  }
  n <- as.numeric(n)
  exact <- gsub(" ", "", formatC(n, digits = 15, format = "fg", big.mark = ",", decimal.mark = "."), fixed = TRUE)
  exact[is.na(n)] <- NA
  large <- which(n >= 2^53)
  exact[large] <- formatC(n[large], digits = 3, format = "g", decimal.mark = ".")
  exact
}

# Sums of weights are read as rows.
format_weighted <- function(n) format_count(round(n))

# But for what a program calls it: "classif.ce".
capitalise <- function(text) {
  named <- grepl("^[^ ]*[._][^ ]", text)
  ifelse(named, text, paste0(upper_ascii(substr(text, 1, 1)), substr(text, 2, nchar(text))))
}

# Labels as text -------------------------------------------------------------------

varies <- function(column) length(unique(column)) > 1

# Labels that come nearer than these spaces count as touching.
spaced <- function(text) paste0(" ", text, " ")

# Those that there are, each once.
known_values <- function(x) unique(stats::na.omit(unlist(x)))

# Nothing is said twice in a row.
paste_notes <- function(first, second) {
  both <- !is.na(first) & !is.na(second) & !endsWith(as.character(first), as.character(second))
  ifelse(both, paste(first, second, sep = "; "), first_known(first, second))
}

first_known <- function(first, second) {
  first[is.na(first)] <- rep_len(second, length(first))[is.na(first)]
  first
}

# Of notes on the same rows, several vectors, each with its values: what says why a value is NA comes before what is
# only said of another.
first_reason <- function(notes, values) {
  reasons <- Map(function(note, value) replace(note, !is.na(value), NA), notes, values)
  Reduce(first_known, c(reasons, notes))
}
