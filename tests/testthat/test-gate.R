skip_if_not_installed("jsonlite")

two <- function(b, c, both = 3, ...) {
  scores <- cbind(old = c(rep(0, b), rep(1, c), rep(1, both)), new = c(rep(1, b), rep(0, c), rep(1, both)))
  score_set(scores, design = "items", lower = 0, upper = 1, ...)
}

test_that("a gate passes what is shown, fails what is shown not to be, and is undecided between", {
  x <- prediction_set(truth ~ naive_bayes + svm + random_forest, satellite)
  better <- gate(x, "naive_bayes", require = "better")
  expect_true(as.logical(better))
  expect_identical(better$decision, c("pass", "pass"))
  expect_match(format(better)[1], "^passed: svm is better than naive_bayes in accuracy \\(difference 0.099")
  mixed <- gate(x, "random_forest", margin = 0.01)
  expect_identical(mixed$decision, c("fail", "undecided"))
  expect_false(as.logical(mixed))
  expect_match(format(mixed)[1], "failed: naive_bayes is worse than random_forest by more than 0.01", fixed = TRUE)
  expect_match(format(mixed)[2], "undecided, [0-9,]+ more rows: svm is not shown to be not worse than")
  not <- gate(x, "random_forest", "naive_bayes", require = "better", margin = 0.02)
  expect_match(format(not), "failed: naive_bayes is not better than random_forest by more than 0.02", fixed = TRUE)
  said <- utils::capture.output(print(mixed, width = 200))
  expect_identical(said[1], "Gate: not passed")
  expect_match(said[4], "2 comparisons on 2,000 rows; all answers hold together with 95% confidence.", fixed = TRUE)
  expect_identical(utils::capture.output(print(better))[1], "Gate: passed")
})

test_that("each row has the interval of its comparison at its part of the level", {
  x <- prediction_set(truth ~ naive_bayes + svm + random_forest, satellite)
  found <- gate(x, "random_forest", margin = 0.01, conf.level = 0.9)
  alone <- compare_classifiers(x, "accuracy", reference = "random_forest", conf.level = 0.95, p.adjust.method = "none")
  expect_equal(found$conf.low, alone$conf.low)
  expect_equal(found$conf.high, alone$conf.high)
})

test_that("where low is good a gate asks for lower", {
  scores <- cbind(old = c(3, 4, 5, 6, 7.5), new = c(2, 3.1, 4, 4.9, 6.5))
  x <- score_set(scores, design = "items", metric = "perplexity")
  found <- gate(x, "old", require = "better")
  expect_identical(found$decision, "pass")
  expect_lt(found$conf.high, 0)
  expect_identical(gate(x, "new", margin = 0.1)$decision, "fail")
  expect_equal(found$estimate, mean(scores[, 2] - scores[, 1]))
})

test_that("a gate knows which side of every metric is good", {
  y <- rep(0:1, 200)
  good <- ifelse(y == 1, 0.8, 0.2)
  good[1:4] <- 1 - good[1:4]
  data <- data.frame(y, old = good, new = ifelse(seq_along(y) > 100, good, 0.5))
  x <- probability_set(y ~ old + new, data, positive = 1)
  for (metric in c("brier", "log_loss")) {
    found <- gate(x, "old", metric = metric, margin = 0.001)
    expect_gt(found$estimate, 0)
    expect_identical(found$decision, "fail")
    expect_identical(gate(x, "new", metric = metric, require = "better")$decision, "pass")
  }
  labels <- prediction_set(truth ~ svm + tree, satellite)
  expect_identical(gate(labels, "svm", metric = "error", margin = 0.001)$decision, "fail")
  # by another of its names, and as a cost of 1 for each error, it is the same
  plain <- gate(labels, "svm", metric = "error", margin = 0.1)
  for (metric in list("error_rate", expected_cost(1 - diag(6)))) {
    found <- gate(labels, "svm", metric = metric, margin = 0.1)
    expect_identical(found$decision, plain$decision)
    expect_equal(found$estimate, plain$estimate)
  }
  several <- c("error", "mcc")
  expect_error(gate(labels, "svm", metric = several, margin = 0.1), "one metric", class = "verdict_error_metric")
})

test_that("a gate takes metrics with options, at one threshold", {
  set.seed(21)
  y <- rep(0:1, c(42, 28))
  x <- probability_set(y, a = plogis(y + rnorm(70)), b = plogis(y + rnorm(70)))
  for (metric in list(partial_auc(0.2), net_benefit(0.3))) {
    row <- compare_classifiers(x[c("b", "a")], metric, reference = "b")
    found <- gate(x, "b", "a", metric = metric, margin = 0.05)
    expect_equal(c(found$estimate, found$conf.low, found$conf.high), c(row$estimate, row$conf.low, row$conf.high))
  }
  expect_error(gate(x, "b", metric = net_benefit(c(0.3, 0.4)), margin = 0.05), "a value at each threshold")
})

test_that("scores of no known side pass where they are higher", {
  scores <- cbind(old = c(1, 2, 3, 4, 5.5), new = c(2, 3.1, 4, 4.9, 6.5))
  x <- score_set(scores, design = "items", metric = "zest", better = NA)
  expect_identical(gate(x, "old", require = "better")$decision, "pass")
  expect_identical(gate(x, "new", margin = 0.1)$decision, "fail")
})

test_that("how many more items it takes is what the normal approximation says", {
  x <- two(30, 25, 45)
  found <- gate(x, "old", margin = 0.02)
  d <- c(rep(1, 30), rep(-1, 25), rep(0, 45))
  half <- qt(0.975, 99) * sd(d) / 10
  n <- 100 * (half / 0.02 * (1 + qnorm(0.8) / qnorm(0.975)))^2
  expect_equal(found$more, signif(ceiling(n - 100), 2))
  # Better, but nothing better was seen.
  expect_identical(gate(two(20, 25), "old", require = "better")$more, NA_real_)
  expect_no_match(format(gate(two(20, 25), "old", require = "better")), "more item")
})

