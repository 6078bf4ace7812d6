voted <- data.frame(
  ann = c("a", "a", "b", "b", "a", "b"), ben = c("a", "b", "b", NA, "a", "a"), cid = c("b", "b", "b", "b", NA, "a"),
  old = c("a", "a", "b", "a", "b", "a"), new = c("b", "b", "b", "b", "a", "a")
)

test_that("a row counts by the share of its annotators who agree, and pairs are compared by t", {
  x <- soft_truth(voted, c(ann, ben, cid), c(old, new))
  old <- c(2 / 3, 1 / 3, 1, 0, 0, 2 / 3)
  new <- c(1 / 3, 2 / 3, 1, 1, 1, 2 / 3)
  found <- compare_classifiers(x, reference = "old")
  known <- t.test(new, old, paired = TRUE)
  expect_equal(found$p.value, known$p.value)
  expect_equal(c(found$conf.low, found$conf.high), as.vector(known$conf.int))
  expect_equal(found$estimate, mean(new - old))
  expect_equal(assess_classifiers(x)$estimate, c(mean(old), mean(new)))
  expect_s3_class(verdict(x), "verdict")
  expect_identical(soft_truth(voted, "ann", c(best = new))$classifiers, "best")
})

test_that("that the majority is another question is said with numbers", {
  x <- soft_truth(voted, c(ann, ben, cid), c(old, new))
  said <- paste(capture.output(print(x, width = 500)), collapse = " ")
  expect_match(said, "labels of 2 to 3 annotators, who all say the same on 50% of the rows", fixed = TRUE)
  expect_match(said, "wins among 3 of them with probability 0.648", fixed = TRUE)
  expect_no_match(said, "The same annotators")
  five <- data.frame(a = 1:9, b = 1:9, c = 1:9, d = 1:9, e = 1:9, m = rep(1:3, 3))
  said <- paste(capture.output(print(soft_truth(five, a:e, m), width = 500)), collapse = " ")
  expect_match(said, "wins among 5 of them with probability 0.683", fixed = TRUE)
  expect_match(said, "The same annotators labelled all rows", fixed = TRUE)
  expect_match(said, "labels of 5 annotators", fixed = TRUE)
  expect_output(print(soft_truth(five, c(a, b), m)), "with probability 0.600", fixed = TRUE)
  expect_output(print(soft_truth(five, a, m)), "Each row has a label of one annotator.", fixed = TRUE)
})

test_that("every verb says that the same annotators labelled all rows", {
  set.seed(1)
  d <- as.data.frame(matrix(sample(c("a", "b"), 240, TRUE), 40, dimnames = list(NULL, c("A", "B", "C", "D", "x", "y"))))
  whole <- soft_truth(d, A:D, c(x, y))
  gaps <- soft_truth(replace(d, "A", ifelse(seq_len(40) == 1, NA, d$A)), A:D, c(x, y))
  same <- "The same annotators labelled all rows: what is found holds for them."
  verbs <- list(
    compare_classifiers, assess_classifiers, omnibus_test, rank_classifiers, verdict,
    function(x) gate(x, "x", margin = 0.1), function(x) summary(compare_classifiers(x)),
    function(x) summary(verdict(x)), function(x) methods_text(verdict(x)), function(x) as_table(verdict(x)),
    function(x) as_table(compare_classifiers(x))
  )
  said <- function(x) gsub("\\s+", " ", paste(capture.output(print(x)), collapse = " "))
  for (verb in verbs) {
    text <- said(verb(whole))
    expect_identical(lengths(regmatches(text, gregexpr(same, text, fixed = TRUE))), 1L)
    expect_no_match(said(verb(gaps)), "The same annotators")
  }
  for (part in list(whole[c("y", "x")], subset(whole, c(y, x)))) {
    expect_match(said(compare_classifiers(part)), same, fixed = TRUE)
  }
  expect_identical(length(gregexpr("The same annotators", said(whole))[[1]]), 1L)
})

