test_that("a metric that is none is answered with what was meant", {
  x <- probability_set(y ~ a, data.frame(y = c(1, 1, 0, 0), a = c(.9, .4, .3, .2)))
  asked <- function(metric, hint) {
    expect_error(assess_classifiers(x, metric), hint, fixed = TRUE, class = "verdict_error_metric")
  }
  asked("brir", "Did you mean \"brier\"?")
  asked("net_benefits", "Did you mean \"net_benefit\"?")
  asked("expected_cost", "as_prediction_set(x, costs = )")
  asked(expected_cost(matrix(c(0, 5, 1, 0), 2)), "as_prediction_set(x, costs = )")
})

test_that("no interval of a partial area leaves what it can be", {
  # One event among the highest of 3 and 4 rows: the width of the range is reached by Wald's limits.
  rows <- data.frame(y = c(1, 1, 1, 0, 0, 0, 0), a = c(9, 4, 8, 1, 6, 2, 3), b = c(9, 1, 2, 4, 6, 5, 3))
  x <- probability_set(y ~ a + b, rows, scores = TRUE)
  for (metric in list(partial_auc(.3), partial_auc(fpr = c(.2, .5)), partial_auc(tpr = c(.7, 1)))) {
    alone <- assess_classifiers(x, metric)
    expect_true(all(alone$conf.high <= .3 + 1e-12 & alone$conf.low >= 0, na.rm = TRUE))
    both <- compare_classifiers(x, metric)
    expect_true(all(abs(c(both$conf.low, both$conf.high)) <= .3 + 1e-12, na.rm = TRUE))
  }
  expect_error(compare_classifiers(x, partial_auc(.1), margin = .2), "from 0 to 0.1", class = "verdict_error_margin")
})

test_that("metrics go by the names of others", {
  x <- twelve_set()
  of <- function(metric) assess_classifiers(x, metric)$estimate
  expect_identical(of("AUC"), of("roc_auc"))
  expect_identical(of("brier_class"), of("brier"))
  expect_identical(of("mn_log_loss"), of("log loss"))
  expect_identical(assess_classifiers(x, "auc")$metric, c("auc", "auc"))
  expect_equal(of(partial_auc(1)), of("roc_auc"))
  expect_equal(of(net_benefit(0)), rep(5 / 12, 2))
  twice <- assess_classifiers(x, list(net_benefit(.2), net_benefit(.5), "brier", "brier"))
  expect_identical(unique(twice$metric), c("net_benefit (0.2)", "net_benefit (0.5)", "brier"))
  expect_output(print(net_benefit(.2)), "net benefit")
})

test_that("what is no metric of probabilities is refused with what to do", {
  x <- twelve_set()
  refuse <- function(metric, words, set = x) {
    expect_error(assess_classifiers(set, metric), words, class = "verdict_error_metric")
  }
  refuse("pr_auc", "average_precision")
  refuse("gini", "2 AUC - 1")
  refuse("ece", "brier")
  refuse("recall", "as_prediction_set")
  refuse("nonsense", "roc_auc")
  refuse("brier", "need", probability_set(event ~ a, twelve, scores = TRUE))
  changed <- net_benefit(.2)
  attr(changed, "option")$value <- 3
  refuse(changed, "changed by hand")
  labels <- as_prediction_set(x)
  refuse(net_benefit(.2), "probabilities", labels)
  for (wrong in list(1.1, -.1, "a", NA, c(.2, .2), numeric())) {
    expect_error(net_benefit(wrong), class = "verdict_error_argument")
  }
  for (wrong in list(0, 1.1, c(.1, .2))) expect_error(partial_auc(wrong), class = "verdict_error_argument")
  for (wrong in list(.2, c(.3, .1), c(-.1, .2), c(.1, 1.1), c(.1, NA), "a", c(.1, .1))) {
    expect_error(partial_auc(fpr = wrong), class = "verdict_error_argument")
    expect_error(partial_auc(tpr = wrong), class = "verdict_error_argument")
  }
  expect_error(partial_auc(), class = "verdict_error_argument")
  expect_error(partial_auc(.1, tpr = c(.8, 1)), class = "verdict_error_argument")
  for (wrong in list(0, 1, "a", NA, c(.8, .9))) {
    expect_error(sensitivity_at(wrong), class = "verdict_error_argument")
    expect_error(specificity_at(wrong), class = "verdict_error_argument")
  }
  expect_error(sensitivity_at(), class = "verdict_error_argument")
})

