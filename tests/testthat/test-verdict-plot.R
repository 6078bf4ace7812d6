skip_if_not_installed("ggplot2")

satellite_three <- prediction_set(truth ~ naive_bayes + random_forest + svm, satellite)

headline <- function(v) gsub("\n", " ", ggplot2::autoplot(v)$labels$title)

test_that("a forest shows the better one first, as the text does, in whatever order the two were given", {
  gain <- mean(satellite$random_forest == satellite$truth) - mean(satellite$naive_bayes == satellite$truth)
  for (formula in list(truth ~ naive_bayes + random_forest, truth ~ random_forest + naive_bayes)) {
    drawn <- ggplot2::autoplot(verdict(prediction_set(formula, satellite)))$data
    expect_equal(drawn$estimate[drawn$label == "accuracy"], gain)
  }
})

test_that("what is the same has a mark of its own; a row more than a page does not make a second one", {
  data <- transform(satellite, copy = svm)
  plot <- ggplot2::autoplot(verdict(prediction_set(truth ~ svm + copy, data)))
  expect_identical(unique(plot$data$mark), "same")
  expect_silent(built <- ggplot2::ggplot_build(plot))
  shapes <- unlist(lapply(built$data, function(layer) unique(layer$shape)))
  expect_true(5 %in% shapes && !anyNA(shapes))
  expect_match(plot$labels$caption, "^Nothing could be tested[.]")
  set.seed(1)
  data <- data.frame(truth = sample(30, 300, TRUE), a = sample(30, 300, TRUE), b = sample(30, 300, TRUE))
  expect_identical(nrow(ggplot2::autoplot(verdict(prediction_set(truth ~ a + b, data), "recall"))$data), 31L)
})

test_that("with a margin the p-value in the picture is that of the mark, as in the text", {
  v <- verdict(prediction_set(truth ~ svm + random_forest, satellite), margin = 0.05)
  drawn <- ggplot2::autoplot(v)$data
  alike <- v$comparison[v$comparison$class == "red soil", ]
  expect_identical(alike$decision, "equivalent")
  expect_equal(drawn$p[drawn$label == "red soil"], alike$adj.p.equivalent)
})

test_that("of two classifiers all that was compared is one forest, under the headline", {
  v <- verdict(prediction_set(truth ~ naive_bayes + random_forest, satellite), c("precision", "recall"))
  plot <- ggplot2::autoplot(v)
  expect_equal(plot$data$estimate, c(v$overall$estimate, v$comparison$estimate[c(7:12, 1:6)]))
  expect_equal(
    unique(plot$data$section), c("Accuracy difference", "Recall difference", "Precision ratio")
  )
  expect_equal(headline(v), format(v))
  expect_match(plot$labels$caption, "below 0.05: of the 5% .* the headline [(]accuracy: 1\\stest[)]")
  expect_equal(unique(ggplot2::autoplot(v, metric = "sensitivity")$data$section), "Recall difference")
  expect_error(ggplot2::autoplot(v, metric = "presicion"), class = "verdict_error_metric")
  expect_error(ggplot2::autoplot(v, page = 2), "the only one", class = "verdict_error_plot")
  file <- tempfile(fileext = ".png")
  ggplot2::ggsave(file, plot, width = 7, height = 5, dpi = 100)
  expect_gt(file.size(file), 1e4)
  single <- verdict(prediction_set(truth ~ naive_bayes + tree, spam_filters), "accuracy", p.adjust.method = "none")
  expect_match(ggplot2::autoplot(single)$labels$caption, "p-values not adjusted")
})

test_that("many classes of two classifiers start with the smallest p-values, on pages that are asked for", {
  k <- 300
  d <- data.frame(truth = rep(sprintf("c%03d", 1:k), each = 20))
  d$a <- d$b <- d$truth
  d$a[seq(1, nrow(d), 4)] <- "c001"
  v <- verdict(prediction_set(truth ~ a + b, d), "recall")
  took <- system.time(plot <- ggplot2::ggplotGrob(ggplot2::autoplot(v)))[["elapsed"]]
  expect_lt(took, 20)
  rows <- ggplot2::autoplot(v)$data
  expect_equal(nrow(rows), 30)
  expect_false(is.unsorted(rows$p[-1]))
  expect_match(ggplot2::autoplot(v, page = 11)$labels$caption, "^Page 11 of 11")
})

