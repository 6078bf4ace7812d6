# A file that is opened. A source is list(path, kind, first, document):
#   kind      "lines" (JSON, one value a line), "document" (one JSON value), "table" (text), "zip"
#   first     the first value of lines, or of a document that is an array; of a table its header as names
#   document  of a document the whole

is_beside <- function(source) {
  x <- source$document
  known <- list(
    c("results", "config"), c("results", "configs"), "config_general", "adapter_spec", c("class_name", "args"),
    c("schema_version", "evaluation_results")
  )
  of_a_run <- vapply(known, function(fields) has_fields(x, fields), NA)
  source$kind == "document" && (any(of_a_run) || has_fields(source$first, "name", "count", "sum"))
}

# -- opening --------------------------------------------------------------------------

open_log <- function(path) {
  magic <- readBin(path, "raw", 6)
  starts <- function(...) identical(magic[seq_along(c(...))], as.raw(c(...)))
  if (length(magic) == 0) abort_log("is empty.")
  if (starts(0x28, 0xb5, 0x2f, 0xfd)) {
    abort_log(c("is compressed by zstd, which R cannot read.", i = "Unpack it first: {.code zstd -d}."))
  }
  if (starts(0x50, 0x41, 0x52, 0x31)) {
    return(open_parquet(path))
  }
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff)) {
    abort_log(c("is text in UTF-16, as PowerShell's {.code >} writes it.", i = "Save it as UTF-8."))
  }
  if (starts(0x50, 0x4b)) {
    return(list(path = path, kind = "zip"))
  }
  if (!is_whole_file(path)) abort_log("cannot be unpacked: it is cut off or damaged.")
  open_text(path)
}

# NaN and infinite numbers of the columns of `data`, which jsonlite writes as null, as Python writes them.
keep_not_finite <- function(file, data) {
  is_odd <- function(x) is.nan(x) | is.infinite(x)
  odd <- Filter(function(x) is.double(x) && any(is_odd(x)), data)
  if (length(odd) == 0) {
    return()
  }
  lines <- readLines(file, encoding = "UTF-8")
  for (name in names(odd)) {
    key <- paste0(jsonlite::toJSON(name, auto_unbox = TRUE), ":")
    at <- which(is_odd(odd[[name]]))
    lines[at] <- sub(paste0(key, "null"), paste0(key, "NaN"), lines[at], fixed = TRUE)
  }
  writeLines(lines, file, useBytes = TRUE)
}

