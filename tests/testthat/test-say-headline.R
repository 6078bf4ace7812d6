
test_that("thresholds stay in their order and are said one by one, or many in ranges", {
  x <- probability_set(truth ~ svm + tree, retinopathy, positive = "signs")
  thresholds <- seq(0.1, 0.9, 0.1)
  v <- verdict(x, list("roc_auc", net_benefit(thresholds)))
  rows <- v$comparison[v$comparison$metric == "net_benefit", ]
  shown <- thresholds[rows$adj.conf.low > 0 | rows$adj.conf.high < 0]
  expect_equal(shown, c(0.3, 0.6, 0.7, 0.8))
  text <- paste(capture.output(print(v)), collapse = " ")
  expect_match(text, "svm is\\s+better\\s+at\\s+thresholds\\s+0.3\\s+and\\s+0.6\\s+to\\s+0.8,\\s+undecided")
  turned <- paste(capture.output(print(verdict(x[c("tree", "svm")], net_benefit(thresholds)))), collapse = " ")
  expect_match(turned, "svm\\s+is\\s+better\\s+at\\s+thresholds\\s+0.3")

  set.seed(1)
  p <- runif(4000)
  sides <- probability_set(rbinom(4000, 1, p), loud = p^0.3, shy = p^2)
  text <- paste(capture.output(print(verdict(sides, net_benefit(c(0.1, 0.2, 0.8, 0.9))))), collapse = " ")
  expect_match(text, "shy\\s+is\\s+better\\s+at\\s+thresholds\\s+0.8\\s+and\\s+0.9,\\s+loud\\s+at\\s+0.1\\s+and\\s+0.2")
})

test_that("a headline has its reservations: where it is shown, by how many labels, by less than the margin", {
  # only in A, of three sites; then the opposite in B
  one_way <- verdict(group_set(group_data(A = c(300, 60, 4), B = c(300, 4, 5), C = c(200, 5, 4))))
  expect_match(
    printed_text(one_way), "In accuracy the difference is shown in 1 of 3 sites (A) only, and it varies",
    fixed = TRUE
  )
  both <- verdict(group_set(group_data(A = c(300, 60, 4), B = c(300, 4, 40), C = c(200, 40, 4))))
  expect_match(
    printed_text(both), "In accuracy second is better in 1 of 3 sites (B), and the difference varies", fixed = TRUE
  )
  everywhere <- verdict(group_set(group_data(A = c(300, 60, 4), B = c(300, 60, 5))))
  expect_no_match(printed_text(everywhere), "In accuracy")
  sides <- verdict(group_set(group_data(A = c(300, 60, 4), B = c(300, 4, 58))), headline = 0.6)
  expect_match(printed_text(sides), "In accuracy .* is better in 1 of 2 sites [(]A[)], .* varies between sites[.]")
  nowhere <- verdict(group_set(group_data(A = c(100, 12, 5), B = c(100, 12, 5), C = c(100, 12, 5))))
  expect_match(printed_text(nowhere), "In accuracy no single site shows the difference.", fixed = TRUE)

  set.seed(2)
  truth <- sample(c("x", "y"), 900, TRUE)
  wrong <- function(p) ifelse(runif(900) < p, ifelse(truth == "x", "y", "x"), truth)
  few <- data.frame(truth = replace(truth, sample(900, 600), NA), a = wrong(0.1), b = wrong(0.4))
  v <- verdict(prediction_set(truth ~ a + b, few, labelling = "random"), "accuracy")
  expect_match(format(v), " The truth is known of 300 of 900 rows[.]$")

  x <- estimate_set(c(a = 0.5, b = 0.52, c = 0.9), diag(3) * 1e-6)
  expect_match(
    format(verdict(x, margin = 0.05)), "better than b and a.?$|better than a and b.?$"
  )
  x <- estimate_set(c(a = 0.5, b = 0.88, c = 0.9), diag(3) * 1e-6)
  expect_match(
    format(verdict(x, margin = 0.05)), "better than b and a, but than b by less than the margin that matters[.]$"
  )
  expect_match(
    format(verdict(x, margin = 0.05, reference = "b")),
    "^In score against b [(]0.880[)] c is better, but by less than the margin; a is worse by more than the margin[.]$"
  )
  long <- data.frame(classifier = c("a", "b"), class = rep(c("x", "y"), each = 2), estimate = c(0.8, 0.79, 0.9, 0.6))
  said <- format(verdict(estimate_set(long, diag(4) * 1e-6), margin = 0.05))
  expect_match(said, "^In score a is better on both classes, but on x by less than the margin that matters[.]$")
})

