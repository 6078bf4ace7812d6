#' Rates corrected for a judge's errors
#'
#' Answers: what share of answers is right, if a judge says yes to a share q, and is wrong at times? With its
#' sensitivity and specificity, from items that people judged too,
#' \deqn{\theta = (q + Sp - 1) / (Se + Sp - 1),}
#' with a variance that has the errors of all three. Several models share the judge's errors, so that their corrected
#' rates vary together.
#'
#' @param x The judge's yes (1, `TRUE`) or no of all items: a matrix or data frame, items by models, or a vector for one
#'   model.
#' @param human,judge Of the items that people judged too (any, also of other models): what people said and what the
#'   judge said, 0 and 1 or logical. Items with `NA` are left out.
#' @param ... Not used. The arguments after it must be named.
#' @param metric What the rate is called.
#' @return An [estimate_set()] for [assess_classifiers()], [compare_classifiers()], [verdict()]
#'   and others. Rates can be outside 0 and 1, where the judge's errors explain more than all. `NA` where sensitivity
#'   and specificity sum to 1: the judge tells nothing.
#' @section Errors: `verdict_error_score` for anything but 0 and 1; `verdict_error_label` where people said only yes or
#'   only no; `verdict_error_length`, `verdict_error_argument`.
#' @section How far to trust it: Where the judge's errors on the items that people judged are few, 95% intervals of
#'   single values held in about 80% to 90% of simulated sets (a printed sentence says so), those of differences in 95%.
#' @section When not to use it: Where people judged a random part of the same items [ppi_mean()] is more precise. The
#'   judge must err as often on these models' answers as it did on those that people judged.
#' @references
#' Rogan, W. J. and Gladen, B. (1978) Estimating prevalence from the results of a screening test. *American Journal of
#' Epidemiology* 107, 71-76. \doi{10.1093/oxfordjournals.aje.a112510}
#' @seealso [ppi_mean()]; `"kap"` and `"ac1"` of a [prediction_set()] of people against the judge say how well they
#' agree.
#' @examples
#' set.seed(1)
#' says <- cbind(a = rbinom(500, 1, 0.60), b = rbinom(500, 1, 0.65))
#' human <- rbinom(100, 1, 0.5)
#' judge <- ifelse(runif(100) < 0.85, human, 1 - human)
#' x <- rogan_gladen(says, human, judge)
#' x
#' assess_classifiers(x)
#' @export
rogan_gladen <- function(x, human, judge, ..., metric = "rate") {
  check_dots(...)
  check_given(x, "the judge's answers, a column a model.", "score")
  check_given(human, "the truth where both are known.", "score")
  check_given(judge, "the judge's answers where both are known.", "score")
  check_metric_name(metric)
  says <- judged_matrix(x, "x")
  for (one in list(human, judge)) {
    if (!is.atomic(one) || !all(one %in% c(0, 1, NA)) || length(one) == 0) {
      abort_verdict("{.arg human} and {.arg judge} must be 0 and 1, or logical.", "score")
    }
  }
  if (!all(says %in% c(0, 1))) abort_verdict("{.arg x} must be 0 and 1, or logical.", "score")
  if (length(human) != length(judge)) {
    abort_verdict("{.arg human} and {.arg judge} must be of the same items.", "length")
  }
  known <- !is.na(human) & !is.na(judge)
  yes <- known & human %in% 1
  no <- known & human %in% 0
  if (!any(yes) || !any(no)) abort_verdict("People must have said yes to some items and no to others.", "label")
  right <- c(sensitivity = mean(judge[yes] == 1), specificity = mean(judge[no] == 0))
  power <- sum(right) - 1
  q <- colMeans(says)
  N <- nrow(says)
  told <- abs(power) > 1e-12
  theta <- if (told) (q + right[[2]] - 1) / power else q * NA
  vcov <- (crossprod(says) / N - tcrossprod(q)) / N + tcrossprod(theta) * right[[1]] * (1 - right[[1]]) / sum(yes) +
    tcrossprod(1 - theta) * right[[2]] * (1 - right[[2]]) / sum(no)
  set <- estimate_set(
    stats::setNames(theta, colnames(says)), vcov = unname(vcov) / power^2, metric = metric, unit = "item",
    lower = -Inf, upper = Inf
  )
  if (!told) set$unknown <- "the judge's sensitivity and specificity add up to 1: what it says tells nothing"
  each <- paste0(short_number(right, 3), " (", count_of(c(sum(yes), sum(no)), "item"), ")")
  wrong <- c(sum(judge[yes] == 0), sum(judge[no] == 1))
  set$values <- paste0(
    "Values are corrected for a judge with sensitivity ", each[1], " and specificity ", each[2], ".",
    if (min(wrong) < few_errors) " Its errors are few, so that intervals of single values tend to be too short."
  )
  set$estimated <- "rogan_gladen"
  set
}
