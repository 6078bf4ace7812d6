# Expected numbers: the tuned difference estimator written down by stratum.

judged <- function(n_labels = 3, seed = 5) {
  set.seed(seed)
  n <- 400
  truth <- sample(c("a", "b"), n, TRUE)
  wrong <- function(p) ifelse(runif(n) < p, ifelse(truth == "a", "b", "a"), truth)
  d <- data.frame(one = wrong(0.15), two = wrong(0.25), grade = wrong(0.1), truth = truth)
  pattern <- paste(d$one, d$two, d$grade)
  keep <- unlist(lapply(split(seq_len(n), pattern), function(at) at[seq_len(min(n_labels, length(at)))]))
  d$truth[-keep] <- NA
  d
}

weights_by_pattern <- function(d) {
  pattern <- paste(d$one, d$two, d$grade)
  known <- !is.na(d$truth)
  ave(rep(1, nrow(d)), pattern, FUN = sum) / ave(as.numeric(known), pattern, FUN = sum)
}

difference_by_hand <- function(d, question = "population") {
  gain <- function(label) (d$one == label) - (d$two == label)
  by <- split(seq_len(nrow(d)), paste(d$one, d$two))
  by <- by[!names(by) %in% c("a a", "b b")]
  part <- lapply(by, function(at) {
    known <- at[!is.na(d$truth[at])]
    n <- length(known)
    list(
      N = length(at), n = n, size = length(at)^2 * (1 - n / length(at)) / n, all = mean(gain(d$grade)[at]),
      d = gain(d$truth)[known], f = gain(d$grade)[known]
    )
  })
  total <- function(f) sum(vapply(part, f, 0))
  l <- total(function(s) s$size * cov(s$d, s$f)) / total(function(s) s$size * var(s$f))
  l <- min(max(l, 0), 1)
  estimate <- total(function(s) s$N * (l * s$all + mean(s$d - l * s$f))) / nrow(d)
  v <- total(function(s) s$size * var(s$d - l * s$f)) / nrow(d)^2
  if (question == "population") v <- v + (total(function(s) s$N * mean(s$d^2)) / nrow(d) - estimate^2) / nrow(d)
  c(estimate, sqrt(v))
}

test_that("with few labels a judge comes in by differences", {
  d <- judged()
  smooth <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", judge = grade)
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", judge = grade, smoothing = 0)
  found <- as.data.frame(compare_classifiers(x, "accuracy", reference = "two"))
  expect_gt(compare_classifiers(smooth, "accuracy")$std.error, found$std.error)
  expect_equal(c(found$estimate, found$std.error), difference_by_hand(d))
  expect_equal(found$estimate.classifier - found$estimate.reference, found$estimate)
  expect_equal(found$p.value, 2 * pnorm(-abs(found$estimate / found$std.error)))
  rows <- as.data.frame(compare_classifiers(x, "accuracy", reference = "two", question = "rows"))
  expect_equal(rows$std.error, difference_by_hand(d, "rows")[2])
  error <- as.data.frame(compare_classifiers(x, "error", reference = "two"))
  expect_equal(c(error$estimate, error$std.error), c(-found$estimate, found$std.error))
  expect_equal(error$estimate.classifier, 1 - found$estimate.classifier)
  expect_output(print(compare_classifiers(x, "accuracy"), width = 200), "The judge is right on [0-9.]+% of the rows")
  expect_identical(compare_classifiers(x, "accuracy", reference = "two", interval = "wald")$conf.low, found$conf.low)
  expect_equal(compare_classifiers(x, "accuracy", alternative = "greater")$conf.high, 1)
  expect_equal(compare_classifiers(x, "accuracy", alternative = "less")$conf.low, -1)
  d$truth[d$one == "a" & d$two == "b"] <- NA
  lost <- compare_classifiers(prediction_set(truth ~ one + two, d, labelling = "by_pattern", judge = grade), "accuracy")
  expect_true(is.na(lost$estimate))
  expect_match(lost$note, "no label for pattern \\(a, b, ")
})

test_that("a judge that says nothing of the truth changes nothing, and with labels enough it makes strata", {
  d <- judged()
  d$grade <- rep(c("a", "b"), 200)
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", judge = grade)
  bare <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", smoothing = 0)
  expect_equal(difference_by_hand(d)[1], compare_classifiers(x, "accuracy", reference = "two")$estimate)
  expect_equal(
    compare_classifiers(bare, "accuracy", reference = "two", method = "wald")$estimate, difference_by_hand(d)[1],
    tolerance = 0.5
  )
  # A judge that sides with neither is not used.
  d$grade <- "c"
  expect_warning(
    x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", judge = grade), "the judge is never right",
    class = "verdict_warning_column"
  )
  away <- compare_classifiers(x, "accuracy", reference = "two")
  gain <- tapply((d$one == d$truth) - (d$two == d$truth), paste(d$one, d$two), mean, na.rm = TRUE)
  expect_equal(away$estimate, sum(gain * table(paste(d$one, d$two))) / nrow(d))
  many <- prediction_set(truth ~ one + two, judged(12), labelling = "by_pattern", judge = grade)
  found <- compare_classifiers(many, "accuracy")
  expect_true(is.finite(found$df))
  expect_output(print(found, width = 200), "worth [0-9]+% more labels")
  expect_output(print(verdict(many), width = 200), "The judge is right on")
})

