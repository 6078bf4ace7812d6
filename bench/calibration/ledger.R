# How far can each test and interval be trusted? Size at 0.05 and coverage of 95 % intervals of
# everything that the package offers, over one grid: few rows to many, common to rare, independent to strongly
# dependent classifiers.
#
#   Rscript bench/calibration/ledger.R [data sets] [sets for whole verbs]     (default 10000 and 500)
#   Rscript bench/calibration/ledger.R kept     (only what studies of their own found is gathered anew)
#
# Run it from the top folder; some forty minutes of one core by default. Each part that is done is kept in
# .build/ledger/, by its numbers of data sets, and taken from there next time: a run that was stopped goes on
# where it was, and a part whose code has changed is made again when its file is deleted. Writes
# inst/extdata/ledger.csv.bz2, the one table that the help pages and the vignette 'How far to trust each
# method' are made from (then `make docs`).
# A row: topic, kind (size, coverage, power, any), method, metric, measure, n, rate (of success, or share of the class),
# dependence (rho of a Gaussian copula, or the share of rows with a common answer), truth (are the two
# equal?), nominal, value, std.error (Monte-Carlo; 0 where all tables were enumerated), undefined (share of the data
# sets without a test or interval: these do not reject, and are left out of coverage), sets (drawn; NA: exact).
#
# ledger-counts.R enumerates and draws counts, ledger-sets.R draws prediction sets, ledger-scores.R scores and
# resampled errors. ledger-kept.R gathers what the studies of their own in this folder found: clusters.R, gee.R,
# global.R, averages.R, rare.R, verdict.R, together.R, bayes.R, maxt.R, rank.R, power.R, margin.R, joint.R, folds.R,
# cv.R, probabilities.R, probability-methods.R, probability-rules.R, judges.R.

library(verdict)
internal <- asNamespace("verdict")
for (part in c("counts", "sets", "scores", "kept")) {
  source(file.path("bench", "calibration", paste0("ledger-", part, ".R")))
}

write_ledger <- function(ledger) {
  for (column in c("value", "std.error", "undefined")) ledger[[column]] <- round(ledger[[column]], 4)
  file <- bzfile(file.path("inst", "extdata", "ledger.csv.bz2"), "w")
  utils::write.csv(ledger, file, row.names = FALSE, na = "")
  close(file)
}

if (identical(commandArgs(TRUE), "kept")) {
  known <- utils::read.csv(
    file.path("inst", "extdata", "ledger.csv.bz2"), na.strings = "",
    colClasses = c(rate = "character", dependence = "character")
  )
  found <- others()
  # Some topics have rows of both origins.
  same <- function(x) do.call(paste, c(x[c("topic", "kind", "method", "metric", "measure")], sep = "\r"))
  write_ledger(rbind(known[!same(known) %in% c(same(found), same(known[known$topic == "ranks", ])), ], found))
  quit("no")
}

arguments <- as.numeric(commandArgs(TRUE))
sets <- c(arguments, 10000)[1]
few_sets <- c(arguments[-1], 500)[1]

sizes <- c(10, 25, 50, 100, 500)
rates <- c(0.5, 0.9, 0.98)
shares <- c(0.5, 0.2, 0.05)
dependence <- c(0, 0.5, 0.9)

kept_in <- file.path(".build", "ledger")
dir.create(kept_in, showWarnings = FALSE, recursive = TRUE)

# `drawn`: data sets a design, 0 where nothing is drawn.
part_of <- function(name, drawn, code) {
  file <- file.path(kept_in, sprintf("%s-%d.csv", gsub("[^a-z]+", "-", tolower(name)), drawn))
  if (file.exists(file)) {
    cat(sprintf("%-24s kept\n", name))
    return(utils::read.csv(file, na.strings = "", colClasses = c(rate = "character", dependence = "character")))
  }
  set.seed(20, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")
  seconds <- system.time(found <- code)[["elapsed"]]
  cat(sprintf("%-24s %5d rows %6.0f s\n", name, nrow(found), seconds))
  utils::write.csv(found, paste0(file, ".part"), row.names = FALSE, na = "")
  file.rename(paste0(file, ".part"), file)
  found
}

different <- list(c(10, 10), c(5, 50), c(25, 25), c(50, 50), c(10, 100))
ledger <- rbind(
  part_of("one proportion", 0, one_proportion(sizes, rates)),
  part_of("same rows, accuracy", sets, matched_pairs(sizes, rates, dependence, sets)),
  part_of("same rows, precision", sets, precision_pairs(sizes, shares, dependence, sets)),
  part_of("likelihood ratios", sets, likelihood_ratios(sets)),
  part_of("different rows", 0, independent_sets(different, rates)),
  part_of("Cochran's Q", 0, few_rows_cochran()),
  part_of("pairs of scores", 2 * few_sets, score_pairs(2 * few_sets)),
  part_of("many scores", few_sets, score_blocks(few_sets)),
  part_of("shares of predictions", few_sets, predicted_shares(few_sets)),
  part_of("any metric", few_sets, any_metric(few_sets)),
  part_of("all of four equal", few_sets, omnibus(few_sets)),
  part_of("repeated observations", few_sets, repeated(few_sets)),
  part_of("resampling", few_sets, resampled(few_sets)),
  part_of("resampling, one classifier", few_sets, resampled_values(few_sets)),
  part_of("errors of learners", few_sets %/% 2, learner_errors(few_sets %/% 2)),
  others()
)
write_ledger(ledger)
