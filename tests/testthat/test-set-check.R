sets <- local({
  set.seed(1)
  draw <- function() sample(letters[1:3], 60, TRUE)
  rows <- data.frame(t = draw(), m1 = draw(), m2 = draw(), id = rep(1:20, 3))
  list(
    plain = prediction_set(t ~ m1 + m2, rows, id = 1:60),
    clustered = prediction_set(t ~ m1 + m2, rows, id = id)
  )
})

# Hand edits of one element: other types, lengths and values.
edits <- function(v) {
  first <- function(value) {
    if (is.numeric(v) && length(v)) v[1] <- value
    v
  }
  list(
    NULL, NA, "a", list(), integer(), double(), character(), -1, 1e300, NaN, quote(x), 1i,
    as.list(v), v[0], v[seq_len(length(v) %/% 2)], rep(v, 2), first(NA), first(-5L), first(200000000L),
    first(0L), first(Inf), as.vector(v), matrix(1L, 2, 2)
  )
}

test_that("a set that was changed by hand is an error, or no change", {
  verbs <- list(
    function(x) capture.output(print(x)), function(x) summary(x), function(x) compare_classifiers(x),
    function(x) assess_classifiers(x, "f_meas", "macro"), function(x) omnibus_test(x),
    function(x) vcov(x), function(x) update_prevalence(x)
  )
  outcome <- function(verb, x) {
    tryCatch(
      {
        suppressWarnings(verb(x))
        "done"
      },
      verdict_error_set = function(e) "set", error = function(e) conditionMessage(e)
    )
  }
  found <- character()
  turn <- 0
  try_verb <- function(changed) {
    turn <<- turn %% length(verbs) + 1
    found <<- c(found, outcome(verbs[[turn]], changed))
  }
  for (part in setdiff(names(sets$plain), "design")) {
    for (value in unique(edits(sets$plain[[part]]))) {
      changed <- sets$plain
      changed[part] <- list(value)
      try_verb(changed)
    }
  }
  for (part in names(sets$clustered$profiles)) {
    for (value in unique(edits(sets$clustered$profiles[[part]]))) {
      changed <- sets$clustered
      changed$profiles[part] <- list(value)
      try_verb(changed)
    }
  }
  expect_setequal(found, c("done", "set"))
  expect_gt(sum(found == "set"), 250)
})

test_that("nor is a set of few labels, of scores or of estimates", {
  rows <- data.frame(t = rep(c("a", "b", NA), 20), m1 = rep(c("a", "b"), 30), m2 = "a")
  others <- list(
    prediction_set(t ~ m1 + m2, rows, labelling = "random", id = 1:60),
    score_set(cbind(a = 1:5 / 10, b = 5:1 / 10), design = "datasets", metric = "accuracy"),
    estimate_set(c(a = 0.8, b = 0.7), diag(2) / 1000, n = 100)
  )
  for (set in others) {
    for (part in names(set)) {
      values <- unique(edits(unclass(set[[part]])))
      # What few labels share with all labels was edited above; here it matters that it is looked at.
      if (inherits(set, "labelled_set") && part %in% names(sets$plain)) values <- values[c(1, 3, length(values))]
      for (value in values) {
        changed <- unclass(set)
        changed[part] <- list(value)
        class(changed) <- class(set)
        caught <- tryCatch(stats::nobs(changed), error = identity)
        if (inherits(caught, "error")) expect_s3_class(caught, "verdict_error_set")
      }
    }
  }
  few <- others[[1]]
  few$labelling$strata <- "a"
  expect_error(stats::nobs(few), class = "verdict_error_set")
  few <- others[[1]]
  few$whole$set <- unclass(few$whole$set)
  expect_error(stats::nobs(few), class = "verdict_error_set")
  for (part in c("count", "patterns")) {
    few <- others[[1]]
    few[part] <- list(NA)
    expect_error(as.data.frame(few), "changed by hand", class = "verdict_error_set")
  }
})

test_that("numbers of a wrong set are not given", {
  x <- sets$plain
  shorter <- x
  shorter$classes <- x$classes[1:2]
  expect_error(compare_classifiers(shorter), class = "verdict_error_set")
  outside <- x
  outside$patterns[] <- 200000000L
  expect_error(compare_classifiers(outside), class = "verdict_error_set")
  other <- sets$clustered
  other$count <- other$count + 1
  other$n <- sum(other$count)
  expect_error(assess_classifiers(other), class = "verdict_error_set")
  expect_error(.Call(ffi_metrics_classes, outside, "recall", 1, 1L, NULL), class = "verdict_error_set")
})

