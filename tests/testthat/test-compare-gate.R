test_that("the adjusted p-value of a detail is the smallest level of the whole verdict at which it is claimed", {
  share <- 0.9
  for (seed in 1:5) {
    set.seed(seed)
    y <- sample(c("p", "q"), 300, TRUE)
    wrong <- function(share) ifelse(runif(300) < share, sample(c("p", "q"), 300, TRUE), y)
    x <- prediction_set(data.frame(y, a = wrong(0.4), b = wrong(0.5)), y, c(a, b), positive = "p")
    found <- verdict(x, "recall", headline = share)
    p <- found$overall$p.value
    q <- found$comparison$p.value
    # Claimed at the level a: the headline if p <= share a; then the detail if q <= a, else if q <= (1 - share) a.
    claimed <- function(a) q <= if (p <= share * a) a else (1 - share) * a
    least <- if (claimed(1)) uniroot(function(a) if (claimed(a)) 1 else -1, c(0, 1), tol = 1e-9)$root else 1
    for (level in c(0.05, 0.3)) {
      detail <- verdict(x, "recall", headline = share, conf.level = 1 - level)$comparison
      expect_equal(detail$adj.p.value, least, tolerance = 1e-7)
      expect_identical(detail$decision != "undecided", least < level)
    }
  }
})
