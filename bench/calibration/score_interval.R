# Do the score intervals of precision hold the truth as often as they say?
#
#   Rscript bench/calibration/score_interval.R [data sets a cell]       (default 3000; a minute)
#
# Two classifiers' calls of one class, which half of the rows have, dependent given the truth
# ("overlap": the share of the rows, of either truth, on which both calls are one and the same). Each
# calls 40 % of the rows; the first has the precision given, the second the same or 0.1 less. Coverage
# of the 95 % intervals for the difference and the ratio that invert the score tests (gs, wgs), and of
# Wald's, over the data sets in which there is an interval (`known`: their share).
# Writes bench/calibration/score_interval.csv. Standard error for 3,000 data sets: 0.004.

suppressMessages(library(verdict))
internal <- asNamespace("verdict")

n_sets <- as.integer(c(commandArgs(TRUE), 3000)[1])
prevalence <- 0.5
called <- 0.4

# Chances of both, only the first, only the second, neither, by truth.
joint <- function(rate, overlap) {
  same <- min(rate)
  both <- overlap * same + (1 - overlap) * prod(rate)
  c(both, rate[1] - both, rate[2] - both, 1 - sum(rate) + both)
}

cells_for <- function(precision, overlap) {
  c(
    prevalence * joint(precision * called / prevalence, overlap),
    (1 - prevalence) * joint((1 - precision) * called / (1 - prevalence), overlap)
  )
}

rows <- expand.grid(b = c("yes", "no"), a = c("yes", "no"), truth = c("yes", "no"))
asked <- expand.grid(
  method = c("wgs", "gs"), measure = c("difference", "ratio"), interval = c("score", "wald"),
  stringsAsFactors = FALSE
)

# compare_classifiers() makes a table of them, which takes 50 times as long.
template <- function() {
  x <- prediction_set(truth ~ a + b, rows, weights = rep(1, 8))
  plans <- Map(function(method, measure, interval) {
    request <- new_request(
      x, "precision", method, measure = measure, classes = "yes", interval = interval
    )
    request_plans(x, request)[[1]]
  }, asked$method, asked$measure, asked$interval)
  labels <- function(columns) do.call(paste, unname(as.list(columns)))
  of_rows <- labels(lapply(rows[c("truth", "a", "b")], match, x$classes))
  list(x = x, plans = plans, cell = match(labels(as.data.frame(x$patterns)), of_rows))
}
environment(template) <- list2env(list(rows = rows, asked = asked), parent = internal)

limits_of <- function(x, plan) {
  found <- .Call(
    ffi_compare_proportions, x, "precision", plan$target$slice, matrix(1:2), plan_question(plan, 0.05)
  )
  c(found$conf.low, found$conf.high)
}
environment(limits_of) <- internal

study <- function(n, precision, less, overlap) {
  set.seed(n + 1000 * precision + 10 * less + overlap)
  base <- template()
  both <- c(precision, precision - less)
  truth <- ifelse(asked$measure == "ratio", both[1] / both[2], less)
  draws <- stats::rmultinom(n_sets, n, cells_for(both, overlap))
  covered <- apply(draws, 2, function(counts) {
    x <- base$x
    counts <- counts[base$cell]
    x$patterns <- x$patterns[counts > 0, , drop = FALSE]
    x$count <- as.double(counts[counts > 0])
    x$n <- x$n_rows <- x$n_clusters <- sum(counts)
    limits <- vapply(base$plans, function(plan) limits_of(x, plan), double(2))
    limits[1, ] <= truth & truth <= limits[2, ]
  })
  data.frame(
    n = n, precision = precision, less = less, overlap = overlap, asked,
    covered = round(rowMeans(covered, na.rm = TRUE), 4), known = round(rowMeans(!is.na(covered)), 4),
    sets = n_sets, row.names = NULL
  )
}

grid <- expand.grid(
  n = c(50, 200, 1000), precision = c(0.5, 0.8, 0.95), less = c(0, 0.1), overlap = c(0.2, 0.7)
)
found <- parallel::mclapply(seq_len(nrow(grid)), function(i) do.call(study, grid[i, ]), mc.cores = 2)
stopifnot(!vapply(found, inherits, NA, "try-error"))
found <- do.call(rbind, found)
utils::write.csv(found, "bench/calibration/score_interval.csv", row.names = FALSE)
print(stats::aggregate(covered ~ interval + method + measure + n, found, range))
