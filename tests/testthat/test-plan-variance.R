# Corrected variances of the marginal model with one parameter a classifier.

classifiers <- c("naive_bayes", "random_forest", "svm", "tree")
repeated <- prediction_set(vehicle_cv, truth, c(naive_bayes, random_forest, svm, tree), id = id)
corrections <- c("robust", "cr1", "cr1s", "df", "kauermann_carroll", "mancl_derouen", "morel_bokossa_neerchal")

# One row a prediction of the class, the general sandwich from its definition.
naive_sandwich <- function(data, class, type) {
  rows <- do.call(rbind, lapply(classifiers, function(one) {
    called <- data[data[[one]] == class, ]
    data.frame(id = called$id, y = as.numeric(called$truth == class), classifier = one)
  }))
  x <- outer(rows$classifier, classifiers, "==") + 0
  mu <- drop(x %*% (crossprod(x, rows$y) / colSums(x)))
  bread <- solve(crossprod(x, x * mu * (1 - mu)))
  scores <- lapply(split(seq_along(mu), rows$id), function(g) {
    x_g <- x[g, , drop = FALSE]
    v <- mu[g] * (1 - mu[g])
    leverage <- (v * x_g) %*% bread %*% t(x_g)
    one <- diag(length(g))
    e <- rows$y[g] - mu[g]
    e <- switch(type,
      "mancl_derouen" = solve(one - leverage, e),
      "kauermann_carroll" = {
        # symmetric after scaling by the roots of v
        parts <- eigen(one - (sqrt(v) * x_g) %*% bread %*% t(sqrt(v) * x_g), symmetric = TRUE)
        turned <- crossprod(parts$vectors, e / sqrt(v)) / sqrt(parts$values)
        sqrt(v) * drop(parts$vectors %*% turned)
      },
      e
    )
    drop(crossprod(x_g, e))
  })
  meat <- crossprod(do.call(rbind, scores))
  clusters <- length(scores)
  n <- nrow(rows)
  p <- length(classifiers)
  covariance <- bread %*% meat %*% bread
  switch(type,
    cr1 = covariance * clusters / (clusters - 1),
    cr1s = covariance * clusters / (clusters - 1) * (n - 1) / (n - p),
    df = covariance * clusters / (clusters - p),
    "morel_bokossa_neerchal" = {
      share <- if (clusters > 3 * p) p / (clusters - p) else 0.5
      (n - 1) / (n - p) * clusters / (clusters - 1) * covariance +
        share * max(1, sum(diag(bread %*% meat)) / p) * bread
    },
    covariance
  )
}

standard_errors <- function(covariance, reference = 1) {
  own <- diag(covariance)
  sqrt(own + own[reference] - 2 * covariance[, reference])[-reference]
}

test_that("standard errors agree with clubSandwich", {
  peers <- read.csv(test_path("fixtures", "omnibus-peers.csv"))
  peers <- peers[peers$classifier != "", ]
  for (vcov in setdiff(corrections, c("cr1", "cr1s", "morel_bokossa_neerchal"))) {
    for (metric in c("precision", "npv")) {
      expected <- peers[peers$quantity == vcov & peers$metric == metric, ]
      found <- compare_classifiers(
        repeated, metric,
        method = "gee", reference = "naive_bayes", vcov = vcov
      )
      expect_identical(found$classifier, expected$classifier)
      expect_equal(found$std.error, expected$value, tolerance = 1e-10)
    }
  }
})

test_that("standard errors agree with the general definition, few clusters too", {
  few <- vehicle_cv[vehicle_cv$id %in% unique(vehicle_cv$id)[1:40], ]
  for (data in list(vehicle_cv, few)) {
    x <- prediction_set(data, truth, c(naive_bayes, random_forest, svm, tree), id = id)
    for (vcov in corrections) {
      for (class in c("opel", "saab")) {
        found <- compare_classifiers(
          x,
          method = "gee", classes = class, reference = "svm", vcov = vcov
        )
        covariance <- naive_sandwich(data, class, vcov)
        expect_equal(found$std.error, standard_errors(covariance, 3), tolerance = 1e-12)
      }
    }
  }
})

test_that("rows without ids are clusters of their own", {
  data <- cbind(satellite, id = seq_len(nrow(satellite)))
  x <- prediction_set(truth ~ ., satellite)
  for (vcov in corrections) {
    found <- compare_classifiers(
      x,
      method = "gee", classes = "grey soil", reference = "naive_bayes", vcov = vcov
    )
    covariance <- naive_sandwich(data, "grey soil", vcov)
    expect_equal(found$std.error, standard_errors(covariance), tolerance = 1e-12)
  }
})

test_that("the joint Wald test uses the same variance", {
  for (vcov in corrections) {
    covariance <- naive_sandwich(vehicle_cv, "saab", vcov)
    contrast <- cbind(-1, diag(3))
    theta <- vapply(classifiers, function(one) {
      qlogis(mean(vehicle_cv$truth[vehicle_cv[[one]] == "saab"] == "saab"))
    }, 0)
    gap <- contrast %*% theta
    found <- omnibus_test(repeated, method = "wald", classes = "saab", vcov = vcov)
    expected <- drop(crossprod(gap, solve(contrast %*% covariance %*% t(contrast), gap)))
    expect_equal(found$statistic, expected, tolerance = 1e-10)
  }
})

