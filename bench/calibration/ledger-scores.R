# Parts of the ledger on scores: tests over data sets or items, pairs and many together, and the errors that
# resampling estimates. (Scores over folds need learners: folds.R, cv.R.)

# What differs between two classifiers that are equally good.
score_shapes <- list(
  normal = function(n) stats::rnorm(n), "heavy tails" = function(n) stats::rt(n, 2),
  "many ties" = function(n) round(stats::rnorm(n))
)

score_request <- function(method) {
  list(
    test = internal$tests_of("pair_of_scores")[method, "test"], ratio = 0, level = 0.05, null = 0,
    alternative = "two.sided",
    zeros = "pratt", limit = 200, draws = 999
  )
}

# All data sets at once: two columns each.
score_pairs <- function(sets) {
  methods <- c("wilcoxon", "sign", "sign_flip", "paired_t")
  weight <- rep(1 / sets, sets)
  pairs <- matrix(seq_len(2 * sets), 2)
  rows_of <- function(found, method, at) {
    add <- function(kind, value) {
      ledger_rows("scores of a pair", kind, method, "score", "difference", at$n, at$shape, at$units, "equal",
        value[1], value[2], sets)
    }
    rbind(
      add("size", size_of(exp(found$log.p.value), weight)),
      if (method != "sign_flip") add("coverage", coverage_of(found$conf.low, found$conf.high, 0, weight))
    )
  }
  alone <- each_design(shape_grid(c(5, 10, 20, 50), "data sets"), function(at) {
    scores <- matrix(score_shapes[[at$shape]](2 * sets * at$n), at$n)
    do.call(rbind, lapply(methods, function(method) {
      rows_of(.Call(internal$ffi_scores_pairs, scores, pairs, score_request(method), NULL), method, at)
    }))
  })
  # five items in each of n clusters, half of the variance between them
  clustered <- each_design(shape_grid(c(5, 10, 20, 50), "clusters of 5 items"), function(at) {
    draw <- score_shapes[[at$shape]]
    level <- matrix(draw(2 * sets * at$n), at$n)
    cluster <- rep(seq_len(at$n), each = 5)
    scores <- level[cluster, ] + matrix(draw(2 * sets * 5 * at$n), 5 * at$n)
    do.call(rbind, lapply(c("cluster_t", "paired_t"), function(method) {
      by <- if (method == "cluster_t") cluster
      rows_of(.Call(internal$ffi_scores_pairs, scores, pairs, score_request(method), by), method, at)
    }))
  })
  rbind(alone, clustered)
}

shape_grid <- function(n, units) {
  expand.grid(n = n, shape = names(score_shapes), units = units, stringsAsFactors = FALSE)
}

# -- many classifiers ---------------------------------------------------------------------------------------

# p-values of all together, and the least of all pairs as it is judged: by its own method, or Holm's.
block_p <- function(scores) {
  tests <- c(
    "iman_davenport", "friedman", "permutation", "quade", "aligned_ranks", "blocked_anova", "greenhouse_geisser",
    "huynh_feldt"
  )
  known <- internal$tests_of("blocks")
  together <- vapply(tests, function(method) {
    if (method == "permutation") {
      return(.Call(internal$ffi_blocks_permute, scores, TRUE, 99)$p.value)
    }
    exp(internal$block_test(scores, known[method, "test"], TRUE)$log.p.value)
  }, 0)
  # Newman and Keuls' first step is Tukey's test
  posthocs <- setdiff(internal$tests_of("posthoc")$method, c("dunn", "newman_keuls"))
  pairs <- utils::combn(ncol(scores), 2)
  least <- vapply(posthocs, function(method) {
    method <- internal$tests_of("posthoc")[method, ]
    blocks <- internal$block_test(scores, method$test, TRUE)
    own <- if (method$together %in% "bonferroni") pairs[, pairs[1, ] == 1] else pairs
    rows <- as.data.frame(.Call(internal$ffi_posthoc_pairs, blocks, own, "two.sided"))
    if (is.na(method$together)) {
      return(exp(min(rows$log.p.value)) * ncol(own))
    }
    largest <- rows[which.max(abs(rows$statistic)), ]
    if (nrow(largest) == 0) return(NA)
    if (method$together == "bonferroni") return(exp(largest$log.p.value) * ncol(own))
    exp(internal$posthoc_together(list(blocks = blocks, method = method), largest, own))
  }, 0)
  of_pairs <- vapply(c("wilcoxon", "paired_t"), function(method) {
    exp(min(.Call(internal$ffi_scores_pairs, scores, pairs, score_request(method), NULL)$log.p.value)) * ncol(pairs)
  }, 0)
  list(together = together, pairs = c(least, of_pairs))
}

