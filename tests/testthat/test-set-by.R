test_that("a set with groups is that without, to the last count", {
  data <- grouped_rows()
  plain <- function(...) unclass(prediction_set(truth ~ one + two + three, data[setdiff(names(data), "id")], ...))
  for (by in list(quote(site), quote(c(site, sex)), quote("site"), quote(all_of("site")))) {
    grouped <- rlang::inject(plain(by = !!by))
    expect_identical(grouped[names(plain())], plain())
    expect_equal(sum(grouped$groups$count), nrow(data))
  }
  by_id <- function(...) unclass(prediction_set(truth ~ one + two, data, id = id, ...))
  expect_identical(by_id(by = site)[names(by_id())], by_id())
  weighted <- function(...) {
    unclass(prediction_set(truth ~ one + two, data, id = id, weights = rep(1:2, 60), fold = NULL, ...))
  }
  expect_identical(weighted(by = site)[names(weighted())], weighted())
})

test_that("the group of a row is that of its labels in the columns, in their order", {
  data <- grouped_rows()
  data$site <- factor(data$site, c("z", "x", "y", "never"))
  groups <- prediction_set(truth ~ one + two, data[1:7], id = id, by = c(site, sex))$groups
  expect_identical(groups$label, c("z, FALSE", "z, TRUE", "x, FALSE", "x, TRUE", "y, FALSE", "y, TRUE"))
  expect_identical(names(groups$cells), c("site", "sex"))
  expect_equal(as.vector(rowsum(groups$count, groups$group)), as.vector(t(table(data$site, data$sex)[1:3, ])))
  years <- prediction_set(truth ~ one + two, data, id = id, by = rep(c(2010, 2009), 60))$groups
  expect_identical(years$label, c("2009", "2010"))
  dates <- prediction_set(truth ~ one + two, data, id = id, by = as.Date("2020-01-01") + rep(0:1, 60))$groups
  expect_identical(dates$label, c("2020-01-01", "2020-01-02"))
  frame <- prediction_set(truth ~ one + two, data, id = id, by = data.frame(u = rep(1:2, 60)))$groups
  expect_identical(frame$by, "u")
})

test_that("labels of several columns that read alike are told apart", {
  data <- data.frame(
    truth = c("a", "b", "a", "b"), one = c("a", "b", "b", "b"),
    u = c("x, y", "x, y", "x", "x"), v = c("z", "z", "y, z", "y, z")
  )
  expect_identical(
    prediction_set(truth ~ one, data, by = c(u, v))$groups$label, c("u = x, v = y, z", "u = x, y, v = z")
  )
})

test_that("all ways in take groups", {
  data <- grouped_rows()
  whole <- prediction_set(truth ~ one + two, data, id = id, by = site)
  expect_identical(prediction_set(data, truth, c(one, two), id = id, by = site), whole)
  expect_identical(
    with(data, prediction_set(truth, one = one, two = two, id = id, by = list(site = site)))$groups, whole$groups
  )
  unnamed <- with(data, prediction_set(truth, one = one, two = two, id = id, by = list(site, sex)))
  expect_named(unnamed$groups$cells, c("group_1", "group_2"))
  pieces <- split(data, data$id %% 2)
  expect_identical(prediction_set(truth ~ one + two, unname(pieces), id = id, by = site)$groups, whole$groups)
  expect_identical(prediction_set(unname(pieces), truth, c(one, two), id = id, by = "site")$groups, whole$groups)
  parts <- lapply(pieces, function(piece) prediction_set(truth ~ one + two, piece, id = id, by = site, part = TRUE))
  expect_identical(combine_sets(parts)$groups, whole$groups)
  file <- tempfile(fileext = ".csv")
  on.exit(unlink(file))
  utils::write.csv(data, file, row.names = FALSE)
  expect_identical(prediction_set(truth ~ one + two, file, id = id, by = site)$groups, whole$groups)
  without <- prediction_set(truth ~ one + two, pieces[[1]], id = id, part = TRUE)
  expect_error(combine_sets(without, parts[[2]]), class = "verdict_error_parts")
})

test_that("groups are counted in a database, as one more column", {
  skip_if_not_installed("RSQLite")
  skip_if_not_installed("dbplyr")
  data <- grouped_rows()[c("truth", "one", "two", "site", "sex")]
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  on.exit(DBI::dbDisconnect(con))
  DBI::dbWriteTable(con, "rows", data)
  rows <- dplyr::tbl(con, "rows")
  expected <- prediction_set(truth ~ one + two, data[1:4], by = site)
  expect_identical(prediction_set(truth ~ one + two, rows, by = site)$groups, expected$groups)
  expect_identical(prediction_set(rows, truth, c(one, two), by = "site")$groups, expected$groups)
  several <- prediction_set(truth ~ one + two, rows, by = c(site, sex))$groups
  expect_identical(several$by, c("site", "sex"))
  expect_equal(sum(several$count), nrow(data))
})

