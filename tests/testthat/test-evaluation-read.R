skip_if_not_installed("jsonlite")

test_that("logs of the evaluation harness are paired by document, with their filters and clusters", {
  x <- read_evaluations(logs_of("harness"))
  expect_s3_class(x, "score_set")
  expect_identical(x$classifiers, c("org/base", "org/new"))
  expect_identical(x$metrics$metric, "acc")
  expect_equal(found_pair(x), paired_of("harness"))
  means <- tapply(as.data.frame(x)$score, as.data.frame(x)$classifier, mean)
  expect_equal(means[["org/base"]], mean(logged_scores("harness", "org/base")))
  strict <- read_evaluations(logs_of("harness"), metric = c("acc", "acc,strict"))
  expect_identical(strict$metrics$metric, c("acc", "acc,strict"))
  right <- logged_scores("harness", "org/new") * (seq_len(40) %% 3 != 1)
  kept <- subset(as.data.frame(strict), metric == "acc,strict" & classifier == "org/new")
  expect_equal(mean(kept$score), mean(right))
  said <- lines_of(x)
  expect_match(said, "Read from 2 files (lm-evaluation-harness): 1 task (arith).", fixed = TRUE)
  expect_match(said, "Other metrics in the logs, for `metric`: acc_norm", fixed = TRUE)
})

test_that("clusters are proposed with what they do to the standard error, and taken when named", {
  x <- read_evaluations(logs_of("harness"))
  d <- logged_scores("harness", "org/new") - logged_scores("harness", "org/base")
  sums <- tapply(d - mean(d), rep(1:10, each = 4), sum)
  ratio <- sqrt(sum(sums^2) * 10 / 9) / sqrt(sum((d - mean(d))^2) * 40 / 39)
  expect_equal(attr(x, "evaluation")$clusters, data.frame(field = "passage", clusters = 10L, ratio = ratio))
  expect_match(lines_of(x), "cluster = \"passage\" would make the standard error of a difference 1.20 times as large")
  clustered <- read_evaluations(logs_of("harness"), cluster = "passage")
  expect_identical(length(unique(clustered$cells$cluster)), 10L)
  expect_match(lines_of(clustered), "Clusters: items of one passage.", fixed = TRUE)
  expect_error(read_evaluations(logs_of("harness"), cluster = "chapter"), "40 items have no chapter",
    class = "verdict_error_evaluation")
})

test_that("fields that say nothing of which items belong together are not proposed as clusters", {
  line <- '{"doc_id": %d, "doc_hash": "%s", "metrics": ["acc"], "acc": %d, "doc": {"passage": "%s", "category": "%s"}}'
  write <- function(acc) sprintf(line, 0:5, letters[1:6], acc, letters[1:6], "one")
  here <- environment()
  files <- c(a = log_file(write(c(1L, 0L, 1L, 1L, 0L, 1L)), env = here), b = log_file(write(1L), env = here))
  expect_null(attr(read_evaluations(files), "evaluation")$clusters)
})

test_that("values of the harness that are no numbers are no scores", {
  line <- '{"doc_id": 0, "doc_hash": "a", "metrics": ["ppl"%s], "acc": 1, "ppl": [-3.5, 2]}'
  x <- read_evaluations(log_file(sprintf(line, ', "acc"')))
  expect_identical(x$metrics$metric, "acc")
  expect_equal(as.vector(x$scores), 1)
  expect_error(read_evaluations(log_file(sprintf(line, ""))), "has no scores", class = "verdict_error_evaluation")
})

test_that("without a metric of all models, one that all tasks have is taken", {
  line <- '{"model": "m", "item": "%s", "task": "%s", "metric": "%s", "score": %d}'
  write <- function(task, items, metric, score) sprintf(line, items, task, metric, score)
  x <- read_evaluations(log_file(
    write("t", c("a", "b"), "acc", 0L), write("t", c("a", "b"), "f1", 0:1), write("u", c("c", "d"), "f1", 1L)
  ))
  expect_identical(x$metrics$metric, "f1")
  expect_equal(mean(x$scores), 0.75)
})

