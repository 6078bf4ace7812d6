skip_if_not_installed("jsonlite")

# Status, standard output and standard error of a call in this process.
run <- function(..., by = cli) {
  err <- character()
  errors <- tempfile()
  con <- file(errors, "w")
  sink(con, type = "message")
  out <- tryCatch(utils::capture.output(status <- by(as.character(c(...)))), finally = {
    sink(type = "message")
    close(con)
  })
  err <- paste(readLines(errors, warn = FALSE), collapse = "\n")
  unlink(errors)
  list(status = status, out = paste(out, collapse = "\n"), err = err)
}

test_that("compare is a verdict, as text, JSON, Markdown and a page", {
  found <- run("compare", logs_of("harness"))
  expect_identical(found$status, 0L)
  expect_match(found$out, "Read from 2 files \\(lm-evaluation-harness\\)")
  expect_match(found$out, "Verdict on org/new and org/base: 40 items")
  expect_identical(found$err, "")
  # Files alone are compared.
  expect_identical(run(logs_of("harness"))$out, found$out)
  json <- jsonlite::fromJSON(run("compare", logs_of("harness"), "--reference", "org/new", "--json")$out)
  expect_equal(json$rows$estimate, -paired_of("harness")[["estimate"]])
  expect_identical(json$runs$items, c(40L, 40L))
  expect_match(json$text, "^Which of org/new and org/base is better in acc .* is undecided[.]$")
  markdown <- run("compare", logs_of("harness"), "--markdown", "--metric=acc,strict")
  expect_match(markdown$out, "| metric | org/base | org/new |", fixed = TRUE)
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available())
  skip_if_not_installed("ggplot2")
  page <- tempfile(fileext = ".html")
  found <- run("report", logs_of("harness"), "--html", page)
  expect_identical(found[c("status", "out")], list(status = 0L, out = ""))
  expect_true(file.exists(page))
  expect_identical(run("rank", logs_of("harness"), "--html", page)$status, 2L)
})

test_that("a warning of R is a line on standard error, before what went wrong", {
  file <- file.path(withr_tempdir(environment()), "log.jsonl.gz")
  con <- gzfile(file, "w")
  writeLines(sprintf('{"model": "%s", "id": "%d", "score": %d}', c("a", "b"), rep(1:8, each = 2), c(0:1, 1L, 1L)), con)
  close(con)
  expect_identical(run("compare", file)$status, 0L)
  found <- run("gate", file, "--reference", "a", "--margin", "0.5", "--history", file.path(file, "no folder", "g.csv"))
  expect_identical(found[c("status", "out")], list(status = 2L, out = ""))
  expect_match(found$err, "^verdict: There is no folder")
  # What is evaluated within.
  found <- run({
    warning("of R")
    "gate"
  }, "--nope", by = run_cli)
  expect_identical(found[c("status", "out")], list(status = 2L, out = ""))
  expect_match(found$err, "^verdict: of R\nverdict: There is no option")
})

test_that("rank and plan are those verbs", {
  found <- run("rank", logs_of("harness"), "--markdown")
  expect_match(found$out, "tied for first")
  plan <- run("plan", logs_of("harness"), "--difference", "0.05", "--power=0.9", "--json")
  expect_equal(jsonlite::fromJSON(plan$out)$rows$power, 0.9)
  expect_match(run("plan", logs_of("harness"))$out, "it\\s+takes about")
})

test_that("the gate's status is its answer", {
  no <- run("gate", logs_of("harness"), "--reference", "org/base", "--margin", "0.01")
  expect_identical(no$status, 1L)
  expect_match(no$out, "Gate: not passed")
  named <- c("--reference", "org/base", "--candidate", "org/new")
  yes <- run("gate", logs_of("harness"), named, "--margin", "0.5", "--json")
  expect_identical(yes$status, 0L)
  expect_true(jsonlite::fromJSON(yes$out)$passed)
  expect_match(run("gate", logs_of("harness"), "--reference", "org/base", "--margin", "0.5", "--markdown")$out,
    "**Gate: passed**", fixed = TRUE)
  history <- tempfile()
  look <- function() {
    options <- c("--margin", "0.5", "--by", "task", "--sequential", "--history", history)
    run("gate", logs_of("suite"), "--reference", "org/base", options)
  }
  expect_identical(c(look()$status, look()$status), c(0L, 0L))
})

