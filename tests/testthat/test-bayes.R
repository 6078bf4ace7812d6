folds <- data.frame(
  fold = 1:5, a = c(0.84, 0.81, 0.86, 0.79, 0.88), b = c(0.80, 0.80, 0.83, 0.78, 0.82)
)
on_folds <- score_set(folds, fold = fold, metric = "accuracy")
sets <- cbind(
  x = c(0.81, 0.77, 0.92, 0.65, 0.70, 0.88, 0.74, 0.83), y = c(0.79, 0.77, 0.89, 0.66, 0.66, 0.83, 0.74, 0.77)
)
on_sets <- score_set(sets, design = "datasets", metric = "accuracy")
probs <- function(x) unlist(as.data.frame(x)[1, c("prob.worse", "prob.rope", "prob.better")], use.names = FALSE)

test_that("the correlated t test is baycomp's, and without region the corrected t test", {
  x <- compare_bayesian(on_folds, reference = "b")
  expect_equal(probs(x), c(0.024136, 0.092162, 0.883702), tolerance = 1e-5)
  # scmamp's posterior quantiles, the interval of the corrected resampled t test
  expect_equal(c(x$estimate, x$conf.low, x$conf.high), c(0.03, -0.009510, 0.069510), tolerance = 1e-4)
  expect_identical(x$mc.error, 0)
  none <- compare_bayesian(on_folds, reference = "b", rope = 0)
  expect_equal(1 - none$prob.better, 0.102700 / 2, tolerance = 1e-5)
  expect_identical(none$prob.rope, 0)
  # Sizes of the splits give the correlation.
  sized <- score_set(folds, classifiers = c(a, b), fold = fold, metric = "accuracy", n_train = 160, n_test = 40)
  expect_equal(probs(compare_bayesian(sized, reference = "b")), probs(x))
  expect_equal(probs(compare_bayesian(on_folds, reference = "b", rho = 0.2)), probs(x))
  expect_gt(compare_bayesian(on_folds, reference = "b", rho = 0)$prob.better, x$prob.better)
})

test_that("the sign test is the integral, and the signed-rank test baycomp's", {
  x <- compare_bayesian(on_sets, method = "sign", rope = 0.004, reference = "y")
  expect_equal(probs(x), c(0.019076, 0.220904, 0.760020), tolerance = 1e-5)
  expect_equal(c(x$share.worse, x$share.rope, x$share.better), c(1, 3, 5) / 9)
  expect_equal(x$estimate, median(sets[, 1] - sets[, 2]))
  set.seed(1)
  y <- compare_bayesian(on_sets, rope = 0.004, reference = "y", draws = 2e5)
  expect_lt(max(abs(probs(y) - c(0.0070, 0.0108, 0.9823))), 0.0012)
  expect_equal(y$mc.error, max(sqrt(probs(y) * (1 - probs(y)) / 2e5)), tolerance = 0.001)
  d <- sets[, 1] - sets[, 2]
  walsh <- outer(d, d, `+`) / 2
  expect_equal(y$estimate, median(walsh[!lower.tri(walsh)]))
  # E w_i w_j of a Dirichlet distribution
  a <- c(0.5, rep(1, 8))
  moment <- (outer(a, a) + diag(a)) / (8.5 * 9.5)
  pairs <- outer(c(0, d), c(0, d), `+`)
  expect_equal(y$share.better, sum(moment[pairs > 0.008 + 1e-12]), tolerance = 0.01)
  # Without a region half a win and half a loss stand before the data.
  none <- compare_bayesian(on_sets, method = "sign", rope = 0, reference = "y")
  expect_equal(none$prob.better, pbeta(0.5, 1.5, 5.5))
  strong <- compare_bayesian(on_sets, method = "sign", rope = 0, reference = "y", prior = 4)
  expect_equal(strong$prob.better, pbeta(0.5, 3, 7))
})

