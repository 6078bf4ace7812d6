# Check of the example: 1 beat 2 three times, 1 beat 3 twice, 2 beat 3 three times; one loss each.
example_wins <- matrix(
  c(0, 3, 2, 1, 0, 3, 1, 1, 0), 3, byrow = TRUE, dimnames = rep(list(c("one", "two", "three")), 2)
)

# A row a battle, by hand.
random_battles <- function(n = 400, models = c("a", "b", "c", "d"), advantage = 0.4, ability = seq_along(models) / 3) {
  set.seed(7)
  first <- sample(length(models), n, TRUE)
  second <- (first + sample(length(models) - 1, n, TRUE) - 1) %% length(models) + 1
  p <- plogis(ability[first] - ability[second] + advantage)
  u <- runif(n)
  data.frame(
    model_a = models[first], model_b = models[second], prompt = rep(seq_len(n / 4), each = 4),
    winner = ifelse(u < 0.1, "tie", ifelse(runif(n) < p, "model_a", "model_b"))
  )
}

# The same by glm(): a design of 1 and -1, the last model left out, and the sandwich by hand.
by_glm <- function(d, order = FALSE, cluster = NULL) {
  models <- sort(unique(c(d$model_a, d$model_b)))
  X <- outer(d$model_a, models, "==") - outer(d$model_b, models, "==")
  X <- cbind(X[, -length(models)], if (order) 1)
  y <- c(model_a = 1, model_b = 0, tie = 0.5)[d$winner]
  fit <- suppressWarnings(glm(y ~ X - 1, family = binomial, epsilon = 1e-14))
  p <- fitted(fit)
  U <- X * (y - p)
  units <- nrow(X)
  if (!is.null(cluster)) {
    U <- rowsum(U, cluster)
    units <- nrow(U)
  }
  bread <- solve(crossprod(X * sqrt(p * (1 - p))))
  V <- bread %*% crossprod(U) %*% bread * units / (units - 1)
  k <- length(models)
  to <- rbind(diag(k - 1), 0) - 1 / k
  list(
    ability = as.vector(to %*% coef(fit)[seq_len(k - 1)]), vcov = to %*% V[seq_len(k - 1), seq_len(k - 1)] %*% t(to),
    order = if (order) unname(coef(fit)[k]), se = if (order) sqrt(V[k, k])
  )
}

test_that("abilities of the example are those of exact arithmetic", {
  x <- battle_set(example_wins)
  found <- assess_classifiers(x)
  expect_equal(found$estimate, c(.6575841, 0, -.6575841), tolerance = 1e-7)
  expect_identical(found$estimate[2], 0)
  elo <- assess_classifiers(x, "elo")
  expect_equal(elo$estimate, 1000 + 400 / log(10) * found$estimate)
  expect_equal(elo$std.error, 400 / log(10) * found$std.error)
})

test_that("estimates and their sandwich are those of a logistic regression, ties half a win", {
  d <- random_battles()
  x <- battle_set(d)
  known <- by_glm(d)
  expect_equal(assess_classifiers(x)$estimate, known$ability, tolerance = 1e-8)
  expect_equal(unname(vcov(x)), known$vcov, tolerance = 1e-7)
  found <- compare_classifiers(x, reference = "a", p.adjust.method = "none")
  V <- known$vcov
  se <- sqrt(V[2, 2] + V[1, 1] - 2 * V[1, 2])
  expect_equal(found$estimate[1], known$ability[2] - known$ability[1])
  expect_equal(found$p.value[1], 2 * pt(-abs(found$estimate[1] / se), 399), tolerance = 1e-6)
  # whichever is first, and however they are counted
  turned <- d
  turned[c("model_a", "model_b")] <- d[c("model_b", "model_a")]
  turned$winner <- c(model_a = 0, model_b = 1, tie = 0.5)[d$winner]
  expect_equal(assess_classifiers(battle_set(turned))$std.error, assess_classifiers(x)$std.error)
  counted <- as.data.frame(x)
  expect_equal(as.data.frame(battle_set(counted, winner = score, weights = count)), counted)
})

