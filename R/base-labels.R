# A column of labels, prepared for the C core: where the labels are and what each
# of them is called. Nothing of the column is copied.
#
# `read` is for the core, see read_column(). `labels` are the labels of slots 1, 2, ...,
# possibly NA; `numeric` and `factor` say what order they ask for.

# How the core reads a column: codes that start after `base`, or keys of a dictionary.
# `storage` is a name of src/core/count/column.h.
read_column <- function(x, storage, n_labels, base = 0L, dictionary = list(bits = 0L)) {
  list(
    x = x, storage = storage, base = base, n_labels = n_labels, bits = dictionary$bits,
    dictionary = dictionary$dictionary
  )
}

# Integers in a range this wide are distinguished by their distance from the smallest,
# others through a dictionary.
narrow_range <- 4096

label_column <- function(x, name) {
  check_label_type(x, name)
  if (is.factor(x)) {
    return(code_column(x, utf8_labels(levels(x), name), base = 0L, factor = TRUE))
  }
  if (is.logical(x)) {
    return(code_column(x, c("FALSE", "TRUE"), base = -1L))
  }
  if (is.character(x)) {
    column <- key_column(x, "key_pointer")
    column$labels <- utf8_labels(column$labels, name)
    return(column)
  }
  range <- .Call(ffi_column_range, x)
  if (range[3] > 0) abort_fraction(x, name, row = range[3])
  number_column(x, low = range[1], high = range[2])
}

number_column <- function(x, low, high) {
  if (low > high) low <- high <- 0
  limit <- .Machine$integer.max
  if (high - low < narrow_range && low > -limit && high < limit) {
    storage <- if (is.double(x)) "whole" else "code"
    labels <- number_label(seq(low, high))
    return(code_column(x, labels, base = as.integer(low - 1), storage = storage, numeric = TRUE))
  }
  key_column(x, if (is.double(x)) "key_double" else "key_int", numeric = TRUE)
}

code_column <- function(x, labels, base, storage = "code", factor = FALSE, numeric = FALSE) {
  list(read = read_column(x, storage, length(labels), base), labels = labels, factor = factor, numeric = numeric)
}

key_column <- function(x, storage, numeric = FALSE) {
  keys <- .Call(ffi_column_labels, x)
  labels <- as.vector(x[keys$first])
  list(
    read = read_column(x, storage, length(labels), dictionary = keys),
    labels = if (numeric) number_label(labels) else labels, factor = FALSE, numeric = numeric
  )
}

# Labels that a user types as factor, text, numbers or logical, as they are called in a set;
# NA for what cannot be one, of some classes none. (Numbers with a fraction are none, and are found nowhere.)
as_labels <- function(x) {
  if (!is_label_vector(x)) {
    return(NA_character_)
  }
  if (is.numeric(x) && (!is.object(x) || inherits(x, "AsIs"))) {
    x <- unclass(x)
    return(as.character(ifelse(is.nan(x) | is_whole(x), number_label(x), as.character(x))))
  }
  as_utf8(tryCatch(as.character(x), error = function(cnd) NA_character_))
}

# A vector or square matrix with these labels as names, in their order. (By name x[""] is nothing.)
in_label_order <- function(x, labels) {
  if (is.null(dim(x))) {
    return(x[match(labels, names(x))])
  }
  x[match(labels, rownames(x)), match(labels, colnames(x)), drop = FALSE]
}

is_label_vector <- function(x) is.atomic(x) && !is.null(x) && !is.raw(x) && !is.complex(x) && length(dim(x)) < 2

# A factor may have NA among its levels.
is_missing <- function(x) is.na(if (is.factor(x) && anyNA(levels(x))) as.character(x) else x)

is_whole <- function(x) is.finite(x) & x == round(x)

# 1e5 is "100000" whether it comes as integer or as double.
number_label <- function(x) {
  out <- if (all(abs(x) <= .Machine$integer.max, na.rm = TRUE)) {
    as.character(as.integer(x)) # four times as fast
  } else {
    sprintf("%.0f", as.double(x) + 0)
  }
  out[is.na(x)] <- NA
  out
}

# The same text in two encodings is one label. Unmarked text that the locale cannot read
# (in the C locale, all but ASCII) is taken for UTF-8, or is invalid.
utf8_labels <- function(labels, name) {
  require_utf8(labels, "Labels", "{.field {name}} has {.val {first}}.", "label", name)
}

# The names of columns, dimensions or classifiers.
utf8_names <- function(names) {
  require_utf8(names, "Names of the truth and of classifiers", "{.val {first}} is not.", "column")
}

# `fault` says of the `first` that is not, and of what has this `name`.
require_utf8 <- function(text, what, fault, kind, name = NULL) {
  text <- as_utf8(text)
  invalid <- which(!is.na(text) & (!validUTF8(text) | Encoding(text) == "bytes"))
  if (length(invalid) > 0) {
    first <- iconv(text[invalid[1]], "ASCII", sub = "byte")
    abort_verdict(c(
      "{what} must be valid text.", x = fault,
      i = "Convert it with {.fn iconv}, or read it again with its {.arg fileEncoding}."
    ), kind)
  }
  text
}

