test_that("areas, their covariance and tests are those of pROC", {
  data <- read_fixture("probabilities.csv")
  peers <- fixture_values("probabilities-peers.csv", "set")
  for (set in names(peers)) {
    x <- probability_set(truth ~ a + b + c, data[data$set == set, ])
    V <- vcov(x, "roc_auc")
    pairs <- compare_classifiers(x, "roc_auc", p.adjust.method = "none")
    who <- paste(pairs$reference, pairs$classifier, sep = ":")
    partial <- assess_classifiers(x, partial_auc(0.2))$estimate
    found <- c(
      attr(V, "estimate"), diag(V), partial, V[1, 2], V[1, 3], V[2, 3], pairs$statistic
    )
    names(found) <- c(
      paste0("auc:", x$classifiers), paste0("var:", x$classifiers), paste0("partial:", x$classifiers),
      "cov:a:b", "cov:a:c", "cov:b:c", paste0("z:", who)
    )
    expect_values(found, peers[[set]][names(found)], set)
  }
})

test_that("the example has its published numbers", {
  x <- twelve_set()
  found <- assess_classifiers(x, list(
    "roc_auc", "brier", "log_loss", "average_precision", partial_auc(.3), "brier_skill", "log_skill",
    partial_auc(.3, standardised = TRUE), net_benefit(.5), "calibration_in_the_large"
  ))
  of <- function(metric, column = "estimate") found[[column]][found$metric == metric]
  expect_equal(of("roc_auc"), c(29, 32) / 35)
  expect_equal(of("roc_auc", "std.error")^2, c(.01636054, .008979592), tolerance = 1e-6)
  expect_equal(of("roc_auc", "conf.low"), c(.48396, .57389), tolerance = 1e-5)
  expect_equal(of("roc_auc", "conf.high"), c(.95700, .98645), tolerance = 1e-5)
  expect_equal(of("brier"), c(.1658333, .1504167), tolerance = 1e-6)
  expect_equal(of("log_loss")[1], .5003273, tolerance = 1e-6)
  expect_equal(of("brier_skill")[1], .3177143, tolerance = 1e-6)
  expect_equal(of("log_skill")[1], .2633506, tolerance = 1e-6)
  expect_equal(of("average_precision"), c(.7544444, .925), tolerance = 1e-6)
  expect_equal(of("average_precision", "std.error"), c(.1823223, .07866066), tolerance = 1e-6)
  expect_equal(of("partial_auc"), c(.1685714, .24), tolerance = 1e-6)
  expect_equal(of("partial_auc", "std.error"), c(.08706085, .06), tolerance = 1e-6)
  expect_equal(of("standardised_partial_auc")[1], .7422969, tolerance = 1e-6)
  expect_equal(of("net_benefit"), c(1 / 6, 1 / 12))
  expect_equal(of("net_benefit", "std.error"), c(.2071939, .2289083), tolerance = 1e-6)
  expect_equal(of("calibration_in_the_large")[1], -.7 / 12)

  pairs <- compare_classifiers(x, list("roc_auc", "brier", net_benefit(.5), partial_auc(.3)), p.adjust.method = "none")
  expect_equal(pairs$std.error, c(.1481174, .06263533, .1486471, .1040996), tolerance = 1e-6)
  expect_equal(abs(pairs$statistic[1:2]), c(.5786914, .2461337), tolerance = 1e-6)
  expect_equal(pairs$p.value[1:2], c(.581249, .810111), tolerance = 1e-6)
})

test_that("clusters give Obuchowski's covariance of areas and CR2 of means", {
  x <- twelve_set(id = patient)
  V <- vcov(x, "roc_auc")
  expect_equal(as.vector(V)[c(1, 2, 4)], c(.009063474, .0003553519, .01010479), tolerance = 1e-6)
  pairs <- compare_classifiers(x, c("roc_auc", "brier"), p.adjust.method = "none")
  expect_equal(abs(pairs$statistic[1]), .6309081, tolerance = 1e-6)
  expect_equal(pairs$std.error[2], .03797139, tolerance = 1e-6)
  expect_equal(pairs$p.value[2], .708244, tolerance = 1e-6)
  expect_identical(twelve_set(id = 1:12), twelve_set())
  joint <- vcov(x, c("roc_auc", "brier", "average_precision"))
  expect_true(all(eigen(joint, TRUE, TRUE)$values > -1e-15))
})

test_that("degrees of freedom are Satterthwaite's for areas, the number of units for means", {
  df <- function(x, metric) {
    target <- set_targets(x, set_metrics(x, metric), "none", NULL, "na")[[1]]
    set_estimates(x, target)$df(1, cbind(c(1, -1)))
  }
  expect_equal(df(twelve_set(), "roc_auc"), 6.875736, tolerance = 1e-6)
  expect_equal(df(twelve_set(), "brier"), 11)
  expect_equal(df(twelve_set(id = patient), "brier"), 3.510638, tolerance = 1e-6)
  expect_equal(df(twelve_set(id = patient), "roc_auc"), 2)
})

test_that("weights are numbers of rows", {
  times <- c(1, 2, 1, 3, 1, 2, 1, 1, 4, 1, 2, 1)
  metrics <- list("roc_auc", "average_precision", "brier", "log_loss", "calibration_slope", net_benefit(c(.2, .5)))
  weighted <- twelve_set(weights = times)
  repeated <- probability_set(event ~ a + b, twelve[rep(1:12, times), ])
  expect_equal(vcov(weighted, metrics), vcov(repeated, metrics), tolerance = 1e-9)
  expect_equal(
    as.data.frame(compare_classifiers(weighted, metrics)), as.data.frame(compare_classifiers(repeated, metrics)),
    tolerance = 1e-7
  )
})

test_that("with folds the area is that within them, by their pairs", {
  fold <- c(1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2)
  x <- twelve_set(fold = fold)
  within <- function(score, fold) {
    parts <- lapply(split(seq_along(fold), fold), function(at) {
      event <- twelve$event[at] == 1
      gap <- outer(score[at][event], score[at][!event], "-")
      c(sum((gap > 0) + (gap == 0) / 2), length(gap))
    })
    total <- Reduce(`+`, parts)
    total[1] / total[2]
  }
  expect_equal(assess_classifiers(x, "roc_auc")$estimate, c(within(twelve$a, fold), within(twelve$b, fold)))
  expect_equal(assess_classifiers(x, "brier")$estimate, assess_classifiers(twelve_set(), "brier")$estimate)
})