test_that("a seed reproduces the simulation, and order or direction change only the side", {
  run <- function(...) {
    set.seed(3)
    compare_bayesian(..., draws = 5000)
  }
  x <- run(on_sets, reference = "y")
  expect_identical(run(on_sets, reference = "y"), x)
  turned <- score_set(sets[8:1, ], design = "datasets", metric = "accuracy")
  expect_equal(probs(run(turned)), rev(probs(x)), tolerance = 0.02)
  errors <- score_set(1 - sets, design = "datasets", metric = "error")
  expect_equal(probs(run(errors, reference = "y")), probs(x))
  expect_equal(run(errors, reference = "y")$estimate, -x$estimate)
  t <- compare_bayesian(on_folds, reference = "b")
  wrong <- folds
  wrong[c("a", "b")] <- 1 - wrong[c("a", "b")]
  lower <- compare_bayesian(score_set(wrong, fold = fold, metric = "error"), reference = "b")
  expect_equal(probs(lower), probs(t))
  expect_equal(c(lower$estimate, lower$conf.low, lower$conf.high), -c(t$estimate, t$conf.high, t$conf.low))
})

test_that("without differences nothing is sure, and without spread all is", {
  equal <- score_set(cbind(a = c(0.8, 0.7, 0.9), b = c(0.8, 0.7, 0.9)), design = "folds", metric = "accuracy")
  same <- compare_bayesian(equal)
  expect_identical(probs(same), c(0, 1, 0))
  expect_identical(same$note, "all differences are zero")
  expect_identical(probs(compare_bayesian(equal, rope = 0)), c(0.5, 0, 0.5))
  on_data <- score_set(equal$scores[, , 1], design = "datasets", metric = "accuracy")
  expect_identical(probs(compare_bayesian(on_data, rope = 0)), c(0.5, 0, 0.5))
  expect_identical(probs(compare_bayesian(on_data, rope = 0, method = "sign")), c(0.5, 0, 0.5))
  expect_gt(compare_bayesian(on_data)$prob.rope, 0.99)
  # Differences that are equal but for rounding
  shifted <- score_set(cbind(a = c(0.9, 0.7, 0.5), b = c(0.8, 0.6, 0.4)), design = "folds", metric = "accuracy")
  one <- compare_bayesian(shifted)
  expect_identical(probs(one), c(1, 0, 0))
  expect_identical(one$note, "all differences are equal")
  expect_identical(one$conf.low, one$conf.high)
  # Where all pairs are at the end of the region, half of each is in it, whatever rounding makes of the shares.
  a <- c(0.7, 0.6, 0.5, 0.4)
  edge <- score_set(cbind(a = a, b = a + 0.1), design = "datasets", metric = "accuracy")
  expect_identical(probs(compare_bayesian(edge, rope = 0.1, prior = 0, reference = "a")), c(0, 0.5, 0.5))
})

test_that("what a design does not allow is said", {
  expect_warning(
    compare_bayesian(on_folds, method = "sign"), "not independent", class = "verdict_warning_design"
  )
  expect_warning(compare_bayesian(on_sets, method = "correlated_t"), "signed_rank", class = "verdict_warning_design")
  refused <- function(x, ..., kind = "design", message = NULL) {
    expect_error(compare_bayesian(x, ...), message, class = paste0("verdict_error_", kind))
  }
  splits <- function(design, ...) score_set(sets, design = design, metric = "accuracy", ...)
  refused(splits("bootstrap"), message = "Bootstrap samples")
  refused(splits("monte_carlo"), message = "overlap")
  expect_equal(
    attr(compare_bayesian(splits("monte_carlo", n_train = 70, n_test = 30)), "verdict")$rho, 0.3
  )
  expect_identical(attr(compare_bayesian(splits("items")), "verdict")$rho, 0)
  refused(splits("items", cluster = rep(1:4, 2)), message = "clusters")
  refused(score_set(sets[, 1, drop = FALSE], design = "datasets"), kind = "classifier")
  refused(score_set(sets, design = "datasets"), kind = "rope", message = "too small to matter")
  expect_no_error(compare_bayesian(score_set(sets, design = "datasets"), rope = 0, draws = 100))
  refused(on_sets, rope = -1, kind = "rope", message = "not -1")
  refused(on_sets, rope = "small", kind = "rope")
  refused(on_sets, rope = c(f1 = 0.1), kind = "rope", message = "none")
  refused(on_sets, metric = "f1", kind = "metric")
  refused(on_sets, method = "anova", kind = "argument")
  refused(on_sets, reference = "z", kind = "reference")
  refused(on_sets, draws = 10, kind = "argument")
  refused(on_sets, prior = -1, kind = "argument")
  refused(on_folds, rho = 1, kind = "argument")
  refused(on_sets, 0.01, kind = "argument")
  idle <- function(text, ...) {
    expect_warning(compare_bayesian(...), text, class = "verdict_warning_argument")
  }
  idle('`prior` is of no use to "correlated_t"', on_folds, prior = 2)
  idle('`rho` is of no use to "signed_rank"', on_sets, rho = 0.1, draws = 100)
  refused(on_sets, conf.level = 2, kind = "argument")
  expect_error(compare_bayesian(), class = "verdict_error_input")
  neither <- score_set(sets, design = "datasets", metric = "size", better = NA, lower = 0, upper = 1)
  refused(neither, kind = "metric", message = "neither more nor less")
})

