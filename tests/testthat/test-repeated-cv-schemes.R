d <- data.frame(
  repetition = rep(1:2, each = 3), fold = rep(1:3, 2), a = c(.04, .01, .03, .01, .06, -.01) + 0.5, b = 0.5
)
x <- score_set(d, fold = fold, repetition = repetition)

# t.test() of the aggregates
test_that("the schemes are those of the literature", {
  found <- repeated_cv_schemes(x, reference = "b")
  row <- function(scheme) unlist(found[found$scheme == scheme, c("statistic", "df", "p.value")], use.names = FALSE)
  expect_equal(row("all"), c(2.283148, 5, .071257), tolerance = 1e-5)
  expect_equal(row("average_folds"), c(7, 1, .090334), tolerance = 1e-5)
  expect_equal(row("average_runs"), c(3.211820, 2, .084791), tolerance = 1e-5)
  expect_equal(row("sorted_runs"), c(1.605910, 2, .249521), tolerance = 1e-5)
  expect_equal(row("corrected")[3], compare_classifiers(x)$p.value)
})

test_that("other designs are refused, and gaps said", {
  expect_error(repeated_cv_schemes(score_set(d[1:3, -1], fold = fold)), class = "verdict_error_design")
  gap <- score_set(transform(d, a = replace(a, 1, NA)), fold = fold, repetition = repetition, na = "keep")
  found <- repeated_cv_schemes(gap)
  expect_match(found$note[found$scheme == "sorted_runs"], "too few units")
})
