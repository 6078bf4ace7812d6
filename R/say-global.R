# A global test as text and as a data frame.

global_data <- function(rows) {
  paste0(metric_phrase(rows), " of ", who_is_shown(rows))
}

global_question <- function(x) {
  pairs <- unique(x$by_class[c("classifier", "reference")])
  info <- verdict_info(x$by_class)
  who <- if (nrow(pairs) == 1) {
    paste0("Does ", pairs$classifier, " differ from ", pairs$reference)
  } else if (length(unique(pairs$reference)) == 1) {
    paste0("Does any of ", and_list(pairs$classifier, 6), " differ from ", pairs$reference[1])
  } else {
    paste0("Do any of ", and_list(info$units$classifiers, 6), " differ")
  }
  where <- if (!is.na(x$by_class$class[1])) " on any class"
  paste0(who, " in ", metric_phrase(x$by_class), where, "?")
}

global_answer <- function(x) {
  if (is.na(x$p.value)) {
    return(paste0("No p-value: ", x$note, "."))
  }
  side <- if (verdict_info(x$by_class)$alternative != "two.sided") " in the direction tested"
  answer <- if (x$p.value < 1 - x$conf.level) "Yes, a difference" else "No difference"
  paste0(
    answer, side, " is shown at the level ", short_number(1 - x$conf.level), ": ",
    say_p(x$p.value, x$log.p.value, levels_of(x)), "."
  )
}

# "T = 124 with E(T) = 12 and Var(T) = 25.2; cT = 117 ..."
global_figures <- function(x) {
  figure <- function(values) paste(names(values), "=", true_minus(vapply(values, short_number, "")))
  paste0(x$method, ": ", paste(figure(c(x$statistic, x$parameter)), collapse = ", "), ".")
}

global_dependence <- function(x) {
  if (x$n < 2) {
    return(NULL)
  }
  switch(as.character(x$covariance_source),
    analytic = dependence(designs_of(verdict_info(x$by_class)$units)[[1]]),
    permutation = paste(
      "How the classes depend on each other is taken from", format_count(x$R),
      "exchanges of the two classifiers."
    ),
    bootstrap = paste(
      "How the classes depend on each other is taken from", format_count(x$R),
      "bootstrap samples, centred at the estimates."
    )
  )
}

# Which classes: the adjusted p-values, another question than the global one.
global_by_class <- function(x) {
  rows <- x$by_class[!is.na(x$by_class$adj.p.value), ]
  if (nrow(rows) < 2) {
    return(NULL)
  }
  shown <- with_labels(rows[rows$adj.p.value < 1 - x$conf.level, ])
  shown <- shown[order(shown$adj.p.value, shown$log.p.value), ]
  several <- nrow(unique(rows[c("classifier", "reference")])) > 1
  names <- ifelse(is.na(shown$class), "", shown$class)
  if (several) names <- paste0(label_pair(shown), ifelse(is.na(shown$class), "", paste0(" on ", names)))
  found <- if (nrow(shown) == 0) {
    "none by itself"
  } else {
    and_list(paste0(names, " (", say_p(shown$adj.p.value, shown$log.adj.p.value, levels_of(x)), ")"), max_named)
  }
  how <- label_adjustment(verdict_info(x$by_class)$p.adjust.method)
  paste0("Which, by p-values adjusted over ", count_of(nrow(rows), "comparison"), " (", how, "): ", found, ".")
}

global_omitted <- function(x) {
  out <- with_labels(x$omitted)
  if (nrow(out) == 0) {
    return(NULL)
  }
  several <- nrow(unique(x$by_class[c("classifier", "reference")])) > 1
  names <- paste0(out$class, if (several) paste0(", ", label_pair(out)), " (", out$note, ")")
  paste0("Left out: ", and_list(names, max_named), ".")
}

global_lines <- function(x) {
  info <- verdict_info(x$by_class)
  list(
    title = global_question(x),
    body = c(global_answer(x), global_figures(x), global_dependence(x)),
    notes = c(
      global_by_class(x), global_omitted(x), header_data(info$units, row_prevalence(x$by_class)),
      caveats_of(info$units)
    )
  )
}

#' @export
print.global_test <- function(x, ..., width = getOption("width"), digits = NULL) {
  local_digits(digits)
  width <- check_width(width)
  text <- global_lines(x)
  writeLines(c(cli::style_bold(wrap_text(text$title, width)), ""))
  writeLines(c(bullets(text$body, width), ""))
  writeLines(wrap_text(text$notes, width))
  invisible(x)
}

#' @rdname global_test
#' @export
tidy.global_test <- function(x, ...) {
  check_dots(...)
  parameter <- function(name) if (name %in% names(x$parameter)) x$parameter[[name]] else NA_real_
  as_tidy(data.frame(
    metric = x$metric, combine = x$combine, covariance = x$covariance_source,
    statistic = unname(x$statistic), df = if ("v" %in% names(x$parameter)) parameter("v") else parameter("df"),
    p.value = x$p.value, log.p.value = x$log.p.value, mean = parameter("E(T)"),
    variance = parameter("Var(T)"), scale = parameter("c"), n_tests = x$n,
    n_omitted = nrow(x$omitted), method = x$method, note = x$note
  ))
}

#' @rdname global_test
#' @export
glance.global_test <- function(x, ...) {
  check_dots(...)
  info <- verdict_info(x$by_class)
  cbind(as.data.frame(tidy(x)), data.frame(
    conf.level = x$conf.level, n_rows = info$units$n_rows, n_clusters = info$units$n_clusters,
    n_classes = length(unique(x$by_class$class)), n_classifiers = length(info$units$classifiers)
  ))
}
