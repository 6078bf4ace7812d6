# Planning, costs, thresholds by rules and other methods of probabilities and items that probabilities.R and
# probability-methods.R have no rows for: size at 0.05 of comparisons, coverage of intervals at 95 %, power at 0.8.
#   Rscript bench/calibration/probability-rules.R [data sets 300]
# Run it from the top folder; some two minutes. Writes bench/calibration/probability-rules.csv, with the columns of
# probability-methods.csv.
library(verdict)
sets <- c(as.numeric(commandArgs(TRUE)), 300)[1]
set.seed(192)

rows <- list()
add <- function(method, design, n, kind, hit) {
  hit <- hit[!is.na(hit)]
  value <- mean(hit)
  rows[[length(rows) + 1]] <<- data.frame(
    method = method, design = design, n = n, kind = kind,
    nominal = c(size = 0.05, coverage = 0.95, power = 0.8, any = NA)[[kind]], value = round(value, 4),
    std.error = round(if (kind == "any") stats::sd(hit) / sqrt(length(hit)) else
      sqrt(value * (1 - value) / length(hit)), 4), sets = length(hit)
  )
}
add_all <- function(drawn, design, n, kind) {
  for (method in rownames(drawn)) add(method, design, n, kind, drawn[method, ])
}
rejects <- function(x, metric = NULL, ...) compare_classifiers(x, metric, ..., p.adjust.method = "none")$p.value < 0.05
holds <- function(found, truth) (found$conf.low <= truth & truth <= found$conf.high)[1]

# Normal scores of two models with these areas, correlated within the classes.
binormal <- function(event, auc, correlation) {
  shared <- stats::rnorm(length(event))
  vapply(auc, function(area) {
    own <- sqrt(correlation) * shared + sqrt(1 - correlation) * stats::rnorm(length(event))
    own + event * sqrt(2) * stats::qnorm(area)
  }, shared)
}
scored <- function(event, auc, correlation = 0.6) {
  s <- binormal(event, auc, correlation)
  colnames(s) <- c("a", "b")[seq_along(auc)]
  probability_set(event, s, scores = TRUE)
}

# As many rows as are planned show the difference as often as was asked.
planned <- sample_size(scenario_auc(c(0.80, 0.86), correlation = 0.6, prevalence = 0.25), power = 0.8)
n <- ceiling(max(planned$n))
add("n_auc_paired", "AUC 0.80 and 0.86, a quarter events", n, "power", replicate(sets, {
  rejects(scored(rep(1:0, round(c(0.25, 0.75) * n)), c(0.80, 0.86)), "roc_auc", method = "delong")
}))

# Items with three samples each: a pilot of 8,000 items, its number of items, and power there.
tried <- function(items, shift) {
  skill <- stats::rnorm(items)
  answer <- expand.grid(sample = 1:3, item = seq_len(items))
  right <- function(by) stats::rbinom(nrow(answer), 1, stats::plogis(skill[answer$item] + by))
  cbind(answer, a = right(shift), b = right(0))
}
pilot <- score_set(tried(8000, 0.4), item = item, repetition = sample)
gap <- mean(stats::plogis(stats::rnorm(1e6) + 0.4) - stats::plogis(stats::rnorm(1e6)))
n <- ceiling(max(sample_size(pilot, difference = gap, power = 0.8, alpha = 0.05)$n))
add("n_items", "three samples of an item", n, "power", replicate(sets, {
  rejects(score_set(tried(n, 0.4), item = item, repetition = sample))
}))
truth <- mean(1 - (1 - stats::plogis(stats::rnorm(1e6)))^2)
for (n in c(30, 150)) {
  add("pass_at_k, k = 2", "three samples of an item", n, "coverage", replicate(sets, {
    x <- pass_at_k(score_set(tried(n, 0)[c("sample", "item", "b")], item = item, repetition = sample), 2)
    holds(assess_classifiers(x), truth)
  }))
}

