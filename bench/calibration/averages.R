# Averages over classes of which one is rare: what the score test (src/core/test/composite.h) and Wald's reject, and
# what their intervals hold.
#
#   Rscript bench/calibration/averages.R [data sets]        (default 2000; some minutes)
#   Rscript bench/calibration/averages.R again DATA_SETS DESIGN ...    (only these designs of two classifiers, by
#                                                        number, and in them only the score test and its interval)
#   Rscript bench/calibration/averages.R four DATA_SETS DESIGN ...     (only these designs of four classifiers)
#
# `share`: that of the rare class, of which there are at least three rows; the others share the rest. Class sizes are
# fixed, wrong answers fall on the other classes by their size. Recall is 0.8 to 0.9, in the rare class 0.6; on `alike`
# of the rows the two classifiers answer as one as far as their recalls let them. `truth`: "equal"; "opposite": recall
# differs by 0.3 in the rare class and by -0.3 in the first, so that the macro averages of recall are equal;
# "different": by 0.16 in all but the rare class. `size`: rejected at 5 % (where the metric is equal); `coverage`: of
# 95 % intervals of the difference; "value": of the first classifier by itself. Four classifiers (`classifiers` 4, all
# equal, or the last one better): any false claim by max-T, and intervals of all six pairs that hold
# together. Writes bench/calibration/averages.csv.

library(verdict)
internal <- asNamespace("verdict")

given <- commandArgs(TRUE)
arguments <- as.numeric(if (given[1] %in% c("again", "four")) given[-1] else given)
data_sets <- c(arguments, 2000)[1]

class_sizes <- function(n, k, share) {
  rare <- max(3, round(n * share))
  others <- rep((n - rare) %/% (k - 1), k - 1)
  others[1] <- others[1] + n - rare - sum(others)
  c(others, rare)
}

# Shares of the answers given the truth, a row a class.
confusion <- function(recall, size) {
  t(vapply(seq_along(size), FUN.VALUE = double(length(size)), function(class) {
    wrong <- replace(size, class, 0)
    replace((1 - recall[class]) * wrong / sum(wrong), class, recall[class])
  }))
}

# Of the pair of answers in a class.
paired <- function(one, two, alike) {
  both <- pmin(one, two)
  rest <- 1 - sum(both)
  together <- diag(both) + if (rest > 1e-12) outer(one - both, two - both) / rest else 0
  alike * together + (1 - alike) * outer(one, two)
}

recalls <- function(k, truth) {
  base <- c(seq(0.8, 0.9, length.out = k - 1), 0.6)
  shift <- switch(truth, equal = 0, opposite = c(-0.15, rep(0, k - 2), 0.15), different = c(rep(0.08, k - 1), 0))
  list(pmin(base + shift, 0.98), base - shift)
}

draw <- function(size, cells) {
  k <- length(size)
  counts <- vapply(seq_len(k), function(class) stats::rmultinom(1, size[class], cells[[class]])[, 1], double(k^2))
  array(counts, rep(k, 3), list(one = letters[seq_len(k)], two = letters[seq_len(k)], truth = letters[seq_len(k)]))
}

set_of <- function(counts) as_prediction_set(aperm(as.table(counts), c(3, 1, 2)))

# The same set with other counts, which is counted no more.
with_counts <- function(x, counts) {
  at <- x$patterns
  x$count <- as.double(counts[cbind(at[, 2], at[, 3], at[, 1])])
  x$n <- x$n_rows <- sum(counts)
  x
}

asked <- data.frame(
  metric = c("recall", "bal_accuracy", "f_meas", "precision", "f_meas"),
  average = c(rep("macro", 4), "weighted"),
  label = c("macro recall", "macro balanced accuracy", "macro F", "macro precision", "weighted F")
)

