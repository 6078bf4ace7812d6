e1 <- cbind(a = c(0.84, 0.81, 0.86, 0.79, 0.88), b = c(0.80, 0.80, 0.83, 0.78, 0.82))
folds <- score_set(e1, design = "folds", metric = "accuracy")
set.seed(1)
items <- score_set(matrix(rnorm(300), 100, dimnames = list(NULL, c("a", "b", "c"))), item = 1:100)

test_that("means come with their joint covariance, inflated where training data overlap", {
  target <- set_target(folds, set_metrics(folds, NULL), "none", NULL, "na")
  found <- set_estimates(folds, target)
  expect_equal(as.vector(found$estimate), unname(colMeans(e1)))
  expect_equal(found$vcov[, , 1], unname(cov(e1) * (1 / 5 + 1 / 4)))
  joint <- set_joint(folds, list(target, target))
  expect_equal(joint$vcov[1:2, 3:4], found$vcov[, , 1])
  target <- set_target(items, set_metrics(items, NULL), "none", NULL, "na")
  expect_equal(set_estimates(items, target)$vcov[, , 1], unname(cov(items$scores[, , 1]) / 100))
  drawn <- score_set(e1, design = "bootstrap")
  target <- set_target(drawn, set_metrics(drawn, NULL), "none", NULL, "na")
  expect_equal(set_estimates(drawn, target)$vcov[, , 1], unname(cov(e1) * (1 / 5 + exp(-1) / (1 - exp(-1)))))
  single <- score_set(e1[1, , drop = FALSE], design = "datasets")
  target <- set_target(single, set_metrics(single, NULL), "none", NULL, "na")
  expect_true(all(is.na(set_estimates(single, target)$vcov)))
})

test_that("where scores are missing a mean varies as that of the units it has", {
  scores <- items$scores[1:20, , 1]
  scores[1:5, "a"] <- NA
  scores[-7, "c"] <- NA
  x <- score_set(scores, item = 1:20, na = "keep")
  V <- vcov(x)
  expect_equal(V[1, 1], var(scores[6:20, "a"]) / 15)
  expect_equal(V[2, 2], var(scores[, "b"]) / 20)
  # by the units that both have
  a <- scores[6:20, "a"] - mean(scores[6:20, "a"])
  b <- (scores[, "b"] - mean(scores[, "b"]))[6:20]
  expect_equal(V[1, 2], sum(a * b) / sqrt(15 * 14 * 20 * 19))
  expect_true(is.na(V[3, 3]))
  split <- score_set(scores[, 1:2], design = "bootstrap", na = "keep")
  expect_equal(vcov(split)[1, 1], var(scores[6:20, "a"]) * (1 / 15 + exp(-1) / (1 - exp(-1))))
})

test_that("the covariance of items in clusters is that of the paired test", {
  cluster <- rep(1:10, 4:13)[1:80]
  x <- score_set(items$scores[1:80, , 1], item = 1:80, cluster = cluster)
  target <- set_target(x, set_metrics(x, NULL), "none", NULL, "na")
  V <- set_estimates(x, target)$vcov[, , 1]
  test <- compare_classifiers(x)
  se <- sqrt(c(V[1, 1] + V[2, 2] - 2 * V[1, 2], V[1, 1] + V[3, 3] - 2 * V[1, 3], V[2, 2] + V[3, 3] - 2 * V[2, 3]))
  expect_equal(test$std.error, se)
})