test_that("who describes methods names whose covariance areas have", {
  expect_match(methods_text(compare_classifiers(twelve_set(), "roc_auc")), "DeLong's")
  expect_match(methods_text(compare_classifiers(twelve_set(id = patient), "roc_auc")), "Obuchowski")
  expect_no_match(methods_text(compare_classifiers(twelve_set(), "brier")), "DeLong")
})

test_that("average precision is known of draws that miss the highest scores", {
  set.seed(1)
  event <- rep(c(1, 0, 0), 40)
  x <- probability_set(event, a = stats::plogis(event + sin(1:120)), b = stats::plogis(event + cos(1:120)))
  boot <- compare_classifiers(x, "average_precision", method = by_bootstrap(R = 499))
  expect_true(is.na(boot$note))
  expect_equal(boot$p.value, compare_classifiers(x, "average_precision")$p.value, tolerance = 0.2)
})

test_that("influence gives what C gives, and a bootstrap", {
  x <- twelve_set()
  for (metrics in list("roc_auc", c("brier", "log_loss"), "partial_auc")) {
    targets <- set_targets(x, set_metrics(x, metrics), "none", NULL, "na")
    expect_equal(sandwich_vcov(set_influence(x, targets)), set_joint(x, targets)$vcov)
  }
  set.seed(1)
  boot <- compare_classifiers(x, "roc_auc", method = by_bootstrap(R = 999))
  expect_gt(boot$p.value, 0.3)
  interval <- assess_classifiers(x, "roc_auc", interval = by_bootstrap(R = 999))
  expect_true(all(interval$conf.low < interval$estimate))
})

test_that("degenerate data say so", {
  e <- twelve$event
  note <- function(x, metric = "roc_auc") assess_classifiers(x, metric)$note
  one_class <- probability_set(rep(1, 5), p = twelve$a[1:5])
  expect_identical(note(one_class), status_words("everywhere"))
  expect_identical(note(probability_set(rep(0, 5), p = twelve$a[1:5]), "average_precision"), status_words("absent"))
  one <- probability_set(c(1, 0, 0, 0), p = c(.5, .2, .6, .1))
  found <- assess_classifiers(one, "roc_auc")
  expect_equal(found$estimate, 2 / 3)
  expect_identical(found$note, status_words("one_of_class"))
  expect_false(anyNA(c(found$conf.low, found$conf.high)))
  expect_identical(is.na(found$std.error), TRUE)

  m <- 12
  perfect <- probability_set(rep(1:0, each = m), p = c(seq(.6, .9, length.out = m), seq(.1, .4, length.out = m)))
  found <- assess_classifiers(perfect, "roc_auc")
  expect_identical(found$estimate, 1)
  expect_identical(found$std.error, 0)
  expect_equal(c(found$conf.low, found$conf.high), c(.83183, 1), tolerance = 1e-5)
  bound <- assess_classifiers(perfect, "roc_auc", interval = "separation_bound")
  expect_equal(bound$conf.low, .73535, tolerance = 1e-5)
  expect_identical(assess_classifiers(perfect, "roc_auc", interval = "logit")$note, status_words("perfect"))
  p <- c(.9, .8, .7, .6, .4, .3, .2, .1)
  both <- probability_set(rep(1:0, each = 4), p = p, q = c(.8, .9, .7, .6, .1, .2, .3, .4))
  same <- compare_classifiers(both, "roc_auc")
  expect_identical(same$estimate, 0)
  expect_identical(same$note, status_words("equal_estimates"))
  # The order is all that an area asks for, its values are what a score asks for.
  p <- c(.9, .4, .7, .6, .8, .3, .2, .1)
  alike <- probability_set(rep(1:0, each = 4), p = p, again = p, squared = p^2)
  of <- function(metric, who) compare_classifiers(alike[c("p", who)], metric)$note
  expect_identical(of("roc_auc", "squared"), "identical rankings")
  expect_identical(of("brier", "again"), "identical probabilities")
  expect_identical(omnibus_test(alike, "roc_auc")$note, "identical rankings")
  expect_identical(unique(compare_classifiers(alike[1:2], "net_benefit")$note), "identical probabilities")
  turned <- compare_classifiers(probability_set(e, p = e, q = 1 - e), "roc_auc")
  expect_identical(turned$estimate, -1)
  expect_identical(turned$note, status_words("zero_variance"))
  expect_match(note(probability_set(e, p = 1 - twelve$a)), "below 1/2")

  impossible <- assess_classifiers(probability_set(c(1, 0, 1), p = c(0, .2, .9)), "log_loss")
  expect_identical(impossible$estimate, Inf)
  expect_match(impossible$note, "log loss of p is infinite", ignore.case = TRUE)
  expect_match(note(probability_set(e, p = e), "calibration_slope"), "infinite logits, in 12 rows")
  counted <- function(p) probability_set(e, p = p, weights = rep_len(1:3, 12))
  expect_match(note(counted(e), "calibration_slope"), "infinite logits, in 24 rows")
  expect_match(note(counted(ifelse(seq_along(e) == 3, 1 - e, 0.5)), "log_loss"), "3 rows had probability 0")
  expect_identical(note(probability_set(e, p = rep(.4, 12)), "calibration_slope"), status_words("constant"))
  constant <- assess_classifiers(probability_set(e, p = rep(.4, 12)), "roc_auc", interval = "logit")
  expect_identical(constant$estimate, 0.5)
  expect_identical(constant$note, status_words("zero_variance"))
  for (x in list(one, perfect, both)) expect_sound(assess_classifiers(x, c("roc_auc", "brier")))
})

test_that("every verb works", {
  x <- twelve_set()
  expect_sound(compare_classifiers(x, c("roc_auc", "brier", "log_loss")))
  expect_identical(rank_classifiers(x)$classifier[1], "b")
  expect_identical(omnibus_test(x, "brier")$note, NA_character_)
  expect_true(all(omnibus_test(x, c("roc_auc", "brier"), over = "metrics")$p.value > 0.1))
  usual <- c("roc_auc", "brier", "log_loss")
  expect_equal(omnibus_test(x, over = "metrics")$p.value, omnibus_test(x, usual, over = "metrics")$p.value)
  expect_output(print(verdict(x)), "is better in AUC, Brier score and log loss is undecided")
  required <- assess_classifiers(x, c("roc_auc", "brier"), null = c(roc_auc = 0.5, brier = 0.25))
  expect_true(all(required$p.value < 1))
  expect_output(print(compare_classifiers(x, "roc_auc", margin = 0.3)), "not worse")
  expect_error(assess_classifiers(x, "brier", interval = "newcombe"), class = "verdict_error_argument")
  expect_error(compare_classifiers(x, "roc_auc", method = "permutation"), class = "verdict_error_method")
  expect_error(compare_classifiers(x, "roc_auc", average = "macro"), class = "verdict_error_argument")
})

