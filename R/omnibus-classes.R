# All classes of a metric together: one row a metric (and pair), from the tests of the single classes or from one
# statistic of all.

over_classes <- function(x, request, pairs) {
  targets <- request_targets(x, request)
  parts <- do.call(c, lapply(targets, function(target) {
    rule <- classes_rule(request, x, target)
    check_classes_options(rule, request)
    lapply(tested_groups(request, pairs), function(group) {
      request$pairs <- group
      test <- if (rule$type == "margins") test_margins else test_classes
      test(x, target, request, rule)
    })
  }))
  rows <- do.call(rbind, with_optional(lapply(parts, `[[`, "row")))
  for (name in c("mean", "variance", "scale")) if (all(is.na(rows[[name]]))) rows[[name]] <- NULL
  names(parts) <- row_keys(rows)
  # Plans may be of other units than the set is: of its folds.
  of_tests <- Filter(Negate(is.null), lapply(parts, `[[`, "tests"))
  units <- if (length(of_tests)) result_units(of_tests[[1]])
  parts <- lapply(parts, function(part) part[names(part) != "row"])
  all <- request$units$classes
  if (anyNA(rows$class) && are_some(request$classes, all)) {
    targets <- lapply(targets, replace, "over", over_some(request$classes, all))
  }
  list(rows = rows, units = units, metrics = used_metrics(targets), axis = used_axes(targets), parts = parts)
}

# What is tested together: columns classifier, reference. All pairs, or each by itself.
tested_groups <- function(request, pairs) {
  all <- request$pairs
  if (pairs) lapply(seq_len(ncol(all)), function(i) all[, i, drop = FALSE]) else list(all)
}

# Their positions, the reference of a pair first.
tested_classifiers <- function(group, n) if (ncol(group) == 1) rev(as.vector(group)) else seq_len(n)

# -- what is asked --------------------------------------------------------------------

# list(combine, type, covariance, resampled, test, weights, R) of a metric.
classes_rule <- function(request, x, target) {
  method <- request$test %||% usual_over_classes(x, target)
  if (rlang::is_string(method)) {
    if (method %in% tests_of("margins")$method) {
      return(margin_rule(method, x, target))
    }
    if (method %in% c("wald", "gs")) {
      check_joint_fits(x, method)
      return(list(combine = method, type = "joint", covariance = "analytic", resampled = FALSE))
    }
    method <- by_combination(method, R = request$R)
  }
  known <- registry_combinations[method$method, ]
  rule <- list(combine = method$method, type = known$type)
  exchangeable <- !isFALSE(set_units(x)$exchangeable)
  rule$covariance <- method$covariance %||% match_class_covariance(NULL, known, exchangeable)
  rule$resampled <- rule$type == "largest" && rule$covariance != "analytic"
  if (rule$resampled && !is.null(method$test)) abort_class_test(method$test, rule, NULL)
  c(rule, unclass(method)[c("test", "weights", "R")])
}

# The shares of all predicted classes add up to 1: they have a test of their own.
usual_over_classes <- function(x, target) {
  if (!has_margins(target)) "dai" else if (is.null(x$prevalence)) "stuart_maxwell" else "bhapkar"
}

has_margins <- function(target) {
  identical(target$metric$metric, "detection_prevalence") && target$average == "none" && !is.null(target$moments)
}

margin_rule <- function(method, x, target) {
  if (!has_margins(target)) {
    abort_verdict(c(
      "{.arg method} {.val {method}} is of the shares of the predicted classes.",
      i = "Use {.code metric = \"detection_prevalence\"}, or for {target$metric$label} {.val dai} or {.val wald}."
    ), "method")
  }
  if (method == "stuart_maxwell" && !is.null(x$prevalence)) abort_verdict(c(
    "At a given prevalence the rows weigh, and there are no counts for the Stuart-Maxwell test.",
    i = "Use {.code method = \"bhapkar\"}."
  ), "method")
  list(combine = method, type = "margins", covariance = "analytic", resampled = FALSE)
}

# -- one row --------------------------------------------------------------------------

