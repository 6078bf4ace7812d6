# What ranks, within folds of which each has a scale of its own. Expected values come from the definition of each fold's
# area by itself, and of folds with a single row of a class from their areas alone.

folds_of <- function(events, others) {
  event <- unlist(Map(function(m, n) rep(1:0, c(m, n)), events, others))
  i <- seq_along(event)
  fold <- rep(seq_along(events), events + others)
  data.frame(event, fold, a = (i * 37) %% 23 + 4 * event, b = (i * 29) %% 17 + 2 * event)
}

# Of each fold: areas of both, and DeLong's covariance without the root: what the rows of each class add.
by_fold <- function(d) {
  lapply(split(d, d$fold), function(own) {
    y <- own$event == 1
    psi <- lapply(own[c("a", "b")], function(s) outer(s[y], s[!y], function(p, q) (p > q) + (p == q) / 2))
    list(
      pairs = sum(y) * sum(!y), size = c(sum(y), sum(!y)), area = vapply(psi, mean, 0),
      with = cov(matrix(unlist(lapply(psi, rowMeans)), ncol = 2)) / sum(y),
      without = cov(matrix(unlist(lapply(psi, colMeans)), ncol = 2)) / sum(!y)
    )
  })
}

shares_of <- function(parts) prop.table(vapply(parts, `[[`, 0, "pairs"))

gap <- function(V) V[1, 1] + V[2, 2] - 2 * V[1, 2]

ranked <- function(d, ...) probability_set(event ~ a + b, d, fold = fold, scores = TRUE, ...)

test_that("areas within folds have DeLong's covariance of each fold, added up", {
  d <- folds_of(c(2, 2, 3, 5), c(4, 9, 3, 2))
  parts <- by_fold(d)
  share <- shares_of(parts)
  of <- function(name) Map(function(part, w) w^2 * part[[name]], parts, share)
  with <- Reduce(`+`, of("with"))
  without <- Reduce(`+`, of("without"))
  expect_equal(vcov(ranked(d), "roc_auc"), with + without, ignore_attr = TRUE)
  # Rows of a class vary alike in all folds, so that a fold's variance has the weight share^2 / n.
  df_of <- function(k) {
    n <- vapply(parts, function(part) part$size[k], 0)
    sum(share^2 / n)^2 / sum((share^2 / n)^2 / (n - 1))
  }
  variance <- c(gap(with), gap(without))
  found <- compare_classifiers(ranked(d), "roc_auc")
  expect_equal(found$std.error^2, sum(variance))
  expect_equal(found$df, sum(variance)^2 / sum(variance^2 / c(df_of(1), df_of(2))))
  expect_equal(omnibus_test(ranked(d), "roc_auc")$p.value, found$p.value)
  two <- d[d$fold %in% 1:2, ]
  # pROC 1.18.0 of each fold by itself: var(a) + var(b) - 2 * cov(a, b).
  delong <- c(0.109375, 0.136959876543210)
  expect_equal(compare_classifiers(ranked(two), "roc_auc")$std.error^2, sum(shares_of(parts[1:2])^2 * delong))
})

# Weighted means of folds. The numbers are those of clubSandwich 0.7.0 (CR2, Satterthwaite's degrees of freedom), of the
# differences and pairs of the folds: V <- vcovCR(lm(difference ~ 1, weights = pairs), 1:6, "CR2", target = 1 / pairs),
# coef_test(lm, V, test = "Satterthwaite").
test_that("folds with one event each are compared with one another", {
  d <- folds_of(rep(1, 6), c(2, 3, 4, 5, 3, 6))
  parts <- by_fold(d)
  share <- shares_of(parts)
  area <- sapply(parts, `[[`, "area")
  apart <- area - as.vector(area %*% share)
  expected <- apart %*% diag(share^2 / (1 - share)) %*% t(apart)
  expect_equal(vcov(ranked(d), "roc_auc"), expected, ignore_attr = TRUE)
  found <- compare_classifiers(ranked(d), c("roc_auc", "average_precision"))
  peer <- c(0.170693128821, 4.371173468931, 0.556094097246)
  expect_equal(unlist(found[1, c("std.error", "df", "p.value")]), peer, ignore_attr = TRUE)
  expect_equal(found$std.error[1]^2, gap(expected))
  expect_equal(omnibus_test(ranked(d), "roc_auc")$p.value, found$p.value[1])
  # Without the event they are likewise, and so is what is no area.
  turned <- transform(d, event = 1 - event, a = -a, b = -b)
  expect_equal(compare_classifiers(ranked(turned), "roc_auc")$std.error^2, gap(expected))
  precision <- vapply(split(d, d$fold), function(own) {
    diff(assess_classifiers(probability_set(event ~ a + b, own, scores = TRUE), "average_precision")$estimate)
  }, 0)
  expect_equal(found$std.error[2]^2, var(precision) / 6)
})