test_that("missing scores are left out pair by pair", {
  lacking <- sets
  lacking[1, 1] <- NA
  x <- compare_bayesian(score_set(lacking, design = "datasets", metric = "accuracy", na = "keep"), method = "sign")
  expect_identical(x$n, 7L)
  lacking[, 1] <- NA
  none <- compare_bayesian(score_set(lacking, design = "datasets", metric = "accuracy", na = "keep"))
  expect_identical(none$note, "too few units")
  expect_true(is.na(none$prob.better))
  expect_output(print(summary(none)), "cannot be compared: too few units")
  expect_output(print(none), "NA")
  skip_if_not_installed("ggplot2")
  expect_error(plot(none), "no posterior", class = "verdict_error_columns")
})

test_that("several metrics and pairs are rows, with a region each", {
  long <- expand.grid(dataset = 1:8, model = c("m1", "m2", "m3"), metric = c("auc", "error"))
  set.seed(8)
  long$score <- round(stats::runif(48, 0.2, 0.8), 2)
  set <- score_set(long, score, model, dataset = dataset, metric = metric)
  x <- compare_bayesian(set, rope = c(error = 0.02, auc = 0.01), draws = 500)
  expect_identical(nrow(x), 6L)
  expect_identical(x$rope, rep(c(0.01, 0.02), each = 3))
  expect_identical(compare_bayesian(set, "error", method = "sign")$metric, rep("error", 3))
  expect_output(print(x), "AUC \\(high is better\\) and error")
  expect_match(summary(x)$words[4], "^Error rate: m2", all = FALSE)
  expect_output(print(x, n = 2), "4 more rows")
  part <- x[x$metric == "error", ]
  expect_s3_class(part, "bayesian_comparison")
  expect_length(attr(part, "posterior"), 3)
  expect_identical(attr(part, "posterior"), attr(x, "posterior")[4:6])
  expect_identical(x[2, "rope"], 0.01)
  expect_identical(x[["n"]], rep(8L, 6))
  expect_output(print(x["metric"]), "auc")
  expect_error(summary(x["metric"]), class = "verdict_error_columns")
  expect_error(summary(x[0, ]), class = "verdict_error_columns")
  expect_identical(class(as.data.frame(x)), "data.frame")
  expect_null(attr(as.data.frame(x), "posterior"))
})

test_that("a prediction set with folds has scores of any metric", {
  set <- prediction_set(truth ~ svm + random_forest, vehicle_cv, id = id, fold = fold, repetition = repetition)
  x <- compare_bayesian(set)
  scores <- with(vehicle_cv, tapply((random_forest == truth) - (svm == truth), list(fold, repetition), mean))
  scale <- sqrt(stats::var(as.vector(scores)) * (1 / 100 + 1 / 9))
  expect_equal(x$prob.better, stats::pt((0.01 - mean(scores)) / scale, 99, lower.tail = FALSE), tolerance = 0.01)
  expect_identical(nrow(compare_bayesian(set, c("kappa", "recall"), rope = 0)), 5L)
  bound <- rbind(x, x)
  skip_if_not_installed("ggplot2")
  expect_error(plot(bound), class = "verdict_error_columns")
})

