# How fast is the general GEE fit, and how much memory does it take?
#
#   Rscript bench/gee.R [rows] [columns]       (default 1e6 and 10; ten rows a cluster)
#
# The same logistic model from verdict, geepack::geeglm and gee::gee, data frame to
# coefficients and robust covariance, each at its default tolerance. geepack and gee take
# contiguous rows as clusters, so the rows are sorted for all; verdict is timed with
# shuffled rows as well. Answers are compared before anything is timed: geepack and gee once
# more with tight tolerances on the first tenth of the rows. Times are seconds of the
# processor (all run in one thread), verdict's the median of five, the peers' of one run.
# Memory is the highest that R held during the fit, less what it held before, against the
# size of the model matrix.
# Last, the same question asked of counts: the precision of 5 classifiers by class, as odds
# ratios against the first and for all pairs and by the joint tests, from ten times as many
# rows of 10 classes (counting is prediction_set()).
# Needs verdict, geepack and gee (CRAN).
#
# A run on an AMD EPYC shared with other work (R 4.2.2, geepack 1.3.9, gee 4.13-25):
# independence 0.41 s (rows shuffled 0.63), geepack 15.3 s, 38 times, gee 24.9 s, 61 times;
# exchangeable 0.80 s (1.79), geepack 25.5 s, 32 times, gee 44.2 s, 55 times; memory 125 and
# 147 MB where the model matrix has 76. On a quieter machine gee took 20 times as long as
# verdict before the loops of the core were vectorised, so its factor may be nearer 30. From
# counts: counting 0.21 s, every question 21 to 26 ms.

suppressMessages(library(verdict))
library(geepack)

arguments <- as.numeric(commandArgs(TRUE))
n <- if (length(arguments) >= 1) arguments[1] else 1e6
p <- if (length(arguments) >= 2) arguments[2] else 10

draw <- function(n) {
  data <- as.data.frame(matrix(stats::rnorm(n * (p - 1)), n))
  data$id <- rep(seq_len(ceiling(n / 10)), each = 10)[seq_len(n)]
  level <- stats::rnorm(max(data$id))[data$id]
  data$y <- stats::rbinom(n, 1, stats::plogis(-1 + 0.3 * data$V1 - 0.2 * data$V2 + level))
  data
}

formula <- stats::reformulate(paste0("V", seq_len(p - 1)), "y")

with_verdict <- function(data, corstr, moments = "geepack") {
  fit_gee(formula, data, id, corstr = corstr, moments = moments)
}

with_geepack <- function(data, corstr, control = geese.control()) {
  geeglm(formula, binomial, data, id = id, corstr = corstr, control = control)
}

with_gee <- function(data, corstr, tol = 0.001) {
  sink(nullfile())
  on.exit(sink())
  suppressMessages(gee::gee(formula, id, data, family = binomial, corstr = corstr, tol = tol))
}

check <- function(data, corstr) {
  peer <- with_geepack(data, corstr, geese.control(epsilon = 1e-13, maxit = 100))
  fit <- with_verdict(data, corstr)
  far <- function(a, b) max(abs(unname(a) / unname(b) - 1))
  cat(sprintf(
    "  relative difference from geepack: coefficients %.1e, robust covariance %.1e\n",
    far(coef(fit), coef(peer)), far(vcov(fit), peer$geese$vbeta)
  ))
  stopifnot(far(coef(fit), coef(peer)) < 1e-6, far(vcov(fit), peer$geese$vbeta) < 1e-6)
  peer <- with_gee(data, corstr, 1e-12)
  fit <- with_verdict(data, corstr, "gee")
  cat(sprintf(
    "  relative difference from gee: coefficients %.1e, robust covariance %.1e\n",
    far(coef(fit), coef(peer)), far(vcov(fit), peer$robust.variance)
  ))
  stopifnot(far(coef(fit), coef(peer)) < 1e-6, far(vcov(fit), peer$robust.variance) < 1e-6)
}

seconds <- function(run, times = 1) {
  stats::median(vapply(seq_len(times), function(i) sum(system.time(run())[1:2]), 0))
}

megabytes <- function(run) {
  before <- sum(gc(reset = TRUE)[, 2])
  run()
  sum(gc()[, 6]) - before
}

set.seed(1)
data <- draw(n)
matrix_size <- n * p * 8 / 2^20
cat(sprintf(
  "%g rows, %g clusters, %d columns; R %s, geepack %s, gee %s\n", n, max(data$id), p,
  getRversion(), utils::packageVersion("geepack"), utils::packageVersion("gee")
))
memory <- vapply(c("independence", "exchangeable"), FUN.VALUE = 0, function(corstr) {
  megabytes(function() with_verdict(data, corstr))
})
shuffled <- data[sample(n), ]
for (corstr in c("independence", "exchangeable")) {
  cat(corstr, "\n")
  check(data[seq_len(n / 10), ], corstr)
  ours <- seconds(function() with_verdict(data, corstr), 5)
  mixed <- seconds(function() with_verdict(shuffled, corstr), 5)
  cat(sprintf("  verdict %.2f s (rows shuffled %.2f s)\n", ours, mixed))
  cat(sprintf("  memory %.0f MB, model matrix %.0f MB\n", memory[[corstr]], matrix_size))
  peer <- seconds(function() with_geepack(data, corstr))
  cat(sprintf("  geepack::geeglm %.1f s: %.0f times\n", peer, peer / ours))
  peer <- seconds(function() with_gee(data, corstr))
  cat(sprintf("  gee::gee %.1f s: %.0f times\n", peer, peer / ours))
}

n_rows <- 10 * n
truth <- sample(letters[1:10], n_rows, TRUE)
wide <- data.frame(truth = factor(truth))
for (name in paste0("classifier", 1:5)) {
  wrong <- stats::runif(n_rows) < 0.2
  wide[[name]] <- factor(ifelse(wrong, sample(letters[1:10], n_rows, TRUE), truth))
}
counting <- seconds(function() set <<- prediction_set(truth ~ ., wide), 5)
asked <- list(
  "against a reference" = function() {
    compare_classifiers(set, method = "gee", measure = "odds_ratio", reference = "classifier1")
  },
  "all pairs" = function() compare_classifiers(set, method = "gee", measure = "odds_ratio"),
  "joint Wald" = function() omnibus_test(set, method = "wald"),
  "joint score" = function() omnibus_test(set)
)
cat(sprintf(
  "%g rows, 5 classifiers, 10 classes: counting %.2f s, %d patterns\n", n_rows, counting,
  nrow(set$patterns)
))
for (name in names(asked)) cat(sprintf("  %s: %.0f ms\n", name, 1000 * seconds(asked[[name]], 5)))
