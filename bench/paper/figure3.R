# The paper's Figure 3: how often does a test of precision repeat itself, by the size of the
# data set and the share for testing? Naive Bayes against a random forest, trained anew
# in each repetition (Bouckaert's experiment), on 600 rows of a UCI data set.
#
#   Rscript bench/paper/figure3.R <folder of the UCI files> [repetitions] [trees] [plot.png]
#
# Run it from the top folder; 100 repetitions and 100 trees if not given. Runs on all cores that
# future::plan() has; the numbers do not depend on how many.
# Needs e1071, randomForest, future.apply and, for the plot, ggplot2.

library(verdict)
source(file.path("bench", "paper", "read.R"))

arguments <- commandArgs(trailingOnly = TRUE)
if (length(arguments) == 0) stop("Name the folder of the UCI files as the first argument.")
n <- if (length(arguments) >= 2) as.integer(arguments[2]) else 100L
trees <- if (length(arguments) >= 3) as.integer(arguments[3]) else 100L
future::plan(future::multicore, workers = future::availableCores())

learners <- list(
  naive_bayes = list(
    fit = function(data) e1071::naiveBayes(class ~ ., data = data), predict = stats::predict
  ),
  random_forest = list(
    fit = function(data) randomForest::randomForest(class ~ ., data = data, ntree = trees),
    predict = stats::predict
  )
)

set.seed(1)
data <- readers[["Diabetic retinopathy (Messidor)"]](arguments[1])$all
data <- data[sample.int(nrow(data), 600), ]
study <- replicability_study(
  data, "class", learners, sizes = c(600, 480, 360, 240), test_fractions = c(0.1, 0.3, 0.5, 0.7, 0.9),
  n = n, method = "gs"
)
options(width = 120)
print(as.data.frame(study), row.names = FALSE, digits = 2)
if (length(arguments) >= 4) {
  ggplot2::ggsave(arguments[4], ggplot2::autoplot(study), width = 8, height = 4, dpi = 100)
}
