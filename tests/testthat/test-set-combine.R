# Sets counted as parts, without what they keep for that.
strip <- function(x) {
  x$part <- x$keyed <- NULL
  x
}

draw_parts <- function(n, k, as_factor) {
  labels <- c("zeta", "beta", "Alpha", "mid")[seq_len(k)]
  truth <- sample(labels, n, TRUE)
  d <- data.frame(truth = truth)
  for (name in c("c1", "c2", "c3")) d[[name]] <- ifelse(runif(n) < 0.7, truth, sample(labels, n, TRUE))
  if (as_factor) d[] <- lapply(d, factor, levels = labels)
  d
}

test_that("parts put together are the whole, whatever they are", {
  set.seed(20)
  for (i in 1:60) {
    n <- sample(c(12, 60), 1)
    d <- draw_parts(n, sample(2:4, 1), i %% 2 == 0)
    id <- if (i %% 3 > 0) sample.int(n %/% 3, n, TRUE)
    w <- if (i %% 4 > 1) sample(c(0, 1, 2, 5), n, TRUE)
    g <- if (is.null(id)) sample.int(3, n, TRUE) else id %% 3
    count <- function(rows, part) {
      suppressWarnings(prediction_set(
        truth ~ c1 + c2 + c3, d[rows, ], id = id[rows], weights = w[rows], part = part, levels = if (i %% 5 == 0) {
          c("x", "zeta", "Alpha", "mid", "beta")
        }
      ))
    }
    whole <- try(count(seq_len(n), FALSE), silent = TRUE)
    parts <- try(lapply(split(seq_len(n), g), count, part = TRUE), silent = TRUE)
    if (inherits(whole, "try-error") || inherits(parts, "try-error")) next
    parts[[2]] <- parts[[2]][c("c3", "c1", "c2")]
    expect_identical(strip(combine_sets(parts)), strip(whole))
    together <- Reduce(c, parts)
    expect_identical(strip(together), strip(whole))
  }
})

test_that("folds of parts are the folds of the whole", {
  count <- function(rows, ...) {
    prediction_set(truth ~ random_forest + svm, rows, id = id, fold = fold, repetition = repetition, ...)
  }
  parts <- lapply(split(vehicle_cv, vehicle_cv$id %% 3), count, part = TRUE)
  whole <- count(vehicle_cv)
  joined <- combine_sets(parts)
  expect_identical(strip(joined), whole)
  expect_length(joined$part$ids, 846)
  # one part for each fold, which is no cross-validation by itself
  first <- vehicle_cv[vehicle_cv$repetition == 1, names(vehicle_cv) != "repetition"]
  one <- function(rows, ...) prediction_set(truth ~ random_forest + svm, rows, id = id, fold = fold, ...)
  by_fold <- lapply(split(first, first$fold), one, part = TRUE)
  expect_identical(strip(combine_sets(rev(by_fold))), strip(one(first)))
  expect_error(combine_sets(parts[[1]], by_fold[[1]]), class = "verdict_error_id")
  expect_error(
    combine_sets(parts[[1]], by_fold[[1]], same_ids = "different"), "repetitions", class = "verdict_error_parts"
  )
})

test_that("sets that were not made as parts are put together as far as is known", {
  half <- seq_len(1000)
  count <- function(data) prediction_set(truth ~ svm + tree, data)
  expect_identical(c(count(satellite[half, ]), count(satellite[-half, ])), count(satellite))
  d <- data.frame(truth = c("a", "b", "a", "c"), p = c("a", "d", "c", "c"))
  expect_identical(
    c(prediction_set(truth ~ p, d[1:2, ]), prediction_set(truth ~ p, d[3:4, ])), prediction_set(truth ~ p, d)
  )
  numbers <- data.frame(truth = c(2, 10, 9, 10), p = c(2, 10, 9, 2))
  expect_identical(
    c(prediction_set(truth ~ p, numbers[1:2, ]), prediction_set(truth ~ p, numbers[3:4, ]))$classes, c("2", "9", "10")
  )
  levels <- c("low", "mid", "high")
  graded <- data.frame(truth = c("low", "high", "mid", "high", "low"), p = c("low", "high", "mid", "high", "mid"))
  graded[] <- lapply(graded, factor, levels)
  expect_identical(
    c(prediction_set(truth ~ p, graded[1:2, ]), prediction_set(truth ~ p, graded[3:5, ])),
    prediction_set(truth ~ p, graded)
  )
  expect_identical(insert_labels(c("b", "c"), c("a", "b", "x")), c("a", "b", "x", "c"))
  expect_identical(insert_labels("b", "a"), c("b", "a"))
})

test_that("notes are those of the whole", {
  d <- data.frame(
    truth = c("a", "b", "a", "b"), p = c("a", "c", "a", "b"), q = c("a", "b", "c", "a"), w = c(1, 0, 2, 0)
  )
  parts <- lapply(1:2, function(i) prediction_set(truth ~ p + q, d[2 * i - 1:0, ], weights = w, part = TRUE))
  expect_identical(strip(combine_sets(parts)), prediction_set(truth ~ p + q, d, weights = w))
  expect_match(combine_sets(parts)$notes[2], "2 rows of weight 0")
})

