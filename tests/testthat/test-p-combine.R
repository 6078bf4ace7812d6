sets <- split(read_fixture("combine-sets.csv"), ~set)
exact <- read_fixture("combine-exact.csv")
peers <- read_fixture("combine-peers.csv")

p_set <- function(name) {
  if (name == "many") data.frame(p = (0:2999 + 0.5) / 3000, weight = 2.5) else sets[[name]]
}

# A set by a method as the oracles have it: their "simes" has no weights, and so on.
combined <- function(set, method, ...) {
  x <- p_set(set)
  free <- method %in% c("lancaster", "dai", "stouffer", "harmonic", "cauchy")
  weights <- if (free) x$weight
  combine_p(x$p, method, weights = weights, log.p = set == "logs", ...)
}

test_that("every method has the exact value, from p = 1e-390 to p near 1", {
  for (i in seq_len(nrow(exact))) {
    row <- exact[i, ]
    found <- combined(row$set, row$method)
    what <- paste(row$set, row$method)
    # a statistic near 0 is what cancellation leaves of large terms
    expect_values(c(s = found$statistic[[1]]), c(s = row$statistic), what, 1e-12, floor = 1e-2)
    expect_values(c(p = found$log.p.value), c(p = row$log_p), what, 1e-12, floor = 1)
    expect_equal(found$p.value, exp(row$log_p), tolerance = 1e-10, info = what)
  }
})

test_that("metap, harmonicmeanp and poolr give the same", {
  for (i in seq_len(nrow(peers))) {
    row <- peers[i, ]
    k <- nrow(p_set(row$set))
    r <- 0.5 + diag(0.5, k)
    found <- switch(row$method,
      brown = combined(row$set, "brown", covariance = r, covariance_type = "z"),
      correlated_stouffer = combine_p(
        p_set(row$set)$p, "stouffer", covariance = r, covariance_type = "z", sides = 1
      ),
      combined(row$set, row$method)
    )
    expect_values(
      c(s = found$statistic[[1]], p = found$p.value), c(s = row$statistic, p = row$p),
      paste(row$set, row$method, row$source), 1e-10
    )
  }
})

test_that("the smallest adjusted p-values of p.adjust() are the same", {
  set.seed(3)
  p <- matrix(runif(60)^3, 10)
  smallest <- function(method) apply(p, 1, function(x) min(stats::p.adjust(x, method)))
  expect_equal(combine_p(p, "simes")$p.value, smallest("BH"), tolerance = 1e-14)
  expect_equal(combine_p(p, "bonferroni")$p.value, smallest("bonferroni"), tolerance = 1e-14)
  expect_equal(combine_p(p, "holm")$p.value, smallest("holm"), tolerance = 1e-14)
})

test_that("Simes is a rational number of the p-values", {
  expect_identical(combine_p(c(3, 1, 2) / 64)$p.value, 3 / 64)
  expect_identical(combine_p(c(1e-300, 1))$p.value, 2e-300)
  expect_identical(combine_p(rep(1, 5))$p.value, 1)
})

test_that("where nothing is known of the dependence Bonferroni is advised: Simes then rejects too often", {
  # Two uniform p-values, of which those below 0.05 lie beside, never at, one another: Simes' chance is 3/2 of the
  # level.
  u <- (seq_len(2000) - 0.5) / 2000
  v <- ifelse(u <= 0.025, u + 0.05, ifelse(u > 0.05 & u <= 0.075, u - 0.05, u))
  expect_equal(sort(v), u)
  rejects <- function(method) mean(combine_p(cbind(u, v), method)$p.value <= 0.05)
  expect_equal(c(rejects("simes"), rejects("bonferroni"), rejects("holm")), c(0.075, 0.05, 0.05))
  expect_error(
    combine_p(c(0.01, 0.3), "dai"), "unknown, use \"bonferroni\", or \"simes\" if it is positive",
    class = "verdict_error_covariance"
  )
})

