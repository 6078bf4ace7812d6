# Independent: exact p-values of McNemar and their attainable values, stepping down.
naive_min_p <- function(b, c) {
  m <- b + c
  p_of <- function(k, m) pmin(1, 2 * stats::pbinom(k, m, 0.5))
  p <- p_of(pmin(b, c), m)
  share <- function(m, x) {
    known <- p_of(seq(0, floor(m / 2)), m)
    weight <- vapply(seq(0, floor(m / 2)), function(k) {
      if (2 * k == m) stats::dbinom(k, m, 0.5) else 2 * stats::dbinom(k, m, 0.5)
    }, 0)
    sum(weight[known <= x * (1 + 1e-9)])
  }
  order <- order(p)
  adjusted <- numeric(length(p))
  for (i in seq_along(order)) {
    rest <- order[i:length(order)]
    adjusted[i] <- 1 - prod(1 - vapply(rest, function(g) min(1, share(m[g], p[order[i]])), 0))
  }
  adjusted <- cummax(adjusted)
  list(p = p, adjusted = adjusted[order(order)])
}

test_that("exact tests in groups are adjusted by what they can attain", {
  r <- compare_classifiers(group_set(group_example()), "accuracy", over = "groups")
  expect_identical(r$class, c("A", "B", "C"))
  expect_equal(r$estimate, c(0.08, -1 / 70, -0.1))
  expect_equal(r$p.value, c(0.0768127, 1, 0.125), tolerance = 1e-6)
  expect_equal(r$adj.p.value, c(0.1116492, 1, 0.2057495), tolerance = 1e-6)
})

test_that("the step-down adjustment is that of complete enumeration", {
  set.seed(3)
  for (i in 1:5) {
    b <- stats::rpois(8, 4)
    c <- stats::rpois(8, 9)
    parts <- Map(function(b, c) c(60, b, c), b, c)
    names(parts) <- LETTERS[1:8]
    r <- compare_classifiers(group_set(do.call(group_data, parts)), "accuracy", over = "groups")
    expected <- naive_min_p(b, c)
    expect_equal(r$p.value, expected$p)
    expect_equal(r$adj.p.value, expected$adjusted)
  }
})

test_that("intervals beside exact tests hold together, and say what these say", {
  set.seed(8)
  for (i in 1:5) {
    parts <- Map(function(b, c) c(60, b, c), stats::rpois(4, 4), stats::rpois(4, 12))
    names(parts) <- LETTERS[1:4]
    r <- compare_classifiers(group_set(do.call(group_data, parts)), "accuracy", over = "groups")
    alone <- do.call(rbind, lapply(parts, function(n) {
      x <- group_set(group_data(A = n))
      as.data.frame(compare_classifiers(x, "accuracy", conf.level = 1 - 0.05 / 4))[c("conf.low", "conf.high")]
    }))
    known <- !is.na(r$adj.conf.low)
    expect_equal(r$adj.conf.low[known], alone$conf.low[known])
    expect_equal(r$adj.conf.high[known], alone$conf.high[known])
    excluded <- r$adj.conf.low > 0 | r$adj.conf.high < 0
    expect_identical(excluded[known], (r$adj.p.value < 0.05)[known])
    own <- (alone$conf.low > 0 | alone$conf.high < 0) == (r$adj.p.value < 0.05)
    expect_identical(known, own)
  }
  expect_match(printed_text(r), "Tango score, simultaneous by Bonferroni.", fixed = TRUE)
  turned <- printed_text(verdict(group_set(group_data(A = c(60, 3, 20), B = c(60, 4, 12)))))
  expect_match(turned, "Accuracy: 0.942 (second) against 0.733 (first)", fixed = TRUE)
  expect_match(turned, "site (rows) second first difference interval p decision A (60) 0.950 0.667", fixed = TRUE)
  expect_no_match(turned, "border")
})

