test_that("equal differences are tested as their definitions say", {
  x <- group_set(group_example())
  score <- omnibus_test(x, over = "groups")
  expect_identical(score$method.id, "heterogeneity_score")
  expect_equal(score$estimate, 0.00828232, tolerance = 1e-5)
  expect_equal(score$statistic, 7.510062, tolerance = 1e-6)
  expect_equal(score$p.value, stats::pchisq(7.510062, 2, lower.tail = FALSE), tolerance = 1e-5)
  wald <- omnibus_test(x, "accuracy", over = "groups", method = "wald")
  expect_equal(wald$statistic, 8.041878, tolerance = 1e-6)
  expect_equal(wald$p.value, 0.0179361, tolerance = 1e-5)
  expect_equal(wald$i.squared, 0.7513, tolerance = 1e-4)
  odds <- omnibus_test(x, over = "groups", method = "odds")
  expect_equal(odds$statistic, 7.560576, tolerance = 1e-6)
  expect_equal(odds$p.value, 0.0228161, tolerance = 1e-5)
  expect_equal(odds$statistic, unname(suppressWarnings(stats::chisq.test(cbind(c(12, 6, 1), c(4, 7, 6)))$statistic)))
  expect_equal(omnibus_test(x, over = "groups", method = "exact")$p.value, 0.0253119, tolerance = 1e-5)
})

test_that("a change of sign is tested by the most extreme groups, or by Gail and Simon's test", {
  x <- group_set(group_example())
  gail <- omnibus_test(x, over = "groups", method = "gail_simon")
  expect_equal(gail$statistic, 3.9232, tolerance = 1e-4)
  expect_equal(gail$p.value, 0.0589716, tolerance = 1e-5)
  range <- omnibus_test(x, over = "groups", method = "range")
  z <- c(0.08, -1 / 70, -0.1) / sqrt(c(16 - 0.64, 13 - 1 / 70, 7 - 0.5) / c(100, 70, 50)^2)
  expect_equal(range$p.value, max(1 - stats::pnorm(c(max(z), -min(z)))^2))
  expect_identical(c(range$highest, range$lowest), c("A", "C"))
  expect_match(printed_text(range), "first A C", fixed = TRUE)
  expect_match(summary_text(range), "changes its sign: first is the higher one in \"A\", the lower one in \"C\"")
  # A name is not cut at its comma
  data <- group_example()
  names(data)[3:4] <- c("tree, pruned", "second")
  named <- prediction_set(truth ~ second + `tree, pruned`, data, by = site)
  expect_match(summary_text(omnibus_test(named, over = "groups", method = "range")), "tree, pruned\"? is the higher")
  one_sided <- group_set(group_data(A = c(50, 9, 2), B = c(50, 5, 3)))
  for (method in c("range", "gail_simon")) {
    r <- omnibus_test(one_sided, over = "groups", method = method)
    expect_identical(c(r$statistic, r$p.value), c(0, 1))
    expect_match(summary_text(r), "No change of sign is shown")
  }
})

test_that("Gail and Simon's critical value is theirs", {
  # Gail and Simon (1985), table 1: c = 2.71 for two groups, 4.23 for three and 5.43 for four at 0.05.
  p <- function(Q, G) sum(stats::dbinom(1:(G - 1), G - 1, 0.5) * stats::pchisq(Q, 1:(G - 1), lower.tail = FALSE))
  expect_equal(c(p(2.71, 2), p(4.23, 3), p(5.43, 4)), rep(0.05, 3), tolerance = 2e-3)
  expect_equal(exp(gail_simon(list(label = letters[1:3]), c(2.1, -sqrt(4.23), 3))$log.p.value), p(4.23, 3))
})

test_that("means are compared by Welch's F, as oneway.test() does with the groups' own variances", {
  set.seed(5)
  d <- list(stats::rnorm(8), stats::rnorm(12, 1, 2), stats::rnorm(20, 0.5))
  one <- list(
    theta = vapply(d, mean, 0), vcov = diag(vapply(d, stats::var, 0) / lengths(d)), n = lengths(d),
    label = letters[1:3], measure = "difference", independent = TRUE
  )
  expected <- stats::oneway.test(y ~ g, data.frame(y = unlist(d), g = rep(1:3, lengths(d))))
  found <- heterogeneity_test("welch", one)
  expect_equal(found$statistic, unname(expected$statistic))
  expect_equal(c(found$df, found$df.residual), unname(expected$parameter))
  expect_equal(exp(found$log.p.value), expected$p.value)
  expect_identical(heterogeneity_test("welch", utils::modifyList(one, list(n = c(1, 12, 20))))$status, "few_units")
})

