#' How probable is it that a classifier is better, worse, or practically the same?
#'
#' Answers, from scores on folds, data sets or items: given these scores, what are the probabilities
#' that the classifier is better than the reference, that the two are practically equivalent, and that
#' it is worse? Differences within the region of practical equivalence, `rope`, count as none. Unlike
#' a p-value, a posterior probability can speak for equivalence.
#'
#' # Which method
#'
#' - `"correlated_t"` (Corani and Benavoli 2015), for the splits of one data set and for items: the
#'   posterior of the mean difference is Student's t, whose scale allows for the overlap of training
#'   sets, as in the corrected t test: any two splits have the correlation `rho`, the share of the rows
#'   that test. Items, each scored by itself, have none. In closed form.
#' - `"signed_rank"` (Benavoli and others 2014, 2017), for data sets: the three probabilities are those of
#'   the answer that holds for most pairs of data sets, of which each pair counts by its mean
#'   difference. By simulation, with R's random numbers.
#' - `"sign"`, for data sets: the same by the signs of the differences alone. Computed, not simulated.
#' - `"hierarchical"`, for three and more classifiers in any design: a model of all of them at once, whose means have a
#'   common normal distribution (Gelman, Hill and Yajima 2012). Differences are drawn towards 0, the more the less the
#'   means differ by
#'   more than chance, so that the highest of many is not taken at its face value. All differences have the same
#'   variance, and on data sets scores are taken as commensurable. (Corani and others 2017 have such a distribution over
#'   the data sets of one pair of classifiers, which does nothing about many pairs.) Computed, not simulated.
#'
#' `NULL` takes `"signed_rank"` for data sets and `"correlated_t"` for anything else. What a design does not
#' allow runs with a warning that names what it does.
#'
#' # Prior
#'
#' The mean difference of the t test has the usual flat prior. In `"sign"` and `"signed_rank"` the prior weighs as
#' much as
#' `prior` data sets (1 and 0.5, if `NULL`) on which the two are equal; without a region (`rope = 0`) the sign
#' test takes it for as many data sets that are half won and half lost. In `"hierarchical"` the share of the observed
#' differences that is real is anything from 0 to 1 with equal probability (Strawderman 1971).
#'
#' @param x A [score_set()], or what [as_score_set()] takes, such as a [prediction_set()] with folds or its
#'   formula (`compare_bayesian(truth ~ rf + tree, data, fold = fold)`).
#' @param metric Names of one or more metrics of the set; `NULL`: all. Of a prediction set any metrics, by class
#'   those that have classes; `NULL`: accuracy.
#' @param rope Half the width of the region of practical equivalence, in units of the metric: differences
#'   from `-rope` to `rope` count as none. One number, or one named by metric; 0 for no region. The default is 0.01
#'   for metrics
#'   between 0 and 1; for others it must be given.
#' @param method `"correlated_t"`, `"signed_rank"`, `"sign"` or `"hierarchical"`, see above.
#' @param reference Name of the classifier that the others are compared with. `NULL`: all pairs, each with the one
#'   listed first as its reference.
#' @param rho Correlation of two splits' differences, for `"correlated_t"` and `"hierarchical"`. `NULL`: by the design.
#' @param prior Weight of the prior, for `"signed_rank"` and `"sign"`, see above.
#' @param draws Number of draws from the posterior of `"signed_rank"`.
#' @param conf.level The posterior probability from which on something is said to be so, and that of the credible
#'   interval.
#' @param ... Not used. The arguments after it must be named.
#' @param page Of `plot()`: which page, of 12 posteriors each.
#' @return A data frame of class `bayesian_comparison`, a row for each metric and pair:
#' - `metric`, `classifier`, `reference`;
#' - `estimate`: classifier minus reference: the mean difference, for `"signed_rank"` the
#'   Hodges-Lehmann median of pairs, for `"sign"` the median; `conf.low`, `conf.high`: the credible interval of
#'   the mean (`"correlated_t"` and `"hierarchical"`, whose estimate is the mean of the posterior);
#' - `rope`; `prob.worse`, `prob.rope`, `prob.better`: the posterior probabilities that the
#'   classifier is worse than the reference, that the two are practically equivalent, and that it is better, whichever
#'   direction of
#'   the metric is good. They add up to 1, and are not p-values: small is not significant. Each is of its pair by
#'   itself, see 'When not to use it';
#' - `share.worse`, `share.rope`, `share.better`: for `"sign"` and `"signed_rank"` the expected shares of data sets (or
#'   of their pairs) on which it is so;
#' - `mc.error`: the largest Monte-Carlo standard error of the three probabilities, 0 where nothing was simulated;
#' - `n`: units compared; `method`; `note`: why something is `NA`, or not to be trusted.
#'
#' `print()` shows it, `summary()` says it in words, `plot()` draws the posteriors, twelve at most:
#' densities of the mean difference, or, for the other methods, draws in a triangle whose corners are the
#' three answers.
#' @section Errors:
#' `verdict_error_rope` for a region that is not positive or not known; `verdict_error_design` for designs
#' without a posterior (bootstrap samples, items in clusters, splits of unknown size), and two classifiers for
#' `"hierarchical"`;
#' `verdict_error_metric`, `verdict_error_reference`, `verdict_error_classifier`, `verdict_error_argument`. A method
#' that the design
#' does not allow gives a warning (`verdict_warning_design`), and so does an argument that the method does not take
#' (`verdict_warning_argument`).
#' @section When not to use it:
#' To report an error rate: these probabilities hold none. Their meaning rests on the region, which has to be
#' set before the scores are seen. But for `"hierarchical"` nothing allows for the number of pairs: of six equal
#' algorithms on 20 data sets some pair had a posterior probability of 0.95 or more of being better or worse in
#' `r ledger_range(topic = "posteriors", method = "signed_rank", truth = "equal")` of the simulated data sets by
#' `"signed_rank"` (`rope = 0`), in
#' `r ledger_range(topic = "posteriors", method = "hierarchical", truth = "equal")` by `"hierarchical"`. With one
#' algorithm
#' better than the other five by a standard deviation it was so among these five in
#' `r ledger_range(topic = "posteriors", method = "signed_rank", truth = "partly equal")` and
#' `r ledger_range(topic = "posteriors", method = "hierarchical", truth = "partly equal")`
#' (`bench/calibration/bayes.R`, standard error at most `r ledger_error(topic = "posteriors")`). For claims about all
#' pairs, and for predictions on one test set, use [compare_classifiers()].
#' @references
#' Benavoli, A., Corani, G., Demsar, J. and Zaffalon, M. (2017) Time for a change: a tutorial for comparing
#' multiple classifiers through Bayesian analysis. *Journal of Machine Learning Research* 18(77), 1-36.
#'
#' Benavoli, A., Mangili, F., Corani, G., Zaffalon, M. and Ruggeri, F. (2014) A Bayesian Wilcoxon signed-rank
#' test based on the Dirichlet process. *Proceedings of the 31st International Conference on Machine
#' Learning*, 1026-1034.
#'
#' Corani, G. and Benavoli, A. (2015) A Bayesian approach for comparing cross-validated algorithms on
#' multiple data sets. *Machine Learning* 100, 285-304. \doi{10.1007/s10994-015-5486-z}
#'
#' Corani, G., Benavoli, A., Demsar, J., Mangili, F. and Zaffalon, M. (2017) Statistical comparison of classifiers
#' through Bayesian hierarchical modelling. *Machine Learning* 106, 1817-1837. \doi{10.1007/s10994-017-5641-9}
#'
#' Gelman, A., Hill, J. and Yajima, M. (2012) Why we (usually) don't have to worry about multiple comparisons. *Journal
#' of Research on Educational Effectiveness* 5, 189-211. \doi{10.1080/19345747.2011.618213}
#'
#' Strawderman, W. E. (1971) Proper Bayes minimax estimators of the multivariate normal mean. *Annals of Mathematical
#' Statistics* 42, 385-388. \doi{10.1214/aoms/1177693528}
#' @seealso [score_set()], [compare_classifiers()], and `vignette("which-test")`
#' @examples
#' folds <- data.frame(
#'   fold = 1:5, a = c(0.84, 0.81, 0.86, 0.79, 0.88), b = c(0.80, 0.80, 0.83, 0.78, 0.82)
#' )
#' x <- compare_bayesian(score_set(folds, fold = fold, metric = "accuracy"), reference = "b")
#' x
#' summary(x)
#'
#' data_sets <- cbind(
#'   a = c(0.81, 0.77, 0.92, 0.65, 0.70, 0.88, 0.74, 0.83),
#'   b = c(0.79, 0.77, 0.89, 0.66, 0.66, 0.83, 0.74, 0.77)
#' )
#' set.seed(1)
#' x <- score_set(data_sets, design = "datasets", metric = "accuracy")
#' y <- compare_bayesian(x, reference = "b")
#' y
#' if (requireNamespace("ggplot2", quietly = TRUE)) plot(y)
#'
#' # Many algorithms: drawn towards each other as far as they differ by chance
#' set.seed(1)
#' many <- score_set(matrix(rnorm(120), 20, dimnames = list(NULL, letters[1:6])), design = "datasets")
#' compare_bayesian(many, rope = 0, method = "hierarchical")
#' @export
compare_bayesian <- function(x, ...) UseMethod("compare_bayesian")