test_that("one side and several pairs: a bound by the sum within each group", {
  x <- group_set(group_data(A = c(40, 8, 1), B = c(40, 5, 0)))
  r <- compare_classifiers(x, "accuracy", over = "groups", alternative = "greater")
  # 10 / 512 and 1 / 32: the second cannot be as small as the first.
  p <- c(10 / 512, 1 / 32)
  expect_equal(r$p.value, p)
  expect_equal(r$adj.p.value, p)
  data <- grouped_rows(600)
  three <- compare_classifiers(
    prediction_set(truth ~ one + two + three, data[setdiff(names(data), "id")], by = site), "accuracy", over = "groups"
  )
  expect_identical(nrow(three), 9L)
  expect_true(all(three$adj.p.value >= three$p.value))
  expect_true(all(three$adj.p.value <= pmin(1, 9 * three$p.value) + 1e-12))
})

test_that("tiny p-values keep their logarithm, and groups without a discordant row take no part", {
  x <- group_set(group_data(A = c(6000, 4000, 0), B = c(50, 0, 0), C = c(50, 1, 1)))
  r <- compare_classifiers(x, "accuracy", over = "groups")
  expect_equal(r$log.p.value[1], log(2) + 4000 * log(0.5))
  expect_equal(r$log.adj.p.value[1], r$log.p.value[1])
  expect_identical(r$p.value[2:3], c(1, 1))
  expect_identical(r$adj.p.value[2:3], c(1, 1))
  same <- group_data(A = c(20, 0, 0), B = c(20, 0, 0))
  expect_s3_class(compare_classifiers(group_set(same), "accuracy", over = "groups"), "verdict_table")
})

test_that("other metrics are judged by the largest of independent statistics, which is Sidak's", {
  data <- grouped_rows(300)
  x <- prediction_set(truth ~ one + two, data[setdiff(names(data), "id")], by = site)
  r <- compare_classifiers(x, "recall", classes = "a", over = "groups")
  expect_equal(r$adj.p.value, 1 - (1 - r$p.value)^3)
  alone <- compare_classifiers(
    prediction_set(truth ~ one + two, data[data$site == "y", c("truth", "one", "two")]), "recall", classes = "a"
  )
  expect_equal(r$p.value[2], alone$p.value)
  expect_equal(r$conf.low[2], alone$conf.low)
  f <- compare_classifiers(x, "f_meas", average = "macro", over = "groups")
  expect_identical(f$class, c("x", "y", "z"))
  both <- compare_classifiers(x, "recall", classes = c("a", "b"), over = "groups")
  expect_identical(both$class[1:2], c("x: a", "x: b"))
  two <- compare_classifiers(x, c("accuracy", "kap"), over = "groups")
  expect_identical(nrow(two), 6L)
})

test_that("clusters that lie in several groups make their estimates vary together", {
  data <- grouped_rows(240)
  x <- prediction_set(truth ~ one + two, data, id = id, by = site)
  r <- compare_classifiers(x, "accuracy", over = "groups")
  for (g in c("x", "y", "z")) {
    alone <- compare_classifiers(
      prediction_set(truth ~ one + two, data[data$site == g, c("truth", "one", "two", "id")], id = id), "accuracy"
    )
    expect_equal(r$p.value[r$class == g], alone$p.value)
  }
  # Covariance by hand: what each cluster adds to the mean of each group.
  grouped <- over_groups(x)
  target <- set_target(grouped, set_metrics(grouped, "accuracy"), "none", NULL, "na")
  V <- set_joint(grouped, list(target))$vcov
  part <- do.call(cbind, lapply(c("x", "y", "z"), function(g) {
    at <- data$site == g
    right <- cbind(data$one == data$truth, data$two == data$truth)
    centred <- sweep(right, 2, colMeans(right[at, ])) * at
    rowsum(centred, data$id) / sum(at)
  }))
  expected <- crossprod(part)
  expect_equal(V[1:2, 3:6], unname(expected[1:2, 3:6]))
})

test_that("Wald's test of few labels in groups is that of each group by itself", {
  d <- group_data(A = c(60, 12, 5), B = c(60, 5, 9))
  d$truth[seq(1, nrow(d), 3)] <- NA
  x <- prediction_set(truth ~ first + second, d, labelling = "random", by = site)
  r <- compare_classifiers(x, "accuracy", method = "wald", over = "groups", p.adjust.method = "none")
  alone <- vapply(c("A", "B"), function(site) {
    part <- prediction_set(truth ~ first + second, d[d$site == site, ], labelling = "random")
    compare_classifiers(part, "accuracy", method = "wald")$p.value
  }, 0, USE.NAMES = FALSE)
  expect_equal(r$p.value, alone)
})

