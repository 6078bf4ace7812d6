test_that("tests and parts of the score of the example", {
  x <- twelve_set()
  found <- assess_calibration(x)
  expect_equal(found$statistic[1], .6195856, tolerance = 1e-6)
  expect_equal(found$p.value[1], .948807, tolerance = 1e-6)
  expect_equal(found$miscalibration[1], .04083333, tolerance = 1e-6)
  expect_equal(found$discrimination[1], .1180556, tolerance = 1e-6)
  expect_equal(found$uncertainty, rep(35 / 144, 2))
  expect_equal(found$estimate, assess_classifiers(x, "brier")$estimate)
  expect_equal(found$adj.p.value, p.adjust(found$p.value, "holm"))
  z <- assess_calibration(x, "spiegelhalter", "log_loss", p.adjust.method = "none")
  expect_equal(z$statistic[1], -.1758631, tolerance = 1e-6)
  expect_equal(z$p.value[1], .860402, tolerance = 1e-6)
  expect_equal(z$estimate, assess_classifiers(x, "log_loss")$estimate)
  expect_equal(z$estimate, z$miscalibration - z$discrimination + z$uncertainty)
})

test_that("the calibration error is that of the bins", {
  e <- twelve$event
  bin <- cut(twelve$a, seq(0, 1, 0.2))
  naive <- sum(abs(tapply(e - twelve$a, bin, sum)), na.rm = TRUE) / 12
  expect_equal(assess_calibration(twelve_set(), bins = 5)$ece[1], naive)
})

test_that("the isotonic regression is that of R", {
  set.seed(4)
  p <- round(runif(300), 2)
  e <- rbinom(300, 1, p^2)
  found <- assess_calibration(probability_set(e, p = p))
  pooled <- tapply(e, p, mean)
  size <- tabulate(match(p, as.numeric(names(pooled))))
  fit <- isoreg(rep(as.numeric(pooled), size))$yf[order(order(p))]
  expect_equal(found$miscalibration, mean((e - p)^2) - mean((e - fit)^2))
})

test_that("what cannot be said is not said", {
  sure <- probability_set(c(1, 0, 1, 0), p = c(0, .2, .9, .4), q = c(1, 0, 1, 0))
  for (test in c("cumulative", "spiegelhalter")) {
    found <- assess_calibration(sure, test)
    expect_identical(found$p.value, c(0, NA))
    expect_identical(found$log.p.value, c(-Inf, NA))
    expect_match(found$note, c("1 row had probability 0"), all = FALSE)
    expect_identical(found$note[2], status_words("zero_variance"))
  }
  refuse <- function(expr, class = "set") expect_error(expr, class = paste0("verdict_error_", class))
  refuse(assess_calibration(probability_set(event ~ a, twelve, scores = TRUE)))
  refuse(assess_calibration(twelve_set(id = patient)))
  refuse(assess_calibration(twelve))
  refuse(assess_calibration(twelve_set(), "hosmer"), "argument")
  refuse(assess_calibration(twelve_set(), bins = 0), "argument")
})

test_that("an event of probability 0 refutes the probabilities by every test but that of logits", {
  p <- rep(c(0.3, 0.7), 20)
  x <- probability_set(c(1, rep(0:1, 20)), p = c(0, p), q = c(0.1, p))
  impossible <- c("impossible: 1 row had probability 0 of what happened", NA)
  for (test in c("cumulative", "spiegelhalter", "miscalibration", "hosmer_lemeshow")) {
    found <- assess_calibration(x, test, R = 19)
    expect_identical(found$p.value == 0, c(TRUE, FALSE))
    expect_identical(found$note, impossible)
  }
  expect_identical(is.na(assess_calibration(x, "likelihood_ratio")$p.value), c(TRUE, FALSE))
  expect_gt(assess_calibration(x, "likelihood_ratio", clip = 1e-15)$p.value[1], 0)
})

test_that("a group of which nothing can deviate has no degree of freedom", {
  p <- rep(c(0, 0.2, 0.4, 0.6, 0.8), each = 20)
  event <- rep(0:1, 50)
  event[1:20] <- 0
  found <- assess_calibration(probability_set(event, p = p), "hosmer_lemeshow")
  terms <- (10 - 20 * c(0.2, 0.4, 0.6, 0.8))^2 / (20 * c(0.16, 0.24, 0.24, 0.16))
  expect_equal(c(found$statistic, found$df), c(sum(terms), 4))
})