test_that("a permutation test of probabilities is refused by what takes its place", {
  refused <- function(metric, x = twelve_set()) {
    message <- expect_error(compare_classifiers(x, metric, method = "permutation"), class = "verdict_error_method")
    conditionMessage(message)
  }
  for (metric in c("brier", "log_loss")) expect_match(refused(metric), "method = \"sign_flip\"", fixed = TRUE)
  for (metric in c("roc_auc", "average_precision")) expect_match(refused(metric), "method = \"wald\"", fixed = TRUE)
  repeated <- probability_set(rep(0:1, 6), a = 1:12 / 13, b = rep(c(0.2, 0.7), 6), id = rep(1:6, each = 2))
  expect_match(refused("brier", repeated), "method = \"wald\"", fixed = TRUE)
})

test_that("thresholds are slices of net benefit", {
  x <- twelve_set()
  found <- compare_classifiers(x, net_benefit(c(.2, .5)))
  expect_identical(found$class, c("0.2", "0.5"))
  naive <- function(p, t) mean((p >= t) * (twelve$event - (1 - twelve$event) * t / (1 - t)))
  expect_equal(found$estimate.classifier, c(naive(twelve$b, .2), naive(twelve$b, .5)))
  expect_equal(found$estimate.reference, c(naive(twelve$a, .2), naive(twelve$a, .5)))
  expect_identical(dim(vcov(x, net_benefit(c(.2, .5)))), c(4L, 4L))
  expect_identical(rownames(vcov(x, list("brier", net_benefit(c(.2, .5)))))[c(1, 3)], c("brier:a", "net_benefit:0.2:a"))
})

test_that("what C takes as an index or a length is checked at the border", {
  x <- twelve_set()
  estimate <- function(x, classifier = 1L) {
    asked <- list(measure = "roc_auc", option = 0, classifier = classifier)
    .Call(ffi_numeric_estimates, x, asked, "cr2", FALSE)
  }
  change <- function(...) utils::modifyList(x, list(...))
  for (edit in list(change(scores = 1:12), change(cluster = 1:3), change(stratum = "a"), change(weight = 1:12))) {
    expect_error(estimate(edit), class = "verdict_error_set")
  }
  expect_error(estimate(x, 3L), "internal: no such classifier")
  expect_error(estimate(x, 0L), "internal: no such classifier")
  expect_error(.Call(ffi_numeric_dof, x, "roc_auc", "cr2", c(1, 2), 1), "internal: parts of other variances")
  expect_error(
    .Call(ffi_numeric_limits, "t", c(0.5, 0.6), 0.1, 5, c(5, 7), 0.025), "internal: limits of other areas"
  )
  expect_error(.Call(ffi_numeric_cross, diag(2), 1L), "internal: contributions of other rows")
  expect_error(.Call(ffi_numeric_dof, x, "recoil", "cr2", 1, 1), "internal: unknown measure \"recoil\"")
})

test_that("net benefit of clusters and of rows agree where each row is a cluster", {
  x <- twelve_set()
  metric <- net_benefit(c(0.5, 0.2))
  rows <- vcov(x, metric)
  expect_identical(attr(rows, "estimate")[[1]], assess_classifiers(x, net_benefit(0.2))$estimate[1])
  at <- function(t) (twelve$a >= t) * (twelve$event - (1 - twelve$event) * t / (1 - t))
  expect_equal(rows["net_benefit:0.2:a", "net_benefit:0.5:a"], cov(at(0.2), at(0.5)) / 12)
  expect_equal(compare_classifiers(x, metric)$df, c(11, 11))
  clustered <- compare_classifiers(twelve_set(id = patient), metric)
  expect_equal(clustered$estimate, compare_classifiers(x, metric)$estimate)
  expect_equal(clustered$df, rep(3.510638, 2), tolerance = 1e-6)
})

test_that("thresholds are called thresholds wherever they are shown", {
  set.seed(3)
  y <- rep(c("no", "yes"), each = 60)
  z <- (y == "yes") + stats::rnorm(120)
  noisy <- function(share) stats::plogis(share * z + stats::rnorm(120))
  scores <- data.frame(y, a = stats::plogis(z), b = noisy(1 / 2), c = noisy(1 / 3))
  x <- probability_set(y ~ a + b, scores, positive = "yes")
  metric <- net_benefit(c(0.2, 0.4, 0.6))
  pairs <- compare_classifiers(x, metric)
  values <- assess_classifiers(x, metric)
  tests <- omnibus_test(x, metric)
  together <- omnibus_test(x, metric, over = "classes")
  whole <- verdict(x, metric)
  many <- verdict(probability_set(y ~ a + b + c, scores, positive = "yes"), metric)
  results <- list(pairs, values, tests, together, whole, many, rank_classifiers(x, metric))
  for (result in results) {
    said <- c(
      utils::capture.output(print(result)), utils::capture.output(print(summary(result))),
      utils::capture.output(print(as_table(result))), methods_text(result), as.character(result)
    )
    said <- paste(said, collapse = "\n")
    expect_match(said, "threshold")
    expect_no_match(said, "class(es)?\\b")
  }
  expect_identical(names(format(pairs))[1], "threshold")
  expect_match(utils::capture.output(print(together)), "over all thresholds", all = FALSE)
  skip_if_not_installed("ggplot2")
  for (result in results[1:4]) expect_no_match(unlist(ggplot2::autoplot(result)$labels), "class(es)?\\b")
})

test_that("an assessment names its intervals and statuses by their ids", {
  y <- rep(c("no", "yes"), each = 30)
  of <- function(scores, ...) {
    assess_classifiers(probability_set(y ~ a, data.frame(y, a = scores), positive = "yes", scores = TRUE), ...)
  }
  found <- of(seq_along(y) %% 41)
  expect_identical(found$method.id, "area_logit")
  expect_identical(found$method, "logit t")
  expect_output(print(found), "Interval: 95%, logit t")
  expect_match(methods_text(found), "logit t for AUC")
  expect_identical(of(-seq_along(y) %% 41)$status, "reversed")
  perfect <- of(seq_along(y), interval = "logit")
  expect_identical(perfect$status, "perfect")
  expect_match(perfect$note, "perfect separation")
})