test_that("entries that count refuse what they cannot count", {
  expect_error(.Call(ffi_count_weights, "a"), "internal: weights of type character")
  expect_error(
    .Call(ffi_posthoc_linear, c(1, 2), diag(3), Inf, diag(2), "two.sided"), "internal: contrasts of other estimates"
  )
  expect_error(.Call(ffi_exhaustive_counts, NaN), "internal: no number of classifiers")
  expect_error(.Call(ffi_exhaustive_adjust, NaN, NaN), "internal: other p-values")
  expect_error(.Call(ffi_exhaustive_adjust, log(c(0.1, 0.2)), 3L), "internal: other p-values")
  expect_error(.Call(ffi_posthoc_effects, 1.5, integer(), TRUE, environment()), "internal: no pairs of these")
  expect_error(.Call(ffi_posthoc_effects, diag(2), cbind(c(1L, 3L)), TRUE, TRUE), "internal: no pairs of these")
  expect_error(.Call(ffi_combine_quantiles, diag(2), 1), "internal: no column of doubles")
  expect_error(.Call(ffi_combine_quantiles, diag(2), 1:2), "internal: no column of doubles")
  expect_error(.Call(ffi_resample_subset, sets$plain, sets$plain), "internal: no such subset")
  expect_error(.Call(ffi_resample_subset, sets$plain, 61), "internal: no such subset")
  expect_error(.Call(ffi_metrics_moments, sets$plain, 1), "internal: classes that are no integers")
  expect_error(.Call(ffi_metrics_moments, sets$plain, 4L), "internal: no such class")
  request <- list(residual = "wald", scale = "difference", clustered = FALSE)
  expect_error(
    .Call(ffi_joint_covariance, sets$plain, "recall", 1L, cbind(c(2L, 1L)), 0L, request, NULL),
    "internal: pairs that make no groups"
  )
  quantities <- list(
    metric = "custom", beta = 1, option = list(NULL), average = "overall", classifier = 1L, kept = list(1:3)
  )
  expect_error(.Call(ffi_metrics_joint, sets$plain, quantities, "na"), "internal: another metric than its option")
  quantities$beta <- 2L
  expect_error(.Call(ffi_metrics_joint, sets$plain, quantities, "na"), "internal: no beta of each metric")
  expect_error(.Call(ffi_profile_build, list(1), NULL, list(1), 1L, NULL, NULL), "internal:")
  id <- read_column(1:3, "code", 3L)
  expect_error(.Call(ffi_profile_build, id, NULL, list(1, 1, 1), 1L, NULL, NULL), "patterns of type list")
  expect_error(.Call(ffi_profile_build, id, NULL, c(1L, 1L), 1L, NULL, NULL), "different lengths")
  expect_error(.Call(ffi_profile_build, id, NULL, rep(1L, 3), 1L, list(1), NULL), "internal: ")
  expect_error(.Call(ffi_profile_build, id, NULL, rep(1L, 3), 1L, NULL, c(1, 1)), "internal: times")
  expect_error(.Call(ffi_profile_build, id, NULL, rep(1L, 3), 1L, NULL, rep(1L, 3)), "internal: times")
})

test_that("simulations take no set that was changed by hand", {
  x <- sets$plain
  changes <- list(
    function(x) replace(x, "count", list(replace(x$count, 1, -5))),
    function(x) replace(x, "patterns", list(replace(x$patterns, cbind(1, 2), 99L))),
    function(x) replace(x, "classifiers", list(x$classifiers[1])),
    function(x) replace(x, "n_clusters", 0)
  )
  for (change in changes) {
    expect_error(simulate_predictions(change(x), 10), class = "verdict_error_set")
    expect_error(rejection_rate(change(x), 10, trials = 10), class = "verdict_error_set")
  }
  part <- prediction_set(t ~ m, data.frame(t = c("a", "b"), m = c("a", "b")), part = TRUE)
  part$n_clusters <- 0
  expect_error(combine_sets(part, part), class = "verdict_error_set")
})

test_that("a design or notes that are none are found", {
  x <- sets$plain
  x$design <- list(kind = 1)
  expect_error(compare_classifiers(x), "a design that is none", class = "verdict_error_set")
  x <- sets$plain
  x$notes <- NA_character_
  expect_error(compare_classifiers(x), "notes that are no text", class = "verdict_error_set")
})

