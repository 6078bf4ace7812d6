test_that("the C code stops at what the R code never sends", {
  expect_error(.Call(ffi_column_range, 1i), "internal: a column of type complex")
  cells <- as.table(matrix(c(1, NA, 2, 3), 2))
  expect_error(
    .Call(ffi_table_read, cells, dim(cells), list(1:2, 1:2), 2L, 0L),
    "internal: a cell that is no count"
  )
})

test_that("patterns are the cells of the contingency table", {
  d <- data.frame(
    truth = factor(c("a", "b", "b", "c", "a", "b"), levels = c("c", "b", "a", "unused")),
    nb = factor(c("a", "b", "c", "c", "a", "b")),
    rf = c("b", "b", "c", "c", "b", "b")
  )
  s <- prediction_set(truth ~ nb + rf, d)
  expect_identical(s$classes, c("c", "b", "a"))
  expect_identical(
    s$patterns,
    rbind(c(truth = 1L, nb = 1L, rf = 1L), c(2L, 1L, 1L), c(2L, 2L, 2L), c(3L, 3L, 2L))
  )
  expect_identical(s$count, c(1, 1, 2, 2))
  expect_identical(s, prediction_set(d[6:1, ], truth, c(nb, rf)))
  expect_identical(s, as_prediction_set(table(d)))
})

# From one direct table with copies, over one without, to hash tables of several words.
test_that("any number of classes and classifiers is counted as by base R", {
  for (k in c(2, 3, 10, 40, 300)) {
    for (classifiers in c(1, 2, 3, 5, 12)) {
      names <- paste0("label ", seq_len(k))
      d <- as_labels(draw_labels(700, k, classifiers, seed = k + classifiers), names)
      occurs <- names %in% unlist(lapply(d, as.character))
      expect_counts(prediction_set(truth ~ ., d), d, names[occurs])
    }
  }
})

test_that("rows of any number, also beyond one block, are counted once", {
  for (n in c(1, 2, 15, 16, 17, 1023, 1024, 1025, 5000)) {
    d <- draw_labels(n, 4, 2, seed = n)
    classes <- as.character(sort(unique(unlist(d))))
    s <- prediction_set(truth ~ ., d)
    expect_counts(s, d, classes)
    expect_identical(s$n_rows, n)
    expect_identical(s$n_clusters, n)
  }
})

test_that("neither the order of the rows nor that of the levels leaves a trace", {
  d <- as_labels(draw_labels(500, 5, 3), letters[1:5])
  s <- prediction_set(truth ~ ., d)
  mixed <- d[sample(nrow(d)), ]
  mixed$c1 <- as.character(mixed$c1)
  mixed$c2 <- factor(mixed$c2, levels = letters[10:1])
  expect_identical(prediction_set(truth ~ ., mixed), s)
})

test_that("weights are counts, and rows of weight zero are left out", {
  d <- draw_labels(300, 3, 2)
  w <- rep(c(0, 1, 2, 1e15), length.out = 300)
  s <- prediction_set(truth ~ ., d, weights = w)
  expect_counts(s, d, c("1", "2", "3"), w)
  expect_identical(s$n_rows, 225)
  expect_match(s$notes, "75 rows of weight 0")
  whole <- rep(0:3, 75)
  expect_identical(
    prediction_set(truth ~ ., d, weights = whole)$count,
    prediction_set(truth ~ ., d[rep(1:300, whole), ])$count
  )
  expect_identical(
    prediction_set(truth ~ ., d, weights = as.double(whole)),
    prediction_set(truth ~ ., d, weights = whole)
  )
  wide <- draw_labels(300, 200, 4)
  classes <- as.character(sort(unique(unlist(wide[w > 0, ]))))
  expect_counts(prediction_set(truth ~ ., wide, weights = w), wide, classes, w)
  rounded <- replace(as.double(whole), 1, 0.29 * 100)
  expect_identical(
    prediction_set(truth ~ ., d, weights = rounded)$count,
    prediction_set(truth ~ ., d, weights = replace(whole, 1, 29))$count
  )
})

test_that("rows of weight zero bring in no class and lack no label", {
  d <- data.frame(truth = c("a", "b", "c", NA), nb = c("a", "a", "c", "a"))
  s <- prediction_set(truth ~ nb, d, weights = c(1, 1, 0, 0))
  expect_identical(s$classes, c("a", "b"))
  expect_identical(s$n_rows, 2)
})

test_that("explicit levels are kept in their order", {
  d <- data.frame(truth = c("b", "a"), nb = c("a", "a"))
  s <- prediction_set(truth ~ nb, d, levels = c("z", "b", "a"))
  expect_identical(s$classes, c("z", "b", "a"))
  expect_identical(unname(s$patterns), rbind(c(2L, 3L), c(3L, 3L)))
  n <- data.frame(truth = c(2, 1), nb = c(1L, 1L))
  expect_identical(prediction_set(truth ~ nb, n, levels = 3:1)$classes, c("3", "2", "1"))
  f <- factor(c("b", "a"), levels = c("b", "a"))
  expect_identical(prediction_set(truth ~ nb, d, levels = f)$classes, c("b", "a"))
  # a factor level that is not listed does no harm unless it occurs
  d$nb <- factor(d$nb, levels = c("a", "q"))
  expect_identical(prediction_set(truth ~ nb, d, levels = c("b", "a"))$classes, c("b", "a"))
})

test_that("rows without a label are left out when asked for, for all classifiers", {
  d <- draw_labels(200, 4, 2)
  d$truth[3] <- NA
  d$c1[c(3, 7)] <- NA
  d$c2[200] <- NA
  s <- prediction_set(truth ~ ., d, na = "omit")
  expect_identical(s$n_omitted, 3)
  expect_identical(s$n_rows, 197)
  again <- prediction_set(truth ~ ., d[-c(3, 7, 200), ])
  again$n_omitted <- 3
  expect_identical(s, again)
})

test_that("a class only in omitted rows is no class", {
  d <- data.frame(truth = c("a", "b", NA), nb = c("a", "a", "c"))
  expect_identical(prediction_set(truth ~ nb, d, na = "omit")$classes, c("a", "b"))
})

test_that("a class never true is kept and said", {
  d <- data.frame(truth = c("a", "b"), nb = c("a", "x"), rf = c("b", "b"))
  s <- prediction_set(truth ~ ., d)
  expect_identical(s$classes, c("a", "b", "x"))
  expect_match(s$notes, "Class \"x\" occurs only in predictions (of nb), never in truth", fixed = TRUE)
})

test_that("big tables are merged and grown", {
  skip_on_cran()
  d <- draw_labels(50000, 500, 6, right = 0.3, seed = 4)
  s <- prediction_set(truth ~ ., d)
  key <- do.call(paste, d)
  expect_identical(nrow(s$patterns), length(unique(key)))
  expect_identical(sum(s$count), 50000)
  rebuilt <- apply(s$patterns, 1, function(p) paste(s$classes[p], collapse = " "))
  expect_identical(s$count, as.vector(table(key)[rebuilt]) + 0)
})
