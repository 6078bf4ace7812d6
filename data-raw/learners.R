# The four learners of the shipped data sets, with the defaults of their packages.
# Each takes a formula, a training set and a test set, and returns the predicted
# classes of the test rows.

learners <- list(
  naive_bayes = function(formula, train, test) {
    predict(e1071::naiveBayes(formula, data = train), test)
  },
  random_forest = function(formula, train, test) {
    predict(randomForest::randomForest(formula, data = train), test)
  },
  svm = function(formula, train, test) {
    predict(e1071::svm(formula, data = train), test)
  },
  tree = function(formula, train, test) {
    predict(rpart::rpart(formula, data = train), test, type = "class")
  }
)

# One row a test row: the truth, and a column of predictions a learner.
predict_learners <- function(formula, train, test) {
  predicted <- lapply(learners, function(learn) unname(learn(formula, train, test)))
  truth <- test[[all.vars(formula)[[1]]]]
  data.frame(truth = truth, predicted)
}
