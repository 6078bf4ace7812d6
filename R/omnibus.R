#' Is anything different?
#'
#' Answers with one p-value whether classifiers differ at all, before (or instead of) comparing them in pairs with
#' [compare_classifiers()]. `over` says what is tested together:
#'
#' | `over` | null hypothesis | rows |
#' | --- | --- | --- |
#' | `"classifiers"` | all classifiers are equal in this metric, on this class | one a metric and class |
#' | `"classes"` | no two classifiers differ in this metric on any class | one a metric |
#' | `"metrics"` | the classifiers are equal in all of these metrics | one a class |
#'
#' `pairs = TRUE` tests every pair by itself, over the classes or the metrics. The thresholds of one [net_benefit()]
#' are tested together as its classes.
#'
#' # Over classifiers
#'
#' | metric | default | others |
#' | --- | --- | --- |
#' | precision, NPV | `"gs"` | `"wald"` |
#' | accuracy, recall, specificity | `"cochran"` (see below) | `"permutation"`, `"gs"`, `"wald"` |
#' | the same with ids | `"gs"` | `"wald"` |
#' | any other metric, macro, weighted and micro averages | `"wald"` | |
#'
#' - `"gs"`: generalized score test with up to C - 1 degrees of freedom, the extension
#'   of Leisenring, Alonzo and Pepe (2000) to C classifiers; for two it is their test.
#'   It stays defined when a precision is 0 or 1.
#' - `"wald"`: joint Wald test of all differences, from their influence-based
#'   covariance, on the scale of `measure`. For `"odds_ratio"` it is the Wald test of
#'   the classifier term in a marginal logistic model (GEE with independence working
#'   correlation).
#' - `"cochran"`: Cochran's (1950) Q with C - 1 degrees of freedom; for two classifiers
#'   McNemar's test.
#' - `"permutation"`: Q against its permutation distribution: given how many
#'   classifiers are right on a row, every choice of them is equally likely. By complete
#'   enumeration where that is feasible, else from `R` random draws, with
#'   p = (b + 1) / (R + 1) for b draws as far out as the data; `method` says
#'   which. Draws follow [set.seed()].
#'
#' Without a `method`, Q is compared with its permutation distribution in those classes
#' where C times the number of rows on which the classifiers are not unanimous is below
#' 24, for there the chi-squared approximation cannot be relied on (Tate and Brown 1970).
#' By complete enumeration for 3 to 6 classifiers a nominal 0.05 is really
#' `r ledger_range(topic = "Cochran's Q", rate = "C n from 24 on")` from there on, and
#' `r ledger_range(topic = "Cochran's Q", rate = "C n below 24")` below.
#'
#' The degrees of freedom are the rank of the differences' covariance, and are reported: a
#' classifier with the same predictions as another adds none. Only for Q they are always
#' C - 1. Nor does such a copy change the statistic, but for `"gs"` of precision and NPV:
#' the common value that its covariance is taken at is pooled over all classifiers, and
#' then counts those predictions twice.
#'
#' # Over classes
#'
#' Is there a difference on any class? Which classes they differ on is another question: it is answered by
#' [compare_classifiers()] and told below the table. `method` is
#'
#' - a combination of the tests of the single classes: `"dai"` (the default: Dai, Leeder and Cui's correlated Lancaster
#'   method), `"brown"`, `"stouffer"`, `"simes"`, `"bonferroni"`, `"holm"`, `"harmonic"`, `"cauchy"` or `"max_t"`, or
#'   what [by_combination()] returns, for the test of each class, how the classes depend on each other, and weights;
#' - `"gs"`: joint generalized score test of all differences; no p-values are combined. For few rows;
#' - `"wald"`: joint Wald test of all differences, on the scale of `measure`. For many rows;
#' - `"stuart_maxwell"`, `"bhapkar"`: of the metric `"detection_prevalence"`, see the section 'Shares of the predicted
#'   classes'.
#'
#' The joint tests have as many degrees of freedom as the covariance of the differences has rank. With more than two
#' classifiers the tests of all pairs on all classes are combined, or, with a `reference`, those of all pairs with
#' it; to the joint tests pairs do not matter.
#'
#' # Shares of the predicted classes
#'
#' Accuracy may be equal and yet one classifier call far more rows "spam" than the other. Whether they predict the
#' classes equally often is asked by `omnibus_test(x, "detection_prevalence", over = "classes")`; the truth plays no
#' part. For each class the difference of the numbers of rows predicted as it is taken, on the same rows; the
#' statistic is their quadratic form in the inverse of their covariance, chi-squared with as many
#' degrees of freedom as that has rank: one less than the number of classes.
#'
#' - `"stuart_maxwell"` (the default there): the covariance under equality, from the rows on which the two
#'   differ (Stuart 1955, Maxwell 1970). With two classes it is McNemar's test of the predictions.
#' - `"bhapkar"` (Bhapkar 1966): the covariance as estimated, a Wald test. It is always the
#'   larger, and the same for many rows: X / (1 - X / n) of Stuart and Maxwell's X. At a given prevalence only this.
#'
#' With ids the covariance is summed over observations, and robust to any dependence within one. More than two
#' classifiers are compared with the first of them together, with up to (C - 1)(K - 1) degrees of freedom. A class
#' that none of the classifiers predicts has no part in the test: a note names it.
#'
#' # Over metrics
#'
#' | metrics | `metric` | test |
#' | --- | --- | --- |
#' | sensitivity and specificity | `NULL` (of labels) | sum of McNemar's statistics (Lachenbruch and Lynch 1998) |
#' | PPV and NPV | `c("ppv", "npv")` | joint Wald of log ratios (Moskowitz and Pepe 2006) |
#' | LR+ and LR- | `c("LR+", "LR-")` | joint Wald of log ratios (Roldan Nofuentes et al. 2007) |
#' | any others | `c("recall", "mcc")` | joint Wald |
#'
#' - `"mcnemar"`: for two classifiers, and one metric among the rows of the class and one among the others
#'   (such as sensitivity and specificity): these are different rows, so that the statistics are independent
#'   and add up. Rows must be independent.
#' - `"wald"`: the differences of all metrics, on the scale of `measure`, against their joint covariance from the
#'   influence of each row (with ids, of each observation). It fits all metrics, averages and more than two classifiers.
#'
#' The degrees of freedom are the rank of the covariance: a metric in which the classifiers cannot differ
#' adds none. With two classes the first three tests are the same for both: there is then one row, of the first class.
#'
#' # Scores over data sets, folds or items
#'
#' Of a [score_set()] the tests are those of its design:
#'
#' | design | default | also valid |
#' | --- | --- | --- |
#' | data sets | `"iman_davenport"` | `"friedman"`, `"permutation"`, `"quade"`, `"aligned_ranks"`, ANOVA with blocks |
#' | fewer than six | `"permutation"` | the same |
#' | with missing scores | `"skillings_mack"` | the same, over the data sets with all scores |
#' | folds, random splits, bootstrap samples | `"corrected_anova"` | |
#' | items | `"wald"`, the only one in clusters | those of data sets |
#'
#' - `"friedman"`: Friedman's chi-squared of the ranks within each data set, corrected for ties (`note` has the
#'   statistic without the correction, which some publications print);
#'   `"iman_davenport"`: the F test of the same ranks (Iman and Davenport 1980), which does not reject as
#'   rarely when data sets are few; `"permutation"`: Friedman's statistic against its permutation distribution, exact
#'   where that takes about a second (3 classifiers on 50 data sets, 4 on 15, 5 on 12), else by `R` draws.
#' - `"quade"`: ranks weighted by how much the classifiers differ on the data set (Quade 1979);
#'   `"aligned_ranks"`: ranks of all scores after the mean of each data set is taken out (Hodges and Lehmann 1962).
#'   Both need scores that are comparable between data sets.
#' - `"skillings_mack"`: Friedman's test where scores are missing (Skillings and Mack 1981), corrected for ties.
#' - `"blocked_anova"`: analysis of variance with the units as blocks; `"greenhouse_geisser"` and `"huynh_feldt"`
#'   lower its degrees of freedom for differences that do not vary alike; `"corrected_anova"`: the F divided
#'   by 1 + J n_test / n_train for J splits, whose training data overlap (random splits need these sizes, see
#'   [score_set()]). For two classifiers that is the square of the corrected resampled t test; for more it is a
#'   heuristic, which was simulated, see below.
#' - `"anova"` (one-way, as in textbooks) and `"kruskal_wallis"` are for scores that are not paired: they warn.
#'
#' A test that is not valid for the design warns, names the valid one and shows both p-values. Ties are decided to ten
#' digits. `effect` is Kendall's W of the ranks (0: no agreement between data sets, 1: all rank alike), or
#' partial eta squared, and `df.residual` the second degrees of freedom of an F test: Wald's test is one
#' where the covariance has degrees of freedom of its own, as that of n units has (Hotelling's). It is cautious with few
#' events: of areas under ROC curves that are all equal it rejects in
#' `r ledger_range(topic = "probabilities", method = "AUC, joint test of all")` of the simulated data sets (10 to 100
#' events, 3 and 5 models), the chi-squared test of the same statistic in
#' `r ledger_range(topic = "probabilities", method = "AUC, joint test of all, chi-squared")`
#' (`bench/calibration/probability-rules.R`, standard error at most
#' `r ledger_error(topic = "probabilities", method = "AUC, joint test of all, chi-squared")`).
#'
#' @param x A [prediction_set()], [score_set()] or [estimate_set()] with at least two classifiers; or the formula of one
#'   with its `data`, as in
#'   `omnibus_test(truth ~ rf + tree, data)`, see [prediction_set()].
#' @param metric,average,classes,zero_division As in [compare_classifiers()]. Over metrics two or more; `NULL`:
#'   sensitivity and specificity.
#' @param over `"classifiers"`, `"classes"`, `"metrics"` or `"groups"`, see below.
#' @param method The test, see the section of each axis. `NULL`: the default for the metric.
#' @param measure The scale of a Wald test: `"difference"`, `"ratio"` (logarithm) or `"odds_ratio"` (logit). `NULL`:
#'   over classifiers the odds ratio for precision and NPV, over metrics the ratio for predictive values, likelihood
#'   ratios and the diagnostic odds ratio, the difference otherwise.
#' @param reference Name of a classifier: over classes, or with `pairs`, only pairs with it are tested.
#' @param pairs Whether every pair of classifiers is tested by itself, over classes or metrics. For some of the
#'   classifiers only, take them out of the set: `x[c("rf", "tree")]`.
#' @param alternative `"two.sided"`, or over classes by a combination `"greater"` or `"less"`: a difference in that
#'   direction on some class.
#' @param conf.level Decisions in words are at 1 minus it.
#' @param p.adjust.method How `adj.p.value` is adjusted over all the rows of the result: a method of
#'   [stats::p.adjust()], or `"sidak"`, `"finner"` or `"li"`, see [compare_classifiers()].
#' @param vcov The variance of the Wald test of a proportion, as in [compare_classifiers()]; over classes of the tests
#'   that are combined.
#' @param ... `R`, the number of random draws where a permutation distribution is too large to enumerate (9999), and
#'   `beta` as in [f_meas()].
#' @return A [verdict_table] of tests: `metric` (over metrics all of them, joined by commas) and `class` say of what,
#'   `classifier` lists all that were tested together, `reference` is who they were tested against, if anyone.
#'   `statistic`, `df`, `p.value`, `adj.p.value` and `log.p.value` are of the test, `method` is its name, and `note`
#'   says why a value is `NA`, or what was left out: a class that cannot be tested is never taken for one without a
#'   difference. The columns about two classifiers (`estimate` and so on) are `NA`.
#'
#'   Over classes there are besides `n.tests`, the number of tests (of joint tests, of differences) that went in, and,
#'   where transformed p-values are summed, their `mean`, `variance` and `scale`: with E and Var the mean and variance
#'   of the sum T, `statistic` is cT, taken for chi-squared with `df` \eqn{v = 2 E^2 / Var} degrees of freedom, and
#'   `scale` is \eqn{c = v / E}. `vcov()` of one such row is the covariance that was used: of the transformed
#'   p-values, or of the differences.
#' @section Over groups:
#' Of a set that was made with `by`: is the difference of two classifiers the same in all groups? One row a pair.
#' - `"score"`, the default for accuracy of independent rows, and for sensitivity, specificity and their errors, which
#'   are accuracy on the rows of a class: differences by Tango's restricted variances about the common difference that
#'   solves the score equation, which is the `estimate`. Groups without a row on which only one is right contribute.
#'   Where half of the groups have fewer than 15 rows it hardly ever rejects, and a note says so.
#' - `"wald"`, the default otherwise: of estimates and their joint covariance, on the log scale for ratios (precision,
#'   NPV). A group whose difference has no variance has no test, and is named; where a group has fewer than 30 rows of a
#'   class that counts, a note says that p may be too small. `"welch"`, the default for scores, for losses such as the
#'   Brier score of independent rows that are no weighted sample, and for accuracy with ids: Welch's F of independent
#'   groups, with ids by the observations in each. Of many groups of few it rejects too often, and a note says so where
#'   the smallest has fewer than the root of three times their number.
#' - `"odds"`: another hypothesis, that of the rows on which only one is right the first gets the same share, by
#'   Pearson's chi-squared; `"exact"` by Fisher, Freeman and Halton's exact test. Groups without such rows are left
#'   out and counted.
#' - `"range"`: is the first better in some group and the second in another? The larger of two one-sided p-values, each
#'   of the most extreme group among all but one; `highest` and `lowest` name the two, and `ahead` who is the
#'   higher one in the first. `"gail_simon"`: Gail and Simon's likelihood ratio test of the same, for independent
#'   groups.
#'
#' `i.squared` is the share of the variation between groups that chance does not explain, `tau.squared` DerSimonian and
#' Laird's variance between groups. Not rejected is not equal.
#'
#' @section Errors:
#' `verdict_error_classifier` for fewer than two classifiers, `verdict_error_clustered`
#' for Cochran's Q with ids, `verdict_error_method` for a test that does not belong to the axis or the metric (the
#' message says which do), `verdict_error_dependent` for a combination that is only valid for independent p-values,
#' `verdict_error_replicates` for too small an `R` in [by_combination()], `verdict_error_weights` for weights that do
#' not fit or, with replicates, rows of fractional weight, and `verdict_error_measure`, `verdict_error_metric` (also for
#' metrics that are not of the same classes), `verdict_error_class`, `verdict_error_vcov`, `verdict_error_reference`,
#' `verdict_error_size` and `verdict_error_argument`.
#' @section How well the tests keep their level:
#' Over classifiers. Simulated, four equal classifiers, few or many answers in common, a class with a share of 0.05 or
#' 0.4 for precision: the tests at the level 0.05 rejected in these shares of the data sets (least and greatest, and
#' the mean in brackets; Monte-Carlo standard error at most `r ledger_error(topic = "all of four equal")`). Accuracy:
#'
#' `r ledger_table(topic = "all of four equal", metric = "accuracy")`
#'
#' Precision:
#'
#' `r ledger_table(topic = "all of four equal", metric = "precision")`
#'
#' Over folds, three or five equal learners (naive Bayes and the nearest neighbour, 100 and 300 rows,
#' `bench/calibration/anova.R`, error at most `r ledger_error(topic = "several over folds")`):
#'
#' `r ledger_table(topic = "several over folds", by = "dependence", header = "learner", method = quoted_anova)`
#'
#' So `"corrected_anova"` over a single 10-fold cross-validation is conservative, and over ten of them it keeps the
#' level for a stable learner, but not for the nearest neighbour: no more does the corrected t test of pairs, and a
#' finding with an unstable learner needs a smaller p-value. Without the correction nearly any difference is found.
#'
#' @section How well tests over classes keep their level:
#' Simulated (`bench/calibration/global.R`): two dependent classifiers with precision 0.8 on each of
#' 3 to 10 classes, 200 to 2,000 rows, 7 designs, in some of which one classifier predicts half
#' of the classes more often than the other. At the level 0.05 a difference was found in these
#' shares of the data sets (least and greatest; Monte-Carlo standard error at most
#' `r ledger_error(topic = "all classes together")`, more where replicates were drawn):
#'
#' `r ledger_list(topic = "all classes together", header = c("method, covariance", "lowest and highest share"))`
#'
#' The lowest are those with 10 classes and 200 rows: with a handful of predictions of a class
#' the tests by class are conservative, and what looks at the smallest p-value alone is then
#' the most so. `"dai"` with the analytic covariance is the default, as it
#' draws nothing and rejected too often nowhere; `"wald"` is slightly liberal with many classes.
#'
#' Of the shares of the predicted classes (`vignette("trust")`) Stuart and Maxwell's test
#' found a difference in `r ledger_range(topic = "shares of predictions", method = "stuart_maxwell")` of the data
#' sets where there was none, Bhapkar's in `r ledger_range(topic = "shares of predictions", method = "bhapkar")`
#' (Monte-Carlo standard error at most `r ledger_error(topic = "shares of predictions")`).
#' @section How well tests over metrics keep their level:
#' Simulated (`bench/calibration/joint.R`): two dependent classifiers of equal sensitivity and specificity (0.8 or
#' 0.95), 100 to 1,000 rows of which 10% or 40% are positive; Monte-Carlo standard error at most
#' `r ledger_error(topic = "joint tests")`. At the level 0.05 a difference was found in
#' `r ledger_range(topic = "joint tests", method = "mcnemar")` of the data sets by McNemar's statistics,
#' `r ledger_range(topic = "joint tests", metric = "sensitivity and specificity", method = "wald")` by the Wald test of
#' sensitivity and specificity, `r ledger_range(topic = "joint tests", metric = "PPV and NPV")` by that of the
#' predictive values and `r ledger_range(topic = "joint tests", metric = "LR+ and LR-")` by that of the likelihood
#' ratios; by LR+, LR- or the diagnostic odds ratio alone ([compare_classifiers()]) in
#' `r ledger_range(topic = "likelihood ratios", kind = "size")`, 50 to 1,000 rows, least where few are positive.
#' @section When not to use it:
#' The rows (or, with ids, the observations) must be independent and the classifiers
#' trained on other data, as for [compare_classifiers()]. The null hypothesis of
#' Cochran's Q is stronger than equal accuracy: that the classifiers are exchangeable,
#' row by row. Equally accurate classifiers of which some are nearly copies of each
#' other violate it; `"gs"` and `"wald"` test equal accuracy alone. A significant result
#' does not say which classifiers differ, on which class or in which metric, nor which is the better one: a higher
#' sensitivity may be paid for by a lower specificity, and equal shares of predictions may be equally wrong. A large
#' p-value does not say that they are equal. Choose the axis and the method before looking at the parts. The joint Wald
#' tests of few rows are too small or too large; they need precisions and rates away from 0 and 1.
#' @references
#' Gail, M. and Simon, R. (1985). Testing for qualitative interactions between treatment effects and patient subsets.
#' *Biometrics*, 41, 361-372. \doi{10.2307/2530862}
#'
#' Piantadosi, S. and Gail, M. H. (1993). A comparison of the power of two tests for qualitative interactions.
#' *Statistics in Medicine*, 12, 1239-1248. \doi{10.1002/sim.4780121305}
#'
#' Welch, B. L. (1951). On the comparison of several mean values: an alternative approach. *Biometrika*, 38, 330-336.
#' \doi{10.1093/biomet/38.3-4.330}
#'
#' Bhapkar, V. P. (1966) A note on the equivalence of two test criteria for hypotheses in categorical data.
#' *Journal of the American Statistical Association* 61, 228-235. \doi{10.1080/01621459.1966.10502021}
#'
#' Cochran, W. G. (1950) The comparison of percentages in matched samples. *Biometrika*
#' 37, 256-266. \doi{10.1093/biomet/37.3-4.256}
#'
#' Dai, H., Leeder, J. S. and Cui, Y. (2014) A modified generalized Fisher method for
#' combining probabilities from dependent tests. *Frontiers in Genetics* 5, 32.
#' \doi{10.3389/fgene.2014.00032}
#'
#' Demsar, J. (2006) Statistical comparisons of classifiers over multiple data sets. *Journal of Machine
#' Learning Research* 7, 1-30.
#'
#' Gondara, L. (2016) Classifier comparison using precision.
#' <https://arxiv.org/abs/1609.09471>
#'
#' Gu, W. and Pepe, M. S. (2009) Estimating the capacity for improvement in risk prediction with a marker.
#' *Biostatistics* 10, 172-186. \doi{10.1093/biostatistics/kxn025}
#'
#' Hodges, J. L. and Lehmann, E. L. (1962) Rank methods for combination of independent experiments in analysis
#' of variance. *Annals of Mathematical Statistics* 33, 482-497. \doi{10.1214/aoms/1177704575}
#'
#' Iman, R. L. and Davenport, J. M. (1980) Approximations of the critical region of the Friedman
#' statistic. *Communications in Statistics - Theory and Methods* 9, 571-595. \doi{10.1080/03610928008827904}
#'
#' Lachenbruch, P. A. and Lynch, C. J. (1998) Assessing screening tests: extensions of McNemar's test. *Statistics in
#' Medicine* 17, 2207-2217. \doi{10.1002/(SICI)1097-0258(19981015)17:19<2207::AID-SIM920>3.0.CO;2-Y}
#'
#' Leisenring, W., Alonzo, T. and Pepe, M. S. (2000) Comparisons of predictive values of
#' binary medical diagnostic tests for paired designs. *Biometrics* 56, 345-351.
#' \doi{10.1111/j.0006-341X.2000.00345.x}
#'
#' Maxwell, A. E. (1970) Comparing the classification of subjects by two independent judges. *British Journal of
#' Psychiatry* 116, 651-655. \doi{10.1192/bjp.116.535.651}
#'
#' Moskowitz, C. S. and Pepe, M. S. (2006) Comparing the predictive values of diagnostic tests: sample
#' size and analysis for paired study designs. *Clinical Trials* 3, 272-279. \doi{10.1191/1740774506cn147oa}
#'
#' Quade, D. (1979) Using weighted rankings in the analysis of complete blocks with additive block effects. *Journal
#' of the American Statistical Association* 74, 680-683. \doi{10.1080/01621459.1979.10481670}
#'
#' Roldan Nofuentes, J. A. and Luna del Castillo, J. D. (2007) Comparison of the likelihood ratios of two binary
#' diagnostic tests in paired designs. *Statistics in Medicine* 26, 4179-4201. \doi{10.1002/sim.2850}
#'
#' Skillings, J. H. and Mack, G. A. (1981) On the use of a Friedman-type statistic in balanced and unbalanced
#' block designs. *Technometrics* 23, 171-177. \doi{10.1080/00401706.1981.10486261}
#'
#' Stuart, A. (1955) A test for homogeneity of the marginal distributions in a two-way classification. *Biometrika* 42,
#' 412-416. \doi{10.1093/biomet/42.3-4.412}
#'
#' Tate, M. W. and Brown, S. M. (1970) Note on the Cochran Q test. *Journal of the
#' American Statistical Association* 65, 155-160. \doi{10.1080/01621459.1970.10481069}
#' @seealso [compare_classifiers()] for which of them differ, and by how much; [by_combination()], [combine_p()] for
#'   p-values from anywhere, [verdict()] for the whole job.
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest + svm, satellite)
#' omnibus_test(x)
#' omnibus_test(x, "accuracy")
#' omnibus_test(x, "f_meas", average = "macro")
#'
#' # Do any two differ on any class? Do they predict the classes equally often?
#' omnibus_test(x, over = "classes")
#' omnibus_test(x, over = "classes", pairs = TRUE)
#' omnibus_test(x, "detection_prevalence", over = "classes")
#'
#' # Sensitivity and specificity at once
#' spam <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters, positive = "spam")
#' omnibus_test(spam, over = "metrics")
#' omnibus_test(spam, c("ppv", "npv"), over = "metrics")
#'
#' # Error rates of three classifiers on seven data sets
#' error <- cbind(
#'   tree = c(.19, .30, .10, .34, .23, .15, .27), forest = c(.16, .25, .07, .33, .20, .12, .24),
#'   svm = c(.18, .29, .12, .31, .22, .14, .22)
#' )
#' omnibus_test(score_set(error, design = "datasets", metric = "error"))
#' @export
omnibus_test <- function(x, ...) UseMethod("omnibus_test")

