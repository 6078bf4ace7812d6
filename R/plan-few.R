# What few rows say little of: a class with few, or with a value of 0 or 1, an error that hardly occurs, clusters of
# which a few outweigh the rest.

few_of_class <- 10

# Of Wald's tests where observations occur repeatedly. Simulated with 60 documents of ten rows: those of F at 0.001
# rejected .010 and .008 with 13 and 20 rows of the class, .004 with 30.
few_of_class_repeated <- 20

# Of a metric over all of three classes and more.
few_rows <- 20

is_accuracy <- function(target) target$metric$core %in% c("accuracy", "error") && identical(target$slice, 0L)

# (Metrics over all classes, such as kappa, weigh a class by its rows.)
rests_on_classes <- function(target) target$family == "composite" && !identical(target$slice, 0L)

weighs_all_classes <- function(target) {
  target$family == "composite" && !rests_on_classes(target) && !target$metric$core %in% c("cost", "custom")
}

# How many clusters of equal size would say as much (Kish 1965).
worth_of_clusters <- function(x) {
  if (!is_clustered(x)) {
    return(x$n_clusters)
  }
  kind <- profile_of_rows(x$profiles)
  size <- as.vector(rowsum(x$profiles$count, kind))
  worth_of_weights(size, x$profiles$multiplicity)
}

# Rows of a sample without an `id` are each a cluster.
noun_of_clusters <- function(x) if (is.null(x$sampled) || x$design$type != "holdout") "observation" else "row"

uneven_words <- function(x, worth) {
  what <- paste0(noun_of_clusters(x), "s of unequal ", if (is.null(x$sampled)) "size" else "weight")
  paste0(format_count(x$n_clusters), " ", what, ", worth ", format_count(round(worth)))
}

# Wald's p-values are too small where the robust variance is of few observations, or a few outweigh the rest (vignette
# 'How far to trust each method').
with_few_observations <- function(x, rows, at, instead = "") UseMethod("with_few_observations")

with_few_observations.default <- function(x, rows, at, instead = "") rows

# By t, with degrees of freedom as few as labelled observations, but still too small. Simulated with observations of 10
# rows that are all labelled or none, tests at 0.05 rejected .11 with 6 of these, .08 with 10, .06 with 20.
with_few_observations.labelled_set <- function(x, rows, at, instead = "") with_few_labelled(rows, at, x, "rough")

with_few_labelled <- function(rows, at, x, status) {
  if (!is_clustered(x)) {
    return(rows)
  }
  labelled <- labelled_clusters(x)
  uneven <- labelled$n >= few_clusters
  what <- paste0(
    count_of(labelled$n, "labelled observation"),
    if (uneven) paste(" of unequal size, worth", format_count(round(labelled$worth)))
  )
  with_status(rows, at & labelled$worth < few_clusters, status, list(rows = what, instead = ""))
}

with_few_observations.prediction_set <- function(x, rows, at, instead = "") {
  if (!is_clustered(x)) {
    return(rows)
  }
  about <- list(n = format_count(x$n_clusters), instead = instead)
  rows <- with_status(rows, at & x$n_clusters < few_clusters, "few_observations", about)
  worth <- worth_of_clusters(x)
  # Simulated with clusters of three rows: joint tests of 4 degrees of freedom at .05 rejected .10 where these were
  # worth 83, .08 with 118 and .06 with 232; pairs .05 to .08 with 50 to 118.
  weighted <- !is.null(x$sampled) && round(worth) < x$n_clusters
  each <- if (weighted) pmax(1, rows[["df"]] %||% 1, na.rm = TRUE) else 1
  with_status(rows, at & worth < few_clusters * each, "rough", list(rows = uneven_words(x, worth), instead = instead))
}

# Of several groups, where the one with fewest has fewer than `fewest`; `noun`: of what, `of`: which.
with_smallest_group <- function(rows, at, size, label, fewest, noun, status, of = "") {
  least <- which.min(size)
  about <- list(rows = paste0(count_of(size[least], noun), of, " in group ", quote_label(label[least])), instead = "")
  with_status(rows, at & size[least] < fewest, status, about)
}

