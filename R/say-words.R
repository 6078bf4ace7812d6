# Words that the printed results, the summaries and the plots share.

label_metric <- function(metric) {
  known <- metric %in% metric_table$metric
  metric[known] <- metric_table[metric[known], "label"]
  metric
}

# Which sign of (classifier - reference) is good for the classifier: 1, -1, or 0
# if neither is.
metric_direction <- function(metric) {
  better <- metric_table$better[match(metric, metric_table$metric)]
  ifelse(is.na(better), 0, ifelse(better == "high", 1, -1))
}

is_relative <- function(measure) measure %in% c("ratio", "odds_ratio")

measure_words <- function(measure) gsub("_", " ", measure, fixed = TRUE)

null_value <- function(measure) as.numeric(is_relative(measure))

# What a row is about: a class, an average over classes, or all of them.
label_class <- function(class, average) {
  averaged <- ifelse(average == "none", "overall", paste(average, "average"))
  ifelse(is.na(class), averaged, class)
}

# "macro-averaged ", if that is what all are.
average_word <- function(average) {
  if (!varies(average) && average[1] != "none") paste0(average[1], "-averaged ")
}

label_pair <- function(x) {
  ifelse(is.na(x$reference), x$classifier, paste(x$classifier, "vs", x$reference))
}

# The same where `whole` names the reference for all of its rows.
label_series <- function(x, whole = x) {
  one_reference <- !anyNA(whole$reference) && !varies(whole$reference)
  if (one_reference && varies(whole$classifier)) x$classifier else label_pair(x)
}

# The two sides of all comparisons of a result, by name where there is one name.
pair_names <- function(x) {
  one <- function(names, otherwise) if (length(unique(names)) == 1) names[1] else otherwise
  second <- one(x$reference, "the second")
  c(one(x$classifier, if (second == "the second") "the first" else "the other"), second)
}

# A method says at which prevalence, if not at the data's; where that differs between
# rows it is told by itself.
at_prevalence <- function(method) {
  given <- grepl(" at prevalence ", method, fixed = TRUE)
  ifelse(given, sub("^.*? at prevalence ", "", method, perl = TRUE), NA_character_)
}

test_name <- function(method) sub(" at prevalence .*$", "", method)

label_prevalence <- function(method) {
  prevalence <- at_prevalence(method)
  ifelse(is.na(prevalence), "empirical", prevalence)
}

# "a", "a and b", "a, b and c"; at most `max` of them, the rest as a number.
and_list <- function(words, max = Inf) {
  if (length(words) > max) {
    words <- c(words[seq_len(max)], paste(format_count(length(words) - max), "more"))
  }
  n <- length(words)
  if (n < 2) {
    return(paste(words, collapse = ""))
  }
  paste(paste(words[-n], collapse = ", "), "and", words[n])
}

count_of <- function(n, singular, plural = paste0(singular, "s")) {
  paste(format_count(n), ifelse(n == 1, singular, plural))
}

# Beyond 2^53 doubles skip whole numbers: their further digits mean nothing.
format_count <- function(n) {
  exact <- trimws(formatC(n, digits = 15, format = "fg", big.mark = ",", decimal.mark = "."))
  ifelse(n < 2^53, exact, formatC(n, digits = 3, format = "g", decimal.mark = "."))
}

# A label with line breaks or escapes in it must not break a table.
one_line <- function(text) gsub("[[:cntrl:]]+", " ", text)

capitalise <- function(text) {
  paste0(toupper(substr(text, 1, 1)), substr(text, 2, nchar(text)))
}

# Labels as text -------------------------------------------------------------------

# A label that is empty or begins or ends with a space is shown in quotes, in sentences
# also one with a comma, which would look like two.
say_label <- function(label) quote_label(label, is_blank_edged(label) | grepl(",", label, fixed = TRUE))

is_blank_edged <- function(label) label == "" | trimws(label) != label

quote_label <- function(label, odd) {
  odd <- odd & !is.na(label) & !grepl("^\".*\"$", label)
  label[odd] <- encodeString(label[odd], quote = "\"")
  label
}

table_label <- function(label) quote_label(label, is_blank_edged(label))

# A result with its labels as they are said, or shown in a table. In an omnibus test
# `classifier` is a list of them already.
with_labels <- function(x, as = say_label) {
  columns <- c("class", if (!is_kind(x, "omnibus")) c("classifier", "reference"))
  x[columns] <- lapply(x[columns], as)
  info <- verdict_info(x)
  info[c("classes", "classifiers")] <- lapply(info[c("classes", "classifiers")], as)
  attr(x, "verdict") <- info
  x
}
