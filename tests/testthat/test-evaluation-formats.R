skip_if_not_installed("jsonlite")

test_that("inspect_ai logs are read with their epochs and failures, as JSON and packed", {
  x <- read_evaluations(logs_of("inspect"))
  expect_identical(x$classifiers, c("lab/a", "lab/b"))
  expect_equal(found_pair(x), paired_of("inspect"))
  expect_match(lines_of(x), "Without a score, and taken as wrong: 1 sample of lab/b.", fixed = TRUE)
  expect_match(lines_of(x), "Items share a category (6 clusters)", fixed = TRUE)
  packed <- read_evaluations(logs_of("inspect-eval"))
  expect_identical(packed$scores, x$scores)
  missing <- read_evaluations(logs_of("inspect"), on_error = "missing")
  expect_equal(found_pair(missing), paired_of("inspect-missing"))
})

test_that("inspect_ai's letters, words and named values are numbers as it takes them", {
  values <- function(...) as.data.frame(read_evaluations(logs_of("inspect-odd", "values.json"), ...))
  x <- values(metric = "match", on_error = "missing")
  expect_equal(x$score[match(1:7, x$item)], c(0.5, 0, 1, 0, 2, 1, 0.25))
  both <- values(metric = c("match.x", "match.y"), on_error = "missing")
  expect_equal(both$score[match(c("match.x", "match.y"), both$metric)], c(1, 0))
})

test_that("a log whose fields hold something else is said to be one, whatever wrote it", {
  odd <- function(label, text, name = "odd.json") {
    expect_error(
      read_evaluations(log_file(text, name = name)), paste0("odd.*looks like a log of ", label, ", but its fields"),
      class = "verdict_error_evaluation"
    )
  }
  inspect <- '{"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}, "samples": %s}'
  for (samples in c("[1, 2]", '"none"', '[{"id": 1, "scores": 5}]')) odd("inspect_ai", sprintf(inspect, samples))
  for (stats in c('"none"', "[5]")) odd("HELM", sprintf('[{"instance_id": "id0", "stats": %s}]', stats))
  odd("lighteval", '{"doc": 5, "metric": {"a": 1}, "model_response": {}}', "odd.jsonl")
  doc <- '{"doc": {"id": "1", "task_name": "t|0", "query": "q"}, "metric": 5, "model_response": {}}'
  odd("lighteval", doc, "odd.jsonl")
  every <- '{"schema_version": "0.3.0", "evaluation_name": "e"%s, "evaluation": %s, "model_id": "m"}'
  odd("Every Eval Ever", sprintf(every, ', "sample_id": "1"', "5"), "odd.jsonl")
  expect_error(read_evaluations(log_file(sprintf(every, "", '{"score": 1}'))), "rows without an item, such as line 1")
  nameless <- log_file(sprintf(inspect, '[{"scores": {"a": {"value": "C"}}}]'), name = "a.json")
  expect_error(read_evaluations(nameless), "a.json.* has rows without an item, such as row 1")
})

test_that("inspect_ai logs that cannot be used say why", {
  odd <- function(file, ...) read_evaluations(logs_of("inspect-odd", file), ...)
  expect_error(odd("text.json"), "text, \"maybe\"")
  expect_error(odd("list.json"), "no single number")
  expect_error(odd("started.json"), "did not end: its status is \"started\"")
  expect_identical(dim(odd("started.json", allow = "unfinished")$scores), c(2L, 1L, 1L))
  bare <- log_file('{"eval": {"task": "t", "model": "m"}, "status": "success"}', name = "a.json")
  expect_error(read_evaluations(bare), "has no samples: they were not logged")
  expect_error(odd("version.json"), "version 9")
  expect_error(odd("unscored.json"), "it was not scored")
  expect_error(odd("nan.json"), "no finite number")
  expect_equal(as.vector(odd("nan.json", on_error = "missing")$scores), 1)
  expect_error(odd("lzma.eval"), "compressed in a way that this R cannot read")
  expect_error(odd("headless.eval"), "it is still being written")
  # What another scorer says in words is no matter where one is named.
  sample <- '{"id": %d, "epoch": 1, "input": "q", "scores": {"match": {"value": "C"}, "label": {"value": "red"}}}'
  two <- log_file(paste0(
    '{"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}, "samples": [',
    paste(sprintf(sample, 1:3), collapse = ", "), "]}"
  ), name = "a.json")
  expect_error(read_evaluations(two), "text, \"red\"")
  expect_equal(as.vector(read_evaluations(two, metric = "match")$scores), c(1, 1, 1))
  named <- read_evaluations(c(mine = logs_of("inspect-odd", "args.json")))
  expect_identical(named$classifiers, "mine")
})

