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
  data <- do.call(rbind, lapply(logs, `[[`, "battles"))
  if (is.null(asked$cluster)) return(battle_set(data, na = "omit"))
  names(data)[match(asked$cluster, names(data))] <- "cluster"
  battle_set(data, cluster = "cluster", na = "omit")
}
