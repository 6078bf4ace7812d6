# Decision and interval never contradict each other. Data sets of many shapes; what does not
# fit a shape is refused, which other tests look at.

draw_labels <- function(n, n_classes) {
  sample(LETTERS[seq_len(n_classes)], n, TRUE, sample(1:3, 1)^-seq_len(n_classes))
}

draw_agreement_set <- function(i) {
  set.seed(i)
  n <- if (i %% 10 == 0) sample(60:300, 1) else sample(5:60, 1)
  n_classes <- 1 + i %% 6
  n_classifiers <- 2 + i %% 4
  truth <- draw_labels(n, n_classes)
  common <- draw_labels(n, n_classes)
  alike <- runif(n) < runif(1)
  found <- lapply(seq_len(n_classifiers), function(j) {
    ifelse(runif(n) < runif(1), truth, ifelse(alike, common, draw_labels(n, n_classes)))
  })
  names(found) <- letters[seq_len(n_classifiers)]
  data <- data.frame(truth = truth, found)
  id <- if (i %% 3 == 0) sample(ceiling(n / 2), n, TRUE)
  weights <- if (i %% 7 == 0) sample(1:3, n, TRUE)
  positive <- if (n_classes > 1 && i %% 5 == 0) truth[1]
  data$key <- id
  data$times <- weights
  x <- prediction_set(
    data, truth, tidyselect::all_of(names(found)),
    id = if (!is.null(id)) key, weights = if (!is.null(weights)) times, positive = positive
  )
  seen <- all(x$classes %in% truth)
  if (seen && length(x$classes) > 1 && i %% 11 == 0) update_prevalence(x) else x
}

agreement_requests <- list(
  list(), list(metric = "recall"), list(metric = "npv", alternative = "greater"),
  list(metric = "f_meas"), list(metric = "precision", measure = "difference", conf.level = 0.8),
  list(metric = "accuracy", measure = "ratio"), list(metric = "mcc", alternative = "less"),
  list(metric = "specificity", method = "exact", measure = "odds_ratio"),
  list(metric = "recall", method = "midp", conf.level = 0.5),
  list(metric = "precision", method = "relative", measure = "odds_ratio", conf.level = 0.5),
  list(metric = "recall", method = "gee"), list(metric = "kappa", average = "none")
)

# Rows whose decision is not what the adjusted p-value and the interval say.
misdecided <- function(rows, low, high, level) {
  good <- ifelse(metric_directions(rows) == 0, 1, metric_directions(rows))
  better <- ifelse(metric_directions(rows) == 0, "higher", "better")
  worse <- ifelse(metric_directions(rows) == 0, "lower", "worse")
  above <- ifelse(good > 0, rows[[low]] > rows$null.value, rows[[high]] < rows$null.value)
  below <- ifelse(good > 0, rows[[high]] < rows$null.value, rows[[low]] > rows$null.value)
  expected <- ifelse(above, better, ifelse(below, worse, "undecided"))
  known <- !is.na(expected) & !is.na(rows$adj.p.value)
  decided <- ifelse(rows$decision %in% "the same", "undecided", rows$decision)
  untested <- is.na(rows$adj.p.value) & is.na(rows$p.value)
  sum((decided != expected)[known]) + sum((rows$adj.p.value < level) != (decided %in% c(better, worse)), na.rm = TRUE) +
    sum(!rows$decision[untested] %in% c(NA, "the same"))
}

# Rows in which the p-value and the interval say different things about the null value.
disagreeing <- function(rows, p, low, high, level) {
  outside <- rows[[low]] > rows$null.value | rows[[high]] < rows$null.value
  sum((rows[[p]] < level) != outside, na.rm = TRUE)
}

fitting <- function(code) {
  tryCatch(suppressWarnings(code), verdict_error_method = identity, verdict_error_clustered = identity,
    verdict_error_measure = identity, verdict_error_metric = identity)
}

test_that("in a verdict and in comparisons every judged row agrees with its interval", {
  skip_if_not_installed("dplyr")
  against <- c(verdict = 0, adjusted = 0, single = 0, decision = 0, looked = 0)
  adjustments <- c("max_t", "holm", "none", "BH", "bonferroni")
  for (i in 1:30) {
    x <- suppressWarnings(draw_agreement_set(i))
    request <- agreement_requests[[1 + i %% length(agreement_requests)]]
    request$p.adjust.method <- adjustments[1 + i %% 5]
    level <- 1 - (if (is.null(request$conf.level)) 0.95 else request$conf.level)
    v <- fitting(do.call(verdict, c(list(x), request)))
    r <- fitting(do.call(compare_classifiers, c(list(x), request)))
    if (inherits(v, "error") || inherits(r, "error")) next
    against["looked"] <- against["looked"] + 1
    for (rows in v[c("overall", "comparison")]) {
      against["verdict"] <- against["verdict"] + disagreeing(rows, "adj.p.value", "conf.low", "conf.high", level)
      against["decision"] <- against["decision"] + misdecided(rows, "conf.low", "conf.high", level)
    }
    against["adjusted"] <- against["adjusted"] + disagreeing(r, "adj.p.value", "adj.conf.low", "adj.conf.high", level)
    against["decision"] <- against["decision"] + misdecided(r, "adj.conf.low", "adj.conf.high", level)
    unnoted <- r[is.na(r$note), ]
    against["single"] <- against["single"] + disagreeing(unnoted, "p.value", "conf.low", "conf.high", level)
  }
  expect_gt(against[["looked"]], 15)
  expect_equal(sum(against[c("verdict", "adjusted", "single", "decision")]), 0)
})

