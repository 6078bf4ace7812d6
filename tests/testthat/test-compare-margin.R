# Margins: against exact arithmetic and another package (data-raw/fixtures/equivalence.py,
# peers-equivalence.R), the agreement of tests and intervals, and what is refused.

two_of <- function() prediction_set(truth ~ naive_bayes + random_forest, satellite)

# The matched pairs a (both right), b, c, d (neither) as a set whose rows are all of one class.
of_pairs <- function(a, b, c, d) as_prediction_set(matched_table(c(a = a, b = b, c = c, d = d)))

contacts <- function() of_pairs(43, 0, 1, 0)

plain <- function(x, columns) as.data.frame(x)[columns]

questions <- c("p.noninferior", "p.equivalent", "p.superior")

# -- the numbers --------------------------------------------------------------------------

# Logarithms of the one-sided p-values at the ends of a margin, of one class and pair.
sides_of <- function(set, metric, method, measure, margin) {
  request <- new_request(set, metric, method = method, measure = measure, classes = "yes", margin = margin)
  plan <- request_plans(set, request)[[1]]
  found <- plan_margins(plan, set, request$pairs)
  vapply(found, `[`, 0, 1)
}

test_that("one-sided p-values at a margin are those of exact arithmetic", {
  exact <- read_fixture("equivalence-exact.csv")
  methods <- c(
    tango = "mcnemar", tang = "mcnemar", score = "mcnemar", exact = "exact", midp = "midp", gs = "gs", wgs = "wgs"
  )
  pairs <- read_fixture("pairs-designs.csv")
  predicted <- read_fixture("paired-designs.csv")
  compared <- 0
  for (rows in split(exact, paste(exact$design, exact$test, exact$measure))) {
    one <- rows[1, ]
    predictive <- one$test %in% c("gs", "wgs")
    designs <- if (predictive) predicted else pairs
    cells <- unlist(designs[designs$design == one$design, -1])
    if (predictive && any(cells != round(cells)) || sum(cells) > 1e11) next
    set <- as_prediction_set(if (predictive) paired_table(cells) else matched_table(cells))
    metric <- if (predictive) "precision" else "recall"
    for (i in 1:2) {
      low <- rows$at[i]
      high <- rows$at[i + 2]
      found <- sides_of(set, metric, methods[[one$test]], one$measure, c(low, high))
      expected <- unlist(rows[c(i, i + 2), c("log_above", "log_below")])[c(1, 3, 2, 4)]
      names(expected) <- c("above_low", "below_low", "above_high", "below_high")
      expect_values(
        found[names(expected)], expected, paste(one$design, one$test, one$measure, low, high),
        tolerance = 1e-7, floor = 1e-5
      )
      compared <- compared + 4
    }
  }
  expect_gt(compared, 1500)
})

test_that("they are those of ratesci", {
  peers <- read_fixture("equivalence-peers.csv")
  designs <- read_fixture("pairs-designs.csv")
  for (rows in split(peers, paste(peers$design, peers$measure))) {
    cells <- unlist(designs[designs$design == rows$design[1], -1])
    set <- as_prediction_set(matched_table(cells))
    for (i in seq_len(nrow(rows))) {
      open <- if (rows$measure[i] == "ratio") c(0, Inf) else c(-Inf, Inf)
      below <- rows$at[i] < null_value(rows$measure[i])
      margin <- if (below) c(rows$at[i], open[2]) else c(open[1], rows$at[i])
      found <- exp(sides_of(set, "recall", "mcnemar", rows$measure[i], margin))
      found <- unname(found[paste0(c("above_", "below_"), if (below) "low" else "high")])
      expect_equal(found, unlist(rows[i, c("above", "below")], use.names = FALSE), tolerance = 1e-9)
    }
  }
})

test_that("Tango's published example of non-inferiority is reproduced", {
  # Tango (1998), disinfection of soft contact lenses: Z = 1.709, p = 0.044 at a margin of 0.1.
  one_sided <- compare_classifiers(contacts(), "accuracy", alternative = "greater", margin = 0.1)
  expect_equal(one_sided$p.noninferior, pnorm(1.708564, lower.tail = FALSE), tolerance = 1e-5)
  expect_equal(round(one_sided$p.noninferior, 3), 0.044)
  expect_equal(answers_of(one_sided), "not worse")
  expect_true(one_sided$conf.low > -0.1)
  two_sided <- compare_classifiers(contacts(), "accuracy", margin = 0.1)
  expect_equal(two_sided$p.noninferior, 2 * one_sided$p.noninferior, tolerance = 1e-12)
  expect_equal(answers_of(two_sided), "not better") # [-0.118, 0.059]
  expect_true(two_sided$conf.low < -0.1)
})

test_that("Wald's test at a margin is that of its estimate and standard error", {
  set <- prediction_set(truth ~ ., satellite)
  for (measure in c("difference", "ratio", "odds_ratio")) {
    margin <- if (measure == "difference") c(-0.03, 0.05) else c(0.9, 1.2)
    linear <- if (measure == "difference") identity else log
    found <- compare_classifiers(set, "precision", "wald", measure, margin = margin, p.adjust.method = "none")
    z <- outer(linear(found$estimate), linear(margin), `-`) / found$std.error
    noninferior <- pmin(1, 2 * pnorm(-z[, 1]))
    expect_equal(found$p.noninferior, noninferior, tolerance = 1e-8)
    expect_equal(found$p.superior, pmin(1, 2 * pnorm(-z[, 2])), tolerance = 1e-8)
    expect_equal(found$p.equivalent, pmax(noninferior, pmin(1, 2 * pnorm(z[, 2]))), tolerance = 1e-8)
    expect_equal(found$adj.p.equivalent, found$p.equivalent)
  }
})

