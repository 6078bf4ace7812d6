#' The result of a comparison or an assessment
#'
#' [compare_classifiers()], [assess_classifiers()] and [omnibus_test()] return a
#' `verdict_table`: a data frame with one row a comparison (or an estimate, or a test
#' of all classifiers) and always the same columns. It subsets, binds, joins and saves like any data frame; `print()`
#' shows the columns that matter, rounded, `plot()` draws the forest plot,
#' `summary()` says it in words.
#'
#' A subset keeps the class as long as all the columns are there, and is a
#' plain data frame otherwise. Adjusted p-values are not adjusted anew: they
#' remain those of the family that was compared, and the printed header goes on
#' to say how large that was. `rbind()` of several results does not adjust anew
#' either: the header then states the family of each part. (`dplyr::bind_rows()`
#' keeps the header of the first part for all.) Rankings, flips, curves and other results whose words are of all rows
#' can be bound where they are of the same metrics, data and levels, as pieces of one result are.
#'
#' @section Columns:
#' - `metric`, `average`, `class`: what was measured. `class` is `NA` for a
#'   metric over all classes, `average` is `"none"`, `"macro"`, `"weighted"` or
#'   `"micro"`.
#' - `classifier`, `reference`: who is compared with whom. `reference` is `NA`
#'   in an assessment and in an omnibus test, whose `classifier` lists them all.
#' - `measure`: `"difference"`, `"ratio"` or `"odds_ratio"`; `"value"` in an
#'   assessment, `NA` in an omnibus test.
#' - `estimate`: `classifier` minus (or over) `reference`.
#' - `std.error`: its standard error, of the logarithm for the two ratios. `NA`, without a note, of tests of signs and
#'   ranks of scores, such as Wilcoxon's, which have none.
#' - `conf.low`, `conf.high`: the confidence interval of the single comparison, which
#'   belongs to `p.value`.
#' - `null.value`: the value that was tested: 0 for a difference, 1 for a ratio.
#' - `statistic`, `df`, `p.value`, `log.p.value`: the test. `log.p.value` is the
#'   natural logarithm, and is right where `p.value` is too small for a double.
#' - `adj.p.value`: the p-value adjusted over the family of comparisons. `log.adj.p.value`: its natural logarithm.
#' - `decision`: what it and its interval decide: `"better"`, `"worse"` (`"higher"`, `"lower"` where a metric has no
#'   good side) or `"undecided"`; with a margin also `"equivalent"`, `"not worse"` or `"not better"` by more than it;
#'   `"the same"` where nothing tells the two apart, `NA` without a test. Of an omnibus test `"different"` or
#'   `"undecided"`.
#' - `estimate.classifier`, `estimate.reference`: the two values compared.
#' - `method`: the name of the test, or of the interval in an assessment.
#' - `note`: why a value is `NA`, or not to be trusted; `NA` for all others.
#' - `method.id`: the same as a name that does not change with the words, such as `"midp"`, with what it was done with
#'   after colons: `"gee:mancl_derouen"`. `status`: why a value is `NA` or says little, such as `"identical"` or
#'   `"absent"`, in the same way; `NA` for all others.
#' - `adj.conf.low`, `adj.conf.high`: the interval that belongs to `adj.p.value`, at the
#'   level at which the comparison was judged among the others; `NA` where there is none.
#'   Where p-values are adjusted it is this one that is printed and drawn.
#' - `margin.low`, `margin.high`, only with a `margin`: its ends on the scale of `measure`, `NA` where one
#'   is open; `p.noninferior`, `p.equivalent`, `p.superior`, `p.nonsuperior`, `p.inferior`: the p-values that the
#'   classifier is not worse than the reference by the margin, that neither is, that it is better by more than the
#'   margin, that it is not, and that it is worse by more than the margin; `adj.p.noninferior` and so on: adjusted like
#'   `adj.p.value`. See [compare_classifiers()].
#' - `effect`, `effect.type`, only of tests of scores: the size of the effect beside the p-value, and which it
#'   is: `"d_z"` (mean difference over its standard deviation), `"cohen_d"` (over the pooled one),
#'   `"rank_biserial"` (matched rank-biserial correlation) or `"win"` (share of units won);
#'   of an omnibus test `"kendall_w"`, `"eta_squared"` or `"epsilon_squared"`.
#' - `i.squared`, `tau.squared`, only of tests over groups: the share of what groups differ in that is no chance, and
#'   the variance between groups; `highest`, `lowest`: the groups between which the sign changes; `ahead`: who is
#'   the higher one in the first of them.
#' - `n.tests`, `mean`, `variance`, `scale`, only of tests over classes: see [omnibus_test()].
#' - `df.residual`, only of F tests: the second degrees of freedom.
#' - `prevalence`, only after [update_prevalence()]: the classes' shares, `NA` for those of
#'   the data, so that both kinds of result can be bound, printed and drawn together.
#'
#' @param x A `verdict_table`.
#' @param i,j,...,drop Rows and columns, as for any data frame. For `rbind()`:
#'   results of one type, such as all of comparisons.
#' @param row.names,optional Ignored.
#' @return `[` and `rbind()`: a `verdict_table`, or, where a column is missing,
#'   a plain data frame. `as.data.frame()`: a plain data frame with all columns.
#'
#' @section Errors:
#' `rbind()` of anything but results of one type with the same columns, or of other results that do not know the same of
#' themselves, is a `verdict_error_bind`.
#'
#' @examples
#' truth <- c("a", "a", "b", "b", "b", "a")
#' set <- prediction_set(truth ~ nb + rf, data.frame(
#'   truth,
#'   nb = c("a", "b", "b", "a", "b", "a"),
#'   rf = c("a", "a", "b", "b", "a", "a")
#' ))
#' result <- compare_classifiers(set, metric = "recall")
#' result[result$class == "a", ]
#' as.data.frame(result)
#' @name verdict_table
NULL