# Each cell of the confusion matrices by the tuned difference estimator, the metric of these, and its variance by what
# labels differ from what the judge says of them; with `smoothing` with a pseudo label, a or b alike, of any row.
metric_by_hand <- function(d, metric, question, strata = paste(d$one, d$two), smoothing = FALSE) {
  classes <- c("a", "b")
  by <- split(seq_len(nrow(d)), strata)
  part <- lapply(by, function(at) {
    known <- at[!is.na(d$truth[at])]
    list(at = at, known = known, N = length(at), n = length(known))
  })
  fit <- lapply(c("one", "two"), function(who) {
    M <- l <- matrix(0, 2, 2, dimnames = list(classes, classes))
    for (j in classes) {
      for (k in classes) {
        is <- function(label, at) as.numeric(label[at] == j & d[[who]][at] == k)
        size <- function(s) s$N^2 * (1 - s$n / s$N) / s$n
        top <- sum(vapply(part, function(s) size(s) * cov(is(d$truth, s$known), is(d$grade, s$known)), 0))
        bottom <- sum(vapply(part, function(s) size(s) * var(is(d$grade, s$known)), 0))
        l[j, k] <- if (bottom > 0) min(max(top / bottom, 0), 1) else 0
        M[j, k] <- sum(vapply(part, function(s) {
          s$N * (l[j, k] * mean(is(d$grade, s$at)) + mean(is(d$truth, s$known) - l[j, k] * is(d$grade, s$known)))
        }, 0))
      }
    }
    slope <- M
    for (i in seq_along(M)) {
      step <- replace(0 * M, i, 1e-4)
      slope[i] <- (metric(M + step) - metric(M - step)) / 2e-4
    }
    said <- cbind(d$truth, d[[who]])
    judged <- cbind(d$grade, d[[who]])
    pseudo <- vapply(classes, function(label) slope[cbind(label, d[[who]])], double(nrow(d)))
    list(value = metric(M), u = slope[said], lf = (l * slope)[judged], pseudo = pseudo)
  })
  u <- fit[[1]]$u - fit[[2]]$u
  e <- u - (fit[[1]]$lf - fit[[2]]$lf)
  pseudo <- fit[[1]]$pseudo - fit[[2]]$pseudo - (fit[[1]]$lf - fit[[2]]$lf)
  spread <- function(known, at) {
    if (!smoothing) {
      return(var(e[known]))
    }
    centre <- (sum(e[known]) + mean(pseudo[at, ])) / (length(known) + 1)
    (sum((e[known] - centre)^2) + mean((pseudo[at, ] - centre)^2)) / (length(known) + 1)
  }
  within <- vapply(part, function(s) s$N^2 * (1 - s$n / s$N) / s$n * spread(s$known, s$at), 0)
  v <- sum(within)
  if (question == "population") v <- v + sum(vapply(part, function(s) s$N * mean(u[s$known]^2), 0))
  c(fit[[1]]$value - fit[[2]]$value, sqrt(v), v^2 / sum(within^2 / (lengths(lapply(part, `[[`, "known")) - 1)))
}

test_that("other metrics have a judge's labels cell by cell", {
  d <- judged(3, seed = 8)
  metrics <- list(
    recall = function(M) M["a", "a"] / sum(M["a", ]), precision = function(M) M["a", "a"] / sum(M[, "a"]),
    f_meas = function(M) 2 * M["a", "a"] / (sum(M["a", ]) + sum(M[, "a"]))
  )
  for (question in c("population", "rows")) {
    x <- prediction_set(
      truth ~ one + two, d, labelling = "by_pattern", judge = grade, smoothing = 0, positive = "a", question = question
    )
    for (metric in names(metrics)) {
      r <- compare_classifiers(x, metric, reference = "two", measure = "difference")
      expect_equal(c(r$estimate, r$std.error, r$df), metric_by_hand(d, metrics[[metric]], question), tolerance = 1e-6)
      expect_equal(r$p.value, 2 * pt(-abs(r$estimate / r$std.error), r$df))
    }
  }
  expect_output(print(r, width = 200), "The judge is right on [0-9]+% of the rows, and worth")
  smooth <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", judge = grade, positive = "a")
  both <- compare_classifiers(smooth, "precision", classes = c("a", "b"), reference = "two")
  expect_identical(both$class, c("a", "b"))
})

# Of a pair among all, in strata of the predictions of all, by hand: estimate, standard error, degrees of freedom.
pair_by_hand <- function(d, pair, all, metric) {
  strata <- do.call(paste, d[all])
  d[c("one", "two")] <- d[pair]
  metric_by_hand(d, metric, "population", strata = strata)
}

# Wald's statistic of gaps as Hotelling's F.
hotelling_by_hand <- function(gap, V, m) { # nolint: object_name_linter.
  q <- length(gap)
  statistic <- drop(gap %*% solve(V, gap)) * (m - q + 1) / (m * q)
  c(statistic, m - q + 1, stats::pf(statistic, q, m - q + 1, lower.tail = FALSE))
}

tested_by <- function(r) c(r$statistic, r$df.residual, r$p.value)

rates_by_hand <- list(
  sensitivity = function(M) M["a", "a"] / sum(M["a", ]), specificity = function(M) M["b", "b"] / sum(M["b", ])
)

