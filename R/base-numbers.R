# Numbers as text: 3 significant digits or as many as the interval resolves, p-values with
# 3 decimals or, where options(verdict.p = "full"), with their digits at any size. All is
# plain ASCII here; true_minus() is for what is printed.

# How many significant digits numbers have: `digits` of print() and its like, or the option.
number_digits <- function() {
  digits <- getOption("verdict.digits", 3)
  check_number(digits, "options(verdict.digits = )", 1, 15, closed = TRUE, whole = TRUE)
}

# For the rest of the calling function.
local_digits <- function(digits, frame = caller_env()) {
  if (is.null(digits)) {
    return(invisible())
  }
  check_number(digits, "digits", 1, 15, closed = TRUE, whole = TRUE)
  rlang::local_options(verdict.digits = digits, .frame = frame)
}

shows_full_p <- function() {
  shown <- getOption("verdict.p", "short")
  if (!identical(shown, "short") && !identical(shown, "full")) {
    abort_verdict("{.code options(verdict.p = )} must be {.val short} or {.val full}.", "argument")
  }
  shown == "full"
}

p_value_floor <- 1e-307

# What stands before a p-value as it is printed, or one that is below or above that: in a column, and in a sentence.
p_signs <- list(column = c("", "<", ">"), sentence = c("p = ", "p < ", "p > "))

# With 2 or 3 digits at any size. Below the smallest normal double the p-value has lost
# digits or is 0, and its logarithm speaks for it. Between 0.01 and 0.1, where decisions are
# made, a third digit is shown.
full_p <- function(p, log.p = log(p), level = NULL, signs = p_signs$column) {
  digits <- ifelse(!is.na(p) & p >= 0.01 & p < 0.1, 3, 2)
  out <- paste0(signs[1], beside_levels(p, digits, "%.*g", level), recycle0 = TRUE)
  tiny <- !is.na(p) & p < p_value_floor
  out[tiny] <- format_log_p(rep_len(log.p, length(p))[tiny], signs)
  out[is.na(p)] <- "NA"
  out
}

# In a column: "0.041", "<0.001".
column_p <- function(p, log.p = log(p), level = NULL) shown_p(p, log.p, level, p_signs$column)

# In a sentence: "p = 0.041", "p < 0.001".
say_p <- function(p, log.p = log(p), level = NULL) {
  out <- shown_p(p, log.p, level, p_signs$sentence)
  out[is.na(p)] <- "no p-value"
  out
}

# Near 1 a p-value tells no more than that. Where one of the levels is smaller than 0.001, that says too little.
shown_p <- function(p, log.p, level, signs) {
  if (shows_full_p()) {
    return(full_p(p, log.p, level, signs))
  }
  out <- paste0(signs[1], beside_levels(p, rep(3, length(p)), "%.*f", level), recycle0 = TRUE)
  tiny <- !is.na(p) & p < 0.001
  log.p <- rep_len(log.p, length(p))
  out[tiny] <- if (any(level < 0.001)) full_p(p[tiny], log.p[tiny], level, signs) else paste0(signs[2], "0.001")
  if (!any(level > 0.99)) out[!is.na(p) & p >= 0.995] <- paste0(signs[3], "0.99")
  out[is.na(p)] <- "NA"
  out
}

# No p-value is rounded onto 0.05 or the level by which it is judged, or beyond: digits are added.
beside_levels <- function(p, digits, form, level) {
  levels <- signif(c(0.05, level), 10)
  out <- sprintf(form, as.integer(digits), off_tie(p))
  for (more in 1:10) {
    at <- which(is_astray(out, p, levels))
    if (length(at) == 0) break
    out[at] <- sprintf(form, as.integer(digits[at] + more), off_tie(p[at]))
  }
  out
}

# What differs from a level in its last bits only is that level.
is_astray <- function(text, p, levels) {
  shown <- as.numeric(ifelse(is.na(p), NA, text))
  astray <- vapply(levels, function(level) {
    abs(p - level) > 1e-9 * abs(level) & sign(shown - level) != sign(p - level)
  }, logical(length(p)))
  rowSums(matrix(astray, length(p))) > 0
}

