# Labels of a classifier that are those of the truth in another spelling or coding: "neg" for "Neg", 0 and 1 for no
# and yes. Counted as they are, the classifier would be wrong wherever it is right.

# Words for the two answers to one question.
coded_words <- list(
  c("0", "no", "n", "false", "f", "neg", "negative", "absent", "-1", "-", "off", "healthy", "control"),
  c("1", "yes", "y", "true", "t", "pos", "positive", "present", "1", "+", "on", "diseased", "case")
)

# Without case, blanks and the ways to write a whole number. Single letters may be what is classified.
plain_coding <- function(labels) {
  # Of a million classes most are plain.
  odd <- !grepl("^(0|[1-9][0-9]{0,14})$", labels)
  labels[odd] <- plain_label_coding(labels[odd])
  labels
}

trim_blanks <- function(labels) gsub("^[ \t\r\n\u00a0]+|[ \t\r\n\u00a0]+$", "", labels)

plain_label_coding <- function(labels) {
  plain <- trim_blanks(labels)
  letter <- nchar(plain, "chars", allowNA = TRUE) %in% 1L
  plain[!letter] <- lower_ascii(plain[!letter])
  number <- grepl("^[-+]?[0-9]{1,15}([.]0*)?$", plain, perl = TRUE)
  plain[number] <- number_label(as.double(plain[number]))
  plain
}

# 1 for words that say no, 2 for those that say yes.
coded_answer <- function(labels) {
  plain <- lower_ascii(plain_coding(labels))
  ifelse(plain %in% coded_words[[1]], 1L, ifelse(plain %in% coded_words[[2]], 2L, NA_integer_))
}

# `known`: the labels of the truth, with the levels of a factor.
check_coding <- function(counted, names, known) {
  check_empty_labels(counted, names)
  check_truth_spelling(counted$classes[counted$occurs[, 1]], names[1], known)
  for (j in seq_along(names)[-1]) {
    check_meant(counted$classes[counted$occurs[, j]], names[j], rlang::set_names(list(known), names[1]))
  }
}

# What a file leaves empty is missing, but read.csv() makes it a label.
check_empty_labels <- function(counted, names) {
  empty <- which(counted$classes %in% c("", " "))
  has <- which(colSums(counted$occurs[empty, , drop = FALSE]) > 0)
  if (length(has)) {
    label <- counted$classes[empty][counted$occurs[empty, has[1]]][1]
    column <- column_code(names[has[1]])
    in_it <- paste0(column, "[", column, " == ", quote_label(label), "]")
    warn_verdict(c(
      "{.field {names[has]}} {?has/have} empty labels: as they are, they are a class of their own.",
      i = "If they are missing: {.code {in_it} <- NA}; {.arg na} says what becomes of such rows.",
      i = "If they are a class, list all classes in {.arg levels}."
    ), "column")
  }
}

# Refuses labels that are those of `others`, a list by column, in another spelling or coding; returns whether any is one
# of theirs. `distinct`: what to do where they are other classes.
check_meant <- function(own, name, others, distinct = "list all of them in {.arg levels}") {
  known <- unique(unlist(others))
  meant <- meant_labels(own, known)
  odd <- which(meant != own)
  if (length(odd)) {
    whose <- names(others)[vapply(others, function(labels) meant[odd[1]] %in% labels, NA)][1]
    abort_coding(c(name, whose), own, meant, odd, distinct)
  }
  any(own %in% known)
}

# A judge may have labels that neither the truth nor a classifier has. `known` as for check_coding(); a part of the rows
# may lack the classes that the judge names.
check_judge_coding <- function(judge, name, counted, names, known, part = FALSE) {
  own <- unique(as.character(judge))
  others <- lapply(seq_along(names), function(j) counted$classes[counted$occurs[, j]])
  shared <- check_meant(own, name, rlang::set_names(c(others, list(known)), c(names, names[1])))
  if (!shared && !part) {
    codes <- codes_hint(own, counted$classes, c(name, names[1]))
    warn_verdict(c(
      "{.field {name}} names no class of the truth or of a classifier: as it is, the judge is never right.",
      i = if (!is.null(codes)) "{codes}"
    ), "column")
  }
}

# What labels of a classifier mean in the words of the truth; themselves where nothing else is known.
meant_labels <- function(own, known) {
  strange <- !own %in% known
  if (!any(strange)) {
    return(own)
  }
  meant <- own
  meant[strange] <- known[match(plain_coding(own[strange]), plain_coding(known))]
  if (all(strange) && length(known) == 2 && length(own) <= 2) {
    answers <- list(own = coded_answer(own), known = coded_answer(known))
    two <- !anyNA(answers$known) && !anyDuplicated(answers$known)
    if (two && !anyNA(answers$own)) meant <- known[match(answers$own, answers$known)]
  }
  ifelse(is.na(meant), own, meant)
}