test_that("HELM's instances are read with their perturbations and what was run", {
  x <- read_evaluations(logs_of("helm"))
  expect_identical(x$classifiers, c("lab/a", "lab/b"))
  expect_identical(x$metrics$metric, "exact_match")
  data <- as.data.frame(x)
  expect_identical(sum(data$item == "id0/typos"), 2L)
  plain <- data[data$item != "id0/typos", ]
  expect_equal(tapply(plain$score, plain$classifier, mean)[["lab/b"]], mean(logged_scores("others", "b")))
  expect_identical(unique(attr(x, "evaluation")$runs$task), "mmlu:subject=toy,method=joint")
  other <- withr_tempdir(environment())
  file.copy(logs_of("helm", "a"), other, recursive = TRUE)
  spec <- file.path(other, "a", "run_spec.json")
  writeLines(sub("\"max_train_instances\": 5", "\"max_train_instances\": 0", readLines(spec, warn = FALSE)), spec)
  expect_error(read_evaluations(c(other, logs_of("helm", "b"))), "differ in shots", class = "verdict_error_runs")
  expect_error(read_evaluations(c(logs_of("helm", "a"), logs_of("harness", "org__new"))),
    "No item was scored by all 2 models.*lab/a: mmlu.* and org/new: arith", class = "verdict_error_runs")
  apart <- log_file(sprintf('{"model": "%s", "id": "%d", "score": 1}', rep(c("a", "b", "c"), each = 3), 1:9))
  expect_error(read_evaluations(apart), "a: items 1, 2 and 1 more, b: items 4, .*called.*pairwise")
  # Alone, the file tells no more than its folder.
  unlink(spec)
  expect_identical(read_evaluations(other)$classifiers, "a")
  expect_identical(read_evaluations(c(mine = other))$classifiers, "mine")
})

test_that("HELM's likelihoods of texts are ratios of sums", {
  folder <- withr_tempdir(environment())
  instance <- function(id, logprob, bytes, tokens) {
    stat <- '{"name": {"name": "%s"}, "count": 1, "mean": %g}'
    stats <- sprintf(stat, c("logprob", "num_bytes", "num_perplexity_tokens"), c(logprob, bytes, tokens))
    sprintf('{"instance_id": "%s", "stats": [%s]}', id, paste(stats, collapse = ", "))
  }
  text <- paste0("[", instance("id0", -30, 40, 9), ", ", instance("id1", -12, 25, 6), "]")
  writeLines(text, file.path(folder, "per_instance_stats.json"))
  x <- read_evaluations(folder)
  expect_equal(assess_classifiers(x)$estimate, 42 / 65 / log(2))
  expect_identical(x$metrics$better, "low")
  expect_equal(assess_classifiers(read_evaluations(folder, metric = "perplexity"))$estimate, exp(42 / 15))
})

test_that("EvalPlus completions are samples of a task, by the base tests and all", {
  x <- read_evaluations(logs_of("evalplus"), metric = c("pass@1,base", "pass@1,plus"))
  expect_identical(x$classifiers, c("a", "b"))
  data <- as.data.frame(x)
  a <- logged_scores("others", "a")
  second <- ifelse(seq_along(a) %% 2 == 0, 1 - a, a)
  mean_of <- function(metric) mean(data$score[data$metric == metric & data$classifier == "a"])
  expect_equal(mean_of("pass@1,base"), mean(c(a, second)))
  expect_equal(mean_of("pass@1,plus"), mean(c(a, second) * (seq_along(a) %% 3 != 1)))
  base <- read_evaluations(logs_of("evalplus-base"))
  expect_identical(base$metrics$metric, "pass@1,base")
  expect_identical(base$classifiers, "evalplus-base")
  old <- '{"date": "", "hash": "a", "eval": {"HumanEval/0": {"nfiles": 1, "base": [["success", []]]}}}'
  expect_error(read_evaluations(log_file(old, name = "a.json")), "a version that is not known here")
  expect_identical(read_evaluations(c(mine = logs_of("evalplus-base")))$classifiers, "mine")
})