test_that("that each of two is better in something is a trade-off, where over all neither is", {
  truth <- rep(c("ill", "well"), each = 300)
  turned <- function(at) replace(truth, at, ifelse(truth[at] == "ill", "well", "ill"))
  rows <- data.frame(truth, a = turned(c(1:20, 301:360)), b = turned(c(21:80, 361:380)))
  text <- function(...) printed_text(verdict(truth ~ a + b, rows, positive = "ill", ...))
  expect_match(text(), "undecided; a trade-off: [ab] is better than [ab] in .*; [ab] is better than [ab] in")
  expect_no_match(text(metric = "sensitivity"), "trade-off")
})

test_that("what else was asked of three and more has its line below the headline", {
  estimates <- function(...) {
    values <- list(...)
    long <- data.frame(
      classifier = c("a", "b", "c"), metric = rep(names(values), each = 3), estimate = unlist(values)
    )
    printed_text(verdict(estimate_set(long, diag(1e-6, nrow(long)))))
  }
  said <- estimates(m = c(0.5, 0.6, 0.6), n = c(0.5, 0.6, 0.6), o = c(0.5, 0.5, 0.5), q = c(0.6, 0.5, 0.5))
  expect_match(
    said, "In n the same differences are shown as in m. In o no difference is shown. In q a is better than b and c.",
    fixed = TRUE
  )
  several <- verdict(prediction_set(truth ~ ., satellite))
  shown <- unique(several$comparison$class[several$comparison$adj.p.value < 0.05])
  expect_match(printed_text(several), paste("In precision differences are shown on", length(shown), "of 6 classes."))
  v <- verdict(prediction_set(truth ~ svm + tree + random_forest, spam_filters, positive = "spam"))
  expect_match(printed_text(v), "In [a-z, ]+ (the same differences|3 of 3 pairs|[a-z_]+ is better than)")
  set.seed(4)
  rows <- data.frame(truth = rep(c("x", "y"), 300), site = rep(c("u", "v"), each = 300))
  for (name in c("one", "two", "three")) {
    right <- runif(600) < c(one = 0.9, two = 0.9, three = 0.6)[[name]]
    rows[[name]] <- ifelse(right, rows$truth, ifelse(rows$truth == "x", "y", "x"))
  }
  v <- verdict(prediction_set(truth ~ one + two + three, rows, by = site))
  expect_match(printed_text(v), "In accuracy differences are shown in both sites.", fixed = TRUE)
  rows$three <- rows$one
  rows$three[c(1, 400)] <- ifelse(rows$three[c(1, 400)] == "x", "y", "x")
  v <- verdict(prediction_set(truth ~ one + two + three, rows, by = site))
  expect_match(printed_text(v), "In accuracy no difference is shown in any of 2 sites.", fixed = TRUE)
})

test_that("where nothing can be shown it is said once, and nothing is called undecided", {
  rows <- data.frame(set = 1:5, a = c(.70, .65, .80, .75, .60), b = c(.80, .70, .88, .79, .72))
  text <- printed_text(verdict(score_set(rows, classifiers = c(a, b), dataset = set)))
  expect_no_match(text, "ndecided")
  expect_match(text, "is 0.0625, so that which of b and a is better in score cannot be shown")
  rows$c <- rows$a - 0.1
  text <- printed_text(verdict(score_set(rows, classifiers = c(a, b, c), dataset = set)))
  expect_match(text, "no difference in score between any two of the 3 classifiers can be shown", fixed = TRUE)
  items <- data.frame(item = 1:40, one = (1:40) %% 5, two = (40:1) %% 5, site = rep(c("u", "v"), 20))
  text <- printed_text(verdict(score_set(items, classifiers = c(one, two), item = item, by = site)))
  expect_match(text, "site (items) two one difference interval u (20)", fixed = TRUE)
  expect_match(text, "The headline used all of the level, so that the sites are not judged", fixed = TRUE)
})

test_that("the same differences are shown only where they are the same against the margin", {
  rows <- data.frame(y = rep(c(1, 0), each = 300))
  wave <- function(a, by) stats::plogis(a * (rows$y - 0.5) + by * sin(seq_len(600)))
  x <- probability_set(y ~ good + fair + poor, cbind(rows, good = wave(6, 2), fair = wave(2, 2), poor = wave(0.5, 2)))
  v <- verdict(x, c("roc_auc", "brier"), margin = 0.15)
  said <- paste(utils::capture.output(print(v)), collapse = " ")
  sizes <- lapply(split(outcomes(claimed_rows(v)), claimed_rows(v)$metric), sort)
  expect_false(identical(sizes$roc_auc, sizes$brier))
  expect_no_match(said, "the same differences are shown")
})

