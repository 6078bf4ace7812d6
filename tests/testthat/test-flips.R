rows <- data.frame(
  truth = c("a", "a", "a", "a", "b", "b", "b", "b", "b", "b"),
  old = c("a", "b", "b", "a", "b", "a", "b", "b", "c", "b"),
  new = c("a", "a", "b", "b", "b", "b", "b", "a", "a", "b"),
  site = c("x", "x", "y", "y", "x", "x", "y", "y", "y", "x")
)

test_that("flips are counted over all rows and by true class", {
  found <- flips(prediction_set(truth ~ old + new, rows), "new", "old")
  expect_equal(found$class, c(NA, "a", "b", "c"))
  expect_equal(found$n, c(10, 4, 6, 0))
  expect_equal(found$both.right, c(4, 1, 3, 0))
  expect_equal(found$fixed, c(2, 1, 1, 0))
  expect_equal(found$broken, c(2, 1, 1, 0))
  expect_equal(found$both.wrong, c(2, 1, 1, 0))
  expect_equal(found$estimate, c(0, 0, 0, NA))
  expect_equal(found$note[4], "class absent from truth")
  turned <- flips(prediction_set(truth ~ old + new, rows), "old", "new")
  expect_equal(turned$fixed, found$broken)
})

test_that("the test is McNemar's, of fixed and broken", {
  set <- prediction_set(truth ~ ., satellite)
  exact <- flips(set, "svm", "tree", method = "exact")
  binomial <- mapply(function(b, c) stats::binom.test(b, b + c)$p.value, exact$fixed, exact$broken)
  expect_equal(exact$p.value, binomial)
  expect_equal(exact$adj.p.value, stats::p.adjust(exact$p.value, "holm"))
  chisq <- flips(set, "svm", "tree", method = "mcnemar", p.adjust.method = "none")
  expect_equal(chisq$statistic, with(chisq, (fixed - broken)^2 / (fixed + broken)))
  expect_equal(chisq$p.value, stats::pchisq(chisq$statistic, 1, lower.tail = FALSE))
  expect_equal(chisq$adj.p.value, chisq$p.value)
  midp <- flips(set, "svm", "tree")
  half <- with(midp, stats::dbinom(fixed, fixed + broken, 0.5))
  expect_equal(midp$p.value, ifelse(midp$fixed == midp$broken, 1 - half, exact$p.value - half))
  expect_equal(midp$estimate, with(midp, (fixed - broken) / n))
})

test_that("without names all pairs are compared, with one its pairs", {
  set <- prediction_set(truth ~ ., satellite)
  pairs <- function(...) unique(as.data.frame(flips(set, classes = character(), ...))[c("classifier", "reference")])
  expect_equal(nrow(pairs()), 6)
  expect_equal(pairs(reference = "svm")$classifier, c("naive_bayes", "random_forest", "tree"))
  expect_equal(pairs("svm")$reference, c("naive_bayes", "random_forest", "tree"))
  all <- flips(set)
  one <- flips(set, "tree", "svm")
  columns <- c("class", "n", "fixed", "broken", "p.value")
  here <- all$classifier == "tree" & all$reference == "svm"
  expect_equal(as.data.frame(all)[here, columns], as.data.frame(one)[columns], ignore_attr = "row.names")
})

test_that("by a column, each group is what its rows alone would give", {
  found <- flips(rows, new, old, truth = truth, by = site, classes = character())
  expect_equal(found$site, c("x", "y"))
  expect_equal(found$n, c(5, 5))
  expect_equal(found$fixed, c(2, 0))
  expect_equal(found$broken, c(0, 2))
  expect_match(as.character(found), "broke 0 of 5 rows with site x against old .*broke 2 of 5 rows with site y")
  expect_equal(attr(found, "rows"), data.frame(
    row = c(2L, 4L, 6L, 8L), class = c("a", "a", "b", "b"), flip = c("fixed", "broken", "fixed", "broken")
  ))

  d <- transform(satellite, half = factor(rep(c("one", "two"), 1000), c("two", "one")), third = rep(1:4, each = 500))
  found <- flips(d, svm, tree, truth = truth, by = c(half, third), method = "exact")
  expect_equal(nrow(found), 8 * 7)
  expect_equal(as.character(unique(found$half)), c("two", "one"))
  for (i in c(1, 20, 56)) {
    here <- d$half == found$half[i] & d$third == found$third[i]
    if (!is.na(found$class[i])) here <- here & d$truth == found$class[i]
    expect_equal(found$fixed[i], sum(here & d$svm == d$truth & d$tree != d$truth))
    expect_equal(found$broken[i], sum(here & d$svm != d$truth & d$tree == d$truth))
  }
})

