# What is asked of the engine behind a lazy table.

read_lazy <- function(query, source) as_r(ask_rows(query), source)

# Whatever the engine says comes as one error of the package, and nothing that was read is used.
ask_engine <- function(expr, con = NULL) {
  tryCatch(
    withCallingHandlers(expr, warning = function(cnd) {
      text <- conditionMessage(cnd)
      if (grepl("mixed type", text, fixed = TRUE)) stop(text, call. = FALSE)
      if (grepl("unrecognized PostgreSQL field type|ORDER BY is ignored", text, perl = TRUE)) rlang::cnd_muffle(cnd)
    }),
    error = function(cnd) abort_engine(cnd, con)
  )
}

abort_moved <- function() {
  abort_verdict(c(
    "The table changed while it was read.",
    i = "Nothing was counted. Read it in a transaction that sees one state of it, or from a copy."
  ), "database")
}

# Of SQL whose columns are known, so that nobody asks for them (and RPostgreSQL's answer, if it fails, is a warning).
sql_table <- function(con, sql, columns) dplyr::tbl(con, dbplyr::sql(sql), vars = as.character(columns))

join_parts <- function(parts) Reduce(dplyr::union_all, parts)

# `...`: the new columns, whose names may be any.
summarise_by <- function(.rows, .keys, ...) {
  dplyr::summarise(dplyr::group_by(.rows, !!!rlang::syms(.keys)), ..., .groups = "drop")
}

# Columns as R has them: without marks, logical where collect() makes them so, and numbers of 64 bits as doubles.
as_r <- function(read, source) {
  for (name in intersect(source$marked, names(read))) {
    check_length_lazy(read[[name]], source$engine$longest)
    read[[name]] <- substr(read[[name]], 1, nchar(read[[name]]) - 1)
  }
  for (name in intersect(source$logical, names(read))) read[[name]] <- as.logical(read[[name]])
  wide <- vapply(read, inherits, NA, "integer64")
  read[wide] <- lapply(read[wide], number_of_64)
  read
}

# Longer text may have been taken for another.
check_length_lazy <- function(text, longest) {
  if (!is.null(longest) && any(nchar(text) > longest, na.rm = TRUE)) {
    abort_verdict(c(
      "Labels and ids in this engine must have at most {longest} characters.",
      x = "There are longer ones, of which it may compare the first bytes only.",
      i = "Make short ones of them with {.fn dplyr::mutate}, or bring the rows to R with {.fn dplyr::collect}."
    ), "database")
  }
}

abort_engine <- function(cnd, con = NULL) {
  while (inherits(cnd$parent, "condition")) cnd <- cnd$parent
  said <- trimws(ansi_strip(conditionMessage(cnd)))
  # RMariaDB says "[0]" of what fails after the first row.
  if (said == "[0]") said <- tryCatch(DBI::dbGetQuery(con, "SHOW ERRORS")$Message[1], error = function(cnd) said)
  abort_verdict(c(
    "The table could not be read where it is.",
    x = "The engine says: {said}",
    i = "Nothing was counted. {.fn dplyr::show_query} shows what the table stands for."
  ), "database")
}

# What a double cannot hold stays text, and is compared as such.
number_of_64 <- function(x) {
  text <- format(x, trim = TRUE, justify = "none")
  text[is.na(x)] <- NA
  number <- as.double(text)
  if (any(abs(number) >= 2^53, na.rm = TRUE)) text else number
}

# What is sent ---------------------------------------------------------------

# The log of the sent_queries() that is under way; NULL: none is.
sent <- new.env(parent = emptyenv())

ask_rows <- function(query) {
  query <- ask_engine(query)
  lazy <- inherits(query, "tbl_lazy")
  con <- if (lazy) dbplyr::remote_con(query)
  note_sent(
    if (lazy) as.character(dbplyr::sql_render(query)) else NA_character_, con,
    ask_engine(as.data.frame(dplyr::collect(query)), con)
  )
}

# Evaluates what sends a query and gives its rows.
note_sent <- function(sql, con, rows) {
  began <- proc.time()[["elapsed"]]
  force(rows)
  if (!is.null(sent$log)) {
    sent$log[[length(sent$log) + 1]] <- list(
      query = sql, rows = as.double(nrow(rows)), seconds = proc.time()[["elapsed"]] - began, con = con
    )
  }
  rows
}

# The same of a further piece of a stream.
note_piece <- function(rows) {
  began <- proc.time()[["elapsed"]]
  force(rows)
  at <- length(sent$log)
  if (at > 0) {
    sent$log[[at]]$rows <- sent$log[[at]]$rows + nrow(rows)
    sent$log[[at]]$seconds <- sent$log[[at]]$seconds + proc.time()[["elapsed"]] - began
  }
  rows
}
