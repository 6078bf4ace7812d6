two <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
four <- prediction_set(truth ~ ., satellite)
plain <- function(...) paste(as.character(methods_text(...)), collapse = " ")

test_that("the text names data, tests, adjustment, intervals and software of a verdict", {
  text <- methods_text(verdict(two))
  said <- as.character(text)
  expect_match(said, "compared on 2,000 rows with 6 classes.", fixed = TRUE)
  expect_match(said, "Accuracy was compared by the McNemar test (McNemar 1947), as a difference", fixed = TRUE)
  expect_match(said, "weighted generalized score test (Kosinski 2013), as a ratio", fixed = TRUE)
  expect_match(said, "adjusted over 7 tests in a single step by the max-T method (Westfall", fixed = TRUE)
  expect_match(said, "Tango score (Tango 1998) and the score interval of the same test.", fixed = TRUE)
  expect_match(said, "by the Dai-Leeder-Cui correlated Lancaster method (Dai et al. 2014)", fixed = TRUE)
  expect_match(said, paste0("R ", getRversion(), " (R Core Team"), fixed = TRUE)
  expect_match(said, paste0("verdict ", utils::packageVersion("verdict"), " (The verdict authors"), fixed = TRUE)
  expect_true(all(c("kosinski2013", "tango1998", "R", "verdict") %in% attr(text, "keys")))
  expect_identical(format(text), said)
})

test_that("the text and its references print", {
  text <- methods_text(compare_classifiers(two, "recall"))
  lines <- capture.output(print(text, width = 70))
  expect_lte(max(nchar(lines)), 70)
  expect_match(lines, "^References$", all = FALSE)
  expect_match(paste(lines, collapse = " "), "doi:10.1186/1471-2288-13-91", fixed = TRUE)
  skip_if_not_installed("knitr")
  knitted <- knitr::knit_print(text)
  expect_match(knitted, "- Fagerland, M. W., Lydersen", fixed = TRUE)
})

test_that("references are cited for pandoc and written as BibTeX", {
  file <- tempfile(fileext = ".bib")
  text <- methods_text(verdict(two), bib = file, citations = "pandoc")
  expect_match(as.character(text), "[@tango1998]", fixed = TRUE)
  cited <- gsub("^@|[];]", "", regmatches(text, gregexpr("@[A-Za-z0-9]+", text))[[1]])
  written <- grep("^@", readLines(file), value = TRUE)
  expect_setequal(sub(".*[{](.*),", "\\1", written), cited)
  expect_s3_class(utils::toBibtex(text), "Bibtex")
  expect_error(utils::toBibtex(text, 1), class = "verdict_error_argument")
})

test_that("a file that cannot be written is refused", {
  x <- assess_classifiers(two)
  expect_error(methods_text(x, bib = file.path(tempdir(), "no", "x.bib")), class = "verdict_error_file")
  expect_error(methods_text(x, bib = tempdir()), class = "verdict_error_file")
  expect_no_warning(expect_error(methods_text(x, bib = strrep("x", 500)), class = "verdict_error_file"))
  expect_error(methods_text(x, bib = 1), class = "verdict_error_argument")
  expect_error(methods_text(x, citations = "latex"), class = "verdict_error_argument")
})

test_that("every kind of result has a text", {
  expect_match(plain(verdict(four, margin = 0.02)), "Equivalence is shown where", fixed = TRUE)
  expect_match(
    plain(compare_classifiers(two, "recall", p.adjust.method = "BH")),
    "by the method of Benjamini and Hochberg (Benjamini and Hochberg 1995), which limits", fixed = TRUE
  )
  expect_match(plain(compare_classifiers(two, "recall", p.adjust.method = "none")), "P-values were not adjusted")
  expect_match(plain(assess_classifiers(two, null = 0.8)), "Values were tested against 0.8.", fixed = TRUE)
  goals <- c(accuracy = 0.8, kap = 0.7)
  expect_match(
    plain(assess_classifiers(two, names(goals), null = goals)),
    "against 0.8 (accuracy) and 0.7 (Cohen's kappa). The tests are the score test and Wald test.", fixed = TRUE
  )
  expect_match(plain(omnibus_test(four, "accuracy")), "Equality in accuracy was tested by Cochran's Q test")
  expect_match(
    plain(omnibus_test(two, "detection_prevalence", over = "classes")),
    "Stuart-Maxwell test (Stuart 1955; Maxwell 1970)", fixed = TRUE
  )
  expect_match(
    plain(omnibus_test(two, over = "classes")), "combining these tests by the method of Dai, Leeder and Cui (Dai",
    fixed = TRUE
  )
  drawn <- omnibus_test(two, over = "classes", method = by_combination("max_t", R = 199))
  expect_match(plain(drawn), "The covariance of the classes' statistics is that of 199 permutations.", fixed = TRUE)
  largest <- omnibus_test(two, over = "classes", method = by_combination("max_t", covariance = "analytic"))
  expect_match(plain(largest), "the largest of their statistics (Westfall", fixed = TRUE)
  expect_match(plain(rank_classifiers(four)), "ranked by accuracy; each pair was compared by the McNemar test")
  expect_match(plain(flips(two)), "fixed and broke against another were compared by the mid-p McNemar test")
  expect_match(plain(compare_independent(c(40, 50), c(20, 50))), "50 rows and 50 rows of different observations")
  expect_match(plain(sample_size(two, difference = 0.02)), "^Sample sizes were computed exactly for the mid-p")
  expect_match(plain(power_comparison(two, n = 100, difference = 0.02)), "^Power was computed")
})

