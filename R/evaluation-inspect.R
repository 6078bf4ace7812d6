# inspect_ai: one run of a task a file, as one JSON document or as a zip (`.eval`) of header.json and the samples, which
# summaries.json has in short. Epochs are samples of an item. Its scores are letters, numbers, text or named lists.

inspect_versions <- 1:3

is_inspect <- function(source) {
  if (source$kind == "zip") {
    return(any(c("header.json", "_journal/start.json") %in% zip_names(source$path)))
  }
  source$kind == "document" && has_fields(source$document, "eval") && has_fields(source$document$eval, "task", "model")
}

zip_names <- function(path) {
  tryCatch(utils::unzip(path, list = TRUE)$Name, error = function(cnd) character(), warning = function(cnd) character())
}

read_inspect <- function(source, model, asked) {
  path <- source$path
  log <- if (source$kind == "zip") open_inspect(path) else list(header = source$document, odd = source$odd)
  header <- log$header
  check_inspect(header, path, asked)
  samples <- log$samples %||% list(header$samples)
  if (length(samples[[1]]) == 0) abort_log("has no samples: they were not logged.")
  spec <- header$eval
  name <- if (is.na(model)) spec$model else model
  parts <- lapply(samples, function(piece) {
    if (is.function(piece)) piece <- piece()
    id <- text_of(piece, "id")
    list(
      rows = inspect_rows(piece, name, spec$task, path, isTRUE(log$odd), asked),
      fields = known_fields(spec$task, id, lapply(piece, `[[`, "metadata"), asked)
    )
  })
  rows <- do.call(rbind, lapply(parts, `[[`, "rows"))
  if (all(is.na(rows$metric))) abort_log("has no scores: it was not scored.")
  # Arguments of the task: those that speak of shots by themselves.
  args <- spec$task_args
  shots <- names(args) %in% c("fewshot", "num_fewshot", "n_shot", "shots", "few_shot")
  values <- lapply(seq_along(args), function(i) if (shots[i]) args[[i]] else list(args[i]))
  settings <- c(
    list(version = spec$task_version, dataset = spec$dataset$name),
    stats::setNames(values, ifelse(shots, "shots", "settings"))
  )
  new_log(rows, new_settings(name, spec$task, settings), do.call(rbind, lapply(parts, `[[`, "fields")))
}

check_inspect <- function(header, path, asked) {
  version <- header$version %||% inspect_versions[1]
  if (!isTRUE(version %in% inspect_versions)) {
    abort_log(c(
      "is an inspect_ai log of version {plain_label(version)}.",
      i = "Versions {min(inspect_versions)} to {max(inspect_versions)} are known here."
    ))
  }
  status <- plain_label(header$status %||% "unknown")
  if (status != "success" && !"unfinished" %in% asked$allow) {
    abort_evaluation(c(
      "The run in {.file {plain_label(path)}} did not end: its status is {.val {status}}.",
      i = if (status == "started") "It is still being written, or was broken off.",
      i = "{.code allow = \"unfinished\"} takes the samples that it has."
    ))
  }
}

# list(header, samples): pieces, or functions that read one, so that only one is in memory.
open_inspect <- function(path) {
  names <- zip_names(path)
  if (!"header.json" %in% names) {
    abort_log(c(
      "has no {.file header.json}: it is still being written, or was broken off.",
      i = "{.code inspect log recover} may mend it."
    ))
  }
  header <- read_zip_json(path, "header.json")$value
  if ("summaries.json" %in% names) {
    summaries <- read_zip_json(path, "summaries.json")
    return(list(header = header, samples = list(summaries$value), odd = summaries$odd))
  }
  within <- grep("^samples/", names, value = TRUE)
  list(header = header, samples = lapply(within, function(name) function() list(read_zip_json(path, name)$value)))
}

read_zip_json <- function(path, name) {
  text <- tryCatch(read_zip_text(path, name), error = function(cnd) "", warning = function(cnd) "")
  content <- parse_json_text(text)
  if (is.null(content)) {
    abort_evaluation(c(
      "{.file {plain_label(name)}} in {.file {plain_label(path)}} cannot be unpacked: it is cut off, or
       compressed in a way that this R cannot read.",
      i = "{.code inspect log convert --to json} makes a log that can be read."
    ))
  }
  content
}

# In bytes: readLines() drops a last line without an end.
read_zip_text <- function(path, name) {
  con <- unz(path, name, "rb")
  on.exit(close(con))
  parts <- list()
  repeat {
    part <- readBin(con, "raw", 2^20)
    if (length(part) == 0) break
    parts[[length(parts) + 1]] <- part[part != 0]
  }
  text <- rawToChar(unlist(parts))
  Encoding(text) <- "UTF-8"
  valid_text(text)
}

inspect_rows <- function(samples, model, task, path, odd, asked) {
  parts <- lapply(samples, function(sample) inspect_scores(sample, path, odd, asked))
  n <- lengths(lapply(parts, `[[`, "metric"))
  id <- rep(text_of(samples, "id"), n)
  prompt <- vapply(samples, function(sample) {
    if (is.character(sample$input)) rlang::hash(substr(sample$input, 1, 200)) else NA_character_
  }, "")
  new_log_rows(
    model, task, id, unlist(lapply(parts, `[[`, "metric")), unlist(lapply(parts, `[[`, "score")),
    rep(text_of(samples, "epoch"), n), rep(prompt, n)
  )
}

# A scorer that gives several values has a metric for each. Without scores: one row of an unknown metric.
inspect_scores <- function(sample, path, odd, asked) {
  values <- lapply(sample$scores, `[[`, "value")
  nested <- vapply(values, function(x) is.list(x) && !is.null(names(x)), NA)
  flat <- c(values[!nested], unlist(values[nested], recursive = FALSE))
  if (length(flat) == 0) {
    return(list(metric = NA_character_, score = NA_real_))
  }
  # What other scorers say in words is no matter where one is named.
  if (!is.null(asked$metric)) {
    flat <- flat[names(flat) %in% asked$metric | vapply(flat, function(x) is_score(inspect_number(x)), NA)]
  }
  score <- vapply(flat, function(value) {
    number <- number_of(inspect_number(value), path, NA)
    if (is.na(number) && odd) NaN else number
  }, 0)
  list(metric = names(flat), score = unname(score))
}

# As inspect_ai itself takes letters and words.
inspect_number <- function(value) {
  if (!is.character(value) || length(value) != 1) {
    return(value)
  }
  known <- c(C = 1, P = 0.5, I = 0, N = 0, yes = 1, true = 1, no = 0, false = 0)
  place <- stats::na.omit(match(c(value, lower_ascii(value)), names(known)))
  if (length(place)) {
    return(known[[place[1]]])
  }
  number <- suppressWarnings(as.double(value))
  if (is.na(number)) value else number
}
