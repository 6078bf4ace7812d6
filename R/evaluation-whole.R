# Whether a file that bzip2 or xz packed is whole: R reads what there is of one that was cut off, without an error. (Of
# gzip's it misses the checksum.)

check_whole_file <- function(path, magic, call) {
  starts <- function(...) identical(magic[seq_along(c(...))], as.raw(c(...)))
  whole <- if (starts(0x42, 0x5a, 0x68)) {
    is_whole_bzip2(last_bytes(path, 11))
  } else if (starts(0xfd, 0x37, 0x7a, 0x58, 0x5a)) {
    is_whole_xz(last_bytes(path, 4096))
  } else {
    TRUE
  }
  if (!whole) abort_evaluation("{.file {plain_label(path)}} cannot be unpacked: it is cut off.", call = call)
}

last_bytes <- function(path, n) {
  size <- file.size(path)
  con <- file(path, "rb")
  on.exit(close(con))
  if (size > n) seek(con, size - n)
  readBin(con, "raw", n)
}

# The marker of the end, a checksum, and up to seven bits: nothing of it begins at a byte.
is_whole_bzip2 <- function(bytes) {
  bits <- as.integer(unlist(lapply(bytes, function(byte) rev(rawToBits(byte)))))
  marker <- as.raw(c(0x17, 0x72, 0x45, 0x38, 0x50, 0x90))
  marker <- as.integer(unlist(lapply(marker, function(byte) rev(rawToBits(byte)))))
  from <- length(bits) - 80 - 0:7
  any(vapply(from[from >= 0], function(i) identical(bits[i + 1:48], marker), NA))
}

# Two letters at the end, but for padding.
is_whole_xz <- function(bytes) {
  used <- which(bytes != as.raw(0))
  length(used) > 1 && identical(bytes[max(used) - 1:0], as.raw(c(0x59, 0x5a)))
}
