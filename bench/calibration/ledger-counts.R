# Parts of the ledger that depend on few counts: complete enumeration where the tables can be listed, else
# many tables at once in C.

# Rows of the ledger. `value`: the share that rejected (kind "size", or "power" where there is something to be
# found) or that held the truth ("coverage", of the data sets that have an interval); `undefined`: the share
# without a test or an interval. A test without a value does not reject. `nominal`: what it is to be.
ledger_rows <- function(topic, kind, method, metric, measure, n, rate, dependence, truth, value, undefined = 0,
                        sets = NA, nominal = c(size = 0.05, coverage = 0.95, power = NA)[[kind]]) {
  used <- if (is.na(sets)) Inf else sets * if (kind == "coverage") 1 - undefined else 1
  rows <- data.frame(
    topic, kind, method, metric, measure, n, rate = as.character(rate), dependence = as.character(dependence), truth,
    nominal, value, std.error = sqrt(value * (1 - value) / used),
    undefined, sets, row.names = NULL
  )
  rows[!is.na(rows$value), ] # where no data set had an interval there is nothing to judge
}

# Shares over tables with these probabilities (exact) or drawn (all alike).
size_of <- function(p, weight) c(sum(weight[!is.na(p) & p <= 0.05 * (1 + 1e-12)]), sum(weight[is.na(p)]))

coverage_of <- function(low, high, truth, weight) {
  unknown <- is.na(low) | is.na(high)
  slack <- 1e-9 * max(1, abs(truth))
  held <- !unknown & low <= truth + slack & truth <= high + slack
  c(sum(weight[held]) / sum(weight[!unknown]), sum(weight[unknown]))
}

# All tables of n rows in k cells.
compositions <- function(n, k) {
  if (k == 1) return(matrix(n))
  parts <- lapply(0:n, function(first) cbind(first, compositions(n - first, k - 1)))
  unname(do.call(rbind, parts))
}

multinomial <- function(tables, probability) {
  n <- sum(tables[1, ])
  logs <- ifelse(tables > 0, t(t(tables) * log(probability)), 0)
  exp(lgamma(n + 1) + rowSums(logs - lgamma(tables + 1)))
}

# -- one proportion ------------------------------------------------------------------------------------

one_proportion <- function(sizes, rates) {
  intervals <- c("wilson", "clopper_pearson", "agresti_coull", "midp", "normal", "logit")
  parts <- lapply(sizes, function(n) {
    x <- as.double(0:n)
    share <- x / n
    do.call(rbind, lapply(intervals, function(interval) {
      limits <- .Call(
        internal$ffi_assess_intervals, interval, share, sqrt(share * (1 - share) / n), x, rep(as.double(n), n + 1),
        0.05, stats::qnorm(0.975)
      )
      do.call(rbind, lapply(rates, function(rate) {
        found <- coverage_of(limits[1, ], limits[2, ], rate, stats::dbinom(x, n, rate))
        ledger_rows(
          "one proportion", "coverage", interval, "accuracy", "value", n, rate, "none", "value", found[1], found[2]
        )
      }))
    }))
  })
  do.call(rbind, parts)
}

# -- two classifiers on the same rows ------------------------------------------------------------------

# Of one row in each of eight cells (of the class: both call it, only the first, only the second, neither;
# then not of the class) what it adds to the moments in C.
cell_moments <- local({
  first <- rep(c(1, 1, 0, 0), 2)
  second <- rep(c(1, 0, 1, 0), 2)
  own <- rep(1:0, each = 4)
  code <- cbind(first * own, second * own, first * (1 - own), second * (1 - own), own, 1)
  apply(code, 1, function(u) c(u, outer(u, u)))
})

two_classifiers <- prediction_set(
  truth ~ a + b, data.frame(truth = c("yes", "no"), a = c("yes", "no"), b = c("no", "yes")), levels = c("yes", "no")
)

# Every table (a row of eight counts) compared, the first classifier with the second.
compare_tables <- function(tables, metric, method, measure, interval, alternative = "two.sided",
                           quantile = stats::qnorm(if (alternative == "two.sided") 0.975 else 0.95)) {
  known <- internal$tests_of("pair")[method, ]
  request <- list(
    test = known$test, scale = if (is.na(known$scale)) measure else known$scale, measure = measure,
    interval = interval, alternative = alternative, quantile = quantile, clustered = FALSE,
    squared = known$squared, vcov = "robust"
  )
  found <- .Call(
    internal$ffi_compare_proportions, two_classifiers, metric, rep(1L, nrow(tables)), matrix(1:2), request,
    cell_moments %*% t(tables)
  )
  list(p = exp(found$log.p.value), low = found$conf.low, high = found$conf.high)
}