test_that("several tasks are put together, each item once, by each task's own metric", {
  x <- read_evaluations(logs_of("suite"))
  expect_identical(x$metrics$metric, "score")
  expect_equal(found_pair(x), paired_of("suite"))
  expect_identical(as.vector(table(attr(x, "evaluation")$tasks)), c(40L, 20L))
  # Passages of one name are one passage, in two tasks too.
  expect_identical(attr(x, "evaluation")$clusters$clusters, 10L)
  expect_match(lines_of(x), "(10 clusters, 5 of them with items of several tasks): cluster", fixed = TRUE)
  one <- read_evaluations(logs_of("suite"), task = "history", metric = "exact_match")
  expect_identical(one$metrics$metric, "exact_match")
  expect_equal(nrow(as.data.frame(one)), 40)
  expect_error(read_evaluations(logs_of("suite"), task = "maths"), "no task \"maths\"")
  expect_error(read_evaluations(logs_of("suite"), metric = "f1"), "\"f1\" is not in the logs",
    class = "verdict_error_metric")
})

test_that("runs that are not of the same task are refused with the difference, or allowed", {
  expect_error(read_evaluations(logs_of("version")), "differ in version.*It is 1 in 'a/.*and 2 in\\s+'b/",
    class = "verdict_error_runs")
  expect_error(read_evaluations(logs_of("shots")), "differ in shots.*It is 0 in .*and 5 in")
  expect_error(read_evaluations(logs_of("prompt")), "differ in prompts, on 6 items", class = "verdict_error_runs")
  for (what in c("version", "shots", "prompt")) {
    expect_identical(dim(read_evaluations(logs_of(what), allow = what)$scores), c(6L, 2L, 1L))
  }
  expect_error(read_evaluations(logs_of("prompt"), allow = "words"), class = "verdict_error_argument")
  odd <- function(...) read_evaluations(logs_of("inspect-odd", c(...)))
  expect_error(odd("args.json", "cot.json"), "differ in settings.*\\{\"cot\":true\\}")
  expect_error(odd("args.json", "args-none.json"), "differ in (shots|settings)")
})

test_that("a second run gives samples of the same items", {
  x <- read_evaluations(logs_of("repeated"))
  expect_equal(found_pair(x), paired_of("repeated"))
  expect_match(lines_of(x), "taken as samples of the same items: org/base on arith (2).", fixed = TRUE)
  # The same file twice is one run.
  files <- list.files(logs_of("harness"), "samples", recursive = TRUE, full.names = TRUE)
  expect_identical(read_evaluations(c(files, files))$scores, read_evaluations(files)$scores)
})

test_that("items that occur more than once in a file with one sample number are told of", {
  line <- function(model, item, score, sample = 1) {
    sprintf('{"id": %d, "model": "%s", "score": %d, "sample": %d}', item, model, score, sample)
  }
  b <- c(line("b", 1:6, 1), line("b", 1:2, 0, 2))
  x <- read_evaluations(log_file(line("a", 1:6, 0), line("a", 2:5, 1), b))
  expect_match(lines_of(x), "More than once in a file, taken as samples of the same items: a (4 items).", fixed = TRUE)
  runs <- attr(x, "evaluation")$runs
  expect_identical(runs[c("items", "samples")], data.frame(items = c(6L, 6L), samples = c(10L, 8L)))
  expect_no_match(lines_of(read_evaluations(log_file(line("a", 1:6, 0), b))), "More than once")
  # A log of one task to which a second attempt was added.
  arith <- readLines(list.files(logs_of("harness", "org__base"), "samples", full.names = TRUE))
  added <- log_file(arith, arith[1], name = "samples_arith_2026-03-01T10-00-00.1.jsonl")
  expect_match(lines_of(read_evaluations(c(m = added))), "same items: m on arith (1 item).", fixed = TRUE)
})