test_that("metrics with the same test are one sentence, which names a single class", {
  spam <- prediction_set(truth ~ tree + random_forest, spam_filters, positive = "spam")
  text <- plain(verdict(spam))
  said <- "Accuracy, sensitivity and specificity were compared by the McNemar test (McNemar 1947)"
  expect_match(text, said, fixed = TRUE)
  expect_match(plain(compare_classifiers(two, "recall")), "Recall by class was compared", fixed = TRUE)
  said <- "Equality in sensitivity and specificity was tested by the sum of McNemar's statistics (Lachenbruch"
  expect_match(plain(omnibus_test(spam, over = "metrics")), said, fixed = TRUE)
  relative <- compare_classifiers(spam, "precision", method = "relative")
  expect_match(plain(relative), "the relative predictive value test (Moskowitz and Pepe 2006)", fixed = TRUE)
})

test_that("a prevalence that is not that of the data is named", {
  spam <- prediction_set(truth ~ tree + random_forest, spam_filters, positive = "spam")
  rare <- compare_classifiers(update_prevalence(spam, c(spam = 0.05)), "precision")
  said <- "Values are at the prevalence nonspam 0.95 and spam 0.05, which was taken as known."
  expect_match(plain(rare), said, fixed = TRUE)
  both <- rbind(compare_classifiers(spam, "precision", method = "wald"), rare)
  expect_match(plain(both), "nonspam 0.95 and spam 0.05 and at that of the data, which", fixed = TRUE)
  expect_no_match(plain(compare_classifiers(spam)), "prevalence")
})

test_that("intervals of required values are adjusted like their p-values", {
  expect_match(plain(assess_classifiers(two, null = 0.8)), "confidence, adjusted like the p-values: Wilson")
  expect_match(plain(assess_classifiers(two)), "confidence, each by itself: Wilson (Wilson 1927) for", fixed = TRUE)
})

test_that("of results that were bound each part was adjusted by itself, and no bound holds for all", {
  of <- function(...) compare_classifiers(four, ..., reference = "tree")
  alike <- plain(rbind(of("accuracy"), of("recall", classes = "red soil")))
  expect_match(alike, "over 3 comparisons by the max-T method (Westfall and Young 1993) in each of 2", fixed = TRUE)
  expect_no_match(alike, "chance of any false claim")
  holm <- of("accuracy", p.adjust.method = "holm")
  mixed <- plain(rbind(of("accuracy"), holm))
  said <- "(Westfall and Young 1993) and over 3 comparisons by Holm's method (Holm 1979), part by part."
  expect_match(mixed, said, fixed = TRUE)
  expect_no_match(mixed, "chance of any false claim")
  some <- plain(rbind(holm, of("accuracy", p.adjust.method = "none")))
  said <- "over 3 comparisons by Holm's method (Holm 1979); those of 3 comparisons were not adjusted."
  expect_match(some, said, fixed = TRUE)
})