test_that("better is open by more than the margin only where the margin ends on that side", {
  set <- prediction_set(truth ~ random_forest + svm + tree + naive_bayes, satellite)
  open <- "whether by\\s+more than the margin is undecided"
  v <- verdict(set, "accuracy", margin = c(-0.02, Inf), reference = "tree")
  expect_true(any(v$comparison$decision == "better"))
  expect_no_match(paste(utils::capture.output(print(v)), collapse = " "), open)
  both <- verdict(set, "accuracy", margin = 0.1, reference = "tree")
  expect_match(paste(utils::capture.output(print(both)), collapse = " "), open)
})

test_that("what is equivalent or not worse in a further metric of three and more is told", {
  estimates <- function(..., margin, se = 0.001, reference = NULL) {
    values <- list(...)
    names <- letters[seq_along(values[[1]])]
    long <- data.frame(
      classifier = names, metric = rep(names(values), each = length(names)), estimate = unlist(values)
    )
    x <- estimate_set(long, diag(rep(se, length.out = nrow(long))^2))
    printed_text(verdict(x, margin = margin, reference = reference))
  }
  one <- estimates(
    m = c(0.5, 0.6, 0.6), n = c(0.5, 0.5, 0.56), margin = list(n = 0.05), reference = "a",
    se = c(0.001, 0.001, 0.001, 0.001, 0.001, 0.03)
  )
  expect_match(
    one, "In n b is equivalent to a and c is not worse than a by more than the margin.", fixed = TRUE
  )
  both <- estimates(m = c(0.5, 0.6, 0.6), n = c(0.5, 0.5, 0.8), margin = list(n = 0.05))
  expect_match(both, "In n c is better than a and b by more than the margin; b is equivalent to a.", fixed = TRUE)
  many <- estimates(m = c(0.5, 0.6, 0.6, 0.6), n = rep(0.5, 4), margin = list(n = 0.05))
  expect_match(many, "In n of 6 pairs 6 show equivalence.", fixed = TRUE)
  none <- estimates(m = c(0.5, 0.6, 0.6), n = rep(0.5, 3), margin = list(n = 0.0001))
  expect_match(none, "In n no difference is shown.", fixed = TRUE)
})

test_that("by class it is told how many comparisons show equivalence", {
  rows <- satellite
  change <- seq(1, 2000, 50)
  rows$near <- rows$random_forest
  rows$near[change] <- rows$svm[change]
  set <- prediction_set(truth ~ random_forest + near + svm, rows)
  v <- verdict(set, "precision", margin = .1, measure = "difference", reference = "random_forest")
  n <- table(factor(v$comparison$decision, c("equivalent", "better", "worse")))
  expect_gt(n[["equivalent"]], 3)
  expect_match(printed_text(v), paste0(
    "on any of 6 classes; of ", nrow(v$comparison), " comparisons ", n[["equivalent"]],
    " show equivalence and 1 shows that one is not worse by more than the margin."
  ), fixed = TRUE)
  long <- expand.grid(classifier = c("a", "b", "c"), class = c("x", "y"))
  x <- estimate_set(cbind(long, estimate = c(0.8, 0.8, 0.9, 0.7, 0.7, 0.7)), diag(6) * 1e-6)
  expect_match(
    format(verdict(x, margin = 0.05)), "^Of 6 comparisons 2 show a difference and 4 show equivalence[.] See below"
  )
})

test_that("who lacks labels may be better than who is first of the others", {
  # Labels where p and q differ, none elsewhere: r is right on all 40 labelled rows, and differs from q on 8 others.
  d <- data.frame(
    truth = rep(c("a", NA), c(40, 60)), p = rep(c("b", "a", "b"), c(30, 40, 30)),
    q = rep(c("a", "b", "a", "b"), c(30, 10, 30, 30)), r = rep(c("a", "b"), c(78, 22))
  )
  x <- prediction_set(truth ~ p + q + r, d, labelling = "by_pattern")
  # q is right on 30 of the 40, p on 10; of r against q it is 10, and 8 more that may be either.
  found <- as.data.frame(compare_classifiers(x, "accuracy"))
  expect_equal(unlist(found[3, c("conf.low", "conf.high")]), c(0.02, 0.18), ignore_attr = TRUE)
  v <- verdict(x, "accuracy")
  said <- "q is better than p in accuracy; on these rows, whatever the labels, worse than r."
  expect_match(format(v), said, fixed = TRUE)
  expect_no_match(paste(capture.output(print(as_table(v))), collapse = " "), "the best of its row")
  expect_match(
    capture.output(print(rank_classifiers(x, "accuracy")))[1], "q is first of 2.*; r could not be ranked"
  )
})
