# How fast does next_labels() say which rows to label, and how fast are two-phase estimates? Against survey::twophase(),
# on the same numbers first.
#
#   Rscript bench/labels.R
#
# Bars: 1e6 rows, 6 classifiers, a budget of 1,000 under 1 s (0.26 to 0.32 s); 100 times as fast as survey (if it is
# installed). By its default, "full", the whole answer is 50 to 100 times as fast at 1e4 rows, 100 to 140 at 1e5 and
# some 400 at 1e6; in the first call of a session, which loads what it needs, 10 times. At any number of rows a
# comparison takes some four milliseconds.

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

# survey::twophase() by its default, and by "approx", which is the same to two digits and the faster one for few rows.
# Of ours counting is by rows, and the comparison takes as long whatever their number: most of it goes into adjusting,
# deciding and wording.
against_survey <- function(n) {
  few <- draw(n, 2, 2)
  known <- unlist(lapply(split(seq_len(n), paste(few$m1, few$m2)), sample, 200))
  right <- (few$m1 == few$truth) - (few$m2 == few$truth)
  few$truth[-known] <- NA
  count <- function() prediction_set(truth ~ m1 + m2, few, labelling = "by_pattern", smoothing = 0)
  compare <- function(y) compare_classifiers(y, "accuracy", method = "wald", reference = "m2")
  found <- compare(y <- count())
  counted <- seconds(for (i in 1:20) count()) / 20
  compared <- seconds(for (i in 1:20) compare(y)) / 20
  cat(sprintf("%g rows, 800 labels: counted in %.4f s, compared in %.4f s\n", n, counted, compared))
  if (!requireNamespace("survey", quietly = TRUE)) {
    return(invisible())
  }
  few$pattern <- paste(few$m1, few$m2)
  few$gain <- ifelse(is.na(few$truth), 0, right)
  few$known <- !is.na(few$truth)
  for (method in c("full", "approx")) {
    theirs <- seconds(peer <- survey::svymean(~gain, survey::twophase(
      list(~1, ~1), strata = list(NULL, ~pattern), subset = ~known, data = few, method = method
    )))
    stopifnot(all.equal(as.numeric(stats::coef(peer)), found$estimate))
    if (method == "full") stopifnot(all.equal(as.numeric(survey::SE(peer)), found$std.error, tolerance = 1e-6))
    times <- theirs / (counted + compared)
    cat(sprintf("  survey::twophase(method = \"%s\"): %.2f s, %.0f times\n", method, theirs, times))
  }
}
for (n in c(1e4, 1e5, 1e6)) against_survey(n)
