test_that("placeholders are filled row by row", {
  expect_identical(
    status_note(c("ok", "never_predicted", "absent"), list(who = c("a", "b", "c"))),
    c(NA, "class never predicted by b", "class absent from truth")
  )
  expect_identical(status_note(character(), list(who = "a")), character())
})

test_that("labels are taken literally", {
  expect_identical(
    status_note("never_predicted", list(who = "a\\1 {metric} .*")), "class never predicted by a\\1 {metric} .*"
  )
})

test_that("both classifiers are named when both are concerned", {
  expect_identical(status_who(c("classifier", "reference", "both"), "rf", "nb"), c("rf", "nb", "rf and nb"))
})
