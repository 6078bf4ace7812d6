# Statistics with equal correlation rho: x_j - x_0, where Var x_0 = rho, Var x_j = 1 - rho.
equal_correlation <- function(m, rho) {
  list(V = diag(c(rho, rep(1 - rho, m))), contrasts = rbind(seq_len(m) + 1, 1))
}

# P(any of m beyond t), by one integral over what they share.
any_of_equal <- function(t, m, rho, sides) {
  f <- function(x) {
    tail <- function(sign) pnorm((t + sign * sqrt(rho) * x) / sqrt(1 - rho), lower.tail = FALSE)
    beyond <- if (sides == 2) tail(1) + tail(-1) else tail(1)
    dnorm(x) * -expm1(m * log1p(-beyond))
  }
  piece <- function(from) integrate(f, from, from + 2.5, rel.tol = 1e-10, abs.tol = 0)$value
  sum(vapply(seq(-15, 12.5, 2.5), piece, 0))
}

adjusted <- function(p, design, alternative = "two.sided", ...) {
  m <- ncol(design$contrasts)
  log.p <- log(rep_len(p, max(m, length(p))))
  parts <- split(log.p, (seq_along(log.p) - 1) %/% m)
  found <- lapply(parts, function(part) {
    adjust_max_t(rep_len(part, m), design$V, design$contrasts, alternative, 0.05, ...)$log.adj.p
  })
  exp(unlist(found)[seq_along(p)])
}

# The same of p-values that are no members, in one go.
adjust_large <- function(p, design, alternative) {
  none <- numeric(ncol(design$contrasts))
  exp(adjust_max_t(none, design$V, design$contrasts, alternative, 0.05, further = log(p))$further)
}

p_grid <- c(0.2, 0.1, 0.05, 0.02, 0.01, 1e-3, 1e-4)

test_that("one test is not adjusted, and its local level is the level", {
  V <- matrix(c(2, 0.5, 0.5, 1), 2)
  found <- adjust_max_t(log(0.03), V, rbind(1, 2), "two.sided", 0.05)
  expect_equal(found$log.adj.p, log(0.03), tolerance = 1e-14)
  expect_equal(found$local, 0.05, tolerance = 1e-14)
  expect_equal(found$critical, qnorm(0.975))
  expect_identical(found$method, "max_t")
})

test_that("independent tests get Sidak's adjustment", {
  V <- diag(20)
  contrasts <- rbind(seq(1, 19, 2), seq(2, 20, 2))
  for (alternative in c("two.sided", "greater", "less")) {
    log.p <- log(c(p_grid, 0.5, 0.9, 1e-9))
    found <- adjust_max_t(log.p, V, contrasts, alternative, 0.05)
    expect_lt(max(abs(exp(found$log.adj.p) + expm1(10 * log1p(-exp(log.p))))), 1e-5)
    expect_equal(found$local, 1 - 0.95^0.1, tolerance = 0.005)
  }
})

test_that("tests without a variance are independent of all others", {
  V <- matrix(0, 6, 6)
  V[6, 6] <- NA
  contrasts <- rbind(c(1, 2, 3, 1), c(4, 5, 6, 6))
  log.p <- log(c(0.2, 0.01, 1e-5, 1e-200))
  found <- adjust_max_t(log.p, V, contrasts, "two.sided", 0.05)
  expect_equal(found$log.adj.p[1:3], log(-expm1(4 * log1p(-exp(log.p[1:3])))), tolerance = 1e-12)
  expect_equal(found$log.adj.p[4], log(4) + log.p[4], tolerance = 1e-10)
})

test_that("tests that are one test are not adjusted", {
  V <- diag(c(1, 1, 0, 0, 0))
  contrasts <- rbind(c(1, 1, 1, 2), c(2, 2, 2, 1))
  log.p <- log(c(0.04, 0.2, 1e-4, 1e-300))
  found <- adjust_max_t(log.p, V, contrasts, "two.sided", 0.05)
  expect_equal(found$log.adj.p, log.p, tolerance = 1e-6)
  expect_equal(found$local, 0.05, tolerance = 1e-6)
})

test_that("equally correlated tests agree with a one-dimensional integral", {
  for (alternative in c("two.sided", "greater")) {
    sides <- if (alternative == "greater") 1 else 2
    for (m in c(2, 12, 60)) {
      for (rho in c(0.2, 0.8)) {
        t <- qnorm(p_grid / sides, lower.tail = FALSE)
        exact <- vapply(t, any_of_equal, 0, m, rho, sides)
        found <- adjusted(p_grid, equal_correlation(m, rho), alternative)
        expect_lt(max(abs(found / exact - 1)), if (m == 60) 0.012 else 0.005)
        expect_lt(max(abs(found - exact)), 1e-4)
      }
    }
  }
})

