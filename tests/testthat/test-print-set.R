set <- prediction_set(truth ~ naive_bayes + random_forest + tree, satellite)

test_that("a set is shown in a few lines", {
  expect_snapshot({
    set
    prediction_set(truth ~ tree, spam_filters)
    prediction_set(truth ~ svm + tree, vehicle_cv, id = id, fold = fold, repetition = repetition)
  })
})

test_that("weights, omitted rows, notes and odd labels are shown", {
  d <- data.frame(
    truth = c("a", "", " b", NA), nb = c("a", "x", "c\n", "a"), rf = c("", "a", "a", "a"),
    who = c(1, 1, 2, 2)
  )
  expect_snapshot({
    prediction_set(truth ~ nb + rf, d, na = "omit")
    prediction_set(truth ~ nb + rf, d, na = "omit", weights = c(0, 2, 1e6, 1), id = who)
  })
})

test_that("many classes and classifiers are cut short, and lines fit the width", {
  many <- prediction_set(truth ~ ., draw_labels(3000, 40, 12))
  expect_snapshot({
    many
    print(many, width = 60)
  })
  expect_true(all(nchar(capture.output(print(many, width = 60))) <= 60))
  expect_output(print(summary(many)), "... and 20 more classes", fixed = TRUE)
})

test_that("the summary counts classes and agreement", {
  s <- summary(set)
  expect_snapshot(s)
  expect_identical(s$classes$class, levels(satellite$truth))
  for (name in c("truth", "naive_bayes", "random_forest", "tree")) {
    expect_identical(s$classes[[name]], as.vector(table(satellite[[name]])) + 0)
    for (other in c("truth", "naive_bayes", "random_forest", "tree")) {
      expect_equal(s$agreement[name, other], mean(satellite[[name]] == satellite[[other]]))
    }
  }
})

test_that("agreement is weighted, and nearly all is not all", {
  d <- data.frame(truth = c("a", "b"), nb = c("a", "a"), rf = c("a", "b"))
  s <- prediction_set(truth ~ nb + rf, d, weights = c(1, 3))
  expect_identical(summary(s)$agreement["nb", "rf"], 0.25)
  expect_identical(format_share(c(0, 1e-9, 0.5, 1 - 1e-9, 1)), c("0.0%", "<0.1%", "50.0%", ">99.9%", "100.0%"))
})

test_that("printing returns its argument", {
  expect_output(expect_identical(print(set), set))
  s <- summary(set)
  expect_output(expect_identical(print(s), s))
})

test_that("many classes are counted, not listed", {
  labels <- sprintf("class\n%03d", 1:300)
  set <- prediction_set(truth ~ nb, data.frame(truth = labels, nb = rev(labels)))
  lines <- capture.output(print(set))
  expect_lt(max(nchar(lines)), 250)
  expect_match(lines, "294 more$", all = FALSE)
})

test_that("a known prevalence is shown", {
  set <- prediction_set(truth ~ nb, data.frame(truth = c("a", "b"), nb = c("a", "a")))
  expect_output(print(update_prevalence(set, c(a = 0.05))), "prevalence   a 0.05 and b 0.95")
})

test_that("the summary of many classifiers fits on a page", {
  set.seed(2)
  truth <- sample(letters[1:3], 60, TRUE)
  d <- data.frame(truth, replicate(30, ifelse(runif(60) < 0.8, truth, sample(truth))))
  found <- summary(prediction_set(truth ~ ., d))
  text <- capture.output(print(found, width = 80))
  expect_lt(length(text), 30)
  expect_lte(max(nchar(text)), 80)
  share <- found$agreement["truth", -1]
  best <- names(share)[which.max(share)]
  expect_match(
    paste(text, collapse = " "), paste0("to ", format_share(max(share)), " (", best, ")"), fixed = TRUE
  )
})

test_that("a width that is none is refused", {
  set <- prediction_set(truth ~ nb, data.frame(truth = "a", nb = "a"))
  expect_error(print(set, width = NA), class = "verdict_error_argument")
})

test_that("a set of few labels says that it has a judge, and what its patterns are told apart by", {
  d <- expand.grid(one = c("a", "b"), two = c("a", "b"), grade = c("a", "b"), part = 1:2, again = 1:3)
  d$truth <- ifelse(d$again == 1, "a", NA)
  d$truth[1] <- "b"
  said <- function(...) utils::capture.output(print(prediction_set(truth ~ one + two, d, labelling = "random", ...)))
  plain <- said()
  expect_match(plain, "patterns +4 different predictions$", all = FALSE)
  expect_no_match(plain, "judge")
  judged <- said(judge = grade)
  expect_match(judged, "judge +labels all rows$", all = FALSE)
  expect_match(judged, "patterns +8 different predictions and labels of the judge$", all = FALSE)
  both <- said(judge = grade, strata = part)
  expect_match(both, "patterns +16 different predictions, labels of the judge and strata$", all = FALSE)
})
