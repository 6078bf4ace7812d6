#' Predictions in a database
#'
#' How many rows a test set has does not matter where they can be counted: [prediction_set()] takes a table that is
#' not in R, from `dplyr::tbl()`, and has the engine that holds it count the rows. One `GROUP BY` runs there, and what
#' travels is one row for each different row of labels. The set is the same, to the last element, as that of the same
#' rows in R.
#'
#' @name databases
#' @aliases prediction_set.tbl_lazy
#'
#' @section What may be counted:
#' Anything that dplyr's `group_by()`, `summarise()` and `collect()` take: databases by way of dbplyr (PostgreSQL,
#' SQLite, DuckDB, SQL Server, Snowflake, BigQuery, MySQL and others), Spark (sparklyr), Arrow, data.table (dtplyr).
#' It may be a table, or what dplyr's verbs made of one: `filter()`, `mutate()` and joins are part of the query. Both
#' forms of [prediction_set()] work; `id`, `fold`, `repetition`, `weights`, `by`, `labelling`, `judge` and
#' `strata` are columns of the table, the last of which the rows are counted by too. Columns are
#' chosen by name, not by type (no `where()`). The tests run PostgreSQL and ClickHouse (also on two servers), MariaDB,
#' DuckDB, SQLite and dtplyr, with dplyr and dbplyr of Debian and of CRAN; of the other engines they only read the SQL.
#'
#' - **Without `id`** the query has one `GROUP BY`.
#' - **With `id`** observations with the same rows are joined by two more, in engines that join text in order
#'   (SQLite, PostgreSQL, DuckDB, ClickHouse, MySQL and MariaDB, SQL Server, Snowflake, BigQuery, Spark), while
#'   there are few classes: no id leaves the engine. If the sums of that query are not those of the rows (a label means
#'   something else in its SQL), it is not used. Other databases send what each observation has, sorted by id, and it is
#'   counted as it streams by, in chunks of 100,000 rows. (From RPostgreSQL, which takes a result into memory whole, by
#'   a cursor that the server holds, outside of any transaction or within yours, which it leaves as it is.) Engines that
#'   are no database send it in one piece.
#' - **With `fold` or `repetition`** it is checked in the engine that every observation occurs once in a repetition,
#'   with one truth.
#'
#' @section Text, types and missing labels:
#' Collations that take `Neg` for `neg`, or ignore blanks at the end, merge no labels: in SQLite, PostgreSQL, SQL
#' Server, MySQL, Redshift, Snowflake, BigQuery and DuckDB the text is compared by its bytes. (Other engines compare
#' as their collation says.) Classes are sorted by R, not by the engine. Missing labels are refused and counted, or
#' omitted, as for data frames. MySQL and MariaDB may sort by the first 1,024 bytes of a text: labels and ids of more
#' than 340 characters are refused there, and observations whose text is longer, or was cut by `group_concat_max_len`,
#' come as a stream of rows. An enumerated type comes as text, its classes sorted; `levels` gives them another
#' order.
#'
#' Weights that are whole numbers give the same set as in R; sums of others may differ in the last digit, since
#' engines add in an order of their own. With `id` they must be whole. What is no number (`NaN`) is missing, as in R,
#' though PostgreSQL, DuckDB and ClickHouse take it for a value: no label, and no id.
#'
#' @section Many servers:
#' Counts add up. A partitioned PostgreSQL table whose partitions are foreign tables (postgres_fdw) is counted by the
#' servers that hold them, whatever it is partitioned by; only counts reach the first server. So is what `filter()`,
#' `select()` and `mutate()` make of it row by row; of joins the first server decides. This needs the right to read
#' the partitions, and no row security on the table; otherwise the table is read as a whole. With `id`, each server
#' puts its own observations together if the table is partitioned by the column of ids (of one level), or
#' `ids_within_shards = TRUE` says that no observation is on two; what travels is then one text an observation, in
#' place of one row for each of its patterns. Some ids of the first server (up to 100) are looked for on the others,
#' and it is an error if one is there. That no other id is on two is not checked: such an observation would count as
#' two. PostgreSQL waits for one server after the other, unless their option `async_capable` is `true`, and asks for
#' 100 rows at a time, unless `fetch_size` is more: `ALTER SERVER ... OPTIONS (ADD async_capable 'true', ADD
#' fetch_size '10000')`.
#'
#' Servers behind a `Distributed` table of ClickHouse count what they hold and send counts, if there are no weights;
#' with `id` they send the columns that are needed, and the first server puts the observations together.
#'
#' @section Errors:
#' `verdict_error_database` if the engine fails, however far it came: the message has the engine's own words (a
#' connection that is gone, a permission that is missing, a value that cannot be computed), and nothing that was read
#' before is used. So has a table that changed between two queries, which is noticed because the counts no longer
#' agree: read it in a transaction then. `verdict_error_column` if `id`, `fold`, `repetition` or `weights` is not a
#' column of the table. Otherwise as for [prediction_set()], but that an order of rows does not exist, so that stacked
#' repetitions are recognised only by columns that name them.
#'
#' @section When not to use:
#' If the rows are in R already, or fit and are needed there for more than this, count them in R. Of ten million rows
#' in a PostgreSQL server on the same machine a verdict came 6.6 times as fast as collecting and judging, but with
#' ids, four rows each, only 1.2 times, and from two servers behind a third it was no faster: they sort all rows by
#' id, where R has a table of ids in memory. It takes a fifth of the memory in R (161 MB), and pays where rows would
#' have to travel far or do not fit (bench/database.R). If the table has a column that numbers its rows, as `id`,
#' looking for repeated observations takes a query over it: leave the column out with `dplyr::select()` if every row is
#' an observation of its own.
#' @seealso [prediction_set()] for the arguments and the value; [sent_queries()] for what is sent.
#' @examples
#' if (requireNamespace("RSQLite", quietly = TRUE) && requireNamespace("dbplyr", quietly = TRUE)) {
#'   con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
#'   DBI::dbWriteTable(con, "satellite", satellite)
#'   predictions <- dplyr::tbl(con, "satellite")
#'   print(prediction_set(truth ~ svm + tree, predictions))
#'   DBI::dbDisconnect(con)
#' }
NULL

