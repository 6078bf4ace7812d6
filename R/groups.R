#' Who is better where
#'
#' A set that was made with `by` knows its groups: sites, patients' sexes, benchmarks. Everything that is asked of it is
#' answered as without; what is asked of the groups is listed here.
#'
#' | question | call |
#' | --- | --- |
#' | who is better in which group? | `compare_classifiers(x, metric, over = "groups")` |
#' | is the difference the same everywhere, or does it change its sign? | `omnibus_test(x, over = "groups")` |
#' | better everywhere, somewhere and worse nowhere, in at least how many; the worst group? | [where_better()] |
#' | and if the groups had other shares? | [standardise_groups()] |
#' | is it the groups or their mix? | [simpson_check()] |
#' | is it fair: gaps between groups, and whose is smaller? | [compare_gaps()] |
#' | in pictures | [plot_groups()] |
#' | all in words | `verdict(x)` |
#' | how good is each classifier in each group? | `assess_classifiers(x, metric, over = "groups")` |
#'
#' Groups are disjoint. Observations that occur repeatedly (`id`) may lie in several of them: the groups' estimates then
#' vary together, which is allowed for.
#'
#' @section All groups with one error rate:
#' Each group is judged by itself, as a set of its own. For accuracy of rows that are counted once each the test is
#' McNemar's exact one, and the p-values are adjusted stepping down by what each of them can attain (Westfall and
#' Wolfinger 1997): exact whatever the numbers of discordant rows, and a group too small ever to be significant costs
#' the others nothing (Tarone 1990). Several pairs in a group, which depend on each other, are allowed for by their sum.
#' Their intervals (Tango's) hold together by Bonferroni's inequality; where one would say otherwise than its test there
#' is none. Other metrics, and any other `p.adjust.method`, are judged as elsewhere;
#' `"max_t"` of independent groups is Sidak's.
#'
#' @section In a verdict:
#' `verdict(x)` has the headline over all, which asking about groups never changes, and then where. Groups are details:
#' they are judged at half of what the headline left of the level (all of it, where nothing else is asked). Of that the
#' tests of equal differences have half, over pairs by Bonferroni, which passes to the groups once all of them have
#' shown a difference. Scores have no other details, so that their headline has all of the level: with `headline = 0.6`
#' it leaves something for the groups.
#'
#' @section How well the tests keep their level:
#' Simulated (`bench/calibration/groups.R`, 160 to 800 data sets, Monte-Carlo standard error at most
#' `r ledger_error(topic = "groups", kind = "size")`): the step-down min-P adjustment of exact tests claimed falsely in
#' `r ledger_range(topic = "groups", method = "min-P")` of the data sets; equal differences were rejected by the score
#' test in `r ledger_range(topic = "groups", kind = "size", method = "score")`, by Wald's in
#' `r ledger_range(topic = "groups", kind = "size", method = "wald")` (the most where groups are of 20 rows), by Welch's
#' F in `r ledger_range(topic = "groups", kind = "size", method = "welch")`, equal shares of discordant rows in
#' `r ledger_range(topic = "groups", kind = "size", method = "odds")`; a change of sign that is none was claimed by the
#' range test in `r ledger_range(topic = "groups", kind = "size", method = "range")`; a whole verdict with four groups
#' of equal classifiers claimed anything in `r ledger_range(topic = "groups", kind = "size", method = "verdict()")`.
#'
#' @section When not to use it:
#' To look for the group in which something is significant, after none was over all: the answer over all is the answer
#' to the question asked, and that a difference is shown in one group and not in another does not show that the two
#' differ.
#'
#' @references
#' Tarone, R. E. (1990). A modified Bonferroni method for discrete data. *Biometrics*, 46, 515-522.
#' \doi{10.2307/2531456}
#'
#' Westfall, P. H. and Wolfinger, R. D. (1997). Multiple tests with discrete distributions. *The American
#' Statistician*, 51, 3-8. \doi{10.1080/00031305.1997.10473577}
#' @examples
#' halves <- rep(c("first", "second"), length.out = nrow(satellite))
#' x <- prediction_set(truth ~ svm + tree, satellite, by = halves)
#' compare_classifiers(x, "accuracy", over = "groups")
#' @name group_questions
NULL
