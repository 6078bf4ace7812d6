skip_if_not_installed("dbplyr")
skip_if_not_installed("RSQLite")

close_table <- function(table) DBI::dbDisconnect(dbplyr::remote_con(table))

test_that("a table in SQLite gives the set of its rows in R", {
  for (seed in 1:2) {
    table <- sqlite_table(draw_rows(seed))
    expect_same_sets(table, as.data.frame(dplyr::collect(table)), seed)
    close_table(table)
  }
})

test_that("values that SQLite compares in its own way are those of the rows in R", {
  tables <- list()
  expect_same_odd_sets(function(data) (tables[[length(tables) + 1]] <<- sqlite_table(data)))
  lapply(tables, close_table)
})

test_that("a data.table behind dtplyr does", {
  skip_if_not_installed("dtplyr")
  for (seed in 4:5) {
    data <- draw_rows(seed)
    text <- vapply(data, is.character, NA)
    if (seed %% 2) data[text] <- lapply(data[text], function(x) factor(x, rev(unique(x))))
    expect_same_sets(as_lazy_dt(data), data, seed)
  }
  # Ids that nobody asked for, none of which repeats.
  numbered <- data.frame(id = 1:40, truth = rep(c("y", "n"), 20), a = rep_len(c("y", "n", "n"), 40))
  expect_identical(prediction_set(truth ~ a, as_lazy_dt(numbered)), prediction_set(truth ~ a, numbered))
})

test_that("what dplyr's verbs make of a table is counted, by formula too", {
  table <- sqlite_table(satellite)
  part <- dplyr::filter(dplyr::group_by(table, tree), svm != "grey soil")
  here <- satellite[satellite$svm != "grey soil", ]
  here[] <- lapply(here, as.character)
  expect_identical(
    prediction_set(truth ~ svm + tree, part, positive = "red soil"),
    prediction_set(truth ~ svm + tree, here, positive = "red soil")
  )
  expect_identical(
    prediction_set(part, truth, c(T = tree), event = "red soil"),
    prediction_set(here, truth, c(T = tree), event = "red soil")
  )
  expect_warning(prediction_set(truth ~ svm, dplyr::arrange(table, svm)), NA)
  levels <- c("unseen", levels(satellite$truth))
  expect_identical(
    prediction_set(truth ~ svm, table, levels = levels)$classes, levels
  )
  close_table(table)
})

test_that("ids of which none repeats are said to be, with groups too", {
  data <- draw_folds()[1:30, ]
  data$who <- seq_len(30)
  table <- sqlite_table(data)
  expect_same_set(table, data, id = who, by = fold)
  close_table(table)
})

test_that("distinct rows are distinct in all columns", {
  table <- sqlite_table(draw_folds())
  rows <- dplyr::distinct(dplyr::select(dplyr::union_all(table, table), "truth", "Clf1", "who"))
  here <- as.data.frame(dplyr::collect(rows))
  expect_lt(nrow(dplyr::collect(dplyr::distinct(dplyr::select(table, "truth", "Clf1")))), nrow(here))
  expect_identical(prediction_set(truth ~ Clf1, dplyr::rename(rows, x = "who"))$n_rows, as.double(nrow(here)))
  expect_same_set(rows, here, id = who)
  close_table(table)
})

test_that("tables are put together by their sets", {
  data <- draw_folds()
  table <- sqlite_table(data)
  low <- dplyr::filter(table, who <= 20L)
  high <- dplyr::filter(table, who > 20L)
  kept <- function(...) prediction_set(..., id = who, part = TRUE)
  expect_error(kept(low, truth, Clf1), "combine_sets", class = "verdict_error_argument")
  expect_error(kept(truth ~ Clf1, low), "ids of a", class = "verdict_error_argument")
  expect_error(prediction_set(list(low, high), truth = truth, classifiers = Clf1), "by itself")
  parts <- lapply(list(low, high), function(x) prediction_set(truth ~ Clf1 + Clf2, x, id = who))
  expect_error(c(parts[[1]], parts[[2]]), class = "verdict_error_id")
  expect_identical(combine_sets(parts, same_ids = "different"), prediction_set(truth ~ Clf1 + Clf2, data, id = who))
  close_table(table)
})