#' @rdname compare_bayesian
#' @export
compare_bayesian.default <- function(x, metric = NULL, rope = NULL, method = NULL, reference = NULL, ..., rho = NULL,
                             prior = NULL, draws = 50000, conf.level = 0.95) {
  check_dots(...)
  check_given(x, "a {.fn score_set}.", "input")
  asked <- scores_for(x, metric)
  set <- asked$set
  pairs <- compared_pairs(set, reference)
  check_level(conf.level)
  metric <- set_metrics(set, asked$metric)$metric
  rope <- bayes_ropes(rope, metric, set)
  rule <- bayes_rule(method, rho, prior, draws, set)
  parts <- lapply(metric, function(one) bayes_pairs(set, one, rope[[one]], pairs, rule, conf.level))
  rows <- do.call(rbind, lapply(parts, `[[`, "rows"))
  new_result(
    rows, "bayesian_comparison", above = "verdict_rows",
    posterior = unlist(lapply(parts, `[[`, "posterior"), recursive = FALSE),
    verdict = list(
      type = "bayesian", design = set$design, unit = design_unit(set$design$type), conf.level = conf.level,
      metrics = set$metrics, method = rule$method, rho = rule$rho, draws = rule$draws, classifiers = set$classifiers,
      repeated = repeated_words(set, "the probabilities are too sure and intervals too short")
    )
  )
}

