# data/retinopathy.rda: run from the top folder with `Rscript data-raw/retinopathy.R messidor_features.arff`, the file
# of
# UCI's data set 329. Made with R 4.2.2, e1071 1.7-13, rpart 4.1.19.

set.seed(20240612, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")
lines <- readLines(commandArgs(TRUE)[1])
rows <- lines[seq(grep("^@data", lines) + 1, length(lines))]
images <- utils::read.csv(text = rows[nzchar(rows)], header = FALSE)
names(images) <- c(paste0("x", 1:19), "signs")
images$signs <- factor(images$signs, 0:1, c("none", "signs"))

training <- sample(nrow(images), 551)
train <- images[training, ]
test <- images[-training, ]
# Short numbers that stay apart near 0 and 1.
probability <- function(predicted) stats::plogis(round(stats::qlogis(unname(predicted)), 3))

retinopathy <- data.frame(
  truth = test$signs,
  logistic = probability(predict(stats::glm(signs ~ ., binomial, train), test, type = "response")),
  naive_bayes = probability(predict(e1071::naiveBayes(signs ~ ., train), test, type = "raw")[, "signs"]),
  svm = probability(attr(
    predict(e1071::svm(signs ~ ., train, probability = TRUE), test, probability = TRUE), "probabilities"
  )[, "signs"]),
  tree = probability(predict(rpart::rpart(signs ~ ., train), test)[, "signs"])
)
rownames(retinopathy) <- NULL
save(retinopathy, file = "data/retinopathy.rda", compress = "xz")