test_that("large adjusted p-values are right, and can be 1", {
  p <- c(0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.9995, 0.99999)
  for (alternative in c("two.sided", "greater")) {
    sides <- if (alternative == "greater") 1 else 2
    for (m in c(2, 12, 45)) {
      for (rho in c(0.2, 0.8, 0.95)) {
        exact <- vapply(qnorm(p / sides, lower.tail = FALSE), any_of_equal, 0, m, rho, sides)
        found <- adjust_large(p, equal_correlation(m, rho), alternative)
        expect_lt(max(abs(found - exact)), 1e-4)
      }
    }
    expect_identical(unname(adjusted(c(1, 1, 1), equal_correlation(3, 0.5), alternative)), c(1, 1, 1))
    expect_equal(unname(adjusted(0.9, equal_correlation(40, 0.2), alternative)), 1, tolerance = 1e-15)
  }
})

test_that("p-values beyond the range of doubles are adjusted", {
  # at these tails correlated statistics are never beyond together
  design <- equal_correlation(4, 0.5)
  log.p <- c(-700, -5000, -1e6, -10)
  found <- adjust_max_t(log.p, design$V, design$contrasts, "two.sided", 0.05)
  expect_equal((found$log.adj.p - log.p)[1:3], rep(log(4), 3), tolerance = 1e-9)
})

test_that("adjusted p-values agree with multivariate normal probabilities", {
  peer <- read.csv(test_path("fixtures", "max_t.csv"))
  for (at in split(peer, peer[c("design", "alternative")])) {
    found <- adjusted(at$p, max_t_design(at$design[1]), at$alternative[1])
    expect_lt(max(abs(found / at$adj.p - 1)), 0.005)
    expect_lt(max(abs(found - at$adj.p) - at$error), if (startsWith(at$design[1], "unequal")) 3e-5 else 1e-4)
  }
})

test_that("adjusted p-values do not depend on the order of the classifiers, nor on that of the tests", {
  set.seed(5)
  for (classifiers in c(4, 6, 12)) {
    design <- unequal_pairs(classifiers)
    p <- runif(ncol(design$contrasts))^2
    for (alternative in c("two.sided", "greater")) {
      found <- adjust_max_t(log(p), design$V, design$contrasts, alternative, 0.05)
      order <- sample(classifiers)
      tests <- sample(length(p))
      contrasts <- matrix(order(order)[design$contrasts], 2)[, tests]
      turned <- if (alternative == "two.sided") runif(length(p)) < 0.5 else logical(length(p))
      contrasts[, turned] <- contrasts[2:1, turned]
      again <- adjust_max_t(log(p)[tests], design$V[order, order], contrasts, alternative, 0.05)
      expect_equal(again$log.adj.p, found$log.adj.p[tests], tolerance = 1e-10)
      expect_equal(again$critical, found$critical, tolerance = 1e-10)
    }
  }
})

test_that("quantities of any scale have their part", {
  # two families that know nothing of each other, of which one varies 1e-20 times as much
  small <- unequal_pairs(4)
  p <- c(0.01, 0.1, 0.3, 0.6)
  alone <- adjust_large(p, small, "two.sided")
  both <- list(V = kronecker(diag(c(1, 1e-20)), small$V), contrasts = cbind(small$contrasts, small$contrasts + 4))
  expect_lt(max(abs(adjust_large(p, both, "two.sided") - 1 + (1 - alone)^2)), 1e-4)
})

test_that("of five classifiers in any order the same is said", {
  set.seed(8)
  truth <- rbinom(400, 1, 0.5)
  right <- function(share) ifelse(runif(400) < share, truth, 1 - truth)
  labels <- data.frame(truth, a = right(0.9), b = right(0.87), c = right(0.84), d = right(0.83), e = right(0.8))
  pairs <- function(names) {
    x <- prediction_set(reformulate(names, "truth"), labels)
    found <- as.data.frame(compare_classifiers(x, "accuracy"))
    found$adj.p.value[order(pmin(found$classifier, found$reference), pmax(found$classifier, found$reference))]
  }
  expect_equal(pairs(c("d", "a", "e", "c", "b")), pairs(letters[1:5]), tolerance = 1e-10)
})

test_that("adjusted p-values are the same to the bit for any number of threads", {
  design <- unequal_pairs(14)
  run <- function(threads) {
    rlang::local_options(verdict.threads = threads)
    adjusted(p_grid, design)
  }
  one <- run(1)
  for (threads in 2:3) expect_identical(run(threads), one)
})

