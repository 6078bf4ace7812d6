# The contract between evidence and verbs. A set class (a kind of evidence) answers these
# generics, and no verb, table, plot or sentence looks inside a set. What can be said of any
# evidence is said once, for the class "evidence" that all sets have beside their own
# (evidence-default.R): a kind needs no more than `classifiers`, `metrics` (rows as estimate_metrics() makes them),
# `n` and `unit` in its list, and set_influence(); or set_units() and set_metrics(), if it knows better.
#
# A target is what is estimated: one metric, over some slices along an axis (classes, an average, thresholds, groups),
# of all classifiers. A plan is a target with the test and the interval that compare two
# classifiers in it.

# Whether a set is as it was made: sets are lists, and lists get edited. A verb asks it of what it is given, before
# anything else and once; the other answers, and C, take it for granted.
check_evidence <- function(x) UseMethod("check_evidence")

# What new_units() gives.
set_units <- function(x) UseMethod("set_units")

# What the units are called and how many there are, the classifiers, the classes, the design;
# exchangeable: classifiers can change places within a unit; allows_few: the tests are made for few units; small: the
# variance is in its form for few clusters;
# by_class = FALSE: there are no slices to test jointly; one_sided: tests that have one side only; positive:
# the class that a question is about; events: how many rows are of it, in words; values: a sentence on what values are
# of, where that is not the rows as they are; estimated: how they come about, a row of registry_estimates; partly:
# what only a part of the units has and precision grows with as well, list(each: how much of it a unit, words);
# drops_folds: labels with sampling weights are in no folds; unscored: which samples lack a score, in words;
# repeated: whose repetitions differ by more than samples do.
new_units <- function(classifiers, n, unit = "unit", ..., row = unit, n_rows = n, n_clusters = n, n_omitted = 0,
                      clustered = FALSE, classes = character(), prevalence = NULL,
                      design = new_design(), exchangeable = FALSE) {
  list(
    row = row, unit = unit, n_rows = n_rows, n = n, n_clusters = n_clusters, n_omitted = n_omitted,
    clustered = clustered, classes = classes, classifiers = classifiers, prevalence = prevalence,
    design = design, exchangeable = exchangeable, ...
  )
}

# "15% of them ill": on the share of events depends much that is said of them.
events_words <- function(share, event) paste0(percent_of(share), " of them ", say_label(event))

# Rows of a metric table: metric, label, family, overall, lower, upper, better. Of no metric in particular, all that a
# verdict is about, with the columns `headline`, of what stands first in it, and `usual`, of what a comparison takes.
set_metrics <- function(x, metric) UseMethod("set_metrics")

# list(metric, average, zero_division, class, family), and what the set needs to find it; `axis`, of what the slices are
# that `class` has the labels of, if not of classes. set_targets() adds `over`.
set_target <- function(x, metric, average, classes, zero_division) UseMethod("set_target")

new_target <- function(metric, zero_division, class = NA_character_, ..., average = "none", family = "composite") {
  list(class = class, average = average, metric = metric, zero_division = zero_division, family = family, ...)
}

set_targets <- function(x, metrics, average, classes, zero_division) {
  lapply(seq_len(nrow(metrics)), function(i) {
    target <- set_target(x, rows_at(metrics, i), average, classes, zero_division)
    target$over <- chosen_classes(target, classes, set_units(x))
    target
  })
}

# Of which classes a target is, in words, where these are not all, nor that which a question is about, and its rows do
# not name them: "over 2 of 6 classes (ash and elm)"; in groups "on ash".
chosen_classes <- function(target, classes, units) {
  if (!are_some(classes, units$classes)) {
    NULL
  } else if (target$average != "none") {
    over_some(classes, units$classes)
  } else if (identical(target$axis, "group") && !identical(classes, units$positive)) {
    paste("on", and_list(say_label(classes), max_named))
  }
}

are_some <- function(classes, all) !is.null(classes) && !setequal(classes, all)

over_some <- function(classes, all) {
  paste0("over ", length(classes), " of ", length(all), " classes (", and_list(say_label(classes), max_named), ")")
}

# As they are asked for.
asked_targets <- function(x, metrics, average, classes, zero_division) {
  average <- check_choice(average, "average", averages)
  zero_division <- check_choice(zero_division, "zero_division", zero_divisions)
  set_targets(x, metrics, average, check_classes(classes, set_units(x)), zero_division)
}

# Of one target: estimate (classifiers x slices), vcov (classifiers x classifiers x slices),
# note (why an estimate is NA, like estimate), df (a function of a slice and contrasts of the classifiers; NULL: a
# normal distribution); alike (a function of a slice and classifiers: the status that says that these are the same
# there, by what they are and not by these figures; NA: they are not; NULL: it is not known); successes and trials if it
# is a proportion.
set_estimates <- function(x, target) UseMethod("set_estimates")

# The influence of the units on the quantities of some targets, classifiers fastest, then slices, then targets: what
# new_influence() gives. How estimates vary follows from it (set-influence.R).
set_influence <- function(x, targets) UseMethod("set_influence")