test_that("collations merge no labels", {
  data <- data.frame(
    truth = c("a", "A", "a ", "b", "B", "a"), m = c("A", "a", "a", "b ", "B", "a"),
    who = c("u", "U", "u ", "u", "U", "u"),
    stringsAsFactors = FALSE
  )
  table <- sqlite_table(
    data, "CREATE TABLE t (truth TEXT COLLATE NOCASE, m TEXT COLLATE RTRIM, who TEXT COLLATE NOCASE)"
  )
  labels <- c("a", "A", "a ", "b", "B", "b ")
  expect_identical(prediction_set(truth ~ m, table, levels = labels), prediction_set(truth ~ m, data, levels = labels))
  expect_identical(
    prediction_set(truth ~ m, table, id = who, levels = labels),
    prediction_set(truth ~ m, data, id = who, levels = labels)
  )
  close_table(table)
})

test_that("folds and repetitions are those of the rows in R", {
  data <- draw_folds()
  table <- sqlite_table(data)
  expect_same_set(table, data, fold = fold, repetition = again, id = who)
  expect_same_set(table, data, repetition = again, id = who)
  once <- data[data$again == "r1", ]
  table_once <- dplyr::filter(table, again == "r1")
  expect_same_set(table_once, once, fold = fold)
  expect_same_set(table_once, once, fold = "fold", id = "who")
  expect_same_set(table, data, fold = fold, id = who)
  expect_same_set(table, data, repetition = again)
  fewer <- dplyr::filter(table, !(who == 3L & again == "r2"))
  expect_error(
    prediction_set(truth ~ Clf1, fewer, id = who, repetition = again), "In fewer than the 3 repetitions: observation 3",
    class = "verdict_error_repetition"
  )
  wrong <- dplyr::mutate(table, truth = ifelse(who == 7L & again == "r2", "z", truth))
  expect_error(
    prediction_set(truth ~ Clf1, wrong, id = who, repetition = again), "for observation 7",
    class = "verdict_error_truth"
  )
  hole <- dplyr::mutate(table, fold = ifelse(who == 7L, NA, fold))
  expect_error(prediction_set(truth ~ Clf1, hole, id = who, fold = fold), "in 3 rows", class = "verdict_error_fold")
  close_table(table)
})

test_that("repeated predictions that nobody declared are refused", {
  data <- draw_folds()
  names(data)[1:2] <- c("id", "Rep")
  table <- sqlite_table(data)
  expect_error(prediction_set(truth ~ Clf1, table), "column Rep", class = "verdict_error_repeated")
  expect_match(prediction_set(truth ~ Clf1, table, id = id)$notes, "fold.*Rep", all = FALSE)
  table <- dplyr::select(table, -"Rep")
  expect_error(prediction_set(truth ~ Clf1, table), "120 of 120 rows share", class = "verdict_error_repeated")
  few <- dplyr::mutate(table, id = ifelse(fold == "f1", 5L, id * 1000L + 1L), id = ifelse(Clf1 == "x", NA, id))
  suppressWarnings(try(prediction_set(truth ~ Clf1, few), silent = TRUE))
  close_table(table)
  one <- sqlite_table(data.frame(id = c(1:30, 30L), truth = rep(c("a", "b"), length.out = 31), m = "a"))
  expect_warning(prediction_set(truth ~ m, one), "2 of 31 rows", class = "verdict_warning_repeated")
  folds <- dplyr::mutate(one, id = "Fold1")
  expect_identical(prediction_set(truth ~ m, folds)$n_rows, 31)
  close_table(one)
})

