plain <- function(x, contrasts, posthoc, ...) {
  suppressWarnings(compare_classifiers(x, contrasts = contrasts, method = by_anova(posthoc, corrected = FALSE), ...))
}

coef_of <- function(x, metric) assess_classifiers(x, metric)$estimate

# multcomp 1.4-22, emmeans 1.8.4, on the blocked analysis of variance
test_that("a contrast is that of other software", {
  found <- plain(fold_scores(), b ~ a + c, "anova_t")
  expect_equal(found$estimate, .0325)
  expect_equal(found$std.error, .006374, tolerance = 1e-4)
  expect_equal(found$statistic, 5.099020, tolerance = 1e-6)
  expect_equal(found$p.value, .002224, tolerance = 1e-3)
  scheffe <- plain(fold_scores(), b ~ a + c, "scheffe")
  expect_equal(scheffe$adj.p.value, .006591797, tolerance = 1e-6)
  half <- sqrt(2 * qf(.95, 2, 6)) * scheffe$std.error
  expect_equal(c(scheffe$adj.conf.low, scheffe$adj.conf.high), .0325 + c(-1, 1) * half)
  shown <- paste(capture.output(print(scheffe)), collapse = " ")
  expect_match(shown, "p-values hold for all contrasts at", fixed = TRUE)
})

# The textbook's "1 and 2 against 3, 4 and 5"
test_that("means of groups", {
  set.seed(1)
  scores <- matrix(runif(30), 6, dimnames = list(NULL, paste0("m", 1:5)))
  x <- score_set(scores, design = "items")
  found <- compare_classifiers(x, contrasts = m1 + m2 ~ m3 + (m4 + m5), method = "anova_t")
  means <- colMeans(scores)
  expect_equal(found$estimate, mean(means[1:2]) - mean(means[3:5]))
  long <- data.frame(y = as.vector(scores), c = factor(col(scores)), b = factor(row(scores)))
  fit <- lm(y ~ 0 + c + b, long)
  w <- c(1 / 2, 1 / 2, -1 / 3, -1 / 3, -1 / 3, rep(0, 5))
  se <- sqrt(drop(w %*% vcov(fit) %*% w))
  expect_equal(found$std.error, se)
  expect_equal(found$p.value, 2 * pt(-abs(found$estimate / se), 20))
  expect_identical(c(found$classifier, found$reference), c("m1 + m2", "m3 + m4 + m5"))
  same <- compare_classifiers(x, contrasts = matrix(w[1:5], 1), method = "anova_t")
  expect_equal(as.data.frame(same), as.data.frame(found))
  named <- compare_classifiers(x, contrasts = setNames(rev(w[1:5]), paste0("m", 5:1)), method = "anova_t")
  expect_equal(as.data.frame(named), as.data.frame(found))
})

test_that("planned contrasts are adjusted over those that there are", {
  x <- dataset_scores()
  found <- compare_classifiers(
    x, contrasts = list(b ~ a + c, c(1, 1, -2)), method = "anova_t", p.adjust.method = "bonferroni"
  )
  expect_equal(found$adj.p.value, p.adjust(found$p.value, "bonferroni"))
  expect_identical(found$adj.p.value < .05, found$adj.conf.low > 0 | found$adj.conf.high < 0)
  expect_identical(found$reference[2], "2 c")
  all <- compare_classifiers(x, contrasts = list(b ~ a, c ~ a), method = "scheffe")
  pairs <- compare_classifiers(x, method = "scheffe")
  expect_equal(all$adj.p.value, pairs$adj.p.value[1:2])
})

test_that("wrong contrasts are refused", {
  x <- dataset_scores()
  refused <- function(contrasts) {
    expect_error(compare_classifiers(x, contrasts = contrasts), class = "verdict_error_contrast")
  }
  for (wrong in list(a ~ d, a ~ a + b, a + a ~ b, ~a, a * b ~ c, a ~ 1)) refused(wrong)
  for (wrong in list(c(1, 1, 1), c(0, 0, 0), c(1, -1), "a", c(1, NA, -1), list())) refused(wrong)
  refused(c(a = 1, b = -1, d = 0))
  expect_error(compare_classifiers(x, contrasts = a ~ b, method = "tukey"), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, contrasts = a ~ b, method = by_anova("tukey")), class = "verdict_error_method")
  expect_error(compare_classifiers(x, contrasts = a ~ b, p.adjust.method = "max_t"), class = "verdict_error_argument")
  expect_error(compare_classifiers(1, contrasts = a ~ b), class = "verdict_error")
  expect_error(compare_classifiers(data.frame(a = 1), contrasts = a ~ b), class = "verdict_error_set")
  expect_error(compare_classifiers(prediction_set(truth ~ ., satellite), contrasts = svm ~ tree, method = "anova_t"),
    "scores on the same units", class = "verdict_error_method"
  )
  expect_error(compare_classifiers(x, contrasts = a ~ b, what = 1), class = "verdict_error_argument")
  expect_error(
    compare_classifiers(x, contrasts = a ~ b, measure = "ratio", reference = "a"),
    "`measure` and `reference` have no meaning", class = "verdict_error_contrast"
  )
  same <- score_set(matrix(.5, 6, 3, dimnames = list(NULL, letters[1:3])), design = "datasets")
  expect_identical(compare_classifiers(same, contrasts = a ~ b)$adj.p.value, 1)
})