# Lazy tables: rows that are in a database, or in any engine that dplyr's verbs speak to. They are counted
# there; what travels is one row for each different row of labels.

# prediction_set() of a lazy table and two selections; `asked` as for frame_set().
lazy_table_set <- function(x, truth, classifiers, ..., asked, part = FALSE, ids_within_shards = FALSE) {
  check_more(...)
  asked[c("part", "ids_within_shards")] <- list(part, ids_within_shards)
  lazy_set(x, selected_columns(rlang::enquo(truth), rlang::enquo(classifiers)), asked)
}

lazy_set <- function(x, columns_in, asked) {
  check_no_part(asked$part)
  check_flag(asked$ids_within_shards, "ids_within_shards")
  check_frequencies(asked, "Bring the columns there with {.fn dplyr::collect}.")
  asked$na <- check_choice(asked$na, "na", c("error", "omit"))
  skeleton <- lazy_skeleton(x)
  roles <- lazy_roles(asked$quos, skeleton)
  by <- lazy_by(asked$by, skeleton)
  about <- name_labels(asked$about, skeleton)
  columns <- columns_in(skeleton, c(roles, by, about$names))
  count_lazy(x, columns, roles, names(skeleton), by, about, asked)
}

check_no_part <- function(part) {
  check_flag(part, "part")
  if (part) {
    abort_verdict(c(
      "{.code part = TRUE} keeps the ids, but the ids of a table that is not in R stay where it is.",
      i = paste(
        "Sets of tables that share no observation are put together by",
        "{.code combine_sets(x1, x2, same_ids = \"different\")}."
      )
    ), "argument")
  }
}

check_no_shards <- function(ids_within_shards) {
  check_flag(ids_within_shards, "ids_within_shards")
  if (ids_within_shards) {
    abort_verdict("{.code ids_within_shards = TRUE} is of tables in a database; these rows are in R.", "argument")
  }
}

# A data frame without rows that has the names, to choose columns from.
lazy_skeleton <- function(x) {
  rlang::check_installed(c("dplyr", if (inherits(x, "tbl_lazy")) "dbplyr"), "to count rows where they are.")
  names <- ask_engine(as.character(dplyr::tbl_vars(x)))
  structure(rep(list(logical()), length(names)), names = names, row.names = integer(), class = "data.frame")
}

