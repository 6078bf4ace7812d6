ratio_example <- function() {
  set.seed(6)
  words <- rpois(40, 50) + 1
  list(words = words, loglik = -words * cbind(a = rnorm(40, 3, 0.4), b = rnorm(40, 2.8, 0.4)))
}

test_that("ratios of sums err by what each item adds to both", {
  d <- ratio_example()
  x <- ratio_set(d$loglik, d$words)
  r <- colSums(d$loglik) / sum(d$words)
  u <- (d$loglik - outer(d$words, r)) / mean(d$words)
  found <- assess_classifiers(x)
  expect_equal(found$estimate, unname(r))
  expect_equal(found$std.error, unname(apply(u, 2, sd)) / sqrt(40))
  pair <- compare_classifiers(x)
  known <- t.test(u[, 2] - u[, 1] + r[2] - r[1])
  expect_equal(pair$p.value, known$p.value)
  expect_equal(c(pair$conf.low, pair$conf.high), as.vector(known$conf.int))
})

test_that("perplexity and bits per byte are made of them, with low as good", {
  d <- ratio_example()
  r <- colSums(d$loglik) / sum(d$words)
  perplexity <- ratio_set(d$loglik, d$words, "perplexity")
  expect_equal(assess_classifiers(perplexity)$estimate, unname(exp(-r)))
  ratio <- compare_classifiers(perplexity, measure = "ratio")
  difference <- compare_classifiers(ratio_set(d$loglik, d$words))
  expect_equal(log(ratio$estimate), -difference$estimate)
  expect_equal(ratio$std.error, difference$std.error)
  expect_identical(ratio$decision, "better")
  bits <- ratio_set(d$loglik, d$words, "bits", metric = "bits_per_byte")
  expect_equal(assess_classifiers(bits)$estimate, unname(-r / log(2)))
  expect_equal(compare_classifiers(bits)$p.value, difference$p.value)
  expect_s3_class(verdict(bits), "verdict")
  clustered <- ratio_set(d$loglik, d$words, cluster = rep(1:10, 4))
  expect_identical(compare_classifiers(clustered)$p.value < 1, TRUE)
  expect_output(print(clustered), "Ratio set: ratio of 2 classifiers (a and b) on 40 items.", fixed = TRUE)
})

test_that("what is no ratio is refused", {
  d <- ratio_example()
  expect_error(ratio_set(d$loglik, d$words[-1]), class = "verdict_error_length")
  expect_error(ratio_set(d$loglik, -d$words), class = "verdict_error_score")
  expect_error(ratio_set(d$loglik, NA * d$words), class = "verdict_error_score")
  expect_error(ratio_set(d$loglik, d$words, "odds"), class = "verdict_error_argument")
  expect_error(ratio_set(d$loglik, d$words, cluster = 1), class = "verdict_error_length")
  broken <- ratio_set(d$loglik, d$words)
  broken$scale <- "odds"
  expect_error(assess_classifiers(broken), class = "verdict_error_set")
})

test_that("perplexities that lm-evaluation-harness logged are ratios", {
  skip_if_not_installed("jsonlite")
  d <- ratio_example()
  folder <- withr_tempdir(environment())
  for (model in c("a", "b")) {
    dir.create(file.path(folder, model))
    pair <- function(i, w) sprintf("[%.10f, %d]", d$loglik[i, model], w)
    form <- paste0(
      "{\"doc_id\": %d, \"doc_hash\": \"h%d\", \"filter\": \"none\", \"word_perplexity\": %s, \"bits_per_byte\": %s",
      ", \"metrics\": [\"word_perplexity\", \"bits_per_byte\"]}"
    )
    line <- vapply(seq_along(d$words), function(i) {
      sprintf(form, i, i, pair(i, d$words[i]), pair(i, 5L * as.integer(d$words[i])))
    }, "")
    writeLines(line, file.path(folder, model, "samples_wikitext_2024-01-01T00-00-00.jsonl"))
  }
  x <- read_evaluations(folder)
  expect_s3_class(x, "ratio_set")
  known <- ratio_set(d$loglik, d$words, "perplexity", metric = "word_perplexity")
  expect_equal(assess_classifiers(x)$estimate, assess_classifiers(known)$estimate)
  expect_equal(assess_classifiers(x)$std.error, assess_classifiers(known)$std.error)
  bits <- read_evaluations(folder, metric = "bits_per_byte")
  r <- colSums(d$loglik) / sum(5 * d$words)
  expect_equal(assess_classifiers(bits)$estimate, unname(-r / log(2)))
  expect_output(print(bits), "Read from 2 files", fixed = TRUE)
  both <- c("word_perplexity", "bits_per_byte")
  expect_error(read_evaluations(folder, metric = both), class = "verdict_error_metric")
})