test_that("corrected variances are used at the margin too, and clusters", {
  few <- prediction_set(truth ~ svm + tree, vehicle_cv[vehicle_cv$id %in% unique(vehicle_cv$id)[1:60], ], id = id)
  for (vcov in c("robust", "mancl_derouen")) {
    found <- suppressWarnings(compare_classifiers(few, "recall", "wald", margin = 0.1, vcov = vcov))
    found <- found[found$std.error > 0, ]
    z <- (found$estimate + 0.1) / found$std.error
    expect_equal(found$p.noninferior, pmin(1, 2 * pnorm(-z)), tolerance = 1e-8)
  }
  lone <- prediction_set(truth ~ svm + tree, vehicle_cv[vehicle_cv$id == vehicle_cv$id[1], ], id = id)
  expect_true(all(is.na(compare_classifiers(lone, "accuracy", margin = 0.1)[questions])))
  single <- compare_classifiers(lone, "recall", "wald", margin = 0.1, vcov = "mancl_derouen")
  expect_true(all(is.na(single$p.equivalent)))
})

# -- decisions ---------------------------------------------------------------------------------

# What interval and margin say, and what the p-values say, row by row.
# `judged`: the single intervals are not those of the single p-values.
expect_agreement <- function(x, level = 0.05, judged = FALSE) {
  answer <- answers_of(x)
  x <- as.data.frame(x)
  check <- function(p, inside) {
    known <- !is.na(p) & !is.na(inside)
    expect_identical((p < level)[known], inside[known])
  }
  check(x$adj.p.noninferior, x$adj.conf.low > x$margin.low)
  check(x$adj.p.superior, x$adj.conf.low > x$margin.high)
  check(x$adj.p.nonsuperior, x$adj.conf.high < x$margin.high)
  check(x$adj.p.inferior, x$adj.conf.high < x$margin.low)
  check(x$adj.p.equivalent, x$adj.conf.low > x$margin.low & x$adj.conf.high < x$margin.high)
  if (!judged) {
    check(x$p.noninferior, x$conf.low > x$margin.low)
    check(x$p.equivalent, x$conf.low > x$margin.low & x$conf.high < x$margin.high)
  }
  ends <- cbind(x$margin.low, x$margin.high)
  expected <- ifelse(x$adj.conf.low > ends[, 2], "better by more than the margin",
    ifelse(x$adj.conf.high < ends[, 1], "worse by more than the margin",
      ifelse(x$adj.conf.low > x$null.value, "better", ifelse(x$adj.conf.high < x$null.value, "worse", "open"))
    )
  )
  little <- ", but by less than the margin"
  expected <- ifelse(expected == "better" & x$adj.conf.high < ends[, 2], paste0("better", little), expected)
  expected <- ifelse(expected == "worse" & x$adj.conf.low > ends[, 1], paste0("worse", little), expected)
  above <- x$adj.conf.low > ends[, 1]
  below <- x$adj.conf.high < ends[, 2]
  open <- ifelse(above & below, "equivalent", ifelse(above, "not worse", ifelse(below, "not better", "undecided")))
  expected <- ifelse(expected == "open", open, expected)
  known <- !is.na(x$adj.conf.low) & !is.na(x$p.value)
  expect_identical(answer[known], as.character(expected)[known])
}

test_that("p-values, intervals and answers say the same, for every method, measure and adjustment", {
  set <- prediction_set(truth ~ naive_bayes + svm + tree, satellite)
  asked <- list(
    list(metric = "accuracy"), list(metric = "recall", measure = "ratio"),
    list(metric = "recall", measure = "odds_ratio", method = "exact"),
    list(metric = "recall", measure = "odds_ratio", method = "midp"),
    list(metric = "recall", measure = "odds_ratio", method = "mcnemar"),
    list(metric = "recall", measure = "odds_ratio", method = "mcnemar_cc"),
    list(metric = "precision"), list(metric = "precision", method = "gs", measure = "ratio"),
    list(metric = "precision", measure = "odds_ratio"), list(metric = "f_meas"),
    list(metric = "precision", method = "wald", measure = "ratio"),
    list(metric = "mcc"), list(metric = c("accuracy", "precision", "kap"))
  )
  others <- c("bonferroni", "holm", "hochberg", "BH", "BY")
  for (i in seq_along(asked)) {
    one <- asked[[i]]
    for (adjust in c("none", others[(i - 1) %% 5 + 1], if (i %% 3 == 1) "max_t")) {
      relative <- !is.null(one$measure)
      margin <- if (relative) c(0.93, 1.02) else c(-0.03, 0.01)
      expect_agreement(do.call(compare_classifiers, c(list(set), one, list(margin = margin, p.adjust.method = adjust))))
    }
  }
})

test_that("an odds ratio of F or of an average has the tests of the interval that is shown, on its logarithm", {
  set <- prediction_set(truth ~ ., satellite)
  for (metric in c("f_meas", "bal_accuracy")) {
    found <- compare_classifiers(
      set, metric,
      method = "score", measure = "odds_ratio", margin = 1.1, p.adjust.method = "none"
    )
    expect_agreement(found)
    se <- log(found$conf.high / found$conf.low) / (2 * qnorm(0.975))
    above <- 2 * pnorm((log(found$estimate) + log(1.1)) / se, lower.tail = FALSE)
    below <- 2 * pnorm((log(found$estimate) - log(1.1)) / se)
    expect_equal(found$p.noninferior, pmin(above, 1), tolerance = 1e-6)
    expect_equal(found$p.nonsuperior, pmin(below, 1), tolerance = 1e-6)
    expect_equal(found$p.equivalent, pmin(pmax(above, below), 1), tolerance = 1e-6)
  }
})

