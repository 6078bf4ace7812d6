# Installs the packages named as arguments from CRAN into .lib.
if (getOption("repos")[["CRAN"]] == "@CRAN@") utils::chooseCRANmirror(ind = 1)
.libPaths(c(".lib", .libPaths()))
utils::install.packages(commandArgs(TRUE), lib = ".lib", quiet = TRUE)