test_that("intervals of parts without adjusted ones are said to be each by itself", {
  of <- function(method) compare_classifiers(four, "accuracy", reference = "tree", p.adjust.method = method)
  said <- "adjusted like the p-values, or each by itself where there is no adjusted one"
  both <- rbind(of("max_t"), of("holm"))
  expect_output(print(both, width = 120), paste0("Tango score, ", said, "."), fixed = TRUE)
  expect_match(plain(both), paste0("confidence, ", said, ": Tango"), fixed = TRUE)
  expect_match(summary(both)$cautions, paste0("Intervals are 95%, ", said, "."), fixed = TRUE, all = FALSE)
  expect_output(print(rbind(of("max_t"), of("bonferroni"))), "score, adjusted like the p-values.", fixed = TRUE)
})

test_that("a bound for false claims is stated only of tests that are known to keep it", {
  bound <- "so that the chance of any false claim is at most 0.05"
  said <- function(...) grepl(bound, plain(...), fixed = TRUE)
  expect_true(said(verdict(two)))
  expect_true(said(compare_classifiers(two, "recall")))
  # Averages by Wald's test, and tests over folds, whose size is not known.
  expect_false(said(compare_classifiers(four, "recall", average = "macro")))
  folds <- score_set(cbind(a = c(1, 4, 2), b = c(3, 3, 5), c = c(2, 7, 6)), design = "folds")
  expect_false(said(suppressWarnings(compare_classifiers(folds))))
  # Steps are not a single step.
  expect_match(plain(verdict(two, p.adjust.method = "holm")), "adjusted over 7 tests by Holm's method")
})

test_that("clusters, cross-validation and estimates are named", {
  repeated <- prediction_set(vehicle_cv, truth, c(naive_bayes, svm), id = id)
  text <- plain(verdict(repeated))
  expect_match(text, "8,460 rows of 846 observations with 4 classes", fixed = TRUE)
  expect_match(text, "clustered McNemar test (Obuchowski 1998)", fixed = TRUE)
  expect_match(text, "models of a cross-validation share training data", fixed = TRUE)
  given <- estimate_set(c(a = 0.8, b = 0.7), vcov = diag(0.001, 2))
  expect_match(plain(compare_classifiers(given)), "by estimates whose covariance is taken as given", fixed = TRUE)
})

test_that("scores have theirs", {
  set.seed(1)
  scores <- score_set(
    matrix(runif(60, 0.6, 0.9), 20, dimnames = list(NULL, c("a", "b", "c"))), design = "datasets"
  )
  expect_match(plain(compare_classifiers(scores)), "the exact Wilcoxon signed rank test (Wilcoxon 1945)", fixed = TRUE)
  nemenyi <- plain(compare_classifiers(scores, method = "nemenyi"))
  expect_match(nemenyi, "by the studentized range", fixed = TRUE)
  expect_match(nemenyi, "like the p-values: that of the difference of mean ranks.", fixed = TRUE)
  ranks <- plain(compare_classifiers(scores, method = "mean_ranks"))
  expect_match(ranks, "by the normal test of mean ranks (Demsar 2006)", fixed = TRUE)
  expect_match(plain(compare_classifiers(scores, method = "newman_keuls")), "Newman and Keuls", fixed = TRUE)
  expect_match(plain(compare_bayesian(scores, rope = 0.01)), "at most 0.01 were taken as practically equivalent")
  folds <- score_set(cbind(a = c(.8, .7, .9, .8, .7), b = c(.7, .7, .8, .7, .7)), design = "folds")
  expect_match(plain(compare_bayesian(folds, rope = 0)), "correlation of 0.2 between splits (Nadeau", fixed = TRUE)
})

test_that("a test without intervals has no sentence about them", {
  x <- score_set(cbind(a = c(0.7, 0.8, 0.75, 0.9, 0.6), b = c(0.6, 0.7, 0.74, 0.8, 0.65)), design = "datasets")
  expect_no_match(format(methods_text(compare_classifiers(x, method = "sign_flip"))), "Intervals")
  expect_match(format(methods_text(compare_classifiers(x, method = "wilcoxon"))), "Intervals have 95% confidence")
})

test_that("error estimates have theirs", {
  data <- data.frame(x = 1:40, y = factor(rep(c("a", "b"), 20)))
  guess <- learner(function(data) NULL, function(model, newdata) rep(c("a", "a", "b"), length.out = nrow(newdata)))
  plan <- resampling_plan(40, "kfold", folds = 4, seed = 1)
  text <- plain(error_estimate(resample_scores(plan, list(guess = guess), data, y)))
  expect_match(text, "^Error rates were estimated on 40 rows by 4-fold cross-validation")
  expect_match(text, "Intervals have 95% confidence: corrected t (Nadeau and Bengio 2003).", fixed = TRUE)
})

