gap_rows_of <- function(n = 600, seed = 4) {
  set.seed(seed)
  data <- data.frame(
    truth = sample(c("no", "yes"), n, TRUE), group = sample(c("u", "v"), n, TRUE, c(0.6, 0.4))
  )
  data$one <- ifelse(stats::runif(n) < ifelse(data$group == "u", 0.9, 0.6), data$truth, "no")
  data$two <- ifelse(stats::runif(n) < 0.8, data$truth, "yes")
  data
}

test_that("gaps and their differences are those of the groups' shares, jointly by hand", {
  data <- gap_rows_of()
  x <- prediction_set(truth ~ one + two, data, positive = "yes", by = group)
  r <- compare_gaps(x, "recall")
  yes <- data[data$truth == "yes", ]
  right <- cbind(one = yes$one == "yes", two = yes$two == "yes")
  means <- rbind(u = colMeans(right[yes$group == "u", ]), v = colMeans(right[yes$group == "v", ]))
  gap <- means["u", ] - means["v", ]
  expect_equal(r$gaps$estimate, unname(gap))
  V <- Reduce(`+`, lapply(c("u", "v"), function(g) {
    part <- right[yes$group == g, ]
    crossprod(sweep(part, 2, colMeans(part))) / nrow(part)^2
  }))
  expect_equal(r$gaps$std.error[1], unname(sqrt(V[1, 1])))
  # The second finds all, of which a normal approximation knows too much.
  expect_true(is.na(r$gaps$p.value[2]))
  se <- function(w) sqrt(drop(w %*% V %*% w))
  # The second classifier is compared with the first.
  z <- c((gap[2] - gap[1]) / se(c(-1, 1)), (gap[2] + gap[1]) / se(c(1, 1)))
  p <- 2 * stats::pnorm(-abs(z))
  expect_equal(r$comparison$p.value, unname(p[1]))
  expect_equal(r$comparison$p.size, max(p))
  expect_identical(r$comparison$smaller, if (max(p) < 0.05) "two" else NA_character_)
  expect_equal(unique(r$gaps$n), sum(yes$group == "u"))
  text <- printed_text(r)
  expect_match(text, "Gaps between groups, class \"yes\"", fixed = TRUE)
  expect_match(text, "two has a smaller gap than one", fixed = TRUE)
})

test_that("a column of the printed gaps has the same decimals", {
  printed <- strsplit(utils::capture.output(print(compare_gaps(
    prediction_set(truth ~ one + two, gap_rows_of(), positive = "yes", by = group), "recall"
  ), width = 120)), " {2,}")
  rows <- do.call(rbind, printed[lengths(printed) == 8])
  places <- function(text) nchar(sub(".*[.]", "", text))
  expect_identical(rows[1, 5:6], c("gap", "interval"))
  for (column in 3:5) expect_length(unique(places(rows[-1, column])), 1)
  expect_length(unique(places(unlist(strsplit(rows[-1, 6], "[], ]+")))), 1)
})

test_that("ratios are judged on the log scale", {
  x <- prediction_set(truth ~ one + two, gap_rows_of(), positive = "yes", by = group)
  r <- compare_gaps(x, c("recall", "detection_prevalence"), measure = "ratio")
  expect_equal(r$gaps$estimate, r$gaps$value / r$gaps$value.reference)
  one <- r$gaps[1, ]
  part <- function(p, n) (1 - p) / (p * n)
  se <- sqrt(part(one$value, one$n) + part(one$value.reference, one$n.reference))
  expect_equal(one$std.error, se)
  expect_equal(one$conf.low, one$estimate * exp(-stats::qnorm(0.975) * se))
  # Of a group in which none is found it is 0, or of no two of them.
  none <- data.frame(truth = "yes", group = rep(c("u", "v", "w"), each = 20), two = "yes")
  none$one <- rep(c("no", "yes", "no"), each = 20)
  r <- compare_gaps(prediction_set(none, truth, c(one, two), positive = "yes", by = group), "recall", measure = "ratio")
  expect_identical(r$gaps$estimate[r$gaps$classifier == "one"], c(0, NA, Inf))
  expect_identical(r$comparison$gap.other, c(0, NA, Inf))
  expect_true(all(is.na(r$gaps$p.value)))
})

