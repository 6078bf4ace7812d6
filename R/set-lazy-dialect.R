# What engines say differently: text that must be distinguished as R does, and text joined in order.

# The engine behind a lazy table, by the class of its connection.
engine_of <- function(x) {
  con <- if (inherits(x, "tbl_lazy")) dbplyr::remote_con(x)
  known <- vapply(engines, function(engine) any(inherits(con, engine$classes)), NA)
  c(list(con = con), if (any(known)) engines[[which(known)[1]]])
}

# classes:  of its connections in R.
# exact:    SQL by which text is compared by its bytes: blanks at its end and capitals count.
# mark:     whether that appends a mark, without which blanks at the end would not count.
# text:     whether `exact` is for columns of text alone.
# profile:  SQL that joins what an observation has, `p` with its count `k`, in the order of p.
# sorted:   the same of rows that come in that order; if they should not, more travels, and R finds what is the same.
# rows:     of single rows, without counts: sorted, and each (observation sorts its own), which becomes a text.
# escapes:  whether a backslash in a string has a meaning of its own.
# utf8:     whether all text is compared as it is in R.
# one:      1 as an integer of 64 bits.
# longest:  how many characters of a text it surely compares: GROUP BY of MySQL may sort by the first max_sort_length
#           (1,024) bytes of a key, three a character, and takes what is equal there for equal.
# bits:     whether a column that R would read as logical comes as 0 and 1 from a GROUP BY.
# nan:      whether it has numbers that are none.
# flat:     whether the table itself must be grouped, so that its servers do it.
engines <- list(
  sqlite = list(
    classes = "SQLiteConnection", exact = "%s COLLATE BINARY", text = FALSE,
    profile = "GROUP_CONCAT(%1$s || ':' || %2$s, ',')", sorted = "GROUP_CONCAT(%1$s || ':' || %2$s, ',')",
    rows = list(sorted = "GROUP_CONCAT(%s, ',')"), utf8 = TRUE
  ),
  postgres = list(
    classes = c("PostgreSQLConnection", "PqConnection"),
    exact = "CASE WHEN %1$s IS NOT NULL THEN CONCAT(%1$s) END COLLATE \"C\"", text = TRUE,
    profile = "STRING_AGG(CONCAT(%1$s, ':', %2$s), ',' ORDER BY %1$s)",
    sorted = "STRING_AGG(CONCAT(%1$s, ':', %2$s), ',')",
    # postgres_fdw hands on neither CAST to text nor CONCAT, which depend on settings.
    rows = list(
      sorted = "ARRAY_TO_STRING(ARRAY_AGG(%s), ',')", each = "ARRAY_AGG(%1$s ORDER BY %1$s)",
      text = "ARRAY_TO_STRING(%s, ',')"
    ), utf8 = TRUE, nan = TRUE
  ),
  duckdb = list(
    classes = "duckdb_connection", exact = "decode(encode(CAST(%s AS VARCHAR)))", text = TRUE,
    profile = "STRING_AGG(CONCAT(%1$s, ':', %2$s), ',' ORDER BY %1$s)", utf8 = TRUE, nan = TRUE
  ),
  clickhouse = list(
    classes = "ClickhouseConnection",
    profile = "arrayStringConcat(arraySort(groupArray(concat(toString(%1$s), ':', toString(%2$s)))), ',')",
    escapes = TRUE, utf8 = TRUE, one = "toInt64(1)", nan = TRUE, flat = TRUE
  ),
  mssql = list(
    classes = "Microsoft SQL Server", exact = "(%s + '|') COLLATE Latin1_General_100_BIN2", mark = TRUE, text = TRUE,
    profile = "STRING_AGG(CAST(CONCAT(%1$s, ':', %2$s) AS VARCHAR(MAX)), ',') WITHIN GROUP (ORDER BY %1$s)"
  ),
  snowflake = list(
    classes = "Snowflake", exact = "COLLATE(%s, '')", text = TRUE,
    profile = "LISTAGG(CONCAT(%1$s, ':', %2$s), ',') WITHIN GROUP (ORDER BY %1$s)", escapes = TRUE, nan = TRUE
  ),
  bigquery = list(
    classes = "BigQueryConnection", exact = "COLLATE(%s, '')", text = TRUE,
    profile = "STRING_AGG(CONCAT(CAST(%1$s AS STRING), ':', CAST(%2$s AS STRING)), ',' ORDER BY %1$s)",
    escapes = TRUE, nan = TRUE
  ),
  spark = list(
    classes = c("spark_connection", "Spark SQL"),
    profile = "CONCAT_WS(',', SORT_ARRAY(COLLECT_LIST(CONCAT(%1$s, ':', %2$s))))", escapes = TRUE, nan = TRUE
  ),
  mysql = list(
    classes = c("MySQLConnection", "MariaDBConnection"),
    exact = "CONVERT(CONCAT(%s, '|') USING utf8mb4) COLLATE utf8mb4_bin", mark = TRUE, text = TRUE,
    profile = "GROUP_CONCAT(CONCAT(%1$s, ':', %2$s) ORDER BY %1$s SEPARATOR ',')", escapes = TRUE, utf8 = TRUE,
    one = "CAST(1 AS SIGNED)", longest = 340, bits = TRUE
  ),
  redshift = list(
    classes = "RedshiftConnection", exact = "COLLATE(%s || '|', 'case_sensitive')", mark = TRUE, text = TRUE
  )
)

