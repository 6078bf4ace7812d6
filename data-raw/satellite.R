# data/satellite.rda: run from the top folder with `Rscript data-raw/satellite.R`.
# Made with R 4.2.2, mlbench 2.1-3, e1071 1.7-13, randomForest 4.7-1.1, rpart 4.1.19.
#
# mlbench's Satellite keeps the order of the UCI files: 4435 rows of sat.trn, then the
# 2000 rows of sat.tst. That split is used, as UCI asks.

source("data-raw/learners.R")
set.seed(20240611, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")

data(Satellite, package = "mlbench")
training <- seq_len(4435)

satellite <- predict_learners(classes ~ ., Satellite[training, ], Satellite[-training, ])
save(satellite, file = "data/satellite.rda", compress = "xz")
