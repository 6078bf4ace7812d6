# Every Eval Ever: instance-level records as JSON lines, each with its model, evaluation and score.

is_every_eval <- function(source) {
  source$kind == "lines" && has_fields(source$first, "schema_version", "evaluation", "model_id")
}

read_every_eval <- function(source, model, asked, call) {
  path <- source$path
  parts <- read_json_lines(path, function(values, line, odd) {
    check_every_version(values, line, path, call)
    task <- text_of(values, "evaluation_name")
    hash <- text_of(values, "sample_hash")
    item <- ifelse(is.na(hash), text_of(values, "sample_id"), hash)
    score <- numbers_of(lapply(lapply(values, .subset2, "evaluation"), .subset2, "score"), path, line, odd, call)
    asked_as <- vapply(values, function(x) if (is.null(x$input$raw)) NA_character_ else rlang::hash(x$input$raw), "")
    list(
      rows = new_log_rows(
        if (is.na(model)) text_of(values, "model_id") else model, task, item, every_metric(values, task), score,
        text_of(values, "evaluation_id"), asked_as, line = line,
        failed = is.na(score) | !is.na(text_of(values, "error"))
      ),
      fields = known_fields(task[1], item, lapply(values, `[[`, "metadata"), asked)
    )
  }, call)
  new_log(do.call(rbind, lapply(parts, `[[`, "rows")), NULL, do.call(rbind, lapply(parts, `[[`, "fields")))
}

# Versions 0.x are one shape.
check_every_version <- function(values, line, path, call) {
  version <- text_of(values, "schema_version")
  odd <- which(!startsWith(version, "0.") | is.na(version))
  if (length(odd)) {
    abort_evaluation(c(
      "Line {line[odd[1]]} of {.file {plain_label(path)}} is an Every Eval Ever record of version
       {plain_label(version[odd[1]])}.",
      i = "Versions 0.x are known here."
    ), call = call)
  }
}

# Several results of one sample are records of their own, told apart by the result that they belong to.
every_metric <- function(values, task) {
  result <- text_of(values, "evaluation_result_id")
  several <- tapply(result, task, function(x) length(unique(x)) > 1)
  ifelse(several[task] & !is.na(result), result, "score")
}
