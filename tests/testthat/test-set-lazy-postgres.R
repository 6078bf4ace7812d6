skip_without_postgres()
server <- start_postgres()
con <- server$connect()

test_that("a table in PostgreSQL gives the set of its rows in R", {
  for (seed in 1:15) {
    DBI::dbWriteTable(con, "t", draw_rows(seed), row.names = FALSE, overwrite = TRUE)
    table <- quiet_tbl(con, "t")
    expect_same_sets(table, as.data.frame(dplyr::collect(table)))
  }
})

test_that("the server stops", {
  DBI::dbDisconnect(con)
  server$stop()
  expect_false(dir.exists(server$dir))
})
