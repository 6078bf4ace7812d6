folds <- data.frame(
  fold = 1:5, a = c(0.84, 0.81, 0.86, 0.79, 0.88), b = c(0.80, 0.80, 0.83, 0.78, 0.82)
)
long <- data.frame(
  fold = rep(1:5, 2), model = rep(c("a", "b"), each = 5), accuracy = c(folds$a, folds$b)
)

test_that("wide, long and matrix are the same set, whatever the order of the rows", {
  wide <- score_set(folds, fold = fold, metric = "accuracy")
  mixed <- long[c(7, 1, 10, 2, 9, 3, 4, 8, 5, 6), ]
  expect_identical(score_set(mixed, accuracy, model, fold = fold, metric = "accuracy"), wide)
  expect_identical(score_set(as.matrix(folds[2:3]), fold = folds$fold, metric = "accuracy"), wide)
  expect_identical(as_score_set(as.matrix(folds[2:3]), design = "folds", metric = "accuracy"), wide)
  expect_identical(as_score_set(wide), wide)
  expect_identical(wide$scores[, , 1], as.matrix(folds[2:3]))
  expect_identical(wide$design, design_of("folds", 5, NA))
  expect_identical(scores_of(wide), as.matrix(folds[2:3]))
  expect_identical(as.data.frame(wide)$score, long$accuracy)
})

test_that("the columns tell the design", {
  design <- function(...) score_set(...)$design
  r <- expand.grid(fold = 1:3, repetition = 1:2)
  r$a <- r$b <- 1:6 / 10
  expect_identical(design(r, fold = fold, repetition = repetition), design_of("repeated_folds", 3, 2))
  five <- expand.grid(fold = 1:2, repetition = 1:5)
  five$a <- five$b <- 1:10 / 10
  expect_identical(design(five, fold = fold, repetition = repetition), design_of("5x2", 2, 5))
  expect_identical(
    design(five, fold = fold, repetition = repetition, design = "repeated-folds"), design_of("repeated_folds", 2, 5)
  )
  expect_identical(design(five[c("a", "b")], design = "5x2")$type, "5x2")
  expect_identical(design(five[c("a", "b")], design = "monte_carlo")$type, "monte_carlo")
  expect_identical(design(five[c("a", "b")], design = "bootstrap")$type, "bootstrap")
  expect_identical(design(five[c("a", "b")], item = 1:10)$type, "items")
  expect_identical(design(r, dataset = fold, fold = repetition), design_of("datasets", 2, NA))
})

test_that("folds of a data set and samples of an item are averaged", {
  r <- data.frame(unit = rep(c("y", "x"), each = 2), again = c(1, 2, 1, 2), a = 1:4, b = c(2, 2, 5, 9))
  x <- score_set(r, dataset = unit, fold = again)
  expect_identical(score_matrix(x), cbind(a = c(3.5, 1.5), b = c(7, 2)))
  expect_identical(score_cells(x)$dataset, c("x", "y"))
  r$a[1] <- NA
  kept <- score_set(r, dataset = unit, fold = again, na = "keep")
  expect_identical(unname(score_matrix(kept)[, "a"]), c(3.5, NA))
  items <- score_set(r, item = unit, repetition = again)
  expect_identical(unname(score_matrix(items)[, "a"]), c(3.5, 2))
})

