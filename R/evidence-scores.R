# Scores as evidence: what the verbs ask of a score set.

set_units.score_set <- function(x) {
  cells <- score_cells(x)
  clustered <- has_clusters(x)
  unit <- design_unit(x$design$type)
  n <- as.numeric(nrow(cells))
  units <- new_units(
    x$classifiers, n, if (clustered) "cluster" else unit, row = unit,
    n_clusters = if (clustered) as.numeric(max(score_clusters(cells))) else n, n_omitted = x$n_omitted,
    clustered = clustered, design = x$design, allows_few = TRUE, by_class = FALSE
  )
  if (nrow(x$cells) > n) units$samples <- samples_words(x)
  if (anyNA(x$scores)) units$partial <- lacking_words(x, n, unit)
  if (length(x$n_unscored)) units$unscored <- paste(unscored_words(x), only_by_chance)
  units$repeated <- repeated_words(x)
  units
}

# What a repetition shares, such as a training run, more items do not average out: then these are at fault.
repeated_words <- function(x, faults = "p-values are too small and intervals too short") {
  if (!is.null(x$repeated)) {
    paste0(
      "Repetitions of ", and_list(say_label(x$classifiers[x$repeated]), 6), " differ in their means by more than ",
      "samples of an item do: if each is a training run, ", faults, " as a verdict on the training, which takes the ",
      "mean of each run as one score."
    )
  }
}

# "Of 40 items a has 40 and b has 20: ..."; of several metrics the least of a classifier.
lacking_words <- function(x, n, unit) {
  has <- lapply(x$metrics$metric, function(metric) colSums(!is.na(score_matrix(x, metric))))
  has <- do.call(pmin, has)
  if (all(has == n)) {
    return(NULL)
  }
  paste(
    partial_words(x$classifiers, has, n, unit),
    "A difference is that on those that both have."
  )
}

only_by_chance <- "What is said holds only if they lack it for reasons that have nothing to do with it."

has_clusters <- function(x) !all(is.na(x$cells$cluster))

set_plan.score_set <- function(x, target, request) {
  if (is_method(request$rule$method, tests_of("posthoc")$method)) {
    return(posthoc_plan(x, target, request))
  }
  ratio <- score_ratio(x)
  clustered <- has_clusters(x)
  plan <- score_plan(target, request, x$design, ratio, function() {
    list(slices = list(score_matrix(x, target$metric$metric)), cells = score_cells(x))
  }, clustered)
  plan$known_ratio <- ratio
  if (clustered && plan$method$test != "cluster_t") plan$units <- list(clustered = FALSE)
  if (plan$method$serial) check_time_order(score_cells(x)$item)
  plan$joint <- plan$method$joint && x$design$type == "items" && nrow(score_cells(x)) >= 5 * length(x$classifiers)
  if (x$design$type == "datasets") {
    plan$mean_ranks <- lazily(function() mean_ranks(x, target))
    plan$n_ranked <- lazily(function() nrow(ranked_scores(x, target)))
  }
  signal_invalid_scores(plan, request$pairs)
  plan
}

set_influence.score_set <- function(x, targets) {
  scores <- lapply(targets, function(target) score_matrix(x, target$metric$metric))
  score_influence(x, do.call(cbind, scores))
}

# Of means of columns over units.
score_influence <- function(x, scores) {
  estimate <- unname(colMeans(scores, na.rm = TRUE))
  estimate[is.nan(estimate)] <- NA
  cells <- score_cells(x)
  clustered <- !all(is.na(cells$cluster))
  overlap <- if (clustered) 0 else score_overlap(x)
  # A mean errs by its own units: where scores are missing these are fewer than n, and weigh the more.
  n <- nrow(scores)
  has <- !is.na(scores)
  own <- colSums(has)
  scale <- sqrt(n / own * (1 / own + overlap) / (1 / n + overlap))
  scale[own == n | own < 2] <- 1
  centred <- scores - rep(estimate, each = n)
  if (any(scale != 1)) centred <- centred * rep(scale, each = n)
  if (anyNA(centred)) centred[is.na(centred)] <- 0
  centred[, own < 2] <- NA
  new_influence(
    estimate, centred, cluster = if (clustered) ifelse(is.na(cells$cluster), name_units(cells), cells$cluster),
    small = TRUE, overlap = overlap, unit = name_units(cells), part = if (!all(has)) has,
    note = ifelse(is.na(estimate), "no score", ifelse(own < 2, "too few units", NA)),
    alike = "equal_scores", replicates = function(contrasts, rule) {
      abort_verdict(c(
        "Scores are not resampled.", i = "Use {.code covariance = \"analytic\"}: their covariance is known."
      ), "method")
    }
  )
}

# -- each classifier by itself --------------------------------------------------------