test_that("items that one run lacks are counted, and left out or compared where both are", {
  x <- read_evaluations(logs_of("partial"))
  expect_identical(dim(x$scores), c(10L, 2L, 1L))
  expect_match(lines_of(x), "Of 12 items b lacks 2.", fixed = TRUE)
  all <- read_evaluations(logs_of("partial"), items = "pairwise")
  expect_identical(dim(all$scores), c(12L, 2L, 1L))
  expect_equal(found_pair(all), found_pair(x))
})

test_that("documents of one text are items of their own, and lines of one document samples", {
  line <- function(id, score, hash = "h") {
    sprintf('{"doc_id": %d, "doc_hash": "%s", "filter": "none", "metrics": ["acc"], "acc": %g}', id, hash, score)
  }
  x <- read_evaluations(log_file(line(0, 1), line(1, 0), line(2, 1, "i")))
  expect_identical(x$cells$item, c("h", "h#2", "i"))
  expect_identical(x$classifiers, "log")
  again <- read_evaluations(log_file(line(0, 1), line(0, 0)))
  expect_identical(dim(again$scores), c(2L, 1L, 1L))
  expect_identical(unique(again$cells$item), "h")
})

test_that("files name their models, by names given, their folder or themselves", {
  line <- '{"doc_id": 0, "doc": {"a": 1}, "resps": [], "acc": true, "ppl": [-3.5, 2]}'
  file <- log_file(line, name = "samples_arith_2026-03-01T10-00-00.1.jsonl")
  x <- read_evaluations(file)
  expect_identical(x$classifiers, basename(dirname(file)))
  expect_identical(attr(x, "evaluation")$runs$task, "arith")
  expect_identical(x$metrics$metric, "acc")
  expect_identical(read_evaluations(c(mine = file))$classifiers, "mine")
  expect_identical(read_evaluations(c(mine = logs_of("suite", "org__new")))$classifiers, "mine")
})

test_that("metrics of other directions are not put together, and low ones are low", {
  write <- function(task, high) {
    folder <- withr_tempdir(parent.frame())
    writeLines('{"doc_id": 0, "doc_hash": "a", "filter": "none", "metrics": ["m"], "m": 2.5}',
      file.path(folder, paste0("samples_", task, "_2026-03-01T10-00-00.1.jsonl")))
    results <- '{"results": {}, "configs": {}, "model_name": "a", "higher_is_better": {"%s": {"m": %s}}}'
    writeLines(sprintf(results, task, high),
      file.path(folder, "results_2026-03-01T10-00-00.1.json"))
    folder
  }
  low <- write("t", "false")
  x <- read_evaluations(low)
  expect_identical(x$metrics$better, "low")
  expect_identical(x$metrics$upper, Inf)
  expect_error(read_evaluations(c(low, write("u", "true"))), "cannot be put together", class = "verdict_error_metric")
})

test_that("plain lines, records and tables with usual or named columns are read", {
  for (file in c("lines.jsonl", "records.json", "table.csv")) {
    x <- read_evaluations(logs_of("plain", file))
    expect_equal(found_pair(x)[["estimate"]], paired_of("others")[["estimate"]])
    if (file != "lines.jsonl") expect_equal(found_pair(x), paired_of("others"))
  }
  # A column that is called cluster is one.
  expect_identical(length(unique(read_evaluations(logs_of("plain", "lines.jsonl"))$cells$cluster)), 4L)
  points <- read_evaluations(logs_of("plain", "points.tsv.gz"), columns = c(score = "points"))
  expect_identical(points$classifiers, "points")
  expect_equal(mean(points$scores), mean(logged_scores("others", "a")))
  one <- read_evaluations(log_file('{"id": "a", "score": 1}'))
  expect_identical(dim(one$scores), c(1L, 1L, 1L))
  team <- read_evaluations(log_file("item,score,team", "a,1,x", "b,0,x", "c,1,y", name = "m.csv"), cluster = "team")
  expect_identical(length(unique(team$cells$cluster)), 2L)
  metrics <- read_evaluations(
    log_file("model,item,metric,score,trial", "m,a,em,1,1", "m,a,em,0,2", "m,a,f1,0.5,1", name = "m.csv"),
    metric = c("em", "f1"), on_error = "missing"
  )
  expect_identical(metrics$metrics$metric, c("em", "f1"))
})

