# NAMESPACE and man/ of a copy of the package, made anew from its comments.
#   Rscript .ci/docs.R PACKAGE
load <- function(path) {
  pkgload::load_all(path, helpers = FALSE, attach_testthat = FALSE, quiet = TRUE)$env
}
suppressMessages(roxygen2::roxygenise(commandArgs(TRUE)[[1]], load_code = load))
