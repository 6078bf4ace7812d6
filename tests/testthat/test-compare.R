# Two classifiers and one class, given by eight counts. test and interval together
# cover every method and measure; the fixtures are explained in data-raw/fixtures.

requests <- data.frame(
  method = c("gs", "wgs", "gee", "multinomial", "relative", "z"),
  measure = c("ratio", "difference", "odds_ratio", "difference", "ratio", "difference")
)

# Everything that the fixtures may ask about one set, for each of the metrics.
predictive_values <- function(set, metrics) {
  out <- lapply(stats::setNames(nm = metrics), function(metric) numeric())
  for (i in seq_len(nrow(requests))) {
    method <- requests$method[i]
    measure <- requests$measure[i]
    rows <- suppressWarnings(
      compare_classifiers(set, metrics, method, measure, classes = "yes", p.adjust.method = "none"),
      classes = "verdict_warning" # z ignores the pairing
    )
    expect_sound(rows, method)
    name <- gsub(" ", "_", measure)
    names <- c(
      "reference", "new", name, paste0(name, c("_se", "_low", "_high")),
      method, paste0(method, "_logp")
    )
    for (metric in metrics) {
      row <- rows[rows$metric == metric, ]
      out[[metric]][names] <- c(
        row$estimate.reference, row$estimate.classifier, row$estimate, row$std.error,
        row$conf.low, row$conf.high, chi_squared(row), row$log.p.value
      )
    }
  }
  out
}

designs <- read_fixture("paired-designs.csv")
designs <- stats::setNames(split(designs[-1], seq_len(nrow(designs))), designs$design)

test_that("precision and NPV of two classifiers agree with exact arithmetic and peers", {
  exact <- fixture_values("paired-exact.csv", c("design", "metric"))
  peers <- fixture_values("paired-peers.csv", c("design", "metric"))
  for (name in names(designs)) {
    set <- as_prediction_set(paired_table(designs[[name]]))
    found <- predictive_values(set, c("precision", "npv"))
    for (metric in names(found)) {
      key <- paste(name, metric)
      expect_values(found[[metric]], exact[[key]], key)
      if (key %in% names(peers)) {
        expect_values(found[[metric]], peers[[key]], paste(key, "(peer)"))
      }
    }
  }
})

matched_requests <- data.frame(
  method = c("mcnemar", "mcnemar_cc", "exact", "midp", "midp", "midp", "midp", "midp"),
  measure = rep(c("difference", "ratio"), c(5, 3)),
  interval = c(
    "tango", "newcombe", "agresti_min", "bonett_price", "wald", "wald", "tang", "bonett_price"
  )
)

# What the fixtures may ask about matched pairs, one named vector for each metric.
matched_values <- function(set, metrics) {
  out <- lapply(stats::setNames(nm = metrics), function(metric) numeric())
  for (i in seq_len(nrow(matched_requests))) {
    ask <- matched_requests[i, ]
    rows <- compare_classifiers(
      set, metrics, ask$method, ask$measure,
      classes = "yes", interval = ask$interval, p.adjust.method = "none"
    )
    expect_sound(rows, ask$method)
    limits <- paste0(if (ask$measure == "ratio") "ratio_", ask$interval, c("_low", "_high"))
    names <- c("new", "reference", ask$measure, ask$method, paste0(ask$method, "_logp"), limits)
    for (metric in metrics) {
      row <- rows[rows$metric == metric, ]
      out[[metric]][names] <- c(
        row$estimate.classifier, row$estimate.reference, row$estimate, chi_squared(row),
        row$log.p.value, row$conf.low, row$conf.high
      )
    }
  }
  for (side in c("greater", "less")) {
    rows <- compare_classifiers(
      set, metrics, "sign", classes = "yes", alternative = side, p.adjust.method = "none"
    )
    for (metric in metrics) {
      log_p <- rows$log.p.value[rows$metric == metric]
      out[[metric]][paste0("sign_", side, "_logp")] <- log_p
    }
  }
  out
}

matched_designs <- read_fixture("pairs-designs.csv")
matched_designs <- stats::setNames(
  split(matched_designs[-1], seq_len(nrow(matched_designs))), matched_designs$design
)

# A Wald interval whose variance is 0 has no width: not an interval.
without_flat <- function(expected, cells) {
  discordant <- cells$b + cells$c
  flat <- discordant == 0 || (cells$a + cells$d == 0 && cells$b * cells$c == 0)
  if (flat) expected[!names(expected) %in% c("wald_low", "wald_high")] else expected
}

test_that("matched proportions agree with exact arithmetic and peers", {
  exact <- fixture_values("pairs-exact.csv", "design")
  peers <- read_fixture("pairs-peers.csv")
  # ratesci and contingencytables search to 1e-6 or so, PropCIs until z is right to 1e-6
  near <- function(quantity) ifelse(grepl("tango|tang", quantity), 2e-4, 1e-9)
  for (name in names(matched_designs)) {
    cells <- matched_designs[[name]]
    expected <- without_flat(exact[[name]], cells)
    if (cells$b + cells$c == 0) expected <- expected[!grepl("ratio_wald", names(expected))]
    found <- matched_values(as_prediction_set(matched_table(cells)), c("accuracy", "recall"))
    expect_values(found$accuracy, expected, paste(name, "accuracy"))
    expect_values(found$recall, expected, paste(name, "recall"))
    said <- peers[peers$design == name & peers$quantity %in% names(expected), ]
    error <- deviation(found$accuracy[said$quantity], said$value, floor = 1e-3)
    wrong <- error > near(said$quantity)
    expect(!any(wrong), paste(name, said$source[wrong], said$quantity[wrong], collapse = "\n"))
  }
})

test_that("specificity is a matched proportion among the rows outside the class", {
  exact <- fixture_values("pairs-exact.csv", "design")
  for (name in c("tan", "one_win", "all_discordant", "long_tail")) {
    set <- as_prediction_set(matched_table(matched_designs[[name]], truth = "no"))
    found <- matched_values(set, "specificity")
    expect_values(found$specificity, exact[[name]], paste(name, "specificity"))
  }
})
