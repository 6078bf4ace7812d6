# Style of all R files, by .lintr, and names that the package defines twice; prints what it finds and fails. How
# complex functions are is asked of R/ alone: that takes three quarters of the time, and a test is a list of statements.
folders <- Filter(dir.exists, c("R", "tests", "data-raw", "bench", "inst", "vignettes", ".ci"))
found <- unlist(lapply(folders, lintr::lint_dir, relative_path = FALSE), recursive = FALSE)
found <- c(found, lintr::lint_dir("R", linters = lintr::cyclocomp_linter(20), relative_path = FALSE))
for (lint in found) print(lint)
cat("lint:", length(found), "found by lintr\n")

defined <- unlist(lapply(list.files("R", "[.]R$", full.names = TRUE), function(file) {
  lapply(parse(file, keep.source = FALSE), function(line) {
    if (is.call(line) && identical(line[[1]], quote(`<-`)) && is.name(line[[2]])) as.character(line[[2]])
  })
}))
twice <- unique(defined[duplicated(defined)])
for (name in twice) cat("lint: defined twice in R/, so that the first is lost:", name, "\n")
quit(status = length(found) + length(twice) > 0)
