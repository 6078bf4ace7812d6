test_that("sensitivity at a specificity of the example", {
  found <- operating_points(twelve_set(), specificity = 0.75)
  expect_equal(found$estimate[1], 0.8)
  expect_equal(found$realised[1], 6 / 7)
  expect_equal(found$threshold[1], 0.5)
  expect_equal(c(found$conf.low[1], found$conf.high[1]), c(.22626, .94043), tolerance = 1e-5)
})

test_that("exchanged classes give the specificity", {
  turned <- probability_set(1 - twelve$event, a = 1 - twelve$a, b = 1 - twelve$b)
  one <- operating_points(twelve_set(), sensitivity = 0.6)
  other <- operating_points(turned, specificity = 0.6)
  numbers <- c("estimate", "realised", "conf.low", "conf.high")
  expect_equal(one[numbers], other[numbers])
  expect_identical(unique(one$metric), "specificity")
})

test_that("what is not known is refused", {
  refuse <- function(expr, class) expect_error(expr, class = paste0("verdict_error_", class))
  refuse(operating_points(twelve_set()), "argument")
  refuse(operating_points(twelve_set(), 0.5, 0.5), "argument")
  refuse(operating_points(twelve_set(), 1), "argument")
  refuse(operating_points(twelve_set(id = patient), 0.5), "set")
  refuse(operating_points(twelve_set(weights = 1:12), 0.5), "set")
  one_class <- operating_points(probability_set(rep(1, 3), p = c(.1, .2, .3)), 0.5)
  expect_identical(one_class$estimate, NA_real_)
  expect_identical(one_class$note, status_words("everywhere"))
})