# Two models that are equally good: the truth is drawn from the mean of their logits.
equal_models <- function(n, spread = 0.7) {
  shared <- stats::rnorm(n)
  logit <- shared + spread * matrix(stats::rnorm(2 * n), n, dimnames = list(NULL, c("a", "b")))
  list(event = stats::rbinom(n, 1, stats::plogis(shared)), p = stats::plogis(logit))
}
costs <- matrix(c(0, 4, 1, 0), 2, dimnames = list(c("0", "1"), c("0", "1")))
for (n in c(100, 400)) {
  drawn <- replicate(sets, {
    d <- equal_models(n)
    x <- probability_set(d$event, d$p)
    c(
      "expected cost" = rejects(as_prediction_set(x, costs = costs), expected_cost(costs)),
      "accuracy at Youden's threshold of the same rows" =
        rejects(suppressMessages(as_prediction_set(x, threshold = "youden")), "accuracy")
    )
  })
  add_all(drawn, "equal models", n, "size")
}

# What Youden's index of a useless score is: 0, but for the choice of the threshold.
index <- function(x) {
  chosen <- suppressMessages(as_prediction_set(x, threshold = "youden"))
  assess_classifiers(chosen, "j_index")$estimate[1]
}
for (n in c(50, 200)) {
  drawn <- replicate(sets, {
    event <- rep(0:1, n / 2)
    s <- stats::rnorm(n)
    fold <- rep(1:5, each = 2, length.out = n)
    c(
      "Youden's index at the threshold of the same rows" = index(probability_set(event, a = s, scores = TRUE)),
      "Youden's index at the threshold of the other folds" =
        index(probability_set(event, a = s, fold = fold, scores = TRUE))
    )
  })
  add_all(drawn, "useless scores, the mean", n, "any")
}

for (n in c(100, 400)) {
  add("calibration: miscalibration by CORP", "right probabilities", n, "size", replicate(sets, {
    p <- stats::plogis(stats::rnorm(n))
    assess_calibration(probability_set(stats::rbinom(n, 1, p), p = p), "miscalibration", R = 199)$p.value <= 0.05
  }))
}

# A judge who is right in 85 % of rows, of which three tenths are of the class.
said <- 0.3 * 0.85 + 0.7 * 0.15
truth <- {
  half <- (0.3 + said) / 2
  (0.85 - 2 * half * (1 - half)) / (1 - 2 * half * (1 - half))
}
for (n in c(50, 200)) {
  add("AC1 of a judge", "right in 85%, of a share of 0.3", n, "coverage", replicate(sets, {
    human <- stats::rbinom(n, 1, 0.3)
    says <- ifelse(stats::runif(n) < 0.85, human, 1 - human)
    holds(assess_classifiers(prediction_set(human, machine = says), "ac1"), truth)
  }))
}

# Areas: a margin at its border, parts of the curve, averages over classes, the bound of a perfect separation.
area_to <- function(auc, most) {
  stats::integrate(function(f) stats::pnorm(sqrt(2) * stats::qnorm(auc) + stats::qnorm(f)), 0, most)$value
}
for (n in c(60, 240)) {
  event <- rep(1:0, n * c(1, 2) / 3)
  add("AUC, not worse by a margin of 0.05", "at the border, AUC 0.85 and 0.80", n, "size", replicate(sets, {
    x <- scored(event, c(0.85, 0.80))
    compare_classifiers(x, "roc_auc", margin = 0.05)$p.noninferior < 0.05
  }))
  for (most in c(0.2, 0.5)) {
    add(paste("partial AUC", most), "AUC 0.8, a third events", n, "coverage", replicate(sets, {
      holds(assess_classifiers(scored(event, 0.8), partial_auc(most)), area_to(0.8, most))
    }))
  }
}
threshold <- 0.3
worth <- {
  p <- stats::plogis(stats::rnorm(1e6))
  mean((p >= threshold) * (p - (1 - p) * threshold / (1 - threshold)))
}
for (n in c(60, 240)) {
  drawn <- replicate(sets, {
    p <- stats::plogis(stats::rnorm(n))
    x <- probability_set(stats::rbinom(n, 1, p), p = p)
    c(
      "net benefit at 0.3" = holds(assess_classifiers(x, net_benefit(threshold)), worth),
      "net benefit at 0.3, known prevalence" =
        holds(assess_classifiers(x, net_benefit(threshold, prevalence = 0.5)), worth)
    )
  })
  add_all(drawn, "right probabilities", n, "coverage")
}
for (n in c(60, 240)) {
  drawn <- replicate(sets, {
    class <- sample(3, n, TRUE, c(0.2, 0.3, 0.5))
    p <- function() {
      s <- exp(matrix(stats::rnorm(3 * n), n) + outer(class, 1:3, `==`))
      structure(s / rowSums(s), dimnames = list(NULL, c("u", "v", "w")))
    }
    x <- probability_set(factor(c("u", "v", "w")[class]), a = p(), b = p())
    rejects(x, "roc_auc", average = "weighted")
  })
  add("AUC, weighted average of three classes", "equal models", n, "size", drawn)
}
# Where the separation is not perfect there is no bound to be wrong.
for (m in c(5, 10)) {
  add("AUC, separation bound", "AUC 0.95, as many others", 2 * m, "coverage", replicate(sets, {
    found <- assess_classifiers(scored(rep(1:0, each = m), 0.95), "roc_auc", interval = "separation_bound")
    !found$conf.low %in% NA && found$conf.low <= 0.95 || found$estimate < 1
  }))
}

