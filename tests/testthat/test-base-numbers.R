ends_of <- function(low, high, measure = "difference", estimate = (low + high) / 2) {
  sub(".*\\[", "[", format_estimate(estimate, low, high, measure))
}

estimate_of <- function(x, ...) sub(" \\[.*", "", format_estimate(x, ...))

test_that("p-values in full keep their size", {
  expect_equal(
    format_p(full = TRUE, c(0.00712, 3.2e-12, 1e-300, 0.87, 1, NA)),
    c("0.0071", "3.2e-12", "1e-300", "0.87", "1", "NA")
  )
  expect_equal(format_p(full = TRUE, c(0.0496, 0.0504)), c("0.0496", "0.0504"))
})

test_that("beyond a double the logarithm speaks", {
  expect_equal(format_p(full = TRUE, c(0, 0), log.p.value = c(-512, -700) * log(10)), c("1e-512", "1e-700"))
  # 2^-2000 = 8.7e-603, from an integer power computed in 50 digits
  expect_equal(format_p(full = TRUE, 0, log.p.value = -2000 * log(2)), "8.7e-603")
  expect_equal(format_p(full = TRUE, 0, log.p.value = -400 * log(10) - 1e-9), "1e-400")
  expect_equal(format_p(full = TRUE, 0), "<1e-307")
})

test_that("p-values in a column have three decimals, and no level that they miss", {
  expect_equal(
    format_p(c(0.0412, 0.2, 1e-9, 0, 1, 0.9997, 0.0496, 0.05, 0.001, NA)),
    c("0.041", "0.200", "<0.001", "<0.001", ">0.99", ">0.99", "0.0496", "0.050", "0.001", "NA")
  )
})

test_that("an option shows p-values in full, in columns and sentences", {
  rlang::local_options(verdict.p = "full")
  expect_equal(format_p(c(1e-300, 0, 0.0412), log.p.value = c(NA, -512 * log(10), NA)), c("1e-300", "1e-512", "0.0412"))
  expect_equal(format_p(prefix = TRUE, c(1e-300, 0, NA)), c("p = 1e-300", "p < 1e-307", "no p-value"))
  rlang::local_options(verdict.p = TRUE)
  expect_error(format_p(0.1), "must be \"short\" or \"full\"", class = "verdict_error_argument")
})

test_that("the option and the argument say how many digits numbers have", {
  rlang::local_options(verdict.digits = 2)
  expect_equal(estimate_of(c(0.9412, 0.9412), c(NA, 0.9), c(NA, 0.98)), c("0.94", "0.94"))
  expect_equal(ends_of(0.9312, 1.0523), "[0.9, 1.1]")
  rlang::local_options(verdict.digits = 0)
  expect_error(estimate_of(1), "whole number from 1 to 15", class = "verdict_error_argument")
})

test_that("negative numbers have a minus sign where the output can show it", {
  text <- c("-0.1", "a-1", "[-0.2, -0.1]", "1e-05", "from -1 to 2", "-Inf")
  expect_equal(true_minus(text), text)
  local_reproducible_output(unicode = TRUE)
  expect_equal(
    true_minus(text),
    c("\u22120.1", "a-1", "[\u22120.2, \u22120.1]", "1e-05", "from \u22121 to 2", "\u2212Inf")
  )
})

test_that("numbers have three significant digits, or their interval's", {
  expect_equal(
    estimate_of(c(0.94, 0.07123, 1.2345, 27.83, 0)), c("0.940", "0.0712", "1.23", "27.8", "0")
  )
  expect_equal(estimate_of(1.0021, 0.9981, 1.0062), "1.0021")
  expect_equal(estimate_of(c(Inf, -Inf, NA)), c("Inf", "-Inf", "NA"))
  expect_equal(estimate_of(c(1.234e-7, 1234567)), c("1.23e-07", "1.23e+06"))
})

test_that("ties are rounded away from zero, whatever the last bit", {
  x <- c(0.1265, 0.1265 - 2^-56, -0.1125, -0.1125 + 2^-56)
  expect_equal(fixed(x, 3), c("0.127", "0.127", "-0.113", "-0.113"))
  expect_equal(format_p(full = TRUE, c(0.125, 0.125 - 2^-55)), c("0.13", "0.13"))
})

test_that("intervals show two digits of their width", {
  expect_equal(ends_of(0.93, 1.05), "[0.93, 1.05]")
  expect_equal(ends_of(0.99812, 1.00213), "[0.9981, 1.0021]")
  expect_equal(ends_of(-0.00004, 0.04), "[-0.00004, 0.04000]")
  expect_equal(ends_of(0.0012, 14.51, measure = "ratio"), "[0.0012, 14.5]")
  expect_equal(ends_of(c(0.5, NA), c(Inf, NA)), c("[0.50, Inf]", "NA"))
})

