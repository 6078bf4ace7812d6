test_that("lists read as a sentence does", {
  expect_equal(and_list(character()), "")
  expect_equal(and_list("a"), "a")
  expect_equal(and_list(c("a", "b")), "a and b")
  expect_equal(and_list(c("a", "b", "c")), "a, b and c")
  expect_equal(and_list(letters[1:18], 6), "a, b, c, d, e, f and 12 more")
})

test_that("counts agree with their noun", {
  expect_equal(count_of(1, "class", "classes"), "1 class")
  expect_equal(count_of(c(0, 12345.5), "row"), c("0 rows", "12,345.5 rows"))
})

test_that("nouns that users choose have their English plural", {
  one <- c(
    "site", "day", "country", "sex", "branch", "class", "half", "leaf", "roof", "time series", "HQ", "stratum",
    "museum", "Stratum", "Species"
  )
  many <- c(
    "sites", "days", "countries", "sexes", "branches", "classes", "halves", "leaves", "roofs", "time series", "HQs",
    "strata", "museums", "Strata", "Species"
  )
  expect_identical(plural_of(one), many)
  expect_identical(group_nouns("half"), "halves")
})

test_that("every metric has a label and a direction", {
  expect_equal(label_metric(c("npv", "my_metric")), c("negative predictive value", "my_metric"))
  expect_equal(metric_direction(c("recall", "error", "prevalence")), c(1, -1, 0))
})

test_that("averages and overall metrics are named as such", {
  expect_equal(
    label_class(c("a", NA, NA), c("none", "none", "macro")),
    c("a", "overall", "macro average")
  )
})

test_that("counts are written out, whatever the options", {
  counts <- c(1e5, 1e6, 60, 2e15, 123456.25)
  written <- c("100,000", "1,000,000", "60", "2,000,000,000,000,000", "123,456.25")
  expect_equal(format_count(counts), written)
  old <- options(scipen = -9, OutDec = ",")
  on.exit(options(old))
  expect_equal(format_count(counts), written)
})

test_that("numbers too large to be counts do not fill the page", {
  expect_equal(format_count(c(2^53 - 1, 2^53, 1e300)), c("9,007,199,254,740,991", "9.01e+15", "1e+300"))
})

test_that("a label stays on one line", {
  expect_equal(one_line(c("a\nb", "c\t\td", "e f")), c("a b", "c d", "e f"))
})

test_that("labels that would vanish or look like two are quoted", {
  expect_equal(say_label(c("a", "", " b", "c, d", NA)), c("a", "\"\"", "\" b\"", "\"c, d\"", NA))
  expect_equal(say_label(say_label("c, d")), "\"c, d\"")
  expect_equal(table_label(c("", "c, d")), c("\"\"", "c, d"))
  x <- mock_comparison(c("", "soil, bare", "tree"), classifier = "rf, tuned")
  lines <- capture.output(print(x))
  expect_match(lines, '^"" ', all = FALSE)
  expect_match(lines, "^soil, bare ", all = FALSE)
  expect_equal(lines[1], 'Precision by class: "rf, tuned" against nb')
  expect_equal(format(x)$class, c('""', "soil, bare", "tree"))
  said <- unlist(summary(x)$sections)
  expect_match(said, '"soil, bare": 0.963 ("rf, tuned") against 0.550 (nb)', fixed = TRUE, all = FALSE)
  expect_match(said, '"": 0.556 ("rf, tuned")', fixed = TRUE, all = FALSE)
})

test_that("labels that would vanish are quoted in plots", {
  skip_if_not_installed("ggplot2")
  x <- mock_comparison(c("", "soil, bare", "tree"), classifier = "rf, tuned")
  plot <- ggplot2::autoplot(x)
  expect_equal(plot$data$label, c('""', "soil, bare", "tree"))
})

test_that("a set lists labels with commas in quotes", {
  set <- prediction_set(truth ~ nb, data.frame(truth = c("a, b", "c"), nb = c("c", "c")))
  expect_match(capture.output(print(set)), '2: "a, b" and c', fixed = TRUE, all = FALSE)
})

test_that("the summary of a set shows a label that is empty", {
  labels <- c("", "a", "")
  set <- prediction_set(truth ~ nb, data.frame(truth = labels, nb = rev(labels)), levels = c("", "a"))
  expect_match(capture.output(print(summary(set))), '^"" +2 +2$', all = FALSE)
})

test_that("characters that are not seen are shown", {
  expect_identical(
    plain_label(c(
      "a\u001b[31mb", "x\by", "n\nl", "z\u200bw", "\u202eab", "\ufeff", "a\u200db", "\u00ad", "a\u2028", NA
    )),
    c(
      "a\\033[31mb", "x\\by", "n\\nl", "z\\u200bw", "\\u202eab", "\\ufeff", "a\\u200db", "\\u00ad", "a\\u2028", NA
    )
  )
  seen <- c("a", "", " b", "a\"b", "\\", "\u00e9", "e\u0301", "\u0645\u06cc\u200c\u062e", "\U1F468\u200d\U1F469", "{x}")
  expect_identical(plain_label(seen), seen)
  expect_identical(plain_label(factor("a\b")), "a\\b")
  expect_identical(say_label("\033"), "\\033")
  expect_identical(say_label("\xff"), "<ff>")
  expect_identical(say_label(plain_label("\u200b")), "\\u200b")
})

test_that("labels with characters that are not seen are printed at any width", {
  d <- data.frame(t = rep(c("a", "b"), 20), m1 = rep(c("a", "b", "b", "a"), 10), m2 = rep(c("a", "b"), 20))
  widths <- c(60, 80)
  for (odd in c("a\u001b[31mb", "x\by", "\u200b", "\u200b\u200b \u200b", strrep("\u200b ", 50))) {
    odd_data <- d
    odd_data[] <- lapply(d, function(x) ifelse(x == "a", odd, x))
    names(odd_data)[2] <- paste0("m", odd)
    set <- prediction_set(odd_data, 1, 2:3)
    # Each at both widths, with one label after the other.
    for (shown in list(set, verdict(set), summary(set), compare_classifiers(set))) {
      widths <- rev(widths)
      lines <- expect_no_error(capture.output(print(shown, width = widths[1])))
      expect_no_match(lines, "[\u001b\u0008\u200b]")
    }
    widths <- rev(widths)
  }
})