test_that("margins, estimates and their errors are asked of groups as of all", {
  x <- group_set(group_example())
  r <- compare_classifiers(x, "accuracy", over = "groups", margin = 0.1)
  expect_identical(r$decision, c("not worse", "undecided", "not better"))
  a <- assess_classifiers(x, "accuracy", over = "groups")
  expect_equal(a$estimate, c(0.88, 0.96, 64 / 70 - 0, 0.9, 0.98, 0.88)[c(1, 2, 3, 4, 5, 6)], tolerance = 1e-12)
  expect_error(compare_classifiers(x[1:2], "accuracy", p.adjust.method = "min_p"), class = "verdict_error_adjustment")
  expect_error(
    compare_classifiers(prediction_set(truth ~ svm + tree, satellite), over = "groups"), class = "verdict_error_groups"
  )
  expect_error(
    compare_classifiers(x, "accuracy", method = "bootstrap", over = "groups"), class = "verdict_error_method"
  )
})

test_that("the core refuses tests and tables that are none", {
  adjust <- function(log_p, trials) .Call(ffi_min_p_adjust, log_p, trials, rep(1L, length(log_p)), 1L, 2L)
  expect_error(adjust(c(-1, -2), c(5, 5)), "internal: tests that are none")
  expect_error(adjust(-1, NaN), "internal: tests that are none")
  expect_error(.Call(ffi_labelled_scores, c(1, 1), 0), "internal: no counts of labelled rows")
  expect_error(.Call(ffi_labelled_allocate, 10, 11, 0.5, 1, 3), "internal: strata that are none")
  expect_error(.Call(ffi_labelled_allocate, 10, 1, 0.5, 0, 3), "internal: strata that are none")
})

test_that("pairs of which no group shows anything are told together", {
  set.seed(2)
  truth <- rep(c("no", "yes"), 30)
  data <- as.data.frame(lapply(stats::setNames(nm = letters[1:7]), function(name) sample(truth)))
  found <- verdict(prediction_set(truth, data, by = rep(c("east", "west"), each = 30)))
  expect_match(paste(capture.output(print(found)), collapse = " "), "Of all pairs nothing is shown")
})

test_that("only accuracy of groups is adjusted by what exact tests can attain", {
  set.seed(7)
  n <- 60
  truth <- sample(c("a", "b"), n, TRUE, c(0.25, 0.75))
  other <- ifelse(truth == "a", "b", "a")
  calls <- data.frame(
    truth, site = sample(c("u", "v", "w"), n, TRUE), one = ifelse(runif(n) < 0.35, truth, other),
    two = ifelse(runif(n) < ifelse(truth == "a", 0.9, 0.6), truth, other)
  )
  x <- prediction_set(truth ~ one + two, calls, by = site)
  recalls <- compare_classifiers(x, "recall", method = "exact", over = "groups")
  expect_true(all(recalls$adj.p.value >= recalls$p.value, na.rm = TRUE))
  alone <- prediction_set(truth ~ one + two, calls[calls$truth == "a", ], by = site, levels = c("a", "b"))
  accuracies <- compare_classifiers(alone, "accuracy", method = "exact", over = "groups", p.adjust.method = "max_t")
  of_a <- compare_classifiers(x, "recall", classes = "a", method = "exact", over = "groups")
  expect_equal(of_a$p.value, accuracies$p.value)
  expect_true(all(of_a$adj.p.value >= of_a$p.value))
  expect_error(
    compare_classifiers(x, "recall", method = "exact", over = "groups", p.adjust.method = "min_p"), "accuracy"
  )
})

test_that("notes of groups advise no test that there is not over groups", {
  x <- prediction_set(truth ~ one + two, repeated_rows(15), id = id, by = site)
  found <- compare_classifiers(x, "kap", over = "groups")
  expect_match(found$note, "only 5 observations$")
})
