skip_without_postgres()
server <- start_postgres()
con <- server$connect()
run <- function(..., on = con) for (sql in c(...)) DBI::dbExecute(on, sql)
fresh <- function(data) {
  DBI::dbWriteTable(con, "t", data, row.names = FALSE, overwrite = TRUE)
  quiet_tbl(con, "t")
}

test_that("a table in PostgreSQL gives the set of its rows in R", {
  for (seed in 3:4) {
    table <- fresh(draw_rows(seed))
    expect_same_sets(table, as.data.frame(dplyr::collect(table)), seed)
  }
  data <- draw_folds()
  table <- fresh(data)
  hole <- dplyr::mutate(table, who = ifelse(who == 3L, NA, who))
  expect_error(prediction_set(truth ~ Clf1, hole, id = who), class = "verdict_error_id")
})

test_that("values that PostgreSQL compares in its own way are those of the rows in R", {
  expect_same_odd_sets(fresh)
})

test_that("types and collations of PostgreSQL merge no labels", {
  run(
    "CREATE TYPE grade AS ENUM ('zero', 'Any', 'any')",
    "CREATE TABLE odd (truth char(3), m char(5), v varchar(9), g grade, h grade, b bigint, c bigint, who text)",
    "INSERT INTO odd SELECT chr(97 + i % 3), chr(97 + i % 2), 'a' || repeat(' ', i % 4),
       CAST((ARRAY['zero', 'Any', 'any'])[1 + i % 3] AS grade), CAST((ARRAY['Any', 'any'])[1 + i % 2] AS grade),
       3000000000 + i % 2, i % 3, upper(chr(97 + i / 8)) FROM generate_series(1, 40) i"
  )
  odd <- quiet_tbl(con, "odd")
  here <- suppressWarnings(as.data.frame(dplyr::collect(odd)))
  set <- function(x, ...) suppressWarnings(prediction_set(x, ..., id = who))
  blanks <- sort(unique(unlist(here[c("truth", "m", "v")])), method = "radix")
  expect_identical(set(odd, truth, c(m, v), levels = blanks), set(here, truth, c(m, v), levels = blanks))
  grades <- c("zero", "Any", "any")
  expect_identical(set(odd, g, h, levels = grades), set(here, g, h, levels = grades))
  expect_identical(set(odd, b, c), set(here, b, c))
})