test_that("intervals that others use are known by name", {
  of <- function(x, interval, metric = "roc_auc") {
    rows <- assess_classifiers(x, metric, interval = interval)
    unname(unlist(rows[c("conf.low", "conf.high")]))
  }
  x <- twelve_set()
  expect_equal(of(x, "logit_z"), c(.45279, .49929, .96579, .99131), tolerance = 1e-5)
  expect_equal(of(x, "wald")[1:2], c(29, 32) / 35 - qnorm(.975) * sqrt(c(.01636054, .008979592)), tolerance = 1e-6)
  expect_identical(of(x, "wald")[3:4], c(1, 1))
  normal <- assess_classifiers(x, "roc_auc", interval = "wald", null = .5)
  expect_equal(normal$p.value, 2 * pnorm(-normal$statistic))
  bound <- assess_classifiers(x, "roc_auc", interval = "separation_bound")
  expect_identical(bound$note[1], status_words("no_bound"))
})

test_that("at a threshold of 1 a false alarm outweighs everything", {
  x <- probability_set(c(1, 1, 0, 0), a = c(1, .5, .2, .3), b = c(1, .4, 1, .2))
  clustered <- probability_set(c(1, 1, 0, 0, 1), a = c(1, .5, .2, .3, 1), b = c(1, .4, 1, .2, 1), id = c(1, 2, 2, 3, 1))
  expect_identical(assess_classifiers(x, net_benefit(1))$estimate, c(1 / 4, -Inf))
  expect_identical(assess_classifiers(clustered, net_benefit(1))$estimate, c(2 / 5, -Inf))
  for (set in list(x, clustered)) {
    expect_identical(assess_classifiers(set, net_benefit(1))$note[2], status_words("false_alarm"))
    pair <- compare_classifiers(set, net_benefit(c(.3, 1)))
    expect_identical(is.na(pair$p.value), c(FALSE, TRUE))
  }
  expect_match(capture_output(print(decision_curve(x, c(.5, 1)))), "Inf")
})

test_that("what is only described is not compared", {
  for (metric in c("ece", "mcb", "ici")) {
    expect_error(compare_classifiers(twelve_set(), metric), "not compared", class = "verdict_error_metric")
  }
})

test_that("of one cluster nothing is said twice", {
  x <- twelve_set(id = rep(1, 12))
  expect_no_warning(pairs <- compare_classifiers(x, c("roc_auc", "brier")))
  expect_identical(unique(pairs$note), status_words("one_cluster"))
})

test_that("areas within folds add up over clusters that reach over folds, each class by its clusters in a fold", {
  i <- 1:40
  d <- data.frame(event = as.integer((i * 7) %% 5 < 2), a = (i * 37) %% 23, b = (i * 19) %% 17, fold = (i * 3) %% 2)
  d$a <- d$a + 6 * d$event
  d$patient <- (i * 11) %% 13
  few <- function(rows) {
    n <- length(unique(d$patient[rows]))
    n / (n - 1)
  }
  parts <- split(d, d$fold)
  mn <- vapply(parts, function(part) sum(part$event) * sum(1 - part$event), 0)
  of <- function(score) {
    u <- numeric(40)
    area <- 0
    for (f in names(parts)) {
      here <- which(d$fold == f)
      pos <- here[d$event[here] == 1]
      neg <- here[d$event[here] == 0]
      psi <- outer(d[[score]][pos], d[[score]][neg], function(s, t) (s > t) + (s == t) / 2)
      area <- area + sum(psi)
      u[pos] <- (rowMeans(psi) - mean(psi)) / length(pos) * mn[[f]] / sum(mn) * sqrt(few(pos))
      u[neg] <- (colMeans(psi) - mean(psi)) / length(neg) * mn[[f]] / sum(mn) * sqrt(few(neg))
    }
    list(area = area / sum(mn), u = u)
  }
  both <- lapply(c("a", "b"), of)
  expected <- crossprod(vapply(both, function(one) tapply(one$u, d$patient, sum), numeric(13)))
  x <- probability_set(event ~ a + b, d, id = patient, fold = fold, scores = TRUE)
  expect_equal(assess_classifiers(x, "roc_auc")$estimate, vapply(both, `[[`, 0, "area"))
  expect_equal(vcov(x, "roc_auc"), unname(expected), ignore_attr = TRUE)
})

test_that("areas on different rows are compared by both variances, with Satterthwaite's degrees", {
  half <- rep(1:2, 30)
  i <- 1:60
  d <- data.frame(event = as.integer((i * 7) %% 5 < 2), a = (i * 37) %% 23)
  d$a <- d$a + 5 * d$event
  sets <- lapply(1:2, function(h) probability_set(event ~ a, d[half == h, ], scores = TRUE))
  found <- compare_independent(sets[[1]], sets[[2]])
  parts <- lapply(split(d, half), function(part) {
    psi <- outer(part$a[part$event == 1], part$a[part$event == 0], function(s, t) (s > t) + (s == t) / 2)
    size <- dim(psi)
    list(area = mean(psi), v = c(var(rowMeans(psi)), var(colMeans(psi))) / size, df = size - 1)
  })
  v <- unlist(lapply(parts, `[[`, "v"))
  df <- sum(v)^2 / sum(v^2 / unlist(lapply(parts, `[[`, "df")))
  gap <- parts[[1]]$area - parts[[2]]$area
  expect_equal(c(found$estimate, found$std.error, found$df), c(gap, sqrt(sum(v)), df))
  expect_equal(found$p.value, 2 * stats::pt(-abs(gap / sqrt(sum(v))), df))
})

