# A PostgreSQL server of the tests' own: its files in a temporary folder, reached by a socket there, no port.
postgres_bin <- function() {
  found <- c(Sys.which("postgres"), rev(Sys.glob("/usr/lib/postgresql/*/bin/postgres")))
  found <- found[nzchar(found) & file.exists(found)]
  if (length(found) > 0) dirname(normalizePath(found[[1]]))
}

skip_without_postgres <- function() {
  skip_on_cran()
  skip_on_os(c("windows", "mac"))
  skip_if_not_installed("dbplyr")
  skip_if_not_installed("RPostgreSQL")
  skip_if(is.null(postgres_bin()), "no PostgreSQL server")
}

# PostgreSQL does not run as root.
as_server <- function(command, ...) {
  args <- c(shQuote(file.path(postgres_bin(), command)), ...)
  root <- Sys.info()[["effective_user"]] == "root"
  run <- if (root) c("runuser", "-u", "nobody", "--", args) else args
  # Not through a pipe: the server inherits it and keeps it open.
  log <- tempfile()
  on.exit(unlink(log))
  status <- system2(run[1], run[-1], stdout = log, stderr = log, env = "LD_PRELOAD=")
  if (status != 0) stop(paste(readLines(log), collapse = "\n"))
}

start_postgres <- function() {
  dir <- tempfile("pg", if (dir.exists("/tmp")) "/tmp" else tempdir())
  dir.create(dir, mode = "0700")
  if (Sys.info()[["effective_user"]] == "root") system2("chown", c("nobody", dir))
  data <- file.path(dir, "data")
  as_server("initdb", "-D", data, "-A trust -U tester --no-sync --locale=C -E UTF8")
  options <- paste0("-F -c listen_addresses='' -c max_connections=20 -c max_prepared_transactions=0 -k ", dir)
  as_server("pg_ctl", "-D", data, "-w -s -l", file.path(dir, "log"), "-o", shQuote(options), "start")
  server <- new.env()
  server$dir <- dir
  server$connect <- function(user = "tester") {
    con <- suppressMessages(DBI::dbConnect(
      RPostgreSQL::PostgreSQL(),
      host = dir, user = user, dbname = "postgres"
    ))
    DBI::dbExecute(con, "SET client_min_messages = error")
    con
  }
  server$stop <- function() {
    if (dir.exists(dir)) {
      as_server("pg_ctl", "-D", data, "-s -m immediate stop")
      unlink(dir, recursive = TRUE)
    }
  }
  reg.finalizer(server, function(server) try(server$stop(), silent = TRUE), onexit = TRUE)
  server
}

# RPostgreSQL is of an older edition of dbplyr, which says so once.
quiet_tbl <- function(con, name) suppressWarnings(dplyr::tbl(con, name))

# data.table asks the frame that calls it, here the global one, whether it knows of data.table.
as_lazy_dt <- function(data) do.call(dtplyr::lazy_dt, list(data), envir = globalenv())

sqlite_table <- function(data, create = NULL, env = parent.frame()) {
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  if (is.null(create)) {
    DBI::dbWriteTable(con, "t", data)
  } else {
    DBI::dbExecute(con, create)
    DBI::dbAppendTable(con, "t", data)
  }
  dplyr::tbl(con, "t")
}

# Labels that engines have been seen to take for each other, or for code.
odd_labels <- c(
  "a", "A", "a ", " a", "\u00e9", "E\u0301", "", "NULL", "NA", "it's", "\"",
  "1:2,3", "a|", "|", "back\\slash", "%", "\u00df", "ss", "0"
)

# Four seeds in a row are of all types.
draw_rows <- function(seed, n = 100) {
  set.seed(seed)
  text <- sample(odd_labels, sample(2:6, 1))
  column <- switch(1 + seed %% 4,
    function() sample(text, n, TRUE),
    function() sample.int(4, n, TRUE) - 2L,
    function() runif(n) < 0.5,
    function() as.double(sample(c(1, 3, 12), n, TRUE))
  )
  hide <- function(x, share) replace(x, runif(n) < share, NA)
  missing <- 0.1
  ids <- switch(sample(3, 1),
    sample.int(max(1, n %/% 3), n, TRUE),
    sample(c(odd_labels, letters), n, TRUE),
    sample(c(0.5, -1, 2, 1e9), n, TRUE)
  )
  data <- data.frame(
    truth = column(), who = ids, how = sample(0:3, n, TRUE), real = sample(c(0, 7, 1, 2), n, TRUE),
    stringsAsFactors = FALSE
  )
  for (j in seq_len(sample(3, 1))) data[[paste0("Clf ", j)]] <- ifelse(runif(n) < 0.6, data$truth, column())
  for (name in c("truth", grep("^Clf", names(data), value = TRUE))) data[[name]] <- hide(data[[name]], missing)
  data
}

