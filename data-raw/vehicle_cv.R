# data/vehicle_cv.rda: run from the top folder with `Rscript data-raw/vehicle_cv.R`
# (about a minute).
# Made with R 4.2.2, mlbench 2.1-3, e1071 1.7-13, randomForest 4.7-1.1, rpart 4.1.19.

source("data-raw/learners.R")
set.seed(20240613, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")

data(Vehicle, package = "mlbench")

test_fold <- function(repetition, fold, in_fold) {
  cbind(
    id = which(in_fold),
    repetition = repetition,
    fold = fold,
    predict_learners(Class ~ ., Vehicle[!in_fold, ], Vehicle[in_fold, ])
  )
}

test_repetition <- function(repetition, folds = 10) {
  fold_of <- sample(rep_len(seq_len(folds), nrow(Vehicle)))
  do.call(rbind, lapply(seq_len(folds), function(fold) {
    test_fold(repetition, fold, fold_of == fold)
  }))
}

vehicle_cv <- do.call(rbind, lapply(seq_len(10), test_repetition))
save(vehicle_cv, file = "data/vehicle_cv.rda", compress = "xz")
