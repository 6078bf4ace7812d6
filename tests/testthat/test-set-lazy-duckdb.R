# DuckDB has no package in Debian and takes long to build: make test-engines ENGINES="RClickhouse RMariaDB duckdb".
skip_if_not_installed("dbplyr")
skip_if_not_installed("duckdb")
# It says where it would keep extensions.
duckdb_connect <- function(...) suppressMessages(DBI::dbConnect(getExportedValue("duckdb", "duckdb")(), ...))
con <- duckdb_connect()
run <- function(..., on = con) for (sql in c(...)) DBI::dbExecute(on, sql)
fresh <- function(data) {
  DBI::dbWriteTable(con, "t", data, overwrite = TRUE)
  dplyr::tbl(con, "t")
}

test_that("a table in DuckDB gives the set of its rows in R", {
  for (seed in 1:8) expect_same_sets(fresh(draw_rows(seed)), draw_rows(seed), seed)
  expect_same_odd_sets(fresh)
})

test_that("folds are checked there, and many classes stream", expect_folds_and_stream(fresh))

test_that("types and collations of DuckDB merge no labels", {
  data <- data.frame(
    truth = c("a", "A", "a ", "b", "B", "\u00e4"), m = c("A", "a", "a", "b ", "\u00e4", "a"),
    who = c("u", "U", "u ", "u", "\u00fc", "U"), stringsAsFactors = FALSE
  )
  labels <- sort(unique(unlist(data[1:2])), method = "radix")
  for (collation in c("NOCASE", "NOACCENT", "NOCASE.NOACCENT")) {
    run("DROP TABLE IF EXISTS l", gsub("X", collation, paste(
      "CREATE TABLE l (truth VARCHAR COLLATE X, m VARCHAR COLLATE X, who VARCHAR COLLATE X)"
    ), fixed = TRUE))
    DBI::dbAppendTable(con, "l", data)
    expect_identical(
      prediction_set(truth ~ m, dplyr::tbl(con, "l"), levels = labels, id = who),
      prediction_set(truth ~ m, data, levels = labels, id = who)
    )
  }
  run(
    "CREATE TYPE grade AS ENUM ('zero', 'Any', 'any')",
    "CREATE TABLE typed AS SELECT CAST(['zero', 'Any', 'any'][1 + i % 3] AS grade) AS g,
       CAST(['Any', 'any'][1 + i % 2] AS grade) AS h, CAST(i % 3 AS HUGEINT) AS w, 3000000000 * (i % 2) AS b,
       CAST(i % 3 AS DECIMAL(20, 5)) AS n, CAST(i % 2 AS UTINYINT) AS k, i % 2 = 0 AS t, i % 3 = 0 AS u,
       TIMESTAMP '2024-02-29' + INTERVAL (i % 9) HOUR AS who FROM range(40) r(i)"
  )
  typed <- dplyr::tbl(con, "typed")
  here <- as.data.frame(dplyr::collect(typed))
  here$who <- format(here$who)
  for (formula in list(w ~ b, n ~ k, t ~ u)) {
    expect_identical(prediction_set(formula, typed, id = who), prediction_set(formula, here, id = who))
  }
  grades <- c("zero", "Any", "any")
  expect_identical(
    prediction_set(g ~ h, typed, id = who, levels = grades), prediction_set(g ~ h, here, id = who, levels = grades)
  )
})

