# Do the tests of fit_gee() keep their level with few clusters?
#
#   Rscript bench/calibration/gee.R [data sets]       (default 2000; writes gee.csv beside it)
#
# Clusters of 2 to 6 rows, binary outcome with mean 0.3 and an exchangeable correlation
# near 0.25 (a normal level of standard deviation 1.2 on the logit scale). Neither covariate
# matters: `arm` belongs to the cluster (half of them), `x` varies within it. The null
# hypotheses arm = 0 and x = 0 are tested at 0.05 by Wald tests with each covariance, against
# the normal and against t with clusters minus coefficients degrees of freedom, and by the
# generalized score test. Fits that end in an error or have infinite coefficients are left
# out, and counted. Seed 1.

suppressMessages(library(verdict))

arguments <- as.numeric(commandArgs(TRUE))
n_sets <- if (length(arguments) >= 1) arguments[1] else 2000

draw <- function(n_clusters) {
  size <- sample(2:6, n_clusters, TRUE)
  id <- rep(seq_along(size), size)
  level <- stats::rnorm(n_clusters, sd = 1.2)[id]
  data.frame(
    id = id, arm = id %% 2, x = stats::rnorm(length(id)),
    y = stats::rbinom(length(id), 1, stats::plogis(-1 + level))
  )
}

covariances <- c(
  "robust", "df", "kauermann_carroll", "mancl_derouen", "morel_bokossa_neerchal", "model"
)

p_values <- function(data, corstr) {
  fit <- fit_gee(y ~ x + arm, data, id, corstr = corstr)
  if (!all(is.finite(coef(fit)))) stop("infinite")
  wald <- lapply(covariances, function(type) {
    normal <- tidy(fit, vcov = type)$p.value[2:3]
    t <- tidy(fit, vcov = type, df = "clusters")$p.value[2:3]
    reference <- rep(c("normal", "t"), each = 2)
    data.frame(test = type, reference, term = c("x", "arm"), p = c(normal, t))
  })
  score <- vapply(list(y ~ arm, y ~ x), FUN.VALUE = 0, function(small) {
    anova(fit_gee(small, data, id, corstr = corstr), fit, test = "score")$p.value
  })
  score <- data.frame(test = "score", reference = "normal", term = c("x", "arm"), p = score)
  rbind(do.call(rbind, wald), score)
}

rejections <- function(n_clusters, corstr) {
  all <- lapply(seq_len(n_sets), function(i) {
    data <- draw(n_clusters)
    tryCatch(suppressWarnings(p_values(data, corstr)), error = function(cnd) NULL)
  })
  p <- do.call(rbind, all)
  out <- stats::aggregate(p < 0.05 ~ test + reference + term, p, mean)
  names(out)[4] <- "rejected"
  n <- sum(lengths(all) > 0)
  out$error <- sqrt(out$rejected * (1 - out$rejected) / n)
  cbind(clusters = n_clusters, corstr = corstr, out, fits = n)
}

set.seed(1)
grid <- expand.grid(clusters = c(10, 20, 40, 80), corstr = c("independence", "exchangeable"))
result <- do.call(rbind, Map(rejections, grid$clusters, as.character(grid$corstr)))
result[c("rejected", "error")] <- signif(result[c("rejected", "error")], 3)
here <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
write.csv(result, file.path(dirname(here), "gee.csv"), row.names = FALSE, quote = FALSE)
wide <- stats::xtabs(rejected ~ paste(test, reference) + clusters + term + corstr, result)
print(stats::ftable(wide, row.vars = 1, col.vars = c(4, 3, 2)))
print(unique(result[c("clusters", "corstr", "fits")]))
