# Runs tests/testthat against the installed package, as many files at a time as VERDICT_WORKERS says (2),
# and shows each file as it ends. A test is a test_that() block; the line in brackets is testthat's own
# count of expectations.
#   Rscript .ci/testthat.R COUNTS [FILE]     COUNTS gets "passed failed skipped"; FILE as in rank, or a pattern: set-.*
# The workers are this script again, with the folder of a queue. They take from it the files that
# are left, the dearest of the last time first. What tests print goes to .build/tests/printed.log. With 0 workers
# all is done here, as valgrind wants it.

here <- "tests/testthat"
costs_file <- ".build/tests/costs"

find_files <- function(pattern) {
  names <- sub("^test-(.*)[.]R$", "\\1", list.files(here, "^test-.*[.]R$"))
  names[grepl(paste0("^(", pattern, ")$"), names)]
}

# What has not been run yet is taken first, the longest file first.
dearest_first <- function(files) {
  files <- files[order(-file.size(file.path(here, paste0("test-", files, ".R"))))]
  if (!file.exists(costs_file)) {
    return(files)
  }
  costs <- utils::read.table(costs_file, col.names = c("file", "seconds"))
  files[order(-costs$seconds[match(files, costs$file)], na.last = FALSE)]
}

# -- a worker -------------------------------------------------------------------------

# Only one of two that want to rename a file succeeds.
take_one <- function(queue) {
  for (left in list.files(queue, "^todo-", full.names = TRUE)) {
    taken <- sub("/todo-[0-9]+-", "/taken-", left)
    if (suppressWarnings(file.rename(left, taken))) {
      return(sub("^taken-", "", basename(taken)))
    }
  }
}

run_file <- function(file) {
  testthat::local_reproducible_output()
  time <- system.time(gcFirst = FALSE, results <- testthat::test_dir(here,
    filter = paste0("^", file, "$"), package = "verdict", load_package = "installed", reporter = "silent",
    stop_on_failure = FALSE
  ))
  list(results = results, seconds = sum(time[-3]))
}

count_tests <- function(results) {
  tests <- as.data.frame(results)
  failed <- tests$failed > 0 | tests$error
  skipped <- tests$skipped & !failed
  list(
    tests = c(sum(!failed & !skipped), sum(failed), sum(skipped)),
    expectations = c(
      FAIL = sum(tests$failed, tests$error), WARN = sum(tests$warning), SKIP = sum(tests$skipped),
      PASS = sum(tests$passed)
    )
  )
}

# The failures, warnings and skips of a file, as words.
describe <- function(results) {
  lines <- lapply(results, function(test) {
    told <- Filter(function(of) !inherits(of, "expectation_success"), test$results)
    vapply(told, function(of) {
      skip <- inherits(of, "expectation_skip")
      text <- if (skip) strsplit(conditionMessage(of), "\n")[[1]][[1]] else format(of)
      kind <- if (skip) "skipped" else toupper(sub("^expectation_", "", class(of)[[1]]))
      paste0(
        "  ", kind, " (test-", sub("^test-(.*)[.]R$", "\\1", test$file), ".R:", of$srcref[1], "): ", test$test,
        "\n    ", gsub("\n", "\n    ", text)
      )
    }, "")
  })
  unlist(lines)
}

has_inner <- function(package, inner) {
  requireNamespace(package, quietly = TRUE) && exists(inner, asNamespace(package), inherits = FALSE)
}

work <- function(queue, say) {
  suppressPackageStartupMessages(library(testthat))
  lines <- Sys.getenv("VERDICT_LINES")
  traced <- if (nzchar(lines)) note_lines(file.path(lines, "bodies"))
  suppressPackageStartupMessages(library(verdict))
  # Output is made reproducible once a file, not once a test.
  Reporter$set("public", "local_user_output", function(.env) NULL, overwrite = TRUE)
  # What is identical needs no search for differences.
  differences <- getFromNamespace("waldo_compare", "testthat")
  assignInNamespace("waldo_compare", function(x, y, ...) if (!identical(x, y)) differences(x, y, ...), "testthat")
  # A condition that a test expects needs no trace.
  assignInNamespace("can_entrace", function(cnd) FALSE, "testthat")
  # dbplyr words an error for each column that is summarised, whether there is one or not.
  if (has_inner("dbplyr", "summarise_bind_error1")) {
    assignInNamespace("summarise_bind_error1", function(error_env, dot_name) {
      rlang::env_bind_lazy(error_env, !!dot_name := stop("summarised already: ", dot_name))
    }, "dbplyr")
  }
  # On a busy machine there would be progress bars; and an error that a test expects needs no trace.
  options(cli.progress_show_after = Inf, "rlang:::disable_trace_capture" = TRUE)
  while (length(file <- take_one(queue))) {
    ran <- run_file(file)
    counted <- count_tests(ran$results)
    saveRDS(list(file = file, seconds = ran$seconds, counts = counted), file.path(queue, paste0("done-", file)))
    n <- counted$tests
    head <- sprintf(
      "%-28s %3d passed%s%s %6.1f s", file, n[1], if (n[2]) sprintf(", %d FAILED", n[2]) else "",
      if (n[3]) sprintf(", %d skipped", n[3]) else "", ran$seconds
    )
    say(c(head, describe(ran$results)))
    if (!is.null(traced)) traced <- leave_known(traced)
  }
  if (!is.null(traced)) write_seen(traced, lines)
}

