# Probabilities of several classes as evidence. What is asked of one class is answered by the set of that class against
# the rest; what is said of all classes together comes from src/core/numeric/classes.h.

set_units.class_probability_set <- function(x) {
  units <- NextMethod()
  units$classes <- x$classes
  units$by_class <- NULL
  units
}

set_metrics.class_probability_set <- function(x, metric) {
  if (is.null(metric)) {
    detail <- if (x$is_probability) c("brier", "log_loss") else "roc_auc"
    return(usual_probability_metrics("hand_till", detail, x$is_probability))
  }
  metrics <- match_probability_metrics(metric, x$is_probability)
  # How far off a class is only makes sense of classes in an order.
  ranked <- metrics$core %in% c("rps", "rps_skill")
  if (any(ranked) && !isTRUE(x$ordered)) {
    abort_verdict(c(
      "{.val {metrics$asked[ranked]}} {?is/are} of classes that have an order, and {.val {utils::head(x$classes, 5)}}
       have none.",
      i = "Make the truth an ordered factor: {.code factor(truth, levels = c(...), ordered = TRUE)}.",
      i = "Of classes without an order: {.val brier}."
    ), "metric")
  }
  if (any(endsWith(metrics$core, "_forecast"))) {
    abort_verdict(c(
      "{.arg forecast} is the probability of one event, and here are {length(x$classes)} classes.",
      i = "Give the {.arg loss} of the reference: {.code brier_skill(loss = 0.6)}."
    ), "argument")
  }
  metrics$overall <- registry_probabilities[metrics$metric, "classes"] == "all"
  metrics
}

# `of`: the class of each slice, 0 for all together.
set_target.class_probability_set <- function(x, metric, average, classes, zero_division) {
  if (length(metric$value[[1]]) > 1) {
    abort_verdict(c(
      "Of several classes {metric$label} is known at one threshold at a time.",
      i = "Or of one class against the rest: {.code probability_set(..., positive = \"{x$classes[1]}\")}."
    ), "argument")
  }
  target <- new_target(
    metric, zero_division, axis = "class", value = metric$value[[1]], of = 0L, from = metric$from[[1]]
  )
  if (metric$overall && is.null(classes)) {
    target$metric$upper <- registry_probabilities[metric$metric, "upper_all"]
    return(target)
  }
  if (metric$core %in% c("hand_till", "rps", "rps_skill")) {
    abort_verdict("{metric$label} is of all classes together: leave {.arg classes} out.", "argument")
  }
  if (average == "none" || metric$overall) {
    asked <- classes %||% x$classes
    target$class <- asked
    target$of <- match(asked, x$classes)
    return(target)
  }
  target$metric$core <- averaged_area(metric, average, classes)
  absent <- setdiff(seq_along(x$classes), x$truth)
  if (zero_division != "na" && length(absent)) {
    abort_verdict(c(
      "Classes without a row have no AUC, which {.arg zero_division} does not replace: {.val {x$classes[absent]}}.",
      i = "Of each class that has rows: {.code average = \"none\"}."
    ), "argument")
  }
  target$average <- average
  target
}

averaged_area <- function(metric, average, classes) {
  if (metric$core != "roc_auc" || average == "micro" || !is.null(classes)) {
    abort_verdict(c(
      "{capitalise(metric$label)} is not averaged so over classes.",
      i = "Known are the AUC of all classes with {.code average = \"macro\"} or {.val weighted}, and {.val hand_till}."
    ), "argument")
  }
  paste0(average, "_auc")
}

is_of_all <- function(target) identical(target$of, 0L)

# The same of the set of one class.
class_target <- function(target) {
  utils::modifyList(target, list(class = NA_character_, of = NULL, axis = "class"))
}

set_estimates.class_probability_set <- function(x, target) {
  if (is_of_all(target)) {
    return(all_class_estimates(x, target))
  }
  parts <- lapply(target$of, function(k) set_estimates(one_class(x, k), class_target(target)))
  n <- length(x$classifiers)
  columns <- function(name) matrix(unlist(lapply(parts, `[[`, name)), n)
  list(
    estimate = columns("estimate"), vcov = array(unlist(lapply(parts, `[[`, "vcov")), c(n, n, length(parts))),
    note = columns("note"), status = columns("status"), alike = function(slice, who) parts[[slice]]$alike(1, who),
    remark = remark_on_rows(x, target) %||% function(rows, pairs) with_few_in_parts(rows, x, target),
    df = function(slice, contrasts) parts[[slice]]$df(1, contrasts)
  )
}