test_that("clusters and the effect of being first are taken into account", {
  d <- random_battles()
  x <- battle_set(d, cluster = prompt, order = TRUE)
  known <- by_glm(d, TRUE, d$prompt)
  expect_equal(assess_classifiers(x)$estimate, known$ability, tolerance = 1e-8)
  expect_equal(unname(vcov(x)), known$vcov, tolerance = 1e-7)
  expect_equal(compare_classifiers(x)$df[1], 99)
  half <- qt(.975, 99) * known$se
  expect_output(print(x), format_estimate(known$order, known$order - half, known$order + half), fixed = TRUE)
  expect_output(print(x), "Clusters: 100", fixed = TRUE)
  expect_output(print(x), "each half a win for both")
  single <- by_glm(d, TRUE)
  half <- qt(.975, 399) * single$se
  alone <- battle_set(d, order = TRUE)
  expect_output(print(alone), format_estimate(single$order, single$order - half, single$order + half), fixed = TRUE)
  dropped <- d[d$winner != "tie", ]
  expect_equal(
    assess_classifiers(battle_set(d, ties = "drop"))$estimate, by_glm(dropped)$ability, tolerance = 1e-8
  )
  expect_output(print(battle_set(d, ties = "drop")), "left out")
})

test_that("a few prompts with most battles leave few degrees of freedom", {
  set.seed(2)
  size <- c(100, 40, rep(2, 15))
  prompt <- rep(seq_along(size), size)
  d <- data.frame(
    first = "a", second = "b", winner = sample(c("first", "second"), length(prompt), TRUE), prompt = prompt
  )
  share <- size / sum(size)
  left <- diag(length(prompt)) - 1 / length(prompt)
  form <- rowsum(left, prompt) / sqrt(1 - share)
  known <- sum(diag(tcrossprod(form)))^2 / sum(tcrossprod(form)^2)
  expect_equal(compare_classifiers(battle_set(d, cluster = prompt))$df, known)
  d$prompt <- rep(1:17, length.out = nrow(d))
  expect_identical(compare_classifiers(battle_set(d, cluster = prompt))$df, 16)
})

# What ten battles of a against b say of these two.
ten_battles <- data.frame(first = "a", second = "b", winner = rep(c("first", "second"), c(9, 1)))
expect_as_of_ten <- function(x) {
  found <- compare_classifiers(x, "ability", reference = "a", p.adjust.method = "none")[1, ]
  # The variance of a proportion of 9 in 10, s^2 / n, by the slope of its logit.
  se <- sqrt(0.09 / 9) / 0.09
  expect_equal(found$std.error, se, tolerance = 1e-7)
  expect_equal(found$df, 9)
  expect_equal(found$p.value, 2 * pt(-qlogis(0.9) / se, 9), tolerance = 1e-6)
}

test_that("battles that have no part in a difference are no information on it", {
  expect_as_of_ten(battle_set(ten_battles))
  versus <- function(first, second, winner, n) data.frame(first = rep(first, n), second, winner)
  never <- versus(c("a", "b"), "d", "first", 100)
  set.seed(3)
  elsewhere <- versus("c", "b", sample(c("first", "second"), 200, TRUE), 200)
  for (others in list(never, elsewhere, rbind(never, elsewhere))) {
    d <- rbind(ten_battles, others)
    expect_as_of_ten(battle_set(d))
    elo <- compare_classifiers(battle_set(d), "elo", reference = "a", p.adjust.method = "none")
    expect_equal(elo$p.value[1], 2 * pt(-qlogis(0.9) * 0.9, 9), tolerance = 1e-6)
    # Clusters that lie there and elsewhere, and those that lie elsewhere only.
    for (cluster in list(c(1:10, rep(11:30, length.out = nrow(others))), rep_len(1:40, nrow(d)))) {
      expect_as_of_ten(battle_set(d, cluster = cluster))
    }
  }
  # Over both ways: variances of two samples, with Satterthwaite's degrees of freedom.
  far <- compare_classifiers(battle_set(rbind(ten_battles, elsewhere)), reference = "a", p.adjust.method = "none")[2, ]
  p <- mean(elsewhere$winner == "first")
  parts <- c(1 / 0.81, (1 / 199) / (p * (1 - p)))
  expect_equal(far$std.error, sqrt(sum(parts)), tolerance = 1e-6)
  expect_equal(far$df, sum(parts)^2 / sum(parts^2 / c(9, 199)), tolerance = 1e-6)
  # How much it helps to be first is estimated by all whose abilities are: those of d do not count.
  print_of <- function(d) grep("Being first", capture.output(print(battle_set(d, order = TRUE))), value = TRUE)
  both <- rbind(elsewhere, versus("b", "c", rep(c("first", "second"), c(12, 18)), 30))
  expect_identical(print_of(rbind(both, versus("b", "d", "first", 500))), print_of(both))
})

