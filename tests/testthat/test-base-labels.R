classes_of <- function(...) prediction_set(truth ~ ., data.frame(...))$classes

test_that("labels of any type, and of different types, meet in their text", {
  truth <- c(2, 1, 10, 2)
  types <- list(
    truth, as.integer(truth), as.character(truth), factor(truth), factor(truth, levels = c(10, 2, 1)),
    ordered(truth), I(truth), I(as.character(truth))
  )
  for (a in types) {
    for (b in types) {
      s <- prediction_set(truth ~ nb, list2DF(list(truth = a, nb = b)))
      expect_setequal(s$classes, c("1", "2", "10"))
      expect_true(all(s$patterns[, 1] == s$patterns[, 2]))
      expect_identical(sum(s$count), 4)
    }
  }
})

test_that("classes have factor order, the truth's first, or are sorted", {
  expect_identical(classes_of(truth = c(10, 9, 2), nb = c(2L, 2L, 100L)), c("2", "9", "10", "100"))
  expect_identical(classes_of(truth = c("10", "9"), nb = c(9, 10)), c("10", "9"))
  expect_identical(classes_of(truth = c("b", "B", "a"), nb = c("a", "C", "b")), c("B", "C", "a", "b"))
  expect_identical(classes_of(truth = c(TRUE, FALSE), nb = c(TRUE, TRUE)), c("FALSE", "TRUE"))
  expect_identical(
    classes_of(
      truth = factor(c("x", "y", "x"), levels = c("y", "x")), nb = factor(c("w", "x", "x")),
      rf = c("v", "u", "y")
    ),
    c("y", "x", "w", "u", "v")
  )
  expect_identical(
    classes_of(truth = c("p", "q"), nb = factor(c("q", "r"), levels = c("r", "q"))),
    c("r", "q", "p")
  )
})

test_that("numbers near the ends of their types are distinguished", {
  top <- .Machine$integer.max
  for (x in list(c(-top, -top + 1L), c(top, top - 1L), c(-top, top), c(0L, top), c(1e15, 1e15 + 1), c(-1e15, 1e15))) {
    s <- prediction_set(truth ~ nb, data.frame(truth = x, nb = rev(x)))
    expect_identical(s$classes, sprintf("%.0f", sort(x)))
    expect_identical(unname(s$patterns), rbind(1:2, 2:1))
  }
})

test_that("narrow and wide ranges of numbers are counted alike", {
  for (width in c(10, 4095, 4096, 4097, 1e6)) {
    x <- c(-3, width - 4, 0, -3)
    for (type in list(as.integer, as.double)) {
      d <- data.frame(truth = type(x), nb = type(rev(x)))
      expect_counts(prediction_set(truth ~ nb, d), d, as.character(sort(unique(x))))
    }
  }
})

test_that("zero and large numbers have one text", {
  expect_identical(classes_of(truth = c(0, -0, 1e5), nb = c(1e5, 100000, 0)), c("0", "100000"))
  expect_identical(classes_of(truth = c(1e5, 0), nb = c("100000", "0")), c("0", "100000"))
})

test_that("missing labels of every kind are missing", {
  columns <- list(
    c(1L, NA), c(1, NA), c(1, NaN), c(1e10, NA, NaN), c(TRUE, NA), c("a", NA), factor(c("a", NA)),
    addNA(factor(c("a", NA))), c(NA, NA), c(NA_character_, NA), c(NA_real_, NaN)
  )
  for (x in columns) {
    d <- list2DF(list(truth = x, nb = rep("z", length(x))))
    expect_error(prediction_set(truth ~ nb, d), class = "verdict_error_na")
    if (any(!is.na(as.character(x)) & as.character(x) != "NaN")) {
      expect_warning(
        s <- prediction_set(truth ~ nb, d, na = "omit"),
        class = "verdict_warning_column"
      )
      expect_identical(s$n_rows, 1)
    } else {
      expect_error(prediction_set(truth ~ nb, d, na = "omit"), class = "verdict_error_empty")
    }
  }
  # the text NA is a label
  expect_identical(classes_of(truth = c("NA", "b"), nb = c("b", "NA")), c("NA", "b"))
})

test_that("one text in two encodings is one class", {
  utf8 <- enc2utf8("caf\u00e9")
  latin1 <- iconv(utf8, "UTF-8", "latin1")
  s <- prediction_set(truth ~ nb, data.frame(truth = c(utf8, latin1, "a"), nb = c(latin1, utf8, utf8)))
  expect_identical(s$classes, c("a", utf8))
  expect_identical(s$count, c(1, 2))
  ids <- prediction_set(truth ~ nb, data.frame(truth = c("a", "b"), nb = "a"), id = c(utf8, latin1))
  expect_identical(ids$n_clusters, 1)
  tab <- table(truth = c(utf8, "a"), nb = c("a", "a"))
  dimnames(tab)$nb <- latin1
  expect_identical(as_prediction_set(tab)$classes, c("a", utf8))
})

