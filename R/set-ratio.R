# Ratios of sums over items, such as perplexity. A ratio_set is a list of
#   above, below   matrices items x classifiers
#   scale          what is made of the ratio: a name of ratio_scales()
#   cluster        of each item, or NULL
#   classifiers, metrics

#' Ratios of sums over items: perplexity, bits per byte
#'
#' A metric such as perplexity over words is no mean of items: it is made of the sum of log-likelihoods and the sum of
#' words. Both vary with the items drawn; the ratio \eqn{r = \sum a_i / \sum b_i} errs by the mean of
#' \eqn{(a_i - r b_i) / \bar b}, and from that follow the joint covariance of all models and every verb. Tests are t
#' tests with one degree of freedom less than there are items (or clusters), or fewer where a few of them have most of
#' what is below (Bell and McCaffrey 2002). Items with nothing above and nothing below are not among them.
#'
#' @param above,below Matrices or data frames, items by models, or vectors for one model: what is summed above and below
#'   the line. `below` may have one column for all models (words are the same for all), or be one number.
#' @param scale What is made of the ratio: `"ratio"` itself, `"perplexity"` (\eqn{e^{-r}}, of log-likelihoods above),
#'   `"bits"` (\eqn{-r / \log 2}), `"root"` (\eqn{\sqrt r}: RMSE, of squared errors above and 1 below), or
#'   `"complement"` (\eqn{1 - r}: R squared, of squared errors above and squared distances of the truth from its mean
#'   below).
#' @param ... Not used. The arguments after it must be named.
#' @param cluster Of items that belong together: one value an item.
#' @param metric What it is called.
#' @param better Which values are good. `NULL`: as usual for names that [score_set()] knows (low for `"error"`,
#'   `"rmse"` ...); of others `"low"` of perplexity, bits and roots, else `"high"`.
#' @return An object of class `ratio_set` for [assess_classifiers()], [compare_classifiers()], [verdict()] and others.
#' @section Errors: `verdict_error_score` for what is no finite number, and where what is below sums to 0 or less;
#'   `verdict_error_length`, `verdict_error_classifier`, `verdict_error_argument`.
#' @section When not to use it: For a mean over items use [score_set()], where each item counts once; here each counts
#'   by what is below.
#' @seealso [read_evaluations()], which makes it of logged `word_perplexity`, `byte_perplexity` and `bits_per_byte`.
#' @examples
#' set.seed(1)
#' words <- rpois(50, 200) + 1
#' loglik <- -words * cbind(a = rnorm(50, 3, 0.2), b = rnorm(50, 2.9, 0.2))
#' x <- ratio_set(loglik, words, "perplexity")
#' compare_classifiers(x, measure = "ratio")
#' @export
ratio_set <- function(above, below, scale = c("ratio", "perplexity", "bits", "root", "complement"), ...,
                      cluster = NULL, metric = NULL, better = NULL) {
  check_dots(...)
  check_given(above, "a column a model of what is summed above the line.", "score")
  check_given(below, "the same of what is summed below it.", "score")
  scale <- check_choice(scale, "scale", names(ratio_scales()))
  above <- judged_matrix(above, "above")
  if (is_numeric(below) && length(below) == 1) below <- rep(as.vector(below), nrow(above))
  below <- matrix_beside(below, "below", above, "above")
  if (any(colSums(below) <= 0)) abort_verdict("What is {.arg below} must sum to more than 0.", "score")
  if (scale == "root" && any(colSums(above) < 0)) {
    abort_verdict("What is {.arg above} must not sum to less than 0: its root is taken.", "score")
  }
  metric <- metric %||% scale
  check_metric_name(metric)
  side <- if (scale %in% c("ratio", "complement")) "high" else "low"
  if (is.na(known_score(metric)$label)) better <- better %||% side
  values <- ratio_scales()[[scale]]$value(colMeans(above) / colMeans(below))
  new_item_set(
    "ratio_set", list(above = above, below = below, scale = scale), nrow(above), cluster, colnames(above),
    metric, better, values, lower = if (scale %in% c("perplexity", "root")) 0
  )
}

# Values and slopes.
ratio_scales <- function() {
  list(
    ratio = list(value = function(r) r, slope = function(r) 1 + 0 * r),
    perplexity = list(value = function(r) exp(-r), slope = function(r) -exp(-r)),
    bits = list(value = function(r) -r / log(2), slope = function(r) -1 / log(2) + 0 * r),
    root = list(value = sqrt, slope = function(r) 1 / (2 * sqrt(r))),
    complement = list(value = function(r) 1 - r, slope = function(r) -1 + 0 * r)
  )
}

check_evidence.ratio_set <- function(x) {
  check_item_matrices(
    x, list(x$above, x$below), "sums that are none", "ratio_set", identical(colnames(x$above), x$classifiers),
    all(is.finite(x$above)), all(is.finite(x$below)), x$scale %in% names(ratio_scales())
  )
}

set_influence.ratio_set <- function(x, targets) {
  scale <- ratio_scales()[[x$scale]]
  below <- colMeans(x$below)
  ratio <- colMeans(x$above) / below
  each <- x$above - sweep(x$below, 2, ratio, `*`)
  influence <- sweep(each, 2, scale$slope(ratio) / below, `*`)
  # Squared distances from the mean (below R squared) are no sizes.
  sized <- x$scale != "complement"
  influence[, colSums(each != 0) == 0] <- 0 # whatever the slope, as of a root at 0
  new_influence(
    unname(scale$value(ratio)), influence, cluster = x$cluster, small = TRUE,
    part = if (sized) x$above != 0 | x$below != 0, size = if (sized) abs(x$below)
  )
}
