made <- framework_fixture("probabilities")
quietly_set <- function(...) suppressMessages(as_probability_set(...))

long_rows <- data.frame(
  model = rep(c("rf", "svm"), each = 12), row = rep(1:12, 2), event = rep(twelve$event, 2), p = c(twelve$a, twelve$b)
)
long_set <- function(x = long_rows, ...) {
  as_probability_set(x, truth = event, probability = p, classifier = model, observation = row, ...)
}

test_that("a long table is the set of its columns, whatever the order of the rows", {
  wide <- probability_set(event ~ rf + svm, data.frame(event = twelve$event, rf = twelve$a, svm = twelve$b))
  expect_identical(long_set(), wide)
  shuffled <- long_rows[c(24:13, 1:12), ]
  expect_identical(compare_classifiers(long_set(shuffled))$p.value, compare_classifiers(wide)$p.value)
  expect_identical(
    as_probability_set(long_rows, truth = event, probability = "p", classifier = model)$scores, wide$scores
  )
  once <- long_rows
  once$event[once$model == "svm"] <- NA
  expect_identical(long_set(once), wide)
  label <- transform(long_rows, event = ifelse(event == 1, "ill", "well"))
  expect_identical(long_set(label, positive = "ill")$scores, wide$scores)
  expect_error(long_set(label), "never guessed", class = "verdict_error_positive")
  expect_identical(long_set(transform(long_rows, p = p * 9), scores = TRUE)$is_probability, FALSE)
  expect_error(long_set(transform(long_rows, p = p * 90)), "percent", class = "verdict_error_scores")
  expect_identical(as_probability_set(wide), wide)
  folds <- long_set(long_rows, fold = row %% 2)
  expect_identical(folds$stratum, rep(1:2, 6))
})

test_that("a long table takes what else is known of its observations", {
  wide <- data.frame(event = twelve$event, rf = twelve$a, svm = twelve$b, site = rep(1:6, 2), sex = rep(c("f", "m"), 6))
  wide$worth <- c(1, 2.5, 0.5, 4, 1, 1, 3, 2, 1, 1, 0.25, 6)
  long <- cbind(long_rows, wide[rep(1:12, 2), c("site", "sex", "worth")])[c(20:5, 1:4, 24:21), ]
  x <- long_set(long, id = site, weights = worth, weights_are = "sampling", by = sex)
  y <- probability_set(event ~ rf + svm, wide, id = site, weights = worth, weights_are = "sampling", by = sex)
  for (metric in c("roc_auc", "brier")) {
    expect_equal(as.data.frame(compare_classifiers(x, metric)), as.data.frame(compare_classifiers(y, metric)))
  }
  of_groups <- function(set) omnibus_test(set, "brier", over = "groups")$p.value
  expect_equal(of_groups(x), of_groups(y))
  left <- long_set(long[-which(long$row == 3)[1], ], na = "omit", weights = worth, weights_are = "sampling")
  same <- probability_set(event ~ rf + svm, wide[-3, ], weights = worth, weights_are = "sampling")
  expect_equal(compare_classifiers(left, "brier")$p.value, compare_classifiers(same, "brier")$p.value)
  odd <- transform(long, worth = worth + (model == "rf"))
  expect_error(long_set(odd, weights = worth), "same in all rows", class = "verdict_error_observation")
  by_order <- function() as_probability_set(long, truth = event, probability = p, classifier = model, by = sex)
  expect_error(by_order(), "observation", class = "verdict_error_argument")
})

