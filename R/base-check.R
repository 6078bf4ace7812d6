# Whether an argument is the number, or the numbers, that it must be.

are_numbers <- function(x) is_numeric(x) && length(x) > 0 && !anyNA(x)

# What is drawn or counted at most.
largest_whole <- .Machine$integer.max

# `closed`: the limits are allowed too; `size`: how many, NULL for any number of them; `hint`: further lines of the
# error.
check_number <- function(x, arg, lower = -Inf, upper = Inf, closed = FALSE, whole = FALSE, size = 1, kind = "argument",
                         hint = NULL) {
  bad <- if (is_numeric(x)) {
    x[is.na(x) | x < lower | x > upper | !closed & (x == lower | x == upper) | whole & x != round(x)]
  }
  if (are_numbers(x) && length(bad) == 0 && (is.null(size) || length(x) == size)) {
    return(invisible(x))
  }
  what <- if (is.null(size)) "" else if (size == 1) "one " else paste0(size, " ")
  what <- paste0(what, if (whole) "whole ", if (identical(size, 1)) "number" else "numbers")
  ends <- sub("e[+]0*", "e", vapply(c(lower, upper), format, ""))
  limits <- if (!closed) {
    " strictly between {ends[1]} and {ends[2]}"
  } else if (upper < largest_whole || isTRUE(any(bad > upper))) {
    " from {ends[1]} to {ends[2]}"
  } else {
    ", {ends[1]} or more"
  }
  given <- describe_value(if (length(bad)) bad else x)
  abort_verdict(c(paste0("{.arg {arg}} must be ", what, limits, ", not {given}."), hint), kind)
}

# Whether all conditions are TRUE; those after the first that is not are not evaluated.
all_hold <- function(...) {
  for (i in seq_len(...length())) if (!isTRUE(...elt(i))) return(FALSE)
  TRUE
}

is_string_in <- function(x, choices) rlang::is_string(x) && x %in% choices

# Names, each of another thing.
are_distinct <- function(x) is.character(x) && length(x) > 0 && !anyNA(x) && !anyDuplicated(x)

# Numbers of rows, or what weights of rows add up to.
are_amounts <- function(x) is.numeric(x) && all(is.finite(x) & x >= 0)

is_amount <- function(x) length(x) == 1 && are_amounts(x)