abort_coding <- function(names, own, meant, odd, distinct) {
  # A message shows blanks that follow each other as one, so that labels and code would be wrong.
  spaced <- any(grepl("  ", c(own, meant), fixed = TRUE))
  line <- if (length(own) <= 12 && !spaced) recode_line(names[1], own, meant)
  shown <- function(labels) paste(quote_label(labels[utils::head(odd, 3)]), collapse = ", ")
  abort_verdict(c(
    "{.field {names[1]}} writes the labels of {.field {names[2]}} in another way: as they are, they are other classes.",
    x = if (spaced) "They differ in blanks." else "It has {shown(own)} where {.field {names[2]}} has {shown(meant)}.",
    i = if (!is.null(line)) "Recode: {.code {line}}." else if (spaced) "See {.fn trimws}." else "Recode them.",
    i = paste0("If they are different classes, ", distinct, ".")
  ), "coding")
}

# For text, numbers and factors alike.
recode_line <- function(name, own, meant) {
  vector <- function(labels) paste0("c(", paste(quote_label(labels), collapse = ", "), ")")
  paste0(column_code(name), " <- factor(", column_code(name), ", ", vector(own), ", ", vector(meant), ")")
}

column_code <- function(name) paste0("data$", if (make.names(name) == name) name else paste0("`", name, "`"))

# The truth's own labels, unless they are levels or letters.
check_truth_spelling <- function(labels, name, known) {
  # Most are words that are plain already.
  if (!any(grepl("[^a-z_]", labels, perl = TRUE, useBytes = TRUE))) {
    return()
  }
  plain <- plain_coding(labels)
  if (!anyDuplicated(plain)) {
    return()
  }
  # Single letters are other classes in another case, but not with blanks.
  padded <- labels != trim_blanks(labels)
  again <- plain %in% plain[duplicated(plain)]
  odd <- labels[again & (nchar(plain, "chars", allowNA = TRUE) > 1 | plain %in% plain[padded])]
  if (length(odd) > 1 && length(known) <= length(labels)) {
    same <- odd[plain_coding(odd) == plain_coding(odd[1])]
    line <- paste0(
      column_code(name), "[", column_code(name), " == ", quote_label(same[2]), "] <- ", quote_label(same[1])
    )
    abort_verdict(c(
      "{.field {name}} has labels that differ only by case or blanks: {paste(quote_label(same), collapse = ', ')}.",
      i = "If they are one class: {.code {line}}.",
      i = "If they are different classes, list all of them in {.arg levels}."
    ), "coding")
  }
}

# A hint for columns that predict no class of the truth, where their numbers may be codes.
codes_hint <- function(own, known, names) {
  if (length(own) == 0 || !is_number_text(own) || is_number_text(known)) {
    return(NULL)
  }
  codes <- as.double(own)
  if (all(codes %in% c(0, 1)) && length(known) == 2) {
    line <- recode_line(names[1], c("0", "1"), known)
    paste0("If 0 means ", quote_label(known[1]), " and 1 means ", quote_label(known[2]), ": ", line, ".")
  } else if (all(codes >= 1 & codes <= length(known))) {
    column <- column_code(names[1])
    paste0("If its numbers are those of the levels: ", column, " <- levels(", column_code(names[2]), ")[", column, "].")
  }
}

# Counts ------------------------------------------------------------------------------

count_names <- c("n", "freq", "count", "counts", "frequency", "n_rows")

# A column of the data that looks like counts of rows: its name, if it was not used.
find_counts <- function(data, unused) {
  counts <- unused[lower_ascii(unused) %in% count_names]
  counts[vapply(counts, function(name) looks_counted(data[[name]]), NA)][1]
}

looks_counted <- function(x) {
  is.numeric(x) && is.null(dim(x)) && !anyNA(x) && all(x >= 0 & x == round(x)) && any(x > 1)
}

# A classifier of that name whose numbers the truth does not know.
check_counts_taken <- function(columns) {
  for (name in intersect(names(columns)[-1], names(columns)[lower_ascii(names(columns)) %in% count_names])) {
    x <- columns[[name]]
    if (looks_counted(x) && !as.character(max(x)) %in% as.character(unique(columns[[1]]))) signal_counts(name)
  }
}

# Rows that are all different are a table of counts.
check_unused_counts <- function(name, n_patterns, n_rows) {
  if (!is.null(name) && !is.na(name) && n_patterns == n_rows) signal_counts(name)
}

signal_counts <- function(name, signal = abort_verdict) {
  signal(c(
    "{.field {name}} looks like counts: how many rows each row stands for.",
    i = "If so, say it: {.code weights = {name}}.",
    i = "If every row is one observation, leave the column out of the data."
  ), "weights")
}