# What is asked of each table: the tests with their intervals.
asked_of <- list(
  matched = rbind(
    data.frame(method = c("mcnemar", "mcnemar_cc", "exact", "midp", "sign"), measure = "difference", interval = "wald"),
    data.frame(method = "wald", measure = c("difference", "ratio", "odds_ratio"), interval = "wald"),
    data.frame(method = "mcnemar", measure = "difference",
      interval = c("tango", "agresti_min", "bonett_price", "newcombe")),
    data.frame(method = "mcnemar", measure = "ratio", interval = c("tang", "bonett_price")),
    data.frame(method = c("exact", "midp", "mcnemar"), measure = "odds_ratio", interval = c("exact", "midp", "score"))
  ),
  predictive = rbind(
    data.frame(method = rep(c("wgs", "gs"), each = 2), measure = c("difference", "ratio"), interval = "score"),
    data.frame(method = c("multinomial", "relative", "gee"), measure = c("difference", "ratio", "odds_ratio"),
      interval = "wald"),
    data.frame(method = "z", measure = "difference", interval = "wald")
  )
)

# Each test once, by its name, and each interval once. An odds ratio of McNemar's family is that of the
# discordant rows.
test_name <- function(asked) {
  wald <- asked$method == "wald"
  ifelse(wald, paste("wald,", sub("_", " ", asked$measure)), asked$method)
}

interval_name <- function(asked) {
  ifelse(asked$interval == "score" & asked$method %in% c("wgs", "gs"), paste("score,", asked$method), asked$interval)
}

is_conditional <- function(asked) asked$measure == "odds_ratio" && asked$interval %in% c("exact", "midp", "score")

odds <- function(p) p / (1 - p)

true_value <- function(asked, cells, rates) {
  switch(asked$measure,
    difference = rates[1] - rates[2], ratio = rates[1] / rates[2],
    odds_ratio = if (is_conditional(asked)) cells[2] / cells[3] else odds(rates[1]) / odds(rates[2])
  )
}

# `designs`: a list of list(cells, rates, rate, dependence, truth); `tables` and `weights` (a column a design).
tables_ledger <- function(topic, metric, family, n, designs, evaluate, sets) {
  asked <- asked_of[[family]]
  tests <- test_name(asked)
  own <- asked$interval != "wald" | asked$method %in% c("wald", "multinomial", "relative", "gee")
  parts <- lapply(seq_len(nrow(asked)), function(i) {
    one <- asked[i, ]
    is_test <- match(tests[i], tests) == i
    is_interval <- own[i]
    evaluate(one, function(design, found, weight) {
      add <- function(kind, method, measure, value) {
        ledger_rows(
          topic, kind, method, metric, measure, n, design$rate, design$dependence, design$truth, value[1], value[2],
          sets
        )
      }
      truth <- true_value(one, design$cells, design$rates)
      rbind(
        if (is_test && design$truth == "equal") add("size", tests[i], "any", size_of(found$p, weight)),
        if (is_interval) {
          measure <- if (is_conditional(one)) "conditional odds ratio" else one$measure
          add("coverage", interval_name(one), measure, coverage_of(found$low, found$high, truth, weight))
        }
      )
    })
  })
  do.call(rbind, parts)
}

sides <- function(one) if (one$method == "sign") "greater" else "two.sided"

compare_asked <- function(tables, metric, one) {
  compare_tables(tables, metric, one$method, one$measure, one$interval, sides(one))
}

# All tables of n rows, for every design at once.
by_enumeration <- function(tables, metric, designs, weights) {
  function(one, rows) {
    found <- compare_asked(tables, metric, one)
    do.call(rbind, Map(function(design, weight) rows(design, found, weight), designs, weights))
  }
}

by_simulation <- function(n, metric, designs, sets) {
  drawn <- lapply(designs, function(design) t(stats::rmultinom(sets, n, design$cells)))
  function(one, rows) {
    do.call(rbind, Map(function(design, tables) {
      rows(design, compare_asked(tables, metric, one), rep(1 / nrow(tables), nrow(tables)))
    }, designs, drawn))
  }
}

matched_designs <- function(rates, dependence) {
  grid <- expand.grid(rho = dependence, rate = rates, truth = c("equal", "different"), stringsAsFactors = FALSE)
  lapply(seq_len(nrow(grid)), function(i) {
    rates <- grid$rate[i] - c(0, if (grid$truth[i] == "equal") 0 else 0.1)
    together <- list(agreement = NULL, correlation = NULL, rho = grid$rho[i])
    cells <- internal$accuracy_cells(rates, together, NULL)
    list(
      cells = c(cells, 0, 0, 0, 0), rates = rates, rate = grid$rate[i], dependence = grid$rho[i], truth = grid$truth[i]
    )
  })
}

