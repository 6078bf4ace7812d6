# Columns of text as lines within the width of a console.

# What heads the column of slices.
slice_columns <- c("class", "threshold", "group", "slice")

text_columns <- c(
  "scenario", "metric", "measure", slice_columns, "prevalence", "comparison", "classifier", "classifiers", "test",
  "interval method", "decision", "of", "higher in", "lower in", " "
)

# What heads each column: its name, but where `headings`, named by them, say otherwise.
headed <- function(names, headings) {
  at <- match(names, names(headings))
  ifelse(is.na(at), names, headings[at])
}

# Every column as strings of one width, heading first.
pad_column <- function(name, values, max_width, heading = name) {
  left <- name %in% text_columns
  if (name == "interval") {
    values <- align_interval(values)
  } else if (!left && name != "values") {
    values <- align_points(values)
  }
  cells <- c(heading, values)
  cells <- shorten_names(cells, max_width)
  width <- max(ansi_nchar(cells, "width"))
  as.character(ansi_align(cells, width, if (left) "left" else "right"))
}

# Pads on the right until the decimal points stand below each other.
align_points <- function(values) {
  numeric <- grepl("^[-\u2212<>]?[0-9.]+$", values)
  tail <- ifelse(numeric, nchar(sub("^[^.]*", "", values)), NA)
  room <- max(c(tail, 0), na.rm = TRUE)
  paste0(values, strrep(" ", ifelse(numeric, room - tail, 0)))
}

align_interval <- function(values) {
  ends <- strsplit(gsub("^[[(]|[])]$", "", values), ", ", fixed = TRUE)
  pairs <- lengths(ends) == 2
  low <- vapply(ends[pairs], `[`, "", 1)
  high <- vapply(ends[pairs], `[`, "", 2)
  low <- formatC(low, width = max(c(nchar(low), 0)))
  high <- formatC(high, width = max(c(nchar(high), 0)))
  values[pairs] <- paste0(substr(values[pairs], 1, 1), low, ", ", high, sub(".*(.)$", "\\1", values[pairs]))
  values
}

table_width <- function(cells) sum(ansi_nchar(vapply(cells, `[`, "", 1), "width") + 2) - 2

# Leaves out what can be missed and shortens names until the table is within width. Of
# who is compared nothing is cut: where all else fails it stands on lines of its own. `pair`: columns that two
# classifiers head, of which the table's title gives the whole names; `headings`: see headed(); `shorter`: a column
# with less said in it, list(name, values, heading). list(lines, dropped).
fit_table <- function(columns, width, pair = character(), keep = character(), headings = NULL, shorter = NULL) {
  columns <- with_minus(columns)
  cells <- pad_columns(columns, headings = headings)
  dropped <- character()
  folded <- NULL
  limit <- head <- Inf
  drop <- function(names) {
    dropped <<- c(dropped, names)
    columns[names] <<- NULL
  }
  fold <- function(name) {
    folded <<- paste0(folded, ifelse(nzchar(columns[[name]]) & length(folded), ": ", ""), columns[[name]])
    columns[[name]] <<- NULL
  }
  shorten <- function(to) {
    columns[[to$name]] <<- to$values
    headings[to$name] <<- to$heading
  }
  for (step in narrowing_steps(columns, pair, keep, shorter)) {
    if (table_width(cells) <= width) break
    switch(names(step),
      shorter = shorten(step$shorter),
      drop = drop(step$drop), cut = limit <- step$cut, fold = fold(step$fold),
      head = head <- step$head
    )
    cells <- pad_columns(columns, limit, intersect(pair, names(columns)), head, headings)
  }
  list(lines = text_table(cells, fold_lines(folded, width)), dropped = dropped)
}

with_minus <- function(columns) {
  number <- !names(columns) %in% text_columns
  columns[number] <- lapply(columns[number], true_minus)
  columns
}

# Lines of their own come before cuts where few are needed.
narrowing_steps <- function(columns, pair, keep, shorter) {
  spare <- c("statistic", "effect", if ("adj. p" %in% names(columns)) "p", "values", "test")
  spare <- setdiff(spare, keep)
  foldable <- c(foldable_columns, intersect("test", keep))
  runs <- vapply(columns[names(columns) %in% foldable], function(x) sum(starts_run(x)), 0)
  folds <- if (length(columns) > 1) lapply(names(sort(runs)), function(name) list(fold = name))
  few <- length(folds) > 0 && min(runs) <= lengths(columns)[1] / 2
  c(
    lapply(intersect(spare, names(columns)), function(name) list(drop = name)),
    if (few) folds[1],
    list(list(cut = 24)),
    if (length(pair) > 0) list(list(head = 8)),
    list(list(cut = 16)),
    if (length(setdiff(pair, keep)) > 0) list(list(drop = pair)),
    if (!is.null(shorter)) list(list(shorter = shorter)),
    list(list(cut = 10)),
    if (few) folds[-1] else folds,
    if ("decision" %in% names(columns)) list(list(fold = "decision")),
    if ("failed" %in% names(columns)) list(list(drop = "failed"))
  )
}