test_that("blanks around the fields of a table are none of theirs, nor is an apostrophe a quote", {
  rows <- c('model, "item" ,score,judge\'s', "a, q1, 1,x", 'a,"q, 2", 0 ,x', "b , q1,true,x", 'b,"q, 2", 1,x')
  for (text in list(rows, c("model\titem\t score", "a\tq1\t 1", "a\t q, 2\t0", "b\tq1 \t1", "b\tq, 2\t1"))) {
    x <- read_evaluations(log_file(text, name = "s.csv"))
    expect_identical(x$classifiers, c("a", "b"))
    expect_setequal(x$cells$item, c("q1", "q, 2"))
    expect_equal(colMeans(x$scores[, , 1]), c(a = 0.5, b = 1))
  }
  named <- read_evaluations(log_file("who, which, points", "a, q1, 1", "b, q1,  ", name = "s.csv"),
    columns = c(model = "who", item = "which", score = "points"))
  expect_equal(as.data.frame(named)$score, c(1, 0))
  battles <- read_evaluations(log_file("model_a, model_b, winner", "x, y, tie ", "y, x, model_a", name = "s.csv"))
  expect_identical(as.data.frame(battles)$score, c(0.5, 1))
})

test_that("a folder may hold other files, and what stands beside the logs is no log", {
  folder <- withr_tempdir(environment())
  file.copy(logs_of("harness", "org__base"), folder, recursive = TRUE)
  writeLines("Runs of March.", file.path(folder, "notes.md"))
  expect_message(x <- read_evaluations(folder), "1 file is of no known kind", class = "verdict_message_evaluation")
  expect_identical(x$classifiers, "org/base")
  beside <- list.files(folder, "results", recursive = TRUE, full.names = TRUE)
  expect_error(read_evaluations(beside), "a summary or a specification of a run", class = "verdict_error_evaluation")
})

test_that("what cannot be used is a sentence that names the file, and the line", {
  fails <- function(pattern, file, ...) {
    expect_error(read_evaluations(file, ...), pattern, class = "verdict_error_evaluation")
  }
  good <- '{"item": "a", "score": 1}'
  fails("Line 2 of .*log.jsonl.* is no complete JSON", log_file(good, '{"item": "b", "sco'))
  fails("Nor are 1 more lines", log_file(good, '{"item": "b", "sco', "[1]"))
  fails("is no complete JSON: it is cut off", log_file('{"item": "b",'))
  fails("score on line 2 of .* is text, \"good\"", log_file(good, '{"item": "b", "score": "good"}'))
  fails("score on line 3 of .* is text, \"good\"", log_file("item,score", "a,1", "b,good", name = "m.csv"))
  fails("score on line 2 of .* is no single number", log_file(good, '{"item": "b", "score": [1, 2]}'))
  fails("1 score of \"score\" is no finite number.*line 2", log_file(good, '{"item": "b", "score": NaN}'))
  fails("2 scores .* are no finite number", log_file("item,score", "a,Inf", "b,nan", name = "m.csv"))
  fails("rows without an item, such as line 2", log_file(good, '{"score": 1}'))
  fails("has no column \"points\"", log_file(good), columns = c(score = "points", item = "item"))
  fails("is of no known kind.*Its fields: a, b", log_file("a,b", "1,2", name = "m.csv"))
  fails("no column with \"score\"", log_file('{"text": "a"}'), columns = c(item = "text"))
  fails("no table whose rows are of one length", log_file("item,score", "a,1", "b", name = "m.csv"))
  fails("is empty", log_file(character()))
  fails("is empty", log_file("", "  "))
  fails("has no scores", log_file("[]"))
  fails("There is no file", "nowhere.jsonl")
  folder <- withr_tempdir(environment())
  fails("The folder .* is empty", folder)
  writeLines("Notes.", file.path(folder, "notes.txt"))
  fails("There are no evaluation logs", folder)
  zst <- tempfile()
  writeBin(as.raw(c(0x28, 0xb5, 0x2f, 0xfd, 0, 0)), zst)
  fails("compressed by zstd", zst)
  writeBin(charToRaw("PAR1aa"), zst)
  fails("parquet", zst)
  writeBin(as.raw(c(0xff, 0xfe, 0x7b, 0, 0x22, 0)), zst)
  fails("text in UTF-16", zst)
  fails("No item has a score: all failed", log_file('{"item": "a", "score": null}'), on_error = "missing")
})

