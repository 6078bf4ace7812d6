#' Results as plain data frames
#'
#' `tidy()` gives the rows of a result under broom's names, `glance()` one row
#' about the whole.
#'
#' @param x A [verdict_table] or a [verdict()].
#' @param ... Not used.
#' @return `tidy()`: a tibble where that package is installed, else a plain data frame, with the columns of [verdict_table]; of a
#'   verdict, those of its overall and its per-class comparison, one below the
#'   other; `as.data.frame()` of a verdict is the same, and the text of its rows within
#'   `knitr::kable()`.
#'
#'   `glance()`: a data frame of one row with the columns `type`
#'   (`"comparison"`, `"assessment"` or `"omnibus"`), `metric`, `method`, `interval`,
#'   `alternative`, `p.adjust.method` (several are joined by a comma),
#'   `conf.level`, `n_rows`, `n_clusters` (`NA` where results on different data
#'   were bound), `n_classes`, `n_classifiers`, `n_comparisons` (or estimates),
#'   `n_untested` (without a p-value), `n_significant` (adjusted p-value below
#'   1 - `conf.level`) and `min.adj.p.value`.
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

#' @rdname tidy.verdict_table
#' @export
tidy.verdict_table <- function(x, ...) {
  check_dots(...)
  as_tidy(x)
}

#' @export
tidy.prediction_set <- function(x, ...) {
  check_set(x)
  abort_verdict(
    c(
      "{.fn tidy} is for results, such as that of {.fn compare_classifiers}.",
      i = "{.code as.data.frame(x)} gives the counts of a prediction set, {.code summary(x)} its shares."
    ),
    "class"
  )
}

#' @rdname tidy.verdict_table
#' @param row.names,optional Ignored.
#' @export
as.data.frame.verdict <- function(x, row.names = NULL, optional = FALSE, ...) {
  if (is_knitr(parent.frame())) {
    return(format(rbind(x$overall, x$comparison), notes = TRUE))
  }
  as_plain(rbind(x$overall, x$comparison))
}

#' @rdname tidy.verdict_table
#' @export
glance.verdict_table <- function(x, ...) {
  check_dots(...)
  check_complete(x)
  x <- named_rows(x)
  info <- verdict_info(x)
  p <- decisive_p(x)
  joined <- function(values) paste(unique(values), collapse = ", ")
  single <- function(values) if (length(values) == 1) values else NA
  data.frame(
    type = info$type,
    metric = joined(x$metric),
    method = joined(x$method),
    interval = joined(info$interval),
    alternative = joined(info$alternative),
    p.adjust.method = joined(info$p.adjust.method),
    conf.level = single(info$conf.level),
    n_rows = single(info$units$n_rows),
    n_clusters = single(info$units$n_clusters),
    n_classes = length(info$units$classes),
    n_classifiers = length(info$units$classifiers),
    n_comparisons = nrow(x),
    n_untested = sum(is.na(p)),
    n_significant = sum(p < significance_level(x), na.rm = TRUE),
    min.adj.p.value = if (all(is.na(p))) NA_real_ else min(p, na.rm = TRUE)
  )
}