test_that("prevalence, positive class and omitted rows are kept", {
  d <- spam_filters
  d$tree[c(3, 1500)] <- NA
  count <- function(rows) {
    set <- prediction_set(truth ~ naive_bayes + tree, d[rows, ], na = "omit", positive = "spam")
    update_prevalence(set, c(spam = 0.1))
  }
  odd <- seq(1, 1601, 2)
  expect_identical(c(count(odd), count(setdiff(1:1601, odd))), count(1:1601))
  plain <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
  expect_error(c(plain, count(odd)), "positive classes", class = "verdict_error_parts")
  expect_error(c(plain, update_prevalence(plain)), "update_prevalence", class = "verdict_error_parts")
})

test_that("an observation in two parts is refused", {
  count <- function(rows, ...) prediction_set(truth ~ svm + tree, satellite[rows, ], id = rows, ...)
  expect_error(c(count(1:100, part = TRUE), count(90:200, part = TRUE)), "90, 91", class = "verdict_error_id")
  expect_error(c(count(1:100), count(101:200)), "were not kept", class = "verdict_error_id")
  apart <- combine_sets(count(1:100), count(101:200), same_ids = "different")
  expect_identical(strip(apart), strip(count(1:200)))
  expect_true(apart$keyed)
  expect_error(c(apart, count(300:400)), class = "verdict_error_id")
  expect_identical(c(count(1:100), prediction_set(truth ~ svm + tree, satellite[101:200, ]))$n, 200)
  as_text <- function(rows) prediction_set(truth ~ svm, satellite[rows, ], id = factor(rows), part = TRUE)
  expect_error(c(as_text(1:10), as_text(10:20)), class = "verdict_error_id")
  expect_identical(c(as_text(1:10), as_text(11:20))$part$ids, as.character(1:20))
})

test_that("what does not fit is refused", {
  x <- prediction_set(truth ~ svm + tree, satellite)
  expect_error(c(x, x["svm"]), "lacks \"tree\"", class = "verdict_error_parts")
  expect_error(c(x["svm"], x), "Only one has \"tree\"", class = "verdict_error_parts")
  expect_error(c(x, 3), class = "verdict_error_set")
  expect_error(combine_sets(), class = "verdict_error_set")
  expect_error(combine_sets(list()), class = "verdict_error_set")
  expect_error(combine_sets(x, same_ids = "x"), class = "verdict_error_argument")
  expect_error(prediction_set(truth ~ svm, satellite, part = NA), class = "verdict_error_argument")
  folds <- prediction_set(truth ~ svm + tree, satellite, fold = rep(1:2, 1000))
  expect_error(c(x, folds), "designs", class = "verdict_error_parts")
  expect_identical(c(x), x)
  x$count <- x$count[-1]
  expect_error(c(x, x), class = "verdict_error_set")
  d <- satellite
  d$fold <- rep(1:2, 1000)
  expect_warning(of <- prediction_set(truth ~ svm + tree, d), NA)
  expect_identical(c(of, of)$design, of$design)
})

test_that("scores of other units are joined", {
  scores <- data.frame(fold = 1:10, a = 1:10 / 20, b = 10:1 / 20)
  count <- function(rows, ...) score_set(scores[rows, ], fold = fold, metric = "accuracy", ...)
  expect_equal(c(count(1:5), count(6:10)[c("b", "a")]), count(1:10))
  expect_error(c(count(1:5), count(5:10)), class = "verdict_error_score")
  expect_error(c(count(1:5), 3), class = "verdict_error_set")
  expect_error(c(count(1:5), count(6:10, better = "low")), "metrics", class = "verdict_error_parts")
  sets <- score_set(scores, dataset = fold, metric = "accuracy")
  expect_error(c(count(1:5), sets), "designs", class = "verdict_error_parts")
  splits <- function(rows) {
    score_set(scores[rows, ], repetition = fold, design = "monte_carlo", n_train = 90, n_test = 10)
  }
  expect_equal(c(splits(1:5), splits(6:10)), splits(1:10))
  y <- estimate_set(c(a = 1, b = 2), diag(2))
  expect_identical(c(y), y)
  expect_identical(c(sets), sets)
  expect_error(c(y, y), "how they vary together", class = "verdict_error_parts")
})

test_that("sets that cannot be put together say so", {
  x <- probability_set(c(0, 1, 0, 1), a = c(.1, .7, .4, .6), b = c(.2, .7, .4, .6))
  expect_error(c(x, x), "cannot be put together", class = "verdict_error_set")
})

test_that("sets with sampling weights are refused for the weights, not for ids that nobody gave", {
  d <- transform(satellite, w = rep(c(1, 2.5), 1000))
  s <- prediction_set(truth ~ tree, d, weights = w, weights_are = "sampling")
  for (join in list(c, combine_sets)) {
    expect_error(join(s, s), "sampling weights are counted together", class = "verdict_error_parts")
  }
})

