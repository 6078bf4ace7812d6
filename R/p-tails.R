# Logarithms of tails that Rmath has not.

log_p_sign <- function(wins, n, alternative) {
  .Call(ffi_tails_sign, as.double(wins), as.double(n), alternative)
}

log_p_f <- function(statistic, df1, df2) {
  .Call(ffi_tails_f, as.double(statistic), as.double(df1), as.double(df2))
}
