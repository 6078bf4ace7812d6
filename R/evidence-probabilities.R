# Probabilities and scores as evidence: what the verbs ask of a probability set. Everything comes from the
# contributions of rows, scaled in C to those of independent units: each estimate by its own small-sample form, and
# with clusters by theirs (see src/core/numeric/units.h), so that the cross products of any of them are a covariance.

set_units.probability_set <- function(x) {
  n <- nrow(x$scores)
  stands_for <- if (is.null(x$weight) || !is.null(x$sampled)) as.numeric(n) else sum(x$weight)
  events <- if (is.null(x$classes)) {
    share <- if (is.null(x$weight)) sum(x$truth) / length(x$truth) else stats::weighted.mean(x$truth, x$weight)
    events_words(share, x$positive)
  }
  new_units(
    x$classifiers, stands_for, "observation", row = "row", n_rows = sum(x$times %||% as.numeric(n)),
    n_clusters = if (is.null(x$cluster)) stands_for else as.numeric(max(x$cluster)), n_omitted = x$n_omitted,
    clustered = !is.null(x$cluster), design = design_of_rows(x), small = TRUE, by_class = FALSE,
    effective = x$sampled, events = events, positive = if (is.null(x$classes)) x$positive
  )
}

design_of_rows <- function(x) {
  folds <- length(unique(x$stratum))
  if (folds == 0) {
    if (length(x$unused)) {
      return(new_design("cross-validated"))
    }
    return(new_design(if (is.null(x$cluster)) "holdout" else "clustered"))
  }
  # What several resamples test is in no single fold of one cross-validation.
  overlapping <- !is.null(x$cluster) && shared_between(x$cluster, x$stratum)
  new_design("cross-validated", folds = if (overlapping) NA else folds)
}

set_metrics.probability_set <- function(x, metric) {
  if (is.null(metric)) {
    detail <- if (x$is_probability) c("brier", "log_loss") else "average_precision"
    return(usual_probability_metrics("roc_auc", detail, x$is_probability))
  }
  metrics <- match_probability_metrics(metric, x$is_probability)
  of_two <- c(hand_till = "roc_auc", rps = "brier", rps_skill = "brier_skill")
  metrics$core <- ifelse(metrics$core %in% names(of_two), of_two[metrics$core], metrics$core)
  metrics
}

# Several thresholds are slices of one metric.
set_target.probability_set <- function(x, metric, average, classes, zero_division) {
  if (average != "none") {
    abort_verdict(c(
      "There are no classes to average over: the probabilities are of {.val {x$positive}}.",
      i = "Leave {.arg average} out."
    ), "argument")
  }
  value <- metric$value[[1]]
  several <- length(value) > 1
  new_target(
    metric, zero_division, if (several) short_number(value, 7) else NA_character_,
    axis = if (several) "threshold" else "class", value = value, prevalence = metric$prevalence[[1]],
    from = metric$from[[1]]
  )
}

# Classifiers fastest, then slices, then targets.
numeric_quantities <- function(x, targets) {
  n <- length(x$classifiers)
  parts <- lapply(targets, function(target) {
    times <- length(target$value)
    list(measure = rep(target$metric$core, times), option = target$value, from = rep(target$from %||% 0, times))
  })
  each <- function(name) rep(unlist(lapply(parts, `[[`, name)), each = n)
  measure <- each("measure")
  list(
    measure = measure, option = each("option"), from = each("from"), classifier = rep_len(seq_len(n), length(measure))
  )
}

