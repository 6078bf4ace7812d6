
test_that("clusters of unequal weight are said to be worth few, in a verdict and its summary", {
  set.seed(4)
  psu <- rep(1:60, each = 20)
  ill <- rbinom(1200, 1, 0.4)
  calls <- data.frame(
    psu, w = rep(c(rep(80, 4), rep(1, 56)), each = 20), ill, a = ifelse(runif(1200) < 0.8, ill, 1 - ill),
    b = ifelse(runif(1200) < 0.75, ill, 1 - ill)
  )
  x <- prediction_set(ill ~ a + b, calls, id = psu, weights = w, weights_are = "sampling")
  v <- verdict(x, "accuracy")
  said <- "In accuracy p may be too small with only 60 observations of unequal weight, worth"
  expect_match(printed_text(v), said, fixed = TRUE)
  expect_match(summary_text(v), said, fixed = TRUE)
  alike <- prediction_set(ill ~ a + b, calls, id = psu)
  expect_no_match(printed_text(verdict(alike, "accuracy")), "too small with only", fixed = TRUE)
})

test_that("a verdict says of all metrics in lines or by letters where p may be too small, each reason once", {
  set.seed(5)
  y <- rep(c("ill", "ok"), c(7, 293))
  called <- function(sensitivity, specificity) {
    right <- runif(300) < ifelse(y == "ill", sensitivity, specificity)
    ifelse(right, y, ifelse(y == "ill", "ok", "ill"))
  }
  d <- data.frame(y, a = called(.9, .98), b = called(.4, .85), c = called(.4, .9))
  few <- "p may be too small with only 7 rows of ill"
  both <- paste("In Matthews correlation and Cohen's kappa", few)
  told <- function(set) {
    v <- verdict(set, c("mcc", "kap"))
    list(printed_text(v), summary_text(v), printed_text(as_table(v)))
  }
  for (text in told(prediction_set(y ~ a + b, d, positive = "ill"))) {
    expect_match(text, both, fixed = TRUE)
    expect_length(gregexpr(few, text, fixed = TRUE)[[1]], 1)
  }
  for (text in told(prediction_set(y ~ a + b + c, d, positive = "ill"))) expect_match(text, both, fixed = TRUE)
})

test_that("a verdict that claims something of a net benefit says that few rows decide", {
  set.seed(3)
  id <- rep(1:60, each = 8)
  y <- rbinom(480, 1, plogis(-1 + rnorm(60)[id]))
  a <- plogis(2 * y - 2 + rnorm(480))
  v <- verdict(probability_set(y, a = a, b = plogis(2 * y - 1.6 + rnorm(480))), net_benefit(.05))
  said <- "In net benefit (0.05) p may be too small with only 0 rows of 1 on which the two differ."
  for (text in list(printed_text(v), summary_text(v), printed_text(as_table(v)))) expect_match(text, said, fixed = TRUE)
})

test_that("a verdict says of how many classes an average is", {
  truth <- rep(c("a", "b"), 40)
  set <- prediction_set(
    truth, one = ifelse(seq_along(truth) > 70, "c", truth), two = ifelse(seq_along(truth) > 50, "d", truth)
  )
  v <- verdict(set, "recall", average = "macro", zero_division = "skip")
  said <- "Macro-averaged recall: averaged over 2 of 4 classes."
  for (text in list(printed_text(v), printed_text(summary(v)))) expect_match(text, said, fixed = TRUE)
  expect_no_match(printed_text(verdict(set, "accuracy")), "averaged over", fixed = TRUE)
})

# In the first of 5 folds m1 never predicts b.
never_in_fold <- function() {
  set.seed(3)
  f <- rep(1:5, 20)
  t <- sample(c("a", "b"), 100, TRUE)
  m1 <- ifelse(runif(100) < .9, t, "a")
  m2 <- ifelse(runif(100) < .6, t, "b")
  m1[f == 1] <- "a"
  list(f = f, t = t, m1 = m1, m2 = m2)
}

told_everywhere <- function(v) {
  list(
    print = printed_text(v), summary = printed_text(summary(v)), table = printed_text(as_table(v)),
    methods = as.character(methods_text(v))
  )
}