# By what lies between: two battles are of one block if no model, taken out, parts them.
blocks_by_removal <- function(first, second) {
  models <- sort(unique(c(first, second)))
  sides <- vapply(models, function(out) {
    side <- stats::setNames(models, models)
    for (round in models) {
      for (i in which(first != out & second != out)) {
        pair <- c(first[i], second[i])
        side[side %in% side[pair]] <- min(side[pair])
      }
    }
    side[ifelse(first == out, second, first)]
  }, first)
  match(apply(sides, 1, paste, collapse = " "), unique(apply(sides, 1, paste, collapse = " ")))
}

test_that("blocks of battles are those that no model parts", {
  set.seed(8)
  for (round in 1:40) {
    n <- sample(3:8, 1)
    tree <- cbind(2:n, vapply(2:n, function(i) sample.int(i - 1, 1), 0L))
    more <- t(replicate(sample(3, 1), sample.int(n, 2)))
    met <- matrix(letters[sample.int(26, n)[rbind(tree, more)]], ncol = 2)
    met <- met[sample.int(nrow(met)), , drop = FALSE]
    won <- rep(c("first", "second"), each = nrow(met))
    x <- battle_set(data.frame(first = met[, 1], second = met[, 2], winner = won))
    rows <- as.data.frame(x)
    known <- blocks_by_removal(as.character(rows$first), as.character(rows$second))
    found <- battle_blocks(x)
    expect_identical(match(found, unique(found)), known)
    expect_identical(unique(battle_blocks(replace(x, "order", TRUE))), 1L)
  }
})

test_that("every verb takes battles", {
  x <- battle_set(random_battles(1200), cluster = prompt)
  expect_identical(nrow(rank_classifiers(x)), 4L)
  v <- verdict(x)
  expect_output(print(v), "Ability: log odds of winning", fixed = TRUE)
  expect_s3_class(omnibus_test(x), "verdict_table")
  expect_identical(compare_classifiers(x[c("a", "b")], "elo")$metric, "elo")
  expect_true(nzchar(methods_text(compare_classifiers(x))))
  expect_output(print(x, width = 200), "of 4 classifiers (a, b, c and d) on 1,200 battles.", fixed = TRUE)
})

test_that("the methods say whether being first was taken out, and what became of ties", {
  d <- data.frame(model_a = rep(c("a", "b"), 50), model_b = rep(c("b", "a"), 50))
  d$winner <- rep(c("model_a", "model_b", "model_a", "tie", "model_a"), 20)
  text <- function(data = d, ...) methods_text(compare_classifiers(battle_set(data, ...)))
  first <- "How much it helps to be shown first was estimated"
  half <- "A tie counts as half a win for each"
  left_out <- "Battles that ended in a tie were left out"
  expect_match(text(order = TRUE), paste0(first, ".*", half))
  expect_no_match(text(), first)
  expect_match(text(ties = "drop"), left_out)
  expect_no_match(text(ties = "drop"), half)
  expect_no_match(text(d[d$winner != "tie", ]), " tie |shown first")
})

test_that("who never won or lost, or was never met, is decided by the graph", {
  wins <- matrix(0, 4, 4, dimnames = rep(list(letters[1:4]), 2))
  wins["a", "b"] <- 6
  wins["b", "a"] <- 3
  wins["a", "c"] <- wins["b", "c"] <- wins["d", "a"] <- 2
  x <- battle_set(wins)
  found <- assess_classifiers(x)
  expect_equal(found$estimate, c(log(2) / 2, -log(2) / 2, -Inf, Inf))
  expect_match(found$note[3], "c never won")
  expect_match(found$note[4], "d was never beaten")
  pairs <- compare_classifiers(x)
  one <- pairs[pairs$classifier == "b" & pairs$reference == "a", ]
  expect_equal(one$estimate, -log(2))
  expect_false(is.na(one$p.value))
  expect_true(all(is.na(pairs$p.value[pairs$classifier %in% c("c", "d")])))
  said <- "d has the highest ability: not compared with a, b and c"
  expect_output(print(verdict(x)), said, fixed = TRUE)
  expect_s3_class(rank_classifiers(x), "data.frame")

  apart <- wins
  apart[] <- 0
  apart["a", "b"] <- apart["b", "a"] <- apart["c", "d"] <- apart["d", "c"] <- 2
  found <- assess_classifiers(battle_set(apart))
  expect_true(all(is.na(found$estimate)))
  expect_match(found$note, "no battle links all the classifiers")
  single <- battle_set(rbind(random_battles(40), data.frame(model_a = "e", model_b = "a", prompt = 1, winner = "tie")),
    ties = "drop"
  )
  found <- assess_classifiers(single)
  expect_identical(is.na(found$estimate), c(FALSE, FALSE, FALSE, FALSE, TRUE))
  only_first <- data.frame(model_a = c("a", "b", "a"), model_b = c("b", "a", "b"), winner = c("a", "b", "a"))
  lone <- battle_set(only_first, order = TRUE)
  expect_true(all(is.na(assess_classifiers(lone)$estimate)))
  expect_output(print(lone), "cannot be told apart")
})

