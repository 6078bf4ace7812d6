# lighteval: details of a task, one row an item with `doc`, `metric` and `model_response`: parquet with nested columns,
# or the same rows as JSON lines.

is_lighteval <- function(source) source$kind == "lines" && has_fields(source$first, "doc", "metric", "model_response")

read_lighteval <- function(source, model, asked, call) {
  path <- source$path
  model <- if (is.na(model)) model_of_file(path, startsWith(basename(path), "details_")) else model
  parts <- read_json_lines(path, function(values, line, odd) {
    docs <- lapply(values, `[[`, "doc")
    task <- text_of(docs, "task_name")
    item <- text_of(docs, "id")
    query <- vapply(docs, function(doc) rlang::hash(doc$query), "")
    metrics <- lapply(values, function(x) x$metric)
    n <- lengths(metrics)
    at <- rep(seq_along(values), n)
    score <- numbers_of(unlist(metrics, recursive = FALSE, use.names = FALSE), path, line[at], odd[at], call)
    list(
      rows = new_log_rows(
        model, task[at], item[at], unlist(lapply(metrics, names)), score, NA, query[at], line = line[at]
      ),
      fields = known_fields(task[1], item, lapply(docs, `[[`, "specific"), asked)
    )
  }, call)
  rows <- do.call(rbind, lapply(parts, `[[`, "rows"))
  task <- unique(rows$task)
  shots <- ifelse(grepl("|", task, fixed = TRUE), sub("^.*[|]", "", task), NA)
  settings <- lapply(seq_along(task), function(i) new_settings(model, task[i], list(shots = shots[i])))
  new_log(rows, do.call(rbind, settings), do.call(rbind, lapply(parts, `[[`, "fields")))
}
