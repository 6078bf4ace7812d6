# Is the power that power_comparison() states the power that there is?
#
#   Rscript bench/calibration/power.R [replicates]        (default 20000; a few seconds)
#
# At the number of rows that sample_size() gives for power 0.8, how often does the test
# reject? Designs: discordant shares of 5 to 40 %, differences of 2 to 12 points; precisions
# from 0.95 to 0.3, rare and frequent calls (Gaussian copula, rho = 0.7), all at 5 %, two-sided.
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
print(results, row.names = FALSE)
utils::write.csv(results, "bench/calibration/power.csv", row.names = FALSE)
