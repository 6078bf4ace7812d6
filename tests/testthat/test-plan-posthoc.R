raw <- function(x, method, ...) compare_classifiers(x, method = method, ...)$p.value
adjusted <- function(x, method, ...) compare_classifiers(x, method = method, ...)$adj.p.value

# scmamp 0.3.2 and PMCMRplus 1.9.10
test_that("pairs of data sets are those of other software", {
  x <- dataset_scores()
  expect_equal(raw(x, "nemenyi"), c(.470486, .043308, .006099), tolerance = 1e-4)
  expect_equal(adjusted(x, "nemenyi"), c(.750635, .107223, .016791), tolerance = 1e-4)
  expect_equal(raw(x, "mean_ranks"), raw(x, "nemenyi"))
  expect_equal(raw(x, "conover"), c(.245181, .006153, .000852), tolerance = 1e-3)
  expect_equal(raw(x, "quade"), c(.092653, .036258, .001622), tolerance = 1e-3)
  expect_equal(raw(x, "aligned_ranks"), c(.2676403088, .0248283486, .0008006325), tolerance = 1e-8)
  expect_equal(adjusted(x, "conover"), p.adjust(raw(x, "conover"), "bonferroni"))
  expect_equal(adjusted(x, "conover", p.adjust.method = "shaffer"), exp(adjust_log(log(raw(x, "conover")), "shaffer")))
})

# Demsar (2006): CD 1.25 and 1.12 for Nemenyi, 1.16 and 1.04 for Bonferroni and Dunn
test_that("Demsar's critical differences", {
  x <- score_set(demsar_matrix(), design = "datasets", metric = "auc")
  critical <- function(...) {
    found <- compare_classifiers(x, ...)
    unique(round((found$adj.conf.high - found$adj.conf.low) / 2, 3))
  }
  expect_identical(critical(method = "nemenyi"), 1.254)
  expect_identical(critical(method = "nemenyi", conf.level = 0.9), 1.118)
  expect_identical(critical(method = "bonferroni_dunn", reference = "C4.5"), 1.168)
  expect_identical(critical(method = "bonferroni-dunn", reference = "C4.5", conf.level = 0.9), 1.038)
  found <- compare_classifiers(x, method = "nemenyi")
  expect_equal(found$estimate.reference[1], 44 / 14)
  expect_equal(found$estimate, found$estimate.classifier - found$estimate.reference)
})

# TukeyHSD() of R 4.2.2, agricolae 1.3-7, mutoss 0.1-12, emmeans 1.8.4
test_that("pairs by the error of the analysis of variance", {
  plain <- function(method, ...) {
    suppressWarnings(compare_classifiers(fold_scores(), method = by_anova(method, corrected = FALSE), ...))
  }
  found <- plain("tukey")
  expect_equal(found$estimate, c(.0325, 0, -.0325))
  expect_equal(found$adj.p.value, c(.010658, 1, .010658), tolerance = 1e-4)
  expect_equal(c(found$adj.conf.low[1], found$adj.conf.high[1]), c(.009918, .055082), tolerance = 1e-4)
  expect_equal(plain("newman_keuls")$adj.p.value, c(.010658, 1, .010658), tolerance = 1e-4)
  expect_true(all(is.na(plain("newman_keuls")$adj.conf.low)))
  scheffe <- plain("scheffe")
  t <- .0325 / sqrt(2 * .000108333333 / 4)
  expect_equal(scheffe$adj.p.value[1], pf(t^2 / 2, 2, 6, lower.tail = FALSE), tolerance = 1e-6)
  expect_equal(plain("anova_t")$p.value[1], 2 * pt(-t, 6), tolerance = 1e-6)
  less <- plain("anova_t", alternative = "greater")
  expect_equal(less$p.value[1], pt(-t, 6), tolerance = 1e-6)
  expect_identical(less$conf.high, rep(Inf, 3))
  expect_identical(plain("anova_t", alternative = "less")$conf.low, rep(-Inf, 3))
})

test_that("the overlap of training data makes the error larger", {
  corrected <- compare_classifiers(fold_scores(), method = "tukey")
  plain <- suppressWarnings(compare_classifiers(fold_scores(), method = by_anova(corrected = FALSE)))
  expect_equal(corrected$std.error / plain$std.error, rep(sqrt(1 + 4 / 3), 3))
  # of two classifiers it is the corrected t test
  scores <- cbind(a = c(.84, .81, .86, .79, .88), b = c(.80, .80, .83, .78, .82))
  two <- score_set(scores, design = "folds")
  expect_equal(compare_classifiers(two, method = "anova_t")$p.value, .102700, tolerance = 1e-5)
  expect_equal(adjusted(two, "tukey"), .102700, tolerance = 1e-5)
})

