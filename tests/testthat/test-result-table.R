test_that("a result has the columns of the design, in order", {
  x <- mock_comparison()
  expect_named(x, verdict_columns)
  expect_s3_class(x, c("verdict_table", "data.frame"), exact = TRUE)
})

test_that("rows can be taken and the class stays, with what it knows", {
  x <- mock_comparison()
  parts <- list(
    x[1:2, ], x[x$class == "soil", ], subset(x, p.value < 0.5), head(x, 1), x[order(-x$estimate), ]
  )
  for (part in parts) {
    expect_s3_class(part, "verdict_table")
    expect_equal(attr(part, "verdict"), attr(x, "verdict"))
  }
  expect_equal(x[2, ]$class, "soil")
  expect_equal(nrow(x[0, ]), 0)
})

test_that("without all the columns it is a plain data frame", {
  x <- mock_comparison()
  for (part in list(x["estimate"], x[, c("class", "p.value")], x[-1])) {
    expect_identical(class(part), "data.frame")
    expect_null(attr(part, "verdict"))
  }
  expect_type(x[, "p.value"], "double")
  expect_type(x[["p.value"]], "double")
  expect_s3_class(x[rev(verdict_columns)], "verdict_table")
})

test_that("a column more does no harm, a column less is said", {
  x <- mock_comparison()
  x$mine <- 1:3
  expect_s3_class(x[1:2, ], "verdict_table")
  expect_output(print(x), "asphalt")
  x$p.value <- NULL
  expect_output(print(x), "estimate.classifier")
  expect_error(format(x), class = "verdict_error_columns")
  expect_snapshot(format(x), error = TRUE)
})

test_that("as.data.frame() drops the class and nothing else", {
  x <- mock_comparison()
  plain <- as.data.frame(x)
  expect_identical(class(plain), "data.frame")
  expect_null(attr(plain, "verdict"))
  expect_named(plain, verdict_columns)
  expect_identical(plain$p.value, x$p.value)
})

test_that("merge() works as for any data frame", {
  merged <- merge(mock_comparison(), data.frame(class = c("soil", "tree"), cost = 1:2))
  expect_equal(nrow(merged), 2)
})

test_that("rbind() keeps the family of each part", {
  x <- rbind(mock_comparison(), mock_accuracy(), NULL)
  expect_s3_class(x, "verdict_table")
  expect_equal(nrow(x), 4)
  expect_equal(attr(x, "verdict")$family, c(3, 1))
  expect_equal(attr(x, "verdict")$interval, c("influence-based (log scale)", "Tango"))
  expect_equal(attr(x, "verdict")$conf.level, 0.95)
  expect_equal(row.names(x), as.character(1:4))
})

test_that("the pieces of one result, bound, are that result again; the same twice is two", {
  x <- compare_classifiers(prediction_set(truth ~ ., spam_filters, positive = "spam"), "recall")
  again <- do.call(rbind, split(x, x$reference))
  expect_setequal(capture.output(print(again)), capture.output(print(x)))
  twice <- capture.output(print(rbind(x, x), width = 120))
  expect_match(twice, "6 comparisons (max-T) in each of 2 parts", fixed = TRUE, all = FALSE)
})

test_that("rbind() refuses what does not belong together", {
  expect_error(rbind(mock_comparison(), mock_assessment()), class = "verdict_error_bind")
  plain <- data.frame(a = 1)
  expect_error(rbind.verdict_table(mock_comparison(), plain), class = "verdict_error_bind")
  expect_snapshot(rbind(mock_comparison(), mock_assessment()), error = TRUE)
})

test_that("a result survives saving", {
  file <- tempfile()
  x <- mock_comparison()
  saveRDS(x, file)
  expect_identical(readRDS(file), x)
})

test_that("results with different columns are not bound", {
  x <- y <- mock_comparison()
  y$remark <- "mine"
  expect_error(rbind(x, y), class = "verdict_error_bind", regexp = "remark")
  expect_error(rbind(y, x), class = "verdict_error_bind")
  expect_named(rbind(y, y[rev(names(y))]), names(y))
})

