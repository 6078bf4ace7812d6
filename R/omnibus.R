#' Are all classifiers equal?
#'
#' Answers, for each class: are all the classifiers of a set equal in this metric, or
#' is at least one different? One test of all classifiers together, before (or
#' instead of) comparing them in pairs with [compare_classifiers()].
#'
#' # Which test
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
#' decimals. `effect` is Kendall's W of the ranks (0: no agreement between data sets, 1: all rank alike), or
#' partial eta squared, and `df.residual` the second degrees of freedom of an F test.
#'
#' @param x A [prediction_set()], [score_set()] or [estimate_set()] with at least two classifiers; or the formula of one
#'   with its `data`, as in
#'   `omnibus_test(truth ~ rf + tree, data)`, see [prediction_set()].
#' @param metric,average,classes,zero_division As in [compare_classifiers()].
#' @param method The test, see the section 'Which test'. `NULL`: the default for the metric.
#' @param measure The scale of the Wald test: `"difference"`, `"ratio"` (logarithm) or
#'   `"odds_ratio"` (logit). `NULL`: the odds ratio for precision and NPV, the difference
#'   otherwise.
#' @param p.adjust.method How `adj.p.value` is adjusted over all the rows of the result
#'   (classes and metrics): a method of [stats::p.adjust()].
#' @param R Number of random draws where the permutation distribution is too
#'   large to enumerate.
#' @param vcov The variance of the Wald test of a proportion, as in
#'   [compare_classifiers()].
#' @param ... `beta` as in [f_meas()].
#' @return A [verdict_table] with a row for each metric and class. `classifier` lists all
#'   classifiers, `statistic`, `df`, `p.value`, `adj.p.value` and `log.p.value` are of the
#'   test, `method` is its name, and `note` says why a value is `NA`. The columns about
#'   two classifiers (`reference`, `estimate` and so on) are `NA`.
#' @section Errors:
#' `verdict_error_classifier` for fewer than two classifiers, `verdict_error_clustered`
#' for Cochran's Q with ids, and `verdict_error_method`, `verdict_error_measure`,
#' `verdict_error_metric`, `verdict_error_class`, `verdict_error_vcov` and
#' `verdict_error_argument`.
#' @section How well the tests keep their level:
#' Simulated, four equal classifiers, few or many answers in common, a class with a share of 0.05 or 0.4 for
#' precision: the tests at the level 0.05 rejected in these shares of the data sets (least and greatest, and the mean in
#' brackets; Monte-Carlo standard error at most `r ledger_error(topic = "all of four equal")`). Accuracy:
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
#' @section When not to use it:
#' The rows (or, with ids, the observations) must be independent and the classifiers
#' trained on other data, as for [compare_classifiers()]. The null hypothesis of
#' Cochran's Q is stronger than equal accuracy: that the classifiers are exchangeable,
#' row by row. Equally accurate classifiers of which some are nearly copies of each
#' other violate it; `"gs"` and `"wald"` test equal accuracy alone. A significant result
#' does not say which classifiers differ.
#' @references
#' Cochran, W. G. (1950) The comparison of percentages in matched samples. *Biometrika*
#' 37, 256-266. \doi{10.1093/biomet/37.3-4.256}
#'
#' Demsar, J. (2006) Statistical comparisons of classifiers over multiple data sets. *Journal of Machine
#' Learning Research* 7, 1-30.
#'
#' Hodges, J. L. and Lehmann, E. L. (1962) Rank methods for combination of independent experiments in analysis
#' of variance. *Annals of Mathematical Statistics* 33, 482-497. \doi{10.1214/aoms/1177704575}
#'
#' Iman, R. L. and Davenport, J. M. (1980) Approximations of the critical region of the Friedman
#' statistic. *Communications in Statistics - Theory and Methods* 9, 571-595. \doi{10.1080/03610928008827904}
#'
#' Leisenring, W., Alonzo, T. and Pepe, M. S. (2000) Comparisons of predictive values of
#' binary medical diagnostic tests for paired designs. *Biometrics* 56, 345-351.
#' \doi{10.1111/j.0006-341X.2000.00345.x}
#'
#' Quade, D. (1979) Using weighted rankings in the analysis of complete blocks with additive block effects. *Journal
#' of the American Statistical Association* 74, 680-683. \doi{10.1080/01621459.1979.10481670}
#'
#' Skillings, J. H. and Mack, G. A. (1981) On the use of a Friedman-type statistic in balanced and unbalanced
#' block designs. *Technometrics* 23, 171-177. \doi{10.1080/00401706.1981.10486261}
#'
#' Tate, M. W. and Brown, S. M. (1970) Note on the Cochran Q test. *Journal of the
#' American Statistical Association* 65, 155-160. \doi{10.1080/01621459.1970.10481069}
#' @seealso [compare_classifiers()] for which of them differ, and by how much.
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest + svm, satellite)
#' omnibus_test(x)
#' omnibus_test(x, "accuracy")
#' omnibus_test(x, "f_meas", average = "macro")
#'
#' # Error rates of three classifiers on seven data sets
#' error <- cbind(
#'   tree = c(.19, .30, .10, .34, .23, .15, .27), forest = c(.16, .25, .07, .33, .20, .12, .24),
#'   svm = c(.18, .29, .12, .31, .22, .14, .22)
#' )
#' omnibus_test(score_set(error, design = "datasets", metric = "error"))
#' @export
omnibus_test <- function(x, ...) {
  UseMethod("omnibus_test")
}

#' @export
omnibus_test.default <- function(x, ...) {
  abort_not_a_set(x)
}

#' @rdname omnibus_test
#' @export
omnibus_test.evidence <- function(x, metric = NULL, method = NULL, measure = NULL,
                                  average = "none", classes = NULL, p.adjust.method = "holm",
                                  zero_division = c("na", "zero", "skip"), R = 9999,
                                  vcov = "robust", ...) {
  check_between(R, "R", 0, 1e9)
  p.adjust.method <- check_choice(p.adjust.method, "p.adjust.method", stats::p.adjust.methods)
  request <- new_request(
    x, metric = metric, measure = measure, average = average, classes = classes,
    zero_division = zero_division, vcov = vcov, ...
  )
  request$test <- method
  request$R <- ceiling(R)
  call <- environment()
  targets <- request_targets(x, request)
  rows <- do.call(rbind, with_optional(lapply(targets, function(target) {
    omnibus_rows(x, target, set_omnibus(x, target, request, call))
  })))
  omnibus_table_of(rows, set_units(x), used_metrics(targets), p.adjust.method, request$conf.level)
}

# Tests without estimates, judged: `rows` with statistic, df, log.p.value, method, note, and what they are of.
omnibus_table_of <- function(rows, units, metrics, p.adjust.method, conf.level = 0.95) {
  judged <- judge_rows(rows, p.adjust.method, 1 - conf.level)
  new_verdict_table(judged$rows, list(
    type = "omnibus", units = units, metrics = metrics, conf.level = conf.level, alternative = "two.sided",
    p.adjust.method = judged$p.adjust.method, family = judged$family, interval = character()
  ))
}

omnibus_rows <- function(x, target, found) {
  units <- set_units(x)
  rows <- new_rows(
    metric = target$metric$asked, average = target$average, class = target$class,
    classifier = paste(units$classifiers, collapse = ", "), statistic = found$statistic,
    df = found$df, p.value = exp(found$log.p.value), method = found$method, note = found$note,
    log.p.value = found$log.p.value
  )
  for (name in c("effect", "effect.type", "df.residual")) rows[[name]] <- found[[name]]
  if (all(is.na(rows$df.residual))) rows$df.residual <- NULL
  rows
}
