# Battles of two models, of which a judge prefers one. A battle_set is a list of
#   battles      data frame, a row for battles of one kind (of one cluster): first, second (numbers of the classifiers),
#                score (of the first: 1 won, 0 lost, 0.5 tied), count and, with clusters, cluster (a number)
#   classifiers, metrics
#   clusters     their names, or NULL
#   order        whether it is estimated how much it helps to be first
#   ties         "half" or "drop"; n_ties, n_omitted: how many battles were ties, or had no winner

#' Battles of two models
#'
#' Answers: which model is preferred, when only pairs were ever shown? A judge (a person, or a model) saw the answers of
#' two models to a prompt and preferred one. The Bradley-Terry model gives each an ability b with
#' \deqn{P(i \text{ beats } j) = 1 / (1 + e^{b_j - b_i}), \quad \sum b = 0,}
#' and the covariance of all of them, from which the verbs work: [rank_classifiers()] gives intervals of ranks that hold
#' together, [verdict()] says who is better and who is tied for first.
#'
#' Variances are those of a sandwich: by battle, or, with `cluster`, by what battles have in common (the prompt, the
#' judge), with the factor G / (G - 1) and t with G - 1 degrees of freedom, or fewer where a few of these have most
#' battles (Bell and McCaffrey 2002). They hold also where the model is not true. Only what bears on a difference counts
#' in G: not battles with a model whose ability is infinite; and where each model met only a baseline, of a model and
#' the baseline only their own battles. A difference of two such models has Satterthwaite's degrees of freedom.
#' Metrics are `"ability"`, on the scale of log odds, and `"elo"`, 1000 + 400 / log(10) times that.
#'
#' An ability is finite if no group of models won (or lost) all battles against the others (Ford 1957), which is looked
#' up and not left to the fit. A model that won no battle has -Inf, one that lost none Inf, with a note instead of
#' tests, and the others are estimated without it; where no battles link two groups, nothing is compared: `NA`. A model
#' that one battle (or cluster) alone links with the others, or battles that all went alike, as ties do, has `NA`:
#' nothing tells how they vary.
#'
#' @param x A data frame with a row a battle; or a square matrix with dimnames, of how often the row's model beat the
#'   column's.
#' @param first,second Columns with the names of the two models, in the order they were shown in. `NULL`: columns called
#'   `model_a` and `model_b`, or `first` and `second`.
#' @param winner The column with the outcome: the name of the model that won, or `"model_a"`, `"model_b"`, `"first"`,
#'   `"second"`, or `"tie"`, `"tie (bothbad)"`, `"draw"`; or numbers: 1 the first, 0 the second, 0.5 a tie. Where models
#'   are numbers, so is the winner: their names. What could be either, with different results, is an error.
#' @param ... Not used. The arguments after it must be named.
#' @param cluster What battles belong together: a column, or a vector with one value a row.
#' @param weights How many battles a row stands for: a column or a vector of whole numbers.
#' @param ties `"half"`: a tie is half a win for each. `"drop"`: ties are left out.
#' @param order Whether to estimate, and take out, how much it helps to be shown first. `print()` tells how much.
#' @param na `"error"` names battles without a winner, `"omit"` leaves them out and counts them.
#' @param by Of which group a battle is (a language, a kind of prompt): columns chosen as in [dplyr::select()], or a
#'   vector with one value a row. Who is better in which of them: see [group_questions]. Where it is missing
#'   `na = "omit"` counts the battle over all and in no group.
#' @return An object of class `battle_set` for [compare_classifiers()], [rank_classifiers()], [verdict()] and the
#' others.
#' @section Errors: `verdict_error_battle` for a model against itself, a winner that is none of the two or can be read
#'   in two ways, and for fewer than two models; `verdict_error_type` for columns that are lists; `verdict_error_na`,
#'   `verdict_error_column`, `verdict_error_weights`, `verdict_error_argument`.
#' @section How far to trust it: In 1,000 simulated sets of four equal models (`bench/calibration/judges.R`) any of the
#'   adjusted p-values was below 0.05 in 4% with 10 clusters of ten battles each and in 3% with 30, but in 9% and 7%
#'   where clusters had from 2 to some 40 battles (Monte-Carlo standard error 0.01): there p is somewhat too small.
#' @section When not to use it: Where every answer was scored by itself use [score_set()]. A judge that prefers the
#'   longer answer ranks models by length: no model of battles knows.
#' @references
#' Bradley, R. A. and Terry, M. E. (1952) Rank analysis of incomplete block designs: I. The method of paired
#' comparisons. *Biometrika* 39, 324-345. \doi{10.2307/2334029}
#'
#' Ford, L. R. (1957) Solution of a ranking problem from binary comparisons. *American Mathematical Monthly* 64,
#' 28-33. \doi{10.2307/2308513}
#' @seealso [read_evaluations()] for logs of battles, [estimate_set()] for abilities fitted elsewhere.
#' @examples
#' names <- c("a", "b", "c")
#' wins <- matrix(c(0, 24, 31, 16, 0, 27, 9, 13, 0), 3, byrow = TRUE, dimnames = list(names, names))
#' x <- battle_set(wins)
#' rank_classifiers(x)
#' verdict(x)
#'
#' set.seed(1)
#' d <- data.frame(
#'   model_a = sample(c("a", "b"), 200, replace = TRUE), prompt = rep(1:50, 4),
#'   winner = sample(c("model_a", "model_b", "tie"), 200, replace = TRUE, prob = c(5, 3, 2))
#' )
#' d$model_b <- ifelse(d$model_a == "a", "b", "a")
#' battle_set(d, winner = winner, cluster = prompt, order = TRUE)
#' @export
battle_set <- function(x, ...) UseMethod("battle_set")

