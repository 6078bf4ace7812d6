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
      expect_equal(
        found$log.p.value[i],
        omnibus_test(two, metric, over = "classes", method = by_combination(test = methods[[metric]]))$log.p.value,
        tolerance = 1e-10
      )
    }
  }
})

comparison_set <- function() {
  prediction_set(truth ~ naive_bayes + random_forest + svm, satellite)
}

test_that("a value is computed once, and only when it is asked for", {
  times <- 0
  value <- lazily(function() {
    times <<- times + 1
    7
  })
  expect_identical(times, 0)
  expect_identical(c(value(), value()), c(7, 7))
  expect_identical(times, 1)
})

test_that("rows stand where their classifiers do in the joint covariance", {
  pairs <- rbind(2:3, 1:1)
  plan <- function(n) list(target = list(class = letters[seq_len(n)]))
  plans <- list(plan(2), plan(1))
  comparison <- list(
    plans = plans, index = comparison_index(plans, 2), units = list(classifiers = c("x", "y", "z")),
    request = list(pairs = pairs)
  )
  expect_identical(comparison$index$slice, c(1L, 1L, 2L, 2L, 1L, 1L))
  expect_equal(
    quantity_positions(comparison),
    rbind(c(2, 3, 5, 6, 8, 9), c(1, 1, 4, 4, 7, 7))
  )
  expect_equal(pair_positions(2, c("x", "y", "z"), pairs), rbind(c(2, 3, 5, 6), c(1, 1, 4, 4)))
})

test_that("adjusted p-values and their intervals decide alike", {
  for (method in c("bonferroni", "max_t", "none")) {
    result <- compare_classifiers(comparison_set(), "accuracy", method = "wald", p.adjust.method = method)
    outside <- result$adj.conf.low > 0 | result$adj.conf.high < 0
    expect_identical(outside, result$adj.p.value < 0.05)
  }
})

test_that("of many classes what needs no covariance answers, and the rest refuses by size", {
  n <- 10100 # 10,001 are 4 GB
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
    expect_equal(omnibus_test(x, over = "classes", method = combine)$p.value, expected[[combine]])
  }
  for (combine in c("harmonic", "cauchy")) {
    expect_lte(omnibus_test(x, over = "classes", method = combine)$p.value, 1)
  }
  for (combine in c("dai", "wald", "gs")) {
    expect_error(omnibus_test(x, over = "classes", method = combine), "simes", class = "verdict_error_size")
  }
  expect_error(verdict(x, "specificity"), class = "verdict_error_size")
  expect_error(vcov(x, "precision"), "classes", class = "verdict_error_size")
})

# P(max(|Z1|, |Z2|) > t) of two normal scores with correlation r, by integration.
beyond <- function(t, r) {
  inside <- function(x) {
    at <- function(end) stats::pnorm((end - r * x) / sqrt(1 - r^2))
    stats::dnorm(x) * (at(t) - at(-t))
  }
  1 - stats::integrate(inside, -t, t, rel.tol = 1e-12)$value
}

test_that("Wald statistics are taken to vary together as on the scale of their test", {
  # unequal precisions, so that the scales differ
  rows <- expand.grid(truth = c("yes", "no"), a = c("yes", "no"), b = c("yes", "no"), c = c("yes", "no"))
  rows$n <- c(30, 2, 9, 7, 8, 1, 12, 2, 6, 19, 7, 1, 3, 24, 11, 40)
  x <- prediction_set(truth ~ a + b + c, rows, weights = n)
  right <- rows$truth == "yes"
  says <- as.matrix(rows[c("a", "b", "c")]) == "yes"
  tp <- colSums(rows$n * (says & right))
  fp <- colSums(rows$n * (says & !right))
  influence <- list(
    gee = sweep(says & right, 2, tp, "/") - sweep(says & !right, 2, fp, "/"),
    relative = sweep(says & right, 2, tp, "/") - sweep(says, 2, tp + fp, "/"),
    multinomial = sweep(says & right, 2, fp / (tp + fp)^2, "*") - sweep(says & !right, 2, tp / (tp + fp)^2, "*")
  )
  for (method in names(influence)) {
    found <- compare_classifiers(
      x, "precision", method, classes = "yes", reference = "a", p.adjust.method = "max_t", conf.level = 1 - 1e-12
    )
    gap <- influence[[method]][, 2:3] - influence[[method]][, 1]
    r <- stats::cov2cor(crossprod(gap * sqrt(rows$n)))[1, 2]
    wanted <- vapply(stats::qnorm(found$p.value / 2), function(z) beyond(-z, r), 0)
    expect_equal(found$adj.p.value, wanted, tolerance = 1e-3)
  }
})