test_that("a verb gives the columns it has, the others are filled in", {
  rows <- data.frame(
    metric = "precision", classifier = "rf", reference = "nb", estimate = c(1.2, 0.1),
    measure = c("odds_ratio", "difference"), log.p.value = log(c(0.5, 0.25)), dropped = 1
  )
  x <- new_verdict_table(rows, mock_info("comparison", rows))
  expect_named(x, verdict_columns)
  expect_identical(x$null.value, c(1, 0))
  expect_equal(x$p.value, c(0.5, 0.25))
  expect_identical(x$average, c("none", "none"))
  expect_identical(x$note, c(NA_character_, NA_character_))
  expect_identical(x$adj.conf.low, c(NA_real_, NA_real_))
  expect_identical(mock_assessment()$null.value, rep(NA_real_, 6))
  expect_named(new_verdict_table(rows[0, ], mock_info("comparison", rows)), verdict_columns)
})

test_that("another prevalence is a column, not part of the method", {
  set <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
  rare <- update_prevalence(set, c(spam = 0.05))
  x <- assess_classifiers(rare, "precision")
  expect_named(x, c(verdict_columns, "prevalence"))
  shares <- if (set$classes[1] == "spam") "0.05/0.95" else "0.95/0.05"
  expect_identical(unique(x$prevalence), shares)
  expect_no_match(x$method, "prevalence")
  both <- rbind(x, assess_classifiers(set, "precision"))
  expect_identical(is.na(both$prevalence), rep(c(FALSE, TRUE), each = 4))
  expect_identical(rbind(assess_classifiers(set, "precision"), x)$prevalence, rev(both$prevalence))
  expect_match(header_of(x), "At prevalence .*spam 0.05", all = FALSE)
  half <- assess_classifiers(update_prevalence(set), "precision")
  expect_length(prevalences_of(result_units(rbind(x, half))), 2)
})

test_that("the interval that belongs to the decision is the one that is shown", {
  x <- mock_comparison()
  expect_identical(shown_low(x), x$conf.low)
  x$adj.conf.low <- x$conf.low / 1.1
  x$adj.conf.high <- x$conf.high * 1.1
  expect_identical(shown_low(x), x$adj.conf.low)
  expect_identical(shown_high(x), x$adj.conf.high)
  expect_identical(format(x)$interval, format_interval(x$adj.conf.low, x$adj.conf.high, TRUE, x$estimate))
  alone <- x
  attr(alone, "verdict")$p.adjust.method <- "none"
  expect_identical(shown_low(alone), x$conf.low)
  part <- mock_accuracy()
  both <- rbind(x, part)
  expect_identical(shown_low(both), c(x$adj.conf.low, part$conf.low))
})

test_that("the header says which interval it is", {
  x <- mock_comparison()
  words <- function(method, x) {
    attr(x, "verdict")$p.adjust.method <- method
    header_interval(x, attr(x, "verdict"))
  }
  expect_match(words("holm", x), "95%, influence-based (log scale), each by itself, not adjusted.", fixed = TRUE)
  x$adj.conf.low <- x$adj.conf.high <- 1
  expect_match(words("holm", x), "each by itself, at the level of the last step.", fixed = TRUE)
  expect_match(words("max_t", x), "adjusted like the p-values.", fixed = TRUE)
  expect_match(words("bonferroni", x), "adjusted like the p-values.", fixed = TRUE)
  expect_match(words("none", x), "log scale).", fixed = TRUE)
  both <- rbind(x, x)
  expect_match(header_interval(both, attr(both, "verdict")), "at the level of the last step")
})

test_that("metrics that verdict does not know have the labels and the direction they came with", {
  rows <- data.frame(
    metric = "map", classifier = "rf", reference = "nb", measure = "difference", estimate = -0.1, p.value = 0.001
  )
  metrics <- data.frame(metric = "map", label = "mean average precision", better = "low", lower = 0, upper = 1)
  x <- new_verdict_table(rows, mock_info("comparison", rows, metrics = metrics))
  expect_match(header_of(x)[1:3], "^Mean average precision|^Less is better|below 0 favours rf")
  expect_identical(outcomes(x), "better")
})

