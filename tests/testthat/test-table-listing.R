decisions <- list(large = c(0.01, 0.03, 0.2, 0.001), small = c(0.4, 0.04, 0.3, NA))
pair <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
said <- function(x, ...) paste(capture.output(print(x, ...)), collapse = "\n")

studied <- function(classes) {
  set.seed(1)
  replicability_study(pair, sizes = c(200, 600), test_fractions = c(0.3, 0.6), n = 20, classes = classes)
}

one_study <- studied("grey soil")
two_studies <- studied(c("grey soil", "red soil"))

rejected <- local({
  set.seed(1)
  equal <- scenario_rates(precision = c(0.8, 0.8), called = c(0.45, 0.45), prevalence = 0.5, rho = 0.7)
  rejection_rate(equal, n = c(100, 1000), method = c("wgs", "z"), trials = 200)
})

errors <- function() {
  guess <- learner(
    fit = function(data) names(which.max(table(data$Species))),
    predict = function(model, newdata) rep(model, nrow(newdata))
  )
  plan <- resampling_plan(iris, folds = 5, seed = 1)
  resample_scores(plan, list(guess = guess), iris, Species)
}

fitted_gee <- function() {
  set.seed(2)
  visits <- data.frame(id = rep(1:40, each = 3), visit = rep(1:3, 40), drug = rep(0:1, each = 60))
  visits$well <- rbinom(120, 1, plogis(-1 + 0.8 * visits$drug))
  fit_gee(well ~ visit + drug, visits, id)
}

test_that("replicability prints as a table under sentences", {
  x <- replicability(decisions)
  lines <- capture.output(print(x, width = 80))
  expect_equal(lines[1], "Would the test say the same again?")
  # 3 of 4 rejected: 9/16 + 1/16; Clopper-Pearson's interval of 3 of 4.
  expect_match(lines, "large +4 +0 +0.75 \\[0.19, 0.99\\] +0.63 \\[0.50, 0.99\\]", all = FALSE)
  expect_match(lines, "test +decisions +failed +rejection rate +agreement", all = FALSE)
  expect_no_match(capture.output(print(replicability(decisions$large))), "large|failed|^test")
  expect_match(said(x, n = 1), "... and 1 more row; print(x, n = Inf) shows all.", fixed = TRUE)
  expect_match(said(x, width = 60), "Not shown, too wide for the console: ", fixed = TRUE)
  expect_true(all(nchar(capture.output(print(x, width = 60))) <= 60))
})

test_that("a study prints what was varied, and what failed", {
  study <- two_studies
  lines <- capture.output(print(study, width = 80))
  expect_match(lines, "Would the test say the same again? Level 0.05.", fixed = TRUE, all = FALSE)
  expect_match(lines, "^rows +to test +test +", all = FALSE)
  expect_match(lines, "^ 600 +60% +red soil", all = FALSE)
  expect_no_match(lines, "failures")
  one <- one_study
  expect_match(said(one), "Would the test (grey soil) say the same", fixed = TRUE)
  attr(one, "failures") <- data.frame(message = "no")
  expect_match(said(one), "1 repetition failed; their messages", fixed = TRUE)
  expect_match(said(one[1:2, ]), "200 +60%")
  # A cell where all failed.
  one[1, c("rejection.rate", "rejection.low", "rejection.high", "agreement", "conf.low", "conf.high")] <- NA
  one$replicability[1] <- NA
  expect_match(said(one, width = 200), "NA +NA +NA")
  expect_match(summary(one)$words[1], "nothing is known of their agreement")
})

test_that("rejection rates print with the labels of the tests", {
  x <- rejected
  lines <- capture.output(print(x))
  expect_equal(lines[1], "How often a test rejects equality in precision of yes.")
  expect_equal(lines[2], "Level 0.05, two-sided; 200 trials.")
  expect_match(lines, "^ +n +test +rate +std. error$", all = FALSE)
  expect_match(lines, "z test ignoring pairing", all = FALSE)
  x$undefined[1] <- 3
  x$exact[2] <- 0.05
  x$scenario[3:4] <- "other"
  x$class[1] <- "no"
  x$method[4] <- "mine"
  expect_match(said(x, width = 100), "scenario +n +class +test +rate +std. error +exact +undefined")
  expect_match(said(x), "Undefined: trials in which the test had no value", fixed = TRUE)
  expect_match(said(x), "mine")
  expect_match(summary(x)$words[4], "With 1,000 rows of other the mine test (yes) rejects", fixed = TRUE)
  expect_match(summary(x)$words[2], "; exact: 0.0500.", fixed = TRUE)
})

