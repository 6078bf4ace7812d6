# How fast are the tests of many classifiers on many data sets?
#
#   Rscript bench/scores-many.R [data sets] [classifiers] [classifiers for Bergmann-Hommel]
#                                                                      (default 1000, 20 and 9)
#
# Against scmamp 0.3.2, where it is installed (it left CRAN; its source is at github.com/b0rxa/scmamp, and takes no
# more than `R CMD INSTALL` and the package reshape2), from the matrix of scores to the p-values of
# all pairs:
#   tests        Friedman, Iman-Davenport, aligned ranks and Quade, each with its post-hoc test, and Nemenyi's
#   corrections  Friedman and its post-hoc test with every correction that both have: Holm, Hochberg, Hommel,
#                Holland (Sidak, stepping down), Finner, Li and Shaffer
#   exhaustive   Bergmann and Hommel's correction of all pairs
# The same numbers first. scmamp has no correction for ties, so that there are none; its Quade's post-hoc test is the
# normal one, ours Conover's t, and its statistic of aligned ranks is another: these are timed, not compared. Our
# results are whole tables with intervals, effects and notes, its are matrices of p-values. Processor seconds
# (user and system).

library(verdict)

arguments <- as.numeric(commandArgs(TRUE))
size <- function(i, otherwise) if (length(arguments) >= i) arguments[i] else otherwise
n <- size(1, 1000)
k <- size(2, 20)
k_exhaustive <- size(3, 9)

set.seed(1)
scores <- matrix(stats::rnorm(n * k), n) + rep(seq(0, 0.5, length.out = k), each = n)
colnames(scores) <- paste0("m", formatC(seq_len(k), width = 3, flag = "0"))
few <- scores[seq_len(min(n, 100)), seq_len(k_exhaustive)]

omnibus <- c("friedman", "iman_davenport", "aligned_ranks", "quade")
posthoc <- c("mean_ranks", "aligned_ranks", "quade", "nemenyi")
corrections <- c("holm", "hochberg", "hommel", "sidak", "finner", "li", "shaffer")
set <- function(scores) score_set(scores, design = "datasets")

ours <- list(
  tests = function() {
    x <- set(scores)
    list(
      omnibus = lapply(omnibus, function(test) omnibus_test(x, method = test)),
      pairs = lapply(posthoc, function(test) compare_classifiers(x, method = test))
    )
  },
  corrections = function() {
    x <- set(scores)
    omnibus_test(x, method = "friedman")
    lapply(stats::setNames(nm = corrections), function(by) {
      compare_classifiers(x, method = "mean_ranks", p.adjust.method = by)
    })
  },
  exhaustive = function() {
    compare_classifiers(set(few), method = "mean_ranks", p.adjust.method = "bergmann_hommel")
  }
)
upper <- function(matrix) matrix[upper.tri(matrix)]
theirs <- list(
  tests = function() {
    list(
      omnibus = list(
        scmamp::friedmanTest(scores), scmamp::imanDavenportTest(scores), scmamp::friedmanAlignedRanksTest(scores),
        scmamp::quadeTest(scores)
      ),
      pairs = list(
        scmamp::friedmanPost(scores), scmamp::friedmanAlignedRanksPost(scores), scmamp::quadePost(scores),
        scmamp::nemenyiTest(scores)
      )
    )
  },
  corrections = function() {
    scmamp::friedmanTest(scores)
    raw <- scmamp::friedmanPost(scores)
    p <- upper(raw)
    by <- function(method) stats::p.adjust(p, method)
    list(
      holm = by("holm"), hochberg = by("hochberg"), hommel = by("hommel"), sidak = scmamp::adjustHolland(p),
      finner = scmamp::adjustFinner(p), li = suppressWarnings(scmamp::adjustLi(p)),
      shaffer = upper(scmamp::adjustShaffer(raw))
    )
  },
  exhaustive = function() suppressMessages(scmamp::adjustBergmannHommel(scmamp::friedmanPost(few)))
)
seconds <- function(run, times) stats::median(vapply(seq_len(times), function(i) sum(system.time(run())[1:2]), 0))

# Pairs in the order of upper.tri(): classifier b, then a < b.
in_order <- function(x) x[order(match(x$classifier, colnames(scores)), match(x$reference, colnames(scores))), ]
check_same <- function() {
  mine <- lapply(ours, function(run) run())
  peer <- lapply(theirs, function(run) run())
  stopifnot(
    all.equal(mine$tests$omnibus[[1]]$statistic, unname(peer$tests$omnibus[[1]]$statistic)),
    all.equal(mine$tests$omnibus[[2]]$statistic, unname(peer$tests$omnibus[[2]]$statistic)),
    all.equal(in_order(mine$tests$pairs[[1]])$p.value, upper(peer$tests$pairs[[1]]), tolerance = 1e-9),
    all.equal(in_order(mine$tests$pairs[[2]])$p.value, upper(peer$tests$pairs[[2]]), tolerance = 1e-9)
  )
  for (by in corrections) {
    stopifnot(all.equal(in_order(mine$corrections[[by]])$adj.p.value, peer$corrections[[by]], tolerance = 1e-9))
  }
  # scmamp makes Bergmann and Hommel's p-values monotone, so that none of its own is smaller.
  stopifnot(all(upper(peer$exhaustive) >= in_order(mine$exhaustive)$adj.p.value * (1 - 1e-9)))
}

took <- vapply(ours, seconds, 0, times = 5)
cat(sprintf("%d data sets x %d classifiers; %d for Bergmann-Hommel\n", n, k, k_exhaustive))
cat(sprintf("verdict: %-11s %8.3f s\n", names(took), took), sep = "")
if (requireNamespace("scmamp", quietly = TRUE)) {
  check_same()
  peers <- c(seconds(theirs$tests, 5), vapply(theirs[-1], seconds, 0, times = 1))
  cat(sprintf("scmamp:  %-11s %8.3f s, %.1f times as long\n", names(took), peers, peers / took), sep = "")
  both <- c("tests", "corrections")
  cat(sprintf("Friedman and all post-hocs, tests and corrections: %.0f times\n", sum(peers[1:2]) / sum(took[both])))
} else {
  cat("scmamp is not installed: nothing to compare with\n")
}

# Two shared cores, 2026-11, R 4.2.2, on a busy machine (seconds; ratio):
#   tests        0.045 against  0.123    2.7
#   corrections  0.044 against 19.3      439 (nearly all of it scmamp's Shaffer)
#   exhaustive   0.006 against 13.4     2227
# Friedman and all post-hocs, with their corrections, take scmamp 219 times as long. The bare statistics do
# not: ours are eight whole tables with intervals, effects and notes, 3 to 8 ms each, of which C takes about one.