test_that("a winner that is a model's name and another outcome is refused, and renaming models changes nothing", {
  numbers <- data.frame(first = rep(c(0, 1), 10), second = rep(c(1, 0), 10), winner = c(rep(1, 16), rep(0, 4)))
  refused <- function(data, ...) expect_error(battle_set(data), ..., class = "verdict_error_battle")
  refused(numbers, "1 is both the name of a model and an outcome: 10 rows, 1, 3, 5, 7, 9 and 5 more")
  refused(transform(numbers, first = paste(first), second = paste(second)), "two ways")
  refused(data.frame(first = c("a", "tie"), second = c("tie", "a"), winner = "tie"), "2 rows, 1, 2")
  refused(data.frame(first = c("second", "a"), second = c("a", "b"), winner = c("second", "a")), "1 row, 1")
  # where both say the same, or numbers fit only as one of the two, all is well
  score <- function(data) as.data.frame(battle_set(data))$score
  expect_identical(score(data.frame(first = 1:0, second = 0:1, winner = c(1, 1))[c(1, 1), ]), 1)
  expect_identical(score(data.frame(first = 1:3, second = c(2, 1, 1), winner = c(1, 1, 3))), c(1, 0, 1))
  words <- transform(numbers, first = paste0("m", first), second = paste0("m", second))
  expect_identical(compare_classifiers(battle_set(words))$estimate, 0)
})

test_that("columns of lists, as JSON gives them, and data frames are refused by name", {
  d <- data.frame(model_a = c("a", "b"), model_b = c("b", "a"), winner = "model_a")
  for (name in names(d)) {
    for (make in list(as.list, function(column) data.frame(column))) {
      odd <- d
      odd[[name]] <- make(d[[name]])
      arg <- c(model_a = "first", model_b = "second", winner = "winner")[[name]]
      expect_silent(expect_error(battle_set(odd), paste(arg, "is a"), class = "verdict_error_type"))
    }
  }
})