test_that("Tukey's intervals are those of TukeyHSD()", {
  set.seed(1)
  scores <- matrix(runif(24), 8, dimnames = list(NULL, c("a", "b", "c")))
  found <- suppressWarnings(
    compare_classifiers(score_set(scores, design = "items"), method = by_anova("tukey", blocked = FALSE))
  )
  long <- data.frame(y = as.vector(scores), c = factor(colnames(scores)[col(scores)]))
  peer <- TukeyHSD(aov(y ~ c, long))$c
  ours <- cbind(found$estimate, found$adj.conf.low, found$adj.conf.high, found$adj.p.value)
  expect_equal(ours, unname(peer), tolerance = 1e-5)
})

test_that("several metrics share the level", {
  d <- expand.grid(dataset = 1:6, model = c("a", "b", "c"), stringsAsFactors = FALSE)
  scores <- as.vector(dataset_matrix())
  d <- rbind(data.frame(d, what = "accuracy", score = scores), data.frame(d, what = "auc", score = rev(scores)))
  x <- score_set(d, score = score, classifier = model, dataset = dataset, metric = what)
  both <- compare_classifiers(x, method = "nemenyi")
  one <- compare_classifiers(x, "accuracy", method = "nemenyi")
  expect_equal(both$adj.p.value[1:3], pmin(1, 2 * one$adj.p.value))
  expect_identical(both$adj.p.value < .05, both$adj.conf.low > 0 | both$adj.conf.high < 0)
})

test_that("where all scores are the same the interval is the point 0", {
  flat <- score_set(cbind(A = rep(0.5, 4), B = 0.5, C = 0.5), design = "folds", n_train = 90, n_test = 10)
  for (method in c("tukey", "scheffe", "anova_t", "newman_keuls")) {
    found <- suppressWarnings(compare_classifiers(flat, method = method))
    expect_equal(found$p.value, rep(1, 3))
    expect_equal(found$std.error, rep(0, 3))
    expect_equal(found$conf.low, rep(0, 3))
    expect_equal(found$conf.high, rep(0, 3))
    # Steps have no intervals that hold together.
    expect_equal(found$adj.conf.high, rep(if (method == "newman_keuls") NA_real_ else 0, 3))
    expect_match(found$note, "the same scores everywhere")
  }
  above <- suppressWarnings(compare_classifiers(flat, method = "anova_t", alternative = "greater"))
  expect_equal(above$conf.low, rep(0, 3))
})

test_that("the warning of an invalid analysis of variance is of the contrasts asked for", {
  scores <- rbind(c(.80, .83, .79), c(.84, .88, .85), c(.76, .81, .78), c(.82, .83, .80))
  colnames(scores) <- c("A", "B", "C")
  folds <- score_set(scores, design = "folds", n_train = 90, n_test = 10)
  said <- function(contrasts) {
    plain <- by_anova("anova_t", corrected = FALSE)
    heard <- expect_warning(
      compare_classifiers(folds, method = plain, contrasts = contrasts), class = "verdict_warning_invalid"
    )
    conditionMessage(heard)
  }
  expect_match(said(A ~ C), "Here both tests say p > 0.99.", fixed = TRUE)
  expect_match(said(list(A ~ C, A ~ B, A + C ~ B, C ~ B)), "it calls 3 of 4 comparisons different", fixed = TRUE)
})

test_that("invalid tests of pairs run with what they would have claimed", {
  expect_warning(
    compare_classifiers(fold_scores(), method = "nemenyi"), "corrected_t", class = "verdict_warning_invalid"
  )
  expect_warning(
    compare_classifiers(fold_scores(), method = by_anova(corrected = FALSE)), "2 of 3 comparisons",
    class = "verdict_warning_invalid"
  )
  expect_warning(compare_classifiers(dataset_scores(), method = "dunn"), "wilcoxon", class = "verdict_warning_invalid")
  dunn <- suppressWarnings(compare_classifiers(dataset_scores(), method = "dunn"))
  # PMCMRplus 1.9.10, kwAllPairsDunnTest()
  expect_equal(dunn$p.value, c(.8074557, .6259612, .4647003), tolerance = 1e-6)
  expect_warning(
    compare_classifiers(dataset_scores(), method = "conover_iman"), "ignores that all classifiers",
    class = "verdict_warning_invalid"
  )
  # PMCMRplus 1.9.10, kwAllPairsConoverTest()
  conover <- suppressWarnings(compare_classifiers(dataset_scores(), method = "conover_iman"))
  expect_equal(conover$p.value, c(.819110, .648258, .495701), tolerance = 1e-5)
})

