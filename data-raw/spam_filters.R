# data/spam_filters.rda: run from the top folder with `Rscript data-raw/spam_filters.R`.
# Made with R 4.2.2, kernlab 0.9-32, e1071 1.7-13, randomForest 4.7-1.1, rpart 4.1.19.

source("data-raw/learners.R")
set.seed(20240612, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")

data(spam, package = "kernlab")
training <- sample(nrow(spam), 3000)

spam_filters <- predict_learners(type ~ ., spam[training, ], spam[-training, ])
save(spam_filters, file = "data/spam_filters.rda", compress = "xz")