# What C is asked of each metric, and the values it has.
questions_of <- function(x, metrics, averages) {
  Map(function(metric, average) {
    target <- set_target(x, set_metrics(x, metric), average, NULL, "zero")
    list(
      quantity = core_quantities(target_quantities(target, x), x), macro = average == "macro",
      undefined = metric == "precision", value = as.vector(set_estimates(x, target)$estimate)
    )
  }, metrics, averages)
}
environment(questions_of) <- internal

# Whether no row is predicted as some class, by each classifier: its precision is taken as 0 then, and the average has
# no score test.
lacks_class <- function(x) {
  vapply(1:2, function(i) !all(seq_along(x$classes) %in% x$patterns[x$count > 0, 1 + i]), NA)
}

# Normal statistics, a column each: of equality by score and Wald's test, of the true difference by both, and of the
# true value of the first classifier by both. (A 95 % interval holds what its statistic puts within 1.96.)
statistics_of <- function(x, questions, gaps) {
  lacking <- lacks_class(x)
  of <- function(question, gap) {
    score <- function(positions, value) {
      if (question$undefined && any(lacking[positions])) return(NA)
      .Call(
        ffi_composite_scores, x, question$quantity, "zero", positions, c(0, 1), question$macro, "difference", value
      )
    }
    known <- .Call(ffi_metrics_joint, x, question$quantity, "zero")
    value <- as.vector(known$estimates$estimate)
    v <- known$vcov
    difference <- value[1] - value[2]
    se <- sqrt(c(v[1, 1] + v[2, 2] - 2 * v[1, 2], v[1, 1]))
    c(
      score(cbind(1:2), 0), difference / se[1], score(cbind(1:2), gap), (difference - gap) / se[1],
      score(cbind(1L), question$value[1]), (value[1] - question$value[1]) / se[2]
    )
  }
  mapply(of, questions, gaps)
}
environment(statistics_of) <- list2env(list(lacks_class = lacks_class), parent = internal)

one_design <- function(n, k, share, alike, truth) {
  size <- class_sizes(n, k, share)
  recall <- recalls(k, truth)
  answers <- lapply(recall, confusion, size = size)
  cells <- lapply(seq_len(k), function(class) paired(answers[[1]][class, ], answers[[2]][class, ], alike))
  expected <- array(
    unlist(Map(`*`, cells, size)), rep(k, 3), list(one = letters[1:k], two = letters[1:k], truth = letters[1:k])
  )
  all <- set_of(expected)
  questions <- questions_of(all, asked$metric, asked$average)
  gap <- vapply(questions, function(question) question$value[1] - question$value[2], 0)
  gap[abs(gap) < 1e-12] <- 0
  z <- replicate(data_sets, statistics_of(with_counts(all, draw(size, cells)), questions, gap))
  within <- abs(z) <= stats::qnorm(0.975)
  held <- apply(within, 1:2, mean, na.rm = TRUE)
  missing <- apply(is.na(z), 1:2, mean)
  rejected <- apply(!is.na(z) & !within, 1:2, mean)
  parts <- lapply(seq_len(nrow(asked)), function(i) {
    data.frame(
      metric = asked$label[i], measure = rep(c("difference", "value"), each = 2),
      method = c("score", "wald", "score", "delta"),
      size = c(if (gap[i] == 0) rejected[1:2, i] else c(NA, NA), NA, NA), coverage = held[3:6, i],
      undefined = missing[3:6, i]
    )
  })
  data.frame(classifiers = 2, n, k, share, alike, truth, do.call(rbind, parts), sets = data_sets)
}

# Four classifiers: answers in common on `alike` of the rows, but of the last where it is better.
draw_four <- function(size, answer, better, alike) {
  truth <- rep(seq_along(size), size)
  one <- function(answer) vapply(truth, function(class) sample.int(length(size), 1, prob = answer[class, ]), 1L)
  common <- one(answer)
  together <- stats::runif(length(truth)) < alike
  answers <- lapply(1:4, function(i) {
    of <- if (i == 4 && !is.null(better)) one(better) else ifelse(together, common, one(answer))
    letters[of]
  })
  names(answers) <- paste0("c", 1:4)
  prediction_set(data.frame(truth = letters[truth], answers), 1L, -1L, levels = letters[seq_along(size)])
}

