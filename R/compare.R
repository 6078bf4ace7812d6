#' Compare classifiers on the same observations
#'
#' Answers: is one classifier better than another at this metric, for which
#' classes, by how much, and how sure can we be? Compares all pairs of classifiers,
#' or all against a reference, with tests that take into account that the
#' predictions are of the same rows.
#'
#' # Which test
#'
#' The defaults:
#'
#' | metric | test | with ids | measure |
#' | --- | --- | --- | --- |
#' | precision, NPV | `"wgs"` | `"gs"` | ratio |
#' | accuracy, error, recall, specificity, FPR, FNR | `"midp"` | `"mcnemar"` | difference (Tango) |
#' | F, balanced accuracy and the like, averages of shares | `"score"` | `"wald"` | difference |
#' | any other | `"wald"` | `"wald"` | difference |
#'
#' For precision and NPV there are also `"gee"`, `"multinomial"`, `"relative"` and `"z"`,
#' for accuracy and its like `"exact"`, `"mcnemar_cc"` and `"sign"`, and for every metric
#' `"wald"`, `"permutation"` and `"bootstrap"`. With ids `"gee"`, `"relative"`, `"wald"` and the
#' resampling tests go on observations.
#'
#' - `"gs"`: generalized score test (Leisenring, Alonzo and Pepe 2000).
#' - `"wgs"`: weighted generalized score test (Kosinski 2013). Like `"gs"` it stays
#'   defined when a precision is 0 or 1.
#' - `"gee"`: Wald test of the log odds ratio from a marginal logistic model with
#'   independence working correlation (generalized estimating equations), in closed
#'   form. The multinomial Wald test on the logit scale is the same number.
#' - `"multinomial"`: Wald test from the delta method on the multinomial counts, on
#'   the scale of `measure`.
#' - `"relative"`: Wald test of the log relative predictive value (Moskowitz and
#'   Pepe 2006).
#' - `"z"`: two-proportion z test. It ignores the pairing, which loses power; it is
#'   there to be compared with, and warns.
#' - `"mcnemar"`, `"mcnemar_cc"`: McNemar's test without and with continuity
#'   correction; with ids the former is Obuchowski's (1998) form for clusters, without
#'   his factor (G - 1) / G. For clusters of one size it is that of Durkalski et al.
#'   (2003), who weigh clusters alike whatever their size.
#' - `"exact"`, `"midp"`: binomial test of the discordant rows, and its mid-p
#'   version, which Fagerland, Lydersen and Laake (2013) recommend. With b rows that only
#'   one classifier has right and as many that only the other has, mid-p is, as they
#'   define it, 1 - P(X = b) / 2, where other software may give 1. Without discordant rows
#'   these tests and `"sign"` give 1 (the one-sided mid-p test 0.5), and `"mcnemar"`, which
#'   is then 0 / 0, `NA` with a note.
#' - `"sign"`: the one-sided exact binomial test (Salzberg 1997) that the classifier
#'   is no better than the reference; `alternative` is `"greater"` if not given.
#' - `"score"`: the default for averages over classes, F, balanced accuracy and other metrics that rest on several
#'   proportions, of independent rows. The value tested is held against the most likely shares of the rows that would
#'   give it, among all that could occur, seen or not (Owen 1990); the truth of each class is held fixed, and the metric
#'   is taken by its influences, which for averages of recall is exact. Where all rows are one sample it is the test
#'   that Tango's (1998) interval inverts; the variance of a class that is a sample of its own has Miettinen's and
#'   Nurminen's factor n / (n - 1). For several classes it compares well with others, MOVER among them (Martin Andres
#'   et al. 2012). Unlike Wald's it holds where a class has few rows, down to one. Not at a given prevalence, not for
#'   likelihood ratios and functions of your own.
#' - `"wald"`: the influence-based Wald test, for any metric, on the scale of
#'   `measure`. With ids it is what averages are left with: where a class then has fewer than 10 rows, there is no
#'   p-value and no interval unless `method = "wald"` asks for them.
#' - `"permutation"`: the two classifiers change places within each observation with
#'   probability 1/2, which tests that their labels are exchangeable given the truth.
#'   The statistic of `"gs"`, `"mcnemar"` or `"wald"` is permuted, since an
#'   unstudentized difference would not keep the level when only the metric is equal
#'   (Janssen 1997). Of a proportion with few different permutations all are enumerated, and its p-value
#'   is exact; otherwise, and always with max-T, it is (1 + extreme replicates) / (R + 1).
#' - `"bootstrap"`: observations are drawn with replacement; the p-value compares the
#'   Wald statistic with its studentized, centred replicates. Both work for any metric,
#'   and on observations when there are ids; their cost does not depend on the number of
#'   rows.
#'
#' # Cross-validation and scores
#'
#' Models of a cross-validation were trained on overlapping data, which tests of the pooled counts do not
#' know. Of a [prediction_set()] with `fold` (at most 50 in a repetition) every metric has a score in each fold, and
#' without a `method` these are compared by the corrected t test; so are the scores of a [score_set()]:
#'
#' | design | default | also valid |
#' | --- | --- | --- |
#' | folds, repeated folds, random splits, bootstrap samples | `"corrected_t"` | |
#' | 5x2 cross-validation | `"cv5x2_f"` (of a score set) | `"cv5x2_t"`, `"corrected_t"` |
#' | data sets | `"wilcoxon"` | `"sign"`, `"sign_flip"`, `"paired_t"` |
#' | items | `"paired_t"`, in clusters `"cluster_t"` | `"wilcoxon"`, `"sign"`, `"sign_flip"` |
#'
#' Beside these are the post-hoc tests of [omnibus_test()]'s tests, for data sets and items: `"nemenyi"` (all pairs) and
#' `"bonferroni_dunn"` (against a `reference`), `"mean_ranks"`, `"conover"`, `"quade"`, `"aligned_ranks"`; and, by the
#' error of the analysis of variance ([by_anova()]), also over folds: `"tukey"`, `"newman_keuls"`, `"scheffe"`,
#' `"anova_t"`. Nemenyi's, Dunn's, Tukey's, Newman and Keuls' and Scheffe's adjust by themselves, whatever
#' `p.adjust.method` says; Newman and Keuls' only holds the level if all classifiers are equal. Those of mean ranks
#' give differences of ranks (`measure` is `"rank_difference"`, the best rank is 1) and judge a pair by who else is
#' compared (Benavoli, Corani and Mangili 2016): Wilcoxon's test does not. [cd_groups()] and `plot(x, type = "cd")`
#' show who is not distinguished. `"dunn"` and `"conover_iman"`, after Kruskal and Wallis' test, are for scores that are
#' not paired: they warn.
#'
#' - `"corrected_t"`: t test with the variance (1/J + n_test/n_train) S^2 of the mean of J differences: the
#'   corrected resampled t test (Nadeau and Bengio 2003), of folds the corrected (repeated) K-fold t test
#'   (Bouckaert and Frank 2004). The correction, made for random splits, is a heuristic for folds, whose variance has
#'   no unbiased estimate from one run (Bengio and Grandvalet 2004).
#' - `"bayle"`: Wald's test of all rows of one cross-validation of a [prediction_set()] with `fold`. It is about the K
#'   models that were fitted, not about ways of training, and holds for learners that change little when one row is
#'   exchanged (Bayle and others 2020).
#' - `"cv5x2_f"`, `"cv5x2_t"`: the combined F test (Alpaydin 1999) and the t test (Dietterich 1998) of
#'   five repetitions of two folds. The t test judges the first fold alone. The interval of F is where it does
#'   not reject.
#' - `"paired_t"`: the t test of the differences. `"cluster_t"`: with the bias-reduced variance of clusters and
#'   its own degrees of freedom (Bell and McCaffrey 2002).
#' - `"wilcoxon"`: the signed-rank test, exact with ties and zeros up to 200 units, see [by_wilcoxon()];
#'   the estimate is the Hodges-Lehmann one, its interval what the test does not reject.
#' - `"sign"`: the exact binomial test of wins, with the median of the differences. `"sign_flip"`: the signs
#'   of the differences are flipped, in all ways up to 20 units, else 9,999 times at random.
#' - `"unpaired_t"`: the two-sample t test, as if the classifiers had been scored on different units.
#'
#' Any of them runs on any design that has its numbers (`"corrected_t"` only on splits of one data set), but where it
#' is not valid, as the paired t test over folds, a warning says so, names the valid one, and shows
#' what each claims. Beside the p-value stands the size of the effect, see [verdict_table].
#' `measure` is the difference, and `interval` that of the test.
#'
#' # All comparisons at once
#'
#' `adj.p.value` is adjusted over all rows of the result, by default in a single step by the joint distribution of all
#' the statistics (`"max_t"`), whose correlations come from the influence of each observation (quasi-Monte Carlo in C:
#' the result is the same each time). `adj.conf.low` and `adj.conf.high` are the intervals of the same step: all of
#' them hold at once with `conf.level`, and one excludes equality (`null.value`) just where the adjusted
#' p-value is below 1 - `conf.level`. Simulated for relative precision by class, with real differences
#' (`bench/calibration/together.R`: 2, 6 or 26 classes, two or three classifiers, 100 to 1,000 rows; Monte-Carlo
#' standard error at most `r ledger_error(topic = "whole verdicts", method = "compare_classifiers()")`), all held in
#' `r ledger_range(topic = "whole verdicts", method = "compare_classifiers()")` of the data sets: more than 95% where a
#' class has few calls.
#' Where no joint distribution is known, as for rank tests over data sets,
#' Bonferroni's inequality takes its place. These intervals are what is printed, drawn and put into words; `conf.low`
#' and `conf.high` go with `p.value`.
#'
#' Methods in steps find more: those of [stats::p.adjust()] such as `"holm"`, and `"sidak"` and `"finner"`, which step
#' down like Holm's and need independent or positively dependent p-values, `"li"`, for the same, which is
#' poor when the largest p-value is large, and, for all pairs of classifiers in one metric and one class,
#' `"shaffer"` and `"bergmann_hommel"` (up to 12 classifiers): they use that pairs cannot be
#' equal in any combination (if 1 equals 2 and 2 equals 3, 1 equals 3), are valid wherever Holm's is and never
#' reject less. By its definition Bergmann and Hommel's may adjust a larger p-value to a smaller one;
#' `"bergmann_hommel_monotone"` lifts it to the largest before it, as some software does, which is on the safe side.
#' They are for p-values: there are no intervals that belong to their decisions, so that the one beside them is each
#' comparison's by itself, and says so (but with a `margin`, where it is at the level of the last step).
#'
#' When replicates are drawn one serves all pairs, classes and metrics: the same observations are
#' drawn, or change places, for all of them, and `"max_t"` uses their largest statistic. In a
#' permutation only the two classifiers of a pair change places, never all of them: a pair may
#' be equal where a third classifier is not, and shuffling all labels would mix those of the
#' third in. With two classifiers the adjustment is exact under exchangeability; with more it
#' is for large samples.
#'
#' # With a margin: equivalent, not worse, better by enough
#'
#' That no difference is shown does not show that there is none (Goeman and others 2010). With `margin`, the largest
#' difference that does not matter in your application, chosen before looking, each comparison is
#' judged against three values, the two ends of the margin and equality, and has one of these answers
#' (printed as `decision`; the column has its first words), here for a metric of which more is better and a margin from
#' -m to m:
#'
#' | interval | answer |
#' | --- | --- |
#' | above m | better by more than the margin (superior) |
#' | above 0 and below m | better, but by less than the margin |
#' | above 0 | better (by more than the margin or not: undecided) |
#' | between -m and m | equivalent |
#' | above -m | not worse (non-inferior) |
#' | below m | not better: the reference is not worse |
#' | none of these | undecided |
#'
#' and so on for worse. The p-values are of the same tests that the intervals invert, so that the
#' two never disagree: for differences of accuracy, recall and their like Tango's (1998) score test, for
#' their ratios that of Tang, Tang and Chan (2003), for the conditional odds ratio the exact, mid-p or score
#' test, for precision and NPV the score test of `method`, Wald's for everything else, and with
#' [by_bootstrap()] symmetric studentized replicates. A test of equality whose interval
#' belongs to another test (such as `"midp"`) is not taken by default.
#'
#' `p.noninferior`, `p.superior` and `p.equivalent`, which is the larger of two one-sided p-values (TOST,
#' Schuirmann 1987), are compared with 1 - `conf.level` like `p.value`. In a two-sided comparison, where
#' each could have gone the other way too, they are therefore twice the one-sided p-values of the
#' literature: all is decided by the one interval that is printed. (What can be said of one value from
#' an interval needs no correction for being said together.) So with `conf.level = 0.95` the one-sided tests are
#' at 2.5%, the usual level of non-inferiority. The usual TOST at 5% goes with the 90% interval:
#' `conf.level = 0.9`. If only non-inferiority is asked for, `alternative = "greater"` (`"less"` where less
#' is better) gives the one-sided p-value and interval.
#'
#' All comparisons are one family still: each counts once, and with Holm's method it leaves
#' the family when it is settled against equality and both ends (of the three at most one can be
#' true). `adj.p.noninferior`, `adj.p.equivalent` and `adj.p.superior` are judged at the same level as
#' `adj.p.value`, which is that of `adj.conf.low` and `adj.conf.high`.
#'
#' # Groups of classifiers
#'
#' With `contrasts` groups are compared: are the ensembles together better than the single models
#' (`contrasts = forest + boosting ~ tree + logistic`)? A contrast compares the mean of one group with that of another.
#' `metric` is then by default what is over all classes, such as accuracy, and `method` one of
#'
#' - `"scheffe"` (the default): holds for any number of contrasts at once, also those that the data suggested. For
#'   scores it is the analysis of variance with the units as blocks, corrected where training data overlap (see
#'   [by_anova()]), also for predictions with their folds. For other predictions and estimates it is their joint
#'   covariance V, with contrasts c'theta over sqrt(c'Vc) and the chi-squared distribution with C - 1 degrees of
#'   freedom for C classifiers; for items in clusters, whose covariance is that of few clusters, Hotelling's
#'   distribution in its place (Roy and Bose 1953).
#' - For a few that were planned, adjusted by `p.adjust.method` (`"bonferroni"` as in textbooks): `"wald"`, by the joint
#'   covariance of the estimates, and for scores and folds also `"anova_t"`, with the error of the analysis of
#'   variance (options are those of [by_anova()]).
#'
#' `classifier` and `reference` name the two groups, `estimate` is the difference of their means; there are no ratios.
#' Means over different data sets are only comparable where the scores are on one scale, and a mean of classifiers is
#' not a classifier: that a group is better on average says nothing of its vote.
#'
#' # Few observations
#'
#' With ids it is their number that counts, not that of the rows. The robust variance of
#' few of them is too small: in a simulation of two equally good classifiers, each
#' observation predicted ten times, Wald tests at 5% of accuracy, precision and F measure rejected in
#' `r ledger_range(topic = "repeated observations", dependence = "10 rows each", method = "wald", n = 5)` of the data
#' sets with 5 observations, in
#' `r ledger_range(topic = "repeated observations", dependence = "10 rows each", method = "wald", n = c(10, 20))`
#' with 10 or 20, and in
#' `r ledger_range(topic = "repeated observations", dependence = "10 rows each", method = "wald", n = 40)` with 40
#' (Monte-Carlo standard error `r ledger_error(topic = "repeated observations", dependence = "10 rows each", n = 10)`).
#' Below 40 such rows carry a note. Use the score tests (`"gs"`, `"mcnemar"`), which rejected in at most
#' `r ledger_most(topic = "repeated observations", dependence = "10 rows each", method = c("mcnemar", "gs"), n = 3:10)`
#' with up to 10, or `"permutation"`, which with fewer than 6 observations cannot reach 5%, two-sided.
#'
#' @param x A [prediction_set()], a [score_set()] or an [estimate_set()] with at least two classifiers; or the formula
#'   of one with its `data`, as in
#'   `compare_classifiers(truth ~ rf + tree, data)`, see [prediction_set()].
#' @param metric,average,classes,zero_division As in [assess_classifiers()]. `NULL`: precision, or all
#'   metrics of a set of scores or estimates.
#' @param method The test, see the section 'Which test'. `NULL`: the default for the metric.
#'   [by_bootstrap()] and [by_permutation()] give resampling its options. Of a [probability_set()] see [net_benefit()].
#' @param measure What is estimated: `"difference"` (classifier minus reference),
#'   `"ratio"` or `"odds_ratio"` (classifier over reference; not for metrics that
#'   can be negative). With `"exact"`, `"midp"`, `"sign"` and `"mcnemar"` on independent rows
#'   the odds ratio is the conditional one: rows that only the classifier has right over
#'   rows that only the reference has right. `NULL`: the default for the method.
#' @param reference Name of the classifier that the others are compared with.
#'   `NULL`: all pairs, each with the one listed first as its reference.
#' @param alternative `"two.sided"`, or one-sided: `"greater"` means that the metric
#'   of the classifier is greater than that of the reference. A one-sided interval
#'   goes with a one-sided test.
#' @param interval The interval: `"wald"` (influence-based, for every metric and
#'   measure); with `"gs"`, `"wgs"` and `"score"` by default `"score"`, the values that the test does
#'   not reject, so that interval and p-value always agree (but for an odds ratio with method `"score"`, which has a
#'   Wald interval only), as do `"exact"`, `"midp"` and
#'   `"score"` for the conditional odds ratio of the test of that kind; or, for independent
#'   rows and accuracy, recall and their like,
#'   `"tango"` (the default for differences), `"agresti_min"`, `"bonett_price"`,
#'   `"newcombe"`, and for ratios `"tang"` (the default but for Wald tests) or `"bonett_price"`.
#'   For `method = "bootstrap"`: `"percentile"` (the default), `"bca"`, `"basic"` or
#'   `"studentized"`.
#' @param conf.level Confidence level of the intervals, between 0 and 1.
#' @param p.adjust.method How `adj.p.value` is adjusted over all the rows of the
#'   result, the family of comparisons: `"max_t"`, `"bonferroni"`, or in steps another method of [stats::p.adjust()],
#'   `"sidak"`, `"finner"`, `"li"`, `"shaffer"`, `"bergmann_hommel"` or `"bergmann_hommel_monotone"`, see the
#'   section 'All comparisons at once'.
#' @param vcov The variance of a Wald test of a proportion (`"gee"`, `"multinomial"`,
#'   `"relative"`, `"wald"`) and of its interval. `"robust"` (Liang and Zeger 1986) has no
#'   small-sample correction. `"cr1"` is that times G / (G - 1), with G observations that count, and `"cr1s"` times
#'   (n - 1) / (n - p) too, with n rows that count and p classifiers. The others are those of [fit_gee()], in closed
#'   form for the marginal model with one parameter a classifier: `"df"` (times G / (G - p)), `"kauermann_carroll"`
#'   (2001), `"mancl_derouen"` (2001), `"morel_bokossa_neerchal"` (2003). Worth it when few
#'   observations carry the class; all but `"kauermann_carroll"` and `"mancl_derouen"` depend on which
#'   other classifiers are in the set. Of means of a [probability_set()] with `id`: `"cr2"` (the default), `"cr1"` or
#'   `"cr0"`.
#' @param margin The largest difference that does not matter, see the section 'With a margin'. A
#'   number such as 0.02, which is from -0.02 to 0.02, or both ends, as in `c(-0.02, 0.05)`, of which
#'   one may be infinite: `c(-0.02, Inf)` asks for non-inferiority only. The ends are of classifier minus
#'   (or over) reference. Without `measure` it is of the difference; of a ratio or odds ratio, 1.1 or
#'   0.9 is from that to its reciprocal. A list names metrics or measures: `list(accuracy = 0.02, precision = 0.05)`,
#'   `list(difference = 0.02, ratio = 1.1)`.
#' @param contrasts What is compared in place of pairs, see the section 'Groups of classifiers': a formula with the
#'   classifiers of the two groups, such as `a + b ~ c + d + e`, a list of formulas, or numbers that add up to 0: a
#'   vector with a weight for each classifier (named, or in their order) or a matrix with a row a contrast.
#' @param over `"all"` rows together, or `"groups"`: one row a group of a set that was made with `by`, judged together;
#'   see [group_questions].
#' @param ... Options of one method or metric by name: `R` and `simultaneous` as in
#'   [by_bootstrap()], `beta` as in [f_meas()].
#' @return A [verdict_table]: a row for each metric, class and pair. `estimate` is
#'   classifier minus (or over) reference, so that a positive one (above 1) says that
#'   `classifier` has the larger value; `std.error` is that of the logarithm for
#'   ratios. `p.value` is right down to 1e-300, and `log.p.value`, its natural
#'   logarithm, beyond. `note` says why a value is `NA`, or not to be trusted.
#' @section Errors:
#' `verdict_error_classifier` for fewer than two classifiers, and
#' `verdict_error_reference`, `verdict_error_metric`, `verdict_error_class`,
#' `verdict_error_method`, `verdict_error_measure`, `verdict_error_interval`,
#' `verdict_error_contrast` for weights that do not add up to 0, unknown classifiers, or one in both groups,
#' `verdict_error_clustered` (a test without a form for repeated
#' observations; the message names the one to use), `verdict_error_size` (more replicates of
#' comparisons than 80 million), `verdict_error_margin` for a margin of the wrong sign or scale, such as
#' 2 for two percentage points.
#' @section How well the tests keep their level:
#' Shares of data sets in which tests at the level 0.05 rejected although both are equal, least and greatest over
#' designs and the mean in brackets, from complete enumeration or simulation (see `vignette("trust")`; Monte-Carlo
#' standard error at most `r ledger_error(topic = c("same rows, precision", "same rows, accuracy"), kind = "size")`).
#' Precision 0.8 or 0.95 of a class with a share of 0.5, 0.2 or 0.05, classifiers from independent to nearly copies:
#'
#' `r ledger_table(topic = "same rows, precision", kind = "size")`
#'
#' Accuracy 0.5, 0.9 or 0.98:
#'
#' `r ledger_table(topic = "same rows, accuracy", kind = "size", method = c("midp", "mcnemar", "exact", "mcnemar_cc"))`
#'
#' Coverage of the 95% intervals of the difference of accuracies,
#'
#' `r ledger_table(topic = "same rows, accuracy", kind = "coverage", measure = "difference")`
#'
#' and of the ratio of precisions, where there is an interval:
#'
#' `r ledger_table(topic = "same rows, precision", kind = "coverage", measure = "ratio")`
#'
#' Averages where one of three or six classes has a share of 0.01 or 0.03, and three rows or more, of 100 to 1,000 rows
#' (`bench/calibration/averages.R`, Monte-Carlo standard error at most `r ledger_error(topic = "averages")`): what the
#' tests reject,
#'
#' `r ledger_table(topic = "averages", kind = "size", measure = "difference", by = "metric", header = "metric")`
#'
#' and what the 95% intervals of the difference cover:
#'
#' `r ledger_table(topic = "averages", kind = "coverage", measure = "difference", by = "metric", header = "metric")`
#'
#' The greatest size and the least coverage of so many designs are in part chance; those that seemed off were drawn
#' 20,000 times. Intervals of the macro precision of one classifier by itself cover
#' `r ledger_range(topic = "averages", metric = "macro precision", measure = "value", method = "score")`.
#' All pairs of four classifiers, equal or one better, by max-T: any false claim in
#' `r ledger_range(topic = "averages", kind = "size", measure = "all six pairs")`, all intervals hold in
#' `r ledger_range(topic = "averages", kind = "coverage", measure = "all six pairs")`.
#' Where a class in which the metric is undefined is taken as 0 (`zero_division = "zero"`), the score test and its
#' interval give no number: what is 0 by decree does not vary with the rows.
#' Score intervals cover more than 0.97 where fewer than some ten discordant rows of the rare class are to be expected.
#' Where that is one or less nothing else can: of 100 rows, three of that class, those of macro recall cover
#' `r ledger_range(metric = "macro recall", kind = "coverage", measure = "difference", method = "score", n = 100)`, and
#' any interval that covers 0.93 everywhere covers `r ledger_range(topic = "averages, any interval")` or more, by
#' enumeration (of two classes, `bench/calibration/rare.R`).
#'
#' The score intervals never contradict their tests. The z test that ignores the pairing finds next to
#' nothing, and the Wald tests and intervals of few rows cannot be relied on.
#'
#' Max-t adjusted p-values of permutations: the precision on 3 classes of all pairs of 3 or 4 classifiers, 100 or
#' 500 rows. One or more true null hypotheses were rejected, at the level 0.05, in
#' `r ledger_range(topic = "all pairs", rate = "all equal")` of the data sets where all classifiers were equal, and in
#' `r ledger_range(topic = "all pairs", rate = c("one better", "unequal"))` where one was better (Monte-Carlo standard
#' error at most `r ledger_error(topic = "all pairs")`).
#'
#' Tests against a margin, where the truth is just at the margin (`bench/calibration/margin.R`, Monte-Carlo
#' standard error at most `r ledger_error(topic = "margins")`; the reference has 0.6, 0.8 or 0.95, the classifier 0.05
#' or 0.1 less, little or much overlap): how often the classifier was called not worse by a difference, which in a
#' two-sided comparison at 5% should be 0.025, least, greatest and mean; of recall
#'
#' `r ledger_table(topic = "margins", metric = "recall", measure = "difference, not worse")`
#'
#' and of precision, of which two fifths of these rows are called:
#'
#' `r ledger_table(topic = "margins", metric = "precision", measure = "difference, not worse")`
#'
#' Of precision with few wrong calls (0.95 of 20 calls) no large-sample test can say much about a margin: they claim too
#' often, and with fewer than 80 calls a note says so. Over a family (accuracy and the recall of 2 or 4 classes of three
#' classifiers, one better by just the margin; 100 to 1,000 rows) anything false was claimed at 0.05 in
#' `r ledger_range(topic = "a family with margins", method = "max-T")` of the data sets by max-T, in
#' `r ledger_range(topic = "a family with margins", method = "Holm")` by Holm's method.
#'
#' @section When not to use it:
#' The rows (or, with ids, the observations) must be independent, and the
#' classifiers fixed: trained on other data. Predictions from cross-validation share
#' training data; ids repair the repetition of observations but not that, see the section
#' 'Cross-validation and scores'. For
#' classifiers judged on different test sets use [compare_independent()]: these tests are not valid.
#' A margin that was chosen after looking at the result shows nothing.
#' @references
#' Roy, S. N. and Bose, R. C. (1953) Simultaneous confidence interval estimation. *Annals of Mathematical Statistics*
#' 24, 513-536. \doi{10.1214/aoms/1177728912}
#'
#' Scheffe, H. (1953) A method for judging all contrasts in the analysis of variance. *Biometrika* 40, 87-110.
#' \doi{10.1093/biomet/40.1-2.87}
#'
#' Benavoli, A., Corani, G. and Mangili, F. (2016) Should we really use post-hoc tests based on mean-ranks?
#' *Journal of Machine Learning Research* 17(5), 1-10.
#'
#' Fagerland, M. W., Lydersen, S. and Laake, P. (2013) The McNemar test for binary
#' matched-pairs data: mid-p and asymptotic are better than exact conditional. *BMC
#' Medical Research Methodology* 13, 91. \doi{10.1186/1471-2288-13-91}
#'
#' Efron, B. (1987) Better bootstrap confidence intervals. *Journal of the American
#' Statistical Association* 82, 171-185. \doi{10.1080/01621459.1987.10478410}
#'
#' Janssen, A. (1997) Studentized permutation tests for non-i.i.d. hypotheses and the
#' generalized Behrens-Fisher problem. *Statistics & Probability Letters* 36, 9-21.
#' \doi{10.1016/S0167-7152(97)00043-6}
#'
#' Alpaydin, E. (1999) Combined 5x2 cv F test for comparing supervised classification learning algorithms.
#' *Neural Computation* 11, 1885-1892. \doi{10.1162/089976699300016007}
#'
#' Bayle, P., Bayle, A., Janson, L. and Mackey, L. (2020) Cross-validation confidence intervals for test error.
#' *Advances in Neural Information Processing Systems* 33, 16339-16350.
#'
#' Bell, R. M. and McCaffrey, D. F. (2002) Bias reduction in standard errors for linear regression with
#' multi-stage samples. *Survey Methodology* 28, 169-181.
#'
#' Bengio, Y. and Grandvalet, Y. (2004) No unbiased estimator of the variance of K-fold cross-validation. *Journal of
#' Machine Learning Research* 5, 1089-1105.
#'
#' Bouckaert, R. R. and Frank, E. (2004) Evaluating the replicability of significance tests for comparing
#' learning algorithms. *Advances in Knowledge Discovery and Data Mining*, LNCS 3056, 3-12.
#' \doi{10.1007/978-3-540-24775-3_3}
#'
#' Dietterich, T. G. (1998) Approximate statistical tests for comparing supervised classification learning
#' algorithms. *Neural Computation* 10, 1895-1923. \doi{10.1162/089976698300017197}
#'
#' Goeman, J. J., Solari, A. and Stijnen, T. (2010) Three-sided hypothesis testing: simultaneous testing of
#' superiority, equivalence and inferiority. *Statistics in Medicine* 29, 2117-2125. \doi{10.1002/sim.4002}
#'
#' Nadeau, C. and Bengio, Y. (2003) Inference for the generalization error. *Machine Learning* 52, 239-281.
#' \doi{10.1023/A:1024068626366}
#'
#' Durkalski, V. L., Palesch, Y. Y., Lipsitz, S. R. and Rust, P. F. (2003) Analysis
#' of clustered matched-pair data. *Statistics in Medicine* 22, 2417-2428.
#' \doi{10.1002/sim.1438}
#'
#' Kauermann, G. and Carroll, R. J. (2001) A note on the efficiency of sandwich
#' covariance matrix estimation. *Journal of the American Statistical Association* 96,
#' 1387-1396. \doi{10.1198/016214501753382309}
#'
#' Kosinski, A. S. (2013) A weighted generalized score statistic for comparison of
#' predictive values of diagnostic tests. *Statistics in Medicine* 32, 964-977.
#' \doi{10.1002/sim.5587}
#'
#' Leisenring, W., Alonzo, T. and Pepe, M. S. (2000) Comparisons of predictive values
#' of binary medical diagnostic tests for paired designs. *Biometrics* 56, 345-351.
#' \doi{10.1111/j.0006-341X.2000.00345.x}
#'
#' Liang, K.-Y. and Zeger, S. L. (1986) Longitudinal data analysis using generalized
#' linear models. *Biometrika* 73, 13-22. \doi{10.1093/biomet/73.1.13}
#'
#' Mancl, L. A. and DeRouen, T. A. (2001) A covariance estimator for GEE with improved
#' small-sample properties. *Biometrics* 57, 126-134.
#' \doi{10.1111/j.0006-341X.2001.00126.x}
#'
#' Morel, J. G., Bokossa, M. C. and Neerchal, N. K. (2003) Small sample correction for
#' the variance of GEE estimators. *Biometrical Journal* 45, 395-409.
#' \doi{10.1002/bimj.200390021}
#'
#' Moskowitz, C. S. and Pepe, M. S. (2006) Comparing the predictive values of
#' diagnostic tests: sample size and analysis for paired study designs. *Clinical
#' Trials* 3, 272-279. \doi{10.1191/1740774506cn147oa}
#'
#' Obuchowski, N. A. (1998) On the comparison of correlated proportions for clustered
#' data. *Statistics in Medicine* 17, 1495-1507.
#' \doi{10.1002/(SICI)1097-0258(19980715)17:13<1495::AID-SIM863>3.0.CO;2-I}
#'
#' Pepe, M. S. and Anderson, G. L. (1994) A cautionary note on inference for marginal
#' regression models with longitudinal data and general correlated response data.
#' *Communications in Statistics - Simulation and Computation* 23, 939-951.
#' \doi{10.1080/03610919408813210}
#'
#' Salzberg, S. L. (1997) On comparing classifiers: pitfalls to avoid and a
#' recommended approach. *Data Mining and Knowledge Discovery* 1, 317-328.
#' \doi{10.1023/A:1009752403260}
#'
#' Schuirmann, D. J. (1987) A comparison of the two one-sided tests procedure and the power approach
#' for assessing the equivalence of average bioavailability. *Journal of Pharmacokinetics and
#' Biopharmaceutics* 15, 657-680. \doi{10.1007/BF01068419}
#'
#' Tango, T. (1998) Equivalence test and confidence interval for the difference in
#' proportions for the paired-sample design. *Statistics in Medicine* 17, 891-908.
#' \doi{10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B}
#' @seealso [verdict()] for the whole job in one call, [assess_classifiers()].
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest + svm, satellite)
#' compare_classifiers(x, classes = "cotton crop")
#' compare_classifiers(x, "accuracy", reference = "random_forest")
#' compare_classifiers(x, "recall", method = "exact", measure = "ratio")
#'
#' # Differences of up to 3 points do not matter
#' compare_classifiers(x, "accuracy", margin = 0.03)
#' compare_classifiers(x, "accuracy", margin = c(-0.03, Inf), alternative = "greater")$p.noninferior
#'
#' # Groups
#' compare_classifiers(x, contrasts = random_forest + svm ~ naive_bayes)
#' @export
compare_classifiers <- function(x, ...) UseMethod("compare_classifiers")

