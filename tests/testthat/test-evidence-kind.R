# A kind of evidence that says no more than it must works in every verb: the contract of set-evidence.R. Its units are
# items with a loss of each classifier; what is estimated is the mean loss.

loss_set <- function(loss, unit_names = NULL, cluster = NULL) {
  structure(
    list(
      loss = loss, classifiers = colnames(loss), n = nrow(loss), unit = "item", named = unit_names, cluster = cluster,
      metrics = estimate_metrics("loss", "low", 0, Inf, "mean loss")
    ),
    class = c("loss_set", "evidence")
  )
}

registerS3method("set_influence", "loss_set", function(x, targets) {
  estimate <- colMeans(x$loss)
  new_influence(
    unname(estimate), sweep(x$loss, 2, estimate), small = TRUE, unit = x$named, cluster = x$cluster
  )
}, envir = asNamespace("verdict"))

# The same with a slice for each threshold, below which a loss counts as none.
registerS3method("set_target", "cut_set", function(x, metric, average, classes, zero_division) {
  list(
    class = as.character(x$thresholds), average = "none", metric = metric, zero_division = zero_division,
    family = "composite", axis = "threshold"
  )
}, envir = asNamespace("verdict"))

registerS3method("set_influence", "cut_set", function(x, targets) {
  cut <- do.call(cbind, lapply(x$thresholds, function(t) ifelse(x$loss < t, 0, x$loss)))
  new_influence(colMeans(cut), sweep(cut, 2, colMeans(cut)))
}, envir = asNamespace("verdict"))

cut_set <- function(loss, thresholds) {
  x <- loss_set(loss)
  x$thresholds <- thresholds
  class(x) <- c("cut_set", "evidence")
  x
}

losses <- function(n = 30) {
  set.seed(4)
  hard <- rexp(n)
  cbind(a = hard + rexp(n), b = hard + rexp(n) / 2, c = hard + 0.2 + rexp(n) / 2)
}

test_that("comparisons are paired t tests, with their intervals and margins", {
  x <- loss_set(losses())
  found <- compare_classifiers(x, p.adjust.method = "none")
  known <- t.test(x$loss[, "b"], x$loss[, "a"], paired = TRUE)
  row <- found[found$classifier == "b" & found$reference == "a", ]
  expect_equal(row$p.value, known$p.value)
  expect_equal(c(row$conf.low, row$conf.high), as.vector(known$conf.int))
  expect_equal(row$df, 29)
  expect_equal(row$statistic, unname(known$statistic))
  less <- compare_classifiers(x, reference = "a", alternative = "less")
  expect_equal(less$p.value[1], t.test(x$loss[, "b"], x$loss[, "a"], paired = TRUE, alternative = "less")$p.value)
  margin <- compare_classifiers(x, reference = "a", margin = 0.1, p.adjust.method = "none")
  one <- t.test(x$loss[, "b"], x$loss[, "a"], paired = TRUE, mu = 0.1, alternative = "less")
  expect_equal(margin$p.noninferior[1], 2 * one$p.value)
  ratio <- compare_classifiers(x, reference = "a", measure = "ratio")
  se <- sqrt(var(x$loss[, "b"] / mean(x$loss[, "b"]) - x$loss[, "a"] / mean(x$loss[, "a"])) / 30)
  expect_equal(ratio$conf.low[1], exp(log(ratio$estimate[1]) - qt(0.975, 29) * se))
})

test_that("each by itself has a t interval and a t test of what is required", {
  x <- loss_set(losses())
  found <- assess_classifiers(x, null = 1.5)
  known <- t.test(x$loss[, "a"], mu = 1.5)
  expect_equal(c(found$conf.low[1], found$conf.high[1]), as.vector(known$conf.int))
  expect_equal(found$p.value[1], known$p.value)
  expect_equal(found$df[1], 29)
})

test_that("independent sets are compared by Welch's test, and shared units are seen", {
  loss <- losses()
  x <- loss_set(loss[1:14, ])
  y <- loss_set(loss[15:30, ])
  found <- compare_independent(x, y, pairs = c(a = "b"))
  known <- t.test(loss[1:14, "a"], loss[15:30, "b"])
  expect_equal(found$p.value, known$p.value)
  expect_equal(c(found$conf.low, found$conf.high), as.vector(known$conf.int))
  name <- paste("item", 1:30)
  x <- loss_set(loss[1:20, ], name[1:20])
  y <- loss_set(loss[11:30, ], name[11:30])
  for (side in c("two.sided", "greater", "less")) {
    expect_warning(
      compare_independent(x, y, pairs = c(a = "b"), alternative = side), "same units",
      class = "verdict_warning_invalid"
    )
  }
})