# Each classifier by itself in a target: rows of an assessment, with the attribute `units` if these are others than the
# set's: folds, not rows. `rule` has the interval, or the plans (`alike`) that it is to go with; `required` what is
# tested, if anything.
set_assessment <- function(x, target, rule, level, required = NULL) UseMethod("set_assessment")

# How two classifiers are compared in a target: a plan, see plan.R.
set_plan <- function(x, target, request) UseMethod("set_plan")

# One test of all classifiers in each slice of a target.
set_omnibus <- function(x, target, request) UseMethod("set_omnibus")

# Statistics of the rows of all plans when two classifiers change places within units: list(z, exact, log_exact, draw,
# most), the observed ones, their exact p-values (NA: too many exchanges to enumerate) with logarithms, a function that
# gives n replicates (rows x n), and how many may be drawn at a time.
set_exchanges <- function(x, plans, pairs, R) UseMethod("set_exchanges") # nolint: object_name_linter.

# What a verb takes where no metric is asked for: what a comparison does, or else what stands first in a verdict.
usual_metrics <- function(x) {
  known <- set_metrics(x, NULL)
  known$asked[known$usual]
}

# The metrics of a verdict: those with `headline` stand first in it, also where others are asked for.
set_verdict <- function(x, metric) UseMethod("set_verdict")

headline_metrics <- function(x) {
  known <- set_metrics(x, NULL)
  known$asked[if (any(known$headline)) known$headline else TRUE]
}

# -- what holds for any evidence ------------------------------------------------------

# Degrees of freedom of contrasts (columns of weights) of the classifiers in a slice: see set_estimates().
contrast_df <- function(estimates, slice, contrasts) {
  if (is.null(estimates$df)) rep(Inf, ncol(contrasts)) else estimates$df(slice, contrasts)
}

# Of all pairs in all slices, slices slowest, on the linear scale of a measure; NULL where all are normal.
pairs_df <- function(estimates, pairs, measure) {
  if (is.null(estimates$df)) {
    return(NULL)
  }
  slope <- on_scale(estimates$estimate, measure)$slope
  weights <- pair_weights(nrow(slope), pairs)
  df <- unlist(lapply(seq_len(ncol(slope)), function(slice) estimates$df(slice, weights * slope[, slice])))
  if (all(df %in% Inf)) NULL else df
}

# In each slice the smallest of those of all pairs of some classifiers: what a joint test of them counts on.
joint_df <- function(found, measure, who = seq_len(nrow(found$estimate))) {
  pairs <- matrix(who[comparison_pairs(who, NULL)], nrow = 2)
  df <- pairs_df(found, pairs, measure) %||% rep(Inf, ncol(pairs) * ncol(found$estimate))
  apply(matrix(df, nrow = ncol(pairs)), 2, min, Inf, na.rm = TRUE)
}

# Of each estimate by itself.
alone_df <- function(estimates) {
  if (is.null(estimates$df)) {
    return(Inf)
  }
  n <- nrow(estimates$estimate)
  unlist(lapply(seq_len(ncol(estimates$estimate)), function(slice) estimates$df(slice, diag(n))))
}

# The status of each pair in each slice, slices slowest, that is of the same things: those are asked whose estimates are
# equal, and whose difference hardly varies.
alike_pairs <- function(estimates, pairs) {
  at <- cbind(rep(pairs[1, ], ncol(estimates$estimate)), rep(pairs[2, ], ncol(estimates$estimate)))
  slice <- rep(seq_len(ncol(estimates$estimate)), each = ncol(pairs))
  V <- function(i, j) estimates$vcov[cbind(at[, i], at[, j], slice)]
  first <- estimates$estimate[cbind(at[, 1], slice)]
  size <- V(1, 1) + V(2, 2)
  second <- estimates$estimate[cbind(at[, 2], slice)]
  near <- abs(first - second) <= 1e-9 * abs(first) & size - 2 * V(1, 2) <= 1e-9 * size
  status <- rep(NA_character_, length(slice))
  for (i in which(near & !is.null(estimates$alike))) status[i] <- estimates$alike(slice[i], at[i, ])
  status
}

# Of equal estimates whose differences do not vary.
alike_status <- function(estimates, slice, who) first_known(known_alike(estimates, slice, who), "equal_estimates")

# What the evidence says of it.
known_alike <- function(estimates, slice, who) {
  if (is.null(estimates$alike)) NA_character_ else estimates$alike(slice, who)
}

# The same within one target of n slices, for all pairs.
pair_positions <- function(n, classifiers, pairs) {
  offset <- rep((seq_len(n) - 1L) * length(classifiers), each = ncol(pairs))
  pairs[, rep(seq_len(ncol(pairs)), n), drop = FALSE] + rep(offset, each = 2)
}

# Columns: classifier, reference; of one classifier none. All pairs take the one listed first as reference.
comparison_pairs <- function(classifiers, reference) {
  if (is.null(reference)) {
    n <- length(classifiers)
    later <- rev(seq_len(n - 1))
    return(rbind(sequence(later, seq_len(n)[-1]), rep(seq_len(n - 1), later)))
  }
  against <- match(reference, classifiers)
  rbind(seq_along(classifiers)[-against], against, deparse.level = 0)
}