test_that("two clusters in two groups say nothing of whether these differ", {
  d <- data.frame(
    truth = c("x", "y", "x", "y", "x"), a = c("x", "x", "y", "y", "x"), b = c("y", "y", "x", "y", "y"),
    id = c(1, 2, 1, 2, 1), site = c("E", "N", "N", "E", "N")
  )
  x <- prediction_set(truth ~ a + b, d, id = id, by = site)
  same <- omnibus_test(x, "accuracy", over = "groups")
  expect_identical(c(same$status, same$p.value), c("singular_groups", NA))
  expect_match(printed_text(verdict(x, "accuracy")), "the covariance of the groups is singular", fixed = TRUE)
})

test_that("degenerate groups are named, or contribute where they can", {
  x <- group_set(group_data(A = c(50, 9, 2), B = c(50, 0, 0), C = c(40, 1, 5)))
  wald <- omnibus_test(x, over = "groups", method = "wald")
  expect_true(is.na(wald$p.value))
  expect_identical(wald$status, "group_flat")
  expect_match(wald$note, "\"B\"")
  expect_false(is.na(omnibus_test(x, over = "groups")$p.value))
  expect_match(omnibus_test(x, over = "groups", method = "odds")$note, "1 group")
  expect_equal(omnibus_test(x, over = "groups", method = "odds")$df, 1)
  none <- group_set(group_data(A = c(50, 0, 0), B = c(50, 0, 0)))
  expect_identical(omnibus_test(none, over = "groups")$p.value, 1)
  for (method in c("odds", "exact")) {
    expect_identical(omnibus_test(none, over = "groups", method = method)$status, "few_groups")
  }
  same <- group_set(group_data(A = c(50, 5, 0), B = c(50, 8, 0)))
  expect_identical(omnibus_test(same, over = "groups", method = "odds")$p.value, 1)
  large <- group_set(group_data(
    A = c(4000, 1500, 1200), B = c(4000, 1500, 1500), C = c(4000, 1000, 1500), D = c(4000, 1500, 1500)
  ))
  expect_identical(omnibus_test(large, over = "groups", method = "exact")$status, "many_tables")
  absent <- prediction_set(
    truth ~ one + two, data.frame(
      truth = c("a", "b", "a", "b", "b", "b"), one = c("a", "b", "b", "a", "b", "a"),
      two = c("b", "b", "a", "b", "a", "a"), site = rep(1:2, c(4, 2))
    ),
    by = site
  )
  r <- omnibus_test(absent, "recall", over = "groups", classes = "a")
  expect_identical(r$status, "group_unknown")
  expect_match(summary_text(r), "ould not be tested")
})

test_that("other metrics and clusters are tested by Wald's statistic, with what groups have in common", {
  data <- grouped_rows(300)
  x <- prediction_set(truth ~ one + two + three, data, id = id, by = site)
  r <- omnibus_test(x, "accuracy", over = "groups", reference = "one")
  expect_identical(r$method.id, rep("heterogeneity_wald", 2))
  # By hand: contributions of clusters to the difference in each group.
  part <- do.call(cbind, lapply(c("x", "y", "z"), function(g) {
    at <- data$site == g
    d <- (data$two == data$truth) - (data$one == data$truth)
    rowsum((d - mean(d[at])) * at, data$id) / sum(at)
  }))
  theta <- vapply(c("x", "y", "z"), function(g) {
    with(data[data$site == g, ], mean((two == truth) - (one == truth)))
  }, 0)
  V <- crossprod(part)
  L <- rbind(c(-1, 1, 0), c(-1, 0, 1))
  expect_equal(r$statistic[1], drop(t(L %*% theta) %*% solve(L %*% V %*% t(L), L %*% theta)), tolerance = 1e-6)
  expect_identical(omnibus_test(x, over = "groups", method = "range")$method.id[1], "sign_range")
  precision <- omnibus_test(x, "precision", over = "groups", classes = "a")
  expect_identical(precision$measure[1], "ratio")
  both <- omnibus_test(x, c("accuracy", "kap"), over = "groups", measure = "difference")
  expect_identical(nrow(both), 6L)
  expect_match(printed_text(both), "the same in all sites")
  expect_match(paste(methods_text(both), collapse = " "), "same difference in all sites")
  error <- prediction_set(truth ~ one + two, data[c("truth", "one", "two", "site")], by = site)
  expect_equal(
    omnibus_test(error, "error", over = "groups")$estimate, -omnibus_test(error, "accuracy", over = "groups")$estimate
  )
})