test_that("how many more items it takes has the quantiles of many, where there are few", {
  d <- data.frame(item = 1:5, a = c(.52, .61, .40, .70, .55), b = c(.55, .60, .47, .66, .59))
  x <- score_set(d, item = item)
  more <- gate(x, "a", margin = 0.02)$more
  n <- 5 * (sd(d$b - d$a) / sqrt(5) / 0.02 * (qnorm(0.975) + qnorm(0.8)))^2
  expect_equal(more, signif(ceiling(n - 5), 2))
  expect_equal(more, sample_size(x, difference = 0.02)$n - 5, tolerance = 0.1)
  # Of a topic with two labels a quantile of t is far from that of many.
  few <- data.frame(truth = NA, a = rep(c("u", "v"), 100), b = rep(c("u", "v", "v"), length.out = 200), topic = 1)
  few$topic[151:200] <- 2
  few$truth[c(1:60, 151, 152)] <- c(rep(c("u", "v", "v", "v"), 15), "u", "u")
  set <- prediction_set(truth ~ a + b, few, by = topic, labelling = "random", levels = c("u", "v"))
  z <- standardise_groups(set, "equal")
  row <- compare_classifiers(z, "accuracy", reference = "a")
  expect_lt(row$df, 3)
  n <- 200 * (row$std.error / 0.02 * (qnorm(0.975) + qnorm(0.8)))^2
  expect_equal(gate(z, "a", margin = 0.02)$more, n - 200, tolerance = 0.02)
})

test_that("an interval without ends does not say how many more units it takes", {
  d <- data.frame(dataset = 1:5, a = c(.68, .71, .77, .87, .66))
  d$b <- d$a + c(.01, .03, .02, .04, -.01)
  found <- gate(score_set(d, dataset = dataset, lower = 0, upper = 1), "a", margin = 0.05)
  expect_identical(found$conf.high, Inf)
  expect_identical(found$more, NA_real_)
  expect_match(format(found), "^undecided: b is not shown")
})

test_that("of scores of folds it is not said how many more folds it takes", {
  single <- subset(vehicle_cv, repetition == 1)
  x <- prediction_set(truth ~ svm + tree, single, id = id, fold = fold)
  folds <- gate(as_score_set(x), "tree", require = "better")
  expect_identical(folds$more, NA_real_)
  expect_match(format(folds), "^undecided: svm is not shown to be better than tree")
  # Rows there may be more of.
  rows <- gate(x, "tree", require = "better")
  expect_equal(rows[c("conf.low", "conf.high")], folds[c("conf.low", "conf.high")], ignore_attr = TRUE)
  expect_gt(rows$more, 0)
})

test_that("e-values are those of the likelihood of discordant items, whatever their order", {
  mixture <- function(b, c) 2^(b + c) * 2 * beta(b + 1, c + 1) * pbeta(0.5, b + 1, c + 1, lower.tail = FALSE)
  for (case in list(c(12, 3), c(0, 5), c(200, 150), c(60, 10))) {
    found <- gate(two(case[1], case[2]), "old", require = "better", sequential = TRUE)
    expect_equal(found$e.value, mixture(case[1], case[2]), tolerance = 1e-5)
    expect_identical(found$decision == "pass", mixture(case[1], case[2]) > 40)
    if (found$decision == "pass") expect_gt(found$conf.low, 0)
  }
})

test_that("a sequential interval is the bounds that betting does not reject", {
  x <- two(30, 22, 48)
  found <- gate(x, "old", margin = 0.1, sequential = TRUE)
  d <- rep(c(1, -1, 0), c(30, 22, 48))
  e <- function(bound) integrate(function(l) sapply(l, function(l) prod(1 + l * (d - bound) / (1 + bound))), 0, 1)$value
  expect_equal(found$e.value, e(-0.1), tolerance = 1e-4)
  expect_equal(e(found$conf.low), 40, tolerance = 1e-2)
  flipped <- function(bound) {
    integrate(function(l) sapply(l, function(l) prod(1 + l * (bound - d) / (1 - bound))), 0, 1)$value
  }
  expect_equal(flipped(found$conf.high), 40, tolerance = 1e-2)
  expect_match(utils::capture.output(print(found, width = 200))[3], "at any number of looks")
  # All at the end of the range.
  expect_identical(gate(two(0, 3, 0), "old", margin = 0.1, sequential = TRUE)$conf.low, -1)
  expect_identical(gate(two(3, 0, 0), "old", margin = 1, sequential = TRUE)$e.value, NA_real_)
})

test_that("under no difference e-values rarely pass, at any of many looks", {
  set.seed(1)
  passed <- replicate(120, {
    d <- sample(c(-1, 0, 1), 300, TRUE, c(.15, .7, .15))
    looks <- seq(20, 300, 70)
    any(vapply(looks, function(n) betting_limit(d[1:n], 1, 0.1) > 0, NA))
  })
  expect_lt(mean(passed), 0.1)
})

test_that("a task at a time all must pass", {
  x <- read_evaluations(logs_of("suite"))
  found <- gate(x, "org/base", margin = 0.1, by = "task")
  expect_identical(found$task, c("arith", "history"))
  expect_identical(found$n, c(40, 20))
  d <- logged_scores("suite", "org/new") - logged_scores("suite", "org/base")
  expect_equal(found$estimate[2], mean(d))
  limits <- mean(d) + c(-1, 1) * qt(1 - 0.025 / 2, 19) * sd(d) / sqrt(20)
  expect_equal(c(found$conf.low[2], found$conf.high[2]), limits)
  expect_match(format(found)[2], "^history: ")
  clustered <- read_evaluations(logs_of("repeated"), cluster = "passage")
  expect_equal(gate(clustered, "org/base", margin = 0.1, by = "task")$estimate, paired_of("repeated")[["estimate"]])
  expect_error(gate(two(3, 2), "old", margin = 0.1, by = "task"), class = "verdict_error_gate")
})

test_that("a history knows items with any version of R and of packages", {
  history <- tempfile(fileext = ".csv")
  file <- tempfile()
  on.exit(unlink(c(history, file)))
  md5 <- function(text) {
    writeChar(enc2utf8(text), file, eos = NULL, useBytes = TRUE)
    unname(tools::md5sum(file))
  }
  scores <- score_set(data.frame(item = c("q 1", "\u00e9", "3"), old = c(1, 0, 1), new = c(1, 1, 0)), item = item)
  gate(scores, "old", margin = 0.05, history = history)
  expected <- sort(vapply(c("q 1", "\u00e9", "3"), md5, ""), method = "radix")
  expect_identical(utils::read.csv(history)$items, paste(expected, collapse = " "))
  rows <- data.frame(t = c("a", "b", "a"), old = "a", new = c("b", "a", "b"))
  judge <- function(of) gate(prediction_set(of, rows), "old", metric = "accuracy", margin = 0.05, history = history)
  judge(t ~ old + new)
  expect_identical(utils::read.csv(history)$items[2], md5("a\rb\ra\ra\r2\r1"))
  # Another candidate on the same rows is a second look.
  rows$newer <- rows$t
  expect_error(judge(t ~ old + newer), "was gated on these items before", class = "verdict_error_gate")
})