test_that("they do in small tables, where zeros abound", {
  set.seed(4)
  for (i in 1:30) {
    n <- sample(8:60, 1)
    d <- as.data.frame(replicate(3, sample(c("a", "b"), n, TRUE, c(0.5, 0.2))))
    names(d) <- c("t", "m1", "m2")
    same <- runif(n) < 0.7
    d$m2[same] <- d$m1[same]
    set <- suppressMessages(prediction_set(t ~ m1 + m2, d))
    metric <- sample(c("accuracy", "recall", "precision", "npv", "f_meas"), 1)
    measure <- sample(c("difference", "ratio"), 1)
    found <- suppressWarnings(compare_classifiers(
      set, metric, measure = measure, margin = if (measure == "ratio") 1.3 else 0.15, conf.level = 0.8,
      p.adjust.method = sample(c("none", "holm", "max_t"), 1)
    ))
    expect_agreement(found, 0.2)
    expect_sound(found)
  }
})

test_that("one-sided comparisons claim on their side only", {
  set <- two_of()
  greater <- compare_classifiers(set, margin = c(-0.05, 0.02), alternative = "greater")
  expect_true(all(is.na(greater$p.equivalent)) && !anyNA(greater$p.noninferior))
  expect_equal(greater$adj.p.noninferior < 0.05, greater$adj.conf.low > -0.05)
  expect_equal(greater$adj.p.superior < 0.05, greater$adj.conf.low > 0.02)
  less <- compare_classifiers(set, margin = c(-0.05, 0.02), alternative = "less")
  expect_true(all(is.na(unlist(less[questions]))))
  expect_equal(answers_of(less) %in% "not better", less$adj.conf.high < 0.02 & less$adj.p.value >= 0.05)
  of_error <- compare_classifiers(set, "error", margin = 0.05, alternative = "less")
  expect_lt(of_error$p.superior, 0.05)
  expect_equal(answers_of(of_error), "better by more than the margin")
})

test_that("where lower is better the ends of a margin change places", {
  set <- two_of()
  error <- compare_classifiers(set, "error", margin = c(-0.1, 0.03))
  accuracy <- compare_classifiers(set, "accuracy", margin = c(-0.03, 0.1))
  expect_equal(plain(error, questions), plain(accuracy, questions))
  expect_equal(answers_of(error), answers_of(accuracy))
  expect_equal(unlist(plain(error, c("margin.low", "margin.high")), use.names = FALSE), c(-0.1, 0.03))
})

test_that("who is listed first does not matter", {
  there <- prediction_set(truth ~ naive_bayes + svm + tree, satellite)
  back <- prediction_set(truth ~ tree + svm + naive_bayes, satellite)
  key <- function(x) paste(x$class, pmin(x$classifier, x$reference), pmax(x$classifier, x$reference))
  x <- compare_classifiers(there, margin = 0.03)
  y <- compare_classifiers(back, margin = 0.03)
  turned <- c(
    "not better" = "not worse", "not worse" = "not better", better = "worse", worse = "better"
  )
  for (after in c(" by more than the margin", ", but by less than the margin")) {
    turned[paste0("better", after)] <- paste0("worse", after)
    turned[paste0("worse", after)] <- paste0("better", after)
  }
  mirrored <- ifelse(is.na(turned[answers_of(x)]), answers_of(x), turned[answers_of(x)])
  expect_identical(unname(mirrored), answers_of(y)[match(key(x), key(y))])
})

test_that("ratio margins are symmetric on the logarithmic scale", {
  set <- two_of()
  by <- function(margin) plain(compare_classifiers(set, measure = "ratio", margin = margin), c("margin.low", questions))
  expect_equal(by(0.9), by(c(0.9, 1 / 0.9)))
  expect_equal(by(1 / 0.9), by(0.9))
})

test_that("an open end asks nothing", {
  found <- compare_classifiers(two_of(), margin = c(-0.05, Inf))
  expect_true(all(is.na(found$margin.high) & is.na(found$p.equivalent) & is.na(found$p.superior)))
  expect_false(anyNA(found$p.noninferior))
  ratio <- compare_classifiers(two_of(), measure = "ratio", margin = c(0, 1.1))
  expect_true(all(is.na(ratio$margin.low) & is.na(ratio$p.noninferior)))
  expect_output(print(ratio), "Margin: a ratio up to 1.1 does not matter")
})

test_that("without discordant rows equivalence can be shown, equality is not tested", {
  found <- compare_classifiers(of_pairs(300, 0, 0, 10), "accuracy", margin = 0.05)
  expect_true(is.na(found$p.value))
  expect_equal(found$p.equivalent, 2 * pnorm(-sqrt(310 * 0.05 / 0.95)), tolerance = 1e-9)
  expect_equal(answers_of(found), "equivalent")
  expect_match(summary(found)$sections[[1]], ": equivalent [(]p < 0.001[)].$")
  few <- compare_classifiers(of_pairs(10, 0, 0, 1), "accuracy", margin = 0.05)
  expect_equal(answers_of(few), "the same")
})

# -- in a family ---------------------------------------------------------------------------------

# Step by step, as the help page says it: comparisons leave the family when they are settled.
holm_by_hand <- function(two_sided, alpha) {
  left <- rep(TRUE, nrow(two_sided))
  repeat {
    level <- alpha / max(1, sum(left))
    settled <- left & apply(two_sided, 1, max, na.rm = TRUE) < level
    if (!any(settled)) break
    left[settled] <- FALSE
  }
  two_sided < level
}