#' @export
battle_set.default <- function(x, ...) {
  check_given(x, "a data frame of battles, or a matrix of wins.", "input")
  abort_verdict(c(
    "{.arg x} must be a data frame with a row a battle, or a matrix of wins, not {.obj_type_friendly {x}}."
  ), "input")
}

#' @rdname battle_set
#' @export
battle_set.data.frame <- function(x, first = NULL, second = NULL, winner = NULL, ..., cluster = NULL, weights = NULL,
                                  ties = c("half", "drop"), order = FALSE, na = c("error", "omit"), by = NULL) {
  check_dots(...)
  check_data(x, "x")
  quos <- rlang::enquos(first = first, second = second, winner = winner, cluster = cluster, weights = weights)
  for (arg in names(battle_columns)) {
    known <- intersect(battle_columns[[arg]], names(x))
    if (rlang::quo_is_null(quos[[arg]]) && length(known)) quos[[arg]] <- rlang::as_quosure(known[1], baseenv())
  }
  given <- with_by(pull_columns(quos, x), rlang::enquo(by), x)
  for (arg in names(battle_columns)) {
    if (is.null(given[[arg]])) abort_verdict("Which column of {.arg x} is {.arg {arg}}?", "column")
    if (!is_label_vector(given[[arg]])) check_label_type(given[[arg]], arg)
    check_length(given[[arg]], nrow(x), arg)
  }
  score <- battle_scores(given$winner, given$first, given$second)
  new_battle_set(given, score, list(ties = ties, order = order, na = na))
}

#' @rdname battle_set
#' @export
battle_set.matrix <- function(x, ...) {
  check_dots(...)
  names <- rownames(x)
  fits <- all_hold(
    are_amounts(x), nrow(x) == ncol(x), are_distinct(names), identical(names, colnames(x)), all(diag(x) == 0)
  )
  if (!fits) {
    abort_verdict(c(
      "A matrix of battles must be square, of numbers that are not negative, with the same names of rows and columns,
       and 0 on its diagonal.",
      i = "Element {.code x[\"a\", \"b\"]} is how often a beat b."
    ), "battle")
  }
  at <- which(x > 0, arr.ind = TRUE)
  given <- list(
    first = factor(names[at[, 1]], names), second = factor(names[at[, 2]], names), weights = as.vector(x[at])
  )
  new_battle_set(given, rep(1, nrow(at)), list(ties = "half", order = FALSE, na = "error"))
}

