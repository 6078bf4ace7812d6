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

test_that("words are made of an id and what was done", {
  label <- c(
    midp = "mid-p McNemar", clustered_mcnemar = "clustered McNemar",
    "gee:mancl_derouen" = "GEE Wald, Mancl-DeRouen variance",
    "permutation:mcnemar" = "permutation (McNemar)", "permutation:exact:gs" = "exact permutation (generalized score)",
    "corrected_t:5x2" = "corrected repeated K-fold t", "wilcoxon:exact" = "Wilcoxon signed rank, exact",
    "score_sign:exact" = "sign test, exact", "sign_flip:9999" = "sign-flip permutation, 9,999 draws",
    "tukey:one_way:overlap" = "Tukey, one-way, corrected for overlapping training data",
    "scheffe:joint" = "Scheffe (joint covariance)", "friedman_permutation:exact" = "Friedman, exact",
    "friedman_permutation:999" = "Friedman, 999 permutations", "cochran_permutation:exact" = "Cochran's Q, exact",
    "omnibus_wald:odds_ratio:df" = "joint Wald of log odds ratios, df-corrected variance",
    "joint_wald:ratio:difference" = "joint Wald of ratios and differences", "joint_wald:difference" = "joint Wald"
  )
  expect_identical(test_label(names(label)), unname(label))
  expect_identical(test_label(c("no test", NA)), c(NA_character_, NA))
  phrase <- c(
    midp = "the mid-p McNemar test", clustered_mcnemar = "the clustered McNemar test",
    "gee:mancl_derouen" = "the GEE Wald test with the Mancl-DeRouen variance", cochran = "Cochran's Q test",
    "wilcoxon:exact" = "the exact Wilcoxon signed rank test", "score_sign:exact" = "the exact sign test",
    "cochran_permutation:exact" = "the exact Cochran's Q test", "tukey:blocked" = "the Tukey test, blocked",
    "friedman_permutation:999" = "the Friedman test with 999 permutations", anova = "the one-way ANOVA"
  )
  expect_identical(vapply(names(phrase), test_phrase, ""), phrase)
})
