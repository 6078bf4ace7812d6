# Means of two classifiers in three sites, with the covariances of means.
site_estimates <- function() {
  set.seed(4)
  n <- c(n = 90, s = 40, w = 25)
  y <- lapply(n, function(k) {
    shared <- stats::rnorm(k)
    cbind(A = shared + stats::rnorm(k, 0.5), B = shared + stats::rnorm(k), C = shared + stats::rnorm(k))
  })
  rows <- expand.grid(classifier = c("A", "B", "C"), site = names(n), stringsAsFactors = FALSE)
  rows$estimate <- unlist(lapply(y, colMeans), use.names = FALSE)
  V <- matrix(0, 9, 9)
  for (g in 1:3) V[3 * g - 2:0, 3 * g - 2:0] <- stats::cov(y[[g]]) / n[g]
  share <- kronecker(matrix(n / sum(n), 1), diag(3))
  whole <- rbind(diag(9), share)
  all <- data.frame(classifier = c("A", "B", "C"), site = NA, estimate = as.vector(share %*% rows$estimate))
  list(rows = rbind(rows, all), V = whole %*% V %*% t(whole), n = n, y = y)
}

test_that("estimates by group are a set over all, and one in each group, whatever the order of the rows", {
  d <- site_estimates()
  x <- estimate_set(d$rows, d$V, by = site, n = d$n, unit = "item")
  plain <- estimate_set(d$rows[10:12, ], d$V[10:12, 10:12], n = sum(d$n), unit = "item")
  expect_identical(unclass(x)[names(plain)], unclass(plain)[names(plain)])
  r <- compare_classifiers(x, over = "groups", p.adjust.method = "none")
  for (site in names(d$n)) {
    expected <- stats::t.test(d$y[[site]][, "B"], d$y[[site]][, "A"], paired = TRUE)
    one <- r[r$class == site & r$classifier == "B", ]
    expect_equal(c(one$estimate, one$p.value), c(unname(expected$estimate), expected$p.value))
  }
  order <- c(12, 3, 7, 1, 10, 5, 2, 8, 4, 11, 9, 6)
  mixed <- estimate_set(d$rows[order, ], d$V[order, order], by = "site", n = d$n)
  again <- compare_classifiers(mixed, over = "groups", p.adjust.method = "none", reference = "A")
  expect_equal(again$p.value[again$classifier == "B"], r$p.value[r$classifier == "B"])
  expect_match(printed_text(x), "Groups: 3 by site: n, s and w.")
  text <- printed_text(verdict(x))
  expect_match(text, "Score by site")
  expect_identical(compare_classifiers(x[c("B", "A")], over = "groups")$estimate, -r$estimate[r$classifier == "B"])
})

test_that("what groups have in common counts in tests over them", {
  d <- site_estimates()
  at <- 1:9
  V <- d$V[at, at]
  test <- function(V, ...) {
    omnibus_test(estimate_set(d$rows[at, ], V, by = site), over = "groups", reference = "A", ...)$statistic[1]
  }
  by_hand <- function(V) {
    pick <- kronecker(diag(3), matrix(c(-1, 1, 0), 1))
    theta <- pick %*% d$rows$estimate[at]
    L <- rbind(c(-1, 1, 0), c(-1, 0, 1)) %*% pick
    gap <- L %*% d$rows$estimate[at]
    as.vector(t(gap) %*% solve(L %*% V %*% t(L), gap))
  }
  expect_equal(test(V), by_hand(V))
  # Items that all sites share.
  load <- rep(c(0.05, 0.1, 0.15), 3)
  expect_equal(test(V + tcrossprod(load)), by_hand(V + tcrossprod(load)))
  expect_error(test(V + tcrossprod(load), method = "gail_simon"), class = "verdict_error_method")
})

