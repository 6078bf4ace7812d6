test_that("sensitivity at a specificity of the example", {
  found <- operating_points(twelve_set(), specificity = 0.75)
  expect_equal(found$estimate[1], 0.8)
  expect_equal(found$realised[1], 6 / 7)
  expect_equal(found$threshold[1], 0.5)
  expect_equal(c(found$conf.low[1], found$conf.high[1]), c(.22626, .94043), tolerance = 1e-5)
  expect_equal(c(found$expected[1], found$std.error[1]), c(.6473799, .3221671), tolerance = 1e-6)
  expect_equal(assess_classifiers(twelve_set(), sensitivity_at(0.75))$std.error[1], .3221671, tolerance = 1e-6)
})

test_that("exchanged classes give the specificity", {
  turned <- probability_set(1 - twelve$event, a = 1 - twelve$a, b = 1 - twelve$b)
  one <- operating_points(twelve_set(), sensitivity = 0.6)
  other <- operating_points(turned, specificity = 0.6)
  numbers <- c("estimate", "realised", "conf.low", "conf.high")
  expect_equal(one[numbers], other[numbers])
  expect_identical(unique(one$metric), "specificity")
})

test_that("a row of frequency w is w rows", {
  weights <- rep_len(c(1, 3, 2), 12)
  times <- rep(1:12, weights)
  counted <- twelve_set(weights = weights)
  repeated <- probability_set(twelve$event[times], a = twelve$a[times], b = twelve$b[times])
  for (share in c(0.2, 0.5, 0.9)) {
    expect_equal(operating_points(counted, share), operating_points(repeated, share))
    expect_equal(operating_points(counted, sensitivity = share), operating_points(repeated, sensitivity = share))
    at <- list(sensitivity_at(share), specificity_at(share))
    numbers <- c("estimate", "std.error", "conf.low", "conf.high", "method.id")
    expect_equal(assess_classifiers(counted, at)[numbers], assess_classifiers(repeated, at)[numbers])
  }
})

test_that("what is not known is refused", {
  refuse <- function(expr, class) expect_error(expr, class = paste0("verdict_error_", class))
  refuse(operating_points(twelve_set()), "argument")
  refuse(operating_points(twelve_set(), 0.5, 0.5), "argument")
  refuse(operating_points(twelve_set(), 1), "argument")
  refuse(operating_points(twelve_set(id = patient), 0.5), "set")
  refuse(operating_points(twelve_set(weights = 1:12, weights_are = "sampling"), 0.5), "weights")
  one_class <- operating_points(probability_set(rep(1, 3), p = c(.1, .2, .3)), 0.5)
  expect_identical(one_class$estimate, NA_real_)
  expect_identical(one_class$note, status_words("everywhere"))
  expect_identical(c(one_class$conf.low, one_class$conf.high), c(NA_real_, NA_real_))
})

test_that("the interval reaches to its estimate", {
  y <- rep(1:0, c(8, 22))
  negative <- c(4, 5, 8, 17, 19, 21, 24, 26, 26, 27, 28, 35, 36, 40, 40, 41, 45, 46, 48, 49, 53, 63)
  positive <- c(54, 54, 59, 77, 79, 82, 85, 93)
  x <- probability_set(y, p = c(positive, negative), scores = TRUE)
  # The 18th smallest of 22 drawn again, and the share of 8 drawn again above it, as Zhou and Qin have it
  at <- sort(unique(negative))
  mass <- diff(c(0, pbinom(17, 22, vapply(at, function(v) mean(negative <= v), 0), lower.tail = FALSE)))
  share <- vapply(at, function(v) mean(positive > v), 0)
  mean <- sum(mass * share)
  sd <- sqrt(sum(mass * (share * (1 - share) / 8 + share^2)) - mean^2)
  z <- qnorm(0.975)
  zhou_qin <- (8 * mean + z^2 / 2 + c(-1, 1) * z * 8 * sd) / (8 + z^2)
  found <- operating_points(x, specificity = 0.8)
  expect_lt(zhou_qin[2], found$estimate)
  expect_equal(c(found$conf.low, found$conf.high), c(zhou_qin[1], 1))
  assessed <- assess_classifiers(x, sensitivity_at(0.8))
  expect_equal(c(assessed$conf.low, assessed$conf.high), c(zhou_qin[1], 1))
})