test_that("an assessment is a t interval, with the test of a value required", {
  invalid <- "are not independent, since their training data overlap: this interval is too short"
  expect_warning(plain <- assess_classifiers(folds, interval = "t"), invalid, class = "verdict_warning_invalid")
  expect_no_warning(assess_classifiers(folds))
  for (k in 1:2) {
    peer <- t.test(e1[, k])
    expect_equal(c(plain$conf.low[k], plain$conf.high[k]), as.vector(peer$conf.int))
  }
  # Alpaydin's test of one error rate
  errors <- score_set(1 - e1, design = "folds", metric = "error")
  found <- suppressWarnings(assess_classifiers(
    errors, null = 0.12, alternative = "greater", interval = "t", p.adjust.method = "none"
  ))[1, ]
  expect_equal(found$estimate, 0.164)
  expect_equal(c(found$statistic, found$p.value, found$df), c(2.697813, .027109, 4), tolerance = 1e-5)
  corrected <- assess_classifiers(folds)
  expect_equal(corrected$std.error, unname(apply(e1, 2, sd)) * sqrt(1 / 5 + 1 / 4))
  expect_identical(corrected$method[1], "corrected t")
  required <- assess_classifiers(folds, null = 0.8)
  outside <- required$adj.conf.low > 0.8 | required$adj.conf.high < 0.8
  expect_identical(outside, required$adj.p.value < 0.05)
})

test_that("degenerate assessments have a note", {
  constant <- score_set(cbind(a = rep(0.5, 5), b = e1[, 2]), design = "folds", metric = "accuracy")
  found <- assess_classifiers(constant)
  expect_match(found$note[1], "zero variance")
  expect_equal(found$estimate[1], 0.5)
  at_null <- assess_classifiers(constant, null = 0.5)
  expect_equal(at_null$p.value[1], 1)
  expect_match(at_null$note[1], "every score is this value")
  expect_true(is.na(at_null$conf.low[1]))
  expect_match(assess_classifiers(score_set(e1, design = "monte_carlo"))$note, "sizes unknown")
  gaps <- score_set(replace(e1, 1, NA), design = "folds", na = "keep")
  expect_match(assess_classifiers(gaps)$note[1], "1 fold without a score left out")
  lost <- score_set(cbind(a = rep(NA_real_, 5), b = e1[, 2]), design = "folds", na = "keep")
  expect_true(is.na(assess_classifiers(lost)$estimate[1]))
  expect_error(assess_classifiers(folds, interval = "wilson"), class = "verdict_error_interval")
  expect_error(assess_classifiers(items, interval = "corrected_t"), class = "verdict_error_interval")
})

test_that("every verb takes scores", {
  three <- score_set(cbind(e1, c = e1[, 1] - 0.1 + c(0, .01, 0, .01, 0)), design = "folds", metric = "accuracy")
  v <- verdict(three)
  expect_output(print(v), "Test: corrected K-fold t.", fixed = TRUE)
  expect_output(print(summary(v)), "Accuracy")
  expect_no_match(summary_of(v), "large samples|more rows|it takes")
  pair <- verdict(folds)
  expect_no_match(summary_of(pair), "it takes")
  expect_equal(pair$overall$p.value, .102700, tolerance = 1e-5)
  ranked <- rank_classifiers(three)
  expect_identical(ranked$tied.first, c(TRUE, TRUE, FALSE))
  expect_equal(nrow(tidy(compare_classifiers(three))), 3)
  expect_true(all(c("effect", "effect.type") %in% names(compare_classifiers(three))))
  counted <- compare_classifiers(prediction_set(truth ~ svm + tree, satellite), "accuracy")
  bound <- rbind(compare_classifiers(folds), counted)
  expect_identical(is.na(bound$effect), c(FALSE, TRUE))
  expect_output(print(compare_classifiers(folds)), "Effect: mean difference over its standard deviation")
  skip_if_not_installed("ggplot2")
  expect_s3_class(ggplot2::autoplot(compare_classifiers(three)), "ggplot")
})

test_that("a verdict takes the method asked for", {
  x <- score_set(cbind(e1, c = e1[, 1] - 0.1), design = "datasets")
  found <- verdict(x, method = "sign")
  expect_identical(unique(found$overall$method), "sign test, exact")
  expect_identical(found$overall, found$comparison)
  counted <- verdict(prediction_set(truth ~ svm + tree, satellite), metric = c("accuracy", "recall"), method = "exact")
  expect_identical(unique(counted$overall$method), "exact McNemar")
  expect_error(
    omnibus_test(x, over = "classes", method = by_combination(covariance = "bootstrap")), "not resampled",
    class = "verdict_error_method"
  )
})

