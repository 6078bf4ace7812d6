skip_if_not_installed("jsonlite")

# Scores of models on tasks: a list by task of matrices items x models.
suite_files <- function(tasks, env = parent.frame()) {
  models <- colnames(tasks[[1]])
  files <- lapply(models, function(model) {
    lines <- unlist(lapply(names(tasks), function(task) {
      score <- tasks[[task]][, model]
      here <- which(!is.na(score))
      sprintf('{"model": "%s", "task": "%s", "id": "%d", "score": %s}', model, task, here, score[here])
    }))
    log_file(lines, name = paste0(model, ".jsonl"), env = env)
  })
  unlist(files)
}

right <- function(n, wrong) rep(0:1, c(wrong, n - wrong))

test_that("a mean over tasks has the standard error of its parts", {
  of <- function(what) logged_scores(what, "org/new") - logged_scores(what, "org/base")
  d <- list(arith = of("harness"), history = of("suite"))
  errors <- vapply(d, function(d) var(d) / length(d), 0)
  for (share in list(c(0.5, 0.5), c(0.25, 0.75))) {
    weights <- if (share[1] == 0.5) "tasks" else c(history = 3, arith = 1)
    x <- read_evaluations(logs_of("suite"), weights = weights)
    found <- compare_classifiers(x)
    expect_equal(found$estimate, sum(share * vapply(d, mean, 0)))
    expect_equal(found$std.error, sqrt(sum(share^2 * errors)))
    df <- sum(share^2 * errors)^2 / sum((share^2 * errors)^2 / (lengths(d) - 1))
    expect_equal(found$df, df)
    expect_equal(attr(x, "evaluation")$suite$weight, share)
    at <- gate(x, "org/base", margin = 0.3)
    expect_equal(at$conf.low, found$estimate - qt(0.975, df) * found$std.error)
  }
  expect_match(lines_of(x), "Weights of the tasks: arith 0.25 and history 0.75.", fixed = TRUE)
  items <- read_evaluations(logs_of("suite"))
  expect_equal(found_pair(items), paired_of("suite"))
  expect_equal(as.data.frame(x), as.data.frame(items))
  expect_identical(x[c(new = "org/new", "org/base")]$classifiers, c("new", "org/base"))
  expect_identical(x[], x)
  expect_match(lines_of(x["org/new"]), "of 1 classifier on 60 items")
})

test_that("a verdict on a suite says what was read, who is better where, and what its items can show", {
  x <- read_evaluations(logs_of("suite"), weights = "tasks")
  v <- verdict(x)
  said <- paste(utils::capture.output(print(v, width = 200)), collapse = "\n")
  expect_match(said, "^Read from 4 files .*Each task counts once; what is said is of these tasks")
  expect_match(said, "Score by task")
  z <- qnorm(2 * pt(qt(0.975, v$overall$df), v$overall$df, lower.tail = FALSE) / 2, lower.tail = FALSE) + qnorm(0.8)
  expect_match(said, paste0("with power 0.8 is ", signif(z * v$overall$std.error, 2), "."), fixed = TRUE)
  d <- lapply(c("harness", "suite"), function(what) logged_scores(what, "org/new") - logged_scores(what, "org/base"))
  expect_equal(v$groups$where$estimate, vapply(d, mean, 0))
  # One-sided p-values of both tasks, Simes: at least one, and both.
  p <- vapply(d, function(d) t.test(d, alternative = "greater")$p.value, 0)
  found <- where_better(x)
  expect_equal(found$p.everywhere[1], max(p))
  expect_equal(found$p.at.least[1], min(2 * min(p), max(p)))
  same <- log_file(sprintf('{"model": "%s", "id": "%d", "score": 1}', c("a", "b"), rep(1:4, each = 2)))
  expect_no_match(paste(utils::capture.output(print(verdict(read_evaluations(same)))), collapse = " "), "power 0.8 is")
})

