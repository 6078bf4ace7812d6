d <- few_labels()

test_that("without a word on how labels came about a missing truth is an error that asks for it", {
  expect_error(prediction_set(truth ~ one + two, d), "labelling", class = "verdict_error_na")
})

test_that("rows without a truth are patterns like others", {
  x <- prediction_set(truth ~ one + two, d, labelling = "random")
  expect_s3_class(x, "prediction_set")
  expect_identical(x$n, 300)
  expect_identical(sum(x$count[is.na(x$patterns[, "truth"])]), 229)
  expect_identical(x$classes, c("a", "b"))
  counts <- as.data.frame(table(d, useNA = "always"))
  counts <- counts[!is.na(counts$one) & !is.na(counts$two), ]
  same <- prediction_set(truth ~ one + two, counts, weights = Freq, labelling = "random")
  expect_identical(same$patterns, x$patterns)
  expect_identical(same$count, x$count)
  expect_equal(prediction_set(d, truth, -truth, labelling = "by_pattern")$count, x$count)
  none <- transform(d, truth = NA_character_)
  expect_identical(prediction_set(truth ~ one + two, none, labelling = "by_pattern")$classes, c("a", "b"))
  expect_output(print(prediction_set(truth ~ one + two, none, labelling = "unknown")), "0 rows labelled")
})

test_that("factors, numbers and levels are as in other sets", {
  f <- data.frame(
    truth = factor(c("b", NA, "a", NA)), p = factor(c("b", "a", "a", "c")), q = factor(c("a", "a", "a", "b"))
  )
  expect_identical(prediction_set(truth ~ p + q, f, labelling = "random")$classes, c("a", "b", "c"))
  n <- data.frame(truth = c(10, NA, 2, NaN), p = c(10, 2, 2, 10))
  expect_identical(prediction_set(truth ~ p, n, labelling = "random")$classes, c("2", "10"))
  x <- prediction_set(truth ~ p, f, labelling = "random", levels = c("z", "c", "b", "a"))
  expect_identical(x$classes, c("z", "c", "b", "a"))
  expect_identical(x["p"]$classes, x$classes)
  expect_error(
    prediction_set(truth ~ p, f, labelling = "random", levels = c("a", "b")), class = "verdict_error_levels"
  )
  expect_error(
    prediction_set(c("Yes", NA, "No", NA), p = c("yes", "no", "no", "no"), labelling = "random"),
    class = "verdict_error_coding"
  )
})

test_that("what is no way to choose labels is refused", {
  refused <- function(labelling, message, ...) {
    expect_error(
      prediction_set(truth ~ one + two, d, labelling = labelling, ...), message, class = "verdict_error_labelling"
    )
  }
  refused("easy", "how the rows with a truth were chosen")
  refused(TRUE, "It is `TRUE`")
  refused(rep(c(0.5, 0), 150), "above 0, and at most 1")
  refused(rep(c(0.5, NA), 150), "has NA in row 2")
  refused(rep(c(0.5, 1.5), 150), "has 1.5 in row 2")
  refused("random", "leave `fold` out", fold = rep(1:2, 150))
  refused("unknown", "Strata are for labels", judge = d$one)
  refused("random", "must be known for all rows", judge = replace(d$one, 3, NA))
  expect_error(prediction_set(truth ~ one + two, d, labelling = c(0.5, 0.2)), class = "verdict_error_length")
  expect_error(prediction_set(truth ~ one + two, d, judge = "a"), class = "verdict_error_labelling")
  expect_error(prediction_set(truth ~ one + two, d, question = "rows"), class = "verdict_error_labelling")
  expect_error(
    prediction_set(truth ~ one, d, labelling = "random", question = "all"), class = "verdict_error_argument"
  )
  expect_error(prediction_set(truth ~ one, d, labelling = "random", smoothing = -1), class = "verdict_error_argument")
  expect_error(
    prediction_set(truth ~ one, d[0, ], labelling = "random"), class = "verdict_error_empty"
  )
})

test_that("a row that was certain to be labelled and has no truth is refused", {
  open <- which(is.na(d$truth))
  p <- replace(rep(0.5, 300), open[1:2], 1)
  error <- expect_error(
    prediction_set(truth ~ one + two, d, labelling = p), "must have a truth", class = "verdict_error_labelling"
  )
  expect_match(conditionMessage(error), paste0("in 2 rows: ", open[1], ", ", open[2]))
  expect_error(prediction_set(truth ~ one + two, d, labelling = rep(1, 300)), "in 229 rows")
  expect_s3_class(prediction_set(truth ~ one + two, d, labelling = ifelse(is.na(truth), 0.5, 1)), "labelled_set")
  d$w <- replace(rep(1, 300), open[1:2], 0)
  expect_identical(prediction_set(truth ~ one + two, d, labelling = p, weights = w)$n, 298)
})