test_that("what is no number is no label and no id", {
  run("CREATE TABLE nan AS SELECT CASE i % 7 WHEN 0 THEN float8 'NaN' ELSE i % 3 END AS truth,
         CASE i % 5 WHEN 0 THEN float8 'NaN' ELSE i % 2 END AS m, i / 4 AS who FROM generate_series(1, 40) i")
  nan <- quiet_tbl(con, "nan")
  here <- as.data.frame(dplyr::collect(nan))
  expect_true(any(is.nan(here$truth)))
  expect_identical(prediction_set(nan, truth, m, na = "omit"), prediction_set(here, truth, m, na = "omit"))
  expect_identical(
    prediction_set(nan, truth, m, id = who, na = "omit"), prediction_set(here, truth, m, id = who, na = "omit")
  )
  lost <- dplyr::mutate(nan, who = dbplyr::sql("CASE WHEN who = 3 THEN float8 'NaN' ELSE who END"))
  expect_error(prediction_set(lost, truth, m, id = who, na = "omit"), class = "verdict_error_id")
  endless <- dplyr::mutate(nan, who = dbplyr::sql("CASE WHEN who = 3 THEN float8 'Infinity' ELSE who END"))
  expect_identical(
    prediction_set(endless, truth, m, id = who, na = "omit"), prediction_set(here, truth, m, id = who, na = "omit")
  )
})

test_that("a collation that takes capitals for small letters does not count", {
  loose <- "CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"
  made <- try(run(loose), silent = TRUE)
  skip_if(inherits(made, "try-error"), "PostgreSQL without ICU")
  run(
    "CREATE TABLE l (truth text COLLATE loose, m text, who text COLLATE loose)",
    "INSERT INTO l VALUES ('a', 'A', 'U'), ('A', 'a', 'u'), ('b', 'b', 'u'), ('B', 'a', 'U')"
  )
  l <- quiet_tbl(con, "l")
  here <- as.data.frame(dplyr::collect(l))
  expect_identical(prediction_set(truth ~ m, l, id = who), prediction_set(truth ~ m, here, id = who))
  expect_identical(prediction_set(truth ~ m, l)$classes, c("A", "B", "a", "b"))
})

test_that("the labels of many classes stream", {
  set.seed(5)
  data <- data.frame(truth = sample(300, 500, TRUE), m = sample(300, 500, TRUE), who = rep(1:250, 2))
  expect_identical(prediction_set(truth ~ m, fresh(data), id = who), prediction_set(truth ~ m, data, id = who))
})

# Too many classes for text.
many <- data.frame(truth = rep(1:300, 2), m = c(1:300, 300:1), who = rep(1:150, 4))
open_cursors <- function() DBI::dbGetQuery(con, "SELECT name FROM pg_cursors")$name

test_that("a stream is fetched in pieces, from a cursor that is closed again", {
  stream <- open_stream(con, "SELECT i FROM generate_series(1, 17) i ORDER BY i")
  expect_identical(open_cursors(), "verdict_stream")
  expect_identical(lapply(rep(7, 3), function(n) stream$fetch(n)$i), list(1:7, 8:14, 15:17))
  expect_identical(nrow(stream$fetch(7)), 0L)
  stream$close()
  expect_length(open_cursors(), 0)
  table <- fresh(many)
  source <- lazy_source(table, c(truth = "truth", m = "m"), c(id = "who"))
  counted <- count_columns(many[c("truth", "m")], NULL, NULL, "omit", by_row = TRUE)
  all <- kinds_by_stream(source, counted)
  expect_identical(kinds_by_stream(source, counted, size = 7), all)
  expect_length(open_cursors(), 0)
})

test_that("the user's transaction goes on, with what it may", {
  table <- fresh(many)
  run("BEGIN", "UPDATE t SET m = 1 WHERE who = 3")
  before <- DBI::dbGetQuery(con, "SELECT CAST(txid_current() AS TEXT) AS id")
  changed <- transform(many, m = ifelse(who == 3, 1L, m))
  expect_identical(prediction_set(truth ~ m, table, id = who), prediction_set(truth ~ m, changed, id = who))
  expect_identical(DBI::dbGetQuery(con, "SELECT CAST(txid_current() AS TEXT) AS id"), before)
  stream <- open_stream(con, "SELECT 1 / (3 - i) AS i FROM generate_series(1, 5) i")
  expect_identical(nrow(stream$fetch(2)), 2L)
  expect_error(stream$fetch(2), "division by zero", class = "verdict_error_database")
  run("ROLLBACK")
  expect_length(open_cursors(), 0)
  run("SET default_transaction_read_only = on")
  expect_identical(prediction_set(truth ~ m, table, id = who), prediction_set(truth ~ m, many, id = who))
  run("SET default_transaction_read_only = off")
  expect_error(open_stream(con, "SELECT nowhere"), "does not exist", class = "verdict_error_database")
})

test_that("rows are sorted once, and what comes in another order is the same", {
  data <- draw_rows(4)
  data <- data[!is.na(data$truth) & !is.na(data[["Clf 1"]]), ]
  source <- lazy_source(fresh(data), c(truth = "truth", A = "Clf 1"), c(id = "who", weights = "how"))
  groups <- read_groups(source)
  counted <- count_columns(groups$columns, groups$weight, NULL, "omit", by_row = TRUE)
  clusters <- lazy_clusters(source, groups, counted)
  expect_match(dbplyr::sql_render(profile_query(source, groups, counted$classes)), "ORDER BY \"id\", \"p\"\\s+LIMIT")
  for (profile in c("STRING_AGG(CONCAT(%1$s, ':', %2$s), ',' ORDER BY %1$s DESC)", source$engine$profile)) {
    source$engine$sorted <- profile
    expect_identical(lazy_clusters(source, groups, counted), clusters)
  }
})

test_that("a table that changed between two queries is noticed", {
  table <- fresh(draw_folds())
  source <- lazy_source(table, c(truth = "truth", A = "Clf1"), c(id = "who"))
  groups <- read_groups(source)
  counted <- count_columns(groups$columns, groups$rows, NULL, "omit", by_row = TRUE)
  run("DELETE FROM t WHERE who = 3")
  expect_error(lazy_clusters(source, groups, counted), "changed while", class = "verdict_error_database")
  counted$patterns <- counted$patterns[1, , drop = FALSE]
  expect_null(kinds_by_text(source, groups, counted))
  source$engine$longest <- 0
  expect_null(kinds_by_text(source, groups, counted))
})

test_that("errors of the server are told in its words", {
  table <- fresh(data.frame(truth = rep(c("a", "b"), 50), m = "a", who = 1:100))
  late <- dplyr::mutate(table, m = dbplyr::sql("CAST(1 / (who - 100) AS TEXT)"))
  expect_error(prediction_set(truth ~ m, late), "division by zero", class = "verdict_error_database")
  run("CREATE ROLE guest LOGIN", "GRANT SELECT ON t TO guest")
  guest <- server$connect("guest")
  seen <- quiet_tbl(guest, "t")
  expect_identical(prediction_set(truth ~ m, seen)$n, 100)
  run("REVOKE SELECT ON t FROM guest")
  expect_error(prediction_set(truth ~ m, seen), "permission denied for table t", class = "verdict_error_database")
  run("GRANT SELECT ON t TO guest", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'guest'")
  expect_error(prediction_set(truth ~ m, seen), "terminat|closed", class = "verdict_error_database")
  try(DBI::dbDisconnect(guest), silent = TRUE)
  guest <- server$connect("guest")
  ends <- dbplyr::sql("CASE WHEN who = 99 THEN CAST(pg_terminate_backend(pg_backend_pid()) AS TEXT) ELSE m END")
  half <- dplyr::mutate(quiet_tbl(guest, "t"), m = ends)
  expect_error(prediction_set(truth ~ m, half, id = who), "terminat|closed", class = "verdict_error_database")
  try(DBI::dbDisconnect(guest), silent = TRUE)
  run("SET statement_timeout = '20ms'")
  slow <- dplyr::mutate(table, m = dbplyr::sql("CASE WHEN pg_sleep(0.01) IS NULL THEN 'a' ELSE m END"))
  expect_error(prediction_set(truth ~ m, slow), "timeout", class = "verdict_error_database")
  run("SET statement_timeout = 0", "ALTER TABLE t DROP COLUMN m")
  expect_error(prediction_set(truth ~ m, table, id = who), "does not exist", class = "verdict_error_database")
})

# Shards on two servers ------------------------------------------------------

shard <- start_postgres()
data <- local({
  set.seed(4)
  truth <- sample(c("a", "b"), 2000, TRUE)
  data.frame(truth = truth, m = ifelse(runif(2000) < 0.8, truth, "b"), who = rep(1:500, 4))
})

share_out <- function() {
  remote <- shard$connect()
  run("CREATE TABLE part1 (truth text, m text, who int)", on = remote)
  DBI::dbDisconnect(remote)
  run(
    "CREATE EXTENSION postgres_fdw",
    sprintf("CREATE SERVER other FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '%s', dbname 'postgres')", shard$dir),
    "CREATE USER MAPPING FOR PUBLIC SERVER other OPTIONS (user 'tester')",
    "CREATE TABLE whole (truth text, m text, who int) PARTITION BY HASH (who)",
    "CREATE FOREIGN TABLE part1 PARTITION OF whole FOR VALUES WITH (MODULUS 3, REMAINDER 0) SERVER other",
    "CREATE TABLE part2 PARTITION OF whole FOR VALUES WITH (MODULUS 3, REMAINDER 1)",
    "CREATE TABLE part3 PARTITION OF whole FOR VALUES WITH (MODULUS 3, REMAINDER 2)"
  )
  fresh(data)
  run("INSERT INTO whole SELECT truth, m, who FROM t", "ANALYZE whole", "DROP TABLE t")
}

test_that("shards on other servers count their own rows", {
  skip_if(inherits(try(share_out(), silent = TRUE), "try-error"), "PostgreSQL without postgres_fdw")
  whole <- quiet_tbl(con, "whole")
  expect_identical(prediction_set(truth ~ m, whole), prediction_set(truth ~ m, data))
  expect_identical(prediction_set(truth ~ m, whole, id = who), prediction_set(truth ~ m, data, id = who))
  source <- lazy_source(whole, c(truth = "truth", m = "m"), c(id = "who"))
  plan <- DBI::dbGetQuery(con, paste("EXPLAIN (VERBOSE, COSTS OFF)", dbplyr::sql_render(group_query(source))))[[1]]
  expect_match(plan, "Relations: Aggregate on \\(public.part1", all = FALSE)
  expect_match(plan, "Remote SQL: SELECT .*count\\(\\*\\).* GROUP BY", all = FALSE)
  expect_no_match <- function(x, pattern) expect_false(any(grepl(pattern, x)))
  expect_no_match(plan, "Remote SQL: SELECT truth, m FROM")
})

# What PostgreSQL does for the profiles of a set.
plan_of <- function(source, data) {
  groups <- read_groups(source)
  counted <- count_columns(groups$columns, groups$rows, NULL, "omit", by_row = TRUE)
  sql <- dbplyr::sql_render(profile_query(source, groups, counted$classes))
  DBI::dbGetQuery(con, paste("EXPLAIN (VERBOSE, COSTS OFF)", sql))[[1]]
}

test_that("observations that a shard holds whole are put together there", {
  skip_if_not(DBI::dbExistsTable(con, "whole"))
  whole <- quiet_tbl(con, "whole")
  source <- lazy_source(whole, c(truth = "truth", m = "m"), c(id = "who"))
  expect_true(source$within)
  plan <- plan_of(source)
  expect_match(plan, "Remote SQL: SELECT array_agg\\(.*, who FROM .* GROUP BY 2", all = FALSE)
  # From PostgreSQL 14 on servers may be waited for together.
  if (!inherits(try(run("ALTER SERVER other OPTIONS (ADD async_capable 'true')"), silent = TRUE), "try-error")) {
    expect_match(plan_of(source), "Async Foreign Scan", all = FALSE)
    expect_identical(prediction_set(truth ~ m, whole, id = who), prediction_set(truth ~ m, data, id = who))
  }
  source <- lazy_source(whole, c(truth = "truth", m = "m"), c(id = "m"))
  expect_false(source$within)
  by <- data.frame(kind = "f", level = c(1L, 2L), key = "HASH (who)", same = TRUE)
  expect_false(is_shard_key(by, "who"))
  expect_true(is_shard_key(transform(by[1, ], key = "LIST (\"a \"\"b\")"), "a \"b"))
  # By another column, of which an observation has one value.
  far <- shard$connect()
  run("CREATE TABLE far (truth text, m text, who int)", on = far)
  DBI::dbDisconnect(far)
  run(
    "CREATE TABLE apart (LIKE whole) PARTITION BY LIST (m)", "CREATE TABLE near PARTITION OF apart FOR VALUES IN ('a')",
    "CREATE FOREIGN TABLE far PARTITION OF apart FOR VALUES IN ('b') SERVER other",
    "INSERT INTO apart SELECT truth, CASE WHEN who < 250 THEN 'a' ELSE 'b' END, who FROM whole"
  )
  apart <- quiet_tbl(con, "apart")
  here <- prediction_set(as.data.frame(dplyr::collect(apart)), truth, m, id = who)
  expect_identical(prediction_set(apart, truth, m, id = who), here)
  expect_identical(prediction_set(apart, truth, m, id = who, ids_within_shards = TRUE), here)
  expect_identical(prediction_set(truth ~ m, apart, id = who, ids_within_shards = TRUE), here)
  expect_error(prediction_set(apart, truth, m, ids_within_shards = NA), class = "verdict_error_argument")
  expect_error(prediction_set(truth ~ m, data, ids_within_shards = TRUE), class = "verdict_error_argument")
  run("INSERT INTO apart SELECT truth, 'b', who FROM near")
  expect_error(
    prediction_set(apart, truth, m, id = who, ids_within_shards = TRUE), "There are such",
    class = "verdict_error_id"
  )
  run("DROP TABLE apart")
})

test_that("values that PostgreSQL compares in its own way are those of the rows in R on shards too", {
  skip_if_not(DBI::dbExistsTable(con, "whole"))
  remote <- shard$connect()
  spread <- function(data) {
    fresh(data)
    run("DROP TABLE IF EXISTS spread")
    DBI::dbWriteTable(remote, "there", data[0, ], row.names = FALSE, overwrite = TRUE)
    run(
      "CREATE TABLE spread (LIKE t) PARTITION BY HASH (who)",
      "CREATE FOREIGN TABLE there PARTITION OF spread FOR VALUES WITH (MODULUS 2, REMAINDER 0) SERVER other",
      "CREATE TABLE here PARTITION OF spread FOR VALUES WITH (MODULUS 2, REMAINDER 1)",
      "INSERT INTO spread SELECT * FROM t"
    )
    quiet_tbl(con, "spread")
  }
  # Labels without ids are grouped by the same query.
  expect_same_odd_sets(spread, alone = FALSE)
  rows <- draw_rows(8)
  expect_same_set(spread(rows), rows, na = "omit", id = who)
  DBI::dbDisconnect(remote)
})

test_that("what was filtered and computed is counted on the shards: their log says so", {
  skip_if_not(DBI::dbExistsTable(con, "whole"))
  log <- file.path(shard$dir, "log")
  seen <- function(...) {
    before <- length(readLines(log))
    set <- prediction_set(...)
    said <- strsplit(paste(utils::tail(readLines(log), -before), collapse = " "), "LOG: ", fixed = TRUE)[[1]]
    list(set = set, log = grep("CURSOR FOR", said, value = TRUE, fixed = TRUE))
  }
  remote <- shard$connect()
  run("ALTER SYSTEM SET log_statement = 'all'", "SELECT pg_reload_conf()", on = remote)
  DBI::dbDisconnect(remote)
  whole <- quiet_tbl(con, "whole")
  part <- dplyr::mutate(dplyr::filter(whole, who > 30L), m = ifelse(m == "a", "a", "other"))
  there <- seen(truth ~ m, dplyr::select(part, -"who"))
  here <- transform(data[data$who > 30, ], m = ifelse(m == "a", "a", "other"))
  expect_identical(there$set, prediction_set(truth ~ m, here[c("truth", "m")]))
  expect_length(there$log, 1)
  expect_match(there$log, "count\\(\\*\\).*WHERE .*who > 30.*GROUP BY 1, 2")
  few <- seen(truth ~ m, dplyr::filter(whole, who > 30L), id = who)
  expect_identical(few$set, prediction_set(truth ~ m, data[data$who > 30, ], id = who))
  expect_length(few$log, 2)
  expect_match(few$log[2], "array_agg\\(.*WHERE .*who > 30.*GROUP BY 2")
  # An id that was computed is not what the table is partitioned by.
  pairs <- seen(truth ~ m, dplyr::mutate(whole, who = who %% 10L), id = who)
  expect_identical(pairs$set, prediction_set(truth ~ m, transform(data, who = who %% 10L), id = who))
  expect_match(pairs$log, "count\\(\\*\\).*GROUP BY")
})

test_that("a table is not taken apart where its parts have other rules", {
  skip_if_not(DBI::dbExistsTable(con, "whole"))
  whole <- quiet_tbl(con, "whole")
  expect_identical(nrow(postgres_shards(whole, con)), 3L)
  expect_identical(nrow(postgres_shards(dplyr::filter(whole, who > 3L), con)), 3L)
  apart <- list(
    utils::head(whole, 5), dplyr::distinct(whole, truth, m), dplyr::count(whole, truth, m),
    dplyr::filter(whole, who > mean(who, na.rm = TRUE)), dplyr::inner_join(whole, whole, by = "who"),
    dplyr::union_all(whole, whole), dplyr::summarise(whole, truth = max(truth, na.rm = TRUE))
  )
  for (x in apart) expect_null(postgres_shards(x, con))
  run("GRANT SELECT ON whole TO guest")
  guest <- server$connect("guest")
  expect_null(postgres_shards(quiet_tbl(guest, "whole"), guest))
  DBI::dbDisconnect(guest)
  run("ALTER TABLE whole ENABLE ROW LEVEL SECURITY")
  expect_null(postgres_shards(whole, con))
  run("ALTER TABLE whole DISABLE ROW LEVEL SECURITY")
})

test_that("a shard that is gone is an error", {
  skip_if_not(DBI::dbExistsTable(con, "whole"))
  shard$stop()
  whole <- quiet_tbl(con, "whole")
  expect_error(prediction_set(truth ~ m, whole), "could not connect|terminat", class = "verdict_error_database")
})

test_that("the servers stop", {
  DBI::dbDisconnect(con)
  shard$stop()
  server$stop()
  expect_false(dir.exists(server$dir) || dir.exists(shard$dir))
})
