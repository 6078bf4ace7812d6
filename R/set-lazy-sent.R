#' What was sent to the engine
#'
#' Evaluates an expression, such as a [prediction_set()] of a table in a database, and keeps what was sent to the
#' engine: each query, how many rows came back, and how long it took.
#'
#' @param expr An expression: `prediction_set(truth ~ rf + tree, table)`, or any verb with a formula and such a table.
#' @return A data frame of class `sent_queries`, a row a query in the order in which they were sent: `query` (text;
#'   `NA` for engines without SQL), `rows` (how many travelled; of a stream all that were fetched) and `seconds`
#'   (until they were in R). The value of the expression is its attribute `value`. `dplyr::show_query()` writes the
#'   queries out; `dplyr::explain()` also asks the engine for its plan of each, where it has such.
#' @section Errors: Those of the expression. `verdict_error_database` if the engine cannot explain a query.
#' @section When not to use it: To see what a lazy table itself stands for: `dplyr::show_query(table)` does that
#'   without reading anything.
#' @seealso [databases]
#' @examples
#' if (requireNamespace("RSQLite", quietly = TRUE) && requireNamespace("dbplyr", quietly = TRUE)) {
#'   con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
#'   DBI::dbWriteTable(con, "satellite", satellite)
#'   sent <- sent_queries(prediction_set(truth ~ svm + tree, dplyr::tbl(con, "satellite")))
#'   print(sent)
#'   dplyr::show_query(sent)
#'   print(attr(sent, "value"))
#'   DBI::dbDisconnect(con)
#' }
#' @export
sent_queries <- function(expr) {
  check_given(expr, "an expression, such as a prediction set of a table in a database.", "argument")
  outer <- sent$log
  on.exit(sent$log <- outer)
  sent$log <- list()
  value <- force(expr)
  log <- sent$log
  column <- function(name, type) vapply(log, `[[`, type, name)
  queries <- list2DF(list(query = column("query", ""), rows = column("rows", 0), seconds = column("seconds", 0)))
  structure(queries, class = c("sent_queries", "data.frame"), value = value, con = if (length(log)) log[[1]]$con)
}

#' @export
print.sent_queries <- function(x, ...) {
  check_dots(...)
  hint <- if (nrow(x) == 0) ": give the call itself, such as prediction_set(), not what it returned"
  cat_line(count_of(nrow(x), "query", "queries"), " sent", hint)
  for (i in seq_len(nrow(x))) cat_line(i, ". ", say_sent(x[i, ]))
  invisible(x)
}

say_sent <- function(x) sprintf("%s in %.2g s", count_of(x$rows, "row"), x$seconds)

# Registered for dplyr's generic, which is there when there are lazy tables.
#' @exportS3Method dplyr::show_query
show_query.sent_queries <- function(x, ...) {
  for (i in seq_len(nrow(x))) {
    cat_line("-- ", i, ". ", say_sent(x[i, ]))
    cat_line(if (is.na(x$query[i])) "(no SQL)" else x$query[i])
  }
  invisible(x)
}

#' @exportS3Method dplyr::explain
explain.sent_queries <- function(x, ...) {
  for (i in seq_len(nrow(x))) {
    show_query.sent_queries(x[i, ])
    cat_line("-- plan")
    query <- x$query[i]
    con <- attr(x, "con")
    # In the engine's own words.
    plan <- if (!is.na(query) && !is.null(con)) {
      ask_engine(as.character(dbplyr::remote_query_plan(dplyr::tbl(con, dbplyr::sql(query)))))
    }
    cat_line(paste0("--   ", plan %||% "the engine has none"))
  }
  invisible(x)
}