test_that("unusual texts are labels", {
  odd <- c("", "a b", "{x}", "%s", "\\", "\"", "\u4e2d\u6587", strrep("x", 1e4))
  d <- data.frame(truth = odd, nb = rev(odd))
  s <- prediction_set(truth ~ nb, d, levels = odd)
  expect_setequal(s$classes, odd)
  expect_output(print(s))
  for (encoding in c("bytes", "UTF-8")) {
    broken <- "\xff\xfe"
    Encoding(broken) <- encoding
    d <- data.frame(truth = c(broken, "a"), nb = "a")
    expect_error(prediction_set(truth ~ nb, d), class = "verdict_error_label")
    d$truth <- structure(1:2, levels = d$truth, class = "factor")
    expect_error(prediction_set(truth ~ nb, d), class = "verdict_error_label")
  }
})

test_that("many labels make the dictionary grow", {
  x <- sprintf("label %05d", sample.int(3000))
  s <- prediction_set(truth ~ nb, data.frame(truth = x, nb = rev(x)))
  expect_identical(s$classes, sort(x, method = "radix"))
  expect_identical(nrow(s$patterns), 3000L)
})

test_that("a malformed factor is refused or missing, never a crash", {
  codes <- structure(c(1L, 7L, -2L, 0L, NA), levels = c("a", "b"), class = "factor")
  s <- prediction_set(truth ~ nb, list2DF(list(truth = codes, nb = rep("a", 5))), na = "omit")
  expect_identical(c(s$n_rows, s$n_omitted), c(1, 4))
  twice <- structure(c(1L, 2L, 3L), levels = c("a", "a", "b"), class = "factor")
  s <- prediction_set(truth ~ nb, list2DF(list(truth = twice, nb = twice)))
  expect_identical(s$classes, c("a", "b"))
  expect_identical(s$count, c(2, 1))
  for (bad in list(
    structure(1:2, class = "factor"),
    structure(1:2, levels = 1:2, class = "factor")
  )) {
    d <- list2DF(list(truth = c("a", "b"), nb = bad))
    expect_error(prediction_set(truth ~ nb, d), class = "verdict_error_type")
  }
})

test_that("attributes and compact vectors do no harm", {
  x <- structure(c("a", "b"), names = c("n", "m"), note = "x")
  expect_identical(prediction_set(truth ~ nb, list2DF(list(truth = x, nb = x)))$classes, c("a", "b"))
  s <- prediction_set(truth ~ nb, data.frame(truth = 1:5000, nb = 5000:1))
  expect_identical(nrow(s$patterns), 5000L)
  s <- prediction_set(truth ~ nb, data.frame(truth = as.character(1:50), nb = as.character(50:1)))
  expect_identical(nrow(s$patterns), 50L)
})

test_that("the columns are not changed", {
  d <- data.frame(truth = c(3, 1), nb = c(1L, 3L), rf = c("1", "3"), w = c(1, 2), id = c("x", "y"))
  copy <- unserialize(serialize(d, NULL))
  prediction_set(truth ~ nb + rf, d, weights = w, id = id)
  expect_identical(d, copy)
})

test_that("unmarked text is UTF-8 or refused, in any locale", {
  locale <- Sys.getlocale("LC_CTYPE")
  on.exit(Sys.setlocale("LC_CTYPE", locale))
  text <- function(...) rawToChar(as.raw(c(...)))
  latin1 <- text(0x66, 0xe9)
  utf8 <- text(0x66, 0xc3, 0xa9)
  for (to in c(locale, "C")) {
    Sys.setlocale("LC_CTYPE", to)
    d <- data.frame(truth = c("a", latin1), nb = "a")
    expect_error(prediction_set(truth ~ nb, d), "f<e9>", class = "verdict_error_label")
    expect_error(prediction_set(truth ~ nb, d), "fileEncoding")
    d$truth[2] <- utf8
    expect_identical(prediction_set(truth ~ nb, d)$classes, c("a", "f\u00e9"))
  }
})

