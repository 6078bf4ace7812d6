numbers <- function(x) c(x$statistic, x$df, x$df.residual, x$p.value)

# friedman.test(), quade.test(), kruskal.test() of R 4.2.2; PMCMRplus 1.9.10; scmamp 0.3.2
test_that("tests of data sets are those of other software", {
  x <- dataset_scores()
  check <- function(method, ...) expect_equal(numbers(omnibus_test(x, method = method)), c(...), tolerance = 2e-4)
  check("friedman", 8.434783, 2, .014737)
  check("iman_davenport", 11.829268, 2, 10, .002315)
  check("quade", 9.193548, 2, 10, .005425)
  check("aligned-ranks", 8.622974, 2, .013414)
  check("skillings_mack", 8.434783, 2, .014737)
  expect_warning(check("kruskal_wallis", .554348, 2, .7579227), class = "verdict_warning_invalid")
  expect_identical(omnibus_test(x)$method, "Iman-Davenport F")
  expect_equal(omnibus_test(x)$effect, .702899, tolerance = 1e-6)
})

test_that("tests of data sets agree with base R on random scores", {
  set.seed(3)
  for (i in 1:5) {
    scores <- matrix(round(runif(36), 1), 9, dimnames = list(NULL, letters[1:4]))
    x <- score_set(scores, design = "datasets")
    expect_equal(omnibus_test(x, method = "friedman")$p.value, friedman.test(scores)$p.value)
    quade <- omnibus_test(score_set(scores + runif(36) / 100, design = "datasets"), method = "quade")
    expect_true(quade$p.value > 0)
    kruskal <- suppressWarnings(omnibus_test(x, method = "kruskal_wallis"))
    expect_equal(kruskal$p.value, kruskal.test(as.list(as.data.frame(scores)))$p.value)
    long <- data.frame(y = as.vector(scores), c = factor(col(scores)), b = factor(row(scores)))
    blocked <- anova(lm(y ~ b + c, long))["c", ]
    found <- omnibus_test(x, method = "blocked_anova")
    expect_equal(numbers(found), c(blocked[["F value"]], 3, 24, blocked[["Pr(>F)"]]))
    one <- oneway.test(y ~ c, long, var.equal = TRUE)
    expect_equal(suppressWarnings(omnibus_test(x, method = "anova"))$p.value, one$p.value)
    mlm <- anova(lm(scores ~ 1), X = ~1, test = "Spherical")
    expect_equal(omnibus_test(x, method = "greenhouse_geisser")$p.value, mlm[["G-G Pr"]][1], tolerance = 1e-6)
    expect_equal(omnibus_test(x, method = "huynh_feldt")$p.value, mlm[["H-F Pr"]][1], tolerance = 1e-6)
  }
})

# Demsar (2006), section 3.2: 9.28 and 3.69 have no correction for ties; friedman.test() has
test_that("p-values that no double holds have their logarithm", {
  set.seed(1)
  scores <- t(replicate(5001, 1:21 + rnorm(21, sd = 40)))
  test <- omnibus_test(score_set(`colnames<-`(scores, paste0("m", 1:21)), design = "datasets"))
  # The upper tail of F with even degrees of freedom is a sum (Abramowitz and Stegun 1964, 26.6.4).
  half <- c(test$df, test$df.residual) / 2
  share <- half[2] / (half[2] + half[1] * test$statistic)
  terms <- lchoose(half[2] + 0:9 - 1, 0:9) + (0:9) * log1p(-share)
  log_sum <- max(terms) + log(sum(exp(terms - max(terms))))
  expect_equal(test$log.p.value, half[2] * log(share) + log_sum, tolerance = 1e-12)
  expect_equal(half, c(10, 50000))
})

test_that("Demsar's example", {
  scores <- demsar_matrix()
  x <- score_set(scores, design = "datasets", metric = "auc")
  expect_equal(omnibus_test(x, method = "friedman")$statistic, unname(friedman.test(scores)$statistic))
  expect_equal(omnibus_test(x)$statistic, 4.1851, tolerance = 1e-4)
  untied <- block_test(scores, "friedman", TRUE)$untied
  expect_equal(round(untied, 2), 9.28)
  expect_equal(round(13 * untied / (14 * 3 - untied), 2), 3.69)
})