test_that("rejection rates of own tests have no metric", {
  equal <- scenario_rates(precision = c(0.8, 0.8), called = c(0.45, 0.45), prevalence = 0.5, rho = 0.7)
  x <- rejection_rate(equal, n = c(100, 1000), trials = 200, test = function(x) 0.5)
  x$class <- c("a", NA)
  lines <- capture.output(print(x))
  expect_equal(lines[1:2], c("How often a test rejects.", "Level 0.05; 200 trials."))
  x$class <- "a"
  expect_equal(capture.output(print(x))[1], "How often a test rejects, a.")
  expect_match(summary(x)$words[1], "With 100 rows the test (a) rejects", fixed = TRUE)
})

test_that("summaries are a sentence a row", {
  x <- summary(replicability(decisions))
  expect_equal(
    x$words[1],
    "large rejected in 3 of 4 decisions; two repetitions decide alike with probability 0.63 [0.50, 0.99]."
  )
  expect_output(print(x), "Would the test say the same again?", fixed = TRUE)
  expect_match(summary(replicability(decisions$large))$words, "^The test rejected in 3 of 4")
  expect_match(summary(one_study)$words[4], "^Of 600 rows, 60% to test, the test rejected in")
  expect_match(summary(two_studies)$words[1], "30% to test, red soil rejected in")
  curve <- prevalence_curve(pair, "grey soil", at = c(0.1, 0.5, 0.9))
  expect_match(summary(curve)$words[1], "^At prevalence 0.1 naive_bayes has 0.813 \\[0.7")
  size <- sample_size(pair, "accuracy", difference = 0.02)
  expect_equal(summary(size)$words, sub(" Exact.*", "", paste(as.character(size), collapse = " ")))
  expect_match(summary(error_estimate(errors()))$words, "^guess, cross_validation: error 0.7.* \\[0")
  expect_s3_class(summary(replicability(decisions)[1:3]), "table") # the data frame's own
})

test_that("what lost columns or rows prints as the data frame that it is", {
  for (x in list(replicability(decisions), one_study, rejected)) {
    expect_output(print(x[1:3]), names(x)[3])
    expect_output(print(x[0, ]), "<0 ")
    expect_type(as.character(x[0, ]), "character")
  }
  expect_output(print(sample_size(pair, "accuracy", difference = 0.02)[1:3]), "more")
  expect_error(print(replicability(decisions), n = 0), class = "verdict_error_argument")
})

test_that("tidy() is a tibble where there is one", {
  skip_if_not_installed("tibble")
  results <- list(
    replicability(decisions), one_study, rejected, prevalence_curve(pair, "grey soil", at = 0.5),
    sample_size(pair, "accuracy", difference = 0.02), error_estimate(errors()), flips(pair),
    omnibus_test(pair, over = "classes"),
    fitted_gee()
  )
  for (x in results) {
    tidied <- tidy(x)
    expect_s3_class(tidied, "tbl_df")
    expect_named(attributes(tidied), c("class", "row.names", "names"), ignore.order = TRUE)
    expect_error(tidy(x, wrong = 1), class = "verdict_error_argument")
  }
  expect_equal(tidy(results[[1]])$rejected, c(3, 1))
  expect_identical(as_tidy(plain_rows(results[[1]]), FALSE), plain_rows(results[[1]]))
})

# In tables and documents ---------------------------------------------------------------

test_that("all that prints as rows has a table", {
  x <- as_table(replicability(decisions))
  expect_equal(colnames(x$main)[1], "test")
  expect_equal(x$caption, "Would the test say the same again?")
  expect_match(format(as_table(flips(pair)), "latex"), "random\\_forest fixed and broke", fixed = TRUE)
  power <- as_table(power_comparison(scenario_rates(discordant = c(0.08, 0.20)), n = c(100, 150)))
  expect_equal(as.data.frame(power)$rows, c("100", "150"))
  expect_equal(as.data.frame(power)$power[1], "0.62")
  none <- as_table(sample_size(prediction_set(truth ~ a + b, data.frame(truth = 1:2, a = 1:2, b = 1:2)), "accuracy"))
  expect_equal(as.data.frame(none)$rows, "\u2013")
  expect_match(format(none), "(a) ", fixed = TRUE) # why there is no number
  sizes <- as_table(sample_size(pair, "recall", difference = 0.02, classes = c("grey soil", "red soil")))
  expect_true(all(c("class", "more") %in% colnames(sizes$main)))
  expect_match(sizes$caption, "^Rows that it takes for recall")
  expect_equal(as_table(error_estimate(errors()))$align[1:2], c("left", "left"))
  scores <- errors()
  expect_match(format(as_table(scores)), "Accuracy of 1 learner on 150 rows", fixed = TRUE)
  scores$failures <- data.frame(classifier = "guess", split = 0, seed = 1, message = "no", repetition = 1, fold = 1)
  expect_match(format(as_table(scores)), "1 time a learner failed", fixed = TRUE)
  expect_equal(unname(as_table(replicability(decisions), columns = "agreement")$main[1, ]), "0.63 [0.50, 0.99]")
  expect_error(as_table(replicability(decisions)[1:3]), class = "verdict_error_columns")
  expect_error(as_table(replicability(decisions)[0, ]), class = "verdict_error_table")
})