# A comparison before and after adjustment.
judged_with <- function(set, margin, method, metric = "precision") {
  request <- new_request(set, metric, margin = margin, p.adjust.method = method)
  plans <- request_plans(set, request)
  tested <- tested_comparison(set, plans, request)
  list(tested = tested, judged = new_comparison(set, plans, request))
}

test_that("a comparison leaves the family when it is settled against all that it is judged by", {
  set <- prediction_set(truth ~ ., satellite)
  settled <- 0
  for (margin in c(0.005, 0.01, 0.03, 0.08, 0.2)) {
    found <- judged_with(set, margin, "holm")
    claims <- exp(as.matrix(found$tested$claims))
    two_sided <- cbind(
      found$tested$rows$p.value, pmin(claims[, 1], claims[, 2]), pmin(claims[, 3], claims[, 4])
    )
    rejected <- holm_by_hand(two_sided, 0.05)
    rows <- found$judged$rows
    expect_identical(unname(rows$adj.p.value < 0.05), unname(rejected[, 1]))
    expect_identical(unname(rows$adj.p.noninferior < 0.05), unname(rejected[, 2] & claims[, 1] < claims[, 2]))
    expect_identical(unname(rows$adj.p.superior < 0.05), unname(rejected[, 3] & claims[, 3] < claims[, 4]))
    settled <- settled + sum(apply(rejected, 1, all))
  }
  expect_gt(settled, 20)
})

test_that("adjusted p-values are the least level at which a claim is made", {
  set <- prediction_set(truth ~ ., satellite)
  for (method in c("none", "bonferroni", "holm", "BH", "BY")) {
    rows <- judged_with(set, 0.03, method)$judged$rows
    known <- rows$adj.p.noninferior < 0.9 & rows$adj.p.noninferior > 1e-6
    p <- rows$adj.p.noninferior[known][1:4]
    claims <- function(level) {
      found <- compare_classifiers(set, margin = 0.03, p.adjust.method = method, conf.level = 1 - level)
      (found$adj.conf.low > -0.03)[known][1:4]
    }
    for (i in which(!is.na(p))) {
      expect_true(claims(p[i] * 1.001)[i], label = paste(method, i, "just above"))
      expect_false(claims(p[i] * 0.999)[i], label = paste(method, i, "just below"))
    }
  }
})

test_that("the joint distribution claims no less than Holm's method, and verdict() is one family", {
  set <- prediction_set(truth ~ ., satellite)
  holm <- compare_classifiers(set, margin = 0.03)
  joint <- compare_classifiers(set, margin = 0.03, p.adjust.method = "max_t")
  for (column in c("adj.p.value", "adj.p.noninferior", "adj.p.superior", "adj.p.equivalent")) {
    expect_true(all(joint[[column]][holm[[column]] < 0.05] < 0.05))
  }
  v <- verdict(set, margin = 0.03)
  expect_agreement(v$overall, judged = TRUE)
  expect_agreement(v$comparison, judged = TRUE)
  expect_true(all(v$comparison$measure == "difference"))
  by_holm <- verdict(set, margin = 0.03, p.adjust.method = "holm")
  expect_agreement(by_holm$comparison, judged = TRUE)
})

test_that("further p-values are adjusted as members of the family would be", {
  p <- c(0.001, 0.01, 0.02, 0.04, 0.3)
  for (method in c("none", "bonferroni", "holm", "BH", "BY")) {
    adjusted <- p.adjust(p, method)
    expect_equal(exp(adjust_further(log(p), log(adjusted), method)), adjusted, label = method)
  }
  # Holm: below the least of m it is m p, in between what is left after those that went.
  a <- log(p.adjust(p, "holm"))
  expect_equal(exp(adjust_further(log(c(1e-5, 0.015, 0.9)), a, "holm")), c(5e-5, 0.045, 0.9))
  expect_identical(adjust_further(NULL, a, "holm"), NULL)
  expect_identical(adjust_further(c(NA, -Inf), a, "holm"), c(NA, -Inf))
})

test_that("large families are judged in batches as small ones are", {
  set.seed(2)
  truth <- sample(letters[1:8], 3000, TRUE)
  d <- data.frame(truth, lapply(1:14, function(i) {
    ifelse(runif(3000) < 0.6 + i / 50, truth, sample(letters[1:8], 3000, TRUE))
  }))
  names(d) <- c("truth", paste0("m", 1:14))
  found <- compare_classifiers(prediction_set(truth ~ ., d), "recall", margin = 0.05, p.adjust.method = "max_t")
  expect_gt(nrow(found), 500)
  expect_agreement(found)
})

# -- resampling ----------------------------------------------------------------------------------

test_that("the bootstrap judges margins by its studentized replicates", {
  set <- two_of()
  for (adjust in c("none", "holm", "max_t")) {
    set.seed(5)
    found <- compare_classifiers(set, "f_meas", by_bootstrap(R = 399), margin = c(-0.05, 0.1), p.adjust.method = adjust)
    expect_agreement(found)
    expect_output(print(found), "symmetric studentized bootstrap")
  }
  set.seed(5)
  wald <- compare_classifiers(set, "f_meas", "wald", margin = c(-0.05, 0.1), p.adjust.method = "none")
  set.seed(5)
  drawn <- compare_classifiers(set, "f_meas", by_bootstrap(R = 1999), margin = c(-0.05, 0.1), p.adjust.method = "none")
  expect_lt(max(abs(drawn$p.superior - wald$p.superior)), 0.03)
  expect_lt(max(abs(drawn$p.noninferior - wald$p.noninferior)), 0.03)
  set.seed(5)
  ratio <- compare_classifiers(set, "f_meas", by_bootstrap(R = 399), "ratio", margin = 1.1)
  expect_agreement(ratio)
  set.seed(5)
  sided <- compare_classifiers(set, "f_meas", by_bootstrap(R = 399), margin = 0.05, alternative = "greater")
  expect_equal(sided$adj.p.noninferior < 0.05, sided$adj.conf.low > -0.05)
  expect_true(all(is.na(sided$p.equivalent)))
  expect_error(
    compare_classifiers(set, "f_meas", by_bootstrap(R = 399, simultaneous = TRUE), margin = 0.05),
    "do not go together", class = "verdict_error_argument"
  )
})

