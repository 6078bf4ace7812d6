# Fails unless every check in a log of R CMD check is OK; a new submission is no fault.
log <- commandArgs(TRUE)[[1]]
found <- tools::check_packages_in_dir_details(logs = log, drop_ok = TRUE)
of_course <- found$Check == "CRAN incoming feasibility" &
  grepl("^Maintainer: [^\n]*(\n+New submission)?\\s*$", found$Output)
# Where all is well there is one row that says so.
found <- found[!of_course & found$Status != "OK", ]
ended <- any(grepl("^Status: ", readLines(log)))
if (!ended) cat("check: R CMD check did not end:", log, "\n")
for (i in seq_len(nrow(found))) {
  cat("check: ", found$Status[[i]], ": ", found$Check[[i]], "\n", found$Output[[i]], "\n", sep = "")
}
quit(status = !ended || nrow(found) > 0)