test_that("groups are letters in a table", {
  scores <- rbind(
    c(.81, .79, .84), c(.70, .72, .75), c(.90, .88, .93), c(.66, .60, .66), c(.77, .75, .80), c(.85, .86, .88)
  )
  colnames(scores) <- c("tree", "forest", "boosting")
  set <- score_set(scores, design = "datasets", metric = "accuracy")
  groups <- cd_groups(compare_classifiers(set, method = "nemenyi"))
  expect_equal(as.data.frame(as_table(groups))$groups, c("a", "a b", "b"))
  expect_equal(as.data.frame(as_table(groups))$`mean rank`, c("1.083", "2.250", "2.667"))
  expect_equal(as.character(groups), "Not distinguished: boosting and tree; tree and forest.")
  values <- cd_groups(compare_classifiers(pair, "accuracy"))
  expect_named(as.data.frame(as_table(values)), c("classifier", "value"))
})

test_that("fits and their tests have tables", {
  fit <- fitted_gee()
  table <- as.data.frame(as_table(fit))
  expect_named(table, c("term", "estimate", "interval", "std. error", "z", "p"))
  expect_equal(table$term, c("(Intercept)", "visit", "drug"))
  shown <- as.numeric(sub("\u2212", "-", table$estimate))
  expect_equal(shown, unname(coef(fit)), tolerance = 0.05)
  expect_match(format(as_table(fit)), "Robust standard errors. Intervals: 95%.", fixed = TRUE)
  adjusted <- summary(fit, vcov = "mancl_derouen", df = "clusters")
  expect_named(as.data.frame(as_table(adjusted)), c("term", "estimate", "std. error", "t", "p"))
  expect_match(format(as_table(adjusted)), "Mancl-DeRouen standard errors.", fixed = TRUE)
  expect_equal(as.data.frame(as_table(anova(fit)))$term, c("visit", "drug"))
  expect_match(as.character(anova(fit)), "visit: p [=<]")
  expect_match(as.character(fit), "drug: .*\\[.*\\], p [=<]")
})

test_that("what has no table says what to use", {
  # Newer editions of rlang leave out the second class.
  expect_snapshot(error = TRUE, transform = function(lines) sub("/[a-z]+>", ">", lines), {
    as_table(prediction_set(truth ~ tree, satellite))
    as_table(resampling_plan(10, folds = 5, seed = 1))
    as_table(combine_p(c(0.1, 0.2)))
    as_table(data.frame(a = 1))
    as_table(1)
  })
})

test_that("in documents results are tables, and sentences in a line", {
  skip_if_not_installed("knitr")
  results <- list(
    replicability(decisions), one_study, rejected, prevalence_curve(pair, "grey soil", at = 0.5),
    sample_size(pair, "accuracy", difference = 0.02), error_estimate(errors()), flips(pair), errors(), fitted_gee(),
    summary(fitted_gee()), anova(fitted_gee()), cd_groups(compare_classifiers(pair, "accuracy"))
  )
  for (x in results) {
    expect_match(knitr::knit_print(x), "\n| ", fixed = TRUE)
    expect_match(paste(knitr::knit_print(x, inline = TRUE), collapse = " "), "[.]$")
  }
  expect_match(knitr::knit_print(summary(results[[1]])), "- large rejected in 3 of 4", fixed = TRUE)
  # knitr prints the data frame that this is
  printed <- utils::capture.output(value <- knitr::knit_print(results[[1]][0, ]))
  expect_no_match(paste(c(printed, unlist(value)), collapse = ""), "Would")
  many <- replicability(rep(list(a = c(0, 1)), 9))
  expect_match(as.character(many), "(And 3 more.)", fixed = TRUE)
})

test_that("plans and scenarios are text in a document", {
  skip_if_not_installed("knitr")
  expect_match(knitr::knit_print(resampling_plan(10, folds = 5, seed = 1)), "5 splits of 10 rows")
  plan <- knitr::knit_print(resampling_plan(10, folds = 5, seed = 1), inline = TRUE)
  expect_match(plan, "^Resampling plan: .* 2 test[^\n]*$")
  expect_match(knitr::knit_print(scenario_rates(discordant = c(0.08, 0.20))), "\n\nRight by both ")
})