test_that("the covariances of transformed p-values are those of a double integral", {
  expected <- read_fixture("combine-covariance.csv")
  for (i in seq_len(nrow(expected))) {
    x <- expected[i, ]
    r <- matrix(c(1, x$r, x$r, 1), 2)
    found <- combine_p(
      c(0.1, 0.2), "dai", weights = c(x$w1, x$w2), covariance = r, covariance_type = "z",
      sides = x$sides
    )
    expect_equal(found$covariance[1, 2], x$covariance, tolerance = 1e-11, info = paste(x))
    expect_equal(diag(found$covariance), 2 * c(x$w1, x$w2), tolerance = 1e-11)
  }
})

test_that("the covariances have their published and closed values", {
  covariance <- function(r, w, sides) {
    combine_p(
      c(0.1, 0.2), "dai", weights = w, covariance = matrix(c(1, r, r, 1), 2),
      covariance_type = "z", sides = sides
    )$covariance[1, 2]
  }
  expect_equal(covariance(0.5, c(2, 2), 2), 0.980171, tolerance = 1e-6)
  expect_equal(covariance(0.5, c(2, 2), 1), 1.81230, tolerance = 1e-5)
  expect_equal(covariance(0.83, c(1, 1), 2), 2 * 0.83^2)
  # -2 log U and -2 log(1 - U)
  expect_equal(covariance(-1, c(2, 2), 1), 4 - 2 * pi^2 / 3)
  # E h_1 h_2 at r = 1 is one integral
  at_one <- stats::integrate(function(p) -2 * log(p) * stats::qchisq(p, 10, lower.tail = FALSE), 0, 1,
    rel.tol = 1e-10
  )$value - 20
  expect_equal(covariance(1, c(2, 10), 2), at_one, tolerance = 1e-7)
  expect_equal(covariance(1, c(2, 10), 1), at_one, tolerance = 1e-7)
  expect_equal(covariance(0, c(3, 7), 2), 0)
  # near 1, continuous and monotone
  near <- vapply(c(0.9, 0.97, 0.99, 0.999, 0.9999, 1), covariance, 0, w = c(10, 10), sides = 2)
  expect_false(is.unsorted(near))
  expect_equal(near[5], near[6], tolerance = 2e-3)
})

test_that("Kost and McDermott's cubic and Brown's quadratic are near the series", {
  p <- c(0.01, 0.2)
  for (r in c(-0.5, 0.2, 0.7)) {
    R <- matrix(c(1, r, r, 1), 2)
    brown <- combine_p(p, "brown", covariance = R, covariance_type = "z", sides = 1)
    cubic <- 3.263 * r + 0.71 * r^2 + 0.027 * r^3
    quadratic <- if (r > 0) 3.25 * r + 0.75 * r^2 else r * (3.27 + 0.71 * r)
    expect_equal(brown$covariance[1, 2], quadratic, tolerance = 0.02)
    expect_equal(brown$covariance[1, 2], cubic, tolerance = 2e-3)
  }
})

test_that("dai shows all that Satterthwaite's approximation needs", {
  p <- c(0.01, 0.2, 0.04)
  w <- c(1, 3, 2.5)
  S <- matrix(c(2, 0.4, 1, 0.4, 6, -0.5, 1, -0.5, 5), 3)
  x <- combine_p(p, "dai", weights = w, covariance = S, covariance_type = "transformed")
  E <- sum(w)
  V <- 2 * sum(w) + 2 * (0.4 + 1 - 0.5)
  total <- sum(stats::qchisq(p, w, lower.tail = FALSE))
  expect_equal(x$parameter, c(v = 2 * E^2 / V, c = 2 * E / V, "E(T)" = E, "Var(T)" = V))
  expect_equal(x$statistic, c(cT = 2 * E / V * total))
  expect_equal(x$p.value, stats::pchisq(2 * E / V * total, 2 * E^2 / V, lower.tail = FALSE))
  expect_s3_class(x, "htest")
  # only what is off the diagonal counts
  diag(S) <- diag(S) * 1.3
  y <- combine_p(p, "dai", weights = w, covariance = S, covariance_type = "transformed")
  expect_identical(y$p.value, x$p.value)
})

