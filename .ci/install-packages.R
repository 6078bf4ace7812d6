# install-packages.R LIBRARY PACKAGES...: from CRAN.
library <- commandArgs(TRUE)[1]
if (getOption("repos")[["CRAN"]] == "@CRAN@") utils::chooseCRANmirror(ind = 1)
.libPaths(c(library, .libPaths()))
utils::install.packages(commandArgs(TRUE)[-1], lib = library, quiet = TRUE)