test_that("without rows of all groups it is the mean over them, which is said; other shares are means too", {
  d <- site_estimates()
  x <- estimate_set(d$rows[1:9, ], d$V[1:9, 1:9], by = site)
  r <- compare_classifiers(x, reference = "A")
  mean <- tapply(d$rows$estimate[1:9], d$rows$classifier[1:9], mean)
  expect_equal(r$estimate, as.vector(mean[c("B", "C")] - mean["A"]))
  pick <- rep(c(-1, 1, 0), 3) / 3
  expect_equal(r$std.error[1], sqrt(sum(pick * (d$V[1:9, 1:9] %*% pick))))
  expect_match(printed_text(r), "Values over all are means over groups, each with the same weight")
  shares <- c(n = 0.2, s = 0.3, w = 0.5)
  s <- compare_classifiers(standardise_groups(x, shares), reference = "A")
  pick <- rep(c(-1, 1, 0), 3) * rep(shares, each = 3)
  expect_equal(c(s$estimate[1], s$std.error[1]), c(
    sum(pick * d$rows$estimate[1:9]), sqrt(sum(pick * (d$V[1:9, 1:9] %*% pick)))
  ))
  expect_true(is.na(s$df[1]) || is.infinite(s$df[1]))
  expect_match(printed_text(s), "Values are means over groups, with the shares n 0.2")
  expect_error(standardise_groups(x, "observed"), class = "verdict_error_shares")
  known <- estimate_set(d$rows, d$V, by = site, n = d$n)
  expect_equal(compare_classifiers(standardise_groups(known, "observed"))$estimate, compare_classifiers(known)$estimate)
  # Satterthwaite's degrees of freedom.
  part <- vapply(1:3, function(g) {
    at <- 3 * g - 2:1
    shares[[g]]^2 * sum(c(-1, 1) * (d$V[at, at] %*% c(-1, 1)))
  }, 0)
  t <- compare_classifiers(standardise_groups(known, shares), reference = "A")
  expect_equal(t$df[1], sum(part)^2 / sum(part^2 / (d$n - 1)))
  expect_s3_class(plot_groups(x, "values"), "ggplot")
})

test_that("replicates by group, and an estimate that a group does not have", {
  d <- site_estimates()
  set.seed(5)
  replicates <- matrix(stats::rnorm(200 * 9), 200) %*% chol(d$V[1:9, 1:9] + diag(1e-9, 9))
  x <- estimate_set(d$rows[1:9, ], replicates = replicates, by = site)
  expect_equal(x$vcov, unname(stats::cov(replicates %*% kronecker(rep(1 / 3, 3), diag(3)))))
  expect_identical(ncol(x[c("A", "B")]$groups$parts[[1]]$replicates), 2L)
  d$rows$estimate[5] <- NA
  x <- estimate_set(d$rows, d$V, by = site)
  r <- compare_classifiers(x, over = "groups", reference = "A")
  expect_identical(is.na(r$estimate), r$class == "s" & r$classifier == "B")
  expect_match(omnibus_test(x, over = "groups")$note[1], "no estimate in group")
})

test_that("estimates that fit no groups are refused", {
  d <- site_estimates()
  give <- function(rows = d$rows, V = d$V, ...) estimate_set(rows, V, ...)
  expect_error(estimate_set(c(a = 1, b = 2), diag(2), by = "site"), class = "verdict_error_by")
  expect_error(give(by = nothing), class = "verdict_error")
  expect_error(give(transform(d$rows, site = NA), by = site), class = "verdict_error_na")
  expect_error(give(d$rows[-1, ], d$V[-1, -1], by = site), class = "verdict_error_estimates")
  expect_error(give(d$rows[-12, ], d$V[-12, -12], by = site), class = "verdict_error_estimates")
  expect_error(give(rbind(d$rows, d$rows[1, ]), by = site), class = "verdict_error_estimates")
  expect_error(give(by = site, n = c(n = 90, s = 40)), class = "verdict_error_argument")
  expect_error(give(by = site, n = c(n = 90, s = 40, w = 1)), class = "verdict_error_argument")
  x <- give(by = site)
  x$groups$vcov <- diag(2)
  expect_error(verdict(x), class = "verdict_error_set")
})

# -- battles ------------------------------------------------------------------------------

