# The class that a question is about: `positive` of a prediction set, a label or NULL.

# `event` is its other name.
match_positive <- function(positive, event, classes) {
  if (!is.null(positive) && !is.null(event)) {
    abort_verdict("{.arg positive} and {.arg event} are two names of one argument: give one of them.", "positive")
  }
  arg <- if (is.null(event)) "positive" else "event"
  positive <- positive %||% event
  if (is.null(positive)) {
    return(NULL)
  }
  label <- as_labels(positive)
  if (length(label) != 1 || is.na(label)) {
    abort_verdict(c(
      "{.arg {arg}} must be one class, not {.obj_type_friendly {positive}}.",
      i = "The classes are {.val {classes}}."
    ), "positive")
  }
  if (!label %in% classes) {
    abort_verdict(c(
      "{.arg {arg}} {.val {label}} is not among the classes.",
      i = "The classes are {.val {classes}}.",
      i = "A class that never occurs can be listed in {.arg levels}."
    ), "positive")
  }
  label
}

ask_about <- function(x, positive, event) {
  x["positive"] <- list(match_positive(positive, event, x$classes))
  x
}

# The classes to report one by one: those asked for, or else the positive one, or all.
asked_classes <- function(x, classes = NULL) {
  classes %||% x$positive %||% x$classes
}

# For print: which class is asked about.
positive_words <- function(x) {
  if (is.null(x$positive)) {
    return(NULL)
  }
  others <- setdiff(x$classes, x$positive)
  against <- if (length(others) == 1) {
    paste0("against ", say_label(others))
  } else if (length(others) > 1) {
    paste("against the other", format_count(length(others)), "classes together")
  }
  paste(c(say_label(x$positive), against), collapse = ", ")
}

# `units`: those of a set or a result; only predictions have a positive class.
positive_hint <- function(units) {
  if (length(units$classes) == 2 && is.null(units$positive) && "positive" %in% names(units)) {
    paste0(
      "Two classes and no `positive`: metrics are reported for both; say positive = ", quote_label(units$classes[1]),
      " or ", quote_label(units$classes[2]), " to ask about one."
    )
  }
}