test_that("the test of all classifiers is of the estimates that their pairs have", {
  d <- judged(3, seed = 8)
  set <- function(formula) {
    prediction_set(formula, d, labelling = "by_pattern", judge = grade, smoothing = 0, positive = "a")
  }
  x <- set(truth ~ one + two)
  for (metric in names(rates_by_hand)) {
    hand <- metric_by_hand(d, rates_by_hand[[metric]], "population")
    expected <- hotelling_by_hand(hand[1], hand[2]^2, hand[3])
    expect_equal(tested_by(omnibus_test(x, metric)), expected, tolerance = 1e-6)
    expect_equal(tested_by(omnibus_test(x, metric)), with(compare_classifiers(x, metric), c(statistic^2, df, p.value)))
  }
  # The variance of accuracies is the pair's but for terms of second order.
  pair <- compare_classifiers(x, "accuracy")
  all <- omnibus_test(x, "accuracy")
  expect_equal(all$statistic, pair$statistic^2, tolerance = 0.05)
  expect_equal(all$p.value, stats::pchisq(all$statistic, 1, lower.tail = FALSE))
  # Of two metrics the covariance follows from the variance of their sum.
  hand <- vapply(rates_by_hand, metric_by_hand, double(3), d = d, question = "population")
  sum <- metric_by_hand(d, function(M) rates_by_hand[[1]](M) + rates_by_hand[[2]](M), "population")
  both <- (sum[2]^2 - sum(hand[2, ]^2)) / 2
  expected <- hotelling_by_hand(hand[1, ], matrix(c(hand[2, 1]^2, both, both, hand[2, 2]^2), 2), min(hand[3, ]))
  joint <- omnibus_test(x, names(rates_by_hand), over = "metrics")
  expect_equal(tested_by(joint), expected, tolerance = 1e-6)
  # Of three classifiers it follows from that of their differences.
  d <- judged(400, seed = 8)
  d$three <- ifelse(seq_len(nrow(d)) %% 3 == 0, d$grade, d$two)
  all <- c("one", "two", "three")
  d$truth[ave(seq_len(nrow(d)), do.call(paste, d[all]), FUN = seq_along) > 6] <- NA
  three <- set(truth ~ one + two + three)
  hand <- apply(utils::combn(all, 2), 2, pair_by_hand, d = d, all = all, metric = rates_by_hand$sensitivity)
  v <- hand[2, ]^2
  both <- (v[1] + v[2] - v[3]) / 2
  expected <- hotelling_by_hand(hand[1, 1:2], matrix(c(v[1], both, both, v[2]), 2), min(hand[3, ]))
  expect_equal(tested_by(omnibus_test(three, "sensitivity")), expected, tolerance = 1e-6)
})

test_that("what is made of several values has those of the comparison", {
  draw <- function(seed) {
    d <- judged(400, seed = seed)
    flip <- function(label, share) ifelse(runif(400) < share, ifelse(label == "a", "b", "a"), label)
    d$one <- flip(d$one, 0.15)
    d$two <- flip(d$two, 0.2)
    d$truth[-sample(400, 120)] <- NA
    d
  }
  u <- draw(8)
  set <- function(...) prediction_set(truth ~ one + two, labelling = "random", judge = grade, positive = "a", ...)
  x <- set(rbind(cbind(u, group = "u"), cbind(draw(9), group = "v")), by = group)
  alone <- set(u)
  for (metric in c("recall", "precision", "accuracy")) {
    drawn <- lapply(c("bootstrap", "wald"), function(interval) {
      as.data.frame(assess_classifiers(alone, metric, interval = if (interval != "wald") by_bootstrap(R = 2000)))
    })
    expect_identical(drawn[[1]]$estimate, drawn[[2]]$estimate)
    expect_equal(drawn[[1]]$conf.high, drawn[[2]]$conf.high, tolerance = 0.05)
    r <- compare_classifiers(x, metric, over = "groups", reference = "two", measure = "difference")
    gaps <- compare_gaps(x, metric)$gaps
    values <- as.data.frame(assess_classifiers(x, metric, over = "groups"))
    expect_equal(c(t(gaps[c("value", "value.reference")])), c(r$estimate.classifier, r$estimate.reference))
    expect_equal(gaps$std.error, as.vector(sqrt(tapply(values$std.error^2, values$classifier, sum))))
    pair <- compare_classifiers(alone, metric, reference = "two", measure = "difference")
    V <- vcov(alone, metric) # nolint: object_name_linter.
    at <- setdiff(seq_len(nrow(V)), grep(":b:", rownames(V)))
    theta <- unname(attr(V, "estimate")[at])
    expect_equal(theta, c(pair$estimate.classifier, pair$estimate.reference))
    # Of accuracy the pair's has another form, of the same to first order.
    tolerance <- if (metric == "accuracy") 0.01 else 1e-8
    expect_equal(sqrt(sum(V[at, at] * c(1, -1, -1, 1))), pair$std.error, tolerance = tolerance)
    same <- omnibus_test(x, metric, over = "groups", method = "wald", measure = "difference")
    expect_equal(same$statistic, diff(r$estimate)^2 / sum(r$std.error^2), tolerance = tolerance)
    ratio <- compare_classifiers(alone, metric, measure = "ratio", reference = "two")
    expect_equal(ratio$estimate, theta[1] / theta[2])
    log_error <- sqrt(sum(V[at, at] / tcrossprod(theta) * c(1, -1, -1, 1)))
    expect_equal(ratio$statistic, log(ratio$estimate) / log_error)
    expect_equal(tested_by(omnibus_test(alone, metric, measure = "ratio")), with(ratio, c(statistic^2, df, p.value)))
  }
})

