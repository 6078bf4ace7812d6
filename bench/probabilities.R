# Probabilities against what others use, in one run; the same numbers are checked first. Seconds that pass, and in
# brackets seconds of the processors, the median of three (the others' long runs once). How many times as fast is said
# of both: of what passes, which is what a user waits for and what the bars are of, and of the processors, which does
# not gain by threads. None of the others uses threads.
#   Rscript bench/probabilities.R [short] [million] [one]
# Peers: pROC, precrec, dcurves, reliabilitydiag; what is not installed is left out. `short` cuts what peers take
# minutes for: their times are then of fewer rows or replicates and are said as such. `million`: 10 models x 1e6 rows,
# and the memory that 1e7 rows x 3 models take. `one`: one thread.
#
# 2026-11-26, one run, quiet, two cores of a shared AMD EPYC, two threads; times are what passes, in brackets those of
# one thread. Areas of 2 x 1e5 rows 0.007 s, 23 times pROC 1.18.0 (17); of 10 x 1e6 rows with all 45 tests 0.34 s, 65
# times pROC (38), 14 times precrec 0.24.0, which makes areas and curves and no test (8.7: on one thread the 12 aimed at
# are not met, of which 0.2 s are the sorts); bootstrap 0.11 s, 56 to 61 times pROC (from a tenth of their replicates);
# decision curve 0.13 s, 380 times dcurves 0.5.1 (from 5e4 of its rows); CORP with its band 0.31 s, 195 times
# reliabilitydiag 0.2.1 (from 20 of its draws); ranks of 50 models 0.12 s (0.15); 1e7 x 3 rows 1.10 GB at the most.
library(verdict)

asked <- commandArgs(TRUE)
short <- "short" %in% asked
has <- function(package) requireNamespace(package, quietly = TRUE)
if ("one" %in% asked) options(verdict.threads = 1)
seconds <- function(expr) {
  time <- system.time(expr)
  c(passed = time[["elapsed"]], processors = sum(time[c("user.self", "sys.self")]))
}
often <- function(f) {
  f()
  apply(vapply(1:3, function(i) seconds(f()), c(passed = 0, processors = 0)), 1, median)
}
said <- function(time) sprintf("%.3f (%.3f) s", time[["passed"]], time[["processors"]])

draw <- function(n, models) {
  event <- rbinom(n, 1, 0.3)
  ease <- rnorm(n)
  p <- vapply(seq_len(models), function(k) plogis(event * (1 + k / 20) - 1 + ease + rnorm(n)), numeric(n))
  list(event = event, p = structure(p, dimnames = list(NULL, paste0("m", seq_len(models)))))
}

report <- function(what, ours, who, theirs, bar, note = "") {
  times <- theirs / ours
  line <- "%-46s %s  %-15s %s  %.1f times (bar %g), %.1f of the processors %s\n"
  cat(sprintf(line, what, said(ours), who, said(theirs), times[["passed"]], bar, times[["processors"]], note))
}

curves_of <- function(d) {
  lapply(seq_len(ncol(d$p)), function(k) pROC::roc(d$event, d$p[, k], direction = "<", levels = c(0, 1), quiet = TRUE))
}

areas <- function(rows, models, bar) {
  d <- draw(rows, models)
  ours <- often(function() compare_classifiers(probability_set(d$event, d$p), "roc_auc"))
  found <- compare_classifiers(probability_set(d$event, d$p), "roc_auc")
  what <- sprintf("areas of %d models x %g rows, all pairs", models, rows)
  if (has("pROC")) {
    statistics <- function() {
      curves <- curves_of(d)
      combn(models, 2, function(at) {
        pROC::roc.test(curves[[at[2]]], curves[[at[1]]], paired = TRUE, method = "delong")$statistic
      })
    }
    z <- statistics()
    theirs <- if (rows <= 1e5) often(statistics) else seconds(statistics())
    stopifnot(all.equal(sort(abs(found$statistic)), sort(abs(as.vector(z))), tolerance = 1e-6))
    report(what, ours, "pROC", theirs, bar)
  }
  if (has("precrec")) {
    value <- NULL
    areas <- function() {
      data <- precrec::mmdata(lapply(seq_len(models), function(k) d$p[, k]), d$event, modnames = colnames(d$p))
      found <- precrec::auc(precrec::evalmod(data))
      found$aucs[found$curvetypes == "ROC"]
    }
    theirs <- often(function() value <<- areas())
    own <- assess_classifiers(probability_set(d$event, d$p), "roc_auc")$estimate
    stopifnot(all.equal(own, value, tolerance = 1e-6))
    report(what, ours, "precrec", theirs, bar, "(areas and curves, no test)")
  }
}

