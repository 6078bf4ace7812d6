# Counting by base R: labels as text, classes in a given order, one string a row.
naive_patterns <- function(columns, classes, weights = rep(1, length(columns[[1]]))) {
  codes <- vapply(columns, function(x) match(as.character(x), classes), integer(length(columns[[1]])))
  codes <- matrix(codes, ncol = length(columns), dimnames = list(NULL, names(columns)))
  keep <- rowSums(is.na(codes)) == 0 & weights > 0
  codes <- codes[keep, , drop = FALSE]
  key <- apply(codes, 1, paste, collapse = " ")
  first <- !duplicated(key)
  patterns <- codes[first, , drop = FALSE]
  count <- as.vector(tapply(weights[keep], factor(key, unique(key)), sum))
  order <- do.call(order, unname(as.data.frame(patterns)))
  list(patterns = patterns[order, , drop = FALSE], count = count[order])
}

expect_counts <- function(set, columns, classes, weights = rep(1, length(columns[[1]]))) {
  naive <- naive_patterns(columns, classes, weights)
  expect_identical(set$classes, classes)
  expect_identical(unname(set$patterns), unname(naive$patterns))
  expect_equal(set$count, naive$count, tolerance = 1e-14)
  expect_equal(set$n, sum(naive$count), tolerance = 1e-14)
}

# Reproducible labels, right with probability `right`.
draw_labels <- function(n, k, classifiers, right = 0.7, seed = 1) {
  set.seed(seed)
  truth <- sample.int(k, n, replace = TRUE)
  predict <- function() ifelse(runif(n) < right, truth, sample.int(k, n, replace = TRUE))
  out <- c(list(truth), lapply(seq_len(classifiers), function(j) predict()))
  names(out) <- c("truth", paste0("c", seq_len(classifiers)))
  as.data.frame(out)
}

as_labels <- function(data, names) {
  data[] <- lapply(data, function(x) factor(names[x], levels = names))
  data
}

# What clusters hold, as text, one string a kind of cluster, with multiplicities.
profile_strings <- function(set) {
  p <- set$profiles
  from <- p$start[-length(p$start)] + 1
  strings <- mapply(function(from, to) {
    paste(p$pattern[from:to], p$count[from:to], sep = "x", collapse = " ")
  }, from, p$start[-1])
  stats::setNames(p$multiplicity, strings)[order(strings)]
}

naive_profiles <- function(id, rows, weights = rep(1, length(id))) {
  keep <- rows > 0 & weights > 0
  strings <- vapply(split(data.frame(rows, weights)[keep, ], as.character(id)[keep]), function(x) {
    sums <- tapply(x$weights, x$rows, sum)
    paste(names(sums), sums, sep = "x", collapse = " ")
  }, "")
  counts <- table(strings)
  stats::setNames(as.vector(counts), names(counts))[order(names(counts))]
}

# Number of the pattern of each row, 0 for none.
rows_of <- function(set, columns) {
  codes <- vapply(columns, function(x) match(as.character(x), set$classes), integer(length(columns[[1]])))
  key <- apply(matrix(codes, ncol = length(columns)), 1, paste, collapse = " ")
  match(key, apply(set$patterns, 1, paste, collapse = " "), nomatch = 0L)
}