test_that("a gap of a value that the judge puts beyond its range stands, beside the value that is cut", {
  d <- rbind(cbind(judged(4, seed = 8), group = "u"), cbind(judged(4, seed = 9), group = "v"))
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", judge = grade, positive = "a", by = group)
  gap <- subset(compare_gaps(x, "accuracy")$gaps, classifier == "one")
  alone <- assess_classifiers(x, "accuracy", over = "groups")
  expect_identical(c(gap$value, gap$value.reference), alone$estimate[alone$classifier == "one"])
  expect_identical(gap$value, 1)
  expect_gt(gap$estimate, gap$value - gap$value.reference + 0.01)
  expect_match(gap$note, "a value that the judge puts beyond its range is cut to it", fixed = TRUE)
})

test_that("accuracies by strata stand beside cells that come by differences", {
  d <- judged(400, seed = 8)
  pattern <- paste(d$one, d$two, d$grade)
  most <- ifelse(d$one == d$two, 3, 8)
  d$truth[ave(seq_len(nrow(d)), pattern, FUN = seq_along) > most] <- NA
  asked <- c("recall", "accuracy", "detection_prevalence")
  for (question in c("population", "rows")) {
    x <- prediction_set(
      truth ~ one + two, d, labelling = "by_pattern", judge = grade, positive = "a", question = question
    )
    strata <- prediction_set(
      truth ~ one + two, d, labelling = "by_pattern", strata = grade, positive = "a", question = question
    )
    own <- list(vcov(x, "recall"), vcov(strata, "accuracy"), vcov(strata, "detection_prevalence"))
    V <- vcov(x, asked) # nolint: object_name_linter.
    for (v in own) {
      at <- rownames(v)
      expect_equal(V[at, at], v[at, at])
      expect_equal(attr(V, "estimate")[at], attr(v, "estimate"))
    }
    expect_false(isTRUE(all.equal(own[[1]], vcov(strata, "recall"))))
    expect_gt(min(eigen(V, only.values = TRUE)$values), -1e-12)
    recall <- grep("recall:a:", rownames(V))
    accuracy <- grep("accuracy", rownames(V))
    expect_gt(V[recall[1], accuracy[1]], 0)
  }
})

# Four kinds of predictions, of each of which 8 of 100 rows are labelled.
few_judged <- function() {
  d <- expand.grid(row = 1:100, two = c("a", "b"), one = c("a", "b"), stringsAsFactors = FALSE)
  d$truth <- ifelse(d$row > 8, NA, ifelse(d$row %% 2 == 1, d$one, d$two))
  d$grade <- "a"
  d
}

test_that("values by themselves are those of the comparison, the judge taken in", {
  d <- judged()
  set <- function(data, ...) {
    prediction_set(
      truth ~ ., data[names(data) != "grade"], judge = data$grade, labelling = "by_pattern", positive = "a", ...
    )
  }
  values <- function(v) {
    rows <- as.data.frame(if (inherits(v, "verdict")) v$assessment else v)
    rows[c("metric", "classifier", "estimate")]
  }
  compared <- function(v) {
    rows <- unique(rbind(as.data.frame(v$overall), as.data.frame(v$comparison)))
    data.frame(
      metric = rep(rows$metric, each = 2), classifier = c(rbind(rows$classifier, rows$reference)),
      estimate = c(rbind(rows$estimate.classifier, rows$estimate.reference))
    )
  }
  in_order <- function(rows) rows$estimate[order(rows$metric, rows$classifier)]
  plain <- verdict(set(d))
  for (v in list(plain, verdict(set(d), margin = 0.1), verdict(set(d), method = "wald"))) {
    expect_equal(in_order(values(v)), in_order(compared(v)), tolerance = 1e-12)
    expect_no_match(paste(capture.output(summary(v)), collapse = " "), "estimates of the same")
  }
  alone <- assess_classifiers(set(d), unique(plain$assessment$metric))
  expect_equal(in_order(values(alone)), in_order(values(plain)), tolerance = 1e-12)

  # The value of one: the judge by the factor of the difference, stratum by stratum.
  by <- split(seq_len(nrow(d)), paste(d$one, d$two))
  right <- function(label, at) as.numeric(d$one[at] == label[at])
  gap <- function(label, at) (d$one[at] == label[at]) - (d$two[at] == label[at])
  sized <- function(f, used = by) {
    sum(vapply(used, function(at) {
      known <- at[!is.na(d$truth[at])]
      f(at, known, length(at)^2 * (1 - length(known) / length(at)) / length(known))
    }, 0))
  }
  apart <- by[c("a b", "b a")]
  l <- sized(function(at, known, size) size * cov(gap(d$truth, known), gap(d$grade, known)), apart) /
    sized(function(at, known, size) size * var(gap(d$grade, known)), apart)
  l <- min(max(l, 0), 1)
  left <- function(known) right(d$truth, known) - l * right(d$grade, known)
  value <- sized(function(at, known, size) length(at) * (l * mean(right(d$grade, at)) + mean(left(known)))) / nrow(d)
  error <- sqrt(sized(function(at, known, size) size * var(left(known)))) / nrow(d)
  one <- as.data.frame(assess_classifiers(set(d, smoothing = 0, question = "rows"), "accuracy"))[1, ]
  expect_identical(one$classifier, "one")
  expect_equal(c(one$estimate, one$std.error), c(value, error))
  wrong <- as.data.frame(assess_classifiers(set(d, smoothing = 0, question = "rows"), "error"))[1, ]
  expect_equal(c(wrong$estimate, wrong$std.error), c(1 - value, error))
})

