test_that("a row is one call, and takes the place of one of its id", {
  more <- with_row(registry_tests, pair_row("half_p", "half-p", "matched", "difference", "mcnemar"))
  expect_identical(nrow(more), nrow(registry_tests) + 1L)
  expect_identical(more["half_p", "label"], "half-p")
  expect_identical(more[registry_tests$id, ], registry_tests)
  other <- with_row(registry_tests, pair_row("midp", "half-p", "matched", "difference", "mcnemar"))
  expect_identical(other$id, registry_tests$id)
  expect_identical(other["midp", "label"], "half-p")
})

test_that("ids are used once, and what a row refers to is there", {
  tables <- list(
    registry_tests, registry_intervals, registry_metrics, registry_scores, registry_adjustments, registry_variances,
    registry_combinations, registry_designs, registry_statuses
  )
  for (table in tables) {
    expect_false(anyDuplicated(table$id) > 0)
    expect_identical(row.names(table), table$id)
    expect_true(all(vapply(table$references, is.character, NA)))
  }
  expect_true(all(registry_tests$form %in% registry_tests$id))
  for (of in unique(registry_tests$of)) expect_false(anyDuplicated(tests_of(of)$method) > 0)
  for (of in unique(registry_intervals$of)) expect_false(anyDuplicated(intervals_of(of)$interval) > 0)
  pair <- tests_of("pair")
  expect_true(all(stats::na.omit(pair$interval) %in% intervals_of("pair")$interval))
  expect_true(all(tests_of("pair_of_scores")$interval %in% intervals_of("scores")$interval))
  expect_true(all(tests_of("posthoc")$interval %in% intervals_of("posthoc")$interval))
  expect_true(all(tests_of("independent")$interval %in% intervals_of("independent")$interval))
  expect_true(all(unlist(registry_designs$tests) %in% tests_of("pair_of_scores")$method))
})