test_that("there is no interval without a variance", {
  none <- function(truth, score, note) {
    x <- probability_set(truth, a = score, scores = TRUE)
    found <- operating_points(x, specificity = 0.8)
    expect_identical(c(found$conf.low, found$conf.high), c(NA_real_, NA_real_))
    expect_identical(found$note, status_words(note))
    expect_identical(found$note, assess_classifiers(x, sensitivity_at(0.8))$note)
  }
  none(rep(1:0, c(4, 4)), 8:1, "at_top")
  none(rep(1:0, c(29, 31)), 60:1, "at_top")
  none(rep(0:1, c(4, 4)), 8:1, "zero_variance")
  none(rep(1:0, c(1, 7)), c(3, 1:7), "one_of_class")
  none(rep(1:0, c(7, 1)), c(1:7, 3), "one_of_class")
})

# Rows for which much is known of the threshold that is drawn again.
drawn_again <- function(n = 120) {
  i <- seq_len(n)
  event <- as.integer((i * 7) %% 10 < 4)
  data.frame(event, a = (i * 37) %% 101 + 35 * event, b = (i * 53) %% 103 + 20 * event)
}

test_that("sensitivity at a specificity is a metric with the bootstrap's covariance", {
  d <- drawn_again()
  x <- probability_set(event ~ a + b, d, scores = TRUE)
  found <- assess_classifiers(x, list(sensitivity_at(0.9), specificity_at(0.7)))
  one <- operating_points(x, specificity = 0.9)
  other <- operating_points(x, sensitivity = 0.7)
  numbers <- c("estimate", "conf.low", "conf.high")
  expect_equal(as.list(found[numbers]), as.list(rbind(one[numbers], other[numbers])))
  expect_identical(unique(found$method.id), "operating_btii")
  low <- assess_classifiers(x, sensitivity_at(0.05))
  expect_equal(low$estimate, vapply(d[c("a", "b")], function(p) {
    mean(p[d$event == 1] > sort(p[d$event == 0])[ceiling(0.05 * sum(d$event == 0))])
  }, 0), ignore_attr = TRUE)
  set.seed(1)
  event <- d$event == 1
  at <- function(p, event) mean(p[event] > sort(p[!event])[ceiling(0.9 * sum(!event) - 1e-9)])
  drawn <- replicate(1500, {
    rows <- c(sample(which(event), replace = TRUE), sample(which(!event), replace = TRUE))
    c(at(d$a[rows], event[rows]), at(d$b[rows], event[rows]))
  })
  V <- vcov(x, sensitivity_at(0.9))
  expect_equal(sqrt(diag(V)), apply(drawn, 1, stats::sd), tolerance = 0.06, ignore_attr = TRUE)
  pair <- compare_classifiers(x, sensitivity_at(0.9))
  expect_equal(pair$estimate, at(d$b, event) - at(d$a, event))
  expect_equal(pair$std.error, stats::sd(drawn[2, ] - drawn[1, ]), tolerance = 0.1)
  expect_equal(pair$p.value, 2 * stats::pt(-abs(pair$estimate / pair$std.error), pair$df))
  set.seed(1)
  again <- compare_classifiers(x, sensitivity_at(0.9), method = by_bootstrap(R = 499))
  expect_equal(again$estimate, pair$estimate)
  expect_equal(again$std.error, stats::sd(drawn[2, ] - drawn[1, ]), tolerance = 0.2)
})

test_that("a metric at a rate takes weights, clusters, a required value and an interval that is asked for", {
  d <- drawn_again()
  twice <- rbind(d, d[1:30, ])
  plain <- probability_set(event ~ a + b, twice, scores = TRUE)
  weighed <- probability_set(event ~ a + b, d, weights = rep(2:1, c(30, 90)), scores = TRUE)
  of <- function(x, ...) assess_classifiers(x, sensitivity_at(0.8), ...)
  expect_equal(of(weighed)$estimate, of(plain)$estimate)
  expect_equal(of(weighed)$std.error, of(plain)$std.error)
  expect_equal(of(weighed, interval = "t")$conf.low, of(plain, interval = "t")$conf.low)
  expect_identical(unique(of(weighed)$method.id), "operating_btii")
  grouped <- probability_set(event ~ a + b, d, id = rep(1:40, 3), scores = TRUE)
  expect_equal(of(grouped)$estimate, of(probability_set(event ~ a + b, d, scores = TRUE))$estimate)
  expect_false(anyNA(of(grouped)$conf.low))
  expect_identical(unique(of(plain, interval = "t")$method.id), "area_t")
  required <- of(plain, null = 0.2)
  expect_false(anyNA(required$p.value))
  top <- probability_set(rep(1:0, c(8, 8)), a = c(9:16, 1:8), b = c(16:9, 8:1), scores = TRUE)
  expect_identical(of(top)$estimate, c(1, 1))
  expect_identical(of(top)$status, c("at_top", "at_top"))
})

