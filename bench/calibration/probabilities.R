# Probabilities: size at 0.05 of comparisons, coverage of intervals at 95 %, of sets with few events and of clusters.
#   Rscript bench/calibration/probabilities.R [data sets 400]
# Run it from the top folder; some minutes. Writes bench/calibration/probabilities.csv: method, design, n, kind (size,
# coverage), nominal, value, std.error (Monte-Carlo), sets (those with a test or an interval).
library(verdict)
sets <- c(as.numeric(commandArgs(TRUE)), 400)[1]
set.seed(19)

rows <- list()
add <- function(method, design, n, kind, hit) {
  hit <- hit[!is.na(hit)]
  value <- mean(hit)
  rows[[length(rows) + 1]] <<- data.frame(
    method = method, design = design, n = n, kind = kind, nominal = if (kind == "size") 0.05 else 0.95,
    value = round(value, 4), std.error = round(sqrt(value * (1 - value) / length(hit)), 4), sets = length(hit)
  )
}

# m events and n others; scores of two models with this area each, and the correlation 0.6 within a class.
normal_scores <- function(m, n, area, models = 2, ease = sqrt(0.6)) {
  event <- rep(1:0, c(m, n))
  shared <- stats::rnorm(m + n)
  gap <- sqrt(2) * stats::qnorm(area)
  score <- vapply(seq_len(models), function(k) {
    gap * event + ease * shared + sqrt(1 - ease^2) * stats::rnorm(m + n)
  }, numeric(m + n))
  list(event = event, score = structure(score, dimnames = list(NULL, letters[seq_len(models)])))
}
score_set_of <- function(d, ...) probability_set(d$event, d$score, scores = TRUE, ...)
rejects <- function(x, metric, ...) compare_classifiers(x, metric, ..., p.adjust.method = "none")$p.value < 0.05
holds <- function(found, truth) found$conf.low <= truth & truth <= found$conf.high

for (sizes in list(c(10, 200), c(20, 400), c(50, 50))) {
  design <- paste0(sizes[1], " events, ", sizes[2], " others")
  drawn <- replicate(sets, {
    x <- score_set_of(normal_scores(sizes[1], sizes[2], 0.8))
    c(
      wald = rejects(x, "roc_auc"), delong = rejects(x, "roc_auc", method = "delong"),
      partial = rejects(x, partial_auc(0.2))
    )
  })
  add("AUC, t", paste("AUC 0.8,", design), sum(sizes), "size", drawn["wald", ])
  add("AUC, DeLong's z", paste("AUC 0.8,", design), sum(sizes), "size", drawn["delong", ])
  add("partial AUC (0.2)", paste("AUC 0.8,", design), sum(sizes), "size", drawn["partial", ])
  for (area in c(0.8, 0.97)) {
    drawn <- replicate(sets, {
      x <- score_set_of(normal_scores(sizes[1], sizes[2], area, 1))
      c(usual = holds(assess_classifiers(x, "roc_auc"), area),
        wald = holds(assess_classifiers(x, "roc_auc", interval = "wald"), area))
    })
    add("AUC interval", paste0("AUC ", area, ", ", design), sum(sizes), "coverage", drawn["usual", ])
    add("AUC Wald interval", paste0("AUC ", area, ", ", design), sum(sizes), "coverage", drawn["wald", ])
  }
}

# The area of the average precision of these scores, from many rows.
precision_of <- function(share, area) {
  n <- 4e5
  d <- normal_scores(n * share, n * (1 - share), area, 1)
  assess_classifiers(score_set_of(d), "average_precision")$estimate
}
for (n in c(100, 400)) {
  truth <- precision_of(0.2, 0.8)
  held <- replicate(sets, {
    events <- stats::rbinom(1, n, 0.2)
    holds(assess_classifiers(score_set_of(normal_scores(events, n - events, 0.8, 1)), "average_precision"), truth)
  })
  add("average precision", "share of events 0.2, AUC 0.8", n, "coverage", held)
}

for (m in c(25, 100)) {
  truth <- stats::pnorm(sqrt(2) * stats::qnorm(0.8) - stats::qnorm(0.9))
  held <- replicate(sets, {
    holds(operating_points(score_set_of(normal_scores(m, m, 0.8, 1)), specificity = 0.9), truth)
  })
  add("sensitivity at specificity 0.9", "AUC 0.8, as many others", 2 * m, "coverage", held)
}

