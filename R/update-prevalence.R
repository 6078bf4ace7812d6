#' Precision and other metrics at a known prevalence
#'
#' Answers: how precise would these classifiers be in a population where the classes
#' have other shares than in the test data? Precision and negative predictive value
#' depend on the prevalence; a test set with half of its cases positive says little
#' about a screening programme with one in a hundred, unless they are updated.
#'
#' The result is a prediction set whose rows weigh so that the classes have the given
#' shares: what is estimated is what each classifier does with the rows of each class,
#' \eqn{P(predicted | true)}, and for class k
#' \deqn{PPV_k = q_k P(k|k) / \sum_j q_j P(k|j).}
#' [assess_classifiers()], [compare_classifiers()], [verdict()], [vcov()] and the forest
#' plots then give every metric at that prevalence. Variances are the delta method's,
#' stratified by the true class, since the prevalence is known without error;
#' `method = "bootstrap"` resamples instead: rows within each true class, whose number is
#' given and not chance; with ids whole observations, and of samples without a row of some
#' class, which say nothing about what is predicted there, only recalls are used. Tests that
#' count pairs of rows (score tests, McNemar's) do not apply to weighted rows: comparisons
#' are Wald tests, of the log ratio for precision and NPV (the relative updated precision).
#'
#' @param x A [prediction_set()], or its formula (`update_prevalence(truth ~ rf + tree, data, prevalence = 0.1)`).
#' @param prevalence The classes' shares in the population: a named vector over all
#'   classes that sums to 1; with two classes
#'   also one number between 0 and 1, named by its class or, unnamed, for the positive class of a set that has one.
#'   No share may be below 1e-10.
#'   `NULL`: equal shares.
#' @param ... Not used.
#' @return The prediction set with an element `prevalence`: the shares, named by class. `update_prevalence()` of it
#'   replaces the prevalence; the counts are never changed.
#' @section Errors: `verdict_error_prevalence`: shares outside (0, 1), not summing to 1,
#'   of unknown classes, or for a class that the truth does not contain; shares without names, but one number where a
#'   class is the positive one.
#' @section When not to use it: The update takes for granted that each classifier treats
#'   the cases of a class in the population as it does those in the test set. A different
#'   mix of easy and hard cases within a class (a shift of the spectrum, not of the
#'   prevalence) is not repaired by it.
#' @references
#' Altman, D. G. and Bland, J. M. (1994) Diagnostic tests 2: predictive values. *BMJ* 309,
#' 102. \doi{10.1136/bmj.309.6947.102}
#' @seealso [prevalence_curve()] for precision over a range of prevalences.
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters)
#' assess_classifiers(x, "precision", classes = "spam")
#' rare <- update_prevalence(x, c(spam = 0.05))
#' assess_classifiers(rare, "precision", classes = "spam")
#' compare_classifiers(rare, classes = "spam")
#' @export
update_prevalence <- function(x, ...) UseMethod("update_prevalence")

#' @export
update_prevalence.default <- function(x, ...) abort_not_a_set(x)

#' @rdname update_prevalence
#' @export
update_prevalence.prediction_set <- function(x, prevalence = NULL, ...) {
  check_dots(...)
  check_set(x)
  # The share of every class, in the order of the classes.
  check_all_true(x)
  K <- length(x$classes)
  if (is.null(prevalence)) prevalence <- stats::setNames(rep(1 / K, K), x$classes)
  if (!is.numeric(prevalence) || anyNA(prevalence) || any(prevalence <= 0 | prevalence >= 1)) {
    given <- if (is.numeric(prevalence)) "{prevalence}" else "{.obj_type_friendly {prevalence}}"
    abort_verdict(c(
      paste0("{.arg prevalence} must be numbers between 0 and 1, not ", given, "."),
      at_the_end(prevalence)
    ), "prevalence")
  }
  prevalence <- order_prevalence(prevalence, x)
  if (any(prevalence < least_share)) {
    abort_verdict(c(
      "{.arg prevalence} {signif(min(prevalence), 3)} is too small.",
      i = "Below {least_share} the other classes' precision cannot be distinguished from 1."
    ), "prevalence")
  }
  if (abs(sum(prevalence) - 1) > 1e-8) {
    abort_verdict("{.arg prevalence} must sum to 1; it sums to {format(sum(prevalence))}.", "prevalence")
  }
  x$prevalence <- stats::setNames(as.vector(prevalence) / sum(prevalence), x$classes)
  x
}