# Of each class by itself.
with_few_in_parts <- function(rows, x, target) {
  if (!is_of_all(target)) {
    slice <- rep(seq_along(target$of), each = length(rows$log.p.value) / length(target$of))
    for (k in seq_along(target$of)) {
      at <- slice == k & !is.na(rows$log.p.value)
      rows <- with_few_in_part(rows, at, one_class(x, target$of[k]), class_target(target), "rough")
    }
  }
  rows
}

set_omnibus.class_probability_set <- function(x, target, request) {
  with_few_of_side(x, set_omnibus.evidence(x, target, request), target)
}

all_class_estimates <- function(x, target) {
  estimates <- class_estimates(x, list(target))
  n <- length(x$classifiers)
  vcov <- crossprod(estimates$units)
  list(
    estimate = matrix(estimates$estimate, n), vcov = array(vcov, c(n, n, 1)), note = matrix(estimates$note, n),
    status = matrix(estimates$status, n), alike = function(slice, who) alike_class_probabilities(x, target, who),
    remark = remark_on_rows(x, target),
    df = function(slice, contrasts) known_df(class_df(x, target, estimates$units, contrasts))
  )
}

# Satterthwaite's, by the parts of the variance that come from the rows of each class.
class_df <- function(x, target, units, contrasts) {
  if (!target$metric$ranks) {
    form <- cluster_form(list(target))
    return(.Call(ffi_numeric_dof, x, "brier", form, rep(0, ncol(contrasts)), rep(1, ncol(contrasts))))
  }
  if (ranks_in_strata(x, list(target))) {
    return(strata_df(x, strata_sizes(x, list(target)), units, contrasts))
  }
  if (!is.null(x$cluster)) {
    return(rep(least_cluster_df(x), ncol(contrasts)))
  }
  size <- as.vector(rowsum(row_counts(x), x$truth))
  as.double(satterthwaite(rowsum((units %*% contrasts)^2, x$truth), size - 1))
}

alike_class_probabilities <- function(x, target, who) {
  n <- length(x$classes)
  same <- vapply(seq_len(n), function(k) alike_probabilities(one_class(x, k), target, who), "")
  if (!anyNA(same)) {
    return(same[1])
  }
  losses <- if (isTRUE(target$metric$mean)) row_losses(x, target)[[1]][, who, drop = FALSE]
  if (!is.null(losses) && all(losses == losses[, 1])) "equal_scores" else NA_character_
}

# As numeric_estimates(), of targets in any slices.
class_estimates <- function(x, targets, raw = FALSE) {
  n <- length(x$classifiers)
  who <- seq_len(n)
  parts <- unlist(lapply(targets, function(target) {
    lapply(target$of, function(k) {
      asked <- list(
        measure = rep(target$metric$core, n), option = rep(target$value, n), from = rep(target$from %||% 0, n),
        classifier = who
      )
      own <- if (k == 0) x else one_class(x, k)
      form <- cluster_form(targets)
      part <- if (k == 0) {
        .Call(ffi_numeric_classes, own, asked, form, raw)
      } else {
        .Call(ffi_numeric_estimates, own, asked, form, raw)
      }
      absent <- setdiff(seq_along(x$classes), x$truth)
      lost <- k == 0 & part$status == "absent"
      part$status[lost] <- "undefined_class"
      part$note <- status_note(part$status, list(
        metric = target$metric$label, who = x$classifiers, culprit = first_few(x$classes[absent]),
        cause = status_words("absent")
      ))
      if (k == 0) part$note <- with_row_counts(part$note, part$status, x, who)
      with_few_events(with_clipped_rows(part, own, asked), own, asked)
    })
  }), recursive = FALSE)
  of <- function(name) unlist(lapply(parts, `[[`, name))
  list(
    estimate = of("estimate"), status = of("status"), note = of("note"),
    units = do.call(cbind, lapply(parts, `[[`, "units"))
  )
}

set_influence.class_probability_set <- function(x, targets) influence_of_rows(x, targets, class_estimates)

set_assessment.class_probability_set <- function(x, target, rule, level, required = NULL) {
  if (identical(rule$interval, "bootstrap")) {
    return(set_assessment.evidence(x, target, rule, level, required))
  }
  if (is_of_all(target)) {
    if (target$metric$limits == "area") target$metric$limits <- "logit"
    return(set_assessment.probability_set(x, target, rule, level, required))
  }
  rows <- lapply(seq_along(target$of), function(slice) {
    part <- set_assessment(one_class(x, target$of[slice]), class_target(target), rule, level, required)
    part$class <- target$class[slice]
    part
  })
  do.call(rbind, rows)
}
