# covr counts how often each expression of the package ran, by a call that costs more than most expressions do, and
# takes half a minute to put these calls in. Here they are put in once, for all processes that run tests; it is only
# noted that an expression ran; and a function of which all ran is put back as it was.
#   save_bodies(file)                    where covr has traced the package
#   traced <- note_lines(file)           in a process that runs tests, before the package is loaded
#   traced <- leave_known(traced)        now and then
#   add_counts(folder)                   when all have ended, each with its write_seen(traced, folder)

is_count <- function(x) identical(x[[1]], quote(covr:::count))

# Without the references to the source, which are large.
plain_body <- function(x) {
  attributes(x) <- NULL
  for (i in seq_along(x)) {
    if (is.call(x[[i]]) && !is_count(x[[i]])) x[[i]] <- plain_body(x[[i]])
  }
  x
}

save_bodies <- function(file) {
  bodies <- lapply(covr:::the$replacements, function(one) plain_body(body(one$new_value)))
  names(bodies) <- vapply(covr:::the$replacements, function(one) as.character(one$name), "")
  saveRDS(Filter(is.call, bodies), file, compress = FALSE)
}

note_lines <- function(file) {
  utils::assignInNamespace("trace_environment", function(env) NULL, "covr")
  package <- loadNamespace("verdict")
  seen <- new.env()
  bodies <- readRDS(file)
  functions <- Map(function(body, name) note_in(name, package, body, seen), bodies, names(bodies))
  list(seen = seen, functions = functions)
}

note_in <- function(name, package, body, seen) {
  keys <- character()
  note <- function(x) {
    if (is_count(x)) {
      keys <<- c(keys, x[[2]])
      return(as.call(list(as.name("[[<-"), seen, x[[2]], TRUE)))
    }
    for (i in seq_along(x)) {
      if (is.call(x[[i]])) x[[i]] <- note(x[[i]])
    }
    x
  }
  here <- package[[name]]
  one <- list(name = as.name(name), package = package, here = here, as_was = .Call(covr:::covr_duplicate_, here))
  traced <- here
  body(traced) <- note(body)
  attributes(traced) <- attributes(here)
  put_in(one, traced)
  c(one, list(keys = keys))
}

# In the function's own place, for all who hold it.
put_in <- function(one, value) .Call(covr:::covr_reassign_function, one$name, one$package, one$here, value)

leave_known <- function(traced) {
  known <- vapply(traced$functions, function(one) all(one$keys %in% names(traced$seen)), NA)
  for (one in traced$functions[known]) put_in(one, one$as_was)
  traced$functions <- traced$functions[!known]
  traced
}

write_seen <- function(traced, folder) writeLines(names(traced$seen), tempfile("seen-", folder))

add_counts <- function(folder) {
  seen <- lapply(list.files(folder, "^seen-", full.names = TRUE), readLines)
  counters <- covr:::.counters
  for (key in unique(unlist(seen))) counters[[key]]$value <- 1L
}
