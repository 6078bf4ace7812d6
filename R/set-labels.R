# Sets of which few rows are labelled: their strata, what a label stands for, some of their classifiers, and words.

# -- the set --------------------------------------------------------------------------

# Of all its rows the truth is known, and the question is the population: then it is an ordinary set.
new_labelled_set <- function(set, labelling, question = "population", smoothing = 1) {
  set$labelling <- labelling
  set$question <- question
  set$smoothing <- smoothing
  class(set) <- c("labelled_set", "prediction_set", "evidence")
  set$labelling$strata <- label_strata(set)
  set$whole <- whole_set(set)
  set
}

is_labelled <- function(x) !is.na(x$patterns[, 1])

labelling_questions <- c("population", "rows")

has_judge <- function(x) isTRUE(x$labelling$judge)

# With a truth for every row, and a question about the population, it is a set like others.
resolve_labelled <- function(x) {
  if (!inherits(x, "labelled_set") || x$question != "population" || x$labelling$kind == "probability" ||
        !all(is_labelled(x))) {
    return(x)
  }
  x <- with_merged(x, recount_patterns(unname(x$patterns), x$count, length(x$classes)))
  x[c("labelling", "question", "smoothing", "whole")] <- NULL
  class(x) <- c("prediction_set", "evidence")
  x
}

# Whether each pattern's labels are drawn within strata.
has_strata <- function(x) x$labelling$kind %in% c("random", "by_pattern")

# Of each pattern what is predicted, and what else tells strata apart.
stratum_codes <- function(x, extra) do.call(cbind, c(list(x$patterns[, -1, drop = FALSE]), lapply(extra, as.integer)))

label_strata <- function(x) {
  if (!has_strata(x)) {
    return(NULL)
  }
  known <- is_labelled(x)
  key <- stratum_codes(x, x$labelling$extra)
  base <- order_rows(key)
  n_rows <- as.vector(rowsum(x$count, base))
  n_labels <- as.vector(rowsum(x$count * known, base))
  first <- match(seq_along(n_rows), base)
  agree <- rowSums(key[first, seq_along(x$classifiers), drop = FALSE] != key[first, 1]) == 0
  merged <- if (x$labelling$kind == "random") merge_strata(n_labels, agree) else seq_along(n_rows)
  list(
    base = base, of = merged[base], n_rows = as.vector(rowsum(n_rows, merged)),
    n_labels = as.vector(rowsum(n_labels, merged)), first = first, merged = merged
  )
}

# The number of each row among the different rows, in their order.
order_rows <- function(key) {
  at <- do.call(order, c(lapply(seq_len(ncol(key)), function(j) key[, j]), method = "radix"))
  sorted <- key[at, , drop = FALSE]
  new <- c(TRUE, rowSums(sorted[-1, , drop = FALSE] != sorted[-nrow(sorted), , drop = FALSE]) > 0)
  out <- integer(nrow(key))
  out[at] <- cumsum(new)
  out
}

# Strata with fewer labels than these are merged.
enough_labels <- 5

# Of each stratum the number of the merged one: all with the fewest labels come together, and where that is one it joins
# all with the next fewest of its kind (all classifiers agree, or not), or else of any. It looks at nothing but the
# numbers of labels, and so not at the order of classifiers and classes.
merge_strata <- function(n_labels, agree) {
  into <- seq_along(n_labels)
  fewest <- function(at) at[n_labels[at] == min(n_labels[at])]
  repeat {
    strata <- unique(into)
    least <- fewest(strata)
    least <- least[agree[least] == any(agree[least])]
    if (n_labels[least[1]] >= enough_labels || length(strata) == 1) break
    if (length(least) == 1) {
      others <- setdiff(strata, least)
      alike <- others[agree[others] == agree[least]]
      least <- c(least, fewest(if (length(alike)) alike else others))
    }
    into[into %in% least] <- least[1]
    n_labels[least[1]] <- sum(n_labels[least])
    agree[least[1]] <- all(agree[least])
  }
  match(into, unique(into))
}

