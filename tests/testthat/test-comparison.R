test_that("step-down rejects what judging one at a time rejects, in large families too", {
  # Independent tests: P(any of m beyond) = 1 - (1 - p)^m.
  sidak <- function(log.p) {
    m <- sum(!is.na(log.p))
    list(log.adj.p = log(-expm1(m * log1p(-exp(log.p)))), local = -expm1(log1p(-0.05) / m), method = "max_t")
  }
  one_by_one <- function(p) {
    m <- length(p)
    at <- order(p)
    p[at] <- cummax(-expm1((m + 1 - seq_len(m)) * log1p(-p[at])))
    p
  }
  set.seed(6)
  for (m in c(40, 2000)) {
    for (share in c(0, 0.1, 0.97, 1)) {
      p <- stats::pnorm(abs(stats::rnorm(m, ifelse(seq_len(m) <= share * m, 4, 0))), lower.tail = FALSE) * 2
      found <- step_down(c(log(p), NA), 0.05, sidak)
      expected <- one_by_one(p)
      rejected <- expected <= 0.05
      expect_identical(found$log.adj.p[seq_len(m)] <= log(0.05), rejected)
      expect_identical(p <= found$local, rejected)
      expect_true(all(exp(found$log.adj.p[seq_len(m)]) >= expected - 1e-12))
      expect_identical(found$log.adj.p[m + 1], NA_real_)
    }
  }
})

test_that("among many classifiers a pair's covariance is that of the two alone", {
  set.seed(8)
  truth <- sample(5, 400, TRUE)
  guesses <- lapply(seq(0.5, 0.9, length.out = 8), function(right) {
    ifelse(stats::runif(400) < right, truth, sample(5, 400, TRUE))
  })
  data <- data.frame(truth, rlang::set_names(guesses, letters[1:8]))
  x <- prediction_set(truth ~ ., data)
  methods <- c(precision = "wgs", recall = "mcnemar", npv = "wgs")
  for (metric in names(methods)) {
    found <- verdict(x, metric)$global
    expect_identical(nrow(found), 28L)
    for (i in c(1, 9, 28)) {
      two <- prediction_set(data[c("truth", found$reference[i], found$classifier[i])], truth, -truth)
      expect_equal(found$log.p.value[i], global_test(two, metric, methods[[metric]])$log.p.value, tolerance = 1e-10)
    }
  }
})

test_that("of many classes what needs no covariance answers, and the rest refuses by size", {
  n <- 30000
  set.seed(3)
  truth <- sample(rep(seq_len(n), 2))
  guess <- function(share) ifelse(stats::runif(2 * n) < share, truth, rev(truth))
  x <- prediction_set(data.frame(truth, a = guess(0.5), b = guess(0.6)), truth, -truth)
  rows <- compare_classifiers(x)
  log.p <- rows$log.p.value[!is.na(rows$p.value) & !rows$std.error %in% 0]
  p <- exp(log.p)
  expected <- c(
    simes = min(p.adjust(p, "BH")), bonferroni = min(p.adjust(p, "bonferroni")),
    holm = min(p.adjust(p, "holm"))
  )
  for (combine in names(expected)) {
    expect_equal(global_test(x, combine = combine)$p.value, expected[[combine]])
  }
  for (combine in c("harmonic", "cauchy")) {
    expect_lte(global_test(x, combine = combine)$p.value, 1)
  }
  for (combine in c("dai", "wald", "score")) {
    expect_error(global_test(x, combine = combine), "simes", class = "verdict_error_size")
  }
  expect_error(verdict(x), "compare_classifiers", class = "verdict_error_size")
  expect_error(vcov(x, "precision"), "classes", class = "verdict_error_size")
})
