majority <- learner(
  fit = function(data) names(which.max(table(data$Species))),
  predict = function(model, newdata) rep(model, nrow(newdata))
)
nearest <- learner(
  fit = function(data) aggregate(data[1:4], data["Species"], mean),
  predict = function(model, newdata) {
    gap <- vapply(seq_len(nrow(model)), FUN.VALUE = double(nrow(newdata)), function(k) {
      rowSums(sweep(as.matrix(newdata[1:4]), 2, as.double(model[k, -1]))^2)
    })
    model$Species[max.col(matrix(-gap, nrow(newdata)))]
  }
)
random <- learner(
  fit = function(data) NULL,
  predict = function(model, newdata) sample(levels(iris$Species), nrow(newdata), TRUE)
)
two <- list(majority = majority, nearest = nearest)

test_that("every learner is trained and tested on every split of the plan", {
  plan <- resampling_plan(iris, folds = 5, repetitions = 2, strata = Species, seed = 1)
  x <- resample_scores(plan, two, iris, Species)
  by_hand <- vapply(as.list(plan), function(split) {
    model <- nearest$fit(iris[split$train, ])
    mean(nearest$predict(model, iris[split$test, ]) == iris$Species[split$test])
  }, 0)
  expect_equal(x$scores$score[x$scores$classifier == "nearest"], by_hand)
  expect_equal(unique(x$scores$score[x$scores$classifier == "majority"]), 1 / 3)
  expect_identical(as.data.frame(x), x$scores)
  expect_identical(nrow(x$failures), 0L)
  expect_identical(unique(x$scores[c("n_train", "n_test")]$n_test), 30L)
  split <- plan[[7]]
  rows <- x$predictions[x$predictions$repetition == 2 & x$predictions$fold == 2, ]
  expect_identical(rows$row, split$test)
  expect_identical(rows$truth, iris$Species[split$test])
  expect_identical(rows$nearest, nearest$predict(nearest$fit(iris[split$train, ]), iris[split$test, ]))
})

test_that("the result depends on the seed, not on where it ran", {
  plan <- resampling_plan(150, folds = 3, seed = 1)
  run <- function() {
    set.seed(4)
    resample_scores(plan, list(a = random, b = random), iris, "Species")
  }
  one <- run()
  expect_identical(run(), one)
  expect_false(identical(one$predictions$a, one$predictions$b))
  # Another learner does not change the random numbers of the first ... of one split
  set.seed(5)
  expect_false(identical(resample_scores(plan, list(a = random), iris, "Species")$predictions$a, one$predictions$a))
  skip_on_cran()
  skip_if_not_installed("future.apply")
  on.exit(future::plan(future::sequential))
  future::plan(future::multicore, workers = 2)
  expect_identical(run(), one)
})

test_that("a learner that fails is listed with its split and seed, and can be repeated", {
  moody <- learner(
    fit = function(data) if (stats::runif(1) < 0.4) stop("not today") else "setosa",
    predict = function(model, newdata) rep(model, nrow(newdata))
  )
  plan <- resampling_plan(iris, folds = 10, seed = 1)
  set.seed(2)
  x <- resample_scores(plan, list(a = majority, b = moody), iris, Species)
  failures <- x$failures
  expect_gt(nrow(failures), 0)
  expect_lt(nrow(failures), 10)
  expect_identical(unique(failures$classifier), "b")
  expect_identical(unique(failures$message), "not today")
  cells <- x$scores$classifier == "b" & x$scores$fold %in% failures$fold
  expect_true(all(is.na(x$scores$score[cells])))
  expect_false(anyNA(x$scores$score[!cells]))
  expect_true(all(is.na(x$predictions$b) == x$predictions$fold %in% failures$fold))
  for (i in seq_len(nrow(failures))) {
    expect_error(with_own_seed(failures$seed[i], moody$fit(iris[plan[[failures$split[i]]]$train, ])), "not today")
  }
  expect_output(print(x), "a learner failed, first b in repetition 1")
  expect_error(as_score_set(x), "b on fold", class = "verdict_error_score")
  expect_identical(nrow(scores_of(as_score_set(x, na = "omit"))), 10L - nrow(failures))
  kept <- as_score_set(x, na = "keep")
  expect_identical(nrow(scores_of(kept)), 10L)
  expect_match(compare_classifiers(kept)$note, "left out, without a score of both")
  expect_error(as_prediction_set(x), class = "verdict_error_na")
  expect_identical(as_prediction_set(x, na = "omit")$n, sum(!is.na(x$predictions$b)) + 0)
})