test_that("small cells have Newcombe's interval, no test, and their counts", {
  data <- data.frame(
    truth = rep("yes", 26), group = rep(c("u", "v"), c(8, 18)),
    one = rep(c("yes", "no", "yes", "no"), c(7, 1, 9, 9)), two = rep(c("yes", "no", "yes"), c(7, 1, 18))
  )
  data$truth[26] <- "no"
  r <- compare_gaps(prediction_set(truth ~ one + two, data, positive = "yes", by = group), c("recall", "accuracy"))
  small <- r$gaps[r$gaps$metric == "recall", ]
  expect_true(all(is.na(small$p.value)))
  wilson <- function(s, n) suppressWarnings(stats::prop.test(s, n, correct = FALSE)$conf.int)
  a <- wilson(7, 8)
  b <- wilson(9, 17)
  d <- 7 / 8 - 9 / 17
  expect_equal(small$conf.low[1], d - sqrt((7 / 8 - a[1])^2 + (b[2] - 9 / 17)^2))
  expect_equal(small$conf.high[1], d + sqrt((a[2] - 7 / 8)^2 + (9 / 17 - b[1])^2))
  expect_match(small$note[1], "7 of 8 and 9 of 17 rows")
  expect_true(is.na(r$comparison$p.size[1]))
  expect_match(printed_text(r), "could not be compared")
  ratio <- compare_gaps(
    prediction_set(truth ~ one + two, data, positive = "yes", by = group), "recall", measure = "ratio"
  )
  expect_true(all(is.na(ratio$gaps$conf.low)))
})

test_that("gaps are compared where both groups have rows on which the two differ", {
  counts <- data.frame(
    truth = "y", one = c("y", "y", "n", "n"), two = c("y", "n", "y", "n"), group = rep(c("u", "v"), each = 4),
    n = c(60, 12, 15, 20, 20, 1, 1, 20)
  )
  ask <- function(counts) {
    x <- prediction_set(truth ~ one + two, counts, weights = n, by = group, positive = "y")
    compare_gaps(x, "recall")$comparison
  }
  expect_match(ask(counts)$note, "too few")
  counts$n[6:7] <- c(5, 5)
  expect_false(is.na(ask(counts)$p.size))
  # Together they miss fewer than ten.
  counts$n[8] <- 0
  counts$n[6:7] <- c(5, 4)
  expect_match(ask(counts)$note, "too few")
  same <- transform(counts, two = one, n = 20)
  expect_match(ask(same)$note, "too few")
})

test_that("many groups, one reference, one classifier, metrics that are no shares", {
  data <- grouped_rows(600)
  x <- prediction_set(truth ~ one + two, data[setdiff(names(data), "id")], by = c(site, sex))
  all <- compare_gaps(x, "accuracy")
  expect_identical(nrow(all$gaps), 30L)
  expect_true(all(all$gaps$adj.p.value >= all$gaps$p.value - 1e-9))
  expect_identical(nrow(compare_gaps(x, "accuracy", reference = "x, TRUE")$gaps), 10L)
  f <- compare_gaps(x, "kap", groups = c("x, TRUE", "y, TRUE"))
  expect_identical(nrow(f$gaps), 2L)
  alone <- prediction_set(truth ~ one, data[c("truth", "one", "site")], by = site)
  expect_null(compare_gaps(alone, "recall", classes = "a")$comparison)
  expect_output(print(compare_gaps(alone, "recall", classes = "a")))
  many <- prediction_set(truth ~ one, data[c("truth", "one")], by = rep(1:40, 15))
  expect_error(compare_gaps(many, "accuracy"), class = "verdict_error_groups")
  expect_identical(nrow(compare_gaps(many, "accuracy", reference = "1")$gaps), 39L)
  clustered <- prediction_set(truth ~ one + two, data, id = id, by = site)
  expect_true(all(compare_gaps(clustered, "accuracy")$gaps$std.error > 0))
})

test_that("a gap between groups of few observations says that p may be too small", {
  said <- "p may be too small with only 12 observations in group \"x\""
  set <- function(n) prediction_set(truth ~ one + two, repeated_rows(n), id = id, by = site)
  found <- compare_gaps(set(36), "accuracy")
  with_x <- function(rows) rows$note[rows$group == "x" | rows$reference == "x"]
  expect_identical(unique(c(with_x(found$gaps), with_x(found$comparison))), said)
  expect_identical(unique(found$gaps$status), "rough")
  expect_false(anyNA(c(found$gaps$p.value, found$comparison$p.value)))
  out <- printed_text(found)
  expect_match(out, "0[.][0-9]+ \\(1\\)")
  expect_match(out, paste("(1)", said), fixed = TRUE)
  many <- compare_gaps(set(120), "accuracy")
  expect_true(all(is.na(c(many$gaps$note, many$gaps$status, many$comparison$note))))
  expect_identical(names(many$gaps), names(found$gaps))
  expect_identical(names(many$comparison), names(found$comparison))
})