test_that("observations that lie in several groups are counted in a database too", {
  skip_if_not_installed("RSQLite")
  skip_if_not_installed("dbplyr")
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  on.exit(DBI::dbDisconnect(con))
  data <- grouped_rows()
  DBI::dbWriteTable(con, "rows", data)
  rows <- dplyr::tbl(con, "rows")
  as_numbers <- transform(data, sex = as.integer(sex))
  for (by in list("site", c("site", "sex"))) {
    known <- prediction_set(truth ~ one + two + three, as_numbers, id = id, by = all_of(by))
    found <- prediction_set(truth ~ one + two + three, rows, id = id, by = all_of(by))
    expect_identical(found$groups, known$groups)
    expect_identical(found$profiles, known$profiles)
    by_groups <- compare_classifiers(known, over = "groups")
    expect_equal(compare_classifiers(found, over = "groups")$p.value, by_groups$p.value)
  }
  data$site[1:5] <- NA
  DBI::dbWriteTable(con, "lacking", data[setdiff(names(data), "sex")])
  lacking <- dplyr::tbl(con, "lacking")
  expect_error(prediction_set(truth ~ one + two, lacking, id = id, by = site), class = "verdict_error_na")
  known <- prediction_set(truth ~ one + two, data, id = id, by = site, na = "omit")
  expect_identical(prediction_set(truth ~ one + two, lacking, id = id, by = site, na = "omit")$groups, known$groups)
})

test_that("some of the classifiers have the groups of the set", {
  data <- grouped_rows()
  all <- prediction_set(truth ~ one + two + three, data, id = id, by = site)
  expect_identical(all[c("one", "three")]$groups, prediction_set(truth ~ one + three, data, id = id, by = site)$groups)
})

test_that("rows without a group are refused, or count over all only", {
  data <- grouped_rows()[c("truth", "one", "two", "site")]
  data$site[1:5] <- NA
  expect_error(prediction_set(truth ~ one + two, data, by = site), class = "verdict_error_na")
  kept <- prediction_set(truth ~ one + two, data, by = site, na = "omit")
  expect_equal(kept$n, nrow(data))
  expect_equal(sum(kept$groups$count[!is.na(kept$groups$group)]), nrow(data) - 5)
  expect_s3_class(compare_classifiers(kept, "accuracy", over = "groups"), "verdict_table")
  data$site <- NA_character_
  expect_error(prediction_set(truth ~ one + two, data, by = site, na = "omit"), class = "verdict_error_na")
})

test_that("groups that are none are refused with a sentence", {
  data <- grouped_rows()[c("truth", "one", "two", "site")]
  expect_error(prediction_set(truth ~ one + two, data, by = nowhere), class = "verdict_error_column")
  expect_error(prediction_set(truth ~ one + two, data, by = starts_with("q")), class = "verdict_error_column")
  expect_error(prediction_set(truth ~ one + two, data, by = 1:3), class = "verdict_error_column")
  expect_error(prediction_set(truth ~ one + two, data, by = stats::runif(120)), class = "verdict_error_by")
  expect_error(prediction_set(truth ~ one + two, data, by = rep(list(1), 120)), class = "verdict_error_by")
  expect_error(prediction_set(truth ~ one + two, data, by = one), class = "verdict_error_column")
  expect_error(prediction_set(truth ~ one + two, data, by = truth), class = "verdict_error_column")
  expect_error(
    prediction_set(truth ~ one + two, list(data), by = rep(1, 120)), class = "verdict_error_column"
  )
  expect_error(
    with(data, prediction_set(truth, one = one, by = c("x", "y"))), class = "verdict_error_length"
  )
  expect_null(prediction_set(truth ~ one + two, data[1:3], by = NULL)$groups)
  nothing <- NULL
  expect_null(prediction_set(truth ~ one + two, data[1:3], by = nothing)$groups)
})

test_that("groups that a user changed are found", {
  x <- group_set(group_example())
  broken <- list(
    function(g) g[setdiff(names(g), "label")], function(g) replace(g, "group", list(9L)),
    function(g) replace(g, "count", list(1)), function(g) replace(g, "pattern", list(0L))
  )
  for (change in broken) {
    y <- x
    y$groups <- change(x$groups)
    expect_error(compare_classifiers(y, "accuracy", over = "groups"), class = "verdict_error_set")
  }
})

