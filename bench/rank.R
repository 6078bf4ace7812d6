# How fast are ranks of many classifiers?
#
#   Rscript bench/rank.R [classifiers] [rows]        (default 200 and 1e4)
#
# All pairs are first tested by a loop over stats::mcnemar.test() as well, and the numbers of significant wins
# at the level that rank_classifiers() used must be the same. Processor seconds (user and system), median of three.

library(verdict)

arguments <- as.numeric(commandArgs(TRUE))
n_classifiers <- if (length(arguments) >= 1) arguments[1] else 200
n <- if (length(arguments) >= 2) arguments[2] else 1e4

set.seed(1)
truth <- sample(letters[1:3], n, TRUE)
difficulty <- stats::rnorm(n)
rows <- data.frame(truth)
for (j in seq_len(n_classifiers)) {
  right <- difficulty + stats::rnorm(n) < 0.6 + 0.5 * j / n_classifiers
  rows[[paste0("m", j)]] <- ifelse(right, truth, sample(letters[1:3], n, TRUE))
}
x <- prediction_set(truth ~ ., rows)

ranking <- rank_classifiers(x)
local <- attr(ranking, "verdict")$local
right <- 1 * (as.matrix(rows[-1]) == truth)
both <- crossprod(right)
only <- diag(both) - both # rows that the classifier of the row has right and that of the column wrong
wins <- vapply(seq_len(n_classifiers), function(i) {
  sum(vapply(seq_len(n_classifiers)[-i], function(j) {
    b <- only[i, j]
    c <- only[j, i]
    b > c && stats::mcnemar.test(matrix(c(0, c, b, 0), 2), correct = FALSE)$p.value < local
  }, NA))
}, 0)
stopifnot(identical(wins, as.numeric(ranking$wins[match(names(rows)[-1], ranking$classifier)])))

took <- stats::median(vapply(1:3, function(i) sum(system.time(rank_classifiers(x))[1:2]), 0))
cat(sprintf("%d classifiers, %.0e rows: %.2f s\n", as.integer(n_classifiers), n, took))
