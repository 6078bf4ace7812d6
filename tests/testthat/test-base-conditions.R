test_that("an error names the function that the user called, however deep it arose", {
  named <- function(code) {
    found <- tryCatch(code, verdict_error = identity)
    as.character(found$call[[1]])
  }
  x <- prediction_set(t ~ a + b, data.frame(t = c("u", "v"), a = c("u", "u"), b = c("v", "v")))
  expect_identical(named(combine_p("a")), "combine_p")
  expect_identical(named(prediction_set(t ~ a, data.frame(t = 1))), "prediction_set")
  # From a function that is handed to another, and through a method.
  expect_identical(named(lapply(list("none"), function(metric) compare_classifiers(x, metric))), "compare_classifiers")
  expect_identical(named(verdict(x, "none")), "verdict")
  # From a value that is computed when it is first asked for, whose frame R counts as its own parent.
  many <- as.character(1:12000)
  wide <- prediction_set(t ~ a + b, data.frame(t = many, a = many, b = rev(many)))
  expect_identical(named(vcov(wide, "precision"))[1], "vcov")
  few <- estimate_set(replicates = cbind(a = sin(1:100), b = cos(1:100)))
  expect_identical(named(compare_classifiers(few, method = "bootstrap", conf.level = 0.999))[1], "compare_classifiers")
  # One that the user calls within another of ours is not what failed: the outermost is named.
  expect_identical(named(print(compare_classifiers(x), n = 0)), "print")
})

test_that("the message of an error is what cli makes of it, at any width", {
  x <- prediction_set(t ~ a + b, data.frame(t = c("u", "v"), a = c("u", "u"), b = c("v", "v")))
  caught <- function(code) tryCatch(code, verdict_error = identity)
  errors <- list(
    caught(compare_classifiers(x, "acuracy")), caught(compare_classifiers(x, conf.level = 2)), caught(verdict()),
    caught(prediction_set(t ~ a + b, data.frame(t = c("u", NA), a = c("u", "u"), b = c(NA, "v")))),
    caught(compare_classifiers(x, "roc_auc")), caught(fit_gee(t ~ a, data = 1))
  )
  for (width in c(30, 61, 80, Inf)) {
    rlang::local_options(cli.condition_width = width)
    for (error in errors) expect_identical(conditionMessage(error), rlang::cnd_message(error))
  }
})
