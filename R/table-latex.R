# Tables in LaTeX, with rules of the package booktabs.

latex_lines <- function(x, caption = latex_caption(x)) {
  panels <- table_panels(x)
  long <- (nrow(x$main) * if (interval_below(x)) 2 else 1) * length(panels) > most_lines
  tables <- lapply(seq_along(panels), function(i) {
    latex_panel(x, panels[[i]], if (long && i == 1) caption, long)
  })
  notes <- latex_notes(x$notes)
  if (long) {
    return(c(paste0("{", latex_size(x)), unlist(tables), notes, "}"))
  }
  between <- unlist(lapply(seq_along(tables), function(i) c(if (i > 1) c("", "\\medskip", ""), tables[[i]])))
  if (is.null(caption)) {
    return(c("\\begin{center}", latex_size(x), between, notes, "\\end{center}"))
  }
  c("\\begin{table}[!htbp]", "\\centering", caption, latex_size(x), between, notes, "\\end{table}")
}

# More lines than this do not fit a page, and get a longtable.
most_lines <- 40L

latex_caption <- function(x, bookdown = FALSE) {
  if (!is.null(x$caption)) {
    anchor <- if (!is.null(x$label)) {
      paste0(if (bookdown) "(\\#tab:" else "\\label{tab:", x$label, if (bookdown) ")" else "}")
    }
    paste0("\\caption{", anchor, escape_latex(x$caption), "}")
  }
}

latex_panel <- function(x, columns, caption, long) {
  environment <- if (long) "longtable" else "tabular"
  main <- latex_cells(x)[, columns, drop = FALSE]
  extra <- x$extra[, columns, drop = FALSE]
  below <- interval_below(x)
  apart <- begins_group(x)
  if (below && !any(apart)) apart <- seq_len(nrow(main)) > 1
  interval <- escape_latex(always_minus(extra))
  if (!below) {
    main[] <- paste0(main, ifelse(extra == "", "", paste0(" ", interval)))
  } else {
    interval[] <- ifelse(extra == "", "", paste0("{\\footnotesize ", interval, "}"))
  }
  lines <- lapply(seq_len(nrow(main)), function(i) {
    c(if (apart[i]) "\\addlinespace", latex_row(main[i, ]), if (below) latex_row(interval[i, ]))
  })
  body <- unlist(lines)
  head <- c("\\toprule", latex_row(latex_heads(x, columns)), "\\midrule")
  if (long) {
    first <- if (!is.null(caption)) c(paste0(caption, " \\\\"), head, "\\endfirsthead")
    head <- c(first, head, "\\endhead", "\\bottomrule", "\\endfoot")
  }
  c(
    paste0("\\begin{", environment, "}{", latex_alignment(x, columns), "}"), head, body,
    if (!long) "\\bottomrule", paste0("\\end{", environment, "}")
  )
}

# Long labels may break between words, at the left of the table; nothing else breaks.
latex_alignment <- function(x, columns) {
  width <- apply(x$main[, columns, drop = FALSE], 2, function(cells) max(ansi_nchar(cells, "width"), 0))
  wide <- columns <= x$stub & width > 30
  share <- sprintf("%.2f", 0.4 / max(1, sum(wide)))
  at <- ifelse(wide, paste0("p{", share, "\\linewidth}"), substr(x$align[columns], 1, 1))
  paste(at, collapse = "")
}

latex_heads <- function(x, columns) {
  heads <- escape_latex(colnames(x$main)[columns])
  ifelse(x$align[columns] == "right", paste0("\\multicolumn{1}{r}{", heads, "}"), heads)
}

latex_row <- function(cells) paste0(paste(cells, collapse = " & "), " \\\\")

latex_cells <- function(x) {
  cells <- escape_latex(shown_values(x))
  cells[x$bold] <- paste0("\\textbf{", cells[x$bold], "}")
  # Where some cells of a column have a mark, the others keep its place free.
  for (j in which(apply(x$mark != "", 2, any))) {
    mark <- latex_mark(x$mark[, j])
    free <- paste0("\\phantom{", mark[which.max(nchar(x$mark[, j]))], "}")
    cells[, j] <- paste0(cells[, j], ifelse(x$mark[, j] == "", free, mark))
  }
  cells
}

latex_mark <- function(mark) paste0("\\textsuperscript{", gsub("\u2212", "$-$", mark, fixed = TRUE), "}")

latex_notes <- function(notes) {
  if (nrow(notes)) {
    text <- paste0(ifelse(notes$mark == "", "", paste0(latex_mark(notes$mark), "~")), escape_latex(notes$text))
    c("", "\\smallskip", paste0("{\\footnotesize\\raggedright ", paste(text, collapse = "\\\\\n"), "\\par}"))
  }
}

# The size of the letters, and the room between columns, at which the lines fit a page of 460 points, as far as
# their numbers of characters tell.
latex_size <- function(x) {
  characters <- pmin(column_characters(x), 40)
  wide <- function(columns, points, room) sum(characters[columns]) * points / 2 + 2 * room * length(columns)
  for (i in seq_along(latex_sizes$points)) {
    needed <- vapply(table_panels(x), wide, 0, latex_sizes$points[i], latex_sizes$room[i])
    if (max(needed) <= 460) break
  }
  paste0("\\", latex_sizes$name[i], "\\setlength{\\tabcolsep}{", latex_sizes$room[i], "pt}")
}

latex_sizes <- list(
  name = c("small", "footnotesize", "footnotesize", "scriptsize", "tiny"), points = c(9, 8, 8, 7, 5),
  room = c(6L, 6L, 3L, 3L, 3L)
)

# Also what is harmless in text but not at the beginning of a row, or becomes a ligature.
escape_latex <- function(text) {
  special <- c(
    "\\" = "\\textbackslash{}", "{" = "\\{", "}" = "\\}", "$" = "\\$", "&" = "\\&", "#" = "\\#", "%" = "\\%",
    "_" = "\\_", "^" = "\\textasciicircum{}", "~" = "\\textasciitilde{}", "<" = "\\textless{}", ">" = "\\textgreater{}",
    "|" = "\\textbar{}", "\"" = "''", "`" = "\\textasciigrave{}", "[" = "{[}", "]" = "{]}", "*" = "{*}"
  )
  # Names in the code itself are those of the locale.
  special <- c(special, stats::setNames(c("\\textendash{}", "$-$"), c("\u2013", "\u2212")))
  text <- replace_characters(text, special)
  text[] <- gsub("-(?=-)", "-{}", text, perl = TRUE)
  text
}
