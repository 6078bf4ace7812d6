# Line coverage of R/ (by the R tests) and src/ (by the R tests and the C unit tests).
#   Rscript .ci/coverage.R PACKAGE MINIMUM     FILE: of these test files only, as in make test
# PACKAGE is a copy of the package in which the C unit tests were built with --coverage and
# run; their counts are found there and added. A line is left out only with a reason:
# "# nocov: reason" in R, "LCOV_EXCL_LINE: reason" in C, or a block between
# "nocov start: reason" and "nocov end", LCOV_EXCL_START: and LCOV_EXCL_STOP.
options(
  covr.exclude_pattern = "#\\s*nocov:\\s*\\w|LCOV_EXCL_LINE:\\s*\\w",
  covr.exclude_start = "#\\s*nocov start:\\s*\\w|LCOV_EXCL_START:\\s*\\w",
  covr.exclude_end = "#\\s*nocov end|LCOV_EXCL_STOP"
)
args <- commandArgs(TRUE)
package <- normalizePath(args[[1]])
minimum <- as.numeric(args[[2]])
loadNamespace("covr") # which sets its options
# Beside OpenMP gcc counts atomically, which takes several times as long.
options(covr.flags = gsub("-O0", "-O1 -fprofile-update=single", getOption("covr.flags"), fixed = TRUE))

traces <- tempfile("traces-")
dir.create(traces)
run <- sprintf(
  "cd %s && R_TESTS= VERDICT_LINES=%s Rscript .ci/testthat.R .build/coverage-counts %s >&8 2>&8",
  shQuote(getwd()), shQuote(traces), shQuote(Sys.getenv("FILE", ".*"))
)
# What makes a row of a registry runs when the package is built, before any line is counted.
registries <- lapply(list.files("R", "^registry-.*[.]R$", full.names = TRUE), readLines)
registries <- unlist(registries)
makers <- regmatches(registries, regexpr("^([a-z_]+_row|own_status)(?= <- function)", registries, perl = TRUE))
coverage <- covr::package_coverage(package,
  type = "none", pre_clean = FALSE, function_exclusions = paste0("^", makers, "$"),
  code = c(
    sprintf("source(%s)", deparse(normalizePath(".ci/traced.R"))),
    sprintf("save_bodies(%s)", deparse(file.path(traces, "bodies"))),
    sprintf("if (system(%s) != 0) stop('tests failed')", deparse(run)),
    sprintf("add_counts(%s)", deparse(traces))
  )
)
lines <- covr::tally_coverage(coverage, by = "line")
lines <- stats::aggregate(value ~ filename + line, data = lines, FUN = max)

percent <- function(lines) 100 * mean(lines$value > 0)
show <- function(name, lines) {
  missed <- lines$line[lines$value == 0]
  cat(sprintf("%6.2f %%  %5d lines  %s%s\n", percent(lines), nrow(lines), name,
    if (length(missed)) paste0("  missed: ", toString(missed, width = 200)) else ""))
}
for (file in split(lines, lines$filename)) show(file$filename[[1]], file)
in_c <- grepl("^src/", lines$filename)
cat(strrep("-", 60), "\n", sep = "")
summarise <- function(name, lines) {
  if (nrow(lines)) cat(sprintf("%6.2f %%  %5d lines  %s\n", percent(lines), nrow(lines), name))
}
summarise("R", lines[!in_c, ])
summarise("C", lines[in_c, ])
summarise("total", lines)
if (percent(lines) < minimum) {
  cat("coverage: below", minimum, "%\n")
  quit(status = 1)
}