test_that("models may be given by their files, even of one name", {
  base <- logs_of("harness", "org__base")
  found <- run("--reference", base, "--candidate", logs_of("harness", "org__new"), "--margin", "0.5")
  expect_identical(found$status, 0L)
  expect_match(found$out, "org/new is not worse than org/base")
  line <- '{"model": "m", "id": "%d", "score": %d}'
  here <- environment()
  file <- function(score, name) log_file(sprintf(line, 1:8, as.integer(score)), name = name, env = here)
  same <- run("gate", "--reference", file(1:0, "base.jsonl"), "--candidate", file(0:1, "new.jsonl"), "--margin", "0.01")
  expect_match(same$out, "new is not shown to be not worse than\\s+base")
  twins <- run("gate", "--reference", file(1, "a.jsonl"), "--candidate", file(c(1, 0), "a.jsonl"), "--margin", "0.99")
  expect_identical(twins$status, 0L)
  # One folder's name may begin with the other's.
  runs <- withr_tempdir(here)
  folder <- function(name, model, score) {
    dir.create(file.path(runs, name))
    writeLines(sprintf('{"model": "%s", "id": "%d", "score": %d}', model, 1:8, as.integer(score)),
      file.path(runs, name, "log.jsonl"))
    file.path(runs, name)
  }
  both <- c("--reference", folder("base", "old", 1:0), "--candidate", folder("base-v2", "new", 1))
  begun <- run("gate", both, "--margin", "0.99")
  expect_match(begun$out, "new is not worse than old")
})

test_that("tasks weigh as asked for, and in how many of them a model is better is said", {
  mean_of <- function(...) jsonlite::fromJSON(run("compare", logs_of("suite"), "--json", ...)$out)$rows$estimate
  d <- vapply(c("harness", "suite"), function(what) {
    mean(logged_scores(what, "org/new") - logged_scores(what, "org/base"))
  }, 0)
  expect_equal(mean_of("--weights", "tasks"), mean(d))
  expect_equal(mean_of("--weights", "arith=1", "--weights=history=3"), sum(d * c(0.25, 0.75)))
  expect_equal(mean_of("--weights", "items"), mean_of())
  worse <- run("compare", logs_of("harness"), "--better", "low", "--reference", "org/base")
  expect_match(worse$out, "acc")
  text <- run("compare", logs_of("suite"), "--by", "task", "--reference", "org/base")
  expect_match(text$out, "org/new against org/base is better in at least 1 of 2 tasks")
  json <- jsonlite::fromJSON(run("compare", logs_of("suite"), "--by", "task", "--json")$out)
  expect_identical(nrow(json$tasks), 2L)
  markdown <- run("compare", logs_of("suite"), "--by", "task", "--markdown")
  expect_match(markdown$out, "Level 0.05, each line by itself.", fixed = TRUE)
  expect_match(markdown$out, "- org/new against org/base is better")
})

test_that("help and the version are text on standard output", {
  help <- run("--help")
  expect_identical(help$status, 0L)
  for (option in names(cli_options)) expect_match(help$out, option, fixed = TRUE)
  expect_match(help$out, "verdict gate --reference base.jsonl --candidate new.jsonl --margin 0.01", fixed = TRUE)
  for (args in list(c("gate", "--help"), "-h", "help")) expect_identical(run(args)$out, help$out)
  expect_identical(run()$status, 2L)
  expect_match(run("--version")$out, as.character(utils::packageVersion("verdict")), fixed = TRUE)
})