# What decides a claim, in more sets.
many <- max(1000, sets)
set.seed(193)
for (n in c(100, 400)) {
  fold <- rep(1:5, length.out = n)
  drawn <- replicate(many, {
    d <- equal_models(n)
    labels <- as_prediction_set(probability_set(d$event, d$p, fold = fold), threshold = "youden")
    c(
      "accuracy at Youden's threshold of the other folds" = rejects(labels, "accuracy"),
      "accuracy at Youden's threshold of the other folds, pooled rows" =
        suppressWarnings(rejects(labels, "accuracy", method = "midp"))
    )
  })
  add_all(drawn, "equal models", n, "size")
}
set.seed(194)
for (n in c(100, 400)) {
  drawn <- replicate(many, {
    d <- equal_models(n)
    cells <- stats::aggregate(list(rows = rep(1, n)), data.frame(event = d$event, round(d$p, 1)), sum)
    c(
      "AUC, frequency weights" =
        rejects(probability_set(event ~ a + b, cells, weights = rows), "roc_auc"),
      "average precision, many sets" = rejects(probability_set(d$event, d$p), "average_precision")
    )
  })
  add_all(drawn, "equal models", n, "size")
}
set.seed(195)
for (n in c(100, 400)) {
  add("average precision, drawn again", "equal models", n, "size", replicate(sets, {
    d <- equal_models(n)
    rejects(probability_set(d$event, d$p), "average_precision", method = by_bootstrap(R = 199))
  }))
}
set.seed(196)
for (n in c(30, 150)) {
  add("means of items, joint test of three", "equal models", n, "size", replicate(many, {
    skill <- stats::rnorm(n)
    right <- vapply(1:3, function(k) stats::rbinom(n, 1, stats::plogis(skill)), integer(n))
    colnames(right) <- c("a", "b", "c")
    omnibus_test(score_set(right, design = "items"))$p.value < 0.05
  }))
  human <- 0.3
  chance <- human * said + (1 - human) * (1 - said)
  add("kappa of a judge", "right in 85%, of a share of 0.3", n, "coverage", replicate(many, {
    truly <- stats::rbinom(n, 1, human)
    says <- ifelse(stats::runif(n) < 0.85, truly, 1 - truly)
    holds(assess_classifiers(prediction_set(truly, machine = says), "kap"), (0.85 - chance) / (1 - chance))
  }))
}

