# Two classifiers that differ on 2 * `each` of n rows, each right as often; `lead` rows more that only y has right.
evenly_split <- function(n, each, lead = 0) {
  truth <- rep(c("p", "q"), length.out = n)
  other <- ifelse(truth == "p", "q", "p")
  only <- function(at) replace(truth, at, other[at])
  data.frame(truth = truth, x = only(seq_len(each + lead)), y = only(each + lead + seq_len(each)))
}

planned <- function(v) {
  text <- capture.output(print(v, width = 1000))
  grep("^For planning|^Power curve|^Call|is ruled out", text, value = TRUE)
}

# Of every table of b and c in n rows, the chance that Tango's score tests (1998) rule out both ends of the margin, or
# the lower one: the restricted estimate is the larger root of 2n q^2 + B q + C.
power_within <- function(n, differ, margin, tail, both = TRUE) {
  b <- rep(0:n, n + 1)
  c <- rep(0:n, each = n + 1)
  kept <- b + c <= n & b < n * differ & c < n * differ
  b <- b[kept]
  c <- c[kept]
  z <- function(D) {
    B <- (2 * n - b + c) * D - b - c
    q <- (sqrt(pmax(B^2 + 8 * n * c * D * (1 - D), 0)) - B) / (4 * n)
    (b - c - n * D) / sqrt(pmax(n * (2 * q + D * (1 - D)), 1e-9))
  }
  limit <- qnorm(tail, lower.tail = FALSE)
  shown <- z(-margin) > limit & (!both | z(margin) < -limit)
  ways <- lgamma(n + 1) - lgamma(b + 1) - lgamma(c + 1) - lgamma(n - b - c + 1)
  sum(exp(ways + (b + c) * log(differ / 2) + (n - b - c) * log(1 - differ))[shown])
}

test_that("with a margin the rows are planned that show what it asks for, at the level of the headline", {
  v <- verdict(truth ~ x + y, evenly_split(100, 20), metric = "accuracy", margin = 0.1)
  expect_identical(planned(v), c(
    paste(
      "For planning: if the truth is no difference in accuracy, it takes about 470 rows in all to show that",
      "the two are equivalent 8 times in 10 (power 0.8)."
    ),
    paste(
      "Power curve (alpha allows for all tests of this verdict, v):",
      "plot(sample_size(v$set, \"accuracy\", difference = 0, margin = 0.1, alpha = 0.035))"
    )
  ))
  expect_gte(power_within(470, 0.4, 0.1, 0.035 / 2), 0.8)
  expect_lt(power_within(440, 0.4, 0.1, 0.035 / 2), 0.8)
  shown <- sample_size(v$set, "accuracy", difference = 0, margin = 0.1, alpha = 0.035)$n
  expect_true(shown > 460 && shown <= 470)
})

test_that("with one end of a margin it is planned who is shown to be not worse", {
  d <- evenly_split(60, 12)
  said <- function(...) planned(verdict(truth ~ x + y, d, metric = "accuracy", ...))
  end <- said(margin = 0.1, alternative = "greater")
  expect_match(end[1], "no difference in accuracy, it takes about 290 rows .* y is not worse than x by more")
  expect_match(end[2], "margin = c(-0.1, Inf), alternative = \"greater\", alpha = 0.035", fixed = TRUE)
  expect_gte(power_within(290, 0.4, 0.1, 0.035, FALSE), 0.79)
  expect_lt(power_within(270, 0.4, 0.1, 0.035, FALSE), 0.79)
  expect_match(said(margin = c(-Inf, 0.1))[1], "that x is not worse than y")
  expect_match(said(margin = c(-0.1, Inf), reference = "y")[1], "that x is not worse than y")
  expect_match(said(margin = c(-0.1, Inf), reference = "y")[2], "v$set[c(\"y\", \"x\")]", fixed = TRUE)
  # A margin on the other side leaves the test of a difference alone.
  other <- said(margin = c(-Inf, 0.1), alternative = "greater")
  expect_match(other[1], "a difference of 10 points in accuracy .*, it takes .* to show that y is better than x")
  away <- verdict(truth ~ x + y, d, metric = "accuracy", margin = c(-0.1, Inf), alternative = "less")
  expect_match(planned(away)[2], "difference = -0.1, alternative = \"less\"", fixed = TRUE)
  expect_output(print(away, width = 500), ", or one by more than the margin, was tested", fixed = TRUE)
})

