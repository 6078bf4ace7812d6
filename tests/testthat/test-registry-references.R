test_that("every reference in use is in the table, once, with what a list needs", {
  table <- read_references()
  used <- list(
    registry_tests, registry_intervals, registry_adjustments, registry_variances, registry_combinations,
    registry_estimates
  )
  expect_setequal(setdiff(unlist(lapply(used, function(of) of$references)), table$key), character())
  expect_false(anyDuplicated(table$key) > 0)
  expect_identical(table$key, sort(table$key, method = "radix"))
  expect_false(anyNA(table[c("author", "year", "title", "source")]))
  expect_match(table$doi[!is.na(table$doi)], "^10[.][0-9]{4,5}/")
  expect_match(table$year, "^[0-9]{4}[ab]?$")
  expect_error(find_references("nobody1900"), class = "verdict_error_internal")
})

test_that("authors are cited as papers do", {
  expect_identical(authors_of("Dai, H., Leeder, J. S. and Cui, Y."), c("Dai, H.", "Leeder, J. S.", "Cui, Y."))
  expect_identical(author_year(c("tango1998", "nadeau2003", "dai2014")), c(
    "Tango 1998", "Nadeau and Bengio 2003", "Dai et al. 2014"
  ))
})

test_that("references are written out, papers, books and proceedings", {
  expect_identical(reference_text(c("westfall1993", "wilcoxon1945", "benavoli2014")), c(
    paste(
      "Benavoli, A., Mangili, F., Corani, G., Zaffalon, M. and Ruggeri, F. (2014) A Bayesian Wilcoxon signed-rank",
      "test based on the Dirichlet process. In *Proceedings of the 31st International Conference on Machine Learning*,",
      "1026-1034."
    ),
    "Westfall, P. H. and Young, S. S. (1993) *Resampling-Based Multiple Testing*. Wiley.",
    paste(
      "Wilcoxon, F. (1945) Individual comparisons by ranking methods. *Biometrics Bulletin* 1, 80-83.",
      "doi:10.2307/3001968"
    )
  ))
})

test_that("every reference is valid BibTeX", {
  entries <- reference_bibentry(read_references()$key)
  expect_length(entries, nrow(read_references()))
  text <- utils::toBibtex(entries)
  expect_match(text, "@PhdThesis{nemenyi1963,", fixed = TRUE, all = FALSE)
  expect_match(text, "@InProceedings{benavoli2014,", fixed = TRUE, all = FALSE)
  expect_match(text, "author = {P. H. Westfall and S. S. Young},", fixed = TRUE, all = FALSE)
  expect_match(text, "journal = {Statistics \\& Probability Letters},", fixed = TRUE, all = FALSE)
  expect_no_match(text, "[^\\\\]&")
  expect_match(text, "generalized {Behrens-Fisher} problem", fixed = TRUE, all = FALSE)
  expect_match(text, "title = {Note on the {Cochran} {Q} test}", fixed = TRUE, all = FALSE)
  expect_identical(bibtex_title("McNemar and others"), "{McNemar} and others")
})

test_that("an id leads to its papers and to no others", {
  expect_identical(test_references("midp"), "fagerland2013")
  expect_identical(test_references(c("mcnemar_cc", "exact")), "mcnemar1947")
  expect_identical(test_references("gee:mancl_derouen"), c("liang1986", "mancl2001"))
  expect_identical(test_references("permutation:exact:mcnemar"), "janssen1997")
  expect_identical(test_references("tukey:blocked:overlap"), "nadeau2003")
  expect_identical(
    test_references(c("corrected_t:folds", "wgs")), c("nadeau2003", "bouckaertfrank2004", "kosinski2013")
  )
  expect_identical(test_references("corrected_t"), "nadeau2003")
  expect_length(test_references("paired_t"), 0)
})

# Of the help pages: first author, year and DOI of each reference that has one.
cited_in_help <- function() {
  pages <- tools::Rd_db("verdict")
  text <- unlist(lapply(pages, function(page) {
    parts <- page[vapply(page, attr, "", "Rd_tag") == "\\references"]
    unlist(lapply(parts, function(part) {
      strsplit(paste(as.character(structure(part, class = "Rd")), collapse = ""), "\n[ \t]*\n")
    }))
  }))
  pattern <- "(doi:|expr_doi[(]\")(10[.][^ }\"]+)"
  text <- grep(pattern, gsub("[ \n]+", " ", text), value = TRUE)
  text <- sub("^[\\]references[{] *", "", trimws(text))
  data.frame(
    author = sub(",.*", "", text), year = sub("^[^(]*[(]([0-9]{4}).*", "\\1", text),
    doi = sub("^(doi:|.*\")", "", regmatches(text, regexpr(pattern, text)))
  )
}

test_that("help pages give the DOIs of the table, to the same authors and years", {
  skip_if_not(nzchar(system.file("help", "verdict.rdb", package = "verdict")), "no help pages are installed")
  cited <- cited_in_help()
  expect_gt(nrow(cited), 50)
  table <- read_references()
  expect_setequal(setdiff(cited$doi, table$doi), character())
  known <- table[match(cited$doi, table$doi), ]
  last <- function(author) sub(",.*", "", authors_of(author))[1]
  expect_identical(cited$author, unname(vapply(known$author, last, "")))
  expect_identical(cited$year, sub("[ab]$", "", known$year))
  expect_false(anyDuplicated(stats::na.omit(table$doi)) > 0)
})
