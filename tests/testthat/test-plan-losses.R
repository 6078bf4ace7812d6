# Rows in the order of time, whose losses go together.
in_time <- function(n = 50) {
  i <- seq_len(n)
  y <- as.integer((i * 7) %% 5 < 2)
  wave <- sin(i / 3) / 6
  data.frame(y = y, a = 0.2 + 0.5 * y + wave, b = 0.3 + 0.3 * y + wave^2 + ((i * 3) %% 7) / 40)
}
time_set <- function(..., data = in_time()) probability_set(y ~ a + b, data, ...)

# By the definition, from R's own autocovariances.
diebold_by_hand <- function(d, horizon, weight = rep(1, horizon - 1)) {
  n <- length(d)
  g <- stats::acf(d, horizon, "covariance", plot = FALSE)$acf[, 1, 1]
  variance <- (g[1] + 2 * sum(weight * g[seq_len(horizon - 1) + 1])) / n
  t <- mean(d) / sqrt(variance) * sqrt((n + 1 - 2 * horizon + horizon * (horizon - 1) / n) / n)
  c(t, 2 * stats::pt(-abs(t), n - 1))
}

test_that("Diebold and Mariano's test of losses is that of its definition", {
  d <- in_time()
  gap <- (d$b - d$y)^2 - (d$a - d$y)^2
  found <- function(...) {
    rows <- compare_classifiers(time_set(), "brier", ...)
    c(rows$statistic, rows$p.value)
  }
  expect_equal(found(method = "diebold_mariano"), diebold_by_hand(gap, 1))
  expect_equal(found(method = by_diebold_mariano(4)), diebold_by_hand(gap, 4))
  expect_equal(found(method = by_diebold_mariano(4, "bartlett")), diebold_by_hand(gap, 4, 1 - 1:3 / 4))
  rows <- compare_classifiers(time_set(), "brier", method = by_diebold_mariano(4))
  expect_equal(rows$estimate, mean(gap))
  half <- stats::qt(0.975, 49) * mean(gap) / rows$statistic
  expect_equal(c(rows$conf.low, rows$conf.high), mean(gap) + c(-1, 1) * half)
  expect_equal(rows$df, 49)
  items <- score_set(cbind(a = (d$a - d$y)^2, b = (d$b - d$y)^2), design = "items")
  expect_equal(compare_classifiers(items, method = by_diebold_mariano(4))$p.value, rows$p.value)
  swings <- d
  swings$a <- abs(d$y - 0.3 - 0.1 * (-1)^seq_len(50))
  swings$b <- abs(d$y - 0.3)
  refused <- compare_classifiers(time_set(data = swings), "brier", method = by_diebold_mariano(2))
  expect_identical(refused$status, "negative_variance")
  weighed <- compare_classifiers(time_set(data = swings), "brier", method = by_diebold_mariano(2, "bartlett"))
  expect_false(is.na(weighed$p.value))
  expect_identical(compare_classifiers(time_set(), "brier", method = by_diebold_mariano(50))$status, "few_units")
  for (wrong in list(0, 1.5, NA, "a")) expect_error(by_diebold_mariano(wrong), class = "verdict_error_argument")
})