test_that("what cannot be asked of groups is refused", {
  x <- group_set(group_example())
  data <- grouped_rows()
  clustered <- prediction_set(truth ~ one + two, data, id = id, by = site)
  expect_error(omnibus_test(clustered, over = "groups", method = "score"), class = "verdict_error_method")
  expect_error(omnibus_test(clustered, over = "groups", method = "welch"), class = "verdict_error_method")
  expect_error(omnibus_test(clustered, over = "groups", method = "gail_simon"), class = "verdict_error_method")
  expect_error(omnibus_test(x, over = "groups", method = "simes"), class = "verdict_error_method")
  expect_error(omnibus_test(x, over = "groups", method = "score", measure = "ratio"), class = "verdict_error_measure")
  for (wrong in list(NA, 1:3, mean, "nope", Sys.Date())) {
    expect_error(omnibus_test(x, over = "groups", method = "score", measure = wrong), class = "verdict_error_argument")
  }
  expect_error(omnibus_test(x, "recall", over = "groups"), class = "verdict_error_class")
  expect_error(
    omnibus_test(prediction_set(truth ~ svm + tree, satellite), over = "groups"), class = "verdict_error_groups"
  )
  one <- group_set(group_data(A = c(40, 3, 2)))
  expect_error(omnibus_test(one, over = "groups"), class = "verdict_error_groups")
})

test_that("the groups of several pairs are said a line each", {
  data <- grouped_rows(600)
  x <- prediction_set(truth ~ one + two + three, data[setdiff(names(data), "id")], by = site)
  said <- capture.output(print(summary(omnibus_test(x, "accuracy", over = "groups")), width = 500))
  expect_length(grep("accuracy of (one|two|three), (one|two|three): ", said), 3)
})

test_that("where a group whose difference is constant leans to the other side, nothing is known of a change of sign", {
  a <- c(5, 3, 4, 5, 4, 5, 3, 4)
  b <- c(3, 3, 2, 4, 3, 4, 3, 2)
  for (flat in list(c(1, 2, 3), c(4, 3, 3), c(2, 1, 1))) {
    x <- score_set(cbind(a = c(flat, a), b = c(flat + 1, b)), item = 1:11, by = rep(c("u", "v"), c(3, 8)))
    for (method in c("range", "gail_simon", "wald")) {
      found <- omnibus_test(x, over = "groups", method = method)
      expect_true(is.na(found$p.value))
      expect_match(found$note, 'no variance in group "u"', fixed = TRUE)
    }
  }
  same <- score_set(cbind(a = c(2, 3, 4, a), b = c(1, 2, 3, b)), item = 1:11, by = rep(c("u", "v"), c(3, 8)))
  for (method in c("range", "gail_simon")) {
    expect_equal(omnibus_test(same, over = "groups", method = method)$p.value, 1)
  }
})

test_that("whose difference does not vary in any group, with the sign of each its own, is not said to be the same", {
  of <- function(first, second) rep(c(first, second), c(6, 7))
  rows <- data.frame(y = "p", a = of("p", "q"), b = of("q", "p"), g = of("u", "v"))
  x <- prediction_set(y ~ a + b, rows, by = g, levels = c("p", "q"))
  for (method in c("range", "gail_simon")) {
    found <- omnibus_test(x, "accuracy", over = "groups", method = method)
    expect_true(is.na(found$p.value))
    expect_identical(found$note, 'no variance in group "u" and "v"')
  }
})

test_that("losses of independent rows have Welch's F, what ranks and clusters Wald's test", {
  set.seed(401)
  event <- rbinom(80, 1, 0.4)
  p <- vapply(c(a = 0.4, b = 0.8), function(k) plogis(k * event - 0.4 + rnorm(80) * 0.7), numeric(80))
  site <- rep(c("p", "q"), c(45, 35))
  found <- omnibus_test(probability_set(event, p, by = site), c("brier", "roc_auc"), over = "groups")
  gap <- (p[, "b"] - event)^2 - (p[, "a"] - event)^2
  expect_equal(found$p.value[1], oneway.test(gap ~ site)$p.value)
  expect_equal(found$df.residual, c(unname(oneway.test(gap ~ site)$parameter[2]), NA))
  clustered <- omnibus_test(probability_set(event, p, by = site, id = c(1:45, 1:35 + 10)), "brier", over = "groups")
  expect_match(clustered$method, "Wald")
})

