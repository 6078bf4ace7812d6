# The fit against its definition, closed forms and symmetries. Stored results of
# other software: test-gee-peers.R; bad input: test-gee-errors.R.

unequal <- gee_example("unequal")
design <- model.matrix(~ x + arm, unequal)

# Rows of the classifiers' positive predictions in Paired1 (DTComPair): clusters
# are observations, counts of (1st, 2nd positive) with and without disease.
paired1 <- local({
  cell <- expand.grid(second = 1:0, first = 1:0, truth = 1:0)
  cell <- cell[rep(1:8, c(319, 78, 22, 32, 31, 53, 22, 155)), ]
  cell$id <- seq_len(nrow(cell))
  long <- function(classifier) {
    data.frame(cell[cell[[classifier]] == 1, c("id", "truth")], classifier)
  }
  rbind(long("first"), long("second"))
})

naive <- function(fit, x = design, ...) {
  alpha <- if (is.na(fit$alpha)) 0 else fit$alpha
  gee_parts_naive(x, fit$y, fit$id, coef(fit), family(fit)$link, alpha, ...)
}

test_that("precisions of two classifiers have the closed form", {
  fit <- fit_gee(truth ~ classifier, paired1, id)
  precision <- c(341 - 22 + 78, 319 + 22) / c(397 + 84, 341 + 53)
  expect_equal(unname(fitted(fit)[c(1, 482)]), precision, tolerance = 1e-14)
  tp <- c(397, 341)
  fp <- c(84, 53)
  expect_equal(coef(fit)[[2]], log(tp[2] * fp[1] / (fp[2] * tp[1])), tolerance = 1e-13)
  variance <- sum(1 / tp + 1 / fp) - 2 * 319 / prod(tp) - 2 * 31 / prod(fp)
  expect_equal(vcov(fit)[2, 2], variance, tolerance = 1e-13)
  # Paired1 in Leisenring, Alonzo and Pepe (2000): generalized score 5.711
  expect_equal(anova(fit, test = "score")$statistic, 5.711241, tolerance = 1e-6)
  expect_equal(anova(fit)$statistic, 5.41110, tolerance = 1e-5)
})

test_that("small-sample corrections have the closed form when one level's rows are a cell", {
  set.seed(4)
  d <- data.frame(id = sample(12, 120, TRUE), classifier = sample(c("a", "b", "c"), 120, TRUE))
  d$y <- rbinom(120, 1, 0.4)
  fit <- fit_gee(y ~ 0 + classifier, d, id)
  positive <- table(d$id, d$classifier, d$y)
  tp <- colSums(positive[, , 2])
  fp <- colSums(positive[, , 1])
  m <- tp + fp
  u <- sweep(positive[, , 2], 2, tp, "/") - sweep(positive[, , 1], 2, fp, "/")
  left <- 1 - sweep(positive[, , 1] + positive[, , 2], 2, m, "/")
  same <- function(type, value) {
    expect_equal(unname(vcov(fit, type)), unname(value), tolerance = 1e-12)
  }
  same("robust", crossprod(u))
  same("df", crossprod(u) * 12 / (12 - 3))
  same("kauermann_carroll", crossprod(u / sqrt(left)))
  same("mancl_derouen", crossprod(u / left))
  bread <- diag(1 / tp + 1 / fp)
  excess <- max(1, sum(diag(solve(bread) %*% crossprod(u))) / 3)
  k <- 119 / 117 * 12 / 11
  same("morel_bokossa_neerchal", k * crossprod(u) + 3 / 9 * excess * bread)
  same("model", fit$phi * bread)
})