# A t test against the value required, with its interval: by the corrected variance where
# training data overlap, or as textbooks have it (`interval = "t"`).
set_assessment.score_set <- function(x, target, rule, level, required = NULL) {
  if (is_binary(x, target$metric) && (rule$interval %||% "wilson") %in% "wilson") {
    return(binary_assessment(x, target, level, required))
  }
  clustered <- has_clusters(x)
  resampled <- is_resampled(x$design$type)
  fitting <- if (clustered) "cluster_t" else c(if (resampled) "corrected_t", "t")
  interval <- rule$interval %||% fitting[1]
  if (!is_string_in(interval, fitting)) {
    given <- if (rlang::is_string(interval)) "{.val {interval}}" else "{.obj_type_friendly {interval}}"
    abort_verdict(c(
      paste0("{.arg interval} ", given, " is not for scores."), i = "Use {.or {.val {fitting}}}."
    ), "interval")
  }
  if (interval == "t" && resampled) {
    short <- if (x$design$type == "folds") "this interval is too short." else "this interval is far too short."
    signal_invalid(overlap_words(x$design$type, short), c(words = "`interval = \"corrected_t\"`"), NULL, NULL)
  }
  method <- rows_at(tests_of("pair_of_scores"), if (interval == "t") "paired_t" else interval)
  known <- score_ratio(x)
  ratio <- if (interval == "corrected_t" && !known$known) {
    list(ratio = score_overlap(x), status = "unknown_sizes")
  } else {
    resolve_ratio(NULL, known, method, x$design)
  }
  plan <- list(method = method, ratio = ratio, design = x$design, scores = function() {
    list(slices = list(score_matrix(x, target$metric$metric)), cells = score_cells(x))
  })
  assess_scores(plan, 1, target, x$classifiers, level, required)
}

# Each classifier's scores against the value required, in one slice of a target.
assess_scores <- function(plan, slice, target, classifiers, level, required) {
  target$class <- target$class[slice]
  plan$alternative <- required$alternative %||% "two.sided"
  plan$options <- list(zeros = "pratt", limit = 0, draws = 0)
  kept <- plan$scores()
  scores <- kept$slices[[slice]]
  null <- if (is.null(required)) 0 else required$null[[target$metric$asked]]
  n <- ncol(scores)
  plan$scores <- function() list(slices = list(cbind(scores, null)), cells = kept$cells)
  tested <- score_statistics(plan, rbind(seq_len(n), n + 1L), level)
  # Scores that are all the null value, or 0 where none is required, have no interval, as any others of one value.
  flat <- tested$status == "equal_scores"
  tested$std.error[flat] <- tested$conf.low[flat] <- tested$conf.high[flat] <- NA_real_
  if (is.null(required)) tested$status[flat] <- "zero_variance"
  rows <- assessment_rows(
    target, classifiers, tested$estimate + null, tested$std.error, rbind(tested$conf.low, tested$conf.high) + null,
    intervals_of("scores")[plan$method$interval, "id"], note = NA_character_
  )
  rows <- with_status(rows, tested$status != "ok", recoded(tested$status, "one_value", "equal_scores"))
  rows <- with_status(rows, !is.na(plan$ratio$status), plan$ratio$status, also = TRUE)
  lost <- nrow(scores) - tested$n
  rows <- with_status(
    rows, lost > 0, "lost", list(units = count_of(lost, design_unit(plan$design$type))), also = TRUE
  )
  if (!is.null(required)) {
    rows$null.value <- null
    rows$statistic <- tested$statistic
    rows$df <- tested$df
    rows$log.p.value <- tested$log.p.value
  }
  rows
}

# Independent items that are right or wrong, each once.
is_binary <- function(x, metric) {
  if (x$design$type != "items" || anyDuplicated(x$cells$item) || !all(is.na(x$cells$cluster))) {
    return(FALSE)
  }
  scores <- x$scores[, , metric$metric]
  !any(scores != 0 & scores != 1, na.rm = TRUE)
}

# Successes in trials have Wilson's interval and its test.
binary_assessment <- function(x, target, level, required) {
  scores <- score_matrix(x, target$metric$metric)
  estimates <- list(successes = colSums(scores, na.rm = TRUE), trials = colSums(!is.na(scores)))
  interval <- rows_at(intervals_of("single"), "wilson")
  value <- unname(estimates$successes / estimates$trials)
  value[is.nan(value)] <- NA
  se <- sqrt(value * (1 - value) / unname(estimates$trials))
  limits <- required_limits(required, function(level) interval_limits(value, se, estimates, interval, level), level)
  note <- ifelse(is.na(value), "no score", NA_character_)
  rows <- assessment_rows(target, x$classifiers, value, se, limits, interval$id, note = note)
  required_tests(rows, required, estimates, interval)
}

set_omnibus.score_set <- function(x, target, request) {
  if (!is.null(request$measure)) {
    abort_verdict("{.arg measure} is the scale of a Wald test of proportions: leave it out.", "measure")
  }
  scores <- score_matrix(x, target$metric$metric)
  complete <- !anyNA(scores)
  valid <- valid_block_tests(x$design$type, nrow(scores), complete)
  clustered <- has_clusters(x)
  if (clustered) valid <- "wald"
  method <- match_block_test(request$test, valid, clustered)
  if (method == "wald") {
    request$test <- "wald"
    return(set_omnibus.evidence(x, target, request))
  }
  tested <- run_block_test(x, target, method, request)
  if (!method %in% valid) signal_invalid_blocks(x, target, tested, method, valid[1], request)
  tested
}