bootstrap <- function(replicates = 2000, rows = 5000) {
  d <- draw(rows, 2)
  x <- probability_set(d$event, d$p)
  ours <- often(function() compare_classifiers(x, "roc_auc", method = by_bootstrap(R = replicates)))
  if (!has("pROC")) {
    return(cat(sprintf("paired bootstrap: %s\n", said(ours))))
  }
  curves <- curves_of(d)
  times <- if (short) 10 else 1
  theirs <- times * seconds(b <- pROC::roc.test(
    curves[[2]], curves[[1]], paired = TRUE, method = "bootstrap", boot.n = replicates / times, progress = "none"
  ))
  z <- compare_classifiers(x, "roc_auc")$statistic
  stopifnot(abs(b$statistic / z - 1) < 0.25)
  note <- if (short) sprintf("(theirs: %d replicates, times %d)", replicates / times, times) else ""
  report(sprintf("paired bootstrap, %d x %d rows", replicates, rows), ours, "pROC", theirs, 50, note)
}

decisions <- function(rows = 1e6) {
  d <- draw(rows, 2)
  thresholds <- seq(0.01, 0.99, 0.01)
  x <- probability_set(d$event, d$p)
  ours <- often(function() assess_classifiers(x, net_benefit(thresholds)))
  both <- seconds(compare_classifiers(x, net_benefit(thresholds)))
  cat(sprintf("  the differences with their band besides: %s\n", said(both)))
  if (!has("dcurves")) {
    return(cat(sprintf("decision curve: %s\n", said(ours))))
  }
  times <- if (short) 20 else 1
  at <- seq_len(rows / times)
  frame <- data.frame(event = d$event, d$p)[at, ]
  theirs <- times * seconds(found <- dcurves::dca(event ~ m1 + m2, frame, thresholds = thresholds))
  own <- assess_classifiers(probability_set(d$event[at], d$p[at, ]), net_benefit(thresholds))
  value <- found$dca$net_benefit[found$dca$variable == "m1"]
  stopifnot(all.equal(own$estimate[own$classifier == "m1"], value, tolerance = 1e-9))
  note <- if (short) sprintf("(theirs: %g rows, times %d)", rows / times, times) else ""
  report(sprintf("decision curve of 2 models, %g rows, 99 thr.", rows), ours, "dcurves", theirs, 50, note)
}

reliability <- function(rows = 1e5) {
  d <- draw(rows, 1)
  x <- probability_set(d$event, d$p)
  ours <- often(function() calibration_curve(x, R = 100))
  if (!has("reliabilitydiag")) {
    return(cat(sprintf("CORP with its band: %s\n", said(ours))))
  }
  times <- if (short) 5 else 1
  theirs <- times * seconds(found <- reliabilitydiag::reliabilitydiag(
    m1 = d$p[, 1], y = d$event, region.level = 0.95, region.method = "resampling", n.boot = 100 / times
  ))
  parts <- summary(found)
  own <- assess_calibration(x)
  stopifnot(all.equal(own$miscalibration, parts$miscalibration, tolerance = 1e-8))
  note <- if (short) sprintf("(theirs: %d draws, times %d)", 100 / times, times) else ""
  report(sprintf("CORP with a band of 100 draws, %g rows", rows), ours, "reliabilitydiag", theirs, 20, note)
}

ranks <- function(models = 50, items = 1e4) {
  scores <- matrix(rbinom(models * items, 1, 0.6), items, dimnames = list(NULL, paste0("m", seq_len(models))))
  x <- score_set(scores, design = "items")
  time <- often(function() rank_classifiers(x))
  cat(sprintf("rank intervals of %d models x %g items: %s (bar 0.2)\n", models, items, said(time)))
}

# Resident memory of this process at its highest, where the system tells it.
peak <- function() {
  status <- tryCatch(readLines("/proc/self/status"), error = function(e) character(), warning = function(e) character())
  as.numeric(gsub("[^0-9]", "", grep("VmHWM", status, value = TRUE))) / 2^20
}

cat(sprintf("threads: %d at most\n", verdict:::threads()))
if ("million" %in% asked) {
  set.seed(1)
  event <- rbinom(1e7, 1, 0.3)
  p <- lapply(c(a = 1, b = 1.2, c = 1.4), function(gap) plogis(event * gap - 1 + rnorm(1e7)))
  before <- peak()
  x <- compare_classifiers(probability_set(event, a = p$a, b = p$b, c = p$c), "roc_auc")
  cat(sprintf("1e7 rows x 3 models: peak %.2f GB, %.2f GB before\n", peak(), before))
  rm(event, p, x)
}
set.seed(1)
areas(1e5, 2, 15)
bootstrap()
decisions()
reliability()
ranks()
if ("million" %in% asked) areas(1e6, 10, 12)
