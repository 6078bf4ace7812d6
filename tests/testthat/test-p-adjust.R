test_that("adjusting logarithms is p.adjust()", {
  set.seed(1)
  for (n in c(0:5, 12)) {
    for (power in 1:6) {
      p <- runif(n)^power
      if (n > 2) p[2] <- p[1]
      if (n > 3) p[3] <- NA
      for (method in p.adjust.methods) {
        expect_equal(exp(adjust_log(log(p), method)), p.adjust(p, method), tolerance = 1e-12)
      }
    }
  }
})

# Holm by hand: 3, 2 and 1 times the p-values, none below the one before.
test_that("adjusted logarithms go on where p-values end", {
  log.p <- -c(2000, 900, 1500)
  expect_equal(adjust_log(log.p, "holm"), log.p + log(c(3, 1, 2)))
  expect_equal(adjust_log(log.p, "bonferroni"), log.p + log(3))
  expect_equal(adjust_log(log.p, "BH"), log.p + log(3 / c(1, 3, 2)))
})

opposed <- function(n = 3000) {
  label <- c("a", "b", "c")
  data <- data.frame(truth = rep(label, each = n), x = rep(label, each = n), y = rep(label[c(2, 3, 1)], each = n))
  prediction_set(truth ~ x + y, data, id = seq_len(3 * n))
}

test_that("tiny adjusted p-values are printed and said as they are", {
  result <- compare_classifiers(opposed(), "recall")
  # two-sided mid-p of 0 in 3,000: 2^-3000, by Holm three times as much
  expect_equal(result$log.p.value, rep(-3000 * log(2), 3), tolerance = 1e-12)
  expect_equal(result$adj.p.value, rep(0, 3))
  shown <- format(result)
  expect_identical(shown$p, rep("8.1e-904", 3))
  expect_identical(shown[["adj. p"]], rep("2.4e-903", 3))
  expect_match(summary(result)$sections[[1]], "p < 0.001", fixed = TRUE)
  skip_if_not_installed("knitr")
  table <- knitr::kable(verdict(opposed(), "recall", method = "midp", p.adjust.method = "holm"))
  expect_match(table, "2.4e-903", fixed = TRUE, all = FALSE)
})

test_that("a part of a result keeps how the whole was adjusted", {
  result <- compare_classifiers(opposed(), "recall")
  expect_identical(format(result[1:2, ])[["adj. p"]], rep("2.4e-903", 2))
  expect_identical(format(rbind(result, result))[["adj. p"]], rep("2.4e-903", 6))
})

test_that("the local level says the same as the adjusted p-values", {
  set.seed(2)
  for (method in p.adjust.methods) {
    for (n in c(1, 2, 7, 30)) {
      log.p <- log(runif(n)^3)
      if (n > 2) log.p[2] <- NA
      adjusted <- adjust_log(log.p, method)
      local <- local_level(log.p, adjusted, method, 0.05)
      expect_identical(exp(log.p) < local, adjusted < log(0.05))
    }
  }
})