test_that("the help page lists each metric once, with the better side", {
  lines <- probability_metric_lines()[-(1:2)]
  cells <- strsplit(lines, " | ", fixed = TRUE)
  expect_identical(vapply(cells, `[`, "", 1), paste0("| `", registry_probabilities$id, "`"))
  side <- vapply(cells, function(x) x[length(x) - 1], "")
  expect_identical(side[match(c("brier", "roc_auc", "calibration_slope"), registry_probabilities$id)],
    c("low", "high", "neither"))
})

# By the definition: the polyline through the ends of the blocks of ties, between two rates.
area_between <- function(event, score, from, to) {
  cuts <- c(Inf, sort(unique(score), decreasing = TRUE))
  share <- function(of) vapply(cuts, function(t) mean(score[of] >= t), 0)
  fpr <- share(event == 0)
  tpr <- share(event == 1)
  sum(vapply(seq_len(length(cuts) - 1), function(k) {
    lo <- max(fpr[k], from)
    hi <- min(fpr[k + 1], to)
    if (hi <= lo) {
      return(0)
    }
    at <- function(x) tpr[k] + (tpr[k + 1] - tpr[k]) * (x - fpr[k]) / (fpr[k + 1] - fpr[k])
    (hi - lo) * (at(lo) + at(hi)) / 2
  }, 0))
}

test_that("partial areas are those between two rates of either kind", {
  x <- twelve_set()
  of <- function(...) assess_classifiers(x, partial_auc(...))$estimate
  scores <- twelve[c("a", "b")]
  by_fpr <- function(from, to) unname(vapply(scores, function(s) area_between(twelve$event, s, from, to), 0))
  by_tpr <- function(from, to) {
    unname(vapply(scores, function(s) area_between(1 - twelve$event, -s, 1 - to, 1 - from), 0))
  }
  expect_equal(of(fpr = c(0, 0.3)), of(0.3))
  expect_equal(of(fpr = c(0.1, 0.45)), by_fpr(0.1, 0.45))
  expect_equal(of(tpr = c(0.7, 1)), by_tpr(0.7, 1))
  expect_equal(of(tpr = c(0.3, 0.75)), by_tpr(0.3, 0.75))
  expect_equal(of(fpr = c(0, 1)), of(tpr = c(0, 1)))
  standard <- (1 + (by_fpr(0.1, 0.45) - (0.45^2 - 0.1^2) / 2) / (0.35 - (0.45^2 - 0.1^2) / 2)) / 2
  expect_equal(of(fpr = c(0.1, 0.45), standardised = TRUE), standard)
  standard <- (1 + (by_tpr(0.3, 0.75) - (0.7^2 - 0.25^2) / 2) / (0.45 - (0.7^2 - 0.25^2) / 2)) / 2
  expect_equal(of(tpr = c(0.3, 0.75), standardised = TRUE), standard)
  several <- assess_classifiers(x, list(partial_auc(fpr = c(.1, .3)), partial_auc(fpr = c(0, .3)), partial_auc(.3)))
  expect_identical(unique(several$metric), c("partial_auc (0.1 to 0.3)", "partial_auc (0 to 0.3)", "partial_auc (0.3)"))
  three <- thirds_set()
  one <- probability_set(thirds()$truth == "b", rf = thirds()$rf[, "b"], svm = thirds()$svm[, "b"])
  metric <- partial_auc(tpr = c(0.5, 0.9))
  expect_equal(assess_classifiers(three, metric, classes = "b")$estimate, assess_classifiers(one, metric)$estimate)
  changed <- metric
  attr(changed, "option")$from <- 3
  expect_error(assess_classifiers(x, changed), "changed by hand", class = "verdict_error_metric")
})