test_that("by default no interval is missing because it would contradict", {
  for (i in c(4:6, 19:21, 52:54)) {
    x <- suppressWarnings(draw_agreement_set(i))
    for (metric in c("precision", "recall")) {
      v <- suppressWarnings(verdict(x, metric))
      expect_false(any(grepl("border", c(v$overall$note, v$comparison$note))))
    }
  }
})

# b rows that only one has right, c that only the other has.
discordant <- function(b, c, n) {
  right <- rep(c("x", "y"), length.out = n)
  wrong <- ifelse(right == "x", "y", "x")
  prediction_set(truth ~ p + q, data.frame(
    truth = right, p = ifelse(seq_len(n) <= b, wrong, right),
    q = ifelse(seq_len(n) > b & seq_len(n) <= b + c, wrong, right)
  ))
}

test_that("a border case of mid-p beside Tango's interval is said", {
  mid <- function(b, c) 2 * (pbinom(min(b, c) - 1, b + c, 0.5) + dbinom(min(b, c), b + c, 0.5) / 2)
  squared <- function(b, c) pchisq((b - c)^2 / (b + c), 1, lower.tail = FALSE)
  cases <- expand.grid(b = 1:20, c = 1:30)
  cases <- cases[mapply(mid, cases$b, cases$c) < 0.05 & mapply(squared, cases$b, cases$c) > 0.05 |
    mapply(mid, cases$b, cases$c) > 0.05 & mapply(squared, cases$b, cases$c) < 0.05, ]
  expect_gt(nrow(cases), 0)
  for (i in seq_len(min(3, nrow(cases)))) {
    r <- compare_classifiers(discordant(cases$b[i], cases$c[i], 100), "accuracy")
    expect_equal(
      r$note, "mid-p test and Tango interval disagree at the border: method \"mcnemar\" agrees with it"
    )
    expect_true(is.na(r$adj.conf.low) && is.na(r$adj.conf.high))
    v <- verdict(discordant(cases$b[i], cases$c[i], 100), "accuracy")
    expect_false(anyNA(v$overall$conf.low))
    expect_true(is.na(v$overall$note))
  }
})

test_that("a note of few observations does not hide that test and interval disagree", {
  set.seed(1)
  repeat {
    y <- rep(sample(c("p", "n"), 20, TRUE), each = 2)
    labels <- data.frame(
      y = y, a = ifelse(runif(40) < 0.7, y, "p"), b = ifelse(runif(40) < 0.93, y, sample(c("n", "p"), 40, TRUE)),
      id = rep(1:20, each = 2)
    )
    set <- prediction_set(y ~ a + b, labels, id = id)
    of <- function(adjust) {
      compare_classifiers(set, "precision", "relative", measure = "difference", p.adjust.method = adjust)
    }
    r <- of("holm")
    apart <- which(contradicts(r$p.value, r$conf.low, r$conf.high, r$null.value, 0.05) & r$adj.p.value > 0.05)
    if (length(apart)) break
  }
  for (adjust in c("holm", "bonferroni", "none")) {
    expect_match(
      of(adjust)$note[apart], "p too small with only 20 observations: .*; relative predictive value test and Wald .*"
    )
    expect_equal(lengths(gregexpr("disagree", of(adjust)$note[apart])), rep(1, length(apart)))
  }
})

test_that("no printed end of an interval looks like the null value that it excludes", {
  values <- function(text) as.numeric(strsplit(gsub("[][ ]", "", text), ",")[[1]])
  for (i in seq(1, 240, 8)) {
    x <- suppressWarnings(draw_agreement_set(i))
    r <- suppressWarnings(compare_classifiers(x, if (i %% 16 == 1) "precision" else "recall"))
    away <- which(r$adj.conf.low > r$null.value | r$adj.conf.high < r$null.value)
    if (length(away) == 0) next
    relative <- r$measure[1] != "difference"
    r <- r[away, ]
    shown <- format_interval(r$adj.conf.low, r$adj.conf.high, relative, r$estimate)
    columns <- interval_column(r$adj.conf.low, r$adj.conf.high, relative, r$estimate)
    for (text in c(shown, columns)) expect_false(any(values(text) == r$null.value[1]))
  }
})