# Stacked: one row a prediction of the class.
test_that("fit_gee() on the stacked predictions gives the same", {
  short <- vehicle_cv[vehicle_cv$id %in% unique(vehicle_cv$id)[1:150], ]
  x <- prediction_set(short, truth, c(naive_bayes, random_forest, svm, tree), id = id)
  rows <- do.call(rbind, lapply(classifiers, function(one) {
    called <- short[short[[one]] == "opel", ]
    data.frame(id = called$id, right = called$truth == "opel", classifier = one)
  }))
  rows$classifier <- factor(rows$classifier, classifiers)
  for (vcov in setdiff(corrections, c("cr1", "cr1s"))) {
    fit <- fit_gee(right ~ classifier, rows, id = id, vcov = vcov)
    found <- compare_classifiers(
      x,
      method = "gee", classes = "opel", reference = "naive_bayes", vcov = vcov
    )
    expect_equal(log(found$estimate), unname(coef(fit)[-1]), tolerance = 1e-10)
    expect_equal(found$std.error, unname(sqrt(diag(vcov(fit))[-1])), tolerance = 1e-10)
    joint <- omnibus_test(x, method = "wald", classes = "opel", vcov = vcov)
    expect_equal(joint$statistic, anova(fit)$statistic[1], tolerance = 1e-10)
  }
  fit <- fit_gee(right ~ classifier, rows, id = id)
  score <- anova(fit, test = "score")$statistic[1]
  expect_equal(omnibus_test(x, classes = "opel")$statistic, score, tolerance = 1e-10)
})

test_that("other scales follow by the delta method", {
  covariance <- naive_sandwich(vehicle_cv, "opel", "mancl_derouen")
  p <- vapply(vehicle_cv[classifiers], function(called) {
    mean(vehicle_cv$truth[called == "opel"] == "opel")
  }, 0, USE.NAMES = FALSE)
  found <- function(measure) {
    compare_classifiers(repeated,
      method = "wald", measure = measure, classes = "opel",
      reference = "naive_bayes", vcov = "mancl_derouen"
    )$std.error
  }
  scaled <- function(slope) standard_errors(covariance * outer(slope, slope))
  expect_equal(found("difference"), scaled(p * (1 - p)), tolerance = 1e-12)
  expect_equal(found("ratio"), scaled(1 - p), tolerance = 1e-12)
})

test_that("a corrected variance of recall goes with a Wald interval", {
  x <- prediction_set(truth ~ svm + tree, satellite)
  found <- compare_classifiers(x, "recall", method = "wald", vcov = "mancl_derouen")
  half <- qnorm(0.975) * found$std.error
  expect_equal(found$conf.low, found$estimate - half, tolerance = 1e-12)
  expect_equal(found$conf.high, found$estimate + half, tolerance = 1e-12)
  expect_identical(unique(found$method), "Wald, Mancl-DeRouen variance")
  expect_error(
    compare_classifiers(x, "recall", method = "wald", vcov = "df", interval = "tango"),
    class = "verdict_error_interval"
  )
})

test_that("what the plain variance does not allow is not corrected", {
  d <- data.frame(
    id = c(1, 1, 2, 3, 4, 5),
    truth = c(1, 2, 1, 2, 2, 1),
    a = c(1, 1, 2, 2, 2, 2), b = c(1, 1, 1, 2, 2, 1), c = c(1, 1, 1, 2, 2, 1)
  )
  x <- prediction_set(d, truth, c(a, b, c), id = id)
  for (vcov in corrections) {
    found <- compare_classifiers(x, method = "gee", classes = "1", vcov = vcov)
    expect_identical(found$note, c("one cluster", "one cluster", "identical predictions"))
    found <- omnibus_test(x, method = "wald", classes = "1", vcov = vcov)
    expect_identical(found$note, "one cluster")
  }
})

test_that("too few clusters for a correction", {
  d <- data.frame(
    truth = c(1, 2, 1, 1), a = c(1, 1, 2, 2), b = c(1, 1, 2, 1),
    c = c(1, 1, 1, 2), e = c(1, 1, 2, 2)
  )
  x <- prediction_set(truth ~ ., d[c(1, 2, 3), ])
  note <- function(vcov) {
    compare_classifiers(x, method = "gee", classes = "1", reference = "c", vcov = vcov)$note[1]
  }
  expect_identical(note("robust"), NA_character_)
  expect_identical(note("df"), "too few clusters for this variance")
  wald <- omnibus_test(x, method = "wald", classes = "1", vcov = "df")
  expect_identical(wald$note, "too few clusters for this variance")
})

test_that("wrong variances are named", {
  x <- prediction_set(truth ~ svm + tree, satellite)
  expect_error(compare_classifiers(x, vcov = "none"), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, vcov = "df"), class = "verdict_error_vcov")
  expect_error(compare_classifiers(x, "mcc", vcov = "df"), class = "verdict_error_vcov")
  expect_error(compare_classifiers(x, "recall", vcov = "df"), class = "verdict_error_vcov")
})
