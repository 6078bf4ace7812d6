# Style of all R files, by .lintr, and names that the package defines twice; prints what it finds and fails. How
# complex functions are is asked of R/ alone, as a test is a list of statements, and of those that branch often enough,
# as cyclocomp takes 30 ms a function.
folders <- Filter(dir.exists, c("R", "tests", "data-raw", "bench", "inst", "vignettes", ".ci"))
found <- unlist(lapply(folders, lintr::lint_dir, relative_path = FALSE), recursive = FALSE)
for (lint in found) print(lint)
cat("lint:", length(found), "found by lintr\n")

# As the check does, which takes six minutes to say so.
fields <- read.dcf("DESCRIPTION", c("Package", "Depends", "Imports", "Suggests"))
declared <- sub("[ (].*", "", trimws(unlist(strsplit(gsub("\n", " ", fields), ","))))
declared <- c(declared, rownames(utils::installed.packages(priority = "base")))
undeclared <- unlist(lapply(list.files("tests/testthat", "[.]R$", full.names = TRUE), function(file) {
  lines <- readLines(file)
  named <- unlist(regmatches(lines, gregexpr("[A-Za-z][A-Za-z0-9.]+(?=::)", lines, perl = TRUE)))
  # Comments and text may name others.
  if (length(setdiff(named, declared))) {
    tokens <- utils::getParseData(parse(file, keep.source = TRUE))
    setdiff(tokens$text[tokens$token == "SYMBOL_PACKAGE"], declared)
  }
}))
for (name in undeclared) cat("lint: named in tests, but not in DESCRIPTION:", name, "\n")

defined <- unlist(lapply(list.files("R", "[.]R$", full.names = TRUE), function(file) {
  lines <- parse(file, keep.source = FALSE)
  names(lines) <- vapply(lines, function(line) {
    if (is.call(line) && identical(line[[1]], quote(`<-`)) && is.name(line[[2]])) as.character(line[[2]]) else ""
  }, "")
  as.list(lines[nzchar(names(lines))])
}))
twice <- unique(names(defined)[duplicated(names(defined))])
for (name in twice) cat("lint: defined twice in R/, so that the first is lost:", name, "\n")

# A branch adds two at most, a function has up to four by itself: below seven branches none comes to 20.
branches <- c("if", "for", "while", "repeat", "switch", "&&", "||", "function")
count_branches <- function(body) sum(all.names(body) %in% branches)
is_function <- function(body) is.call(body) && identical(body[[1]], quote(`function`))
asked <- Filter(function(line) is_function(line[[3]]) && count_branches(line[[3]]) >= 7, defined)
tangled <- Filter(function(line) cyclocomp::cyclocomp(line[[3]]) > 20, asked)
for (name in names(tangled)) cat("lint: of too many branches (cyclocomp above 20):", name, "\n")
quit(status = length(found) + length(undeclared) + length(twice) + length(tangled) > 0)