test_that("independent p-values make dai Lancaster, and equal ones a single p-value", {
  p <- c(0.01, 0.2, 0.04)
  dai <- combine_p(p, "dai", covariance = diag(3), covariance_type = "z")
  expect_equal(dai$p.value, combine_p(p, "fisher")$p.value)
  same <- combine_p(rep(0.03, 4), "dai", covariance = matrix(1, 4, 4), covariance_type = "z")
  expect_equal(same$p.value, 0.03, tolerance = 1e-6)
  one <- combine_p(rep(0.03, 4), "stouffer", covariance = matrix(1, 4, 4), covariance_type = "z", sides = 1)
  expect_equal(one$p.value, 0.03)
})

test_that("simulated p-values give the covariance of their quantiles", {
  set.seed(1)
  z <- matrix(stats::rnorm(3000), 1000) %*% chol(0.5 + diag(0.5, 3))
  simulated <- 2 * stats::pnorm(-abs(z))
  w <- c(1, 2, 5)
  x <- combine_p(
    c(0.1, 0.2, 0.3), "dai", weights = w, covariance = simulated, covariance_type = "simulated"
  )
  quantiles <- sapply(1:3, function(j) stats::qchisq(simulated[, j], w[j], lower.tail = FALSE))
  S <- stats::cov(quantiles)
  expect_equal(x$covariance, S)
  expect_equal(x$parameter[["Var(T)"]], 2 * sum(w) + 2 * sum(S[upper.tri(S)]))
  y <- combine_p(c(0.1, 0.2, 0.3), "stouffer", covariance = simulated, covariance_type = "simulated")
  expect_equal(y$covariance, stats::cov(stats::qnorm(simulated, lower.tail = FALSE)))
})

test_that("a matrix gives a row a set, the same as its rows one by one", {
  set.seed(2)
  p <- matrix(runif(40), 10, dimnames = list(letters[1:10], NULL))
  R <- 0.3 + diag(0.7, 4)
  for (method in setdiff(rownames(known_combinations()), c("dai", "brown"))) {
    rows <- combine_p(p, method)
    single <- apply(p, 1, function(x) combine_p(x, method)$p.value)
    expect_identical(rows$p.value, unname(single), info = method)
    expect_identical(row.names(rows), letters[1:10])
    expect_identical(names(rows), c("statistic", "df", "p.value", "log.p.value", "n", "note"))
  }
  rows <- combine_p(unname(p), "dai", covariance = R, covariance_type = "z")
  single <- apply(p, 1, function(x) combine_p(x, "dai", covariance = R, covariance_type = "z")$p.value)
  expect_identical(rows$p.value, unname(single))
  expect_identical(
    names(rows),
    c("statistic", "df", "p.value", "log.p.value", "n", "mean", "variance", "scale", "note")
  )
  expect_equal(rows$scale * rows$mean, rows$df)
})

test_that("many sets at once sum R's own quantiles", {
  set.seed(4)
  p <- cbind(runif(1500), runif(1500)^8, 1 - runif(1500)^8, 10^-runif(1500, 0, 30))
  w <- c(0.1, 3.3, 40, 2000)
  rows <- combine_p(p, "lancaster", weights = w)
  # qchisq() by itself has 9 digits
  total <- rowSums(sapply(1:4, function(j) stats::qchisq(p[, j], w[j], lower.tail = FALSE)))
  expect_equal(rows$statistic, total, tolerance = 1e-9)
  # Fisher's method is Lancaster's with equal weights of 2
  alike <- combine_p(p, "lancaster", weights = rep(2, 4))
  expect_equal(alike$log.p.value, combine_p(p, "fisher")$log.p.value, tolerance = 1e-10)
  logs <- combine_p(log(p), "lancaster", weights = w, log.p = TRUE)
  expect_equal(logs$log.p.value, rows$log.p.value, tolerance = 1e-10)
})