test_that("samples without a score are refused, or left out, counted and said", {
  r <- expand.grid(try = 1:3, item = 1:6, model = c("a", "b", "c"))
  r$score <- rep(c(1, 0, 1, 1, 0), length.out = nrow(r))
  lost <- r$model == "b" & r$try == 2 & r$item < 5 | r$model == "c" & r$try == 1 & r$item == 6
  gaps <- transform(r, score = replace(score, lost, NA))
  wide <- stats::reshape(gaps, idvar = c("item", "try"), timevar = "model", v.names = "score", direction = "wide")
  names(wide) <- sub("score.", "", names(wide), fixed = TRUE)
  long_set <- function(...) score_set(gaps, score, model, item = item, repetition = try, ...)
  wide_set <- function(...) score_set(wide, item = item, repetition = try, ...)
  matrix_set <- function(...) {
    score_set(as.matrix(wide[c("a", "b", "c")]), item = wide$item, repetition = wide$try, ...)
  }
  kept <- score_set(r[!lost, ], score, model, item = item, repetition = try)
  expect_null(kept$n_unscored)
  for (make in list(long_set, wide_set, matrix_set)) {
    # A table of all classifiers has NA also where a sample was never taken.
    if (identical(make, long_set)) {
      expect_error(make(), "5 samples have none: .*b on repetition 2, item 1", class = "verdict_error_score")
    }
    for (na in c(if (!identical(make, long_set)) "error", "omit", "keep")) {
      x <- make(na = na)
      expect_identical(score_matrix(x), score_matrix(kept))
      expect_identical(list(x$n_unscored, x$n_omitted), list(c(0, 4, 1), 0L))
      expect_output(print(x), "left out: 4 samples of b and 1 sample of c\\.")
      said <- "left out: 4 samples of b and 1 sample of c. What is said holds only if"
      expect_match(summary_of(assess_classifiers(x)), said, fixed = TRUE)
    }
  }
  # All are one set but for what `na` keeps.
  compared <- compare_classifiers(x)
  expect_match(summary_of(compared), said, fixed = TRUE)
  expect_match(methods_text(compared), said, fixed = TRUE)
  for (x in list(long_set(na = "omit"), long_set(na = "keep"))) {
    expect_match(paste(capture.output(print(verdict(x), width = 10000)), collapse = " "), said, fixed = TRUE)
  }
  # Of the classifiers and samples that are in a set.
  expect_output(print(x[c(new = "c", "a")]), "left out: 1 sample of new\\.")
  expect_no_match(capture.output(print(x["a"])), "left out")
  expect_output(print(pass_at_k(x, 2)), "left out: 4 samples of b")
  parts <- lapply(list(gaps$item < 4, gaps$item > 3), function(at) {
    score_set(gaps[at, ], score, model, item = item, repetition = try, na = "keep")
  })
  expect_identical(do.call(c, parts)$n_unscored, c(0, 4, 1))
  expect_error(print(replace(x, "n_unscored", list(c(0, -1, 2)))), "samples that are none", class = "verdict_error_set")
  # An item of which a classifier has no score at all is left out for all.
  gaps$score[gaps$model == "b" & gaps$item == 1] <- NA
  expect_error(long_set(), "b on repetition 1, item 1", class = "verdict_error_score")
  x <- long_set(na = "omit")
  expect_identical(list(x$n_unscored, x$n_omitted), list(c(0, 3, 1), 1L))
  expect_identical(long_set(na = "keep")$n_unscored, c(0, 3, 1))
  # Items that are left out as a whole are counted as such.
  whole <- transform(r, score = replace(score, model == "b" & item == 2 | lost & item == 1, NA))
  expect_identical(score_set(whole, score, model, item = item, repetition = try, na = "keep")$n_unscored, c(0, 1, 0))
})

test_that("sizes give the ratio, and cross-validation gives it without them", {
  x <- score_set(folds, fold = fold)
  expect_equal(corrected_ratio(x), 0.25)
  expect_identical(compare_classifiers(x)$note, NA_character_)
  x <- score_set(folds, fold = fold, n_train = c(80, 80, 80, 80, 60), n_test = 20)
  expect_equal(corrected_ratio(x), 20 / 76)
  expect_identical(compare_classifiers(x)$note, "unequal sizes: the mean ones are taken")
  x <- score_set(folds[-1], design = "monte_carlo")
  expect_error(compare_classifiers(x), "need the sizes", class = "verdict_error_design")
})

test_that("what is incomplete, double or no number is named", {
  expect_error(score_set(long[-1, ], accuracy, model, fold = fold), "a on fold 1", class = "verdict_error_score")
  twice <- long[c(1, 1:10), ]
  expect_error(score_set(twice, accuracy, model, fold = fold), "a on fold 1", class = "verdict_error_score")
  expect_error(score_set(folds[c(1, 1:5), ], fold = fold), "fold 1", class = "verdict_error_score")
  expect_error(score_set(transform(folds, a = Inf), fold = fold), "finite", class = "verdict_error_score")
  expect_error(score_set(matrix("a"), design = "folds"), class = "verdict_error_score")
  expect_error(score_set(matrix(0, 0, 2), design = "folds"), class = "verdict_error_score")
  expect_error(score_set(folds, fold = fold, metric = "accuracy", upper = 0.85), class = "verdict_error_score")
  expect_error(score_set(folds[1, ], fold = fold), class = "verdict_error_fold")
  lacking <- transform(folds, a = replace(a, 2, NA))
  x <- score_set(lacking, fold = fold, na = "omit")
  expect_identical(c(x$n_omitted, nrow(x$scores)), c(1L, 4L))
  expect_output(print(x), "1 fold left out for missing scores")
  expect_error(score_set(transform(folds, a = NA_real_), fold = fold, na = "omit"), class = "verdict_error_score")
  five <- data.frame(a = c(NA, 1:9), b = 1:10)
  expect_error(score_set(five, design = "5x2", na = "omit"), class = "verdict_error_score")
})