test_that("lighteval's details as JSON lines are read by task and shots", {
  x <- read_evaluations(logs_of("lighteval"))
  expect_equal(found_pair(x), paired_of("others"))
  expect_identical(x$classifiers, c("a", "b"))
  line <- readLines(logs_of("lighteval", "a", "details_toy_2026.jsonl"))
  five <- log_file(gsub("toy:a|0", "toy:a|5", line, fixed = TRUE))
  expect_identical(attr(read_evaluations(c(mine = five)), "evaluation")$runs$task, "toy:a|5")
  nan <- log_file(sub("3.5", "NaN", line[1], fixed = TRUE))
  expect_error(read_evaluations(nan, metric = "length"), "no finite number")
})

test_that("lighteval's results say which model, version and direction; its folders, without them, which model", {
  root <- withr_tempdir(environment())
  date <- "2026-03-01T10-00-00.5"
  folder <- file.path(root, "details", "lab", "new", date)
  dir.create(folder, recursive = TRUE)
  line <- '{"doc": {"id": "%d", "task_name": "toy|0", "query": "q"}, "metric": %s, "model_response": {}}'
  cell <- '{"em": %d, "ppl": {"logprobs": %g, "weights": 4}, "corpus": {"golds": ["a"], "preds": ["b"]}}'
  writeLines(
    sprintf(line, 1:4, sprintf(cell, c(1, 0, 1, 1), c(-2, -1, -3, -2))),
    file.path(folder, paste0("details_toy|0_", date, ".parquet"))
  )
  x <- read_evaluations(root)
  expect_identical(x$classifiers, "new")
  expect_setequal(attr(x, "evaluation")$metrics, c("em", "perplexity"))
  expect_equal(assess_classifiers(read_evaluations(root, metric = "perplexity"))$estimate, exp(2))
  beside <- file.path(root, "results", "lab", "new")
  dir.create(beside, recursive = TRUE)
  results <- list(
    config_general = list(model_name = "lab/new"), results = list(), versions = list("toy|0" = 2),
    config_tasks = list("toy|0" = list(metrics = list(list(metric_name = "em", higher_is_better = FALSE))))
  )
  writeLines(jsonlite::toJSON(results, auto_unbox = TRUE), file.path(beside, paste0("results_", date, ".json")))
  y <- read_evaluations(root)
  expect_identical(y$classifiers, "lab/new")
  expect_identical(y$metrics$better, "low")
  expect_error(
    read_evaluations(c(a = folder, b = log_file(sprintf(line, 1:4, '{"em": 1}')))), NA
  )
})

test_that("Every Eval Ever's records are read, errors as they are asked for, and other versions refused", {
  x <- read_evaluations(logs_of("every"), on_error = "missing")
  expect_identical(dim(x$scores), c(15L, 2L, 1L))
  expect_match(lines_of(x), "Of 16 items lab/a lacks 1.", fixed = TRUE)
  wrong <- read_evaluations(logs_of("every"))
  a <- replace(logged_scores("others", "a"), 3, 0)
  expect_equal(mean(wrong$scores[, "lab/a", ]), mean(a))
  line <- readLines(logs_of("every", "b_samples.jsonl"))
  expect_error(read_evaluations(log_file(sub("0.3.0", "2.0", line, fixed = TRUE))), "record of version 2.0")
  nan <- log_file(line[-1], sub("\"score\": [01].0", "\"score\": NaN", line[1]))
  expect_error(read_evaluations(nan), "no finite number")
  bare <- jsonlite::parse_json(line[1])
  bare$input$raw <- bare$sample_hash <- NULL
  named <- read_evaluations(c(mine = log_file(jsonlite::toJSON(bare, auto_unbox = TRUE, null = "null"), line[2])))
  expect_identical(named$classifiers, "mine")
})