test_that("a root of a mean and the share that is explained are ratios of sums", {
  i <- 1:30
  y <- sin(i) + i / 10
  fits <- cbind(a = y + cos(i * 3) / 2, b = y + cos(i * 5) / 3)
  square <- (fits - y)^2
  rmse <- ratio_set(square, rep(1, 30), "root", metric = "rmse")
  found <- assess_classifiers(rmse)
  expect_equal(found$estimate, unname(sqrt(colMeans(square))))
  expect_equal(found$std.error, unname(apply(square, 2, sd) / sqrt(30) / (2 * sqrt(colMeans(square)))))
  expect_identical(compare_classifiers(rmse)$estimate < 0, TRUE)
  around <- (y - mean(y))^2
  explained <- ratio_set(square, around, "complement", metric = "rsq")
  expect_equal(assess_classifiers(explained)$estimate, unname(1 - colSums(square) / sum(around)))
  expect_error(ratio_set(-square, rep(1, 30), "root"), class = "verdict_error_score")
})

test_that("sizes whose squares are no numbers are refused", {
  above <- cbind(a = c(1, 2, 1, 1), b = c(2, 1, 1, 2)) * 1e180
  expect_error(ratio_set(above, rep(1, 4)), "between 1e-100 and 1e100", class = "verdict_error_score")
  expect_error(ppi_mean(above * c(1, 1, NA, NA), above), class = "verdict_error_score")
  expect_error(sums_set(list(a = above, b = above), sum), class = "verdict_error_score")
})

test_that("clusters whose numbers agree in 15 digits are clusters of their own", {
  set.seed(1)
  s <- matrix(rnorm(80), 40, dimnames = list(NULL, c("a", "b")))
  found <- function(x) compare_classifiers(x)[c("std.error", "df")]
  for (cluster in list(1e15 + 1:40, .3 + (1:40) * 2^-50)) {
    expect_equal(found(ratio_set(s, rep(1, 40), cluster = cluster)), found(ratio_set(s, rep(1, 40))))
    expect_equal(
      found(score_set(s, design = "items", cluster = cluster)), found(score_set(s, design = "items", cluster = 1:40))
    )
  }
})

# Bell and McCaffrey's degrees of freedom of the mean of rows in clusters, from the quadratic form itself.
form_df <- function(cluster) {
  n <- length(cluster)
  share <- tabulate(cluster) / n
  left <- diag(n) - 1 / n
  form <- rowsum(left, cluster) / n / sqrt(1 - share)
  sum(diag(tcrossprod(form)))^2 / sum(tcrossprod(form)^2)
}

test_that("a few items that outweigh the others leave few degrees of freedom", {
  set.seed(1)
  size <- c(90, 30, rep(1, 12))
  loglik <- -size * cbind(a = rnorm(14, 3, .2), b = rnorm(14, 2.9, .2))
  alone <- compare_classifiers(ratio_set(loglik, size))
  expect_equal(alone$df, form_df(rep(1:14, size)))
  expect_lt(alone$df, 3)
  expect_equal(compare_classifiers(ratio_set(loglik, rev(size)))$df, alone$df)
  expect_identical(compare_classifiers(ratio_set(loglik, size + 100))$df, 13)
  clustered <- ratio_set(loglik, size, cluster = rep(1:7, each = 2))
  expect_equal(compare_classifiers(clustered)$df, form_df(rep(1:7, c(120, rep(2, 6)))))
  # Squared distances are no sizes.
  expect_identical(compare_classifiers(ratio_set(abs(loglik), size, "complement"))$df, 13)
  expect_identical(compare_classifiers(ratio_set(loglik[c(1, 1), ], c(1, 0)))$decision, "undecided")
})

test_that("items with nothing above and below are no information", {
  above <- cbind(a = c(9, 8, 9, 7, 8, 9), b = c(6.3, 7.3, 8.2, 6.5, 4.3, 9))
  known <- t.test((above[, 2] - above[, 1]) / 10)
  for (none in c(0, 4, 194)) {
    x <- ratio_set(rbind(above, matrix(0, none, 2)), rep(c(10, 0), c(6, none)))
    found <- compare_classifiers(x)
    expect_equal(found$std.error, known$stderr)
    expect_identical(found$df, 5)
    expect_equal(c(found$conf.low, found$conf.high), as.vector(known$conf.int))
    clustered <- ratio_set(x$above, x$below, cluster = rep(1:50, length.out = 6 + none))
    expect_equal(compare_classifiers(clustered)$std.error, known$stderr)
    expect_identical(compare_classifiers(clustered)$df, 5)
  }
  # Each model with items of its own: two samples.
  below <- matrix(rep(c(10, 0, 0, 10), each = 6), 12, dimnames = list(NULL, c("a", "b")))
  apart <- compare_classifiers(ratio_set(rbind(above, above) * (below > 0), below))
  expect_equal(apart$std.error, t.test(above[, 1] / 10, above[, 2] / 10)$stderr)
  expect_identical(apart$df, 5)
  # An item with nothing below but something above is one.
  cost <- cbind(a = c(3, 5, 2, 4, 6, 3, 5, 4), b = c(4, 4, 3, 6, 5, 2, 6, 7))
  success <- c(1, 1, 0, 1, 1, 0, 1, 1)
  u <- (cost - outer(success, colSums(cost) / 6)) / 0.75
  expect_equal(compare_classifiers(ratio_set(cost, success))$std.error, sd(u[, 2] - u[, 1]) / sqrt(8))
})