# What each labelled row stands for.
label_weights <- function(x) {
  if (!is.null(x$labelling$extra$probability)) {
    return(1 / x$labelling$extra$probability)
  }
  strata <- x$labelling$strata
  if (is.null(strata)) rep(1, nrow(x$patterns)) else (strata$n_rows / pmax(strata$n_labels, 1))[strata$of]
}

# How many clusters have labels, and how many with as many labels each would say as much.
labelled_clusters <- function(x) {
  kind <- profile_of_rows(x$profiles)
  # Labels with probabilities of their own count as what they stand for.
  weight <- is_labelled(x) * (if (is.null(x$labelling$extra$probability)) 1 else label_weights(x))
  labels <- as.vector(rowsum(x$profiles$count * weight[x$profiles$pattern], kind))
  list(
    n = sum(x$profiles$multiplicity[labels > 0]), worth = worth_of_weights(labels, as.double(x$profiles$multiplicity))
  )
}

# Clusters of each set; of few labels those that have some, where labels are needed.
clusters_of_sets <- function(sets, labels = TRUE) {
  vapply(sets, function(set) {
    few <- labels && inherits(set, "labelled_set")
    as.double(if (few) labelled_clusters(set)$n else set_units(set)$n_clusters)
  }, 0)
}

# Every prediction with every truth, the truth slowest. A stratum without labels counts as what pseudo labels may be.
# `of`: of each pattern, which of the different predictions it has.
whole_set <- function(x, of = order_rows(x$patterns[, -1, drop = FALSE])) {
  predicted <- x$patterns[, -1, drop = FALSE]
  different <- predicted[match(seq_len(max(of)), of), , drop = FALSE]
  n <- nrow(different)
  n_classes <- length(x$classes)
  known <- is_labelled(x)
  cell <- (x$patterns[, 1] - 1L) * n + of
  weight <- sums_at((x$count * label_weights(x))[known], cell[known], n * n_classes)
  prior <- pseudo_labels(different, n_classes)
  strata <- x$labelling$strata
  bare <- if (!is.null(strata)) strata$n_labels[strata$of] == 0 else rep(!any(known), length(of))
  weight <- weight + as.vector(prior * sums_at(x$count[bare], of[bare], n))
  patterns <- cbind(rep(seq_len(n_classes), each = n), different[rep(seq_len(n), n_classes), , drop = FALSE])
  names <- c(x$truth, x$classifiers)
  set <- new_prediction_set(x$classes, names, unname(patterns), weight, NULL, x$n_rows, x$n, x$n_omitted, character())
  set$n <- sum(weight)
  set["positive"] <- list(x$positive)
  list(set = set, of = of, cell = cell, prior = prior)
}

# Shares of labels (columns) of a pseudo label where this is predicted (rows): half evenly on what is predicted, half
# evenly on the others.
pseudo_labels <- function(predicted, n_classes) {
  is_predicted <- matrix(FALSE, nrow(predicted), n_classes)
  for (j in seq_len(ncol(predicted))) is_predicted[cbind(seq_len(nrow(predicted)), predicted[, j])] <- TRUE
  n <- rowSums(is_predicted)
  others <- n_classes - n
  ifelse(is_predicted, ifelse(others == 0, 1, 0.5) / n, 0.5 / pmax(others, 1))
}

check_smoothing <- function(smoothing) check_number(smoothing, "smoothing", 0, 1e9, closed = TRUE)

# The same labels, another question.
with_question <- function(x, question = NULL, smoothing = NULL) {
  if (!is.null(question)) x$question <- check_choice(question, "question", labelling_questions)
  if (!is.null(smoothing)) {
    check_smoothing(smoothing)
    x$smoothing <- smoothing
  }
  x
}

# -- parts of the rows ------------------------------------------------------------------

