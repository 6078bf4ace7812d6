# A registry is a table with one row for each thing that has a name: a test, an interval, a metric and so on. A row is
# made by one call and holds all that differs; what belongs to a verb is written once for all rows. Verbs, plots and
# sentences look things up by their id, and words are looked up when something is printed.

# The rows as a data frame, named by their id. What a row may have several of is a list column.
new_registry <- function(...) {
  rows <- list(...)
  columns <- lapply(rlang::set_names(names(rows[[1]])), function(field) {
    unlist(lapply(rows, `[[`, field), recursive = FALSE, use.names = FALSE)
  })
  named_by(list2DF(columns, length(rows)), "id")
}

# One row: the arguments of the function that makes it, of which `several` may have more than one value, and others.
new_row <- function(several = character(), ...) {
  row <- mget(names(formals(sys.function(sys.parent()))), parent.frame())
  row[several] <- lapply(row[several], list)
  c(row, list(...))
}

named_by <- function(table, key) {
  attr(table, "row.names") <- table[[key]]
  table
}

# Its rows `of` something, named by `key`: looked up in every call, so parted once.
registry_part <- function(table, of, key) {
  parts <- remembered(key, table, function() {
    lapply(split(seq_len(nrow(table)), table$of), function(at) named_by(table[at, ], key))
  })
  parts[[of]]
}

# What is made of a table, once for each key while the table is as it was.
remembered <- function(key, table, make) {
  known <- memory[[key]]
  if (!identical(known$table, table)) {
    known <- list(table = table, made = make())
    assign(key, known, memory)
  }
  known$made
}

memory <- new.env(parent = emptyenv())

# What several rows have of a list column, each once.
all_of_column <- function(column) unique(unlist(column, use.names = FALSE))

# Words with what belongs in the places of {name}. `fill`: a list of character vectors, each of length one or of that
# of the words.
fill_words <- function(words, fill) {
  if (!any(grepl("{", words, fixed = TRUE))) {
    return(words)
  }
  for (name in names(fill)) {
    put <- rep_len(fill[[name]], length(words))
    slot <- paste0("{", name, "}")
    at <- which(grepl(slot, words, fixed = TRUE))
    words[at] <- vapply(at, function(i) gsub(slot, put[i], words[i], fixed = TRUE), "")
  }
  words
}
