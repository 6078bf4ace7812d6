skip_without_mariadb()
server <- start_mariadb()
con <- server$connect()
run <- function(..., on = con) for (sql in c(...)) DBI::dbExecute(on, sql)
fresh <- function(data) {
  DBI::dbWriteTable(con, "t", data, overwrite = TRUE)
  dplyr::tbl(con, "t")
}

test_that("a table in MariaDB gives the set of its rows in R", {
  for (seed in 3:6) {
    table <- fresh(draw_rows(seed))
    expect_same_sets(table, as.data.frame(dplyr::collect(table)), seed)
  }
  expect_same_odd_sets(fresh)
})

test_that("folds are checked there, and many classes stream", expect_folds_and_stream(fresh))

test_that("types and collations of MariaDB merge no labels", {
  data <- data.frame(
    truth = c("a", "A", "a ", "b", "B", "\u00e4"), m = c("A", "a", "a", "b ", "\u00e4", "a"),
    who = c("u", "U", "u ", "u", "\u00fc", "U"), stringsAsFactors = FALSE
  )
  labels <- sort(unique(unlist(data[1:2])), method = "radix")
  for (type in c("VARCHAR(9) COLLATE utf8mb4_unicode_ci", "VARCHAR(9) CHARACTER SET latin1", "TEXT")) {
    run("DROP TABLE IF EXISTS l", sprintf("CREATE TABLE l (truth %1$s, m %1$s, who %1$s)", type))
    DBI::dbAppendTable(con, "l", data)
    expect_identical(
      prediction_set(truth ~ m, dplyr::tbl(con, "l"), levels = labels, id = who),
      prediction_set(truth ~ m, data, levels = labels, id = who)
    )
  }
  run(
    "CREATE TABLE typed (e ENUM('b', 'a'), f SET('b', 'a'), n DECIMAL(20, 5), i BIGINT, t BOOLEAN, u BOOLEAN,
       b BIT(1), c BIT(1), who DATETIME)",
    "INSERT INTO typed SELECT 1 + seq % 2, 1 + seq % 2, seq % 3, 3000000000 * (seq % 2), seq % 2, seq % 3 = 0,
       seq % 2, seq % 3 = 0, '2024-02-29' + INTERVAL seq % 9 HOUR FROM seq_1_to_40"
  )
  typed <- dplyr::tbl(con, "typed")
  here <- as.data.frame(dplyr::collect(typed))
  here$who <- format(here$who)
  here$i <- as.double(here$i)
  for (formula in list(e ~ f, n ~ i, t ~ u, b ~ c)) {
    expect_identical(prediction_set(formula, typed, id = who), prediction_set(formula, here, id = who))
  }
})

test_that("profiles are made there, of what was filtered and computed: its log says so", {
  data <- draw_folds()
  part <- dplyr::mutate(dplyr::filter(fresh(data), who > 20L), Clf1 = ifelse(Clf1 == "x", "x", "other"))
  here <- transform(data[data$who > 20, ], Clf1 = ifelse(Clf1 == "x", "x", "other"))
  before <- length(server$log())
  sent <- sent_queries(prediction_set(truth ~ Clf1, part, id = who))
  expect_identical(attr(sent, "value"), prediction_set(truth ~ Clf1, here, id = who))
  log <- paste(utils::tail(server$log(), -before), collapse = " ")
  expect_match(log, "GROUP_CONCAT.*> 20.*GROUP BY `id`.*GROUP BY `profile`")
  expect_output(dplyr::explain(sent), "t\\b")
})

# 60 observations of 40 rows each, all different.
wide <- local({
  set.seed(1)
  truth <- sample(9, 2400, TRUE)
  data.frame(truth, m = sample(9, 2400, TRUE), who = rep(1:60, 40))
})

test_that("what GROUP_CONCAT cuts off is noticed, and the rows stream", {
  table <- fresh(wide)
  here <- prediction_set(truth ~ m, wide, id = who)
  for (limit in c(1048576, 200, 40, 4)) {
    run(sprintf("SET group_concat_max_len = %d", as.integer(limit)))
    expect_identical(prediction_set(truth ~ m, table, id = who), here)
  }
  run("SET group_concat_max_len = DEFAULT")
  few <- dplyr::filter(table, who < 3L)
  run("SET group_concat_max_len = 100")
  sent <- sent_queries(prediction_set(truth ~ m, few, id = who))
  expect_match(sent$query, "ORDER BY `id`$", all = FALSE)
  run("SET group_concat_max_len = DEFAULT")
})

test_that("text that sorting may cut is refused as a label or an id, and streams as a profile", {
  long <- function(x) paste0(strrep("a", 1500), x)
  data <- data.frame(truth = c("a", "b"), m = "a", l = long(1:2), w = 1:2)
  table <- fresh(data[rep(1:2, 10), ])
  expect_error(prediction_set(truth ~ l, table), "at most 340 characters", class = "verdict_error_database")
  expect_error(prediction_set(truth ~ m, table, id = l), "longer ones", class = "verdict_error_database")
  short <- dplyr::mutate(table, l = dbplyr::sql("RIGHT(l, 300)"))
  here <- transform(data[rep(1:2, 10), ], l = substring(l, 1202))
  expect_identical(prediction_set(truth ~ m, short, id = l), prediction_set(truth ~ m, here, id = l))
  # 500 patterns in each of two observations, alike in the first 1,024 bytes of their text.
  rows <- expand.grid(truth = 1:22, m = 1:22, who = 1:4)
  rows$m[rows$truth == 22 & rows$m == 22 & rows$who > 2] <- 21L
  expect_identical(prediction_set(truth ~ m, fresh(rows), id = who), prediction_set(truth ~ m, rows, id = who))
})

test_that("errors of the server are told in its words", {
  table <- fresh(data.frame(truth = rep(c("a", "b"), 50), m = "a", who = 1:100))
  late <- dplyr::mutate(table, m = dbplyr::sql("IF(9223372036854775708 + who > 0, m, 'b')"))
  expect_error(prediction_set(truth ~ m, late), "out of range", class = "verdict_error_database")
  run("CREATE USER guest@localhost", "GRANT SELECT ON test.t TO guest@localhost")
  guest <- server$connect("guest")
  seen <- dplyr::tbl(guest, "t")
  expect_identical(prediction_set(truth ~ m, seen)$n, 100)
  run("REVOKE SELECT ON test.t FROM guest@localhost")
  expect_error(prediction_set(truth ~ m, seen), "SELECT command denied", class = "verdict_error_database")
  run("GRANT SELECT ON test.t TO guest@localhost")
  slow <- dplyr::mutate(seen, m = dbplyr::sql("IF(SLEEP(0.01) = 0, m, 'b')"))
  DBI::dbExecute(guest, "SET max_statement_time = 0.02")
  expect_error(prediction_set(truth ~ m, slow), "max_statement_time|interrupted", class = "verdict_error_database")
  run("KILL USER guest@localhost")
  expect_error(prediction_set(truth ~ m, seen), "gone away|Lost connection|killed", class = "verdict_error_database")
  try(DBI::dbDisconnect(guest), silent = TRUE)
  run("ALTER TABLE t DROP COLUMN m")
  expect_error(prediction_set(truth ~ m, table, id = who), "nknown column", class = "verdict_error_database")
})

test_that("the server stops", {
  DBI::dbDisconnect(con)
  server$stop()
  expect_false(dir.exists(server$dir))
})
