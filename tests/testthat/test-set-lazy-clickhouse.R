skip_without_clickhouse()
servers <- start_clickhouse()
cons <- lapply(1:2, function(i) servers$connect(i))
con <- cons[[1]]
run <- function(..., on = con) for (sql in c(...)) DBI::dbExecute(on, sql)
fresh <- function(data) {
  run("DROP TABLE IF EXISTS t")
  DBI::dbWriteTable(con, "t", data)
  dplyr::tbl(con, "t")
}

test_that("a table in ClickHouse gives the set of its rows in R", {
  for (seed in 3:6) {
    table <- fresh(draw_rows(seed))
    expect_same_sets(table, as.data.frame(dplyr::collect(table)), seed)
  }
  expect_same_odd_sets(fresh)
})

test_that("what is no number is no label and no id", {
  rows <- data.frame(truth = rep(c(1, 2, 3), 20), m = rep(c(1, 2, 3, 2), 15), who = as.double(rep(1:20, 3)))
  nan <- dplyr::mutate(fresh(rows), m = dbplyr::sql("if(who = 3, nan, m)"))
  here <- transform(rows, m = ifelse(who == 3, NaN, m))
  expect_identical(
    prediction_set(truth ~ m, nan, id = who, na = "omit"), prediction_set(truth ~ m, here, id = who, na = "omit")
  )
  lost <- dplyr::mutate(fresh(rows), who = dbplyr::sql("if(who = 3, nan, who)"))
  expect_error(prediction_set(truth ~ m, lost, id = who), class = "verdict_error_id")
})

test_that("values that ClickHouse compares in its own way are those of the rows in R on two servers too", {
  spread <- function(data) {
    for (i in 1:2) {
      run("DROP TABLE IF EXISTS both", "DROP TABLE IF EXISTS half", on = cons[[i]])
      DBI::dbWriteTable(cons[[i]], "both", data)
      rows <- sprintf("SELECT * FROM both WHERE rowNumberInAllBlocks() %% 2 = %d", i - 1L)
      run(paste("CREATE TABLE half ENGINE = Memory AS", rows), on = cons[[i]])
    }
    run("DROP TABLE IF EXISTS spread", "CREATE TABLE spread AS half ENGINE = Distributed(both, default, half)")
    dplyr::tbl(con, "spread")
  }
  for (seed in 1:4) {
    table <- spread(draw_rows(seed))
    expect_same_sets(table, as.data.frame(dplyr::collect(table)), seed)
  }
  expect_same_odd_sets(spread)
})

data <- local({
  set.seed(4)
  truth <- sample(c("a", "b"), 2000, TRUE)
  data.frame(truth = truth, m = ifelse(runif(2000) < 0.8, truth, "b"), who = rep(1:500, 4))
})
one <- "CREATE TABLE part (truth String, m String, who Int32) ENGINE = MergeTree() ORDER BY who"
for (server in cons) run(one, on = server)
run("CREATE TABLE whole AS part ENGINE = Distributed(both, default, part, intHash64(who))")

# Inserts into a Distributed table are sent on by and by.
spread_out <- function() {
  DBI::dbWriteTable(con, "whole", data, append = TRUE)
  deadline <- Sys.time() + 30
  repeat {
    n <- vapply(cons, function(server) as.double(DBI::dbGetQuery(server, "SELECT count() AS n FROM part")$n), 0)
    if (sum(n) == nrow(data) || Sys.time() > deadline) return(n)
    Sys.sleep(0.1)
  }
}

test_that("two servers group their own rows, and no row of a count travels", {
  n <- spread_out()
  expect_identical(sum(n), 2000)
  expect_true(all(n > 0))
  whole <- dplyr::tbl(con, "whole")
  before <- length(servers$log(2))
  expect_identical(prediction_set(truth ~ m, dplyr::select(whole, -"who")), prediction_set(truth ~ m, data[1:2]))
  part <- dplyr::mutate(dplyr::filter(whole, who > 30L), m = ifelse(m == "a", "a", "other"))
  here <- transform(data[data$who > 30, ], m = ifelse(m == "a", "a", "other"))
  expect_identical(prediction_set(truth ~ m, dplyr::select(part, -"who")), prediction_set(truth ~ m, here[1:2]))
  asked <- grep("executeQuery: (from", utils::tail(servers$log(2), -before), value = TRUE, fixed = TRUE)
  asked <- grep("COUNT()", asked, value = TRUE, fixed = TRUE)
  expect_match(asked[1], "COUNT\\(\\) AS verdict_rows FROM default.part +GROUP BY truth, m$")
  for (x in list(whole, dplyr::filter(whole, who > 30L))) {
    rows <- as.data.frame(dplyr::collect(x))
    expect_identical(prediction_set(truth ~ m, x, id = who), prediction_set(truth ~ m, rows, id = who))
  }
})

test_that("a server that is gone is an error in the words of the other", {
  whole <- dplyr::tbl(con, "whole")
  expect_error(
    prediction_set(truth ~ m, dplyr::mutate(whole, m = dbplyr::sql("toString(intDiv(1, who - 7))")), id = who),
    "Division by zero", class = "verdict_error_database"
  )
  servers$stop(2)
  expect_error(prediction_set(truth ~ m, whole, id = who), "refused|failed|Connect", class = "verdict_error_database")
})

test_that("the servers stop", {
  for (server in cons) try(DBI::dbDisconnect(server), silent = TRUE)
  servers$stop()
  expect_false(any(dir.exists(servers$dir)))
})
