# Rows in PostgreSQL to a verdict: counted there, against collecting them.
#
#   Rscript bench/database.R [rows]           (default 1e7)
#
# Three classifiers, four classes, one table of text columns, on a server of this script's own (a socket in a temporary
# folder, no port), on the same machine: over a network collecting costs more. Verdicts are compared before
# times are told. Then the same with an id, four rows each. Then the same rows on two further servers behind a
# partitioned table of foreign tables (postgres_fdw), which is read as it is, and with servers that are waited for
# together (async_capable) and send 10,000 rows at a time: the same for counting and collecting. Needs RPostgreSQL,
# dbplyr and a PostgreSQL server's programs; 1e7 rows take 3 GB of disk.
#
# Measured 2026-11 (PostgreSQL 15 in its own settings, R 4.2.2, 2 shared cores; seconds there, to collect, to judge):
#
#   rows   without ids                             four rows an id
#   2e6    0.76; 2.5 + 0.07:  3.4 times as fast    2.9;  1.5 + 0.7: 0.77 times as fast, so slower
#   1e7    1.5; 10.6 + 0.18:  7.3 times as fast    16.5; 10.6 + 1.1: 0.71 times as fast, so slower
#
# With ids that was one sort of all rows by id and pattern, on disk in 4 MB of work_mem, then three aggregates. Since
# then one of these is gone: of 2e6 rows the query took 1.8 to 2.0 s of the server's processor in the minute in which
# it took 2.7 before; .6 of it is to read the rows and to number their patterns. Nothing that was tried is three times
# as fast as collecting: not sums of powers of the numbers in place of sorted text, nor arrays, nor 256 MB of work_mem
# (a quarter of the rest, and then for sums as for text). Random rows like these are the worst case, with a profile
# for every fifth id; R has the ids in a hash table instead. On the same machine with three other jobs on its 2 cores
# (so only the ratios say something): without ids 1.9 to 4.3 times as fast, with ids 0.3 to 0.7; in R, above what it
# held, 71 MB without ids at 1e7 rows, and with ids 156 MB at 2e6 and 322 MB at 1e7 (294,000 profiles), where
# collecting takes 850 MB. Since texts are read in blocks it is less: 1.2e6 rows whose 300,000 profiles all differ
# take 136 MB for the set and 133 MB for the verdict.
# On a quiet machine of 2 cores at the end of the same month, 1e7 rows: without ids 6.6 times as fast, with ids 1.16.
# Memory, each in a process that had collected nothing before (else R lets garbage lie, and 433 MB were measured): with
# ids at 1e7 rows 141 MB for the set and 152 MB to the verdict, of which 28 MB are kept.
#
# Two servers behind a third, 1e7 rows, all on 2 cores that other jobs wanted too (load 6 to 9, so that servers that
# could work at the same time hardly did): rows alone 5.8 times as fast as collecting as they are, and 9.0 with
# async_capable; with ids 1.23 (19.3 s against 22.2 + 1.6) and 1.22 (15.2 s against 17.3 + 1.3), 136 MB in R. Seconds of
# processors, with async_capable, which load does not change: to count, 1.4 of each server; for profiles 3.8 of each and
# 2.5 of the first, and 2 in R; to collect 1.8 of each, 6.5 of the first, and R's 8 for the texts. So when all have a
# processor of their own, counting takes 9 s where collecting takes 18: twice as fast, not three times. More servers
# take their share of the 1.4 and 3.8. What is left, 2.5 and 2, is of 2.5e6 profiles that come to the first server,
# since postgres_fdw hands on one GROUP BY, not two.
#
# Three times as fast is out of reach of one process of the server here (1e7 rows, seconds of the server's processor
# and of R's): to collect takes 2.8 and 8.1, so to judge there may take 3.9 in all. To scan, and to number the patterns,
# takes 2.6 alone.
#   a row of id and number for each row of the table      3.1 and 2.0   then R counts them by id: 0.8 more
#   id and number as one number                           3.1 and 1.8   the same
#   all these numbers in one text (array_agg)             3.5 to 3.9 and 0.3, then read in C and counted by id: 1 more
# so 2.0 to 2.5 times at best, and then every row travels, which over a network is what one counts there for. Sums
# by id that tell its patterns, two floats, hashed, sent without ids, cost more than the rows they are of (2e6 rows: 3.1
# in 4 MB of work_mem and 1.8 in 512 MB; one sum 1.7 and 1.0; the rows themselves 0.8 and 0.3 in R). A sum that is
# only counted looks cheap (0.9 and 0.5), but then the server leaves it out. From PostgreSQL 16 on array_agg() works
# in parallel, which was not tried.

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