# SQL with the columns put in.
fill_sql <- function(template, con, ...) {
  names <- vapply(c(...), function(name) as.character(dbplyr::escape(dbplyr::ident(name), con = con)), "")
  dbplyr::sql(do.call(sprintf, c(list(template), as.list(unname(names)))))
}

# Of these columns those that the engine might compare by other rules than R.
inexact_columns <- function(x, names, engine) {
  if (is.null(engine$exact)) {
    character()
  } else if (!engine$text) {
    names
  } else if ("PqConnection" %in% engine$classes) {
    inexact_postgres(x, names, engine$con)
  } else {
    columns_like(is.character, x, names)
  }
}

# Of these columns those that must be made logical again.
logical_columns <- function(x, names, engine) {
  if (isTRUE(engine$bits)) columns_like(is.logical, x, unname(names))
}

# By their type in a first row.
columns_like <- function(is_type, x, names) {
  first <- ask_rows(utils::head(dplyr::select(x, !!!names), 1))
  names[vapply(names, function(name) is_type(first[[name]]), NA)]
}

# A PostgreSQL column is left as it is where equal means equal bytes: then shards can group by it. Not so
# citext, padded types, and collations that are not deterministic.
inexact_postgres <- function(x, names, con) {
  quoted <- vapply(names, function(name) as.character(dbplyr::escape(dbplyr::ident(name), con = con)), "")
  none <- dbplyr::sql_render(dplyr::filter(dplyr::select(x, !!!names), FALSE), con = con)
  about <- function(what, at) {
    sql <- paste0(sprintf(what, quoted[at]), " AS ", sprintf("\"v%d\"", at), collapse = ", ")
    unlist(ask_rows(sql_table(con, left_join_none(sql, none), sprintf("v%d", at))), use.names = FALSE)
  }
  at <- seq_along(names)
  type <- about(
    paste(
      "(SELECT CASE WHEN typcollation <> 0 THEN CAST(pg_typeof(%1$s) AS TEXT) END",
      "FROM pg_catalog.pg_type WHERE oid = pg_typeof(%1$s))"
    ),
    at
  )
  text <- !is.na(type)
  plain <- type %in% c("text", "character varying", "name")
  ask <- which(text & plain)
  loose <- text & !plain
  if (length(ask) > 0) {
    loose[ask] <- about(
      paste(
        "(SELECT NOT collisdeterministic FROM pg_catalog.pg_collation",
        "WHERE oid = CAST(pg_collation_for(%s) AS regcollation))"
      ),
      ask
    )
  }
  names[loose]
}

