# Is the power that power_comparison() states the power that there is?
#
#   Rscript bench/calibration/power.R [replicates]        (default 20000; a few seconds)
#
# At the number of rows that sample_size() gives for power 0.8, how often does the test
# reject? Designs: discordant shares of 5 to 40 %, differences of 2 to 12 points; precisions
# from 0.95 to 0.3, rare and frequent calls (Gaussian copula, rho = 0.7), all at 5 %, two-sided.
# Scores of items, tested by t: differences that are normal, or exponential with their long tail on the side of the
# better classifier or of the other, of which the mean is 1 to 0.1 standard deviations.
# Writes bench/calibration/power.csv. Standard error 0.003.

library(verdict)

replicates <- as.numeric(c(commandArgs(TRUE), 20000)[1])
set.seed(20262)

achieved <- function(design, scenario, methods) {
  rows <- lapply(methods, function(method) {
    size <- sample_size(scenario, method = method)
    found <- rejection_rate(scenario, size$n, method = method, trials = replicates)
    data.frame(
      design = design, method = method, n = size$n, computed = size$computed, stated = round(size$power, 4),
      simulated = round(found$rate, 4), undefined = found$undefined, replicates = replicates
    )
  })
  do.call(rbind, rows)
}

matched <- list(c(0.015, 0.035), c(0.08, 0.2), c(0.19, 0.21), c(0.15, 0.25))
precision <- expand.grid(base = c(0.95, 0.8, 0.5), gap = c(0.05, 0.15), called = c(0.05, 0.4))

results <- rbind(
  do.call(rbind, lapply(matched, function(only) {
    achieved(
      paste("discordant", only[1], only[2]), scenario_rates(discordant = only),
      c("midp", "exact", "mcnemar", "mcnemar_cc")
    )
  })),
  do.call(rbind, lapply(seq_len(nrow(precision)), function(i) {
    row <- precision[i, ]
    scenario <- scenario_rates(
      precision = c(row$base, row$base - row$gap), called = rep(row$called, 2), prevalence = 0.5, rho = 0.7
    )
    achieved(
      paste0("precision ", row$base, " and ", row$base - row$gap, ", called ", row$called), scenario,
      c("wgs", "gs", "gee", "relative", "multinomial")
    )
  }))
)

# A pilot whose differences have the mean 0 and the standard deviation 1: the power that is stated for a difference.
pilot_scores <- function() {
  z <- scale(stats::qnorm(stats::ppoints(50)))[, 1]
  score_set(data.frame(item = 1:50, first = 0, second = z), item = item)
}

draw_gaps <- list(
  "normal differences" = stats::rnorm,
  "differences skewed to the better" = function(n) stats::rexp(n) - 1,
  "differences skewed to the other" = function(n) 1 - stats::rexp(n)
)

t_found <- function(gaps) {
  n <- nrow(gaps)
  mean <- colMeans(gaps)
  se <- sqrt((colSums(gaps^2) - n * mean^2) / (n - 1) / n)
  2 * stats::pt(-abs(mean / se), n - 1) <= 0.05
}

# As many at once as memory takes easily.
share_found <- function(draw, gap, n) {
  in_parts <- rep(2000, ceiling(replicates / 2000))
  in_parts[1] <- replicates - sum(in_parts[-1])
  found <- vapply(in_parts, function(sets) sum(t_found(gap + matrix(draw(n * sets), n))), 0)
  sum(found) / replicates
}

# That the test is the package's.
one <- score_set(data.frame(item = 1:9, a = 0, b = stats::rnorm(9, 1)), item = item)
gaps <- matrix(one$scores[, 2, 1])
stopifnot(t_found(gaps) == (compare_classifiers(one, method = "paired_t")$p.value <= 0.05))

pilot <- pilot_scores()
for (name in names(draw_gaps)) {
  for (gap in c(1, 0.5, 0.25, 0.1)) {
    size <- sample_size(pilot, difference = gap, method = "paired_t")
    results <- rbind(results, data.frame(
      design = paste0(name, ", ", gap), method = "paired_t", n = size$n, computed = size$computed,
      stated = round(size$power, 4), simulated = round(share_found(draw_gaps[[name]], gap, size$n), 4),
      undefined = 0, replicates = replicates
    ))
  }
}
print(results, row.names = FALSE)
utils::write.csv(results, "bench/calibration/power.csv", row.names = FALSE)
