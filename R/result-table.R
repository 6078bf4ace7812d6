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
#' keeps the header of the first part for all.)
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
#' - `std.error`: its standard error, of the logarithm for the two ratios.
#' - `conf.low`, `conf.high`: the confidence interval.
#' - `statistic`, `df`, `p.value`, `log.p.value`: the test. `log.p.value` is the
#'   natural logarithm, and is right where `p.value` is too small for a double.
#' - `adj.p.value`: the p-value adjusted over the family of comparisons.
#' - `estimate.classifier`, `estimate.reference`: the two values compared.
#' - `method`: the name of the test, or of the interval in an assessment; after
#'   [update_prevalence()] with "at prevalence" and the classes' shares, so that both kinds of
#'   result can be bound, printed and plotted together.
#' - `note`: why a value is `NA`, or not to be trusted; `NA` for all others.
#'
#' @param x A `verdict_table`.
#' @param i,j,...,drop Rows and columns, as for any data frame. For `rbind()`:
#'   results of one kind, such as all of comparisons.
#' @param row.names,optional Ignored.
#' @return `[` and `rbind()`: a `verdict_table`, or, where a column is missing,
#'   a plain data frame. `as.data.frame()`: a plain data frame with all columns.
#'
#' @section Errors:
#' `rbind()` of anything but results of one kind with the same columns is a
#' `verdict_error_bind`.
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
  "std.error", "conf.low", "conf.high", "statistic", "df", "p.value",
  "adj.p.value", "estimate.classifier", "estimate.reference", "method", "note",
  "log.p.value"
)

# `info`: kind ("comparison", "assessment" or "omnibus"), conf.level, alternative,
# p.adjust.method, family, interval, clustered, n_rows, n_clusters, classes,
# classifiers; prevalence in words and shares in short, if given.
new_verdict_table <- function(df, info) {
  if (length(info$shares)) df$method <- paste(df$method, "at prevalence", info$shares)
  df <- df[verdict_columns]
  row.names(df) <- NULL
  structure(df, class = c("verdict_table", "data.frame"), verdict = info)
}

verdict_info <- function(x) attr(x, "verdict")

is_kind <- function(x, kind) identical(verdict_info(x)$kind, kind)

is_complete <- function(x) all(verdict_columns %in% names(x))

# Without the rows of NA that a condition such as `p.value < 0.05` picks where there is
# no p-value.
named_rows <- function(x) x[!is.na(x$metric), ]

check_complete <- function(x, call = caller_env()) {
  missing <- setdiff(verdict_columns, names(x))
  if (length(missing) > 0) {
    abort_verdict(
      c(
        "The result lacks the column{?s} {.val {missing}}.",
        i = "Keep all columns, or work on {.code as.data.frame(x)}."
      ),
      "columns", call = call
    )
  }
}

as_plain <- function(x) {
  attr(x, "verdict") <- NULL
  class(x) <- "data.frame"
  x
}

#' @rdname verdict_table
#' @export
`[.verdict_table` <- function(x, i, j, ..., drop) {
  info <- verdict_info(x)
  out <- NextMethod()
  if (!is.data.frame(out)) {
    return(out)
  }
  out <- as_plain(out)
  if (is_complete(out)) {
    out <- structure(out, class = c("verdict_table", "data.frame"), verdict = info)
  }
  out
}

#' @rdname verdict_table
#' @export
as.data.frame.verdict_table <- function(x, row.names = NULL, optional = FALSE, ...) {
  # kable() converts its argument with this function and then rounds numbers to
  # 7 decimals, so that p = 1e-12 reads 0: it is handed the text of print().
  if (is_knitr(parent.frame())) {
    return(format(x, notes = TRUE))
  }
  as_plain(x)
}

is_knitr <- function(frame) identical(environmentName(topenv(frame)), "knitr")

#' @rdname verdict_table
#' @export
rbind.verdict_table <- function(...) {
  parts <- Filter(Negate(is.null), list(...))
  results <- vapply(parts, inherits, NA, "verdict_table")
  infos <- lapply(parts[results], verdict_info)
  kinds <- unique(vapply(infos, function(info) info$kind, ""))
  if (!all(results) || length(kinds) > 1) {
    abort_verdict(
      c(
        "Only results of one kind can be bound, such as all comparisons.",
        i = "Bind other data frames to {.code as.data.frame(x)}."
      ),
      "bind"
    )
  }
  check_same_columns(parts)
  rows <- do.call(rbind.data.frame, lapply(unname(parts), as_plain))
  row.names(rows) <- NULL
  structure(
    rows, class = c("verdict_table", "data.frame"), verdict = combine_info(infos)
  )
}

check_same_columns <- function(parts, call = caller_env()) {
  names <- lapply(parts, names)
  extra <- setdiff(unlist(names), Reduce(intersect, names))
  if (length(extra) > 0) {
    abort_verdict(
      c(
        "Results to be bound must have the same columns.",
        x = "Not all have {.val {extra}}.",
        i = "Add what is missing, or take only the columns of a result."
      ),
      "bind", call = call
    )
  }
}

# Adjustment is stated a part, everything else once if the parts agree.
combine_info <- function(infos) {
  fields <- unique(unlist(lapply(infos, names)))
  pooled <- lapply(fields, function(field) {
    values <- unlist(lapply(infos, function(info) info[[field]]))
    if (field %in% c("family", "p.adjust.method")) values else unique(values)
  })
  names(pooled) <- fields
  pooled$clustered <- any(pooled$clustered)
  pooled
}
