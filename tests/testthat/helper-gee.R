# Data of the GEE tests. Used by data-raw/fixtures/gee.R as well.

# Wheeze of 537 children at four ages by mother's smoking, as counts of the 16
# patterns (Fitzmaurice and Laird 1993, Biometrika 80, table 1); geepack's ohio.
gee_ohio <- function() {
  smoke <- c(0, 1)
  counts <- cbind(
    c(237, 10, 15, 4, 16, 2, 7, 3, 24, 3, 3, 2, 6, 2, 5, 11),
    c(118, 6, 8, 2, 11, 1, 6, 4, 7, 3, 3, 1, 4, 2, 4, 7)
  )
  pattern <- as.matrix(expand.grid(1:0, 1:0, 1:0, 1:0))[16:1, 4:1]
  child <- data.frame(pattern = rep(rep(1:16, 2), counts), smoke = rep(smoke, colSums(counts)))
  data.frame(
    resp = as.vector(t(pattern[child$pattern, ])), id = rep(seq_len(nrow(child)), each = 4),
    age = rep(-2:1, nrow(child)), smoke = rep(child$smoke, each = 4)
  )
}

gee_example <- function(name) {
  if (name == "ohio") {
    return(gee_ohio())
  }
  folder <- if (dir.exists("fixtures")) "fixtures" else file.path("tests", "testthat", "fixtures")
  read.csv(file.path(folder, paste0("gee-", name, ".csv")), stringsAsFactors = TRUE)
}

gee_models <- list(
  ohio = list(plain = resp ~ age + smoke + age:smoke),
  respiratory = list(plain = outcome ~ treat + sex + age + baseline),
  unequal = list(
    plain = y ~ x + arm, "scale 1" = y ~ x + arm, offset = y ~ x + arm + offset(shift),
    trials = cbind(successes, trials - successes) ~ x + arm + offset(shift)
  )
)

# The estimating equation at given coefficients and correlation, cluster by cluster with
# the matrices of the textbook: a list with D, V^-1 and the residuals of each cluster.
gee_parts_naive <- function(x, y, id, beta, link, alpha = 0, weight = 1 + 0 * y, offset = 0 * y) {
  family <- binomial(link)
  eta <- drop(x %*% beta) + offset
  mu <- family$linkinv(eta)
  lapply(split(seq_along(y), id), function(i) {
    sd <- sqrt(mu[i] * (1 - mu[i]) / weight[i])
    correlation <- (1 - alpha) * diag(length(i)) + alpha
    list(
      d = family$mu.eta(eta[i]) * x[i, , drop = FALSE],
      inverse = solve(correlation * outer(sd, sd)), e = y[i] - mu[i]
    )
  })
}

gee_total <- function(parts, f) Reduce(`+`, lapply(parts, f))

gee_bread_naive <- function(parts) {
  solve(gee_total(parts, function(g) t(g$d) %*% g$inverse %*% g$d))
}

gee_power <- function(a, power) {
  own <- eigen((a + t(a)) / 2, symmetric = TRUE)
  own$vectors %*% (own$values^power * t(own$vectors))
}

# Sandwich with the residuals of each cluster multiplied by a power of I - H_gg: the
# principal one, since I - H_gg = V^1/2 S V^-1/2 with S symmetric.
gee_sandwich_naive <- function(parts, power = 0) {
  bread <- gee_bread_naive(parts)
  meat <- gee_total(parts, function(g) {
    if (power != 0) {
      half <- gee_power(g$inverse, 0.5)
      s <- diag(length(g$e)) - half %*% g$d %*% bread %*% t(g$d) %*% half
      g$e <- solve(half, gee_power(s, power) %*% half %*% g$e)
    }
    tcrossprod(t(g$d) %*% g$inverse %*% g$e)
  })
  bread %*% meat %*% bread
}

# Generalized score test that the coefficients in `tested` are 0, at the smaller fit.
gee_score_naive <- function(parts, tested) {
  bread <- gee_bread_naive(parts)
  score <- gee_total(parts, function(g) t(g$d) %*% g$inverse %*% g$e)
  b <- (bread %*% score)[tested]
  sum(b * solve(gee_sandwich_naive(parts)[tested, tested], b))
}
