test_that("the adjusted p-value decides, the sign says which", {
  x <- mock_comparison(c("a", "b", "c"), c(1.01, 1.75, 0.9), c(0.03, 0.2, 0.02))
  expect_equal(outcomes(x), c("open", "better", "worse"))
  expect_equal(outcomes(mock_comparison(metric = "error")), c("open", "worse", "better"))
  x$adj.p.value[2] <- 0.2
  expect_equal(outcomes(x)[2], "open")
})

test_that("results of one pair that were bound are said one by one", {
  x <- mock_accuracy()
  expect_identical(describe_pair(rbind(x, x)), rep(describe_pair(x), 2))
  expect_output(print(summary(rbind(x, mock_accuracy(-0.031)))), "rf is better.*nb is better")
})

test_that("no difference shown is not the same as shown to be equivalent", {
  x <- mock_comparison(c("narrow", "wide"), c(1.001, 1.001), c(0.005, 0.05))
  expect_equal(outcomes(x), c("open", "open"))
  expect_equal(outcomes(with_margin(x, 1 / 1.02, 1.02)), c("equivalent", "open"))
  expect_equal(outcomes(with_margin(x, 1 / 1.5, 1.5)), c("equivalent", "equivalent"))
  d <- mock_accuracy(c(0.001, 0.001), c(0.01, 0.03), c(0.8, 0.8))
  expect_equal(outcomes(with_margin(d)), c("equivalent", "open"))
})

test_that("without a p-value nothing is decided, without an interval nothing is equivalent", {
  x <- mock_comparison(c("a", "b"), c(NA, 1.001), c(NA, 0.005))
  x$conf.low[2] <- x$conf.high[2] <- NA
  expect_equal(outcomes(with_margin(x, 0.5, 2)), c("untested", "open"))
})

# Intervals in each of the places that the two ends of a margin and equality make.
places <- list(
  c(0.03, 0.05), c(0.01, 0.05), c(0.005, 0.015), c(-0.01, 0.01), c(-0.01, 0.05), c(-0.05, 0.01),
  c(-0.015, -0.005), c(-0.05, -0.01), c(-0.05, -0.03), c(-0.05, 0.05)
)
in_place <- function(at, metric = "accuracy") {
  ends <- places[[at]]
  x <- mock_accuracy(mean(ends), diff(ends) / 2, if (prod(ends) > 0) 0.001 else 0.5)
  x$metric <- metric
  x
}
answers_in_order <- c(
  "better_much", "better", "better_little", "equivalent", "not_worse", "not_better", "worse_little",
  "worse", "worse_much", "open"
)

test_that("an interval and a margin make one of ten answers", {
  found <- vapply(seq_along(places), function(at) outcomes(with_margin(in_place(at))), "")
  expect_equal(found, answers_in_order)
  of_error <- vapply(seq_along(places), function(at) outcomes(with_margin(in_place(at, "error"))), "")
  expect_equal(of_error, reversed_outcome(answers_in_order))
})

test_that("an answer is words, for metrics without a good side others", {
  words <- vapply(seq_along(places), function(at) answers_of(with_margin(in_place(at))), "")
  expect_equal(words, c(
    "better by more than the margin", "better", "better, but by less than the margin", "equivalent", "not worse",
    "not better", "worse, but by less than the margin", "worse", "worse by more than the margin", "undecided"
  ))
  expect_equal(answers_of(with_margin(in_place(1, "detection_prevalence"))), "higher by more than the margin")
  expect_equal(answers_of(with_margin(in_place(6, "detection_prevalence"))), "not higher")
  expect_equal(format(with_margin(in_place(3)))$decision, "better by < margin")
  expect_equal(format(with_margin(in_place(9)))$decision, "worse by > margin")
})

test_that("the column `decision` is the answer in a word or two", {
  decided <- vapply(seq_along(places), function(at) with_margin(in_place(at))$decision, "")
  expect_equal(decided, c(
    "better", "better", "better", "equivalent", "not worse", "not better", "worse", "worse", "worse", "undecided"
  ))
  expect_equal(mock_comparison(metric = "detection_prevalence")$decision, c("undecided", "higher", "lower"))
  untested <- mock_accuracy(p = NA_real_)
  expect_identical(untested$decision, NA_character_)
})

test_that("each answer has its words, the better one first, with the p-value of what is claimed", {
  said <- vapply(seq_along(places), function(at) as.character(with_margin(in_place(at))), "")
  expect_match(said[1], "^Accuracy: 0.950 [(]rf[)] against 0.910 [(]nb[)], .*: rf is better by more than the")
  expect_match(said[2], ": rf is better [(]p = 0.001[)][.]$")
  expect_match(said[3], ": rf is better, but by less than the margin [(]p = 0.010[)][.]$")
  expect_match(said[4], ": equivalent [(]p = 0.010[)][.]$")
  expect_match(said[5], ": rf is not worse by more than the margin [(]p = 0.010[)][.]$")
  expect_match(said[6], "^Accuracy: 0.910 [(]nb[)] against .*: nb is not worse by more than the margin [(]p = 0.010[)]")
  expect_match(said[7], "difference 0.010 .*: nb is better, but by less than the margin [(]p = 0.010[)][.]$")
  expect_match(said[8], "difference 0.030 .*: nb is better [(]p = 0.001[)][.]$")
  expect_match(said[9], "difference 0.040 .*: nb is better by more than the margin [(]p = 0.010[)][.]$")
  expect_match(said[10], ": undecided [(]p = 0.500 of a difference[)][.]$")
  # one-sided tests stay as they were asked
  at <- with_margin(in_place(6))
  attr(at, "verdict")$alternative <- "greater"
  expect_match(as.character(at), "0.890 [(]rf[)] against 0.910 [(]nb[)], .*: nb is not worse by more than the margin")
})