test_that("a group without an estimate says why, where it is known", {
  rows <- data.frame(
    truth = rep(c("a", "b", NA), c(30, 30, 60)), one = c("a", "b"), two = c("a", "b", "b"), g = c("u", "v", "w")
  )
  rows$truth[rows$g == "w"] <- NA
  found <- omnibus_test(prediction_set(truth ~ one + two, rows, labelling = "random", by = g), over = "groups")
  expect_match(found$note, 'no estimate in group "w" (no label for pattern', fixed = TRUE)
})

test_that("a share of the rows of one class is compared between groups as accuracy is on these rows", {
  set.seed(6)
  y <- rep(rep(c("ill", "ok"), c(12, 60)), 4)
  call <- function(right) ifelse(stats::runif(length(y)) < right, y, ifelse(y == "ill", "ok", "ill"))
  data <- data.frame(y, a = call(0.7), b = call(0.8), g = rep(letters[1:4], each = 72))[sample(288), ]
  x <- prediction_set(y ~ a + b, data, positive = "ill", by = g)
  part <- function(rows) prediction_set(y ~ a + b, data[rows, ], by = g, levels = c("ill", "ok"))
  asked <- list(recall = data$y == "ill", specificity = data$y == "ok", fpr = data$y == "ok", fnr = data$y == "ill")
  number <- c("statistic", "df", "p.value", "estimate")
  expect_identical(omnibus_test(x, "recall", over = "groups")$method.id, "heterogeneity_score")
  for (metric in names(asked)) {
    accuracy <- if (startsWith(metric, "f")) "error" else "accuracy"
    for (method in c("score", "odds", "exact", "wald", "welch")) {
      expect_equal(
        unlist(omnibus_test(x, metric, over = "groups", method = method)[number]),
        unlist(omnibus_test(part(asked[[metric]]), accuracy, over = "groups", method = method)[number]),
        label = paste(metric, method)
      )
    }
  }
  # On another scale by Wald's test
  expect_identical(omnibus_test(x, "recall", over = "groups", measure = "ratio")$method.id, "heterogeneity_wald")
  # Welch's F of the differences on the rows of the class
  ill <- data[data$y == "ill", ]
  expected <- stats::oneway.test(d ~ g, data.frame(d = (ill$a == "ill") - (ill$b == "ill"), g = ill$g))
  found <- omnibus_test(x, "recall", over = "groups", method = "welch")
  expect_equal(found$df.residual, unname(expected$parameter[2]), tolerance = 0.02)
  expect_equal(found$p.value, expected$p.value, tolerance = 0.02)
  # Of several classes what is not called one
  three <- data.frame(
    truth = rep(c("p", "q", "r"), 20), one = rep(c("p", "q", "q", "r"), 15), two = rep(c("p", "r", "p", "q", "q"), 12),
    g = rep(1:2, each = 30)
  )
  several <- prediction_set(truth ~ one + two, three, by = g, id = 1:60)
  of_p <- transform(three, truth = truth == "p", one = one == "p", two = two == "p")
  two_classes <- prediction_set(truth ~ one + two, of_p, by = g, id = 1:60, positive = "TRUE")
  expect_equal(
    omnibus_test(several, "specificity", over = "groups", classes = "p")$p.value,
    omnibus_test(two_classes, "specificity", over = "groups")$p.value
  )
})

test_that("Wald's test over groups says which group has few rows of a class", {
  x <- prediction_set(truth ~ one + two, data.frame(
    truth = rep(c("x", "y"), c(40, 160)), one = c(rep(c("x", "y"), c(30, 10)), rep(c("y", "x"), c(120, 40))),
    two = rep(c("x", "x", "y", "x", "y"), 40), g = rep(1:4, 50)
  ), by = g, positive = "x", id = 1:200)
  for (metric in c("mcc", "f_meas", "kap")) {
    expect_match(omnibus_test(x, metric, over = "groups")$note, "with only 10 rows of x in group \"1\"")
  }
  expect_match(omnibus_test(x, "recall", over = "groups", method = "wald")$note, "10 rows of x in group")
  expect_identical(omnibus_test(x, "accuracy", over = "groups", method = "wald")$note, NA_character_)
  for (average in c("micro", "weighted")) {
    expect_identical(omnibus_test(x, "recall", over = "groups", average = average)$note, NA_character_)
  }
})

