test_that("one number of a verdict is text for a sentence, with its interval and p-value", {
  v <- verdict(prediction_set(truth ~ naive_bayes + tree + svm, satellite))
  text <- function(rows) paste0(format_estimate(rows), ", ", format_p(rows, prefix = TRUE))
  expect_equal(format(v, metric = "accuracy"), text(v$overall))
  soil <- v$comparison[v$comparison$class == "red soil", ]
  expect_equal(format(v, metric = "precision", class = "red soil"), text(soil))
  expect_equal(
    format(v, class = "red soil", classifier = "svm", reference = "tree"),
    text(soil[soil$classifier == "svm" & soil$reference == "tree", ])
  )
  turned <- soil[soil$classifier == "svm" & soil$reference == "tree", ]
  ends <- c("estimate", "conf.low", "conf.high", "adj.conf.low", "adj.conf.high")
  turned[ends] <- 1 / turned[ends[c(1, 3, 2, 5, 4)]]
  expect_equal(turned$measure, "ratio")
  expect_equal(format(v, class = "red soil", classifier = "tree", reference = "svm"), text(turned))
  one_sided <- verdict(prediction_set(truth ~ tree + svm, satellite), alternative = "less")
  expect_error(
    format(one_sided, metric = "accuracy", classifier = "tree", reference = "svm"), "not there",
    class = "verdict_error_argument"
  )
  expect_equal(format(v, classifier = "tree"), text(v$overall[v$overall$classifier == "tree", ]))
  expect_equal(length(format(v, metric = "precision")), 18)
  expect_error(format(v, class = "soil"), "red soil", class = "verdict_error_argument")
  has <- "not in this verdict.*It has \"accuracy\" and \"precision\""
  for (wrong in list("presicion", "recall", c("accuracy", "recall"))) {
    expect_error(format(v, metric = wrong), has, class = "verdict_error_metric")
  }
  expect_error(plot(v, metric = "recall"), has, class = "verdict_error_metric")
  for (wrong in list(NaN, quote(a), mean, new.env(), list(), list("precision"), matrix(1:4, 2))) {
    expect_error(format(v, metric = wrong), class = "verdict_error")
    expect_error(format(v, class = wrong), class = "verdict_error_argument")
    expect_error(format(v, classifier = wrong), class = "verdict_error_argument")
  }
  for (wrong in list(NaN, quote(a), matrix(1:4, 2))) expect_error(plot(v, metric = wrong), class = "verdict_error")
  expect_equal(format(v), as.character(v))
  scores <- verdict(estimate_set(c(a = 0.9, b = 0.8), diag(1e-4, 2)))
  expect_error(format(scores, class = "x"), "not there", class = "verdict_error_argument")
})

test_that("with a margin its p-value is the one that is printed, of what is decided", {
  v <- verdict(prediction_set(truth ~ svm + random_forest, satellite[1:400, ]), margin = .06)
  expect_match(format(v), "equivalent in accuracy", fixed = TRUE)
  p <- sub(".*(p [<=] [0-9.]+).*", "\\1", format(v))
  expect_identical(p, format_p(v$overall$adj.p.equivalent, prefix = TRUE))
  expect_match(format(v, metric = "accuracy"), paste0(", ", p), fixed = TRUE)
  expect_identical(format_p(v$overall, prefix = TRUE), p)
  # Undecided, it is that of a difference.
  open <- verdict(prediction_set(truth ~ svm + random_forest, satellite[1:400, ]), margin = .002)
  expect_identical(format_p(open$overall), format_p(open$overall$adj.p.value))
})

test_that("with a margin it says what its p-value shows", {
  x <- prediction_set(truth ~ svm + random_forest + naive_bayes, satellite[1:400, ])
  v <- verdict(x[c("svm", "random_forest")], margin = .06)
  expect_match(format(v, metric = "accuracy"), "[0-9]] ?, p [<=] 0[.][0-9]+ [(]equivalent[)]$")
  one_end <- verdict(x[c("svm", "random_forest")], margin = c(-.06, Inf))
  expect_match(format(one_end, metric = "accuracy"), " [(]not worse[)]$")
  turned <- format(one_end, metric = "accuracy", classifier = "svm", reference = "random_forest")
  expect_match(turned, " [(]not better[)]$")
  much <- verdict(x[c("random_forest", "naive_bayes")], margin = .001)
  expect_match(format(much, metric = "accuracy"), " [(](worse|better) by more than the margin[)]$")
  # p is of a difference.
  open <- verdict(x[c("svm", "random_forest")], margin = .002)
  expect_match(format(open, metric = "accuracy"), "[0-9]$")
})