# list(set, metric): scores by unit, and which of them are meant. Those of folds are of what is asked for, and have
# names of their own by class.
scores_for <- function(x, metric) UseMethod("scores_for")

scores_for.default <- function(x, metric) list(set = as_score_set(x), metric = metric)

scores_for.prediction_set <- function(x, metric) list(set = as_score_set(x, metric = metric %||% "accuracy"))

scores_for.probability_set <- function(x, metric) list(set = as_score_set(x, metric = metric %||% "roc_auc"))

# -- arguments ------------------------------------------------------------------------

# A number for each metric.
bayes_ropes <- function(rope, metric, set) {
  rows <- set$metrics[match(metric, set$metrics$metric), ]
  neither <- is.na(rows$better)
  if (any(neither)) {
    abort_verdict(c(
      "Of {.val {metric[neither]}} neither more nor less is better, so that nothing can be.",
      i = "Say so with {.arg better} of {.fn score_set}."
    ), "metric")
  }
  if (is.null(rope)) {
    open <- !(rows$lower >= 0 & rows$upper <= 1)
    if (any(open)) {
      abort_verdict(c(
        "{.arg rope} is missing: which difference of {.val {metric[open]}} is too small to matter?",
        i = "Only for metrics that are known to lie between 0 and 1 is it 0.01. {.code rope = 0} is no region."
      ), "rope")
    }
    rope <- 0.01
  }
  if (!is.numeric(rope) || length(rope) == 0 || !all(is.finite(rope) & rope >= 0)) {
    abort_verdict("{.arg rope} must be a number, 0 or more, not {describe_value(rope)}.", "rope")
  }
  if (is.null(names(rope)) && length(rope) == 1) {
    return(rlang::rep_named(metric, list(as.numeric(rope))))
  }
  lacking <- setdiff(metric, names(rope))
  if (length(lacking)) {
    abort_verdict("{.arg rope} must be one number, or named by metric: {.val {lacking}} {?has/have} none.", "rope")
  }
  as.list(rope[metric])
}