# The rows of each group, with strata of their own.
group_sets.labelled_set <- function(x) {
  bare <- x
  class(bare) <- c("prediction_set", "evidence")
  pattern <- x$groups$pattern
  Map(function(one, at) {
    labelling <- x$labelling
    labelling$extra <- renumbered(labelling$extra[pattern[at], , drop = FALSE])
    labelling["rows"] <- list(NULL)
    new_labelled_set(one, labelling, x$question, x$smoothing)
  }, group_sets(bare), group_members(x))
}

# Further columns of sets that are put together.
join_stratum_columns <- function(sets) {
  parts <- lapply(sets, function(x) x$labelling$extra)
  list2DF(lapply(rlang::set_names(names(parts[[1]])), function(name) {
    columns <- lapply(parts, `[[`, name)
    if (!is.factor(columns[[1]])) {
      return(unlist(columns))
    }
    known <- unique(unlist(lapply(columns, levels)))
    label <- sort_labels(known, is_number_text(known))
    factor(unlist(lapply(columns, as.character)), label)
  }), sum(vapply(parts, nrow, 0L)))
}

# The labels of sets that are put together to `out`, of which `before` says where the patterns of each begin.
join_few_labels <- function(out, sets, before, merged) {
  first <- sets[[1]]
  rows <- lapply(sets, function(x) x$labelling$rows)
  known <- !any(vapply(rows, is.null, NA))
  labelling <- list(kind = first$labelling$kind, extra = merged$extra, judge = first$labelling$judge)
  if (known) {
    row <- unlist(Map(function(row, from) ifelse(row > 0, row + from, 0L), rows, before))
    labelling$rows <- c(0L, merged$map)[row + 1L]
  }
  new_labelled_set(out, labelling, first$question, first$smoothing)
}

check_same_labelling <- function(sets) {
  labelled <- vapply(sets, inherits, NA, what = "labelled_set")
  if (!all(labelled)) {
    abort_verdict(c(
      "{sum(!labelled)} of the parts {?has/have} a truth for every row, and the others not.",
      i = "Count all of them with the same {.arg labelling} and {.code part = TRUE}."
    ), "parts")
  }
  of <- function(x) {
    list(x$labelling$kind, x$question, x$smoothing, names(x$labelling$extra), has_judge(x))
  }
  if (!all(vapply(sets, function(x) identical(of(x), of(sets[[1]])), NA))) {
    abort_verdict(c(
      "The labels of the parts came about in different ways, or are asked about differently.",
      i = "Give all of them the same {.arg labelling}, {.arg judge}, {.arg strata} and {.arg question}."
    ), "parts")
  }
}

# As recount_patterns(), with truths that are missing and with further columns.
recount_labelled <- function(codes, extra, count, n_classes) {
  columns <- lapply(extra, function(column) match(column, sort(unique(column))))
  codes[is.na(codes[, 1]), 1] <- n_classes + 1L
  all <- cbind(codes, do.call(cbind, columns))
  merged <- recount_patterns(unname(all), count, max(all))
  patterns <- merged$patterns[, seq_len(ncol(codes)), drop = FALSE]
  patterns[patterns[, 1] > n_classes, 1] <- NA
  merged$patterns <- patterns
  merged$extra <- renumbered(extra[match(seq_along(merged$count), merged$map), , drop = FALSE])
  merged
}

# "(a, b)", with what else the stratum is told apart by.
stratum_words <- function(x, stratum) {
  strata <- x$labelling$strata
  at <- strata$first[strata$merged == stratum]
  if (length(at) > 1) {
    return(paste0("(", format_count(length(at)), " of them together)"))
  }
  extra <- x$labelling$extra[at, , drop = FALSE]
  if (!is.null(extra$stratum)) {
    return(as.character(extra$stratum))
  }
  words <- c(x$classes[x$patterns[at, -1]], vapply(extra, as.character, ""))
  paste0("(", paste(say_label(words), collapse = ", "), ")")
}

# As a set whose truth is known: every truth that a prediction may have, with what it is worth.
whole_of <- function(x) {
  whole <- x$whole$set
  whole["positive"] <- list(x$positive)
  whole
}