# Of each class the rows; where a row has a weight of its own that is no number of them. (Equal weights are 1.)
class_sizes <- function(x) {
  truth <- x$patterns[, 1]
  if (is.null(x$sampled) || is.null(x$profiles)) {
    return(sums_at(x$count, truth, length(x$classes)))
  }
  kind <- profile_of_rows(x$profiles)
  sums_at(as.double(x$profiles$multiplicity[kind]), truth[x$profiles$pattern], length(x$classes))
}

# The classes on whose rows a metric depends: of one over all classes, such as kappa, each of two; of shares of all rows
# none, of whatever set.
weighed_classes <- function(x, target) {
  metric <- target$metric
  of_all <- metric$of %in% "all" || target$average %in% c("micro", "weighted")
  if (metric$family == "matched" && of_all) {
    NULL
  } else if (rests_on_classes(target)) {
    target$slice
  } else if (length(x$classes) == 2 && weighs_all_classes(target)) {
    1:2
  }
}

# Of a metric by class, the rows of the class and of the rest; of an average the smallest class that has part in it.
with_few_of_class <- function(rows, at, x, target, status, about = list(), size = class_sizes(x),
                              fewest = few_of_class) {
  names(size) <- x$classes
  classes <- weighed_classes(x, target)
  if (is.null(classes)) {
    few <- weighs_all_classes(target) && sum(size) < few_rows
    return(with_status(rows, at & few, status, c(list(rows = count_of(sum(size), "row")), about)))
  }
  part <- size[classes]
  least <- part[which.min(ifelse(part > 0, part, NA))]
  own <- unname(in_label_order(size, rows$class))
  rest <- sum(size) - own
  # A share is of one of the two.
  of_one <- target$metric$family == "matched"
  by_class <- if (!of_one) pmin(own, rest) else if (target$metric$of == "negative") rest else own
  few <- ifelse(is.na(rows$class), least, by_class)
  who <- ifelse(is.na(rows$class), names(least), rows$class)
  of <- ifelse(is.na(rows$class) | by_class == own, "of ", "outside ")
  about$rows <- paste0(format_count(few), ifelse(few == 1, " row ", " rows "), of, say_label(who), about$worth)
  with_status(rows, at & few > 0 & few < fewest, status, about)
}

# Of joint tests: the rows of a class may be few, or its values of 0 and 1 without a variance.
with_few_in_joint <- function(rows, x, target, values = function() values_of_parts(x, target)) {
  if (!is.null(x$labelling)) {
    return(rows)
  }
  rows$class <- if (rests_on_classes(target)) target$class else NA_character_
  tested <- !is.na(rows$log.p.value)
  scored <- rests_on_classes(target) && isTRUE(target$scored)
  status <- if (scored) "few_in_joint" else "few_of_class"
  fewest <- if (is_clustered(x)) few_of_class_repeated else few_of_class
  rows <- with_few_of_class(rows, tested, x, target, status, list(instead = ""), fewest = fewest)
  if (!is_clustered(x)) {
    flat <- flat_class(values(), target)
    holds <- scored || target$family != "composite"
    tests <- if (target$family == "matched") "McNemar's tests" else "the score tests"
    about <- list(class = say_label(flat), instead = "", tests = tests)
    rows <- with_status(rows, tested & !is.na(flat), if (holds) "flat_in_joint" else "flat_of_class", about)
    rows <- with_few_for_df(rows, tested, x, target, status)
  }
  rows[names(rows) != "class"]
}

# Simulated with 3, 5 and 8 equal classifiers: kappa and F measures rejected at 0.05 in .07 to .16 below 35 rows a
# degree of freedom, in .05 to .07 from 60 on; F measures of five classes together in .18 with 6.
with_few_for_df <- function(rows, at, x, target, status = "few_of_class", df = rows[["df"]]) {
  if (is.null(x$patterns) || !is.null(x$labelling) || is_clustered(x)) {
    return(rows)
  }
  n <- sum(class_sizes(x))
  several <- target$family == "composite" & !is_accuracy(target) & at & (df > 1) %in% TRUE
  with_status(rows, several & n < few_clusters * df, status, list(rows = count_of(n, "row"), instead = ""))
}