test_that("results print and speak", {
  set.seed(2)
  ranked <- compare_bayesian(on_sets, rope = 0.004, reference = "y")
  expect_snapshot({
    compare_bayesian(on_folds, reference = "b")
    summary(compare_bayesian(on_folds, reference = "b", rope = 0))
    summary(compare_bayesian(on_sets, rope = 0.004, method = "sign"))
    ranked
    summary(ranked)
  })
  expect_identical(bayes_prob(c(0.12345, 0, 1, 1e-6, 1 - 1e-6, NA), c(0, 0, 0, 0, 0.001, 0)),
    c("0.123", "0.000", "1.000", "<0.001", ">0.999", "NA"))
  expect_identical(bayes_prob(c(0, 1, 0.2), c(2e-5, 2e-5, 0.002)), c("<0.001", ">0.999", "0.200"))
  expect_identical(bayes_prob(c(0.9697, 0.97, NA), 0, 0.97), c("0.9697", "0.970", "NA"))
})

test_that("without a region nothing is said of being equivalent", {
  none <- compare_bayesian(on_sets, rope = 0)
  shown <- capture.output(print(none, width = 200))
  expect_no_match(shown, "equivalent [^ ]|Worse, equivalent")
  expect_match(shown, "Worse, better: posterior", all = FALSE)
  info <- list(conf.level = 0.95)
  expect_named(
    bayes_columns(none, info, c("w", "e", "b"), NULL), c("classifier", "reference", "difference", "w", "b")
  )
  both <- bayes_columns(data.frame(
    classifier = "a", reference = "b", estimate = 0.1, conf.low = NA, conf.high = NA, rope = c(0, 0.01),
    prob.worse = 0.2, prob.rope = c(0, 0), prob.better = 0.8, mc.error = 0.0018
  ), info, c("w", "e", "b"), NULL)
  expect_identical(both$e, c("", "<0.001"))
  expect_false("P(equivalent)" %in% names(as.data.frame(as_table(none))))
})

test_that("a column of the table has the same decimals", {
  shown <- compare_bayesian(on_sets, rope = 0.004)
  shown$estimate <- c(0.2783, -0.03972, -0.3531)[seq_len(nrow(shown))]
  shown$prob.better <- c(0.98, 0.0002, 0.9995)[seq_len(nrow(shown))]
  figures <- bayes_columns(shown, list(conf.level = 0.95), c("worse", "rope", "better"), NULL)
  decimals <- function(x) nchar(sub("^[^.]*[.]", "", x))
  expect_length(unique(decimals(figures$difference)), 1)
  expect_length(unique(decimals(figures$better)), 1)
})

# -- the hierarchical model -------------------------------------------------------------------

set.seed(4)
many <- matrix(stats::rnorm(60), 12, dimnames = list(NULL, letters[1:5])) + rep(c(0, 0.2, 0.4, 0.9, 1), each = 12)
on_many <- score_set(many, design = "datasets")

# Of residuals and means by themselves.
squares_of <- function(y) {
  m <- colMeans(y)
  rest <- y - rowMeans(y) - rep(m - mean(m), each = nrow(y))
  list(means = m, between = sum((m - mean(m))^2) * nrow(y), within = sum(rest^2), dof = (nrow(y) - 1) * (ncol(y) - 1))
}

