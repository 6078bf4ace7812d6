skip_if_not_installed("dbplyr")

# The SQL for an engine, from a frame without rows.
queries <- function(con, weights = NULL) {
  frame <- dbplyr::lazy_frame(truth = "a", m = "b", who = 1L, w = 1, con = con)
  roles <- c(id = "who", weights = weights)
  inexact <- if (!inherits(con, "spark_connection")) c("truth", "m")
  source <- lazy_source(frame, c(truth = "truth", A = "m"), roles, inexact = inexact, logical = NULL)
  groups <- list(columns = list(truth = c("a", "B", NA), A = c("a", "a", "a")))
  classes <- c("B", "a")
  text <- can_join_text(source, groups, list(classes = classes))
  asked <- list(
    groups = group_query(source), profiles = if (text) profile_query(source, groups, classes),
    stream = stream_query(source)
  )
  lapply(Filter(Negate(is.null), asked), function(query) {
    gsub("[][\"`]", "", gsub("\\s+", " ", dbplyr::sql_render(query), perl = TRUE))
  })
}

test_that("engines are asked in their own words", {
  expected <- list(
    list(
      dbplyr::simulate_mssql(), "(v1 + '|') COLLATE Latin1_General_100_BIN2 AS v1",
      "STRING_AGG(CAST(CONCAT(p, ':', k) AS VARCHAR(MAX)), ',') WITHIN GROUP (ORDER BY p)", "'a|'"
    ),
    list(
      dbplyr::simulate_snowflake(), "COLLATE(v1, '') AS v1",
      "LISTAGG(CONCAT(p, ':', k), ',') WITHIN GROUP (ORDER BY p)", "'a'"
    ),
    list(
      dbplyr::simulate_dbi("spark_connection"), "FROM ( SELECT truth AS v1, m AS v2",
      "CONCAT_WS(',', SORT_ARRAY(COLLECT_LIST(CONCAT(p, ':', k))))", "'a'"
    ),
    list(
      dbplyr::simulate_dbi("BigQueryConnection"), "COLLATE(v1, '') AS v1",
      "STRING_AGG(CONCAT(CAST(p AS STRING), ':', CAST(k AS STRING)), ',' ORDER BY p)", "'a'"
    ),
    list(
      dbplyr::simulate_dbi("duckdb_connection"), "decode(encode(CAST(v1 AS VARCHAR))) AS v1",
      "STRING_AGG(CONCAT(p, ':', k), ',' ORDER BY p)", "'a'"
    ),
    list(
      dbplyr::simulate_mysql(), "CONVERT(CONCAT(v1, '|') USING utf8mb4) COLLATE utf8mb4_bin AS v1",
      "GROUP_CONCAT(CONCAT(p, ':', k) ORDER BY p SEPARATOR ',')", "'a|'"
    )
  )
  for (engine in expected) {
    sql <- queries(engine[[1]])
    expect_match(sql$groups, engine[[2]], fixed = TRUE)
    expect_match(sql$groups, "GROUP BY v1, v2$")
    expect_match(sql$profiles, engine[[3]], fixed = TRUE)
    expect_match(sql$profiles, paste("WHEN (v1 =", engine[[4]]), fixed = TRUE)
    expect_match(sql$profiles, "GROUP BY profile$")
  }
})

test_that("engines that join no text in order are streamed", {
  sql <- queries(dbplyr::simulate_redshift(), weights = "w")
  expect_named(sql, c("groups", "stream"))
  expect_match(sql$groups, "COLLATE(v1 || '|', 'case_sensitive')", fixed = TRUE)
  expect_match(sql$groups, "GROUP BY v1, v2, zero$")
  expect_match(sql$stream, "SUM(weight) AS k", fixed = TRUE)
  expect_match(sql$stream, "GROUP BY id, v1, v2 ORDER BY id$")
})

test_that("labels are put into SQL only where they mean the same there", {
  source <- function(con) {
    frame <- dbplyr::lazy_frame(truth = "a", m = "b", who = 1L, con = con)
    list(engine = engine_of(frame), labels = c("v1", "v2"))
  }
  can <- function(con, labels, n = 2) {
    can_join_text(source(con), list(columns = list(labels, labels)), list(classes = seq_len(n)))
  }
  expect_true(can(dbplyr::simulate_mssql(), "a\\b"))
  expect_false(can(dbplyr::simulate_snowflake(), "a\\b"))
  expect_false(can(dbplyr::simulate_mssql(), "\u00e9"))
  expect_true(can(dbplyr::simulate_postgres(), "\u00e9"))
  expect_true(can(dbplyr::simulate_mssql(), 1:3))
  expect_false(can(dbplyr::simulate_mssql(), "a", n = 101))
})

test_that("what an engine may not tell apart is refused, and bits are logical", {
  mysql <- list(marked = "v1", engine = list(longest = 3), logical = "v2")
  read <- as_r(data.frame(v1 = c("a|", NA), v2 = 0:1), mysql)
  expect_identical(read, data.frame(v1 = c("a", NA), v2 = c(FALSE, TRUE)))
  expect_error(as_r(data.frame(v1 = "abc|"), mysql), "at most 3 characters", class = "verdict_error_database")
})

test_that("marks are taken off", {
  read <- as_r(data.frame(v1 = c("a |", "|", NA), v2 = "b|"), list(marked = "v1"))
  expect_identical(read, data.frame(v1 = c("a ", "", NA), v2 = "b|"))
})