test_that("what ranks is within folds, whose scores need not be on one scale", {
  fold <- rep(1:2, 6)
  moved <- transform(twelve, a = a + 10 * (fold == 1))
  x <- probability_set(event ~ a, moved, fold = fold, scores = TRUE)
  of <- function(set, metric, column = "estimate") assess_classifiers(set, metric)[[column]]
  parts <- lapply(1:2, function(h) probability_set(event ~ a, twelve[fold == h, ], scores = TRUE))
  events <- c(3, 2)
  others <- c(3, 4)
  within <- function(metric, share) sum(vapply(parts, of, 0, metric) * share) / sum(share)
  expect_equal(of(x, "average_precision"), within("average_precision", events))
  expect_equal(of(x, "pr_auc_interpolated"), within("pr_auc_interpolated", events))
  expect_equal(of(x, partial_auc(0.4)), within(partial_auc(0.4), events * others))
  expect_equal(of(x, sensitivity_at(0.5)), within(sensitivity_at(0.5), events))
  expect_equal(of(x, specificity_at(0.5)), within(specificity_at(0.5), others))
  for (column in c("estimate", "std.error")) expect_equal(of(x, partial_auc(1), column), of(x, "roc_auc", column))
  # So few events say little of how they vary: each fold is one unit.
  apart <- vapply(parts, of, 0, "average_precision") - within("average_precision", events)
  share <- events / 5
  expect_equal(of(x, "average_precision", "std.error")^2, sum(share^2 * apart^2 / (1 - share)))
  # A fold of one class has no part in it; where all are such there is nothing.
  lone <- probability_set(event ~ a, twelve, fold = rep(c(1, 2, 1), c(5, 1, 6)), scores = TRUE)
  expect_equal(of(lone, "average_precision"), of(probability_set(event ~ a, twelve[-6, ]), "average_precision"))
  none <- probability_set(event ~ a, twelve, fold = 2 - twelve$event, scores = TRUE)
  expect_true(is.na(of(none, "average_precision")))
  absent <- probability_set(factor(c("n", "n"), c("n", "y")), a = 1:2, fold = 1:2, positive = "y", scores = TRUE)
  expect_true(is.na(of(absent, "average_precision")))
  folds <- twelve_set(fold = fold)
  expect_warning(score_curve(folds, R = 50), class = "verdict_warning_folds")
  expect_warning(operating_points(folds, specificity = 0.5), class = "verdict_warning_folds")
})

test_that("signs and ranks of losses are of the rows that both have", {
  lacking <- twelve
  lacking$a[c(2, 8)] <- NA
  lacking$b[3] <- NA
  x <- probability_set(event ~ a + b, lacking, na = "partial")
  loss <- function(p) (p - twelve$event)^2
  gap <- (loss(lacking$b) - loss(lacking$a))[-c(2, 3, 8)]
  found <- compare_classifiers(x, "brier", method = "sign")
  expect_equal(found$p.value, stats::binom.test(sum(gap > 1e-12), sum(abs(gap) > 1e-12))$p.value)
  expect_match(found$note, "3 rows left out, without a score of both")
  for (method in c("wilcoxon", "sign_flip")) {
    both <- compare_classifiers(probability_set(event ~ a + b, lacking, na = "omit"), "brier", method = method)
    expect_equal(compare_classifiers(x, "brier", method = method)$p.value, both$p.value)
  }
  expect_error(compare_classifiers(x, "brier", method = by_diebold_mariano(2)), class = "verdict_error_na")
  weighted <- probability_set(event ~ a + b, lacking, weights = rep(2:1, 6), na = "partial")
  twice <- rep(1:12, rep(2:1, 6))
  plain <- probability_set(event ~ a + b, lacking[twice, ], na = "partial")
  p <- function(set) compare_classifiers(set, "brier", method = "sign")$p.value
  expect_equal(p(weighted), p(plain))
})

test_that("Hanley and McNeil's interval is by the area and the numbers of rows", {
  # Q1 = A / (2 - A), Q2 = 2 A^2 / (1 + A) at A = 29/35, 5 events and 7 others, in fractions
  A <- 29 / 35
  variance <- (A * 6 / 35 + 4 * (29 / 41 - A^2) + 6 * (2 * 841 / 1225 / (64 / 35) - A^2)) / 35
  found <- assess_classifiers(twelve_set()["a"], interval = "hanley_mcneil")
  expect_equal(found$std.error, sqrt(variance))
  expect_equal(found$conf.low, A - qnorm(0.975) * sqrt(variance))
  # Their example of 51 images with and 58 without disease: an area of 0.893 has a standard error of 0.032.
  expect_equal(hanley_mcneil_error(0.893, 51, 58), 0.0325, tolerance = 0.002)
  clustered <- twelve_set(id = twelve$patient)
  expect_error(assess_classifiers(clustered, interval = "hanley_mcneil"), class = "verdict_error_argument")
  expect_no_warning(expect_error(
    assess_classifiers(twelve_set(), "calibration_intercept", interval = "hanley_mcneil"),
    class = "verdict_error_argument"
  ))
})

test_that("a verdict says whose scores go with the other class", {
  rows <- data.frame(y = rep(0:1, 20), a = rep(c(0.2, 0.6), 20) + 1:40 / 200, b = rep(c(0.7, 0.3), 20) + 1:40 / 400)
  expect_output(print(verdict(probability_set(y ~ a + b, rows))), "AUC of b is below 1/2: higher scores go with")
  expect_no_match(capture.output(print(verdict(probability_set(y ~ a + b, transform(rows, b = 1 - b))))), "below 1/2")
})

test_that("few units beside many quantities warn of nothing that nobody sees", {
  set.seed(1)
  rows <- data.frame(y = rbinom(150, 1, 0.4), id = rep(1:50, each = 3))
  rows[c("a", "b")] <- plogis(rows$y * rep(c(1, 0.5), each = 150) + rnorm(300))
  expect_no_warning(sample_size(probability_set(y ~ a + b, rows[-2]), "roc_auc"))
  expect_no_warning(sample_size(probability_set(y ~ a + b, rows, id = id), "roc_auc"))
})

test_that("average precision has a normal interval of its logit, and is said to be too high with few events", {
  x <- twelve_set()
  found <- assess_classifiers(x, "average_precision")
  value <- c(.7544444, .925)
  half <- qnorm(.975) * c(.1823223, .07866066) / (value * (1 - value))
  expect_equal(found$conf.low, plogis(qlogis(value) - half), tolerance = 1e-6)
  expect_equal(found$conf.high, plogis(qlogis(value) + half), tolerance = 1e-6)
  expect_match(found$note, "only 5 events average precision tends to be too high")
  pairs <- compare_classifiers(x, "average_precision")
  expect_match(pairs$note, "only 5 events")
  expect_output(print(verdict(x, "average_precision")), "With only 5 events")
  times <- rep(8, 12)
  expect_identical(assess_classifiers(twelve_set(weights = times), "average_precision")$note, rep(NA_character_, 2))
  scores <- c(rep(twelve$a, 7), rev(twelve$a))
  in_folds <- probability_set(rep(twelve$event, 8), a = scores, fold = rep(1:8, each = 12))
  expect_match(assess_classifiers(in_folds, "average_precision")$note, "5 events a fold")
  clustered <- assess_classifiers(twelve_set(id = twelve$patient), "average_precision")
  expect_identical(clustered$method.id, rep("area_logit", 2))
})

