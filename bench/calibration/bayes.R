# How often does the posterior of some pair of equal algorithms reach 0.95?
#
#   Rscript bench/calibration/bayes.R [data sets]        (default 500; about a minute)
#
# Six algorithms on 20 data sets, normal scores, no region of practical equivalence. "equal": all are equal. "partly
# equal": the first is better than the others by one standard deviation, and the pairs of the others are looked at;
# `found` is how many of its own five pairs reach 0.95 in its favour. Writes bench/calibration/bayes.csv.

library(verdict)

posteriors <- function(gain, method) {
  scores <- matrix(stats::rnorm(120), 20, dimnames = list(NULL, letters[1:6]))
  scores[, 1] <- scores[, 1] + gain
  # All pairs: the reference is the one listed first.
  found <- compare_bayesian(score_set(scores, design = "datasets"), rope = 0, method = method, draws = 4000)
  null <- gain == 0 | found$reference != "a" & found$classifier != "a"
  c(
    any = any(pmax(found$prob.better, found$prob.worse)[null] >= 0.95),
    found = mean(ifelse(found$classifier == "a", found$prob.better, found$prob.worse)[!null] >= 0.95)
  )
}

n_sets <- as.integer(c(commandArgs(TRUE), 500)[1])
cells <- expand.grid(
  method = c("signed_rank", "hierarchical"), truth = c("equal", "partly equal"), stringsAsFactors = FALSE
)
set.seed(1)
found <- mapply(function(method, truth) {
  rowMeans(replicate(n_sets, posteriors(as.numeric(truth != "equal"), method)))
}, cells$method, cells$truth)
cells <- cbind(cells, round(t(found), 4), sets = n_sets)
print(cells, row.names = FALSE)
utils::write.csv(cells, file.path("bench", "calibration", "bayes.csv"), row.names = FALSE)
