# lighteval: details of a task, one row an item with `doc`, `metric` and `model_response`: parquet with nested columns,
# or the same rows as JSON lines.

is_lighteval <- function(source) source$kind == "lines" && has_fields(source$first, "doc", "metric", "model_response")

read_lighteval <- function(source, model, asked) {
  path <- source$path
  results <- lighteval_results(path)
  model <- if (is.na(model)) results$config_general$model_name %||% lighteval_model(path) else model
  parts <- read_json_lines(path, function(values, line, odd) {
    docs <- lapply(values, `[[`, "doc")
    task <- text_of(docs, "task_name")
    item <- text_of(docs, "id")
    query <- vapply(docs, function(doc) rlang::hash(doc$query), "")
    metrics <- lapply(values, function(x) x$metric)
    stopifnot(all(vapply(metrics, has_fields, NA)))
    at <- rep(seq_along(values), lengths(metrics))
    cells <- lighteval_cells(unlist(metrics, recursive = FALSE, use.names = FALSE), unlist(lapply(metrics, names)))
    at <- at[cells$kept]
    score <- numbers_of(cells$score, path, line[at], odd[at])
    list(
      rows = new_log_rows(
        model, task[at], item[at], cells$metric, score, NA, query[at], line = line[at], weight = cells$weight
      ),
      fields = known_fields(task[1], item, lapply(docs, `[[`, "specific"), asked)
    )
  })
  rows <- do.call(rbind, lapply(parts, `[[`, "rows"))
  task <- unique(rows$task)
  shots <- ifelse(grepl("|", task, fixed = TRUE), sub("^.*[|]", "", task), NA)
  settings <- lapply(seq_along(task), function(i) {
    new_settings(model, task[i], list(shots = shots[i], version = results$versions[[task[i]]]))
  })
  better <- unlist(lapply(task, function(one) lighteval_sides(one, results$config_tasks[[one]]$metrics)))
  new_log(rows, do.call(rbind, settings), do.call(rbind, lapply(parts, `[[`, "fields")), better)
}

# Log-likelihoods with the words or bytes they are of are ratios; other values that are no numbers are for a metric of
# the whole, and no scores of items.
lighteval_cells <- function(cells, metric) {
  single <- metric == "ppl"
  metric[single] <- "perplexity"
  ratio <- vapply(cells, has_fields, NA, "logprobs", "weights") & metric %in% names(ratio_metrics)
  # Its `ppl` is of the mean over items.
  weight <- rep(NA_real_, length(cells))
  weight[ratio] <- ifelse(single[ratio], 1, vapply(cells[ratio], function(x) as.double(x$weights), 0))
  cells[ratio] <- lapply(cells[ratio], `[[`, "logprobs")
  kept <- !vapply(cells, is.list, NA)
  list(kept = kept, score = cells[kept], metric = metric[kept], weight = weight[kept])
}

# The folder of the model: details/<model>/<date>/details_<task>_<date>.parquet.
lighteval_model <- function(path) {
  if (!startsWith(basename(path), "details_")) {
    return(model_of_file(path))
  }
  folder <- dirname(normalizePath(path))
  if (grepl("^[0-9]{4}-[0-9]{2}-[0-9]{2}T", basename(folder))) folder <- dirname(folder)
  basename(folder)
}

# results/<model>/results_<date>.json, in the folder that has details/ too.
lighteval_results <- function(path) {
  folder <- dirname(normalizePath(path, winslash = "/"))
  beside <- dirname(sub("^(.*)/details/", "\\1/results/", folder))
  file <- file.path(beside, paste0("results_", basename(folder), ".json"))
  if (file.exists(file)) read_document(file) else list()
}

lighteval_sides <- function(task, metrics) {
  metrics <- Filter(function(x) is.character(x$metric_name) && is.logical(x$higher_is_better), metrics)
  if (length(metrics)) {
    stats::setNames(
      ifelse(vapply(metrics, `[[`, NA, "higher_is_better"), "high", "low"),
      row_key(task, vapply(metrics, `[[`, "", "metric_name"))
    )
  }
}
