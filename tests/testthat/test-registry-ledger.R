small_ledger <- data.frame(
  topic = c("a", "a", "a", "b"), kind = "size", method = c("x", "x", "y", "x"), n = c(10, 20, 10, 1000),
  value = c(0.01, 0.0512, 0.02, 0.5), std.error = c(0, 0.002, 0, 0.01)
)

test_that("the ledger is a table of shares with their errors", {
  ledger <- read_ledger()
  expect_true(all(ledger$value >= 0 & ledger$value <= 1 & ledger$undefined >= 0 & ledger$undefined <= 1))
  expect_setequal(ledger$nominal, c(0.001, 0.025, 0.05, 0.8, 0.95, 1, NA))
  exact <- is.na(ledger$sets)
  expect_true(all(ledger$std.error[exact] == 0))
  drawn <- ledger[!exact, ]
  used <- drawn$sets * ifelse(drawn$kind == "coverage", 1 - drawn$undefined, 1)
  expect_equal(drawn$std.error, sqrt(drawn$value * (1 - drawn$value) / used), tolerance = 0.02)
  design <- c("topic", "kind", "method", "metric", "measure", "n", "rate", "dependence", "truth")
  # two precisions, several gaps
  alike <- c("same rows, precision", "stated power")
  expect_false(anyDuplicated(ledger[!ledger$topic %in% alike, design]) > 0)
})

test_that("exact rows are those of base R", {
  rows <- ledger_part(topic = "one proportion", n = 25, rate = "0.9")
  x <- 0:25
  weight <- dbinom(x, 25, 0.9)
  value <- function(method) rows$value[rows$method == method]
  covers <- function(low, high) sum(weight[low <= 0.9 & 0.9 <= high])
  wilson <- vapply(x, function(k) suppressWarnings(prop.test(k, 25, correct = FALSE)$conf.int), double(2))
  expect_equal(value("wilson"), covers(wilson[1, ], wilson[2, ]), tolerance = 0.01)
  exact <- vapply(x, function(k) binom.test(k, 25)$conf.int, double(2))
  expect_equal(value("clopper_pearson"), covers(exact[1, ], exact[2, ]), tolerance = 0.01)
  # McNemar's tests: both classifiers right with probability 0.9, independently; b and c of 25 rows
  table <- expand.grid(b = 0:25, c = 0:25)
  table <- table[table$b + table$c <= 25, ]
  weight <- with(table, exp(lgamma(26) - lgamma(b + 1) - lgamma(c + 1) - lgamma(26 - b - c) +
    (b + c) * log(0.09) + (25 - b - c) * log(0.82)))
  found <- ledger_part(
    topic = "same rows, accuracy", kind = "size", n = 25, rate = "0.9", dependence = "0", method = c("mcnemar", "exact")
  )
  z <- with(table, ifelse(b + c == 0, 0, (b - c)^2 / (b + c)))
  expect_equal(found$value[found$method == "mcnemar"], sum(weight[z >= qchisq(0.95, 1)]), tolerance = 0.01)
  p <- with(table, pmin(1, 2 * pbinom(pmin(b, c), b + c, 0.5)))
  expect_equal(found$value[found$method == "exact"], sum(weight[p <= 0.05]), tolerance = 0.01)
})

test_that("help pages quote ranges, extremes, errors and tables", {
  expect_equal(ledger_range(topic = "a", ledger = small_ledger), "0.010 to 0.051")
  expect_equal(ledger_range(method = "y", ledger = small_ledger), "0.020")
  expect_equal(ledger_most(topic = "a", ledger = small_ledger), "0.051")
  expect_equal(ledger_error(topic = "a", ledger = small_ledger), "0.002")
  expect_equal(ledger_sets(ledger = data.frame(sets = c(600, 200))), "200 to 600")
  expect_equal(ledger_table(ledger = small_ledger), paste(
    "| rows | `x` | `y` |", "| --- | --- | --- |", "| 10 | 0.010 (0.010) | 0.020 (0.020) |",
    "| 20 | 0.051 (0.051) |  |", "| 1,000 | 0.500 (0.500) |  |", sep = "\n"
  ))
  expect_equal(ledger_list(topic = "a", header = c("test", "share"), ledger = small_ledger), paste(
    "| test | share |", "| --- | --- |", "| `x` | 0.010 to 0.051 |", "| `y` | 0.020 |", sep = "\n"
  ))
  found <- data.frame(
    topic = "a", kind = c("size", "size", "power"), method = "x", n = 10, value = c(0.01, 0.02, 0.5), std.error = 0
  )
  expect_equal(
    ledger_two(topic = "a", header = c("test", "equal", "different"), ledger = found),
    "| test | equal | different |\n| --- | --- | --- |\n| x | 0.010 to 0.020 | 0.500 |"
  )
  expect_error(ledger_part(topic = "c", ledger = small_ledger), class = "verdict_error_internal")
  expect_gt(nrow(ledger_part(topic = "regression", method = quoted_gee)), 0)
})

test_that("a table by words has them as its rows", {
  shown <- ledger_table(topic = "several over folds", by = "dependence", header = "learner", method = quoted_anova)
  expect_match(shown, "| naive bayes | ", fixed = TRUE)
  expect_match(shown, "`corrected_anova, 10-fold`", fixed = TRUE)
})

test_that("tests that are said to keep the level do so in the ledger, wherever units are independent", {
  known <- registry_tests[registry_tests$holds, ]
  topics <- c(
    "same rows, accuracy", "same rows, precision", "scores of a pair", "all pairs of scores", "different rows"
  )
  ledger <- ledger_part(kind = "size", nominal = 0.05, topic = topics)
  ledger <- ledger[ledger$method %in% known$method, ]
  expect_setequal(setdiff(known$method, ledger$method), character())
  expect_lte(max(ledger$value), 0.06)
})