test_that("a range of sensitivities that begins where the curve has a step is that of the classes exchanged", {
  event <- rep(1:0, 10)
  x <- probability_set(event, m = 1:20 + 2 * event, scores = TRUE)
  swapped <- probability_set(1 - event, m = -(1:20 + 2 * event), scores = TRUE)
  for (most in c(.1, .2, .3)) {
    own <- assess_classifiers(x, partial_auc(tpr = c(1 - most, 1)))
    other <- assess_classifiers(swapped, partial_auc(most))
    expect_equal(c(own$estimate, own$std.error), c(other$estimate, other$std.error))
  }
})

test_that("partial areas by sensitivity are those of pROC", {
  i <- seq_len(60)
  event <- as.integer((i * 7) %% 5 < 2)
  score <- (i * 11) %% 17 + 3 * event
  x <- probability_set(event, m = score, scores = TRUE)
  of <- function(...) assess_classifiers(x, partial_auc(...))$estimate
  # pROC 1.18.0: auc(partial.auc = c(0.9, 0.6), partial.auc.focus = , partial.auc.correct = ).
  expect_equal(of(fpr = c(.1, .4)), 0.134189814814815)
  expect_equal(of(tpr = c(.6, .9)), 0.140520833333333)
  expect_equal(of(tpr = c(.6, .9), standardised = TRUE), 0.645601851851852)
})

test_that("partial areas over a range have the contributions of both ends", {
  V <- vcov(twelve_set(), list(partial_auc(0.45), partial_auc(0.1), partial_auc(fpr = c(0.1, 0.45))))
  a <- c(1, 3, 5)
  L <- c(1, -1, 0)
  expect_equal(V[5, 5], drop(L %*% V[a, a] %*% L))
  set.seed(1)
  metric <- partial_auc(fpr = c(0.1, 0.45))
  drawn <- compare_classifiers(twelve_set(), metric, method = by_bootstrap(R = 199))
  expect_equal(drawn$estimate, compare_classifiers(twelve_set(), metric)$estimate)
})

test_that("observed over expected errs by its logarithm", {
  x <- twelve_set()
  found <- assess_classifiers(x, "observed_expected")
  ratio <- 5 / colSums(twelve[c("a", "b")])
  expect_equal(found$estimate, unname(ratio))
  u <- (twelve$event - 5 / 12) / 5 - (twelve$a - mean(twelve$a)) / sum(twelve$a)
  se <- sqrt(12 / 11 * sum(u^2))
  expect_equal(found$conf.low[1], unname(ratio[1]) * exp(-stats::qt(0.975, 11) * se))
  expect_equal(found$conf.high[1], unname(ratio[1]) * exp(stats::qt(0.975, 11) * se))
  expect_identical(unique(found$method.id), "area_log")
  expect_equal(compare_classifiers(x, "observed_expected", measure = "ratio")$estimate, unname(ratio[2] / ratio[1]))
  required <- assess_classifiers(x, "observed_expected", null = 1)
  expect_equal(required$p.value[1], 2 * stats::pt(-abs(log(ratio[[1]]) / se), 11))
  limits <- c("method.id", "conf.low", "conf.high")
  expect_identical(as.data.frame(required)[limits], as.data.frame(found)[limits])
  for (limit in c(found$conf.low[1], found$conf.high[1])) {
    expect_equal(assess_classifiers(x, "observed_expected", null = limit)$p.value[1], 0.05)
  }
  natural <- assess_classifiers(x, "observed_expected", null = 1, interval = "t")
  expect_equal(natural$p.value[1], 2 * stats::pt(-abs((ratio[[1]] - 1) / (ratio[[1]] * se)), 11))
})

test_that("the interpolated area is shown to match others, without an error", {
  x <- twelve_set()
  found <- assess_classifiers(x, c("pr_auc_interpolated", "roc_auc"))
  expect_equal(found$estimate[1:2], c(.7653312, .9198812), tolerance = 1e-6)
  expect_identical(found$status[1:2], rep("no_error", 2))
  expect_true(all(is.na(found$conf.low[1:2])))
  expect_false(anyNA(found$conf.low[3:4]))
  pair <- compare_classifiers(x, "pr_auc_interpolated")
  expect_equal(pair$estimate, .9198812 - .7653312, tolerance = 1e-5)
  expect_identical(pair$p.value, NA_real_)
  expect_match(pair$note, "average_precision")
})