test_that("a fold with one event adds how far it lies from the area over all folds", {
  d <- folds_of(c(1, 3, 4, 1), c(6, 4, 5, 2))
  parts <- by_fold(d)
  share <- shares_of(parts)
  apart <- sapply(parts, `[[`, "area") - as.vector(sapply(parts, `[[`, "area") %*% share)
  within <- Reduce(`+`, Map(function(part, w) w^2 * (part$with + part$without), parts[2:3], share[2:3]))
  lone <- c(1, 4)
  between <- apart[, lone] %*% diag(share[lone]^2 / (1 - share[lone])) %*% t(apart[, lone])
  expect_equal(vcov(ranked(d), "roc_auc"), within + between, ignore_attr = TRUE)
  # The bootstrap has the same variance.
  set.seed(1)
  found <- compare_classifiers(ranked(d), "roc_auc")
  drawn <- compare_classifiers(ranked(d), "roc_auc", method = by_bootstrap(R = 999))
  expect_equal(drawn$std.error, found$std.error)
  # A fold that is all there is has nothing to be compared with.
  only <- compare_classifiers(ranked(d[d$fold == 1, ]), "roc_auc")
  expect_true(is.na(only$p.value))
  expect_match(only$note, "only one row of a class")
})

test_that("rows that are repeated, as weights or as clusters, change nothing within folds", {
  d <- folds_of(c(1, 3, 4, 1, 2), c(6, 4, 5, 2, 3))
  metrics <- list("roc_auc", partial_auc(0.5), "average_precision")
  twice <- d[rep(seq_len(nrow(d)), each = 2), ]
  twice$id <- rep(seq_len(nrow(d)), each = 2)
  expect_equal(vcov(ranked(twice, id = id), metrics), vcov(ranked(d), metrics))
  times <- rep(1:3, length.out = nrow(d))
  expect_equal(vcov(ranked(d, weights = times), metrics), vcov(ranked(d[rep(seq_len(nrow(d)), times), ]), metrics))
  same <- function(x) as.data.frame(compare_classifiers(x, "roc_auc"))[c("estimate", "std.error", "df", "p.value")]
  expect_equal(same(ranked(d, weights = rep(3, nrow(d)), weights_are = "sampling")), same(ranked(d)))
  expect_equal(same(ranked(d, weights = times)), same(ranked(d[rep(seq_len(nrow(d)), times), ])))
})

test_that("folds with one row of every class are units of what is said of all classes", {
  i <- 1:30
  d <- data.frame(truth = rep(c("u", "v", "w"), 10), fold = rep(1:10, each = 3))
  score <- function(by) {
    vapply(c("u", "v", "w"), function(k) (i * by) %% 11 + 5 * (d$truth == k) + match(k, letters), i + 0)
  }
  set_of <- function(at, ...) {
    probability_set(d$truth[at], a = score(7)[at, ], b = score(13)[at, ], scores = TRUE, ...)
  }
  whole <- set_of(i, fold = d$fold)
  for (average in c("hand_till", "macro")) {
    asked <- function(verb, x) if (average == "macro") verb(x, "roc_auc", average = "macro") else verb(x, "hand_till")
    by_fold <- vapply(split(i, d$fold), function(at) diff(asked(assess_classifiers, set_of(at))$estimate), 0)
    found <- asked(compare_classifiers, whole)
    expect_equal(abs(found$estimate), abs(mean(by_fold)))
    expect_equal(found$std.error, sd(by_fold) / sqrt(10))
    expect_equal(found$df, 9)
  }
})

test_that("folds alone with one row of a class have areas of all classes, and no variance", {
  i <- 1:8
  truth <- rep(c("u", "v", "w"), c(1, 3, 4))
  own <- function(by) structure(outer((i * by) %% 11, 1:3), dimnames = list(NULL, c("u", "v", "w")))
  x <- probability_set(truth, a = own(7), b = own(3), fold = rep(1, 8), scores = TRUE)
  for (found in list(compare_classifiers(x, "hand_till"), compare_classifiers(x, "roc_auc", average = "macro"))) {
    expect_false(is.na(found$estimate))
    expect_true(is.na(found$std.error))
    expect_match(found$note, "only one row of a class")
  }
})