test_that("a history refuses a second look that was not planned, and gives later candidates less of the level", {
  history <- tempfile(fileext = ".csv")
  on.exit(unlink(history))
  x <- two(30, 20, 100)
  gate(x, "old", margin = 0.05, history = history)
  expect_error(gate(x, "old", margin = 0.05, history = history), "was gated on these items before",
    class = "verdict_error_gate")
  expect_error(gate(x, "old", margin = 0.05, history = history, sequential = TRUE), "has used the level up")
  # Other items are another matter.
  other <- score_set(cbind(old = c(1, 0, 1, 1), new = c(1, 1, 0, 1)), item = paste("other", 1:4))
  expect_s3_class(gate(other, "old", margin = 0.05, history = history), "verdict_gate")
  unlink(history)
  first <- gate(x, "old", margin = 0.05, history = history, sequential = TRUE)
  again <- gate(x, "old", margin = 0.05, history = history, sequential = TRUE)
  expect_equal(again$conf.low, first$conf.low)
  own <- gate(x, "old", margin = 0.05, sequential = TRUE, conf.level = 1 - 0.05 * 6 / pi^2)
  expect_equal(first$conf.low, own$conf.low)
  second <- gate(x[c("old", later = "new")], "old", margin = 0.05, history = history, sequential = TRUE)
  alone <- gate(x, "old", margin = 0.05, sequential = TRUE, conf.level = 1 - 0.05 * 6 / (pi^2 * 4))
  expect_equal(second$conf.low, alone$conf.low)
  # 40 pi^2 / 6 times 1 and 4; without a history 40.
  expect_equal(2 / c(first$level, second$level), 40 * pi^2 / 6 * c(1, 4))
  expect_match(format(first), "passes above 65.8)", fixed = TRUE)
  expect_match(format(second), "passes above 263)", fixed = TRUE)
  expect_match(format(gate(x, "old", margin = 0.05, sequential = TRUE)), "passes above 40)", fixed = TRUE)
  expect_no_match(format(gate(x, "old", margin = 0.05)), "passes above")
  for (won in 30:60) {
    won <- gate(two(won, 20), "old", require = "better", sequential = TRUE)
    expect_identical(won$e.value > 40, won$decision == "pass")
  }
  expect_identical(nrow(utils::read.csv(history)), 3L)
  writeLines("a,b", history)
  expect_error(gate(x, "old", margin = 0.05, history = history), "is no history")
  expect_error(gate(x, "old", margin = 0.05, history = 1), class = "verdict_error_argument")
  for (file in c(file.path(tempdir(), "no", "x.csv"), strrep("x", 500))) {
    expect_no_warning(expect_error(gate(x, "old", margin = 0.05, history = file), class = "verdict_error_gate"))
  }
  # What is cut off, or is no text, has lost looks.
  unlink(history)
  gate(x, "old", margin = 0.05, history = history)
  whole <- readChar(history, file.size(history))
  for (left in nchar(whole) - c(3, 40, 600, 690)) {
    writeLines(substr(whole, 1, left), history, sep = if (left %% 2) "\n" else "")
    expect_error(gate(x, "old", margin = 0.05, history = history), paste0(basename(history), ".* damaged"))
  }
  writeLines(sub("old", "\xff", whole, useBytes = TRUE), history, useBytes = TRUE)
  expect_error(gate(x, "old", margin = 0.05, history = history), "damaged", class = "verdict_error_gate")
  expect_error(gate(x, "old", margin = 0.05, history = tempdir()), "is a folder", class = "verdict_error_gate")
  expect_error(gate(x, "old", margin = 0.05, history = ""), class = "verdict_error_argument")
  # Sets without items are known by their rows.
  unlink(history)
  rows <- prediction_set(truth ~ svm + tree, satellite)
  gate(rows, "tree", margin = 0.1, history = history)
  expect_error(gate(rows, "tree", margin = 0.1, history = history), class = "verdict_error_gate")
})

# -- histories ------------------------------------------------------------------------

history_file <- function(env = parent.frame()) file.path(withr_tempdir(env), "history.csv")

answers_of <- function(..., items = seq_along(..1)) {
  score_set(data.frame(item = items, ...), item = item, metric = "accuracy", lower = 0, upper = 1)
}

widths <- function(found) found$conf.high - found$conf.low

test_that("a history takes a new model of the same name for the next candidate", {
  history <- history_file()
  named <- history_file()
  base <- rep(c(1, 1, 1, 0), 25)
  model <- function(j) rev(base) * (seq_len(100) %% (7 + j) > 0)
  look <- function(x, file) gate(x, "base", margin = 0.05, sequential = TRUE, history = file)
  same <- lapply(1:4, function(j) look(answers_of(base = base, new = model(j)), history))
  own <- lapply(1:4, function(j) {
    x <- answers_of(base = base, new = model(j))
    look(x[c("base", stats::setNames("new", paste0("new", j)))], named)
  })
  expect_equal(lapply(same, widths), lapply(own, widths))
  expect_identical(utils::read.csv(history)$version, 1:4)
  # One that was there before has its place, in any order of the items.
  again <- answers_of(base = rev(base), new = rev(model(2)), items = 100:1)
  expect_equal(widths(look(again, history)), widths(own[[2]]))
  # Whose reference says something else on an item has other differences.
  base[3] <- 0
  alone <- function(x, j) gate(x, "base", margin = 0.05, sequential = TRUE, conf.level = 1 - 0.05 * 6 / (pi * j)^2)
  expect_equal(widths(look(answers_of(base = base, new = model(2)), history)),
    widths(alone(answers_of(base = base, new = model(2)), 5)))
})

test_that("a candidate that is gated again on more items keeps its place in the history", {
  history <- history_file()
  base <- rep(c(1, 1, 1, 0), 75)
  old <- rep(c(1, 0, 1), 100)
  look <- function(n, new) {
    x <- answers_of(base = base[1:n], new = new[1:n])
    found <- gate(x, "base", margin = 0.05, sequential = TRUE, history = history)
    levels <- 0.05 * 6 / (pi * 1:4)^2
    own <- lapply(levels, function(level) {
      widths(gate(x, "base", margin = 0.05, sequential = TRUE, conf.level = 1 - level))
    })
    which(abs(unlist(own) - widths(found)) < 1e-9)
  }
  expect_identical(look(100, old), 1L)
  expect_identical(look(200, old), 1L)
  expect_identical(look(200, 1 - old), 2L)
  # All items of the last look count, not only those that were kept.
  changed <- replace(old, 200, 1 - old[200])
  expect_identical(look(200, changed), 3L)
  expect_identical(look(300, old), 1L)
  # With fewer items nobody knows.
  expect_identical(look(90, old), 4L)
})