# Three answers to each prompt.
repeated_answers <- function(prompts) {
  set.seed(3)
  n <- sum(prompts)
  prompt <- rep(seq_len(n), 3)
  task <- rep(letters[seq_along(prompts)], prompts)[prompt]
  ease <- rnorm(n, 0, 1.5)[prompt]
  later <- .9 * (task %in% c("d", "f"))
  data.frame(
    prompt, task, big = rbinom(3 * n, 1, plogis(1 + ease + later)), base = rbinom(3 * n, 1, plogis(.6 + ease - later))
  )
}

answer_set <- function(d) prediction_set(as.matrix(d[c("big", "base")]), id = d$prompt, by = d$task)

test_that("accuracies of repeated rows are compared over groups by Welch's F of the observations", {
  d <- repeated_answers(c(40, 30, 12, 50, 20, 35))
  found <- omnibus_test(answer_set(d), over = "groups")
  gaps <- aggregate(big - base ~ prompt + task, d, mean)
  expected <- oneway.test(gaps[[3]] ~ gaps$task)
  expect_equal(found$statistic, unname(expected$statistic))
  expect_equal(c(found$df, found$df.residual), unname(expected$parameter))
  expect_equal(found$p.value, expected$p.value)
  expect_true(is.na(found$note))
  few <- "p may be too small with only 12 observations in group \"c\""
  expect_identical(omnibus_test(answer_set(d), over = "groups", method = "wald")$note, few)
  uneven <- rbind(d, d[rep(which(d$task == "c")[1], 9), ])
  expect_identical(omnibus_test(answer_set(uneven), over = "groups")$note, few)
})

test_that("a verdict says why a p-value of equal differences may be too small, and its headline claims nothing of it", {
  v <- verdict(answer_set(repeated_answers(c(40, 30, 6, 50, 20, 35))))
  expect_lt(v$groups$same$adj.p.value, .025)
  expect_no_match(printed_text(v), "it varies between", fixed = TRUE)
  said <- "is not the same everywhere \\(p . [0-9.]+; p may be too small with only 6 observations in group"
  expect_match(printed_text(v), said)
  expect_match(summary_text(v), said)
  v <- verdict(answer_set(repeated_answers(c(40, 30, 12, 50, 20, 35))))
  expect_match(printed_text(v), "and it varies between groups", fixed = TRUE)
})

test_that("groups with few rows of a class are named with ids and sampling weights too", {
  set.seed(2)
  truth <- rep(rep(c("p", "n"), c(6, 114)), 4)
  data <- data.frame(
    truth, one = truth, two = ifelse(truth == "p" | stats::runif(480) < 0.8, truth, "p"),
    g = rep(1:4, each = 120), w = stats::runif(480, 1, 4)
  )
  data$one[truth == "p"] <- c("p", "p", "p", "n", "n", "p")
  data$two[truth == "p"] <- c("n", "p", "n", "p", "p", "p")
  data <- data[c(seq(1, 479, 2), seq(2, 480, 2)), ]
  few <- "p may be too small with only 6 rows of p in group \"1\""
  ids <- prediction_set(truth ~ one + two, data[1:4], id = c(1:240, 1:240), by = "g", positive = "p")
  for (metric in c("recall", "mcc", "bal_accuracy")) expect_match(omnibus_test(ids, metric, over = "groups")$note, few)
  weighted <- prediction_set(
    truth ~ one + two, data, by = "g", positive = "p", weights = w, weights_are = "sampling", id = 1:480
  )
  expect_match(omnibus_test(weighted, "mcc", over = "groups")$note, few)
  # Welch's F has no more units than rows of the class.
  welch <- function(x) omnibus_test(x, "recall", over = "groups", method = "welch")$df.residual
  rows <- prediction_set(truth ~ one + two, data[1:4], by = "g", positive = "p", id = 1:480)
  expect_equal(welch(ids), welch(rows), tolerance = 0.2)
})