test_that("rows without a truth have groups too: each is judged by its own labels", {
  data <- grouped_rows(600)[c("truth", "one", "two", "site")]
  data$truth[1:350] <- NA
  for (labelling in c("random", "by_pattern", "unknown")) {
    x <- prediction_set(truth ~ one + two, data, by = site, labelling = labelling)
    bare <- x
    bare$groups <- NULL
    expect_identical(bare, prediction_set(truth ~ one + two, data[1:3], labelling = labelling))
    r <- compare_classifiers(x, c("accuracy", "recall"), average = "macro", over = "groups")
    for (g in c("x", "y", "z")) {
      own <- prediction_set(truth ~ one + two, data[data$site == g, 1:3], labelling = labelling)
      alone <- compare_classifiers(own, c("accuracy", "recall"), average = "macro")
      expect_equal(r$p.value[r$class == g], alone$p.value)
      expect_equal(r$estimate[r$class == g], alone$estimate)
    }
  }
  x <- prediction_set(truth ~ one + two, data, by = site, labelling = "random")
  expect_identical(omnibus_test(x, over = "groups")$method.id, "heterogeneity_wald")
  r <- compare_classifiers(x, "accuracy", over = "groups")
  expect_equal(r$adj.p.value, 1 - (1 - r$p.value)^3)
  expect_match(printed_text(verdict(x)), "Accuracy by site")
  some <- x["one"]
  known <- prediction_set(truth ~ one, data[c("truth", "one", "site")], by = site, labelling = "random")
  expect_identical(some$groups, known$groups)
  expect_identical(assess_classifiers(some, over = "groups"), assess_classifiers(known, over = "groups"))
  gaps <- compare_gaps(x, c("accuracy", "recall"), classes = "a")
  called <- data$site == "x" & !is.na(data$truth)
  expect_equal(gaps$gaps$n[1], sum(called))
  expect_equal(gaps$counts$n[gaps$counts$metric == "recall"][1], sum(called & data$truth %in% "a"))
  data$truth[data$site == "z"] <- NA
  bare <- prediction_set(truth ~ one + two, data, by = site, labelling = "by_pattern")
  expect_true(is.na(compare_classifiers(bare, "kap", over = "groups")$estimate[3]))
  expect_match(compare_gaps(bare, "accuracy")$gaps$note[3], "too few")
  data$site[3] <- NA
  expect_error(
    prediction_set(truth ~ one + two, data, by = site, labelling = "random"), class = "verdict_error_na"
  )
})

test_that("clusters of few labels that lie in several groups vary together", {
  data <- few_labels()
  data$site <- "x"
  more <- transform(data, site = rep(c("x", "y"), 150))
  data <- rbind(data, more)
  data$id <- rep(1:300, 2)
  x <- prediction_set(truth ~ one + two, data, id = id, by = site, labelling = "by_pattern", smoothing = 0)
  grouped <- over_groups(x)
  V <- set_joint(grouped, list(set_target(grouped, set_metrics(grouped, "accuracy"), "none", NULL, "na")))$vcov
  # By hand: the mean of the stratum and the scaled deviation of each row, summed within observations.
  contribution <- function(predicted, site) {
    at <- data$site == site
    stratum <- paste(data$one, data$two)[at]
    right <- as.numeric(data[[predicted]][at] == data$truth[at])
    known <- !is.na(right)
    N <- as.vector(table(stratum)[stratum])
    n <- as.vector(table(stratum[known])[stratum])
    mean <- ave(right, stratum, FUN = function(r) mean(r, na.rm = TRUE))
    value <- mean + ifelse(known, sqrt(N * (N - 1) / (n * (n - 1))) * (right - mean), 0)
    value <- value - mean(mean)
    rowsum(replace(rep(0, 600), which(at), value / sum(at)), data$id)
  }
  expected <- sum(contribution("one", "x") * contribution("two", "y"))
  expect_equal(V[1, 4], expected, tolerance = 1e-6)
})

test_that("columns are named by a variable too, and any other variable is refused", {
  data <- grouped_rows()
  chosen <- c("site", "sex")
  by_variable <- prediction_set(truth ~ one + two, data, id = id, by = chosen)
  expect_identical(by_variable$groups, prediction_set(truth ~ one + two, data, id = id, by = c(site, sex))$groups)
  few <- 1:3
  expect_error(
    prediction_set(truth ~ one + two, data, by = few), "a vector with one value a row", class = "verdict_error_column"
  )
})