test_that("what is printed in words is summed up in words, and has a picture or says where there is one", {
  half <- rep_len(1:2, nrow(spam_filters))
  spam <- prediction_set(truth ~ naive_bayes + tree, spam_filters, positive = "spam", by = half)
  few <- spam_filters[1:40, ]
  few$truth[21:40] <- NA
  few <- prediction_set(truth ~ naive_bayes + tree, few, labelling = "random", positive = "spam")
  set.seed(1)
  scores <- score_set(cbind(a = runif(9), b = runif(9)), design = "items")
  found <- list(
    compare_gaps(spam, "recall"), where_better(spam), simpson_check(spam), standardise_groups(spam, "equal"),
    truth_bounds(spam, wrong = 3), gate(spam, "tree", "naive_bayes", margin = 0.1), effect_sizes(scores),
    next_labels(few, 3), monitor_labels(few), confidence_sequence(c(0, 1, 1))
  )
  for (x in found) {
    expect_identical(capture.output(print(summary(x))), capture.output(print(x)))
    expect_error(plot(x), "[Dd]raw|columns", class = "verdict_error")
  }
})

test_that("whatever prints rows by a listing has a table, and sentences are sentences in a document", {
  skip_if_not_installed("knitr")
  set.seed(1)
  n <- 200
  d <- data.frame(truth = sample(c("x", "y"), n, TRUE), site = rep(c("n", "s"), n / 2))
  d$a <- ifelse(runif(n) < .85, d$truth, "x")
  d$b <- ifelse(runif(n) < .7, d$truth, "y")
  groups <- prediction_set(truth ~ a + b, d, by = site)
  p <- plogis(ifelse(d$truth == "x", 1, -1) + rnorm(n))
  probabilities <- probability_set(truth ~ p + q, data.frame(truth = d$truth, p = p, q = 1 / (1 + exp(-2 * p))),
    positive = "x"
  )
  items <- expand.grid(repetition = 1:2, item = 1:30, model = c("a", "b"))
  items$score <- runif(120)
  items <- score_set(items, score = score, classifier = model, item = item, repetition = repetition)
  sampled <- prediction_set(truth ~ a + b, replace(d, "truth", replace(d$truth, 81:n, NA)), labelling = "random")
  rows <- list(
    assess_calibration(probabilities), operating_points(probabilities, sensitivity = 0.8),
    smooth_calibration(probabilities, R = 0), effect_sizes(score_set(cbind(a = 1:9, b = c(2, 1, 4:10)), dataset = 1:9)),
    simpson_check(groups), item_variance(items), monitor_labels(sampled)
  )
  for (x in rows) {
    cells <- as.data.frame(as_table(x))
    expect_identical(nrow(cells), nrow(x))
    knitted <- knitr::knit_print(x)
    expect_s3_class(knitted, "knit_asis")
    expect_match(knitted, "| :-- |", fixed = TRUE)
    expect_no_match(knitr::knit_print(x, inline = TRUE), "c(", fixed = TRUE)
  }
  gaps <- compare_gaps(groups, "accuracy")
  cells <- as.data.frame(as_table(gaps))
  share <- tapply(d$a == d$truth, d$site, mean)
  expect_equal(as.numeric(unlist(cells[1, c("first", "second")])), unname(c(share)), tolerance = 1e-3)
  expect_match(knitr::knit_print(gaps), "| sites | classifier |", fixed = TRUE)
  spent <- next_labels(sampled, 20)
  expect_identical(as.data.frame(as_table(spent))[["next"]], as.character(sum(spent$patterns[["next"]])))
  expect_match(knitr::knit_print(spent), "| next |", fixed = TRUE)
  bounds <- truth_bounds(groups, 2, metric = "accuracy")
  answers <- list(
    where_better(groups, "accuracy"), bounds, gate(groups, "a", "b", margin = 0.02), combine_p(c(0.01, 0.02, 0.5))
  )
  for (x in answers) {
    expect_s3_class(knitr::knit_print(x), "knit_asis")
    expect_no_match(knitr::knit_print(x), "```", fixed = TRUE)
  }
})

test_that("a study of several tests stays within the console", {
  set.seed(3)
  t <- factor(sample(3, 200, TRUE))
  drawn <- function(a) factor(ifelse(runif(200) < a, t, sample(3, 200, TRUE)), levels = 1:3)
  d <- data.frame(truth = t, big_model = drawn(0.8), model_two = drawn(0.7), model_one = drawn(0.6))
  study <- replicability_study(prediction_set(truth ~ ., d), sizes = 100, n = 20)
  expect_true(any(study$failed > 0))
  for (width in c(60, 80, 120)) {
    rlang::local_options(width = width)
    lines <- utils::capture.output(print(study))
    expect_lte(max(nchar(lines, "width")), width)
    expect_match(lines, "agreement", all = FALSE)
  }
})