test_that("units that make no design are refused", {
  expect_error(score_set(folds[-1]), class = "verdict_error_design")
  expect_error(score_set(long, accuracy, model), class = "verdict_error_design")
  expect_error(score_set(folds, repetition = fold), class = "verdict_error_design")
  expect_error(score_set(folds, fold = fold, design = "items"), class = "verdict_error_design")
  expect_error(score_set(folds[-1], design = "repeated_folds"), class = "verdict_error_design")
  ragged <- data.frame(fold = c(1, 2, 1, 2, 3), repetition = c(1, 1, 2, 2, 2), a = 1:5, b = 1:5)
  expect_error(score_set(ragged, fold = fold, repetition = repetition), class = "verdict_error_design")
  expect_error(score_set(folds, fold = fold, cluster = 1:5), class = "verdict_error_design")
  samples <- data.frame(item = c(1, 1, 2), rep = c(1, 2, 1), text = c("x", "y", "x"), a = 1:3, b = 1:3)
  expect_error(score_set(samples, item = item, repetition = rep, cluster = text), class = "verdict_error_design")
  sizes <- transform(long, n_test = 1:10)
  expect_error(score_set(sizes, accuracy, model, fold = fold, n_test = n_test), class = "verdict_error_design")
})

test_that("wrong arguments are refused by name", {
  expect_error(score_set(), class = "verdict_error_input")
  expect_error(score_set(list()), class = "verdict_error_input")
  expect_error(score_set(folds, a, fold = fold), class = "verdict_error_column")
  expect_error(score_set(transform(folds, a = "x"), fold = fold), class = "verdict_error_column")
  expect_error(score_set(folds["fold"], fold = fold), class = "verdict_error_column")
  expect_error(score_set(folds, fold = fold, metric = 3), class = "verdict_error_argument")
  expect_error(score_set(folds, fold = fold, n_train = 0), class = "verdict_error_argument")
  expect_error(score_set(folds, fold = fold, n_train = 1:2), class = "verdict_error_length")
  double <- as.matrix(folds[2:3])
  colnames(double) <- c("a", "a")
  expect_error(score_set(double, design = "folds"), class = "verdict_error_classifier")
  expect_error(score_set(long, accuracy, model, 3, fold = fold), class = "verdict_error_argument")
  expect_error(score_set(folds, fold = fold, beter = "low"), class = "verdict_error_argument")
})

test_that("several metrics know their directions", {
  both <- rbind(cbind(long, what = "f1"), cbind(long, what = "my_loss"))
  x <- score_set(both, accuracy, model, fold = fold, metric = what, better = c(f1 = "high", my_loss = "low"))
  expect_identical(x$metrics$better, c("high", "low"))
  ranks <- rank_classifiers(x)
  best <- vapply(c("f1", "my_loss"), function(metric) ranks$classifier[ranks$metric == metric][1], "")
  expect_identical(best, c(f1 = "a", my_loss = "b"))
  error <- score_set(folds, fold = fold, metric = "error-rate")
  expect_identical(error$metrics$better, "low")
  expect_identical(error$metrics$label, "error rate")
  expect_output(print(x), "F measure \\(high is good\\) and my_loss \\(low")
  expect_output(print(score_set(folds, fold = fold, label = c(score = "a thing"))), "a thing \\(high is good\\)")
})

test_that("print() says what there is", {
  items <- data.frame(item = c(1, 1, 2), rep = c(1, 2, 1), text = c("x", "x", "z"), a = 1:3, b = 1:3)
  x <- score_set(items, item = item, repetition = rep, cluster = text)
  expect_output(print(x), "2 classifiers on 2 items \\(3 samples\\) in 2\\s+clusters")
  expect_output(print(score_set(folds, fold = fold)), "on 5 folds, 5-fold\\s+cross-validation")
  five <- data.frame(a = 1:10, b = 1:10)
  expect_output(print(score_set(five, design = "5x2")), "10 folds, 5x2\\s+cross-validation")
})

test_that("summary() and vcov() have the means' numbers", {
  x <- score_set(folds, fold = fold, metric = "accuracy")
  found <- summary(x)
  expect_equal(found$mean, c(mean(folds$a), mean(folds$b)))
  expect_equal(found$sd, c(sd(folds$a), sd(folds$b)))
  expect_equal(vcov(x)["accuracy:a", "accuracy:b"], cov(folds$a, folds$b) * (1 / 5 + 1 / 4))
  expect_true(is.na(summary(score_set(transform(folds, a = NA_real_), fold = fold, na = "keep"))$mean[1]))
})