test_that("no entry takes a length or a place for granted", {
  refuse <- function(call) expect_error(call, "internal: ")
  column <- function(x, n_labels = 2L) {
    list(x = x, storage = "code", base = 0L, n_labels = n_labels, bits = 0L, dictionary = NULL)
  }
  columns <- list(column(1:2), column(2:1))
  maps <- list(0:2, 0:2)
  count <- function(columns, maps, n = 2L, levels = 0L, weights = NULL) {
    .Call(ffi_count_patterns, columns, maps, n, levels, weights, TRUE, 1L)
  }
  expect_length(count(columns, maps), 5)
  refuse(count(list(), maps))
  refuse(count(1:2, maps))
  refuse(count(columns, maps[1]))
  refuse(count(columns, list(0:2, 0:3)))
  refuse(count(columns, list(0:2, c(0L, 1L, 9L))))
  refuse(count(columns, maps, n = NA))
  refuse(count(columns, maps, levels = 3L))
  refuse(count(columns, maps, weights = 1))
  refuse(count(list(column(1:2), column(1:3)), maps))
  refuse(.Call(ffi_count_missing, columns, list(), NULL))
  text <- list(x = "a", storage = "key_pointer", base = 0L, n_labels = 1L, bits = 8L, dictionary = raw(3))
  refuse(count(list(text), list(0:1)))
  refuse(.Call(ffi_profile_build, column(1:2), NULL, c(1L, 9L), 2L, NULL, NULL))
  refuse(.Call(ffi_profile_build, column(1:2), c(0L, 9L, 9L), 1:2, 2L, NULL, NULL))
  refuse(.Call(ffi_table_read, c(1, 2, 3), c(2L, 2L), maps, 2L, 0L))
  refuse(.Call(ffi_table_read, 1, integer(), list(), 2L, 0L))

  refuse(.Call(ffi_max_t_adjust, log(0.5), diag(2), cbind(c(2L, 1L)), 3L, 0, log(0.05), 1, double(), 1L))
  refuse(.Call(ffi_max_t_adjust, NaN, diag(2), cbind(c(2L, 1L)), 2L, 0, log(0.05), 1, double(), 1L))
  refuse(.Call(ffi_max_t_adjust, log(c(0.5, 0.5)), diag(2), cbind(c(2L, 1L)), 2L, 0, log(0.05), 1, double(), 1L))
  refuse(.Call(ffi_blocks_permute, matrix(0, 0, 3), TRUE, 99))
  refuse(.Call(ffi_blocks_test, matrix(0, 0, 3), TRUE, "friedman", 1))
  refuse(.Call(ffi_combine_covariance, diag(2), 1L, 2, 2L))
  refuse(.Call(ffi_combine_covariance, diag(2), c(1L, 2L), 2, 2L))
  refuse(.Call(ffi_combine_covariance, diag(2), c(1L, 1L), NaN, 2L))
  refuse(.Call(ffi_combine_groups, matrix(-1, 2, 3), diag(2), "lancaster", 2, 2L))
  refuse(.Call(ffi_combine_quantiles, matrix(0.5, 1, 2), 1))
  refuse(.Call(ffi_combine_sets, matrix(0.5, 1, 2), FALSE, "fisher", 1, NULL))
  refuse(.Call(ffi_power_discordant, 10, 0.1, "exact", "two.sided", 0.05))
  refuse(.Call(ffi_power_discordant, 10, c(-1, 0.1), "exact", "two.sided", 0.05))
  refuse(.Call(ffi_power_discordant, Inf, c(0.2, 0.1), "exact", "two.sided", 0.05))
  refuse(.Call(ffi_scores_pairs, diag(2), cbind(c(2L, 1L)), list(
    test = "cv5x2_f", null = 0, level = 0.05, alternative = "two.sided", zeros = "pratt", ratio = 0, draws = 0,
    limit = 0
  ), NULL))
  refuse(.Call(ffi_posthoc_contrasts, list(place = 1, reason = "ok", se = 1, dof = 1), diag(2), "two.sided"))
  refuse(.Call(ffi_independent_compare, 5, 3, 1, 3, list(
    test = "score", interval = "miettinen_nurminen", measure = "difference", alternative = "two.sided", quantile = 2
  )))
  pair <- cbind(c(2L, 1L))
  how <- plan_request(set_plan(
    sets$plain, target_of("precision", sets$plain), new_request(sets$plain, "precision")
  ), 0.05, FALSE)
  swap <- function(pairs, R, draws) .Call(ffi_resample_swap, sets$plain, "precision", 1L, pairs, how, R, draws)
  expect_identical(dim(swap(pair, 3L, c(1, 0, 1))), c(1L, 3L))
  refuse(swap(pair, -1L, c(1, 0, 1)))
  refuse(swap(cbind(c(2L, 9L)), 3L, c(1, 0, 1)))
  for (draws in list(c(-1, 0, 1), c(1, 2^60, 1), c(1, 0, 0), c(NaN, 0, 1), c(1, 0, NA), 1, 1:3)) {
    refuse(swap(pair, 3L, draws))
  }
  all <- target_quantities(target_of("precision", sets$plain), sets$plain)
  refuse(.Call(
    ffi_resample_replicates, sets$plain, core_quantities(all, sets$plain), "na",
    new_contrasts(matrix(1:2), "difference"), 3L, TRUE, TRUE, c(1, 0, 1)
  ))
  model <- list(
    x = matrix(1, 3, 1), y = c(0, 1, 1), weight = NULL, offset = NULL, order = 1:3, end = c(2L, 3L), link = "logit",
    corstr = "independence", scale = 1, less_p = FALSE, tolerance = 1e-8
  )
  fit <- function(..., start = 0) .Call(ffi_gee_fit, utils::modifyList(model, list(...)), start, 20L, "robust")
  expect_identical(fit()$status, "converged")
  refuse(fit(order = -1:1))
  refuse(fit(end = c(3L, 2L)))
  refuse(fit(y = 1))
  refuse(fit(start = c(0, 0)))
})