test_that("the hierarchical model is the integral over both variances", {
  y <- squares_of(many)
  n <- nrow(many)
  # By the variance of residuals and, relative to that of a mean, that at the top: density 1 / (1 + ratio)^2.
  posterior <- function(gap, rope) {
    density <- function(v, ratio) {
      top <- v * (1 + ratio)
      exp(-y$within / 2 / v - y$between / 2 / top - (y$dof / 2 + 1) * log(v) - 2 * log(top)) / (1 + ratio)^2
    }
    over <- function(f) {
      inner <- function(ratio) {
        vapply(ratio, function(r) integrate(function(v) f(v, r), 0.1, 20, rel.tol = 1e-9, abs.tol = 0)$value, 0)
      }
      integrate(inner, 0, Inf, rel.tol = 1e-8, abs.tol = 0)$value
    }
    above <- function(v, ratio) {
      kept <- ratio / (1 + ratio)
      pnorm((kept * gap - rope) / sqrt(2 * kept * v / n)) * density(v, ratio)
    }
    over(above) / over(density)
  }
  x <- compare_bayesian(on_many, rope = 0.1, method = "hierarchical")
  pair <- function(classifier, reference) x[x$classifier == classifier & x$reference == reference, ]
  gap <- function(a, b) unname(y$means[a] - y$means[b])
  expect_equal(pair("d", "a")$prob.better, posterior(gap("d", "a"), 0.1), tolerance = 1e-6)
  expect_equal(pair("c", "b")$prob.worse, posterior(gap("b", "c"), 0.1), tolerance = 1e-6)
  inside <- posterior(gap("c", "b"), -0.1) - posterior(gap("c", "b"), 0.1)
  expect_equal(pair("c", "b")$prob.rope, inside, tolerance = 1e-6)
  # The limits leave 0.025 beyond
  limits <- pair("d", "a")[c("conf.low", "conf.high")]
  expect_equal(posterior(gap("d", "a"), limits$conf.low), 0.975, tolerance = 1e-6)
  expect_equal(posterior(gap("d", "a"), limits$conf.high), 0.025, tolerance = 1e-6)
  expect_true(all(x$mc.error == 0))
})

test_that("what is kept of a difference is that of a truncated beta distribution", {
  y <- squares_of(many)
  # lost / (within / between + lost) is beta with (k + 1) / 2 and dof / 2 - 1, up to its value where all is lost
  a <- (ncol(many) + 1) / 2
  b <- y$dof / 2 - 1
  end <- y$between / (y$within + y$between)
  lost <- y$within / y$between * beta(a + 1, b - 1) * pbeta(end, a + 1, b - 1) / (beta(a, b) * pbeta(end, a, b))
  x <- compare_bayesian(on_many, rope = 0, method = "hierarchical")
  gap <- y$means[x$classifier] - y$means[x$reference]
  expect_equal(x$estimate, unname(gap * (1 - lost)), tolerance = 1e-10)
  expect_equal(x$prob.worse + x$prob.better, rep(1, nrow(x)))
  expect_true(all(abs(x$estimate) < abs(gap)))
})

test_that("far apart the model is the t test of all residuals, and equal classifiers are drawn together", {
  far <- many + rep(c(0, 50, 100, 150, 200), each = 12)
  y <- squares_of(far)
  x <- compare_bayesian(score_set(far, design = "datasets"), rope = 49, method = "hierarchical", reference = "a")
  # of which one degree of freedom more is known by the prior
  scale <- sqrt(2 * y$within / (y$dof - 2) / 12)
  t <- (unname(y$means["b"] - y$means["a"]) - 49) / scale
  expect_equal(x$prob.better[1], pt(t, y$dof - 2), tolerance = 0.002)
  set.seed(8)
  equal <- matrix(stats::rnorm(120), 20, dimnames = list(NULL, letters[1:6]))
  set <- score_set(equal, design = "datasets")
  shrunk <- compare_bayesian(set, rope = 0, method = "hierarchical")
  alone <- suppressWarnings(compare_bayesian(set, rope = 0, method = "correlated_t"))
  most <- function(x) max(x$prob.better, x$prob.worse)
  expect_lt(most(shrunk), most(alone))
})

