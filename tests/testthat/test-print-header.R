test_that("a prevalence that the units do not know is said as it is written", {
  expect_identical(prevalence_words(list(prevalence = NULL), "0.95/0.05"), "0.95/0.05")
  units <- list(prevalence = c(ham = 0.95, spam = 0.05))
  expect_identical(prevalence_words(units, "0.95/0.05"), "ham 0.95 and spam 0.05")
})

test_that("rows that stand for others are said to", {
  expect_null(weight_words(list(n = 10, n_rows = 10)))
  expect_identical(weight_words(list(n = 12.5, n_rows = 10)), " (standing for 12.5)")
  expect_null(weight_words(list(n = NA_real_, n_rows = NA_real_)))
  expect_null(weight_words(list(n = c(10, 20), n_rows = c(10, 20))))
})

test_that("an unknown number of rows is not said", {
  expect_null(header_rows(list(n = NA_real_, n_rows = NA_real_)))
  x <- estimate_set(c(a = 0.5, b = 0.6), diag(2) * 1e-3)
  for (result in list(compare_classifiers(x), assess_classifiers(x), omnibus_test(x), verdict(x))) {
    expect_no_match(capture.output(print(result)), "NA")
  }
})

test_that("rows that were predicted repeatedly count once, wherever they are told", {
  # Five of six models are of 50 of 60 rows.
  shuffled <- rep(1:6, 10)[order(sin(1:60))]
  d <- data.frame(
    id = rep(1:60, 4), truth = rep(c("x", "y"), 120), again = rep(1:4, each = 60), w = 2,
    fold = c(rep(1:6, 10), rev(shuffled), shuffled, rep(1:6, each = 10))
  )
  d$a <- ifelse(seq_len(240) %% 11 == 0, "x", d$truth)
  d$b <- ifelse(seq_len(240) %% 7 == 0, "y", d$truth)
  of <- function(...) prediction_set(truth ~ a + b, d, id = id, fold = fold, repetition = again, ...)
  x <- of()
  v <- verdict(x, "accuracy")
  compared <- compare_classifiers(x, "accuracy")
  expect_match(printed_text(v), ": 60 rows, .* models trained on about 50 of these rows")
  expect_match(paste(methods_text(v), collapse = " "), "on 60 rows .* about 50 of these rows")
  expect_match(printed_text(compared), "Data: 60 rows, 6-fold cross-validation, 4 repetitions.", fixed = TRUE)
  expect_match(printed_text(as_table(v)), "Data: 60 rows,", fixed = TRUE)
  weighted <- compare_classifiers(of(weights = w), "accuracy")
  expect_match(printed_text(weighted), "60 rows (standing for 120)", fixed = TRUE)
  clustered <- compare_classifiers(x, "accuracy", method = "mcnemar")
  expect_match(printed_text(clustered), "Data: 240 rows of 60 observations", fixed = TRUE)
  # One prediction of 240 is lacking: the row is still there.
  d$a[7] <- NA
  expect_match(printed_text(verdict(of(na = "omit"), "accuracy")), ": 60 rows,", fixed = TRUE)
})

test_that("estimates with errors as given have no caveat of cross-validation, of two sets neither", {
  first <- estimate_set(c(ours = .842), vcov = matrix(.012^2), metric = "f1", lower = 0, upper = 1)
  second <- estimate_set(c(theirs = .815), vcov = matrix(.015^2), metric = "f1", lower = 0, upper = 1)
  given <- compare_independent(first, second)
  expect_equal(given$statistic, .027 / sqrt(.012^2 + .015^2))
  expect_no_match(printed_text(given), "Caveat", fixed = TRUE)
  expect_no_match(printed_text(as_table(given)), "cross-validation", fixed = TRUE)
})

test_that("an odds ratio of rows that only one has right is told from that of the two values beside it", {
  truth <- rep(c("a", "b"), 30)
  wrong <- rep(c("b", "a"), 30)
  # 6 rows only the first has right, 9 only the second, 42 both: 6 / 9, and (48 / 12) / (51 / 9).
  guess <- function(errs) ifelse(seq_along(truth) %in% errs, wrong, truth)
  d <- data.frame(truth, first = guess(c(1:9, 16:18)), second = guess(10:18))
  x <- prediction_set(truth ~ second + first, d)
  odds <- function(...) compare_classifiers(x, "accuracy", measure = "odds_ratio", ...)
  only <- odds()
  both <- odds(method = "wald")
  expect_equal(c(only$estimate, both$estimate), c(6 / 9, (48 / 12) / (51 / 9)))
  expect_match(printed_text(only), "Odds ratio of discordant rows (conditional): first over second;", fixed = TRUE)
  expect_match(as.character(methods_text(only)), "as an odds ratio of discordant rows.", fixed = TRUE)
  expect_match(printed_text(both), "Odds ratio: first over second;", fixed = TRUE)
  expect_no_match(as.character(methods_text(both)), "discordant")
  bound <- printed_text(rbind(both, only))
  expect_match(bound, "Odds ratio, by mid-p McNemar of discordant rows (conditional): first over", fixed = TRUE)
})

test_that("an odds ratio is said to be the conditional one only where it is", {
  d <- data.frame(
    s = rep(1:50, each = 2), t = "y", p = rep(c("y", "y", "n", "n"), c(40, 14, 6, 40)),
    q = rep(c("y", "n", "y", "n"), c(40, 14, 6, 40))
  )
  words <- "of discordant rows"
  compared <- function(...) compare_classifiers(prediction_set(t ~ p + q, d, ...), "accuracy", measure = "odds_ratio")
  rows <- compared()
  expect_equal(rows$estimate, 6 / 14)
  expect_output(print(rows), words)
  expect_match(methods_text(rows), words)
  # With clusters it is that of the two values: 46 and 54 of 100.
  clusters <- compared(id = s)
  expect_equal(clusters$estimate, (46 / 54) / (54 / 46))
  expect_output(print(clusters), "Odds ratio: q over p", fixed = TRUE)
  expect_no_match(utils::capture.output(print(clusters)), words)
  expect_no_match(methods_text(clusters), words)
})
