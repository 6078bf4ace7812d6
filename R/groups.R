#' Who is better where
#'
#' A set that was made with `by` knows its groups: sites, patients' sexes, benchmarks. Everything that is asked of it is
#' answered as without; what is asked of the groups is listed here.
#'
#' | question | call |
#' | --- | --- |
#' | who is better in which group? | `compare_classifiers(x, metric, over = "groups")` |
#' | is the difference the same everywhere, or does it change its sign? | `omnibus_test(x, over = "groups")` |
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
#' The interval beside is then each by itself. Other metrics, and any other `p.adjust.method`, are judged as elsewhere;
#' `"max_t"` of independent groups is Sidak's.
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
