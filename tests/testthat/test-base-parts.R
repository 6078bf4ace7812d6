test_that("lists that were edited are refused in words", {
  grouped <- prediction_set(truth ~ svm + tree, satellite, by = rep(c("n", "s"), 1000))
  wholes <- list(
    scenario_rates(discordant = c(0.08, 0.2)), scenario_auc(c(0.8, 0.86), 0.5, 0.3), resampling_plan(20, "kfold"),
    combine_p(c(0.1, 0.2)), cd_groups(compare_classifiers(prediction_set(truth ~ ., satellite), "accuracy")),
    compare_gaps(grouped, classes = "red soil")
  )
  for (x in wholes) {
    expect_no_error(capture.output(print(x)))
    for (value in list(NA, "z", NULL)) {
      edited <- x
      edited[[2]] <- value
      expect_error(print(edited), "by hand", class = "verdict_error_columns", info = class(x)[1])
      expect_error(as.data.frame(edited), "by hand", class = "verdict_error_columns", info = class(x)[1])
    }
  }
  scenario <- wholes[[1]]
  scenario$probability[1] <- -1
  expect_error(simulate_predictions(scenario, 10), "by hand", class = "verdict_error_columns")
  areas <- wholes[[2]]
  areas$auc <- "high"
  expect_error(power_comparison(areas, 100), "by hand", class = "verdict_error_columns")
})