test_that("estimates and covariances fulfil their definitions", {
  for (link in c("logit", "identity", "log")) {
    for (corstr in c("independence", "exchangeable")) {
      start <- if (link == "log") c(-0.6, 0.1, 0, 0)
      data <- if (link == "logit") unequal else transform(unequal, x = tanh(x))
      x <- model.matrix(~ x + arm, data)
      fit <- fit_gee(y ~ x + arm, data, id, binomial(link), corstr, start = start)
      parts <- naive(fit, x)
      score <- gee_total(parts, function(g) t(g$d) %*% g$inverse %*% g$e)
      bread <- gee_bread_naive(parts)
      expect_lt(max(abs(score) * sqrt(diag(bread))), 1e-9)
      expect_equal(unname(vcov(fit, "model")), unname(fit$phi * bread), tolerance = 1e-9)
      for (k in 1:3) {
        type <- c("robust", "kauermann_carroll", "mancl_derouen")[k]
        expect_equal(
          unname(vcov(fit, type)), unname(gee_sandwich_naive(parts, c(0, -0.5, -1)[k])),
          tolerance = 1e-9
        )
      }
      r <- residuals(fit, "pearson")
      pairs <- tapply(r, data$id, function(r) (sum(r)^2 - sum(r^2)) / 2)
      size <- table(data$id)
      expect_equal(fit$phi, mean(r^2), tolerance = 1e-12)
      if (corstr == "exchangeable") {
        alpha <- sum(pairs) / fit$phi / sum(size * (size - 1) / 2)
        expect_equal(fit$alpha, alpha, tolerance = 1e-12)
      }
    }
  }
})

test_that("the generalized score test fulfils its definition, also between parametrisations", {
  for (corstr in c("independence", "exchangeable")) {
    small <- fit_gee(y ~ x, unequal, id, corstr = corstr)
    large <- fit_gee(y ~ x + arm, unequal, id, corstr = corstr)
    at <- gee_parts_naive(design, unequal$y, unequal$id, c(coef(small), 0, 0), "logit", small$alpha)
    score <- gee_score_naive(at, 3:4)
    expect_equal(anova(small, large, test = "score")$statistic, score, tolerance = 1e-10)
    expect_equal(anova(large, test = "score")$statistic[2], score, tolerance = 1e-10)
    b <- coef(large)[3:4]
    wald <- sum(b * solve(vcov(large)[3:4, 3:4], b))
    expect_equal(anova(small, large)$statistic, wald, tolerance = 1e-10)
    other <- fit_gee(y ~ 0 + arm + I(2 * x - 1), unequal, id, corstr = corstr)
    for (test in c("wald", "score")) {
      expect_equal(
        anova(small, other, test = test)$statistic, anova(small, large, test = test)$statistic,
        tolerance = 1e-9
      )
    }
  }
  type <- "mancl_derouen"
  v <- vcov(large, type)[3:4, 3:4]
  expect_equal(anova(small, large, vcov = type)$statistic, sum(b * solve(v, b)), tolerance = 1e-10)
  expect_equal(
    anova(small, large)$log.p.value, pchisq(wald, 2, lower.tail = FALSE, log.p = TRUE)
  )
})

test_that("rows may come in any order, ids may be of any type", {
  set.seed(1)
  o <- sample(nrow(unequal))
  for (corstr in c("independence", "exchangeable")) {
    fit <- fit_gee(y ~ x + arm, unequal, id, corstr = corstr)
    shuffled <- fit_gee(y ~ x + arm, unequal[o, ], id, corstr = corstr)
    expect_equal(coef(shuffled), coef(fit), tolerance = 1e-12)
    for (type in gee_vcov_types) {
      expect_equal(vcov(shuffled, type), vcov(fit, type), tolerance = 1e-11)
    }
    expect_equal(fitted(shuffled), fitted(fit)[o], tolerance = 1e-12)
  }
  same <- function(id) {
    again <- fit_gee(y ~ x + arm, unequal, id, corstr = corstr)
    expect_equal(vcov(again), vcov(fit), tolerance = 1e-12)
  }
  same(paste("patient", unequal$id))
  same(factor(unequal$id))
  same("id")
  same(unequal$id + 0.5)
  # distinct doubles that a radix sort rounds to the same
  same(1e12 + unequal$id)
  same(as.POSIXct("2024-01-01", tz = "UTC") + unequal$id)
})

test_that("duplicating every row with its id changes no robust result", {
  twice <- unequal[rep(seq_len(nrow(unequal)), 2), ]
  fit <- fit_gee(y ~ x + arm, unequal, id)
  double <- fit_gee(y ~ x + arm, twice, id)
  weighted <- fit_gee(y ~ x + arm, unequal, id, weights = rep(2, nrow(unequal)))
  for (other in list(double, weighted)) {
    expect_equal(coef(other), coef(fit), tolerance = 1e-12)
    expect_equal(vcov(other), vcov(fit), tolerance = 1e-12)
    expect_equal(vcov(other, "mancl_derouen"), vcov(fit, "mancl_derouen"), tolerance = 1e-12)
  }
})