test_that("a margin does not change what a judge makes of a difference, and is held against its interval", {
  d <- judged()
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", judge = grade, positive = "a")
  numbers <- c("estimate", "std.error", "conf.low", "conf.high", "p.value", "estimate.classifier", "estimate.reference")
  for (metric in c("accuracy", "error")) {
    for (side in c("two.sided", "greater", "less")) {
      plain <- compare_classifiers(x, metric, reference = "two", alternative = side)
      given <- compare_classifiers(x, metric, reference = "two", alternative = side, margin = 0.2)
      expect_identical(as.data.frame(given)[numbers], as.data.frame(plain)[numbers])
    }
  }
  r <- compare_classifiers(x, "accuracy", reference = "two", margin = 0.2)
  z <- function(end) (r$estimate - end) / r$std.error
  expect_equal(r$p.noninferior, 2 * pnorm(-z(-0.2)))
  expect_equal(r$p.superior, min(1, 2 * pnorm(-z(0.2))))
  expect_equal(r$p.inferior, min(1, 2 * pnorm(z(-0.2))))
  # What decides is the same in all verbs.
  passed <- gate(x, reference = "two", margin = 0.2)
  expect_identical(c(passed$estimate, passed$conf.low, passed$conf.high), c(r$estimate, r$conf.low, r$conf.high))
  expect_identical(passed$decision == "pass", r$conf.low > -0.2)
  values <- function(v) v$assessment[order(v$assessment$classifier), c("classifier", "estimate")]
  plain <- verdict(x, metric = "accuracy")
  expect_equal(values(verdict(x, metric = "accuracy", margin = 0.2)), values(plain), ignore_attr = TRUE)
})

test_that("claims beyond a margin by a judge are said to be too frequent where few labels tell two apart", {
  d <- few_graded_rows(one = .1, two = .35, grade = .1, labels = 70)
  x <- prediction_set(truth ~ one + two, d, judge = grade, labelling = "random")
  few <- sum(d$one != d$two & !is.na(d$truth))
  beyond <- compare_classifiers(x, "accuracy", margin = 0.02, reference = "two")
  expect_gt(beyond$conf.low, 0.02)
  expect_identical(
    beyond$note, paste("claims beyond a margin are too frequent with only", few, "labels of rows on which two differ")
  )
  expect_identical(compare_classifiers(x, "accuracy", margin = 0.2)$note, NA_character_)
  expect_identical(compare_classifiers(x, "accuracy")$note, NA_character_)
})

test_that("of three classifiers the accuracies of a pair may be others than theirs alone, which is said", {
  d <- few_graded_rows(one = .1, two = .16, three = .3, grade = .2, labels = 100)
  v <- verdict(truth ~ one + two + three, d, judge = grade, labelling = "random", metric = "accuracy")
  about <- "as far as it tells these two apart.*Both are estimates of the same, and may differ a little"
  for (shown in list(capture.output(print(v)), capture.output(summary(v)), format(as_table(v)))) {
    expect_match(gsub("\\s+", " ", paste(shown, collapse = " ")), about)
  }
})

test_that("a verdict on three classifiers and few labels shows the values that its assessment has", {
  set.seed(8)
  truth <- sample(c("a", "b", "c"), 1200, TRUE)
  guess <- function(p) ifelse(runif(1200) < p, truth, sample(c("a", "b", "c"), 1200, TRUE, c(.6, .3, .1)))
  d <- data.frame(truth, one = guess(.8), two = guess(.7), three = guess(.5), grade = guess(.8))
  d$truth[-sample(1200, 150)] <- NA
  without <- verdict(truth ~ one + two + three, d[-5], labelling = "random", metric = "accuracy")
  judged <- verdict(truth ~ one + two + three, d, judge = grade, labelling = "random", metric = "accuracy")
  for (v in list(without, judged)) {
    said <- printed_text(v)
    alone <- sprintf("%.3f", v$assessment$estimate)
    for (k in 1:3) expect_match(said, paste0(v$assessment$classifier[k], " +", alone[k], " [abc]"))
    expect_match(said, paste0("(", alone[1], ")"), fixed = TRUE)
    expect_match(said, "Both are estimates of the same, and may differ a little.", fixed = TRUE)
  }
  # Of two the values of the pair stand alone.
  two <- verdict(truth ~ one + two, d[c(1:3)], labelling = "random", metric = "accuracy")
  expect_no_match(printed_text(two), "estimates of the same")
})

