# Parts that all formats of a table share.
#
# Why the formats are written here and not by tinytable (0.19.0, tried with labels such as `[z]`, `\input{q}`, `$x$`):
#   LaTeX     needs tabularray where journals have booktabs, and pdflatex stops at these labels and at U+2212
#   HTML      bold cells and rules are put in by a script from another server; the same seed gives another text
#   Markdown  is not escaped, so that labels are markup and TeX; notes are broken rows; Word is made of it by pandoc
#   Typst     is escaped, but without our own escapes no mark is raised: few lines less for one more package
# Tables that pandoc makes for Word have columns of fixed widths, in which numbers break.

# Whether a row begins another group than the row before.
begins_group <- function(x) c(FALSE, x$group[-1] != x$group[-length(x$group)])[seq_along(x$group)]

# Labels that are not repeated.
shown_once <- function(x) {
  main <- x$main
  again <- rep(TRUE, nrow(main))
  for (j in seq_len(x$once)) {
    again <- again & !starts_run(x$main[, j])
    main[again, j] <- ""
  }
  main
}

shown_values <- function(x) {
  cells <- shown_once(x)
  value <- col(cells) > x$stub
  cells[value] <- always_minus(cells[value])
  cells
}

# Cells with their marks and intervals. `rules`, a format's: how text is escaped, and what stands before and after bold
# text and a raised mark.
marked_cells <- function(x, rules, between) {
  cells <- rules$escape(shown_values(x))
  cells[x$bold] <- paste0(rules$bold[1], cells[x$bold], rules$bold[2])
  extra <- ifelse(x$extra == "", "", paste0(between, rules$escape(always_minus(x$extra))))
  cells[] <- paste0(cells, raised_mark(x$mark, rules), extra)
  cells
}

raised_mark <- function(mark, rules) ifelse(mark == "", "", paste0(rules$mark[1], rules$escape(mark), rules$mark[2]))

marked_notes <- function(notes, rules) {
  paste0(raised_mark(notes$mark, rules), ifelse(notes$mark == "", "", " "), rules$escape(notes$text))
}

# A hyphen before a number is a minus.
always_minus <- function(text) {
  text[] <- gsub("(^|[[ (,/])-(?=[0-9.])", "\\1\u2212", text, perl = TRUE)
  text
}

# Intervals go below their value where there are more than two columns of them.
interval_below <- function(x) any(x$extra != "") && ncol(x$main) - x$stub > 2

# The columns of each of the parts that stand below each other, labels in all.
table_panels <- function(x) {
  values <- setdiff(seq_len(ncol(x$main)), seq_len(x$stub))
  if (all(x$extra == "") || length(values) <= most_value_columns) {
    return(list(seq_len(ncol(x$main))))
  }
  parts <- ceiling(length(values) / most_value_columns)
  lapply(unname(split(values, sort(rep_len(seq_len(parts), length(values))))), function(part) {
    c(seq_len(x$stub), part)
  })
}

# How many characters wide each column is.
column_characters <- function(x) {
  cells <- if (interval_below(x)) rbind(x$main, x$extra) else paste_cells(x)
  apply(rbind(colnames(x$main), cells), 2, function(column) max(ansi_nchar(column, "width")))
}

# A matrix of text: value, mark and interval.
paste_cells <- function(x) {
  cells <- x$main
  cells[] <- paste0(x$main, plain_mark(x$mark), ifelse(x$extra == "", "", paste0(" ", x$extra)))
  cells
}

table_notes <- function(text, mark = rep("", length(text))) data.frame(mark, text = as.character(text))

# A table before it has a format. All matrices are of text, rows x columns: `main`, with headings as column
# names; `mark`, raised behind it; `extra`, the interval; `bold` is logical. The first `stub` columns are labels.
# `group`: rows that belong together; `once`: how many of the first columns show a label only where it
# changes. `notes`: data frame of mark ("" for none) and text.
new_result_table <- function(main, stub, caption, notes, mark = NULL, extra = NULL, bold = NULL, align = NULL,
                             group = NULL, once = 0) {
  blank <- matrix("", nrow(main), ncol(main))
  structure(
    list(
      main = main, mark = mark %||% blank, extra = extra %||% blank, bold = bold %||% (blank != ""), stub = stub,
      align = align %||% ifelse(seq_len(ncol(main)) <= stub, "left", "right"),
      group = group %||% rep(1L, nrow(main)), once = once, caption = caption, notes = notes
    ),
    class = "result_table"
  )
}

# A page has room for the labels and this many columns with intervals.
most_value_columns <- 5L

# Where nothing can be raised, letters must not run into the text.
plain_mark <- function(mark) sub("([a-zA-Z.]+)$", "(\\1)", mark)

# Each character that `special` names, in one pass, so that nothing is escaped twice.
replace_characters <- function(text, special) {
  out <- vapply(strsplit(text, "", fixed = TRUE), function(characters) {
    at <- match(characters, names(special))
    characters[!is.na(at)] <- special[at[!is.na(at)]]
    paste(characters, collapse = "")
  }, "")
  out[is.na(text)] <- NA
  attributes(out) <- attributes(text)
  out
}

escape_html <- function(text) {
  replace_characters(text, c("&" = "&amp;", "<" = "&lt;", ">" = "&gt;", "\"" = "&quot;", "'" = "&#39;"))
}

# Letters for the notes of rows or cells, and the footnotes; one that all of them have needs no letter.
lettered <- function(note) {
  notes <- unique(note[!is.na(note)])
  if (length(notes) == 1 && length(note) > 1 && !anyNA(note)) {
    return(list(mark = rep("", length(note)), notes = table_notes(paste0(capitalise(notes), "."))))
  }
  text <- if (length(notes)) paste0(capitalise(notes), ".") else character()
  letters <- letter_marks(length(notes))[match(note, notes)]
  letters[is.na(letters)] <- ""
  list(mark = letters, notes = table_notes(text, letter_marks(length(notes))))
}