test_that("signs and ranks of losses are those of R's tests", {
  d <- in_time()
  gap <- (d$b - d$y)^2 - (d$a - d$y)^2
  of <- function(method, ...) compare_classifiers(time_set(...), "brier", method = method)
  expect_equal(of("sign")$p.value, stats::binom.test(sum(gap > 0), 50)$p.value)
  expect_equal(of("sign")$estimate, stats::median(gap))
  expect_equal(of("wilcoxon")$p.value, stats::wilcox.test(gap, exact = TRUE)$p.value)
  weight <- rep(1:2, 25)
  heavy <- sum((gap > 0) * weight)
  expect_equal(of("sign", weights = weight)$p.value, stats::binom.test(heavy, 75)$p.value)
  at <- compare_classifiers(time_set(), net_benefit(c(0.3, 0.65)), method = "sign")
  gain <- function(p, t) (p >= t) * (d$y - (1 - d$y) * t / (1 - t))
  up <- vapply(c(0.3, 0.65), function(t) sum(gain(d$b, t) > gain(d$a, t)), 0)
  down <- vapply(c(0.3, 0.65), function(t) sum(gain(d$b, t) < gain(d$a, t)), 0)
  expect_equal(at$p.value, mapply(function(u, v) stats::binom.test(u, u + v)$p.value, up, down))
  excess <- compare_classifiers(time_set(), "calibration_in_the_large", method = "sign")
  expect_equal(excess$effect, mean(d$b < d$a))

  three <- thirds()
  square <- function(p) rowSums((p - outer(as.integer(three$truth), 1:3, `==`))^2)
  better <- function(loss) {
    both <- c(sum(loss(three$svm) > loss(three$rf)), sum(loss(three$svm) < loss(three$rf)))
    stats::binom.test(both)$p.value
  }
  x <- thirds_set()
  expect_equal(compare_classifiers(x, "brier", method = "sign")$p.value, better(square))
  each <- cbind(1:40, as.integer(three$truth))
  expect_equal(compare_classifiers(x, "log_loss", method = "sign")$p.value, better(function(p) -log(p[each])))
  one <- compare_classifiers(x, "brier", classes = c("a", "c"), method = "sign")
  expect_equal(one$p.value[1], better(function(p) (p[, 1] - (three$truth == "a"))^2))
  ranked <- probability_set(factor(three$truth, ordered = TRUE), rf = three$rf, svm = three$svm)
  cumulated <- function(p) rowSums((t(apply(p, 1, cumsum)) - outer(as.integer(three$truth), 1:3, `<=`))^2)
  expect_equal(compare_classifiers(ranked, "rps", method = "sign")$p.value, better(cumulated))
})

test_that("infinite losses have signs and ranks, and no mean", {
  d <- in_time()
  d$a[c(which(d$y == 1)[1], which(d$y == 0)[1])] <- 0:1
  d$b[which(d$y == 1)[1]] <- 0
  x <- time_set(data = d)
  loss <- function(p) -log(ifelse(d$y == 1, p, 1 - p))
  of <- function(method) compare_classifiers(x, "log_loss", method = method)
  more <- sum(loss(d$b) > loss(d$a))
  less <- sum(loss(d$b) < loss(d$a))
  expect_equal(of("sign")$p.value, stats::binom.test(more, more + less)$p.value)
  gap <- ifelse(is.infinite(loss(d$a)), ifelse(is.infinite(loss(d$b)), 0, -99), loss(d$b) - loss(d$a))
  ranks <- sum(rank(abs(gap))[gap > 0])
  expect_equal(of("wilcoxon")$statistic, ranks)
  expect_equal(of("sign")$estimate, stats::median(gap))
  expect_identical(of("diebold_mariano")$status, "infinite")
  expect_identical(of("wald")$estimate, -Inf)
  one <- d
  one$a[which(d$y == 0)[1]] <- 0.5
  tied <- compare_classifiers(time_set(data = one), "log_loss")
  gap <- loss(one$b) - loss(one$a)
  expect_equal(tied$estimate, sum(gap, na.rm = TRUE) / length(gap))
  expect_true(is.na(tied$p.value))
  d$b[d$y == 1] <- 0
  d$a[d$y == 1] <- 0.5
  d$b[d$y == 0][1:20] <- 1
  most <- compare_classifiers(time_set(data = d), "log_loss", method = "sign")
  expect_identical(most$estimate, Inf)
})

test_that("what has no losses of rows, or rows that go together, is refused", {
  refuse <- function(x, metric, class) {
    expect_error(compare_classifiers(x, metric, method = "sign"), class = class)
  }
  refuse(time_set(), "roc_auc", "verdict_error_method")
  refuse(time_set(), "brier_skill", "verdict_error_method")
  refuse(time_set(), net_benefit(0.2, prevalence = 0.1), "verdict_error_method")
  refuse(time_set(id = rep(1:25, 2)), "brier", "verdict_error_clustered")
  refuse(time_set(weights = rep(c(0.5, 1), 25)), "brier", "verdict_error_weights")
  refuse(time_set(weights = rep(1e7, 50)), "brier", "verdict_error_weights")
  expect_error(compare_classifiers(time_set(), "brier", method = "t"), class = "verdict_error_argument")
  expect_error(.Call(ffi_numeric_losses, time_set(), "roc_auc", NA_real_), "no mean of losses")
  expect_error(.Call(ffi_numeric_losses, thirds_set(), "hand_till", NA_real_), "no mean of losses")
})

