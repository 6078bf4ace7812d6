# Twenty printed verdicts of data whose truth is known, to be read by somebody who was not told it: who is better, at
# what, and how sure? The texts go to one folder, the truths to a file beside it.
#   Rscript bench/readers.R FOLDER [SEED]
library(verdict)
arguments <- commandArgs(TRUE)
folder <- arguments[1]
set.seed(as.integer(c(arguments[-1], 1)[1]))
options(width = 100, cli.unicode = TRUE)
dir.create(folder, showWarnings = FALSE, recursive = TRUE)

# Predictions of a truth that are right with a chance, all of them helped or not by how easy a row is.
predict_at <- function(truth, right, ease = stats::rnorm(length(truth)), shared = 0.6) {
  levels <- unique(truth)
  skill <- stats::qnorm(right) + shared * ease + sqrt(1 - shared^2) * stats::rnorm(length(truth)) > 0
  wrong <- vapply(truth, function(y) sample(setdiff(levels, y), 1), "")
  ifelse(skill, truth, wrong)
}

labels <- function(n, classes, prob = NULL) sample(classes, n, replace = TRUE, prob = prob)

two <- function(n, first, second, names, classes = c("no", "yes"), prob = NULL, ...) {
  truth <- labels(n, classes, prob)
  ease <- stats::rnorm(n)
  data <- data.frame(truth, predict_at(truth, first, ease), predict_at(truth, second, ease))
  stats::setNames(data, c("truth", names))
}

scores <- function(n, means, names, sd = 0.05, shared = 0.05) {
  common <- stats::rnorm(n, 0, shared)
  table <- vapply(means, function(mean) pmin(1, mean + common + stats::rnorm(n, 0, sd)), numeric(n))
  colnames(table) <- names
  table
}

risk <- function(n, signal, noise, shift = 0, shared = stats::rnorm(n)) {
  stats::plogis(signal + shift + noise * (0.6 * shared + 0.8 * stats::rnorm(n)))
}

