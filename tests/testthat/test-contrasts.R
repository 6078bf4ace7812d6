plain <- function(x, contrasts, posthoc, ...) {
  suppressWarnings(compare_contrasts(x, contrasts, method = by_anova(posthoc, corrected = FALSE), ...))
}

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
  found <- compare_contrasts(x, m1 + m2 ~ m3 + (m4 + m5), method = "anova_t")
  means <- colMeans(scores)
  expect_equal(found$estimate, mean(means[1:2]) - mean(means[3:5]))
  long <- data.frame(y = as.vector(scores), c = factor(col(scores)), b = factor(row(scores)))
  fit <- lm(y ~ 0 + c + b, long)
  w <- c(1 / 2, 1 / 2, -1 / 3, -1 / 3, -1 / 3, rep(0, 5))
  se <- sqrt(drop(w %*% vcov(fit) %*% w))
  expect_equal(found$std.error, se)
  expect_equal(found$p.value, 2 * pt(-abs(found$estimate / se), 20))
  expect_identical(c(found$classifier, found$reference), c("m1 + m2", "m3 + m4 + m5"))
  same <- compare_contrasts(x, matrix(w[1:5], 1), method = "anova_t")
  expect_equal(as.data.frame(same), as.data.frame(found))
  named <- compare_contrasts(x, setNames(rev(w[1:5]), paste0("m", 5:1)), method = "anova_t")
  expect_equal(as.data.frame(named), as.data.frame(found))
})

test_that("planned contrasts are adjusted over those that there are", {
  x <- dataset_scores()
  found <- compare_contrasts(x, list(b ~ a + c, c(1, 1, -2)), method = "anova_t", p.adjust.method = "bonferroni")
  expect_equal(found$adj.p.value, p.adjust(found$p.value, "bonferroni"))
  expect_identical(found$adj.p.value < .05, found$adj.conf.low > 0 | found$adj.conf.high < 0)
  expect_identical(found$reference[2], "2 c")
  all <- compare_contrasts(x, list(b ~ a, c ~ a), method = "scheffe")
  pairs <- compare_classifiers(x, method = "scheffe")
  expect_equal(all$adj.p.value, pairs$adj.p.value[1:2])
})

test_that("wrong contrasts are refused", {
  x <- dataset_scores()
  refused <- function(contrasts) expect_error(compare_contrasts(x, contrasts), class = "verdict_error_contrast")
  for (wrong in list(a ~ d, a ~ a + b, a + a ~ b, ~a, a * b ~ c, a ~ 1)) refused(wrong)
  for (wrong in list(c(1, 1, 1), c(0, 0, 0), c(1, -1), "a", c(1, NA, -1), NULL, list())) refused(wrong)
  refused(c(a = 1, b = -1, d = 0))
  expect_error(compare_contrasts(x, a ~ b, method = "tukey"), class = "verdict_error_argument")
  expect_error(compare_contrasts(x, a ~ b, method = by_anova("tukey")), class = "verdict_error_method")
  expect_error(compare_contrasts(x, a ~ b, p.adjust.method = "max_t"), class = "verdict_error_argument")
  expect_error(compare_contrasts(1), class = "verdict_error")
  expect_error(compare_contrasts(prediction_set(truth ~ ., satellite)), class = "verdict_error_method")
  expect_error(compare_contrasts(x, a ~ b, what = 1))
  same <- score_set(matrix(.5, 6, 3, dimnames = list(NULL, letters[1:3])), design = "datasets")
  expect_identical(compare_contrasts(same, a ~ b)$adj.p.value, 1)
})
