
test_that("thresholds stay in their order and are said in ranges", {
  x <- probability_set(truth ~ svm + tree, retinopathy, positive = "signs")
  thresholds <- seq(0.1, 0.9, 0.1)
  v <- verdict(x, list("roc_auc", net_benefit(thresholds)))
  rows <- v$comparison[v$comparison$metric == "net_benefit", ]
  shown <- thresholds[rows$adj.conf.low > 0 | rows$adj.conf.high < 0]
  expect_equal(shown, c(0.3, 0.6, 0.7, 0.8))
  text <- paste(capture.output(print(v)), collapse = " ")
  expect_match(text, "svm is\\s+better\\s+at\\s+thresholds\\s+0.3\\s+and\\s+0.6\\s+to\\s+0.8,\\s+undecided")
  turned <- paste(capture.output(print(verdict(x[c("tree", "svm")], net_benefit(thresholds)))), collapse = " ")
  expect_match(turned, "svm\\s+is\\s+better\\s+at\\s+thresholds\\s+0.3")

  set.seed(1)
  p <- runif(4000)
  sides <- probability_set(rbinom(4000, 1, p), loud = p^0.3, shy = p^2)
  text <- paste(capture.output(print(verdict(sides, net_benefit(c(0.1, 0.2, 0.8, 0.9))))), collapse = " ")
  expect_match(text, "shy\\s+is\\s+better\\s+at\\s+thresholds\\s+0.8\\s+to\\s+0.9,\\s+loud\\s+at\\s+0.1\\s+to\\s+0.2")
})
