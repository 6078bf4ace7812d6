test_that("the middle is left out, and no more than keeps names apart", {
  local_reproducible_output(unicode = TRUE)
  long <- c("abcdefghij with xyz", "abcdefghij without xyz", "short", "weighted average")
  short <- shorten_names(long, 10)
  expect_equal(short[3:4], long[3:4])
  expect_equal(shorten_names("abcdefghijklmnop", 9), "abcd\u2026mnop")
  expect_length(unique(short), 4)
  expect_true(all(startsWith(short[1:2], "abcd")))
  expect_equal(shorten_names(long[c(1, 1, 2)], 10)[1:2], short[c(1, 1)])
  expect_equal(shorten_names(long, Inf), long)
})

test_that("a shortened name is not that of another", {
  local_reproducible_output(unicode = TRUE)
  names <- c("abcdefghijklmnop", "abcd\u2026mnop")
  expect_equal(shorten_names(names, 9), c("abcde\u2026mnop", names[2]))
})

test_that("wide characters count double", {
  local_reproducible_output(unicode = TRUE)
  short <- shorten_names(strrep("\u8a9e", 40), 11)
  expect_lte(cli::ansi_nchar(short, "width"), 11)
})

test_that("where names begin and end alike, a short one becomes whole", {
  local_reproducible_output(unicode = TRUE)
  names <- c("abcdefghijkl", paste0("abcde", strrep("m", 20), "hijkl"))
  expect_equal(shorten_names(names, 9), c("abcdefghijkl", "abcdem\u2026hijkl"))
})