# c'theta over sqrt(c'Vc), and multcomp 1.4-22: glht() of the same estimates and covariance.
test_that("contrasts of predictions and estimates are linear in their joint covariance", {
  x <- prediction_set(truth ~ ., satellite)
  w <- c(-1, 1, 1, -1) / 2
  for (metric in c("accuracy", "mcc")) {
    theta <- coef_of(x, metric)
    V <- vcov(x, metric = metric)
    se <- sqrt(drop(w %*% V %*% w))
    found <- compare_classifiers(x, contrasts = random_forest + svm ~ naive_bayes + tree, metric, method = "wald")
    expect_equal(found$estimate, sum(w * theta), tolerance = 1e-12)
    expect_equal(found$std.error, se, tolerance = 1e-10)
    expect_equal(found$log.p.value, log(2) + pnorm(-abs(sum(w * theta) / se), log.p = TRUE))
    expect_equal(found$conf.low, found$estimate - qnorm(0.975) * se)
    expect_equal(c(found$estimate.classifier, found$estimate.reference), c(mean(theta[2:3]), mean(theta[c(1, 4)])))
    scheffe <- compare_classifiers(x, contrasts = random_forest + svm ~ naive_bayes + tree, metric)
    expect_equal(scheffe$log.adj.p.value, pchisq(found$statistic^2, 3, lower.tail = FALSE, log.p = TRUE))
    half <- sqrt(qchisq(0.95, 3)) * se
    expect_equal(c(scheffe$adj.conf.low, scheffe$adj.conf.high), found$estimate + c(-1, 1) * half)
  }
  # A pair is that of compare_classifiers().
  pair <- compare_classifiers(x, contrasts = svm ~ tree, "precision", method = "wald", p.adjust.method = "holm")
  known <- compare_classifiers(x, "precision", method = "wald", measure = "difference", reference = "tree")
  known <- known[known$classifier == "svm", ]
  expect_equal(pair$log.p.value, known$log.p.value)
  expect_identical(pair$class, known$class)
  expect_equal(pair$adj.p.value, p.adjust(pair$p.value, "holm"))
})

test_that("several metrics and classes share Scheffe's level", {
  x <- prediction_set(truth ~ ., satellite)
  one <- compare_classifiers(x, contrasts = svm ~ tree, "precision", classes = "red soil")
  two <- compare_classifiers(x, contrasts = svm ~ tree, "precision", classes = c("red soil", "cotton crop"))
  expect_equal(two$adj.p.value[1], 2 * one$adj.p.value)
  expect_identical(two$adj.p.value < 0.05, two$adj.conf.low > 0 | two$adj.conf.high < 0)
  expect_equal(
    nrow(compare_classifiers(x, contrasts = list(svm ~ tree, svm ~ naive_bayes), c("accuracy", "precision"))), 14
  )
})

test_that("of estimates only those with a weight need be known", {
  e <- estimate_set(c(a = .5, b = .6, c = .7), diag(3) * .01)
  found <- compare_classifiers(e, contrasts = c ~ a + b, method = "wald")
  expect_equal(found$std.error, sqrt(.01 * 1.5))
  lacking <- estimate_set(c(a = .5, b = NA, c = .7), diag(3) * .01)
  found <- compare_classifiers(lacking, contrasts = list(c ~ a, c ~ b), method = "wald")
  expect_equal(found$estimate, c(.2, NA))
  expect_identical(found$note, c(NA, "no estimate given"))
  flat <- estimate_set(c(a = .5, b = .6, c = .5), matrix(.01, 3, 3))
  found <- compare_classifiers(flat, contrasts = list(c ~ a, c ~ b), method = "wald")
  expect_identical(found$p.value, c(1, NA))
  expect_identical(found$note, rep("zero variance", 2))
  expect_true(all(is.na(found$adj.conf.low)))
})