test_that("what the judge was worth is said once, of each metric, and the methods say how it came in", {
  d <- judged()
  v <- verdict(truth ~ one + two, d, judge = grade, labelling = "by_pattern", positive = "a", metric = "recall")
  x <- v$set
  worth <- function(metric) {
    text <- paste(capture.output(print(compare_classifiers(x, metric), width = 1000)), collapse = " ")
    regmatches(text, regexpr("[0-9]+(?=% more labels)", text, perl = TRUE))
  }
  known <- which(!is.na(d$truth))
  right <- round(100 * weighted.mean(d$grade[known] == d$truth[known], weights_by_pattern(d)[known]))
  said <- paste0(
    "The judge is right on ", right, "% of the rows, and worth ", worth("accuracy"), "% more labels in accuracy and ",
    worth("recall"), "% in recall."
  )
  for (text in list(capture.output(print(v)), capture.output(summary(v)))) {
    text <- gsub("\\s+", " ", paste(text, collapse = " "))
    expect_length(gregexpr("The judge is right", text)[[1]], 1)
    expect_match(text, said, fixed = TRUE)
  }
  came_in <- "taken in by the tuned difference estimator (Angelopoulos et al. 2023b; Zrnic and Candes 2024)"
  for (result in list(v, compare_classifiers(x, "recall"), assess_classifiers(x, "recall"))) {
    expect_match(methods_text(result), came_in, fixed = TRUE)
  }
  expect_no_match(methods_text(verdict(truth ~ one + two, d, labelling = "by_pattern", positive = "a")), "judge")
  many <- prediction_set(truth ~ one + two, judged(12), labelling = "by_pattern", judge = grade)
  expect_match(methods_text(compare_classifiers(many, "accuracy")), "all rows were taken in as further strata")
})

test_that("a judge that says the same of all labelled rows leaves the two-phase estimate, pseudo labels and all", {
  d <- few_judged()
  d$grade[d$row > 90] <- "b"
  set <- function(...) {
    prediction_set(truth ~ one + two, d, labelling = "by_pattern", positive = "a", question = "rows", ...)
  }
  x <- set(judge = grade)
  bare <- set()
  for (metric in c("recall", "precision")) {
    r <- compare_classifiers(x, metric, measure = "difference")
    expected <- compare_classifiers(bare, metric, measure = "difference")
    expect_equal(c(r$estimate, r$std.error, r$df), c(expected$estimate, expected$std.error, expected$df))
  }
})

test_that("a judge that would make numbers of rows negative gives no estimate", {
  d <- few_judged()
  at <- d$one == "a" & d$row <= 8
  d$truth[at] <- "a"
  d$grade[at & d$two == "a" & d$row <= 4] <- "b"
  d$truth[at & d$two == "b" & d$row == 1] <- d$grade[at & d$two == "b" & d$row == 1] <- "b"
  x <- prediction_set(truth ~ one + two, d, labelling = "random", judge = grade, positive = "a")
  r <- compare_classifiers(x, "precision", reference = "two", measure = "difference")
  expect_true(is.na(r$estimate))
  expect_match(r$note, "number of rows negative")
})

# 150 rows, a share of them `labelled`; `right`: how often each column is.
judged_thrice <- function(labelled, right, seed) {
  set.seed(seed)
  t <- sample(c("a", "b"), 150, TRUE)
  of <- function(p) ifelse(runif(150) < p, t, ifelse(t == "a", "b", "a"))
  d <- data.frame(t = ifelse(runif(150) < labelled, t, NA))
  for (name in names(right)) d[[name]] <- of(right[[name]])
  d
}

test_that("of three classifiers two that never differ have one value, and are the same", {
  d <- judged_thrice(0.2, c(m1 = 0.9, m3 = 0.7, j = 0.85), seed = 1)
  d$m2 <- d$m1
  for (order in list(c("m1", "m2", "m3"), c("m1", "m3", "m2"), c("m3", "m1", "m2"))) {
    set <- function(...) prediction_set(reformulate(order, "t"), d, labelling = "random", ...)
    x <- set(judge = j)
    alone <- as.data.frame(assess_classifiers(x, "accuracy"))
    alone <- stats::setNames(alone$estimate, alone$classifier)
    r <- as.data.frame(compare_classifiers(x, "accuracy"))
    same <- r[r$classifier != "m3" & r$reference != "m3", ]
    expect_identical(c(same$estimate, same$p.value), c(0, NA))
    expect_equal(c(same$estimate.classifier, same$estimate.reference), rep(alone[["m1"]], 2))
    expect_equal(same$conf.high, qnorm(0.975)^2 / (150 + qnorm(0.975)^2))
    expect_identical(c(same$decision, same$note), c("the same", "the two never differ: nothing to label"))
    expect_true(all(is.finite(r$p.value[r$status != "no_disagreement"])))
    expect_match(format(verdict(x, metric = "accuracy")), "m1 and m2 share the highest.*have the same results")
    expect_identical(rank_classifiers(x)$rank, c(1L, 1L, 3L))
    # The same without the judge, where a pair has a value of its own too.
    expect_match(format(verdict(set(), metric = "accuracy")), "m1 and m2 share the highest|m2 and m1 share the highest")
    for (margin in c(0.05, 0.001)) {
      rows <- lapply(list(x, set()), function(one) {
        rows <- as.data.frame(compare_classifiers(one, "accuracy", margin = margin, p.adjust.method = "none"))
        rows[rows$classifier != "m3" & rows$reference != "m3", ]
      })
      z <- sqrt(150 * margin / (1 - margin))
      for (one in rows) {
        expect_equal(one$p.noninferior, 2 * pnorm(-z))
        expect_identical(one$decision, if (margin == 0.05) "equivalent" else "the same")
      }
    }
  }
})

