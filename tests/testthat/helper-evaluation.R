# Logs made by data-raw/fixtures/evaluations.py, with the scores that are in them and what follows from these.
logs_of <- function(...) test_path("fixtures", "logs", ...)

logged_scores <- function(what, model) {
  x <- read_fixture("logs/expected.csv")
  x$score[x$what == what & x$model == model]
}

paired_of <- function(what) {
  x <- read_fixture("logs/paired.csv")
  unlist(x[x$what == what, c("estimate", "std.error")])
}

found_pair <- function(set, ...) unlist(as.data.frame(compare_classifiers(set, ...))[c("estimate", "std.error")])

# A file with this text, in a folder of its own.
log_file <- function(..., name = "log.jsonl", env = parent.frame()) {
  folder <- withr_tempdir(env)
  file <- file.path(folder, name)
  writeLines(c(...), file)
  file
}

withr_tempdir <- function(env) {
  folder <- tempfile("logs ")
  dir.create(folder)
  do.call(on.exit, list(bquote(unlink(.(folder), recursive = TRUE)), add = TRUE), envir = env)
  folder
}

lines_of <- function(set) {
  text <- paste(utils::capture.output(print(set, width = 1000)), collapse = "\n")
  text
}
