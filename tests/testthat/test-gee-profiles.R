# The marginal model from counts, compare_classifiers(method = "gee"), against fit_gee()
# on the stacked predictions, one row a prediction that the metric is about.

set.seed(11)
names_of <- c("bayes", "forest", "svm", "tree", "net")
rows <- data.frame(id = sample(90, 400, TRUE), truth = sample(c("a", "b", "c"), 400, TRUE))
for (name in names_of) {
  wrong <- runif(400) < 0.1 + 0.08 * match(name, names_of)
  rows[[name]] <- ifelse(wrong, sample(c("a", "b", "c"), 400, TRUE), rows$truth)
}

stack <- function(rows, classifiers, metric, class) {
  parts <- lapply(classifiers, function(name) {
    said <- rows[[name]] == class
    is <- rows$truth == class
    entering <- switch(metric,
      precision = said, npv = !said, recall = is, specificity = !is, accuracy = TRUE
    )
    y <- if (metric == "accuracy") rows[[name]] == rows$truth else said == is
    data.frame(id = rows$id, y, classifier = name)[entering, ]
  })
  out <- do.call(rbind, parts)
  out$classifier <- factor(out$classifier, classifiers)
  out[sample(nrow(out)), ]
}

expect_same_as_stacked <- function(x, rows, classifiers, metric, class) {
  reference <- classifiers[1]
  stacked <- stack(rows, classifiers, metric, class)
  fit <- fit_gee(y ~ classifier, stacked, id, tolerance = 1e-12)
  table <- tidy(fit, conf.int = TRUE, exponentiate = TRUE)[-1, ]
  classes <- if (metric != "accuracy") class
  found <- compare_classifiers(
    x, metric, "gee", "odds_ratio", reference = reference, classes = classes
  )
  expect_equal(paste0("classifier", found$classifier), table$term)
  same <- c("estimate", "std.error", "conf.low", "conf.high", "p.value", "log.p.value")
  expect_equal(as.data.frame(found)[same], table[same], tolerance = 1e-10, ignore_attr = TRUE)
  expect_equal(found$statistic, table$statistic^2, tolerance = 1e-10)

  covariance <- vcov(fit)[-1, -1, drop = FALSE]
  pairs <- compare_classifiers(x, metric, "gee", "odds_ratio", classes = classes)
  from <- match(pairs$reference, classifiers) - 1
  to <- match(pairs$classifier, classifiers) - 1
  contrast <- diag(length(classifiers) - 1)
  contrast <- rbind(0, contrast)[to + 1, , drop = FALSE] - rbind(0, contrast)[from + 1, , drop = FALSE]
  expect_equal(log(pairs$estimate), drop(contrast %*% coef(fit)[-1]), tolerance = 1e-10)
  se <- sqrt(diag(contrast %*% covariance %*% t(contrast)))
  expect_equal(pairs$std.error, se, tolerance = 1e-10)

  joint <- omnibus_test(x, metric, method = "wald", measure = "odds_ratio", classes = classes)
  score <- omnibus_test(x, metric, method = "gs", classes = classes)
  expect_equal(joint$statistic, anova(fit)$statistic, tolerance = 1e-10)
  expect_equal(score$statistic, anova(fit, test = "score")$statistic, tolerance = 1e-10)
  expect_equal(c(joint$df, score$df), rep(length(classifiers) - 1, 2))
}

for (metric in c("precision", "npv", "recall", "specificity", "accuracy")) {
  test_that(paste("from counts as from stacked rows:", metric), {
    for (n in 2:5) {
      classifiers <- names_of[seq_len(n)]
      for (ids in if (n == 3) c(FALSE, TRUE) else n %% 2 == 0) {
        data <- if (ids) rows else transform(rows, id = seq_along(id))
        x <- prediction_set(data, truth, tidyselect::all_of(classifiers), id = if (ids) id)
        expect_equal(is.null(x$profiles), !ids)
        expect_same_as_stacked(x, data, classifiers, metric, "b")
      }
    }
  })
}

# With one truth an observation, as in repeated cross-validation.
test_that("repeated cross-validation, against a reference, from counts as from stacked rows", {
  cv <- vehicle_cv[vehicle_cv$repetition <= 3, ]
  classifiers <- c("svm", "naive_bayes", "tree")
  x <- prediction_set(
    cv, truth, tidyselect::all_of(classifiers),
    id = id, fold = fold, repetition = repetition
  )
  for (class in c("van", "opel")) {
    expect_same_as_stacked(x, cv, classifiers, "precision", class)
  }
})

test_that("the verbs take no working correlation", {
  x <- prediction_set(truth ~ bayes + forest, rows, id = id)
  for (corstr in c("independence", "exchangeable")) {
    expect_error(compare_classifiers(x, corstr = corstr), "corstr", class = "verdict_error_argument")
    expect_error(omnibus_test(x, corstr = corstr), "corstr", class = "verdict_error_argument")
    expect_error(verdict(x, corstr = corstr), "corstr", class = "verdict_error_argument")
  }
})
