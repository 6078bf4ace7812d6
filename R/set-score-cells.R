# The cells of scores: a set made of them, what others ask of it, and the design that they make.

unit_columns <- c("dataset", "repetition", "fold", "item")

# `scores`: units x classifiers x metrics with dimnames; `cells` may lack columns; sorted here.
new_score_set <- function(scores, cells, metrics, design, n_omitted = 0) {
  structure(
    list(
      scores = scores, cells = cells, metrics = metrics, classifiers = colnames(scores), design = design,
      n_omitted = n_omitted
    ),
    class = c("score_set", "evidence")
  )
}

# The scores by independent unit: units x classifiers. Folds of a data set and samples of an item
# are averaged; a unit whose scores lack one is NA, but for samples.
score_matrix <- function(set, metric = set$metrics$metric[1]) {
  scores <- set$scores[, , metric]
  dim(scores) <- dim(set$scores)[1:2]
  dimnames(scores) <- list(NULL, set$classifiers)
  unit <- score_unit(set)
  if (!anyDuplicated(unit)) {
    return(scores)
  }
  samples <- set$design$type == "items"
  known <- !is.na(scores)
  total <- rowsum(ifelse(known, scores, 0), unit, reorder = FALSE)
  n <- rowsum(known + 0, unit, reorder = FALSE)
  total <- total / n
  if (!samples) total[n < as.vector(table(factor(unit, unique(unit))))] <- NA
  total[n == 0] <- NA
  dimnames(total) <- list(NULL, set$classifiers)
  total
}

# The rows of `cells` that go with those of score_matrix().
score_cells <- function(set) {
  again <- duplicated(score_unit(set))
  if (any(again)) set$cells[!again, ] else set$cells
}

# To which independent unit each row of the scores belongs.
score_unit <- function(set) {
  of <- switch(set$design$type, datasets = set$cells$dataset, items = set$cells$item, seq_len(nrow(set$cells)))
  match(of, unique(of))
}

# Items without a cluster are clusters of their own.
score_clusters <- function(cells) {
  label <- ifelse(is.na(cells$cluster), paste0("\r", seq_len(nrow(cells))), cells$cluster)
  match(label, unique(label))
}

# n_test / n_train as far as it is known: the mean sizes' ratio, and whether all splits share it.
score_ratio <- function(set) {
  cells <- set$cells
  if (!anyNA(cells$n_train) && !anyNA(cells$n_test)) {
    return(sizes_ratio(cells$n_train, cells$n_test))
  }
  folds <- set$design$folds
  is_cv <- set$design$type %in% c("folds", "repeated_folds", "5x2")
  list(ratio = if (is_cv) 1 / (folds - 1) else NA_real_, equal = TRUE, known = is_cv)
}

# 1 where high is good, -1 where low is.
score_sign <- function(set, metric) {
  if (set$metrics$better[match(metric, set$metrics$metric)] %in% "low") -1 else 1
}

# "fold 2, repetition 1"
name_units <- function(cells) {
  given <- unit_columns[!vapply(cells[unit_columns], function(x) all(is.na(x)), NA)]
  words <- c(dataset = "data set", repetition = "repetition", fold = "fold", item = "item")
  do.call(paste, c(lapply(given, function(name) paste(words[[name]], cells[[name]])), list(sep = ", ")))
}

# -- what is checked of all -----------------------------------------------------------