# Its rows as JSON lines in a file of this session, which the path knows as `unpacked`: then every format reads them.
open_parquet <- function(path) {
  reader <- parquet_reader()
  if (is.null(reader)) {
    abort_log(c(
      "is a parquet file.", i = "Install nanoparquet, or arrow for nested columns.",
      i = "Or write it as JSON lines: in Python
           {.code pandas.read_parquet(file).to_json(out, orient=\"records\", lines=True)}."
    ))
  }
  data <- tryCatch(as.data.frame(reader(path)), error = function(cnd) NULL)
  if (is.null(data)) {
    abort_log(c(
      "cannot be read as parquet: it is cut off, or has columns that the package does not know.",
      i = "arrow reads nested columns, nanoparquet does not."
    ))
  }
  if (nrow(data) == 0) abort_log("has no rows.")
  unpacked <- tempfile("parquet-", fileext = ".jsonl")
  con <- file(unpacked, "wb")
  tryCatch(
    jsonlite::stream_out(data, con, verbose = FALSE, digits = NA, na = "null", null = "null"), finally = close(con)
  )
  keep_not_finite(unpacked, data)
  source <- open_text(unpacked)
  source$path <- structure(path, unpacked = unpacked)
  source
}

# Asked for by name alone, so that nothing else needs them.
parquet_reader <- function() {
  known <- Filter(rlang::is_installed, c("arrow", "nanoparquet"))
  if (length(known)) getExportedValue(known[1], "read_parquet") # nocov: neither is among the packages of the tests
}

open_text <- function(path) {
  con <- gzfile(path, "rt")
  on.exit(close(con))
  line <- first_line(con, path)
  if (startsWith(line, "version https://git-lfs")) {
    abort_log(c("is only a pointer to a file that Git LFS keeps.", i = "{.code git lfs pull} gets it."))
  }
  opening <- substr(trimws(line), 1, 1)
  # What a crash leaves of a file that was being written.
  if (opening %in% c("{", "[") && identical(last_bytes(path, 1), as.raw(0)) && is.na(packed_kind(path))) {
    abort_log("ends in zero bytes: it is cut off.")
  }
  if (!opening %in% c("{", "[")) {
    # As the rows are read.
    names <- suppressWarnings(tryCatch(
      scan(text = line, what = "", sep = separator_of(line), quote = "\"", strip.white = TRUE, quiet = TRUE),
      error = function(cnd) NULL
    ))
    return(list(path = path, kind = "table", line = line, first = as.list(stats::setNames(nm = names))))
  }
  first <- parse_json_text(line)
  again <- if (!is.null(first)) readLines(con, 1, warn = FALSE)
  if (opening == "{" && is_json_lines(first, again)) {
    return(list(path = path, kind = "lines", first = first$value))
  }
  content <- read_whole(path)
  document <- content$value
  first <- if (is.null(names(document))) first_record(document, path) else document
  list(path = path, kind = "document", first = first, document = document, odd = content$odd)
}

# Of an array of records.
first_record <- function(document, path) {
  records <- vapply(document, function(x) is.list(x) && !is.null(names(x)), NA)
  if (any(records) && !all(records)) {
    abort_evaluation(
      "Value {which(!records)[1]} of the array in {.file {plain_label(path)}} is no record of named fields."
    )
  }
  document[[1]]
}

separator_of <- function(line) if (grepl("\t", line, fixed = TRUE)) "\t" else ","

# One object on the only line of a file is a document if it is one of those that are.
is_json_lines <- function(first, again) {
  if (is.null(first)) {
    return(FALSE)
  }
  length(again) > 0 || !(has_fields(first$value, "eval") || is_beside(list(kind = "document", document = first$value)))
}

first_line <- function(con, path) {
  repeat {
    line <- readLines(con, 1, warn = FALSE, encoding = "UTF-8", skipNul = TRUE)
    if (length(line) == 0) abort_log("is empty.")
    line <- sub("^\ufeff", "", valid_text(line))
    if (nzchar(trimws(line))) {
      return(line)
    }
  }
}

read_document <- function(path) read_whole(path)$value

read_whole <- function(path) {
  con <- gzfile(path, "rt")
  on.exit(close(con))
  text <- valid_text(paste(readLines(con, warn = FALSE, encoding = "UTF-8"), collapse = "\n"))
  content <- parse_json_text(text)
  if (is.null(content) || !is.list(content$value)) {
    abort_log(c(
      "is no complete JSON: it is cut off, or still being written.",
      i = "It is not used in part: repair it or leave it out."
    ))
  }
  if (length(content$value) == 0) abort_log("has no scores.")
  content
}

# list(value, odd) or NULL. Python writes NaN and Infinity, which are no JSON: null, and `odd`.
parse_json_text <- function(text) {
  value <- tryCatch(list(value = parse_exactly(text), odd = FALSE), error = function(cnd) NULL)
  if (!is.null(value)) {
    return(value)
  }
  mended <- gsub("([:,\\[]\\s*)(NaN|-?Infinity)(?=\\s*[,\\]}])", "\\1null", text, perl = TRUE)
  if (identical(mended, text)) {
    return(NULL)
  }
  tryCatch(list(value = parse_exactly(mended), odd = TRUE), error = function(cnd) NULL)
}

# Integers that a double cannot hold, such as an item's number, stay the text that they are.
parse_exactly <- function(text) jsonlite::parse_json(text, bigint_as_char = TRUE)

# -- lines ----------------------------------------------------------------------------

# `each(values, line, odd)` for pieces of a file of JSON lines, about four megabytes each; a list of what it gives.
read_json_lines <- function(path, each) {
  con <- gzfile(attr(path, "unpacked") %||% path, "rt")
  on.exit(close(con))
  out <- list()
  at <- 0
  n <- 50
  repeat {
    lines <- readLines(con, n, warn = FALSE, encoding = "UTF-8", skipNul = TRUE)
    if (length(lines) == 0) break
    given <- nzchar(lines)
    line <- at + which(given)
    if (any(given)) {
      content <- parse_lines(lines[given], line, path)
      out[[length(out) + 1]] <- each(content$value, line, content$odd)
    }
    at <- at + length(lines)
    n <- min(5000, max(20, floor(4e6 / (mean(nchar(lines, "bytes")) + 1))))
  }
  out
}

parse_lines <- function(lines, line, path) {
  all <- tryCatch(parse_exactly(paste0("[", paste(lines, collapse = ","), "]")), error = function(cnd) NULL)
  if (length(all) == length(lines) && all(vapply(all, is.list, NA)) && !any(lengths(lapply(all, names)) == 0)) {
    return(list(value = all, odd = rep(FALSE, length(all))))
  }
  each <- lapply(lines, function(text) parse_json_text(valid_text(text)))
  broken <- which(!vapply(each, function(x) has_fields(x$value), NA))
  if (length(broken)) {
    abort_evaluation(c(
      "Line {line[broken[1]]} of {.file {plain_label(path)}} is no complete JSON object.",
      x = if (length(broken) > 1) "Nor are {length(broken) - 1} more lines.",
      i = "The file is cut off, or still being written. It is not used in part: repair it or leave it out."
    ))
  }
  list(value = lapply(each, `[[`, "value"), odd = vapply(each, `[[`, NA, "odd"))
}