#' @rdname omnibus_test
#' @export
omnibus_test.evidence <- function(x, metric = NULL, over = c("classifiers", "classes", "metrics", "groups"),
                                  method = NULL, measure = NULL, reference = NULL, pairs = FALSE,
                                  average = "none", classes = NULL,
                                  alternative = c("two.sided", "greater", "less"), conf.level = 0.95,
                                  p.adjust.method = "holm", zero_division = c("na", "zero", "skip"),
                                  vcov = "robust", ...) {
  check_evidence(x)
  over <- check_choice(over, "over", names(omnibus_axes()))
  check_flag(pairs, "pairs")
  method <- check_axis_method(method, over)
  options <- check_options(list(...), c("R", "beta"))
  check_number(options$R %||% 9999, "R", 0, 1e9)
  p.adjust.method <- check_choice(p.adjust.method, "p.adjust.method", single_adjustments())
  if (is.null(metric) && over == "metrics") metric <- metrics_together(x)
  if (is.null(metric) && over == "groups") metric <- headline_metrics(x)
  request <- new_request(
    x, metric = metric, measure = measure, reference = reference, average = average, classes = classes,
    alternative = alternative, conf.level = conf.level, zero_division = zero_division, vcov = vcov, beta = options$beta
  )
  check_axis_request(request, over, pairs)
  request$test <- method
  request$R <- ceiling(options$R %||% 9999)
  tested <- switch(over,
    classifiers = over_classifiers(x, request),
    classes = over_classes(x, request, pairs),
    metrics = over_metrics(x, request, pairs),
    groups = over_the_groups(x, request)
  )
  check_useful_draws(options$R, method, tested$rows$method.id)
  omnibus_result(tested, x, over, request, p.adjust.method)
}