test_that("tasks that can hardly tell models apart are named", {
  a <- cbind(old = rep(c(1, 0, 1, 1), 10), new = rep(c(1, 1, 0, 1), 10))
  files <- suite_files(list(
    few = cbind(old = c(0, 1, 0), new = c(1, 1, 0)), easy = cbind(old = right(40, 3), new = right(40, 1)),
    hard = cbind(old = 1 - right(40, 0), new = 1 - right(40, 2)), alike = cbind(old = right(9, 4), new = right(9, 4)),
    fine = a
  ))
  x <- read_evaluations(files)
  suite <- attr(x, "evaluation")$suite
  expect_identical(suite$task[is.na(suite$note)], "fine")
  note <- stats::setNames(suite$note, suite$task)
  expect_match(note[["easy"]], "^saturated")
  expect_match(note[["hard"]], "^out of reach")
  expect_match(note[["few"]], "too few items")
  expect_match(note[["alike"]], "same scores")
  expect_equal(suite$highest[suite$task == "easy"], 39 / 40)
  # Three wrong of forty are too few to be beaten, five are not: t tests of what a model without a fault would gain.
  expect_gt(t.test(1 - right(40, 3))$p.value, 0.05)
  expect_lt(t.test(1 - right(40, 5))$p.value, 0.05)
  five <- read_evaluations(suite_files(list(t = cbind(old = right(40, 5), new = right(40, 4)), fine = a)))
  expect_identical(attr(five, "evaluation")$suite$note, rep(NA_character_, 2))
  said <- lines_of(x)
  expect_match(said, "Can hardly tell models apart: .*easy \\(scores from 0.93 to 0.97; saturated: not even a model")
  expect_match(said, "few \\(3 items; too few items\\)")
  expect_match(said, "Each item counts once, so that large tasks weigh more")
})

test_that("a low score that is good turns what is saturated and what is out of reach", {
  write <- function(model, score) {
    folder <- withr_tempdir(parent.frame(2))
    for (task in names(score)) {
      line <- '{"doc_id": %d, "doc_hash": "%d", "filter": "none", "metrics": ["wer"], "wer": %d}'
      writeLines(sprintf(line, 1:20, 1:20, score[[task]]),
        file.path(folder, paste0("samples_", task, "_2026-03-01T10-00-00.1.jsonl")))
    }
    high <- paste0(
      '{"results": {}, "configs": {}, "model_name": "%s", ',
      '"higher_is_better": {"t": {"wer": false}, "u": {"wer": false}}}'
    )
    writeLines(sprintf(high, model), file.path(folder, "results_2026-03-01T10-00-00.1.json"))
    folder
  }
  zero <- rep(0L, 20)
  x <- read_evaluations(c(
    write("a", list(t = replace(zero, 1, 1L), u = 1L - replace(zero, 2, 1L))), write("b", list(t = zero, u = 1L - zero))
  ))
  expect_match(attr(x, "evaluation")$suite$note, "^saturated|^out of reach")
  expect_match(attr(x, "evaluation")$suite$note[1], "^saturated")
})

test_that("a task that not all models have is left out with a word, or refused if it has a weight", {
  files <- suite_files(list(
    both = cbind(a = right(8, 3), b = right(8, 4)), other = cbind(a = right(9, 3), b = right(9, 2)),
    lone = cbind(a = right(7, 3), b = NA)
  ))
  x <- read_evaluations(files)
  expect_match(lines_of(x), "No item of lone was scored by all models: left out.", fixed = TRUE)
  expect_identical(attr(x, "evaluation")$suite$items, c(8L, 9L))
  expect_error(read_evaluations(files, weights = c(both = 1, other = 1, lone = 1)), "so that the task has no mean",
    class = "verdict_error_runs")
  weighed <- read_evaluations(files, weights = c(both = 1, other = 1, lone = 0))
  expect_equal(compare_classifiers(weighed)$estimate, mean(c(-1 / 8, 1 / 9)))
})

test_that("weights that are none are refused", {
  refused <- function(weights, pattern = "weights") {
    expect_error(read_evaluations(logs_of("suite"), weights = weights), pattern, class = "verdict_error_argument")
  }
  refused("some")
  refused(c(1, 2))
  refused(c(arith = -1, history = 2))
  refused(c(arith = 0, history = 0))
  refused(NULL)
  refused(c(arith = 1), "history")
  refused(c(arith = 1, history = 1, maths = 1), "maths")
  x <- read_evaluations(logs_of("suite"), weights = "tasks")
  expect_error(gate(x, "org/base", margin = 0.1, sequential = TRUE), "tasks have weights", class = "verdict_error_gate")
  expect_identical(
    compare_classifiers(read_evaluations(logs_of("harness"), weights = "tasks"))$estimate,
    compare_classifiers(read_evaluations(logs_of("harness")))$estimate
  )
  ppl <- log_file(sprintf('{"doc_id": %d, "metrics": ["word_perplexity"], "word_perplexity": [-30.5, 12]}', 1:3))
  expect_error(read_evaluations(ppl, weights = "tasks"), "weights of its own", class = "verdict_error_argument")
})

