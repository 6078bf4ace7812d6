test_that("discordant pairs have the e-value of a uniform prior", {
  x <- c(rep(1, 3), 0, 0, rep(-1, 12))
  found <- confidence_sequence(x, "discordant")
  expect_equal(found$e.value[17], 4.501099, tolerance = 1e-6)
  expect_equal(found$e.value[17], 2^15 * beta(4, 13))
  expect_equal(found$p.value[17], min(1, 1 / found$e.value))
  expect_identical(found$p.value, cummin(found$p.value))
  expect_equal(found$estimate[17], 3 / 15)
  # the limits are where the likelihood meets the bound
  limits <- unlist(found[17, c("conf.low", "conf.high")])
  expect_equal(unname(limits^3 * (1 - limits)^12 / 0.05), rep(beta(4, 13), 2), tolerance = 1e-9)
  one <- confidence_sequence(x, "discordant", alternative = "less")
  by_parts <- integrate(function(t) t^3 * (1 - t)^12, 0, 0.5, rel.tol = 1e-10)$value
  expect_equal(one$e.value[17], 2^15 * 2 * by_parts)
  other <- confidence_sequence(-x, "discordant", alternative = "greater")
  expect_equal(other$e.value, one$e.value)
  expect_output(print(found), "3 won, 12 lost: e = 4.5, the largest so far", fixed = TRUE)
  begin <- confidence_sequence(c(0, 1), "discordant")
  expect_identical(c(begin$conf.low[1], begin$conf.high[1]), c(0, 1))
  expect_equal(c(begin$estimate, begin$conf.low[1], begin$conf.high[1]), c(NA, 1, 0, 1))
  expect_equal(begin$conf.high[2], 1)
})

test_that("one-sided e-values have their digits where next to all are lost", {
  # sum of choose(n + 1, 0..36) / (choose(n, 36) (n + 1)) in whole numbers (Python), n = 10,705
  x <- c(rep(1, 36), rep(-1, 10669))
  expect_no_warning(found <- confidence_sequence(x, "discordant", alternative = "greater"))
  expect_equal(found$e.value[length(x)], 9.403793149091695e-05, tolerance = 1e-9)
  expect_no_warning(mirrored <- confidence_sequence(-x, "discordant", alternative = "less"))
  expect_equal(mirrored$e.value, found$e.value)
})

test_that("the gate's e-value of right and wrong answers is the one-sided one", {
  set.seed(5)
  scores <- cbind(old = rbinom(200, 1, 0.5), new = rbinom(200, 1, 0.65))
  set <- score_set(scores, design = "items", lower = 0, upper = 1)
  gated <- gate(set, "old", require = "better", sequential = TRUE)
  found <- confidence_sequence(scores[, 2] - scores[, 1], "discordant", alternative = "greater")
  expect_equal(gated$e.value, found$e.value[200], tolerance = 1e-9)
})

test_that("empirical Bernstein bounds are those of the definition, step by step", {
  set.seed(2)
  x <- rbeta(40, 2, 5)
  found <- confidence_sequence(x, lower = 0, upper = 1)
  total <- spent <- centre <- 0
  m <- 0.5
  s2 <- 0.25
  squares <- 0.25
  for (t in seq_along(x)) {
    l <- min(0.5, sqrt(2 * log(2 / 0.05) / (s2 * t * log(1 + t))))
    spent <- spent + 4 * (x[t] - m)^2 * (-log(1 - l) - l) / 4
    total <- total + l
    centre <- centre + l * x[t]
    m <- (0.5 + sum(x[1:t])) / (t + 1)
    squares <- squares + (x[t] - m)^2
    s2 <- squares / (t + 1)
  }
  half <- (log(2 / 0.05) + spent) / total
  last <- found[40, ]
  expect_equal(last$estimate, centre / total)
  expect_equal(c(last$conf.low, last$conf.high), pmin(1, pmax(0, centre / total + c(-1, 1) * half)))
  # differences by their range
  wide <- confidence_sequence(2 * x - 1, lower = -1, upper = 1)
  expect_equal(wide$conf.low, 2 * found$conf.low - 1)
  expect_output(print(found), "After 40 observations: mean", fixed = TRUE)
})

test_that("asymptotic bounds are those of the formula", {
  set.seed(3)
  x <- rnorm(300, 5, 2)
  found <- confidence_sequence(x, best_at = 250, conf.level = 0.9)
  r <- (-2 * log(0.1) + log(-2 * log(0.1) + 1)) / 250
  n <- 300
  half <- sd(x) * sqrt(2 * (n * r + 1) / (n^2 * r) * log(sqrt(n * r + 1) / 0.1))
  expect_equal(c(found$conf.low[n], found$conf.high[n]), mean(x) + c(-1, 1) * half)
  expect_identical(found$conf.low[1], NA_real_)
  expect_equal(found$estimate, cumsum(x) / 1:300)
})

