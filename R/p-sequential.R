# E-values: at any stopping time their chance of being above 1 / alpha is at most alpha, if what they are against is
# true.

# Of b and c discordant pairs that the one and the other won: the likelihood of their share under a uniform prior, on
# all of (0, 1) or on its upper half, over that of 1/2. Logarithms; the share of a beta distribution above 1/2 is a
# binomial tail.
log_e_discordant <- function(b, c, alternative = "two.sided") {
  side <- switch(alternative,
    two.sided = 0,
    greater = log(2) + log_p_sign(b, b + c + 1, "less"),
    less = log(2) + log_p_sign(b + 1, b + c + 1, "greater")
  )
  (b + c) * log(2) + lbeta(b + 1, c + 1) + side
}

# Between `peak`, where `held` is true, and `end`: the last place where it is, the end itself or by bisection.
outermost <- function(held, peak, end) {
  inside <- peak
  outside <- rep(end, length(peak))
  for (i in 1:60) {
    middle <- (inside + outside) / 2
    at <- held(middle)
    inside <- ifelse(at, middle, inside)
    outside <- ifelse(at, outside, middle)
  }
  ifelse(held(end), end, inside)
}
