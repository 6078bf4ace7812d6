# Runs tests/testthat against the installed package. A test is a
# test_that() block; the line in brackets is testthat's own count of expectations.
#   Rscript .ci/testthat.R COUNTS     COUNTS gets "passed failed skipped"
library(testthat)
library(verdict)

run_tests <- function(path = "tests/testthat") {
  if (length(list.files(path, "^test.*[.]R$")) == 0) {
    return(data.frame(failed = integer(), error = logical(), skipped = logical()))
  }
  as.data.frame(test_dir(path,
    package = "verdict", load_package = "installed", reporter = "check",
    stop_on_failure = FALSE
  ))
}

tests <- run_tests()
failed <- tests$failed > 0 | tests$error
skipped <- tests$skipped & !failed
cat(sum(!failed & !skipped), sum(failed), sum(skipped), "\n", file = commandArgs(TRUE)[[1]])
quit(status = any(failed))
