test_that("every way in of several classes makes the same set", {
  d <- thirds()
  x <- thirds_set()
  expect_s3_class(x, c("class_probability_set", "probability_set", "evidence"), exact = TRUE)
  expect_identical(x$classes, c("a", "b", "c"))
  expect_identical(x$scores, unname(cbind(d$rf, d$svm)))
  expect_identical(x$truth, as.integer(d$truth))
  data <- data.frame(truth = d$truth, rf = d$rf, svm = d$svm)
  expect_identical(probability_set(truth ~ rf + svm, data), x)
  expect_identical(probability_set(truth ~ rf + svm, stats::setNames(data, chartr(".", "_", names(data)))), x)
  expect_identical(probability_set(data, truth, rf = starts_with("rf"), svm = c(svm.c, svm.a, svm.b)), x)
  matrices <- data["truth"]
  matrices[c("rf", "svm")] <- d[c("rf", "svm")]
  expect_identical(probability_set(truth ~ rf + svm, matrices), x)
  expect_identical(probability_set(d$truth, d[c("rf", "svm")]), x)
  named <- function(p, before) structure(p, dimnames = list(NULL, paste0(before, colnames(p))))
  expect_identical(probability_set(d$truth, rf = named(d$rf, ".pred_"), svm = named(d$svm[, 3:1], "prob.")), x)
  expect_identical(probability_set(as.character(d$truth), rf = d$rf, svm = as.data.frame(d$svm)), x)
  expect_message(y <- probability_set(d$truth, rf = unname(d$rf), svm = d$svm), "order of the levels")
  expect_identical(y, x)
  collected <- stats::setNames(data[1:4], c("truth", paste0(".pred_", x$classes)))
  expect_identical(probability_set(collected, truth, starts_with(".pred_"))$scores, x["rf"]$scores)
  expect_identical(probability_set(collected, truth, starts_with(".pred_"))$classifiers, "model")
  expect_identical(x[c(new = "svm")]$scores, unname(d$svm))
  expect_identical(x[], x)
  weights <- rep(c(0, 1), 20)
  expect_identical(thirds_set(weights = weights)$truth, as.integer(d$truth)[weights == 1])
})

test_that("a data frame gives classifiers by columns, chosen as by dplyr", {
  expect_identical(probability_set(twelve, event, a, b), twelve_set())
  expect_identical(probability_set(twelve, event, c(a, b)), twelve_set())
  expect_identical(probability_set(twelve, "event", new = b, id = patient)$classifiers, "new")
  expect_error(probability_set(twelve, event, event), "classifiers", class = "verdict_error_column")
  expect_error(probability_set(twelve, event, nobody), "could not be found", class = "verdict_error_column")
  expect_error(probability_set(twelve, event), class = "verdict_error_classifier")
})

test_that("labels that end alike, or are no names of R, find their columns", {
  truth <- factor(rep(c("a", "not a", "7", "a-b"), 5))
  p <- matrix(1 / 4, 20, 4, dimnames = list(NULL, c("a", "not a", "7", "a-b")))
  x <- probability_set(truth, m = p)
  expect_identical(x$classes, levels(truth))
  colnames(p) <- paste0("p.", make.names(colnames(p)))
  expect_identical(probability_set(truth, m = p)$classes, levels(truth))
  extra <- cbind(thirds()$rf * 0.5, d = 0.5)
  expect_identical(probability_set(as.character(thirds()$truth), m = extra)$classes, c("a", "b", "c", "d"))
})

test_that("two columns a classifier are probabilities of an event, of which the other column is the rest", {
  event <- twelve$event
  both <- function(p) cbind("0" = 1 - p, "1" = p)
  x <- probability_set(event, a = both(twelve$a), b = both(twelve$b))
  expect_identical(x, twelve_set())
  label <- ifelse(event == 1, "ill", "well")
  data <- data.frame(label, .pred_ill = twelve$a, .pred_well = 1 - twelve$a)
  expect_error(probability_set(data, label, starts_with(".pred_")), "positive", class = "verdict_error_positive")
  y <- probability_set(data, label, starts_with(".pred_"), positive = "ill")
  expect_identical(y$scores[, 1], twelve$a)
  z <- probability_set(data, label, starts_with(".pred_"), positive = "well")
  expect_identical(z$scores[, 1], 1 - twelve$a)
})

