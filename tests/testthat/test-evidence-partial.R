partly <- function(a = c(2, 9), b = 5) {
  d <- twelve
  d$a[a] <- NA
  d$b[b] <- NA
  d
}
partial_set <- function(d, ...) probability_set(event ~ a + b, d, na = "partial", ...)

test_that("each classifier is judged on its own rows", {
  d <- partly()
  x <- partial_set(d)
  metrics <- list("roc_auc", "brier", "log_loss", net_benefit(c(.2, .5)))
  columns <- c("estimate", "std.error", "conf.low", "conf.high")
  found <- assess_classifiers(x, metrics)
  for (name in c("a", "b")) {
    own <- assess_classifiers(probability_set(d$event, p = d[[name]], na = "omit"), metrics)
    expect_equal(as.list(found[found$classifier == name, columns]), as.list(own[columns]))
  }
  local_reproducible_output(width = 80)
  expect_snapshot(x)
  expect_identical(x["b"]$classifiers, "b")
  expect_identical(x[c(new = "b", "a")]$parts[[1]]$classifiers, "new")
  expect_identical(x[], x)
})

test_that("rows that both have are pairs, the others independent", {
  d <- partly()
  loss <- function(p) (p - d$event)^2
  a <- loss(d$a)
  b <- loss(d$b)
  # Contributions to the two means, each of its own rows and with its own small-sample factor
  of <- function(x) {
    n <- sum(!is.na(x))
    u <- (x - mean(x, na.rm = TRUE)) / n * sqrt(n / (n - 1))
    ifelse(is.na(x), 0, u)
  }
  u <- of(a) - of(b)
  pairs <- compare_classifiers(partial_set(d), "brier")
  expect_equal(pairs$estimate, mean(b, na.rm = TRUE) - mean(a, na.rm = TRUE))
  expect_equal(pairs$std.error, sqrt(sum(u^2)))
  # Two rows that a lacks; the one that b lacks counts with those that both have
  v <- tapply(u^2, is.na(a), sum)
  expect_equal(pairs$df, sum(v)^2 / sum(v^2 / c(9, 1)))
})

test_that("without missing values it is the paired comparison, without shared rows that of two samples", {
  metrics <- c("roc_auc", "brier", "average_precision")
  columns <- c("estimate", "std.error", "p.value", "df")
  whole <- compare_classifiers(twelve_set(), metrics, p.adjust.method = "none")
  found <- compare_classifiers(partial_set(twelve), metrics, p.adjust.method = "none")
  expect_equal(as.list(found[columns]), as.list(whole[columns]))
  clustered <- compare_classifiers(twelve_set(id = patient), metrics, p.adjust.method = "none")
  found <- compare_classifiers(partial_set(twelve, id = patient), metrics, p.adjust.method = "none")
  expect_equal(as.list(found[columns]), as.list(clustered[columns]))

  d <- rbind(transform(twelve, b = NA), transform(twelve, a = NA))
  apart <- compare_classifiers(partial_set(d), c("roc_auc", "brier"), p.adjust.method = "none")
  sets <- list(probability_set(event ~ a, twelve), probability_set(event ~ b, twelve))
  two <- compare_independent(sets[[2]], sets[[1]], c("roc_auc", "brier"), p.adjust.method = "none")
  expect_equal(abs(apart$estimate), abs(two$estimate))
  expect_equal(apart$std.error, two$std.error)
  expect_equal(apart$df, two$df)
  weights <- rep(1:2, 6)
  weighted <- compare_classifiers(partial_set(twelve, weights = weights), "brier")
  expect_equal(weighted$std.error, compare_classifiers(twelve_set(weights = weights), "brier")$std.error)
})

test_that("verbs take classifiers that lack rows", {
  x <- partial_set(partly())
  expect_match(paste(capture.output(verdict(x)), collapse = " "), "AUC: ")
  set.seed(1)
  drawn <- compare_classifiers(x, "brier", method = by_bootstrap(R = 99))
  expect_equal(drawn$estimate, compare_classifiers(x, "brier")$estimate)
  set.seed(1)
  expect_false(anyNA(assess_classifiers(x, "brier", interval = by_bootstrap(R = 99))$conf.low))
  clustered <- partial_set(partly(a = c(6, 1, 2), b = c(12)), id = patient)
  expect_false(anyNA(compare_classifiers(clustered, c("roc_auc", "brier"))$std.error))
  lone <- partial_set(partly(a = c(2, 5, 6, 7, 9, 11)), id = c(1, 1, 2, 3, 4, 4, 5, 6, 5, 7, 7, 8))
  expect_null(lone$parts[[1]]$cluster)
  expect_false(anyNA(compare_classifiers(lone, "brier")$std.error))
  same <- partly(b = c(2, 9))
  same$b <- same$a
  expect_match(compare_classifiers(partial_set(same), c("brier", "roc_auc"))$note, "identical", all = TRUE)
  same$b <- twelve$a
  expect_false(grepl("identical", compare_classifiers(partial_set(same), "roc_auc")$note) %in% TRUE)
  truth <- partly()
  truth$event[12] <- NA
  expect_identical(partial_set(truth)$n_omitted, 1L)
  expect_error(partial_set(transform(twelve, b = NA_real_)), "no rows", class = "verdict_error_empty")
  d <- thirds()
  expect_error(thirds_set(na = "partial"), "omit", class = "verdict_error_argument")
})