test_that("of few clusters it is said that they are few, and no covariance is offered that there is not", {
  x <- ratio_set(-cbind(a = 1:12, b = c(2:12, 1)), rep(1, 12), cluster = rep(1:6, 2))
  expect_output(print(verdict(x)), "There are only 6 clusters")
  expect_no_match(paste(format(verdict(x)), collapse = " "), "vcov", fixed = TRUE)
})

test_that("one number below is that of all items", {
  squares <- cbind(a = c(1, 4, 0.25, 2), b = c(2, 1, 1, 3))
  rmse <- assess_classifiers(ratio_set(squares, 1, "root"))
  expect_equal(rmse$estimate, unname(sqrt(colMeans(squares))))
  expect_equal(rmse$std.error, assess_classifiers(ratio_set(squares, rep(1, 4), "root"))$std.error)
  expect_error(ratio_set(squares, 1:3, "root"), class = "verdict_error_length")
})

test_that("a root of no errors at all varies as little as the ratio does", {
  errors <- cbind(none = rep(0, 40), some = (1:40) / 20)
  found <- compare_classifiers(ratio_set(errors, 1, "root"))
  expect_equal(found$std.error, assess_classifiers(ratio_set(errors, 1, "root"))$std.error[2])
  expect_false(is.na(found$p.value))
  none <- verdict(ratio_set(cbind(a = rep(0, 40), b = rep(0, 40)), 1, "root"))
  expect_match(format(none), "have the same results", fixed = TRUE)
})

test_that("a bootstrap of few items is as wide as Student's t, of many it is not touched", {
  # The mean of five, by the quantile of t with 4 degrees of freedom, 2.78, where that of the normal is 1.96.
  few <- c(9.1, 10.4, 8.7, 11.2, 10.1)
  set.seed(1)
  drawn <- assess_classifiers(ratio_set(cbind(a = few), rep(1, 5)), interval = by_bootstrap(1999, "percentile"))
  expect_equal(drawn$conf.high - drawn$conf.low, diff(t.test(few)$conf.int), tolerance = 0.15)
  # Multipliers of 60 items by themselves (Mammen 1993).
  many <- few + seq_len(60) / 10
  set.seed(1)
  drawn <- assess_classifiers(ratio_set(cbind(a = many), rep(1, 60)), interval = by_bootstrap(199, "percentile"))
  set.seed(1)
  first <- matrix(rbinom(60 * 199, 1, (1 + 1 / sqrt(5)) / 2), 60)
  times <- ifelse(first == 1, (1 - sqrt(5)) / 2, (1 + sqrt(5)) / 2)
  moved <- mean(many) + colSums(times * (many - mean(many))) / 60 / sqrt(1 - 1 / 60)
  expect_equal(c(drawn$conf.low, drawn$conf.high), unname(quantile(moved, c(0.025, 0.975), type = 6)))
})

test_that("the good side and the range are those of the name", {
  set.seed(1)
  worse <- cbind(a = abs(rnorm(40, 2, 0.1)), b = abs(rnorm(40, 0.3, 0.1)))
  for (scale in c("ratio", "root")) {
    x <- ratio_set(worse, 1, scale, metric = "rmse")
    expect_match(format(verdict(x)), "^b is better than a in RMSE", info = scale)
    expect_identical(x$metrics$lower, 0)
  }
  expect_match(format(verdict(ratio_set(worse, 1, metric = "rmse", better = "high"))), "^a is better")
  expect_match(format(verdict(ratio_set(worse / 3, 1, metric = "error"))), "^b is better than a in error")
  expect_match(format(verdict(ratio_set(worse, 1))), "^a is better than b in ratio")
  expect_match(format(verdict(ratio_set(worse, 1, "root", metric = "own"))), "^b is better than a in own")
  expect_match(format(verdict(ratio_set(worse, 1, "root", metric = "accuracy"))), "^a is better than b in accuracy")
})