test_that("a column may be called as a way to choose", {
  d$random <- 0.5
  x <- prediction_set(truth ~ one + two, d, labelling = random)
  expect_identical(x$labelling$kind, "probability")
  expect_identical(prediction_set(truth ~ one + two, d, labelling = "random")$labelling$kind, "random")
})

test_that("few labels are not exchanged between classifiers", {
  x <- prediction_set(truth ~ one + two, d, labelling = "random")
  expect_error(compare_classifiers(x, "accuracy", method = "permutation"), class = "verdict_error_method")
})

test_that("a way to choose may be written as it is said, and rows of weight 0 are none", {
  say <- function(way) prediction_set(truth ~ one + two, d, labelling = way)$labelling$kind
  expect_identical(say("By pattern"), "by_pattern")
  d$w <- 0
  expect_error(
    prediction_set(truth ~ one + two, d, weights = w, labelling = "random"), class = "verdict_error_empty"
  )
})

test_that("rows without a prediction are refused with their labels, or left out", {
  d$one[c(1, 300)] <- NA
  expect_error(
    prediction_set(truth ~ one + two, d, labelling = "random"), "1 label is of such rows", class = "verdict_error_na"
  )
  x <- prediction_set(truth ~ one + two, d, labelling = "random", na = "omit")
  expect_identical(c(x$n, x$n_omitted), c(298, 2))
  expect_output(print(x), "2 rows lacking a prediction")
})

test_that("a judge's labels and other strata tell rows apart", {
  set.seed(3)
  d$grade <- ifelse(is.na(d$truth) | runif(300) < 0.3, sample(c("a", "b"), 300, TRUE), d$truth)
  d$site <- rep(1:3, 100)
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", judge = grade)
  strata <- interaction(d$one, d$two, d$grade)
  right <- d$one == d$truth
  known <- sum(tapply(right, strata, mean, na.rm = TRUE) * table(strata)) / 300
  expect_equal(assess_classifiers(x["one"])$estimate, known)
  expect_output(print(summary(x)), "judge")
  y <- prediction_set(truth ~ ., d, labelling = "by_pattern", judge = "grade", strata = site)
  expect_identical(y$classifiers, c("one", "two"))
})

test_that("labels said to be random that are not look chosen", {
  x <- prediction_set(truth ~ one + two, d, labelling = "random")
  expect_output(print(x), "Labels look chosen: 59% of disagreements, 16% of agreements; say labelling", fixed = TRUE)
  expect_output(print(summary(x)), "Rows and labels by pattern")
  by <- cbind(c(15, 16, 16, 24), c(75, 14, 8, 132))
  expect_equal(labels_rate_check(x)$statistic, unname(chisq.test(by)$statistic))
  expect_no_match(capture.output(print(prediction_set(truth ~ one + two, d, labelling = "by_pattern"))), "look chosen")
})

# The rates of one stratum differ by rounding alone: 30 / 44 * 44 is not 30.
test_that("labels of one stratum have one rate", {
  rows <- data.frame(truth = c(rep("a", 13), rep("b", 17), rep(NA, 131)), one = factor("a", c("a", "b")), two = "a")
  rows$two[1:44] <- "b"
  rows$truth[45] <- "a"
  pattern <- prediction_set(truth ~ one + two, rows, labelling = "by_pattern")
  chosen <- compare_classifiers(pattern, "accuracy")
  expect_identical(chosen$method, "mid-p McNemar")
  expect_equal(chosen$p.value, 2 * pbinom(12, 30, 0.5) + dbinom(13, 30, 0.5))
  few <- data.frame(truth = rep(c("a", NA), c(56, 98)), one = "a", two = rep(c("b", "a"), c(3, 151)))
  random <- prediction_set(truth ~ one + two, few[c(3:154, 1:2), ], labelling = "random")
  expect_no_match(format(verdict(random)), "look chosen")
})