# Hotelling's F of areas, and the chi-squared test of the same statistic.
set.seed(197)
for (models in c(3, 5)) {
  for (sizes in list(c(10, 40), c(20, 80), c(50, 50), c(100, 400))) {
    event <- rep(1:0, sizes)
    drawn <- replicate(many, {
      s <- binormal(event, rep(0.8, models), 0.6)
      colnames(s) <- letters[seq_len(models)]
      found <- omnibus_test(probability_set(event, s, scores = TRUE), "roc_auc")
      squared <- found$statistic * found$df * (found$df.residual + found$df - 1) / found$df.residual
      c(
        "AUC, joint test of all" = found$p.value < 0.05,
        "AUC, joint test of all, chi-squared" = stats::pchisq(squared, found$df, lower.tail = FALSE) < 0.05
      )
    })
    add_all(drawn, paste0(models, " models, AUC 0.8, ", sizes[1], " events"), sum(sizes), "size")
  }
}

# Two equal models within folds that have few events.
set.seed(198)
designs <- list(
  "20 folds, 1 event of 5 rows" = list(rep(1, 20), rep(4, 20)), "30 folds, 1 event of 2" = list(rep(1, 30), rep(1, 30)),
  "10 folds, 2 events of 10" = list(rep(2, 10), rep(8, 10)), "10 folds, 2 events of 42" = list(rep(2, 10), rep(40, 10)),
  "5 folds, 4 events of 20" = list(rep(4, 5), rep(16, 5)), "10 folds, 8 events of 48" = list(rep(8, 10), rep(40, 10)),
  "unequal folds, 1 to 8 events" = list(c(1, 1, 2, 3, 8), c(3, 9, 6, 20, 30))
)
for (design in names(designs)) {
  sizes <- designs[[design]]
  event <- unlist(Map(function(m, n) rep(1:0, c(m, n)), sizes[[1]], sizes[[2]]))
  fold <- rep(seq_along(sizes[[1]]), sizes[[1]] + sizes[[2]])
  drawn <- replicate(many, {
    s <- binormal(event, c(a = 0.8, b = 0.8), 0.5)
    colnames(s) <- c("a", "b")
    x <- probability_set(event, s, fold = fold, scores = TRUE)
    c(
      "AUC within folds" = rejects(x, "roc_auc"), "partial AUC 0.3 within folds" = rejects(x, partial_auc(0.3)),
      "average precision within folds" = rejects(x, "average_precision"),
      "sensitivity at specificity 0.7 within folds" = rejects(x, sensitivity_at(0.7)),
      "specificity at sensitivity 0.7 within folds" = rejects(x, specificity_at(0.7))
    )
  })
  add_all(drawn, paste("two equal models,", design), length(event), "size")
}
for (counts in list(c(1, 2, 4), c(2, 4, 10))) {
  class <- rep(rep(1:3, counts), 12)
  drawn <- replicate(many, {
    shared <- matrix(stats::rnorm(3 * length(class)), length(class))
    p <- function() {
      own <- 0.7 * (shared + stats::rnorm(length(shared))) + outer(class, 1:3, `==`)
      structure(own, dimnames = list(NULL, c("u", "v", "w")))
    }
    fold <- rep(1:12, each = sum(counts))
    x <- probability_set(factor(c("u", "v", "w")[class]), a = p(), b = p(), fold = fold, scores = TRUE)
    c(
      "AUC, macro average within folds" = rejects(x, "roc_auc", average = "macro"),
      "AUC, weighted average within folds" = rejects(x, "roc_auc", average = "weighted"),
      "Hand-Till AUC within folds" = rejects(x, "hand_till")
    )
  })
  design <- paste0("two equal models, 12 folds of ", paste(counts, collapse = ", "), " rows a class")
  add_all(drawn, design, length(class), "size")
}

for (events in c(15, 30)) {
  event <- rep(1:0, c(events, 300))
  add(
    "net benefit at 0.3, known prevalence", paste("two equal models,", events, "events"), length(event), "size",
    replicate(many, {
      p <- stats::plogis(1.5 * event - 2 + matrix(stats::rnorm(2 * length(event)), ncol = 2))
      x <- probability_set(event, a = p[, 1], b = p[, 2], positive = 1)
      rejects(x, net_benefit(threshold, prevalence = 0.3))
    })
  )
}

utils::write.csv(do.call(rbind, rows), "bench/calibration/probability-rules.csv", row.names = FALSE)
print(do.call(rbind, rows))