with_few_errors_in_joint <- function(rows, x, target, vcov) {
  if (!is.null(x$labelling) || is.null(error_weights(x, target))) {
    return(rows)
  }
  pairs <- comparison_pairs(x$classifiers, NULL)
  spread <- as.vector(apply(vcov, 3, contrast_variances, pairs))
  each <- data.frame(
    classifier = x$classifiers[pairs[1, ]], reference = x$classifiers[pairs[2, ]], measure = "difference",
    std.error = sqrt(pmax(0, spread)), note = NA_character_, status = NA_character_
  )
  each <- with_few_errors(each, !is.na(spread), x, target, "rough", list(instead = ""))
  with_first_of_pairs(rows, each, rep(seq_along(rows$log.p.value), each = ncol(pairs)))
}

# What is said of the first pair, in each slice of a joint test, of which there is something to say. `slice`: of each
# pair.
with_first_of_pairs <- function(rows, each, slice) {
  noted <- which(!is.na(each$status))
  said <- noted[match(seq_along(rows$log.p.value), slice[noted])]
  status <- without_ok(rows$status)
  free <- !is.na(said) & !is.na(rows$log.p.value) & is.na(status)
  rows$note[free] <- paste_notes(rows$note[free], each$note[said[free]])
  rows$status <- replace(status, free, each$status[said[free]])
  rows
}

# Whether a metric is made of the values of classes: of micro averages the counts are added up first.
weighs_values <- function(target) rests_on_classes(target) && target$average != "micro"

# The first class of each slice that one classifier never or always has right and another has not: a value of 0 or 1 has
# no variance by the delta method, however few rows it is of.
flat_class <- function(values, target) {
  flat <- is.na(values) | values %in% c(target$metric$lower, target$metric$upper)
  some <- colSums(flat) > 0 & apply(values, 2, function(own) length(unique(own)) > 1)
  class <- ifelse(some, colnames(values), NA_character_)
  if (target$average == "none") class else class[some][1]
}

values_by_class <- function(x, target) {
  each <- set_target(x, target$metric, "none", x$classes[target$slice], "na")
  values <- set_estimates(x, each)$estimate
  dimnames(values) <- list(x$classifiers, each$class)
  values
}

# What is not made of the values of classes has its own, each a part by itself.
values_of_parts <- function(x, target) {
  if (weighs_values(target)) {
    return(values_by_class(x, target))
  }
  values <- set_estimates(x, target)$estimate
  dimnames(values) <- list(x$classifiers, ifelse(is.na(target$class), target$metric$label, target$class))
  values
}

# Of pairs.
with_flat_class <- function(rows, at, x, target, status, about = list()) {
  if (!any(at)) {
    return(rows)
  }
  values <- values_of_parts(x, target)
  own <- if (target$average == "none") match(rows$class, target$class)
  flat <- rep(NA_character_, length(at))
  flat[at] <- vapply(which(at), function(i) {
    classes <- if (is.null(own)) seq_len(ncol(values)) else own[i]
    flat_class(values[c(rows$classifier[i], rows$reference[i]), classes, drop = FALSE], target)[1]
  }, "")
  with_status(rows, at & !is.na(flat), status, c(list(class = say_label(flat)), about))
}

# Few rows of a class (called wrongly, or on which two classifiers differ) tell little of how often such rows occur:
# where one of them weighs much, a few more would be more than all that the standard error is made of.
few_errors <- 5

outweighs <- function(count, weight, std.error) { # nolint: object_name_linter.
  (count < few_errors & weight * sqrt(few_errors) > std.error) %in% TRUE
}

