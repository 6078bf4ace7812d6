# Do the tests of paired predictions keep their level with few observations?
#
#   Rscript bench/calibration/clusters.R [replicates]      (default 500; about 3 minutes)
#
# Each of G observations is predicted ten times, as in repeated cross-validation. An
# observation is of class "yes" or "no" with equal chances, and hard or easy: a classifier
# is right on one of its rows with probability plogis(level), the level being normal with
# mean 1 and standard deviation 1.5, each classifier's and observation's own. The two
# classifiers are equally good. Rejections at 5 % of the default tests with ids and of
# permutations, and coverage of the 95 % intervals of the difference or ratio.
# Writes bench/calibration/clusters.csv. Standard error near 0.05: 0.010; near 0.15: 0.016.

library(verdict)

replicates <- as.numeric(c(commandArgs(TRUE), 500)[1])
set.seed(20262)

draw <- function(observations, times = 10) {
  id <- rep(seq_len(observations), each = times)
  truth <- rep(sample(c("yes", "no"), observations, replace = TRUE), each = times)
  predict <- function() {
    level <- stats::rnorm(observations, 1, 1.5)[id]
    right <- stats::runif(length(id)) < stats::plogis(level)
    ifelse(right, truth, ifelse(truth == "yes", "no", "yes"))
  }
  data.frame(id, truth, a = predict(), b = predict())
}

tests <- list(
  c("accuracy", "mcnemar"), c("accuracy", "wald"), c("accuracy", "permutation"),
  c("precision", "gs"), c("precision", "wald"), c("precision", "permutation"),
  c("f_meas", "wald")
)

# p-value and whether the interval holds the true value, of every test.
one <- function(observations) {
  x <- prediction_set(truth ~ a + b, draw(observations), id = id, levels = c("no", "yes"))
  vapply(tests, FUN.VALUE = c(0, 0), function(test) {
    found <- compare_classifiers(x, test[1], test[2],
      classes = if (test[1] != "accuracy") "yes", R = 499
    )
    null <- if (found$measure == "difference") 0 else 1
    c(found$p.value <= 0.05, found$conf.low <= null & null <= found$conf.high)
  })
}

study <- function(observations) {
  runs <- replicate(replicates, suppressWarnings(one(observations)))
  share <- function(k) round(rowMeans(runs[k, , ], na.rm = TRUE), 4)
  data.frame(
    observations, metric = vapply(tests, `[`, "", 1), method = vapply(tests, `[`, "", 2),
    rejected = share(1), covered = share(2),
    tested = rowSums(!is.na(runs[1, , ])), replicates
  )
}

results <- do.call(rbind, lapply(c(3, 5, 10, 20, 40), study))
print(results, row.names = FALSE)
utils::write.csv(results, "bench/calibration/clusters.csv", row.names = FALSE)
