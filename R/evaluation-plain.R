# Anything with a row a score: JSON lines, an array of records, CSV or TSV. Columns are known by name, or named.

plain_names <- list(
  model = c("model", "model_name", "model_id", "classifier", "system", "llm"),
  item = c(
    "item", "item_id", "id", "question_id", "sample_id", "example_id", "instance_id", "doc_id", "prompt_id", "qid"
  ),
  score = c("score", "correct", "is_correct", "accuracy", "acc", "exact_match", "passed", "pass", "value"),
  task = c("task", "task_name", "benchmark", "evaluation_name", "dataset"),
  sample = c("sample", "repetition", "epoch", "trial", "attempt", "run"),
  metric = c("metric", "metric_name"),
  cluster = "cluster"
)

# It needs an item and a score; files that the user names columns of are taken at their word.
is_plain <- function(source) {
  names <- names(source$first)
  known <- vapply(plain_names[c("item", "score")], function(known) any(known %in% names), NA)
  source$kind != "zip" && !is.null(names) && (all(known) || any(source$columns %in% names))
}

read_plain <- function(source, model, asked) {
  path <- source$path
  data <- read_any(
    source, function(data) plain_table(data, path, asked),
    function(values, line, odd) plain_records(values, line, odd, path, asked)
  )
  for (role in c("model", "item")) data[[role]][data[[role]] %in% ""] <- NA
  rows <- new_log_rows(
    if (is.na(model)) data$model else model, ifelse(is.na(data$task), "", data$task), data$item,
    ifelse(is.na(data$metric), "score", data$metric), data$score, data$sample, line = data$line
  )
  given <- !is.na(data$cluster)
  fields <- list2DF(list(
    task = rows$task[given], item = rows$item[given], field = rep(asked$cluster %||% "cluster", sum(given)),
    value = data$cluster[given]
  ), sum(given))
  new_log(rows, NULL, unique(fields))
}

# The rows of a table, or of records in lines or an array.
read_any <- function(source, of_table, of_records) {
  if (source$kind == "table") {
    return(of_table(read_plain_table(source)))
  }
  if (source$kind == "lines") {
    return(do.call(rbind, read_json_lines(source$path, of_records)))
  }
  values <- if (is.null(names(source$document))) source$document else list(source$document)
  of_records(values, rep(NA_real_, length(values)), source$odd)
}

# Which column is what: named by the user, or the first of the usual names.
plain_roles <- function(names, path, asked) {
  roles <- vapply(plain_names, function(known) c(intersect(known, names), NA_character_)[1], "")
  given <- asked$columns
  lost <- setdiff(given, names)
  if (length(lost)) abort_log(c("has no column {.val {lost}}.", i = "Its columns: {.val {plain_label(names)}}."))
  roles[names(given)] <- given
  twice <- intersect(names[duplicated(names)], roles)
  if (length(twice)) abort_log("has two columns {.val {twice}}.")
  if (!is.null(asked$cluster) && asked$cluster %in% names) roles["cluster"] <- asked$cluster
  lacking <- setdiff(c("item", "score"), names(roles)[!is.na(roles)])
  if (length(lacking)) {
    abort_log(c(
      "is of no known kind: it has no column with {.val {lacking}}.",
      i = "Its columns: {.val {plain_label(names)}}. Say with {.arg columns} what they are."
    ))
  }
  roles
}

plain_records <- function(values, line, odd, path, asked) {
  roles <- plain_roles(unique(unlist(lapply(values, names))), path, asked)
  of <- function(role) if (is.na(roles[[role]])) rep(NA_character_, length(values)) else text_of(values, roles[[role]])
  score <- numbers_of(lapply(values, .subset2, roles[["score"]]), path, line, odd)
  text <- lapply(stats::setNames(nm = setdiff(names(roles), "score")), of)
  list2DF(c(text, list(score = score, line = as.double(line))), length(values))
}

read_plain_table <- function(source) {
  path <- source$path
  data <- tryCatch(
    utils::read.table(
      path, header = TRUE, sep = separator_of(source$line), quote = "\"", comment.char = "", colClasses = "character",
      check.names = FALSE, fileEncoding = "UTF-8-BOM", na.strings = c("NA", ""), stringsAsFactors = FALSE, fill = FALSE,
      strip.white = TRUE
    ),
    error = function(cnd) NULL, warning = function(cnd) NULL
  )
  if (is.null(data)) abort_log("is of no known kind, or it is cut off: it is no table whose rows are of one length.")
  data
}

plain_table <- function(data, path, asked) {
  roles <- plain_roles(names(data), path, asked)
  score <- number_of_text(data[[roles[["score"]]]], path)
  text <- lapply(stats::setNames(nm = setdiff(names(roles), "score")), function(role) {
    if (is.na(roles[[role]])) rep(NA_character_, nrow(data)) else data[[roles[[role]]]]
  })
  list2DF(c(text, list(score = score, line = seq_len(nrow(data)) + 1)), nrow(data))
}

number_of_text <- function(text, path) {
  known <- c(true = 1, false = 0)
  word <- match(lower_ascii(text), names(known))
  score <- suppressWarnings(as.double(text))
  score[!is.na(word)] <- known[word[!is.na(word)]]
  wrong <- which(is.na(score) & !is.nan(score) & !is.na(text))
  if (length(wrong)) number_of(text[wrong[1]], path, wrong[1] + 1)
  score[!is.finite(score) & !is.na(text)] <- NaN
  score
}