test_that("a history of an earlier version is read, and its candidates are other ones", {
  history <- history_file()
  x <- two(30, 20, 100)
  gate(x, "old", margin = 0.05, history = history, sequential = TRUE)
  seen <- utils::read.csv(history, colClasses = "character")
  expect_identical(names(seen)[10:11], c("answers", "version"))
  utils::write.csv(seen[1:9], history, row.names = FALSE)
  found <- gate(x, "old", margin = 0.05, history = history, sequential = TRUE)
  own <- gate(x, "old", margin = 0.05, sequential = TRUE, conf.level = 1 - 0.05 * 6 / (4 * pi^2))
  expect_equal(widths(found), widths(own))
  expect_identical(utils::read.csv(history)$version, 1:2)
  again <- gate(x, "old", margin = 0.05, history = history, sequential = TRUE)
  expect_equal(widths(again), widths(own))
})

is_known <- function(x, history, reference = "a") {
  tryCatch({
    gate(x, reference, margin = 0.1, history = history)
    FALSE
  }, verdict_error_gate = function(cnd) {
    grepl("was gated on these items before", conditionMessage(cnd)) || stop(cnd)
  })
}

test_that("a history knows rows of probabilities in any order, and where more have come", {
  history <- history_file()
  d <- data.frame(t = rep(0:1, 30), a = (1:60 * 7919) %% 9973 / 9973, b = (1:60 * 31) %% 61 / 61)
  set <- function(d) probability_set(t ~ a + b, d, positive = 1)
  expect_false(is_known(set(d), history))
  expect_true(is_known(set(d[60:1, ]), history))
  expect_true(is_known(set(rbind(d[1:2, ], d)), history))
  other <- transform(d, a = rev(a) / 2, t = 1 - t)
  expect_false(is_known(set(other), history))
  # A few rows that are the same by chance are other rows.
  expect_false(is_known(set(rbind(transform(d, a = a / 3), d[1:15, ])), history))
  # Of few digits rows are known together.
  coarse <- transform(d, a = round(a, 1))
  expect_false(is_known(set(coarse), history))
  expect_true(is_known(set(coarse[60:1, ]), history))
  expect_false(is_known(set(rbind(coarse[1, ], coarse)), history))
  # Earlier versions took rows as they are given.
  history <- history_file()
  is_known(set(d), history)
  seen <- utils::read.csv(history)
  given <- c(d$t, sprintf("%.15g", d$a))
  seen$items <- cli::hash_md5(paste(given, collapse = "\r"))
  utils::write.csv(seen[1:9], history, row.names = FALSE)
  expect_true(is_known(set(d), history))
  # Of several classes.
  history <- history_file()
  p <- matrix(d$a, 60, 3) + cbind(1:60, 60:1, 7) %% 11
  p <- p / rowSums(p)
  of <- function(at, classes) {
    colnames(p) <- c("u", "v", "w")
    truth <- factor(rep(c("u", "v", "w"), 20), classes)
    probability_set(truth[at], a = p[at, classes], b = p[rev(at), classes])
  }
  expect_false(is_known(of(1:60, c("u", "v", "w")), history))
  expect_true(is_known(of(60:1, c("w", "u", "v")), history))
})

test_that("a history knows rows of predictions in any order of rows and classes", {
  history <- history_file()
  d <- data.frame(t = rep(0:1, 30), a = rep(c(0, 1, 1), 20), b = rep(c(1, 0, 0, 1), 15))
  expect_false(is_known(prediction_set(t ~ a + b, d), history))
  expect_true(is_known(prediction_set(t ~ a + b, d[60:1, ]), history))
  expect_true(is_known(prediction_set(t ~ a + b, d, levels = c(1, 0)), history))
  expect_true(is_known(prediction_set(t ~ a + b, d[60:1, ], id = rep(1:20, 3)), history))
  expect_false(is_known(prediction_set(t ~ a + b, rbind(d, d[1, ])), history))
})

test_that("every set that has a gate may have a history", {
  d <- data.frame(t = rep(c("u", "v"), 100), a = rep(c("u", "v", "v"), length.out = 200), b = rep(c("v", "u"), 100),
    north = rep(1:2, each = 100))
  few <- transform(d, t = replace(t, seq(1, 200, 3), NA))
  some <- data.frame(t = rep(0:1, 40), a = 1:80 / 81, b = c(NA, 79:1 / 81))
  battles <- data.frame(
    first = rep(c("a", "b", "c"), 20), second = rep(c("b", "c", "a"), 20), winner = rep(c("first", "second"), 30)
  )
  sets <- list(
    prediction_set(t ~ a + b, few, labelling = "random"), prediction_set(t ~ a + b, few, labelling = "by_pattern"),
    standardise_groups(prediction_set(t ~ a + b, d, by = north)),
    standardise_groups(prediction_set(t ~ a + b, few, by = north, labelling = "random")),
    probability_set(t ~ a + b, some, positive = 1, na = "partial"),
    battle_set(battles, first = "first", second = "second", winner = "winner"),
    estimate_set(c(a = 0.7, b = 0.6), diag(c(0.01, 0.02)^2)),
    score_set(data.frame(dataset = 1:7, a = 1:7 / 9, b = 7:1 / 9), dataset = dataset)
  )
  for (set in sets) {
    history <- history_file()
    expect_false(is_known(set, history))
    expect_true(is_known(set, history))
  }
  human <- cbind(a = c(1, 0, 1, 1, NA, NA), b = c(0, 1, 1, 1, NA, NA))
  other <- ppi_mean(human, cbind(a = c(1, 0, 1, 1, 0, 1), b = c(0, 1, 1, 0, 0, 1)))
  expect_error(is_known(other, history), "knows a set by its rows", class = "verdict_error_gate")
  # A classifier may have the name of a column.
  history <- history_file()
  set <- prediction_set(t ~ item + b, transform(d, item = a))
  expect_false(is_known(set, history, "item"))
  expect_false(is_known(set[c(count = "b", "item")], history, "count"))
})

test_that("rows with weights of sampling are whole", {
  d <- data.frame(t = rep(c("u", "v"), 350), a = rep(c("u", "v", "v"), length.out = 700), b = "u")
  x <- prediction_set(t ~ a + b, d, weights = 1 / seq(0.11, 0.93, length.out = 700), weights_are = "sampling")
  expect_identical(gate(x, "a", margin = 0.1)$n, 700)
})