test_that("a classifier without an estimate takes nothing from the others", {
  truth <- c(0, 1, 1, 0, 1)
  a <- c(.95, .05, .05, .95, .05)
  c <- c(.25, .95, .95, .65, .05)
  three <- probability_set(truth, a = a, b = c(NA, .15, .15, .15, .15), c = c, na = "partial")
  pair <- compare_classifiers(three, "roc_auc", p.adjust.method = "none")
  two <- compare_classifiers(probability_set(truth, a = a, c = c), "roc_auc")
  for (name in c("estimate", "std.error", "df", "p.value", "conf.low")) expect_equal(pair[[name]][2], two[[name]])
  certain <- probability_set(truth, a = c(0, 1, 1, 0, 1), b = c(NA, 0, 1, 1, 1), id = c(1, 1, 2, 2, 3), na = "partial")
  expect_silent(compare_classifiers(certain, "calibration_slope"))
})

test_that("where no classifier lacks a row the set is as any other", {
  d <- data.frame(event = rep(0:1, 15), a = sin(1:30) / 2 + 0.5, b = cos(1:30) / 2 + 0.5, fold = rep(1:3, each = 10))
  expect_identical(partial_set(d, fold = fold), probability_set(event ~ a + b, d, fold = fold))
  unlabelled <- transform(d, event = replace(event, 3, NA))
  expect_identical(partial_set(unlabelled), probability_set(event ~ a + b, unlabelled, na = "omit"))
})

test_that("a verdict says which rows each has", {
  v <- verdict(partial_set(partly()))
  n <- colSums(!is.na(partly()[c("a", "b")]))
  expect_match(printed_text(v), paste0("Of 12 rows a has ", n[["a"]], " and b has ", n[["b"]], ":"), fixed = TRUE)
  expect_match(printed_text(summary(v)), "compare_classifiers() uses how they vary together", fixed = TRUE)
})

test_that("labels of classifiers with rows of their own are refused as curves are", {
  x <- probability_set(event ~ a + b, transform(twelve, a = replace(a, 2, NA)), na = "partial")
  for (verb in list(as_prediction_set, function(x) as_prediction_set(x, threshold = 0.5), flips)) {
    expect_error(verb(x), "rows of its own .*labels are known.*na = \"omit\"", class = "verdict_error_set")
  }
})

test_that("what few rows decide is said of classifiers that lack rows as of these rows by themselves", {
  set.seed(54)
  y <- rep(0:1, 100)
  own <- 1:14
  b <- c <- rep(NA_real_, 200)
  c[own] <- ifelse(y[own] == 1, 0.9, 0.1) + runif(14) / 20
  b[own] <- plogis(2 * y[own] - 1 + rnorm(14))
  data <- data.frame(y, a = plogis(y + rnorm(200)), b, c)
  metrics <- list("roc_auc", partial_auc(0.2), "average_precision", net_benefit(c(0.05, 0.5)))
  same <- c("metric", "estimate", "std.error", "note")
  for (weights in list(NULL, rep(2, 200))) {
    rows <- compare_classifiers(
      probability_set(y ~ a + b + c, data, positive = "1", na = "partial", weights = weights), metrics,
      p.adjust.method = "none"
    )
    alone <- compare_classifiers(
      probability_set(y ~ b + c, data[own, ], positive = "1", weights = weights[own]), metrics, p.adjust.method = "none"
    )
    expect_equal(as.list(rows[rows$classifier == "c" & rows$reference == "b", same]), as.list(alone[same]))
  }
  rows <- compare_classifiers(
    probability_set(y ~ a + b + c, data, positive = "1", na = "partial"), metrics, p.adjust.method = "none"
  )
  note <- function(metric, first, second) {
    rows$note[rows$metric == metric & rows$classifier == second & rows$reference == first]
  }
  expect_identical(note("roc_auc", "a", "c"), "interval may be too short with only 7 rows of 0 and an AUC of 1")
  expect_identical(note("partial_auc", "a", "b"), "p may be too small with only about 1 row of 0 in this part")
  # 200 rows have an area far from 1.
  expect_identical(sum(!is.na(rows$note[rows$metric == "roc_auc"])), 2L + (rows$estimate.reference[3] > 5 / 7))
  ids <- compare_classifiers(
    probability_set(y ~ b + c, data, positive = "1", na = "partial", id = rep(1:100, each = 2)), "roc_auc",
    p.adjust.method = "none"
  )
  expect_match(ids$note, "only 7 observations with rows of 0 and an AUC of 1", fixed = TRUE)
})

test_that("a net benefit of which few rows decide says so where each classifier has other rows", {
  data <- data.frame(y = rep(c(1, 0), c(20, 180)), a = 0.9, b = 0.9)
  data$a[1:2] <- data$b[c(3, 20, 40:45)] <- 0.01 # called otherwise
  data$a[c(20, 50:54)] <- NA
  data$b[60:62] <- NA
  row <- compare_classifiers(probability_set(y ~ a + b, data, positive = "1", na = "partial"), net_benefit(0.05))
  # Events 1 to 3, and 20, which a lacks.
  expect_identical(row$note, "p may be too small with only 4 rows of 1 called otherwise by one of the two")
})
