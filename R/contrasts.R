# Contrasts: groups of classifiers compared by their means, for every kind of evidence.

compare_contrasts <- function(x, contrasts, metric, method, p.adjust.method, conf.level, ...) {
  rule <- match_contrast_rule(method %||% "scheffe")
  p.adjust.method <- check_choice(p.adjust.method, "p.adjust.method", single_adjustments())
  request <- new_request(
    x, metric = metric %||% headline_metrics(x), conf.level = conf.level, p.adjust.method = p.adjust.method, ...
  )
  weights <- read_contrasts(contrasts, set_units(x)$classifiers)
  targets <- request_targets(x, request)
  n <- sum(lengths(lapply(targets, `[[`, "class")))
  check_minutes(
    n, most_contrasted, "Contrasts in each of {format_count(n)} classes",
    "Give fewer {.arg classes}, or {.code average = \"macro\"}."
  )
  plans <- lapply(targets, function(target) contrast_plan(x, target, rule, request))
  parts <- warn_invalid_once(
    do.call(c, lapply(plans, function(plan) plan_contrasts(plan, x, weights, rule, request))), request$conf.level
  )
  judged <- judge_contrasts(parts, rule, p.adjust.method, 1 - conf.level)
  new_verdict_table(judged$rows, list(
    type = "comparison", units = compared_units(set_units(x), plans), metrics = used_metrics(targets),
    axis = used_axes(targets), conf.level = conf.level, alternative = "two.sided",
    p.adjust.method = judged$p.adjust.method, family = judged$family, local = judged$local,
    interval = unique(vapply(parts, `[[`, "", "interval"))
  ))
}

# What contrasts have no form for.
check_contrast_arguments <- function(request) {
  usual <- list(measure = "difference", alternative = "two.sided", vcov = "robust")
  request <- Filter(Negate(is.null), request)
  given <- names(request)[!mapply(identical, request, usual[names(request)])]
  if (length(given)) {
    abort_verdict(c(
      "With {.arg contrasts} {.arg {given}} {?has/have} no meaning.",
      i = "Contrasts are two-sided differences of means, each of its own groups."
    ), "contrast")
  }
}

# list(method, anova = the rule of an analysis of variance, if one can be meant).
match_contrast_rule <- function(method) {
  if (inherits(method, "method_rule")) {
    if (!method$method %in% c("scheffe", "anova_t")) {
      abort_verdict("Contrasts are judged by {.val scheffe}, {.val anova_t} or {.val wald}.", "method")
    }
    return(list(method = method$method, anova = method, asked = TRUE))
  }
  method <- check_choice(method, "method", c("scheffe", "anova_t", "wald"))
  list(method = method, anova = if (method != "wald") by_anova(method), asked = method == "anova_t")
}

# How classifiers are compared anyway, unless an analysis of variance can be meant by nothing. (Its error is from all
# scores, and asks for the sizes of splits itself.)
contrast_plan <- function(x, target, rule, request) {
  if (is.null(rule$anova)) {
    return(structure(list(target = target), class = "comparison_plan"))
  }
  request$rule$ratio <- 0
  set_plan(x, target, request)
}

# -- input ----------------------------------------------------------------------------

# A matrix with a column a contrast and a row a classifier.
read_contrasts <- function(contrasts, classifiers) {
  if (inherits(contrasts, "formula")) contrasts <- list(contrasts)
  weights <- if (is.list(contrasts) && length(contrasts)) {
    vapply(contrasts, function(one) {
      if (inherits(one, "formula")) formula_weights(one, classifiers) else number_weights(one, classifiers)
    }, numeric(length(classifiers)))
  } else if (is.matrix(contrasts) && is.numeric(contrasts) && nrow(contrasts)) {
    apply(contrasts, 1, number_weights, classifiers = classifiers)
  } else {
    number_weights(contrasts, classifiers)
  }
  matrix(weights, length(classifiers), dimnames = list(classifiers, NULL))
}

formula_weights <- function(formula, classifiers) {
  if (length(formula) != 3) abort_contrast("It needs classifiers on both sides of {.code ~}.")
  sides <- lapply(formula[2:3], formula_names)
  unknown <- setdiff(unlist(sides), classifiers)
  if (length(unknown)) abort_contrast("There is no {.val {unknown}} among {.val {classifiers}}.")
  both <- c(intersect(sides[[1]], sides[[2]]), unlist(sides)[duplicated(unlist(sides))])
  if (length(both)) abort_contrast("{.val {both[1]}} occurs twice.")
  weights <- numeric(length(classifiers))
  weights[match(sides[[1]], classifiers)] <- 1 / length(sides[[1]])
  weights[match(sides[[2]], classifiers)] <- -1 / length(sides[[2]])
  weights
}

