lazy_rows <- function() {
  d <- thirds()
  data.frame(
    event = rep(twelve$event, 10), a = rep(twelve$a, 10), b = rep(twelve$b, 10),
    patient = rep(twelve$patient, 10) + 0:1,
    fold = rep(1:2, each = 60), w = 1:3, y = as.character(d$truth), rf = d$rf, svm = d$svm
  )
}

local_table <- function(data, env = parent.frame()) {
  skip_if_not_installed("dbplyr")
  skip_if_not_installed("RSQLite")
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  do.call(on.exit, list(bquote(DBI::dbDisconnect(.(con))), add = TRUE), envir = env)
  DBI::dbWriteTable(con, "rows", data)
  dplyr::tbl(con, "rows")
}

same_answers <- function(x, y, metrics = list("roc_auc", "brier", "log_loss", partial_auc(.3))) {
  columns <- c("estimate", "std.error", "p.value", "df")
  of <- function(x) as.list(compare_classifiers(x, metrics, p.adjust.method = "none")[columns])
  expect_equal(of(x), of(y))
}

test_that("rounded probabilities are counted in the database", {
  rows <- lazy_rows()
  table <- local_table(rows)
  x <- probability_set(event ~ a + b, table)
  expect_identical(nrow(x$scores), 12L)
  expect_equal(sum(x$weight), 120)
  same_answers(x, probability_set(event ~ a + b, rows))
  same_answers(probability_set(event ~ a + b, table, fold = fold), probability_set(event ~ a + b, rows, fold = fold))
  same_answers(probability_set(event ~ a + b, table, weights = w), probability_set(event ~ a + b, rows, weights = w))
  three <- probability_set(y ~ rf + svm, table)
  expect_identical(three$classes, c("a", "b", "c"))
  same_answers(three, probability_set(y ~ rf + svm, rows), c("hand_till", "brier"))
  labels <- as_prediction_set(x, 0.5)
  expect_equal(labels$n, 120)
})

test_that("with ids, and many levels, the rows are read", {
  rows <- lazy_rows()
  table <- local_table(rows)
  x <- probability_set(event ~ a + b, table, id = patient)
  expect_identical(nrow(x$scores), 120L)
  same_answers(x, probability_set(event ~ a + b, rows, id = patient))
  many <- data.frame(event = rep(0:1, 6000), a = (1:12000 * 7919) %% 12007 / 12007)
  y <- probability_set(event ~ a, local_table(many))
  expect_identical(nrow(y$scores), 12000L)
  expect_identical(
    assess_classifiers(y, "roc_auc")$estimate, assess_classifiers(probability_set(event ~ a, many), "roc_auc")$estimate
  )
})

test_that("what is missing or wrong in a table is said as of a data frame", {
  rows <- lazy_rows()
  rows$a[c(1, 13)] <- NA
  table <- local_table(rows)
  expect_error(probability_set(event ~ a + b, table), "missing", class = "verdict_error_na")
  x <- probability_set(event ~ a + b, table, na = "omit")
  expect_equal(c(sum(x$weight), x$n_omitted), c(118, 2))
  expect_error(probability_set(event ~ nobody, table), "do not exist|does not exist", class = "verdict_error_column")
  expect_error(probability_set(event ~ a, table, id = 1:120), "column of the table", class = "verdict_error_column")
  expect_error(probability_set(event ~ y, table), "as.numeric", class = "verdict_error_scores")
  expect_error(probability_set(table, event, a), "missing", class = "verdict_error_na")
  none <- dplyr::filter(table, event > 5)
  expect_error(probability_set(event ~ a, none), "no rows", class = "verdict_error_empty")
  expect_error(probability_set(event ~ a, none, id = patient), "no rows", class = "verdict_error_empty")
})