# Conover (1999): t = |R_i - R_j| / sqrt(S^2 (M - 1 - H) / (M - k) (1 / n_i + 1 / n_j)), M - k degrees of freedom
test_that("Conover and Iman's test after Kruskal and Wallis' is its formula", {
  set.seed(5)
  for (k in 2:4) {
    m <- matrix(round(runif(7 * k), 1), 7, dimnames = list(NULL, letters[1:k]))
    found <- suppressWarnings(compare_classifiers(score_set(m, design = "items"), method = "conover_iman"))
    r <- matrix(rank(-m), 7)
    M <- length(r)
    S2 <- var(as.vector(r))
    H <- unname(kruskal.test(as.vector(m), as.vector(col(m)))$statistic)
    t <- apply(combn(k, 2), 2, function(at) diff(colMeans(r)[at])) / sqrt(S2 * (M - 1 - H) / (M - k) * 2 / 7)
    expect_equal(found$statistic, t)
    expect_equal(found$df, rep(M - k, length(t)))
    expect_equal(found$p.value, 2 * pt(-abs(t), M - k))
    expect_equal(found$adj.p.value, p.adjust(found$p.value, "bonferroni"))
  }
  apart <- score_set(cbind(a = rep(1, 6), b = rep(2, 6), c = rep(3, 6)), design = "datasets")
  found <- suppressWarnings(compare_classifiers(apart, method = "conover_iman"))
  expect_equal(found$estimate, c(-6, -12, -6)) # mean ranks 15.5, 9.5, 3.5
  expect_true(all(is.na(found$p.value) & is.na(found$conf.low)))
  expect_match(found$note, "zero variance")
  tied <- score_set(cbind(a = rep(1, 6), b = rep(1, 6)), design = "datasets")
  expect_identical(suppressWarnings(compare_classifiers(tied, method = "conover_iman"))$p.value, 1)
  one <- score_set(cbind(a = 1, b = 2, c = 3), design = "datasets")
  found <- suppressWarnings(compare_classifiers(one, method = "conover_iman"))
  expect_true(all(is.na(found$p.value)))
  expect_match(found$note, "too few data sets")
})

test_that("what a test of pairs does not take is refused", {
  x <- dataset_scores()
  refused <- function(class, ...) expect_error(compare_classifiers(x, ...), class = paste0("verdict_error_", class))
  refused("method", method = "bonferroni_dunn")
  refused("method", method = "nemenyi", alternative = "greater")
  refused("measure", method = "nemenyi", measure = "difference")
  refused("measure", method = "tukey", interval = "wald")
  set.seed(1)
  items <- matrix(rbinom(120, 1, .6), 40, dimnames = list(NULL, letters[1:3]))
  clustered <- score_set(items, item = 1:40, cluster = rep(1:10, each = 4))
  expect_error(compare_classifiers(clustered, method = "tukey"), class = "verdict_error_clustered")
})

test_that("pairs that nothing tells apart, or everything", {
  same <- score_set(matrix(rep(1:6, 3), 6, dimnames = list(NULL, letters[1:3])), design = "datasets")
  for (method in c("conover", "quade", "tukey", "newman_keuls", "scheffe", "nemenyi")) {
    found <- compare_classifiers(same, method = method)
    expect_identical(found$p.value, c(1, 1, 1))
    expect_equal(found$adj.p.value, c(1, 1, 1))
  }
  ordered <- score_set(matrix(rep(1:3, each = 6), 6, dimnames = list(NULL, letters[1:3])), design = "datasets")
  found <- compare_classifiers(ordered, method = "conover")
  expect_true(all(is.na(found$p.value)))
  expect_match(found$note, "ranks the classifiers alike")
  expect_true(all(is.na(compare_classifiers(ordered, method = "tukey")$adj.p.value)))
})

test_that("mean ranks are said as such", {
  found <- compare_classifiers(dataset_scores(), method = "nemenyi")
  said <- summary(found)$sections
  expect_named(said, "Mean rank of accuracy, 3 pairs (less is better)")
  expect_match(said[[1]], "^1.08 [(]c[)] against 2.67 [(]b[)], rank difference", all = FALSE)
  shown <- paste(capture.output(print(found)), collapse = " ")
  expect_match(shown, "below 0 favours the first", fixed = TRUE)
  missing <- dataset_matrix()
  missing[1, 1] <- NA
  found <- compare_classifiers(score_set(missing, design = "datasets", na = "keep"), method = "nemenyi")
  expect_match(found$note, "1 data set without all scores left out")
})