test_that("few data sets are judged by permutations", {
  few <- score_set(dataset_matrix()[1:4, ], design = "datasets")
  found <- omnibus_test(few)
  expect_identical(found$method, "Friedman, exact")
  # all 6^3 arrangements against the first row
  rank <- t(apply(-dataset_matrix()[1:4, ], 1, rank))
  orders <- list(1:3, c(1, 3, 2), c(2, 1, 3), c(2, 3, 1), c(3, 1, 2), c(3, 2, 1))
  all <- expand.grid(1:6, 1:6, 1:6)
  squares <- apply(all, 1, function(o) {
    sum((rank[1, ] + rank[2, orders[[o[1]]]] + rank[3, orders[[o[2]]]] + rank[4, orders[[o[3]]]])^2)
  })
  expect_equal(found$p.value, mean(squares >= sum(colSums(rank)^2)))
  two <- omnibus_test(score_set(dataset_matrix()[1:2, ], design = "datasets"))
  expect_match(two$note, "no p-value can be below 0.167", fixed = TRUE)
})

test_that("many data sets are judged by random permutations, reproducibly", {
  set.seed(1)
  x <- score_set(matrix(runif(400), 40, dimnames = list(NULL, letters[1:10])), design = "datasets")
  set.seed(2)
  found <- omnibus_test(x, method = "permutation", R = 999)
  set.seed(2)
  expect_identical(omnibus_test(x, method = "permutation", R = 999), found)
  expect_identical(found$method, "Friedman, 999 permutations")
  expect_equal(found$p.value, omnibus_test(x, method = "friedman")$p.value, tolerance = 0.15)
  more <- omnibus_test(x, method = "permutation", R = 9999)
  expect_equal(more$p.value, omnibus_test(x, method = "friedman")$p.value, tolerance = 0.1)
})

# aov() and anova.mlm() of R 4.2.2
test_that("folds are judged with the overlap of their training data", {
  x <- fold_scores()
  found <- omnibus_test(x)
  expect_equal(numbers(found), c(13 / (1 + 4 / 3), 2, 6, pf(13 / (1 + 4 / 3), 2, 6, lower.tail = FALSE)))
  expect_warning(
    blocked <- omnibus_test(x, method = "blocked_anova"), "corrected_anova", class = "verdict_warning_invalid"
  )
  expect_equal(numbers(blocked), c(13, 2, 6, .006592), tolerance = 1e-4)
  expect_warning(one <- omnibus_test(x, method = "anova"), "p = 0.296, .* p = 0.043", class = "verdict_warning_invalid")
  expect_equal(numbers(one), c(1.396694, 2, 9, .29629), tolerance = 1e-4)
  expect_warning(omnibus_test(x, method = "friedman"), "not data sets", class = "verdict_warning_invalid")
})

# For two classifiers the corrected F is the square of Nadeau and Bengio's t
test_that("two classifiers have the square of the corrected t", {
  scores <- cbind(a = c(.84, .81, .86, .79, .88), b = c(.80, .80, .83, .78, .82))
  x <- score_set(scores, design = "folds")
  expect_equal(omnibus_test(x)$statistic, 2.108185^2, tolerance = 1e-6)
  expect_equal(omnibus_test(x)$p.value, .102700, tolerance = 1e-5)
})