test_that("every verb, and what R has for sets, takes it", {
  x <- loss_set(losses())
  expect_s3_class(verdict(x), "verdict")
  expect_s3_class(verdict(x, margin = 0.5), "verdict")
  expect_output(print(verdict(x)), "mean loss")
  expect_match(format(verdict(x)), "loss")
  expect_s3_class(rank_classifiers(x), "data.frame")
  expect_equal(omnibus_test(x, method = "wald")$df, 2)
  contrast <- compare_classifiers(x, contrasts = a ~ b, method = "wald")
  expect_equal(contrast$p.value, t.test(x$loss[, "a"], x$loss[, "b"], paired = TRUE)$p.value)
  expect_true(nzchar(methods_text(compare_classifiers(x))))
  expect_s3_class(as_table(compare_classifiers(x)), "result_table")
  expect_output(print(summary(compare_classifiers(x))), "Mean loss, 3 pairs [(]less is better[)]")
  expect_output(print(x), "Loss set: mean loss of 3 classifiers (a, b and c) on 30 items.", fixed = TRUE)
  V <- vcov(x)
  expect_equal(unname(V), unname(cov(x$loss) / 30))
  expect_identical(rownames(V), c("loss:a", "loss:b", "loss:c"))
  expect_error(compare_classifiers(x, method = "permutation"), class = "verdict_error_method")
  expect_error(compare_classifiers(x, "brier"), class = "verdict_error_metric")
  expect_error(assess_classifiers(x, average = "macro"), class = "verdict_error_argument")
})

test_that("all together are tested by Hotelling's F, with clusters by that of these", {
  loss <- losses()
  found <- omnibus_test(loss_set(loss), method = "wald")
  known <- anova(lm(loss[, -1] - loss[, 1] ~ 1), test = "Hotelling-Lawley")
  expect_equal(found$statistic, known[1, "approx F"])
  expect_equal(c(found$df, found$df.residual), c(known[1, "num Df"], known[1, "den Df"]))
  expect_equal(found$p.value, known[1, "Pr(>F)"])
  expect_output(print(found), "2 and 28 df")
  two <- omnibus_test(loss_set(loss[, 1:2]), method = "wald")
  expect_equal(two$p.value, t.test(loss[, 1], loss[, 2], paired = TRUE)$p.value)
  # equal clusters are as their means
  means <- apply(loss, 2, function(x) tapply(x, rep(1:10, 3), mean))
  clustered <- omnibus_test(loss_set(loss, cluster = rep(1:10, 3)), method = "wald")
  expect_equal(clustered$p.value, anova(lm(means[, -1] - means[, 1] ~ 1))[1, "Pr(>F)"])
  few <- omnibus_test(loss_set(loss, cluster = rep(1:3, c(24, 3, 3))), method = "wald")
  expect_identical(few$status, "few_units")
  expect_true(is.na(few$p.value) && !is.na(few$note))
})

test_that("classifiers with the same losses are told as equal, without a test", {
  same <- omnibus_test(loss_set(cbind(a = 1:9, b = 1:9)))
  expect_identical(same$status, "equal_estimates")
  expect_identical(same$p.value, NA_real_)
})

# With a bootstrap of its own, here one that always draws the same.
registerS3method("set_influence", "drawn_set", function(x, targets) {
  estimate <- unname(colMeans(x$loss))
  units <- function(...) new_influence(estimate, sweep(x$loss, 2, estimate), small = TRUE, ...)
  units(replicates = function(contrasts, rule) {
    set.seed(9)
    influence_replicates(units(), contrasts, rule)
  })
}, envir = asNamespace("verdict"))

test_that("some of its classifiers have the replicates that these have among all", {
  x <- loss_set(losses())
  class(x) <- c("drawn_set", class(x))
  compare <- function(x) {
    found <- as.data.frame(compare_classifiers(x, method = by_bootstrap(R = 199), p.adjust.method = "none"))
    found[found$classifier %in% c("a", "c") & found$reference %in% c("a", "c"), c("p.value", "conf.low", "conf.high")]
  }
  expect_equal(compare(x[c("a", "c")]), compare(x), ignore_attr = TRUE)
})