# `unscored` (as `scores`): what was given without a score; other samples of an item may not be there at all.
# `given`: whether each sample has a row of its own. In a table of all classifiers it may be one that nobody took.
resolve_scores <- function(scores, unscored, cells, metric, options, given) {
  row.names(cells) <- NULL
  na <- check_choice(options$na, "na", c("error", "omit", "keep"))
  design <- score_design(cells, options$design)
  check_clusters(cells, design)
  omitted <- 0L
  lacking <- which(lacks_score(scores, cells, design))
  if (length(lacking) && na == "error") abort_missing_scores(scores, cells, lacking)
  if (given && na == "error" && has_samples(cells, design) && any(unscored)) {
    abort_unscored(which(unscored, arr.ind = TRUE), cells, colnames(scores))
  }
  if (length(lacking) && na == "omit") {
    if (design$type == "5x2") {
      abort_verdict("5x2 cross-validation needs all ten scores: {.code na = \"omit\"} would break it.", "score")
    }
    key <- score_unit(list(cells = cells, design = design))
    out <- key %in% key[lacking]
    omitted <- length(unique(key[out]))
    if (all(out)) abort_verdict("No unit has a score of every classifier.", "score")
    scores <- scores[!out, , , drop = FALSE]
    unscored <- unscored[!out, , , drop = FALSE]
    cells <- renumbered(cells[!out, ])
  }
  check_fold_number(cells, design)
  metrics <- score_metrics(metric, options)
  scores <- scores_in_range(scores, metrics)
  check_one_scale(apply(scores, 3, function(x) as.list(as.data.frame(x)), simplify = FALSE), metrics)
  set <- new_score_set(scores, cells[names(cells) != "by"], metrics, design, omitted)
  if (has_samples(cells, design)) {
    set$n_unscored <- count_unscored(scores, unscored, cells$item)
    set$repeated <- find_repeated(set)
  }
  with_unit_groups(set, cells$by, na)
}

# "1,200 samples": what the scores of a unit are the means of.
samples_words <- function(x) count_of(nrow(x$cells), if (x$design$type == "items") "sample" else "fold")

has_samples <- function(cells, design) design$type == "items" && anyDuplicated(cells$item) > 0

# How many samples each classifier was given without a score, of items of which it has others; NULL: none. Of several
# metrics the most.
count_unscored <- function(scores, unscored, item) {
  counted <- matrix(unscored, nrow(scores)) & has_item(scores, item)
  n <- apply(matrix(colSums(counted), ncol(scores)), 1, max)
  if (any(n > 0)) n
}

# Whether the repetitions of each classifier differ in their means, as training runs do; NULL: none do.
find_repeated <- function(x) {
  if (anyNA(x$cells$repetition)) {
    return(NULL)
  }
  item <- score_unit(x)
  cluster <- score_clusters(score_cells(x))[item]
  repetition <- match(x$cells$repetition, unique(x$cells$repetition))
  p <- vapply(x$metrics$metric, function(metric) {
    score <- matrix(x$scores[, , metric], length(item))
    off <- score - score_matrix(x, metric)[item, ]
    off[abs(off) < 1e-12 * max(abs(score), na.rm = TRUE)] <- 0
    apply(off, 2, repetition_p, cluster, repetition)
  }, numeric(length(x$classifiers)))
  found <- rowSums(matrix(p, ncol = nrow(x$metrics)) < 0.001 / length(p), na.rm = TRUE) > 0
  if (any(found)) found
}

# Friedman's test (of right and wrong Cochran's) of repetitions in clusters, by what samples are off the mean of their
# item; nearly that where some are missing.
repetition_p <- function(off, cluster, repetition) {
  known <- which(!is.na(off))
  if (length(known) == 0) {
    return(NA_real_)
  }
  key <- (cluster + max(cluster) * repetition)[known]
  at <- known[!duplicated(key)]
  off <- rowsum(off[known], key, reorder = FALSE)
  open <- 1 - 1 / tabulate(cluster[at])[cluster[at]]
  sums <- rowsum(cbind(off, open, 1), repetition[at])
  variance <- sum(off^2) / sum(open)
  stats::pchisq(sum(sums[, 1]^2 / sums[, 3]) / variance, sum(sums[, 2] / sums[, 3]), lower.tail = FALSE)
}

abort_unscored <- function(at, cells, classifiers) {
  at <- unique(at[, 1:2, drop = FALSE])
  words <- paste(classifiers[at[, 2]], "on", name_units(cells[at[, 1], ]))
  abort_verdict(c(
    "Every sample of an item needs a score.",
    x = "{count_of(nrow(at), 'sample')} {qty_of(nrow(at))}{?has/have} none: {first_few(words)}.",
    i = "Where a classifier failed give the score of a failure, such as 0.",
    i = "{.code na = \"omit\"} leaves these samples out, and says how many."
  ), "score")
}