as_utf8 <- function(labels) {
  unread <- Encoding(labels) == "unknown" & is.na(iconv(labels, "", "UTF-8")) & !is.na(labels)
  Encoding(labels[unread]) <- "UTF-8"
  enc2utf8(labels)
}

# All labels of all columns, in the order that classes are to have: levels in
# factor order, the truth's first, then the rest sorted; without a factor all
# sorted, as numbers if every column holds numbers. Explicit levels come first.
class_order <- function(columns, levels = NULL) {
  labels <- unlist(lapply(columns, `[[`, "labels"), use.names = FALSE)
  labels <- unique(labels[!is.na(labels)])
  by_factor <- unlist(lapply(columns, function(x) if (x$factor) x$labels), use.names = FALSE)
  first <- unique(c(levels, by_factor[!is.na(by_factor)]))
  c(first, sort_labels(setdiff(labels, first), all(vapply(columns, `[[`, NA, "numeric"))))
}

sort_labels <- function(x, numeric) if (numeric) x[order(as.double(x))] else sort_values(x)

# As sort(), of text that is not marked by its encoding, as that of files is not, too.
sort_values <- function(x) {
  x <- x[!is.na(x)]
  x[order(if (is.character(x)) as_utf8(x) else x, method = "radix")]
}

abort_fraction <- function(x, name, row) {
  abort_verdict(c(
    "Numbers used as labels must be whole.",
    x = "{.field {name}} has {.val {x[row]}} in row {row}.",
    i = "Of probabilities or scores make a {.fn probability_set}; a threshold turns them into labels."
  ), "label")
}

check_label_type <- function(x, name) {
  plain <- length(dim(x)) < 2 && (is.character(x) || is.logical(x) || is.numeric(x)) &&
    (!is.object(x) || inherits(x, "AsIs"))
  if (plain || is_valid_factor(x)) {
    return(invisible())
  }
  hint <- if (is.list(x)) {
    "A column must hold one label a row; did you mean one of its elements?"
  } else if (length(dim(x)) > 1) {
    "Make each of its columns a column of the data."
  } else if (inherits(x, "haven_labelled")) {
    "Take its words: {.code {column_code(name)} <- haven::as_factor({column_code(name)})}."
  } else {
    "Convert it with {.fn factor} or {.fn as.character}."
  }
  abort_verdict(c(
    "Labels must be a factor, character, whole numbers or logical.",
    x = "{.field {name}} is {.obj_type_friendly {x}}.",
    i = hint
  ), "type")
}

is_number_text <- function(x) all(grepl("^(0|-?[1-9][0-9]{0,14})$", x[!is.na(x)], perl = TRUE))

is_valid_factor <- function(x) {
  is.factor(x) && typeof(x) == "integer" && is.null(dim(x)) && is.character(levels(x))
}

# Labels of several columns as one; NULL if one of them is.
join_labels <- function(columns) {
  if (any(vapply(columns, is.null, NA))) {
    return(NULL)
  }
  if (all(vapply(columns, is.factor, NA))) {
    levels <- unique(unlist(lapply(columns, levels)))
    return(factor(unlist(lapply(columns, as.character)), levels))
  }
  plain <- all(vapply(columns, is.character, NA)) || all(vapply(columns, is.numeric, NA)) ||
    all(vapply(columns, is.logical, NA))
  unlist(if (plain) columns else lapply(columns, as_labels), use.names = FALSE)
}

# Which dimension is the truth, by what software and people call it and the predictions:
# `at`, and whether its name says so (`known`).
truth_dimension <- function(names, n) {
  plain <- gsub("[^a-z]", "", lower_ascii(names %||% rep("", n)), perl = TRUE)
  is_truth <- grepl(truth_names, plain, perl = TRUE)
  is_prediction <- grepl(prediction_names, plain, perl = TRUE)
  at <- if (any(is_truth)) which(is_truth) else which(!is_prediction)
  clear <- length(at) == 1
  list(at = if (clear) at else 1L, known = clear && (is_truth[at] || n == 2 && any(is_prediction)))
}

# A matrix of truth and prediction, with the truth in rows as far as its names say which is which.
truth_in_rows <- function(x) if (truth_dimension(names(dimnames(x)), 2)$at == 2) t(x) else x

truth_names <- paste0(
  "^(y?true|truth|ground|groundtruth|reference|ref|actual|observed|obs|gold|goldstandard|target|",
  "condition|disease|diagnosis|real|known|outcome)(class|classes|label|labels|value|values|s)?$"
)
prediction_names <- paste0(
  "^(y?pred|y?predict|prediction|y?predicted|estimate|estimated|fitted|yhat|guess|forecast|",
  "classified|classifier|model|classification)(class|classes|label|labels|value|values|s)?$"
)

# Names that carry numbers by these, as a reader has them: v2 before v10, 1.9 before 1.10.
sort_by_number <- function(x) {
  at <- gregexpr("[0-9]+", x, perl = TRUE)
  digits <- regmatches(x, at)
  width <- max(nchar(unlist(digits)), 0)
  key <- x
  regmatches(key, at) <- lapply(digits, function(one) paste0(strrep("0", width - nchar(one)), one, recycle0 = TRUE))
  x[order(as_utf8(key), as_utf8(x), method = "radix")]
}
