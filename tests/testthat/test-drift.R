versions <- function(n = 400, p = c(0.8, 0.8, 0.55)) {
  set.seed(12)
  scores <- vapply(p, function(p) rbinom(n, 1, p), numeric(n))
  colnames(scores) <- paste0("v", seq_along(p))
  scores
}

test_that("each version is held against the first, at its share of the level", {
  scores <- versions()
  x <- score_set(scores, design = "items", lower = 0, upper = 1)
  found <- drift(x)
  expect_identical(found$version, c("v2", "v3"))
  expect_identical(found$reference, c("v1", "v1"))
  expect_equal(found$level, 0.05 * 6 / pi^2 / c(1, 4))
  expect_identical(found$decision, c("undecided", "worse"))
  expect_equal(found$estimate, unname(colMeans(scores)[2:3] - colMeans(scores)[1]))
  e <- vapply(2:3, function(i) {
    d <- scores[, i] - scores[, 1]
    sides <- vapply(c("greater", "less"), function(side) {
      tail(confidence_sequence(d, "discordant", alternative = side)$e.value, 1)
    }, 0)
    mean(sides)
  }, 0)
  expect_equal(found$e.value, e, tolerance = 1e-8)
  expect_output(print(found), "Drift: v3 is worse than v1 in score.", fixed = TRUE)
  # 1 / level is 20 pi^2 / 6 times 1 and 4.
  expect_output(print(found, width = 200), "shown above 32.9, on.*shown above 132, on")
  expect_identical(found$e.value > 1 / found$level, found$decision != "undecided")
  expect_output(print(found), "however many versions will come")
  expect_output(print(drift(x, c("v1", "v2"))), "No drift is shown", fixed = TRUE)
  turned <- drift(x, c("v3", "v1"))
  expect_identical(turned$decision, "better")
  low <- drift(score_set(scores, design = "items", lower = 0, upper = 1, better = "low"))
  expect_identical(low$decision[2], "better")
  neither <- score_set(scores, design = "items", lower = 0, upper = 1, better = NA)
  expect_identical(drift(neither)$decision[2], "lower")
})

test_that("all versions that drifted are named, better or worse", {
  set.seed(2)
  scores <- vapply(c(v1 = 0.8, v2 = 0.9, v3 = 0.8, v4 = 0.6), function(p) rbinom(1000, 1, p), numeric(1000))
  x <- score_set(scores, design = "items", lower = 0, upper = 1)
  expect_output(print(drift(x)), "Drift: v2 is better and v4 is worse than v1 in score.", fixed = TRUE)
  same <- score_set(cbind(scores, v5 = scores[, "v4"]), design = "items", lower = 0, upper = 1)
  expect_output(
    print(drift(same), width = 120), "Drift: v2 is better and v4 and v5 are worse than v1 in score.", fixed = TRUE
  )
  skip_if_not_installed("ggplot2")
  expect_identical(ggplot2::autoplot(drift(x))$labels$title, "Drift: v2 is better and v4 is worse than v1 in score.")
})

test_that("what is no set is told so", {
  for (x in list(1, NULL, list(), data.frame(a = 1:3))) {
    expect_error(drift(x), "must be a <prediction_set>", class = "verdict_error_set")
  }
})

test_that("what has no order or no sequential test is refused", {
  x <- score_set(versions(20), design = "items", lower = 0, upper = 1)
  expect_error(drift(x, "v1"), class = "verdict_error_classifier")
  expect_error(drift(x, c("v1", "v1")), class = "verdict_error_classifier")
  expect_error(drift(x, c("v1", "v9")), class = "verdict_error_classifier")
  expect_error(drift(), class = "verdict_error_set")
  expect_error(drift(prediction_set(truth ~ svm + tree, satellite)), "looks is for scores of items")
  expect_error(drift(score_set(versions(20), design = "items")), "range", class = "verdict_error_gate")
  some <- drift(x)[c("version", "n")]
  expect_output(print(some), "version")
})