test_that("adjusted p-values are monotone, within bounds, and decide as the local level does", {
  design <- max_t_design("close")
  m <- ncol(design$contrasts)
  log.p <- -seq(0, 40, length.out = m)
  for (others in c(0, 3)) {
    found <- adjust_max_t(log.p, design$V, design$contrasts, "two.sided", 0.05, others)
    expect_true(all(diff(found$log.adj.p) <= 0))
    expect_true(all(found$log.adj.p >= log.p - 1e-12))
    expect_true(all(found$log.adj.p <= log(m + others) + log.p + 1e-12))
    at <- found$local * (1 + c(-1e-9, 1e-9))
    log.p[1:2] <- log(at)
    again <- adjust_max_t(log.p, design$V, design$contrasts, "two.sided", 0.05, others)
    log.p[1:2] <- -seq(0, 40, length.out = m)[1:2]
    expect_equal(again$log.adj.p[1:2] <= log(0.05), c(TRUE, FALSE))
    expect_equal(again$local, found$local)
    expect_equal(2 * pnorm(-found$critical), found$local)
  }
})

test_that("further tests are allowed for by Bonferroni", {
  V <- diag(2)
  found <- adjust_max_t(log(0.01), V, rbind(1, 2), "two.sided", 0.05, others = 4)
  expect_equal(exp(found$log.adj.p), 0.05)
  expect_equal(found$local, 0.01)
  none <- adjust_max_t(NA_real_, V, rbind(1, 2), "two.sided", 0.05, others = 2)
  expect_identical(none$log.adj.p, NA_real_)
  expect_equal(none$local, 0.025)
})

test_that("a test that does not exist is not in the family", {
  design <- equal_correlation(3, 0.5)
  found <- adjust_max_t(log(c(0.01, NA, 0.2)), design$V, design$contrasts, "two.sided", 0.05)
  two <- adjust_max_t(log(c(0.01, 0.2)), design$V, design$contrasts[, c(1, 3)], "two.sided", 0.05)
  expect_equal(found$log.adj.p[c(1, 3)], two$log.adj.p)
  expect_identical(found$log.adj.p[2], NA_real_)
})

test_that("the random numbers of R are not touched, and the answer is always the same", {
  design <- max_t_design("close")
  set.seed(1)
  before <- .Random.seed
  first <- adjusted(p_grid, design)
  expect_identical(.Random.seed, before)
  expect_identical(adjusted(p_grid, design), first)
})

test_that("too large a family is adjusted by Bonferroni's inequality", {
  design <- equal_correlation(4, 0.5)
  log.p <- log(c(0.01, 0.2, 0.5, 1e-200))
  found <- adjust_max_t(log.p, design$V, design$contrasts, "two.sided", 0.05, others = 1, seconds = 0)
  expect_equal(exp(found$log.adj.p), c(0.05, 1, 1, 5e-200))
  expect_equal(found$local, 0.01)
  expect_identical(found$method, "bonferroni")
})

test_that("contrasts outside the covariance are refused", {
  expect_error(adjust_max_t(log(0.5), diag(2), rbind(1, 3), "two.sided", 0.05), class = "verdict_error_internal")
})

# Of n classifiers with unit variance and a reference with variance v: by the reference's value.
dunnett_p <- function(p, n, v, sides) {
  r <- v / (v + 1)
  vapply(qnorm(p / sides, lower.tail = FALSE), FUN.VALUE = 0, function(t) {
    within <- function(u) {
      low <- if (sides == 2) pnorm((-t + sqrt(r) * u) / sqrt(1 - r)) else 0
      dnorm(u) * (pnorm((t + sqrt(r) * u) / sqrt(1 - r)) - low)^n
    }
    1 - integrate(within, -9, 9, rel.tol = 1e-10, subdivisions = 2000L)$value
  })
}

test_that("large p-values are those of the distribution", {
  p <- c(0.05, 0.2, 0.4, 0.6, 0.8, 0.9, 0.97, 0.995, 0.9999)
  near <- function(V, contrasts, alternative, expected) {
    found <- adjusted(p, list(V = V, contrasts = contrasts), alternative)
    expect_lt(max(abs(found - expected)), if (ncol(contrasts) > 24) 5e-4 else 1e-4)
    expect_lt(max(abs(found - expected)[expected > 0.88]), 1e-4)
    expect_true(all(diff(found) >= 0 & found[-1] <= 1))
  }
  for (n in c(2, 5, 45)) {
    contrasts <- rbind(1 + seq_len(n), 1)
    for (v in c(0.05, 1, 20)) {
      near(diag(c(v, rep(1, n))), contrasts, "two.sided", dunnett_p(p, n, v, 2))
      near(diag(c(v, rep(1, n))), contrasts, "greater", dunnett_p(p, n, v, 1))
    }
  }
  for (k in c(3, 6, 8, 10)) {
    range <- ptukey(qnorm(p / 2, lower.tail = FALSE) * sqrt(2), k, Inf, lower.tail = FALSE)
    near(diag(k), utils::combn(k, 2), "two.sided", range)
  }
})