test_that("sizes of effect stand beside the p-values", {
  x <- dataset_scores()
  scores <- dataset_matrix()
  gap <- scores[, c(2, 3, 3)] - scores[, c(1, 1, 2)]
  won <- colMeans((sign(round(gap, 10)) + 1) / 2)
  expect_equal(compare_classifiers(x, method = "nemenyi")$effect, unname(won))
  expect_equal(compare_classifiers(x, method = "tukey")$effect, unname(colMeans(gap) / apply(gap, 2, sd)))
  errors <- score_set(1 - scores, design = "datasets", metric = "error")
  expect_equal(compare_classifiers(errors, method = "nemenyi")$effect, unname(won))
})

test_that("one data set, or none with all scores, gives NA and says why", {
  one <- score_set(dataset_matrix()[1, , drop = FALSE], design = "datasets")
  none <- score_set(cbind(a = c(1, NA), b = c(NA, 1)), design = "datasets", na = "keep")
  for (x in list(one, none)) {
    for (method in setdiff(tests_of("posthoc")$method, c("dunn", "conover_iman", "bonferroni_dunn"))) {
      expect_silent(found <- compare_classifiers(x, method = method))
      expect_false(any(is.nan(unlist(found[c("p.value", "adj.p.value", "conf.low", "std.error", "statistic")]))))
      expect_true(all(is.na(found$p.value) & is.na(found$adj.conf.low)))
      expect_match(found$note, "too few data sets")
    }
    for (method in c("scheffe", "anova_t")) {
      found <- compare_classifiers(x, contrasts = a ~ b, method = method)
      expect_true(is.na(found$p.value) && is.na(found$adj.conf.high) && !is.nan(found$p.value))
    }
  }
  for (method in c("quade", "aligned_ranks", "skillings_mack", "iman_davenport")) {
    expect_identical(omnibus_test(one, method = method)$p.value, 1)
  }
  expect_true(is.na(omnibus_test(one, method = "blocked_anova")$p.value))
})

test_that("pairs go on the data sets with all scores", {
  missing <- rbind(dataset_matrix(), c(NA, .5, .6))
  x <- score_set(missing, design = "datasets", na = "keep")
  for (method in c("nemenyi", "dunn", "tukey")) {
    found <- suppressWarnings(compare_classifiers(x, method = method))
    expect_equal(found$p.value, suppressWarnings(compare_classifiers(dataset_scores(), method = method))$p.value)
  }
})

test_that("pairs that perfect agreement leaves without a test promise no p-value", {
  x <- score_set(cbind(a = 1:6, b = 1:6 + .1, c = 1:6 + .3) / 10, design = "datasets")
  for (method in c("conover", "quade")) {
    found <- compare_classifiers(x, method = method)
    expect_true(all(is.na(found$p.value)))
    expect_match(found$note, "ranks the classifiers alike: no spread to judge by")
  }
})

test_that("Newman and Keuls' steps are no basis for what is said of all classifiers", {
  set.seed(1)
  scores <- matrix(rnorm(60), 15, dimnames = list(NULL, letters[1:4])) + rep(c(0, 0, 3, 3), each = 15)
  x <- score_set(scores, design = "items", metric = "m")
  expect_match(compare_classifiers(x, method = "newman_keuls")$note, "only if all classifiers are equal", fixed = TRUE)
  expect_true(all(is.na(compare_classifiers(x, method = "tukey")$note)))
  for (verb in list(verdict, rank_classifiers)) {
    expect_error(verb(x, method = "newman_keuls"), "hold the level only if", class = "verdict_error_method")
    expect_no_error(verb(x, method = "tukey"))
  }
  # Of three there are never two groups of equals.
  expect_true(all(is.na(compare_classifiers(x[c("a", "b", "c")], method = "newman_keuls")$note)))
})

test_that("tests of means of raw scores say what they take for granted over data sets", {
  scores <- cbind(
    x = c(.81, .77, .92, .65, .70, .88, .74, .83), y = c(.79, .77, .89, .66, .66, .83, .74, .77),
    z = c(.80, .75, .90, .66, .69, .85, .73, .80)
  )
  said <- function(x) grepl("as on one scale, so that a few large differences decide", x$note, fixed = TRUE)
  x <- score_set(scores, design = "datasets", metric = "accuracy")
  for (method in c("paired_t", "tukey")) expect_true(all(said(compare_classifiers(x, method = method))))
  expect_true(said(omnibus_test(x, method = "blocked_anova")))
  expect_match(printed_text(verdict(x, method = "paired_t")), "as on one scale", fixed = TRUE)
  for (method in c("wilcoxon", "nemenyi")) expect_false(any(said(compare_classifiers(x, method = method))))
  items <- score_set(scores, design = "items", metric = "accuracy")
  expect_false(any(said(compare_classifiers(items, method = "paired_t"))))
})