test_that("they print as a table under sentences", {
  lines <- capture.output(print(operating_points(twelve_set(), specificity = 0.75, conf.level = 0.9), width = 100))
  expect_match(lines[1], "^Sensitivity where the specificity is at least 0.75 in these rows")
  expect_match(lines, "Intervals: 90%", all = FALSE)
  expect_match(lines, "^classifier +threshold +specificity +sensitivity +interval$", all = FALSE)
  expect_match(lines, "^a +0[.]50* +0[.]857 +0[.]80* +[[]", all = FALSE)
  turned <- operating_points(twelve_set(), sensitivity = 0.6)
  expect_output(print(turned), "^Specificity where the sensitivity is at least 0.6")
  expect_output(print(turned[c("classifier", "at")]), "classifier +at")
})

test_that("a sensitivity of 1 at a point is no perfect separation", {
  set.seed(1)
  y <- rep(0:1, c(300, 30))
  x <- probability_set(y, p = c(runif(300, 0, .85), runif(30, .82, 1)), q = runif(330))
  found <- assess_classifiers(x, list(sensitivity_at(.5), partial_auc(tpr = c(0, .5))))
  expect_identical(found$estimate[1], 1)
  expect_identical(unique(found$note[found$classifier == "p"]), status_words("at_top"))
})

test_that("two sensitivities vary together as in a bootstrap of the rows, also where the same rows are called", {
  # Two scores whose thresholds call the same rows here, but would not on other rows.
  set.seed(20)
  y <- rep(0:1, c(24, 16))
  z <- rnorm(40)
  scores <- cbind(a = z + 2 * y, b = 0.9 * z + 0.4 * rnorm(40) + 2 * y)
  at <- function(rows) {
    vapply(1:2, function(m) {
      k <- ceiling(0.8 * sum(y[rows] == 0))
      mean(scores[rows, m][y[rows] == 1] > sort(scores[rows, m][y[rows] == 0])[k])
    }, 0)
  }
  drawn <- replicate(2000, at(c(sample(which(y == 0), replace = TRUE), sample(which(y == 1), replace = TRUE))))
  x <- probability_set(y, a = scores[, 1], b = scores[, 2], scores = TRUE)
  found <- compare_classifiers(x, sensitivity_at(0.8), margin = 0.05)
  expect_lt(abs(log(found$std.error / sd(drawn[1, ] - drawn[2, ]))), log(1.3))
  expect_identical(found$decision, "undecided")
  # its own variance is the bootstrap's, at whatever place: of equal scores nothing is left of a difference
  same <- probability_set(y, a = scores[, 1], b = exp(scores[, 1]), scores = TRUE)
  V <- vcov(same, metric = sensitivity_at(0.8))
  expect_equal(V[1, 1], V[1, 2])
})

test_that("weights of a sample that are equal within a class change nothing at a fixed specificity", {
  d <- data.frame(
    y = rep(0:1, c(10, 6)), p = c(1:10, 8.5, 9.5, 10.5, 3.5, 11, 9.2), q = c(10:1, 8.5, 9.5, 10.5, 3.5, 11, 9.2),
    w = rep(1:2, c(10, 6))
  )
  at <- list(sensitivity_at(0.7), specificity_at(0.6))
  weighted <- function(rows, ...) probability_set(y ~ p + q, rows, scores = TRUE, ...)
  plain <- assess_classifiers(weighted(d), at)
  sampled <- assess_classifiers(weighted(d, weights = w, weights_are = "sampling"), at)
  # 7 of the 10 others are at or below 7, and 5 of the 6 events above.
  expect_equal(sampled$estimate[1:2], c(5, 5) / 6)
  expect_equal(sampled$estimate, plain$estimate)
  twice <- rbind(cbind(d, g = "u"), transform(cbind(d, g = "v"), w = 5))
  groups <- assess_classifiers(
    weighted(twice, weights = w, weights_are = "sampling", by = g), at[[1]], over = "groups"
  )
  expect_equal(groups$estimate, rep(5 / 6, 4))
})