language_battles <- function() {
  set.seed(6)
  n <- 300
  first <- sample(3, n, TRUE)
  second <- (first + sample(0:1, n, TRUE)) %% 3 + 1
  d <- data.frame(
    model_a = letters[first], model_b = letters[second], prompt = rep(1:60, 5),
    language = rep(c("en", "fr"), c(200, 100))
  )
  d$winner <- ifelse(stats::runif(n) < stats::plogis((second - first) / 2), "model_a", "model_b")
  d$winner[1:20] <- "tie"
  d
}

test_that("battles in each group are a set of their own", {
  d <- language_battles()
  x <- battle_set(d, by = language)
  plain <- battle_set(d)
  expect_identical(unclass(x)[names(plain)], unclass(plain)[names(plain)])
  r <- compare_classifiers(x, over = "groups", p.adjust.method = "none")
  for (language in c("en", "fr")) {
    own <- compare_classifiers(battle_set(d[d$language == language, ]), p.adjust.method = "none")
    expect_equal(r[r$class == language, ]$p.value, own$p.value)
  }
  expect_equal(
    omnibus_test(x, over = "groups")$statistic,
    (r$estimate[1:3] - r$estimate[4:6])^2 / (r$std.error[1:3]^2 + r$std.error[4:6]^2)
  )
  expect_match(printed_text(verdict(x)), "by language")
  two <- compare_classifiers(x[c("c", "a")], over = "groups", p.adjust.method = "none")
  expect_equal(two$estimate, -r$estimate[r$classifier == "c" & r$reference == "a"])
  d$language[1:5] <- NA
  expect_error(battle_set(d, by = language), class = "verdict_error_na")
  kept <- battle_set(d, by = language, na = "omit")
  expect_equal(sum(kept$groups$count[is.na(kept$groups$group)]), 5)
  expect_identical(kept$battles, plain$battles)
})

# Newton's steps of the Bradley-Terry model with weights, and what each battle adds: list(ability, influence).
fit_by_hand <- function(d, weight) {
  i <- match(d$model_a, letters)
  j <- match(d$model_b, letters)
  score <- c(model_a = 1, model_b = 0, tie = 0.5)[d$winner]
  X <- vapply(1:2, function(k) (i == k) - (j == k) - (i == 3) + (j == 3), numeric(nrow(d)))
  b <- c(0, 0)
  for (step in 1:30) {
    p <- stats::plogis(as.vector(X %*% b))
    inverse <- solve(crossprod(X * sqrt(weight * p * (1 - p))))
    b <- b + as.vector(inverse %*% crossprod(X, weight * (score - p)))
  }
  list(ability = c(b, -sum(b)), influence = (X * (score - p)) %*% inverse %*% cbind(diag(2), -1))
}

test_that("battles whose groups have other shares, by hand", {
  d <- language_battles()
  shares <- c(en = 0.3, fr = 0.7)
  weight <- (shares * 300 / c(200, 100))[d$language]
  fit <- fit_by_hand(d, weight)
  apart <- fit$influence
  for (g in names(shares)) {
    at <- d$language == g
    apart[at, ] <- weight[at] * sweep(apart[at, ], 2, colMeans(apart[at, ]))
  }
  gap <- apart %*% c(-1, 1, 0)
  parts <- c(sum(gap[1:200]^2) * 200 / 199, sum(gap[201:300]^2) * 100 / 99)
  r <- compare_classifiers(standardise_groups(battle_set(d, by = language), shares))
  expect_equal(r$estimate[1], fit$ability[2] - fit$ability[1], tolerance = 1e-6)
  expect_equal(r$std.error[1], sqrt(sum(parts)), tolerance = 1e-6)
  expect_equal(r$df[1], sum(parts)^2 / sum(parts^2 / c(199, 99)), tolerance = 1e-6)
  clustered <- battle_set(d, by = language, cluster = prompt)
  s <- standardise_groups(clustered, shares)
  expect_equal(
    compare_classifiers(s)$std.error[1], sqrt(sum(rowsum(as.vector(gap), d$prompt)^2) * 60 / 59), tolerance = 1e-6
  )
  expect_equal(compare_classifiers(s[c("a", "b")])$std.error, compare_classifiers(s)$std.error[1])
})