test_that("the larger family is adjusted by Bonferroni, and flat or absent groups say so", {
  data <- grouped_rows(600)
  wide <- prediction_set(truth ~ ., data[c("truth", "one", "two", "three")], by = rep(1:15, 40))
  r <- compare_gaps(wide, "accuracy")
  expect_identical(nrow(r$gaps), 315L) # of 300 at most the joint distribution is used
  expect_equal(r$gaps$adj.p.value, pmin(1, r$gaps$p.value * nrow(r$gaps)))
  flat <- data.frame(truth = rep(c("y", "n"), each = 20), group = rep(1:2, 20), one = "y", two = rep(c("y", "n"), 20))
  f <- compare_gaps(prediction_set(truth ~ two + one, flat, positive = "y", by = group), c("recall", "kap"))
  expect_match(f$gaps$note[1], "10 of 10 and 0 of 10 rows")
  expect_identical(f$gaps$note[f$gaps$metric == "kap"][1], "zero variance")
  absent <- transform(flat, truth = ifelse(group == 1, "n", truth))
  g <- compare_gaps(prediction_set(truth ~ one + two, absent, positive = "y", by = group), "recall")
  expect_true(is.na(g$gaps$estimate[1]))
})

test_that("gaps that cannot be asked are refused", {
  x <- prediction_set(truth ~ one + two, gap_rows_of(), by = group)
  expect_error(compare_gaps(x), class = "verdict_error_class")
  expect_error(compare_gaps(x, "accuracy", groups = "u"), class = "verdict_error_groups")
  expect_error(compare_gaps(x, "accuracy", groups = c("u", "w")), class = "verdict_error_groups")
  for (odd in list(c("u", "v"), expression(u), iris, NA)) {
    expect_error(compare_gaps(x, "accuracy", reference = odd), "must be one group", class = "verdict_error_groups")
  }
  expect_error(compare_gaps(x, "accuracy", measure = "odds"), class = "verdict_error_argument")
  expect_error(compare_gaps(1), class = "verdict_error_set")
})

test_that("Simpson's paradox: within and mix by hand, and where it cannot occur", {
  # In both groups `one` is more precise, over all `two`: `one` calls mostly where all are bad.
  part <- function(group, truth, one, two, n) data.frame(group, truth, one, two)[rep(1, n), ]
  data <- do.call(rbind, list(
    part("good", "y", "y", "y", 9), part("good", "y", "n", "y", 71), part("good", "n", "y", "n", 1),
    part("good", "n", "n", "y", 19), part("bad", "y", "y", "n", 28), part("bad", "y", "y", "y", 2),
    part("bad", "n", "y", "n", 62), part("bad", "n", "y", "y", 8), part("bad", "n", "n", "n", 50)
  ))
  x <- prediction_set(truth ~ two + one, data, positive = "y", by = group)
  r <- simpson_check(x, c("precision", "recall", "accuracy", "f_meas"))
  p <- rbind(one = c(good = 9 / 10, bad = 30 / 100), two = c(80 / 99, 2 / 10))
  w <- rbind(one = c(10, 100) / 110, two = c(99, 10) / 109)
  precision <- r[r$metric == "precision", ]
  expect_equal(precision$overall, 39 / 110 - 82 / 109)
  expect_equal(precision$within, sum(colMeans(w) * (p["one", ] - p["two", ])))
  expect_equal(precision$mix, sum((w["one", ] - w["two", ]) * colMeans(p)))
  expect_equal(precision$overall, precision$within + precision$mix)
  expect_true(precision$possible && precision$reversed)
  expect_match(precision$note, "turns the sign")
  expect_false(any(r$possible[r$metric %in% c("recall", "accuracy")]))
  expect_false(any(r$reversed[r$metric %in% c("recall", "accuracy")]))
  expect_match(r$note[r$metric == "accuracy"], "cannot occur")
  f <- r[r$metric == "f_meas", ]
  expect_equal(f$overall, f$within + f$mix)
  absent <- transform(data, one = ifelse(group == "good", "n", one))
  expect_s3_class(simpson_check(
    prediction_set(truth ~ two + one, absent, positive = "y", by = group), "f_meas", classes = "y"
  ), "data.frame")
  both <- printed_text(simpson_check(x, c("precision", "accuracy")))
  expect_match(both, "accuracy overall -0.348 -0.348", fixed = TRUE)
  text <- capture.output(print(simpson_check(x, c("precision", "recall"), classes = "y")))
  expect_match(text[1], "^Difference on y over all ")
  expect_match(text, "^metric +overall +within +mix +reversed", all = FALSE)
  macro <- simpson_check(x, "precision", average = "macro")
  expect_match(printed_text(macro), "Difference in macro-averaged precision", fixed = TRUE)
  expect_match(printed_text(simpson_check(x, c("precision", "accuracy"), average = "macro")), "macro average")
  expect_error(simpson_check(1), class = "verdict_error_set")
  expect_error(simpson_check(prediction_set(truth ~ svm + tree, satellite)), class = "verdict_error_groups")
})