test_that("outcomes are known by names, sides and numbers, and nothing else", {
  d <- data.frame(l = c("a", "b", "a"), r = c("b", "a", "b"), w = c("a", "a", "b"))
  x <- battle_set(d, l, r, w)
  expect_identical(as.data.frame(x)$score, c(0, 1, 0))
  expect_identical(x$battles$count, c(1, 1, 1))
  numbered <- data.frame(l = c(1, 2, 3), r = c(2, 3, 1), w = c(1, 3, 1))
  expect_identical(as.data.frame(battle_set(numbered, l, r, w))$score, c(1, 0, 0))
  sides <- transform(d, w = c("first", "second", "Tie (bothbad)"))
  expect_identical(battle_set(sides, "l", "r", "w")$n_ties, 1)
  expect_error(battle_set(transform(d, w = "c"), l, r, w), "none|neither", class = "verdict_error_battle")
  expect_error(battle_set(transform(d, w = 2), l, r, w), class = "verdict_error_battle")
  expect_silent(expect_error(battle_set(d, letters, r, w), "one value a row", class = "verdict_error_length"))
  expect_silent(expect_error(battle_set(d, l, letters, w), "one value a row", class = "verdict_error_length"))
  expect_error(battle_set(transform(d, w = c(NA, 1, 0)), l, r, w), "1 battle lacks", class = "verdict_error_na")
  omitted <- battle_set(transform(d, w = c(NA, 1, 0)), l, r, w, na = "omit")
  expect_identical(omitted$n_omitted, 1L)
  expect_output(print(omitted), "Left out without a winner: 1 row")
  expect_error(battle_set(transform(d, w = NA_real_), l, r, w, na = "omit"), class = "verdict_error_battle")
  expect_error(battle_set(transform(d, r = l, w = 1), l, r, w), "itself", class = "verdict_error_battle")
  expect_error(battle_set(d, l, r), "winner", class = "verdict_error_column")
  expect_error(battle_set(d, l, r, nobody), class = "verdict_error_column")
  expect_error(battle_set(d, l, r, w, weights = c(1, 2)), class = "verdict_error_length")
  expect_error(battle_set(d, l, r, w, weights = c(1, 2, .5)), class = "verdict_error_weights")
  expect_error(battle_set(d, l, r, w, cluster = c(1, 1, NA)), class = "verdict_error_na")
  expect_error(battle_set(1), class = "verdict_error_input")
  expect_error(battle_set(), class = "verdict_error_input")
  expect_error(battle_set(matrix(1, 2, 2)), class = "verdict_error_battle")
  expect_error(battle_set(example_wins + diag(3)), class = "verdict_error_battle")
  expect_error(battle_set(d[0, ], l, r, w), class = "verdict_error")
  levels <- transform(d, l = factor(l, c("b", "a")), r = factor(r, c("b", "a")))
  expect_identical(battle_set(levels, l, r, w)$classifiers, c("b", "a"))
})

test_that("two groups of which one won all battles with the other have no finite abilities", {
  # p, q, r beat each other in a circle, as do s, t, u; p once beat s.
  wins <- data.frame(
    first = c("p", "q", "r", "s", "t", "u", "p"), second = c("q", "r", "p", "t", "u", "s", "s"), win = 1, day = 1:7
  )
  apart <- assess_classifiers(battle_set(wins[1:6, ], first, second, win))
  expect_match(apart$note, "no battle links all the classifiers", fixed = TRUE)
  one_way <- assess_classifiers(battle_set(wins, first, second, win))
  expect_true(all(is.na(one_way$estimate)))
  expect_match(one_way$note, "a group of classifiers won all its battles with the others", fixed = TRUE)
  back <- rbind(wins, data.frame(first = "u", second = "q", win = 1, day = 8))
  x <- battle_set(back, first, second, win, cluster = day)
  expect_true(all(is.finite(assess_classifiers(x)$estimate)))
  expect_identical(as.data.frame(x)$cluster, as.character(1:8))
})

test_that("a verdict says what a difference of abilities is worth", {
  x <- battle_set(example_wins)
  # 1 / (1 + exp(-d)) and 1 / (1 + 10^(-d / 400))
  expect_output(print(verdict(x), width = 500), paste(
    "Ability: log odds of winning, 0 for the mean of all; who is ahead by 0.08 wins about 52 of 100 battles,",
    "by 0.5 about 62 and by 1 about 73."
  ), fixed = TRUE)
  expect_output(print(verdict(x, "elo"), width = 500), paste(
    "Elo: 1000 for the mean of all; who is ahead by 14 wins about 52 of 100 battles, by 100",
    "about 64 and by 200 about 76."
  ), fixed = TRUE)
})

test_that("a set that was changed by hand is refused", {
  x <- battle_set(example_wins)
  broken <- x
  broken$battles$first[1] <- 9L
  expect_error(assess_classifiers(broken), class = "verdict_error_set")
  broken <- x
  broken$battles$score[1] <- 2
  expect_error(print(broken), class = "verdict_error_set")
  broken <- x
  broken$battles <- 1
  expect_error(compare_classifiers(broken), class = "verdict_error_set")
})

