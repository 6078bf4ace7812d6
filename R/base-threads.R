# How many threads long counts and replicates may take; what they find does not depend on it.

# A process that was forked from one with threads must not start any (GNU's OpenMP waits for ever).
loaded_in <- new.env(parent = emptyenv())

threads <- function() {
  asked <- getOption("verdict.threads")
  if (!is.null(asked) && !is_count(asked, 1)) {
    abort_verdict(c(
      "{.code options(verdict.threads = )} must be a number of threads, 1 or more.",
      i = "Without it half of the processors are used, two where there are fewer than four."
    ), "argument", call = NULL)
  }
  if (!identical(loaded_in$process, Sys.getpid())) {
    return(1L) # nocov: in a process of its own
  }
  processors <- .Call(ffi_processors)
  most <- if (nzchar(Sys.getenv("_R_CHECK_LIMIT_CORES_"))) min(2L, processors) else processors
  as.integer(min(most, asked %||% max(2L, processors %/% 2L)))
}