# Of labels both rates of a diagnostic test; of other evidence what its verdict is about.
metrics_together <- function(x) {
  known <- set_metrics(x, NULL)
  if (any(known$family %in% c("matched", "predictive"))) c("sensitivity", "specificity") else known$asked
}

# The methods of each axis; which fit a metric is decided when it is known.
omnibus_axes <- function() {
  list(
    classifiers = tests_of("omnibus")$method, classes = c(combinations_over_classes()$id, tests_of("margins")$method),
    metrics = tests_of("joint")$method, groups = tests_of("groups")$method
  )
}

# A method of another axis is named with it.
check_axis_method <- function(method, over) {
  if (is.null(method) || inherits(method, "combination_rule") && over == "classes") {
    return(method)
  }
  if (inherits(method, "combination_rule")) abort_other_axis(method$method, "classes", over)
  axes <- omnibus_axes()
  known <- joined_words(axes[[over]])
  given <- if (rlang::is_string(method)) joined_words(method) else ""
  if (given %in% known) {
    return(axes[[over]][match(given, known)])
  }
  elsewhere <- names(axes)[vapply(axes, function(methods) given %in% joined_words(methods), NA)]
  if (length(elsewhere) && !(over == "classifiers" && given %in% joined_words(tests_of("blocks")$method))) {
    abort_other_axis(method, elsewhere[1], over)
  }
  if (over != "classes") method else match_combination(method, axes$classes, "method")
}