test_that("abilities far apart are finite", {
  named <- function(m) structure(m, dimnames = rep(list(paste0("m", seq_len(nrow(m)))), 2))
  for (k in c(1e3, 1e7, 1e12)) {
    pair <- assess_classifiers(battle_set(named(matrix(c(0, 1, k, 0), 2))), "ability")
    expect_equal(pair$estimate, c(1, -1) * log(k) / 2)
    # the binomial variance of the difference, of k + 1 battles, halved for each
    expect_equal(pair$std.error, rep(sqrt((1 / k + 1) * (k + 1) / k) / 2, 2), tolerance = 1e-6)
  }
  wins <- matrix(0, 20, 20)
  wins[cbind(1:19, 2:20)] <- 100
  wins[cbind(2:20, 1:19)] <- 1
  chain <- assess_classifiers(battle_set(named(wins)), "ability")$estimate
  expect_equal(-diff(chain), rep(log(100), 19))
  # what each won is what it was expected to win
  m <- named(matrix(c(0, 1e8, 55, 1, 0, 48, 45, 52, 0), 3, byrow = TRUE))
  ability <- assess_classifiers(battle_set(m), "ability")$estimate
  lost <- (m + t(m)) * plogis(outer(ability, ability, function(a, b) b - a))
  expect_equal(colSums(m)[["m1"]], sum(lost[1, -1]), tolerance = 1e-8)
  expect_equal(sum(ability), 0)
})

test_that("an effect of being first without end is named", {
  d <- data.frame(model_a = rep(c("a", "b"), each = 20), model_b = rep(c("b", "a"), each = 20), winner = "model_a")
  x <- battle_set(d, winner = winner, order = TRUE)
  expect_match(assess_classifiers(x, "ability")$note, "the effect of being first cannot be found: leave out `order`")
})

test_that("battles that are whole but for rounding are counted, and negative ones are said", {
  of <- function(n) matrix(c(0, n, 5, 0), 2, dimnames = list(c("a", "b"), c("a", "b")))
  expect_equal(assess_classifiers(battle_set(of(0.29 * 100)))$estimate, assess_classifiers(battle_set(of(29)))$estimate)
  expect_error(battle_set(of(-1)), "not negative", class = "verdict_error_battle")
})

test_that("battles that are all ties, left out, say that there are none", {
  x <- battle_set(data.frame(model_a = "a", model_b = "b", winner = "tie"), winner = "winner", ties = "drop")
  for (verb in list(verdict, compare_classifiers, assess_classifiers, omnibus_test, rank_classifiers)) {
    expect_no_warning(found <- verb(x))
    expect_output(print(found), "no rows to estimate from")
  }
})

test_that("clusters of battles that were emptied by hand are refused", {
  battles <- data.frame(model_a = "a", model_b = "b", winner = c("model_a", "model_b"), g = rep(1:5, 2))
  x <- battle_set(battles, winner = "winner", order = TRUE)
  x$clusters <- character()
  for (verb in list(print, verdict, compare_classifiers)) {
    expect_error(verb(x), "battles that are none", class = "verdict_error_set")
  }
  x$battles$cluster[] <- 1L
  x$clusters <- mean
  expect_error(as.data.frame(x), "battles that are none", class = "verdict_error_set")
})

test_that("Elo scores that are asked for alone are not tested as abilities too, and have their own margin", {
  rows <- data.frame(a = "a", b = "b", winner = rep(c("a", "b"), c(253, 147)))
  x <- battle_set(rows, a, b, winner)
  v <- verdict(x, "elo", margin = 50)
  expect_identical(unique(tidy(v)$metric), "elo")
  alone <- compare_classifiers(x, "elo", margin = 50)
  same <- c("estimate", "p.value", "adj.p.value", "decision")
  expect_equal(as.data.frame(v$comparison)[same], as.data.frame(alone)[same])
  expect_no_match(format(v), "ability")
  expect_identical(unique(tidy(verdict(x))$metric), "ability")
  expect_identical(sort(unique(tidy(verdict(x, c("elo", "ability")))$metric)), c("ability", "elo"))
})

test_that("battles whose parts do not belong together are refused by every verb", {
  d <- expand.grid(first = c("a", "b", "c"), second = c("a", "b", "c"), g = c("u", "v"), stringsAsFactors = FALSE)
  d <- d[d$first != d$second, ]
  d$winner <- rep_len(c("first", "second", "second"), nrow(d))
  x <- battle_set(d, first = first, second = second, winner = winner, by = g)
  expect_s3_class(compare_classifiers(x[c("c", "a")], over = "groups"), "verdict_table")
  column <- function(rows, name, value) structure(replace(unclass(rows), name, list(value)), class = "data.frame")
  edited <- list(
    replace(x, "classifiers", list(rep(x$classifiers, 2))),
    replace(x, "battles", list(column(x$battles, "second", integer()))),
    utils::modifyList(x, list(metrics = replace(x$metrics, "metric", c(NA, "elo")))),
    utils::modifyList(x, list(metrics = replace(x$metrics, "asked", rev(x$metrics$asked)))),
    utils::modifyList(x, list(groups = list(battles = replace(x$groups$battles, "count", 7)))),
    utils::modifyList(x, list(groups = list(battles = column(x$groups$battles, "first", NULL)))),
    utils::modifyList(x, list(groups = list(by = NA_character_)))
  )
  for (changed in edited) {
    for (verb in list(compare_classifiers, assess_classifiers, as.data.frame)) {
      expect_error(verb(changed), "battles that are none", class = "verdict_error_set")
    }
  }
})