test_that("what a gate cannot judge is refused", {
  x <- two(3, 2)
  expect_error(gate(x, "old"), class = "verdict_error_margin")
  expect_error(gate(x, "old", margin = -1, require = "better"), "how much better it must be")
  expect_error(gate(x, "old", margin = 0), "how much worse does not matter", class = "verdict_error_margin")
  expect_error(gate(x, margin = 0.1, reference = c("old", "new")), class = "verdict_error_reference")
  expect_error(gate(x, "older", margin = 0.1), class = "verdict_error_classifier")
  expect_error(gate(x, "old", "old", margin = 0.1), class = "verdict_error_reference")
  expect_error(gate(x, "old", margin = 0.1, metric = 1), class = "verdict_error_metric")
  expect_error(gate(x, "old", margin = 0.1, conf.level = 2), class = "verdict_error_argument")
  expect_error(gate(x, "old", margin = 0.1, sequential = NA), class = "verdict_error_argument")
  expect_error(gate(), class = "verdict_error")
  rows <- prediction_set(truth ~ svm + tree, satellite)
  expect_error(gate(rows, "svm", margin = 0.1, metric = "precision"), "has a value in each class")
  expect_error(gate(rows, "svm", margin = 0.1, sequential = TRUE), class = "verdict_error_gate")
  scores <- cbind(old = c(1, 0, 1, 1), new = c(1, 1, 0, 1))
  clustered <- score_set(scores, item = 1:4, cluster = c(1, 1, 2, 2))
  expect_error(gate(clustered, "old", margin = 0.1, sequential = TRUE), "needs independent items")
  open <- score_set(scores, item = 1:4)
  expect_error(gate(open, "old", margin = 0.1, sequential = TRUE), "needs a metric with a known range")
  one <- score_set(cbind(old = 1, new = 0), item = 1)
  expect_identical(gate(one, "old", margin = 0.1)$decision, "undecided")
})

test_that("an expectation fails with what was not shown", {
  x <- two(30, 5, 20)
  expect_s3_class(expect_not_worse(x, "old", "new", margin = 0.05), "verdict_gate")
  expect_failure(expect_not_worse(x, "new", "old", margin = 0.05), "failed: old is worse than new")
  expect_error(expect_not_worse(x, "old", "new"), "`margin` is missing", class = "verdict_error_margin")
})

test_that("a gate without a reference asks for one", {
  x <- score_set(cbind(a = c(0, 1, 1), b = c(1, 1, 0)), design = "items")
  expect_error(gate(x, margin = 0.1), "which classifier is in use", class = "verdict_error_reference")
})

test_that("rows that stand for several are counted as those", {
  rows <- data.frame(
    truth = c("x", "y", "x", "y"), a = c("x", "y", "y", "y"), b = c("x", "y", "x", "x"), n = c(30, 30, 4, 7)
  )
  together <- gate(prediction_set(truth ~ a + b, rows, weights = n), "a", margin = 0.1)
  each <- gate(prediction_set(truth ~ a + b, rows[rep(1:4, rows$n), 1:3]), "a", margin = 0.1)
  expect_equal(together, each)
  expect_output(print(together), "on 71 rows", fixed = TRUE)
})

test_that("a gate that has lost columns is a data frame, and none that was passed", {
  event <- rep(0:1, 20)
  x <- probability_set(event, p = (1:40) / 41, q = ((1:40) * 7) %% 41 / 41)
  found <- gate(x, "p", "q", margin = 0.9)
  expect_true(as.logical(found))
  expect_output(print(found), "in AUC")
  expect_false(as.logical(found["n"]))
  expect_output(print(found["n"]), "^ *n")
  expect_output(print(found[1, ]), "Gate: passed")
})

test_that("what is no set is refused by its type", {
  for (odd in list(NULL, 1, "runs", mean, list(), data.frame(a = 1), factor("a"))) {
    expect_error(gate(odd, "old", margin = 0.1), class = "verdict_error_set")
  }
})

test_that("what any labels allow passes nothing that all labels leave undecided", {
  set_of <- function(d, ...) prediction_set(truth ~ p + q, d, ...)
  known <- gate(set_of(agreements_hidden(integer())), "p", require = "better")
  expect_identical(known$decision, "undecided")
  for (question in c("population", "rows")) {
    x <- set_of(agreements_hidden(), labelling = "unknown", question = question)
    found <- gate(x, "p", require = "better")
    expect_identical(found$decision, "undecided")
    expect_equal(c(found$conf.low, found$conf.high), c(4, 4) / 60)
    # More rows narrow no limits of labels.
    expect_true(is.na(found$more))
    expect_match(printed_text(found), "undecided: q is not shown to be better than p", fixed = TRUE)
    expect_identical(gate(x, "q", margin = 0.01)$decision, "undecided")
    expect_failure(expect_not_worse(x, "p", margin = 0.02))
  }
  # No label of a pattern that matters, and none of any row on which the two differ.
  for (hidden in list(c(13:20), 1:20)) {
    lost <- gate(set_of(agreements_hidden(hidden), labelling = "by_pattern"), "p", margin = 0.4)
    expect_identical(lost$decision, "undecided")
    expect_true(is.na(lost$estimate) && is.na(lost$more) && is.finite(lost$conf.low))
  }
  # Limits are no interval, and there is no confidence in them.
  d <- agreements_hidden()
  d$q[is.na(d$truth)] <- "a"
  said <- printed_text(gate(set_of(d, labelling = "unknown"), "p", margin = 0.01))
  expect_match(said, "\\(difference between \\S+ and \\S+; ")
  expect_no_match(said, "confidence.|NA")
})

test_that("a gate of few labels says which question it answers, and asks for no more rows of these rows only", {
  of <- function(question) {
    gate(prediction_set(truth ~ one + two, few_labels(), labelling = "random", question = question), "one",
      margin = 0.02
    )
  }
  expect_gt(of("population")$more, 0)
  expect_match(printed_text(of("population")), "The answer is about the population", fixed = TRUE)
  expect_identical(of("rows")$decision, "undecided")
  expect_true(is.na(of("rows")$more))
  expect_match(printed_text(of("rows")), "The answer is about these rows only", fixed = TRUE)
})

test_that("a margin in percent is a slip", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  refused <- function(expr) expect_error(expr, "For 2 percentage points give `0.02`", class = "verdict_error_margin")
  refused(gate(x, "random_forest", margin = 2))
  refused(expect_not_worse(x, "random_forest", "naive_bayes", margin = 2))
})

test_that("a gate's words do not depend on the decimal mark of the session", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  rlang::local_options(OutDec = ",")
  expect_match(printed_text(gate(x, "random_forest", margin = .01)), "by more than 0.01 in accuracy", fixed = TRUE)
})

