# The same requests answered by two installed versions of the package, in turns: is anything slower than before?
#
#   Rscript bench/versions.R old-library new-library [rounds]        (default 3)
#
# Each round is a process of its own for each version, one after the other; a request's time is the least of all
# rounds, with what it takes to compile R code left out. Only what both versions know by the same name is asked.

arguments <- commandArgs(TRUE)

requests <- expression(
  "count 1e6 rows, 4 classifiers" = prediction_set(t ~ a + b + c + d, rows),
  "count 3e5 rows in 1e5 ids" = prediction_set(t ~ a + b, rows[1:3e5, ], id = item),
  "count 1e5 rows of text" = prediction_set(t ~ a + b, texts),
  "assess 4 classifiers" = assess_classifiers(four),
  "compare accuracy, exact" = compare_classifiers(four, "accuracy", p.adjust.method = "none"),
  "compare accuracy, max-T" = compare_classifiers(four, "accuracy", p.adjust.method = "max_t"),
  "compare recall by class, Wald" = compare_classifiers(four, "recall", average = "none", p.adjust.method = "holm"),
  "compare macro F" = compare_classifiers(four, "f_meas", average = "macro", p.adjust.method = "holm"),
  "compare with ids, bootstrap" = compare_classifiers(repeated, "accuracy", method = "bootstrap", R = 1999),
  "compare by permutation" = compare_classifiers(four, "accuracy", method = "permutation", R = 9999),
  "compare scores of folds" = compare_classifiers(folds),
  "rank 4 classifiers" = rank_classifiers(four, "accuracy"),
  "verdict on 4 classifiers" = verdict(four),
  "print it" = format(judged),
  "verdict on folds" = verdict(folds),
  "table as text" = format(as_table(compared)),
  "GEE of 3e4 rows" = fit_gee(right ~ who, long, id = item),
  "power" = power_comparison(four[c("a", "b")], n = c(1000, 5000), metric = "accuracy")
)

measure <- function(library_path) {
  library(verdict, lib.loc = library_path)
  set.seed(1)
  n <- 1e6
  truth <- sample(5, n, TRUE, c(4, 3, 2, 1, 1))
  guess <- function(right) factor(ifelse(runif(n) < right, truth, sample(5, n, TRUE)), 1:5, letters[1:5])
  rows <- data.frame(
    t = factor(truth, 1:5, letters[1:5]), a = guess(0.8), b = guess(0.79), c = guess(0.7), d = guess(0.6),
    item = rep(seq_len(n / 2), each = 2)
  )
  texts <- as.data.frame(lapply(rows[1:1e5, 1:3], as.character))
  four <- prediction_set(t ~ a + b + c + d, rows[1:5000, ])
  repeated <- prediction_set(t ~ a + b, rows[1:5000, ], id = item)
  compared <- compare_classifiers(four, "accuracy")
  judged <- verdict(four)
  long <- data.frame(
    item = rep(seq_len(1e4), 3), who = rep(c("a", "b", "c"), each = 1e4),
    right = as.numeric(unlist(lapply(rows[1:1e4, c("a", "b", "c")], `==`, rows$t[1:1e4])))
  )
  long <- long[order(long$item), ]
  scores <- data.frame(fold = seq_len(10), x = runif(10, 0.7, 0.8), y = runif(10, 0.65, 0.75), z = runif(10))
  folds <- score_set(scores, classifiers = c("x", "y", "z"), fold = fold, n_train = 900, n_test = 100)
  here <- environment()
  took <- vapply(requests, function(request) {
    run <- function() suppressMessages(suppressWarnings(eval(request, here)))
    if (inherits(try(run(), silent = TRUE), "try-error")) {
      return(NA_real_)
    }
    run_often <- function(n) system.time(for (i in seq_len(n)) run(), gcFirst = FALSE)[["elapsed"]] / n
    often <- max(1, floor(0.05 / max(min(replicate(3, run_often(1))), 1e-3)))
    min(replicate(3, run_often(often)))
  }, 0)
  cat(took, "\n")
}

if (arguments[[1]] == "--measure") {
  measure(arguments[[2]])
} else {
  rounds <- if (length(arguments) > 2) as.integer(arguments[[3]]) else 3L
  script <- sub("^--file=", "", grep("^--file=", commandArgs(FALSE), value = TRUE))
  ask <- function(library_path) {
    line <- system2(file.path(R.home("bin"), "Rscript"), shQuote(c(script, "--measure", library_path)), stdout = TRUE)
    as.numeric(strsplit(trimws(utils::tail(line, 1)), " ")[[1]])
  }
  found <- replicate(rounds, vapply(arguments[1:2], ask, numeric(length(requests))))
  least <- apply(found, 1:2, min)
  cat(sprintf("%-32s %10s %10s %8s\n", "milliseconds", "before", "after", "ratio"))
  cat(sprintf(
    "%-32s %10.2f %10.2f %8.2f\n", names(requests), 1000 * least[, 1], 1000 * least[, 2], least[, 2] / least[, 1]
  ), sep = "")
}
