# Groups: what the tests over groups reject, and what the intervals of standardised differences hold.
#
#   Rscript bench/calibration/groups.R [data sets]        (default 2000; about two minutes)
#
# Two classifiers, accuracy: of the rows of a group a share `discordant` has only one right. `size`: rejected at 5 %
# where the hypothesis holds: no difference in any group ("any group"), the same one in all ("same everywhere"), no
# change of sign, at the boundary ("sign": all of one sign but one group of 0), equal sizes of gaps ("gap"), and any
# claim in a whole verdict with groups ("verdict"). `coverage`: of the 95 % interval of the difference with given
# shares. Writes bench/calibration/groups.csv.

library(verdict)
internal <- asNamespace("verdict")
set.seed(20)
data_sets <- c(as.numeric(commandArgs(TRUE)), 2000)[1]

draw <- function(n, discordant, difference) {
  p <- rbind((discordant + difference) / 2, (discordant - difference) / 2)
  vapply(seq_along(n), function(g) {
    stats::rmultinom(1, n[g], c(p[, min(g, ncol(p))], 1 - sum(p[, min(g, ncol(p))])))[1:2, 1]
  }, double(2))
}

row_of <- function(kind, method, question, n, design, truth, hits, sets = length(hits)) {
  data.frame(
    kind, method, question, n, design, truth, value = mean(hits, na.rm = TRUE), undefined = mean(is.na(hits)), sets
  )
}

run <- function(f) vapply(seq_len(data_sets), function(i) f(), 0)

sizes <- list("50 each" = c(50, 50, 50), "200 each" = c(200, 200, 200), "20 to 1000" = c(20, 20, 20, 20, 1000))

one_of <- function(counts, n) {
  b <- counts[1, ]
  c <- counts[2, ]
  list(
    b = b, c = c, rows = n, theta = (b - c) / n, vcov = diag((b + c - (b - c)^2 / n) / n^2), n = n,
    label = as.character(seq_along(n)), independent = TRUE, measure = "difference"
  )
}

rejected <- function(test) as.numeric(exp(c(test$log.p.value, NA)[1]) < 0.05)

any_group <- run(function() {
  m <- sample(3:25, 8, TRUE)
  b <- stats::rbinom(8, m, 0.5)
  log.p <- pmin(0, log(2) + stats::pbinom(pmin(b, m - b), m, 0.5, log.p = TRUE))
  as.numeric(any(internal$min_p_adjusted(log.p, m, seq_len(8)) < log(0.05)))
})
found <- list(row_of("size", "min-P", "any group", 112, "8 groups of 3 to 25 discordant rows", "equal", any_group))

for (design in names(sizes)) {
  n <- sizes[[design]]
  for (difference in c(0, 0.1)) {
    drawn <- lapply(seq_len(data_sets), function(i) one_of(draw(n, 0.3, difference), n))
    for (method in c("score", "wald", "odds", "welch")) {
      if (method == "odds" && difference != 0) next
      hits <- vapply(drawn, function(one) rejected(internal$heterogeneity_test(method, one)), 0)
      found <- c(found, list(row_of(
        "size", method, "same everywhere", sum(n), design, paste("difference", difference, "everywhere"), hits
      )))
    }
  }
}

for (G in c(3, 8)) {
  n <- rep(200, G)
  drawn <- lapply(seq_len(data_sets), function(i) one_of(draw(n, 0.3, c(rep(0.2, G - 1), 0)), n))
  for (method in c("range", "gail_simon")) {
    hits <- vapply(drawn, function(one) rejected(internal$heterogeneity_test(method, one)), 0)
    found <- c(found, list(row_of("size", method, "sign", sum(n), paste(G, "groups"), "one group of 0", hits)))
  }
}

for (difference in c(0, 0.1)) {
  n <- c(20, 50, 200, 500)
  share <- c(0.4, 0.3, 0.2, 0.1)
  by_group <- difference * c(0, 0.5, 1, 1.5)
  hits <- run(function() {
    counts <- draw(n, 0.25, by_group)
    limits <- internal$mover_limits(
      list(b = counts[1, ], c = counts[2, ], n = n, share = share), stats::qnorm(0.975)
    )
    truth <- sum(share * by_group)
    as.numeric(limits[1] <= truth && truth <= limits[2])
  })
  found <- c(found, list(row_of(
    "coverage", "standardise_groups()", "difference", sum(n), "groups of 20 to 500",
    paste("differences to", max(by_group)), hits
  )))
}

few <- max(50, data_sets %/% 5)
for (gap in c(0, 0.1)) {
  hits <- vapply(seq_len(few), function(i) {
    group <- rep(c("u", "v"), c(300, 150))
    right <- function() stats::runif(450) < 0.8 - gap * (group == "v")
    data <- data.frame(truth = "y", one = ifelse(right(), "y", "n"), two = ifelse(right(), "y", "n"), group)
    x <- prediction_set(truth ~ one + two, data, positive = "y", by = group)
    as.numeric(compare_gaps(x, "recall")$comparison$p.size < 0.05)
  }, 0)
  found <- c(found, list(row_of("size", "compare_gaps()", "gap", 450, "300 and 150 rows", paste("gaps of", gap), hits)))
}

claims <- vapply(seq_len(few), function(i) {
  n <- 400
  truth <- sample(c("y", "n"), n, TRUE)
  site <- sample(c("a", "b", "c", "d"), n, TRUE)
  guess <- function() ifelse(stats::runif(n) < 0.8, truth, ifelse(truth == "y", "n", "y"))
  x <- prediction_set(truth ~ one + two, data.frame(truth, one = guess(), two = guess(), site), by = site)
  v <- verdict(x)
  claimed <- c(v$overall$adj.p.value, v$comparison$adj.p.value, v$groups$where$adj.p.value, v$groups$same$adj.p.value)
  as.numeric(any(claimed < 0.05, na.rm = TRUE))
}, 0)
found <- c(found, list(row_of("size", "verdict()", "verdict", 400, "4 groups, 2 classes", "equal", claims)))

utils::write.csv(do.call(rbind, found), "bench/calibration/groups.csv", row.names = FALSE)
