vehicle <- prediction_set(
  truth ~ random_forest + svm + tree, vehicle_cv,
  id = id, fold = fold, repetition = repetition
)
one <- vehicle_cv[vehicle_cv$repetition == 1, ]

fold_accuracy <- function(classifier) {
  hit <- as.character(vehicle_cv$truth) == as.character(vehicle_cv[[classifier]])
  as.vector(tapply(hit, vehicle_cv[c("fold", "repetition")], mean))
}

test_that("the counts of folds give every metric's scores", {
  x <- as_score_set(vehicle)
  expect_identical(x$design, design_of("repeated_folds", 10, 10))
  for (name in vehicle$classifiers) expect_equal(unname(scores_of(x)[, name]), fold_accuracy(name))
  expect_equal(sum(x$cells$n_test), nrow(vehicle_cv))
  expect_true(all(x$cells$n_train + x$cells$n_test == 846))
  recall <- as_score_set(vehicle, c("recall", "accuracy"), classes = c("van", "bus"))
  expect_setequal(recall$metrics$metric, c("recall: bus", "recall: van", "accuracy: bus", "accuracy: van"))
  van <- vehicle_cv$truth == "van"
  expected <- tapply((vehicle_cv$svm == "van")[van], vehicle_cv[van, c("fold", "repetition")], mean)
  expect_equal(unname(scores_of(recall, "recall: van")[, "svm"]), as.vector(expected))
  macro <- as_score_set(vehicle, f_meas(beta = 2), average = "macro")
  first <- vehicle_cv[vehicle_cv$fold == 1 & vehicle_cv$repetition == 1, ]
  part <- prediction_set(truth ~ random_forest + svm + tree, first, id = seq_len(nrow(first)))
  expect_equal(
    unname(scores_of(macro, macro$metrics$metric)[1, ]),
    assess_classifiers(part, f_meas(beta = 2), average = "macro")$estimate
  )
})

test_that("rows counted in whole numbers are as good as the rows", {
  counted <- as.data.frame(table(one[c("truth", "svm", "tree", "fold")]))
  expect_type(counted$Freq, "integer")
  x <- prediction_set(truth ~ svm + tree, counted, weights = Freq, fold = fold)
  rows <- prediction_set(truth ~ svm + tree, one, fold = fold)
  expect_output(print(x), "10-fold cross-validation")
  expect_equal(as.data.frame(compare_classifiers(x)), as.data.frame(compare_classifiers(rows)))
  expect_equal(scores_of(as_score_set(x)), scores_of(as_score_set(rows)))
  # Their sums may be more than an integer holds.
  counted$Freq <- counted$Freq * as.integer(2e9 / max(counted$Freq))
  many <- prediction_set(truth ~ svm + tree, rbind(counted, counted), weights = Freq, fold = fold)
  expect_equal(scores_of(as_score_set(many)), scores_of(as_score_set(rows)))
})

test_that("the corrected t test is that of the scores by fold", {
  found <- compare_classifiers(vehicle, "accuracy", method = "corrected-t", reference = "svm")
  d <- fold_accuracy("random_forest") - fold_accuracy("svm")
  n_test <- as.vector(table(vehicle_cv[c("fold", "repetition")]))
  se <- sqrt((1 / 100 + mean(n_test) / mean(846 - n_test)) * var(d))
  expect_equal(found$estimate[1], mean(d))
  expect_equal(found$statistic[1], mean(d) / se)
  expect_equal(found$p.value[1], 2 * pt(-abs(mean(d) / se), 99))
  expect_equal(found$conf.low[1], mean(d) - qt(0.975, 99) * se)
  scores <- as_score_set(vehicle)
  same <- compare_classifiers(scores, reference = "svm")
  columns <- c("estimate", "std.error", "statistic", "p.value", "adj.p.value", "adj.conf.low", "effect")
  expect_equal(as.data.frame(found)[columns], as.data.frame(same)[columns])
})

test_that("it is the default of cross-validated predictions, and pooled tests keep their caveat", {
  expect_identical(unique(compare_classifiers(vehicle)$method), "corrected repeated K-fold t")
  expect_no_match(header_of(compare_classifiers(vehicle)), "Caveat")
  v <- verdict(vehicle)
  expect_identical(unique(c(v$overall$method, v$comparison$method)), "corrected repeated K-fold t")
  expect_no_match(summary_of(v), "overlapping data|it takes")
  expect_identical(attr(rank_classifiers(vehicle), "verdict")$test, "corrected_t:repeated_folds")
  pooled <- compare_classifiers(vehicle, "accuracy", method = "mcnemar")
  expect_match(summary_of(pooled), "as_score_set")
  expect_identical(unique(compare_classifiers(vehicle, measure = "ratio")$method), "generalized score")
  expect_identical(unique(compare_classifiers(vehicle, "accuracy", interval = "wald")$method), "clustered McNemar")
  single <- prediction_set(truth ~ random_forest + svm, one, fold = fold)
  expect_identical(compare_classifiers(single, "accuracy")$method, "corrected K-fold t")
  expect_match(summary_of(assess_classifiers(vehicle, interval = "logit")), "overlapping")
})