test_classes <- function(x, target, request, rule) {
  if (rule$covariance %in% c("permutation", "bootstrap")) check_replicates(rule$R, request$conf.level)
  if (rule$resampled) {
    request$rule <- match_rule(rule$covariance, list(R = rule$R), NULL)
    request$p.adjust.method <- "max_t"
  } else {
    request$rule <- new_rule(match_class_test(rule$test, target, rule))
  }
  request$R <- rule$R
  comparison <- new_comparison(x, list(set_plan(x, target, request)), request)
  tested <- switch(rule$type,
    joint = joint_over_classes(comparison, rule),
    largest = largest_over_classes(comparison, rule),
    combine_over_classes(comparison, rule)
  )
  few <- any(comparison$rows$status %in% c("few_observations", "rough"))
  drawn <- if (length(comparison$units$effective)) "" else ": use method \"max_t\""
  tested <- with_few_observations(x, tested, few & !is.na(tested$log.p.value), drawn)
  together <- rule$type == "joint" & !is.na(tested$log.p.value)
  tested <- with_few_for_df(tested, together, x, target, df = c(tested$parameter["df"], NA)[[1]])
  list(
    row = classes_row(tested, target, request, comparison$units$classifiers, rule$combine), tests = tested$table,
    covariance = tested$covariance, combine = rule$combine, n = tested$n,
    source = as.character(rule$covariance), R = rule$R
  )
}

test_margins <- function(x, target, request, rule) {
  group <- tested_classifiers(request$pairs, length(x$classifiers))
  margins <- margins_of_group(group, x, target, rule$combine)
  row <- data.frame(
    metric = target$metric$asked, average = "none", class = NA_character_,
    classifier = paste(x$classifiers[group], collapse = ", "), reference = NA_character_, margins,
    n.tests = NA_real_, mean = NA_real_, variance = NA_real_, scale = NA_real_
  )
  list(row = row, combine = rule$combine)
}

classes_row <- function(outcome, target, request, classifiers, combine) {
  parameter <- function(name) if (name %in% names(outcome$parameter)) outcome$parameter[[name]] else NA_real_
  pairs <- request$pairs
  against <- if (ncol(pairs) > 1) request$reference
  tested <- setdiff(classifiers[tested_classifiers(pairs, length(classifiers))], against)
  class <- unique(outcome$table$class)
  row <- new_rows(
    metric = target$metric$asked, average = target$average, class = if (length(class) == 1) class else NA_character_,
    classifier = paste(tested, collapse = ", "), reference = against %||% NA_character_,
    statistic = unname(outcome$statistic),
    df = if ("v" %in% names(outcome$parameter)) parameter("v") else parameter("df"), log.p.value = outcome$log.p.value,
    note = paste_notes(outcome$note, left_out_note(outcome$omitted)), method = outcome$method,
    method.id = paste0("classes:", combine), status = without_ok(outcome$status %||% NA), n.tests = outcome$n,
    mean = parameter("E(T)"), variance = parameter("Var(T)"), scale = parameter("c")
  )
  row$df.residual <- if (!is.na(parameter("df.residual"))) parameter("df.residual")
  row
}

left_out_note <- function(omitted) {
  if (nrow(omitted) == 0) {
    return(NA_character_)
  }
  several <- nrow(unique(omitted[c("classifier", "reference")])) > 1
  class <- say_label(omitted$class)
  pair <- label_pair(omitted, say_label)
  names <- ifelse(is.na(omitted$class), pair, if (several) paste0(class, ", ", pair) else class)
  paste0("left out: ", and_list(paste0(names, " (", omitted$note, ")"), max_named))
}

# -- what a result knows of it ----------------------------------------------------------

#' @rdname omnibus_test
#' @param object A result over the classes, of one row.
#' @export
vcov.verdict_table <- function(object, ...) {
  check_dots(...)
  part <- class_tests(object)
  if (is.null(part$covariance)) {
    abort_verdict(c(
      "{.fn vcov} is of the tests that one row over the classes combines by their covariance.",
      i = "That of the estimates is {.code vcov(set, metric)}."
    ), "class")
  }
  part$covariance
}