# Clusters of very unequal sizes with a level of their own; two models with equal losses on average.
in_clusters <- function(groups) {
  size <- pmin(ceiling(1 / stats::runif(groups)^0.8), 200)
  of <- rep(seq_len(groups), size)
  n <- length(of)
  level <- stats::rnorm(groups)[of]
  truth <- stats::rbinom(n, 1, 0.5)
  tilt <- stats::rnorm(groups)[of]
  p <- stats::plogis(level + 0.6 * tilt + stats::rnorm(n))
  q <- stats::plogis(level - 0.6 * tilt + stats::rnorm(n))
  list(event = truth, p = cbind(a = p, b = q), group = of)
}
for (groups in c(8, 15, 40)) {
  drawn <- replicate(sets, {
    d <- in_clusters(groups)
    x <- probability_set(d$event, d$p, id = d$group)
    c(
      cr2 = rejects(x, "brier"), cr1 = rejects(x, "brier", vcov = "cr1"),
      cr0 = rejects(x, "brier", vcov = "cr0", method = "z"), auc = rejects(x, "roc_auc")
    )
  })
  design <- "clusters of unequal sizes"
  add("Brier score, CR2", design, groups, "size", drawn["cr2", ])
  add("Brier score, CR1 and t", design, groups, "size", drawn["cr1", ])
  add("Brier score, CR0 and z", design, groups, "size", drawn["cr0", ])
  add("AUC, clusters", design, groups, "size", drawn["auc", ])
}

# Two models that are equally good, and right: the truth is drawn from the mean of their logits.
calibrated <- function(n) {
  shared <- stats::rnorm(n)
  p <- stats::plogis(shared + 0.7 * matrix(stats::rnorm(2 * n), n, dimnames = list(NULL, c("a", "b"))))
  list(event = stats::rbinom(n, 1, stats::plogis(shared)), p = p)
}
thresholds <- seq(0.1, 0.9, 0.1)
for (n in c(100, 500)) {
  drawn <- replicate(sets, {
    d <- calibrated(n)
    x <- probability_set(d$event, d$p)
    band <- compare_classifiers(x, net_benefit(thresholds))
    one <- probability_set(stats::rbinom(n, 1, d$p[, 1]), p = d$p[, 1])
    tested <- function(test) assess_calibration(one, test)$p.value < 0.05
    c(
      brier = rejects(x, "brier"), log = rejects(x, "log_loss"), ranks = rejects(x, "brier", method = "wilcoxon"),
      band = any(band$adj.p.value < 0.05, na.rm = TRUE), cumulative = tested("cumulative"),
      spiegelhalter = tested("spiegelhalter"), logistic = tested("likelihood_ratio")
    )
  })
  equal <- "two equal models"
  add("Brier score", equal, n, "size", drawn["brier", ])
  add("log loss", equal, n, "size", drawn["log", ])
  add("Brier score, signed ranks", equal, n, "size", drawn["ranks", ])
  add("net benefit, any of 9 thresholds", equal, n, "size", drawn["band", ])
  for (test in c("cumulative", "spiegelhalter", "logistic")) {
    add(paste("calibration:", test), "right probabilities", n, "size", drawn[test, ])
  }
}

# Three classes.
for (n in c(60, 300)) {
  drawn <- replicate(sets, {
    truth <- sample(c("u", "v", "w"), n, TRUE, c(0.5, 0.3, 0.2))
    shared <- matrix(stats::rnorm(3 * n), n)
    model <- function() {
      score <- exp(shared + outer(truth, c("u", "v", "w"), `==`) + 0.7 * matrix(stats::rnorm(3 * n), n))
      structure(score / rowSums(score), dimnames = list(NULL, c("u", "v", "w")))
    }
    x <- probability_set(factor(truth, c("u", "v", "w")), a = model(), b = model())
    macro <- rejects(x, "roc_auc", average = "macro")
    c(hand_till = rejects(x, "hand_till"), macro = macro, brier = rejects(x, "brier"))
  })
  for (metric in rownames(drawn)) add(metric, "three classes", n, "size", drawn[metric, ])
}

utils::write.csv(do.call(rbind, rows), "bench/calibration/probabilities.csv", row.names = FALSE)
print(do.call(rbind, rows))