test_that("counts that nobody declared are asked about, as of data frames", {
  counts <- as.data.frame(table(satellite[c("truth", "svm")]), responseName = "n", stringsAsFactors = FALSE)
  counts <- counts[counts$n > 0, ]
  table <- sqlite_table(counts)
  for (x in list(counts, table)) {
    expect_error(prediction_set(x, truth, svm), "weights = n", fixed = TRUE, class = "verdict_error_weights")
    expect_error(prediction_set(truth ~ ., x), "weights = n", fixed = TRUE, class = "verdict_error_weights")
  }
  expect_identical(prediction_set(table, truth, svm, weights = n), prediction_set(counts, truth, svm, weights = n))
  two <- function(x) prediction_set(dplyr::mutate(x, count = n), truth, svm, weights = n)
  expect_identical(two(table), two(counts))
  none <- dplyr::mutate(table, n = 1L)
  expect_identical(prediction_set(none, truth, svm)$n, as.double(nrow(counts)))
  twice <- dplyr::union_all(table, table)
  expect_identical(prediction_set(twice, truth, svm)$n, 2 * nrow(counts))
  expect_error(prediction_set(table), "which column of the data is it\\?$", class = "verdict_error_column")
  expect_error(verdict(table), "verdict(truth ~ rf + tree, data)", fixed = TRUE, class = "verdict_error_set")
  caught <- tryCatch(as_prediction_set(table), verdict_error_input = conditionMessage)
  expect_false(grepl("fitted model", caught, fixed = TRUE))
  expect_error(prediction_set(truth ~ svm, dbplyr::remote_con(table)), "dplyr::tbl", class = "verdict_error_input")
  close_table(table)
})

test_that("a stream in small chunks gives the same clusters", {
  data <- draw_rows(4, 300)
  table <- sqlite_table(data)
  source <- lazy_source(table, c(truth = "truth", A = "Clf 1"), c(id = "who"))
  groups <- read_groups(source)
  columns <- list(truth = data$truth, A = data[["Clf 1"]])
  counted <- count_columns(columns, NULL, NULL, "omit", by_row = TRUE)
  all <- kinds_by_stream(source, counted)
  for (size in c(1, 2, 7, 100)) expect_identical(kinds_by_stream(source, counted, size = size), all)
  close_table(table)
})

test_that("arguments are checked as for data frames", {
  table <- sqlite_table(data.frame(
    truth = c("a", NA, "b"), m = c("a", "b", NA), x = c(0.5, 1, 2), t = c("1", "2", "3"), i = c(1L, NA, 2L)
  ))
  set <- function(...) prediction_set(table, truth, m, ...)
  expect_error(set(), "2 rows lack a label.*truth \\(1\\) and m \\(1\\)", class = "verdict_error_na")
  expect_identical(set(na = "omit")$n_omitted, 2)
  expect_error(set(id = 1:3), "must be a column of the table", class = "verdict_error_column")
  expect_error(set(id = "nope"), class = "verdict_error_column")
  expect_error(set(m), class = "verdict_error_argument")
  expect_error(set(wieghts = x), class = "verdict_error_argument")
  expect_error(prediction_set(truth ~ m, table, wieghts = x), class = "verdict_error_argument")
  expect_error(prediction_set(table, truth), class = "verdict_error_column")
  expect_error(prediction_set(truth ~ nope, table), class = "verdict_error_column")
  expect_error(set(repetition = x), class = "verdict_error_repeated")
  expect_error(set(weights = t), "must be numbers", class = "verdict_error_weights")
  expect_error(set(weights = i), "1 row has none", class = "verdict_error_weights")
  expect_error(set(weights = x, id = t), "must be whole", class = "verdict_error_weights")
  expect_error(prediction_set(truth ~ x, table), "has 0.5", class = "verdict_error_label")
  expect_error(set(na = "omit", id = i), NA)
  expect_error(prediction_set(dplyr::mutate(table, i = NA), truth, m, id = i, na = "omit"), class = "verdict_error_id")
  expect_error(prediction_set(truth ~ m, dplyr::filter(table, x > 5)), class = "verdict_error_empty")
  none <- dplyr::filter(table, is.na(m))
  expect_error(prediction_set(truth ~ m, none, na = "omit"), class = "verdict_error_empty")
  expect_error(set(weights = y, na = "omit"), class = "verdict_error_column")
  signed <- dplyr::mutate(table, w = x - 1.5, big = dbplyr::sql("CASE WHEN x > 1 THEN 9e999 ELSE x END"))
  weighted <- function(column) prediction_set(truth ~ m, signed, weights = column, na = "omit")
  expect_error(weighted("w"), "There is -1", class = "verdict_error_weights")
  expect_error(weighted("big"), "infinite", class = "verdict_error_weights")
  close_table(table)
})