test_that("scores have a size that can be squared", {
  expect_error(score_set(transform(folds, a = 1e200), fold = fold), "another unit", class = "verdict_error_score")
  expect_error(score_set(folds * 1e-200, fold = folds$fold), "another unit", class = "verdict_error_score")
})

test_that("well-known scores have their label, range and direction", {
  known <- function(metric) {
    score_set(cbind(a = c(0.5, 0.6), b = c(0.4, 0.7)), design = "datasets", metric = metric)$metrics
  }
  expect_identical(known("auc")[c("label", "lower", "upper", "better")],
    data.frame(label = "AUC", lower = 0, upper = 1, better = "high"))
  expect_identical(known("ROC-AUC")$label, "AUC")
  expect_identical(known("ROC-AUC")$metric, "ROC-AUC")
  expect_identical(known("log_loss")$better, "low")
  expect_identical(known("cross entropy")$better, "low")
  expect_identical(known("loss")$better, "low")
  expect_identical(known("brier")$upper, 2)
  for (low in c(
    "rps", "ranked_prob_score", "ranked probability score", "mnlogloss", "expected_cost", "classification_cost", "mape"
  )) {
    expect_identical(known(low)$better, "low")
  }
  expect_identical(known("rps")[c("label", "lower", "upper")],
    data.frame(label = "ranked probability score", lower = 0, upper = Inf))
  expect_identical(known("calibration_slope")$better, NA_character_)
  # Of times it is no AUC.
  expect_identical(known("c_index")[c("label", "better")], data.frame(label = "concordance index", better = "high"))
  expect_identical(known("F1")$label, "F measure")
  # Nothing is guessed from a part of a name.
  expect_identical(known("prec")[c("label", "lower")], data.frame(label = "prec", lower = -Inf))
  expect_identical(known("mine")$label, "mine")
  x <- score_set(cbind(a = c(0.5, 0.6, 0.5), b = c(0.4, 0.7, 0.6)), design = "folds", metric = "auc")
  expect_output(print(compare_classifiers(x)), "^AUC: b against a")
  expect_error(
    score_set(cbind(a = c(0.5, 1.6), b = 0.4), design = "datasets", metric = "auc"), "between 0 and 1",
    class = "verdict_error_score"
  )
})

test_that("scores of probabilities are as good from a file as from the probabilities", {
  truth <- factor(c("a", "b", "c", "a", "b", "c", "a", "b", "c", "b"), ordered = TRUE)
  near <- function(share) {
    p <- outer(as.integer(truth), 1:3, function(x, y) share * (x == y) + (1 - share) / 3)
    dimnames(p) <- list(NULL, levels(truth))
    p
  }
  for (metric in c("rps", "brier", "log_loss", "rps_skill")) {
    made <- as_score_set(probability_set(truth, good = near(.8), bad = near(.5), fold = rep(1:2, each = 5)), metric)
    read <- score_set(as.data.frame(made$scores[, , 1]), design = "folds", metric = metric)
    columns <- c("metric", "label", "lower", "upper", "better")
    expect_identical(read$metrics[columns], made$metrics[columns])
  }
})

test_that("half of the columns of long data points to the other way in", {
  x <- data.frame(fold = 1:3, a = c(.5, .6, .7), b = c(.4, .5, .7))
  expect_error(score_set(x, score = a, fold = fold), "leave out `score`", class = "verdict_error_column")
})

test_that("tables of another shape are answered", {
  expect_error(score_set(matrix(0, 0, 0)), "no scores", class = "verdict_error_score")
  wide <- data.frame(fold = 1:3, a = c(.8, .7, .9), b = c(.7, .6, .8), kind = "auc")
  expect_error(score_set(wide[1:3], fold = fold, metric = kind), "one name", class = "verdict_error_argument")
  expect_error(score_set(wide, fold = fold, metric = kind), "one row a score", class = "verdict_error_argument")
  named <- "auc"
  expect_identical(score_set(wide[1:3], fold = fold, metric = named)$metrics$metric, "auc")
  changed <- score_set(wide[1:3], fold = fold)
  changed$metrics <- 1
  expect_error(compare_classifiers(changed), class = "verdict_error_set")
})