test_that("some of its classifiers are evidence too", {
  x <- loss_set(losses())
  expect_identical(x[], x)
  two <- x[c(third = "c", "a")]
  expect_equal(
    as.data.frame(compare_classifiers(two))[c("estimate", "p.value")],
    as.data.frame(compare_classifiers(loss_set(x$loss[, c("c", "a")])))[c("estimate", "p.value")]
  )
  expect_identical(set_units(two)$classifiers, c("third", "a"))
  expect_identical(subset(x, -b)$classifiers, c("a", "c"))
  expect_identical(subset(x, c(best = b, a))$classifiers, c("best", "a"))
  expect_equal(unname(vcov(two)), unname(cov(x$loss[, c("c", "a")]) / 30))
  expect_s3_class(verdict(two), "verdict")
  expect_error(subset(x, d), class = "verdict_error_column")
})

test_that("it is bootstrapped by its units", {
  x <- loss_set(losses())
  set.seed(1)
  found <- compare_classifiers(x, method = "bootstrap", R = 1999, reference = "a", p.adjust.method = "none")
  wald <- compare_classifiers(x, reference = "a", p.adjust.method = "none")
  expect_equal(found$conf.low, wald$conf.low, tolerance = 0.15)
  expect_equal(found$p.value, wald$p.value, tolerance = 0.5)
  alone <- assess_classifiers(x, interval = "bootstrap", R = 1999)
  expect_equal(alone$conf.high, assess_classifiers(x)$conf.high, tolerance = 0.1)
})

test_that("its precision grows with its units", {
  x <- loss_set(losses())
  d <- x$loss[, "b"] - x$loss[, "a"]
  plan <- sample_size(x, difference = 0.2, reference = "a", power = 0.9)
  known <- power.t.test(delta = 0.2, sd = sd(d), power = 0.9, type = "one.sample", strict = TRUE)
  expect_equal(plan$n[1], ceiling(known$n))
  expect_equal(plan$more[1], plan$n[1] - 30)
  at <- power_comparison(x, 100, reference = "a")
  known <- power.t.test(n = 100, delta = abs(mean(d)), sd = sd(d), type = "one.sample", strict = TRUE)
  expect_equal(at$power[1], known$power, tolerance = 1e-6)
  expect_output(print(at), "items")
  same <- loss_set(cbind(a = 1:5 / 5, b = 1:5 / 5))
  expect_identical(sample_size(same, difference = 0.2)$note, "zero variance")
  expect_error(sample_size(x, method = "exact"), class = "verdict_error_power")
  folds <- score_set(cbind(a = c(.8, .7, .9), b = c(.7, .8, .6)), design = "folds")
  expect_error(sample_size(folds), "stay the same", class = "verdict_error_power")
  areas <- probability_set(rep(0:1, 5), p = 1:10 / 10, q = c(2, 1, 4, 3, 6, 5, 9, 8, 7, 10) / 10)
  expect_error(sample_size(areas, difference = 2), class = "verdict_error_rates")
  expect_error(sample_size(areas, metric = c("roc_auc", "brier")), class = "verdict_error_metric")
})

test_that("its clusters count", {
  loss <- losses()
  x <- loss_set(loss, cluster = rep(1:10, 3))
  found <- compare_classifiers(x, reference = "a")
  d <- loss[, "b"] - loss[, "a"]
  means <- tapply(d, rep(1:10, 3), mean)
  expect_equal(found$p.value[1], t.test(means)$p.value)
})

test_that("slices along another axis are not called classes", {
  x <- cut_set(losses(), c(0.5, 1, 2))
  found <- compare_classifiers(x, reference = "a")
  expect_identical(unique(found$class), c("0.5", "1", "2"))
  expect_output(print(found), "Mean loss by threshold: b and c against a", fixed = TRUE)
  expect_output(print(summary(found)), "3 thresholds")
  expect_output(print(assess_classifiers(x)), "Mean loss by threshold")
  expect_output(print(summary(assess_classifiers(x))), "Mean loss (3 thresholds)", fixed = TRUE)
  wide <- capture.output(as_table(found, layout = "wide"))
  expect_match(wide, "Mean loss by threshold", all = FALSE)
})