test_that("a compressed file that is cut off is not used in part", {
  folder <- withr_tempdir(environment())
  whole <- file.path(folder, "a.jsonl.gz")
  con <- gzfile(whole, "w")
  set.seed(1)
  text <- replicate(3000, paste(sample(letters, 20, TRUE), collapse = ""))
  writeLines(sprintf('{"item": "%d", "score": 1, "text": "%s"}', 1:3000, text), con)
  close(con)
  expect_identical(dim(read_evaluations(whole)$scores), c(3000L, 1L, 1L))
  bytes <- readBin(whole, "raw", file.size(whole))
  cut <- file.path(folder, "b.jsonl.gz")
  writeBin(bytes[seq_len(length(bytes) / 2)], cut)
  expect_error(read_evaluations(cut), "b.jsonl.gz", class = "verdict_error_evaluation")
  # Without its checksum, or broken from the first line on.
  for (damaged in list(head(bytes, -4), replace(bytes, 11:40, as.raw(255)))) {
    writeBin(damaged, cut)
    expect_error(read_evaluations(cut), "cannot be unpacked", class = "verdict_error_evaluation")
  }
  # Cut where a line ends, too: its size is not what it says.
  writeBin(head(bytes, -9), cut)
  expect_error(read_evaluations(cut), "cut off or damaged", class = "verdict_error_evaluation")
  # Two in one file are one.
  other <- file.path(folder, "c.jsonl.gz")
  con <- gzfile(other, "w")
  writeLines('{"item": "last", "score": 0}', con)
  close(con)
  writeBin(c(bytes, readBin(other, "raw", 1e4)), cut)
  expect_identical(dim(read_evaluations(cut)$scores), c(3001L, 1L, 1L))
})

test_that("what is damaged is said in a sentence, not by an error of R", {
  fails <- function(pattern, ...) {
    expect_error(read_evaluations(log_file(...)), pattern, class = "verdict_error_evaluation")
  }
  fails("Value 2 of the array in .*mix.json.* is no record", '[{"item": "a", "score": 1}, 5]', name = "mix.json")
  fails("two columns \"score\"", "item,score,score", "a,1,0", name = "m.csv")
  fails("rows without an item, such as line 1", '{"item": "", "score": 1}', '{"item": "a", "score": 1}')
  fails("only a pointer to a file that Git LFS keeps", "version https://git-lfs.github.com/spec/v1", "size 9")
  zeros <- log_file('{"item": "a", "score": 1}')
  writeBin(c(readBin(zeros, "raw", 100), raw(64)), zeros)
  expect_error(read_evaluations(zeros), "ends in zero bytes: it is cut off", class = "verdict_error_evaluation")
  # Seven zips' first bytes, which look like a quote that is not closed.
  odd <- log_file("x")
  writeBin(as.raw(c(0x37, 0x7a, 0x22, 0xaf, 0x27, 0x1c)), odd)
  expect_no_warning(try(read_evaluations(odd), silent = TRUE))
})

test_that("items are told apart by all digits of their numbers, and models without a name go by their file", {
  line <- '{"model": "%s", "item": %s, "score": %d}'
  big <- c("12345678901234567", "12345678901234568", "9007199254740990", "9007199254740991", "3000000000", "1e5")
  big <- c(big[1:5], "0.30000000000000004", "0.3", big[6])
  x <- read_evaluations(log_file(sprintf(line, "", big, 1:0)))
  expect_setequal(x$cells$item, c(big[1:7], "100000"))
  expect_identical(x$classifiers, "log")
})

