# Does the max-T adjustment of permutations keep the family-wise error rate?
#
#   Rscript bench/calibration/maxt.R [data sets]        (default 1000; some ten minutes)
#
# Precision of 3 or 4 dependent classifiers on 3 classes, all pairs: 9 or 18 comparisons,
# adjusted over all of them at the level 0.05, 199 replicates each. "all equal": any
# rejection is an error. "one better": the last classifier has a higher precision; an error is
# a rejection among the others, which is where shuffling the labels of all classifiers, not
# of one pair at a time, would be in doubt. "unequal": as "one better", and two of the equal
# ones almost always agree, which the others do not.
# Writes bench/calibration/maxt.csv.

library(verdict)

# Right with the given probability; a wrong answer is one of the two others. `alike`: how
# often a classifier answers as the first one.
draw <- function(n, right, alike) {
  truth <- sample(3, n, TRUE)
  answer <- function(p) ifelse(stats::runif(n) < p, truth, (truth + sample(0:1, n, TRUE)) %% 3 + 1)
  first <- answer(right[1])
  others <- Map(function(p, alike) {
    own <- answer(p)
    ifelse(stats::runif(n) < alike, first, own)
  }, right[-1], alike[-1])
  names <- c("truth", letters[seq_along(right)])
  as.data.frame(stats::setNames(c(list(truth, first), others), names))
}

rejected <- function(n, right, alike) {
  x <- prediction_set(draw(n, right, alike), 1L, -1L)
  found <- compare_classifiers(x, method = "permutation", R = 199, p.adjust.method = "max_t")
  better <- letters[length(right)]
  null <- length(unique(right)) == 1 | found$classifier != better
  any(found$adj.p.value[null] <= 0.05, na.rm = TRUE)
}

designs <- list(
  "3, all equal" = list(right = c(0.7, 0.7, 0.7), alike = c(1, 0.5, 0.5)),
  "3, one better" = list(right = c(0.7, 0.7, 0.9), alike = c(1, 0.5, 0)),
  "4, all equal" = list(right = rep(0.7, 4), alike = c(1, 0.5, 0.5, 0.5)),
  "4, unequal" = list(right = c(0.7, 0.7, 0.7, 0.9), alike = c(1, 0.9, 0, 0))
)

arguments <- as.numeric(commandArgs(TRUE))
n_sets <- if (length(arguments)) arguments[1] else 1000
set.seed(1)
found <- expand.grid(design = names(designs), rows = c(100, 500), stringsAsFactors = FALSE)
found$error.rate <- mapply(function(design, rows) {
  with(designs[[design]], mean(replicate(n_sets, rejected(rows, right, alike))))
}, found$design, found$rows)
found$data.sets <- n_sets
print(found, digits = 3)
utils::write.csv(found, file.path("bench", "calibration", "maxt.csv"), row.names = FALSE)