test_that("what is not worse may still be equivalent; of three the most is planned", {
  v <- verdict(truth ~ x + y, evenly_split(300, 20, 7), metric = "accuracy", margin = 0.05)
  expect_identical(v$overall$decision, "not worse")
  expect_match(planned(v)[1], "that the two are equivalent")
  d <- evenly_split(100, 20)
  d$z <- d$x[c(51:100, 1:50)]
  said <- planned(verdict(truth ~ x + y + z, d, metric = "accuracy", margin = c(-0.05, Inf)))
  expect_match(said[1], "that one is not worse than the other by more than the margin .*: enough for every")
  expect_match(said[2], "margin = c(-0.05, Inf), alpha", fixed = TRUE)
})

test_that("the call of a plan asks for the average and the measure that the verdict has", {
  areas <- estimate_set(c(a = 0.82, b = 0.8), diag(4e-4, 2), metric = "roc_auc", n = 200)
  expect_match(planned(verdict(areas, margin = 0.02))[2], "\"roc_auc\", difference = 0, margin = 0.02", fixed = TRUE)
  d <- evenly_split(100, 20)
  # Right as often on p, where they differ on 40 rows, and y far better on q.
  by_class <- data.frame(truth = rep(c("p", "q"), each = 200), x = "p", y = rep(c("p", "q"), each = 200))
  by_class[1:40, c("x", "y")] <- list(rep(c("p", "q"), 20), rep(c("q", "p"), 20))
  said <- planned(verdict(truth ~ x + y, by_class, metric = "recall", classes = "p", margin = 0.05))
  expect_match(said[2], "\"recall\", difference = 0, classes = \"p\", margin = 0.05", fixed = TRUE)
  ratio <- planned(verdict(truth ~ x + y, d, "accuracy", measure = "ratio", margin = 1.1))
  expect_match(ratio[1], "if the truth is no difference in accuracy, it takes")
  expect_match(ratio[2], "difference = 1, measure = \"ratio\", margin = c(0.9091, 1.1)", fixed = TRUE)
})

# The power of the mid-p test of a difference of two points where two classifiers differ on a share of the rows.
power_midp <- function(n, differ, alpha, gap = 0.02) {
  first <- (1 + gap / differ) / 2
  sum(vapply(0:n, function(k) {
    x <- 0:k
    less <- pmin(x, k - x)
    p <- pmin(1, 2 * pbinom(less, k, 0.5) - dbinom(less, k, 0.5))
    dbinom(k, n, differ) * sum(dbinom(x, k, first)[p < alpha])
  }, 0))
}