test_that("with unequal weights of a sample the threshold leaves out the share of the weight that was asked for", {
  set.seed(5)
  n <- 200
  d <- data.frame(y = rbinom(n, 1, 0.4), w = rexp(n))
  d$p <- rnorm(n) + d$y
  others <- d[d$y == 0, ]
  others <- others[order(others$p), ]
  threshold <- others$p[which(cumsum(others$w) >= 0.8 * sum(others$w))[1]]
  events <- d[d$y == 1, ]
  of <- function(scale) {
    x <- probability_set(y ~ p, transform(d, w = w * scale), scores = TRUE, weights = w, weights_are = "sampling")
    assess_classifiers(x, sensitivity_at(0.8))
  }
  expect_equal(of(1)$estimate, sum(events$w[events$p > threshold]) / sum(events$w))
  expect_equal(of(7.3)[c("estimate", "std.error")], of(1)[c("estimate", "std.error")])
})

test_that("a rate that takes all rows of a class, of whatever fold, says that little is known of it", {
  y <- rep(1:0, c(12, 40))
  scores <- data.frame(a = y + sin(seq_along(y)), b = y + cos(seq_along(y)))
  set <- function(...) probability_set(y, scores, scores = TRUE, positive = 1, ...)
  words <- "12 rows of 1, all of which a sensitivity of 0.95 must find"
  noted <- function(metric, x = set()) compare_classifiers(x, metric)$note
  expect_match(noted(specificity_at(0.95)), words, fixed = TRUE)
  expect_match(noted(specificity_at(0.95), set(id = rep(1:13, 4))), words, fixed = TRUE)
  expect_match(noted(specificity_at(0.9), set(fold = rep(1:2, 26))), "6 rows of 1 a fold, all of which", fixed = TRUE)
  expect_match(noted(sensitivity_at(0.99)), "40 rows of 0, all of which a specificity of 0.99 must", fixed = TRUE)
  # One of 12, and exactly one of 40, may be on the other side.
  expect_identical(c(noted(specificity_at(0.9)), noted(sensitivity_at(0.975))), rep(NA_character_, 2))
  expect_match(assess_classifiers(set(), specificity_at(0.95))$note, words, fixed = TRUE)
  expect_match(operating_points(set(), sensitivity = 0.95)$note, words, fixed = TRUE)
  three <- probability_set(y, cbind(scores, c = y + 0.5 * sin(3 * seq_along(y))), scores = TRUE, positive = 1)
  expect_match(omnibus_test(three, specificity_at(0.95))$note, words, fixed = TRUE)
  sides <- lapply(c("a", "b"), function(name) probability_set(y, scores[name], scores = TRUE, positive = 1))
  expect_match(compare_independent(sides[[1]], sides[[2]], specificity_at(0.95))$note, words, fixed = TRUE)
  grouped <- omnibus_test(set(by = rep(1:2, 26)), specificity_at(0.9), over = "groups")
  expect_match(grouped$note, "only 6 rows of 1, all of which a sensitivity of 0.9 must find", fixed = TRUE)
  of_three <- function(a) {
    p <- outer(a, 1:3, function(a, k) 2 + sin(a * k))
    colnames(p) <- c("u", "v", "w")
    p / rowSums(p)
  }
  several <- probability_set(rep(c("u", "v", "w"), c(8, 30, 30)), list(a = of_three(1:68), b = of_three(68:1)))
  expect_match(compare_classifiers(several, specificity_at(0.9))$note[1], "8 rows of u, all of which", fixed = TRUE)
  expect_identical(compare_classifiers(several, specificity_at(0.9))$note[2:3], rep(NA_character_, 2))
  expect_false(any(grepl("all of which", operating_points(set(), sensitivity = 0.9)$note)))
  expect_error(
    assess_classifiers(set(), specificity_at(0.9), null = 0.5, interval = "btii"), "one of \"t\" or \"wald\"",
    class = "verdict_error_argument"
  )
})