# Names of the columns that are not labels, by role.
lazy_roles <- function(quos, skeleton) {
  column_names(quos, skeleton, function(arg) {
    abort_verdict(c(
      "{.arg {arg}} must be a column of the table, which is not in R.",
      x = "{.code {rlang::as_label(quos[[arg]])}} is none.",
      i = "Make it one with {.fn dplyr::mutate}, or bring the rows to R with {.fn dplyr::collect}."
    ), "column")
  })
}

# Names of the columns of groups, of which a table that is not in R takes no vectors.
lazy_by <- function(quo, skeleton) {
  if (rlang::quo_is_null(quo)) character() else unname(select_columns(quo, skeleton, "by"))
}

# `columns`: of labels, the truth first, named as they are to be called; `all`: the table's.
count_lazy <- function(x, columns, roles, all, by, about, asked) {
  if ("repetition" %in% names(roles) && !"id" %in% names(roles)) abort_unnamed_repetition()
  named <- rlang::set_names(by, sprintf("by%d", seq_along(by)))
  source <- lazy_source(sealed(dplyr::ungroup(x)), columns, c(roles, named, about$names))
  source$by <- names(named)
  if (asked$ids_within_shards && !source$within && source$has("id")) check_within_lazy(source)
  source$within <- source$within || asked$ids_within_shards
  source$about <- names(about$names)
  source$labelled <- !is.null(about)
  if (source$labelled) check_labelled_arguments(as.list(roles), list(labelling = list(kind = about$kind)))
  others <- setdiff(all, c(columns, roles, by, about$names))
  check_strangers_lazy(source)
  unused <- check_unused_lazy(source, others)
  groups <- read_groups(source)
  source$nan <- source$labels[vapply(groups$columns, function(x) is.double(x) && any(is.nan(x)), NA)]
  if (!source$has("weight")) check_counts_lazy(source, others, groups)
  if (!source$has("id")) check_unused_ids_lazy(source, others, sum(groups$rows))
  design <- lazy_design(source, groups)
  clusters <- if (source$has("id")) function(counted) lazy_clusters(source, groups, counted)
  if (length(by)) names(groups$by) <- by
  if (!is.null(about)) {
    return(count_labelled_groups(groups, about, asked$levels, asked$na, clusters))
  }
  count_groups(groups, asked$levels, asked$na, clusters, design, unused)
}

# `truth ~ .` takes an id for a classifier too: the first rows tell it, before as many groups are counted as there are.
check_strangers_lazy <- function(source, n = 1000) {
  named <- match(c(id_names, fold_names, repetition_names), lower_ascii(source$names[-1]), 0)
  for (at in 1 + named[named > 0]) {
    label <- source$labels[at]
    first <- read_lazy(utils::head(dplyr::select(source$parts[[1]], !!rlang::sym(label)), n), source)[[1]]
    if (length(first) == n && !anyDuplicated(first)) {
      abort_stranger(source$names[at], paste("is another one in each of the first", format_count(n), "rows"))
    }
  }
}

# dbplyr 2.3.0 takes columns out of a DISTINCT before it is done, which leaves fewer rows.
sealed <- function(x) {
  if (!inherits(x, "tbl_lazy") || !isTRUE(x$lazy_query$distinct)) {
    return(x)
  }
  ask_engine(sql_table(dbplyr::remote_con(x), dbplyr::sql_render(x), dplyr::tbl_vars(x)))
}

# What to ask: `parts` are lazy tables that together hold the rows, with the columns v1, v2, ... (labels),
# id, fold, repetition, weight, as far as they are given.
lazy_source <- function(x, columns, roles, engine = engine_of(x),
                        inexact = inexact_columns(x, setdiff(c(columns, roles), roles["weights"]), engine),
                        logical = logical_columns(x, c(columns, roles), engine)) {
  labels <- paste0("v", seq_along(columns))
  names <- c(unname(columns), unname(roles))
  own <- c(labels, sub("weights", "weight", names(roles), fixed = TRUE))
  # The names first, at once: the table may have a v1 of its own.
  odd <- rlang::set_names(own[names %in% inexact])
  exact <- function(x) {
    x <- dplyr::select(x, !!!rlang::set_names(names, own))
    dplyr::mutate(x, !!!lapply(odd, function(name) fill_sql(engine$exact, engine$con, name)))
  }
  shards <- if ("PqConnection" %in% engine$classes) postgres_shards(x, engine$con)
  parts <- lapply(shards$sql, function(sql) exact(sql_table(engine$con, sql, dplyr::tbl_vars(x))))
  whole <- exact(x)
  list(
    x = x, engine = engine, labels = labels, names = rlang::set_names(names(columns), labels),
    columns = rlang::set_names(names, own), whole = whole, parts = if (is.null(shards)) list(whole) else parts,
    marked = own[names %in% inexact & isTRUE(engine$mark)],
    logical = own[names %in% logical], has = function(role) role %in% own,
    within = !is.null(shards) && "id" %in% own && is_shard_key(shards, names[own == "id"])
  )
}