battle_columns <- list(first = c("model_a", "first"), second = c("model_b", "second"), winner = "winner")

# The score of the first: NA where there is no winner. Numbers are names where models are numbers, and else outcomes.
battle_scores <- function(winner, first, second) {
  named <- scores_by_name(winner, first, second)
  said <- scores_by_outcome(winner)
  score <- if (!is.numeric(winner)) {
    ifelse(is.na(named), said, named)
  } else if (is.numeric(first)) {
    named
  } else {
    said
  }
  known <- !is.na(winner)
  bad <- which(is.na(score) & known)
  if (length(bad)) {
    abort_verdict(c(
      "The winner must be one of the two models, or a tie.",
      x = "It is neither in {count_of(length(bad), 'row')}: {first_few(bad)}, such as {.val {winner[bad[1]]}}.",
      i = "Known are names of the two, {.val model_a} and {.val model_b}, {.val first} and {.val second}, {.val tie};
           or 1, 0 and 0.5."
    ), "battle")
  }
  # Numbers are names in all rows or in none.
  one_kind <- is.numeric(winner) && anyNA(c(named[known], said[known]))
  if (!one_kind) check_one_meaning(winner, which(named != said))
  score
}

scores_by_name <- function(winner, first, second) {
  text <- as_labels(winner)
  score <- rep(NA_real_, length(text))
  score[which(text == as_labels(second))] <- 0
  score[which(text == as_labels(first))] <- 1
  score
}

scores_by_outcome <- function(winner) {
  if (is.numeric(winner)) {
    score <- as.double(winner)
    return(replace(score, !score %in% c(0, 0.5, 1), NA))
  }
  word <- lower_ascii(as_labels(winner))
  score <- rep(NA_real_, length(word))
  score[word %in% c("tie", "tie (bothbad)", "draw")] <- 0.5
  score[word %in% c("model_b", "second")] <- 0
  score[word %in% c("model_a", "first")] <- 1
  score
}

# `rows`: those where the winner is the name of a model and an outcome, and these disagree.
check_one_meaning <- function(winner, rows) {
  if (length(rows)) {
    abort_verdict(c(
      "A winner can be read in two ways.",
      x = "{.val {winner[rows[1]]}} is both the name of a model and an outcome: {count_of(length(rows), 'row')},
           {first_few(rows)}.",
      i = "Give the models other names, also among the winners where these are names."
    ), "battle")
  }
}

new_battle_set <- function(given, score, options) {
  ties <- check_choice(options$ties, "ties", c("half", "drop"))
  na <- check_choice(options$na, "na", c("error", "omit"))
  check_flag(options$order, "order")
  n <- length(score)
  for (arg in c("first", "second", "cluster", "weights")) {
    if (!is.null(given[[arg]])) check_length(given[[arg]], n, arg)
  }
  weights <- check_battle_weights(given$weights %||% rep(1, n))
  lost <- is.na(score) | is_missing(given$first) | is_missing(given$second)
  if (!is.null(given$cluster)) lost <- lost | is_missing(given$cluster)
  if (any(lost) && na == "error") {
    abort_verdict(c(
      "{count_of(sum(lost), 'battle')} {qty(sum(lost))}{?lacks/lack} a model, a winner or a cluster: row{?s}
       {first_few(which(lost))}.",
      i = "{.code na = \"omit\"} leaves them out."
    ), "na")
  }
  if (all(lost)) abort_verdict("There are no battles of two models.", "battle")
  by <- by_rows(given$by, n)[!lost, , drop = FALSE]
  given <- lapply(given[c("first", "second", "cluster")], `[`, !lost)
  score <- score[!lost]
  weights <- weights[!lost]
  both <- sorted_labels(both_sides(given$first, given$second))
  code <- matrix(both$code, ncol = 2)
  check_battles(code, which(!lost))
  tied <- score == 0.5
  keep <- weights > 0 & !(tied & ties == "drop")
  cluster <- if (!is.null(given$cluster)) sorted_labels(given$cluster[keep])
  set <- structure(list(
    battles = count_battles(code[keep, , drop = FALSE], score[keep], weights[keep], cluster$code),
    classifiers = utf8_names(both$label), clusters = cluster$label, order = options$order, ties = ties,
    n_ties = sum(weights[tied]), n_omitted = sum(lost),
    metrics = estimate_metrics(
      c("ability", "elo"), "high", -Inf, Inf, c(ability = "ability", elo = "Elo score")
    )
  ), class = c("battle_set", "evidence"))
  if (!is.null(by)) {
    groups <- unit_groups(by[keep, , drop = FALSE], weights[keep], na)
    both <- cluster_and_group(cluster$code, groups)
    set$groups <- battle_groups(groups, count_battles(code[keep, , drop = FALSE], score[keep], weights[keep], both))
  }
  set
}