test_that("clusters larger than a block, and wide designs, give the same sums", {
  set.seed(2)
  # A block has 384 rows: two clusters fit none; those of the last rows are scattered over them.
  n <- 1200
  d <- data.frame(id = rep(1:5, c(5, 386, 3, 388, 418)), g = sample(letters, n, TRUE), x = rnorm(n))
  d$id[801:n] <- rep(6:105, 4)
  d$y <- rbinom(n, 1, plogis(d$x / 2))
  fit <- fit_gee(y ~ x, d, id, corstr = "exchangeable")
  parts <- naive(fit, model.matrix(~x, d))
  same <- function(fit, type, value) {
    expect_equal(unname(vcov(fit, type)), unname(value), tolerance = 1e-8)
  }
  same(fit, "robust", gee_sandwich_naive(parts))
  same(fit, "mancl_derouen", gee_sandwich_naive(parts, -1))
  wide <- fit_gee(y ~ x + g, d, id)
  parts <- naive(wide, model.matrix(~ x + g, d))
  same(wide, "kauermann_carroll", gee_sandwich_naive(parts, -0.5))
})

test_that("an ill-conditioned design loses no more than its condition", {
  set.seed(3)
  d <- data.frame(id = 1:400, year = 1990 + rep(0:19, 20))
  d$y <- rbinom(400, 1, plogis((d$year - 2000) / 10))
  raw <- fit_gee(y ~ year + I(year^2), d, id)
  centred <- fit_gee(y ~ I(year - 2000) + I((year - 2000)^2), d, id)
  expect_equal(fitted(raw), fitted(centred), tolerance = 1e-8)
  expect_equal(vcov(raw)[3, 3], vcov(centred)[3, 3], tolerance = 1e-6)
})

test_that("neither the size of the weights nor the origin of a column matters", {
  fit <- fit_gee(y ~ x + arm, unequal, id)
  exchangeable <- fit_gee(y ~ x, unequal, id, corstr = "exchangeable")
  for (size in c(1e-300, 1e8, 1e300)) {
    weighted <- fit_gee(y ~ x + arm, unequal, id, weights = rep(size, nrow(unequal)))
    expect_equal(coef(weighted), coef(fit), tolerance = 1e-10)
    expect_equal(vcov(weighted), vcov(fit), tolerance = 1e-10)
    pairs <- fit_gee(y ~ x, unequal, id, corstr = "exchangeable", weights = rep(size, nrow(unequal)))
    expect_equal(coef(pairs), coef(exchangeable), tolerance = 1e-9)
  }
  far <- fit_gee(y ~ I(x + 1e8) + arm, unequal, id)
  expect_equal(coef(far)[[2]], coef(fit)[[2]], tolerance = 1e-5)
  expect_equal(vcov(far)[2, 2], vcov(fit)[2, 2], tolerance = 1e-5)
})

test_that("independent rows give the glm with its HC0 covariance", {
  fit <- fit_gee(y ~ x + arm, unequal, seq_len(nrow(unequal)))
  glm <- stats::glm(y ~ x + arm, binomial, unequal, control = list(epsilon = 1e-14))
  expect_equal(coef(fit), coef(glm), tolerance = 1e-10)
  expect_equal(vcov(fit, "model") / fit$phi, vcov(glm), tolerance = 1e-8)
  expect_equal(unname(residuals(fit)), unname(residuals(glm, "response")), tolerance = 1e-9)
  for (type in c("pearson", "working")) {
    theirs <- unname(residuals(glm, type))
    expect_equal(unname(residuals(fit, type)), theirs, tolerance = 1e-9)
  }
  expect_equal(unname(fitted(fit)), unname(fitted(glm)), tolerance = 1e-10)
  alone <- fit_gee(y ~ x + arm, unequal, seq_len(nrow(unequal)), corstr = "exchangeable")
  expect_equal(vcov(alone), vcov(fit))
  expect_true(is.na(alone$alpha))
})