test_that("an engine that fails half-way, or is gone, is an error with its words", {
  table <- sqlite_table(data.frame(truth = rep(c("a", "b"), 500), m = "a", who = 1:1000))
  late <- dplyr::mutate(table, m = dbplyr::sql("CASE WHEN who > 990 THEN abs(-9223372036854775808) ELSE m END"))
  expect_error(prediction_set(truth ~ m, late), "integer overflow", class = "verdict_error_database")
  mixed <- dplyr::mutate(table, m = dbplyr::sql("CASE WHEN who > 990 THEN m ELSE 1 END"))
  expect_error(prediction_set(truth ~ m, mixed), "mixed type", class = "verdict_error_database")
  con <- dbplyr::remote_con(table)
  source <- lazy_source(table, c(truth = "truth", m = "m"), c(id = "who"))
  counted <- count_columns(list(truth = c("a", "b"), m = c("a", "a")), NULL, NULL, "omit", by_row = TRUE)
  groups <- read_groups(source)
  expect_error(lazy_clusters(source, groups, counted), "changed while", class = "verdict_error_database")
  counted$classes <- c("b", "c")
  expect_error(lazy_clusters(source, groups, counted), "changed while", class = "verdict_error_database")
  DBI::dbDisconnect(con)
  expect_error(prediction_set(truth ~ m, table), "nvalid.*connection|closed", class = "verdict_error_database")
  expect_error(ask_engine(stop("[0]")), "says: [0]", fixed = TRUE, class = "verdict_error_database")
})

test_that("numbers of 64 bits are labels as others", {
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  read <- function(...) DBI::dbGetQuery(con, paste("SELECT", c(...), "AS x", collapse = " UNION ALL "))$x
  expect_identical(number_of_64(read("3000000000", "NULL", "-5")), c(3e9, NA, -5))
  expect_identical(number_of_64(read("9007199254740993", "NULL")), c("9007199254740993", NA))
  DBI::dbDisconnect(con)
  table <- sqlite_table(data.frame(truth = c(3e9, 1, 3e9), m = c(1, 1, 3e9)), "CREATE TABLE t (truth BIGINT, m BIGINT)")
  expect_identical(prediction_set(truth ~ m, table)$classes, c("1", "3000000000"))
  close_table(table)
})

test_that("rows without a database are streamed in one piece", {
  skip_if_not_installed("dtplyr")
  data <- draw_folds()
  expect_same_set(as_lazy_dt(data), data, id = who, repetition = again, fold = fold)
  data$who[3] <- NA
  expect_same_set(as_lazy_dt(data), data, id = who)
})

test_that("a table may have the names that are used inside", {
  data <- draw_folds()
  names(data) <- c("v1", "rows", "zero", "v2", "id", "weight")
  table <- sqlite_table(data)
  set <- function(x) prediction_set(x, v2, c(id, weight), id = v1, repetition = rows)
  expect_identical(set(table), set(data))
  names(data) <- c("p", "k", "v3", "v2", "v1", "total")
  close_table(table)
  table <- sqlite_table(data)
  set <- function(x) prediction_set(x, v2, c(v1, total), weights = p)
  expect_identical(set(table), set(data))
  close_table(table)
})

test_that("text is looked for where only text is compared by bytes", {
  table <- sqlite_table(data.frame(a = "x", b = 1, c = NA_character_))
  engine <- list(exact = "%s", text = TRUE, classes = "other")
  expect_identical(inexact_columns(table, c("a", "b", "c"), engine), c("a", "c"))
  close_table(table)
})

test_that("what is no lazy table is none", {
  expect_false(is_lazy(satellite))
  expect_false(is_lazy(1:3))
  expect_false(is_lazy(factor("a")))
})

test_that("arrow's tables are counted", {
  skip_if_not_installed("arrow")
  for (seed in 4:6) expect_same_sets(getExportedValue("arrow", "arrow_table")(draw_rows(seed)), draw_rows(seed), seed)
})