certain <- twelve
certain$a[5] <- 0
certain$b[12] <- 1

test_that("clipped probabilities are asked for, and said with the result", {
  x <- probability_set(event ~ a + b, certain)
  loss <- function(p, clip) {
    p <- pmin(pmax(p, clip), 1 - clip)
    -log(ifelse(certain$event == 1, p, 1 - p))
  }
  for (clip in c(1e-15, 0.01)) {
    own <- vapply(certain[c("a", "b")], loss, numeric(12), clip)
    peer <- stats::t.test(own[, "b"], own[, "a"], paired = TRUE)
    found <- compare_classifiers(x, log_loss(clip))
    expect_equal(found$statistic, unname(peer$statistic))
    expect_match(found$note, "away from 0 and 1: in 1 row of a and 1 row of b, where one loses")
    signs <- compare_classifiers(x, log_loss(clip), method = "sign")
    expect_equal(signs$p.value, stats::binom.test(sum(own[, 2] > own[, 1]), sum(own[, 2] != own[, 1]))$p.value)
  }
  expect_output(print(found), "Log loss (clip 0.01)", fixed = TRUE)
  expect_output(print(compare_classifiers(x, log_loss(1e-15))), "loses 34.5 at most")
  fits <- assess_classifiers(x, list(calibration_slope(0.01), calibration_intercept(0.01)))
  p <- pmin(pmax(certain$a, 0.01), 0.99)
  slope <- stats::glm(event ~ stats::qlogis(p), stats::binomial, certain)
  level <- stats::glm(event ~ offset(stats::qlogis(p)), stats::binomial, certain)
  expect_equal(fits$estimate[c(1, 3)], unname(c(stats::coef(slope)[2], stats::coef(level))), tolerance = 1e-7)
  expect_true(all(is.na(assess_classifiers(x, "calibration_slope")$estimate)))
  r <- 5 / 12
  skill <- 1 - mean(loss(certain$a, 0.01)) / (-r * log(r) - (1 - r) * log(1 - r))
  found <- assess_classifiers(x, list("log_loss", log_loss(0.01), log_skill(clip = 0.01)))
  expect_equal(found$estimate[c(1, 3, 5)], c(Inf, mean(loss(certain$a, 0.01)), skill))
  expect_identical(found$metric[c(1, 3)], c("log_loss", "log_loss (clip 0.01)"))
  # Probabilities that are not moved are not spoken of.
  expect_true(all(is.na(assess_classifiers(twelve_set(), log_loss(0.01))$note)))
  expect_equal(
    assess_classifiers(twelve_set(), log_loss(1e-15))$estimate, assess_classifiers(twelve_set(), log_loss())$estimate
  )
  for (wrong in list(0, 0.5, -1, NA, "a", c(0.1, 0.2))) expect_error(log_loss(wrong), class = "verdict_error_argument")
})

test_that("several classes are clipped by what happened", {
  truth <- factor(c("u", "v", "w", "u"))
  p <- rbind(c(0, 1, 0), c(0.2, 0.5, 0.3), c(0.1, 0.1, 0.8), c(0.6, 0.4, 0))
  colnames(p) <- levels(truth)
  x <- probability_set(truth, m = p)
  found <- assess_classifiers(x, list(log_loss(0.01), brier_skill(loss = 0.5)))
  expect_equal(found$estimate[1], mean(-log(c(0.01, 0.5, 0.8, 0.6))))
  expect_match(found$note[1], "in 1 row of m")
  brier <- rowSums((p - outer(as.character(truth), levels(truth), `==`))^2)
  expect_equal(found$estimate[2], 1 - mean(brier) / 0.5)
  expect_equal(found$std.error[2], stats::sd(brier) / 2 / 0.5)
  expect_error(assess_classifiers(x, brier_skill(forecast = 0.2)), class = "verdict_error_argument")
})

