# Two small tables of scores whose results are known from other software: see the tests.
fold_scores <- function(...) {
  scores <- rbind(c(.80, .83, .79), c(.84, .88, .85), c(.76, .81, .78), c(.82, .83, .80))
  score_set(`colnames<-`(scores, c("a", "b", "c")), design = "folds", metric = "accuracy", ...)
}

dataset_matrix <- function() {
  scores <- rbind(
    c(.81, .79, .84), c(.70, .72, .75), c(.90, .88, .93), c(.66, .60, .66), c(.77, .75, .80), c(.85, .86, .88)
  )
  `colnames<-`(scores, c("a", "b", "c"))
}

dataset_scores <- function(...) score_set(dataset_matrix(), design = "datasets", metric = "accuracy", ...)

# By Wilcoxon's test d is undecided against c, and better than a, whose mean rank is between them.
interrupted_scores <- function() {
  scores <- matrix(c(
    .69, .58, .56, .76, .63, .79, .62, .87, .81, .76, .68, .54,
    .67, .72, .56, .87, .50, .61, .61, .71, .59, .66, .75, .59,
    .77, .89, .54, .74, .71, .83, .58, .75, .87, .57, .66, .64,
    .98, .98, .76, .90, .96, .72, .80, .95, .74, .71, .80, .67
  ), ncol = 4, dimnames = list(NULL, letters[1:4]))
  score_set(scores, design = "datasets", metric = "accuracy")
}

# Demsar (2006), table 6: AUC of four variants of C4.5 on 14 data sets. Those of the last two on
# `voting` are both printed as 0.975, but ranked 2 and 3.
demsar_matrix <- function() {
  scores <- matrix(c(
    .763, .768, .771, .798, .599, .591, .590, .569, .954, .971, .968, .967, .628, .661, .654, .657,
    .882, .888, .886, .898, .936, .931, .916, .931, .661, .668, .609, .685, .583, .583, .563, .625,
    .775, .838, .866, .875, 1, 1, 1, 1, .940, .962, .965, .962, .619, .666, .614, .669, .972, .981, .9751, .975,
    .957, .978, .946, .970
  ), ncol = 4, byrow = TRUE)
  `colnames<-`(scores, c("C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"))
}

# The scores of a metric, a row a unit and a column a classifier, where each unit was scored once.
scores_of <- function(x, metric = 1) {
  matrix(x$scores[, , metric], ncol = length(x$classifiers), dimnames = list(NULL, x$classifiers))
}

# n_test / n_train as the corrected t test has it: its squared error is (1 / J + ratio) var(differences).
corrected_ratio <- function(x) {
  scores <- scores_of(x)
  error <- compare_classifiers(x, method = "corrected_t")$std.error[1]
  error^2 / stats::var(scores[, 2] - scores[, 1]) - 1 / nrow(scores)
}