format_log_p <- function(log.p, signs) {
  power <- log.p / log(10)
  exponent <- floor(power)
  mantissa <- signif(10^(power - exponent), 2)
  carried <- !is.na(mantissa) & mantissa == 10
  mantissa[carried] <- 1
  exponent[carried] <- exponent[carried] + 1
  ifelse(
    is.finite(log.p), sprintf("%s%.2ge%.0f", signs[1], mantissa, exponent), sprintf("%s%.0e", signs[2], p_value_floor)
  )
}

# The third of seq(0.1, 0.9, 0.1) is just above 0.3: numbers that are decimals of 12 digits but for rounding are these.
as_decimal <- function(x) {
  short <- signif(as.double(x), 12)
  near <- abs(x - short) <= 4 * .Machine$double.eps * abs(x)
  ifelse(near %in% TRUE, short, as.double(x))
}

# 29 is written 0.29 * 100, which is less by its last bit: numbers that are whole but for rounding are these.
near_whole <- function(x) {
  if (!is.double(x)) {
    return(x)
  }
  off <- which(x != round(x))
  off <- off[abs(x[off] - round(x[off])) <= 4 * .Machine$double.eps * abs(x[off])]
  x[off] <- round(x[off])
  x
}

# Decimals that show `digits` significant digits of x.
decimals <- function(x, digits = number_digits()) {
  size <- abs(ifelse(is.finite(x) & x != 0, x, 1))
  pmax(0, digits - 1 - floor(log10(size)))
}

# Decimals that show two digits of an interval's width (one less than numbers have), or, where one of its ends is that
# of the scale and says nothing, of twice the way from the estimate to the other.
interval_decimals <- function(low, high, estimate = NA_real_) {
  alike <- is.finite(low) & is.finite(high) & abs(high - low) <= 1e-9 * pmax(abs(low), abs(high))
  says <- function(end) is.finite(end) & end != round(end)
  width <- high - low
  way <- 2 * ifelse(says(low), estimate - low, high - estimate)
  width <- ifelse(xor(says(low), says(high)) & !is.na(way) & way > 0, way, width)
  # An interval without width is one number.
  of_width <- ifelse(is.finite(width) & width > 0, decimals(width, max(1, number_digits() - 1)), 0)
  ifelse(alike & says(low), decimals(low), of_width)
}

# Decimals that keep an end from looking like 0 or 1, the values of no difference. Ends
# below 1e-5 have an exponent anyway, what is nearer to 1 than that is 1, but for ratios.
reference_decimals <- function(end, relative = FALSE) {
  way <- pmin(abs(end), abs(end - 1))
  least <- ifelse(relative & abs(end - 1) < 0.5, 1e-9, 1e-5)
  ifelse(!is.na(way) & way >= least, ceiling(-log10(2 * way)), 0)
}

# A tie such as 0.1265 to three decimals, or p = alpha, is decided by the last bit, which
# differs between machines: moved away from 0 it is not a tie any more.
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

format_number <- function(x, low = NA_real_, high = NA_real_, relative = FALSE, digits = number_digits(), values = 0) {
  fixed(x, number_places(x, low, high, relative, digits, values))
}

# On a wide ratio scale, and in an interval open to one side, each end has digits of
# its own: a lower end of 0.0012 must not read 0.00 next to an upper end of 14.
format_interval <- function(low, high, relative = FALSE, estimate = NA_real_, values = 0, open = "none") {
  end <- interval_ends(low, high, relative, estimate, values)
  out <- bracketed(low, high, open, relative, end)
  out[is.na(low) & is.na(high)] <- "NA"
  out
}