test_that("a label in a rare pattern does not look chosen", {
  rare <- data.frame(truth = NA_character_, one = rep("a", 2000), two = rep(c("a", "b"), c(1997, 3)))
  rare$truth[c(1:4, 2000)] <- "a"
  x <- prediction_set(truth ~ one + two, rare, labelling = "random")
  expect_equal(labels_rate_check(x)[c("df", "p.value")], list(df = 0, p.value = 1))
  expect_no_match(capture.output(print(x)), "look chosen")
  # Rare disagreements count together: 16 of 20 rows in 20 patterns, against 20 of 1,000.
  many <- data.frame(truth = NA_character_, one = letters[1:20], two = c(rep("z", 20), rep(letters[1:20], 50)))
  many$truth[c(1:16, 21:104)] <- "a"
  check <- labels_rate_check(prediction_set(truth ~ one + two, many, labelling = "random"))
  expect_equal(check$p.value, 4 * phyper(15, 20, 1000, 100, lower.tail = FALSE))
})

test_that("a set that was changed by hand is an error", {
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern")
  changed <- function(change) {
    expect_error(compare_classifiers(change(x)), class = "verdict_error_set")
  }
  changed(function(x) `[[<-`(x, "patterns", x$patterns * 1))
  changed(function(x) `[[<-`(x, "count", -x$count))
  changed(function(x) `[[<-`(x, "classifiers", c("p", "q")))
  changed(function(x) `[[<-`(x, "question", "all"))
  changed(function(x) `[[<-`(x, "labelling", `[[<-`(x$labelling, "strata", list(of = 1:3))))
  changed(function(x) `[[<-`(x, "whole", NULL))
})

# Three classes, three sites, a judge, probabilities.
many_labels <- function(n = 600) {
  set.seed(4)
  draw <- function() sample(c("a", "b", "c"), n, TRUE)
  d <- data.frame(site = sample(c("u", "v", "w"), n, TRUE), truth = draw())
  d$one <- ifelse(runif(n) < 0.7, d$truth, draw())
  d$two <- ifelse(runif(n) < 0.6, d$truth, draw())
  d$grade <- ifelse(runif(n) < 0.8, d$truth, draw())
  d$truth[-sample(n, 250)] <- NA
  d$p <- round(runif(n, 0.2, 0.9), 1)
  d
}

ways_of_labels <- list(
  random = quote(prediction_set(truth ~ one + two, data, labelling = "random", by = site, strata = NULL)),
  judged = quote(prediction_set(data, truth, c(one, two), labelling = "by_pattern", judge = grade, strata = site)),
  drawn = quote(prediction_set(truth ~ one + two, data, labelling = p, by = "site", question = "rows")),
  unknown = quote(prediction_set(data, truth, c(one, two), labelling = "unknown"))
)
used_columns <- list(
  random = c("truth", "one", "two", "site"), judged = c("truth", "one", "two", "grade", "site"),
  drawn = c("truth", "one", "two", "p", "site"), unknown = c("truth", "one", "two")
)

test_that("rows with few labels are counted in pieces, files and sets put together, as at once", {
  d <- many_labels()
  for (way in names(ways_of_labels)) {
    data <- d[used_columns[[way]]]
    whole <- eval(ways_of_labels[[way]])
    data <- unname(split(d[used_columns[[way]]], rep(1:3, each = 200)))
    expect_identical(eval(ways_of_labels[[way]]), whole, info = way)
    files <- tempfile(c("a", "b", "c"), fileext = ".csv")
    for (i in 1:3) utils::write.csv(data[[i]], files[i], row.names = FALSE)
    data <- files
    expect_identical(eval(ways_of_labels[[way]]), whole, info = way)
    unlink(files)
  }
  pieces <- unname(split(d[used_columns$random], rep(1:3, each = 200)))
  sets <- lapply(pieces, function(piece) {
    prediction_set(truth ~ one + two, piece, labelling = "random", by = site, part = TRUE)
  })
  data <- d[used_columns$random]
  whole <- eval(ways_of_labels$random)
  joined <- do.call(c, sets)
  expect_identical(unclass(joined)[names(unclass(whole))], unclass(whole))
  expect_identical(compare_classifiers(joined, "recall"), compare_classifiers(whole, "recall"))
  set.seed(1)
  expect_true(all(is.na(d$truth[next_labels(joined, 20)$rows])))
})