# Estimates, why they or their variances are unknown, and units whose cross products are the covariance; `raw`:
# contributions of the rows.
numeric_estimates <- function(x, targets, raw = FALSE) {
  asked <- numeric_quantities(x, targets)
  if (any(lengths(lapply(targets, `[[`, "prevalence")))) abort_verdict(c(
    "Net benefit at a known {.arg prevalence} is of independent rows, by itself: without {.arg id}, weights of sampling,
     other metrics in one call, or a bootstrap.",
    i = "Without {.arg prevalence} it is that of these rows."
  ), "argument")
  by_row <- raw || is.null(x$cluster)
  check_memory(
    8 * length(asked$measure) * (if (by_row) length(x$truth) else max(x$cluster)),
    paste("What", if (by_row) "rows" else "clusters", "add to all the estimates"),
    "Ask for fewer thresholds, metrics or classifiers at once."
  )
  # Clusters are one kind of unit where all are means.
  asked$means <- TRUE
  estimates <- .Call(ffi_numeric_estimates, x, asked, cluster_form(targets), raw)
  label <- rep(vapply(targets, function(target) target$metric$label, ""), lengths(lapply(targets, `[[`, "value")))
  endless <- estimates$status == "infinite" & asked$measure %in% c("net_benefit", "standardised_net_benefit")
  estimates$status[endless] <- "false_alarm"
  estimates$note <- status_note(estimates$status, list(
    metric = rep(label, each = length(x$classifiers)), who = x$classifiers[asked$classifier]
  ))
  estimates$note <- with_row_counts(estimates$note, estimates$status, x, asked$classifier)
  with_few_events(with_clipped_rows(without_lone_event(estimates, x, asked), x, asked), x, asked)
}

# Of one row of a class nobody knows how its loss, and a reference that depends on it, vary.
without_lone_event <- function(estimates, x, asked) {
  at <- which(asked$measure %in% own_skills & asked$from == 0 & estimates$status == "ok")
  if (length(at) && min(units_of_class(x)) <= 1) {
    estimates$status[at] <- "one_of_class"
    estimates$note[at] <- status_words("one_of_class")
    estimates$units[, at] <- NA
  }
  estimates
}

# Average precision is biased upwards with few events: of 10 it is .277 where it should be .217.
few_events <- 40

with_few_events <- function(estimates, x, asked) {
  at <- which(asked$measure == "average_precision" & estimates$status == "ok")
  if (length(at) == 0) {
    return(estimates)
  }
  event <- x$truth == 1
  events <- sum(row_counts(x)[event])
  worth <- if (is.null(x$sampled)) events else worth_of_weights(x$weight[event])
  folds <- max(1, length(unique(x$stratum[event])))
  if (worth / folds < few_events) {
    uneven <- if (worth < .9 * events) paste(" of unequal weight, worth", format_count(round(worth / folds)))
    estimates$status[at] <- "few_events"
    estimates$note[at] <- fill_words(status_words("few_events"), list(
      events = paste0(count_of(signif(events / folds, 3), "event"), uneven),
      fold = if (folds > 1) " a fold" else ""
    ))
  }
  estimates
}

# Says how many rows had their probability moved away from 0 and 1.
with_clipped_rows <- function(estimates, x, asked) {
  known <- registry_probabilities$core[registry_probabilities$clips]
  clips <- sub("_forecast", "", asked$measure, fixed = TRUE) %in% known & asked$option > 0
  for (clip in unique(asked$option[clips %in% TRUE])) {
    rows <- clipped_rows(x, clip)
    at <- which(clips & asked$option == clip & estimates$status == "ok" & rows[asked$classifier] > 0)
    estimates$status[at] <- "clipped"
    most <- paste0(", where one loses ", short_number(-log(clip), 3), " at most")
    most <- ifelse(startsWith(asked$measure[at], "log"), most, "")
    estimates$note[at] <- paste0(clip_note(x, rows, clip)[asked$classifier[at]], most)
  }
  estimates
}

# Of each classifier the rows whose probability, of several classes that of what happened, is moved.
clipped_rows <- function(x, clip) {
  n <- length(x$classifiers)
  if (is.null(clip)) {
    return(rep(0, n))
  }
  p <- if (is.null(x$classes)) {
    x$scores
  } else {
    row <- rep(seq_along(x$truth), n)
    x$scores[cbind(row, x$truth[row] + rep((seq_len(n) - 1) * length(x$classes), each = length(x$truth)))]
  }
  colSums(matrix(p < clip | p > 1 - clip, ncol = n) * row_counts(x))
}

# All of them, beside each that has any.
clip_note <- function(x, rows, clip) {
  who <- and_list(paste(count_of(rows, "row"), "of", say_label(x$classifiers))[rows > 0], 6)
  fill <- list(rows = who, clip = if (!is.null(clip)) short_number(clip, 7) else "")
  ifelse(rows > 0, fill_words(status_words("clipped"), fill), NA_character_)
}