test_that("groups of probabilities are counted with them, or travel as they are", {
  rows <- lazy_rows()
  rows$site <- rep(c("u", "v", "w"), 40)
  rows$sex <- rep(c("f", "m"), each = 60)
  table <- local_table(rows)
  by_group <- function(x) as.list(compare_classifiers(x, "brier", over = "groups")[c("class", "estimate", "p.value")])
  x <- probability_set(event ~ a + b, table, by = site)
  expect_lt(nrow(x$scores), 60)
  expect_identical(x$groups$by, "site")
  expect_equal(by_group(x), by_group(probability_set(event ~ a + b, rows, by = site)))
  # Observations do not fold: their rows travel.
  both <- probability_set(event ~ a + b, table, by = c(site, sex), id = patient)
  expect_identical(both$groups$label[1:2], c("u, f", "u, m"))
  expect_equal(by_group(both), by_group(probability_set(event ~ a + b, rows, by = c(site, sex), id = patient)))
  rows$site[1:5] <- NA
  lacking <- local_table(rows)
  expect_error(probability_set(event ~ a + b, lacking, by = site), "in 5 rows", class = "verdict_error_na")
  omitted <- probability_set(event ~ a + b, lacking, by = site, na = "omit")
  expect_equal(sum(omitted$weight), 120)
  expect_equal(by_group(omitted), by_group(probability_set(event ~ a + b, rows, by = site, na = "omit")))
})

test_that("rows of a sample travel, each with its weight", {
  rows <- lazy_rows()
  rows$share <- seq_len(nrow(rows)) / 7
  found <- probability_set(event ~ a + b, local_table(rows), weights = share, weights_are = "sampling")
  whole <- probability_set(event ~ a + b, rows, weights = share, weights_are = "sampling")
  expect_equal(found$sampled, whole$sampled)
  expect_equal(compare_classifiers(found, c("roc_auc", "brier")), compare_classifiers(whole, c("roc_auc", "brier")))
})

test_that("columns that nobody asked for are heard in a table too", {
  rows <- lazy_rows()
  fold <- probability_set(event ~ a + b, local_table(rows))
  expect_identical(set_units(fold)$design$type, "cross-validated")
  rows$id <- rep(1:60, 2)
  expect_warning(probability_set(event ~ a, local_table(rows)), "share their id", class = "verdict_warning_repeated")
  rows$id <- rep(1:8, 15)
  expect_message(probability_set(event ~ a, local_table(rows)), "120 of 120", class = "verdict_message_repeated")
  rows$repetition <- rep(1:2, each = 60)
  table <- local_table(rows)
  expect_error(probability_set(event ~ a, table), "dplyr::select", class = "verdict_error_repeated")
  expect_equal(max(probability_set(event ~ a, table, id = id)$cluster), 8)
  counted <- local_table(transform(twelve, n = 1:12))
  expect_warning(probability_set(event ~ a + b, counted), "weights = n", class = "verdict_warning_weights")
  expect_silent(probability_set(event ~ a + b, counted, weights = n))
})

test_that("a formula of probabilities in a verb, and chosen columns, are of a table as of a data frame", {
  rows <- lazy_rows()[c("event", "a", "b", "patient", "y", grep("rf|svm", names(lazy_rows()), value = TRUE))]
  table <- local_table(rows)
  quiet <- function(...) suppressMessages(compare_classifiers(...))$p.value
  wanted <- quiet(event ~ a + b, rows)
  expect_message(found <- compare_classifiers(event ~ a + b, table), class = "verdict_message_probabilities")
  expect_equal(found$p.value, wanted)
  of_three <- quiet(y ~ rf + svm, rows, "hand_till")
  expect_equal(quiet(y ~ rf + svm, table, "hand_till"), of_three)
  ill <- local_table(transform(rows, event = ifelse(event == 1, "ill", "well")))
  expect_error(verdict(event ~ a + b, ill), "probabilities of which class", class = "verdict_error_positive")
  repeated <- quiet(event ~ a + b, rows, id = patient)
  expect_equal(quiet(event ~ a + b, ill, positive = "ill", id = patient), repeated)

  expect_equal(quiet(probability_set(table, event, a, b)), wanted)
  renamed <- probability_set(table, truth = event, c(one = a), two = b, id = patient)
  expect_identical(renamed$classifiers, c("one", "two"))
  expect_equal(quiet(renamed), repeated)
  three <- probability_set(table, y, rf = dplyr::starts_with("rf"), svm = dplyr::starts_with("svm"))
  expect_equal(quiet(three, "hand_till"), of_three)
})