test_that("names are compared in any locale, the Turkish one included", {
  expect_identical(lower_ascii(c("PRECISION", "Id", NA, "\u0130I", "")), c("precision", "id", NA, "\u0130i", ""))
  expect_identical(upper_ascii("i\u0131"), "I\u0131")
  old <- Sys.getlocale("LC_CTYPE")
  on.exit(Sys.setlocale("LC_CTYPE", old))
  suppressWarnings(Sys.setlocale("LC_CTYPE", "tr_TR.UTF-8"))
  expect_identical(match_metric("PRECISION")$metric, "precision")
  d <- data.frame(truth = c("a", "b"), m1 = c("a", "b"), ID = 1, FOLD = 1:2)
  expect_error(prediction_set(truth ~ m1, d), class = "verdict_error_repeated")
  expect_error(prediction_set(truth ~ m1 + ID, d), class = "verdict_error_column")
  expect_identical(capitalise("informedness"), "Informedness")
})

test_that("no function changes the case of text by the locale", {
  functions <- Filter(is.function, as.list(asNamespace("verdict"), all.names = TRUE))
  used <- lapply(functions, function(f) intersect(all.names(body(f)), c("tolower", "toupper", "casefold")))
  expect_identical(names(used)[lengths(used) > 0], character())
})

test_that("a long column with many labels can be interrupted", {
  skip_on_cran()
  # Long enough: R looks at its limit every 0.05 seconds, whatever it is.
  x <- rep_len(seq(0.5, by = 1, length.out = 1e6), 3e7)
  stopped <- function() {
    on.exit(setTimeLimit(elapsed = Inf))
    setTimeLimit(elapsed = 0.02, transient = TRUE)
    .Call(ffi_column_labels, x)
  }
  expect_error(stopped(), gettext("reached elapsed time limit", domain = "R"), fixed = TRUE)
})

test_that("text without a mark of its encoding, as files have it, is sorted and grouped as marked text", {
  words <- c("z\u00fc", "\u00e9t\u00e9", "abc", "\u65e5\u672c")
  bare <- words
  Encoding(bare) <- "unknown"
  code <- rep(c(2, 1, 3, 4, 1, 2, 4, 3), 3)
  number <- 1:24 / 25
  of <- function(text) text[code]
  doors <- list(
    function(text) probability_set(ifelse(of(text) == text[1], text[1], text[2]), a = number, positive = text[1]),
    function(text) probability_set(of(text), m = matrix(0.25, 24, 4, dimnames = list(NULL, words))),
    function(text) {
      long <- data.frame(who = rep(text, 6), s = number, item = rep(1:6, each = 4))
      score_set(long, score = s, classifier = who, item = item, metric = "m")$classifiers
    },
    function(text) flips(data.frame(t = "a", x = rep(c("a", "b"), 12), y = "b", w = of(text)), t, y, x, by = w)$w,
    function(text) coef(fit_gee(y ~ 1, data.frame(y = rep(0:1, 12), w = of(text)), id = w)),
    function(text) {
      d <- data.frame(t = of(text), a = of(text))
      lapply(c(truth = 1, a = 2), function(j) prediction_set(t ~ a, d)$classes)
    }
  )
  for (door in doors) expect_equal(door(bare), door(words))
})

test_that("files whose names have accents are read in the order of their names", {
  folder <- tempfile()
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  names <- file.path(folder, c("\u00e9t\u00e9.csv", "z\u00fc.csv", "a.csv"))
  skip_if_not(l10n_info()[["UTF-8"]], "names of files are UTF-8")
  for (name in names) utils::write.csv(data.frame(t = c("a", "b"), x = c("a", "a")), name, row.names = FALSE)
  expect_identical(prediction_set(t ~ x, folder)$n, 6)
})

test_that("a column may be an array of one dimension, as tapply() and table() give", {
  plain <- satellite[1:60, c("truth", "svm", "tree")]
  plain[c("who", "part", "times")] <- list(rep(1:30, 2), rep(c("u", "v"), 30), rep(1:2, 30))
  arrays <- plain
  arrays[] <- lapply(plain, function(column) array(if (is.factor(column)) as.character(column) else column))
  of <- function(data, ...) {
    as.data.frame(compare_classifiers(prediction_set(truth ~ svm + tree, data, ...), "accuracy"))
  }
  expect_equal(of(arrays), of(plain))
  expect_equal(of(arrays, id = who), of(plain, id = who))
  expect_equal(of(arrays, weights = times), of(plain, weights = times))
  expect_identical(prediction_set(truth ~ svm + tree, arrays, by = part)$groups$label, c("u", "v"))
  few <- list(plain = plain, arrays = arrays)
  few <- lapply(few, function(data) {
    data$truth[1:20] <- NA
    prediction_set(truth ~ svm + tree, data, labelling = array(rep(0.5, 60)))
  })
  expect_equal(sort(few$arrays$count), sort(few$plain$count))
  scores <- data.frame(x = 1:20 / 20, y = 20:1 / 40, item = 1:20)
  arrayed <- transform(scores, x = array(x))
  expect_equal(score_set(arrayed, item = item)$scores, score_set(scores, item = item)$scores)
})