test_that("a value that the judge puts beyond its range is cut to it, which is said; difference and interval stand", {
  d <- judged_thrice(0.24, c(m1 = 0.97, m2 = 0.85, m3 = 0.8, j = 0.75), seed = 5)
  x <- prediction_set(t ~ m1 + m2 + m3, d, labelling = "random", judge = j)
  cut <- "a value that the judge puts beyond its range is cut to it"
  alone <- as.data.frame(assess_classifiers(x, c("accuracy", "error")))
  first <- alone[alone$classifier == "m1", ]
  expect_identical(first$estimate, c(1, 0))
  expect_identical(first$note, c(cut, cut))
  expect_equal(first$conf.high, c(1, 1 - first$conf.low[1]))
  expect_true(all(is.na(alone$note[alone$classifier != "m1"])))
  for (metric in c("accuracy", "error")) {
    r <- compare_classifiers(x, metric)
    at <- r$classifier == "m3" & r$reference == "m1"
    expect_identical(r$estimate.reference[at], if (metric == "accuracy") 1 else 0)
    # Of the values before they were cut.
    expect_gt(abs(r$estimate[at]), abs(r$estimate.classifier[at] - r$estimate.reference[at]) + 0.001)
    expect_match(r$note[at], cut, fixed = TRUE)
    expect_no_match(r$note[r$reference != "m1"], cut, fixed = TRUE)
    expect_true(all(is.finite(r$p.value) & is.finite(r$conf.low)))
  }
  v <- verdict(x, metric = c("accuracy", "error"))
  for (shown in list(capture.output(print(v)), capture.output(summary(v)))) {
    shown <- gsub("\\s+", " ", paste(shown, collapse = " "))
    expect_length(gregexpr(cut, shown, fixed = TRUE)[[1]], 1)
    expect_match(shown, paste("In accuracy and error rate", cut), fixed = TRUE)
    expect_length(gregexpr("p may be too small", shown, fixed = TRUE)[[1]], 1)
  }
  # In range nothing is said.
  expect_no_match(capture.output(print(verdict(x[c("m2", "m3")]))), "beyond")
  d$m4 <- d$m1
  equal <- verdict(prediction_set(t ~ m1 + m2 + m4, d, labelling = "random", judge = j), metric = "accuracy")
  expect_match(format(equal), "m1 and m4 share the highest accuracy \\(1[.]00\\)")
})

test_that("a measure that is a function is refused, as by other sets", {
  rows <- data.frame(t = c("a", "b", NA, NA, "a", "b"), x = c("a", "b", "a", "b", "b", "b"), y = rep(c("a", "b"), 3))
  x <- prediction_set(t ~ x + y, rows, labelling = "random")
  for (verb in list(compare_classifiers, verdict)) {
    expect_error(verb(x, measure = mean), "`measure` must be one of", class = "verdict_error_argument")
  }
})

# With four, three and three labels all predictions are one stratum.
merged_judged <- function() {
  d <- data.frame(
    one = rep(c("a", "a", "b"), c(60, 20, 20)), two = rep(c("a", "b", "b"), c(60, 20, 20)), truth = NA, grade = "a"
  )
  d$truth[c(1:4, 61:63, 81:83)] <- c("a", "a", "b", "a", "a", "a", "b", "b", "b", "b")
  d$grade[c(2, 61, 62, 70:75, 85)] <- "b"
  d
}

test_that("pseudo labels of rows on which both say the same say nothing of the difference", {
  d <- merged_judged()
  gain <- function(label) (d$one == label) - (d$two == label)
  known <- which(!is.na(d$truth))
  l <- min(max(cov(gain(d$truth)[known], gain(d$grade)[known]) / var(gain(d$grade)[known]), 0), 1)
  e <- gain(d$truth)[known] - l * gain(d$grade)[known]
  # A pseudo label is a or b alike where the two differ, and nothing where they do not.
  pseudo <- rbind(1 - l * gain(d$grade), -1 - l * gain(d$grade))
  pseudo[, d$one == d$two] <- 0
  n <- length(known)
  centre <- (sum(e) + mean(pseudo)) / (n + 1)
  spread <- (sum((e - centre)^2) + mean((pseudo - centre)^2)) / (n + 1)
  x <- prediction_set(truth ~ one + two, d, labelling = "random", judge = grade, question = "rows")
  found <- compare_classifiers(x, "accuracy", reference = "two")
  expect_equal(found$estimate, l * mean(gain(d$grade)) + mean(e))
  expect_equal(found$std.error, sqrt((1 - n / 100) / n * spread))
})

test_that("in merged strata a pseudo label is of a row, of which the judge says what it says", {
  d <- merged_judged()
  d$grade[c(3, 81, 82)] <- "b"
  x <- prediction_set(truth ~ one + two, d, labelling = "random", judge = grade, positive = "a")
  for (question in c("population", "rows")) {
    r <- compare_classifiers(x, "precision", reference = "two", measure = "difference", question = question)
    precision <- function(M) M["a", "a"] / sum(M[, "a"])
    known <- metric_by_hand(d, precision, question, strata = rep("all", 100), smoothing = TRUE)
    expect_equal(c(r$estimate, r$std.error, r$df), known, tolerance = 1e-6)
  }
})