# One row of what has none, so that types are seen.
left_join_none <- function(columns, none) {
  paste0("SELECT ", columns, " FROM (SELECT 1 AS one) \"one\" LEFT JOIN (", none, ") \"none\" ON TRUE")
}

# The tables that a partitioned PostgreSQL table consists of, if others than this server hold any: each is
# then counted where it is, at the same time, whatever it is partitioned by. NULL for all other tables, and
# where what holds for the whole (rights, row security) might not hold for its parts. `sql` asks for the rows of a
# part: what was filtered or computed, row by row, of the whole is so of each part.
postgres_shards <- function(x, con) {
  sql <- as.character(dbplyr::sql_render(x, con = con))
  name <- "\"(?:[^\"]|\"\")+\""
  table <- sprintf("\\bFROM (%1$s(?:\\.%1$s)?)(?=\\s|\\)|$)", name)
  from <- regmatches(sql, gregexpr(table, sql, perl = TRUE))[[1]]
  if (length(from) != 1) {
    return(NULL)
  }
  from <- sub("^FROM ", "", from)
  columns <- c("leaf", "kind", "readable", "guarded", "level", "key")
  shards <- ask_rows(sql_table(con, sprintf(shard_query, dbplyr::escape(from, con = con)), columns))
  if (!any(shards$kind == "f") || !all(shards$readable) || any(shards$guarded)) {
    return(NULL)
  }
  alone <- sprintf("^SELECT (?:%1$s\\.)?\\*\\s+FROM %1$s(?:\\.%1$s)?\\s*", name)
  if (!grepl(paste0(alone, "$"), sql, perl = TRUE) && !is_row_by_row(sql, con)) {
    return(NULL)
  }
  own <- regmatches(from, regexpr(paste0(name, "$"), from, perl = TRUE))
  shards$sql <- vapply(shards$leaf, function(leaf) {
    at <- regexpr(table, sql, perl = TRUE)
    paste0(substr(sql, 1, at - 1), "FROM ", leaf, " AS ", own, substring(sql, at + attr(at, "match.length")))
  }, "")
  # Then columns have their own values still.
  shards$same <- grepl(paste0(alone, "(?:WHERE|$)"), sql, perl = TRUE)
  shards
}

# Nothing is sorted, joined, limited or put together: the server knows what a query does.
is_row_by_row <- function(sql, con) {
  sql <- paste("EXPLAIN (COSTS OFF)", sql)
  result <- note_sent(sql, con, ask_engine(DBI::dbGetQuery(con, sql)))
  nodes <- grep("^\\s*->|^[A-Z]", result[[1]], value = TRUE, perl = TRUE)
  nodes <- sub("^\\s*(?:->\\s*)?(?:Async |Parallel )?", "", nodes, perl = TRUE)
  all(grepl("^(?:Append|Seq Scan|Foreign Scan|Index Scan|Bitmap|Result|Subquery Scan)", nodes, perl = TRUE))
}

# Partitions of one level, by a column alone, share no value of it.
is_shard_key <- function(shards, column) {
  plain <- paste0(c("HASH", "LIST", "RANGE"), " (", column, ")")
  quoted <- paste0(c("HASH", "LIST", "RANGE"), " (\"", gsub("\"", "\"\"", column, fixed = TRUE), "\")")
  all(shards$level == 1 & shards$same & shards$key %in% c(plain, quoted))
}

shard_query <- paste(
  "SELECT CAST(CAST(c.oid AS regclass) AS TEXT) AS leaf, CAST(c.relkind AS TEXT) AS kind, has_table_privilege(c.oid,",
  "'SELECT') AS readable, w.relrowsecurity AS guarded, p.level AS level, pg_get_partkeydef(w.oid) AS key FROM",
  "pg_catalog.pg_class w, LATERAL pg_partition_tree(w.oid) p, pg_catalog.pg_class c WHERE w.oid = to_regclass(%s) AND",
  "w.relkind = 'p' AND p.isleaf AND c.oid = p.relid"
)
