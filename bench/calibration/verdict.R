# How often does verdict() claim anything false?
#
#   Rscript bench/calibration/verdict.R [data sets a cell]     (default 2000; hours)
#
# Its family: accuracy and the precision of every class for all pairs of classifiers, and a
# global test a pair. Class shares are geometric (each half of the one before), so that the last are
# rare. Equality: classifiers of the same accuracy that answer the same on a share of the
# rows, otherwise by themselves; a wrong answer is drawn from the class shares. Any claim (an
# adjusted p-value of the family up to 0.05) is false. Alternative: the last classifier is better by
# 0.1; how often is it found better than the first, anywhere?
#
# max_t: verdict() as it is; holm: verdict(p.adjust.method = "holm"); sidak: the p-values of the
# family taken as independent, which tells the part of the correlations. Writes verdict.csv.

library(verdict)

n_sets <- as.integer(c(commandArgs(TRUE), 2000)[1])
cells <- expand.grid(
  n = c(40, 100, 300, 1000), classes = c(2, 4, 10), classifiers = c(2, 3, 6),
  accuracy = c(0.7, 0.9), better = c(0, 0.1)
)

draw <- function(cell) {
  n <- cell$n
  share <- 2^-seq_len(cell$classes)
  pick <- function() sample(cell$classes, n, TRUE, share)
  truth <- pick()
  right <- rep(cell$accuracy, cell$classifiers)
  right[cell$classifiers] <- min(right[1] + cell$better, 1)
  answer <- function(p) ifelse(runif(n) < p, truth, pick())
  common <- answer(cell$accuracy)
  alike <- runif(n) < 0.5
  found <- lapply(right, function(p) ifelse(alike & p == cell$accuracy, common, answer(p)))
  as.data.frame(stats::setNames(c(list(truth), found), c("truth", letters[seq_along(right)])))
}

claims <- function(cell) {
  x <- prediction_set(draw(cell), 1L, -1L)
  last <- function(found) cell$better == 0 | found$classifier == letters[cell$classifiers]
  claimed <- function(p, found) any(p[last(found)] <= 0.05, na.rm = TRUE)
  any_claim <- function(v) {
    claimed(v$overall$adj.p.value, v$overall) || claimed(v$comparison$adj.p.value, v$comparison) ||
      claimed(v$global$adj.p.value, v$global)
  }
  v <- verdict(x)
  p <- c(v$overall$p.value, v$comparison$p.value, exp(v$global$log.p.value))
  who <- c(v$overall$classifier, v$comparison$classifier, v$global$classifier)
  m <- sum(!is.na(p))
  c(
    max_t = any_claim(v), holm = any_claim(verdict(x, p.adjust.method = "holm")),
    sidak = claimed(1 - (1 - p)^m, list(classifier = who))
  )
}

run <- function(i) {
  set.seed(i)
  found <- replicate(n_sets, tryCatch(claims(cells[i, ]), error = function(e) rep(NA, 3)))
  cbind(cells[i, ], sets = sum(!is.na(found[1, ])), t(rowMeans(found, na.rm = TRUE)))
}

rows <- parallel::mclapply(seq_len(nrow(cells)), run, mc.cores = 2, mc.preschedule = FALSE)
write.csv(do.call(rbind, rows), "bench/calibration/verdict.csv", row.names = FALSE)