test_that("a second look is known by any name of the metric", {
  history <- tempfile()
  x <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters[1:300, ], positive = "spam", id = 1:300)
  look <- function(metric) gate(x, "naive_bayes", margin = 0.02, metric = metric, history = history)
  look("error")
  expect_error(look("error_rate"), "was gated on these items before", class = "verdict_error_gate")
})

test_that("one row is one row", {
  one <- prediction_set(truth ~ old + new, data.frame(truth = "a", old = "a", new = "a"), levels = c("a", "b"))
  expect_output(print(gate(one, "old", margin = 0.1)), "1 comparison on 1 row;", fixed = TRUE)
})

test_that("estimates of which nobody knows the number of units have a gate", {
  x <- estimate_set(c(a = 0.7, b = 0.6), diag(c(0.01, 0.02)^2))
  said <- utils::capture.output(print(gate(x, "b", margin = 0.05)))
  expect_match(said[2], "passed: a is not worse than b")
  said <- paste(said, collapse = " ")
  expect_match(said, "1 comparison; all answers hold together with 95% confidence.", fixed = TRUE)
})

test_that("a gate of few clusters asks for no more rows than a plan does", {
  set.seed(4)
  rows <- data.frame(truth = sample(0:1, 400, TRUE), k = rep(1:5, each = 80))
  for (name in c("a", "b")) rows[[name]] <- +(plogis(rnorm(400) + rows$truth) > 0.5)
  x <- prediction_set(truth ~ a + b, rows, positive = 1, id = k)
  planned <- sample_size(x, "accuracy", difference = 0.02)
  expect_lt(gate(x, "a", margin = 0.02)$more, 1.5 * 80 * planned$n)
})

test_that("a history tells partial sets of other rows apart, and does not ask for weights", {
  set.seed(1)
  rows <- data.frame(truth = rbinom(200, 1, 0.5), x = runif(200), z = replace(runif(200), 1:5, NA), w = 1:2)
  other <- transform(rows, truth = 1 - truth, x = runif(200))
  partial <- function(rows) probability_set(truth ~ x + z, rows, positive = 1, na = "partial")
  history <- tempfile(fileext = ".csv")
  gate(partial(rows), "x", margin = 0.1, history = history)
  expect_no_error(gate(partial(other), "x", margin = 0.1, history = history))
  expect_error(gate(partial(rows[200:1, ]), "x", margin = 0.1, history = history), class = "verdict_error_gate")
  rows$z <- runif(200)
  history <- tempfile(fileext = ".csv")
  gate(probability_set(truth ~ x + z, rows, positive = 1, weights = w), "x", margin = 0.1, history = history)
  expect_error(
    gate(probability_set(truth ~ x + z, rows, positive = 1), "x", margin = 0.1, history = history),
    class = "verdict_error_gate"
  )
})

test_that("models of equal means differ by 0, at any number of looks, and no more items show one to be better", {
  set.seed(1)
  thirds <- function(k) {
    set.seed(k)
    a <- rbinom(30, 3, .5) / 3
    data.frame(a, b = sample(a))
  }
  sums <- vapply(1:60, function(k) mean(thirds(k)$b - thirds(k)$a), 0)
  expect_true(any(sums != 0)) # by rounding
  x <- score_set(thirds(which(sums > 0)[1]), design = "items", lower = 0, upper = 1)
  found <- gate(x, "a", "b", require = "better", sequential = TRUE)
  expect_identical(found$estimate, 0)
  expect_identical(found$more, NA_real_)
  expect_match(printed_text(found), "b is not shown to be better than a in score (difference 0", fixed = TRUE)
})

test_that("where these items would have done for equal models, no further ones are asked for", {
  found <- gate(two(100, 150, 6000), "old", margin = 0.01)
  expect_identical(found$decision, "undecided")
  expect_lt((qnorm(.975) + qnorm(.8))^2 * 250 / 6250 / .01^2, 6250)
  expect_identical(found$more, NA_real_)
  expect_match(format(found), "^undecided: new is not shown")
})

test_that("a gate of few labels says that the further rows have labels, and that labels of these rows tell more too", {
  x <- prediction_set(truth ~ one + two, few_labels(), labelling = "random")
  said <- printed_text(gate(x, "one", margin = 0.02))
  expect_match(said, "undecided, [0-9,]+ more rows at this share of labels: two is not shown")
  expect_match(said, "see sample_size(labels = TRUE) and next_labels().", fixed = TRUE)
})

test_that("tasks that are gated each by itself have no weights, and of many it is said how many items they have", {
  x <- read_evaluations(logs_of("suite"), weights = "tasks")
  expect_match(printed_text(gate(x, "org/base", margin = .1)), "standardised", fixed = TRUE)
  expect_no_match(printed_text(gate(x, "org/base", margin = .1, by = "task")), "standardised", fixed = TRUE)
  found <- gate(x, "org/base", margin = .1, by = "task")
  found <- rbind(found, found)
  found$n <- seq(5, by = 5, length.out = nrow(found))
  expect_match(printed_text(found), paste("on 5 to", 5 * nrow(found), "items;"), fixed = TRUE)
})

test_that("a gate by task refuses logs that name no task", {
  path <- tempfile(fileext = ".csv")
  on.exit(unlink(path))
  d <- data.frame(model = rep(c("old", "new"), each = 30), item = 1:30, score = c(rep_len(c(1, 0), 30), rep_len(1, 30)))
  write.csv(d, path, row.names = FALSE)
  x <- read_evaluations(path)
  expect_error(gate(x, "old", margin = 0.1, by = "task"), "The logs in `x` name no tasks", class = "verdict_error_gate")
  expect_s3_class(gate(x, "old", margin = 0.1), "verdict_gate")
})

test_that("a printed limit is told from what it is judged by", {
  printed <- function(found) {
    limits <- sub(".*\\[(.*)\\].*", "\\1", gsub("\u2212", "-", format(found)))
    as.numeric(strsplit(limits, ", ", fixed = TRUE)[[1]])
  }
  # Student's limit is just above the bound in some, just below in others.
  for (case in list(c(6, 4, 76), c(6, 4, 77), c(9, 4, 31), c(7, 3, 36))) {
    d <- rep(c(1, -1, 0), case)
    low <- mean(d) - qt(0.975, length(d) - 1) * sd(d) / sqrt(length(d))
    expect_lt(abs(low + 0.05), 0.001)
    x <- two(case[1], case[2], case[3])
    found <- gate(x, "old", margin = 0.05)
    expect_identical(found$decision, if (low > -0.05) "pass" else "undecided")
    expect_identical(sign(printed(found)[1] + 0.05), sign(low + 0.05))
    less <- two(case[1], case[2], case[3], metric = "loss", better = "low")
    expect_identical(sign(printed(gate(less, "new", "old", margin = 0.05))[2] - 0.05), -sign(low + 0.05))
    # More digits than that are none of its business.
    expect_match(format(gate(x, "old", margin = 0.2)), "\\[\\S0.05, 0...\\]")
  }
})