test_that("with few rows of a class the interval of a calibration slope is said to be too short", {
  few <- function(events, others) {
    n <- events + others
    p <- ((seq_len(n) * 7) %% 19 + 1) / 21
    y <- rep(c(TRUE, FALSE), c(events, others))
    assess_classifiers(probability_set(y, a = p), c("calibration_slope", "calibration_intercept"))
  }
  expect_identical(few(14, 60)$note, c("interval may be too short with only 14 rows of TRUE", NA))
  expect_match(few(60, 3)$note[1], "only 3 rows of FALSE", fixed = TRUE)
  expect_identical(few(15, 15)$note, rep(NA_character_, 2))
  rows <- data.frame(y = rep(0:1, c(40, 10)), a = (1:50 * 7) %% 19 / 20 + 0.02, b = (1:50 * 5) %% 17 / 20 + 0.02)
  x <- probability_set(y ~ a + b, rows)
  expect_identical(compare_classifiers(x, "calibration_slope")$note, NA_character_)
})

test_that("why a number is missing comes before a remark", {
  same <- probability_set(twelve$event, a = twelve$a, b = twelve$a)
  pair <- compare_classifiers(same, list("average_precision", log_loss(clip = .25)))
  expect_identical(pair$status, c("identical_rankings", "identical_probabilities"))
  perfect <- assess_classifiers(probability_set(c(1, 1, 0, 0), a = c(.9, .8, .2, .1)), "average_precision")
  expect_identical(perfect$status, "perfect")
  expect_identical(perfect$note, status_words("perfect"))
})

test_that("the share of events is said with the data", {
  expect_output(print(assess_classifiers(twelve_set(), "average_precision")), "12 rows, 42% of them 1")
  sampled <- twelve_set(weights = c(3, rep(1, 11)), weights_are = "sampling")
  expect_output(print(assess_classifiers(sampled, "brier")), "worth 10 of equal weight), 50% of them 1", fixed = TRUE)
})

test_that("parts of perfect curves have no variance, whatever rounding leaves of it", {
  event <- rep(1:0, c(6, 6))
  a <- c(.9, .8, .85, .7, .75, .6, .1, .2, .3, .4, .5, .15)
  x <- probability_set(event, a = a, z = 1 - a, k = rep(.4, 12))
  for (metric in list(partial_auc(fpr = c(.1, .4)), partial_auc(tpr = c(.5, 1)), partial_auc(.3))) {
    found <- assess_classifiers(x, metric)
    expect_identical(found$std.error, rep(0, 3))
    expect_identical(found$status, c("at_top", "zero_variance", "zero_variance"))
    pair <- compare_classifiers(x[c("a", "z")], metric)
    expect_true(is.na(pair$p.value))
    expect_identical(pair$status, "zero_variance")
  }
  found <- assess_classifiers(x, sensitivity_at(.8))
  expect_equal(found$estimate, c(1, 0, 0))
  expect_identical(found$conf.low, rep(NA_real_, 3))
  expect_identical(found$status, c("at_top", "zero_variance", "zero_variance"))
  lone <- assess_classifiers(probability_set(c(1, 0, 0, 0), a = c(.5, .6, .4, .1)), sensitivity_at(.8))
  expect_identical(lone$status, "one_of_class")
  expect_identical(lone$conf.high, NA_real_)
})

test_that("where nothing can be planned or drawn it is said why", {
  one_class <- probability_set(factor(rep(1, 20), 0:1), a = (1:20) / 40, b = (20:1) / 40, positive = "1")
  for (planned in list(sample_size(one_class), power_comparison(one_class, n = 50))) {
    expect_identical(planned$note, "no row outside the class")
    expect_output(print(planned), "any difference in AUC (b against a): no row outside the class", fixed = TRUE)
  }
  expect_error(sample_size(twelve_set()["a"]), class = "verdict_error_classifier")
  lacking <- probability_set(twelve$event, a = replace(twelve$a, 2, NA), b = twelve$b, na = "partial")
  for (f in list(score_curve, decision_curve, assess_calibration, operating_points)) {
    expect_error(f(lacking), "rows\\s+of\\s+its\\s+own", class = "verdict_error_set")
  }
  expect_error(plot(lacking), "no picture", class = "verdict_error_set")
  heavy <- twelve_set(weights = rep(1e12, 12))
  expect_error(score_curve(heavy), class = "verdict_error_weights")
})

test_that("losses whose differences are the same in every row show nothing of their error", {
  y <- rep(c(1, 0), 10)
  constant <- list(y, a = ifelse(y == 1, .9, .1), b = ifelse(y == 1, .8, .2))
  further <- list(list(), list(id = rep(1:10, 2)), list(weights = rep(c(1, 2, 3, 7), 5)))
  for (more in further) {
    pair <- compare_classifiers(do.call(probability_set, c(constant, more)), c("brier", "log_loss"))
    expect_equal(pair$estimate, c(.03, log(.9 / .8)))
    expect_identical(pair$std.error, c(0, 0))
    expect_identical(pair$status, rep("zero_variance", 2))
    expect_true(all(is.na(pair$p.value) & is.na(pair$conf.low)))
  }
  # Average precisions of 1 and 11/12, whose rows make the same sum in every cluster but one.
  perfect <- probability_set(c(1, 1, 0, 0, 0, 0), a = c(.8, .9, .2, .3, .1, .2), b = c(.9, .7, .1, .2, .3, .1),
    id = c(1, 2, 3, 4, 4, 5), weights = c(1, 2, 3, 1, 1, 2)
  )
  expect_identical(compare_classifiers(perfect, "average_precision")$status, "equal_estimates")
  expect_identical(unname(as.vector(vcov(perfect, "average_precision"))), rep(0, 4))
  # What everybody's share of events is worth, and what acts on all events and on nothing else.
  y <- rep(c(1, 0, 0, 1, 0, 0, 0), 5)
  x <- probability_set(y, share = rep(2 / 7, 35), right = y * .7 + .1, low = ifelse(y == 1, .8, 0))
  of <- function(metric, who) assess_classifiers(x[who], metric)
  for (metric in list("brier_skill", "log_skill", brier_skill(forecast = 2 / 7))) {
    expect_identical(of(metric, "share")$status, "zero_variance")
  }
  expect_identical(of(net_benefit(.3, standardised = TRUE), "right")$status, "zero_variance")
  expect_identical(of("observed_expected", "low")$status, "zero_variance")
  # One loses 1e-10 in every row, the other as much in every cluster.
  even <- probability_set(c(1, 0, 0, 1, 0, 1), a = rep(1, 6), b = c(1, 0, 0, 1, 0, 1), id = c(1, 3, 1, 2, 2, 3))
  expect_identical(compare_classifiers(even, log_loss(clip = 1e-10))$status, "zero_variance")
})