texts <- list(
  list("CT finds more of the sick (.86 against .70), equal on the healthy (.85)", function() {
    truth <- labels(400, c("sick", "well"), c(.4, .6))
    ease <- stats::rnorm(400)
    sick <- truth == "sick"
    d <- data.frame(
      truth, CT = predict_at(truth, ifelse(sick, .86, .85), ease), MRI = predict_at(truth, ifelse(sick, .70, .85), ease)
    )
    verdict(truth ~ CT + MRI, d, positive = "sick")
  }),
  list("forest is better by 6 points (.86, .80)", function() {
    verdict(truth ~ forest + logistic, two(1500, .86, .80, c("forest", "logistic"), c("a", "b", "c")))
  }),
  list("new finds more spam (.90, .80), old keeps more ham (.96, .92): about equal in accuracy", function() {
    truth <- labels(2000, c("spam", "ham"), c(.3, .7))
    spam <- truth == "spam"
    ease <- stats::rnorm(2000)
    d <- data.frame(
      truth, new = predict_at(truth, ifelse(spam, .90, .92), ease),
      old = predict_at(truth, ifelse(spam, .80, .96), ease)
    )
    verdict(truth ~ new + old, d, positive = "spam")
  }),
  list("fast is not worse than big by more than 3 points (both .88)", function() {
    verdict(truth ~ fast + big, two(4000, .88, .88, c("fast", "big")), positive = "yes", margin = 0.03)
  }),
  list("new is better, asked one-sided (.83, .78)", function() {
    verdict(truth ~ old + new, two(1200, .78, .83, c("old", "new")), positive = "yes", alternative = "greater")
  }),
  list("forest is best on 24 data sets (.02 above svm, .06 above tree)", function() {
    x <- scores(24, c(.84, .82, .78), c("forest", "svm", "tree"), 0.02, 0.1)
    verdict(score_set(x, metric = "accuracy", design = "datasets"))
  }),
  list("net is better by 3 points, but 4 data sets cannot show it", function() {
    verdict(score_set(scores(4, c(.85, .82), c("net", "tree"), .01), metric = "accuracy", design = "datasets"))
  }),
  list("boost is better by 4 points in the folds of one data set", function() {
    data <- data.frame(fold = 1:10, scores(10, c(.85, .81), c("boost", "bag"), .012))
    verdict(score_set(data, classifiers = c(boost, bag), fold = fold, metric = "accuracy"))
  }),
  list("large and mid are equal (.80), small is worse (.72)", function() {
    truth <- labels(900, c("a", "b", "c"))
    ease <- stats::rnorm(900)
    d <- data.frame(
      truth, large = predict_at(truth, .8, ease), mid = predict_at(truth, .8, ease),
      small = predict_at(truth, .72, ease)
    )
    verdict(truth ~ large + mid + small, d)
  }),
  list("against the baseline (.75): A is better (.82), B equal, C worse (.69)", function() {
    truth <- labels(1500, c("no", "yes"))
    ease <- stats::rnorm(1500)
    right <- c(baseline = .75, A = .82, B = .75, C = .69)
    d <- data.frame(truth, lapply(right, function(p) predict_at(truth, p, ease)))
    verdict(truth ~ baseline + A + B + C, d, reference = "baseline", positive = "yes")
  }),
  list("ours is better in west (.90, .74), equal in north and south (.80)", function() {
    site <- labels(1500, c("north", "south", "west"))
    truth <- labels(1500, c("no", "yes"))
    ease <- stats::rnorm(1500)
    west <- site == "west"
    d <- data.frame(site, truth,
      ours = predict_at(truth, ifelse(west, .90, .80), ease), theirs = predict_at(truth, ifelse(west, .74, .80), ease)
    )
    verdict(truth ~ ours + theirs, d, by = site, positive = "yes")
  }),
  list("new is better on classes A and B only (.85, .65), 10 others equal (.75)", function() {
    truth <- labels(2400, LETTERS[1:12])
    ease <- stats::rnorm(2400)
    early <- truth %in% c("A", "B")
    d <- data.frame(
      truth, new = predict_at(truth, ifelse(early, .85, .75), ease),
      old = predict_at(truth, ifelse(early, .65, .75), ease)
    )
    verdict(truth ~ new + old, d, metric = "recall")
  }),
  list("gbm ranks better (signal 1.8 against 1.2 of the truth)", function() {
    y <- stats::rbinom(1200, 1, .3)
    shared <- stats::rnorm(1200)
    d <- data.frame(
      dead = ifelse(y == 1, "yes", "no"), gbm = risk(1200, 1.8 * y - 1.5, 1, 0, shared),
      glm = risk(1200, 1.2 * y - 1.5, 1, 0, shared)
    )
    verdict(probability_set(dead ~ gbm + glm, d, positive = "yes"))
  }),
  list("the two rank alike, but the probabilities of bold are too high", function() {
    y <- stats::rbinom(1000, 1, .25)
    shared <- stats::rnorm(1000)
    d <- data.frame(
      dead = ifelse(y == 1, "yes", "no"), calm = risk(1000, 1.3 * y - 1.5, .9, 0, shared),
      bold = risk(1000, 1.3 * y - 1.5, .9, 1, shared)
    )
    verdict(probability_set(dead ~ calm + bold, d, positive = "yes"))
  }),
  list("kit is better (.88, .80), several samples a patient", function() {
    patient <- rep(1:250, each = 3)
    sick <- rep(labels(250, c("yes", "no")), each = 3)
    ease <- rep(stats::rnorm(250), each = 3)
    d <- data.frame(patient, sick, kit = predict_at(sick, .88, ease), lab = predict_at(sick, .80, ease))
    verdict(sick ~ kit + lab, d, id = patient, positive = "yes")
  }),
  list("six models on 800 items: m1 and m2 equal and best (.71), the rest lower", function() {
    ease <- stats::rnorm(800)
    right <- c(m1 = .71, m2 = .71, m3 = .64, m4 = .60, m5 = .59, m6 = .45)
    x <- vapply(right, function(p) as.double(stats::qnorm(p) + .7 * ease + .7 * stats::rnorm(800) > 0), numeric(800))
    verdict(score_set(data.frame(item = 1:800, x), item = item, metric = "accuracy"))
  }),
  list("no difference (both .75), 150 rows", function() {
    verdict(truth ~ tree + knn, two(150, .75, .75, c("tree", "knn")), positive = "yes")
  }),
  list("thin and full are equivalent within 3 points (both .90)", function() {
    verdict(truth ~ thin + full, two(6000, .90, .90, c("thin", "full"), c("a", "b", "c")), margin = c(-0.03, 0.03))
  }),
  list("four models in battles: alpha above beta, beta and gamma equal, delta last", function() {
    ability <- c(alpha = .8, beta = .2, gamma = .2, delta = -1.2)
    pairs <- t(replicate(1500, sample(names(ability), 2)))
    wins <- stats::runif(1500) < stats::plogis(ability[pairs[, 1]] - ability[pairs[, 2]])
    d <- data.frame(model_a = pairs[, 1], model_b = pairs[, 2], winner = ifelse(wins, "model_a", "model_b"))
    verdict(battle_set(d))
  }),
  list("nothing differs between five models (.78), with classes", function() {
    truth <- labels(700, c("a", "b", "c", "d"))
    ease <- stats::rnorm(700)
    right <- c(v = .78, w = .78, x = .78, y = .78, z = .78)
    d <- data.frame(truth, lapply(right, predict_at, truth = truth, ease = ease))
    verdict(truth ~ v + w + x + y + z, d)
  })
)

truths <- file.path(dirname(normalizePath(folder)), paste0(basename(folder), "-truths.txt"))
unlink(truths)
for (i in seq_along(texts)) {
  name <- sprintf("%02d", i)
  shown <- utils::capture.output(print(texts[[i]][[2]]()))
  writeLines(shown, file.path(folder, paste0(name, ".txt")))
  cat(name, " ", texts[[i]][[1]], "\n", sep = "", file = truths, append = TRUE)
}