# Smaller ones get lost next to 1, and with them the comparison of the other classes.
least_share <- 1e-10

# Why a share is not 0 or 1.
at_the_end <- function(share) {
  if (is.numeric(share) && any(share %in% 0:1)) {
    c(
      x = "Without a class, or without the others, precision is 0 or 1 whoever predicts.",
      i = "Give a share strictly between 0 and 1, such as 0.001. Recall does not depend on it: ask the set as it is."
    )
  }
}

check_all_true <- function(x) {
  if (length(x$classes) < 2) {
    abort_verdict("There is only the class {.val {x$classes}}, whose prevalence is 1.", "prevalence")
  }
  absent <- setdiff(seq_along(x$classes), x$patterns[, 1])
  if (length(absent)) {
    abort_verdict(c(
      "No row of class {.val {x$classes[absent]}} is there to estimate from.",
      i = "Every class with a prevalence must occur in the truth."
    ), "prevalence")
  }
}

order_prevalence <- function(prevalence, x) {
  classes <- x$classes
  if (is.null(names(prevalence))) {
    if (length(prevalence) != 1 || length(classes) != 2 || is.null(x$positive)) {
      abort_nameless_shares(prevalence, classes)
    }
    names(prevalence) <- x$positive
  }
  other <- setdiff(classes, names(prevalence))
  if (length(classes) == 2 && length(prevalence) == 1 && length(other) == 1) prevalence[other] <- 1 - prevalence
  if (length(prevalence) != length(classes) || !setequal(names(prevalence), classes)) {
    abort_verdict(c(
      "{.arg prevalence} must have one share for each class: {.val {classes}}.",
      x = "It has {length(prevalence)}: {names(prevalence)}."
    ), "prevalence")
  }
  in_label_order(prevalence, classes)
}

# The way out: the same numbers, named.
abort_nameless_shares <- function(prevalence, classes) {
  name <- ifelse(make.names(classes) == classes, classes, paste0("`", classes, "`"))
  named <- if ("" %in% classes) {
    NULL
  } else if (length(prevalence) == 1 && length(classes) == 2) {
    paste0("c(", name, " = ", prevalence, ")")
  } else if (length(prevalence) == length(classes)) {
    paste0("c(", paste0(name, " = ", prevalence, collapse = ", "), ")")
  }
  abort_verdict(c(
    "{.arg prevalence} {signif(prevalence, 3)}: of which {qty(length(prevalence))}{?class/classes}?",
    i = if (length(named)) "Name {qty(length(prevalence))}{?it/them}: {.or {.code {named}}}.",
    i = if (length(named) == 0) "Give one share for each class, by name: {.val {classes}}."
  ), "prevalence")
}

#' Metrics over a range of prevalences
#'
#' Answers: how does each classifier's precision (or another metric) change with the
#' prevalence of a class, and where does the ranking of the classifiers flip?
#'
#' The shares of the other classes keep their proportions. The ranking by precision or
#' NPV of one class never flips: on the logit scale the prevalence adds the same to
#' every classifier. The ranking by accuracy or F measure can, and the prevalences where
#' it does are given.
#'
#' @inheritParams update_prevalence
#' @inheritParams assess_classifiers
#' @param class The class whose prevalence varies; of a set with a positive class that one unless said otherwise.
#' @param metric The metric, as in [assess_classifiers()].
#' @param at The prevalences, between 0 and 1.
#' @param ... Not used.
#' @return A data frame of class `prevalence_curve` with columns `metric`, `class`,
#'   `classifier`, `prevalence`, `estimate`, `std.error`, `conf.low` and `conf.high`
#'   (pointwise), and the attribute `"flips"`: a data frame of pairs of classifiers and
#'   the prevalences where their curves cross. `plot()` and `autoplot()` draw it,
#'   more than 8 classifiers in a panel each.
#' @section Errors: As [update_prevalence()] and [assess_classifiers()].
#' @section When not to use it: See [update_prevalence()].
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest + tree, spam_filters)
#' curve <- prevalence_curve(x, "spam")
#' head(curve)
#' if (rlang::is_installed("ggplot2")) plot(curve)
#' @export
prevalence_curve <- function(x, ...) UseMethod("prevalence_curve")