# Accuracy, recall and their like: exact up to `most` rows.
matched_pairs <- function(sizes, rates, dependence, sets, most = 50) {
  designs <- matched_designs(rates, dependence)
  parts <- lapply(sizes, function(n) {
    exact <- n <= most
    evaluate <- if (exact) {
      four <- compositions(n, 4)
      tables <- cbind(four, matrix(0, nrow(four), 4))
      by_enumeration(tables, "recall", designs, lapply(designs, function(x) multinomial(four, x$cells[1:4])))
    } else {
      by_simulation(n, "recall", designs, sets)
    }
    tables_ledger("same rows, accuracy", "accuracy", "matched", n, designs, evaluate, if (exact) NA else sets)
  })
  do.call(rbind, parts)
}

# Precision of a class with this share; called as often as it occurs.
precision_designs <- function(shares, dependence) {
  precisions <- list(equal = c(0.8, 0.8), equal = c(0.95, 0.95), different = c(0.8, 0.6))
  grid <- expand.grid(rho = dependence, precision = seq_along(precisions), share = shares)
  lapply(seq_len(nrow(grid)), function(i) {
    rates <- precisions[[grid$precision[i]]]
    share <- grid$share[i]
    list(
      cells = internal$precision_cells(rates, c(share, share), NULL, share, grid$rho[i], NULL), rates = rates,
      rate = share, dependence = grid$rho[i], truth = names(precisions)[grid$precision[i]]
    )
  })
}

precision_pairs <- function(sizes, shares, dependence, sets, most = 10) {
  designs <- precision_designs(shares, dependence)
  parts <- lapply(sizes, function(n) {
    exact <- n <= most
    evaluate <- if (exact) {
      seven <- compositions(n, 7)
      tables <- cbind(seven[, 1:3], 0, seven[, 4:7])
      weights <- lapply(designs, function(x) multinomial(seven, c(x$cells[1:3], x$cells[5:7], x$cells[4] + x$cells[8])))
      by_enumeration(tables, "precision", designs, weights)
    } else {
      by_simulation(n, "precision", designs, sets)
    }
    tables_ledger("same rows, precision", "precision", "predictive", n, designs, evaluate, if (exact) NA else sets)
  })
  do.call(rbind, parts)
}

# -- likelihood ratios and the diagnostic odds ratio ------------------------------------------------------

# Two classifiers with the same sensitivity and specificity, `right`; both are right on `both` of the rows.
ratio_designs <- data.frame(
  n = rep(c(50, 100, 500, 1000), 4), share = rep(c(0.4, 0.1), each = 8), right = rep(c(0.8, 0.95), each = 4),
  both = rep(c(0.7, 0.92), each = 4)
)

# All tables at once: estimates and variances of both classifiers, as the verbs get them.
estimate_tables <- function(tables, metric) {
  found <- .Call(
    internal$ffi_metrics_classes, two_classifiers, metric, 1, rep(1L, nrow(tables)), cell_moments %*% t(tables)
  )
  list(estimate = found$estimates$estimate, vcov = internal$finite_spread(found$estimates$estimate, found$vcov))
}

likelihood_ratios <- function(sets) {
  weight <- rep(1 / sets, sets)
  labels <- c(lr_plus = "LR+", lr_minus = "LR-", dor = "diagnostic odds ratio")
  request <- list(
    test = "wald", scale = "ratio", measure = "ratio", interval = "wald", alternative = "two.sided",
    quantile = stats::qnorm(0.975), clustered = FALSE, squared = FALSE, vcov = "robust"
  )
  parts <- lapply(seq_len(nrow(ratio_designs)), function(i) {
    at <- ratio_designs[i, ]
    p <- c(at$both, at$right - at$both, at$right - at$both, 1 - 2 * at$right + at$both)
    tables <- t(stats::rmultinom(sets, at$n, c(at$share * p, (1 - at$share) * rev(p))))
    odds <- at$right / (1 - at$right)
    do.call(rbind, lapply(names(labels), function(metric) {
      add <- function(kind, method, measure, truth, value) {
        ledger_rows(
          "likelihood ratios", kind, method, labels[[metric]], measure, at$n, at$share, paste("right", at$right), truth,
          value[1], value[2], sets
        )
      }
      found <- estimate_tables(tables, metric)
      compared <- .Call(internal$ffi_compare_estimates, found$estimate, found$vcov, matrix(1:2), request)
      value <- found$estimate[1, ]
      se <- sqrt(found$vcov[1, 1, ])
      truth <- c(lr_plus = odds, lr_minus = 1 / odds, dor = odds^2)[[metric]]
      none <- rep(NA_real_, sets)
      limits <- lapply(c(log = "log", delta = "normal"), function(interval) {
        .Call(internal$ffi_assess_intervals, interval, value, se, none, none, 0.05, stats::qnorm(0.975))
      })
      rbind(
        add("size", "wald", "ratio", "equal", size_of(exp(compared$log.p.value), weight)),
        add("coverage", "wald", "ratio", "equal", coverage_of(compared$conf.low, compared$conf.high, 1, weight)),
        add("coverage", "log", "value", "value", coverage_of(limits$log[1, ], limits$log[2, ], truth, weight)),
        add("coverage", "delta", "value", "value", coverage_of(limits$delta[1, ], limits$delta[2, ], truth, weight))
      )
    }))
  })
  do.call(rbind, parts)
}