test_that("versions that are sorted as text are taken by their numbers, so that new ones come last", {
  base <- rep(1:0, c(320, 80))
  worse <- rep(1:0, c(311, 89))
  long <- function(names, at = 2) {
    score <- unlist(lapply(seq_along(names), function(j) if (j == at) worse else base))
    data.frame(model = rep(names, each = 400), item = 1:400, score = score)
  }
  found <- function(names, at = 2) {
    file <- tempfile(fileext = ".csv")
    write.csv(long(names, at), file, row.names = FALSE)
    as.data.frame(drift(read_evaluations(file)))
  }
  nine <- found(paste0("v", 1:9))
  ten <- found(paste0("v", 1:10))
  expect_identical(ten[1:8, ], nine)
  expect_identical(ten$version[9], "v10")
  expect_identical(nine$decision[1], "worse")
  ordered <- list(
    c("release-9", "release-10"), c("1.9", "1.10", "2.0"), c("m1.2-8b", "m1.10-8b"), c("base", "v9", "v10"),
    c("2026-9-30", "2026-10-2"), c("v01", "v2", "v003", "v10"), c("a", "b", "c"), c("v1", "v1.1", "v1.1.1", "v1.2")
  )
  for (names in ordered) {
    rows <- found(names)
    expect_identical(c(rows$reference[1], rows$version), names)
  }
  # Orders that were given stay.
  columns <- vapply(c(v10 = 1, v9 = 1, v1 = 2), function(i) if (i == 1) base else worse, base)
  expect_identical(drift(score_set(columns, design = "items", lower = 0, upper = 1))$version, c("v9", "v1"))
  by_levels <- long(factor(c("v3", "v10", "v2"), c("v3", "v10", "v2")))
  x <- score_set(by_levels, score, model, item = item, lower = 0, upper = 1)
  expect_identical(drift(x)$version, c("v10", "v2"))
  expect_identical(drift(x, c("v2", "v10"))$version, "v10")
})

test_that("drift is drawn in the order of the versions", {
  skip_if_not_installed("ggplot2")
  x <- score_set(versions(), design = "items", lower = 0, upper = 1)
  found <- drift(x)
  p <- ggplot2::autoplot(found)
  expect_equal(p$data$estimate, c(0, found$estimate))
  expect_identical(p$data$version, c("v1", "v2", "v3"))
  expect_identical(p$labels$title, "Drift: v3 is worse than v1 in score.")
  drawn <- ggplot2::ggplot_build(p)$data
  expect_equal(drawn[[3]]$ymin[-1], found$conf.low)
  expect_equal(drawn[[4]]$shape, c(21, 21, 16))
  file <- tempfile(fileext = ".png")
  grDevices::png(file)
  plot(found)
  grDevices::dev.off()
  expect_gt(file.size(file), 0)
  many <- score_set(versions(30, rep(0.5, 40)), design = "items", lower = 0, upper = 1)
  expect_s3_class(ggplot2::ggplot_build(ggplot2::autoplot(drift(many))), "ggplot_built")
  expect_error(ggplot2::autoplot(found[c("version", "estimate")]), class = "verdict_error")
})

test_that("decisions at any time do not depend on the unit of the scores", {
  set.seed(1)
  s <- cbind(v1 = rbeta(60, 5, 2), v2 = rbeta(60, 4.6, 2))
  found <- function(unit) {
    x <- score_set(s * unit, design = "items", lower = 0, upper = unit)
    gated <- gate(x, "v1", require = "better", sequential = TRUE)
    moved <- drift(x)
    list(
      c(gated$conf.low, gated$conf.high, moved$conf.low, moved$conf.high) / unit, gated$e.value, moved$e.value,
      gated$decision, moved$decision
    )
  }
  expect_equal(found(1e-9), found(1), tolerance = 1e-7)
  expect_equal(found(1e9), found(1), tolerance = 1e-7)
})
