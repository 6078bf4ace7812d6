e3 <- cbind(
  x = c(0.81, 0.77, 0.92, 0.65, 0.70, 0.88, 0.74, 0.83), y = c(0.79, 0.77, 0.89, 0.66, 0.66, 0.83, 0.74, 0.77)
)
value <- function(found, effect) found$value[found$effect == effect]

# autorank and effectsize 0.8.3
test_that("effects are autorank's and effectsize's", {
  found <- effect_sizes(score_set(e3, design = "datasets"), reference = "y")
  expect_equal(value(found, "cohen_d"), .279983, tolerance = 1e-5)
  expect_equal(value(found, "cliff_delta"), .125)
  expect_equal(value(found, "a12"), .5625)
  expect_equal(value(found, "gamma"), .229251, tolerance = 1e-5)
  expect_equal(value(found, "rank_biserial"), .904762, tolerance = 1e-5)
  expect_equal(value(found, "win"), 0.75)
  d <- e3[, 1] - e3[, 2]
  expect_equal(value(found, "d_z"), mean(d) / sd(d))
  levels <- stats::setNames(found$level, found$effect)
  expect_identical(unname(levels[c("cohen_d", "cliff_delta", "gamma", "win")]), c("small", "negligible", "small", NA))
})

test_that("effects without spread are NA with a note, and ties are ties", {
  flat <- effect_sizes(score_set(cbind(a = c(1, 1, 1), b = c(2, 2, 2)), design = "datasets"), reference = "b")
  expect_identical(is.na(flat$value), flat$effect %in% c("d_z", "cohen_d", "gamma"))
  expect_match(flat$note[1], "zero variance")
  expect_equal(value(flat, "cliff_delta"), -1)
  same <- effect_sizes(score_set(cbind(a = c(.9 - .8, 1), b = c(.7 - .6, 1)), design = "datasets"))
  expect_equal(value(same, "rank_biserial"), 0)
  expect_equal(value(same, "win"), 0.5)
  none <- effect_sizes(score_set(cbind(a = c(1, NA), b = c(NA, 2)), design = "datasets", na = "keep"))
  expect_true(all(is.na(none$value)))
  expect_match(none$note, "too few units")
})

test_that("of one unit there is no spread, but a winner", {
  one <- effect_sizes(score_set(cbind(a = 1, b = 2), design = "datasets"), reference = "b")
  expect_identical(is.na(one$value), one$effect %in% c("d_z", "cohen_d", "gamma"))
  expect_match(one$note[1:3], "too few units")
  expect_identical(one$value[4:8], c(-1, 0, -1, 0, 0))
  expect_equal(c(one$conf.low[8], one$conf.high[8]), as.vector(binom.test(0, 1)$conf.int))
})

# METHODS of the sign test: 5 wins, 1 loss, 2 ties; stats::binom.test
test_that("the share of wins has the interval that goes with the sign test", {
  x <- score_set(e3, design = "datasets")
  found <- effect_sizes(x, reference = "y")
  at <- found$effect == "win_untied"
  peer <- binom.test(5, 6)
  expect_equal(found$value[at], 5 / 6)
  expect_equal(c(found$conf.low[at], found$conf.high[at]), as.vector(peer$conf.int))
  expect_true(all(is.na(found$conf.low[!at]) & is.na(found$conf.high[!at])))
  expect_equal(compare_classifiers(x, method = "sign", reference = "y")$p.value, peer$p.value)
  narrow <- effect_sizes(x, reference = "y", conf.level = 0.8)
  expect_equal(c(narrow$conf.low[at], narrow$conf.high[at]), as.vector(binom.test(5, 6, conf.level = 0.8)$conf.int))
  for (wins in 0:12) {
    scores <- cbind(a = rep(c(1, 0), c(wins, 12 - wins)) + 1:12, b = .5 + 1:12)
    set <- score_set(scores, design = "datasets")
    won <- effect_sizes(set, reference = "b")[8, ]
    expect_equal(c(won$conf.low, won$conf.high), as.vector(binom.test(wins, 12)$conf.int))
    rejected <- compare_classifiers(set, method = "sign", reference = "b")$p.value <= 0.05
    expect_identical(won$conf.low > 0.5 | won$conf.high < 0.5, rejected)
  }
  tied <- effect_sizes(score_set(cbind(a = c(1, 2), b = c(1, 2)), design = "datasets"))[8, ]
  expect_true(is.na(tied$value) && is.na(tied$conf.low) && is.na(tied$conf.high))
  expect_identical(tied$note, "the same scores everywhere")
  expect_error(effect_sizes(x, conf.level = 95), class = "verdict_error_argument")
})

test_that("who has the smaller error wins, in the shares and beside every test", {
  # METHODS E3: x wins 5, loses 1 and ties 2, as accuracies and as errors, as (b, a) and as (a, b).
  for (better in c("high", "low")) {
    x <- score_set(if (better == "low") 1 - e3 else e3, design = "datasets", metric = "m", better = better)
    for (reference in c("x", "y")) {
      wins <- if (reference == "y") 5 else 1
      found <- effect_sizes(x, reference = reference)
      expect_equal(value(found, "win"), (wins + 1) / 8)
      won <- found[found$effect == "win_untied", ]
      expect_equal(c(won$value, won$conf.low, won$conf.high), c(wins / 6, binom.test(wins, 6)$conf.int))
      for (method in c("sign", "mean_ranks", "nemenyi", "conover")) {
        row <- compare_classifiers(x, method = method, reference = reference)
        expect_identical(row$effect.type, "win")
        expect_equal(row$effect, (wins + 1) / 8)
      }
      # Of differences, not of wins.
      larger <- (reference == "y") == (better == "high")
      expect_equal(value(found, "a12"), if (larger) .5625 else .4375)
      expect_equal(value(found, "rank_biserial"), if (larger) 19 / 21 else -19 / 21)
    }
  }
})

test_that("wrong input is refused", {
  expect_error(effect_sizes(e3), class = "verdict_error_set")
  x <- score_set(e3, design = "datasets")
  expect_error(effect_sizes(x, reference = "z"), class = "verdict_error_reference")
  expect_error(effect_sizes(x, "auc"), class = "verdict_error_metric")
  expect_error(effect_sizes(score_set(e3[, 1, drop = FALSE], design = "datasets")), class = "verdict_error_classifier")
})

test_that("effects print as a table under a sentence", {
  lines <- capture.output(print(effect_sizes(score_set(e3, design = "datasets", metric = "auc"))))
  expect_equal(lines[1], "How large the difference in auc is against the spread of the scores: y vs x.")
  expect_match(lines, "^measure +value +interval +level$", all = FALSE)
  expect_match(lines, "^cohen_d +.0[.]280 +small$", all = FALSE)
  # binom.test(1, 6)
  expect_match(lines, "^win_untied +0[.]167 +[[]0[.]004, 0[.]641[]]$", all = FALSE)
  three <- effect_sizes(score_set(cbind(e3, z = e3[, 1] / 2), design = "datasets", metric = "auc"))
  expect_match(capture.output(print(three)), "^y vs x +d_z ", all = FALSE)
  expect_output(print(three), "... and 4 more rows; print(x, n = Inf) shows all.", fixed = TRUE)
  expect_output(print(three[1:2]), "classifier$|classifier\n")
})