test_that("an id that a formula takes for a classifier stops before its values are counted", {
  data <- data.frame(id = 1:1200, truth = rep(c("a", "b"), 600), m = "a")
  table <- sqlite_table(data)
  expect_error(
    prediction_set(truth ~ ., table), "id is taken for a classifier, but is another one in each of",
    class = "verdict_error_column"
  )
  expect_error(prediction_set(truth ~ ., data), class = "verdict_error_column")
  expect_identical(prediction_set(truth ~ ., table, id = id), prediction_set(truth ~ ., data, id = id))
  close_table(table)
})

test_that("what is sent is seen, with what came back", {
  data <- draw_folds()
  table <- sqlite_table(data)
  sent <- sent_queries(prediction_set(truth ~ Clf1, dplyr::filter(table, who > 3L), id = who))
  expect_identical(attr(sent, "value"), prediction_set(truth ~ Clf1, data[data$who > 3, ], id = who))
  counts <- unique(data[data$who > 3, c("truth", "Clf1")])
  expect_identical(sent$rows[grepl("COUNT", sent$query) & !grepl("GROUP_CONCAT", sent$query)], as.double(nrow(counts)))
  profiles <- grep("GROUP_CONCAT", sent$query, value = TRUE)
  expect_match(profiles, "who` > 3.*GROUP BY `id`.*GROUP BY `profile`$")
  # No more text goes to R than there are different ones.
  expect_lt(sent$rows[sent$query == profiles], 37)
  expect_output(print(sent), "queries sent\n1\\. ")
  expect_output(dplyr::show_query(sent), profiles, fixed = TRUE)
  expect_output(dplyr::explain(sent), "-- plan\n.*SCAN")
  verb <- sent_queries(assess_classifiers(truth ~ Clf1, dplyr::select(table, "truth", "Clf1"), metric = "accuracy"))
  expect_true(any(grepl("GROUP BY", verb$query, fixed = TRUE)))
  expect_identical(sent_queries(sent_queries(prediction_set(truth ~ svm, satellite)))$query, character())
  expect_error(sent_queries(), class = "verdict_error_argument")
  expect_output(print(sent), "1. 2 rows in ", fixed = TRUE)
  expect_output(print(sent_queries(1)), "0 queries sent: give the call itself", fixed = TRUE)
  expect_error(sent_queries(prediction_set(truth ~ nope, table)), class = "verdict_error_column")
  expect_null(environment(sent_queries)$sent$log)
  dplyr::explain(sent_queries(1))
  close_table(table)
  expect_error(utils::capture.output(dplyr::explain(sent)), class = "verdict_error_database")
})

test_that("a table that must be grouped itself is, whatever its columns are called", {
  data <- draw_folds()[c("truth", "Clf1", "fold")]
  names(data) <- c("v2", "v1", "rows")
  table <- sqlite_table(data)
  source <- lazy_source(table, c(truth = "v2", m = "v1"), c(fold = "rows"))
  whole <- read_groups(source)
  source$engine$flat <- TRUE
  sent <- sent_queries(flat <- read_groups(source))
  expect_match(sent$query, "^SELECT `v2`, `v1`, `rows`, COUNT\\(\\*\\) AS `verdict_rows`\nFROM `t`")
  as_rows <- function(groups) do.call(paste, c(groups$columns, list(groups$fold, groups$rows)))
  expect_setequal(as_rows(flat), as_rows(whole))
  close_table(table)
})

test_that("a stream is one query, and rows without SQL are told of", {
  data <- data.frame(truth = rep(1:300, 2), m = c(1:300, 300:1), who = rep(1:150, 4))
  table <- sqlite_table(data)
  sent <- sent_queries(prediction_set(truth ~ m, table, id = who))
  expect_identical(sent$rows[grepl("ORDER BY `id`$", sent$query)], 600)
  close_table(table)
  skip_if_not_installed("dtplyr")
  sent <- sent_queries(prediction_set(truth ~ m, as_lazy_dt(data), id = who))
  expect_true(all(is.na(sent$query)))
  expect_output(dplyr::explain(sent), "(no SQL)\n-- plan\n--   the engine has none", fixed = TRUE)
})