test_that("many items are adjusted together, few units by Bonferroni's inequality", {
  joint <- compare_classifiers(items, p.adjust.method = "max_t")
  expect_identical(attr(joint, "verdict")$p.adjust.method, "max_t")
  few <- compare_classifiers(score_set(cbind(e1, c = 5:1 / 10), design = "folds"), p.adjust.method = "max_t")
  expect_identical(attr(few, "verdict")$p.adjust.method, "bonferroni")
})

test_that("several metrics are compared in one result", {
  long <- data.frame(
    fold = rep(1:5, 4), model = rep(rep(c("a", "b"), each = 5), 2), what = rep(c("accuracy", "loss"), each = 10),
    score = c(e1, 1 - e1)
  )
  x <- score_set(long, score, model, fold = fold, metric = what, better = c(accuracy = "high", loss = "low"))
  found <- compare_classifiers(x)
  expect_identical(found$metric, c("accuracy", "loss"))
  expect_equal(found$p.value, rep(.102700, 2), tolerance = 1e-5)
  expect_equal(found$estimate, c(-0.03, 0.03))
  expect_identical(compare_classifiers(x, "loss")$metric, "loss")
  expect_error(compare_classifiers(x, "auc"), class = "verdict_error_metric")
  expect_error(compare_classifiers(x, average = "macro"), class = "verdict_error_argument")
})

test_that("a set changed by hand is refused", {
  broken <- function(...) {
    change <- list(...)
    out <- unclass(folds)
    out[names(change)] <- change
    structure(out, class = class(folds))
  }
  for (x in list(
    broken(scores = 1:3), broken(classifiers = c("a", "z")), broken(cells = folds$cells[1:3, ]), broken(design = "x"),
    broken(metrics = folds$metrics["metric"]), broken(n_omitted = -1)
  )) {
    expect_error(compare_classifiers(x), class = "verdict_error_set")
    expect_error(print(x), class = "verdict_error_set")
    expect_error(summary(x), class = "verdict_error_set")
    expect_error(as.data.frame(x), class = "verdict_error_set")
  }
})

test_that("what is no interval is refused, whatever it is", {
  for (interval in list(mean, new.env(), 1, "wilson", c("t", "t"))) {
    expect_error(assess_classifiers(folds, interval = interval), "is not for scores", class = "verdict_error_interval")
  }
})

test_that("a set of scores in which a number was changed by hand is refused", {
  x <- score_set(
    data.frame(a = 1:10 / 20, b = 10:1 / 20), fold = 1:10, metric = "accuracy", n_train = 90, n_test = 10
  )
  expect_s3_class(verdict(x), "verdict")
  refused <- function(change) {
    changed <- x
    body(change) <- call("{", body(change), quote(changed))
    expect_error(verdict(change(changed)), "changed by hand", class = "verdict_error_set")
  }
  for (value in list(Inf, -1, 0.5, 0, 20, "a", NULL, 1:2)) {
    refused(function(changed) changed$design["folds"] <- list(value))
  }
  for (value in list(57, -1, 1e308, NaN, Inf)) refused(function(changed) changed$scores[1, 1, 1] <- value)
  refused(function(changed) changed$cells$n_test[1] <- -5)
  refused(function(changed) changed$cells$n_train <- "a")
  refused(function(changed) changed$metrics$lower <- "a")
  refused(function(changed) changed$metrics$upper <- -1)
  refused(function(changed) changed$metrics <- list(metric = "accuracy"))
  refused(function(changed) changed$cells <- as.list(changed$cells))
  refused(function(changed) changed$design$type <- c("folds", "folds"))
})

test_that("items that are right or wrong have Wilson's interval", {
  x <- score_set(cbind(a = rep(c(1, 0), c(9, 1)), b = 1), design = "items", metric = "accuracy")
  found <- assess_classifiers(x, null = 0.5, p.adjust.method = "none")
  for (k in 1:2) {
    peer <- prop.test(c(9, 10)[k], 10, 0.5, correct = FALSE)
    expect_equal(c(found$conf.low[k], found$conf.high[k]), as.vector(peer$conf.int))
    expect_equal(found$p.value[k], peer$p.value)
  }
  expect_identical(assess_classifiers(x, interval = "t")$method, c("t", "t"))
  gap <- score_set(cbind(a = c(NA, NA), b = 1), design = "items", na = "keep")
  expect_match(assess_classifiers(gap)$note[1], "no score")
})