test_that("rows that show a difference are those of the test that decides, and the call gives them", {
  set <- prediction_set(truth ~ x + y, evenly_split(300, 5))
  number <- function(said) as.numeric(gsub(",", "", sub(".* about ([0-9,]+) rows .*", "\\1", said)))
  asked <- function(v, said) eval(str2lang(sub(".*plot[(](.*)[)]$", "\\1", said)), list(v = v))
  v <- verdict(set, metric = "accuracy")
  said <- planned(v)
  expect_equal(number(said[1]), signif(asked(v, said[2])$n + 4.9, 2))
  expect_gte(power_midp(number(said[1]), 1 / 30, 0.035), 0.8)
  expect_lt(power_midp(0.95 * number(said[1]), 1 / 30, 0.035), 0.79)
  # The exact test needs more.
  exact <- verdict(set, metric = "accuracy", method = "exact")
  expect_match(planned(exact)[2], "difference = 0.02, method = \"exact\", alpha = 0.035", fixed = TRUE)
  expect_gt(number(planned(exact)[1]), number(said[1]))
  # One-sided it is a difference to the side that is asked about.
  for (side in c("greater", "less")) {
    v <- verdict(set, metric = "accuracy", alternative = side)
    said <- planned(v)
    better <- if (side == "greater") "better" else "worse"
    expect_match(said[1], paste("to show that y is", better, "than x 8 times in 10"))
    expect_equal(number(said[1]), signif(asked(v, said[2])$n + 4.9, 2))
  }
  # A ratio of precisions is planned as one.
  d <- data.frame(truth = rep(c("p", "q"), each = 100), x = rep(c("p", "q", "p", "q"), c(90, 10, 30, 70)))
  d$y <- replace(d$x, c(1:4, 91:94, 101:110, 131:140), rep(c("q", "p", "q", "p"), c(4, 4, 10, 10)))
  v <- verdict(truth ~ x + y, d, metric = "precision", classes = "p", positive = "p")
  asked <- sample_size(v$set, "precision", difference = 1.1, measure = "ratio")
  wald <- compare_classifiers(v$set, "precision", "wald", "ratio")
  expect_equal(asked$n, ceiling(200 * ((qnorm(0.975) + qnorm(0.8)) * wald$std.error / log(1.1))^2))
})

test_that("rows that show a difference are Wald's formula, rounded up to two digits", {
  said <- function(se, ...) {
    x <- estimate_set(c(a = 0.82, b = 0.82, c = 0.82)[seq_along(se)], diag(se^2, length(se)), metric = "acc", n = 1000)
    planned(verdict(x, ...))
  }
  needed <- 1000 * ((qnorm(0.975) + qnorm(0.8)) * 0.01 * sqrt(2) / 0.02)^2
  expect_true(needed > 3900 && needed <= 4000)
  expect_match(said(c(0.01, 0.01))[1], "it takes about 4,000 units in all to show it 8 times in 10")
  expect_match(said(c(0.01, 0.01, 0.01))[1], "8 times in 10 [(]power 0.8[)]: enough for every undecided pair")
  expect_match(said(c(0.002, 0.002)), "A difference in acc of more than 0.0056 is ruled out.")
  expect_length(said(c(30, 30)), 0)
  expect_length(said(c(0.01, 0.01), margin = 1e-320), 0)
})

test_that("with few labels further labels are planned, of rows on which the two differ", {
  d <- evenly_split(4000, 800)
  d$truth[-seq(1, 4000, by = 20)] <- NA
  v <- verdict(prediction_set(truth ~ x + y, d, labelling = "random"))
  # All disagreements have one right: (1.9600 at 0.05; 2.1084 at 0.035), sd 1 and sqrt(1 - 0.05^2), difference 0.05.
  n <- ((qnorm(1 - 0.035 / 2) + qnorm(0.8) * sqrt(1 - 0.05^2)) / 0.05)^2
  expect_match(planned(v)[1], "labels of all 1,600 rows on which x and y differ would not show a difference")
  # Of 4,000 rows 1,600 have the two differ.
  expect_match(planned(v)[1], "about 8,700 rows, and labels of the 3,500 or so of them on which the two differ[.]")
  expect_true(n > 3400 && n <= 3500 && n / 0.4 > 8600 && n / 0.4 <= 8700)
  expect_match(planned(v)[2], "sample_size(v$set, \"accuracy\", difference = 0.02, alpha = 0.035)", fixed = TRUE)
  # On 1 % of the rows they cannot differ by two points.
  few <- evenly_split(4000, 20)
  few$truth[-c(1:10, 21:30, seq(50, 4000, by = 20))] <- NA
  v <- verdict(prediction_set(truth ~ x + y, few, labelling = "by_pattern"))
  expect_identical(v$overall$decision, "undecided")
  expect_length(planned(v), 0)
  expect_length(planned(verdict(prediction_set(truth ~ x + y, d, labelling = "random"), margin = 0.02)), 0)
})