test_that("misuse is a sentence on standard error and the status 2", {
  fails <- function(pattern, ...) {
    found <- run(...)
    expect_identical(found$status, 2L)
    expect_match(found$err, pattern)
    expect_identical(found$out, "")
  }
  fails("neither a command", "comparee")
  fails("no option `--refrence`.*Is it `--reference`", "compare", "x", "--refrence", "a")
  fails("`--metric` needs a value", "compare", "--metric")
  fails("Which logs", "compare")
  fails("There is no file", "compare", "nowhere.jsonl")
  fails("must be a number", "plan", logs_of("harness"), "--difference", "some")
  fails("Where to", "report", logs_of("harness"))
  fails("Which model is the", "gate", logs_of("harness"))
  fails("must be like `score=points`", "compare", logs_of("harness"), "--columns", "a")
  fails("differ in version.*`--allow version`", "compare", logs_of("version"))
  fails("`--conf-level` must be one number", "compare", logs_of("harness"), "--conf-level", "95")
  fails("`--by task`", "gate", logs_of("suite"), "--reference", "org/base", "--margin", "0.1", "--sequential",
    "--weights", "tasks")
  fails("There is one task", "compare", logs_of("harness"), "--by", "task")
  fails("must be one of|must be", "compare", logs_of("suite"), "--by", "subject")
  fails("must be like `arithmetic=2`", "compare", logs_of("suite"), "--weights", "some")
  fails("must be like `wer=low`", "compare", logs_of("suite"), "--better", "some")
  fails("A weight must be a number, not \"two\"", "compare", logs_of("suite"), "--weights", "arith=two")
  fails("one model in these logs.*2 files.*samples; the gate", "compare", logs_of("suite", "org__new"))
  fails("one model in these logs", "rank", logs_of("harness", "org__new"))
  fails("one model in these logs", "plan", logs_of("harness", "org__new"))
  fails("should|must be", "compare", logs_of("harness"), "--items", "none")
  expect_error(cli(1), class = "verdict_error_argument")
  allowed <- run("compare", logs_of("version"), "--allow", "version,prompt")
  expect_identical(allowed$status, 0L)
  columns <- run("compare", logs_of("plain", "points.tsv.gz"), "--columns", "score=points")
  expect_match(columns$err, "two|one")
})

test_that("advice is of options alone", {
  for (margin in c("2", "-1", "0.7")) {
    found <- run("compare", logs_of("harness"), "--margin", margin)
    expect_identical(found$status, 2L)
    expect_match(found$err, "`--margin`", fixed = TRUE)
    expect_no_match(found$err, "`[a-z.]+\\s+=")
  }
  expect_match(run("compare", logs_of("harness"), "--margin", "2")$err, "For 2 percentage points give `0.02`")
})

test_that("messages and warnings go to standard error", {
  folder <- withr_tempdir(environment())
  file.copy(logs_of("harness"), folder, recursive = TRUE)
  writeLines("Notes.", file.path(folder, "notes.txt"))
  found <- run("compare", folder)
  expect_identical(found$status, 0L)
  expect_match(found$err, "of no known kind")
})

test_that("as a process it reads files and standard input, and ends with the status", {
  skip_if(Sys.getenv("R_COVR") == "true", "each process takes a minute to write down its lines")
  skip_on_cran()
  script <- system.file("exec", "verdict", package = "verdict")
  skip_if(script == "" || .Platform$OS.type == "windows")
  rscript <- file.path(R.home("bin"), "Rscript")
  libs <- paste0("R_LIBS=", paste(.libPaths(), collapse = ":"))
  process <- function(args, input = "") {
    out <- tempfile()
    err <- tempfile()
    status <- suppressWarnings(system2(rscript, args, stdout = out, stderr = err, stdin = input, env = libs))
    list(status = status, out = paste(readLines(out), collapse = "\n"), err = paste(readLines(err), collapse = "\n"))
  }
  q <- shQuote
  expect_match(process(c("-e", q("verdict::cli()"), "--help"))$out, "Usage: verdict COMMAND")
  piped <- process(c(script, "compare", "-"), logs_of("plain", "lines.jsonl"))
  expect_identical(piped$status, 0L)
  expect_match(piped$out, "Verdict on (a and b|b and a): 4 clusters \\(16 items\\)")
  packed <- tempfile()
  con <- gzfile(packed, "w")
  writeLines(readLines(logs_of("plain", "lines.jsonl")), con)
  close(con)
  expect_identical(process(c(script, "compare", "-"), packed), piped)
  no <- process(c(script, "gate", q(logs_of("harness")), "--reference", "org/base", "--margin", "0.01"))
  expect_identical(no$status, 1L)
  bad <- process(c(script, "compare", "nowhere.jsonl"))
  expect_identical(bad$status, 2L)
  expect_match(bad$err, "verdict: There is no file 'nowhere.jsonl'.")
  expect_no_match(piped$out, "\033", fixed = TRUE)
})

