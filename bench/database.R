# Rows in PostgreSQL to a verdict: counted there, against collecting them.
#
#   Rscript bench/database.R [rows]           (default 1e7)
#
# Three classifiers, four classes, one table of text columns, on a server of this script's own (a socket in a temporary
# folder, no port), on the same machine: over a network collecting costs more. Verdicts are compared before
# times are told. Then the same with an id, four rows each. Needs RPostgreSQL, dbplyr and a PostgreSQL
# server's programs; 1e7 rows take 1.5 GB of disk.
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
# On a quiet machine of 2 cores at the end of the same month, 1e7 rows: without ids 6.6 times as fast (31 MB in R), with
# ids 1.16 times (433 MB).
#
# Nor does a plan without a sort help (2e6 rows, one process, seconds of the server's processor): the query as it is 1.7
# in 4 MB of work_mem and 1.4 to 1.7 in 512 MB; one sum of floats by id, hashed, 0.9 and 0.6; and grouped by that sum,
# which tells what is the same but not yet what it is, 1.8 to 1.9 and 1.3. To count takes 0.6 more, and to collect 2.3
# of server and R together. So three times as fast as collecting is out of reach of one process here.

library(verdict)
for (package in c("DBI", "dbplyr", "dplyr", "RPostgreSQL", "testthat")) requireNamespace(package)
arguments <- as.numeric(commandArgs(TRUE))
rows <- if (length(arguments)) arguments[1] else 1e7
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE)))
helpers <- new.env()
sys.source(file.path(here, "..", "tests", "testthat", "helper-lazy.R"), helpers)

seconds <- function(expr) system.time(expr)[["elapsed"]]

server <- helpers$start_postgres()
con <- server$connect()
draw <- "(ARRAY['bus', 'opel', 'saab', 'van'])[1 + floor(4 * random())]"
guess <- function(right) sprintf("CASE WHEN random() < %s THEN truth ELSE %s END", right, draw)
sql <- sprintf(
  "CREATE TABLE t AS SELECT i / 4 AS item, truth, %s AS a, %s AS b, %s AS c FROM
    (SELECT i, %s AS truth FROM generate_series(0, %.0f) i OFFSET 0) r",
  guess(0.8), guess(0.8), guess(0.79), draw, rows - 1
)
for (statement in c("SELECT setseed(0.5)", sql, "VACUUM ANALYZE t")) DBI::dbExecute(con, statement)
cat(sprintf("%.0f rows\n", rows))

race <- function(what, ...) {
  table <- helpers$quiet_tbl(con, "t")
  gc(reset = TRUE)
  before <- sum(gc()[, 2])
  there <- seconds(counted <- verdict(prediction_set(truth ~ a + b + c, table, ...)))
  held <- sum(gc()[, 6]) - before
  moved <- seconds(data <- as.data.frame(dplyr::collect(table)))
  here <- seconds(collected <- verdict(prediction_set(truth ~ a + b + c, data, ...)))
  stopifnot(identical(format(counted), format(collected)))
  cat(sprintf(
    "%s: %.3g s, %.0f MB in R; collecting %.3g s, then %.3g s: %.3g times as fast\n",
    what, there, held, moved, here, (moved + here) / there
  ))
}

race("to a verdict")
race("to a verdict, four rows an id", id = item)
DBI::dbDisconnect(con)
server$stop()