test_that("the calls of a plan have the names of the set, whatever is printed of them", {
  d <- evenly_split(100, 20)
  d$z <- d$x[c(51:100, 1:50)]
  names(d)[2:4] <- c("a,b", " c", "d\te")
  v <- verdict(prediction_set(d, truth, -truth), metric = "accuracy", margin = 0.1)
  expect_match(planned(v)[2], "v$set[c(\"a,b\", \" c\")]", fixed = TRUE)
  few <- evenly_split(4000, 800)
  few$truth[-seq(1, 4000, by = 20)] <- NA
  names(few)[3] <- "y,z"
  v <- verdict(prediction_set(few, truth, -truth, labelling = "random"))
  expect_match(planned(v)[1], "rows on which x and \"y,z\" differ", fixed = TRUE)
})

test_that("with few labels it is said how many there are of those that it takes, and nothing where they would do", {
  labelled <- function(every) {
    d <- evenly_split(20000, 2000)
    d$truth[-seq(1, 20000, by = every)] <- NA
    planned(verdict(prediction_set(truth ~ x + y, d, labelling = "random")))
  }
  # They differ on 0.2 of the rows: two points are 0.1 of these.
  n <- ((qnorm(1 - 0.035 / 2) + qnorm(0.8) * sqrt(1 - 0.1^2)) / 0.1)^2
  expect_true(n > 860 && n <= 870)
  expect_match(labelled(19)[1], "it takes about 870 labels of rows on which x and y differ to show it 8 times in 10")
  expect_match(labelled(19)[1], "; 211 are labelled, and next_labels() says which to label next.", fixed = TRUE)
  expect_length(labelled(3), 0)
})

test_that("metrics that were named, accuracy among them, are planned at their own level", {
  # Accuracy 0.915 against 0.845 is decided, recall 0.93 against 0.90 is not.
  counts <- data.frame(
    truth = rep(c("x", "y"), c(4, 4)), a = c("x", "x", "y", "y", "y", "y", "x", "x"),
    b = c("x", "y", "x", "y", "y", "x", "y", "x"), n = c(85, 8, 5, 2, 75, 15, 4, 6)
  )
  for (id in list(NULL, "id")) {
    rows <- counts[rep(seq_len(8), counts$n), 1:3]
    if (length(id)) rows <- rbind(cbind(rows, id = seq_len(nrow(rows))), cbind(rows, id = seq_len(nrow(rows))))
    v <- verdict(truth ~ a + b, rows, positive = "x", metric = c("accuracy", "recall"), id = id)
    expect_identical(v$comparison$decision, c("worse", "undecided"))
    expect_match(printed_text(v), 'plot(sample_size(v$set, "recall", difference = 0.02, alpha = 0.05))', fixed = TRUE)
  }
})

test_that("what rounding leaves of one point is one point", {
  expect_identical(say_difference(0.03 - 0.02, "difference", "accuracy"), "a difference of 1 point")
  expect_identical(say_difference(0.02, "difference", "accuracy"), "a difference of 2 points")
})

test_that("a difference that is not known, or infinite, is left out of the sentence", {
  one <- prediction_set(truth ~ svm + tree, satellite[satellite$truth == "red soil", ][1:20, ])
  expect_match(
    as.character(sample_size(one, "specificity", margin = 0.05, classes = "red soil")),
    "^To show .* \\(tree against svm\\) is between .0\\.05 and 0\\.05: class absent from the truth\\.$"
  )
  battles <- battle_set(data.frame(model_a = "a", model_b = "b", winner = rep("model_a", 10)), winner = "winner")
  expect_match(as.character(sample_size(battles)), "^To find any difference in ability \\(b against a\\): ")
  never <- prediction_set(t ~ A + B, data.frame(t = c("a", "a", "b"), A = "b", B = "a"))
  odds <- as.character(sample_size(never, "precision", measure = "odds_ratio", classes = "a"))
  expect_identical(odds, "To find any difference in precision of a (B against A): class never predicted by A.")
})