test_that("a model that one battle, or one cluster of them, links with the others has no ability", {
  three <- data.frame(a = rep(c("x", "y", "z"), each = 6), b = rep(c("y", "z", "x"), each = 6))
  three$winner <- ifelse(seq_len(18) %% 3 == 0, three$b, three$a)
  alone <- assess_classifiers(battle_set(three, a, b, winner))
  tied <- battle_set(rbind(three, c("w", "x", "tie")), a, b, winner)
  found <- assess_classifiers(tied)
  expect_equal(found$estimate[found$classifier != "w"], alone$estimate)
  expect_equal(found$std.error[found$classifier != "w"], alone$std.error)
  expect_true(is.na(found$estimate[found$classifier == "w"]))
  pairs <- compare_classifiers(tied)
  expect_equal(sum(!is.na(pairs$p.value)), 3)
  expect_match(
    pairs$note[pairs$classifier == "w" | pairs$reference == "w"][1],
    "too few battles, or all alike, link w with the others: its variance is unknown", fixed = TRUE
  )
  expect_match(printed_text(verdict(tied)), "too few battles, or all alike, link w", fixed = TRUE)
  # Of two battles the variance is that of how they differ.
  twice <- battle_set(rbind(three, c("w", "x", "w"), c("w", "x", "x")), a, b, winner)
  expect_false(anyNA(compare_classifiers(twice)$p.value))
  two <- rbind(three, c("w", "x", "w"), c("w", "x", "x"))
  clustered <- assess_classifiers(battle_set(two, a, b, winner, cluster = c(seq_len(18), 19, 19)))
  expect_match(clustered$note[clustered$classifier == "w"], "too few clusters, or all alike, link w", fixed = TRUE)
  # Ties alone, or clusters of which each is even, do not vary.
  ties <- rbind(three, c("w", "x", "tie"), c("x", "w", "tie"))
  expect_equal(sum(!is.na(compare_classifiers(battle_set(ties, a, b, winner))$p.value)), 3)
  even <- rbind(two, c("w", "x", "w"), c("x", "w", "x"))
  each <- battle_set(even, a, b, winner, cluster = c(seq_len(18), 19, 19, 20, 20))
  expect_equal(sum(!is.na(compare_classifiers(each)$p.value)), 3)
  mixed <- battle_set(even, a, b, winner, cluster = c(seq_len(18), 19, 20, 19, 20))
  expect_false(anyNA(compare_classifiers(mixed)$p.value))
})

test_that("of whom no battle can tell nothing is said to be tied or of one cluster", {
  chain <- data.frame(a = c("a", "a", "b", "b"), b = c("b", "c", "c", "c"), winner = c("a", "a", "b", "b"))
  expect_identical(
    assess_classifiers(battle_set(chain, a, b, winner))$note[2],
    "no other classifier has a finite ability, to compare b with"
  )
  # Two that beat all others: what they are to each other no test says.
  best <- data.frame(a = c("a", "a", "d", "d", "a"), b = c("b", "c", "b", "c", "d"))
  best$winner <- best$a
  best <- rbind(best, data.frame(a = "b", b = "c", winner = rep(c("b", "c"), c(12, 8))))
  expect_match(
    printed_text(verdict(battle_set(best, a, b, winner))),
    "a and d have no finite ability: not compared with each other or with b and c", fixed = TRUE
  )
})

test_that("a bootstrap of battles that leave nobody an ability gives no p-value", {
  set.seed(1)
  none <- battle_set(data.frame(model_a = "A", model_b = "B", winner = rep("A", 10)))
  found <- compare_classifiers(none, method = by_bootstrap(R = 99))
  expect_identical(found$p.value, NA_real_)
  expect_match(found$note, "never won", fixed = TRUE)
})