score_blocks <- function(sets) {
  grid <- expand.grid(
    n = c(5, 10, 30), shape = names(score_shapes), classifiers = c(4, 8), stringsAsFactors = FALSE
  )
  weight <- rep(1 / sets, sets)
  each_design(grid, function(at) {
    found <- lapply(seq_len(sets), function(i) {
      block_p(matrix(score_shapes[[at$shape]](at$n * at$classifiers), at$n))
    })
    rows <- function(part, topic, measure) {
      p <- vapply(found, `[[`, found[[1]][[part]], part)
      do.call(rbind, lapply(rownames(p), function(method) {
        value <- size_of(p[method, ], weight)
        ledger_rows(topic, "size", method, "score", measure, at$n, at$shape, paste(at$classifiers, "classifiers"),
          "equal", value[1], value[2], sets)
      }))
    }
    rbind(rows("together", "scores of many", "any"), rows("pairs", "all pairs of scores", "any claim"))
  })
}

# -- errors of learners ---------------------------------------------------------------------------------------

# Two classes of equal size, five Gaussian features.
draw_rows <- function(n) {
  y <- sample(rep_len(c("a", "b"), n))
  x <- matrix(stats::rnorm(5 * n), n) + 0.55 * (y == "b")
  data.frame(y, x)
}

features <- function(data) as.matrix(data[-1])

ledger_learners <- list(
  centroid = learner(
    fit = function(data) rowsum(features(data), data$y) / as.vector(table(data$y)),
    predict = function(model, newdata) {
      x <- as.matrix(newdata[colnames(model)])
      c("a", "b")[1 + (drop(x %*% (model[2, ] - model[1, ])) > sum(model[2, ]^2 - model[1, ]^2) / 2)]
    }
  ),
  one_nn = learner(
    fit = identity,
    predict = function(model, newdata) {
      x <- features(model)
      new <- as.matrix(newdata[colnames(x)])
      near <- max.col(2 * new %*% t(x) - rep(rowSums(x^2), each = nrow(new)), "first")
      model$y[near]
    }
  )
)

error_plans <- list(
  "hold-out" = function(data) resampling_plan(data, "holdout"),
  "10-fold" = function(data) resampling_plan(data, folds = 10),
  "5 x 10-fold" = function(data) resampling_plan(data, folds = 10, repetitions = 5),
  "15 splits" = function(data) resampling_plan(data, "monte_carlo", repetitions = 15),
  bootstrap = function(data) resampling_plan(data, "bootstrap", repetitions = 100)
)

error_intervals <- list(
  "hold-out" = c("wilson", "clopper_pearson"), "10-fold" = c("t", "corrected_t"), "5 x 10-fold" = c("t", "corrected_t"),
  "15 splits" = c("t", "corrected_t"), bootstrap = NA
)

# The truth is the error of what the learner makes of all rows, on 20,000 others.
errors_of <- function(n) {
  data <- draw_rows(n)
  others <- draw_rows(20000)
  truth <- vapply(ledger_learners, function(one) {
    mean(one$predict(one$fit(data), others[-1]) != others$y)
  }, 0)
  parts <- lapply(names(error_plans), function(name) {
    run <- suppressWarnings(resample_scores(error_plans[[name]](data), ledger_learners, data, "y"))
    do.call(rbind, lapply(error_intervals[[name]], function(interval) {
      found <- as.data.frame(error_estimate(run, interval = if (!is.na(interval)) interval))
      found <- found[!is.na(found$conf.low), ]
      data.frame(
        classifier = found$classifier, method = paste0(name, ", ", if (is.na(interval)) found$estimator else interval),
        low = found$conf.low, high = found$conf.high
      )
    }))
  })
  found <- do.call(rbind, parts)
  found$truth <- truth[found$classifier]
  found
}

learner_errors <- function(sets) {
  each_design(data.frame(n = c(50, 200), rate = 0.5), function(at) {
    found <- do.call(rbind, lapply(seq_len(sets), function(i) errors_of(at$n)))
    do.call(rbind, lapply(split(found, paste(found$method, found$classifier)), function(one) {
      held <- mean(one$low <= one$truth & one$truth <= one$high)
      ledger_rows("errors of learners", "coverage", one$method[1], "error", "value", at$n, "0.5", one$classifier[1],
        "value", held, 1 - nrow(one) / sets, sets)
    }))
  })
}
