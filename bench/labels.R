# How fast does next_labels() say which rows to label, and how fast are two-phase estimates? Against survey::twophase(),
# on the same numbers first.
#
#   Rscript bench/labels.R
#
# Bars: 1e6 rows, 6 classifiers, a budget of 1,000 under 1 s; 100 times as fast as survey (if it is installed).

library(verdict)

seconds <- function(expr) sum(system.time(expr)[1:2])
set.seed(1)

draw <- function(n, n_models, n_classes = 5) {
  truth <- sample(letters[seq_len(n_classes)], n, TRUE)
  models <- lapply(seq_len(n_models), function(i) {
    factor(ifelse(stats::runif(n) < 0.8, truth, sample(letters[seq_len(n_classes)], n, TRUE)))
  })
  names(models) <- paste0("m", seq_len(n_models))
  data.frame(truth = factor(truth), models)
}

d <- draw(1e6, 6)
hidden <- d
hidden$truth[] <- NA
counted <- seconds(x <- prediction_set(truth ~ ., hidden, labelling = "by_pattern"))
cat(sprintf("1e6 rows, 6 classifiers, %d patterns: counted in %.2f s\n", nrow(x$patterns), counted))
for (pairs in c("mean", "worst")) {
  cat(sprintf("next_labels(x, 1000, pairs = \"%s\"): %.2f s\n", pairs, seconds(next_labels(x, 1000, pairs = pairs))))
}
cat(sprintf("next_labels(x, 1000, \"f_meas\", average = \"macro\"): %.2f s\n", seconds(
  next_labels(x, 1000, "f_meas", average = "macro")
)))

few <- draw(1e5, 2, 2)
known <- unlist(lapply(split(seq_len(1e5), paste(few$m1, few$m2)), sample, 200))
right <- (few$m1 == few$truth) - (few$m2 == few$truth)
few$truth[-known] <- NA
ours <- seconds(for (i in 1:10) {
  y <- prediction_set(truth ~ m1 + m2, few, labelling = "by_pattern", smoothing = 0)
  found <- compare_classifiers(y, "accuracy", method = "wald", reference = "m2")
}) / 10
cat(sprintf("1e5 rows, 800 labels, counted and compared: %.3f s\n", ours))
if (requireNamespace("survey", quietly = TRUE)) {
  few$pattern <- paste(few$m1, few$m2)
  few$gain <- ifelse(is.na(few$truth), 0, right)
  few$known <- !is.na(few$truth)
  theirs <- seconds({
    design <- survey::twophase(list(~1, ~1), strata = list(NULL, ~pattern), subset = ~known, data = few)
    peer <- survey::svymean(~gain, design)
  })
  stopifnot(all.equal(as.numeric(stats::coef(peer)), found$estimate))
  cat(sprintf("survey::twophase(): %.1f s, %.0f times\n", theirs, theirs / ours))
  cat(sprintf("standard errors: %.8f, survey %.8f\n", found$std.error, survey::SE(peer)))
}