test_that("of three and more the classifiers are drawn, with the letters of the verdict's decisions", {
  v <- verdict(satellite_three)
  plot <- ggplot2::autoplot(v)
  expect_equal(levels(plot$data$panel), c("Accuracy", unique(v$comparison$class)))
  expect_equal(plot$labels$subtitle, "Precision by class")
  rows <- plot$data
  overall <- rows[rows$panel == "Accuracy", ]
  expect_equal(overall$classifier, v$ranking$classifier)
  expect_equal(overall$letters, v$ranking$letters)
  expect_equal(as.character(overall$state), ifelse(v$ranking$tied.first, "tied for first", "worse than another"))
  share <- function(a, b) any(strsplit(a, "")[[1]] %in% strsplit(b, "")[[1]])
  for (i in seq_len(nrow(v$comparison))) {
    row <- v$comparison[i, ]
    class <- rows[rows$class %in% row$class, ]
    letters <- class$letters[match(c(row$classifier, row$reference), class$classifier)]
    expect_equal(share(letters[1], letters[2]), row$adj.p.value >= 0.05)
  }
  key <- function(x) paste(x$metric, x$class, x$classifier)
  values <- as.data.frame(v$assessment)[match(key(rows), key(v$assessment)), ]
  columns <- c("estimate", "conf.low", "conf.high")
  expect_equal(rows[columns], values[columns], ignore_attr = TRUE)
  expect_silent(ggplot2::ggplotGrob(plot))
})

test_that("one panel has room for values and intervals, and small ones for letters", {
  one <- ggplot2::autoplot(verdict(satellite_three, "accuracy"))$data
  expect_match(one$text[1], "^a  0[.]910 \\[0[.]896, 0[.]921\\]$")
  seven <- on_page(4.5, 4, ggplot2::autoplot(verdict(satellite_three), type = "classifiers")$data)
  expect_equal(seven$text, seven$letters)
})

test_that("what is the same as the reference has a mark and a key", {
  d <- transform(satellite, copy = svm)
  plot <- ggplot2::autoplot(verdict(prediction_set(truth ~ svm + tree + copy, d), reference = "svm", "accuracy"))
  expect_identical(as.character(plot$data$state[plot$data$classifier == "copy"]), "the same")
  expect_no_warning(built <- ggplot2::ggplot_build(plot))
  shapes <- unlist(lapply(built$data, `[[`, "shape"))
  expect_false(anyNA(shapes))
})

test_that("beside a reference the marks say how each compares with it", {
  v <- verdict(satellite_three, reference = "svm", margin = 0.03)
  rows <- ggplot2::autoplot(v)$data
  expect_true(all(rows$state[rows$classifier == "svm"] == "reference"))
  state <- rows$state[match(
    paste(v$comparison$class, v$comparison$classifier), paste(rows$class, rows$classifier)
  )]
  words <- sub(",.*| by .*", "", v$comparison$decision)
  words[grepl("^not", words)] <- "one side ruled out"
  expect_equal(as.character(state), words)
  expect_true("equivalent" %in% state)
  expect_true(all(rows$letters == ""))
  expect_no_match(ggplot2::autoplot(v)$labels$caption, "Letters")
})

test_that("with a margin those are marked that are equivalent to the best; without a good side nobody is first", {
  rows <- ggplot2::autoplot(verdict(satellite_three, margin = 0.03))$data
  soil <- rows[rows$class %in% "red soil", ]
  expect_equal(as.character(soil$state[match(c("random_forest", "svm"), soil$classifier)]), c(
    "tied for first", "equivalent"
  ))
  share <- ggplot2::autoplot(verdict(satellite_three, "detection_prevalence"))$data
  expect_true(all(share$state[!is.na(share$class)] == "undecided"))
})

test_that("more panels than a page holds become a matrix of values, the longer side down, in pages", {
  v <- verdict(prediction_set(truth ~ ., satellite), c("precision", "recall", "specificity", "f_meas"))
  plot <- ggplot2::autoplot(v)
  expect_equal(nlevels(plot$data$down), 25)
  expect_equal(levels(plot$data$down)[2], "Precision: red soil")
  expect_match(plot$labels$caption, "Framed: shown to be worse than another")
  expect_silent(ggplot2::ggplotGrob(plot))
  paged <- ggplot2::autoplot(v, type = "matrix", n = 10, page = 3)
  expect_equal(nlevels(paged$data$down), 5)
  expect_match(paged$labels$caption, "^Page 3 of 3[.]")
  tile <- plot$data
  best <- tile[tile$panel == "Accuracy", ]
  expect_equal(order(-best$gain), order(-best$estimate))
  error <- ggplot2::autoplot(verdict(satellite_three, "fnr"), type = "matrix")$data
  slice <- error[error$class %in% "grey soil", ]
  expect_equal(order(slice$gain), order(-slice$estimate))
  wide <- verdict(prediction_set(truth ~ ., satellite), reference = "svm", "accuracy")
  wide <- ggplot2::autoplot(wide, type = "matrix")
  expect_equal(nlevels(wide$data$down), 4)
  expect_match(gsub("\n", " ", wide$labels$caption), "worse than the reference svm")
})

