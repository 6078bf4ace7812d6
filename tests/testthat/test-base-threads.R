many_profiles <- function() {
  set.seed(1)
  n <- 6000
  truth <- sample(4, n, TRUE)
  guess <- function(right) ifelse(runif(n) < right, truth, sample(4, n, TRUE))
  data <- data.frame(id = rep(seq_len(n / 6), each = 6), truth, a = guess(0.7), b = guess(0.75), c = guess(0.8))
  prediction_set(truth ~ a + b + c, data, id = id)
}

test_that("replicates are the same to the bit for any number of threads", {
  x <- many_profiles()
  for (method in list(by_permutation(R = 299), by_bootstrap(R = 299))) {
    run <- function(n, metric) {
      set.seed(2)
      rlang::local_options(verdict.threads = n)
      as.data.frame(compare_classifiers(x, metric, method))
    }
    for (metric in c("precision", "f_meas")) {
      one <- run(1, metric)
      for (n in 2:3) expect_identical(run(n, metric), one)
    }
  }
})

test_that("rows are counted the same by any number of threads", {
  set.seed(3)
  n <- 1.5e6 + 7 # of three columns: worth two threads
  data <- data.frame(truth = sample(5L, n, TRUE), a = sample(5L, n, TRUE), b = sample(5L, n, TRUE))
  data$a[c(1, n)] <- NA
  run <- function(n, ...) {
    rlang::local_options(verdict.threads = n)
    prediction_set(truth ~ a + b, data, na = "omit", ...)
  }
  one <- run(1)
  expect_identical(run(2), one)
  counted <- tabulate(1 + (data$truth - 1) + 5 * (data$a - 1) + 25 * (data$b - 1), 125)
  label <- vapply(1:3, function(j) match(one$patterns[, j], seq_along(one$classes)), integer(nrow(one$patterns)))
  expect_identical(one$count, as.double(counted[1 + (label - 1) %*% c(1, 5, 25)]))
  weights <- sample(0:3, n, TRUE)
  expect_identical(run(2, weights = weights), run(1, weights = weights))
})

test_that("scores are ordered the same by any number of threads", {
  set.seed(4)
  n <- 1e5
  event <- rbinom(n, 1, 0.3)
  scores <- list(a = runif(n), tied = round(runif(n), 2), rising = sort(runif(n)))
  order_by <- function(threads) {
    rlang::local_options(verdict.threads = threads)
    probability_set(event, scores)$order
  }
  known <- vapply(scores, function(score) order(score) - 1L, integer(n), USE.NAMES = FALSE)
  for (threads in 1:3) expect_identical(order_by(threads), known)
})

test_that("areas and their covariance are the same to the bit for any number of threads", {
  set.seed(5)
  n <- 2e5 + 7
  event <- rbinom(n, 1, 0.3)
  # Fewer models' covariance is not worth three threads.
  scores <- lapply(0:6 / 10, function(gap) round(event * gap + rnorm(n), sample(c(1, 9), 1)))
  scores <- stats::setNames(scores, paste0("m", 1:7))
  run <- function(threads) {
    rlang::local_options(verdict.threads = threads)
    as.data.frame(compare_classifiers(probability_set(event, scores, scores = TRUE), "roc_auc"))
  }
  one <- run(1)
  for (threads in 2:3) expect_identical(run(threads), one)
  # DeLong's, by ranks.
  right <- vapply(scores, function(s) rank(s) - ave(s, event, FUN = rank), numeric(n))
  part <- list(right[event == 1, ] / sum(!event), 1 - right[event == 0, ] / sum(event))
  first <- match(one$classifier, names(scores))
  second <- match(one$reference, names(scores))
  expect_equal(one$estimate, unname(colMeans(part[[1]])[first] - colMeans(part[[1]])[second]))
  variance <- cov(part[[1]]) / sum(event) + cov(part[[2]]) / sum(!event)
  expect_equal(
    one$std.error^2, diag(variance)[first] + diag(variance)[second] - 2 * variance[cbind(first, second)],
    tolerance = 1e-9, ignore_attr = TRUE
  )
})

test_that("an order that was changed by hand is refused on threads", {
  rlang::local_options(verdict.threads = 2)
  n <- 2e5
  x <- probability_set(rep(0:1, n / 2), a = seq_len(n) / n, b = rev(seq_len(n)) / n)
  x$order[1:2, 2] <- x$order[2:1, 2]
  expect_error(compare_classifiers(x, "roc_auc"), class = "verdict_error_set")
})

test_that("half of the processors are used, but two if there are two, and no more than R CMD check allows", {
  processors <- .Call(ffi_processors)
  limit <- Sys.getenv("_R_CHECK_LIMIT_CORES_", NA)
  on.exit(if (is.na(limit)) Sys.unsetenv("_R_CHECK_LIMIT_CORES_") else Sys.setenv("_R_CHECK_LIMIT_CORES_" = limit))
  Sys.unsetenv("_R_CHECK_LIMIT_CORES_")
  rlang::local_options(verdict.threads = NULL)
  expect_identical(threads(), min(processors, max(2L, processors %/% 2L)))
  rlang::local_options(verdict.threads = 1)
  expect_identical(threads(), 1L)
  rlang::local_options(verdict.threads = 1e6)
  expect_identical(threads(), processors)
  Sys.setenv("_R_CHECK_LIMIT_CORES_" = "true")
  expect_lte(threads(), 2L)
})

test_that("a process that was forked starts no threads", {
  skip_on_os("windows")
  rlang::local_options(verdict.threads = 2)
  forked <- parallel::mcparallel(threads())
  expect_identical(unname(parallel::mccollect(forked)), list(1L))
})

test_that("what is no number of threads is refused", {
  x <- many_profiles()
  for (asked in list("2", 0, -1, 1.5, NA, c(1, 2), Inf, TRUE, list(2))) {
    rlang::local_options(verdict.threads = asked)
    expect_error(compare_classifiers(x, "accuracy", by_permutation(R = 99)), class = "verdict_error_argument")
  }
})
