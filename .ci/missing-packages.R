# Prints those of the packages named as arguments that are missing or too old.
# "Imports" and "Suggests" stand for what DESCRIPTION lists there.
description <- read.dcf("DESCRIPTION")
wanted <- unlist(lapply(commandArgs(TRUE), function(name) {
  if (name %in% colnames(description)) strsplit(description[1, name], ",")[[1]] else name
}))
name <- trimws(sub("\\(.*", "", wanted))
version <- ifelse(grepl(">=", wanted), sub(".*>= *([0-9.-]+).*", "\\1", wanted), "0")

is_here <- function(name, version) {
  requireNamespace(name, quietly = TRUE) && utils::packageVersion(name) >= version
}
cat(unique(name[!mapply(is_here, name, version)]), sep = "\n")