test_that("nothing is said of how often a judge is right where no label is known", {
  d <- data.frame(
    y = NA_character_, a = c("p", "p", "p", "q"), b = c("p", "q", "q", "q"), judge = c("p", "p", "q", "q")
  )
  x <- prediction_set(y ~ a + b, d, labelling = "random", judge = judge, levels = c("p", "q"))
  expect_no_match(capture.output(print(compare_classifiers(x, "accuracy"))), "NaN|The judge")
  one <- data.frame(d[c(2, 2), ], s = "s")
  expect_no_warning(
    prediction_set(y ~ a + b, one, labelling = "by_pattern", judge = judge, strata = s, levels = c("p", "q"))
  )
})

test_that("with few labels a judge is hardly known, which is said, and what needs no truth rests on none", {
  set.seed(1)
  event <- rbinom(300, 1, 0.3)
  label <- function(event) ifelse(event == 1, "p", "q")
  called <- function() label(rbinom(300, 1, ifelse(event == 1, 0.8, 0.1)))
  d <- data.frame(y = label(event), a = called(), b = called(), judge = label(abs(event - rbinom(300, 1, 0.03))))
  d$y[-sample(300, 15)] <- NA
  x <- prediction_set(y ~ a + b, d, positive = "p", labelling = "random", judge = judge)
  expect_match(compare_classifiers(x, "accuracy")$note, "only 15 labels: tests without the judge hold")
  expect_match(compare_classifiers(x, "recall")$note, "only 15 labels: tests without the judge hold")
  expect_match(omnibus_test(x, "recall")$note, "only 15 labels: tests without the judge hold")
  both <- omnibus_test(x, c("recall", "specificity"), over = "metrics")
  expect_match(both$note, "^p may be too small with only 15 labels: tests without the judge hold$")
  share <- compare_classifiers(x, "detection_prevalence", classes = "p")
  expect_equal(share$estimate.classifier, mean(d$b == "p"))
  expect_equal(share$estimate.reference, mean(d$a == "p"))
})

test_that("a pair that never differs passes a gate whoever stands beside it, and whether or not there is a judge", {
  set.seed(1)
  truth <- sample(c("a", "b"), 150, TRUE)
  of <- function(p) ifelse(runif(150) < p, truth, sample(c("a", "b"), 150, TRUE))
  rows <- data.frame(truth = ifelse(runif(150) < 0.2, truth, NA), m1 = of(0.9), m3 = of(0.7), grade = of(0.85))
  rows$m2 <- rows$m1
  for (labelling in c("random", "by_pattern")) {
    x <- prediction_set(truth ~ m1 + m2 + m3, rows, labelling = labelling, judge = grade)
    expect_identical(gate(x, "m1", "m2", margin = 0.05)$decision, "pass")
    expect_identical(compare_classifiers(x[c("m1", "m2")], "accuracy", margin = 0.05)$decision, "equivalent")
  }
})

test_that("labels drawn at rates that differ with what the judge says have its labels as strata", {
  set.seed(7)
  classes <- c("pos", "neu", "neg")
  say <- function(truth, share) ifelse(runif(2000) < share, truth, sample(classes, 2000, TRUE))
  truth <- sample(classes, 2000, TRUE, c(.5, .3, .2))
  d <- data.frame(one = say(truth, .75), two = say(truth, .7), grade = say(truth, .75), truth)
  rate <- ifelse(d$one == d$two, .05, ifelse(d$grade == d$two, .3, .05))
  d$truth[runif(2000) > rate & duplicated(d[c("one", "two", "grade")])] <- NA
  set <- function(...) prediction_set(truth ~ one + two, d, labelling = "by_pattern", levels = classes, ...)
  for (metric in c("accuracy", "recall")) {
    of <- function(x) as.data.frame(compare_classifiers(x, metric, measure = "difference"))[c("estimate", "conf.low")]
    expect_equal(of(set(judge = grade)), of(set(strata = grade)))
  }
  expect_equal(assess_classifiers(set(judge = grade))$estimate, assess_classifiers(set(strata = grade))$estimate)
})

test_that("whatever rests on a judge's labels says that all rows have one", {
  x <- prediction_set(truth ~ one + two, judged(20), labelling = "random", judge = grade)
  words <- "labelled at random, and all by a judge; about"
  said <- function(found) {
    gsub("[[:space:]]+", " ", paste(utils::capture.output(print(found, width = 300)), collapse = " "))
  }
  for (found in list(
    assess_classifiers(x, "accuracy"), rank_classifiers(x, "accuracy"), as_table(verdict(x)),
    as_table(assess_classifiers(x, "accuracy")), compare_classifiers(x, "accuracy")
  )) {
    expect_match(said(found), words, fixed = TRUE)
  }
  skip_if_not_installed("ggplot2")
  expect_match(gsub("\n", " ", ggplot2::autoplot(verdict(x))$labels$caption), words, fixed = TRUE)
  expect_no_match(
    said(assess_classifiers(prediction_set(truth ~ one + two, judged(20), labelling = "random"), "accuracy")), "judge"
  )
})