# A list, and lists get edited.
check_evidence.labelled_set <- function(x) {
  check_unchanged(
    "prediction_set", "patterns that are none" = are_labelled_patterns(x$patterns, length(x$classes))
  )
  check_evidence.prediction_set(with_any_truth(x))
  check_unchanged(
    "prediction_set",
    "a way of choosing that is none" = is.list(x$labelling) && is_labelling(x$labelling, length(x$count)),
    "a question that is none" =
      is_string_in(x$question, labelling_questions) && is.numeric(x$smoothing) && is_count(ceiling(x$smoothing), 0),
    "strata that are none" = !has_strata(x) || is.list(x$labelling$strata) && fit_strata(x$labelling$strata, x),
    "rows of unknown worth" = is.list(x$whole) && fit_whole(x$whole, x)
  )
  invisible(x)
}

# To C every row has a truth.
with_any_truth <- function(x) {
  x$patterns[!is_labelled(x), 1] <- 1L
  x
}

# Of n patterns; `rows`: of each row its pattern, 0 for none.
is_labelling <- function(about, n) {
  all_hold(
    is_string_in(about$kind, c(labelling_kinds, "probability")), are_stratum_columns(about$extra, n),
    identical(about$kind == "probability", !is.null(about$extra$probability)),
    is.null(about$rows) || is.integer(about$rows) && is_index(about$rows, n, least = 0),
    is.null(about$judge) || rlang::is_bool(about$judge),
    !isTRUE(about$judge) || any(c("judge", "stratum") %in% names(about$extra))
  )
}

are_stratum_columns <- function(extra, n) {
  all_hold(
    is.data.frame(extra), nrow(extra) == n, all(lengths(extra) == n),
    all(vapply(extra[names(extra) != "probability"], is.factor, NA)), !anyNA(extra), is.null(extra$probability) ||
      is.numeric(extra$probability) && all(extra$probability > 0 & extra$probability <= 1)
  )
}

# To find strata takes sorting: here whether each pattern is in one with its like, and how many rows these are.
fit_strata <- function(strata, x) {
  base <- strata$base
  n <- length(strata$n_rows)
  fine <- all_hold(
    is_index(strata$first, length(x$count)), is_index(base, length(strata$first)), length(base) == length(x$count),
    identical(base[strata$first], seq_along(strata$first)), is_index(strata$merged, n),
    length(strata$merged) == length(strata$first), identical(strata$of, strata$merged[base])
  )
  if (!fine) {
    return(FALSE)
  }
  key <- stratum_codes(x, x$labelling$extra)
  all_hold(
    identical(key, key[strata$first[base], , drop = FALSE]),
    are_same_amounts(strata$n_rows, sums_at(x$count, strata$of, n)),
    are_same_amounts(strata$n_labels, sums_at(x$count * is_labelled(x), strata$of, n))
  )
}

# Likewise to find which predictions are alike; all else follows from that.
fit_whole <- function(whole, x) {
  predicted <- x$patterns[, -1, drop = FALSE]
  fine <- all_hold(
    is.list(whole$set), inherits(whole$set, "prediction_set"), is_index(whole$of, length(x$count)),
    length(whole$of) == length(x$count)
  )
  first <- if (fine) match(seq_len(max(whole$of)), whole$of)
  if (!fine || anyNA(first) || !identical(predicted, predicted[first[whole$of], , drop = FALSE])) {
    return(FALSE)
  }
  again <- whole_set(x, whole$of)
  whole$set <- unclass(whole_of(x))
  again$set <- unclass(again$set)
  identical(whole, again) || isTRUE(all.equal(whole, again, tolerance = 1e-8))
}

labelling_kinds <- c("random", "by_pattern", "unknown")

# The truth may be missing.
are_labelled_patterns <- function(p, n_classes) {
  known <- seq_len(n_classes)
  is.matrix(p) && is.integer(p) && all(p[, -1] %in% known) && all(p[, 1] %in% c(known, NA))
}

# -- in words ---------------------------------------------------------------------------

