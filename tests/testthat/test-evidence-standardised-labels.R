labels_by_site <- function(n = 500, seed = 21) {
  set.seed(seed)
  data <- data.frame(
    site = sample(c("u", "v"), n, TRUE, c(0.6, 0.4)), id = rep(seq_len(n / 2), 2),
    truth = rep(sample(c("y", "n"), n / 2, TRUE), 2)
  )
  for (name in c("one", "two")) {
    right <- stats::runif(n) < c(u = 0.85, v = 0.7)[data$site] - 0.1 * (name == "two")
    data[[name]] <- ifelse(right, data$truth, ifelse(data$truth == "y", "n", "y"))
  }
  data$p <- ifelse(data$one != data$two, 0.8, 0.4)
  data$complete <- data$truth
  data$truth[stats::runif(n) > data$p] <- NA
  data
}

shares_of_sites <- c(u = 0.25, v = 0.75)

columns_of <- function(data, ...) data[c("truth", "one", "two", "site", ...)]

# The F measure of class y from the weights of the labelled rows, and how it changes with the weight of each.
f_by_weight <- function(data, weight) {
  f <- function(w, called) 2 * sum(w * (called & data$truth == "y")) / sum(w * (called + (data$truth == "y")))
  value <- function(w) f(w, data$two == "y") - f(w, data$one == "y")
  slope <- vapply(seq_along(weight), function(i) {
    (value(weight + 1e-4 * (seq_along(weight) == i)) - value(weight - 1e-4 * (seq_along(weight) == i))) / 2e-4
  }, 0)
  list(value = value(weight), slope = slope)
}

# Each row's contribution by the definition, without smoothing: the mean of its stratum about that of its group, and of
# labelled rows how far they are from it.
contributions_by_hand <- function(data) {
  n <- nrow(data)
  rows <- table(data$site)
  factor <- as.vector((shares_of_sites * n / rows[names(shares_of_sites)])[data$site])
  stratum <- paste(data$site, data$one, data$two)
  known <- !is.na(data$truth)
  of_rows <- stats::ave(rep(1, n), stratum, FUN = sum)
  of_labels <- stats::ave(as.numeric(known), stratum, FUN = sum)
  found <- f_by_weight(data[known, ], (factor * of_rows / of_labels)[known])
  u <- replace(numeric(n), known, found$slope) * factor
  mean <- stats::ave(u, stratum, FUN = sum) / of_labels
  apart <- known * sqrt(of_rows * (of_rows - 1) / (of_labels * (of_labels - 1))) * (u - mean)
  list(estimate = found$value, row = mean - stats::ave(mean, data$site) + apart)
}

test_that("few labels in groups of other shares: the mean of the groups for accuracy, any metric by its definition", {
  data <- labels_by_site()
  x <- prediction_set(truth ~ one + two, columns_of(data), by = site, labelling = "by_pattern", positive = "y")
  s <- standardise_groups(x, shares_of_sites)
  by_site <- compare_classifiers(x, "accuracy", over = "groups", method = "wald", p.adjust.method = "none")
  r <- compare_classifiers(s, "accuracy")
  expect_equal(r$estimate, sum(shares_of_sites * by_site$estimate))
  expect_equal(r$std.error, sqrt(sum(shares_of_sites^2 * by_site$std.error^2)))
  expect_true(is.finite(r$df))
  plain <- prediction_set(
    truth ~ one + two, columns_of(data), by = site, labelling = "by_pattern", positive = "y", smoothing = 0
  )
  hand <- contributions_by_hand(data)
  f <- compare_classifiers(standardise_groups(plain, shares_of_sites), "f_meas")
  expect_equal(f$estimate, hand$estimate, tolerance = 1e-8)
  expect_equal(f$std.error, sqrt(sum(hand$row^2)), tolerance = 1e-6)
  clustered <- prediction_set(
    truth ~ one + two, columns_of(data, "id"), by = site, id = id, labelling = "by_pattern", positive = "y",
    smoothing = 0
  )
  f <- compare_classifiers(standardise_groups(clustered, shares_of_sites), "f_meas")
  expect_equal(f$std.error, sqrt(sum(rowsum(hand$row, data$id)^2)), tolerance = 1e-6)
  observed <- compare_classifiers(standardise_groups(x, "observed"), "accuracy")
  expect_equal(observed$estimate, sum(prop.table(table(data$site)) * by_site$estimate))
})

