# Do the paired tests and intervals keep their level?
#
#   Rscript bench/calibration/paired.R [replicates]        (default 3000; about 15 minutes)
#
# Precision: two classifiers' calls for one class, dependent given the truth (Gaussian
# copula, rho = 0.7); prevalence 0.5; each calls 45 % of the rows, or the second only
# 30 %. Rejections at 5 % when both have precision 0.8, and coverage of the 95 %
# intervals then and when the second has 0.7.
# Recall: both right with probability 0.6, only one right with 0.15 each.
# Writes bench/calibration/paired.csv. Standard error near 0.05: 0.004.

library(verdict)

replicates <- as.numeric(c(commandArgs(TRUE), 3000)[1])
rho <- 0.7
set.seed(20261)

# P(both below) for standard normals with correlation rho.
below_both <- function(a, b) {
  stats::integrate(function(x) {
    stats::dnorm(x) * stats::pnorm((b - rho * x) / sqrt(1 - rho^2))
  }, -Inf, a, rel.tol = 1e-10)$value
}

# Cells both, only the first, only the second, neither, for two call rates.
joint <- function(rate) {
  both <- below_both(stats::qnorm(rate[1]), stats::qnorm(rate[2]))
  c(both, rate[1] - both, rate[2] - both, 1 - sum(rate) + both)
}

cells_for <- function(precision, called, prevalence = 0.5) {
  sensitivity <- precision * called / prevalence
  false_rate <- (1 - precision) * called / (1 - prevalence)
  c(prevalence * joint(sensitivity), (1 - prevalence) * joint(false_rate))
}

rows <- expand.grid(b = c("yes", "no"), a = c("yes", "no"), truth = c("yes", "no"))

# Counts in the order of joint(): both, only a, only b, neither; truth yes, then no.
as_set <- function(counts) prediction_set(truth ~ a + b, rows, weights = counts)

# Shares of rejected tests and of intervals that hold the true value.
study <- function(design, n, cells, metric, methods, measures, truth) {
  draws <- stats::rmultinom(replicates, n, cells)
  runs <- lapply(seq_len(replicates), function(i) {
    x <- as_set(draws[, i])
    found <- suppressWarnings(Map(function(method, measure) {
      as.data.frame(compare_classifiers(x, metric, method, measure, classes = "yes"))
    }, methods, measures))
    found <- do.call(rbind, found)
    true <- truth[found$measure]
    cbind(found$p.value <= 0.05, found$conf.low <= true & true <= found$conf.high)
  })
  share <- function(column) {
    all <- vapply(runs, function(run) run[, column], logical(length(methods)))
    round(rowMeans(all, na.rm = TRUE), 4)
  }
  data.frame(
    design = design, n = n, metric = metric, method = methods, measure = measures,
    rejected = share(1), covered = share(2), replicates = replicates, row.names = NULL
  )
}

predictive <- list(
  methods = c("wgs", "gs", "gee", "relative", "multinomial", "z"),
  measures = c("ratio", "ratio", "odds_ratio", "ratio", "difference", "difference")
)
matched <- list(
  methods = c("midp", "mcnemar", "mcnemar_cc", "exact"), measures = rep("difference", 4)
)
equal <- c(difference = 0, ratio = 1, "odds_ratio" = 1)
apart <- c(difference = -0.1, ratio = 0.7 / 0.8, "odds_ratio" = (0.7 / 0.3) / (0.8 / 0.2))

precision <- function(design, n, precision, called, truth) {
  study(
    design, n, cells_for(precision, called), "precision", predictive$methods,
    predictive$measures, truth
  )
}

results <- do.call(rbind, c(
  lapply(c(100, 1000), precision, design = "equal", c(0.8, 0.8), c(0.45, 0.45), equal),
  lapply(c(100, 1000), precision, design = "equal, fewer calls", c(0.8, 0.8), c(0.45, 0.3), equal),
  lapply(c(100, 1000), precision, design = "0.8 and 0.7", c(0.8, 0.7), c(0.45, 0.45), apart),
  lapply(c(50, 200), function(n) {
    cells <- c(0.6, 0.15, 0.15, 0.1, 0, 0, 0, 0)
    study("equal", n, cells, "recall", matched$methods, matched$measures, equal)
  })
))
print(results, row.names = FALSE)
utils::write.csv(results, "bench/calibration/paired.csv", row.names = FALSE)