test_that("dates are groups of estimates as they are of rows", {
  rows <- data.frame(
    classifier = rep(c("a", "b"), 2), estimate = c(0.8, 0.7, 0.6, 0.9), day = as.Date("2020-01-01") + c(0, 0, 1, 1)
  )
  x <- estimate_set(rows, 0.01 * diag(4), by = day)
  expect_identical(x$groups$label, c("2020-01-01", "2020-01-02"))
})

test_that("different times are different groups, in their order: the hour twice in October, fractions of a second", {
  autumn <- as.POSIXct("2020-10-25 00:30", tz = "Europe/Berlin") + 3600 * 0:5
  hour <- rep(autumn, each = 4)
  data <- data.frame(truth = rep(0:1, 12), one = rep(c(0, 0, 1), 8))
  labels <- paste("2020-10-25", c("00:30:00", "01:30:00", "02:30:00 CEST", "02:30:00 CET", "03:30:00", "04:30:00"))
  groups <- prediction_set(data, truth, one, by = hour)$groups
  expect_identical(groups$label, labels)
  expect_equal(as.vector(rowsum(groups$count, groups$group)), rep(4, 6))
  expect_identical(prediction_set(data, truth, one, id = 1:24, by = hour)$groups$label, labels)
  expect_identical(probability_set(data$truth, a = (1:24) / 25, by = hour)$groups$label, labels)
  part <- as.POSIXct("2024-05-01", tz = "UTC") + c(0, .1, .5, 1, 1.25, 2)
  expect_length(prediction_set(data, truth, one, by = rep(part, each = 4))$groups$label, 6)
  # Nearer than the microseconds that are written.
  near <- as.POSIXct("2024-05-01", tz = "UTC") + c(0, 3e-7)
  expect_length(prediction_set(data, truth, one, by = rep(near, each = 12))$groups$label, 2)
  # As ever: days, and times that differ in whole seconds.
  days <- as.Date("2024-05-01") + rep(c(0, .5, 1), each = 8)
  expect_identical(prediction_set(data, truth, one, by = days)$groups$label, c("2024-05-01", "2024-05-02"))
  expect_identical(
    prediction_set(data, truth, one, by = rep(part[c(1, 4)], 12))$groups$label,
    c("2024-05-01 00:00:00", "2024-05-01 00:00:01")
  )
})

test_that("a vector with a value a row may be put together by any call", {
  data <- data.frame(truth = rep(c("a", "b"), 6), one = rep(c("a", "b", "b"), 4), site = rep(c("x", "y"), 6), sex = 1:2)
  label <- function(by) rlang::inject(prediction_set(truth ~ one, data, by = !!rlang::enexpr(by)))$groups$label
  expect_identical(label(c(rep("n", 8), rep("s", 4))), c("n", "s"))
  m <- nrow(data)
  expect_silent(found <- label(1:m))
  expect_identical(found, as.character(1:12))
  expect_identical(label(-(m:1)), as.character(-12:-1))
  names <- c("site", "sex")
  for (by in list(quote(c(site, sex)), quote(c(names)), quote(c("site", "sex")), quote(c(site, starts_with("se"))))) {
    expect_identical(rlang::inject(label(!!by)), c("x, 1", "y, 2"))
  }
  expect_error(label(c(nowhere, nothing)), "neither", class = "verdict_error_column")
})

test_that("programs give the values of groups themselves", {
  d <- data.frame(t = rep(c("a", "b"), 10), x = rep(c("a", "b", "b", "b"), 5), site = rep(c("u", "v"), each = 10))
  h <- rep(c("u", "v"), 10)
  called <- function(by) do.call(prediction_set, list(d, "t", "x", by = by))$groups
  plain <- prediction_set(d, "t", "x", by = h)$groups
  for (by in list(h, factor(h), h == "v", data.frame(h))) {
    expect_identical(called(by)$count, plain$count)
  }
  expect_identical(called(h)$label, c("u", "v"))
  expect_identical(called(rep(1:2, 10))$label, c("1", "2"))
  # Names and positions are a choice of columns, as ever.
  for (by in list("site", 3, quote(site))) expect_identical(called(by)$by, "site")
  two <- data.frame(t = c("a", "b"), x = c("a", "a"), u = c("p", "q"), v = c("r", "s"))
  expect_identical(do.call(prediction_set, list(two, "t", "x", by = c("u", "v")))$groups$by, c("u", "v"))
})