# -- where they are given ----------------------------------------------------------------------------

test_that("a list has margins by metric or by measure", {
  set <- two_of()
  found <- compare_classifiers(set, c("accuracy", "precision"), margin = list(accuracy = 0.02, precision = 0.05))
  expect_equal(unique(found$measure), "difference")
  expect_equal(found$margin.high, ifelse(found$metric == "accuracy", 0.02, 0.05))
  one <- compare_classifiers(set, c("accuracy", "precision"), margin = list(accuracy = 0.02))
  expect_equal(one$margin.high, ifelse(one$metric == "accuracy", 0.02, NA))
  expect_identical(is.na(one$p.noninferior), one$metric != "accuracy")
  own <- compare_classifiers(set, "ppv", margin = list(ppv = 0.05))
  expect_equal(unique(own$margin.low), -0.05)
  by_measure <- verdict(set, margin = list(difference = 0.02, ratio = 1.05))
  expect_equal(by_measure$overall$margin.high, 0.02)
  expect_equal(unique(by_measure$comparison$measure), "ratio")
  expect_equal(unique(by_measure$comparison$margin.high), 1.05)
  expect_equal(unique(compare_classifiers(set, margin = list(ratio = 1.05))$measure), "ratio")
  some <- verdict(set, margin = list(accuracy = 0.02))
  expect_false("margin.low" %in% names(some$comparison))
  expect_equal(answers_of(some$overall), "better by more than the margin")
  expect_output(print(some), "Margin: a difference from -0.02 to 0.02")
  both <- tidy(some)
  expect_identical(is.na(both$margin.low), both$metric != "accuracy")
  two <- compare_classifiers(set, c("accuracy", "recall"), margin = list(accuracy = 0.02, recall = 0.03))
  expect_output(print(two), "Margins: accuracy a difference from -0.02 to 0.02 and recall")
})

test_that("a measure that is asked for applies to all of a verdict", {
  v <- verdict(two_of(), measure = "ratio", margin = 1.1)
  expect_equal(unique(c(v$overall$measure, v$comparison$measure)), "ratio")
  expect_agreement(v$overall, judged = TRUE)
})

test_that("estimates from anywhere have margins", {
  x <- estimate_set(c(a = 0.42, b = 0.45, c = 0.452), vcov = diag(3) * 1e-5 + 2e-5, n = 500)
  found <- compare_classifiers(x, margin = 0.01, p.adjust.method = "none")
  z <- (found$estimate + 0.01) / found$std.error
  expect_equal(found$p.noninferior, pmin(1, 2 * pt(-z, 499)), tolerance = 1e-10)
  expect_agreement(found)
  expect_output(print(verdict(x, margin = 0.01)), "Not worse by more than the margin in score: c than b")
  points <- estimate_set(c(a = 31, b = 30.5), vcov = diag(2), lower = 0, better = "low")
  expect_equal(compare_classifiers(points, margin = 5)$decision, "equivalent")
  none <- compare_classifiers(estimate_set(c(a = NA, b = 1, c = 2), vcov = diag(3)), margin = 0.5)
  expect_true(all(is.na(none$p.noninferior[is.na(none$estimate)])))
})

test_that("scores are tested against a margin by their own tests", {
  set.seed(6)
  item <- rnorm(60)
  scores <- cbind(a = item, b = item + 0.1 + rnorm(60, sd = 0.3))
  x <- score_set(scores, design = "items")
  found <- compare_classifiers(x, method = "paired_t", margin = 0.2)
  gap <- scores[, "b"] - scores[, "a"]
  above <- t.test(gap, mu = -0.2, alternative = "greater")$p.value
  below <- t.test(gap, mu = 0.2, alternative = "less")$p.value
  expect_equal(found$p.noninferior, 2 * above, tolerance = 1e-10)
  expect_equal(found$p.equivalent, 2 * max(above, below), tolerance = 1e-10)
  expect_agreement(found)
  ranked <- compare_classifiers(x, method = "wilcoxon", margin = 0.2)
  exact <- wilcox.test(gap, mu = -0.2, alternative = "greater", exact = TRUE)$p.value
  expect_equal(ranked$p.noninferior, 2 * exact, tolerance = 1e-10)
  halves <- score_set(data.frame(
    classifier = rep(c("a", "b"), each = 10), repetition = rep(1:5, each = 2), fold = 1:2,
    score = c(rnorm(10, 0.8, 0.01), rnorm(10, 0.805, 0.01))
  ), score, classifier,
  repetition = repetition, fold = fold, design = "5x2", n_train = 100, n_test = 100)
  for (margin in c(0.01, 0.05)) expect_agreement(compare_classifiers(halves, margin = margin))
  expect_true(is.na(compare_classifiers(halves, margin = c(-0.05, Inf))$p.equivalent))
  expect_error(
    compare_classifiers(x, method = "sign_flip", margin = 0.2), "has no interval", class = "verdict_error_interval"
  )
  sets <- score_set(matrix(rnorm(60), 15, dimnames = list(NULL, letters[1:4])), design = "datasets")
  expect_error(
    compare_classifiers(sets, method = "nemenyi", margin = 0.2), "all classifiers", class = "verdict_error_method"
  )
  cv <- prediction_set(vehicle_cv, truth, c(naive_bayes, svm), id = id, fold = fold, repetition = repetition)
  expect_agreement(compare_classifiers(cv, "accuracy", margin = 0.1))
})