test_that("calibration is tested of clipped probabilities if asked, and says so", {
  x <- probability_set(event ~ a + b, certain)
  expect_true(all(is.na(assess_calibration(x, "likelihood_ratio")$p.value)))
  found <- assess_calibration(x, "likelihood_ratio", clip = 0.01)
  p <- stats::qlogis(pmin(pmax(certain$a, 0.01), 0.99))
  fitted <- stats::logLik(stats::glm(event ~ p, stats::binomial, certain))
  right <- sum(stats::dbinom(certain$event, 1, stats::plogis(p), log = TRUE))
  expect_equal(found$statistic[1], 2 * (as.numeric(fitted) - right), tolerance = 1e-7)
  expect_match(found$note, "0.01 away from 0 and 1: in 1 row of a")
  expect_true(all(is.na(assess_calibration(twelve_set(), clip = 0.01)$note)))
})

test_that("a skill is against a loss or a forecast from elsewhere", {
  x <- twelve_set()
  loss <- (twelve$a - twelve$event)^2
  ratio <- function(loss, worst) {
    skill <- 1 - mean(loss) / mean(worst)
    c(skill, stats::sd(loss - (1 - skill) * worst) / sqrt(12) / mean(worst))
  }
  logarithmic <- -log(ifelse(twelve$event == 1, twelve$a, 1 - twelve$a))
  expected <- rbind(
    ratio(loss, rep(0.25, 12)), ratio(loss, (0.3 - twelve$event)^2), ratio(logarithmic, rep(0.7, 12)),
    ratio(logarithmic, -log(ifelse(twelve$event == 1, 0.3, 0.7))), ratio(loss, rep(0.2, 12))
  )
  found <- assess_classifiers(x["a"], list(
    brier_skill(loss = 0.25), brier_skill(forecast = 0.3), log_skill(loss = 0.7), log_skill(forecast = 0.3),
    rps_skill(loss = 0.2)
  ))
  expect_equal(found$estimate, expected[, 1])
  expect_equal(found$std.error, expected[, 2])
  expect_output(print(compare_classifiers(x, brier_skill(forecast = 0.3))), "against a forecast of 0.3")
  expect_error(brier_skill(0.2, 0.3), class = "verdict_error_argument")
  for (wrong in list(0, 1, "a")) expect_error(brier_skill(forecast = wrong), class = "verdict_error_argument")
  for (wrong in list(0, -1, NA)) expect_error(log_skill(wrong), class = "verdict_error_argument")
  expect_error(rps_skill(), class = "verdict_error_argument")
})

test_that("a standardised net benefit is over the share of events", {
  x <- twelve_set()
  at <- c(0.2, 0.5)
  found <- assess_classifiers(x["a"], net_benefit(at, standardised = TRUE))
  of <- vapply(at, function(t) {
    benefit <- (twelve$a >= t) * ifelse(twelve$event == 1, 1, -t / (1 - t))
    value <- mean(benefit) / (5 / 12)
    c(value, stats::sd(benefit - value * twelve$event) / sqrt(12) / (5 / 12))
  }, c(0, 0))
  expect_equal(found$estimate, of[1, ])
  expect_equal(found$std.error, of[2, ])
  tenth <- assess_classifiers(x, net_benefit(0.1, standardised = TRUE))
  expect_identical(assess_classifiers(x, "snb")$estimate[1:2], tenth$estimate)
  known <- assess_classifiers(x["a"], net_benefit(0.5, prevalence = 0.1, standardised = TRUE))
  plain <- assess_classifiers(x["a"], net_benefit(0.5, prevalence = 0.1))
  expect_equal(known$estimate, 4 / 5 - 9 * 2 / 7)
  expect_equal(known$std.error, 10 * plain$std.error)
  expect_match(
    assess_classifiers(probability_set(1:0, a = c(1, 1)), net_benefit(1, standardised = TRUE))$note, "false alarm"
  )
  none <- probability_set(factor(rep("no", 4), c("no", "yes")), a = c(0.1, 0.2, 0.6, 0.7), positive = "yes")
  expect_match(assess_classifiers(none, net_benefit(0.5, standardised = TRUE))$note, "absent")
  expect_output(print(compare_classifiers(x, net_benefit(at, standardised = TRUE))), "Standardised net benefit")
})

