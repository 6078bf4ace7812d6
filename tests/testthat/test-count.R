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
