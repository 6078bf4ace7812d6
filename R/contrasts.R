#' Compare groups of classifiers
#'
#' Answers: are some classifiers together better than some others, such as the ensembles than the single
#' models? A contrast compares the mean of one group with that of another, by the error of the analysis of
#' variance over folds, data sets or items.
#'
#' @param x A [score_set()].
#' @param contrasts What is compared: a formula with the classifiers of the two groups, such as
#'   `a + b ~ c + d + e`, a list of formulas, or numbers that add up to 0: a vector with a weight for each
#'   classifier (named, or in their order) or a matrix with a row a contrast.
#' @param metric As in [compare_classifiers()].
#' @param method `"scheffe"` holds for any number of contrasts at once, also those that the data suggested;
#'   `"anova_t"` is for a few that were planned, adjusted by `p.adjust.method` (`"bonferroni"` as in textbooks).
#'   Options are those of [by_anova()].
#' @param conf.level,p.adjust.method As in [compare_classifiers()].
#' @param ... Not used.
#' @return A [verdict_table] with a row for each contrast; `classifier` and `reference` name the two groups,
#'   `estimate` is the difference of their means.
#' @section Errors: `verdict_error_contrast` for weights that do not add up to 0, unknown classifiers, or one in both
#'   groups; `verdict_error_method`, and those of [compare_classifiers()].
#' @section When not to use it: For all pairs use [compare_classifiers()]. Contrasts chosen after a look at the
#'   scores need `"scheffe"`. Means over different data sets are only comparable where the scores are on one scale.
#' @seealso [compare_classifiers()], [by_anova()]
#' @references
#' Scheffe, H. (1953) A method for judging all contrasts in the analysis of variance. *Biometrika* 40, 87-110.
#' \doi{10.1093/biomet/40.1-2.87}
#' @examples
#' scores <- cbind(a = c(.80, .84, .76, .82), b = c(.83, .88, .81, .83), c = c(.79, .85, .78, .80))
#' x <- score_set(scores, design = "folds", metric = "accuracy")
#' compare_contrasts(x, b ~ a + c)
#' compare_contrasts(x, list(b ~ a + c, a ~ c), method = "anova_t", p.adjust.method = "bonferroni")
#' @export
compare_contrasts <- function(x, ...) UseMethod("compare_contrasts")

#' @export
compare_contrasts.default <- function(x, ...) {
  if (!inherits(x, "evidence")) abort_not_a_set(x)
  abort_verdict(c(
    "Contrasts are of scores over folds, data sets or items.",
    i = "Make them with {.fn score_set}, or {.fn as_score_set}."
  ), "method")
}

#' @rdname compare_contrasts
#' @export
compare_contrasts.score_set <- function(x, contrasts, metric = NULL, method = "scheffe", conf.level = 0.95,
                                        p.adjust.method = "holm", ...) {
  check_dots(...)
  if (!inherits(method, "method_rule")) {
    method <- by_anova(check_choice(method, "method", c("scheffe", "anova_t")))
  } else if (!method$method %in% c("scheffe", "anova_t")) {
    abort_verdict("Contrasts are judged by {.val scheffe} or {.val anova_t}.", "method")
  }
  single <- setdiff(adjustments, c("max_t", pair_adjustments))
  p.adjust.method <- check_choice(p.adjust.method, "p.adjust.method", single)
  request <- new_request(
    x, metric = metric, method = method, conf.level = conf.level, p.adjust.method = p.adjust.method
  )
  groups <- read_contrasts(contrasts, x$classifiers)
  plans <- request_plans(x, request, environment())
  rows <- do.call(rbind, lapply(plans, contrast_rows, weights = groups, level = 1 - conf.level))
  judged <- judge_contrasts(rows, plans, p.adjust.method, 1 - conf.level)
  new_verdict_table(judged$rows, list(
    type = "comparison", units = set_units(x), metrics = used_metrics(lapply(plans, `[[`, "target")),
    conf.level = conf.level, alternative = "two.sided", p.adjust.method = judged$method,
    family = sum(!is.na(judged$rows$p.value)), local = judged$local, interval = "t"
  ))
}

# -- input ----------------------------------------------------------------------------

# A matrix with a column a contrast and a row a classifier.
read_contrasts <- function(contrasts, classifiers, call = caller_env()) {
  if (inherits(contrasts, "formula")) contrasts <- list(contrasts)
  weights <- if (is.list(contrasts) && length(contrasts)) {
    vapply(contrasts, function(one) {
      if (inherits(one, "formula")) formula_weights(one, classifiers, call) else number_weights(one, classifiers, call)
    }, numeric(length(classifiers)))
  } else if (is.matrix(contrasts) && is.numeric(contrasts) && nrow(contrasts)) {
    apply(contrasts, 1, number_weights, classifiers = classifiers, call = call)
  } else {
    number_weights(contrasts, classifiers, call)
  }
  matrix(weights, length(classifiers), dimnames = list(classifiers, NULL))
}

