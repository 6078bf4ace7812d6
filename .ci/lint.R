# Style of all R files, by .lintr; prints what it finds and fails.
folders <- Filter(dir.exists, c("R", "tests", "data-raw", "bench", "inst", "vignettes", ".ci"))
found <- unlist(lapply(folders, lintr::lint_dir, relative_path = FALSE), recursive = FALSE)
for (lint in found) print(lint)
cat("lint:", length(found), "found by lintr\n")
quit(status = length(found) > 0)