verdict_columns <- c(
  "metric", "average", "class", "classifier", "reference", "measure", "estimate",
  "std.error", "conf.low", "conf.high", "null.value", "statistic", "df", "p.value",
  "adj.p.value", "decision", "estimate.classifier", "estimate.reference", "method", "note",
  "log.p.value", "log.adj.p.value", "adj.conf.low", "adj.conf.high", "method.id", "status"
)

# Columns that only some results have: with a margin; at other shares of the classes; of tests of scores
# the size of the effect, and which it is; of tests that were combined their number and the moments of their sum.
optional_columns <- c(
  margin_columns, "prevalence", "effect", "effect.type", "df.residual", "n.tests", "mean", "variance", "scale",
  "i.squared", "tau.squared",
  "highest", "lowest", "ahead"
)

# `rows`: any of the columns; the others are NA or follow from them. `info`: see result-info.R.
new_verdict_table <- function(rows, info) {
  if (is.null(rows[["method"]]) && !is.null(rows$method.id)) {
    words_of <- if (info$type == "assessment") interval_label else test_label
    rows$method <- words_of(rows$method.id)
  }
  # Drops what is no column of a result.
  n <- nrow(rows)
  rows <- as.list(rows)
  lacks <- function(name) is.null(rows[[name]])
  columns <- lapply(stats::setNames(nm = verdict_columns), function(name) rows[[name]] %||% empty_column(name, n))
  if (lacks("average")) columns$average <- rep("none", n)
  if (lacks("p.value")) columns$p.value <- exp(columns$log.p.value)
  if (lacks("log.p.value")) columns$log.p.value <- log(columns$p.value)
  if (lacks("log.adj.p.value")) columns$log.adj.p.value <- log(columns$adj.p.value)
  if (lacks("null.value")) {
    columns$null.value <- ifelse(columns$measure %in% c("value", NA), NA_real_, null_value(columns$measure))
  }
  for (name in optional_columns) columns[[name]] <- rows[[name]]
  given <- info$units$prevalence
  if (lacks("prevalence") && !is.null(given)) columns$prevalence <- rep(short_shares(given), n)
  rows <- frame_of(columns, n)
  info$metrics <- info$metrics %||% registry_metrics[registry_metrics$metric %in% rows$metric, metric_columns]
  x <- as_verdict_table(rows, info)
  x$decision <- decisions(x)
  x
}