test_that("a forecast of the share of events has a skill of exactly 0", {
  for (n in c(3, 7, 10, 11, 13, 30)) {
    event <- rep(1:0, c(1, n - 1))
    x <- probability_set(event, a = rep(1 / n, n))
    expect_identical(assess_classifiers(x, c("brier_skill", "log_skill"))$estimate, c(0, 0))
    loss <- assess_classifiers(x, "brier")$estimate
    expect_identical(assess_classifiers(x, list(brier_skill(loss = loss)))$estimate, 0)
  }
  truth <- rep(c("u", "v", "w"), c(2, 3, 5))
  p <- matrix(c(0.2, 0.3, 0.5), 10, 3, TRUE, list(NULL, c("u", "v", "w")))
  expect_identical(assess_classifiers(probability_set(truth, a = p), c("brier_skill", "log_skill"))$estimate, c(0, 0))
})

test_that("a skill is -Inf where the log loss is infinite", {
  x <- probability_set(c(1, 1, 0, 0), a = c(0, 0.9, 0.2, 0.1))
  expect_identical(assess_classifiers(x, "log_skill")$estimate, -Inf)
})

test_that("a threshold of seq() is the decimal number that it stands for", {
  x <- probability_set(c(1, 1, 1, 0, 1, 0), p = c(.3, .3, .3, .3, .7, .1))
  # acting on five rows, four of them events
  treated <- (4 - .3 / .7) / 6
  expect_equal(decision_curve(x, seq(.1, .9, .1))$net_benefit[3], treated)
  expect_equal(assess_classifiers(x, net_benefit())$estimate[3], treated)
  labels <- as_prediction_set(x, threshold = seq(.1, .9, .1)[3])
  expect_equal(assess_classifiers(labels, "recall", classes = "1")$estimate, 1)
  expect_error(net_benefit(c(.3, seq(.1, .9, .1)[3])), class = "verdict_error_argument")
  # one that is not such a decimal stays
  odd <- 1 / 3
  expect_equal(assess_classifiers(probability_set(c(1, 0), p = c(odd, .1)), net_benefit(odd))$estimate, .5)
})

test_that("net benefits at several prevalences are told apart", {
  set.seed(1)
  y <- rbinom(100, 1, 0.3)
  x <- probability_set(y, a = plogis(2 * y - 1 + rnorm(100)), b = plogis(y - 1 + rnorm(100)))
  each <- list(net_benefit(0.2, prevalence = 0.1), net_benefit(0.2, prevalence = 0.3), net_benefit(0.2))
  found <- assess_classifiers(x, each)
  expect_length(unique(found$metric), 3)
  expect_equal(found$estimate, unlist(lapply(each, function(one) assess_classifiers(x, one)$estimate)))
  none <- assess_classifiers(probability_set(1, a = 0.9, b = 0.2), each[[1]])
  expect_identical(unique(none$note), "no row outside the class")
})

test_that("a metric that is asked for by its name says the number that it has, and is the same as with that number", {
  x <- twelve_set()
  asked <- list(
    sensitivity_at = sensitivity_at(0.9), specificity_at = specificity_at(0.9), partial_auc = partial_auc(0.1),
    standardised_partial_auc = partial_auc(0.1, TRUE), partial_auc_tpr = partial_auc(tpr = c(0.8, 1)),
    standardised_partial_auc_tpr = partial_auc(tpr = c(0.8, 1), standardised = TRUE)
  )
  values <- function(found) as.data.frame(found)[c("metric", "classifier", "estimate", "std.error")]
  shown <- function(found) paste(capture.output(print(found, width = 200)), collapse = "\n")
  for (name in names(asked)) {
    alone <- assess_classifiers(x, name)
    expect_identical(unique(alone$metric), name)
    given <- assess_classifiers(x, asked[[name]])
    expect_identical(values(alone), values(given))
    expect_identical(shown(alone), shown(given))
    expect_match(methods_text(alone), " \\(0\\.(9|1|8 to 1)\\)")
  }
  several <- assess_classifiers(x, list("partial_auc_tpr", partial_auc(tpr = c(0.5, 1))))
  expect_identical(unique(several$metric), c("partial_auc_tpr (0.8 to 1)", "partial_auc_tpr (0.5 to 1)"))
})