test_that("where every row loses the same by both there is nothing against equality", {
  p <- c(.2, .3, .4, .5, .9)
  same <- compare_classifiers(probability_set(c(1, 0, 1, 0, 1), a = p, b = p), c("brier", "log_loss", "roc_auc"))
  expect_identical(same$p.value, c(1, 1, NA))
  expect_identical(same$conf.low, c(0, 0, NA))
  expect_identical(same$conf.high, same$conf.low)
  within <- compare_classifiers(probability_set(c(1, 0, 1, 0, 1), a = p, b = p), "brier", margin = .05)
  expect_identical(within$decision, "the same")
  ratio <- compare_classifiers(probability_set(c(1, 0, 1, 0, 1), a = p, b = p), "brier", measure = "ratio")
  expect_identical(c(ratio$p.value, ratio$conf.low, ratio$conf.high), c(1, 1, 1))
  # Other probabilities that lose the same.
  a <- cbind(A = c(.5, .3, .2), B = c(.3, .4, .3), C = c(.2, .3, .5))
  b <- cbind(A = c(.5, .3, .3), B = c(.2, .4, .2), C = c(.3, .3, .5))
  lost <- compare_classifiers(probability_set(c("A", "B", "C"), a = a, b = b), c("brier", "log_loss"))
  expect_identical(lost$status, rep("equal_scores", 2))
  expect_identical(lost$p.value, c(1, 1))
})

test_that("net benefit at a known prevalence needs rows of both classes", {
  acts <- function(truth, ...) {
    x <- probability_set(factor(truth, c(0, 1)), a = c(.9, .1, .6, .4), positive = "1")
    assess_classifiers(x, net_benefit(c(.2, 1), prevalence = .3))
  }
  expect_identical(acts(c(1, 1, 1, 1))$note, rep(status_words("everywhere"), 2))
  expect_identical(acts(c(0, 0, 0, 0))$note, rep(status_words("absent"), 2))
  expect_identical(acts(c(0, 0, 0, 0))$estimate, c(NA_real_, NA))
  one <- acts(c(1, 0, 0, 0))
  expect_equal(one$estimate[1], .3 - .7 * 2 / 3 / 4)
  expect_identical(one$std.error, c(NA_real_, NA))
  expect_identical(one$note[1], status_words("one_of_class"))
})

test_that("log losses that are infinite in different rows have no difference, in silence", {
  y <- c(1, 0, 1, 0)
  x <- probability_set(y, a = c(0, .2, .8, .2), b = c(.5, 1, .5, .5), c = c(0, .3, .8, .2))
  pairs <- expect_silent(compare_classifiers(x, "log_loss"))
  expect_identical(is.nan(pairs$estimate), rep(FALSE, 3))
  expect_identical(is.na(pairs$estimate), c(TRUE, FALSE, TRUE))
  all <- probability_set(c(1, 1, 0), a = c(0, 0, 1), b = c(0, 0, 1))
  expect_identical(expect_silent(compare_classifiers(all, "log_loss"))$status, "infinite")
})

test_that("a bootstrap of one cluster has no interval", {
  x <- probability_set(c(1, 0, 1, 0), a = c(.9, .2, .3, .4), b = c(.8, .3, .6, .2), id = rep(1, 4))
  drawn <- compare_classifiers(x, "average_precision", method = by_bootstrap(R = 40))
  expect_true(is.na(drawn$p.value) && !is.na(drawn$note))
})

test_that("variances in the form for few clusters are not said to be too small", {
  few <- paste(capture.output(print(verdict(twelve_set(id = twelve$patient)))), collapse = " ")
  expect_no_match(few, "reject too often")
  expect_match(few, "There are only 5 observations")
})

test_that("the bootstrap draws rows that stand for many without making rows of them", {
  set.seed(1)
  y <- rbinom(40, 1, 0.5)
  data <- data.frame(y, a = round(plogis(y + rnorm(40)), 1), b = round(plogis(rnorm(40)), 1), w = rep(1:4, 10))
  limits <- function(...) {
    found <- compare_classifiers(probability_set(y ~ a + b, ...), "roc_auc", method = by_bootstrap(R = 9999))
    c(found$conf.low, found$conf.high)
  }
  expect_equal(limits(data, weights = w), limits(data[rep(1:40, data$w), ]), tolerance = 0.05)
  data$w <- c(1e9, rep(1, 39))
  expect_true(all(is.finite(limits(data, weights = w))))
})

test_that("rows counted together have the interval of an area that they have one by one", {
  set.seed(1)
  y <- rep(c(1, 0), c(8, 22))
  data <- data.frame(y, p = round(plogis(y * 2 - 1 + rnorm(30)), 1))
  counted <- aggregate(list(w = rep(1, 30)), data, sum)
  area <- function(...) assess_classifiers(probability_set(y ~ p, ...), "roc_auc")
  columns <- c("estimate", "std.error", "conf.low", "conf.high", "method.id")
  expect_equal(as.data.frame(area(counted, weights = w))[columns], as.data.frame(area(data))[columns])
})

test_that("slope and intercept of calibration are found for probabilities next to 0 and 1", {
  both <- c("calibration_slope", "calibration_intercept")
  y <- c(0, 1, 0, 1, 0, 1)
  tiny <- c(1, 3, 2, 9, 6, 5) * 1e-17
  found <- assess_classifiers(probability_set(y, a = tiny), both)
  # The logits of tiny probabilities are their logarithms
  x <- log(tiny)
  fit <- glm(y ~ scale(x), family = binomial(), epsilon = 1e-14)
  expect_equal(found$estimate[1], coef(fit)[[2]] / sd(x), tolerance = 1e-7)
  offset <- glm(y ~ 1, offset = x - mean(x), family = binomial(), epsilon = 1e-14)
  expect_equal(found$estimate[2], coef(offset)[[1]] - mean(x), tolerance = 1e-7)
  expect_identical(found$note[2], NA_character_)
  y <- c(0, 1, 1, 0, 1, 0)
  far <- c(1e-30, 1e-20, 1 - 1e-15, 1e-25, 0.9999999, 1 - 1e-14)
  found <- assess_classifiers(probability_set(y, a = far), both)
  x <- qlogis(far)
  fit <- glm(y ~ scale(x), family = binomial(), epsilon = 1e-14)
  expect_equal(found$estimate[1], coef(fit)[[2]] / sd(x), tolerance = 1e-7)
  # Three events: what the third largest lacks of 1 is what the fourth has
  expect_equal(found$estimate[2], -sum(sort(x)[3:4]) / 2, tolerance = 1e-6)
})

