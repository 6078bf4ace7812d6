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

# The four of Tables 8, 9 and 11; Tables 5 to 7 and 10 compare the first two.
learners <- list(
  naive_bayes = fit_naive_bayes,
  random_forest = fit_random_forest,
  svm = fit_svm,
  small_forest = function(data) fit_random_forest(data, trees = 50)
)

predict_all <- function(data, use) {
  data.frame(truth = data$test$class, lapply(learners[use], function(fit) fit(data)))
}

# One row a test row. The seed decides the split where UCI has none, and the forests; the first two
# learners come first, so that theirs do not depend on whether the others are asked for.
learn <- function(data, seed = 1, use = 1:2) {
  set_seed(seed)
  if (!is.null(data$all)) data <- split_70_30(data$all)
  predict_all(data, use)
}

# One repetition of 10-fold cross-validation over all rows, the same folds for all; `id`
# is the row.
cross_validate <- function(data, repetition, folds = 10) {
  set_seed(repetition)
  all <- if (is.null(data$all)) rbind(data$train, data$test) else data$all
  fold <- sample(rep_len(seq_len(folds), nrow(all)))
  parts <- lapply(seq_len(folds), function(k) {
    predictions <- predict_all(list(train = all[fold != k, ], test = all[fold == k, ]), 1:4)
    data.frame(id = which(fold == k), fold = k, predictions)
  })
  data.frame(repetition = repetition, do.call(rbind, parts))
}

# -- kept in a folder, one file a data set and seed: written when it does not exist, else read --------

four_learners <- c("Wilt", "Diabetic retinopathy (Messidor)")

kept <- function(cache, name, part, make) {
  dir.create(cache, showWarnings = FALSE, recursive = TRUE)
  file <- file.path(cache, paste0(gsub("[^a-z]+", "-", tolower(name)), part, ".rds"))
  if (file.exists(file)) return(readRDS(file))
  predictions <- make()
  saveRDS(predictions, file)
  predictions
}

held_out <- function(name, folder, cache, seed = 1) {
  kept(cache, name, paste0("-held-out-", seed), function() {
    learn(readers[[name]](folder), seed, if (name %in% four_learners) 1:4 else 1:2)
  })
}

repetitions <- function(name, folder, cache, n) {
  parts <- lapply(seq_len(n), function(repetition) {
    kept(cache, name, paste0("-cv-", repetition), function() {
      cross_validate(readers[[name]](folder), repetition)
    })
  })
  do.call(rbind, parts)
}

# list(folder, cache, others) of the command line.
paper_arguments <- function(arguments = commandArgs(trailingOnly = TRUE)) {
  if (length(arguments) == 0) stop("Name the folder of the UCI files as the first argument.", call. = FALSE)
  cache <- if (length(arguments) > 1) arguments[2] else tempfile("predictions")
  list(folder = arguments[1], cache = cache, others = arguments[-(1:2)])
}
