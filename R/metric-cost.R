#' Expected cost
#'
#' For the argument `metric` of the verbs: what a row costs on average, given what each kind
#' of mistake costs. Lower is better. Where a missed case costs ten times a
#' false alarm, this says which classifier is cheaper, with interval and test, and [update_prevalence()]
#' says it for a population where the classes have other shares.
#'
#' The expected cost is \eqn{\sum_{jk} C_{jk} p_{jk}}, with \eqn{p_{jk}} the share of rows of true class
#' j that are predicted as k. It is the mean of what the rows cost: independent
#' rows have a mean's standard error and the paired t test; with ids, or at other shares of the classes, the
#' test is Wald's. Where a dear error hardly occurs its spread says little of how dear it may be: that is noted, and
#' `interval = "score"` and `method = "score"` hold. Negative costs are gains. Costs of 1 off the diagonal make it the
#' error rate.
#'
#' @param costs A square matrix of finite numbers: rows truth, columns prediction. With names of
#'   classes as row and column names it may be in any order; without, it is in the order of the classes. Where the
#'   dimensions are named, as those of a table are, the names say which is the truth (`truth`, `reference`, `actual`
#'   ...).
#' @param name,label What the metric is called in results, and in sentences and plots.
#' @param ... Not used.
#' @return An object to be given as `metric`, by itself or in a list with others.
#' @section Errors: `verdict_error_costs` for what is not a square matrix of finite numbers, has
#'   only one value, or does not fit the classes of the set; `verdict_error_metric` where single `classes` are
#'   asked for: the cost is that of all rows.
#' @section When not to use it: Where the costs are not known, a range of them says more than
#'   one guess. The cost of a future row needs the prevalence where the classifier will be used.
#' @references Elkan, C. (2001) The foundations of cost-sensitive learning. *Proceedings of the
#'   17th International Joint Conference on Artificial Intelligence*, 973-978.
#' @seealso [custom_metric()], [update_prevalence()]
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters)
#' # A good message that is lost costs 20 times one of spam that is seen
#' costs <- matrix(c(0, 20, 1, 0), 2, dimnames = list(
#'   truth = c("spam", "nonspam"), prediction = c("spam", "nonspam")
#' ))
#' compare_classifiers(x, expected_cost(costs))
#'
#' # Where one message in ten is spam
#' compare_classifiers(update_prevalence(x, c(spam = 0.1)), expected_cost(costs))
#' @export
expected_cost <- function(costs, name = "expected_cost",
                          label = if (name == "expected_cost") "expected cost" else name, ...) {
  check_dots(...)
  check_given(costs, "a square matrix, true classes in rows, predicted ones in columns.", "costs")
  check_own_name(name)
  check_one_name(label, "label")
  costs <- check_costs(costs)
  row <- metric_row(name, label, NA_character_, overall = TRUE, lower = min(costs), upper = max(costs), better = "low")
  new_metric_option(row, list(core = "cost", name = name, costs = costs))
}

# In the order of the classes of a set.
match_costs <- function(costs, classes) {
  labels <- rownames(costs)
  if (nrow(costs) != length(classes)) {
    abort_verdict(c(
      "{.arg costs} is for {nrow(costs)} classes, and there are {length(classes)}.",
      i = "The classes are {.val {classes}}."
    ), "costs")
  }
  if (is.null(labels)) {
    return(unname(costs))
  }
  if (!setequal(labels, classes)) {
    abort_verdict(c(
      "{.arg costs} has rows for {.val {setdiff(labels, classes)}}, which {?is/are} not among the classes.",
      i = "The classes are {.val {classes}}."
    ), "costs")
  }
  unname(in_label_order(costs, classes))
}
