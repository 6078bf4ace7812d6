skip_if_not_installed("jsonlite")

battle_lines <- function(n = 60) {
  set.seed(4)
  models <- c("a", "b", "c")
  first <- sample(3, n, TRUE)
  second <- (first + sample(2, n, TRUE) - 1) %% 3 + 1
  data.frame(
    model_a = models[first], model_b = models[second], winner = sample(c("model_a", "model_b", "tie"), n, TRUE),
    question_id = rep(1:(n / 3), each = 3)
  )
}

test_that("battles in logs are a set of battles, whatever they are written as", {
  d <- battle_lines()
  known <- as.data.frame(battle_set(d))
  lines <- vapply(seq_len(nrow(d)), function(i) as.character(jsonlite::toJSON(as.list(d[i, ]), auto_unbox = TRUE)), "")
  as_lines <- read_evaluations(log_file(lines))
  expect_s3_class(as_lines, "battle_set")
  expect_equal(as.data.frame(as_lines), known)
  expect_equal(as.data.frame(read_evaluations(log_file(paste0("[", paste(lines, collapse = ","), "]")))), known)
  expect_equal(as.data.frame(read_evaluations(log_file(paste0("[", lines[1], "]"))))$count, 1)
  table <- log_file("", name = "log.csv")
  write.csv(d, table, row.names = FALSE)
  expect_equal(as.data.frame(read_evaluations(table)), known)
  expect_equal(as.data.frame(read_evaluations(c(log_file(lines[1:30]), log_file(lines[31:60])))), known)
  clustered <- read_evaluations(table, cluster = "question_id")
  expect_equal(assess_classifiers(clustered), assess_classifiers(battle_set(d, cluster = question_id)))
  expect_s3_class(verdict(clustered), "verdict")
})

test_that("battles without a winner are counted, and other logs are not mixed with them", {
  d <- battle_lines()
  d$winner[2] <- NA
  table <- log_file("", name = "log.csv")
  write.csv(d, table, row.names = FALSE)
  expect_identical(read_evaluations(table)$n_omitted, 1L)
  expect_error(read_evaluations(table, cluster = "judge"), "no column", class = "verdict_error_evaluation")
  scores <- log_file('{"model": "a", "item": "1", "score": 1}')
  expect_error(read_evaluations(c(table, scores)), "two calls", class = "verdict_error_evaluation")
  d$winner[1] <- "nobody"
  write.csv(d, table, row.names = FALSE)
  expect_error(read_evaluations(table), class = "verdict_error_battle")
})

test_that("what is asked of battles is answered, refused or named", {
  d <- battle_lines()
  table <- log_file("", name = "log.csv")
  write.csv(d, table, row.names = FALSE)
  elo <- read_evaluations(table, metric = "elo")
  known <- battle_set(d)
  expect_equal(as.data.frame(rank_classifiers(elo)), as.data.frame(rank_classifiers(known, "elo")))
  expect_equal(as.data.frame(verdict(elo)$overall), as.data.frame(verdict(known, "elo")$overall))
  expect_equal(assess_classifiers(read_evaluations(table, metric = c("ability", "elo"))), assess_classifiers(known))
  expect_output(print(elo), "Elo score of 3 classifiers")
  expect_error(compare_classifiers(elo, "ability"), class = "verdict_error_metric")
  expect_error(read_evaluations(table, metric = "acc"), "\"ability\" and \"elo\"", class = "verdict_error_metric")
  scores <- log_file('{"model": "a", "item": "1", "score": 1}')
  for (file in c(table, scores)) {
    expect_error(read_evaluations(file, task = "arith"), "They name no tasks", class = "verdict_error_evaluation")
  }
  expect_warning(
    odd <- read_evaluations(table, better = "low", weights = "tasks"),
    "`weights` and `better` are of no use to battles, and left\\s+out", class = "verdict_warning_evaluation"
  )
  expect_identical(odd, expect_silent(read_evaluations(table, items = "common", on_error = "wrong")))
})

test_that("a file that bzip2 or xz packed is read whole or not at all", {
  lines <- sprintf("{\"model\":\"a\",\"item\":%d,\"score\":%d}", 1:20000, rep(0:1, 10000))
  folder <- withr_tempdir(environment())
  for (pack in c("bzfile", "xzfile")) {
    path <- file.path(folder, pack)
    con <- get(pack)(path, "w")
    writeLines(lines, con)
    close(con)
    expect_identical(nrow(read_evaluations(path)$cells), 20000L)
    bytes <- readBin(path, "raw", 1e7)
    for (n in c(length(bytes) * 0.7, length(bytes) - 5)) {
      writeBin(bytes[seq_len(n)], path)
      expect_error(read_evaluations(path), "cut off", class = "verdict_error_evaluation")
    }
  }
})

test_that("future's workers read the same", {
  skip_if_not_installed("future.apply")
  one <- read_evaluations(logs_of("inspect"))
  old <- future::plan(future::multicore, workers = 2)
  on.exit(future::plan(old))
  expect_identical(read_evaluations(logs_of("inspect")), one)
  expect_error(
    read_evaluations(c(log_file("no log"), log_file("nor this"))), "no known kind", class = "verdict_error_evaluation"
  )
})
