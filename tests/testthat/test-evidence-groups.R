
test_that("rows of no group are told wherever the rows of groups are", {
  data <- transform(satellite[1:600, ], site = rep(c("u", "v"), 300))
  data$site[1:100] <- NA
  x <- prediction_set(truth ~ svm + tree, data, by = site, na = "omit")
  expect_output(print(x), "by site: u and v; 100 rows of none")
  compared <- compare_classifiers(x, "accuracy", over = "groups")
  expect_output(print(compared), "Data: 600 rows (100 of no group).", fixed = TRUE)
  expect_match(paste(format(methods_text(compared)), collapse = " "), "600\\s+rows\\s+\\(100\\s+of\\s+no\\s+group\\)")
  expect_output(print(compare_gaps(x, "accuracy")), "differences of 500 rows")
  standard <- compare_classifiers(standardise_groups(x), "accuracy")
  expect_output(print(standard), "600 rows (100 of no group)", fixed = TRUE)
  whole <- prediction_set(truth ~ svm + tree, data[-(1:100), ], by = site)
  expect_output(print(compare_classifiers(whole, "accuracy", over = "groups")), "Data: 500 rows.", fixed = TRUE)
})

test_that("few observations of groups are told in a summary too", {
  set.seed(4)
  id <- rep(1:48, each = 6)
  truth <- sample(c("x", "y"), 288, TRUE)
  called <- function(p) ifelse(runif(288) < p, truth, "x")
  data <- data.frame(id, truth, a = called(0.6), b = called(0.9), site = rep(letters[1:6], each = 48))
  x <- prediction_set(truth ~ a + b, data, id = id, by = site)
  compared <- compare_classifiers(x, "f_meas", average = "macro", over = "groups")
  expect_match(compared$note[1], "only 8 observations")
  expect_match(paste(capture.output(print(summary(compared))), collapse = " "), "only\\s+8\\s+observations")
})
