# From how many rows on can Cochran's Q be compared with chi-squared?
#
#   Rscript bench/calibration/cochran.R        (a minute; complete enumeration, no error)
#
# For C classifiers and n rows on which they are not unanimous: P(Q >= the chi-squared
# point) under the permutation distribution, over 30 random numbers of right classifiers
# by row. Tate and Brown (1970) ask for C n of at least 24.

library(verdict)

exact_size <- function(rows, level) {
  n_classifiers <- length(rows) + 1
  right <- seq_along(rows)
  scale <- sum(rows * right * (n_classifiers - right)) / (n_classifiers - 1)
  spread <- scale * stats::qchisq(level, n_classifiers - 1, lower.tail = FALSE)
  # column sums with that spread: one classifier apart from the others
  sums <- c(sqrt(spread / (n_classifiers - 1)), rep(0, n_classifiers - 1))
  p <- .Call(verdict:::ffi_cochran_permute, matrix(c(0, rows, 0)), matrix(sums), 1)
  stopifnot(p$exact)
  exp(p$log.p.value)
}

set.seed(1)
grid <- expand.grid(n = 3:16, classifiers = 3:6)
grid <- grid[with(grid, n * classifiers <= 60), ]
sizes <- Map(function(n, classifiers) {
  replicate(30, {
    exact_size(as.vector(stats::rmultinom(1, n, rep(1, classifiers - 1))), 0.05)
  })
}, grid$n, grid$classifiers)
grid$product <- grid$n * grid$classifiers
grid$least <- vapply(sizes, min, 0)
grid$mean <- vapply(sizes, mean, 0)
grid$most <- vapply(sizes, max, 0)
print(grid[order(grid$product), ], digits = 2, row.names = FALSE)
for (few in c(TRUE, FALSE)) {
  range <- range(unlist(sizes[(grid$product < 24) == few]))
  cat(if (few) "below 24" else "from 24 on", ": ", format(range[1], digits = 2), " to ",
    format(range[2], digits = 2), "\n",
    sep = ""
  )
}
