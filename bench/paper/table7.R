# The paper's Table 7: one p-value over all classes for naive Bayes against a random
# forest, from the generalized score tests of the classes' precisions.
#
#   Rscript bench/paper/table7.R <folder of the UCI files> [<folder for predictions>]
#
# Run it from the top folder. The second folder keeps the predictions. For
# Dai, Leeder and Cui's combination with the analytic covariance,
# Simes' and the joint score test the numbers are computed a second time, row by row in
# base R; the script stops with an error where the two differ by more than 1e-6.

library(verdict)
options(width = 120)
for (part in c("read", "learn")) source(file.path("bench", "paper", paste0(part, ".R")))

ways <- data.frame(
  combine = c("dai", "dai", "dai", "simes", "gs", "wald", "max_t"),
  covariance = c("analytic", "permutation", "bootstrap", NA, "analytic", "analytic", "permutation")
)

ours <- function(set) {
  found <- Map(function(combine, covariance) {
    set.seed(1)
    method <- if (combine %in% c("gs", "wald")) {
      combine
    } else {
      test <- if (combine %in% c("dai", "simes")) "gs"
      by_combination(combine, test, if (!is.na(covariance)) covariance, R = 9999)
    }
    test <- omnibus_test(set, over = "classes", method = method)
    data.frame(
      combine, covariance, n.tests = test$n.tests, statistic = test$statistic, df = test$df,
      variance = if (is.null(test$variance)) NA else test$variance, p.value = test$p.value,
      log.p.value = test$log.p.value
    )
  }, ways$combine, ways$covariance)
  do.call(rbind, found)
}

# -- the same from the rows ---------------------------------------------------------------

# What each row adds to the score statistic of each class that both predict and on which
# they differ.
score_residuals <- function(data) {
  parts <- lapply(levels(data$truth), function(class) {
    first <- data$naive_bayes == class
    second <- data$random_forest == class
    right <- data$truth == class
    pooled <- sum(right[first], right[second]) / sum(first, second)
    (right - pooled) * (second / sum(second) - first / sum(first))
  })
  parts <- do.call(cbind, parts)
  parts[, colSums(is.nan(parts)) == 0 & colSums(parts^2) > 0, drop = FALSE]
}

# Cov of -2 log p of two-sided p-values whose normal scores have correlation r: the series
# through the coefficients of Hermite's polynomials, by quadrature.
transformed <- function(r) {
  z <- seq(-12, 12, length.out = 200001)
  weight <- stats::dnorm(z) * (z[2] - z[1])
  h <- -2 * (log(2) + stats::pnorm(-abs(z), log.p = TRUE))
  before <- rep(1, length(z))
  now <- z
  total <- 0 * r
  for (n in 1:80) {
    total <- total + sum(weight * h * now)^2 * r^n
    following <- (z * now - sqrt(n) * before) / sqrt(n + 1)
    before <- now
    now <- following
  }
  total
}

from_rows <- function(data) {
  u <- score_residuals(data)
  V <- crossprod(u)
  gap <- colSums(u)
  k <- ncol(u)
  log.p <- log(2) + stats::pnorm(-abs(gap / sqrt(diag(V))), log.p = TRUE)
  covariance <- transformed(stats::cov2cor(V))
  variance <- 4 * k + sum(covariance) - sum(diag(covariance))
  scale <- 4 * k / variance
  dai <- stats::pchisq(scale * sum(-2 * log.p), scale * 2 * k, lower.tail = FALSE, log.p = TRUE)
  c(
    dai = dai, simes = min(0, log(k) + sort(log.p) - log(seq_len(k))),
    gs = stats::pchisq(sum(gap * solve(V, gap)), k, lower.tail = FALSE, log.p = TRUE)
  )
}

# -- the table --------------------------------------------------------------------------------

format_p <- function(p) ifelse(p < 1e-4, sprintf("%.1e", p), sprintf("%.4f", p))

run <- function(name, data) {
  set <- prediction_set(truth ~ naive_bayes + random_forest, data)
  found <- ours(set)
  rows <- from_rows(data)
  cat("\n", name, ", ", nrow(data), " test rows\n", sep = "")
  print(data.frame(
    combine = found$combine, covariance = ifelse(is.na(found$covariance), "", found$covariance),
    tests = found$n.tests, statistic = sprintf("%.3f", found$statistic),
    df = ifelse(is.na(found$df), "", sprintf("%.3f", found$df)),
    variance = ifelse(is.na(found$variance), "", sprintf("%.3f", found$variance)),
    p = format_p(found$p.value)
  ), row.names = FALSE, right = FALSE)
  same <- found$log.p.value[match(names(rows), found$combine)]
  difference <- max(abs(same - rows) / pmax(1, abs(rows)))
  cat("Largest difference of log p from the rows: ", format(difference, digits = 2), "\n", sep = "")
  difference
}

given <- paper_arguments()
differences <- vapply(names(readers), function(name) run(name, held_out(name, given$folder, given$cache)), 0)
if (max(differences) > 1e-6) stop("The two routes differ.")
cat("\nBoth routes agree to 1e-06.\n")
