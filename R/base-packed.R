# Whether a packed file is whole: R reads what there is of one that was cut off, without an error, and of one that is
# damaged with a warning.

# TRUE of files that are not packed, too.
is_whole_file <- function(path) {
  kind <- packed_kind(path)
  if (is.na(kind)) {
    return(TRUE)
  }
  size <- tryCatch(unpacked_size(path), error = function(cnd) NULL, warning = function(cnd) NULL)
  !is.null(size) && switch(kind,
    bzip2 = is_whole_bzip2(last_bytes(path, 11)), xz = is_whole_xz(last_bytes(path, 4096)),
    gzip = is_whole_gzip(path, size)
  )
}

packed_kind <- function(path) {
  magic <- readBin(path, "raw", 5)
  known <- list(bzip2 = c(0x42, 0x5a, 0x68), xz = c(0xfd, 0x37, 0x7a, 0x58, 0x5a), gzip = c(0x1f, 0x8b))
  fits <- vapply(known, function(bytes) identical(magic[seq_along(bytes)], as.raw(bytes)), NA)
  c(names(known)[fits], NA_character_)[1]
}

unpacked_size <- function(path) {
  con <- gzfile(path, "rb")
  on.exit(close(con))
  size <- 0
  repeat {
    n <- length(readBin(con, "raw", 2^22))
    if (n == 0) {
      return(size)
    }
    size <- size + n
  }
}

# The last four bytes are the size; of several files in one, which gzip allows, that of the last.
is_whole_gzip <- function(path, size) {
  said <- sum(as.integer(last_bytes(path, 4)) * 256^(0:3))
  size %% 2^32 == said || length(gzip_members(path)) > 1
}

gzip_members <- function(path) {
  bytes <- readBin(path, "raw", file.size(path))
  at <- grepRaw(as.raw(c(0x1f, 0x8b, 0x08)), bytes, all = TRUE, fixed = TRUE)
  # Flags, time, effort and system: a header, not bytes that happen to be so.
  at <- at[at + 9 <= length(bytes)]
  fits <- bytes[at + 3] < as.raw(0x20) & bytes[at + 8] %in% as.raw(c(0, 2, 4)) &
    (bytes[at + 9] < as.raw(0x0e) | bytes[at + 9] == as.raw(0xff))
  at[fits]
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