test_that("what is wrong with columns of classes is said", {
  d <- thirds()
  refuse <- function(expr, words, class = "class") {
    expect_error(expr, words, class = paste0("verdict_error_", class))
  }
  renamed <- function(names) structure(d$rf, dimnames = list(NULL, names))
  refuse(probability_set(d$truth, rf = renamed(c("x", "y", "z"))), "There is none of")
  refuse(probability_set(d$truth, rf = renamed(c("a", "b", "b"))), "must be named by the classes")
  refuse(probability_set(d$truth, rf = d$rf[, 1:2]), "There is none of")
  refuse(probability_set(as.character(d$truth), rf = unname(d$rf)), "colnames")
  refuse(probability_set(d$truth, rf = unname(d$rf[, 1:2])), "no names")
  refuse(probability_set(d$truth, rf = d$rf, svm = cbind(d$svm * .5, d = .5)), "a column for every class")
  refuse(probability_set(d$truth, rf = d$rf, svm = d$svm[, 1]), "a single one", "scores")
  two <- factor(d$truth == d$truth[1])
  thin <- d$rf[, 1, drop = FALSE]
  refuse(probability_set(two, rf = thin, svm = d$svm[, 1], positive = "TRUE"), "\"rf\" has a single column", "scores")
  refuse(probability_set(two, rf = thin, positive = "TRUE"), "\"rf\" has a single column", "scores")
  refuse(probability_set(d$truth, rf = round(d$rf, 2)), "divide each row by its sum", "scores")
  refuse(probability_set(d$truth, rf = d$rf^2), "add up to 1", "scores")
  refuse(probability_set(d$truth, rf = 100 * d$rf), "percent", "scores")
  refuse(probability_set(d$truth, d$rf), "that one classifier gives", "positive")
  refuse(thirds_set(positive = "z"), "not among", "positive")
  with_na <- d$rf
  with_na[3, 1] <- NA
  refuse(probability_set(d$truth, rf = with_na), "in 1 row", "na")
  expect_identical(probability_set(d$truth, rf = with_na, na = "omit")$truth, as.integer(d$truth)[-3])
  text <- as.data.frame(d$rf)
  text$b <- as.character(text$b)
  refuse(probability_set(d$truth, rf = text), "as.numeric", "scores")
  expect_identical(thirds_set(scores = TRUE)$is_probability, FALSE)
  refuse(assess_classifiers(thirds_set(scores = TRUE), "brier"), "need", "metric")
  ranks <- probability_set(d$truth, rf = 100 * d$rf, svm = d$svm, scores = TRUE)
  expect_identical(set_metrics(ranks, NULL)$metric, c("hand_till", "roc_auc"))
})

test_that("exchanged columns are told, and left as they are", {
  d <- thirds(90)
  wrong <- structure(d$svm, dimnames = list(NULL, c("b", "a", "c")))
  expect_warning(
    x <- probability_set(d$truth, rf = d$rf, svm = wrong), "columns of svm look exchanged: AUC 0[.]",
    class = "verdict_warning_exchanged"
  )
  expect_match(x$notes, "look exchanged")
  expect_identical(x$scores[, 4], d$svm[, "b"])
  expect_no_warning(probability_set(d$truth, rf = d$rf, svm = d$svm))
})

test_that("labels of the largest probability make a prediction set, ties the first class", {
  d <- thirds()
  x <- as_prediction_set(thirds_set(id = d$patient))
  labels <- function(p) factor(c("a", "b", "c")[apply(p, 1, which.max)], c("a", "b", "c"))
  y <- prediction_set(d$truth, rf = labels(d$rf), svm = labels(d$svm), id = d$patient)
  expect_equal(assess_classifiers(x, "accuracy")$estimate, assess_classifiers(y, "accuracy")$estimate)
  expect_identical(x$n_clusters, y$n_clusters)
  even <- as_prediction_set(probability_set(d$truth, m = structure(d$rf * 0 + 1 / 3, dimnames = dimnames(d$rf))))
  expect_match(even$notes, "40 ties", all = FALSE)
})

test_that("printing says what there is", {
  local_reproducible_output(width = 80)
  expect_snapshot({
    thirds_set()
    thirds_set(id = thirds()$patient, fold = rep(1:4, 10), scores = TRUE)
    probability_set(thirds()$truth, rf = replace(thirds()$rf, 1, NA), na = "omit")
  })
})

test_that("a set that was changed by hand is an error", {
  x <- thirds_set()
  change <- function(...) utils::modifyList(x, list(...), keep.null = TRUE)
  edits <- list(
    change(classes = c("a", "b")), change(classes = c("a", "a", "b")), change(classes = NULL),
    change(classifiers = "rf"), change(truth = x$truth + 1L), change(truth = x$truth - 1L),
    change(is_probability = NULL), change(n_omitted = "no"), change(scores = x$scores[, 1:5]),
    change(order = x$order[1:3, ])
  )
  for (edit in edits) {
    expect_error(assess_classifiers(edit, c("brier", "hand_till")), class = "verdict_error_set")
  }
})

test_that("no number stands for the AUC of a class without rows", {
  y <- factor(rep(c("a", "b"), 6), levels = c("a", "b", "c"))
  p <- matrix(c(1:12, 12:1, rep(7, 12)), 12, dimnames = list(NULL, c("a", "b", "c")))
  x <- probability_set(y, m = p / rowSums(p))
  macro <- function(...) assess_classifiers(x, "roc_auc", average = "macro", ...)
  expect_identical(macro()$estimate, NA_real_)
  for (how in c("zero", "skip")) expect_error(macro(zero_division = how), "\"c\"", class = "verdict_error_argument")
})
