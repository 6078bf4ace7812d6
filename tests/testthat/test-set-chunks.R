folder <- file.path(tempdir(), "verdict-chunks")
dir.create(folder, showWarnings = FALSE)
at <- function(name) file.path(folder, name)

test_that("a list of data frames is all their rows", {
  chunks <- split(satellite, rep(1:4, 500))
  whole <- prediction_set(truth ~ svm + tree, satellite)
  expect_identical(prediction_set(truth ~ svm + tree, chunks), whole)
  expect_identical(prediction_set(chunks, truth, c(svm, tree)), whole)
  expect_identical(prediction_set(unname(chunks), truth, c(s = svm))$classifiers, "s")
  expect_identical(verdict(truth ~ svm + tree, chunks), verdict(whole))
  by_id <- split(vehicle_cv, vehicle_cv$id %% 2)
  expect_identical(
    prediction_set(truth ~ random_forest + svm, by_id, id = id, fold = fold, repetition = "repetition"),
    prediction_set(truth ~ random_forest + svm, vehicle_cv, id = id, fold = fold, repetition = repetition)
  )
  single <- vehicle_cv[vehicle_cv$repetition == 1, c("truth", "svm", "tree", "id", "fold")]
  by_fold <- prediction_set(split(single, single$fold), truth, c(svm, tree), id = id, fold = fold)
  expect_identical(by_fold, prediction_set(single, truth, c(svm, tree), id = id, fold = fold))
  part <- prediction_set(truth ~ svm, chunks, part = TRUE)
  expect_identical(part$part$n_zero, 0)
})

test_that("files are read one by one, as text", {
  d <- satellite
  d[] <- lapply(d, as.character)
  chunks <- split(d, rep(1:3, length.out = 2000))
  csv <- at(paste0("p", 1:3, ".csv"))
  Map(function(x, f) utils::write.csv(x, f, row.names = FALSE), chunks, csv)
  whole <- prediction_set(truth ~ ., d)
  expect_identical(prediction_set(truth ~ ., csv), whole)
  expect_identical(prediction_set(as.list(csv), truth, -truth), whole)
  expect_identical(prediction_set(csv, truth, -truth), whole)
  expect_identical(prediction_set(truth ~ ., csv, read = utils::read.csv), whole)
  rds <- at(paste0("p", 1:3, ".rds"))
  Map(saveRDS, chunks, rds)
  expect_identical(prediction_set(truth ~ ., list(csv[1], rds[2], chunks[[3]])), whole)
  file <- gzfile(at("p.tsv.gz"), "w")
  utils::write.table(chunks[[1]], file, sep = "\t", row.names = FALSE)
  close(file)
  expect_identical(prediction_set(truth ~ ., at("p.tsv.gz")), prediction_set(truth ~ ., chunks[[1]]))
})

test_that("text of files keeps its spelling, and numbers their order", {
  writeLines(c("truth,p,w,id", "T,T,1,01", "F,F,0,1", "T,F,1,2", "T,,2,1"), at("tf.csv"))
  x <- prediction_set(truth ~ p, at("tf.csv"), weights = w, id = id, na = "omit")
  expect_identical(x$classes, c("F", "T"))
  expect_identical(c(x$n, x$n_rows, x$n_omitted, x$n_clusters), c(2, 2, 1, 2))
  expect_match(x$notes, "1 row of weight 0", all = FALSE)
  writeLines(c("truth,p", "2,2", "10,10", "9,9"), at("n1.csv"))
  writeLines(c("truth,p", "11,1", "1,1"), at("n2.csv"))
  expect_identical(prediction_set(truth ~ p, at(c("n1.csv", "n2.csv")))$classes, c("1", "2", "9", "10", "11"))
  expect_identical(prediction_set(truth ~ p, at("n1.csv"))$classes, c("2", "9", "10"))
})

test_that("empty chunks are passed over", {
  writeLines("truth,p", at("none.csv"))
  writeLines(c("truth,p", "a,a", "b,"), at("some.csv"))
  writeLines(c("truth,p", "a,", "b,"), at("lost.csv"))
  x <- prediction_set(truth ~ p, at(c("none.csv", "some.csv", "none.csv", "lost.csv")), na = "omit")
  expect_identical(c(x$n, x$n_omitted), c(1, 3))
  expect_error(prediction_set(truth ~ p, at("none.csv")), class = "verdict_error_empty")
  expect_error(prediction_set(truth ~ p, at("lost.csv"), na = "omit"), class = "verdict_error_empty")
  expect_error(prediction_set(truth ~ p, at("some.csv")), class = "verdict_error_na")
})