test_that("an end that is not the reference value does not look like it", {
  expect_equal(ends_of(0.00229, 0.1177, estimate = 0.06), "[0.002, 0.118]")
  expect_equal(ends_of(-0.1177, -0.00229, estimate = -0.06), "[-0.118, -0.002]")
  expect_equal(ends_of(1.0004, 14.51, measure = "ratio", estimate = 4), "[1.0004, 14.5]")
  expect_equal(ends_of(0.71, 0.9998, measure = "ratio"), "[0.7100, 0.9998]")
  expect_equal(ends_of(0.85, 1 - 1e-15), "[0.85, 1.00]")
  expect_equal(ends_of(0.661, 1 - 8.1e-6, measure = "ratio", estimate = 0.813), "[0.66, 0.99999]")
  expect_equal(ends_of(1 + 3.7e-6, 1.7, measure = "ratio", estimate = 1.3), "[1.000004, 1.70]")
  expect_equal(ends_of(0.661, 1 - 8.1e-6, estimate = 0.813), "[0.66, 1.00]")
  set.seed(3)
  ends <- c(10^runif(200, -5, 0), 1 + 10^runif(200, -4.9, 0))
  shown <- ends_of(ends, ends + 0.5, measure = "ratio", estimate = ends + 0.2)
  expect_false(any(as.numeric(sub("^.([^,]*),.*", "\\1", shown)) %in% 0:1))
})

test_that("the end of the scale does not count for the digits", {
  expect_equal(ends_of(0, 0.99788, estimate = 0.9961), "[0.0000, 0.9979]")
  expect_equal(ends_of(0.9812, 1, estimate = 0.9902), "[0.981, 1.000]")
  expect_equal(ends_of(-1, 0.0312, estimate = 0.0115), "[-1.000, 0.031]")
  expect_equal(estimate_of(1.1234, 1.1211, Inf), "1.1234")
})

test_that("p-values in sentences have three decimals and are never rounded onto a level", {
  expect_equal(
    format_p(prefix = TRUE, c(0.041, 0.2, 1e-9, 1, 0.0496, 0.0504, 0.05, 0.00101, NA)),
    c(
      "p = 0.041", "p = 0.200", "p < 0.001", "p > 0.99", "p = 0.0496", "p = 0.0504", "p = 0.050", "p = 0.001",
      "no p-value"
    )
  )
})

test_that("no p-value is printed onto the level by which it is judged, or beyond", {
  p <- c(0.4996, 0.5, 0.5004, 0.49999999)
  expect_equal(column_p(p, level = 1 - 0.5), c("0.4996", "0.500", "0.5004", "0.49999999"))
  expect_equal(say_p(c(0.496, 0.5, 0.504, 0.49), level = 0.5), paste("p =", c("0.496", "0.500", "0.504", "0.490")))
  expect_equal(full_p(c(0.496, 0.0499, 0.04997), level = 0.5), c("0.496", "0.0499", "0.04997"))
  # 0.0126 has more decimals than are shown: 0.013 is beyond it
  expect_equal(column_p(c(0.01255, 0.01264), level = 0.0126), c("0.01255", "0.013"))
  expect_equal(column_p(c(0.4996, 0.1996), level = c(0.5, 0.2)), c("0.4996", "0.1996"))
  expect_equal(format_p(0.4996), "0.500")
  # 1 - 0.95 is not 0.05 to the last bit
  expect_equal(column_p(c(0.05, 1 - 0.95), level = 1 - 0.95), c("0.050", "0.050"))
})

test_that("a level below 0.001 or above 0.99 is not hidden by a bound", {
  p <- c(0.00004, 0.0002, 0.000099996, 0.5)
  expect_equal(column_p(p, level = 1e-4), c("4e-05", "0.0002", "9.9996e-05", "0.500"))
  expect_equal(say_p(c(0.00004, 0), c(NA, -512 * log(10)), level = c(0.05, 1e-4)), c("p = 4e-05", "p = 1e-512"))
  expect_equal(say_p(c(0.9951, 0.9989), level = 0.996), c("p = 0.995", "p = 0.999"))
})