# -- all of them ----------------------------------------------------------------------

start_workers <- function(queue, n) {
  script <- paste(shQuote(file.path(R.home("bin"), "Rscript")), ".ci/testthat.R --worker", shQuote(queue))
  logs <- shQuote(file.path(queue, paste0("worker-", seq_len(n), ".log")))
  # R begins with a heap so small that it would collect it all the time; threads that wait would turn in circles.
  Sys.setenv(R_NSIZE = "8M", R_VSIZE = "256M", OMP_WAIT_POLICY = "passive")
  # The third channel of each is our pipe; the others do not speak into it.
  con <- pipe(paste0("{ ", paste0(script, " 3>&1 >", logs, " 2>&1 </dev/null &", collapse = " "), " wait; }"), "r")
  on.exit(close(con))
  while (length(line <- readLines(con, 1))) cat(line, "\n", sep = "")
}

gather <- function(queue, files) {
  done <- file.path(queue, paste0("done-", files))
  lost <- files[!file.exists(done)]
  for (file in lost) cat(file, ": did not end: R died, see .build/tests/printed.log\n", sep = "")
  ended <- lapply(done[file.exists(done)], readRDS)
  sum_of <- function(what, none) Reduce(`+`, lapply(ended, function(of) of$counts[[what]]), none)
  tests <- sum_of("tests", c(0, length(lost), 0))
  seconds <- vapply(ended, `[[`, 0, "seconds")
  list(
    tests = tests, expectations = sum_of("expectations", c(FAIL = length(lost), WARN = 0, SKIP = 0, PASS = 0)),
    costs = data.frame(file = vapply(ended, `[[`, "", "file"), seconds = round(seconds, 2))
  )
}

run_all <- function(counts, files, n) {
  queue <- tempfile("verdict-tests-")
  dir.create(queue)
  on.exit(unlink(queue, recursive = TRUE))
  files <- dearest_first(files)
  file.create(file.path(queue, sprintf("todo-%03d-%s", seq_along(files), files)))
  if (n == 0) work(queue, function(lines) writeLines(lines)) else start_workers(queue, n)
  found <- gather(queue, files)
  keep_logs(queue)
  shown <- paste(names(found$expectations), found$expectations)
  cat(sprintf("%d files, %.0f s of work\n", length(files), sum(found$costs$seconds)))
  cat(sprintf("[ %s ]\n", paste(shown, collapse = " | ")))
  cat(found$tests, "\n", file = counts)
  found
}

# What tests printed has a place of its own; a test that prints is to be mended.
keep_logs <- function(queue) {
  dir.create(dirname(costs_file), recursive = TRUE, showWarnings = FALSE)
  logs <- list.files(queue, "^worker-.*[.]log$", full.names = TRUE)
  printed <- unlist(lapply(logs, readLines, warn = FALSE))
  writeLines(as.character(printed), file.path(dirname(costs_file), "printed.log"))
  if (length(printed)) cat("lines printed by tests, in .build/tests/printed.log: ", length(printed), "\n", sep = "")
}

source(".ci/traced.R")
args <- commandArgs(TRUE)
Sys.setenv(NOT_CRAN = "true")
if (args[[1]] == "--worker") {
  out <- file("/dev/fd/3", "w", raw = TRUE)
  work(args[[2]], function(lines) {
    writeLines(lines, out)
    flush(out)
  })
} else {
  pattern <- if (length(args) > 1) args[[2]] else ".*"
  files <- find_files(pattern)
  if (length(files) == 0) stop("no test file tests/testthat/test-", pattern, ".R", call. = FALSE)
  n <- min(as.integer(Sys.getenv("VERDICT_WORKERS", "2")), length(files))
  found <- run_all(args[[1]], files, n)
  if (pattern == ".*") utils::write.table(found$costs, costs_file, row.names = FALSE, col.names = FALSE)
  quit(status = found$tests[2] > 0)
}
