#' Is it the groups, or their mix? Simpson's paradox
#'
#' Can one classifier be better over all and the other in the groups? Takes the overall difference apart into what
#' happens within groups and what their mix does, and says where the signs differ.
#'
#' In accuracy, recall, specificity and any other metric whose rows weigh the same for both classifiers the paradox
#' cannot occur, and that is said. It can in precision and NPV, where each classifier chooses by its calls how the
#' groups weigh: with w the shares of a classifier's calls in each group, the difference is the sum of
#' (w1 + w2) / 2 times the difference in the group (`within`) and of (w1 - w2) times the mean of both in the group
#' (`mix`; Kitagawa 1955). Of metrics that are no shares (F measures, kappa, averages) `within` is the mean of the
#' groups' differences by their numbers of rows, and `mix` all the rest.
#'
#' With few labels (`labelling`) `overall` is put together from what is estimated in the groups, so that the parts add
#' up: it is that of [standardise_groups()] with `"observed"` shares. [compare_classifiers()] takes the labels of all
#' groups together, and may differ a little. `within` is by numbers of rows then, whatever the metric.
#'
#' @param x A [prediction_set()] that was made with `by`.
#' @param metric,average,classes,reference As in [compare_classifiers()].
#' @param ... Not used.
#' @return A data frame, printed as a table, with a row a metric, class and pair: `metric`, `average`, `class`,
#'   `classifier`, `reference`, `overall` (the difference), `within`, `mix`, `possible` (whether the paradox can occur
#'   here), `reversed` (whether the signs of `overall` and `within` differ) and `note`.
#' @section Errors: `verdict_error_groups` for a set without groups, and those of [compare_classifiers()].
#' @section When not to use: It describes the data and tests nothing: compare the groups
#'   ([compare_classifiers()] with `over = "groups"`), or standardise them ([standardise_groups()]).
#' @references Kitagawa, E. M. (1955). Components of a difference between two rates. *Journal of the American
#'   Statistical Association*, 50, 1168-1194. \doi{10.1080/01621459.1955.10501299}
#' @examples
#' half <- rep(c("first", "second"), length.out = nrow(spam_filters))
#' x <- prediction_set(truth ~ naive_bayes + tree, spam_filters, positive = "spam", by = half)
#' simpson_check(x, c("precision", "recall"))
#' @export
simpson_check <- function(x, metric = "precision", average = "none", classes = NULL, reference = NULL, ...) {
  check_dots(...)
  check_given(x, "a set with groups, see {.arg by} in {.fn prediction_set}.", "set")
  if (!inherits(x, "prediction_set")) abort_not_a_set(x)
  check_evidence(x)
  grouped <- over_groups(x)
  request <- new_request(x, metric = metric, average = average, classes = classes, reference = reference)
  targets <- request_targets(x, request)
  # Estimates by differences do not add up.
  rows <- lapply(lapply(targets, judged_by_strata), function(target) {
    overall <- overall_of_groups(x, target)
    within <- lapply(grouped$parts(), function(part) {
      own <- set_target(part, target$metric, target$average, request$classes, request$zero_division)
      set_estimates(part, judged_by_strata(own))
    })
    slices <- lapply(seq_along(target$class), function(slice) {
      parts <- decompose_slice(x, target, slice, request$pairs, overall[, slice], within)
      data.frame(
        metric = target$metric$asked, average = target$average, class = target$class[slice],
        classifier = x$classifiers[request$pairs[1, ]], reference = x$classifiers[request$pairs[2, ]], parts
      )
    })
    do.call(rbind, slices)
  })
  new_result(do.call(rbind, rows), "simpson_check", by = x$groups$by, metrics = used_metrics(targets))
}

#' @rawNamespace S3method(print, simpson_check, print_listing)
#' @export
listing.simpson_check <- function(x, at = seq_len(nrow(x))) {
  shown <- as_plain(x)[at, ]
  known <- attr(x, "metrics")
  pairs <- label_pair(as_plain(x), table_label)
  numbers <- lapply(shown[c("overall", "within", "mix")], fixed, places = 3)
  labels <- list(
    metric = if (varies(x$metric)) label_metric(shown$metric, known),
    class = if (varies(x$class) || varies(x$average)) label_class(table_label(shown$class), shown$average),
    comparison = if (varies(pairs)) pairs[at]
  )
  answer <- ifelse(is.na(shown$reversed), "unknown", ifelse(shown$reversed, "yes", "no"))
  about <- c(
    if (!varies(x$metric)) paste0(" in ", average_word(x$average[1]), label_metric(x$metric[1], known)),
    if (!varies(x$class) && !is.na(x$class[1])) paste0(" on ", table_label(x$class[1]))
  )
  list(
    head = c(
      paste0(
        paste(c("Difference", about), collapse = ""), " over all ", group_nouns(attr(x, "by")),
        ": what lies within them, and what their mix does", if (!varies(pairs)) paste0(" (", pairs[1], ")"), "."
      ),
      "Reversed: whether overall and within have different signs (Simpson's paradox)."
    ),
    columns = c(labels[lengths(labels) > 0], numbers, list(reversed = answer)), note = shown$note
  )
}

# Of few labels all rows together have other strata than the groups, and what is estimated of them is no mean of theirs:
# it is taken from the groups where each has a value.
overall_of_groups <- function(x, target) {
  together <- set_estimates(x, target)$estimate
  if (is.null(set_units(x)$labels_kind)) {
    return(together)
  }
  added <- set_estimates(standardise_groups(x, "observed"), target)$estimate
  replace(added, is.na(added), together[is.na(added)])
}

# `overall`: the estimates of one slice; `groups`: for each group those of all.
decompose_slice <- function(x, target, slice, pairs, overall, groups) {
  n <- length(x$classifiers)
  of_groups <- function(what) matrix(vapply(groups, function(of) as.numeric(of[[what]][, slice]), numeric(n)), n)
  value <- of_groups("estimate")
  family <- target$metric$family
  per_row <- identical(target$slice, 0L) && is_mean_over_rows(target)
  shared <- target$average == "none" && (family == "matched" || per_row)
  counted <- target$average == "none" && family %in% c("predictive", "matched") && length(groups[[1]]$trials) > 0
  weight <- if (counted) {
    trials <- of_groups("trials")
    trials / rowSums(trials)
  } else {
    matrix(rep(group_rows(x) / sum(group_rows(x)), each = n), n)
  }
  parts <- apply(pairs, 2, function(pair) {
    w <- weight[pair, , drop = FALSE]
    v <- value[pair, , drop = FALSE]
    used <- w[1, ] + w[2, ] > 0
    within <- sum(((w[1, ] + w[2, ]) / 2 * (v[1, ] - v[2, ]))[used])
    difference <- overall[pair[1]] - overall[pair[2]]
    mix <- if (counted) sum(((w[1, ] - w[2, ]) * (v[1, ] + v[2, ]) / 2)[used]) else difference - within
    c(difference, within, if (shared) 0 else mix)
  })
  reversed <- !shared & sign(parts[1, ]) * sign(parts[2, ]) < 0
  data.frame(
    overall = parts[1, ], within = parts[2, ], mix = parts[3, ], possible = !shared, reversed = reversed,
    note = if (shared) {
      "both classifiers are judged on the same rows: it cannot occur"
    } else {
      ifelse(is.na(reversed), "no value in a group", ifelse(reversed, "the mix of groups turns the sign", NA))
    }
  )
}

# Accuracy, error and costs: a loss a row.
is_mean_over_rows <- function(target) target$metric$core %in% c("accuracy", "error", "cost")
