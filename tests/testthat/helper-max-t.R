# Designs of test-p-max-t.R and data-raw/fixtures/max_t.R: a covariance and contrasts.
all_pairs <- function(classifiers, slices) {
  pairs <- utils::combn(classifiers, 2)
  do.call(cbind, lapply(seq_len(slices) - 1, function(k) pairs + k * classifiers))
}

unequal_pairs <- function(classifiers) {
  i <- seq_len(classifiers)
  V <- outer(cos(i), cos(i)) + outer(sin(3 * i), sin(3 * i)) + diag(0.2 + i / 3)
  list(V = V, contrasts = all_pairs(classifiers, 1))
}

max_t_design <- function(name) {
  correlated <- function(n, r) diag(n) * (1 - r) + r
  switch(name,
    # 5 classifiers
    pairs = list(V = correlated(5, 0.4), contrasts = all_pairs(5, 1)),
    # 3 classifiers on 4 classes, of unequal variance
    slices = list(
      V = kronecker(correlated(4, 0.3) * outer(1:4, 1:4), correlated(3, 0.6)), contrasts = all_pairs(3, 4)
    ),
    # classifiers that nothing makes alike
    unequal_4 = unequal_pairs(4),
    unequal_5 = unequal_pairs(5),
    # 4 classifiers of which two are nearly one
    close = list(
      V = kronecker(correlated(3, 0.5), matrix(c(4, 3.9, 1, 2, 3.9, 4, 1, 2, 1, 1, 3, 1, 2, 2, 1, 5), 4)),
      contrasts = all_pairs(4, 3)
    )
  )
}