test_that("folds are judged fold by fold, unless the counts were asked for", {
  x <- prediction_set(truth ~ ., vehicle_cv, id = id, fold = fold, repetition = repetition)
  scores <- as_score_set(x, c("accuracy", "precision"))
  contrast <- random_forest + svm ~ naive_bayes + tree
  for (method in c("scheffe", "anova_t")) {
    found <- compare_classifiers(x, contrasts = contrast, c("accuracy", "precision"), method = method)
    again <- compare_classifiers(scores, contrasts = contrast, method = method)
    expect_equal(found$p.value, again$p.value)
    expect_equal(found$adj.p.value, again$adj.p.value)
  }
  expect_identical(found$class, c(NA, "bus", "opel", "saab", "van"))
  expect_no_match(header_of(found), "Caveat")
  pooled <- compare_classifiers(x, contrasts = contrast, method = "wald")
  expect_identical(pooled$method, "Wald")
  expect_match(summary_of(pooled), "overlapping")
})

test_that("contrasts of scores by their own spread: t tests, of clusters too", {
  set.seed(2)
  scores <- matrix(rnorm(60), 20, dimnames = list(NULL, letters[1:3]))
  x <- score_set(scores, item = 1:20)
  found <- compare_classifiers(x, contrasts = a ~ b + c, method = "wald")
  peer <- t.test(scores[, 1] - rowMeans(scores[, 2:3]))
  expect_equal(found$p.value, peer$p.value)
  expect_equal(c(found$conf.low, found$conf.high), as.vector(peer$conf.int))
  expect_identical(found$method, "t")
  # In clusters: the test of one column against another, and Hotelling's T squared.
  clustered <- score_set(scores, item = 1:20, cluster = rep(1:5, 4))
  wide <- score_set(cbind(a = scores[, 1], mean = rowMeans(scores[, 2:3])), item = 1:20, cluster = rep(1:5, 4))
  known <- compare_classifiers(wide, reference = "mean")
  for (method in c("wald", "scheffe")) {
    found <- compare_classifiers(clustered, contrasts = a ~ b + c, method = method)
    expect_equal(found[c("estimate", "std.error", "df", "p.value")], known[c("estimate", "std.error", "df", "p.value")],
      ignore_attr = TRUE
    )
  }
  T2 <- found$statistic^2
  expect_equal(found$adj.p.value, pf(T2 * 3 / (4 * 2), 2, 3, lower.tail = FALSE))
  half <- sqrt(4 * 2 / 3 * qf(0.95, 2, 3)) * found$std.error
  expect_equal(found$adj.conf.high, found$estimate + half)
  few <- score_set(scores, item = 1:20, cluster = rep(1:2, 10))
  found <- compare_classifiers(few, contrasts = a ~ b + c)
  expect_true(is.na(found$adj.p.value))
  expect_identical(found$note, "too few clusters for this variance")
})

test_that("what cannot be tested has no interval, and no warning", {
  d <- data.frame(truth = rep(c("a", "b", "c"), c(30, 29, 1)), fold = rep(1:5, 12))
  d$m1 <- rep(c("a", "b", "b", "a", "b", "c"), 10)
  d$m2 <- rep(c("a", "a", "b", "b", "b"), 12)
  x <- prediction_set(truth ~ m1 + m2, d, fold = fold)
  for (method in c("scheffe", "anova_t")) {
    expect_no_warning(found <- compare_classifiers(x, contrasts = m1 ~ m2, "recall", method = method))
    expect_true(is.na(found$adj.conf.low[3]) && is.na(found$p.value[3]))
    expect_match(found$note[3], "too few folds")
    expect_false(anyNA(found$adj.conf.low[1:2]))
  }
})

test_that("contrasts in too many classes are refused", {
  x <- prediction_set(truth ~ a + b, data.frame(truth = 1:5001, a = 1:5001, b = c(2:5001, 1)))
  difference <- list(both = c(a = 1, b = -1))
  expect_error(
    compare_classifiers(x, contrasts = difference, "recall"),
    "each of 5,001 classes would take minutes.*classes.*macro",
    class = "verdict_error_size"
  )
  expect_identical(compare_classifiers(x, contrasts = difference, "accuracy")$estimate, 1)
})

test_that("a class with one row, whose area has no variance, has a contrast without a test", {
  class <- rep(c("x", "y", "z"), c(12, 1, 17))
  set.seed(1)
  p <- lapply(c(a = 1, b = 2), function(k) {
    own <- matrix(rexp(90), 30, dimnames = list(NULL, c("x", "y", "z")))
    own / rowSums(own)
  })
  x <- probability_set(class, p, id = rep(1:15, 2))
  for (method in c("scheffe", "wald")) {
    found <- compare_classifiers(x, "roc_auc", contrasts = list(both = c(a = 1, b = -1)), method = method)
    expect_identical(is.na(found$p.value), c(FALSE, TRUE, FALSE))
    expect_false(is.na(found$note[2]))
  }
})