test_that("numbers that are all the same have no asymptotic limits, and the reason is given", {
  found <- confidence_sequence(c(1, 1, 3))
  expect_identical(is.na(found$conf.low), c(TRUE, TRUE, FALSE))
  expect_identical(is.na(found$conf.high), c(TRUE, TRUE, FALSE))
  expect_identical(found$note, c("one observation: no variance", "zero variance", NA))
  expect_output(print(confidence_sequence(c(1, 1))), "mean 1.*; no limits [(]zero variance[)][.]$")
  rounded <- confidence_sequence(rep(0.1, 30))
  expect_true(all(is.na(rounded$conf.low)))
  # The bounded sequence needs no variance
  expect_lt(confidence_sequence(c(1, 1), lower = 0, upper = 1)$conf.low[2], 1)
})

test_that("an asymptotic sequence is said to hold approximately", {
  set.seed(3)
  claim <- function(...) gsub("\\s+", " ", paste(capture.output(print(confidence_sequence(...))), collapse = " "))
  expect_match(
    claim(rnorm(40)), "holds at all times together with about 95% confidence, but not for the first dozens"
  )
  expect_match(claim(runif(40), lower = 0, upper = 1), "holds at all times together with 95% confidence[.]$")
})

# What a sequence says after b won and c lost, whatever their order: of all b + c up to n.
after_each <- function(n, column, ...) {
  value <- matrix(NA_real_, n + 1, n + 1)
  for (b in 0:n) {
    found <- confidence_sequence(rep(c(1, -1), c(b, n - b)), "discordant", ...)
    value[cbind(found$won + 1, found$lost + 1)] <- found[[column]]
  }
  value
}

test_that("e-values are a fair game and hold at any stopping time, over all orders of twelve discordant pairs", {
  orders <- as.matrix(expand.grid(rep(list(0:1), 12)))
  won <- t(apply(orders, 1, cumsum))
  lost <- t(apply(1 - orders, 1, cumsum))
  along <- function(value) array(value[cbind(c(won), c(lost)) + 1], dim(won))
  ever <- function(hit) rowSums(hit) > 0
  chance <- function(share) share^won[, 12] * (1 - share)^lost[, 12]
  # equal chances: on average what was staked is there at every time, and much more is rarely ever reached
  for (alternative in c("two.sided", "greater")) {
    e <- along(after_each(12, "e.value", alternative = alternative))
    expect_equal(colMeans(e), rep(1, 12))
    for (bound in c(0.05, 0.2, 0.5)) expect_lte(mean(ever(e >= 1 / bound)), bound)
  }
  # the limits never miss a share at any time more often than they say, but do so sometimes
  low <- along(after_each(12, "conf.low", conf.level = 0.8))
  high <- along(after_each(12, "conf.high", conf.level = 0.8))
  for (share in c(0.3, 0.5, 0.85)) {
    missed <- sum(chance(share) * ever(low > share | high < share))
    expect_lte(missed, 0.2)
    expect_gt(missed, 0.02)
  }
  # they leave out 1/2 when the e-value reaches 1 / 0.2
  two <- along(after_each(12, "e.value"))
  expect_identical(low > 0.5 | high < 0.5, two >= 5)
})

test_that("what is no sequence is refused", {
  expect_error(confidence_sequence("a"), class = "verdict_error_sequence")
  expect_error(confidence_sequence(c(1, NA)), class = "verdict_error_sequence")
  expect_error(confidence_sequence(numeric()), class = "verdict_error_sequence")
  expect_error(confidence_sequence(c(0, 2), lower = 0, upper = 1), "1 number", class = "verdict_error_sequence")
  expect_error(confidence_sequence(c(0, 2), "bernstein"), class = "verdict_error_argument")
  expect_error(confidence_sequence(c(0, 2), lower = 3, upper = 1), class = "verdict_error_argument")
  two <- structure(2 * 2^-1074, class = "integer64")
  expect_error(confidence_sequence(c(0, 2), lower = 0, upper = two), class = "verdict_error_argument")
  expect_error(confidence_sequence(c(0, 2), "discordant"), class = "verdict_error_sequence")
  expect_error(confidence_sequence(1, "often"), class = "verdict_error_argument")
  some <- confidence_sequence(c(0, 1))[c("n", "estimate")]
  expect_output(print(some), "estimate")
})