foldable_columns <- c(slice_columns, "comparison", "classifier")

starts_run <- function(x) c(TRUE, x[-1] != x[-length(x)])[seq_along(x)]

# Runs of points in words, at most 3.
say_ranges <- function(at, out, digits = 2) {
  if (!any(out)) {
    return("nowhere")
  }
  run <- cumsum(starts_run(out))[out]
  ends <- lapply(split(at[out], run), function(points) unique(short_number(round(range(points), 3), digits)))
  and_list(vapply(ends, paste, "", collapse = " to "), 3)
}

pad_columns <- function(columns, max_width = Inf, pair = character(), head = Inf, headings = NULL) {
  cut <- setdiff(text_columns, c("comparison", "classifier", "prevalence", "decision"))
  limits <- ifelse(names(columns) %in% cut, max_width, Inf)
  headings <- headed(names(columns), c(headings, rlang::set_names(shorten_names(pair, head), pair)))
  Map(pad_column, names(columns), columns, limits, headings)
}

# `folded`: the lines above each row.
text_table <- function(cells, folded = NULL) {
  lines <- sub(" +$", "", do.call(paste, c(unname(cells), sep = "  ")))
  if (is.null(folded)) lines else c(lines[1], unlist(Map(c, folded, lines[-1]), use.names = FALSE))
}

# The lines above each row, none where they are those of the row before.
fold_lines <- function(folded, width) {
  if (is.null(folded)) {
    return(NULL)
  }
  lines <- lapply(folded, wrap_text, width, exdent = 2)
  lines[!starts_run(folded)] <- list(NULL)
  lines
}

# For tables of many columns of one kind: what does not fit stands below, after the first column
# again. Names and all to the left, numbers to the right.
table_lines <- function(columns, width, headings = NULL) {
  left <- intersect(names(columns), c(names(columns)[1], text_columns, "reference", "estimate"))
  size <- function(cells) max(ansi_nchar(cells, "width"))
  columns <- lapply(columns, first_known, "NA")
  headings <- headed(names(columns), headings)
  sizes <- mapply(function(heading, values) size(c(heading, values)), headings, columns)
  if (sizes[1] + 2 + max(sizes[-1]) > width) {
    half <- max(8, (width - 2) %/% 2)
    columns[[1]] <- shorten_names(columns[[1]], half)
    headings[-1] <- shorten_names(headings[-1], half)
  }
  cells <- Map(function(name, heading, values) {
    cells <- c(heading, values)
    as.character(ansi_align(cells, size(cells), if (name %in% left) "left" else "right"))
  }, names(columns), headings, columns)
  block <- column_blocks(vapply(cells, size, 0), width)
  unlist(lapply(split(seq_along(cells)[-1], block), function(at) text_table(cells[c(1, at)])), use.names = FALSE)
}

# Which block each column but the first stands in.
column_blocks <- function(sizes, width) {
  block <- 1
  used <- sizes[1]
  vapply(sizes[-1], function(size) {
    if (used + 2 + size > width && used > sizes[1]) {
      block <<- block + 1
      used <<- sizes[1]
    }
    used <<- used + 2 + size
    block
  }, 0)
}

# Lines of at most `width` characters, but for longer words.
wrap_text <- function(text, width, indent = 0, exdent = 0) {
  text <- gsub("(\\[[^], ]+,|\\([0-9.]+,) ([^]), ]+[])])", paste0("\\1", stays, "\\2"), text)
  text <- gsub("\\[at (least|most) ([^], ]+\\])", paste0("[at", stays, "\\1", stays, "\\2"), text)
  text <- gsub("\\bp ([<=>]) ", paste0("p", stays, "\\1", stays), text)
  plots <- regexpr("\\b(plot\\(|sample_size\\(v\\$).*\\)", text)
  regmatches(text, plots) <- gsub(" ", stays, regmatches(text, plots), fixed = TRUE)
  lines <- as.character(ansi_strwrap(text, min(width, 10000), indent = indent, exdent = exdent))
  gsub(stays, " ", lines, fixed = TRUE)
}

check_width <- function(width) max(check_number(width, "width", 1, closed = TRUE), 60)

# A space at which no line ends: within an interval or "p < 0.001". For private use, so that no
# label has it.
stays <- "\ue000"