abort_other_axis <- function(method, axis, over) {
  abort_verdict(c(
    "{.arg method} {.val {method}} is a test over {axis}, not over {over}.",
    i = "Use {.code over = \"{axis}\"}; over {over} there are {.val {omnibus_axes()[[over]]}}."
  ), "method")
}

# Sides, references and pairs are not of every axis.
check_axis_request <- function(request, over, pairs) {
  if (pairs && over == "classifiers") {
    abort_verdict(c(
      "Over the classifiers all are tested together, not in pairs.",
      i = "Pairs are compared by {.fn compare_classifiers}."
    ), "argument")
  }
  if (request$alternative != "two.sided" && over != "classes") {
    abort_verdict("A test of several differences has no sides: leave {.arg alternative} out.", "argument")
  }
  if (!is.null(request$reference) && !over %in% c("classes", "groups") && !pairs) {
    abort_verdict(c(
      "All classifiers are tested together: a {.arg reference} makes no difference to that.",
      i = if (over == "metrics") "For each against it use {.code pairs = TRUE}.",
      i = if (over == "classifiers") "For each against it use {.fn compare_classifiers}."
    ), "reference")
  }
}

over_classifiers <- function(x, request) {
  targets <- request_targets(x, request)
  tested <- warn_invalid_once(lapply(targets, function(target) {
    omnibus_rows(x, target, set_omnibus(x, target, request))
  }), request$conf.level)
  rows <- do.call(rbind, with_optional(tested))
  list(rows = rows, metrics = used_metrics(targets), axis = used_axes(targets))
}

