# Do the intervals of compare_classifiers() hold together? Of relative precision: every class, all pairs.
#
#   Rscript bench/calibration/together.R [data sets]      (default 20000, a tenth of it of 26 classes; two minutes)
#
# The data are those of verdict.R, with classifiers that differ: the share of class k is proportional to 1 / k, a
# classifier answers right with probability 0.7 and else draws from the class shares, all give the same answer on
# half of the rows, and some mistakes of the last one are mended, in "half" of every other class only. `hold`: how
# often all intervals hold their true ratios, at the critical value of the largest statistic by the package's max-T,
# with the correlations of the logarithms of the ratios over all data sets. `above`, `below`: how often the true ratio
# of a class is above or below its 95 % interval by itself, the mean over classes and pairs. Writes
# bench/calibration/together.csv.

suppressMessages(library(verdict))
internal <- asNamespace("verdict")
source(file.path("bench", "calibration", "ledger-counts.R"))

share_of <- function(classes) (1 / seq_len(classes)) / sum(1 / seq_len(classes))

# P(truth, answers of all classifiers), truth fastest.
cells_of <- function(n, classes, classifiers, design) {
  share <- share_of(classes)
  mended <- design == "overall" | seq_len(classes) %% 2 == 0
  gain <- pmin(1, mended * c(overall = 1.3, half = 2.4, far = 3)[[design]] / sqrt(n) / 0.3)
  one <- function(truth) {
    p <- 0.3 * share
    p[truth] <- p[truth] + 0.7
    together <- array(0, rep(classes, classifiers))
    together[matrix(seq_len(classes), classes, classifiers)] <- p
    joint <- 0.5 * together + 0.5 * Reduce(outer, rep(list(p), classifiers))
    # The last one's mistakes become right.
    flat <- matrix(joint, ncol = classes)
    moved <- gain[truth] * flat
    kept <- flat - moved
    kept[, truth] <- kept[, truth] + rowSums(moved)
    share[truth] * array(kept, dim(joint))
  }
  all <- vapply(seq_len(classes), one, array(0, rep(classes, classifiers)))
  aperm(all, c(classifiers + 1, seq_len(classifiers)))
}

# Counts of the eight cells of each class and pair, as compare_tables() takes them.
eight <- function(counts, at, class, pair) {
  first <- at[, 1 + pair[1]] == class
  second <- at[, 1 + pair[2]] == class
  own <- at[, 1] == class
  sums <- function(rows) colSums(counts[rows, , drop = FALSE])
  cbind(
    sums(own & first & second), sums(own & first & !second), sums(own & !first & second), sums(own & !first & !second),
    sums(!own & first & second), sums(!own & first & !second), sums(!own & !first & second),
    sums(!own & !first & !second)
  )
}

log_ratio <- function(x) {
  log(rowSums(x[, 1:2, drop = FALSE]) / rowSums(x[, c(1, 2, 5, 6), drop = FALSE])) -
    log(rowSums(x[, c(1, 3), drop = FALSE]) / rowSums(x[, c(1, 3, 5, 7), drop = FALSE]))
}

critical_value <- function(correlation) {
  m <- nrow(correlation)
  # The quantities are the statistics themselves, and a constant from which they are told.
  vcov <- rbind(cbind(correlation, 0), 0)
  found <- internal$adjust_max_t(rep(-1, m), vcov, rbind(seq_len(m), m + 1L), "two.sided", 0.05)
  found$critical
}

together <- function(n, classes, classifiers, design, sets) {
  set.seed(n + classes + classifiers)
  cells <- cells_of(n, classes, classifiers, design)
  at <- arrayInd(seq_along(cells), dim(cells))
  counts <- stats::rmultinom(sets, n, as.vector(cells))
  pairs <- utils::combn(classifiers, 2)
  asked <- expand.grid(class = seq_len(classes), pair = seq_len(ncol(pairs)))
  tables <- Map(function(class, pair) eight(counts, at, class, pairs[, pair]), asked$class, asked$pair)
  truth <- mapply(function(class, pair) {
    log_ratio(eight(matrix(as.vector(cells)), at, class, pairs[, pair]))
  }, asked$class, asked$pair)
  logs <- vapply(tables, log_ratio, numeric(sets))
  logs[!is.finite(logs)] <- NA
  correlation <- stats::cor(logs, use = "pairwise.complete.obs")
  inside <- function(quantile) {
    mapply(function(x, truth) {
      found <- compare_tables(x, "precision", "wgs", "ratio", "score", quantile = quantile)
      side <- (log(found$high) < truth) - (log(found$low) > truth)
      replace(side, is.na(side), 0)
    }, tables, truth)
  }
  alone <- inside(stats::qnorm(0.975))
  data.frame(
    n, classes, classifiers, design, sets, critical = round(critical_value(correlation), 4),
    hold = round(mean(rowSums(abs(inside(critical_value(correlation)))) == 0), 4),
    above = round(mean(alone > 0), 4), below = round(mean(alone < 0), 4)
  )
}

sets <- as.integer(c(commandArgs(TRUE), 20000)[1])
designs <- rbind(
  expand.grid(n = c(100, 300, 1000), classes = c(2, 6), classifiers = 2, design = "overall"),
  expand.grid(n = 300, classes = 26, classifiers = 2, design = c("overall", "half")),
  expand.grid(n = 300, classes = 6, classifiers = 2, design = "half"),
  expand.grid(n = 300, classes = c(2, 6), classifiers = 3, design = "half"),
  expand.grid(n = 300, classes = 2, classifiers = 3, design = c("overall", "far"))
)
found <- do.call(rbind, Map(function(n, classes, classifiers, design) {
  print(together(n, classes, classifiers, as.character(design), if (classes > 6) sets %/% 10 else sets))
}, designs$n, designs$classes, designs$classifiers, designs$design))
utils::write.csv(found, file.path("bench", "calibration", "together.csv"), row.names = FALSE)