test_that("what is no label is refused with its reason", {
  said <- function(predict) {
    learner <- learner(function(data) NULL, function(model, newdata) predict(nrow(newdata)))
    plan <- resampling_plan(iris, "holdout", seed = 1)
    found <- resample_scores(plan, list(a = majority, b = learner), iris, Species)
    c(found$failures$message, "none")[1]
  }
  expect_match(said(function(n) stats::runif(n)), "numbers with fractions, such as probabilities")
  expect_match(said(function(n) matrix(0, n, 3)), "a matrix of 3 columns, such as probabilities")
  expect_match(said(function(n) data.frame(p = seq_len(n) / n, q = 1)), "a data frame of 2 columns")
  expect_match(said(function(n) list(1)), "a list, where labels are needed")
  expect_match(said(function(n) NULL), "NULL, where labels are needed")
  expect_match(said(function(n) rep("setosa", 3)), "3 labels for 45 rows")
  expect_match(said(function(n) rep(c("setosa", NA), length.out = n)), "22 missing labels")
  expect_match(said(function(n) rep(c(1, 2), length.out = n)), "labels that are no class: 1, 2")
  expect_identical(said(function(n) rep(factor("setosa"), n)), "none")
})

test_that("any metric of the package, and one's own", {
  plan <- resampling_plan(iris, folds = 3, strata = Species, seed = 1)
  x <- resample_scores(plan, two, iris, Species, metric = c("accuracy", "kappa", "f_meas"))
  split <- plan[[2]]
  set <- prediction_set(truth ~ nearest, data.frame(
    truth = iris$Species[split$test], nearest = nearest$predict(nearest$fit(iris[split$train, ]), iris[split$test, ])
  ))
  expected <- c(
    assess_classifiers(set, "accuracy")$estimate, assess_classifiers(set, "kappa")$estimate,
    assess_classifiers(set, "f_meas", average = "macro")$estimate
  )
  expect_equal(x$scores$score[x$scores$classifier == "nearest" & x$scores$fold == 2], expected)
  spam <- transform(spam_filters, length = seq_len(nrow(spam_filters)))
  guess <- learner(function(data) NULL, function(model, newdata) newdata$tree)
  of_spam <- resample_scores(
    resampling_plan(spam, folds = 2, seed = 1), list(g = guess), spam, truth, "precision", positive = "spam"
  )
  part <- spam[resampling_plan(spam, folds = 2, seed = 1)[[1]]$test, ]
  expect_equal(of_spam$scores$score[1], mean(part$truth[part$tree == "spam"] == "spam"))
  expect_identical(as_prediction_set(of_spam)$positive, "spam")
  own <- resample_scores(plan, two, iris, Species, metric = list(
    error = function(truth, predicted) mean(truth != predicted), levels = function(truth, predicted) nlevels(truth) / 0
  ))
  of <- own$scores$classifier == "nearest"
  accuracy <- x$scores$score[x$scores$classifier == "nearest" & x$scores$metric == "accuracy"]
  expect_equal(own$scores$score[of & own$scores$metric == "error"], 1 - accuracy)
  expect_true(all(is.na(own$scores$score[own$scores$metric == "levels"])))
  expect_error(
    resample_scores(plan, two, iris, Species, metric = list(own = function(truth, predicted) stop("two classes only"))),
    "Metric \"own\": the function fails: two classes only", class = "verdict_error_resampling"
  )
  single <- resample_scores(plan, two, iris, Species, metric = function(truth, predicted) sum(truth == predicted))
  expect_identical(single$metrics, "score")
})

