example <- list(
  y = c(1, 0, 1, 1, 0, 1, rep(NA, 10)),
  f = c(.9, .4, .7, .8, .3, .6, .8, .5, .9, .3, .7, .6, .4, .8, .2, .7)
)

test_that("the mean of the example is that of the formula", {
  x <- ppi_mean(example$y, example$f)
  found <- assess_classifiers(x)
  expect_equal(found$estimate, .64)
  expect_equal(found$std.error, .1525341, tolerance = 1e-6)
  expect_equal(found$conf.high, .64 + qt(.975, 5) * found$std.error)
  alone <- assess_classifiers(ppi_mean(example$y[1:6], example$f[1:6]))
  expect_equal(c(alone$estimate, alone$std.error), c(.6666667, .2108185), tolerance = 1e-6)
  expect_output(print(x), "6 items scored by people; the judge's scores count with weight 1.", fixed = TRUE)
})

judged <- function(n, N, quality = 0.9, seed = 3) {
  set.seed(seed)
  truth <- cbind(a = rbinom(n + N, 1, 0.6), b = rbinom(n + N, 1, 0.7))
  judge <- ifelse(matrix(runif(2 * (n + N)), n + N) < quality, truth, 1 - truth)
  human <- truth
  human[-seq_len(n), ] <- NA
  list(human = human, judge = judge, labelled = seq_len(n))
}

test_that("two models are compared by the paired differences", {
  d <- judged(60, 300)
  x <- ppi_mean(d$human, d$judge, lower = 0, upper = 1)
  y <- (d$human[, 2] - d$human[, 1])[d$labelled]
  f <- d$judge[, 2] - d$judge[, 1]
  own <- f[d$labelled]
  rest <- f[-d$labelled]
  l <- cov(y, own) / ((1 + 60 / 300) * var(f))
  expect_true(l > 0 && l < 1)
  estimate <- l * mean(rest) + mean(y - l * own)
  se <- sqrt(var(y - l * own) / 60 + l^2 * var(rest) / 300)
  found <- compare_classifiers(x)
  expect_equal(found$estimate, estimate)
  expect_equal(found$std.error, se)
  expect_equal(found$p.value, 2 * pnorm(-abs(estimate / se)))
  expect_output(print(x), "it is worth")
  expect_s3_class(verdict(x), "verdict")
  expect_match(methods_text(found), "60 of them scored by people. Means are prediction-powered", fixed = TRUE)
  expect_match(methods_text(found), "Angelopoulos et al. 2023b", fixed = TRUE)
  expect_output(print(x), "Prediction powered set: score of 2 classifiers", fixed = TRUE)
})

test_that("to plan for items is to plan for labels of people in the same share", {
  d <- judged(60, 300)
  x <- ppi_mean(d$human, d$judge, metric = "accuracy")
  of <- function(k) compare_classifiers(ppi_mean(d$human[rep(1:360, k), ], d$judge[rep(1:360, k), ]))$std.error
  n <- (qnorm(.975) + qnorm(.8))^2 * 360 * of(1)^2 / .02^2
  # so many of both are enough
  expect_equal(of(100) * sqrt(36000 / n), .02 / (qnorm(.975) + qnorm(.8)), tolerance = 0.02)
  labels <- format(signif(ceiling(n / 6), 2), big.mark = ",")
  said <- paste0(", about ", labels, " of them scored by people, to ")
  size <- sample_size(x, difference = .02)
  expect_identical(size$n, ceiling(n))
  expect_match(as.character(size), paste0(format(ceiling(n), big.mark = ","), " items", said, "find"), fixed = TRUE)
  expect_match(paste(format(as_table(size)), collapse = " "), paste0("of them scored by people.* ", labels, " "))
  expect_match(paste(capture.output(print(verdict(x), width = 1000)), collapse = " "), paste0("in all", said))
  clustered <- sample_size(ppi_mean(d$human, d$judge, cluster = rep(1:72, each = 5)), difference = .02)
  labels <- format(signif(ceiling(clustered$n * 60 / 72), 2), big.mark = ",")
  expect_match(as.character(clustered), paste0("clusters, about ", labels, " of their items scored by people, to"))
})