test_that("what is printed of a result is on the side of its level", {
  set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  x <- compare_classifiers(set, "accuracy", conf.level = 0.5)
  x$p.value <- x$adj.p.value <- 0.4996
  expect_equal(format(x)$p, "0.4996")
  expect_equal(format_p(x), "0.4996")
  expect_match(as.character(x), "p = 0.4996", fixed = TRUE)
  long <- as.data.frame(as_table(x, layout = "long", columns = c("p", "adj.p.value")))
  expect_equal(unname(unlist(long)), rep("0.4996", 2))
  expect_equal(format_p_column(x$p.value, attr(x, "verdict")), "0.4996")
  found <- flips(set, conf.level = 0.5)
  found$p.value[1] <- found$adj.p.value[1] <- 0.4996
  expect_output(print(found, width = 200), "0.4996 +0.4996")
  expect_match(as.character(found[1, ]), "p = 0.4996", fixed = TRUE)
  whole <- omnibus_test(set, over = "classes", conf.level = 0.5)
  whole$p.value <- whole$adj.p.value <- 0.4996
  expect_match(as.character(whole), "p = 0.4996", fixed = TRUE)
})

test_that("a column has the same decimals in all its rows", {
  expect_equal(format_column(c(1.01, 0.9, 1.753)), c("1.010", "0.900", "1.753"))
  expect_equal(format_column(c(0, 0.5, NA)), c("0.000", "0.500", "NA"))
  expect_equal(interval_column(c(0.93, 1.18), c(1.05, 1.234)), c("[0.930, 1.050]", "[1.180, 1.234]"))
})

test_that("where columns need very different decimals, each metric has its own", {
  value <- c(0.8804, 0.678, 15.49, 12.17)
  low <- c(0.8472, 0.62, 10.5, 8.4)
  high <- c(0.9071, 0.73, 23.1, 17.6)
  metric <- c("recall", "recall", "dor", "dor")
  expect_equal(format_column(value, low, high, by = metric), c("0.880", "0.678", "15.5", "12.2"))
  expect_equal(
    interval_column(low, high, estimate = value, by = metric),
    c("[0.847, 0.907]", "[0.620, 0.730]", "[10.5, 23.1]", "[8.4, 17.6]")
  )
  # one metric for all: each number by itself
  expect_equal(format_column(value, low, high), c("0.880", "0.68", "15", "12.2"))
})

test_that("statistics have the same decimals, two where their sizes differ much", {
  expect_equal(statistic_column(c(176.39, 71.8, 0.5342, NA)), c("176.39", "71.80", "0.53", "NA"))
  expect_equal(statistic_column(c(1.07, 18.31, 0)), c("1.07", "18.31", "0.00"))
  expect_equal(statistic_column(NA_real_), "NA")
})

test_that("an interval without width is the number that its estimate is", {
  expect_equal(ends_of(0.05, 0.05), "[0.0500, 0.0500]")
  expect_equal(ends_of(0.05, 0.05 + 1e-17, estimate = 0.05), "[0.0500, 0.0500]")
  expect_equal(estimate_of(0.05, 0.05, 0.05), "0.0500")
  expect_equal(ends_of(0, 0), "[0, 0]")
})

test_that("an estimate has the decimals of its interval", {
  expect_equal(estimate_of(-0.0135, -0.0402, 0.0131), "-0.014")
  expect_equal(estimate_of(0.0021, -0.0109, 0.0151), "0.002")
  expect_equal(estimate_of(1.753, 1.0004, 14.51, measure = "ratio"), "1.75")
  expect_equal(estimate_of(3.2, 0.0012, 14.51, measure = "ratio"), "3.20")
})

test_that("the ends of a ratio's interval have two digits at least", {
  expect_equal(interval_column(0.668, 3.341, relative = TRUE, estimate = 1.5), "[0.67, 3.34]")
})

test_that("shares and their differences have the same decimals in all rows", {
  value <- c(0.1045, 0.1, -0.15)
  low <- c(0.1040, -0.3, -0.30)
  high <- c(0.1050, 0.5, 0.00)
  expect_equal(nchar(sub("^[^.]*", "", format_column(value, low, high))), rep(5, 3))
})

test_that("a difference has the decimals of its values, but at most one more than its interval tells", {
  said <- function(x, low, high, values) {
    paste(format_number(x, low, high, values = values), format_interval(low, high, estimate = x, values = values))
  }
  # two digits of a width of 0.11, one more with values of three decimals
  expect_equal(said(0.035, -0.015, 0.095, 3), "0.035 [-0.015, 0.095]")
  expect_equal(said(0.035, -0.015, 0.095, 0), "0.04 [-0.02, 0.10]")
  expect_equal(said(0.035, -0.015, 0.095, 5), "0.035 [-0.015, 0.095]")
  expect_equal(said(5.123, 1.2, 9.1, 3), "5.12 [1.20, 9.10]")
  # alone it has theirs
  expect_equal(format_number(0.0112, values = 3), "0.011")
  expect_equal(format_number(0.0112), "0.0112")
  x <- mock_accuracy(0.0312, 0.06, 0.3)
  expect_match(as.character(x), "0.941 [(]rf[)] against 0.910 [(]nb[)], difference 0.031 [[]-0.029, 0.091[]]")
  expect_identical(format(x)$difference, "0.031")
  expect_identical(format_estimate(x), "0.031 [-0.029, 0.091]")
})