test_that("labels that were drawn with known probabilities, and all verbs", {
  data <- labels_by_site()
  x <- prediction_set(truth ~ one + two, columns_of(data, "p"), by = site, labelling = p, positive = "y")
  r <- compare_classifiers(standardise_groups(x, shares_of_sites), "accuracy")
  known <- data[!is.na(data$truth), ]
  d <- (known$two == known$truth) - (known$one == known$truth)
  w <- 1 / known$p
  total <- tapply(w, known$site, sum)
  theta <- tapply(w * d, known$site, sum) / total
  expect_equal(r$estimate, sum(shares_of_sites * theta))
  each <- (shares_of_sites / total)[known$site] * w * (d - theta[known$site])
  expect_equal(r$std.error, sqrt(sum(each^2)), tolerance = 1e-8)
  s <- standardise_groups(
    prediction_set(truth ~ one + two, columns_of(data), by = site, labelling = "by_pattern", positive = "y"),
    shares_of_sites
  )
  expect_match(printed_text(verdict(s)), "Values are standardised to the shares u 0.25 and v 0.75.")
  expect_equal(omnibus_test(s, "accuracy")$p.value, compare_classifiers(s, "accuracy")$p.value)
  expect_identical(nrow(assess_classifiers(s, c("accuracy", "f_meas"))), 4L)
  expect_error(compare_classifiers(s, "accuracy", method = "bootstrap"), class = "verdict_error_method")
  rows <- prediction_set(
    truth ~ one + two, columns_of(data), by = site, labelling = "by_pattern", question = "rows", positive = "y"
  )
  smaller <- compare_classifiers(standardise_groups(rows, shares_of_sites), "accuracy")$std.error
  expect_lt(smaller, compare_classifiers(s, "accuracy")$std.error)
})

test_that("what rests on strata without labels, or on labels of unknown origin, is not estimated and names the group", {
  data <- labels_by_site()
  ask <- function(data, metric = "accuracy", shares = shares_of_sites, labelling = "by_pattern", ...) {
    x <- prediction_set(truth ~ one + two, columns_of(data), by = site, labelling = labelling, positive = "y", ...)
    compare_classifiers(standardise_groups(x, shares), metric)
  }
  apart <- transform(data, truth = ifelse(one == two, NA, complete))
  # Where the two agree labels say nothing of their difference.
  d <- with(data, (two == complete) - (one == complete))
  accuracy <- ask(apart)
  expect_equal(accuracy$estimate, sum(shares_of_sites * tapply(d, data$site, mean)))
  expect_true(is.na(accuracy$estimate.classifier))
  f <- ask(apart, "f_meas")
  expect_true(is.na(f$estimate))
  expect_match(f$note, "^group \"u\": no label for pattern")
  settled <- ask(apart, question = "rows")
  expect_identical(settled$std.error, 0)
  none <- transform(data, truth = ifelse(site == "v", NA, truth))
  expect_match(ask(none)$note, "^group \"v\": no label")
  expect_false(is.na(ask(none, shares = c(u = 1, v = 0))$estimate))
  expect_match(ask(data, shares = c(u = 0.5, v = 0.25, w = 0.25))$note, "no rows in group \"w\"")
  expect_match(ask(data, labelling = "unknown")$note, "for reasons that nobody knows")
})

test_that("a verdict with a positive class has standardised sets tested by Wald, all counts included", {
  data <- labels_by_site()
  data <- data[order(data$site), c("complete", "one", "two", "site")]
  x <- prediction_set(complete ~ one + two, data, by = site, positive = "y")
  s <- standardise_groups(x, shares_of_sites)
  expect_match(printed_text(verdict(s)), "Sensitivity and specificity taken together: ")
  expect_equal(omnibus_test(s, "accuracy")$method.id, "omnibus_wald")
})