test_that("responses of every kind mean the same", {
  fit <- fit_gee(y ~ x, unequal, id)
  same <- function(data) expect_equal(coef(fit_gee(y ~ x, data, id)), coef(fit), tolerance = 1e-12)
  same(transform(unequal, y = y == 1))
  same(transform(unequal, y = factor(y, labels = c("no", "yes"))))
  trials <- fit_gee(cbind(successes, trials - successes) ~ x, unequal, id)
  share <- fit_gee(successes / trials ~ x, unequal, id, weights = trials)
  expect_equal(coef(trials), coef(share), tolerance = 1e-13)
  expect_equal(vcov(trials, "model"), vcov(share, "model"), tolerance = 1e-13)
  r <- residuals(trials, "pearson")
  expect_equal(trials$phi, mean(r^2), tolerance = 1e-12)
})

test_that("weights of 0 and incomplete rows are left out", {
  out <- unequal$id %% 7 == 0
  rest <- fit_gee(y ~ x + arm, unequal[!out, ], id, corstr = "exchangeable")
  zero <- fit_gee(y ~ x + arm, unequal, id, corstr = "exchangeable", weights = as.double(!out))
  holes <- transform(unequal, x = ifelse(out, NA, x))
  omit <- fit_gee(y ~ x + arm, holes, id, corstr = "exchangeable", na = "omit")
  for (other in list(zero, omit)) {
    expect_equal(coef(other), coef(rest), tolerance = 1e-12)
    expect_equal(vcov(other, "mancl_derouen"), vcov(rest, "mancl_derouen"), tolerance = 1e-11)
    expect_equal(nobs(other), nobs(rest))
    expect_equal(other$n_clusters, rest$n_clusters)
  }
  expect_equal(omit$n_omitted, sum(out))
  expect_length(fitted(zero), nrow(unequal))
})

test_that("offsets come from the argument, the formula, or both", {
  fit <- fit_gee(y ~ x, unequal, id, offset = shift)
  formula <- fit_gee(y ~ x + offset(shift), unequal, id)
  both <- fit_gee(y ~ x + offset(shift / 2), unequal, id, offset = shift / 2)
  expect_equal(coef(formula), coef(fit), tolerance = 1e-13)
  expect_equal(coef(both), coef(fit), tolerance = 1e-13)
  for (f in list(fit, formula, both)) {
    expect_equal(predict(f, unequal), predict(f), tolerance = 1e-12)
  }
  expect_equal(predict(fit) - unequal$shift, coef(fit)[[1]] + coef(fit)[[2]] * unequal$x)
})

test_that("zero variances give no test", {
  d <- data.frame(id = rep(1:10, 2), g = rep(0:1, each = 10), y = rep(c(0.25, 0.5), each = 10))
  fit <- fit_gee(y ~ g, d, id)
  expect_equal(unname(fitted(fit)), d$y, tolerance = 1e-12)
  expect_lt(max(abs(vcov(fit))), 1e-20)
  expect_true(all(is.na(tidy(fit)$p.value)))
  expect_equal(anova(fit)$note, "zero variance")
  expect_true(is.na(anova(fit)$statistic))
})

test_that("identical classifiers differ by exactly 0, and take a degree of freedom away", {
  second <- subset(paired1, classifier == "second")
  three <- rbind(paired1, transform(second, classifier = "third"))
  two <- fit_gee(truth ~ classifier, paired1, id)
  fit <- fit_gee(truth ~ classifier, three, id)
  expect_equal(coef(fit)[[2]], coef(fit)[[3]], tolerance = 1e-12)
  expect_equal(vcov(fit)[2, 2], vcov(two)[2, 2], tolerance = 1e-10)
  for (test in c("wald", "score")) {
    table <- anova(fit, test = test)
    expect_equal(table$df, 1)
    expect_match(table$note, "fewer degrees of freedom")
  }
  expect_equal(anova(fit)$statistic, anova(two)$statistic, tolerance = 1e-8)
})

test_that("no more clusters than coefficients leave the corrected variance unknown", {
  set.seed(1)
  d <- data.frame(y = rbinom(60, 1, 0.5), x = rnorm(60), z = rnorm(60), id = rep(1:3, 20))
  fit <- fit_gee(y ~ x + z, id = id, data = d, vcov = "df")
  expect_true(all(is.na(vcov(fit))))
  expect_false(anyNA(vcov(fit, type = "morel_bokossa_neerchal")))
})
