#' The population of interest: groups with other shares
#'
#' Who is better where groups have the shares that they have in practice, or equal ones, not those of the data? Takes a
#' set that was made with `by` and gives one whose groups weigh what they should; all verbs work on it. What is asked of
#' the groups themselves (`over = "groups"`, [where_better()]) is answered by the set before, whatever the shares.
#'
#' Every metric is that of the counts in which group g has the share `shares[g]` of all rows. The variance is that of
#' the rows within groups (with ids of observations): shares are taken as known. Differences of accuracy, recall and
#' specificity (and of the errors they leave) of rows that are counted once each have intervals that combine Tango's of
#' the groups (MOVER, Zou and Donner 2008), which hold in small groups, and p-values, also those of a margin, that go
#' with them; all else is compared by Wald's test, with a note where a class has few rows. Scores are averaged:
#' `"equal"` is each task once, `"observed"` each item once.
#'
#' It is not the mean of the groups' precisions (F measures, kappas), which is another question: where
#' [compare_classifiers()] with `over = "groups"` and this disagree in sign, [simpson_check()] says why. Groups are not
#' weighted by the inverse of their variances: such weights follow the estimates, and a group without a row on which
#' only one is right would have all of it.
#'
#' Abilities of battles are fitted to the battles with these shares; their variance is a sum over groups, with
#' Satterthwaite's degrees of freedom. Of estimates from elsewhere the counts are not known: theirs are means over the
#' groups.
#'
#' Where few rows are labelled (`labelling`), all metrics are two-phase estimates from these counts, compared by t.
#'
#' @param x A [prediction_set()], [score_set()], [probability_set()], [battle_set()] or [estimate_set()] with `by`.
#' @param shares Shares of the groups by their names, which add up to 1: `c(north = 0.7, south = 0.3)`; of groups by
#'   several columns the names are as printed, `"north, female"`. Or `"equal"`, or `"observed"`: those of the data.
#' @param ... Not used.
#' @return A set of class `standardised_set` for all verbs, a list with `set`, `shares` and the `label` of the groups.
#'   Metrics are `NA`, with a note that names the group, where a group with a share has no rows.
#' @section Errors:
#' `verdict_error_groups` for a set without groups; `verdict_error_shares` for shares that are no numbers of 0 and
#' more, do not add up to 1, or do not say which group they are of; `verdict_error_metric` for metrics of probabilities
#' that are no means over rows, such as the AUC.
#' @section How well the intervals hold:
#' Simulated (`bench/calibration/groups.R`, two classifiers, groups of 20 to 500 rows): the 95% intervals of the
#' difference of accuracies covered the truth in
#' `r ledger_range(topic = "groups", kind = "coverage", method = "standardise_groups()")` of the data sets.
#' @section When not to use:
#' If the shares are themselves estimated from few rows, the interval is too short. If the population differs in more
#' than its groups' shares, no weighting helps.
#' @references Zou, G. Y. and Donner, A. (2008). Construction of confidence limits about effect measures: a general
#'   approach. *Statistics in Medicine*, 27, 1693-1702. \doi{10.1002/sim.3095}
#' @seealso [group_questions]; [update_prevalence()] for other shares of the classes.
#' @examples
#' part <- rep(c("north", "south"), length.out = nrow(satellite))
#' x <- prediction_set(truth ~ svm + tree, satellite, by = part)
#' compare_classifiers(standardise_groups(x, c(north = 0.8, south = 0.2)), "accuracy")
#' @export
standardise_groups <- function(x, shares = "equal", ...) {
  check_dots(...)
  check_given(x, "a set with groups, see {.arg by} in {.fn prediction_set}.", "set")
  check_evidence(x)
  check_has_groups(x)
  if (!is.null(x$prevalence) || !is.null(x$sampled)) {
    abort_verdict(c(
      "Groups of rows that have weights already, of sampling or of a prevalence, cannot be standardised.",
      i = "Count the rows as they are."
    ), "groups")
  }
  shares <- match_shares(shares, x)
  label <- x$groups$label
  set <- c(
    list(set = x, shares = shares, label = label), placed_shares(shares, label),
    list(classifiers = set_units(x)$classifiers)
  )
  if (inherits(x, "labelled_set")) {
    set$labels <- reweighted_labels(x, set$factor)
    set$question <- x$question
    set$weighted <- set$labels$set
    return(structure(set, class = c("standardised_labels", "standardised_set", "evidence")))
  }
  set$weighted <- if (inherits(x, "prediction_set")) reweighted_set(x, set$factor) else x
  structure(set, class = c("standardised_set", "evidence"))
}

# Of each group of the set its share; groups with a share that it does not have.
placed_shares <- function(shares, label) {
  list(factor = unname(in_label_order(shares, label)), absent = setdiff(names(shares)[shares > 0], label))
}