test_that("scores become a score set of the plan's design, with its sizes and hash", {
  set <- function(...) {
    plan <- resampling_plan(iris, ..., seed = 1)
    x <- as_score_set(resample_scores(plan, two, iris, Species))
    expect_identical(x$plan, plan$hash)
    expect_identical(x$classifiers, c("majority", "nearest"))
    x
  }
  one <- set(folds = 5)
  expect_identical(one$design$type, "folds")
  expect_equal(corrected_ratio(one), 1 / 4)
  expect_identical(one$metrics$better, "high")
  expect_identical(set(folds = 5, repetitions = 2)$design$type, "repeated_folds")
  expect_identical(set("5x2")$design$type, "5x2")
  expect_identical(set("leave_one_out")$design$type, "folds")
  expect_identical(set("monte_carlo", repetitions = 4)$design$type, "monte_carlo")
  expect_identical(set("bootstrap", repetitions = 4)$design$type, "bootstrap")
  held <- resample_scores(resampling_plan(iris, "holdout", seed = 1), two, iris, Species)
  expect_error(as_score_set(held), class = "verdict_error_resampling")
  expect_identical(as_prediction_set(held)$n, 45)
  low <- as_score_set(
    resample_scores(resampling_plan(iris, seed = 1), two, iris, Species, list(wrong = function(t, p) mean(t != p))),
    better = "low"
  )
  expect_identical(low$metrics$better, "low")
})

test_that("predictions become a prediction set that knows where they come from", {
  set <- function(...) as_prediction_set(resample_scores(resampling_plan(iris, ..., seed = 1), two, iris, Species))
  one <- set(folds = 5, repetitions = 2)
  expect_identical(one$design, design_of("cross-validated", 5, 2))
  expect_identical(c(one$n_clusters, one$n), c(150, 300))
  expect_identical(set("bootstrap", repetitions = 3)$design$type, "cross-validated")
  expect_identical(set("leave_one_out")$design$folds, 150)
})

test_that("a bootstrap replicate without a row to test has no score", {
  data <- iris[c(1, 51, 101), ]
  plan <- resampling_plan(3, "bootstrap", repetitions = 60, seed = 1)
  x <- resample_scores(plan, two, data, Species)
  expect_identical(sum(is.na(x$scores$score)), 2L * sum(summary(plan)$n_test == 0))
  expect_identical(nrow(x$failures), 0L)
  expect_identical(nrow(scores_of(as_score_set(x))), sum(summary(plan)$n_test > 0))
  expect_identical(nrow(x$resubstitution), 3L)
})

test_that("results print as a table of learners", {
  plan <- resampling_plan(iris, folds = 5, repetitions = 2, strata = Species, seed = 1)
  broken <- learner(function(data) stop("singular"), function(model, newdata) NULL)
  set.seed(1)
  x <- resample_scores(plan, c(two, broken = list(broken)), iris, Species, metric = c("accuracy", "kappa"))
  expect_snapshot(x)
  all <- resample_scores(plan, list(broken = broken), iris, Species, resubstitution = TRUE)
  all$failures <- all$failures[all$failures$split == 0, ]
  expect_output(print(all), "first broken on all rows")
})

test_that("the summary has means and spreads in full", {
  x <- resample_scores(resampling_plan(iris, folds = 3, strata = Species, seed = 1), two, iris, Species)
  means <- summary(x)
  expect_equal(means$mean, as.vector(tapply(x$scores$score, factor(x$scores$classifier, names(two)), mean)))
  expect_equal(means$sd, as.vector(tapply(x$scores$score, factor(x$scores$classifier, names(two)), sd)))
  expect_identical(means$learner, names(two))
  expect_error(summary(x, 1), class = "verdict_error_argument")
})

test_that("the truth may be text, whole numbers or logical", {
  flip <- learner(function(data) NULL, function(model, newdata) newdata$x > 0)
  data <- data.frame(x = c(-2:3, -1), y = c(FALSE, FALSE, TRUE, TRUE, TRUE, FALSE, TRUE))
  accuracy <- function(data, learner) {
    resample_scores(resampling_plan(7, "leave_one_out"), list(a = learner), data, y)$scores$score
  }
  first <- accuracy(data, flip)
  expect_identical(first, as.numeric((data$x > 0) == data$y))
  number <- learner(function(data) NULL, function(model, newdata) as.numeric(newdata$x > 0))
  expect_identical(accuracy(transform(data, y = as.integer(y)), number), first)
  expect_identical(accuracy(transform(data, y = as.character(y)), flip), first)
})