as_verdict_table <- function(rows, info) structure(rows, class = c("verdict_table", "data.frame"), verdict = info)

# Whether these are the rows of a result that still knows what it is about. One that went
# through a file or lost columns is the data frame that it is.
is_complete <- function(x) {
  has_columns(x) && is_info(verdict_info(x)) && is_named(x)
}

# Whether the rows, but for those of NA alone, say who is compared with whom and by what.
is_named <- function(x) {
  named <- as_plain(x)[!is.na(.subset2(x, "metric")), ]
  compares <- is_type(x, "comparison")
  !anyNA(named[c("classifier", if (compares) "reference")]) &&
    (!compares || all(named$measure %in% registry_measures$id))
}

has_columns <- function(x) {
  all(verdict_columns %in% names(x)) && !anyDuplicated(names(x)) &&
    all(vapply(intersect(names(x), c(verdict_columns, optional_columns)), has_its_type, NA, x)) &&
    are_p_values(unclass(x)[verdict_columns])
}

# Whether what is called a p-value is one.
are_p_values <- function(columns) {
  p <- unlist(Filter(is.numeric, columns[grepl("^(adj[.])?p[.]", names(columns))]))
  !any(p < 0 | p > 1, na.rm = TRUE)
}

has_its_type <- function(name, x) {
  kind_of(x[[name]]) %in% c("none", if (name %in% word_columns) c("words", "factor") else "numeric")
}

# A result of another class: rows, and what they know of themselves. Kept with it is of which kind its columns and
# attributes are, and which columns lack nothing.
new_result <- function(rows, kind, ..., above = NULL) {
  row.names(rows) <- NULL
  about <- list(...)
  full <- names(rows)[!vapply(rows, anyNA, NA)]
  shape <- list(columns = vapply(rows, kind_of, ""), full = full, about = vapply(about, kind_of, ""))
  structure(rows, class = c(kind, above, "verdict_result", "data.frame"), ..., shape = shape)
}

kind_of <- function(x) {
  kind <- if (is.character(x)) "words" else if (is.factor(x)) "factor" else mode(x)
  if (kind == "logical" && all(is.na(x))) "none" else kind
}

# Whether these are rows of a result that still knows what it is about, none of them of NA alone (which a condition of
# NA picks).
is_intact <- function(x) {
  if (!is.data.frame(x)) {
    return(TRUE)
  }
  if (inherits(x, "verdict_table")) {
    return(is_complete(x))
  }
  shape <- attr(x, "shape", exact = TRUE)
  if (!is.list(shape) || nrow(x) == 0 || anyDuplicated(names(x)) || has_code(x)) {
    return(FALSE)
  }
  columns <- unclass(x)[names(shape$columns)]
  kinds <- c(shape$columns, shape$about)
  now <- vapply(c(columns, attributes(x)[names(shape$about)]), kind_of, "")
  isTRUE(all(now == kinds | now == "none" | kinds == "none")) && is.character(shape$full) &&
    keep_values(columns, shape$full)
}

# Whether p-values are such, no row is of NA alone, and what lacked nothing has its values.
keep_values <- function(columns, full) {
  are_p_values(columns) && !any(Reduce(`&`, lapply(columns, is.na))) && !any(vapply(columns[full], lacks_values, NA))
}

# Whether a column that lacked nothing is no longer what rows are told apart or found by.
lacks_values <- function(column) if (is.character(column)) anyNA(column) else all(is.na(column))

# What has lost that cannot be drawn.
check_shape <- function(whole, verb) {
  if (!whole) {
    abort_verdict(c(
      "Columns, rows or attributes of the result are gone, so that it cannot be drawn.",
      i = "Draw the result of {.fn {verb}} as it is, or some of its rows."
    ), "plot")
  }
}