test_that("any data frame will do, and groups may be missing", {
  d <- transform(rows, site = ifelse(site == "x", NA, site))
  found <- flips(d, new, old, truth = truth, by = c(place = site), classes = character())
  expect_equal(found$place, c("y", NA))
  expect_equal(found$fixed, c(0, 2))
  skip_if_not_installed("tibble")
  skip_if_not_installed("data.table")
  for (other in list(tibble::as_tibble(d), data.table::as.data.table(d))) {
    expect_equal(flips(other, new, old, truth = truth, by = c(place = site), classes = character()), found)
  }
})

test_that("repeated predictions without an id are refused here too", {
  expect_error(flips(vehicle_cv, svm, tree, truth = truth), class = "verdict_error_repeated")
  again <- flips(vehicle_cv, svm, tree, truth = truth, by = repetition, id = id, classes = character())
  expect_equal(again$n, rep(846, 10))
})

test_that("of a data frame without groups it is that of its set", {
  from_rows <- as.data.frame(flips(satellite, svm, tree, truth = truth))
  expect_equal(from_rows, as.data.frame(flips(prediction_set(truth ~ svm + tree, satellite), "svm", "tree")))
  named <- flips(satellite, c(S = svm), "tree", truth = "truth", classes = character())
  expect_equal(named$classifier, "S")
})

test_that("ids, weights and missing labels are as in a prediction set", {
  d <- vehicle_cv
  found <- flips(d, svm, tree, truth = truth, id = id, classes = character())
  expect_match(found$method, "McNemar")
  set <- prediction_set(truth ~ svm + tree, d, id = id)
  test <- compare_classifiers(set, "accuracy", reference = "tree")
  expect_equal(found$p.value, test$p.value)

  weighted <- flips(rows, new, old, truth = truth, weights = rep(2, 10), classes = character())
  expect_equal(c(weighted$n, weighted$fixed), c(20, 4))

  holes <- rows
  holes$new[2] <- NA
  expect_error(flips(holes, new, old, truth = truth), class = "verdict_error_na")
  found <- flips(holes, new, old, truth = truth, na = "omit", classes = character())
  expect_equal(c(found$n, found$fixed), c(9, 1))
  expect_equal(attr(found, "rows")$row, c(4, 6, 8))
})

test_that("counts are those of the data at any prevalence", {
  spam <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
  rare <- update_prevalence(spam, c(spam = 0.05))
  expect_equal(as.data.frame(flips(rare)), as.data.frame(flips(spam)))
})

test_that("identical classifiers flip nothing", {
  twin <- transform(satellite, copy = svm)
  found <- flips(prediction_set(truth ~ svm + copy, twin), classes = character())
  expect_equal(c(found$fixed, found$broken), c(0, 0))
  expect_equal(found$p.value, 1)
})

test_that("flips print", {
  set <- prediction_set(truth ~ naive_bayes + svm + tree, satellite)
  d <- transform(satellite, half = rep(c("first", "second"), 1000))
  expect_snapshot({
    print(flips(set, "svm", "tree"))
    print(flips(set, classes = "grey soil"), n = 3)
    print(flips(d, svm, tree, truth = truth, by = half, classes = character()), width = 60)
    print(flips(set, "svm", "tree", classes = character()))
  })
  found <- flips(set, "svm", "tree")
  expect_s3_class(found[1:2, ], "verdict_flips")
  expect_identical(class(found[c("fixed", "broken")]), "data.frame")
  expect_equal(found[, "n"][1], 2000)
  expect_identical(as.data.frame(tidy(found)), as.data.frame(found))
  expect_output(print(found[0, ]), "<0 ") # the rest is in the language of the session
})

