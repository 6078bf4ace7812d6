# Labels that are markup somewhere.
odd_labels <- c("50%", "a_b&c", "<10|x>", "\\back{}", "$m^2$~#", "[x](y)*'\"", "--a---b", "\u4e2d\u6587 \u00e9", "`@x`")

odd_set <- function() {
  set.seed(3)
  truth <- rep(odd_labels, 20)
  guess <- function(p) ifelse(stats::runif(length(truth)) < p, truth, sample(truth))
  d <- data.frame(truth = factor(truth, odd_labels), a = guess(0.9), b = guess(0.4))
  names(d)[2:3] <- c("R&D <1>\"", "x_y")
  prediction_set(d, truth, -truth)
}

# One class is never predicted by `u`.
lopsided_set <- function() {
  truth <- rep(c("a", "a", "b", "b", "a", "b"), 20)
  d <- data.frame(truth, u = "a", w = rep(c("a", "b", "b", "b", "a", "b"), 20))
  prediction_set(truth ~ u + w, d)
}

# What stays of a document once it is text.
pandoc_text <- function(lines, from, to = "plain") {
  files <- tempfile(c("from", "to"), fileext = c(".txt", ".txt"))
  on.exit(unlink(files))
  writeLines(enc2utf8(lines), files[1], useBytes = TRUE)
  rmarkdown::pandoc_convert(files[1], to = to, from = from, output = files[2], options = "--wrap=none")
  paste(readLines(files[2], encoding = "UTF-8"), collapse = "\n")
}

skip_without_pandoc <- function() {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available("2.0"), "pandoc is missing")
}

pandoc_text_of <- function(docx) {
  out <- tempfile(fileext = ".txt")
  on.exit(unlink(out))
  rmarkdown::pandoc_convert(normalizePath(docx), to = "plain", output = out, options = "--wrap=none")
  paste(readLines(out, encoding = "UTF-8"), collapse = "\n")
}

new_folder <- function() {
  folder <- tempfile("verdict-")
  dir.create(folder)
  normalizePath(folder)
}