# "Without a score, and left out: 31 samples of b."
unscored_words <- function(x) {
  n <- x$n_unscored
  if (is.null(n)) {
    return(NULL)
  }
  paste0(
    "Without a score, and left out: ",
    and_list(paste(count_of(n[n > 0], "sample"), "of", say_label(x$classifiers[n > 0])), 6), "."
  )
}

# A unit that is averaged (the folds of a data set, the samples of an item) is of one group. Folds of one data set have
# none: their scores are of all its rows.
with_unit_groups <- function(set, by, na) {
  if (is.null(by)) {
    return(set)
  }
  if (!set$design$type %in% c("items", "datasets")) {
    abort_verdict(c(
      "{.arg by} is for items or data sets: a fold has rows of all groups.",
      i = "Of predictions by fold and group make a {.fn prediction_set}."
    ), "by")
  }
  unit <- score_unit(set)
  groups <- unit_groups(by, 1 / tabulate(unit)[unit], na)
  code <- ifelse(is.na(groups$group), 0L, groups$group)
  if (anyDuplicated(unique(cbind(unit, code))[, 1])) {
    abort_verdict("The samples of an item, and the folds of a data set, must be of one group.", "by")
  }
  set$groups <- groups
  set
}

# Units that lack a score; of an item one sample is enough.
lacks_score <- function(scores, cells, design) {
  if (!has_samples(cells, design)) {
    return(rowSums(is.na(scores)) > 0)
  }
  rowSums(!has_item(scores, cells$item)) > 0
}

# Of each sample, whether a classifier has a score of its item: a column a classifier and metric.
has_item <- function(scores, item) {
  item <- match(item, unique(item))
  known <- matrix(!is.na(scores), nrow(scores)) + 0
  rowsum(known, item, reorder = FALSE)[item, , drop = FALSE] > 0
}

abort_missing_scores <- function(scores, cells, lacking) {
  at <- which(is.na(matrix(scores[lacking, , ], length(lacking))), arr.ind = TRUE)
  names <- rep(colnames(scores), dim(scores)[3])
  words <- unique(paste(names[at[, 2]], "on", name_units(cells[lacking[at[, 1]], ])))
  abort_verdict(c(
    "Every classifier needs a score of every unit.",
    x = "Missing: {first_few(words)}.",
    i = "{.code na = \"omit\"} leaves these units out for all classifiers."
  ), "score")
}

# The design that the columns make, or the one that was asked for, if they do.
score_design <- function(cells, asked) {
  has <- function(name) !all(is.na(cells[[name]]))
  design <- design_of_columns(cells, has)
  asked <- if (!is.null(asked)) check_choice(asked, "design", score_designs()$design)
  if (is.null(design)) design <- splits_design(has("repetition"), asked)
  fits <- is.null(asked) || asked == design || design == "5x2" && asked == "repeated_folds"
  if (!fits) {
    abort_verdict(c(
      "The units are no {.val {asked}}: by their columns they are {.val {design}}.",
      i = "See the section 'Designs' of {.fn score_set} for what each needs."
    ), "design")
  }
  repetition <- paste(cells$dataset, cells$repetition, sep = "\r")
  per_repetition <- tabulate(match(repetition, unique(repetition)))
  if (design == "repeated_folds" && length(unique(per_repetition)) > 1) {
    abort_verdict(c(
      "Every repetition needs the same number of folds.",
      x = "They have {min(per_repetition)} to {max(per_repetition)}."
    ), "design")
  }
  new_design(
    asked %||% design, folds = if (has("fold")) max(per_repetition) else NA,
    repetitions = if (has("repetition")) length(unique(cells$repetition)) else NA
  )
}

# NULL where repetitions are all there is. One data set with folds is a cross-validation.
design_of_columns <- function(cells, has) {
  many <- function(name) has(name) && length(unique(cells[[name]])) > 1
  if (has("item")) {
    "items"
  } else if (many("dataset") || has("dataset") && !has("fold") && !has("repetition")) {
    "datasets"
  } else if (has("fold")) {
    if (!many("repetition")) "folds" else if (is_5x2(cells)) "5x2" else "repeated_folds"
  }
}