test_that("parts that were labelled at different rates are put together with a warning", {
  part <- function(n, every, labelling = "random") {
    of <- function(...) rep_len(c(...), n)
    d <- data.frame(a = of("y", "n"), b = of("y", "n", "n", "y"), truth = of("y", "n", "n"))
    d$truth[seq_len(n) %% every != 0] <- NA
    prediction_set(truth ~ a + b, d, labelling = labelling, positive = "y")
  }
  for (labelling in c("random", "by_pattern")) {
    expect_warning(
      c(part(3000, 19, labelling), part(300, 3, labelling)), "5[.]2% and 33%.*`strata`",
      class = "verdict_warning_labelling"
    )
    expect_silent(c(part(3000, 19, labelling), part(900, 19, labelling)))
  }
})

test_that("pieces of a list that were labelled at different rates warn too, but not labelled rows beside the others", {
  of <- function(...) rep_len(c(...), 3000)
  d <- data.frame(a = of("y", "n"), b = of("y", "n", "n", "y"), truth = of("y", "n", "n"))
  d$part <- rep(c("x", "z"), c(2000, 1000))
  d$truth[1:3000 %% ifelse(d$part == "x", 19, 3) != 0] <- NA
  read <- function(by, ..., labelling = "random") {
    prediction_set(split(d, by), truth, c(a, b), labelling = labelling, positive = "y", ...)
  }
  expect_warning(read(d$part), "5[.]2% and 33%.*`strata`", class = "verdict_warning_labelling")
  # More than 100 parts, all of them with labels and without.
  expect_warning(read(1:3000 %/% 25), "different rates", class = "verdict_warning_labelling")
  expect_silent(read(1:3000 %% 7))
  expect_silent(read(is.na(d$truth)))
  expect_silent(x <- read(d$part, strata = part))
  expect_output(print(x), "Labels look chosen: their rate differs between strata; say labelling", fixed = TRUE)
  expect_no_match(capture.output(print(read(d$part, strata = part, labelling = "by_pattern"))), "look chosen")
})

test_that("parts of whole observations, and parts that are strata, are put together without a warning", {
  d <- data.frame(a = rep_len(c("y", "n"), 300), b = rep_len(c("y", "n", "n"), 300), truth = rep_len(c("y", "n"), 300))
  part <- function(known, name, ...) {
    d$truth[!known] <- NA
    d <- cbind(d, part = name, doc = paste0(name, 1:30))
    prediction_set(truth ~ a + b, d, labelling = "random", positive = "y", ...)
  }
  ids <- 1:300 %% 30
  expect_silent(combine_sets(part(ids < 20, "x", id = doc), part(ids < 8, "z", id = doc), same_ids = "different"))
  expect_silent(c(part(ids < 20, "x", strata = part), part(ids < 8, "z", strata = part)))
  expect_warning(c(part(ids < 20, "x"), part(ids < 8, "z")), class = "verdict_warning_labelling")
})

test_that("groups of items are kept when sets of scores are put together, and must be those of all", {
  week <- function(name, country = rep(c("DE", "FR"), 10)) {
    data.frame(item = paste0(name, 1:20), country = country, a = rep(0:1, 10), b = rep(c(1, 1, 0, 1), 5))
  }
  set_of <- function(d) score_set(d, item = item, by = country, na = "omit")
  first <- week("first-", c(NA, rep(c("FR", "DE"), length.out = 19)))
  second <- week("second-", rep(c("IT", "FR"), 10))
  whole <- c(set_of(first), set_of(second))
  expect_equal(whole, set_of(rbind(first, second)))
  expect_identical(whole$groups$label, c("DE", "FR", "IT"))
  for (parts in list(list(set_of(first), score_set(second[-2], item = item)), list(
    score_set(first[-2], item = item), set_of(second)
  ))) {
    expect_error(do.call(c, parts), "different groups", class = "verdict_error_parts")
  }
})

test_that("parts with shares and with percent are no whole", {
  right <- cbind(a = rep(1:0, c(15, 5)), b = rep(0:1, 10))
  part <- function(scores, item) score_set(scores, item = paste0(item, 1:20))
  expect_error(
    c(part(right, "x"), part(100 * right, "y")), "\"set 1\" are at most 1, .* \"set 2\" up to 100",
    class = "verdict_error_score"
  )
  expect_warning(c(part(right / 2, "x"), part(70 * right, "y")), "hardly all on one", class = "verdict_warning_score")
  expect_no_warning(c(part(right, "x"), part(right / 2, "y"), part(5 * right, "z")))
})

test_that("parts with their classes in different orders say which order is taken", {
  d <- data.frame(t = c("low", "mid", "high"), a = c("low", "high", "high"))
  part <- function(levels) prediction_set(t ~ a, d, levels = levels, part = TRUE)
  whole <- function(levels) prediction_set(t ~ a, transform(d, t = factor(t, levels)))
  up <- c("low", "mid", "high")
  expect_message(c(part(up), part(rev(up))), "different orders; taken is \"low\", \"mid\", and \"high\"")
  expect_no_message(c(part(up), part(up)))
  expect_message(c(whole(up), whole(rev(up))), "different orders")
  expect_no_message(c(whole(up), whole(up)))
})