test_that("of clusters within folds the degrees of freedom are the least that a class has", {
  d <- folds_of(c(3, 4, 5), c(6, 5, 8))
  d$id <- seq_len(nrow(d))
  d$id[d$fold == 2 & d$event == 1] <- 100 + c(1, 1, 2, 3)
  found <- compare_classifiers(ranked(d, id = id), "roc_auc")
  share <- shares_of(by_fold(d))
  variance <- share^2 / c(3, 3, 5)
  expect_equal(found$df, sum(variance)^2 / sum(variance^2 / c(2, 2, 4)))
  same <- compare_classifiers(ranked(d[d$fold != 2, ], id = id), "roc_auc")
  expect_equal(same$std.error, compare_classifiers(ranked(d[d$fold != 2, ]), "roc_auc")$std.error)
})

test_that("classifiers that lack rows are compared within folds, with the least degrees of freedom of both", {
  d <- folds_of(rep(1, 6), c(2, 3, 4, 5, 3, 6))
  lacking <- d
  lacking$b[d$fold == 6] <- NA
  found <- compare_classifiers(ranked(lacking, na = "partial"), "roc_auc")
  of <- function(x, name) {
    assess_classifiers(probability_set(stats::reformulate(name, "event"), x, fold = fold, scores = TRUE))$estimate[1]
  }
  expect_equal(
    found$estimate.classifier - found$estimate.reference,
    (of(d[d$fold < 6, ], "b") - of(d, "a")) * if (found$classifier == "b") 1 else -1
  )
  share <- shares_of(by_fold(d[d$fold < 6, ]))
  weight <- share^2 / (1 - share)
  expect_equal(found$df, 1 / (sum(share^2) + sum(weight)^2 - sum(weight^2)))
})

test_that("folds that lack a class say nothing, and where all do there is no warning of R's", {
  d <- data.frame(event = rep(0:1, c(5, 1)), fold = c(1, 1, 2, 2, 3, 4), a = 1:6, b = c(2, 1, 4, 3, 6, 5))
  d$id <- c(1:5, 1)
  expect_no_warning(found <- compare_classifiers(ranked(d, id = id), "roc_auc"))
  expect_true(is.na(found$p.value) && !is.na(found$note))
})

test_that("resamples that test the same rows are not counted as folds", {
  y <- rep(0:1, 10)
  p <- sin(1:20) / 2 + 0.5
  twice <- probability_set(c(y, y), a = c(p, p), b = rev(c(p, p)), id = rep(1:20, 2), fold = rep(1:4, each = 10))
  expect_match(printed_text(verdict(twice)), "40 rows[)]?, 50% of them 1, cross-validation")
  once <- probability_set(y, a = p, b = rev(p), fold = rep(1:4, 5))
  expect_match(printed_text(verdict(once)), "4-fold cross-validation")
})

test_that("what is said of classifiers that lack rows within folds does not depend on the order of rows", {
  d <- folds_of(c(1, 3, 2), c(4, 5, 6))
  d$a[c(2, 9)] <- NA
  d$b[c(5, 12, 14)] <- NA
  columns <- c("estimate", "std.error", "df", "p.value")
  of <- function(d) {
    as.list(compare_classifiers(ranked(d, na = "partial"), c("roc_auc", "average_precision"))[columns])
  }
  for (order in list(rev(seq_len(nrow(d))), order(d$a, d$b))) expect_equal(of(d[order, ]), of(d))
})

test_that("one fold is none", {
  d <- folds_of(8, 9)
  plain <- probability_set(event ~ a + b, d, scores = TRUE)
  expect_equal(unclass(ranked(d))[names(plain)], unclass(plain))
  d$a[3] <- NA
  lacking <- probability_set(event ~ a + b, d, scores = TRUE, na = "partial")
  expect_equal(compare_classifiers(ranked(d, na = "partial"), "roc_auc"), compare_classifiers(lacking, "roc_auc"))
})

test_that("classifiers without a row in common have Welch's degrees of freedom within folds", {
  d <- folds_of(c(4, 6), c(5, 7))
  apart <- rbind(transform(d, b = NA), transform(d, a = NA))
  found <- compare_classifiers(ranked(apart, na = "partial"), "roc_auc")
  parts <- by_fold(d)
  share <- shares_of(parts)
  variance <- df <- NULL
  for (k in 1:2) {
    of_class <- Reduce(`+`, Map(function(part, w) w^2 * diag(part[[c("with", "without")[k]]]), parts, share))
    n <- vapply(parts, function(part) part$size[k], 0)
    weight <- share^2 / n
    variance <- c(variance, of_class)
    df <- c(df, rep(sum(weight)^2 / sum(weight^2 / (n - 1)), 2))
  }
  expect_equal(found$std.error, sqrt(sum(variance)))
  expect_equal(found$df, sum(variance)^2 / sum(variance^2 / df))
})