test_that("clusters are whole clusters of both samples", {
  d <- judged(60, 300)
  cluster <- c(rep(1:20, each = 3), rep(21:120, 3))
  found <- compare_classifiers(ppi_mean(d$human, d$judge, cluster = cluster))
  y <- (d$human[, 2] - d$human[, 1])[d$labelled]
  f <- d$judge[, 2] - d$judge[, 1]
  own <- f[d$labelled]
  rest <- f[-d$labelled]
  l <- cov(y, own) / (1.2 * var(f))
  # equal clusters: the variance of the mean of their means
  means <- tapply(y - l * own, cluster[d$labelled], mean)
  others <- tapply(l * rest, cluster[-d$labelled], mean)
  expect_equal(found$std.error, sqrt(var(means) / 20 + var(others) / 100))
})

test_that("clusters without a label are no information on what people scored", {
  set.seed(9)
  cluster <- rep(1:24, each = 5)
  labelled <- cluster <= 6 & rep(1:5, 24) <= 3
  human <- cbind(a = rnorm(120), b = rnorm(120))
  # Of a judge who says the opposite the weight is 0.
  judge <- -human
  human[!labelled, ] <- NA
  found <- compare_classifiers(ppi_mean(human, judge, cluster = cluster))
  known <- t.test(tapply((human[, 2] - human[, 1])[labelled], cluster[labelled], mean))
  expect_equal(found$std.error, known$stderr)
  expect_equal(found$df, 5)
  expect_equal(found$p.value, known$p.value)
})

test_that("a judge who knows nothing is worth nothing", {
  d <- judged(60, 300, 0.5)
  opposite <- ppi_mean(d$human, 1 - ifelse(is.na(d$human), 0, d$human))
  plain <- assess_classifiers(opposite)
  expect_equal(plain$estimate, unname(colMeans(d$human, na.rm = TRUE)))
  expect_output(print(opposite), "weight 0.", fixed = TRUE)
  constant <- ppi_mean(d$human, d$judge * 0)
  expect_equal(assess_classifiers(constant)$std.error, assess_classifiers(opposite)$std.error)
})

test_that("what cannot be a sample of human scores is refused", {
  d <- judged(10, 10)
  expect_error(ppi_mean(d$human, d$judge[1:5, ]), class = "verdict_error_length")
  expect_error(ppi_mean(d$human, `colnames<-`(d$judge, c("a", "c"))), class = "verdict_error_classifier")
  expect_error(ppi_mean(d$human, `colnames<-`(d$judge, c("a", "a"))), class = "verdict_error_classifier")
  expect_error(ppi_mean(d$human, d$human), class = "verdict_error_score")
  for (odd in list("a", NULL, mean, quote(a), new.env(), list(1), factor(1))) {
    expect_error(ppi_mean(odd, 1), class = "verdict_error_score")
    expect_error(ppi_mean(1, odd), class = "verdict_error_score")
  }
  some <- d$human
  some[1, 1] <- NA
  expect_error(ppi_mean(some, d$judge), "Only some", class = "verdict_error_label")
  expect_error(ppi_mean(d$human[10:20, ], d$judge[10:20, ]), "two items", class = "verdict_error_label")
  expect_error(ppi_mean(d$human, d$judge, cluster = 1:3), class = "verdict_error_length")
  expect_error(ppi_mean(d$human, d$judge, better = "odd"), class = "verdict_error_argument")
  broken <- ppi_mean(as.data.frame(d$human), d$judge)
  broken$judge <- broken$judge[1:3, ]
  expect_error(assess_classifiers(broken), class = "verdict_error_set")
  unnamed <- ppi_mean(unname(d$human == 1), unname(d$judge))
  expect_identical(unnamed$classifiers, c("model_1", "model_2"))
})