test_that("units left out are said to be, wherever a result is read", {
  scores <- data.frame(fold = 1:6, a = c(.8, NA, .7, .9, .8, .6), b = c(.7, .7, .6, .7, NA, .7))
  x <- score_set(scores, fold = fold, metric = "accuracy", na = "omit")
  expect_output(print(compare_classifiers(x)), "4 folds (2 left out for missing scores)", fixed = TRUE)
  expect_output(print(verdict(x)), "2 folds were left out for missing scores", fixed = TRUE)
  expect_match(summary(compare_classifiers(x))$cautions, "2 folds were left out", all = FALSE)
  one <- score_set(scores[-2, ], fold = fold, metric = "accuracy", na = "omit")
  expect_output(print(verdict(one)), "1 fold was left out for missing scores", fixed = TRUE)
  whole <- score_set(scores[c(1, 3, 4, 6), ], fold = fold, metric = "accuracy")
  expect_false(any(grepl("left out", capture.output(print(verdict(whole)), print(compare_classifiers(whole))))))
})

test_that("a variance that is none is refused for scores as for counts", {
  x <- score_set(cbind(a = c(.8, .7, .9), b = c(.7, .75, .8)), design = "datasets")
  for (vcov in list(NULL, matrix(1:4, 2), list(), mean, "other")) {
    expect_error(compare_classifiers(x, vcov = vcov), "`vcov` must be one of", class = "verdict_error_argument")
  }
})

test_that("only tests of means are adjusted by how the means vary together", {
  set.seed(2)
  items <- score_set(matrix(runif(90), 30, dimnames = list(NULL, c("a", "b", "c"))), design = "items")
  adjustment <- function(method) attr(compare_classifiers(items, method = method), "verdict")$p.adjust.method
  for (method in c("paired_t", "sign_flip")) expect_identical(adjustment(method), "max_t")
  for (method in c("wilcoxon", "sign", "diebold_mariano")) expect_identical(adjustment(method), "bonferroni")
})

test_that("how many samples the items have is said wherever the items are counted", {
  scores <- expand.grid(sample = 1:4, item = 1:20, model = c("a", "b"))
  scores$ok <- rep(c(1, 0, 1, 1, 0), 32)
  x <- score_set(scores, score = ok, classifier = model, item = item, repetition = sample)
  expect_output(print(compare_classifiers(x)), "Data: 20 items (80 samples).", fixed = TRUE)
  expect_match(paste(format(methods_text(verdict(x))), collapse = " "), "on\\s+20\\s+items\\s+\\(80\\s+samples\\)")
})

test_that("scores that are all 0 have an interval no more than those that are all 1", {
  loss <- cbind(a = rep(0, 8), b = c(0.1, 0.2, 0, 0.1, 0.3, 0.2, 0.1, 0.1))
  numbers <- c("std.error", "conf.low", "conf.high")
  for (design in c("items", "folds", "datasets")) {
    values <- function(x) as.data.frame(suppressWarnings(assess_classifiers(score_set(x, design = design))))
    low <- values(loss)
    expect_true(all(is.na(low[1, numbers])))
    expect_match(low$note[1], "zero variance")
    expect_equal(low[numbers[2:3]], 1 - values(1 - loss)[numbers[3:2]], ignore_attr = TRUE)
  }
  solved <- expand.grid(sample = 1:3, item = 1:20)
  solved$none <- 0
  solved$all <- 1
  x <- score_set(solved, item = item, repetition = sample, lower = 0, upper = 1)
  expect_true(all(is.na(unlist(as.data.frame(assess_classifiers(x))[numbers]))))
})