# Every door that takes a set asks once whether it is as it was made.
test_that("a set that was changed by hand is refused by every verb, by its name", {
  set.seed(1)
  labels <- function() rep_len(c("a", "b", "b"), 60)[sample(60)]
  rows <- data.frame(
    t = labels(), m1 = labels(), m2 = labels(), p = runif(60), q = runif(60), g = rep(c("u", "v"), 30), item = 1:60
  )
  wins <- matrix(c(0, 24, 31, 16, 0, 27, 9, 13, 0), 3, dimnames = list(letters[1:3], letters[1:3]))
  labelled <- prediction_set(t ~ m1 + m2, rows[c("t", "m1", "m2", "g")], by = g, positive = "a")
  numbers <- probability_set(t ~ p + q, rows[c("t", "p", "q", "g")], by = g, positive = "a")
  given <- estimate_set(c(a = 0.8, b = 0.7, c = 0.6), diag(3) / 1000, n = 100)
  above <- cbind(a = 1:9 / 9, b = 9:1 / 9)
  sets <- list(
    labelled, numbers, score_set(rows[c("item", "p", "q")], item = item), battle_set(wins), given,
    battle_set(wins)[1:2], standardise_groups(labelled, "equal"), ratio_set(above, above + 1)
  )
  changes <- list(
    list(count = "a"), list(scores = "a"), list(scores = "a"), list(battles = "a"), list(vcov = diag(2)),
    list(set = "a"), list(weighted = "a"), list(below = "a")
  )
  all <- list(
    print, format, nobs, vcov, function(x) x[1:2], assess_classifiers, compare_classifiers, rank_classifiers,
    omnibus_test, verdict, function(x) compare_independent(x, x), function(x) sample_size(x, difference = 0.1)
  )
  grouped <- list(
    where_better, function(x) standardise_groups(x, "equal"), function(x) compare_classifiers(x, over = "groups"),
    function(x) assess_classifiers(x, over = "groups"), function(x) omnibus_test(x, over = "groups")
  )
  of_kind <- list(
    list(compare_gaps, simpson_check, flips, truth_bounds, prevalence_curve), list(decision_curve, score_curve),
    list(compare_bayesian, effect_sizes, item_variance, drift, function(x) gate(x, reference = "p", margin = 0.1))
  )
  for (i in seq_along(sets)) {
    changed <- unclass(sets[[i]])
    changed[names(changes[[i]])] <- changes[[i]]
    class(changed) <- class(sets[[i]])
    verbs <- c(all, if (i < 3) grouped, if (i < 4) of_kind[[i]])
    for (k in seq_along(verbs)) {
      expect_error(capture.output(verbs[[k]](changed)), class = "verdict_error_set", label = paste(i, k))
    }
  }
})

