# Scores: all pairs of many models on many items, and Wilcoxon's exact test with ties.
#   Rscript bench/scores.R
# Bars: items: 200 models x 1e4 items, all pairs, under 5 s; exact Wilcoxon with ties for n = 50 without 2^n.
library(verdict)

seconds <- function(expr) unname(system.time(expr)["elapsed"])

set.seed(1)
n <- 1e4
difficulty <- rnorm(n)
scores <- vapply(seq_len(200), function(k) as.double(rnorm(n) + k / 400 > difficulty), numeric(n))
colnames(scores) <- paste0("model", 1:200)
took <- seconds(x <- score_set(scores, item = seq_len(n), metric = "accuracy"))
cat(sprintf("score_set(), 200 models x 1e4 items: %.2f s\n", took))
took <- seconds(pairs <- compare_classifiers(x))
cat(sprintf("compare_classifiers(), %d pairs: %.2f s (bar 5)\n", nrow(pairs), took))
peer <- seconds(for (j in 1:200) t.test(scores[, 1], scores[, 1 + j %% 199], paired = TRUE))
cat(sprintf("  t.test() of as many pairs: %.1f s\n", peer / 200 * nrow(pairs)))

clustered <- score_set(scores, item = seq_len(n), cluster = rep(seq_len(500), 20), metric = "accuracy")
took <- seconds(compare_classifiers(clustered))
cat(sprintf("the same in 500 clusters of items: %.2f s (bar 5)\n", took))
took <- seconds(rank_classifiers(x))
cat(sprintf("rank_classifiers(): %.2f s\n", took))

long <- as.data.frame(x)
took <- seconds(score_set(long, score, classifier, item = item))
cat(sprintf("score_set() of 2e6 rows of long data: %.2f s\n", took))

d <- round(rnorm(50, 0.2), 1)
tied <- score_set(cbind(a = d, b = 0), design = "datasets")
took <- seconds(for (i in 1:20) compare_classifiers(tied)) / 20
cat(sprintf("Wilcoxon, exact, 50 units with ties and zeros, with interval: %.4f s\n", took))
if (requireNamespace("coin", quietly = TRUE)) {
  took <- seconds(for (i in 1:20) {
    coin::pvalue(coin::wilcoxsign_test(d ~ rep(0, 50), distribution = "exact", zero.method = "Pratt"))
  }) / 20
  cat(sprintf("  coin::wilcoxsign_test(), without interval: %.4f s\n", took))
}

wide <- prediction_set(
  truth ~ ., vehicle_cv,
  id = id, fold = fold, repetition = repetition
)
took <- seconds(verdict(wide))
cat(sprintf("verdict() of %d classifiers over 100 folds: %.2f s\n", length(wide$classifiers), took))
