# Rows of patterns of two or more predictions, of which few are labelled. `labels`: a matrix, patterns x classes.
labelled_rows_of <- function(predicted, n_rows, labels, classes = colnames(labels)) {
  parts <- lapply(seq_along(n_rows), function(h) {
    truth <- rep(classes, labels[h, ])
    data.frame(
      truth = c(truth, rep(NA, n_rows[h] - length(truth))), predicted[rep(h, n_rows[h]), , drop = FALSE],
      row.names = NULL
    )
  })
  do.call(rbind, parts)
}

# Two classifiers, two classes: 300 rows, of which 71 are labelled.
few_labels <- function() {
  labelled_rows_of(
    data.frame(one = c("a", "a", "b", "b"), two = c("a", "b", "a", "b")), c(90, 30, 24, 156),
    rbind(c(a = 12, b = 3), c(9, 7), c(6, 10), c(3, 21))
  )
}

# One pair of three classes: of M rows on which they differ m are labelled; b, c: only one of the two is right.
disagreeing_rows <- function(b, c, m, differ, n) {
  labels <- rbind(c(x = b, y = c, z = m - b - c), c(0, 0, 0))
  labelled_rows_of(data.frame(one = c("x", "x"), two = c("y", "x")), c(differ, n - differ), labels)
}

# Accuracy of two classifiers, without what a result knows of its data.
compared_plainly <- function(x) as.data.frame(compare_classifiers(x, "accuracy", p.adjust.method = "none"))

# 60 rows: p alone is right on 8 and q alone on 12; 11 rows on which both are right have no label, so that what any
# labels allow is one number. `hidden`: rows that lack one.
agreements_hidden <- function(hidden = 40:50) {
  d <- data.frame(truth = rep(c("a", "b"), each = 30), site = rep(c("u", "v"), 30))
  d$p <- d$q <- d$truth
  d$p[1:12] <- "b"
  d$q[13:20] <- "b"
  d$truth[hidden] <- NA
  d
}

# 2,000 rows, of which 60 are labelled; `right`: how often two classifiers and the judge are right.
judged_rows <- function(right) {
  set.seed(2)
  rows <- data.frame(full = sample(c("a", "b"), 2000, TRUE))
  said <- function(right) ifelse(runif(2000) < right, rows$full, ifelse(rows$full == "a", "b", "a"))
  rows[c("one", "two", "judge")] <- lapply(right, said)
  rows$truth <- replace(rep(NA, 2000), 1:60, rows$full[1:60])
  rows
}

# 1,200 rows, of which so many have their label; each column is wrong with this chance.
few_graded_rows <- function(..., labels) {
  set.seed(8)
  truth <- sample(c("a", "b"), 1200, TRUE, c(.3, .7))
  wrong <- function(p) ifelse(runif(1200) < p, ifelse(truth == "a", "b", "a"), truth)
  rows <- data.frame(truth, lapply(list(...), wrong))
  rows$truth[-sample(1200, labels)] <- NA
  rows
}