test_that("results with and without margins bind, subset and print", {
  set <- two_of()
  with <- compare_classifiers(set, "recall", margin = 0.03)
  without <- compare_classifiers(set, "npv", measure = "difference")
  bound <- rbind(with, without)
  expect_true(is_complete(bound))
  expect_identical(is.na(answers_of(bound)), bound$metric == "npv")
  expect_output(print(bound), "better by > margin")
  expect_false(any("margin.low" %in% names(without)))
  expect_s3_class(with[with$class == "grey soil", ], "verdict_table")
  expect_output(print(with[, c("class", "decision")]), "decision")
  expect_match(summary(bound)$cautions, "Margin: a difference from -0.03", all = FALSE)
})

test_that("of rows with and without a margin the margin is told of those that have it", {
  set <- two_of()
  head_of <- function(x) paste(header_lines(x), collapse = "\n")
  without <- compare_classifiers(set, "specificity")
  some <- rbind(compare_classifiers(set, "recall", margin = 0.05), without)
  said <- "Margin: a difference from -0.05 to 0.05 in recall does not matter."
  expect_match(head_of(some), said, fixed = TRUE)
  expect_match(head_of(rbind(without, some)), said, fixed = TRUE)
  expect_match(summary(some)$cautions, "from .0[.]05 to 0[.]05 in recall does not matter", all = FALSE)
  expect_match(head_of(some[some$metric == "recall", ]), "from -0.05 to 0.05 does not matter", fixed = TRUE)
  # Of one metric in both ways
  again <- rbind(compare_classifiers(set, "recall", margin = 0.05), compare_classifiers(set, "recall"))
  n <- nrow(again)
  expect_match(head_of(again), paste("0.05 does not matter, in", n / 2, "of", n, "rows."), fixed = TRUE)
  uneven <- compare_classifiers(set, "recall", margin = c(-0.05, 0.02))
  expect_match(
    summary(rbind(uneven, without))$cautions, "in recall does not matter [(].* minus .*[)][.]", all = FALSE
  )
  # A margin of differences says itself that it is none of ratios.
  ratios <- rbind(compare_classifiers(set, "recall", margin = 0.05), compare_classifiers(set, "npv", measure = "ratio"))
  expect_match(head_of(ratios), "Margin: a difference from -0.05 to 0.05 does not matter.", fixed = TRUE)
  two <- compare_classifiers(set, c("accuracy", "recall"), margin = list(accuracy = 0.02, recall = 0.03))
  expect_match(head_of(rbind(two, without)), "and recall a difference from -0.03 to 0.03 do not matter.", fixed = TRUE)
})

test_that("a comparison whose test and interval disagree makes no claim", {
  rows <- data.frame(
    adj.conf.low = c(-0.01, -0.05), adj.conf.high = c(0.01, 0.05), margin.low = -0.02, margin.high = 0.02,
    note = NA_character_
  )
  claims <- data.frame(above_low = log(c(0.2, 0.2)), below_low = 0, above_high = 0, below_high = log(c(0.01, 0.2)))
  expect_identical(disagrees_with_interval(rows, claims, 0.05), c(TRUE, FALSE))
  plan <- list(margin = c(-0.02, 0.02), metric = list(better = "high"))
  comparison <- list(plans = list(plan), index = data.frame(plan = c(1, 1)), claims = claims)
  judged <- judge_margins(comparison, rows, claims, 0.05)
  expect_identical(judged$note, c("test and interval disagree at the margin", NA))
  expect_identical(is.na(judged$adj.p.equivalent), c(TRUE, FALSE))
})

# -- words and pictures ---------------------------------------------------------------------------------

test_that("a verdict with a margin is said in words", {
  expect_snapshot(verdict(two_of(), margin = 0.05))
  expect_snapshot(print(compare_classifiers(two_of(), margin = 0.05), width = 100))
  set <- prediction_set(truth ~ ., satellite)
  expect_snapshot(verdict(set, margin = 0.03))
  same <- cbind(satellite, copy = satellite$tree)
  expect_output(print(verdict(prediction_set(truth ~ tree + copy, same), margin = 0.03)), "same results")
})

test_that("a printed p-value belongs to the decision beside it, also where that is about the margin", {
  x <- compare_classifiers(two_of(), margin = 0.05)
  shown <- format(x)
  claimed <- c(
    "better by > margin" = "adj.p.superior", "equivalent" = "adj.p.equivalent", "not worse" = "adj.p.noninferior",
    "not better" = "adj.p.nonsuperior"
  )
  expect_setequal(shown$decision, names(claimed))
  p <- vapply(seq_len(nrow(x)), function(i) x[[claimed[[shown$decision[i]]]]][i], 0)
  expect_equal(shown$`adj. p`, sprintf(ifelse(p < 0.001, "<0.001", "%.3f"), p))
  raw <- vapply(seq_len(nrow(x)), function(i) x[[sub("adj.", "", claimed[[shown$decision[i]]])]][i], 0)
  expect_equal(shown$p, sprintf(ifelse(raw < 0.001, "<0.001", "%.3f"), raw))
  expect_output(print(x), "p: of what is decided, or else of equality", fixed = TRUE)
  expect_no_match(capture.output(print(compare_classifiers(two_of()))), "or else of equality", fixed = TRUE)
})