test_that("what cannot be read or counted is named", {
  writeLines(c("truth,q", "a,a"), at("other.csv"))
  writeLines(c("truth,p", "a,a"), at("one.csv"))
  caught <- tryCatch(prediction_set(truth ~ p, at(c("one.csv", "other.csv"))), error = identity)
  expect_s3_class(caught, "verdict_error_column")
  expect_match(conditionMessage(caught), "other.csv")
  expect_match(conditionMessage(caught), "lacks the column \"p\"")
  expect_error(prediction_set(truth ~ p, at("nowhere.csv")), "no file", class = "verdict_error_file")
  writeLines("x", at("odd.dat"))
  expect_error(prediction_set(truth ~ p, at("odd.dat")), "Give `read`", class = "verdict_error_file")
  expect_error(prediction_set(truth ~ p, at("one.csv"), read = 3), class = "verdict_error_argument")
  expect_error(prediction_set(truth ~ p, at("one.csv"), read = function(path) stop("{broken}")), "[{]broken[}]",
    class = "verdict_error_file"
  )
  expect_error(prediction_set(truth ~ p, at("one.csv"), read = function(path) 3), "not a data frame",
    class = "verdict_error_file"
  )
  writeLines("x", at("odd.rds"))
  expect_error(prediction_set(truth ~ p, at("odd.rds")), class = "verdict_error_file")
  expect_error(
    prediction_set(truth ~ p, at("one.csv"), id = 1:3), "column of every chunk", class = "verdict_error_column"
  )
  expect_error(prediction_set(list(1, 2), truth, p), class = "verdict_error_input")
  expect_error(prediction_set(list(), truth, p), class = "verdict_error_input")
  if (!rlang::is_installed("arrow")) {
    writeLines("x", at("x.feather"))
    expect_error(rlang::with_interactive(prediction_set(truth ~ p, at("x.feather")), FALSE), "arrow")
  }
})

test_that("of a file that is cut off or damaged nothing is counted", {
  writeLines(c("truth,p", rep(c("a,a", "b,a"), 5)), at("one.csv"))
  refused <- function(file) {
    expect_silent(caught <- tryCatch(prediction_set(truth ~ p, at(c("one.csv", file)), na = "omit"), error = identity))
    expect_s3_class(caught, "verdict_error_file")
    expect_match(conditionMessage(caught), paste0(file, ".* cannot be read"))
  }
  quoted <- paste(rep('"a","a"\n"b","a"\n', 2000), collapse = "")
  text <- paste0('"truth","p"\n', quoted)
  for (left in nchar(text) - c(2, 6)) {
    writeBin(charToRaw(substr(text, 1, left)), at("long.csv"))
    refused("long.csv")
  }
  for (short in c('"tru', 'truth,p\na,"a\nb,b\n', 'truth,p\na,a\nb,"')) {
    writeBin(charToRaw(short), at("short.csv"))
    refused("short.csv")
  }
  writeBin(append(charToRaw(text), as.raw(0), 40), at("zero.csv"))
  refused("zero.csv")
  for (kind in c("gz", "bz2", "xz")) {
    file <- at(paste0("packed.csv.", kind))
    con <- switch(kind, gz = gzfile, bz2 = bzfile, xz = xzfile)(file, "w")
    writeLines(sprintf("%s,%s", c("truth", sample(1:4, 1e4, TRUE)), c("p", sample(1:4, 1e4, TRUE))), con)
    close(con)
    expect_identical(prediction_set(truth ~ p, file)$n, 1e4)
    writeBin(utils::head(readBin(file, "raw", 1e6), -30), file)
    refused(basename(file))
  }
  # The last line of a few need not end.
  writeBin(charToRaw("truth,p\na,a\nb,\u00e9"), at("few.csv"))
  expect_silent(x <- prediction_set(truth ~ p, at("few.csv"), levels = c("a", "b", "\u00e9")))
  expect_identical(x$n, 2)
})

test_that("repeated predictions are recognised over chunks", {
  runs <- split(vehicle_cv[c("truth", "svm", "tree", "id", "repetition")], vehicle_cv$repetition)
  expect_error(prediction_set(truth ~ svm + tree, runs), class = "verdict_error_repeated")
  without <- lapply(runs, function(rows) rows[c("truth", "svm", "tree", "id")])
  expect_error(prediction_set(truth ~ svm + tree, without), "share their", class = "verdict_error_repeated")
  ordered <- lapply(without, function(rows) rows[order(rows$id), c("truth", "svm", "tree")])
  expect_error(prediction_set(truth ~ svm + tree, ordered), "row by row", class = "verdict_error_repeated")
  expect_error(prediction_set(truth ~ svm + tree, runs, id = id), class = "verdict_error_id")
  single <- vehicle_cv[vehicle_cv$repetition == 1, c("truth", "svm", "tree", "id", "fold")]
  expect_error(prediction_set(truth ~ svm + tree, list(single[single$fold == 1, ]), id = id, fold = fold),
    class = "verdict_error_fold"
  )
  x <- prediction_set(truth ~ svm + tree, split(single, single$fold), id = id)
  expect_identical(x$design$type, "cross-validated")
  expect_match(x$notes, "fold", all = FALSE)
})