test_that("numbers of rows are those of the table, whatever was counted in it", {
  rows <- data.frame(y = rep(c(0, 1, 1), 40), a = rep(c(.2, .4, .9, .6), 30), c = rep(c(.3, .5, .8, .7), 30))
  rows$c[c(1, 13, 25, 2, 14)] <- NA
  rows$w <- rep(c(1, 2, 0), c(60, 50, 10))
  rows$site <- rep(c("u", "v"), 60)
  table <- local_table(rows)
  of <- function(data, ...) probability_set(y ~ a + c, data, ...)
  # 3 + 2 rows lack c; of the 10 last ones, of weight 0, none does.
  error <- expect_error(of(table), "\"c\" has missing values, in 5 rows", class = "verdict_error_na")
  expect_identical(conditionMessage(error), conditionMessage(tryCatch(of(rows), error = identity)))
  x <- of(table, na = "omit")
  expect_equal(c(nrow(x$scores), x$n_rows, x$n_omitted), c(8, 120, 5))
  expect_output(print(x), "115 rows, 78 of them 1 and 37 0. 5 rows left out", fixed = TRUE)
  expect_output(print(compare_classifiers(x, "brier")), "Data: 115 rows (5 left out", fixed = TRUE)
  expect_equal(as_prediction_set(x, 0.5)$n_rows, 115)
  partial <- of(table, na = "partial")
  expect_output(print(partial), "120 rows: a has 120 and c has 115", fixed = TRUE)
  expect_match(set_units(partial)$partial, "Of 120 rows a has 120 and c has 115", fixed = TRUE)

  told <- c("n_rows", "n", "n_omitted", "n_clusters", "partial")
  same <- function(x, y) expect_equal(set_units(x)[told], set_units(y)[told])
  for (na in c("omit", "partial")) {
    weighted <- of(table, na = na, weights = w)
    same(weighted, of(rows, na = na, weights = w))
    if (na == "omit") expect_equal(set_units(weighted)$n_rows, 105)
    same((if (na == "omit") x else partial)["a"], of(rows, na = na)["a"])
    Map(same, group_sets(of(table, na = na, by = site)), group_sets(of(rows, na = na, by = site)))
  }
  signs <- function(x) compare_classifiers(x, "brier", method = "wilcoxon")$note
  expect_match(signs(partial), "5 rows")
  expect_identical(signs(partial), signs(of(rows, na = "partial")))
})

test_that("of a table what is wrong is told with the names of its columns and the numbers of its rows", {
  rows <- lazy_rows()
  same <- function(formula, rows, ...) {
    wanted <- expect_error(probability_set(formula, rows, ...), class = "verdict_error")
    found <- expect_error(probability_set(formula, local_table(rows), ...), class = "verdict_error")
    expect_identical(conditionMessage(found), conditionMessage(wanted))
    conditionMessage(found)
  }
  lacking <- transform(rows, event = replace(event, 1:3, NA))
  expect_match(same(event ~ a + b, lacking), "\"event\" has missing values, in 3 rows")
  three <- transform(rows, y = replace(y, 1:3, NA))
  expect_match(same(y ~ rf + svm, three), "\"y\" has missing values, in 3 rows")
  # Half of the rows, of which there are few different ones.
  above <- transform(rows, a = a + (a > 0.5))
  said <- paste(sum(rows$a > 0.5), "of \"a\" do not")
  expect_match(same(event ~ a + b, above), said)
  expect_match(same(event ~ a + b, transform(above, b = replace(b, 1, NA)), na = "partial"), said)
  off <- transform(rows, rf.a = ifelse(y == "b", 0.9 * rf.a, rf.a))
  expect_match(same(y ~ rf + svm, off), paste(sum(rows$y == "b" & rows$rf.a > 0), "row"))
})