# Named shares, of all groups of the set and of any other that was named.
match_shares <- function(shares, x) {
  label <- x$groups$label
  if (is.character(shares)) {
    shares <- check_choice(shares, "shares", c("equal", "observed"))
    n <- group_rows(x)
    if (shares == "observed" && anyNA(n)) {
      abort_verdict(c(
        "The shares of the groups are not known.", i = "Give {.arg n} by group to {.fn estimate_set}, or the shares."
      ), "shares")
    }
    if (shares == "equal") n[] <- 1
    return(rlang::set_names(n / sum(n), label))
  }
  if (!are_amounts(shares) || length(shares) == 0) {
    abort_verdict(c(
      "{.arg shares} must be numbers of 0 and more, named by group, or {.val equal} or {.val observed}."
    ), "shares")
  }
  shares <- rlang::set_names(as.double(shares), as_utf8(names(shares) %||% rep("", length(shares))))
  if ("" %in% setdiff(names(shares), label) || anyDuplicated(names(shares))) {
    abort_verdict(c(
      "Each of the {.arg shares} needs the name of its group, once.", i = "The groups are {.val {label}}."
    ), "shares")
  }
  lost <- setdiff(label, names(shares))
  if (length(lost)) {
    abort_verdict(c(
      "{.arg shares} must name every group: {.val {lost}} {?has/have} none.", i = "A share can be 0."
    ), "shares")
  }
  if (abs(sum(shares) - 1) > 1e-8) {
    abort_verdict("{.arg shares} must sum to 1; they sum to {format(sum(shares))}.", "shares")
  }
  shares / sum(shares)
}

# The counts in which the groups have these shares of all rows that are of a group; patterns as before.
reweighted_set <- function(x, shares) {
  with_counts(x, sums_at(reweighted_rows(x, shares), x$groups$pattern, length(x$count)))
}

# Of each different row within a group.
reweighted_rows <- function(x, shares) {
  groups <- x$groups
  factor <- share_factors(shares, group_rows(x))
  known <- !is.na(groups$group)
  ifelse(known, groups$count * factor[ifelse(known, groups$group, 1L)], 0)
}

share_factors <- function(shares, size) shares * sum(size) / size

# Every prediction with every truth, as in whole_set(), in which the groups have these shares: the set, the factor of
# the counts of each group, its own set and where its cells are.
reweighted_labels <- function(x, shares) {
  parts <- group_sets(x)
  found <- reweighted_cells(parts, shares)
  merged <- recount_patterns(found$patterns, rep(1, nrow(found$patterns)), length(x$classes))
  count <- as.vector(rowsum(unlist(found$counts), merged$map))
  set <- new_prediction_set(
    x$classes, c(x$truth, x$classifiers), merged$patterns, count, NULL, x$n_rows, sum(count), x$n_omitted, character()
  )
  set["positive"] <- list(x$positive)
  cells <- split(merged$map, rep(seq_along(parts), lengths(found$counts)))
  list(set = set, factor = found$factor, parts = parts, cells = unname(cells))
}

# Of each group every prediction with every truth: its patterns, below those of the groups before, and its counts.
reweighted_cells <- function(parts, shares) {
  whole <- lapply(parts, function(part) part$whole$set)
  factor <- share_factors(shares, vapply(whole, function(one) sum(one$count), 0))
  list(
    factor = factor, patterns = unname(do.call(rbind, lapply(whole, `[[`, "patterns"))),
    counts = Map(function(one, times) one$count * times, whole, factor)
  )
}

#' @export
print.standardised_set <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  check_evidence(x)
  print(x$set, width = width)
  writeLines(wrap_text(paste("Standardised to", shares_words(x$shares, 12)), check_width(width)))
  invisible(x)
}

# The first so many, or all.
shares_words <- function(shares, most) {
  if (is.infinite(most) && length(shares) > 12 && !varies(shares)) {
    return(paste0("equal shares of all ", count_of(length(shares), "group"), "."))
  }
  said <- utils::head(name_shares(say_label(names(shares)), shares), most)
  more <- length(shares) - length(said)
  paste0("the shares ", and_list(c(said, if (more > 0) count_of(more, "more group"))), ".")
}

keep_classifiers.standardised_set <- function(x, at) standardise_groups(x$set[at], x$shares)

# -- whether it is as it was made -------------------------------------------------------

are_group_shares <- function(shares, label) {
  are_amounts(shares) && are_distinct(names(shares)) && are_same_amounts(sum(shares), 1) &&
    all(label %in% names(shares))
}

# Whether the counts are those of the set with its shares.
has_shares <- function(x) {
  if (inherits(x$set, "labelled_set")) {
    return(has_label_shares(x$labels, x))
  }
  if (!inherits(x$set, "prediction_set")) {
    return(identical(x$weighted, x$set))
  }
  same <- c("classes", "classifiers", "truth", "patterns", "positive")
  identical(unclass(x$weighted)[same], unclass(x$set)[same]) &&
    add_up(list(pattern = x$set$groups$pattern, count = reweighted_rows(x$set, x$factor)), x$weighted)
}

has_label_shares <- function(labels, x) {
  fine <- all_hold(
    is.list(labels), is.list(labels$parts), length(labels$parts) == length(x$label),
    all(vapply(labels$parts, inherits, NA, "labelled_set")), is.list(labels$cells)
  )
  if (!fine) {
    return(FALSE)
  }
  for (part in labels$parts) check_evidence(part)
  found <- reweighted_cells(labels$parts, x$factor)
  cell <- unlist(labels$cells)
  all_hold(
    identical(labels$set, x$weighted), identical(x$question, x$set$question),
    are_same_amounts(vapply(labels$parts, `[[`, 0, "n"), group_rows(x$set)),
    are_same_amounts(labels$factor, found$factor),
    identical(unname(lengths(labels$cells)), unname(lengths(found$counts))),
    add_up(list(pattern = cell, count = unlist(found$counts)), x$weighted),
    identical(found$patterns, unname(x$weighted$patterns)[cell, , drop = FALSE])
  )
}