# How the ends of these intervals are written: a function of those of one side. With digits of its own, that of a ratio
# has two at least.
interval_ends <- function(low, high, relative = FALSE, estimate = NA_real_, values = 0) {
  places <- interval_places(low, high, estimate, relative, values)
  apart <- has_own_ends(low, high, relative)
  function(x) {
    own <- decimals(x, pmax(1 + relative, number_digits() - (is.na(x) | abs(x) < 1)))
    wanted <- pmax(own, interval_decimals(low, high, estimate), reference_decimals(x, relative))
    fixed(x, ifelse(apart, wanted, places))
  }
}

# Of an interval that is `open` to a side ("low" or "high") the other end alone: that of the scale is no finding. An end
# that is just off 0, which the interval of a difference excludes, is a 0 in a round bracket. `write`: the text of the
# ends.
bracketed <- function(low, high, open, relative, write) {
  open <- rep_len(open, length(low))
  off <- list(low = !relative & is_just_off_zero(low, high), high = !relative & is_just_off_zero(high, low))
  low <- write(replace(low, off$low, 0))
  high <- write(replace(high, off$high, 0))
  out <- sprintf("%s%s, %s%s", ifelse(off$low, "(", "["), low, high, ifelse(off$high, ")", "]"))
  out[open == "high"] <- sprintf("[at least %s]", low)[open == "high"]
  out[open == "low"] <- sprintf("[at most %s]", high)[open == "low"]
  out
}

is_just_off_zero <- function(end, other) (end != 0 & abs(end) < 1e-9 * abs(other) & is.finite(other)) %in% TRUE

has_own_ends <- function(low, high, relative = FALSE) {
  wide <- pmax(abs(low), abs(high)) > 10 * pmin(abs(low), abs(high))
  near <- pmax(reference_decimals(low, relative), reference_decimals(high, relative))
  near <- near - pmax(interval_decimals(low, high), number_digits() - 1) > 2
  is.infinite(high - low) | relative & !is.na(wide) & (wide | near)
}

# A ratio has two decimals at least. A difference has those of the values beside it (`values`: how many, 0 where there
# are none), so that it is what they differ by, but at most one more than its interval tells.
interval_places <- function(low, high, estimate, relative = FALSE, values = 0) {
  places <- pmax(interval_decimals(low, high, estimate), reference_decimals(low), reference_decimals(high))
  less <- max(1, number_digits() - 1)
  places <- ifelse(relative & is.finite(low), pmax(places, less, decimals(low, less)), places)
  pmax(places, pmin(values, places + 1))
}

# A column has the same decimals in all its rows, unless some need far more than others: then the rows of each group.
# `x`: the numbers; of shares and their differences four decimals are not far more than one.
common_places <- function(places, by = NULL, x = NULL) {
  known <- places[is.finite(places)]
  if (length(known) == 0) {
    places
  } else if (max(known) - min(known) <= 2 || max(known) <= 4 && length(x) && all(abs(x) <= 1, na.rm = TRUE)) {
    rep(max(known), length(places))
  } else if (is.null(by)) {
    places
  } else {
    by <- match(by, unique(by))
    unsplit(lapply(split(places, by), common_places), by)
  }
}

# A number has the decimals of its interval, where that has some in common; alone it has those of the values beside it,
# or else `digits` significant digits.
number_places <- function(x, low = NA_real_, high = NA_real_, relative = FALSE, digits = number_digits(), values = 0) {
  known <- !is.na(low) & !is.na(high) & high > low & !has_own_ends(low, high, relative)
  known <- rep_len(known, max(length(known), length(x)))
  of_interval <- interval_decimals(low, high, x)
  own <- ifelse(is.na(x) | x == 0, NA, pmax(decimals(x, digits), of_interval))
  own <- ifelse(is.na(x) & !is.na(low), of_interval, own)
  ifelse(known, interval_places(low, high, x, relative, values), ifelse(values > 0 & !is.na(x), values, own))
}

# `x` as a column of a table, beside its interval; `by`: groups of rows that may differ in their decimals.
format_column <- function(x, low = NA_real_, high = NA_real_, relative = FALSE, by = NULL, values = 0) {
  fixed(x, common_places(number_places(x, low, high, relative, values = values), by, x))
}