# Repeated cross-validation of 40 observations, as text.
draw_folds <- function(seed = 3) {
  set.seed(seed)
  data <- expand.grid(who = 1:40, again = c("r1", "r10", "r2"), stringsAsFactors = FALSE)
  data$fold <- unlist(lapply(1:3, function(i) sample(rep(c("f1", "f2", "f10", "F1"), 10))))
  data$truth <- sample(c("x", "y"), 40, TRUE)[data$who]
  for (name in c("Clf1", "Clf2")) data[[name]] <- ifelse(runif(120) < 0.7, data$truth, "y")
  data[sample(120), ]
}

# The same set, or the same kind of error, as from the same rows in R.
expect_same_set <- function(lazy, data, ...) {
  quietly <- function(x) suppressWarnings(tryCatch(x, verdict_error = function(cnd) class(cnd)[1]))
  here <- quietly(prediction_set(data, truth, dplyr::starts_with("Clf"), ...))
  there <- quietly(prediction_set(lazy, truth, dplyr::starts_with("Clf"), ...))
  expect_identical(there, here)
}

# Each query takes its time: odd and even seeds ask for different things.
expect_same_sets <- function(lazy, data, seed) {
  if (seed %% 2 == 0) {
    expect_same_set(lazy, data, na = "omit")
    expect_same_set(lazy, data, na = "omit", id = who)
    expect_same_set(lazy, data, na = "omit", weights = real)
  } else {
    expect_same_set(lazy, data)
    expect_same_set(lazy, data, na = "omit", weights = how)
    expect_same_set(lazy, data, na = "omit", id = who, weights = how)
  }
}

# Folds that the engine checks, and a set of so many classes that its rows are read in the order of their ids.
expect_folds_and_stream <- function(fresh) {
  data <- draw_folds()
  expect_same_set(fresh(data), data, fold = fold, repetition = again, id = who)
  data$who[3] <- NA
  expect_same_set(fresh(data), data, id = who)
  many <- data.frame(truth = rep(1:300, 2), m = c(1:300, 300:1), who = rep(1:150, 4))
  sent <- sent_queries(prediction_set(truth ~ m, fresh(many), id = who))
  expect_identical(attr(sent, "value"), prediction_set(truth ~ m, many, id = who))
  expect_identical(sent$rows[grepl("ORDER BY [`\"]?id[`\"]?$", sent$query)], 600)
}

# Values that engines have been seen to compare by other rules than R, as labels and as ids.
odd_tables <- function() {
  big <- 2^53
  three <- function(...) rep(c(...), length.out = 90)
  rows <- function(truth, m, who) {
    data.frame(truth = three(truth), Clf1 = three(m), who = three(who), stringsAsFactors = FALSE)
  }
  day <- as.Date("2024-02-29")
  list(
    text = rows(odd_labels, c(odd_labels[c(2, 1, 4, 3)], NA, odd_labels), c(odd_labels, "u", "U", "u ", "\u00fc", "U")),
    numbers = rows(c(-0, 0, 1), c(0, -0, 1, NA, 1), c(0, -0, 0.1, 0.3, 0.1 + 0.2, 1e300, big)),
    wide = rows(c(big - 1, big - 2, 3), c(big - 2, big - 1, NA, 3), c(big, big - 1, -big)),
    logical = rows(c(TRUE, FALSE), c(TRUE, NA, FALSE), c(TRUE, FALSE, TRUE, TRUE)),
    dates = rows(c("a", "b"), c("a", "b", "b", NA), day + c(0, 1, 366, 1)),
    nobody = rows(c("a", "b"), c("a", "b", "b"), c(1:7, NA)),
    often = rows(c("a", "b"), c("a", "b", "b"), 1)
  )
}

# `alone`: without ids too, as the labels of all rows and not of each observation's.
expect_same_odd_sets <- function(as_table, alone = TRUE) {
  for (name in names(odd_tables())) {
    table <- as_table(odd_tables()[[name]])
    here <- as.data.frame(dplyr::collect(table))
    # R takes no dates for ids; engines need not ask.
    if (inherits(here$who, "Date")) here$who <- format(here$who)
    # Labels that differ by blanks or capitals alone must be listed.
    levels <- if (name == "text") odd_labels
    expect_same_set(table, here, na = "omit", levels = levels, id = who)
    # The last tables differ in their ids alone.
    if (alone && !name %in% c("dates", "nobody", "often")) expect_same_set(table, here, na = "omit", levels = levels)
  }
}