test_that("labels are compared as text, and rows have groups", {
  d <- data.frame(a = factor(c(2, 1, 2, 1)), b = c("2", "1", "1", "1"), m = c(2, 2, 2, 1), n = c(1L, 1L, 2L, 1L))
  d$g <- 1:4
  x <- soft_truth(d, c(a, b), c(m, n), cluster = c(1, 1, 2, 2))
  expect_equal(assess_classifiers(x)$estimate, c(2.5, 2.5) / 4)
  expect_identical(set_units(soft_truth(d, c(a, b), c(m, n), cluster = g))$n_clusters, 4)
  expect_identical(attr(x, "annotators")$unanimous, 0.75)
})

test_that("what nobody labelled or predicted is refused", {
  d <- voted
  d[2, 1:3] <- NA
  expect_error(soft_truth(d, c(ann, ben, cid), c(old, new)), "Nobody labelled 1", class = "verdict_error_na")
  d <- voted
  d$new[3] <- NA
  expect_error(soft_truth(d, c(ann, ben, cid), c(old, new)), "Not predicted", class = "verdict_error_na")
  expect_error(soft_truth(voted, c(ann, old), c(old, new)), "among both", class = "verdict_error_column")
  expect_error(soft_truth(voted, nobody, new), class = "verdict_error_column")
  expect_error(soft_truth(voted, c(), new), class = "verdict_error_column")
  expect_error(soft_truth(), class = "verdict_error_input")
  expect_error(soft_truth(1, 2, 3), class = "verdict_error")
  expect_error(soft_truth(voted, ann, new, 1), class = "verdict_error_argument")
})

test_that("annotators and classifiers in another coding than the others' are refused", {
  refused <- function(d, annotators, pattern) {
    said <- expect_error(soft_truth(d, dplyr::all_of(annotators), c(old, new)), class = "verdict_error_coding")
    expect_match(conditionMessage(said), pattern)
  }
  local_reproducible_output(width = 500)
  all <- c("ann", "ben", "cid")
  pad <- function(x) ifelse(is.na(x), NA, paste0(x, " "))
  padded <- function(names) replace(voted, names, lapply(voted[names], pad))
  refused(padded("new"), all, "new writes the labels of ann in another way.*data[$]new <- factor")
  refused(padded("ann"), all, "ann writes the labels of ben in another way.*make the annotators factors")
  refused(padded("ben"), c("ann", "ben"), "data[$]ben <- factor.*c\\(\"a \", \"b \"\\), c\\(\"a\", \"b\"\\)")
  halves <- padded("cid")
  halves$dan <- halves$cid
  refused(halves, c(all, "dan"), "cid writes the labels of ann in another way")
  words <- as.data.frame(lapply(voted, function(x) ifelse(x == "a", "no", "yes")))
  words$new <- as.integer(words$new == "yes")
  refused(words, all, "has \"1\", \"0\" where ann has \"yes\", \"no\"")
})

test_that("what is no label is refused, and who shares none with the annotators gets a warning", {
  off <- function(new) soft_truth(cbind(voted[1:4], new = new), c(ann, ben, cid), c(old, new))
  expect_error(off(1:6 / 7), "must be whole", class = "verdict_error_label")
  local_reproducible_output(width = 500)
  expect_warning(off(c(0, 0, 1, 1, 0, 1)), "If 0 means \"a\" and 1 means \"b\"", class = "verdict_warning_column")
  expect_warning(off("A"), "new predicts no label that an annotator gave", class = "verdict_warning_column")
  d <- voted
  d$cid <- 1:6
  expect_warning(soft_truth(d, ann:cid, new), "cid gave no label that another", class = "verdict_warning_column")
  d$cid <- c(1, 1, 2, 2, 1, 2)
  expect_warning(soft_truth(d, c(ann, cid), new), "ann and cid gave no label.*levels\\(data[$]ann\\)\\[data[$]cid\\]")
})

test_that("levels of the annotators' factors are classes, whatever they look like", {
  d <- data.frame(ann = factor(c("Neg", "Pos"), c("Neg", "neg", "Pos")), ben = c("Neg", NA), m = c("neg", "Pos"))
  expect_equal(assess_classifiers(soft_truth(d, c(ann, ben), m))$estimate, 0.5)
  d$ann <- factor(d$ann, c("Neg", "Pos", "?"))
  d$m <- "?"
  expect_no_warning(soft_truth(d, c(ann, ben), m))
  d$ben <- NA
  expect_no_warning(soft_truth(d, c(ann, ben), m))
})