test_that("a verdict takes tests of losses, with their references", {
  x <- time_set()
  expect_match(paste(capture.output(verdict(x, "brier", method = "sign")), collapse = " "), "sign test")
  text <- methods_text(compare_classifiers(x, "brier", method = "diebold_mariano"))
  expect_match(text, "Diebold and Mariano 1995; Harvey et al. 1997", fixed = TRUE)
  margin <- compare_classifiers(x, "brier", method = "diebold_mariano", margin = 0.05)
  expect_true(is.data.frame(margin))
})

test_that("a row that makes much of a difference in log loss is said", {
  p <- cbind(a = twelve$a, b = twelve$b)
  p[5, 1] <- 1e-9
  x <- probability_set(twelve$event, p)
  gap <- abs(log(ifelse(twelve$event == 1, p[, 1], 1 - p[, 1]) / ifelse(twelve$event == 1, p[, 2], 1 - p[, 2])))
  share <- paste0(signif(100 * max(gap) / sum(gap), 2), "%")
  expect_match(compare_classifiers(x, "log_loss")$note, paste("one row makes", share), fixed = TRUE)
  weighted <- probability_set(twelve$event, p, weights = 1:12)
  share <- paste0(signif(100 * max(gap) / sum(1:12 * gap), 2), "%")
  expect_match(compare_classifiers(weighted, "log_loss")$note, share, fixed = TRUE)
  sampled <- probability_set(twelve$event, p, weights = 1:12, weights_are = "sampling")
  share <- paste0(signif(100 * max(1:12 * gap) / sum(1:12 * gap), 2), "%")
  expect_match(compare_classifiers(sampled, "log_loss")$note, share, fixed = TRUE)
  expect_true(is.na(compare_classifiers(x, "brier")$note))
  gone <- probability_set(twelve$event, replace(p, 24, NA), na = "partial")
  share <- paste0(signif(100 * max(gap) / sum(gap[-12]), 2), "%")
  expect_match(compare_classifiers(gone, "log_loss")$note, share, fixed = TRUE)
})

test_that("a claim that one row makes is said to be so", {
  event <- rep(0:1, 40)
  a <- ifelse(event == 1, .6, .4)
  b <- replace(ifelse(event == 1, .55, .45), 1, .99)
  expect_output(print(verdict(probability_set(event, a = a, b = b), "log_loss")), "One row makes")
})

test_that("items are in the order of numbers, dates and factors, and of text that is hardly meant so it is said", {
  set.seed(1)
  n <- 24
  scores <- data.frame(a = rexp(n), b = rexp(n))
  compared <- function(t) {
    x <- score_set(data.frame(t = t, scores), classifiers = c(a, b), item = t, metric = "mse")
    compare_classifiers(x, method = by_diebold_mariano(3))$p.value
  }
  p <- compared(1:n)
  expect_identical(compared(as.Date("2026-01-20") + 1:n), p)
  expect_identical(compared(as.POSIXct("2026-01-20", tz = "UTC") + 3600 * 1:n), p)
  expect_identical(compared(as.POSIXct("2026-10-24 22:00", tz = "Europe/Berlin") + 3600 * 1:n), p)
  expect_identical(compared(as.POSIXct("2026-01-20", tz = "UTC") + 1:n / 4), p)
  expect_identical(compared(factor(paste0("w", 1:n), paste0("w", 1:n))), p)
  expect_identical(compared(format(as.Date("2026-01-20") + 1:n)), p)
  expect_silent(compared(letters[1:n]))
  expect_warning(other <- compared(paste0("w", 1:n)), "order of the alphabet", class = "verdict_warning_order")
  expect_false(other == p)
})