test_that("which scores are good is as asked for, as logged, or as known of such metrics", {
  line <- '{"model": "%s", "item": "%d", "metric": "%s", "score": %g}'
  file <- log_file(
    sprintf(line, rep(c("a", "b"), each = 8), 1:8, "wer", c(0.1, 0.5)),
    sprintf(line, rep(c("a", "b"), each = 8), 1:8, "length", 1:2)
  )
  sides <- function(...) stats::setNames(read_evaluations(file, metric = c("wer", "length"), ...)$metrics$better, NULL)
  expect_identical(sides(), c("low", "high"))
  expect_identical(sides(better = c(length = "low")), c("low", "low"))
  expect_identical(sides(better = "high"), c("high", "high"))
  expect_error(sides(better = c(words = "low")), "\"words\", which is not among", class = "verdict_error_metric")
  expect_error(sides(better = "more"), class = "verdict_error_argument")
  # No score is a word error rate of 0, which would be the best.
  failed <- log_file(sprintf(line, "a", 1:2, "wer", 0.5), '{"model": "a", "item": "3", "metric": "wer", "score": null}')
  expect_error(read_evaluations(failed), "Low values are good, so 0", class = "verdict_error_evaluation")
  expect_identical(dim(read_evaluations(failed, on_error = "missing")$scores), c(2L, 1L, 1L))
})

test_that("the perplexity of the harness, logged as log-likelihoods, is that of their mean", {
  line <- '{"doc_id": %d, "doc_hash": "%s", "filter": "none", "metrics": ["perplexity"], "perplexity": %g}'
  a <- c(-3, -1.5, -2, -0.5)
  b <- c(-2.5, -1, -2.25, -0.25)
  here <- environment()
  write <- function(x) log_file(sprintf(line, 0:3, letters[1:4], x), env = here)
  x <- read_evaluations(c(a = write(a), b = write(b)))
  expect_equal(assess_classifiers(x)$estimate, exp(-c(mean(a), mean(b))))
  expect_identical(x$metrics$better, "low")
  # What is above 0 is a perplexity itself.
  plain <- read_evaluations(write(exp(-a)))
  expect_equal(mean(plain$scores), mean(exp(-a)), tolerance = 1e-5)
  expect_identical(plain$metrics$better, "low")
})

test_that("a log with fewer documents than its results are of is refused, or taken when allowed", {
  folder <- withr_tempdir(environment())
  file.copy(logs_of("harness", "org__base"), folder, recursive = TRUE)
  file <- list.files(folder, "^samples", recursive = TRUE, full.names = TRUE)
  lines <- readLines(file)
  kept <- !grepl('"doc_id": 39,', lines, fixed = TRUE)
  expect_false(all(kept))
  writeLines(lines[kept], file)
  expect_error(read_evaluations(folder), "has 39 of the 40 documents", class = "verdict_error_evaluation")
  expect_identical(nrow(read_evaluations(folder, allow = "unfinished")$scores), 39L)
})

test_that("a model that has none of the scores that are compared is not left out without a word", {
  line <- '{"model": "%s", "item": "%d", "metric": "%s", "score": %s}'
  other <- log_file(sprintf(line, "a", 1:3, "em", "1"), sprintf(line, "b", 1:3, "f1", "0.5"))
  expect_error(read_evaluations(other), "\"b\" has no score in \"em\".*It has \"f1\"", class = "verdict_error_metric")
  failed <- log_file(sprintf(line, "a", 1:3, "em", "1"), sprintf(line, "b", 1:3, "em", "null"))
  expect_error(read_evaluations(failed, on_error = "missing"), "All its items failed", class = "verdict_error_metric")
  expect_identical(dim(read_evaluations(failed)$scores), c(3L, 2L, 1L))
})