# How many rows make an estimate infinite.
with_row_counts <- function(note, status, x, classifier) {
  at <- which(x$is_probability & status %in% c("infinite", "certain"))
  if (length(at) == 0) {
    return(note)
  }
  counts <- row_counts(x)
  certain <- colSums(matrix(x$scores %in% c(0, 1), nrow(x$scores)) * counts)
  impossible <- colSums((.Call(ffi_numeric_losses, x, "log_loss", NA_real_) == Inf) * counts)
  for (i in at) {
    rows <- (if (status[i] == "certain") certain else impossible)[classifier[i]]
    note[i] <- if (status[i] == "certain") {
      paste0(note[i], ", in ", count_of(rows, "row"))
    } else if (rows > 0) {
      paste0(note[i], ": ", count_of(rows, "row"), " had probability 0 of what happened")
    } else {
      note[i]
    }
  }
  note
}

# That of independent rows comes from counts, whatever the number of thresholds.
is_net_benefit <- function(x, target) {
  target$metric$core == "net_benefit" && is.null(x$cluster) && is.null(x$sampled) &&
    (nrow(x$scores) > 1 || !is.null(target$prevalence))
}

# Of rows that are independent, by the shares of the classes in these rows or, where it is known, by another prevalence:
# then each class of some `size` varies by itself (`within`), and `lacks` says which has no row, or only one.
count_benefit <- function(x, target) {
  prevalence <- target$prevalence
  if (is.null(prevalence)) {
    return(.Call(ffi_numeric_benefit, x, target$value))
  }
  rows <- lapply(1:0, function(event) rows_of_class(x, event))
  size <- vapply(rows, function(own) sum(own$weight %||% rep(1, length(own$truth))), 0)
  parts <- lapply(rows, function(own) .Call(ffi_numeric_benefit, own, target$value))
  share <- c(prevalence, 1 - prevalence) / if (target$metric$metric == "standardised_net_benefit") prevalence else 1
  within <- Map(function(part, share) share^2 * part$vcov, parts, share)
  list(
    estimate = share[1] * parts[[1]]$estimate + share[2] * parts[[2]]$estimate, vcov = within[[1]] + within[[2]],
    within = within, size = size,
    lacks = if (min(size) == 0) c("absent", "everywhere")[which(size == 0)] else if (min(size) == 1) "one_of_class"
  )
}

rows_of_class <- function(x, event) {
  at <- x$truth == event
  list(
    truth = x$truth[at], scores = x$scores[at, , drop = FALSE], weight = x$weight[at],
    order = matrix(0L, sum(at), ncol(x$scores))
  )
}

set_estimates.probability_set <- function(x, target) {
  n <- length(x$classifiers)
  if (is_net_benefit(x, target)) {
    return(benefit_estimates(x, target))
  }
  estimates <- area_estimates(x, target) %||% crossed_estimates(x, target)
  cross <- estimates$cross
  list(
    estimate = matrix(estimates$estimate, n),
    vcov = array(unlist(lapply(cross, `[[`, "vcov")), c(n, n, length(target$value))),
    note = matrix(estimates$note, n), status = matrix(estimates$status, n),
    alike = function(slice, who) alike_probabilities(x, target, who),
    remark = remark_on_differences(x, target),
    df = function(slice, contrasts) {
      if (ranks_in_strata(x, list(target))) {
        return(strata_df(x, strata_sizes(x, list(target)), cross[[slice]]$units, contrasts))
      }
      all <- cross[[slice]]$vcov
      with <- cross[[slice]]$with %||% (0 * all)
      variance <- function(V) variance_of(V, contrasts)
      form <- cluster_form(list(target))
      df <- .Call(ffi_numeric_dof, x, target$metric$core, form, variance(with), variance(all - with))
      known_df(df)
    }
  )
}

remark_on_differences <- function(x, target) {
  remark_on_thresholds(x, target) %||% remark_on_part(x, target) %||% remark_on_areas(x, target) %||%
    remark_on_rows(x, target)
}