# One column of both, in the order of factor levels if both are factors.
both_sides <- function(first, second) {
  text <- c(as_labels(first), as_labels(second))
  if (is.factor(first) && is.factor(second)) factor(text, union(levels(first), levels(second))) else text
}

check_battle_weights <- function(weights) {
  if (are_amounts(weights)) weights <- near_whole(weights)
  whole <- are_amounts(weights) && all(weights == round(weights))
  if (!whole) abort_verdict("{.arg weights} must be whole numbers of battles.", "weights")
  as.double(weights)
}

check_battles <- function(code, rows) {
  own <- rows[code[, 1] == code[, 2]]
  if (length(own)) {
    abort_verdict(c(
      "No model can battle itself.", x = "One does in {count_of(length(own), 'row')}: {first_few(own)}."
    ), "battle")
  }
}

# Battles of one kind are counted.
count_battles <- function(code, score, weights, cluster) {
  cluster <- cluster %||% rep(1L, length(score))
  kind <- order_rows(cbind(cluster, code, score))
  first <- match(sort(unique(kind)), kind)
  data.frame(
    first = code[first, 1], second = code[first, 2], score = score[first], cluster = cluster[first],
    count = as.vector(rowsum(weights, kind))
  )
}

# A set is a list, and lists get edited.
check_evidence.battle_set <- function(x) {
  fine <- all_hold(
    are_distinct(x$classifiers), is.null(x$clusters) || is.character(x$clusters), are_battles(x$battles, x),
    rlang::is_bool(x$order), rlang::is_string(x$ties, c("half", "drop")),
    are_described(x$metrics) && identical(x$metrics$asked, x$metrics$metric),
    is_amount(x$n_omitted), is_amount(x$n_ties), are_groups(x$groups), fit_battle_groups(x)
  )
  if (!fine) abort_changed_set("battles that are none", "battle_set")
}

are_battles <- function(rows, x) {
  n <- length(x$classifiers)
  code <- function(name, most) is.integer(rows[[name]]) && all(rows[[name]] %in% seq_len(most))
  number <- function(name, most) is.numeric(rows[[name]]) && isTRUE(all(rows[[name]] >= 0 & rows[[name]] <= most))
  all_hold(
    is.data.frame(rows), all(lengths(rows) == nrow(rows)), code("first", n), code("second", n),
    all(rows$first != rows$second), number("score", 1), number("count", 2^53),
    code("cluster", if (is.null(x$clusters)) 1 else length(x$clusters))
  )
}

# The battles of all groups, and of none, are those of the set.
fit_battle_groups <- function(x) {
  recount <- function(rows) count_battles(cbind(rows$first, rows$second), rows$score, rows$count, rows$cluster)
  of_groups <- x$groups$battles
  is.null(x$groups) || all_hold(
    are_battles(of_groups, x), identical(nrow(of_groups), length(x$groups$group)),
    identical(recount(of_groups), recount(x$battles))
  )
}

#' @export
as.data.frame.battle_set <- function(x, row.names = NULL, optional = FALSE, ...) { # nolint: object_name_linter.
  check_dots(...)
  check_evidence(x)
  rows <- x$battles
  out <- data.frame(
    first = x$classifiers[rows$first], second = x$classifiers[rows$second], score = rows$score, count = rows$count
  )
  if (!is.null(x$clusters)) out$cluster <- x$clusters[rows$cluster]
  out
}