# list(method, rho, prior, draws, note)
bayes_rule <- function(method, rho, prior, draws, set) {
  type <- set$design$type
  usual <- registry_designs[type, "bayes"]
  method <- if (is.null(method)) usual else check_choice(method, "method", tests_of("bayes")$method)
  check_bayes_design(type, method, usual, set)
  idle <- c(if (!takes_rho(method)) list(rho = rho), if (!takes_prior(method)) list(prior = prior))
  warn_idle(names(Filter(Negate(is.null), idle)), method)
  if (!is.null(prior)) check_number(prior, "prior", 0, 1e300, closed = TRUE)
  check_number(draws, "draws", 100, 1e8, closed = TRUE, whole = TRUE)
  list(
    method = method, rho = if (takes_rho(method)) bayes_rho(rho, set) else NA_real_,
    prior = prior %||% if (method == "sign") 1 else 0.5, draws = as.integer(draws),
    note = status_words(if (takes_rho(method) && is.null(rho) && !score_ratio(set)$equal) "unequal_sizes" else "ok")
  )
}

takes_rho <- function(method) method %in% c("correlated_t", "hierarchical")

takes_prior <- function(method) method %in% c("sign", "signed_rank")

warn_idle <- function(given, method) {
  if (length(given)) {
    warn_verdict("{.arg {given}} {?is/are} of no use to {.val {method}}, and left out.", "argument")
  }
}

check_bayes_design <- function(type, method, usual, set) {
  if (type == "bootstrap") {
    abort_verdict(c(
      "Bootstrap samples of one data set have no posterior here: how much they overlap varies.",
      i = "Use cross-validation, see {.fn resampling_plan}."
    ), "design")
  }
  if (type == "items" && !all(is.na(set$cells$cluster))) {
    abort_verdict(c(
      "Items in clusters are not independent, as these methods need.",
      i = "Give the clusters as {.arg item}, so that items are averaged within them, or use {.fn compare_classifiers}."
    ), "design")
  }
  if (method == "hierarchical" && length(set$classifiers) < 3) {
    abort_verdict(c(
      "{.val hierarchical} takes three classifiers or more: of two there is nothing to learn about others.",
      i = "Use {.code method = {.val {usual}}}."
    ), "design")
  }
  independent <- type %in% c("datasets", "items")
  if (!independent && !takes_rho(method)) {
    warn_verdict(c(
      "The splits of one data set are not independent, as {.val {method}} takes them to be.",
      x = "It is surer than it should be.", i = "Use {.code method = \"correlated_t\"}."
    ), "design")
  }
  if (type == "datasets" && method == "correlated_t") {
    warn_verdict(c(
      "Scores on different data sets have no common variance, which {.val correlated_t} needs.",
      i = "Use {.code method = \"signed_rank\"}."
    ), "design")
  }
}

bayes_rho <- function(rho, set) {
  if (is.null(rho)) {
    if (set$design$type %in% c("datasets", "items")) {
      return(0)
    }
    ratio <- score_ratio(set)
    if (!ratio$known) {
      abort_verdict(c(
        "How much do the training sets overlap?",
        i = "Give {.arg n_train} and {.arg n_test} to {.fn score_set}, or {.arg rho}."
      ), "design")
    }
    return(ratio$ratio / (1 + ratio$ratio))
  }
  if (!is.numeric(rho) || length(rho) != 1 || !(rho >= 0 && rho < 1)) {
    abort_verdict("{.arg rho} must be a number from 0 to below 1.", "argument")
  }
  rho
}

