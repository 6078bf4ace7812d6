# How fast are per-class comparisons, from raw predictions to p-values?
#
#   Rscript bench/compare.R [rows] [rows for geeglm]       (default 1e6 and 1e5)
#
# verdict counts once and takes every test of every class from the counts. The peers go
# class by class: DTComPair builds a paired table and tests it (GS, WGS, relative
# predictive value); geepack fits the marginal logistic model to the stacked long data.
# Answers are compared before anything is timed; times are medians of whole calls.
# Needs verdict, DTComPair and geepack (CRAN).

library(verdict)

arguments <- as.numeric(commandArgs(TRUE))
n <- if (length(arguments) >= 1) arguments[1] else 1e6
n_gee <- if (length(arguments) >= 2) arguments[2] else 1e5
n_classes <- 10

draw <- function(n) {
  labels <- letters[seq_len(n_classes)]
  truth <- sample(n_classes, n, TRUE)
  guess <- function(right) ifelse(stats::runif(n) < right, truth, sample(n_classes, n, TRUE))
  as.data.frame(lapply(
    list(truth = truth, nb = guess(0.7), rf = guess(0.75)),
    function(code) factor(labels[code], labels)
  ))
}

seconds <- function(expr, times = 5) {
  expr <- substitute(expr)
  env <- parent.frame()
  runs <- vapply(seq_len(times), function(i) system.time(eval(expr, env))[["elapsed"]], 0)
  stats::median(runs)
}

with_verdict <- function(data, methods = c("gs", "wgs", "gee", "relative")) {
  x <- prediction_set(truth ~ nb + rf, data)
  lapply(stats::setNames(methods, methods), function(m) compare_classifiers(x, method = m))
}

with_dtcompair <- function(data) {
  t(vapply(levels(data$truth), FUN.VALUE = numeric(3), function(k) {
    table <- DTComPair::tab.paired(
      as.integer(data$truth == k), as.integer(data$nb == k), as.integer(data$rf == k)
    )
    c(
      gs = DTComPair::pv.gs(table)$ppv[["test.statistic"]],
      wgs = DTComPair::pv.wgs(table)$ppv[["test.statistic"]],
      relative = DTComPair::pv.rpv(table)$ppv[["rppv"]]
    )
  }))
}

# One row for each classifier that predicts the class; clusters are the observations.
with_geeglm <- function(data) {
  vapply(levels(data$truth), FUN.VALUE = 0, function(k) {
    long <- data.frame(
      id = rep(seq_len(nrow(data)), each = 2),
      right = rep(as.integer(data$truth == k), each = 2),
      rf = rep(0:1, nrow(data)),
      positive = as.vector(rbind(data$nb == k, data$rf == k))
    )
    long <- long[long$positive, ]
    fit <- geepack::geeglm(right ~ rf, binomial, long, id = id, corstr = "independence")
    summary(fit)$coefficients["rf", "Wald"]
  })
}

set.seed(1)
data <- draw(n)
ours <- with_verdict(data)
theirs <- with_dtcompair(data)
stopifnot(
  all.equal(ours$gs$statistic, unname(theirs[, "gs"]), tolerance = 1e-8),
  all.equal(ours$wgs$statistic, unname(theirs[, "wgs"]), tolerance = 1e-8),
  all.equal(ours$relative$estimate, unname(theirs[, "relative"]), tolerance = 1e-8)
)
time <- seconds(with_verdict(data))
peer <- seconds(with_dtcompair(data), 1)
cat(sprintf(
  "GS, WGS, GEE Wald and relative precision, %d classes, %g rows:\n", n_classes, n
))
cat(sprintf("  verdict %.4f s, DTComPair (without the GEE Wald) %.2f s: %.0f times\n",
            time, peer, peer / time))

data <- draw(n_gee)
ours <- with_verdict(data, "gee")
stopifnot(all.equal(ours$gee$statistic, unname(with_geeglm(data)), tolerance = 1e-6))
time <- seconds(with_verdict(data, "gee"), 11)
peer <- seconds(with_geeglm(data), 1)
cat(sprintf("GEE Wald, %d classes, %g rows:\n", n_classes, n_gee))
cat(sprintf("  verdict %.4f s, geepack::geeglm with its data preparation %.2f s: %.0f times\n",
            time, peer, peer / time))