# How many rows have a truth, how they came about, and what is estimated.
labelled_words <- function(x) {
  known <- sum(x$count[is_labelled(x)])
  n <- format_count(known)
  how <- c(
    random = " at random", by_pattern = ", chosen by what is predicted", probability = " with known probabilities",
    unknown = ", how is not known"
  )[[x$labelling$kind]]
  judge <- judged_rows_words(x)
  list(
    labels = paste0(n, " of them labelled", how, if (!is.null(judge)) paste0(", and ", judge, " by a judge")),
    truth = paste0(n, if (n == "1") " row" else " rows", " labelled", how),
    about = about_words(is_about_rows(x)),
    caution = rate_words(x) %||% weight_range(x, few = TRUE) %||% NA_character_,
    few = paste(format_count(known), "of", count_of(sum(x$count), "row"))
  )
}

# "all", "1,998"; NULL without a judge.
judged_rows_words <- function(x) {
  if (has_judge(x)) {
    n <- sum(x$count[!is.na(x$labelling$extra$judge)])
    if (n == sum(x$count)) "all" else format_count(n)
  }
}

# Whether asked of these rows only, as are limits that hold without an assumption.
is_about_rows <- function(x) x$question == "rows" || x$labelling$kind == "unknown"

about_words <- function(of_rows) {
  ifelse(of_rows, "about these rows only", "about the population that the rows are from")
}

# What is predicted, and what else strata are told apart by, with numbers of rows and labels.
labelled_strata <- function(x) {
  extra <- x$labelling$extra
  if (!is.null(extra$probability)) extra <- extra[0]
  codes <- stratum_codes(x, extra)
  base <- order_rows(codes)
  first <- match(seq_len(max(base)), base)
  labels <- lapply(rlang::set_names(seq_along(x$classifiers), x$classifiers), function(j) {
    x$classes[x$patterns[first, j + 1]]
  })
  list2DF(c(labels, lapply(extra, function(column) as.character(column[first])), list(
    rows = as.vector(rowsum(x$count, base)), labelled = as.vector(rowsum(x$count * is_labelled(x), base))
  )))
}

# How many rows and labels each has; a classifier may have these names too.
stratum_sizes <- function(strata) {
  n <- length(strata)
  list2DF(list(rows = strata[[n - 1]], labelled = strata[[n]]))
}

# What tells strata apart, without the columns at these places.
stratum_keys <- function(strata, without) {
  told <- setdiff(seq_len(length(strata) - length(stratum_sizes(strata))), without)
  do.call(paste, c(list(rep("", nrow(strata))), unname(as.list(strata)[told]), sep = "\r"))
}

# Said to be random, but labelled at rates that differ with what is predicted: Pearson's test. Patterns of which fewer
# than five labels are expected count together, agreements and disagreements apart, or else all of them; if these are
# still so few they are tested exactly, against the others: a label in a rare pattern is no sign of anything.
labels_rate_check <- function(x) {
  strata <- labelled_strata(x)
  said <- strata[seq_along(x$classifiers)]
  p <- x$patterns[, -1, drop = FALSE]
  same <- rowSums(p != p[, 1]) == 0
  share <- function(at) sum(x$count[at & is_labelled(x)]) / sum(x$count[at])
  c(
    rate_test(stratum_sizes(strata), Reduce(`&`, lapply(said, function(column) column == said[[1]]))),
    list(disagreements = share(!same), agreements = share(same))
  )
}

# Labels look chosen by what is predicted below this p-value.
chosen_rates <- 0.001

# Pearson's test that rows of strata are labelled at one rate. `agree`: strata that are not put together with others.
rate_test <- function(by, agree) {
  rate <- sum(by$labelled) / sum(by$rows)
  cell <- ifelse(by$rows * rate < enough_labels, -1 - agree, seq_len(nrow(by)))
  few <- rowsum(by$rows * rate, cell)[, 1] < enough_labels
  cell[cell %in% as.numeric(names(few)[few])] <- 0
  each <- rowsum(by[c("rows", "labelled")], cell)
  rare <- each$rows * rate < enough_labels
  p_rare <- if (any(rare)) rare_rate(each$labelled[rare], each$rows[rare], by) else 1
  each <- each[!rare, ]
  rate <- sum(each$labelled) / sum(each$rows)
  df <- max(nrow(each) - 1, 0)
  statistic <- if (df == 0) 0 else sum((each$labelled - each$rows * rate)^2 / (each$rows * rate * (1 - rate)))
  list(
    statistic = statistic, df = df,
    p.value = min(1, c(stats::pchisq(statistic, df, lower.tail = FALSE), p_rare) * (1 + any(rare)))
  )
}

