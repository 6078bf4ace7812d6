# Every Eval Ever: instance-level records as JSON lines, each with its model, evaluation and score.

is_every_eval <- function(source) {
  source$kind == "lines" && has_fields(source$first, "schema_version", "evaluation", "model_id")
}

read_every_eval <- function(source, model, asked) {
  path <- source$path
  results <- every_results(path)
  parts <- read_json_lines(path, function(values, line, odd) {
    check_every_version(values, line, path)
    task <- text_of(values, "evaluation_name")
    hash <- text_of(values, "sample_hash")
    item <- ifelse(is.na(hash), text_of(values, "sample_id"), hash)
    score <- numbers_of(lapply(lapply(values, .subset2, "evaluation"), .subset2, "score"), path, line, odd)
    result <- text_of(values, "evaluation_result_id")
    at <- match(ifelse(is.na(result), task, result), results$id)
    score[results$unknown[at] %in% TRUE & score %in% -1] <- NA
    asked_as <- vapply(values, function(x) if (is.null(x$input$raw)) NA_character_ else rlang::hash(x$input$raw), "")
    list(
      rows = new_log_rows(
        if (is.na(model)) text_of(values, "model_id") else model, task, item,
        every_metric(result, task, results$name[at]), score, text_of(values, "evaluation_id"), asked_as, line = line,
        failed = is.na(score) | !is.na(text_of(values, "error"))
      ),
      fields = known_fields(task[1], item, lapply(values, `[[`, "metadata"), asked)
    )
  })
  rows <- do.call(rbind, lapply(parts, `[[`, "rows"))
  log <- new_log(rows, NULL, do.call(rbind, lapply(parts, `[[`, "fields")))
  c(log[names(log) != "better"], every_sides(rows, results))
}

# What the aggregate that stands beside the samples says of each result: its metric, direction and range.
every_results <- function(path) {
  file <- sub("(_samples)?[.]jsonl([.](gz|bz2|xz))?$", ".json", path)
  results <- if (file != path && file.exists(file)) read_document(file)$evaluation_results
  results <- Filter(function(x) has_fields(x, "metric_config"), results)
  of <- function(name) text_of(lapply(results, `[[`, "metric_config"), name)
  id <- text_of(results, "evaluation_result_id")
  data.frame(
    id = ifelse(is.na(id), text_of(results, "evaluation_name"), id), task = text_of(results, "evaluation_name"),
    name = of("metric_name"), low = as.logical(of("lower_is_better")), unknown = as.logical(of("has_unknown_level")),
    min = suppressWarnings(as.double(of("min_score"))), max = suppressWarnings(as.double(of("max_score")))
  )
}

every_sides <- function(rows, results) {
  pairs <- unique(rows[c("task", "metric")])
  at <- match(row_key(pairs$task, pairs$metric), row_key(results$task, results$name))
  at[is.na(at)] <- match(pairs$metric, results$id)[is.na(at)]
  known <- !is.na(at)
  key <- row_key(pairs$task, pairs$metric)[known]
  better <- stats::setNames(ifelse(results$low[at[known]], "low", "high"), key)
  limits <- stats::setNames(Map(c, results$min[at[known]], results$max[at[known]]), key)
  list(better = better[!is.na(better)], limits = Filter(function(x) !anyNA(x), limits))
}

# Versions 0.x are one shape.
check_every_version <- function(values, line, path) {
  version <- text_of(values, "schema_version")
  odd <- which(!startsWith(version, "0.") | is.na(version))
  if (length(odd)) {
    abort_evaluation(c(
      "Line {line[odd[1]]} of {.file {plain_label(path)}} is an Every Eval Ever record of version
       {plain_label(version[odd[1]])}.",
      i = "Versions 0.x are known here."
    ))
  }
}

# Several results of one sample are records of their own, told apart by the result that they belong to.
every_metric <- function(result, task, name) {
  several <- tapply(result, task, function(x) length(unique(x)) > 1)
  twice <- tapply(result, row_key(task, name), function(x) length(unique(x)) > 1)
  name[is.na(name) | twice[row_key(task, name)]] <- NA
  ifelse(!is.na(name), name, ifelse(several[task] & !is.na(result), result, "score"))
}
