# EvalPlus: one document a model, for each task its completions with what the tests said of each. The name of the model
# is not in it: it is the file's.

is_evalplus <- function(source) {
  x <- source$document
  source$kind == "document" && has_fields(x, "eval", "hash") && is.list(x$eval) && is.null(x$eval$model)
}

read_evalplus <- function(source, model, asked) {
  name <- sub("[._]?eval_results$", "", model_of_file(source$path))
  if (is.na(model)) model <- if (nzchar(name)) name else model_of_file(source$path, by_folder = TRUE)
  tasks <- source$document$eval
  known <- vapply(tasks, function(x) is.list(x) && length(x) > 0 && has_fields(x[[1]], "base_status"), NA)
  if (length(tasks) == 0 || !all(known)) {
    abort_evaluation(
      "{.file {plain_label(source$path)}} is an EvalPlus log of a version that is not known here, or without
       completions."
    )
  }
  n <- lengths(tasks)
  runs <- unlist(tasks, recursive = FALSE)
  status <- function(name) text_of(runs, name) == "pass"
  base <- status("base_status")
  plus <- base & status("plus_status")
  item <- rep(names(tasks), n)
  task <- sub("/.*", "", item)
  number <- as.character(sequence(n))
  rows <- new_log_rows(
    model, rep(task, 2), rep(item, 2), rep(c("pass@1,plus", "pass@1,base"), each = length(item)), c(plus, base),
    rep(number, 2)
  )
  # Without the further tests there is no status of them.
  rows <- rows[rows$metric != "pass@1,plus" | rep(!is.na(text_of(runs, "plus_status")), 2), ]
  new_log(rows, new_settings(model, task[1], list(version = source$document$hash)))
}
