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
  rlang::local_options(verdict.p = "full")
  shown <- format(result)
  expect_identical(shown$p, rep("8.1e-904", 3))
  expect_identical(shown[["adj. p"]], rep("2.4e-903", 3))
  expect_match(summary(result)$sections[[1]], "p = 2.4e-903", fixed = TRUE)
  skip_if_not_installed("knitr")
  table <- knitr::kable(as_table(verdict(opposed(), "recall", method = "midp", p.adjust.method = "holm"), "long"))
  expect_match(table, "2.4e-903", fixed = TRUE, all = FALSE)
})

test_that("a part of a result keeps how the whole was adjusted", {
  result <- compare_classifiers(opposed(), "recall")
  expect_identical(format(result)[["adj. p"]], rep("<0.001", 3))
  rlang::local_options(verdict.p = "full")
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

# Formulas of Garcia and Herrera (2008), and p.adjust(), scmamp 0.3.2
test_that("other adjustments are as published", {
  p <- c(.004, .03, .012, .2)
  adjusted <- function(method) exp(adjust_log(log(p), method))
  expect_equal(adjusted("sidak"), c(.015904, .059100, .035570, .2), tolerance = 1e-4)
  expect_equal(adjusted("finner"), c(.015904, .039799, .023856, .2), tolerance = 1e-4)
  expect_equal(adjusted("li"), c(.004975, .036145, .014778, .2), tolerance = 1e-4)
  pairs <- c(.002, .01, .04, .03, .6, .2)
  expect_equal(exp(adjust_log(log(pairs), "shaffer")), c(.012, .03, .12, .09, .6, .4), tolerance = 1e-12)
  expect_equal(exp(adjust_log(log(pairs), "bergmann_hommel")), c(.012, .03, .06, .09, .6, .2), tolerance = 1e-12)
})

test_that("other adjustments of one, of equal, of missing and of tiny p-values", {
  for (method in c("sidak", "finner", "li", pair_adjustments())) {
    expect_equal(adjust_log(log(.03), method), log(.03))
    expect_identical(adjust_log(c(NA, NA, NA_real_), method), rep(NA_real_, 3))
    expect_identical(is.na(adjust_log(log(c(.1, NA, .2)), method)), c(FALSE, TRUE, FALSE))
  }
  expect_equal(adjust_log(-c(2000, 1e4, 5), "sidak"), c(-2000 + log(2), -1e4 + log(3), -5))
  expect_equal(exp(adjust_log(log(c(.01, 1)), "li")), c(1, 1))
  expect_identical(adjust_log(c(-Inf, 0), "li"), c(-Inf, 0))
})

# All partitions of 1, ..., k, as block numbers
partitions <- function(k) {
  found <- list(1L)
  for (i in seq_len(k)[-1]) {
    found <- unlist(lapply(found, function(x) lapply(seq_len(max(x) + 1), function(b) c(x, b))), recursive = FALSE)
  }
  found
}

test_that("Shaffer and Bergmann and Hommel are what complete enumeration gives", {
  set.seed(5)
  for (k in 3:6) {
    pairs <- combn(k, 2)
    sets <- lapply(partitions(k), function(x) which(x[pairs[1, ]] == x[pairs[2, ]]))
    sets <- sets[lengths(sets) > 0]
    possible <- sort(unique(c(0, lengths(sets))))
    for (i in 1:5) {
      p <- runif(ncol(pairs))^3
      exhaustive <- vapply(seq_along(p), function(j) {
        min(1, max(vapply(sets, function(set) if (j %in% set) length(set) * min(p[set]) else 0, 0)))
      }, 0)
      expect_equal(exp(adjust_log(log(p), "bergmann_hommel")), exhaustive, tolerance = 1e-12)
      m <- length(p)
      most <- vapply(seq_len(m), function(j) max(possible[possible <= m - j + 1]), 0)
      static <- pmin(1, cummax(most * sort(p)))[rank(p)]
      expect_equal(exp(adjust_log(log(p), "shaffer")), static, tolerance = 1e-12)
    }
  }
})

test_that("adjustments of all pairs refuse other families", {
  set <- prediction_set(truth ~ ., satellite)
  found <- compare_classifiers(set, "accuracy", p.adjust.method = "bergmann_hommel")
  holm <- compare_classifiers(set, "accuracy", p.adjust.method = "holm")
  expect_identical(attr(found, "verdict")$p.adjust.method, "bergmann_hommel")
  expect_true(all(found$adj.p.value <= holm$adj.p.value * (1 + 1e-12)))
  expect_match(paste(capture.output(print(found)), collapse = " "), "Bergmann-Hommel", fixed = TRUE)
  refused <- function(...) expect_error(compare_classifiers(set, ...), class = "verdict_error_adjustment")
  refused("accuracy", reference = set$classifiers[1], p.adjust.method = "shaffer")
  refused("recall", p.adjust.method = "shaffer")
  refused(c("accuracy", "mcc"), p.adjust.method = "bergmann-hommel")
  one <- verdict(set, "accuracy", p.adjust.method = "shaffer")
  expect_s3_class(one, "verdict")
  expect_error(verdict(set, p.adjust.method = "shaffer"), class = "verdict_error_adjustment")
})

test_that("Bergmann and Hommel end at twelve classifiers", {
  estimates <- setNames(seq(.5, .7, length.out = 13), letters[1:13])
  set <- estimate_set(estimates, vcov = diag(1e-4, 13))
  expect_error(compare_classifiers(set, p.adjust.method = "bergmann_hommel"), class = "verdict_error_adjustment")
  expect_identical(nrow(compare_classifiers(set, p.adjust.method = "shaffer")), 78L)
})

test_that("the local level says the same as the other adjustments", {
  set.seed(2)
  for (method in setdiff(c("sidak", "finner", "li", pair_adjustments()), "bergmann_hommel")) {
    for (n in c(1, 3, 6, 28)) {
      log.p <- log(runif(n)^3)
      adjusted <- adjust_log(log.p, method)
      local <- local_level(log.p, adjusted, method, 0.05)
      expect_identical(exp(log.p) < local, adjusted < log(0.05))
    }
  }
})

test_that("ten classifiers, more partitions than between two looks for an interrupt", {
  # Of equal p-values the set of all pairs decides.
  expect_equal(exp(adjust_log(log(rep(1e-4, 45)), "bergmann_hommel")), rep(45e-4, 45))
})

# Garcia and Herrera's definition gives .06 for p = .04 and .09 for p = .03; scmamp 0.3.2 lifts the first.
test_that("Bergmann and Hommel's p-values can be made monotone", {
  p <- c(.002, .01, .04, .03, .6, .2) # 12 13 14 23 24 34
  plain <- exp(adjust_log(log(p), "bergmann_hommel"))
  lifted <- exp(adjust_log(log(p), "bergmann_hommel_monotone"))
  expect_equal(plain, c(.012, .03, .06, .09, .6, .2))
  expect_equal(lifted, c(.012, .03, .09, .09, .6, .2))
  scores <- matrix(c(4, 2, 6, 3, 5, 1, 3, 4, 5, 9, 7, 8), 4, dimnames = list(NULL, letters[1:3]))
  x <- score_set(scores, design = "datasets")
  r <- compare_classifiers(x, method = "mean_ranks", p.adjust.method = "bergmann_hommel_monotone")
  expect_output(print(r), "Bergmann-Hommel, monotone")
  expect_true(all(diff(r$adj.p.value[order(r$p.value)]) >= 0))
  expect_error(
    compare_classifiers(x, method = "mean_ranks", reference = "a", p.adjust.method = "bergmann_hommel_monotone"),
    class = "verdict_error_adjustment"
  )
})