test_that("rows that are drawn again are whole, with weights of a sample none", {
  rows <- data.frame(y = rep(0:1, 30), a = 1:60 / 61, b = 60:1 / 61, w = rep(c(0.5, 2), each = 30))
  changed <- probability_set(rows, truth = y, a, b, weights = rep(2L, 60), positive = "1")
  changed$weight <- rep(0.6, 60)
  drawn <- probability_set(rows, truth = y, a, b, weights = w, positive = "1", weights_are = "sampling")
  unmarked <- drawn
  unmarked$sampled <- NULL
  for (x in list(changed, unmarked)) {
    for (verb in list(function(x) score_curve(x, R = 50), compare_classifiers, decision_curve)) {
      expect_error(verb(x), "weights that are no numbers of rows", class = "verdict_error_set")
    }
  }
  expect_error(.Call(ffi_redraw_curve, drawn, 1, "roc", c(0, 1), 2L), "internal: rows that are no units")
})

test_that("every verb that is named where few labels do not do takes them", {
  set.seed(1)
  d <- transform(satellite[1:300, ], site = rep(c("a", "b"), 150))
  d$truth[-sample(300, 100)] <- NA
  x <- prediction_set(truth ~ svm + tree, d, labelling = "random", by = site)
  said <- conditionMessage(expect_error(update_prevalence(x, c("1" = 0.5)), class = "verdict_error_labelling"))
  verbs <- sub("`", "", sub("()", "", regmatches(said, gregexpr("`[a-z_]+[(][)]", said))[[1]], fixed = TRUE))
  expect_true(all(c("sample_size", "where_better", "compare_gaps") %in% verbs))
  own <- list(
    next_labels = list(n = 5), sample_size = list("accuracy", difference = 0.1), power_comparison = list(n = 500),
    gate = list("svm", "tree", margin = 0.1), compare_gaps = list("accuracy"),
    standardise_groups = list(c(a = 0.3, b = 0.7))
  )
  for (verb in setdiff(verbs, "plot_groups")) {
    run <- function() do.call(verb, c(list(x), own[[verb]]))
    expect_no_error(suppressWarnings(suppressMessages(run())))
  }
})