# -- one metric -----------------------------------------------------------------------

# list(rows, posterior), an element a pair.
bayes_pairs <- function(set, metric, rope, pairs, rule, conf.level) {
  scores <- score_matrix(set, metric)
  sign <- score_sign(set, metric)
  slack <- 1e-12 * max(0, abs(scores), na.rm = TRUE)
  parts <- if (rule$method == "hierarchical") {
    hierarchical_pairs(scores * sign, pairs, sign, rope, slack, rule, conf.level)
  } else {
    lapply(seq_len(ncol(pairs)), function(j) {
      x <- scores[, pairs[1, j]]
      y <- scores[, pairs[2, j]]
      known <- !is.na(x - y)
      d <- (x - y)[known]
      # Of signs and ranks each unit has its own size.
      if (takes_prior(rule$method)) {
        own <- pmax(abs(x), abs(y))[known]
        slack <- if (any(own > 0)) 1e-12 * min(own[own > 0]) else 0
        d[abs(d) <= 1e-12 * own] <- 0
      }
      bayes_pair(d * sign, sign, rope, slack, rule, conf.level)
    })
  }
  # Thousands of data frames of one row would take longer than what is in them.
  columns <- lapply(rlang::set_names(names(parts[[1]]$row)), function(name) {
    unlist(lapply(parts, function(pair) pair$row[[name]]), use.names = FALSE)
  })
  rows <- data.frame(
    metric = metric, classifier = set$classifiers[pairs[1, ]], reference = set$classifiers[pairs[2, ]], columns
  )
  rows$note <- paste_notes(rows$note, rep(rule$note, nrow(rows)))
  list(rows = rows, posterior = lapply(parts, `[[`, "posterior"))
}

# `d`: differences of which positive ones are good for the classifier.
bayes_pair <- function(d, sign, rope, slack, rule, conf.level) {
  n <- length(d)
  if (n == 0 || rule$method == "correlated_t" && n < 2) {
    return(list(row = bayes_row(rule, rope, n, sign, note = "too few units"), posterior = NULL))
  }
  note <- NA_character_
  if (all(abs(d) <= slack)) {
    d[] <- 0
    note <- "all differences are zero"
  } else if (length(d) > 1 && stats::sd(d) <= slack) {
    d[] <- mean(d)
    note <- "all differences are equal"
  }
  fitted <- switch(rule$method,
    correlated_t = .Call(ffi_bayes_correlated, d, rule$rho, rope),
    # The prior is data sets without a difference; without a region a tie is neither won nor lost.
    sign = .Call(ffi_bayes_sign, d, rule$prior * if (rope == 0) c(0.5, 0, 0.5) else c(0, 1, 0), rope, slack),
    signed_rank = .Call(ffi_bayes_signed_rank, sort(d), rule$prior, rope, slack, rule$draws, min(rule$draws, 2000L))
  )
  if (rule$method == "correlated_t" && abs(fitted$location) <= slack / 100) fitted$location <- 0 # what rounding leaves
  if (rule$method == "correlated_t" && !is.na(note)) {
    fitted$scale <- 0
    fitted$probability[] <- certain_split(fitted$location, rope, slack)
  }
  share <- switch(rule$method, correlated_t = NA_real_, sign = fitted$alpha / sum(fitted$alpha), fitted$share)
  center <- bayes_center(d, fitted, rule$method, conf.level)
  smooth <- (fitted$probability * rule$draws + 1) / (rule$draws + 3) # none is certain
  error <- if (rule$method == "signed_rank") max(sqrt(smooth * (1 - smooth) / rule$draws)) else 0
  posterior <- fitted[setdiff(names(fitted), c("probability", "share"))]
  list(row = bayes_row(rule, rope, n, sign, fitted$probability, center, note, share, error), posterior = posterior)
}