macro_of <- function(metric, size, answer) {
  table <- size * answer
  f <- 2 * diag(table) / (rowSums(table) + colSums(table))
  mean(if (metric == "recall") diag(table) / rowSums(table) else f)
}

# "equal", or "one better": a false claim is one among the equal ones.
four <- function(n, k, share, alike, truth, sets) {
  size <- class_sizes(n, k, share)
  recall <- recalls(k, "different")
  answer <- confusion(recall[[2]], size)
  better <- if (truth == "one better") confusion(recall[[1]], size)
  metrics <- c(recall = "macro recall", f_meas = "macro F")
  value <- vapply(names(metrics), FUN.VALUE = double(4), function(metric) {
    c(rep(macro_of(metric, size, answer), 3), macro_of(metric, size, if (is.null(better)) answer else better))
  })
  found <- replicate(sets, {
    x <- draw_four(size, answer, better, alike)
    vapply(names(metrics), FUN.VALUE = double(2), function(metric) {
      rows <- compare_classifiers(x, metric, average = "macro", p.adjust.method = "max_t")
      of <- stats::setNames(value[, metric], paste0("c", 1:4))
      gap <- of[rows$classifier] - of[rows$reference]
      c(
        any(rows$adj.p.value[abs(gap) < 1e-12] <= 0.05, na.rm = TRUE),
        all(rows$adj.conf.low <= gap & rows$adj.conf.high >= gap, na.rm = TRUE)
      )
    })
  })
  data.frame(
    classifiers = 4, n, k, share, alike, truth, metric = unname(metrics), measure = "all six pairs",
    method = "score", size = rowMeans(found[1, , ]), coverage = rowMeans(found[2, , ]), undefined = 0, sets
  )
}

fours <- data.frame(
  n = c(100, 300, 300, 1000), k = c(4, 4, 6, 6), share = c(0.03, 0.01, 0.03, 0.03), alike = c(0.5, 0.5, 0.2, 0.8),
  truth = rep(c("equal", "one better"), each = 4)
)

grid <- expand.grid(
  truth = c("equal", "opposite", "different"), alike = c(0.2, 0.8), k = c(3, 6), at = 1:5, stringsAsFactors = FALSE
)
at <- data.frame(n = c(100, 300, 300, 1000, 1000), share = c(0.03, 0.01, 0.03, 0.01, 0.03))[grid$at, ]
file <- file.path("bench", "calibration", "averages.csv")
rounded <- function(found) {
  for (column in c("size", "coverage", "undefined")) found[[column]] <- round(found[[column]], 4)
  utils::write.csv(found, file, row.names = FALSE, na = "")
}
design <- function(i) {
  set.seed(i)
  one_design(at$n[i], grid$k[i], at$share[i], grid$alike[i], grid$truth[i])
}

# Rows of the file in the place of those of the same designs.
put <- function(found) {
  known <- utils::read.csv(file)
  same <- function(x) do.call(paste, c(x[c(names(x)[1:6], "metric", "measure", "method")], sep = "\r"))
  at <- match(same(found), same(known))
  known[at[!is.na(at)], ] <- found[!is.na(at), ]
  rounded(rbind(known, found[is.na(at), ]))
}

of_four <- function(i, sets) {
  set.seed(100 + i)
  do.call(four, c(fours[i, ], sets = sets))
}

if (identical(given[1], "again")) {
  for (i in arguments[-1]) {
    found <- design(i)
    put(found[found$method == "score", ])
  }
} else if (identical(given[1], "four")) {
  for (i in arguments[-1]) put(of_four(i, data_sets))
} else {
  pairs <- lapply(seq_len(nrow(grid)), design)
  more <- lapply(seq_len(nrow(fours)), of_four, sets = data_sets %/% 2)
  rounded(do.call(rbind, unname(c(pairs, more))))
}