test_that("a document that has items of several tasks is one cluster", {
  set.seed(12)
  d <- expand.grid(question = 1:2, document = 1:12, task = c("extract", "summarise", "translate"))
  d$document[d$task == "translate"] <- d$document[d$task == "translate"] + 11
  d$item <- seq_len(nrow(d))
  easy <- rnorm(23)[d$document]
  d$a <- rbinom(nrow(d), 1, plogis(0.2 - easy))
  d$b <- rbinom(nrow(d), 1, plogis(0.2 + easy))
  line <- '{"model": "%s", "task": "%s", "id": "%d", "score": %d, "document": "%d"}'
  write <- function(model) sprintf(line, model, d$task, d$item, d[[model]], d$document)
  file <- log_file(write("a"), write("b"))
  x <- read_evaluations(file, cluster = "document")
  found <- compare_classifiers(x)
  expect_match(lines_of(x), "on 72 items in 23 clusters", fixed = TRUE)
  expect_match(
    lines_of(x), "Clusters: items of one document, whatever their task (12 clusters have items of several). They make",
    fixed = TRUE
  )
  # As of a data frame, and so with a weight for each task.
  same <- score_set(d, classifiers = c(a, b), item = item, cluster = document, by = task)
  expect_equal(found[c("std.error", "df")], compare_classifiers(same)[c("std.error", "df")], ignore_attr = TRUE)
  thirds <- c(extract = 1, summarise = 1, translate = 1) / 3
  expect_equal(
    compare_classifiers(read_evaluations(file, cluster = "document", weights = "tasks"))[c("std.error", "df")],
    compare_classifiers(standardise_groups(same, thirds))[c("std.error", "df")], ignore_attr = TRUE
  )
  one <- lines_of(read_evaluations(file, cluster = "document", task = c("extract", "translate")))
  expect_match(one, "(1 cluster has items of several)", fixed = TRUE)
  none <- lines_of(read_evaluations(file, cluster = "document", task = "extract"))
  expect_match(none, "Clusters: items of one document. They make", fixed = TRUE)
})

test_that("items of a task without the field are clusters by themselves", {
  line <- '{"doc_id": %d, "doc_hash": "%s%d", "metrics": ["acc"], "acc": %d%s}'
  write <- function(task, score, doc, folder) {
    lines <- sprintf(line, seq_along(score), task, seq_along(score), score, doc)
    writeLines(lines, file.path(folder, paste0("samples_", task, "_2026-03-01T10-00-00.1.jsonl")))
  }
  score <- list(a = c(1, 1, 0, 0, 1, 1), b = c(0, 0, 1, 1, 1, 1))
  folders <- vapply(score, function(s) {
    folder <- withr_tempdir(parent.frame(2))
    write("t", as.integer(s), sprintf(', "doc": {"passage": "p%d"}', rep(1:3, each = 2)), folder)
    write("u", as.integer(1 - s[1:4]), "", folder)
    folder
  }, "")
  proposed <- attr(read_evaluations(folders), "evaluation")$clusters
  expect_identical(proposed$clusters, 7L)
  d <- c(score$b - score$a, score$a[1:4] - score$b[1:4])
  d <- d - mean(d)
  sums <- c(tapply(d[1:6], rep(1:3, each = 2), sum), d[7:10])
  expect_equal(proposed$ratio, sqrt(sum(sums^2) * 7 / 6 / (sum(d^2) * 10 / 9)))
  x <- read_evaluations(folders, cluster = "passage")
  expect_identical(length(unique(x$cells$cluster)), 7L)
  expect_match(lines_of(x), "items of one passage. They make the standard error of a difference", fixed = TRUE)
})

test_that("where only the tasks could be tested, that is said, with their test and their level", {
  # A task of one item leaves the mean over tasks without a variance; the other task has its paired t test.
  dir.create(folder <- tempfile())
  line <- '{"model":"%s","task":"%s","id":"%d","score":%d}'
  for (model in c("a", "b")) {
    score <- rep(if (model == "a") c(1, 1, 0) else c(0, 1, 0), 20)
    lines <- c(sprintf(line, model, "big", 1:60, score), sprintf(line, model, "one", 1, 1))
    writeLines(lines, file.path(folder, paste0(model, ".jsonl")))
  }
  v <- verdict(read_evaluations(folder, weights = "tasks"))
  basis <- "Only the tasks could be tested: paired t. A difference is shown where p is below 0.05."
  expect_match(printed_text(v), basis, fixed = TRUE)
  text <- "No comparison of the overall values could be tested. Each of the 2 tasks was judged by the paired t test"
  expect_match(as.character(methods_text(v)), text, fixed = TRUE)
  expect_match(printed_text(as_table(v)), "only the tasks could be tested", fixed = TRUE)
})
