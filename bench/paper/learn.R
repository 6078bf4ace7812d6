# Trains naive Bayes and a random forest of 1,000 trees, and predicts the test rows.

split_70_30 <- function(data) {
  training <- sample(nrow(data), round(0.7 * nrow(data)))
  list(train = data[training, ], test = data[-training, ])
}

fit_naive_bayes <- function(data) {
  predict(e1071::naiveBayes(class ~ ., data = data$train), data$test)
}

fit_random_forest <- function(data) {
  forest <- randomForest::randomForest(class ~ ., data = data$train, ntree = 1000)
  unname(predict(forest, data$test))
}

set_seed <- function(seed) {
  set.seed(seed, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")
}

# One row a test row: truth, naive_bayes, random_forest.
learn <- function(data, seed = 1) {
  set_seed(seed)
  if (!is.null(data$all)) data <- split_70_30(data$all)
  data.frame(
    truth = data$test$class,
    naive_bayes = fit_naive_bayes(data),
    random_forest = fit_random_forest(data)
  )
}