test_that("what is no result is refused", {
  expect_error(methods_text(lm), "must be one of the results that `methods_text()` is for, not", fixed = TRUE)
  expect_error(methods_text(gate(two, "naive_bayes", margin = 0.1)), "is for, not a", class = "verdict_error_class")
  broken <- compare_classifiers(two)
  attr(broken, "verdict") <- NULL
  expect_error(methods_text(broken), "has lost columns", class = "verdict_error_class")
})

test_that("a DOI is a link in a document, with the brackets of old ones escaped", {
  expect_equal(
    link_doi(c("A. doi:10.1002/sim.1", "B. doi:10.1002/(SICI)1<2::A>3.0;2-B", "A book.")),
    c("A. <https://doi.org/10.1002/sim.1>", "B. <https://doi.org/10.1002/(SICI)1%3C2::A%3E3.0%3B2-B>", "A book.")
  )
})

test_that("combinations of p-values have a text", {
  p <- c(0.01, 0.2, 0.04)
  expect_match(
    plain(combine_p(p, "fisher")),
    "^3 p-values were combined into one by Fisher's method \\(Fisher 1932\\), which takes them for independent[.] The"
  )
  expect_match(plain(combine_p(p)), "by Simes' method (Simes 1986). The null", fixed = TRUE)
  expect_match(plain(combine_p(p, "holm")), "by the smallest of Holm's adjusted p-values (Holm 1979)", fixed = TRUE)
  expect_match(plain(combine_p(p, "harmonic")), "by the harmonic mean p-value (Wilson 2019)", fixed = TRUE)
  weighted <- combine_p(p, "cauchy", weights = 1:3)
  expect_match(plain(weighted), "by the Cauchy combination (Liu and Xie 2020), with weights.", fixed = TRUE)
  dai <- combine_p(p, "dai", covariance = diag(3), covariance_type = "z")
  expect_match(plain(dai), "the method of Dai, Leeder and Cui (Dai et al. 2014), by the covariance", fixed = TRUE)
  expect_match(plain(combine_p(c(0.1, NA), na = "omit")), "^1 p-value was .* 1 missing p-value was left out[.]")
  expect_match(plain(combine_p(c(p, NA, NA), na = "omit")), "2 missing p-values were left out.", fixed = TRUE)
})

test_that("markup in labels is text in documents", {
  skip_if_not_installed("knitr")
  text <- methods_text(compare_classifiers(odd_set(), "accuracy"), citations = "pandoc")
  expect_match(knitr::knit_print(text), "R\\&D \\<1\\>\" and x\\_y were compared", fixed = TRUE)
  expect_match(knitr::knit_print(text), "[@fagerland2013]", fixed = TRUE)
  expect_match(knitr::knit_print(text, inline = TRUE), "R&D <1>\" and x_y were", fixed = TRUE)
  old <- knitr::opts_knit$get("out.format")
  on.exit(knitr::opts_knit$set(out.format = old))
  knitr::opts_knit$set(out.format = "markdown")
  expect_match(knitr::knit_print(text, inline = TRUE), "x\\_y were", fixed = TRUE)
  expect_match(knitr::knit_print(text, inline = TRUE), "[@fagerland2013]", fixed = TRUE)
  knitr::opts_knit$set(out.format = "latex")
  expect_match(knitr::knit_print(verdict(odd_set()), inline = TRUE), "R\\&D", fixed = TRUE)
  knitr::opts_knit$set(out.format = "html")
  expect_match(knitr::knit_print(rank_classifiers(odd_set(), "accuracy"), inline = TRUE), "R&amp;D &lt;1", fixed = TRUE)
})

test_that("pandoc gives labels back as they were", {
  skip_if_not_installed("knitr")
  skip_without_pandoc()
  set <- odd_set()
  results <- list(
    methods_text(compare_classifiers(set, "accuracy")), flips(set), verdict(set), omnibus_test(set, over = "classes"),
    rank_classifiers(set, "accuracy"), compare_classifiers(set, "recall"),
    summary(compare_classifiers(set, "recall")), set
  )
  for (x in results) {
    shown <- pandoc_text(knitr::knit_print(x), "markdown-smart")
    expect_match(shown, "x_y", fixed = TRUE, info = class(x)[1])
    if (!inherits(x, "summary.verdict_table")) expect_match(shown, "R&D <1>\"", fixed = TRUE, info = class(x)[1])
  }
  for (label in c("1. first", "(a) b", "- dash", "+ plus", "A) b", "[x]{.y}", "a*b*", "`c`", "#1", "<!-- x -->")) {
    said <- pandoc_text(escape_markdown(label), "markdown-smart")
    expect_identical(said, label)
    expect_identical(pandoc_text(paste("-", escape_markdown(label)), "markdown-smart", "html"), paste0(
      "<ul>\n<li>", gsub(">", "&gt;", gsub("<", "&lt;", label)), "</li>\n</ul>"
    ))
  }
})