# Without the rows of NA that a condition such as `p.value < 0.05` picks where there is
# no p-value.
named_rows <- function(x) x[!is.na(x$metric), ]

check_complete <- function(x) {
  missing <- setdiff(verdict_columns, names(x))
  faults <- if (length(missing) > 0) {
    c("The result lacks the column{?s} {.val {missing}}.", "Keep all columns")
  } else if (!has_columns(x)) {
    c(
      paste(
        "The columns of the result are not what they were: a column of numbers became text, a p-value is none,",
        "or a name occurs twice."
      ),
      "Take the result as it was returned"
    )
  } else if (is.list(verdict_info(x)) && !is_named(x)) {
    c(
      "The result no longer says who is compared with whom and by what: some of it is NA.",
      "Take the result as it was returned"
    )
  } else if (!is_complete(x)) {
    c(
      "The result has lost what it knew of its data: the attribute {.val verdict}.",
      "Take the result as it was returned ({.fn saveRDS} keeps it)"
    )
  }
  if (!is.null(faults)) {
    abort_verdict(c(faults[1], i = paste0(faults[2], ", or work on {.code as.data.frame(x)}.")), "columns")
  }
}

# A verdict is a list, and lists get edited: all its parts are there, and are results.
check_verdict <- function(x) {
  check_no_code(x)
  tables <- c("assessment", "overall", "comparison")
  others <- c("set", "global", "ranking", "levels")
  replaced <- Filter(function(part) !is.null(x[[part]]) && !is_part(part, x[[part]]), c(others, "groups"))
  lost <- c(setdiff(c(tables, others), names(x)), replaced)
  if (length(lost)) abort_changed_verdict(lost)
  for (part in unclass(x)[tables]) if (!is.null(part)) check_complete(part)
  who <- unlist(lapply(unclass(x)[c("overall", "comparison")], function(part) c(part$classifier, part$reference)))
  if (!all(who %in% c(x$assessment$classifier, NA))) abort_changed_verdict("assessment of each classifier")
}

abort_changed_verdict <- function(lost) {
  abort_verdict(c(
    "The verdict was changed by hand or comes from another version: it has no {.field {lost}}.",
    i = "Make it anew with {.fn verdict}."
  ), "columns")
}

is_part <- function(name, part) {
  switch(name,
    set = inherits(part, "evidence"), groups = is.list(part),
    is.data.frame(part) && all(part_columns[[name]] %in% names(part))
  )
}

part_columns <- list(
  global = c(
    "metric", "classifier", "reference", "n_classes", "class", "p.value", "adj.p.value", "log.p.value", "method"
  ),
  levels = c("part", "level", "local", "n.tests", "n.together", "p.adjust.method")
)

# The data frame without what the class knew.
plain_rows <- function(x) {
  for (name in setdiff(names(attributes(x)), c("names", "row.names", "class"))) attr(x, name) <- NULL
  as_plain(x)
}

# What a result says in a line; one that has lost what it knew of itself the text of its columns.
one_text <- function(x, said) if (is_intact(x)) said else as.character(as_plain(x))

# A sentence a row, by `say()`; of one that has lost what it knew of itself the rows as they are.
format_rows <- function(x, say, ...) {
  if (!is_intact(x)) {
    return(format(plain_rows(x), ...))
  }
  check_dots(...)
  vapply(seq_len(nrow(x)), function(i) say(x[i, ]), "")
}

# Prints a result by `show()`; one that has lost what it knew of itself as the data frame that it is.
print_result <- function(x, show, ..., n = Inf, width, digits = NULL) {
  local_digits(digits)
  check_number(n, "n", 1, closed = TRUE)
  width <- check_width(width)
  if (is_intact(x)) {
    check_dots(...)
    show(x, n, width)
  } else {
    print(plain_rows(x), ...)
  }
  invisible(x)
}

# By what `say()` says of it.
print_sentences <- function(x, say, ..., width) {
  print_result(x, function(x, n, width) writeLines(wrap_text(say(x), width, exdent = 2)), ..., width = width)
}

