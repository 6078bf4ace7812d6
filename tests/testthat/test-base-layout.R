printed <- function(x, ...) utils::capture.output(print(x, ...))

test_that("no line is wider than a console of 60 columns, nor laid out for a narrower one", {
  x <- prediction_set(truth ~ naive_bayes + random_forest + svm, satellite)
  results <- list(
    x, summary(x), verdict(x), compare_classifiers(x), compare_classifiers(x, "accuracy", margin = 0.03),
    assess_classifiers(x, "precision"), rank_classifiers(x), omnibus_test(x, "accuracy"), flips(x)
  )
  local_reproducible_output(width = 60)
  for (result in results) {
    lines <- printed(result)
    expect_lte(max(nchar(lines)), 60)
    expect_identical(printed(result, width = 30), lines)
  }
})

test_that("no line ends within an interval", {
  expect_identical(wrap_text("by [-0.0293, 0.0003]", 21), "by [-0.0293, 0.0003]")
  expect_identical(wrap_text("a difference [-0.0293, 0.0003]", 19), c("a difference", "[-0.0293, 0.0003]"))
})

test_that("labels with a backslash are shown as they are", {
  d <- data.frame(truth = c("a\\b", "c"), m1 = "a\\b", m2 = "c", check.names = FALSE)
  found <- printed(summary(prediction_set(truth ~ ., d)))
  at <- match("Rows in each class", found)
  expect_identical(found[at + 1:3], c("class  truth  m1  m2", "a\\b        1   2   0", "c          1   0   2"))
})

test_that("columns that do not fit stand below, after the first again", {
  columns <- list(class = c("a", "b"), one = c("1", "22"), two = c("3", "4"), three = c("5", "6"))
  expect_identical(table_lines(columns, 15), c(
    "class  one  two", "a        1    3", "b       22    4", "class  three", "a          5", "b          6"
  ))
  expect_identical(table_lines(columns, 1)[1:3], c("class  one", "a        1", "b       22"))
})

test_that("a ranking with a margin keeps to the width, whatever the names are", {
  long <- satellite
  names(long)[-1] <- paste0(names(long)[-1], c("_with_a_long_name", "_of_another", "_third", "_and_the_last"))
  v <- verdict(prediction_set(truth ~ ., long), "accuracy", margin = 0.03)
  # Code is not broken into lines.
  words <- function(width) grep("^plot", capture.output(print(v, width = width)), value = TRUE, invert = TRUE)
  for (width in c(60, 80)) expect_lte(max(nchar(words(width), "width")), width)
  text <- capture.output(print(v, width = 60))
  # who it is, and the decision, stand above the numbers
  expect_match(text, "^  svm[_a-z]+: better < margin$", all = FALSE)
  expect_match(text, "^ +accuracy +difference +interval +p$", all = FALSE)
})
