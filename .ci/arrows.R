# The call graph of R/: calls run only to files of the same family or of one before it in the order that
# ARCHITECTURE.md states, and no files call one another in a circle. Calls of generics do not count: they go
# to whichever class answers. Every call gives only arguments that the function has, and every name has one definition.
# Prints what is against that, and fails.
#   Rscript .ci/arrows.R
page <- readLines("ARCHITECTURE.md", warn = FALSE)
start <- grep("^Families of R files", page)
lines <- page[seq(start + 2, length(page))]
lines <- lines[seq_len(which(!nzchar(lines))[1] - 1)]
families <- sub("^ +([a-z]+)-.*", "\\1", lines)

defined <- function(line) {
  is_definition <- is.call(line) && identical(line[[1]], quote(`<-`)) && (is.name(line[[2]]) || is.character(line[[2]]))
  if (is_definition) stats::setNames(list(line[[3]]), as.character(line[[2]]))
}
files <- sort(list.files("R", "[.]R$", full.names = TRUE), method = "radix")
bodies <- lapply(files, function(file) do.call(c, lapply(parse(file, keep.source = FALSE), defined)))
home <- rep(sub("[.]R$", "", basename(files)), lengths(bodies))
bodies <- do.call(c, bodies)
names(home) <- names(bodies)
twice <- unique(names(home)[duplicated(names(home))])
if (length(twice)) cat("arrows: defined twice:", twice, "\n")

is_generic <- vapply(bodies, function(body) "UseMethod" %in% all.names(body), NA)
calls_of <- function(name) {
  body <- bodies[[name]]
  is_function <- is.call(body) && identical(body[[1]], as.name("function"))
  found <- if (is_function) codetools::findGlobals(eval(body, baseenv())) else all.names(body)
  to <- setdiff(intersect(unique(found), names(home)[!is_generic]), name)
  data.frame(
    caller = rep(name, length(to)), from = rep(home[[name]], length(to)), called = to, to = unname(home[to])
  )
}
calls <- do.call(rbind, lapply(names(home), calls_of))
calls <- calls[calls$from != calls$to, ]

# A file without one of the families' names is a verb, after all families.
level <- function(file) {
  at <- match(sub("-.*", "", file), families)
  at[is.na(at) | file %in% c("compare", "table", "plot", "print")] <- length(families) + 1
  at
}
up <- calls[level(calls$to) > level(calls$from), ]
words <- sprintf("arrows: %s() in R/%s.R calls up: %s() in R/%s.R\n", up$caller, up$from, up$called, up$to)
cat(words, sep = "")

# Calls that give arguments which the function does not have.
misfit <- character()
look_for_misfits <- function(x) {
  if (is.pairlist(x)) x <- as.list(x)
  if (!is.call(x) && !is.list(x)) return()
  if (is.call(x) && is.name(x[[1]])) check_fit(x, arguments[[as.character(x[[1]])]])
  for (part in as.list(x)) if (!missing(part) && (is.call(part) || is.pairlist(part))) look_for_misfits(part)
}
check_fit <- function(x, known) {
  given <- c(names(x), rep("", length(x)))[seq_along(x)][-1]
  if (is.null(known) || "..." %in% known) return()
  if (length(given) > length(known) || !all(given %in% c("", known))) misfit <<- c(misfit, deparse(x, 100)[1])
}
are_functions <- vapply(bodies, function(body) is.call(body) && identical(body[[1]], as.name("function")), NA)
arguments <- list2env(lapply(bodies[are_functions], function(body) names(body[[2]])))
for (body in bodies) look_for_misfits(body)
cat(sprintf("arrows: arguments that the function does not have: %s\n", misfit), sep = "")

# Files that nothing left calls, and files that call nothing left, are in no circle.
left <- unique(calls[c("from", "to")])
repeat {
  kept <- left[left$from %in% left$to & left$to %in% left$from, ]
  if (nrow(kept) == nrow(left)) break
  left <- kept
}
circle <- unique(left$from)
if (length(circle)) cat("arrows: in or between circles of files:", circle, "\n")
cat(
  "arrows:", length(files), "files,", nrow(calls), "calls between them,", nrow(up), "upward,",
  length(circle), "files in circles,", length(misfit), "calls that do not fit\n"
)
quit(status = nrow(up) + length(circle) + length(misfit) + length(twice) > 0)
