test_that("labels in another spelling are refused, with the line that recodes them", {
  recoded <- function(truth, rf, ...) {
    data <- data.frame(truth = truth, rf = rf)
    caught <- tryCatch(prediction_set(truth ~ rf, data, ...), error = identity)
    expect_s3_class(caught, "verdict_error_coding")
    message <- gsub("\n *", " ", conditionMessage(caught))
    line <- regmatches(message, regexpr("data[$]rf <- [^`]*", message))
    eval(parse(text = line))
    prediction_set(truth ~ rf, data)$classes
  }
  local_reproducible_output(width = 500)
  expect_setequal(recoded(c("Neg", "Pos", "Pos"), c("neg", "pos", "neg")), c("Neg", "Pos"))
  expect_setequal(recoded(c("a b", "c"), c("a b ", "c")), c("a b", "c"))
  expect_setequal(recoded(c("no", "yes"), c(0, 1)), c("no", "yes"))
  expect_setequal(recoded(c("no", "yes"), c(TRUE, FALSE)), c("no", "yes"))
  expect_setequal(recoded(c("1", "2"), c("1.0", "2")), c("1", "2"))
  expect_setequal(recoded(factor(c("Neg", "Pos")), factor(c("neg", "Pos"))), c("Neg", "Pos"))
  expect_setequal(recoded(c(TRUE, FALSE), c("true", "false")), c("FALSE", "TRUE"))
})

test_that("different classes stay different", {
  fine <- function(truth, rf, ...) expect_error(prediction_set(truth ~ rf, data.frame(truth, rf), ...), NA)
  fine(c("A", "a", "b"), c("A", "a", "a"))
  fine(c("Neg", "Pos"), c("neg", "Pos"), levels = c("Neg", "neg", "Pos"))
  fine(factor(c("Neg", "Pos"), c("Neg", "neg", "Pos")), c("neg", "Pos"))
  fine(c("no", "yes"), c("no", "no"))
  truth <- c("Neg", "neg", "Pos")
  expect_error(prediction_set(truth ~ truth2, data.frame(truth, truth2 = truth)), "only by case or blanks",
    class = "verdict_error_coding"
  )
  fine(truth, truth, levels = truth)
  expect_error(prediction_set(truth, rf = replace(truth, 1:3, "pos"), levels = "Pos"), class = "verdict_error_levels")
  many <- paste("Class", 1:13)
  expect_error(prediction_set(many, rf = tolower(many)), "Recode them", class = "verdict_error_coding")
  expect_error(prediction_set(truth ~ `my rf`, data.frame(truth = c("a b", "b"), `my rf` = "A B", check.names = FALSE)),
    "data[$]`my rf`"
  )
})

test_that("numbers that may be codes get a hint", {
  hint <- function(truth, rf) {
    tryCatch(prediction_set(truth ~ rf, data.frame(truth, rf)), warning = conditionMessage)
  }
  local_reproducible_output(width = 500)
  expect_match(hint(c("a", "b"), c(0, 1)), "If 0 means \"a\" and 1 means \"b\"")
  expect_match(hint(factor(c("x", "y", "z")), c(2, 3, 1)), "levels(data$truth)[data$rf]", fixed = TRUE)
  expect_no_match(hint(c("a", "b"), c(7, 8)), "If 0|levels\\(")
  expect_no_match(hint(c("a", "b"), c("u", "v")), "If 0|levels\\(")
})

test_that("counts that are not said to be are asked about", {
  counts <- as.data.frame(table(satellite[c("truth", "svm", "tree")]))
  ask <- function(...) expect_error(prediction_set(...), "weights = ", class = "verdict_error_weights")
  ask(truth ~ svm + tree, counts)
  ask(truth ~ ., counts)
  ask(counts, truth, c(svm, tree))
  ask(truth ~ ., data.frame(truth = c(0, 1, 0, 1), m = c(0, 0, 1, 1), n = c(10, 1, 4, 20)))
  expect_identical(prediction_set(truth ~ ., counts, weights = Freq)$n, 2000)
  d <- data.frame(truth = c("a", "b", "a", "a"), p = c("a", "b", "a", "b"), n = c(3, 4, 5, 6))
  expect_identical(prediction_set(truth ~ p, d)$n, 4)
  d$n <- 1
  expect_identical(prediction_set(truth ~ p, d[c(1, 2, 4), ])$n, 3)
})