# Repetitions alone are splits, but nothing says which.
splits_design <- function(has_repetition, asked) {
  if (has_repetition && isTRUE(asked %in% c("monte_carlo", "bootstrap"))) {
    return(asked)
  }
  abort_verdict(c(
    if (has_repetition) "What is a {.arg repetition}?" else "What was scored?",
    i = if (has_repetition) {
      "Say {.code design = \"monte_carlo\"} or {.code design = \"bootstrap\"}, or give {.arg fold} or {.arg item} too."
    } else {
      "Give {.arg fold}, {.arg dataset} or {.arg item}: a column, or a vector with one value a row."
    }
  ), "design")
}

check_clusters <- function(cells, design) {
  if (all(is.na(cells$cluster))) {
    return(invisible())
  }
  if (design$type != "items") {
    words <- score_designs()[design$type, "words"]
    abort_verdict("{.arg cluster} is for items; these are {words}.", "design")
  }
  pairs <- unique(cells[c("item", "cluster")])
  twice <- pairs$item[duplicated(pairs$item)]
  if (length(twice)) {
    abort_verdict(c(
      "An item belongs to one {.arg cluster}.", x = "In more than one: item {first_few(unique(twice))}."
    ), "design")
  }
}

check_fold_number <- function(cells, design) {
  if (!design$type %in% c("datasets", "items") && nrow(cells) < 2) {
    abort_verdict(c(
      "There is only one {design_unit(design$type)}: that does not show how scores vary.",
      i = "A comparison needs two or more, better ten."
    ), "fold")
  }
}

# The scores; beyond the end of a range by rounding alone is at the end.
scores_in_range <- function(scores, metrics) {
  for (i in seq_len(nrow(metrics))) {
    ends <- c(metrics$lower[i], metrics$upper[i])
    slack <- 4 * .Machine$double.eps * max(1, abs(ends[is.finite(ends)]))
    x <- scores[, , i]
    x[which(x < ends[1] & x >= ends[1] - slack)] <- ends[1]
    x[which(x > ends[2] & x <= ends[2] + slack)] <- ends[2]
    scores[, , i] <- x
    beyond <- which(x < ends[1] | x > ends[2])
    if (length(beyond)) {
      abort_verdict(c(
        "Scores of {.val {metrics$metric[i]}} must lie between {metrics$lower[i]} and {metrics$upper[i]}.",
        x = "{length(beyond)} {?does/do} not, such as {.val {x[beyond[1]]}}.",
        i = "Give {.arg lower} and {.arg upper} if they have another range."
      ), "score")
    }
  }
  scores
}

# Shares beside percent cannot be compared. Losses may honestly be so far apart, but right and wrong are one scale.
# `sides`: for each metric their scores, named by whose they are.
check_one_scale <- function(sides, metrics) {
  for (i in seq_len(nrow(metrics))) {
    low <- vapply(sides[[i]], min, 0, 0, na.rm = TRUE)
    high <- vapply(sides[[i]], max, 0, 0, na.rm = TRUE)
    share <- which(low == 0 & high > 0 & high <= 1)
    percent <- which(low == 0 & high > 10 & high <= 100)
    has_only <- function(at, values) any(vapply(sides[[i]][at], function(x) setequal(c(x, NA), c(values, NA)), NA))
    sure <- has_only(share, 0:1) && has_only(percent, c(0, 100))
    if (sure || length(share) && length(percent) && !metrics$better[i] %in% "low") {
      signal <- if (sure) abort_verdict else warn_verdict
      signal(c(
        "The scores of {.val {plain_label(metrics$metric[i])}} are {if (sure) 'not' else 'hardly'} all on one scale.",
        x = "Those of {.val {plain_label(names(share))}} are at most {max(high[share])}, those of
             {.val {plain_label(names(percent))}} up to {max(high[percent])}.",
        i = "If the latter are percent, divide them by 100 before the set is made."
      ), "score")
    }
  }
}

# Of sets with these metrics.
check_sets_on_one_scale <- function(sets, metrics) {
  check_one_scale(lapply(metrics$metric, function(one) lapply(sets, function(x) x$scores[, , one])), metrics)
}