#' @rdname prevalence_curve
#' @export
prevalence_curve.default <- function(x, ...) abort_not_a_set(x)

#' @rdname prevalence_curve
#' @export
prevalence_curve.prediction_set <- function(x, class, metric = "precision", at = seq(0.01, 0.99, by = 0.02),
                                            conf.level = 0.95, ...) {
  check_dots(...)
  check_set(x)
  class <- curve_class(if (!missing(class)) class, x)
  asked <- with_beta(metric, NULL)
  metric <- set_metrics(x, asked)
  if (nrow(metric) != 1) abort_verdict("{.arg metric} must be one metric.", "metric")
  if (!is.numeric(at) || length(at) == 0 || anyNA(at) || any(at <= 0 | at >= 1)) {
    abort_verdict(c("{.arg at} must be prevalences between 0 and 1.", at_the_end(at)), "prevalence")
  }
  check_all_true(x)
  counts <- stats::setNames(as.vector(rowsum(x$count, x$patterns[, 1])), x$classes)
  k <- match(class, x$classes)
  rows <- lapply(sort(unique(at), method = "radix"), function(q) {
    estimates <- assess_classifiers(
      update_prevalence(x, vary_prevalence(counts, k, q)), asked,
      classes = if (!metric$overall) class, conf.level = conf.level
    )
    data.frame(
      metric = metric$metric, class = class, classifier = estimates$classifier, prevalence = q,
      estimates[c("estimate", "std.error", "conf.low", "conf.high")]
    )
  })
  curve <- do.call(rbind, rows)
  new_result(
    curve, "prevalence_curve", flips = find_flips(curve, x$classifiers), conf.level = conf.level, label = metric$label
  )
}

curve_class <- function(class, x) {
  class <- class %||% x$positive
  if (is.null(class)) {
    abort_verdict(c(
      "{.arg class} is missing: the prevalence of which class is to vary?",
      i = "Classes: {.val {x$classes}}."
    ), "class")
  }
  class <- check_classes(class, x)
  if (length(class) != 1) abort_verdict("{.arg class} must be one class.", "class")
  class
}

# Class k at prevalence q, the others in their own proportions.
vary_prevalence <- function(counts, k, q) {
  counts[-k] <- (1 - q) * counts[-k] / sum(counts[-k])
  counts[k] <- q
  counts
}

# Where the difference of two curves changes sign: by linear interpolation, or in the
# middle of where it is 0.
sign_changes <- function(q, gap) {
  known <- which(!is.na(gap) & abs(gap) >= 1e-12 * max(0, abs(gap), na.rm = TRUE))
  turn <- which(diff(sign(gap[known])) != 0)
  vapply(turn, function(k) {
    i <- known[k]
    j <- known[k + 1]
    if (j > i + 1) mean(q[(i + 1):(j - 1)]) else q[i] + (q[j] - q[i]) * gap[i] / (gap[i] - gap[j])
  }, 0)
}

find_flips <- function(curve, classifiers) {
  pairs <- comparison_pairs(classifiers, NULL)
  parts <- lapply(seq_len(ncol(pairs)), function(j) {
    both <- lapply(classifiers[pairs[, j]], function(name) curve[curve$classifier == name, ])
    at <- sign_changes(both[[1]]$prevalence, both[[1]]$estimate - both[[2]]$estimate)
    if (length(at)) {
      data.frame(classifier = classifiers[pairs[1, j]], reference = classifiers[pairs[2, j]], prevalence = at)
    }
  })
  empty <- data.frame(classifier = character(), reference = character(), prevalence = numeric())
  do.call(rbind, c(list(empty), parts))
}

#' @export
print.prevalence_curve <- function(x, ..., n = 10, width = getOption("width"), digits = NULL) {
  print_listing(x, ..., n = n, width = width, digits = digits)
}