test_that("observations with several rows are parts too, if their ids are kept", {
  d <- few_labels()
  twice <- rbind(d, d)
  twice$id <- rep(1:300, 2)
  pieces <- unname(split(twice, twice$id %% 2))
  parts <- lapply(pieces, function(piece) {
    prediction_set(truth ~ one + two, piece, id = id, labelling = "by_pattern", part = TRUE)
  })
  one <- do.call(c, parts)
  whole <- prediction_set(truth ~ one + two, do.call(rbind, pieces), id = id, labelling = "by_pattern")
  expect_identical(compared_plainly(one), compared_plainly(whole))
  expect_error(c(parts[[1]], parts[[1]]), class = "verdict_error_id")
  chunks <- prediction_set(truth ~ one + two, pieces, id = id, labelling = "by_pattern")
  expect_identical(chunks$profiles, whole$profiles)
  plain <- prediction_set(truth ~ one + two, d, labelling = "by_pattern")
  expect_error(
    c(plain, prediction_set(truth ~ one + two, d, labelling = "random")), "different ways",
    class = "verdict_error_parts"
  )
  full <- transform(d, truth = "a")
  expect_error(c(plain, prediction_set(truth ~ one + two, full)), "truth for every row", class = "verdict_error_parts")
  # Where no truth is missing after all, it is a set like others.
  expect_identical(
    prediction_set(truth ~ one + two, unname(split(full, rep(1:2, 150))), labelling = "random"),
    prediction_set(truth ~ one + two, full)
  )
  full$site <- rep(c("u", "v", "w"), 100)
  full$grade <- rep(c("a", "b"), each = 150)
  full$id <- rep(1:150, 2)
  settled <- prediction_set(
    truth ~ one + two, unname(split(full, full$id %% 2)), labelling = "random", judge = grade, by = site, id = id
  )
  known <- prediction_set(truth ~ one + two, full[setdiff(names(full), "grade")], by = site, id = id)
  expect_identical(settled$groups, known$groups)
  expect_identical(unclass(settled)[names(unclass(known))], unclass(known))
})

test_that("what cannot be named in pieces is refused with a sentence", {
  d <- few_labels()
  refused <- function(..., class = "verdict_error_labelling") {
    expect_error(prediction_set(truth ~ one + two, list(d, d), ...), class = class)
  }
  refused(labelling = rep(0.5, 300))
  refused(labelling = "easy")
  refused(labelling = "random", judge = rep("a", 300))
  refused(judge = one)
  refused(labelling = "random", question = "all", class = "verdict_error_argument")
  refused(labelling = "random", smoothing = -1, class = "verdict_error_argument")
  refused(labelling = one, class = "verdict_error_column")
  d$p <- rep(c(0.5, 0), 150)
  refused(labelling = p)
})

test_that("rows with few labels are counted in a database", {
  skip_if_not_installed("RSQLite")
  skip_if_not_installed("dbplyr")
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  on.exit(DBI::dbDisconnect(con))
  d <- many_labels()
  without_rows <- function(x) {
    x$labelling["rows"] <- list(NULL)
    x
  }
  for (way in names(ways_of_labels)) {
    data <- d[used_columns[[way]]]
    whole <- without_rows(eval(ways_of_labels[[way]]))
    DBI::dbWriteTable(con, way, data)
    data <- dplyr::tbl(con, way)
    expect_identical(without_rows(eval(ways_of_labels[[way]])), whole, info = way)
  }
  data <- dplyr::tbl(con, "random")
  expect_error(
    prediction_set(truth ~ one + two, dplyr::mutate(data, part = 1L), fold = part, labelling = "random"),
    class = "verdict_error_labelling"
  )
  d$one[1:7] <- NA
  d$w <- rep(0:2, 200)
  DBI::dbWriteTable(con, "lacking", d[c("truth", "one", "two", "w")])
  lacking <- dplyr::tbl(con, "lacking")
  expect_error(
    prediction_set(truth ~ one + two, dplyr::select(lacking, -w), labelling = "random"), class = "verdict_error_na"
  )
  counted <- prediction_set(truth ~ one + two, lacking, weights = w, labelling = "random", na = "omit")
  known <- prediction_set(truth ~ one + two, d[c("truth", "one", "two", "w")], weights = w, labelling = "random",
    na = "omit")
  expect_identical(counted$n_rows, known$n_rows)
  expect_identical(counted$notes, known$notes)
  expect_identical(compared_plainly(counted), compared_plainly(known))
})