test_that("with few labels what lies within groups and their mix add up to the difference over all", {
  set.seed(8)
  truth <- sample(c("no", "yes"), 1500, TRUE, c(0.7, 0.3))
  wrong <- function(p) ifelse(runif(1500) < p, ifelse(truth == "yes", "no", "yes"), truth)
  data <- data.frame(truth, one = wrong(0.15), two = wrong(0.2), grade = wrong(0.1))
  data$group <- sample(c("u", "v", "w"), 1500, TRUE, c(0.6, 0.3, 0.1))
  data$truth[runif(1500) > 0.15] <- NA
  set <- function(labelling, ...) {
    prediction_set(truth ~ one + two, data, positive = "yes", by = group, labelling = labelling, ...)
  }
  for (x in list(set("random"), set("random", judge = grade), set(rep(0.15, 1500)))) {
    r <- simpson_check(x, c("accuracy", "error", "precision"))
    expect_equal(r$overall, r$within + r$mix)
    by_group <- compare_classifiers(x, "accuracy", over = "groups", reference = "one", method = "wald")
    size <- table(data$group)[by_group$class]
    expect_equal(r$overall[1], sum(by_group$estimate * size) / 1500)
    expect_identical(r$mix[1:2], c(0, 0))
  }
  # A group without labels has no value, the whole has.
  data$truth[data$group == "w"] <- NA
  x <- set("random")
  r <- simpson_check(x, "accuracy", reference = "one")
  expect_true(is.na(r$within))
  whole <- compare_classifiers(x, "accuracy", reference = "one", method = "wald")
  expect_equal(r$overall, whole$estimate)
})

test_that("with few labels a gap is tested where enough labelled rows are found and enough are not", {
  data <- gap_rows_of(400)
  called <- data$one == "yes"
  yes <- which(data$truth == "yes")
  known <- c(utils::head(yes[data$group[yes] == "u"], 40), utils::head(yes[data$group[yes] == "v"], 40))
  data$truth[-known] <- NA
  x <- prediction_set(
    truth ~ one + two, data, positive = "yes", by = group, labelling = "random", levels = c("no", "yes")
  )
  r <- compare_gaps(x, c("recall", "detection_prevalence"))
  missed <- tapply(!called[known], data$group[known], sum)
  expect_true(missed[["u"]] < 10 && missed[["v"]] >= 10)
  expect_true(is.na(r$gaps$p.value[1]))
  expect_match(r$gaps$note[1], sprintf("%d of 40 and %d of 40 rows", 40 - missed[["u"]], 40 - missed[["v"]]))
  # What is called positive is known of all rows.
  share <- tapply(called, data$group, mean)
  expect_equal(r$gaps$estimate[3], share[["u"]] - share[["v"]])
  expect_equal(r$gaps$n[3], sum(data$group == "u"))
  expect_equal(r$gaps$std.error[3], sqrt(sum(share * (1 - share) / table(data$group))), tolerance = 1e-6)
  expect_false(is.na(r$gaps$p.value[3]))
})

test_that("gaps are a data frame", {
  half <- rep(c("first", "second"), length.out = nrow(spam_filters))
  x <- compare_gaps(prediction_set(truth ~ naive_bayes + tree, spam_filters, positive = "spam", by = half), "recall")
  expect_identical(as.data.frame(x), x$gaps)
})