formula_weights <- function(formula, classifiers, call) {
  if (length(formula) != 3) abort_contrast("It needs classifiers on both sides of {.code ~}.", call)
  sides <- lapply(formula[2:3], formula_names, call = call)
  unknown <- setdiff(unlist(sides), classifiers)
  if (length(unknown)) {
    abort_contrast("There is no {.val {unknown}} among {.val {classifiers}}.", call, unknown, classifiers)
  }
  both <- c(intersect(sides[[1]], sides[[2]]), unlist(sides)[duplicated(unlist(sides))])
  if (length(both)) abort_contrast("{.val {unknown}} occurs twice.", call, both[1])
  found <- numeric(length(classifiers))
  found[match(sides[[1]], classifiers)] <- 1 / length(sides[[1]])
  found[match(sides[[2]], classifiers)] <- -1 / length(sides[[2]])
  found
}

# The names that are joined by +.
formula_names <- function(expr, call) {
  if (is.symbol(expr) || is.character(expr)) {
    return(as.character(expr))
  }
  plus <- is.call(expr) && (identical(expr[[1]], quote(`+`)) || identical(expr[[1]], quote(`(`)))
  if (!plus) abort_contrast("Classifiers are joined by {.code +}.", call)
  unlist(lapply(as.list(expr)[-1], formula_names, call = call))
}

number_weights <- function(x, classifiers, call) {
  if (!is.numeric(x) || length(x) != length(classifiers) || any(!is.finite(x))) {
    abort_contrast("Weights are one finite number for each of {.val {classifiers}}.", call, classifiers = classifiers)
  }
  if (!is.null(names(x))) {
    if (!setequal(names(x), classifiers)) {
      abort_contrast("The weights are named otherwise than {.val {classifiers}}.", call, classifiers = classifiers)
    }
    x <- x[classifiers]
  }
  if (all(x == 0) || abs(sum(x)) > 1e-9 * sum(abs(x))) {
    abort_contrast("The weights must add up to 0, and not all be 0: they compare means with means.", call)
  }
  unname(as.double(x))
}

abort_contrast <- function(why, call, unknown = NULL, classifiers = NULL) {
  abort_verdict(c(
    "{.arg contrasts} must say which classifiers are compared with which.", x = why,
    i = "Such as {.code a + b ~ c}, or weights that add up to 0."
  ), "contrast", call = call)
}

# "a + b", or with the weights where they are not those of a mean.
contrast_side <- function(weight, classifiers) {
  at <- weight > 0
  plain <- max(weight[at]) - min(weight[at]) < 1e-12 && abs(sum(weight[at]) - 1) < 1e-9
  names <- classifiers[at]
  paste(if (plain) names else paste0(short_number(weight[at], 3), " ", names), collapse = " + ")
}

# -- the numbers ----------------------------------------------------------------------

contrast_rows <- function(plan, weights, level) {
  blocks <- plan$blocks
  found <- .Call(ffi_posthoc_contrasts, blocks, weights, "two.sided")
  n <- ncol(weights)
  side <- function(w) apply(w, 2, contrast_side, classifiers = rownames(weights))
  width <- t_width(level / 2, blocks, found$std.error)
  rows <- data.frame(
    metric = plan$target$metric$asked, average = "none", class = NA_character_, classifier = side(weights),
    reference = side(-weights), measure = "difference", estimate = found$estimate, std.error = found$std.error,
    conf.low = found$estimate - width, conf.high = found$estimate + width, null.value = 0,
    statistic = found$statistic, df = blocks$dof, p.value = exp(found$log.p.value),
    estimate.classifier = as.vector(crossprod(pmax(weights, 0), blocks$place)),
    estimate.reference = as.vector(crossprod(pmax(-weights, 0), blocks$place)),
    method = plan$method$label, log.p.value = found$log.p.value
  )
  rows$note <- rep(paste_notes(plan$kept$note, plan$reason), n)
  rows
}

# Scheffe's p-values hold for all contrasts at once; others are adjusted over those that there are.
judge_contrasts <- function(rows, plans, method, alpha) {
  blocks <- plans[[1]]$blocks
  if (identical(plans[[1]]$method$together, "scheffe")) {
    k <- length(blocks$place)
    known <- !is.na(rows$statistic)
    log.adj.p <- rows$log.p.value
    log.adj.p[known] <- .Call(ffi_posthoc_together, rows$statistic[known], k, blocks$dof, "scheffe")
    rows$log.adj.p.value <- pmin(0, log.adj.p + log(length(plans)))
    known <- blocks$reason == "ok"
    critical <- if (known) .Call(ffi_posthoc_critical, log(alpha / length(plans)), k, blocks$dof, "scheffe") else NA
    found <- list(method = "scheffe", local = NA_real_)
  } else {
    found <- adjust_singly(rows$log.p.value, method, alpha)
    rows$log.adj.p.value <- found$log.adj.p
    critical <- t_width(found$local / 2, blocks, 1)
  }
  rows$adj.p.value <- exp(rows$log.adj.p.value)
  rows$adj.conf.low <- rows$estimate - critical * rows$std.error
  rows$adj.conf.high <- rows$estimate + critical * rows$std.error
  list(rows = rows, method = found$method, local = found$local)
}
