library(testthat)
library(verdict)

# All files, or those that this names: where the suite runs by itself, R CMD check need not run it again.
part <- Sys.getenv("VERDICT_TESTS")
test_check("verdict", filter = if (nzchar(part)) part)