# A number of replicates that no test takes is not taken in silence.
check_useful_draws <- function(R, method, ids) { # nolint: object_name_linter.
  default <- is.null(method) && any(grepl("permutation", ids, fixed = TRUE))
  named <- rlang::is_string(method) && method %in% c("permutation", "max_t")
  if (!is.null(R) && !default && !named) {
    abort_verdict(c(
      "{.arg R}, the number of replicates, is of no use here: this test draws none.",
      i = if (inherits(method, "combination_rule")) {
        "Give it to {.fn by_combination}."
      } else {
        "It goes with {.code method = \"permutation\"}, or over classes into {.code by_combination(\"max_t\", R = )}."
      }
    ), "argument")
  }
}

# Tests without estimates, judged: `found` has rows, metrics and, over classes, parts.
omnibus_result <- function(tested, x, over, request, p.adjust.method) {
  adjusted <- adjust_family(tested$rows$log.p.value, p.adjust.method, 1 - request$conf.level)
  judged <- judge_rows(tested$rows, adjusted)
  new_verdict_table(judged$rows, list(
    type = "omnibus", over = over, units = tested$units %||% set_units(x), metrics = tested$metrics, axis = tested$axis,
    conf.level = request$conf.level, alternative = request$alternative, p.adjust.method = judged$p.adjust.method,
    family = judged$family, interval = character(), parts = tested$parts
  ))
}

omnibus_rows <- function(x, target, tested) {
  units <- set_units(x)
  rows <- new_rows(
    metric = target$metric$asked, average = target$average, class = target$class,
    classifier = paste(units$classifiers, collapse = ", "), statistic = tested$statistic, df = tested$df,
    p.value = exp(tested$log.p.value), method.id = tested$method.id, status = without_ok(tested$status),
    note = tested$note, log.p.value = tested$log.p.value
  )
  for (name in c("effect", "effect.type", "df.residual")) rows[[name]] <- tested[[name]]
  if (all(is.na(rows$df.residual))) rows$df.residual <- NULL
  rows
}