test_that("what else was saved, cut or joined is the data frame that it is, and never an error of R's", {
  set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  two <- prediction_set(
    truth ~ a + b, data.frame(truth = rep(c("n", "y"), 6), a = rep(c("n", "y", "y"), 4), b = rep(c("y", "n", "y"), 4)),
    positive = "y", id = 1:12
  )
  scores <- score_set(cbind(a = c(0.8, 0.7, 0.9), b = c(0.7, 0.75, 0.8)), design = "datasets", metric = "accuracy")
  results <- list(
    rank_classifiers(set, "accuracy"), flips(set), power_comparison(set, 500), compare_bayesian(scores),
    prevalence_curve(two, at = c(0.2, 0.5)), rejection_rate(set, 100, trials = 5)
  )
  words <- function(x) {
    x[] <- lapply(x, as.character)
    x
  }
  bare <- function(x) {
    attr(x, "verdict") <- attr(x, "planning") <- attr(x, "flips") <- "gone"
    if (inherits(x, "rejection_rate")) x$rate <- NULL
    x
  }
  for (x in results) {
    kind <- class(x)[1]
    louder <- function(x) stats::setNames(x, toupper(names(x)))
    for (lose in list(bare, words, louder, function(x) x[c(1, NA), ], function(x) x[0, ])) {
      lost <- lose(x)
      class(lost) <- class(x)
      if (kind != "verdict_ranking" || nrow(lost)) {
        expect_identical(capture.output(print(lost)), capture.output(print(as_plain(lost))), info = kind)
      }
      expect_false(inherits(tidy(lost), kind))
      if (kind %in% c("verdict_ranking", "verdict_flips", "power_comparison", "bayesian_comparison")) {
        expect_error(methods_text(lost), class = "verdict_error")
        expect_identical(as.character(lost), as.character(as_plain(lost)), info = kind)
      }
    }
  }
  expect_output(print(results[[1]][0, ]), "A ranking without rows", fixed = TRUE)
})

test_that("results that no longer say who is compared by what print as the data frames they are", {
  set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  x <- compare_classifiers(set, metric = c("accuracy", "kappa"))
  ranking <- rank_classifiers(set)
  power <- power_comparison(set, 500)
  bounds <- truth_bounds(set, 3)
  lost <- list(
    within(x, reference <- NA), within(x, measure <- NA), within(x, measure[1] <- "more"),
    within(ranking, classifier <- NA), within(ranking, metric <- NA), within(ranking, rank.low <- NA),
    within(power, average <- NA), within(power, measure <- NA), within(power, computed <- factor(computed)),
    within(x, adj.p.value <- -7), within(flips(set), p.value <- -7), within(bounds, metric <- NA),
    within(bounds, lowest <- NULL)
  )
  for (one in lost) {
    expect_identical(capture.output(print(one)), capture.output(print(as_plain(one))))
    if (!any(one[["adj.p.value"]] < 0)) for (say in list(format, summary)) expect_no_error(say(one))
    if (!inherits(one, "truth_bounds")) expect_error(as_table(one), class = "verdict_error")
  }
  expect_output(print(within(x, average <- NA)), "kappa")
  expect_output(print(within(ranking, metric <- "mine")), "^Mine: random_forest is the best")
  expect_error(cd_groups(within(x, metric <- NA)), "no comparison", class = "verdict_error_plot")
  names(ranking)[2] <- names(ranking)[1]
  expect_no_error(tidy(ranking))
})

test_that("results that lost what averages or tests their rows are of still have words", {
  x <- compare_classifiers(prediction_set(truth ~ naive_bayes + random_forest, satellite))
  for (lost in c("average", "method.id")) {
    edited <- x
    edited[[lost]] <- NA
    for (say in list(print, summary, format, methods_text)) expect_no_error(capture.output(say(edited)))
  }
  expect_no_error(format(x[NA_integer_, ]))
})