test_that("data sets have a critical difference diagram, and every type can be asked for", {
  scores <- matrix(seq(0.5, 0.7, length.out = 30), 30, 4) + rep(c(0, 0.02, 0.05, 0.051), each = 30)
  scores <- scores + 0.001 * sin(seq_along(scores))
  colnames(scores) <- c("tree", "forest", "boosting", "net")
  v <- verdict(score_set(scores, design = "datasets", metric = "accuracy"))
  plot <- ggplot2::autoplot(v)
  expect_match(plot$labels$subtitle, "^Mean rank of accuracy, the best at the left. All 4 .*\\s+together: not")
  expect_equal(headline(v), format(v))
  expect_equal(nrow(ggplot2::autoplot(v, type = "forest")$data), 6)
  expect_equal(nrow(ggplot2::autoplot(v, type = "classifiers")$data), 4)
  expect_error(ggplot2::autoplot(v, type = "network"), class = "verdict_error")
  expect_error(ggplot2::autoplot(v, order = "size"), class = "verdict_error")
  expect_error(ggplot2::autoplot(v, foo = 1), class = "verdict_error_argument")
})

test_that("a value that is not known has its reason", {
  values <- stats::setNames(c(0.9, NA, 0.5), c("a", "b", "c"))
  rows <- ggplot2::autoplot(verdict(estimate_set(values, diag(1e-3, 3))))$data
  expect_match(rows$text[rows$classifier == "b"], "[a-z]{3}")
})

test_that("a verdict whose comparisons were removed has no picture", {
  v <- verdict(satellite_three, "accuracy")
  expect_error(plot(v, metric = numeric()), class = "verdict_error_plot")
  v$overall <- v$overall[0, ]
  v$comparison <- v$comparison[0, ]
  expect_error(ggplot2::autoplot(v), class = "verdict_error_plot")
})

test_that("the result of a test is a subtitle", {
  subtitle <- function(x, ...) gsub("\n", " ", ggplot2::autoplot(x, ...)$labels$subtitle)
  one <- compare_classifiers(prediction_set(truth ~ svm + tree, spam_filters), "accuracy")
  expect_identical(subtitle(one), format_test(one))
  test <- prediction_set(truth ~ svm + tree, spam_filters, positive = "spam")
  expect_match(subtitle(verdict(test)), "^Sensitivity and specificity taken together: a .* \\(p < 0.001, sum")
  set.seed(5)
  scores <- score_set(matrix(rnorm(48), 12, dimnames = list(NULL, letters[1:4])), design = "datasets")
  expect_match(subtitle(verdict(scores)), "All 4 classifiers taken together: .* [(]p = 0[.][0-9]+, Iman-Davenport F[)]")
})

test_that("each scale has two numbers or more, whatever its range", {
  x <- ggplot2::autoplot(verdict(satellite_three, c("accuracy", "kappa", "mcc")))$scales$get_scales("x")
  set.seed(1)
  low <- runif(500)
  shown <- Map(function(low, width) {
    at <- x$breaks(c(low, low + width))
    sum(at >= low & at <= low + width)
  }, low, 10^runif(500, -3, 0))
  expect_gte(min(unlist(shown)), 2)
})

test_that("panels of several metrics and their groups are not said to be of one metric", {
  skip_if_not_installed("ggplot2")
  set <- function(...) prediction_set(truth ~ svm + tree + naive_bayes, satellite, ...)
  v <- verdict(set(by = rep(c("u", "v"), 1000), positive = "red soil"), c("sensitivity", "specificity"))
  expect_null(ggplot2::autoplot(v)$labels$subtitle)
  expect_identical(ggplot2::autoplot(verdict(set(), "recall"))$labels$subtitle, "Recall by class")
})

test_that("the footnote of a one-sided verdict says so", {
  skip_if_not_installed("ggplot2")
  set.seed(1)
  s <- data.frame(item = 1:150, old = runif(150))
  s$new <- s$old + runif(150, 0, 0.2)
  s$bad <- s$old - runif(150, 0.2, 0.6)
  x <- score_set(s, item = item, metric = "ndcg", lower = -1, upper = 2)
  footnote <- function(...) gsub("\n", " ", ggplot2::autoplot(verdict(x, reference = "old", ...))$labels$caption)
  expect_match(footnote(alternative = "greater"), "p-values below 0.05, one-sided (greater).", fixed = TRUE)
  alone <- footnote(alternative = "less", p.adjust.method = "none")
  expect_match(alone, "Decided at 0.05, one-sided (less), p-values not adjusted.", fixed = TRUE)
  expect_no_match(footnote(), "sided")
})