test_that("a p-value near 1 says no more than that, in columns and sentences", {
  expect_equal(format_p(c(1, 0.996, 0.994)), c(">0.99", ">0.99", "0.994"))
  expect_equal(format_p(c(1, 0.996), prefix = TRUE), rep("p > 0.99", 2))
})

test_that("a level near 1 has as many digits as tell it from 1", {
  level <- c(0.95, 0.975, 0.9999, 0.99999, 0.999999, 0.9999999, 1, NA, 0.123456)
  expect_identical(
    format_percent(level),
    c("95%", "97.5%", "99.99%", "99.999%", "99.9999%", "99.99999%", "100%", "NA%", "12.35%")
  )
  x <- prediction_set(truth ~ svm + tree, satellite)
  expect_output(print(compare_classifiers(x, "accuracy", conf.level = 0.999999)), "Interval: 99.9999%", fixed = TRUE)
})

test_that("an end that is shown alone is not rounded onto equality either", {
  expect_identical(interval_column(1.00040, Inf, TRUE, 1.040, open = "high"), "[at least 1.0004]")
  expect_identical(interval_column(-1, 0.00042, FALSE, -0.11, open = "low"), "[at most 0.0004]")
})

test_that("decimals but for rounding are these, and nothing else", {
  expect_identical(as_decimal(seq(0.01, 0.99, 0.01)), (1:99) / 100)
  odd <- c(1 / 3, pi, 0.3 + 1e-13, NA, Inf)
  expect_identical(as_decimal(odd), odd)
})

test_that("an end just off 0 is a 0 that the interval excludes, and bounds without width have their digits", {
  expect_identical(format_interval(6e-12, 0.03, estimate = 0.015), "(0.000, 0.030]")
  expect_identical(interval_column(c(-0.05, -0.2), c(-1e-11, -0.1), estimate = c(-0.02, -0.15)),
    c("[-0.050, 0.000)", "[-0.200, -0.100]")
  )
  expect_identical(align_interval(c("(0.000, 0.030]", "[-0.1, 0.000)")), c("(0.000, 0.030]", "[ -0.1, 0.000)"))
  expect_identical(interval_column(-1 / 15, -1 / 15), "[-0.0667, -0.0667]")
  expect_identical(interval_column(0, 0.5), "[0.00, 0.50]")
  expect_identical(format_interval(2.62e-08, 5.5e7, relative = TRUE, estimate = 1.2), "[2.62e-08, 5.5e+07]")
})

test_that("values of a pair that nearly agree do not look apart because of where they are rounded", {
  # 2,959,500 of 2,994,010 rows less 7,500 + 29,700 or 7,500 + 30,010: 0.98757519 and 0.98747165.
  cells <- data.frame(
    truth = "0", gbm = c("1", "0", "1", "0"), net = c("1", "1", "0", "0"), n = c(7500, 30010, 29700, 2926800)
  )
  x <- prediction_set(truth ~ gbm + net, cells, weights = n, levels = c("0", "1"), positive = "1")
  r <- compare_classifiers(x, "specificity")
  expect_equal(r$estimate.reference, 1 - (7500 + 29700) / 2994010, tolerance = 1e-12)
  columns <- format(r)
  expect_identical(c(columns$net, columns$gbm), c("0.9875", "0.9876"))
  text <- gsub("\\s+", " ", paste(capture.output(print(verdict(x, "specificity"))), collapse = " "))
  expect_match(text, "Specificity: 0.9876 (gbm) against 0.9875 (net), difference 0.00010", fixed = TRUE)
  # A ratio of 1.00012 of values that would be rounded to 1.000 and 0.999; then values that would not.
  expect_identical(pair_places(c(0.99956, 0.981), c(0.99944, 0.9813)), c(4, 3))
  # Half of the last digit apart and more they may look so; the same never do.
  expect_identical(pair_places(c(0.9874, 0.5), c(0.9880, 0.5)), c(3, 3))
  # Whatever is nearly the same, it ends.
  near <- pair_places(c(0.9875, 1e-7, 1e9, NA, Inf), c(0.9875 - 1e-15, 1e-7 + 1e-20, 1e9 + 1e-6, 1, Inf))
  expect_true(all(near[1:3] < 30))
})