test_that("several results of one sample in Every Eval Ever's records are metrics, not samples", {
  line <- readLines(logs_of("every", "b_samples.jsonl"))
  result <- function(id, score) {
    with_id <- sub('"sample_id"', paste0('"evaluation_result_id": "', id, '", "sample_id"'), line, fixed = TRUE)
    sub('"score": [01].0', paste0('"score": ', score), with_id)
  }
  x <- read_evaluations(log_file(result("toy.em", 1), result("toy.f1", 0.5)), metric = "toy.f1")
  expect_equal(as.vector(x$scores), rep(0.5, 16))
  one <- read_evaluations(log_file(result("toy.em", 1)))
  expect_identical(one$metrics$metric, "score")
})

test_that("Every Eval Ever's aggregate says what the metric is called, its direction and range, and what is unknown", {
  folder <- withr_tempdir(environment())
  line <- paste0(
    '{"schema_version": "0.3.0", "evaluation_id": "e", "model_id": "%s", "evaluation_name": "toy", ',
    '"sample_id": "%d", "evaluation_result_id": "r", "evaluation": {"score": %g}}'
  )
  writeLines(sprintf(line, "a", 1:4, c(10, 20, -1, 40)), file.path(folder, "x_samples.jsonl"))
  config <- list(
    metric_name = "edits", lower_is_better = TRUE, min_score = 0, max_score = 100, has_unknown_level = TRUE
  )
  result <- list(evaluation_result_id = "r", evaluation_name = "toy", metric_config = config)
  aggregate <- list(schema_version = "0.3.0", evaluation_results = list(result))
  writeLines(jsonlite::toJSON(aggregate, auto_unbox = TRUE), file.path(folder, "x.json"))
  x <- read_evaluations(folder, on_error = "missing")
  expect_identical(unlist(x$metrics[c("metric", "better", "lower", "upper")]), c(
    metric = "edits", better = "low", lower = "0", upper = "100"
  ))
  expect_equal(as.vector(x$scores), c(10, 20, 40))
  # Scores beyond the range that is told have none.
  writeLines(sprintf(line, "a", 1:4, 150), file.path(folder, "x_samples.jsonl"))
  expect_identical(read_evaluations(folder)$metrics$upper, Inf)
})

# A package that reads parquet is none that tests can count on: this one stands for it.
with_parquet_reader <- function(reader, code) {
  space <- environment(read_evaluations)
  old <- space$parquet_reader
  set <- function(value) {
    unlockBinding("parquet_reader", space)
    assign("parquet_reader", value, space)
    lockBinding("parquet_reader", space)
  }
  set(function() reader)
  on.exit(set(old))
  force(code)
}

test_that("rows of parquet are read as those of any format, nested or plain", {
  file <- file.path(withr_tempdir(environment()), "runs of a.parquet")
  writeBin(charToRaw("PAR1 and so on"), file)
  rows <- data.frame(model = rep(c("a", "b"), each = 3), item = 1:3, score = c(1, 0, 1 / 3, 0, 1, NA))
  x <- with_parquet_reader(function(path) rows, read_evaluations(file))
  expect_equal(as.data.frame(x)$score, c(1, 0, 1 / 3, 0, 1, 0))
  expect_identical(attr(x, "evaluation")$runs$file, rep(file, 2))
  nested <- rows[1:3, "score", drop = FALSE]
  nested$doc <- data.frame(id = c("x", "y", "z"), task_name = "t|0", query = c("x?", "y?", "z?"))
  nested$metric <- data.frame(em = c(1, 0, 1))
  nested$model_response <- data.frame(text = I(list("a", "b", "c")))
  details <- with_parquet_reader(function(path) nested[-1], read_evaluations(file))
  expect_identical(attr(details, "evaluation")$runs$format, "lighteval")
  expect_identical(details$classifiers, "runs of a")
  expect_equal(as.vector(details$scores), c(1, 0, 1))
  fails <- function(reader, pattern) {
    expect_error(with_parquet_reader(reader, read_evaluations(file)), pattern, class = "verdict_error_evaluation")
  }
  fails(function(path) stop("no"), "runs of a.parquet.* cannot be read as parquet")
  fails(function(path) rows[0, ], "has no rows")
  fails(NULL, "Install nanoparquet")
  fails(function(path) transform(rows, score = replace(score, 1, NaN)), "is no finite number.*runs of a.parquet")
  fails(function(path) transform(rows, score = "high"), "on line 1 of .*runs of a.parquet.* is text, \"high\"")
})