# With `cross`, of each slice the covariance and, of what ranks, the part of the rows with the event.
crossed_estimates <- function(x, target) {
  n <- length(x$classifiers)
  estimates <- numeric_estimates(x, list(target))
  by_class <- target$metric$ranks && is.null(x$cluster) && is.null(x$stratum)
  estimates$cross <- lapply(seq_along(target$value), function(slice) {
    at <- (slice - 1) * n + seq_len(n)
    units <- if (length(target$value) == 1) estimates$units else estimates$units[, at, drop = FALSE]
    if (by_class) {
      return(.Call(ffi_numeric_cross, units, x$truth))
    }
    list(vcov = crossprod(units), units = if (ranks_in_strata(x, list(target))) units)
  })
  estimates$units <- NULL
  estimates
}

# The same of whole areas, whose covariance needs no contributions of rows where these are independent and weigh 1.
area_estimates <- function(x, target) {
  areas <- if (target$metric$core == "roc_auc") .Call(ffi_numeric_areas, x, threads())
  if (is.null(areas)) {
    return(NULL)
  }
  list(estimate = areas$estimate, status = "ok", note = NA_character_, cross = list(areas[c("vcov", "with")]))
}

# What ranks asks for no more than the order.
alike_probabilities <- function(x, target, who) {
  scores <- x$scores[, who, drop = FALSE]
  if (target$metric$ranks) scores <- apply(scores, 2, rank)
  if (!all(scores == scores[, 1])) {
    return(NA_character_)
  }
  if (target$metric$ranks) "identical_rankings" else "identical_probabilities"
}

benefit_estimates <- function(x, target) {
  estimates <- count_benefit(x, target)
  n <- length(x$classifiers)
  estimates$estimate[is.nan(estimates$estimate)] <- NA
  status <- estimates$lacks %||% ifelse(is.finite(estimates$estimate), "ok", "false_alarm")
  status <- rep_len(status, length(estimates$estimate))
  estimates$vcov[status != "ok", ] <- estimates$vcov[, status != "ok"] <- NA
  n_slices <- length(target$value)
  slices <- lapply(seq_len(n_slices), function(slice) (slice - 1) * n + seq_len(n))
  list(
    estimate = matrix(estimates$estimate, n),
    vcov = array(unlist(lapply(slices, function(at) estimates$vcov[at, at])), c(n, n, n_slices)),
    note = matrix(status_words(status), n), status = matrix(status, n),
    alike = function(slice, who) alike_probabilities(x, target, who), remark = remark_on_thresholds(x, target),
    df = function(slice, contrasts) benefit_df(x, estimates, slices[[slice]], contrasts)
  )
}

# Of contrasts of the quantities `at`; Satterthwaite's where each class varies by itself.
benefit_df <- function(x, estimates, at, contrasts) {
  if (is.null(estimates$within)) {
    return(rep(sum(x$weight %||% nrow(x$scores)) - 1, ncol(contrasts)))
  }
  variance <- lapply(estimates$within, function(vcov) variance_of(vcov[at, at, drop = FALSE], contrasts))
  as.double(satterthwaite(do.call(rbind, variance), estimates$size - 1))
}

set_influence.probability_set <- function(x, targets) {
  counted <- length(targets) == 1 && is_net_benefit(x, targets[[1]])
  joint <- if (counted) lazily(function() c(count_benefit(x, targets[[1]]), note = NA))
  by_class <- counted && !is.null(targets[[1]]$prevalence)
  influence_of_rows(
    x, targets, numeric_estimates, joint = joint,
    replicates = if (draws_rows(x, targets)) function(contrasts, rule) drawn_contrasts(x, targets, contrasts, rule),
    df = if (by_class) function(contrasts) benefit_df(x, joint(), seq_along(joint()$estimate), contrasts)
  )
}

# The covariance is that of contributions that are scaled each by its own estimate's form.
influence_of_rows <- function(x, targets, estimates, joint = NULL, replicates = NULL, df = NULL) {
  if (is.null(joint)) joint <- lazily(function() joint_of_units(estimates(x, targets)))
  between <- all(vapply(targets, function(target) is_between_classes(target$metric), NA))
  scaled <- ranks_in_strata(x, targets)
  new_influence(
    joint()$estimate, unit_values(x, estimates(x, targets, raw = TRUE)$units), row_counts(x), cluster = x$cluster,
    stratum = if (between) x$truth, small = !scaled, note = joint()$note, vcov = joint()$vcov, replicates = replicates,
    df = if (scaled) function(contrasts) strata_df(x, strata_sizes(x, targets), joint()$units, contrasts) else df
  )
}

