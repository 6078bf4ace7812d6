# Do the intervals of all ranks hold together?
#
#   Rscript bench/calibration/rank.R [data sets]        (default 400; some minutes)
#
# 5 or 10 classifiers, right more often together than independent ones (a shared difficulty of
# the rows, correlation 0.5 of the latent normal variables). "equal": all of one accuracy, 0.8;
# "one better": the last has 0.9; "spread": from 0.7 to 0.9 in even steps. `cover`: the share of
# data sets where every interval contains the classifier's true rank (of equal ones all the
# ranks that they share); `best`: where all that are really best are tied for first; `tied`: the
# mean number of those tied for first. Writes bench/calibration/rank.csv.

library(verdict)

arguments <- as.numeric(commandArgs(TRUE))
data_sets <- if (length(arguments)) arguments[1] else 400

draw <- function(n, accuracy) {
  difficulty <- stats::rnorm(n)
  rows <- lapply(accuracy, function(p) {
    latent <- sqrt(0.5) * difficulty + sqrt(0.5) * stats::rnorm(n)
    ifelse(latent < stats::qnorm(p), "yes", "no")
  })
  names(rows) <- sprintf("m%02d", seq_along(accuracy))
  # All rows are of one class, which changes nothing for accuracy.
  data.frame(truth = "yes", rows)
}

one <- function(n, accuracy) {
  x <- prediction_set(draw(n, accuracy), 1L, -1L, levels = c("yes", "no"))
  held(rank_classifiers(x), x, accuracy)
}

held <- function(found, x, accuracy) {
  found <- found[match(x$classifiers, found$classifier), ]
  least <- 1 + vapply(accuracy, function(p) sum(accuracy > p), 0)
  most <- length(accuracy) - vapply(accuracy, function(p) sum(accuracy < p), 0)
  c(
    cover = all(found$rank.low <= least & found$rank.high >= most),
    best = all(found$tied.first[accuracy == max(accuracy)]), tied = sum(found$tied.first)
  )
}

designs <- expand.grid(
  design = c("equal", "one better", "spread"), classifiers = c(5, 10), rows = c(100, 500), stringsAsFactors = FALSE
)
set.seed(1)
results <- Map(function(design, classifiers, rows) {
  accuracy <- switch(design,
    equal = rep(0.8, classifiers), "one better" = c(rep(0.8, classifiers - 1), 0.9),
    seq(0.7, 0.9, length.out = classifiers)
  )
  found <- rowMeans(vapply(seq_len(data_sets), function(i) one(rows, accuracy), numeric(3)))
  row <- data.frame(design, classifiers, rows, data_sets, t(round(found, 4)))
  print(row)
  row
}, designs$design, designs$classifiers, designs$rows)
write.csv(do.call(rbind, unname(results)), file.path("bench", "calibration", "rank.csv"), row.names = FALSE)