test_that("what does not fit in a long table is said", {
  refuse <- function(expr, words, class) expect_error(expr, words, class = paste0("verdict_error_", class))
  refuse(long_set(long_rows[-3, ]), "rf.* has nothing for 1 of 12: 3", "observation")
  left <- long_set(long_rows[-3, ], na = "omit")
  expect_identical(c(nrow(left$scores), left$n_omitted), c(11L, 1L))
  refuse(long_set(long_rows[c(1, 13), ][c(1, 2, 2), ]), "more than once", "repetition")
  other <- long_rows
  other$event[24] <- 1
  refuse(long_set(other), "truth of .*svm", "truth")
  refuse(as_probability_set(long_rows, probability = p), "truth", "column")
  refuse(as_probability_set(long_rows, truth = event, probability = nobody), "could not be found", "column")
  refuse(as_probability_set(long_rows, truth = event, probability = event), "both", "column")
  refuse(as_probability_set(long_rows, truth = event), "no probabilities", "predictions")
  refuse(as_probability_set(long_rows), "truth", "column")
  refuse(long_set(transform(long_rows, p = as.character(p))), "as.numeric", "scores")
  refuse(as_probability_set(1), "probability_set", "input")
  refuse(as_probability_set(), "missing", "input")
  refuse(as_probability_set(list(1)), "caret", "input")
  apart <- transform(long_rows, row = row + 100 * (model == "rf"))
  refuse(long_set(apart, na = "omit"), "no rows that all", "empty")
  partly <- long_rows
  partly$p[2] <- NA
  refuse(long_set(partly), "in 1 row", "na")
})

test_that("a long table with a column a class is a set of several classes", {
  d <- thirds()
  long <- rbind(
    data.frame(model = "rf", y = d$truth, .pred = d$rf), data.frame(model = "svm", y = d$truth, .pred = d$svm)
  )
  x <- as_probability_set(long, truth = y, probability = starts_with(".pred"), classifier = model)
  expect_identical(x, thirds_set())
  names(long) <- sub(".pred.", ".pred_", names(long), fixed = TRUE)
  expect_identical(quietly_set(long), thirds_set())
  expect_identical(quietly_set(split(long, long$model)), thirds_set())
  expect_message(as_probability_set(long), "truth = y", class = "verdict_message_columns")
  both <- transform(long, z = y)
  expect_error(quietly_set(both), "have classes", class = "verdict_error_column")
})

test_that("models of caret have the areas that pROC and caret give within folds", {
  x <- quietly_set(made$models[c("two_knn", "two_lda")])
  expect_identical(x$classifiers, c("two_knn", "two_lda"))
  expect_identical(x$positive, "versicolor")
  pairs <- lapply(split(made$models$two_lda$pred, made$models$two_lda$pred$Resample), function(rows) {
    pair_area(rows$versicolor, which(rows$obs == "versicolor"), which(rows$obs != "versicolor"), rep(1, 60), rep(1, 60))
  })
  pairs <- do.call(rbind, pairs)
  expect_equal(mean(pairs[, 1] / pairs[, 2]), made$said$folds)
  found <- assess_classifiers(x, "roc_auc")$estimate
  expect_equal(found[2], sum(pairs[, 1]) / sum(pairs[, 2]))
  expect_message(as_probability_set(made$models$two_lda), "versicolor", class = "verdict_message_event")
  other <- as_probability_set(made$models[c("two_knn", "two_lda")], positive = "virginica")
  expect_equal(assess_classifiers(other, "roc_auc")$estimate, found)

  three <- as_probability_set(made$models[c("knn", "lda")])
  expect_identical(three$classes, levels(iris$Species))
  expect_identical(c(nrow(three$scores), max(three$cluster), max(three$stratum)), c(180L, 90L, 6L))
  rows <- made$models$lda$pred
  wrong <- rows[c("setosa", "versicolor", "virginica")] - outer(as.integer(rows$obs), 1:3, `==`)
  expect_equal(assess_classifiers(three, "brier")$estimate[2], mean(rowSums(wrong^2)))
  expect_match(three$notes, "knn is the best of 2 tuning candidates", all = FALSE)
  expect_match(paste(capture.output(print(x), three), collapse = " "), "within 3 folds")

  loo <- quietly_set(made$models$loo)
  expect_null(loo$stratum)
  expect_error(as_probability_set(made$models$bare), "classProbs", class = "verdict_error_predictions")
  expect_error(as_probability_set(made$models[c("loo", "two_lda")]), "share", class = "verdict_error_fold")
})