#' @export
listing.prevalence_curve <- function(x, at = seq_len(nrow(x))) {
  flips <- attr(x, "flips")
  ends <- short_number(range(x$prevalence), 3)
  crossed <- paste(
    say_label(flips$classifier), "and", say_label(flips$reference), "at", short_number(flips$prevalence, 3)
  )
  part <- plain_rows(x)[at, ]
  columns <- list(
    classifier = table_label(part$classifier), prevalence = short_number(part$prevalence, 3),
    value = format_column(part$estimate, part$conf.low, part$conf.high),
    interval = interval_column(part$conf.low, part$conf.high, estimate = part$estimate)
  )
  names(columns)[3] <- attr(x, "label")
  head <- c(
    paste0(
      capitalise(attr(x, "label")), " where the prevalence of ", say_label(x$class[1]), " is ", ends[1], " to ",
      ends[2], "; intervals ", format_percent(attr(x, "conf.level")), ", pointwise."
    ),
    if (nrow(flips) == 0) "The curves do not cross." else paste0("The curves cross: ", and_list(crossed, 10), ".")
  )
  list(head = head, columns = columns, words = curve_words(x))
}

# At the ends of the range.
curve_words <- function(x) {
  at <- which(x$prevalence %in% range(x$prevalence))
  said <- estimate_words(x$estimate[at], x$conf.low[at], x$conf.high[at], rep(FALSE, length(at)))
  paste0("At prevalence ", short_number(x$prevalence[at], 3), " ", say_label(x$classifier[at]), " has ", said, ".")
}

#' @rdname prevalence_curve
#' @param object A `prevalence_curve`.
#' @exportS3Method ggplot2::autoplot
autoplot.prevalence_curve <- function(object, ...) {
  check_dots(...)
  check_shape(is_intact(object), "prevalence_curve")
  flips <- attr(object, "flips")$prevalence
  object$panel <- in_turn(table_label(object$classifier))
  crowded <- nlevels(object$panel) > length(series_colours)
  caption <- paste0("Bands: ", format_percent(attr(object, "conf.level")), ", pointwise.")
  if (length(flips)) {
    flips <- sort(flips, method = "radix")
    at <- unique(short_number(flips, 2))
    caption <- paste0(caption, " The ranking flips at ", if (length(at) > 12) "many prevalences" else toString(at), ".")
  }
  label <- attr(object, "label")
  title <- paste0(capitalise(label), " at every prevalence of ", object$class[1])
  ggplot2::ggplot(object, ggplot2::aes(x = .data$prevalence, y = .data$estimate)) +
    (if (crowded) curve_panels(object) else curve_lines(object, flips)) +
    plot_words(
      title, if (crowded) paste(caption, "Grey: the other classifiers.") else caption,
      x = fit_axis(paste("prevalence of", object$class[1])), y = label
    ) +
    curve_theme()
}

curve_lines <- function(curve, flips) {
  list(
    ggplot2::geom_vline(xintercept = flips, linetype = "dashed", colour = "grey60"),
    curve_band(curve, ggplot2::aes(fill = .data$panel)),
    curves_or_points(
      curve, "panel", "conf.low", "conf.high", ggplot2::geom_line(ggplot2::aes(colour = .data$panel))
    ),
    line_scales(levels(curve$panel))
  )
}

# More classifiers than colours: each has a panel, in which the others are grey.
curve_panels <- function(curve) {
  others <- curve[names(curve) != "panel"]
  list(
    ggplot2::geom_line(ggplot2::aes(group = .data$classifier), data = others, colour = "grey85", linewidth = 0.3),
    curve_band(curve, fill = series_colours[1]), ggplot2::geom_line(colour = series_colours[1]),
    number_axes(), facet_panels(curve$panel, beside = "0.00", space = 0.3)
  )
}

curve_band <- function(curve, mapping = NULL, ...) {
  ends <- ggplot2::aes(ymin = .data$conf.low, ymax = .data$conf.high)
  mapping <- utils::modifyList(ends, mapping %||% list())
  ggplot2::geom_ribbon(mapping, data = banded_rows(curve), alpha = 0.15, show.legend = FALSE, ...)
}

#' @export
plot.prevalence_curve <- function(x, ...) draw_ggplot(x, ...)