test_that("results in which a value was changed or lost still have words", {
  p <- data.frame(y = c(1, 1, 0, 1, 0), a = 5:1 / 6, b = c(2, 5, 1, 4, 3) / 6)
  calibration <- assess_calibration(probability_set(y ~ a + b, p, positive = "1"), "spiegelhalter")
  bounds <- truth_bounds(prediction_set(truth ~ naive_bayes + random_forest, satellite), 3)
  scores <- matrix(c(5:1, 3, 5, 2, 1, 1, 4:1, 3) / 6, 5, dimnames = list(NULL, letters[1:3]))
  bayes <- compare_bayesian(score_set(scores, design = "datasets"), rope = 0.1, draws = 1000)
  edited <- list(
    "Test: mine" = within(calibration, test[1] <- "mine"), "Mine \\(less" = within(calibration, score[1] <- "mine"),
    "Mine, " = within(bounds, metric[1] <- "mine"), " 5 data sets" = within(bayes, n[1] <- NA),
    "NA" = within(bayes, rope[1] <- NA)
  )
  for (said in names(edited)) {
    x <- edited[[said]]
    expect_output(print(x), said)
    for (say in list(summary, format, as.character, methods_text, glance)) {
      tryCatch(say(x), verdict_error = identity)
    }
    if (!inherits(x, "truth_bounds")) expect_no_error(as_table(x))
  }
})

test_that("what is no whole result any more is not drawn", {
  skip_if_not_installed("ggplot2")
  set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  draw <- function(x) ggplot2::autoplot(x)
  power <- power_comparison(set, 500)
  expect_error(draw(power[, 1:3]), "power_comparison", class = "verdict_error_plot")
  rates <- rejection_rate(set, 100, trials = 5)
  expect_error(draw(rates[0, ]), "rejection_rate", class = "verdict_error_plot")
  ranking <- rank_classifiers(set, "accuracy")
  expect_error(draw(ranking[c(1, NA), ]), "rank_classifiers", class = "verdict_error_plot")
})

test_that("code in a result that came from a file is not run", {
  path <- tempfile(fileext = ".rds")
  ran <- tempfile()
  on.exit(unlink(c(path, ran)))
  code <- bquote({
    file.create(.(ran))
    0.5
  })
  put <- function(x, at, value) {
    plain <- unclass(x)
    if (length(at) == 1) plain[at] <- list(value) else plain[at[1]] <- list(put(plain[[at[1]]], at[-1], value))
    oldClass(plain) <- oldClass(x)
    plain
  }
  verbs <- list(
    print, summary, plot, format, as.character, tidy, glance, as_table, methods_text, as.data.frame, knitr::knit_print,
    function(x) rbind(x, x), function(x) print(x[1, ])
  )
  spam <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters)
  rows <- data.frame(y = rep(0:1, 30), x = seq_len(60) %% 7, id = rep(1:20, 3))
  results <- list(
    list(verdict(spam), list(c("comparison", "estimate"), "overall")),
    list(compare_classifiers(spam), list("p.value", "note")),
    list(anova(fit_gee(y ~ x, rows, id)), list("log.p.value", "note")),
    list(rank_classifiers(spam, "accuracy"), list("estimate")),
    list(omnibus_test(spam, over = "classes"), list("log.p.value", "note"))
  )
  local_null_device()
  for (one in results) {
    for (at in one[[2]]) {
      saveRDS(put(one[[1]], at, code), path)
      for (verb in verbs) capture.output(suppressWarnings(invisible(try(verb(readRDS(path)), silent = TRUE))))
      expect_false(file.exists(ran), label = toString(at))
    }
  }
  # Every field meets every verb, in one of the two.
  whole <- list(compare_classifiers(spam), omnibus_test(spam, over = "classes"))
  for (turn in 1:2) {
    changed <- whole[[turn]]
    fields <- sort(names(attr(changed, "verdict")), method = "radix")
    for (field in fields) {
      info <- attr(changed, "verdict")
      info[[field]] <- code
      for (verb in verbs[(seq_along(verbs) + match(field, fields) + turn) %% 2 == 0]) {
        capture.output(suppressWarnings(invisible(try(verb(structure(changed, verdict = info)), silent = TRUE))))
      }
      expect_false(file.exists(ran), label = field)
    }
  }
  expect_error(print(put(verdict(spam), "overall", code)), "not run", class = "verdict_error_columns")
  expect_error(as_table(structure(changed, verdict = info)), class = "verdict_error_columns")
})