test_that("printed gaps say which have too few rows, and how many are not shown", {
  d <- data.frame(
    truth = rep(c("y", "y", "n"), 70), one = rep(c("y", "n"), 105), two = "y", group = rep(letters[1:7], each = 30)
  )
  d$two[c(1, 31, 61)] <- "n"
  r <- compare_gaps(prediction_set(truth ~ one + two, d, positive = "y", by = group), "recall")
  text <- printed_text(r)
  # 21 pairs of groups, 2 classifiers.
  expect_match(text, "and 22 more rows; as.data.frame() of it has all.", fixed = TRUE)
  expect_match(text, "and 15 more comparisons; the element `comparison` has all.", fixed = TRUE)
  expect_match(text, "[-0.19, 0.19] (1) 20 vs 20", fixed = TRUE)
  expect_match(text, "(1) too few for a test: fewer than 10 rows of a group count, or do not", fixed = TRUE)
})

test_that("gaps of metrics that are no proportions are tested, and may have options", {
  set.seed(1)
  y <- rbinom(600, 1, 0.4)
  called <- function(shift) ifelse(y * 2 - 1 + rnorm(600) > shift, "yes", "no")
  d <- data.frame(y = ifelse(y == 1, "yes", "no"), a = called(0), b = called(1), g = rep(c("u", "v"), 300))
  x <- prediction_set(d, y, c(a, b), positive = "yes", by = g)
  found <- compare_gaps(x, list("f_meas", f_meas(beta = 2), "j_index"))
  expect_false(anyNA(found$p.value[!is.na(found$classifier) & found$classifier == "a"]))
  expect_true(all(found$n.first[found$classifier %in% "a"] == 300))
})

test_that("no interval of counts is made of what is no proportion", {
  labels <- data.frame(
    y = rep(1:2, 6), a = c(1, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 2), b = c(1, 2, 1, 2, 1, 1, 1, 1, 2, 1, 1, 2),
    g = rep(c("u", "v"), c(7, 5))
  )
  x <- prediction_set(labels, y, c(a, b), positive = 2, by = g)
  found <- as.data.frame(compare_gaps(x, "f_meas"))
  expect_true(all(is.na(found$conf.low)))
  expect_match(found$note[1:2], "7 and 5 rows$")
})

test_that("of several metrics a table says which each of its sentences is about", {
  x <- prediction_set(truth ~ one + two, gap_rows_of(), positive = "yes", by = group)
  sentences <- function(r) {
    text <- gsub("\\s+", " ", paste(format(as_table(r)), collapse = " "))
    regmatches(text, gregexpr("\\S+ [Bb]etween u and v [^(]*\\(p [^)]*\\)\\.", text))[[1]]
  }
  several <- compare_gaps(x, c("recall", "accuracy"))
  said <- sentences(several)
  expect_identical(sub(":.*", "", said), c("Recall", "Accuracy"))
  alone <- vapply(c("recall", "accuracy"), function(metric) sentences(compare_gaps(x, metric)), "")
  expect_identical(sub("^\\S+ b", "B", said), unname(sub("^\\S+ B", "B", alone)))
})

test_that("p-values of gaps are said to be each by itself", {
  r <- compare_gaps(prediction_set(truth ~ one + two, gap_rows_of(), positive = "yes", by = group), "recall")
  expect_output(print(r), "95%\\s+intervals\\s+and\\s+p-values,\\s+each\\s+by\\s+itself")
  expect_true("adj.p.value" %in% names(r$gaps))
})

test_that("gaps without a column of theirs, or with another in its place, are refused", {
  part <- rep(c("u", "v"), length.out = nrow(spam_filters))
  made <- compare_gaps(prediction_set(truth ~ svm + tree, spam_filters, positive = "spam", by = part), "recall")
  verbs <- list(print, function(x) print(summary(x)), as_table, as.data.frame)
  refused <- function(x, verbs) {
    for (f in verbs) expect_error(f(x), "changed by hand", class = "verdict_error_columns")
  }
  # The first of each table by all verbs, which ask for the same, and the others in turn.
  for (table in c("gaps", "comparison")) {
    columns <- names(made[[table]])
    for (i in seq_along(columns)) {
      turn <- if (i == 1) 1:4 else i %% 4 + 1
      edited <- made
      edited[[table]][[columns[i]]] <- NULL
      refused(edited, verbs[turn])
      edited[[table]][[columns[i]]] <- I(list(1))
      refused(edited, verbs[5 - turn])
    }
  }
  more <- made
  more$gaps$mine <- 1
  more$gaps <- more$gaps[1, ]
  expect_output(print(more), "Recall")
})