test_that("in the order of time no number of items is promised", {
  set.seed(4)
  n <- 400
  base <- rexp(n)
  d <- as.numeric(arima.sim(list(ar = 0.9), n))
  x <- score_set(data.frame(t = 1:n, a = base + 5, b = base + 5 + d * 0.5 + 0.1), classifiers = c(a, b), item = t,
    metric = "mse"
  )
  expect_no_match(printed_text(verdict(x, method = by_diebold_mariano(20, "bartlett"))), "For planning", fixed = TRUE)
  expect_match(printed_text(verdict(x)), "For planning", fixed = TRUE)
})

test_that("summaries say what Diebold and Mariano's test takes for granted, not that rows are independent", {
  set.seed(4)
  rain <- rbinom(100, 1, 0.4)
  x <- probability_set(rain, a = plogis(2 * rain - 1 + rnorm(100)), b = plogis(rain - 0.5 + rnorm(100)))
  in_time <- compare_classifiers(x, "brier", method = by_diebold_mariano(3))
  cautions <- function(x) paste(summary(x)$cautions, collapse = " ")
  said <- "The Diebold-Mariano tests take the rows in the order of time; differences of rows that are less"
  expect_match(cautions(in_time), said, fixed = TRUE)
  expect_no_match(cautions(in_time), "independent")
  both <- cautions(rbind(in_time, compare_classifiers(x, "roc_auc")))
  expect_match(both, said, fixed = TRUE)
  expect_match(both, "The other tests take the rows as independent", fixed = TRUE)
  expect_match(cautions(compare_classifiers(x, "brier")), "The tests take the rows as independent", fixed = TRUE)
  s <- score_set(cbind(a = rnorm(60), b = rnorm(60)), design = "items")
  for (found in list(
    compare_classifiers(s, method = by_diebold_mariano(3, "bartlett")),
    verdict(s, method = by_diebold_mariano(3, "bartlett"))
  )) {
    expect_match(cautions(found), "tests take the items in the order of time", fixed = TRUE)
    expect_no_match(cautions(found), "independent")
  }
})

test_that("a mean difference from an infinite loss is infinite, by whatever test", {
  x <- probability_set(c(0, 1, 0, 1, 1), a = c(0.2, 0.7, 0.4, 0.6, 0.9), b = c(0.3, 0, 0.1, 0.8, 0.4), positive = 1)
  for (method in list("sign_flip", by_diebold_mariano(), "wald")) {
    expect_identical(compare_classifiers(x, "log_loss", method = method)$estimate, Inf)
    both <- probability_set(c(0, 1, 0, 1), a = c(1, 0.7, 0.4, 0.6), b = c(0.3, 0, 0.1, 0.8), positive = 1)
    expect_true(identical(compare_classifiers(both, "log_loss", method = method)$estimate, NA_real_))
    expect_identical(compare_classifiers(x, "log_loss", reference = "b", method = method)$estimate, -Inf)
  }
})

test_that("where the loss of both is infinite both are named, and there is no difference to plan for", {
  event <- rep_len(c(1, 0, 0), 60)
  p <- cbind(a = (1:60 * 7) %% 13 / 14 + 0.05, b = (1:60 * 5) %% 11 / 12 + 0.05)
  p[1, 1] <- p[c(4, 7, 10), 2] <- 0
  x <- probability_set(event, p)
  note <- compare_classifiers(x, "log_loss")$note
  expect_match(note, "log loss of a is infinite: 1 row had", fixed = TRUE)
  expect_match(note, "log loss of b is infinite: 3 rows had", fixed = TRUE)
  # Infinity less infinity is not known, by whatever test.
  for (method in list("sign_flip", by_diebold_mariano(), "wald")) {
    estimate <- compare_classifiers(x, "log_loss", method = method)$estimate
    expect_true(is.na(estimate) && !is.nan(estimate))
  }
  difference <- sample_size(x, "log_loss")$difference
  expect_true(is.na(difference) && !is.nan(difference))
})
