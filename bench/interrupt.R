# Does every long loop stop when it is told to?
#
#   Rscript bench/interrupt.R [scale] [names ...]      (default 1: 2 GB; 0.2 takes a fifth)
#
# A child of the shell sends this process SIGINT, the signal of Ctrl-C, some while after each
# call has begun, three times. Counted are the processor seconds that the call goes on for.
# After each the same small comparison must give what it gave before, the random numbers must go
# on, and memory must not have grown. Needs verdict and a Unix.

library(verdict)
options(cli.progress_show_after = 1e9)

arguments <- commandArgs(TRUE)
scale <- if (length(arguments)) as.numeric(arguments[1]) else 1
only <- arguments[-1]
longest <- 1

draw <- function(n, n_classes, n_classifiers) {
  truth <- sample(n_classes, n, TRUE)
  guess <- function(right) ifelse(stats::runif(n) < right, truth, sample(n_classes, n, TRUE))
  guesses <- lapply(seq(0.6, 0.9, length.out = n_classifiers), guess)
  data.frame(truth, stats::setNames(guesses, paste0("m", seq_len(n_classifiers))))
}

# Processor seconds of this process, as the shell sees them too.
used <- function() sum(proc.time()[1:2])

# Lets the shell note the processor time and send the signal `after` seconds.
interrupt_after <- function(after, note) {
  ticks <- as.numeric(system("getconf CLK_TCK", intern = TRUE))
  command <- sprintf(
    "(sleep %g; cut -d' ' -f14,15 /proc/%d/stat > %s; kill -INT %d) &",
    after, Sys.getpid(), note, Sys.getpid()
  )
  system(command)
  function() sum(scan(note, quiet = TRUE)) / ticks
}

# Processor seconds from the signal to the end; NA when the call was over before, or failed.
stopping_time <- function(run, after) {
  note <- tempfile()
  at_signal <- interrupt_after(after, note)
  over <- FALSE
  heard <- tryCatch(
    {
      tryCatch(run(), error = function(condition) message(conditionMessage(condition)))
      over <- TRUE
      Sys.sleep(after + 60) # the signal comes yet
    },
    interrupt = function(condition) used()
  )
  if (over) NA else heard - at_signal()
}

resident <- function() {
  gc(FALSE)
  pages <- scan("/proc/self/statm", quiet = TRUE)[2]
  pages * as.numeric(system("getconf PAGESIZE", intern = TRUE)) / 2^20
}

set.seed(1)
small <- prediction_set(truth ~ ., draw(200, 4, 3))
check <- function() as.data.frame(compare_classifiers(small, method = "bootstrap", R = 99))
known <- {
  set.seed(2)
  check()
}

million <- function(n) round(n * 1e6 * scale)
clustered <- function(n, n_classes, n_classifiers, each = 5) {
  transform(draw(n, n_classes, n_classifiers), id = rep(seq_len(n / each), each))
}

