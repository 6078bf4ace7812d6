# Logs of evaluations as a score set. Each file is read by its format (evaluation-format.R) into a log:
#   rows      data frame, one row a score: model, task, item, metric, score, sample, prompt, failed, line, file (a
#             number). `metric` is NA for an item that failed before it was scored; `prompt` is a hash of what was asked
#   settings  data frame: model, task, what, value, file: what must agree between runs (version, shots, ...)
#   fields    data frame: task, item, field, value: what is known of an item, of which clusters are made
#   better    named by task and metric: "high" or "low", where the log says so
# Items are matched by `item` within `task`, never by position (evaluation-match.R).

abort_evaluation <- function(message, kind = "evaluation", envir = parent.frame()) {
  abort_verdict(message, kind, envir = envir)
}

# What is wrong with the log at the caller's `path`.
abort_log <- function(message, envir = parent.frame()) {
  message[1] <- paste("{.file {plain_label(path)}}", message[1])
  abort_evaluation(message, envir = envir)
}

# A log's parts, with what is not given left unknown. `n` rows.
new_log <- function(rows, settings = NULL, fields = NULL, better = NULL) {
  list(
    rows = rows, settings = settings %||% new_settings(character(), character(), list()),
    fields = fields %||% no_fields(), better = better
  )
}

new_log_rows <- function(model, task, item, metric, score, sample = NA_character_, prompt = NA_character_,
                     failed = is.na(score), line = NA_real_, weight = NA_real_) {
  n <- length(score)
  fill <- function(x) rep_len(x, n)
  list2DF(list(
    model = fill(as.character(model)), task = fill(as.character(task)), item = as.character(item),
    metric = fill(as.character(metric)), score = as.double(score), sample = fill(as.character(sample)),
    prompt = fill(as.character(prompt)), failed = fill(failed), line = fill(as.double(line)),
    weight = fill(as.double(weight))
  ), n)
}

# `values`: a named list, NULL and NA for unknown.
new_settings <- function(model, task, values) {
  values <- values[!vapply(values, function(x) is.null(x) || anyNA(x), NA)]
  n <- length(values)
  text <- function(x) as.character(if (is.list(x)) jsonlite::toJSON(x, auto_unbox = TRUE, null = "null") else x)
  data.frame(
    model = rep_len(model, n), task = rep_len(task, n), what = as.character(names(values)),
    value = vapply(values, text, ""), row.names = NULL
  )
}

no_fields <- function() {
  data.frame(task = character(), item = character(), field = character(), value = character())
}

# Of lists of scalars, one an item: those with recognised names, or that which is asked for. Long text is cut.
known_fields <- function(task, item, values, asked) {
  there <- unique(unlist(lapply(values, names)))
  wanted <- intersect(unique(c(asked$cluster, cluster_names)), there)
  if (length(wanted) == 0) {
    return(no_fields())
  }
  parts <- lapply(wanted, function(field) {
    value <- vapply(values, function(x) {
      one <- if (is.list(x)) x[[field]]
      if (is.atomic(one) && length(one) == 1) substr(as.character(one), 1, 400) else NA_character_
    }, "")
    keep <- !is.na(value)
    list2DF(list(
      task = rep_len(task, length(item))[keep], item = item[keep], field = rep(field, sum(keep)), value = value[keep]
    ), sum(keep))
  })
  unique(do.call(rbind, parts))
}

cluster_names <- c(
  "passage", "passage_id", "context", "context_id", "article", "story", "paragraph", "document", "document_id",
  "template", "template_id", "subject", "category", "topic", "domain", "group", "title"
)

# -- values ---------------------------------------------------------------------------

has_fields <- function(x, ...) is.list(x) && !is.null(names(x)) && all(c(...) %in% names(x))

# A field of each value as text, NA where it has none or no single one. No function of ours a value: there are many.
text_of <- function(values, name) {
  field <- lapply(values, .subset2, name)
  single <- lengths(field) == 1 & !vapply(field, is.list, NA)
  text <- rep(NA_character_, length(values))
  # All digits, as a number names something.
  long <- single & vapply(field, is.double, NA)
  field[long] <- lapply(field[long], number_text)
  text[single] <- as.character(unlist(field[single], use.names = FALSE))
  text
}

number_text <- function(x) {
  short <- sprintf(if (isTRUE(x == round(x) && abs(x) < 1e17)) "%.0f" else "%.15g", x)
  if (isTRUE(as.double(short) == x)) short else sprintf("%.17g", x)
}

# Scores as number_of() gives them, of many at once. `odd`: whose NaN and Infinity were read as nothing.
numbers_of <- function(scores, path, line, odd) {
  single <- lengths(scores) == 1 & (vapply(scores, is.numeric, NA) | vapply(scores, is.logical, NA))
  wrong <- which(!single & !vapply(scores, is.null, NA))
  if (length(wrong)) number_of(scores[[wrong[1]]], path, rep_len(line, length(scores))[wrong[1]])
  number <- rep(NA_real_, length(scores))
  number[single] <- as.double(unlist(scores[single], use.names = FALSE))
  number[single & !is.finite(number) | is.na(number) & odd] <- NaN
  number
}

is_score <- function(x) (is.numeric(x) || is.logical(x)) && length(x) == 1

# A score as a number: NA where there is none, NaN where it is no finite number, an error for text.
number_of <- function(x, path, line) {
  if (is.null(x)) {
    return(NA_real_)
  }
  if (is_score(x)) {
    return(if (is.finite(x)) as.double(x) else NaN)
  }
  where <- if (is.na(line)) "" else paste0(" on line ", format_count(line))
  what <- if (is.character(x)) paste0("text, \"", substr(plain_label(x[1]), 1, 40), "\"") else "no single number"
  abort_evaluation("A score{where} of {.file {plain_label(path)}} is {what}.")
}

# The name of a model whose log does not say: of its file, or of its folder where files are named by task.
model_of_file <- function(path, by_folder = FALSE) {
  file <- sub("[.](gz|bz2|xz)$", "", basename(path))
  if (by_folder) basename(dirname(normalizePath(path))) else sub("[.][^.]*$", "", file)
}

row_key <- function(...) paste(..., sep = "\r")

# The same as numbers, where each key would be text of its own.
row_code <- function(...) {
  code <- 0
  size <- 1
  for (x in list(...)) {
    known <- unique(x)
    code <- code + size * (match(x, known) - 1)
    size <- size * length(known)
    if (size > 2^30) {
      code <- match(code, unique(code)) - 1
      size <- max(code, 0) + 1
    }
  }
  code
}

cut_label <- function(text) {
  text <- plain_label(text)
  ifelse(nchar(text) > 60, paste0(substr(text, 1, 57), "..."), text)
}
