# Every help page and vignette is in the index of the site, and the index names none that is
# not there: pkgdown stops on either.
#   Rscript .ci/site.R _pkgdown.yml man vignettes
args <- commandArgs(TRUE)
lines <- readLines(args[[1]])
listed_in <- function(section) {
  inside <- cumsum(grepl("^[a-z]+:", lines)) == which(grep("^[a-z]+:", lines, value = TRUE) == section)
  sub("^  - +", "", grep("^  - ", lines[inside], value = TRUE))
}
listed <- listed_in("reference:")
articles <- listed_in("articles:")
# Those of the folder articles are on the site only.
vignettes <- sub("[.]Rmd$", "", list.files(args[[3]], "[.]Rmd$", recursive = TRUE))

pages <- lapply(list.files(args[[2]], "[.]Rd$", full.names = TRUE), function(file) {
  rd <- tools::parse_Rd(file)
  tagged <- function(tag) unlist(rd[vapply(rd, attr, "", "Rd_tag") == tag])
  list(names = unique(c(tagged("\\name"), tagged("\\alias"))), internal = "internal" %in% tagged("\\keyword"))
})
missing <- Filter(function(page) !page$internal && !any(page$names %in% listed), pages)
unknown <- setdiff(listed, unlist(lapply(pages, `[[`, "names")))
for (page in missing) cat("site: not in", args[[1]], ":", page$names[[1]], "\n")
for (name in unknown) cat("site: no help page:", name, "\n")
odd <- c(setdiff(vignettes, articles), setdiff(articles, vignettes))
for (name in odd) cat("site: vignette and index of", args[[1]], "do not agree:", name, "\n")
quit(status = length(missing) + length(unknown) + length(odd) > 0)
