# Rows in PostgreSQL to a verdict: counted there, against collecting them.
#
#   Rscript bench/database.R [rows]           (default 1e7, which take 3 GB of disk)
#
# Three classifiers, four classes, one table of text columns, on a server of this script's own (a socket in a temporary
# folder); the same with an id, four rows each; then on two servers behind a partitioned table of foreign tables
# (postgres_fdw), as it is and with async_capable and fetch_size. Verdicts are compared before times are told.
# Needs RPostgreSQL, dbplyr and a PostgreSQL server's programs.
#
# Measured 2026-11 (1e7 rows, PostgreSQL 15 in its own settings, 2 cores, other jobs on them: load 2 to 5):
#
#   one server                rows   2.8 s, collecting 19 + 0.4 s: 7.1 times as fast    ids 18 s, 19 + 1.8 s: 1.1 times
#   two, as they are                 7.1 s, 25 + 0.5 s:            3.5                      33 s, 25 + 2.1 s: 0.8
#   two, async_capable               4.5 s, 30 + 0.6 s:            6.8                      29 s, 30 + 2.7 s: 1.1
#
# In R 59 MB, and with ids 161 MB of one server and 247 MB of two. Quiet, one server: 6.6 times, and with ids 1.2.
#
# With ids three times is out of reach on two cores. To collect takes 12.4 s at load 1 to 2, as for all below, so 4.1 s
# would be left: 8.2 of both cores. But to count the rows takes 2.5, R 2, and the profiles at least 6 in one process: to
# read 0.8, to number patterns 1.5, to sort 2.3, to put them together 0.9, to count them 0.5. If both cores shared all
# that at no cost: 2.4 times.
# The server sorts in parallel by itself: 5.7 to 8.0 s, and 8.2 to 10.5 of the cores. Tried in its place, the same two:
#   two halves of the ids by hash, UNION ALL      9 to 11, 10 to 13; each half is done in parallel, after the other
#   the same at once, as a Parallel Append        5.1 to 7.9, 8.4 to 11; only with LIMIT ALL, TABLESAMPLE SYSTEM (100)
#   the same of four quarters                     9.3, 11.6, busier: each reads all rows
#   512 MB of work_mem                            6.6, 7.7, and for halves at once 6.0, 7.7
#   sums of powers of the numbers, as float8      6.5 to 9.4, 11 to 12, and for halves at once 8 to 12, 11 to 16
#   a row, or a number, for each row of the table: 2.0 to 2.5 times at best, and then every row travels
# From PostgreSQL 16 on array_agg() works in parallel, which was not tried. postgres_fdw hands on one GROUP BY, not two.

library(verdict)
for (package in c("DBI", "dbplyr", "dplyr", "RPostgreSQL", "testthat")) requireNamespace(package)
arguments <- as.numeric(commandArgs(TRUE))
rows <- if (length(arguments)) arguments[1] else 1e7
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE)))
helpers <- new.env()
sys.source(file.path(here, "..", "tests", "testthat", "helper-lazy.R"), helpers)

seconds <- function(expr) system.time(expr)[["elapsed"]]

draw <- "(ARRAY['bus', 'opel', 'saab', 'van'])[1 + floor(4 * random())]"
guess <- function(right) sprintf("CASE WHEN random() < %s THEN truth ELSE %s END", right, draw)
run <- function(con, ...) for (sql in c(...)) DBI::dbExecute(con, sql)
make_table <- function(con, from, to) {
  run(con, sprintf("SELECT CAST(setseed(%.3f) AS text)", 0.5 - from / rows / 10), sprintf(
    "CREATE TABLE t AS SELECT i / 4 AS item, truth, %s AS a, %s AS b, %s AS c FROM
      (SELECT CAST(i AS integer) AS i, %s AS truth FROM generate_series(%.0f, %.0f) i OFFSET 0) r",
    guess(0.8), guess(0.8), guess(0.79), draw, from, to - 1
  ), "VACUUM ANALYZE t")
}

# All is counted there before anything is collected: after that R would let garbage lie.
count_there <- function(con, name, ...) {
  gc(reset = TRUE)
  before <- sum(gc()[, 2])
  seconds <- seconds(verdict <- verdict(prediction_set(truth ~ a + b + c, helpers$quiet_tbl(con, name), ...)))
  list(verdict = verdict, seconds = seconds, held = sum(gc()[, 6]) - before)
}

race <- function(con, name, where) {
  ids <- list(list(), list(id = quote(item)))
  there <- lapply(ids, function(id) do.call(count_there, c(list(con, name), id)))
  moved <- seconds(data <- as.data.frame(dplyr::collect(helpers$quiet_tbl(con, name))))
  for (i in 1:2) {
    arguments <- c(list(truth ~ a + b + c, if (i == 1) data[-1] else data), ids[[i]])
    here <- seconds(collected <- verdict(do.call(prediction_set, arguments)))
    stopifnot(identical(format(there[[i]]$verdict), format(collected)))
    cat(sprintf(
      "%s%s: %.3g s, %.0f MB in R; collecting %.3g s, then %.3g s: %.3g times as fast\n",
      where, c("rows", "four rows an id")[i], there[[i]]$seconds, there[[i]]$held, moved, here,
      (moved + here) / there[[i]]$seconds
    ))
  }
}

cat(sprintf("%.0f rows\n", rows))
server <- helpers$start_postgres()
con <- server$connect()
# What is loaded at the first call is not timed.
run(con, "CREATE TABLE few AS SELECT i / 4 AS item, chr(97 + i % 2) AS truth, 'a' AS a, 'b' AS b, 'a' AS c
  FROM generate_series(0, 9) i")
invisible(count_there(con, "few", id = item))

make_table(con, 0, rows)
race(con, "t", "one server, ")
run(con, "DROP TABLE t")

# The same rows on two servers behind a partitioned table of this one, which holds none.
shards <- lapply(1:2, function(i) helpers$start_postgres())
run(
  con, "CREATE EXTENSION postgres_fdw",
  "CREATE TABLE whole (item integer, truth text, a text, b text, c text) PARTITION BY RANGE (item)"
)
for (i in 1:2) {
  from <- (i - 1) * rows / 2
  remote <- shards[[i]]$connect()
  make_table(remote, from, from + rows / 2)
  DBI::dbDisconnect(remote)
  run(con, sprintf(c(
    "CREATE SERVER s%1$d FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '%2$s', dbname 'postgres')",
    "CREATE USER MAPPING FOR PUBLIC SERVER s%1$d OPTIONS (user 'tester')",
    paste(
      "CREATE FOREIGN TABLE part%1$d PARTITION OF whole FOR VALUES FROM (%3$.0f) TO (%4$.0f)",
      "SERVER s%1$d OPTIONS (table_name 't')"
    )
  ), i, shards[[i]]$dir, from / 4, (from + rows / 2) / 4))
}
race(con, "whole", "two servers as they are, ")
run(con, sprintf("ALTER SERVER s%d OPTIONS (ADD async_capable 'true', ADD fetch_size '10000')", 1:2))
run(con, "SET enable_partitionwise_aggregate = on")
race(con, "whole", "two servers, async_capable and fetch_size 10000, ")
invisible(DBI::dbDisconnect(con))
for (one in c(shards, server)) one$stop()