test_that("an open end of a margin answers nothing", {
  lower <- with_margin(in_place(4), high = NA)
  expect_equal(outcomes(lower), "not_worse")
  expect_equal(outcomes(with_margin(in_place(3), high = NA)), "better")
  upper <- in_place(4)
  upper <- with_margin(upper, low = NA, high = 0.02)
  expect_equal(outcomes(upper), "not_better")
})

test_that("the level is that of the intervals", {
  x <- mock_accuracy(p = 0.02, conf.level = 0.99)
  expect_equal(outcomes(x), "open")
})

test_that("metrics without a good side are higher or lower", {
  x <- mock_comparison(metric = "detection_prevalence")
  expect_equal(outcomes(x), c("open", "better", "worse"))
  expect_match(describe_pair(x)[1:2], ": (rf|nb) is higher[.]$")
})

test_that("each class has a line with its numbers", {
  lines <- describe_pair(mock_comparison())
  expect_equal(lines[1], "soil: 0.963 (rf) against 0.550 (nb), ratio 1.75 [1.18, 2.59], p = 0.010: rf is better.")
  expect_equal(lines[2], "tree: 0.550 (nb) against 0.495 (rf), ratio 1.111 [1.068, 1.156], p < 0.001: nb is better.")
})

test_that("of many classes twelve have a line", {
  x <- mock_comparison(sprintf("c%02d", 1:18), rep(1.5, 18), rep(0.01, 18))
  expect_length(describe_pair(x), 13)
  expect_equal(describe_pair(x)[13], "And 6 classes more, of which 6 show a difference.")
})

test_that("a class that nothing tells apart is the same, one that could not be tested is not compared", {
  x <- mock_comparison(c("a", "b", "c"), c(2, 1, 1), c(0.1, NA, NA))
  x$status[2] <- "no_discordant"
  x$note[3] <- "class absent from truth"
  expect_equal(describe_pair(x)[2:3], c("b: the same.", "c: not compared (class absent from truth)."))
  expect_equal(describe_pair(x[2, ]), "Precision on b: 0.550 of both: the same.")
})

test_that("metrics of which less is better say so", {
  x <- mock_accuracy(-0.03)
  x$metric <- "error"
  expect_match(as.character(x), "^Error rate [(]less is better[)]: 0.880 [(]rf[)] .* -0.030 .* rf is better")
})

test_that("what could not be compared gives its reason", {
  x <- mock_comparison(c("a", "pool"), c(2, NA), c(0.1, NA))
  x$note[2] <- "class never predicted by nb"
  expect_equal(
    describe_pair(x)[2],
    "pool: not compared (class never predicted by nb)."
  )
  x$note[2] <- NA
  expect_match(describe_pair(x)[2], "not compared (no p-value)", fixed = TRUE)
})

test_that("metrics over all classes are one line", {
  expect_equal(
    as.character(mock_accuracy()),
    "Accuracy: 0.941 (rf) against 0.910 (nb), difference 0.031 [0.011, 0.051], p = 0.002: rf is better."
  )
  expect_match(as.character(mock_accuracy(-0.03)), "^Accuracy: 0.910 [(]nb[)] .* difference 0.030 .*nb is better")
  expect_match(as.character(mock_accuracy(0, 0.05, 0.9)), "0.910 [(]rf[)] against 0.910 [(]nb[)], .*: undecided[.]$")
  none <- mock_accuracy(p = NA_real_)
  none$note <- "no interval"
  expect_equal(as.character(none), "Accuracy: not compared (no interval).")
})

test_that("one-sided tests claim no more than they looked for", {
  x <- mock_accuracy(-0.031, p = 0.9, alternative = "greater")
  expect_match(as.character(x), "0.879 [(]rf[)] against 0.910 [(]nb[)], difference -0.031 .* p = 0.900: undecided[.]$")
})

test_that("an interval that says nothing is said to be missing", {
  x <- mock_accuracy(half_width = Inf, p = 0.0625)
  expect_match(as.character(x), "difference 0.031, no 95% interval, p = 0.063: undecided", fixed = TRUE)
})

test_that("in a sentence a tiny p-value is below 0.001, and the data have the rest", {
  x <- mock_accuracy(p = 0)
  x$log.p.value <- x$log.adj.p.value <- -512 * log(10)
  expect_match(as.character(x), "p < 0.001", fixed = TRUE)
  expect_equal(format(x)$p, "<0.001")
  rlang::local_options(verdict.p = "full")
  expect_match(as.character(x), "p = 1e-512", fixed = TRUE)
  expect_match(format(x)$p, "1e-512", fixed = TRUE)
})

test_that("two that are the same, of a value that is not known, have none before it", {
  data <- data.frame(t = factor(c(NA, NA, NA), levels = c("a", "b")), A = c("a", "b", "b"), B = c("a", "b", "b"))
  x <- prediction_set(t ~ A + B, data, labelling = "random")
  for (found in list(summary(verdict(x)), summary(verdict(x, margin = 0.02)))) {
    expect_output(print(found), "- the same (the two never differ: nothing to label).", fixed = TRUE)
  }
})