test_that("average precision has Student's t by the classes where events are few, and no variance with one", {
  events <- function(m, n = 30) {
    set.seed(m)
    y <- rep(1:0, c(m, n))
    probability_set(y, a = plogis(2 * y + rnorm(m + n)), b = plogis(2 * y + rnorm(m + n)))
  }
  one <- compare_classifiers(events(1), "average_precision")
  expect_true(is.na(one$p.value))
  expect_identical(one$note, "only one row of a class: no variance")
  # Welch and Satterthwaite, by the parts of the two classes
  x <- events(5)
  u <- contributions(set_influence(x, list(set_target(x, set_metrics(x, "average_precision"), "none", NULL, "na"))))
  part <- as.vector(rowsum((u[, 1] - u[, 2])^2, x$truth))
  expect_equal(compare_classifiers(x, "average_precision")$df, sum(part)^2 / sum(part^2 / c(29, 4)))
  expect_equal(compare_classifiers(events(10), "average_precision")$df, 39)
})

test_that("a skill against the share of these rows is not tested with one event, and with few it is said what to ask", {
  set.seed(1)
  few <- function(m) {
    y <- rep(1:0, c(m, 99))
    probability_set(y, a = plogis(2 * y - 3 + rnorm(m + 99)), b = plogis(2 * y - 3 + rnorm(m + 99)), positive = 1)
  }
  for (metric in c("brier_skill", "log_skill")) {
    for (found in list(compare_classifiers(few(1), metric), assess_classifiers(few(1), metric))) {
      expect_true(all(is.na(found$conf.low)))
      expect_identical(unique(found$note), "only one row of a class: no variance")
    }
    expect_match(compare_classifiers(few(8), metric)$note, "only 8 rows of 1: compare the .*, which asks the same")
    expect_true(is.na(compare_classifiers(few(20), metric)$note))
  }
  few_of_one <- probability_set(
    rep(1:0, c(9, 40)), a = c(NA, seq(0.1, 0.9, length.out = 48)), b = rep(0.3, 49), positive = 1, na = "partial"
  )
  expect_match(compare_classifiers(few_of_one, "brier_skill")$note, "only 8 rows of 1")
  set.seed(1)
  p <- matrix(runif(180), 60, dimnames = list(NULL, c("u", "v", "w")))
  several <- probability_set(rep(c("u", "v", "w"), 20), a = p / rowSums(p), b = p[60:1, ] / rowSums(p[60:1, ]))
  expect_true(is.na(compare_classifiers(several, "brier_skill")$note))
  # a known reference does not vary
  expect_false(is.na(compare_classifiers(few(1), brier_skill(loss = 0.2))$p.value))
})

test_that("intervals of areas by the numbers of rows are for independent rows of one scale", {
  y <- rep(1:0, each = 20)
  ids <- probability_set(y, a = y, b = rev(y), id = rep(1:10, 4))
  for (interval in c("newcombe", "separation_bound")) {
    expect_error(assess_classifiers(ids, "roc_auc", interval = interval), class = "verdict_error_argument")
  }
  # Of two folds, with three events and one other row, and the other way round, two pairs have no row in common.
  folds <- probability_set(
    c(1, 1, 1, 0, 1, 0, 0, 0), a = c(.9, .8, .7, .1, .9, .3, .2, .1), b = c(.9, .8, .7, .1, .2, .3, .2, .1),
    fold = rep(1:2, each = 4)
  )
  expect_equal(assess_classifiers(folds, "roc_auc", interval = "separation_bound")$conf.low[1], 0.025^(1 / 2))
  expect_equal(assess_classifiers(folds, "roc_auc")$conf.low[1], 0.025^(1 / 2))
  expect_match(assess_classifiers(folds, "roc_auc")$method.id[2], "logit")
  tested <- assess_classifiers(twelve_set(), "roc_auc", interval = "separation_bound", null = 0.5)
  expect_true(all(is.na(tested$p.value)))
  few <- probability_set(c(1, 0, 0, 0), a = c(.5, .2, .6, .1), b = c(.2, .1, .6, .1))
  expect_identical(assess_classifiers(few, "roc_auc", interval = "hanley_mcneil")$note, rep(NA_character_, 2))
})

test_that("a curve that ends a step where the part does is not moved by the rounding of weights", {
  set.seed(3)
  d <- data.frame(y = rep(0:1, c(40, 20)), w = 1)
  d$p <- round(rnorm(60) + d$y, 1)
  of <- function(w) {
    x <- probability_set(y ~ p, transform(d, w = w), scores = TRUE, weights = w, weights_are = "sampling")
    assess_classifiers(x, partial_auc(0.1))[c("estimate", "std.error")]
  }
  for (w in c(0.1, 1 / 3, 0.7, 1.1)) expect_equal(of(w), of(1))
})

test_that("a required area is tested by the test that Newcombe's interval inverts", {
  set.seed(3)
  y <- rbinom(30, 1, 0.4)
  x <- probability_set(y, a = y * 2 + rnorm(30), scores = TRUE)
  m <- sum(y)
  n <- 30 - m
  z_of <- function(area, t) {
    k <- (m + n) / 2
    (area - t) / sqrt(t * (1 - t) * (1 + (k - 1) * ((1 - t) / (2 - t) + t / (1 + t))) / (m * n))
  }
  of <- function(null, ...) assess_classifiers(x, "roc_auc", null = null, ...)
  # It is the default here too, as without a required value.
  expect_identical(of(0.82)$method.id, "area_newcombe")
  expect_equal(of(0.82)$statistic, z_of(of(0.82)$estimate, 0.82))
  expect_identical(of(0.82)$decision, "undecided")
  for (level in c(0.9, 0.95)) {
    plain <- assess_classifiers(x, "roc_auc", conf.level = level)
    for (end in c(plain$conf.low, plain$conf.high)) expect_equal(of(end)$p.value, 1 - level, tolerance = 1e-6)
    one <- of(0.5, alternative = "greater", conf.level = level)
    expect_equal(of(one$conf.low, alternative = "greater")$p.value, 1 - level, tolerance = 1e-6)
  }
  # Perfect separation is no reason for none.
  perfect <- probability_set(rep(1:0, each = 12), p = 24:1, scores = TRUE)
  m <- n <- 12
  found <- assess_classifiers(perfect, "roc_auc", null = 0.8)
  expect_equal(found$statistic, z_of(1, 0.8))
  expect_identical(found$decision, "better")
  expect_identical(found$note, NA_character_)
  itself <- assess_classifiers(perfect, "roc_auc", null = 1)
  expect_identical(itself$p.value, NA_real_)
  expect_match(itself$note, "no test of this value")
})
