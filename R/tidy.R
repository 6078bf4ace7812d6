#' Results as plain data frames
#'
#' `tidy()` gives the rows of a result under broom's names, `glance()` one row
#' about the whole.
#'
#' @param x A [verdict_table] or a [verdict()]; for `glance()` also of [rank_classifiers()], [flips()] and
#'   [compare_bayesian()].
#' @param ... Not used.
#' @return `tidy()`: a tibble where that package is installed, else a plain data frame, with the columns of
#'   [verdict_table]; of a verdict, those of its overall and its per-class comparison, one below the
#'   other, and with groups those of its groups, with a column `group` (`NA`: over all rows); `as.data.frame()` of a
#'   verdict is the same.
#'
#'   `glance()`: a data frame of one row with the columns `type`
#'   (`"comparison"`, `"assessment"` or `"omnibus"`), `metric`, `method`, `interval`,
#'   `alternative`, `p.adjust.method` (several are joined by a comma),
#'   `conf.level`, `n_rows`, `n_clusters` (`NA` where results on different data
#'   were bound), `n_classes`, `n_classifiers`, `n_comparisons` (or estimates),
#'   `n_untested` (without a p-value), `n_significant` (adjusted p-value below
#'   1 - `conf.level`), of comparisons how many came to each `decision` (`n_better`, `n_worse`, `n_equivalent`,
#'   `n_not_worse` (or not better), `n_same`, `n_undecided`), and `min.adj.p.value`. Of a ranking, of [flips()] and of
#'   [compare_bayesian()] it has those
#'   of these columns that make sense, with `n_tied_first` of a ranking and `n_decided` (posterior probability at least
#'   `conf.level`).
#'
#' @examples
#' set <- prediction_set(truth ~ ., satellite)
#' result <- compare_classifiers(set, metric = "precision")
#' glance(result)
#' tidy(result)[1:2, c("class", "estimate", "adj.p.value")]
#' @name tidy.verdict_table
NULL

#' @importFrom generics tidy
#' @export
generics::tidy

#' @importFrom generics glance
#' @export
generics::glance

# What is no result is told so, but where broom is installed, which answers for everything.
answer_for_others <- function() {
  # nocov start: as the package is loaded
  if (!nzchar(system.file(package = "broom"))) {
    for (generic in c("tidy", "glance")) registerS3method(generic, "default", no_result, asNamespace("generics"))
  }
  # nocov end
}

no_result <- function(x, ...) {
  check_given(x, "a result, such as that of {.fn verdict}.", "class")
  abort_verdict(c(
    "{.fn tidy} and {.fn glance} are for results, not {.obj_type_friendly {x}}.",
    i = "Such as that of {.fn verdict} or {.fn compare_classifiers}."
  ), "class")
}

#' @rdname tidy.verdict_table
#' @export
tidy.verdict_table <- function(x, ...) {
  check_dots(...)
  as_tidy(x)
}

#' @rdname tidy.verdict_table
#' @param row.names,optional,stringsAsFactors Ignored.
#' @export
as.data.frame.verdict <- function(x, row.names = NULL, optional = FALSE,
                                  stringsAsFactors = FALSE, ...) { # nolint: object_name_linter.
  check_verdict(x)
  check_dots(...)
  rows <- as_plain(claimed_rows(x))
  where <- x$groups$where
  if (is.null(where)) {
    return(rows)
  }
  rows$group <- NA_character_
  where <- as_plain(where)
  where$group <- where$class
  where$class <- NA_character_
  parts <- with_optional(list(rows, where))
  rows <- do.call(rbind, parts)
  at <- match("class", names(rows))
  row.names(rows) <- NULL
  rows[append(setdiff(names(rows), "group"), "group", at)]
}

#' @rdname tidy.verdict_table
#' @export
glance.verdict_table <- function(x, ...) {
  check_dots(...)
  check_complete(x)
  x <- named_rows(x)
  info <- verdict_info(x)
  p <- decisive_p(x)
  basis <- glance_basis(x, info, x$method)
  about <- data.frame(interval = all_words(interval_label(info$interval)), alternative = all_words(info$alternative))
  cbind(
    basis[1:3], about, basis[-(1:3)], n_comparisons = nrow(x), n_untested = sum(is.na(p)),
    n_significant = sum(p < significance_level(x), na.rm = TRUE), count_decisions(x), min.adj.p.value = least_p(p)
  )
}

all_words <- function(words) paste(unique(words), collapse = ", ")

# Of comparisons; a metric without a good side has higher for better, and what is the same is not decided.
count_decisions <- function(x) {
  outcome <- if (is_type(x, "comparison")) outcomes(x) else rep(NA, nrow(x))
  count <- function(...) sum(outcome %in% c(...))
  data.frame(
    n_better = sum(is_better(outcome)), n_worse = sum(is_worse(outcome)), n_equivalent = count("equivalent"),
    n_not_worse = count("not_worse", "not_better"), n_same = count("same"), n_undecided = count("open")
  )
}

#' @rdname tidy.verdict_table
#' @export
glance.verdict_ranking <- function(x, ...) {
  check_dots(...)
  check_whole(is_intact(x))
  info <- verdict_info(x)
  cbind(
    glance_basis(x, info, test_label(info$test)),
    n_comparisons = info$family, n_tied_first = sum(x$tied.first, na.rm = TRUE)
  )
}

#' @rdname tidy.verdict_table
#' @export
glance.verdict_flips <- function(x, ...) {
  check_dots(...)
  check_whole(is_intact(x))
  info <- verdict_info(x)
  p <- x$adj.p.value
  cbind(
    glance_basis(x, info, x$method), n_comparisons = nrow(x), n_untested = sum(is.na(p)),
    n_significant = sum(p < 1 - info$conf.level, na.rm = TRUE), min.adj.p.value = least_p(p)
  )
}

# What is known of the data and of how they were judged; NA what results that were bound do not share.
glance_basis <- function(x, info, method) {
  single <- function(values) if (length(values) == 1) values else NA
  data.frame(
    type = info$type, metric = all_words(x[["metric"]] %||% "accuracy"), method = all_words(method),
    p.adjust.method = all_words(info$p.adjust.method), conf.level = single(info$conf.level),
    n_rows = single(info$units$n_rows), n_clusters = single(info$units$n_clusters),
    n_classes = length(info$units$classes), n_classifiers = length(info$units$classifiers)
  )
}

#' @rdname tidy.verdict_table
#' @export
glance.bayesian_comparison <- function(x, ...) {
  check_dots(...)
  check_bayesian(x)
  info <- verdict_info(x)
  most <- pmax(x$prob.worse, x$prob.rope, x$prob.better)
  data.frame(
    type = info$type, metric = all_words(x$metric), method = all_words(x$method),
    rope = all_words(short_number(x$rope)), conf.level = info$conf.level,
    n_units = if (length(unique(x$n)) == 1) x$n[1] else NA, n_classifiers = length(info$classifiers),
    n_comparisons = nrow(x), n_decided = sum(most >= info$conf.level, na.rm = TRUE)
  )
}