# Skillings.Mack 1.10
test_that("missing scores", {
  scores <- matrix(c(.81, .70, .90, .66, NA, .79, .72, .88, .60, .75, .84, NA, .93, .68, .80), 5)
  x <- score_set(`colnames<-`(scores, c("a", "b", "c")), design = "datasets", na = "keep")
  found <- omnibus_test(x)
  expect_identical(found$method, "Skillings-Mack")
  expect_equal(numbers(found), c(5.964230485, 2, .05068550827), tolerance = 1e-8)
  friedman <- omnibus_test(x, method = "friedman")
  expect_identical(friedman$note, "2 data sets without all scores left out")
  expect_equal(friedman$p.value, friedman.test(scores[c(1, 3, 4), ])$p.value)
  none <- score_set(cbind(a = c(1, NA), b = c(NA, 1)), design = "datasets", na = "keep")
  expect_match(omnibus_test(none, method = "friedman")$note, "too few data sets")
  expect_true(is.na(omnibus_test(none, method = "friedman")$p.value))
  apart <- score_set(rbind(c(a = 1, b = 2, c = NA, d = NA), c(NA, NA, 1, 2), c(NA, NA, 2, 1), c(2, 1, NA, NA)),
    design = "datasets", na = "keep"
  )
  expect_identical(omnibus_test(apart)$note, "no data set links all the classifiers")
})

test_that("nothing to tell apart, and everything", {
  same <- score_set(matrix(rep(1:6, 3), 6, dimnames = list(NULL, letters[1:3])), design = "datasets")
  for (method in c("iman_davenport", "friedman", "permutation", "quade", "aligned_ranks", "skillings_mack")) {
    found <- omnibus_test(same, method = method)
    expect_identical(found$p.value, 1)
    expect_identical(found$note, "all scores are tied on every data set")
  }
  expect_identical(omnibus_test(same, method = "blocked_anova")$p.value, 1)
  ordered <- score_set(matrix(rep(1:3, each = 6), 6, dimnames = list(NULL, letters[1:3])), design = "datasets")
  found <- omnibus_test(ordered)
  expect_equal(found$p.value, 6^-5)
  expect_match(found$note, "ranks the classifiers alike")
  expect_identical(omnibus_test(ordered, method = "blocked_anova")$note, "zero variance")
})

test_that("scores and errors have the same tests", {
  errors <- score_set(1 - dataset_matrix(), design = "datasets", metric = "error")
  for (method in c("iman_davenport", "friedman", "permutation", "quade", "aligned_ranks", "blocked_anova")) {
    expect_equal(omnibus_test(errors, method = method)$p.value, omnibus_test(dataset_scores(), method = method)$p.value)
  }
})

test_that("items are judged by Wald's test, in clusters only so", {
  set.seed(1)
  items <- matrix(rbinom(120, 1, .6), 40, dimnames = list(NULL, letters[1:3]))
  x <- score_set(items, design = "items")
  expect_identical(omnibus_test(x)$method, "joint Wald")
  # Cochran's Q is Friedman's test of zeros and ones
  q <- local({
    n <- colSums(items)
    rows <- rowSums(items)
    2 * (3 * sum(n^2) - sum(n)^2) / (3 * sum(rows) - sum(rows^2))
  })
  expect_equal(omnibus_test(x, method = "friedman")$statistic, q)
  clustered <- score_set(items, item = 1:40, cluster = rep(1:10, each = 4))
  expect_identical(omnibus_test(clustered)$method, "joint Wald")
  expect_error(omnibus_test(clustered, method = "friedman"), class = "verdict_error_clustered")
  expect_warning(omnibus_test(x, method = "anova"), "wald", class = "verdict_warning_invalid")
})

test_that("wrong requests are refused, and results printed", {
  x <- dataset_scores()
  expect_error(omnibus_test(x, method = "cochran"), class = "verdict_error_argument")
  expect_error(omnibus_test(x, method = "wald"), class = "verdict_error_argument")
  expect_error(omnibus_test(x, measure = "ratio"), class = "verdict_error_measure")
  shown <- paste(capture.output(print(omnibus_test(x))), collapse = " ")
  expect_match(shown, "Iman-Davenport F (2 and 10 df)", fixed = TRUE)
  expect_match(shown, "Kendall's W", fixed = TRUE)
  few <- omnibus_test(score_set(dataset_matrix()[1:2, ], design = "datasets"), method = "greenhouse_geisser")
  expect_match(few$note, "fewer data sets than classifiers")
})

