# Long names in little room: the middle is left out, since names often begin alike and
# often end alike, and no more than keeps different names different.

average_labels <- paste(c("macro", "weighted", "micro"), "average")

# Averages are known by their names alone and stay whole.
shorten_names <- function(text, width, ellipsis = if (is_utf8_output()) "\u2026" else "...") {
  names <- unique(text)
  long <- setdiff(names[ansi_nchar(names, "width") > width], average_labels)
  if (length(long) == 0) {
    return(text)
  }
  characters <- utf8_graphemes(long)
  for (room in seq(width, max(ansi_nchar(long, "width")))) {
    short <- vapply(characters, leave_out_middle, "", room, ellipsis)
    if (!anyDuplicated(c(short, setdiff(names, long)))) break
  }
  at <- match(text, long)
  ifelse(is.na(at), text, short[at])
}

leave_out_middle <- function(characters, width, ellipsis) {
  size <- utf8_nchar(characters, "width")
  if (sum(size) <= width) {
    return(paste(characters, collapse = ""))
  }
  room <- max(width - nchar(ellipsis), 1)
  head <- cumsum(size) <= ceiling(room / 2)
  tail <- rev(cumsum(rev(size)) <= floor(room / 2))
  paste(c(characters[head], ellipsis, characters[tail]), collapse = "")
}