test_that("a class without rows is not the one with fewest", {
  set.seed(4)
  truth <- sample(c("a", "b", "c"), 1200, TRUE)
  guess <- function() ifelse(stats::runif(1200) < 0.8, truth, "a")
  x <- prediction_set(
    truth ~ one + two, data.frame(truth, one = guess(), two = guess()), by = rep(1:3, 400),
    levels = c("a", "b", "c", "z")
  )
  expect_identical(
    omnibus_test(x, "recall", over = "groups", average = "macro", zero_division = "skip")$note, NA_character_
  )
})

test_that("accuracy of one class over groups is that of this class against all others", {
  data <- grouped_rows(300)[c("truth", "one", "two", "site")]
  merged <- data
  merged[1:3] <- lapply(data[1:3], function(labels) ifelse(labels == "a", "a", "other"))
  over_sites <- function(data, ...) {
    row <- omnibus_test(prediction_set(truth ~ one + two, data, by = site), over = "groups", ...)
    as.data.frame(row)[c("statistic", "p.value")]
  }
  for (metric in c("accuracy", "error")) {
    expect_equal(over_sites(data, metric = metric, classes = "a"), over_sites(merged, metric = metric))
  }
})

test_that("the variance between groups is finite where one of them does not vary", {
  rows <- function(n, b, c, group) {
    data.frame(t = "x", one = rep(c("x", "y", "x"), c(b, c, n - b - c)), two = rep(c("y", "x"), c(b, n - b)), g = group)
  }
  d <- rbind(rows(100, 12, 4, "A"), rows(70, 0, 0, "B"), rows(50, 1, 6, "C"))
  found <- omnibus_test(prediction_set(t ~ one + two, d, by = g, levels = c("x", "y")), "accuracy", over = "groups")
  # The common difference is 0, and b + c of the others 16 and 7: their weights are n^2 / (b + c).
  expect_equal(found$estimate, 0)
  expect_equal(found$tau.squared, (found$statistic - 2) / (2 * (100^2 / 16 + 50^2 / 7)))
})

test_that("groups of rows of one class have an answer in every metric", {
  d <- data.frame(truth = rep("a", 40), one = "a", two = "a", g = rep(c("x", "y"), 20))
  x <- prediction_set(truth ~ one + two, d, by = g)
  # As of precision: all rows of both are right.
  for (metric in c("precision", "f_meas")) {
    expect_identical(omnibus_test(x, metric, over = "groups")$note, "no variance in group \"x\" and \"y\"")
  }
  for (metric in c("bal_accuracy", "j_index", "markedness", "roc_dist", "sedi", "lr_plus", "lr_minus", "dor")) {
    found <- omnibus_test(x, metric, over = "groups")
    expect_true(is.na(found$p.value))
    expect_match(found$note, "no (estimate|variance) in group \"x\" and \"y\"")
  }
})

test_that("with groups of few rows the score test says that it hardly rejects", {
  of <- function(size, groups = 6, ...) {
    t <- rep(c(0, 1), length.out = size * groups)
    a <- replace(t, seq(1, length(t), 5), 2)
    b <- replace(t, seq(2, length(t), 4), 2)
    x <- prediction_set(t, list(a = a, b = b), by = rep(seq_len(groups), each = size))
    omnibus_test(x, "accuracy", over = "groups", ...)$note
  }
  expect_identical(of(4), "p may be too large with groups of about 4 rows")
  expect_identical(of(14), "p may be too large with groups of about 14 rows")
  expect_identical(of(15), NA_character_)
  expect_no_match(of(4, method = "wald"), "too large")
  # One large group does not make the others large.
  t <- rep(0:1, 60)
  a <- replace(t, seq(1, 120, 5), 2)
  b <- replace(t, seq(2, 120, 4), 2)
  x <- prediction_set(t, list(a = a, b = b), by = c(rep(1:10, each = 4), rep(11, 80)))
  expect_match(omnibus_test(x, "accuracy", over = "groups")$note, "groups of about 4 rows", fixed = TRUE)
  expect_match(printed_text(verdict(x, "accuracy")), "p may be too large with groups of about 4 rows")
})

test_that("Welch's F of many groups of few units says that p may be too small", {
  of <- function(size, groups) {
    n <- size * groups
    at <- seq_len(n)
    data <- data.frame(item = at, g = rep(seq_len(groups), each = size), a = sin(at^2), b = cos(at))
    omnibus_test(score_set(data, item = item, by = g), over = "groups")$note
  }
  expect_identical(of(5, 20), "p may be too small with only 5 items in group \"1\"")
  expect_identical(of(8, 20), NA_character_)
  expect_identical(of(5, 4), NA_character_)
})
