# Who is better where, from raw rows: one pass with the group as one more column, then everything from the counts.
#
#   Rscript bench/groups.R [rows] [groups]        (default 1e7 and 200; needs 0.5 GB)
#
# Four classifiers of two classes. The set with groups is first checked to be that without.

library(verdict)
arguments <- as.numeric(commandArgs(TRUE))
n <- c(arguments, 1e7)[1]
n_groups <- c(arguments[-1], 200)[1]

set.seed(1)
truth <- sample(2L, n, TRUE)
predictions <- lapply(c(0.9, 0.895, 0.88, 0.89), function(p) ifelse(stats::runif(n) < p, truth, 3L - truth))
label <- function(code) structure(code, levels = c("no", "yes"), class = "factor")
data <- list2DF(c(list(truth = label(truth)), lapply(stats::setNames(predictions, c("a", "b", "c", "d")), label)))
data$site <- structure(sample(n_groups, n, TRUE), levels = paste0("s", seq_len(n_groups)), class = "factor")
rm(truth, predictions)

seconds <- function(code) system.time(code)[["elapsed"]]
plain <- seconds(without <- prediction_set(truth ~ a + b + c + d, data))
grouped <- seconds(with <- prediction_set(truth ~ a + b + c + d, data, by = site))
stopifnot(identical(unclass(with)[names(without)], unclass(without)))
judged <- seconds(v <- verdict(with))
printed <- seconds(utils::capture.output(print(v)))
cat(sprintf(
  "%.0e rows, %d groups: counting %.2f s (without groups %.2f), verdict %.2f s, print %.2f s, in all %.2f s\n",
  n, n_groups, grouped, plain, judged, printed, grouped + judged + printed
))
