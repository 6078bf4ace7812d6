clustered <- function(n = 600, ids = 80, seed = 2) {
  d <- draw_labels(n, 3, 2, seed = seed)
  d$id <- sample.int(ids, n, replace = TRUE)
  d
}

expect_profiles <- function(set, columns, id, weights = rep(1, length(id))) {
  rows <- rows_of(set, columns)
  expect_equal(profile_strings(set), naive_profiles(id, rows, weights))
  expect_equal(set$n_clusters, length(unique(id[rows > 0 & weights > 0])))
  total <- tapply(
    set$profiles$count * rep(set$profiles$multiplicity, diff(set$profiles$start)),
    factor(set$profiles$pattern, seq_along(set$count)), sum
  )
  expect_equal(as.vector(total), set$count)
}

test_that("clusters with the same rows are one profile", {
  for (seed in 1:5) {
    d <- clustered(seed = seed, ids = c(5, 80, 250, 400, 599)[seed])
    s <- prediction_set(truth ~ c1 + c2, d, id = id)
    expect_profiles(s, d[1:3], d$id)
    expect_identical(prediction_set(truth ~ c1 + c2, d[sample(600), ], id = id), s)
  }
})

test_that("ids of any type give the same set", {
  d <- clustered()
  s <- prediction_set(truth ~ c1 + c2, d, id = id)
  as_ids <- list(
    as.character, factor, as.double, function(x) x + 0.5, function(x) x * 1e7L, function(x) -x,
    function(x) I(as.character(x)), function(x) factor(x, levels = 300:1), function(x) 2^31 * x
  )
  for (convert in as_ids) {
    d$other <- convert(d$id)
    expect_identical(prediction_set(truth ~ c1 + c2, d, id = other), s)
  }
  half <- prediction_set(truth ~ c1 + c2, d, id = d$id > 40)
  expect_identical(half$n_clusters, 2)
  expect_profiles(half, d[1:3], d$id > 40)
})

test_that("an id for each row is no cluster", {
  d <- draw_labels(50, 3, 2)
  s <- prediction_set(truth ~ c1 + c2, d, id = 50:1)
  expect_null(s$profiles)
  expect_identical(s$n_clusters, 50)
  expect_identical(s$patterns, prediction_set(truth ~ c1 + c2, d)$patterns)
})

test_that("a row of weight w is w rows of its observation", {
  d <- clustered(200)
  w <- rep(0:3, 50)
  s <- prediction_set(truth ~ c1 + c2, d, id = id, weights = w)
  expect_profiles(s, d[1:3], d$id, w)
  long <- prediction_set(truth ~ c1 + c2, d[rep(1:200, w), ], id = id)
  expect_identical(s$profiles, long$profiles)
  expect_identical(s$n_clusters, long$n_clusters)
  one <- prediction_set(truth ~ nb, data.frame(truth = c("a", "b"), nb = "a"), id = 1:2, weights = 2:1)
  expect_identical(unname(sort(one$profiles$count)), c(1, 2))
})

test_that("weights are added up within a cluster", {
  d <- clustered(200)
  w <- rep(c(1, 2, 5, 3), 50)
  s <- prediction_set(truth ~ c1 + c2, d, id = id, weights = w)
  expect_identical(s$n_clusters, as.double(length(unique(d$id))))
  sizes <- rep(diff(c(0, cumsum(s$profiles$count)[s$profiles$start[-1]])), s$profiles$multiplicity)
  expect_equal(sort(sizes), sort(as.vector(tapply(w, d$id, sum))))
  o <- sample(200)
  expect_identical(
    prediction_set(truth ~ c1 + c2, d[o, ], id = id, weights = w[o])$profiles, s$profiles
  )
})

test_that("omitted rows leave their cluster", {
  d <- clustered(300)
  d$c1[c(5, 6, 7)] <- NA
  s <- prediction_set(truth ~ c1 + c2, d, id = id, na = "omit")
  keep <- !is.na(d$c1)
  again <- prediction_set(truth ~ c1 + c2, d[keep, ], id = id)
  expect_identical(s$profiles, again$profiles)
  expect_profiles(s, d[keep, 1:3], d$id[keep])
})

test_that("a missing id is an error that names the row", {
  d <- draw_labels(5, 2, 2)
  missing <- list(
    c(1:4, NA), c(1:4 + 0.5, NaN), c(letters[1:4], NA), factor(c(1:4, NA)),
    addNA(factor(c(1:4, NA))), rep(c(TRUE, NA), c(4, 1))
  )
  for (bad in missing) {
    expect_error(prediction_set(truth ~ c1, d, id = bad), "Row 5", class = "verdict_error_id")
  }
})

test_that("wide data have profiles too", {
  d <- draw_labels(2000, 60, 5, right = 0.9)
  d$id <- rep(1:400, 5)
  expect_profiles(prediction_set(truth ~ c1 + c2 + c3 + c4 + c5, d, id = id), d[1:6], d$id)
})

test_that("one large cluster is sorted", {
  d <- draw_labels(3000, 4, 2)
  d$id <- rep(1:2, c(2900, 100))
  expect_profiles(prediction_set(truth ~ c1 + c2, d, id = id), d[1:3], d$id)
})

test_that("levels of an id that are equal are one observation", {
  d <- data.frame(truth = rep(c("a", "b"), 4), m1 = rep(c("a", "b", "b", "a"), 2))
  names <- rep(c("x", "y", "x", "y"), 2)
  twice <- structure(rep(1:4, 2), levels = c("x", "y", "x", "y"), class = "factor")
  expect_identical(prediction_set(truth ~ m1, d, id = twice), prediction_set(truth ~ m1, d, id = names))
  fold <- rep(1:2, 4)
  expect_error(prediction_set(truth ~ m1, d, id = twice, fold = fold), class = "verdict_error_repetition")
})

test_that("ids that are all missing are refused without a warning", {
  d <- data.frame(truth = c("a", "b"), m1 = c("a", "b"))
  for (id in list(NA, NA_integer_, NA_real_, NA_character_, factor(NA))) {
    expect_no_warning(expect_error(prediction_set(truth ~ m1, d, id = rep(id, 2)), class = "verdict_error_id"))
  }
})