test_that("the ends are exact", {
  zero <- c("simes", "bonferroni", "fisher", "lancaster", "stouffer", "harmonic", "cauchy")
  for (method in zero) {
    expect_identical(combine_p(c(0, 0.5), method)$p.value, 0, info = method)
    expect_identical(combine_p(c(0, 0.5), method)$log.p.value, -Inf, info = method)
    expect_identical(combine_p(0.3, method)$p.value, 0.3, info = method)
    expect_identical(combine_p(-1000, method, log.p = TRUE)$log.p.value, -1000, info = method)
  }
  for (method in setdiff(zero, "harmonic")) {
    expect_identical(combine_p(c(1, 1), method)$p.value, 1, info = method)
  }
  # 1/h cannot be less than 1; harmonicmeanp 3.0.1
  expect_equal(combine_p(c(1, 1), "harmonic")$p.value, 0.733989698044374, tolerance = 1e-12)
  expect_identical(combine_p(c(0, 1), "fisher")$p.value, 0)
  expect_identical(combine_p(0:1, "simes")$p.value, 0)
  tiny <- combine_p(c(1e-300, 1e-300), "fisher")
  expect_equal(tiny$log.p.value, 2 * log(1e-300) + log1p(-2 * log(1e-300)))
  expect_identical(tiny$p.value, 0)
  R <- matrix(c(1, 0.2, 0.2, 1), 2)
  expect_identical(combine_p(c(0, 0.5), "dai", covariance = R, covariance_type = "z")$p.value, 0)
  expect_equal(combine_p(c(1, 1), "dai", covariance = R, covariance_type = "z")$p.value, 1)
})

test_that("weights count by their ratios, or as degrees of freedom", {
  p <- c(0.01, 0.3, 0.2)
  for (method in c("stouffer", "harmonic", "cauchy")) {
    expect_equal(
      combine_p(p, method, weights = c(1, 2, 3))$p.value,
      combine_p(p, method, weights = c(1, 2, 3) * 1e6)$p.value
    )
    expect_equal(combine_p(p, method, weights = c(7, 7, 7))$p.value, combine_p(p, method)$p.value)
  }
  # ever more degrees of freedom make Lancaster's test Stouffer's with their roots
  w <- c(1, 2, 3) * 1e8
  expect_equal(
    combine_p(p, "lancaster", weights = w)$p.value,
    combine_p(p, "stouffer", weights = sqrt(w))$p.value,
    tolerance = 1e-3
  )
})

test_that("weights may be of any size", {
  p <- c(0.01, 0.3)
  for (method in c("stouffer", "harmonic", "cauchy")) {
    plain <- combine_p(p, method, weights = c(1, 3))$p.value
    for (size in c(5e307, 1e-200, 1e-307)) {
      expect_equal(combine_p(p, method, weights = size * c(1, 3))$p.value, plain)
    }
  }
  expect_equal(combine_p(p, "stouffer", weights = c(1e300, 1))$p.value, 0.01)
  expect_error(combine_p(p, "lancaster", weights = c(1, 1e13)), "1e12", class = "verdict_error_weights")
  expect_equal(combine_p(p, "lancaster", weights = c(1e-300, 1))$p.value, 0.3)
})

test_that("the order of the p-values does not matter", {
  x <- sets$four
  back <- x[4:1, ]
  for (method in c("lancaster", "stouffer", "harmonic", "cauchy")) {
    expect_equal(
      combine_p(x$p, method, weights = x$weight)$p.value,
      combine_p(back$p, method, weights = back$weight)$p.value
    )
  }
})

test_that("missing p-values are left out on request, with their weights and covariances", {
  p <- c(0.01, NA, 0.3, 0.2)
  w <- c(1, 2, 3, 4)
  R <- matrix(0.2, 4, 4)
  R[1, 3] <- R[3, 1] <- 0.7
  diag(R) <- 1
  all <- combine_p(p, "dai", weights = w, covariance = R, covariance_type = "z", na = "omit")
  part <- combine_p(p[-2], "dai", weights = w[-2], covariance = R[-2, -2], covariance_type = "z")
  expect_equal(all$p.value, part$p.value)
  expect_equal(all$parameter, part$parameter)
  expect_identical(all$omitted, 2L)
  expect_identical(all$n, 3)
  rows <- combine_p(rbind(p, NA, 0.5), na = "omit")
  expect_identical(rows$n, c(3, 0, 4))
  expect_identical(rows$note, c(NA, "no p-value to combine", NA))
  expect_identical(rows$p.value[2], NA_real_)
  expect_error(combine_p(p), class = "verdict_error_p")
})