test_that("where pairs are turned a margin that is not the same from both sides says whose it is", {
  set <- prediction_set(truth ~ svm + random_forest, satellite)
  one_end <- verdict(set, margin = c(-0.1, Inf))
  expect_output(print(one_end), "down to -0.1 does not matter (random_forest minus svm).", fixed = TRUE)
  ratio <- verdict(set, margin = c(0.9, Inf), measure = "ratio")
  expect_output(print(ratio), "down to 0.9 does not matter (random_forest over svm).", fixed = TRUE)
  expect_output(print(verdict(set, margin = 0.1)), "a difference from -0.1 to 0.1 does not matter.", fixed = TRUE)
  three <- prediction_set(truth ~ svm + random_forest + tree, satellite)
  said <- paste(utils::capture.output(print(verdict(three, margin = c(-0.1, 0.2)))), collapse = " ")
  expect_match(said, "(of each pair the later minus the earlier: svm, random_forest and tree).", fixed = TRUE)
})

test_that("how many rows are needed is asked for the margin", {
  set <- prediction_set(truth ~ svm + random_forest, satellite[1:300, ])
  expect_output(print(verdict(set, margin = 0.01)), "the two\\s+are\\s+equivalent")
  expect_equal(relevant_difference(with_margin(mock_accuracy(), -0.02, 0.05)), 0.05)
  expect_equal(relevant_difference(with_margin(mock_comparison("a", 1, 0.1), 0.9, NA)), -log(0.9))
  expect_equal(relevant_difference(mock_comparison("a", 1, 0.1)), log(1.02))
})

# The bands of a forest plot: the margins, and from which share of the panel to which they are drawn.
bands_of <- function(plot) {
  rects <- Filter(function(layer) inherits(layer$geom, "GeomRect"), plot$layers)
  unique(rects[[1]]$data[c("margin_low", "margin_high", "from", "to")])
}

test_that("a forest plot shows the band of the margin", {
  skip_if_not_installed("ggplot2")
  set <- two_of()
  plot <- ggplot2::autoplot(compare_classifiers(set, margin = c(-0.02, 0.04)))
  band <- bands_of(plot)
  expect_equal(c(band$margin_low, band$margin_high), c(-0.02, 0.04))
  expect_true(band$from > 0 && band$from < band$to && band$to < 1)
  expect_match(gsub("\n", " ", plot$labels$caption), "Band: a difference from -0.02 to 0.04 does not matter")
  ratio <- bands_of(ggplot2::autoplot(compare_classifiers(set, measure = "ratio", margin = c(0, 1.1))))
  expect_equal(ratio$margin_high, 1.1)
  expect_identical(ratio$from, 0)
  panels <- ggplot2::autoplot(
    compare_classifiers(set, c("recall", "precision"), margin = list(recall = 0.02, precision = c(-0.03, Inf)))
  )
  bands <- bands_of(panels)
  expect_equal(c(bands$margin_low[2], bands$margin_high[1]), c(-0.03, 0.02))
  expect_identical(bands$to[2], 1)
  expect_match(panels$labels$caption, "Bands: ")
  expect_silent(ggplot2::ggplotGrob(panels))
  # Rows of one panel with margins of their own.
  mixed <- rbind(compare_classifiers(set, "recall", classes = "red soil", margin = 0.01),
    compare_classifiers(set, "recall", classes = "grey soil", margin = 0.05))
  expect_equal(nrow(bands_of(ggplot2::autoplot(mixed))), 2)
})

# -- what is refused ---------------------------------------------------------------------------------------

test_that("margins of the wrong kind, sign or scale are refused, with the remedy", {
  set <- two_of()
  refused <- function(margin, message, measure = NULL, metric = "accuracy") {
    expect_error(
      compare_classifiers(set, metric, measure = measure, margin = margin), message, class = "verdict_error_margin"
    )
  }
  refused("0.02", "not a string")
  refused(TRUE, "not `?TRUE")
  refused(NA_real_, "not NA")
  refused(c(0.1, NA), "not NA")
  refused(c(-0.1, 0, 0.1), "not 3 numbers")
  refused(numeric(), "not 0 numbers")
  refused(list(), "needs a name")
  refused(list(0.1), "needs a name")
  refused(list(accuracy = 0.1, accuracy = 0.2), "needs a name")
  refused(list(accuracy = "a"), "not a string")
  refused(list(acuracy = 0.1), "neither compared nor a measure")
  refused(data.frame(accuracy = 0.1), "not a data frame")
  refused(-0.02, "must be positive and finite, not -0.02")
  refused(0, "must be positive")
  refused(Inf, "must be positive")
  refused(c(0.05, -0.02), "must lie below and above 0")
  refused(c(0.01, 0.02), "must lie below and above 0")
  refused(c(-Inf, Inf), "must lie below and above 0")
  refused(2, "For 2 percentage points give `?0.02")
  refused(0.9, "For a ratio say")
  refused(c(-0.02, 5), "no margin for a difference of accuracy, which goes from 0 to\\s+1")
  refused(2, "goes from -1", metric = "mcc")
  refused(1, "must be positive, finite and not 1", "ratio")
  refused(-1.1, "must be positive, finite and not 1", "ratio")
  refused(0, "must be positive, finite and not 1", "odds_ratio")
  refused(Inf, "must be positive, finite and not 1", "ratio")
  refused(c(1.1, 1.2), "must lie below and above 1", "ratio")
  refused(c(-0.5, 1.2), "must lie below and above 1", "ratio")
  refused(c(0, Inf), "must lie below and above 1", "ratio")
  refused(0.02, "For 2% give `?1.02", "ratio")
  refused(50, "For 50% give `?1.5", "ratio")
  refused(c(0.9, 25), "For 25% give", "ratio")
  expect_error(verdict(set, margin = list(acuracy = 0.1)), class = "verdict_error_margin")
  expect_error(verdict(set, margin = 5), class = "verdict_error_margin")
})