test_that("judges that differ by a constant have one weight whatever the last bit", {
  set.seed(3)
  human <- judge <- matrix(rnorm(60), 30, dimnames = list(NULL, c("a", "b")))
  human[11:30, ] <- NA
  score <- round(judge[, 1], 1)
  found <- function(by) assess_classifiers(ppi_mean(human, cbind(a = score, b = score + by)))$estimate
  expect_equal(found(.5), found(.125))
  expect_equal(found(.5), unname(colMeans(human, na.rm = TRUE)))
  whole <- matrix(c(2e9L, -2e9L, 1L, 5L, 2e9L, -1L, 3L, 2e9L), 4, dimnames = list(NULL, c("a", "b")))
  expect_no_warning(assess_classifiers(ppi_mean(replace(whole, cbind(c(4, 4), 1:2), NA), whole)))
})

test_that("marks that lie outside of the range that was given are refused: intervals would be cut at its end", {
  marks <- cbind(a = c(60, 70, 80, NA), b = c(65, 75, 85, NA))
  judge <- cbind(a = c(61, 72, 78, 66), b = c(62, 77, 83, 70))
  expect_error(ppi_mean(marks, judge, lower = 0, upper = 1), "must lie between 0 and 1", class = "verdict_error_score")
  expect_error(ppi_mean(marks, judge, lower = 1e10), "between 1e\\+10 and Inf", class = "verdict_error_score")
  expect_s3_class(ppi_mean(marks, judge, lower = 0, upper = 100), "prediction_powered_set")
  scored <- marks[1:3, ]
  expect_error(
    control_variate(scored, judge[1:3, ], 69, size = 100, upper = 1), "must lie between", class = "verdict_error_score"
  )
  total <- function(s) s[["x"]] / s[["n"]]
  rows <- lapply(c(a = 1, b = 2), function(at) cbind(x = scored[, at], n = 1))
  expect_error(sums_set(rows, total, upper = 1), "must lie between", class = "verdict_error_score")
})

test_that("the mean of a control is a finite number", {
  s <- cbind(a = c(0.1, 0.4, 0.5), b = c(0.2, 0.3, 0.9))
  for (mean in c(Inf, -Inf, NaN, NA)) {
    expect_error(control_variate(s, s / 2, mean, size = 10), "finite number", class = "verdict_error_argument")
  }
})

test_that("a bootstrap of few scores of people is as unsure as their number", {
  human <- cbind(a = c(3, 4, 6, 5, rep(NA, 96)), b = c(1, 3, 2, 2, rep(NA, 96)))
  x <- ppi_mean(human, cbind(a = rep(1:4, 25), b = rep(c(2, 1, 3, 4), 25)))
  # The judge is of no use: Student's t of four differences, 0.03; replicates of a normal distribution had 0.0005.
  set.seed(1)
  drawn <- compare_classifiers(x, method = by_bootstrap(R = 1999))
  expect_equal(log(drawn$p.value), log(t.test(c(2, 1, 4, 3))$p.value), tolerance = 0.2)
})

test_that("a bootstrap of few scored items or clusters rejects no more often than Student's t of them", {
  # Equal models of which three items or clusters of a hundred are scored by people; the judge tells something of them,
  # so that most of what varies is of few units. Of replicates that vary as a normal distribution 0.17 and 0.11 of these
  # p-values are below 0.05.
  rejected <- function(n, cluster) {
    mean(vapply(seq_len(60), function(i) {
      truth <- matrix(rnorm(300), ncol = 3, dimnames = list(NULL, c("a", "b", "c")))
      judge <- truth + rnorm(300)
      truth[-seq_len(n), ] <- NA
      compare_classifiers(ppi_mean(truth, judge, cluster = cluster), method = by_bootstrap(R = 99))$p.value <= 0.05
    }, logical(3)))
  }
  set.seed(1)
  expect_lt(rejected(3, NULL), 0.1)
  expect_lt(rejected(6, rep(1:50, each = 2)), 0.1)
})

test_that("the good side is that of the name", {
  set.seed(1)
  human <- cbind(a = rnorm(60, 2, 0.1), b = rnorm(60, 0.3, 0.1))
  judge <- human + 0.01
  human[31:60, ] <- NA
  expect_match(format(verdict(ppi_mean(human, judge, metric = "mae"))), "^b is better than a in MAE")
  expect_match(format(verdict(ppi_mean(human, judge))), "^a is better than b in score")
  expect_match(format(verdict(ppi_mean(human, judge, metric = "mae", better = "high"))), "^a is better than b in MAE")
})