# Statistics differ in size by nature: where some would have far more decimals than others all have two.
statistic_column <- function(x) {
  places <- number_places(x)
  known <- places[is.finite(places)]
  if (length(known) && max(known) - min(known) > 2) places <- pmin(places, max(2, min(known)))
  fixed(x, common_places(places))
}

interval_column <- function(low, high, relative = FALSE, estimate = NA_real_, by = NULL, values = 0, open = "none") {
  open <- rep_len(open, length(low))
  none <- is.na(low) & is.na(high)
  places <- number_places(estimate, low, high, relative, values = values)
  places <- ifelse(open == "none", places, pmax(places, reference_decimals(ifelse(open == "low", high, low), relative)))
  places <- common_places(ifelse(none, NA, places), by, estimate)
  out <- bracketed(low, high, open, relative, function(end) fixed(end, places))
  # Some need digits of their own for each end that is shown.
  end <- function(side, limit) ifelse(open == side, estimate, limit)
  apart <- has_own_ends(end("low", low), end("high", high), relative) %in% TRUE
  if (any(apart)) out[apart] <- format_interval(low, high, relative, estimate, values, open)[apart]
  out[none] <- "NA"
  out
}

# Decimals for two values next to each other: three digits, or as many as show that they
# differ, where they do (`differs`). Where they differ by less than half of the last digit they do not look a whole one
# apart: 0.98747 and 0.98757 are no 0.987 and 0.988.
pair_places <- function(x, y, differs = FALSE) {
  places <- pmax(decimals(x), decimals(y))
  gap <- abs(x - y)
  places <- ifelse(differs & is.finite(gap) & gap > 0, pmax(places, decimals(gap, 2)), places)
  astray <- function() which(gap < 0.5 * 10^-places & fixed(x, places) != fixed(y, places))
  while (length(at <- astray())) places[at] <- places[at] + 1
  places
}

# Numbers that were written with a hyphen get a minus sign where the output can show it. Not in
# pictures: devices such as pdf() lack it, and draw a hyphen before a number as one.
true_minus <- function(text) {
  if (is_utf8_output()) gsub("(^|[[( ])-(?=[0-9.I])", "\\1\u2212", text, perl = TRUE) else text
}

# Four digits, or as many as tell a level from 1: 99.9999%.
format_percent <- function(level) {
  apart <- ceiling(-log10(pmax(1 - level, 1e-12)))
  digits <- ifelse(level < 1 & apart > 4, apart, 4)
  paste0(short_number(100 * level, replace(digits, is.na(digits), 4)), "%")
}

# Of a share with two digits: "3.5%".
percent_of <- function(share) format_percent(signif(share, 2))

# Printed text has points, whatever options("OutDec") says: it is English, and has
# thousands separated by commas.
short_number <- function(x, digits = 4) sprintf("%.*g", as.integer(digits), x)

# "spam 0.05"; of numbers "1: 0.05".
name_shares <- function(name, share) {
  paste0(name, if (any(grepl("^[0-9.-]+$", name))) ": " else " ", short_number(share, 3))
}

# Degrees of freedom: "57.3", "1,095".
format_df <- function(df, digits = 4) ifelse(df >= 10^digits, format_count(round(df)), short_number(df, digits))

# e-values: "0.121", "35.4", "1,180", "8.74e+06".
format_e <- function(e) ifelse(e >= 1000 & e < 1e6, format_count(round(e)), short_number(e, 3))

# The logarithm of a p-value by Student's t, or the normal distribution.
tail_log_p <- function(statistic, alternative = "two.sided", df = Inf) {
  switch(alternative,
    greater = stats::pt(statistic, df, lower.tail = FALSE, log.p = TRUE),
    less = stats::pt(statistic, df, log.p = TRUE),
    pmin(0, log(2) + stats::pt(-abs(statistic), df, log.p = TRUE))
  )
}
