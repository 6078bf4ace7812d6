# Numbers as text: 3 significant digits or as many as the interval resolves,
# p-values with 2 or 3 digits at any size.

p_value_floor <- 1e-307

# Below the smallest normal double the p-value has lost digits or is 0, and its
# logarithm speaks for it. Between 0.01 and 0.1, where decisions are made, a
# third digit is shown.
format_p <- function(p, log.p = log(p)) {
  digits <- ifelse(!is.na(p) & p >= 0.01 & p < 0.1, 3, 2)
  out <- sprintf("%.*g", as.integer(digits), off_tie(p))
  tiny <- !is.na(p) & p < p_value_floor
  out[tiny] <- format_log_p(rep_len(log.p, length(p))[tiny])
  out[is.na(p)] <- "NA"
  out
}

format_log_p <- function(log.p) {
  power <- log.p / log(10)
  exponent <- floor(power)
  mantissa <- signif(10^(power - exponent), 2)
  carried <- !is.na(mantissa) & mantissa == 10
  mantissa[carried] <- 1
  exponent[carried] <- exponent[carried] + 1
  ifelse(
    is.finite(log.p),
    sprintf("%.2ge%.0f", mantissa, exponent),
    sprintf("<%.0e", p_value_floor)
  )
}

# Decimals that show `digits` significant digits of x.
decimals <- function(x, digits = 3) {
  size <- abs(ifelse(is.finite(x) & x != 0, x, 1))
  pmax(0, digits - 1 - floor(log10(size)))
}

# Decimals that show two digits of an interval's width, or, where one of its ends is that
# of the scale and says nothing, of twice the way from the estimate to the other.
interval_decimals <- function(low, high, estimate = NA_real_) {
  says <- function(end) is.finite(end) & end != round(end)
  width <- high - low
  way <- 2 * ifelse(says(low), estimate - low, high - estimate)
  width <- ifelse(xor(says(low), says(high)) & !is.na(way) & way > 0, way, width)
  ifelse(is.finite(width) & width > 0, decimals(width, 2), 0)
}

# Decimals that keep an end from looking like 0 or 1, the values of no difference. Ends
# below 1e-5 have an exponent anyway, what is nearer to 1 than that is 1.
reference_decimals <- function(end) {
  way <- pmin(abs(end), abs(end - 1))
  ifelse(!is.na(way) & way >= 1e-5, ceiling(-log10(2 * way)), 0)
}

# A tie such as 0.1265 to three decimals is decided by the last bit, which differs
# between machines: moved away from 0 it isn't a tie any more.
off_tie <- function(x) x * (1 + 1e-12)

fixed <- function(x, places) {
  places[is.na(places)] <- 0
  out <- sprintf("%.*f", as.integer(pmin(places, 10)), off_tie(x))
  extreme <- is.finite(x) & x != 0 & (abs(x) < 1e-5 | abs(x) >= 1e6)
  out[extreme] <- sprintf("%.3g", x[extreme])
  zero <- grepl("^-?0[.]?0*$", out)
  out[zero] <- sub("^-", "", out[zero])
  out[is.na(x)] <- "NA"
  out
}

format_number <- function(x, low = NA_real_, high = NA_real_, digits = 3) {
  out <- fixed(x, pmax(decimals(x, digits), interval_decimals(low, high, x)))
  out[!is.na(x) & x == 0] <- "0"
  out
}

# On a ratio scale, and in an interval open to one side, each end has digits of
# its own: a lower end of 0.0012 must not read 0.00 next to an upper end of 14.
format_interval <- function(low, high, relative = FALSE, estimate = NA_real_) {
  places <- interval_decimals(low, high, estimate)
  apart <- relative | is.infinite(high - low)
  common <- interval_places(low, high, estimate)
  end <- function(x) {
    own <- decimals(x, ifelse(is.na(x) | abs(x) < 1, 2, 3))
    fixed(x, ifelse(apart, pmax(places, own, reference_decimals(x)), common))
  }
  out <- sprintf("[%s, %s]", end(low), end(high))
  out[is.na(low) & is.na(high)] <- "NA"
  out
}

# A column has the same decimals in all its rows, unless some need far more than others.
common_places <- function(places) {
  known <- places[is.finite(places)]
  if (length(known) == 0 || max(known) - min(known) > 2) places else rep(max(known), length(places))
}

number_places <- function(x, low = NA_real_, high = NA_real_, digits = 3) {
  ifelse(is.na(x) | x == 0, NA, pmax(decimals(x, digits), interval_decimals(low, high, x)))
}

# `x` as a column of a table.
format_column <- function(x, low = NA_real_, high = NA_real_) {
  places <- common_places(number_places(x, low, high))
  fixed(x, ifelse(is.na(places), 0, places))
}

interval_column <- function(low, high, relative = FALSE, estimate = NA_real_) {
  own <- interval_places(low, high, estimate)
  if (relative) own <- pmax(own, decimals(low, 2))
  places <- common_places(ifelse(is.na(low) & is.na(high), NA, own))
  # Ratios and intervals open to one side may need digits of their own for each end.
  if (any(is.infinite(low) | is.infinite(high), na.rm = TRUE) || relative && spread(c(low, high)) > 20) {
    return(format_interval(low, high, relative, estimate))
  }
  out <- sprintf("[%s, %s]", fixed(low, places), fixed(high, places))
  out[is.na(low) & is.na(high)] <- "NA"
  out
}

# How many times as large as the smallest the largest is.
spread <- function(x) {
  size <- abs(x[is.finite(x) & x != 0])
  if (length(size) == 0) 1 else max(size) / min(size)
}

interval_places <- function(low, high, estimate) {
  pmax(interval_decimals(low, high, estimate), reference_decimals(low), reference_decimals(high))
}

# Decimals for two values next to each other: three digits, or as many as show that they
# differ, where they do (`differs`).
pair_places <- function(x, y, differs = FALSE) {
  places <- pmax(decimals(x), decimals(y))
  gap <- abs(x - y)
  ifelse(differs & is.finite(gap) & gap > 0, pmax(places, decimals(gap, 2)), places)
}

# In a sentence: "p = 0.041", "p < 0.001". No p-value is rounded onto a usual level.
say_p <- function(p) {
  places <- ifelse(!is.na(p) & p < 0.0995, 3, 2)
  out <- sprintf("%.*f", places, off_tie(p))
  for (i in which(!is.na(p) & p >= 0.001 & p < 0.995)) {
    while (places[i] < 7 && as.numeric(out[i]) %in% c(0.01, 0.05, 0.1) && as.numeric(out[i]) != p[i]) {
      places[i] <- places[i] + 1
      out[i] <- sprintf("%.*f", places[i], off_tie(p[i]))
    }
  }
  out <- paste("p =", out)
  out[!is.na(p) & p < 0.001] <- "p < 0.001"
  out[!is.na(p) & p >= 0.995] <- "p > 0.99"
  out[is.na(p)] <- "no p-value"
  out
}

format_percent <- function(level) paste0(short_number(100 * level), "%")

# Printed text has points, whatever options("OutDec") says: it is English, and has
# thousands separated by commas.
short_number <- function(x, digits = 4) sprintf("%.*g", as.integer(digits), x)