test_that("a gate of few labels sends to calls that answer", {
  d <- few_labels()
  d$site <- rep_len(1:2, nrow(d))
  d$drawn <- 0.5
  set_of <- function(...) prediction_set(truth ~ one + two, d, positive = "b", ...)
  advice <- function(x, metric = "accuracy") {
    found <- gate(x, "one", metric = metric, margin = 1e-3)
    expect_identical(found$decision, "undecided")
    text <- printed_text(found)
    said <- regmatches(text, regexpr("Labels of rows that have none.*?[.]", text))
    if (length(said)) said else ""
  }
  begin <- "Labels of rows that have none tell more too"
  both <- paste0(begin, ": see sample_size(labels = TRUE) and next_labels().")
  for (kind in c("random", "by_pattern")) {
    x <- set_of(labelling = kind)
    expect_identical(advice(x), both)
    expect_s3_class(sample_size(x, labels = TRUE), "label_size")
    expect_s3_class(next_labels(x, 5), "next_labels")
    expect_identical(advice(x, "sensitivity"), paste0(begin, ": see next_labels(metric = \"sensitivity\")."))
    expect_s3_class(next_labels(x, 5, metric = "sensitivity"), "next_labels")
    costs <- expected_cost(matrix(c(0, 1, 2, 0), 2))
    expect_identical(advice(x, costs), paste0(begin, ": see next_labels(), with this metric."))
    expect_s3_class(next_labels(x, 5, metric = costs), "next_labels")
  }
  x <- set_of(labelling = drawn)
  expect_identical(advice(x), paste0(begin, ": see sample_size(labels = TRUE)."))
  expect_s3_class(sample_size(x, labels = TRUE), "label_size")
  expect_identical(advice(x, "kap"), paste0(begin, "."))
  expect_identical(advice(standardise_groups(set_of(labelling = "random", by = site), "equal")), paste0(begin, "."))
  expect_identical(advice(set_of(labelling = "unknown")), "")
})

test_that("a history counts a metric and its complement as one, and says that looks by other metrics add up", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters[5 * 1:300, ], positive = "spam")
  history <- history_file()
  look <- function(metric) gate(x, "naive_bayes", margin = 0.02, metric = metric, history = history)
  again <- function(metric) expect_error(look(metric), "gated on these items before", class = "verdict_error_gate")
  found <- look("accuracy")
  expect_no_match(printed_text(found), "gated before")
  again("error")
  again("error_rate")
  said <- "These rows were gated before by accuracy: each metric has its confidence by itself, and all together less."
  found <- look("sens")
  expect_match(printed_text(found), said, fixed = TRUE)
  again("fnr")
  found <- look("specificity")
  said <- "before by accuracy and sens: .* 95% together where each of the 3 is gated with conf.level = 1 - 0.05 / 3"
  expect_match(printed_text(found), said)
  again("fpr")
  # Each by itself is as it would be without the others.
  expect_equal(found$conf.low, gate(x, "naive_bayes", margin = 0.02, metric = "specificity")$conf.low)
  # Other rows were not gated by any.
  other <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters[5 * 1:300 + 1, ], positive = "spam")
  found <- gate(other, "naive_bayes", margin = 0.02, history = history)
  expect_no_match(printed_text(found), "gated before")
  # Nor is it said of a history that knows no other metric.
  history <- history_file()
  for (look in 1:2) found <- gate(two(30, 20, 100), "old", margin = 0.05, sequential = TRUE, history = history)
  expect_no_match(printed_text(found), "gated before")
})

test_that("a second look at what has no sequential test is not sent to one", {
  history <- history_file()
  d <- satellite[1:200, ]
  x <- prediction_set(truth ~ svm + random_forest, d)
  look <- function() gate(x, "svm", margin = 0.05, history = history)
  look()
  refused <- function(expr) gsub("\\s+", " ", tryCatch(expr, error = conditionMessage))
  said <- refused(look())
  expect_match(said, "Gate on items that were not looked at yet: with scores of items", fixed = TRUE)
  expect_match(said, "see `score_set()`, and `sequential = TRUE` as often as you like", fixed = TRUE)
  way <- "score_set(data.frame(new = new == truth, old = old == truth), design = \"items\")"
  said <- tryCatch(gate(x, "svm", margin = 0.05, sequential = TRUE), error = conditionMessage)
  expect_match(gsub("\\s+", " ", said), way, fixed = TRUE)
  own <- within(list(truth = d$truth, new = d$random_forest, old = d$svm), scores <- eval(parse(text = way)))$scores
  of_class <- tryCatch(gate(x, "svm", metric = "mcc", margin = 0.05, sequential = TRUE), error = conditionMessage)
  expect_match(gsub("\\s+", " ", of_class), "That is accuracy: of the rows of one class it is", fixed = TRUE)
  expect_no_match(said, "That is accuracy")
  found <- gate(own, "old", margin = 0.05, sequential = TRUE)
  expect_equal(found$estimate, gate(x, "svm", margin = 0.05)$estimate)
  expect_identical(found$decision, "pass")
  # Scores of items are.
  history <- history_file()
  x <- two(30, 20, 100)
  gate(x, "old", margin = 0.05, history = history)
  said <- refused(gate(x, "old", margin = 0.05, history = history))
  expect_match(said, "That look was not sequential, and has used the level up", fixed = TRUE)
  expect_match(said, "Gate on items that were not looked at yet: with `sequential = TRUE` as often", fixed = TRUE)
  expect_identical(refused(gate(x, "old", margin = 0.05, history = history, sequential = TRUE)), said)
  # The advice works: on other items, and again.
  fresh <- score_set(x$scores[, , 1], item = paste("new", 1:150), lower = 0, upper = 1)
  for (look in 1:2) {
    expect_s3_class(gate(fresh, "old", margin = 0.05, history = history, sequential = TRUE), "verdict_gate")
  }
  # All looks were sequential: so may this one be.
  said <- refused(gate(fresh, "old", margin = 0.05, history = history))
  expect_match(said, "sooner or later: take `sequential = TRUE`, as before. i Or gate on items", fixed = TRUE)
  # Of several looks the one that has used the level up is named.
  gate(fresh[c("old", newest = "new")], "old", margin = 0.05, history = history, sequential = TRUE)
  together <- score_set(
    rbind(x$scores[, , 1], fresh$scores[, , 1]), item = c(x$cells$item, fresh$cells$item), lower = 0, upper = 1
  )
  said <- refused(gate(together, "old", margin = 0.05, history = history, sequential = TRUE))
  expect_match(said, "against \"new\", ", fixed = TRUE)
})

