# Tables of one row a comparison, an estimate or a test.

long_table <- function(x, look) {
  whole <- with_labels(x, table_label)
  columns <- display_columns(whole, whole = whole)
  columns <- with_further(columns, whole, look, levels_of(verdict_info(x)))
  # A value of a classifier by itself goes by its metric.
  marked <- if (is_type(x, "assessment")) {
    names(columns)[match("classifier", names(columns)) + 1]
  } else {
    intersect(c("estimate", "difference", "ratio", "odds ratio", "statistic", "p"), names(columns))[1]
  }
  listed_table(columns, header_lines(x, Inf), whole$note, marked, headings = slice_heading(whole))
}

# `columns`: named list of text; `said`: sentences, the first the caption, the others for below; `note`: of each row,
# whose letter stands behind the column `marked`, NA for none; `headings`: where not the names.
listed_table <- function(columns, said, note, marked, bold = NULL, headings = NULL) {
  main <- columns_matrix(columns)
  colnames(main) <- headed(colnames(main), headings)
  noted <- lettered(note)
  marks <- matrix("", nrow(main), ncol(main))
  if (nrow(noted$notes) && !is.na(marked)) marks[, match(marked, names(columns))] <- noted$mark
  labels <- names(columns) %in% label_columns
  stub <- which(c(!labels, TRUE))[1] - 1
  shared <- which(c(!names(columns) %in% c("metric", slice_columns, "prevalence"), TRUE))[1] - 1
  main[col(main) > stub & main == "NA"] <- "\u2013"
  new_result_table(
    main, stub, said[1], rbind(table_notes(said[-1]), noted$notes),
    mark = marks, bold = bold,
    align = ifelse(names(columns) %in% c(text_columns, label_columns, "note"), "left", "right"),
    group = if (stub > 1) cumsum(starts_run(main[, 1])), once = max(0, min(shared, stub - 1))
  )
}

label_columns <- c(
  "metric", slice_columns, "prevalence", "comparison", "classifier", "classifiers", "reference", "scenario", "learner",
  "term"
)

columns_matrix <- function(columns) {
  matrix(
    unlist(lapply(columns, one_line)), ncol = length(columns), dimnames = list(NULL, one_line(names(columns)))
  )
}

# And columns of the result that print() does not show, where the `look` asks for them.
with_further <- function(columns, x, look, level) {
  wanted <- setdiff(intersect(look$columns, names(x)), names(columns))
  c(columns, lapply(rlang::set_names(as.character(wanted)), function(name) {
    column <- x[[name]]
    if (!is.numeric(column)) {
      return(ifelse(is.na(column), "", column))
    }
    if (grepl("p[.]value$|^(adj[.])?p[.]", name)) {
      column_p(column, level = level)
    } else if (all(column == round(column), na.rm = TRUE)) {
      ifelse(is.na(column), "", format_count(column))
    } else {
      format_column(column)
    }
  }))
}

# -- the results ------------------------------------------------------------------------

ranking_table <- function(x, look) {
  info <- verdict_info(x)
  shown <- as_plain(x)
  several <- length(ranking_places(x)) > 1
  about <- vapply(ranking_parts(x), say_first, "", USE.NAMES = FALSE)
  columns <- c(
    if (varies(shown$metric)) list(metric = capitalise(name_metric(shown$metric, info$metrics))),
    if (varies(paste(shown$class, shown$average))) {
      stats::setNames(list(table_label(label_class(shown$class, shown$average))), axis_of(x))
    },
    ranking_columns(shown, info)
  )
  columns <- with_further(columns, shown, look, levels_of(info))
  bold <- matrix(FALSE, nrow(shown), length(columns))
  first <- look$best == "bold" & shown$tied.first %in% TRUE
  bold[, match("classifier", names(columns))] <- first
  table <- listed_table(
    columns, c(
      if (several) "Ranking of the classifiers", about, if (any(first)) "Bold: first, alone or tied.",
      ranking_basis(x, most = Inf)
    ),
    shown$note, "value", bold = bold, headings = slice_heading(x)
  )
  if (several) table$group <- cumsum(starts_run(paste(shown$metric, shown$average, shown$class, sep = "\r")))
  table
}

bayes_table <- function(x, look) {
  info <- verdict_info(x)
  shown <- as_plain(x)
  answers <- c("P(worse)", "P(equivalent)", "P(better)")
  metric <- if (varies(shown$metric)) capitalise(label_metric(shown$metric, info$metrics))
  columns <- with_further(bayes_columns(shown, info, answers, metric), shown, look, levels_of(info))
  probability <- cbind(shown$prob.worse, shown$prob.rope, shown$prob.better)
  bold <- matrix(FALSE, nrow(shown), length(columns))
  sure <- !is.na(probability) & probability >= info$conf.level & look$best == "bold"
  shows <- answers %in% names(columns)
  bold[, match(answers[shows], names(columns))] <- sure[, shows]
  listed_table(
    columns, c(
      paste0("Posterior probabilities: ", and_list(bayes_sides(x, info), 6)), bayes_heading(x, info),
      if (any(sure)) paste0("Bold: at least ", short_number(info$conf.level), ".")
    ),
    shown$note, "difference", bold = bold
  )
}
