# Trains naive Bayes, random forests and a support vector machine, and predicts the test
# rows.

split_70_30 <- function(data) {
  training <- sample(nrow(data), round(0.7 * nrow(data)))
  list(train = data[training, ], test = data[-training, ])
}

fit_naive_bayes <- function(data) {
  predict(e1071::naiveBayes(class ~ ., data = data$train), data$test)
}

fit_random_forest <- function(data, trees = 1000) {
  forest <- randomForest::randomForest(class ~ ., data = data$train, ntree = trees)
  unname(predict(forest, data$test))
}

fit_svm <- function(data) {
  unname(predict(e1071::svm(class ~ ., data = data$train), data$test))
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

# The four of Tables 8, 9 and 11; the paper compares with the first.
learners <- list(
  naive_bayes = fit_naive_bayes,
  random_forest = fit_random_forest,
  svm = fit_svm,
  small_forest = function(data) fit_random_forest(data, trees = 50)
)

predict_all <- function(data) {
  data.frame(truth = data$test$class, lapply(learners, function(fit) fit(data)))
}

learn_all <- function(data, seed = 1) {
  set_seed(seed)
  if (!is.null(data$all)) data <- split_70_30(data$all)
  predict_all(data)
}

# One repetition of 10-fold cross-validation over all rows, the same folds for all; `id`
# is the row.
cross_validate <- function(data, repetition, folds = 10) {
  set_seed(repetition)
  all <- if (is.null(data$all)) rbind(data$train, data$test) else data$all
  fold <- sample(rep_len(seq_len(folds), nrow(all)))
  parts <- lapply(seq_len(folds), function(k) {
    predictions <- predict_all(list(train = all[fold != k, ], test = all[fold == k, ]))
    data.frame(id = which(fold == k), fold = k, predictions)
  })
  data.frame(repetition = repetition, do.call(rbind, parts))
}
