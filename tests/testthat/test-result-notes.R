test_that("every status of the core has its words, in the same order", {
  header <- test_path("..", "..", "src", "core", "status.h")
  skip_if_not(file.exists(header), "the sources are not here")
  text <- readLines(header)
  names <- sub("^ +VD_([A-Z_]+).*", "\\1", grep("^ +VD_", text, value = TRUE))
  names <- setdiff(tolower(names), "full")
  expect_identical(names(status_words), names)
})

test_that("placeholders are filled row by row", {
  expect_identical(
    status_note(c(0L, 1L, 2L), list(who = c("a", "b", "c"))),
    c(NA, "class never predicted by b", "class absent from truth")
  )
  expect_identical(status_note(integer(), list(who = "a")), character())
})

test_that("labels are taken literally", {
  expect_identical(
    status_note(1L, list(who = "a\\1 {metric} .*")), "class never predicted by a\\1 {metric} .*"
  )
})

test_that("both classifiers are named when both are concerned", {
  expect_identical(status_who(1:3, "rf", "nb"), c("rf", "nb", "rf and nb"))
})