test_that("each classifier by itself is a mean over the folds with the corrected variance", {
  found <- assess_classifiers(vehicle, c("accuracy", "recall"), classes = "van")
  of_scores <- as_score_set(vehicle, c("accuracy", "recall"), classes = "van")
  again <- assess_classifiers(of_scores)
  for (column in c("estimate", "std.error", "conf.low", "conf.high")) expect_equal(found[[column]], again[[column]])
  # From the definition: mean, and variance times (1 / J + n_test / n_train), n_test / n_train = 1 / 9.
  scores <- of_scores$scores[, "svm", 1]
  row <- found[found$classifier == "svm" & found$metric == "accuracy", ]
  se <- sqrt((1 / 100 + 1 / 9) * var(scores))
  expect_equal(row$estimate, mean(scores))
  expect_equal(row$std.error, se, tolerance = 1e-4) # sizes of folds differ by one
  expect_equal(row$conf.high, min(1, mean(scores) + qt(0.975, 99) * row$std.error))
  expect_no_match(header_of(found), "Caveat")
  expect_identical(unique(found$method), "corrected t")
  expect_identical(assess_classifiers(vehicle, interval = "corrected_t"), assess_classifiers(vehicle))
  tested <- assess_classifiers(vehicle, "accuracy", null = 0.75, alternative = "less")
  row <- tested[tested$classifier == "tree", ]
  expect_equal(row$p.value, pt(row$statistic, 99))
  expect_equal(row$statistic, (row$estimate - 0.75) / row$std.error)
  # The numbers beside the comparisons and those by themselves are the same.
  v <- verdict(vehicle)
  of <- function(who) v$assessment$estimate[v$assessment$metric == "accuracy" & v$assessment$classifier == who]
  expect_equal(v$overall$estimate.classifier[1], of(v$overall$classifier[1]))
  expect_identical(unique(verdict(vehicle, method = "wald")$assessment$method), "logit")
})

test_that("ratios, which may be infinite in a fold, are of all rows together", {
  found <- compare_classifiers(vehicle, "lr_plus", classes = "bus")
  expect_identical(unique(found$method), "Wald")
  expect_false(anyNA(found$p.value))
  expect_identical(assess_classifiers(vehicle, "lr_plus", classes = "bus")$method[1], "log")
  expect_error(
    compare_classifiers(vehicle, "lr_plus", classes = "bus", method = "corrected_t"), "infinite in one fold",
    class = "verdict_error_fold"
  )
  scores <- as_score_set(vehicle, "lr_plus", classes = "bus")$scores
  expect_false(any(is.infinite(scores)))
})

test_that("a verdict by counts is by counts all over, and one of both kinds can be bound", {
  v <- verdict(vehicle, method = "gs")
  expect_identical(unique(v$overall$method), "clustered McNemar")
  expect_match(summary_of(v), "overlapping data")
  both <- verdict(vehicle, metric = c("recall", "accuracy"), reference = "svm")
  expect_identical(unique(both$comparison$method), "corrected repeated K-fold t")
  pooled <- compare_classifiers(vehicle, "accuracy", method = "mcnemar")
  mixed <- rbind(compare_classifiers(vehicle, "accuracy"), pooled)
  expect_match(header_of(mixed), "Data: 8,460 rows of 846 observations, 10-fold cross-validation, 10", all = FALSE)
})

test_that("the verdict's test of all classes is that of the folds", {
  v <- verdict(vehicle, reference = "svm")
  expect_true(all(is.finite(v$global$p.value)))
  expect_true(all(v$global$p.value > 0 & v$global$p.value <= 1))
  x <- as_score_set(vehicle, "precision")
  d <- x$scores[, "tree", ] - x$scores[, "svm", ]
  plan <- request_plans(vehicle, new_request(vehicle, "precision"))[[1]]
  found <- plan_joint(plan, x, cbind(c(3L, 2L)), "pair", by_pair = TRUE)
  expect_equal(found$gap, unname(colMeans(d)))
  expect_equal(found$vcov[, , 1], unname(cov(d) * (1 / 100 + fold_ratio(vehicle)$ratio)))
  expect_s3_class(omnibus_test(vehicle, over = "classes", reference = "svm"), "verdict_table")
})

test_that("five times two folds are judged by Alpaydin's F when asked for", {
  set.seed(1)
  fold <- as.vector(replicate(5, sample(rep(1:2, 20))))
  d <- data.frame(id = rep(1:40, 5), repetition = rep(1:5, each = 40), fold = fold)
  d$truth <- rep(rep(c("a", "b"), 20), 5)
  d$x <- sample(c("a", "b"), 200, TRUE)
  d$y <- d$truth
  set <- prediction_set(truth ~ x + y, d, id = id, fold = fold, repetition = repetition)
  found <- compare_classifiers(set, "accuracy", method = "cv5x2_f")
  expect_identical(found$method, "5x2cv F")
  s <- as_score_set(set)
  expect_equal(found$statistic, compare_classifiers(s)$statistic)
})

