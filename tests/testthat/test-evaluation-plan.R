skip_if_not_installed("jsonlite")

test_that("items and samples that a difference takes follow from the components of its variance", {
  x <- read_evaluations(logs_of("inspect"), on_error = "missing")
  found <- sample_size(x, difference = 0.4)
  e <- lapply(c("a", "b"), function(m) cbind(logged_scores("inspect-1", m), logged_scores("inspect-2", m)))
  e[[2]][2, 1] <- NA
  mean_of <- function(m) rowMeans(m, na.rm = TRUE)
  d <- mean_of(e[[2]]) - mean_of(e[[1]])
  s2 <- lapply(e, function(m) apply(m, 1, var))
  within <- vapply(s2, mean, 0, na.rm = TRUE)
  s2[[2]][2] <- within[2]
  noise <- mean(s2[[1]] / 2 + s2[[2]] / ifelse(seq_len(12) == 2, 1, 2))
  expect_equal(found$within, sum(within))
  expect_equal(found$between, max(0, var(d) - noise))
  z <- qnorm(0.975) + qnorm(0.8)
  expect_equal(found$n.needed, ceiling(z^2 * var(d) / 0.16))
  expect_equal(found$smallest, z * sqrt(var(d) / 12))
  room <- 12 * 0.16 / z^2 - found$between
  expect_equal(found$samples.needed, ceiling(sum(within) / room))
})

test_that("a plan says what is enough, cheaper, or cannot be had", {
  x <- read_evaluations(logs_of("inspect"))
  expect_match(utils::capture.output(print(sample_size(x, difference = 0.9), width = 200)), "these 12 items are enough")
  expect_match(format(sample_size(x, difference = 0.4, item_cost = 100)), "(cheaper)", fixed = TRUE)
  expect_match(format(sample_size(x, difference = 0.4, item_cost = 0)), "(dearer)", fixed = TRUE)
  expect_identical(sample_size(x, difference = 0.01)$samples.needed, NA_real_)
  once <- sample_size(read_evaluations(logs_of("harness")))
  expect_identical(once$samples.needed, NA_real_)
  expect_identical(once$between, NA_real_)
  expect_match(format(once), "a difference of 0.02 in acc with power 0.8 it takes about 6,200 items, 6,200 more")
})

test_that("of items on which two models differ by the same nothing is planned", {
  x <- function(b) {
    file <- tempfile(fileext = ".csv")
    on.exit(unlink(file))
    data <- data.frame(item = rep(1:3, 2), model = rep(c("a", "b"), each = 3), score = c(0.1, 0.7, 0.3, b), task = "t")
    utils::write.csv(data, file, row.names = FALSE)
    read_evaluations(file)
  }
  for (b in list(c(0.1, 0.7, 0.3), c(0.11, 0.71, 0.31))) {
    found <- sample_size(x(b), difference = 0.02)
    expect_true(all(is.na(unlist(found[c("n.needed", "more", "smallest", "samples.needed", "cheaper")]))))
    expect_identical(found$note, "zero variance")
    expect_match(format(found), "differ by the same in score on each of these 3 items", fixed = TRUE)
  }
  expect_identical(sample_size(x(c(0.1, 0.7, 0.4)))$note, NA_character_)
})

test_that("what cannot be planned is refused", {
  x <- read_evaluations(logs_of("harness"))
  expect_error(sample_size(x, metric = "f1"), class = "verdict_error_metric")
  expect_error(sample_size(x, difference = -1), class = "verdict_error_argument")
  expect_error(sample_size(x["org/new"]), class = "verdict_error_classifier")
  one <- read_evaluations(log_file('{"model": "a", "id": 1, "score": 1}', '{"model": "b", "id": 1, "score": 1}'))
  expect_error(sample_size(one), "two or more items in common")
})

test_that("of a handful of items a verdict does not say which difference they show", {
  read <- function(n) {
    set.seed(1)
    file <- tempfile(fileext = ".csv")
    on.exit(unlink(file))
    data <- expand.grid(item = seq_len(n), model = c("a", "b"))
    utils::write.csv(cbind(data, score = rnorm(2 * n)), file, row.names = FALSE)
    read_evaluations(file)
  }
  expect_no_match(capture.output(print(verdict(read(9)))), "smallest difference")
  expect_output(print(verdict(read(10))), "smallest difference that these items show")
})

test_that("a plan for models that were trained several times says what its numbers leave out", {
  data <- expand.grid(item = 1:50, epoch = 1:4, model = c("a", "b"))
  # Ranks within an item, of a always 4 in its second run.
  data$score <- (data$item + data$epoch) %% 3 + 1
  data$score[data$epoch == 2 & data$model == "a"] <- 4
  file <- tempfile(fileext = ".csv")
  on.exit(unlink(file))
  utils::write.csv(data, file, row.names = FALSE)
  plan <- sample_size(read_evaluations(file))
  expect_output(print(plan, width = 400), "Repetitions of a differ in their means by more than samples of an item do")
})

test_that("the methods of a plan are written for a paper", {
  runs <- read_evaluations(system.file("extdata", "evaluations", package = "verdict"))
  plan <- sample_size(runs, difference = 0.02)
  said <- methods_text(plan)
  expect_match(said, paste(
    "^Numbers of items were computed by the normal approximation \\(Miller 2024\\) for a difference of 0.02 in acc",
    "with power 0.8, by how the difference of two models varied over 120 items, two-sided, at the level 0.05 for all",
    "3 pairs together[.]"
  ))
  expect_true("miller2024" %in% attr(said, "keys"))
  # The level is shared by the pairs that the plan was made of, whichever of its rows are reported.
  for (part in list(plan[1, ], plan[-1, ], rbind(plan, sample_size(runs, difference = 0.05)))) {
    expect_match(methods_text(part), "at the level 0.05 for all 3 pairs together.", fixed = TRUE)
  }
  expect_match(methods_text(sample_size(runs[1:2])), "at the level 0.05.", fixed = TRUE)
  samples <- methods_text(sample_size(read_evaluations(logs_of("inspect")), difference = 0.1, conf.level = 0.9))
  expect_match(samples, "Numbers of items and of samples of each were", fixed = TRUE)
  expect_match(samples, "over 12 items and between samples of an item, two-sided, at the level 0.1.", fixed = TRUE)
  expect_error(methods_text(plan["n"]), "lost columns", class = "verdict_error_class")
})