# -- different rows --------------------------------------------------------------------------------------

independent_asked <- rbind(
  data.frame(method = c("score", "z", "pooled_z", "fisher", "barnard"), measure = "difference",
    interval = c("miettinen_nurminen", "wald", "score", NA, NA)),
  data.frame(method = "score", measure = "difference", interval = "newcombe"),
  data.frame(method = "score", measure = rep(c("ratio", "odds_ratio"), each = 3),
    interval = c("miettinen_nurminen", "score", "wald"))
)

independent_sets <- function(pairs, rates) {
  parts <- lapply(pairs, function(n) {
    tables <- expand.grid(x = 0:n[1], y = 0:n[2])
    do.call(rbind, lapply(seq_len(nrow(independent_asked)), function(i) {
      one <- independent_asked[i, ]
      if (one$method == "barnard" && max(n) > 50) return(NULL)
      found <- suppressWarnings(as.data.frame(do.call(compare_independent, c(list(
        cbind(tables$x, n[1]), cbind(tables$y, n[2]), method = one$method, measure = one$measure
      ), if (!is.na(one$interval)) list(interval = one$interval)))))
      do.call(rbind, lapply(rates, function(rate) {
        do.call(rbind, lapply(c("equal", "different"), function(truth) {
          second <- rate - if (truth == "equal") 0 else 0.1
          weight <- stats::dbinom(tables$x, n[1], rate) * stats::dbinom(tables$y, n[2], second)
          add <- function(kind, method, measure, value) {
            ledger_rows(
              "different rows", kind, method, "accuracy", measure, sum(n), rate,
              if (n[1] == n[2]) "equal sizes" else "1 to 10", truth, value[1], value[2]
            )
          }
          value <- switch(one$measure,
            difference = rate - second, ratio = rate / second, odds_ratio = odds(rate) / odds(second)
          )
          rbind(
            if (i <= 5 && truth == "equal") add("size", one$method, "any", size_of(found$p.value, weight)),
            if (!is.na(one$interval)) {
              add("coverage", one$interval, one$measure, coverage_of(found$conf.low, found$conf.high, value, weight))
            }
          )
        }))
      }))
    }))
  })
  do.call(rbind, parts)
}

# -- Cochran's Q against chi-squared ----------------------------------------------------------------------

# P(Q >= the chi-squared point) under its permutation distribution, given the numbers of rows on which 1, 2, ... of
# the classifiers are right.
cochran_size <- function(rows) {
  n_classifiers <- length(rows) + 1
  right <- seq_along(rows)
  scale <- sum(rows * right * (n_classifiers - right)) / (n_classifiers - 1)
  spread <- scale * stats::qchisq(0.05, n_classifiers - 1, lower.tail = FALSE)
  # column sums with that spread: one classifier apart from the others
  sums <- c(sqrt(spread / (n_classifiers - 1)), rep(0, n_classifiers - 1))
  p <- .Call(internal$ffi_cochran_permute, matrix(c(0, rows, 0)), matrix(sums), 1)
  stopifnot(p$exact)
  exp(p$log.p.value)
}

# Of `n` rows on which they are not unanimous, 30 random ways to be right: the least and the greatest size.
# Tate and Brown (1970) ask for C n of at least 24 (`rate`).
few_rows_cochran <- function() {
  grid <- expand.grid(n = 3:16, classifiers = 3:6)
  grid <- grid[with(grid, n * classifiers <= 60), ]
  parts <- Map(function(n, classifiers) {
    sizes <- replicate(30, cochran_size(as.vector(stats::rmultinom(1, n, rep(1, classifiers - 1)))))
    enough <- if (n * classifiers < 24) "C n below 24" else "C n from 24 on"
    ledger_rows(
      "Cochran's Q", "size", "cochran", "accuracy", c("least of 30", "greatest of 30"), n, enough,
      paste(classifiers, "classifiers"), "equal", range(sizes)
    )
  }, grid$n, grid$classifiers)
  do.call(rbind, parts)
}