with_few_errors <- function(rows, at, x, target, status, about = list()) {
  weight <- error_weights(x, target)
  if (is.null(weight)) {
    return(rows)
  }
  pairs <- "reference" %in% names(rows)
  # Of a ratio each side for itself.
  alone <- !pairs || is_relative(rows$measure[1])
  weight[class_sizes(x) == 0] <- 0
  for (i in which(at & outweighs(0, max(weight), rows$std.error))) {
    both <- c(rows$classifier[i], if (pairs) rows$reference[i])
    count <- if (alone) do.call(pmin, lapply(both, count_errors, x = x)) else count_errors(x, both)
    few <- which(outweighs(count, weight, rows$std.error[i]))
    if (length(few)) {
      first <- few[which.max(weight[few])]
      about$rows <- paste0(
        count_of(count[first], "row"), " of ", say_label(x$classes[first]),
        if (alone) " called wrongly" else " on which the two differ"
      )
      rows <- with_status(rows, seq_along(at) == i, status, about)
    }
  }
  rows
}

# By class, what one row that is called wrongly can add to an estimate: of costs, and of what stands for the rows of a
# known prevalence. NULL: each as much as any other.
error_weights <- function(x, target) {
  if (!is.null(x$sampled)) {
    NULL
  } else if (identical(target$metric$core, "cost")) {
    costs <- target$metric$option[[1]]$weight
    share <- if (is.null(x$prevalence)) 1 / sum(x$count) else x$prevalence / class_sizes(x)
    (apply(costs, 1, max) - apply(costs, 1, min)) * share
  } else if (target$family == "composite" && depends_on_prevalence(x, target$metric)) {
    ifelse(x$prevalence == max(x$prevalence), Inf, 0)
  }
}

# By class, the rows that a classifier calls otherwise, or that two call by different names.
count_errors <- function(x, who) {
  truth <- x$patterns[, 1]
  called <- x$patterns[, match(who, x$classifiers) + 1, drop = FALSE]
  other <- if (length(who) == 1) truth else called[, 2]
  sums_at(x$count * (called[, 1] != other), truth, length(x$classes))
}

depends_on_prevalence <- function(x, metric) {
  !is.null(x$prevalence) && metric_varies_with_prevalence(metric, length(x$classes))
}

# Shares of the rows of one class, or of the others if there are no more than two, are what they are at any prevalence.
metric_varies_with_prevalence <- function(metric, n_classes) {
  rates <- n_classes == 2 && (metric$of %in% "negative" || metric$metric %in% of_rates)
  !(metric$family == "matched" && metric$of %in% "positive" || rates)
}

of_rates <- c("lr_plus", "lr_minus", "dor", "bal_accuracy", "j_index", "sedi", "roc_dist")

# Why a value says little of its error, of each quantity: what is 0 by decree, or a limit, does not vary with the rows,
# and such intervals miss far more often than they say.
fixed_values <- function(x, target) {
  if (isTRUE(target$metric$limits)) at_limit(x, target) else taken_as_zero(x, target)
}

# Of averages, a class that is taken as 0.
taken_as_zero <- function(x, target) {
  if (target$zero_division != "zero" || target$average == "none") {
    return(rep(NA_character_, length(x$classifiers) * length(target$class)))
  }
  target$zero_division <- "na"
  estimates <- set_estimates(x, target)
  as.vector(ifelse(estimates$status == "undefined_class", paste0(estimates$note, ", taken as 0"), NA))
}

# Of averages, the first class of which the value is a limit.
at_limit <- function(x, target) {
  metric <- target$metric
  whole <- !weighs_values(target) || target$average == "none"
  values <- if (whole) set_estimates(x, target)$estimate else values_by_class(x, target)
  words <- paste0(
    metric$label, " of ", rep(x$classifiers, length.out = length(values)), " is ", values,
    if (!whole) paste(" for class", rep(colnames(values), each = nrow(values))), ", a limit"
  )
  limit <- matrix(ifelse(values %in% c(metric$lower, metric$upper), words, NA), length(x$classifiers))
  if (whole) as.vector(limit) else unname(first_fixed(t(limit)))
}

fixed_of_pairs <- function(x, target, pairs) {
  fixed <- fixed_values(x, target)
  positions <- pair_positions(length(target$class), x$classifiers, pairs)
  first_known(fixed[positions[1, ]], fixed[positions[2, ]])
}

fixed_by_classifier <- function(x, target) matrix(fixed_values(x, target), length(x$classifiers))

# Of each slice, whichever classifier has one.
first_fixed <- function(reasons) apply(reasons, 2, function(one) one[!is.na(one)][1])