test_that("weights of sampling are told with what they are worth, and how estimates are weighted", {
  d <- data.frame(truth = rep(c("a", "b"), 20), nb = rep(c("a", "b", "b", "b"), 10))
  d$rf <- rep(c("a", "b", "a"), 14)[1:40]
  d$w <- rep(c(0.5, 1.5), each = 20)
  v <- verdict(prediction_set(truth ~ nb + rf, d, weights = w, weights_are = "sampling"))
  # (sum w)^2 / sum w^2 = 40^2 / 50
  expect_output(print(v, width = 500), "40 rows with sampling weights [(]worth 32 of equal weight[)], 2 classes")
  text <- as.character(methods_text(v))
  expect_match(text, "on 40 rows with sampling weights (worth 32 of equal weight) with 2 classes", fixed = TRUE)
  expect_match(text, "weighted means (Hajek's), their variances those of the design", fixed = TRUE)
})

test_that("of comparisons that could not be tested no test is told", {
  same <- data.frame(truth = c("a", "b", "b"), nb = c("a", "b", "a"), rf = c("a", "b", "a"))
  v <- verdict(truth ~ nb + rf, same)
  text <- as.character(methods_text(v))
  expect_match(text, "No comparison could be tested.", fixed = TRUE)
  expect_no_match(text, "McNemar|any false claim")
  expect_output(print(as_table(v)), "nothing could be tested")
})

test_that("with a margin it is told what shows that one is not worse", {
  v <- verdict(prediction_set(truth ~ naive_bayes + random_forest, satellite), margin = 0.05)
  expect_match(as.character(methods_text(v)), "not being worse where the interval excludes the end")
})

test_that("equivalence is cited only where it can be shown", {
  x <- prediction_set(truth ~ svm + random_forest, satellite)
  said <- function(...) paste(format(methods_text(compare_classifiers(x, "accuracy", ...))), collapse = " ")
  expect_match(said(margin = 0.05), "Schuirmann")
  one_end <- said(margin = c(-0.05, Inf))
  expect_no_match(one_end, "Schuirmann")
  expect_match(one_end, "Not being worse is shown")
})

test_that("tests over classes of one slice, or of none, are named with their references", {
  expect_said <- function(x, what, from, ...) {
    found <- omnibus_test(x, ..., over = "classes")
    expect_match(plain(found), paste0(
      "Equality in ", what, " was tested by combining these tests by the method of Dai, Leeder and Cui ",
      "(Dai et al. 2014). The covariance of the comparisons' statistics is that of ", from, "."
    ), fixed = TRUE)
    expect_output(print(found), "How the comparisons depend on each other")
  }
  influence <- "the influence of each observation"
  expect_said(four, "accuracy", influence, "accuracy")
  expect_said(four, "macro-averaged F measure", influence, "f_meas", average = "macro")
  expect_said(four, "recall on red soil", influence, "recall", classes = "red soil")
  scores <- score_set(cbind(a = 1:6, b = c(2, 1, 5, 3, 4, 9), c = c(4, 2, 5, 6, 8, 7)), design = "datasets")
  expect_said(scores, "score", "the scores")
  battles <- battle_set(data.frame(
    model_a = c("a", "a", "b"), model_b = c("b", "c", "c"),
    winner = rep(c("model_a", "model_b", "model_a", "model_a"), each = 15)
  ), winner = "winner")
  expect_said(battles, "ability", influence)
  expect_match(plain(omnibus_test(four, "accuracy", over = "classes", method = "wald")), "by the joint Wald test.")
})