test_that("blanks that a message cannot show are said", {
  padded <- data.frame(truth = c("a  ", "b  "), rf = c("a", "b"))
  expect_error(prediction_set(truth ~ rf, padded), "differ in blanks.*trimws", class = "verdict_error_coding")
})

test_that("labels and groups that differ only in blanks are refused, single letters too", {
  d <- data.frame(
    truth = c("a", "b", "b ", "a"), m = c("a", "b", "b", "b"), site = c("x", "x ", "y", "y"),
    sex = c("F", "f", "F", "f")
  )
  expect_error(prediction_set(d, truth, m), "case or blanks", class = "verdict_error_coding")
  d$truth[3] <- "b"
  expect_error(prediction_set(d, truth, m, by = site), "differ only in blanks", class = "verdict_error_by")
  d$site <- c("x", "x\u00a0", "y", "y")
  expect_error(prediction_set(d, truth, m, by = site), class = "verdict_error_by")
  expect_identical(prediction_set(d, truth, m, by = sex)$groups$label, c("F", "f"))
})

test_that("empty labels, as read.csv() makes them of empty fields, are asked about", {
  data <- data.frame(truth = c("ill", "well", "", "ill"), a = c("ill", "well", "well", "ill"))
  expect_warning(prediction_set(truth ~ a, data), "truth.* has empty labels", class = "verdict_warning_column")
  data$truth[data$truth == ""] <- NA
  expect_identical(prediction_set(truth ~ a, data, na = "omit")$n_rows, 3)
  data$a[2] <- " "
  expect_warning(
    prediction_set(truth ~ a, data, na = "omit"), "data$a[data$a == \" \"] <- NA", fixed = TRUE,
    class = "verdict_warning_column"
  )
  expect_no_warning(prediction_set(truth ~ a, data, na = "omit", levels = c("ill", "well", " ")))
})

test_that("an empty label that is a class, or a group, is found like any other", {
  # The same rows, with a label in its place.
  i <- 1:60
  set_of <- function(label) {
    classes <- c(label, "ill", "well")
    of <- function(x) factor(classes[x %% 3 + 1], classes)
    data <- data.frame(truth = of(i), a = of(i + (i %% 5 == 0)), b = of(i + (i %% 4 == 0)), site = of(i %/% 20))
    x <- prediction_set(truth ~ a + b, data, levels = classes, by = site)
    # Costs and shares in another order than the classes.
    turned <- rev(classes)
    costs <- matrix(c(0, 1, 4, 2, 0, 1, 3, 5, 0), 3, dimnames = list(turned, turned))
    shares <- stats::setNames(c(0.5, 0.3, 0.2), turned)
    at <- update_prevalence(x, shares)
    again <- rlang::set_names(c(at, at)$prevalence, NULL)
    p <- diag(3)[as.integer(data$a), ] * 0.6 + 0.4 / 3
    colnames(p) <- classes
    called <- as_prediction_set(probability_set(data$truth, a = p), costs = costs)
    tipped <- flips(x, truth_error = costs + diag(9, 3))
    numbers <- function(x) as.list(x)[c("estimate", "std.error", "p.value")]
    list(
      numbers(assess_classifiers(at, "precision")), again, numbers(compare_classifiers(x, expected_cost(costs))),
      called$count, tipped$corrected, numbers(compare_classifiers(standardise_groups(x, shares), "accuracy")),
      is.na(compare_classifiers(x, "recall", average = "none")$note)
    )
  }
  expect_identical(set_of(""), set_of("none"))
  x <- prediction_set(truth ~ a, data.frame(truth = c("", "ill"), a = "ill"), levels = c("", "ill"), positive = "ill")
  expect_equal(update_prevalence(x, 0.1)$prevalence, stats::setNames(c(0.9, 0.1), c("", "ill")))
  x$positive <- NULL
  expect_error(update_prevalence(x, 0.1), "Give one share for each class", class = "verdict_error_prevalence")
  expect_error(
    standardise_groups(group_set(group_example()), c(0.4, B = 0.3, C = 0.3)), "needs the name of its group",
    class = "verdict_error_shares"
  )
})
