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

# "Dai et al. 2014", "Tango 1998".
author_year <- function(keys) {
  table <- read_references()[keys, ]
  who <- vapply(table$author, function(author) {
    names <- sub(",.*", "", authors_of(author))
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
