# Files that are written to.

# The type by the ending, checked before anything is made. `types`: endings and what they stand for; `instead`: what
# can be made, for a message.
check_output_file <- function(file, types, instead, kind) {
  if (missing(file) || !rlang::is_string(file) || file == "") {
    abort_verdict(c("{.arg file} must be the name of a file.", i = instead), kind)
  }
  ending <- sub(".*[.]", "", basename(file))
  type <- types[match(lower_ascii(ending), names(types))]
  bare <- !grepl(".", basename(file), fixed = TRUE)
  if (is.na(type) || bare) {
    what <- if (bare) "{.file {file}} has no ending" else "{.val .{ending}} is no ending"
    abort_verdict(c(paste(what, "that says what to make."), i = instead), kind)
  }
  check_writable(file, kind)
  unname(type)
}

check_writable <- function(file, kind) {
  folder <- dirname(file)
  if (!dir.exists(folder)) {
    abort_verdict(c(
      "There is no folder {.file {folder}}.", i = "Make it first: {.code dir.create(\"{folder}\", recursive = TRUE)}."
    ), kind)
  }
  probe <- tempfile("verdict-", tmpdir = folder)
  if (dir.exists(file) || !suppressWarnings(file.create(probe, showWarnings = FALSE))) {
    abort_verdict(c(
      if (dir.exists(file)) "{.file {file}} is a folder." else "Nothing can be written to the folder {.file {folder}}.",
      i = "Give a file in a folder of yours, such as {.code file.path(tempdir(), \"{basename(file)}\")}."
    ), kind)
  }
  unlink(probe)
}

# What `write` puts into a file becomes `file`.
write_file <- function(file, kind, write, ending = "") {
  made <- tempfile("verdict-", fileext = ending)
  on.exit(unlink(made))
  write(made)
  put_file(made, file, kind)
}

# `made` becomes `file`.
put_file <- function(made, file, kind) {
  if (!suppressWarnings(file.copy(made, file, overwrite = TRUE))) {
    abort_verdict(c(
      "{.file {file}} cannot be written.", i = "Is it open in another program? Close it, or give another name."
    ), kind)
  }
}