test_that("tests, intervals and adjustments that know no margin are refused", {
  set <- two_of()
  for (method in c("hommel", "sidak", "finner", "li", "shaffer", "bergmann_hommel")) {
    expect_error(
      compare_classifiers(set, "accuracy", margin = 0.02, p.adjust.method = method), "not for a `?margin",
      class = "verdict_error_adjustment"
    )
  }
  expect_error(
    compare_classifiers(set, "recall", by_permutation(R = 99), margin = 0.02), "by_permutation|bootstrap",
    class = "verdict_error_method"
  )
  for (interval in c("newcombe", "agresti_min", "bonett_price")) {
    expect_error(
      compare_classifiers(set, "recall", interval = interval, margin = 0.02), "belongs to no test",
      class = "verdict_error_interval"
    )
  }
})

test_that("replicates of what has no estimate make no claim", {
  found <- list(observed = list(value = NA, variance = 1), value = matrix(0, 1, 3), variance = matrix(1, 1, 3))
  claims <- bootstrap_claims(found, matrix(c(-0.1, 0.1), 2), "two.sided")
  expect_true(all(is.na(unlist(claims))))
})

test_that("a margin of precision with few rows called says that it is claimed too often", {
  rows <- data.frame(truth = rep(c("yes", "no"), c(60, 140)))
  rows$a <- ifelse(seq_len(200) <= 50 | seq_len(200) > 190, "yes", "no")
  rows$b <- ifelse(seq_len(200) <= 55 | seq_len(200) > 160, "yes", "no")
  x <- prediction_set(truth ~ a + b, rows, levels = c("yes", "no"))
  note <- function(...) compare_classifiers(x, ..., classes = "yes", margin = 0.05, measure = "difference")$note
  expect_equal(note("precision"), "claims within a margin are too frequent with only 60 rows called")
  expect_equal(note("precision", "gs"), "claims within a margin are too frequent with only 60 rows called")
  expect_true(is.na(note("npv")))
  expect_true(is.na(note("recall")))
  expect_true(is.na(compare_classifiers(x, "precision", classes = "yes")$note))
  rare <- compare_classifiers(x, "npv", classes = "no", margin = 0.05, measure = "difference")
  expect_equal(rare$note, "claims within a margin are too frequent with only 60 rows not called")
  expect_true(is.na(note("precision", "bootstrap", R = 99)))
})

test_that("folds may have a margin in precision, by which few rows that are called are no matter", {
  x <- prediction_set(vehicle_cv, truth, c(svm, tree), id = id, fold = fold, repetition = repetition)
  found <- compare_classifiers(x, "precision", margin = 0.05)
  expect_identical(unique(found$method), "corrected repeated K-fold t")
  expect_true(all(found$p.equivalent >= 0))
  expect_s3_class(verdict(x, margin = 0.05), "verdict")
})

test_that("what any labels allow is no test of a margin", {
  claims <- paste0("p.", margin_questions)
  of <- function(hidden, labelling) {
    x <- prediction_set(truth ~ p + q, agreements_hidden(hidden), labelling = labelling)
    list(x = x, found = compare_classifiers(x, "accuracy", margin = 0.4))
  }
  for (one in list(of(40:50, "unknown"), of(13:20, "by_pattern"), of(1:20, "by_pattern"))) {
    expect_true(is.finite(one$found$conf.low))
    expect_true(all(is.na(unlist(as.data.frame(one$found)[c(claims, paste0("adj.", claims))]))))
    expect_true(one$found$decision %in% c(NA, "undecided"))
    said <- printed_text(verdict(one$x, "accuracy", margin = 0.4))
    expect_no_match(said, "equivalent|not worse|not better")
  }
  # With labels of all patterns it is tested.
  expect_identical(of(18:20, "by_pattern")$found$decision, "equivalent")
})

test_that("the smallest p of a row is of what is decided in it", {
  set <- prediction_set(truth ~ svm + random_forest + naive_bayes, satellite)
  v <- verdict(set, margin = c(-0.02, 0.05), reference = "svm")
  said <- utils::capture.output(print(v, width = 200))
  row <- grep("^ *grey soil .*=", said, value = TRUE)[1]
  equal <- v$comparison[v$comparison$class %in% "grey soil" & v$comparison$classifier == "random_forest", ]
  expect_identical(equal$decision, "equivalent")
  expect_lte(as.numeric(sub(".* ", "", trimws(row))), equal$adj.p.equivalent + 5e-4)
})

test_that("where classifiers share a letter within a margin, the smallest p of the row is of a difference", {
  set.seed(3)
  base <- stats::rexp(120)
  behind <- function(by) base + abs(stats::rnorm(120, by, 0.2))
  data <- data.frame(
    item = 1:120, task = rep(c("t1", "t2", "t3"), c(60, 40, 20)), old = behind(0.3), new = behind(0.2),
    alt = behind(0.35)
  )
  x <- score_set(data, classifiers = c(old, new, alt), item = item, by = task, metric = "loss")
  v <- verdict(x, margin = 0.05)
  where <- v$groups$where[v$groups$where$class == "t2", ]
  expect_true("not better" %in% where$decision)
  row <- grep("^ *t2 ", utils::capture.output(print(v, width = 200)), value = TRUE)[1]
  expect_match(row, paste0("a +[0-9.]+ a +[0-9.]+ a +", column_p(min(where$adj.p.value)), "$"))
})