test_that("a verdict says where folds were left out of a comparison", {
  d <- never_in_fold()
  set <- prediction_set(d$t, d[c("m1", "m2")], fold = d$f, positive = "b")
  said <- "Precision: 1 fold left out, without a score of both."
  for (text in told_everywhere(verdict(set))) {
    expect_match(text, said, fixed = TRUE)
    expect_length(gregexpr("left out", text, fixed = TRUE)[[1]], 1)
  }
  result <- compare_classifiers(set, "precision")
  expect_match(printed_text(summary(result)), said, fixed = TRUE)
  expect_match(as.character(methods_text(result)), said, fixed = TRUE)
  # A table has it at its row.
  both <- printed_text(verdict(prediction_set(d$t, d[c("m1", "m2")], fold = d$f)))
  expect_match(both, "(1) 1 fold left out, without a score of both", fixed = TRUE)
  expect_no_match(both, "Precision on b: 1 fold", fixed = TRUE)
  # Of more, whose pairs are not shown, and also where sizes differ.
  d$m3 <- d$m2
  d$m3[2:9] <- "b"
  three <- lapply(d, utils::head, -3)
  set <- prediction_set(three$t, three[c("m1", "m2", "m3")], fold = three$f, positive = "b")
  said <- "Precision, m2 vs m1 and precision, m3 vs m1: 1 fold left out, without a score of both"
  for (text in told_everywhere(verdict(set, "precision"))) expect_match(text, said, fixed = TRUE)
})

test_that("a class that is the same on the folds that both have says that one was left out", {
  f <- rep(1:5, 20)
  t <- rep(c("a", "b"), c(50, 50))
  m1 <- ifelse(f == 1 | seq_along(t) > 96, "a", t)
  m2 <- ifelse(seq_along(t) > 80, "a", t)
  v <- verdict(prediction_set(t, list(m1 = m1, m2 = m2), fold = f))
  expect_identical(v$comparison$status[v$comparison$class == "b"], "equal_scores")
  expect_match(printed_text(v), "b [0-9. –-]*the same +[(]1[)]")
  said <- "(1) the same scores everywhere; 1 fold left out, without a score of both"
  expect_match(printed_text(v), said, fixed = TRUE)
})

test_that("a verdict says everywhere that a claim within a margin rests on few rows", {
  set.seed(3)
  t <- rep(c("a", "b"), 30)
  x <- ifelse(runif(60) < .85, t, "a")
  y <- ifelse(runif(60) < .8, t, "b")
  set <- prediction_set(t, list(x = x, y = y))
  few <- c(a = min(sum(x == "a"), sum(y == "a")), b = min(sum(x == "b"), sum(y == "b")))
  too_frequent <- ": claims within a margin are too frequent with only "
  said <- paste0("Precision on ", names(few), too_frequent, few, " rows called.")
  result <- compare_classifiers(set, "precision", margin = .3)
  expect_identical(result$status, rep("few_at_margin", 2))
  told <- told_everywhere(verdict(set, margin = .3))
  expect_match(told$print, paste0("(1) claims within a margin are too frequent with only ", few[["b"]]), fixed = TRUE)
  others <- c(told[-1], list(printed_text(summary(result)), as.character(methods_text(result))))
  for (text in others) for (one in said) expect_match(text, one, fixed = TRUE)
  # In lines, and of three by class.
  one <- prediction_set(t, list(x = x, y = y), positive = "b")
  said <- paste0("Precision: claims within a margin are too frequent with only ", few[["b"]], " rows called.")
  for (text in told_everywhere(verdict(one, margin = .3))) expect_match(text, said, fixed = TRUE)
  z <- replace(x, 2, "a")
  three <- verdict(prediction_set(t, list(x = x, y = y, z = z)), margin = .4)
  said <- "Precision on a, z vs x: claims within a margin are too frequent with only"
  for (text in told_everywhere(three)) {
    expect_match(text, said)
    expect_no_match(text, "exactly 1; claims", fixed = TRUE)
  }
})

test_that("a verdict says everywhere that a claim beyond a margin rests on few labels of a judge", {
  d <- few_graded_rows(one = .1, two = .35, grade = .1, labels = 70)
  v <- verdict(prediction_set(truth ~ one + two, d, judge = grade, labelling = "random"), "accuracy", margin = 0.02)
  few <- sum(d$one != d$two & !is.na(d$truth))
  said <- paste(
    "Accuracy: claims beyond a margin are too frequent with only", few, "labels of rows on which two differ."
  )
  for (text in told_everywhere(v)) expect_match(text, said, fixed = TRUE)
})