test_that("curves of pROC keep the direction that was said, and none that was guessed", {
  x <- as_probability_set(made$curves[c("length", "width", "short", "said")])
  expect_identical(x$is_probability, FALSE)
  areas <- made$said$areas[x$classifiers]
  areas["short"] <- 1 - areas["short"]
  found <- assess_classifiers(x, "roc_auc")
  expect_equal(found$estimate, unname(areas))
  expect_match(x$notes, "pROC turned a curve round")
  expect_output(print(x), "pROC turned a curve round")
  V <- vcov(x, "roc_auc")
  expect_equal(V[1, 1], made$said$variance)
  expect_equal((found$estimate[1] - found$estimate[2]) / sqrt(V[1, 1] + V[2, 2] - 2 * V[1, 2]), made$said$paired)
  expect_error(as_probability_set(made$curves[c("length", "turned")]), "same classes", class = "verdict_error_class")
  expect_identical(as_probability_set(made$curves$length)$classifiers, "model")
})

test_that("verbs take curves of pROC for scores, never for labels that are all right", {
  curves <- made$curves[c("length", "width")]
  x <- as_probability_set(curves)
  for (verb in list(verdict, compare_classifiers, assess_classifiers, rank_classifiers)) {
    expect_equal(capture.output(print(verb(curves))), capture.output(print(verb(x))))
  }
  expect_equal(compare_classifiers(curves, "roc_auc")$p.value, compare_classifiers(x, "roc_auc")$p.value)
  expect_equal(assess_classifiers(made$curves$length)$estimate, assess_classifiers(x)$estimate[1])
  expect_error(as_prediction_set(curves), "as_probability_set", class = "verdict_error_predictions")
  expect_error(as_prediction_set(made$curves$length), class = "verdict_error_input")
  expect_error(verdict(c(curves, list(iris))), class = "verdict_error")
})

test_that("rows that pROC left out of a curve are not made up for by the rows after them", {
  truth <- c(1, 1, 1, 0, 0, 0, 0)
  score <- list(a = c(.9, .4, .3, NA, .5, .35, .1), b = c(.8, .7, .2, .9, .3, .6, .1))
  # As roc() keeps them
  curves <- lapply(score, function(s) {
    known <- !is.na(s)
    structure(list(
      response = truth[known], predictor = s[known], original.response = truth, original.predictor = s,
      levels = c("0", "1"), direction = "<", call = quote(roc(direction = "<"))
    ), class = "roc")
  })
  expect_error(as_probability_set(curves), "\"a\" has nothing for 1 of 7: 4", class = "verdict_error_observation")
  x <- as_probability_set(curves, na = "omit")
  expect_equal(unname(x$scores), cbind(score$a[-4], score$b[-4]))
  expect_equal(x$n_omitted, 1)
})

test_that("rows without numbers are not paired by their order where classifiers have not all of them", {
  long <- data.frame(
    model = rep(c("a", "b"), 6:7), y = c(1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0),
    p = c(.9, .4, .3, .5, .35, .1, .8, .7, .2, .9, .3, .6, .1), row = c(1:3, 5:7, 1:7)
  )
  set <- function(...) as_probability_set(long, truth = y, probability = p, classifier = model, ...)
  for (na in c("error", "omit")) {
    expect_error(set(na = na), "\"a\" has 6 rows, \"b\" 7", class = "verdict_error_observation")
  }
  expect_equal(unname(set(observation = row, na = "omit")$scores), cbind(long$p[1:6], long$p[c(7:9, 11:13)]))
  frames <- lapply(split(long, long$model), function(rows) {
    data.frame(truth = factor(rows$y), .pred_0 = 1 - rows$p, .pred_1 = rows$p)
  })
  expect_error(as_probability_set(frames, positive = "1", na = "omit"), class = "verdict_error_observation")
  frames <- Map(cbind, frames, .row = list(c(1:3, 5:7), 1:7))
  expect_equal(nrow(as_probability_set(frames, positive = "1", na = "omit")$scores), 6)
})

tidy <- framework_fixture("tidymodels")
# The fixtures hold probabilities without their decimals.
with_decimals <- function(rows) {
  names <- grep("^[.]pred_[svm]", names(rows), value = TRUE)
  own <- outer(seq_len(nrow(rows)) * 7, seq_along(names) * 3, function(i, k) 1 + (i * k) %% 11)
  own <- own + 9 * (outer(as.character(rows$Species), sub(".pred_", "", names, fixed = TRUE), `==`))
  rows[names] <- as.data.frame(own / rowSums(own))
  rows
}
tidy_result <- function(x) {
  x$.predictions <- lapply(x$.predictions, with_decimals)
  x
}

