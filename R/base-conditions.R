# Errors carry a class of their own, so that a caller can catch the kind and a
# test can ask for it: verdict_error_<kind>, all under verdict_error.

# The frame of the function that the user called, whose name an error bears: the outermost of ours that led here, by
# calls or, for a function within another, by where it was written.
door <- function() sys.frame(door_number())

door_number <- function() {
  parents <- sys.parents()
  frames <- sys.frames()
  at <- found <- sys.parent()
  while (at > 0) {
    home <- environment(sys.function(at))
    if (identical(home, environment(door))) found <- at
    within <- Position(function(frame) identical(frame, home), frames[seq_len(at - 1)])
    at <- if (is.na(within)) min(parents[at], at - 1) else within
  }
  found
}

abort_verdict <- function(message, kind, call = door(), envir = parent.frame()) {
  cli_abort(message, class = c(paste0("verdict_error_", kind), "verdict_error"), call = call, .envir = envir)
}

# The lines that cli makes of it, without its machinery: R asks each error for them when it is raised, and so does
# whoever catches it. As there, the first has room for "Error: ".
#' @export
conditionMessage.verdict_error <- function(c) {
  if (!is.null(c$parent)) {
    return(NextMethod())
  }
  text <- c(paste("Error:", c$message), c$body)
  marks <- c(i = col_cyan(symbol$info), x = col_red(symbol$cross), "*" = col_cyan(symbol$bullet))
  mark <- marks[rlang::names2(text)]
  text <- paste0(ifelse(is.na(mark), "", paste0(mark, " ")), text)
  width <- min(getOption("cli.condition_width") %||% console_width(), .Machine$integer.max)
  lines <- unlist(Map(ansi_strwrap, text, width = width, exdent = ifelse(is.na(mark), 0, 2)))
  lines[1] <- sub("Error: ?", "", lines[1])
  paste(lines, collapse = "\n")
}

# Our errors in `expr` that come from another process speak of the call that the user made.
with_door <- function(expr) {
  call <- rlang::error_call(door())
  rlang::try_fetch(expr, verdict_error = function(cnd) {
    cnd$call <- call
    if (!is.null(cnd$parent)) cnd$parent$call <- call
    rlang::cnd_signal(cnd)
  })
}

# Those of 64 bits (package bit64) are kept in doubles of other values.
is_numeric <- function(x) is.numeric(x) && !inherits(x, "integer64")

# Numbers as they are, anything else by its type.
describe_value <- function(x) {
  if (is_numeric(x) && length(x)) first_few(x) else format_inline("{.obj_type_friendly {x}}")
}

warn_verdict <- function(message, kind, call = door(), envir = parent.frame()) {
  cli_warn(message, class = c(paste0("verdict_warning_", kind), "verdict_warning"), call = call, .envir = envir)
}

# What was taken for granted, and a user may want to know.
inform_verdict <- function(message, kind, envir = parent.frame()) {
  cli_inform(message, class = c(paste0("verdict_message_", kind), "verdict_message"), .envir = envir)
}

# Notes of a set that has no place for them, or that is not seen.
inform_notes <- function(notes) {
  for (note in notes) inform_verdict("{note}", "note")
}

# The first few, and how many more.
first_few <- function(x, max = 5) {
  n <- length(x)
  paste0(
    paste(say_label(as.character(utils::head(x, max))), collapse = ", "),
    if (n > max) paste0(" and ", n - max, " more")
  )
}