test_that("what says which scores are good, and in which range, is refused when it is something else", {
  x <- cbind(a = c(0.5, 0.6), b = c(0.7, 0.6))
  for (odd in list(mean, quote(a), new.env(), list("high"), 1)) {
    expect_error(score_set(x, design = "items", better = odd), "better", class = "verdict_error_argument")
    expect_error(estimate_set(c(a = 1, b = 2), diag(2), better = odd), "better", class = "verdict_error_argument")
  }
  for (odd in list(mean, quote(a), new.env(), list(0), "0", 1i)) {
    expect_error(score_set(x, design = "items", lower = odd), "lower", class = "verdict_error_argument")
    expect_error(score_set(x, design = "items", upper = odd), "upper", class = "verdict_error_argument")
  }
  long <- data.frame(fold = c(1, 1, 2, 2), model = c("a", "b"), score = 1:4)
  expect_error(score_set(long, mean, model, fold = fold), "numbers, not a function", class = "verdict_error_score")
  expect_error(score_set(x, design = "items", by = list()), "no groups", class = "verdict_error_by")
})

test_that("a score beyond the end of its range by rounding alone is at the end", {
  above <- c(1 + 4e-16, 0.5, 0.75)
  score <- function(a) score_set(cbind(a = a, b = c(0.5, 0.5, 1)), design = "items", metric = "accuracy")
  expect_identical(score(above)$scores, score(c(1, 0.5, 0.75))$scores)
  expect_identical(score(c(0.3 - 0.1 * 3, 0.5, 0.75))$scores, score(c(0, 0.5, 0.75))$scores)
  expect_error(score(above + 1e-9), "between 0 and 1", class = "verdict_error_score")
})

test_that("a verdict on some metrics of a set is about these", {
  scores <- expand.grid(item = 1:20, model = c("a", "b"), metric = c("ndcg", "latency"))
  scores$score <- (seq_len(80) * 7) %% 19 / 20
  better <- c(ndcg = "high", latency = "low")
  set <- score_set(scores, score, model, item = item, metric = metric, better = better, lower = 0, upper = 1)
  found <- verdict(set, "latency")
  alone <- compare_classifiers(set, "latency")
  expect_identical(unique(found$overall$metric), "latency")
  expect_identical(found$overall$adj.p.value, alone$p.value)
  expect_setequal(verdict(set)$overall$metric, c("ndcg", "latency"))
})

test_that("a label is text: one for one metric, or named", {
  m <- cbind(a = c(0.1, 0.4, 0.5), b = c(0.2, 0.3, 0.9))
  of <- function(label) score_set(m, design = "items", label = label)
  for (label in list("Exam mark", c(score = "Exam mark"))) {
    expect_output(print(compare_classifiers(of(label))), "^Exam mark: b against a")
  }
  for (label in list(mean, TRUE, NA, 1, "", character(), c("a", "b"), c(mark = "Exam mark"), quote(a + b))) {
    expect_error(of(label), "`label` must be", class = "verdict_error_argument")
  }
})

test_that("shares beside percent are told of, right and wrong of two scales refused, honest scores neither", {
  set.seed(1)
  a <- rep(1:0, c(80, 20))
  set_of <- function(..., better = NULL) score_set(cbind(...), design = "items", better = better)
  expect_error(
    set_of(base = a, new = 100 * rev(a)), "\"base\" are at most 1.*\"new\" up to 100", class = "verdict_error_score"
  )
  expect_error(set_of(base = a, new = 100 * rev(a), better = "low"), "not all on one scale")
  expect_error(set_of(base = a, other = a, new = 100 * rev(a)), "\"base\" and \"other\"")
  p <- runif(100)
  for (new in list(100 * a, 100 * p, 60 * p)) expect_warning(set_of(p = p, new = new), "divide them by 100")
  expect_warning(set_of(base = a, new = 100 * p), "hardly all on one scale", class = "verdict_warning_score")
  long <- data.frame(item = rep(1:100, 2), model = rep(c("base", "new"), each = 100), points = c(a, 100 * rev(a)))
  expect_error(score_set(long, points, model, item = item), class = "verdict_error_score")
  expect_warning(
    score_set(data.frame(fold = 1:3, a = c(.8, .7, .9), b = c(81, 70, 92)), fold = fold, metric = "bleu"), "one scale"
  )
  honest <- list(
    cbind(a = p, none = 0), cbind(a = 100 * p, none = 0), cbind(a = a, rating = 5 * p), cbind(a = 100 * p, b = 100 * a),
    cbind(a = p - 0.5, b = 100 * p), cbind(a = p, b = 1000 * p)
  )
  for (scores in honest) expect_no_warning(score_set(scores, design = "items"))
  expect_no_warning(set_of(good = p, poor = 100 * p, better = "low"))
  expect_no_warning(score_set(cbind(a = a), design = "items"))
})