test_that("what cannot flip is refused", {
  set <- prediction_set(truth ~ svm + tree, satellite)
  expect_error(flips(1), class = "verdict_error_set")
  expect_error(flips(set, "nobody"), class = "verdict_error_classifier")
  expect_error(flips(set, 1), class = "verdict_error_classifier")
  expect_error(flips(set, "svm", "svm"), class = "verdict_error_classifier")
  expect_error(flips(prediction_set(truth ~ svm, satellite)), class = "verdict_error_classifier")
  expect_error(flips(set, method = "wald"), class = "verdict_error_argument")
  expect_error(flips(set, by = 1), class = "verdict_error_argument")
  expect_error(flips(set, classes = "moss"), class = "verdict_error_class")
  expect_error(flips(satellite, svm, tree), class = "verdict_error_column")
  expect_error(flips(satellite, svm, nobody, truth = truth), class = "verdict_error_column")
  expect_error(flips(satellite, svm, svm, truth = truth), class = "verdict_error_column")
  expect_error(flips(satellite, svm, tree, truth = truth, by = svm), class = "verdict_error_column")
  expect_error(
    flips(transform(rows, n = 1), new, old, truth = truth, by = n), "another", class = "verdict_error_column"
  )
  expect_error(flips(satellite, c(svm, tree), tree, truth = truth), class = "verdict_error_column")
})

test_that("the flips of every class and pair are those counted by hand", {
  x <- prediction_set(truth ~ svm + tree + naive_bayes, satellite)
  found <- flips(x)
  for (i in seq_len(nrow(found))) {
    here <- is.na(found$class[i]) | satellite$truth == found$class[i]
    new <- satellite[[found$classifier[i]]] == satellite$truth
    old <- satellite[[found$reference[i]]] == satellite$truth
    expect_equal(
      unlist(found[i, c("n", "both.right", "fixed", "broken", "both.wrong")], use.names = FALSE),
      c(sum(here), sum(here & new & old), sum(here & new & !old), sum(here & !new & old), sum(here & !new & !old))
    )
  }
})

test_that("probabilities are called by a threshold of 0.5, which is said", {
  set.seed(1)
  event <- rep(0:1, 20)
  x <- probability_set(event, p = runif(40), q = runif(40))
  expect_message(found <- flips(x), "threshold of 0.5", class = "verdict_message_threshold")
  expect_equal(found, flips(as_prediction_set(x, threshold = 0.5)))
  p <- matrix(runif(40), 20)
  p <- cbind(u = p[, 1], v = (1 - p[, 1]) * p[, 2], w = (1 - p[, 1]) * (1 - p[, 2]))
  several <- probability_set(rep_len(c("u", "v", "w"), 20), p = p, q = p[20:1, ])
  expect_message(flips(several), "largest probability")
})

test_that("rows of weight 0 are no flips", {
  d <- data.frame(
    y = c("p", "p", "q", "q", "p"), a = c("p", "p", "p", "q", "q"), b = c("q", "q", "q", "q", "p"), w = c(0, 2, 0, 1, 1)
  )
  rows <- attr(flips(d, a, b, truth = y, weights = w, classes = character()), "rows")
  expect_identical(rows$row, c(2L, 5L))
})

test_that("of cross-validated predictions print and summary say what p-values mean", {
  x <- flips(prediction_set(truth ~ naive_bayes + svm, transform(satellite, fold = rep(1:10, 200)), fold = fold))
  expect_match(printed_text(x), "Caveat: p-values tend to be too small as a verdict on the learning algorithms")
  for (text in c(printed_text(summary(x)), printed_text(as_table(x)))) {
    expect_match(text, "trained on overlapping data")
    expect_no_match(text, "see summary", fixed = TRUE)
  }
})

test_that("of right and wrong answers, without labels, the rows of all together are counted", {
  right <- cbind(rf = rep(c(1, 1, 0, 0), c(3, 9, 2, 6)), tree = rep(c(1, 0, 1, 0), c(3, 9, 2, 6)))
  found <- flips(prediction_set(right))
  expect_identical(nrow(found), 1L)
  expect_equal(unlist(found[c("n", "fixed", "broken", "both.wrong")], use.names = FALSE), c(20, 2, 9, 6))
  expect_equal(found$p.value, compare_classifiers(prediction_set(right))$p.value)
  expect_error(flips(prediction_set(right), truth_error = 0.05), "needs the labels", class = "verdict_error_argument")
})