test_that("weights and rows left out count by fold", {
  d <- data.frame(
    truth = rep(c("a", "b"), 10), x = rep(c("a", "b", "b"), length.out = 20), y = "a", fold = rep(1:4, each = 5),
    w = rep(c(1, 3), 10)
  )
  d$x[3] <- NA
  set <- prediction_set(truth ~ x + y, d, fold = fold, weights = w, na = "omit")
  found <- scores_of(as_score_set(set))
  kept <- d[-3, ]
  expected <- vapply(split(kept, kept$fold), function(p) weighted.mean(p$truth == p$x, p$w), 0)
  expect_equal(unname(found[, "x"]), unname(expected))
  expect_equal(as_score_set(set)$cells$n_test, as.vector(rowsum(kept$w, kept$fold)))
})

test_that("folds without a score are left out, and said", {
  d <- data.frame(truth = c(rep(c("a", "b"), 9), "b", "b"), fold = rep(1:10, each = 2))
  d$x <- d$truth
  d$x[c(1, 5)] <- "b"
  d$y <- rev(d$truth)
  set <- prediction_set(truth ~ x + y, d, fold = fold)
  found <- compare_classifiers(set, "recall", classes = "a")
  expect_match(found$note, "1 fold left out, without a score of both")
  expect_equal(found$df, 8)
})

test_that("sets without folds say what they lack", {
  plain <- prediction_set(truth ~ random_forest + svm, one[c("truth", "random_forest", "svm")])
  expect_error(compare_classifiers(plain, method = "corrected_t"), "fold", class = "verdict_error_method")
  expect_error(as_score_set(plain), class = "verdict_error_fold")
  ragged <- one
  ragged$fold[ragged$fold == 10] <- 9
  ragged <- rbind(one, transform(ragged, repetition = 2))
  set <- prediction_set(truth ~ random_forest + svm, ragged, id = id, fold = fold, repetition = repetition)
  expect_error(compare_classifiers(set, method = "corrected_t"), class = "verdict_error_fold")
  expect_identical(compare_classifiers(set, "accuracy")$method, "clustered McNemar")
  left_out <- prediction_set(truth ~ random_forest + svm, one, fold = seq_len(nrow(one)))
  expect_match(compare_classifiers(left_out, "accuracy")$method, "McNemar")
  expect_identical(compare_classifiers(left_out, "accuracy", method = "corrected_t")$df, 845)
})

test_that("folds changed by hand are refused", {
  for (change in list(
    function(x) utils::modifyList(x, list(folds = list(fold = 1L))),
    function(x) {
      x$folds$pattern[1] <- 1e6L
      x
    },
    function(x) {
      x$folds$count <- x$folds$count * 2
      x
    }
  )) {
    expect_error(compare_classifiers(change(vehicle)), "folds", class = "verdict_error_set")
  }
})

test_that("a global test by folds says where it has its covariance from", {
  x <- prediction_set(
    truth ~ svm + random_forest, vehicle_cv, id = id, fold = fold, repetition = repetition
  )
  text <- paste(capture.output(print(omnibus_test(x, over = "classes"))), collapse = " ")
  expect_match(text, "computed +from +the +scores")
})

test_that("where folds do not vary the rows are counted together", {
  set.seed(1)
  d <- data.frame(truth = rep(c("a", "b"), 30), fold = rep(1:5, 12))
  d$perfect <- d$truth
  d$fair <- ifelse(runif(60) < 0.7, d$truth, "a")
  x <- prediction_set(truth ~ perfect + fair, d, fold = fold)
  found <- assess_classifiers(x)
  expect_identical(found$method, c("Wilson", "corrected t"))
  expect_equal(c(found$conf.low[1], found$conf.high[1]), as.vector(prop.test(60, 60, correct = FALSE)$conf.int))
  expect_identical(found$note, c("the folds do not vary: of all rows together", NA))
  tested <- assess_classifiers(x, null = 0.9)
  expect_equal(tested$p.value[1], 2 * pnorm(-0.1 / sqrt(0.09 / 60)))
  expect_identical(is.na(tested$df), c(TRUE, FALSE))
  expect_true(is.na(assess_classifiers(x, interval = "corrected_t")$conf.low[1]))
})

test_that("no interval of a difference is wider than the range of its metric, and decisions stay", {
  set <- prediction_set(truth ~ svm + tree, satellite[1:60, ], fold = rep(1:2, 30))
  found <- compare_classifiers(set, "recall", classes = "very damp grey soil")
  # Of two folds t has one degree of freedom.
  expect_gt(stats::qt(0.975, 1) * found$std.error, 2)
  expect_identical(c(found$conf.low, found$conf.high), c(-1, 1))
  expect_identical(found$decision, "undecided")
  all <- compare_classifiers(set, "recall")
  expect_true(all(abs(c(all$adj.conf.low, all$adj.conf.high)) <= 1, na.rm = TRUE))
  expect_identical(compare_classifiers(set, "recall", alternative = "greater")$conf.high[5], Inf)
  # Correlations differ by 2 at most.
  expect_identical(compare_classifiers(set, "mcc", conf.level = 0.99)$conf.low, -2)
})