test_that("the hierarchical model knows splits, directions, gaps and ties", {
  wide <- data.frame(fold = 1:5, a = c(0.84, 0.81, 0.86, 0.79, 0.88), b = c(0.80, 0.80, 0.83, 0.78, 0.82),
    c = c(0.81, 0.79, 0.83, 0.79, 0.84))
  set <- score_set(wide, fold = fold, metric = "accuracy")
  x <- compare_bayesian(set, method = "hierarchical", rope = 0)
  loose <- compare_bayesian(set, method = "hierarchical", rope = 0, rho = 0)
  expect_equal(attr(x, "verdict")$rho, 0.2)
  expect_lt(max(x$prob.worse), max(loose$prob.worse))
  errors <- wide
  errors[-1] <- 1 - errors[-1]
  turned <- compare_bayesian(score_set(errors, fold = fold, metric = "error"), method = "hierarchical", rope = 0)
  expect_equal(turned$prob.better, x$prob.better)
  expect_equal(c(turned$estimate, turned$conf.low), -c(x$estimate, x$conf.high))
  lacking <- many
  lacking[3, 1] <- NA
  kept <- compare_bayesian(score_set(lacking, design = "datasets", na = "keep"), rope = 0, method = "hierarchical")
  expect_identical(unique(kept$n), 11L)
  lacking[-1, 1] <- NA
  none <- compare_bayesian(score_set(lacking, design = "datasets", na = "keep"), rope = 0, method = "hierarchical")
  expect_identical(unique(none$note), "too few units")
  tied <- matrix(1:4, 4, 3, dimnames = list(NULL, c("p", "q", "r"))) + rep(c(0, 0, 1), each = 4)
  for (rope in c(0, 0.5)) {
    same <- compare_bayesian(score_set(tied, design = "datasets"), rope = rope, method = "hierarchical")
    expect_equal(same$prob.better, c(if (rope == 0) 0.5 else 0, 1, 1))
    expect_identical(unique(same$note), "all differences are equal")
  }
  expect_error(compare_bayesian(on_sets, method = "hierarchical"), "three classifiers", class = "verdict_error_design")
  expect_output(print(x), "drawn towards each other")
  expect_match(paste(methods_text(x), collapse = " "), "hierarchical model")
  expect_error(.Call(ffi_bayes_hierarchical, 0.1, c(1, 0, 3, 4, 0.1), 0, 0.95), "no model of these")
  skip_if_not_installed("ggplot2")
  drawn <- ggplot2::autoplot(x)
  area <- drawn$layers[[1]]$data
  first <- area[area$row == 1, ]
  expect_equal(sum(diff(first$at) * (first$density[-1] + first$density[-nrow(first)]) / 2), 1, tolerance = 0.01)
  expect_s3_class(ggplot2::autoplot(same), "ggplot")
})

test_that("the sign test takes priors of any size", {
  tied <- score_set(cbind(a = 6:9 / 10, b = 6:9 / 10), design = "datasets", metric = "accuracy")
  for (prior in c(0.12, 0.1, 0.05, 1e-3, 1e-8, 0)) {
    expect_equal(probs(compare_bayesian(tied, method = "sign", rope = 0, prior = prior)), c(0.5, 0, 0.5))
  }
  apart <- score_set(
    cbind(a = c(0.8, 0.7, 0.9, 0.6, 0.5), b = c(0.7, 0.75, 0.8, 0.5, 0.4)), design = "datasets", metric = "accuracy"
  )
  expect_equal(probs(compare_bayesian(apart, method = "sign", rope = 0.01, prior = 1e32)), c(0, 1, 0))
})

test_that("a constant difference that is the region's end lies in the region", {
  for (a in list(rep(0.8, 5), c(0.8, 0.7, 0.9, 0.6, 0.5))) {
    x <- score_set(cbind(b = a, a = a + 0.05), design = "folds", metric = "accuracy")
    found <- compare_bayesian(x, method = "correlated_t", rope = 0.05)
    expect_identical(c(found$prob.better, found$prob.rope, found$prob.worse), c(0, 1, 0))
    beyond <- compare_bayesian(x, method = "correlated_t", rope = 0.04)
    expect_identical(sort(c(beyond$prob.better, beyond$prob.rope, beyond$prob.worse)), c(0, 0, 1))
  }
})