#' @rdname compare_classifiers
#' @export
compare_classifiers.evidence <- function(x, metric = NULL, method = NULL, measure = NULL,
                                         reference = NULL, average = "none", classes = NULL,
                                         alternative = c("two.sided", "greater", "less"),
                                         interval = NULL, conf.level = 0.95,
                                         p.adjust.method = "max_t",
                                         zero_division = c("na", "zero", "skip"),
                                         vcov = "robust", margin = NULL, contrasts = NULL,
                                         over = c("all", "groups"), ...) {
  check_evidence(x)
  over <- check_choice(over, "over", c("all", "groups"))
  by_default <- over == "groups" && missing(p.adjust.method)
  if (over == "groups") x <- over_groups(x)
  if (!is.null(contrasts)) {
    alternative <- check_choice(alternative, "alternative", alternatives)
    check_contrast_arguments(list(
      measure = measure, reference = reference, alternative = alternative, interval = interval, vcov = vcov,
      margin = margin
    ))
    options <- check_options(list(...), "beta")
    if (missing(p.adjust.method)) p.adjust.method <- "bonferroni"
    return(compare_contrasts(
      x, contrasts, metric, method, p.adjust.method, conf.level, average = average, classes = classes,
      zero_division = zero_division, beta = options$beta
    ))
  }
  stepping <- by_default || identical(p.adjust.method, "min_p")
  request <- new_request(
    x, metric = metric, method = method, measure = measure, reference = reference,
    average = average, classes = classes, alternative = if (!missing(alternative)) alternative, interval = interval,
    conf.level = conf.level, p.adjust.method = if (stepping) "max_t" else p.adjust.method,
    zero_division = zero_division, vcov = vcov, margin = margin, ...
  )
  check_margin_names(request$margin, request$metrics)
  plans <- request_plans(x, request)
  if (stepping) request <- request_min_p(request, plans, by_default)
  tabulate_comparison(new_comparison(x, plans, request))
}
