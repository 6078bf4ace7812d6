skip_if_not_installed("dbplyr")

test_that("a table in SQLite gives the set of its rows in R", {
  skip_if_not_installed("RSQLite")
  for (seed in 1:15) {
    table <- sqlite_table(draw_rows(seed))
    expect_same_sets(table, as.data.frame(dplyr::collect(table)))
    DBI::dbDisconnect(dbplyr::remote_con(table))
  }
})

test_that("a data.table behind dtplyr does", {
  skip_if_not_installed("dtplyr")
  for (seed in 1:8) {
    data <- draw_rows(seed)
    if (seed %% 2) data[sapply(data, is.character)] <- lapply(data[sapply(data, is.character)], factor)
    expect_same_sets(dtplyr::lazy_dt(data), data)
  }
})