# Groups of equal rows -------------------------------------------------------

# The one GROUP BY.
group_query <- function(source) {
  keys <- c(source$labels, Filter(source$has, c("fold", "repetition", source$by, source$about)))
  join_parts(lapply(source$parts, function(part) {
    if (source$has("weight")) {
      part <- dplyr::mutate(part, zero = !!rlang::parse_expr("ifelse(weight == 0, 1L, 0L)"))
      keys <- c(keys, "zero")
    }
    summarise_by(part, keys, !!!group_sums(source))
  }))
}

# The same of the table itself, its columns named here: the servers behind a Distributed table of ClickHouse group what
# they hold, but not what a subquery asks of them, whose rows they send.
read_flat <- function(source) {
  columns <- source$columns[names(source$columns) != "id"]
  counted <- summarise_by(source$x, unique(unname(columns)), verdict_rows = !!rlang::parse_expr("n()"))
  read <- read_lazy(counted, source)
  list2DF(lapply(c(columns, rows = "verdict_rows"), function(name) read[[name]]))
}

group_sums <- function(source) {
  rlang::parse_exprs(c(
    rows = "n()",
    if (source$has("weight")) {
      c(
        total = "sum(weight, na.rm = TRUE)", low = "min(weight, na.rm = TRUE)",
        lacking = "sum(ifelse(is.na(weight), 1L, 0L), na.rm = TRUE)",
        broken = "sum(ifelse(weight == round(weight), 0L, 1L), na.rm = TRUE)"
      )
    }
  ))
}

read_groups <- function(source) {
  flat <- isTRUE(source$engine$flat) && !source$has("weight")
  read <- if (flat) read_flat(source) else read_lazy(group_query(source), source)
  if (nrow(read) == 0) abort_verdict("The table has no rows, so there is nothing to compare.", "empty")
  read$rows <- as.double(read$rows)
  if (source$has("weight")) check_weights_lazy(read)
  for (arg in intersect(c("fold", "repetition"), names(read))) check_group_column(read[[arg]], read$rows, arg)
  columns <- rlang::set_names(as.list(read[source$labels]), source$names)
  groups <- list(
    columns = columns, rows = read$rows, fold = read$fold, repetition = read$repetition,
    by = if (length(source$by)) as.list(read[source$by]), about = if (length(source$about)) as.list(read[source$about])
  )
  if (source$has("weight")) groups$weight <- ifelse(read$zero == 1, 0, read$total)
  groups
}

check_weights_lazy <- function(read) {
  if (!is.numeric(read$low) || !is.numeric(read$total)) {
    abort_verdict("{.arg weights} must be numbers, not {.obj_type_friendly {read$low}}.", "weights")
  }
  worst <- suppressWarnings(min(read$low, na.rm = TRUE))
  wrong <- if (sum(read$lacking) > 0) {
    "{count_of(sum(read$lacking), 'row')} {qty_of(sum(read$lacking))}{?has/have} none."
  } else if (!all(is.finite(read$total))) {
    "There are infinite ones."
  } else if (worst < 0) {
    "There is {worst}."
  }
  if (!is.null(wrong)) abort_verdict(c("{.arg weights} must be finite and not negative.", x = wrong), "weights")
  if (any(read$broken > 0)) {
    abort_verdict(c(
      "{.arg weights} that are frequencies must be whole numbers.",
      i = "Weights of sampling are for rows in R: bring the columns there with {.fn dplyr::collect}."
    ), "weights")
  }
}

check_group_column <- function(x, rows, arg) {
  check_id(x, length(x), arg)
  missing <- sum(rows[is_missing(x)])
  if (missing > 0) {
    abort_verdict(c(
      "{.arg {arg}} must not be missing.", x = "It is in {count_of(missing, 'row')}."
    ), arg)
  }
}

# Asking ---------------------------------------------------------------------