test_that("impossible runs are refused", {
  plan <- resampling_plan(iris, seed = 1)
  refused <- function(..., message = NULL, kind = "resampling") {
    expect_error(resample_scores(...), message, class = paste0("verdict_error_", kind))
  }
  refused(1, two, iris, Species)
  refused(plan, two, iris[-1, ], Species, message = "150 rows, the data have 149")
  refused(plan, two, iris, Sepal.Length, message = "numbers with fractions")
  refused(plan, two, iris, Species, list(mean, sum))
  refused(plan, two, iris, Species, list(a = 1))
  refused(plan, two, iris, Species, positive = "rose")
  refused(plan, two, iris, Species, list(a = function(t, p) "high"), message = "one number")
  refused(plan, two, iris, Species, "gini", kind = "metric")
  refused(plan, two, iris, Species, average = "none", kind = "argument")
  refused(plan, two, iris, Species, resubstitution = NA, kind = "argument")
  refused(plan, two, iris, Species, "accuracy", 1, kind = "argument")
  refused(plan, two, iris, Kind, kind = "study")
  refused(plan, list(), iris, Species, kind = "study", message = "at least one")
  refused(plan, majority, iris, Species, kind = "study")
  refused(plan, two, 1, Species, kind = "input")
  refused(plan, list(fold = majority), iris, Species, kind = "study", message = "cannot be called \"fold\"")
  expect_error(learner(1, 2), class = "verdict_error_study")
  expect_error(learner(mean), class = "verdict_error_study")
  x <- resample_scores(resampling_plan(iris, folds = 2, seed = 1), two, iris, Species)
  expect_error(as_score_set(x, 1), class = "verdict_error_argument")
  expect_error(as.data.frame(x, extra = 1), class = "verdict_error_argument")
})

test_that("metrics with an option are scored as in an assessment", {
  plan <- resampling_plan(iris, folds = 3, strata = Species, seed = 1)
  costs <- 1 - diag(3)
  dimnames(costs) <- list(levels(iris$Species), levels(iris$Species))
  x <- resample_scores(plan, two, iris, Species, metric = list("error", f_meas(2), expected_cost(costs)))
  scores <- as_score_set(x)$scores
  expect_equal(scores[, , 3], scores[, , 1])
})

test_that("learners that draw nothing leave R's random numbers as they were", {
  plan <- resampling_plan(iris, folds = 3, seed = 1)
  still <- learner(function(data) "setosa", function(model, newdata) rep(model, nrow(newdata)))
  moody <- learner(function(data) sample(levels(data$Species), 1), function(model, newdata) rep(model, nrow(newdata)))
  set.seed(1)
  state <- .Random.seed
  resample_scores(plan, list(still = still), iris, Species)
  expect_identical(.Random.seed, state)
  resample_scores(plan, list(still = still, moody = moody), iris, Species)
  expect_false(identical(.Random.seed, state))
})

test_that("a metric's good side, range and name come with its scores, and several options apart", {
  learners <- list(
    constant = learner(function(d) 0, function(model, new) rep("no", nrow(new))),
    rule = learner(function(d) 0, function(model, new) ifelse(new$x > 0, "yes", "no"))
  )
  set.seed(1)
  d <- data.frame(y = factor(rep(c("no", "yes"), 100)))
  d$x <- ifelse(d$y == "yes", 1, -1) + rnorm(200)
  resample <- function(...) resample_scores(resampling_plan(d, folds = 5, seed = 1), learners, d, y, ...)
  cost <- as_score_set(resample(metric = expected_cost(matrix(c(0, 2, 1, 0), 2)), positive = "yes"))
  expect_identical(cost$metrics$better, "low")
  expect_identical(cost$metrics$upper, 2)
  expect_match(format(verdict(cost))[1], "rule is better than constant in expected cost")
  two <- resample(metric = list(f_meas(beta = 3), f_meas(beta = 0.5)), positive = "yes")
  expect_output(print(two), "f_meas (beta = 3)", fixed = TRUE)
  expect_identical(as_score_set(two)$metrics$label, c("F measure (beta = 3)", "F measure (beta = 0.5)"))
})