# Probabilities to be worse, in the region and better, of a difference that does not vary.
certain_split <- function(at, rope, slack) {
  split <- as.numeric(c(at < -rope - slack, abs(at) <= rope + slack, at > rope + slack))
  if (rope == 0 && split[2] == 1) c(0.5, 0, 0.5) else split
}

# All pairs by one model of all classifiers, on the units where each has a score.
hierarchical_pairs <- function(scores, pairs, sign, rope, slack, rule, conf.level) {
  scores <- scores[stats::complete.cases(scores), , drop = FALSE]
  n <- nrow(scores)
  row <- function(...) bayes_row(rule, rope, n, sign, ...)
  if (n < 2) {
    return(rep(list(list(row = row(note = "too few units"), posterior = NULL)), ncol(pairs)))
  }
  means <- colMeans(scores)
  gap <- unname(means[pairs[1, ]] - means[pairs[2, ]])
  rest <- scores - rowMeans(scores) - rep(means - mean(means), each = n)
  if (max(abs(rest)) <= slack) {
    return(lapply(gap, function(at) {
      posterior <- list(location = at, scale = 0, df = n)
      list(row = row(certain_split(at, rope, slack), rep(at, 3), "all differences are equal"), posterior = posterior)
    }))
  }
  factor <- 1 / n + rule$rho / (1 - rule$rho)
  level <- c(sum((means - mean(means))^2) / factor, sum(rest^2), ncol(scores), (n - 1) * (ncol(scores) - 1), factor)
  fitted <- .Call(ffi_bayes_hierarchical, gap, as.double(level), rope, conf.level)
  kept <- sum(fitted$weight * fitted$share)
  lapply(seq_along(gap), function(j) {
    posterior <- list(location = gap[j] * fitted$share, scale = fitted$scale, weight = fitted$weight, df = fitted$df)
    list(row = row(fitted$probability[, j], c(gap[j] * kept, fitted$limits[, j])), posterior = posterior)
  })
}

# Of n differences: what lies beyond and within the region, and the estimate with its limits, good or `sign` < 0.
bayes_row <- function(rule, rope, n, sign, probability = NA_real_, center = NA_real_, note = NA_character_,
                      share = NA_real_, error = 0) {
  probability <- rep_len(probability, 3)
  share <- rep_len(share, 3)
  center <- rep_len(center, 3)
  if (sign < 0) center <- -center[c(1, 3, 2)]
  list(
    estimate = center[1], conf.low = center[2], conf.high = center[3], rope = rope, prob.worse = probability[1],
    prob.rope = probability[2], prob.better = probability[3], share.worse = share[1], share.rope = share[2],
    share.better = share[3], mc.error = error, n = n, method = tests_of("bayes")[rule$method, "label"], note = note
  )
}

# Estimate and credible interval.
bayes_center <- function(d, fitted, method, conf.level) {
  if (method == "correlated_t") {
    way <- stats::qt((1 - conf.level) / 2, fitted$df, lower.tail = FALSE) * fitted$scale
    return(fitted$location + c(0, -way, way))
  }
  # n^2 / 2 means of pairs are too many beyond some thousand data sets.
  pairs <- method == "signed_rank" && length(d) <= 2000
  value <- if (pairs) {
    walsh <- outer(d, d, `+`) / 2
    stats::median(walsh[upper.tri(walsh, diag = TRUE)])
  } else {
    stats::median(d)
  }
  c(value, NA, NA)
}

# -- in words -------------------------------------------------------------------------

#' @export
`[.bayesian_comparison` <- function(x, i, j, ..., drop) {
  out <- NextMethod()
  if (!is.data.frame(out)) {
    return(out)
  }
  all <- stats::setNames(seq_len(nrow(x)), row.names(x))
  whole <- nargs() - (if (missing(drop)) 0 else 1) == 2
  kept <- if (whole || missing(i)) all else all[i]
  structure(out, class = class(x), posterior = attr(x, "posterior")[kept])
}
