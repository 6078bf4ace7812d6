# Battles: two models on a prompt, and which of them was preferred. JSON lines, an array of records, CSV or TSV, with
# the columns model_a, model_b and winner.

is_battles <- function(source) all(c("model_a", "model_b", "winner") %in% names(source$first))

read_battles <- function(source, model, asked) {
  columns <- unique(c("model_a", "model_b", "winner", asked$cluster))
  path <- source$path
  of_records <- function(values, line, odd) {
    list2DF(lapply(stats::setNames(nm = columns), function(name) text_of(values, name)), length(values))
  }
  of_table <- function(data) {
    lost <- setdiff(columns, names(data))
    if (length(lost)) abort_log("has no column {.val {lost}}.")
    data[columns]
  }
  data <- read_any(source, of_table, of_records)
  c(new_log(new_log_rows("", "", seq_len(nrow(data)), "winner", numeric(nrow(data)))), list(battles = data))
}

# A set of all battles; those without a winner are left out and counted.
battle_logs <- function(logs, asked) {
  are <- vapply(logs, function(log) !is.null(log$battles), NA)
  if (!any(are)) {
    return(NULL)
  }
  if (!all(are)) {
    abort_evaluation("Some of these logs hold battles of two models, others scores: read them in two calls.")
  }
  for (log in logs) take_tasks(log, asked$task)
  warn_no_scores(asked)
  data <- do.call(rbind, lapply(logs, `[[`, "battles"))
  names(data)[names(data) %in% asked$cluster] <- "cluster"
  set <- battle_set(data, cluster = if (!is.null(asked$cluster)) "cluster", na = "omit")
  if (!is.null(asked$metric)) set$metrics <- set_metrics(set, asked$metric)
  set
}

# What says how scores become a set says nothing of battles.
warn_no_scores <- function(asked) {
  usual <- list(items = "common", on_error = "wrong", allow = character(), columns = NULL, weights = "items")
  idle <- Filter(function(arg) !identical(asked[[arg]], usual[[arg]]), c(names(usual), "better"))
  if (length(idle)) {
    warn_verdict("{.arg {idle}} {?is/are} of no use to battles, and left out.", "evaluation")
  }
}