test_that("scores that failed are wrong or missing, where that can be", {
  line <- function(item, score) sprintf('{"item": "%s", "score": %s}', item, score)
  x <- read_evaluations(log_file(line("a", 1), line("b", "null")))
  expect_equal(mean(x$scores), 0.5)
  expect_match(lines_of(x), "Without a score, and taken as wrong: 1 sample of log.", fixed = TRUE)
  y <- read_evaluations(log_file(line("a", 1), line("b", "null"), line("c", "NaN")), on_error = "missing")
  expect_equal(as.vector(y$scores), 1)
  expect_error(read_evaluations(log_file(line("a", -1), line("b", "null"))), "0 is not the worst")
})

test_that("arguments are checked", {
  expect_error(read_evaluations(), class = "verdict_error_argument")
  expect_error(read_evaluations(1), class = "verdict_error_argument")
  expect_error(read_evaluations("a", columns = c(words = "b")), class = "verdict_error_argument")
  expect_error(read_evaluations("a", metric = 1), class = "verdict_error_argument")
  expect_error(read_evaluations("a", what = 1), class = "verdict_error_argument")
})

test_that("nothing from a log is run or reaches the terminal as more than text", {
  folder <- withr_tempdir(environment())
  odd <- "{stop('x')} \\u001b[31mred"
  writeLines(
    sprintf('{"model": "%s", "id": "`r stop()`", "task": "{1+1}", "score": %d, "subject": "{q()}"}', c(odd, "b"), 1:0),
    file.path(folder, "with space.jsonl")
  )
  x <- read_evaluations(folder)
  said <- paste(lines_of(x), lines_of(verdict(x)))
  expect_no_match(said, "\033", fixed = TRUE)
  writeLines('{"id": "{1+1}", "score": "{stop()}"}', file.path(folder, "{2+2}.jsonl"))
  expect_error(read_evaluations(file.path(folder, "{2+2}.jsonl")), "{2+2}.jsonl", fixed = TRUE)
})

test_that("rows of very many names are told apart", {
  # 1,100 names each, so that products pass what an integer holds.
  set.seed(2)
  names <- replicate(4, sample(1100), simplify = FALSE)
  twice <- lapply(names, function(x) c(x, x, rev(x)))
  code <- do.call(row_code, twice)
  expect_identical(match(code, code), match(do.call(paste, twice), do.call(paste, twice)))
})

test_that("notes of what was read that were edited are an error in words", {
  x <- suppressMessages(read_evaluations(logs_of("suite")))
  edits <- list(
    function(info) NULL, function(info) 1, function(info) list(), function(info) replace(info, "runs", list(NULL)),
    function(info) replace(info, "runs", list(quote(stop("it was run")))), function(info) replace(info, "suite", "a"),
    function(info) replace(info, "clusters", "a"), function(info) replace(info, "runs", list(info$runs["file"]))
  )
  for (edit in edits) {
    attr(x, "evaluation") <- edit(attr(suppressMessages(read_evaluations(logs_of("suite"))), "evaluation"))
    expect_error(print(x), "changed by hand", class = "verdict_error_set")
  }
})

test_that("items belong together by one field", {
  log <- log_file('{"model":"a","item":"1","score":1}', '{"model":"b","item":"1","score":1}')
  expect_error(read_evaluations(log, cluster = c("x", "y")), "`cluster` must be one", class = "verdict_error_argument")
})

test_that("a scorer that went from shares to percent between two logs does not pass a gate", {
  set.seed(1)
  log <- function(model, score) {
    file <- tempfile(model, fileext = ".csv")
    write.csv(data.frame(model = model, item = seq_along(score), score = score), file, row.names = FALSE)
    file
  }
  base <- log("base", rbinom(600, 1, 0.8))
  expect_error(
    read_evaluations(c(base, log("new", 100 * rbinom(600, 1, 0.5)))), "not all on one scale",
    class = "verdict_error_score"
  )
  expect_warning(read_evaluations(c(base, log("new", 100 * runif(600)))), "one scale", class = "verdict_warning_score")
})