test_that("few labels of observations that occur repeatedly are counted in a database", {
  skip_if_not_installed("RSQLite")
  skip_if_not_installed("dbplyr")
  con <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  on.exit(DBI::dbDisconnect(con))
  set.seed(8)
  n <- 400
  d <- data.frame(id = rep(seq_len(n / 4), 4), site = sample(c("u", "v"), n, TRUE), part = sample(3, n, TRUE))
  # Several images of a patient need not have one truth.
  d$truth <- ifelse(d$part == 3, "b", c("a", "b")[d$id %% 2 + 1])
  for (name in c("one", "two", "graded")) d[[name]] <- ifelse(stats::runif(n) < 0.8, d$truth, "a")
  d$p <- ifelse(d$one == d$two, 0.25, 0.75)
  complete <- d
  d$truth[stats::runif(n) > d$p] <- NA
  ways <- list(
    plain = quote(prediction_set(truth ~ one + two, data, id = id, labelling = "by_pattern")),
    judged = quote(prediction_set(truth ~ one + two, data, id = id, labelling = "by_pattern", judge = graded)),
    strata = quote(prediction_set(truth ~ one + two, data, id = id, labelling = "random", strata = part, by = site)),
    drawn = quote(prediction_set(truth ~ one + two, data, id = id, labelling = p, by = c(site, part)))
  )
  DBI::dbWriteTable(con, "d", d)
  DBI::dbWriteTable(con, "complete", complete)
  without_rows <- function(x) {
    x$labelling["rows"] <- list(NULL)
    x
  }
  for (way in names(ways)) {
    data <- d
    whole <- without_rows(eval(ways[[way]]))
    data <- dplyr::tbl(con, "d")
    used <- intersect(all.vars(ways[[way]]), names(d))
    data <- dplyr::select(data, dplyr::all_of(used))
    expect_equal(without_rows(eval(ways[[way]])), whole, info = way)
  }
  data <- dplyr::tbl(con, "complete")
  known <- eval(ways$plain)
  expect_s3_class(known, "prediction_set", exact = FALSE)
  data <- complete
  expect_identical(compared_plainly(known), compared_plainly(eval(ways$plain)))
})

test_that("of more rows than integers count it is said in words what they lack", {
  d <- data.frame(truth = c("a", "b", NA), one = c("a", "b", "b"), two = "a", site = c("x", NA, "x"), w = 4e12)
  x <- prediction_set(truth ~ one + two, d, weights = w, labelling = "random")
  expect_error(flips(x), "4,000,000,000,000 rows lack it", class = "verdict_error_labelling")
  expect_error(
    prediction_set(truth ~ one + two, d[1:2, ], weights = w, by = site), "in 4,000,000,000,000 rows",
    class = "verdict_error_na"
  )
})

test_that("a judge in another coding is refused or warned of, and may have labels of its own", {
  set.seed(4)
  d <- data.frame(t = rep(c("no", "yes", NA), c(10, 10, 40)), a = sample(c("no", "yes"), 60, TRUE))
  d$j <- sample(c("no", "yes"), 60, TRUE)
  set <- function(judge, data = d, ...) {
    data$j <- judge
    prediction_set(t ~ a, data, labelling = "random", judge = j, ...)
  }
  local_reproducible_output(width = 500)
  refused <- function(...) expect_error(set(...), "j writes the labels of t in an", class = "verdict_error_coding")
  refused(toupper(d$j))
  refused(as.integer(d$j == "yes"))
  refused(paste0(d$j, " "), levels = c("no", "yes"))
  unlabelled <- replace(d, "t", NA_character_)
  expect_error(set(toupper(d$j), unlabelled), "labels of a in another way", class = "verdict_error_coding")
  expect_error(set(seq_len(60) / 61), "must be whole", class = "verdict_error_label")
  expect_error(set(seq_len(60) / 61), "j has", class = "verdict_error_label")
  expect_warning(set(ifelse(d$j == "no", "u", "v")), "j names no class", class = "verdict_warning_column")
  expect_no_warning(set(replace(d$j, 1:9, "unsure")))
  expect_no_warning(set(replace(d$j, 1:9, "unsure"), levels = c("no", "yes")))
  expect_no_warning(set(toupper(d$j), levels = c("no", "yes", "NO", "YES")))
  parts <- function(judge) {
    d$j <- judge
    prediction_set(t ~ a, list(d[c(1:20, 21:40), ], d[41:60, ]), labelling = "random", judge = "j")
  }
  expect_warning(parts(ifelse(d$j == "no", "u", "v")), "j names no class", class = "verdict_warning_column")
  expect_error(parts(replace(d$j, 41:60, "NO")), "labels of a in another way", class = "verdict_error_coding")
  expect_no_warning(parts(replace(d$j, 41:60, "unsure")))
})