# The names that are joined by +.
formula_names <- function(expr) {
  if (is.symbol(expr) || is.character(expr)) {
    return(as.character(expr))
  }
  plus <- is.call(expr) && (identical(expr[[1]], quote(`+`)) || identical(expr[[1]], quote(`(`)))
  if (!plus) abort_contrast("Classifiers are joined by {.code +}.")
  unlist(lapply(as.list(expr)[-1], formula_names))
}

number_weights <- function(x, classifiers) {
  if (!is.numeric(x) || length(x) != length(classifiers) || any(!is.finite(x))) {
    abort_contrast("Weights are one finite number for each of {.val {classifiers}}.")
  }
  if (!is.null(names(x))) {
    if (!setequal(names(x), classifiers)) {
      abort_contrast("The weights are named otherwise than {.val {classifiers}}.")
    }
    x <- x[classifiers]
  }
  if (all(x == 0) || abs(sum(x)) > 1e-9 * sum(abs(x))) {
    abort_contrast("The weights must add up to 0, and not all be 0: they compare means with means.")
  }
  unname(as.double(x))
}

abort_contrast <- function(why, envir = parent.frame()) {
  abort_verdict(c(
    "{.arg contrasts} must say which classifiers are compared with which.", x = why,
    i = "Such as {.code a + b ~ c}, or weights that add up to 0."
  ), "contrast", envir = envir)
}

# "a + b", or with the weights where they are not those of a mean.
contrast_side <- function(weight, classifiers) {
  at <- weight > 0
  plain <- max(weight[at]) - min(weight[at]) < 1e-12 && abs(sum(weight[at]) - 1) < 1e-9
  names <- classifiers[at]
  paste(if (plain) names else paste0(short_number(weight[at], 3), " ", names), collapse = " + ")
}

# -- the numbers ----------------------------------------------------------------------

# Of each slice of a target: rows, `interval`, and what Scheffe's method needs: `k`, `dof` and `stretch`, what a
# statistic is multiplied by for it.

# From estimates and their covariance.
plan_contrasts.comparison_plan <- function(plan, x, weights, rule, request) {
  if (rule$asked) {
    abort_verdict(c(
      "An analysis of variance is of scores on the same units, one a classifier: there are none here.",
      i = "Use {.code method = \"wald\"} or {.val scheffe}."
    ), "method")
  }
  contrasts_of <- function(x) contrasts_of_estimates(plan$target, set_estimates(x, plan$target), weights, rule, request)
  if (!has_gaps(x, list(plan$target))) {
    return(contrasts_of(x))
  }
  common <- on_common_units(x, list(plan$target), seq_len(nrow(weights)))
  lapply(contrasts_of(common %||% x), function(part) {
    part$rows <- with_common_units(part$rows, x, common, nrow(weights))
    part
  })
}

contrasts_of_estimates <- function(target, estimates, weights, rule, request) {
  k <- nrow(weights)
  notes <- matrix(estimates$note, nrow = k)
  lapply(seq_along(target$class), function(slice) {
    dof <- contrast_df(estimates, slice, weights)[1]
    theta <- estimates$estimate[, slice]
    tested <- .Call(ffi_posthoc_linear, theta, estimates$vcov[, , slice], dof, weights, "two.sided")
    interval <- if (is.finite(dof)) "posthoc_t" else "wald"
    test <- if (rule$method == "scheffe") "scheffe:joint" else if (is.finite(dof)) "contrast_t" else "wald"
    # Why there is no estimate, or no test.
    of_estimate <- apply(weights, 2, function(w) first_reason(notes[w != 0, slice], theta[w != 0]))
    reason <- ifelse(is.na(tested$std.error), "one_cluster", ifelse(tested$std.error == 0, "zero_variance", "ok"))
    note <- first_known(of_estimate, ifelse(is.na(tested$estimate), NA, status_words(reason)))
    within <- dof - k + 2
    if (rule$method == "scheffe" && isTRUE(within < 1)) {
      note <- first_known(note, rep(status_words("few_clusters"), ncol(weights)))
    }
    list(
      rows = contrast_rows(target, slice, weights, theta, tested, dof, test, note, request), interval = interval, k = k,
      dof = if (is.finite(dof)) within else Inf, stretch = if (is.finite(dof)) sqrt(max(within, 0) / dof) else 1
    )
  })
}