# Each gives a function without arguments that takes long.
calls <- list(
  "counting doubles of 200 labels" = function() {
    data <- list2DF(lapply(draw(million(30), 200, 2), as.double))
    function() prediction_set(truth ~ ., data)
  },
  "counting factors of 1,000 classes" = function() {
    data <- list2DF(lapply(draw(million(10), 1000, 4), factor))
    function() repeat prediction_set(truth ~ ., data)
  },
  "labels: distinct doubles" = function() {
    x <- as.double(sample(million(10)))
    data <- list2DF(list(truth = x, m1 = rev(x), m2 = x))
    function() repeat prediction_set(truth ~ ., data)
  },
  "labels: distinct strings" = function() {
    x <- as.character(seq_len(million(3)))
    data <- list2DF(list(truth = x, m1 = rev(x), m2 = x))
    function() prediction_set(truth ~ ., data)
  },
  "ids" = function() {
    data <- transform(draw(million(10), 5, 2), id = sample(million(10)) + 0.5)
    function() prediction_set(truth ~ m1 + m2, data, id = id)
  },
  "long data" = function() {
    n <- million(3)
    data <- draw(n, 5, 1)
    long <- list2DF(list(
      id = rep(seq_len(n), 2), truth = rep(data$truth, 2), who = rep(c("a", "b"), each = n),
      predicted = sample(5, 2 * n, TRUE)
    ))
    function() as_prediction_set(long, truth = truth, prediction = predicted, classifier = who, observation = id)
  },
  "missing values" = function() {
    data <- draw(million(30), 5, 2)
    data$m1[1:10] <- NA
    function() repeat prediction_set(truth ~ ., data, na = "omit")
  },
  "bootstrap" = function() {
    x <- prediction_set(truth ~ ., draw(5000, 20, 8))
    function() compare_classifiers(x, method = "bootstrap", R = 1e5)
  },
  "bootstrap of repeated observations" = function() {
    x <- prediction_set(truth ~ ., clustered(50000, 200, 8), id = id)
    function() compare_classifiers(x, method = "bootstrap", R = 1e4)
  },
  "bootstrap, one dear replicate" = function() {
    x <- prediction_set(truth ~ ., draw(2e5, 1e5, 2))
    function() compare_classifiers(x, method = "bootstrap", R = 999)
  },
  "bootstrap of an average" = function() {
    x <- prediction_set(truth ~ ., draw(20000, 200, 8))
    function() compare_classifiers(x, "f_meas", average = "macro", method = "bootstrap", R = 1e4)
  },
  "BCa intervals" = function() {
    x <- prediction_set(truth ~ ., draw(5000, 20, 8))
    function() assess_classifiers(x, interval = "bootstrap", R = 1e5)
  },
  "permutation" = function() {
    x <- prediction_set(truth ~ ., draw(50000, 20, 8))
    function() compare_classifiers(x, method = "permutation", R = 1e5)
  },
  "permutation of an F measure" = function() {
    x <- prediction_set(truth ~ ., draw(50000, 20, 4))
    function() compare_classifiers(x, "f_meas", method = "permutation", R = 1e5)
  },
  "permutation, many classes" = function() {
    x <- prediction_set(truth ~ ., draw(2e5, 1e5, 2))
    function() compare_classifiers(x, method = "permutation", R = 9999)
  },
  "max-T" = function() {
    x <- prediction_set(truth ~ ., draw(20000, 50, 20))
    function() compare_classifiers(x, method = "wald", p.adjust.method = "max_t")
  },
  "step-down of verdict()" = function() {
    x <- prediction_set(truth ~ ., draw(4000, 6, 200))
    function() repeat verdict(x)
  },
  "joint covariance" = function() {
    x <- prediction_set(truth ~ ., draw(40000, 300, 12))
    function() repeat vcov(x, "f_meas")
  },
  "global test, Dai" = function() {
    x <- prediction_set(truth ~ ., draw(60000, 8000, 2))
    function() repeat omnibus_test(x, over = "classes")
  },
  "global test, Wald" = function() {
    x <- prediction_set(truth ~ ., draw(60000, 8000, 2))
    function() repeat omnibus_test(x, over = "classes", method = "wald")
  },
  "global test, score" = function() {
    x <- prediction_set(truth ~ ., draw(30000, 3000, 3))
    function() repeat omnibus_test(x, over = "classes", method = "gs")
  },
  "global test, largest statistic" = function() {
    x <- prediction_set(truth ~ ., draw(20000, 2500, 2))
    function() repeat omnibus_test(x, over = "classes", method = by_combination("max_t", covariance = "analytic"))
  },
  "global test, permutation" = function() {
    x <- prediction_set(truth ~ ., draw(20000, 200, 4))
    function() omnibus_test(x, over = "classes", method = by_combination(covariance = "permutation", R = 5e4))
  },
  "omnibus tests" = function() {
    x <- prediction_set(truth ~ ., draw(4000, 50, 100))
    function() repeat omnibus_test(x)
  },
  "Cochran's Q by permutation" = function() {
    x <- prediction_set(truth ~ ., draw(20000, 5, 10))
    function() omnibus_test(x, "accuracy", method = "permutation", R = 1e7)
  },
  "comparison of 1,000 classifiers" = function() {
    x <- prediction_set(truth ~ ., draw(500, 3, 1000))
    function() compare_classifiers(x, "accuracy")
  },
  "ranks of 200" = function() {
    x <- prediction_set(truth ~ ., draw(10000, 3, 200))
    function() repeat rank_classifiers(x)
  },
  "Mancl-DeRouen" = function() {
    x <- prediction_set(truth ~ ., clustered(200000, 100, 4), id = id)
    function() repeat compare_classifiers(x, method = "wald", vcov = "mancl_derouen")
  },
  "power by simulation" = function() {
    s <- scenario_rates(precision = c(0.8, 0.85), called = c(0.45, 0.45), prevalence = 0.5, rho = 0.7)
    function() rejection_rate(s, n = 1e4, metric = "precision", trials = 1e6)
  },
  "power, exact" = function() {
    s <- scenario_rates(discordant = c(0.0995, 0.1005))
    function() repeat power_comparison(s, 1e6, method = "exact")
  },
  "unconditional exact test" = function() {
    function() repeat compare_independent(c(1600, 2000), c(1500, 1900), method = "barnard")
  },
  "simulated predictions" = function() {
    s <- scenario_rates(accuracy = c(0.85, 0.87), agreement = 0.9)
    function() repeat simulate_predictions(s, 1e6)
  },
  "flips" = function() {
    data <- draw(million(3), 5, 2)
    data$by <- sample(1000, nrow(data), TRUE)
    function() repeat flips(data, m1, m2, truth = truth, by = by, classes = character())
  },
  "GEE" = function() {
    n <- million(0.5)
    data <- data.frame(
      y = stats::rbinom(n, 1, 0.5), a = stats::rnorm(n), b = stats::rnorm(n), id = rep(seq_len(n / 5), each = 5)
    )
    function() repeat fit_gee(y ~ a + b, id = id, data = data, corstr = "exchangeable")
  },
  "GEE, large clusters" = function() {
    n <- 20000
    data <- data.frame(y = stats::rbinom(n, 1, 0.5), a = stats::rnorm(n), id = rep(1:5, each = n / 5))
    function() repeat fit_gee(y ~ a, id = id, data = data, corstr = "exchangeable", vcov = "mancl_derouen")
  },
  "combined p-values" = function() {
    p <- matrix(stats::runif(million(30)), ncol = 10)
    function() repeat combine_p(p, "lancaster", weights = seq(1.5, 10.5))
  }
)

deaf <- character()
for (name in if (length(only)) only else names(calls)) {
  run <- calls[[name]]()
  times <- vapply(c(0.3, 0.7, 1.5), stopping_time, 0, run = run)
  before <- resident()
  times <- c(times, vapply(c(0.4, 1), stopping_time, 0, run = run))
  growth <- resident() - before
  set.seed(2)
  same <- identical(check(), known)
  bad <- any(times > longest, na.rm = TRUE) || all(is.na(times)) || !same || growth > 100
  if (bad) deaf <- c(deaf, name)
  cat(sprintf(
    "%-36s %s s, memory %+.0f MB%s%s\n", name, paste(sprintf("%5.2f", times), collapse = " "), growth,
    if (same) "" else ", WRONG AFTERWARDS", if (bad) "  MISSED" else ""
  ))
  rm(run)
  gc(FALSE)
}
if (length(deaf)) stop("not as it should be: ", paste(deaf, collapse = ", "))