# Rankings and others: of what has lost a column `[` makes a plain data frame.
#' @export
`[.verdict_rows` <- function(x, i, j, ..., drop) {
  shape <- attr(x, "shape")
  out <- NextMethod()
  if (!is.data.frame(out)) {
    return(out)
  }
  out <- plain_rows(out)
  if (!all(names(shape$columns) %in% names(out))) {
    return(out)
  }
  structure(out, class = class(x), verdict = verdict_info(x), shape = shape)
}

#' @export
as.data.frame.verdict_rows <- function(x, row.names = NULL, optional = FALSE, ...) plain_rows(x)

#' @rdname verdict_table
#' @export
`[.verdict_table` <- function(x, i, j, ..., drop) {
  info <- verdict_info(x)
  out <- NextMethod()
  if (!is.data.frame(out)) {
    return(out)
  }
  out <- as_plain(out)
  if (is.list(info) && all(verdict_columns %in% names(out))) out <- as_verdict_table(out, info)
  out
}

# Exact: without the column `method` there is no x$method, rather than what begins like it.
#' @export
`$.verdict_table` <- function(x, name) .subset2(x, name)

#' @rdname verdict_table
#' @export
as.data.frame.verdict_table <- function(x, row.names = NULL, optional = FALSE, ...) as_plain(x)

#' @rdname verdict_table
#' @export
rbind.verdict_table <- function(...) {
  parts <- Filter(Negate(is.null), list(...))
  results <- vapply(parts, FUN.VALUE = NA, function(part) {
    inherits(part, "verdict_table") && is_info(verdict_info(part))
  })
  infos <- lapply(parts[results], verdict_info)
  types <- unique(vapply(infos, `[[`, "", "type"))
  if (!all(results) || length(types) > 1) {
    abort_verdict(c(
      "Only results of one type can be bound, such as all comparisons.",
      i = "Bind other data frames to {.code as.data.frame(x)}."
    ), "bind")
  }
  parts <- with_optional(lapply(unname(parts), as_plain))
  names <- lapply(parts, names)
  extra <- setdiff(unlist(names), Reduce(intersect, names))
  if (length(extra) > 0) {
    abort_verdict(c(
      "Results to be bound must have the same columns.",
      x = "Not all have {.val {extra}}.",
      i = "Add what is missing, or take only the columns of a result."
    ), "bind")
  }
  rows <- renumbered(do.call(rbind.data.frame, parts))
  pieces <- length(unique(infos)) == 1 && isTRUE(nrow(rows) <= infos[[1]]$family)
  as_verdict_table(rows, combine_info(if (pieces) infos[1] else infos))
}

# What is said of such results is of all their rows, and what was kept beside the rows is that of one of them.
#' @export
rbind.verdict_result <- function(...) {
  parts <- Filter(Negate(is.null), list(...))
  beside <- lapply(parts, function(part) {
    attributes(part)[sort(setdiff(names(attributes(part)), c("names", "row.names", "shape")), method = "radix")]
  })
  if (length(unique(beside)) > 1) {
    abort_verdict(c(
      "Results of different metrics, data or levels cannot be bound: what is said is of all rows.",
      i = "Ask for all in one call, where the function takes it, or bind {.code as.data.frame(x)} of each."
    ), "bind")
  }
  rbind.data.frame(...)
}

# Where one has such a column, all have it.
with_optional <- function(parts) {
  optional <- intersect(c(optional_columns, "status"), unlist(lapply(parts, names)))
  lapply(parts, function(part) {
    for (name in setdiff(optional, names(part))) part[[name]] <- empty_column(name, nrow(part))
    part
  })
}

empty_column <- function(name, n) rep(if (name %in% word_columns) NA_character_ else NA_real_, n)

# What tidy() gives: a tibble where there is one.
as_tidy <- function(x, has_tibble = rlang::is_installed("tibble")) {
  x <- as_plain(x)
  if (has_tibble) tibble::as_tibble(x, .name_repair = "minimal") else x
}
