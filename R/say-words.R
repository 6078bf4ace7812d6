# Words that the printed results, the summaries and the plots share.

# `known`: a data frame with the metrics' labels and directions.
label_metric <- function(metric, known = registry_metrics) {
  label <- known$label[match(metric, known$metric)]
  ifelse(is.na(label), as.character(metric), label)
}

# Which sign of (classifier - reference) is good for the classifier: 1, -1, or 0
# if neither is.
metric_direction <- function(metric, known = registry_metrics) {
  better <- known$better[match(metric, known$metric)]
  ifelse(is.na(better), 0, ifelse(better == "high", 1, -1))
}

# The same of each row of a result, which knows the metrics it is about.
metric_labels <- function(x) label_metric(x$metric, metrics_of(x))

metric_directions <- function(x) measured_direction(metric_direction(x$metric, metrics_of(x)), x$measure)

# Of mean ranks the smaller is always the better, whichever side of the metric is good.
measured_direction <- function(direction, measure) ifelse(measure %in% "rank_difference", -1, direction)

metrics_of <- function(x) {
  columns <- c("metric", "label", "better")
  rbind(as.data.frame(verdict_info(x)$metrics)[columns], registry_metrics[columns])
}

label_measure <- function(measure) gsub("_", " ", measure, fixed = TRUE)

is_relative <- function(measure) measure %in% c("ratio", "odds_ratio")

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
  paste0(upper_ascii(substr(text, 1, 1)), substr(text, 2, nchar(text)))
}

# Labels as text -------------------------------------------------------------------

# A label that is empty or begins or ends with a space is shown in quotes, in sentences
# also one with a comma, which would look like two.
say_label <- function(label) {
  label <- valid_text(label)
  quote_label(label, is_blank_edged(label) | grepl(",", label, fixed = TRUE))
}

table_label <- function(label) {
  label <- valid_text(label)
  quote_label(label, is_blank_edged(label))
}

is_blank_edged <- function(label) label == "" | grepl("^[ \t\r\n]|[ \t\r\n]$", label, perl = TRUE)

# Without quotes a line break is a space.
quote_label <- function(label, odd = rep(TRUE, length(label))) {
  odd <- odd & !is.na(label) & !grepl("^\".*\"$", label)
  label[!odd] <- gsub("[\t\n\v\f\r]+", " ", label[!odd])
  label <- plain_label(label)
  label[odd] <- paste0("\"", label[odd], "\"")
  label
}

# A label as it can be shown on one line: what cannot be seen becomes an escape, and so does
# what the locale lacks.
plain_label <- function(label) {
  label <- valid_text(label)
  odd <- grep(unseen_characters, label, perl = TRUE)
  label[odd] <- vapply(label[odd], escape_unseen, "", USE.NAMES = FALSE)
  if (l10n_info()[["UTF-8"]]) label else enc2native(label)
}

valid_text <- function(label) {
  label <- enc2utf8(as.character(label))
  bad <- !is.na(label) & !validUTF8(label)
  label[bad] <- iconv(label[bad], "UTF-8", "UTF-8", sub = "byte")
  label
}

# What moves the cursor, turns the direction of writing or takes no room would spoil a line,
# or make two labels look alike: control characters, formats and separators. Joiners are
# kept after the scripts and pictures (from U+0600 on) that are written with them.
unseen_characters <- paste0(
  "[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e",
  "\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|(?<![\u0600-\U10ffff])[\u200c\u200d]"
)

escape_unseen <- function(label) {
  code <- utf8ToInt(label)
  parts <- intToUtf8(code, multiple = TRUE)
  joined <- code %in% c(0x200cL, 0x200dL) & c(0L, code[-length(code)]) >= 0x600L
  odd <- grepl(unseen_characters, parts, perl = TRUE) & !joined
  parts[odd] <- ifelse(code[odd] < 128, encodeString(parts[odd]), sprintf("\\u%04x", code[odd]))
  paste(parts, collapse = "")
}

# A result with its labels as they are said, or shown in a table. In an omnibus test
# `classifier` is a list of them already.
with_labels <- function(x, as = say_label) {
  x <- without_factors(x)
  columns <- c("class", if (!is_type(x, "omnibus")) c("classifier", "reference"))
  x[columns] <- lapply(x[columns], as)
  info <- verdict_info(x)
  units <- intersect(c("classes", "classifiers"), names(info$units))
  info$units[units] <- lapply(info$units[units], as)
  given <- lapply(prevalences_of(info$units), function(share) stats::setNames(share, as(names(share))))
  info$units$prevalence <- one_or_list(given)
  info$order <- lapply(info$order, as)
  attr(x, "verdict") <- info
  x
}

# Factors as text. The order of their levels is kept for plots.
without_factors <- function(x) {
  info <- verdict_info(x)
  for (name in intersect(word_columns, names(x))) {
    if (is.factor(x[[name]])) info$order[[name]] <- levels(x[[name]])
    x[[name]] <- as.character(x[[name]])
  }
  attr(x, "verdict") <- info
  x
}