test_that("what is no number is no label, and ids may be of any type", {
  run(
    "CREATE OR REPLACE TABLE odd AS SELECT CASE WHEN i % 7 = 0 THEN 'NaN' :: DOUBLE ELSE i % 3 END AS truth,
       CASE WHEN i % 5 = 0 THEN 'NaN' :: DOUBLE ELSE i % 2 END AS m, i // 4 AS who,
       ('00000000-0000-0000-0000-0000000000' || (10 + i // 4)) :: UUID AS u, 9007199254740990 + i // 4 AS b,
       (10 + i // 4) :: VARCHAR :: BLOB AS y, to_timestamp(3600 * (i // 4)) AS z,
       TIME '10:00' + INTERVAL (i // 4) HOUR AS h FROM range(40) r(i)"
  )
  odd <- dplyr::tbl(con, "odd")
  here <- as.data.frame(dplyr::collect(dplyr::select(odd, "truth", "m", "who")))
  expected <- prediction_set(here, truth, m, id = who, na = "omit")
  expect_identical(prediction_set(odd, truth, m, na = "omit"), prediction_set(here, truth, m, na = "omit"))
  for (id in c("who", "u", "b", "y", "z", "h")) {
    expect_identical(prediction_set(odd, truth, m, id = !!id, na = "omit"), expected)
  }
  lost <- dplyr::mutate(odd, who = dbplyr::sql("CASE WHEN who = 3 THEN 'NaN' :: DOUBLE ELSE who END"))
  expect_error(prediction_set(lost, truth, m, id = who, na = "omit"), class = "verdict_error_id")
  labels <- prediction_set(u ~ u2, dplyr::mutate(odd, u2 = u))
  expect_identical(labels$classes[1], "00000000-0000-0000-0000-000000000010")
})

test_that("what was filtered, computed and joined goes down whole, and its plan is shown", {
  data <- draw_folds()
  more <- data.frame(who = 1:40, site = rep(c("north", "south"), 20))
  run("DROP TABLE IF EXISTS sites")
  DBI::dbWriteTable(con, "sites", more)
  part <- dplyr::filter(dplyr::inner_join(fresh(data), dplyr::tbl(con, "sites"), by = "who"), site == "north")
  part <- dplyr::mutate(part, Clf1 = ifelse(Clf1 == "x", "x", "other"))
  here <- data[data$who %% 2 == 1, ]
  here$Clf1 <- ifelse(here$Clf1 == "x", "x", "other")
  sent <- sent_queries(prediction_set(truth ~ Clf1, part, id = who, by = site))
  expect_identical(attr(sent, "value")$n_rows, as.double(nrow(here)))
  expect_identical(
    prediction_set(truth ~ Clf1 + Clf2, part, id = who), prediction_set(truth ~ Clf1 + Clf2, here, id = who)
  )
  expect_true(all(sent$rows < 40))
  expect_match(sent$query, "JOIN", all = FALSE)
  expect_output(dplyr::explain(sent), "-- plan\n.*(HASH_GROUP_BY|GROUP)")
})

test_that("a folder of parquet files and one of csv are tables", {
  data <- draw_folds()
  fresh(data)
  dir <- tempfile("parts")
  on.exit(unlink(dir, recursive = TRUE))
  run(sprintf("COPY t TO '%s' (FORMAT parquet, PARTITION_BY (fold))", dir))
  files <- dplyr::tbl(con, dbplyr::sql(sprintf("SELECT * FROM read_parquet('%s/*/*.parquet')", dir)))
  expect_same_set(files, data, id = who, repetition = again, fold = fold)
  run(sprintf("COPY t TO '%s/t.csv' (HEADER)", dir))
  csv <- dplyr::tbl(con, dbplyr::sql(sprintf("SELECT * FROM read_csv('%s/t.csv')", dir)))
  expect_same_set(csv, data, id = who, repetition = again, fold = fold)
})

test_that("errors of the engine are told in its words", {
  table <- fresh(data.frame(truth = rep(c("a", "b"), 5000), m = "a", who = 1:10000))
  late <- dplyr::mutate(table, m = dbplyr::sql("CASE WHEN who > 9990 THEN error('not this row') ELSE m END"))
  expect_error(prediction_set(truth ~ m, late, id = who), "not this row", class = "verdict_error_database")
  run("ALTER TABLE t DROP COLUMN m")
  expect_error(prediction_set(truth ~ m, table, id = who), "\"m\"", class = "verdict_error_database")
  run("DROP TABLE t")
  expect_error(prediction_set(truth ~ who, table), "t does not exist", class = "verdict_error_database")
  file <- tempfile(fileext = ".duckdb")
  on.exit(unlink(file))
  other <- duckdb_connect(dbdir = file)
  DBI::dbWriteTable(other, "t", data.frame(truth = c("a", "b"), m = "a"))
  closed <- dplyr::tbl(other, "t")
  expect_identical(prediction_set(truth ~ m, closed)$n, 2)
  DBI::dbDisconnect(other, shutdown = TRUE)
  expect_error(prediction_set(truth ~ m, closed), "nvalid connection", class = "verdict_error_database")
})

test_that("the connection is closed", {
  DBI::dbDisconnect(con, shutdown = TRUE)
  expect_false(DBI::dbIsValid(con))
})