test_that("of a group with all of the share it is what the battles of that group say", {
  won <- c(rep(c("first", "second"), 25), rep("first", 9), "second")
  d <- data.frame(first = "x", second = "y", winner = won, g = rep(c("p", "q"), c(50, 10)), one = 1:60, both = 1:10)
  columns <- c("estimate", "std.error", "df", "p.value", "conf.low", "conf.high", "decision")
  said <- function(x) as.data.frame(compare_classifiers(x, "ability"))[columns]
  alone <- said(battle_set(d[51:60, ]))
  # The variance of a proportion of 9 in 10, by the slope of its logit.
  expect_equal(alone$p.value, 2 * pt(-qlogis(0.9) * 0.9, 9), tolerance = 1e-6)
  sets <- list(battle_set(d, by = g), battle_set(d, by = g, cluster = one), battle_set(d, by = g, cluster = both))
  for (x in sets) {
    expect_equal(said(standardise_groups(x, c(p = 0, q = 1))), alone)
    turned <- said(standardise_groups(x, c(p = 0, q = 1))[c("y", "x")])
    expect_equal(c(turned$df, turned$p.value), c(alone$df, alone$p.value))
  }
  nearly <- said(standardise_groups(sets[[1]], c(p = 0.01, q = 0.99)))
  expect_equal(nearly$df, 9, tolerance = 0.01)
  expect_identical(nearly$decision, "undecided")
  # No more degrees of freedom than there are clusters.
  expect_identical(said(standardise_groups(sets[[3]], "equal"))$df, 9)
})

test_that("prompts that occur in several groups link them", {
  d <- language_battles()
  x <- battle_set(d, by = language, cluster = prompt)
  parts <- lapply(c("en", "fr"), function(g) fit_by_hand(d[d$language == g, ], rep(1, sum(d$language == g))))
  gap <- lapply(parts, function(fit) fit$influence %*% c(-1, 1, 0))
  sums <- Map(function(one, g) {
    prompt <- d$prompt[d$language == g]
    k <- length(unique(prompt))
    found <- numeric(60)
    total <- rowsum(as.vector(one), prompt)
    found[as.integer(rownames(total))] <- total * sqrt(k / (k - 1))
    found
  }, gap, c("en", "fr"))
  theta <- vapply(parts, function(fit) fit$ability[2] - fit$ability[1], 0)
  expect_equal(
    omnibus_test(x, over = "groups")$statistic[1], (theta[1] - theta[2])^2 / sum((sums[[1]] - sums[[2]])^2),
    tolerance = 1e-6
  )
})

test_that("a mean over groups of so many units each has Satterthwaite's degrees of freedom, as with equal shares", {
  values <- data.frame(
    site = rep(c("N", "S", "E"), each = 2), classifier = rep(c("a", "b"), 3), estimate = c(.7, .75, .6, .78, .8, .79)
  )
  se <- rep(c(.01, .05, .01), each = 2)
  set <- function(n) estimate_set(values, vcov = diag(se^2), by = site, metric = "auc", n = n)
  x <- set(c(N = 40, S = 5, E = 40))
  v <- 2 * c(.01, .05, .01)^2
  df <- sum(v)^2 / sum(v^2 / c(39, 4, 39))
  z <- mean(c(.05, .18, -.01)) / (sqrt(sum(v)) / 3)
  found <- compare_classifiers(x)
  expect_equal(c(found$df, found$p.value), c(df, 2 * pt(-z, df)))
  shares <- standardise_groups(x, c(N = 1, S = 1, E = 1) / 3)
  columns <- c("estimate", "conf.low", "conf.high", "p.value")
  expect_equal(as.data.frame(found)[columns], as.data.frame(compare_classifiers(shares))[columns])
  expect_equal(compare_classifiers(set(85))$df, 84)
})
