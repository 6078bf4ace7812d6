# Methods of probabilities, losses and items that probabilities.R has no rows for: size at 0.05 of comparisons,
# coverage of intervals at 95 %.
#   Rscript bench/calibration/probability-methods.R [data sets 1000]
# Run it from the top folder; some three minutes. Writes bench/calibration/probability-methods.csv: method, design, n,
# kind (size, coverage, any: the mean itself of what is shown and not tested), nominal, value, std.error (Monte-Carlo),
# sets (those with a test or an interval).
library(verdict)
sets <- c(as.numeric(commandArgs(TRUE)), 1000)[1]
set.seed(191)

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
holds <- function(found, truth) found$conf.low <= truth & truth <= found$conf.high

# Two models that are equally good: the truth is drawn from the mean of their logits.
equal_models <- function(n, models = 2, spread = 0.7) {
  shared <- stats::rnorm(n)
  logit <- shared + spread * matrix(stats::rnorm(models * n), n, dimnames = list(NULL, letters[seq_len(models)]))
  list(event = stats::rbinom(n, 1, stats::plogis(shared)), p = stats::plogis(logit))
}

for (n in c(30, 100)) {
  drawn <- replicate(sets, {
    d <- equal_models(n)
    x <- probability_set(d$event, d$p, weights = exp(stats::rnorm(n)), weights_are = "sampling")
    c(
      "Brier score, sampling weights, CR2" = rejects(x, "brier"),
      "Brier score, sampling weights, CR1" = rejects(x, "brier", vcov = "cr1"),
      "AUC, sampling weights" = rejects(x, "roc_auc"),
      "sensitivity at specificity 0.7, sampling weights" = rejects(x, sensitivity_at(0.7))
    )
  })
  add_all(drawn, "lognormal weights, two equal models", n, "size")
}

for (n in c(100, 400)) {
  drawn <- replicate(sets, {
    d <- equal_models(n, 3)
    x <- probability_set(d$event, d$p)
    two <- x[c("a", "b")]
    folds <- probability_set(d$event, d$p[, 1:2], fold = rep(1:4, length.out = n))
    other <- equal_models(n, 1)
    y <- probability_set(other$event, other$p)
    c(
      "AUC, joint test of three" = omnibus_test(x, "roc_auc")$p.value < 0.05,
      "AUC, different test sets" = compare_independent(x["a"], y, "roc_auc")$p.value[1] < 0.05,
      "average precision" = rejects(two, "average_precision"),
      "average precision within folds" = rejects(folds, "average_precision"),
      "sensitivity at specificity 0.8, difference" = rejects(two, sensitivity_at(0.8)),
      "log loss, clip 0.01" = rejects(two, log_loss(0.01)),
      "log skill against a forecast" = rejects(two, log_skill(forecast = 0.4)),
      "standardised net benefit at 0.3" = rejects(two, net_benefit(0.3, standardised = TRUE)),
      "Brier score, sign test of equal medians" = rejects(two, "brier", method = "sign"),
      "Brier score, Diebold-Mariano" = rejects(two, "brier", method = "diebold_mariano"),
      "RMSE as a ratio" = rejects(ratio_set((d$p[, 1:2] - d$event)^2, rep(1, n), "root"))
    )
  })
  add_all(drawn, "equal models", n, "size")
  drawn <- replicate(sets, {
    p <- stats::plogis(stats::rnorm(n))
    event <- stats::rbinom(n, 1, p)
    one <- probability_set(event, p = p)
    covers <- function(metric, truth) holds(assess_classifiers(one, metric), truth)
    c(
      "calibration in the large" = covers("calibration_in_the_large", 0),
      "observed over expected" = covers("observed_expected", 1),
      "calibration intercept" = covers("calibration_intercept", 0), "calibration slope" = covers("calibration_slope", 1)
    )
  })
  add_all(drawn, "right probabilities", n, "coverage")
  drawn <- replicate(sets, {
    p <- stats::plogis(stats::rnorm(n))
    one <- probability_set(stats::rbinom(n, 1, p), p = p)
    assess_calibration(one, "hosmer_lemeshow")$p.value < 0.05
  })
  add("calibration: Hosmer-Lemeshow", "right probabilities", n, "size", drawn)
}

# An area of 0.9 of normal scores, and of 1.
for (m in c(10, 50)) {
  held <- replicate(sets, {
    event <- rep(1:0, c(m, 4 * m))
    x <- probability_set(event, a = stats::rnorm(5 * m) + sqrt(2) * stats::qnorm(0.9) * event, scores = TRUE)
    holds(assess_classifiers(x, interval = "hanley_mcneil"), 0.9)
  })
  add("AUC, Hanley-McNeil interval", "AUC 0.9, four times as many others", 5 * m, "coverage", held)
}

# What is described, and would be 0 if nothing but the probabilities counted.
for (n in c(200, 1000)) {
  drawn <- replicate(sets, {
    p <- stats::plogis(stats::rnorm(n))
    x <- probability_set(stats::rbinom(n, 1, p), p = p)
    found <- smooth_calibration(x, R = 0)
    shown <- assess_calibration(x)
    c("ICI, loess" = found$estimate[1], "ECE, 15 bins" = shown$ece)
  })
  add_all(drawn, "right probabilities, the mean", n, "any")
}

# Items: a correlation by sums, a mean by a control that is known of 2,000 items.
for (n in c(30, 100)) {
  drawn <- replicate(sets, {
    z <- stats::rnorm(2000)
    y <- z[seq_len(n)] * 0.8 + stats::rnorm(n, sd = 0.6)
    moments <- cbind(x = z[seq_len(n)], y = y, xx = z[seq_len(n)]^2, yy = y^2, xy = z[seq_len(n)] * y, n = 1)
    correlation <- function(s) {
      (s[["n"]] * s[["xy"]] - s[["x"]] * s[["y"]]) /
        sqrt((s[["n"]] * s[["xx"]] - s[["x"]]^2) * (s[["n"]] * s[["yy"]] - s[["y"]]^2))
    }
    c(
      "correlation as a function of sums" = holds(assess_classifiers(sums_set(list(a = moments), correlation)), 0.8),
      "mean with a control variate" = holds(
        assess_classifiers(control_variate(y, z[seq_len(n)], mean(z), size = 2000)), 0
      ),
      "mean of items" = holds(assess_classifiers(score_set(cbind(a = y), design = "items")), 0)
    )
  })
  add_all(drawn, "normal, correlation 0.8", n, "coverage")
}

utils::write.csv(do.call(rbind, rows), "bench/calibration/probability-methods.csv", row.names = FALSE)
print(do.call(rbind, rows))