test_that("a gate without an interval is printed", {
  x <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters[1:300, ], positive = "spam")
  found <- gate(x, "naive_bayes", margin = 0.02, metric = "specificity") # no row is negative
  expect_match(printed_text(found), "undecided: .* \\(difference NA; ")
})

# Of rows with `old` and `new` the numbers that only one of the two has right.
discordant <- function(old, new, n) {
  right <- function(from, many) !(seq_len(n) > from & seq_len(n) <= from + many)
  prediction_set(truth ~ old + new, data.frame(truth = "x", old = ifelse(right(0, new), "x", "y"),
    new = ifelse(right(new, old), "x", "y")), levels = c("x", "y"))
}

# The power of the two-sided mid-p test: of m discordant rows k are the second's.
midp_power <- function(n, p, level = 0.05) {
  m <- seq(qbinom(1e-9, n, sum(p)), qbinom(1 - 1e-9, n, sum(p)))
  shown <- vapply(m, function(m) {
    k <- seq(ceiling(m / 2), m)
    rejects <- 2 * (pbinom(k, m, 0.5, lower.tail = FALSE) + dbinom(k, m, 0.5) / 2) <= level
    sum(dbinom(k[rejects], m, p[2] / sum(p)))
  }, 0)
  sum(dbinom(m, n, sum(p)) * shown)
}

test_that("how many more rows show a higher accuracy is what exact power says", {
  for (case in list(c(1, 2, 100), c(4, 6, 200), c(1, 3, 200), c(12, 20, 500))) {
    found <- gate(discordant(case[1], case[2], case[3]), "old", require = "better")
    expect_identical(found$decision, "undecided")
    n <- found$n + found$more
    expect_equal(midp_power(n, case[1:2] / case[3]), 0.8, tolerance = 0.02)
  }
  # At the level that each of several has, and where less is better.
  x <- discordant(1, 2, 100)
  at <- midp_power(100 + gate(x, "old", require = "better", conf.level = 0.99)$more, c(0.01, 0.02), 0.01)
  expect_equal(at, 0.8, tolerance = 0.02)
  more <- gate(x, "old", require = "better")$more
  expect_identical(gate(x, "old", require = "better", metric = "error")$more, more)
  expect_identical(gate(x, "new", require = "better")$more, NA_real_)
  expect_equal(sample_size(x, "accuracy")$n, 100 + more, tolerance = 0.02)
  # Scores of the same rows ask for as many.
  expect_equal(gate(two(2, 1, 97), "old", require = "better")$more, more, tolerance = 0.05)
})

test_that("how many more rows show that accuracy is not worse is what Tango's test takes", {
  m <- 0.01
  p <- 0.015
  # Its variance at the margin, of rates that are most likely there (METHODS: Tango 1998).
  likely <- function(q) p * log(q) + p * log(q - m) + (1 - 2 * p) * log(1 - 2 * q + m)
  q <- optimize(likely, c(m + 1e-9, 0.5), maximum = TRUE, tol = 1e-10)$maximum
  n <- ((qnorm(0.975) * sqrt(2 * q - m - m^2) + qnorm(0.8) * sqrt(2 * p)) / m)^2
  x <- discordant(1, 2, 100)
  for (metric in c("accuracy", "error")) {
    expect_identical(gate(x, "old", margin = m, metric = metric)$more, signif(ceiling(n) - 100, 2))
  }
  # Better by more than a margin, by the standard error.
  found <- gate(discordant(2, 8, 100), "old", require = "better", margin = 0.01)
  se <- sqrt((0.1 - 0.06^2) / 100)
  expect_identical(found$more, signif(ceiling(100 * (se / 0.05 * (qnorm(0.975) + qnorm(0.8)))^2 - 100), 2))
  # Of two that were never seen to differ the interval tells.
  same <- gate(discordant(0, 0, 100), "old", margin = m)
  expect_gt(same$more, 0)
})

test_that("of items that one model lacks a gate counts those that both have, at one look as at any number", {
  d <- data.frame(item = 1:90, a = rep(c(1, 0, 1), 30), b = rep(c(1, 1, 0), 30))
  d$a[1:25] <- NA
  d$b[60:70] <- NA
  x <- score_set(d, item = item, na = "keep", lower = 0, upper = 1)
  whole <- score_set(stats::na.omit(d), item = item, lower = 0, upper = 1)
  for (sequential in c(FALSE, TRUE)) {
    of <- function(set) gate(set, "a", margin = 0.2, sequential = sequential)
    expect_equal(of(x)$n, 54)
    expect_equal(of(x)[c("n", "conf.low", "more")], of(whole)[c("n", "conf.low", "more")], ignore_attr = TRUE)
  }
  expect_output(print(gate(x, "a", margin = 0.2)), "1 comparison on 54 items")
})

test_that("with a score of no item in common a gate is on none", {
  x <- score_set(cbind(a = c(1, 0, NA, NA), b = c(NA, NA, 1, 0)), design = "items", na = "keep", lower = 0, upper = 1)
  g <- gate(x, "a", margin = 0.1)
  expect_equal(g$n, 0)
  expect_output(print(g), "1 comparison on 0 items")
})

test_that("a history knows the answers by a metric as those by its complement, and metrics by their names", {
  set.seed(5)
  history <- tempfile()
  right <- data.frame(old = rbinom(200, 1, 0.7), new = rbinom(200, 1, 0.7))
  look <- function(scores, metric, ...) {
    x <- score_set(scores, item = 1:200, metric = metric, lower = 0, upper = 1)
    as.data.frame(gate(x, "old", margin = 0.3, history = history, ...))
  }
  first <- look(right, "accuracy", sequential = TRUE)
  # The same model: its share of the level is that of the first candidate again.
  expect_equal(look(1 - right, "error", sequential = TRUE)$conf.high, -first$conf.low)
  expect_equal(look(right, "accuracy", sequential = TRUE)$conf.low, first$conf.low)
  unlink(history)
  look(right, "accuracy")
  expect_s3_class(look(right, "all"), "data.frame")
})