test_that("options of a test that are not the usual ones are told once, in the methods and where the test is named", {
  set.seed(4)
  losses <- score_set(
    cbind(old = runif(60), new = runif(60)), design = "items", metric = "log_loss", better = "low"
  )
  sets <- score_set(cbind(a = c(7, 5, 9, 4, 6, 8), b = c(7, 4, 6, 6, 5, 1)) / 10, design = "datasets")
  splits <- score_set(
    cbind(a = c(7, 5, 9, 4, 6, 8), b = c(7, 4, 6, 6, 5, 1)) / 10, design = "monte_carlo", n_train = 90, n_test = 10
  )
  rows <- prediction_set(truth ~ svm + tree, satellite[1:200, ])
  expect_told <- function(x, method, sentence, line, ...) {
    found <- compare_classifiers(x, ..., method = method)
    expect_match(plain(found), paste0("by the ", sentence, " ("), fixed = TRUE)
    expect_length(gregexpr(line, plain(found), fixed = TRUE)[[1]], 1)
    expect_match(printed_text(found), paste0("Test: ", line), fixed = TRUE)
    expect_match(printed_text(verdict(x, ..., method = method)), paste0("Test: ", line), fixed = TRUE)
  }
  expect_told(
    losses, by_diebold_mariano(5, "bartlett"), "Diebold-Mariano test with horizon 5 and Bartlett kernel",
    "Diebold-Mariano, horizon 5, Bartlett kernel"
  )
  expect_told(
    sets, by_wilcoxon(zeros = "wilcoxon"), "exact Wilcoxon signed rank test with zeros dropped",
    "Wilcoxon signed rank, exact, zeros dropped"
  )
  expect_told(sets, by_sign(zeros = "split"), "exact sign test with zeros split", "sign test, exact, zeros split")
  expect_told(
    splits, by_corrected_t(ratio = 0.5), "corrected resampled t test with test/train ratio 0.5",
    "corrected resampled t, test/train ratio 0.5"
  )
  permuted <- compare_classifiers(rows, "f_meas", method = by_permutation(R = 499), average = "macro")
  expect_match(plain(permuted), "by the permutation test (Wald) with 499 replicates (Janssen 1997)", fixed = TRUE)
  expect_match(printed_text(permuted), "Test: permutation (Wald), 499 replicates, two-sided", fixed = TRUE)
  drawn <- compare_classifiers(rows, "accuracy", method = by_bootstrap(R = 499))
  expect_match(plain(drawn), "by the studentized bootstrap with 499 replicates, as a difference", fixed = TRUE)
  expect_match(plain(rank_classifiers(losses, method = by_diebold_mariano(5))), "with horizon 5 (", fixed = TRUE)
  expect_match(printed_text(rank_classifiers(losses, method = by_diebold_mariano(5))), "Diebold-Mariano, horizon 5.")
  expect_match(
    printed_text(summary(compare_classifiers(losses, method = by_diebold_mariano(5)))), "less than `horizon` (5) apart",
    fixed = TRUE
  )
})

test_that("of usual options nothing is said, and of results that were bound what each had", {
  scores <- cbind(a = c(7, 5, 9, 4, 6, 8), b = c(7, 4, 6, 6, 5, 1)) / 10
  x <- score_set(scores, design = "items")
  # Without differences of zero, of which there are several tests.
  apart <- score_set(replace(scores, 1, 0.8), design = "items")
  usual <- list(by_diebold_mariano(), "diebold_mariano", by_wilcoxon(), by_sign())
  for (method in usual) {
    found <- compare_classifiers(apart, method = method)
    expect_no_match(paste(plain(found), printed_text(found)), "horizon|kernel|zeros")
  }
  splits <- score_set(scores, design = "monte_carlo", n_train = 90, n_test = 10)
  found <- compare_classifiers(splits, method = by_corrected_t())
  expect_no_match(paste(plain(found), printed_text(found)), "ratio")
  # An exact permutation test draws nothing.
  rows <- prediction_set(truth ~ svm + tree, satellite[1:200, ])
  expect_no_match(plain(compare_classifiers(rows, "accuracy", method = by_permutation(R = 499))), "replicates")
  bound <- rbind(
    compare_classifiers(x, method = "diebold_mariano"), compare_classifiers(x, method = by_diebold_mariano(horizon = 3))
  )
  expect_match(printed_text(bound), "Test: Diebold-Mariano, horizon 1 and horizon 3 (", fixed = TRUE)
})

