predictions <- data.frame(
  truth = c("a", "b", "c", "a"), nb = c("a", "b", "b", "a"), rf = c("a", "b", "c", "b")
)

test_that("what is no data frame or formula is refused by name", {
  expect_snapshot(error = TRUE, {
    prediction_set(1:3)
    prediction_set(NULL)
    prediction_set(truth ~ nb + rf)
  })
  expect_error(prediction_set(1:3), class = "verdict_error_input")
  expect_error(prediction_set(truth ~ nb + rf), class = "verdict_error_input")
})

test_that("levels that lack labels are told which, one or several", {
  expect_snapshot(error = TRUE, {
    prediction_set(truth ~ nb + rf, predictions, levels = c("a", "b"))
    prediction_set(truth ~ nb + rf, predictions, levels = "a")
    as_prediction_set(table(predictions), levels = c("a", "b"))
  })
  expect_error(
    prediction_set(truth ~ nb + rf, predictions, levels = 1:3),
    class = "verdict_error_levels"
  )
})

test_that("a column needs a name", {
  unnamed <- rlang::set_names(cbind(predictions, 1), c("truth", "nb", "rf", ""))
  expect_snapshot(prediction_set(truth ~ ., unnamed), error = TRUE)
  names(unnamed)[4] <- NA
  expect_error(prediction_set(unnamed, truth, 2:3), class = "verdict_error_column")
})

test_that("weights must not add up to infinity", {
  huge <- rep(1e308, 4)
  expect_snapshot(prediction_set(truth ~ nb + rf, predictions, weights = huge), error = TRUE)
  large <- prediction_set(truth ~ nb + rf, predictions, weights = rep(1e15, 4))
  expect_equal(large$n, 4e15)
})
