# What the core calls things stands beside its enums; R has the same names, and no numbers.

core_names <- function(table, header) {
  file <- test_path("..", "..", "src", header)
  skip_if_not(file.exists(file), "the sources are not here")
  text <- paste(readLines(file), collapse = " ")
  found <- regmatches(text, regexpr(paste0(table, "\\[\\] = [{][^}]*[}]"), text))
  gsub("\"", "", regmatches(found, gregexpr("\"[^\"]*\"", found))[[1]])
}

test_that("R and the core have the same names", {
  estimate <- function(table) core_names(table, "core/estimate/metrics.h")
  expect_identical(estimate("vd_metric_names"), c(unique(registry_metrics$core), "cost", "custom"))
  expect_identical(estimate("vd_average_names"), c(averages, "overall"))
  expect_identical(estimate("vd_zero_division_names"), zero_divisions)
  of_proportions <- registry_variances$vcov[registry_variances$of == "proportion"]
  expect_identical(core_names("vd_sandwich_names", "core/estimate/sandwich.h"), of_proportions)
  expect_identical(core_names("vd_measure_names", "core/estimate/measure.h"), measures)
  expect_identical(core_names("vd_alternative_names", "core/math/tails.h"), alternatives)
  tests <- core_names("vd_test_names", "core/test/compare.h")
  expect_setequal(tests, stats::na.omit(tests_of("pair")$test))
  intervals <- core_names("vd_ci_names", "core/test/compare.h")
  expect_setequal(intervals, intervals_of("pair")$interval)
  expect_setequal(core_names("vd_omnibus_names", "core/test/omnibus.h"), tests_of("omnibus")$test)
  combinations <- core_names("vd_combination_names", "core/combine/combine.h")
  expect_setequal(combinations, known_combinations()$core)
  # Two differ from equal predictions and from zero variance in words alone.
  words <- registry_statuses$id[registry_statuses$core]
  expect_identical(core_names("vd_status_names", "core/math/status.h"), words)
  measures <- core_names("vd_numeric_measure_names", "core/numeric/measures.h")
  of_all <- registry_probabilities$core[registry_probabilities$classes == "all"]
  expect_identical(
    setdiff(measures, paste0(c("brier_skill", "log_skill"), "_forecast")),
    setdiff(registry_probabilities$core, c("hand_till", "rps", "rps_skill"))
  )
  of_classes <- core_names("vd_classes_measure_names", "core/numeric/classes.h")
  expect_setequal(of_classes, c("macro_auc", "weighted_auc", of_all))
  areas <- core_names("vd_area_interval_names", "core/numeric/auc_interval.h")
  expect_identical(areas, unique(intervals_of("area")$core))
  expect_identical(core_names("vd_link_names", "core/gee/link.h"), names(gee_links))
  expect_identical(core_names("vd_corstr_names", "core/gee/gee.h"), gee_corstr)
  expect_identical(core_names("vd_gee_vcov_names", "core/gee/meat.h"), gee_vcov_types)
})

test_that("an unknown name stops at the border", {
  asked <- function(measure, classifier) list(measure = measure, option = NA_real_, from = 0, classifier = classifier)
  brier <- asked("brier", 1L)
  expect_error(.Call(ffi_numeric_classes, twelve_set(), brier, "cr2", FALSE), "internal: no classes")
  third <- asked("brier", 3L)
  expect_error(.Call(ffi_numeric_classes, thirds_set(), third, "cr2", FALSE), "internal: no such classifier")
  narrow <- utils::modifyList(thirds_set(), list(scores = thirds_set()$scores[, 1:5]))
  expect_error(.Call(ffi_numeric_classes, narrow, brier, "cr2", FALSE), class = "verdict_error_set")
  expect_error(.Call(ffi_numeric_classes, thirds_set(), asked("crps", 1L), "cr2", FALSE), "internal: unknown measure")
  x <- prediction_set(truth ~ svm + tree, satellite)
  expect_error(.Call(ffi_metrics_classes, x, "recoil", 1, 1L, NULL), "internal: unknown metric \"recoil\"")
  expect_error(.Call(ffi_metrics_classes, x, 3L, 1, 1L, NULL), "internal: no name of a metric")
  expect_error(.Call(ffi_metrics_classes, x, character(), 1, 1L, NULL), "internal: no name of a metric")
  joint <- function(option, metric = "custom") {
    asked <- list(
      metric = metric, beta = 1, option = list(option), average = "overall", classifier = 1L, kept = list(0L)
    )
    .Call(ffi_metrics_joint, x, asked, "na")
  }
  expect_error(joint(function(table) 1), "internal: a metric without its derivatives")
  expect_error(joint(diag(2)), "internal: another metric than its option")
  expect_error(joint(diag(2), "cost"), "internal: weights of other classes")
  expect_error(.Call(ffi_metrics_classes, x, "precision", 1, 1L, 3), "internal: moments of another set")
})

test_that("no name is defined twice", {
  source <- test_path("../../R")
  skip_if_not(dir.exists(source), "the sources")
  lines <- unlist(lapply(list.files(source, "[.]R$", full.names = TRUE), readLines))
  names <- sub("^([[:alnum:]._]+) <- .*", "\\1", grep("^[[:alnum:]._]+ <- ", lines, value = TRUE))
  expect_identical(names[duplicated(names)], character())
})
