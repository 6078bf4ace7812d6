# The literature, one table for all of the package: inst/extdata/references.tsv, with the columns
# key, author, year, title, source, volume, pages, doi. `source` is a journal, or begins with "book: ",
# "thesis: " or "in: " (proceedings, collections).

read_references <- function() {
  file <- system.file("extdata", "references.tsv", package = "verdict")
  table <- utils::read.delim(file, quote = "", na.strings = "", colClasses = "character", encoding = "UTF-8")
  rownames(table) <- table$key
  table
}

# The rows of `keys`, in the order of the list of references.
find_references <- function(keys) {
  table <- read_references()
  keys <- unique(keys)
  unknown <- setdiff(keys, table$key)
  if (length(unknown) > 0) abort_verdict("internal: no such reference: {.val {unknown}}.", "internal")
  table[sort(match(keys, table$key)), ]
}

# "Dai, H.", "Leeder, J. S.", "Cui, Y."
authors_of <- function(author) {
  parts <- strsplit(author, " and ", fixed = TRUE)[[1]]
  unlist(strsplit(parts, "(?<=[.]), ", perl = TRUE))
}

last_names <- function(author) sub(",.*", "", authors_of(author))

# "Dai et al. 2014", "Tango 1998".
author_year <- function(keys) {
  table <- read_references()[keys, ]
  who <- vapply(table$author, function(author) {
    names <- last_names(author)
    if (length(names) > 2) paste(names[1], "et al.") else paste(names, collapse = " and ")
  }, "", USE.NAMES = FALSE)
  paste(who, table$year)
}

# Each in full, a line of Markdown, as help pages have them.
reference_text <- function(keys) {
  table <- find_references(keys)
  book <- grepl("^(book|thesis): ", table$source)
  source <- sub("^(book|thesis): ", "", table$source)
  inside <- grepl("^in: ", source)
  source <- sub("^in: ", "", source)
  where <- ifelse(book, source, paste0(ifelse(inside, "In *", "*"), source, "*"))
  volume <- ifelse(is.na(table$volume), "", paste0(" ", table$volume))
  pages <- ifelse(is.na(table$pages), "", paste0(", ", table$pages))
  doi <- ifelse(is.na(table$doi), "", paste0(" doi:", table$doi))
  title <- ifelse(book, paste0("*", table$title, "*"), table$title)
  paste0(table$author, " (", table$year, ") ", title, ". ", where, volume, pages, ".", doi)
}

reference_bibentry <- function(keys) {
  table <- find_references(keys)
  entries <- lapply(seq_len(nrow(table)), function(i) do.call(utils::bibentry, reference_fields(table[i, ])))
  do.call(c, entries)
}

reference_fields <- function(row) {
  kind <- sub(":.*", "", row$source)
  source <- sub("^[a-z]+: ", "", row$source)
  type <- switch(kind, book = "Book", thesis = "PhdThesis", "in" = "InProceedings", "Article")
  place <- switch(kind, book = "publisher", thesis = "school", "in" = "booktitle", "journal")
  fields <- list(
    bibtype = type, key = row$key, title = bibtex_title(row$title), year = row$year,
    author = do.call(c, lapply(authors_of(row$author), function(author) {
      utils::person(sub("^[^,]*, ", "", author), sub(",.*", "", author))
    })),
    volume = row$volume, pages = gsub("-", "--", row$pages, fixed = TRUE), doi = row$doi
  )
  fields[[place]] <- bibtex_text(source)
  fields[!vapply(fields, function(field) is.character(field) && anyNA(field), NA)]
}

bibtex_text <- function(text) gsub("&", "\\&", text, fixed = TRUE)

# Styles make capitals small, but not in braces: "The {McNemar} test".
bibtex_title <- function(title) {
  words <- strsplit(bibtex_text(title), " ", fixed = TRUE)[[1]]
  named <- grepl("[A-Z]", c(substring(words[1], 2), words[-1]))
  paste(ifelse(named, paste0("{", words, "}"), words), collapse = " ")
}

# Which words in the name of a test, an interval or an adjustment stand for which reference.
reference_uses <- c(
  "weighted generalized score" = "kosinski2013", "^generalized score" = "leisenring2000",
  "joint generalized score" = "boos2013", "GEE Wald" = "liang1986", "relative predictive" = "moskowitz2006",
  "mid-p McNemar" = "fagerland2013", "^McNemar" = "mcnemar1947", "exact McNemar" = "mcnemar1947",
  "clustered McNemar" = "obuchowski1998", "^sign test" = "salzberg1997",
  "^permutation" = "janssen1997", "Cochran" = "cochran1950", "sum of McNemar" = "lachenbruch1998",
  "mean ranks" = "demsar2006", "Stuart-Maxwell" = "stuart1955",
  "Stuart-Maxwell" = "maxwell1970", "Bhapkar" = "bhapkar1966",
  "Kauermann" = "kauermann2001", "Mancl" = "mancl2001", "Morel" = "morel2003",
  "corrected.* t$" = "nadeau2003", "overlapping training data" = "nadeau2003", "5x2cv F" = "alpaydin1999",
  "5x2cv t" = "dietterich1998", "Wilcoxon" = "wilcoxon1945", "Iman-Davenport" = "iman1980", "Friedman" = "friedman1937",
  "[Aa]ligned ranks" = "hodges1962", "Quade" = "quade1979", "Skillings" = "skillings1981", "Nemenyi" = "nemenyi1963",
  "Dunn" = "dunn1961", "Conover" = "conover1999", "Miettinen" = "miettinen1985", "Fisher's exact" = "fisher1932",
  "Barnard" = "suissa1985", "Tango" = "tango1998", "Agresti-Min" = "agresti2005", "Bonett" = "bonett2006",
  "Newcombe hybrid" = "newcombe1998a", "Newcombe square" = "newcombe1998b", "Tang score" = "tang2003",
  "Wilson" = "wilson1927", "Clopper" = "clopper1934", "BCa" = "efron1987", "632" = "efron1997",
  "^Fisher$" = "fisher1932", "Simes" = "simes1986", "^Lancaster" = "lancaster1961", "Dai-Leeder-Cui" = "dai2014",
  "^Brown" = "brown1975", "Kost" = "kost2002", "[Hh]armonic mean" = "wilson2019", "Cauchy" = "liu2020",
  "correlated t" = "corani2015", "Bayesian signed-rank" = "benavoli2014", "Bayesian" = "benavoli2017",
  "^Holm$|Holm's" = "holm1979", "Hochberg$" = "hochberg1988", "Hommel$" = "hommel1988", "max-T" = "westfall1993",
  "Largest statistic" = "westfall1993", "^Benjamini-Hochberg" = "benjamini1995", "Yekutieli" = "benjamini2001",
  "Sidak" = "sidak1967", "Finner" = "finner1993", "^Li$" = "li2008", "Scheffe" = "scheffe1953",
  "Shaffer" = "shaffer1986", "Bergmann" = "bergmann1988"
)

# The references of a name; none for what every textbook has.
references_of <- function(name) {
  found <- vapply(names(reference_uses), function(pattern) any(grepl(pattern, name)), NA)
  keys <- unique(unname(reference_uses[found]))
  # Hochberg's own name is part of another's, Hommel's likewise.
  if (any(c("benjamini1995", "bergmann1988") %in% keys)) keys <- setdiff(keys, c("hochberg1988", "hommel1988"))
  keys
}