test_that("what is undefined is NA with its reason, and a warning", {
  expect_warning(x <- combine_p(c(0, 1), "stouffer"), class = "verdict_warning_undefined")
  expect_identical(x$p.value, NA_real_)
  expect_match(x$note, "contradict")
  expect_warning(combine_p(c(0, 1), "cauchy"), class = "verdict_warning_undefined")
  expect_warning(combine_p(NA_real_, na = "omit"), class = "verdict_warning_undefined")
  opposite <- matrix(c(1, -1, -1, 1), 2)
  expect_warning(
    x <- combine_p(c(0.1, 0.2), "stouffer", covariance = opposite, covariance_type = "z", sides = 1),
    class = "verdict_warning_undefined"
  )
  expect_match(x$note, "no positive variance")
  S <- matrix(c(4, -4, -4, 4), 2)
  rows <- combine_p(rbind(c(0.1, 0.2)), "dai", covariance = S, covariance_type = "transformed")
  expect_identical(rows$p.value, NA_real_)
  expect_match(rows$note, "no positive variance")
})

test_that("a matrix that is not positive semi-definite is repaired only on request", {
  R <- matrix(-0.9, 3, 3) + diag(1.9, 3)
  use <- function(...) combine_p(c(0.1, 0.2, 0.3), "dai", covariance = R, covariance_type = "z", ...)
  expect_error(use(), "positive semi-definite", class = "verdict_error_covariance")
  # the nearest correlation matrix of this pattern has -1/2
  expect_equal(use(repair = TRUE)$covariance, {
    half <- matrix(-0.5, 3, 3) + diag(1.5, 3)
    combine_p(c(0.1, 0.2, 0.3), "dai", covariance = half, covariance_type = "z")$covariance
  })
})

test_that("errors say what is wrong, where, and what to do", {
  p <- c(a = 0.1, b = 0.2)
  R <- diag(2)
  expect_snapshot(error = TRUE, {
    combine_p(c(0.1, 1.2, -3))
    combine_p(c(-1, -2))
    combine_p(c(-1, 2), log.p = TRUE)
    combine_p(c(0.1, NA, NaN))
    combine_p(matrix(c(0.1, 0.2, 7, 0.4), 2))
    combine_p("0.1")
    combine_p(numeric())
    combine_p(array(0.1, c(2, 2, 2)))
    combine_p(p, "fischer")
    combine_p(p, "fisher", weights = 1:2)
    combine_p(p, "lancaster", weights = 1:3)
    combine_p(p, "lancaster", weights = c(1, 0))
    combine_p(p, "lancaster", weights = new.env())
    combine_p(p, "dai")
    combine_p(p, "dai", covariance = R)
    combine_p(p, "dai", covariance = R, covariance_type = "p")
    combine_p(p, "dai", covariance = R, covariance_type = "transformed")
    combine_p(p, "dai", covariance = diag(3), covariance_type = "z")
    combine_p(p, "dai", covariance = 1, covariance_type = "z")
    combine_p(p, "dai", covariance = matrix(1:4, 2), covariance_type = "z")
    combine_p(p, "dai", covariance = 4 * R, covariance_type = "z")
    combine_p(p, "dai", covariance = 0 * R, covariance_type = "transformed")
    combine_p(p, "dai", covariance = R / 0, covariance_type = "z")
    combine_p(p, "dai", covariance = R, covariance_type = "simulated")
    combine_p(p, "dai", covariance = cbind(p, p, p), covariance_type = "simulated")
    combine_p(p, "dai", covariance = rbind(p), covariance_type = "simulated")
    combine_p(p, "stouffer", covariance = rbind(p, 1), covariance_type = "simulated")
    combine_p(p, "dai", covariance = R, covariance_type = "z", sides = 3)
    combine_p(p, "cauchy", covariance = R, covariance_type = "z")
    combine_p(p, log.p = NA)
    combine_p(p, wt = 1:2)
  })
})

test_that("the printed result shows its parts", {
  expect_snapshot(combine_p(
    c(0.01, 0.03, 0.2), "dai", covariance = 0.5 + diag(0.5, 3), covariance_type = "z"
  ))
})