test_that("that zeros are ranked is said where there are any, with whom it is from", {
  a <- c(.763, .599, .954, .628, .882, .936, .661, .583, .775, 1, .940, .619, .972, .957)
  b <- c(.768, .591, .971, .661, .888, .931, .668, .583, .838, 1, .962, .666, .981, .978)
  set <- function(a, b) score_set(cbind(a, b), design = "datasets", metric = "auc")
  found <- compare_classifiers(set(a, b))
  # Pratt: ranks of all, zeros among them, of which theirs are left out; every sign of the others.
  d <- round(b - a, 3)
  rank <- rank(abs(d))[d != 0]
  signs <- as.matrix(expand.grid(rep(list(0:1), length(rank))))
  least <- min(sum(rank[d[d != 0] > 0]), sum(rank[d[d != 0] < 0]))
  expect_equal(found$p.value, 2 * mean(signs %*% rank <= least + 1e-9))
  expect_match(printed_text(found), "Test: Wilcoxon signed rank, exact, zeros ranked, two-sided", fixed = TRUE)
  words <- "exact Wilcoxon signed rank test with zeros ranked (Wilcoxon 1945; Pratt 1959)"
  expect_match(plain(found), words, fixed = TRUE)
  expect_match(printed_text(methods_text(found)), "Remarks on zeros and ties", fixed = TRUE)
  expect_match(plain(verdict(set(a, b))), words, fixed = TRUE)
  without <- compare_classifiers(set(a[d != 0], b[d != 0]))
  expect_no_match(c(printed_text(without), plain(without)), "zeros|Pratt")
  dropped <- compare_classifiers(set(a, b), method = by_wilcoxon(zeros = "wilcoxon"))
  expect_match(printed_text(dropped), "exact, zeros dropped", fixed = TRUE)
  expect_no_match(plain(dropped), "Pratt", fixed = TRUE)
})

test_that("the text says that Wald's test is by t, with whose degrees of freedom, and which covariance means have", {
  set.seed(1)
  d <- data.frame(y = rbinom(300, 1, .4), g = rep(1:10, 30))
  for (name in c("a", "b")) d[[name]] <- plogis(d$y - .5 + rnorm(300))
  by <- probability_set(y ~ a + b, d, positive = 1, id = g)
  found <- compare_classifiers(by, c("roc_auc", "brier"))
  said <- plain(found)
  expect_match(said, paste0(
    "The Wald test and its interval are by Student's t with Satterthwaite's degrees of freedom, ",
    signif(found$df[1], 3)
  ), fixed = TRUE)
  expect_match(said, "(Satterthwaite 1946)", fixed = TRUE)
  expect_match(said, "The covariance of means over observations is CR2 (Pustejovsky", fixed = TRUE)
  expect_no_match(plain(compare_classifiers(by, "roc_auc")), "CR2", fixed = TRUE)
  rows <- compare_classifiers(probability_set(y ~ a + b, d, positive = 1), "brier")
  expect_match(plain(rows), "by Student's t with 299 degrees of freedom.", fixed = TRUE)
  expect_no_match(plain(rows), "Satterthwaite|CR2")
  expect_match(plain(verdict(by)), "Student's t with Satterthwaite's degrees of freedom", fixed = TRUE)
  expect_no_match(plain(compare_classifiers(two, "kap")), "Student's t", fixed = TRUE)
})

test_that("with few labels the text says t of the tests that took it, and of those alone", {
  rows <- judged_rows(c(.7, .78, .9))
  judged <- prediction_set(truth ~ one + two, rows, labelling = "random", judge = judge, positive = "a")
  normal <- compare_classifiers(judged, "accuracy")
  expect_equal(normal$p.value, 2 * pnorm(-abs(normal$estimate / normal$std.error)))
  expect_no_match(plain(normal), "Satterthwaite|Student| t ")
  both <- compare_classifiers(judged, c("accuracy", "recall"))
  expect_identical(is.finite(both$df), c(FALSE, TRUE))
  expect_match(plain(both), paste0(
    "The Wald test and its interval of recall are by Student's t with Satterthwaite's degrees of freedom, ",
    signif(both$df[2], 3), " (Satterthwaite 1946)."
  ), fixed = TRUE)
  expect_match(plain(verdict(judged)), "its interval of sensitivity, specificity, precision and negative", fixed = TRUE)
  alone <- assess_classifiers(judged, "accuracy")
  expect_gt(min((alone$conf.high - alone$estimate) / alone$std.error), qnorm(.975))
  expect_match(plain(alone), "delta method with Student's t (Satterthwaite 1946) for accuracy", fixed = TRUE)
})