test_that("labels and counts are looked at in the whole", {
  parts <- list(data.frame(truth = c("Yes", "No"), p = c("Yes", "No")), data.frame(truth = "No", p = "no"))
  expect_error(prediction_set(truth ~ p, parts), class = "verdict_error_coding")
  expect_identical(prediction_set(truth ~ p, parts, levels = c("no", "No", "Yes"))$classes, c("no", "No", "Yes"))
  expect_warning(
    prediction_set(truth ~ p, list(data.frame(truth = "a", p = "u"), data.frame(truth = "b", p = "v"))),
    class = "verdict_warning_column"
  )
  counted <- list(data.frame(truth = c("a", "b"), p = "a", n = 3:4))
  expect_error(prediction_set(truth ~ p, counted), "weights = n", class = "verdict_error_weights")
})

write_parts <- function() {
  folder <- tempfile("parts")
  dir.create(file.path(folder, "later"), recursive = TRUE)
  paths <- file.path(folder, c("b.csv", "a.csv", "later/c.csv"))
  parts <- split(satellite[c("truth", "svm", "tree")], rep(1:3, length.out = 2000))
  for (i in 1:3) utils::write.csv(parts[[i]], paths[i], row.names = FALSE)
  writeLines("no table", file.path(folder, "_SUCCESS"))
  writeLines("no table", file.path(folder, ".part.csv.crc"))
  writeLines("no table", file.path(folder, "README"))
  folder
}

test_that("a folder stands for its files", {
  folder <- write_parts()
  here <- transform(satellite, truth = as.character(truth), svm = as.character(svm), tree = as.character(tree))
  whole <- prediction_set(truth ~ svm + tree, here)
  expect_identical(prediction_set(truth ~ svm + tree, folder), whole)
  expect_identical(prediction_set(folder, truth = truth, classifiers = c(svm, tree)), whole)
  files <- file.path(folder, c("a.csv", "b.csv"))
  expect_identical(prediction_set(truth ~ svm + tree, c(files, file.path(folder, "later"))), whole)
  seen <- character()
  read <- function(path) {
    seen <<- c(seen, basename(path))
    if (basename(path) == "README") here[0, ] else utils::read.csv(path)
  }
  prediction_set(truth ~ svm + tree, folder, read = read)
  expect_setequal(seen, c("README", "a.csv", "b.csv", "c.csv"))
  unlink(file.path(folder, c("a.csv", "b.csv", "later")), recursive = TRUE)
  expect_error(prediction_set(truth ~ svm + tree, folder), "no files of a known kind", class = "verdict_error_file")
  unlink(folder, recursive = TRUE)
})

test_that("parquet files are read by nanoparquet", {
  skip_if_not_installed("nanoparquet")
  file <- tempfile(fileext = ".parquet")
  getExportedValue("nanoparquet", "write_parquet")(satellite, file)
  expect_identical(prediction_set(truth ~ svm, file)$n, 2000)
})

test_that("a worker that is killed is an error that names the file", {
  skip_if_not_installed("future")
  skip_on_os("windows")
  old <- future::plan(future::multisession, workers = 2)
  on.exit(future::plan(old))
  folder <- write_parts()
  here <- Sys.getpid()
  read <- function(path) {
    if (basename(path) == "c.csv" && Sys.getpid() != here) tools::pskill(Sys.getpid(), tools::SIGKILL)
    utils::read.csv(path)
  }
  files <- file.path(folder, c("a.csv", "b.csv", "later/c.csv"))
  expect_error(
    suppressWarnings(prediction_set(truth ~ svm + tree, files, read = read)), "c.csv.*failed",
    class = "verdict_error_file"
  )
  # The next call has workers again.
  future::plan(future::multisession, workers = 2)
  expect_identical(prediction_set(truth ~ svm + tree, folder)$n, 2000)
  unlink(folder, recursive = TRUE)
  # That of future itself, without a label.
  lost <- structure(class = c("FutureError", "error", "condition"), list(message = "gone", call = NULL))
  expect_error(abort_worker(lost, "a.csv"), "A worker failed", class = "verdict_error_file")
})

test_that("future's workers find the same", {
  skip_if_not_installed("future")
  old <- future::plan(future::multisession, workers = 2)
  on.exit(future::plan(old))
  chunks <- split(satellite, rep(1:3, length.out = 2000))
  names <- c("svm", "tree")
  expect_identical(
    prediction_set(chunks, truth, tidyselect::all_of(names)), prediction_set(truth ~ svm + tree, satellite)
  )
  chunks[[3]]$tree <- NULL
  caught <- tryCatch(prediction_set(truth ~ svm + tree, chunks), error = identity)
  expect_s3_class(caught, "verdict_error_column")
  # It names what the user called, as without workers.
  calls <- lapply(list(caught, caught$parent), function(cnd) as.character(conditionCall(cnd)[[1]]))
  expect_identical(calls, list("prediction_set", "prediction_set"))
})
