# Do tests against a margin keep their level where the truth is exactly at the margin?
#
#   Rscript bench/calibration/margin.R [data sets a cell]     (default 3000; ten minutes of one core)
#
# margin.csv: one comparison of two dependent classifiers ("overlap": the share of the rows on which
# both answers are one and the same), recall among n rows or precision among n rows of which half are
# of the class and 40 % are called. The reference has the rate given, the classifier is worse by just
# the margin, 0.05 or 0.1 (or its ratio). Share of the data sets in which it is called not worse
# (`noninferior`), or equivalent (`equivalent`, with the same margin on the other side): both are
# false. The comparison is two-sided at 5 %, so that each may happen in 2.5 %.
# Standard error for 3,000 data sets: 0.003.
#
# margin-family.csv: accuracy and the recall of each class of three classifiers, of which the last
# two are as good as each other and the first is better by just the margin, on every class and so
# overall; half of the rows are answered alike. A third as many data sets (standard error 0.007). Share
# in which anything false is claimed: of equality, or on the wrong side of an end of the margin, by
# max-T and by Holm.

suppressMessages(library(verdict))
internal <- asNamespace("verdict")

n_sets <- as.integer(c(commandArgs(TRUE), 3000)[1])

# -- one comparison ----------------------------------------------------------------------------

# Chances of both, only the first, only the second, neither.
joint <- function(rate, overlap) {
  same <- min(rate)
  both <- overlap * same + (1 - overlap) * prod(rate)
  c(both, rate[1] - both, rate[2] - both, 1 - sum(rate) + both)
}

cells_for <- function(metric, rate, overlap) {
  if (metric == "recall") {
    return(c(joint(rate, overlap), 0, 0, 0, 0))
  }
  called <- 0.4
  c(0.5 * joint(rate * called / 0.5, overlap), 0.5 * joint((1 - rate) * called / 0.5, overlap))
}

rows <- expand.grid(b = c("yes", "no"), a = c("yes", "no"), truth = c("yes", "no"))
asked <- data.frame(
  metric = rep(c("recall", "precision"), c(4, 6)),
  method = c("mcnemar", "mcnemar", "wald", "wald", "wgs", "wgs", "gs", "gs", "wald", "wald"),
  measure = c("difference", "ratio")
)

# compare_classifiers() makes a table of them, which takes 50 times as long.
template <- function(metric, margins) {
  x <- prediction_set(truth ~ a + b, rows, weights = rep(1, 8), levels = c("yes", "no"))
  at <- asked[asked$metric == metric, ]
  plans <- Map(function(method, measure) {
    request <- new_request(
      x, metric, method, measure = measure, classes = "yes", margin = margins[[measure]]
    )
    request_plans(x, request)[[1]]
  }, at$method, at$measure)
  labels <- function(columns) do.call(paste, unname(as.list(columns)))
  of_rows <- labels(lapply(rows[c("truth", "a", "b")], match, x$classes))
  list(x = x, plans = plans, cell = match(labels(as.data.frame(x$patterns)), of_rows), asked = at)
}
environment(template) <- list2env(list(rows = rows, asked = asked), parent = internal)

# Whether the first of the two (the second column) is shown to be above the low end, and within.
claims_of <- function(x, plan) {
  found <- .Call(
    ffi_equivalence_proportions, x, plan$metric$metric, plan$target$slice, matrix(c(1L, 2L)),
    plan_request(plan, 0.05), NULL, plan$margin
  )
  c(found$above_low, max(found$above_low, found$below_high)) < log(0.025)
}
environment(claims_of) <- internal

study <- function(metric, n, rate, margin, overlap) {
  set.seed(n + 1000 * rate + 100 * margin + overlap)
  both <- c(rate - margin, rate)
  margins <- list(difference = margin, ratio = both[1] / both[2])
  base <- template(metric, margins)
  draws <- stats::rmultinom(n_sets, n, cells_for(metric, both, overlap))
  claimed <- apply(draws, 2, function(counts) {
    x <- base$x
    counts <- counts[base$cell]
    x$patterns <- x$patterns[counts > 0, , drop = FALSE]
    x$count <- as.double(counts[counts > 0])
    x$n <- x$n_rows <- x$n_clusters <- sum(counts)
    vapply(base$plans, function(plan) claims_of(x, plan), logical(2))
  })
  claimed[is.na(claimed)] <- FALSE
  share <- matrix(rowMeans(claimed), nrow = 2)
  data.frame(
    base$asked, n = n, rate = rate, margin = margin, overlap = overlap,
    noninferior = round(share[1, ], 4), equivalent = round(share[2, ], 4), sets = n_sets, row.names = NULL
  )
}

grid <- expand.grid(
  metric = c("recall", "precision"), n = c(50, 200, 1000), rate = c(0.6, 0.8, 0.95), margin = c(0.05, 0.1),
  overlap = c(0.2, 0.7), stringsAsFactors = FALSE
)
found <- do.call(rbind, lapply(seq_len(nrow(grid)), function(i) do.call(study, grid[i, ])))
utils::write.csv(found, "bench/calibration/margin.csv", row.names = FALSE)
of_test <- paste(found$metric, found$method, found$measure)
summed <- stats::aggregate(
  cbind(noninferior, equivalent) ~ of_test + n, found, function(x) round(c(mean = mean(x), greatest = max(x)), 3)
)
print(summed)

# -- a family --------------------------------------------------------------------------------------

draw_family <- function(n, classes, margin, rate) {
  truth <- sample(classes, n, TRUE)
  luck <- runif(n)
  wrong <- (truth + sample(classes - 1, n, TRUE) - 1) %% classes + 1
  answer <- function(p) ifelse(ifelse(shared, luck, runif(n)) < p, truth, wrong)
  shared <- runif(n) < 0.5
  data.frame(truth, first = answer(rate), second = answer(rate - margin), third = answer(rate - margin))
}

# A claim is that the value lies beyond an end of the margin or equality: false where it does not.
any_false <- function(x, truth) {
  wrong <- function(end) {
    (x$adj.conf.low > end & truth <= end) | (x$adj.conf.high < end & truth >= end)
  }
  any(wrong(x$margin.low) | wrong(0) | wrong(x$margin.high), na.rm = TRUE)
}

family <- function(n, classes, margin, rate) {
  set.seed(n + classes)
  false <- replicate(ceiling(n_sets / 3), {
    x <- suppressMessages(prediction_set(draw_family(n, classes, margin, rate), 1L, -1L))
    vapply(c("max_t", "holm"), function(adjust) {
      found <- compare_classifiers(x, c("accuracy", "recall"), margin = margin, p.adjust.method = adjust)
      of_first <- found$reference == "first"
      any_false(found, ifelse(of_first, -margin, 0))
    }, NA)
  })
  data.frame(
    n = n, classes = classes, margin = margin, rate = rate, max_t = mean(false[1, ]), holm = mean(false[2, ]),
    sets = ncol(false)
  )
}

grid <- expand.grid(n = c(100, 300, 1000), classes = c(2, 4), margin = 0.1, rate = 0.85)
found <- do.call(rbind, lapply(seq_len(nrow(grid)), function(i) do.call(family, grid[i, ])))
found[c("max_t", "holm")] <- round(found[c("max_t", "holm")], 4)
utils::write.csv(found, "bench/calibration/margin-family.csv", row.names = FALSE)
print(found)
