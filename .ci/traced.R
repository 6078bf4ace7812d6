# covr counts how often each expression of the package ran, by a call that costs more than most expressions do. Here
# it is only noted that one ran: the R tests take a third of the time.
#   seen <- note_lines()      once the package is loaded
#   report_lines(seen)        when all has run: covr writes its counters as R ends

note_lines <- function() {
  seen <- new.env()
  note <- function(x) {
    if (identical(x[[1]], quote(covr:::count))) {
      return(as.call(list(as.name("[[<-"), seen, x[[2]], TRUE)))
    }
    for (i in seq_along(x)) {
      if (is.call(x[[i]])) x[[i]] <- note(x[[i]])
    }
    x
  }
  for (one in covr:::the$replacements) {
    traced <- one$target_value
    attributes <- attributes(traced)
    body(traced) <- note(body(traced))
    attributes(traced) <- attributes
    .Call(covr:::covr_reassign_function, one$name, one$env, one$target_value, traced)
  }
  seen
}

report_lines <- function(seen) {
  counters <- covr:::.counters
  for (key in ls(seen, all.names = TRUE)) counters[[key]]$value <- 1L
}