test_that("results of tune have their probabilities by class, with or without predicted classes", {
  x <- as_probability_set(list(tree = tidy_result(tidy$objects$tree), again = tidy_result(tidy$objects$tree)))
  expect_identical(x$classes, levels(iris$Species))
  rows <- do.call(rbind, lapply(tidy$objects$tree$.predictions, function(rows) as.data.frame(with_decimals(rows))))
  wrong <- rows[paste0(".pred_", x$classes)] - outer(as.integer(rows$Species), 1:3, `==`)
  expect_equal(assess_classifiers(x, "brier")$estimate, rep(mean(rowSums(wrong^2)), 2))
  bare <- as_probability_set(tidy_result(tidy$objects$probabilities))
  expect_identical(max(bare$stratum), 3L)
  expect_error(as_probability_set(tidy$objects$unsaved), "save_pred", class = "verdict_error_predictions")
  set <- tidy$objects$set
  set$result <- lapply(set$result, tidy_result)
  expect_identical(quietly_set(set)$classifiers, set$wflow_id)
  frame <- with_decimals(tidy$frames$tree)
  expect_equal(assess_classifiers(quietly_set(frame), "brier")$estimate, mean(rowSums((
    frame[paste0(".pred_", x$classes)] - outer(as.integer(frame$Species), 1:3, `==`))^2)))
  frame$.pred_class <- NULL
  expect_identical(quietly_set(frame)$stratum, quietly_set(with_decimals(tidy$frames$tree))$stratum)
})

test_that("results of mlr3 have theirs in `prob`", {
  record <- framework_fixture("mlr3")$results$rpart
  with_prob <- function(rows) {
    own <- with_decimals(data.frame(
      Species = rows$truth, .pred_setosa = 0, .pred_versicolor = 0, .pred_virginica = 0
    ))[-1]
    as_mlr3_prediction(c(rows, list(prob = structure(as.matrix(own), dimnames = list(NULL, levels(rows$truth))))))
  }
  result <- as_mlr3_result(record)
  expect_error(as_probability_set(result), "predict_type", class = "verdict_error_predictions")
  parts <- lapply(record$predictions, with_prob)
  result$predictions <- function() parts
  x <- as_probability_set(list(a = result, b = result))
  expect_identical(c(nrow(x$scores), max(x$cluster), max(x$stratum)), c(180L, 90L, 6L))
  one <- as_probability_set(parts[[1]])
  expect_identical(one$scores[, 1], parts[[1]]$prob[, 1])
  bench <- as_mlr3_benchmark(framework_fixture("mlr3")$bench)
  expect_error(as_probability_set(bench), "several tasks", class = "verdict_error_argument")
  expect_error(as_probability_set(bench, task = "iris"), "predict_type", class = "verdict_error_predictions")
})

test_that("probabilities are not matched by their order where a column says that it is another, or that rows repeat", {
  long <- data.frame(
    model = rep(c("a", "b"), each = 20), id = rep(1:20, 2), ill = rep(rep(0:1, each = 10), 2), p = (1:40) / 41
  )
  moved <- long[c(1:20, 30:21, 40:31), ]
  take <- function(rows, ...) as_probability_set(rows, ill, p, model, ..., positive = 1)
  auc <- function(set) assess_classifiers(set, "brier")$estimate
  expect_error(take(moved), "observation = id", class = "verdict_error_observation")
  expect_equal(auc(take(moved, observation = id)), auc(take(long)))
  expect_equal(auc(take(moved[names(moved) != "id"])), auc(take(long)))
  by_class <- function(rows) {
    data.frame(id = rows$id, obs = factor(rows$ill, labels = c("n", "y")), pred = "n", n = 1 - rows$p, y = rows$p)
  }
  frames <- list(a = by_class(moved[1:20, ]), b = by_class(moved[21:40, ]))
  expect_error(
    suppressMessages(as_probability_set(frames, positive = "y")), class = "verdict_error_observation"
  )
  expect_warning(take(transform(long, id = (id + 1) %/% 2)), class = "verdict_warning_repeated")
  expect_no_warning(take(transform(long, id = (id - 1) %% 10)))
})