test_that("a column that is gone is not taken for another that begins like it", {
  set <- prediction_set(truth ~ naive_bayes + random_forest, spam_filters)
  found <- compare_classifiers(set, "accuracy")
  expect_identical(found$method.id, "midp")
  expect_null(found$stat)
  expect_null(found$meth)
})

test_that("a comparison with a margin that has lost a p-value of it is printed all the same", {
  x <- prediction_set(truth ~ naive_bayes + svm + tree, satellite)
  r <- compare_classifiers(x, "accuracy", margin = 0.03)
  for (name in c("p.noninferior", "p.superior", "p.nonsuperior", "adj.p.nonsuperior", "adj.p.superior")) {
    left <- r[setdiff(names(r), name)]
    expect_output(print(left), "svm vs naive_bayes +0.099")
    expect_match(printed_text(as_table(left)), "svm vs naive_bayes 0.896 vs 0.797")
  }
  expect_output(print(r[setdiff(names(r), "adj.p.nonsuperior")]), "tree vs naive_bayes .* NA  not better")
})

test_that("results whose words are of the whole are bound where they are of one metric, level and data", {
  full <- prediction_set(truth ~ naive_bayes + random_forest + svm, satellite)
  few <- prediction_set(truth ~ naive_bayes + random_forest + svm, satellite[1:100, ])
  refuse <- function(a, b) {
    expect_error(rbind(a, b), "bind `as.data.frame(x)` of each", fixed = TRUE, class = "verdict_error_bind")
    plain <- rbind(as.data.frame(a), as.data.frame(b))
    expect_identical(class(plain), "data.frame")
    expect_identical(nrow(plain), nrow(a) + nrow(b))
  }
  ranked <- rank_classifiers(full, "accuracy")
  refuse(ranked, rank_classifiers(few, "accuracy"))
  refuse(ranked, as.data.frame(ranked))
  two <- full[c("svm", "naive_bayes")]
  flipped <- function(...) flips(two, classes = character(), ...)
  refuse(flipped(), flipped(conf.level = 0.9))
  refuse(power_comparison(two, n = 100), power_comparison(two, "recall", n = 100, classes = "red soil"))
  versions <- function(v2, level) {
    drift(score_set(cbind(v1 = rep(1:0, 100), v2 = v2), design = "items", lower = 0, upper = 1), conf.level = level)
  }
  refuse(versions(rep(1:0, 100), 0.8), versions(rep(0, 200), 0.95))
  curve <- function(at) {
    decision_curve(probability_set(truth ~ svm + tree, retinopathy[at, ], positive = "signs"), c(0.3, 0.5))
  }
  refuse(curve(1:600), curve(1:100))
  sites <- prediction_set(truth ~ svm + tree, satellite, by = rep(c("n", "e", "s"), length.out = 2000))
  refuse(where_better(sites, "accuracy"), where_better(sites, "recall", classes = "red soil"))
  # Pieces of one result are put together again.
  for (whole in list(ranked, flips(two), curve(1:600))) expect_identical(rbind(whole[1, ], NULL, whole[-1, ]), whole)
  again <- rbind(ranked, ranked)
  expect_identical(as.character(again), paste(as.character(ranked), as.character(ranked)))
})

test_that("power at two levels says both", {
  two <- prediction_set(truth ~ svm + naive_bayes, satellite)
  bound <- rbind(power_comparison(two, n = 100), power_comparison(two, n = 200, alpha = 0.01, alternative = "less"))
  expect_output(print(bound), "mid-p McNemar at level 0.05 and 0.01, one-sided (less).", fixed = TRUE)
})
