set_of <- function(...) prediction_set(truth ~ ., data.frame(...))

satellite_pair <- function() prediction_set(truth ~ naive_bayes + random_forest, satellite)

test_that("verdict() holds what the single verbs give", {
  set <- satellite_pair()
  v <- verdict(set)
  expect_named(v, c("set", "assessment", "overall", "comparison", "global", "small"))
  expect_identical(v$comparison, compare_classifiers(set))
  expect_identical(v$overall, compare_classifiers(set, "accuracy"))
  expect_identical(v$assessment, assess_classifiers(set, c("accuracy", "precision")))
})

test_that("the global p-value is the smallest of Holm's over the classes", {
  v <- verdict(satellite_pair())
  expect_equal(v$global$p.value, min(p.adjust(v$comparison$p.value, "holm")))
  expect_equal(v$global$class, v$comparison$class[which.min(v$comparison$p.value)])
  expect_equal(v$global$n_classes, 6)
  expect_equal(v$global$adj.p.value, v$global$p.value)
  expect_equal(v$global$log.p.value, log(v$global$p.value))
})

test_that("with several pairs the global p-values are adjusted over the pairs, a metric", {
  v <- verdict(prediction_set(truth ~ ., satellite), metric = c("precision", "recall"))
  expect_equal(nrow(v$global), 12)
  for (metric in c("precision", "recall")) {
    rows <- v$global[v$global$metric == metric, ]
    expect_equal(rows$adj.p.value, p.adjust(rows$p.value, "holm"))
    pair <- v$comparison$metric == metric & label_pair(v$comparison) == label_pair(rows)[2]
    expect_equal(rows$p.value[2], min(p.adjust(v$comparison$p.value[pair], "holm")))
  }
})

test_that("a pair is judged in words and figures", {
  expect_snapshot(verdict(satellite_pair()))
})

test_that("many classifiers are ranked and compared pair by pair, or with a reference", {
  set <- prediction_set(truth ~ ., satellite)
  expect_snapshot(verdict(set))
  v <- verdict(set, reference = "tree")
  expect_equal(unique(v$comparison$reference), "tree")
  expect_output(print(v, width = 500), "has the highest accuracy")
})

test_that("repeated observations carry their caveat", {
  v <- verdict(prediction_set(vehicle_cv, truth, c(naive_bayes, svm), id = id))
  expect_output(print(v, width = 500), "8,460 rows of 846 observations")
  expect_output(print(v, width = 500), "too small as a verdict")
})

test_that("a metric over all classes, and accuracy itself, stand without classes", {
  v <- verdict(satellite_pair(), metric = "mcc")
  expect_output(print(v, width = 500), "Matthews correlation (Wald)", fixed = TRUE)
  expect_output(print(v, width = 500), "in accuracy; in Matthews correlation it is better.")
  lines <- capture.output(print(verdict(satellite_pair(), metric = "accuracy")))
  expect_equal(sum(grepl("^Accuracy", lines)), 1)
  expect_no_match(lines, "by class")
})

test_that("one class needs no adjustment", {
  v <- verdict(satellite_pair(), classes = "red soil")
  expect_equal(v$global$p.value, v$comparison$p.value)
  expect_no_match(capture.output(print(v)), "Holm")
  expect_output(print(v), "Decided by a p-value below 0.05", fixed = TRUE)
})

test_that("a class never predicted by one of them is named, the rest is compared", {
  truth <- rep(c("a", "b", "c"), c(30, 30, 4))
  nb <- ifelse(truth == "c", "a", truth)
  rf <- truth
  rf[c(1:5, 40)] <- "b"
  v <- verdict(set_of(truth, nb, rf))
  expect_output(
    print(v, width = 500), "could not be compared on c (class never predicted by nb)",
    fixed = TRUE
  )
  expect_equal(v$global$n_classes, 2)
  expect_output(print(v, width = 500), "not comparable on 1 of 3 classes")
  many <- verdict(set_of(truth, nb, rf, third = rev(truth)))
  expect_output(print(many, width = 500), "not comparable on 1 class")
})

test_that("identical classifiers are no case for a verdict", {
  v <- verdict(set_of(truth = c("a", "b", "b"), nb = c("a", "b", "a"), rf = c("a", "b", "a")))
  expect_true(is.na(v$global$p.value))
  expect_output(print(v, width = 500), "precision it is not comparable on 2 of 2 classes")
})

test_that("the worse of two is called so", {
  v <- verdict(prediction_set(truth ~ random_forest + naive_bayes, satellite))
  expect_output(
    print(v, width = 500),
    "naive_bayes is worse than random_forest in accuracy; in precision it is worse on 4"
  )
})

test_that("no difference anywhere is said", {
  set.seed(1)
  truth <- sample(c("a", "b"), 200, TRUE)
  flip <- function() ifelse(runif(200) < 0.2, sample(c("a", "b"), 200, TRUE), truth)
  v <- verdict(set_of(truth, nb = flip(), rf = flip()))
  expect_output(print(v, width = 500), "is not distinguishable from nb in accuracy")
  expect_output(print(v, width = 500), "no difference shown on any class")
})

test_that("summary(), tidy(), glance() and plot() work on a verdict", {
  v <- verdict(satellite_pair())
  s <- summary(v)
  expect_s3_class(s, "summary.verdict_table")
  expect_named(s$sections, c(
    "Accuracy", "Precision (6 classes)", "Accuracy, random_forest against naive_bayes (difference)",
    "Precision, random_forest against naive_bayes (ratio, 6 classes)"
  ))
  expect_equal(nrow(tidy(v)), 7)
  expect_equal(nrow(glance(v)), 1)
  skip_if_not_installed("ggplot2")
  local_null_device()
  expect_silent(plot(v))
  expect_s3_class(ggplot2::autoplot(v), "ggplot")
})

test_that("of several metrics the first is plotted, or those asked for", {
  v <- verdict(satellite_pair(), metric = c("precision", "recall", "specificity"))
  expect_equal(unique(rows_of_metric(v$comparison, NULL)$metric), "precision")
  two <- rows_of_metric(v$comparison, c("sensitivity", "specificity"))
  expect_equal(unique(two$metric), c("recall", "specificity"))
  expect_error(plot(v, metric = "presicion"), class = "verdict_error_metric")
})

test_that("in R Markdown a verdict is text", {
  skip_if_not_installed("knitr")
  text <- knitr::knit_print(verdict(satellite_pair()))
  expect_s3_class(text, "knit_asis")
  expect_match(text, "**Verdict on random_forest against naive_bayes", fixed = TRUE)
  expect_match(text, "\n- random_forest is better", fixed = TRUE)
})

test_that("bad input is refused by class", {
  set <- satellite_pair()
  expect_error(verdict(satellite), class = "verdict_error_set")
  expect_error(verdict(set, metric = "precison"), class = "verdict_error_metric")
  expect_error(verdict(set, reference = "svm"), class = "verdict_error_reference")
  expect_error(verdict(set, small = -1), class = "verdict_error_argument")
  one <- prediction_set(truth ~ svm, satellite)
  expect_error(verdict(one), class = "verdict_error_classifier")
})
