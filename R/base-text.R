# Text that comes from users: shown whole, with nothing unseen in it; letters whatever the locale.

# A label that is empty or begins or ends with a space is shown in quotes, in sentences
# also one with a comma, which would look like two.
say_label <- function(label) {
  label <- valid_text(label)
  quote_label(label, is_blank_edged(label) | grepl(",", label, fixed = TRUE))
}

table_label <- function(label) {
  label <- valid_text(label)
  quote_label(label, is_blank_edged(label))
}

is_blank_edged <- function(label) label == "" | grepl("^[ \t\r\n]|[ \t\r\n]$", label, perl = TRUE)

# Without quotes a line break is a space.
quote_label <- function(label, odd = rep(TRUE, length(label))) {
  odd <- odd & !is.na(label) & !grepl("^\".*\"$", label)
  label[!odd] <- gsub("[\t\n\v\f\r]+", " ", label[!odd])
  label <- plain_label(label)
  label[odd] <- paste0("\"", label[odd], "\"")
  label
}

# A label as it can be shown on one line: what cannot be seen becomes an escape, and so does
# what the locale lacks.
plain_label <- function(label) {
  label <- valid_text(label)
  odd <- grep(unseen_characters, label, perl = TRUE)
  label[odd] <- vapply(label[odd], escape_unseen, "", USE.NAMES = FALSE)
  if (l10n_info()[["UTF-8"]]) label else enc2native(label)
}

valid_text <- function(label) {
  label <- enc2utf8(as.character(label))
  bad <- !is.na(label) & !validUTF8(label)
  label[bad] <- iconv(label[bad], "UTF-8", "UTF-8", sub = "byte")
  label
}

# What moves the cursor, turns the direction of writing or takes no room would spoil a line,
# or make two labels look alike: control characters, formats and separators. Joiners are
# kept after the scripts and pictures (from U+0600 on) that are written with them.
unseen_characters <- paste0(
  "[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e",
  "\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|(?<![\u0600-\U10ffff])[\u200c\u200d]"
)

escape_unseen <- function(label) {
  code <- utf8ToInt(label)
  parts <- intToUtf8(code, multiple = TRUE)
  joined <- code %in% c(0x200cL, 0x200dL) & c(0L, code[-length(code)]) >= 0x600L
  odd <- grepl(unseen_characters, parts, perl = TRUE) & !joined
  parts[odd] <- ifelse(code[odd] < 128, encodeString(parts[odd]), sprintf("\\u%04x", code[odd]))
  paste(parts, collapse = "")
}

# A label with line breaks or escapes in it must not break a table.
one_line <- function(text) gsub("[[:cntrl:]]+", " ", text)

# Names that are compared without regard to case: tolower() depends on the locale, where
# the small I may have no dot.
lower_ascii <- function(x) translate(x, upper_letters, lower_letters)

upper_ascii <- function(x) translate(x, lower_letters, upper_letters)

upper_letters <- "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

lower_letters <- "abcdefghijklmnopqrstuvwxyz"

translate <- function(x, old, new) {
  valid <- !is.na(x) & validEnc(x)
  x[valid] <- chartr(old, new, x[valid])
  x
}
