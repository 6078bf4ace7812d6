# The counts below come from base R's table() on the data, those of the truth also from
# the descriptions of the sources at UCI.

learners <- c("naive_bayes", "random_forest", "svm", "tree")

n_right <- function(data) {
  vapply(data[learners], function(predicted) sum(predicted == data$truth), integer(1))
}

expect_same_levels <- function(data, levels) {
  for (column in c("truth", learners)) {
    expect_s3_class(data[[column]], "factor")
    expect_identical(levels(data[[column]]), levels)
    expect_false(anyNA(data[[column]]))
  }
}

test_that("satellite has UCI's test set and six classes", {
  land <- c(
    "red soil", "cotton crop", "grey soil", "damp grey soil", "vegetation stubble",
    "very damp grey soil"
  )
  expect_identical(dim(satellite), c(2000L, 5L))
  expect_named(satellite, c("truth", learners))
  expect_same_levels(satellite, land)
  expect_identical(c(table(satellite$truth)), setNames(c(461L, 224L, 397L, 211L, 237L, 470L), land))
  expect_identical(unname(n_right(satellite)), c(1593L, 1819L, 1791L, 1566L))
  expect_identical(sum(satellite$tree == "damp grey soil"), 105L)
})

test_that("spam_filters has the e-mails that were not trained on", {
  expect_identical(dim(spam_filters), c(1601L, 5L))
  expect_named(spam_filters, c("truth", learners))
  expect_same_levels(spam_filters, c("nonspam", "spam"))
  expect_identical(c(table(spam_filters$truth)), c(nonspam = 973L, spam = 628L))
  expect_identical(unname(n_right(spam_filters)), c(1122L, 1530L, 1502L, 1431L))
})

test_that("vehicle_cv tests every silhouette once in each repetition", {
  expect_identical(dim(vehicle_cv), c(8460L, 8L))
  expect_named(vehicle_cv, c("id", "repetition", "fold", "truth", learners))
  expect_true(all(table(vehicle_cv$id, vehicle_cv$repetition) == 1L))
  expect_identical(sort(unique(vehicle_cv$id)), 1:846)
  expect_true(all(table(vehicle_cv$repetition, vehicle_cv$fold) %in% 84:85))
})

test_that("vehicle_cv draws the folds afresh in each repetition", {
  folds <- tapply(vehicle_cv$fold, vehicle_cv[c("repetition", "id")], sum)
  expect_identical(anyDuplicated(folds), 0L)
})

test_that("vehicle_cv has one truth a silhouette and UCI's class sizes", {
  expect_same_levels(vehicle_cv, c("bus", "opel", "saab", "van"))
  per_id <- unique(vehicle_cv[c("id", "truth")])
  expect_identical(nrow(per_id), 846L)
  expect_identical(c(table(per_id$truth)), c(bus = 218L, opel = 212L, saab = 217L, van = 199L))
  expect_identical(unname(n_right(vehicle_cv)), c(3850L, 6338L, 6498L, 5755L))
})

test_that("retinopathy has the images that were not trained on", {
  expect_identical(dim(retinopathy), c(600L, 5L))
  expect_named(retinopathy, c("truth", "logistic", "naive_bayes", "svm", "tree"))
  expect_identical(c(table(retinopathy$truth)), c(none = 288L, signs = 312L))
  values <- as.matrix(retinopathy[-1])
  expect_true(all(values >= 0 & values <= 1))
  right <- colSums((values >= 0.5) == (retinopathy$truth == "signs"))
  expect_identical(right, c(logistic = 446, naive_bayes = 358, svm = 412, tree = 378))
})