test_that("an option of another command, and two values of one, are misuse", {
  for (args in list(
    c("rank", logs_of("suite"), "--margin=.1"), c("plan", logs_of("suite"), "--sequential"),
    c("compare", logs_of("suite"), "--power=.9"), c(logs_of("suite"), "--require", "better")
  )) {
    answer <- run(args)
    expect_identical(answer$status, 2L)
    expect_match(answer$err, "`--[a-z]+` is not for `(rank|plan|compare)`: it is for `")
  }
  answer <- run(c("gate", logs_of("suite"), "--reference=a", "--reference=b", "--margin=.1"))
  expect_identical(answer$status, 2L)
  expect_match(answer$err, "two values of `--reference`", fixed = TRUE)
})

test_that("what a gate says of all rows is in its Markdown and its JSON too", {
  history <- tempfile()
  gate_by <- function(metric, ...) {
    options <- c("--reference", "org/base", "--margin=.5", "--history", history, "--metric", metric)
    run("gate", logs_of("harness"), options, ...)
  }
  gate_by("acc")
  caution <- "gated before by acc: each metric has its confidence by itself"
  expect_match(gate_by("acc,strict", "--markdown")$out, caution, fixed = TRUE)
  unlink(history)
  expect_null(jsonlite::fromJSON(gate_by("acc", "--json")$out)$remarks)
  second <- gate_by("acc,strict", "--json")
  expect_match(jsonlite::fromJSON(second$out)$remarks, caution, fixed = TRUE)
})

test_that("battles go through every command that is for them", {
  d <- data.frame(
    model_a = c("a", "a", "b"), model_b = c("b", "c", "c"), winner = rep(c("model_a", "model_b", "tie"), c(60, 36, 9))
  )
  file <- log_file("", name = "battles.csv")
  write.csv(d, file, row.names = FALSE)
  x <- battle_set(d)
  plan <- function(...) jsonlite::fromJSON(run("plan", file, "--json", ...)$out)
  known <- sample_size(x, difference = 0.3, power = 0.9, alpha = 0.1 / 3)
  found <- plan("--difference", "0.3", "--power=0.9", "--conf-level=0.9")
  expect_equal(found$rows$n, known$n)
  expect_match(found$text[1], "^It takes .* battles to find a difference of 0.3 in ability .b against a.")
  # What is of interest has no usual size among abilities.
  expect_equal(plan()$rows$n, sample_size(x, alpha = 0.05 / 3)$n)
  expect_match(run("plan", file)$out, "Battle set: ability of 3.*at level 0.01667")
  expect_match(run("plan", file, "--conf-level=95")$err, "`--conf-level` must be")
  for (args in list("compare", "rank", "plan", c("gate", "--reference", "a", "--margin", "5"))) {
    found <- run(args, file, "--markdown")
    expect_identical(found[c("status", "err")], list(status = 0L, err = ""))
    expect_match(found$out, "Ties: 9, each half a win for both.", fixed = TRUE)
  }
  expect_match(run("rank", file, "--metric", "elo")$out, "Elo score: ")
  found <- run("rank", file, "--better", "low")
  expect_identical(found[c("status", "err")], list(
    status = 0L, err = "verdict: `--better` is of no use to battles, and left out."
  ))
  found <- run("gate", "--reference", file, "--candidate", file, "--margin", "5")
  expect_identical(found$status, 2L)
  expect_match(found$err, "A file of battles is of several models: name the models")
})