test_that("repetitions that differ by more than samples do, as training runs may, are told of", {
  said <- "Repetitions of a differ in their means by more than samples of an item do"
  set.seed(1)
  d <- expand.grid(item = 1:40, seed = 1:4)
  rank_rows <- function(x) as.vector(t(apply(matrix(x, 40), 1, rank)))
  d$b <- rank_rows(rnorm(160))
  set_of <- function(d, ...) score_set(d, classifiers = c(a, b), item = item, repetition = seed, ...)
  # Of ranks the test is Friedman's, at 0.001 for all classifiers together.
  p <- vapply(c(0, 0.5, 0.8, 1, 1.5), function(shift) {
    d$a <- rank_rows(rnorm(160) + shift * (d$seed == 3))
    p <- stats::friedman.test(matrix(d$a, 40))$p.value
    x <- set_of(d)
    expect_identical(any(grepl(said, capture.output(print(compare_classifiers(x), width = 200)))), p < 0.0005)
    p
  }, 0)
  expect_true(any(p < 0.0005) && any(p > 0.0005))
  d$a <- rank_rows(rnorm(160) + 3 * (d$seed == 3))
  x <- set_of(d)
  for (result in list(verdict(x), gate(x, "b", margin = 1), rank_classifiers(x), assess_classifiers(x))) {
    expect_output(print(result, width = 200), said)
  }
  expect_match(methods_text(compare_classifiers(x)), said)
  # Also where there is no test: of others the fault is another.
  told <- c(
    list(item_variance(x), effect_sizes(x), compare_bayesian(x, rope = 0.1), summary(compare_bayesian(x, rope = 0.1))),
    list(drift(set_of(d, lower = 1, upper = 40)), where_better(set_of(d, by = d$item %% 2)))
  )
  for (result in told) expect_output(print(result, width = 200), said)
  expect_output(print(told[[1]], width = 400), "run, standard errors are too small as a verdict")
  expect_output(print(told[[3]], width = 400), "run, the probabilities are too sure and intervals too short as")
  expect_no_match(capture.output(print(item_variance(x["b"]), width = 200)), said, fixed = TRUE)
  expect_output(print(assess_classifiers(x["a"]), width = 200), said)
  # It is found once, when the set is made, and goes with the classifiers.
  expect_identical(x$repeated, c(TRUE, FALSE))
  expect_identical(x[c("b", old = "a")]$repeated, c(FALSE, TRUE))
  expect_output(print(assess_classifiers(x[c("b", old = "a")]), width = 200), sub(" a ", " old ", said))
  expect_null(x["b"]$repeated)
  expect_null(set_of(d[d$seed == 1, ])$repeated)
  later <- transform(d, item = item + 40)
  expect_identical(c(x["b"], set_of(later)["b"])$repeated, NULL)
  expect_identical(c(x, set_of(later))$repeated, c(TRUE, FALSE))
  expect_error(print(replace(x, "repeated", list(TRUE))), class = "verdict_error_set")
  x$repeated <- NULL
  expect_no_match(capture.output(print(compare_classifiers(x), width = 200)), said, fixed = TRUE)
  two <- rbind(cbind(d, metric = "m1"), cbind(d, metric = "m2"))
  two$a[two$metric == "m1"] <- two$b[two$metric == "m1"]
  long <- data.frame(two[c("item", "seed", "metric")], model = rep(c("a", "b"), each = 320), score = c(two$a, two$b))
  several <- score_set(long, score, model, item = item, repetition = seed, metric = metric)
  expect_output(print(compare_classifiers(several), width = 200), said)
  # Some samples are missing; four clusters are too few to show it.
  expect_output(print(compare_classifiers(set_of(d[-c(1:9, 100:110), ])), width = 200), said)
  clustered <- set_of(d, cluster = d$item %% 4)
  expect_no_match(capture.output(print(compare_classifiers(clustered), width = 200)), said, fixed = TRUE)
  # The same answer each time, and one sample, are no repetition that differs.
  d$a <- (d$item %% 7) / 10
  expect_no_match(capture.output(print(compare_classifiers(set_of(d)), width = 200)), said, fixed = TRUE)
  one <- set_of(d[d$seed == 1, ])
  expect_no_match(capture.output(print(compare_classifiers(one), width = 200)), said, fixed = TRUE)
})