test_that("options of an analysis of variance", {
  expect_identical(by_anova()$method, "tukey")
  expect_error(by_anova("lsd"), class = "verdict_error_argument")
  expect_error(by_anova(blocked = NA), class = "verdict_error_argument")
  expect_error(by_anova(corrected = 1), class = "verdict_error_argument")
})

# Demsar (2006), section 3.2.2, prints 9.28 and 3.69
test_that("Friedman's statistic without the correction for ties is in the note", {
  x <- score_set(demsar_matrix(), design = "datasets")
  expect_identical(omnibus_test(x, method = "friedman")$note, "9.279 without the correction for ties")
  expect_identical(omnibus_test(x)$note, "3.686 without the correction for ties")
  untied <- score_set(cbind(a = 1:7 / 10, b = c(2, 1, 4, 3, 6, 5, 9) / 10), design = "datasets")
  expect_identical(omnibus_test(untied)$note, NA_character_)
  expect_identical(omnibus_test(x, method = "quade")$note, NA_character_)
})

test_that("the corrections for sphericity do not depend on the unit of the scores", {
  for (unit in c(1e-90, 1e90)) {
    scores <- rbind(c(.80, .83, .79), c(.84, .88, .85), c(.76, .81, .78), c(.82, .83, .80)) * unit
    x <- score_set(`colnames<-`(scores, c("a", "b", "c")), design = "datasets")
    expect_equal(omnibus_test(x, method = "greenhouse_geisser")$p.value, .029927, tolerance = 1e-4)
    expect_equal(omnibus_test(x, method = "huynh_feldt")$p.value, .021532, tolerance = 1e-4)
  }
})

test_that("a permutation test says which data sets were left out, also where none is left", {
  none <- cbind(a = c(NA, 0.7, 0.8), b = c(0.6, NA, 0.7), c = c(0.5, 0.6, NA))
  test <- function(scores, method) {
    omnibus_test(score_set(scores, design = "datasets", metric = "accuracy", na = "keep"), method = method)
  }
  expect_identical(test(none, "permutation")$note, "too few data sets; 3 data sets without all scores left out")
  expect_match(test(replace(none, 1, 0.9), "permutation")$note, "; 2 data sets without all scores left out$")
  expect_true(is.na(suppressWarnings(test(replace(none * NA, 1, 0.9), "kruskal_wallis"))$effect))
})

test_that("one large score makes no ties of the others", {
  # R's own tests; of the aligned ranks by definition, of a score so large that its digits are all there
  a <- c(.31, .42, .18, .27, .55, .36, .29, .48, .33, .61, .07, .22)
  scores <- function(last) {
    m <- cbind(a = a, b = 1.3 * a + c(.05, -.2), c = 1.1 * a + c(.3, .04, .17))
    m[12, 3] <- last
    m
  }
  found <- function(m, method) {
    x <- score_set(m, design = "datasets", metric = "perplexity", lower = 0, upper = Inf, better = "low")
    suppressWarnings(omnibus_test(x, method = method))$p.value
  }
  m <- scores(1e11)
  expect_equal(found(m, "kruskal_wallis"), kruskal.test(c(m), rep(1:3, each = 12))$p.value)
  expect_equal(found(m, "quade"), quade.test(m)$p.value)
  expect_equal(found(m, "friedman"), friedman.test(m)$p.value)
  aligned <- m - rowMeans(m)
  aligned[12, 1:2] <- mean(aligned[12, 1:2])
  rank <- matrix(rank(round(aligned, 10)), 12)
  between <- sum((colSums(rank) - 12 * mean(rank))^2) / 12
  within <- sum((rank - rowMeans(rank))^2) / (12 * 2)
  expect_equal(found(m, "aligned_ranks"), pchisq(between / within, 2, lower.tail = FALSE))
  methods <- c("friedman", "iman_davenport", "quade", "kruskal_wallis")
  for (method in methods) expect_equal(found(m, method), found(scores(50), method))
})