test_that("likelihood ratio and groups are those of their formulas", {
  set.seed(7)
  p <- round(runif(200), 2) * 0.98 + 0.01
  e <- rbinom(200, 1, plogis(0.3 + 0.7 * qlogis(p)))
  x <- probability_set(e, p = p)
  found <- assess_calibration(x, "likelihood_ratio")
  free <- glm(e ~ qlogis(p), family = binomial)
  at <- -2 * sum(dbinom(e, 1, p, log = TRUE))
  expect_equal(found$statistic, at - free$deviance, tolerance = 1e-8)
  expect_equal(found$df, 2)
  expect_equal(found$p.value, pchisq(at - free$deviance, 2, lower.tail = FALSE), tolerance = 1e-8)
  groups <- assess_calibration(x, "hosmer_lemeshow", groups = 7)
  limits <- sort(p)[ceiling(seq_len(7) * 200 / 7)]
  part <- findInterval(p, limits, left.open = TRUE)
  by_hand <- vapply(split(seq_along(p), part), function(at) {
    expected <- sum(p[at])
    (sum(e[at]) - expected)^2 / (expected * (1 - expected / length(at)))
  }, 0)
  expect_equal(groups$statistic, sum(by_hand))
  expect_equal(groups$p.value, pchisq(sum(by_hand), 7, lower.tail = FALSE))
  expect_identical(assess_calibration(probability_set(e, p = rep(.4, 200)), "likelihood_ratio")$note,
    status_words("constant"))
})

test_that("miscalibration is held against that of probabilities that are right", {
  set.seed(3)
  p <- runif(400)
  x <- probability_set(rbinom(400, 1, p), right = p, bold = ifelse(p > 0.5, 0.97, 0.03), sure = round(p))
  found <- assess_calibration(x, "miscalibration", R = 199, p.adjust.method = "none")
  expect_gt(found$p.value[1], 0.05)
  expect_equal(found$p.value[2], 1 / 200)
  expect_identical(found$p.value[3], 0)
  expect_equal(found$statistic, found$miscalibration)
  expect_equal((found$p.value * 200) %% 1, c(0, 0, 0))
})

test_that("the squared error of bins loses what chance adds", {
  e <- twelve$event - twelve$a
  bin <- cut(twelve$a, seq(0, 1, 0.2))
  parts <- vapply(split(e, bin), function(d) {
    if (length(d) > 1) length(d) / 12 * (mean(d)^2 - var(d) / length(d)) else 0
  }, 0)
  found <- assess_calibration(twelve_set(), bins = 5)
  expect_equal(found$ece_squared[1], sum(parts))
  expect_equal(found$alone[1], sum(table(bin) == 1))
  each <- assess_calibration(probability_set(c(0, 0, 1, 1), a = c(0.9, 0.7, 0.3, 0.1)))
  expect_true(is.na(each$ece_squared))
  expect_equal(each$alone, 4)
})

test_that("they print as a table under sentences", {
  found <- assess_calibration(twelve_set(), "spiegelhalter", "log_loss")
  lines <- capture.output(print(found, width = 200))
  expect_equal(lines[1], "Are the probabilities right? A small p speaks against it.")
  expect_equal(
    lines[2],
    "Test: Spiegelhalter's z. Log loss (less is better): miscalibration - discrimination + uncertainty."
  )
  expect_match(lines, "^classifier +statistic +p +adj. p +log loss +miscalibration +discrimination +", all = FALSE)
  expect_match(lines, "^a +.0[.]176 +0[.]860 ", all = FALSE)
  expect_no_match(capture.output(print(assess_calibration(twelve_set()[1]), width = 200)), "adj. p")
  expect_true(all(nchar(capture.output(print(found, width = 80))) <= 80))
  classes <- capture.output(print(assess_calibration(thirds_set()), width = 80))
  expect_match(classes, "^class +classifier +p +adj. p", all = FALSE)
  expect_output(print(found[c("classifier", "score")]), "classifier +score")
})

test_that("a probability on the upper edge of a bin belongs to it", {
  set.seed(2)
  p <- sample(c(.26, .28), 400, TRUE)
  y <- rbinom(400, 1, ifelse(p == .28, .55, .05))
  # both of the 25 bins' seventh, (0.24, 0.28]
  expect_equal(assess_calibration(probability_set(y, p = p), bins = 25)$ece, abs(mean(y) - mean(p)))
})