# Contrasts in more classes take more than some seconds.
most_contrasted <- 5000L

# By the error of the analysis of variance, unless items come in clusters.
plan_contrasts.plan_scores <- function(plan, x, weights, rule, request) {
  if (plan$clustered) {
    return(NextMethod())
  }
  target <- plan$target
  request$rule <- rule$anova
  request$contrasts <- weights
  kept <- plan$scores()
  lapply(seq_along(target$class), function(slice) {
    scores <- kept$slices[[slice]]
    set <- new_score_set(
      array(scores, c(dim(scores), 1), list(NULL, rownames(weights), target$metric$metric)), kept$cells,
      target$metric, plan$design
    )
    anova <- posthoc_plan(set, set_target(set, target$metric, "none", NULL, "na"), request)
    blocks <- anova$blocks
    tested <- .Call(ffi_posthoc_contrasts, blocks, weights, "two.sided")
    note <- anova$said(ncol(weights))$note
    list(
      rows = contrast_rows(target, slice, weights, blocks$place, tested, blocks$dof, anova$method$id, note, request),
      interval = "posthoc_t", k = length(blocks$place), dof = blocks$dof, stretch = 1
    )
  })
}

contrast_rows <- function(target, slice, weights, place, tested, dof, test, note, request) {
  side <- function(w) apply(w, 2, contrast_side, classifiers = rownames(weights))
  mean_of <- function(w) {
    place[rowSums(w != 0) == 0] <- 0 # of those without a weight nothing need be known
    colSums(ifelse(w > 0, w * place, 0))
  }
  known <- !is.na(tested$statistic)
  width <- rep(NA_real_, ncol(weights))
  if (any(known)) {
    width[known] <- stats::qt((1 - request$conf.level) / 2, dof, lower.tail = FALSE) * tested$std.error[known]
  }
  data.frame(
    metric = target$metric$asked, average = target$average, class = target$class[slice], classifier = side(weights),
    reference = side(-weights), measure = "difference", estimate = tested$estimate, std.error = tested$std.error,
    conf.low = tested$estimate - width, conf.high = tested$estimate + width, null.value = 0,
    statistic = tested$statistic, df = if (is.finite(dof)) dof else NA_real_, p.value = exp(tested$log.p.value),
    estimate.classifier = mean_of(weights), estimate.reference = mean_of(-weights), method.id = test, note = note,
    log.p.value = tested$log.p.value
  )
}

# Scheffe's p-values hold for all contrasts at once; others are adjusted over those that there are.
judge_contrasts <- function(parts, rule, method, alpha) {
  rows <- do.call(rbind, unname(lapply(parts, `[[`, "rows")))
  if (rule$method != "scheffe") {
    dof <- ifelse(is.na(rows$df) | is.na(rows$statistic), Inf, rows$df)
    limits <- function(level) contrast_limits(rows, stats::qt(level / 2, dof, lower.tail = FALSE))
    return(judge_rows(rows, adjust_family(rows$log.p.value, method, alpha), limits))
  }
  at <- rep(seq_along(parts), vapply(parts, function(part) nrow(part$rows), 0L))
  log.adj.p <- pmin(0, unlist(lapply(parts, scheffe_log_p)) + log(length(parts)))
  critical <- vapply(parts, scheffe_critical, 0, alpha = alpha / length(parts))[at]
  judge_rows(
    rows, list(log.adj.p = log.adj.p, method = "scheffe", local = NA_real_),
    function(level) contrast_limits(rows, critical)
  )
}

contrast_limits <- function(rows, critical) {
  critical[is.na(rows$statistic)] <- NA
  list(conf.low = rows$estimate - critical * rows$std.error, conf.high = rows$estimate + critical * rows$std.error)
}

# The same p-value where there is no statistic; none where there are too few units for so many classifiers.
scheffe_log_p <- function(part) {
  log.p <- part$rows$log.p.value
  known <- !is.na(part$rows$statistic)
  if (isTRUE(part$dof < 1)) {
    return(ifelse(known, NA_real_, log.p))
  }
  log.p[known] <- .Call(ffi_posthoc_together, part$rows$statistic[known] * part$stretch, part$k, part$dof, "scheffe")
  log.p
}

scheffe_critical <- function(part, alpha) {
  if (is.na(part$dof) || part$dof < 1) {
    return(NA_real_)
  }
  .Call(ffi_posthoc_critical, log(alpha), part$k, part$dof, "scheffe") / part$stretch
}