# Of units whose cross products are the covariance.
joint_of_units <- function(estimates) {
  list(
    estimate = estimates$estimate, vcov = crossprod(estimates$units), note = estimates$note, units = estimates$units
  )
}

# Contributions of the rows as values of units, of which row_counts() says how many there are.
unit_values <- function(x, part) {
  if (is.null(x$sampled)) part * sum(row_counts(x)) else part * x$weight * nrow(x$scores)
}

# Independent rows on one scale are drawn again, and the stored orders walked with how often each was.
draws_rows <- function(x, targets) {
  known <- vapply(targets, function(target) is.null(target$prevalence), NA)
  single <- is.null(x$cluster) && is.null(x$stratum) && is.null(x$sampled)
  single && all(known) && !any(x$weight %% 1 != 0) && sum(x$weight) < 1e9 &&
    min(tabulate(x$truth + 1L, 2)) > 1
}

drawn_contrasts <- function(x, targets, contrasts, rule) {
  asked <- numeric_quantities(x, targets)
  influence <- set_influence(x, targets)
  found <- linear_contrasts(influence$estimate, contributions(influence), contrasts)
  drawn <- in_pieces(rule$R, "Bootstrapping", most = max(1, floor(1e8 / nrow(x$scores))), function(n, ...) {
    .Call(ffi_redraw_contrasts, x, asked, contrasts, as.integer(n))
  })
  list(observed = contrast_moments(found, influence$count), value = drawn$value, variance = drawn$variance)
}

# Whose variance each class adds to by its own number of rows: what ranks, but for areas over precision.
is_between_classes <- function(metric) metric$ranks && !metric$core %in% c("average_precision", "pr_auc_interpolated")

# Of the rows' own losses where signs, ranks or the order of time are asked for.
set_plan.probability_set <- function(x, target, request) {
  between <- is_between_classes(target$metric)
  if (takes_losses(request$rule$method)) {
    return(loss_plan(x, target, request))
  }
  if (is_method(request$rule$method, "permutation")) abort_no_swap(x, target)
  method <- probability_method(request$rule$method, target, between)
  normal <- is_string_in(method, c("z", "delong"))
  if (normal) request$rule["method"] <- list("wald")
  target$form <- match_cluster_form(x, target, request$vcov, between)
  request$vcov <- "robust"
  plan <- set_plan.evidence(x, target, request)
  # Normal quantiles in the place of Student's.
  if (normal) {
    student <- plan$estimates
    plan$estimates <- lazily(function() with_normal_df(student()))
    if (between) plan$method$id <- "delong"
  }
  if (!is.null(target$form)) plan$method$id <- test_id(plan$method$id, target$form)
  plan
}

# Two probabilities of a row change places by a change of sign where what is compared is a mean over independent rows.
abort_no_swap <- function(x, target) {
  by_sign <- isTRUE(target$metric$mean) && is.null(c(target$prevalence, x$cluster, x$sampled))
  abort_verdict(c(
    "{.arg method} {.val permutation} is not a test of {target$metric$label}.",
    i = if (by_sign) {
      "Use {.code method = \"sign_flip\"}: a permutation of the two classifiers flips the signs of the differences."
    } else {
      "Use {.code method = \"wald\"}: scores of two classifiers may have scales of their own, and cannot change places."
    }
  ), "method")
}

set_omnibus.probability_set <- function(x, target, request) {
  found <- NextMethod()
  with_few_of_side(x, found, target)
}

# -- each classifier by itself --------------------------------------------------------

