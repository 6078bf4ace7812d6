# Probabilities of three classes by two classifiers, with ties.
thirds <- function(n = 40, classes = c("a", "b", "c")) {
  i <- seq_len(n)
  truth <- factor(classes[(i * 7 + i %/% 5) %% length(classes) + 1], classes)
  of <- function(shift, strength) {
    raw <- vapply(seq_along(classes), function(k) {
      1 + (i * (5 + k) + shift) %% 9 + strength * (as.integer(truth) == k)
    }, i + 0)
    structure(raw / rowSums(raw), dimnames = list(NULL, classes))
  }
  list(truth = truth, rf = of(1, 4), svm = of(4, 9), patient = (i * 3) %% 11, weight = 1 + i %% 3)
}

thirds_set <- function(..., data = thirds()) probability_set(data$truth, rf = data$rf, svm = data$svm, ...)

# By definition, over all pairs of rows of two classes; `cell`: pairs are of the same stratum.
pair_area <- function(score, first, second, weight, cell) {
  pairs <- outer(weight[first], weight[second]) * outer(cell[first], cell[second], `==`)
  above <- outer(score[first], score[second], `>`) + outer(score[first], score[second], `==`) / 2
  c(sum(pairs * above), sum(pairs))
}

brute_classes <- function(truth, p, weight, cell = rep(1, length(truth))) {
  K <- nlevels(truth)
  rows <- lapply(levels(truth), function(class) which(truth == class))
  rest <- vapply(seq_len(K), function(k) {
    found <- pair_area(p[, k], rows[[k]], which(truth != levels(truth)[k]), weight, cell)
    found[1] / found[2]
  }, 0)
  each <- outer(seq_len(K), seq_len(K), Vectorize(function(k, j) {
    if (k == j) NA else exp(diff(log(rev(pair_area(p[, k], rows[[k]], rows[[j]], weight, cell)))))
  }))
  share <- vapply(rows, function(own) sum(weight[own]), 0) / sum(weight)
  of <- cbind(seq_along(truth), as.integer(truth))
  brier <- sum(weight * rowSums((p - outer(as.integer(truth), seq_len(K), `==`))^2)) / sum(weight)
  loss <- sum(weight * -log(p[of])) / sum(weight)
  c(
    macro = mean(rest), weighted = sum(share * rest), hand_till = mean(each, na.rm = TRUE),
    brier = brier, log_loss = loss,
    brier_skill = 1 - brier / (1 - sum(share^2)), log_skill = 1 + loss / sum(share * log(share))
  )
}

# Derivatives by the weights of the rows, from nothing but values.
brute_contributions <- function(truth, p, weight = rep(1, length(truth)), ...) {
  step <- 1e-4
  t(vapply(seq_along(truth), function(i) {
    up <- down <- weight
    up[i] <- weight[i] + step
    down[i] <- weight[i] - step
    (brute_classes(truth, p, up, ...) - brute_classes(truth, p, down, ...)) / (2 * step)
  }, numeric(7)))
}
