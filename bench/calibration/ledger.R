# How far can each test and interval be trusted? Size at 0.05 and coverage of 95 % intervals of
# everything that the package offers, over one grid: few rows to many, common to rare, independent to strongly
# dependent classifiers.
#
#   Rscript bench/calibration/ledger.R [data sets] [sets for whole verbs]     (default 10000 and 150)
#
# Run it from the top folder; some ten minutes of one core by default. Writes inst/extdata/ledger.csv.gz, the one
# table that the help pages and the vignette 'How far to trust each method' are made from (then `make docs`).
# A row: topic, kind (size, coverage), method, metric, measure, n, rate (of success, or share of the class),
# dependence (rho of a Gaussian copula, or the share of rows with a common answer), truth (are the two
# equal?), nominal, value, std.error (Monte-Carlo; 0 where all tables were enumerated), undefined (share of the data
# sets without a test or interval: these do not reject, and are left out of coverage), sets (drawn; NA: exact).
#
# ledger-counts.R enumerates and draws counts, ledger-sets.R draws prediction sets and gathers what the studies
# of their own in this folder found: clusters.R, gee.R, global.R, verdict.R, maxt.R, rank.R,
# power.R.

library(verdict)
internal <- asNamespace("verdict")
for (part in c("counts", "sets")) source(file.path("bench", "calibration", paste0("ledger-", part, ".R")))

arguments <- as.numeric(commandArgs(TRUE))
sets <- c(arguments, 10000)[1]
few_sets <- c(arguments[-1], 150)[1]

sizes <- c(10, 25, 50, 100, 500)
rates <- c(0.5, 0.9, 0.98)
shares <- c(0.5, 0.2, 0.05)
dependence <- c(0, 0.5, 0.9)

timed <- function(name, code) {
  set.seed(20, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")
  seconds <- system.time(found <- code)[["elapsed"]]
  cat(sprintf("%-24s %5d rows %6.0f s\n", name, nrow(found), seconds))
  found
}

ledger <- rbind(
  timed("one proportion", one_proportion(sizes, rates)),
  timed("same rows, accuracy", matched_pairs(sizes, rates, dependence, sets)),
  timed("same rows, precision", precision_pairs(sizes, shares, dependence, sets)),
  timed("different rows", independent_sets(list(c(10, 10), c(5, 50), c(25, 25), c(50, 50), c(10, 100)), rates)),
  timed("Cochran's Q", few_rows_cochran()),
  timed("any metric", any_metric(few_sets)),
  timed("resampling", resampled(few_sets)),
  timed("all of four equal", omnibus(few_sets)),
  timed("repeated observations", repeated(few_sets)),
  timed("kept from other scripts", others())
)
for (column in c("value", "std.error", "undefined")) ledger[[column]] <- round(ledger[[column]], 4)
file <- gzfile(file.path("inst", "extdata", "ledger.csv.gz"), "w")
utils::write.csv(ledger, file, row.names = FALSE, na = "")
close(file)