test_that("large p-values of families that no single factor explains are right", {
  # two families, of equal correlation each, that know nothing of each other
  V <- matrix(0, 9, 9)
  V[1:4, 1:4] <- 0.8
  V[5:8, 5:8] <- 0.3
  diag(V) <- c(rep(1, 8), 0)
  V[2, -2] <- -V[2, -2] # a sign changes nothing where both sides count
  V[-2, 2] <- -V[-2, 2]
  p <- c(0.3, 0.33, 0.36, 0.4, 0.45, 0.5, 0.7, 0.95)
  t <- qnorm(p / 2, lower.tail = FALSE)
  exact <- vapply(t, function(t) 1 - (1 - any_of_equal(t, 4, 0.8, 2)) * (1 - any_of_equal(t, 4, 0.3, 2)), 0)
  found <- adjusted(p, list(V = V, contrasts = rbind(1:8, 9L)))
  expect_gt(sum(exact > 0.9 & exact < 0.999), 3)
  expect_lt(max(abs(found - exact)[exact > 0.9]), 1e-4)
})

test_that("of three pairs the chance that none is beyond next to nothing is that of a small hexagon", {
  design <- list(V = diag(c(1, 2.4, 0.3)), contrasts = utils::combn(3, 2))
  t <- c(0.012, 0.02, 0.0286, 0.033, 0.05, 0.08)
  none <- 1 - vapply(2 * pnorm(-t), function(p) adjusted(rep(p, 3), design)[1], 0)
  expect_lt(max(abs(none / t^2 / mean(none / t^2) - 1)), 0.02)
})

test_that("what moves all quantities alike changes nothing", {
  for (name in c("pairs", "slices", "close")) {
    design <- max_t_design(name)
    p <- seq(0.01, 0.99, length.out = ncol(design$contrasts))
    moved <- list(V = design$V + 3, contrasts = design$contrasts)
    expect_equal(adjusted(p, moved), adjusted(p, design), tolerance = 1e-9)
  }
})

test_that("where nothing differs no test is there to allow for", {
  t <- rep(c("a", "b", "c"), each = 100)
  x <- replace(t, 1:16, "b")
  y <- replace(t, 13:19, "b")
  for (method in c("midp", "exact", "mcnemar")) {
    of <- function(metric, ...) {
      compare_classifiers(prediction_set(t, list(...)), metric, reference = "x", method = method)
    }
    by_class <- of("recall", x = x, y = y)
    expect_identical(by_class$adj.p.value[by_class$class == "a"], by_class$p.value[by_class$class == "a"])
    copied <- of("accuracy", x = x, copy = x, y = y)
    single <- of("accuracy", x = x, y = y)
    expect_equal(copied$adj.p.value[copied$classifier == "y"], single$p.value)
    expect_equal(copied$adj.conf.low[copied$classifier == "y"], single$conf.low)
  }
  # The mid-p of one side is 1/2 where nothing differs.
  sided <- function(...) {
    compare_classifiers(prediction_set(t, list(...)), "accuracy", reference = "x", alternative = "greater")
  }
  copied <- sided(x = x, copy = x, y = y)
  expect_identical(copied$p.value[copied$classifier == "copy"], 0.5)
  expect_equal(copied$adj.p.value[copied$classifier == "y"], sided(x = x, y = y)$p.value)
  hits <- cbind(a = (t == x) - seq_along(t) / 999, b = t == y)
  items <- function(scores) score_set(scores, item = seq_along(t))
  scored <- compare_classifiers(items(cbind(hits, copy = hits[, "a"])), reference = "a")
  expect_equal(scored$adj.p.value[scored$classifier == "b"], compare_classifiers(items(hits))$p.value)
  own <- function(a, b) prediction_set(t, stats::setNames(list(a), b))
  fisher <- compare_independent(own(x, "x"), own(y, "y"), "recall", method = "fisher")
  expect_identical(fisher$adj.p.value[1], fisher$p.value[1])
})