test_that("a combined p-value prints as it is, however small, and says why there is none", {
  expect_output(print(combine_p(c(1e-300, 1, 0.5))), "c(1e-300, 1, 0.5)\nS = 3e-300, p = 3e-300", fixed = TRUE)
  # -2 sum(log p) = 3404 at 6 degrees of freedom: exp(-1702) (1 + 1702 + 1702^2 / 2)
  expect_output(print(combine_p(c(-800, -2, -900), "fisher", log.p = TRUE)), "p = 9.8e-734", fixed = TRUE)
  expect_output(print(combine_p(c(0.01, NA, 0.2), na = "omit")), "Simes, 2 p-values (1 more missing)", fixed = TRUE)
  expect_warning(none <- combine_p(c(0, 1), "stouffer"), class = "verdict_warning_undefined")
  expect_output(print(none), "Z = NA, no p-value: p-values of exactly 0 and exactly 1", fixed = TRUE)
})

test_that("many groups of tests at once are what they are one by one", {
  set.seed(1)
  k <- 5
  vcov <- vapply(1:4, function(i) crossprod(matrix(rnorm(60), 12)), matrix(0, k, k))
  log.p <- log(matrix(runif(4 * k), k))
  log.p[2, 2] <- log.p[1:4, 3] <- log.p[, 4] <- NA
  for (sides in 1:2) {
    found <- combine_groups(log.p, vcov, sides = sides)
    one_by_one <- vapply(1:2, FUN.VALUE = 0, function(g) {
      used <- !is.na(log.p[, g])
      combine_p(
        log.p[used, g], "dai", covariance = stats::cov2cor(vcov[used, used, g]), covariance_type = "z",
        sides = sides, log.p = TRUE
      )$log.p.value
    })
    expect_equal(found, c(one_by_one, log.p[5, 3], NA), tolerance = 1e-13)
  }
})

test_that("a combined p-value is a data frame of one row", {
  x <- combine_p(c(0.1, 0.2, 0.03), "fisher")
  found <- as.data.frame(x)
  # -2 sum(log p), on 6 degrees of freedom
  expect_equal(found$statistic, -2 * sum(log(c(0.1, 0.2, 0.03))))
  expect_equal(found$p.value, pchisq(found$statistic, 6, lower.tail = FALSE))
  expect_identical(found$n, x$n)
  expect_error(as.data.frame(x, stringAsFactors = FALSE), class = "verdict_error_argument")
})

test_that("weights and covariances that have the names of the p-values are taken by name", {
  p <- c(a = 0.01, b = 0.4, c = 0.2)
  weights <- c(3, 1, 2)
  by_place <- combine_p(p, "stouffer", weights = weights)$p.value
  expect_equal(combine_p(p, "stouffer", weights = c(c = 2, a = 3, b = 1))$p.value, by_place)
  expect_equal(combine_p(p, "stouffer", weights = c(x = 3, y = 1, z = 2))$p.value, by_place)
  expect_equal(combine_p(unname(p), "stouffer", weights = c(a = 3, b = 1, c = 2))$p.value, by_place)
  expect_equal(combine_p(rbind(p, p), "stouffer", weights = c(c = 2, a = 3, b = 1))$p.value[2], by_place)
  expect_error(
    combine_p(p, "stouffer", weights = c(a = 3, b = 1, d = 2)), "\"d\", which is none of the p-values",
    class = "verdict_error_weights"
  )
  r <- matrix(c(1, 0.5, 0.1, 0.5, 1, 0.3, 0.1, 0.3, 1), 3, dimnames = list(names(p), names(p)))
  dai <- function(r, ...) combine_p(p, "dai", covariance = r, ...)$p.value
  expect_equal(dai(r[3:1, 3:1], covariance_type = "z"), dai(r, covariance_type = "z"))
  drawn <- matrix((1:300 * 7919 %% 1009 + 0.5) %% 1 + (1:300 %% 97) / 100 - 0.45, 100)
  colnames(drawn) <- names(p)
  drawn <- pmin(pmax(drawn, 0.001), 0.999)
  expect_equal(dai(drawn[, 3:1], covariance_type = "simulated"), dai(drawn, covariance_type = "simulated"))
  expect_error(dai(cbind(r, d = 0), covariance_type = "z"), class = "verdict_error_covariance")
  wide <- cbind(r, r)
  colnames(wide) <- NULL
  expect_error(dai(wide, covariance_type = "z"), class = "verdict_error_covariance")
})
