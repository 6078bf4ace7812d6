# Do joint tests of metrics and tests of the margins keep their level?
#
#   Rscript bench/calibration/joint.R [data sets a design, 400]     (some minutes)
#
# Two classifiers of equal sensitivity and specificity, hence equal predictive values,
# likelihood ratios and margins, whose errors on the same rows depend on each other. Writes
# joint.csv: the shares of data sets in which each test finds a difference at 0.05.

library(verdict)

reps <- as.integer(c(commandArgs(TRUE), 400)[1])
set.seed(9)

# P(second's answer, first's answer | truth), the same for both classifiers.
answers <- function(right, both) c(both, right - both, right - both, 1 - 2 * right + both)

designs <- data.frame(
  n = c(100, 300, 1000, 300, 300),
  share = c(0.4, 0.4, 0.4, 0.1, 0.4),
  right = c(0.8, 0.8, 0.8, 0.8, 0.95),
  both = c(0.7, 0.7, 0.7, 0.7, 0.92)
)

draw <- function(design) {
  p <- answers(design$right, design$both)
  # cells: truth (yes, no) x first x second; for "no" the right answer is "no"
  yes <- design$share * p
  no <- (1 - design$share) * rev(p)
  counts <- array(stats::rmultinom(1, design$n, c(yes, no)), c(2, 2, 2), list(
    second = c("yes", "no"), first = c("yes", "no"), truth = c("yes", "no")
  ))
  as_prediction_set(as.table(aperm(counts, c(3, 2, 1))), positive = "yes")
}

tests <- list(
  "sensitivity and specificity, McNemar" = function(x) omnibus_test(x, over = "metrics"),
  "sensitivity and specificity, Wald" = function(x) omnibus_test(x, over = "metrics", method = "wald"),
  "PPV and NPV" = function(x) omnibus_test(x, c("ppv", "npv"), over = "metrics"),
  "LR+ and LR-" = function(x) omnibus_test(x, c("lr_plus", "lr_minus"), over = "metrics"),
  "LR+" = function(x) compare_classifiers(x, "lr_plus"),
  "diagnostic odds ratio" = function(x) compare_classifiers(x, "dor"),
  "margins, Stuart-Maxwell" = function(x) omnibus_test(x, "detection_prevalence", over = "classes"),
  "margins, Bhapkar" = function(x) omnibus_test(x, "detection_prevalence", over = "classes", method = "bhapkar")
)

rows <- lapply(seq_len(nrow(designs)), function(i) {
  p <- replicate(reps, {
    x <- draw(designs[i, ])
    vapply(tests, function(test) test(x)$p.value, 0)
  })
  data.frame(
    designs[i, ], test = names(tests), rejected = rowMeans(p < 0.05, na.rm = TRUE),
    undefined = rowMeans(is.na(p)), data.sets = reps, row.names = NULL
  )
})
found <- do.call(rbind, rows)
utils::write.csv(found, file.path("bench", "calibration", "joint.csv"), row.names = FALSE)
print(found, digits = 3)