set_assessment.probability_set <- function(x, target, rule, level, required = NULL) {
  if (identical(rule$interval, "bootstrap")) {
    return(NextMethod())
  }
  estimates <- set_estimates(x, target)
  value <- as.vector(estimates$estimate)
  se <- sqrt(pmax(as.vector(apply(estimates$vcov, 3, diag)), 0))
  if (target$metric$ranks) se[value %in% c(0, 1) & !is.na(se) & target$metric$limits != "operating"] <- 0
  sizes <- .Call(ffi_numeric_sizes, x)
  if (is_string_in(rule$interval, "hanley_mcneil") && target$metric$limits == "area") {
    se <- hanley_mcneil_error(value, sizes$positive, sizes$negative)
    # Of one row too.
    alone <- estimates$status == "one_of_class"
    estimates[c("status", "note")] <- lapply(estimates[c("status", "note")], replace, alone, NA)
  }
  kind <- area_interval(x, target, rule$interval, value, sizes, required)
  points <- if (kind[1] == "btii") drawn_points(x, target, level)
  if (!is.null(points)) se <- ifelse(se > 0, points$std.error, se)
  if (is_string_in(kind[1], c("wald", "logit_z", "hanley_mcneil"))) estimates <- with_normal_df(estimates)
  df <- alone_df(estimates)
  core <- intervals_of("area")[kind, "core"]
  limits <- required_limits(required, function(level) {
    if (!is.null(points)) {
      return(operating_limits(points, se))
    }
    t(.Call(ffi_numeric_limits, core, value, se, df, independent_sizes(x, sizes), level / 2))
  }, level)
  id <- rbind(intervals_of("area"), intervals_of("operating"))[kind, "id"]
  rows <- assessment_rows(
    target, x$classifiers, value, se, limits, id, status = without_ok(as.vector(estimates$status)),
    note = as.vector(estimates$note)
  )
  status <- area_status(rows, target)
  rows$note[(status != rows$status) %in% TRUE] <- NA
  rows$note <- first_known(rows$note, status_words(status))
  rows$status <- status
  scale <- if (core[1] %in% c("logit", "log")) core[1] else "normal"
  rows <- required_tests(rows, required, estimates, intervals_of("single")[scale, ])
  if (!is.null(required)) {
    rows[status %in% "no_bound", c("statistic", "log.p.value")] <- NA
    rows <- with_newcombe_tests(rows, kind %in% "newcombe", required, sizes)
  }
  rows <- remark_on_called(rows, x, target)
  rows <- with_few_for_slope(rows, x, target)
  with_few_in_part(rows, !is.na(rows$conf.low), x, target, "short_interval")
}

# Of probabilities that are right 88% to 92% of the intervals held with 5 to 10 events, 94% to 95% with 11 to 14.
few_for_slope <- 15

with_few_for_slope <- function(rows, x, target) {
  if (target$metric$core != "calibration_slope" || min(units_of_class(x)) >= few_for_slope) {
    return(rows)
  }
  with_status(rows, !is.na(rows$conf.low), "short_interval", list(rows = fewest_of_class_words(x)))
}

# Numbers of rows of the classes; within strata as many of each as there are pairs without a row in common.
independent_sizes <- function(x, sizes) {
  if (is.null(x$stratum)) {
    return(c(sizes$positive, sizes$negative))
  }
  pairs <- rowsum(cbind(x$truth == 1, x$truth != 1) * row_counts(x), x$stratum)
  rep(sum(pmin(pairs[, 1], pairs[, 2])), 2)
}

# Standard error of an area by its value and the numbers of rows alone, as of exponential scores.
hanley_mcneil_error <- function(area, m, n) {
  q1 <- area / (2 - area)
  q2 <- 2 * area^2 / (1 + area)
  sqrt((area * (1 - area) + (m - 1) * (q1 - area^2) + (n - 1) * (q2 - area^2)) / (m * n))
}

# The tests that Newcombe's intervals invert, with the variance that the required value has.
with_newcombe_tests <- function(rows, at, required, sizes) {
  null <- rows$null.value[1]
  m <- sizes$positive
  n <- sizes$negative
  spread <- (1 - null) / (2 - null) + null / (1 + null)
  variance <- null * (1 - null) * (1 + ((m + n) / 2 - 1) * spread) / (m * n)
  z <- (rows$estimate - null) / sqrt(variance)
  # An area of 0 or 1 has no test against itself.
  at <- at & !is.na(z)
  rows$statistic[at] <- z[at]
  rows$log.p.value[at] <- tail_log_p(rows$statistic[at], required$alternative)
  rows$df[at] <- NA
  clear <- at & rows$status %in% "no_required" & !is.na(rows$log.p.value)
  rows[clear, c("status", "note")] <- NA
  rows
}

