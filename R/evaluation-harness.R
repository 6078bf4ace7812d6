# lm-evaluation-harness: `samples_<task>_<date>.jsonl`, one line an item and filter, with the names of its metrics in
# `metrics`; what was run stands in `results_<date>.json` beside it.

is_harness <- function(source) {
  source$kind == "lines" && has_fields(source$first, "doc_id") &&
    any(c("doc_hash", "filtered_resps", "resps", "metrics") %in% names(source$first))
}

harness_fields <- c(
  "doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics", "doc_hash", "prompt_hash",
  "target_hash"
)

read_harness <- function(source, model, asked) {
  run <- harness_run(source$path, model)
  parts <- read_json_lines(source$path, function(values, line, odd) {
    harness_piece(values, line, odd, source$path, asked)
  })
  rows <- weigh_log_likelihoods(do.call(rbind, lapply(parts, `[[`, "rows")))
  check_all_documents(rows, run, source$path, asked)
  item <- distinct_documents(rows)
  fields <- do.call(rbind, lapply(parts, `[[`, "fields"))
  fields$item <- item[match(fields$item, rows$sample)]
  fields$task <- rep(run$task, nrow(fields))
  log_rows <- new_log_rows(
    run$model, run$task, item, rows$metric, rows$score, NA, rows$prompt, line = rows$line, weight = rows$weight
  )
  new_log(log_rows, new_settings(run$model, run$task, run$settings), fields, run$better)
}

# Of the rows of one item and metric; `sample` holds the document's number for now.
harness_piece <- function(values, line, odd, path, asked) {
  names <- harness_metrics(values)
  at <- rep(seq_along(values), lengths(names))
  name <- unlist(names, use.names = FALSE)
  cells <- unlist(Map(.subset, values, names, USE.NAMES = FALSE), recursive = FALSE, use.names = FALSE)
  weight <- rep(NA_real_, length(cells))
  pairs <- vapply(cells, is.list, NA)
  for (i in which(pairs)) {
    ratio <- logged_ratio(name[i], cells[[i]])
    if (!is.null(ratio)) {
      pairs[i] <- FALSE
      cells[[i]] <- ratio$score
      weight[i] <- ratio$weight
    }
  }
  # What is a list still is no score.
  at <- at[!pairs]
  name <- name[!pairs]
  score <- numbers_of(cells[!pairs], path, line[at], odd[at])
  filter <- text_of(values, "filter")[at]
  hash <- text_of(values, "doc_hash")
  id <- text_of(values, "doc_id")
  rows <- list2DF(list(
    item = ifelse(is.na(hash), id, hash)[at], sample = id[at],
    metric = ifelse(is.na(filter) | filter == "none", name, paste(name, filter, sep = ",")), score = score,
    prompt = text_of(values, "prompt_hash")[at], line = as.double(line)[at], weight = weight[!pairs]
  ), length(at))
  list(rows = rows, fields = known_fields("", id, lapply(values, .subset2, "doc"), asked))
}

# Of each line the names of its metrics: as it says, or of older logs what is a single number.
harness_metrics <- function(values) {
  names <- lapply(values, .subset2, "metrics")
  # Mostly all lines say the same.
  if (length(names[[1]]) && all(vapply(names, identical, NA, names[[1]]))) {
    return(rep(list(as.character(unlist(names[[1]]))), length(values)))
  }
  names <- lapply(names, function(x) as.character(unlist(x)))
  bare <- lengths(names) == 0
  names[bare] <- lapply(values[bare], function(x) setdiff(names(x)[vapply(x, is_score, NA)], harness_fields))
  names
}

# Documents of one text are items of their own, told apart by their order.
distinct_documents <- function(rows) {
  pairs <- !duplicated(paste(rows$item, rows$sample, sep = "\r"))
  item <- rows$item[pairs]
  nth <- stats::ave(seq_along(item), match(item, item), FUN = seq_along)
  name <- ifelse(nth > 1, paste0(item, "#", nth), item)
  name[match(paste(rows$item, rows$sample, sep = "\r"), paste(item, rows$sample[pairs], sep = "\r"))]
}

# The results know how many documents there were.
check_all_documents <- function(rows, run, path, asked) {
  n <- length(unique(rows$sample))
  if (is_score(run$documents) && isTRUE(n < run$documents) && !"unfinished" %in% asked$allow) {
    abort_log(c(
      "has {format_count(n)} of the {format_count(run$documents)} documents that its results are of: it is cut off, or
       only some were asked.",
      i = "{.code allow = \"unfinished\"} takes those that it has."
    ))
  }
}

harness_run <- function(path, model) {
  file <- sub("[.]jsonl?([.]gz)?$", "", basename(path))
  named <- startsWith(file, "samples_")
  stem <- sub("^samples_", "", file)
  task <- sub("_[0-9]{4}-[0-9]{2}-[0-9]{2}T[^_]*$", "", stem)
  date <- if (nchar(stem) > nchar(task)) substr(stem, nchar(task) + 2, nchar(stem)) else ""
  results <- harness_results(path, date)
  name <- results$model_name %||% results$config$model
  settings <- list(
    version = results$versions[[task]], shots = results[["n-shot"]][[task]],
    prompt = results$chat_template_sha, prompt = results$system_instruction_sha
  )
  better <- unlist(results$higher_is_better[[task]])
  list(
    model = if (!is.na(model)) model else name %||% model_of_file(path, named), task = task, settings = settings,
    documents = results[["n-samples"]][[task]]$effective,
    better = if (length(better)) {
      stats::setNames(ifelse(better, "high", "low"), paste(task, names(better), sep = "\r"))
    }
  )
}

# The results of the same date, or the only ones beside the samples.
harness_results <- function(path, date) {
  beside <- list.files(dirname(path), "^results.*[.]json$", full.names = TRUE)
  same <- beside[basename(beside) == paste0("results_", date, ".json")]
  file <- if (length(same)) same else if (length(beside) == 1) beside
  if (is.null(file)) list() else read_document(file)
}