test_that("parts that do not belong to one another are refused, of whatever kind the set is", {
  set.seed(1)
  d <- transform(satellite[1:300, c("truth", "svm", "tree")], g = rep(c("u", "v"), 150))
  few <- d
  few$truth[-sample(300, 100)] <- NA
  labelled <- prediction_set(truth ~ svm + tree, few, labelling = "random")
  grouped <- suppressWarnings(prediction_set(truth ~ svm + tree, few, labelling = "random", by = g))
  folded <- transform(d, fold = rep(1:5, 60))
  weighted <- transform(d, w = runif(300, 0.2, 2))
  clustered <- prediction_set(truth ~ svm + tree, d, id = rep(1:150, 2), by = g)
  sets <- list(
    labelled = labelled, fewer = grouped, folds = prediction_set(truth ~ svm + tree, folded, fold = fold),
    shares = standardise_groups(prediction_set(truth ~ svm + tree, d, by = g)),
    label_shares = standardise_groups(grouped), clustered = clustered,
    sampled = prediction_set(truth ~ svm + tree, weighted, weights = w, weights_are = "sampling"),
    scores = score_set(cbind(a = 1:5 / 10, b = 5:1 / 10), design = "datasets", metric = "accuracy")
  )
  damage <- list(
    labelled = list(
      quote(x$count[1] <- x$count[1] + 1e6), quote(x$profiles <- list()), quote(x$notes <- NA),
      quote(x$labelling$strata$base <- NULL), quote(x$labelling$strata$of <- rev(x$labelling$strata$of)),
      quote(x$labelling$strata$merged <- 1L), quote(x$labelling$strata$n_rows[1] <- 5),
      quote(x$labelling$strata$n_labels <- NULL), quote(x$labelling$extra <- globalenv()),
      quote(x$labelling$rows <- -1L), quote(x$labelling$judge <- TRUE), quote(x$whole$of <- NULL),
      quote(x$whole$of[1] <- 1.5), quote(x$whole$cell <- NULL), quote(x$whole$prior[1] <- 2), quote(x$whole <- list()),
      quote(x$whole$set <- globalenv()), quote(x$whole$set$count <- rev(x$whole$set$count))
    ),
    fewer = list(quote(x$whole$cell <- NULL), quote(x$groups$count <- rev(x$groups$count))),
    folds = list(
      quote(x$folds$cells$fold <- NULL), quote(x$folds$cells$repetition <- NA), quote(x$folds$cells$fold[1] <- NA),
      quote(x$folds$pattern <- rev(x$folds$pattern)), quote(x$folds$count[1:2] <- x$folds$count[2:1] + c(1, -1))
    ),
    shares = list(
      quote(x$factor[1] <- -3 * x$factor[1]), quote(x$factor[1] <- 0.2), quote(x$absent <- "w"),
      quote(x$absent <- NULL),
      quote(x$set$groups$group[1] <- 1.5), quote(x$set$groups$group <- rev(x$set$groups$group)),
      quote(x$set$groups$pattern <- rev(x$set$groups$pattern)),
      quote(x$set$groups$cells <- structure(list(g = print), class = "data.frame", row.names = 1:2)),
      quote(x$weighted$count <- rev(x$weighted$count)), quote(x$shares <- "x")
    ),
    label_shares = list(
      quote(x$labels$cells[[1]] <- rev(x$labels$cells[[1]])), quote(x$labels$factor[1] <- 2),
      quote(x$labels$parts <- x$labels$parts[2:1]), quote(x$labels$parts[[1]]$count[1] <- 7), quote(x$labels <- NULL),
      quote(x$question <- "rows")
    ),
    clustered = list(
      quote(x["profiles"] <- list(NULL)), quote(x$groups$profiles <- NULL), quote(x$n_clusters <- 300),
      quote(x$profiles$start[2] <- 0), quote(x$groups$profiles$pattern <- rev(x$groups$profiles$pattern))
    ),
    sampled = list(quote(x["profiles"] <- list(NULL)), quote(x$sampled <- NULL)),
    scores = list(
      quote(storage.mode(x$scores) <- "integer"), quote(x$metrics$family <- NA_character_),
      quote(x$metrics <- unclass(x$metrics)), quote(x$metrics$overall <- "a")
    )
  )
  verbs <- list(print, function(x) compare_classifiers(x, "accuracy"), function(x) subset(x, 1:2))
  turn <- 0
  for (kind in names(sets)) {
    expect_no_error(suppressWarnings(compare_classifiers(sets[[kind]], "accuracy")))
    for (edit in damage[[kind]]) {
      x <- unclass(sets[[kind]])
      eval(edit)
      class(x) <- class(sets[[kind]])
      # Of each kind the first goes through all verbs, the others in turn.
      first <- identical(edit, damage[[kind]][[1]])
      turn <- turn %% 3 + 1
      for (verb in verbs[if (first) 1:3 else turn]) {
        expect_error(verb(x), class = "verdict_error_set", label = paste(kind, deparse1(edit)))
      }
    }
  }
})

test_that("some classifiers are taken of a sound set only", {
  changed <- sets$plain
  changed$patterns <- -1
  expect_error(subset(changed, 1:2), class = "verdict_error_set")
  scored <- probability_set(truth ~ svm + tree, retinopathy, positive = "signs")
  scored$weight <- 1.5
  expect_error(subset(scored, 1:2), class = "verdict_error_set")
  shares <- matrix(diag(3), 3, dimnames = list(NULL, c("a", "b", "c")))
  scored <- probability_set(factor(c("a", "b", "c")), m = shares)
  scored$truth[1] <- NA
  expect_error(print(scored), class = "verdict_error_set")
})

test_that("sampling weights, unused columns and estimates that are no doubles are checked too", {
  n <- 40
  p <- probability_set(
    rep_len(c(1, 0, 0), n), a = (1:n * 7) %% 11 / 11, b = (1:n * 5) %% 13 / 13, weights = 1:n / 7,
    weights_are = "sampling"
  )
  estimates <- estimate_set(c(a = 1, b = 0), diag(2) / 1000, n = 100)
  estimates$estimates$estimate <- 1:0
  wrong <- list(replace(p, "weight", list(NULL)), replace(p, "sampled", -1), replace(p, "unused", NaN), estimates)
  for (x in wrong) expect_error(compare_classifiers(x), class = "verdict_error_set")
})