# By the rule for areas: Newcombe's where few rows are on the wrong side, else Student's t on the logit scale. A test of
# a value and its interval are on one scale.
area_interval <- function(x, target, asked, value, sizes, required) {
  limits <- target$metric$limits
  counted <- all_hold(is.null(x$cluster), is.null(x$sampled))
  plain <- all_hold(counted, is.null(x$stratum))
  drawn <- all_hold(limits == "operating", plain, is.null(required))
  if (!is.null(asked)) {
    fitting <- c(fitting_limits(limits, drawn, counted, plain), if (is.null(required)) "bootstrap")
    return(rep(check_choice(asked, "interval", fitting), length(value)))
  }
  fixed <- if (drawn) "btii" else if (limits == "log") "log"
  if (limits == "precision" && plain) fixed <- "logit_z"
  if (!is.null(fixed)) {
    return(rep(fixed, length(value)))
  }
  if (all_hold(limits == "area", counted, plain || is.null(required))) {
    return(usual_of_areas(value, sizes, plain))
  }
  rep(if (limits %in% c("area", "logit", "precision")) "logit" else "t", length(value))
}

# Within folds a variance of 0 leaves the bound of the pairs that have no row in common.
usual_of_areas <- function(value, sizes, plain) {
  if (!plain) {
    return(ifelse(value %in% c(0, 1), "separation_bound", "logit"))
  }
  few <- min(sizes$positive, sizes$negative) * pmin(value, 1 - value) < 5
  ifelse(few %in% TRUE, "newcombe", "logit")
}

# Those by the numbers of rows alone are for `counted` independent rows; Newcombe's also for rows of one scale.
fitting_limits <- function(limits, drawn, counted, plain) {
  own <- switch(limits,
    area = c("logit", "logit_z", if (plain) "newcombe", if (counted) c("separation_bound", "hanley_mcneil")),
    precision = , logit = c("logit", "logit_z"), log = "log", operating = if (drawn) "btii"
  )
  c("t", "wald", own)
}

# Zhou and Qin's, about the mean of the bootstrap; without a variance there is none.
operating_limits <- function(points, se) {
  rbind(ifelse(se > 0, points$conf.low, NA), ifelse(se > 0, points$conf.high, NA))
}

drawn_points <- function(x, target, level) {
  .Call(ffi_numeric_points, x, target$value, target$metric$core == "specificity_at", level / 2)
}

# Remarks give way to why there is no interval.
area_status <- function(rows, target) {
  known <- replace(rows$status, is_remark(rows$status), NA)
  bare <- is.na(rows$conf.low) & is.na(known) & !is.na(rows$estimate)
  partial <- startsWith(target$metric$core, "partial")
  most <- if (partial) target$value - (target$from %||% 0) else 1
  worst <- rows$estimate %in% 0 & target$metric$limits == "area"
  perfect <- target$metric$ranks & (worst | (abs(rows$estimate - most) < 1e-12) %in% TRUE)
  top <- if (partial || endsWith(target$metric$core, "_at")) "at_top" else "perfect"
  bound <- bare & !perfect & rows$method.id %in% "area_separation_bound"
  status <- ifelse(bare, ifelse(perfect, top, ifelse(bound, "no_bound", "zero_variance")), known)
  status <- ifelse(is.na(status) & target$metric$core == "roc_auc" & rows$estimate < 0.5, "reversed", status)
  first_known(status, rows$status)
}

#' @rdname vcov.prediction_set
#' @export
vcov.probability_set <- function(object, metric = NULL, ...) {
  check_dots(...)
  check_evidence(object)
  metrics <- set_metrics(object, with_beta(metric %||% usual_metrics(object), NULL))
  targets <- set_targets(object, metrics, "none", NULL, "na")
  joint <- set_joint(object, targets)
  slice <- unlist(lapply(targets, function(target) {
    paste0(target$metric$asked, ifelse(is.na(target$class), "", paste0(":", target$class)))
  }))
  label <- paste(rep(slice, each = length(object$classifiers)), object$classifiers, sep = ":")
  dimnames(joint$vcov) <- list(label, label)
  structure(joint$vcov, estimate = stats::setNames(joint$estimate, label))
}

#' @rdname vcov.prediction_set
#' @export
vcov.partial_probability_set <- function(object, metric = NULL, ...) vcov.probability_set(object, metric, ...)