# Whether cells of a stratum are labelled at rates that differ with the group: the log p-value of Cochran, Mantel and
# Haenszel's test over all strata, of which the moments are exact however few a cell has.
unlike_rates_p <- function(cells, stratum, group) {
  of <- function(value) tapply(value, list(stratum, group), sum, default = 0)
  rows <- of(cells$rows)
  labelled <- of(cells$labelled)
  all <- rowSums(rows)
  n <- rowSums(labelled)
  share <- ifelse(all > 1, n * (all - n) / (all^2 * (all - 1)), 0)
  vcov <- diag(colSums(share * all * rows), ncol(rows)) - crossprod(rows * sqrt(share))
  varies <- diag(vcov) > 1e-9 * sum(n)
  if (sum(varies) < 2) 0 else joint_form(colSums(labelled - rows * n / all)[varies], vcov[varies, varies])$log.p.value
}

# Two-sided, twice the smaller tail of the hypergeometric distribution.
rare_rate <- function(labelled, rows, by) {
  tail <- function(at, ...) stats::phyper(at, rows, sum(by$rows) - rows, sum(by$labelled), ...)
  min(1, 2 * tail(labelled, lower.tail = TRUE), 2 * tail(labelled - 1, lower.tail = FALSE))
}

rate_words <- function(x) {
  # Labels of rows that belong together come together.
  if (x$labelling$kind != "random" || is_clustered(x)) {
    return(NULL)
  }
  check <- labels_rate_check(x)
  if (!isTRUE(check$p.value < chosen_rates)) {
    return(NULL)
  }
  rates <- if (is.finite(check$disagreements) && is.finite(check$agreements)) {
    percent <- function(share) paste0(sub("1e+02", "100", short_number(100 * share, 2), fixed = TRUE), "%")
    shown <- c(percent(check$disagreements), percent(check$agreements))
    if (shown[1] != shown[2]) paste0(": ", shown[1], " of disagreements, ", shown[2], " of agreements")
  }
  differing <- strata_unlike(x)
  if (length(differing)) rates <- paste(": their rate differs", and_list(unlike_words[differing]))
  paste0("Labels look chosen", rates, "; say labelling = \"by_pattern\".")
}

unlike_words <- c(judge = "with the judge's labels", strata = "between strata")

# With which columns of strata the rate of labels differs, among rows that are alike in all else.
strata_unlike <- function(x) {
  strata <- labelled_strata(x)
  extra <- names(x$labelling$extra)
  Filter(function(one) {
    at <- length(x$classifiers) + match(one, extra)
    length(unique(strata[[at]])) <= 100 &&
      isTRUE(unlike_rates_p(stratum_sizes(strata), stratum_keys(strata, at), strata[[at]]) < log(chosen_rates))
  }, extra)
}

# Of weights from inclusion probabilities; `few`: only where they leave labels worth less than half of as many of equal
# weight.
weight_range <- function(x, few = FALSE) {
  known <- is_labelled(x)
  if (x$labelling$kind != "probability" || !any(known)) {
    return(NULL)
  }
  w <- label_weights(x)[known]
  n <- x$count[known]
  equal <- sum(n * w)^2 / sum(n * w^2)
  if (!few || equal < sum(n) / 2) {
    paste0(
      "Weights of labels: the largest is ", short_number(max(w) / (sum(n * w) / sum(n)), 3), " times the mean; they ",
      "are worth ", count_of(round(equal), "label"), " of equal weight."
    )
  }
}