test_that("degrees of freedom of rows are not called Satterthwaite's beside those that are", {
  set.seed(1)
  y <- rep(0:1, c(60, 40))
  x <- probability_set(y, a = stats::plogis(y + stats::rnorm(100)), b = stats::plogis(y + stats::rnorm(100)))
  said <- as.character(methods_text(compare_classifiers(x, c("roc_auc", "brier"))))
  expect_match(paste(said, collapse = " "), "Satterthwaite's degrees of freedom, [0-9.]+ .*and 99 degrees of freedom")
})

test_that("many degrees of freedom are written in full", {
  y <- rep(c(0, 0, 0, 1), 300)
  x <- probability_set(y, a = 0.2 + 0.5 * y + (1:1200) / 6000, b = 0.3 + 0.2 * y + (1200:1) / 6000)
  compared <- compare_classifiers(x, "brier")
  expect_identical(compared$df, 1199)
  expect_match(paste(format(methods_text(compared)), collapse = " "), "with\\s+1,199\\s+degrees of freedom")
})

test_that("all shares are in the paragraph and under the table, each apart from its name", {
  d <- satellite
  d$part <- paste0("p", rep(letters[1:8], length.out = 2000))
  x <- prediction_set(truth ~ svm + tree, d, by = part)
  shares <- rlang::set_names(c(0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.06, 0.04), paste0("p", letters[1:8]))
  ranked <- as_table(rank_classifiers(standardise_groups(x, shares), "accuracy"))
  expect_match(gsub("\\s+", " ", paste(capture.output(print(ranked)), collapse = " ")), "pg 0.06 and ph 0.04")
  v <- verdict(standardise_groups(x, shares), "accuracy")
  all <- "shares pa 0.3, pb 0.2, pc 0.1, pd 0.1, pe 0.1, pf 0.1, pg 0.06 and ph 0.04."
  expect_match(plain(v), all, fixed = TRUE)
  expect_match(plain(v$overall), all, fixed = TRUE)
  for (table in list(as_table(v), as_table(v$overall))) {
    expect_match(gsub("\\s+", " ", paste(capture.output(print(table)), collapse = " ")), all, fixed = TRUE)
  }
  expect_match(gsub("\\s+", " ", paste(capture.output(print(v)), collapse = " ")), "pf 0.1 and 2 more groups")
  # Classes that are numbers, and more of them than the console lists.
  digits <- c(0:9, 9:0)
  d <- data.frame(truth = digits, a = digits, b = rev(digits))
  at <- rlang::set_names(c(0.55, rep(0.05, 9)), 0:9)
  expect_match(
    plain(compare_classifiers(update_prevalence(prediction_set(truth ~ a + b, d), at), "accuracy")),
    paste0("at the prevalence 0: 0.55, ", paste0(1:8, ": 0.05", collapse = ", "), " and 9: 0.05"), fixed = TRUE
  )
  d$task <- factor(rep(1:20, length.out = 20))
  many <- standardise_groups(prediction_set(truth ~ a + b, d, by = task))
  expect_match(plain(assess_classifiers(many, "accuracy")), "to equal shares of all 20 groups.", fixed = TRUE)
})

test_that("strata are told in the plural of the word", {
  d <- satellite
  d$stratum <- rep(1:3, length.out = 2000)
  x <- prediction_set(truth ~ svm + tree, d, by = stratum)
  expect_match(plain(verdict(x)), "Each of the 3 strata was judged by")
})

test_that("t tests of clusters and of folds are credited as the help page does, with degrees of freedom", {
  set.seed(1)
  s <- data.frame(row = 1:120, series = rep(1:40, each = 3), a = runif(120))
  s$b <- s$a + runif(120, 0, 0.1)
  # Clusters of one size: one fewer than these.
  said <- methods_text(compare_classifiers(score_set(s, item = row, cluster = series, metric = "mae")))
  expect_match(said, "cluster-robust t test (Bell and McCaffrey 2002)", fixed = TRUE)
  expect_match(said, "takes the bias-reduced variance of clusters, with 39 degrees of freedom", fixed = TRUE)
  g <- expand.grid(fold = 1:10, rep = 1:3)
  g$a <- runif(30, 0.5, 0.7)
  g$b <- g$a + rnorm(30, 0.02, 0.05)
  said <- methods_text(compare_classifiers(score_set(g, fold = fold, repetition = rep, metric = "accuracy")))
  expect_match(said, "K-fold t test \\([^)]*Bouckaert and Frank 2004")
})
